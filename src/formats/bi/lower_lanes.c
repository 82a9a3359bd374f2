#include "formats/bi/lower_lanes.h"

static bool lanes_takes(const gait_track *track, uint32_t frame_count) {
    return track->rotation.count == frame_count && track->rotation.element == GAIT_F32 &&
           track->translation.count == frame_count && track->translation.element == GAIT_F32 &&
           track->scale.count == 0;
}

static void lanes_signs(const gait_channel *channel, uint32_t count, gaiti_lanes *out) {
    for (uint32_t i = 0; i < count; i++) {
        out[i] = gaiti_lanes_of(channel->negate >> i & 1 ? -1.0F : 1.0F);
    }
}

bool gaiti_lanes_begin(gaiti_lanes_job *job, gaiti_lowering *lower, gait_axes axes) {
    const gait_clip *clip = lower->clip;
    bool takes = clip->space == GAIT_SPACE_LOCAL_DELTA && clip->frame_count > 0;
    for (uint32_t b = 0; takes && b < lower->bone_count; b++) {
        takes = lanes_takes(lower->bones[b].track, clip->frame_count);
    }
    if (!takes) {
        return false;
    }
    *job = (gaiti_lanes_job){.bone_count = lower->bone_count, .frame_count = clip->frame_count};
    job->bones = gaiti_room(&lower->arena, job->bone_count, sizeof *job->bones);
    job->pose = gaiti_room(&lower->arena, job->bone_count, sizeof *job->pose);
    for (uint32_t b = 0; job->bones && job->pose && b < job->bone_count; b++) {
        gaiti_lanes_bone *bone = &job->bones[b];
        bone->rotation = lower->bones[b].track->rotation;
        bone->translation = lower->bones[b].track->translation;
        bone->parent = lower->bones[b].parent;
        gait_channel_turn(&bone->rotation, true, clip->axes, axes);
        gait_channel_turn(&bone->translation, false, clip->axes, axes);
        lanes_signs(&bone->rotation, 4, bone->rotation_signs);
        lanes_signs(&bone->translation, 3, bone->translation_signs);
    }
    return job->bones && job->pose;
}

/* Key `lane` of the four that begin at `frame`, or the last one. */
static const uint8_t *lanes_key(const gait_channel *channel, uint32_t frame, uint32_t lane) {
    uint32_t last = channel->count - 1;
    uint32_t key = last - frame < lane ? last : frame + lane;
    return channel->data + (size_t)key * channel->stride;
}

static void lanes_load(const gaiti_lanes_bone *bone, uint32_t frame, gaiti_lanes q[4],
                       gaiti_lanes t[4]) {
    for (uint32_t lane = 0; lane < GAITI_LANES; lane++) {
        q[lane] = gaiti_lanes_load(lanes_key(&bone->rotation, frame, lane));
        t[lane] = gaiti_lanes_load_3(lanes_key(&bone->translation, frame, lane));
    }
    gaiti_lanes_transpose(q);
    gaiti_lanes_transpose(t);
    for (int i = 0; i < 4; i++) {
        q[i] = gaiti_lanes_multiply(q[i], bone->rotation_signs[i]);
    }
    for (int i = 0; i < 3; i++) {
        t[i] = gaiti_lanes_multiply(t[i], bone->translation_signs[i]);
    }
}

/* The rotation by q of any length, column by column. */
static bool lanes_rotate(const gaiti_lanes q[4], gaiti_lanes m[9]) {
    const gaiti_lanes one = gaiti_lanes_of(1);
    gaiti_lanes square = gaiti_lanes_add(
        gaiti_lanes_add(gaiti_lanes_multiply(q[0], q[0]), gaiti_lanes_multiply(q[1], q[1])),
        gaiti_lanes_add(gaiti_lanes_multiply(q[2], q[2]), gaiti_lanes_multiply(q[3], q[3])));
    gaiti_lanes scale = gaiti_lanes_divide(gaiti_lanes_of(2), square);
    gaiti_lanes x = gaiti_lanes_multiply(q[0], scale), y = gaiti_lanes_multiply(q[1], scale);
    gaiti_lanes z = gaiti_lanes_multiply(q[2], scale);
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
    return gaiti_lanes_all_less(gaiti_lanes_of(1e-12F), square);
}

/* The linear part of `a` times the column at `v`. */
static void lanes_map(const gaiti_lanes_pose *a, const gaiti_lanes v[3], gaiti_lanes out[3]) {
    for (int r = 0; r < 3; r++) {
        gaiti_lanes first = gaiti_lanes_multiply(a->m[r], v[0]);
        gaiti_lanes second = gaiti_lanes_multiply(a->m[3 + r], v[1]);
        gaiti_lanes third = gaiti_lanes_multiply(a->m[6 + r], v[2]);
        out[r] = gaiti_lanes_add(gaiti_lanes_add(first, second), third);
    }
}

bool gaiti_lanes_compose(gaiti_lanes_job *job, uint32_t frame) {
    bool good = true;
    for (uint32_t b = 0; b < job->bone_count; b++) {
        const gaiti_lanes_bone *bone = &job->bones[b];
        gaiti_lanes q[4], own[12], t[4];
        gaiti_lanes_pose *pose = &job->pose[b];
        lanes_load(bone, frame, q, t);
        if (bone->parent < 0) {
            good = lanes_rotate(q, pose->m) && good;
            memcpy(&pose->m[9], t, 3 * sizeof *t);
            continue;
        }
        const gaiti_lanes_pose *parent = &job->pose[bone->parent];
        good = lanes_rotate(q, own) && good;
        for (int column = 0; column < 3; column++) {
            lanes_map(parent, own + 3 * column, pose->m + 3 * column);
        }
        lanes_map(parent, t, pose->m + 9);
        for (int i = 9; i < 12; i++) {
            pose->m[i] = gaiti_lanes_add(pose->m[i], parent->m[i]);
        }
    }
    return good;
}
