/* Tests LZSS: distances and lengths of matches, checksums, truncations, changed bytes, round
 * trips. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "codec/lzss.h"
#include "generated_bytes.h"
#include "test.h"

enum { MOST = 1 << 17, SUM = 4 };

static uint8_t decoded[MOST];

/* Copies to a block of the exact size, so that sanitizers detect reads past its end. */
static gait_status decode_exactly(const uint8_t *bytes, size_t size, size_t out_size,
                                  size_t *out_consumed, gaiti_lzss_sum *out_sum) {
    uint8_t *in = malloc(size ? size : 1), *out = malloc(out_size ? out_size : 1);
    assert_non_null(in);
    assert_non_null(out);
    memcpy(in, bytes, size);
    gait_status status =
        gaiti_lzss_decode((gait_span){in, size}, out, out_size, out_consumed, out_sum);
    memcpy(decoded, out, out_size);
    assert_true(*out_consumed <= size);
    free(in);
    free(out);
    return status;
}

static void assert_decodes(const uint8_t *bytes, size_t size, const char *text,
                           gaiti_lzss_sum wanted) {
    size_t consumed;
    gaiti_lzss_sum sum;
    assert_int_equal(decode_exactly(bytes, size, strlen(text), &consumed, &sum), GAIT_OK);
    assert_int_equal(consumed, size);
    assert_int_equal(sum, wanted);
    assert_memory_equal(decoded, text, strlen(text));
}

TEST(literals_are_decoded) {
    static const uint8_t abc[] = {7, 'a', 'b', 'c', 0x26, 1, 0, 0};
    assert_decodes(abc, sizeof abc, "abc", GAITI_LZSS_SUM_UNSIGNED);
}

TEST(matches_copy_earlier_bytes_and_may_overlap) {
    /* 'a' and 'b', then a match: length 7, distance 2 */
    static const uint8_t bytes[] = {3, 'a', 'b', 2, 4, 0x6D, 3, 0, 0};
    assert_decodes(bytes, sizeof bytes, "ababababa", GAITI_LZSS_SUM_UNSIGNED);
}

TEST(the_window_starts_filled_with_spaces) {
    /* 'a', then a match: length 5, distance 3 */
    static const uint8_t bytes[] = {1, 'a', 3, 2, 0x03, 1, 0, 0};
    assert_decodes(bytes, sizeof bytes, "a  a  ", GAITI_LZSS_SUM_WRONG);
    static const uint8_t blanks[] = {0, 0, 0xFF, 0x40, 2, 0, 0};
    assert_decodes(blanks, sizeof blanks, "                  ", GAITI_LZSS_SUM_UNSIGNED);
}

TEST(data_may_end_inside_a_match) {
    static const uint8_t bytes[] = {1, 'a', 1, 15, 0x84, 1, 0, 0};
    assert_decodes(bytes, sizeof bytes, "aaaa", GAITI_LZSS_SUM_UNSIGNED);
}

/* Distances 1 to 4095, and 0, which encodes 4096. */
TEST(match_distances_up_to_4096_are_decoded) {
    static uint8_t bytes[8192];
    for (size_t distance = 1; distance <= 4096; distance += distance == 4000 ? 1 : 13) {
        size_t size = 0, consumed;
        gaiti_lzss_sum sum;
        for (size_t i = 0; i < 4104; i++) {
            if (i % 8 == 0) {
                bytes[size++] = 0xFF;
            }
            bytes[size++] = (uint8_t)(i % 251);
        }
        bytes[size++] = 0;
        bytes[size++] = (uint8_t)distance;
        bytes[size++] = (uint8_t)(distance >> 4 & 0xF0);
        memset(bytes + size, 0, SUM);
        assert_int_equal(decode_exactly(bytes, size + SUM, 4107, &consumed, &sum), GAIT_OK);
        for (size_t i = 4104; i < 4107; i++) {
            assert_int_equal(decoded[i], decoded[i - distance]);
        }
    }
}

TEST(signed_and_unsigned_checksums_are_recognised) {
    uint8_t bytes[] = {3, 0x80, 0x01, 0, 0, 0, 0};
    const char *text = "\x80\x01";
    gaiti_store_u32(bytes + 3, 0x81);
    assert_decodes(bytes, sizeof bytes, text, GAITI_LZSS_SUM_UNSIGNED);
    gaiti_store_u32(bytes + 3, (uint32_t)(-128 + 1));
    assert_decodes(bytes, sizeof bytes, text, GAITI_LZSS_SUM_SIGNED);
    gaiti_store_u32(bytes + 3, 0x80);
    assert_decodes(bytes, sizeof bytes, text, GAITI_LZSS_SUM_WRONG);
}

TEST(empty_data_is_a_checksum_only) {
    size_t consumed;
    gaiti_lzss_sum sum;
    static const uint8_t zero[SUM] = {0};
    assert_int_equal(gaiti_lzss_decode((gait_span){zero, SUM}, NULL, 0, &consumed, &sum), GAIT_OK);
    assert_int_equal(consumed, SUM);
    assert_int_equal(sum, GAITI_LZSS_SUM_UNSIGNED);
    assert_int_equal(gaiti_lzss_decode((gait_span){NULL, 0}, NULL, 0, &consumed, &sum),
                     GAIT_TRUNCATED);
}

/* The encoded bytes. The caller frees them. */
static gait_buffer encode(gait_span bytes) {
    gaiti_arena scratch;
    gait_buffer out = {0};
    gaiti_arena_init(&scratch, NULL, 0);
    assert_true(gaiti_lzss_encode(bytes, &scratch, &out));
    gaiti_arena_free(&scratch);
    return out;
}

static size_t round_trip(gait_span bytes) {
    size_t consumed;
    gaiti_lzss_sum sum;
    gait_buffer packed = encode(bytes);
    assert_int_equal(decode_exactly(packed.data, packed.size, bytes.size, &consumed, &sum),
                     GAIT_OK);
    assert_int_equal(consumed, packed.size);
    assert_int_equal(sum, GAITI_LZSS_SUM_UNSIGNED);
    if (bytes.size) {
        assert_memory_equal(decoded, bytes.data, bytes.size);
    }
    gait_buffer_free(&packed);
    return consumed;
}

TEST(data_of_every_kind_and_size_survives_a_round_trip) {
    static uint8_t bytes[2000];
    for (int kind = 0; kind < MADE_KINDS; kind++) {
        for (size_t size = 0; size <= sizeof bytes; size += 1 + size / 100) {
            make_bytes(bytes, size, kind, size);
            size_t packed = round_trip((gait_span){size ? bytes : NULL, size});
            assert_true(packed <= size + (size + 7) / 8 + SUM);
        }
    }
}

TEST(data_longer_than_a_segment_survives_a_round_trip) {
    static uint8_t bytes[MOST];
    static const size_t sizes[] = {32767, 32768, 32769, 70000};
    for (int kind = 0; kind < MADE_KINDS; kind++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            make_bytes(bytes, sizes[i], kind, i);
            round_trip((gait_span){bytes, sizes[i]});
        }
    }
}

/* The examples of docs/formats/lzo.md. */
TEST(documented_examples_are_encoded_exactly) {
    static const uint8_t abc[] = {7, 'a', 'b', 'c', 0x26, 1, 0, 0};
    gait_buffer packed = encode(gaiti_span("abc", 3));
    assert_int_equal(packed.size, sizeof abc);
    assert_memory_equal(packed.data, abc, sizeof abc);
    gait_buffer_free(&packed);
    assert_int_equal(round_trip((gait_span){NULL, 0}), SUM);
}

/* A literal takes 9 bits, a match of up to 18 bytes takes 17. */
TEST(the_encoder_finds_the_shortest_encoding) {
    static uint8_t bytes[5000];
    /* a literal and 10 matches of 18 bytes */
    assert_int_equal(round_trip((gait_span){bytes, 181}), (9 + 10 * 17 + 7) / 8 + SUM);
    make_bytes(bytes, sizeof bytes, MADE_RANDOM, 1);
    memcpy(bytes + 4095, bytes, 3);
    assert_int_equal(round_trip((gait_span){bytes, 4098}), (4095 * 9 + 17 + 7) / 8 + SUM);
    /* Greedy: a match of 3, then 2 literals. Shorter: a literal, then a match of 4. */
    static const char text[] = "abcXbcdeYabcde";
    assert_int_equal(round_trip(gaiti_span(text, 14)), (10 * 9 + 17 + 7) / 8 + SUM);
}

static gait_status encode_records(const gait_options *options, void *user) {
    uint8_t bytes[3000];
    (void)user;
    make_bytes(bytes, sizeof bytes, MADE_RECORDS, 1);
    gait_buffer out = {.allocator = options->allocator};
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, options, 0);
    bool is_encoded = gaiti_lzss_encode((gait_span){bytes, sizeof bytes}, &scratch, &out);
    gaiti_arena_free(&scratch);
    gait_buffer_free(&out);
    return is_encoded ? GAIT_OK : GAIT_NO_MEMORY;
}

TEST(every_failed_allocation_is_reported) {
    assert_true(test_every_failing_allocation(encode_records, NULL) > 0);
}

TEST(every_truncation_is_reported) {
    static uint8_t bytes[600];
    for (int kind = 0; kind < MADE_KINDS; kind++) {
        make_bytes(bytes, sizeof bytes, kind, 5);
        gait_buffer packed = encode((gait_span){bytes, sizeof bytes});
        for (size_t size = 0; size < packed.size; size++) {
            size_t consumed;
            gaiti_lzss_sum sum;
            assert_int_equal(decode_exactly(packed.data, size, sizeof bytes, &consumed, &sum),
                             GAIT_TRUNCATED);
        }
        gait_buffer_free(&packed);
    }
}

TEST(no_changed_byte_crashes_the_decoder) {
    static uint8_t bytes[120];
    for (int kind = 0; kind < MADE_KINDS; kind++) {
        make_bytes(bytes, sizeof bytes, kind, 9);
        gait_buffer packed = encode((gait_span){bytes, sizeof bytes});
        for (size_t at = 0; at < packed.size; at++) {
            uint8_t original = packed.data[at];
            for (int change = 1; change < 256; change++) {
                size_t consumed;
                gaiti_lzss_sum sum;
                packed.data[at] = (uint8_t)(original ^ change);
                gait_status status =
                    decode_exactly(packed.data, packed.size, sizeof bytes, &consumed, &sum);
                assert_true(status == GAIT_OK || status == GAIT_TRUNCATED);
                /* Other bytes can have the same sum, but a wrong sum means other bytes. */
                if (status == GAIT_OK && sum == GAITI_LZSS_SUM_WRONG && at < packed.size - SUM) {
                    assert_memory_not_equal(decoded, bytes, sizeof bytes);
                }
            }
            packed.data[at] = original;
        }
        gait_buffer_free(&packed);
    }
}
