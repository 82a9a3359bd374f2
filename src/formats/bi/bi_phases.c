/* Checks phases, and sorts frames by phase without changing the order of equal ones. */
#include "formats/bi/bi_phases.h"

#include "base/bytes.h"
#include "base/sort.h"

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

static bool phases_is_before(const void *user, uint32_t a, uint32_t b) {
    const gaiti_phases *phases = user;
    return gaiti_phase_at(phases, a) < gaiti_phase_at(phases, b);
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
        gaiti_sort(out_order->frames, count, phases_is_before, phases, scratch);
    }
    bool even = defect == GAITI_PHASES_NAN || defect == GAITI_PHASES_EQUAL;
    for (uint32_t f = 0; f < count; f++) {
        out_order->phases[f] = !even       ? gaiti_phase_at(phases, out_order->frames[f])
                               : count > 1 ? (float)((double)f / (count - 1))
                                           : 0;
    }
    return true;
}
