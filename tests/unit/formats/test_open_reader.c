/* Files read through a callback: whole, or only the parts that skeletons require. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "counted_reader.h"
#include "fixtures.h"
#include "gait/ogf.h"
#include "gait/inspect.h"
#include "test.h"

static void free_bytes(gait_span bytes) {
    free((void *)(uintptr_t)bytes.data);
}

/* --- whole files ------------------------------------------------------------------------------ */

TEST(whole_file_is_read_at_once_and_copied) {
    gait_span bytes = test_fixture_bytes("omf/ok/marks.omf");
    gait_span copy = test_fixture_bytes("omf/ok/marks.omf");
    counted_reader counted = {.bytes = copy};
    gait_reader reader = counted_reader_of(&counted);
    gait_buffer out = {0};
    gait_file *file;
    assert_int_equal(gait_file_open_reader(&reader, "a.omf", GAIT_OPEN_WHOLE, NULL, &file),
                     GAIT_OK);
    assert_int_equal(counted.reads, 1);
    assert_int_equal(counted.bytes_read, bytes.size);
    free_bytes(copy);
    assert_int_not_equal(gait_file_clip_count(file), 0);
    assert_int_equal(gait_file_check(file, NULL), GAIT_OK);
    assert_int_equal(gait_file_write(file, &out), GAIT_OK);
    assert_int_equal(out.size, bytes.size);
    assert_memory_equal(out.data, bytes.data, bytes.size);
    gait_buffer_free(&out);
    gait_file_free(file);
    free_bytes(bytes);
}

TEST(an_empty_file_is_never_read) {
    for (int mode = GAIT_OPEN_WHOLE; mode <= GAIT_OPEN_SKELETON; mode++) {
        counted_reader counted = {0};
        gait_reader reader = counted_reader_of(&counted);
        gait_diagnostic items[2];
        gait_diagnostics found = {.items = items, .capacity = 2};
        gait_options options = {.diagnostics = &found};
        gait_file *file;
        assert_int_equal(
            gait_file_open_reader(&reader, NULL, (gait_open_mode)mode, &options, &file),
            GAIT_TRUNCATED);
        assert_null(file);
        assert_int_equal(found.count, 1);
        assert_int_equal(counted.reads, 0);
    }
}

TEST(limits_are_checked_before_allocating) {
    gait_span bytes = test_fixture_bytes("rtm/ok/still.rtm");
    counted_reader counted = {.bytes = bytes};
    gait_reader reader = counted_reader_of(&counted);
    test_allocator allocator = {0};
    gait_options options = test_allocator_options(&allocator);
    gait_file *file;
    options.max_bytes = bytes.size - 1;
    assert_int_equal(gait_file_open_reader(&reader, NULL, GAIT_OPEN_WHOLE, &options, &file),
                     GAIT_LIMIT);
    reader.size = UINT64_MAX;
    options.max_bytes = 0;
    assert_int_equal(gait_file_open_reader(&reader, NULL, GAIT_OPEN_WHOLE, &options, &file),
                     GAIT_LIMIT);
    assert_null(file);
    assert_int_equal(allocator.allocations, 0);
    assert_int_equal(counted.reads, 0);
    free_bytes(bytes);
}

/* --- skeletons -------------------------------------------------------------------------------- */

TEST(every_fixture_has_the_same_skeletons) {
    test_fixtures fixtures = test_fixtures_load("");
    unsigned compared = 0;
    for (size_t i = 0; i < fixtures.count; i++) {
        const test_fixture *fixture = &fixtures.items[i];
        counted_reader counted = {.bytes = fixture->bytes};
        gait_reader reader = counted_reader_of(&counted);
        gait_file *whole, *part;
        gait_status status = gait_file_open(fixture->bytes, fixture->file, NULL, &whole);
        gait_status of_part =
            gait_file_open_reader(&reader, fixture->file, GAIT_OPEN_SKELETON, NULL, &part);
        if (status == GAIT_OK) {
            assert_int_equal(of_part, GAIT_OK);
            assert_same_skeletons(whole, part);
            compared++;
        } else if (of_part != GAIT_OK) { /* otherwise, the damaged part was not read */
            assert_int_equal(of_part, status);
        }
        gait_file_free(whole);
        gait_file_free(part);
    }
    assert_true(compared > 100);
    test_fixtures_free(&fixtures);
}

static void put_chunk(gait_buffer *out, uint32_t id, uint32_t size, const void *payload) {
    assert_true(gaiti_write_u32(out, id) && gaiti_write_u32(out, size));
    assert_true(payload ? gaiti_write(out, payload, size) : gaiti_write_fill(out, 0xAB, size));
}

/* A model with `mesh_size` bytes of meshes, as many of motions, and `more_chunks` empty chunks
 * before its references. */
static gait_buffer big_model(uint32_t mesh_size, uint32_t more_chunks) {
    gait_buffer out = {0};
    gait_span small = test_fixture_bytes("ogf/ok/refs.ogf");
    gaiti_reader in = gaiti_reader_over(small, 0);
    while (gaiti_bytes_left(&in) > 0) {
        uint32_t id = gaiti_read_u32(&in), size = gaiti_read_u32(&in);
        if (id == 19) {
            put_chunk(&out, 9, mesh_size, NULL);
            put_chunk(&out, 14, mesh_size, NULL);
            for (uint32_t i = 0; i < more_chunks; i++) {
                put_chunk(&out, 99, 0, NULL);
            }
        }
        put_chunk(&out, id, size, gaiti_read(&in, size));
    }
    free_bytes(small);
    return out;
}

TEST(meshes_and_motions_are_not_read) {
    gait_buffer model = big_model(1 << 20, 0);
    counted_reader counted = {.bytes = {model.data, model.size}};
    gait_reader reader = counted_reader_of(&counted);
    gait_file *whole, *part;
    assert_int_equal(gait_file_open_reader(&reader, "a.ogf", GAIT_OPEN_SKELETON, NULL, &part),
                     GAIT_OK);
    assert_true(counted.bytes_read < 6000);
    assert_true(counted.reads <= 8);
    assert_int_equal(gait_file_open(counted.bytes, "a.ogf", NULL, &whole), GAIT_OK);
    assert_int_not_equal(gait_file_ref_count(part), 0);
    assert_same_skeletons(whole, part);
    assert_null(gait_file_ogf(part));
    gait_file_free(part);
    gait_file_free(whole);
    gait_buffer_free(&model);
}

TEST(references_may_exceed_their_stated_size) {
    static const char surplus[] = "more\\and_more";
    gait_buffer model = big_model(5000, 0);
    /* Overwrites the NUL of the last reference, which then ends at the end of the file. */
    model.size--;
    assert_true(gaiti_write(&model, surplus, sizeof surplus));
    counted_reader counted = {.bytes = {model.data, model.size}};
    gait_reader reader = counted_reader_of(&counted);
    gait_file *whole, *part;
    assert_int_equal(gait_file_open(counted.bytes, "a.ogf", NULL, &whole), GAIT_OK);
    assert_int_equal(gait_file_open_reader(&reader, "a.ogf", GAIT_OPEN_SKELETON, NULL, &part),
                     GAIT_OK);
    gait_span last = gait_file_ref(part, gait_file_ref_count(part) - 1);
    assert_memory_equal(last.data + last.size - 8, "and_more", 8);
    assert_same_skeletons(whole, part);
    assert_true(counted.bytes_read < model.size);
    gait_file_free(part);
    gait_file_free(whole);
    gait_buffer_free(&model);
}

TEST(file_with_very_many_chunks_is_read_whole) {
    gait_buffer model = big_model(100, 1000);
    counted_reader counted = {.bytes = {model.data, model.size}};
    gait_reader reader = counted_reader_of(&counted);
    gait_file *whole, *part;
    assert_int_equal(gait_file_open_reader(&reader, "a.ogf", GAIT_OPEN_SKELETON, NULL, &part),
                     GAIT_OK);
    assert_int_equal(gait_file_open(counted.bytes, "a.ogf", NULL, &whole), GAIT_OK);
    assert_same_skeletons(whole, part);
    assert_true(counted.reads < 30);
    gait_file_free(part);
    gait_file_free(whole);
    gait_buffer_free(&model);
}

TEST(damage_gives_the_same_diagnostics_in_both_modes) {
    gait_span bytes = test_fixture_bytes("ogf/ok/refs.ogf");
    counted_reader counted = {.bytes = {bytes.data, bytes.size / 2}};
    gait_reader reader = counted_reader_of(&counted);
    gait_diagnostic items[2][4];
    gait_diagnostics of_whole = {.items = items[0], .capacity = 4};
    gait_diagnostics of_part = {.items = items[1], .capacity = 4};
    gait_options options = {.diagnostics = &of_whole};
    gait_file *file;
    gait_status status = gait_file_open(counted.bytes, "a.ogf", &options, &file);
    assert_int_not_equal(status, GAIT_OK);
    options.diagnostics = &of_part;
    assert_int_equal(gait_file_open_reader(&reader, "a.ogf", GAIT_OPEN_SKELETON, &options, &file),
                     status);
    assert_null(file);
    assert_int_equal(of_part.count, of_whole.count);
    assert_string_equal(items[1][0].text, items[0][0].text);
    assert_string_equal(items[1][0].file, "a.ogf");
    free_bytes(bytes);
}

/* --- callbacks -------------------------------------------------------------------------------- */

TEST(failing_read_aborts_the_open) {
    gait_buffer model = big_model(5000, 0);
    for (int mode = GAIT_OPEN_WHOLE; mode <= GAIT_OPEN_SKELETON; mode++) {
        uint32_t reads = UINT32_MAX;
        for (uint32_t fail_at = 1; fail_at <= reads + 1; fail_at++) {
            counted_reader counted = {
                .bytes = {model.data, model.size}, .fail_at = fail_at, .failure = GAIT_NOT_FOUND};
            gait_reader reader = counted_reader_of(&counted);
            test_allocator allocator = {0};
            gait_options options = test_allocator_options(&allocator);
            gait_file *file;
            gait_status status =
                gait_file_open_reader(&reader, "a.ogf", (gait_open_mode)mode, &options, &file);
            bool failed = counted.reads == fail_at;
            assert_int_equal(status, failed ? GAIT_NOT_FOUND : GAIT_OK);
            assert_int_equal(file != NULL, !failed);
            reads = failed ? UINT32_MAX - 1 : counted.reads;
            gait_file_free(file);
            assert_int_equal(allocator.live_blocks, 0);
        }
    }
    gait_buffer_free(&model);
}

TEST(callback_that_fills_nothing_is_handled) {
    gait_span bytes = test_fixture_bytes("ogf/ok/refs.ogf");
    for (int mode = GAIT_OPEN_WHOLE; mode <= GAIT_OPEN_SKELETON; mode++) {
        counted_reader counted = {.bytes = bytes, .fills_nothing = true};
        gait_reader reader = counted_reader_of(&counted);
        gait_file *file;
        assert_int_equal(gait_file_open_reader(&reader, "a.ogf", (gait_open_mode)mode, NULL, &file),
                         GAIT_UNSUPPORTED);
        assert_null(file);
    }
    free_bytes(bytes);
}

/* A file whose bytes change randomly with every read. */
typedef struct changing_file {
    gait_span bytes;
    uint32_t seed;
} changing_file;

static gait_status read_changing(void *user, uint64_t offset, void *out, size_t size) {
    changing_file *self = user;
    memcpy(out, self->bytes.data + offset, size);
    for (size_t i = 0; i < size; i++) {
        self->seed = self->seed * 1664525 + 1013904223;
        if (self->seed >> 26 == 0) {
            ((uint8_t *)out)[i] = (uint8_t)(self->seed >> 8);
        }
    }
    return GAIT_OK;
}

TEST(callback_with_changing_data_is_handled) {
    gait_buffer model = big_model(500, 0);
    unsigned opened = 0;
    for (uint32_t seed = 0; seed < 3000; seed++) {
        changing_file changing = {{model.data, model.size}, seed};
        gait_reader reader = {read_changing, &changing, model.size};
        gait_options options = {.max_bytes = 1 << 24};
        gait_file *file;
        if (gait_file_open_reader(&reader, "a.ogf", GAIT_OPEN_SKELETON, &options, &file) ==
            GAIT_OK) {
            gait_skeleton *skeleton;
            gait_file_skeleton(file, NULL, &skeleton);
            gait_skeleton_free(skeleton);
            opened++;
        }
        gait_file_free(file);
    }
    assert_true(opened > 0);
    gait_buffer_free(&model);
}

static gait_status open_and_take(const gait_options *options, void *user) {
    counted_reader *counted = user;
    gait_reader reader = counted_reader_of(counted);
    gait_file *file;
    gait_status status =
        gait_file_open_reader(&reader, "a.ogf", GAIT_OPEN_SKELETON, options, &file);
    assert_int_equal(file != NULL, status == GAIT_OK);
    gait_file_free(file);
    return status;
}

TEST(out_of_memory_is_reported) {
    static const char *const files[] = {"ogf/ok/packed_ik.ogf", "omf/ok/marks.omf",
                                        "rtm/ok/still.rtm"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        counted_reader counted = {.bytes = test_fixture_bytes(files[i])};
        test_every_failing_allocation(open_and_take, &counted);
        free_bytes(counted.bytes);
    }
}

TEST(wrong_arguments_are_refused) {
    counted_reader counted = {0};
    gait_reader reader = counted_reader_of(&counted), none = {.size = 4};
    gait_file *file = (gait_file *)(uintptr_t)1;
    assert_int_equal(gait_file_open_reader(NULL, NULL, GAIT_OPEN_WHOLE, NULL, &file),
                     GAIT_BAD_ARGUMENT);
    assert_null(file);
    assert_int_equal(gait_file_open_reader(&none, NULL, GAIT_OPEN_WHOLE, NULL, &file),
                     GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_file_open_reader(&reader, NULL, GAIT_OPEN_WHOLE, NULL, NULL),
                     GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_file_open_reader(&reader, NULL, (gait_open_mode)2, NULL, &file),
                     GAIT_BAD_ARGUMENT);
    assert_int_equal(counted.reads, 0);
}
