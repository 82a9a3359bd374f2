/* Takes an OMF bank apart and puts it together without the library, to know the bytes that an edit
 * must produce. */
#ifndef TEST_SUPPORT_BANK_PIECES_H
#define TEST_SUPPORT_BANK_PIECES_H

#include <stdbool.h>

#include "gait/base.h"

/* One motion: its sub-chunk of chunk 0xE and its definition in chunk 0xF. */
typedef struct bank_piece {
    gait_span label;
    gait_span keys; /* the rest of the sub-chunk */
    gait_span name;
    gait_span part; /* flags and bone or part: 6 bytes */
    uint16_t motion;
    gait_span values; /* the rest of the definition, with marks */
} bank_piece;

typedef struct bank_pieces {
    gait_span params; /* chunk 0xF up to the number of definitions */
    bank_piece *items;
    uint32_t count;
} bank_pieces;

/* Parses a bank of version 3 or 4 in the usual order: chunk 0xE with the sub-chunks 0, 1, 2 ...,
 * then chunk 0xF, nothing else. False for other banks. The spans point into `bytes`. Free with
 * bank_pieces_free() in any case. */
bool bank_pieces_parse(gait_span bytes, bank_pieces *out);
void bank_pieces_free(bank_pieces *pieces);
/* The bytes of a bank with these pieces. */
gait_buffer bank_pieces_join(const bank_pieces *pieces);
/* Asserts that `written` has the bytes of these pieces, and frees `written`. */
void bank_pieces_assert(const bank_pieces *expected, gait_buffer *written);
/* The member `motion` of a motion that moved: updated if it was the index. */
uint16_t bank_pieces_renumber(const bank_piece *piece, uint32_t from, uint32_t to);

#endif
