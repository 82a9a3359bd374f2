/* From clips to glTF: one file of all, or one per clip. */
#include "convert/convert.h"

#include <stdlib.h>
#include <string.h>

#include "convert/convert_input.h"
#include "convert/convert_messages.h"
#include "convert/convert_output.h"
#include "exit_code.h"
#include "gait/gltf.h"
#include "io/large_memory.h"
#include "io/paths.h"
#include "terminal.h"

/* One output while it is made. */
typedef struct gltf_output {
    const conversion *job;
    const gait_skeleton *skeleton;
    gait_gltf *gltf;
    const char *path;
    char *bin_path;     /* NULL for the binary form */
    char *sidecar_path; /* NULL = none is asked for */
    uint64_t frames;
    uint64_t bytes;
    size_t clips;
} gltf_output;

/* --- one clip --------------------------------------------------------------------------------- */

static int add_lifted(gltf_output *output, const gait_clip *clip) {
    gait_options options = source_options(output->job->in);
    gait_status status = gait_gltf_add_lifted(output->gltf, clip, &options);
    source_tell(output->job->in);
    output->frames += clip->frame_count;
    output->clips++;
    return convert_tell_status(output->job->in, clip->name, status);
}

static int add_clip(gltf_output *output, uint32_t index) {
    gait_clip *clip = NULL;
    int code = convert_lift(output->job, output->skeleton, index, &clip);
    if (code == EXIT_FINE) {
        code = add_lifted(output, clip);
    }
    gait_clip_free(clip);
    return code;
}

/* --- one output ------------------------------------------------------------------------------- */

static int begin_output(gltf_output *output) {
    const conversion *job = output->job;
    source *in = job->in;
    gait_gltf_options options = {
        .allocator = large_allocator(),
        .source = {.format = gait_format_about(in->format)->name,
                   .version = gait_file_version(in->file),
                   .file = path_is_stream(in->path) ? NULL : path_name(in->path)},
        .fps = job->options->fps.value,
        .duration_s = job->options->duration.value,
        .diagnostics = &in->diagnostics};
    gait_status status = gait_gltf_begin(output->skeleton, &options, &output->gltf);
    if (status == GAIT_OK) {
        status = gait_gltf_add_parts(output->gltf, in->file);
    }
    source_tell(in);
    return convert_tell_status(in, "cannot begin a glTF", status);
}

static int write_binary(gltf_output *output) {
    const gait_span *parts;
    uint32_t count = 0;
    gait_status status = gait_gltf_finish_parts(output->gltf, &parts, &count);
    int code = convert_tell_status(output->job->in, "cannot finish the glTF", status);
    if (code == EXIT_FINE) {
        code = convert_write_parts(output->job, output->path, parts, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        output->bytes += parts[i].size;
    }
    return code;
}

/* The buffer first: a text without it would be of no use. */
static int write_pair(gltf_output *output) {
    gait_buffer text = {0};
    gait_buffer bin = {0};
    gait_status status =
        gait_gltf_finish_text(output->gltf, path_name(output->bin_path), &text, &bin);
    int code = convert_tell_status(output->job->in, "cannot finish the glTF", status);
    if (code == EXIT_FINE) {
        code = convert_write(output->job, output->bin_path, &bin);
    }
    if (code == EXIT_FINE) {
        code = convert_write(output->job, output->path, &text);
    }
    output->bytes = text.size + bin.size;
    gait_buffer_free(&text);
    gait_buffer_free(&bin);
    return code;
}

static int write_sidecar(const gltf_output *output) {
    gait_buffer json = {0};
    gait_status status = gait_gltf_finish_extras(output->gltf, &json);
    int code = convert_tell_status(output->job->in, "cannot finish the extras", status);
    if (code == EXIT_FINE) {
        code = convert_write(output->job, output->sidecar_path, &json);
    }
    gait_buffer_free(&json);
    return code;
}

static void tell_output(const gltf_output *output) {
    const convert_options *options = output->job->options;
    unsigned long long warnings = output->job->in->diagnostics.warnings;
    char *warned = warnings > 0
                       ? text_format(", %llu warning%s", warnings, warnings == 1 ? "" : "s")
                       : text_copy("");
    tell_note("%s %s%s%s%s%s: %zu clip%s, %llu frames, %u bones, %llu bytes%s",
              options->dry_run ? "would write" : "wrote", output->path,
              output->bin_path ? " and " : "", output->bin_path ? output->bin_path : "",
              output->sidecar_path ? " and " : "", output->sidecar_path ? output->sidecar_path : "",
              output->clips, output->clips == 1 ? "" : "s", (unsigned long long)output->frames,
              (unsigned)output->skeleton->bone_count, (unsigned long long)output->bytes, warned);
    free(warned);
}

/* Before any work: what is known to fail later fails now, and nothing is left half done. */
static int may_write(const gltf_output *output) {
    bool force = output->job->options->force;
    int code = files_may_write(output->path, force);
    if (code == EXIT_FINE && output->bin_path) {
        code = files_may_write(output->bin_path, force);
    }
    return code == EXIT_FINE && output->sidecar_path ? files_may_write(output->sidecar_path, force)
                                                     : code;
}

static int make_output(gltf_output *output, const uint32_t *clips, size_t count) {
    int code = may_write(output);
    if (code == EXIT_FINE) {
        code = begin_output(output);
    }
    for (size_t i = 0; i < count && code == EXIT_FINE; i++) {
        code = add_clip(output, clips[i]);
    }
    if (code == EXIT_FINE) {
        code = output->bin_path ? write_pair(output) : write_binary(output);
    }
    if (code == EXIT_FINE && output->sidecar_path) {
        code = write_sidecar(output);
    }
    if (code == EXIT_FINE) {
        tell_output(output);
    }
    gait_gltf_free(output->gltf);
    return code;
}

/* `output` has a job and a skeleton: what all outputs have. */
static int make_file(gltf_output output, const char *path, const uint32_t *clips, size_t count) {
    output.path = path;
    if (path_has_extension(path, ".gltf")) {
        output.bin_path = path_with_extension(path, ".bin");
    }
    if (output.job->options->sidecar) {
        output.sidecar_path = path_with_extension(path, ".gait.json");
    }
    int code = make_output(&output, clips, count);
    free(output.sidecar_path);
    free(output.bin_path);
    return code;
}

/* --- all outputs ------------------------------------------------------------------------------ */

static int make_file_of_clip(void *user, const char *path, uint32_t clip) {
    return make_file(*(const gltf_output *)user, path, &clip, 1);
}

int convert_to_gltf(const conversion *job) {
    gait_skeleton *skeleton = NULL;
    int code = convert_resolve(job, SKELETON_FOR_POSES, &skeleton);
    gltf_output output = {.job = job, .skeleton = skeleton};
    if (code == EXIT_FINE) {
        code = convert_is_per_clip(job->out)
                   ? convert_each(job->in, &job->clips, job->out, make_file_of_clip, &output)
                   : make_file(output, job->out, job->clips.clips, job->clips.count);
    }
    if (code == EXIT_FINE) {
        convert_tell_next_step(job);
    }
    gait_skeleton_free(skeleton);
    return code;
}
