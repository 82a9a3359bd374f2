/* The steps of the comparison of an edited file with its base file. */
#ifndef GAITI_COMPARE_STEPS_H
#define GAITI_COMPARE_STEPS_H

#include "model/clip_change.h"
#include "gait/edited_file.h"

/* Makes an edited file from an open glTF: the joints of a rig, and the keys at their times in the
 * file. Splines are replaced by short linear pieces. `file` and `rig` must be valid during this
 * call only. GAIT_UNSUPPORTED when a dependency was not provided. */
gait_status gaiti_edited_file_new(const struct gait_gltf *file, const struct gait_gltf_rig *rig,
                                  const gait_options *options, gait_edited_file **out_edit);

/* The base file, in the form in which it was exported. */
typedef struct gaiti_base_file {
    const gait_skeleton *skeleton;
    const char *const *bone_names; /* exported names, one per bone; NULL = those of skeleton */
    uint32_t clip_count;
    const gait_clip *const *clips;      /* GAIT_SPACE_LOCAL, GAIT_AXES_GLTF, exported seconds */
    const char *const *clip_names;      /* exported names; NULL = those of the clips */
    const gait_clip *const *file_clips; /* clips from gait_file_clip(); NULL = not from a file */
    void *storage; /* set by gaiti_base_file_new(); NULL in a struct that the caller fills */
} gaiti_base_file;

/* Converts all clips of a file on a skeleton from gait_file_bind_skeleton(), with the names and
 * times of an export with default options. The file and the skeleton must outlive the result.
 * GAIT_UNSUPPORTED when gait_pose_requirements() reports a requirement. */
gait_status gaiti_base_file_new(const gait_file *file, const gait_skeleton *skeleton,
                                const gait_options *options, gaiti_base_file **out_base);
/* Frees the result of gaiti_base_file_new(). Does nothing for NULL and for a struct that the caller
 * filled. */
void gaiti_base_file_free(gaiti_base_file *base);

/* All zero is the default. */
typedef struct gaiti_diff_options {
    gait_options common;
    double tolerance_deg; /* smaller differences are no change, and new keys are written with half
                             of this error; 0 = 0.01 */
    double tolerance_mm;  /* the same; 0 = 0.05. Grows by 0.002 mm per metre of distance from the
                             parent */
    bool adds_keys;       /* a clip in phases can get more keys, if the keys are those that the user
                             left: their times must be known */
    bool pairs_renamed;   /* compare a clip with the only new animation that has its keys; false =
                             list them as GAIT_DIFF_ABSENT and GAIT_DIFF_NEW */
} gaiti_diff_options;

/* The comparison of one edited file with its base file. Several threads may read it. */
typedef struct gaiti_diff gaiti_diff;

/* Matches joints with bones and animations with clips, corrects changes of axes, units, rest frames
 * and times made by tools, and compares every channel (docs/roundtrip_algorithm.md). `base` must
 * outlive the result; `edit` must outlive it only if gaiti_diff_added_clip() or
 * gaiti_diff_nearest_joint() is called. GAIT_CORRUPT for times that do not ascend, for numbers that
 * are not finite or too large, and for joints before their parents. */
gait_status gaiti_diff_new(const gaiti_base_file *base, const gait_edited_file *edit,
                           const gaiti_diff_options *options, gaiti_diff **out_diff);
/* Frees the object. NULL is allowed. */
void gaiti_diff_free(gaiti_diff *diff);
/* The comparison of the files as a whole. All zero for NULL. */
gait_diff_summary gaiti_diff_summary(const gaiti_diff *diff);
/* The joint that moves a bone; -1 = none. */
int32_t gaiti_diff_joint_of(const gaiti_diff *diff, uint32_t bone);
/* The bone that a joint moves; -1 = none. */
int32_t gaiti_diff_bone_of(const gaiti_diff *diff, uint32_t joint);
/* The joint with the name nearest to that of a bone by edit distance, among the first 4096 joints
 * that move no bone; -1 when no name is near enough. */
int32_t gaiti_diff_nearest_joint(const gaiti_diff *diff, uint32_t bone);
/* The number of clips: those of the base file in its order, then the new ones in the order of the
 * edited file. */
uint32_t gaiti_diff_clip_count(const gaiti_diff *diff);
/* The comparison of one of these clips; its clip and animation are -1 when the index is out of
 * range. */
gait_clip_diff gaiti_diff_clip_at(const gaiti_diff *diff, uint32_t index);
/* The change to apply to the document; NULL unless the outcome is GAIT_DIFF_CHANGED. */
const gaiti_clip_change *gaiti_diff_change_of(const gaiti_diff *diff, uint32_t index);
/* A new clip, on the skeleton of the base file, in GAIT_SPACE_LOCAL and GAIT_AXES_GLTF: 30 frames
 * per second, with rotation and translation of every bone. Properties without a joint have the rest
 * pose. The caller frees it. GAIT_BAD_ARGUMENT unless the outcome is GAIT_DIFF_NEW. */
gait_status gaiti_diff_added_clip(const gaiti_diff *diff, uint32_t index,
                                  const gait_options *options, gait_clip **out_clip);

/* The bones of a target skeleton that are used for the animations of an edited file. */
typedef enum gaiti_retarget_bones {
    /* All; those without a joint keep the rest pose, or are left out if it is unknown: banks. The
     * parent is the nearest ancestor that is not left out. */
    GAITI_RETARGET_EVERY_BONE = 0,
    /* Bones with a joint; the parent is the nearest ancestor with a joint: plain RTM. */
    GAITI_RETARGET_MOVED_BONES,
    /* Bones with a joint; a bone whose parent has none is a root: binarised RTM. */
    GAITI_RETARGET_RECORDS
} gaiti_retarget_bones;

/* Makes the skeleton for animations that are retargeted to `tree`: a copy of `tree`, with the rest
 * poses of joints where those of `tree` are unknown (GAIT_ORIGIN_UNKNOWN). Use it in a base file
 * without clips: then all animations are GAIT_DIFF_NEW, and gaiti_diff_added_clip() converts them.
 * The caller frees the skeleton. GAIT_NOT_FOUND when it would have no bones, GAIT_CORRUPT for
 * joints before their parents. */
gait_status gaiti_retarget_skeleton_new(const gait_skeleton *tree, const gait_edited_file *edit,
                                        gaiti_retarget_bones which, const gait_options *options,
                                        gait_skeleton **out_skeleton);

#endif
