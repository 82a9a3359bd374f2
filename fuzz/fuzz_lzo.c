/* Fuzzes LZO1X: decodes the input as a block, and encodes it. If liblzo2 is available, its results
 * must be the same. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef FUZZ_WITH_LZO2
#include <lzo/lzo1x.h>
#endif

#include "codec/lzo1x/lzo1x.h"
#include "require.h"

enum { MAX_PACKED = 1 << 17 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifdef FUZZ_WITH_LZO2
static void compare_lzo2(gait_span in, const uint8_t *out, size_t out_size, bool is_decoded,
                         bool all_consumed) {
    uint8_t *theirs = allocate(out_size);
    lzo_uint their_size = out_size;
    int result = lzo1x_decompress_safe(in.data, in.size, theirs, &their_size, NULL);
    bool lzo2_decodes = result == LZO_E_OK || result == LZO_E_INPUT_NOT_CONSUMED;
    REQUIRE(is_decoded == (lzo2_decodes && their_size == out_size));
    REQUIRE(!is_decoded || memcmp(out, theirs, out_size) == 0);
    REQUIRE(!is_decoded || all_consumed == (result == LZO_E_OK));
    free(theirs);
}
#else
static void compare_lzo2(gait_span in, const uint8_t *out, size_t out_size, bool is_decoded,
                         bool all_consumed) {
    (void)in, (void)out, (void)out_size, (void)is_decoded, (void)all_consumed;
}
#endif

static void decode(gait_span in, size_t out_size) {
    uint8_t *out = allocate(out_size);
    size_t consumed;
    gait_status status = gaiti_lzo1x_decode(in, out, out_size, &consumed);
    REQUIRE(consumed <= in.size);
    REQUIRE(status == GAIT_OK || status == GAIT_TRUNCATED || status == GAIT_CORRUPT);
    compare_lzo2(in, out, out_size, status == GAIT_OK, consumed == in.size);
    if (status == GAIT_OK) {
        /* the decoder must need exactly the bytes that it consumed */
        gait_span whole = {in.data, consumed}, shorter = {in.data, consumed - 1};
        REQUIRE(gaiti_lzo1x_decode(whole, out, out_size, &consumed) == GAIT_OK);
        REQUIRE(gaiti_lzo1x_decode(shorter, out, out_size, &consumed) == GAIT_TRUNCATED);
    }
    free(out);
}

static void encode(gait_span in) {
    gaiti_arena scratch;
    gait_buffer block = {0};
    size_t consumed;
    uint8_t *out = allocate(in.size);
    gaiti_arena_init(&scratch, NULL, 0);
    REQUIRE(gaiti_lzo1x_encode(in, &scratch, &block));
    gait_span packed = {block.data, block.size};
    REQUIRE(block.size <= in.size + in.size / 255 + 7);
    REQUIRE(gaiti_lzo1x_decode(packed, out, in.size, &consumed) == GAIT_OK);
    REQUIRE(consumed == block.size);
    REQUIRE(in.size == 0 || memcmp(out, in.data, in.size) == 0);
    compare_lzo2(packed, out, in.size, true, true);
    gaiti_arena_free(&scratch);
    gait_buffer_free(&block);
    free(out);
}

/* For decoding, the first two bytes are the decoded size. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size = size < MAX_PACKED ? size : MAX_PACKED;
    encode((gait_span){data, size});
    if (size >= 2) {
        decode((gait_span){data + 2, size - 2}, (size_t)data[0] | (size_t)data[1] << 8);
    }
    return 0;
}
