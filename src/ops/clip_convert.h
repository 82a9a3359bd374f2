/* Conversion of the space and axes of clips. */
#ifndef GAITI_CLIP_CONVERT_H
#define GAITI_CLIP_CONVERT_H

#include "gait/pose.h"

/* Converts a clip to another space and other axes. If only the axes change, channels stay views of
 * the same bytes, and `clip` and its document must outlive the result. Otherwise the result owns
 * float keys for rotation and translation of every bone (one key if all are equal), and for scale
 * if it differs from 1 by more than 1e-3. GAIT_UNSUPPORTED when gait_pose_requirements() reports a
 * requirement for `space`. */
gait_status gaiti_clip_convert(const gait_clip *clip, gait_space space, gait_axes axes,
                               const gait_options *options, gait_clip **out_clip);
/* Converts a clip to GAIT_SPACE_LOCAL without scale: every bone keeps its place in model space and
 * gets the nearest rotation there, so that scale and shear of a bone do not move its children.
 * Rotations and translations describe the result completely. The scale channels of the result only
 * record the scale that was removed in model space, if it differs from 1 by more than 1e-3; do not
 * apply them. A local clip without scale and matrices becomes views, as in gaiti_clip_convert().
 * GAIT_UNSUPPORTED when gait_pose_requirements() reports a requirement for GAIT_SPACE_MODEL. */
gait_status gaiti_clip_convert_rigid(const gait_clip *clip, gait_axes axes,
                                     const gait_options *options, gait_clip **out_clip);

#endif
