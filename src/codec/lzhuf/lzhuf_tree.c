/* Starts the adaptive Huffman tree, and counts a symbol, which can reorder the tree. */
#include "codec/lzhuf/lzhuf_tree.h"

#include <string.h>

/* The root weight at which all weights are halved. */
enum { LZHUF_HEAVIEST = 0x4000 };

/* 1, 3, 8, 12, 24 and 16 codes of 3 to 8 bits, in ascending order. */
const gaiti_lzhuf_row gaiti_lzhuf_rows[GAITI_LZHUF_ROWS] = {
    {0x00, 0, 3}, {0x20, 1, 4}, {0x50, 4, 5}, {0x90, 12, 6}, {0xC0, 24, 7}, {0xF0, 48, 8}};

static void lzhuf_set_child(gaiti_lzhuf_tree *tree, uint32_t node, uint32_t child) {
    tree->child[node] = (uint16_t)child;
    tree->parent[child] = (uint16_t)node;
    if (child < GAITI_LZHUF_NODES) {
        tree->parent[child + 1] = (uint16_t)node;
    }
}

void gaiti_lzhuf_tree_init(gaiti_lzhuf_tree *tree) {
    for (uint32_t i = 0; i < GAITI_LZHUF_SYMBOLS; i++) {
        tree->weight[i] = 1;
        lzhuf_set_child(tree, i, i + GAITI_LZHUF_NODES);
    }
    for (uint32_t node = GAITI_LZHUF_SYMBOLS, i = 0; node < GAITI_LZHUF_NODES; node++, i += 2) {
        tree->weight[node] = (uint16_t)(tree->weight[i] + tree->weight[i + 1]);
        lzhuf_set_child(tree, node, i);
    }
    tree->weight[GAITI_LZHUF_NODES] = UINT16_MAX; /* sentinel: larger than every weight */
    tree->parent[GAITI_LZHUF_ROOT] = 0;
}

static void lzhuf_rebuild(gaiti_lzhuf_tree *tree) {
    /* Move the leaves to the front, keep their order and halve their weights. */
    uint32_t count = 0;
    for (uint32_t i = 0; i < GAITI_LZHUF_NODES; i++) {
        if (tree->child[i] >= GAITI_LZHUF_NODES) {
            tree->weight[count] = (uint16_t)((tree->weight[i] + 1) / 2);
            tree->child[count++] = tree->child[i];
        }
    }
    for (uint32_t end = GAITI_LZHUF_SYMBOLS, i = 0; end < GAITI_LZHUF_NODES; end++, i += 2) {
        uint16_t weight = (uint16_t)(tree->weight[i] + tree->weight[i + 1]);
        uint32_t at = end;
        /* The loop ends at the latest when at - 1 is i + 1, whose weight is smaller. */
        while (weight < tree->weight[at - 1]) {
            at--;
        }
        memmove(tree->weight + at + 1, tree->weight + at, (end - at) * sizeof *tree->weight);
        memmove(tree->child + at + 1, tree->child + at, (end - at) * sizeof *tree->child);
        tree->weight[at] = weight;
        tree->child[at] = (uint16_t)i;
    }
    tree->weight[GAITI_LZHUF_NODES] = UINT16_MAX;
    for (uint32_t i = 0; i < GAITI_LZHUF_NODES; i++) {
        lzhuf_set_child(tree, i, tree->child[i]);
    }
}

/* Restores the order of weights after the weight of `node` has grown: swaps the node with the last
 * one of smaller weight. Returns its new index. */
static uint32_t lzhuf_restore_order(gaiti_lzhuf_tree *tree, uint32_t node) {
    uint16_t weight = tree->weight[node];
    uint32_t last = node;
    while (weight > tree->weight[last + 1]) {
        last++;
    }
    if (last != node) {
        uint32_t own = tree->child[node], other = tree->child[last];
        tree->weight[node] = tree->weight[last];
        tree->weight[last] = weight;
        lzhuf_set_child(tree, last, own);
        lzhuf_set_child(tree, node, other);
    }
    return last;
}

void gaiti_lzhuf_tree_count(gaiti_lzhuf_tree *tree, uint32_t symbol) {
    if (tree->weight[GAITI_LZHUF_ROOT] == LZHUF_HEAVIEST) {
        lzhuf_rebuild(tree);
    }
    uint32_t node = tree->parent[symbol + GAITI_LZHUF_NODES];
    do {
        tree->weight[node]++;
        node = tree->parent[lzhuf_restore_order(tree, node)];
    } while (node != 0);
}
