/* Takes files of SDK motions apart and puts them together without the library, to know the bytes
 * that an edit must produce. */
#ifndef TEST_SUPPORT_SKL_PIECES_H
#define TEST_SUPPORT_SKL_PIECES_H

#include <stdbool.h>

#include "gait/base.h"

/* One motion. */
typedef struct skl_piece {
    gait_span name;
    gait_span values;    /* the rest, up to the count of marks */
    gait_span marks;     /* the marks without their count */
    uint32_t mark_count; /* UINT32_MAX = the version has no marks */
} skl_piece;

typedef struct skl_pieces {
    bool is_many; /* a .skls */
    skl_piece *items;
    uint32_t count;
    gait_span tail;     /* bytes after the motion, inside the chunk of a .skl */
    gait_span trailing; /* bytes after the chunk, or after the last motion */
} skl_pieces;

/* Parses a .skl or a .skls. False for other files. The spans point into `bytes`. Free with
 * skl_pieces_free() in any case. */
bool skl_pieces_parse(gait_span bytes, skl_pieces *out);
void skl_pieces_free(skl_pieces *pieces);
/* The same file with other motions: motion i is motion order[i] of `pieces`. Free the result. */
skl_pieces skl_pieces_select(const skl_pieces *pieces, const uint32_t *order, uint32_t count);
/* Asserts that `written` has the bytes of these pieces, and frees `written`. */
void skl_pieces_assert(const skl_pieces *expected, gait_buffer *written);

#endif
