/* The adaptive code of LZHUF: a tree that both sides change alike with every symbol. */
#ifndef GAITI_LZHUF_TREE_H
#define GAITI_LZHUF_TREE_H

#include <stdint.h>

enum {
    GAITI_LZHUF_HEAD = 4, /* bytes of the size in front */
    GAITI_LZHUF_WINDOW = 4096,
    GAITI_LZHUF_SHORTEST = 3,
    GAITI_LZHUF_LONGEST = 60,
    GAITI_LZHUF_LENGTHS = 253, /* symbol 256 is a copy of 3 bytes */
    GAITI_LZHUF_SYMBOLS = 256 + GAITI_LZHUF_LONGEST - GAITI_LZHUF_SHORTEST + 1,
    GAITI_LZHUF_NODES = 2 * GAITI_LZHUF_SYMBOLS - 1,
    GAITI_LZHUF_ROOT = GAITI_LZHUF_NODES - 1,
    GAITI_LZHUF_DISTANCE_BITS = 6, /* of a distance stand plain, behind the code of those above */
    GAITI_LZHUF_BLANK = 0x20       /* what the window holds before the first byte */
};

/* Nodes in order of weight; those of a pair, even and odd, have one parent. A son of NODES or more
 * is a symbol. */
typedef struct gaiti_lzhuf_tree {
    uint16_t weight[GAITI_LZHUF_NODES + 1];
    uint16_t son[GAITI_LZHUF_NODES];
    uint16_t parent[GAITI_LZHUF_NODES + GAITI_LZHUF_SYMBOLS];
} gaiti_lzhuf_tree;

void gaiti_lzhuf_tree_init(gaiti_lzhuf_tree *tree);
/* After each occurrence of a symbol. */
void gaiti_lzhuf_tree_count(gaiti_lzhuf_tree *tree, uint32_t symbol);

/* The code of the upper bits of a distance: rows of values with codes of one length, in order. */
typedef struct gaiti_lzhuf_row {
    uint8_t first_code; /* as the upper bits of a byte */
    uint8_t first_value;
    uint8_t bits;
} gaiti_lzhuf_row;

enum { GAITI_LZHUF_ROWS = 6 };
extern const gaiti_lzhuf_row gaiti_lzhuf_rows[GAITI_LZHUF_ROWS];

#endif
