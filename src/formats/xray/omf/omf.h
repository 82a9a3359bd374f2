/* The OMF document: internal declarations. */
#ifndef GAITI_OMF_H
#define GAITI_OMF_H

#include "base/diagnose.h"
#include "base/fields.h"
#include "base/memory.h"
#include "formats/optimiser.h"
#include "formats/xray/xray_chunk.h"
#include "formats/format_row.h"
#include "model/clip_change.h"
#include "gait/file.h"
#include "gait/bank_edit.h"
#include "gait/omf.h"
#include "gait/inspect.h"

/* Makes an empty bank with parameters of version 3 or 4. */
gait_status gaiti_omf_new(uint16_t version, const gait_options *options, gait_omf **out_omf);
/* Makes a new bank of the complete motions before the damage. Keys and definitions, paired by
 * index, keep their bytes. The caller frees the bank; it borrows nothing. If the list of bones in
 * the file is lost, as in truncated files, `bone_names` are used (bytes, in track order, copied);
 * bone_count may be 0. Diagnostics list what was kept and lost. GAIT_UNSUPPORTED for encrypted
 * banks, and when the list of bones is lost and none was given; GAIT_CORRUPT when nothing can be
 * salvaged. */
gait_status gaiti_omf_salvage(gait_span bytes, const gait_span *bone_names, uint32_t bone_count,
                              const gait_options *options, gait_omf **out_omf,
                              gait_salvaged *out_salvaged);
/* 1 to 4; 0 for the bank in a model of the oldest kind, which does not store a version. */
int32_t gaiti_omf_version(const gait_omf *omf);
/* Appends an empty part. Copies the name. All names in this header have at most 127 bytes without a
 * NUL. */
gait_status gaiti_omf_add_part(gait_omf *omf, gait_span name);
/* Appends a bone to the last part. GAIT_BAD_ARGUMENT when the bank has motions or no part. */
gait_status gaiti_omf_add_bone(gait_omf *omf, gait_span name, uint32_t id);
/* Adds the parts of an open file (file.h) to a new bank. Each part gets those of its bones that
 * `skeleton` has; their ids are the indices in `skeleton`. Bones of `skeleton` that are in no part
 * are added to the last part. Does nothing when the file has no parts. GAIT_BAD_ARGUMENT for names
 * that a bank cannot hold, and for more than 65535 parts; discard the bank then. */
gait_status gaiti_omf_add_parts(gait_omf *omf, const gait_file *file,
                                const gait_skeleton *skeleton);
/* Sets all values of a motion except frame_count, which must not differ. Copies the names. */
gait_status gaiti_omf_set_motion(gait_omf *omf, uint32_t motion, const gait_omf_motion *values);
/* Appends a motion with bone_count tracks; copies everything. GAIT_WOULD_LOSE when the number of
 * the new motion is already used by a sub-chunk that is not a motion. */
gait_status gaiti_omf_add_motion(gait_omf *omf, const gait_omf_motion *values,
                                 const gait_omf_track *tracks);
/* Removes a motion, its keys and its definition; the indices of the following motions decrease by
 * one. If the member `motion` of such a motion was its index, it is updated; other values stay.
 * GAIT_WOULD_LOSE when a sub-chunk that is not a motion has the number of a motion. */
gait_status gaiti_omf_remove_motion(gait_omf *omf, uint32_t motion);
/* The same for `count` motions, whose indices must ascend. Takes time proportional to the number of
 * motions in the bank. After a failure the bank is unchanged, and `diagnostics` (may be NULL)
 * contain the reason. */
gait_status gaiti_omf_remove_motions(gait_omf *omf, const uint32_t *motions, uint32_t count,
                                     gait_diagnostics *diagnostics);
/* The checksum of a block of keys. */
uint32_t gaiti_omf_crc(gait_span keys);
/* Sets the name of a motion. `name` is UTF-8. GAIT_WOULD_LOSE when it is empty, longer than 127
 * bytes in the code page of the bank, or has control characters or characters outside that code
 * page. */
gait_status gaiti_omf_rename_motion(gait_omf *omf, uint32_t motion, const char *name,
                                    gait_diagnostics *diagnostics);
/* Puts the motions into another order: motion order[i] becomes motion i. `order` contains each of
 * the `count` indices once; `count` must be the number of motions. */
gait_status gaiti_omf_reorder_motions(gait_omf *omf, const uint32_t *order, uint32_t count);
/* Appends a copy of a motion, with its marks, under another name (UTF-8; as for
 * gaiti_omf_rename_motion()). GAIT_WOULD_LOSE also when a sub-chunk that is not a motion has the
 * number of a motion, and when the numbers of definitions and of motions with keys differ;
 * GAIT_LIMIT for more than 65535 motions. */
gait_status gaiti_omf_duplicate_motion(gait_omf *omf, uint32_t motion, const char *name,
                                       gait_diagnostics *diagnostics);
/* Makes a bank of `count` motions in the order of `motions`, which contains no index twice, with
 * the version, the parts and the unknown chunks of `from`. The motions that gaiti_omf_extract()
 * made of a bank, merged in order with GAIT_EQUAL_NAMES_KEEP_ALL, have the bytes of that bank, if
 * the motions are stored in order and no member `motion` is the index of another motion. The new
 * bank borrows from `from` and from its bytes until gait_omf_detach(). GAIT_WOULD_LOSE when a
 * sub-chunk that is not a motion has the number of a motion. `options` may be NULL. */
gait_status gaiti_omf_extract(const gait_omf *from, const uint32_t *motions, uint32_t count,
                              const gait_options *options, gait_omf **out_omf);

/* Copies motions of `from` to the end of `to`, in order. Both banks must contain the same bones; if
 * their tracks are in another order, tracks are put into the order of `to` as bytes. Bones are
 * matched by name, ignoring case. The index of the bone of an FX and of the part of a cycle become
 * those of the same bone and part in `to`. Unknown chunks of `from` are not copied; if `to` has not
 * the same, a warning reports them. `to` borrows keys and texts from `from` and from its bytes
 * until gait_omf_detach(to). Takes time proportional to the number of motions in both banks.
 * GAIT_WOULD_LOSE or GAIT_UNSUPPORTED when a rule refuses the motions, GAIT_LIMIT for more than
 * 65535 motions, GAIT_BAD_ARGUMENT also when `to` and `from` are the same. `options` may be NULL:
 * all zero. `out_merged` may be NULL. */
gait_status gaiti_omf_merge(gait_omf *to, const gait_omf *from, const gait_merge_options *options,
                            gait_diagnostics *diagnostics, gait_merged *out_merged);
/* Inserts a mark before the mark with this index, or appends it when mark == count. Everything else
 * is as for gait_omf_set_mark(). A mark that is removed and inserted again has the same bytes. */
gait_status gaiti_omf_insert_mark(gait_omf *omf, uint32_t motion, uint32_t mark,
                                  const gait_omf_mark *values);
/* Removes a mark; the indices of the following marks decrease by one. */
gait_status gaiti_omf_remove_mark(gait_omf *omf, uint32_t motion, uint32_t mark);

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
gait_status gaiti_omf_add_clip(gait_omf *omf, const gait_clip *clip,
                               const gaiti_omf_precision *precision, uint32_t allowed_losses,
                               uint32_t *out_losses);
/* Applies a change (change.h) whose base is this motion. Unchanged keys keep their bytes. A track
 * of translations keeps its size and centre if the new keys, stored with them, are within half of
 * the tolerance of the change. A constant becomes keys only if it now moves. If 8 bits are too
 * coarse, the track gets 16 bits, and unchanged keys keep their values if possible. A track that is
 * quantised anew has the smallest kind that is precise enough. Marks and parameters stay.
 * GAIT_BAD_ARGUMENT when the change is for another motion or contains a bone that the bank lacks,
 * and for translations that do not fit into a float. */
gait_status gaiti_omf_apply_changes(gait_omf *omf, uint32_t motion,
                                    const gaiti_clip_change *change);
/* Applies changed metadata from gaiti_metadata_compare() (metadata.h); `changes` are of
 * gait_metadata_field. Events replace all marks with intervals (marks without intervals are not
 * events and stay); playback replaces the parameters of the motion. Root motion is ignored, since
 * the format cannot hold it. GAIT_WOULD_LOSE for events in a bank below version 4,
 * GAIT_BAD_ARGUMENT for names that a mark cannot have; discard the bank then. */
gait_status gaiti_omf_apply_metadata(gait_omf *omf, uint32_t motion, const gait_clip *clip_metadata,
                                     uint32_t changes);
/* Like gait_file_check(), for this format. */
gait_status gaiti_omf_check(const gait_omf *omf, gait_diagnostics *diagnostics);
/* The fields of a written document, for gait_file_map(). */
void gaiti_omf_show(const void *document, gaiti_visitor *visitor);
/* Like gait_file_bind_skeleton(), for this format. */
gait_status gaiti_omf_bind_skeleton(const gait_omf *omf, const gait_skeleton *tree,
                                    const gait_options *options, gait_skeleton **out_skeleton);
/* Makes a clip in GAIT_SPACE_LOCAL and GAIT_AXES_ENGINE; rotations are views of the file. Unlike
 * gait_file_clip(), leaves out bones that the skeleton lacks. GAIT_LIMIT for more frames than games
 * can count, 2^24 - 1. */
gait_status gaiti_omf_clip(const gait_omf *omf, uint32_t motion, const gait_skeleton *skeleton,
                           const gait_options *options, gait_clip **out_clip);

/* New keys use half of the tolerance of a round trip. The other half is for rounding by other
 * programs, so that written keys do not count as changed in the next round trip. */
#define GAITI_OMF_TOLERANCE_SHARE 0.5

enum {
    GAITI_OMF_MOTIONS = 0xE,
    GAITI_OMF_PARAMS = 0xF,
    GAITI_OMF_FRAMES_MAX = 0xFFFFFF, /* games store the count in 24 bits */
    GAITI_OMF_TRACK = 9              /* size of the smallest track: float keys, no frames */
};

/* How the parts list their bones. */
typedef enum gaiti_omf_listing {
    GAITI_OMF_LISTS_NAMES_AND_IDS = 0, /* read by games, regardless of the version */
    GAITI_OMF_LISTS_NAMES,             /* version 2 */
    /* Version 1, and written by an exporter for objects without parts. */
    GAITI_OMF_LISTS_IDS
} gaiti_omf_listing;

/* A definition in chunk 0xF. */
typedef struct gaiti_omf_definition {
    gait_omf_motion values;     /* label and frame_count unused */
    uint8_t old_type, old_stop; /* version 0 has these instead of flags */
    uint32_t mark_count;
    uint32_t mark_capacity; /* capacity of `marks`; 0 = exactly mark_count */
    gait_omf_mark *marks;
} gaiti_omf_definition;

/* The keys of one motion: a sub-chunk of chunk 0xE. */
typedef struct gaiti_omf_keys {
    gait_span label;
    uint32_t frame_count;
    gait_span tracks;        /* bone_count tracks, one after another */
    const uint32_t *offsets; /* per track: offset in `tracks` */
    gait_span surplus;       /* bytes after the last track */
} gaiti_omf_keys;

/* A sub-chunk of chunk 0xE, in file order. */
typedef struct gaiti_omf_sub {
    uint32_t id;
    gait_span payload; /* NULL for the count and for keys, which have their own fields */
} gaiti_omf_sub;

/* A bank consists of gaps[0], one of the two chunks, gaps[1], the other chunk, gaps[2]. Gaps hold
 * complete unknown chunks; the last one also holds trailing bytes that are not a chunk. */
struct gait_omf {
    gaiti_arena arena;
    uint32_t code_page; /* of names and texts; 0 = 1251 */
    /* The whole file, for offsets in diagnostics; empty after gait_omf_detach(). */
    gait_span source;
    bool has_params, has_motions, params_first;
    bool ids_are_tracks; /* the ids of the bones are a permutation of the track indices */
    uint16_t version;    /* 0: models of the oldest kind, which do not store it */
    gait_span gaps[3];
    /* Extent in the file of the compressed chunk for bytes that are not in `source`. */
    gaiti_extent packed_in;
    gait_span packed; /* the file, if it has compressed chunks; written again if it is unchanged */

    uint32_t part_count, bone_count;
    gait_omf_part *parts;
    gait_omf_bone *bones;                  /* in the order of the parts */
    uint32_t *bone_of_track;               /* per track: index in `bones` */
    uint32_t part_capacity, bone_capacity; /* capacities of the lists; 0 = exactly the count */
    gaiti_omf_listing listing;
    uint32_t definition_count;
    gaiti_omf_definition *definitions;
    gait_span params_tail; /* bytes after the last definition */

    uint32_t stated_count; /* the motion count stored in sub-chunk 0 */
    uint32_t sub_count;
    gait_span count_tail; /* bytes after the count in sub-chunk 0 */
    gaiti_omf_sub *subs;
    uint32_t keys_count;
    uint32_t capacity;      /* capacity of the arrays of motions; 0 = exactly the count */
    gaiti_omf_keys *keys;   /* keys[i] belongs to sub-chunk i + 1 */
    gait_span motions_tail; /* bytes after the last sub-chunk */
};

/* --- descriptions (omf_fields.c) -------------------------------------------------------------- */

void gaiti_omf_visit_part_head(gaiti_visitor *visitor, gait_omf_part *part);
/* Fields that the listing does not store are not changed. */
void gaiti_omf_visit_bone(gaiti_visitor *visitor, gaiti_omf_listing listing, gait_omf_bone *bone);
/* Excludes the marks. Version 0 stores two bytes instead of flags; the mark count exists from
 * version 4. */
void gaiti_omf_visit_definition(gaiti_visitor *visitor, uint16_t version,
                                gaiti_omf_definition *definition);
/* Reading fails, as at the end of the data, when the interval count exceeds the bytes left. Showing
 * requires the mark that is stored. */
void gaiti_omf_visit_mark(gaiti_visitor *visitor, gait_omf_mark *mark);
void gaiti_omf_visit_keys_head(gaiti_visitor *visitor, gaiti_omf_keys *keys);
void gaiti_omf_visit_track(gaiti_visitor *visitor, uint32_t frame_count, gait_omf_track *track);

/* In the modes of writing and showing: the marks of a motion. */
void gaiti_omf_visit_marks(gaiti_visitor *visitor, const gait_omf_mark *marks, uint32_t count);
/* The same: one chunk of the bank with the id `id`. `kind` selects the content: GAITI_OMF_MOTIONS
 * or GAITI_OMF_PARAMS. */
gait_status gaiti_omf_visit_chunk(const gait_omf *omf, gaiti_visitor *visitor, uint32_t kind,
                                  uint32_t id);

/* Size in bytes of a track with these flags. */
uint64_t gaiti_omf_track_size(uint8_t flags, uint32_t frame_count);
/* Size in bytes of one key of rotations, and of one key of translations, of such a track. */
static inline uint32_t gaiti_omf_rotation_size(uint32_t flags) {
    return flags & GAIT_OMF_FLOAT_KEYS ? 16 : 8;
}
static inline uint32_t gaiti_omf_translation_size(uint32_t flags) {
    return flags & GAIT_OMF_FLOAT_KEYS ? 12 : flags & GAIT_OMF_TRANSLATION_16 ? 6 : 3;
}

/* --- keys (omf_keys.c) ------------------------------------------------------------------------ */

/* gait_omf_track_at() without checks of its arguments. */
void gaiti_omf_read_track(const gait_omf *omf, uint32_t motion, uint32_t track,
                          gait_omf_track *out);
/* True when the translation has keys and they are integers. */
bool gaiti_omf_is_quantised(const gait_omf_track *track);
/* One key of rotations, without normalisation. */
void gaiti_omf_load_rotation(const uint8_t *key, bool floats, double out[4]);
void gaiti_omf_store_rotation(const double q[4], bool floats, uint8_t *out);
/* Converts the keys of a quantised translation to metres: frame_count * 3 floats. */
void gaiti_omf_scale_keys(const gait_omf_track *track, uint32_t frame_count, float *out);

/* Replaces all tracks of a motion. The sizes of key spans must match flags and frame_count. The
 * spans may point into the present bytes of the motion. */
gait_status gaiti_omf_set_tracks(gait_omf *omf, uint32_t motion, uint32_t frame_count,
                                 const gait_omf_track *tracks);

/* --- repairs (omf_repair.c): they count what they change, and no pose changes ------------------
 */

/* Sets wrong checksums of keys. */
gait_status gaiti_omf_repair_checksums(gait_omf *omf, uint64_t *out_count);
/* Numbers the bones from 0, if their ids ascend, but are not those of the tracks. */
gait_status gaiti_omf_repair_ids(gait_omf *omf, uint64_t *out_count);
/* gaiti_marks_repair_line_ends() and gaiti_marks_repair_empty() for all motions. */
uint64_t gaiti_omf_repair_line_ends(gait_omf *omf);
uint64_t gaiti_omf_repair_empty_marks(gait_omf *omf);
/* Removes the bytes after the last definition, sub-chunk and chunk. */
uint64_t gaiti_omf_repair_tails(gait_omf *omf);

/* --- edits of banks (omf_edit.c, omf_bank.c) ---------------------------------------------------
 */

/* Reserves capacity for `extra` more motions and for sub-chunk 0, in a bank with as many
 * definitions as keys. The capacity doubles, because arenas do not free memory and banks have
 * thousands of motions. False when out of memory; the bank is unchanged. */
bool gaiti_omf_reserve_motions(gait_omf *omf, uint32_t extra);
/* GAIT_OK when `extra` motions can be appended: there are as many definitions as keys, the format
 * can count the result, and no unknown sub-chunk has the number of a motion. */
gait_status gaiti_omf_check_append(const gait_omf *omf, uint32_t extra, const gaiti_report *report);
/* Appends `extra` motions, whose keys and definitions are already stored behind the others, after
 * the last motion in chunk 0xE. The capacity must be reserved. */
void gaiti_omf_append_reserved(gait_omf *omf, uint32_t extra);
/* Copies the array of marks, so that edits of the copy do not change the original. The spans of the
 * marks are shared. False when out of memory; `definition` is unchanged. */
bool gaiti_omf_copy_marks(gaiti_arena *arena, gaiti_omf_definition *definition);
/* Sets the name of a motion, and its label if that is the old name. Does not copy the name. */
void gaiti_omf_set_name(gaiti_omf_keys *keys, gaiti_omf_definition *definition, gait_span name);
/* The track of a bone in the list of the parts. */
static inline uint32_t gaiti_omf_track_of(const gait_omf *omf, uint32_t index) {
    return omf->ids_are_tracks ? omf->bones[index].id : index;
}
/* GAIT_OK when every bone has a name, as versions 3 and 4 require (omf_version.c). */
gait_status gaiti_omf_check_bone_names(const gait_omf *omf, gaiti_report *report);

/* --- quantising (omf_quantize.c) -------------------------------------------------------------- */

/* Rounds to the nearest integer, halves away from zero, in the range from `min` to `max`. NaN
 * becomes `min`. */
static inline int32_t gaiti_omf_round(double value, int32_t min, int32_t max) {
    double nearest = value < 0 ? value - 0.5 : value + 0.5;
    return !(nearest > min) ? min : nearest >= max ? max : (int32_t)nearest;
}

/* Translations to quantise. */
typedef struct gaiti_omf_quantiser {
    const float *metres; /* count * 3 */
    uint32_t count;
    double tolerance_m;     /* maximum error of a key; 0 = as exact as 16 bits allow */
    bool never_8, never_16; /* forbid 8 or 16 bits, but not both */
} gaiti_omf_quantiser;

/* Sets flags, keys, checksum, unit and centre: the smallest representation within the tolerance,
 * which is a constant, 8 bits or 16 bits. GAIT_BAD_ARGUMENT when a number is not finite. */
gait_status gaiti_omf_quantise_translation(const gaiti_omf_quantiser *in, gaiti_arena *arena,
                                           gait_omf_track *track);

/* --- optimising (omf_optimise.c) -------------------------------------------------------------- */

/* Makes the chosen motions smaller. Sets omf->keys to a new list in `arena`; the old list and all
 * keys stay as they are, so `omf` may be a copy of the struct of a document. New keys are in
 * `bytes`, which must stay until `omf` is written. After a failure `omf` is unchanged. */
gait_status gaiti_omf_optimise(gait_omf *omf, const gaiti_optimiser *request, gaiti_arena *arena,
                               gait_buffer *bytes);

/* Stores all keys of translations with at most 8 or 16 bits, whatever the error, and float
 * rotations as integers. `clips` has one element for each motion. Tracks with numbers that are not
 * finite stay as they are. */
gait_status gaiti_omf_limit_bits(gait_omf *omf, uint32_t bits, const gait_options *options,
                                 gait_optimised_clip *clips);

/* --- opening ---------------------------------------------------------------------------------- */

/* The bytes a bank is parsed from. */
typedef struct gaiti_omf_origin {
    gait_span source;            /* for offsets in diagnostics */
    gaiti_chunk params, motions; /* an empty payload means absent */
    bool of_old_model;           /* do not report old versions: they are normal in such a model */
    bool without_version;        /* the parameters do not store a version: it is 0 */
} gaiti_omf_origin;

/* Parses a bank. Memory is reserved in one allocation. */
gait_status gaiti_omf_make(const gaiti_omf_origin *origin, const gaiti_report *report,
                           const gait_options *options, gait_omf **out_omf);
/* Offset in the source of a byte borrowed by the document; 0 when it is not from the source. */
static inline uint64_t gaiti_omf_offset(const gait_omf *omf, const uint8_t *byte) {
    return gaiti_offset_in(omf->source, byte);
}

/* Number of items in chunk 0xF, up to the first unreadable byte (omf_params.c). */
typedef struct gaiti_omf_counts {
    gaiti_omf_listing listing;
    uint32_t parts, bones, definitions, marks;
} gaiti_omf_counts;

gaiti_omf_counts gaiti_omf_count_params(const gaiti_omf_origin *origin);
/* Extents of the readable parts of chunk 0xF, for damaged banks. */
typedef struct gaiti_omf_measure {
    uint64_t parts_end; /* offset in the payload; 0 = the parts are incomplete */
    /* End offset of the last complete definition, at most `max` of them. */
    uint64_t definitions_end;
    uint32_t bones, stated, definitions;
} gaiti_omf_measure;

/* Examines at most `max` definitions. */
gaiti_omf_measure gaiti_omf_measure_params(const gaiti_omf_origin *origin, uint32_t max);
gait_status gaiti_omf_read_params(gait_omf *omf, const gaiti_report *report,
                                  const gaiti_omf_origin *origin, const gaiti_omf_counts *counts);
/* Chunk 0xE (omf_index.c): bytes of memory that reading requires, and reading. */
uint64_t gaiti_omf_motions_cost(const gaiti_chunk *motions, uint32_t bone_count);
gait_status gaiti_omf_read_motions(gait_omf *omf, gaiti_report *report, const gaiti_chunk *motions);
/* Decompresses the payload of a chunk into the arena and subtracts the size from *max_size. An
 * empty span when it is not compressed, when the result would be larger than *max_size, or when
 * memory is exhausted; only exhausted memory sets the status of the arena (omf_packed.c). */
gait_span gaiti_omf_decompress(gaiti_arena *arena, gait_span payload, uint64_t *max_size);
/* Replaces the bytes of `out` from `start` on by the file with compressed chunks that the document
 * was made from, if that file has the same content. */
gait_status gaiti_omf_pack_unchanged(const gait_omf *omf, size_t start, gait_buffer *out);
/* True when one of the two chunks of a bank is marked as compressed. */
bool gaiti_omf_has_packed(gait_span bytes);
/* Appends the file with its chunks decompressed. Those that cannot be decompressed are copied. Sets
 * report->packed_in to the first compressed chunk. */
gait_status gaiti_omf_unpack(gait_span bytes, gaiti_arena *scratch, gaiti_report *report,
                             gait_buffer *out);

/* Rejects a top-level chunk of a bank that is encrypted, compressed or, with `cut`, incomplete.
 * GAIT_OK for other chunks. */
gait_status gaiti_omf_refuse_chunk(const gaiti_report *report, const gaiti_chunk *chunk, bool cut);
/* Reports `size` bytes at `offset` that do not form a chunk. Does nothing when size is 0. */
void gaiti_omf_report_leftover(const gaiti_report *report, uint64_t offset, uint64_t size);
/* Sets bone_of_track and ids_are_tracks from the ids. False when out of memory. */
bool gaiti_omf_order_tracks(gait_omf *omf);
/* gaiti_omf_add_bone() without gaiti_omf_order_tracks(), which the caller must call after the last
 * bone. */
gait_status gaiti_omf_list_bone(gait_omf *omf, gait_span name, uint32_t id);

/* The `outline` function of gaiti_format_row: copies the chunk of parameters (omf_outline.c). */
gait_status gaiti_omf_outline(const gait_reader *reader, uint64_t max_bytes, gait_buffer *out);

/* gait_omf_write() with large keys as blocks. */
gait_status gaiti_omf_write_blocks(const void *document, gaiti_blocks *blocks, gait_buffer *out);

/* Properties of one motion for file.h. */
gait_clip_info gaiti_omf_clip_info(const void *document, uint32_t clip);
gait_playback gaiti_omf_playback(const void *document, uint32_t motion);
gait_event_info gaiti_omf_event(const void *document, uint32_t motion, uint32_t event);
void gaiti_omf_event_interval(const void *document, uint32_t motion, uint32_t event,
                              uint32_t interval, double out_from_to[2]);
/* The name of one bone of a part. */
gait_span gaiti_omf_part_bone(const void *document, uint32_t part, uint32_t index);

/* --- for the row of the format ---------------------------------------------------------------- */

void gaiti_omf_text(struct gaiti_text *text, void *document);
extern const gaiti_roundtrip_functions gaiti_omf_roundtrip;
extern const struct gaiti_edit_functions gaiti_omf_edit;
extern const gaiti_bank_functions gaiti_omf_bank_functions;

#endif
