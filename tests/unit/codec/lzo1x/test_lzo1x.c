/* Tests LZO1X: limits of every instruction, every truncation, every changed byte, and round
 * trips. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "codec/lzo1x/lzo1x.h"
#include "generated_bytes.h"
#include "test.h"

enum { MOST = 1 << 17, MARK = 3 };

/* A stream under construction. */
typedef struct stream {
    uint8_t bytes[MOST];
    size_t size;
} stream;

static stream made;
static uint8_t decoded[MOST + 64];

static void put(int count, ...) {
    va_list arguments;
    va_start(arguments, count);
    for (int i = 0; i < count; i++) {
        made.bytes[made.size++] = (uint8_t)va_arg(arguments, int);
    }
    va_end(arguments);
}

/* Literals 0, 1, 2, ... modulo 251, so that matches at different distances differ. */
static void put_counting(size_t count) {
    for (size_t i = 0; i < count; i++) {
        made.bytes[made.size++] = (uint8_t)(i % 251);
    }
}

static void put_long(size_t rest) {
    for (; rest > 255; rest -= 255) {
        put(1, 0);
    }
    put(1, (int)rest);
}

/* A run of at least 19 literals, at the start or after a match without literals. */
static void put_run(size_t count) {
    put(1, 0);
    put_long(count - 18);
    put_counting(count);
}

static void begin_with_run(size_t count) {
    made.size = 0;
    put_run(count);
}

/* Copies to a block of the exact size, so that sanitizers detect reads past its end. */
static gait_status decode_exactly(const uint8_t *bytes, size_t size, size_t out_size,
                                  size_t *out_consumed) {
    uint8_t *in = malloc(size ? size : 1), *out = malloc(out_size ? out_size : 1);
    assert_non_null(in);
    assert_non_null(out);
    memcpy(in, bytes, size);
    gait_status status = gaiti_lzo1x_decode((gait_span){in, size}, out, out_size, out_consumed);
    memcpy(decoded, out, out_size);
    assert_true(*out_consumed <= size);
    free(in);
    free(out);
    return status;
}

static void assert_decodes(size_t out_size) {
    size_t consumed;
    put(MARK, 0x11, 0, 0);
    assert_int_equal(decode_exactly(made.bytes, made.size, out_size, &consumed), GAIT_OK);
    assert_int_equal(consumed, made.size);
}

static void assert_corrupt(size_t out_size) {
    size_t consumed;
    put(MARK, 0x11, 0, 0);
    assert_int_equal(decode_exactly(made.bytes, made.size, out_size, &consumed), GAIT_CORRUPT);
}

/* Asserts that `length` bytes at `place` are copies of those `distance` before. */
static void assert_copied(size_t place, size_t length, size_t distance) {
    for (size_t i = place; i < place + length; i++) {
        assert_int_equal(decoded[i], decoded[i - distance]);
    }
}

TEST(first_byte_gives_the_number_of_literals) {
    for (size_t count = 1; count <= 238; count++) {
        made.size = 0;
        put(1, (int)(17 + count));
        put_counting(count);
        assert_decodes(count);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(decoded[i], i);
        }
    }
    made.size = 0;
    assert_decodes(0);
}

TEST(runs_have_lengths_of_any_size) {
    for (size_t count = 4; count <= 18; count++) {
        made.size = 0;
        put(1, (int)count - 3);
        put_counting(count);
        assert_decodes(count);
        assert_int_equal(decoded[count - 1], count - 1);
    }
    static const size_t counts[] = {19, 20, 272, 273, 274, 528, 529, 65536, 100000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        begin_with_run(counts[i]);
        assert_decodes(counts[i]);
        assert_int_equal(decoded[counts[i] - 1], (counts[i] - 1) % 251);
    }
}

TEST(pairs_reach_1024_back_behind_few_literals) {
    static const size_t distances[] = {1, 2, 4, 5, 1021, 1024};
    for (size_t i = 0; i < 6; i++) {
        for (int literals = 1; literals <= 3; literals++) {
            size_t back = distances[i] - 1;
            begin_with_run(1200);
            put(2, 0x40 | literals, 0); /* match: length 3, distance 1 */
            put_counting((size_t)literals);
            put(2, (int)(back & 3) << 2, (int)(back >> 2));
            assert_decodes(1200 + 3 + (size_t)literals + 2);
            assert_copied(1200 + 3 + (size_t)literals, 2, distances[i]);
        }
    }
    made.size = 0;
    put(5, 17 + 2, 'a', 'b', 1 << 2, 0); /* also after few literals at the start */
    assert_decodes(4);
    assert_memory_equal(decoded, "abab", 4);
}

TEST(triples_reach_2049_to_3072_back_behind_a_run) {
    static const size_t distances[] = {2049, 2050, 2052, 3071, 3072};
    for (size_t i = 0; i < 5; i++) {
        size_t back = distances[i] - 2049;
        begin_with_run(3072);
        put(2, (int)(back & 3) << 2, (int)(back >> 2));
        assert_decodes(3072 + 3);
        assert_copied(3072, 3, distances[i]);
    }
    begin_with_run(3071);
    put(2, 3 << 2, 255);
    assert_corrupt(3071 + 3);
}

TEST(near_matches_have_3_to_8_bytes) {
    static const size_t distances[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 2041, 2048};
    for (size_t length = 3; length <= 8; length++) {
        for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
            size_t back = distances[i] - 1;
            begin_with_run(2048);
            put(2, (int)((length - 1) << 5 | (back & 7) << 2), (int)(back >> 3));
            assert_decodes(2048 + length);
            assert_copied(2048, length, distances[i]);
        }
    }
    begin_with_run(2047);
    put(2, 0x40 | 7 << 2, 255);
    assert_corrupt(2050);
}

/* Tests a match instruction of three bytes. `first` is its first byte without length, `most` the
 * maximum length without extension bytes. */
static void check_long_form(int first, size_t most, size_t before, size_t distance, int place) {
    static const size_t more[] = {0, 1, 2, 255, 256, 510, 511};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        size_t lengths[2] = {3 + i % (most - 2), most + more[i]};
        for (int which = 0; which < 2; which++) {
            size_t length = lengths[which];
            begin_with_run(before);
            if (length <= most) {
                put(1, first | (int)(length - 2));
            } else {
                put(1, first);
                put_long(length - most);
            }
            put(2, place & 255, place >> 8);
            assert_decodes(before + length);
            assert_copied(before, length, distance);
        }
    }
}

TEST(middle_matches_reach_16384_back) {
    static const size_t distances[] = {1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 16383, 16384};
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        size_t distance = distances[i];
        check_long_form(32, 33, 16384, distance, (int)(distance - 1) << 2);
    }
    begin_with_run(16383);
    put(3, 33, 0xFC, 0xFF);
    assert_corrupt(16383 + 3);
}

TEST(far_matches_reach_49151_back) {
    static const size_t distances[] = {16385, 16386, 32767, 32768, 32769, 49151};
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        size_t rest = distances[i] - 16384;
        check_long_form(16 | (rest >= 16384 ? 8 : 0), 9, 49151, distances[i],
                        (int)(rest & 16383) << 2);
    }
    begin_with_run(49150);
    put(3, 16 | 8 | 1, 0xFC, 0xFF);
    assert_corrupt(49150 + 3);
}

TEST(matches_carry_up_to_3_literals) {
    for (int literals = 0; literals <= 3; literals++) {
        begin_with_run(100);
        put(2, 0x40 | literals, 0);
        put_counting((size_t)literals);
        put(3, 32 | 1, literals, 0);
        put_counting((size_t)literals);
        assert_decodes(100 + 2 * (3 + (size_t)literals));
        for (int i = 0; i < literals; i++) {
            assert_int_equal(decoded[103 + i], i);
            assert_int_equal(decoded[106 + literals + i], i);
        }
    }
}

TEST(the_mark_may_have_any_length) {
    static const uint8_t marks[][6] = {
        {0x11, 0, 0}, {0x17, 3, 0}, {0x10, 1, 0, 0}, {0x10, 0, 9, 2, 0}};
    static const size_t sizes[] = {3, 3, 4, 5};
    for (size_t i = 0; i < 4; i++) {
        size_t consumed;
        uint8_t bytes[16] = {17 + 3, 'a', 'b', 'c'};
        memcpy(bytes + 4, marks[i], sizes[i]);
        assert_int_equal(decode_exactly(bytes, 4 + sizes[i], 3, &consumed), GAIT_OK);
        assert_int_equal(consumed, 4 + sizes[i]);
        assert_int_equal(decode_exactly(bytes, 4 + sizes[i] - 1, 3, &consumed), GAIT_TRUNCATED);
    }
}

TEST(what_follows_the_block_is_left) {
    static const uint8_t abc[7] = {0x14, 'a', 'b', 'c', 0x11, 0, 0};
    uint8_t bytes[7 + 40];
    for (int filler = 0; filler < 256; filler++) {
        size_t consumed;
        memset(bytes, filler, sizeof bytes);
        memcpy(bytes, abc, sizeof abc);
        assert_int_equal(decode_exactly(bytes, sizeof bytes, 3, &consumed), GAIT_OK);
        assert_int_equal(consumed, 7);
        assert_memory_equal(decoded, "abc", 3);
    }
}

TEST(sizes_that_do_not_fit_are_corrupt) {
    static const uint8_t abc[7] = {0x14, 'a', 'b', 'c', 0x11, 0, 0};
    for (size_t size = 0; size < 40; size++) {
        size_t consumed;
        gait_status wanted = size == 3 ? GAIT_OK : GAIT_CORRUPT;
        assert_int_equal(decode_exactly(abc, sizeof abc, size, &consumed), wanted);
    }
    size_t consumed;
    assert_int_equal(gaiti_lzo1x_decode((gait_span){NULL, 0}, NULL, 0, &consumed), GAIT_TRUNCATED);
    assert_int_equal(consumed, 0);
}

/* Zeros that encode a length far beyond the output. */
TEST(endless_zeros_end) {
    static const uint8_t firsts[] = {0, 16, 32};
    for (size_t i = 0; i < sizeof firsts; i++) {
        size_t consumed;
        made.size = 0;
        if (firsts[i]) {
            put(2, 17 + 1, 'a');
        }
        put(1, firsts[i]);
        memset(made.bytes + made.size, 0, 1000);
        made.size += 1000;
        assert_int_equal(decode_exactly(made.bytes, made.size, 64, &consumed), GAIT_TRUNCATED);
        put(3, 1, 1, 0);
        put_counting(200);
        assert_int_equal(decode_exactly(made.bytes, made.size, 64, &consumed), GAIT_CORRUPT);
    }
}

/* --- round trips ------------------------------------------------------------------------------ */

/* The encoded block. The caller frees it. */
static gait_buffer encode(gait_span bytes) {
    gaiti_arena scratch;
    gait_buffer out = {0};
    gaiti_arena_init(&scratch, NULL, 0);
    assert_true(gaiti_lzo1x_encode(bytes, &scratch, &out));
    gaiti_arena_free(&scratch);
    return out;
}

static size_t round_trip(gait_span bytes) {
    size_t consumed;
    gait_buffer block = encode(bytes);
    assert_int_equal(decode_exactly(block.data, block.size, bytes.size, &consumed), GAIT_OK);
    assert_int_equal(consumed, block.size);
    if (bytes.size) {
        assert_memory_equal(decoded, bytes.data, bytes.size);
    }
    gait_buffer_free(&block);
    return consumed;
}

static void assert_encoded(gait_span bytes, const uint8_t *expected, size_t size) {
    gait_buffer block = encode(bytes);
    assert_int_equal(block.size, size);
    assert_memory_equal(block.data, expected, size);
    gait_buffer_free(&block);
}

TEST(every_size_of_every_kind_survives_a_round_trip) {
    static uint8_t bytes[2000];
    for (int kind = 0; kind < MADE_KINDS; kind++) {
        for (size_t size = 0; size <= sizeof bytes; size += 1 + size / 100) {
            make_bytes(bytes, size, kind, size);
            size_t packed = round_trip((gait_span){size ? bytes : NULL, size});
            /* Worst case: a run of literals, its length and the end mark. */
            assert_true(packed <= size + 4 + MARK + size / 255);
        }
    }
}

TEST(several_segments_survive_a_round_trip) {
    static uint8_t bytes[MOST];
    static const size_t sizes[] = {32767, 32768, 32769, 32773, 70000};
    for (int kind = 0; kind < MADE_KINDS; kind++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            make_bytes(bytes, sizes[i], kind, i);
            round_trip((gait_span){bytes, sizes[i]});
        }
    }
}

/* Literals that are pending at the end of a segment must be counted correctly. */
TEST(matches_across_the_end_of_a_segment) {
    static uint8_t bytes[32768 + 64];
    for (size_t shift = 0; shift < 24; shift++) {
        make_bytes(bytes, sizeof bytes, MADE_RANDOM, shift);
        size_t place = 32768 - 12 + shift / 2;
        memcpy(bytes + place, bytes + place - 1000, 4 + shift % 2);
        memcpy(bytes + place + 9, bytes + place - 500, 3);
        round_trip((gait_span){bytes, sizeof bytes});
    }
}

/* The examples of docs/formats/lzo.md. */
TEST(examples_are_written_so) {
    static const uint8_t none[] = {0x11, 0, 0}, abc[] = {0x14, 'a', 'b', 'c', 0x11, 0, 0};
    static const uint8_t sevens[] = {0x12, 7, 0x20, 0, 0x0B, 0, 0, 0x11, 0, 0};
    uint8_t bytes[300];
    memset(bytes, 7, sizeof bytes);
    assert_encoded((gait_span){NULL, 0}, none, sizeof none);
    assert_encoded(gaiti_span("abc", 3), abc, sizeof abc);
    assert_encoded((gait_span){bytes, sizeof bytes}, sevens, sizeof sevens);
}

/* The encoder uses the shortest instructions: the sizes are known. */
TEST(cheapest_forms_are_found) {
    static uint8_t bytes[60000];
    memset(bytes, 7, sizeof bytes);
    /* literal: 1 + 1; match of 299: 1 + 2 bytes of length (266 = 255 + 11) + 2 */
    assert_int_equal(round_trip((gait_span){bytes, 300}), 2 + 5 + MARK);
    make_bytes(bytes, sizeof bytes, MADE_RANDOM, 1);
    memcpy(bytes + 300, bytes + 100, 8);
    /* 300 literals: an instruction and 2 bytes of length */
    assert_int_equal(round_trip((gait_span){bytes, 308}), 3 + 300 + 2 + MARK);
    memcpy(bytes + 3000, bytes + 100, 3);
    /* 2692 more: 2692 - 18 = 10 * 255 + 124, so 11 bytes of length */
    assert_int_equal(round_trip((gait_span){bytes, 3003}), 305 + 12 + 2692 + 2 + MARK);
    make_bytes(bytes, sizeof bytes, MADE_RANDOM, 2);
    memcpy(bytes + 50000, bytes + 2000, 9);
    size_t with = round_trip((gait_span){bytes, 50009});
    make_bytes(bytes, sizeof bytes, MADE_RANDOM, 2);
    assert_int_equal(round_trip((gait_span){bytes, 50009}) - with, 9 - 3);
}

static gait_status encode_records(const gait_options *options, void *user) {
    uint8_t bytes[3000];
    (void)user;
    make_bytes(bytes, sizeof bytes, MADE_RECORDS, 1);
    gait_buffer out = {.allocator = options->allocator};
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, options, 0);
    bool is_encoded = gaiti_lzo1x_encode((gait_span){bytes, sizeof bytes}, &scratch, &out);
    gaiti_arena_free(&scratch);
    gait_buffer_free(&out);
    return is_encoded ? GAIT_OK : GAIT_NO_MEMORY;
}

TEST(every_failing_allocation_is_reported) {
    assert_true(test_every_failing_allocation(encode_records, NULL) > 0);
}

/* --- damage ----------------------------------------------------------------------------------- */

TEST(every_truncation_is_reported) {
    static uint8_t bytes[600];
    for (int kind = 0; kind < MADE_KINDS; kind++) {
        make_bytes(bytes, sizeof bytes, kind, 5);
        gait_buffer block = encode((gait_span){bytes, sizeof bytes});
        for (size_t size = 0; size < block.size; size++) {
            size_t consumed;
            assert_int_equal(decode_exactly(block.data, size, sizeof bytes, &consumed),
                             GAIT_TRUNCATED);
        }
        gait_buffer_free(&block);
    }
}

/* No changed byte causes an access outside the buffers. */
TEST(every_changed_byte_is_survived) {
    static uint8_t bytes[120];
    for (int kind = 0; kind < MADE_KINDS; kind++) {
        make_bytes(bytes, sizeof bytes, kind, 9);
        gait_buffer block = encode((gait_span){bytes, sizeof bytes});
        for (size_t at = 0; at < block.size; at++) {
            uint8_t original = block.data[at];
            for (int value = 0; value < 256; value++) {
                size_t consumed;
                block.data[at] = (uint8_t)value;
                gait_status status =
                    decode_exactly(block.data, block.size, sizeof bytes, &consumed);
                assert_true(status == GAIT_OK || status == GAIT_TRUNCATED ||
                            status == GAIT_CORRUPT);
                assert_true(value != original || status == GAIT_OK);
            }
            block.data[at] = original;
        }
        gait_buffer_free(&block);
    }
}
