/* The binarised RTM document, inside. */
#ifndef GAITI_BMTR_H
#define GAITI_BMTR_H

#include "base/diagnose.h"
#include "base/fields.h"
#include "base/memory.h"
#include "formats/bi/bi_phases.h"
#include "gait/bmtr.h"

enum {
    GAITI_BMTR_HEAD = 37, /* up to the names */
    GAITI_BMTR_RECORD = 14,
    GAITI_BMTR_KEY = 10,     /* the smallest one */
    GAITI_BMTR_PACKED = 1024 /* from this size on arrays of versions 2 to 4 are compressed */
};

/* Numbers, or the records of one frame. */
typedef struct gaiti_bmtr_array {
    gait_span stored;    /* what follows count and flag, as the source has it */
    const uint8_t *data; /* unpacked */
    uint8_t flag;        /* of version 5: 0 = not compressed */
    bool loose;          /* `data` lies in the arena and nothing else uses it */
    bool changed;        /* `data` is not what `stored` says */
} gaiti_bmtr_array;

/* A file is, in this order: head, names, metas, keys, phases, frames, trailing. */
struct gait_bmtr {
    gaiti_arena arena;
    uint32_t version;
    uint8_t reversed;
    bool packs; /* arrays of version 5 may be compressed */
    float root_motion[3];
    uint32_t frame_count, preload, animated_bone_count, bone_count;
    gait_span *names;
    uint32_t meta_count, key_count;
    uint32_t key_room; /* that the list has memory for; 0 = those that are there */
    gait_span *metas;
    gait_bmtr_key *keys;
    gaiti_bmtr_array phases;
    gaiti_bmtr_array *frames; /* frame_count of them */
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

/* Whether an array of that many bytes is compressed when nothing but its size decides. */
static inline bool gaiti_bmtr_must_pack(uint32_t version, uint64_t size) {
    return version < 5 && size >= GAITI_BMTR_PACKED;
}

/* --- the descriptions (bmtr_fields.c) --------------------------------------------------------- */

void gaiti_bmtr_visit_head(gaiti_visitor *visitor, gait_bmtr *bmtr);
void gaiti_bmtr_visit_key(gaiti_visitor *visitor, gait_bmtr_key *key);
/* The count, and the flag where version and count bring one. */
void gaiti_bmtr_visit_array(gaiti_visitor *visitor, uint32_t version, uint32_t *count,
                            uint8_t *flag);

/* Offsets in the file as it was opened: of the first name, the first key stone, the first byte of
 * the phases and of the frames; those of arrays are behind count and flag. */
typedef struct gaiti_bmtr_places {
    uint64_t metas, keys, phases, frames;
} gaiti_bmtr_places;

gaiti_bmtr_places gaiti_bmtr_find_places(const gait_bmtr *bmtr);
/* Bytes before the data of an array of `count` elements. */
uint64_t gaiti_bmtr_array_head(const gait_bmtr *bmtr, uint32_t count);

/* --- records ---------------------------------------------------------------------------------- */

/* Squares of lengths in units of 1 / 16384 that are taken for 1: within 0.005 of it. */
#define GAITI_BMTR_UNIT_LOW UINT32_C(265757813)
#define GAITI_BMTR_UNIT_HIGH UINT32_C(271126521)
#define GAITI_BMTR_UNIT 268435456.0

/* The square of the length of a record's quaternion, in those units. */
static inline uint64_t gaiti_bmtr_square(const uint8_t *record) {
    uint64_t sum = 0;
    for (int i = 0; i < 4; i++) {
        int32_t value = gaiti_load_s16(record + 2 * i);
        sum += (uint64_t)((int64_t)value * value);
    }
    return sum;
}

static inline bool gaiti_bmtr_is_unit(uint64_t square) {
    return square >= GAITI_BMTR_UNIT_LOW && square <= GAITI_BMTR_UNIT_HIGH;
}

/* The bytes of a loose array. The only place where they lose their const. */
static inline uint8_t *gaiti_bmtr_writable(const gaiti_bmtr_array *array) {
    return (uint8_t *)(uintptr_t)array->data;
}

/* True when all of `count` records in a row have unit length. */
bool gaiti_bmtr_all_unit(const uint8_t *records, size_t count);

/* Warns of quaternions that are all zero: clips take them for no rotation. */
void gaiti_bmtr_warn_zero(const gait_bmtr *bmtr, gait_diagnostics *diagnostics);

#endif
