/* Multiplies, inverts and decomposes affine transforms, and changes their axes. */
#include "model/affine.h"

#include <string.h>

#include "base/number/trig.h"
#include "gait/transform.h"

gait_affine gait_affine_identity(void) {
    return (gait_affine){.m = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

gait_affine gait_affine_multiply(const gait_affine *a, const gait_affine *b) {
    gait_affine product;
    for (int r = 0; r < 3; r++) {
        const double *row = a->m[r];
        for (int c = 0; c < 3; c++) {
            product.m[r][c] = row[0] * b->m[0][c] + row[1] * b->m[1][c] + row[2] * b->m[2][c];
        }
        product.t[r] = gaiti_vector_dot(row, b->t) + a->t[r];
    }
    return product;
}

/* The cofactor matrix: the transposed inverse times the determinant. */
static void affine_cofactors(const double m[3][3], double out[3][3]) {
    for (int r = 0; r < 3; r++) {
        const double *next = m[(r + 1) % 3];
        const double *last = m[(r + 2) % 3];
        out[r][0] = next[1] * last[2] - next[2] * last[1];
        out[r][1] = next[2] * last[0] - next[0] * last[2];
        out[r][2] = next[0] * last[1] - next[1] * last[0];
    }
}

/* Compares the determinant with the largest one that rows of these lengths can have, so that the
 * scale of the matrix does not matter. False for NaN, too. */
static bool affine_is_regular(const double m[3][3], double determinant) {
    double bound =
        gaiti_vector_dot(m[0], m[0]) * gaiti_vector_dot(m[1], m[1]) * gaiti_vector_dot(m[2], m[2]);
    double square = determinant * determinant;
    return square > 1e-28 * bound && square - square == 0;
}

bool gait_affine_invert(const gait_affine *a, gait_affine *out_inverse) {
    double cofactors[3][3];
    affine_cofactors(a->m, cofactors);
    double determinant = gaiti_vector_dot(a->m[0], cofactors[0]);
    if (!affine_is_regular(a->m, determinant)) {
        *out_inverse = gait_affine_identity();
        return false;
    }
    gait_affine inverse;
    double scale = 1 / determinant;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            inverse.m[r][c] = cofactors[c][r] * scale;
        }
        inverse.t[r] = -gaiti_vector_dot(inverse.m[r], a->t);
    }
    *out_inverse = inverse;
    return true;
}

gait_affine gait_affine_from_transform(const gait_transform *transform) {
    gait_affine affine;
    double q[4];
    memcpy(q, transform->q, sizeof q);
    gaiti_quaternion_normalise(q);
    gaiti_matrix_from_quaternion(q, affine.m);
    gaiti_matrix_scale_columns(affine.m, transform->s);
    memcpy(affine.t, transform->t, sizeof affine.t);
    return affine;
}

void gaiti_pose_make_relative(gait_affine *poses, uint32_t bone, int32_t parent,
                              gaiti_parent_inverse *cache) {
    if (parent < 0) {
        return;
    }
    if (parent != cache->parent) {
        gait_affine_invert(&poses[parent], &cache->inverse);
        cache->parent = parent;
    }
    poses[bone] = gait_affine_multiply(&cache->inverse, &poses[bone]);
}

void gaiti_axes_signs(gait_axes from, gait_axes to, double signs[3]) {
    static const double against_engine[3][3] = {{1, 1, 1}, {-1, 1, -1}, {-1, 1, 1}};
    bool is_known = (unsigned)from <= GAIT_AXES_GLTF && (unsigned)to <= GAIT_AXES_GLTF;
    for (int i = 0; i < 3; i++) {
        signs[i] = is_known ? against_engine[from][i] * against_engine[to][i] : 1;
    }
}

gait_affine gait_affine_change_axes(const gait_affine *a, gait_axes from, gait_axes to) {
    gait_affine changed;
    double signs[3];
    gaiti_axes_signs(from, to, signs);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            changed.m[r][c] = a->m[r][c] * (signs[r] * signs[c]);
        }
        changed.t[r] = a->t[r] * signs[r];
    }
    return changed;
}

gait_affine gaiti_from_xyzi(const float rot[3], const float t[3]) {
    double sp, cp, sh, ch, sb, cb;
    gaiti_sincos((double)rot[0], &sp, &cp);
    gaiti_sincos((double)rot[1], &sh, &ch);
    gaiti_sincos((double)rot[2], &sb, &cb);
    return (gait_affine){
        .m = {{ch * cb + sh * sp * sb, sh * sp * cb - ch * sb, sh * cp},
              {cp * sb, cp * cb, -sp},
              {ch * sp * sb - sh * cb, sh * sb + ch * sp * cb, ch * cp}},
        .t = {t[0], t[1], t[2]},
    };
}
