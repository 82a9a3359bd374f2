/* Compares the metadata of the edited file (events, playback, root motion) with the base
 * file. */
#include <string.h>

#include "base/try.h"
#include "formats/file_state.h"
#include "metadata/metadata_state.h"
#include "model/clip.h"
#include "roundtrip/roundtrip_parts.h"
#include "model/clip_change.h"
#include "roundtrip/compare/compare_steps.h"

const gait_metadata_clip *gaiti_roundtrip_metadata_of(const gait_roundtrip_report *report,
                                                      uint32_t animation) {
    if (report->edited_file) {
        return gaiti_file_metadata_clip(report->edited_file, animation);
    }
    return report->document && animation < report->edit->animation_count
               ? gaiti_metadata_find(report->document, report->edit->animations[animation].name)
               : NULL;
}

/* The metadata of a clip: that of its animation, else the metadata stored for the exported name of
 * the clip. A sidecar has priority over the extras of a renamed animation: then *merged is set.
 * NULL = none. */
static const gait_metadata_clip *metadata_of(const gait_roundtrip_report *report,
                                             const gait_clip_diff *clip,
                                             gait_metadata_clip *merged) {
    const gait_metadata *all = report->document;
    const gait_metadata_clip *own = gaiti_roundtrip_metadata_of(report, (uint32_t)clip->animation);
    const gait_metadata_clip *stored =
        all ? gaiti_metadata_find(all, report->base->clip_names[clip->clip]) : NULL;
    if (!own || !stored || own == stored || !gaiti_metadata_is_sidecar(all, stored) ||
        gaiti_metadata_is_sidecar(all, own)) {
        return own ? own : stored;
    }
    *merged = *stored;
    gaiti_metadata_fill_clip(merged, own);
    return merged;
}

static bool metadata_has_values(const gait_clip *clip) {
    bool found = false;
    for (uint32_t e = 0; e < clip->event_count; e++) {
        found = found || clip->events[e].value[0];
    }
    return found;
}

/* True when events differ in their values only. */
static bool metadata_only_values_differ(const gait_clip *base, const gait_clip *edited) {
    bool same = base->event_count == edited->event_count;
    for (uint32_t e = 0; same && e < base->event_count; e++) {
        const gait_event *x = &base->events[e], *y = &edited->events[e];
        same = strcmp(x->name, y->name) == 0 && x->start == y->start && x->end == y->end;
    }
    return same;
}

/* The times of the keys of a clip of the base, in seconds. If a clip in phases gets another length,
 * they are those of its phases in the new one. NULL when there is no memory. */
static const float *metadata_seconds(gait_roundtrip_report *report, uint32_t index) {
    const gait_clip *clip = report->base->file_clips[index];
    const gaiti_clip_change *change = gaiti_diff_change_of(report->diff, index);
    uint32_t last = clip->frame_count > 0 ? clip->frame_count - 1 : 0;
    if (clip->time_unit != GAIT_TIME_PHASE || !change || !change->is_retimed || last == 0 ||
        !(clip->time[last] > clip->time[0])) {
        return report->base->clips[index]->time;
    }
    float *seconds = gaiti_alloc(&report->arena, clip->frame_count, sizeof *seconds);
    double length = change->times[change->frame_count - 1];
    gaiti_time_span span = {(double)clip->time[0],
                            (double)clip->time[last] - (double)clip->time[0]};
    if (report->base->clips[index]->phases) {
        span = gaiti_phase_span(clip->time, clip->frame_count);
    }
    for (uint32_t k = 0; seconds && k <= last; k++) {
        seconds[k] = (float)(((double)clip->time[k] - span.start) * length / span.length);
    }
    return seconds;
}

static gait_status metadata_compare_clip(gait_roundtrip_report *report, uint32_t index) {
    gait_roundtrip_clip_result *clip = &report->clips[index];
    const gait_clip_diff *diff = &clip->diff;
    const gaiti_roundtrip_functions *functions = report->base_file->row->roundtrip;
    bool is_paired = diff->outcome == GAIT_DIFF_UNCHANGED || diff->outcome == GAIT_DIFF_CHANGED;
    gait_metadata_clip merged;
    const gait_metadata_clip *clip_metadata = is_paired ? metadata_of(report, diff, &merged) : NULL;
    uint32_t changes;
    if (!clip_metadata) {
        return GAIT_OK;
    }
    gaiti_metadata_base base = {.clip = report->base->file_clips[diff->clip],
                                .seconds = metadata_seconds(report, (uint32_t)diff->clip),
                                .rate = report->overview.comparison.rate};
    GAITI_TRY(base.seconds ? gaiti_metadata_compare(clip_metadata, &base, &report->memory, &changes,
                                                    &report->metadata[index])
                           : report->arena.status);
    clip->lost_metadata = changes & functions->lost_metadata;
    if (!base.clip->playback.known) { /* exports of such clips have no playback: it was added */
        clip->lost_metadata |=
            clip_metadata->fields & functions->lost_metadata & GAIT_META_PLAYBACK;
    }
    clip->metadata = changes & ~functions->lost_metadata;
    clip->loses_event_values = clip->metadata & GAIT_META_EVENTS && functions->has_marks &&
                               metadata_has_values(report->metadata[index]);
    if (clip->loses_event_values &&
        metadata_only_values_differ(base.clip, report->metadata[index])) {
        clip->metadata &= ~(uint32_t)GAIT_META_EVENTS;
    }
    return GAIT_OK;
}

gait_status gaiti_roundtrip_compare_metadata(gait_roundtrip_report *report) {
    if (!report->document) {
        for (uint32_t c = 0; c < report->base->clip_count; c++) {
            report->overview.kept_events += report->base->file_clips[c]->event_count;
        }
        return GAIT_OK;
    }
    report->overview.has_other_parts =
        report->edited_file &&
        gaiti_roundtrip_has_other_parts(report->base_file, report->edited_file);
    report->overview.has_other_mesh =
        report->edited_file &&
        gaiti_roundtrip_has_other_mesh(report->edited_file, report->document);
    for (uint32_t i = 0; i < gaiti_diff_clip_count(report->diff); i++) {
        GAITI_TRY(metadata_compare_clip(report, i));
    }
    return GAIT_OK;
}
