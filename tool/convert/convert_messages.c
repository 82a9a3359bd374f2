/* Messages of conversions: why one failed, what it lost, what to do next; and single outputs. */
#include "convert/convert.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "skeleton/skeleton.h"
#include "gait/inspect.h"
#include "gait/output_names.h"

int convert_log_status(const source *in, const char *what, gait_status status) {
    memory_check(status);
    if (status != GAIT_OK) {
        log_error(source_label(in), "%s: %s", what, gait_status_name(status));
    }
    return exit_of_status(status);
}

void convert_log_losses(uint32_t losses) {
    for (uint32_t loss = 1; loss <= losses; loss <<= 1) {
        if (losses & loss) {
            log_hint("lost: %s", gait_loss_text((gait_loss)loss));
        }
    }
}

/* Lists the losses in `mask`, with the number of clips if not all clips of the output have them.
 * Free the text; NULL = none. */
static char *losses_text(const gait_losses *losses, uint32_t mask, uint32_t clip_count) {
    text_list texts = {0};
    for (uint32_t loss = 1; loss <= mask; loss <<= 1) {
        unsigned clips = 0;
        for (uint32_t i = 0; mask & loss && i < losses->count; i++) {
            clips += losses->items[i].what == loss;
        }
        if (clips > 0) {
            const char *text = gait_loss_text((gait_loss)loss);
            text_list_add(&texts, clips == clip_count ? text_copy(text)
                                                      : text_format("%s (%u of %u clips)", text,
                                                                    clips, (unsigned)clip_count));
        }
    }
    char *all = texts.count > 0 ? text_list_join(&texts, ", ") : NULL;
    text_list_free(&texts, true);
    return all;
}

static void log_losses_of_clips(const source *in, const gait_losses *losses) {
    for (uint32_t i = 0; i < losses->count; i++) {
        char *name = source_clip_name(in, (uint32_t)losses->items[i].clip);
        log_note("%s: lost: %s", name, gait_loss_text(losses->items[i].what));
        free(name);
    }
}

/* Warns of losses that change the animation. The others are usual for the format. */
static void log_losses_of_output(const conversion *job, const gait_output *output,
                                 const gait_losses *losses) {
    const uint32_t usual = GAIT_LOSES_DURATION | GAIT_LOSES_LETTER_CASE | GAIT_LOSES_CLIP_NAME |
                           GAIT_LOSES_EMPTY_MARKS;
    const char *format = gait_format_get_info(job->library.target)->name;
    char *severe = losses_text(losses, output->losses & ~usual, output->clip_count);
    char *minor = losses_text(losses, output->losses & usual, output->clip_count);
    if (severe) {
        log_warning(source_label(job->in), "not written to %s: %s", format, severe);
    }
    if (minor) {
        log_note("%s does not store: %s", format, minor);
    }
    if (job->options->common.verbose && output->clip_count > 1) {
        log_losses_of_clips(job->in, losses);
    }
    free(severe);
    free(minor);
}

void convert_log_next_step(const conversion *job) {
    if (job->clips.count > 0) {
        log_note("set the Blender scene to %.9g fps before you import the file",
                 job->library.fps > 0 ? job->library.fps : 30);
    } else if (gait_file_ref_count(job->in->file) > 0) {
        log_note("the motions are in other files: `gait info -v %s` lists them",
                 source_label(job->in));
    }
}

void convert_log_targets(const source *in) {
    const gait_format_info *own = gait_format_get_info(in->format);
    bool has_clips = !in->file || gait_file_clip_count(in->file) > 0;
    text_list names = {0};
    if ((own->abilities & GAIT_CAN_WRITE) != 0) {
        text_list_add(&names, own->name);
    }
    text_list joints = {0}; /* formats in which clips have their own joints, with extensions */
    for (int i = GAIT_FORMAT_UNKNOWN + 1; i < GAIT_FORMAT_COUNT; i++) {
        const gait_format_info *info = gait_format_get_info((gait_format)i);
        bool has_joints = (info->abilities & GAIT_OWN_JOINTS) != 0;
        if ((info->abilities & GAIT_CAN_EXPORT) == 0 ||
            gait_convert_route_of(in->format, info->format) == GAIT_ROUTE_NONE ||
            (!has_clips && !format_has_scene(info->format))) {
            continue;
        }
        /* Motions require a duration, which RTM does not store. */
        if (!has_joints && info->format != in->format &&
            (!source_is_rtm(in) || format_is_rtm(info->format))) {
            text_list_add(&names, info->name);
        } else if (has_joints) {
            text_list_add(&joints, text_format("%s (%s)", info->name, info->extensions));
        }
    }
    for (size_t i = 0; i + 1 < joints.count; i++) {
        text_list_add(&names, joints.items[i]);
    }
    char *list = text_list_join(&names, ", ");
    log_hint("%s can be converted to %s%s%s%s", own->name, list, names.count > 0 ? " or " : "",
             joints.items[joints.count - 1],
             format_has(in->format, GAIT_HAS_PARTS) ? ", or ogf with --base" : "");
    if (!has_clips) {
        log_hint("%s holds no clips: pass it with --skeleton", source_label(in));
    }
    free(list);
    text_list_free(&joints, true);
    text_list_free(&names, false);
}

/* --- problems --------------------------------------------------------------------------------- */

int convert_log_problem(const conversion *job, gait_status status, gait_convert_problem problem) {
    memory_check(status);
    source_log_diagnostics(job->in);
    if (refusal_is(problem.rule, "CNV001")) {
        convert_log_targets(job->in);
    } else if (refusal_is(problem.rule, "CNV006")) {
        convert_log_next_step(job);
    } else if (refusal_is(problem.rule, "CNV024") || refusal_is(problem.rule, "CNV025")) {
        skeleton_log_needs(job->in);
    }
    return exit_of_refusal(problem.rule, status);
}

/* --- options ---------------------------------------------------------------------------------- */

int convert_refuse_option(const conversion *job, const char *what) {
    return refuse(EXIT_USAGE, NULL, "%s a conversion from %s to %s", what,
                  gait_format_get_info(job->in->format)->name,
                  gait_format_get_info(job->library.target)->name);
}

/* --- outputs ---------------------------------------------------------------------------------- */

static const char *written(const conversion *job) {
    return job->options->dry_run ? "would write" : "wrote";
}

static void log_gltf(const conversion *job, const gait_output *output) {
    unsigned long long warnings = job->in->diagnostics.warnings;
    char *warned = warnings > 0 ? text_format(", %llu warning%s", warnings, text_plural(warnings))
                                : text_copy("");
    char *names = text_copy(output->files[0].name);
    uint64_t size = 0;
    for (uint32_t i = 0; i < output->file_count; i++) {
        bool is_sidecar = i + 1 == output->file_count && job->library.has_sidecar;
        size += is_sidecar ? 0 : output->files[i].size;
        if (i > 0) {
            text_append(&names, " and %s", output->files[i].name);
        }
    }
    log_note("%s %s: %u clip%s, %llu frame%s, %u bone%s, %llu bytes%s", written(job), names,
             (unsigned)output->clip_count, text_plural(output->clip_count),
             (unsigned long long)output->frame_count, text_plural(output->frame_count),
             (unsigned)output->bone_count, text_plural(output->bone_count),
             (unsigned long long)size, warned);
    free(names);
    free(warned);
}

void convert_log_output(const conversion *job, gait_convert_route route, const gait_output *output,
                        const gait_losses *losses) {
    const char *name = output->files[0].name;
    unsigned long long size = output->files[0].size;
    unsigned clips = output->clip_count, bones = output->bone_count;
    switch (route) {
    case GAIT_ROUTE_GLTF:
        log_gltf(job, output);
        break;
    case GAIT_ROUTE_CLIP:
        log_note("%s %s: %llu key%s, %u bone%s, %llu bytes%s", written(job), name,
                 (unsigned long long)output->frame_count, text_plural(output->frame_count), bones,
                 text_plural(bones), size,
                 job->in->diagnostics.warnings > 0 ? ", with warnings" : "");
        break;
    case GAIT_ROUTE_RTM:
        log_note("%s %s: %s, %llu bytes, %u bone%s", written(job), name,
                 gait_format_get_info(job->library.target)->name, size, bones, text_plural(bones));
        break;
    case GAIT_ROUTE_MOTIONS:
        log_note("%s %s: %u motion%s, %u bone%s, %llu bytes", written(job), name, clips,
                 text_plural(clips), bones, text_plural(bones), size);
        break;
    case GAIT_ROUTE_COPY:
    case GAIT_ROUTE_EXTRACT_BANK:
    case GAIT_ROUTE_REPLACE_BANK:
    case GAIT_ROUTE_OTHER_FORM:
    case GAIT_ROUTE_NONE:
    default:
        log_note("%s %s: %llu bytes, %u clip%s", written(job), name, size, clips,
                 text_plural(clips));
        break;
    }
    log_losses_of_output(job, output, losses);
}

void convert_warn_of_braces(const char *out) {
    if (strchr(out, '{') && !gait_output_name_is_per_clip(out)) {
        log_warning(out, "is used literally: only {clip} is replaced");
    }
}

int convert_write(const conversion *job, const char *path, const gait_buffer *content) {
    TRY(job->options->dry_run ? files_may_write(path, job->options->force)
                              : files_write(path, content, job->options->force));
    batch_add_output(job->batch, path);
    return EXIT_OK;
}
