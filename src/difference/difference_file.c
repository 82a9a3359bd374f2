/* Differences of files as a whole: format, version, bones, parts, references, skeletons. */
#include <string.h>

#include "base/bytes.h"
#include "base/number/trig.h"
#include "base/text/names.h"
#include "base/text/text.h"
#include "difference/difference_state.h"
#include "gait/bmtr.h"
#include "gait/numbers.h"
#include "model/affine.h"
#include "formats/abilities.h"
#include "formats/format_row.h"
#include "formats/file_state.h"

/* A copy of a name in the temporary memory, as UTF-8 with a NUL. */
static gait_span difference_utf8(gaiti_difference_job *job, uint32_t code_page, gait_span name) {
    const char *text = gaiti_utf8(&job->work, code_page, name);
    return text ? gaiti_span_of(text) : gaiti_span("", 0);
}

/* --- bones ------------------------------------------------------------------------------------ */

/* True when both files have one bone, and one of them is an object, which has the name of its clip.
 */
static bool difference_is_of_object(const gaiti_difference_job *job) {
    const gait_file *a = job->side[0].file, *b = job->side[1].file;
    return gait_file_bone_count(a) == 1 && gait_file_bone_count(b) == 1 &&
           (gaiti_file_has(a, GAIT_MOVES_OBJECT) || gaiti_file_has(b, GAIT_MOVES_OBJECT));
}

static void difference_bones(gaiti_difference_job *job) {
    gaiti_difference_lists lists = {0};
    if (difference_is_of_object(job)) {
        return;
    }
    for (int s = 0; s < 2; s++) {
        const gait_file *file = job->side[s].file;
        uint32_t count = gait_file_bone_count(file);
        gait_span *names = gaiti_difference_new_names(job, count);
        for (uint32_t b = 0; names && b < count; b++) {
            names[b] =
                difference_utf8(job, gait_file_code_page(file), gait_file_bone_name(file, b));
        }
        lists.names[s] = names;
        lists.count[s] = names ? count : 0;
    }
    if (!gaiti_difference_match(job, &lists)) {
        return;
    }
    gaiti_difference_add_lists(job, &lists, GAIT_DIFFERENCE_BONE, false);
    /* Files of other formats often have another order. */
    uint32_t moved = job->is_one_format ? gaiti_difference_find_moved(job, &lists) : 0;
    if (moved > 0) {
        gaiti_difference_add(job, (gait_difference){.subject = GAIT_DIFFERENCE_BONE_ORDER,
                                                    .kind = GAIT_DIFFERENCE_MOVED,
                                                    .name = ""});
    }
}

/* --- parts and references --------------------------------------------------------------------- */

static gait_span *difference_part_names(gaiti_difference_job *job, const gait_file *file,
                                        uint32_t *out_count) {
    uint32_t count = gait_file_part_count(file), page = gaiti_difference_part_page(file);
    gait_span *names = gaiti_difference_new_names(job, count);
    for (uint32_t i = 0; names && i < count; i++) {
        names[i] = difference_utf8(job, page, gaiti_file_part(file, i).name);
    }
    *out_count = names ? count : 0;
    return names;
}

/* The names of the bones of the other file, which may be the first or the second one. */
static bool difference_other_bones(gaiti_difference_job *job, const gait_file *file,
                                   gaiti_names *out) {
    const gait_file *other = job->side[file == job->side[0].file ? 1 : 0].file;
    uint32_t count = gait_file_bone_count(other);
    gait_span *names = gaiti_difference_new_names(job, count);
    if (!names || !gaiti_names_init(out, &job->work, names, count)) {
        return false;
    }
    for (uint32_t b = 0; b < count; b++) {
        names[b] = difference_utf8(job, gait_file_code_page(other), gait_file_bone_name(other, b));
        gaiti_names_add(out, b);
    }
    return true;
}

static gait_span difference_join_names(gaiti_difference_job *job, gait_span part, gait_span bone) {
    char *text = gaiti_alloc(&job->work, (uint64_t)part.size + bone.size + 2, 1);
    if (!text) {
        return gaiti_span("", 0);
    }
    memcpy(text, part.data, part.size);
    text[part.size] = '/';
    memcpy(text + part.size + 1, bone.data, bone.size);
    return gaiti_span(text, part.size + bone.size + 1);
}

/* The bones of all parts: "part/bone". Without bones that the other file lacks. */
static gait_span *difference_part_bones(gaiti_difference_job *job, const gait_file *file,
                                        uint32_t *out_count) {
    uint32_t parts = gait_file_part_count(file), at = 0;
    uint32_t page = gaiti_difference_part_page(file);
    uint64_t count = 0;
    gaiti_names known;
    for (uint32_t i = 0; i < parts; i++) {
        count += gaiti_file_part(file, i).bone_count;
    }
    *out_count = 0;
    if (count == 0 || count > UINT32_MAX || !difference_other_bones(job, file, &known)) {
        return NULL;
    }
    gait_span *names = gaiti_difference_new_names(job, (uint32_t)count);
    for (uint32_t i = 0; names && i < parts; i++) {
        gaiti_part_info part = gaiti_file_part(file, i);
        gait_span name = difference_utf8(job, page, part.name);
        for (uint32_t b = 0; b < part.bone_count; b++) {
            gait_span bone = difference_utf8(job, page, gaiti_file_part_bone(file, i, b));
            if (gaiti_names_find(&known, bone) >= 0) {
                names[at++] = difference_join_names(job, name, bone);
            }
        }
    }
    *out_count = at;
    return names;
}

static gait_span *difference_refs(gaiti_difference_job *job, const gait_file *file,
                                  uint32_t *out_count) {
    uint32_t count = gait_file_ref_count(file);
    gait_span *names = gaiti_difference_new_names(job, count);
    for (uint32_t i = 0; names && i < count; i++) {
        names[i] = difference_utf8(job, gait_file_code_page(file), gait_file_ref(file, i));
    }
    *out_count = names ? count : 0;
    return names;
}

typedef gait_span *(*difference_name_source)(gaiti_difference_job *job, const gait_file *file,
                                             uint32_t *out_count);

/* Compares two lists of names. */
static void difference_names(gaiti_difference_job *job, difference_name_source names,
                             gait_difference_subject subject, bool has_order) {
    gaiti_difference_lists lists = {0};
    for (int s = 0; s < 2; s++) {
        lists.names[s] = names(job, job->side[s].file, &lists.count[s]);
    }
    if (lists.count[0] + (uint64_t)lists.count[1] > 0 && gaiti_difference_match(job, &lists)) {
        if (has_order) {
            gaiti_difference_find_moved(job, &lists);
        }
        gaiti_difference_add_lists(job, &lists, subject, has_order);
    }
}

/* --- skeletons -------------------------------------------------------------------------------- */

static const char *difference_parent_of(const gait_skeleton *skeleton, int32_t bone) {
    int32_t parent = skeleton->bones[bone].parent;
    return parent < 0 ? "" : skeleton->bones[parent].name;
}

static const char *difference_copy(gaiti_difference_job *job, const char *text) {
    const char *copy = gaiti_copy_text(&job->result->arena, text);
    return copy ? copy : "";
}

/* A number with three decimals. */
static const char *difference_fixed(gaiti_difference_job *job, double value) {
    char text[40] = {0};
    gait_print_fixed(text, sizeof text - 1, value, 3);
    return difference_copy(job, text);
}

/* Compares rest poses, relative to the parent. */
static void difference_rest(gaiti_difference_job *job, const gait_bone *a, const gait_bone *b) {
    if (memcmp(&a->rest, &b->rest, sizeof a->rest) == 0) {
        return;
    }
    double mm = 1000 * gaiti_distance(a->rest.t, b->rest.t);
    double deg = gaiti_quaternion_angle(a->rest.q, b->rest.q) * GAITI_DEGREES_PER_RADIAN;
    if (mm <= (job->is_one_format ? 1e-4 : 0.01) && deg <= (job->is_one_format ? 1e-4 : 0.01)) {
        return;
    }
    const char *const texts[4] = {difference_fixed(job, mm), " mm, ", difference_fixed(job, deg),
                                  " deg"};
    gaiti_difference_add(job, (gait_difference){.subject = GAIT_DIFFERENCE_REST,
                                                .kind = GAIT_DIFFERENCE_CHANGED,
                                                .name = difference_copy(job, a->name),
                                                .after = gaiti_difference_join(job, texts)});
}

static void difference_skeleton_bone(gaiti_difference_job *job, const gait_skeleton *const both[2],
                                     int32_t a, int32_t b) {
    const char *before = difference_parent_of(both[0], a);
    const char *after = difference_parent_of(both[1], b);
    if (!gaiti_equal_text(before, after)) {
        gaiti_difference_add(
            job, (gait_difference){.subject = GAIT_DIFFERENCE_PARENT,
                                   .kind = GAIT_DIFFERENCE_CHANGED,
                                   .name = difference_copy(job, both[0]->bones[a].name),
                                   .before = before[0] ? difference_copy(job, before) : NULL,
                                   .after = after[0] ? difference_copy(job, after) : NULL});
    } else {
        difference_rest(job, &both[0]->bones[a], &both[1]->bones[b]);
    }
}

/* Compares two skeletons. With `has_bones`, bones that one of them lacks are reported here. */
static void difference_skeleton_pair(gaiti_difference_job *job, const gait_skeleton *const both[2],
                                     bool has_bones) {
    gaiti_difference_lists lists = {0};
    for (int s = 0; s < 2; s++) {
        gait_span *names = gaiti_difference_new_names(job, both[s]->bone_count);
        for (uint32_t b = 0; names && b < both[s]->bone_count; b++) {
            names[b] = gaiti_span_of(both[s]->bones[b].name);
        }
        lists.names[s] = names;
        lists.count[s] = names ? both[s]->bone_count : 0;
    }
    if (!gaiti_difference_match(job, &lists)) {
        return;
    }
    if (has_bones) {
        gaiti_difference_add_lists(job, &lists, GAIT_DIFFERENCE_BONE, false);
    }
    for (uint32_t b = 0; b < lists.count[0]; b++) {
        if (lists.match[0][b] >= 0) {
            difference_skeleton_bone(job, both, (int32_t)b, lists.match[0][b]);
        }
    }
}

static gait_span *difference_skeleton_names(gaiti_difference_job *job, const gait_file *file,
                                            uint32_t *out_count) {
    uint32_t count = gait_file_skeleton_count(file);
    gait_span *names = gaiti_difference_new_names(job, count);
    for (uint32_t i = 0; names && i < count; i++) {
        const char *name = gait_file_skeleton_info(file, i).name;
        names[i] = gaiti_span(name ? name : "", name ? strlen(name) : 0);
    }
    *out_count = names ? count : 0;
    return names;
}

static void difference_skeletons(gaiti_difference_job *job) {
    gaiti_difference_lists lists = {0};
    bool has_bones = true;
    for (int s = 0; s < 2; s++) {
        lists.names[s] = difference_skeleton_names(job, job->side[s].file, &lists.count[s]);
        has_bones = has_bones && gait_file_bone_count(job->side[s].file) == 0;
    }
    if (!gaiti_difference_match(job, &lists)) {
        return;
    }
    if (lists.count[0] == 1 && lists.count[1] == 1) {
        lists.match[0][0] = lists.match[1][0] = 0; /* may be named after the files */
    } else if (lists.count[0] > 1 || lists.count[1] > 1) {
        gaiti_difference_add_lists(job, &lists, GAIT_DIFFERENCE_SKELETON, false);
    }
    for (uint32_t i = 0; i < lists.count[0]; i++) {
        gait_skeleton *both[2] = {NULL, NULL};
        uint32_t at[2] = {i, (uint32_t)lists.match[0][i]};
        bool is_ready = lists.match[0][i] >= 0;
        for (int s = 0; s < 2 && is_ready; s++) {
            gait_status status =
                gait_file_skeleton_at(job->side[s].file, at[s], &job->options, &both[s]);
            is_ready = gaiti_difference_check(job, status);
        }
        if (is_ready) {
            difference_skeleton_pair(job, (const gait_skeleton *const[2]){both[0], both[1]},
                                     has_bones);
        }
        gait_skeleton_free(both[0]);
        gait_skeleton_free(both[1]);
    }
}

/* --- the files -------------------------------------------------------------------------------- */

static void difference_headers(gaiti_difference_job *job) {
    const gait_file *a = job->side[0].file, *b = job->side[1].file;
    const gait_bmtr *first = gait_file_bmtr(a), *second = gait_file_bmtr(b);
    if (!job->is_one_format) {
        gaiti_difference_add(
            job, (gait_difference){.subject = GAIT_DIFFERENCE_FORMAT,
                                   .kind = GAIT_DIFFERENCE_CHANGED,
                                   .name = "",
                                   .before = gait_format_get_info(gait_file_format(a))->name,
                                   .after = gait_format_get_info(gait_file_format(b))->name});
    } else if (gait_file_version(a) != gait_file_version(b)) {
        gaiti_difference_add_numbers(job, GAIT_DIFFERENCE_VERSION, "", gait_file_version(a),
                                     gait_file_version(b));
    }
    if (first && second && gait_bmtr_preload(first) != gait_bmtr_preload(second)) {
        gaiti_difference_add_numbers(job, GAIT_DIFFERENCE_PROPERTY, "preload",
                                     gait_bmtr_preload(first), gait_bmtr_preload(second));
    }
    if (first && second && gait_bmtr_reversed(first) != gait_bmtr_reversed(second)) {
        gaiti_difference_add_numbers(job, GAIT_DIFFERENCE_PROPERTY, "reversed",
                                     gait_bmtr_reversed(first), gait_bmtr_reversed(second));
    }
}

void gaiti_difference_compare_files(gaiti_difference_job *job) {
    difference_headers(job);
    difference_bones(job);
    difference_names(job, difference_part_names, GAIT_DIFFERENCE_PART, true);
    difference_names(job, difference_part_bones, GAIT_DIFFERENCE_PART_BONE, false);
    difference_names(job, difference_refs, GAIT_DIFFERENCE_REFERENCE, true);
    difference_skeletons(job);
    job->result->summary.difference_count = job->result->difference_count;
}
