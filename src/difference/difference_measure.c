/* Compares keys of two clips as rotations and places, eight frames at a time. */
#include "difference/difference_measure.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/float8.h"
#include "base/number/number.h"
#include "base/number/trig.h"
#include "model/affine.h"

#define MEASURE_LEVER_M 0.1
#define MEASURE_INFINITE ((double)INFINITY)

typedef gaiti_float8 measure_f8;

GAITI_INLINE measure_f8 measure_mul(measure_f8 a, measure_f8 b) {
    return gaiti_float8_multiply(a, b);
}

GAITI_INLINE measure_f8 measure_add(measure_f8 a, measure_f8 b) {
    return gaiti_float8_add(a, b);
}

GAITI_INLINE measure_f8 measure_sub(measure_f8 a, measure_f8 b) {
    return gaiti_float8_subtract(a, b);
}

/* a x - b y */
GAITI_INLINE measure_f8 measure_cross(measure_f8 a, measure_f8 x, measure_f8 b, measure_f8 y) {
    return measure_sub(measure_mul(a, x), measure_mul(b, y));
}

GAITI_INLINE measure_f8 measure_square(const measure_f8 v[3]) {
    return measure_add(measure_add(measure_mul(v[0], v[0]), measure_mul(v[1], v[1])),
                       measure_mul(v[2], v[2]));
}

/* The largest square of three numbers; NaN if the sum of squares is not a finite float. */
GAITI_INLINE measure_f8 measure_largest_square(const measure_f8 v[3]) {
    measure_f8 sum = measure_square(v), largest = measure_mul(v[0], v[0]);
    GAITI_UNROLL
    for (int i = 1; i < 3; i++) {
        measure_f8 square = measure_mul(v[i], v[i]);
        largest = gaiti_float8_select(largest, square, largest, square);
    }
    return measure_add(largest, measure_sub(sum, sum));
}

/* --- exact amounts ---------------------------------------------------------------------------- */

/* The change from one key to the other. */
typedef struct measure_change {
    double translation[3], rotation[4], scale[3];
} measure_change;

/* Values with the same bits are equal, also if they are not numbers. */
static bool measure_is_equal(const gaiti_measure_keys *keys, size_t row, uint32_t frame) {
    size_t at = row * keys->row + frame;
    return memcmp(keys->side[0] + at, keys->side[1] + at, sizeof(float)) == 0;
}

static void measure_find_change(const gaiti_measure_keys *keys, uint32_t frame,
                                measure_change *out) {
    double key[2][10], delta[10];
    bool is_rotated = false;
    for (size_t i = 0; i < 10; i++) {
        for (int s = 0; s < 2; s++) {
            key[s][i] = (double)keys->side[s][i * keys->row + frame];
        }
        bool is_equal = measure_is_equal(keys, i, frame);
        delta[i] = is_equal ? 0 : key[1][i] - key[0][i];
        is_rotated = is_rotated || (i >= 3 && i < 7 && !is_equal);
    }
    const double conjugate[4] = {-key[0][3], -key[0][4], -key[0][5], key[0][6]};
    *out = (measure_change){.rotation = {0, 0, 0, 1}};
    memcpy(out->translation, delta, sizeof out->translation);
    memcpy(out->scale, delta + 7, sizeof out->scale);
    if (is_rotated) {
        gaiti_quaternion_multiply(&key[1][3], conjugate, out->rotation);
    }
}

/* The largest absolute value; NaN if a value is not finite. */
static double measure_extreme(const double v[3]) {
    double largest = 0, defect = 0;
    for (int i = 0; i < 3; i++) {
        largest = gaiti_abs(v[i]) > largest ? gaiti_abs(v[i]) : largest;
        defect += v[i] - v[i];
    }
    return largest + defect;
}

/* Millimetres at the end of the lever: the plane in which the rotation moves the lever contains
 * every direction at right angles to the axis. */
static double measure_lever(const double q[4], const double d[3]) {
    const double cross[3] = {q[1] * d[2] - q[2] * d[1], q[2] * d[0] - q[0] * d[2],
                             q[0] * d[1] - q[1] * d[0]};
    double sine = gaiti_vector_length(q);
    return 1000 * sqrt(gaiti_vector_dot(d, d) + 4 * MEASURE_LEVER_M * gaiti_vector_length(cross) +
                       4 * MEASURE_LEVER_M * MEASURE_LEVER_M * sine * sine);
}

/* The amount of one measure between two keys; infinite if a key is not a number. */
static double measure_amount(const gaiti_measure_keys *keys, int measure, uint32_t frame) {
    measure_change change;
    double amount;
    measure_find_change(keys, frame, &change);
    const double *d = change.translation, *q = change.rotation;
    switch (measure) {
    case GAITI_MEASURE_ROTATION:
        amount = gaiti_rotation_angle(q) * GAITI_DEGREES_PER_RADIAN;
        break;
    case GAITI_MEASURE_TRANSLATION:
        amount = 1000 * gaiti_vector_length(d);
        break;
    case GAITI_MEASURE_LEVER:
        amount = measure_lever(q, d);
        break;
    default:
        amount = measure_extreme(change.scale);
    }
    return gaiti_is_nan(amount) ? MEASURE_INFINITE : amount;
}

/* --- eight frames ----------------------------------------------------------------------------- */

/* The squares of all measures, up to constant factors. */
GAITI_INLINE void measure_block(const float *a, const float *b, size_t row,
                                measure_f8 out[GAITI_MEASURES]) {
    measure_f8 p[4], q[4], d[3], s[3], v[3], c[3];
    GAITI_UNROLL
    for (size_t i = 0; i < 3; i++) {
        d[i] = measure_sub(gaiti_float8_load(b + i * row), gaiti_float8_load(a + i * row));
        s[i] =
            measure_sub(gaiti_float8_load(b + (7 + i) * row), gaiti_float8_load(a + (7 + i) * row));
    }
    GAITI_UNROLL
    for (size_t i = 0; i < 4; i++) {
        p[i] = gaiti_float8_load(a + (3 + i) * row);
        q[i] = gaiti_float8_load(b + (3 + i) * row);
    }
    /* The vector part of the relative rotation; exactly 0 for equal keys. */
    GAITI_UNROLL
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        v[i] = measure_add(measure_cross(q[i], p[3], q[3], p[i]),
                           measure_cross(q[k], p[j], q[j], p[k]));
    }
    GAITI_UNROLL
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        c[i] = measure_cross(v[j], d[k], v[k], d[j]);
    }
    const float lever = (float)MEASURE_LEVER_M;
    measure_f8 sine = measure_square(v), shift = measure_square(d);
    measure_f8 moment = gaiti_float8_sqrt(measure_square(c));
    measure_f8 turn = measure_add(measure_mul(gaiti_float8_of(4 * lever), moment),
                                  measure_mul(gaiti_float8_of(4 * lever * lever), sine));
    out[GAITI_MEASURE_ROTATION] = sine;
    out[GAITI_MEASURE_TRANSLATION] = shift;
    out[GAITI_MEASURE_LEVER] = measure_add(shift, turn);
    out[GAITI_MEASURE_SCALE] = measure_largest_square(s);
}

void gaiti_measure_raise_infinite(gaiti_measure *maximum, uint32_t frame) {
    if (!(maximum->amount >= MEASURE_INFINITE)) {
        *maximum = (gaiti_measure){FLT_MAX, frame, MEASURE_INFINITE};
    }
}

/* Raises the maxima by the frames of a block whose squares are not finite floats. The amounts of
 * these maxima are complete, so `has_best` becomes false. */
static void measure_beyond(const gaiti_measure_keys *keys, uint32_t first,
                           const measure_f8 squares[GAITI_MEASURES],
                           gaiti_measure maxima[GAITI_MEASURES], bool has_best[GAITI_MEASURES]) {
    for (int m = GAITI_MEASURE_TRANSLATION; m < GAITI_MEASURES; m++) {
        const double unit = m == GAITI_MEASURE_SCALE ? 1 : 1000;
        float lanes[GAITI_LOCAL_BLOCK];
        gaiti_float8_store(lanes, squares[m]);
        for (uint32_t i = 0; i < GAITI_LOCAL_BLOCK && first + i < keys->frame_count; i++) {
            if (lanes[i] <= FLT_MAX) {
                continue;
            }
            double amount = measure_amount(keys, m, first + i);
            double square = amount / unit * (amount / unit);
            float bounded = square < (double)FLT_MAX ? (float)square : FLT_MAX;
            if (bounded > maxima[m].square || (bounded == FLT_MAX && amount > maxima[m].amount)) {
                maxima[m] = (gaiti_measure){bounded, keys->first_frame + first + i, amount};
                has_best[m] = false;
            }
        }
    }
}

/* The first of the largest of `count` numbers that are not infinite or NaN; the first one if there
 * is none. */
static uint32_t measure_largest(const float lanes[GAITI_LOCAL_BLOCK], uint32_t count) {
    uint32_t largest = 0;
    float best = -1;
    for (uint32_t i = 0; i < count && i < GAITI_LOCAL_BLOCK; i++) {
        if (lanes[i] > best && lanes[i] <= FLT_MAX) {
            best = lanes[i];
            largest = i;
        }
    }
    return largest;
}

/* Squares below this limit do not raise a maximum. */
static float measure_limit(const gaiti_measure *maximum) {
    return maximum->square > FLT_MIN ? maximum->square : FLT_MIN;
}

void gaiti_measure_bone(const gaiti_measure_keys *keys, gaiti_measure maxima[GAITI_MEASURES]) {
    uint32_t best[GAITI_MEASURES] = {0};
    bool has_best[GAITI_MEASURES] = {false}; /* the amount of frame best[m] is not yet computed */
    for (uint32_t f = 0; f < keys->frame_count; f += GAITI_LOCAL_BLOCK) {
        measure_f8 squares[GAITI_MEASURES];
        uint32_t left = keys->frame_count - f;
        measure_block(keys->side[0] + f, keys->side[1] + f, keys->row, squares);
        if (!gaiti_float8_below(
                measure_add(squares[GAITI_MEASURE_LEVER], squares[GAITI_MEASURE_SCALE]), FLT_MAX)) {
            measure_beyond(keys, f, squares, maxima, has_best);
        }
        for (int m = 0; m < GAITI_MEASURES; m++) {
            float lanes[GAITI_LOCAL_BLOCK];
            if (gaiti_float8_below(squares[m], measure_limit(&maxima[m])) ||
                maxima[m].square == FLT_MAX) {
                continue;
            }
            gaiti_float8_store(lanes, squares[m]);
            uint32_t lane = measure_largest(lanes, left);
            if (lanes[lane] > maxima[m].square && lanes[lane] <= FLT_MAX) {
                maxima[m].square = lanes[lane];
                best[m] = f + lane;
                has_best[m] = true;
            }
        }
    }
    for (int m = 0; m < GAITI_MEASURES; m++) {
        if (has_best[m]) {
            maxima[m].frame = keys->first_frame + best[m];
            maxima[m].amount = measure_amount(keys, m, best[m]);
        }
    }
}

/* --- model space ------------------------------------------------------------------------------ */

/* The matrix of a local key: rotation and scale. */
GAITI_INLINE void measure_matrix(const float *keys, size_t row, measure_f8 m[9]) {
    measure_f8 q[4], one = gaiti_float8_of(1.0F), two = gaiti_float8_of(2.0F);
    GAITI_UNROLL
    for (size_t i = 0; i < 4; i++) {
        q[i] = gaiti_float8_load(keys + (3 + i) * row);
    }
    GAITI_UNROLL
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        measure_f8 jj = measure_mul(q[j], q[j]), kk = measure_mul(q[k], q[k]);
        measure_f8 ij = measure_mul(q[i], q[j]), wk = measure_mul(q[3], q[k]);
        m[3 * i + i] = measure_sub(one, measure_mul(two, measure_add(jj, kk)));
        m[3 * i + j] = measure_mul(two, measure_sub(ij, wk));
        m[3 * j + i] = measure_mul(two, measure_add(ij, wk));
    }
    GAITI_UNROLL
    for (size_t i = 0; i < 9; i++) {
        m[i] = measure_mul(m[i], gaiti_float8_load(keys + (7 + i % 3) * row));
    }
}

GAITI_INLINE measure_f8 measure_dot(const measure_f8 *a, measure_f8 x, measure_f8 y, measure_f8 z) {
    return measure_add(measure_add(measure_mul(a[0], x), measure_mul(a[1], y)),
                       measure_mul(a[2], z));
}

static void measure_model_block(const float *keys, const float *parent, size_t row, float *out) {
    measure_f8 m[9], p[9], t[3];
    measure_matrix(keys, row, m);
    GAITI_UNROLL
    for (size_t i = 0; i < 3; i++) {
        t[i] = gaiti_float8_load(keys + i * row);
    }
    if (!parent) {
        GAITI_UNROLL
        for (size_t i = 0; i < 9; i++) {
            gaiti_float8_store(out + i * row, m[i]);
        }
        GAITI_UNROLL
        for (size_t i = 0; i < 3; i++) {
            gaiti_float8_store(out + (9 + i) * row, t[i]);
        }
        return;
    }
    GAITI_UNROLL
    for (size_t i = 0; i < 9; i++) {
        p[i] = gaiti_float8_load(parent + i * row);
    }
    GAITI_UNROLL
    for (size_t i = 0; i < 9; i++) {
        gaiti_float8_store(out + i * row,
                           measure_dot(p + i / 3 * 3, m[i % 3], m[3 + i % 3], m[6 + i % 3]));
    }
    GAITI_UNROLL
    for (size_t i = 0; i < 3; i++) {
        measure_f8 at = gaiti_float8_load(parent + (9 + i) * row);
        gaiti_float8_store(out + (9 + i) * row,
                           measure_add(measure_dot(p + 3 * i, t[0], t[1], t[2]), at));
    }
}

void gaiti_measure_model(const float *keys, const float *parent, uint32_t row, float *out) {
    for (uint32_t f = 0; f < row; f += GAITI_LOCAL_BLOCK) {
        measure_model_block(keys + f, parent ? parent + f : NULL, row, out + f);
    }
}

bool gaiti_measure_distance(const gaiti_measure_keys *keys, gaiti_measure *maximum) {
    const size_t row = keys->row;
    bool is_raised = false;
    for (uint32_t f = 0; f < keys->frame_count; f += GAITI_LOCAL_BLOCK) {
        measure_f8 d[3];
        float lanes[GAITI_LOCAL_BLOCK];
        uint32_t left = keys->frame_count - f;
        GAITI_UNROLL
        for (size_t i = 0; i < 3; i++) {
            d[i] = measure_sub(gaiti_float8_load(keys->side[1] + (9 + i) * row + f),
                               gaiti_float8_load(keys->side[0] + (9 + i) * row + f));
        }
        measure_f8 square = measure_square(d);
        if (gaiti_float8_below(square, measure_limit(maximum))) {
            continue;
        }
        gaiti_float8_store(lanes, square);
        uint32_t lane = measure_largest(lanes, left);
        if (lanes[lane] > maximum->square && lanes[lane] <= FLT_MAX) {
            *maximum = (gaiti_measure){lanes[lane], keys->first_frame + f + lane,
                                       1000 * sqrt((double)lanes[lane])};
            is_raised = true;
        }
    }
    return is_raised;
}
