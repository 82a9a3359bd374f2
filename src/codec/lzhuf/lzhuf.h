/* LZHUF as X-Ray's files hold it: the size, then a 4 KB window behind an adaptive Huffman code. */
#ifndef GAITI_LZHUF_H
#define GAITI_LZHUF_H

#include "base/memory.h"

/* Bytes that `in` decodes to. GAIT_TRUNCATED when it is too short to say; GAIT_CORRUPT when it says
 * none, or more than that many bits can stand for: 48 times the bytes that follow. */
gait_status gaiti_lzhuf_size(gait_span in, uint32_t *out_size);

/* Decodes `out_size` bytes, which must be what gaiti_lzhuf_size() says, else GAIT_CORRUPT. Missing
 * bits are read as 0, and a last copy is cut at `out_size`: nothing else can go wrong. More bytes
 * may follow; `*out_consumed` is the bytes that were used, with those that were missing. */
gait_status gaiti_lzhuf_decode(gait_span in, uint8_t *out, size_t out_size, size_t *out_consumed);

/* Appends a form of `in`, of 1 byte at least, that decodes to it; the same bytes on every machine.
 * False when there is no memory, or `in` has more bytes than the format can say. */
bool gaiti_lzhuf_encode(gait_span in, gaiti_arena *scratch, gait_buffer *out);

#endif
