/* When the keys of edited clips are, and what happened to time on the way. */
#include "model/affine.h"
#include "roundtrip/compare/roundtrip_state.h"

/* How much of a key's distance two distances may differ and still be the same. */
#define BACK_TIME_SAME_STEP 2e-4
/* How far a key may be from its place on an even grid, in steps. */
#define BACK_TIME_EVEN 0.02
/* Seconds that a clip's end may be off. */
#define BACK_TIME_END 1e-3
/* Seconds that a key may be off to be where the base has one; and of a time, what floats lose. */
#define BACK_TIME_ON_KEY 1e-5
#define BACK_TIME_FLOAT 2.5e-7

enum {
    BACK_TIME_STEPS = 16,    /* different distances that are counted */
    BACK_TIME_WITNESSES = 4, /* clips that are asked whether another rate suits them better */
};

/* Frame rates of scenes, the likeliest first. */
static const double timing_rates[] = {24, 25, 30, 60, 23.976, 29.97, 48, 50, 120};

enum { TIMING_RATES = sizeof timing_rates / sizeof *timing_rates };

static bool timing_is_step(double step, double other) {
    return gaiti_abs(step - other) <= BACK_TIME_SAME_STEP * other;
}

/* Down to a whole number; keys may be so close that none of 64 bits counts them. */
static double timing_whole(double steps) {
    const double exact = 0x1p53; /* beyond, all are whole */
    return steps < exact ? (double)(int64_t)steps : steps;
}

/* --- one animation ---------------------------------------------------------------------------- */

/* The distance of keys at equal distances; else 0. */
static double timing_even_step(const gait_edited_curve *curve) {
    uint32_t gaps = curve->count - 1;
    double step = (curve->times[gaps] - curve->times[0]) / gaps;
    for (uint32_t k = 0; k < curve->count; k++) {
        double apart = curve->times[k] - (curve->times[0] + k * step);
        if (!(gaiti_abs(apart) <= BACK_TIME_EVEN * step)) {
            return 0;
        }
    }
    return step;
}

static void timing_extend(gaiti_key_range *span, const gait_edited_curve *curve, bool *is_first,
                          const gait_edited_curve **densest) {
    if (curve->count == 0) {
        return;
    }
    double first = curve->times[0], last = curve->times[curve->count - 1];
    span->first = *is_first || first < span->first ? first : span->first;
    span->last = *is_first || last > span->last ? last : span->last;
    *is_first = false;
    if (!*densest || curve->count > (*densest)->count) {
        *densest = curve;
    }
}

gaiti_key_range gaiti_key_range_of(const gaiti_bone_map *rig,
                                   const gait_edited_animation *animation) {
    gaiti_key_range span = {0};
    bool is_first = true;
    const gait_edited_curve *densest = NULL;
    for (uint32_t j = 0; j < rig->edit->joint_count; j++) {
        if (rig->bone_of[j] >= 0) {
            timing_extend(&span, &animation->tracks[j].rotation, &is_first, &densest);
            timing_extend(&span, &animation->tracks[j].translation, &is_first, &densest);
        }
    }
    span.is_few = !densest || densest->count < 3;
    span.step = span.is_few ? 0 : timing_even_step(densest);
    return span;
}

/* --- all animations --------------------------------------------------------------------------- */

/* The commonest distance between keys; 1/30 s when there is none. */
static double timing_usual_step(const gait_edited_file *edit, const gaiti_key_range *ranges) {
    double steps[BACK_TIME_STEPS];
    uint32_t votes[BACK_TIME_STEPS], count = 0, best = 0;
    for (uint32_t a = 0; a < edit->animation_count; a++) {
        uint32_t at = 0;
        while (at < count && !timing_is_step(ranges[a].step, steps[at])) {
            at++;
        }
        if (ranges[a].step > 0 && at < count) {
            votes[at]++;
        } else if (ranges[a].step > 0 && count < BACK_TIME_STEPS) {
            steps[count] = ranges[a].step;
            votes[count++] = 1;
        }
    }
    for (uint32_t i = 1; i < count; i++) {
        best = votes[i] > votes[best] ? i : best;
    }
    return count ? steps[best] : 1.0 / GAITI_DIFF_RATE;
}

/* Lengths of both files, clip by clip. */
typedef struct timing_lengths {
    const gait_base_file *base;
    const gaiti_clip_pairs *pairs;
    const gaiti_key_range *ranges;
    double step; /* of the edited file */
} timing_lengths;

static double timing_length(const gait_clip *clip) {
    return clip->frame_count ? (double)clip->time[clip->frame_count - 1] - (double)clip->time[0]
                             : 0;
}

/* Does a clip have the length that a rate gives it: as it is, or down to the last whole frame of a
 * scene? *out_apart is how far it is from the nearer of the two. */
static bool timing_matches(const timing_lengths *lengths, uint32_t clip, double rate,
                           double *out_apart) {
    const gaiti_key_range *span = &lengths->ranges[lengths->pairs->animation_of[clip]];
    double edited = span->last - span->first;
    double expected = timing_length(lengths->base->clips[clip]) * rate;
    double whole = timing_whole(expected / lengths->step + BACK_TIME_END) * lengths->step;
    double exact = gaiti_abs(edited - expected), sampled = gaiti_abs(edited - whole);
    *out_apart = exact < sampled ? exact : sampled;
    return *out_apart <= BACK_TIME_END;
}

/* Do all clips have the lengths that the rate gives them? */
static bool timing_matches_all(const timing_lengths *lengths, double rate, double *out_apart) {
    double apart;
    *out_apart = 0;
    for (uint32_t c = 0; c < lengths->base->clip_count; c++) {
        if (lengths->pairs->animation_of[c] < 0) {
            continue;
        }
        if (!timing_matches(lengths, c, rate, &apart)) {
            return false;
        }
        *out_apart += apart;
    }
    return true;
}

/* The one rate that explains all lengths best; 1 when they need no explanation or find none. */
static double timing_best_rate(const timing_lengths *lengths) {
    double min, apart, best = 1;
    if (timing_matches_all(lengths, 1, &min)) {
        return 1;
    }
    for (int i = 0; i < TIMING_RATES * TIMING_RATES; i++) {
        double rate = timing_rates[i / TIMING_RATES] / timing_rates[i % TIMING_RATES];
        if (rate != 1 && timing_matches_all(lengths, rate, &apart) &&
            (best == 1 || apart < min - BACK_TIME_ON_KEY)) {
            best = rate;
            min = apart;
        }
    }
    return best;
}

/* How many own keys of rotations are where the base has them. False when there is no memory. */
static bool timing_agree(const gaiti_edited_clip *view, gaiti_arena *arena, uint64_t *out_keys) {
    for (uint32_t b = 0; b < view->rig->skeleton->bone_count; b++) {
        gaiti_time_list own;
        if (view->rig->joint_of[b] < 0) {
            continue;
        }
        if (!gaiti_edited_key_times(view, b, true, arena, &own)) {
            return false;
        }
        for (uint32_t k = 0; k < own.count; k++) {
            double edited[4], base[4];
            gaiti_edited_rotation(view, b, own.at[k], edited);
            gaiti_base_rotation(view->base, b, own.at[k], false, base);
            *out_keys += gaiti_angle_deg(edited, base) <= 0.01;
        }
    }
    return true;
}

/* A clip that is longer or shorter may have been edited so: is it more like the base at another
 * rate? Adds to the votes for and against. */
static bool timing_test_rate(const timing_lengths *lengths, const gaiti_bone_map *rig,
                             uint32_t clip, double rate, gaiti_arena *arena, uint64_t votes[2]) {
    int32_t animation = lengths->pairs->animation_of[clip];
    gaiti_base_clip loaded;
    if (lengths->base->clips[clip]->frame_count == 0) {
        return true;
    }
    if (!gaiti_base_clip_load(lengths->base->clips[clip], arena, &loaded)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        double asked = i ? rate : 1;
        gaiti_edited_clip view = {rig,
                                  &rig->edit->animations[animation],
                                  &loaded,
                                  {asked, lengths->ranges[animation].first / asked}};
        if (!timing_agree(&view, arena, &votes[i])) {
            return false;
        }
    }
    return true;
}

static bool timing_confirm(const timing_lengths *lengths, const gaiti_bone_map *rig,
                           const gait_options *memory, double *rate) {
    uint64_t votes[2] = {0, 0};
    uint32_t witnesses = 0;
    bool done = true;
    double apart;
    for (uint32_t c = 0; done && c < lengths->base->clip_count; c++) {
        if (witnesses == BACK_TIME_WITNESSES || lengths->pairs->animation_of[c] < 0 ||
            timing_matches(lengths, c, 1, &apart)) {
            continue;
        }
        gaiti_arena arena;
        gaiti_arena_init(&arena, memory, 0);
        done = timing_test_rate(lengths, rig, c, *rate, &arena, votes);
        gaiti_arena_free(&arena);
        witnesses++;
    }
    *rate = votes[1] > votes[0] ? *rate : 1;
    return done;
}

static bool timing_is_thinned(const char *generator) {
    static const char thinner[] = "glTF-Transform";
    size_t size = sizeof thinner - 1;
    for (const char *at = generator; at && *at; at++) {
        size_t same = 0;
        while (same < size && at[same] == thinner[same]) {
            same++;
        }
        if (same == size) {
            return true;
        }
    }
    return false;
}

bool gaiti_find_playback_rate(const gait_base_file *base, const gaiti_bone_map *rig,
                              const gaiti_clip_pairs *pairs, const gaiti_key_range *ranges,
                              const gait_options *memory, gaiti_playback_rate *out) {
    timing_lengths lengths = {base, pairs, ranges, timing_usual_step(rig->edit, ranges)};
    *out = (gaiti_playback_rate){.rate = timing_best_rate(&lengths),
                                 .is_thinned = timing_is_thinned(rig->edit->generator)};
    bool done = out->rate == 1 || timing_confirm(&lengths, rig, memory, &out->rate);
    out->step = lengths.step / out->rate;
    return done;
}

/* --- one clip --------------------------------------------------------------------------------- */

/* Are the base's keys on a grid? */
static bool timing_is_on_grid(const gaiti_base_clip *base, double step) {
    for (uint32_t k = 0; k < base->frame_count; k++) {
        double time = base->times[k], whole = timing_whole(time / step + 0.5);
        if (gaiti_abs(time - whole * step) > BACK_TIME_ON_KEY + BACK_TIME_FLOAT * time) {
            return false;
        }
    }
    return true;
}

/* Has the edited clip a key wherever the base has one? `step` apart, from 0 to `last`. */
static bool timing_covers(const gaiti_base_clip *base, double step, double last) {
    double end = base->frame_count ? base->times[base->frame_count - 1] : 0;
    return timing_is_on_grid(base, step) && end <= last + BACK_TIME_ON_KEY + BACK_TIME_FLOAT * end;
}

static bool timing_has_rate(const gaiti_base_clip *base, double step, double rate_step) {
    return timing_is_step(step, rate_step) && timing_is_on_grid(base, rate_step);
}

/* Was the clip sampled at another rate than the base's? At its own, or at a scene's usual one where
 * its keys are there too, nothing is lost, and a clip may just be shorter now. */
static bool timing_is_sampled(const gaiti_base_clip *base, double step, double last) {
    const double frame = 1.0 / GAITI_DIFF_RATE;
    double own = base->frame_count > 1 ? base->times[1] : frame;
    return step > 0 && !timing_has_rate(base, step, frame) &&
           !(own > 0 && timing_has_rate(base, step, own)) && !timing_covers(base, step, last);
}

/* Is the first key of the edited file one that is not the base's first? */
static bool timing_is_later_key(const gaiti_base_clip *base, double first, double step) {
    uint32_t key = gaiti_base_nearest_key(base, first);
    if (key > 0 && gaiti_abs(base->times[key] - first) <= BACK_TIME_END) {
        return true;
    }
    double steps = step > 0 ? first / step : 0.5;
    return gaiti_abs(steps - timing_whole(steps + 0.5)) <= BACK_TIME_EVEN;
}

gaiti_clip_timing gaiti_find_clip_timing(const gaiti_key_range *span,
                                         const gaiti_playback_rate *playback,
                                         const gaiti_base_clip *base) {
    double first = span->first / playback->rate, end = span->last / playback->rate;
    double length = base->frame_count ? base->times[base->frame_count - 1] : 0;
    gaiti_clip_timing timing = {.time_map = {playback->rate, first}, .last = end - first};
    timing.step = span->is_few ? playback->step : span->step / playback->rate;
    timing.is_sampled = timing_is_sampled(base, timing.step, timing.last);
    double lost = timing.is_sampled ? timing.step - BACK_TIME_ON_KEY : BACK_TIME_END;
    double apart = timing.last - length;
    timing.has_length = apart > BACK_TIME_END || -apart > lost;
    timing.is_shifted = gaiti_abs(first) > BACK_TIME_END;
    timing.is_cut_start = first > BACK_TIME_END && end <= length + BACK_TIME_END &&
                          timing_is_later_key(base, first, timing.step);
    return timing;
}
