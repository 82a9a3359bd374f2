/* Converts eight frames of a bone at once: floats for rotations, doubles for positions in model
 * space.
 *
 * The lanes are frames, not bones: in all lanes a bone has the same parent and the same kind of
 * keys, so there are no masks, and a row of the result is stored without a transposition. Only the
 * keys are transposed when they are loaded, four floats of eight keys at a time, because a file
 * stores the numbers of one key side by side. Bones are converted in their order, parents first. A
 * bone that has children stores the inverse of its matrix and its position for them.
 *
 * Rotations need floats only: a vector has twice as many lanes as with doubles, and the result is
 * accurate to 0.0001 degrees. The orthogonal factor is found by the steps X (I - E/2), which have
 * no division and no square root; a matrix that is nearly a rotation needs one, others up to three.
 * Positions in model space are subtracted from each other, so they have doubles. If one lane is not
 * near a rotation, is far from its parent or is not finite, the bone is marked, and local_keys.c
 * replaces all eight keys by those of exact poses.
 *
 * The limit is arithmetic. Exact poses of whole frames, in blocks of four bones with doubles
 * (pose_blocks.c), take 2 to 5 times as long, and 12 to 20 times with their decomposition. */
#include "ops/local_keys_block.h"

#include "base/bytes.h"
#include "base/double4.h"

/* Limits of the value of local_defect(): below them, one, two or three steps of local_refine()
 * give a rotation that is accurate to 0.0001 degrees. */
#define LOCAL_DEFECT_1 1e-6f
#define LOCAL_DEFECT_2 1e-3f
#define LOCAL_DEFECT_3 1e-2f

/* Squares of distances from the parent, in metres. From the first on, floats are not accurate
 * enough; roots and quaternions have the second limit, which excludes infinity and NaN. */
#define LOCAL_FAR 2.25f
#define LOCAL_INFINITE 1e30f

/* Squares of lengths of quaternions that can be normalised without overflow. */
#define LOCAL_MIN_QUATERNION 1e-8f
#define LOCAL_MAX_QUATERNION 1e20f

/* 1 if floats in files are those of the machine. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LOCAL_NATIVE 1
#else
#define LOCAL_NATIVE 0
#endif

enum { LOCAL_HALF = GAITI_LOCAL_BLOCK / 2 };

typedef gaiti_float8 local_f8;
typedef gaiti_double4 local_d4;
typedef float local_lanes[GAITI_LOCAL_BLOCK];

/* --- arithmetic ------------------------------------------------------------------------------- */

GAITI_INLINE local_f8 local_mul(local_f8 a, local_f8 b) {
    return gaiti_float8_multiply(a, b);
}

GAITI_INLINE local_f8 local_add(local_f8 a, local_f8 b) {
    return gaiti_float8_add(a, b);
}

GAITI_INLINE local_f8 local_sub(local_f8 a, local_f8 b) {
    return gaiti_float8_subtract(a, b);
}

GAITI_INLINE local_f8 local_times(local_f8 a, float b) {
    return gaiti_float8_multiply(a, gaiti_float8_of(b));
}

/* a0 b0 + a1 b1 + a2 b2 */
GAITI_INLINE local_f8 local_dot(local_f8 a0, local_f8 a1, local_f8 a2, local_f8 b0, local_f8 b1,
                                local_f8 b2) {
    return local_add(local_add(local_mul(a0, b0), local_mul(a1, b1)), local_mul(a2, b2));
}

/* a b - c d */
GAITI_INLINE local_f8 local_cross(local_f8 a, local_f8 b, local_f8 c, local_f8 d) {
    return local_sub(local_mul(a, b), local_mul(c, d));
}

/* True when all lanes are above a limit. */
GAITI_INLINE bool local_exceeds(local_f8 a, float limit) {
    return gaiti_float8_below(local_sub(gaiti_float8_of(0), a), -limit);
}

/* out[3 r + c] of the product of two matrices that are stored row by row. */
GAITI_INLINE void local_product(const local_f8 a[9], const local_f8 b[9], local_f8 out[9]) {
    out[0] = local_dot(a[0], a[1], a[2], b[0], b[3], b[6]);
    out[1] = local_dot(a[0], a[1], a[2], b[1], b[4], b[7]);
    out[2] = local_dot(a[0], a[1], a[2], b[2], b[5], b[8]);
    out[3] = local_dot(a[3], a[4], a[5], b[0], b[3], b[6]);
    out[4] = local_dot(a[3], a[4], a[5], b[1], b[4], b[7]);
    out[5] = local_dot(a[3], a[4], a[5], b[2], b[5], b[8]);
    out[6] = local_dot(a[6], a[7], a[8], b[0], b[3], b[6]);
    out[7] = local_dot(a[6], a[7], a[8], b[1], b[4], b[7]);
    out[8] = local_dot(a[6], a[7], a[8], b[2], b[5], b[8]);
}

GAITI_INLINE local_d4 local_wide_dot(local_d4 a0, local_d4 a1, local_d4 a2, const double b[3]) {
    local_d4 x = gaiti_double4_multiply(a0, gaiti_double4_of(b[0]));
    local_d4 y = gaiti_double4_multiply(a1, gaiti_double4_of(b[1]));
    local_d4 z = gaiti_double4_multiply(a2, gaiti_double4_of(b[2]));
    return gaiti_double4_add(gaiti_double4_add(x, y), z);
}

/* a b - c d */
GAITI_INLINE local_d4 local_wide_cross(local_d4 a, local_d4 b, local_d4 c, local_d4 d) {
    return gaiti_double4_subtract(gaiti_double4_multiply(a, b), gaiti_double4_multiply(c, d));
}

/* --- keys ------------------------------------------------------------------------------------- */

GAITI_INLINE float local_load_float(const uint8_t *p, uint8_t element, unsigned index) {
    float native;
    switch (element) {
    case GAIT_SNORM16:
        return (float)gaiti_load_s16(p + 2 * index); /* scaled: quaternions are normalised */
    case GAIT_F32:
        memcpy(&native, p + 4 * index, sizeof native);
        return native;
    default:
        return gaiti_load_f32(p + 4 * index);
    }
}

/* Loads `count` numbers of eight keys one by one: out[number][key]. */
GAITI_INLINE void local_load_each(const gaiti_local_source *from, const uint32_t *frames,
                                  unsigned count, const float *signs, local_lanes *out) {
    for (unsigned i = 0; i < GAITI_LOCAL_BLOCK; i++) {
        const uint8_t *key = from->data + frames[i] * from->stride;
        if (LOCAL_NATIVE && from->element != GAIT_SNORM16) {
            float native[12];
            memcpy(native, key, count * sizeof *native);
            GAITI_UNROLL
            for (unsigned c = 0; c < count; c++) {
                out[c][i] = native[c] * signs[c];
            }
            continue;
        }
        for (unsigned c = 0; c < count; c++) {
            out[c][i] = local_load_float(key, from->element, c) * signs[c];
        }
    }
}

#if GAITI_CAN_SHUFFLE && LOCAL_NATIVE
GAITI_INLINE gaiti_float4 local_load_4(const uint8_t *p) {
    gaiti_float4 floats;
    memcpy(&floats, p, sizeof floats);
    return floats;
}

/* Transposes four floats of eight keys. */
GAITI_INLINE void local_transpose_wide(const uint8_t *const keys[8], const float *signs,
                                       local_lanes *out) {
    local_f8 row[4];
    GAITI_UNROLL
    for (int i = 0; i < 4; i++) {
        row[i] = __builtin_shufflevector(local_load_4(keys[i]), local_load_4(keys[i + 4]), 0, 1, 2,
                                         3, 4, 5, 6, 7);
    }
    local_f8 low0 = __builtin_shufflevector(row[0], row[1], 0, 8, 1, 9, 4, 12, 5, 13);
    local_f8 low1 = __builtin_shufflevector(row[2], row[3], 0, 8, 1, 9, 4, 12, 5, 13);
    local_f8 high0 = __builtin_shufflevector(row[0], row[1], 2, 10, 3, 11, 6, 14, 7, 15);
    local_f8 high1 = __builtin_shufflevector(row[2], row[3], 2, 10, 3, 11, 6, 14, 7, 15);
    row[0] = __builtin_shufflevector(low0, low1, 0, 1, 8, 9, 4, 5, 12, 13);
    row[1] = __builtin_shufflevector(low0, low1, 2, 3, 10, 11, 6, 7, 14, 15);
    row[2] = __builtin_shufflevector(high0, high1, 0, 1, 8, 9, 4, 5, 12, 13);
    row[3] = __builtin_shufflevector(high0, high1, 2, 3, 10, 11, 6, 7, 14, 15);
    GAITI_UNROLL
    for (int i = 0; i < 4; i++) {
        gaiti_float8_store(out[i], local_times(row[i], signs[i]));
    }
}

/* The same for four keys. */
GAITI_INLINE void local_transpose_half(const uint8_t *const keys[4], const float *signs,
                                       local_lanes *out, size_t lane) {
    gaiti_float4 row[4];
    GAITI_UNROLL
    for (int i = 0; i < 4; i++) {
        row[i] = local_load_4(keys[i]);
    }
    gaiti_float4_transpose(row[0], row[1], row[2], row[3]);
    GAITI_UNROLL
    for (int i = 0; i < 4; i++) {
        row[i] *= (gaiti_float4){signs[i], signs[i], signs[i], signs[i]};
        memcpy(out[i] + lane, &row[i], sizeof row[i]);
    }
}

/* Loads `count` floats, a multiple of four, of eight keys. */
GAITI_INLINE void local_load(const gaiti_local_source *from, const uint32_t *frames, unsigned count,
                             const float *signs, local_lanes *out, bool wide) {
    const uint8_t *keys[GAITI_LOCAL_BLOCK];
    if (from->element == GAIT_SNORM16) {
        local_load_each(from, frames, count, signs, out);
        return;
    }
    for (int i = 0; i < GAITI_LOCAL_BLOCK; i++) {
        keys[i] = from->data + frames[i] * from->stride;
    }
    for (unsigned c = 0; c < count; c += 4) {
        if (wide) {
            local_transpose_wide(keys, signs + c, out + c);
        } else {
            local_transpose_half(keys, signs + c, out + c, 0);
            local_transpose_half(keys + 4, signs + c, out + c, 4);
        }
        for (int i = 0; i < GAITI_LOCAL_BLOCK; i++) {
            keys[i] += 16;
        }
    }
}
#else
GAITI_INLINE void local_load(const gaiti_local_source *from, const uint32_t *frames, unsigned count,
                             const float *signs, local_lanes *out, bool wide) {
    (void)wide;
    local_load_each(from, frames, count, signs, out);
}
#endif

/* --- matrices --------------------------------------------------------------------------------- */

/* Computes E = X^T X - I: the three numbers of the diagonal, then (1,2), (0,2), (0,1). Returns the
 * sum of their squares. */
GAITI_INLINE local_f8 local_defect(const local_f8 x[9], local_f8 e[6]) {
    local_f8 one = gaiti_float8_of(1);
    e[0] = local_sub(local_dot(x[0], x[3], x[6], x[0], x[3], x[6]), one);
    e[1] = local_sub(local_dot(x[1], x[4], x[7], x[1], x[4], x[7]), one);
    e[2] = local_sub(local_dot(x[2], x[5], x[8], x[2], x[5], x[8]), one);
    e[3] = local_dot(x[1], x[4], x[7], x[2], x[5], x[8]);
    e[4] = local_dot(x[0], x[3], x[6], x[2], x[5], x[8]);
    e[5] = local_dot(x[0], x[3], x[6], x[1], x[4], x[7]);
    return local_add(local_dot(e[0], e[1], e[2], e[0], e[1], e[2]),
                     local_dot(e[3], e[4], e[5], e[3], e[4], e[5]));
}

/* X (I - E/2): a step to the orthogonal factor of the polar decomposition. */
GAITI_INLINE void local_refine(local_f8 x[9], const local_f8 e[6]) {
    local_f8 h[6];
    GAITI_UNROLL
    for (int i = 0; i < 6; i++) {
        h[i] = local_times(e[i], 0.5f);
    }
    GAITI_UNROLL
    for (int r = 0; r < 9; r += 3) {
        local_f8 a = x[r], b = x[r + 1], c = x[r + 2];
        x[r] = local_sub(a, local_dot(a, b, c, h[0], h[5], h[4]));
        x[r + 1] = local_sub(b, local_dot(a, b, c, h[5], h[1], h[3]));
        x[r + 2] = local_sub(c, local_dot(a, b, c, h[4], h[3], h[2]));
    }
}

/* The first column of the cofactors, transposed. */
GAITI_INLINE void local_cofactors(const local_f8 m[9], local_f8 out[3]) {
    out[0] = local_cross(m[4], m[8], m[5], m[7]);
    out[1] = local_cross(m[2], m[7], m[1], m[8]);
    out[2] = local_cross(m[1], m[5], m[2], m[4]);
}

GAITI_INLINE local_f8 local_determinant(const local_f8 m[9], const local_f8 cofactors[3]) {
    return local_dot(m[0], m[3], m[6], cofactors[0], cofactors[1], cofactors[2]);
}

/* Divides a matrix by the mean of its scale. False unless that is between 1/2 and 2. */
GAITI_INLINE bool local_unscale(local_f8 x[9], const local_f8 e[6]) {
    local_f8 one = gaiti_float8_of(1);
    local_f8 square = local_times(local_add(local_add(e[0], e[1]), e[2]), 1.0F / 3);
    square = local_add(square, one);
    local_f8 factor = gaiti_float8_divide(one, gaiti_float8_sqrt(square));
    GAITI_UNROLL
    for (int i = 0; i < 9; i++) {
        x[i] = local_mul(x[i], factor);
    }
    return gaiti_float8_below(square, 4) && local_exceeds(square, 0.25F);
}

/* How far a matrix is from a rotation. */
typedef enum local_form { LOCAL_IRREGULAR = 0, LOCAL_SCALED, LOCAL_RIGID } local_form;

/* Replaces a matrix by its orthogonal factor, unless a lane is irregular. */
GAITI_INLINE local_form local_rotation(local_f8 x[9]) {
    local_f8 e[6], cofactors[3];
    local_form form = LOCAL_RIGID;
    local_f8 defect = local_defect(x, e);
    if (!gaiti_float8_below(defect, LOCAL_DEFECT_3)) {
        bool is_scaled = local_unscale(x, e);
        defect = local_defect(x, e);
        if (!is_scaled || !gaiti_float8_below(defect, LOCAL_DEFECT_3)) {
            return LOCAL_IRREGULAR;
        }
        form = LOCAL_SCALED;
    }
    local_cofactors(x, cofactors);
    if (!local_exceeds(local_determinant(x, cofactors), 0.5F)) {
        return LOCAL_IRREGULAR; /* mirrored */
    }
    local_refine(x, e);
    if (!gaiti_float8_below(defect, LOCAL_DEFECT_1)) {
        local_defect(x, e);
        local_refine(x, e);
    }
    if (!gaiti_float8_below(defect, LOCAL_DEFECT_2)) {
        local_defect(x, e);
        local_refine(x, e);
    }
    return form;
}

/* Stores the inverse of a matrix for the children. */
GAITI_INLINE void local_store_inverse(const local_f8 m[9], local_lanes out[9]) {
    local_f8 first[3];
    local_cofactors(m, first);
    local_f8 scale = gaiti_float8_divide(gaiti_float8_of(1), local_determinant(m, first));
    gaiti_float8_store(out[0], local_mul(first[0], scale));
    gaiti_float8_store(out[1], local_mul(first[1], scale));
    gaiti_float8_store(out[2], local_mul(first[2], scale));
    gaiti_float8_store(out[3], local_mul(local_cross(m[5], m[6], m[3], m[8]), scale));
    gaiti_float8_store(out[4], local_mul(local_cross(m[0], m[8], m[2], m[6]), scale));
    gaiti_float8_store(out[5], local_mul(local_cross(m[2], m[3], m[0], m[5]), scale));
    gaiti_float8_store(out[6], local_mul(local_cross(m[3], m[7], m[4], m[6]), scale));
    gaiti_float8_store(out[7], local_mul(local_cross(m[1], m[6], m[0], m[7]), scale));
    gaiti_float8_store(out[8], local_mul(local_cross(m[0], m[4], m[1], m[3]), scale));
}

/* Replaces q and its component `most` where that of `other` is larger. */
GAITI_INLINE void local_replace(local_f8 q[4], local_f8 *most, const local_f8 other[4],
                                local_f8 component) {
    GAITI_UNROLL
    for (int i = 0; i < 4; i++) {
        q[i] = gaiti_float8_select(component, *most, other[i], q[i]);
    }
    *most = gaiti_float8_select(component, *most, component, *most);
}

/* The quaternion of a rotation, not normalised: q times four times its largest component, or its
 * last one if that is large in all lanes. */
GAITI_INLINE void local_quaternion(const local_f8 m[9], local_f8 q[4]) {
    local_f8 one = gaiti_float8_of(1);
    local_f8 w = local_add(local_add(one, m[0]), local_add(m[4], m[8]));
    q[0] = local_sub(m[7], m[5]);
    q[1] = local_sub(m[2], m[6]);
    q[2] = local_sub(m[3], m[1]);
    q[3] = w;
    if (local_exceeds(w, 0.25F)) {
        return;
    }
    local_f8 x = local_sub(local_add(one, m[0]), local_add(m[4], m[8]));
    local_f8 y = local_sub(local_add(one, m[4]), local_add(m[0], m[8]));
    local_f8 z = local_sub(local_add(one, m[8]), local_add(m[0], m[4]));
    local_f8 xy = local_add(m[3], m[1]), xz = local_add(m[2], m[6]), yz = local_add(m[7], m[5]);
    local_f8 by_x[4] = {x, xy, xz, q[0]};
    local_f8 by_y[4] = {xy, y, yz, q[1]};
    local_f8 by_z[4] = {xz, yz, z, q[2]};
    local_replace(q, &w, by_x, x);
    local_replace(q, &w, by_y, y);
    local_replace(q, &w, by_z, z);
}

/* --- results ---------------------------------------------------------------------------------- */

GAITI_INLINE void local_store_quaternion(local_f8 q[4], uint32_t row, float *out) {
    local_f8 square = local_add(local_add(local_mul(q[0], q[0]), local_mul(q[1], q[1])),
                                local_add(local_mul(q[2], q[2]), local_mul(q[3], q[3])));
    local_f8 scale = gaiti_float8_divide(gaiti_float8_of(1), gaiti_float8_sqrt(square));
    GAITI_UNROLL
    for (size_t i = 0; i < 4; i++) {
        gaiti_float8_store(out + i * row, local_mul(q[i], scale));
    }
}

/* Stores rotation and scale of a matrix, unless a lane is irregular. */
GAITI_INLINE local_form local_store_matrix(const local_f8 m[9], uint32_t row, float *out) {
    local_f8 x[9], q[4];
    GAITI_UNROLL
    for (int i = 0; i < 9; i++) {
        x[i] = m[i];
    }
    local_form form = local_rotation(x);
    if (form == LOCAL_IRREGULAR) {
        return form;
    }
    local_quaternion(x, q);
    local_store_quaternion(q, row, out + (size_t)3 * row);
    GAITI_UNROLL
    for (size_t c = 0; c < 3; c++) {
        gaiti_float8_store(out + (7 + c) * row,
                           local_dot(x[c], x[3 + c], x[6 + c], m[c], m[3 + c], m[6 + c]));
    }
    return form;
}

/* True when the square of the length of each vector is below the limit. */
GAITI_INLINE bool local_is_near(const local_f8 t[3], float limit) {
    return gaiti_float8_below(local_dot(t[0], t[1], t[2], t[0], t[1], t[2]), limit);
}

/* --- bones ------------------------------------------------------------------------------------ */

/* Computes origins in model space, and their differences to those of the parent. `key` are the
 * three columns of the matrix and the translation. */
GAITI_INLINE void local_origins(const gaiti_local_bone *bone, const gaiti_local_pose *parent,
                                local_lanes key[12], gaiti_local_pose *pose, local_lanes out[3]) {
    GAITI_UNROLL
    for (int lane = 0; lane < GAITI_LOCAL_BLOCK; lane += LOCAL_HALF) {
        GAITI_UNROLL
        for (int r = 0; r < 3; r++) {
            local_d4 at = local_wide_dot(gaiti_double4_of_floats(key[r] + lane),
                                         gaiti_double4_of_floats(key[3 + r] + lane),
                                         gaiti_double4_of_floats(key[6 + r] + lane), bone->origin);
            at = gaiti_double4_add(at, gaiti_double4_of_floats(key[9 + r] + lane));
            if (bone->has_children) {
                gaiti_double4_store(pose->origin[r] + lane, at);
            }
            at = gaiti_double4_subtract(at, gaiti_double4_load(parent->origin[r] + lane));
            gaiti_double4_store_floats(out[r] + lane, at);
        }
    }
}

/* Loads the matrix in model space, row by row. */
GAITI_INLINE void local_model(const gaiti_local_bone *bone, local_lanes key[12], local_f8 out[9]) {
    GAITI_UNROLL
    for (int i = 0; i < 9; i++) {
        out[i] = gaiti_float8_load(key[i % 3 * 3 + i / 3]);
    }
    if (bone->is_turned) {
        local_f8 given[9], rest[9];
        GAITI_UNROLL
        for (int i = 0; i < 9; i++) {
            given[i] = out[i];
            rest[i] = gaiti_float8_of((float)bone->rest[i / 3][i % 3]);
        }
        local_product(given, rest, out);
    }
}

GAITI_INLINE void local_load_matrix(const gaiti_local_bone *bone, const uint32_t *frames,
                                    local_lanes key[12], bool wide) {
    if (bone->is_joined) {
        local_load(&bone->rotation, frames, 12, bone->signs, key, wide);
    } else {
        local_load_each(&bone->rotation, frames, 9, bone->signs, key);
        local_load_each(&bone->translation, frames, 3, bone->signs + 9, key + 9);
    }
}

GAITI_INLINE void local_convert_matrix(const gaiti_local_job *job, uint32_t b,
                                       const uint32_t *frames, bool wide) {
    gaiti_local_bone *bone = &job->bones[b];
    bool is_root = bone->parent < 0;
    bool is_fit = is_root || !job->bones[bone->parent].is_unfit;
    const gaiti_local_pose *above = is_root ? job->root : &job->poses[bone->parent];
    float *out = job->out + (size_t)b * GAITI_LOCAL_ROWS * job->row + frames[0];
    local_lanes key[12], apart[3];
    local_f8 inverse[9], model[9], m[9], t[3];
    local_load_matrix(bone, frames, key, wide);
    local_origins(bone, above, key, &job->poses[b], apart);
    local_model(bone, key, model);
    GAITI_UNROLL
    for (int i = 0; i < 9; i++) {
        inverse[i] = gaiti_float8_load(above->inverse[i]);
    }
    GAITI_UNROLL
    for (int i = 0; i < 3; i++) {
        t[i] = gaiti_float8_load(apart[i]);
    }
    GAITI_UNROLL
    for (size_t i = 0; i < 3; i++) {
        local_f8 *v = inverse + 3 * i;
        gaiti_float8_store(out + i * job->row, local_dot(v[0], v[1], v[2], t[0], t[1], t[2]));
    }
    bool is_near = local_is_near(t, is_root ? LOCAL_INFINITE : LOCAL_FAR);
    local_product(inverse, model, m);
    local_form form = local_store_matrix(m, job->row, out);
    bone->is_exact = !(is_fit && is_near && form != LOCAL_IRREGULAR);
    if (bone->has_children) {
        local_store_inverse(model, job->poses[b].inverse);
        bone->is_unfit =
            !(is_fit && form == LOCAL_RIGID) && local_rotation(model) == LOCAL_IRREGULAR;
    }
}

/* Rotates the rest pose of a bone by a quaternion that need not be normalised, adds the
 * translation, and subtracts the rest pose of the parent: out = R (q b + t - p). */
GAITI_INLINE void local_place(const gaiti_local_bone *bone, local_lanes key[4], local_lanes t[3]) {
    const double *b = bone->origin;
    local_d4 b0 = gaiti_double4_of(b[0]), b1 = gaiti_double4_of(b[1]), b2 = gaiti_double4_of(b[2]);
    GAITI_UNROLL
    for (int lane = 0; lane < GAITI_LOCAL_BLOCK; lane += LOCAL_HALF) {
        local_d4 x = gaiti_double4_of_floats(key[0] + lane);
        local_d4 y = gaiti_double4_of_floats(key[1] + lane);
        local_d4 z = gaiti_double4_of_floats(key[2] + lane);
        local_d4 w = gaiti_double4_of_floats(key[3] + lane);
        local_d4 square = gaiti_double4_add(
            gaiti_double4_add(gaiti_double4_multiply(x, x), gaiti_double4_multiply(y, y)),
            gaiti_double4_add(gaiti_double4_multiply(z, z), gaiti_double4_multiply(w, w)));
        local_d4 two = gaiti_double4_divide(gaiti_double4_of(2), square);
        local_d4 c[3] = {local_wide_cross(y, b2, z, b1), local_wide_cross(z, b0, x, b2),
                         local_wide_cross(x, b1, y, b0)};
        local_d4 d[3] = {local_wide_cross(y, c[2], z, c[1]), local_wide_cross(z, c[0], x, c[2]),
                         local_wide_cross(x, c[1], y, c[0])};
        GAITI_UNROLL
        for (int i = 0; i < 3; i++) {
            local_d4 turned = gaiti_double4_add(d[i], gaiti_double4_multiply(w, c[i]));
            local_d4 moved = gaiti_double4_multiply(two, turned);
            local_d4 rest = gaiti_double4_of(b[i] - bone->parent_at[i]);
            d[i] = gaiti_double4_add(gaiti_double4_add(moved, rest),
                                     gaiti_double4_of_floats(t[i] + lane));
        }
        GAITI_UNROLL
        for (int i = 0; i < 3; i++) {
            local_d4 at =
                bone->is_turned ? local_wide_dot(d[0], d[1], d[2], bone->parent_rest[i]) : d[i];
            gaiti_double4_store_floats(t[i] + lane, at);
        }
    }
}

GAITI_INLINE void local_multiply_quaternions(const local_f8 a[4], const local_f8 b[4],
                                             local_f8 out[4]) {
    local_f8 w = local_sub(local_mul(a[3], b[3]), local_dot(a[0], a[1], a[2], b[0], b[1], b[2]));
    local_f8 x = local_add(local_dot(a[3], a[0], a[1], b[0], b[3], b[2]),
                           local_sub(gaiti_float8_of(0), local_mul(a[2], b[1])));
    local_f8 y = local_add(local_dot(a[3], a[1], a[2], b[1], b[3], b[0]),
                           local_sub(gaiti_float8_of(0), local_mul(a[0], b[2])));
    local_f8 z = local_add(local_dot(a[3], a[2], a[0], b[2], b[3], b[1]),
                           local_sub(gaiti_float8_of(0), local_mul(a[1], b[0])));
    out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

/* before q after */
GAITI_INLINE void local_turn(const gaiti_local_bone *bone, local_f8 q[4]) {
    local_f8 before[4], after[4];
    GAITI_UNROLL
    for (int i = 0; i < 4; i++) {
        before[i] = gaiti_float8_of(bone->before[i]);
        after[i] = gaiti_float8_of(bone->after[i]);
    }
    local_multiply_quaternions(q, after, q);
    local_multiply_quaternions(before, q, q);
}

GAITI_INLINE void local_convert_quaternion(const gaiti_local_job *job, uint32_t b,
                                           const uint32_t *frames, bool wide) {
    gaiti_local_bone *bone = &job->bones[b];
    bool is_fit = !bone->is_delta || bone->parent < 0 || !job->bones[bone->parent].is_unfit;
    float *out = job->out + (size_t)b * GAITI_LOCAL_ROWS * job->row + frames[0];
    local_lanes key[4], at[3];
    local_f8 q[4], t[3];
    local_load(&bone->rotation, frames, 4, bone->signs, key, wide);
    local_load_each(&bone->translation, frames, 3, bone->signs + 9, at);
    if (bone->is_delta) {
        local_place(bone, key, at);
    }
    GAITI_UNROLL
    for (int i = 0; i < 4; i++) {
        q[i] = gaiti_float8_load(key[i]);
    }
    GAITI_UNROLL
    for (int i = 0; i < 3; i++) {
        t[i] = gaiti_float8_load(at[i]);
        gaiti_float8_store(out + (size_t)i * job->row, t[i]);
        gaiti_float8_store(out + (size_t)(7 + i) * job->row, gaiti_float8_of(1));
    }
    local_f8 square =
        local_add(local_dot(q[0], q[1], q[2], q[0], q[1], q[2]), local_mul(q[3], q[3]));
    bool is_regular = gaiti_float8_below(square, LOCAL_MAX_QUATERNION) &&
                      local_exceeds(square, LOCAL_MIN_QUATERNION);
    bool is_finite = local_is_near(t, LOCAL_INFINITE);
    if (bone->is_turned) {
        local_turn(bone, q);
    }
    local_store_quaternion(q, job->row, out + (size_t)3 * job->row);
    bone->is_unfit = !(is_fit && is_regular);
    bone->is_exact = bone->is_unfit || !is_finite;
}

GAITI_INLINE bool local_convert_block(const gaiti_local_job *job, uint32_t first, bool wide) {
    uint32_t frames[GAITI_LOCAL_BLOCK], last = job->clip->frame_count - 1;
    bool is_any_exact = false;
    for (uint32_t i = 0; i < GAITI_LOCAL_BLOCK; i++) {
        frames[i] = first + i < last ? first + i : last;
    }
    for (uint32_t b = 0; b < job->clip->skeleton->bone_count; b++) {
        switch (job->bones[b].kind) {
        case GAITI_LOCAL_MATRIX:
            local_convert_matrix(job, b, frames, wide);
            break;
        case GAITI_LOCAL_QUATERNION:
            local_convert_quaternion(job, b, frames, wide);
            break;
        default:
            job->bones[b].is_exact = true;
            job->bones[b].is_unfit = !job->bones[b].is_regular;
        }
        is_any_exact = is_any_exact || job->bones[b].is_exact;
    }
    return is_any_exact;
}

/* --- signs ------------------------------------------------------------------------------------ */

/* Makes the signs of a block continuous. `dots` are the products of each quaternion with the
 * previous one, before any of the block is negated. */
static void local_flip(const float dots[GAITI_LOCAL_BLOCK], uint32_t row, float *q) {
    float sign = 1;
    for (uint32_t i = 0; i < GAITI_LOCAL_BLOCK; i++) {
        sign = dots[i] < 0 ? -sign : sign;
        GAITI_UNROLL
        for (size_t c = 0; c < 4; c++) {
            q[c * row + i] *= sign;
        }
    }
}

GAITI_INLINE void local_continue_signs(uint32_t row, float *bone) {
    float *q = bone + (size_t)3 * row;
    float dots[GAITI_LOCAL_BLOCK];
    dots[0] = q[(size_t)3 * row]; /* the first has w >= 0 */
    for (uint32_t f = 1; f < GAITI_LOCAL_BLOCK; f++) {
        const float *a = q + f, *b = q + f - 1;
        size_t next = row;
        dots[f] = (a[0] * b[0] + a[next] * b[next]) +
                  (a[2 * next] * b[2 * next] + a[3 * next] * b[3 * next]);
    }
    local_flip(dots, row, q);
    for (uint32_t f = GAITI_LOCAL_BLOCK; f < row; f += GAITI_LOCAL_BLOCK) {
        local_f8 products[4];
        GAITI_UNROLL
        for (size_t c = 0; c < 4; c++) {
            const float *at = q + c * row + f;
            products[c] = local_mul(gaiti_float8_load(at), gaiti_float8_load(at - 1));
        }
        local_f8 sum =
            local_add(local_add(products[0], products[1]), local_add(products[2], products[3]));
        gaiti_float8_store(dots, sum);
        /* All products are at least 0: the limit is the smallest float above 0. */
        if (!local_exceeds(sum, -0x1p-149f)) {
            local_flip(dots, row, q + f);
        }
    }
}

/* --- variants --------------------------------------------------------------------------------- */

bool gaiti_local_block(const gaiti_local_job *job, uint32_t first) {
    return local_convert_block(job, first, false);
}

void gaiti_local_signs(uint32_t row, float *bone) {
    local_continue_signs(row, bone);
}

#if GAITI_HAS_AVX2
__attribute__((target("avx2"))) bool gaiti_local_block_wide(const gaiti_local_job *job,
                                                            uint32_t first) {
    return local_convert_block(job, first, true);
}

__attribute__((target("avx2"))) void gaiti_local_signs_wide(uint32_t row, float *bone) {
    local_continue_signs(row, bone);
}
#endif
