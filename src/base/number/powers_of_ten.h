/* 10^k as 128-bit significands: the base of printing and parsing numbers. */
#ifndef GAITI_POWERS_OF_TEN_H
#define GAITI_POWERS_OF_TEN_H

#include <stdint.h>

/* Below the first, no 19 digits reach the smallest double; printing that one needs the last. */
enum {
    GAITI_POWER_FIRST = -342,
    GAITI_POWER_LAST = 324,
    GAITI_POWER_EXACT_LAST = 55 /* 5^55 is the last power of five below 2^128 */
};

/* {high, low} of 10^k / 2^(floor(log2(10^k)) - 127), rounded up to a whole number; exact for
 * k = 0..GAITI_POWER_EXACT_LAST. The top bit is set. Entry 0 is 10^GAITI_POWER_FIRST. */
extern const uint64_t gaiti_powers_of_ten[GAITI_POWER_LAST - GAITI_POWER_FIRST + 1][2];

#endif
