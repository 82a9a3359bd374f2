/* Whole numbers of a few thousand bits, for the rare decimals that 192 bits cannot decide. */
#ifndef GAITI_BIGNUM_H
#define GAITI_BIGNUM_H

#include <stdint.h>

enum { GAITI_BIGNUM_WORDS = 128 };

/* word[0] is the lowest; word[count - 1] is not 0, and zero has no words. Each caller shows that
 * its numbers fit in 4096 bits; what does not is cut off, never written out of bounds. */
typedef struct gaiti_bignum {
    unsigned count;
    uint32_t word[GAITI_BIGNUM_WORDS];
} gaiti_bignum;

void gaiti_bignum_set(gaiti_bignum *number, uint64_t value);
/* number * factor + addend */
void gaiti_bignum_multiply_add(gaiti_bignum *number, uint32_t factor, uint32_t addend);
void gaiti_bignum_multiply_power_of_5(gaiti_bignum *number, unsigned exponent);
void gaiti_bignum_shift_up(gaiti_bignum *number, unsigned bits);
/* Below, at or above 0 as a is less than, equal to or greater than b. */
int gaiti_bignum_compare(const gaiti_bignum *a, const gaiti_bignum *b);

#endif
