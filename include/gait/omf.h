/* Gait - OMF motion banks (docs/formats/omf.md). */
#ifndef GAIT_OMF_H
#define GAIT_OMF_H

#include "gait/change.h"
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
/* Makes an empty bank with parameters of version 3 or 4. */
GAIT_API gait_status gaiti_omf_new(uint16_t version, const gait_options *options,
                                   gait_omf **out_omf);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_omf_free(gait_omf *omf);
/* The document of an open bank, which owns it; valid until gait_file_free(). NULL when `file` is
 * NULL or has another format; for the bank in a model use gait_ogf_motions(). */
GAIT_API const gait_omf *gait_file_omf(const gait_file *file);
/* Makes a new bank of the complete motions before the damage. Keys and definitions, paired by
 * index, keep their bytes. The caller frees the bank; it borrows nothing. If the list of bones in
 * the file is lost, as in truncated files, `bone_names` are used (bytes, in track order, copied);
 * bone_count may be 0. Diagnostics list what was kept and lost. GAIT_UNSUPPORTED for encrypted
 * banks, and when the list of bones is lost and none was given; GAIT_CORRUPT when nothing can be
 * salvaged. */
GAIT_API gait_status gaiti_omf_salvage(gait_span bytes, const gait_span *bone_names,
                                       uint32_t bone_count, const gait_options *options,
                                       gait_omf **out_omf, gait_salvaged *out_salvaged);
/* Copies the borrowed bytes, so that the document no longer needs the source. */
GAIT_API gait_status gait_omf_detach(gait_omf *omf);

/* 1 to 4; 0 for the bank in a model of the oldest kind, which does not store a version. */
GAIT_API int32_t gaiti_omf_version(const gait_omf *omf);
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

/* Appends an empty part. Copies the name. All names in this header have at most 127 bytes without a
 * NUL. */
GAIT_API gait_status gaiti_omf_add_part(gait_omf *omf, gait_span name);
/* Appends a bone to the last part. GAIT_BAD_ARGUMENT when the bank has motions or no part. */
GAIT_API gait_status gaiti_omf_add_bone(gait_omf *omf, gait_span name, uint32_t id);

/* Adds the parts of an open file (file.h) to a new bank. Each part gets those of its bones that
 * `skeleton` has; their ids are the indices in `skeleton`. Bones of `skeleton` that are in no part
 * are added to the last part. Does nothing when the file has no parts. GAIT_BAD_ARGUMENT for names
 * that a bank cannot hold, and for more than 65535 parts; discard the bank then. */
GAIT_API gait_status gaiti_omf_add_parts(gait_omf *omf, const gait_file *file,
                                         const gait_skeleton *skeleton);

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
/* Sets all values of a motion except frame_count, which must not differ. Copies the names. */
GAIT_API gait_status gaiti_omf_set_motion(gait_omf *omf, uint32_t motion,
                                          const gait_omf_motion *values);

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
/* All keys of a motion as floats, [track][frame]. Rotations are quaternions (x,y,z,w) that rotate
 * column vectors, not normalised: bone_count * frame_count * 4 floats. Translations are in metres:
 * bone_count * frame_count * 3 floats. Constants are repeated for each frame. Either array may be
 * NULL. Does not allocate. */
GAIT_API gait_status gaiti_omf_decode(const gait_omf *omf, uint32_t motion, float *out_rotations,
                                      float *out_translations);
/* The pose of a motion, computed from its keys as stored: nothing is decoded before, and no memory
 * is allocated. One transform per track (gait_omf_bone_name()), relative to the parent bone, in
 * `axes`. Key k is at k / 30 seconds; before and after the keys, the pose is that of the first or
 * last one. As accurate as a gait_sampler. `capacity`: elements of `out`. GAIT_BAD_ARGUMENT for
 * NaN, a motion out of range or without frames, unknown axes, or less elements than tracks. */
GAIT_API gait_status gait_omf_pose(const gait_omf *omf, uint32_t motion, double time,
                                   gait_axes axes, gait_trs *out, size_t capacity);
/* Replaces one track; the others keep their bytes. Sizes of the key spans must match the flags and
 * frame_count. Checksums are stored as given: compute them with gaiti_omf_crc(). */
GAIT_API gait_status gait_omf_set_track(gait_omf *omf, uint32_t motion, uint32_t track,
                                        const gait_omf_track *values);
/* Appends a motion with bone_count tracks; copies everything. GAIT_WOULD_LOSE when the number of
 * the new motion is already used by a sub-chunk that is not a motion. */
GAIT_API gait_status gaiti_omf_add_motion(gait_omf *omf, const gait_omf_motion *values,
                                          const gait_omf_track *tracks);
/* Removes a motion, its keys and its definition; the indices of the following motions decrease by
 * one. If the member `motion` of such a motion was its index, it is updated; other values stay.
 * GAIT_WOULD_LOSE when a sub-chunk that is not a motion has the number of a motion. */
GAIT_API gait_status gaiti_omf_remove_motion(gait_omf *omf, uint32_t motion);
/* The same for `count` motions, whose indices must ascend. Takes time proportional to the number of
 * motions in the bank. After a failure the bank is unchanged, and `diagnostics` (may be NULL)
 * contain the reason. */
GAIT_API gait_status gaiti_omf_remove_motions(gait_omf *omf, const uint32_t *motions,
                                              uint32_t count, gait_diagnostics *diagnostics);
/* The checksum of a block of keys. */
GAIT_API uint32_t gaiti_omf_crc(gait_span keys);

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

/* Sets the name of a motion. `name` is UTF-8. GAIT_WOULD_LOSE when it is empty, longer than 127
 * bytes in the code page of the bank, or has control characters or characters outside that code
 * page. */
GAIT_API gait_status gaiti_omf_rename_motion(gait_omf *omf, uint32_t motion, const char *name,
                                             gait_diagnostics *diagnostics);
/* Puts the motions into another order: motion order[i] becomes motion i. `order` contains each of
 * the `count` indices once; `count` must be the number of motions. */
GAIT_API gait_status gaiti_omf_reorder_motions(gait_omf *omf, const uint32_t *order,
                                               uint32_t count);
/* Appends a copy of a motion, with its marks, under another name (UTF-8; as for
 * gaiti_omf_rename_motion()). GAIT_WOULD_LOSE also when a sub-chunk that is not a motion has the
 * number of a motion, and when the numbers of definitions and of motions with keys differ;
 * GAIT_LIMIT for more than 65535 motions. */
GAIT_API gait_status gaiti_omf_duplicate_motion(gait_omf *omf, uint32_t motion, const char *name,
                                                gait_diagnostics *diagnostics);
/* Makes a bank of `count` motions in the order of `motions`, which contains no index twice, with
 * the version, the parts and the unknown chunks of `from`. The motions that gaiti_omf_extract()
 * made of a bank, merged in order with GAITI_OMF_NAMES_KEEP_ALL, have the bytes of that bank, if
 * the motions are stored in order and no member `motion` is the index of another motion. The new
 * bank borrows from `from` and from its bytes until gait_omf_detach(). GAIT_WOULD_LOSE when a
 * sub-chunk that is not a motion has the number of a motion. `options` may be NULL. */
GAIT_API gait_status gaiti_omf_extract(const gait_omf *from, const uint32_t *motions,
                                       uint32_t count, const gait_options *options,
                                       gait_omf **out_omf);

/* What gaiti_omf_merge() does with a motion whose name the bank already has. Case is ignored, as in
 * the games. Equal names within the merged bank are no conflict. */
typedef enum gaiti_omf_equal_names {
    GAITI_OMF_NAMES_REFUSE = 0, /* merges nothing; diagnostics list the names */
    GAITI_OMF_NAMES_KEEP_FIRST, /* does not copy the motion */
    GAITI_OMF_NAMES_REPLACE,    /* keys and definition replace those of the first such motion; a
                                  second motion with this name in the merged bank is appended */
    GAITI_OMF_NAMES_RENAME,     /* appends the motion with "_2", "_3" ... after its name */
    GAITI_OMF_NAMES_KEEP_ALL    /* appends the motion; games find the first one of a name */
} gaiti_omf_equal_names;

/* Which parts the result of gaiti_omf_merge() has. In all cases the motions of both banks play on
 * the same bones as before; if the result has no such part, nothing is merged. */
typedef enum gaiti_omf_merged_parts {
    GAITI_OMF_PARTS_EQUAL = 0, /* both banks must have parts with the same names and bones */
    GAITI_OMF_PARTS_FIRST,     /* those of the bank that is merged into */
    GAITI_OMF_PARTS_UNION      /* parts of either bank, so that each contains whole parts of the
                                 result: a part is divided where the other bank divides it */
} gaiti_omf_merged_parts;

/* What gaiti_omf_merge() does with marks when the bank has a version below 4. */
typedef enum gaiti_omf_merged_marks {
    GAITI_OMF_MARKS_RAISE_VERSION = 0, /* the bank gets version 4 if merged motions have marks */
    GAITI_OMF_MARKS_REFUSE,            /* merges nothing if there are marks */
    GAITI_OMF_MARKS_DROP
} gaiti_omf_merged_marks;

/* The rules of gaiti_omf_merge(); all zero is the strictest choice, except that tracks are put into
 * the order of the bank. */
typedef struct gaiti_omf_merge_options {
    gaiti_omf_equal_names names;
    gaiti_omf_merged_parts parts;
    gaiti_omf_merged_marks marks;
    bool keep_track_order;   /* refuse banks whose bones are in another order */
    const uint32_t *motions; /* the motions to merge, in this order, none twice; NULL = all */
    uint32_t motion_count;   /* of `motions` */
} gaiti_omf_merge_options;

/* Numbers of motions in the result of gaiti_omf_merge(). */
typedef struct gaiti_omf_merged {
    uint32_t appended; /* including renamed ones */
    uint32_t renamed;
    uint32_t replaced;
    uint32_t skipped; /* not copied: GAITI_OMF_NAMES_KEEP_FIRST */
} gaiti_omf_merged;

/* Copies motions of `from` to the end of `to`, in order. Both banks must contain the same bones; if
 * their tracks are in another order, tracks are put into the order of `to` as bytes. Bones are
 * matched by name, ignoring case. The index of the bone of an FX and of the part of a cycle become
 * those of the same bone and part in `to`. Unknown chunks of `from` are not copied; if `to` has not
 * the same, a warning reports them. `to` borrows keys and texts from `from` and from its bytes
 * until gait_omf_detach(to). Takes time proportional to the number of motions in both banks.
 * GAIT_WOULD_LOSE or GAIT_UNSUPPORTED when a rule refuses the motions, GAIT_LIMIT for more than
 * 65535 motions, GAIT_BAD_ARGUMENT also when `to` and `from` are the same. `options` may be NULL:
 * all zero. `out_merged` may be NULL. */
GAIT_API gait_status gaiti_omf_merge(gait_omf *to, const gait_omf *from,
                                     const gaiti_omf_merge_options *options,
                                     gait_diagnostics *diagnostics, gaiti_omf_merged *out_merged);

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
/* Inserts a mark before the mark with this index, or appends it when mark == count. Everything else
 * is as for gait_omf_set_mark(). A mark that is removed and inserted again has the same bytes. */
GAIT_API gait_status gaiti_omf_insert_mark(gait_omf *omf, uint32_t motion, uint32_t mark,
                                           const gait_omf_mark *values);
/* Removes a mark; the indices of the following marks decrease by one. */
GAIT_API gait_status gaiti_omf_remove_mark(gait_omf *omf, uint32_t motion, uint32_t mark);

/* --- from clips ------------------------------------------------------------------------------- */

/* The required precision of keys; all zero = the precision of 16 bits. */
typedef struct gaiti_omf_precision {
    float translation_m; /* maximum error of constants and keys of 8 bits */
    float rotation_rad;  /* maximum error of constants */
    bool translation_16; /* do not use 8 bits */
} gaiti_omf_precision;

/* Appends a clip as a motion. Keys are quantised with the smallest kind of track that is precise
 * enough. The clip must be in GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE and seconds, have frames, and have
 * quaternions as rotations. A bank without parts and motions gets a part "default" with the bones
 * of the skeleton. Otherwise every bone of the bank must be in the skeleton (GAIT_NOT_FOUND), and
 * bones without keys are stored in their rest pose. `precision` may be NULL. *out_losses (may be
 * NULL) receives the losses, of gait_loss. If any of them is not in `allowed_losses`, nothing is
 * added: GAIT_WOULD_LOSE. GAIT_BAD_ARGUMENT for keys that are not finite and for names that a bank
 * cannot hold. */
GAIT_API gait_status gaiti_omf_add_clip(gait_omf *omf, const gait_clip *clip,
                                        const gaiti_omf_precision *precision,
                                        uint32_t allowed_losses, uint32_t *out_losses);

/* --- round trip ------------------------------------------------------------------------------- */

/* Applies a change (change.h) whose base is this motion. Unchanged keys keep their bytes. A track
 * of translations keeps its size and centre if the new keys, stored with them, are within half of
 * the tolerance of the change. A constant becomes keys only if it now moves. If 8 bits are too
 * coarse, the track gets 16 bits, and unchanged keys keep their values if possible. A track that is
 * quantised anew has the smallest kind that is precise enough. Marks and parameters stay.
 * GAIT_BAD_ARGUMENT when the change is for another motion or contains a bone that the bank lacks,
 * and for translations that do not fit into a float. */
GAIT_API gait_status gaiti_omf_apply_changes(gait_omf *omf, uint32_t motion,
                                             const gaiti_clip_change *change);

/* Applies changed metadata from gaiti_metadata_compare() (metadata.h); `changes` are of
 * gait_metadata_field. Events replace all marks with intervals (marks without intervals are not
 * events and stay); playback replaces the parameters of the motion. Root motion is ignored, since
 * the format cannot hold it. GAIT_WOULD_LOSE for events in a bank below version 4,
 * GAIT_BAD_ARGUMENT for names that a mark cannot have; discard the bank then. */
GAIT_API gait_status gaiti_omf_apply_metadata(gait_omf *omf, uint32_t motion,
                                              const gait_clip *clip_metadata, uint32_t changes);

/* --- functions of file.h ---------------------------------------------------------------------- */

/* Like gait_file_check(), for this format. */
GAIT_API gait_status gaiti_omf_check(const gait_omf *omf, gait_diagnostics *diagnostics);
/* Like gait_file_map(), for this format. */
GAIT_API gait_status gaiti_omf_map(const gait_omf *omf, gait_field_visitor visit, void *user);
/* Like gait_file_write(), for this format. */
GAIT_API gait_status gait_omf_write(const gait_omf *omf, gait_buffer *out);
/* Like gait_file_bind_skeleton(), for this format. */
GAIT_API gait_status gaiti_omf_bind_skeleton(const gait_omf *omf, const gait_skeleton *tree,
                                             const gait_options *options,
                                             gait_skeleton **out_skeleton);
/* Makes a clip in GAIT_SPACE_LOCAL and GAIT_AXES_ENGINE; rotations are views of the file. Unlike
 * gait_file_clip(), leaves out bones that the skeleton lacks. GAIT_LIMIT for more frames than games
 * can count, 2^24 - 1. */
GAIT_API gait_status gaiti_omf_clip(const gait_omf *omf, uint32_t motion,
                                    const gait_skeleton *skeleton, const gait_options *options,
                                    gait_clip **out_clip);

#ifdef __cplusplus
}
#endif
#endif
