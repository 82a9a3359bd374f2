/* Writing bones as joints. */
#include <string.h>

#include "base/bytes.h"
#include "base/try.h"
#include "base/number/number.h"
#include "base/text/names.h"
#include "formats/bvh/bvh.h"
#include "formats/bvh/bvh_number.h"
#include "formats/bvh/bvh_writer.h"
#include "model/affine.h"
#include "gait/transform.h"

/* --- rest pose -------------------------------------------------------------------------------- */

static bool bvhtree_is_valid(const double v[3]) {
    return v[0] - v[0] == 0 && v[1] - v[1] == 0 && v[2] - v[2] == 0 &&
           gaiti_abs(v[0]) <= GAITI_BVH_MAX_NUMBER && gaiti_abs(v[1]) <= GAITI_BVH_MAX_NUMBER &&
           gaiti_abs(v[2]) <= GAITI_BVH_MAX_NUMBER;
}

/* Rest position and rotation of a bone in model space and glTF axes. False when they are invalid:
 * the position is then 0. */
static bool bvhtree_rest_of(const gait_skeleton *skeleton, int32_t bone, double t[3], double q[4]) {
    gait_transform rest = {.q = {0, 0, 0, 1}};
    if (bone >= 0) {
        gait_affine converted =
            gait_affine_change_axes(&skeleton->rest_model[bone], GAIT_AXES_ENGINE, GAIT_AXES_GLTF);
        gait_affine_decompose(&converted, &rest);
    }
    bool is_valid = gaiti_quaternion_normalise(rest.q) && bvhtree_is_valid(rest.t);
    for (int i = 0; i < 3; i++) {
        t[i] = is_valid ? rest.t[i] : 0;
    }
    memcpy(q, rest.q, sizeof rest.q);
    return is_valid;
}

static bool bvhtree_set_rest(const gait_skeleton *skeleton, uint32_t index, gaiti_bvh_bone *bone) {
    double head[3], above[3];
    const gait_transform *local = &skeleton->bones[index].rest;
    bool is_valid = bvhtree_rest_of(skeleton, (int32_t)index, head, bone->undo);
    bvhtree_rest_of(skeleton, bone->parent, above, bone->above);
    memcpy(bone->rest_q, local->q, sizeof bone->rest_q);
    is_valid = gaiti_quaternion_normalise(bone->rest_q) && bvhtree_is_valid(local->t) && is_valid;
    for (int i = 0; i < 3; i++) {
        bone->offset[i] = head[i] - above[i];
        bone->undo[i] = -bone->undo[i];
        bone->rest_t[i] = !is_valid ? 0 : i == 0 ? -local->t[i] : local->t[i];
        bone->rest_q[i] = i == 0 ? bone->rest_q[i] : -bone->rest_q[i];
    }
    return is_valid;
}

/* --- names ------------------------------------------------------------------------------------ */

/* Encodes the name of a bone; allocates memory for a numeric suffix. */
static char *bvhtree_encode_name(gaiti_bvh_writer *self, uint32_t index, size_t *out_size) {
    const char *name = self->clip->skeleton->bones[index].name;
    bool has_name = name && name[0];
    size_t capacity = (has_name ? strlen(name) * 3 : 8) + GAITI_NUMBER_MAX + 1;
    char *encoded = gaiti_alloc(&self->arena, capacity, 1);
    if (!encoded) {
        return NULL;
    }
    if (has_name) {
        *out_size = gaiti_bvh_encode_name(name, encoded);
    } else {
        memcpy(encoded, "Joint_", 6);
        *out_size = 6 + gaiti_print_u64(encoded + 6, index);
    }
    gait_span shown = has_name ? gaiti_span(name, strlen(name)) : gaiti_span(encoded, *out_size);
    gaiti_detail detail = {.name = shown, .name_is_utf8 = true};
    if (!has_name) {
        gaiti_raise(&self->report, GAITI_BVH_OUT_NO_NAME, detail);
    } else if (*out_size != shown.size) {
        gaiti_raise(&self->report, GAITI_BVH_OUT_NAME_CODED, detail);
    }
    return encoded;
}

static gait_status bvhtree_set_name(gaiti_bvh_writer *self, gaiti_names *names, gait_span *spans,
                                    uint32_t index, uint64_t *serial) {
    size_t size = 0;
    gaiti_report_set_bone(&self->report, index, self->clip->skeleton->bones[index].name);
    char *name = bvhtree_encode_name(self, index, &size);
    GAITI_TRY(self->arena.status);
    spans[index] = gaiti_span(name, size);
    if (gaiti_names_add(names, index) >= 0) {
        gaiti_raise(&self->report, GAITI_BVH_OUT_NAME_TWICE,
                    (gaiti_detail){.name = spans[index], .name_is_utf8 = true});
        name[size] = '.';
        do {
            spans[index].size = size + 1 + gaiti_print_u64(name + size + 1, ++*serial);
        } while (gaiti_names_add(names, index) >= 0);
    }
    self->bones[index].name = spans[index];
    return GAIT_OK;
}

/* --- children --------------------------------------------------------------------------------- */

/* Links children and siblings, backwards so that they are in bone order. Returns the number of
 * roots. */
static uint32_t bvhtree_link(gaiti_bvh_writer *self) {
    uint32_t roots = 0;
    self->first_root = -1;
    for (uint32_t b = self->bone_count; b-- > 0;) {
        gaiti_bvh_bone *bone = &self->bones[b];
        int32_t *first =
            bone->parent < 0 ? &self->first_root : &self->bones[bone->parent].first_child;
        bone->next_sibling = *first;
        *first = (int32_t)b;
        roots += bone->parent < 0;
    }
    return roots;
}

gait_status gaiti_bvh_list_bones(gaiti_bvh_writer *self) {
    const gait_skeleton *skeleton = self->clip->skeleton;
    gaiti_arena *arena = &self->arena;
    gaiti_names names;
    uint64_t serial = 0;
    self->bone_count = skeleton->bone_count;
    self->bones = gaiti_alloc(arena, self->bone_count, sizeof *self->bones);
    self->order = gaiti_alloc(arena, self->bone_count, sizeof *self->order);
    gait_span *spans = gaiti_alloc(arena, self->bone_count, sizeof *spans);
    gaiti_names_init(&names, arena, spans, self->bone_count);
    GAITI_TRY(arena->status);
    for (uint32_t b = 0; b < self->bone_count; b++) {
        self->bones[b].parent = skeleton->bones[b].parent;
        self->bones[b].first_child = -1;
        GAITI_TRY(bvhtree_set_name(self, &names, spans, b, &serial));
        if (!bvhtree_set_rest(skeleton, b, &self->bones[b])) {
            gaiti_raise(&self->report, GAITI_BVH_OUT_REST_NOT_FINITE, (gaiti_detail){0});
        }
    }
    self->report.bone = -1;
    self->has_carrier = bvhtree_link(self) != 1;
    return GAIT_OK;
}

/* --- text ------------------------------------------------------------------------------------- */

/* Writes an indented line. The indentation is limited, because the size of the text would grow with
 * the square of the depth. */
static void bvhtree_line(gaiti_bvh_writer *self, uint32_t depth, const char *text) {
    enum { MAX_TABS = 32 };
    uint32_t tabs = depth < MAX_TABS ? depth : MAX_TABS;
    self->no_memory |= !gaiti_write_fill(self->out, '\t', tabs);
    gaiti_bvh_write(self, text);
}

static void bvhtree_put_offset(gaiti_bvh_writer *self, uint32_t depth, const double offset[3]) {
    bvhtree_line(self, depth, "OFFSET");
    for (int i = 0; i < 3; i++) {
        char number[GAITI_NUMBER_MAX + 1] = " ";
        size_t size = 1 + gaiti_bvh_print(number + 1, offset[i]);
        self->no_memory |= !gaiti_write(self->out, number, size);
    }
    gaiti_bvh_write(self, "\n");
}

static void bvhtree_open(gaiti_bvh_writer *self, uint32_t depth, gait_span name,
                         const double offset[3], const char *channels) {
    bvhtree_line(self, depth, depth ? "JOINT " : "ROOT ");
    self->no_memory |= !gaiti_write(self->out, name.data, name.size);
    gaiti_bvh_write(self, "\n");
    bvhtree_line(self, depth, "{\n");
    bvhtree_put_offset(self, depth + 1, offset);
    bvhtree_line(self, depth + 1, channels);
}

/* Writes an end site, which only affects drawing, at half the distance from the parent. */
static void bvhtree_put_end(gaiti_bvh_writer *self, uint32_t depth, const double offset[3]) {
    const double min = 0.01;
    double tail[3] = {0, 0.05, 0};
    bool is_long =
        gaiti_abs(offset[0]) >= min || gaiti_abs(offset[1]) >= min || gaiti_abs(offset[2]) >= min;
    for (int i = 0; i < 3 && is_long; i++) {
        tail[i] = offset[i] / 2;
    }
    bvhtree_line(self, depth, "End Site\n");
    bvhtree_line(self, depth, "{\n");
    bvhtree_put_offset(self, depth + 1, tail);
    bvhtree_line(self, depth, "}\n");
}

/* Closes a bone and its ancestors that have no more children. Returns the next bone, -1 = none. */
static int32_t bvhtree_close(gaiti_bvh_writer *self, int32_t b, uint32_t *depth) {
    while (b >= 0) {
        bvhtree_line(self, *depth, "}\n");
        if (self->bones[b].next_sibling >= 0) {
            return self->bones[b].next_sibling;
        }
        b = self->bones[b].parent;
        *depth -= b >= 0;
    }
    return -1;
}

void gaiti_bvh_write_hierarchy(gaiti_bvh_writer *self) {
    static const double zero[3] = {0, 0, 0};
    gait_span carrier = gaiti_span(GAITI_BVH_CARRIER, strlen(GAITI_BVH_CARRIER));
    uint32_t count = 0, depth = self->has_carrier;
    gaiti_bvh_write(self, "HIERARCHY\n");
    if (self->has_carrier) {
        bvhtree_open(self, 0, carrier, zero, "CHANNELS 0\n");
    }
    for (int32_t b = self->first_root; b >= 0;) {
        const gaiti_bvh_bone *bone = &self->bones[b];
        self->order[count++] = (uint32_t)b;
        bvhtree_open(self, depth, bone->name, bone->offset,
                     "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n");
        if (bone->first_child >= 0) {
            b = bone->first_child;
            depth++;
            continue;
        }
        bvhtree_put_end(self, depth + 1, bone->parent < 0 ? zero : bone->offset);
        b = bvhtree_close(self, b, &depth);
    }
    if (self->has_carrier) {
        if (self->bone_count == 0) {
            bvhtree_put_end(self, 1, zero);
        }
        gaiti_bvh_write(self, "}\n");
    }
}
