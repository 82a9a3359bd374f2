/* Finds earlier positions with the same bytes, the nearest first.
 *
 * `latest` holds the last position of each hash, `steps` the distance of each position to the one
 * before it with the same hash. Distances have 16 bits, because no format reaches further, and are
 * in a ring, so that memory depends on the reach and not on the size of the data.
 *
 * A candidate is first compared at the byte after the longest match so far; most are rejected by
 * it. After a longer match, the search moves to the chain of the last bytes that the next match
 * must have, if that is shorter. The limit is the number of candidates (`effort`), each of which is
 * often a cache miss; long comparisons count as more than one. */
#include "codec/match_chains.h"

#include "base/bytes.h"

enum { CHAINS_MIN_BITS = 6 };

/* log2 of the smallest power of two that is at least `count`; at least CHAINS_MIN_BITS. */
static unsigned chains_bits_for(size_t count) {
    unsigned bits = CHAINS_MIN_BITS;
    while ((size_t)1 << bits < count) {
        bits++;
    }
    return bits;
}

bool gaiti_chains_init(gaiti_chains *chains, gaiti_arena *arena, gait_span data,
                       const gaiti_chains_options *options) {
    size_t kept = options->reach + options->ahead;
    size_t ring = (size_t)1 << chains_bits_for(data.size < kept ? data.size : kept);
    unsigned bits = chains_bits_for(data.size < ring ? data.size : ring) + 1;
    *chains =
        (gaiti_chains){.data = data,
                       .key = options->key,
                       .reach = options->reach,
                       .hash_bits = bits < options->max_hash_bits ? bits : options->max_hash_bits,
                       .ring_mask = ring - 1};
    chains->latest = gaiti_alloc(arena, (uint64_t)1 << chains->hash_bits, sizeof(uint32_t));
    chains->steps = gaiti_alloc(arena, ring, sizeof(uint16_t));
    if (!chains->latest || !chains->steps) {
        return false;
    }
    /* Position -1 lies before the start of the data as seen from every position: an invalid
     * distance. */
    memset(chains->latest, 0xFF, sizeof(uint32_t) << chains->hash_bits);
    return true;
}

static uint32_t chains_hash(const gaiti_chains *chains, const uint8_t *p) {
    uint32_t key = (uint32_t)gaiti_load_u16(p) << 8 | (chains->key == 3 ? p[2] : 0u);
    return key * 2654435761u >> (32 - chains->hash_bits);
}

static void chains_add_one(gaiti_chains *chains, size_t place) {
    size_t distance = 0;
    if (chains->data.size - place >= chains->key) {
        uint32_t *latest = &chains->latest[chains_hash(chains, chains->data.data + place)];
        distance = (uint32_t)place - *latest;
        *latest = (uint32_t)place;
    }
    bool within = distance <= place && distance <= chains->reach;
    chains->steps[place & chains->ring_mask] = within ? (uint16_t)distance : 0;
}

void gaiti_chains_add(gaiti_chains *chains, size_t begin, size_t end) {
    for (size_t place = begin; place < end; place++) {
        chains_add_one(chains, place);
    }
}

static size_t chains_common_length(const uint8_t *a, const uint8_t *b, size_t max) {
    size_t length = 0;
    while (length + 8 <= max && memcmp(a + length, b + length, 8) == 0) {
        length += 8;
    }
    while (length < max && a[length] == b[length]) {
        length++;
    }
    return length;
}

/* Accepts a match. A longer match also contains the byte after this one, and so the key that ends
 * with that byte. The accepted candidate has another byte there. Therefore the chain of that key is
 * often shorter, even in runs of equal bytes. Switches to that chain if its first step leads beyond
 * the current distance or it is empty. */
static void chains_accept_match(const gaiti_chains *chains, gaiti_match_search *search,
                                size_t length) {
    search->longest = length;
    search->distance = search->walked;
    if (length < search->max) {
        size_t key_at = search->place + length + 1 - chains->key;
        size_t step = chains->steps[key_at & chains->ring_mask];
        if (step == 0 || step > search->distance) {
            search->key_at = key_at;
            search->walked = 0;
        }
    }
}

bool gaiti_match_next(const gaiti_chains *chains, gaiti_match_search *search) {
    const uint8_t *p = chains->data.data + search->place;
    const size_t longest = search->longest;
    while (longest < search->max && search->effort-- > 0) {
        size_t step = chains->steps[(search->key_at - search->walked) & chains->ring_mask];
        size_t distance = search->walked + step;
        if (step == 0 || distance > chains->reach || distance > search->place) {
            return false;
        }
        search->walked = distance;
        if (*(p - distance + longest) != p[longest]) {
            continue;
        }
        size_t length = chains_common_length(p - distance, p, search->max);
        search->effort -= (int)(length / 32);
        if (length > longest) {
            chains_accept_match(chains, search, length);
            return true;
        }
    }
    return false;
}
