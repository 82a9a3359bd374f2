/* CRC-32 as zlib has it: reflected 0xEDB88320, first and last inverted. */
#ifndef GAITI_CODEC_CRC32_H
#define GAITI_CODEC_CRC32_H

#include <stddef.h>
#include <stdint.h>

uint32_t gaiti_crc32(const uint8_t *data, size_t size);

#endif
