/* LZHUF as in X-Ray files: the decompressed size, then LZSS with a 4 KB window and an adaptive
 * Huffman code. */
#ifndef GAITI_LZHUF_H
#define GAITI_LZHUF_H

#include "base/memory.h"

/* The decompressed size. GAIT_TRUNCATED when `in` is shorter than the size field; GAIT_CORRUPT when
 * the size is 0 or more than 48 times the number of compressed bytes, which is the maximum
 * ratio. */
gait_status gaiti_lzhuf_size(gait_span in, uint32_t *out_size);

/* Decompresses `out_size` bytes; GAIT_CORRUPT unless that is the result of gaiti_lzhuf_size().
 * There are no other errors: missing bits are read as 0, and the last copy is truncated at
 * `out_size`. More bytes may follow the data; *out_consumed is the number of bytes used, missing
 * ones included. */
gait_status gaiti_lzhuf_decode(gait_span in, uint8_t *out, size_t out_size, size_t *out_consumed);

#endif
