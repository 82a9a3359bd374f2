/* Gait - clips in other spaces and axes, and skeletons fitted to them. */
#ifndef GAIT_CLIP_H
#define GAIT_CLIP_H

#include "gait/ops.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* Counts which of the names (UTF-8, compared ignoring ASCII case) the skeleton has. NULL is a
 * skeleton without bones, a list without names, and a name that no skeleton has. */
GAIT_API gait_coverage gait_skeleton_coverage(const gait_skeleton *skeleton,
                                              const char *const *names, uint32_t name_count);

#ifdef __cplusplus
}
#endif
#endif
