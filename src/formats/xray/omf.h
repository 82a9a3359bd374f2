/* The OMF document, inside. */
#ifndef GAITI_XRAY_OMF_H
#define GAITI_XRAY_OMF_H

#include "base/diagnose.h"
#include "base/memory.h"
#include "base/walk.h"
#include "formats/xray/chunk.h"
#include "gait/file.h"
#include "gait/omf.h"

enum {
    GAITI_OMF_MOTIONS = 0xE,
    GAITI_OMF_PARAMS = 0xF,
    GAITI_OMF_NAME_MAX = 127,
    GAITI_OMF_FRAMES_MAX = 0xFFFFFF, /* games count in 24 bits */
    GAITI_OMF_TRACK = 21             /* bytes of the smallest track */
};

/* A definition of chunk 0xF. */
typedef struct gaiti_omf_definition {
    gait_omf_motion values; /* label and frame_count unused */
    uint32_t mark_count;
    gait_omf_mark *marks;
} gaiti_omf_definition;

/* The keys of one motion: a sub-chunk of chunk 0xE. */
typedef struct gaiti_omf_keys {
    gait_span label;
    uint32_t frame_count;
    gait_span tracks;        /* bone_count tracks, back to back */
    const uint32_t *offsets; /* of each track in `tracks` */
    gait_span surplus;       /* bytes after the last track */
} gaiti_omf_keys;

/* A sub-chunk of chunk 0xE in file order. */
typedef struct gaiti_omf_sub {
    uint32_t id;
    gait_span payload; /* of those that are neither the count nor keys */
} gaiti_omf_sub;

/* A bank is, in this order: gaps[0], one of the two chunks, gaps[1], the other, gaps[2]. Gaps hold
 * whole unknown chunks and, in the last, bytes that are no chunk. */
struct gait_omf {
    gaiti_arena arena;
    gait_span source; /* the whole file, to tell offsets; empty when there is none any more */
    bool has_params, has_motions, params_first;
    gait_span gaps[3];

    uint16_t version;
    uint32_t part_count;
    gait_omf_part *parts;
    uint32_t bone_count;
    gait_omf_bone *bones;    /* as listed */
    uint32_t *bone_of_track; /* index in `bones` */
    bool ids_are_tracks;     /* ids are a permutation of the tracks */
    bool bare_ids;           /* bones are listed by id alone, without names */
    uint32_t definition_count;
    gaiti_omf_definition *definitions;
    gait_span params_tail; /* bytes after the last definition */

    uint32_t stated_count; /* what sub-chunk 0 says */
    gait_span count_tail;  /* bytes after it in that sub-chunk */
    uint32_t sub_count;
    gaiti_omf_sub *subs;
    uint32_t keys_count;
    gaiti_omf_keys *keys;   /* keys[i] is sub-chunk i + 1 */
    uint32_t room;          /* motions that the arrays have memory for; 0 = those that are there */
    gait_span motions_tail; /* bytes after the last sub-chunk */
};

/* --- descriptions (omf_fields.c) -------------------------------------------------------------- */

void gaiti_omf_walk_part_head(gaiti_walk *walk, gait_omf_part *part);
/* `bare`: without the name, which then stays as it is. */
void gaiti_omf_walk_bone(gaiti_walk *walk, bool bare, gait_omf_bone *bone);
/* Without its marks. The mark count is a field from version 4 on. */
void gaiti_omf_walk_definition(gaiti_walk *walk, uint16_t version,
                               gaiti_omf_definition *definition);
/* Reading fails, as at the end of the bytes, when the interval count is absurd. */
void gaiti_omf_walk_mark(gaiti_walk *walk, gait_omf_mark *mark);
void gaiti_omf_walk_keys_head(gaiti_walk *walk, gaiti_omf_keys *keys);
void gaiti_omf_walk_track(gaiti_walk *walk, uint32_t frame_count, gait_omf_track *track);

/* The bank as chunks, to be part of a file: chunk 0xE's and 0xF's content. */
gait_status gaiti_omf_write_chunk(const gait_omf *omf, gaiti_walk *walk, uint32_t id);
/* Shows the fields of the chunk that the walk's reader stands on. */
void gaiti_omf_show_chunk(const gait_omf *omf, gaiti_walk *walk, uint32_t id);

/* Bytes of a track with these flags. */
uint64_t gaiti_omf_track_size(uint8_t flags, uint32_t frame_count);

/* --- keys (omf_keys.c) ------------------------------------------------------------------------ */

/* gait_omf_track_at(), without a copy. */
void gaiti_omf_read_track(const gait_omf *omf, uint32_t motion, uint32_t track,
                          gait_omf_track *out);
/* True when the translation has keys that are integers. */
bool gaiti_omf_is_quantised(const gait_omf_track *track);
/* Metres of the keys of a quantised translation: frame_count * 3 floats. */
void gaiti_omf_scale_keys(const gait_omf_track *track, uint32_t frame_count, float *out);

/* Gives a motion all tracks anew; key spans have the sizes that flags and frame_count ask for. They
 * may lie in the motion's own bytes. */
gait_status gaiti_omf_set_tracks(gait_omf *omf, uint32_t motion, uint32_t frame_count,
                                 const gait_omf_track *tracks);

/* --- opening ---------------------------------------------------------------------------------- */

/* A document from the two chunks of `source`; payloads may be empty: absent. One allocation. */
gait_status gaiti_omf_make(gait_span source, const gaiti_chunk *params, const gaiti_chunk *motions,
                           const gaiti_report *report, const gait_options *options,
                           gait_omf **out_omf);
/* Where a byte that the document borrows stands in its source; 0 when it is not from there. */
uint64_t gaiti_omf_offset(const gait_omf *omf, const uint8_t *byte);

/* How much chunk 0xF lists, as far as it can be read (omf_params.c). */
typedef struct gaiti_omf_counts {
    bool bare_ids;
    uint32_t parts, bones, definitions, marks;
} gaiti_omf_counts;

gaiti_omf_counts gaiti_omf_count_params(const gaiti_chunk *params);
gait_status gaiti_omf_read_params(gait_omf *omf, const gaiti_report *report,
                                  const gaiti_chunk *params, const gaiti_omf_counts *counts);
/* Chunk 0xE (omf_index.c): memory that reading it asks for, bytes, and reading it. */
uint64_t gaiti_omf_motions_cost(const gaiti_chunk *motions, uint32_t bone_count);
gait_status gaiti_omf_read_motions(gait_omf *omf, gaiti_report *report, const gaiti_chunk *motions);
/* Tells of `size` bytes at `offset` that are no chunk; nothing when size is 0. */
void gaiti_omf_note_leftover(const gaiti_report *report, uint64_t offset, uint64_t size);
/* Fills bone_of_track and ids_are_tracks from the ids. False when there is no memory. */
bool gaiti_omf_order_tracks(gait_omf *omf);

/* What file.h tells of one motion. */
gait_clip_info gaiti_omf_clip_info(const gait_omf *omf, uint32_t clip);
/* The name of one bone of a part. */
gait_span gaiti_omf_part_bone(const gait_omf *omf, uint32_t part, uint32_t index);

#endif
