/* Functions with which readers make clips. */
#ifndef GAITI_MODEL_CLIP_H
#define GAITI_MODEL_CLIP_H

#include "base/memory.h"
#include "gait/bones.h"
#include "gait/model.h"
#include "gait/transform.h"

/* Makes a skeleton. Copies all data and sorts parents before children, otherwise keeping the order.
 * GAIT_CORRUPT for a cycle or a parent out of range, GAIT_LIMIT for more than 65535 bones. */
gait_status gaiti_skeleton_new(const char *name, const gait_bone *bones, uint32_t bone_count,
                               const gait_options *options, gait_skeleton **out_skeleton);
/* Sets the bones that a skeleton of gaiti_skeleton_new() leaves out; copies the names. */
gait_status gaiti_skeleton_leave_out(gait_skeleton *skeleton, const char *const *names,
                                     uint32_t count);
/* Reads one key with signs applied: 3 numbers, 4 for a rotation (9 for MAT3, column by column).
 * Constant channels have the same value for every key. The channel must not be absent. */
void gaiti_channel_get(const gait_channel *channel, bool is_rotation, uint32_t key, double out[9]);
/* Changes the axes of a rotation or translation channel by changing signs: exact, without a copy.
 * Scales are the same in all axes. */
void gaiti_channel_change_axes(gait_channel *channel, bool is_rotation, gait_axes from,
                               gait_axes to);

/* A clip under construction: return &result->clip, or free it with gait_clip_free(). Keys and texts
 * that the clip owns are allocated from `arena`. */
typedef struct gaiti_clip {
    gait_clip clip;
    gaiti_arena arena;
    gait_track *tracks;     /* writable clip.tracks: one per bone, without keys at first */
    float *time;            /* writable clip.time: frame_count values, initially 0 */
    uint32_t missing_bones; /* bones with keys that the skeleton lacks */
} gaiti_clip;

/* NULL with *out_status set when there is no memory or a limit is exceeded. `name` is UTF-8 and is
 * copied; NULL = "". `reserve` is the number of bytes that the caller will allocate from the arena
 * (gaiti_alloc() rounds each request up to a multiple of 16); they are allocated here in
 * advance. */
gaiti_clip *gaiti_clip_new(const gait_skeleton *skeleton, const char *name, uint32_t frame_count,
                           uint64_t reserve, const gait_options *options, gait_status *out_status);

/* True when the skeleton of a clip from gaiti_clip_new() lacks bones with keys, unless these are
 * left out on purpose. */
bool gaiti_clip_lacks_bones(const gait_clip *clip);

/* True when a clip, possibly made by a caller, has all required members. Does not examine tracks
 * and events. */
static inline bool gaiti_clip_is_complete(const gait_clip *clip) {
    return clip && clip->name && clip->skeleton &&
           (unsigned)clip->space <= GAIT_SPACE_LOCAL_DELTA &&
           (unsigned)clip->axes <= GAIT_AXES_GLTF && (clip->time || clip->frame_count == 0) &&
           (clip->tracks || clip->skeleton->bone_count == 0) &&
           (clip->events || clip->event_count == 0) &&
           (clip->bone_order || clip->bone_order_count == 0);
}

/* What becomes of a bone of a skeleton: gait_skeleton_outcome() of its name. */
static inline gait_bone_outcome gaiti_bone_outcome(const gait_bone *bone) {
    return bone->parent_origin == GAIT_ORIGIN_UNKNOWN     ? GAIT_BONE_ALONE
           : bone->parent_origin == GAIT_ORIGIN_RECOVERED ? GAIT_BONE_RECOVERED
                                                          : GAIT_BONE_OF_SKELETON;
}

static inline bool gaiti_track_is_absent(const gait_track *track) {
    return !track->rotation.count && !track->translation.count && !track->scale.count;
}

/* Allocates zeroed events for the clip; the caller must set every name and value. Returns NULL when
 * gaiti_alloc() would. */
gait_event *gaiti_clip_add_events(gaiti_clip *clip, uint32_t event_count);

/* Maps a time from the ascending times `from` to the times `to`: linear interpolation between keys,
 * linear extrapolation outside them. `count` is at least 1. */
double gaiti_clip_moment(const float *from, const float *to, uint32_t count, double moment);

/* A range of times. */
typedef struct gaiti_time_span {
    double start, length;
} gaiti_time_span;

/* True when the phases can be played: finite ends, the last one after the first one. */
bool gaiti_phases_are_usable(const float *phases, uint32_t count);
/* Phases 0 to 1, and beyond them up to the keys. */
gaiti_time_span gaiti_phase_span(const float *phases, uint32_t count);
/* The same in the time unit of the clip. For clips in seconds without phases: its keys. Clips have
 * at least one key. */
gaiti_time_span gaiti_clip_span(const gait_clip *clip);

/* Converts a root motion to other axes; zeros become positive. */
void gaiti_root_motion_change_axes(const float in[3], gait_axes from, gait_axes to, float out[3]);

/* The bytes of a key of a channel that is not absent. */
static inline const uint8_t *gaiti_channel_key(const gait_channel *channel, uint32_t key) {
    return channel->data + (channel->count > 1 ? (size_t)key * channel->stride : 0);
}

/* n / 32767 for a 16-bit n is n * FIRST + n * REST: the first product, with two terms of a
 * geometric series, is exact, and the other one has the rest of it. The sum is rounded like the
 * quotient, for all n. */
#define GAITI_SNORM16_FIRST (0x1p-15 + 0x1p-30)
#define GAITI_SNORM16_REST (0x1p-45 / (1 - 0x1p-15))

/* One key of a translation or scale channel, or of a rotation channel of quaternions, which are not
 * normalised. */
void gaiti_channel_get_vector(const gait_channel *channel, uint32_t key, double out[3]);
void gaiti_channel_get_quaternion(const gait_channel *channel, uint32_t key, double out[4]);

/* One key of a rotation channel as a matrix; quaternions are normalised. */
void gaiti_channel_get_matrix(const gait_channel *channel, uint32_t key, double m[3][3]);

/* Makes a channel of floats, with a key every `stride` bytes. It has one key when the bytes of all
 * keys are equal. It is absent when `count` is 0. */
gait_channel gaiti_channel_of_floats(const float *keys, uint32_t count, uint32_t stride);

static inline void gaiti_raise_max(gait_max_difference *maximum, const gait_max_difference *found) {
    if (found->amount > maximum->amount) {
        *maximum = *found;
    }
}

/* True when every channel of every track has no key, one key, or one key per frame, and `data` is
 * set if it has keys. Every reader must make such clips. */
bool gaiti_clip_is_valid(const gait_clip *clip);
/* gaiti_clip_is_valid(), and writers support the element types of all keys. */
bool gaiti_clip_is_writable(const gait_clip *clip);

#endif
