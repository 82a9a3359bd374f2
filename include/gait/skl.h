/* Gait - SDK motions: SKL, SKLS and object motions (docs/formats/skl.md). */
#ifndef GAIT_SKL_H
#define GAIT_SKL_H

#include "gait/change.h"
#include "gait/omf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The exact mirror of one file. Reading from several threads is fine; changing is not. Names are
 * CP1251 bytes. Indices must be in range unless a status is returned (then GAIT_BAD_ARGUMENT). */
typedef struct gait_skl gait_skl;

/* The kinds of files. */
typedef enum gait_skl_kind {
    GAIT_SKL_ONE = 0, /* .skl: one motion in a chunk */
    GAIT_SKL_MANY,    /* .skls: a count and motions */
    GAIT_SKL_OBJECT   /* .anm: the motion of one object, without bones and playback */
} gait_skl_kind;

/* Shapes of keys: how the curve arrives at a key from the one before. */
typedef enum gait_skl_shape {
    GAIT_SKL_TCB = 0,
    GAIT_SKL_HERMITE,
    GAIT_SKL_BEZIER_1D,
    GAIT_SKL_LINEAR,
    GAIT_SKL_STEPPED,
    GAIT_SKL_BEZIER_2D
} gait_skl_shape;

/* What an envelope does before its first and after its last key. */
typedef enum gait_skl_behaviour {
    GAIT_SKL_RESET = 0,
    GAIT_SKL_CONSTANT,
    GAIT_SKL_REPEAT,
    GAIT_SKL_OSCILLATE,
    GAIT_SKL_OFFSET_REPEAT,
    GAIT_SKL_GO_ON /* straight on, as steep as at the end */
} gait_skl_behaviour;

/* Channels of a bone: metres, and radians. */
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
enum { GAIT_SKL_WORLD_ORIENT = 0x01 /* its rotation is in model space */ };

/* Mirrors the bytes, which must outlive the document or be cut off with gait_skl_detach(). */
GAIT_API gait_status gait_skl_open(gait_span bytes, const gait_options *options,
                                   gait_skl **out_skl);
/* An empty GAIT_SKL_ONE or GAIT_SKL_MANY. */
GAIT_API gait_status gait_skl_new(gait_skl_kind kind, const gait_options *options,
                                  gait_skl **out_skl);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_skl_free(gait_skl *skl);
/* The document of an open .skl or .skls, which owns it: it lives until gait_file_free(). NULL when
 * `file` is NULL or of another format. */
GAIT_API const gait_skl *gait_file_skl(const gait_file *file);
/* Copies what is borrowed: afterwards the source bytes may go. */
GAIT_API gait_status gait_skl_detach(gait_skl *skl);

/* The kind of the file. */
GAIT_API gait_skl_kind gait_skl_kind_of(const gait_skl *skl);
/* Of the first motion: 4 to 7, of object motions 3 to 5; -1 when there is none. */
GAIT_API int32_t gait_skl_version(const gait_skl *skl);

/* --- motions ---------------------------------------------------------------------------------- */

/* The head of one motion. */
typedef struct gait_skl_motion {
    gait_span name;
    uint32_t frame_start, frame_end; /* both are played */
    float fps;
    uint16_t version;
    uint32_t flags;        /* GAIT_OMF_FX ...; version 4: isFX, and stopAtEnd << 8 */
    uint32_t bone_or_part; /* low 16 bits, as in OMF */
    float speed, accrue, falloff, power;
    uint32_t bone_count;
    uint32_t mark_count;
} gait_skl_motion;

/* The number of motions. */
GAIT_API uint32_t gait_skl_motion_count(const gait_skl *skl);
/* The head of one motion; its name lives as long as the document, until it is changed. */
GAIT_API gait_skl_motion gait_skl_motion_at(const gait_skl *skl, uint32_t motion);
/* Frames from the first to the last one, 0 when the last stands before the first. */
GAIT_API uint32_t gait_skl_frame_count(const gait_skl *skl, uint32_t motion);
/* Sets everything but version, bone_count and mark_count, which must be what they are. Copies the
 * name: no NUL inside. What the version has no room for is GAIT_BAD_ARGUMENT. */
GAIT_API gait_status gait_skl_set_motion(gait_skl *skl, uint32_t motion,
                                         const gait_skl_motion *values);

/* --- bones and envelopes ---------------------------------------------------------------------- */

/* A bone of a motion. */
typedef struct gait_skl_bone {
    gait_span name; /* version 4 has none: "bone_00" and so on; an object's is "object" */
    uint32_t flags;
} gait_skl_bone;

/* An envelope as stored: the keys of one channel of a bone. */
typedef struct gait_skl_envelope {
    uint32_t behaviour[2]; /* before, after */
    uint32_t key_count;
    gait_span keys; /* as stored */
} gait_skl_envelope;

/* A key of an envelope. Files of version 6 and 7 store the seven parameters in 16 bits over
 * -32..32, and none for stepped keys, where they read 0. */
typedef struct gait_skl_key {
    float value;
    float time_s;
    uint32_t shape; /* gait_skl_shape in the low 8 bits */
    float tension, continuity, bias;
    float param[4];
} gait_skl_key;

/* An envelope as numbers, to be stored. */
typedef struct gait_skl_curve {
    uint32_t behaviour[2];
    uint32_t key_count;
    const gait_skl_key *keys;
} gait_skl_curve;

/* One bone of a motion. */
GAIT_API gait_skl_bone gait_skl_bone_at(const gait_skl *skl, uint32_t motion, uint32_t bone);
/* Sets name and flags of a bone. Copies the name; a name that the version does not store must be
 * what it is. */
GAIT_API gait_status gait_skl_set_bone(gait_skl *skl, uint32_t motion, uint32_t bone,
                                       const gait_skl_bone *values);
/* One envelope; its keys live as long as the document, until it is changed. */
GAIT_API gait_skl_envelope gait_skl_envelope_at(const gait_skl *skl, uint32_t motion, uint32_t bone,
                                                uint32_t channel);
/* All keys of an envelope: out[key_count]. */
GAIT_API void gait_skl_read_keys(const gait_skl *skl, uint32_t motion, uint32_t bone,
                                 uint32_t channel, gait_skl_key *out);
/* Replaces one envelope; keys that are set to what they were keep their bytes.
 * GAIT_BAD_ARGUMENT for counts, behaviours, shapes and parameters that the version cannot store. */
GAIT_API gait_status gait_skl_set_envelope(gait_skl *skl, uint32_t motion, uint32_t bone,
                                           uint32_t channel, const gait_skl_curve *values);
/* The value of a curve at a time, as the SDK has it. */
GAIT_API double gait_skl_evaluate(const gait_skl_curve *curve, double time_s);

/* Appends a motion of version 6 or 7 without marks: bone_count bones, and GAIT_SKL_CHANNELS curves
 * for each. Everything is copied. GAIT_BAD_ARGUMENT also for a second motion of GAIT_SKL_ONE. */
GAIT_API gait_status gait_skl_add_motion(gait_skl *skl, const gait_skl_motion *values,
                                         const gait_skl_bone *bones,
                                         const gait_skl_curve (*curves)[GAIT_SKL_CHANNELS]);
/* Takes a motion out of a GAIT_SKL_MANY; GAIT_BAD_ARGUMENT for the other kinds, which are their one
 * motion. */
GAIT_API gait_status gait_skl_remove_motion(gait_skl *skl, uint32_t motion);

/* One mark of a motion, as in OMF; only version 7 has marks. */
GAIT_API gait_omf_mark gait_skl_mark_at(const gait_skl *skl, uint32_t motion, uint32_t mark);
/* Sets one mark, as gait_omf_set_mark() does; GAIT_WOULD_LOSE below version 7. */
GAIT_API gait_status gait_skl_set_mark(gait_skl *skl, uint32_t motion, uint32_t mark,
                                       const gait_omf_mark *values);

/* --- clips ------------------------------------------------------------------------------------ */

/* As gait_file_bind_skeleton(), for this format. Bones of all motions must be in `tree`. */
GAIT_API gait_status gait_skl_bind_skeleton(const gait_skl *skl, const gait_skeleton *tree,
                                            const gait_options *options,
                                            gait_skeleton **out_skeleton);
/* The clip is in GAIT_SPACE_LOCAL and GAIT_AXES_ENGINE and owns its keys, one per frame where a
 * channel moves. GAIT_LIMIT for more frames than games can count, 2^24 - 1. */
GAIT_API gait_status gait_skl_clip(const gait_skl *skl, uint32_t motion,
                                   const gait_skeleton *skeleton, const gait_options *options,
                                   gait_clip **out_clip);
/* Appends a clip as a motion of version 6 or 7: stepped keys on the frames where something
 * changes, each exact. The clip is as for gait_omf_add_clip(), of any steady rate.
 * `allowed_losses` are of gait_loss; what is lost is told in *out_losses (may be NULL), and
 * when that is more than is allowed nothing is added: GAIT_WOULD_LOSE. Version 6 has no events. */
GAIT_API gait_status gait_skl_add_clip(gait_skl *skl, const gait_clip *clip, uint16_t version,
                                       uint32_t allowed_losses, uint32_t *out_losses);

/* --- there and back --------------------------------------------------------------------------- */

/* Takes over what was edited (change.h), for a change whose base is this motion: envelopes that did
 * not move keep their bytes, and in those that did the keys that stayed, where all are stepped or
 * linear; other envelopes get stepped keys, exact on every frame. A rotation in model space follows
 * its parents. Marks and parameters stay. GAIT_BAD_ARGUMENT when the change is of another motion,
 * and for translations and rotations that no float can hold, GAIT_LIMIT when an envelope would get
 * too many keys or frames are too late for floats to tell apart. */
GAIT_API gait_status gait_skl_apply_changes(gait_skl *skl, uint32_t motion,
                                            const gait_clip_change *change);

/* As gait_omf_apply_metadata(); GAIT_WOULD_LOSE for events below version 7, and for flags that the
 * version has no room for. */
GAIT_API gait_status gait_skl_apply_metadata(gait_skl *skl, uint32_t motion,
                                             const gait_clip *clip_metadata, uint32_t changes);

/* --- as in file.h ----------------------------------------------------------------------------- */

/* As gait_file_check(), for this format. */
GAIT_API gait_status gait_skl_check(const gait_skl *skl, gait_diagnostics *diagnostics);
/* As gait_file_map(), for this format. */
GAIT_API gait_status gait_skl_map(const gait_skl *skl, gait_field_visitor visit, void *user);
/* As gait_file_write(), for this format. GAIT_BAD_ARGUMENT for a GAIT_SKL_ONE without a motion. */
GAIT_API gait_status gait_skl_write(const gait_skl *skl, gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
