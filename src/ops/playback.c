/* Computes where a game is in a clip: loops, speeds, phases and stops. */
#include "ops/playback.h"

#include <float.h>

#include "base/number/number.h"
#include "base/search.h"
#include "model/clip.h"
#include "model/quaternion.h"

/* Games drop the keys of a loop after this phase (docs/sampling.md#playback). */
#define PLAYBACK_LAST_PHASE 0.999
/* X-Ray stores speeds as integers of 16 bits. */
#define PLAYBACK_SPEED_STEPS 655.35f
/* From this number of cycles on, doubles have no fraction. */
#define PLAYBACK_WHOLE_CYCLES 9007199254740992.0

/* The keys of a clip as a game plays them. Key times, `origin` and `length` have one unit: seconds,
 * phases, or for keys at equal distances, intervals between keys. */
typedef struct playback_line {
    const float *keys; /* NULL = at equal distances */
    uint32_t count;
    double origin, length; /* start and length of a cycle */
    double duration;       /* seconds of a cycle at a speed of 1; 0 = not known, or a single pose */
    double speed;
    bool is_loop, is_closed; /* closed: the interval from the last key to the next cycle is played
                              */
} playback_line;

static double playback_key(const playback_line *line, uint32_t key) {
    return line->keys ? (double)line->keys[key] : (double)key;
}

/* The speed with which X-Ray plays a clip. */
static double playback_xray_speed(float stored) {
    float steps = stored * PLAYBACK_SPEED_STEPS;
    if (!(steps > 0)) {
        return 0;
    }
    steps = steps < 65535 ? (float)(uint32_t)steps : 65535;
    return (double)(steps / PLAYBACK_SPEED_STEPS);
}

/* In a loop, drops the last keys; the interval from the last remaining key to the first key of the
 * next cycle is played. */
static void playback_close(playback_line *line) {
    line->is_closed = line->is_loop;
    while (line->is_loop && line->count > 1 &&
           playback_key(line, line->count - 1) - line->origin >
               PLAYBACK_LAST_PHASE * line->length) {
        line->count--;
    }
}

/* Keys whose phases are not numbers or all equal are played at equal distances. */
static void playback_set_phases(playback_line *line, const float *phases) {
    bool is_usable = gaiti_phases_are_usable(phases, line->count);
    line->keys = is_usable ? phases : NULL;
    line->length = is_usable || line->count == 1 ? 1 : line->count - 1;
    playback_close(line);
}

static bool playback_is_loop(const gait_clip *clip, gait_play_mode mode) {
    return mode == GAIT_PLAY_LOOP ||
           (mode == GAIT_PLAY_AS_STORED && clip->playback.known && clip->playback.loop);
}

static playback_line playback_line_of(const gait_clip *clip, const gait_play_options *options) {
    const gait_playback *playback = &clip->playback;
    playback_line line = {.keys = clip->time, .count = clip->frame_count, .speed = 1};
    gaiti_time_span span = gaiti_clip_span(clip);
    line.is_loop = playback_is_loop(clip, options->mode);
    line.duration = options->duration;
    if (clip->time_unit == GAIT_TIME_PHASE) {
        playback_set_phases(&line, clip->time);
        return line;
    }
    if (clip->phases) {
        playback_set_phases(&line, clip->phases);
        line.duration = options->duration > 0 ? options->duration : span.length;
        return line;
    }
    line.speed = playback->known ? playback_xray_speed(playback->speed) : 1;
    line.duration = options->duration > 0 ? options->duration : span.length;
    line.origin = span.start;
    line.length = span.length > 0 ? span.length : line.duration;
    return line;
}

/* The fraction of an interval before `time`, below 1; 0 for intervals without a length. */
static double playback_fraction(double from, double to, double time) {
    const double below_one = 1 - DBL_EPSILON / 2;
    double fraction = (time - from) / (to - from);
    if (!(fraction > 0)) {
        return 0;
    }
    return fraction < below_one ? fraction : below_one;
}

/* The moment at a time of the line. */
static gait_moment playback_moment(const playback_line *line, double time) {
    uint32_t last = line->count - 1;
    double first_time = playback_key(line, 0), last_time = playback_key(line, last);
    if (last == 0 || (time < first_time && !line->is_closed)) {
        return (gait_moment){.key = 0, .next = 0};
    }
    if (time < first_time) {
        return (gait_moment){
            .key = last, .fraction = playback_fraction(last_time - line->length, first_time, time)};
    }
    uint32_t key = last;
    if (line->keys) {
        key = gaiti_last_time_f32(line->keys, sizeof *line->keys, line->count, time);
    } else if (time < last_time) {
        key = (uint32_t)time;
    }
    if (key < last) {
        double fraction =
            playback_fraction(playback_key(line, key), playback_key(line, key + 1), time);
        return (gait_moment){.key = key, .next = key + 1, .fraction = fraction};
    }
    if (!line->is_closed) {
        return (gait_moment){.key = last, .next = last};
    }
    return (gait_moment){.key = last,
                         .fraction = playback_fraction(last_time, first_time + line->length, time)};
}

double gaiti_wrap_time(double offset, double period) {
    double periods = offset / period;
    if (!(gaiti_abs(periods) < PLAYBACK_WHOLE_CYCLES)) {
        return 0;
    }
    double whole = (double)(int64_t)periods;
    whole -= whole > periods;
    double rest = offset - whole * period;
    return rest < 0 ? 0 : rest > period ? period : rest;
}

/* Returns the time within the cycle, from 0 to line->length. */
static double playback_advance(const playback_line *line, double seconds, gait_play_state *state) {
    double played = seconds * line->speed;
    if (line->duration == 0 || line->length == 0) {
        state->has_ended = !line->is_loop;
        return 0;
    }
    if (played == 0) {
        return 0;
    }
    double time = played * (line->length / line->duration);
    if (!line->is_loop) {
        state->has_ended = !(time < line->length);
        return state->has_ended ? line->length : time;
    }
    double cycles = time / line->length;
    if (!(cycles < PLAYBACK_WHOLE_CYCLES)) {
        state->cycles = cycles < 0x1p64 ? (uint64_t)cycles : UINT64_MAX;
        return 0;
    }
    state->cycles = (uint64_t)cycles;
    double rest = time - (double)state->cycles * line->length;
    if (rest >= line->length) { /* the quotient was rounded down */
        state->cycles++;
        rest = 0;
    }
    return rest > 0 ? rest : 0;
}

gait_status gait_play(const gait_clip *clip, const gait_play_options *options, double seconds,
                      gait_play_state *out_state) {
    const gait_play_options as_stored = {0};
    options = options ? options : &as_stored;
    if (!gaiti_clip_is_complete(clip) || clip->frame_count == 0 || !out_state ||
        (unsigned)options->mode > GAIT_PLAY_ONCE || !(options->duration >= 0) ||
        !gaiti_is_finite(options->duration) || !gaiti_is_finite(seconds) ||
        (clip->time_unit == GAIT_TIME_PHASE && options->duration == 0)) {
        return GAIT_BAD_ARGUMENT;
    }
    playback_line line = playback_line_of(clip, options);
    gait_play_state state = {0};
    double time = playback_advance(&line, seconds > 0 ? seconds : 0, &state);
    bool has_phases = clip->time_unit == GAIT_TIME_PHASE || clip->phases;
    if (state.has_ended && !has_phases) {
        state.moment = (gait_moment){.key = clip->frame_count - 1, .next = clip->frame_count - 1};
    } else {
        state.moment = playback_moment(&line, line.origin + (state.has_ended ? line.length : time));
    }
    double phase = line.length > 0 ? time / line.length : 0;
    for (int i = 0; i < 3; i++) {
        state.root_motion[i] = (double)clip->root_motion[i] * ((double)state.cycles + phase);
    }
    *out_state = state;
    return GAIT_OK;
}

gait_status gait_clip_range(const gait_clip *clip, double *out_first, double *out_last) {
    if (!gaiti_clip_is_complete(clip) || clip->frame_count == 0 || !out_first || !out_last) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_time_span span = gaiti_clip_span(clip);
    double last = (double)clip->time[clip->frame_count - 1], end = span.start + span.length;
    *out_first = span.start;
    *out_last = end > last || !gaiti_is_finite(last) ? end : last;
    return GAIT_OK;
}

gait_status gait_clip_moment(const gait_clip *clip, double time, gait_play_mode mode,
                             gait_moment *out_moment, double *out_time) {
    if (!gaiti_clip_is_complete(clip) || clip->frame_count == 0 || !out_moment ||
        (unsigned)mode > GAIT_PLAY_ONCE || !gaiti_is_finite(time)) {
        return GAIT_BAD_ARGUMENT;
    }
    playback_line line = {
        .keys = clip->time, .count = clip->frame_count, .is_loop = playback_is_loop(clip, mode)};
    gaiti_time_span span = gaiti_clip_span(clip);
    double unit = 1;
    if (clip->time_unit == GAIT_TIME_PHASE) {
        playback_set_phases(&line, clip->time);
        unit = line.length;
    } else {
        line.origin = span.start;
        line.length = span.length;
    }
    if (clip->time_unit != GAIT_TIME_PHASE && clip->phases) {
        playback_close(&line);
    }
    if (line.is_loop) {
        double cycle = line.length / unit;
        time = line.origin + (cycle > 0 ? gaiti_wrap_time(time - line.origin, cycle) : 0);
    }
    *out_moment = playback_moment(&line, time * unit);
    if (out_time) {
        *out_time = time;
    }
    return GAIT_OK;
}

gait_moment gaiti_moment_of_phase(const float *phases, uint32_t count, double phase) {
    playback_line line = {.count = count, .is_loop = true};
    playback_set_phases(&line, phases);
    return playback_moment(&line, gaiti_wrap_time(phase * line.length, line.length));
}
