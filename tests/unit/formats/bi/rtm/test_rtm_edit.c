/* Plain RTM is written from its fields: an edit changes only the bytes of its field. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "edits.h"
#include "fixtures.h"
#include "gait/rtm.h"
#include "test.h"
#include "formats/bi/rtm/rtm.h"

EDIT_DOCUMENTS(rtm, gaiti_rtm_open, gaiti_rtm_write, gaiti_rtm_free);

TEST(root_motion_edit_changes_only_its_three_floats) {
    static const float root_motion[3] = {0.5F, 0, 2};
    opened one = open_data("rtm/ok/two_bones.rtm");
    assert_int_equal(gaiti_rtm_set_root_motion(one.rtm, root_motion), GAIT_OK);
    for (uint64_t i = 0; i < 3; i++) {
        edit_f32(&one.expected, offset_of(&one, "step") + 4 * i, root_motion[i]);
    }
    assert_written(&one);
}

TEST(version_100_stores_only_forward_root_motion) {
    static const float sideways[3] = {1, 0, 2}, forward[3] = {0, 0, 2};
    opened one = open_data("rtm/ok/old_block.rtm");
    assert_int_equal(gaiti_rtm_version(one.rtm), 100);
    assert_int_equal(gaiti_rtm_set_root_motion(one.rtm, sideways), GAIT_WOULD_LOSE);
    assert_int_equal(gaiti_rtm_set_root_motion(one.rtm, forward), GAIT_OK);
    edit_f32(&one.expected, offset_of(&one, "stepZ"), 2);
    assert_written(&one);
}

TEST(phase_edit_changes_only_its_float) {
    opened one = open_data("rtm/ok/properties.rtm");
    assert_int_equal(gaiti_rtm_set_phase(one.rtm, 1, 0.75F), GAIT_OK);
    edit_f32(&one.expected, offset_of(&one, "frames[1].phase"), 0.75F);
    assert_int_equal(gaiti_rtm_set_phase(one.rtm, 2, 0), GAIT_BAD_ARGUMENT);
    assert_written(&one);
}

TEST(matrix_edit_changes_only_its_12_floats) {
    static const float matrix[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    opened one = open_data("rtm/ok/two_bones.rtm");
    assert_int_equal(gaiti_rtm_set_matrix(one.rtm, 1, 0, matrix), GAIT_OK);
    for (uint64_t i = 0; i < 12; i++) {
        edit_f32(&one.expected, offset_of(&one, "frames[1].bones[0].matrix") + 4 * i, matrix[i]);
    }
    assert_int_equal(gaiti_rtm_set_matrix(one.rtm, 0, 2, matrix), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_rtm_set_matrix(one.rtm, 2, 0, matrix), GAIT_BAD_ARGUMENT);
    assert_written(&one);
}

/* The name and its NUL; the bytes after them stay. */
static void expect_name(opened *one, const char *path, const char *name) {
    size_t size = strlen(name) + 1;
    edit_replace(&one->expected, offset_of(one, path), size,
                 (gait_span){(const uint8_t *)name, size});
}

TEST(bone_rename_changes_header_and_frames) {
    opened one = open_data("rtm/ok/junk_after_nul.rtm");
    assert_int_equal(gaiti_rtm_set_bone_name(one.rtm, 0, test_span("spine")), GAIT_OK);
    expect_name(&one, "bones[0].name", "spine");
    expect_name(&one, "frames[0].bones[0].name", "spine");
    expect_name(&one, "frames[1].bones[0].name", "spine");
    assert_written(&one);
}

TEST(names_that_do_not_fit_are_refused) {
    char long_name[33];
    memset(long_name, 'n', 32);
    long_name[32] = 0;
    opened one = open_data("rtm/ok/two_bones.rtm");
    assert_int_equal(gaiti_rtm_set_bone_name(one.rtm, 0, test_span(long_name)), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_rtm_set_bone_name(one.rtm, 0, (gait_span){(const uint8_t *)"a\0b", 3}),
                     GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_rtm_set_bone_name(one.rtm, 2, test_span("a")), GAIT_BAD_ARGUMENT);
    assert_written(&one);
}

TEST(property_edit_changes_only_its_entry) {
    static const uint8_t entry[] = {0, 0, 0, 0x3F, 2, 'g', 'o', 3, 'n', 'o', 'w'};
    opened one = open_data("rtm/ok/properties.rtm");
    gait_rtm_property property = {0.5F, test_span("go"), test_span("now")};
    uint64_t offset = offset_of(&one, "mdat.properties[0].phase");
    uint64_t next = offset_of(&one, "mdat.properties[1].phase");
    assert_int_equal(gaiti_rtm_set_property(one.rtm, 0, &property), GAIT_OK);
    edit_replace(&one.expected, offset, next - offset, (gait_span){entry, sizeof entry});
    assert_written(&one);
}

TEST(first_property_adds_the_property_block) {
    static const uint8_t block[] = {'R', 'T', 'M', '_', 'M', 'D', 'A', 'T', 0, 0,   0, 0,
                                    1,   0,   0,   0,   0,   0,   0,   0,   1, 's', 0};
    opened one = open_data("rtm/ok/two_bones.rtm");
    gait_rtm_property property = {0, test_span("s"), test_span("")};
    assert_int_equal(gaiti_rtm_set_property(one.rtm, 1, &property), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_rtm_set_property(one.rtm, 0, &property), GAIT_OK);
    edit_replace(&one.expected, 0, 0, (gait_span){block, sizeof block});
    assert_written(&one);
}

/* Removes each property and inserts it again, then removes and inserts all of them. */
static void take_out_and_put_back(const test_fixture *fixture) {
    opened one = open_data(fixture->file);
    uint32_t count = gait_rtm_property_count(one.rtm);
    for (uint32_t i = 0; i < count; i++) {
        gait_rtm_property property = gait_rtm_property_at(one.rtm, i);
        assert_int_equal(gaiti_rtm_remove_property(one.rtm, i), GAIT_OK);
        assert_int_equal(gait_rtm_property_count(one.rtm), count - 1);
        assert_int_equal(gaiti_rtm_insert_property(one.rtm, i, &property), GAIT_OK);
    }
    gait_rtm_property all[4];
    assert_in_range(count, 0, 4);
    for (uint32_t i = 0; i < count; i++) {
        all[i] = gait_rtm_property_at(one.rtm, 0);
        assert_int_equal(gaiti_rtm_remove_property(one.rtm, 0), GAIT_OK);
    }
    for (uint32_t i = count; i > 0; i--) {
        assert_int_equal(gaiti_rtm_insert_property(one.rtm, 0, &all[i - 1]), GAIT_OK);
    }
    assert_written(&one);
}

/* Includes blocks that are empty or damaged, or have an unusual reserved number. */
TEST(removed_properties_can_be_inserted_again) {
    static const char *const kinds[] = {"rtm/ok/", "rtm/bad/too_many"};
    for (int k = 0; k < 2; k++) {
        test_fixtures fixtures = test_fixtures_load(kinds[k]);
        for (size_t i = 0; i < fixtures.count; i++) {
            take_out_and_put_back(&fixtures.items[i]);
        }
        test_fixtures_free(&fixtures);
    }
}

TEST(property_is_removed_with_its_bytes) {
    opened one = open_data("rtm/ok/properties.rtm");
    uint32_t count = gait_rtm_property_count(one.rtm);
    uint64_t first = offset_of(&one, "mdat.properties[0].phase");
    uint64_t second = offset_of(&one, "mdat.properties[1].phase");
    edit_add_u32(&one.expected, offset_of(&one, "mdat.propertyCount"), -1);
    edit_replace(&one.expected, first, second - first, (gait_span){NULL, 0});
    assert_int_equal(gaiti_rtm_remove_property(one.rtm, 0), GAIT_OK);
    assert_int_equal(gait_rtm_property_count(one.rtm), count - 1);
    assert_int_equal(gaiti_rtm_remove_property(one.rtm, count - 1), GAIT_BAD_ARGUMENT);
    assert_written(&one);
}

TEST(property_is_inserted_before_others) {
    static const uint8_t entry[] = {0, 0, 0, 0x3F, 2, 'g', 'o', 0};
    opened one = open_data("rtm/ok/properties.rtm");
    gait_rtm_property property = {0.5F, test_span("go"), test_span("")};
    edit_add_u32(&one.expected, offset_of(&one, "mdat.propertyCount"), 1);
    edit_replace(&one.expected, offset_of(&one, "mdat.properties[1].phase"), 0,
                 (gait_span){entry, sizeof entry});
    assert_int_equal(gaiti_rtm_insert_property(one.rtm, 1, &property), GAIT_OK);
    assert_written(&one);
}

TEST(last_property_removes_the_property_block) {
    opened one = open_data("rtm/ok/properties.rtm");
    uint64_t end = offset_of(&one, "signature");
    edit_replace(&one.expected, 0, end, (gait_span){NULL, 0});
    while (gait_rtm_property_count(one.rtm) > 0) {
        assert_int_equal(gaiti_rtm_remove_property(one.rtm, 0), GAIT_OK);
    }
    assert_written(&one);
}

/* The block stays when it contains more than properties, or had none in the file. */
TEST(unusual_property_blocks_stay) {
    static const struct {
        const char *file;
        uint32_t stated; /* afterwards */
    } blocks[] = {{"rtm/ok/reserved_word.rtm", 0},
                  {"rtm/ok/no_properties.rtm", 0},
                  {"rtm/bad/too_many_properties.rtm", 8}};
    for (int i = 0; i < 3; i++) {
        opened one = open_data(blocks[i].file);
        gait_rtm_property property = {0.5F, test_span("go"), test_span("")};
        uint32_t count = gait_rtm_property_count(one.rtm);
        assert_int_equal(gaiti_rtm_insert_property(one.rtm, count, &property), GAIT_OK);
        assert_int_equal(gaiti_rtm_remove_property(one.rtm, count), GAIT_OK);
        for (uint32_t p = count; p > 0; p--) {
            gait_rtm_property old = gait_rtm_property_at(one.rtm, p - 1);
            size_t size = 4 + 1 + old.name.size + 1 + old.value.size;
            char path[40];
            snprintf(path, sizeof path, "mdat.properties[%u].phase", (unsigned)p - 1);
            edit_replace(&one.expected, offset_of(&one, path), size, (gait_span){NULL, 0});
            assert_int_equal(gaiti_rtm_remove_property(one.rtm, p - 1), GAIT_OK);
        }
        edit_u32(&one.expected, 12, blocks[i].stated);
        assert_written(&one);
    }
}

/* Properties that can be read, of a block with texts over 255 bytes or with other bytes. */
TEST(properties_are_not_inserted_beside_unreadable_ones) {
    static const struct {
        const char *file;
        uint32_t count;
        gait_status dropped;
    } blocks[] = {{"rtm/bad/long_property.rtm", 1, GAIT_NOT_FOUND},
                  {"rtm/bad/long_second_property.rtm", 2, GAIT_NOT_FOUND},
                  {"rtm/bad/too_few_properties.rtm", 1, GAIT_OK},
                  {"rtm/bad/ambiguous_property.rtm", 1, GAIT_OK},
                  {"rtm/bad/unreadable_properties.rtm", 0, GAIT_OK}};
    for (int i = 0; i < 5; i++) {
        opened one = open_data(blocks[i].file);
        gait_rtm_property property = {0.5F, test_span("go"), test_span("")};
        assert_int_equal(gait_rtm_property_count(one.rtm), blocks[i].count);
        assert_int_equal(gaiti_rtm_insert_property(one.rtm, 0, &property), GAIT_UNSUPPORTED);
        assert_written(&one);
        one = open_data(blocks[i].file);
        assert_int_equal(gaiti_rtm_remove_unread_properties(one.rtm), blocks[i].dropped);
        gait_status status = gaiti_rtm_insert_property(one.rtm, 0, &property);
        assert_int_equal(status, blocks[i].dropped == GAIT_OK ? GAIT_OK : GAIT_UNSUPPORTED);
        gaiti_rtm_free(one.rtm);
        free(one.expected.data);
        free((void *)(uintptr_t)one.bytes.data);
    }
}

TEST(long_texts_are_recovered) {
    opened one = open_data("rtm/bad/long_property.rtm");
    assert_int_equal(gait_rtm_property_at(one.rtm, 0).name.size, 300);
    assert_written(&one);
    one = open_data("rtm/bad/long_second_property.rtm");
    assert_int_equal(gait_rtm_property_at(one.rtm, 1).name.size, 5);
    assert_int_equal(gait_rtm_property_at(one.rtm, 1).value.size, 256);
    assert_written(&one);
}

/* A damaged block can state more properties than can be counted when one is added. */
TEST(count_of_properties_does_not_overflow) {
    gait_span bytes = test_fixture_bytes("rtm/bad/too_many_properties.rtm");
    edit_expected file = edit_copy(bytes);
    gait_rtm_property property = {0.5F, test_span("go"), test_span("")};
    opened one = {.bytes = bytes};
    edit_u32(&file, 12, UINT32_MAX);
    assert_int_equal(gaiti_rtm_open((gait_span){file.data, file.size}, NULL, &one.rtm), GAIT_OK);
    one.expected = edit_copy((gait_span){file.data, file.size});
    assert_int_equal(gaiti_rtm_insert_property(one.rtm, 0, &property), GAIT_LIMIT);
    assert_int_equal(gaiti_rtm_set_property(one.rtm, 1, &property), GAIT_LIMIT);
    assert_written(&one);
    free(file.data);
}

TEST(properties_over_255_bytes_are_refused) {
    char text[257];
    memset(text, 'n', 256);
    text[256] = 0;
    opened one = open_data("rtm/ok/properties.rtm");
    gait_rtm_property property = {0.5F, test_span(text), test_span("")};
    assert_int_equal(gaiti_rtm_set_property(one.rtm, 0, &property), GAIT_BAD_ARGUMENT);
    property = (gait_rtm_property){0.5F, test_span(""), test_span(text)};
    assert_int_equal(gaiti_rtm_set_property(one.rtm, 0, &property), GAIT_BAD_ARGUMENT);
    assert_written(&one);
}

TEST(edits_keep_a_damaged_property_block) {
    opened one = open_data("rtm/bad/long_second_property.rtm");
    assert_int_equal(gaiti_rtm_set_phase(one.rtm, 0, 0.5F), GAIT_OK);
    edit_f32(&one.expected, offset_of(&one, "frames[0].phase"), 0.5F);
    assert_written(&one);
}

/* --- detaching -------------------------------------------------------------------------------- */

static void own_and_scrub(const test_fixture *fixture) {
    edit_expected source = edit_copy(fixture->bytes);
    gait_rtm *rtm;
    assert_int_equal(gaiti_rtm_open((gait_span){source.data, source.size}, NULL, &rtm), GAIT_OK);
    assert_int_equal(gaiti_rtm_detach(rtm), GAIT_OK);
    memset(source.data, 0xEE, source.size);
    free(source.data);
    opened one = {.rtm = rtm, .expected = edit_copy(fixture->bytes)};
    assert_written(&one);
}

TEST(detached_document_outlives_its_source) {
    static const char *const kinds[] = {"rtm/ok/", "rtm/bad/long", "rtm/bad/trailing"};
    for (int k = 0; k < 3; k++) {
        test_fixtures fixtures = test_fixtures_load(kinds[k]);
        for (size_t i = 0; i < fixtures.count; i++) {
            own_and_scrub(&fixtures.items[i]);
        }
        test_fixtures_free(&fixtures);
    }
}

static gait_status every_edit(gait_rtm *rtm) {
    static const float matrix[12] = {2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0};
    gait_rtm_property property = {0.5F, test_span("Step"), test_span("left")};
    uint32_t count = gait_rtm_property_count(rtm);
    gait_status status = gaiti_rtm_set_property(rtm, count, &property);
    for (int i = 0; i < 8 && status == GAIT_OK; i++) { /* the list grows */
        status = gaiti_rtm_insert_property(rtm, 0, &property);
    }
    status = status == GAIT_OK ? gaiti_rtm_remove_property(rtm, 0) : status;
    status = status == GAIT_OK ? gaiti_rtm_set_matrix(rtm, 0, 0, matrix) : status;
    for (int i = 0; i < 8 && status == GAIT_OK; i++) { /* copies exceed the first block */
        status = gaiti_rtm_detach(rtm);
    }
    return status;
}

static gait_status edit_hungry(const gait_options *options, void *user) {
    const opened *one = user;
    gait_rtm *rtm;
    gait_status status = gaiti_rtm_open(one->bytes, options, &rtm);
    if (status == GAIT_OK) {
        gait_buffer out = {0};
        status = every_edit(rtm);
        assert_int_equal(gaiti_rtm_write(rtm, &out), GAIT_OK); /* still complete */
        assert_true(out.size >= one->bytes.size);
        gait_buffer_free(&out);
        gaiti_rtm_free(rtm);
    }
    return status;
}

TEST(failed_allocations_leave_the_document_unchanged) {
    opened one = open_data("rtm/ok/longest_property.rtm");
    assert_true(test_every_failing_allocation(edit_hungry, &one) >= 2);
    assert_written(&one);
}

/* --- new documents ---------------------------------------------------------------------------- */

TEST(new_documents_are_bind_poses) {
    static const struct {
        uint32_t bones, frames;
        size_t size;
    } shapes[] = {{2, 2, 420}, {3, 2, 612}, {4, 2, 804}, {0, 0, 28}, {1, 1, 144}};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        gait_rtm *rtm;
        gait_buffer out = {0};
        assert_int_equal(gaiti_rtm_new(shapes[i].bones, shapes[i].frames, NULL, &rtm), GAIT_OK);
        assert_int_equal(gaiti_rtm_write(rtm, &out), GAIT_OK);
        assert_int_equal(out.size, shapes[i].size);
        for (uint32_t f = 0; f < shapes[i].frames; f++) {
            float matrix[12];
            assert_true(gait_rtm_phase(rtm, f) == (float)f); /* 0 and 1 */
            gait_rtm_matrix(rtm, f, 0, matrix);
            for (int m = 0; m < 12; m++) {
                assert_true(matrix[m] == (m < 9 && m % 4 == 0 ? 1 : 0));
            }
        }
        gait_buffer_free(&out);
        gaiti_rtm_free(rtm);
    }
}

TEST(new_document_survives_a_round_trip) {
    static const float root_motion[3] = {0.25F, 0, -1};
    gait_rtm *made, *read;
    gait_buffer out = {0};
    assert_int_equal(gaiti_rtm_new(2, 3, NULL, &made), GAIT_OK);
    assert_int_equal(gaiti_rtm_set_bone_name(made, 0, test_span("pole")), GAIT_OK);
    assert_int_equal(gaiti_rtm_set_bone_name(made, 1, test_span("flag")), GAIT_OK);
    assert_int_equal(gaiti_rtm_set_root_motion(made, root_motion), GAIT_OK);
    assert_int_equal(gaiti_rtm_write(made, &out), GAIT_OK);
    assert_int_equal(gaiti_rtm_open((gait_span){out.data, out.size}, NULL, &read), GAIT_OK);
    float read_step[3];
    gait_rtm_root_motion(read, read_step);
    assert_memory_equal(read_step, root_motion, sizeof root_motion);
    assert_memory_equal(gaiti_rtm_frame_bone_name(read, 2, 1).data, "flag", 5);
    assert_true(gait_rtm_phase(read, 1) == 0.5F);
    assert_int_equal(gaiti_rtm_check(read, NULL), GAIT_OK);
    gaiti_rtm_free(read);
    gaiti_rtm_free(made);
    gait_buffer_free(&out);
}

TEST(excessive_sizes_return_a_limit_error) {
    gait_rtm *rtm;
    assert_int_equal(gaiti_rtm_new(UINT32_MAX, UINT32_MAX, NULL, &rtm), GAIT_LIMIT);
    assert_null(rtm);
    assert_int_equal(gaiti_rtm_new(1000000, 1000000, NULL, &rtm), GAIT_LIMIT);
    assert_null(rtm);
}
