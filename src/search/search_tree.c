/* Selects the skeleton of an animation: its own, one of other files, or a built-in one. */
#include <string.h>

#include "formats/file_state.h"
#include "search/search_state.h"

/* A file without a usable skeleton is skipped: only GAIT_NO_MEMORY ends the search. */
static gait_status search_unless_memory(gait_status status) {
    return status == GAIT_NO_MEMORY ? status : GAIT_OK;
}

static void search_set_tree(gait_search_result *result, gait_skeleton_source source,
                            gait_skeleton *tree) {
    gait_skeleton_free(result->found);
    result->found = tree;
    result->summary.source = source;
    result->summary.tree = tree;
}

/* Adds `entry` with copies of its texts. */
static gait_status search_add_entry(gait_search_result *result, gait_search_entry entry,
                                    const char *path, const char *name) {
    entry.path = gaiti_copy_text(&result->arena, path);
    entry.name = gaiti_copy_text(&result->arena, name);
    if (!entry.path || !entry.name) {
        return result->arena.status;
    }
    result->entries[result->summary.entry_count++] = entry;
    result->summary.entries = result->entries;
    return GAIT_OK;
}

static gait_search_entry *search_newest(gait_search_result *result) {
    return &result->entries[result->summary.entry_count - 1];
}

/* Selects the skeleton of the newest entry. The result takes ownership. */
static void search_use_newest(gait_search_result *result, gait_skeleton *skeleton) {
    if (result->summary.used) {
        result->entries[result->summary.used - result->entries].outcome = GAIT_SEARCH_SURPASSED;
    }
    gait_search_entry *newest = search_newest(result);
    newest->outcome = GAIT_SEARCH_USED;
    result->summary.used = newest;
    search_set_tree(result, newest->source, skeleton);
}

/* --- files ------------------------------------------------------------------------------------ */

static gait_status search_add_candidate(gaiti_search *search, uint32_t index,
                                        const gait_skeleton *skeleton) {
    const char *path = search->candidates[index].path;
    gait_search_entry entry = {.source = GAIT_SKELETON_CANDIDATE, .index = index};
    if (skeleton) {
        entry.outcome = GAIT_SEARCH_LACKS_BONES;
        entry.coverage = gaiti_search_coverage(search, skeleton);
    }
    return search_add_entry(search->result, entry, path ? path : "",
                            skeleton ? skeleton->name : "");
}

/* True when the newest entry matches the file: a plain RTM may have bones that the skeleton lacks,
 * a binarised RTM may not. */
static bool search_config_matches(const gaiti_search *search) {
    gait_coverage coverage = search_newest(search->result)->coverage;
    return gait_file_format(search->animation) == GAIT_FORMAT_RTM ? coverage.matched > 0
                                                                  : coverage.missing == 0;
}

static gait_status search_config(gaiti_search *search, uint32_t index) {
    const gait_file *config = search->candidates[index].file;
    gait_skeleton *skeleton = NULL;
    gait_status status = GAIT_OK;
    if (config && gait_file_format(config) == GAIT_FORMAT_MODELCFG) {
        status = search_unless_memory(
            gaiti_file_skeleton_for(config, search->animation, &search->quiet, &skeleton));
    }
    status = status == GAIT_OK ? search_add_candidate(search, index, skeleton) : status;
    if (status == GAIT_OK && skeleton && search_config_matches(search)) {
        search_use_newest(search->result, skeleton);
    } else {
        gait_skeleton_free(skeleton);
    }
    return status;
}

/* Selects the skeleton of the newest entry in two cases: it has every bone of the file, and no
 * skeleton is selected yet; or it has exactly the bones of the file, and the selected one has more.
 * Takes ownership of `skeleton`, which may be NULL. */
static void search_consider(gaiti_search *search, gait_skeleton *skeleton) {
    gait_search_result *result = search->result;
    const gait_skeleton *best = result->summary.tree;
    gait_search_entry *entry = search_newest(result);
    gait_coverage coverage = entry->coverage;
    uint32_t bone_count = search->name_count;
    bool is_complete = skeleton && coverage.missing == 0;
    bool is_better =
        is_complete &&
        (!best || (best->bone_count != bone_count && skeleton->bone_count == bone_count));
    if (is_better) {
        search_use_newest(result, skeleton);
        return;
    }
    entry->outcome = is_complete ? GAIT_SEARCH_SURPASSED : entry->outcome;
    gait_skeleton_free(skeleton);
}

static gait_status search_model(gaiti_search *search, uint32_t index) {
    const gait_file *model = search->candidates[index].file;
    gait_skeleton *skeleton = NULL;
    gait_status status =
        model ? search_unless_memory(gait_file_skeleton(model, &search->quiet, &skeleton))
              : GAIT_OK;
    status = status == GAIT_OK ? search_add_candidate(search, index, skeleton) : status;
    if (status == GAIT_OK) {
        search_consider(search, skeleton);
    } else {
        gait_skeleton_free(skeleton);
    }
    return status;
}

/* True when no later candidate can be better. */
static bool search_is_final(const gaiti_search *search) {
    const gait_skeleton *tree = search->result->summary.tree;
    return tree && (search->is_rtm || tree->bone_count == search->name_count);
}

static gait_status search_candidates(gaiti_search *search) {
    gait_status status = GAIT_OK;
    for (uint32_t i = 0; i < search->candidate_count; i++) {
        status = search->is_rtm ? search_config(search, i) : search_model(search, i);
        if (status != GAIT_OK || search_is_final(search)) {
            break;
        }
    }
    return status;
}

/* --- built-in skeletons ----------------------------------------------------------------------- */

static gait_status search_builtin_human(gaiti_search *search) {
    gait_search_result *result = search->result;
    gait_search_entry entry;
    gait_skeleton *human;
    gait_status status = gaiti_search_human(search, &entry, &human);
    if (status == GAIT_OK) {
        status = search_add_entry(result, entry, "", gait_builtin_at(entry.index).name);
    }
    if (status == GAIT_OK && human) {
        search_use_newest(result, human);
    } else {
        gait_skeleton_free(human);
    }
    return status;
}

static gait_status search_table(gaiti_search *search, uint32_t index) {
    const char *name = gait_builtin_at(index).name;
    gait_search_entry entry = {
        .source = GAIT_SKELETON_BUILTIN, .outcome = GAIT_SEARCH_LACKS_BONES, .index = index};
    gait_skeleton *skeleton;
    gait_status status = gait_builtin_skeleton(name, &search->quiet, &skeleton);
    if (status != GAIT_OK) {
        return status;
    }
    entry.coverage = gaiti_search_coverage(search, skeleton);
    status = search_add_entry(search->result, entry, "", name);
    if (status != GAIT_OK) {
        gait_skeleton_free(skeleton);
        return status;
    }
    search_consider(search, skeleton);
    return GAIT_OK;
}

/* --- the search ------------------------------------------------------------------------------- */

gait_status gaiti_search_tree(gaiti_search *search) {
    gait_search_result *result = search->result;
    gait_skeleton *own;
    gait_status status =
        search_unless_memory(gait_file_skeleton(search->animation, &search->quiet, &own));
    if (own) {
        search_set_tree(result, GAIT_SKELETON_IN_FILE, own);
        return GAIT_OK;
    }
    status = status == GAIT_OK ? search_candidates(search) : status;
    if (status != GAIT_OK || result->summary.tree) {
        return status;
    }
    if (search->is_rtm) {
        return search_builtin_human(search);
    }
    for (uint32_t i = 0; i < gait_builtin_count() && status == GAIT_OK; i++) {
        if (strncmp(gait_builtin_at(i).name, "xray-", 5) == 0) {
            status = search_table(search, i);
        }
    }
    return status;
}
