/* Tests that one visitor function reads, shows and writes the same fields. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/fields.h"
#include "test.h"

typedef struct record {
    uint8_t flags;
    uint16_t count;
    uint32_t size;
    float place[3];
    gait_span name, keys, rest;
} record;

static void visit_record(gaiti_visitor *visitor, record *fields) {
    uint32_t mark = gaiti_visit_push(visitor, "record", 3);
    gaiti_visit_u8(visitor, "flags", &fields->flags);
    gaiti_visit_u16(visitor, "count", &fields->count);
    gaiti_visit_u32(visitor, "size", &fields->size);
    gaiti_visit_f32s(visitor, "place", fields->place, 3);
    gaiti_visit_text(visitor, "name", &fields->name);
    gaiti_visit_block(visitor, "keys", GAIT_FIELD_S16, 2, 3, &fields->keys);
    gaiti_visit_pop(visitor, mark);
    gaiti_visit_bytes(visitor, "rest", 4, &fields->rest);
}

enum { RECORD_SIZE = 1 + 2 + 4 + 12 + 5 + 12 + 4 };
static const uint8_t record_bytes[RECORD_SIZE] = {
    0x81, 0x34, 0x12, 0x78, 0x56, 0x34, 0x12, 0, 0,    0x80, 0x3F, 0, 0, 0, 0xC0, 0, 0, 0, 0, 'w',
    'a',  'l',  'k',  0,    1,    0,    2,    0, 0xFF, 0xFF, 4,    0, 5, 0, 6,    0, 9, 9, 9, 9};

typedef struct seen {
    char text[256];
    uint64_t end;
    uint32_t fields, stop_after;
} seen;

static bool collect_field(void *user, const gait_field *field) {
    seen *notes = user;
    assert_int_equal(field->offset, 1000 + notes->end);
    notes->end += field->bytes.size;
    strcat(notes->text, field->name);
    strcat(notes->text, " ");
    return ++notes->fields != notes->stop_after;
}

TEST(reading_and_writing_are_inverse) {
    record fields;
    gait_buffer out = {0};
    gaiti_reader in = gaiti_reader_over((gait_span){record_bytes, RECORD_SIZE}, 0);
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    visit_record(&visitor, &fields);
    assert_true(gaiti_visit_is_ok(&visitor));
    assert_int_equal(gaiti_bytes_left(&in), 0);
    assert_int_equal(fields.flags, 0x81);
    assert_int_equal(fields.count, 0x1234);
    assert_int_equal(fields.size, 0x12345678);
    assert_true(fields.place[0] == 1 && fields.place[1] == -2 && fields.place[2] == 0);
    assert_int_equal(fields.name.size, 4);
    visitor = gaiti_visit_writing(&out);
    visit_record(&visitor, &fields);
    assert_int_equal(out.size, RECORD_SIZE);
    assert_memory_equal(out.data, record_bytes, RECORD_SIZE);
    gait_buffer_free(&out);
}

TEST(shown_fields_are_contiguous_and_have_paths) {
    record fields;
    seen notes = {0};
    gaiti_reader in = gaiti_reader_over((gait_span){record_bytes, RECORD_SIZE}, 1000);
    gaiti_visitor visitor = gaiti_visit_showing(&in, collect_field, &notes);
    visit_record(&visitor, &fields);
    assert_int_equal(notes.end, RECORD_SIZE);
    assert_string_equal(notes.text,
                        "record[3].flags record[3].count record[3].size record[3].place "
                        "record[3].name record[3].keys rest ");
}

TEST(a_visitor_can_stop) {
    record fields;
    seen notes = {.stop_after = 2};
    gaiti_reader in = gaiti_reader_over((gait_span){record_bytes, RECORD_SIZE}, 1000);
    gaiti_visitor visitor = gaiti_visit_showing(&in, collect_field, &notes);
    visit_record(&visitor, &fields);
    assert_int_equal(notes.fields, 2);
    assert_false(gaiti_visit_is_ok(&visitor));
    assert_false(in.failed);
}

TEST(every_truncation_fails_and_leaves_zeros) {
    for (size_t size = 0; size < RECORD_SIZE; size++) {
        record fields;
        memset(&fields, 0xEE, sizeof fields);
        gaiti_reader in = gaiti_reader_over((gait_span){record_bytes, size}, 0);
        gaiti_visitor visitor = gaiti_visit_reading(&in);
        visit_record(&visitor, &fields);
        assert_true(in.failed);
        assert_false(gaiti_visit_is_ok(&visitor));
        assert_null(fields.rest.data);
        assert_int_equal(fields.rest.size, 0);
    }
}

TEST(out_of_memory_is_sticky) {
    record fields = {
        .name = {record_bytes + 19, 4}, .keys = {record_bytes, 12}, .rest = {record_bytes, 4}};
    test_allocator allocator = {.fail_at = 1};
    gait_buffer out = {.allocator = test_allocator_options(&allocator).allocator};
    gaiti_visitor visitor = gaiti_visit_writing(&out);
    visit_record(&visitor, &fields);
    assert_true(visitor.no_memory);
    assert_false(gaiti_visit_is_ok(&visitor));
    gait_buffer_free(&out);
}

static bool check_path(void *user, const gait_field *field) {
    (void)user;
    assert_true(strlen(field->name) < GAITI_PATH_MAX);
    return true;
}

TEST(paths_that_are_too_long_are_truncated) {
    uint8_t value;
    gaiti_reader in = gaiti_reader_over((gait_span){record_bytes, 1}, 0);
    gaiti_visitor visitor = gaiti_visit_showing(&in, check_path, NULL);
    for (int i = 0; i < 40; i++) {
        gaiti_visit_push(&visitor, "deeper", 4000000000);
    }
    gaiti_visit_u8(&visitor, "value", &value);
    assert_int_equal(value, 0x81);
    gaiti_visit_pop(&visitor, 0);
    assert_int_equal(visitor.path_size, 0);
}

TEST(large_fields_become_blocks) {
    static uint8_t large[5000], small[100];
    gait_span spans[] = {{small, sizeof small}, {large, sizeof large}, {large, sizeof large}};
    gait_buffer out = {0};
    gaiti_arena arena;
    gaiti_arena_init(&arena, NULL, 0);
    gaiti_blocks blocks = {.arena = &arena};
    gaiti_visitor visitor = gaiti_visit_writing(&out);
    visitor.blocks = &blocks;
    for (int i = 0; i < 3; i++) {
        gaiti_visit_bytes(&visitor, "field", spans[i].size, &spans[i]);
    }
    assert_int_equal(out.size, sizeof small);
    assert_int_equal(gaiti_left_out_after(&blocks, 0), 2 * sizeof large);
    assert_int_equal(gaiti_left_out_after(&blocks, sizeof small), 0);
    uint32_t count;
    const gait_span *parts = gaiti_parts_of(&blocks, &out, &count);
    assert_int_equal(count, 5);
    assert_int_equal(parts[0].size, sizeof small);
    assert_ptr_equal(parts[1].data, large);
    assert_int_equal(parts[2].size, 0);
    assert_ptr_equal(parts[3].data, large);
    assert_int_equal(parts[4].size, 0);
    gaiti_arena_free(&arena);
    gait_buffer_free(&out);
}
