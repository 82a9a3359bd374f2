/* Gait - bones: which of them a clip moves, known parents, similar names. */
#ifndef GAIT_BONES_H
#define GAIT_BONES_H

#include "gait/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Determines which bones a clip moves: out_moves[b] is true if the pose of bone b relative to its
 * parent is another one at a later frame than at the first. Clips in GAIT_SPACE_LOCAL are compared
 * exactly, and a bone whose channels have one key costs nothing. In other spaces, poses relative to
 * the parent are computed from rounded keys; there, the poses differ if a component of the
 * translation or an element of the linear part differs by more than 0.001 (1 mm, 0.06 degrees).
 * `out_moves` has room for the bones of the skeleton. `options` (may be NULL) is for temporary
 * memory. GAIT_BAD_ARGUMENT for NULL and for incomplete clips; GAIT_UNSUPPORTED when
 * gait_pose_requirements() reports a requirement for GAIT_SPACE_LOCAL. */
GAIT_API gait_status gait_clip_moving_bones(const gait_clip *clip, const gait_options *options,
                                            bool *out_moves);

/* True when the parents of all bones are known (a root is known to have none); false for NULL.
 */
GAIT_API bool gait_skeleton_has_known_parents(const gait_skeleton *skeleton);
/* The bone whose name is nearest to `name` by edit distance, or -1 when in every name more than a
 * third of the letters differ. */
GAIT_API int32_t gait_skeleton_nearest(const gait_skeleton *skeleton, const char *name);

#ifdef __cplusplus
}
#endif
#endif
