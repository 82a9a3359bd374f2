/* Gait - SDK motions: SKL, SKLS and object motions (docs/formats/skl.md). */
#ifndef GAIT_SKL_H
#define GAIT_SKL_H

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
/* Makes an empty document, to which gait_skl_add_motion() adds motions. */
GAIT_API gait_status gait_skl_new(gait_skl_kind kind, const gait_options *options,
                                  gait_skl **out_skl);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_skl_free(gait_skl *skl);
/* The document of an open .skl, .skls or .anm, which owns it; valid until gait_file_free(). NULL
 * when `file` is NULL or has another format. */
GAIT_API const gait_skl *gait_file_skl(const gait_file *file);
/* Copies the borrowed bytes, so that the document no longer needs the source. */
GAIT_API gait_status gait_skl_detach(gait_skl *skl);

/* The kind of the file. */
GAIT_API gait_skl_kind gait_skl_kind_of(const gait_skl *skl);

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

/* --- bones and envelopes ---------------------------------------------------------------------- */

/* A bone of a motion. */
typedef struct gait_skl_bone {
    gait_span name; /* version 4 does not store it: "bone_00" and so on; that of an object has the
                       name of the motion, or "object" if that is empty */
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
 * each; to a GAIT_SKL_OBJECT one of version 3 to 5 with one bone, which gets the name of the
 * motion. Copies everything. GAIT_BAD_ARGUMENT also for a second motion unless the document
 * is a GAIT_SKL_MANY. */
GAIT_API gait_status gait_skl_add_motion(gait_skl *skl, const gait_skl_motion *values,
                                         const gait_skl_bone *bones,
                                         const gait_skl_curve (*curves)[GAIT_SKL_CHANNELS]);

/* One mark of a motion, as in OMF. Only version 7 has marks. */
GAIT_API gait_omf_mark gait_skl_mark_at(const gait_skl *skl, uint32_t motion, uint32_t mark);
/* Sets one mark, like gait_omf_set_mark(). GAIT_WOULD_LOSE below version 7. */
GAIT_API gait_status gait_skl_set_mark(gait_skl *skl, uint32_t motion, uint32_t mark,
                                       const gait_omf_mark *values);

/* --- editing of whole motions ------------------------------------------------------------------
 */

/* The functions of this section copy envelopes as bytes, never decoded, and leave all bytes equal
 * that are not named in their comments. Motions keep their versions. Every function checks its
 * arguments before it changes anything. After a failure the document is unchanged, and diagnostics
 * contain the reason; `diagnostics` may be NULL. The functions do not compare new names with those
 * of other motions unless their comments state it: gaiti_skl_check() reports equal names. */

/* --- functions of file.h ---------------------------------------------------------------------- */

/* Like gait_file_write(), for this format. GAIT_BAD_ARGUMENT for a GAIT_SKL_ONE or GAIT_SKL_OBJECT
 * without a motion. */
GAIT_API gait_status gait_skl_write(const gait_skl *skl, gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
