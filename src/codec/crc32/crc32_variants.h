/* Implementations of CRC-32, selected by gaiti_crc32_by(). */
#ifndef GAITI_CRC32_VARIANTS_H
#define GAITI_CRC32_VARIANTS_H

#include <stddef.h>
#include <stdint.h>

/* 1 if the compiler supports the instructions and __builtin_cpu_supports() for them. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(_MSC_VER)
#define GAITI_CRC32_CLMUL 1
#else
#define GAITI_CRC32_CLMUL 0
#endif

/* Not with gcc for Windows, which spills 256-bit registers to unaligned addresses. */
#if GAITI_CRC32_CLMUL && (defined(__clang__) || !defined(_WIN32))
#define GAITI_CRC32_WIDE 1
#else
#define GAITI_CRC32_WIDE 0
#endif

uint32_t gaiti_crc32_tables(const uint8_t *data, size_t size);
/* `size` must be at least 16. */
uint32_t gaiti_crc32_clmul(const uint8_t *data, size_t size);
uint32_t gaiti_crc32_wide(const uint8_t *data, size_t size);

#endif
