/* Reads and writes numbers, texts and chunks without the library, to take files apart and to put
 * them together. */
#ifndef TEST_SUPPORT_PIECES_H
#define TEST_SUPPORT_PIECES_H

#include <stdbool.h>

#include "gait/base.h"

typedef struct pieces_cursor {
    const uint8_t *at, *end;
    bool failed; /* stays set after the first failure; spans are NULL and numbers 0 then */
} pieces_cursor;

pieces_cursor pieces_over(gait_span bytes);
size_t pieces_left(const pieces_cursor *in);
gait_span pieces_take(pieces_cursor *in, size_t size);
/* A little-endian number of at most 4 bytes. */
uint32_t pieces_take_number(pieces_cursor *in, size_t size);
/* A text that ends with a NUL, without it. */
gait_span pieces_take_text(pieces_cursor *in);
/* The content of a chunk with this id. */
gait_span pieces_take_chunk(pieces_cursor *in, uint32_t id);
/* The name of a motion mark, up to its CR or LF; then the cursor is behind the line end. */
gait_span pieces_take_line(pieces_cursor *in);
/* The count of motion marks and the marks. */
void pieces_take_marks(pieces_cursor *in);

void pieces_put(gait_buffer *out, gait_span bytes);
void pieces_put_number(gait_buffer *out, uint32_t value, size_t size);
void pieces_put_text(gait_buffer *out, gait_span text);
/* Frees `content`. */
void pieces_put_chunk(gait_buffer *out, uint32_t id, gait_buffer *content);

/* Asserts that `written` has the bytes `expected`, and frees `written`. */
void pieces_assert_equal(gait_span expected, gait_buffer *written);

#endif
