/* LZO1X as in binarised RTM: blocks that end with an end mark. */
#ifndef GAITI_LZO1X_H
#define GAITI_LZO1X_H

#include "base/memory.h"

/* Decodes the block at the start of `in`; more bytes may follow it. The block must decode to
 * exactly `out_size` bytes. *out_consumed is the size of the block or, on failure, the approximate
 * position of the error. GAIT_TRUNCATED: `in` ends before the block does. GAIT_CORRUPT: a copy from
 * before the start of the output, or a different size than `out_size`. After a failure the content
 * of `out` is unspecified. */
gait_status gaiti_lzo1x_decode(gait_span in, uint8_t *out, size_t out_size, size_t *out_consumed);

/* Appends a block that decodes to `in`, the shortest one for the matches that a bounded search
 * finds; the same bytes on every machine. Each call allocates up to 600 KB from `scratch`. False
 * when there is no memory. */
bool gaiti_lzo1x_encode(gait_span in, gaiti_arena *scratch, gait_buffer *out);

#endif
