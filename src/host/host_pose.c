/* gait_host_pose(): the pose of a clip relative to the rest pose of a host program. */
#include <stddef.h>
#include <string.h>

#include "base/try.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "host/host_bone.h"
#include "model/affine.h"
#include "model/clip.h"
#include "ops/pose_steps.h"

enum { HOST_POSE_FLOATS = 7 };

struct gait_host_rig {
    gaiti_arena arena;
    const gait_skeleton *skeleton;
    gaiti_host_bone *bones;
};

gait_status gait_host_rig_new(const gait_host *host, const gait_options *options,
                              gait_host_rig **out_rig) {
    gait_status status;
    if (!GAITI_CLEAR(out_rig) || !host) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_host_rig *self =
        gaiti_new_object(options, sizeof *self, offsetof(gait_host_rig, arena), 0, &status);
    GAITI_TRY(status);
    gaiti_host_rest *rests;
    status = gaiti_host_read_rests(host, &self->arena, &rests);
    if (status == GAIT_OK) {
        self->skeleton = host->skeleton;
        self->bones = gaiti_alloc(&self->arena, host->skeleton->bone_count, sizeof *self->bones);
        status = self->arena.status;
    }
    for (uint32_t b = 0; self->bones && b < self->skeleton->bone_count; b++) {
        self->bones[b] = gaiti_host_bone_of(self->skeleton, rests, b);
    }
    if (status != GAIT_OK) {
        gait_host_rig_free(self);
        return status;
    }
    *out_rig = self;
    return GAIT_OK;
}

void gait_host_rig_free(gait_host_rig *rig) {
    gaiti_free_object(rig, offsetof(gait_host_rig, arena));
}

/* Replaces the linear parts of poses in model space by the nearest rotations, like exports. */
static void host_make_poses_rigid(gait_affine *poses, uint32_t count) {
    for (uint32_t b = 0; b < count; b++) {
        gait_transform transform;
        gait_affine_decompose(&poses[b], &transform);
        gaiti_matrix_from_quaternion(transform.q, poses[b].m);
    }
}

/* Stores the key of a pose relative to the parent. Translations that are not finite or too large
 * are replaced by that of the rest pose. */
static void host_store_pose(const gaiti_host_bone *bone, const gait_affine *local, float *out) {
    double q[4], t[3], rotation[4], m[3][3];
    memcpy(m, local->m, sizeof m);
    gaiti_quaternion_from_matrix(m, rotation);
    gaiti_host_bone_rotation(bone, rotation, q);
    gaiti_host_bone_translation(bone, rotation, local->t, t);
    for (int i = 0; i < 4; i++) { /* w first */
        out[i] = (float)q[(i + 3) % 4];
    }
    for (int i = 0; i < 3; i++) {
        out[4 + i] = gaiti_abs(t[i]) <= GAITI_HOST_MAX_VALUE ? (float)t[i] : 0;
    }
}

gait_status gait_host_pose(const gait_host_rig *rig, const gait_clip *clip, double time,
                           gait_affine *work, float *out) {
    if (!rig || !out || !work || !gaiti_clip_is_complete(clip) || clip->skeleton != rig->skeleton) {
        return GAIT_BAD_ARGUMENT;
    }
    uint32_t count = rig->skeleton->bone_count;
    GAITI_TRY(gait_pose_at_time(clip, time, GAIT_SPACE_MODEL, GAIT_AXES_GLTF, work, work + count));
    host_make_poses_rigid(work, count);
    gaiti_pose_convert(rig->skeleton, GAIT_SPACE_MODEL, GAIT_SPACE_LOCAL, GAIT_AXES_GLTF, work);
    for (uint32_t b = 0; b < count; b++) {
        host_store_pose(&rig->bones[b], &work[b], out + (size_t)b * HOST_POSE_FLOATS);
    }
    return GAIT_OK;
}
