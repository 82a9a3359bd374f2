/* LZO1X, as binarised RTM holds it: blocks that end with a mark of their own. */
#ifndef GAITI_LZO1X_H
#define GAITI_LZO1X_H

#include "base/memory.h"

/* Decodes the block that `in` begins with; bytes may follow it. All of `out_size` bytes must come
 * out of it. `*out_consumed` is the size of the block or, when it fails, about where it went wrong.
 * GAIT_TRUNCATED: `in` ends before the block does. GAIT_CORRUPT: a copy from before the beginning,
 * more bytes or fewer than `out_size`. After a failure `out` holds anything. */
gait_status gaiti_lzo1x_decode(gait_span in, uint8_t *out, size_t out_size, size_t *out_consumed);

/* Appends a block that decodes to `in`: the shortest that a bounded search for matches allows. The
 * same bytes on every machine. Work memory, up to 600 KB, comes from `scratch` at every call. False
 * when there is no memory. */
bool gaiti_lzo1x_encode(gait_span in, gaiti_arena *scratch, gait_buffer *out);

#endif
