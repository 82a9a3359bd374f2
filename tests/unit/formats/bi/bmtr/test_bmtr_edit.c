/* Binarised RTM is written from its fields: an edit changes only the bytes of its field, or of the
 * whole array if that is compressed. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "edits.h"
#include "fixtures.h"
#include "gait/bmtr.h"
#include "test.h"
#include "formats/bi/bmtr/bmtr.h"

EDIT_DOCUMENTS(bmtr, gait_bmtr_open, gait_bmtr_write, gait_bmtr_free);

static void put(opened *one, uint64_t offset, uint64_t old_size, const void *bytes, size_t size) {
    edit_replace(&one->expected, offset, old_size, (gait_span){bytes, size});
}

TEST(header_edits_change_no_other_bytes) {
    static const float root_motion[3] = {0.5F, 0, 2};
    opened one = open_data("bmtr/ok/two_bones.rtm");
    assert_int_equal(gait_bmtr_set_root_motion(one.bmtr, root_motion), GAIT_OK);
    for (uint64_t i = 0; i < 3; i++) {
        edit_f32(&one.expected, offset_of(&one, "step") + 4 * i, root_motion[i]);
    }
    assert_int_equal(gait_bmtr_set_preload(one.bmtr, 70000), GAIT_OK);
    edit_u32(&one.expected, offset_of(&one, "preload"), 70000);
    assert_int_equal(gait_bmtr_preload(one.bmtr), 70000);
    assert_written(&one);
}

TEST(bone_rename_changes_only_its_text) {
    opened one = open_data("bmtr/ok/two_bones.rtm");
    put(&one, offset_of(&one, "bones[1].name"), sizeof "spine", "head", sizeof "head");
    assert_int_equal(gaiti_bmtr_set_bone_name(one.bmtr, 1, test_span("head")), GAIT_OK);
    assert_int_equal(gaiti_bmtr_set_bone_name(one.bmtr, 2, test_span("x")), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_bmtr_set_bone_name(one.bmtr, 0, (gait_span){(const uint8_t *)"a\0b", 3}),
                     GAIT_BAD_ARGUMENT);
    assert_written(&one);
}

TEST(phase_edit_changes_only_its_float) {
    opened one = open_data("bmtr/ok/version_3.rtm");
    assert_int_equal(gaiti_bmtr_set_phase(one.bmtr, 1, 0.75F), GAIT_OK);
    edit_f32(&one.expected, offset_of(&one, "phases.times") + 4, 0.75F);
    assert_int_equal(gaiti_bmtr_set_phase(one.bmtr, 2, 0), GAIT_BAD_ARGUMENT);
    assert_written(&one);
}

TEST(record_edit_changes_only_its_14_bytes) {
    static const gait_bmtr_record record = {{-1, 2, 0x1234, 16384}, {0x3C00, 0x8001, 7}};
    static const uint8_t rotation[] = {0xFF, 0xFF, 2, 0, 0x34, 0x12, 0, 0x40};
    static const uint8_t translation[] = {0, 0x3C, 1, 0x80, 7, 0};
    opened one = open_data("bmtr/ok/version_4.rtm");
    assert_int_equal(gaiti_bmtr_set_record(one.bmtr, 1, 0, &record), GAIT_OK);
    put(&one, offset_of(&one, "frames[1].bones[0].rotation"), 8, rotation, 8);
    put(&one, offset_of(&one, "frames[1].bones[0].translation"), 6, translation, 6);
    gait_bmtr_record diff = gait_bmtr_record_at(one.bmtr, 1, 0);
    assert_memory_equal(&diff, &record, sizeof record);
    assert_int_equal(gaiti_bmtr_set_record(one.bmtr, 2, 0, &record), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_bmtr_set_record(one.bmtr, 0, 1, &record), GAIT_BAD_ARGUMENT);
    assert_written(&one);
}

TEST(key_stone_edit_changes_only_its_entry) {
    static const uint8_t entry[] = {0xFF, 0xFF, 0xFF, 0xFF, 'g', 'o', 0, 0, 0, 0, 0x3F, 'a', 0};
    opened one = open_data("bmtr/ok/key_stones.rtm");
    gait_bmtr_key key = {-1, test_span("go"), 0.5F, test_span("a")};
    uint64_t offset = offset_of(&one, "keys[0].id"), next = offset_of(&one, "keys[1].id");
    assert_int_equal(gait_bmtr_set_key(one.bmtr, 0, &key), GAIT_OK);
    put(&one, offset, next - offset, entry, sizeof entry);
    assert_int_equal(gait_bmtr_set_key(one.bmtr, 3, &key), GAIT_BAD_ARGUMENT);
    assert_written(&one);
}

TEST(key_stones_are_added) {
    static const uint8_t stone[] = {0, 0, 0, 0, 's', 0, 0, 0, 0x80, 0x3F, 0};
    opened one = open_data("bmtr/ok/two_bones.rtm");
    uint64_t keys = offset_of(&one, "keyCount");
    gait_bmtr_key key = {0, test_span("s"), 1, test_span("")};
    assert_int_equal(gait_bmtr_set_key(one.bmtr, 0, &key), GAIT_OK);
    edit_u32(&one.expected, keys, 1);
    put(&one, keys + 4, 0, stone, sizeof stone);
    assert_int_equal(gait_bmtr_key_count(one.bmtr), 1);
    assert_written(&one);
    one = open_data("bmtr/ok/version_3.rtm");
    assert_int_equal(gait_bmtr_set_key(one.bmtr, 0, &key), GAIT_WOULD_LOSE);
    assert_written(&one);
}

TEST(key_stones_are_inserted_and_removed) {
    static const uint8_t stone[] = {0, 0, 0, 0, 's', 0, 0, 0, 0x80, 0x3F, 0};
    gait_bmtr_key key = {0, test_span("s"), 1, test_span("")};
    opened one = open_data("bmtr/ok/key_stones.rtm");
    uint32_t count = gait_bmtr_key_count(one.bmtr);
    uint64_t first = offset_of(&one, "keys[0].id"), second = offset_of(&one, "keys[1].id");
    assert_int_equal(count, 2);
    put(&one, second, 0, stone, sizeof stone);
    put(&one, first, second - first, NULL, 0);
    assert_int_equal(gaiti_bmtr_insert_key(one.bmtr, 1, &key), GAIT_OK);
    assert_int_equal(gaiti_bmtr_remove_key(one.bmtr, 0), GAIT_OK);
    assert_int_equal(gait_bmtr_key_count(one.bmtr), count);
    assert_int_equal(gaiti_bmtr_insert_key(one.bmtr, count + 1, &key), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_bmtr_remove_key(one.bmtr, count), GAIT_BAD_ARGUMENT);
    assert_written(&one);
    one = open_data("bmtr/ok/version_3.rtm");
    assert_int_equal(gaiti_bmtr_insert_key(one.bmtr, 0, &key), GAIT_WOULD_LOSE);
    assert_written(&one);
}

/* Removes each key stone and inserts it again, then removes and inserts all of them. */
TEST(removed_key_stones_can_be_inserted_again) {
    test_fixtures all = test_fixtures_load("bmtr/ok/");
    for (size_t i = 0; i < all.count; i++) {
        opened one = open_data(all.items[i].file);
        uint32_t count = gait_bmtr_key_count(one.bmtr);
        gait_bmtr_key *keys = calloc((size_t)count + 1, sizeof *keys);
        assert_non_null(keys);
        for (uint32_t k = 0; k < count; k++) {
            keys[k] = gait_bmtr_key_at(one.bmtr, k);
            assert_int_equal(gaiti_bmtr_remove_key(one.bmtr, k), GAIT_OK);
            assert_int_equal(gait_bmtr_key_count(one.bmtr), count - 1);
            assert_int_equal(gaiti_bmtr_insert_key(one.bmtr, k, &keys[k]), GAIT_OK);
        }
        for (uint32_t k = 0; k < count; k++) {
            assert_int_equal(gaiti_bmtr_remove_key(one.bmtr, 0), GAIT_OK);
        }
        for (uint32_t k = count; k > 0; k--) {
            assert_int_equal(gaiti_bmtr_insert_key(one.bmtr, 0, &keys[k - 1]), GAIT_OK);
        }
        free(keys);
        assert_written(&one);
    }
    test_fixtures_free(&all);
}

/* --- compressed arrays ------------------------------------------------------------------------ */

static gait_bmtr *reopen(const gait_bmtr *bmtr, gait_buffer *out) {
    gait_bmtr *again;
    assert_int_equal(gait_bmtr_write(bmtr, out), GAIT_OK);
    assert_int_equal(gait_bmtr_open((gait_span){out->data, out->size}, NULL, &again), GAIT_OK);
    return again;
}

static void set_all_records(gait_bmtr *bmtr, int16_t x) {
    for (uint32_t f = 0; f < gait_bmtr_frame_count(bmtr); f++) {
        for (uint32_t b = 0; b < gait_bmtr_bone_count(bmtr); b++) {
            gait_bmtr_record record = {{x, 0, 0, 16384}, {0}};
            assert_int_equal(gaiti_bmtr_set_record(bmtr, f, b, &record), GAIT_OK);
        }
    }
}

static void assert_all_equal(const gait_bmtr *bmtr, int16_t x) {
    for (uint32_t f = 0; f < gait_bmtr_frame_count(bmtr); f++) {
        for (uint32_t b = 0; b < gait_bmtr_bone_count(bmtr); b++) {
            gait_bmtr_record record = gait_bmtr_record_at(bmtr, f, b);
            assert_int_equal(record.rotation[0], x);
            assert_int_equal(record.rotation[3], 16384);
        }
    }
}

TEST(changed_arrays_use_the_compression_of_the_version) {
    static const struct {
        const char *file, *path;
    } files[] = {{"bmtr/ok/version_2_lzss.rtm", "frames[0].lzss"},
                 {"bmtr/ok/version_3_lzo.rtm", "frames[1].lzo"},
                 {"bmtr/ok/version_4_lzo.rtm", "frames[0].lzo"},
                 {"bmtr/ok/lzo_match.rtm", "frames[0].lzo"}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        opened one = open_data(files[i].file);
        gait_buffer out = {0};
        set_all_records(one.bmtr, 77);
        gait_bmtr *again = reopen(one.bmtr, &out);
        assert_all_equal(again, 77);
        edit_find(&gaiti_bmtr_row, again, files[i].path);
        gait_bmtr_free(again);
        gait_buffer_free(&out);
        free(one.expected.data);
        gait_bmtr_free(one.bmtr);
        free((void *)(uintptr_t)one.bytes.data);
    }
}

TEST(version_5_stores_incompressible_arrays_unpacked) {
    static const gait_bmtr_record noise[2] = {{{101, -2302, 3203, 16104}, {5011, 6207, 7309}},
                                              {{-8807, 9913, 1009, 2221}, {1301, 15013, 999}}};
    opened one = open_data("bmtr/ok/lzo.rtm"); /* the second frame is compressed */
    uint64_t flag = offset_of(&one, "frames[1].flag");
    for (uint32_t b = 0; b < 2; b++) {
        assert_int_equal(gaiti_bmtr_set_record(one.bmtr, 1, b, &noise[b]), GAIT_OK);
    }
    assert_int_equal(edit_find(&gaiti_bmtr_row, one.bmtr, "frames[1].flag").offset, flag);
    assert_int_equal(edit_find(&gaiti_bmtr_row, one.bmtr, "frames[1].bones[1].rotation").offset,
                     flag + 1 + 14);
    gait_buffer out = {0};
    gait_bmtr *again = reopen(one.bmtr, &out);
    gait_bmtr_record diff = gait_bmtr_record_at(again, 1, 1);
    assert_memory_equal(&diff, &noise[1], sizeof diff);
    gait_bmtr_free(again);
    gait_buffer_free(&out);
    free(one.expected.data);
    gait_bmtr_free(one.bmtr);
    free((void *)(uintptr_t)one.bytes.data);
}

TEST(unchanged_arrays_keep_their_bytes) {
    opened one = open_data("bmtr/ok/version_3_lzo.rtm");
    gait_bmtr_record record = {{0, 0, 1, 16384}, {0}};
    gait_field first = edit_find(&gaiti_bmtr_row, one.bmtr, "frames[0].lzo");
    assert_int_equal(gaiti_bmtr_set_record(one.bmtr, 1, 0, &record), GAIT_OK);
    gait_buffer out = {0};
    assert_int_equal(gait_bmtr_write(one.bmtr, &out), GAIT_OK);
    assert_memory_equal(out.data, one.bytes.data, (size_t)first.offset + first.columns);
    gait_buffer_free(&out);
    free(one.expected.data);
    gait_bmtr_free(one.bmtr);
    free((void *)(uintptr_t)one.bytes.data);
}

TEST(setting_equal_values_changes_nothing) {
    test_fixtures all = test_fixtures_load("bmtr/ok/");
    for (size_t i = 0; i < all.count; i++) {
        gait_bmtr *bmtr;
        gait_buffer out = {0};
        assert_int_equal(gait_bmtr_open(all.items[i].bytes, NULL, &bmtr), GAIT_OK);
        for (uint32_t f = 0; f < gait_bmtr_frame_count(bmtr); f++) {
            assert_int_equal(gaiti_bmtr_set_phase(bmtr, f, gait_bmtr_phase(bmtr, f)), GAIT_OK);
            for (uint32_t b = 0; b < gait_bmtr_bone_count(bmtr); b++) {
                gait_bmtr_record record = gait_bmtr_record_at(bmtr, f, b);
                assert_int_equal(gaiti_bmtr_set_record(bmtr, f, b, &record), GAIT_OK);
            }
        }
        assert_int_equal(gait_bmtr_write(bmtr, &out), GAIT_OK);
        assert_int_equal(out.size, all.items[i].bytes.size);
        assert_memory_equal(out.data, all.items[i].bytes.data, out.size);
        gait_buffer_free(&out);
        gait_bmtr_free(bmtr);
    }
    test_fixtures_free(&all);
}

TEST(detached_document_outlives_its_source) {
    test_fixtures all = test_fixtures_load("bmtr/");
    for (size_t i = 0; i < all.count; i++) {
        gait_bmtr *bmtr;
        gait_buffer out = {0};
        edit_expected expected = edit_copy(all.items[i].bytes);
        uint8_t *source = (uint8_t *)(uintptr_t)all.items[i].bytes.data;
        if (gait_bmtr_open(all.items[i].bytes, NULL, &bmtr) == GAIT_OK) {
            assert_int_equal(gait_bmtr_detach(bmtr), GAIT_OK);
            memset(source, 0xEE, all.items[i].bytes.size);
            assert_int_equal(gait_bmtr_write(bmtr, &out), GAIT_OK);
            edit_assert(&expected, &out);
            gait_bmtr_free(bmtr);
        } else {
            free(expected.data);
        }
    }
    test_fixtures_free(&all);
}

/* --- a new document --------------------------------------------------------------------------- */

TEST(a_new_document_has_the_fewest_bytes) {
    static const uint8_t expected[] =
        {
            'B', 'M', 'T', 'R', 5, 0, 0, 0, 1, 0, 0, 0,    0,    0, 0, 0, 0, 0, 0,
            0,   0,   2,   0,   0, 0, 1, 0, 0, 0, 1, 0,    0,    0, 1, 0, 0, 0, 'b',
            0,   0,   0,   0,   0, 0, 0, 0, 0,                   /* empty strings, no key stones */
            2,   0,   0,   0,   0, 0, 0, 0, 0, 0, 0, 0x80, 0x3F, /* phases 0 and 1 */
            1,   0,   0,   0,   0, 0, 0, 0, 0, 0, 0, 0,    0x40, 0, 0, 0, 0, 0, 0,
            1,   0,   0,   0,   0, 0, 0, 0, 0, 0, 0, 0,    0x40, 0, 0, 0, 0, 0, 0,
        };
    gait_bmtr *bmtr;
    gait_buffer out = {0};
    assert_int_equal(gaiti_bmtr_new(5, 1, 2, NULL, &bmtr), GAIT_OK);
    assert_int_equal(gaiti_bmtr_set_bone_name(bmtr, 0, test_span("b")), GAIT_OK);
    assert_int_equal(gait_bmtr_write(bmtr, &out), GAIT_OK);
    assert_int_equal(out.size, sizeof expected);
    assert_memory_equal(out.data, expected, sizeof expected);
    gait_buffer_free(&out);
    gait_bmtr_free(bmtr);
    assert_int_equal(gaiti_bmtr_new(1, 1, 1, NULL, &bmtr), GAIT_BAD_ARGUMENT);
    assert_null(bmtr);
    assert_int_equal(gaiti_bmtr_new(6, 1, 1, NULL, &bmtr), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_bmtr_new(5, UINT32_MAX, UINT32_MAX, NULL, &bmtr), GAIT_LIMIT);
    assert_null(bmtr);
}

TEST(new_documents_of_every_version_open) {
    static const uint32_t sizes[][2] = {{0, 0}, {0, 3}, {3, 0}, {2, 4}, {80, 300}};
    for (int32_t version = 2; version <= 5; version++) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            gait_bmtr *bmtr;
            gait_buffer out = {0};
            assert_int_equal(gaiti_bmtr_new(version, sizes[i][0], sizes[i][1], NULL, &bmtr),
                             GAIT_OK);
            gait_bmtr *again = reopen(bmtr, &out);
            assert_int_equal(gaiti_bmtr_version(again), version);
            assert_int_equal(gait_bmtr_bone_count(again), sizes[i][0]);
            assert_int_equal(gait_bmtr_frame_count(again), sizes[i][1]);
            assert_int_equal(gait_bmtr_preload(again), sizes[i][1] <= 3);
            assert_all_equal(again, 0);
            gait_bmtr_free(again);
            gait_bmtr_free(bmtr);
            gait_buffer_free(&out);
        }
    }
}

/* --- memory ----------------------------------------------------------------------------------- */

static gait_status change_and_write(const gait_options *options, void *user) {
    const gait_span *bytes = user;
    gait_bmtr *bmtr;
    gait_buffer out = {.allocator = options->allocator};
    gait_bmtr_record record = {{0, 0, 1, 16384}, {0}};
    gait_bmtr_key key = {-1, test_span("s"), 1, test_span("v")};
    gait_status status = gait_bmtr_open(*bytes, options, &bmtr);
    status = status ? status : gaiti_bmtr_set_record(bmtr, 0, 0, &record);
    status = status ? status : gait_bmtr_set_key(bmtr, 0, &key);
    for (int i = 0; i < 8; i++) { /* the list grows */
        status = status ? status : gaiti_bmtr_insert_key(bmtr, 0, &key);
    }
    status = status ? status : gaiti_bmtr_remove_key(bmtr, 0);
    status = status ? status : gaiti_bmtr_set_bone_name(bmtr, 0, test_span("n"));
    status = status ? status : gait_bmtr_detach(bmtr);
    status = status ? status : gait_bmtr_write(bmtr, &out);
    gait_buffer_free(&out);
    gait_bmtr_free(bmtr);
    return status;
}

TEST(every_failing_allocation_is_reported) {
    gait_span bytes = test_fixture_bytes("bmtr/ok/version_4_lzo.rtm");
    test_every_failing_allocation(change_and_write, &bytes);
    free((void *)(uintptr_t)bytes.data);
}

TEST(opening_takes_three_allocations_at_most) {
    test_fixtures all = test_fixtures_load("bmtr/ok/");
    for (size_t i = 0; i < all.count; i++) {
        test_allocator allocator = {0};
        gait_options options = test_allocator_options(&allocator);
        gait_bmtr *bmtr;
        assert_int_equal(gait_bmtr_open(all.items[i].bytes, &options, &bmtr), GAIT_OK);
        assert_in_range(allocator.allocations, 1, 3);
        gait_bmtr_free(bmtr);
    }
    test_fixtures_free(&all);
}
