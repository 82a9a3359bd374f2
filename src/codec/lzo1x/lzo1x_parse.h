/* Splits data into literals and LZO1X matches, for the encoder. */
#ifndef GAITI_LZO1X_PARSE_H
#define GAITI_LZO1X_PARSE_H

#include "codec/match_chains.h"

/* Limits of the forms of a match: distances (REACH) and lengths (MAX). See the table in
 * docs/formats/lzo.md. */
enum {
    GAITI_LZO1X_PAIR_REACH = 1024,   /* length 2, after 1 to 3 literals */
    GAITI_LZO1X_NEAR_REACH = 2048,   /* length 3 to 8, encoded in two bytes */
    GAITI_LZO1X_TRIPLE_REACH = 3072, /* length 3, distance from 2049, after a run of literals */
    GAITI_LZO1X_MIDDLE_REACH = 16384,
    GAITI_LZO1X_FAR_REACH = 49151,
    GAITI_LZO1X_NEAR_MAX = 8,
    GAITI_LZO1X_MIDDLE_MAX = 33, /* maximum length without additional length bytes */
    GAITI_LZO1X_FAR_MAX = 9,
    GAITI_LZO1X_LITERALS_MAX = 3, /* literals whose count is stored in the previous match */
    GAITI_LZO1X_RUN_MAX = 18,     /* maximum run without additional length bytes */
    GAITI_LZO1X_FIRST_MAX = 238   /* literals whose count is stored in the first byte of a block */
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
    size_t anchor;    /* end of the last selected match; literals follow */
    size_t origin;    /* position of nodes[0] */
    size_t parsed;    /* end of the last parsed segment */
    size_t quiet_end; /* no search before this position: a long match covers it */
    uint32_t chosen;  /* node at the end of the next match, 0 = none */
} gaiti_lzo1x_parser;

/* False when `arena` has no memory. */
bool gaiti_lzo1x_parser_init(gaiti_lzo1x_parser *parser, gait_span in, gaiti_arena *arena);

/* The next match; false when only literals are left. */
bool gaiti_lzo1x_parser_next(gaiti_lzo1x_parser *parser, gaiti_lzo1x_match *out);

#endif
