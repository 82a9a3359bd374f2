/* gait_host_keys(): the keys of a clip relative to the rest pose of a host program. */
#include <string.h>

#include "base/bytes.h"
#include "gait/clip.h"
#include "gait/host.h"
#include "gait/transform.h"
#include "host/host_rig.h"
#include "model/affine.h"
#include "model/clip.h"
#include "model/keyframes.h"
#include "roundtrip/compare/roundtrip_state.h"

/* Metres: the head of a bone in the host is at the head in the skeleton. */
#define HOST_SAME_HEAD 5e-7
/* Smaller differences from the rest pose are rounding of floats: components of a quaternion, and
 * metres per metre of distance from the parent, at least for one metre. */
#define HOST_AT_REST 2e-7
/* Seconds: the maximum of an export. */
#define HOST_MAX_DURATION 279620

enum { HOST_HEADER_BYTES = 8, HOST_ROTATION_FLOATS = 5, HOST_TRANSLATION_FLOATS = 4 };

/* The conversion of poses of a bone relative to its parent to keys of the host:
 *   rotation     left * q * right
 *   translation  linear * (t + R(q) head) + offset */
typedef struct host_bone {
    double left[4], right[4];
    double linear[3][3], offset[3], head[3];
    bool has_head; /* the heads of the bone differ: `head` is needed */
} host_bone;

typedef struct host_job {
    const gait_skeleton *skeleton;
    const gaiti_base_clip *clip;
    const float *seconds; /* per frame */
    host_bone bone;       /* the current one */
    const gaiti_base_track *rotation, *translation;
} host_job;

static double host_normal_zero(double x) {
    return x == 0 ? 0 : x;
}

/* --- one bone --------------------------------------------------------------------------------- */

static void host_rotation_of(const gait_affine *a, double q[4]) {
    gait_transform transform;
    gait_affine_decompose(a, &transform);
    memcpy(q, transform.q, sizeof transform.q);
}

/* A local pose is L = left' * key * right', with left' = inverse(parent of skeleton) * host and
 * right' = inverse(host) * skeleton. */
static host_bone host_bone_of(const gait_skeleton *skeleton, const gaiti_host_rest *rests,
                              uint32_t bone) {
    int32_t parent = skeleton->bones[bone].parent;
    gait_affine inverse, left, right;
    host_bone result;
    gait_affine_invert(&rests[bone].host, &inverse);
    left = parent >= 0 ? gait_affine_multiply(&inverse, &rests[parent].skeleton) : inverse;
    gait_affine_invert(&rests[bone].skeleton, &inverse);
    right = gait_affine_multiply(&inverse, &rests[bone].host);
    host_rotation_of(&left, result.left);
    host_rotation_of(&right, result.right);
    memcpy(result.linear, left.m, sizeof result.linear);
    memcpy(result.head, right.t, sizeof result.head);
    memcpy(result.offset, left.t, sizeof result.offset);
    result.has_head = gaiti_vector_length(right.t) > HOST_SAME_HEAD;
    if (!result.has_head) { /* at the rest pose the key is exactly 0 */
        gait_affine head = gait_affine_multiply(&left, &rests[bone].skeleton);
        if (parent >= 0) {
            gait_affine_invert(&rests[parent].skeleton, &inverse);
            head = gait_affine_multiply(&inverse, &rests[bone].skeleton);
            head = gait_affine_multiply(&left, &head);
        }
        for (int i = 0; i < 3; i++) {
            result.offset[i] -= head.t[i];
        }
    }
    return result;
}

static const double *host_key(const gaiti_base_track *track, uint32_t width, uint32_t key) {
    return track->values + (size_t)(track->count > 1 ? key : 0) * width;
}

static void host_rotation_at(const host_job *job, uint32_t key, double out[4]) {
    gaiti_quaternion_multiply(job->bone.left, host_key(job->rotation, 4, key), out);
    gaiti_quaternion_multiply(out, job->bone.right, out);
    gaiti_quaternion_normalize(out);
}

static void host_translation_at(const host_job *job, uint32_t key, double out[3]) {
    double t[3], rotation[3][3];
    memcpy(t, host_key(job->translation, 3, key), sizeof t);
    if (job->bone.has_head) {
        gaiti_matrix_from_quaternion(host_key(job->rotation, 4, key), rotation);
        for (int i = 0; i < 3; i++) {
            t[i] += gaiti_vector_dot(rotation[i], job->bone.head);
        }
    }
    for (int i = 0; i < 3; i++) {
        out[i] = gaiti_vector_dot(job->bone.linear[i], t) + job->bone.offset[i];
    }
}

/* --- the block -------------------------------------------------------------------------------- */

/* Replaces equal keys by one, and one at the rest pose by none. Returns the number of keys. */
static uint32_t host_reduce(const uint8_t *keys, uint32_t count, size_t stride, bool is_at_rest) {
    for (uint32_t k = 1; k < count; k++) {
        if (memcmp(keys + 4, keys + k * stride + 4, stride - 4) != 0) {
            return count;
        }
    }
    return is_at_rest ? 0 : 1;
}

static uint32_t host_write_rotations(const host_job *job, uint8_t *out) {
    uint32_t count = job->rotation->count;
    bool is_at_rest = false;
    double sign = 1;
    for (uint32_t k = 0; k < count; k++) {
        double q[4];
        uint8_t *key = out + (size_t)k * HOST_ROTATION_FLOATS * 4;
        host_rotation_at(job, k, q);
        if (k == 0) { /* the signs of the clip are continuous */
            is_at_rest = gaiti_vector_length(q) <= HOST_AT_REST;
            sign = q[3] < 0 ? -1 : 1;
        }
        gaiti_store_f32(key, job->seconds[k]);
        for (int i = 0; i < 4; i++) { /* w first */
            gaiti_store_f32(key + 4 + 4 * i, (float)host_normal_zero(sign * q[(i + 3) % 4]));
        }
    }
    return host_reduce(out, count, (size_t)HOST_ROTATION_FLOATS * 4, is_at_rest);
}

static uint32_t host_translation_count(const host_job *job) {
    uint32_t count = job->translation->count;
    return job->bone.has_head && job->rotation->count > count ? job->rotation->count : count;
}

static uint32_t host_write_translations(const host_job *job, uint8_t *out) {
    uint32_t count = host_translation_count(job);
    bool is_at_rest = false;
    for (uint32_t k = 0; k < count; k++) {
        double t[3];
        uint8_t *key = out + (size_t)k * HOST_TRANSLATION_FLOATS * 4;
        host_translation_at(job, k, t);
        if (k == 0) {
            double reach = gaiti_vector_length(host_key(job->translation, 3, 0));
            is_at_rest = gaiti_vector_length(t) <= HOST_AT_REST * (reach > 1 ? reach : 1);
        }
        gaiti_store_f32(key, job->seconds[k]);
        for (int i = 0; i < 3; i++) {
            gaiti_store_f32(key + 4 + 4 * i, (float)host_normal_zero(t[i]));
        }
    }
    return host_reduce(out, count, (size_t)HOST_TRANSLATION_FLOATS * 4, is_at_rest);
}

/* The maximum size of the block. */
static uint64_t host_block_bytes(const gaiti_base_clip *clip, uint32_t bones) {
    uint64_t size = (uint64_t)bones * HOST_HEADER_BYTES;
    for (uint32_t b = 0; b < bones && clip->frame_count > 0; b++) {
        uint64_t rotations = clip->rotations[b].count, translations = clip->translations[b].count;
        size += rotations * HOST_ROTATION_FLOATS * 4;
        size += (translations > rotations ? translations : rotations) * HOST_TRANSLATION_FLOATS * 4;
    }
    return size;
}

static gait_status host_write(host_job *job, const gaiti_host_rest *rests, gait_buffer *out) {
    uint32_t bones = job->skeleton->bone_count;
    uint64_t size = host_block_bytes(job->clip, bones);
    uint8_t *start = size <= SIZE_MAX ? gaiti_extend(out, (size_t)size) : NULL, *at = start;
    if (!start) {
        return GAIT_NO_MEMORY;
    }
    for (uint32_t b = 0; b < bones; b++) {
        uint8_t *header = at;
        uint32_t rotations = 0, translations = 0;
        at += HOST_HEADER_BYTES;
        job->bone = host_bone_of(job->skeleton, rests, b);
        job->rotation = &job->clip->rotations[b];
        job->translation = &job->clip->translations[b];
        if (job->clip->frame_count > 0) {
            rotations = host_write_rotations(job, at);
            at += (size_t)rotations * HOST_ROTATION_FLOATS * 4;
            translations = host_write_translations(job, at);
            at += (size_t)translations * HOST_TRANSLATION_FLOATS * 4;
        }
        gaiti_store_u32(header, rotations);
        gaiti_store_u32(header + 4, translations);
    }
    out->size -= (size_t)size - (size_t)(at - start);
    return GAIT_OK;
}

/* The key times of a glTF export. NULL when there is no memory. */
static const float *host_place_keys(const gait_clip *clip, double duration_s, gaiti_arena *arena) {
    uint32_t *frames = gaiti_alloc(arena, clip->frame_count, sizeof *frames);
    float *seconds = gaiti_alloc(arena, clip->frame_count, sizeof *seconds);
    gaiti_key_times times = {.time = clip->time,
                             .count = clip->frame_count,
                             .unit = clip->time_unit,
                             .duration_s = duration_s};
    if (frames && seconds) {
        gaiti_place_keys(&times, frames, seconds);
    }
    return frames ? seconds : NULL;
}

static gait_status host_make_block(const gait_host *host, const gait_clip *rigid, double duration_s,
                                   gaiti_arena *arena, gait_buffer *out) {
    gaiti_host_rest *rests;
    gaiti_base_clip loaded;
    gait_status status = gaiti_host_read_rests(host, arena, &rests);
    if (status != GAIT_OK) {
        return status;
    }
    const float *seconds = host_place_keys(rigid, duration_s, arena);
    if (!seconds || !gaiti_base_clip_load(rigid, arena, &loaded)) {
        return arena->status;
    }
    host_job job = {.skeleton = host->skeleton, .clip = &loaded, .seconds = seconds};
    return host_write(&job, rests, out);
}

gait_status gait_host_keys(const gait_host *host, const gait_clip *clip, double duration_s,
                           const gait_options *options, gait_buffer *out) {
    gait_clip *rigid = NULL;
    gaiti_arena arena;
    if (!host || !out || !(duration_s >= 0 && duration_s <= HOST_MAX_DURATION) ||
        !gaiti_clip_is_complete(clip) || clip->skeleton != host->skeleton ||
        !gaiti_clip_is_valid(clip)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (clip->frame_count > GAITI_KEY_FRAME_MAX) {
        return GAIT_LIMIT;
    }
    if (gait_pose_requirements(clip, GAIT_SPACE_MODEL) != GAIT_REQUIRES_NOTHING) {
        return GAIT_UNSUPPORTED;
    }
    gait_status status = gait_clip_convert_rigid(clip, GAIT_AXES_GLTF, options, &rigid);
    gaiti_arena_init(&arena, options, 0);
    if (status == GAIT_OK) {
        status = host_make_block(host, rigid, duration_s, &arena, out);
    }
    gaiti_arena_free(&arena);
    gait_clip_free(rigid);
    return status;
}
