/* extras.gait as read. */
#ifndef GAITI_METADATA_STATE_H
#define GAITI_METADATA_STATE_H

#include "base/diagnose.h"
#include "base/memory.h"
#include "base/text/names.h"
#include "gait/metadata.h"
#include "model/clip.h"

/* A list that grows while it is read. */
typedef struct gaiti_metadata_list {
    void *items;
    uint32_t count, capacity;
} gaiti_metadata_list;

typedef struct gaiti_metadata_name {
    const char *utf8;
    gait_span bytes; /* CP1251, as games have it; UTF-8 where that has no such character */
} gaiti_metadata_name;

typedef struct gaiti_metadata_part {
    gaiti_metadata_name name;
    gaiti_metadata_list bones; /* gaiti_metadata_name */
} gaiti_metadata_part;

struct gait_metadata {
    gaiti_arena arena;
    gaiti_metadata_list clips;   /* gait_metadata_clip */
    gaiti_metadata_list parts;   /* gaiti_metadata_part */
    gaiti_metadata_list bones;   /* gaiti_metadata_name */
    gaiti_metadata_list parents; /* float: of the bones, -1 = root */
    gaiti_metadata_list rest;    /* float: 7 per bone, translation and quaternion, glTF axes */
    gait_span *names;            /* of the clips' animations, for `by_name` */
    gaiti_names by_name;
    int32_t *of_animation; /* per animation of a file: its clip, -1 = none; NULL = of no file */
};

/* Where a document stands, for the offsets of what is said of it. */
typedef enum gaiti_metadata_place {
    GAITI_METADATA_INSIDE = 0, /* as it is in the file */
    GAITI_METADATA_UNESCAPED,  /* in a text of the file, whose bytes are others: one offset for all
                                */
    GAITI_METADATA_BESIDE      /* in another file */
} gaiti_metadata_place;

typedef struct gaiti_metadata_from {
    gait_span json;
    uint64_t at; /* offset of its first byte, or of what it stands in */
    gaiti_metadata_place place;
} gaiti_metadata_from;

/* An empty one. NULL with *out_status set when there is no memory. */
gait_metadata *gaiti_metadata_new(const gait_options *options, gait_status *out_status);
/* Appends a document; without its clips when those are known already. Warnings only for what is
 * left out; a status for what is of no use at all. */
gait_status gaiti_metadata_read(gait_metadata *metadata, const gaiti_metadata_from *from,
                                bool with_clips, const gaiti_report *report);
/* Appends one item of "clips". */
gait_status gaiti_metadata_read_clip(gait_metadata *metadata, const gaiti_metadata_from *from,
                                     const gaiti_report *report);
/* Names of parts and their bones as games have them. */
gait_span gaiti_metadata_part_name(const gait_metadata *metadata, uint32_t part);
gait_span gaiti_metadata_part_bone(const gait_metadata *metadata, uint32_t part, uint32_t index);
/* True when nothing is missing: what is said may come from callers. */
bool gaiti_metadata_clip_is_complete(const gait_metadata_clip *clip_metadata);
/* Room in a clip for the events that are said: with names and values, without times. NULL when
 * there is no memory. */
gait_event *gaiti_metadata_set_texts(const gait_metadata_clip *clip_metadata, gaiti_clip *result);
/* Makes the names of clips known to gait_metadata_find(). */
gait_status gaiti_metadata_resolve(gait_metadata *metadata);

#endif
