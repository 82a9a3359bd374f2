/* The OGF document: internal declarations. */
#ifndef GAITI_OGF_H
#define GAITI_OGF_H

#include "formats/xray/omf/omf.h"
#include "gait/ogf.h"

enum {
    GAITI_OGF_HEADER = 1,
    GAITI_OGF_BONES = 13,
    GAITI_OGF_MOTIONS = 14, /* as in OMF */
    GAITI_OGF_PARAMS = 15,
    GAITI_OGF_IK = 16,
    GAITI_OGF_USER_DATA = 17,
    GAITI_OGF_REFS = 19,  /* one text with comma-separated paths */
    GAITI_OGF_REFS2 = 24, /* a count and one text per path */
    GAITI_OGF_BONE = 62,  /* size of the smallest bone in bytes */
    GAITI_OGF_SHAPE_FLOATS = 27
};

/* Variants of IK data. They differ in their fields and in the space of the bind pose. */
typedef enum gaiti_ogf_ik_form {
    GAITI_OGF_IK_FULL = 0,    /* version 4, and the newest of version 3 */
    GAITI_OGF_IK_UNVERSIONED, /* without version and friction */
    GAITI_OGF_IK_OLDEST /* also without flags and break values; the bind pose is in model space */
} gaiti_ogf_ik_form;

/* Chunk ids of one version of the format; 0 = no such chunk. Newer variants come first. */
typedef struct gaiti_ogf_numbers {
    uint32_t ik[3]; /* by gaiti_ogf_ik_form */
    uint32_t refs, refs2;
    uint32_t keys, oldest_keys;
    uint32_t params, oldest_params;
} gaiti_ogf_numbers;

typedef struct gaiti_ogf_header {
    uint8_t version, type;
    uint16_t shader;
    /* from version 4 on */
    float box[6], sphere[4];
} gaiti_ogf_header;

typedef struct gaiti_ogf_bone {
    gait_span name, parent;
    float obb[15]; /* rotation 3x3, centre, half size */
} gaiti_ogf_bone;

/* IK data of one bone. */
typedef struct gaiti_ogf_ik {
    uint32_t version; /* in the low 16 bits; friction is present when it is above 0 */
    gait_span material;
    uint16_t shape_type, shape_flags;
    float shape[GAITI_OGF_SHAPE_FLOATS]; /* box 15, sphere 4, cylinder 8 */
    uint32_t joint_type;
    float limits[12]; /* three axes: min, max, spring, damping */
    float spring, damping;
    uint32_t flags;
    float break_force, break_torque, friction;
    float rotation[3], translation[3];
    float mass, center_of_mass[3];
} gaiti_ogf_ik;

/* A top-level chunk in file order. `size` is the stored size, which is wrong in some hand-edited
 * files. */
typedef struct gaiti_ogf_chunk {
    uint32_t id, size;
    uint32_t known; /* the structure that the payload was parsed into and is written from, as its
                       chunk id in version 4; 0 = none: the payload is written as it is */
    bool read;      /* the content was parsed, even if `known` is 0 */
    gait_span payload;
    gait_span unpacked; /* the decompressed payload; NULL data when it is not compressed */
} gaiti_ogf_chunk;

struct gait_ogf {
    gaiti_arena arena;
    uint32_t code_page; /* of names and texts; 0 = 1251 */
    gait_span source;
    uint32_t chunk_count;
    gaiti_ogf_chunk *chunks;
    gait_span tail; /* bytes after the last chunk */
    gaiti_ogf_header header;
    uint32_t bone_count;
    gaiti_ogf_bone *bones;
    gait_span bones_tail;
    bool has_ik;
    gaiti_ogf_ik_form ik_form;
    gaiti_ogf_ik *ik; /* bone_count items */
    const gaiti_ogf_chunk *ik_chunk;
    gait_span ik_tail;
    uint32_t ref_count;
    gait_span *refs;
    const gaiti_ogf_chunk *refs_chunk;  /* the chunk with the references, or NULL */
    gait_omf *motions;                  /* may be NULL */
    const gaiti_ogf_chunk *oldest_keys; /* chunk with keys of the oldest kind, from which the bank
                                           was made; usually NULL */
};

/* Field descriptions (ogf_fields.c). */
void gaiti_ogf_visit_header(gaiti_visitor *visitor, gaiti_ogf_header *header);
void gaiti_ogf_visit_bone(gaiti_visitor *visitor, gaiti_ogf_bone *bone);
void gaiti_ogf_visit_ik(gaiti_visitor *visitor, gaiti_ogf_ik_form form, gaiti_ogf_ik *ik);

/* Chunks (ogf_chunks.c). */
const gaiti_ogf_numbers *gaiti_ogf_numbers_of(uint8_t version);
/* The first chunk with this id (bit 31 is ignored) that is not empty; NULL for id 0. */
gaiti_ogf_chunk *gaiti_ogf_find_chunk(const gait_ogf *ogf, uint32_t plain);
gait_status gaiti_ogf_raise_chunk(const gait_ogf *ogf, const gaiti_report *report, gaiti_rule rule,
                                  const gaiti_ogf_chunk *chunk);
/* Decompresses a chunk that is marked as compressed into the arena. Leaves other chunks, and those
 * that cannot be decompressed, unchanged. */
gait_status gaiti_ogf_unpack(gait_ogf *ogf, gaiti_ogf_chunk *chunk);
/* The content of a chunk. For compressed chunks, sets report->packed_in so that diagnostics refer
 * to the chunk in the file. */
gait_span gaiti_ogf_content(const gait_ogf *ogf, const gaiti_ogf_chunk *chunk,
                            gaiti_report *report);
/* Reserves memory for more chunks. False when out of memory. */
bool gaiti_ogf_reserve_chunks(gait_ogf *ogf, uint32_t count);
/* Makes place for a chunk at this index, which the caller must fill. Memory must be reserved. */
void gaiti_ogf_insert_chunk(gait_ogf *ogf, uint32_t at);
/* Removes a chunk. Links to it must be set to NULL. */
void gaiti_ogf_remove_chunk(gait_ogf *ogf, uint32_t at);
/* Reads the embedded bank (ogf_motions.c). If that fails, its errors and a warning are reported,
 * and the model is opened without a bank; the chunks are kept as bytes. */
gait_status gaiti_ogf_read_motions(gait_ogf *ogf, const gaiti_report *report,
                                   const gait_options *options);
/* Functions for the oldest kind of keys (ogf_motions.c). The first one shows their fields. The
 * second one converts them to keys of banks, in the arena. It returns an empty span when the keys
 * are invalid or memory is exhausted; only exhausted memory sets the status of the arena. */
void gaiti_ogf_show_oldest_keys(const gait_ogf *ogf, gaiti_visitor *visitor, uint64_t size);
gait_span gaiti_ogf_remake_keys(gait_ogf *ogf, gait_span payload);
/* Sets the names or ids that the listing of the bank does not store, from the bones of the model.
 * False when out of memory. */
bool gaiti_ogf_complete_bones(const gait_ogf *ogf, gait_omf *omf);

/* A reference without the spaces and tabs around it (ogf_refs.c). */
gait_span gaiti_ogf_trim_ref(gait_span ref);

/* The `outline` function of gaiti_document_ops: copies header, bones, IK data and references
 * (ogf_outline.c). */
gait_status gaiti_ogf_outline(const gait_reader *reader, uint64_t max_bytes, gait_buffer *out);

/* Offset in the source of a byte of the document; 0 when an edit has replaced it. */
static inline uint64_t gaiti_ogf_offset(const gait_ogf *ogf, const uint8_t *byte) {
    uint64_t offset = (uint64_t)((uintptr_t)byte - (uintptr_t)ogf->source.data);
    return offset <= ogf->source.size ? offset : 0;
}

#endif
