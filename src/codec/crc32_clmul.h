/* CRC-32 by instructions that not every processor has: see crc32.h. */
#ifndef GAITI_CODEC_CRC32_CLMUL_H
#define GAITI_CODEC_CRC32_CLMUL_H

#include <stddef.h>
#include <stdint.h>

/* x86-64 with a compiler that knows the instructions. */
#if defined(__x86_64__) && (defined(__clang__) || defined(__GNUC__))
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

/* At least 16 bytes. */
uint32_t gaiti_crc32_clmul(const uint8_t *data, size_t size);
uint32_t gaiti_crc32_wide(const uint8_t *data, size_t size);

#endif
