/* Selects the skeleton of an animation: its own, one of other files, or a built-in one. */
#include <string.h>

#include "base/text/similar.h"
#include "base/text/text.h"
#include "base/try.h"
#include "formats/abilities.h"
#include "formats/file_state.h"
#include "gait/p3d.h"
#include "search/search_reference.h"
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

/* Adds `entry` with copies of its texts. `rest` is the hash of its rest pose. */
static gait_status search_add_entry(gait_search_result *result, gait_search_entry entry,
                                    const char *path, const char *name, uint64_t rest) {
    uint32_t count = result->summary.entry_count;
    gait_search_entry *entries = gaiti_reserve(&result->arena, result->entries, count,
                                               &result->entry_capacity, sizeof *entries);
    result->entries = entries ? entries : result->entries;
    uint64_t *rests =
        gaiti_reserve(&result->arena, result->rests, count, &result->rest_capacity, sizeof *rests);
    result->rests = rests ? rests : result->rests;
    entry.path = gaiti_copy_text(&result->arena, path);
    entry.name = gaiti_copy_text(&result->arena, name);
    GAITI_TRY(result->arena.status);
    if (!entries || !rests) {
        return GAIT_NO_MEMORY;
    }
    entries[count] = entry;
    rests[count] = rest;
    result->summary.entry_count++;
    return GAIT_OK;
}

static gait_search_entry *search_newest(gait_search_result *result) {
    return &result->entries[result->summary.entry_count - 1];
}

/* Selects the skeleton of the newest entry. The result takes ownership. */
static void search_use_newest(gait_search_result *result, gait_skeleton *skeleton) {
    if (result->used >= 0) {
        result->entries[result->used].outcome = GAIT_SEARCH_SURPASSED;
    }
    gait_search_entry *newest = search_newest(result);
    newest->outcome = GAIT_SEARCH_USED;
    result->used = (int32_t)result->summary.entry_count - 1;
    search_set_tree(result, newest->source, skeleton);
}

/* --- preference ------------------------------------------------------------------------------- */

int gait_search_compare(const gait_search_entry *a, const gait_search_entry *b) {
    if (a->reason != b->reason) {
        return a->reason > b->reason ? -1 : 1;
    }
    if (a->coverage.matched != b->coverage.matched && a->reason == GAIT_REASON_NONE) {
        return a->coverage.matched > b->coverage.matched ? -1 : 1;
    }
    if (a->place != b->place) {
        return a->place < b->place ? -1 : 1;
    }
    if (a->name_distance != b->name_distance) {
        return a->name_distance < b->name_distance ? -1 : 1;
    }
    return a->index == b->index ? 0 : a->index < b->index ? -1 : 1;
}

const char *gaiti_search_stem(gaiti_arena *arena, const char *path) {
    const char *name = path, *dot = NULL;
    for (const char *at = path; *at; at++) {
        bool is_slash = *at == '/' || *at == '\\';
        name = is_slash ? at + 1 : name;
        dot = is_slash ? NULL : *at == '.' ? at : dot;
    }
    size_t size = dot ? (size_t)(dot - name) : strlen(name);
    char *stem = gaiti_alloc(arena, (uint64_t)size + 1, 1);
    if (stem) {
        memcpy(stem, name, size);
    }
    return stem;
}

static uint64_t search_hash(uint64_t hash, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 1099511628211U;
    }
    return hash;
}

/* A hash (FNV-1a) of the rest poses and parents of the bones of the file, to see whether two
 * skeletons differ in them. */
static uint64_t search_hash_rest(const gait_search *search, const gait_skeleton *skeleton) {
    uint64_t hash = 14695981039346656037U;
    for (uint32_t n = 0; n < search->name_count; n++) {
        int32_t at = gait_skeleton_find(skeleton, search->names[n]);
        const gait_bone *bone = at >= 0 ? &skeleton->bones[at] : NULL;
        const char *parent = bone && bone->parent >= 0 ? skeleton->bones[bone->parent].name : "";
        hash = bone ? search_hash(hash, &bone->rest, sizeof bone->rest) : hash;
        for (const char *c = parent; *c; c++) {
            uint8_t letter = gaiti_ascii_lower((uint8_t)*c);
            hash = search_hash(hash, &letter, 1);
        }
        hash = search_hash(hash, "", 1);
    }
    return hash;
}

/* True when one of the references of a model names the animation. Sets search->status. */
static bool search_is_named(gait_search *search, const gait_file *model) {
    uint32_t count = search->options.path ? gait_file_ref_count(model) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *reference =
            gaiti_utf8(&search->arena, gait_file_code_page(model), gait_file_ref(model, i));
        if (!reference) {
            search->status = search->arena.status;
            return false;
        }
        if (gaiti_reference_names(reference, search->options.path)) {
            return true;
        }
    }
    return false;
}

/* --- files ------------------------------------------------------------------------------------ */

static gait_search_entry search_entry_of(const gait_search *search, const gait_candidate *candidate,
                                         const gait_skeleton *skeleton) {
    gait_search_entry entry = {.source = GAIT_SKELETON_CANDIDATE,
                               .index = search->candidate_count,
                               .place = candidate->place};
    if (skeleton) {
        entry.outcome = GAIT_SEARCH_LACKS_BONES;
        entry.coverage = gaiti_search_coverage(search, skeleton);
    }
    return entry;
}

/* True when the skeleton of a model.cfg matches the file: a plain RTM may have bones that it lacks,
 * a binarised RTM may not. */
static bool search_config_matches(const gait_search *search, const gait_candidate *candidate,
                                  gait_coverage coverage) {
    bool is_plain = gaiti_file_has(search->animation, GAIT_MODEL_SPACE);
    return is_plain && !candidate->is_distant
               ? coverage.matched > 0 && coverage.matched >= coverage.missing
               : coverage.missing == 0 && coverage.matched > 0;
}

/* Reads a skeleton of a config if it has all bones of the file; otherwise *out is NULL. */
static gait_status search_read_complete(gait_search *search, const gait_file *config,
                                        uint32_t index, gait_coverage *out_coverage,
                                        gait_skeleton **out) {
    gait_status status = GAIT_OK;
    *out = NULL;
    if (gait_file_skeleton_info(config, index).bone_count >= search->name_count) {
        status = search_unless_memory(gait_file_skeleton_at(config, index, &search->quiet, out));
    }
    if (*out) {
        *out_coverage = gaiti_search_coverage(search, *out);
        if (out_coverage->missing > 0) {
            gait_skeleton_free(*out);
            *out = NULL;
        }
    }
    return status;
}

/* Of several skeletons of which no class names one, the one that has all bones of the file and the
 * fewest others; NULL when none has all. Adds entries for the others that fit as well. */
static gait_status search_config_by_bones(gait_search *search, const gait_candidate *candidate,
                                          gait_skeleton **out) {
    const gait_file *config = candidate->file;
    uint32_t count = gait_file_skeleton_count(config), best = 0, unused = 0;
    gait_coverage coverage = {0};
    gait_status status = GAIT_OK;
    for (uint32_t i = 0; i < count && status == GAIT_OK; i++) {
        gait_skeleton *skeleton;
        status = search_read_complete(search, config, i, &coverage, &skeleton);
        if (skeleton && (!*out || coverage.unused < unused)) {
            gait_skeleton_free(*out);
            *out = skeleton;
            best = i;
            unused = coverage.unused;
        } else {
            gait_skeleton_free(skeleton);
        }
    }
    for (uint32_t i = best + 1; *out && i < count && status == GAIT_OK; i++) {
        gait_skeleton *skeleton;
        status = search_read_complete(search, config, i, &coverage, &skeleton);
        if (skeleton && coverage.unused == unused) {
            gait_search_entry entry = search_entry_of(search, candidate, skeleton);
            entry.outcome = GAIT_SEARCH_SURPASSED;
            entry.reason = GAIT_REASON_ALL_BONES;
            status = search_add_entry(search->result, entry, candidate->path ? candidate->path : "",
                                      skeleton->name, search_hash_rest(search, skeleton));
        }
        gait_skeleton_free(skeleton);
    }
    return status;
}

/* Remembers the newest entry, which lacks bones, and its skeleton if it is better than the one
 * remembered: if it refers to the file, or has more of its bones. Of equal ones, a candidate is
 * better than a built-in skeleton. Returns false when it did not take ownership of `skeleton`. */
static bool search_keep_nearest(gait_search *search, gait_skeleton *skeleton, bool is_named) {
    gait_search_result *result = search->result;
    const gait_search_entry *entry = search_newest(result);
    bool has_half =
        entry->coverage.matched >= entry->coverage.missing && entry->coverage.matched > 0;
    const gait_search_entry *before =
        result->nearest < 0 ? NULL : &result->entries[result->nearest];
    bool is_builtin = entry->source == GAIT_SKELETON_BUILTIN;
    bool is_equal = before && entry->coverage.matched == before->coverage.matched;
    bool is_nearer = !before || (is_named && !search->is_nearest_named) ||
                     (is_named == search->is_nearest_named && !(is_builtin && is_equal) &&
                      gait_search_compare(entry, before) < 0);
    if (!skeleton || (!has_half && !is_named) || !is_nearer) {
        return false;
    }
    gait_skeleton_free(result->nearest_tree);
    result->nearest_tree = skeleton;
    result->nearest = (int32_t)result->summary.entry_count - 1;
    search->is_nearest_named = is_named;
    return true;
}

static gait_status search_config(gait_search *search, const gait_candidate *candidate) {
    const gait_file *config = candidate->file;
    gait_skeleton *skeleton = NULL;
    gait_status status = GAIT_OK;
    if (config && config->row->skeleton_at) {
        status = search_unless_memory(
            gaiti_file_skeleton_for(config, search->animation, &search->quiet, &skeleton));
        if (status == GAIT_OK && !skeleton) {
            status = search_config_by_bones(search, candidate, &skeleton);
        }
    }
    gait_search_entry entry = search_entry_of(search, candidate, skeleton);
    bool matches = skeleton && search_config_matches(search, candidate, entry.coverage);
    entry.reason = !matches                      ? GAIT_REASON_NONE
                   : entry.coverage.missing == 0 ? GAIT_REASON_ALL_BONES
                                                 : GAIT_REASON_MOST_BONES;
    if (status == GAIT_OK) {
        status = search_add_entry(search->result, entry, candidate->path ? candidate->path : "",
                                  skeleton ? skeleton->name : "",
                                  skeleton ? search_hash_rest(search, skeleton) : 0);
    }
    gait_search_result *result = search->result;
    if (status == GAIT_OK && matches &&
        (result->used < 0 ||
         gait_search_compare(search_newest(result), &result->entries[result->used]) < 0)) {
        search_use_newest(result, skeleton);
    } else if (status != GAIT_OK || matches || !gaiti_search_has_records(search) ||
               !search_keep_nearest(search, skeleton, false)) {
        gait_skeleton_free(skeleton);
    }
    return status;
}

/* True when a model has less than half of the bones of the file. Then sets the coverage of the
 * entry; its skeleton is not needed. */
static bool search_has_too_few_bones(const gait_search *search, const gait_file *model,
                                     gait_search_entry *entry) {
    uint32_t matched = 0, count = gait_file_bone_count(model);
    if (!search->spans || !gaiti_file_has(model, GAIT_HAS_BANK) || count == 0) {
        return false;
    }
    for (uint32_t b = 0; b < count; b++) {
        matched += gaiti_names_find(&search->span_set, gait_file_bone_name(model, b)) >= 0;
    }
    if (matched * 2 >= search->name_count) {
        return false;
    }
    entry->outcome = GAIT_SEARCH_LACKS_BONES;
    entry->coverage = (gait_coverage){matched, search->name_count - matched, count - matched};
    return true;
}

static gait_status search_model(gait_search *search, const gait_candidate *candidate) {
    gait_search_result *result = search->result;
    const gait_file *model = candidate->file;
    gait_skeleton *skeleton = NULL;
    gait_status status = GAIT_OK;
    gait_search_entry entry = search_entry_of(search, candidate, NULL);
    const char *path = candidate->path ? candidate->path : "";
    bool is_named = model && search_is_named(search, model);
    if (model && (is_named || !search_has_too_few_bones(search, model, &entry))) {
        status = search_unless_memory(gait_file_skeleton(model, &search->quiet, &skeleton));
        entry = search_entry_of(search, candidate, skeleton);
    }
    bool is_complete = skeleton && entry.coverage.missing == 0;
    entry.names_file = is_named;
    if (is_complete && !is_named && candidate->is_distant &&
        entry.coverage.matched < entry.coverage.unused) {
        is_complete = false; /* a few bones with common names do not show what the file is for */
        entry.outcome = GAIT_SEARCH_TOO_LARGE;
    }
    if (is_complete) {
        entry.outcome = GAIT_SEARCH_SURPASSED;
        entry.reason = is_named                     ? GAIT_REASON_NAMES_FILE
                       : entry.coverage.unused == 0 ? GAIT_REASON_SAME_BONES
                                                    : GAIT_REASON_ALL_BONES;
    }
    const char *stem = is_complete || is_named ? gaiti_search_stem(&search->arena, path) : NULL;
    if (stem && search->options.path) {
        entry.name_distance = UINT32_MAX;
        (void)gaiti_name_is_nearer(search->stem, stem, &entry.name_distance);
    }
    bool is_kept = false;
    GAITI_TRY_DONE(status);
    GAITI_TRY_DONE(search->arena.status);
    GAITI_TRY_DONE(search_add_entry(result, entry, path, skeleton ? skeleton->name : "",
                                    is_complete ? search_hash_rest(search, skeleton) : 0));
    if (is_complete) {
        is_kept = result->used < 0 ||
                  gait_search_compare(search_newest(result), &result->entries[result->used]) < 0;
        if (is_kept) {
            search_use_newest(result, skeleton);
        }
    } else if (entry.outcome == GAIT_SEARCH_LACKS_BONES) {
        is_kept = search_keep_nearest(search, skeleton, is_named);
    }
done:
    if (!is_kept) {
        gait_skeleton_free(skeleton);
    }
    return status;
}

gait_status gaiti_search_consider(gait_search *search, const gait_candidate *candidate) {
    if (gaiti_search_is_mesh(search) || gaiti_search_is_static(search)) {
        return GAIT_OK; /* only a skeleton that is given, or for a P3D a built-in one */
    }
    GAITI_TRY(search->is_rtm ? search_config(search, candidate) : search_model(search, candidate));
    search->candidate_count++;
    return GAIT_OK;
}

/* --- built-in skeletons ----------------------------------------------------------------------- */

static gait_status search_builtin_human(gait_search *search) {
    gait_search_result *result = search->result;
    gait_search_entry entry;
    gait_skeleton *human;
    GAITI_TRY(gaiti_search_human(search, &entry, &human));
    const char *name = gait_builtin_at(entry.index).name;
    gait_status status = search_add_entry(result, entry, "", name, 0);
    if (status == GAIT_OK && human) {
        search_use_newest(result, human);
        return GAIT_OK;
    }
    if (status == GAIT_OK && entry.outcome == GAIT_SEARCH_LACKS_BONES) {
        status = gait_builtin_skeleton(name, &search->quiet, &human);
    }
    if (status != GAIT_OK || !search_keep_nearest(search, human, false)) {
        gait_skeleton_free(human);
    }
    return status;
}

static gait_status search_table(gait_search *search, uint32_t index) {
    gait_search_result *result = search->result;
    const char *name = gait_builtin_at(index).name;
    gait_search_entry entry = {
        .source = GAIT_SKELETON_BUILTIN, .outcome = GAIT_SEARCH_LACKS_BONES, .index = index};
    gait_skeleton *skeleton;
    GAITI_TRY(gait_builtin_skeleton(name, &search->quiet, &skeleton));
    entry.coverage = gaiti_search_coverage(search, skeleton);
    if (entry.coverage.missing == 0) {
        entry.outcome = GAIT_SEARCH_SURPASSED;
        entry.reason = entry.coverage.unused == 0 ? GAIT_REASON_SAME_BONES : GAIT_REASON_ALL_BONES;
    }
    gait_status status = search_add_entry(result, entry, "", name, 0);
    if (status == GAIT_OK && entry.coverage.missing == 0 &&
        (result->used < 0 || gait_search_compare(&entry, &result->entries[result->used]) < 0)) {
        search_use_newest(result, skeleton);
    } else if (status != GAIT_OK || entry.coverage.missing == 0 ||
               !search_keep_nearest(search, skeleton, false)) {
        gait_skeleton_free(skeleton);
    }
    return status;
}

/* --- skeletons of meshes ---------------------------------------------------------------------- */

/* The number of bones with weights; 0 when the mesh cannot be made. */
static gait_status search_count_moving(gait_search *search, const gait_skeleton *skeleton,
                                       uint32_t *out_count) {
    gait_mesh *mesh = NULL;
    uint8_t *is_moving = gaiti_alloc(&search->arena, (uint64_t)skeleton->bone_count + 1, 1);
    gait_status status = is_moving
                             ? gait_file_mesh(search->animation, skeleton, &search->quiet, &mesh)
                             : search->arena.status;
    *out_count = 0;
    if (!mesh) {
        return search_unless_memory(status);
    }
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const gait_mesh_part *part = &mesh->parts[p];
        size_t weights = part->joints ? (size_t)part->vertex_count * 4 : 0;
        for (size_t i = 0; i < weights; i++) {
            bool is_bone = part->weights[i] > 0 && part->joints[i] < skeleton->bone_count;
            if (is_bone && !is_moving[part->joints[i]]) {
                is_moving[part->joints[i]] = 1;
                ++*out_count;
            }
        }
    }
    gait_mesh_free(mesh);
    return GAIT_OK;
}

/* Finds the built-in human skeleton that moves a P3D model with the most bones; of equal ones, the
 * last in the list, which is the newest. */
static gait_status search_builtin_of_mesh(gait_search *search) {
    gait_search_result *result = search->result;
    uint32_t most = 0;
    gait_status status = GAIT_OK;
    for (uint32_t i = gait_builtin_count(); i-- > 0 && status == GAIT_OK;) {
        gait_search_entry entry = {
            .source = GAIT_SKELETON_BUILTIN, .outcome = GAIT_SEARCH_LACKS_BODY, .index = i};
        uint32_t count = 0;
        gait_skeleton *skeleton = NULL;
        if (gait_builtin_at(i).family != GAIT_FAMILY_BOHEMIA) {
            continue;
        }
        GAITI_TRY(gait_builtin_skeleton(gait_builtin_at(i).name, &search->quiet, &skeleton));
        status = search_count_moving(search, skeleton, &count);
        if (status == GAIT_OK && count > most) {
            most = count;
            entry.outcome = GAIT_SEARCH_SURPASSED;
            entry.reason = GAIT_REASON_ALL_BONES;
            entry.coverage.matched = count;
            entry.coverage.unused = skeleton->bone_count - count;
            status = search_add_entry(result, entry, "", gait_builtin_at(i).name, 0);
            if (status == GAIT_OK) {
                search_use_newest(result, skeleton);
                skeleton = NULL;
            }
        }
        gait_skeleton_free(skeleton);
    }
    return status;
}

/* --- the search ------------------------------------------------------------------------------- */

gait_status gaiti_search_begin(gait_search *search) {
    gait_search_result *result = search->result;
    gait_skeleton *own;
    if (search->options.skeleton) {
        result->summary.source = GAIT_SKELETON_GIVEN;
        result->summary.tree = search->options.skeleton;
    }
    search->is_decided = search->options.skeleton || search->options.from_motion;
    if (search->is_decided) {
        return GAIT_OK;
    }
    const gait_p3d *p3d = gait_file_p3d(search->animation);
    if (p3d && gait_p3d_mesh_lod(p3d) >= 0) {
        return GAIT_OK; /* not every named point of a visible model is a pivot */
    }
    GAITI_TRY(search_unless_memory(gait_file_skeleton(search->animation, &search->quiet, &own)));
    if (own) {
        search_set_tree(result, GAIT_SKELETON_IN_FILE, own);
        search->is_decided = true;
    }
    return GAIT_OK;
}

gait_status gaiti_search_builtins(gait_search *search) {
    if (search->result->used >= 0 || gaiti_search_is_static(search)) {
        return GAIT_OK;
    }
    if (search->is_rtm) {
        return search_builtin_human(search);
    }
    if (gaiti_search_is_mesh(search)) {
        return search_builtin_of_mesh(search);
    }
    for (uint32_t i = 0; i < gait_builtin_count(); i++) {
        if (gait_builtin_at(i).family == GAIT_FAMILY_XRAY) {
            GAITI_TRY(search_table(search, i));
        }
    }
    return GAIT_OK;
}

void gaiti_search_use_nearest(gait_search *search) {
    gait_search_result *result = search->result;
    if (!search->is_decided && result->used < 0 && result->nearest >= 0 &&
        (gaiti_search_asks_to_leave_out(search) ||
         gaiti_search_shows_part(search, result->nearest_tree))) {
        result->used = result->nearest;
        result->entries[result->used].outcome = GAIT_SEARCH_USED;
        search_set_tree(result, result->entries[result->used].source, result->nearest_tree);
        result->nearest_tree = NULL;
        result->nearest = -1;
    }
}
