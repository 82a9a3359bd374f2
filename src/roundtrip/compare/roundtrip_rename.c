/* Finds renamed clips: a clip without an animation and an animation without a clip that have equal
 * keys. */
#include <string.h>

#include "model/affine.h"
#include "base/number/trig.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "roundtrip/compare/compare_steps.h"

enum {
    RENAME_SAMPLES = 5,         /* poses per clip in the quick comparison */
    RENAME_VALUES = 7,          /* per pose and bone: quaternion and translation */
    RENAME_PAIRS_MAX = 1 << 24, /* quick comparisons: 4096 clips with 4096 animations */
    RENAME_COMPARISONS_MAX = 8  /* complete comparisons per clip; with more, it is ambiguous */
};

/* Seconds: maximum distance of a key from a whole frame. */
#define RENAME_ON_FRAME 1e-4
/* The quick comparison may accept different clips, but must not reject equal ones: its limits are
 * those of the complete comparison times RENAME_SHARE, plus this many metres. */
#define RENAME_SHARE 4
#define RENAME_METRES 1e-3

/* Some poses of a clip, for the quick comparison. */
typedef struct rename_sketch {
    uint32_t index;   /* of the clip, or of the animation */
    double length;    /* seconds of the base file */
    bool is_on_frame; /* the keys are on whole frames: all samples are comparable, else only the
                         first one */
    float *values;    /* RENAME_SAMPLES * bones of the map * RENAME_VALUES */
} rename_sketch;

/* The search of one gaiti_diff. */
typedef struct rename_search {
    gaiti_diff *diff;
    gaiti_arena arena;
    uint32_t *bones; /* bones with a joint */
    uint32_t bone_count;
    rename_sketch *clips, *animations;
    uint32_t clip_count, animation_count;
    uint32_t *matches_of_clip, *matches_of_animation; /* numbers of equal counterparts */
    uint32_t *match;                                  /* per clip: index in `animations` */
} rename_search;

/* --- sketches --------------------------------------------------------------------------------- */

static uint32_t rename_frame_of(double length, uint32_t sample) {
    double last = length * GAITI_DIFF_RATE + 0.5;
    uint32_t frames = GAITI_DIFF_FRAMES_MAX;
    if (last < GAITI_DIFF_FRAMES_MAX) {
        frames = last > 0 ? (uint32_t)last : 0;
    }
    return (uint32_t)((uint64_t)frames * sample / (RENAME_SAMPLES - 1));
}

static double rename_time_of(double length, uint32_t sample) {
    return (double)rename_frame_of(length, sample) / GAITI_DIFF_RATE;
}

static float *rename_place(const rename_search *search, const rename_sketch *sketch,
                           uint32_t sample, uint32_t bone) {
    return sketch->values + ((size_t)sample * search->bone_count + bone) * RENAME_VALUES;
}

static void rename_store(const double q[4], const double t[3], float *out) {
    for (int i = 0; i < RENAME_VALUES; i++) {
        out[i] = (float)(i < 4 ? q[i] : t[i - 4]);
    }
}

static bool rename_sketch_clip(rename_search *search, uint32_t clip, rename_sketch *out) {
    gaiti_arena scratch;
    gaiti_base_clip base;
    gaiti_arena_init(&scratch, &search->diff->memory, 1 << 16);
    bool done = gaiti_base_clip_load(search->diff->base->clips[clip], &scratch, &base);
    out->index = clip;
    out->length = done ? base.length : 0;
    out->is_on_frame = true;
    for (uint32_t s = 0; done && s < RENAME_SAMPLES; s++) {
        double time = rename_time_of(out->length, s), q[4], t[3];
        uint32_t key = gaiti_base_nearest_key(&base, time);
        out->is_on_frame = out->is_on_frame && gaiti_abs(base.times[key] - time) <= RENAME_ON_FRAME;
        for (uint32_t i = 0; i < search->bone_count; i++) {
            gaiti_base_rotation(&base, search->bones[i], base.times[key], false, q);
            gaiti_base_translation(&base, search->bones[i], base.times[key], t);
            rename_store(q, t, rename_place(search, out, s, i));
        }
    }
    gaiti_arena_free(&scratch);
    return done;
}

static gaiti_edited_clip rename_edited_clip(const gaiti_diff *diff, uint32_t animation) {
    double rate = diff->playback.rate;
    return (gaiti_edited_clip){.map = &diff->map,
                               .animation = &diff->map.edit->animations[animation],
                               .time_map = {rate, diff->ranges[animation].first / rate}};
}

static void rename_sketch_animation(const rename_search *search, uint32_t animation,
                                    rename_sketch *out) {
    const gaiti_diff *diff = search->diff;
    const gaiti_key_range *range = &diff->ranges[animation];
    gaiti_edited_clip edited_clip = rename_edited_clip(diff, animation);
    double step = range->step / diff->playback.rate - 1.0 / GAITI_DIFF_RATE;
    out->index = animation;
    out->length = (range->last - range->first) / diff->playback.rate;
    out->is_on_frame =
        !diff->playback.is_thinned && (range->is_few || gaiti_abs(step) <= RENAME_ON_FRAME);
    for (uint32_t s = 0; s < (out->is_on_frame ? RENAME_SAMPLES : 1u); s++) {
        for (uint32_t i = 0; i < search->bone_count; i++) {
            double time = rename_time_of(out->length, s), q[4], t[3];
            gaiti_edited_rotation(&edited_clip, search->bones[i], time, q);
            gaiti_edited_translation(&edited_clip, search->bones[i], time, t);
            rename_store(q, t, rename_place(search, out, s, i));
        }
    }
}

/* --- comparison ------------------------------------------------------------------------------- */

/* True when the lengths differ by less than one step of a sampled animation. */
static bool rename_has_length(const rename_search *search, const rename_sketch *clip,
                              const rename_sketch *animation) {
    const gaiti_diff *diff = search->diff;
    double step = diff->ranges[animation->index].step / diff->playback.rate;
    double other_step = diff->playback.step > step ? diff->playback.step : step;
    return gaiti_abs(clip->length - animation->length) <= other_step + 1e-3;
}

static bool rename_is_near(const float *a, const float *b, float max_chord, float max_metres) {
    float dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    float sign = dot < 0 ? -1.0F : 1.0F;
    for (int i = 0; i < RENAME_VALUES; i++) {
        float difference = i < 4 ? a[i] - sign * b[i] : a[i] - b[i];
        float limit = i < 4 ? max_chord : max_metres;
        if (!(difference <= limit && difference >= -limit)) {
            return false;
        }
    }
    return true;
}

/* The quick comparison. */
static bool rename_is_alike(const rename_search *search, const rename_sketch *clip,
                            const rename_sketch *animation) {
    const gaiti_diff_options *options = &search->diff->options;
    float max_chord = (float)(RENAME_SHARE * options->tolerance_deg / GAITI_DEGREES_PER_RADIAN);
    float max_metres = (float)(RENAME_SHARE * options->tolerance_mm / 1000 + RENAME_METRES);
    uint32_t samples = clip->is_on_frame && animation->is_on_frame ? RENAME_SAMPLES : 1;
    bool is_alike = rename_has_length(search, clip, animation);
    for (uint32_t s = 0; is_alike && s < samples; s++) {
        for (uint32_t i = 0; is_alike && i < search->bone_count; i++) {
            is_alike = rename_is_near(rename_place(search, clip, s, i),
                                      rename_place(search, animation, s, i), max_chord, max_metres);
        }
    }
    return is_alike;
}

/* Compares one channel as the comparison of clips does. False when there is no memory. */
static bool rename_compare_channel(const gaiti_diff *diff, gaiti_channel_diff *channel,
                                   gaiti_arena *scratch, bool *out_is_equal) {
    bool done = gaiti_edited_key_times(channel->edited_clip, channel->bone, channel->is_rotation,
                                       scratch, &channel->key_times);
    if (done) {
        gaiti_channel_diff_set_limits(channel, &diff->options);
        *out_is_equal = gaiti_channel_diff_is_unchanged(channel);
    }
    return done;
}

/* The complete comparison: true when no channel of the animation differs from the clip. False in
 * *out_is_equal as soon as one differs. Returns false when there is no memory. */
static bool rename_compare(const rename_search *search, const gaiti_base_clip *base,
                           uint32_t animation, bool *out_is_equal) {
    const gaiti_diff *diff = search->diff;
    gaiti_clip_timing timing =
        gaiti_find_clip_timing(&diff->ranges[animation], &diff->playback, base);
    gaiti_edited_clip edited_clip = rename_edited_clip(diff, animation);
    gaiti_arena scratch;
    bool done = true;
    edited_clip.base = base;
    edited_clip.time_map = timing.time_map;
    *out_is_equal = !timing.is_cut_start && !timing.has_length;
    gaiti_arena_init(&scratch, &diff->memory, 1 << 12);
    for (uint32_t i = 0; done && *out_is_equal && i < 2 * search->bone_count; i++) {
        gaiti_channel_diff channel = {.edited_clip = &edited_clip,
                                      .bone = search->bones[i / 2],
                                      .is_rotation = i % 2 == 0,
                                      .skips_base_keys =
                                          timing.is_sampled || diff->playback.is_thinned};
        done = rename_compare_channel(diff, &channel, &scratch, out_is_equal);
    }
    gaiti_arena_free(&scratch);
    return done;
}

/* Counts the animations that are equal to a clip. False when there is no memory. */
static bool rename_match_clip(rename_search *search, uint32_t index) {
    const rename_sketch *clip = &search->clips[index];
    uint32_t comparisons = 0;
    gaiti_arena scratch;
    gaiti_base_clip base = {0};
    bool done = true;
    gaiti_arena_init(&scratch, &search->diff->memory, 1 << 16);
    for (uint32_t a = 0; done && a < search->animation_count; a++) {
        bool is_equal = rename_is_alike(search, clip, &search->animations[a]);
        if (is_equal && !base.clip) {
            done = gaiti_base_clip_load(search->diff->base->clips[clip->index], &scratch, &base);
        }
        /* With two equal animations, further ones need no complete comparison. */
        bool is_open = comparisons < RENAME_COMPARISONS_MAX && search->matches_of_clip[index] < 2;
        if (done && is_equal && is_open) {
            done = rename_compare(search, &base, search->animations[a].index, &is_equal);
            comparisons++;
        }
        if (done && is_equal) {
            search->matches_of_clip[index]++;
            search->matches_of_animation[a]++;
            search->match[index] = a;
        }
    }
    gaiti_arena_free(&scratch);
    return done;
}

/* --- the search ------------------------------------------------------------------------------- */

static bool rename_is_absent(const gaiti_diff *diff, uint32_t clip) {
    return diff->pairs.animation_of[clip] < 0 && !diff->pairs.is_clip_ambiguous[clip] &&
           diff->base->clips[clip]->frame_count > 0;
}

static bool rename_is_new(const gaiti_diff *diff, uint32_t animation) {
    return diff->pairs.clip_of[animation] < 0 && !diff->pairs.is_ambiguous[animation];
}

static bool rename_alloc(rename_search *search) {
    const gaiti_diff *diff = search->diff;
    gaiti_arena *arena = &search->arena;
    uint64_t size = (uint64_t)RENAME_SAMPLES * RENAME_VALUES * search->bone_count;
    uint32_t all = search->clip_count + search->animation_count;
    search->clips = gaiti_alloc(arena, all, sizeof *search->clips);
    search->matches_of_clip = gaiti_alloc(arena, all, sizeof *search->matches_of_clip);
    search->match = gaiti_alloc(arena, search->clip_count, sizeof *search->match);
    search->bones = gaiti_alloc(arena, search->bone_count, sizeof *search->bones);
    if (!search->clips || !search->matches_of_clip || !search->match || !search->bones) {
        return false;
    }
    search->animations = search->clips + search->clip_count;
    search->matches_of_animation = search->matches_of_clip + search->clip_count;
    for (uint32_t i = 0; i < all; i++) {
        search->clips[i].values = gaiti_alloc(arena, size, sizeof *search->clips[i].values);
        if (!search->clips[i].values) {
            return false;
        }
    }
    for (uint32_t b = 0, at = 0; b < diff->map.skeleton->bone_count; b++) {
        if (diff->map.joint_of[b] >= 0) {
            search->bones[at++] = b;
        }
    }
    return true;
}

static bool rename_run(rename_search *search) {
    gaiti_diff *diff = search->diff;
    uint32_t clips = 0, animations = 0;
    bool done = rename_alloc(search);
    for (uint32_t c = 0; done && c < diff->base->clip_count; c++) {
        done = !rename_is_absent(diff, c) || rename_sketch_clip(search, c, &search->clips[clips++]);
    }
    for (uint32_t a = 0; done && a < diff->map.edit->animation_count; a++) {
        if (rename_is_new(diff, a)) {
            rename_sketch_animation(search, a, &search->animations[animations++]);
        }
    }
    for (uint32_t i = 0; done && i < search->clip_count; i++) {
        done = rename_match_clip(search, i);
    }
    for (uint32_t i = 0; done && i < search->clip_count; i++) {
        if (search->matches_of_clip[i] == 1 &&
            search->matches_of_animation[search->match[i]] == 1) {
            uint32_t clip = search->clips[i].index;
            uint32_t animation = search->animations[search->match[i]].index;
            diff->pairs.new_name_of[clip] = (int32_t)animation;
            diff->pairs.old_name_of[animation] = (int32_t)clip;
        }
    }
    return done;
}

bool gaiti_find_renamed(gaiti_diff *diff) {
    rename_search search = {.diff = diff, .bone_count = diff->summary.matched_bones};
    for (uint32_t c = 0; c < diff->base->clip_count; c++) {
        search.clip_count += rename_is_absent(diff, c);
    }
    for (uint32_t a = 0; a < diff->map.edit->animation_count; a++) {
        search.animation_count += rename_is_new(diff, a);
    }
    uint64_t pair_count = (uint64_t)search.clip_count * search.animation_count;
    if (pair_count == 0 || pair_count > RENAME_PAIRS_MAX || search.bone_count == 0 ||
        diff->pairs.is_one_action) {
        return true;
    }
    gaiti_arena_init(&search.arena, &diff->memory, 1 << 14);
    bool done = rename_run(&search);
    gaiti_arena_free(&search.arena);
    return done;
}
