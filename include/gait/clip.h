/* Gait - conversion of clips to other spaces and axes, and recovery of pivots. */
#ifndef GAIT_CLIP_H
#define GAIT_CLIP_H

#include "gait/ops.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Converts a clip to another space and other axes. If only the axes change, channels stay views of
 * the same bytes, and `clip` and its document must outlive the result. Otherwise the result owns
 * float keys for rotation and translation of every bone (one key if all are equal), and for scale
 * if it differs from 1 by more than 1e-3. GAIT_UNSUPPORTED when gait_pose_requirements() reports a
 * requirement for `space`. */
GAIT_API gait_status gaiti_clip_convert(const gait_clip *clip, gait_space space, gait_axes axes,
                                        const gait_options *options, gait_clip **out_clip);

/* Converts a clip to GAIT_SPACE_LOCAL without scale: every bone keeps its place in model space and
 * gets the nearest rotation there, so that scale and shear of a bone do not move its children.
 * Rotations and translations describe the result completely. The scale channels of the result only
 * record the scale that was removed in model space, if it differs from 1 by more than 1e-3; do not
 * apply them. A local clip without scale and matrices becomes views, as in gaiti_clip_convert().
 * GAIT_UNSUPPORTED when gait_pose_requirements() reports a requirement for GAIT_SPACE_MODEL. */
GAIT_API gait_status gaiti_clip_convert_rigid(const gait_clip *clip, gait_axes axes,
                                              const gait_options *options, gait_clip **out_clip);

/* Computes the pivots of all bones from their motion; for clips of deltas with known parents. The
 * pivot of a bone with a known rest pose is its position in that pose, with the origin of that
 * pose. For other bones it is computed (GAIT_ORIGIN_RECOVERED). If the bone rotates about two axes
 * or more, it is the point that moves less than 3 mm. For a hinge it is the point of the axis
 * nearest to the pivot of the parent. If there is no such point, the bone gets the pivot of its
 * parent (GAIT_ORIGIN_PARENT). A root without a known rest pose always gets the origin of the model
 * (GAIT_ORIGIN_UNKNOWN). `out_pivots` has room for bone_count. */
GAIT_API gait_status gaiti_recover_pivots(const gait_clip *clip, const gait_options *options,
                                          gait_pivot *out_pivots);

/* A copy of the skeleton whose rest pose places each bone at its pivot, without rotation. The
 * `rest_origin` of each bone is the `origin` of its pivot. The caller frees it. */
GAIT_API gait_status gaiti_skeleton_at_pivots(const gait_skeleton *skeleton,
                                              const gait_pivot *pivots, const gait_options *options,
                                              gait_skeleton **out_skeleton);

/* Counts the names (UTF-8, compared ignoring ASCII case) that the skeleton has. A NULL skeleton has
 * no bones, a NULL list no names, and a NULL name matches nothing. */
GAIT_API gait_coverage gaiti_skeleton_coverage(const gait_skeleton *skeleton,
                                               const char *const *names, uint32_t name_count);

#ifdef __cplusplus
}
#endif
#endif
