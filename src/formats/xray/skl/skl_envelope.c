/* Evaluation of curves: cubic segments between keys, and extrapolation before and after them. */
#include "formats/xray/skl/skl_envelope.h"

#include <stddef.h>

#include "base/search.h"

static uint8_t envelope_shape(const gait_skl_key *key) {
    return (uint8_t)key->shape;
}

/* --- slopes ----------------------------------------------------------------------------------- */

/* A key and its neighbours; NULL when there is none. */
typedef struct envelope_knot {
    const gait_skl_key *before, *at, *after;
} envelope_knot;

static envelope_knot envelope_knot_at(const gait_skl_curve *curve, uint32_t k) {
    const gait_skl_key *key = &curve->keys[k];
    return (envelope_knot){k > 0 ? key - 1 : NULL, key, k + 1 < curve->key_count ? key + 1 : NULL};
}

static double envelope_rise(const gait_skl_key *from, const gait_skl_key *to) {
    return (double)to->value - (double)from->value;
}

static double envelope_run(const gait_skl_key *from, const gait_skl_key *to) {
    return (double)to->time_s - (double)from->time_s;
}

/* Factor that converts a tangent over both adjacent segments to a tangent over one of them: the
 * duration `run` of that segment divided by the duration of both. 1 for the first and last key. */
static double envelope_share(const envelope_knot *knot, double run) {
    if (!knot->before || !knot->after) {
        return 1;
    }
    double duration = envelope_run(knot->before, knot->after);
    return duration > 0 ? run / duration : 0;
}

/* Tangent of a two-dimensional handle over the segment. Almost vertical handles get a minimum
 * run. */
static double envelope_handle(double run, double rise, double segment) {
    const double vertical = 1e-5;
    double steep = rise * segment;
    return run > vertical || run < -vertical ? steep / run : steep / vertical;
}

/* The tangent of a TCB key: a weighted sum of the adjacent rises; a missing one counts as 0. `side`
 * is +1 for the segment after the key, -1 for the one before. */
static double envelope_tcb(const envelope_knot *knot, double side, double run) {
    const gait_skl_key *key = knot->at;
    double loose = 1 - (double)key->tension, bias = (double)key->bias;
    double corner = side * (double)key->continuity;
    double tangent = 0;
    if (knot->before) {
        tangent += loose * (1 + corner) * (1 + bias) * envelope_rise(knot->before, key);
    }
    if (knot->after) {
        tangent += loose * (1 - corner) * (1 - bias) * envelope_rise(key, knot->after);
    }
    return envelope_share(knot, run) * tangent;
}

static double envelope_linear_tangent(const envelope_knot *knot, double run) {
    double rise = knot->before ? envelope_rise(knot->before, knot->at) : 0;
    rise += knot->after ? envelope_rise(knot->at, knot->after) : 0;
    return envelope_share(knot, run) * rise;
}

/* Tangent at the start of the segment after the key, which is `run` seconds long. */
static double envelope_leaving(const envelope_knot *knot, double run) {
    const gait_skl_key *key = knot->at;
    switch (envelope_shape(key)) {
    case GAIT_SKL_TCB:
        return envelope_tcb(knot, 1, run);
    case GAIT_SKL_LINEAR:
        return envelope_linear_tangent(knot, run);
    case GAIT_SKL_HERMITE:
    case GAIT_SKL_BEZIER_1D:
        return (double)key->param[1] * envelope_share(knot, run);
    case GAIT_SKL_BEZIER_2D:
        return envelope_handle((double)key->param[2], (double)key->param[3], run);
    default:
        return 0;
    }
}

/* Tangent at the end of the segment before the key. */
static double envelope_arriving(const envelope_knot *knot, double run) {
    const gait_skl_key *key = knot->at;
    switch (envelope_shape(key)) {
    case GAIT_SKL_TCB:
        return envelope_tcb(knot, -1, run);
    case GAIT_SKL_LINEAR:
        return envelope_linear_tangent(knot, run);
    case GAIT_SKL_HERMITE:
    case GAIT_SKL_BEZIER_1D:
        return (double)key->param[0] * envelope_share(knot, run);
    case GAIT_SKL_BEZIER_2D:
        return envelope_handle((double)key->param[0], (double)key->param[1], run);
    default:
        return 0;
    }
}

/* --- segments --------------------------------------------------------------------------------- */

static double envelope_hermite(double t, double from, double to, double leaving, double arriving) {
    double t2 = t * t, t3 = t2 * t;
    double blend = 3 * t2 - 2 * t3;
    return from * (1 - blend) + to * blend + leaving * (t3 - 2 * t2 + t) + arriving * (t3 - t2);
}

/* A cubic as its four control values. */
typedef struct envelope_bezier {
    double a, b, c, d;
} envelope_bezier;

static double envelope_bezier_at(const envelope_bezier *curve, double t) {
    double s = 1 - t;
    return s * s * s * curve->a + 3 * s * s * t * curve->b + 3 * s * t * t * curve->c +
           t * t * t * curve->d;
}

static double envelope_bezier_slope(const envelope_bezier *curve, double t) {
    double s = 1 - t;
    return 3 * (s * s * (curve->b - curve->a) + 2 * s * t * (curve->c - curve->b) +
                t * t * (curve->d - curve->c));
}

/* Finds the parameter at which the cubic has the value `target`, by Newton's method with bisection
 * as fallback. The cubic starts below and ends above `target`, but need not be monotonic. */
static double envelope_bezier_find(const envelope_bezier *curve, double target) {
    enum { MAX_STEPS = 64 };
    double low = 0, high = 1, t = (target - curve->a) / (curve->d - curve->a), moved = 1;
    for (int step = 0; step < MAX_STEPS && (moved > 1e-14 || moved < -1e-14); step++) {
        double off = envelope_bezier_at(curve, t) - target;
        if (off < 0) {
            low = t;
        } else {
            high = t;
        }
        double next = t - off / envelope_bezier_slope(curve, t);
        if (!(next >= low && next <= high) || step % 8 == 7) {
            next = (low + high) / 2;
        }
        moved = next - t;
        t = next;
    }
    return t;
}

/* The value in a segment that ends at a two-dimensional Bezier key, whose handles change times too.
 * If the key before has another shape, its handle spans a third of the segment. */
static double envelope_bezier_2d(const gait_skl_key *from, const gait_skl_key *to, double time) {
    bool same_shape = envelope_shape(from) == GAIT_SKL_BEZIER_2D;
    double run = envelope_run(from, to);
    double start = (double)from->time_s, end = (double)to->time_s;
    double handle_time = same_shape ? (double)from->param[2] : run / 3;
    double handle_value = same_shape ? (double)from->param[3] : (double)from->param[1] / 3;
    envelope_bezier times = {start, start + handle_time, end + (double)to->param[0], end};
    envelope_bezier values = {(double)from->value, (double)from->value + handle_value,
                              (double)to->value + (double)to->param[1], (double)to->value};
    return envelope_bezier_at(&values, envelope_bezier_find(&times, time));
}

/* Value at a time between key k and the next key, whose shape selects the interpolation. */
static double envelope_between(const gait_skl_curve *curve, uint32_t k, double time) {
    envelope_knot start = envelope_knot_at(curve, k), end = envelope_knot_at(curve, k + 1);
    const gait_skl_key *from = start.at, *to = end.at;
    double run = envelope_run(from, to), t = (time - (double)from->time_s) / run;
    switch (envelope_shape(to)) {
    case GAIT_SKL_TCB:
    case GAIT_SKL_HERMITE:
    case GAIT_SKL_BEZIER_1D:
        return envelope_hermite(t, (double)from->value, (double)to->value,
                                envelope_leaving(&start, run), envelope_arriving(&end, run));
    case GAIT_SKL_BEZIER_2D:
        return envelope_bezier_2d(from, to, time);
    case GAIT_SKL_LINEAR:
        return (double)from->value + t * envelope_rise(from, to);
    case GAIT_SKL_STEPPED:
        return (double)from->value;
    default:
        return 0;
    }
}

/* --- inside and outside the range of keys ----------------------------------------------------- */

/* Value at a time from key k to the next key. */
static double envelope_inside(const gait_skl_curve *curve, uint32_t k, double time, double snap) {
    if (k + 1 >= curve->key_count || time <= (double)curve->keys[k].time_s + snap) {
        return (double)curve->keys[k].value;
    }
    return envelope_between(curve, k, time);
}

/* Binary search for the last key at or before the time. */
static uint32_t envelope_find(const gait_skl_curve *curve, double time, double snap) {
    return gaiti_last_time_f32(&curve->keys->time_s, sizeof *curve->keys, curve->key_count,
                               time + snap);
}

/* Doubles from 2^52 on are integers already. */
static double envelope_floor(double x) {
    if (!(x > -0x1p52 && x < 0x1p52)) {
        return x;
    }
    double whole = (double)(int64_t)x;
    return whole > x ? whole - 1 : whole;
}

/* Extrapolates linearly before the first key or after the last one. */
static double envelope_go_on(const gait_skl_curve *curve, bool before, double time) {
    uint32_t last = curve->key_count - 1;
    envelope_knot knot = envelope_knot_at(curve, before ? 0 : last);
    double run = before ? envelope_run(knot.at, knot.after) : envelope_run(knot.before, knot.at);
    double tangent = before ? envelope_leaving(&knot, run) : envelope_arriving(&knot, run);
    double slope = run > 0 ? tangent / run : 0;
    return (double)knot.at->value + slope * (time - (double)knot.at->time_s);
}

/* Repeats the keys. */
static double envelope_repeat(const gait_skl_curve *curve, uint32_t behaviour, double time,
                              double snap) {
    const gait_skl_key *first = &curve->keys[0], *last = &curve->keys[curve->key_count - 1];
    double start = (double)first->time_s, run = envelope_run(first, last);
    double turns = envelope_floor((time - start) / run);
    double into = time - start - turns * run, offset = 0;
    bool odd = envelope_floor(turns / 2) * 2 != turns;
    if (behaviour == GAIT_SKL_OSCILLATE && odd) {
        into = run - into;
    } else if (behaviour == GAIT_SKL_OFFSET_REPEAT) {
        offset = turns * envelope_rise(first, last);
    }
    uint32_t k = envelope_find(curve, start + into, snap);
    return offset + envelope_inside(curve, k, start + into, snap);
}

static double envelope_outside(const gait_skl_curve *curve, bool before, double time, double snap) {
    const gait_skl_key *end = &curve->keys[before ? 0 : curve->key_count - 1];
    uint32_t behaviour = curve->behaviour[before ? 0 : 1];
    switch (behaviour) {
    case GAIT_SKL_RESET:
        return 0;
    case GAIT_SKL_GO_ON:
        return envelope_go_on(curve, before, time);
    case GAIT_SKL_REPEAT:
    case GAIT_SKL_OSCILLATE:
    case GAIT_SKL_OFFSET_REPEAT:
        if (curve->keys[curve->key_count - 1].time_s > curve->keys[0].time_s) {
            return envelope_repeat(curve, behaviour, time, snap);
        }
        return (double)end->value;
    default:
        return (double)end->value;
    }
}

/* --- curves ----------------------------------------------------------------------------------- */

bool gaiti_envelope_is_still(const gait_skl_curve *curve) {
    if (curve->key_count <= 1) {
        return true;
    }
    bool still =
        curve->behaviour[0] == GAIT_SKL_CONSTANT && curve->behaviour[1] == GAIT_SKL_CONSTANT;
    for (uint32_t k = 0; k < curve->key_count && still; k++) {
        uint8_t shape = envelope_shape(&curve->keys[k]);
        still = (shape == GAIT_SKL_STEPPED || shape == GAIT_SKL_LINEAR) &&
                curve->keys[k].value == curve->keys[0].value;
    }
    return still;
}

/* Value at a time. Times must ascend between calls; `key` is the last key reached and is
 * updated. */
static double envelope_next(const gait_skl_curve *curve, uint32_t *key, double time, double snap) {
    const gait_skl_key *keys = curve->keys;
    uint32_t count = curve->key_count;
    if (time < (double)keys[0].time_s - snap) {
        return envelope_outside(curve, true, time, snap);
    }
    if (time > (double)keys[count - 1].time_s + snap) {
        return envelope_outside(curve, false, time, snap);
    }
    while (*key + 1 < count && (double)keys[*key + 1].time_s <= time + snap) {
        ++*key;
    }
    return envelope_inside(curve, *key, time, snap);
}

static double envelope_constant(const gait_skl_curve *curve) {
    return curve->key_count ? (double)curve->keys[0].value : 0;
}

void gaiti_envelope_sample(const gait_skl_curve *curve, double first, double rate, uint32_t count,
                           float *out) {
    const double snap = GAITI_ENVELOPE_SNAP / rate;
    uint32_t key = 0;
    for (uint32_t k = 0; k < count; k++) {
        double time = (double)gaiti_envelope_time(first, rate, k);
        out[k] = (float)(curve->key_count > 1 ? envelope_next(curve, &key, time, snap)
                                              : envelope_constant(curve));
    }
}

double gait_skl_evaluate(const gait_skl_curve *curve, double time_s) {
    if (!curve || !curve->keys) {
        return 0;
    }
    if (curve->key_count <= 1) {
        return envelope_constant(curve);
    }
    uint32_t key = envelope_find(curve, time_s, 0);
    return envelope_next(curve, &key, time_s, 0);
}
