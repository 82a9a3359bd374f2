/* When the keys of an RTM are played: docs/formats/rtm.md, "Phases". */
#include "formats/bi/rtm.h"

static bool rtm_is_finite(float value) {
    return value - value == 0;
}

gaiti_rtm_phases gaiti_rtm_judge_phases(const gait_rtm *rtm, uint32_t *at) {
    gaiti_rtm_phases verdict = GAITI_RTM_PHASES_GOOD;
    bool all_equal = rtm->frame_count > 1;
    float first = rtm->frame_count ? gait_rtm_phase(rtm, 0) : 0, before = first;
    for (uint32_t f = 0; f < rtm->frame_count; f++) {
        float phase = gait_rtm_phase(rtm, f);
        if (!rtm_is_finite(phase)) {
            *at = f;
            return GAITI_RTM_PHASES_NAN;
        }
        if (phase < before && verdict == GAITI_RTM_PHASES_GOOD) {
            *at = f;
            verdict = GAITI_RTM_PHASES_ORDER;
        }
        all_equal = all_equal && phase == first;
        before = phase;
    }
    return all_equal ? GAITI_RTM_PHASES_EQUAL : verdict;
}

/* Merges two ascending runs of `from` into `to`, the left one first among equals. */
static void rtm_merge(const gait_rtm *rtm, const uint32_t *from, uint32_t *to, uint64_t left,
                      uint64_t middle, uint64_t right) {
    uint64_t a = left, b = middle;
    for (uint64_t k = left; k < right; k++) {
        bool take_left = a < middle && (b >= right || gait_rtm_phase(rtm, from[a]) <=
                                                          gait_rtm_phase(rtm, from[b]));
        to[k] = take_left ? from[a++] : from[b++];
    }
}

/* Stable; the result ends in either array. */
static uint32_t *rtm_sort_frames(const gait_rtm *rtm, uint32_t *frames, uint32_t *scratch) {
    uint64_t count = rtm->frame_count;
    for (uint64_t width = 1; width < count; width *= 2) {
        for (uint64_t left = 0; left < count; left += 2 * width) {
            uint64_t middle = left + width < count ? left + width : count;
            uint64_t right = middle + width < count ? middle + width : count;
            rtm_merge(rtm, frames, scratch, left, middle, right);
        }
        uint32_t *swap = frames;
        frames = scratch;
        scratch = swap;
    }
    return frames;
}

bool gaiti_rtm_play_order(const gait_rtm *rtm, gaiti_arena *arena, gaiti_rtm_order *out_order) {
    uint32_t at = 0, count = rtm->frame_count;
    gaiti_rtm_phases verdict = gaiti_rtm_judge_phases(rtm, &at);
    out_order->sorted = verdict != GAITI_RTM_PHASES_ORDER;
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
        out_order->frames = rtm_sort_frames(rtm, out_order->frames, scratch);
    }
    bool even = verdict == GAITI_RTM_PHASES_NAN || verdict == GAITI_RTM_PHASES_EQUAL;
    for (uint32_t f = 0; f < count; f++) {
        out_order->phases[f] = !even       ? gait_rtm_phase(rtm, out_order->frames[f])
                               : count > 1 ? (float)((double)f / (count - 1))
                                           : 0;
    }
    return true;
}
