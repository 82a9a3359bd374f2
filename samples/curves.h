/* Smooth curves through given values. */
#ifndef SAMPLES_CURVES_H
#define SAMPLES_CURVES_H

#include <stddef.h>

typedef struct knot {
    double at, value, slope;
} knot;

/* Cubic between neighbours; `at` outside the knots continues the first or last cubic. */
double curve_at(const knot *knots, size_t count, double at);
/* 0 at `from` and before, 1 at `to` and after, at rest at both ends. */
double ease(double from, double to, double at);
/* Cosine of a part of a whole turn. */
double wave(double part);

#endif
