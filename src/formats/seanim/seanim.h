/* SEAnim: docs/formats/seanim.md. */
#ifndef GAITI_SEANIM_H
#define GAITI_SEANIM_H

#include "base/diagnose.h"
#include "base/fields.h"
#include "formats/format_row.h"

enum {
    GAITI_SEANIM_HEAD = 28,            /* bytes of the header, from its size on */
    GAITI_SEANIM_FRAMES_MAX = 1 << 20, /* of a clip: a constant bone needs no bytes per frame */
    GAITI_SEANIM_RATE = 30             /* instead of an invalid frame rate */
};

/* Kinds of keys, in file order: bit k of the presence flags is kind k. */
typedef enum gaiti_seanim_kind {
    GAITI_SEANIM_TRANSLATION = 0,
    GAITI_SEANIM_ROTATION,
    GAITI_SEANIM_SCALE,
    GAITI_SEANIM_KINDS
} gaiti_seanim_kind;

enum {
    GAITI_SEANIM_HAS_KEYS = 7,
    GAITI_SEANIM_HAS_NOTES = 64,
    GAITI_SEANIM_HAS_CUSTOM = 128,
    GAITI_SEANIM_DOUBLES = 1, /* of the properties */
    GAITI_SEANIM_LOOPED = 1   /* of the flags */
};

/* What the keys of a bone are relative to. */
typedef enum gaiti_seanim_type {
    GAITI_SEANIM_ABSOLUTE = 0, /* the parent */
    GAITI_SEANIM_ADDITIVE,     /* another pose: Gait uses the rest pose */
    GAITI_SEANIM_RELATIVE,     /* translations: the rest pose; rotations: the parent */
    GAITI_SEANIM_DELTA,        /* the same; the first bone moves the whole figure */
    GAITI_SEANIM_TYPES
} gaiti_seanim_type;

typedef struct gaiti_seanim_keys {
    uint32_t count;
    gait_span bytes; /* per key: the frame and the numbers */
} gaiti_seanim_keys;

typedef struct gaiti_seanim_bone {
    gait_span name;   /* as stored */
    const char *utf8; /* the same in UTF-8; names that are not UTF-8 are read as CP1252 */
    uint8_t flags;
    gaiti_seanim_keys keys[GAITI_SEANIM_KINDS];
} gaiti_seanim_bone;

typedef struct gaiti_seanim_modifier {
    uint32_t bone;
    uint8_t type; /* of the bone and its descendants */
} gaiti_seanim_modifier;

typedef struct gaiti_seanim_note {
    uint32_t frame;
    gait_span name;
    const char *utf8;
} gaiti_seanim_note;

typedef struct gait_seanim {
    gaiti_arena arena;
    gait_span source;
    uint16_t version, head_size;
    uint8_t type, flags, presence, properties;
    gait_span reserved[2], head_rest;
    float rate;
    uint32_t frame_count, bone_count, note_count;
    uint8_t modifier_count;
    uint8_t width; /* bytes of frames and of counts of keys: 1, 2 or 4 */
    /* `bones` is NULL if the file has no keys: then it has no names and modifiers either. */
    gaiti_seanim_bone *bones;
    gaiti_seanim_modifier *modifiers;
    gaiti_seanim_note *notes;
    uint32_t custom_size;
    gait_span custom, trailing;
} gait_seanim;

/* Bytes of an integer up to `max`. */
static inline uint8_t gaiti_seanim_width(uint32_t max) {
    return max <= UINT8_MAX ? 1 : max <= UINT16_MAX ? 2 : 4;
}

static inline bool gaiti_seanim_has(const gait_seanim *seanim, unsigned kind) {
    return (seanim->presence >> kind & 1) != 0;
}

/* Numbers of a key, and its size in bytes. */
static inline uint32_t gaiti_seanim_numbers(unsigned kind) {
    return kind == GAITI_SEANIM_ROTATION ? 4 : 3;
}

static inline uint32_t gaiti_seanim_key_size(const gait_seanim *seanim, unsigned kind) {
    uint32_t size = seanim->properties & GAITI_SEANIM_DOUBLES ? 8 : 4;
    return seanim->width + gaiti_seanim_numbers(kind) * size;
}

/* The bones that are stored. */
static inline uint32_t gaiti_seanim_bone_count(const gait_seanim *seanim) {
    return seanim->presence & GAITI_SEANIM_HAS_KEYS ? seanim->bone_count : 0;
}

static inline uint32_t gaiti_seanim_modifier_count(const gait_seanim *seanim) {
    return seanim->presence & GAITI_SEANIM_HAS_KEYS ? seanim->modifier_count : 0;
}

static inline uint32_t gaiti_seanim_note_count(const gait_seanim *seanim) {
    return seanim->presence & GAITI_SEANIM_HAS_NOTES ? seanim->note_count : 0;
}

/* Frames per second; GAITI_SEANIM_RATE if that of the file is invalid. */
double gaiti_seanim_rate(const gait_seanim *seanim);
/* One key: its frame, and its numbers as stored. */
uint32_t gaiti_seanim_key(const gait_seanim *seanim, const gaiti_seanim_keys *keys, unsigned kind,
                          uint32_t key, double out[4]);
/* The offset of a part of the file. */
uint64_t gaiti_seanim_offset(const gait_seanim *seanim, gait_span part);

/* Field descriptions (seanim_fields.c). */
void gaiti_seanim_visit_head(gaiti_visitor *visitor, gait_seanim *seanim);
void gaiti_seanim_visit_modifier(gaiti_visitor *visitor, const gait_seanim *seanim,
                                 gaiti_seanim_modifier *modifier);
void gaiti_seanim_visit_bone_flags(gaiti_visitor *visitor, gaiti_seanim_bone *bone);
void gaiti_seanim_visit_keys(gaiti_visitor *visitor, const gait_seanim *seanim, unsigned kind,
                             gaiti_seanim_keys *keys);
void gaiti_seanim_visit_note(gaiti_visitor *visitor, const gait_seanim *seanim,
                             gaiti_seanim_note *note);
void gaiti_seanim_visit_custom(gaiti_visitor *visitor, gait_seanim *seanim);

/* Opens a file; the document borrows `bytes`. */
gait_status gaiti_seanim_open(gait_span bytes, const gait_options *options,
                              gait_seanim **out_seanim);
void gaiti_seanim_free(gait_seanim *seanim);
int32_t gaiti_seanim_version(const gait_seanim *seanim);
gait_status gaiti_seanim_check(const gait_seanim *seanim, gait_diagnostics *diagnostics);
void gaiti_seanim_show(const void *document, gaiti_visitor *visitor);
gait_status gaiti_seanim_write(const gait_seanim *seanim, gait_buffer *out);
gait_status gaiti_seanim_bind_skeleton(const gait_seanim *seanim, const gait_skeleton *tree,
                                       const gait_options *options, gait_skeleton **out_skeleton);
/* Makes a clip in GAIT_SPACE_LOCAL and GAIT_AXES_GLTF, with one key per frame. */
gait_status gaiti_seanim_clip(const gait_seanim *seanim, const char *name,
                              const gait_skeleton *skeleton, const gait_options *options,
                              gait_clip **out_clip);
/* Writes a clip as an absolute animation: gaiti_export.write_clip. */
gait_status gaiti_seanim_write_clip(const gait_clip *clip, const gaiti_clip_writing *writing,
                                    gait_buffer *out, uint32_t *losses);

#endif
