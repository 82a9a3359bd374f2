/* Gait - bones: which of them a clip moves, what becomes of those of a file, similar names. */
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

/* What becomes of a bone of a file on a skeleton. */
typedef enum gait_bone_outcome {
    GAIT_BONE_LEFT_OUT = 0, /* it has no pose: its keys are relative to an unknown parent */
    GAIT_BONE_ALONE,        /* posed as a root, because its parent is unknown */
    GAIT_BONE_RECOVERED,    /* posed; its place in the hierarchy was computed from the motion */
    GAIT_BONE_OF_SKELETON   /* posed; a file, a built-in table or a convention has its parent */
} gait_bone_outcome;

/* Decides what becomes of the bone with this name, for every operation. `skeleton` is bound to the
 * file, or will be; NULL = none is known. `is_in_model_space`: keys are relative to the model, so
 * that a bone that the skeleton lacks can be posed alone (GAIT_MODEL_SPACE). */
GAIT_API gait_bone_outcome gait_skeleton_outcome(const gait_skeleton *skeleton, const char *name,
                                                 bool is_in_model_space);

/* "left_out", "alone", "recovered" or "skeleton"; "unknown" for any other value. Static storage.
 */
GAIT_API const char *gait_bone_outcome_name(gait_bone_outcome outcome);

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
