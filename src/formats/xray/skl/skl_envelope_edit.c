/* Sets new values on some frames of a curve. Stepped and linear curves are edited locally. Tangents
 * of other shapes affect adjacent frames, so those curves are replaced. */
#include <string.h>

#include "formats/xray/skl/skl_envelope.h"

/* Maximum error on frames after keys were inserted into a linear curve, relative to 1 + |value|. */
#define ENVELOPE_EDIT_OFF 1e-6

typedef struct envelope_edit {
    const gait_skl_curve *old;
    const gaiti_envelope_frames *frames;
    double snap;
    uint32_t next; /* index of the next old key to copy */
    gait_skl_key *keys;
    uint32_t count;
} envelope_edit;

static bool envelope_edit_same(float a, float b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool envelope_edit_moves(const envelope_edit *edit, uint32_t k) {
    const gaiti_envelope_frames *frames = edit->frames;
    return k < frames->count && !envelope_edit_same(frames->was[k], frames->now[k]);
}

static void envelope_edit_put(envelope_edit *edit, uint32_t k, uint32_t shape) {
    const gaiti_envelope_frames *frames = edit->frames;
    edit->keys[edit->count++] =
        (gait_skl_key){.value = frames->now[k],
                       .time_s = gaiti_envelope_time(frames->first, frames->rate, k),
                       .shape = shape};
}

/* --- unchanged keys --------------------------------------------------------------------------- */

static bool envelope_edit_is_plain(const gait_skl_curve *curve) {
    bool plain =
        curve->behaviour[0] == GAIT_SKL_CONSTANT && curve->behaviour[1] == GAIT_SKL_CONSTANT;
    for (uint32_t k = 0; k < curve->key_count && plain; k++) {
        uint32_t shape = curve->keys[k].shape & 0xFF;
        plain = (shape == GAIT_SKL_STEPPED || shape == GAIT_SKL_LINEAR) &&
                curve->keys[k].time_s >= curve->keys[k ? k - 1 : 0].time_s;
    }
    return plain;
}

/* Copies old keys up to a time. True when there was at least one. */
static bool envelope_edit_copy(envelope_edit *edit, double until) {
    uint32_t first = edit->next;
    while (edit->next < edit->old->key_count &&
           (double)edit->old->keys[edit->next].time_s <= until) {
        edit->keys[edit->count++] = edit->old->keys[edit->next++];
    }
    return edit->next > first;
}

/* Inserts a key on a frame that has none, unless the curve is stepped and already has the value.
 * The shape of the first key has no effect, because the curve before it is constant. */
static void envelope_edit_pin(envelope_edit *edit, uint32_t k) {
    const gait_skl_curve *old = edit->old;
    bool is_first = edit->count == 0;
    uint32_t shape = !is_first && edit->next < old->key_count ? old->keys[edit->next].shape & 0xFF
                                                              : edit->frames->shape;
    if (is_first || shape != GAIT_SKL_STEPPED ||
        !envelope_edit_same(edit->keys[edit->count - 1].value, edit->frames->now[k])) {
        envelope_edit_put(edit, k, shape);
    }
}

/* A changed frame and its two neighbours get keys, so that the rest of the curve does not
 * change. */
static void envelope_edit_frame(envelope_edit *edit, uint32_t k) {
    const gaiti_envelope_frames *frames = edit->frames;
    double time = (double)gaiti_envelope_time(frames->first, frames->rate, k);
    bool moves = envelope_edit_moves(edit, k);
    envelope_edit_copy(edit, time - edit->snap);
    if (envelope_edit_copy(edit, time + edit->snap)) {
        gait_skl_key *last = &edit->keys[edit->count - 1];
        last->value = moves ? frames->now[k] : last->value;
    } else if (moves || envelope_edit_moves(edit, k + 1) ||
               (k > 0 && envelope_edit_moves(edit, k - 1))) {
        envelope_edit_pin(edit, k);
    }
}

/* --- curves ----------------------------------------------------------------------------------- */

static bool envelope_edit_matches(const gait_skl_curve *curve, const gaiti_envelope_frames *frames,
                                  float *scratch) {
    bool same = true;
    gaiti_envelope_sample(curve, frames->first, frames->rate, frames->count, scratch);
    for (uint32_t k = 0; k < frames->count && same; k++) {
        double expected = (double)frames->now[k], error = (double)scratch[k] - expected;
        double allowed = ENVELOPE_EDIT_OFF * (1 + (expected < 0 ? -expected : expected));
        same = (error <= allowed && -error <= allowed) ||
               envelope_edit_same(scratch[k], frames->now[k]);
    }
    return same;
}

bool gaiti_envelope_needs_key(const float *values, uint32_t count, uint32_t k, uint32_t shape) {
    bool differs = k == 0 || !envelope_edit_same(values[k], values[k - 1]);
    bool is_last_equal =
        shape == GAIT_SKL_LINEAR && k + 1 < count && !envelope_edit_same(values[k], values[k + 1]);
    return differs || is_last_equal;
}

gait_skl_curve gaiti_envelope_edit(const gait_skl_curve *curve, const gaiti_envelope_frames *frames,
                                   gait_skl_key *keys, float *scratch) {
    gait_skl_curve result = {.behaviour = {GAIT_SKL_CONSTANT, GAIT_SKL_CONSTANT}, .keys = keys};
    envelope_edit edit = {
        .old = curve, .frames = frames, .snap = GAITI_ENVELOPE_SNAP / frames->rate, .keys = keys};
    bool plain = envelope_edit_is_plain(curve);
    for (uint32_t k = 0; k < frames->count && plain; k++) {
        envelope_edit_frame(&edit, k);
    }
    while (plain && edit.next < curve->key_count) {
        keys[edit.count++] = curve->keys[edit.next++];
    }
    result.key_count = edit.count;
    if (!plain || !envelope_edit_matches(&result, frames, scratch)) {
        edit.count = 0; /* replace all keys */
        for (uint32_t k = 0; k < frames->count; k++) {
            if (gaiti_envelope_needs_key(frames->now, frames->count, k, frames->shape)) {
                envelope_edit_put(&edit, k, k == 0 ? GAIT_SKL_STEPPED : frames->shape);
            }
        }
        result.key_count = edit.count;
    }
    return result;
}
