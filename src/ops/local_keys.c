#include "ops/local_keys.h"

#include "gait/ops.h"
#include "model/quaternion.h"

enum { LOCAL_KEYS_ROWS = 10 };

uint64_t gaiti_local_keys_work(const gait_clip *clip) {
    return (uint64_t)clip->skeleton->bone_count * sizeof(gait_affine);
}

static void local_keys_store(const gait_transform *transform, bool is_first, uint32_t row,
                             float *out) {
    double dot = 0;
    for (size_t i = 0; i < 4 && !is_first; i++) {
        dot += transform->q[i] * (double)out[(3 + i) * row - 1];
    }
    for (size_t i = 0; i < 4; i++) {
        out[(3 + i) * row] = (float)(dot < 0 ? -transform->q[i] : transform->q[i]);
    }
    for (size_t i = 0; i < 3; i++) {
        out[i * row] = (float)transform->t[i];
        out[(7 + i) * row] = (float)transform->s[i];
    }
}

void gaiti_local_keys(const gait_clip *clip, gait_axes axes, uint32_t row, float *out, void *work) {
    gait_affine *pose = work;
    for (uint32_t f = 0; f < row; f++) {
        uint32_t frame = f < clip->frame_count ? f : clip->frame_count - 1;
        gait_pose_at_frame(clip, frame, GAIT_SPACE_LOCAL, axes, pose);
        for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
            gait_transform transform;
            gait_affine_decompose(&pose[b], &transform);
            local_keys_store(&transform, f == 0, row, out + (size_t)b * LOCAL_KEYS_ROWS * row + f);
        }
    }
}
