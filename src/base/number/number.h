/* Conversion between numbers and text: exact, identical on every machine, independent of libc and
 * locale. */
#ifndef GAITI_NUMBER_H
#define GAITI_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Buffer size that suffices for every function here that prints. They return the length and write
 * no NUL. */
enum { GAITI_NUMBER_MAX = 32 };

size_t gaiti_print_u64(char *out, uint64_t value);
size_t gaiti_print_i64(char *out, int64_t value);
/* Lower case, padded with zeros to `min_digits` (at most 16). */
size_t gaiti_print_hex(char *out, uint64_t value, unsigned min_digits);

/* The shortest decimal that parses back to the same bits; among several, the one nearest to the
 * value. A valid JSON number: plain from 1e-5 up to but not including 1e9 (f32) or 1e17 (f64), such
 * as 12, 0.00025, -0; otherwise with an exponent, such as 1e-7, 1.5e20. Non-finite values print as
 * nan, inf, -inf. */
size_t gaiti_print_f32(char *out, float value);
size_t gaiti_print_f64(char *out, double value);

/* Prints `decimals` (0..9) digits after the point, rounded from the exact binary value, ties to
 * even. Non-finite values and magnitudes from 1e15 print in the shortest form. Returns 0 when
 * `capacity` is too small (GAITI_NUMBER_MAX always suffices) or `decimals` is too large; the output
 * is then unspecified. */
size_t gaiti_print_fixed(char *out, size_t capacity, double value, unsigned decimals);

/* Parses a text that is exactly one JSON number (RFC 8259) to the nearest double or float, ties to
 * even; underflow gives a zero with the sign of the number. False, with `out` unchanged, when the
 * text is not a number or the number is too large. Time is linear in the length. */
bool gaiti_parse_f64(const char *text, size_t size, double *out);
bool gaiti_parse_f32(const char *text, size_t size, float *out);
/* The same for the syntax of gait_parse_f64(). */
bool gaiti_parse_typed_f64(const char *text, size_t size, double *out);
/* Parses a text of decimal digits, at least one. False, with `out` unchanged, for any other text
 * and for overflow. */
bool gaiti_parse_u64(const char *text, size_t size, uint64_t *out);

/* The value of a hexadecimal digit; -1 for another character. */
static inline int gaiti_hex_digit(uint8_t c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Replace isnan() and isfinite(), whose macros convert to float on some machines and cause
 * warnings. */
static inline bool gaiti_is_nan(double value) {
    return !(value <= 0 || value >= 0);
}

static inline bool gaiti_is_finite(double value) {
    return value - value == 0;
}

#endif
