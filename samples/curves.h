/* Smooth curves through given values. */
#ifndef SAMPLES_CURVES_H
#define SAMPLES_CURVES_H

#include <stddef.h>

typedef struct knot {
    double at, value, slope;
} knot;

/* Cubic between adjacent knots; `at` outside the knots continues the first or last cubic. */
double curve_at(const knot *knots, size_t count, double at);
/* 0 up to `from`, 1 from `to` on, with zero slope at both ends. */
double ease(double from, double to, double at);
/* Cosine of a fraction of a full turn. */
double wave(double part);

#endif
