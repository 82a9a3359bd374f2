/* Powers of ten with 128-bit significands, for printing and parsing numbers. */
#ifndef GAITI_POWERS_OF_TEN_H
#define GAITI_POWERS_OF_TEN_H

#include <stdint.h>

/* Range of exponents k. 19 digits times a smaller power underflow to 0; printing the smallest
 * double uses the largest power. */
enum {
    GAITI_POWER_FIRST = -342,
    GAITI_POWER_LAST = 324,
    GAITI_POWER_EXACT_LAST = 55 /* 5^55 is the last power of five below 2^128 */
};

/* {high, low} of 10^k / 2^(floor(log2(10^k)) - 127), rounded up to a whole number; exact for
 * k = 0..GAITI_POWER_EXACT_LAST. The top bit is set. Entry 0 is 10^GAITI_POWER_FIRST. */
extern const uint64_t gaiti_powers_of_ten[GAITI_POWER_LAST - GAITI_POWER_FIRST + 1][2];

#endif
