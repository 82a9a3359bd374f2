/* Gait - the comparison of an edited file with its base file, step by step. gait_roundtrip()
 * (roundtrip.h) does all steps in one call. */
#ifndef GAIT_COMPARE_H
#define GAIT_COMPARE_H

#include "gait/change.h"
#include "gait/roundtrip.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- the edited file -------------------------------------------------------------------------- */

/* The interpolation between two keys of a curve. */
typedef enum gait_edited_interpolation {
    GAIT_EDITED_LINEAR = 0,
    GAIT_EDITED_STEP,
    GAIT_EDITED_CUBIC /* Hermite, the same as CUBICSPLINE in glTF */
} gait_edited_interpolation;

/* The keys of one property, as stored in the edited file. */
typedef struct gait_edited_curve {
    uint32_t count; /* 0 = no curve: the property has the constant value in `node` */
    gait_edited_interpolation interpolation;
    const double *times;  /* array of count, seconds, ascending */
    const double *values; /* array of count * 3, for rotations count * 4 (x,y,z,w), not necessarily
                             normalised */
    const double *tangents; /* cubic only: in- and out-tangent of each key, per second, count * 2 *
                               3, or * 4 */
} gait_edited_curve;

/* The keys of one joint. */
typedef struct gait_edited_track {
    gait_edited_curve rotation, translation, scale;
} gait_edited_track;

/* A joint of the edited file, in the axes of that file. */
typedef struct gait_edited_joint {
    const char *name;        /* UTF-8 */
    const char *alternative; /* extras.name, where three.js stores original names; NULL = none */
    int32_t parent;          /* index of a joint before this one; -1 = none */
    gait_affine rest; /* rest pose relative to the object above the root joints: the inverse of the
                         inverse bind matrix */
    gait_transform node; /* pose relative to the parent, for properties without a curve */
} gait_edited_joint;

/* One animation of the edited file. */
typedef struct gait_edited_animation {
    const char *name;                /* UTF-8 */
    const gait_edited_track *tracks; /* one per joint */
    /* NULL = the clip lasts from its first key to its last one. Otherwise two times in seconds: the
     * first and the last frame of the clip, between which all keys are. If they are equal, the
     * length is unknown: that of the clip of the base file, or a single frame for a new clip. */
    const double *range;
} gait_edited_animation;

/* The edited file. */
typedef struct gait_edited_file {
    const char *generator; /* asset.generator; NULL = none */
    const char *object;    /* name of the object above the root joints; NULL = none, or no name */
    uint32_t joint_count;
    const gait_edited_joint *joints;
    uint32_t animation_count;
    const gait_edited_animation *animations;
    void *storage; /* set by gaiti_edited_file_new(); NULL in a struct that the caller fills */
} gait_edited_file;

struct gait_gltf;
struct gait_gltf_rig;

/* Makes an edited file from an open glTF: the joints of a rig, and the keys at their times in the
 * file. Splines are replaced by short linear pieces. `file` and `rig` must be valid during this
 * call only. GAIT_UNSUPPORTED when a dependency was not provided. */
GAIT_API gait_status gaiti_edited_file_new(const struct gait_gltf *file,
                                           const struct gait_gltf_rig *rig,
                                           const gait_options *options,
                                           gait_edited_file **out_edit);
/* Frees the result of gaiti_edited_file_new(). Does nothing for NULL and for a struct that the
 * caller filled. */
GAIT_API void gait_edited_file_free(gait_edited_file *edit);

/* --- the base file ---------------------------------------------------------------------------- */

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
GAIT_API gait_status gaiti_base_file_new(const gait_file *file, const gait_skeleton *skeleton,
                                         const gait_options *options, gaiti_base_file **out_base);
/* Moves the keys of a clip in phases to the times of an export with other options than the default
 * ones. `last_s` is the duration of the clip in that export (duration_s in metadata.h). Clips in
 * seconds do not change, and neither does a clip for which no export gives this time.
 * GAIT_BAD_ARGUMENT for a struct that the caller filled. */
GAIT_API gait_status gaiti_base_file_place_keys(gaiti_base_file *base, uint32_t clip,
                                                double last_s);
/* Frees the result of gaiti_base_file_new(). Does nothing for NULL and for a struct that the caller
 * filled. */
GAIT_API void gaiti_base_file_free(gaiti_base_file *base);

/* --- the comparison --------------------------------------------------------------------------- */

/* All zero is the default. */
typedef struct gaiti_diff_options {
    gait_options common;
    double tolerance_deg; /* smaller differences are no change, and new keys are written with half
                             of this error; 0 = 0.01 */
    double tolerance_mm;  /* the same; 0 = 0.05. Grows by 0.002 mm per metre of distance from the
                             parent */
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
GAIT_API gait_status gaiti_diff_new(const gaiti_base_file *base, const gait_edited_file *edit,
                                    const gaiti_diff_options *options, gaiti_diff **out_diff);
/* Frees the object. NULL is allowed. */
GAIT_API void gaiti_diff_free(gaiti_diff *diff);

/* The comparison of the files as a whole. All zero for NULL. */
GAIT_API gait_diff_summary gaiti_diff_summary(const gaiti_diff *diff);
/* The joint that moves a bone; -1 = none. */
GAIT_API int32_t gaiti_diff_joint_of(const gaiti_diff *diff, uint32_t bone);
/* The bone that a joint moves; -1 = none. */
GAIT_API int32_t gaiti_diff_bone_of(const gaiti_diff *diff, uint32_t joint);
/* The joint with the name nearest to that of a bone by edit distance, among the first 4096 joints
 * that move no bone; -1 when no name is near enough. */
GAIT_API int32_t gaiti_diff_nearest_joint(const gaiti_diff *diff, uint32_t bone);

/* The number of clips: those of the base file in its order, then the new ones in the order of the
 * edited file. */
GAIT_API uint32_t gaiti_diff_clip_count(const gaiti_diff *diff);
/* The comparison of one of these clips; its clip and animation are -1 when the index is out of
 * range. */
GAIT_API gait_clip_diff gaiti_diff_clip_at(const gaiti_diff *diff, uint32_t index);
/* The change to apply to the document; NULL unless the outcome is GAIT_DIFF_CHANGED. */
GAIT_API const gaiti_clip_change *gaiti_diff_change_of(const gaiti_diff *diff, uint32_t index);

/* A new clip, on the skeleton of the base file, in GAIT_SPACE_LOCAL and GAIT_AXES_GLTF: 30 frames
 * per second, with rotation and translation of every bone. Properties without a joint have the rest
 * pose. The caller frees it. GAIT_BAD_ARGUMENT unless the outcome is GAIT_DIFF_NEW. */
GAIT_API gait_status gaiti_diff_added_clip(const gaiti_diff *diff, uint32_t index,
                                           const gait_options *options, gait_clip **out_clip);

/* --- the round trip --------------------------------------------------------------------------- */

/* The same as gait_roundtrip() with an edited file that is not a glTF: all steps, the report and
 * the errors are the same. The metadata is that of the options; without it, events and parameters
 * of the base file stay. The skeleton is `skeleton` or, if that is NULL, the result of
 * gait_skeleton_search() without candidates. `edited` must outlive the report. GAIT_CORRUPT, with
 * GAIT_ROUNDTRIP_EDITED_CLIPS, for times that do not ascend, for numbers that are not finite or too
 * large, and for joints before their parents. */
GAIT_API gait_status gait_roundtrip_edited(const gait_file *base, const gait_edited_file *edited,
                                           const gait_skeleton *skeleton,
                                           const gait_roundtrip_options *options,
                                           gait_roundtrip_report **out_report,
                                           gait_buffer *out_bytes);

/* --- without a base file ---------------------------------------------------------------------- */

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
GAIT_API gait_status gaiti_retarget_skeleton_new(const gait_skeleton *tree,
                                                 const gait_edited_file *edit,
                                                 gaiti_retarget_bones which,
                                                 const gait_options *options,
                                                 gait_skeleton **out_skeleton);

#ifdef __cplusplus
}
#endif
#endif
