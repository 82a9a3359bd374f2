/* Gait - SDK motions: SKL, SKLS and object motions (docs/formats/skl.md). */
#ifndef GAIT_SKL_H
#define GAIT_SKL_H

#include "gait/change.h"
#include "gait/omf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A document with all fields of one file. Unchanged data is written with the same bytes. Several
 * threads may read it, but not while it is changed. Names are bytes of a code page. An index out of
 * range is GAIT_BAD_ARGUMENT in functions that return a status; in all others indices must be in
 * range.
 */
typedef struct gait_skl gait_skl;

/* Kinds of files. */
typedef enum gait_skl_kind {
    GAIT_SKL_ONE = 0, /* .skl: one motion in a chunk */
    GAIT_SKL_MANY,    /* .skls: a count and motions */
    GAIT_SKL_OBJECT   /* .anm: the motion of one object, without bones and playback */
} gait_skl_kind;

/* Shapes of keys: the interpolation from the previous key. */
typedef enum gait_skl_shape {
    GAIT_SKL_TCB = 0,
    GAIT_SKL_HERMITE,
    GAIT_SKL_BEZIER_1D,
    GAIT_SKL_LINEAR,
    GAIT_SKL_STEPPED,
    GAIT_SKL_BEZIER_2D
} gait_skl_shape;

/* Behaviour of an envelope before its first and after its last key. */
typedef enum gait_skl_behaviour {
    GAIT_SKL_RESET = 0,
    GAIT_SKL_CONSTANT,
    GAIT_SKL_REPEAT,
    GAIT_SKL_OSCILLATE,
    GAIT_SKL_OFFSET_REPEAT,
    GAIT_SKL_GO_ON /* linear, with the slope at the end */
} gait_skl_behaviour;

/* Channels of a bone, in metres and radians. */
enum {
    GAIT_SKL_X = 0,
    GAIT_SKL_Y,
    GAIT_SKL_Z,
    GAIT_SKL_HEADING, /* about Y */
    GAIT_SKL_PITCH,   /* about X */
    GAIT_SKL_BANK,    /* about Z */
    GAIT_SKL_CHANNELS
};

/* Flags of a bone. */
enum { GAIT_SKL_WORLD_ORIENT = 0x01 /* the rotation is in model space */ };

/* Opens a file. The document borrows the bytes until it is freed or detached with
 * gait_skl_detach(). */
GAIT_API gait_status gait_skl_open(gait_span bytes, const gait_options *options,
                                   gait_skl **out_skl);
/* Makes an empty GAIT_SKL_ONE or GAIT_SKL_MANY. */
GAIT_API gait_status gait_skl_new(gait_skl_kind kind, const gait_options *options,
                                  gait_skl **out_skl);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_skl_free(gait_skl *skl);
/* The document of an open .skl or .skls, which owns it; valid until gait_file_free(). NULL when
 * `file` is NULL or has another format. */
GAIT_API const gait_skl *gait_file_skl(const gait_file *file);
/* Copies the borrowed bytes, so that the document no longer needs the source. */
GAIT_API gait_status gait_skl_detach(gait_skl *skl);

/* The kind of the file. */
GAIT_API gait_skl_kind gait_skl_kind_of(const gait_skl *skl);
/* The version of the first motion: 4 to 7, for object motions 3 to 5; -1 when there is no motion.
 */
GAIT_API int32_t gaiti_skl_version(const gait_skl *skl);

/* --- motions ---------------------------------------------------------------------------------- */

/* The header of one motion. */
typedef struct gait_skl_motion {
    gait_span name;
    int32_t frame_start, frame_end; /* the first and the last frame that are played */
    float fps;
    uint16_t version;
    uint32_t flags;        /* GAIT_OMF_FX ...; in version 4: isFX, and stopAtEnd << 8 */
    uint32_t bone_or_part; /* low 16 bits: the same as in OMF */
    float speed, accrue, falloff, power;
    uint32_t bone_count;
    uint32_t mark_count;
} gait_skl_motion;

/* The number of motions. */
GAIT_API uint32_t gait_skl_motion_count(const gait_skl *skl);
/* The header of one motion. Its name is valid until the document is changed or freed. */
GAIT_API gait_skl_motion gait_skl_motion_at(const gait_skl *skl, uint32_t motion);
/* The number of frames from the first to the last one; 0 when the last is before the first. */
GAIT_API uint32_t gait_skl_frame_count(const gait_skl *skl, uint32_t motion);
/* Sets all values of a motion except version, bone_count and mark_count, which must not differ.
 * Copies the name, which must not contain a NUL. GAIT_BAD_ARGUMENT for values that the version
 * cannot hold. */
GAIT_API gait_status gaiti_skl_set_motion(gait_skl *skl, uint32_t motion,
                                          const gait_skl_motion *values);

/* --- bones and envelopes ---------------------------------------------------------------------- */

/* A bone of a motion. */
typedef struct gait_skl_bone {
    gait_span name; /* version 4 does not store it: "bone_00" and so on; "object" for an object */
    uint32_t flags;
} gait_skl_bone;

/* An envelope as stored: the keys of one channel of a bone. */
typedef struct gait_skl_envelope {
    uint32_t behaviour[2]; /* before the first and after the last key */
    uint32_t key_count;
    gait_span keys; /* as stored */
} gait_skl_envelope;

/* A key of an envelope. Files of version 6 and 7 store the seven parameters as 16 bits for the
 * range -32 to 32; for stepped keys they store none, and the values are 0. */
typedef struct gait_skl_key {
    float value;
    float time_s;
    uint32_t shape; /* gait_skl_shape in the lowest 8 bits */
    float tension, continuity, bias;
    float param[4];
} gait_skl_key;

/* An envelope as numbers. */
typedef struct gait_skl_curve {
    uint32_t behaviour[2];
    uint32_t key_count;
    const gait_skl_key *keys;
} gait_skl_curve;

/* One bone of a motion. */
GAIT_API gait_skl_bone gait_skl_bone_at(const gait_skl *skl, uint32_t motion, uint32_t bone);
/* Sets name and flags of a bone. Copies the name; if the version does not store names, it must not
 * differ. */
GAIT_API gait_status gait_skl_set_bone(gait_skl *skl, uint32_t motion, uint32_t bone,
                                       const gait_skl_bone *values);
/* One envelope. Its keys are valid until the document is changed or freed. */
GAIT_API gait_skl_envelope gait_skl_envelope_at(const gait_skl *skl, uint32_t motion, uint32_t bone,
                                                uint32_t channel);
/* Decodes all keys of an envelope; `out` has room for key_count. */
GAIT_API void gait_skl_read_keys(const gait_skl *skl, uint32_t motion, uint32_t bone,
                                 uint32_t channel, gait_skl_key *out);
/* Replaces one envelope. Keys with unchanged values keep their bytes. GAIT_BAD_ARGUMENT for counts,
 * behaviours, shapes and parameters that the version cannot hold. */
GAIT_API gait_status gait_skl_set_envelope(gait_skl *skl, uint32_t motion, uint32_t bone,
                                           uint32_t channel, const gait_skl_curve *values);
/* The value of a curve at a time, computed as in the SDK. */
GAIT_API double gait_skl_evaluate(const gait_skl_curve *curve, double time_s);

/* Appends a motion of version 6 or 7 without marks: bone_count bones, with GAIT_SKL_CHANNELS curves
 * each. Copies everything. GAIT_BAD_ARGUMENT also for a second motion in a GAIT_SKL_ONE. */
GAIT_API gait_status gait_skl_add_motion(gait_skl *skl, const gait_skl_motion *values,
                                         const gait_skl_bone *bones,
                                         const gait_skl_curve (*curves)[GAIT_SKL_CHANNELS]);
/* Removes a motion from a GAIT_SKL_MANY; the indices of the following motions decrease by one.
 * GAIT_BAD_ARGUMENT for the other kinds, which consist of one motion. */
GAIT_API gait_status gaiti_skl_remove_motion(gait_skl *skl, uint32_t motion);
/* The same for `count` motions, whose indices must ascend. Takes time proportional to the number of
 * motions in the file. After a failure the document is unchanged, and `diagnostics` (may be NULL)
 * contain the reason. GAIT_UNSUPPORTED for the other kinds, unless `count` is 0. */
GAIT_API gait_status gaiti_skl_remove_motions(gait_skl *skl, const uint32_t *motions,
                                              uint32_t count, gait_diagnostics *diagnostics);

/* One mark of a motion, as in OMF. Only version 7 has marks. */
GAIT_API gait_omf_mark gait_skl_mark_at(const gait_skl *skl, uint32_t motion, uint32_t mark);
/* Sets one mark, like gait_omf_set_mark(). GAIT_WOULD_LOSE below version 7. */
GAIT_API gait_status gait_skl_set_mark(gait_skl *skl, uint32_t motion, uint32_t mark,
                                       const gait_omf_mark *values);
/* Inserts a mark, like gaiti_omf_insert_mark(). GAIT_WOULD_LOSE below version 7. */
GAIT_API gait_status gaiti_skl_insert_mark(gait_skl *skl, uint32_t motion, uint32_t mark,
                                           const gait_omf_mark *values);
/* Removes a mark; the indices of the following marks decrease by one. */
GAIT_API gait_status gaiti_skl_remove_mark(gait_skl *skl, uint32_t motion, uint32_t mark);

/* --- editing of whole motions ------------------------------------------------------------------
 */

/* The functions of this section copy envelopes as bytes, never decoded, and leave all bytes equal
 * that are not named in their comments. Motions keep their versions. Every function checks its
 * arguments before it changes anything. After a failure the document is unchanged, and diagnostics
 * contain the reason; `diagnostics` may be NULL. The functions do not compare new names with those
 * of other motions unless their comments state it: gaiti_skl_check() reports equal names. */

/* Sets the name of a motion. `name` is UTF-8. GAIT_WOULD_LOSE when it is empty, longer than 127
 * bytes in the code page of the document, which is the limit of banks, or has control characters or
 * characters outside that code page. */
GAIT_API gait_status gaiti_skl_rename_motion(gait_skl *skl, uint32_t motion, const char *name,
                                             gait_diagnostics *diagnostics);
/* Puts the motions into another order: motion order[i] becomes motion i. `order` contains each of
 * the `count` indices once; `count` must be the number of motions. Takes time proportional to it.
 */
GAIT_API gait_status gaiti_skl_reorder_motions(gait_skl *skl, const uint32_t *order,
                                               uint32_t count);
/* Appends a copy of a motion, with its marks, to a GAIT_SKL_MANY under another name (UTF-8; as for
 * gaiti_skl_rename_motion()). GAIT_UNSUPPORTED for the other kinds, GAIT_LIMIT for more than 2^32 -
 * 1 motions. */
GAIT_API gait_status gaiti_skl_duplicate_motion(gait_skl *skl, uint32_t motion, const char *name,
                                                gait_diagnostics *diagnostics);
/* Makes a GAIT_SKL_MANY of `count` motions, or a GAIT_SKL_ONE of one motion, in the order of
 * `motions`, which contains no index twice. Bytes after the last motion are copied if `from` has
 * the same kind; otherwise a warning reports them. The motions that gaiti_skl_extract() made of a
 * GAIT_SKL_MANY, merged in order with GAITI_OMF_NAMES_KEEP_ALL, have the bytes of that file. The
 * new document borrows from `from` and from its bytes until gait_skl_detach(). GAIT_UNSUPPORTED
 * when `from` is a GAIT_SKL_OBJECT, whose motion has another layout. `options` may be NULL. */
GAIT_API gait_status gaiti_skl_extract(const gait_skl *from, const uint32_t *motions,
                                       uint32_t count, gait_skl_kind kind,
                                       const gait_options *options, gait_skl **out_skl);

/* The rules of gaiti_skl_merge(); all zero is the strictest choice. */
typedef struct gaiti_skl_merge_options {
    gaiti_omf_equal_names names; /* as for gaiti_omf_merge() */
    const uint32_t *motions;     /* the motions to merge, in this order, none twice; NULL = all */
    uint32_t motion_count;       /* of `motions` */
} gaiti_skl_merge_options;

/* Copies motions of `from` to the end of `to`, a GAIT_SKL_MANY, in order. `from` is a GAIT_SKL_ONE
 * or a GAIT_SKL_MANY. Every motion has its own bones, so they need not be the same. Bytes after the
 * last motion of `from` are not copied; if `to` has not the same, a warning reports them. `to`
 * borrows from `from` and from its bytes until gait_skl_detach(to). Takes time proportional to the
 * number of motions in both documents. GAIT_WOULD_LOSE when the rule for equal names refuses the
 * motions, GAIT_UNSUPPORTED for other kinds, GAIT_LIMIT for more than 2^31 - 1 motions (those of
 * `from` count twice), GAIT_BAD_ARGUMENT also when `to` and `from` are the same. `options` may be
 * NULL: all zero. `out_merged` may be NULL. */
GAIT_API gait_status gaiti_skl_merge(gait_skl *to, const gait_skl *from,
                                     const gaiti_skl_merge_options *options,
                                     gait_diagnostics *diagnostics, gaiti_omf_merged *out_merged);

/* --- clips ------------------------------------------------------------------------------------ */

/* Like gait_file_bind_skeleton(), for this format. `tree` must have the bones of all motions. */
GAIT_API gait_status gaiti_skl_bind_skeleton(const gait_skl *skl, const gait_skeleton *tree,
                                             const gait_options *options,
                                             gait_skeleton **out_skeleton);
/* Makes a clip in GAIT_SPACE_LOCAL and GAIT_AXES_ENGINE. It owns its keys: one per frame in
 * channels that change. Unlike gait_file_clip(), leaves out bones that the skeleton lacks.
 * GAIT_LIMIT for more frames than games can count, 2^24 - 1. */
GAIT_API gait_status gaiti_skl_clip(const gait_skl *skl, uint32_t motion,
                                    const gait_skeleton *skeleton, const gait_options *options,
                                    gait_clip **out_clip);
/* Appends a clip as a motion of version 6 or 7, with exact stepped keys on the frames where a value
 * changes. The requirements for the clip are those of gaiti_omf_add_clip(), but with any constant
 * rate. *out_losses (may be NULL) receives the losses, of gait_loss. If any of them is not in
 * `allowed_losses`, nothing is added: GAIT_WOULD_LOSE. Version 6 cannot hold events. */
GAIT_API gait_status gaiti_skl_add_clip(gait_skl *skl, const gait_clip *clip, uint16_t version,
                                        uint32_t allowed_losses, uint32_t *out_losses);

/* --- round trip ------------------------------------------------------------------------------- */

/* Applies a change (change.h) whose base is this motion. Unchanged envelopes keep their bytes. In a
 * changed envelope whose keys are all stepped or linear, unchanged keys keep their bytes too. All
 * other changed envelopes get exact stepped keys on every frame. Rotations stored in model space
 * are adjusted when a parent changes. Marks and parameters stay. GAIT_BAD_ARGUMENT when the change
 * is for another motion, and for translations and rotations that do not fit into a float;
 * GAIT_LIMIT when an envelope would get too many keys, or frames are so late that their times are
 * equal as floats. */
GAIT_API gait_status gaiti_skl_apply_changes(gait_skl *skl, uint32_t motion,
                                             const gaiti_clip_change *change);

/* Like gaiti_omf_apply_metadata(). GAIT_WOULD_LOSE for events below version 7, and for flags that
 * the version cannot hold. */
GAIT_API gait_status gaiti_skl_apply_metadata(gait_skl *skl, uint32_t motion,
                                              const gait_clip *clip_metadata, uint32_t changes);

/* --- functions of file.h ---------------------------------------------------------------------- */

/* Like gait_file_check(), for this format. */
GAIT_API gait_status gaiti_skl_check(const gait_skl *skl, gait_diagnostics *diagnostics);
/* Like gait_file_map(), for this format. */
GAIT_API gait_status gaiti_skl_map(const gait_skl *skl, gait_field_visitor visit, void *user);
/* Like gait_file_write(), for this format. GAIT_BAD_ARGUMENT for a GAIT_SKL_ONE without a motion.
 */
GAIT_API gait_status gait_skl_write(const gait_skl *skl, gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
