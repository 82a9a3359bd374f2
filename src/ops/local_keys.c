/* Decides whether floats are accurate enough, and converts keys in blocks or exactly. */
#include "ops/local_keys.h"

#include <string.h>

#include "base/bits.h"
#include "base/number/number.h"
#include "model/affine.h"
#include "model/clip.h"
#include "ops/local_keys_block.h"
#include "ops/pose_steps.h"
#include "gait/transform.h"

uint64_t gaiti_local_keys_work(const gait_clip *clip) {
    return (uint64_t)clip->skeleton->bone_count *
               (sizeof(gait_affine) + sizeof(gaiti_local_bone) + sizeof(gaiti_local_pose)) +
           sizeof(gaiti_local_pose);
}

/* --- the exact way ---------------------------------------------------------------------------- */

/* The bits of NaN differ between machines. */
static float local_f32(double value) {
    return gaiti_is_nan(value) ? gaiti_f32_of_bits(0x7FC00000) : (float)value;
}

static void local_store_key(const gait_affine *pose, uint32_t row, float *out) {
    gait_transform key;
    gait_affine_decompose(pose, &key);
    for (size_t i = 0; i < 3; i++) {
        out[i * row] = local_f32(key.t[i]);
        out[(7 + i) * row] = local_f32(key.s[i]);
    }
    for (size_t i = 0; i < 4; i++) {
        out[(3 + i) * row] = (float)key.q[i];
    }
}

/* The pose of a bone of a clip of deltas in model space. */
static gait_affine local_exact_model(const gaiti_local_job *job, uint32_t b, uint32_t frame) {
    const gaiti_local_bone *bone = &job->bones[b];
    gait_affine rest;
    memcpy(rest.m, bone->rest, sizeof rest.m);
    memcpy(rest.t, bone->origin, sizeof rest.t);
    gaiti_pose_load_bone(job->clip, b, frame, job->pose);
    gait_affine delta = gait_affine_change_axes(&job->pose[b], job->clip->axes, job->axes);
    return gait_affine_multiply(&delta, &rest);
}

/* The local pose of a bone, if it depends on no other bones or, for deltas, only on its parent. */
static gait_affine local_exact_pose(const gaiti_local_job *job, uint32_t b, uint32_t frame) {
    int32_t parent = job->bones[b].parent;
    if (job->clip->space == GAIT_SPACE_LOCAL) {
        gaiti_pose_load_bone(job->clip, b, frame, job->pose);
        return gait_affine_change_axes(&job->pose[b], job->clip->axes, job->axes);
    }
    gait_affine pose = local_exact_model(job, b, frame);
    if (parent >= 0) {
        gait_affine above = local_exact_model(job, (uint32_t)parent, frame);
        gait_affine_invert(&above, &above);
        pose = gait_affine_multiply(&above, &pose);
    }
    return pose;
}

/* Converts the bones with is_exact. */
static void local_convert_exactly(const gaiti_local_job *job, uint32_t frame) {
    const gait_clip *clip = job->clip;
    bool is_alone = clip->space == GAIT_SPACE_LOCAL || clip->space == GAIT_SPACE_DELTA;
    if (!is_alone) {
        gaiti_pose_at_frame(clip, frame, GAIT_SPACE_LOCAL, job->axes, job->pose);
    }
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        if (job->bones[b].is_exact) {
            gait_affine pose = is_alone ? local_exact_pose(job, b, frame) : job->pose[b];
            local_store_key(&pose, job->row,
                            job->out + (size_t)b * GAITI_LOCAL_ROWS * job->row + frame);
        }
    }
}

/* --- bones ------------------------------------------------------------------------------------ */

static gaiti_local_source local_source(const gait_channel *channel) {
    return (gaiti_local_source){.data = channel->data,
                                .stride = channel->count > 1 ? channel->stride : 0,
                                .element = channel->element};
}

static bool local_is_float(const gait_channel *channel) {
    return channel->count && (channel->element == GAIT_F32 || channel->element == GAIT_F32_LE);
}

/* Sets the signs of `count` floats for the axes of the output. */
static void local_set_signs(const gaiti_local_job *job, const gait_channel *channel,
                            bool is_rotation, unsigned count, float *out) {
    gait_channel changed = *channel;
    gaiti_channel_change_axes(&changed, is_rotation, job->clip->axes, job->axes);
    for (unsigned i = 0; i < count; i++) {
        out[i] = changed.count && changed.negate >> i & 1 ? -1.0F : 1.0F;
    }
}

/* True when the rest pose rotates. Zeros may be negative. */
static bool local_is_turned(const gaiti_local_bone *bone) {
    bool is_turned = false;
    for (int i = 0; i < 9; i++) {
        is_turned = is_turned || bone->rest[i / 3][i % 3] != (i % 4 == 0);
    }
    return is_turned;
}

/* A bone in GAIT_SPACE_DELTA. Absent channels are those of the identity. */
static void local_bind_matrix(const gaiti_local_job *job, const gait_track *track,
                              gaiti_local_bone *bone) {
    static const uint8_t identity[48] = {
        [2] = 0x80, [3] = 0x3F, [18] = 0x80, [19] = 0x3F, [34] = 0x80, [35] = 0x3F,
    };
    const gait_channel absent = {.data = identity, .element = GAIT_MAT3_LE};
    const gait_channel *rotation = track->rotation.count ? &track->rotation : &absent;
    const gait_channel *translation = &track->translation;
    if (track->scale.count || rotation->element != GAIT_MAT3_LE ||
        (translation->count && !local_is_float(translation))) {
        return;
    }
    local_set_signs(job, rotation, true, 9, bone->signs);
    local_set_signs(job, translation, false, 3, bone->signs + 9);
    bone->kind = GAITI_LOCAL_MATRIX;
    bone->rotation = local_source(rotation);
    bone->translation = local_source(translation);
    if (!translation->count) {
        bone->translation = (gaiti_local_source){.data = identity + 36, .element = GAIT_F32_LE};
    }
    bone->is_joined = bone->translation.data == bone->rotation.data + 36 &&
                      bone->translation.stride == bone->rotation.stride &&
                      bone->translation.element == GAIT_F32_LE;
    bone->is_turned = local_is_turned(bone);
}

/* The rotation of a rest pose, and that of its inverse. False when it is not rigid. */
static bool local_rest_rotation(const gaiti_local_bone *bone, double q[4], double inverse[3][3]) {
    gait_affine rest = {{{0}}, {0}};
    gait_transform parts;
    memcpy(rest.m, bone->rest, sizeof rest.m);
    double defect = 0;
    gait_affine_decompose(&rest, &parts);
    memcpy(q, parts.q, sizeof parts.q);
    gaiti_matrix_from_quaternion(q, rest.m);
    for (int i = 0; i < 9; i++) {
        defect += gaiti_abs(rest.m[i / 3][i % 3] - bone->rest[i / 3][i % 3]);
        inverse[i % 3][i / 3] = bone->rest[i / 3][i % 3];
    }
    return defect < 1e-9;
}

/* Replaces absent channels of a bone in GAIT_SPACE_LOCAL by the rest pose, unless it is scaled. */
static void local_add_rest(const gait_clip *clip, uint32_t b, gaiti_local_bone *bone,
                           gait_track *track) {
    gait_affine rest = gait_affine_from_transform(&clip->skeleton->bones[b].rest);
    rest = gait_affine_change_axes(&rest, GAIT_AXES_ENGINE, clip->axes);
    gait_transform parts;
    if (!(gait_affine_decompose(&rest, &parts) < 1e-9)) {
        return;
    }
    for (int i = 0; i < 7; i++) {
        bone->constants[i] = (float)(i < 4 ? parts.q[i] : parts.t[i - 4]);
    }
    const uint8_t *data = (const uint8_t *)bone->constants;
    const gait_channel constant = {.data = data, .count = 1, .element = GAIT_F32};
    if (!track->rotation.count) {
        track->rotation = constant;
    }
    if (!track->translation.count) {
        track->translation = constant;
        track->translation.data += 4 * sizeof *bone->constants;
    }
}

/* Sets the rest pose of a bone in GAIT_SPACE_LOCAL_DELTA, and that of its parent. False when one is
 * not rigid. */
static bool local_bind_delta(const gaiti_local_job *job, gaiti_local_bone *bone) {
    static const gaiti_local_bone root = {.rest = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const gaiti_local_bone *above = bone->parent >= 0 ? &job->bones[bone->parent] : &root;
    double after[4], before[4], unused[3][3];
    bone->is_delta = true;
    bone->is_turned = local_is_turned(bone) || local_is_turned(above);
    memcpy(bone->parent_at, above->origin, sizeof bone->parent_at);
    if (!bone->is_turned) {
        return true;
    }
    if (!local_rest_rotation(bone, after, unused) ||
        !local_rest_rotation(above, before, bone->parent_rest)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        bone->after[i] = (float)after[i];
        bone->before[i] = (float)(i < 3 ? -before[i] : before[i]);
    }
    return true;
}

/* A bone in GAIT_SPACE_LOCAL or GAIT_SPACE_LOCAL_DELTA. */
static void local_bind_quaternion(const gaiti_local_job *job, uint32_t b, gaiti_local_bone *bone) {
    gait_track track = job->clip->tracks[b];
    bool is_local = job->clip->space == GAIT_SPACE_LOCAL;
    bone->is_regular = gaiti_track_is_absent(&track);
    if (is_local && !(track.rotation.count && track.translation.count)) {
        local_add_rest(job->clip, b, bone, &track);
    }
    bool is_quaternion = local_is_float(&track.rotation) ||
                         (track.rotation.count && track.rotation.element == GAIT_SNORM16);
    if (track.scale.count || !is_quaternion || !local_is_float(&track.translation) ||
        !(is_local || local_bind_delta(job, bone))) {
        return;
    }
    local_set_signs(job, &track.rotation, true, 4, bone->signs);
    local_set_signs(job, &track.translation, false, 3, bone->signs + 9);
    bone->kind = GAITI_LOCAL_QUATERNION;
    bone->rotation = local_source(&track.rotation);
    bone->translation = local_source(&track.translation);
}

static void local_bind_bones(const gaiti_local_job *job) {
    const gait_skeleton *skeleton = job->clip->skeleton;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        gaiti_local_bone *bone = &job->bones[b];
        gait_affine rest =
            gait_affine_change_axes(&skeleton->rest_model[b], GAIT_AXES_ENGINE, job->axes);
        memset(bone, 0, sizeof *bone);
        memcpy(bone->rest, rest.m, sizeof bone->rest);
        memcpy(bone->origin, rest.t, sizeof bone->origin);
        bone->parent = skeleton->bones[b].parent;
        if (bone->parent >= 0) {
            job->bones[bone->parent].has_children = true;
        }
        if (job->clip->space == GAIT_SPACE_DELTA) {
            local_bind_matrix(job, &job->clip->tracks[b], bone);
        } else if (job->clip->space != GAIT_SPACE_MODEL) {
            local_bind_quaternion(job, b, bone);
        }
    }
}

/* --- the whole clip --------------------------------------------------------------------------- */

/* Repeats the last frame to the end of the rows. */
static void local_fill_rows(uint32_t frame_count, uint32_t row, float *bone) {
    for (uint32_t i = 0; i < GAITI_LOCAL_ROWS; i++, bone += row) {
        for (uint32_t f = frame_count; f < row; f++) {
            bone[f] = bone[frame_count - 1];
        }
    }
}

/* The functions for eight frames. */
typedef struct local_variant {
    bool (*convert)(const gaiti_local_job *job, uint32_t first);
    void (*continue_signs)(uint32_t row, float *bone);
} local_variant;

static void local_convert_clip(const gaiti_local_job *job, local_variant variant) {
    uint32_t frames = job->clip->frame_count;
    size_t bones = job->clip->skeleton->bone_count;
    if (frames == 0) {
        return;
    }
    local_bind_bones(job);
    memset(job->poses, 0, (bones + 1) * sizeof *job->poses);
    for (int i = 0; i < 3 * GAITI_LOCAL_BLOCK; i++) {
        job->root->inverse[i / GAITI_LOCAL_BLOCK * 4][i % GAITI_LOCAL_BLOCK] = 1;
    }
    for (uint32_t first = 0; first < frames; first += GAITI_LOCAL_BLOCK) {
        bool is_any_exact = variant.convert(job, first);
        for (uint32_t f = first; is_any_exact && f < frames && f < first + GAITI_LOCAL_BLOCK; f++) {
            local_convert_exactly(job, f);
        }
    }
    for (size_t b = 0; b < bones; b++) {
        float *bone = job->out + b * GAITI_LOCAL_ROWS * job->row;
        local_fill_rows(frames, job->row, bone);
        variant.continue_signs(job->row, bone);
    }
}

static gaiti_local_job local_new_job(const gait_clip *clip, gait_axes axes, uint32_t row,
                                     float *out, void *work) {
    size_t bones = clip->skeleton->bone_count;
    gaiti_local_job job = {.clip = clip, .axes = axes, .row = row, .out = out, .pose = work};
    job.bones = (gaiti_local_bone *)(void *)(job.pose + bones);
    job.poses = (gaiti_local_pose *)(void *)(job.bones + bones);
    job.root = job.poses + bones;
    return job;
}

void gaiti_local_keys_narrow(const gait_clip *clip, gait_axes axes, uint32_t row, float *out,
                             void *work) {
    gaiti_local_job job = local_new_job(clip, axes, row, out, work);
    local_convert_clip(&job, (local_variant){gaiti_local_block, gaiti_local_signs});
}

void gaiti_local_keys(const gait_clip *clip, gait_axes axes, uint32_t row, float *out, void *work) {
#if GAITI_HAS_AVX2
    if (__builtin_cpu_supports("avx2")) {
        gaiti_local_job job = local_new_job(clip, axes, row, out, work);
        local_convert_clip(&job, (local_variant){gaiti_local_block_wide, gaiti_local_signs_wide});
        return;
    }
#endif
    gaiti_local_keys_narrow(clip, axes, row, out, work);
}
