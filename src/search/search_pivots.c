/* Pivots of the bones of an RTM, which does not store them. */
#include <string.h>

#include "base/diagnose.h"
#include "base/try.h"
#include "formats/file_state.h"
#include "joints/pivots.h"
#include "search/search_state.h"

static bool search_has_all_pivots(const gait_skeleton *skeleton) {
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (!gaiti_pivot_is_known(&skeleton->bones[b])) {
            return false;
        }
    }
    return true;
}

/* Copies the pivot of the bone with this name from `from`, which may be NULL. */
static void search_copy_pivot(const gait_skeleton *from, const char *name, gait_pivot *out) {
    int32_t bone = from ? gait_skeleton_find(from, name) : -1;
    if (bone >= 0 && gaiti_pivot_is_known(&from->bones[bone])) {
        memcpy(out->at, from->rest_model[bone].t, sizeof out->at);
        out->origin = from->bones[bone].rest_origin;
    }
}

static gait_status search_place_bones(gait_search *search, const gait_pivot *pivots) {
    gait_skeleton **skeleton = &search->result->skeleton;
    gait_skeleton *placed;
    GAITI_TRY(gaiti_skeleton_at_pivots(*skeleton, pivots, &search->quiet, &placed));
    gait_skeleton_free(*skeleton);
    *skeleton = placed;
    return GAIT_OK;
}

/* Places bones at known pivots, in this order of preference: the pivots model, the skeleton, the
 * built-in human skeleton, the parent. */
static gait_status search_known_pivots(gait_search *search, gait_pivot *pivots) {
    const gait_skeleton *skeleton = search->result->skeleton;
    gait_skeleton *human = NULL;
    gait_search_entry entry;
    GAITI_TRY(search_has_all_pivots(skeleton) ? GAIT_OK
                                              : gaiti_search_human(search, &entry, &human));
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const gait_bone *bone = &skeleton->bones[b];
        search_copy_pivot(human, bone->name, &pivots[b]);
        search_copy_pivot(skeleton, bone->name, &pivots[b]);
        search_copy_pivot(search->options.pivots, bone->name, &pivots[b]);
        if (pivots[b].origin == GAIT_ORIGIN_UNKNOWN && bone->parent >= 0) {
            memcpy(pivots[b].at, pivots[bone->parent].at, sizeof pivots[b].at);
            pivots[b].origin = GAIT_ORIGIN_PARENT;
        }
    }
    gait_skeleton_free(human);
    return search_place_bones(search, pivots);
}

/* Notes that the pivots are those of the motion, if there is a distance. */
static bool search_note_other_body(gait_search *search, double distance_m) {
    gaiti_report report = gaiti_report_to(search->options.common.diagnostics);
    report.has_no_offset = true;
    if (distance_m > 0) {
        gaiti_raise(&report, GAITI_RTM_OTHER_BODY,
                    (gaiti_detail){.found = (int64_t)(distance_m * 1000 + 0.5)});
    }
    return distance_m > 0;
}

/* Replaces pivots by those of the motion of the first clip: all of them if its body is another one
 * than the built-in human one, else those that are unknown. A clip that cannot be read is not an
 * error: the pivots remain as they are. */
static gait_status search_correct_pivots(gait_search *search, gait_pivot *pivots) {
    gait_search_result *result = search->result;
    bool lacks_some = !search_has_all_pivots(result->skeleton);
    bool is_plain = gaiti_file_has(search->animation, GAIT_MODEL_SPACE) && !search->options.pivots;
    gait_clip *clip = NULL;
    double distance = 0;
    if ((!lacks_some && !is_plain) || gait_file_clip_count(search->animation) == 0) {
        return GAIT_OK;
    }
    gait_status status =
        gaiti_file_clip_part(search->animation, 0, result->skeleton, &search->quiet, &clip);
    if (status == GAIT_OK && is_plain) {
        status = gaiti_recover_body(clip, &search->quiet, pivots, &distance);
    }
    bool is_changed = status == GAIT_OK && search_note_other_body(search, distance);
    if (status == GAIT_OK && !is_changed && lacks_some) {
        status = gaiti_recover_pivots(clip, &search->quiet, pivots);
        is_changed = status == GAIT_OK;
    }
    gait_clip_free(clip);
    if (is_changed) {
        result->summary.recovered = pivots;
        return search_place_bones(search, pivots);
    }
    return status == GAIT_NO_MEMORY ? status : GAIT_OK;
}

gait_status gaiti_search_pivots(gait_search *search) {
    gait_search_result *result = search->result;
    if (result->motion && !search->options.pivots) {
        return GAIT_OK;
    }
    gait_pivot *pivots = gaiti_alloc(&result->arena, result->skeleton->bone_count, sizeof *pivots);
    GAITI_TRY(result->arena.status);
    if (search->options.pivots || !search_has_all_pivots(result->skeleton)) {
        GAITI_TRY(search_known_pivots(search, pivots));
    }
    return search_correct_pivots(search, pivots);
}
