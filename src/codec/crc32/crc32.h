/* The CRC-32 of zlib: reflected polynomial 0xEDB88320, initial value and result inverted. */
#ifndef GAITI_CRC32_H
#define GAITI_CRC32_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Uses the fastest implementation that the processor supports. */
uint32_t gaiti_crc32(const uint8_t *data, size_t size);

typedef enum gaiti_crc32_way {
    GAITI_CRC32_BY_TABLES = 0, /* portable: table lookups */
    GAITI_CRC32_BY_CLMUL,      /* carry-less multiplication of 64 bits (PCLMULQDQ) */
    GAITI_CRC32_BY_WIDE_CLMUL, /* two multiplications of 64 bits at once (VPCLMULQDQ) */
    GAITI_CRC32_WAYS
} gaiti_crc32_way;

/* True when the compiler and the processor support the implementation. */
bool gaiti_crc32_has(gaiti_crc32_way way);
/* Computes the checksum with one implementation, which must be supported. */
uint32_t gaiti_crc32_by(gaiti_crc32_way way, const uint8_t *data, size_t size);

#endif
