/* A hash set of names; ignores ASCII case unless `is_exact`. */
#ifndef GAITI_NAMES_H
#define GAITI_NAMES_H

#include "base/memory.h"

typedef struct gaiti_names {
    uint32_t *slots;        /* `mask + 1` slots: 1 + the index of a name; 0 = empty */
    const gait_span *first; /* the names */
    uint64_t key;           /* of the hash: an address, so that files cannot contain collisions */
    uint32_t mask;
    bool is_exact; /* case matters; set before the first name is added */
} gaiti_names;

/* The maximum number of arena bytes for an array of `count` names and their set. */
size_t gaiti_names_cost(uint32_t count);
/* Makes an empty set with capacity for `count` names of the array `first`. False when there is no
 * memory. */
bool gaiti_names_init(gaiti_names *names, gaiti_arena *arena, const gait_span *first,
                      uint32_t count);
/* Adds first[index]. If an equal name is already in the set, returns its index and adds nothing;
 * otherwise returns -1. */
int32_t gaiti_names_add(gaiti_names *names, uint32_t index);
/* A hash of a name. Names of files must be hashed with a key that is not known to them. */
uint32_t gaiti_names_hash(uint64_t key, bool is_exact, gait_span name);
/* The index of an equal name, -1 = none. */
int32_t gaiti_names_find(const gaiti_names *names, gait_span name);

#endif
