/* What most matrices of a plain RTM have in common: zeros, a scale, positions in another unit. */
#include <math.h>

#include "base/bits.h"
#include "formats/bi/rtm/rtm.h"

/* A value of a matrix, at least 0; 0 for values that are not finite. */
typedef double (*rtm_measure)(const float m[12]);

static double rtm_finite(double value) {
    return value - value == 0 && value > 0 ? value : 0;
}

static double rtm_volume(const float m[12]) {
    double x = (double)m[4] * m[8] - (double)m[5] * m[7];
    double y = (double)m[1] * m[8] - (double)m[2] * m[7];
    double z = (double)m[1] * m[5] - (double)m[2] * m[4];
    return rtm_finite(m[0] * x - m[3] * y + m[6] * z);
}

static double rtm_distance_squared(const float m[12]) {
    return rtm_finite((double)m[9] * m[9] + (double)m[10] * m[10] + (double)m[11] * m[11]);
}

/* 1 if a value of the matrix is not 0. */
static double rtm_is_set(const float m[12]) {
    for (int i = 0; i < 12; i++) {
        if (m[i] != 0) {
            return 1;
        }
    }
    return 0;
}

/* True if at most `allowed` matrices have a value that is below `min` or above `max`. */
static bool rtm_are_within(const gait_rtm *rtm, rtm_measure measure, double min, double max,
                           uint64_t allowed) {
    for (uint32_t f = 0; f < rtm->frame_count; f++) {
        for (uint32_t b = 0; b < rtm->bone_count; b++) {
            float m[12];
            gait_rtm_matrix(rtm, f, b, m);
            double value = measure(m);
            if (!(value >= min && value <= max) && allowed-- == 0) {
                return false;
            }
        }
    }
    return true;
}

/* The median as a float, found bit by bit: this needs no memory, and the time does not depend on
 * the values. */
static double rtm_median(const gait_rtm *rtm, rtm_measure measure) {
    uint64_t half = (uint64_t)rtm->frame_count * rtm->bone_count / 2;
    uint32_t bits = 0;
    for (uint32_t bit = 1u << 30; bit != 0; bit >>= 1) {
        double limit = (double)gaiti_f32_of_bits(bits | bit);
        if (rtm_are_within(rtm, measure, limit, 1e300, half)) {
            bits |= bit;
        }
    }
    return (double)gaiti_f32_of_bits(bits);
}

static double rtm_cube(double value) {
    return value * value * value;
}

static double rtm_cube_root(double value) {
    double root = value > 1 ? value : 1;
    for (;;) { /* Newton's method descends until the root is exact */
        double next = root - (root - value / (root * root)) / 3;
        if (!(next < root)) {
            return root;
        }
        root = next;
    }
}

static double rtm_find_scale(const gait_rtm *rtm, uint64_t all) {
    uint64_t allowed = all / 100;
    if (!rtm_are_within(rtm, rtm_volume, 1e-30, rtm_cube(0.995), allowed) &&
        !rtm_are_within(rtm, rtm_volume, rtm_cube(1.005), 1e30, allowed)) {
        return 1;
    }
    double volume = rtm_median(rtm, rtm_volume), scale = rtm_cube_root(volume);
    bool differs = scale < 0.99 || scale > 1.01;
    return differs && rtm_are_within(rtm, rtm_volume, volume * rtm_cube(0.995),
                                     volume * rtm_cube(1.005), allowed)
               ? scale
               : 1;
}

gaiti_rtm_common gaiti_rtm_find_common(const gait_rtm *rtm) {
    const double limit = 5; /* dances have medians up to 3.5 m */
    uint64_t all = (uint64_t)rtm->frame_count * rtm->bone_count;
    gaiti_rtm_common common = {.scale = 1};
    if (all == 0) {
        return common;
    }
    uint64_t less_than_half = (all - 1) / 2;
    common.is_zero = rtm_are_within(rtm, rtm_is_set, 0, 0, less_than_half);
    common.scale = rtm_find_scale(rtm, all);
    if (rtm_are_within(rtm, rtm_distance_squared, limit * limit, 1e300, less_than_half)) {
        common.distance = sqrt(rtm_median(rtm, rtm_distance_squared));
    }
    return common;
}
