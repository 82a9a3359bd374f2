/* Any bytes as an LZO1X block, and any bytes packed. Where liblzo2 is there, both agree. */
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

enum { MOST_PACKED = 1 << 17 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A block of exactly that size, so that a sanitizer sees what goes past it. */
static uint8_t *room(size_t size) {
    uint8_t *block = malloc(size ? size : 1);
    REQUIRE(block != NULL);
    memset(block, 0, size ? size : 1);
    return block;
}

#ifdef FUZZ_WITH_LZO2
static void ask_lzo2(gait_span in, const uint8_t *out, size_t out_size, bool taken, bool all) {
    uint8_t *theirs = room(out_size);
    lzo_uint their_size = out_size;
    int result = lzo1x_decompress_safe(in.data, in.size, theirs, &their_size, NULL);
    bool takes = result == LZO_E_OK || result == LZO_E_INPUT_NOT_CONSUMED;
    REQUIRE(taken == (takes && their_size == out_size));
    REQUIRE(!taken || memcmp(out, theirs, out_size) == 0);
    REQUIRE(!taken || all == (result == LZO_E_OK));
    free(theirs);
}
#else
static void ask_lzo2(gait_span in, const uint8_t *out, size_t out_size, bool taken, bool all) {
    (void)in, (void)out, (void)out_size, (void)taken, (void)all;
}
#endif

static void decode(gait_span in, size_t out_size) {
    uint8_t *out = room(out_size);
    size_t consumed;
    gait_status status = gaiti_lzo1x_decode(in, out, out_size, &consumed);
    REQUIRE(consumed <= in.size);
    REQUIRE(status == GAIT_OK || status == GAIT_TRUNCATED || status == GAIT_CORRUPT);
    ask_lzo2(in, out, out_size, status == GAIT_OK, consumed == in.size);
    if (status == GAIT_OK) {
        /* What a block needs of its bytes is all of them. */
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
    uint8_t *out = room(in.size);
    gaiti_arena_init(&scratch, NULL, 0);
    REQUIRE(gaiti_lzo1x_encode(in, &scratch, &block));
    gait_span packed = {block.data, block.size};
    REQUIRE(block.size <= in.size + in.size / 255 + 7);
    REQUIRE(gaiti_lzo1x_decode(packed, out, in.size, &consumed) == GAIT_OK);
    REQUIRE(consumed == block.size);
    REQUIRE(in.size == 0 || memcmp(out, in.data, in.size) == 0);
    ask_lzo2(packed, out, in.size, true, true);
    gaiti_arena_free(&scratch);
    gait_buffer_free(&block);
    free(out);
}

/* As a block, the first two bytes say what it decodes to. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size = size < MOST_PACKED ? size : MOST_PACKED;
    encode((gait_span){data, size});
    if (size >= 2) {
        decode((gait_span){data + 2, size - 2}, (size_t)data[0] | (size_t)data[1] << 8);
    }
    return 0;
}
