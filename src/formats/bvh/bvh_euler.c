/* Conversion of rotations to Euler angles. */
#include <math.h>

#include "base/number/trig.h"
#include "formats/bvh/bvh_writer.h"
#include "model/affine.h"

/* Gimbal lock: below this cosine of the middle angle, only the sum of the outer angles is
 * determined. */
#define EULER_LOCK 1e-9

/* Adds full turns so that the angle is nearest to `before`. */
static double euler_near(double angle, double before) {
    double turns = (before - angle) / 360;
    double whole = (double)(int64_t)(turns + (turns < 0 ? -0.5 : 0.5));
    return angle + 360 * whole;
}

static double euler_sum_of_steps(const double a[3], const double b[3]) {
    return gaiti_abs(a[0] - b[0]) + gaiti_abs(a[1] - b[1]) + gaiti_abs(a[2] - b[2]);
}

void gaiti_bvh_euler(const double q[4], double angles[3]) {
    double m[3][3], sine, cosine;
    gaiti_matrix_from_quaternion(q, m);
    double level = sqrt(m[0][1] * m[0][1] + m[1][1] * m[1][1]);
    double z =
        level > EULER_LOCK ? gaiti_atan2(-m[0][1], m[1][1]) : angles[0] / GAITI_DEGREES_PER_RADIAN;
    /* Computes the other angles after removing the first, which is accurate even when the first is
     * not. */
    gaiti_sincos(z, &sine, &cosine);
    double y = gaiti_atan2(cosine * m[0][2] + sine * m[1][2], cosine * m[0][0] + sine * m[1][0]);
    double x = gaiti_atan2(m[2][1], cosine * m[1][1] - sine * m[0][1]);
    double one[3] = {z * GAITI_DEGREES_PER_RADIAN, x * GAITI_DEGREES_PER_RADIAN,
                     y * GAITI_DEGREES_PER_RADIAN};
    double other[3] = {one[0] + 180, 180 - one[1], one[2] + 180};
    for (int i = 0; i < 3; i++) {
        one[i] = euler_near(one[i], angles[i]);
        other[i] = euler_near(other[i], angles[i]);
    }
    bool is_one = euler_sum_of_steps(one, angles) <= euler_sum_of_steps(other, angles);
    for (int i = 0; i < 3; i++) {
        angles[i] = is_one ? one[i] : other[i];
    }
}
