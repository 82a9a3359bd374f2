/* The OGF document, inside. */
#ifndef GAITI_OGF_H
#define GAITI_OGF_H

#include "base/assert.h"
#include "formats/xray/omf/omf.h"
#include "gait/ogf.h"

enum {
    GAITI_OGF_HEADER = 1,
    GAITI_OGF_BONES = 13,
    GAITI_OGF_MOTIONS = 14, /* as in OMF */
    GAITI_OGF_PARAMS = 15,
    GAITI_OGF_IK = 16,
    GAITI_OGF_USER_DATA = 17,
    GAITI_OGF_REFS = 19,  /* one text, comma separated */
    GAITI_OGF_REFS2 = 24, /* a count and texts */
    GAITI_OGF_BONE = 62,  /* bytes of the smallest bone */
    GAITI_OGF_SHAPE_FLOATS = 27
};

/* What IK data hold, and how a bind pose is to be read. */
typedef enum gaiti_ogf_ik_form {
    GAITI_OGF_IK_FULL = 0,    /* version 4, and the newest of version 3 */
    GAITI_OGF_IK_UNVERSIONED, /* no version word, no friction */
    GAITI_OGF_IK_OLDEST       /* nor flags and break values; the bind pose is in model space */
} gaiti_ogf_ik_form;

/* How chunks are numbered by a version of the format; 0 = there is no such chunk. The newer of
 * several kinds stands first. */
typedef struct gaiti_ogf_numbers {
    uint32_t ik[3]; /* by form */
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
    uint32_t version; /* the low 16 bits count; above 0, friction is there */
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

/* A top chunk in file order. `size` is the stored one, which some hand-edited files have wrong. */
typedef struct gaiti_ogf_chunk {
    uint32_t id, size;
    uint32_t known; /* the id of version 4 whose fields stand for the payload; 0 = carried */
    bool read;      /* its content was looked at, whether its fields stand for it or not */
    gait_span payload;
    gait_span unpacked; /* what is compressed in the payload; none when that is not so */
} gaiti_ogf_chunk;

struct gait_ogf {
    gaiti_arena arena;
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
    gaiti_ogf_ik *ik; /* bone_count of them */
    const gaiti_ogf_chunk *ik_chunk;
    gait_span ik_tail;
    uint32_t ref_count;
    gait_span *refs;
    const gaiti_ogf_chunk *refs_chunk;  /* where they stand; NULL = nowhere */
    gait_omf *motions;                  /* may be NULL */
    const gaiti_ogf_chunk *oldest_keys; /* what the bank's keys were made of; mostly NULL */
};

/* The descriptions (ogf_fields.c). */
void gaiti_ogf_visit_header(gaiti_visitor *visitor, gaiti_ogf_header *header);
void gaiti_ogf_visit_bone(gaiti_visitor *visitor, gaiti_ogf_bone *bone);
void gaiti_ogf_visit_ik(gaiti_visitor *visitor, gaiti_ogf_ik_form form, gaiti_ogf_ik *ik);

/* Chunks (ogf_chunks.c). */
const gaiti_ogf_numbers *gaiti_ogf_numbers_of(uint8_t version);
/* The chunk with this id, whatever its bit 31; the first that is not empty; NULL for id 0. */
gaiti_ogf_chunk *gaiti_ogf_find_chunk(const gait_ogf *ogf, uint32_t plain);
gait_status gaiti_ogf_raise_chunk(const gait_ogf *ogf, const gaiti_report *report, gaiti_rule rule,
                                  const gaiti_ogf_chunk *chunk);
/* Unpacks a chunk that is marked as compressed, into the arena; leaves one that is not. */
gait_status gaiti_ogf_unpack(gait_ogf *ogf, gaiti_ogf_chunk *chunk);
/* The content of a chunk, and a report whose places are in the file. */
gait_span gaiti_ogf_content(const gait_ogf *ogf, const gaiti_ogf_chunk *chunk,
                            gaiti_report *report);
/* Reads the bank inside (ogf_motions.c). One that does not read leaves the model readable: its own
 * errors are told, and a warning that it is carried. */
gait_status gaiti_ogf_read_motions(gait_ogf *ogf, const gaiti_report *report,
                                   const gait_options *options);
/* The oldest kind of keys, shown; the same as keys that banks have, made in the arena. The latter
 * is empty when they cannot be read or there is no memory, which the arena's status tells. */
void gaiti_ogf_show_oldest_keys(const gait_ogf *ogf, gaiti_visitor *visitor, uint64_t size);
gait_span gaiti_ogf_remake_keys(gait_ogf *ogf, gait_span payload);
/* Names or ids that a listing of bones lacks, from the model. */
bool gaiti_ogf_complete_bones(const gait_ogf *ogf, gait_omf *omf);

/* What gaiti_document_ops asks of an outline: header, bones, IK data and references
 * (ogf_outline.c). */
gait_status gaiti_ogf_outline(const gait_reader *reader, uint64_t max_bytes, gait_buffer *out);

/* Offset of a byte of the source. */
static inline uint64_t gaiti_ogf_offset(const gait_ogf *ogf, const uint8_t *byte) {
    GAIT_ASSERT((uint64_t)((uintptr_t)byte - (uintptr_t)ogf->source.data) <= ogf->source.size);
    return (uint64_t)(byte - ogf->source.data);
}

#endif
