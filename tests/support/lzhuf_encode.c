/* Compresses LZHUF, with matches from chains of positions with the same bytes. */
#include "base/bytes.h"
#include "codec/lzhuf/lzhuf.h"
#include "codec/lzhuf/lzhuf_tree.h"
#include "codec/match_chains.h"
#include "lzhuf_encode.h"

enum { LZHUF_EFFORT = 64, LZHUF_HASH_BITS = 12 };

typedef struct lzhuf_encoder {
    gait_span in;
    gait_buffer *out;
    gaiti_chains chains;
    size_t added; /* positions below it are in the chains */
    gaiti_lzhuf_tree tree;
    uint64_t pending; /* bits of an incomplete byte, in the lowest positions */
    uint32_t pending_count;
    bool no_memory;
} lzhuf_encoder;

static void lzhuf_write_bits(lzhuf_encoder *encoder, uint64_t bits, uint32_t count) {
    encoder->pending = encoder->pending << count | bits;
    encoder->pending_count += count;
    while (encoder->pending_count >= 8) {
        encoder->pending_count -= 8;
        uint8_t byte = (uint8_t)(encoder->pending >> encoder->pending_count);
        encoder->no_memory |= !gaiti_write_u8(encoder->out, byte);
    }
}

static void lzhuf_write_symbol(lzhuf_encoder *encoder, uint32_t symbol) {
    const gaiti_lzhuf_tree *tree = &encoder->tree;
    uint64_t code = 0;
    /* At most 23: the worst case are weights like Fibonacci numbers up to 0x4000. */
    uint32_t count = 0;
    for (uint32_t node = tree->parent[symbol + GAITI_LZHUF_NODES]; node != GAITI_LZHUF_ROOT;
         node = tree->parent[node]) {
        code |= (uint64_t)(node & 1) << count++;
    }
    lzhuf_write_bits(encoder, code, count);
    gaiti_lzhuf_tree_count(&encoder->tree, symbol);
}

static void lzhuf_write_distance(lzhuf_encoder *encoder, uint32_t distance) {
    uint32_t upper = (distance - 1) >> GAITI_LZHUF_DISTANCE_BITS, row = GAITI_LZHUF_ROWS - 1;
    while (upper < gaiti_lzhuf_rows[row].first_value) {
        row--;
    }
    uint32_t bits = gaiti_lzhuf_rows[row].bits;
    uint32_t code = (gaiti_lzhuf_rows[row].first_code >> (8 - bits)) + upper -
                    gaiti_lzhuf_rows[row].first_value;
    lzhuf_write_bits(encoder, code, bits);
    lzhuf_write_bits(encoder, (distance - 1) & 63, GAITI_LZHUF_DISTANCE_BITS);
}

/* The length of the longest match found at a position, 0 = none. */
static size_t lzhuf_find(lzhuf_encoder *encoder, size_t place, size_t *out_distance) {
    size_t max = encoder->in.size - place;
    max = max < GAITI_LZHUF_LONGEST ? max : GAITI_LZHUF_LONGEST;
    gaiti_chains_add(&encoder->chains, encoder->added, place + max);
    encoder->added = place + max;
    gaiti_match_search search = gaiti_match_begin(&encoder->chains, place, max, LZHUF_EFFORT);
    while (gaiti_match_next(&encoder->chains, &search)) {
    }
    *out_distance = search.distance;
    return search.distance ? search.longest : 0;
}

/* Writes a literal or a match at a position; returns the number of input bytes that it covers. */
static size_t lzhuf_write_item(lzhuf_encoder *encoder, size_t place) {
    size_t distance, length = lzhuf_find(encoder, place, &distance);
    if (length == 0) {
        lzhuf_write_symbol(encoder, encoder->in.data[place]);
        return 1;
    }
    lzhuf_write_symbol(encoder, (uint32_t)length + GAITI_LZHUF_LENGTHS);
    lzhuf_write_distance(encoder, (uint32_t)distance);
    return length;
}

bool test_lzhuf_encode(gait_span in, gaiti_arena *scratch, gait_buffer *out) {
    static const gaiti_chains_options options = {.key = GAITI_LZHUF_SHORTEST,
                                                 .reach = GAITI_LZHUF_WINDOW - GAITI_LZHUF_LONGEST,
                                                 .ahead = GAITI_LZHUF_LONGEST,
                                                 .max_hash_bits = LZHUF_HASH_BITS};
    lzhuf_encoder *encoder = gaiti_alloc(scratch, 1, sizeof *encoder);
    if (!encoder || in.size > UINT32_MAX ||
        !gaiti_chains_init(&encoder->chains, scratch, in, &options)) {
        return false;
    }
    encoder->in = in;
    encoder->out = out;
    gaiti_lzhuf_tree_init(&encoder->tree);
    encoder->no_memory = !gaiti_write_u32(out, (uint32_t)in.size);
    for (size_t place = 0; place < in.size && !encoder->no_memory;) {
        place += lzhuf_write_item(encoder, place);
    }
    if (encoder->pending_count > 0) {
        lzhuf_write_bits(encoder, 0, 8 - encoder->pending_count);
    }
    return !encoder->no_memory;
}
