/* Compares our LZO1X with liblzo2: each decodes the blocks of the other, and both reject the
 * same damaged blocks. */
#include <stdlib.h>
#include <string.h>
#include <lzo/lzo1x.h>

#include "codec/lzo1x/lzo1x.h"
#include "generated_bytes.h"
#include "test.h"

enum { MOST = 100000, BEHIND = 16, DAMAGED = 200, DAMAGES = 2000 };

static uint8_t source[MOST], packed[MOST + MOST / 16 + 67 + BEHIND], unpacked[MOST + 64];
static uint8_t work[LZO1X_999_MEM_COMPRESS];

static const size_t sizes[] = {0,   1,   2,   3,   4,    5,    17,    18,    19,    100,   238,
                               239, 240, 500, 924, 1024, 3073, 16384, 32768, 32769, 49153, MOST};

/* Level 0 is lzo1x_1. Returns the size of the block. */
static size_t pack_with_lzo(size_t size, int level) {
    lzo_uint packed_size = 0;
    int result = level == 0 ? lzo1x_1_compress(source, size, packed, &packed_size, work)
                            : lzo1x_999_compress_level(source, size, packed, &packed_size, work,
                                                       NULL, 0, NULL, level);
    assert_int_equal(result, LZO_E_OK);
    return packed_size;
}

static void our_decoder_reads_liblzo2_streams(void **state) {
    static const int levels[] = {0, 1, 5, 8, 9};
    (void)state;
    for (int kind = 0; kind < MADE_KINDS; kind++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            make_bytes(source, sizes[i], kind, i);
            for (size_t l = 0; l < sizeof levels / sizeof *levels; l++) {
                size_t size = pack_with_lzo(sizes[i], levels[l]), consumed;
                memset(packed + size, (int)l, BEHIND);
                gait_span in = {packed, size + BEHIND};
                assert_int_equal(gaiti_lzo1x_decode(in, unpacked, sizes[i], &consumed), GAIT_OK);
                assert_int_equal(consumed, size);
                assert_memory_equal(unpacked, source, sizes[i]);
            }
        }
    }
}

static gait_buffer encode(size_t size) {
    gaiti_arena scratch;
    gait_buffer out = {0};
    gaiti_arena_init(&scratch, NULL, 0);
    assert_true(gaiti_lzo1x_encode((gait_span){source, size}, &scratch, &out));
    gaiti_arena_free(&scratch);
    return out;
}

/* Decodes our block with liblzo2. It may be 1/12 and 2 bytes larger than with the best level of
 * liblzo2. */
static void check_block(size_t size) {
    gait_buffer block = encode(size);
    size_t best = pack_with_lzo(size, 9);
    lzo_uint unpacked_size = size;
    int result = lzo1x_decompress_safe(block.data, block.size, unpacked, &unpacked_size, NULL);
    assert_int_equal(result, LZO_E_OK);
    assert_int_equal(unpacked_size, size);
    assert_memory_equal(unpacked, source, size);
    assert_true(block.size <= best + 2 + best / 12);
    gait_buffer_free(&block);
}

static void liblzo2_reads_our_streams(void **state) {
    (void)state;
    for (int kind = 0; kind < MADE_KINDS; kind++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            make_bytes(source, sizes[i], kind, i + 100);
            check_block(sizes[i]);
        }
        for (size_t size = 1; size < 1500; size += 1 + size / 20) {
            make_bytes(source, size, kind, size);
            check_block(size);
        }
    }
}

static void compare_damaged(const gait_buffer *block, size_t out_size) {
    static uint8_t ours[2 * DAMAGED];
    size_t consumed;
    lzo_uint unpacked_size = out_size;
    gait_span in = {block->data, block->size};
    gait_status status = gaiti_lzo1x_decode(in, ours, out_size, &consumed);
    int result = lzo1x_decompress_safe(in.data, in.size, unpacked, &unpacked_size, NULL);
    bool takes = (result == LZO_E_OK || result == LZO_E_INPUT_NOT_CONSUMED);
    assert_int_equal(status == GAIT_OK, takes && unpacked_size == out_size);
    if (status == GAIT_OK) {
        assert_memory_equal(ours, unpacked, out_size);
        assert_int_equal(result == LZO_E_OK, consumed == in.size);
    }
}

static void both_decoders_agree_on_damaged_blocks(void **state) {
    uint64_t seed = 1;
    (void)state;
    for (int kind = 0; kind < MADE_KINDS; kind++) {
        make_bytes(source, DAMAGED, kind, 3);
        gait_buffer block = encode(DAMAGED);
        for (int i = 0; i < DAMAGES; i++) {
            seed = seed * UINT64_C(6364136223846793005) + 1;
            size_t at = (size_t)(seed >> 40) % block.size;
            uint8_t original = block.data[at];
            block.data[at] = (uint8_t)(seed >> 33);
            compare_damaged(&block, DAMAGED);
            compare_damaged(&block, DAMAGED + (size_t)(seed >> 60));
            block.data[at] = original;
        }
        gait_buffer_free(&block);
    }
}

static int start_lzo(void **state) {
    (void)state;
    return lzo_init() == LZO_E_OK ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_decoder_reads_liblzo2_streams),
        cmocka_unit_test(liblzo2_reads_our_streams),
        cmocka_unit_test(both_decoders_agree_on_damaged_blocks),
    };
    return cmocka_run_group_tests(tests, start_lzo, NULL);
}
