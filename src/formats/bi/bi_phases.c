/* Checks phases, and sorts frames by phase without changing the order of equal ones. */
#include "formats/bi/bi_phases.h"

#include "base/bytes.h"

static bool phase_is_finite(float value) {
    return value - value == 0;
}

float gaiti_phase_at(const gaiti_phases *phases, uint32_t frame) {
    return gaiti_load_f32(phases->data + frame * phases->stride);
}

gaiti_phases_defect gaiti_phases_validate(const gaiti_phases *phases, uint32_t *at) {
    gaiti_phases_defect defect = GAITI_PHASES_GOOD;
    bool all_equal = phases->count > 1;
    float first = phases->count ? gaiti_phase_at(phases, 0) : 0, before = first;
    for (uint32_t f = 0; f < phases->count; f++) {
        float phase = gaiti_phase_at(phases, f);
        if (!phase_is_finite(phase)) {
            *at = f;
            return GAITI_PHASES_NAN;
        }
        if (phase < before && defect == GAITI_PHASES_GOOD) {
            *at = f;
            defect = GAITI_PHASES_ORDER;
        }
        all_equal = all_equal && phase == first;
        before = phase;
    }
    return all_equal ? GAITI_PHASES_EQUAL : defect;
}

/* Merges two ascending runs of `from` into `to`; of equal phases, the one of the left run comes
 * first. */
static void phases_merge(const gaiti_phases *phases, const uint32_t *from, uint32_t *to,
                         uint64_t left, uint64_t middle, uint64_t right) {
    uint64_t a = left, b = middle;
    for (uint64_t k = left; k < right; k++) {
        bool take_left = a < middle && (b >= right || gaiti_phase_at(phases, from[a]) <=
                                                          gaiti_phase_at(phases, from[b]));
        to[k] = take_left ? from[a++] : from[b++];
    }
}

/* Stable merge sort. Returns the sorted array, which is `frames` or `scratch`. */
static uint32_t *phases_sort(const gaiti_phases *phases, uint32_t *frames, uint32_t *scratch) {
    uint64_t count = phases->count;
    for (uint64_t width = 1; width < count; width *= 2) {
        for (uint64_t left = 0; left < count; left += 2 * width) {
            uint64_t middle = left + width < count ? left + width : count;
            uint64_t right = middle + width < count ? middle + width : count;
            phases_merge(phases, frames, scratch, left, middle, right);
        }
        uint32_t *swap = frames;
        frames = scratch;
        scratch = swap;
    }
    return frames;
}

bool gaiti_phases_order(const gaiti_phases *phases, gaiti_arena *arena,
                        gaiti_play_order *out_order) {
    uint32_t at = 0, count = phases->count;
    gaiti_phases_defect defect = gaiti_phases_validate(phases, &at);
    out_order->sorted = defect != GAITI_PHASES_ORDER;
    out_order->frames = gaiti_alloc(arena, count, sizeof *out_order->frames);
    uint32_t *scratch = gaiti_alloc(arena, count, sizeof *scratch);
    out_order->phases = gaiti_alloc(arena, count, sizeof *out_order->phases);
    if (!out_order->frames || !scratch || !out_order->phases) {
        return false;
    }
    for (uint32_t f = 0; f < count; f++) {
        out_order->frames[f] = f;
    }
    if (!out_order->sorted) {
        out_order->frames = phases_sort(phases, out_order->frames, scratch);
    }
    bool even = defect == GAITI_PHASES_NAN || defect == GAITI_PHASES_EQUAL;
    for (uint32_t f = 0; f < count; f++) {
        out_order->phases[f] = !even       ? gaiti_phase_at(phases, out_order->frames[f])
                               : count > 1 ? (float)((double)f / (count - 1))
                                           : 0;
    }
    return true;
}
