/* Reports the bones of a plain RTM that the skeleton lacks: one finding with all their names. */
#include <string.h>

#include "base/bytes.h"
#include "base/sniff.h"
#include "base/text/similar.h"
#include "base/text/text.h"
#include "formats/bi/rtm/rtm.h"

/* Names, separated by commas. */
static bool rtm_list_name(gait_buffer *words, const char *name) {
    return (words->size == 0 || gaiti_write(words, ", ", 2)) &&
           gaiti_write(words, name, strlen(name));
}

/* True for helpers that exporters of Arma add to files of humans: places for equipment, weapons and
 * controls of the scene. */
static bool rtm_is_helper(const char *name) {
    static const char *const helpers[] = {"M136", "M16A2", "Hips", "Head_2"};
    bool is_helper = gaiti_begins_word(gaiti_span_of(name), "Slot_");
    for (size_t i = 0; i < sizeof helpers / sizeof helpers[0] && !is_helper; i++) {
        is_helper = gaiti_equal_name(gaiti_span_of(name), gaiti_span_of(helpers[i]));
    }
    return is_helper;
}

/* True when a bone of the file hangs on a bone of the skeleton that the file lacks: sets the marks
 * of these bones. */
static void rtm_mark_gaps(const gaiti_rig *rig, bool *is_gap) {
    for (uint32_t b = 0; b < rig->bone_count; b++) {
        int32_t at = rig->tree_of_bone[b] >= 0 ? rig->tree->bones[rig->tree_of_bone[b]].parent : -1;
        for (; at >= 0 && rig->bone_of_tree[at] < 0 && !is_gap[at];
             at = rig->tree->bones[at].parent) {
            is_gap[at] = true;
        }
    }
}

/* The bone of the skeleton that one of the foreign bones seems to be under another name: the one
 * with the nearest name that the file lacks, else one on which bones of the file hang. NULL = none.
 * Compares the names of the first bones only, so that the work is bounded. */
static const char *rtm_find_renamed(const gaiti_rig *rig, const bool *is_gap) {
    enum { MAX_FOREIGN = 32, MAX_BONES = 512 };
    const gait_skeleton *tree = rig->tree;
    uint32_t count = tree->bone_count < MAX_BONES ? tree->bone_count : MAX_BONES;
    const char *found = NULL, *gap = NULL;
    for (uint32_t b = 0, seen = 0; b < rig->bone_count && seen < MAX_FOREIGN && !found; b++) {
        const char *name = rig->bones[b].name;
        uint32_t nearest = gaiti_name_distance_limit(name);
        bool is_foreign = rig->tree_of_bone[b] < 0 && !rtm_is_helper(name);
        seen += is_foreign;
        for (uint32_t t = 0; is_foreign && t < count; t++) {
            const char *other = tree->bones[t].name;
            bool is_free = rig->bone_of_tree[t] < 0;
            gap = is_free && is_gap[t] && !gap ? other : gap;
            found = is_free && gaiti_name_is_nearer(name, other, &nearest) ? other : found;
        }
    }
    return found ? found : gap;
}

/* A text such as "; its bone "Head" is not in the file"; empty for NULL. */
static bool rtm_describe_renamed(gait_buffer *out, const char *name) {
    return !name || (gaiti_write_text(out, "; its bone \"") && gaiti_write_text(out, name) &&
                     gaiti_write_text(out, "\" is not in the file"));
}

/* False for a skeleton of a file alone, which can be corrected. */
static bool rtm_is_of_game(const gait_skeleton *tree) {
    bool is_of_game = false;
    for (uint32_t b = 0; b < tree->bone_count && !is_of_game; b++) {
        gait_origin origin = tree->bones[b].parent_origin;
        is_of_game = origin == GAIT_ORIGIN_TABLE || origin == GAIT_ORIGIN_CONVENTION;
    }
    return is_of_game;
}

/* Foreign bones that are reported together. */
typedef struct rtm_foreign {
    gait_buffer names;
    uint32_t count, first; /* first: its entry in the file */
} rtm_foreign;

static uint32_t rtm_count_foreign(const gaiti_rig *rig) {
    uint32_t count = 0;
    for (uint32_t b = 0; b < rig->bone_count; b++) {
        count += rig->tree_of_bone[b] < 0 && !rtm_is_helper(rig->bones[b].name);
    }
    return count;
}

/* Adds the foreign bones to the first list, with `splits` helpers to the second one. False when out
 * of memory. */
static bool rtm_list_foreign(const gaiti_rig *rig, bool splits, rtm_foreign lists[2]) {
    bool is_ok = true;
    for (uint32_t b = 0; b < rig->bone_count && is_ok; b++) {
        if (rig->tree_of_bone[b] < 0) {
            rtm_foreign *list = &lists[splits && rtm_is_helper(rig->bones[b].name)];
            list->first = list->count == 0 ? rig->entry_of_bone[b] : list->first;
            list->count++;
            is_ok = rtm_list_name(&list->names, rig->bones[b].name);
        }
    }
    return is_ok;
}

static void rtm_raise_bones(const gait_rtm *rtm, const gaiti_rig *rig, gaiti_report *report,
                            gaiti_rule rule, const rtm_foreign *list, const gait_buffer *renamed) {
    if (list->count > 0) {
        report->bone = list->count == 1 ? (int32_t)list->first : -1;
        (void)gaiti_raise(report, rule,
                          (gaiti_detail){.offset = gaiti_rtm_names_offset(rtm) +
                                                   (uint64_t)list->first * GAITI_RTM_NAME,
                                         .length = GAITI_RTM_NAME,
                                         .found = list->count,
                                         .name = gaiti_span_of(rig->tree->name),
                                         .name_is_utf8 = true,
                                         .words = gaiti_span(list->names.data, list->names.size),
                                         .other = gaiti_span(renamed->data, renamed->size)});
    }
}

/* `lists` and `renamed` are empty. Helpers that a game ignores are reported apart from bones that
 * seem to be renamed. False when out of memory. */
static bool rtm_raise_foreign(const gait_rtm *rtm, const gaiti_rig *rig, gaiti_arena *arena,
                              gait_diagnostics *diagnostics, rtm_foreign lists[2],
                              gait_buffer *renamed) {
    static const gait_buffer nothing = {0};
    gaiti_report report = gaiti_report_to(diagnostics);
    bool *is_gap = gaiti_alloc(arena, rig->tree->bone_count, sizeof *is_gap);
    if (!is_gap) {
        return false;
    }
    rtm_mark_gaps(rig, is_gap);
    const char *name = rtm_find_renamed(rig, is_gap);
    uint32_t count = rtm_count_foreign(rig);
    bool is_most = count > 0 && count >= rig->bone_count - count;
    bool is_game = rtm_is_of_game(rig->tree);
    bool is_harmless = !name && !is_most && (is_game || count == 0);
    if (!rtm_describe_renamed(renamed, name) || !rtm_list_foreign(rig, !is_harmless, lists)) {
        return false;
    }
    rtm_raise_bones(rtm, rig, &report,
                    is_harmless ? GAITI_RTM_EXTRA_BONES : GAITI_RTM_FOREIGN_BONES, &lists[0],
                    renamed);
    rtm_raise_bones(rtm, rig, &report, GAITI_RTM_EXTRA_BONES, &lists[1], &nothing);
    return true;
}

bool gaiti_rtm_report_foreign(const gait_rtm *rtm, const gaiti_rig *rig, gaiti_arena *arena,
                              gait_diagnostics *diagnostics) {
    rtm_foreign lists[2] = {{.names.allocator = arena->allocator},
                            {.names.allocator = arena->allocator}};
    gait_buffer renamed = {.allocator = arena->allocator};
    bool is_ok = !diagnostics || !rig->tree || rig->tree->bone_count == 0 ||
                 rtm_raise_foreign(rtm, rig, arena, diagnostics, lists, &renamed);
    gait_buffer_free(&lists[0].names);
    gait_buffer_free(&lists[1].names);
    gait_buffer_free(&renamed);
    return is_ok;
}
