/* The flat interface: finds and describes skeletons. */
#include "flat_state.h"

#include <string.h>

#include "base/json/json.h"
#include "base/text/text.h"
#include "gait/inspect.h"
#include "gait/report.h"
#include "gait/bones.h"
#include "gait/search_steps.h"

static void flat_release_skeleton(gait_flat *flat, void *object) {
    (void)flat;
    gait_skeleton_free(object);
}

/* A handle for a skeleton, which is bound to a file if `file` is not 0. */
static uint32_t flat_add_skeleton(gait_flat *flat, gait_skeleton *skeleton, uint32_t file) {
    return gaiti_flat_add(flat, FLAT_SKELETON, skeleton, flat_release_skeleton,
                          (const uint32_t[FLAT_NEEDS]){file});
}

/* The skeleton of a file with this name. */
static gait_status flat_named_skeleton(const gait_file *file, const char *name,
                                       const gait_options *options, gait_skeleton **out_skeleton) {
    for (uint32_t i = 0; i < gait_file_skeleton_count(file); i++) {
        if (strcmp(gait_file_skeleton_info(file, i).name, name) == 0) {
            return gait_file_skeleton_at(file, i, options, out_skeleton);
        }
    }
    return GAIT_NOT_FOUND;
}

uint32_t gait_flat_skeleton(gait_flat *flat, uint32_t file, const char *name) {
    gaiti_flat_file *self = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    if (!self || !gaiti_flat_is_text(flat, name, true)) {
        return 0;
    }
    gait_options options = gaiti_flat_options(flat, self);
    gait_skeleton *skeleton = NULL;
    gait_status status = name ? flat_named_skeleton(self->file, name, &options, &skeleton)
                              : gait_file_skeleton(self->file, &options, &skeleton);
    if (name && status == GAIT_NOT_FOUND) {
        gaiti_flat_guess guess = gaiti_flat_begin_guess(name);
        for (uint32_t i = 0; i < gait_file_skeleton_count(self->file); i++) {
            gaiti_flat_guess_word(&guess, gait_file_skeleton_info(self->file, i).name);
        }
        gaiti_flat_fail_guess(flat, status, "skeleton", &guess);
        return 0;
    }
    if (!gaiti_flat_end(flat, status, "the file has no such skeleton")) {
        return 0;
    }
    return flat_add_skeleton(flat, skeleton, 0);
}

uint32_t gait_flat_builtin(gait_flat *flat, const char *name) {
    if (!gaiti_flat_begin(flat) || !gaiti_flat_is_text(flat, name, false)) {
        return 0;
    }
    gait_options options = gaiti_flat_options(flat, NULL);
    gait_skeleton *skeleton = NULL;
    gait_status status = gait_builtin_skeleton(name, &options, &skeleton);
    if (status == GAIT_NOT_FOUND) {
        gaiti_flat_guess guess = gaiti_flat_begin_guess(name);
        for (uint32_t i = 0; gait_builtin_at(i).name; i++) {
            gaiti_flat_guess_word(&guess, gait_builtin_at(i).name);
        }
        gaiti_flat_fail_guess(flat, status, "built-in skeleton", &guess);
        return 0;
    }
    if (!gaiti_flat_end(flat, status, NULL)) {
        return 0;
    }
    return flat_add_skeleton(flat, skeleton, 0);
}

bool gait_flat_builtins(gait_flat *flat) {
    if (!gaiti_flat_begin(flat)) {
        return false;
    }
    gait_buffer *out = gaiti_flat_begin_result(flat);
    return gaiti_flat_end_result(flat, gait_report_builtins(out), NULL);
}

/* --- search ----------------------------------------------------------------------------------- */

/* Makes the list of candidates. False, with an error, for an invalid handle. */
static bool flat_list_candidates(gait_flat *flat, const uint32_t *handles, uint32_t count,
                                 gaiti_arena *work, gait_candidate **out_list) {
    if (!handles && count > 0) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the candidates are missing");
    }
    *out_list = gaiti_alloc(work, count, sizeof **out_list);
    if (!*out_list) {
        return gaiti_flat_fail(flat, work->status, NULL);
    }
    for (uint32_t i = 0; i < count; i++) {
        const gaiti_flat_file *file = gaiti_flat_get(flat, handles[i], FLAT_FILE);
        if (!file) {
            return false;
        }
        (*out_list)[i] = (gait_candidate){.file = file->file, .path = file->name};
    }
    return true;
}

/* A key and the list of the bones of a file that a skeleton lacks, each with the nearest name and
 * with what becomes of it. */
static void flat_report_missing(gaiti_json *json, const gait_file *file, const gait_skeleton *tree,
                                gaiti_arena *work) {
    bool poses_alone = gait_format_get_info(gait_file_format(file))->abilities & GAIT_MODEL_SPACE;
    gaiti_json_member_open(json, "missing", '[');
    for (uint32_t i = 0; tree && i < gait_file_bone_count(file); i++) {
        const char *name =
            gaiti_utf8(work, gait_file_code_page(file), gait_file_bone_name(file, i));
        if (name && gait_skeleton_find(tree, name) < 0) {
            int32_t nearest = gait_skeleton_nearest(tree, name);
            gaiti_json_open(json, '{');
            gaiti_json_member_text(json, "name", name);
            gaiti_json_member_text(json, "nearest", nearest < 0 ? NULL : tree->bones[nearest].name);
            gait_bone_outcome outcome = gait_skeleton_outcome(tree, name, poses_alone);
            gaiti_json_member_text(json, "outcome", gait_bone_outcome_name(outcome));
            gaiti_json_close(json, '}');
        }
    }
    gaiti_json_close(json, ']');
}

/* The members of a candidate or built-in skeleton. */
static void flat_report_entry(gaiti_json *json, const gait_search_entry *entry) {
    static const char *const outcomes[] = {"no_skeleton", "lacks_bones", "lacks_body",
                                           "surpassed",   "used",        "too_large"};
    bool is_candidate = entry->source == GAIT_SKELETON_CANDIDATE;
    gaiti_json_member_text(json, "source", is_candidate ? "candidate" : "builtin");
    gaiti_json_key(json, "candidate");
    gaiti_json_int(json, is_candidate ? (int64_t)entry->index : -1);
    gaiti_json_member_text(json, "name", entry->name);
    gaiti_json_member_text(json, "outcome", outcomes[entry->outcome]);
    gaiti_json_member_uint(json, "matched", entry->coverage.matched);
    gaiti_json_member_uint(json, "bones",
                           (uint64_t)entry->coverage.matched + entry->coverage.missing);
    gaiti_json_member_bool(json, "refers", entry->names_file);
}

static gait_status flat_report_search(const gait_file *file, const gait_search_summary *found,
                                      gaiti_arena *work, gait_buffer *out) {
    static const char *const sources[] = {"none",      "given",   "in_file",
                                          "candidate", "builtin", "recovered"};
    gaiti_json json = gaiti_json_over(out);
    bool is_candidate = found->source == GAIT_SKELETON_CANDIDATE && found->used;
    gaiti_json_open(&json, '{');
    gaiti_json_member_text(&json, "source", sources[found->source]);
    gaiti_json_key(&json, "candidate");
    gaiti_json_int(&json, is_candidate ? (int64_t)found->used->index : -1);
    gaiti_json_member_text(&json, "name", found->tree ? found->tree->name : NULL);
    flat_report_missing(&json, file, found->tree, work);
    if (gaiti_json_member_open_if(&json, "nearest", '{', found->nearest != NULL) &&
        found->nearest) {
        flat_report_entry(&json, found->nearest);
        flat_report_missing(&json, file, found->nearest_tree, work);
        gaiti_json_close(&json, '}');
    }
    gaiti_json_member_open(&json, "considered", '[');
    for (uint32_t i = 0; i < found->entry_count; i++) {
        gaiti_json_open(&json, '{');
        flat_report_entry(&json, &found->entries[i]);
        gaiti_json_close(&json, '}');
    }
    return gaiti_json_end(&json) == GAIT_OK ? work->status : GAIT_NO_MEMORY;
}

/* Sets the skeleton of an optional handle. False, with an error, for an invalid one. */
static bool flat_optional_skeleton(gait_flat *flat, uint32_t handle,
                                   const gait_skeleton **out_skeleton) {
    *out_skeleton = handle != 0 ? gaiti_flat_get(flat, handle, FLAT_SKELETON) : NULL;
    return handle == 0 || *out_skeleton;
}

/* Searches, and writes the result. Returns the skeleton, or NULL with an error. */
static gait_skeleton *flat_search(gait_flat *flat, const gait_file *file,
                                  const gait_candidate *candidates, uint32_t count,
                                  const gait_search_options *options, gaiti_arena *work) {
    gait_search_result *found = NULL;
    gait_search_options searching = *options;
    searching.refused = &found;
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status = gait_skeleton_search(file, candidates, count, &searching, &found);
    gait_search_summary summary = gait_search_result_summary(found);
    bool is_found = gaiti_flat_end(flat, status,
                                   status == GAIT_UNSUPPORTED && summary.tree
                                       ? "the skeleton lacks bones of this file"
                                       : "the skeleton cannot be used for this file");
    if (is_found) {
        status = flat_report_search(file, &summary, work, out);
        is_found = gaiti_flat_end_result(flat, status, NULL);
    }
    gait_skeleton *skeleton = is_found ? gait_search_result_detach_skeleton(found) : NULL;
    gait_search_result_free(found);
    if (is_found && !skeleton) {
        gaiti_flat_fail(flat, GAIT_NOT_FOUND, "there is no skeleton for this file");
    }
    return skeleton;
}

uint32_t gait_flat_search(gait_flat *flat, uint32_t file, const uint32_t *candidates,
                          uint32_t count, uint32_t tree, uint32_t pivots, const char *target,
                          const char *path) {
    gaiti_flat_file *self = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    gait_search_options options = {.path = path};
    if (!self || !gaiti_flat_is_text(flat, target, true) || !gaiti_flat_is_text(flat, path, true) ||
        !flat_optional_skeleton(flat, tree, &options.skeleton) ||
        !flat_optional_skeleton(flat, pivots, &options.pivots)) {
        return 0;
    }
    options.common = gaiti_flat_options(flat, self);
    if (target && !gaiti_flat_find_format(flat, target, &options.target)) {
        return 0;
    }
    gaiti_arena work;
    gaiti_arena_init(&work, &options.common, 0);
    gait_candidate *list = NULL;
    gait_skeleton *skeleton = NULL;
    if (flat_list_candidates(flat, candidates, count, &work, &list)) {
        skeleton = flat_search(flat, self->file, list, count, &options, &work);
    }
    gaiti_arena_free(&work);
    return skeleton ? flat_add_skeleton(flat, skeleton, file) : 0;
}

/* --- descriptions ----------------------------------------------------------------------------- */

bool gait_flat_skeleton_json(gait_flat *flat, uint32_t skeleton) {
    const gait_skeleton *self =
        gaiti_flat_begin(flat) ? gaiti_flat_get(flat, skeleton, FLAT_SKELETON) : NULL;
    if (!self) {
        return false;
    }
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status = gait_report_skeleton(self->name, self, NULL, NULL, 0, out);
    return gaiti_flat_end_result(flat, status, NULL);
}

uint32_t gait_flat_bone_count(gait_flat *flat, uint32_t skeleton) {
    const gait_skeleton *self =
        gaiti_flat_begin(flat) ? gaiti_flat_get(flat, skeleton, FLAT_SKELETON) : NULL;
    return self ? self->bone_count : 0;
}
