/* Internals of the binarised RTM document. */
#ifndef GAITI_BMTR_H
#define GAITI_BMTR_H

#include "base/diagnose.h"
#include "base/fields.h"
#include "base/memory.h"
#include "codec/snorm16.h"
#include "formats/bi/bi_phases.h"
#include "formats/optimiser.h"
#include "gait/bmtr.h"

enum {
    GAITI_BMTR_HEAD = 37, /* size of the header before the names */
    GAITI_BMTR_RECORD = 14,
    GAITI_BMTR_KEY = 10,          /* size of the smallest key stone */
    GAITI_BMTR_MAX_PRELOADED = 3, /* frames of clips that games keep in memory */
    GAITI_BMTR_PACKED = 1024      /* arrays of versions 2 to 4 are compressed from this size */
};

/* The phases, or the records of one frame. */
typedef struct gaiti_bmtr_array {
    gait_span stored;    /* the bytes after count and flag, as in the source */
    const uint8_t *data; /* decompressed */
    uint8_t flag;        /* version 5: 0 = not compressed */
    bool loose;          /* `data` is in the arena and not shared, so it may be modified */
    bool changed;        /* `data` differs from the content of `stored` */
} gaiti_bmtr_array;

/* A file consists of: head, names, metas, keys, phases, frames, trailing. */
struct gait_bmtr {
    gaiti_arena arena;
    uint32_t code_page; /* of names and texts; 0 = 1251 */
    uint32_t version;
    uint8_t reversed;
    bool packs; /* arrays of version 5 may be compressed */
    float root_motion[3];
    uint32_t frame_count, preload, animated_bone_count, bone_count;
    gait_span *names;
    uint32_t meta_count, key_count;
    uint32_t key_capacity; /* capacity of `keys`; 0 = key_count */
    gait_span *metas;
    gait_bmtr_key *keys;
    gaiti_bmtr_array phases;
    gaiti_bmtr_array *frames; /* one per frame */
    gait_span trailing;
};

static inline bool gaiti_bmtr_has_keys(const gait_bmtr *bmtr) {
    return bmtr->version >= 4;
}

static inline uint64_t gaiti_bmtr_frame_size(const gait_bmtr *bmtr) {
    return (uint64_t)bmtr->bone_count * GAITI_BMTR_RECORD;
}

static inline const uint8_t *gaiti_bmtr_record(const gait_bmtr *bmtr, uint32_t frame,
                                               uint32_t bone) {
    return bmtr->frames[frame].data + (size_t)bone * GAITI_BMTR_RECORD;
}

static inline gaiti_phases gaiti_bmtr_phases(const gait_bmtr *bmtr) {
    return (gaiti_phases){bmtr->phases.data, 4, bmtr->frame_count};
}

/* True when an array of that many bytes must be compressed because of its size (versions 2 to
 * 4). */
static inline bool gaiti_bmtr_must_pack(uint32_t version, uint64_t size) {
    return version < 5 && size >= GAITI_BMTR_PACKED;
}

/* --- field descriptions (bmtr_fields.c) ------------------------------------------------------- */

void gaiti_bmtr_visit_head(gaiti_visitor *visitor, gait_bmtr *bmtr);
void gaiti_bmtr_visit_key(gaiti_visitor *visitor, gait_bmtr_key *key);
/* The count of an array, and its flag if version and count require one. */
void gaiti_bmtr_visit_array(gaiti_visitor *visitor, uint32_t version, uint32_t *count,
                            uint8_t *flag);

/* Offsets in the file as it was opened: of the first meta text, the first key stone, and the data
 * of the phases and of the first frame, after count and flag. */
typedef struct gaiti_bmtr_places {
    uint64_t metas, keys, phases, frames;
} gaiti_bmtr_places;

gaiti_bmtr_places gaiti_bmtr_find_places(const gait_bmtr *bmtr);
/* The size of count and flag before the data of an array of `count` elements. */
uint64_t gaiti_bmtr_array_head(const gait_bmtr *bmtr, uint32_t count);

/* Appends the compressed form of an array of this version (2 to 5). False when there is no
 * memory. */
bool gaiti_bmtr_pack(const gait_bmtr *bmtr, gait_span data, gait_buffer *out);

/* --- optimising ------------------------------------------------------------------------------- */

/* Removes keys that the others give, and compresses arrays better (bmtr_optimise.c). New arrays are
 * in `arena`; the old ones stay as they are, so `bmtr` may be a copy of the struct of a document.
 * Only the first clip of the request is used. After a failure `bmtr` is unchanged. */
gait_status gaiti_bmtr_optimise(gait_bmtr *bmtr, const gaiti_optimiser *request,
                                gaiti_arena *arena);
/* Sets `kept` of each key: false if the others give it within the tolerance
 * (bmtr_optimise_keys.c). */
gait_status gaiti_bmtr_choose_keys(const gait_bmtr *bmtr, const gaiti_optimiser *request,
                                   gaiti_arena *scratch, bool *kept);
/* The largest errors if only the keys that are marked in `kept` stay: metres and radians. */
gait_status gaiti_bmtr_measure_keys(const gait_bmtr *original, const bool *kept,
                                    gaiti_arena *scratch, double out_errors[2]);

/* --- records ---------------------------------------------------------------------------------- */

/* The range of squared lengths, in units of 1 / 16384 squared, that count as 1: within 0.005 of
 * it. */
#define GAITI_BMTR_UNIT_LOW UINT32_C(265757813)
#define GAITI_BMTR_UNIT_HIGH UINT32_C(271126521)
#define GAITI_BMTR_UNIT 268435456.0

/* The squared length of the quaternion of a record, in those units. */
static inline uint64_t gaiti_bmtr_square(const uint8_t *record) {
    return gaiti_snorm16_square(record);
}

static inline bool gaiti_bmtr_is_unit(uint64_t square) {
    return square >= GAITI_BMTR_UNIT_LOW && square <= GAITI_BMTR_UNIT_HIGH;
}

/* The bytes of a loose array for writing. Casts away const, which happens only here. */
static inline uint8_t *gaiti_bmtr_writable(const gaiti_bmtr_array *array) {
    return (uint8_t *)(uintptr_t)array->data;
}

/* True when the quaternions of `count` consecutive records have unit length. */
bool gaiti_bmtr_all_unit(const uint8_t *records, size_t count);

/* Warns of zero quaternions, which clips replace by the identity. */
void gaiti_bmtr_warn_zero(const gait_bmtr *bmtr, gait_diagnostics *diagnostics);

#endif
