/* Gait - operations on clips. */
#ifndef GAIT_OPS_H
#define GAIT_OPS_H

#include "gait/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What conversion between spaces needs to know. */
typedef enum gait_requirement {
    GAIT_REQUIRES_NOTHING = 0,
    GAIT_REQUIRES_PARENTS, /* the clip's skeleton has bones whose parent is unknown */
    GAIT_REQUIRES_REST     /* the clip's skeleton has bones whose rest pose is unknown */
} gait_requirement;

/* What is missing to pose `clip` in `space`. Deltas can always be posed: bones without a known
 * rest turn about the model's origin. */
GAIT_API gait_requirement gait_pose_requirements(const gait_clip *clip, gait_space space);

/* The pose at key `frame`, in the stated space and axes: one affine per bone of the skeleton.
 * Bones without channels are at rest, or unmoved in clips of deltas. Never allocates.
 * GAIT_BAD_ARGUMENT for a frame out of range. */
GAIT_API gait_status gait_pose_at_frame(const gait_clip *clip, uint32_t frame, gait_space space,
                                        gait_axes axes, gait_affine *out_pose);

/* The pose at `time` in the clip's own unit: slerp and lerp between keys, in local space, where
 * bones of unknown parents are roots; clips relative to parents that are unknown stay in their own
 * space. `work` has room for bone_count affines. GAIT_BAD_ARGUMENT for a time outside [first, last]
 * key, or not a number. */
GAIT_API gait_status gait_pose_at_time(const gait_clip *clip, double time, gait_space space,
                                       gait_axes axes, gait_affine *out_pose, gait_affine *work);

/* The point that a bone turns about. */
typedef struct gait_pivot {
    double at[3];       /* in model space, engine axes, metres */
    double rms_m;       /* of a recovered one: how far the bone moves it, root mean square */
    uint8_t directions; /* of a recovered one: 3, or 2 of a hinge */
    gait_origin origin;
} gait_pivot;

/* How well a skeleton covers a list of names (UTF-8, compared ignoring ASCII case). */
typedef struct gait_coverage {
    uint32_t matched; /* names that the skeleton has */
    uint32_t missing; /* names that it lacks */
    uint32_t unused;  /* bones of the skeleton that no name asks for */
} gait_coverage;

/* The bone whose name is nearest to `name` by edit distance, or -1 when none is near (more than a
 * third of its letters differ). */
GAIT_API int32_t gait_skeleton_nearest(const gait_skeleton *skeleton, const char *name);

#ifdef __cplusplus
}
#endif
#endif
