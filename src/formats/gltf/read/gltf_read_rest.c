/* The rest pose, from the inverse bind matrices, else from the nodes. */
#include <string.h>

#include "base/try.h"
#include "base/bytes.h"
#include "base/number/number.h"
#include "formats/gltf/read/gltf_read.h"
#include "model/affine.h"
#include "model/clip.h"
#include "gait/transform.h"

/* Relative tolerance: when bind matrix and nodes differ only by float rounding, the nodes are
 * used. */
#define GREST_SAME 2e-6
/* The same in the search for the space of the bind matrices. */
#define GREST_SAME_SPACE 1e-4

gait_span gaiti_gltf_read_bone_name(const gait_gltf *file, uint32_t node,
                                    char generated[GAITI_GLTF_NAME]) {
    static const char prefix[] = "Node_";
    size_t size = sizeof prefix - 1;
    if (file->nodes[node].name.size > 0) {
        return file->nodes[node].name;
    }
    memcpy(generated, prefix, size);
    size += gaiti_print_u64(generated + size, node);
    return gaiti_span(generated, size);
}

/* Transform of a node relative to an ancestor (-1 = the scene), without animation. */
static gait_affine grest_between(const gait_gltf *file, int32_t node, int32_t ancestor) {
    gait_affine all = gait_affine_identity();
    for (; node >= 0 && node != ancestor; node = file->parents[node]) {
        gait_affine local = gait_affine_from_transform(&file->nodes[node].local);
        all = gait_affine_multiply(&local, &all);
    }
    return all;
}

/* Transform of a bone relative to its parent bone, including the nodes between them. */
static gait_affine grest_node(const gait_gltf *file, const gait_gltf_rig *rig, uint32_t bone) {
    int32_t slot = rig->slot_of[rig->nodes[bone]];
    gait_affine local = gait_affine_from_transform(&file->nodes[rig->nodes[bone]].local);
    for (slot = rig->above[slot]; slot >= 0 && rig->bone_of[slot] < 0; slot = rig->above[slot]) {
        gait_affine above = gait_affine_from_transform(&file->nodes[rig->slots[slot]].local);
        local = gait_affine_multiply(&above, &local);
    }
    return local;
}

static bool grest_is_finite(const gait_affine *a) {
    double sum = 0;
    for (int i = 0; i < 9; i++) {
        sum += a->m[i / 3][i % 3] * 0;
    }
    for (int i = 0; i < 3; i++) {
        sum += a->t[i] * 0;
    }
    return sum == 0;
}

/* Bind pose of a bone in the space of the rig. False when the skin has no usable matrix for it. */
static bool grest_bind(const gait_gltf *file, const gait_gltf_rig *rig, uint32_t bone,
                       const gait_affine *from_bind, gait_affine *out) {
    gait_affine matrix, bind;
    if (rig->skin < 0 ||
        !gaiti_gltf_inverse_bind(file, (uint32_t)rig->skin, rig->joints[bone], &matrix) ||
        !grest_is_finite(&matrix) || !gait_affine_invert(&matrix, &bind)) {
        return false;
    }
    *out = gait_affine_multiply(from_bind, &bind);
    return grest_is_finite(out);
}

static double grest_difference(const gait_affine *a, const gait_affine *b, double *out_size) {
    double max_error = 0, size = 1;
    for (int i = 0; i < 9; i++) {
        double error = gaiti_abs(a->m[i / 3][i % 3] - b->m[i / 3][i % 3]);
        max_error = error > max_error ? error : max_error;
    }
    for (int i = 0; i < 3; i++) {
        double error = gaiti_abs(a->t[i] - b->t[i]);
        max_error = error > max_error ? error : max_error;
        size = gaiti_abs(a->t[i]) > size ? gaiti_abs(a->t[i]) : size;
    }
    *out_size = size;
    return max_error;
}

/* The number of bones whose bind pose is the pose of their nodes. `model` has room for all. */
static uint32_t grest_count_same(const gait_gltf *file, const gait_gltf_rig *rig,
                                 const gait_affine *from_bind, gait_affine *model) {
    uint32_t count = 0;
    for (uint32_t b = 0; b < rig->bone_count; b++) {
        gait_affine bind;
        double size;
        model[b] = grest_node(file, rig, b);
        if (rig->parents[b] >= 0) {
            model[b] = gait_affine_multiply(&model[rig->parents[b]], &model[b]);
        }
        count += grest_bind(file, rig, b, from_bind, &bind) &&
                 grest_difference(&bind, &model[b], &size) <= GREST_SAME_SPACE * (1 + size);
    }
    return count;
}

/* The transform from the space of the bind matrices to that of the rig. Bind matrices are relative
 * to the scene, unless the armature was moved and they were not written again: then they are
 * relative to the armature, and with that more nodes are in the rest pose. */
static gait_affine grest_from_bind(const gait_gltf *file, const gait_gltf_rig *rig,
                                   gait_affine *model) {
    gait_affine space = grest_between(file, rig->space, -1), from_scene;
    gait_affine from_armature = grest_between(file, rig->armature, rig->space);
    gait_affine_invert(&space, &from_scene);
    bool is_armature = grest_count_same(file, rig, &from_armature, model) >
                       grest_count_same(file, rig, &from_scene, model);
    return is_armature ? from_armature : from_scene;
}

static gait_transform grest_to_engine(const gait_affine *local) {
    gait_transform transform;
    gait_affine converted = gait_affine_change_axes(local, GAIT_AXES_GLTF, GAIT_AXES_ENGINE);
    gait_affine_decompose(&converted, &transform);
    for (int i = 0; i < 3; i++) {
        transform.s[i] = gaiti_abs(transform.s[i] - 1) < 1e-5 ? 1 : transform.s[i];
    }
    return transform;
}

/* Converts a node's transform to engine axes by mirroring X, so that its numbers stay exact. */
static gait_transform grest_mirror(const gait_transform *local) {
    gait_transform transform = *local;
    transform.t[0] = -transform.t[0];
    transform.q[1] = -transform.q[1];
    transform.q[2] = -transform.q[2];
    return transform;
}

/* Scratch arrays for one skeleton. */
typedef struct grest {
    gaiti_arena scratch;
    gait_affine *model; /* per bone, glTF axes */
    gait_bone *bones;
} grest;

static bool grest_bone(grest *self, const gait_gltf *file, const gait_gltf_rig *rig, uint32_t b,
                       const gait_affine *from_bind) {
    char generated[GAITI_GLTF_NAME];
    gait_span name = gaiti_gltf_read_bone_name(file, rig->nodes[b], generated);
    char *copy = gaiti_alloc(&self->scratch, name.size + 1, 1);
    if (!copy) {
        return false;
    }
    memcpy(copy, name.data, name.size);
    int32_t parent = rig->parents[b];
    gait_affine node = grest_node(file, rig, b), above = gait_affine_identity();
    if (parent >= 0) {
        above = self->model[parent];
    }
    gait_affine posed = gait_affine_multiply(&above, &node), inverse;
    bool is_bound = grest_bind(file, rig, b, from_bind, &self->model[b]);
    double size = 1;
    bool is_node =
        !is_bound || grest_difference(&self->model[b], &posed, &size) <= GREST_SAME * (1 + size);
    self->model[b] = is_bound ? self->model[b] : posed;
    gait_affine local = node;
    if (!is_node && gait_affine_invert(&above, &inverse)) {
        local = gait_affine_multiply(&inverse, &self->model[b]);
    }
    int32_t slot = rig->slot_of[rig->nodes[b]];
    bool is_plain = rig->above[slot] < 0 || rig->bone_of[rig->above[slot]] >= 0;
    self->bones[b] = (gait_bone){
        .name = copy,
        .parent = parent,
        .rest = is_node && is_plain ? grest_mirror(&file->nodes[rig->nodes[b]].local)
                                    : grest_to_engine(&local),
        .parent_origin = GAIT_ORIGIN_FILE,
        .rest_origin = GAIT_ORIGIN_FILE,
    };
    return true;
}

gait_status gaiti_gltf_skeleton(const gait_gltf *file, const gait_gltf_rig *rig, const char *name,
                                const gait_options *options, gait_skeleton **out_skeleton) {
    grest self;
    if (!GAITI_CLEAR(out_skeleton) || !gaiti_gltf_rig_fits(rig, file) || !name) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(gaiti_gltf_check_complete(file, options ? options->diagnostics : NULL));
    gaiti_arena_init(&self.scratch, options,
                     (size_t)rig->bone_count * (sizeof(gait_affine) + sizeof(gait_bone) + 32) + 64);
    self.model = gaiti_alloc(&self.scratch, rig->bone_count, sizeof *self.model);
    self.bones = gaiti_alloc(&self.scratch, rig->bone_count, sizeof *self.bones);
    gait_status status = self.scratch.status;
    gait_affine from_bind = gait_affine_identity();
    if (self.model && self.bones) {
        from_bind = grest_from_bind(file, rig, self.model);
    }
    for (uint32_t b = 0; b < rig->bone_count && status == GAIT_OK; b++) {
        status = grest_bone(&self, file, rig, b, &from_bind) ? GAIT_OK : self.scratch.status;
    }
    if (status == GAIT_OK) {
        status = gaiti_skeleton_new(name, self.bones, rig->bone_count, options, out_skeleton);
    }
    gaiti_arena_free(&self.scratch);
    return status;
}
