/* The ways to convert records, inside: gaiti_half_records_to_f32() chooses among them. */
#ifndef GAITI_HALF_VARIANTS_H
#define GAITI_HALF_VARIANTS_H

#include <stddef.h>
#include <stdint.h>

/* Compilers that can ask for the instructions: clang's __builtin_cpu_supports() did not know them
 * up to 14. gcc for Windows spills wide registers to places that are not aligned for them. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(_WIN32)
#define GAITI_HALF_F16C 1
#else
#define GAITI_HALF_F16C 0
#endif

/* Converts records from the front, both results; returns how many. The last two are always left,
 * and all from one on that holds exponent 31. */
size_t gaiti_half_records_f16c(const uint8_t *records, size_t count, float *out_shorts,
                               float *out_halves);

#endif
