/* Sine, cosine and their inverses from + - * / and sqrt, with the same bits on every machine. */
#include "base/number/trig.h"

#include <stdbool.h>

#include "base/bits.h"

/* A number as the unevaluated sum of two doubles; `low` is the rounding error of `high`. */
typedef struct trig_pair {
    double high, low;
} trig_pair;

static const trig_pair trig_half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

static double trig_nan(void) {
    /* Not 0.0 / 0, because its sign differs between machines. */
    return gaiti_f64_of_bits((uint64_t)0x7FF8 << 48);
}

static bool trig_is_finite(double x) {
    return x - x == 0;
}

static bool trig_is_negative(double x) {
    return gaiti_bits_of_f64(x) >> 63;
}

static double trig_magnitude(double x) {
    return gaiti_f64_of_bits(gaiti_bits_of_f64(x) & ~((uint64_t)1 << 63));
}

/* x with the lower 27 bits of its significand cleared: products of two such numbers are exact. */
static double trig_upper_half(double x) {
    return gaiti_f64_of_bits(gaiti_bits_of_f64(x) & ~(uint64_t)0x7FFFFFF);
}

static trig_pair trig_exact_sum(double a, double b) {
    double sum = a + b;
    double of_b = sum - a;
    return (trig_pair){sum, (a - (sum - of_b)) + (b - of_b)};
}

static trig_pair trig_exact_product(double a, double b) {
    double product = a * b;
    double a1 = trig_upper_half(a), a2 = a - a1;
    double b1 = trig_upper_half(b), b2 = b - b1;
    return (trig_pair){product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

/* --- sine and cosine -------------------------------------------------------------------------- */

/* angle - quadrant * pi/2, in -pi/4..pi/4. */
typedef struct trig_reduced {
    trig_pair rest;
    unsigned quadrant; /* modulo 4 */
} trig_reduced;

/* Range reduction for angles up to 1e6, with pi/2 split into three parts of 33 bits and a rest. The
 * products of these parts with n (up to 20 bits) are exact, and so are the differences in which
 * they cancel; 119 bits of pi/2 would not suffice for the angles that are nearest to a multiple of
 * pi/2. */
static trig_reduced reduce_medium(double angle) {
    int n = (int)(angle * 0x1.45f306dc9c883p-1 + 0.5);
    trig_pair first = trig_exact_sum(angle - n * 0x1.921fb544p+0, -(n * 0x1.0b4611a6p-34));
    trig_pair second = trig_exact_sum(first.high, -(n * 0x1.3198a2ep-69));
    double low = (first.low + second.low) - n * 0x1.b839a252049c1p-104;
    return (trig_reduced){trig_exact_sum(second.high, low), (unsigned)n & 3};
}

/* 2/pi in binary: the word at index 1 begins at the point. */
static const uint64_t trig_two_over_pi[20] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
    0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};

static uint64_t two_over_pi_word(unsigned bit) {
    const uint64_t *word = trig_two_over_pi + bit / 64;
    unsigned shift = bit % 64;
    return shift ? word[0] << shift | word[1] >> (64 - shift) : word[0];
}

/* (high * 2^64 + low) / 2^128 with a precision of 106 bits. The number must be at least about
 * 2^-64. */
static trig_pair fraction_to_pair(uint64_t high, uint64_t low) {
    unsigned zeros = 0;
    if (high == 0) {
        high = low;
        low = 0;
        zeros = 64;
    }
    unsigned shift = gaiti_leading_zeros(high);
    if (shift > 0) {
        high = high << shift | low >> (64 - shift);
        low <<= shift;
    }
    double unit = gaiti_f64_of_bits((uint64_t)(1023 - 53 - zeros - shift) << 52);
    double below = (double)(int64_t)((high & 0x7FF) << 42 | low >> 22);
    return (trig_pair){(double)(int64_t)(high >> 11) * unit, below * 0x1p-53 * unit};
}

/* Range reduction for angles above 1e6 (Payne-Hanek). The angle is m * 2^e. Bits of 2/pi whose
 * product with the angle is a multiple of 4 are skipped. Of the product of m and the next 192 bits,
 * the upper 2 bits are the quadrant and the other 190 the fraction, with an error below 2^-137. No
 * double is nearer than 2^-62 to a multiple of pi/2. */
static trig_reduced reduce_large(double angle) {
    uint64_t bits = gaiti_bits_of_f64(angle);
    uint64_t m = (bits & 0xFFFFFFFFFFFFFu) | (uint64_t)1 << 52;
    int e = (int)(bits >> 52) - 1075;
    unsigned start = (unsigned)(62 + e); /* e = -33 .. 971 */
    gaiti_u192 product =
        gaiti_multiply_128(two_over_pi_word(start + 64), two_over_pi_word(start + 128), m);
    product.word[2] += two_over_pi_word(start) * m;

    unsigned quadrant = (unsigned)(product.word[2] >> 62);
    uint64_t high = product.word[2] << 2 | product.word[1] >> 62;
    uint64_t low = product.word[1] << 2 | product.word[0] >> 62;
    bool past_half = high >> 63;
    if (past_half) {
        low = 0 - low;
        high = ~high + (low == 0);
        quadrant++;
    }
    trig_pair part = fraction_to_pair(high, low);
    trig_pair rest = trig_exact_product(part.high, trig_half_pi.high);
    rest.low += part.high * trig_half_pi.low + part.low * trig_half_pi.high;
    if (past_half) {
        rest = (trig_pair){-rest.high, -rest.low};
    }
    return (trig_reduced){rest, quadrant & 3};
}

/* Taylor series of sin(x + tail) for x up to pi/4; the first omitted term is below 2^-63. */
static double sin_near_zero(double x, double tail) {
    double z = x * x;
    double p = 1.0 / 355687428096000 * z - 1.0 / 1307674368000;
    p = p * z + 1.0 / 6227020800;
    p = p * z - 1.0 / 39916800;
    p = p * z + 1.0 / 362880;
    p = p * z - 1.0 / 5040;
    p = p * z + 1.0 / 120;
    p = p * z - 1.0 / 6;
    return x + (p * (z * x) + (tail - 0.5 * z * tail));
}

/* The same for cos; adds the rounding error of 1 - z/2. */
static double cos_near_zero(double x, double tail) {
    double z = x * x;
    double p = 1.0 / 20922789888000 * z - 1.0 / 87178291200;
    p = p * z + 1.0 / 479001600;
    p = p * z - 1.0 / 3628800;
    p = p * z + 1.0 / 40320;
    p = p * z - 1.0 / 720;
    p = p * z + 1.0 / 24;
    double half_z = 0.5 * z;
    double first = 1 - half_z;
    return first + (((1 - first) - half_z) + (p * (z * z) - x * tail));
}

static trig_reduced reduce_angle(double angle) {
    if (angle <= 0x1.921fb54442d18p-1) {
        return (trig_reduced){{angle, 0}, 0};
    }
    return angle <= 1e6 ? reduce_medium(angle) : reduce_large(angle);
}

static double sin_of_reduced(trig_reduced angle) {
    double x = angle.rest.high, tail = angle.rest.low;
    double value = angle.quadrant & 1 ? cos_near_zero(x, tail) : sin_near_zero(x, tail);
    return angle.quadrant & 2 ? -value : value;
}

static double cos_of_reduced(trig_reduced angle) {
    angle.quadrant++;
    return sin_of_reduced(angle);
}

double gaiti_sin(double angle_rad) {
    if (!trig_is_finite(angle_rad)) {
        return trig_nan();
    }
    double value = sin_of_reduced(reduce_angle(trig_magnitude(angle_rad)));
    return trig_is_negative(angle_rad) ? -value : value;
}

double gaiti_cos(double angle_rad) {
    if (!trig_is_finite(angle_rad)) {
        return trig_nan();
    }
    return cos_of_reduced(reduce_angle(trig_magnitude(angle_rad)));
}

void gaiti_sincos(double angle_rad, double *out_sin, double *out_cos) {
    if (!trig_is_finite(angle_rad)) {
        *out_sin = *out_cos = trig_nan();
        return;
    }
    trig_reduced reduced = reduce_angle(trig_magnitude(angle_rad));
    double value = sin_of_reduced(reduced);
    *out_sin = trig_is_negative(angle_rad) ? -value : value;
    *out_cos = cos_of_reduced(reduced);
}

/* --- arc tangent and arc cosine --------------------------------------------------------------- */

/* atan(i / 16) */
static const trig_pair trig_atan_16ths[17] = {
    {0, 0},
    {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.0657e94db30dp-1, -0x1.d5b495f6349e6p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

/* atan(x) - x for x up to 1/8; the first omitted term is below 2^-64 of x. */
static double atan_beyond_linear(double x) {
    double z = x * x;
    double p = 1.0 / 17 - z * (1.0 / 19);
    p = 1.0 / 15 - z * p;
    p = 1.0 / 13 - z * p;
    p = 1.0 / 11 - z * p;
    p = 1.0 / 9 - z * p;
    p = 1.0 / 7 - z * p;
    p = 1.0 / 5 - z * p;
    p = 1.0 / 3 - z * p;
    return -(p * z * x);
}

/* tan(atan(y/x) - atan(c)). c has up to 5 bits and y/x is within 1/32 of it, so only the last
 * operation of the numerator rounds. */
static double atan_residual_tangent(double y, double x, double c) {
    if (x > 0x1p1000) {
        x *= 0x1p-100;
        y *= 0x1p-100;
    } else if (x < 0x1p-900) {
        x *= 0x1p200;
        y *= 0x1p200;
    }
    double upper = trig_upper_half(x);
    return ((y - c * upper) - c * (x - upper)) / (x + c * y);
}

double gaiti_atan2(double y, double x) {
    if (!trig_is_finite(x) || !trig_is_finite(y)) {
        return trig_nan();
    }
    double height = trig_magnitude(y), width = trig_magnitude(x);
    bool steep = height > width;
    double small = steep ? width : height, large = steep ? height : width;
    double rest = small == 0 ? 0 : small / large;
    int sixteenths = rest < 0.125 ? 0 : (int)(rest * 16 + 0.5);
    if (sixteenths > 0) {
        rest = atan_residual_tangent(small, large, sixteenths / 16.0);
    }

    /* The angle of (large, small), which is at most pi/4, is added to or subtracted from a multiple
     * of pi/2. */
    bool left = trig_is_negative(x);
    double quarter_turns = steep ? 1 : left ? 2 : 0;
    double sign = steep != left ? -1 : 1;
    trig_pair part = trig_atan_16ths[sixteenths];
    trig_pair sum = trig_exact_sum(quarter_turns * trig_half_pi.high, sign * part.high);
    double low = sum.low + quarter_turns * trig_half_pi.low + sign * part.low;
    double angle = sum.high + (sign * rest + (sign * atan_beyond_linear(rest) + low));
    return trig_is_negative(y) ? -angle : angle;
}
