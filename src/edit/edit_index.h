/* Finds clips by name, ignoring ASCII case. */
#ifndef GAITI_EDIT_INDEX_H
#define GAITI_EDIT_INDEX_H

#include "base/memory.h"

/* No clip. */
#define GAITI_EDIT_NONE UINT32_MAX

/* A hash table of names, with a chain of clips for each slot. In a chain, clips are in ascending
 * order. */
typedef struct gaiti_edit_index {
    const gait_span *names; /* of the clips */
    uint32_t *slots;        /* the first clip of each chain */
    uint32_t *next;         /* per clip: the next one of its chain */
    uint32_t mask;          /* the number of slots - 1 */
    uint32_t capacity;      /* of `next` */
    bool is_valid;
} gaiti_edit_index;

/* Makes the index of `count` names, unless it is valid. False when out of memory. */
bool gaiti_edit_index_make(gaiti_edit_index *index, gaiti_arena *arena, const gait_span *names,
                           uint32_t count);
/* The first clip with this name, and the next one with the same name as `clip`; GAITI_EDIT_NONE
 * when there is none. */
uint32_t gaiti_edit_index_first(const gaiti_edit_index *index, gait_span name);
uint32_t gaiti_edit_index_next(const gaiti_edit_index *index, uint32_t clip);
/* The clip that NAME@N addresses: the Nth one with this name, from 1. GAITI_EDIT_NONE for other
 * texts. */
uint32_t gaiti_edit_index_numbered(const gaiti_edit_index *index, const char *text);
/* The first clip with this name, otherwise the clip that NAME@N addresses. */
uint32_t gaiti_edit_index_find(const gaiti_edit_index *index, const char *text);
/* Adds the last of `count` names, after the others were added. False when out of memory. */
bool gaiti_edit_index_add(gaiti_edit_index *index, gaiti_arena *arena, const gait_span *names,
                          uint32_t count);
/* Gives a clip another name. `names` then has its new name, and `old_name` is the one before. */
void gaiti_edit_index_rename(gaiti_edit_index *index, uint32_t clip, gait_span old_name);

#endif
