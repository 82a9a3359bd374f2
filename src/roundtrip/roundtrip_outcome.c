/* Decides the outcome of each clip of the base file and the edited file. */
#include "roundtrip/roundtrip_parts.h"

#include <string.h>

#include "base/bytes.h"

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

/* The names of the clips of one of the files, of which the first ones are listed. */
typedef struct outcome_names {
    gait_buffer text;
    uint32_t count;
} outcome_names;

static bool outcome_add_name(outcome_names *names, const char *name) {
    enum { MAX_NAMES = 3 };
    names->count++;
    if (names->count > MAX_NAMES + 1) {
        return true;
    }
    name = names->count > MAX_NAMES ? "..." : name;
    return (names->count == 1 || gaiti_write(&names->text, ", ", 2)) &&
           gaiti_write(&names->text, name, strlen(name));
}

/* Refuses an edited file without a clip of the base, and lists the clips of both. */
static gait_status outcome_refuse_names(gait_roundtrip_report *report, uint32_t clip_count) {
    outcome_names edited = {.text.allocator = report->memory.allocator}, base = edited;
    bool has_memory = true;
    for (uint32_t i = 0; has_memory && i < clip_count; i++) {
        const gait_roundtrip_clip_result *clip = &report->clips[i];
        has_memory = outcome_add_name(clip->diff.clip < 0 ? &edited : &base, clip->name);
    }
    gait_status status = GAIT_NO_MEMORY;
    if (has_memory) {
        gait_span none = gaiti_span_of("no clips");
        gait_span words = gaiti_span(edited.text.data, edited.text.size);
        status = gaiti_roundtrip_refuse(
            report, GAITI_ROUNDTRIP_NO_CLIPS,
            (gaiti_detail){.words = edited.count > 0 ? words : none,
                           .other = gaiti_span(base.text.data, base.text.size)});
    }
    gait_buffer_free(&edited.text);
    gait_buffer_free(&base.text);
    return status;
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
        return outcome_refuse_names(report, clip_count);
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
