/* Decides the outcome of each clip of the base file and the edited file. */
#include "roundtrip/roundtrip_report.h"

static bool outcome_holds_many_clips(const gait_roundtrip_report *report) {
    return gait_format_get_info(report->overview.format)->abilities & GAIT_MANY_CLIPS;
}

bool gaiti_roundtrip_renames(const gait_roundtrip_report *report,
                             const gait_roundtrip_options *options) {
    return options->adds_new && options->drops_missing && gaiti_roundtrip_has_names(report);
}

static gait_roundtrip_outcome outcome_of(const gait_roundtrip_report *report,
                                         const gait_roundtrip_clip_result *clip,
                                         const gait_roundtrip_options *options) {
    bool is_paired =
        clip->diff.outcome == GAIT_DIFF_CHANGED || clip->diff.outcome == GAIT_DIFF_UNCHANGED;
    if (is_paired && clip->new_name && gaiti_roundtrip_renames(report, options)) {
        return GAIT_ROUNDTRIP_RENAMED;
    }
    switch (clip->diff.outcome) {
    case GAIT_DIFF_ABSENT: /* exports omit clips without frames; a renamed clip is not missing */
        return options->drops_missing && !clip->new_name &&
                       report->base->clips[clip->diff.clip]->frame_count > 0
                   ? GAIT_ROUNDTRIP_DROPPED
                   : GAIT_ROUNDTRIP_KEPT;
    case GAIT_DIFF_NEW:
        return options->adds_new && outcome_holds_many_clips(report) ? GAIT_ROUNDTRIP_ADDED
                                                                     : GAIT_ROUNDTRIP_LEFT_OUT;
    case GAIT_DIFF_REFUSED:
        return GAIT_ROUNDTRIP_REFUSED;
    case GAIT_DIFF_CHANGED:
        return GAIT_ROUNDTRIP_CHANGED;
    case GAIT_DIFF_UNCHANGED:
    default:
        return clip->metadata != 0 ? GAIT_ROUNDTRIP_CHANGED : GAIT_ROUNDTRIP_UNCHANGED;
    }
}

static gait_status outcome_check(gait_roundtrip_report *report, uint32_t clip_count) {
    const gaiti_detail none = {0};
    const uint32_t *outcomes = report->overview.outcomes;
    uint32_t paired = outcomes[GAIT_ROUNDTRIP_CHANGED] + outcomes[GAIT_ROUNDTRIP_UNCHANGED] +
                      outcomes[GAIT_ROUNDTRIP_RENAMED];
    uint32_t dropped = outcomes[GAIT_ROUNDTRIP_DROPPED];
    if (report->overview.comparison.notes & GAIT_DIFF_NO_BONES) {
        return gaiti_roundtrip_refuse(report, GAITI_ROUNDTRIP_NO_BONES, none);
    }
    if (outcomes[GAIT_ROUNDTRIP_REFUSED] > 0) {
        return gaiti_roundtrip_refuse(report, GAITI_ROUNDTRIP_CLIPS,
                                      (gaiti_detail){.found = outcomes[GAIT_ROUNDTRIP_REFUSED]});
    }
    if (clip_count > 0 && paired + dropped + outcomes[GAIT_ROUNDTRIP_ADDED] == 0) {
        return gaiti_roundtrip_refuse(report, GAITI_ROUNDTRIP_NO_CLIPS, none);
    }
    return dropped > 0 && paired + outcomes[GAIT_ROUNDTRIP_KEPT] == 0
               ? gaiti_roundtrip_refuse(report, GAITI_ROUNDTRIP_NOTHING_LEFT, none)
               : GAIT_OK;
}

gait_status gaiti_roundtrip_decide(gait_roundtrip_report *report,
                                   const gait_roundtrip_options *options) {
    uint32_t count = gait_roundtrip_report_clip_count(report);
    for (uint32_t i = 0; i < count; i++) {
        report->clips[i].outcome = outcome_of(report, &report->clips[i], options);
        report->overview.outcomes[report->clips[i].outcome]++;
    }
    return outcome_check(report, count);
}
