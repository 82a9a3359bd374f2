/* How the encoders find matches: chains of earlier places whose first bytes hash alike. */
#ifndef GAITI_MATCH_CHAINS_H
#define GAITI_MATCH_CHAINS_H

#include "base/memory.h"

typedef struct gaiti_chains {
    gait_span data;
    unsigned key; /* bytes that are hashed, 2 or 3 */
    size_t reach; /* greatest distance, below 2^16 */
    unsigned hash_bits;
    uint32_t *latest; /* by hash: the last place, its low 32 bits */
    uint16_t *steps;  /* by place modulo ring: how far back the one before it lies, 0 = none */
    size_t ring_mask;
} gaiti_chains;

typedef struct gaiti_chains_options {
    unsigned key; /* bytes that are hashed, 2 or 3 */
    size_t reach; /* greatest distance, below 2^16 */
    size_t ahead; /* the last place added lies at most `ahead` - 1 after the one searched for */
    unsigned max_hash_bits;
} gaiti_chains_options;

/* Over `data`, with no place added yet. Memory comes from `arena`: 2 bytes per place of reach and
 * ahead, at most rounded up to a power of two, and at most 4 << max_hash_bits. False when there is
 * no memory. */
bool gaiti_chains_init(gaiti_chains *chains, gaiti_arena *arena, gait_span data,
                       const gaiti_chains_options *options);

/* Adds the places up to `end`; all places are added in order. */
void gaiti_chains_add(gaiti_chains *chains, size_t begin, size_t end);

/* A search for matches of one place. */
typedef struct gaiti_match_search {
    size_t place;
    size_t max;      /* longest match allowed */
    size_t longest;  /* length of the last match found; less than the key when there is none */
    size_t distance; /* of that match; 0 when there is none */
    size_t key_at;   /* the place whose chain is followed */
    size_t walked;   /* how far back along it */
    int effort;      /* candidates left to look at; 32 bytes compared count as one more */
} gaiti_match_search;

/* All bytes of the longest match allowed must have been added. */
static inline gaiti_match_search gaiti_match_begin(const gaiti_chains *chains, size_t place,
                                                   size_t max, int effort) {
    return (gaiti_match_search){
        .place = place, .max = max, .longest = chains->key - 1, .key_at = place, .effort = effort};
}

/* The nearest match longer than all nearer ones; false when there is none, or no effort left. */
bool gaiti_match_next(const gaiti_chains *chains, gaiti_match_search *search);

#endif
