/* Did a channel move? The test that "there and back" stands on: docs/there_and_back.md. */
#include <math.h>

#include "base/number/trig.h"
#include "model/affine.h"
#include "roundtrip/compare/roundtrip_state.h"

/* Floats lose this much of a distance. */
#define BACK_COMPARE_PER_METRE 2e-6
/* A bone that hangs elsewhere is off by what the rotation of its parent is off. */
#define BACK_COMPARE_COMPOSED 1e-4
/* A channel whose components move less is cut to its ends by exporters. */
#define BACK_COMPARE_FLAT 2e-4
/* What that costs, in limits. */
#define BACK_COMPARE_FLAT_DEGREES 2
#define BACK_COMPARE_FLAT_METRES 4
/* Of the farthest: so much farther is where a pose is held. */
#define BACK_COMPARE_HELD 1e-4
/* Degrees. */
#define BACK_COMPARE_RADIAN 57.29577951308232

static double back_compare_chord(const double a[4], const double b[4]) {
    double same = 0, opposite = 0;
    for (int i = 0; i < 4; i++) {
        same += (a[i] - b[i]) * (a[i] - b[i]);
        opposite += (a[i] + b[i]) * (a[i] + b[i]);
    }
    return same < opposite ? same : opposite; /* squared */
}

static double back_compare_chord_deg(double chord) {
    double half = sqrt(chord) / 2;
    return 4 * gaiti_atan2(half, sqrt(1 - half * half)) * BACK_COMPARE_RADIAN;
}

/* The other way round. */
static double back_compare_deg_chord(double degrees) {
    double sine, cosine;
    gaiti_sincos(degrees / BACK_COMPARE_RADIAN / 4, &sine, &cosine);
    return 4 * sine * sine;
}

double gaiti_back_angle_deg(const double a[4], const double b[4]) {
    return back_compare_chord_deg(back_compare_chord(a, b));
}

double gaiti_back_distance(const double a[3], const double b[3]) {
    double square = 0;
    for (int i = 0; i < 3; i++) {
        square += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sqrt(square);
}

/* --- limits ----------------------------------------------------------------------------------- */

static double back_compare_length(const double v[3]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* The farthest that the bone is from its parent, in this clip and at rest. */
static double back_compare_reach(const gaiti_back_case *on_trial) {
    const gaiti_back_track *track = &on_trial->view->base->translations[on_trial->bone];
    double reach = back_compare_length(on_trial->view->rig->skeleton->bones[on_trial->bone].rest.t);
    for (uint32_t k = 0; k < track->count; k++) {
        double length = back_compare_length(track->values + (size_t)k * 3);
        reach = length > reach ? length : reach;
    }
    return reach;
}

static bool back_compare_is_flat(const gaiti_back_track *track, unsigned width) {
    for (unsigned i = 0; i < width; i++) {
        double low = track->values[i], high = low;
        for (uint32_t k = 1; k < track->count; k++) {
            double value = track->values[(size_t)k * width + i];
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        if (!(high - low < BACK_COMPARE_FLAT)) {
            return false;
        }
    }
    return true;
}

void gaiti_back_set_limits(gaiti_back_case *on_trial, const gait_back_options *options) {
    const gaiti_back_clip *base = on_trial->view->base;
    double degrees = options->tolerance_deg, metres = options->tolerance_mm / 1000;
    const gaiti_back_track *track = on_trial->is_rotation ? &base->rotations[on_trial->bone]
                                                          : &base->translations[on_trial->bone];
    bool is_flat = on_trial->own.count == 2 && base->frame_count > 2 &&
                   back_compare_is_flat(track, on_trial->is_rotation ? 4 : 3);
    on_trial->limit_deg = degrees * (is_flat ? BACK_COMPARE_FLAT_DEGREES : 1);
    on_trial->limit_m = metres * (is_flat ? BACK_COMPARE_FLAT_METRES : 1);
    if (!on_trial->is_rotation) {
        bool is_composed = on_trial->view->rig->axes[on_trial->bone].is_composed;
        on_trial->limit_m += back_compare_reach(on_trial) *
                             (is_composed ? BACK_COMPARE_COMPOSED : BACK_COMPARE_PER_METRE);
    }
}

/* --- the test --------------------------------------------------------------------------------- */

/* How far the edited channel is from the base at a time: metres, or as a squared chord, which
 * grows with the angle and costs less. Between keys of the base either way of going from key to key
 * will do. */
static double back_compare_apart(const gaiti_back_case *on_trial, double near, double time) {
    const gaiti_back_view *view = on_trial->view;
    double edited[4], base[4];
    if (!on_trial->is_rotation) {
        gaiti_back_edited_translation(view, on_trial->bone, time, edited);
        gaiti_back_base_translation(view->base, on_trial->bone, time, base);
        return gaiti_back_distance(edited, base);
    }
    gaiti_back_edited_rotation(view, on_trial->bone, time, edited);
    gaiti_back_base_rotation(view->base, on_trial->bone, time, false, base);
    double straight = back_compare_chord(edited, base);
    if (straight <= near) {
        return straight;
    }
    gaiti_back_base_rotation(view->base, on_trial->bone, time, true, base);
    double on_arc = back_compare_chord(edited, base);
    return on_arc < straight ? on_arc : straight;
}

/* A pose that is held differs by noise from key to key: the first of them is where it was edited.
 */
static void back_compare_note(gaiti_back_case *on_trial, double apart, double time) {
    if (!(apart <= on_trial->noted * (1 + BACK_COMPARE_HELD))) {
        on_trial->noted = apart;
        on_trial->worst_at = time;
    }
}

static void back_compare_times(gaiti_back_case *on_trial, double near, const double *times,
                               uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        double apart = back_compare_apart(on_trial, near, times[k]);
        if (!(apart <= on_trial->worst)) {
            on_trial->worst = apart;
            back_compare_note(on_trial, apart, times[k]);
        }
    }
}

/* Rule A: every key of the edited file is on the base's curve. Rule B: every key of the base is on
 * the edited one. A constant has one key to look at. */
bool gaiti_back_is_unchanged(gaiti_back_case *on_trial) {
    const gaiti_back_clip *base = on_trial->view->base;
    const gaiti_back_track *track = on_trial->is_rotation ? &base->rotations[on_trial->bone]
                                                          : &base->translations[on_trial->bone];
    double limit = on_trial->is_rotation ? on_trial->limit_deg : on_trial->limit_m;
    double near = on_trial->is_rotation ? back_compare_deg_chord(limit) : limit;
    on_trial->worst = 0;
    on_trial->noted = 0;
    back_compare_times(on_trial, near, on_trial->own.at, on_trial->own.count);
    if (!on_trial->skips_base_keys) {
        back_compare_times(on_trial, near, base->times, track->count);
    }
    if (on_trial->is_rotation) {
        on_trial->worst = back_compare_chord_deg(on_trial->worst);
    }
    return on_trial->worst <= limit;
}
