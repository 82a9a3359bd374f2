/* Gait - poses of clips. */
#ifndef GAIT_POSE_H
#define GAIT_POSE_H

#include "gait/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is missing for a conversion between spaces. */
typedef enum gait_requirement {
    GAIT_REQUIRES_NOTHING = 0,
    GAIT_REQUIRES_PARENTS, /* the clip's skeleton has bones whose parent is unknown */
    GAIT_REQUIRES_REST     /* the clip's skeleton has bones whose rest pose is unknown */
} gait_requirement;

/* What is missing to pose `clip` in `space`. Poses that would be wrong without it are refused with
 * GAIT_UNSUPPORTED. A clip in local space, for example, has no poses in model space until the
 * parents are known: bind the skeleton of its model. Deltas can always be posed: bones without a
 * known rest pose rotate about the origin of the model. */
GAIT_API gait_requirement gait_pose_requirements(const gait_clip *clip, gait_space space);

/* The pose at key `frame`, in the given space and axes: one affine per bone of the skeleton. Bones
 * without channels have their rest pose, or the identity in clips of deltas. Does not allocate.
 * GAIT_BAD_ARGUMENT for a frame out of range; GAIT_UNSUPPORTED, with nothing written, when
 * gait_pose_requirements() reports a requirement for `space`. */
GAIT_API gait_status gait_pose_at_frame(const gait_clip *clip, uint32_t frame, gait_space space,
                                        gait_axes axes, gait_affine *out_pose);

/* Checks whether a clip that is played as a loop jumps where it begins again, and raises RTM045: a
 * bone turns by more than 10 degrees from the last key to the first one, and by more than three
 * times as much as between almost all other keys. Only plain numbers of the clip's own space are
 * compared; clips with fewer than three keys are not. `options` may be NULL. */
GAIT_API gait_status gait_check_loop(const gait_clip *clip, const gait_options *options);

/* The pose at `time`, in the time unit of the clip. Keys are interpolated in local space (slerp and
 * lerp). Of bones with unknown parents, the 12 numbers in model space are interpolated linearly;
 * clips relative to unknown parents are interpolated in their own space. `work` has room for
 * bone_count affines. GAIT_BAD_ARGUMENT for a time outside the range of the keys, or NaN;
 * GAIT_UNSUPPORTED as in gait_pose_at_frame(). */
GAIT_API gait_status gait_pose_at_time(const gait_clip *clip, double time, gait_space space,
                                       gait_axes axes, gait_affine *out_pose, gait_affine *work);

/* The point about which a bone rotates. */
typedef struct gait_pivot {
    double at[3];       /* in model space, engine axes, metres */
    double rms_m;       /* recovered pivots: root mean square distance by which it moves */
    uint8_t directions; /* recovered pivots: directions that the motion determines; 2 = a hinge */
    gait_origin origin;
} gait_pivot;

/* How well a skeleton covers a list of names (UTF-8, compared ignoring ASCII case). */
typedef struct gait_coverage {
    uint32_t matched; /* names that the skeleton has */
    uint32_t missing; /* names that it does not have */
    uint32_t unused;  /* bones of the skeleton that are not among the names */
} gait_coverage;

#ifdef __cplusplus
}
#endif
#endif
