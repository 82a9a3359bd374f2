/* Quaternions (x, y, z, w) and rotation matrices, for column vectors. */
#ifndef GAITI_QUATERNION_H
#define GAITI_QUATERNION_H

#include <math.h>
#include <stdbool.h>

/* Shorter quaternions are degenerate: their direction is unreliable. */
#define GAITI_DEGENERATE_QUATERNION 1e-6
/* The squares of longer ones may overflow: they are degenerate, too. */
#define GAITI_LONGEST_QUATERNION 1e150

static inline double gaiti_abs(double x) {
    return x < 0 ? -x : x;
}

static inline double gaiti_quaternion_dot(const double a[4], const double b[4]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

static inline double gaiti_quaternion_length(const double q[4]) {
    return sqrt((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]));
}

/* The rotation b followed by the rotation a. `out` may be a or b. */
static inline void gaiti_quaternion_multiply(const double a[4], const double b[4], double out[4]) {
    double x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    double y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    double z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    double w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

/* The conjugate of a times b: b relative to a unit quaternion a. `out` may be a or b. */
static inline void gaiti_quaternion_relative(const double a[4], const double b[4], double out[4]) {
    const double conjugate[4] = {-a[0], -a[1], -a[2], a[3]};
    gaiti_quaternion_multiply(conjugate, b, out);
}

/* Negates q when its dot product with `previous` is negative. */
static inline void gaiti_quaternion_continue(double q[4], const double previous[4]) {
    if (gaiti_quaternion_dot(q, previous) < 0) {
        for (int i = 0; i < 4; i++) {
            q[i] = -q[i];
        }
    }
}

/* Stores q, or -q when its dot product with `previous` is negative; NULL = no previous key. */
static inline void gaiti_quaternion_store(const double q[4], const float *previous, float *key) {
    double dot = 0;
    for (int i = 0; previous && i < 4; i++) {
        dot += q[i] * (double)previous[i];
    }
    for (int i = 0; i < 4; i++) {
        key[i] = (float)(dot < 0 ? -q[i] : q[i]);
    }
}

/* Unit length; false, and identity, when degenerate or not a number. */
bool gaiti_quaternion_normalise(double q[4]);

/* Selects q or -q: w >= 0 or, if w = 0, the first component that is not 0 is positive. No negative
 * zeros. */
void gaiti_quaternion_canonical(double q[4]);

/* The rotation matrix of a unit quaternion. */
void gaiti_matrix_from_quaternion(const double q[4], double m[3][3]);

/* The canonical unit quaternion of a proper rotation matrix. */
void gaiti_quaternion_from_matrix(double m[3][3], double q[4]);

/* The square of the distance between two quaternions as points. */
static inline double gaiti_quaternion_square_distance(const double a[4], const double b[4]) {
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sum;
}

/* The square of the chord between two rotations, which are unit quaternions: the distance between a
 * and the nearer one of b and -b. It ascends with the angle and is faster. */
double gaiti_quaternion_chord(const double a[4], const double b[4]);

/* The angle of such a chord, and the chord of an angle below pi. */
double gaiti_angle_of_chord(double square_chord);
double gaiti_chord_of_angle(double angle_rad);

/* The angle between two rotations, which are unit quaternions, in radians. 0 for equal ones, and
 * accurate for small angles. */
double gaiti_quaternion_angle(const double a[4], const double b[4]);

/* The angle of one rotation, in radians. The length need not be exactly 1. */
double gaiti_rotation_angle(const double q[4]);

/* Spherical linear interpolation along the shortest arc between two unit quaternions, `fraction` in
 * [0, 1]. */
void gaiti_quaternion_slerp(const double a[4], const double b[4], double fraction, double out[4]);

#endif
