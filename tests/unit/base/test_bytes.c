/* Tests little-endian access at any address, sticky reader failures, and failed writes. */
#include <stdlib.h>

#include "allocator.h"
#include "base/bytes.h"
#include "test.h"

TEST(loads_are_little_endian_at_any_address) {
    static const uint8_t bytes[] = {0, 1, 2, 3, 4, 5, 6, 7, 0xF8};
    assert_int_equal(gaiti_load_u16(bytes + 1), 0x0201);
    assert_int_equal(gaiti_load_u32(bytes + 1), 0x04030201);
    assert_true(gaiti_load_u64(bytes + 1) == UINT64_C(0xF807060504030201));
    assert_int_equal(gaiti_load_s16(bytes + 7), -2041); /* 07 F8 */
}

TEST(stored_values_load_unchanged) {
    uint8_t out[5] = {0};
    gaiti_store_u32(out + 1, 0x89ABCDEF);
    assert_int_equal(gaiti_load_u32(out + 1), 0x89ABCDEF);
    gaiti_store_s16(out + 1, -2);
    assert_int_equal(gaiti_load_s16(out + 1), -2);
    gaiti_store_f32(out + 1, -0.0F);
    assert_int_equal(gaiti_load_u32(out + 1), 0x80000000);
    assert_int_equal(out[0], 0);
}

TEST(reader_failure_is_sticky) {
    static const uint8_t bytes[] = {1, 2, 3, 4, 5};
    gaiti_reader in = gaiti_reader_over((gait_span){bytes, 5}, 100);
    assert_int_equal(gaiti_read_u16(&in), 0x0201);
    assert_int_equal(gaiti_bytes_left(&in), 3);
    assert_int_equal(gaiti_read_u32(&in), 0);
    assert_true(in.failed);
    assert_int_equal(in.requested, 4);
    assert_int_equal(gaiti_offset(&in), 102);
    assert_int_equal(gaiti_read_u8(&in), 0); /* bytes are left, but failures are sticky */
    assert_null(gaiti_read(&in, 0));
    assert_int_equal(gaiti_bytes_left(&in), 0);
    assert_int_equal(in.requested, 4);
}

TEST(huge_sizes_do_not_overflow) {
    static const uint8_t bytes[4] = {0};
    gaiti_reader in = gaiti_reader_over((gait_span){bytes, 4}, 0);
    gaiti_read(&in, 2);
    assert_null(gaiti_read(&in, UINT64_MAX));
    in = gaiti_reader_over((gait_span){NULL, 0}, 0);
    assert_int_equal(gaiti_read_span(&in, 0).size, 0);
    assert_false(in.failed);
    assert_int_equal(gaiti_read_u8(&in), 0);
    assert_true(in.failed);
}

TEST(text_requires_a_terminating_nul) {
    static const uint8_t bytes[] = {'a', 'b', 0, 0, 'c'};
    gaiti_reader in = gaiti_reader_over((gait_span){bytes, 5}, 0);
    gait_span text = gaiti_read_text(&in);
    assert_int_equal(text.size, 2);
    assert_memory_equal(text.data, "ab", 2);
    assert_int_equal(gaiti_read_text(&in).size, 0);
    assert_false(in.failed);
    assert_int_equal(gaiti_read_text(&in).size, 0);
    assert_true(in.failed);
    assert_int_equal(in.at, 4);
}

TEST(failed_writes_leave_the_buffer_unchanged) {
    test_allocator allocator = {.fail_at = 3};
    gait_buffer out = {.allocator = test_allocator_options(&allocator).allocator};
    size_t written = 0;
    while (gaiti_write_u32(&out, 0x01020304)) {
        written += 4;
    }
    assert_int_equal(out.size, written); /* the failed write appended nothing */
    assert_int_equal(written, 512);
    assert_int_equal(out.data[written - 4], 4);
    gait_buffer_free(&out);
    assert_null(out.data);
    assert_int_equal(out.size, 0);
    assert_non_null(out.allocator.resize);
    assert_int_equal(allocator.live_bytes, 0);
}

TEST(write_functions_append_their_values) {
    static const uint8_t expected[] = {7, 8, 9, 0, 0, 0x80, 0x3F, 'x', 'y', 5, 5, 5};
    gait_buffer out = {0};
    assert_true(gaiti_write_u8(&out, 7) && gaiti_write_u16(&out, 0x0908) &&
                gaiti_write_f32(&out, 1));
    assert_true(gaiti_write_text(&out, "xy") && gaiti_write_fill(&out, 5, 3));
    assert_true(gaiti_write(&out, NULL, 0));
    assert_int_equal(out.size, sizeof expected);
    assert_memory_equal(out.data, expected, sizeof expected);
    assert_null(gaiti_extend(&out, SIZE_MAX));
    assert_null(gaiti_extend(&out, SIZE_MAX - out.size));
    assert_int_equal(out.size, sizeof expected);
    gait_buffer_free(&out);
    gait_buffer_free(NULL);
}
