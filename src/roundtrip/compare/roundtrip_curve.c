/* Evaluates curves of the edited file. */
#include <string.h>

#include "base/search.h"
#include "model/affine.h"
#include "roundtrip/compare/roundtrip_state.h"

/* Seconds: a step takes effect this long before its key, because tools round key times. */
#define CURVE_EARLY 1e-4

/* The position of a time in a curve. */
typedef struct curve_place {
    const double *a, *b;   /* keys before and after; equal outside of the curve and at a key */
    double fraction, span; /* position between a and b in [0, 1], and seconds from a to b */
    uint32_t key;          /* index of a */
} curve_place;

static curve_place curve_locate(const gait_edited_curve *curve, unsigned width, double time) {
    const double *times = curve->times;
    uint32_t last = curve->count - 1, key = last;
    bool is_step = curve->interpolation == GAIT_EDITED_STEP;
    time += is_step ? CURVE_EARLY : 0;
    if (time < times[last]) {
        key = gaiti_last_time_f64(times, last, time);
    }
    const double *value = curve->values + (size_t)key * width;
    curve_place place = {.a = value, .b = value, .key = key};
    if (!is_step && key < last && time > times[key]) {
        place.b = value + width;
        place.span = times[key + 1] - times[key];
        place.fraction = (time - times[key]) / place.span;
    }
    return place;
}

static void curve_spline(const gait_edited_curve *curve, unsigned width, const curve_place *place,
                         double *out) {
    double f = place->fraction, ff = f * f, fff = ff * f;
    const double *leaving = curve->tangents + ((size_t)place->key * 2 + 1) * width;
    const double *arriving = leaving + width;
    for (unsigned i = 0; i < width; i++) {
        out[i] = (2 * fff - 3 * ff + 1) * place->a[i] +
                 place->span * (fff - 2 * ff + f) * leaving[i] + (3 * ff - 2 * fff) * place->b[i] +
                 place->span * (fff - ff) * arriving[i];
    }
}

void gaiti_curve_rotation_at(const gait_edited_curve *curve, const gait_transform *node,
                             double time, double q[4]) {
    double to[4];
    if (curve->count == 0) {
        memcpy(q, node->q, sizeof node->q);
        gaiti_quaternion_normalise(q);
        return;
    }
    curve_place place = curve_locate(curve, 4, time);
    if (place.a != place.b && curve->interpolation == GAIT_EDITED_CUBIC) {
        curve_spline(curve, 4, &place, q);
        gaiti_quaternion_normalise(q);
        return;
    }
    memcpy(q, place.a, sizeof to);
    gaiti_quaternion_normalise(q);
    if (place.a != place.b) {
        memcpy(to, place.b, sizeof to);
        gaiti_quaternion_normalise(to);
        gaiti_quaternion_slerp(q, to, place.fraction, q);
    }
}

void gaiti_curve_vector_at(const gait_edited_curve *curve, const double node[3], double time,
                           double v[3]) {
    if (curve->count == 0) {
        memcpy(v, node, 3 * sizeof *v);
        return;
    }
    curve_place place = curve_locate(curve, 3, time);
    if (place.a != place.b && curve->interpolation == GAIT_EDITED_CUBIC) {
        curve_spline(curve, 3, &place, v);
        return;
    }
    for (int i = 0; i < 3; i++) {
        v[i] = place.a[i] + place.fraction * (place.b[i] - place.a[i]);
    }
}
