/* The plain RTM document, inside. */
#ifndef GAITI_RTM_H
#define GAITI_RTM_H

#include "base/diagnose.h"
#include "base/fields.h"
#include "base/memory.h"
#include "formats/bi/bi_phases.h"
#include "gait/rtm.h"

enum {
    GAITI_RTM_NAME = 32,
    GAITI_RTM_ENTRY = 80,     /* one bone of one frame: name and matrix */
    GAITI_RTM_FRAME_HEAD = 4, /* the phase */
    GAITI_RTM_PROPERTY = 6    /* the smallest one */
};

/* A file is, in this order: properties, gap, head, names, frames, trailing; all but head may be
 * empty. */
struct gait_rtm {
    gaiti_arena arena;
    bool has_properties;
    uint32_t reserved;          /* the word after the signature of RTM_MDAT */
    uint32_t stated_properties; /* the count in the file; differs from the next after a resync */
    uint32_t property_count;
    uint32_t property_room; /* that `properties` has memory for; 0 = those that are there */
    gait_rtm_property *properties;
    gait_span gap; /* between a property block that is out of step and the animation */
    int32_t version;
    float root_motion[3];
    uint32_t bone_count, frame_count;
    gait_span names;  /* 32 bytes per bone */
    gait_span frames; /* gaiti_rtm_frame_size() bytes per frame */
    gait_span trailing;
    bool uniform; /* every frame lists the bones of the header in its order */
    bool owned;   /* names and frames lie in the arena */
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

/* Offset of a byte of names or frames in the file as it would be written. */
uint64_t gaiti_rtm_names_offset(const gait_rtm *rtm);
uint64_t gaiti_rtm_frame_offset(const gait_rtm *rtm, uint32_t frame);

/* The descriptions (rtm_fields.c). */
void gaiti_rtm_visit_properties_head(gaiti_visitor *visitor, gait_rtm *rtm);
void gaiti_rtm_visit_property(gaiti_visitor *visitor, gait_rtm_property *property);
void gaiti_rtm_visit_head(gaiti_visitor *visitor, gait_rtm *rtm);

/* A new document; its frames hold anything. NULL with *out_status set. */
gait_rtm *gaiti_rtm_new_blank(uint32_t bone_count, uint32_t frame_count,
                              const gait_options *options, gait_status *out_status);
/* The only place where owned bytes lose their const. */
uint8_t *gaiti_rtm_writable(gait_span span, uint64_t offset);

/* The name in a field of 32 bytes: up to a NUL or all of it. */
gait_span gaiti_rtm_name(const uint8_t *field);

/* Warns of matrices with scale or shear, which clips split into rotation and scale. */
void gaiti_rtm_warn_shear(const gait_rtm *rtm, gait_diagnostics *diagnostics);

#endif
