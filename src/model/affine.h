/* Affine transforms and axes, for column vectors. */
#ifndef GAITI_MODEL_AFFINE_H
#define GAITI_MODEL_AFFINE_H

#include "gait/model.h"
#include "model/quaternion.h"

/* Limits of the sum of the squares of X^T X - I in a polar decomposition: below the first, the step
 * without an inverse converges; below the second, one more step suffices. */
#define GAITI_POLAR_SMALL_DEFECT 1e-2
#define GAITI_POLAR_TINY_DEFECT 1e-16

static inline double gaiti_vector_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double gaiti_vector_length(const double v[3]) {
    return sqrt(gaiti_vector_dot(v, v));
}

static inline double gaiti_distance(const double a[3], const double b[3]) {
    const double v[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return gaiti_vector_length(v);
}

/* The matrix of nine numbers, column by column. */
static inline void gaiti_matrix_from_columns(const double columns[9], double m[3][3]) {
    m[0][0] = columns[0], m[0][1] = columns[3], m[0][2] = columns[6];
    m[1][0] = columns[1], m[1][1] = columns[4], m[1][2] = columns[7];
    m[2][0] = columns[2], m[2][1] = columns[5], m[2][2] = columns[8];
}

/* Multiplies each column of a matrix by a number of its own. */
static inline void gaiti_matrix_scale_columns(double m[3][3], const double s[3]) {
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            m[r][c] *= s[c];
        }
    }
}

/* Stores the product a b in b, like gait_affine_multiply(). */
static inline void gaiti_affine_multiply_into(const gait_affine *a, gait_affine *b) {
    for (int c = 0; c < 3; c++) {
        double x = b->m[0][c], y = b->m[1][c], z = b->m[2][c];
        b->m[0][c] = a->m[0][0] * x + a->m[0][1] * y + a->m[0][2] * z;
        b->m[1][c] = a->m[1][0] * x + a->m[1][1] * y + a->m[1][2] * z;
        b->m[2][c] = a->m[2][0] * x + a->m[2][1] * y + a->m[2][2] * z;
    }
    double x = b->t[0], y = b->t[1], z = b->t[2];
    b->t[0] = a->m[0][0] * x + a->m[0][1] * y + a->m[0][2] * z + a->t[0];
    b->t[1] = a->m[1][0] * x + a->m[1][1] * y + a->m[1][2] * z + a->t[1];
    b->t[2] = a->m[2][0] * x + a->m[2][1] * y + a->m[2][2] * z + a->t[2];
}

/* Caches the inverse of the last parent, because siblings are often adjacent. Initialise it with
 * GAITI_NO_PARENT_INVERSE for each frame. */
typedef struct gaiti_parent_inverse {
    int32_t parent;
    gait_affine inverse;
} gaiti_parent_inverse;

#define GAITI_NO_PARENT_INVERSE ((gaiti_parent_inverse){.parent = -1})

/* Converts the absolute pose of `bone` to one relative to `parent` (-1 = none: unchanged). Call it
 * for the last bone first, so that parents are still absolute. The inverse of a singular parent is
 * replaced by the identity. */
void gaiti_pose_make_relative(gait_affine *poses, uint32_t bone, int32_t parent,
                              gaiti_parent_inverse *cache);

/* The sign of each axis, 1 or -1, when converting `from` one kind of axes `to` another; 1 if either
 * is not a value of gait_axes. */
void gaiti_axes_signs(gait_axes from, gait_axes to, double signs[3]);

/* The transform of X-Ray bind poses and keys: Ry(rot[1]) Rx(rot[0]) Rz(rot[2]), angles in
 * radians. */
gait_affine gaiti_from_xyzi(const float rot[3], const float t[3]);

#endif
