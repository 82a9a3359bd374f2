/* Binds the bones of an animation to the skeleton found, and leaves out those that it lacks. */
#include <string.h>

#include "base/bytes.h"
#include "base/diagnose.h"
#include "base/try.h"
#include "formats/bi/bmtr/bmtr.h"
#include "model/clip.h"
#include "search/search_state.h"

/* --- bones that the skeleton lacks ------------------------------------------------------------ */

/* True when bones without a parent can be posed: keys are relative to the model, and no records,
 * which are relative to the parents, are made of them. */
static bool search_poses_alone(const gait_search *search) {
    return gaiti_file_has(search->animation, GAIT_MODEL_SPACE) &&
           !gaiti_format_has_records(search->options.target);
}

/* Lists the bones that are left out. */
static gait_status search_list_left_out(gait_search *search, const gait_skeleton *tree) {
    bool poses_alone = search_poses_alone(search);
    search->left_out = gaiti_alloc(&search->arena, search->name_count, sizeof *search->left_out);
    for (uint32_t i = 0; search->left_out && i < search->name_count; i++) {
        const char *name = search->names[i];
        if (gait_skeleton_outcome(tree, name, poses_alone) == GAIT_BONE_LEFT_OUT) {
            search->left_out[search->left_out_count++] = name;
        }
    }
    return search->left_out ? GAIT_OK : search->arena.status;
}

/* True when the tree has enough bones of the file. That of the file's own model needs more than
 * half of them. Another one needs nine tenths: of models that share fewer bones, every fifth pair
 * has other parents (docs/skeletons.md#bones-that-are-not-shown). */
static bool search_has_most_bones(const gait_search *search, const gait_skeleton *tree) {
    gait_coverage coverage = gaiti_search_coverage(search, tree);
    bool is_own = search->options.skeleton || search->is_nearest_named;
    return is_own ? coverage.matched > coverage.missing
                  : coverage.matched >= 9 * (uint64_t)coverage.missing;
}

/* Marks the bones of a skeleton that the file has. NULL when out of memory. */
static bool *search_mark_listed(gait_search *search, const gait_skeleton *skeleton) {
    bool *is_listed = gaiti_alloc(&search->arena, skeleton->bone_count, sizeof *is_listed);
    for (uint32_t n = 0; is_listed && n < search->name_count; n++) {
        int32_t bone = gait_skeleton_find(skeleton, search->names[n]);
        if (bone >= 0) {
            is_listed[bone] = true;
        }
    }
    return is_listed;
}

/* True when the ancestors of the bones of the file are bones of the file, too. */
static bool search_has_whole_chains(gait_search *search, const gait_skeleton *tree) {
    const bool *is_listed = search_mark_listed(search, tree);
    bool is_whole = is_listed != NULL;
    for (uint32_t b = 0; b < tree->bone_count && is_whole; b++) {
        int32_t parent = tree->bones[b].parent;
        is_whole = !is_listed[b] || parent < 0 || is_listed[parent];
    }
    return is_whole;
}

bool gaiti_search_shows_part(gait_search *search, const gait_skeleton *tree) {
    gait_format target = search->options.target;
    bool is_relative =
        gaiti_file_has(search->animation, GAIT_HAS_MOTIONS) || gaiti_search_has_records(search);
    return tree && is_relative && search->options.missing_bones != GAIT_MISSING_REFUSE &&
           target != GAIT_FORMAT_UNKNOWN &&
           gait_format_get_info(target)->family == GAIT_FAMILY_NONE &&
           search_has_most_bones(search, tree) && search_has_whole_chains(search, tree);
}

/* True when bones that the skeleton lacks are left out, and do not make it unusable. */
static bool search_may_leave_out(gait_search *search, const gait_skeleton *tree) {
    gait_missing_bones missing = search->options.missing_bones;
    if (gaiti_file_has(search->animation, GAIT_MODEL_SPACE)) {
        return missing != GAIT_MISSING_REFUSE;
    }
    return gaiti_search_asks_to_leave_out(search) || gaiti_search_shows_part(search, tree);
}

/* Warns about the bones that are left out. */
static gait_status search_warn_left_out(const gait_search *search, gaiti_rule rule) {
    gait_buffer words = {.allocator = search->options.common.allocator};
    bool has_memory = true;
    for (uint32_t i = 0; has_memory && i < search->left_out_count; i++) {
        const char *name = search->left_out[i];
        has_memory =
            (i == 0 || gaiti_write(&words, ", ", 2)) && gaiti_write(&words, name, strlen(name));
    }
    gaiti_report report = gaiti_report_to(search->options.common.diagnostics);
    report.has_no_offset = true;
    if (has_memory) {
        gaiti_raise(
            &report, rule,
            (gaiti_detail){.found = search->left_out_count, .words = {words.data, words.size}});
    }
    gait_buffer_free(&words);
    return has_memory ? GAIT_OK : GAIT_NO_MEMORY;
}

/* --- binding ---------------------------------------------------------------------------------- */

/* Binds an RTM to the skeleton for records. A skeleton contains the parents of its bones, so the
 * records of the other bones are the same without a bone that it lacks. */
static gait_status search_bind_records(gait_search *search, const gait_skeleton *tree) {
    gait_span *names = gaiti_alloc(&search->arena, search->name_count, sizeof *names);
    uint32_t count = 0;
    for (uint32_t i = 0, left = 0; names && i < search->name_count; i++) {
        bool is_left_out = search->leaves_out && left < search->left_out_count &&
                           search->left_out[left] == search->names[i];
        left += is_left_out;
        if (!is_left_out) {
            names[count++] = gait_file_bone_name(search->animation, i);
        }
    }
    return names ? gaiti_bmtr_bind_records(names, count, tree, &search->options.common,
                                           &search->result->skeleton)
                 : search->arena.status;
}

/* A copy of the tree with the bones that are `kept`, each below its nearest ancestor of these,
 * which is a convention if it is not the parent in the tree. Unknown rest poses are those of
 * `rests`, which may be NULL. */
static gait_status search_copy_kept(gait_search *search, const gait_skeleton *tree,
                                    const bool *kept, const gait_skeleton *rests,
                                    gait_skeleton **out) {
    gait_bone *bones = gaiti_alloc(&search->arena, tree->bone_count, sizeof *bones);
    int32_t *place = gaiti_alloc(&search->arena, tree->bone_count, sizeof *place);
    uint32_t count = 0;
    GAITI_TRY(search->arena.status);
    for (uint32_t b = 0; b < tree->bone_count; b++) {
        int32_t parent = tree->bones[b].parent;
        if (!kept[b]) {
            continue;
        }
        while (parent >= 0 && !kept[parent]) {
            parent = tree->bones[parent].parent;
        }
        gait_bone *bone = &bones[count];
        *bone = tree->bones[b];
        bone->parent = parent < 0 ? -1 : place[parent];
        if (parent >= 0 && parent != tree->bones[b].parent) {
            bone->parent_origin = GAIT_ORIGIN_CONVENTION;
        }
        int32_t own = gait_skeleton_find(rests, bone->name);
        if (rests && own >= 0 && bone->rest_origin == GAIT_ORIGIN_UNKNOWN) {
            bone->rest = rests->bones[own].rest;
            bone->rest_origin = rests->bones[own].rest_origin;
        }
        place[b] = (int32_t)count++;
    }
    return gaiti_skeleton_new(tree->name, bones, count, &search->quiet, out);
}

/* Makes a skeleton of the bones of the file that the tree has, and their ancestors: other bones of
 * the model would become bones of the output. */
static gait_status search_bind_listed(gait_search *search, const gait_skeleton *tree) {
    gait_skeleton *rests = NULL;
    bool *kept = gaiti_alloc(&search->arena, tree->bone_count, sizeof *kept);
    for (uint32_t n = 0; kept && n < search->name_count; n++) {
        int32_t bone = gait_skeleton_find(tree, search->names[n]);
        for (; bone >= 0 && !kept[bone]; bone = tree->bones[bone].parent) {
            kept[bone] = true;
        }
    }
    GAITI_TRY(search->arena.status);
    GAITI_TRY(gait_file_bind_skeleton(search->animation, NULL, &search->quiet, &rests));
    gait_status status = search_copy_kept(search, tree, kept, rests, &search->result->skeleton);
    gait_skeleton_free(rests);
    return status;
}

/* Leaves out bones that the file does not have and whose rest pose is unknown: an output would
 * contain them at the position of their parent. */
static gait_status search_leave_out_unknown(gait_search *search) {
    gait_skeleton *bound = search->result->skeleton;
    bool *kept = search_mark_listed(search, bound);
    uint32_t count = 0;
    GAITI_TRY(search->arena.status);
    for (uint32_t b = 0; b < bound->bone_count; b++) {
        kept[b] = kept[b] || bound->bones[b].rest_origin != GAIT_ORIGIN_UNKNOWN;
        count += kept[b];
    }
    if (count == bound->bone_count || count == 0) {
        return GAIT_OK;
    }
    gait_status status = search_copy_kept(search, bound, kept, NULL, &search->result->skeleton);
    gait_skeleton_free(bound);
    return status;
}

/* Binds all bones of the file. */
static gait_status search_bind_all(gait_search *search, const gait_skeleton *tree) {
    GAITI_TRY(gait_file_bind_skeleton(search->animation, tree, &search->options.common,
                                      &search->result->skeleton));
    return tree && gaiti_file_has(search->animation, GAIT_HAS_MOTIONS)
               ? search_leave_out_unknown(search)
               : GAIT_OK;
}

gait_status gaiti_search_bind(gait_search *search) {
    gait_search_result *result = search->result;
    const gait_skeleton *tree = result->summary.tree;
    bool has_clips = gait_file_clip_count(search->animation) > 0;
    bool moves_object = gaiti_file_has(search->animation, GAIT_MOVES_OBJECT);
    if (tree && moves_object && tree->bone_count != 1) {
        return GAIT_UNSUPPORTED;
    }
    if (tree && (!has_clips || (moves_object && search->options.skeleton))) {
        return gaiti_skeleton_new(tree->name, tree->bones, tree->bone_count, &search->quiet,
                                  &result->skeleton);
    }
    if (gaiti_search_is_mesh(search) || (!tree && !has_clips && gaiti_search_is_static(search))) {
        return GAIT_OK; /* a model that no bone moves */
    }
    GAITI_TRY(search_list_left_out(search, tree));
    search->leaves_out = tree && search->left_out_count > 0 && search_may_leave_out(search, tree);
    GAITI_TRY(search->arena.status);
    bool makes_records = search->is_rtm && gaiti_format_has_records(search->options.target);
    if (makes_records || (search->leaves_out && gaiti_search_has_records(search))) {
        GAITI_TRY(search_bind_records(search, tree));
    } else if (search->leaves_out) {
        GAITI_TRY(search_bind_listed(search, tree));
    } else {
        return search_bind_all(search, tree);
    }
    return !search->leaves_out || gaiti_search_asks_to_leave_out(search)
               ? GAIT_OK
               : search_warn_left_out(search,
                                      makes_records ? GAITI_BMTR_LEFT_OUT : GAITI_FILE_NOT_SHOWN);
}
