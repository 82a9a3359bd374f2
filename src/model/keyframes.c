#include "model/keyframes.h"

#include "base/bits.h"

/* Maximum distance, in frames, at which a time counts as a whole frame. */
#define KEYFRAMES_TOLERANCE 0.02

enum {
    KEYFRAMES_FINEST = 20,      /* frames per gap between keys of the finest grid tried */
    KEYFRAMES_EFFORT = 1 << 24, /* maximum number of keys examined, a limit for malicious files */
    KEYFRAMES_NONE = 0
};

/* Larger frame numbers are out of range. */
static const double keyframes_max = 1e15;

float gaiti_time_of_frame(uint32_t frame) {
    double exact = (double)frame / GAITI_KEY_RATE;
    float time = (float)exact;
    return (double)time < exact ? gaiti_f32_of_bits(gaiti_bits_of_f32(time) + 1) : time;
}

static int64_t keyframes_round(double x) {
    return (int64_t)(x < 0 ? x - 0.5 : x + 0.5);
}

static bool keyframes_near(double x, int64_t whole, double tolerance) {
    return x - (double)whole <= tolerance && (double)whole - x <= tolerance;
}

static bool keyframes_ascend(const float *time, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (!(time[i] - time[i] == 0) || (i > 0 && !(time[i] > time[i - 1]))) {
            return false;
        }
    }
    return true;
}

/* True when all times, multiplied by `scale`, round to distinct frames within the tolerance.
 * Decrements *effort for each key examined. */
static bool keyframes_fit(const float *time, uint32_t count, double scale, double tolerance,
                          int64_t *effort) {
    int64_t last = INT64_MIN;
    for (uint32_t i = 0; i < count; i++, --*effort) {
        double x = (double)time[i] * scale;
        if (*effort <= 0 || !(x < keyframes_max && x > -keyframes_max)) {
            return false;
        }
        int64_t frame = keyframes_round(x);
        if (frame <= last || !keyframes_near(x, frame, tolerance)) {
            return false;
        }
        last = frame;
    }
    return true;
}

/* The smallest number of frames per cycle (phase 1) for which every key is on a frame of its
 * own. */
static uint32_t keyframes_grid(const gaiti_key_times *times, double tolerance, int64_t *effort) {
    uint32_t gaps = times->count - 1;
    for (uint32_t n = gaps; n <= gaps * KEYFRAMES_FINEST && *effort > 0; n++) {
        if (keyframes_fit(times->time, times->count, n, tolerance, effort)) {
            return n;
        }
    }
    return KEYFRAMES_NONE;
}

/* Rounds times to frames relative to the first key; false when the last one is out of range. */
static bool keyframes_nearest(const float *time, uint32_t count, double scale, uint32_t *frames) {
    int64_t first = 0;
    for (uint32_t i = 0; i < count; i++) {
        double x = (double)time[i] * scale;
        if (!(x < keyframes_max && x > -keyframes_max)) {
            return false;
        }
        first = i == 0 ? keyframes_round(x) : first;
        int64_t frame = keyframes_round(x) - first;
        if (frame > GAITI_KEY_FRAME_MAX) {
            return false;
        }
        frames[i] = (uint32_t)frame;
    }
    return true;
}

/* Makes ascending frames distinct: moves keys forward where several share a frame, then backward
 * where they exceed the last frame. True when the last frame had to be increased because there are
 * fewer frames than keys. */
static bool keyframes_spread(uint32_t count, uint32_t *frames) {
    uint32_t last = frames[count - 1];
    bool stretched = last < count - 1;
    last = stretched ? count - 1 : last;
    for (uint32_t i = 1; i < count; i++) {
        frames[i] = frames[i] > frames[i - 1] ? frames[i] : frames[i - 1] + 1;
    }
    for (uint32_t i = count; i-- > 0 && frames[i] > last - (count - 1 - i);) {
        frames[i] = last - (count - 1 - i);
    }
    return stretched;
}

/* Places keys at equal distances over the requested duration, by default one frame apart. */
static gaiti_timing keyframes_even(const gaiti_key_times *times, uint32_t *frames) {
    uint32_t gaps = times->count - 1;
    double last = times->duration_s > 0 ? times->duration_s * GAITI_KEY_RATE
                  : times->fps > 0      ? gaps * (GAITI_KEY_RATE / times->fps)
                                        : gaps;
    double step = gaps > 0 && last < GAITI_KEY_FRAME_MAX ? last / gaps : 1;
    for (uint32_t i = 0; i < times->count; i++) {
        frames[i] = (uint32_t)keyframes_round(i * step);
    }
    keyframes_spread(times->count, frames);
    return GAITI_TIMING_EVEN;
}

/* Frames per cycle (phase 1): as requested, otherwise from the grid of the clip. */
static double keyframes_scale(const gaiti_key_times *times) {
    if (times->duration_s > 0) {
        return (double)keyframes_round(times->duration_s * GAITI_KEY_RATE);
    }
    int64_t effort = KEYFRAMES_EFFORT;
    uint32_t grid = keyframes_grid(times, KEYFRAMES_TOLERANCE, &effort);
    if (grid == KEYFRAMES_NONE) {
        effort = KEYFRAMES_EFFORT;
        grid = keyframes_grid(times, 0.5, &effort);
    }
    if (grid == KEYFRAMES_NONE) {
        grid = (times->count - 1) * KEYFRAMES_FINEST;
    }
    return times->fps > 0 ? (double)keyframes_round(grid * (GAITI_KEY_RATE / times->fps)) : grid;
}

static gaiti_timing keyframes_of_phases(const gaiti_key_times *times, uint32_t *frames) {
    int64_t effort = times->count;
    if (!keyframes_ascend(times->time, times->count)) {
        return keyframes_even(times, frames);
    }
    double scale = keyframes_scale(times);
    if (!keyframes_nearest(times->time, times->count, scale, frames)) {
        return keyframes_even(times, frames);
    }
    if (keyframes_spread(times->count, frames)) {
        return GAITI_TIMING_STRETCHED;
    }
    bool exact = keyframes_fit(times->time, times->count, scale, KEYFRAMES_TOLERANCE, &effort);
    return exact ? GAITI_TIMING_EXACT : GAITI_TIMING_MOVED;
}

/* Keeps times that are not on the grid, relative to the first key; false when they are not distinct
 * as floats. */
static bool keyframes_keep(const gaiti_key_times *times, float *seconds) {
    for (uint32_t i = 0; i < times->count; i++) {
        double since = (double)times->time[i] - (double)times->time[0];
        if (!(since < (double)GAITI_KEY_FRAME_MAX / GAITI_KEY_RATE)) {
            return false;
        }
        seconds[i] = (float)since;
    }
    return keyframes_ascend(seconds, times->count);
}

static gaiti_timing keyframes_of_seconds(const gaiti_key_times *times, uint32_t *frames,
                                         float *seconds) {
    int64_t effort = times->count;
    if (!keyframes_ascend(times->time, times->count)) {
        return keyframes_even(times, frames);
    }
    if (keyframes_fit(times->time, times->count, GAITI_KEY_RATE, KEYFRAMES_TOLERANCE, &effort) &&
        keyframes_nearest(times->time, times->count, GAITI_KEY_RATE, frames)) {
        return GAITI_TIMING_EXACT;
    }
    return keyframes_keep(times, seconds) ? GAITI_TIMING_KEPT : keyframes_even(times, frames);
}

gaiti_timing gaiti_place_keys(const gaiti_key_times *times, uint32_t *frames, float *seconds) {
    if (times->count == 0) {
        return GAITI_TIMING_EXACT;
    }
    gaiti_timing timing = times->unit == GAIT_TIME_PHASE
                              ? keyframes_of_phases(times, frames)
                              : keyframes_of_seconds(times, frames, seconds);
    for (uint32_t i = 0; i < times->count && timing != GAITI_TIMING_KEPT; i++) {
        seconds[i] = gaiti_time_of_frame(frames[i]);
    }
    return timing;
}
