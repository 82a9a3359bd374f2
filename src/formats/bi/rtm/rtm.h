/* Internals of the plain RTM document. */
#ifndef GAITI_RTM_H
#define GAITI_RTM_H

#include "base/diagnose.h"
#include "base/fields.h"
#include "base/memory.h"
#include "formats/bi/bi_phases.h"
#include "gait/rtm.h"

enum {
    GAITI_RTM_NAME = 32,
    GAITI_RTM_ENTRY = 80,     /* size of one bone in one frame: name and matrix */
    GAITI_RTM_FRAME_HEAD = 4, /* size of the phase before them */
    GAITI_RTM_PROPERTY = 6    /* size of the smallest property */
};

/* A file consists of: properties, gap, head, names, frames, trailing; all but the head may be
 * empty. */
struct gait_rtm {
    gaiti_arena arena;
    uint32_t code_page; /* of names and texts; 0 = 1251 */
    bool has_properties;
    bool keeps_block;  /* the file was opened with a block without properties */
    uint32_t reserved; /* the number after the signature RTM_MDAT */
    /* The count in the file; may differ from property_count when properties are damaged and the
     * reader continues at the next ones that it recognises. */
    uint32_t stated_properties;
    uint32_t property_count;
    uint32_t property_capacity; /* capacity of `properties`; 0 = property_count */
    gait_rtm_property *properties;
    gait_span gap; /* bytes between a damaged property block and the animation */
    int32_t version;
    float root_motion[3];
    uint32_t bone_count, frame_count;
    gait_span names;  /* 32 bytes per bone */
    gait_span frames; /* gaiti_rtm_frame_size() bytes per frame */
    gait_span trailing;
    bool uniform; /* every frame lists the bones of the header in the same order */
    bool owned;   /* names and frames are in the arena */
};

static inline uint64_t gaiti_rtm_frame_size(const gait_rtm *rtm) {
    return GAITI_RTM_FRAME_HEAD + (uint64_t)GAITI_RTM_ENTRY * rtm->bone_count;
}

static inline const uint8_t *gaiti_rtm_frame(const gait_rtm *rtm, uint32_t frame) {
    return rtm->frames.data + frame * gaiti_rtm_frame_size(rtm);
}

/* Name and matrix of one bone in one frame: 80 bytes. */
static inline const uint8_t *gaiti_rtm_entry(const gait_rtm *rtm, uint32_t frame, uint32_t bone) {
    return gaiti_rtm_frame(rtm, frame) + GAITI_RTM_FRAME_HEAD + (size_t)bone * GAITI_RTM_ENTRY;
}

static inline gaiti_phases gaiti_rtm_phases(const gait_rtm *rtm) {
    return (gaiti_phases){rtm->frames.data, gaiti_rtm_frame_size(rtm), rtm->frame_count};
}

/* Offsets of the names and of a frame in the file as it would be written. */
uint64_t gaiti_rtm_names_offset(const gait_rtm *rtm);
uint64_t gaiti_rtm_frame_offset(const gait_rtm *rtm, uint32_t frame);

/* The version of the animation block at `p`: 101, 100, or 0 = none. */
int32_t gaiti_rtm_block_version(const uint8_t *p);
/* True when an animation block is next. */
bool gaiti_rtm_is_at_animation(const gaiti_reader *in);

/* Field descriptions (rtm_fields.c). */
void gaiti_rtm_visit_properties_head(gaiti_visitor *visitor, gait_rtm *rtm);
void gaiti_rtm_visit_property(gaiti_visitor *visitor, gait_rtm_property *property);
void gaiti_rtm_visit_head(gaiti_visitor *visitor, gait_rtm *rtm);

/* Makes a document with uninitialised frames. NULL with *out_status set. */
gait_rtm *gaiti_rtm_new_blank(uint32_t bone_count, uint32_t frame_count,
                              const gait_options *options, gait_status *out_status);
/* A writable pointer to owned bytes. Casts away const, which happens only here. */
uint8_t *gaiti_rtm_writable(gait_span span, uint64_t offset);

/* The name in a field of 32 bytes, up to a NUL or the end of the field. */
gait_span gaiti_rtm_name(const uint8_t *field);

/* Raises the defects that clips repair or drop: phases, names, and matrices with scale or shear,
 * which clips split into rotation and scale. GAIT_NO_MEMORY, else GAIT_OK. */
gait_status gaiti_rtm_warn_repairs(const gait_rtm *rtm, gait_diagnostics *diagnostics);

#endif
