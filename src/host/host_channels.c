/* Reduces the keys of each bone, and writes them as one block of floats. */
#include "host/host_channels.h"

#include <string.h>

#include "base/bytes.h"
#include "base/try.h"
#include "gait/numbers.h"
#include "model/affine.h"
#include "model/clip.h"
#include "model/keyframes.h"
#include "ops/clip_convert.h"

/* Smaller differences from the rest pose are rounding of floats: components of a quaternion, and
 * metres per metre of distance from the parent, at least for one metre. */
#define HOST_AT_REST 2e-7

static double host_normal_zero(double x) {
    return x == 0 ? 0 : x;
}

/* --- one bone --------------------------------------------------------------------------------- */

static const double *host_value(const gaiti_base_track *track, uint32_t width, uint32_t key) {
    return track->values + (size_t)(track->count > 1 ? key : 0) * width;
}

/* Replaces equal keys by one, and one at the rest pose by none. */
static void host_reduce(gaiti_host_channel *channel, bool is_at_rest) {
    size_t size = channel->width * sizeof *channel->values;
    for (uint32_t k = 1; k < channel->count; k++) {
        if (memcmp(channel->values, channel->values + (size_t)k * channel->width, size) != 0) {
            return;
        }
    }
    channel->count = is_at_rest ? 0 : 1;
}

static void host_load_rotations(gaiti_host_channels *self, const gaiti_host_bone *bone,
                                const gaiti_base_track *rotation) {
    bool is_at_rest = false;
    double sign = 1, q[4];
    float *key = self->rotation.values;
    self->rotation.count = rotation->count;
    for (uint32_t k = 0; k < rotation->count; k++, key += 4) {
        gaiti_host_bone_rotation(bone, host_value(rotation, 4, k), q);
        if (k == 0) { /* the signs of the clip are continuous */
            is_at_rest = gaiti_vector_length(q) <= HOST_AT_REST;
            sign = q[3] < 0 ? -1 : 1;
        }
        for (int i = 0; i < 4; i++) { /* w first */
            key[i] = (float)host_normal_zero(sign * q[(i + 3) % 4]);
        }
    }
    host_reduce(&self->rotation, is_at_rest);
}

static void host_load_translations(gaiti_host_channels *self, const gaiti_host_bone *bone,
                                   const gaiti_base_track *rotation,
                                   const gaiti_base_track *translation) {
    bool is_at_rest = false, is_moved = bone->has_head && rotation->count > translation->count;
    float *key = self->translation.values;
    self->translation.count = is_moved ? rotation->count : translation->count;
    for (uint32_t k = 0; k < self->translation.count; k++, key += 3) {
        double t[3];
        gaiti_host_bone_translation(bone, host_value(rotation, 4, k), host_value(translation, 3, k),
                                    t);
        if (k == 0) {
            double reach = gaiti_vector_length(translation->values);
            is_at_rest = gaiti_vector_length(t) <= HOST_AT_REST * (reach > 1 ? reach : 1);
        }
        for (int i = 0; i < 3; i++) {
            key[i] = (float)host_normal_zero(t[i]);
        }
    }
    host_reduce(&self->translation, is_at_rest);
}

static void host_load_bone(gaiti_host_channels *self, uint32_t index) {
    if (self->clip.frame_count == 0) {
        self->rotation.count = self->translation.count = 0;
        return;
    }
    gaiti_host_bone bone = gaiti_host_bone_of(self->skeleton, self->rests, index);
    const gaiti_base_track *rotation = &self->clip.rotations[index];
    host_load_rotations(self, &bone, rotation);
    host_load_translations(self, &bone, rotation, &self->clip.translations[index]);
}

/* --- all bones -------------------------------------------------------------------------------- */

/* The maximum size of the block. */
static uint64_t host_block_bytes(const gaiti_host_channels *self, gaiti_host_sizes sizes) {
    uint32_t bones = self->skeleton->bone_count;
    uint64_t size = (uint64_t)bones * sizes.header;
    for (uint32_t b = 0; b < bones && self->clip.frame_count > 0; b++) {
        uint64_t rotations = self->clip.rotations[b].count;
        uint64_t translations = self->clip.translations[b].count;
        size += rotations * sizes.rotation;
        size += (translations > rotations ? translations : rotations) * sizes.translation;
    }
    return size;
}

gait_status gaiti_host_channels_write(gaiti_host_channels *self, gaiti_host_sizes sizes,
                                      gaiti_host_writer write, gait_buffer *out) {
    uint64_t size = host_block_bytes(self, sizes);
    uint8_t *start = size <= SIZE_MAX ? gaiti_extend(out, (size_t)size) : NULL, *at = start;
    if (!start) {
        return GAIT_NO_MEMORY;
    }
    for (uint32_t b = 0; b < self->skeleton->bone_count; b++) {
        host_load_bone(self, b);
        at = write(self, at);
    }
    out->size -= (size_t)size - (size_t)(at - start);
    return GAIT_OK;
}

/* --- opening ---------------------------------------------------------------------------------- */

/* The key times of a glTF export. NULL when there is no memory. */
static float *host_place_keys(const gait_clip *clip, double duration_s, gaiti_arena *arena) {
    uint32_t *frames = gaiti_alloc(arena, clip->frame_count, sizeof *frames);
    float *seconds = gaiti_alloc(arena, clip->frame_count, sizeof *seconds);
    gaiti_key_times times = gaiti_key_times_of(clip, 0, duration_s);
    if (frames && seconds) {
        gaiti_place_keys(&times, frames, seconds);
    }
    return frames ? seconds : NULL;
}

static gait_status host_load_clip(gaiti_host_channels *self, double duration_s) {
    gaiti_arena *arena = &self->arena;
    uint32_t count = self->rigid->frame_count > 0 ? self->rigid->frame_count : 1;
    self->rotation = (gaiti_host_channel){
        .width = 4, .values = gaiti_alloc(arena, count, 4 * sizeof *self->rotation.values)};
    self->translation = (gaiti_host_channel){
        .width = 3, .values = gaiti_alloc(arena, count, 3 * sizeof *self->translation.values)};
    self->times = host_place_keys(self->rigid, duration_s, arena);
    bool is_done = self->rotation.values && self->translation.values && self->times &&
                   gaiti_base_clip_load(self->rigid, arena, &self->clip);
    return is_done ? GAIT_OK : arena->status;
}

gait_status gaiti_host_channels_open(const gait_host *host, const gait_clip *clip,
                                     double duration_s, const gait_options *options,
                                     gaiti_host_channels *out) {
    *out = (gaiti_host_channels){0};
    if (!host || !(duration_s == 0 || gait_range_contains(GAIT_RANGE_DURATION, duration_s)) ||
        !gaiti_clip_is_complete(clip) || clip->skeleton != host->skeleton ||
        !gaiti_clip_is_valid(clip)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (clip->frame_count > GAITI_KEY_FRAME_MAX) {
        return GAIT_LIMIT;
    }
    gaiti_arena_init(&out->arena, options, 0);
    out->skeleton = host->skeleton;
    GAITI_TRY(gaiti_clip_convert_rigid(clip, GAIT_AXES_GLTF, options, &out->rigid));
    GAITI_TRY(gaiti_host_read_rests(host, &out->arena, &out->rests));
    return host_load_clip(out, duration_s);
}

void gaiti_host_channels_close(gaiti_host_channels *self) {
    gaiti_arena_free(&self->arena);
    gait_clip_free(self->rigid);
}
