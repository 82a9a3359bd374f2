/* Decompresses LZHUF: LZSS whose symbols have adaptive Huffman codes. */
#include "base/bytes.h"
#include "base/try.h"
#include "codec/lzhuf/lzhuf.h"
#include "codec/lzhuf/lzhuf_tree.h"

/* Maximum ratio: a copy of 60 bytes takes a symbol of 1 bit and a distance of 9 bits. */
enum { LZHUF_BYTES_PER_BYTE = 48 };

typedef struct lzhuf_bits {
    const uint8_t *data;
    uint64_t size, at; /* in bits; `at` may exceed `size`: missing bits are 0 */
} lzhuf_bits;

static uint32_t lzhuf_read_bit(lzhuf_bits *bits) {
    uint32_t byte = bits->at < bits->size ? bits->data[bits->at / 8] : 0;
    uint32_t bit = byte >> (7 - bits->at % 8) & 1;
    bits->at++;
    return bit;
}

static uint32_t lzhuf_read_bits(lzhuf_bits *bits, uint32_t count) {
    uint32_t value = 0;
    while (count-- > 0) {
        value = value << 1 | lzhuf_read_bit(bits);
    }
    return value;
}

static uint32_t lzhuf_read_symbol(lzhuf_bits *bits, gaiti_lzhuf_tree *tree) {
    uint32_t node = tree->child[GAITI_LZHUF_ROOT];
    while (node < GAITI_LZHUF_NODES) {
        node = tree->child[node + lzhuf_read_bit(bits)];
    }
    uint32_t symbol = node - GAITI_LZHUF_NODES;
    gaiti_lzhuf_tree_count(tree, symbol);
    return symbol;
}

static uint32_t lzhuf_read_distance(lzhuf_bits *bits) {
    uint32_t read = lzhuf_read_bits(bits, 8), row = GAITI_LZHUF_ROWS - 1;
    while (read < gaiti_lzhuf_rows[row].first_code) {
        row--;
    }
    uint32_t code_bits = gaiti_lzhuf_rows[row].bits;
    uint32_t upper = gaiti_lzhuf_rows[row].first_value +
                     ((read - gaiti_lzhuf_rows[row].first_code) >> (8 - code_bits));
    read = read << (code_bits - 2) | lzhuf_read_bits(bits, code_bits - 2);
    return (upper << GAITI_LZHUF_DISTANCE_BITS | (read & 63)) + 1;
}

gait_status gaiti_lzhuf_size(gait_span in, uint32_t *out_size) {
    *out_size = 0;
    if (in.size < GAITI_LZHUF_HEAD) {
        return GAIT_TRUNCATED;
    }
    uint32_t size = gaiti_load_u32(in.data);
    if (size == 0 || size > (uint64_t)(in.size - GAITI_LZHUF_HEAD) * LZHUF_BYTES_PER_BYTE) {
        return GAIT_CORRUPT;
    }
    *out_size = size;
    return GAIT_OK;
}

gait_status gaiti_lzhuf_decode(gait_span in, uint8_t *out, size_t out_size, size_t *out_consumed) {
    gaiti_lzhuf_tree tree;
    uint32_t stated;
    *out_consumed = 0;
    GAITI_TRY(gaiti_lzhuf_size(in, &stated));
    if (stated != out_size) {
        return GAIT_CORRUPT;
    }
    lzhuf_bits bits = {.data = in.data, .size = (uint64_t)in.size * 8, .at = GAITI_LZHUF_HEAD * 8};
    gaiti_lzhuf_tree_init(&tree);
    for (size_t at = 0; at < out_size;) {
        uint32_t symbol = lzhuf_read_symbol(&bits, &tree);
        if (symbol < 256) {
            out[at++] = (uint8_t)symbol;
            continue;
        }
        size_t length = symbol - GAITI_LZHUF_LENGTHS, distance = lzhuf_read_distance(&bits);
        for (; length > 0 && at < out_size; length--, at++) {
            out[at] = at < distance ? GAITI_LZHUF_BLANK : out[at - distance];
        }
    }
    *out_consumed = (size_t)((bits.at + 7) / 8);
    return GAIT_OK;
}
