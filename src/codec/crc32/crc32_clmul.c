/* CRC-32 with carry-less multiplication: folds blocks of 16 bytes onto later ones, then reduces the
 * last block to 32 bits.
 *
 * A register holds a polynomial in reflected order, with the highest power in bit 0, as the
 * checksum does. Therefore each product is shifted by one power, which is included in the constants
 * below. */
#include "codec/crc32/crc32_variants.h"

#if GAITI_CRC32_CLMUL
#include <immintrin.h>

#define CRC32_FOR_CLMUL __attribute__((target("pclmul,sse4.1")))
#define CRC32_INLINE static inline __attribute__((always_inline))

/* Constants that shift a block by D bits: x^(D+31) for its first half, x^(D-33) for the second,
 * each modulo the polynomial. */
#define CRC32_MOVE_128 0xCCAA009E, 0xAE689191
#define CRC32_MOVE_256 0x81256527, 0xF1DA05AA
#define CRC32_MOVE_384 0xAF449247, 0x3DB1ECDC
#define CRC32_MOVE_512 0x1D9513D7, 0x8F352D95

/* Shuffle masks: the 16 bytes at index n shift a block up for n < 16, down for n > 16. */
static const int8_t crc32_shuffles[48] = {
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0,  1,  2,  3,  4,  5,  6,  7,
    8,  9,  10, 11, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

CRC32_INLINE CRC32_FOR_CLMUL __m128i crc32_load_128(const void *bytes) {
    return _mm_loadu_si128(bytes);
}

/* Shifts `block` by the distance of `move` and adds it to `later`. */
CRC32_INLINE CRC32_FOR_CLMUL __m128i crc32_fold_128(__m128i block, __m128i move, __m128i later) {
    __m128i first = _mm_clmulepi64_si128(block, move, 0x00);
    __m128i second = _mm_clmulepi64_si128(block, move, 0x11);
    return _mm_xor_si128(_mm_xor_si128(first, second), later);
}

/* Folds `block` onto the last `size` < 16 bytes before `end`, which must be preceded by at least 16
 * other bytes. */
CRC32_INLINE CRC32_FOR_CLMUL __m128i crc32_fold_rest(__m128i block, const uint8_t *end,
                                                     size_t size) {
    __m128i up = crc32_load_128(crc32_shuffles + size);
    __m128i down = crc32_load_128(crc32_shuffles + size + 16);
    __m128i start = _mm_shuffle_epi8(block, up), rest = _mm_shuffle_epi8(block, down);
    __m128i last = _mm_blendv_epi8(rest, crc32_load_128(end - 16), down);
    return crc32_fold_128(start, _mm_set_epi64x(CRC32_MOVE_128), last);
}

/* The remainder of a block modulo the polynomial by Barrett reduction: 64 bits of the quotient from
 * x^95 / polynomial. */
CRC32_INLINE CRC32_FOR_CLMUL uint32_t crc32_reduce(__m128i block) {
    const __m128i move = _mm_set_epi64x(CRC32_MOVE_128);
    const __m128i barrett = _mm_set_epi64x(0x1DB710641, (int64_t)0xB4E5B025F7011641);
    block = _mm_xor_si128(_mm_clmulepi64_si128(block, move, 0x10), _mm_srli_si128(block, 8));
    __m128i quotient = _mm_clmulepi64_si128(block, barrett, 0x00);
    __m128i product = _mm_clmulepi64_si128(quotient, barrett, 0x10);
    return (uint32_t)_mm_extract_epi32(_mm_xor_si128(block, product), 2);
}

/* Folds `block`, which represents all data before `data`, onto the remaining bytes and reduces
 * it. */
CRC32_INLINE CRC32_FOR_CLMUL uint32_t crc32_finish(__m128i block, const uint8_t *data,
                                                   size_t size) {
    const __m128i move = _mm_set_epi64x(CRC32_MOVE_128);
    for (; size >= 16; size -= 16, data += 16) {
        block = crc32_fold_128(block, move, crc32_load_128(data));
    }
    if (size > 0) {
        block = crc32_fold_rest(block, data + size, size);
    }
    return ~crc32_reduce(block);
}

CRC32_FOR_CLMUL uint32_t gaiti_crc32_clmul(const uint8_t *data, size_t size) {
    const __m128i ones = _mm_cvtsi32_si128(-1);
    __m128i block = _mm_xor_si128(crc32_load_128(data), ones);
    if (size < 64) {
        return crc32_finish(block, data + 16, size - 16);
    }
    const __m128i move = _mm_set_epi64x(CRC32_MOVE_512);
    __m128i second = crc32_load_128(data + 16), third = crc32_load_128(data + 32);
    __m128i fourth = crc32_load_128(data + 48);
    for (size -= 64, data += 64; size >= 64; size -= 64, data += 64) {
        block = crc32_fold_128(block, move, crc32_load_128(data));
        second = crc32_fold_128(second, move, crc32_load_128(data + 16));
        third = crc32_fold_128(third, move, crc32_load_128(data + 32));
        fourth = crc32_fold_128(fourth, move, crc32_load_128(data + 48));
    }
    block = crc32_fold_128(block, _mm_set_epi64x(CRC32_MOVE_384), fourth);
    block = crc32_fold_128(second, _mm_set_epi64x(CRC32_MOVE_256), block);
    block = crc32_fold_128(third, _mm_set_epi64x(CRC32_MOVE_128), block);
    return crc32_finish(block, data, size);
}

/* --- two blocks at once ----------------------------------------------------------------------- */

#if GAITI_CRC32_WIDE
#define CRC32_FOR_WIDE __attribute__((target("avx2,pclmul,vpclmulqdq")))
#define CRC32_MOVE_768 0x57C54819, 0xDF068DC2
#define CRC32_MOVE_1024 0x910EEEC1, 0x33FFF533

CRC32_INLINE CRC32_FOR_WIDE __m256i crc32_load_256(const void *bytes) {
    return _mm256_loadu_si256(bytes);
}

CRC32_INLINE CRC32_FOR_WIDE __m256i crc32_move_256(int64_t second, int64_t first) {
    return _mm256_broadcastsi128_si256(_mm_set_epi64x(second, first));
}

CRC32_INLINE CRC32_FOR_WIDE __m256i crc32_fold_256(__m256i blocks, __m256i move, __m256i later) {
    __m256i first = _mm256_clmulepi64_epi128(blocks, move, 0x00);
    __m256i second = _mm256_clmulepi64_epi128(blocks, move, 0x11);
    return _mm256_xor_si256(_mm256_xor_si256(first, second), later);
}

CRC32_FOR_WIDE uint32_t gaiti_crc32_wide(const uint8_t *data, size_t size) {
    if (size < 128) {
        return gaiti_crc32_clmul(data, size);
    }
    const __m256i move = crc32_move_256(CRC32_MOVE_1024);
    __m256i blocks = crc32_load_256(data), second = crc32_load_256(data + 32);
    __m256i third = crc32_load_256(data + 64), fourth = crc32_load_256(data + 96);
    blocks = _mm256_xor_si256(blocks, _mm256_set_epi64x(0, 0, 0, 0xFFFFFFFF));
    for (size -= 128, data += 128; size >= 128; size -= 128, data += 128) {
        blocks = crc32_fold_256(blocks, move, crc32_load_256(data));
        second = crc32_fold_256(second, move, crc32_load_256(data + 32));
        third = crc32_fold_256(third, move, crc32_load_256(data + 64));
        fourth = crc32_fold_256(fourth, move, crc32_load_256(data + 96));
    }
    blocks = crc32_fold_256(blocks, crc32_move_256(CRC32_MOVE_768), fourth);
    blocks = crc32_fold_256(second, crc32_move_256(CRC32_MOVE_512), blocks);
    blocks = crc32_fold_256(third, crc32_move_256(CRC32_MOVE_256), blocks);
    for (; size >= 32; size -= 32, data += 32) {
        blocks = crc32_fold_256(blocks, crc32_move_256(CRC32_MOVE_256), crc32_load_256(data));
    }
    __m128i block = _mm256_castsi256_si128(blocks);
    __m128i later = _mm256_extracti128_si256(blocks, 1);
    block = crc32_fold_128(block, _mm_set_epi64x(CRC32_MOVE_128), later);
    return crc32_finish(block, data, size);
}
#endif
#endif
