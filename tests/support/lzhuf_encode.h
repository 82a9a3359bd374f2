/* Compresses LZHUF. Gait only reads it. */
#ifndef GAIT_TESTS_LZHUF_ENCODE_H
#define GAIT_TESTS_LZHUF_ENCODE_H

#include "base/memory.h"

/* Appends the compressed form of `in`, which must have at least 1 byte; the same bytes on every
 * machine. False when there is no memory, or `in` has more than UINT32_MAX bytes. */
bool test_lzhuf_encode(gait_span in, gaiti_arena *scratch, gait_buffer *out);

#endif
