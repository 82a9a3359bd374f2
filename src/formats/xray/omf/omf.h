/* The OMF document, inside. */
#ifndef GAITI_OMF_H
#define GAITI_OMF_H

#include "base/diagnose.h"
#include "base/fields.h"
#include "base/memory.h"
#include "formats/xray/xray_chunk.h"
#include "gait/file.h"
#include "gait/omf.h"

enum {
    GAITI_OMF_MOTIONS = 0xE,
    GAITI_OMF_PARAMS = 0xF,
    GAITI_OMF_FRAMES_MAX = 0xFFFFFF, /* games count in 24 bits */
    GAITI_OMF_TRACK = 9              /* bytes of the smallest track: float keys of no frames */
};

/* How parts list their bones. */
typedef enum gaiti_omf_listing {
    GAITI_OMF_LISTS_NAMES_AND_IDS = 0, /* what games read, whatever the version */
    GAITI_OMF_LISTS_NAMES,             /* version 2 */
    GAITI_OMF_LISTS_IDS                /* version 1, and what an exporter writes without parts */
} gaiti_omf_listing;

/* A definition of chunk 0xF. */
typedef struct gaiti_omf_definition {
    gait_omf_motion values;     /* label and frame_count unused */
    uint8_t old_type, old_stop; /* of version 0, where they stand for the flags */
    uint32_t mark_count;
    uint32_t mark_room; /* that `marks` has memory for; 0 = those that are there */
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
    bool ids_are_tracks; /* ids are a permutation of the tracks */
    uint16_t version;    /* 0: of the oldest models, which do not state it */
    gait_span gaps[3];
    gaiti_extent packed_in; /* where the bytes come from that are not the source's own */

    uint32_t part_count, bone_count;
    gait_omf_part *parts;
    gait_omf_bone *bones;          /* as listed */
    uint32_t *bone_of_track;       /* index in `bones` */
    uint32_t part_room, bone_room; /* that the lists have memory for; 0 = those that are there */
    gaiti_omf_listing listing;
    uint32_t definition_count;
    gaiti_omf_definition *definitions;
    gait_span params_tail; /* bytes after the last definition */

    uint32_t stated_count; /* what sub-chunk 0 says */
    uint32_t sub_count;
    gait_span count_tail; /* bytes after the count in sub-chunk 0 */
    gaiti_omf_sub *subs;
    uint32_t keys_count;
    uint32_t capacity;      /* motions that the arrays have memory for; 0 = those that are there */
    gaiti_omf_keys *keys;   /* keys[i] is sub-chunk i + 1 */
    gait_span motions_tail; /* bytes after the last sub-chunk */
};

/* --- descriptions (omf_fields.c) -------------------------------------------------------------- */

void gaiti_omf_visit_part_head(gaiti_visitor *visitor, gait_omf_part *part);
/* What the listing leaves out stays as it is. */
void gaiti_omf_visit_bone(gaiti_visitor *visitor, gaiti_omf_listing listing, gait_omf_bone *bone);
/* Without its marks. The mark count is a field from version 4 on; flags are two bytes in version 0.
 */
void gaiti_omf_visit_definition(gaiti_visitor *visitor, uint16_t version,
                                gaiti_omf_definition *definition);
/* Reading fails, as at the end of the bytes, when the interval count is absurd. */
void gaiti_omf_visit_mark(gaiti_visitor *visitor, gait_omf_mark *mark);
void gaiti_omf_visit_keys_head(gaiti_visitor *visitor, gaiti_omf_keys *keys);
void gaiti_omf_visit_track(gaiti_visitor *visitor, uint32_t frame_count, gait_omf_track *track);

/* Ids of the two chunks in file order, 0 = absent. */
static inline void gaiti_omf_chunk_order(const gait_omf *omf, uint32_t ids[2]) {
    uint32_t motions = omf->has_motions ? GAITI_OMF_MOTIONS : 0;
    uint32_t params = omf->has_params ? GAITI_OMF_PARAMS : 0;
    ids[0] = omf->params_first ? params : motions;
    ids[1] = omf->params_first ? motions : params;
}

/* The bank as chunks, to be part of a file: chunk 0xE's (`kind`) and 0xF's content; `id` is what
 * the file calls it. */
gait_status gaiti_omf_write_chunk(const gait_omf *omf, gaiti_visitor *visitor, uint32_t kind,
                                  uint32_t id);
/* Shows the fields of the chunk that the walk's reader stands on. */
void gaiti_omf_show_chunk(const gait_omf *omf, gaiti_visitor *visitor, uint32_t kind);

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

/* --- fitting (omf_fit.c) ---------------------------------------------------------------------- */

/* Translations to be stored. */
typedef struct gaiti_omf_quantizer {
    const float *metres; /* count * 3 */
    uint32_t count;
    double tolerance_m;     /* how far a key may be off; 0 = as exact as 16 bits can be */
    bool never_8, never_16; /* not both */
} gaiti_omf_quantizer;

/* Flags, keys, checksum, unit and centre: the smallest kind of track that is near enough, a
 * constant, 8 or 16 bits. GAIT_BAD_ARGUMENT for what is no finite number. */
gait_status gaiti_omf_choose_quantizer(const gaiti_omf_quantizer *fit, gaiti_arena *arena,
                                       gait_omf_track *track);

/* --- opening ---------------------------------------------------------------------------------- */

/* What a bank is made from. */
typedef struct gaiti_omf_origin {
    gait_span source;            /* to tell offsets */
    gaiti_chunk params, motions; /* payloads may be empty: absent */
    bool of_old_model;           /* old versions are what such a model has */
    bool without_version;        /* parameters of version 0 */
} gaiti_omf_origin;

/* One allocation. */
gait_status gaiti_omf_make(const gaiti_omf_origin *origin, const gaiti_report *report,
                           const gait_options *options, gait_omf **out_omf);
/* Where a byte that the document borrows stands in its source; 0 when it is not from there. */
static inline uint64_t gaiti_omf_offset(const gait_omf *omf, const uint8_t *byte) {
    uint64_t offset = (uint64_t)((uintptr_t)byte - (uintptr_t)omf->source.data);
    return offset <= omf->source.size ? offset : 0;
}

/* How much chunk 0xF lists, as far as it can be read (omf_params.c). */
typedef struct gaiti_omf_counts {
    gaiti_omf_listing listing;
    uint32_t parts, bones, definitions, marks;
} gaiti_omf_counts;

gaiti_omf_counts gaiti_omf_count_params(const gaiti_omf_origin *origin);
/* Where things end in chunk 0xF, for a bank that is damaged. */
typedef struct gaiti_omf_measure {
    uint64_t parts_end;       /* offset in the payload; 0 = the parts are not whole */
    uint64_t definitions_end; /* of the last one that was asked for and is whole */
    uint32_t bones, stated, definitions;
} gaiti_omf_measure;

/* Looks at the first `max` definitions. */
gaiti_omf_measure gaiti_omf_measure_params(const gaiti_omf_origin *origin, uint32_t max);
gait_status gaiti_omf_read_params(gait_omf *omf, const gaiti_report *report,
                                  const gaiti_omf_origin *origin, const gaiti_omf_counts *counts);
/* Chunk 0xE (omf_index.c): memory that reading it asks for, bytes, and reading it. */
uint64_t gaiti_omf_motions_cost(const gaiti_chunk *motions, uint32_t bone_count);
gait_status gaiti_omf_read_motions(gait_omf *omf, gaiti_report *report, const gaiti_chunk *motions);
/* Refuses a top chunk that cannot be read: encrypted, compressed or (`cut`) not whole. */
gait_status gaiti_omf_refuse_chunk(const gaiti_report *report, const gaiti_chunk *chunk, bool cut);
/* Tells of `size` bytes at `offset` that are no chunk; nothing when size is 0. */
void gaiti_omf_report_leftover(const gaiti_report *report, uint64_t offset, uint64_t size);
/* Fills bone_of_track and ids_are_tracks from the ids. False when there is no memory. */
bool gaiti_omf_order_tracks(gait_omf *omf);
/* gait_omf_add_bone() but for the order of tracks, which has to be found before anything else. */
gait_status gaiti_omf_list_bone(gait_omf *omf, gait_span name, uint32_t id);

/* What gaiti_document_ops asks of an outline: the parameters (omf_outline.c). */
gait_status gaiti_omf_outline(const gait_reader *reader, uint64_t max_bytes, gait_buffer *out);

/* What file.h tells of one motion. */
gait_clip_info gaiti_omf_clip_info(const gait_omf *omf, uint32_t clip);
/* The name of one bone of a part. */
gait_span gaiti_omf_part_bone(const gait_omf *omf, uint32_t part, uint32_t index);

#endif
