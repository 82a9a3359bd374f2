/* Composes two poses at once in vectors, with the same operations in the same order as one pose. */
#include "formats/bi/bi_encode_lanes.h"

#include "model/affine.h"
#include "model/clip.h"

static bool lanes_is_supported(const gait_track *track) {
    return (!track->rotation.count || track->rotation.element == GAIT_F32) &&
           (!track->translation.count || track->translation.element == GAIT_F32) &&
           !track->scale.count;
}

static gaiti_lanes_keys lanes_keys(gait_channel channel, bool is_rotation, gait_axes from,
                                   gait_axes to) {
    static const float zeros[4] = {0, 0, 0, 0}, no_rotation[4] = {0, 0, 0, 1};
    gaiti_lanes_keys keys = {.data = (const uint8_t *)(is_rotation ? no_rotation : zeros)};
    gaiti_channel_change_axes(&channel, is_rotation, from, to);
    if (channel.count) {
        keys.data = channel.data;
        keys.stride = channel.count > 1 ? channel.stride : 0;
    }
    for (int i = 0; i < 4; i++) {
        keys.signs[i] = channel.negate >> i & 1 ? -1.0F : 1.0F;
    }
    return keys;
}

bool gaiti_lanes_begin(gaiti_lanes_job *job, gaiti_bi_encoder *encoder, gait_axes axes) {
    const gait_clip *clip = encoder->clip;
    bool composes = clip->space == GAIT_SPACE_LOCAL_DELTA;
    for (uint32_t b = 0; b < encoder->bone_count; b++) {
        if (!lanes_is_supported(encoder->bones[b].track)) {
            return false;
        }
    }
    *job = (gaiti_lanes_job){.bone_count = encoder->bone_count, .frame_count = clip->frame_count};
    job->bones = gaiti_alloc_uninitialised(&encoder->arena, job->bone_count, sizeof *job->bones);
    job->pose = gaiti_alloc_uninitialised(&encoder->arena, job->bone_count, sizeof *job->pose);
    for (uint32_t b = 0; job->bones && job->pose && b < job->bone_count; b++) {
        const gait_track *track = encoder->bones[b].track;
        job->bones[b] = (gaiti_lanes_bone){
            .rotation = lanes_keys(track->rotation, true, clip->axes, axes),
            .translation = lanes_keys(track->translation, false, clip->axes, axes),
            .parent = composes ? encoder->bones[b].parent : -1,
        };
    }
    return job->bones && job->pose;
}

/* Loads two keys of a channel, component by component. */
static inline void lanes_load(const gaiti_lanes_keys *keys, bool is_rotation, uint32_t first,
                              uint32_t second, gaiti_lanes out[4]) {
    const uint8_t *a = keys->data + first * keys->stride, *b = keys->data + second * keys->stride;
    gaiti_float4 signs = gaiti_float4_load(keys->signs);
    gaiti_float4 from = is_rotation ? gaiti_float4_load(a) : gaiti_float4_load_3(a);
    gaiti_float4 to = is_rotation ? gaiti_float4_load(b) : gaiti_float4_load_3(b);
    gaiti_lanes_spread(gaiti_float4_multiply(from, signs), gaiti_float4_multiply(to, signs), out);
}

/* gaiti_quaternion_normalise() for nondegenerate quaternions. Returns the lengths. */
static inline gaiti_lanes lanes_normalise(gaiti_lanes q[4]) {
    gaiti_lanes xy =
        gaiti_lanes_add(gaiti_lanes_multiply(q[0], q[0]), gaiti_lanes_multiply(q[1], q[1]));
    gaiti_lanes zw =
        gaiti_lanes_add(gaiti_lanes_multiply(q[2], q[2]), gaiti_lanes_multiply(q[3], q[3]));
    gaiti_lanes length = gaiti_lanes_sqrt(gaiti_lanes_add(xy, zw));
    gaiti_lanes scale = gaiti_lanes_divide(gaiti_lanes_of(1), length);
    q[0] = gaiti_lanes_multiply(q[0], scale);
    q[1] = gaiti_lanes_multiply(q[1], scale);
    q[2] = gaiti_lanes_multiply(q[2], scale);
    q[3] = gaiti_lanes_multiply(q[3], scale);
    return length;
}

/* gaiti_matrix_from_quaternion(), column by column. That function doubles sums of products, this
 * one doubles a factor of each product; doubling is exact, so the results are identical. */
static inline void lanes_rotate(const gaiti_lanes q[4], gaiti_lanes m[9]) {
    const gaiti_lanes one = gaiti_lanes_of(1);
    gaiti_lanes x = gaiti_lanes_add(q[0], q[0]), y = gaiti_lanes_add(q[1], q[1]);
    gaiti_lanes z = gaiti_lanes_add(q[2], q[2]);
    gaiti_lanes xx = gaiti_lanes_multiply(x, q[0]), yy = gaiti_lanes_multiply(y, q[1]);
    gaiti_lanes zz = gaiti_lanes_multiply(z, q[2]), xy = gaiti_lanes_multiply(x, q[1]);
    gaiti_lanes xz = gaiti_lanes_multiply(x, q[2]), yz = gaiti_lanes_multiply(y, q[2]);
    gaiti_lanes wx = gaiti_lanes_multiply(x, q[3]), wy = gaiti_lanes_multiply(y, q[3]);
    gaiti_lanes wz = gaiti_lanes_multiply(z, q[3]);
    m[0] = gaiti_lanes_subtract(one, gaiti_lanes_add(yy, zz));
    m[1] = gaiti_lanes_add(xy, wz);
    m[2] = gaiti_lanes_subtract(xz, wy);
    m[3] = gaiti_lanes_subtract(xy, wz);
    m[4] = gaiti_lanes_subtract(one, gaiti_lanes_add(xx, zz));
    m[5] = gaiti_lanes_add(yz, wx);
    m[6] = gaiti_lanes_add(xz, wy);
    m[7] = gaiti_lanes_subtract(yz, wx);
    m[8] = gaiti_lanes_subtract(one, gaiti_lanes_add(xx, yy));
}

/* The product of one row of the linear part of a pose with the column vector `v`. */
static inline gaiti_lanes lanes_dot(const gaiti_lanes *row, const gaiti_lanes v[3]) {
    gaiti_lanes first = gaiti_lanes_multiply(row[0], v[0]);
    gaiti_lanes second = gaiti_lanes_multiply(row[3], v[1]);
    gaiti_lanes third = gaiti_lanes_multiply(row[6], v[2]);
    return gaiti_lanes_add(gaiti_lanes_add(first, second), third);
}

static inline void lanes_map(const gaiti_lanes *m, const gaiti_lanes v[3], gaiti_lanes out[3]) {
    out[0] = lanes_dot(m, v);
    out[1] = lanes_dot(m + 1, v);
    out[2] = lanes_dot(m + 2, v);
}

/* gait_affine_multiply() */
static inline void lanes_multiply_parent(const gaiti_lanes *parent, const gaiti_lanes own[9],
                                         const gaiti_lanes t[3], gaiti_lanes *pose) {
    lanes_map(parent, own, pose);
    lanes_map(parent, own + 3, pose + 3);
    lanes_map(parent, own + 6, pose + 6);
    pose[9] = gaiti_lanes_add(lanes_dot(parent, t), parent[9]);
    pose[10] = gaiti_lanes_add(lanes_dot(parent + 1, t), parent[10]);
    pose[11] = gaiti_lanes_add(lanes_dot(parent + 2, t), parent[11]);
}

enum { LANES_GROUP = 16 };

/* Rotations and translations of a group of bones in two keys, before composition. */
typedef struct lanes_group {
    gaiti_lanes q[LANES_GROUP][4], t[LANES_GROUP][4];
} lanes_group;

/* Loads and normalises a group of bones, separately from composition: each division depends on a
 * square root, but the bones are independent of each other, so the processor can overlap them.
 * Returns the minimum of `shortest` and all lengths. */
static gaiti_lanes lanes_load_group(const gaiti_lanes_bone *bones, uint32_t count, uint32_t first,
                                    uint32_t second, gaiti_lanes shortest, lanes_group *group) {
    for (uint32_t b = 0; b < count; b++) {
        gaiti_lanes q[4];
        lanes_load(&bones[b].rotation, true, first, second, q);
        lanes_load(&bones[b].translation, false, first, second, group->t[b]);
        shortest = gaiti_lanes_min(shortest, lanes_normalise(q));
        memcpy(group->q[b], q, sizeof q);
    }
    return shortest;
}

static void lanes_compose_group(const gaiti_lanes_bone *bones, uint32_t count,
                                const lanes_group *group, gaiti_lanes_pose *all,
                                gaiti_lanes_pose *out) {
    for (uint32_t b = 0; b < count; b++) {
        gaiti_lanes own[9];
        if (bones[b].parent < 0) {
            lanes_rotate(group->q[b], out[b].m);
            memcpy(out[b].m + 9, group->t[b], 3 * sizeof(gaiti_lanes));
        } else {
            lanes_rotate(group->q[b], own);
            lanes_multiply_parent(all[bones[b].parent].m, own, group->t[b], out[b].m);
        }
    }
}

bool gaiti_lanes_compose(gaiti_lanes_job *job, uint32_t frame) {
    uint32_t second = frame + 1 < job->frame_count ? frame + 1 : frame;
    gaiti_lanes shortest = gaiti_lanes_of(1);
    for (uint32_t b = 0; b < job->bone_count; b += LANES_GROUP) {
        uint32_t left = job->bone_count - b, count = left < LANES_GROUP ? left : LANES_GROUP;
        lanes_group group;
        shortest = lanes_load_group(job->bones + b, count, frame, second, shortest, &group);
        lanes_compose_group(job->bones + b, count, &group, job->pose, job->pose + b);
    }
    return gaiti_lanes_reach(shortest, GAITI_DEGENERATE_QUATERNION);
}
