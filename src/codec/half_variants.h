/* Implementations of the record conversion, selected by gaiti_half_records_to_f32(). */
#ifndef GAITI_HALF_VARIANTS_H
#define GAITI_HALF_VARIANTS_H

#include <stddef.h>
#include <stdint.h>

/* 1 if the compiler supports the instructions and can detect them: __builtin_cpu_supports() of
 * clang up to 14 cannot; gcc for Windows spills 256-bit registers to unaligned addresses. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(_WIN32)
#define GAITI_HALF_F16C 1
#else
#define GAITI_HALF_F16C 0
#endif

/* Converts records from the start, with both outputs; returns their number. Stops before a pair
 * with exponent 31, and never converts the last record. */
size_t gaiti_half_records_f16c(const uint8_t *records, size_t count, float *out_shorts,
                               float *out_halves);

#endif
