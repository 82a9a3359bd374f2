/* LZSS as Bohemia's games have it: 4 KB window, a sum of the bytes behind the data. */
#ifndef GAITI_CODEC_LZSS_H
#define GAITI_CODEC_LZSS_H

#include "base/memory.h"

typedef enum gaiti_lzss_sum {
    GAITI_LZSS_SUM_UNSIGNED = 0, /* of unsigned bytes, or of either when both agree */
    GAITI_LZSS_SUM_SIGNED,       /* of signed bytes */
    GAITI_LZSS_SUM_WRONG         /* of neither */
} gaiti_lzss_sum;

/* Decodes `out_size` bytes and the sum behind them; more bytes may follow. `*out_consumed` counts
 * the sum; after a failure it tells about where it went wrong. A wrong sum is no failure.
 * GAIT_TRUNCATED when `in` ends early; nothing else can go wrong. */
gait_status gaiti_lzss_decode(gait_span in, uint8_t *out, size_t out_size, size_t *out_consumed,
                              gaiti_lzss_sum *out_sum);

/* Appends the shortest form that matches found by a bounded search allow, with the unsigned sum.
 * Work memory as gaiti_lzo1x_encode(). False when there is no memory. */
bool gaiti_lzss_encode(gait_span in, gaiti_arena *scratch, gait_buffer *out);

#endif
