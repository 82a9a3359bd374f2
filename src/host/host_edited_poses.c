/* gait_host_edited_add_poses(): an edited clip from the poses that are seen in a host program. */

#include "gait/transform.h"
#include "host/host_edited.h"
#include "host/host_rig.h"
#include "host/host_timeline.h"
#include "model/affine.h"
#include "base/try.h"

enum {
    POSES_MATRIX = 16,              /* floats */
    POSES_HEADER = 8,               /* bytes of a bone in a block */
    POSES_KEY = (5 + 4) * 4,        /* bytes of a rotation and of a translation */
    POSES_MAX_COUNT = INT32_MAX / 2 /* of poses; the times are exact as floats far below */
};

/* Reads the pose of a frame: per bone the transform in glTF axes relative to the parent. */
static bool poses_read(const gaiti_host_edit *self, const gait_host_pose_clip *clip, uint32_t frame,
                       gait_affine *models, gait_transform *locals) {
    const float *poses = clip->poses + (size_t)frame * clip->row_count * POSES_MATRIX;
    for (uint32_t b = 0; b < self->object.edit.joint_count; b++) {
        int32_t parent = self->object.edit.joints[b].parent;
        gait_affine local, inverse;
        if (clip->rows[b] < 0) {
            locals[b] = self->rests[b];
            local = gait_affine_from_transform(&self->rests[b]);
            models[b] = parent < 0 ? local : gait_affine_multiply(&models[parent], &local);
            continue;
        }
        double skew;
        if (!gaiti_host_read_matrix(poses + (size_t)clip->rows[b] * POSES_MATRIX, &local, &skew)) {
            return false;
        }
        models[b] = local = gait_affine_multiply(&self->to_gltf, &local);
        if (parent >= 0) {
            gait_affine_invert(&models[parent], &inverse);
            local = gait_affine_multiply(&inverse, &local);
        }
        gait_affine_decompose(&local, &locals[b]);
    }
    return true;
}

/* Writes key `index`, at a frame, relative to the rest pose, into the block of a bone. */
static void poses_write_key(uint8_t *block, uint32_t count, uint32_t index, double frame,
                            const gait_transform *rest, const gait_transform *local) {
    const double inverse[4] = {-rest->q[0], -rest->q[1], -rest->q[2], rest->q[3]};
    const double moved[3] = {local->t[0] - rest->t[0], local->t[1] - rest->t[1],
                             local->t[2] - rest->t[2]};
    double q[4], rotation[3][3];
    gaiti_quaternion_multiply(inverse, local->q, q);
    gaiti_matrix_from_quaternion(inverse, rotation);
    float turn[5] = {(float)frame, (float)q[3], (float)q[0], (float)q[1], (float)q[2]};
    float place[4] = {(float)frame};
    for (int i = 0; i < 3; i++) {
        place[1 + i] = (float)gaiti_vector_dot(rotation[i], moved);
    }
    uint8_t *at = block + POSES_HEADER + (size_t)index * sizeof turn;
    for (int i = 0; i < 5; i++) {
        gaiti_store_f32(at + 4 * i, turn[i]);
    }
    at = block + POSES_HEADER + (size_t)count * sizeof turn + (size_t)index * sizeof place;
    for (int i = 0; i < 4; i++) {
        gaiti_store_f32(at + 4 * i, place[i]);
    }
}

/* Sets *out to a block of keys (docs/host_keys.md#block). */
static gait_status poses_make_block(const gaiti_host_edit *self, const gait_host_pose_clip *clip,
                                    gaiti_arena *arena, gait_span *out) {
    const uint32_t bones = self->object.edit.joint_count, count = clip->pose_count;
    const uint64_t size = POSES_HEADER + (uint64_t)count * POSES_KEY;
    uint8_t *block = gaiti_alloc_uninitialised(arena, bones * size, 1);
    gait_affine *models = gaiti_alloc(arena, bones, sizeof *models);
    gait_transform *locals = gaiti_alloc(arena, bones, sizeof *locals);
    GAITI_TRY(arena->status);
    for (uint32_t b = 0; b < bones; b++) {
        gaiti_store_u32(block + b * size, count);
        gaiti_store_u32(block + b * size + 4, count);
    }
    for (uint32_t f = 0; f < count; f++) {
        double frame = clip->pose_frames ? clip->pose_frames[f] : (double)f;
        if (!poses_read(self, clip, f, models, locals)) {
            return GAIT_CORRUPT;
        }
        for (uint32_t b = 0; b < bones; b++) {
            poses_write_key(block + b * size, count, f, frame, &self->rests[b], &locals[b]);
        }
    }
    *out = (gait_span){block, (size_t)(bones * size)}; /* was allocated */
    return GAIT_OK;
}

static bool poses_are_valid(const gaiti_host_edit *self, const gait_host_pose_clip *clip) {
    bool is_valid = clip->poses && clip->rows && clip->row_count > 0 && clip->pose_count > 0 &&
                    clip->pose_count < POSES_MAX_COUNT &&
                    gaiti_host_timeline_is_valid(&(gait_host_timeline){clip->fps, 0});
    for (uint32_t b = 0; is_valid && b < self->object.edit.joint_count; b++) {
        is_valid = clip->rows[b] < 0 || (uint32_t)clip->rows[b] < clip->row_count;
    }
    double previous = 0;
    for (uint32_t p = 0; is_valid && clip->pose_frames && p < clip->pose_count; p++) {
        is_valid = clip->pose_frames[p] >= previous && clip->pose_frames[p] <= GAITI_HOST_MAX_VALUE;
        previous = clip->pose_frames[p];
    }
    return is_valid;
}

gait_status gait_host_edited_add_poses(gait_edited_file *edited, const gait_host_pose_clip *clip) {
    gaiti_host_edit *self = gaiti_host_edit_of(edited);
    if (!self || !clip || !poses_are_valid(self, clip)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_host_source source = {.name = clip->name,
                                .form = GAITI_HOST_KEYS,
                                .place = {clip->fps, 0, clip->frames / clip->fps},
                                .sampled_fps = clip->pose_frames ? 0 : clip->fps};
    const gait_options memory = {.allocator = self->object.arena.allocator};
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &memory, 0);
    gait_status status = poses_make_block(self, clip, &scratch, &source.block);
    if (status == GAIT_OK) {
        status = gaiti_host_add(self, &source);
    }
    gaiti_arena_free(&scratch);
    return status;
}
