/* Moving the vertices of a mesh by a pose. */
#include <float.h>
#include <string.h>

#include "base/lanes.h"
#include "gait/mesh.h"

enum { SKIN_JOINTS = 4, SKIN_MATRIX = 12 }; /* bones of a vertex; floats of a matrix */

gait_status gait_mesh_find_bones(const gait_mesh *mesh, const gait_skeleton *skeleton,
                                 int32_t *out_bones) {
    if (!mesh || !skeleton || !out_bones) {
        return GAIT_BAD_ARGUMENT;
    }
    for (uint32_t b = 0; b < mesh->bone_count; b++) {
        out_bones[b] = gait_skeleton_find(skeleton, mesh->bones[b]);
    }
    return GAIT_OK;
}

/* Stores a matrix; the identity for a transform that is not finite as floats. */
static void skin_store_matrix(const gait_affine *delta, float out[SKIN_MATRIX]) {
    float sum = 0;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            out[4 * r + c] = (float)delta->m[r][c];
        }
        out[4 * r + 3] = (float)delta->t[r];
    }
    for (int i = 0; i < SKIN_MATRIX; i++) {
        sum += out[i] - out[i]; /* NaN when the element is not finite */
    }
    for (int i = 0; i < SKIN_MATRIX && sum != 0; i++) {
        out[i] = i % 5 == 0;
    }
}

gait_status gait_skinning_matrices(const gait_affine *deltas, uint32_t delta_count,
                                   const int32_t *bones, uint32_t bone_count, float *out_matrices) {
    const gait_affine identity = {.m = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    if ((!deltas && delta_count > 0) || ((!bones || !out_matrices) && bone_count > 0)) {
        return GAIT_BAD_ARGUMENT;
    }
    for (uint32_t b = 0; b < bone_count; b++) {
        if (bones[b] < -1 || bones[b] >= (int64_t)delta_count) {
            return GAIT_BAD_ARGUMENT;
        }
    }
    for (uint32_t b = 0; b < bone_count; b++) {
        skin_store_matrix(bones[b] < 0 ? &identity : &deltas[bones[b]],
                          out_matrices + SKIN_MATRIX * (size_t)b);
    }
    return GAIT_OK;
}

/* The rows of a matrix times a weight. */
static inline void skin_weigh(const float *matrices, uint16_t joint, float weight,
                              gaiti_float4 rows[3]) {
    const float *matrix = matrices + SKIN_MATRIX * (size_t)joint;
    gaiti_float4 factor = gaiti_float4_of(weight);
    rows[0] = gaiti_float4_multiply(factor, gaiti_float4_load(matrix));
    rows[1] = gaiti_float4_multiply(factor, gaiti_float4_load(matrix + 4));
    rows[2] = gaiti_float4_multiply(factor, gaiti_float4_load(matrix + 8));
}

static inline void skin_add(gaiti_float4 sum[3], const gaiti_float4 rows[3]) {
    sum[0] = gaiti_float4_add(sum[0], rows[0]);
    sum[1] = gaiti_float4_add(sum[1], rows[1]);
    sum[2] = gaiti_float4_add(sum[2], rows[2]);
}

/* The weighted sum of the matrices of a vertex, as four columns. Joints without weight are added
 * like the others: branches would take longer. */
static inline void skin_blend(const float *matrices, const uint16_t joints[SKIN_JOINTS],
                              const float weights[SKIN_JOINTS], gaiti_float4 columns[4]) {
    gaiti_float4 second[3], third[3], fourth[3];
    skin_weigh(matrices, joints[0], weights[0], columns);
    skin_weigh(matrices, joints[1], weights[1], second);
    skin_weigh(matrices, joints[2], weights[2], third);
    skin_weigh(matrices, joints[3], weights[3], fourth);
    skin_add(columns, second);
    skin_add(third, fourth);
    skin_add(columns, third);
    columns[3] = gaiti_float4_of(0.0F);
    gaiti_float4_transpose(columns[0], columns[1], columns[2], columns[3]);
}

/* The linear part of a matrix times a vector. */
static inline gaiti_float4 skin_rotate(const gaiti_float4 columns[4], const float vector[3]) {
    gaiti_float4 sum = gaiti_float4_multiply(columns[0], gaiti_float4_of(vector[0]));
    sum = gaiti_float4_add(sum, gaiti_float4_multiply(columns[1], gaiti_float4_of(vector[1])));
    return gaiti_float4_add(sum, gaiti_float4_multiply(columns[2], gaiti_float4_of(vector[2])));
}

/* Stores a vector with unit length, and one more float; `unmoved` if the length is 0 or not finite.
 */
static inline void skin_store_unit(gaiti_float4 moved, const float unmoved[3], float out[4]) {
    float v[4];
    gaiti_float4_store(v, moved);
    float square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (!(square >= FLT_MIN && square <= FLT_MAX)) {
        memcpy(out, unmoved, 3 * sizeof *out);
        return;
    }
    gaiti_float4_store(out, gaiti_float4_divide_by_root(moved, square));
}

/* Moves a vertex. Stores four floats each; the fourth is meaningless. */
static inline void skin_vertex(const gait_mesh_part *part, const float *matrices, size_t v,
                               float out_position[4], float *out_normal) {
    const float *weights = part->weights + SKIN_JOINTS * v;
    const float *position = part->positions + 3 * v, *normal = part->normals + 3 * v;
    if (weights[0] == 0) { /* the largest one */
        memcpy(out_position, position, 3 * sizeof *position);
        if (out_normal) {
            memcpy(out_normal, normal, 3 * sizeof *normal);
        }
        return;
    }
    gaiti_float4 columns[4];
    skin_blend(matrices, part->joints + SKIN_JOINTS * v, weights, columns);
    gaiti_float4 moved = gaiti_float4_add(skin_rotate(columns, position), columns[3]);
    gaiti_float4_store(out_position, moved);
    if (out_normal) {
        skin_store_unit(skin_rotate(columns, normal), normal, out_normal);
    }
}

static inline uint16_t skin_larger(uint16_t a, uint16_t b) {
    return a > b ? a : b;
}

static bool skin_has_valid_joints(const gait_mesh_part *part, uint32_t matrix_count) {
    uint16_t largest[SKIN_JOINTS] = {0};
    for (size_t v = 0; v < part->vertex_count; v++) {
        const uint16_t *joints = part->joints + SKIN_JOINTS * v;
        largest[0] = skin_larger(largest[0], joints[0]);
        largest[1] = skin_larger(largest[1], joints[1]);
        largest[2] = skin_larger(largest[2], joints[2]);
        largest[3] = skin_larger(largest[3], joints[3]);
    }
    return skin_larger(skin_larger(largest[0], largest[1]), skin_larger(largest[2], largest[3])) <
           matrix_count;
}

gait_status gait_mesh_skin(const gait_mesh_part *part, const float *matrices, uint32_t matrix_count,
                           float *out_positions, float *out_normals) {
    if (!part || !out_positions) {
        return GAIT_BAD_ARGUMENT;
    }
    size_t count = part->vertex_count;
    if (count == 0) {
        return GAIT_OK;
    }
    if (!part->joints) {
        memcpy(out_positions, part->positions, 3 * count * sizeof *out_positions);
        if (out_normals) {
            memcpy(out_normals, part->normals, 3 * count * sizeof *out_normals);
        }
        return GAIT_OK;
    }
    if (!matrices || !skin_has_valid_joints(part, matrix_count)) {
        return GAIT_BAD_ARGUMENT;
    }
    /* Four floats are stored per vertex; the next vertex replaces the fourth. */
    for (size_t v = 0; v + 1 < count; v++) {
        skin_vertex(part, matrices, v, out_positions + 3 * v,
                    out_normals ? out_normals + 3 * v : NULL);
    }
    float position[4], normal[4];
    skin_vertex(part, matrices, count - 1, position, normal);
    memcpy(out_positions + 3 * (count - 1), position, 3 * sizeof *position);
    if (out_normals) {
        memcpy(out_normals + 3 * (count - 1), normal, 3 * sizeof *normal);
    }
    return GAIT_OK;
}
