/* Applies the changes of the edited file to a document of the base file. */
#include "base/number/number.h"
#include "base/try.h"
#include "formats/file_state.h"
#include "roundtrip/roundtrip_parts.h"
#include "metadata/metadata_state.h"
#include "model/clip_change.h"
#include "ops/clip_convert.h"
#include "roundtrip/compare/compare_steps.h"

typedef struct apply_job {
    gait_roundtrip_report *report;
    const gait_roundtrip_options *options;
    const gaiti_roundtrip_functions *functions;
    void *edited;
} apply_job;

static gait_status apply_changed_keys(const apply_job *job) {
    const gait_roundtrip_report *report = job->report;
    for (uint32_t c = 0; c < report->base->clip_count; c++) {
        const gaiti_clip_change *change = gaiti_diff_change_of(report->diff, c);
        if (change) {
            GAITI_TRY(job->functions->apply_changes(job->edited, c, change,
                                                    report->base->file_clips[c], &report->memory));
        }
    }
    return GAIT_OK;
}

static gait_status apply_changed_metadata(const apply_job *job) {
    const gait_roundtrip_report *report = job->report;
    gait_status status = GAIT_OK;
    for (uint32_t i = 0; i < gaiti_diff_clip_count(report->diff) && status == GAIT_OK; i++) {
        if (report->metadata[i] && report->clips[i].metadata != 0) {
            gaiti_roundtrip_warn(report, report->metadata[i], report->clips[i].metadata,
                                 job->options->common.diagnostics);
            status = job->functions->apply_metadata(
                job->edited, (uint32_t)report->clips[i].diff.clip, report->metadata[i],
                report->clips[i].metadata, &job->options->common);
            if (status == GAIT_BAD_ARGUMENT) {
                status = gaiti_roundtrip_refuse_name(job->report, i, report->metadata[i], false);
            }
        }
    }
    return status;
}

static gait_status apply_new_names(const apply_job *job) {
    const gait_roundtrip_report *report = job->report;
    gait_status status = GAIT_OK;
    for (uint32_t i = 0; i < gaiti_diff_clip_count(report->diff) && status == GAIT_OK; i++) {
        const gait_roundtrip_clip_result *clip = &report->clips[i];
        if (clip->outcome == GAIT_ROUNDTRIP_RENAMED) {
            status =
                job->functions->rename_clip(job->edited, (uint32_t)clip->diff.clip, clip->new_name);
            if (status == GAIT_BAD_ARGUMENT) {
                status = gaiti_roundtrip_refuse_name(job->report, i, NULL, true);
            }
        }
    }
    return status;
}

/* Removes the dropped clips from last to first, so that the indices of the others stay valid. */
static gait_status drop_missing(const apply_job *job) {
    const gait_roundtrip_clip_result *clips = job->report->clips;
    for (uint32_t i = gaiti_diff_clip_count(job->report->diff); i > 0; i--) {
        if (clips[i - 1].outcome == GAIT_ROUNDTRIP_DROPPED) {
            GAITI_TRY(job->functions->remove_clip(job->edited, (uint32_t)clips[i - 1].diff.clip));
        }
    }
    return GAIT_OK;
}

/* Applies the metadata of a new clip. Times in seconds of events that were moved or added are in
 * the playback rate of the edited file and are converted to that of the base file. All other times
 * are as exported. */
static gait_status apply_scaled_metadata(const gait_roundtrip_report *report,
                                         const gait_metadata_clip *clip_metadata, gait_clip *clip) {
    double rate = report->overview.comparison.rate;
    gait_metadata_clip scaled = *clip_metadata;
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &report->memory, 0);
    gait_metadata_event *events = gaiti_alloc(&scratch, clip_metadata->event_count, sizeof *events);
    for (uint32_t e = 0; events && e < clip_metadata->event_count; e++) {
        events[e] = clip_metadata->events[e];
        events[e].start_s /= gaiti_is_nan(events[e].start) ? rate : 1;
        events[e].end_s /= gaiti_is_nan(events[e].end) ? rate : 1;
    }
    scaled.events = events;
    gait_status status =
        events ? gaiti_metadata_apply(report->document, &scaled, clip) : scratch.status;
    gaiti_arena_free(&scratch);
    return status;
}

static gait_status apply_new_clip(const apply_job *job, uint32_t index) {
    gait_roundtrip_report *report = job->report;
    gait_roundtrip_clip_result *result = &report->clips[index];
    const gait_metadata_clip *clip_metadata =
        gaiti_roundtrip_metadata_of(report, (uint32_t)result->diff.animation);
    gait_clip *added = NULL, *converted = NULL;
    uint32_t lost = 0;
    gait_status status;
    GAITI_TRY_DONE(gaiti_diff_added_clip(report->diff, index, &report->memory, &added));
    if (clip_metadata) {
        GAITI_TRY_DONE(apply_scaled_metadata(report, clip_metadata, added));
    }
    GAITI_TRY_DONE(
        gaiti_clip_convert(added, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, &report->memory, &converted));
    gaiti_roundtrip_warn(report, converted, clip_metadata ? clip_metadata->fields : 0,
                         job->options->common.diagnostics);
    status = job->functions->add_clip(job->edited, converted, job->options->tolerance_deg,
                                      job->options->tolerance_mm, &lost);
    if (status == GAIT_BAD_ARGUMENT) {
        status = gaiti_roundtrip_refuse_name(report, index, converted, true);
    }
    result->lost = status == GAIT_OK ? lost : 0;
    result->has_default_playback = !added->playback.known;
done:
    gait_clip_free(converted);
    gait_clip_free(added);
    return status;
}

static gait_status apply_new_clips(const apply_job *job) {
    for (uint32_t i = 0; i < gaiti_diff_clip_count(job->report->diff); i++) {
        if (job->report->clips[i].outcome == GAIT_ROUNDTRIP_ADDED) {
            GAITI_TRY(apply_new_clip(job, i));
        }
    }
    return GAIT_OK;
}

gait_status gaiti_roundtrip_apply(gait_roundtrip_report *report,
                                  const gait_roundtrip_options *options, gait_buffer *out) {
    static gait_status (*const steps[])(const apply_job *) = {
        apply_changed_keys, apply_changed_metadata, apply_new_names, drop_missing, apply_new_clips};
    const gait_file *base = report->base_file;
    const gaiti_format_row *row = base->row;
    const gaiti_model_functions *model = row->model;
    apply_job job = {.report = report, .options = options, .functions = row->roundtrip};
    void *document;
    gait_status status;
    GAITI_TRY(row->open(base->bytes, &report->memory, &document));
    job.edited = document;
    if (model) {
        GAITI_TRY_DONE(model->extract(document, &report->memory, &job.edited));
    }
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        GAITI_TRY_DONE(steps[i](&job));
    }
    if (model) {
        GAITI_TRY_DONE(model->replace(document, job.edited, NULL));
    }
    status = row->write(document, out);
done:
    if (model) {
        model->bank->free(job.edited);
    }
    row->free(document);
    return status;
}
