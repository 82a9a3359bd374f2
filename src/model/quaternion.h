/* Quaternions (x, y, z, w) and rotation matrices. Column vectors throughout. */
#ifndef GAITI_QUATERNION_H
#define GAITI_QUATERNION_H

#include <stdbool.h>

/* A quaternion shorter than this has no direction worth keeping. */
#define GAITI_DEGENERATE_QUATERNION 1e-6

static inline double gaiti_abs(double x) {
    return x < 0 ? -x : x;
}

/* Unit length; false, and identity, when degenerate or not a number. */
bool gaiti_quaternion_normalize(double q[4]);

/* w >= 0; with w = 0 the first component that is not 0 is positive. No negative zeros. */
void gaiti_quaternion_canonical(double q[4]);

/* The rotation matrix of a unit quaternion. */
void gaiti_matrix_from_quaternion(const double q[4], double m[3][3]);

/* The unit quaternion of a proper rotation matrix, canonical. */
void gaiti_quaternion_from_matrix(double m[3][3], double q[4]);

/* Along the shortest arc between two unit quaternions, `fraction` in [0, 1]. */
void gaiti_quaternion_slerp(const double a[4], const double b[4], double fraction, double out[4]);

#endif
