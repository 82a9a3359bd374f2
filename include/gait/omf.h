/* Gait - OMF motion banks (docs/formats/omf.md). */
#ifndef GAIT_OMF_H
#define GAIT_OMF_H

#include "gait/change.h"
#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The exact mirror of one bank. Reading from several threads is fine; changing is not. Names are
 * CP1251 bytes. Indices must be in range unless a status is returned (then GAIT_BAD_ARGUMENT). */
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
    GAIT_OMF_TRANSLATION_KEYS = 0x01,  /* translation moves */
    GAIT_OMF_ROTATION_CONSTANT = 0x02, /* one rotation for all frames */
    GAIT_OMF_TRANSLATION_16 = 0x04,    /* translation keys are 16 bit; means nothing without KEYS */
    GAIT_OMF_FLOAT_KEYS = 0x08         /* all keys are floats (iX-Ray) */
};

/* Mirrors the bytes, which must outlive the document or be cut off with gait_omf_detach(). Bounds
 * of every track are checked, key blocks are not read: checksums are gait_omf_check()'s. */
GAIT_API gait_status gait_omf_open(gait_span bytes, const gait_options *options,
                                   gait_omf **out_omf);
/* An empty bank of parameters version 3 or 4. */
GAIT_API gait_status gait_omf_new(uint16_t version, const gait_options *options,
                                  gait_omf **out_omf);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_omf_free(gait_omf *omf);
/* The document of an open bank, which owns it: it lives until gait_file_free(). NULL when `file` is
 * NULL or of another format, of a model too: its bank is gait_ogf_motions()'s. */
GAIT_API const gait_omf *gait_file_omf(const gait_file *file);
/* A new bank of the whole motions before the damage: keys and definitions byte for byte, paired by
 * ordinal. The caller frees it; it borrows nothing. `bone_names` (CP1251, by track, copied) serve
 * where the file's own list is lost, as in files cut off at the end; bone_count may be 0.
 * Diagnostics tell what was kept and lost. GAIT_UNSUPPORTED for encrypted banks, and when the list
 * of bones is lost and none was given; GAIT_CORRUPT when nothing can be saved. */
GAIT_API gait_status gait_omf_salvage(gait_span bytes, const gait_span *bone_names,
                                      uint32_t bone_count, const gait_options *options,
                                      gait_omf **out_omf, gait_salvaged *out_salvaged);
/* Copies what is borrowed: afterwards the source bytes may go. */
GAIT_API gait_status gait_omf_detach(gait_omf *omf);

/* 1 to 4; 0 for the bank inside a model of the oldest kind, which states none. */
GAIT_API int32_t gait_omf_version(const gait_omf *omf);
/* To version 3 or 4, from any. Version 3 has no place for marks: they are told, and unless
 * `lose_marks` says that they may go it is GAIT_WOULD_LOSE. Versions below 3 may lack names of
 * bones: GAIT_UNSUPPORTED then, unless the bank was taken out of its model. After a failure the
 * bank is as before. `diagnostics` may be NULL. */
GAIT_API gait_status gait_omf_set_version(gait_omf *omf, int32_t version, bool lose_marks,
                                          gait_diagnostics *diagnostics);

/* --- parts and bones -------------------------------------------------------------------------- */

/* A part: a group of bones that motions play on. */
typedef struct gait_omf_part {
    gait_span name;
    uint32_t first_bone; /* index of gait_omf_listed_bone() */
    uint32_t bone_count;
} gait_omf_part;

/* A bone as a part lists it. */
typedef struct gait_omf_bone {
    gait_span name;
    uint32_t id; /* the track of this bone, in good files */
} gait_omf_bone;

/* The number of parts. */
GAIT_API uint32_t gait_omf_part_count(const gait_omf *omf);
/* One part, in file order. */
GAIT_API gait_omf_part gait_omf_part_at(const gait_omf *omf, uint32_t part);
/* The number of bones of all parts together, which is that of tracks in each motion. */
GAIT_API uint32_t gait_omf_bone_count(const gait_omf *omf);
/* One bone in the order of the file, which is seldom that of the tracks. */
GAIT_API gait_omf_bone gait_omf_listed_bone(const gait_omf *omf, uint32_t index);
/* The name of the bone that track `track` moves. */
GAIT_API gait_span gait_omf_bone_name(const gait_omf *omf, uint32_t track);

/* Appends an empty part. Copies the name: no NUL inside, at most 127 bytes, like all names here. */
GAIT_API gait_status gait_omf_add_part(gait_omf *omf, gait_span name);
/* Appends a bone to the last part. Only while the bank has no motions. */
GAIT_API gait_status gait_omf_add_bone(gait_omf *omf, gait_span name, uint32_t id);

/* Makes a new bank's parts those of an open file (file.h), with the bones that `skeleton` has too,
 * each with its number there; what no part lists joins the last one. Nothing when the file has no
 * parts. GAIT_BAD_ARGUMENT for names that no bank can have, and for more parts than one counts; the
 * bank is of no use then. */
GAIT_API gait_status gait_omf_add_parts(gait_omf *omf, const gait_file *file,
                                        const gait_skeleton *skeleton);

/* Sets the name of a part; a copy is kept. */
GAIT_API gait_status gait_omf_rename_part(gait_omf *omf, uint32_t part, gait_span name);
/* Sets name and id of a bone; the name is copied. GAIT_WOULD_LOSE when the bank, of a version below
 * 3, has no place for both. */
GAIT_API gait_status gait_omf_set_listed_bone(gait_omf *omf, uint32_t index,
                                              const gait_omf_bone *bone);

/* --- motions ---------------------------------------------------------------------------------- */

/* A motion's definition (chunk 0xF) and the head of its keys (chunk 0xE), paired by ordinal. */
typedef struct gait_omf_motion {
    gait_span name;
    uint32_t flags;        /* GAIT_OMF_FX ... */
    uint16_t bone_or_part; /* part of a cycle or bone of an FX, 0xFFFF = all or root */
    uint16_t motion;       /* ignored by the games, kept */
    float speed, power, accrue, falloff;
    gait_span label;      /* the name beside the keys; games go by `name` */
    uint32_t frame_count; /* keys, 30 per second */
} gait_omf_motion;

/* The number of motions that have both halves. */
GAIT_API uint32_t gait_omf_motion_count(const gait_omf *omf);
/* One motion; its texts live as long as the document, until it is changed. */
GAIT_API gait_omf_motion gait_omf_motion_at(const gait_omf *omf, uint32_t motion);
/* Sets everything but frame_count, which must be what it is. Copies the names. */
GAIT_API gait_status gait_omf_set_motion(gait_omf *omf, uint32_t motion,
                                         const gait_omf_motion *values);

/* One track, keys as stored. */
typedef struct gait_omf_track {
    uint8_t flags;              /* GAIT_OMF_TRANSLATION_KEYS ... */
    uint32_t rotation_crc;      /* with rotation keys */
    gait_span rotation_keys;    /* s16[4] (x,y,z,w) each; one when constant */
    uint32_t translation_crc;   /* with translation keys */
    gait_span translation_keys; /* s8[3] or s16[3] each; empty when constant */
    float size[3];              /* metres per key unit, with translation keys that are no floats */
    float init[3];              /* metres: the centre, or the constant translation */
} gait_omf_track;

/* The track of one bone in a motion. Its keys live as long as the document, until it is changed. */
GAIT_API gait_omf_track gait_omf_track_at(const gait_omf *omf, uint32_t motion, uint32_t track);
/* All keys of a motion as floats, [track][frame]: rotations as textbook quaternions (x,y,z,w) of
 * column vectors, not normalised (bone_count * frame_count * 4 floats), and translations in metres
 * (bone_count * frame_count * 3). What is constant is repeated. Either may be NULL. No memory is
 * asked for. */
GAIT_API gait_status gait_omf_decode(const gait_omf *omf, uint32_t motion, float *out_rotations,
                                     float *out_translations);
/* Replaces one track; the others keep their bytes. Key spans must have the sizes that flags and
 * frame_count ask for. The checksums are stored as given: gait_omf_crc() computes them. */
GAIT_API gait_status gait_omf_set_track(gait_omf *omf, uint32_t motion, uint32_t track,
                                        const gait_omf_track *values);
/* Appends a motion with bone_count tracks; everything is copied. GAIT_WOULD_LOSE when a sub-chunk
 * that is no motion stands where it would have to. */
GAIT_API gait_status gait_omf_add_motion(gait_omf *omf, const gait_omf_motion *values,
                                         const gait_omf_track *tracks);
/* Takes a motion out, keys and definition; those behind it move up by one. A `motion` that was the
 * place of its definition follows it, any other stays. GAIT_WOULD_LOSE when a sub-chunk that is no
 * motion has the number of one. */
GAIT_API gait_status gait_omf_remove_motion(gait_omf *omf, uint32_t motion);
/* The checksum that belongs to a block of keys. */
GAIT_API uint32_t gait_omf_crc(gait_span keys);

/* --- motion marks (version 4) ----------------------------------------------------------------- */

/* A mark: a name and the intervals of the motion that have it. */
typedef struct gait_omf_mark {
    gait_span name;
    gait_span terminator; /* CR LF in most files; empty = CR LF when setting */
    uint32_t interval_count;
    gait_span intervals; /* two little-endian floats each: from, to, in seconds */
} gait_omf_mark;

/* The number of marks of a motion; 0 below version 4. */
GAIT_API uint32_t gait_omf_mark_count(const gait_omf *omf, uint32_t motion);
/* One mark of a motion; its spans live as long as the document, until it is changed. */
GAIT_API gait_omf_mark gait_omf_mark_at(const gait_omf *omf, uint32_t motion, uint32_t mark);
/* Start and end of an interval in seconds. The index must be below mark->interval_count. */
GAIT_API void gait_omf_mark_interval(const gait_omf_mark *mark, uint32_t interval,
                                     float out_from_to[2]);
/* Replaces one, or appends when mark == count. Copies. GAIT_WOULD_LOSE in a bank of version 3;
 * GAIT_BAD_ARGUMENT for names and counts that desynchronise the games (docs/formats/omf.md#marks).
 */
GAIT_API gait_status gait_omf_set_mark(gait_omf *omf, uint32_t motion, uint32_t mark,
                                       const gait_omf_mark *values);

/* --- from clips ------------------------------------------------------------------------------- */

/* How exact keys have to be; all zero: as exact as 16 bits can be. */
typedef struct gait_omf_precision {
    float translation_m; /* allows constants and 8 bits within this distance */
    float rotation_rad;  /* allows constants within this */
    bool translation_16; /* never 8 bits */
} gait_omf_precision;

/* Appends a clip as a motion, keys quantised with the smallest kind of track that is exact enough.
 * The clip is in GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE and seconds, has frames, and its rotations are
 * quaternions. A bank without parts and motions gets a part "default" with the bones of the
 * skeleton; else every bone of the bank must be in the skeleton (GAIT_NOT_FOUND), and bones without
 * keys are stored in their rest pose. `precision` may be NULL. `allowed_losses` are of
 * gait_loss; what is lost is told in *out_losses (may be NULL), and when that is more than is
 * allowed nothing is added: GAIT_WOULD_LOSE. GAIT_BAD_ARGUMENT for keys that are not finite and for
 * names that no bank can hold. */
GAIT_API gait_status gait_omf_add_clip(gait_omf *omf, const gait_clip *clip,
                                       const gait_omf_precision *precision, uint32_t allowed_losses,
                                       uint32_t *out_losses);

/* --- there and back --------------------------------------------------------------------------- */

/* Takes over what was edited (change.h), for a change whose base is this motion: keys that stayed
 * keep their bytes, translations their size and centre while those hold the new ones to half of the
 * change's tolerance, and constants become keys only where they move now. Where 8 bits are too
 * coarse keys that stay keep their places; what is fitted anew gets the smallest kind of track that
 * is as exact. Marks and parameters stay. GAIT_BAD_ARGUMENT when the change is of another motion,
 * or of a bone that the bank lacks, and for translations that no float can hold. */
GAIT_API gait_status gait_omf_apply_changes(gait_omf *omf, uint32_t motion,
                                            const gait_clip_change *change);

/* Takes over what extras say otherwise (metadata.h: gait_metadata_compare()), `changes` being of
 * gait_metadata_field: events replace all marks with intervals (others are no events), and how the
 * motion is played. A motion vector has no place here. GAIT_WOULD_LOSE for events in a bank below
 * version 4, GAIT_BAD_ARGUMENT for names that no mark can have; the bank is of no use then. */
GAIT_API gait_status gait_omf_apply_metadata(gait_omf *omf, uint32_t motion,
                                             const gait_clip *clip_metadata, uint32_t changes);

/* --- as in file.h ----------------------------------------------------------------------------- */

/* As gait_file_check(), for this format. */
GAIT_API gait_status gait_omf_check(const gait_omf *omf, gait_diagnostics *diagnostics);
/* As gait_file_map(), for this format. */
GAIT_API gait_status gait_omf_map(const gait_omf *omf, gait_field_visitor visit, void *user);
/* As gait_file_write(), for this format. */
GAIT_API gait_status gait_omf_write(const gait_omf *omf, gait_buffer *out);
/* As gait_file_bind_skeleton(), for this format. */
GAIT_API gait_status gait_omf_bind_skeleton(const gait_omf *omf, const gait_skeleton *tree,
                                            const gait_options *options,
                                            gait_skeleton **out_skeleton);
/* The clip is in GAIT_SPACE_LOCAL and GAIT_AXES_ENGINE; rotations are views of the file. GAIT_LIMIT
 * for more frames than games can count, 2^24 - 1. */
GAIT_API gait_status gait_omf_clip(const gait_omf *omf, uint32_t motion,
                                   const gait_skeleton *skeleton, const gait_options *options,
                                   gait_clip **out_clip);

#ifdef __cplusplus
}
#endif
#endif
