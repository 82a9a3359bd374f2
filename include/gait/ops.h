/* Gait - operations on clips. */
#ifndef GAIT_OPS_H
#define GAIT_OPS_H

#include "gait/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What conversion between spaces needs to know. */
typedef enum gait_need {
    GAIT_NEED_NOTHING = 0,
    GAIT_NEED_PARENTS, /* the clip's skeleton has bones whose parent is unknown */
    GAIT_NEED_REST     /* the clip's skeleton has bones whose rest pose is unknown */
} gait_need;

/* What is missing to pose `clip` in `space`. Deltas can always be posed: bones without a known
 * rest turn about the model's origin. */
GAIT_API gait_need gait_pose_needs(const gait_clip *clip, gait_space space);

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

/* The clip in another space and other axes: new labels and numbers. Where only the axes change,
 * channels stay views of the same bytes (`clip` and its document must then outlive the result);
 * else rotations and translations of every bone become float keys of the result's own, one key
 * where all are the same, scale too where it differs from 1 by more than 1e-3. */
GAIT_API gait_status gait_clip_convert(const gait_clip *clip, gait_space space, gait_axes axes,
                                       const gait_options *options, gait_clip **out_clip);

/* The clip in GAIT_SPACE_LOCAL for what knows no scale: every bone keeps its place in model space
 * and takes the nearest rotation there, so that scale and shear of a bone move none of its
 * children. Rotations and translations say it all. Scale channels of the result only tell what was
 * taken off in model space, where it differs from 1 by more than 1e-3: they are not to be applied.
 * A local clip without scale and matrices becomes views, as in gait_clip_convert(). */
GAIT_API gait_status gait_clip_convert_rigid(const gait_clip *clip, gait_axes axes,
                                             const gait_options *options, gait_clip **out_clip);

/* The point that a bone turns about. */
typedef struct gait_pivot {
    double at[3];       /* in model space, engine axes, metres */
    double rms_m;       /* of a recovered one: how far the bone moves it, root mean square */
    uint8_t directions; /* of a recovered one: 3, or 2 of a hinge */
    gait_origin origin;
} gait_pivot;

/* Pivots of all bones of the clip's skeleton, from how they move: clips of deltas only, parents
 * known. Bones whose rest pose is known keep its place, with its origin. Of the others those that
 * turn about two axes or more, and move some point less than 3 mm, turn about that point
 * (GAIT_ORIGIN_RECOVERED); of a hinge it is the point of the axis that is nearest to the parent's
 * pivot. The rest take their parent's pivot (GAIT_ORIGIN_PARENT), or as roots the origin of the
 * model (GAIT_ORIGIN_UNKNOWN). `out_pivots` has room for bone_count. */
GAIT_API gait_status gait_recover_pivots(const gait_clip *clip, const gait_options *options,
                                         gait_pivot *out_pivots);

/* The skeleton with each bone at its pivot in the rest pose, unturned; origins as the pivots say.
 * The caller frees it. */
GAIT_API gait_status gait_skeleton_at_pivots(const gait_skeleton *skeleton,
                                             const gait_pivot *pivots, const gait_options *options,
                                             gait_skeleton **out_skeleton);

/* How well a skeleton covers a list of names (UTF-8, compared ignoring ASCII case). */
typedef struct gait_fit {
    uint32_t matched; /* names that the skeleton has */
    uint32_t missing; /* names that it lacks */
    uint32_t unused;  /* bones of the skeleton that no name asks for */
} gait_fit;

GAIT_API gait_fit gait_skeleton_fit(const gait_skeleton *skeleton, const char *const *names,
                                    uint32_t name_count);

/* The bone whose name is nearest to `name` by edit distance, or -1 when none is near (more than a
 * third of its letters differ). */
GAIT_API int32_t gait_skeleton_nearest(const gait_skeleton *skeleton, const char *name);

#ifdef __cplusplus
}
#endif
#endif
