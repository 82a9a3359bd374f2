/* The item that the hands of a first-person animation hold. */
#ifndef TOOL_HELD_ITEM_H
#define TOOL_HELD_ITEM_H

#include "convert/conversion.h"
#include "gait/convert.h"

typedef struct held_item {
    source *file;
    skeleton_cache *cache;
    gait_skeleton *skeleton;
    const source *model;    /* whose mesh is written; NULL = none */
    gait_convert_item item; /* for gait_convert_options */
} held_item;

/* Refuses options of an item without one, and malformed numbers. Returns an exit code. */
int held_item_check(const convert_options *options, bool has_item);
/* Opens the item of a conversion, and finds its skeleton and its mesh. Logs errors; returns an exit
 * code. */
int held_item_load(const conversion *job, held_item *out);
/* Warns of hands and an item without a mesh, and of an item that does not move in any clip.
 * `model` is that of the hands, NULL = none was found. */
void held_item_warn(const held_item *self, const conversion *job, const source *model);
/* Logs which clips play together. */
void held_item_log_clips(const held_item *self, const source *hands, const uint32_t *clips,
                         uint32_t count);
void held_item_free(held_item *self);

#endif
