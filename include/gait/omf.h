/* Gait - OMF motion banks (docs/formats/omf.md). */
#ifndef GAIT_OMF_H
#define GAIT_OMF_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A document with all fields of one bank. Unchanged data is written with the same bytes. Several
 * threads may read it, but not while it is changed. Names are bytes of a code page. An index out of
 * range is GAIT_BAD_ARGUMENT in functions that return a status; in all others indices must be in
 * range.
 */
typedef struct gait_omf gait_omf;

/* Motion flags, as stored. A cycle without STOP_AT_END is looped. */
enum {
    GAIT_OMF_FX = 0x01,
    GAIT_OMF_STOP_AT_END = 0x02,
    GAIT_OMF_NO_MIX = 0x04,
    GAIT_OMF_SYNC_PART = 0x08,
    GAIT_OMF_USE_FOOT_STEPS = 0x10,
    GAIT_OMF_ROOT_MOVER = 0x20,
    GAIT_OMF_IDLE = 0x40,
    GAIT_OMF_USE_WEAPON_BONE = 0x80
};

/* Track flags, as stored. */
enum {
    GAIT_OMF_TRANSLATION_KEYS = 0x01,  /* the translation has keys */
    GAIT_OMF_ROTATION_CONSTANT = 0x02, /* one rotation for all frames */
    GAIT_OMF_TRANSLATION_16 = 0x04,    /* translation keys have 16 bits; ignored without KEYS */
    GAIT_OMF_FLOAT_KEYS = 0x08         /* all keys are floats (iX-Ray) */
};

/* Opens a bank. The document borrows the bytes until it is freed or detached with
 * gait_omf_detach(). Checks the bounds of every track, but does not read keys: gaiti_omf_check()
 * verifies their checksums. */
GAIT_API gait_status gait_omf_open(gait_span bytes, const gait_options *options,
                                   gait_omf **out_omf);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_omf_free(gait_omf *omf);
/* The document of an open bank, which owns it; valid until gait_file_free(). NULL when `file` is
 * NULL or has another format; for the bank in a model use gait_ogf_motions(). */
GAIT_API const gait_omf *gait_file_omf(const gait_file *file);
/* Copies the borrowed bytes, so that the document no longer needs the source. */
GAIT_API gait_status gait_omf_detach(gait_omf *omf);

/* Changes the version to 3 or 4. Version 3 cannot hold marks: if there are any, diagnostics list
 * them, and the result is GAIT_WOULD_LOSE unless `lose_marks` is true. GAIT_UNSUPPORTED when bones
 * have no names; these are missing in versions below 3, unless the bank was extracted from its
 * model. After a failure the bank is unchanged. `diagnostics` may be NULL. */
GAIT_API gait_status gait_omf_set_version(gait_omf *omf, int32_t version, bool lose_marks,
                                          gait_diagnostics *diagnostics);

/* --- parts and bones -------------------------------------------------------------------------- */

/* A part: a group of bones on which motions play. */
typedef struct gait_omf_part {
    gait_span name;
    uint32_t first_bone; /* index of gait_omf_listed_bone() */
    uint32_t bone_count;
} gait_omf_part;

/* A bone in the list of a part. */
typedef struct gait_omf_bone {
    gait_span name;
    uint32_t id; /* the track of this bone, in valid files */
} gait_omf_bone;

/* The number of parts. */
GAIT_API uint32_t gait_omf_part_count(const gait_omf *omf);
/* One part, in file order. */
GAIT_API gait_omf_part gait_omf_part_at(const gait_omf *omf, uint32_t part);
/* The number of bones in all parts. Each motion has the same number of tracks. */
GAIT_API uint32_t gait_omf_bone_count(const gait_omf *omf);
/* One bone in the order of the file, which usually differs from the order of the tracks. */
GAIT_API gait_omf_bone gait_omf_listed_bone(const gait_omf *omf, uint32_t index);
/* The name of the bone that track `track` moves. */
GAIT_API gait_span gait_omf_bone_name(const gait_omf *omf, uint32_t track);

/* Sets the name of a part. Copies it. */
GAIT_API gait_status gait_omf_rename_part(gait_omf *omf, uint32_t part, gait_span name);
/* Sets the name and the id of a bone. Copies the name. GAIT_WOULD_LOSE for banks of versions below
 * 3, which cannot hold both. */
GAIT_API gait_status gait_omf_set_listed_bone(gait_omf *omf, uint32_t index,
                                              const gait_omf_bone *bone);

/* --- motions ---------------------------------------------------------------------------------- */

/* The definition (chunk 0xF) and the header of the keys (chunk 0xE) of a motion, paired by index.
 */
typedef struct gait_omf_motion {
    gait_span name;
    uint32_t flags;        /* GAIT_OMF_FX ... */
    uint16_t bone_or_part; /* part of a cycle or bone of an FX; 0xFFFF = all parts or the root */
    uint16_t motion;       /* kept, but ignored by the games */
    float speed, power, accrue, falloff;
    gait_span label;      /* the name stored with the keys; games use `name` */
    uint32_t frame_count; /* number of keys, 30 per second */
} gait_omf_motion;

/* The number of motions that have both a definition and keys. */
GAIT_API uint32_t gait_omf_motion_count(const gait_omf *omf);
/* One motion. Its texts are valid until the document is changed or freed. */
GAIT_API gait_omf_motion gait_omf_motion_at(const gait_omf *omf, uint32_t motion);

/* One track, with keys as stored. */
typedef struct gait_omf_track {
    uint8_t flags;              /* GAIT_OMF_TRANSLATION_KEYS ... */
    uint32_t rotation_crc;      /* if there are rotation keys */
    gait_span rotation_keys;    /* s16[4] (x,y,z,w) each, or floats; one if constant */
    uint32_t translation_crc;   /* if there are translation keys */
    gait_span translation_keys; /* s8[3] or s16[3] each, or floats; empty if constant */
    float size[3]; /* metres per unit of the keys, for translation keys that are not floats */
    float init[3]; /* metres: the centre, or the constant translation */
} gait_omf_track;

/* The track of one bone in a motion. Its keys are valid until the document is changed or freed. */
GAIT_API gait_omf_track gait_omf_track_at(const gait_omf *omf, uint32_t motion, uint32_t track);
/* Replaces one track; the others keep their bytes. Sizes of the key spans must match the flags and
 * frame_count. Checksums are stored as given: compute them with gaiti_omf_crc(). */
GAIT_API gait_status gait_omf_set_track(gait_omf *omf, uint32_t motion, uint32_t track,
                                        const gait_omf_track *values);

/* --- editing of banks --------------------------------------------------------------------------
 */

/* The functions of this section copy keys as bytes, never decoded, and leave all bytes equal that
 * are not named in their comments. If the member `motion` of a motion was its index, it becomes the
 * new index; other values stay. A label is changed only if it is the old name. Every function
 * checks its arguments before it changes anything. After a failure the bank is unchanged, and
 * diagnostics contain the reason; `diagnostics` may be NULL. The functions do not compare new names
 * with those of other motions unless their comments state it: gaiti_omf_check() reports equal
 * names.
 */

/* --- motion marks (version 4) ----------------------------------------------------------------- */

/* A mark: a name and the intervals of the motion in which it is active. */
typedef struct gait_omf_mark {
    gait_span name;
    gait_span terminator; /* CR LF in most files; if empty when set, CR LF is used */
    uint32_t interval_count;
    gait_span intervals; /* two little-endian floats each: start and end in seconds */
} gait_omf_mark;

/* The number of marks of a motion; 0 below version 4. */
GAIT_API uint32_t gait_omf_mark_count(const gait_omf *omf, uint32_t motion);
/* One mark of a motion. Its spans are valid until the document is changed or freed. */
GAIT_API gait_omf_mark gait_omf_mark_at(const gait_omf *omf, uint32_t motion, uint32_t mark);
/* Start and end of an interval in seconds. The index must be below mark->interval_count. */
GAIT_API void gait_omf_mark_interval(const gait_omf_mark *mark, uint32_t interval,
                                     float out_from_to[2]);
/* Replaces a mark, or appends one when mark == count. Copies everything. GAIT_WOULD_LOSE in a bank
 * of version 3; GAIT_BAD_ARGUMENT for names and counts that games misread
 * (docs/formats/omf.md#marks). */
GAIT_API gait_status gait_omf_set_mark(gait_omf *omf, uint32_t motion, uint32_t mark,
                                       const gait_omf_mark *values);

/* --- functions of file.h ---------------------------------------------------------------------- */

/* Like gait_file_write(), for this format. */
GAIT_API gait_status gait_omf_write(const gait_omf *omf, gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
