/* Quaternions (x, y, z, w) and rotation matrices, for column vectors. */
#ifndef GAITI_QUATERNION_H
#define GAITI_QUATERNION_H

#include <stdbool.h>

/* Shorter quaternions are degenerate: their direction is unreliable. */
#define GAITI_DEGENERATE_QUATERNION 1e-6

static inline double gaiti_abs(double x) {
    return x < 0 ? -x : x;
}

/* Normalises a quaternion. False, with the identity as result, when it is degenerate, too large or
 * NaN. */
bool gaiti_quaternion_normalize(double q[4]);

/* Selects q or -q: w >= 0 or, if w = 0, the first component that is not 0 is positive. No negative
 * zeros. */
void gaiti_quaternion_canonical(double q[4]);

/* The rotation matrix of a unit quaternion. */
void gaiti_matrix_from_quaternion(const double q[4], double m[3][3]);

/* The canonical unit quaternion of a proper rotation matrix. */
void gaiti_quaternion_from_matrix(double m[3][3], double q[4]);

/* Spherical linear interpolation along the shortest arc between two unit quaternions, `fraction` in
 * [0, 1]. */
void gaiti_quaternion_slerp(const double a[4], const double b[4], double fraction, double out[4]);

#endif
