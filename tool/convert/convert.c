#include "convert/convert.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "convert/retarget.h"
#include "gait/ops.h"
#include "io/paths.h"
#include "skeleton/skeleton_resolve.h"
#include "terminal.h"

static const char clip_mark[] = "{clip}";

bool convert_is_per_clip(const char *out) {
    return strstr(out, clip_mark) != NULL;
}

void convert_warn_of_braces(const char *out) {
    if (strchr(out, '{') && !convert_is_per_clip(out)) {
        tell_warning(out, "is taken as it stands: only {clip} is replaced");
    }
}

char *convert_path(const char *pattern, const char *clip_name) {
    char *safe = path_safe_name(clip_name);
    char *path = text_copy(pattern);
    for (char *at = strstr(path, clip_mark); at;) {
        size_t before = (size_t)(at - path);
        char *longer = text_format("%.*s%s%s", (int)before, path, safe, at + strlen(clip_mark));
        free(path);
        path = longer;
        at = strstr(path + before + strlen(safe), clip_mark);
    }
    free(safe);
    return path;
}

/* A path that is not among `taken`, which then owns it. */
static const char *distinct_path(const source *in, const char *pattern, uint32_t clip,
                                 text_list *taken) {
    char *name = source_clip_name(in, clip);
    char *path = convert_path(pattern, name);
    for (unsigned number = 2;; number++) {
        bool free_path = true;
        for (size_t i = 0; i < taken->count && free_path; i++) {
            free_path = !text_equal(taken->items[i], path);
        }
        if (free_path) {
            break;
        }
        char *numbered = text_format("%s-%u", name, number);
        free(path);
        path = convert_path(pattern, numbered);
        free(numbered);
    }
    free(name);
    text_list_add(taken, path);
    return path;
}

int convert_each(const source *in, const clip_choice *clips, const char *pattern,
                 convert_maker *make, void *user) {
    text_list taken = {0};
    int code = EXIT_FINE;
    for (size_t i = 0; i < clips->count && code == EXIT_FINE; i++) {
        uint32_t clip = clips->clips[i];
        code = make(user, distinct_path(in, pattern, clip, &taken), clip);
    }
    text_list_free(&taken, true);
    return code;
}

int convert_write_parts(const conversion *job, const char *path, const gait_span *parts,
                        uint32_t count) {
    return job->options->dry_run ? files_may_write(path, job->options->force)
                                 : files_write_parts(path, parts, count, job->options->force);
}

int convert_write(const conversion *job, const char *path, const gait_buffer *content) {
    gait_span part = {content->data, content->size};
    return convert_write_parts(job, path, &part, 1);
}

/* --- one clip --------------------------------------------------------------------------------- */

int convert_tell_status(const source *in, const char *what, gait_status status) {
    memory_check(status);
    if (status != GAIT_OK) {
        tell_error(source_label(in), "%s: %s", what, gait_status_name(status));
    }
    return exit_of_status(status);
}

int convert_tell_failure(const source *in, const char *what, gait_format format,
                         gait_status status) {
    memory_check(status);
    if (status != GAIT_OK) {
        tell_error(source_label(in), "%s cannot become %s: %s", what,
                   gait_format_about(format)->name, gait_status_name(status));
    }
    return exit_of_status(status);
}

int convert_refuse_name(const source *in, const char *what, gait_format format) {
    tell_error(source_label(in), "%s has a name that %s cannot hold", what,
               gait_format_about(format)->name);
    tell_advice("names are of CP1251, of at most 127 bytes; parts are at most 65535");
    return EXIT_UNSUPPORTED;
}

static int check_timing(const conversion *job, const gait_clip *clip) {
    const convert_options *options = job->options;
    if (clip->time_unit == GAIT_TIME_PHASE || (!options->fps.given && !options->duration.given)) {
        return EXIT_FINE;
    }
    tell_error(source_label(job->in), "%s is for clips that hold no duration; '%s' has one",
               options->fps.given ? "--fps" : "--duration", clip->name);
    return EXIT_USAGE;
}

/* Poses of a bank are relative to parents: without them a model in pieces would be made. */
static int check_needs(const conversion *job, const gait_clip *clip) {
    gait_need need = gait_pose_needs(clip, GAIT_SPACE_MODEL);
    return need == GAIT_NEED_NOTHING ? EXIT_FINE : skeleton_refuse(job->in, need);
}

int convert_resolve(const conversion *job, skeleton_use use, gait_skeleton **out) {
    const convert_options *options = job->options;
    if (job->fit) {
        *out = fitting_skeleton(job->fit);
        return EXIT_FINE;
    }
    return skeleton_resolve(job->in, &options->skeletons, use, options->common.verbose, out);
}

int convert_read(const conversion *job, const gait_skeleton *skeleton, uint32_t index,
                 gait_clip **out_clip) {
    source *in = job->in;
    gait_options options = source_options(in);
    if (job->fit) {
        return fitting_clip(job->fit, index, job->options->lossy, out_clip);
    }
    gait_status status = gait_file_clip(in->file, index, skeleton, &options, out_clip);
    source_tell(in);
    return convert_tell_status(in, "cannot read the clip", status);
}

int convert_lift(const conversion *job, const gait_skeleton *skeleton, uint32_t index,
                 gait_clip **out_clip) {
    int code = convert_read(job, skeleton, index, out_clip);
    if (code == EXIT_FINE) {
        code = check_timing(job, *out_clip);
    }
    if (code == EXIT_FINE) {
        code = check_needs(job, *out_clip);
    }
    return code;
}

int convert_need_clips(const conversion *job, gait_format format) {
    if (job->clips.count > 0) {
        return EXIT_FINE;
    }
    tell_error(source_label(job->in), "holds no clip to make %s of",
               gait_format_about(format)->name);
    convert_tell_next_step(job);
    return EXIT_UNSUPPORTED;
}

void convert_tell_next_step(const conversion *job) {
    if (job->clips.count > 0) {
        tell_note("before importing into Blender set the scene to 30 fps");
    } else if (gait_file_ref_count(job->in->file) > 0) {
        tell_note("the motions are in other files: gait info -v %s", source_label(job->in));
    }
}

/* --- the same format -------------------------------------------------------------------------- */

static int refuse_unused_options(const convert_options *options, const char *format) {
    const char *unused = options->skeletons.count > 0 ? "--skeleton"
                         : options->fps.given         ? "--fps"
                         : options->duration.given    ? "--duration"
                         : options->base              ? "--base"
                         : options->version.given     ? "--format-version"
                         : options->lossy             ? "--lossy"
                                                      : NULL;
    if (unused) {
        tell_error(NULL, "%s has no use where %s stays %s", unused, format, format);
        return EXIT_USAGE;
    }
    return EXIT_FINE;
}

/* A bank is written whole or not at all: a part of it is another file. */
static int refuse_parts(const conversion *job) {
    uint32_t all = gait_file_clip_count(job->in->file);
    if (job->clips.count == all && (all == 1 || !convert_is_per_clip(job->out))) {
        return EXIT_FINE;
    }
    tell_error(source_label(job->in), "holds %u clips, and a bank is only written whole",
               (unsigned)all);
    tell_advice("leave out --clip and {clip}, or convert to glTF: clips can be chosen there");
    return EXIT_UNSUPPORTED;
}

static int write_copy(const conversion *job) {
    gait_buffer content = {0};
    gait_status status = gait_file_write(job->in->file, &content);
    int code = convert_tell_status(job->in, "cannot be written", status);
    char *name = job->clips.count > 0 ? source_clip_name(job->in, 0) : text_copy("");
    char *path = convert_path(job->out, name);
    if (code == EXIT_FINE) {
        code = convert_write(job, path, &content);
    }
    if (code == EXIT_FINE) {
        tell_note("%s %s: %zu bytes, %zu clip%s", job->options->dry_run ? "would write" : "wrote",
                  path, content.size, job->clips.count, job->clips.count == 1 ? "" : "s");
    }
    free(path);
    free(name);
    gait_buffer_free(&content);
    return code;
}

int convert_copy(const conversion *job) {
    int code = refuse_unused_options(job->options, gait_format_about(job->in->format)->name);
    if (code == EXIT_FINE) {
        code = refuse_parts(job);
    }
    return code == EXIT_FINE ? write_copy(job) : code;
}
