/* Integers of up to 4096 bits, for the rare decimals that 192-bit arithmetic cannot round. */
#ifndef GAITI_BIGNUM_H
#define GAITI_BIGNUM_H

#include <stdint.h>

enum { GAITI_BIGNUM_WORDS = 128 };

/* word[0] is the least significant word; word[count - 1] is not 0; zero has no words. Callers
 * ensure that results fit in 4096 bits; the excess would be dropped, never written out of
 * bounds. */
typedef struct gaiti_bignum {
    unsigned count;
    uint32_t word[GAITI_BIGNUM_WORDS];
} gaiti_bignum;

void gaiti_bignum_set(gaiti_bignum *number, uint64_t value);
/* number * factor + addend */
void gaiti_bignum_multiply_add(gaiti_bignum *number, uint32_t factor, uint32_t addend);
void gaiti_bignum_multiply_power_of_5(gaiti_bignum *number, unsigned exponent);
void gaiti_bignum_shift_up(gaiti_bignum *number, unsigned bits);
/* Negative, 0 or positive when a is less than, equal to or greater than b. */
int gaiti_bignum_compare(const gaiti_bignum *a, const gaiti_bignum *b);

#endif
