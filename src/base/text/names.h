/* A set of names, looked up in constant time, ignoring ASCII case unless asked not to. */
#ifndef GAITI_NAMES_H
#define GAITI_NAMES_H

#include "base/memory.h"

typedef struct gaiti_names {
    const gait_span **slots; /* `mask + 1` of them; NULL = empty */
    const gait_span *first;  /* the array that the slots point into */
    uint32_t mask;
    bool is_exact; /* case counts; to be set before the first name */
} gaiti_names;

/* Bytes of an arena that an array of `count` names and their set take at most. */
size_t gaiti_names_cost(uint32_t count);
/* Room for `count` names of the array that starts at `first`. False when there is no memory. */
bool gaiti_names_init(gaiti_names *names, gaiti_arena *arena, const gait_span *first,
                      uint32_t count);
/* Adds first[index]; returns the index of an equal name that was there before (which stays), else
 * -1. */
int32_t gaiti_names_add(gaiti_names *names, uint32_t index);
/* Index of an equal name, -1 = none. */
int32_t gaiti_names_find(const gaiti_names *names, gait_span name);

#endif
