/* extras.gait as read. */
#ifndef GAITI_METADATA_STATE_H
#define GAITI_METADATA_STATE_H

#include "base/diagnose.h"
#include "base/memory.h"
#include "base/text/names.h"
#include "gait/metadata.h"
#include "model/clip.h"

/* A list that grows while it is read. */
typedef struct gaiti_extras_list {
    void *items;
    uint32_t count, room;
} gaiti_extras_list;

typedef struct gaiti_extras_name {
    const char *utf8;
    gait_span bytes; /* CP1251, as games have it; UTF-8 where that has no such character */
} gaiti_extras_name;

typedef struct gaiti_extras_part {
    gaiti_extras_name name;
    gaiti_extras_list bones; /* gaiti_extras_name */
} gaiti_extras_part;

struct gait_extras {
    gaiti_arena arena;
    gaiti_extras_list clips;   /* gait_extras_clip */
    gaiti_extras_list parts;   /* gaiti_extras_part */
    gaiti_extras_list bones;   /* gaiti_extras_name */
    gaiti_extras_list parents; /* float: of the bones, -1 = root */
    gaiti_extras_list rest;    /* float: 7 per bone, translation and quaternion, glTF axes */
    gait_span *names;          /* of the clips' animations, for `by_name` */
    gaiti_names by_name;
    int32_t *of_animation; /* per animation of a file: its clip, -1 = none; NULL = of no file */
};

/* Where a document stands, for the offsets of what is said of it. */
typedef enum gaiti_extras_place {
    GAITI_EXTRAS_INSIDE = 0, /* as it is in the file */
    GAITI_EXTRAS_UNESCAPED,  /* in a text of the file, whose bytes are others: one offset for all */
    GAITI_EXTRAS_BESIDE      /* in another file */
} gaiti_extras_place;

typedef struct gaiti_extras_from {
    gait_span json;
    uint64_t at; /* offset of its first byte, or of what it stands in */
    gaiti_extras_place place;
} gaiti_extras_from;

/* An empty one. NULL with *out_status set when there is no memory. */
gait_extras *gaiti_extras_new(const gait_options *options, gait_status *out_status);
/* Appends a document; without its clips when those are known already. Warnings only for what is
 * left out; a status for what is of no use at all. */
gait_status gaiti_extras_read(gait_extras *extras, const gaiti_extras_from *from, bool with_clips,
                              const gaiti_report *report);
/* Appends one item of "clips". */
gait_status gaiti_extras_read_clip(gait_extras *extras, const gaiti_extras_from *from,
                                   const gaiti_report *report);
/* Names of parts and their bones as games have them. */
gait_span gaiti_extras_part_name(const gait_extras *extras, uint32_t part);
gait_span gaiti_extras_part_bone(const gait_extras *extras, uint32_t part, uint32_t index);
/* True when nothing is missing: what is said may come from callers. */
bool gaiti_extras_clip_is_complete(const gait_extras_clip *said);
/* Room in a clip for the events that are said: with names and values, without times. NULL when
 * there is no memory. */
gait_event *gaiti_extras_give_texts(const gait_extras_clip *said, gaiti_clip *made);
/* Makes the names of clips known to gait_extras_find(). */
gait_status gaiti_extras_settle(gait_extras *extras);

#endif
