/* The OMF document: internal declarations. */
#ifndef GAITI_OMF_H
#define GAITI_OMF_H

#include "base/diagnose.h"
#include "base/fields.h"
#include "base/memory.h"
#include "formats/optimiser.h"
#include "formats/xray/xray_chunk.h"
#include "gait/file.h"
#include "gait/omf.h"

/* New keys use half of the tolerance of a round trip. The other half is for rounding by other
 * programs, so that written keys do not count as changed in the next round trip. */
#define GAITI_OMF_TOLERANCE_SHARE 0.5

#define GAITI_RADIANS_PER_DEGREE 0.017453292519943295

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
/* Reading fails, as at the end of the data, when the interval count exceeds the bytes left. */
void gaiti_omf_visit_mark(gaiti_visitor *visitor, gait_omf_mark *mark);
void gaiti_omf_visit_keys_head(gaiti_visitor *visitor, gaiti_omf_keys *keys);
void gaiti_omf_visit_track(gaiti_visitor *visitor, uint32_t frame_count, gait_omf_track *track);

/* Ids of the two chunks in file order; 0 = absent. */
static inline void gaiti_omf_chunk_order(const gait_omf *omf, uint32_t ids[2]) {
    uint32_t motions = omf->has_motions ? GAITI_OMF_MOTIONS : 0;
    uint32_t params = omf->has_params ? GAITI_OMF_PARAMS : 0;
    ids[0] = omf->params_first ? params : motions;
    ids[1] = omf->params_first ? motions : params;
}

/* Writes one chunk of the bank with the id `id`. `kind` selects the content: GAITI_OMF_MOTIONS or
 * GAITI_OMF_PARAMS. */
gait_status gaiti_omf_write_chunk(const gait_omf *omf, gaiti_visitor *visitor, uint32_t kind,
                                  uint32_t id);
/* Shows the fields of the chunk at the position of the visitor's reader. */
void gaiti_omf_show_chunk(const gait_omf *omf, gaiti_visitor *visitor, uint32_t kind);

/* Size in bytes of a track with these flags. */
uint64_t gaiti_omf_track_size(uint8_t flags, uint32_t frame_count);

/* --- keys (omf_keys.c) ------------------------------------------------------------------------ */

/* gait_omf_track_at() without checks of its arguments. */
void gaiti_omf_read_track(const gait_omf *omf, uint32_t motion, uint32_t track,
                          gait_omf_track *out);
/* True when the translation has keys and they are integers. */
bool gaiti_omf_is_quantised(const gait_omf_track *track);
/* Converts the keys of a quantised translation to metres: frame_count * 3 floats. */
void gaiti_omf_scale_keys(const gait_omf_track *track, uint32_t frame_count, float *out);

/* Replaces all tracks of a motion. The sizes of key spans must match flags and frame_count. The
 * spans may point into the present bytes of the motion. */
gait_status gaiti_omf_set_tracks(gait_omf *omf, uint32_t motion, uint32_t frame_count,
                                 const gait_omf_track *tracks);

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
/* Copies the bytes of a span to the arena. False when out of memory (omf_detach.c). */
bool gaiti_omf_detach_span(gait_omf *omf, gait_span *span);
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
    uint64_t offset = (uint64_t)((uintptr_t)byte - (uintptr_t)omf->source.data);
    return offset <= omf->source.size ? offset : 0;
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

/* The `outline` function of gaiti_document_ops: copies the chunk of parameters (omf_outline.c). */
gait_status gaiti_omf_outline(const gait_reader *reader, uint64_t max_bytes, gait_buffer *out);

/* gait_omf_write() with large keys as blocks. */
gait_status gaiti_omf_write_blocks(const gait_omf *omf, gaiti_blocks *blocks, gait_buffer *out);

/* Properties of one motion for file.h. */
gait_clip_info gaiti_omf_clip_info(const gait_omf *omf, uint32_t clip);
gait_playback gaiti_omf_playback(const gait_omf *omf, uint32_t motion);
gait_event_info gaiti_omf_event(const gait_omf *omf, uint32_t motion, uint32_t event);
void gaiti_omf_event_interval(const gait_omf *omf, uint32_t motion, uint32_t event,
                              uint32_t interval, double out_from_to[2]);
/* The name of one bone of a part. */
gait_span gaiti_omf_part_bone(const gait_omf *omf, uint32_t part, uint32_t index);

#endif
