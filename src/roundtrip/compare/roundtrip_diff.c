/* gaiti_diff: compares an edited file with its base file, clip by clip. */
#include <stddef.h>
#include <string.h>

#include "base/try.h"
#include "base/bytes.h"
#include "base/text/similar.h"
#include "base/text/text.h"
#include "model/affine.h"
#include "model/clip.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "model/clip_change.h"
#include "roundtrip/compare/compare_steps.h"

/* Default tolerances. */
#define DIFF_DEGREES 0.01
#define DIFF_MILLIMETRES 0.05

/* --- one channel ------------------------------------------------------------------------------ */

/* The comparison of one clip. */
typedef struct clip_comparison {
    gaiti_diff *diff;
    gaiti_arena scratch; /* freed after the clip */
    gaiti_base_clip base;
    gaiti_edited_clip edited_clip;
    gaiti_clip_timing timing;
    gait_clip_diff *clip_diff;
    gaiti_clip_change *change;
    gaiti_bone_change *bones; /* change->bones; NULL until a bone changes */
    gait_max_difference lost_rotation,
        lost_translation; /* only between the keys that are written */
} clip_comparison;

static bool diff_add_channel_change(clip_comparison *comparison, const gaiti_channel_diff *channel,
                                    bool is_unchanged) {
    gaiti_diff *diff = comparison->diff;
    uint32_t bone = channel->bone, moved = 0;
    gaiti_channel_change result;
    gaiti_time_list times = {comparison->change->times, comparison->change->frame_count};
    if (!gaiti_make_channel_change(channel, times, &comparison->scratch, &diff->arena, &result,
                                   &moved)) {
        return false;
    }
    if (result.count == 0) {
        comparison->clip_diff->notes |= is_unchanged ? 0u : (unsigned)GAIT_DIFF_BETWEEN_KEYS;
        return true;
    }
    if (!comparison->bones) {
        comparison->bones =
            gaiti_alloc(&diff->arena, diff->map.skeleton->bone_count, sizeof *comparison->bones);
    }
    if (comparison->bones) {
        *(channel->is_rotation ? &comparison->bones[bone].rotation
                               : &comparison->bones[bone].translation) = result;
        comparison->clip_diff->channel_count += moved > 0;
        comparison->clip_diff->key_count += moved;
    }
    return comparison->bones != NULL;
}

/* Records the largest difference of a changed channel: at the keys that are written, if it differs
 * there. In a sampled or thinned clip these are not compared. */
static void diff_record_error(clip_comparison *comparison, const gaiti_channel_diff *channel) {
    gait_clip_diff *clip_diff = comparison->clip_diff;
    gaiti_time_list times = {comparison->change->times, comparison->change->frame_count};
    gaiti_channel_diff at_keys = *channel;
    bool is_lost = !channel->skips_base_keys && gaiti_channel_diff_is_unchanged_at(&at_keys, times);
    const gaiti_channel_diff *shown = is_lost || channel->skips_base_keys ? channel : &at_keys;
    gait_max_difference *max_error =
        channel->is_rotation ? (is_lost ? &comparison->lost_rotation : &clip_diff->rotation)
                             : (is_lost ? &comparison->lost_translation : &clip_diff->translation);
    double amount = shown->is_rotation ? shown->max_error : shown->max_error * 1000;
    const gait_max_difference found = {
        amount, gaiti_base_nearest_key(&comparison->base, shown->max_error_time),
        (int32_t)shown->bone, comparison->diff->map.skeleton->bones[shown->bone].name,
        shown->max_error_time};
    gaiti_raise_max(max_error, &found);
}

static bool diff_compare_channel(clip_comparison *comparison, uint32_t bone, bool is_rotation) {
    const gaiti_diff *diff = comparison->diff;
    gaiti_channel_diff channel = {
        .edited_clip = &comparison->edited_clip,
        .bone = bone,
        .is_rotation = is_rotation,
        .skips_base_keys = comparison->timing.is_sampled || diff->playback.is_thinned,
        .is_retimed = comparison->change->is_retimed,
    };
    bool has_joint = diff->map.joint_of[bone] >= 0, is_unchanged = true;
    bool is_absent = gaiti_base_track_of(&comparison->base, bone, is_rotation)->is_absent;
    if (has_joint) {
        if (!gaiti_edited_key_times(&comparison->edited_clip, bone, is_rotation,
                                    &comparison->scratch, &channel.key_times)) {
            return false;
        }
        gaiti_channel_diff_set_limits(&channel, &diff->options);
        is_unchanged = gaiti_channel_diff_is_unchanged(&channel);
    }
    if (is_unchanged && !channel.is_retimed) {
        return true;
    }
    if (is_absent) {
        comparison->clip_diff->notes |= is_unchanged ? 0u : (unsigned)GAIT_DIFF_NO_PLACE;
        return true;
    }
    if (!is_unchanged) {
        diff_record_error(comparison, &channel);
    }
    return diff_add_channel_change(comparison, &channel, is_unchanged);
}

/* --- one clip --------------------------------------------------------------------------------- */

/* The keys of a clip with another length: key k is at k * step; keys of the base from `first` on.
 */
typedef struct diff_grid {
    double step;
    uint32_t first;
} diff_grid;

/* The key interval of the base clip if its keys are on multiples of it, else 1/30 s. */
static diff_grid diff_grid_of(const gaiti_base_clip *base) {
    const double min_step = 0.9e-3;
    const diff_grid frames = {1.0 / GAITI_DIFF_RATE, 0};
    double step = base->frame_count > 1 ? base->times[1] - base->times[0] : frames.step;
    double first = base->frame_count > 1 ? base->times[0] / step + 0.5 : 0;
    if (!(step > min_step && first < GAITI_DIFF_FRAMES_MAX)) {
        return frames;
    }
    diff_grid grid = {step, (uint32_t)first};
    for (uint32_t k = 0; k < base->frame_count; k++) {
        double expected = ((double)grid.first + k) * step;
        if (!(gaiti_abs(base->times[k] - expected) <= 1e-4)) {
            return frames;
        }
    }
    return grid;
}

/* True when the clip can have keys at any times, and the user has chosen those of the edited one.
 */
static bool diff_has_free_times(const gaiti_diff *diff, uint32_t clip) {
    const gait_clip *const *clips = diff->base->file_clips;
    return diff->options.adds_keys && diff->map.edit->has_user_keys && clips &&
           clips[clip]->time_unit == GAIT_TIME_PHASE;
}

/* Sets the key times of a clip whose length changed. GAIT_LIMIT above GAITI_DIFF_FRAMES_MAX frames.
 */
static gait_status diff_retime(clip_comparison *comparison, bool has_free_times) {
    const double rounding = 1e-3; /* of a step */
    const gaiti_base_clip *base = &comparison->base;
    const diff_grid grid = diff_grid_of(base);
    double step = grid.step, last = comparison->timing.last > 0 ? comparison->timing.last : 0;
    if (last / step > GAITI_DIFF_FRAMES_MAX) {
        return GAIT_LIMIT;
    }
    uint32_t count = (uint32_t)(last / step + (has_free_times ? rounding : 0.5)) + 1;
    bool is_retimed = count != base->frame_count || has_free_times;
    double *times = gaiti_alloc(&comparison->diff->arena, count, sizeof *times);
    for (uint32_t k = 0; times && k < count; k++) {
        uint32_t key = k - grid.first; /* wraps before the first key */
        times[k] = key < base->frame_count && gaiti_abs(base->times[key] - k * step) <= 1e-4
                       ? base->times[key]
                       : k * step;
        is_retimed = is_retimed || times[k] != base->times[k];
    }
    comparison->change->frame_count = count;
    comparison->change->times = times;
    comparison->change->length = has_free_times ? last : (count - 1) * step;
    comparison->change->is_retimed = is_retimed;
    if (is_retimed) {
        comparison->clip_diff->notes |= GAIT_DIFF_LENGTH;
        comparison->clip_diff->from_s = base->length;
        comparison->clip_diff->to_s = last;
    }
    return times ? GAIT_OK : comparison->diff->arena.status;
}

static gait_status diff_keep_times(clip_comparison *comparison) {
    gait_span times = {(const uint8_t *)comparison->base.times,
                       comparison->base.frame_count * sizeof *comparison->base.times};
    comparison->change->frame_count = comparison->base.frame_count;
    comparison->change->length = comparison->base.length;
    comparison->change->times =
        (const double *)(const void *)gaiti_copy(&comparison->diff->arena, times);
    return comparison->change->times ? GAIT_OK : comparison->diff->arena.status;
}

/* Adds the key times that the edited clip needs. */
static gait_status diff_add_times(clip_comparison *comparison) {
    gaiti_diff *diff = comparison->diff;
    gaiti_clip_change *change = comparison->change;
    gaiti_time_list times = {change->times, change->frame_count};
    GAITI_TRY(gaiti_add_key_times(&comparison->edited_clip, &diff->options, times,
                                  &comparison->scratch, &diff->arena, &times));
    change->is_retimed = change->is_retimed || times.count > change->frame_count;
    change->times = times.at;
    change->frame_count = times.count;
    if (times.count != comparison->base.frame_count) {
        comparison->clip_diff->notes |= GAIT_DIFF_KEYS;
        comparison->clip_diff->from_keys = comparison->base.frame_count;
        comparison->clip_diff->to_keys = times.count;
    }
    return GAIT_OK;
}

static void diff_describe_clip(clip_comparison *comparison) {
    const gaiti_diff *diff = comparison->diff;
    gait_clip_diff *clip_diff = comparison->clip_diff;
    const gait_edited_animation *animation = comparison->edited_clip.animation;
    clip_diff->notes |= comparison->timing.is_shifted ? (unsigned)GAIT_DIFF_SHIFTED : 0u;
    clip_diff->shift_s = comparison->timing.is_shifted ? comparison->timing.time_map.shift : 0;
    clip_diff->notes |= comparison->timing.is_sampled ? (unsigned)GAIT_DIFF_SAMPLED : 0u;
    clip_diff->sampled_fps = comparison->timing.is_sampled ? 1 / comparison->timing.step : 0;
    clip_diff->notes |= diff->playback.is_thinned ? (unsigned)GAIT_DIFF_THINNED : 0u;
    clip_diff->notes |= animation->has_object_motion ? (unsigned)GAIT_DIFF_OBJECT_MOTION : 0u;
    for (uint32_t b = 0; b < diff->map.skeleton->bone_count; b++) {
        int32_t joint = diff->map.joint_of[b];
        if (joint >= 0) {
            const gait_edited_track *track = &animation->tracks[joint];
            bool has_curves = track->rotation.count && track->translation.count;
            clip_diff->notes |= has_curves ? 0u : (unsigned)GAIT_DIFF_NO_CURVE;
            clip_diff->notes |= gaiti_edited_is_scaled(&comparison->edited_clip, b)
                                    ? (unsigned)GAIT_DIFF_SCALED
                                    : 0u;
        }
    }
}

static gait_status diff_finish_clip(clip_comparison *comparison, uint32_t clip) {
    gaiti_diff *diff = comparison->diff;
    if (!comparison->bones) { /* nothing is written: what is lost is shown */
        gaiti_raise_max(&comparison->clip_diff->rotation, &comparison->lost_rotation);
        gaiti_raise_max(&comparison->clip_diff->translation, &comparison->lost_translation);
    }
    if (!comparison->bones && !comparison->change->is_retimed) {
        return GAIT_OK;
    }
    if (!comparison->bones) {
        comparison->bones =
            gaiti_alloc(&diff->arena, diff->map.skeleton->bone_count, sizeof *comparison->bones);
    }
    comparison->change->base = diff->base->clips[clip];
    comparison->change->bones = comparison->bones;
    comparison->change->tolerance_deg = diff->options.tolerance_deg;
    comparison->change->tolerance_mm = diff->options.tolerance_mm;
    comparison->clip_diff->outcome = GAIT_DIFF_CHANGED;
    diff->changes[clip] = comparison->change;
    return comparison->bones ? GAIT_OK : diff->arena.status;
}

static gait_status diff_compare_matched_clip(clip_comparison *comparison, uint32_t clip,
                                             uint32_t animation) {
    gaiti_diff *diff = comparison->diff;
    comparison->change = gaiti_alloc(&diff->arena, 1, sizeof *comparison->change);
    if (!comparison->change ||
        !gaiti_base_clip_load(diff->base->clips[clip], &comparison->scratch, &comparison->base)) {
        return comparison->change ? comparison->scratch.status : diff->arena.status;
    }
    comparison->timing =
        gaiti_find_clip_timing(&diff->ranges[animation], &diff->playback, &comparison->base);
    if (comparison->timing.is_cut_start) {
        comparison->clip_diff->outcome = GAIT_DIFF_REFUSED;
        comparison->clip_diff->notes |= GAIT_DIFF_CUT_START;
        return GAIT_OK;
    }
    comparison->edited_clip =
        (gaiti_edited_clip){&diff->map, &diff->map.edit->animations[animation], &comparison->base,
                            comparison->timing.time_map};
    bool has_free_times = diff_has_free_times(diff, clip);
    GAITI_TRY(comparison->timing.has_length ? diff_retime(comparison, has_free_times)
                                            : diff_keep_times(comparison));
    if (has_free_times) {
        GAITI_TRY(diff_add_times(comparison));
    }
    diff_describe_clip(comparison);
    for (uint32_t b = 0; b < diff->map.skeleton->bone_count; b++) {
        if (!diff_compare_channel(comparison, b, true) ||
            !diff_compare_channel(comparison, b, false)) {
            return diff->arena.status ? diff->arena.status : comparison->scratch.status;
        }
    }
    return diff_finish_clip(comparison, clip);
}

/* True when the name of the animation differs from that of its clip in ASCII case only. */
static bool diff_changes_case(const gaiti_diff *diff, uint32_t clip, int32_t animation) {
    const gaiti_base_file *base = diff->base;
    const char *name = base->clip_names ? base->clip_names[clip] : base->clips[clip]->name;
    const char *edited = animation >= 0 ? diff->map.edit->animations[animation].name : name;
    return strcmp(name, edited) != 0 &&
           gaiti_equal_name(gaiti_span_of(name), gaiti_span_of(edited));
}

static gait_status diff_compare_clip(gaiti_diff *diff, uint32_t clip) {
    gait_clip_diff *clip_diff = &diff->clips[clip];
    int32_t animation = diff->pairs.animation_of[clip];
    *clip_diff = (gait_clip_diff){.clip = (int32_t)clip, .animation = animation};
    if (diff->pairs.is_clip_ambiguous[clip]) {
        clip_diff->outcome = GAIT_DIFF_REFUSED;
        clip_diff->notes = GAIT_DIFF_AMBIGUOUS;
        return GAIT_OK;
    }
    if (diff->pairs.new_name_of[clip] >= 0 || diff->pairs.is_only_pair ||
        diff_changes_case(diff, clip, animation)) {
        clip_diff->notes = GAIT_DIFF_RENAMED;
    }
    if (animation < 0) {
        clip_diff->outcome = GAIT_DIFF_ABSENT;
        clip_diff->counterpart = (uint32_t)diff->pairs.new_name_of[clip];
        return GAIT_OK;
    }
    if (diff->summary.matched_bones == 0) {
        clip_diff->outcome = GAIT_DIFF_REFUSED;
        return GAIT_OK;
    }
    if (diff->base->clips[clip]->frame_count == 0) {
        return GAIT_OK;
    }
    clip_comparison comparison = {.diff = diff, .clip_diff = clip_diff};
    gaiti_arena_init(&comparison.scratch, &diff->memory, 1 << 16);
    gait_status status = diff_compare_matched_clip(&comparison, clip, (uint32_t)animation);
    gaiti_arena_free(&comparison.scratch);
    return status;
}

static uint32_t diff_notes_of_new(const gaiti_diff *diff, uint32_t animation) {
    gaiti_edited_clip edited_clip = {.map = &diff->map,
                                     .animation = &diff->map.edit->animations[animation]};
    uint32_t notes = diff->pairs.is_ambiguous[animation] ? (unsigned)GAIT_DIFF_AMBIGUOUS : 0u;
    notes |= diff->pairs.old_name_of[animation] >= 0 ? (unsigned)GAIT_DIFF_RENAMED : 0u;
    notes |= edited_clip.animation->has_object_motion ? (unsigned)GAIT_DIFF_OBJECT_MOTION : 0u;
    for (uint32_t b = 0; b < diff->map.skeleton->bone_count; b++) {
        bool is_scaled = diff->map.joint_of[b] >= 0 && gaiti_edited_is_scaled(&edited_clip, b);
        notes |= is_scaled ? (unsigned)GAIT_DIFF_SCALED : 0u;
    }
    return notes;
}

static void diff_list_new(gaiti_diff *diff) {
    for (uint32_t a = 0; a < diff->map.edit->animation_count; a++) {
        if (diff->pairs.clip_of[a] < 0) {
            bool is_refused = diff->pairs.is_ambiguous[a] || diff->pairs.is_one_action;
            diff->clips[diff->clip_count++] =
                (gait_clip_diff){.outcome = is_refused ? GAIT_DIFF_REFUSED : GAIT_DIFF_NEW,
                                 .notes = diff_notes_of_new(diff, a),
                                 .clip = -1,
                                 .animation = (int32_t)a,
                                 .counterpart = (uint32_t)diff->pairs.old_name_of[a]};
        }
    }
}

/* --- all clips -------------------------------------------------------------------------------- */

static void diff_summarize_bones(gaiti_diff *diff) {
    const gaiti_bone_map *map = &diff->map;
    gait_diff_summary *summary = &diff->summary;
    for (uint32_t b = 0; b < map->skeleton->bone_count; b++) {
        bool has_joint = map->joint_of[b] >= 0;
        summary->matched_bones += has_joint;
        summary->missing_bones += !has_joint;
        if (has_joint && map->axes[b].is_composed) {
            summary->notes |= GAIT_DIFF_OTHER_HIERARCHY;
        }
    }
    for (uint32_t j = 0; j < map->edit->joint_count; j++) {
        summary->unused_joints += map->bone_of[j] < 0;
    }
    summary->units = 1 / map->alignment.scale;
    summary->rate = diff->playback.rate;
    summary->tolerance_deg = diff->options.tolerance_deg;
    summary->tolerance_mm = diff->options.tolerance_mm;
    summary->notes |= summary->matched_bones == 0 ? (unsigned)GAIT_DIFF_NO_BONES : 0u;
    summary->notes |= map->alignment.is_rotated ? (unsigned)GAIT_DIFF_ROTATED : 0u;
    summary->notes |= map->alignment.is_scaled ? (unsigned)GAIT_DIFF_UNITS : 0u;
    summary->notes |= map->alignment.is_mismatch ? (unsigned)GAIT_DIFF_OTHER_REST : 0u;
    summary->notes |= diff->playback.rate != 1 ? (unsigned)GAIT_DIFF_RATE : 0u;
    summary->notes |= map->edit->is_placed ? (unsigned)GAIT_DIFF_PLACED : 0u;
    summary->notes |= diff->pairs.is_one_action ? (unsigned)GAIT_DIFF_ONE_ACTION : 0u;
}

static gait_status diff_prepare(gaiti_diff *diff, const gait_edited_file *edit) {
    const gaiti_base_file *base = diff->base;
    uint64_t capacity = (uint64_t)base->clip_count + edit->animation_count;
    diff->map.edit = edit;
    diff->clips = gaiti_alloc(&diff->arena, capacity, sizeof *diff->clips);
    diff->changes = gaiti_alloc(&diff->arena, base->clip_count, sizeof *diff->changes);
    diff->ranges = gaiti_alloc(&diff->arena, edit->animation_count, sizeof *diff->ranges);
    if (!diff->clips || !diff->changes || !diff->ranges ||
        !gaiti_map_bones(base, &diff->arena, &diff->map) ||
        !gaiti_match_clips(base, edit, &diff->arena, &diff->pairs)) {
        return diff->arena.status;
    }
    for (uint32_t a = 0; a < edit->animation_count; a++) {
        diff->ranges[a] = gaiti_key_range_of(&diff->map, &edit->animations[a]);
    }
    if (!gaiti_find_playback_rate(base, &diff->map, &diff->pairs, diff->ranges, &diff->memory,
                                  &diff->playback)) {
        return GAIT_NO_MEMORY;
    }
    diff_summarize_bones(diff);
    return GAIT_OK;
}

/* Pairs renamed clips with their animations. */
static void diff_pair_renamed(gaiti_diff *diff) {
    for (uint32_t c = 0; c < diff->base->clip_count; c++) {
        int32_t animation = diff->pairs.new_name_of[c];
        if (animation >= 0) {
            diff->pairs.animation_of[c] = animation;
            diff->pairs.clip_of[animation] = (int32_t)c;
        }
    }
}

static gait_status diff_run(gaiti_diff *diff, const gait_edited_file *edit) {
    GAITI_TRY(diff_prepare(diff, edit));
    if (!gaiti_find_renamed(diff)) {
        return GAIT_NO_MEMORY;
    }
    if (diff->options.pairs_renamed) {
        diff_pair_renamed(diff);
    }
    for (uint32_t c = 0; c < diff->base->clip_count; c++) {
        GAITI_TRY(diff_compare_clip(diff, c));
        diff->clip_count = c + 1;
    }
    diff_list_new(diff);
    return GAIT_OK;
}

gait_status gaiti_diff_new(const gaiti_base_file *base, const gait_edited_file *edit,
                           const gaiti_diff_options *options, gaiti_diff **out_diff) {
    gait_status status;
    if (!GAITI_CLEAR(out_diff) || !gaiti_base_file_is_valid(base) ||
        !gaiti_edited_file_is_complete(edit)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!gaiti_edited_file_is_valid(edit)) {
        return GAIT_CORRUPT;
    }
    gaiti_diff_options settings = options ? *options : (gaiti_diff_options){0};
    if (!(settings.tolerance_deg > 0)) {
        settings.tolerance_deg = DIFF_DEGREES;
    }
    if (!(settings.tolerance_mm > 0)) {
        settings.tolerance_mm = DIFF_MILLIMETRES;
    }
    gaiti_diff *diff = gaiti_new_object(&settings.common, sizeof *diff, offsetof(gaiti_diff, arena),
                                        1 << 14, &status);
    GAITI_TRY(status);
    diff->memory = settings.common;
    diff->options = settings;
    diff->base = base;
    diff->joint_count = edit->joint_count;
    status = diff_run(diff, edit);
    if (status != GAIT_OK) {
        gaiti_diff_free(diff);
        return status;
    }
    *out_diff = diff;
    return GAIT_OK;
}

void gaiti_diff_free(gaiti_diff *diff) {
    gaiti_free_object(diff, offsetof(gaiti_diff, arena));
}

gait_diff_summary gaiti_diff_summary(const gaiti_diff *diff) {
    return diff ? diff->summary : (gait_diff_summary){0};
}

int32_t gaiti_diff_joint_of(const gaiti_diff *diff, uint32_t bone) {
    return diff && bone < diff->map.skeleton->bone_count ? diff->map.joint_of[bone] : -1;
}

int32_t gaiti_diff_bone_of(const gaiti_diff *diff, uint32_t joint) {
    return diff && joint < diff->joint_count ? diff->map.bone_of[joint] : -1;
}

int32_t gaiti_diff_nearest_joint(const gaiti_diff *diff, uint32_t bone) {
    enum { JOINTS_MAX = 4096 };
    if (!diff || bone >= diff->map.skeleton->bone_count) {
        return -1;
    }
    const gaiti_bone_map *map = &diff->map;
    const char *name = map->skeleton->bones[bone].name;
    uint32_t limit = gaiti_name_distance_limit(name), seen = 0;
    int32_t nearest = -1;
    for (uint32_t j = 0; j < map->edit->joint_count && seen < JOINTS_MAX; j++) {
        bool is_free = map->bone_of[j] < 0;
        seen += is_free;
        if (is_free && gaiti_name_is_nearer(name, map->edit->joints[j].name, &limit)) {
            nearest = (int32_t)j;
        }
    }
    return nearest;
}

uint32_t gaiti_diff_clip_count(const gaiti_diff *diff) {
    return diff ? diff->clip_count : 0;
}

gait_clip_diff gaiti_diff_clip_at(const gaiti_diff *diff, uint32_t index) {
    return index < gaiti_diff_clip_count(diff) ? diff->clips[index]
                                               : (gait_clip_diff){.clip = -1, .animation = -1};
}

const gaiti_clip_change *gaiti_diff_change_of(const gaiti_diff *diff, uint32_t index) {
    return diff && index < diff->base->clip_count ? diff->changes[index] : NULL;
}
