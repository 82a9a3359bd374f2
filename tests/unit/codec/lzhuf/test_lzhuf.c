/* Tests LZHUF: round trips, and bounds on damaged data. */
#include <stdlib.h>

#include "allocator.h"
#include "base/bytes.h"
#include "codec/lzhuf/lzhuf.h"
#include "lzhuf_encode.h"
#include "test.h"

enum { MOST = 200000 };

static uint8_t plain[MOST];

/* `kind`: 0 = random, 1 = few values, 2 = a repeated phrase with errors, 3 = one value. */
static gait_span fill_plain(int kind, size_t size, uint32_t seed) {
    static const char phrase[] = "norm_torso_0_walk ";
    for (size_t i = 0; i < size; i++) {
        seed = seed * 1664525 + 1013904223;
        uint8_t noise = (uint8_t)(seed >> 24);
        plain[i] = kind == 0   ? noise
                   : kind == 1 ? noise % 3
                   : kind == 2 ? (noise < 8 ? noise : (uint8_t)phrase[i % (sizeof phrase - 1)])
                               : 'x';
    }
    return gaiti_span(plain, size);
}

static gait_buffer encode(gait_span in) {
    gaiti_arena scratch;
    gait_buffer out = {0};
    gaiti_arena_init(&scratch, NULL, 0);
    assert_true(test_lzhuf_encode(in, &scratch, &out));
    gaiti_arena_free(&scratch);
    return out;
}

/* Decodes to a block of the exact size, so that sanitizers detect writes past its end. */
static gait_status decode(gait_span in, size_t size, uint8_t **out, size_t *consumed) {
    *out = malloc(size);
    assert_non_null(*out);
    return gaiti_lzhuf_decode(in, *out, size, consumed);
}

static void assert_survives_round_trip(gait_span in) {
    gait_buffer packed = encode(in);
    gait_span bytes = {packed.data, packed.size};
    uint32_t size;
    size_t consumed;
    uint8_t *out;
    assert_int_equal(gaiti_lzhuf_size(bytes, &size), GAIT_OK);
    assert_int_equal(size, in.size);
    assert_int_equal(decode(bytes, size, &out, &consumed), GAIT_OK);
    assert_int_equal(consumed, packed.size);
    assert_memory_equal(out, in.data, in.size);
    free(out);
    gait_buffer_free(&packed);
}

TEST(data_survives_a_round_trip) {
    static const size_t sizes[] = {1, 2, 3, 4, 59, 60, 61, 62, 313, 4035, 4096, 4097, 9000, MOST};
    for (int kind = 0; kind < 4; kind++) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            assert_survives_round_trip(fill_plain(kind, sizes[i], (uint32_t)i + 1));
        }
    }
}

/* Checks the header of one encoded literal, and decodes a stream of zeros. */
TEST(a_handwritten_stream_is_decoded) {
    gait_buffer packed = encode(gaiti_span("a", 1));
    assert_in_range(packed.size, 5, 6);
    assert_int_equal(gaiti_load_u32(packed.data), 1);
    gait_buffer_free(&packed);
    /* Only zero bits: the decoder follows the same branch at every node. */
    const uint8_t bytes[] = {2, 0, 0, 0, 0};
    uint8_t out[2];
    size_t consumed;
    assert_int_equal(gaiti_lzhuf_decode(gaiti_span(bytes, 5), out, 2, &consumed), GAIT_OK);
    assert_true(consumed > 5); /* more bits were needed than available */
}

TEST(repetition_is_small) {
    gait_buffer packed = encode(fill_plain(3, MOST, 0));
    assert_in_range(packed.size, 1, MOST / 40);
    gait_buffer_free(&packed);
    packed = encode(fill_plain(2, MOST, 5));
    assert_in_range(packed.size, 1, MOST / 4);
    gait_buffer_free(&packed);
}

TEST(sizes_that_cannot_be_are_refused) {
    uint8_t bytes[6] = {0};
    uint32_t size = 9;
    size_t consumed = 9;
    uint8_t out[64];
    assert_int_equal(gaiti_lzhuf_size(gaiti_span(bytes, 3), &size), GAIT_TRUNCATED);
    assert_int_equal(gaiti_lzhuf_size(gaiti_span(bytes, 6), &size), GAIT_CORRUPT);
    bytes[0] = 1;
    assert_int_equal(gaiti_lzhuf_size(gaiti_span(bytes, 4), &size), GAIT_CORRUPT);
    bytes[0] = 48;
    assert_int_equal(gaiti_lzhuf_size(gaiti_span(bytes, 5), &size), GAIT_OK);
    assert_int_equal(size, 48);
    bytes[0] = 49;
    assert_int_equal(gaiti_lzhuf_size(gaiti_span(bytes, 5), &size), GAIT_CORRUPT);
    assert_int_equal(gaiti_lzhuf_decode(gaiti_span(bytes, 5), out, 49, &consumed), GAIT_CORRUPT);
    assert_int_equal(gaiti_lzhuf_decode(gaiti_span(bytes, 6), out, 48, &consumed), GAIT_CORRUPT);
    assert_int_equal(consumed, 0);
}

/* Truncated and changed streams decode to exactly the requested size. */
TEST(damage_stays_in_bounds) {
    gait_buffer packed = encode(fill_plain(2, 600, 3));
    for (size_t cut = 4; cut <= packed.size; cut++) {
        uint32_t size;
        gait_span bytes = {packed.data, cut};
        if (gaiti_lzhuf_size(bytes, &size) == GAIT_OK) {
            uint8_t *out;
            size_t consumed;
            assert_int_equal(decode(bytes, size, &out, &consumed), GAIT_OK);
            assert_true(cut == packed.size ? consumed == cut : consumed >= cut);
            free(out);
        }
    }
    for (size_t at = 4; at < packed.size; at++) {
        for (unsigned flip = 1; flip < 256; flip <<= 1) {
            uint8_t *out;
            size_t consumed;
            packed.data[at] ^= (uint8_t)flip;
            assert_int_equal(decode(gaiti_span(packed.data, packed.size), 600, &out, &consumed),
                             GAIT_OK);
            packed.data[at] ^= (uint8_t)flip;
            free(out);
        }
    }
    gait_buffer_free(&packed);
}

static gait_status encode_with(const gait_options *options, void *user) {
    gaiti_arena scratch;
    gait_buffer out = {.allocator = options->allocator};
    (void)user;
    gaiti_arena_init(&scratch, options, 0);
    bool done = test_lzhuf_encode(fill_plain(2, 3000, 1), &scratch, &out);
    gaiti_arena_free(&scratch);
    gait_buffer_free(&out);
    return done ? GAIT_OK : GAIT_NO_MEMORY;
}

TEST(out_of_memory_is_reported) {
    test_every_failing_allocation(encode_with, NULL);
}
