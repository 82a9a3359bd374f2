/* Polar decomposition: any linear part as rotation times symmetric matrix. */
#include <math.h>
#include <string.h>

#include "model/affine.h"

enum { POLAR_MAX_STEPS = 100 };

static double polar_determinant(const double m[3][3]) {
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/* The matrix with its largest entry made 1, which changes nothing but the symmetric factor. False
 * when it is singular or not finite. */
static bool polar_scale(const double m[3][3], double x[3][3]) {
    double largest = 0;
    for (int i = 0; i < 9; i++) {
        double size = gaiti_abs(m[i / 3][i % 3]);
        if (!(size <= 1e300)) {
            return false;
        }
        largest = size > largest ? size : largest;
    }
    if (largest < 1e-300) {
        return false;
    }
    for (int i = 0; i < 9; i++) {
        x[i / 3][i % 3] = m[i / 3][i % 3] / largest;
    }
    return gaiti_abs(polar_determinant(x)) > 1e-14;
}

/* X^T X - I; returns its largest entry. */
static double polar_defect(const double x[3][3], double e[3][3]) {
    double largest = 0;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            double dot = x[0][r] * x[0][c] + x[1][r] * x[1][c] + x[2][r] * x[2][c];
            e[r][c] = r == c ? dot - 1 : dot;
            double size = gaiti_abs(e[r][c]);
            largest = size > largest ? size : largest;
        }
    }
    return largest;
}

/* X (I - E/2): squares a small defect without an inverse. */
static void polar_refine(double x[3][3], const double e[3][3]) {
    for (int r = 0; r < 3; r++) {
        double row[3] = {x[r][0], x[r][1], x[r][2]};
        for (int c = 0; c < 3; c++) {
            x[r][c] = row[c] - 0.5 * (row[0] * e[0][c] + row[1] * e[1][c] + row[2] * e[2][c]);
        }
    }
}

static double polar_square_norm(const double x[3][3]) {
    double sum = 0;
    for (int i = 0; i < 9; i++) {
        sum += x[i / 3][i % 3] * x[i / 3][i % 3];
    }
    return sum;
}

/* (g X + inverse(X)^T / g) / 2, with the g that makes both of one size: fast from far away. */
static bool polar_newton(double x[3][3]) {
    double inverse[3][3]; /* transposed */
    for (int r = 0; r < 3; r++) {
        const double *next = x[(r + 1) % 3];
        const double *last = x[(r + 2) % 3];
        inverse[r][0] = next[1] * last[2] - next[2] * last[1];
        inverse[r][1] = next[2] * last[0] - next[0] * last[2];
        inverse[r][2] = next[0] * last[1] - next[1] * last[0];
    }
    double det = x[0][0] * inverse[0][0] + x[0][1] * inverse[0][1] + x[0][2] * inverse[0][2];
    if (!(gaiti_abs(det) > 0)) {
        return false;
    }
    double size = sqrt(polar_square_norm(inverse)) / gaiti_abs(det);
    double g = sqrt(size / sqrt(polar_square_norm(x)));
    for (int i = 0; i < 9; i++) {
        double *entry = &x[i / 3][i % 3];
        *entry = 0.5 * (g * *entry + inverse[i / 3][i % 3] / (det * g));
    }
    return true;
}

/* The orthogonal factor made proper; false for a singular matrix. */
static bool polar_rotation(const double m[3][3], double x[3][3]) {
    double e[3][3];
    memcpy(x, m, 9 * sizeof(double));
    double defect = polar_defect(x, e);
    if (!(defect < 0.1)) {
        if (!polar_scale(m, x)) {
            return false;
        }
        defect = polar_defect(x, e);
    }
    for (int step = 0; step < POLAR_MAX_STEPS && !(defect < 1e-8); step++) {
        if (defect < 0.1) {
            polar_refine(x, e);
        } else if (!polar_newton(x)) {
            return false;
        }
        defect = polar_defect(x, e);
    }
    polar_refine(x, e);
    if (polar_determinant(x) < 0) {
        for (int i = 0; i < 9; i++) {
            x[i / 3][i % 3] = -x[i / 3][i % 3];
        }
    }
    return defect < 1e-8;
}

double gait_affine_decompose(const gait_affine *a, gait_transform *out_transform) {
    double r[3][3];
    if (!polar_rotation(a->m, r)) {
        gait_affine identity = gait_affine_identity();
        memcpy(r, identity.m, sizeof r);
    }
    gait_transform transform;
    gaiti_quaternion_from_matrix(r, transform.q);
    double difference = 0;
    for (int c = 0; c < 3; c++) {
        transform.t[c] = a->t[c];
        transform.s[c] = r[0][c] * a->m[0][c] + r[1][c] * a->m[1][c] + r[2][c] * a->m[2][c];
        for (int row = 0; row < 3; row++) {
            double entry = gaiti_abs(a->m[row][c] - r[row][c]);
            difference = entry > difference ? entry : difference;
        }
    }
    *out_transform = transform;
    return difference;
}
