/* The flat interface: fast poses, playback and blends. */
#include "flat_state.h"

#include <string.h>

#include "base/try.h"
#include "gait/blend.h"
#include "gait/playback.h"
#include "gait/transform.h"
#include "gait/inspect.h"

_Static_assert(sizeof(gait_trs) == 10 * sizeof(float), "a transform consists of ten floats");

enum { FLAT_MOMENT_NUMBERS = 3, FLAT_FAST_FLOATS = 12 };
#define FLAT_MAX_BYTES 0x100000000 /* of a sampler, if the host has set no limit */

/* --- samplers --------------------------------------------------------------------------------- */

/* Prepares a clip that has frames. The matrices follow the block of the sampler. */
static bool flat_prepare(gait_flat *flat, gaiti_flat_clip *self) {
    gait_sampler_memory memory;
    gait_status status = gait_sampler_measure(self->clip, &memory);
    if (status != GAIT_OK) {
        return gaiti_flat_fail(flat, status, NULL);
    }
    uint64_t matrices = ((uint64_t)memory.size + 15) / 16 * 16;
    uint64_t size =
        matrices + (uint64_t)self->clip->skeleton->bone_count * FLAT_FAST_FLOATS * sizeof(float);
    uint64_t limit = flat->max_bytes > 0 ? flat->max_bytes : FLAT_MAX_BYTES;
    if (size > limit || memory.work_size > limit - size || size > SIZE_MAX) {
        return gaiti_flat_fail(flat, GAIT_LIMIT, "the clip is too large for fast poses");
    }
    gaiti_flat_sampler sampler = {.size = (size_t)size};
    sampler.block = gaiti_resize(&flat->allocator, NULL, 0, sampler.size);
    memory.block = sampler.block;
    if (memory.work_size > 0) {
        memory.work = gaiti_resize(&flat->allocator, NULL, 0, memory.work_size);
    }
    status = sampler.block && (memory.work || memory.work_size == 0) ? GAIT_OK : GAIT_NO_MEMORY;
    if (status == GAIT_OK) {
        status = gait_sampler_init(self->clip, GAIT_AXES_GLTF, &memory, &sampler.sampler);
    }
    gaiti_resize(&flat->allocator, memory.work, memory.work ? memory.work_size : 0, 0);
    if (status != GAIT_OK) {
        gaiti_resize(&flat->allocator, sampler.block, sampler.block ? sampler.size : 0, 0);
        return gaiti_flat_fail(flat, status, NULL);
    }
    sampler.matrices = (float *)(void *)(sampler.block + matrices);
    self->sampler = sampler;
    return true;
}

/* --- fast poses ------------------------------------------------------------------------------- */

/* The number of floats per pose of a clip; 0 = an unknown kind. */
static uint32_t flat_fast_size(const gaiti_flat_clip *self, uint32_t kind) {
    uint32_t bones = self->clip->skeleton->bone_count;
    switch (kind) {
    case GAIT_FLAT_FAST_PARTS:
    case GAIT_FLAT_FAST_MODEL_PARTS:
        return bones * GAIT_SAMPLER_ROWS;
    case GAIT_FLAT_FAST_LOCAL:
    case GAIT_FLAT_FAST_MODEL:
    case GAIT_FLAT_FAST_SKINNING:
        return bones * FLAT_FAST_FLOATS;
    case GAIT_FLAT_FAST_JOINTS:
        return bones * 3;
    case GAIT_FLAT_FAST_ROWS:
        return (bones + 7) / 8 * 8 * GAIT_SAMPLER_ROWS;
    default:
        return 0;
    }
}

/* What the clip must have for poses of this kind. */
static gait_space flat_fast_space(uint32_t kind) {
    return kind == GAIT_FLAT_FAST_SKINNING ? GAIT_SPACE_DELTA
           : kind == GAIT_FLAT_FAST_PARTS || kind == GAIT_FLAT_FAST_LOCAL ||
                   kind == GAIT_FLAT_FAST_ROWS
               ? GAIT_SPACE_LOCAL
               : GAIT_SPACE_MODEL;
}

static bool flat_check_kind(gait_flat *flat, uint32_t kind) {
    return kind <= GAIT_FLAT_FAST_ROWS ||
           gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "there is no such kind of poses");
}

size_t gait_flat_sample_size(gait_flat *flat, const uint32_t *clips, uint32_t count,
                             uint32_t kind) {
    if (!gaiti_flat_begin(flat) || !flat_check_kind(flat, kind)) {
        return 0;
    }
    if (!clips && count > 0) {
        gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the clips are missing");
        return 0;
    }
    uint64_t floats = 0;
    for (uint32_t i = 0; i < count; i++) {
        const gaiti_flat_clip *self = gaiti_flat_get(flat, clips[i], FLAT_CLIP);
        if (!self) {
            return 0;
        }
        floats += flat_fast_size(self, kind);
    }
    if (floats > SIZE_MAX / sizeof(float)) {
        gaiti_flat_fail(flat, GAIT_LIMIT, "the poses are larger than the memory");
        return 0;
    }
    return (size_t)floats;
}

static gait_status flat_store_joints(const gaiti_flat_sampler *sampler, const gait_moment *moment,
                                     uint32_t bones, float *out) {
    gait_status status = gait_sampler_matrices(sampler->sampler, moment, GAIT_SAMPLER_MODEL,
                                               sampler->matrices, (size_t)bones * FLAT_FAST_FLOATS);
    for (uint32_t b = 0; b < bones && status == GAIT_OK; b++) {
        for (int i = 0; i < 3; i++) {
            out[3 * (size_t)b + (size_t)i] =
                sampler->matrices[FLAT_FAST_FLOATS * (size_t)b + 4 * (size_t)i + 3];
        }
    }
    return status;
}

/* Stores rows in the order of bones; those of the sampler have another order. */
static gait_status flat_store_rows(const gaiti_flat_sampler *sampler, const gait_moment *moment,
                                   uint32_t bones, float *out) {
    static const float identity[GAIT_SAMPLER_ROWS] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1};
    uint32_t row = (bones + 7) / 8 * 8;
    gait_status status = gait_sampler_transforms(sampler->sampler, moment, GAIT_SAMPLER_LOCAL,
                                                 (gait_trs *)(void *)sampler->matrices, bones);
    for (uint32_t i = 0; i < row * GAIT_SAMPLER_ROWS && status == GAIT_OK; i++) {
        uint32_t bone = i % row, number = i / row;
        out[i] =
            bone < bones ? sampler->matrices[bone * GAIT_SAMPLER_ROWS + number] : identity[number];
    }
    return status;
}

/* Stores one pose, whose size is `floats`. */
static gait_status flat_store_fast(const gaiti_flat_clip *self, const gait_moment *moment,
                                   uint32_t kind, float *out, size_t floats) {
    const gait_sampler *sampler = self->sampler.sampler;
    uint32_t bones = self->clip->skeleton->bone_count;
    switch (kind) {
    case GAIT_FLAT_FAST_PARTS:
        return gait_sampler_transforms(sampler, moment, GAIT_SAMPLER_LOCAL, (gait_trs *)(void *)out,
                                       bones);
    case GAIT_FLAT_FAST_MODEL_PARTS:
        return gait_sampler_transforms(sampler, moment, GAIT_SAMPLER_MODEL, (gait_trs *)(void *)out,
                                       bones);
    case GAIT_FLAT_FAST_LOCAL:
        return gait_sampler_matrices(sampler, moment, GAIT_SAMPLER_LOCAL, out, floats);
    case GAIT_FLAT_FAST_MODEL:
        return gait_sampler_matrices(sampler, moment, GAIT_SAMPLER_MODEL, out, floats);
    case GAIT_FLAT_FAST_SKINNING:
        return gait_sampler_matrices(sampler, moment, GAIT_SAMPLER_SKINNING, out, floats);
    case GAIT_FLAT_FAST_JOINTS:
        return flat_store_joints(&self->sampler, moment, bones, out);
    default:
        return flat_store_rows(&self->sampler, moment, bones, out);
    }
}

/* A clip that can be posed, and is prepared. NULL with an error. */
static gaiti_flat_clip *flat_get_prepared(gait_flat *flat, uint32_t clip, uint32_t kind) {
    gaiti_flat_clip *self = gaiti_flat_get(flat, clip, FLAT_CLIP);
    if (!self || !gaiti_flat_is_posable(flat, self->clip, flat_fast_space(kind)) ||
        (!self->sampler.sampler && !flat_prepare(flat, self))) {
        return NULL;
    }
    return self;
}

bool gait_flat_sample(gait_flat *flat, const uint32_t *clips, const double *times, uint32_t count,
                      uint32_t kind, uint32_t wrap, float *out) {
    if (!gaiti_flat_begin(flat) || !flat_check_kind(flat, kind)) {
        return false;
    }
    if ((!clips || !times || !out) && count > 0) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT,
                               "the clips, the times or the output are missing");
    }
    if (wrap > GAIT_WRAP_PING_PONG) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "there is no such way to wrap times");
    }
    const gaiti_flat_clip *self = NULL;
    for (uint32_t i = 0; i < count; i++) {
        self = i > 0 && clips[i] == clips[i - 1] ? self : flat_get_prepared(flat, clips[i], kind);
        if (!self) {
            return false;
        }
        gait_moment moment;
        size_t floats = flat_fast_size(self, kind);
        gait_status status =
            gait_sampler_moment(self->sampler.sampler, times[i], (gait_wrap)wrap, &moment);
        if (status != GAIT_OK) {
            return gaiti_flat_fail(flat, status, "a time is not a finite number");
        }
        status = flat_store_fast(self, &moment, kind, out, floats);
        if (status != GAIT_OK) {
            return gaiti_flat_fail(flat, status, NULL);
        }
        out += floats;
    }
    return true;
}

/* A moment from three numbers. False when they are not those of a key. */
static bool flat_moment(const double *numbers, gait_moment *moment) {
    for (int i = 0; i < 2; i++) {
        if (!(numbers[i] >= 0 && numbers[i] <= UINT32_MAX)) {
            return false;
        }
    }
    *moment = (gait_moment){
        .key = (uint32_t)numbers[0], .next = (uint32_t)numbers[1], .fraction = numbers[2]};
    return (double)moment->key == numbers[0] && (double)moment->next == numbers[1];
}

bool gait_flat_sample_played(gait_flat *flat, const uint32_t *clips, const double *moments,
                             uint32_t count, uint32_t kind, float *out) {
    if (!gaiti_flat_begin(flat) || !flat_check_kind(flat, kind)) {
        return false;
    }
    if ((!clips || !moments || !out) && count > 0) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT,
                               "the clips, the moments or the output are missing");
    }
    for (uint32_t i = 0; i < count; i++) {
        const gaiti_flat_clip *self = flat_get_prepared(flat, clips[i], kind);
        if (!self) {
            return false;
        }
        gait_moment moment;
        size_t floats = flat_fast_size(self, kind);
        if (!flat_moment(moments + (size_t)i * FLAT_MOMENT_NUMBERS, &moment) ||
            flat_store_fast(self, &moment, kind, out, floats) != GAIT_OK) {
            return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "a moment is not in its clip");
        }
        out += floats;
    }
    return true;
}

/* --- playback --------------------------------------------------------------------------------- */

bool gait_flat_play(gait_flat *flat, uint32_t clip, double seconds, double duration_s,
                    uint32_t mode, double *out) {
    const gaiti_flat_clip *self =
        gaiti_flat_begin(flat) ? gaiti_flat_get(flat, clip, FLAT_CLIP) : NULL;
    if (!self) {
        return false;
    }
    if (!out) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the output is missing");
    }
    if (self->clip->frame_count == 0) {
        return gaiti_flat_fail(flat, GAIT_NOT_FOUND, "the clip has no frames");
    }
    if (self->clip->time_unit == GAIT_TIME_PHASE && duration_s == 0) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the clip has phases: give its duration");
    }
    gait_play_options options = {.duration = duration_s,
                                 .mode = mode > GAIT_PLAY_ONCE ? GAIT_PLAY_ONCE + 1
                                                               : (gait_play_mode)mode};
    gait_play_state state;
    gait_status status = gait_play(self->clip, &options, seconds, &state);
    if (status != GAIT_OK) {
        return gaiti_flat_fail(flat, status, "the seconds, the duration or the mode are invalid");
    }
    gait_affine motion = {.m = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    memcpy(motion.t, state.root_motion, sizeof motion.t);
    motion = gait_affine_change_axes(&motion, self->clip->axes, GAIT_AXES_GLTF);
    out[0] = state.moment.key;
    out[1] = state.moment.next;
    out[2] = state.moment.fraction;
    out[3] = (double)state.cycles;
    for (int i = 0; i < 3; i++) {
        out[4 + i] = motion.t[i] + 0.0; /* not -0 */
    }
    out[7] = state.has_ended;
    return true;
}

/* --- blends ----------------------------------------------------------------------------------- */

bool gait_flat_blend(gait_flat *flat, const float *a, const float *b, uint32_t bone_count,
                     float weight, const float *mask, float *out) {
    return gaiti_flat_begin(flat) &&
           gaiti_flat_end(flat,
                          gait_blend((const gait_trs *)(const void *)a,
                                     (const gait_trs *)(const void *)b, bone_count, weight, mask,
                                     (gait_trs *)(void *)out),
                          "a pose is missing, or a weight is not a number");
}

/* Bone by bone, so that no memory is needed for the differences. */
bool gait_flat_blend_add(gait_flat *flat, const float *pose, const float *added,
                         const float *reference, uint32_t bone_count, float weight,
                         const float *mask, float *out) {
    const gait_trs *from = (const void *)pose, *to = (const void *)added;
    const gait_trs *at = (const void *)reference;
    gait_trs *result = (void *)out;
    bool has_all = bone_count == 0 || (from && to && at && result);
    gait_status status;
    if (!gaiti_flat_begin(flat)) {
        return false;
    }
    GAITI_TRY_DONE(has_all ? GAIT_OK : GAIT_BAD_ARGUMENT);
    for (uint32_t b = 0; b < bone_count; b++) {
        gait_trs difference;
        GAITI_TRY_DONE(gait_blend_difference(to + b, at + b, 1, &difference));
        GAITI_TRY_DONE(
            gait_blend_add(from + b, &difference, 1, weight, mask ? mask + b : NULL, result + b));
    }
    status = GAIT_OK;
done:
    return gaiti_flat_end(flat, status, "a pose is missing, or a weight is not a number");
}

bool gait_flat_mask(gait_flat *flat, uint32_t clip, int32_t part, float *out) {
    const gaiti_flat_clip *self =
        gaiti_flat_begin(flat) ? gaiti_flat_get(flat, clip, FLAT_CLIP) : NULL;
    if (!self) {
        return false;
    }
    if (!out) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the output is missing");
    }
    const gait_file *file = self->file->file;
    uint32_t part_count = gait_file_part_count(file);
    if (part >= 0 && (uint32_t)part >= part_count) {
        return gaiti_flat_fail_index(flat, "part", (uint32_t)part, part_count);
    }
    gait_status status = part < 0
                             ? gait_file_clip_mask(file, self->index, self->clip->skeleton, out)
                             : gait_file_part_mask(file, (uint32_t)part, self->clip->skeleton, out);
    return gaiti_flat_end(flat, status, "the file has no bone or part that the clip names");
}
