/* From clips to BVH: one file per clip. */
#include "convert.h"

#include <stdlib.h>

#include "exit_code.h"
#include "gait/bvh.h"
#include "large.h"
#include "skeletons.h"
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

static int make_bvh(const conversion *job, const gait_skeleton *skeleton, uint32_t index,
                    const char *path) {
    gait_clip *clip = NULL;
    int code = files_may_write(path, job->options->force);
    if (code == EXIT_FINE) {
        code = convert_lift(job, skeleton, index, &clip);
    }
    if (code == EXIT_FINE) {
        code = write_clip(job, path, clip);
    }
    gait_clip_free(clip);
    return code;
}

static int make_bvhs(const conversion *job, const gait_skeleton *skeleton) {
    text_list taken = {0};
    int code = EXIT_FINE;
    for (size_t i = 0; i < job->clips.count && code == EXIT_FINE; i++) {
        uint32_t clip = job->clips.clips[i];
        char *path = convert_distinct_path(job->in, job->out, clip, &taken);
        code = make_bvh(job, skeleton, clip, path);
        free(path);
    }
    text_list_free(&taken, true);
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
    gait_skeleton *skeleton = NULL;
    int code = convert_need_clips(job, GAIT_FORMAT_BVH);
    if (code == EXIT_FINE) {
        code = check_count(job);
    }
    if (code == EXIT_FINE) {
        code = convert_resolve(job, SKELETON_FOR_POSES, &skeleton);
    }
    if (code == EXIT_FINE) {
        code = make_bvhs(job, skeleton);
    }
    if (code == EXIT_FINE) {
        tell_note("before importing into Blender set the scene to the same rate: it ignores Frame "
                  "Time");
    }
    gait_skeleton_free(skeleton);
    return code;
}
