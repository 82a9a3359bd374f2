/* Rotations as quaternions and as heading, pitch and bank. */
#include <math.h>

#include "base/number/trig.h"
#include "formats/xray/skl/skl.h"
#include "model/quaternion.h"

#define SKL_PI 0x1.921fb54442d18p+1

bool gaiti_skl_normalise(double q[4]) {
    double square = gaiti_quaternion_dot(q, q);
    double length = sqrt(square);
    for (int i = 0; i < 4; i++) {
        q[i] = length < 1e-6 ? (i == 3) : q[i] / length;
    }
    return square - square == 0;
}

/* Adds the number of full turns for which `angle` is nearest to `before`. Returns `angle` unchanged
 * if the result is beyond 32 radians, where floats are too coarse. */
static double skl_unwrap(double angle, float before) {
    const double max = 32;
    double turns = ((double)before - angle) / (2 * SKL_PI);
    double whole = turns < 0 ? -(double)(int64_t)(0.5 - turns) : (double)(int64_t)(turns + 0.5);
    double turned = angle + whole * 2 * SKL_PI;
    return turned > -max && turned < max ? turned : angle;
}

/* Removes heading and pitch from the rotation; the rest is bank. Heading and pitch are the stored
 * values, so that their rounding errors do not accumulate. */
float gaiti_skl_bank(const double q[4], float heading, float pitch, float before) {
    double sh, ch, sp, cp;
    gaiti_sincos((double)heading / 2, &sh, &ch);
    gaiti_sincos((double)pitch / 2, &sp, &cp);
    double x = ch * q[0] - sh * q[2], y = ch * q[1] - sh * q[3];
    double z = ch * q[2] + sh * q[0], w = ch * q[3] + sh * q[1];
    double bank = 2 * gaiti_atan2(cp * z - sp * y, cp * w + sp * x);
    return (float)skl_unwrap(bank, before);
}

static void skl_angles_of(const double q[4], double heading, double pitch, const float before[3],
                          float out[3]) {
    out[0] = (float)skl_unwrap(heading, before[0]);
    out[1] = (float)skl_unwrap(pitch, before[1]);
    out[2] = gaiti_skl_bank(q, out[0], out[1], before[2]);
}

static double skl_angle_distance(const float a[3], const float b[3]) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double turn = (double)a[i] - (double)b[i];
        sum += turn < 0 ? -turn : turn;
    }
    return sum;
}

/* When pitch is 90 degrees up or down, heading is arbitrary. */
void gaiti_skl_angles(const double q[4], const float before[3], bool first, float out[3]) {
    const double upright = 1e-6;
    double x = 2 * (q[0] * q[2] + q[3] * q[1]), z = 1 - 2 * (q[0] * q[0] + q[1] * q[1]);
    double level = sqrt(x * x + z * z);
    double pitch = gaiti_atan2(2 * (q[3] * q[0] - q[1] * q[2]), level);
    double heading = level > upright ? gaiti_atan2(x, z) : (double)before[0];
    float other[3];
    skl_angles_of(q, heading, pitch, before, out);
    skl_angles_of(q, heading + SKL_PI, SKL_PI - pitch, before, other);
    if (!first && skl_angle_distance(other, before) < skl_angle_distance(out, before)) {
        memcpy(out, other, sizeof other);
    }
}
