#include <math.h>
#include <string.h>

#include "base/trig.h"
#include "model/affine.h"

static double quaternion_dot(const double a[4], const double b[4]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

bool gaiti_quaternion_normalize(double q[4]) {
    double square = quaternion_dot(q, q);
    double length = sqrt(square);
    if (!(length >= GAITI_DEGENERATE_QUATERNION && length < 1e150)) {
        q[0] = q[1] = q[2] = 0;
        q[3] = 1;
        return false;
    }
    for (int i = 0; i < 4; i++) {
        q[i] /= length;
    }
    return true;
}

void gaiti_quaternion_canonical(double q[4]) {
    bool negative = q[3] < 0;
    for (int i = 0; i < 3 && q[3] == 0; i++) {
        if (q[i] != 0) {
            negative = q[i] < 0;
            break;
        }
    }
    for (int i = 0; i < 4; i++) {
        q[i] = (negative ? -q[i] : q[i]) + 0.0; /* -0 + 0 is 0 */
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

/* Each row is four times one component times all four: the longest row is the best one. */
void gaiti_quaternion_from_matrix(const double m[3][3], double q[4]) {
    double xx = m[0][0], yy = m[1][1], zz = m[2][2];
    double xy = m[1][0] + m[0][1], xz = m[0][2] + m[2][0], yz = m[2][1] + m[1][2];
    double wx = m[2][1] - m[1][2], wy = m[0][2] - m[2][0], wz = m[1][0] - m[0][1];
    const double rows[4][4] = {
        {1 + xx - yy - zz, xy, xz, wx},
        {xy, 1 - xx + yy - zz, yz, wy},
        {xz, yz, 1 - xx - yy + zz, wz},
        {wx, wy, wz, 1 + xx + yy + zz},
    };
    int best = 3;
    for (int i = 0; i < 3; i++) {
        if (rows[i][i] > rows[best][best]) {
            best = i;
        }
    }
    memcpy(q, rows[best], 4 * sizeof(double));
    gaiti_quaternion_normalize(q);
    gaiti_quaternion_canonical(q);
}

/* The angle between unit quaternions, from the lengths of their sum and difference: exact where
 * the arc cosine of the dot product loses half its digits. */
static double quaternion_angle(const double a[4], const double b[4]) {
    double sum = 0, difference = 0;
    for (int i = 0; i < 4; i++) {
        sum += (a[i] + b[i]) * (a[i] + b[i]);
        difference += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return 2 * gaiti_atan2(sqrt(difference), sqrt(sum));
}

void gaiti_quaternion_slerp(const double a[4], const double b[4], double fraction, double out[4]) {
    double near[4];
    double sign = quaternion_dot(a, b) < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++) {
        near[i] = sign * b[i];
    }
    double angle = quaternion_angle(a, near);
    double from = 1 - fraction;
    double to = fraction;
    if (angle > 1e-6) {
        double scale = 1 / gaiti_sin(angle);
        from = gaiti_sin(from * angle) * scale;
        to = gaiti_sin(to * angle) * scale;
    }
    for (int i = 0; i < 4; i++) {
        out[i] = from * a[i] + to * near[i];
    }
    gaiti_quaternion_normalize(out);
}

gait_affine gaiti_from_xyzi(const float rot[3], const float t[3]) {
    double sp = gaiti_sin(rot[0]), cp = gaiti_cos(rot[0]);
    double sh = gaiti_sin(rot[1]), ch = gaiti_cos(rot[1]);
    double sb = gaiti_sin(rot[2]), cb = gaiti_cos(rot[2]);
    return (gait_affine){
        .m = {{ch * cb + sh * sp * sb, sh * sp * cb - ch * sb, sh * cp},
              {cp * sb, cp * cb, -sp},
              {ch * sp * sb - sh * cb, sh * sb + ch * sp * cb, ch * cp}},
        .t = {t[0], t[1], t[2]},
    };
}
