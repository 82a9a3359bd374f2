#include "curves.h"

#include "base/number/trig.h"

double curve_at(const knot *knots, size_t count, double at) {
    size_t i = 0;
    while (i + 2 < count && at >= knots[i + 1].at) {
        i++;
    }
    const knot *a = &knots[i];
    const knot *b = &knots[i + 1];
    double span = b->at - a->at;
    double t = (at - a->at) / span;
    double u = 1.0 - t;
    return u * u * ((1.0 + 2.0 * t) * a->value + t * span * a->slope) +
           t * t * ((1.0 + 2.0 * u) * b->value - u * span * b->slope);
}

double ease(double from, double to, double at) {
    double t = (at - from) / (to - from);
    if (t <= 0.0) {
        return 0.0;
    }
    if (t >= 1.0) {
        return 1.0;
    }
    return t * t * t * (10.0 + t * (6.0 * t - 15.0));
}

double wave(double part) {
    return gaiti_cos(6.283185307179586 * part);
}
