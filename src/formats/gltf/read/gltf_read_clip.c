/* Animations as clips: the times of the frames, and the keys sampled there. */
#include <string.h>

#include "base/try.h"
#include "formats/gltf/read/gltf_read.h"
#include "model/affine.h"
#include "model/clip.h"

#define GCLIP_SCALE_TOLERANCE 1e-3

enum { GCLIP_MAX_FRAMES = 8388608, GCLIP_BLOCK = 2048 };

/* --- frames ----------------------------------------------------------------------------------- */

uint64_t gaiti_gltf_read_allowance(const gait_gltf *file) {
    uint64_t bytes = file->source.size;
    for (uint32_t n = 0; n < file->dependency_count; n++) {
        bytes += file->buffers[file->dependencies[n]].data.size;
    }
    return bytes + 1024;
}

static bool gclip_is_near(double frames) {
    double distance = gaiti_abs(frames);
    distance -= gaiti_gltf_round(distance);
    return distance <= GAITI_GLTF_TOLERANCE && distance >= -GAITI_GLTF_TOLERANCE;
}

/* Properties of the key times of all channels that animate the rig. */
typedef struct gclip_span {
    const gait_gltf *file;
    double first, last;
    int32_t richest; /* input with the most keys, -1 = no channel animates the rig */
    bool is_linear;  /* all channels with more than one key interpolate linearly */
} gclip_span;

/* The input of a channel that animates the rig, or -1. */
static int32_t gclip_input(const gait_gltf *file, const gait_gltf_rig *rig, uint32_t channel) {
    const gaiti_gltf_read_channel *it = &file->channels[channel];
    bool moves = gaiti_gltf_read_moves(it) && rig->slot_of[it->node] >= 0;
    return moves ? file->samplers[it->sampler].input : -1;
}

static bool gclip_measure(gclip_span *span, const gait_gltf_rig *rig, uint32_t animation) {
    const gait_gltf *file = span->file;
    const gaiti_gltf_read_animation *it = &file->animations[animation];
    for (uint32_t c = it->channels.first; c < it->channels.first + it->channels.count; c++) {
        int32_t input = gclip_input(file, rig, c);
        if (input < 0) {
            continue;
        }
        const gaiti_gltf_read_accessor *accessor = &file->accessors[input];
        double first = (double)accessor->times.first, last = (double)accessor->times.last;
        if (!accessor->times.is_sorted || accessor->is_broken) {
            return false;
        }
        bool is_only = span->richest < 0;
        span->first = is_only || first < span->first ? first : span->first;
        span->last = is_only || last > span->last ? last : span->last;
        if (is_only || accessor->count > file->accessors[span->richest].count) {
            span->richest = input;
        }
        span->is_linear =
            span->is_linear &&
            (accessor->count == 1 ||
             file->samplers[file->channels[c].sampler].interpolation == GAITI_GLTF_LINEAR);
    }
    return true;
}

/* True when the input with the most keys has a key at each key of `input`. All keys of the input
 * with the most keys must be on whole frames. */
static bool gclip_is_covered(const gclip_span *span, int32_t input, uint64_t *work) {
    const gait_gltf *file = span->file;
    const gaiti_gltf_read_accessor *subset = &file->accessors[input],
                                   *superset = &file->accessors[span->richest];
    double start = (double)superset->times.first;
    if (input == span->richest) {
        return true;
    }
    double shift = ((double)subset->times.first - start) * GAITI_GLTF_RATE;
    if (!subset->times.is_whole || !gclip_is_near(shift)) {
        return false;
    }
    if (superset->times.is_consecutive) {
        return subset->times.first >= superset->times.first &&
               subset->times.last <= superset->times.last;
    }
    if (subset->count + superset->count > *work) {
        return false;
    }
    *work -= subset->count + superset->count;
    gaiti_gltf_read_array subset_keys = gaiti_gltf_read_array_of(file, (uint32_t)input),
                          superset_keys = gaiti_gltf_read_array_of(file, (uint32_t)span->richest);
    uint64_t at = 0;
    for (uint64_t k = 0; k < subset_keys.count; k++) {
        double frame = (gaiti_gltf_read_time(&subset_keys, k) - start) * GAITI_GLTF_RATE;
        while (at < superset_keys.count &&
               (gaiti_gltf_read_time(&superset_keys, at) - start) * GAITI_GLTF_RATE <
                   frame - 2 * GAITI_GLTF_TOLERANCE) {
            at++;
        }
        if (at == superset_keys.count ||
            (gaiti_gltf_read_time(&superset_keys, at) - start) * GAITI_GLTF_RATE >
                frame + 2 * GAITI_GLTF_TOLERANCE) {
            return false;
        }
    }
    return true;
}

static bool gclip_keys_are_frames(const gclip_span *span, const gait_gltf_rig *rig,
                                  uint32_t animation, uint64_t *work) {
    const gait_gltf *file = span->file;
    const gaiti_gltf_read_animation *it = &file->animations[animation];
    const gaiti_gltf_read_times *times = &file->accessors[span->richest].times;
    if (!times->is_whole || (!span->is_linear && !times->is_consecutive)) {
        return false;
    }
    for (uint32_t c = it->channels.first; c < it->channels.first + it->channels.count; c++) {
        int32_t input = gclip_input(file, rig, c);
        if (input >= 0 && !gclip_is_covered(span, input, work)) {
            return false;
        }
    }
    return true;
}

/* True when every key of the input is on a frame at `fps`, counted from the first key of the
 * animation. */
static bool gclip_keys_are_near(const gclip_span *span, int32_t input, double fps, uint64_t *work) {
    const gait_gltf *file = span->file;
    const gaiti_gltf_read_accessor *accessor = &file->accessors[input];
    if (fps == GAITI_GLTF_RATE) {
        double shift = ((double)accessor->times.first - span->first) * fps;
        return accessor->times.is_whole && gclip_is_near(shift);
    }
    if (accessor->count > *work) {
        return false;
    }
    *work -= accessor->count;
    gaiti_gltf_read_array times = gaiti_gltf_read_array_of(file, (uint32_t)input);
    bool are_near = true;
    for (uint64_t k = 0; k < times.count && are_near; k++) {
        are_near = gclip_is_near((gaiti_gltf_read_time(&times, k) - span->first) * fps);
    }
    return are_near;
}

static bool gclip_is_exact(const gclip_span *span, const gait_gltf_rig *rig, uint32_t animation,
                           double fps, uint64_t *work) {
    const gaiti_gltf_read_animation *it = &span->file->animations[animation];
    int32_t before = -1;
    for (uint32_t c = it->channels.first; c < it->channels.first + it->channels.count; c++) {
        int32_t input = gclip_input(span->file, rig, c);
        if (input >= 0 && input != before && !gclip_keys_are_near(span, input, fps, work)) {
            return false;
        }
        before = input;
    }
    return true;
}

/* Counts frames from the first key to the first frame at or after the last key. */
static gait_status gclip_count_frames(const gclip_span *span, gait_gltf_timing *timing) {
    double frames = (span->last - span->first) * timing->fps;
    if (!(frames < GCLIP_MAX_FRAMES)) {
        return GAIT_LIMIT;
    }
    double whole = gaiti_gltf_round(frames);
    whole += frames - whole > GAITI_GLTF_TOLERANCE ? 1 : 0;
    timing->frame_count = (uint32_t)whole + 1;
    return timing->frame_count <= GCLIP_MAX_FRAMES ? GAIT_OK : GAIT_LIMIT;
}

gait_status gaiti_gltf_read_plan(const gait_gltf *file, uint32_t animation,
                                 const gait_gltf_rig *rig, double fps, uint64_t *work,
                                 gaiti_gltf_read_frames *out_frames) {
    gclip_span span = {.file = file, .richest = -1, .is_linear = true};
    gait_gltf_timing *timing = &out_frames->timing;
    *timing = (gait_gltf_timing){
        .frame_count = 1, .fps = fps > 0 ? fps : GAITI_GLTF_RATE, .is_exact = true};
    out_frames->own = -1;
    out_frames->given = NULL;
    if (!gclip_measure(&span, rig, animation)) {
        timing->frame_count = 0;
        return GAIT_CORRUPT;
    }
    if (span.richest < 0) {
        return GAIT_OK;
    }
    timing->first_s = span.first;
    timing->last_s = span.last;
    if (!(fps > 0) && gclip_keys_are_frames(&span, rig, animation, work)) {
        out_frames->own = span.richest;
        timing->is_own_keys = true;
        timing->frame_count = (uint32_t)file->accessors[span.richest].count;
        return GAIT_OK;
    }
    timing->is_exact = gclip_is_exact(&span, rig, animation, timing->fps, work);
    gait_status status = gclip_count_frames(&span, timing);
    timing->frame_count = status == GAIT_OK ? timing->frame_count : 0;
    return status;
}

/* True when two elements of the output of a channel are equal. */
static bool gclip_holds(const gait_gltf *file, const gaiti_gltf_read_channel *channel, uint64_t a,
                        uint64_t b) {
    double from[16], to[16];
    gaiti_gltf_read_array values =
        gaiti_gltf_read_array_of(file, (uint32_t)file->samplers[channel->sampler].output);
    if (a >= values.count || b >= values.count) {
        return false;
    }
    gaiti_gltf_read_value(&values, a, from);
    gaiti_gltf_read_value(&values, b, to);
    for (int i = 0; i < values.rows; i++) {
        if (!(from[i] == to[i])) {
            return false;
        }
    }
    return true;
}

static bool gclip_is_same_time(double a, double b) {
    const double tolerance = 1e-5, rounding = 2.5e-7;
    return gaiti_abs(a - b) <= tolerance + rounding * gaiti_abs(b);
}

/* True when the keys of a channel are at times of the export. */
static bool gclip_is_exported(const gait_gltf *file, const gaiti_gltf_read_channel *channel,
                              const gaiti_gltf_read_export *from, uint64_t *work) {
    const gaiti_gltf_read_sampler *sampler = &file->samplers[channel->sampler];
    gaiti_gltf_read_array times = gaiti_gltf_read_array_of(file, (uint32_t)sampler->input);
    const uint64_t last = times.count - 1;
    if (times.count == 1) {
        return true;
    }
    if (times.count == 0 || times.count + from->count > *work ||
        sampler->interpolation == GAITI_GLTF_CUBIC) {
        return false;
    }
    *work -= times.count + from->count;
    double first = gaiti_gltf_read_time(&times, 0), end = gaiti_gltf_read_time(&times, last);
    bool has_start = gclip_is_same_time(first, 0) && from->seconds[0] > 0;
    bool has_end = gclip_is_same_time(end, from->end_s) &&
                   (double)from->seconds[from->count - 1] < from->end_s;
    if ((has_start && !gclip_holds(file, channel, 0, 1)) ||
        (has_end && !gclip_holds(file, channel, last, last - 1))) {
        return false;
    }
    uint32_t at = 0;
    for (uint64_t k = has_start; k < times.count - has_end; k++) {
        double time = gaiti_gltf_read_time(&times, k);
        while (at < from->count && !gclip_is_same_time((double)from->seconds[at], time)) {
            at++;
        }
        if (at++ == from->count) {
            return false;
        }
    }
    return true;
}

bool gaiti_gltf_read_plan_export(const gait_gltf *file, uint32_t animation,
                                 const gait_gltf_rig *rig, const gaiti_gltf_read_export *from,
                                 uint64_t *work, gaiti_gltf_read_frames *out_frames) {
    const gaiti_gltf_read_animation *it = &file->animations[animation];
    gclip_span span = {.file = file, .richest = -1, .is_linear = true};
    if (!gclip_measure(&span, rig, animation) || span.richest < 0 ||
        !gclip_is_same_time(span.first, 0) || !gclip_is_same_time(span.last, from->end_s)) {
        return false;
    }
    for (uint32_t c = it->channels.first; c < it->channels.first + it->channels.count; c++) {
        if (gclip_input(file, rig, c) >= 0 &&
            !gclip_is_exported(file, &file->channels[c], from, work)) {
            return false;
        }
    }
    *out_frames = (gaiti_gltf_read_frames){.timing = {.frame_count = from->count,
                                                      .first_s = span.first,
                                                      .last_s = span.last,
                                                      .fps = GAITI_GLTF_RATE,
                                                      .is_exact = true,
                                                      .is_own_keys = true},
                                           .own = -1,
                                           .given = from->seconds};
    return true;
}

gait_status gaiti_gltf_read_refuse_length(const gaiti_report *report, gaiti_gltf_read_at at,
                                          const gait_gltf_timing *timing) {
    return gaiti_raise(report, GAITI_GLTF_READ_TOO_LONG,
                       (gaiti_detail){.offset = at,
                                      .number = timing->last_s - timing->first_s,
                                      .expected = GCLIP_MAX_FRAMES});
}

/* Raises the key times of the first channel whose key times are invalid. */
static gait_status gclip_refuse_times(const gait_gltf *file, uint32_t animation,
                                      const gait_gltf_rig *rig, const gaiti_report *report) {
    const gaiti_gltf_read_animation *it = &file->animations[animation];
    for (uint32_t c = it->channels.first; c < it->channels.first + it->channels.count; c++) {
        int32_t input = gclip_input(file, rig, c);
        if (input >= 0 &&
            (!file->accessors[input].times.is_sorted || file->accessors[input].is_broken)) {
            return gaiti_gltf_read_validate_times(file, report, &file->channels[c]);
        }
    }
    return GAIT_CORRUPT;
}

static gait_status gclip_plan(const gait_gltf *file, uint32_t animation, const gait_gltf_rig *rig,
                              double fps, const gait_options *options,
                              gaiti_gltf_read_frames *out_frames) {
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    report.clip = (int32_t)animation;
    uint64_t work = gaiti_gltf_read_allowance(file);
    if (animation >= file->count.animations || !(fps >= 0 && fps <= 1e6)) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(gaiti_gltf_check_complete(file, report.sink));
    gait_status status = gaiti_gltf_read_plan(file, animation, rig, fps, &work, out_frames);
    if (status == GAIT_CORRUPT) {
        return gclip_refuse_times(file, animation, rig, &report);
    }
    if (status == GAIT_LIMIT) {
        return gaiti_gltf_read_refuse_length(&report, file->animations[animation].at,
                                             &out_frames->timing);
    }
    return status;
}

gait_status gait_gltf_timing_of(const gait_gltf_animated_rig *animated, double fps,
                                const gait_options *options, gait_gltf_timing *out_timing) {
    gaiti_gltf_read_frames frames = {0};
    if (out_timing) {
        *out_timing = frames.timing;
    }
    if (!out_timing || !animated || !gaiti_gltf_rig_fits(animated->rig, animated->file)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_status status =
        gclip_plan(animated->file, animated->animation, animated->rig, fps, options, &frames);
    *out_timing = frames.timing;
    return status;
}

/* --- keys ------------------------------------------------------------------------------------- */

/* State of building one clip. Keys are stored by bone, then by frame. */
typedef struct gclip {
    const gait_gltf *file;
    const gait_gltf_rig *rig;
    uint32_t animation;
    gaiti_gltf_read_frames frames;
    gaiti_clip *result;
    gaiti_arena scratch;
    int32_t *place; /* per bone of the rig: index in the skeleton */
    float *rotations, *translations, *scales;
    double *times;        /* of one block */
    gait_transform *pose; /* of one block */
    uint32_t block;       /* frames per block */
} gclip;

/* Key times may be rounded up to a float, while frame times are rounded to the nearest one. Moves
 * the last frame to the last key when it is earlier only by rounding. */
static void gclip_end_with_key(const gait_gltf_timing *timing, float *time) {
    const double rounding = 5e-7;
    double last = timing->frame_count > 0 ? (double)time[timing->frame_count - 1] : 0;
    double difference = timing->last_s - last;
    if (timing->frame_count > 1 && difference > 0 && difference <= rounding * timing->last_s) {
        time[timing->frame_count - 1] = (float)timing->last_s;
    }
}

static void gclip_fill_times(const gclip *self) {
    float *time = self->result->time;
    if (self->frames.given) {
        memcpy(time, self->frames.given, self->frames.timing.frame_count * sizeof *time);
        return;
    }
    if (self->frames.own >= 0) {
        gaiti_gltf_read_array keys =
            gaiti_gltf_read_array_of(self->file, (uint32_t)self->frames.own);
        for (uint32_t f = 0; f < self->frames.timing.frame_count; f++) {
            time[f] = (float)gaiti_gltf_read_time(&keys, f);
        }
        return;
    }
    for (uint32_t f = 0; f < self->frames.timing.frame_count; f++) {
        time[f] = (float)(self->frames.timing.first_s + f / self->frames.timing.fps);
    }
    gclip_end_with_key(&self->frames.timing, time);
}

static void gclip_store(const gclip *self, uint32_t frame, const gait_transform *pose) {
    for (uint32_t b = 0; b < self->rig->bone_count; b++) {
        size_t key = (size_t)b * self->frames.timing.frame_count + frame;
        float *rotation = self->rotations + key * 4;
        gaiti_quaternion_store(pose[b].q, frame > 0 ? rotation - 4 : NULL, rotation);
        for (size_t i = 0; i < 3; i++) {
            self->translations[key * 3 + i] = (float)pose[b].t[i];
            self->scales[key * 3 + i] = (float)pose[b].s[i];
        }
    }
}

static gait_status gclip_fill_keys(gclip *self, gaiti_gltf_read_player *player,
                                   const gait_options *options) {
    const gait_gltf_timing *timing = &self->frames.timing;
    const double rounding = 1e-6; /* of times as floats */
    const bool has_times = self->frames.given || self->frames.own >= 0;
    double snap = self->frames.given ? rounding : GAITI_GLTF_TOLERANCE / timing->fps;
    for (uint32_t f = 0; f < timing->frame_count; f += self->block) {
        uint32_t left = timing->frame_count - f;
        uint32_t count = left < self->block ? left : self->block;
        for (uint32_t i = 0; i < count; i++) {
            self->times[i] = has_times ? (double)self->result->time[f + i]
                                       : timing->first_s + (f + i) / timing->fps;
        }
        GAITI_TRY(
            gaiti_gltf_read_play_frames(player, self->times, count, snap, options, self->pose));
        for (uint32_t i = 0; i < count; i++) {
            gclip_store(self, f + i, self->pose + (size_t)i * self->rig->bone_count);
        }
    }
    return GAIT_OK;
}

static bool gclip_is_scaled(const float *scales, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        if (!(gaiti_abs((double)scales[i] - 1) <= GCLIP_SCALE_TOLERANCE)) {
            return true;
        }
    }
    return false;
}

static bool gclip_fill_tracks(gclip *self) {
    uint32_t count = self->frames.timing.frame_count;
    for (uint32_t b = 0; b < self->rig->bone_count; b++) {
        size_t first = (size_t)b * count;
        gait_track *track = &self->result->tracks[self->place[b]];
        track->rotation = gaiti_channel_of_floats(self->rotations + first * 4, count, 16);
        track->translation = gaiti_channel_of_floats(self->translations + first * 3, count, 12);
        if (gclip_is_scaled(self->scales + first * 3, (uint64_t)count * 3)) {
            gait_span keys = {(const uint8_t *)(self->scales + first * 3), (size_t)count * 12};
            const void *copy = gaiti_copy(&self->result->arena, keys);
            if (!copy) {
                return false;
            }
            track->scale = gaiti_channel_of_floats(copy, count, 12);
        }
    }
    return true;
}

/* Finds the bones of the rig in the skeleton, by index when the names match, else by name. False
 * when a bone is missing or has another parent. */
static bool gclip_find_places(gclip *self, const gait_skeleton *skeleton, char *name) {
    for (uint32_t b = 0; b < self->rig->bone_count; b++) {
        char generated[GAITI_GLTF_NAME];
        gait_span span = gaiti_gltf_read_bone_name(self->file, self->rig->nodes[b], generated);
        memcpy(name, span.data, span.size);
        name[span.size] = 0;
        bool is_there = b < skeleton->bone_count && strcmp(skeleton->bones[b].name, name) == 0;
        self->place[b] = is_there ? (int32_t)b : gait_skeleton_find(skeleton, name);
        int32_t parent = self->rig->parents[b];
        int32_t expected = parent < 0 ? -1 : self->place[parent];
        if (self->place[b] < 0 || skeleton->bones[self->place[b]].parent != expected) {
            return false;
        }
    }
    return true;
}

static gait_status gclip_prepare(gclip *self, const gait_skeleton *skeleton,
                                 const gait_options *options) {
    uint32_t bones = self->rig->bone_count;
    uint64_t keys = (uint64_t)bones * self->frames.timing.frame_count;
    size_t longest = GAITI_GLTF_NAME;
    for (uint32_t b = 0; b < bones; b++) {
        size_t size = self->file->nodes[self->rig->nodes[b]].name.size;
        longest = size > longest ? size : longest;
    }
    self->block = 1 + GCLIP_BLOCK / (bones > 0 ? bones : 1); /* a rig has at least one */
    self->block = self->block < self->frames.timing.frame_count ? self->block
                                                                : self->frames.timing.frame_count;
    gaiti_arena *scratch = &self->scratch;
    gaiti_arena_init(scratch, options,
                     (size_t)bones * self->block * sizeof(gait_transform) + longest + 1 + 4096);
    char *name = gaiti_alloc(scratch, longest + 1, 1);
    self->place = gaiti_alloc(scratch, bones, sizeof *self->place);
    GAITI_TRY(scratch->status);
    if (!gclip_find_places(self, skeleton, name)) {
        return GAIT_BAD_ARGUMENT;
    }
    self->times = gaiti_alloc(scratch, self->block, sizeof *self->times);
    self->pose = gaiti_alloc(scratch, (uint64_t)bones * self->block, sizeof *self->pose);
    self->scales = gaiti_alloc(scratch, keys, 12);
    return self->times && self->pose && self->scales ? GAIT_OK : scratch->status;
}

static gait_status gclip_make(gclip *self, const gait_skeleton *skeleton,
                              const gait_options *options) {
    gait_span name = self->file->animations[self->animation].name;
    uint64_t keys = (uint64_t)self->rig->bone_count * self->frames.timing.frame_count;
    gait_status status;
    char *text = gaiti_alloc(&self->scratch, (uint64_t)name.size + 1, 1);
    GAITI_TRY(self->scratch.status);
    memcpy(text, name.data, name.size);
    self->result = gaiti_clip_new(skeleton, text, self->frames.timing.frame_count, keys * 28 + 32,
                                  options, &status);
    GAITI_TRY(status);
    self->rotations = gaiti_alloc(&self->result->arena, keys, 16);
    self->translations = gaiti_alloc(&self->result->arena, keys, 12);
    GAITI_TRY(self->result->arena.status);
    self->result->clip.space = GAIT_SPACE_LOCAL;
    self->result->clip.axes = GAIT_AXES_GLTF;
    self->result->clip.time_unit = GAIT_TIME_SECONDS;
    gclip_fill_times(self);
    return GAIT_OK;
}

static gait_status gclip_fill(gclip *self, const gait_options *options) {
    gaiti_gltf_read_player player;
    gait_status status =
        gaiti_gltf_read_play(&player, self->file, self->animation, self->rig, options);
    if (status == GAIT_OK) {
        status = gclip_fill_keys(self, &player, options);
    }
    gaiti_gltf_read_stop(&player);
    if (status == GAIT_OK && !gclip_fill_tracks(self)) {
        status = self->result->arena.status;
    }
    return status;
}

gait_status gaiti_gltf_read_clip(const gait_gltf_animated_rig *animated,
                                 const gait_skeleton *skeleton,
                                 const gaiti_gltf_read_frames *frames, const gait_options *options,
                                 gait_clip **out_clip) {
    const gait_gltf *file = animated->file;
    gclip self = {
        .file = file, .rig = animated->rig, .animation = animated->animation, .frames = *frames};
    gait_status status = gclip_prepare(&self, skeleton, options);
    *out_clip = NULL;
    if (status == GAIT_OK) {
        status = gclip_make(&self, skeleton, options);
    }
    if (status == GAIT_OK) {
        status = gclip_fill(&self, options);
    }
    gaiti_arena_free(&self.scratch);
    if (status != GAIT_OK) {
        gait_clip_free(self.result ? &self.result->clip : NULL);
        return status;
    }
    if (!self.frames.timing.is_exact) {
        gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
        report.clip = (int32_t)self.animation;
        gaiti_raise(&report, GAITI_GLTF_READ_RESAMPLED,
                    (gaiti_detail){.offset = file->animations[self.animation].at,
                                   .number = self.frames.timing.fps});
    }
    *out_clip = &self.result->clip;
    return GAIT_OK;
}

gait_status gaiti_gltf_clip(const gait_gltf_animated_rig *animated, const gait_skeleton *skeleton,
                            double fps, const gait_options *options, gait_clip **out_clip) {
    gaiti_gltf_read_frames frames = {0};
    if (!GAITI_CLEAR(out_clip) || !animated ||
        !gaiti_gltf_rig_fits(animated->rig, animated->file) || !skeleton) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(
        gclip_plan(animated->file, animated->animation, animated->rig, fps, options, &frames));
    return gaiti_gltf_read_clip(animated, skeleton, &frames, options, out_clip);
}
