/* Hash chains for the encoders: each chain links the earlier positions whose first bytes have the
 * same hash. */
#ifndef GAITI_MATCH_CHAINS_H
#define GAITI_MATCH_CHAINS_H

#include "base/memory.h"

typedef struct gaiti_chains {
    gait_span data;
    unsigned key; /* number of hashed bytes, 2 or 3 */
    size_t reach; /* maximum distance, below 2^16 */
    unsigned hash_bits;
    uint32_t *latest; /* by hash: the low 32 bits of the last position */
    uint16_t *steps;  /* by position modulo ring size: distance to the previous position of the
                         chain, 0 = none */
    size_t ring_mask;
} gaiti_chains;

typedef struct gaiti_chains_options {
    unsigned key; /* number of hashed bytes, 2 or 3 */
    size_t reach; /* maximum distance, below 2^16 */
    size_t ahead; /* the last added position is at most `ahead` - 1 after the one searched for */
    unsigned max_hash_bits;
} gaiti_chains_options;

/* Makes empty chains for `data`. Allocates 2 bytes per position of reach and ahead, rounded up to a
 * power of two, and at most 4 << max_hash_bits bytes. False when there is no memory. */
bool gaiti_chains_init(gaiti_chains *chains, gaiti_arena *arena, gait_span data,
                       const gaiti_chains_options *options);

/* Adds the positions from `begin` up to `end`; all positions must be added in order. */
void gaiti_chains_add(gaiti_chains *chains, size_t begin, size_t end);

/* A search for matches of the data at one position. */
typedef struct gaiti_match_search {
    size_t place;
    size_t max;      /* maximum length of a match */
    size_t longest;  /* length of the last match found; less than the key when there is none */
    size_t distance; /* of that match; 0 when there is none */
    size_t key_at;   /* the position whose chain is followed */
    size_t walked;   /* distance reached on that chain */
    int effort;      /* candidates left; 32 compared bytes count as one more */
} gaiti_match_search;

/* Begins a search. The positions up to `place` + `max` must have been added. */
static inline gaiti_match_search gaiti_match_begin(const gaiti_chains *chains, size_t place,
                                                   size_t max, int effort) {
    return (gaiti_match_search){
        .place = place, .max = max, .longest = chains->key - 1, .key_at = place, .effort = effort};
}

/* Finds the nearest match that is longer than the last one found; false when there is none or the
 * effort is used up. */
bool gaiti_match_next(const gaiti_chains *chains, gaiti_match_search *search);

#endif
