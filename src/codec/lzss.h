/* LZSS as in Bohemia's games: a 4 KB window, and a checksum (sum of bytes) after the data. */
#ifndef GAITI_CODEC_LZSS_H
#define GAITI_CODEC_LZSS_H

#include "base/memory.h"

typedef enum gaiti_lzss_sum {
    /* Sum of unsigned bytes, or of either kind when both sums are equal. */
    GAITI_LZSS_SUM_UNSIGNED = 0,
    GAITI_LZSS_SUM_SIGNED, /* sum of signed bytes */
    GAITI_LZSS_SUM_WRONG   /* neither of them */
} gaiti_lzss_sum;

/* Decodes `out_size` bytes and reads the checksum after them; more bytes may follow. *out_consumed
 * includes the checksum; on failure it is the approximate position of the error. A wrong checksum
 * is not an error. GAIT_TRUNCATED when `in` ends too early; there are no other errors. */
gait_status gaiti_lzss_decode(gait_span in, uint8_t *out, size_t out_size, size_t *out_consumed,
                              gaiti_lzss_sum *out_sum);

/* Appends the shortest encoding for the matches that a bounded search finds, and the sum of
 * unsigned bytes. Temporary memory as for gaiti_lzo1x_encode(). False when there is no memory. */
bool gaiti_lzss_encode(gait_span in, gaiti_arena *scratch, gait_buffer *out);

#endif
