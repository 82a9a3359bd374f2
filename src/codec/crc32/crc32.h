/* CRC-32 as zlib has it: reflected 0xEDB88320, first and last inverted. */
#ifndef GAITI_CRC32_H
#define GAITI_CRC32_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The fastest way that this processor has. */
uint32_t gaiti_crc32(const uint8_t *data, size_t size);

typedef enum gaiti_crc32_way {
    GAITI_CRC32_BY_TABLES = 0, /* on every processor */
    GAITI_CRC32_BY_CLMUL,      /* carry-less multiplication of 64 bits (PCLMULQDQ) */
    GAITI_CRC32_BY_WIDE_CLMUL, /* of two times 64 bits (VPCLMULQDQ) */
    GAITI_CRC32_WAYS
} gaiti_crc32_way;

/* Whether compiler and processor have what this way needs. */
bool gaiti_crc32_has(gaiti_crc32_way way);
/* One way, which must be there. */
uint32_t gaiti_crc32_by(gaiti_crc32_way way, const uint8_t *data, size_t size);

#endif
