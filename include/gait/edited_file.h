/* Gait - the edited file of a round trip as an object. */
#ifndef GAIT_EDITED_FILE_H
#define GAIT_EDITED_FILE_H

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
    double sampled_fps; /* with has_user_keys of the file: these are samples at this rate; 0 = they
                           are no samples */
    bool has_object_motion; /* the tracks contain the motion of the object above the root joints */
} gait_edited_animation;

/* The edited file. */
typedef struct gait_edited_file {
    const char *generator; /* asset.generator; NULL = none */
    const char *object;    /* name of the object above the root joints; NULL = none, or no name */
    uint32_t joint_count;
    const gait_edited_joint *joints;
    uint32_t animation_count;
    const gait_edited_animation *animations;
    /* True when the keys are those that the user left: a key of the base file that is missing was
     * deleted. False when a program may have sampled the clips at another rate, or thinned them. */
    bool has_user_keys;
    bool is_placed; /* the object above the root joints was moved, or rotated by no right angles;
                       the tracks do not contain that */
    void *storage;  /* set by gaiti_edited_file_new(); NULL in a struct that the caller fills */
} gait_edited_file;

struct gait_gltf;
struct gait_gltf_rig;

/* Frees an edited file that the library made. Does nothing for NULL and for a struct that the
 * caller filled. */
GAIT_API void gait_edited_file_free(gait_edited_file *edit);

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

/* Appends a glTF (.glb) of an edited file to `out_bytes`: its animations on a skeleton, with 30
 * frames per second. Bones without a joint stay at their rest pose. Open and convert the result to
 * make a new file without a base file. `metadata` describes the animations, which are found by
 * name, and has the parts of a bank; it and `options` may be NULL.
 *
 * GAIT_BAD_ARGUMENT for other NULLs; GAIT_CORRUPT for times that do not ascend, for numbers that
 * are not finite or too large, and for joints before their parents; GAIT_NOT_FOUND when no joint
 * has the name of a bone; GAIT_LIMIT for a result larger than 4 GiB; GAIT_NO_MEMORY or
 * GAIT_LIMIT when memory is exhausted. Unless the status is GAIT_OK, the content of `out_bytes`
 * does not change. */
GAIT_API gait_status gait_convert_edited(const struct gait_edited_file *edited,
                                         const gait_skeleton *skeleton,
                                         const struct gait_metadata *metadata,
                                         const gait_options *options, gait_buffer *out_bytes);

#ifdef __cplusplus
}
#endif
#endif
