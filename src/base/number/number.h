/* Numbers as text and back, exact and the same on every machine: no libc, no locale. */
#ifndef GAITI_NUMBER_H
#define GAITI_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for whatever a printer here writes; none writes a NUL. They return the length. */
enum { GAITI_NUMBER_MAX = 32 };

size_t gaiti_print_u64(char *out, uint64_t value);
size_t gaiti_print_i64(char *out, int64_t value);
/* Lower case, with zeros in front up to `min_digits` (at most 16 count). */
size_t gaiti_print_hex(char *out, uint64_t value, unsigned min_digits);

/* The shortest decimal that parses back to the same bits; of several the nearest to the value. A
 * valid JSON number: plain from 1e-5 up to but not including 1e9 (f32) or 1e17 (f64), such as 12,
 * 0.00025, -0; beyond that 1e-7, 1.5e20. What is no number prints as nan, inf, -inf. */
size_t gaiti_print_f32(char *out, float value);
size_t gaiti_print_f64(char *out, double value);

/* `decimals` (0..9) digits after the point, rounded from the exact binary value, ties to even. From
 * 1e15 on, and for what is no number, the shortest form instead. 0 when `capacity` is too small
 * (GAITI_NUMBER_MAX never is) or `decimals` too large; nothing useful is written then. */
size_t gaiti_print_fixed(char *out, size_t capacity, double value, unsigned decimals);

/* The whole text is one JSON number (RFC 8259), read to the nearest double or float, ties to even;
 * what is too small becomes a zero of its sign. False, and `out` untouched, when it is not a number
 * or too large. Time is linear in the length, whatever the digits. */
bool gaiti_parse_f64(const char *text, size_t size, double *out);
bool gaiti_parse_f32(const char *text, size_t size, float *out);
/* The same of one decimal number as gait_parse_f64() takes it. */
bool gaiti_parse_typed_f64(const char *text, size_t size, double *out);
/* The whole text is decimal digits, at least one, and fits; else false, and `out` untouched. */
bool gaiti_parse_u64(const char *text, size_t size, uint64_t *out);

/* The macros of math.h take floats on some machines, and warn. */
static inline bool gaiti_is_nan(double value) {
    return !(value <= 0 || value >= 0);
}

static inline bool gaiti_is_finite(double value) {
    return value - value == 0;
}

#endif
