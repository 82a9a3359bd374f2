/* Reports the bones of a plain RTM that the skeleton lacks: one finding with all their names. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/similar.h"
#include "formats/bi/rtm/rtm.h"

/* Names, separated by commas. */
static bool rtm_list_name(gait_buffer *words, const char *name) {
    return (words->size == 0 || gaiti_write(words, ", ", 2)) &&
           gaiti_write(words, name, strlen(name));
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
        seen += rig->tree_of_bone[b] < 0;
        for (uint32_t t = 0; rig->tree_of_bone[b] < 0 && t < count; t++) {
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
    static const char begin[] = "; its bone \"", end[] = "\" is not in the file";
    return !name || (gaiti_write(out, begin, sizeof begin - 1) &&
                     gaiti_write(out, name, strlen(name)) && gaiti_write(out, end, sizeof end - 1));
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

/* Lists the foreign bones, and sets their number and the first entry. False when out of memory. */
static bool rtm_list_foreign(const gaiti_rig *rig, gait_buffer *words, uint32_t *out_count,
                             uint32_t *out_first) {
    bool is_ok = true;
    *out_count = *out_first = 0;
    for (uint32_t b = 0; b < rig->bone_count && is_ok; b++) {
        if (rig->tree_of_bone[b] < 0) {
            *out_first = *out_count == 0 ? rig->entry_of_bone[b] : *out_first;
            ++*out_count;
            is_ok = rtm_list_name(words, rig->bones[b].name);
        }
    }
    return is_ok;
}

/* `lists` are empty buffers. False when out of memory. */
static bool rtm_raise_foreign(const gait_rtm *rtm, const gaiti_rig *rig, gaiti_arena *arena,
                              gait_diagnostics *diagnostics, gait_buffer lists[2]) {
    gaiti_report report = gaiti_report_to(diagnostics);
    uint32_t count, first;
    bool *is_gap = gaiti_alloc(arena, rig->tree->bone_count, sizeof *is_gap);
    if (!is_gap || !rtm_list_foreign(rig, &lists[0], &count, &first)) {
        return false;
    }
    if (count == 0) {
        return true;
    }
    rtm_mark_gaps(rig, is_gap);
    const char *renamed = rtm_find_renamed(rig, is_gap);
    bool is_ok = rtm_describe_renamed(&lists[1], renamed);
    bool is_most = count >= rig->bone_count - count;
    bool is_harmless = !renamed && !is_most && rtm_is_of_game(rig->tree);
    report.bone = count == 1 ? (int32_t)first : -1;
    (void)gaiti_raise(
        &report, is_harmless ? GAITI_RTM_EXTRA_BONES : GAITI_RTM_FOREIGN_BONES,
        (gaiti_detail){.offset = gaiti_rtm_names_offset(rtm) + (uint64_t)first * GAITI_RTM_NAME,
                       .length = GAITI_RTM_NAME,
                       .found = count,
                       .name = gaiti_span_of(rig->tree->name),
                       .name_is_utf8 = true,
                       .words = gaiti_span(lists[0].data, lists[0].size),
                       .other = gaiti_span(lists[1].data, lists[1].size)});
    return is_ok;
}

bool gaiti_rtm_report_foreign(const gait_rtm *rtm, const gaiti_rig *rig, gaiti_arena *arena,
                              gait_diagnostics *diagnostics) {
    gait_buffer lists[2] = {{.allocator = arena->allocator}, {.allocator = arena->allocator}};
    bool is_ok = !diagnostics || !rig->tree || rig->tree->bone_count == 0 ||
                 rtm_raise_foreign(rtm, rig, arena, diagnostics, lists);
    gait_buffer_free(&lists[0]);
    gait_buffer_free(&lists[1]);
    return is_ok;
}
