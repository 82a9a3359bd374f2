/* The ways to compute a CRC-32, inside: gaiti_crc32_by() chooses among them. */
#ifndef GAITI_CRC32_VARIANTS_H
#define GAITI_CRC32_VARIANTS_H

#include <stddef.h>
#include <stdint.h>

/* Compilers that know the instructions, and what the processor has. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(_MSC_VER)
#define GAITI_CRC32_CLMUL 1
#else
#define GAITI_CRC32_CLMUL 0
#endif

/* gcc for Windows spills wide registers to places that are not aligned for them. */
#if GAITI_CRC32_CLMUL && (defined(__clang__) || !defined(_WIN32))
#define GAITI_CRC32_WIDE 1
#else
#define GAITI_CRC32_WIDE 0
#endif

uint32_t gaiti_crc32_tables(const uint8_t *data, size_t size);
/* Both take at least 16 bytes. */
uint32_t gaiti_crc32_clmul(const uint8_t *data, size_t size);
uint32_t gaiti_crc32_wide(const uint8_t *data, size_t size);

#endif
