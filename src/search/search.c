#include "base/arguments.h"
#include "gait/transform.h"
#include "gait/search.h"

#include <stddef.h>
#include <string.h>

#include "base/diagnose.h"
#include "base/text/text.h"
#include "gait/bmtr.h"
#include "search/search_state.h"

/* --- the bones of the file -------------------------------------------------------------------- */

static const char *search_copy_name(gaiti_search *search, gait_span name) {
    if (!(gait_format_get_info(gait_file_format(search->animation))->abilities & GAIT_UTF8_NAMES)) {
        return gaiti_utf8(&search->scratch, name);
    }
    char *copy = gaiti_alloc(&search->scratch, (uint64_t)name.size + 1, 1);
    if (copy && name.size > 0) {
        memcpy(copy, name.data, name.size);
    }
    return copy;
}

static gait_status search_read_names(gaiti_search *search) {
    uint32_t count = gait_file_bone_count(search->animation);
    search->names = gaiti_alloc(&search->scratch, count, sizeof *search->names);
    for (uint32_t i = 0; search->names && i < count; i++) {
        search->names[i] = search_copy_name(search, gait_file_bone_name(search->animation, i));
        if (!search->names[i]) {
            break;
        }
    }
    search->name_count = count;
    return search->scratch.status;
}

/* --- binding to the skeleton found ------------------------------------------------------------ */

static gait_status search_bind_records(gaiti_search *search) {
    gait_search_result *result = search->result;
    gait_span *names = gaiti_alloc(&search->scratch, search->name_count, sizeof *names);
    for (uint32_t i = 0; names && i < search->name_count; i++) {
        names[i] = gait_file_bone_name(search->animation, i);
    }
    return names ? gait_bmtr_bind_records(names, search->name_count, result->summary.tree,
                                          &search->options.common, &result->skeleton)
                 : search->scratch.status;
}

/* Makes the skeleton of the result. A file without clips has nothing to bind, so the skeleton found
 * is copied. */
static gait_status search_bind(gaiti_search *search) {
    gait_search_result *result = search->result;
    const gait_skeleton *tree = result->summary.tree;
    if (tree && gait_file_clip_count(search->animation) == 0) {
        return gait_skeleton_new(tree->name, tree->bones, tree->bone_count, &search->quiet,
                                 &result->skeleton);
    }
    if (search->is_rtm && search->options.target == GAIT_FORMAT_BMTR) {
        return search_bind_records(search);
    }
    return gait_file_bind_skeleton(search->animation, tree, &search->options.common,
                                   &result->skeleton);
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

/* search_bind() without warnings about missing pivots. */
static gait_status search_bind_silently(gaiti_search *search) {
    gait_diagnostics *diagnostics = search->options.common.diagnostics;
    const gait_rule *rtm = gait_rule_at(GAITI_RTM_NO_PIVOT);
    const gait_rule *bmtr = gait_rule_at(GAITI_BMTR_NO_PIVOT);
    if (!diagnostics) {
        return search_bind(search);
    }
    uint32_t rtm_count = search_count_rule(diagnostics, rtm);
    uint32_t bmtr_count = search_count_rule(diagnostics, bmtr);
    gait_status status = search_bind(search);
    search_remove_rule(diagnostics, rtm, rtm_count);
    search_remove_rule(diagnostics, bmtr, bmtr_count);
    return status;
}

/* --- one search ------------------------------------------------------------------------------- */

static bool search_is_valid(const gait_file *animation, const gait_candidate *candidates,
                            uint32_t candidate_count, const gait_search_options *options) {
    if (!animation || (!candidates && candidate_count > 0) ||
        (uint32_t)options->target >= GAIT_FORMAT_COUNT) {
        return false;
    }
    gait_format format = gait_file_format(animation);
    return !options->skeleton || (format != GAIT_FORMAT_GLTF && format != GAIT_FORMAT_BVH);
}

static gait_status search_find(gaiti_search *search) {
    gait_search_result *result = search->result;
    uint64_t capacity = (uint64_t)search->candidate_count + gait_builtin_count();
    gait_status status = search_read_names(search);
    if (status != GAIT_OK) {
        return status;
    }
    if (search->options.skeleton) {
        result->summary.source = GAIT_SKELETON_GIVEN;
        result->summary.tree = search->options.skeleton;
        return GAIT_OK;
    }
    result->entries = gaiti_alloc(&result->arena, capacity, sizeof *result->entries);
    return result->entries ? gaiti_search_tree(search) : result->arena.status;
}

/* False when the search failed without a result; if only binding failed, there is a result. */
static bool search_run(gaiti_search *search, gait_status *out_status) {
    *out_status = search_find(search);
    if (*out_status != GAIT_OK) {
        return false;
    }
    *out_status = search_bind_silently(search);
    if (*out_status != GAIT_OK) {
        return *out_status != GAIT_NO_MEMORY;
    }
    if (search->is_rtm && search->options.target != GAIT_FORMAT_BMTR) {
        *out_status = gaiti_search_pivots(search);
    }
    return *out_status == GAIT_OK;
}

gait_status gait_skeleton_search(const gait_file *animation, const gait_candidate *candidates,
                                 uint32_t candidate_count, const gait_search_options *options,
                                 gait_search_result **out_result) {
    gait_search_options defaults = {.target = GAIT_FORMAT_UNKNOWN};
    options = options ? options : &defaults;
    if (!GAITI_CLEAR(out_result) ||
        !search_is_valid(animation, candidates, candidate_count, options)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_status status;
    gait_format format = gait_file_format(animation);
    gaiti_search search = {.animation = animation,
                           .candidates = candidates,
                           .candidate_count = candidate_count,
                           .options = *options,
                           .quiet = options->common,
                           .is_rtm = format == GAIT_FORMAT_RTM || format == GAIT_FORMAT_BMTR};
    search.quiet.diagnostics = NULL;
    search.result = gaiti_new_object(&search.quiet, sizeof *search.result,
                                     offsetof(gait_search_result, arena), 0, &status);
    if (!search.result) {
        return status;
    }
    gaiti_arena_init(&search.scratch, &search.quiet, 0);
    bool is_complete = search_run(&search, &status);
    gaiti_arena_free(&search.scratch);
    if (is_complete) {
        *out_result = search.result;
    } else {
        gait_search_result_free(search.result);
    }
    return status;
}

void gait_search_result_free(gait_search_result *result) {
    if (result) {
        gait_skeleton_free(result->found);
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
