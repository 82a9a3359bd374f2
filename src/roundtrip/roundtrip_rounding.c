/* The result, read again and compared with what was edited: some formats round more than that both
 * could be taken for each other. */
#include <string.h>

#include "formats/file_state.h"
#include "roundtrip/roundtrip_report.h"

/* The result, seen as a base. */
typedef struct rounding_job {
    gait_file *file;
    gait_base_file *base;
    gait_diff *diff;
} rounding_job;

/* What a file of the base's clip and format is called. */
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
    gait_diff_options comparing = {.common.allocator = options->common.allocator,
                                   .tolerance_deg = options->tolerance_deg,
                                   .tolerance_mm = options->tolerance_mm};
    const char *name = rounding_file_name(report->base_file, scratch);
    gait_status status =
        name ? gait_file_open(result, name, &report->memory, &job->file) : scratch->status;
    if (status == GAIT_OK) {
        status = gait_base_file_new(job->file, report->skeleton, &report->memory, &job->base);
    }
    if (status == GAIT_OK) {
        status = gaiti_roundtrip_place_keys(report, job->base);
    }
    return status == GAIT_OK ? gait_diff_new(job->base, report->edited.edit, &comparing, &job->diff)
                             : status;
}

/* Per animation the changed clip that has a place for every key of it, -1 = none: of others it is
 * known already what is lost. NULL when there is no memory. */
static int32_t *find_whole(const gait_roundtrip_report *report, gaiti_arena *scratch) {
    const uint32_t partly = GAIT_DIFF_SAMPLED | GAIT_DIFF_SCALED | GAIT_DIFF_LENGTH |
                            GAIT_DIFF_BETWEEN_KEYS | GAIT_DIFF_NO_PLACE;
    uint32_t count = report->edited.edit->animation_count;
    int32_t *whole = gaiti_alloc(scratch, count, sizeof *whole);
    for (uint32_t a = 0; whole && a < count; a++) {
        whole[a] = -1;
    }
    for (uint32_t i = 0; whole && i < gait_diff_clip_count(report->diff); i++) {
        gait_clip_diff clip = report->clips[i].diff;
        if (clip.outcome == GAIT_DIFF_CHANGED) {
            whole[clip.animation] = (clip.notes & partly) == 0 ? (int32_t)i : -1;
        }
    }
    return whole;
}

gait_status gaiti_roundtrip_find_rounding(gait_roundtrip_report *report,
                                          const gait_roundtrip_options *options, gait_span result) {
    rounding_job job = {0};
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &report->memory, 0);
    const int32_t *whole = find_whole(report, &scratch);
    gait_status status =
        whole ? rounding_open(report, options, result, &scratch, &job) : scratch.status;
    uint32_t count = whole && status == GAIT_OK ? gait_diff_clip_count(job.diff) : 0;
    for (uint32_t i = 0; i < count; i++) {
        gait_clip_diff clip = gait_diff_clip_at(job.diff, i);
        if (clip.outcome == GAIT_DIFF_CHANGED && whole[clip.animation] >= 0) {
            gait_roundtrip_clip_result *to = &report->clips[whole[clip.animation]];
            to->is_rounded = true;
            to->rounded_rotation = clip.rotation;
            to->rounded_translation = clip.translation;
        }
    }
    gait_diff_free(job.diff);
    gait_base_file_free(job.base);
    gait_file_free(job.file);
    gaiti_arena_free(&scratch);
    return status;
}
