/* Fuzzes LZSS: decodes the input, and encodes it. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "codec/lzss.h"
#include "require.h"

enum { MAX_PACKED = 1 << 17 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void decode(gait_span in, size_t out_size) {
    uint8_t *out = allocate(out_size);
    size_t consumed;
    gaiti_lzss_sum sum;
    gait_status status = gaiti_lzss_decode(in, out, out_size, &consumed, &sum);
    REQUIRE(consumed <= in.size);
    REQUIRE(status == GAIT_OK || status == GAIT_TRUNCATED);
    if (status == GAIT_OK) {
        gait_span shorter = {in.data, consumed - 1};
        REQUIRE(gaiti_lzss_decode(shorter, out, out_size, &consumed, &sum) == GAIT_TRUNCATED);
    }
    free(out);
}

static void encode(gait_span in) {
    gaiti_arena scratch;
    gait_buffer packed = {0};
    size_t consumed;
    gaiti_lzss_sum sum;
    uint8_t *out = allocate(in.size);
    gaiti_arena_init(&scratch, NULL, 0);
    REQUIRE(gaiti_lzss_encode(in, &scratch, &packed));
    gait_span bytes = {packed.data, packed.size};
    REQUIRE(packed.size <= in.size + (in.size + 7) / 8 + 4);
    REQUIRE(gaiti_lzss_decode(bytes, out, in.size, &consumed, &sum) == GAIT_OK);
    REQUIRE(consumed == packed.size && sum == GAITI_LZSS_SUM_UNSIGNED);
    REQUIRE(in.size == 0 || memcmp(out, in.data, in.size) == 0);
    gaiti_arena_free(&scratch);
    gait_buffer_free(&packed);
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
