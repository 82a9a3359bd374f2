/* Bytes of several kinds, for codecs: from what packs to nothing to what does not pack. */
#ifndef TEST_SUPPORT_MADE_BYTES_H
#define TEST_SUPPORT_MADE_BYTES_H

#include <stddef.h>
#include <stdint.h>

typedef enum made_kind {
    MADE_ZEROS = 0,
    MADE_RANDOM,
    MADE_TWO_VALUES,   /* random, of two values */
    MADE_FEW_VALUES,   /* random, of 16 values */
    MADE_PERIODS,      /* patterns of 1 to 40 bytes, each repeated for a while */
    MADE_RECORDS,      /* records of 14 bytes that change a little, as poses do */
    MADE_LONG_REPEATS, /* blocks of 300 random bytes, some of them again */
    MADE_ALMOST_EQUAL, /* zeros and a different byte now and then */
    MADE_KINDS
} made_kind;

/* The same bytes for the same arguments, everywhere. */
void make_bytes(uint8_t *bytes, size_t size, int kind, uint64_t seed);

#endif
