/* Conversion of a BVH to a skeleton and a clip. */
#include <string.h>

#include "base/try.h"
#include "base/number/trig.h"
#include "formats/bvh/bvh.h"
#include "model/affine.h"
#include "model/clip.h"

/* --- skeleton --------------------------------------------------------------------------------- */

/* Converts a joint to a bone in engine axes by mirroring X. */
static gait_bone bvhclip_bone(const gait_bvh *bvh, uint32_t index) {
    gait_bvh_joint joint = gait_bvh_joint_at(bvh, index);
    return (gait_bone){.name = joint.name,
                       .parent = joint.parent,
                       .rest = {.t = {0 - joint.offset[0], joint.offset[1], joint.offset[2]},
                                .q = {0, 0, 0, 1},
                                .s = {1, 1, 1}},
                       .parent_origin = GAIT_ORIGIN_FILE,
                       .rest_origin = GAIT_ORIGIN_FILE};
}

gait_status gaiti_bvh_skeleton(const gait_bvh *bvh, const char *name, const gait_options *options,
                               gait_skeleton **out_skeleton) {
    uint32_t count = gait_bvh_joint_count(bvh);
    gaiti_arena scratch;
    if (!GAITI_CLEAR(out_skeleton) || !bvh) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena_init(&scratch, options, (size_t)count * sizeof(gait_bone) + 16);
    gait_bone *bones = gaiti_alloc(&scratch, count, sizeof *bones);
    gait_status status = bones ? GAIT_OK : scratch.status;
    for (uint32_t b = 0; bones && b < count; b++) {
        bones[b] = bvhclip_bone(bvh, b);
    }
    if (bones) {
        status = gaiti_skeleton_new(name ? name : "", bones, count, options, out_skeleton);
    }
    gaiti_arena_free(&scratch);
    return status;
}

/* --- keys ------------------------------------------------------------------------------------- */

/* Appends a rotation about an axis to `q`, in degrees: q = q * rotation. */
static void bvhclip_rotate(double q[4], unsigned axis, double angle) {
    const double radians_of_half_degree = 0.008726646259971648;
    double sine, cosine, by[4] = {0};
    gaiti_sincos(angle * radians_of_half_degree, &sine, &cosine);
    by[axis] = sine;
    by[3] = cosine;
    gaiti_quaternion_multiply(q, by, q);
}

/* Pose of a joint in a frame, relative to its parent. Position components without a channel are
 * those of OFFSET. */
static void bvhclip_pose(const gait_bvh *bvh, const gaiti_bvh_joint *joint, uint32_t frame,
                         double t[3], double q[4]) {
    static const double identity[4] = {0, 0, 0, 1};
    const double *values = bvh->values + (size_t)frame * bvh->channel_count + joint->first_channel;
    memcpy(t, joint->offset, 3 * sizeof *t);
    memcpy(q, identity, sizeof identity);
    for (uint32_t c = 0; c < joint->channel_count; c++) {
        unsigned channel = bvh->channels[joint->first_channel + c];
        if (channel <= GAIT_BVH_Z_POSITION) {
            t[channel] = values[c];
        } else if (channel <= GAIT_BVH_Z_ROTATION) {
            bvhclip_rotate(q, channel - GAIT_BVH_X_ROTATION, values[c]);
        }
    }
    gaiti_quaternion_normalise(q);
}

static void bvhclip_fill_track(const gait_bvh *bvh, const gaiti_bvh_joint *joint, float *rotations,
                               float *translations, gait_track *out_track) {
    for (uint32_t f = 0; rotations && translations && f < bvh->frame_count; f++) {
        double t[3], q[4];
        bvhclip_pose(bvh, joint, f, t, q);
        float *key = rotations + (size_t)f * 4;
        if (f == 0) {
            gaiti_quaternion_canonical(q);
        }
        gaiti_quaternion_store(q, f > 0 ? key - 4 : NULL, key);
        for (size_t i = 0; i < 3; i++) {
            translations[(size_t)f * 3 + i] = (float)t[i];
        }
    }
    out_track->rotation = gaiti_channel_of_floats(rotations, bvh->frame_count, 16);
    out_track->translation = gaiti_channel_of_floats(translations, bvh->frame_count, 12);
}

/* Finds the bone of the skeleton for each joint, by index when the names match, else by name. False
 * when a bone is missing or has another parent. */
static bool bvhclip_find_places(const gait_bvh *bvh, const gait_skeleton *skeleton,
                                int32_t *places) {
    for (uint32_t b = 0; b < gait_bvh_joint_count(bvh); b++) {
        gait_bvh_joint joint = gait_bvh_joint_at(bvh, b);
        bool is_there =
            b < skeleton->bone_count && strcmp(skeleton->bones[b].name, joint.name) == 0;
        places[b] = is_there ? (int32_t)b : gait_skeleton_find(skeleton, joint.name);
        int32_t parent = joint.parent < 0 ? -1 : places[joint.parent];
        if (places[b] < 0 || skeleton->bones[places[b]].parent != parent) {
            return false;
        }
    }
    return true;
}

static gait_status bvhclip_fill(const gait_bvh *bvh, const int32_t *places, gaiti_clip *result) {
    uint32_t count = gait_bvh_joint_count(bvh), frames = bvh->frame_count;
    uint64_t keys = (uint64_t)count * frames;
    float *rotations = gaiti_alloc(&result->arena, keys, 16);
    float *translations = rotations ? gaiti_alloc(&result->arena, keys, 12) : NULL;
    GAITI_TRY(result->arena.status);
    result->clip.space = GAIT_SPACE_LOCAL;
    result->clip.axes = GAIT_AXES_GLTF;
    result->clip.time_unit = GAIT_TIME_SECONDS;
    for (uint32_t f = 0; f < frames; f++) {
        result->time[f] = (float)(f / bvh->rate);
    }
    for (uint32_t b = 0; b < count && frames > 0; b++) {
        size_t first = (size_t)b * frames;
        bvhclip_fill_track(bvh, &bvh->joints[b + bvh->first_bone], rotations + first * 4,
                           translations + first * 3, &result->tracks[places[b]]);
    }
    return GAIT_OK;
}

gait_status gaiti_bvh_clip(const gait_bvh *bvh, const char *name, const gait_skeleton *skeleton,
                           const gait_options *options, gait_clip **out_clip) {
    gaiti_arena scratch;
    gaiti_clip *result = NULL;
    if (!GAITI_CLEAR(out_clip) || !bvh || !skeleton) {
        return GAIT_BAD_ARGUMENT;
    }
    uint64_t keys = (uint64_t)gait_bvh_joint_count(bvh) * bvh->frame_count;
    gaiti_arena_init(&scratch, options, 0);
    int32_t *places = gaiti_alloc(&scratch, gait_bvh_joint_count(bvh), sizeof *places);
    gait_status status = places ? GAIT_OK : scratch.status;
    bool is_found = places && bvhclip_find_places(bvh, skeleton, places);
    if (places && !is_found) {
        status = GAIT_BAD_ARGUMENT;
    }
    if (is_found) {
        result = gaiti_clip_new(skeleton, name, bvh->frame_count, keys * 28 + 32, options, &status);
    }
    if (places && result) {
        status = bvhclip_fill(bvh, places, result);
    }
    gaiti_arena_free(&scratch);
    if (result && status != GAIT_OK) {
        gait_clip_free(&result->clip);
        return status;
    }
    *out_clip = result ? &result->clip : NULL;
    return status;
}
