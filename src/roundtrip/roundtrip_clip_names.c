/* The names of clips in the result: new names, and names that games cannot tell apart. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/names.h"
#include "base/text/text.h"
#include "formats/file_state.h"
#include "roundtrip/roundtrip_parts.h"
#include "roundtrip/compare/compare_steps.h"

bool gaiti_roundtrip_has_names(const gait_roundtrip_report *report) {
    const gaiti_roundtrip_functions *functions =
        gaiti_format_row_of(report->overview.format)->roundtrip;
    return functions && functions->rename_clip;
}

/* The name that a clip gets: that of the animation, or the original spelling in its metadata, as
 * for added clips. `old_name` is the name in the base file, NULL for an added clip. If the metadata
 * still contains the old name, only the animation was renamed. */
static const char *names_new(const gait_roundtrip_report *report, uint32_t animation,
                             const char *old_name) {
    const char *name = report->edit->animations[animation].name;
    const gait_metadata_clip *own = gaiti_roundtrip_metadata_of(report, animation);
    bool is_original = own && own->name && own->animation && strcmp(own->animation, name) == 0;
    bool is_old = is_original && old_name && strcmp(own->name, old_name) == 0;
    return is_original && !is_old ? own->name : name;
}

/* True when the metadata of an animation was given another name for its clip, or the animation one
 * that differs only in case. */
static bool names_is_edited(const gait_roundtrip_report *report, const gait_clip_diff *diff) {
    if (diff->clip < 0 || diff->animation < 0) {
        return false;
    }
    const char *old_name = report->base->clips[diff->clip]->name;
    const char *animation = report->edit->animations[diff->animation].name;
    const char *name = names_new(report, (uint32_t)diff->animation, old_name);
    const char *exported =
        report->base->clip_names ? report->base->clip_names[diff->clip] : old_name;
    bool has_other_case = strcmp(animation, exported) != 0 &&
                          gaiti_equal_name(gaiti_span_of(animation), gaiti_span_of(exported));
    return (has_other_case || (strcmp(animation, exported) == 0 && name != animation)) &&
           strcmp(name, old_name) != 0;
}

static void names_set(const gait_roundtrip_report *report, gait_roundtrip_clip_result *clip) {
    gait_clip_diff *diff = &clip->diff;
    bool is_new = diff->clip < 0;
    diff->notes |= names_is_edited(report, diff) ? (unsigned)GAIT_DIFF_RENAMED : 0u;
    if (!gaiti_roundtrip_has_names(report)) {
        diff->notes &= ~(uint32_t)GAIT_DIFF_RENAMED;
    }
    if (diff->notes & GAIT_DIFF_RENAMED) {
        uint32_t base = is_new ? diff->counterpart : (uint32_t)diff->clip;
        uint32_t animation = diff->animation < 0 ? diff->counterpart : (uint32_t)diff->animation;
        clip->old_name = report->base->clips[base]->name;
        clip->new_name = names_new(report, animation, clip->old_name);
    }
}

void gaiti_roundtrip_set_names(gait_roundtrip_report *report) {
    for (uint32_t i = 0; i < gaiti_diff_clip_count(report->diff); i++) {
        names_set(report, &report->clips[i]);
    }
}

/* --- equal names ------------------------------------------------------------------------------ */

/* The name of a clip in the result; NULL = the result does not contain the clip. */
static const char *names_in_result(const gait_roundtrip_report *report,
                                   const gait_roundtrip_clip_result *clip) {
    switch (clip->outcome) {
    case GAIT_ROUNDTRIP_RENAMED:
        return clip->new_name;
    case GAIT_ROUNDTRIP_ADDED:
        return names_new(report, (uint32_t)clip->diff.animation, NULL);
    case GAIT_ROUNDTRIP_UNCHANGED:
    case GAIT_ROUNDTRIP_CHANGED:
    case GAIT_ROUNDTRIP_KEPT:
        return clip->name;
    case GAIT_ROUNDTRIP_DROPPED:
    case GAIT_ROUNDTRIP_REFUSED:
    case GAIT_ROUNDTRIP_LEFT_OUT:
    case GAIT_ROUNDTRIP_OUTCOME_COUNT:
    default:
        return NULL;
    }
}

/* True when both clips already have equal names in the base file. */
static bool names_were_equal(const gait_roundtrip_clip_result *a,
                             const gait_roundtrip_clip_result *b) {
    return a->diff.clip >= 0 && b->diff.clip >= 0 &&
           gaiti_equal_name(gaiti_span_of(a->name), gaiti_span_of(b->name));
}

gait_status gaiti_roundtrip_check_names(gait_roundtrip_report *report) {
    uint32_t count = gaiti_diff_clip_count(report->diff);
    const uint32_t *outcomes = report->overview.outcomes;
    const gait_roundtrip_clip_result *clips = report->clips;
    gaiti_arena scratch;
    gaiti_names set;
    if (outcomes[GAIT_ROUNDTRIP_RENAMED] + outcomes[GAIT_ROUNDTRIP_ADDED] == 0) {
        return GAIT_OK;
    }
    gaiti_arena_init(&scratch, &report->memory, 0);
    gait_span *names = gaiti_alloc(&scratch, count, sizeof *names);
    gait_status status =
        names && gaiti_names_init(&set, &scratch, names, count) ? GAIT_OK : scratch.status;
    for (uint32_t i = 0; names && i < count && status == GAIT_OK; i++) {
        const char *name = names_in_result(report, &clips[i]);
        names[i] = gaiti_span(name, name ? strlen(name) : 0);
        int32_t other = name ? gaiti_names_add(&set, i) : -1;
        if (other >= 0 && !names_were_equal(&clips[i], &clips[other])) {
            status =
                gaiti_roundtrip_refuse(report, GAITI_ROUNDTRIP_EQUAL_NAMES,
                                       (gaiti_detail){.name = names[other], .other = names[i]});
        }
    }
    gaiti_arena_free(&scratch);
    return status;
}
