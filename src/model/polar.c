/* Polar decomposition of a linear part into a rotation and a symmetric matrix. */
#include <math.h>
#include <string.h>

#include "model/affine.h"
#include "gait/transform.h"

enum { POLAR_MAX_STEPS = 100 };

static double polar_determinant(double m[3][3]) {
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/* Scales the matrix so that its largest entry is 1, which affects only the symmetric factor. False
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

/* Computes E = X^T X - I. e[] holds its six independent entries: the three of the diagonal, then
 * (1,2), (0,2), (0,1). Returns the sum of their squares. */
static double polar_defect(double x[3][3], double e[6]) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        int k = (i + 2) % 3;
        e[i] = (x[0][i] * x[0][i] + x[1][i] * x[1][i]) + (x[2][i] * x[2][i] - 1);
        e[3 + i] = (x[0][j] * x[0][k] + x[1][j] * x[1][k]) + x[2][j] * x[2][k];
    }
    return (e[0] * e[0] + e[1] * e[1]) + (e[2] * e[2] + e[3] * e[3]) + (e[4] * e[4] + e[5] * e[5]);
}

/* X (I - E/2): a step of quadratic convergence without an inverse, for a small defect. */
static void polar_refine(double x[3][3], const double e[6]) {
    for (int r = 0; r < 3; r++) {
        double *row = x[r];
        double a = row[0] * e[0] + row[1] * e[5] + row[2] * e[4];
        double b = row[0] * e[5] + row[1] * e[1] + row[2] * e[3];
        double c = row[0] * e[4] + row[1] * e[3] + row[2] * e[2];
        row[0] -= 0.5 * a;
        row[1] -= 0.5 * b;
        row[2] -= 0.5 * c;
    }
}

static double polar_square_norm(double x[3][3]) {
    double sum = 0;
    for (int i = 0; i < 9; i++) {
        sum += x[i / 3][i % 3] * x[i / 3][i % 3];
    }
    return sum;
}

/* A scaled Newton step: (g X + inverse(X)^T / g) / 2, with the g for which both terms have the same
 * norm. Converges fast from any regular matrix. False when X is singular. */
static bool polar_newton(double x[3][3]) {
    double inverse[3][3]; /* transposed */
    for (int r = 0; r < 3; r++) {
        const double *next = x[(r + 1) % 3];
        const double *last = x[(r + 2) % 3];
        inverse[r][0] = next[1] * last[2] - next[2] * last[1];
        inverse[r][1] = next[2] * last[0] - next[0] * last[2];
        inverse[r][2] = next[0] * last[1] - next[1] * last[0];
    }
    double det = gaiti_vector_dot(x[0], inverse[0]);
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

/* The orthogonal factor, negated if it is not a proper rotation. False for a singular matrix. */
static bool polar_rotation(const double m[3][3], double x[3][3]) {
    double e[6];
    memcpy(x, m, 9 * sizeof(double));
    double defect = polar_defect(x, e);
    if (!(defect < GAITI_POLAR_SMALL_DEFECT)) {
        if (!polar_scale(m, x)) {
            return false;
        }
        defect = polar_defect(x, e);
    }
    for (int step = 0; step < POLAR_MAX_STEPS && !(defect < GAITI_POLAR_TINY_DEFECT); step++) {
        if (defect < GAITI_POLAR_SMALL_DEFECT) {
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
    return defect < GAITI_POLAR_TINY_DEFECT;
}

static double polar_largest(double a, double b, double c) {
    a = gaiti_abs(a);
    b = gaiti_abs(b);
    c = gaiti_abs(c);
    double largest = a > b ? a : b;
    return largest > c ? largest : c;
}

double gait_affine_decompose(const gait_affine *a, gait_transform *out_transform) {
    double r[3][3];
    if (!polar_rotation(a->m, r)) {
        gait_affine identity = gait_affine_identity();
        memcpy(r, identity.m, sizeof r);
    }
    gaiti_quaternion_from_matrix(r, out_transform->q);
    double columns[3];
    for (int c = 0; c < 3; c++) {
        double m[3] = {a->m[0][c], a->m[1][c], a->m[2][c]};
        out_transform->t[c] = a->t[c];
        out_transform->s[c] = r[0][c] * m[0] + r[1][c] * m[1] + r[2][c] * m[2];
        columns[c] = polar_largest(m[0] - r[0][c], m[1] - r[1][c], m[2] - r[2][c]);
    }
    return polar_largest(columns[0], columns[1], columns[2]);
}
