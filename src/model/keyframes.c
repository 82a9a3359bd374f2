/* Finds the grid of frames on which the keys of a clip lie, and places keys on whole frames. */
#include "model/keyframes.h"

#include "base/bits.h"
#include "model/clip.h"

/* Maximum distance, in frames, at which a time counts as a whole frame. */
#define KEYFRAMES_TOLERANCE 0.02

enum {
    KEYFRAMES_FINEST = 20,      /* frames per gap between keys of the finest grid tried */
    KEYFRAMES_EFFORT = 1 << 24, /* maximum number of keys examined, a limit for malicious files */
    KEYFRAMES_NONE = 0
};

/* Larger frame numbers are out of range. */
static const double keyframes_max = 1e15;

/* Maximum distance of the end of a cycle from a whole frame: frames, and per frame. */
#define KEYFRAMES_END 1e-4
#define KEYFRAMES_FLOAT 1.2e-7

/* The smallest float that is at least `exact`, which is not negative. */
static float keyframes_round_up(double exact) {
    float time = (float)exact;
    return (double)time < exact ? gaiti_f32_of_bits(gaiti_bits_of_f32(time) + 1) : time;
}

float gaiti_time_of_frame(uint32_t frame) {
    return keyframes_round_up((double)frame / GAITI_KEY_RATE);
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

/* Key i is (time[i] - origin) * scale frames after the start. */
typedef struct keyframes_line {
    const float *time;
    uint32_t count;
    double origin, scale;
} keyframes_line;

static double keyframes_at(const keyframes_line *line, uint32_t key) {
    return ((double)line->time[key] - line->origin) * line->scale;
}

/* True when all keys round to distinct frames within the tolerance. Decrements *effort for each key
 * examined. */
static bool keyframes_fit(const keyframes_line *line, double tolerance, int64_t *effort) {
    int64_t last = INT64_MIN;
    for (uint32_t i = 0; i < line->count; i++, --*effort) {
        double x = keyframes_at(line, i);
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

/* The smallest number of frames of the whole range for which every key is on a frame of its own. */
static uint32_t keyframes_grid_within(const gaiti_key_times *times, gaiti_time_span span,
                                      double tolerance) {
    int64_t effort = KEYFRAMES_EFFORT;
    uint32_t gaps = times->count - 1;
    for (uint32_t n = gaps; n <= gaps * KEYFRAMES_FINEST && effort > 0; n++) {
        keyframes_line line = {times->time, times->count, span.start, n / span.length};
        if (keyframes_fit(&line, tolerance, &effort)) {
            return n;
        }
    }
    return KEYFRAMES_NONE;
}

uint32_t gaiti_find_key_grid(const gaiti_key_times *times) {
    gaiti_time_span span = gaiti_phase_span(times->time, times->count);
    return times->count > 1 ? keyframes_grid_within(times, span, KEYFRAMES_TOLERANCE)
                            : KEYFRAMES_NONE;
}

/* The same; if no number is exact, the one with which the keys are nearest to distinct frames. */
static uint32_t keyframes_grid(const gaiti_key_times *times, gaiti_time_span span) {
    uint32_t grid = keyframes_grid_within(times, span, KEYFRAMES_TOLERANCE);
    if (grid == KEYFRAMES_NONE) {
        grid = keyframes_grid_within(times, span, 0.5);
    }
    return grid == KEYFRAMES_NONE ? (times->count - 1) * KEYFRAMES_FINEST : grid;
}

/* Rounds times to frames relative to the first key; false when the last one is out of range. */
static bool keyframes_nearest(const keyframes_line *line, uint32_t *frames) {
    int64_t first = 0;
    for (uint32_t i = 0; i < line->count; i++) {
        double x = keyframes_at(line, i);
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

/* --- phases ----------------------------------------------------------------------------------- */

/* The length of the clip in frames. A length that is a whole number apart from rounding is rounded,
 * so that an export with the written duration has the same times. */
static double keyframes_length(const gaiti_key_times *times, double fps, double by_default,
                               bool *out_is_whole) {
    double length = times->duration_s > 0 ? (double)(float)times->duration_s * fps : by_default;
    double whole = length < keyframes_max ? (double)keyframes_round(length) : length;
    double rounding = KEYFRAMES_END + KEYFRAMES_FLOAT * length;
    *out_is_whole = whole > 0 && whole <= GAITI_KEY_FRAME_MAX && length - whole <= rounding &&
                    whole - length <= rounding;
    return *out_is_whole ? whole : length;
}

/* Keys at equal distances, by default one frame apart. */
static gaiti_placing keyframes_spread_evenly(const gaiti_key_times *times, double fps,
                                             float *seconds) {
    bool is_whole;
    double step = keyframes_length(times, fps, times->count - 1, &is_whole) / (times->count - 1);
    for (uint32_t i = 0; i < times->count; i++) {
        seconds[i] = keyframes_round_up(i * step / fps);
    }
    return (gaiti_placing){GAITI_TIMING_EVEN, seconds[times->count - 1]};
}

/* False for keys that are nearer to each other than phases from 0 to 1 can be, and for times that
 * are not distinct as floats. */
static bool keyframes_are_distinct(const keyframes_line *line, double length,
                                   const float *seconds) {
    bool are_distinct = keyframes_ascend(seconds, line->count);
    for (uint32_t i = 1; i < line->count && are_distinct; i++) {
        are_distinct = keyframes_at(line, i) - keyframes_at(line, i - 1) >= length * 0x1p-26;
    }
    return are_distinct;
}

static gaiti_placing keyframes_of_cycle(const gaiti_key_times *times, float *seconds) {
    const double max_s = (double)GAITI_KEY_FRAME_MAX / GAITI_KEY_RATE;
    const double fps = times->fps > 0 ? times->fps : GAITI_KEY_RATE;
    const uint32_t count = times->count;
    int64_t effort = count;
    bool ascends = keyframes_ascend(times->time, count), is_whole;
    if (count == 1) {
        seconds[0] = 0;
        return (gaiti_placing){ascends ? GAITI_TIMING_EXACT : GAITI_TIMING_EVEN, 0};
    }
    if (!ascends) {
        return keyframes_spread_evenly(times, fps, seconds);
    }
    gaiti_time_span span = gaiti_phase_span(times->time, count);
    uint32_t grid = times->duration_s > 0 ? KEYFRAMES_NONE : keyframes_grid(times, span);
    double length = keyframes_length(times, fps, grid, &is_whole);
    keyframes_line line = {times->time, count, span.start, length / span.length};
    bool is_exact = is_whole && keyframes_fit(&line, KEYFRAMES_TOLERANCE, &effort);
    for (uint32_t i = 0; i < count; i++) {
        double x = keyframes_at(&line, i);
        seconds[i] = keyframes_round_up((is_exact ? (double)keyframes_round(x) : x) / fps);
    }
    if (!(length / fps <= max_s) || !keyframes_are_distinct(&line, length, seconds)) {
        return keyframes_spread_evenly(times, fps, seconds);
    }
    float end = keyframes_round_up(length / fps);
    return (gaiti_placing){is_exact ? GAITI_TIMING_EXACT : GAITI_TIMING_BETWEEN,
                           end > seconds[count - 1] ? end : seconds[count - 1]};
}

/* --- phases in exports of earlier versions ---------------------------------------------------- */

/* Makes ascending frames distinct: moves keys forward where several share a frame, then backward
 * where they exceed the last frame. If there are fewer frames than keys, the
 * last frame is increased. */
static void keyframes_spread(uint32_t count, uint32_t *frames) {
    uint32_t last = frames[count - 1] < count - 1 ? count - 1 : frames[count - 1];
    for (uint32_t i = 1; i < count; i++) {
        frames[i] = frames[i] > frames[i - 1] ? frames[i] : frames[i - 1] + 1;
    }
    for (uint32_t i = count; i-- > 0 && frames[i] > last - (count - 1 - i);) {
        frames[i] = last - (count - 1 - i);
    }
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
    uint32_t grid = keyframes_grid(times, (gaiti_time_span){0, 1});
    return times->fps > 0 ? (double)keyframes_round(grid * (GAITI_KEY_RATE / times->fps)) : grid;
}

static gaiti_timing keyframes_since_first(const gaiti_key_times *times, uint32_t *frames) {
    keyframes_line line = {.time = times->time, .count = times->count};
    if (!keyframes_ascend(times->time, times->count)) {
        return keyframes_even(times, frames);
    }
    line.scale = keyframes_scale(times);
    if (!keyframes_nearest(&line, frames)) {
        return keyframes_even(times, frames);
    }
    keyframes_spread(times->count, frames);
    return GAITI_TIMING_EXACT;
}

/* --- seconds ---------------------------------------------------------------------------------- */

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
    keyframes_line line = {times->time, times->count, 0, GAITI_KEY_RATE};
    int64_t effort = times->count;
    if (!keyframes_ascend(times->time, times->count)) {
        return keyframes_even(times, frames);
    }
    if (keyframes_fit(&line, KEYFRAMES_TOLERANCE, &effort) && keyframes_nearest(&line, frames)) {
        return GAITI_TIMING_EXACT;
    }
    return keyframes_keep(times, seconds) ? GAITI_TIMING_KEPT : keyframes_even(times, frames);
}

gaiti_key_times gaiti_key_times_of(const gait_clip *clip, double fps, double duration_s) {
    gaiti_key_times times = {.time = clip->time,
                             .count = clip->frame_count,
                             .unit = clip->time_unit,
                             .fps = fps,
                             .duration_s = duration_s};
    if (times.unit == GAIT_TIME_SECONDS && clip->phases && times.count > 1 &&
        keyframes_ascend(clip->phases, times.count)) {
        times.time = clip->phases;
        times.unit = GAIT_TIME_PHASE;
        times.duration_s = gaiti_clip_span(clip).length;
    }
    return times;
}

gaiti_placing gaiti_place_keys(const gaiti_key_times *times, uint32_t *frames, float *seconds) {
    const bool is_phase = times->unit == GAIT_TIME_PHASE;
    if (times->count == 0) {
        return (gaiti_placing){0};
    }
    if (is_phase && !times->is_since_first) {
        return keyframes_of_cycle(times, seconds);
    }
    gaiti_timing timing = is_phase ? keyframes_since_first(times, frames)
                                   : keyframes_of_seconds(times, frames, seconds);
    for (uint32_t i = 0; i < times->count && timing != GAITI_TIMING_KEPT; i++) {
        seconds[i] = gaiti_time_of_frame(frames[i]);
    }
    return (gaiti_placing){timing, seconds[times->count - 1]};
}
