/* Four affine transforms at once. Every lane has the results of the function for one transform
 * (affine.c, polar.c, quaternion.c), to the last bit; where a function gives no result for a lane,
 * its mask excludes the lane.
 *
 * Each number of a transform is a vector with one lane per transform. Products of matrices are then
 * the same sums of products as for one transform, in the same order, and no lane needs the number
 * of another. Where the function for one transform branches, both results are computed and a mask
 * selects; only what hardly any vector needs is skipped by a branch. Rare cases (mirrored matrices,
 * large steps of a slerp, a quaternion with w = 0) are left to the functions for one transform,
 * which have the branches.
 *
 * A transform takes 12 of the 16 registers of AVX2, so products and decompositions also use the
 * stack. The chains of the polar decomposition and of slerp are longer than the processor can
 * overlap; callers compute several blocks in turn. */
#ifndef GAITI_MODEL_AFFINE_X4_H
#define GAITI_MODEL_AFFINE_X4_H

#include "base/double4.h"
#include "gait/model.h"
#include "model/affine.h"

typedef struct gaiti_vector_x4 {
    gaiti_double4 x, y, z;
} gaiti_vector_x4;

typedef struct gaiti_quaternion_x4 {
    gaiti_double4 x, y, z, w;
} gaiti_quaternion_x4;

/* The rows of the linear parts, and the translations. */
typedef struct gaiti_matrix_x4 {
    gaiti_vector_x4 x, y, z;
} gaiti_matrix_x4;

typedef struct gaiti_affine_x4 {
    gaiti_matrix_x4 m;
    gaiti_vector_x4 t;
} gaiti_affine_x4;

/* --- sums and products ------------------------------------------------------------------------ */

GAITI_INLINE gaiti_double4 gaiti_x4_add(gaiti_double4 a, gaiti_double4 b) {
    return gaiti_double4_add(a, b);
}

GAITI_INLINE gaiti_double4 gaiti_x4_subtract(gaiti_double4 a, gaiti_double4 b) {
    return gaiti_double4_subtract(a, b);
}

GAITI_INLINE gaiti_double4 gaiti_x4_times(gaiti_double4 a, gaiti_double4 b) {
    return gaiti_double4_multiply(a, b);
}

/* a b + c d */
GAITI_INLINE gaiti_double4 gaiti_x4_sum_of_products(gaiti_double4 a, gaiti_double4 b,
                                                    gaiti_double4 c, gaiti_double4 d) {
    return gaiti_x4_add(gaiti_x4_times(a, b), gaiti_x4_times(c, d));
}

/* (1 - fraction) a + fraction b */
GAITI_INLINE gaiti_double4 gaiti_x4_lerp(gaiti_double4 a, gaiti_double4 b, double fraction) {
    return gaiti_x4_sum_of_products(gaiti_double4_of(1 - fraction), a, gaiti_double4_of(fraction),
                                    b);
}

GAITI_INLINE gaiti_double4 gaiti_x4_dot(gaiti_vector_x4 a, gaiti_vector_x4 b) {
    return gaiti_x4_add(gaiti_x4_sum_of_products(a.x, b.x, a.y, b.y), gaiti_x4_times(a.z, b.z));
}

GAITI_INLINE gaiti_vector_x4 gaiti_x4_cross(gaiti_vector_x4 a, gaiti_vector_x4 b) {
    return (gaiti_vector_x4){gaiti_x4_subtract(gaiti_x4_times(a.y, b.z), gaiti_x4_times(b.y, a.z)),
                             gaiti_x4_subtract(gaiti_x4_times(a.z, b.x), gaiti_x4_times(b.z, a.x)),
                             gaiti_x4_subtract(gaiti_x4_times(a.x, b.y), gaiti_x4_times(b.x, a.y))};
}

GAITI_INLINE gaiti_vector_x4 gaiti_x4_scale(gaiti_vector_x4 a, gaiti_double4 factor) {
    return (gaiti_vector_x4){gaiti_x4_times(a.x, factor), gaiti_x4_times(a.y, factor),
                             gaiti_x4_times(a.z, factor)};
}

GAITI_INLINE gaiti_vector_x4 gaiti_x4_multiply_parts(gaiti_vector_x4 a, gaiti_vector_x4 b) {
    return (gaiti_vector_x4){gaiti_x4_times(a.x, b.x), gaiti_x4_times(a.y, b.y),
                             gaiti_x4_times(a.z, b.z)};
}

GAITI_INLINE gaiti_matrix_x4 gaiti_x4_transpose(gaiti_matrix_x4 m) {
    return (gaiti_matrix_x4){{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}

/* The products of m with the columns of another matrix. */
GAITI_INLINE gaiti_matrix_x4 gaiti_x4_multiply_columns(gaiti_matrix_x4 m, gaiti_matrix_x4 columns) {
    return (gaiti_matrix_x4){
        {gaiti_x4_dot(m.x, columns.x), gaiti_x4_dot(m.x, columns.y), gaiti_x4_dot(m.x, columns.z)},
        {gaiti_x4_dot(m.y, columns.x), gaiti_x4_dot(m.y, columns.y), gaiti_x4_dot(m.y, columns.z)},
        {gaiti_x4_dot(m.z, columns.x), gaiti_x4_dot(m.z, columns.y), gaiti_x4_dot(m.z, columns.z)}};
}

/* --- selection -------------------------------------------------------------------------------- */

GAITI_INLINE gaiti_vector_x4 gaiti_x4_select_vector(gaiti_mask4 mask, gaiti_vector_x4 a,
                                                    gaiti_vector_x4 b) {
    return (gaiti_vector_x4){gaiti_double4_select(mask, a.x, b.x),
                             gaiti_double4_select(mask, a.y, b.y),
                             gaiti_double4_select(mask, a.z, b.z)};
}

GAITI_INLINE gaiti_matrix_x4 gaiti_x4_select_matrix(gaiti_mask4 mask, gaiti_matrix_x4 a,
                                                    gaiti_matrix_x4 b) {
    return (gaiti_matrix_x4){gaiti_x4_select_vector(mask, a.x, b.x),
                             gaiti_x4_select_vector(mask, a.y, b.y),
                             gaiti_x4_select_vector(mask, a.z, b.z)};
}

GAITI_INLINE gaiti_quaternion_x4 gaiti_x4_select_quaternion(gaiti_mask4 mask, gaiti_quaternion_x4 a,
                                                            gaiti_quaternion_x4 b) {
    return (gaiti_quaternion_x4){
        gaiti_double4_select(mask, a.x, b.x), gaiti_double4_select(mask, a.y, b.y),
        gaiti_double4_select(mask, a.z, b.z), gaiti_double4_select(mask, a.w, b.w)};
}

GAITI_INLINE gaiti_affine_x4 gaiti_x4_select_affine(gaiti_mask4 mask, gaiti_affine_x4 a,
                                                    gaiti_affine_x4 b) {
    return (gaiti_affine_x4){gaiti_x4_select_matrix(mask, a.m, b.m),
                             gaiti_x4_select_vector(mask, a.t, b.t)};
}

GAITI_INLINE gaiti_mask4 gaiti_x4_vector_difference(gaiti_vector_x4 a, gaiti_vector_x4 b) {
    gaiti_mask4 xy =
        gaiti_mask4_or(gaiti_double4_difference(a.x, b.x), gaiti_double4_difference(a.y, b.y));
    return gaiti_mask4_or(xy, gaiti_double4_difference(a.z, b.z));
}

/* The lanes in which a and b have the same bits. */
GAITI_INLINE gaiti_mask4 gaiti_x4_same_bits(gaiti_affine_x4 a, gaiti_affine_x4 b) {
    gaiti_mask4 xy = gaiti_mask4_or(gaiti_x4_vector_difference(a.m.x, b.m.x),
                                    gaiti_x4_vector_difference(a.m.y, b.m.y));
    gaiti_mask4 zt = gaiti_mask4_or(gaiti_x4_vector_difference(a.m.z, b.m.z),
                                    gaiti_x4_vector_difference(a.t, b.t));
    return gaiti_mask4_is_zero(gaiti_mask4_or(xy, zt));
}

/* --- affine transforms ------------------------------------------------------------------------ */

enum { GAITI_AFFINE_NUMBERS = 12 };
_Static_assert(sizeof(gait_affine) == GAITI_AFFINE_NUMBERS * sizeof(double),
               "the numbers of a transform follow each other");

/* Four of the numbers of each of four transforms, from the number `first` on. (Without loops, which
 * gcc would not unroll.) */
GAITI_INLINE void gaiti_x4_load_numbers(const gait_affine *const from[4], int first,
                                        gaiti_double4 out[4]) {
    out[0] = gaiti_double4_load((const double *)(const void *)from[0] + first);
    out[1] = gaiti_double4_load((const double *)(const void *)from[1] + first);
    out[2] = gaiti_double4_load((const double *)(const void *)from[2] + first);
    out[3] = gaiti_double4_load((const double *)(const void *)from[3] + first);
    gaiti_double4_transpose(out);
}

GAITI_INLINE gaiti_affine_x4 gaiti_x4_load(const gait_affine *const from[4]) {
    gaiti_double4 a[4], b[4], c[4];
    gaiti_x4_load_numbers(from, 0, a);
    gaiti_x4_load_numbers(from, 4, b);
    gaiti_x4_load_numbers(from, 8, c);
    return (gaiti_affine_x4){{{a[0], a[1], a[2]}, {a[3], b[0], b[1]}, {b[2], b[3], c[0]}},
                             {c[1], c[2], c[3]}};
}

GAITI_INLINE void gaiti_x4_store_one(gaiti_double4 a, gaiti_double4 b, gaiti_double4 c,
                                     gait_affine *out) {
    double *to = (double *)(void *)out;
    gaiti_double4_store(to, a);
    gaiti_double4_store(to + 4, b);
    gaiti_double4_store(to + 8, c);
}

/* Stores the first `count` lanes. */
GAITI_INLINE void gaiti_x4_store(gaiti_affine_x4 p, gait_affine *out, uint32_t count) {
    gaiti_double4 a[4] = {p.m.x.x, p.m.x.y, p.m.x.z, p.m.y.x};
    gaiti_double4 b[4] = {p.m.y.y, p.m.y.z, p.m.z.x, p.m.z.y};
    gaiti_double4 c[4] = {p.m.z.z, p.t.x, p.t.y, p.t.z};
    gaiti_double4_transpose(a);
    gaiti_double4_transpose(b);
    gaiti_double4_transpose(c);
    gaiti_x4_store_one(a[0], b[0], c[0], out);
    if (count > 1) {
        gaiti_x4_store_one(a[1], b[1], c[1], out + 1);
    }
    if (count > 2) {
        gaiti_x4_store_one(a[2], b[2], c[2], out + 2);
    }
    if (count > 3) {
        gaiti_x4_store_one(a[3], b[3], c[3], out + 3);
    }
}

GAITI_INLINE gaiti_affine_x4 gaiti_x4_identity(void) {
    gaiti_double4 zero = gaiti_double4_of(0), one = gaiti_double4_of(1);
    return (gaiti_affine_x4){{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}},
                             {zero, zero, zero}};
}

/* gait_affine_multiply() */
GAITI_INLINE gaiti_affine_x4 gaiti_x4_multiply(gaiti_affine_x4 a, gaiti_affine_x4 b) {
    return (gaiti_affine_x4){gaiti_x4_multiply_columns(a.m, gaiti_x4_transpose(b.m)),
                             {gaiti_x4_add(gaiti_x4_dot(a.m.x, b.t), a.t.x),
                              gaiti_x4_add(gaiti_x4_dot(a.m.y, b.t), a.t.y),
                              gaiti_x4_add(gaiti_x4_dot(a.m.z, b.t), a.t.z)}};
}

/* gait_affine_invert(): the identity for singular transforms. */
GAITI_INLINE gaiti_affine_x4 gaiti_x4_invert(gaiti_affine_x4 a) {
    gaiti_matrix_x4 cofactors = {gaiti_x4_cross(a.m.y, a.m.z), gaiti_x4_cross(a.m.z, a.m.x),
                                 gaiti_x4_cross(a.m.x, a.m.y)};
    gaiti_double4 determinant = gaiti_x4_dot(a.m.x, cofactors.x);
    gaiti_double4 square = gaiti_x4_times(determinant, determinant);
    gaiti_double4 bound =
        gaiti_x4_times(gaiti_x4_times(gaiti_x4_dot(a.m.x, a.m.x), gaiti_x4_dot(a.m.y, a.m.y)),
                       gaiti_x4_dot(a.m.z, a.m.z));
    gaiti_mask4 is_regular = gaiti_mask4_and(
        gaiti_double4_less(gaiti_x4_times(gaiti_double4_of(1e-28), bound), square),
        gaiti_double4_equal(gaiti_x4_subtract(square, square), gaiti_double4_of(0)));

    gaiti_double4 scale = gaiti_double4_divide(gaiti_double4_of(1), determinant);
    gaiti_matrix_x4 columns = {gaiti_x4_scale(cofactors.x, scale),
                               gaiti_x4_scale(cofactors.y, scale),
                               gaiti_x4_scale(cofactors.z, scale)};
    gaiti_affine_x4 inverse = {.m = gaiti_x4_transpose(columns)};
    inverse.t.x = gaiti_double4_negate(gaiti_x4_dot(inverse.m.x, a.t));
    inverse.t.y = gaiti_double4_negate(gaiti_x4_dot(inverse.m.y, a.t));
    inverse.t.z = gaiti_double4_negate(gaiti_x4_dot(inverse.m.z, a.t));
    if (gaiti_mask4_bits(is_regular) != 15) {
        return gaiti_x4_select_affine(is_regular, inverse, gaiti_x4_identity());
    }
    return inverse;
}

/* --- quaternions ------------------------------------------------------------------------------ */

GAITI_INLINE gaiti_quaternion_x4 gaiti_x4_scale_quaternion(gaiti_quaternion_x4 q,
                                                           gaiti_double4 factor) {
    return (gaiti_quaternion_x4){gaiti_x4_times(q.x, factor), gaiti_x4_times(q.y, factor),
                                 gaiti_x4_times(q.z, factor), gaiti_x4_times(q.w, factor)};
}

/* gaiti_quaternion_normalise(), for quaternions that are not degenerate. */
GAITI_INLINE gaiti_quaternion_x4 gaiti_x4_normalise_regular(gaiti_quaternion_x4 q,
                                                            gaiti_double4 *out_length) {
    gaiti_double4 square = gaiti_x4_add(gaiti_x4_sum_of_products(q.x, q.x, q.y, q.y),
                                        gaiti_x4_sum_of_products(q.z, q.z, q.w, q.w));
    *out_length = gaiti_double4_sqrt(square);
    return gaiti_x4_scale_quaternion(q, gaiti_double4_divide(gaiti_double4_of(1), *out_length));
}

/* gaiti_quaternion_normalise() */
GAITI_INLINE gaiti_quaternion_x4 gaiti_x4_normalise(gaiti_quaternion_x4 q) {
    const gaiti_double4 zero = gaiti_double4_of(0), one = gaiti_double4_of(1);
    gaiti_double4 length;
    q = gaiti_x4_normalise_regular(q, &length);
    gaiti_mask4 is_regular = gaiti_mask4_and(
        gaiti_double4_reaches(length, gaiti_double4_of(GAITI_DEGENERATE_QUATERNION)),
        gaiti_double4_less(length, gaiti_double4_of(GAITI_LONGEST_QUATERNION)));
    if (gaiti_mask4_bits(is_regular) != 15) {
        q = gaiti_x4_select_quaternion(is_regular, q, (gaiti_quaternion_x4){zero, zero, zero, one});
    }
    return q;
}

/* gaiti_matrix_from_quaternion(). That function doubles sums of products, this one doubles a factor
 * of each product; doubling is exact, so the results are identical. */
GAITI_INLINE gaiti_matrix_x4 gaiti_x4_matrix(gaiti_quaternion_x4 q) {
    const gaiti_double4 one = gaiti_double4_of(1);
    gaiti_double4 x = gaiti_x4_add(q.x, q.x), y = gaiti_x4_add(q.y, q.y);
    gaiti_double4 z = gaiti_x4_add(q.z, q.z);
    gaiti_double4 xx = gaiti_x4_times(x, q.x), yy = gaiti_x4_times(y, q.y);
    gaiti_double4 zz = gaiti_x4_times(z, q.z), xy = gaiti_x4_times(x, q.y);
    gaiti_double4 xz = gaiti_x4_times(x, q.z), yz = gaiti_x4_times(y, q.z);
    gaiti_double4 wx = gaiti_x4_times(x, q.w), wy = gaiti_x4_times(y, q.w);
    gaiti_double4 wz = gaiti_x4_times(z, q.w);
    return (gaiti_matrix_x4){{gaiti_x4_subtract(one, gaiti_x4_add(yy, zz)),
                              gaiti_x4_subtract(xy, wz), gaiti_x4_add(xz, wy)},
                             {gaiti_x4_add(xy, wz), gaiti_x4_subtract(one, gaiti_x4_add(xx, zz)),
                              gaiti_x4_subtract(yz, wx)},
                             {gaiti_x4_subtract(xz, wy), gaiti_x4_add(yz, wx),
                              gaiti_x4_subtract(one, gaiti_x4_add(xx, yy))}};
}

/* gaiti_quaternion_from_matrix(), for rotations whose quaternion has a w other than 0. Those lanes
 * stay in *is_valid. */
GAITI_INLINE gaiti_quaternion_x4 gaiti_x4_quaternion(gaiti_matrix_x4 m, gaiti_mask4 *is_valid) {
    const gaiti_double4 one = gaiti_double4_of(1), zero = gaiti_double4_of(0);
    gaiti_double4 xx = m.x.x, yy = m.y.y, zz = m.z.z;
    gaiti_double4 xy = gaiti_x4_add(m.y.x, m.x.y), xz = gaiti_x4_add(m.x.z, m.z.x);
    gaiti_double4 yz = gaiti_x4_add(m.z.y, m.y.z), wx = gaiti_x4_subtract(m.z.y, m.y.z);
    gaiti_double4 wy = gaiti_x4_subtract(m.x.z, m.z.x), wz = gaiti_x4_subtract(m.y.x, m.x.y);
    gaiti_double4 plus = gaiti_x4_add(one, xx), minus = gaiti_x4_subtract(one, xx);
    gaiti_mask4 is_w = gaiti_double4_reaches(gaiti_x4_add(gaiti_x4_add(xx, yy), zz), zero);
    gaiti_quaternion_x4 q = {wx, wy, wz, gaiti_x4_add(gaiti_x4_add(plus, yy), zz)};
    if (gaiti_mask4_bits(is_w) != 15) {
        gaiti_mask4 is_x =
            gaiti_mask4_and(gaiti_double4_reaches(xx, yy), gaiti_double4_reaches(xx, zz));
        gaiti_quaternion_x4 by_x = {gaiti_x4_subtract(gaiti_x4_subtract(plus, yy), zz), xy, xz, wx};
        gaiti_quaternion_x4 by_y = {xy, gaiti_x4_subtract(gaiti_x4_add(minus, yy), zz), yz, wy};
        gaiti_quaternion_x4 by_z = {xz, yz, gaiti_x4_add(gaiti_x4_subtract(minus, yy), zz), wz};
        by_y = gaiti_x4_select_quaternion(gaiti_double4_reaches(yy, zz), by_y, by_z);
        by_x = gaiti_x4_select_quaternion(is_x, by_x, by_y);
        q = gaiti_x4_select_quaternion(is_w, q, by_x);
    }
    gaiti_double4 length;
    q = gaiti_x4_normalise_regular(q, &length);
    gaiti_mask4 is_zero = gaiti_double4_equal(q.w, zero);
    *is_valid = gaiti_mask4_and(*is_valid, gaiti_mask4_not(is_zero));
    gaiti_double4 sign =
        gaiti_double4_select(gaiti_double4_less(q.w, zero), gaiti_double4_of(-1), one);
    q = gaiti_x4_scale_quaternion(q, sign);
    return (gaiti_quaternion_x4){gaiti_x4_add(q.x, zero), gaiti_x4_add(q.y, zero),
                                 gaiti_x4_add(q.z, zero), gaiti_x4_add(q.w, zero)};
}

/* 1 - x a s */
GAITI_INLINE gaiti_double4 gaiti_x4_series_step(gaiti_double4 x, double a, gaiti_double4 s) {
    gaiti_double4 xa = gaiti_x4_times(x, gaiti_double4_of(a));
    return gaiti_x4_subtract(gaiti_double4_of(1), gaiti_x4_times(xa, s));
}

/* sin(x) / x from the square of x, as for one quaternion. */
GAITI_INLINE gaiti_double4 gaiti_x4_sinc(gaiti_double4 xx) {
    gaiti_double4 s =
        gaiti_x4_subtract(gaiti_double4_of(1), gaiti_x4_times(xx, gaiti_double4_of(1.0 / 110)));
    s = gaiti_x4_series_step(xx, 1.0 / 72, s);
    s = gaiti_x4_series_step(xx, 1.0 / 42, s);
    s = gaiti_x4_series_step(xx, 1.0 / 20, s);
    return gaiti_x4_series_step(xx, 1.0 / 6, s);
}

/* (sum + term) x */
GAITI_INLINE gaiti_double4 gaiti_x4_angle_step(gaiti_double4 sum, double term, gaiti_double4 x) {
    return gaiti_x4_times(gaiti_x4_add(sum, gaiti_double4_of(term)), x);
}

/* The square of an angle from the square of its chord, as for one quaternion. */
GAITI_INLINE gaiti_double4 gaiti_x4_square_angle(gaiti_double4 xx) {
    gaiti_double4 sum = gaiti_x4_times(gaiti_double4_of(1.0 / 9237800), xx);
    sum = gaiti_x4_angle_step(sum, 1.0 / 1969110, xx);
    sum = gaiti_x4_angle_step(sum, 1.0 / 411840, xx);
    sum = gaiti_x4_angle_step(sum, 1.0 / 84084, xx);
    sum = gaiti_x4_angle_step(sum, 1.0 / 16632, xx);
    sum = gaiti_x4_angle_step(sum, 1.0 / 3150, xx);
    sum = gaiti_x4_angle_step(sum, 1.0 / 560, xx);
    sum = gaiti_x4_angle_step(sum, 1.0 / 90, xx);
    sum = gaiti_x4_angle_step(sum, 1.0 / 12, xx);
    return gaiti_x4_times(xx, gaiti_x4_add(gaiti_double4_of(1), sum));
}

GAITI_INLINE gaiti_double4 gaiti_x4_square_of_difference(gaiti_double4 a, gaiti_double4 b) {
    gaiti_double4 difference = gaiti_x4_subtract(a, b);
    return gaiti_x4_times(difference, difference);
}

/* gaiti_quaternion_slerp() for small angles; clears the lanes of *is_valid that have other ones. */
GAITI_INLINE gaiti_quaternion_x4 gaiti_x4_slerp(gaiti_quaternion_x4 a, gaiti_quaternion_x4 b,
                                                double fraction, gaiti_mask4 *is_valid) {
    const double left = 1 - fraction;
    gaiti_double4 dot = gaiti_x4_add(
        gaiti_x4_add(gaiti_x4_sum_of_products(b.x, a.x, b.y, a.y), gaiti_x4_times(b.z, a.z)),
        gaiti_x4_times(b.w, a.w));
    gaiti_mask4 is_opposite = gaiti_double4_less(dot, gaiti_double4_of(0));
    if (gaiti_mask4_bits(is_opposite) != 0) {
        gaiti_quaternion_x4 opposite = {gaiti_double4_negate(b.x), gaiti_double4_negate(b.y),
                                        gaiti_double4_negate(b.z), gaiti_double4_negate(b.w)};
        b = gaiti_x4_select_quaternion(is_opposite, opposite, b);
    }
    gaiti_double4 square = gaiti_x4_add(gaiti_x4_square_of_difference(a.x, b.x),
                                        gaiti_x4_square_of_difference(a.y, b.y));
    square = gaiti_x4_add(square, gaiti_x4_square_of_difference(a.z, b.z));
    square = gaiti_x4_add(square, gaiti_x4_square_of_difference(a.w, b.w));
    *is_valid = gaiti_mask4_and(*is_valid, gaiti_double4_less(square, gaiti_double4_of(0.1)));
    gaiti_double4 angle = gaiti_x4_square_angle(square);
    gaiti_double4 scale = gaiti_double4_divide(gaiti_double4_of(1), gaiti_x4_sinc(angle));
    gaiti_double4 from =
        gaiti_x4_times(gaiti_double4_of(left),
                       gaiti_x4_sinc(gaiti_x4_times(gaiti_double4_of(left * left), angle)));
    gaiti_double4 to =
        gaiti_x4_times(gaiti_double4_of(fraction),
                       gaiti_x4_sinc(gaiti_x4_times(gaiti_double4_of(fraction * fraction), angle)));
    from = gaiti_x4_times(from, scale);
    to = gaiti_x4_times(to, scale);
    gaiti_quaternion_x4 q = {
        gaiti_x4_sum_of_products(from, a.x, to, b.x), gaiti_x4_sum_of_products(from, a.y, to, b.y),
        gaiti_x4_sum_of_products(from, a.z, to, b.z), gaiti_x4_sum_of_products(from, a.w, to, b.w)};
    gaiti_double4 length;
    return gaiti_x4_normalise_regular(q, &length);
}

/* --- polar decomposition ---------------------------------------------------------------------- */

/* X^T X - I: the diagonal, the other entries (1,2), (0,2), (0,1), and the sum of their squares. */
typedef struct gaiti_defect_x4 {
    gaiti_vector_x4 diagonal, sides;
    gaiti_double4 size;
} gaiti_defect_x4;

/* The product of a column with itself, less 1. */
GAITI_INLINE gaiti_double4 gaiti_x4_length_defect(gaiti_double4 x, gaiti_double4 y,
                                                  gaiti_double4 z) {
    return gaiti_x4_add(gaiti_x4_sum_of_products(x, x, y, y),
                        gaiti_x4_subtract(gaiti_x4_times(z, z), gaiti_double4_of(1)));
}

GAITI_INLINE gaiti_defect_x4 gaiti_x4_defect(gaiti_matrix_x4 m) {
    gaiti_matrix_x4 c = gaiti_x4_transpose(m);
    gaiti_vector_x4 d = {gaiti_x4_length_defect(c.x.x, c.x.y, c.x.z),
                         gaiti_x4_length_defect(c.y.x, c.y.y, c.y.z),
                         gaiti_x4_length_defect(c.z.x, c.z.y, c.z.z)};
    gaiti_vector_x4 s = {gaiti_x4_dot(c.y, c.z), gaiti_x4_dot(c.z, c.x), gaiti_x4_dot(c.x, c.y)};
    gaiti_double4 first = gaiti_x4_sum_of_products(d.x, d.x, d.y, d.y);
    gaiti_double4 second = gaiti_x4_sum_of_products(d.z, d.z, s.x, s.x);
    gaiti_double4 third = gaiti_x4_sum_of_products(s.y, s.y, s.z, s.z);
    return (gaiti_defect_x4){d, s, gaiti_x4_add(gaiti_x4_add(first, second), third)};
}

GAITI_INLINE gaiti_vector_x4 gaiti_x4_refine_row(gaiti_vector_x4 row, gaiti_matrix_x4 e) {
    const gaiti_double4 half = gaiti_double4_of(0.5);
    return (gaiti_vector_x4){
        gaiti_x4_subtract(row.x, gaiti_x4_times(half, gaiti_x4_dot(row, e.x))),
        gaiti_x4_subtract(row.y, gaiti_x4_times(half, gaiti_x4_dot(row, e.y))),
        gaiti_x4_subtract(row.z, gaiti_x4_times(half, gaiti_x4_dot(row, e.z)))};
}

/* X (I - E/2) */
GAITI_INLINE gaiti_matrix_x4 gaiti_x4_refine(gaiti_matrix_x4 m, gaiti_defect_x4 defect) {
    gaiti_vector_x4 d = defect.diagonal, s = defect.sides;
    gaiti_matrix_x4 e = {{d.x, s.z, s.y}, {s.z, d.y, s.x}, {s.y, s.x, d.z}};
    return (gaiti_matrix_x4){gaiti_x4_refine_row(m.x, e), gaiti_x4_refine_row(m.y, e),
                             gaiti_x4_refine_row(m.z, e)};
}

/* The rotations of matrices that are nearly rotations; clears the lanes of *is_valid that have
 * other matrices. */
GAITI_INLINE gaiti_matrix_x4 gaiti_x4_nearest_rotation(gaiti_matrix_x4 m, gaiti_mask4 *is_valid) {
    enum { STEPS = 4 }; /* from a small defect to a tiny one */
    gaiti_defect_x4 defect = gaiti_x4_defect(m);
    const gaiti_double4 tiny = gaiti_double4_of(GAITI_POLAR_TINY_DEFECT);
    gaiti_mask4 is_near =
        gaiti_double4_less(defect.size, gaiti_double4_of(GAITI_POLAR_SMALL_DEFECT));
    gaiti_mask4 is_done = gaiti_double4_less(defect.size, tiny);
    for (int i = 0; i < STEPS && gaiti_mask4_bits(is_done) != 15; i++) {
        gaiti_matrix_x4 refined = gaiti_x4_refine(m, defect);
        m = gaiti_mask4_bits(is_done) == 0 ? refined : gaiti_x4_select_matrix(is_done, m, refined);
        defect = gaiti_x4_defect(m);
        is_done = gaiti_double4_less(defect.size, tiny);
    }
    m = gaiti_x4_refine(m, defect);
    gaiti_double4 determinant = gaiti_x4_dot(m.x, gaiti_x4_cross(m.y, m.z));
    gaiti_mask4 is_proper = gaiti_double4_less(gaiti_double4_of(0), determinant);
    *is_valid =
        gaiti_mask4_and(*is_valid, gaiti_mask4_and(is_near, gaiti_mask4_and(is_done, is_proper)));
    return m;
}

#endif
