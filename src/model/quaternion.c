/* Normalises quaternions, converts them to matrices and back, and interpolates them. */
#include <math.h>
#include <string.h>

#include "base/number/trig.h"
#include "model/quaternion.h"

bool gaiti_quaternion_normalise(double q[4]) {
    double length = gaiti_quaternion_length(q);
    if (!(length >= GAITI_DEGENERATE_QUATERNION && length < GAITI_LONGEST_QUATERNION)) {
        q[0] = q[1] = q[2] = 0;
        q[3] = 1;
        return false;
    }
    double scale = 1 / length;
    for (int i = 0; i < 4; i++) {
        q[i] *= scale;
    }
    return true;
}

void gaiti_quaternion_canonical(double q[4]) {
    double first = q[3] != 0 ? q[3] : q[0] != 0 ? q[0] : q[1] != 0 ? q[1] : q[2];
    double sign = first < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++) {
        q[i] = sign * q[i] + 0.0; /* -0 + 0 is 0 */
    }
}

void gaiti_matrix_from_quaternion(const double q[4], double m[3][3]) {
    double x = q[0], y = q[1], z = q[2], w = q[3];
    double xx = x * x, yy = y * y, zz = z * z;
    double xy = x * y, xz = x * z, yz = y * z;
    double wx = w * x, wy = w * y, wz = w * z;
    m[0][0] = 1 - 2 * (yy + zz);
    m[0][1] = 2 * (xy - wz);
    m[0][2] = 2 * (xz + wy);
    m[1][0] = 2 * (xy + wz);
    m[1][1] = 1 - 2 * (xx + zz);
    m[1][2] = 2 * (yz - wx);
    m[2][0] = 2 * (xz - wy);
    m[2][1] = 2 * (yz + wx);
    m[2][2] = 1 - 2 * (xx + yy);
}

/* Each component satisfies: 4 times its square, less 1, is the sum of the diagonal with certain
 * signs. The branch with the largest component is used, to avoid dividing by a small number. */
void gaiti_quaternion_from_matrix(double m[3][3], double q[4]) {
    double xy = m[1][0] + m[0][1], xz = m[0][2] + m[2][0], yz = m[2][1] + m[1][2];
    double wx = m[2][1] - m[1][2], wy = m[0][2] - m[2][0], wz = m[1][0] - m[0][1];
    double xx = m[0][0], yy = m[1][1], zz = m[2][2];
    if (xx + yy + zz >= 0) {
        q[0] = wx, q[1] = wy, q[2] = wz, q[3] = 1 + xx + yy + zz;
    } else if (xx >= yy && xx >= zz) {
        q[0] = 1 + xx - yy - zz, q[1] = xy, q[2] = xz, q[3] = wx;
    } else if (yy >= zz) {
        q[0] = xy, q[1] = 1 - xx + yy - zz, q[2] = yz, q[3] = wy;
    } else {
        q[0] = xz, q[1] = yz, q[2] = 1 - xx - yy + zz, q[3] = wz;
    }
    gaiti_quaternion_normalise(q);
    gaiti_quaternion_canonical(q);
}

/* sin(x) / x from the square of x, which is below 0.11; accurate to the last bit. */
static double quaternion_sinc(double xx) {
    const double a = 1.0 / 6, b = 1.0 / 20, c = 1.0 / 42, d = 1.0 / 72, e = 1.0 / 110;
    return 1 - xx * a * (1 - xx * b * (1 - xx * c * (1 - xx * d * (1 - xx * e))));
}

/* The square of an angle from the square of its chord on the unit circle, which is below 0.1: the
 * series of 4 asin(x / 2)^2. */
static double quaternion_square_angle(double xx) {
    static const double terms[9] = {
        1.0 / 9237800, 1.0 / 1969110, 1.0 / 411840, 1.0 / 84084, 1.0 / 16632,
        1.0 / 3150,    1.0 / 560,     1.0 / 90,     1.0 / 12,
    };
    double sum = 0;
    for (int i = 0; i < 9; i++) {
        sum = (sum + terms[i]) * xx;
    }
    return xx * (1 + sum);
}

/* The weights of both ends in a spherical interpolation. For small angles, such as those between
 * adjacent keys, series are faster than sines. Larger angles are computed from the lengths of sum
 * and difference, because the arc cosine loses precision. */
static void quaternion_weights(const double a[4], const double b[4], double fraction,
                               double *out_from, double *out_to) {
    double rest = 1 - fraction;
    double square = gaiti_quaternion_square_distance(a, b);
    if (square < 0.1) {
        double angle = quaternion_square_angle(square);
        double scale = 1 / quaternion_sinc(angle);
        *out_from = rest * quaternion_sinc(rest * rest * angle) * scale;
        *out_to = fraction * quaternion_sinc(fraction * fraction * angle) * scale;
        return;
    }
    const double opposite[4] = {-b[0], -b[1], -b[2], -b[3]};
    double angle =
        2 * gaiti_atan2(sqrt(square), sqrt(gaiti_quaternion_square_distance(a, opposite)));
    double scale = 1 / gaiti_sin(angle);
    *out_from = gaiti_sin(rest * angle) * scale;
    *out_to = gaiti_sin(fraction * angle) * scale;
}

void gaiti_quaternion_slerp(const double a[4], const double b[4], double fraction, double out[4]) {
    double aligned[4];
    memcpy(aligned, b, sizeof aligned);
    gaiti_quaternion_continue(aligned, a);
    double from, to;
    quaternion_weights(a, aligned, fraction, &from, &to);
    for (int i = 0; i < 4; i++) {
        out[i] = from * a[i] + to * aligned[i];
    }
    gaiti_quaternion_normalise(out);
}

/* --- angles ----------------------------------------------------------------------------------- */

double gaiti_quaternion_chord(const double a[4], const double b[4]) {
    const double opposite[4] = {-b[0], -b[1], -b[2], -b[3]};
    double near = gaiti_quaternion_square_distance(a, b);
    double far = gaiti_quaternion_square_distance(a, opposite);
    return near < far ? near : far;
}

double gaiti_angle_of_chord(double square_chord) {
    double half = sqrt(square_chord) / 2;
    return 4 * gaiti_atan2(half, sqrt(half < 1 ? 1 - half * half : 0));
}

double gaiti_chord_of_angle(double angle_rad) {
    double sine = gaiti_sin(angle_rad / 4);
    return 4 * sine * sine;
}

double gaiti_quaternion_angle(const double a[4], const double b[4]) {
    return gaiti_angle_of_chord(gaiti_quaternion_chord(a, b));
}

double gaiti_rotation_angle(const double q[4]) {
    double sine = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
    return 2 * gaiti_atan2(sine, gaiti_abs(q[3]));
}
