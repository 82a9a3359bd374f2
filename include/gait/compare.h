/* Gait - the comparison of an edited file with its base, step by step: what gait_roundtrip()
 * (roundtrip.h) does in one call. */
#ifndef GAIT_COMPARE_H
#define GAIT_COMPARE_H

#include "gait/change.h"
#include "gait/roundtrip.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- the edited file -------------------------------------------------------------------------- */

/* What lies between two keys of a curve. */
typedef enum gait_edited_interpolation {
    GAIT_EDITED_LINEAR = 0,
    GAIT_EDITED_STEP,
    GAIT_EDITED_CUBIC /* Hermite, as glTF's CUBICSPLINE */
} gait_edited_interpolation;

/* The keys of one property as the edited file has them. */
typedef struct gait_edited_curve {
    uint32_t count; /* 0 = no curve: the joint's node says what it is */
    gait_edited_interpolation interpolation;
    const double *times;    /* count, seconds, ascending */
    const double *values;   /* count * 3, of rotations count * 4 (x,y,z,w), of any length */
    const double *tangents; /* cubic: in and out of each key per second, count * 2 * 3 or 4 */
} gait_edited_curve;

/* The keys of one joint. */
typedef struct gait_edited_track {
    gait_edited_curve rotation, translation, scale;
} gait_edited_track;

/* A joint of the edited file, in its own axes. */
typedef struct gait_edited_joint {
    const char *name;        /* UTF-8 */
    const char *alternative; /* extras.name, where three.js keeps names; NULL = none */
    int32_t parent;          /* a joint before this one; -1 = none */
    gait_affine rest;        /* relative to what the root joints hang on: inverse bind, inverted */
    gait_transform node;     /* relative to the parent: for properties without a curve */
} gait_edited_joint;

/* One animation of the edited file. */
typedef struct gait_edited_animation {
    const char *name;                /* UTF-8 */
    const gait_edited_track *tracks; /* one per joint */
} gait_edited_animation;

/* The edited file. */
typedef struct gait_edited_file {
    const char *generator; /* asset.generator; NULL = none */
    const char *object;    /* what the root joints hang on; NULL = nothing with a name */
    uint32_t joint_count;
    const gait_edited_joint *joints;
    uint32_t animation_count;
    const gait_edited_animation *animations;
    void *storage; /* of gait_edited_file_new(); NULL in a struct that the caller fills */
} gait_edited_file;

struct gait_gltf;
struct gait_gltf_rig;

/* An open glTF as an edited file: the joints of a rig, and keys where the file has them (splines as
 * short straight pieces). GAIT_UNSUPPORTED when a need was not given. Copies what it needs, but
 * `file` and `rig` must outlive the call only. */
GAIT_API gait_status gait_edited_file_new(const struct gait_gltf *file,
                                          const struct gait_gltf_rig *rig,
                                          const gait_options *options, gait_edited_file **out_edit);
/* Frees what gait_edited_file_new() made. Does nothing for NULL and for a struct of the caller's.
 */
GAIT_API void gait_edited_file_free(gait_edited_file *edit);

/* --- the base --------------------------------------------------------------------------------- */

/* The game's file as it was exported. */
typedef struct gait_base_file {
    const gait_skeleton *skeleton;
    const char *const *bone_names; /* as exported, one per bone; NULL = the skeleton's */
    uint32_t clip_count;
    const gait_clip *const *clips; /* GAIT_SPACE_LOCAL, GAIT_AXES_GLTF, seconds as exported */
    const char *const *clip_names; /* as exported; NULL = the clips' own */
    const gait_clip *const
        *file_clips; /* clips as gait_file_clip() has them; NULL = not from a file */
    void *storage;   /* of gait_base_file_new(); NULL in a struct that the caller fills */
} gait_base_file;

/* Lifts all clips of a file on a skeleton from gait_file_bind_skeleton(), with the names and times
 * that an export with default options gives them. File and skeleton must outlive it.
 * GAIT_UNSUPPORTED when gait_pose_requirements() misses something. */
GAIT_API gait_status gait_base_file_new(const gait_file *file, const gait_skeleton *skeleton,
                                        const gait_options *options, gait_base_file **out_base);
/* Puts the keys of a clip in phases where an export with other options than the default ones put
 * them, whose last key stood at `last_s` seconds (duration_s of metadata.h). Clips in seconds, and
 * what no export gives such an end, stay as they are. GAIT_BAD_ARGUMENT for a struct of the
 * caller's. */
GAIT_API gait_status gait_base_file_place_keys(gait_base_file *base, uint32_t clip, double last_s);
/* Frees what gait_base_file_new() made. Does nothing for NULL and for a struct of the caller's. */
GAIT_API void gait_base_file_free(gait_base_file *base);

/* --- what became of it ------------------------------------------------------------------------ */

/* All zero is the default. */
typedef struct gait_diff_options {
    gait_options common;
    double tolerance_deg; /* 0 = 0.01: less is no change, and keys are written half as exact */
    double tolerance_mm;  /* 0 = 0.05; farther from the parent 0.002 mm per metre come on top */
} gait_diff_options;

/* Everything about one edited file. Reading it from several threads is fine. */
typedef struct gait_diff gait_diff;

/* Matches joints with bones and animations with clips, undoes what tools do to axes, units, rest
 * frames and times, and compares every channel (docs/roundtrip_algorithm.md). `base` must outlive
 * it, `edit` only when gait_diff_added_clip() or gait_diff_nearest_joint() is to be asked.
 * GAIT_CORRUPT for times that do not ascend, for what is no number, and for joints that do not come
 * after their parents. */
GAIT_API gait_status gait_diff_new(const gait_base_file *base, const gait_edited_file *edit,
                                   const gait_diff_options *options, gait_diff **out_diff);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_diff_free(gait_diff *diff);

/* What was found about the edited file as a whole. */
GAIT_API gait_diff_summary gait_diff_summarize(const gait_diff *diff);
/* The joint that moves a bone, -1 = none. */
GAIT_API int32_t gait_diff_joint_of(const gait_diff *diff, uint32_t bone);
/* The bone that a joint moves, -1 = none. */
GAIT_API int32_t gait_diff_bone_of(const gait_diff *diff, uint32_t joint);
/* Of the joints that move no bone, the one whose name is nearest to a bone's by edit distance, -1
 * when none is near. Only the first 4096 are looked at. */
GAIT_API int32_t gait_diff_nearest_joint(const gait_diff *diff, uint32_t bone);

/* The number of clips: those of the base in their order, then those that it lacks in the order of
 * the edited file. */
GAIT_API uint32_t gait_diff_clip_count(const gait_diff *diff);
/* What was found about one of these clips. */
GAIT_API gait_clip_diff gait_diff_clip_at(const gait_diff *diff, uint32_t index);
/* What to do to the document; NULL unless the outcome is GAIT_DIFF_CHANGED. */
GAIT_API const gait_clip_change *gait_diff_change_of(const gait_diff *diff, uint32_t index);

/* A clip that the base lacks, on the base's skeleton: GAIT_SPACE_LOCAL, GAIT_AXES_GLTF, every frame
 * of 30 per second, rotation and translation of every bone, the rest pose where no joint says
 * otherwise. GAIT_BAD_ARGUMENT unless the outcome is GAIT_DIFF_NEW. */
GAIT_API gait_status gait_diff_added_clip(const gait_diff *diff, uint32_t index,
                                          const gait_options *options, gait_clip **out_clip);

/* --- without a base --------------------------------------------------------------------------- */

/* Which bones of a tree a skeleton has for animations of an edited file. */
typedef enum gait_retarget_bones {
    GAIT_RETARGET_EVERY_BONE = 0, /* what no joint moves rests: banks list every bone */
    GAIT_RETARGET_MOVED_BONES,    /* those with a joint, below their nearest ancestor: plain RTM */
    GAIT_RETARGET_RECORDS         /* the same, below their parent, else roots: binarised RTM */
} gait_retarget_bones;

/* For animations that are to be put on a skeleton: with a base of no clips all are GAIT_DIFF_NEW,
 * and gait_diff_added_clip() makes them. This is `tree` with the rest poses of joints where its own
 * are not known (GAIT_ORIGIN_UNKNOWN). The caller frees it. GAIT_NOT_FOUND when it would have no
 * bone.
 */
GAIT_API gait_status gait_retarget_skeleton(const gait_skeleton *tree, const gait_edited_file *edit,
                                            gait_retarget_bones which, const gait_options *options,
                                            gait_skeleton **out_skeleton);

#ifdef __cplusplus
}
#endif
#endif
