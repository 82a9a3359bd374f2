/* Prints floats with the fewest digits that read back as the same number. */
#include "base/number/number.h"

#include "base/bits.h"
#include "base/number/powers_of_ten.h"
#include "gait/numbers.h"

/* --- whole numbers ---------------------------------------------------------------------------- */

static const char digit_pairs[] = "00010203040506070809101112131415161718192021222324"
                                  "25262728293031323334353637383940414243444546474849"
                                  "50515253545556575859606162636465666768697071727374"
                                  "75767778798081828384858687888990919293949596979899";

static const uint64_t whole_powers[20] = {
    1u,
    10u,
    100u,
    1000u,
    10000u,
    100000u,
    1000000u,
    10000000u,
    100000000u,
    1000000000u,
    10000000000u,
    100000000000u,
    1000000000000u,
    10000000000000u,
    100000000000000u,
    1000000000000000u,
    10000000000000000u,
    100000000000000000u,
    1000000000000000000u,
    10000000000000000000u,
};

static unsigned count_digits(uint64_t value) {
    /* 1233/4096 is slightly less than log10(2): the estimate is the count or one too small. */
    unsigned guess = (64 - gaiti_leading_zeros(value | 1)) * 1233 >> 12;
    return guess + ((value | 1) >= whole_powers[guess]);
}

/* Writes exactly `count` digits, padded with zeros. */
static void put_digits(char *out, uint64_t value, unsigned count) {
    while (count >= 2) {
        count -= 2;
        memcpy(out + count, digit_pairs + 2 * (value % 100), 2);
        value /= 100;
    }
    if (count) {
        out[0] = (char)('0' + value);
    }
}

size_t gaiti_print_u64(char *out, uint64_t value) {
    unsigned count = count_digits(value);
    put_digits(out, value, count);
    return count;
}

size_t gaiti_print_i64(char *out, int64_t value) {
    if (value >= 0) {
        return gaiti_print_u64(out, (uint64_t)value);
    }
    out[0] = '-';
    return 1 + gaiti_print_u64(out + 1, 0 - (uint64_t)value);
}

size_t gaiti_print_hex(char *out, uint64_t value, unsigned min_digits) {
    unsigned count = (67 - gaiti_leading_zeros(value | 1)) / 4;
    unsigned min_count = min_digits < 16 ? min_digits : 16;
    count = count > min_count ? count : min_count;
    for (unsigned i = count; i-- > 0; value >>= 4) {
        out[i] = "0123456789abcdef"[value & 15];
    }
    return count;
}

/* --- the shortest decimal --------------------------------------------------------------------- */

/* digits * 10^exponent */
typedef struct print_decimal {
    uint64_t digits;
    int exponent;
} print_decimal;

/* floor(factor * power / 2^128), with the lowest bit set if a nonzero fraction was dropped, so that
 * comparisons with even numbers give the same result as for the exact product. Testing 66 bits of
 * the fraction suffices: the error of the power stays below them, and no product that is not an
 * integer comes that close to one (proved by scripts/make_powers_of_ten.py). */
static uint64_t scale_to_odd(const uint64_t power[2], uint64_t factor) {
    gaiti_u192 product = gaiti_multiply_128(power[0], power[1], factor);
    return product.word[2] | (product.word[1] != 0 || product.word[0] >> 62 != 0);
}

static print_decimal strip_zeros(uint64_t digits, int exponent) {
    if (digits % 100000000 == 0) {
        digits /= 100000000;
        exponent += 8;
    }
    if (digits % 10000 == 0) {
        digits /= 10000;
        exponent += 4;
    }
    if (digits % 100 == 0) {
        digits /= 100;
        exponent += 2;
    }
    /* Of up to 16 zeros at the end, at most one is left here. */
    while (digits % 10 == 0) {
        digits /= 10;
        exponent += 1;
    }
    return (print_decimal){digits, exponent};
}

/* The shortest decimal in the rounding interval of significand * 2^exponent, which lies between the
 * two halfway points and includes them if the significand is even. At a power of two (`uneven`) the
 * lower halfway point is only half as far away.
 *
 * 10^k is the largest power of ten that is not wider than the interval, so the interval contains at
 * least one multiple of 10^k, and at most one multiple of 10^(k+1), which is the shortest decimal
 * if it exists. All comparisons are in quarters of 10^k, in which the halfway points are multiples
 * of the scale. */
static print_decimal find_shortest(uint64_t significand, int exponent, bool uneven) {
    int k = (int)gaiti_shift_down((int64_t)exponent * 1292913986 - (uneven ? 536607788 : 0), 32);
    const uint64_t *power = gaiti_powers_of_ten[-k - GAITI_POWER_FIRST];
    unsigned shift = (unsigned)(exponent + gaiti_log2_of_power(-k) + 1);
    uint64_t quarters = 4 * significand;
    uint64_t value = scale_to_odd(power, quarters << shift);
    uint64_t open_ends = significand & 1;
    uint64_t low = scale_to_odd(power, (quarters - 2 + uneven) << shift) + open_ends;
    uint64_t high = scale_to_odd(power, (quarters + 2) << shift) - open_ends;

    uint64_t below = value / 4;
    uint64_t tens = below / 10;
    if (low <= 40 * tens) {
        return strip_zeros(tens, k + 1);
    }
    if (40 * tens + 40 <= high) {
        return strip_zeros(tens + 1, k + 1);
    }
    bool below_inside = low <= 4 * below;
    bool above_inside = 4 * below + 4 <= high;
    bool above_nearer = value > 4 * below + 2 || (value == 4 * below + 2 && (below & 1));
    bool use_above = above_inside && (!below_inside || above_nearer);
    return (print_decimal){below + use_above, k};
}

/* --- layout ----------------------------------------------------------------------------------- */

static size_t print_zeros(char *out, int count) {
    for (int i = 0; i < count; i++) {
        out[i] = '0';
    }
    return count > 0 ? (size_t)count : 0;
}

/* d.ddde-7 */
static size_t print_scientific(char *out, uint64_t digits, unsigned count, int exponent) {
    put_digits(out + 1, digits, count);
    out[0] = out[1];
    out[1] = '.';
    size_t size = count > 1 ? count + 1 : 1;
    out[size++] = 'e';
    return size + gaiti_print_i64(out + size, exponent);
}

/* `plain_digits`: numbers with more digits before the point use the form with an exponent. */
static size_t print_decimal_text(char *out, print_decimal decimal, int plain_digits) {
    unsigned count = count_digits(decimal.digits);
    int before_point = (int)count + decimal.exponent;
    if (before_point < -4 || before_point > plain_digits) {
        return print_scientific(out, decimal.digits, count, before_point - 1);
    }
    if (before_point <= 0) {
        memcpy(out, "0.", 2);
        size_t size = 2 + print_zeros(out + 2, -before_point);
        put_digits(out + size, decimal.digits, count);
        return size + count;
    }
    put_digits(out, decimal.digits, count);
    if (decimal.exponent >= 0) {
        return count + print_zeros(out + count, decimal.exponent);
    }
    memmove(out + before_point + 1, out + before_point, count - (unsigned)before_point);
    out[before_point] = '.';
    return count + 1;
}

static size_t print_not_a_number(char *out, bool infinite) {
    memcpy(out, infinite ? "inf" : "nan", 3);
    return 3;
}

/* --- binary32 and binary64 -------------------------------------------------------------------- */

/* Prints a number without its sign: `fraction` is the mantissa field of `fraction_bits` bits,
 * `field` the exponent field. */
static size_t print_parts(char *out, uint64_t fraction, int field, unsigned fraction_bits,
                          int lowest_exponent, int plain_digits) {
    uint64_t hidden = (uint64_t)1 << fraction_bits;
    uint64_t significand = field ? fraction | hidden : fraction;
    int exponent = lowest_exponent + (field ? field - 1 : 0);
    int whole_shift = -exponent;
    if (significand == 0) {
        out[0] = '0';
        return 1;
    }
    /* Integers below 2^(fraction_bits + 1) are printed directly. */
    if (whole_shift >= 0 && whole_shift <= (int)fraction_bits &&
        (significand & (((uint64_t)1 << whole_shift) - 1)) == 0) {
        return gaiti_print_u64(out, significand >> whole_shift);
    }
    print_decimal decimal = find_shortest(significand, exponent, fraction == 0 && field > 1);
    return print_decimal_text(out, decimal, plain_digits);
}

size_t gaiti_print_f64(char *out, double value) {
    uint64_t bits = gaiti_bits_of_f64(value);
    uint64_t fraction = bits & 0xFFFFFFFFFFFFFu;
    int field = (int)(bits >> 52 & 0x7FF);
    if (field == 0x7FF && fraction) {
        return print_not_a_number(out, false);
    }
    size_t sign = bits >> 63;
    out[0] = '-';
    if (field == 0x7FF) {
        return sign + print_not_a_number(out + sign, true);
    }
    return sign + print_parts(out + sign, fraction, field, 52, -1074, 17);
}

size_t gaiti_print_f32(char *out, float value) {
    uint32_t bits = gaiti_bits_of_f32(value);
    uint32_t fraction = bits & 0x7FFFFFu;
    int field = (int)(bits >> 23 & 0xFF);
    if (field == 0xFF) {
        return gaiti_print_f64(out, (double)value);
    }
    size_t sign = bits >> 31;
    out[0] = '-';
    return sign + print_parts(out + sign, fraction, field, 23, -149, 9);
}

/* --- a fixed number of decimals --------------------------------------------------------------- */

/* fraction / 2^shift in units of 10^-decimals, rounded, ties to even; with 0 decimals, the parity
 * of `whole` decides ties. The fraction is below 2^53, so the product is below 2^83. */
static uint64_t round_decimals(uint64_t fraction, unsigned shift, unsigned decimals,
                               uint64_t whole) {
    uint64_t low;
    uint64_t high = gaiti_multiply(fraction, whole_powers[decimals], &low);
    if (shift > 84) {
        return 0;
    }
    bool below_half_bit = false;
    if (shift > 64) { /* so that everything above the point fits in 64 bits */
        below_half_bit = low << (128 - shift) != 0;
        low = low >> (shift - 64) | high << (128 - shift);
        high >>= shift - 64;
        shift = 64;
    }
    uint64_t quotient = shift == 64 ? high : high << (64 - shift) | low >> shift;
    uint64_t rest = low << (64 - shift);
    uint64_t half = (uint64_t)1 << 63;
    bool odd = (decimals ? quotient : whole) & 1;
    return quotient + (rest > half || (rest == half && (below_half_bit || odd)));
}

/* `value` is below 1e15, so its lowest bit is worth at most 1/8. */
static size_t print_fixed_parts(char *out, double value, unsigned decimals) {
    uint64_t bits = gaiti_bits_of_f64(value);
    unsigned field = (unsigned)(bits >> 52 & 0x7FF);
    uint64_t significand = (bits & 0xFFFFFFFFFFFFFu) | (uint64_t)(field != 0) << 52;
    unsigned shift = 1075 - (field ? field : 1);
    uint64_t whole = shift < 64 ? significand >> shift : 0;
    uint64_t fraction = shift < 64 ? significand & (((uint64_t)1 << shift) - 1) : significand;
    uint64_t part = round_decimals(fraction, shift, decimals, whole);
    bool carry = part == whole_powers[decimals];

    out[0] = '-';
    size_t size = bits >> 63;
    size += gaiti_print_u64(out + size, whole + carry);
    if (decimals == 0) {
        return size;
    }
    out[size++] = '.';
    put_digits(out + size, carry ? 0 : part, decimals);
    return size + decimals;
}

size_t gaiti_print_fixed(char *out, size_t capacity, double value, unsigned decimals) {
    char text[GAITI_NUMBER_MAX];
    char *to = capacity < GAITI_NUMBER_MAX ? text : out;
    if (decimals > 9) {
        return 0;
    }
    bool small = value > -1e15 && value < 1e15;
    size_t size = small ? print_fixed_parts(to, value, decimals) : gaiti_print_f64(to, value);
    if (size > capacity) {
        return 0;
    }
    if (to == text) {
        memcpy(out, text, size);
    }
    return size;
}

size_t gait_print_fixed(char *out, size_t capacity, double value, unsigned decimals) {
    return out ? gaiti_print_fixed(out, capacity, value, decimals) : 0;
}
