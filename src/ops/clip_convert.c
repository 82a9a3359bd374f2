/* Converts a clip to another space and other axes. */
#include <string.h>

#include "base/try.h"
#include "base/memory.h"
#include "gait/transform.h"
#include "gait/pose.h"
#include "model/affine.h"
#include "model/clip.h"
#include "ops/pose_steps.h"
#include "ops/clip_convert.h"

#define CONVERT_SCALE_TOLERANCE 1e-3

enum { CONVERT_ROTATION_BYTES = 16, CONVERT_VECTOR_BYTES = 12 };

/* State of a conversion that computes keys. Arrays are ordered by bone, then by key. */
typedef struct convert_job {
    const gait_clip *clip;
    uint32_t key_count; /* per bone: one per frame, or 1 for a static clip */
    bool is_rigid;      /* scale and shear are removed in model space */
    gaiti_clip *result;
    gaiti_arena scratch;
    gait_affine *pose;   /* the pose of one frame, in scratch */
    bool *is_scaled;     /* per bone, in scratch */
    float *scales;       /* 3 per key, in scratch */
    float *rotations;    /* 4 per key, in the result */
    float *translations; /* 3 per key, in the result */
} convert_job;

/* The bytes of events and the order of bones. */
static uint64_t convert_extra_bytes(const gait_clip *clip) {
    uint64_t bytes = gaiti_arena_cost((uint64_t)clip->event_count * sizeof(gait_event));
    for (uint32_t e = 0; e < clip->event_count; e++) {
        bytes += gaiti_arena_cost(strlen(clip->events[e].name) + 1) +
                 gaiti_arena_cost(strlen(clip->events[e].value) + 1);
    }
    return bytes + gaiti_arena_cost((uint64_t)clip->bone_order_count * sizeof(uint32_t));
}

static bool convert_events(const gait_clip *clip, gaiti_clip *result) {
    gait_event *events = gaiti_clip_add_events(result, clip->event_count);
    for (uint32_t e = 0; events && e < clip->event_count; e++) {
        events[e] = clip->events[e];
        events[e].name = gaiti_copy_text(&result->arena, clip->events[e].name);
        events[e].value = gaiti_copy_text(&result->arena, clip->events[e].value);
        if (!events[e].name || !events[e].value) {
            return false;
        }
    }
    return events != NULL;
}

static bool convert_phases(const gait_clip *clip, gaiti_clip *result) {
    if (!clip->phases) {
        return true;
    }
    float *phases = gaiti_alloc(&result->arena, clip->frame_count, sizeof *phases);
    if (phases) {
        memcpy(phases, clip->phases, (size_t)clip->frame_count * sizeof *phases);
    }
    result->clip.phases = phases;
    return phases != NULL;
}

static bool convert_bone_order(const gait_clip *clip, gaiti_clip *result) {
    uint32_t count = clip->bone_order_count;
    if (count == 0) {
        return true;
    }
    uint32_t *order = gaiti_alloc(&result->arena, count, sizeof *order);
    if (order) {
        memcpy(order, clip->bone_order, (size_t)count * sizeof *order);
        result->clip.bone_order_count = count;
        result->clip.bone_order = order;
    }
    return order != NULL;
}

/* Makes a clip with everything of `clip` except its tracks. */
static gaiti_clip *convert_begin(const gait_clip *clip, gait_space space, gait_axes axes,
                                 uint64_t key_bytes, const gait_options *options,
                                 gait_status *out_status) {
    gaiti_clip *result = gaiti_clip_new(clip->skeleton, clip->name, clip->frame_count,
                                        convert_extra_bytes(clip) + key_bytes, options, out_status);
    if (!result) {
        return NULL;
    }
    if (!convert_events(clip, result) || !convert_phases(clip, result) ||
        !convert_bone_order(clip, result)) {
        *out_status = result->arena.status;
        gait_clip_free(&result->clip);
        return NULL;
    }
    if (clip->frame_count) {
        memcpy(result->time, clip->time, (size_t)clip->frame_count * sizeof(float));
    }
    result->clip.space = space;
    result->clip.axes = axes;
    result->clip.time_unit = clip->time_unit;
    result->clip.playback = clip->playback;
    gaiti_root_motion_change_axes(clip->root_motion, clip->axes, axes, result->clip.root_motion);
    return result;
}

/* --- only the axes change --------------------------------------------------------------------- */

static gait_status convert_views(const gait_clip *clip, gait_axes axes, const gait_options *options,
                                 gait_clip **out_clip) {
    gait_status status;
    gaiti_clip *result = convert_begin(clip, clip->space, axes, 0, options, &status);
    if (!result) {
        return status;
    }
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        result->tracks[b] = clip->tracks[b];
        gaiti_channel_change_axes(&result->tracks[b].rotation, true, clip->axes, axes);
        gaiti_channel_change_axes(&result->tracks[b].translation, false, clip->axes, axes);
    }
    *out_clip = &result->clip;
    return GAIT_OK;
}

/* --- keys are computed ------------------------------------------------------------------------ */

static void convert_scale(convert_job *job, uint32_t bone, uint32_t index, const double scale[3]) {
    float *key = job->scales + ((size_t)bone * job->key_count + index) * 3;
    for (int i = 0; i < 3; i++) {
        key[i] = (float)scale[i];
        if (!(gaiti_abs(scale[i] - 1) <= CONVERT_SCALE_TOLERANCE)) {
            job->is_scaled[bone] = true;
        }
    }
}

static void convert_key(convert_job *job, uint32_t bone, uint32_t index) {
    gait_transform transform;
    gait_affine_decompose(&job->pose[bone], &transform);
    size_t key = (size_t)bone * job->key_count + index;
    float *rotation = job->rotations + key * 4;
    gaiti_quaternion_store(transform.q, index > 0 ? rotation - 4 : NULL, rotation);
    for (size_t i = 0; i < 3; i++) {
        job->translations[key * 3 + i] = (float)transform.t[i];
    }
    if (!job->is_rigid) {
        convert_scale(job, bone, index, transform.s);
    }
}

static gait_status convert_pose(convert_job *job, uint32_t index, gait_space space,
                                gait_axes axes) {
    if (!job->is_rigid) {
        return gait_pose_at_frame(job->clip, index, space, axes, job->pose);
    }
    GAITI_TRY(gait_pose_at_frame(job->clip, index, GAIT_SPACE_MODEL, axes, job->pose));
    /* In model space, each bone keeps its position and gets the nearest rotation. */
    for (uint32_t b = 0; b < job->clip->skeleton->bone_count; b++) {
        gait_transform transform;
        gait_affine_decompose(&job->pose[b], &transform);
        convert_scale(job, b, index, transform.s);
        transform.s[0] = transform.s[1] = transform.s[2] = 1;
        job->pose[b] = gait_affine_from_transform(&transform);
    }
    gaiti_pose_convert(job->clip->skeleton, GAIT_SPACE_MODEL, space, axes, job->pose);
    return GAIT_OK;
}

static bool convert_tracks(convert_job *job) {
    uint32_t count = job->key_count;
    for (uint32_t b = 0; b < job->clip->skeleton->bone_count; b++) {
        size_t first = (size_t)b * count;
        gait_track *track = &job->result->tracks[b];
        track->rotation =
            gaiti_channel_of_floats(job->rotations + first * 4, count, CONVERT_ROTATION_BYTES);
        track->translation =
            gaiti_channel_of_floats(job->translations + first * 3, count, CONVERT_VECTOR_BYTES);
        if (job->is_scaled[b]) {
            gait_span keys = {(const uint8_t *)(job->scales + first * 3),
                              (size_t)count * CONVERT_VECTOR_BYTES};
            const void *copy = gaiti_copy(&job->result->arena, keys);
            if (!copy) {
                return false;
            }
            track->scale = gaiti_channel_of_floats(copy, count, CONVERT_VECTOR_BYTES);
        }
    }
    return true;
}

/* A static clip needs one pose, however many frames it has. */
static uint32_t convert_key_count(const gait_clip *clip) {
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        const gait_track *track = &clip->tracks[b];
        if (track->rotation.count > 1 || track->translation.count > 1 || track->scale.count > 1) {
            return clip->frame_count;
        }
    }
    return clip->frame_count > 0;
}

static gait_status convert_allocate(convert_job *job, uint64_t keys) {
    job->rotations = gaiti_alloc(&job->result->arena, keys, CONVERT_ROTATION_BYTES);
    job->translations = gaiti_alloc(&job->result->arena, keys, CONVERT_VECTOR_BYTES);
    GAITI_TRY(job->result->arena.status);
    uint32_t bones = job->clip->skeleton->bone_count;
    job->scales = gaiti_alloc(&job->scratch, keys, CONVERT_VECTOR_BYTES);
    job->pose = gaiti_alloc(&job->scratch, bones, sizeof(gait_affine));
    job->is_scaled = gaiti_alloc(&job->scratch, bones, sizeof(bool));
    return job->scratch.status;
}

static gait_status convert_run(convert_job *job, gait_space space, gait_axes axes) {
    uint32_t bones = job->clip->skeleton->bone_count;
    GAITI_TRY(convert_allocate(job, (uint64_t)bones * job->key_count));
    for (uint32_t k = 0; k < job->key_count; k++) {
        GAITI_TRY(convert_pose(job, k, space, axes));
        for (uint32_t b = 0; b < bones; b++) {
            convert_key(job, b, k);
        }
    }
    return convert_tracks(job) ? GAIT_OK : job->result->arena.status;
}

/* The number of bytes that convert_allocate() allocates from scratch, so that one block suffices;
 * 0, the default block size, if they exceed the address space. */
static size_t convert_scratch_bytes(uint64_t bones, uint64_t keys) {
    uint64_t bytes = gaiti_arena_cost(keys * CONVERT_VECTOR_BYTES) +
                     gaiti_arena_cost(bones * sizeof(gait_affine)) + gaiti_arena_cost(bones);
    return bytes < SIZE_MAX / 2 ? (size_t)bytes : 0;
}

static gait_status convert_keys(const gait_clip *clip, bool is_rigid, gait_space space,
                                gait_axes axes, const gait_options *options, gait_clip **out_clip) {
    convert_job job = {.clip = clip, .key_count = convert_key_count(clip), .is_rigid = is_rigid};
    uint64_t keys = (uint64_t)clip->skeleton->bone_count * job.key_count;
    uint64_t key_bytes = gaiti_arena_cost(keys * CONVERT_ROTATION_BYTES) +
                         gaiti_arena_cost(keys * CONVERT_VECTOR_BYTES);
    gait_status status;
    job.result = convert_begin(clip, space, axes, key_bytes, options, &status);
    if (!job.result) {
        return status;
    }
    gaiti_arena_init(&job.scratch, options,
                     convert_scratch_bytes(clip->skeleton->bone_count, keys));
    status = convert_run(&job, space, axes);
    gaiti_arena_free(&job.scratch);
    if (status != GAIT_OK) {
        gait_clip_free(&job.result->clip);
        return status;
    }
    *out_clip = &job.result->clip;
    return GAIT_OK;
}

static bool convert_is_valid_request(const gait_clip *clip, gait_space space, gait_axes axes) {
    return gaiti_clip_is_complete(clip) && (unsigned)space <= GAIT_SPACE_LOCAL_DELTA &&
           (unsigned)axes <= GAIT_AXES_GLTF;
}

gait_status gaiti_clip_convert(const gait_clip *clip, gait_space space, gait_axes axes,
                               const gait_options *options, gait_clip **out_clip) {
    if (!GAITI_CLEAR(out_clip) || !convert_is_valid_request(clip, space, axes)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (gait_pose_requirements(clip, space) != GAIT_REQUIRES_NOTHING) {
        return GAIT_UNSUPPORTED;
    }
    if (space == clip->space) {
        return convert_views(clip, axes, options, out_clip);
    }
    return convert_keys(clip, false, space, axes, options, out_clip);
}

/* --- without scale ---------------------------------------------------------------------------- */

static bool convert_is_rigid(const gait_clip *clip) {
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        const gait_track *track = &clip->tracks[b];
        if (track->scale.count || track->rotation.element == GAIT_MAT3_LE) {
            return false;
        }
    }
    return clip->space == GAIT_SPACE_LOCAL;
}

gait_status gaiti_clip_convert_rigid(const gait_clip *clip, gait_axes axes,
                                     const gait_options *options, gait_clip **out_clip) {
    if (!GAITI_CLEAR(out_clip) || !convert_is_valid_request(clip, GAIT_SPACE_LOCAL, axes)) {
        return GAIT_BAD_ARGUMENT;
    }
    /* Clips in local space need the parents too: without them every bone would be a root. */
    if (gait_pose_requirements(clip, GAIT_SPACE_MODEL) != GAIT_REQUIRES_NOTHING) {
        return GAIT_UNSUPPORTED;
    }
    if (convert_is_rigid(clip)) {
        return convert_views(clip, axes, options, out_clip);
    }
    return convert_keys(clip, true, GAIT_SPACE_LOCAL, axes, options, out_clip);
}
