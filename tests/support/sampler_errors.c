#include "sampler_errors.h"

#include <math.h>
#include "gait/transform.h"

double sampler_angle(const double p[4], const double q[4]) {
    double plus = 0, minus = 0;
    for (int i = 0; i < 4; i++) {
        plus += (p[i] + q[i]) * (p[i] + q[i]);
        minus += (p[i] - q[i]) * (p[i] - q[i]);
    }
    double chord = sqrt(plus < minus ? plus : minus) / 2;
    return 4 * asin(chord > 1 ? 1 : chord) * (180 / 3.14159265358979323846);
}

static double errors_length(const double v[3]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static double errors_determinant(const gait_affine *pose) {
    const double(*m)[3] = pose->m;
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/* The parts of a pose; false when it has none. */
static bool errors_split(const gait_affine *pose, gait_transform *out) {
    double determinant = errors_determinant(pose);
    bool is_good = determinant > 1e-3 && determinant < 1e3 && isfinite(errors_length(pose->t));
    if (is_good) {
        gait_affine_decompose(pose, out);
    }
    return is_good;
}

bool sampler_interpolate(const gait_affine *from, const gait_affine *to, double fraction,
                         gait_transform *out) {
    gait_transform a, b;
    if (!errors_split(from, &a) || !errors_split(to, &b)) {
        return false;
    }
    double dot = 0;
    for (int i = 0; i < 4; i++) {
        dot += a.q[i] * b.q[i];
    }
    double sign = dot < 0 ? -1 : 1, angle = acos(fmin(fabs(dot), 1));
    if (fabs(dot) < 0.005) { /* more than 179.4 degrees */
        return false;
    }
    double left = 1 - fraction, right = fraction;
    if (angle > 1e-6) {
        left = sin((1 - fraction) * angle) / sin(angle);
        right = sin(fraction * angle) / sin(angle);
    }
    for (int i = 0; i < 4; i++) {
        out->q[i] = left * a.q[i] + sign * right * b.q[i];
    }
    for (int i = 0; i < 3; i++) {
        out->t[i] = (1 - fraction) * a.t[i] + fraction * b.t[i];
        out->s[i] = (1 - fraction) * a.s[i] + fraction * b.s[i];
    }
    return true;
}

bool sampler_interpolate_numbers(const gait_affine *from, const gait_affine *to, double fraction,
                                 gait_transform *out) {
    gait_transform a, b;
    gait_affine pose;
    if (!errors_split(from, &a) || !errors_split(to, &b)) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            pose.m[i][j] = (1 - fraction) * from->m[i][j] + fraction * to->m[i][j];
        }
        pose.t[i] = (1 - fraction) * from->t[i] + fraction * to->t[i];
    }
    return errors_determinant(&pose) > 0.05 && errors_split(&pose, out);
}

bool sampler_is_linear(const gait_clip *clip, uint32_t bone) {
    return (clip->space == GAIT_SPACE_MODEL || clip->space == GAIT_SPACE_DELTA) &&
           clip->skeleton->bones[bone].parent_origin == GAIT_ORIGIN_UNKNOWN;
}

double sampler_metres(const gait_affine *from, const gait_affine *to) {
    double distance = fmax(errors_length(from->t), errors_length(to->t));
    return distance > 100 ? fmax(distance / 4194304, SAMPLER_METRES) : SAMPLER_METRES;
}

sampler_error sampler_error_of(const gait_trs *sampled, const gait_transform *exact) {
    const double q[4] = {(double)sampled->q[0], (double)sampled->q[1], (double)sampled->q[2],
                         (double)sampled->q[3]};
    double t[3], s = 0;
    for (int i = 0; i < 3; i++) {
        t[i] = (double)sampled->t[i] - exact->t[i];
        double difference = fabs((double)sampled->s[i] - exact->s[i]);
        s = difference < s ? s : difference;
    }
    return (sampler_error){
        .metres = errors_length(t), .degrees = sampler_angle(q, exact->q), .scale = s};
}
