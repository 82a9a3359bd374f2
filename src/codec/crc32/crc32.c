/* Chooses the fastest of the ways to compute a CRC-32 that this processor has. */
#include "codec/crc32/crc32.h"

#include "codec/crc32/crc32_variants.h"

/* __builtin_cpu_supports() reads a result that the compiler's runtime computes once, before main().
 * Executing CPUID here would take microseconds in a virtual machine, longer than the checksum of
 * most blocks. */
bool gaiti_crc32_has(gaiti_crc32_way way) {
    switch (way) {
    case GAITI_CRC32_BY_TABLES:
        return true;
#if GAITI_CRC32_CLMUL
    case GAITI_CRC32_BY_CLMUL:
        return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
#endif
#if GAITI_CRC32_WIDE
    case GAITI_CRC32_BY_WIDE_CLMUL:
        return __builtin_cpu_supports("vpclmulqdq") && __builtin_cpu_supports("avx2") &&
               __builtin_cpu_supports("pclmul");
#endif
    default:
        return false;
    }
}

uint32_t gaiti_crc32_by(gaiti_crc32_way way, const uint8_t *data, size_t size) {
    enum { SMALLEST = 16 }; /* minimum size for folding */
#if GAITI_CRC32_WIDE
    if (way == GAITI_CRC32_BY_WIDE_CLMUL && size >= SMALLEST) {
        return gaiti_crc32_wide(data, size);
    }
#endif
#if GAITI_CRC32_CLMUL
    if (way == GAITI_CRC32_BY_CLMUL && size >= SMALLEST) {
        return gaiti_crc32_clmul(data, size);
    }
#endif
    (void)way;
    return gaiti_crc32_tables(data, size);
}

uint32_t gaiti_crc32(const uint8_t *data, size_t size) {
    gaiti_crc32_way way = GAITI_CRC32_BY_WIDE_CLMUL;
    while (!gaiti_crc32_has(way)) {
        way--;
    }
    return gaiti_crc32_by(way, data, size);
}
