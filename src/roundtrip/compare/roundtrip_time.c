/* Finds differences in time between edited clips and base clips: playback rate, shift, length and
 * key interval. */
#include "model/affine.h"
#include "model/clip.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "roundtrip/compare/compare_steps.h"

/* Maximum relative difference of equal key intervals. */
#define TIMING_SAME_STEP 2e-4
/* Maximum distance of a key from a uniform grid, in steps of the grid. */
#define TIMING_EVEN 0.02
/* Maximum error of the end of a clip, seconds. */
#define TIMING_END 1e-3
/* Maximum distance of a key from one of the base clip, seconds, and rounding error of floats per
 * second. */
#define TIMING_ON_KEY 1e-5
#define TIMING_FLOAT 2.5e-7

enum {
    TIMING_STEPS = 16,       /* maximum number of distinct key intervals */
    TIMING_TESTED_CLIPS = 4, /* maximum number of clips that are tested with another rate */
};

/* Frame rates of scenes, the most frequent first. */
static const double timing_rates[] = {24, 25, 30, 60, 23.976, 29.97, 48, 50, 120};

enum { TIMING_RATES = sizeof timing_rates / sizeof *timing_rates };

static bool timing_is_step(double step, double other) {
    return gaiti_abs(step - other) <= TIMING_SAME_STEP * other;
}

/* Rounds down to an integer. Large values may exceed 64 bits. */
static double timing_round_down(double steps) {
    const double exact = 0x1p53; /* from here on all doubles are integers */
    return steps < exact ? (double)(int64_t)steps : steps;
}

/* --- one animation ---------------------------------------------------------------------------- */

/* The key interval of a curve with uniform keys; else 0. */
static double timing_even_step(const gait_edited_curve *curve) {
    uint32_t gaps = curve->count - 1;
    double step = (curve->times[gaps] - curve->times[0]) / gaps;
    for (uint32_t k = 0; k < curve->count; k++) {
        double difference = curve->times[k] - (curve->times[0] + k * step);
        if (!(gaiti_abs(difference) <= TIMING_EVEN * step)) {
            return 0;
        }
    }
    return step;
}

static void timing_extend(gaiti_key_range *range, const gait_edited_curve *curve, bool *is_first,
                          const gait_edited_curve **densest) {
    if (curve->count == 0) {
        return;
    }
    double first = curve->times[0], last = curve->times[curve->count - 1];
    range->first = *is_first || first < range->first ? first : range->first;
    range->last = *is_first || last > range->last ? last : range->last;
    *is_first = false;
    if (!*densest || curve->count > (*densest)->count) {
        *densest = curve;
    }
}

gaiti_key_range gaiti_key_range_of(const gaiti_bone_map *map,
                                   const gait_edited_animation *animation) {
    gaiti_key_range range = {0};
    bool is_first = true;
    const gait_edited_curve *densest = NULL;
    for (uint32_t j = 0; j < map->edit->joint_count; j++) {
        if (map->bone_of[j] >= 0) {
            timing_extend(&range, &animation->tracks[j].rotation, &is_first, &densest);
            timing_extend(&range, &animation->tracks[j].translation, &is_first, &densest);
        }
    }
    if (animation->range) {
        range.first = animation->range[0];
        range.last = animation->range[1];
        range.is_open = range.last == range.first;
    }
    range.is_exact = map->edit->has_user_keys && !(animation->sampled_fps > 0);
    range.is_few = !densest || densest->count < 3;
    range.step = range.is_few ? 0 : timing_even_step(densest);
    if (map->edit->has_user_keys && animation->sampled_fps > 0) {
        range.step = 1 / animation->sampled_fps;
    }
    return range;
}

/* --- all animations --------------------------------------------------------------------------- */

/* The most frequent key interval; 1/30 s when no animation has a uniform one. */
static double timing_frequent_step(const gait_edited_file *edit, const gaiti_key_range *ranges) {
    double steps[TIMING_STEPS];
    uint32_t votes[TIMING_STEPS], count = 0, best = 0;
    for (uint32_t a = 0; a < edit->animation_count; a++) {
        uint32_t at = 0;
        while (at < count && !timing_is_step(ranges[a].step, steps[at])) {
            at++;
        }
        if (ranges[a].step > 0 && at < count) {
            votes[at]++;
        } else if (ranges[a].step > 0 && count < TIMING_STEPS) {
            steps[count] = ranges[a].step;
            votes[count++] = 1;
        }
    }
    for (uint32_t i = 1; i < count; i++) {
        best = votes[i] > votes[best] ? i : best;
    }
    return count ? steps[best] : 1.0 / GAITI_DIFF_RATE;
}

/* The data for comparing the lengths of clips in both files. */
typedef struct timing_lengths {
    const gaiti_base_file *base;
    const gaiti_clip_pairs *pairs;
    const gaiti_key_range *ranges;
    double step; /* key interval of the edited file */
} timing_lengths;

static double timing_length(const gait_clip *clip) {
    return clip->frame_count ? gaiti_clip_span(clip).length : 0;
}

/* The time from the last key to the end of a clip, which programs can leave out. */
static double timing_tail(const gait_clip *clip) {
    return clip->frame_count ? gaiti_clip_span(clip).start + timing_length(clip) -
                                   (double)clip->time[clip->frame_count - 1]
                             : 0;
}

/* True when the edited clip has the length of the base clip times `rate`, exact or rounded down to
 * a whole frame. *out_difference is the smaller difference of the two. */
static bool timing_matches(const timing_lengths *lengths, uint32_t clip, double rate,
                           double *out_difference) {
    const gaiti_key_range *range = &lengths->ranges[lengths->pairs->animation_of[clip]];
    double edited = range->last - range->first;
    double expected = timing_length(lengths->base->clips[clip]) * rate;
    double whole = timing_round_down(expected / lengths->step + TIMING_END) * lengths->step;
    double to_key = expected - timing_tail(lengths->base->clips[clip]) * rate;
    double exact = gaiti_abs(edited - expected), sampled = gaiti_abs(edited - whole);
    exact = gaiti_abs(edited - to_key) < exact ? gaiti_abs(edited - to_key) : exact;
    *out_difference = range->is_open ? 0 : exact < sampled ? exact : sampled;
    return *out_difference <= TIMING_END;
}

/* True when timing_matches() holds for all clips. *out_difference is the sum of the differences. */
static bool timing_matches_all(const timing_lengths *lengths, double rate, double *out_difference) {
    double difference;
    *out_difference = 0;
    for (uint32_t c = 0; c < lengths->base->clip_count; c++) {
        if (lengths->pairs->animation_of[c] < 0) {
            continue;
        }
        if (!timing_matches(lengths, c, rate, &difference)) {
            return false;
        }
        *out_difference += difference;
    }
    return true;
}

/* The ratio of frame rates that matches the lengths of all clips best; 1 when the lengths are equal
 * or no ratio matches. */
static double timing_best_rate(const timing_lengths *lengths) {
    double best_difference, difference, best_rate = 1;
    if (timing_matches_all(lengths, 1, &best_difference)) {
        return 1;
    }
    for (int i = 0; i < TIMING_RATES * TIMING_RATES; i++) {
        double rate = timing_rates[i / TIMING_RATES] / timing_rates[i % TIMING_RATES];
        if (rate != 1 && timing_matches_all(lengths, rate, &difference) &&
            (best_rate == 1 || difference < best_difference - TIMING_ON_KEY)) {
            best_rate = rate;
            best_difference = difference;
        }
    }
    return best_rate;
}

/* Counts the edited rotation keys that lie on the curve of the base clip. False when there is no
 * memory. */
static bool timing_count_matches(const gaiti_edited_clip *edited_clip, gaiti_arena *arena,
                                 uint64_t *out_keys) {
    for (uint32_t b = 0; b < edited_clip->map->skeleton->bone_count; b++) {
        gaiti_time_list key_times;
        if (edited_clip->map->joint_of[b] < 0) {
            continue;
        }
        if (!gaiti_edited_key_times(edited_clip, b, true, arena, &key_times)) {
            return false;
        }
        for (uint32_t k = 0; k < key_times.count; k++) {
            double edited[4], base[4];
            gaiti_edited_rotation(edited_clip, b, key_times.at[k], edited);
            gaiti_base_rotation(edited_clip->base, b, key_times.at[k], false, base);
            *out_keys += gaiti_angle_deg(edited, base) <= 0.01;
        }
    }
    return true;
}

/* Adds to votes[0] the number of matching keys of a clip at rate 1, and to votes[1] that at `rate`.
 * The length of a clip may also differ because it was edited. */
static bool timing_test_rate(const timing_lengths *lengths, const gaiti_bone_map *map,
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
        double tested_rate = i ? rate : 1;
        gaiti_edited_clip edited_clip = {
            map,
            &map->edit->animations[animation],
            &loaded,
            {tested_rate, lengths->ranges[animation].first / tested_rate}};
        if (!timing_count_matches(&edited_clip, arena, &votes[i])) {
            return false;
        }
    }
    return true;
}

static bool timing_confirm(const timing_lengths *lengths, const gaiti_bone_map *map,
                           const gait_options *memory, double *rate) {
    uint64_t votes[2] = {0, 0};
    uint32_t tested_clips = 0;
    bool done = true;
    double difference;
    for (uint32_t c = 0; done && c < lengths->base->clip_count; c++) {
        if (tested_clips == TIMING_TESTED_CLIPS || lengths->pairs->animation_of[c] < 0 ||
            timing_matches(lengths, c, 1, &difference)) {
            continue;
        }
        gaiti_arena arena;
        gaiti_arena_init(&arena, memory, 0);
        done = timing_test_rate(lengths, map, c, *rate, &arena, votes);
        gaiti_arena_free(&arena);
        tested_clips++;
    }
    *rate = votes[1] > votes[0] ? *rate : 1;
    return done;
}

static bool timing_is_thinned(const char *generator) {
    static const char tool[] = "glTF-Transform";
    size_t size = sizeof tool - 1;
    for (const char *at = generator; at && *at; at++) {
        size_t same = 0;
        while (same < size && at[same] == tool[same]) {
            same++;
        }
        if (same == size) {
            return true;
        }
    }
    return false;
}

bool gaiti_find_playback_rate(const gaiti_base_file *base, const gaiti_bone_map *map,
                              const gaiti_clip_pairs *pairs, const gaiti_key_range *ranges,
                              const gait_options *memory, gaiti_playback_rate *out) {
    timing_lengths lengths = {base, pairs, ranges, timing_frequent_step(map->edit, ranges)};
    if (map->edit->has_user_keys) {
        *out = (gaiti_playback_rate){.rate = 1, .step = lengths.step};
        return true;
    }
    *out = (gaiti_playback_rate){.rate = timing_best_rate(&lengths),
                                 .is_thinned = timing_is_thinned(map->edit->generator)};
    bool done = out->rate == 1 || timing_confirm(&lengths, map, memory, &out->rate);
    out->step = lengths.step / out->rate;
    return done;
}

/* --- one clip --------------------------------------------------------------------------------- */

/* True when all keys of the base clip are multiples of `step`. */
static bool timing_is_on_grid(const gaiti_base_clip *base, double step) {
    for (uint32_t k = 0; k < base->frame_count; k++) {
        double time = base->times[k], whole = timing_round_down(time / step + 0.5);
        if (gaiti_abs(time - whole * step) > TIMING_ON_KEY + TIMING_FLOAT * time) {
            return false;
        }
    }
    return true;
}

/* True when an edited clip with keys from 0 to `last` at intervals of `step` has a key at every key
 * time of the base clip. */
static bool timing_covers(const gaiti_base_clip *base, double step, double last) {
    double end = base->frame_count ? base->times[base->frame_count - 1] : 0;
    return timing_is_on_grid(base, step) && end <= last + TIMING_ON_KEY + TIMING_FLOAT * end;
}

static bool timing_has_rate(const gaiti_base_clip *base, double step, double rate_step) {
    return timing_is_step(step, rate_step) && timing_is_on_grid(base, rate_step);
}

/* True when the clip was sampled at a rate that does not contain the keys of the base clip. Keys at
 * the interval of the base clip or at 1/30 s do contain them, even if the clip is shorter now. */
static bool timing_is_sampled(const gaiti_base_clip *base, double step, double last) {
    const double frame = 1.0 / GAITI_DIFF_RATE;
    double base_step = base->frame_count > 1 ? base->times[1] - base->times[0] : frame;
    return step > 0 && !timing_has_rate(base, step, frame) &&
           !(base_step > 0 && timing_has_rate(base, step, base_step)) &&
           !timing_covers(base, step, last);
}

/* True when the clip has only every second, third or so key of the base clip, in a file whose clips
 * mostly have all of them: programs sample all clips of a file at one rate, so the keys between
 * were deleted. */
static bool timing_lacks_keys(const gaiti_base_clip *base, double step, double frequent_step) {
    double base_step = base->frame_count > 1 ? base->times[1] - base->times[0] : 0;
    double ratio = base_step > 0 ? timing_round_down(step / base_step + 0.5) : 0;
    return ratio > 1 && timing_is_step(step, ratio * base_step) &&
           timing_has_rate(base, frequent_step, base_step);
}

/* True when the first edited key is a later key of the base clip: at its time, or a whole number of
 * steps after the start. */
static bool timing_is_later_key(const gaiti_base_clip *base, double first, double step) {
    uint32_t key = gaiti_base_nearest_key(base, first);
    if (key > 0 && gaiti_abs(base->times[key] - first) <= TIMING_END) {
        return true;
    }
    double steps = step > 0 ? first / step : 0.5;
    return gaiti_abs(steps - timing_round_down(steps + 0.5)) <= TIMING_EVEN;
}

gaiti_clip_timing gaiti_find_clip_timing(const gaiti_key_range *range,
                                         const gaiti_playback_rate *playback,
                                         const gaiti_base_clip *base) {
    double first = range->first / playback->rate, end = range->last / playback->rate;
    double length = base->length;
    gaiti_clip_timing timing = {.time_map = {playback->rate, first},
                                .last = range->is_open ? length : end - first};
    timing.step = range->is_few ? playback->step : range->step / playback->rate;
    timing.is_sampled = !range->is_exact && timing_is_sampled(base, timing.step, timing.last) &&
                        !timing_lacks_keys(base, timing.step, playback->step);
    double lost = timing.is_sampled ? timing.step - TIMING_ON_KEY : TIMING_END;
    double difference = timing.last - length;
    double last_key = base->frame_count ? base->times[base->frame_count - 1] : 0;
    bool ends_with_key = gaiti_abs(timing.last - last_key) <= TIMING_END;
    timing.has_length = !ends_with_key && (difference > TIMING_END || -difference > lost);
    timing.is_shifted = gaiti_abs(first) > TIMING_END;
    timing.is_cut_start = first > TIMING_END && end <= length + TIMING_END &&
                          timing_is_later_key(base, first, timing.step);
    return timing;
}
