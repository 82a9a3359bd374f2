/* Cutting bytes into literals and LZO1X matches, for the encoder. */
#ifndef GAITI_LZO1X_PARSE_H
#define GAITI_LZO1X_PARSE_H

#include "codec/match_chains.h"

/* Where the forms of a match end. docs/formats/lzo.md has the table. */
enum {
    GAITI_LZO1X_PAIR_REACH = 1024,   /* 2 bytes, behind 1 to 3 literals */
    GAITI_LZO1X_NEAR_REACH = 2048,   /* 3 to 8 bytes, in two */
    GAITI_LZO1X_TRIPLE_REACH = 3072, /* 3 bytes, from 2049 back, behind a run of literals */
    GAITI_LZO1X_MIDDLE_REACH = 16384,
    GAITI_LZO1X_FAR_REACH = 49151,
    GAITI_LZO1X_NEAR_MAX = 8,
    GAITI_LZO1X_MIDDLE_MAX = 33, /* longest without more bytes of length */
    GAITI_LZO1X_FAR_MAX = 9,
    GAITI_LZO1X_LITERALS_MAX = 3, /* literals that a match can say */
    GAITI_LZO1X_RUN_MAX = 18,     /* run without more bytes of length */
    GAITI_LZO1X_FIRST_MAX = 238   /* literals that the first byte can say */
};

typedef struct gaiti_lzo1x_match {
    size_t place;
    uint32_t length;
    uint32_t distance;
} gaiti_lzo1x_match;

typedef struct gaiti_lzo1x_node gaiti_lzo1x_node;

typedef struct gaiti_lzo1x_parser {
    gait_span in;
    gaiti_chains triples, pairs;
    gaiti_lzo1x_node *nodes;
    size_t anchor;    /* end of the last match that was chosen; literals from there on */
    size_t origin;    /* place of nodes[0] */
    size_t parsed;    /* end of the segment that was parsed last */
    size_t quiet_end; /* no search before this place: a long match covers it */
    uint32_t chosen;  /* node at the end of the match that comes next, 0 = none left */
} gaiti_lzo1x_parser;

/* False when `arena` has no memory. */
bool gaiti_lzo1x_parser_init(gaiti_lzo1x_parser *parser, gait_span in, gaiti_arena *arena);

/* The next match; false when only literals are left. */
bool gaiti_lzo1x_parser_next(gaiti_lzo1x_parser *parser, gaiti_lzo1x_match *out);

#endif
