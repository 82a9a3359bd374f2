/* Reads decimals: with 192-bit arithmetic, and exactly in the rare cases that it cannot round. */
#include "base/number/number.h"

#include <string.h>

#include "base/bits.h"
#include "base/number/bignum.h"
#include "base/number/powers_of_ten.h"
#include "gait/numbers.h"

/* --- syntax ----------------------------------------------------------------------------------- */

/* A parsed decimal. Its magnitude is leading * 10^exponent or, if `more` is set, more than that and
 * less than (leading + 1) * 10^exponent. */
typedef struct parsed_decimal {
    bool negative;
    bool more;        /* nonzero digits follow the leading ones */
    uint64_t leading; /* the first 19 significant digits */
    int64_t exponent;
    const char *digits;     /* the first nonzero digit, if any */
    const char *digits_end; /* the digits may include a point */
} parsed_decimal;

static bool is_digit(const char *p, const char *end) {
    return p != end && *p >= '0' && *p <= '9';
}

static const char *skip_digits(const char *p, const char *end) {
    while (is_digit(p, end)) {
        p++;
    }
    return p;
}

/* Reads the digits from p up to number->digits_end. */
static void collect_leading_digits(parsed_decimal *number, const char *p) {
    bool after_point = false;
    unsigned taken = 0;
    number->digits = number->digits_end;
    for (; p != number->digits_end; p++) {
        if (*p == '.') {
            after_point = true;
            continue;
        }
        unsigned digit = (unsigned)(*p - '0');
        if (taken == 0 && digit != 0) {
            number->digits = p;
        }
        if (taken < 19) {
            number->leading = number->leading * 10 + digit;
            taken += number->leading != 0;
            number->exponent -= after_point;
        } else {
            number->more |= digit != 0;
            number->exponent += !after_point;
        }
    }
}

/* Parses the digits of an exponent. The value saturates: no text is long enough for its digits to
 * compensate an exponent of 10^17. */
static int64_t read_exponent(const char *p, const char *end, bool negative) {
    int64_t value = 0;
    for (; p != end; p++) {
        if (value < 100000000000000000) {
            value = value * 10 + (*p - '0');
        }
    }
    return negative ? -value : value;
}

typedef enum decimal_grammar {
    DECIMAL_JSON,  /* RFC 8259 */
    DECIMAL_TYPED, /* user input: also accepts +1, 007, .5, 5. */
} decimal_grammar;

/* The end of the digits and the point; NULL when they violate the grammar. */
static const char *skip_significand(const char *p, const char *end, decimal_grammar grammar) {
    const char *point = skip_digits(p, end);
    bool has_point = point != end && *point == '.';
    const char *last = has_point ? skip_digits(point + 1, end) : point;
    if (grammar == DECIMAL_TYPED) {
        return last - p > has_point ? last : NULL;
    }
    bool whole = point - p == 1 || (point != p && *p != '0');
    bool fraction = !has_point || last - point > 1;
    return whole && fraction ? last : NULL;
}

/* Parses one decimal number; false when the text is anything else. */
static bool read_decimal(const char *p, size_t size, decimal_grammar grammar,
                         parsed_decimal *number) {
    if (size == 0) {
        return false; /* `p` may be NULL */
    }
    const char *end = p + size;
    *number = (parsed_decimal){0};
    if (*p == '-' || (grammar == DECIMAL_TYPED && *p == '+')) {
        number->negative = *p == '-';
        p++;
    }
    const char *first = p;
    p = skip_significand(first, end, grammar);
    if (!p) {
        return false;
    }
    number->digits_end = p;
    if (p != end && (*p == 'e' || *p == 'E')) {
        p++;
        bool negative = p != end && *p == '-';
        p += p != end && (*p == '-' || *p == '+');
        const char *exponent = p;
        p = skip_digits(p, end);
        if (p == exponent) {
            return false;
        }
        number->exponent = read_exponent(exponent, p, negative);
    }
    collect_leading_digits(number, first);
    return p == end;
}

/* --- rounding --------------------------------------------------------------------------------- */

typedef struct binary_format {
    int precision;       /* bits of the significand */
    int lowest_exponent; /* the smallest positive number is 2^lowest_exponent */
    uint64_t infinity;   /* the bits of infinity */
} binary_format;

static const binary_format binary32 = {24, -149, (uint64_t)0xFF << 23};
static const binary_format binary64 = {53, -1074, (uint64_t)0x7FF << 52};

/* (high * 2^64 + low) * 2^exponent; `more` is set when nonzero lower bits were dropped. */
typedef struct wide_number {
    uint64_t high, low;
    int exponent;
    bool more;
} wide_number;

/* The bits of the nearest number of a format, ties to even. On overflow the result is `infinity` or
 * more. Consecutive bit patterns are consecutive numbers, so a carry into the exponent is
 * correct. */
static uint64_t round_to_format(const binary_format *format, wide_number x) {
    int top = x.exponent + 127 - (int)gaiti_leading_zeros(x.high);
    int unit = top - format->precision + 1;
    unit = unit > format->lowest_exponent ? unit : format->lowest_exponent;
    int cut = unit - x.exponent - 64; /* bits of x.high below the unit; positive */
    if (cut > 64) {
        return 0;
    }
    uint64_t half = (uint64_t)1 << (cut - 1);
    uint64_t significand = x.high >> (cut - 1) >> 1;
    uint64_t rest = x.high & (half | (half - 1));
    bool tie_up = x.low != 0 || x.more || (significand & 1);
    significand += rest > half || (rest == half && tie_up);
    return ((uint64_t)(unit - format->lowest_exponent) << (format->precision - 1)) + significand;
}

/* digits * 10^k, for digits != 0 and k within the table. An inexact power is too large by less than
 * 1 in its last place, so the result is too large by less than 1 in the last place of `low`. */
static wide_number multiply_power(uint64_t digits, int k) {
    const uint64_t *power = gaiti_powers_of_ten[k - GAITI_POWER_FIRST];
    unsigned zeros = gaiti_leading_zeros(digits);
    gaiti_u192 product = gaiti_multiply_128(power[0], power[1], digits << zeros);
    return (wide_number){.high = product.word[2],
                         .low = product.word[1],
                         .exponent = gaiti_log2_of_power(k) - 127 - (int)zeros + 64,
                         .more = product.word[0] != 0};
}

/* --- exact comparison ------------------------------------------------------------------------- */

/* The point halfway between two doubles has at most 768 digits; of the digits after the first 800
 * it matters only whether any is nonzero. */
enum { PARSE_DIGITS = 800 };

/* Stores all digits as one integer in `out`; returns its decimal exponent. */
static int64_t collect_digits(const parsed_decimal *number, gaiti_bignum *out) {
    int64_t exponent = number->exponent;
    unsigned taken = 0;
    bool more = false;
    gaiti_bignum_set(out, 0);
    for (const char *p = number->digits; p != number->digits_end; p++) {
        if (*p == '.') {
            continue;
        }
        if (taken == PARSE_DIGITS) {
            more |= *p != '0';
            continue;
        }
        gaiti_bignum_multiply_add(out, 10, (uint32_t)(*p - '0'));
        exponent -= ++taken > 19;
    }
    if (more) {
        gaiti_bignum_multiply_add(out, 10, 1);
        exponent--;
    }
    return exponent;
}

/* Returns `bits` or the next larger number, whichever is nearer to the decimal, by an exact
 * comparison with the point halfway between them. The decimal is close to that point, so both sides
 * have about the same size: at most 801 digits, or 54 bits times 5^(324 + 801), less than 2700
 * bits. */
static uint64_t choose_neighbour(const binary_format *format, const parsed_decimal *number,
                                 uint64_t bits) {
    gaiti_bignum decimal, halfway;
    int k = (int)collect_digits(number, &decimal);
    uint64_t hidden = (uint64_t)1 << (format->precision - 1);
    uint64_t field = bits / hidden;
    uint64_t significand = (bits & (hidden - 1)) + (field ? hidden : 0);
    int exponent = format->lowest_exponent - 1 + (int)(field ? field - 1 : 0);
    gaiti_bignum_set(&halfway, 2 * significand + 1);
    gaiti_bignum_multiply_power_of_5(k >= 0 ? &decimal : &halfway, (unsigned)(k >= 0 ? k : -k));
    int shift = k - exponent;
    gaiti_bignum_shift_up(shift >= 0 ? &decimal : &halfway,
                          (unsigned)(shift >= 0 ? shift : -shift));
    int order = gaiti_bignum_compare(&decimal, &halfway);
    return bits + (order > 0 || (order == 0 && (bits & 1)));
}

/* --- parsing ---------------------------------------------------------------------------------- */

/* The bits without the sign; `infinity` or more when the number is too large. If the lower and the
 * upper bound of the value round to the same number, that is the result; otherwise the exact
 * comparison decides. */
static uint64_t nearest_bits(const binary_format *format, const parsed_decimal *number) {
    if (number->leading == 0 || number->exponent < GAITI_POWER_FIRST) {
        return 0;
    }
    if (number->exponent > 308) {
        return format->infinity;
    }
    int k = (int)number->exponent;
    bool exact_power = k >= 0 && k <= GAITI_POWER_EXACT_LAST;
    wide_number low = multiply_power(number->leading, k);
    if (exact_power && !number->more) {
        return round_to_format(format, low);
    }
    wide_number high = number->more ? multiply_power(number->leading + 1, k) : low;
    if (!exact_power) {
        low.high -= low.low == 0;
        low.low--;
    }
    uint64_t low_bits = round_to_format(format, low);
    if (low_bits == round_to_format(format, high)) {
        return low_bits;
    }
    return choose_neighbour(format, number, low_bits);
}

static bool parse_double(const char *text, size_t size, decimal_grammar grammar, double *out) {
    parsed_decimal number;
    if (!read_decimal(text, size, grammar, &number)) {
        return false;
    }
    uint64_t bits = nearest_bits(&binary64, &number);
    if (bits >= binary64.infinity) {
        return false;
    }
    *out = gaiti_f64_of_bits(bits | (uint64_t)number.negative << 63);
    return true;
}

bool gaiti_parse_f64(const char *text, size_t size, double *out) {
    return parse_double(text, size, DECIMAL_JSON, out);
}

bool gaiti_parse_typed_f64(const char *text, size_t size, double *out) {
    return parse_double(text, size, DECIMAL_TYPED, out);
}

bool gait_parse_f64(const char *text, double *out_value) {
    return text && out_value && parse_double(text, strlen(text), DECIMAL_TYPED, out_value);
}

bool gaiti_parse_f32(const char *text, size_t size, float *out) {
    parsed_decimal number;
    if (!read_decimal(text, size, DECIMAL_JSON, &number)) {
        return false;
    }
    uint64_t bits = nearest_bits(&binary32, &number);
    if (bits >= binary32.infinity) {
        return false;
    }
    *out = gaiti_f32_of_bits((uint32_t)bits | (uint32_t)number.negative << 31);
    return true;
}

bool gaiti_parse_u64(const char *text, size_t size, uint64_t *out) {
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned digit = (unsigned)(unsigned char)text[i] - '0';
        if (digit > 9 || value > (UINT64_MAX - digit) / 10) {
            return false;
        }
        value = value * 10 + digit;
    }
    if (size == 0) {
        return false;
    }
    *out = value;
    return true;
}
