/* Integers of many 32-bit digits: set, multiply, shift, compare. */
#include "base/number/bignum.h"

#include <string.h>

static void bignum_push(gaiti_bignum *number, uint32_t word) {
    if (word && number->count < GAITI_BIGNUM_WORDS) {
        number->word[number->count++] = word;
    }
}

void gaiti_bignum_set(gaiti_bignum *number, uint64_t value) {
    number->count = 0;
    if (value >> 32) {
        number->word[number->count++] = (uint32_t)value;
        value >>= 32;
    }
    bignum_push(number, (uint32_t)value);
}

void gaiti_bignum_multiply_add(gaiti_bignum *number, uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    for (unsigned i = 0; i < number->count; i++) {
        carry += (uint64_t)number->word[i] * factor;
        number->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    bignum_push(number, (uint32_t)carry);
}

void gaiti_bignum_multiply_power_of_5(gaiti_bignum *number, unsigned exponent) {
    for (; exponent >= 13; exponent -= 13) {
        gaiti_bignum_multiply_add(number, 1220703125, 0); /* 5^13 */
    }
    uint32_t rest = 1;
    for (; exponent > 0; exponent--) {
        rest *= 5;
    }
    gaiti_bignum_multiply_add(number, rest, 0);
}

void gaiti_bignum_shift_up(gaiti_bignum *number, unsigned bits) {
    unsigned words = bits / 32;
    gaiti_bignum_multiply_add(number, (uint32_t)1 << bits % 32, 0);
    if (number->count > 0 && words <= GAITI_BIGNUM_WORDS - number->count) {
        memmove(number->word + words, number->word, number->count * sizeof number->word[0]);
        memset(number->word, 0, words * sizeof number->word[0]);
        number->count += words;
    }
}

int gaiti_bignum_compare(const gaiti_bignum *a, const gaiti_bignum *b) {
    if (a->count != b->count) {
        return a->count < b->count ? -1 : 1;
    }
    for (unsigned i = a->count; i-- > 0;) {
        if (a->word[i] != b->word[i]) {
            return a->word[i] < b->word[i] ? -1 : 1;
        }
    }
    return 0;
}
