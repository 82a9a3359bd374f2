/* Poses of samplers. */
#include <string.h>

#include "ops/sampler_memory.h"

static const gaiti_sampler_kernels *pose_kernels(void) {
    const gaiti_sampler_kernels *kernels = gaiti_sampler_kernels_by(GAITI_SAMPLER_AVX2);
    return kernels ? kernels : gaiti_sampler_kernels_by(GAITI_SAMPLER_BASE);
}

gait_status gait_sampler_rows(const gait_sampler *sampler, const gait_moment *moment,
                              float *out_rows, size_t capacity) {
    if (!gaiti_sampler_has(sampler, moment) || (!out_rows && sampler->bone_count > 0) ||
        capacity <
            gaiti_sampler_row_count(sampler) * (size_t)GAITI_SAMPLER_LANES * sampler->group_count) {
        return GAIT_BAD_ARGUMENT;
    }
    pose_kernels()->rows(sampler, moment, out_rows);
    return GAIT_OK;
}

gait_status gait_sampler_matrices(const gait_sampler *sampler, const gait_moment *moment,
                                  gait_sampler_space space, float *out_matrices, size_t capacity) {
    if (!gaiti_sampler_has(sampler, moment) || (unsigned)space > GAIT_SAMPLER_SKINNING ||
        (!out_matrices && sampler->bone_count > 0) ||
        capacity < (size_t)sampler->bone_count * GAITI_SAMPLER_MATRIX) {
        return GAIT_BAD_ARGUMENT;
    }
    if (sampler->is_unavailable[space]) {
        return GAIT_UNSUPPORTED;
    }
    pose_kernels()->matrices(sampler, moment, space, out_matrices);
    return GAIT_OK;
}

/* --- transforms ------------------------------------------------------------------------------- */

/* Rotates a vector by a unit quaternion: v + 2 u x (u x v + w v), u = the vector part. */
static void pose_rotate(const float q[4], const float v[3], float out[3]) {
    float a[3] = {q[1] * v[2] - q[2] * v[1] + q[3] * v[0], q[2] * v[0] - q[0] * v[2] + q[3] * v[1],
                  q[0] * v[1] - q[1] * v[0] + q[3] * v[2]};
    out[0] = v[0] + 2 * (q[1] * a[2] - q[2] * a[1]);
    out[1] = v[1] + 2 * (q[2] * a[0] - q[0] * a[2]);
    out[2] = v[2] + 2 * (q[0] * a[1] - q[1] * a[0]);
}

/* Makes the transform of a bone relative to that of its parent. */
static void pose_apply_parent(const gait_trs *parent, gait_trs *bone) {
    const float *p = parent->q, *q = bone->q;
    float scaled[3], moved[3];
    for (int i = 0; i < 3; i++) {
        scaled[i] = parent->s[i] * bone->t[i];
        bone->s[i] *= parent->s[i];
    }
    pose_rotate(p, scaled, moved);
    for (int i = 0; i < 3; i++) {
        bone->t[i] = parent->t[i] + moved[i];
    }
    /* With alternating signs in one column, gcc 12 makes fused multiply-adds of them for processors
     * that have these, in spite of -ffp-contract=off. */
    float product[4] = {p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
                        p[3] * q[1] + p[1] * q[3] + p[2] * q[0] - p[0] * q[2],
                        p[3] * q[2] + p[2] * q[3] + p[0] * q[1] - p[1] * q[0],
                        p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2]};
    memcpy(bone->q, product, sizeof product);
}

gait_status gait_sampler_transforms(const gait_sampler *sampler, const gait_moment *moment,
                                    gait_sampler_space space, gait_trs *out_transforms,
                                    size_t capacity) {
    if (!gaiti_sampler_has(sampler, moment) || (unsigned)space > GAIT_SAMPLER_MODEL ||
        (!out_transforms && sampler->bone_count > 0) || capacity < sampler->bone_count) {
        return GAIT_BAD_ARGUMENT;
    }
    if (sampler->is_unavailable[space]) {
        return GAIT_UNSUPPORTED;
    }
    pose_kernels()->transforms(sampler, moment, out_transforms);
    for (uint32_t i = 0; i < sampler->joint_count && space == GAIT_SAMPLER_MODEL; i++) {
        const gaiti_sampler_joint *joint = &sampler->joints[i];
        pose_apply_parent(&out_transforms[joint->parent], &out_transforms[joint->bone]);
    }
    return GAIT_OK;
}
