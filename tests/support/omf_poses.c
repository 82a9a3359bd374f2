#include "omf_poses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gait/gait.h"
#include "gait/transform.h"
#include "sampler_errors.h"
#include "test.h"

static uint32_t bone_of(const gait_skeleton *skeleton, gait_span name) {
    uint32_t b = 0;
    while (b < skeleton->bone_count && (strlen(skeleton->bones[b].name) != name.size ||
                                        memcmp(skeleton->bones[b].name, name.data, name.size))) {
        b++;
    }
    return b;
}

static void compare_track(const gait_trs *found, const gait_affine *from, const gait_affine *to,
                          double fraction, omf_pose_errors *errors) {
    bool is_between = fraction > 0;
    gait_transform exact;
    if (!sampler_interpolate(from, to, fraction, &exact)) {
        errors->undefined++;
        return;
    }
    sampler_error error = sampler_error_of(found, &exact);
    double degrees = is_between ? SAMPLER_DEGREES_BETWEEN : SAMPLER_DEGREES_AT_KEYS;
    if (!(error.degrees <= degrees && error.metres <= sampler_metres(from, to) &&
          found->s[0] == 1 && found->s[1] == 1 && found->s[2] == 1)) {
        fail_msg("off by %g degrees and %g mm", error.degrees, 1000 * error.metres);
    }
    errors->metres = fmax(errors->metres, error.metres);
    errors->degrees[is_between] = fmax(errors->degrees[is_between], error.degrees);
    errors->compared++;
}

void omf_pose_compare(const gait_omf *omf, uint32_t motion, const gait_clip *clip, uint32_t key,
                      double fraction, omf_pose_errors *errors) {
    const gait_axes axes = GAIT_AXES_GLTF;
    uint32_t tracks = gait_omf_bone_count(omf), bones = clip->skeleton->bone_count;
    uint32_t next = key + 1 < clip->frame_count ? key + 1 : key;
    gait_trs *found = calloc((size_t)tracks + 1, sizeof *found);
    gait_affine *from = calloc((size_t)bones + 1, sizeof *from);
    gait_affine *to = calloc((size_t)bones + 1, sizeof *to);
    assert_true(found && from && to);
    assert_int_equal(gait_omf_pose(omf, motion, (key + fraction) / 30, axes, found, tracks),
                     GAIT_OK);
    assert_int_equal(gait_pose_at_frame(clip, key, GAIT_SPACE_LOCAL, axes, from), GAIT_OK);
    assert_int_equal(gait_pose_at_frame(clip, next, GAIT_SPACE_LOCAL, axes, to), GAIT_OK);
    for (uint32_t t = 0; t < tracks; t++) {
        uint32_t b = bone_of(clip->skeleton, gait_omf_bone_name(omf, t));
        if (b < bones) {
            compare_track(&found[t], &from[b], &to[b], fraction, errors);
        }
    }
    free(to);
    free(from);
    free(found);
}
