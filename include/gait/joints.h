/* Gait - skeletons that are recovered from the motion of the bones. */
#ifndef GAIT_JOINTS_H
#define GAIT_JOINTS_H

#include "gait/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How the joint of a bone with its parent is known. */
typedef enum gait_joint_kind {
    GAIT_JOINT_NONE = 0, /* the bone has no parent */
    GAIT_JOINT_RIGID,    /* both move as one: chosen by the names of the bones */
    GAIT_JOINT_HELD,     /* both hardly turn against each other: a guess with little effect */
    GAIT_JOINT_PROVED    /* the joint stays closed while it turns */
} gait_joint_kind;

/* The joint of one bone with its parent. */
typedef struct gait_joint {
    gait_joint_kind kind;
    uint8_t directions; /* of the pivot, that the motion determines; 2 = a hinge */
    double gap_m;       /* root mean square distance between both bones at the pivot */
} gait_joint;

/* A skeleton recovered from clips. Several threads may read it. */
typedef struct gait_recovered {
    const gait_skeleton *skeleton; /* the bones of the clips, placed at their pivots; a bone without
                                      any joint is a root whose parent is unknown */
    const gait_joint *joints;      /* one per bone of the skeleton */
    uint32_t joint_count;          /* bones with a parent */
    uint32_t key_count;            /* different keys that were examined */
    uint32_t clip_count;
    const bool *is_used; /* per clip: its joints agree with those of the others */
} gait_recovered;

/* Recovers parents and pivots of bones from clips of deltas, such as those of plain RTM files: bone
 * P is the parent of bone C if one point stays fixed in both at all keys (docs/skeletons.md). Clips
 * with other bones than the first one, or with other joints, are not used. The clips need not
 * outlive the call. `name` is the name of the skeleton. `min_keys` is the minimum number of
 * different keys; 0 = 2.
 *
 * GAIT_NOT_FOUND when there are fewer keys, or no bone turns against another one at a joint.
 * GAIT_UNSUPPORTED for more than 512 bones. GAIT_BAD_ARGUMENT for NULL (except `options`), for no
 * clip, and for clips that are not in GAIT_SPACE_DELTA. The caller frees *out_recovered. */
GAIT_API gait_status gait_recover_skeleton(const char *name, const gait_clip *const *clips,
                                           uint32_t clip_count, uint32_t min_keys,
                                           const gait_options *options,
                                           gait_recovered **out_recovered);

/* Frees the object. NULL is allowed. */
GAIT_API void gait_recovered_free(gait_recovered *recovered);

/* Compares the parents that a skeleton states, such as that of a model.cfg, with the motion of
 * clips of deltas. Raises CFG045 for a joint that opens in three clips and half of those that show
 * it, and CFG046 for a root that the motion of at least three clips joins to a larger tree.
 * GAIT_BAD_ARGUMENT for NULL, also as `options`, and for clips that are not in GAIT_SPACE_DELTA.
 */
GAIT_API gait_status gait_check_joints(const gait_skeleton *stated, const gait_clip *const *clips,
                                       uint32_t clip_count, const gait_options *options);

/* Appends the text of a model.cfg with one skeleton to `out`: the bones in their order, with the
 * names of their parents. Characters that the name of a class cannot have become underscores.
 * `joints` (NULL = none), one per bone, adds comments that say which parents are guesses.
 * GAIT_BAD_ARGUMENT for NULL and for an empty name; GAIT_NO_MEMORY. */
GAIT_API gait_status gait_skeleton_write_config(const char *name, const gait_skeleton *skeleton,
                                                const gait_joint *joints, gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
