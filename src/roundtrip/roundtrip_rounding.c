/* Reads the result back and compares it with the edited file, since some formats round by more than
 * the tolerance. */
#include <string.h>

#include "base/try.h"
#include "formats/file_state.h"
#include "roundtrip/roundtrip_parts.h"
#include "roundtrip/compare/compare_steps.h"

/* The result of the round trip as the base file of a second comparison. */
typedef struct rounding_job {
    gait_file *file;
    gaiti_base_file *base;
    gaiti_diff *diff;
} rounding_job;

/* A file name with the clip name and the extension of the base file. */
static const char *rounding_file_name(const gait_file *base, gaiti_arena *scratch) {
    const char *extension = base->row->info.extensions;
    size_t stem = strlen(base->clip_name), size = strcspn(extension, " ");
    char *name = gaiti_alloc(scratch, stem + size + 1, 1);
    if (name) {
        memcpy(name, base->clip_name, stem);
        memcpy(name + stem, extension, size);
    }
    return name;
}

static gait_status rounding_open(const gait_roundtrip_report *report,
                                 const gait_roundtrip_options *options, gait_span result,
                                 gaiti_arena *scratch, rounding_job *job) {
    gaiti_diff_options comparing = {.common.allocator = options->common.allocator,
                                    .tolerance_deg = options->tolerance_deg,
                                    .tolerance_mm = options->tolerance_mm};
    const char *name = rounding_file_name(report->base_file, scratch);
    GAITI_TRY(name ? gait_file_open(result, name, &report->memory, &job->file) : scratch->status);
    GAITI_TRY(gaiti_base_file_new(job->file, report->skeleton, &report->memory, &job->base));
    GAITI_TRY(gaiti_roundtrip_place_again(report, job->base));
    return gaiti_diff_new(job->base, report->edit, &comparing, &job->diff);
}

/* Finds, per animation, the changed clip that holds all its keys at their times; -1 = none. Clips
 * whose notes report resampled or lost data are skipped. Returns NULL when there is no memory. */
static int32_t *rounding_find_complete(const gait_roundtrip_report *report, gaiti_arena *scratch) {
    const uint32_t skipped_notes = GAIT_DIFF_SAMPLED | GAIT_DIFF_SCALED | GAIT_DIFF_LENGTH |
                                   GAIT_DIFF_BETWEEN_KEYS | GAIT_DIFF_NO_PLACE;
    uint32_t count = report->edit->animation_count;
    int32_t *complete = gaiti_alloc(scratch, count, sizeof *complete);
    for (uint32_t a = 0; complete && a < count; a++) {
        complete[a] = -1;
    }
    for (uint32_t i = 0; complete && i < gaiti_diff_clip_count(report->diff); i++) {
        gait_clip_diff clip = report->clips[i].diff;
        if (clip.outcome == GAIT_DIFF_CHANGED) {
            complete[clip.animation] = (clip.notes & skipped_notes) == 0 ? (int32_t)i : -1;
        }
    }
    return complete;
}

gait_status gaiti_roundtrip_find_rounding(gait_roundtrip_report *report,
                                          const gait_roundtrip_options *options, gait_span result) {
    rounding_job job = {0};
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &report->memory, 0);
    const int32_t *complete = rounding_find_complete(report, &scratch);
    gait_status status =
        complete ? rounding_open(report, options, result, &scratch, &job) : scratch.status;
    uint32_t count = complete && status == GAIT_OK ? gaiti_diff_clip_count(job.diff) : 0;
    for (uint32_t i = 0; i < count; i++) {
        gait_clip_diff clip = gaiti_diff_clip_at(job.diff, i);
        if (clip.outcome == GAIT_DIFF_CHANGED && complete[clip.animation] >= 0) {
            gait_roundtrip_clip_result *to = &report->clips[complete[clip.animation]];
            to->is_rounded = true;
            to->rounded_rotation = clip.rotation;
            to->rounded_translation = clip.translation;
        }
    }
    gaiti_diff_free(job.diff);
    gaiti_base_file_free(job.base);
    gait_file_free(job.file);
    gaiti_arena_free(&scratch);
    return status;
}
