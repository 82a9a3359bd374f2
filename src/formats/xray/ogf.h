/* The OGF document, inside. */
#ifndef GAITI_XRAY_OGF_H
#define GAITI_XRAY_OGF_H

#include "formats/xray/omf.h"
#include "gait/ogf.h"

enum {
    GAITI_OGF_HEADER = 1,
    GAITI_OGF_BONES = 13,
    GAITI_OGF_MOTIONS = 14, /* as in OMF */
    GAITI_OGF_PARAMS = 15,
    GAITI_OGF_IK = 16,
    GAITI_OGF_REFS = 19,  /* one text, comma separated */
    GAITI_OGF_REFS2 = 24, /* a count and texts */
    GAITI_OGF_BONE = 62,  /* bytes of the smallest bone */
    GAITI_OGF_SHAPE_FLOATS = 27
};

typedef struct gaiti_ogf_header {
    uint8_t version, type;
    uint16_t shader;
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
    uint32_t known; /* the id whose fields stand for the payload; 0 = carried */
    gait_span payload;
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
    gaiti_ogf_ik *ik; /* bone_count of them */
    gait_span ik_tail;
    uint32_t ref_count;
    gait_span *refs;
    const gaiti_ogf_chunk *refs_chunk; /* where they stand; NULL = nowhere */
    gait_omf *motions;                 /* may be NULL */
};

/* The descriptions (ogf_fields.c). */
void gaiti_ogf_walk_header(gaiti_walk *walk, gaiti_ogf_header *header);
void gaiti_ogf_walk_bone(gaiti_walk *walk, gaiti_ogf_bone *bone);
void gaiti_ogf_walk_ik(gaiti_walk *walk, gaiti_ogf_ik *ik);

/* Offset of a byte of the source. */
static inline uint64_t gaiti_ogf_offset(const gait_ogf *ogf, const uint8_t *byte) {
    return (uint64_t)(byte - ogf->source.data);
}

#endif
