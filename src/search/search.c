/* Collects candidates, selects the best one, and explains the choice. */
#include "base/try.h"
#include "gait/search.h"

#include <stddef.h>
#include <string.h>

#include "base/diagnose.h"
#include "base/text/text.h"
#include "formats/abilities.h"
#include "gait/inspect.h"
#include "gait/rules.h"
#include "model/clip.h"
#include "search/search_state.h"

/* --- the bones of the file -------------------------------------------------------------------- */

static const char *search_copy_name(gait_search *search, gait_span name) {
    if (!(gait_format_get_info(gait_file_format(search->animation))->abilities & GAIT_UTF8_NAMES)) {
        return gaiti_utf8(&search->arena, gait_file_code_page(search->animation), name);
    }
    char *copy = gaiti_alloc(&search->arena, (uint64_t)name.size + 1, 1);
    if (copy && name.size > 0) {
        memcpy(copy, name.data, name.size);
    }
    return copy;
}

static gait_status search_read_names(gait_search *search) {
    uint32_t count = gait_file_bone_count(search->animation);
    search->names = gaiti_alloc(&search->arena, count, sizeof *search->names);
    for (uint32_t i = 0; search->names && i < count; i++) {
        search->names[i] = search_copy_name(search, gait_file_bone_name(search->animation, i));
        if (!search->names[i]) {
            break;
        }
    }
    search->name_count = count;
    return search->arena.status;
}

/* Makes the set of the names as stored, with which gaiti_search_consider() compares names of models
 * before it makes their skeletons. */
static gait_status search_index_names(gait_search *search) {
    gait_format format = gait_file_format(search->animation);
    if (gait_format_get_info(format)->abilities & GAIT_UTF8_NAMES) {
        return GAIT_OK;
    }
    search->spans = gaiti_alloc(&search->arena, search->name_count, sizeof *search->spans);
    if (!search->spans ||
        !gaiti_names_init(&search->span_set, &search->arena, search->spans, search->name_count)) {
        return search->arena.status;
    }
    for (uint32_t i = 0; i < search->name_count; i++) {
        search->spans[i] = gait_file_bone_name(search->animation, i);
        gaiti_names_add(&search->span_set, i);
    }
    return GAIT_OK;
}

/* --- warnings about missing pivots ------------------------------------------------------------ */

static uint32_t search_count_rule(const gait_diagnostics *diagnostics, const gait_rule *rule) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        count += diagnostics->items[i].rule == rule ? diagnostics->items[i].count : 0;
    }
    return count;
}

/* Removes the latest occurrences of a rule, so that `left` of them remain. */
static void search_remove_rule(gait_diagnostics *diagnostics, const gait_rule *rule,
                               uint32_t left) {
    uint32_t excess = search_count_rule(diagnostics, rule) - left;
    diagnostics->warnings -= excess;
    for (uint32_t i = diagnostics->count; i-- > 0 && excess > 0;) {
        gait_diagnostic *item = &diagnostics->items[i];
        if (item->rule == rule) {
            uint32_t removed = item->count < excess ? item->count : excess;
            item->count -= removed;
            excess -= removed;
            if (item->count == 0) {
                memmove(item, item + 1, (--diagnostics->count - i) * sizeof *item);
            }
        }
    }
}

/* gaiti_search_bind() without warnings about missing pivots. */
static gait_status search_bind_silently(gait_search *search) {
    gait_diagnostics *diagnostics = search->options.common.diagnostics;
    const gait_rule *rtm = gait_rule_at(GAITI_RTM_NO_PIVOT);
    const gait_rule *bmtr = gait_rule_at(GAITI_BMTR_NO_PIVOT);
    if (!diagnostics) {
        return gaiti_search_bind(search);
    }
    uint32_t rtm_count = search_count_rule(diagnostics, rtm);
    uint32_t bmtr_count = search_count_rule(diagnostics, bmtr);
    gait_status status = gaiti_search_bind(search);
    search_remove_rule(diagnostics, rtm, rtm_count);
    search_remove_rule(diagnostics, bmtr, bmtr_count);
    return status;
}

/* --- one search ------------------------------------------------------------------------------- */

static bool search_is_valid(const gait_file *animation, const gait_search_options *options) {
    if (!animation || (uint32_t)options->target >= GAIT_FORMAT_COUNT) {
        return false;
    }
    bool has_own_joints = gaiti_file_has(animation, GAIT_OWN_JOINTS);
    bool may_be_given = !has_own_joints || gaiti_file_has(animation, GAIT_MOVES_OBJECT);
    return !(options->skeleton && options->from_motion) && !(options->skeleton && !may_be_given) &&
           !(options->from_motion && has_own_joints);
}

/* Finishes the list of entries: pointers, and ties with the entry that is used. */
static void search_summarize(gait_search *search) {
    gait_search_result *result = search->result;
    gait_search_summary *summary = &result->summary;
    const gait_search_entry *used = result->used >= 0 ? &result->entries[result->used] : NULL;
    summary->entries = result->entries;
    summary->used = used;
    for (uint32_t i = 0; used && i < summary->entry_count; i++) {
        gait_search_entry *entry = &result->entries[i];
        entry->has_other_rest = entry->reason == used->reason && entry->place == used->place &&
                                entry->source == used->source && used->reason != GAIT_REASON_NONE &&
                                result->rests[i] != result->rests[result->used];
    }
    bool is_named_better =
        search->is_nearest_named && used && used->reason < GAIT_REASON_NAMES_FILE;
    if (result->nearest >= 0 && (!used || is_named_better)) {
        summary->nearest = &result->entries[result->nearest];
        summary->nearest_tree = result->nearest_tree;
    }
}

/* True when a plain RTM and the skeleton that was given have less than half of the bones of either
 * in common. */
static bool search_lacks_most_bones(const gait_search *search) {
    const gait_skeleton *given = search->options.skeleton;
    if (!given || !gaiti_file_has(search->animation, GAIT_MODEL_SPACE)) {
        return false;
    }
    gait_coverage coverage = gaiti_search_coverage(search, given);
    return coverage.matched < coverage.missing && coverage.matched < coverage.unused;
}

/* Binds the file to the skeleton found. */
static gait_status search_finish(gait_search *search) {
    search_summarize(search);
    GAITI_TRY(gaiti_search_check_records(search));
    GAITI_TRY(search_lacks_most_bones(search) ? GAIT_UNSUPPORTED : search_bind_silently(search));
    bool needs_pivots =
        !search->options.bones_only && (search->is_rtm || gaiti_search_is_mesh(search));
    gait_skeleton **skeleton = &search->result->skeleton;
    if (needs_pivots && *skeleton && !gaiti_format_has_records(search->options.target)) {
        search->status = gaiti_search_pivots(search);
    }
    if (search->status == GAIT_OK && *skeleton && search->leaves_out) {
        search->status =
            gaiti_skeleton_leave_out(*skeleton, search->left_out, search->left_out_count);
    }
    return search->status;
}

static gait_status search_set_stem(gait_search *search) {
    const char *path = search->options.path ? search->options.path : "";
    search->stem = gaiti_search_stem(&search->arena, path);
    return search->stem ? GAIT_OK : search->arena.status;
}

static void search_clear_refused(const gait_search_options *options) {
    if (options && options->refused) {
        *options->refused = NULL;
    }
}

gait_status gait_search_begin(const gait_file *animation, const gait_search_options *options,
                              gait_search **out_search) {
    const gait_search_options defaults = {.target = GAIT_FORMAT_UNKNOWN};
    gait_status status;
    search_clear_refused(options);
    options = options ? options : &defaults;
    if (!GAITI_CLEAR(out_search) || !search_is_valid(animation, options)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_options quiet = options->common;
    quiet.diagnostics = NULL;
    gait_search *search =
        gaiti_new_object(&quiet, sizeof *search, offsetof(gait_search, arena), 0, &status);
    GAITI_TRY(status);
    search->animation = animation;
    search->options = *options;
    search->quiet = quiet;
    search->is_rtm = gaiti_file_has(animation, GAIT_HAS_PHASES);
    search->result = gaiti_new_object(&quiet, sizeof *search->result,
                                      offsetof(gait_search_result, arena), 0, &status);
    GAITI_TRY_DONE(status);
    search->result->used = search->result->nearest = -1;
    GAITI_TRY_DONE(search_read_names(search));
    GAITI_TRY_DONE(search_index_names(search));
    GAITI_TRY_DONE(search_set_stem(search));
    GAITI_TRY_DONE(gaiti_search_begin(search));
    *out_search = search;
    return GAIT_OK;
done:
    (void)gait_search_end(search, NULL);
    return status;
}

gait_status gait_search_add(gait_search *search, const gait_candidate *candidate) {
    if (!search || !candidate) {
        return GAIT_BAD_ARGUMENT;
    }
    if (search->status == GAIT_OK && !search->is_decided) {
        search->status = gaiti_search_consider(search, candidate);
    }
    return search->status;
}

bool gait_search_is_final(const gait_search *search) {
    const gait_search_result *result = search ? search->result : NULL;
    if (!result || search->is_decided || search->status != GAIT_OK) {
        return true;
    }
    if (result->used < 0) {
        return false;
    }
    gait_search_reason best = search->is_rtm         ? GAIT_REASON_ALL_BONES
                              : search->options.path ? GAIT_REASON_NAMES_FILE
                                                     : GAIT_REASON_SAME_BONES;
    return result->entries[result->used].reason >= best;
}

gait_status gait_search_end(gait_search *search, gait_search_result **out_result) {
    if (out_result) {
        *out_result = NULL;
    }
    if (!search) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_status status = search->status;
    bool is_complete = false;
    if (status == GAIT_OK && out_result) {
        status = search->is_decided ? GAIT_OK : gaiti_search_builtins(search);
        if (status == GAIT_OK) {
            gaiti_search_use_nearest(search);
        }
        if (status == GAIT_OK) {
            status = gaiti_search_motion(search);
        }
        if (status == GAIT_OK) {
            status = search_finish(search);
            is_complete = search->status == GAIT_OK && status != GAIT_NO_MEMORY;
        }
    }
    gait_search_result **out = status == GAIT_OK ? out_result : search->options.refused;
    if (is_complete && out) {
        *out = search->result;
    } else {
        gait_search_result_free(search->result);
    }
    gaiti_free_object(search, offsetof(gait_search, arena));
    return status;
}

gait_status gait_skeleton_search(const gait_file *animation, const gait_candidate *candidates,
                                 uint32_t candidate_count, const gait_search_options *options,
                                 gait_search_result **out_result) {
    gait_search *search = NULL;
    search_clear_refused(options);
    if (!GAITI_CLEAR(out_result) || (!candidates && candidate_count > 0)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_status status = gait_search_begin(animation, options, &search);
    if (status != GAIT_OK || !search) {
        return status;
    }
    for (uint32_t i = 0; i < candidate_count && !(search->is_rtm && gait_search_is_final(search));
         i++) {
        (void)gait_search_add(search, &candidates[i]);
    }
    return gait_search_end(search, out_result);
}

void gait_search_result_free(gait_search_result *result) {
    if (result) {
        gait_skeleton_free(result->found);
        gait_skeleton_free(result->nearest_tree);
        gait_recovered_free(result->motion);
        gait_skeleton_free(result->skeleton);
        gaiti_free_object(result, offsetof(gait_search_result, arena));
    }
}

const gait_skeleton *gait_search_result_skeleton(const gait_search_result *result) {
    return result ? result->skeleton : NULL;
}

gait_skeleton *gait_search_result_detach_skeleton(gait_search_result *result) {
    gait_skeleton *skeleton = result ? result->skeleton : NULL;
    if (result) {
        result->skeleton = NULL;
    }
    return skeleton;
}

gait_search_summary gait_search_result_summary(const gait_search_result *result) {
    return result ? result->summary : (gait_search_summary){.source = GAIT_SKELETON_NONE};
}
