/* Earlier places whose first bytes hash alike, nearest first: how the encoders find matches. */
#ifndef GAITI_CODEC_CHAINS_H
#define GAITI_CODEC_CHAINS_H

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

/* Over `data`, with no place in it yet. Memory comes from `arena`: 2 bytes per place within reach,
 * and 4 << `most_bits` at most for the hashes. False when there is none. */
bool gaiti_chains_init(gaiti_chains *chains, gaiti_arena *arena, gait_span data, unsigned key,
                       size_t reach, unsigned most_bits);

/* Adds the next place; places are added in order and without gaps. */
void gaiti_chains_add(gaiti_chains *chains, size_t place);

/* From a place that was added, the next distance after `distance`, 0 to begin with; 0 = no more.
 * The bytes there may differ all the same. Distances grow and never reach before the beginning. */
static inline size_t gaiti_chains_next(const gaiti_chains *chains, size_t place, size_t distance) {
    size_t step = chains->steps[(place - distance) & chains->ring_mask];
    return step && distance + step <= chains->reach ? distance + step : 0;
}

/* How many of the first `most` bytes are the same at both places. */
size_t gaiti_common_length(const uint8_t *a, const uint8_t *b, size_t most);

#endif
