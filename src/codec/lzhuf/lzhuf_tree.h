/* The adaptive Huffman tree of LZHUF, updated after every symbol by encoder and decoder alike. */
#ifndef GAITI_LZHUF_TREE_H
#define GAITI_LZHUF_TREE_H

#include <stdint.h>

enum {
    GAITI_LZHUF_HEAD = 4, /* size of the header: the decompressed size */
    GAITI_LZHUF_WINDOW = 4096,
    GAITI_LZHUF_SHORTEST = 3,
    GAITI_LZHUF_LONGEST = 60,
    GAITI_LZHUF_LENGTHS = 253, /* symbol = length + 253: symbol 256 is a copy of 3 bytes */
    GAITI_LZHUF_SYMBOLS = 256 + GAITI_LZHUF_LONGEST - GAITI_LZHUF_SHORTEST + 1,
    GAITI_LZHUF_NODES = 2 * GAITI_LZHUF_SYMBOLS - 1,
    GAITI_LZHUF_ROOT = GAITI_LZHUF_NODES - 1,
    /* Lower bits of a distance, stored plainly after the code of the upper bits. */
    GAITI_LZHUF_DISTANCE_BITS = 6,
    GAITI_LZHUF_BLANK = 0x20 /* initial content of the window */
};

/* Nodes in ascending order of weight. The nodes 2n and 2n + 1 have the same parent. A child index
 * of GAITI_LZHUF_NODES or more is a symbol (plus GAITI_LZHUF_NODES). */
typedef struct gaiti_lzhuf_tree {
    uint16_t weight[GAITI_LZHUF_NODES + 1];
    uint16_t child[GAITI_LZHUF_NODES];
    uint16_t parent[GAITI_LZHUF_NODES + GAITI_LZHUF_SYMBOLS];
} gaiti_lzhuf_tree;

void gaiti_lzhuf_tree_init(gaiti_lzhuf_tree *tree);
/* Updates the tree; to be called after each occurrence of a symbol. */
void gaiti_lzhuf_tree_count(gaiti_lzhuf_tree *tree, uint32_t symbol);

/* The prefix code for the upper bits of a distance: each row describes consecutive values with
 * codes of the same length. */
typedef struct gaiti_lzhuf_row {
    uint8_t first_code; /* left-aligned in a byte */
    uint8_t first_value;
    uint8_t bits;
} gaiti_lzhuf_row;

enum { GAITI_LZHUF_ROWS = 6 };
extern const gaiti_lzhuf_row gaiti_lzhuf_rows[GAITI_LZHUF_ROWS];

#endif
