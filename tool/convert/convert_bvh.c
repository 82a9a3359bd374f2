/* From clips to BVH: one file per clip. */
#include "convert/convert.h"

#include <stdlib.h>

#include "convert/convert_input.h"
#include "convert/convert_messages.h"
#include "convert/convert_output.h"
#include "exit_code.h"
#include "gait/bvh.h"
#include "io/large_memory.h"
#include "terminal.h"

static void tell_bvh(const conversion *job, const char *path, const gait_clip *clip,
                     const gait_buffer *content) {
    unsigned long long warnings = job->in->diagnostics.warnings;
    tell_note("%s %s: %u keys, %u bones, %zu bytes%s",
              job->options->dry_run ? "would write" : "wrote", path, (unsigned)clip->frame_count,
              (unsigned)clip->skeleton->bone_count, content->size,
              warnings > 0 ? ", with warnings" : "");
}

static int write_clip(const conversion *job, const char *path, const gait_clip *clip) {
    gait_bvh_options options = {.allocator = large_allocator(),
                                .fps = job->options->fps.value,
                                .duration_s = job->options->duration.value,
                                .diagnostics = &job->in->diagnostics};
    gait_buffer content = {.allocator = large_allocator()};
    gait_status status = gait_bvh_write_lifted(clip, &options, &content);
    source_tell(job->in);
    int code = convert_tell_status(job->in, clip->name, status);
    if (code == EXIT_FINE) {
        code = convert_write(job, path, &content);
    }
    if (code == EXIT_FINE) {
        tell_bvh(job, path, clip, &content);
    }
    gait_buffer_free(&content);
    return code;
}

/* What all outputs have. */
typedef struct bvh_outputs {
    const conversion *job;
    gait_skeleton *skeleton;
} bvh_outputs;

static int make_bvh(void *user, const char *path, uint32_t index) {
    const bvh_outputs *all = user;
    gait_clip *clip = NULL;
    int code = files_may_write(path, all->job->options->force);
    if (code == EXIT_FINE) {
        code = convert_lift(all->job, all->skeleton, index, &clip);
    }
    if (code == EXIT_FINE) {
        code = write_clip(all->job, path, clip);
    }
    gait_clip_free(clip);
    return code;
}

/* A file has room for one clip. */
static int check_count(const conversion *job) {
    if (job->clips.count == 1 || convert_is_per_clip(job->out)) {
        return EXIT_FINE;
    }
    tell_error(source_label(job->in), "a .bvh holds one clip, not %zu", job->clips.count);
    tell_advice("choose one with --clip, or write one file each: \"{clip}.bvh\"");
    return EXIT_USAGE;
}

int convert_to_bvh(const conversion *job) {
    bvh_outputs all = {.job = job};
    int code = convert_need_clips(job, GAIT_FORMAT_BVH);
    if (code == EXIT_FINE) {
        code = check_count(job);
    }
    if (code == EXIT_FINE) {
        code = convert_resolve(job, SKELETON_FOR_POSES, &all.skeleton);
    }
    if (code == EXIT_FINE) {
        code = convert_each(job->in, &job->clips, job->out, make_bvh, &all);
    }
    if (code == EXIT_FINE) {
        tell_note("before importing into Blender set the scene to the same rate: it ignores Frame "
                  "Time");
    }
    gait_skeleton_free(all.skeleton);
    return code;
}
