/* SDK motions are written from their fields: an edit changes only the bytes of its field and the
 * sizes of the enclosing chunks. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "edits.h"
#include "fixtures.h"
#include "formats/xray/skl/skl.h"
#include "gait/skl.h"
#include "test.h"

enum { MOST_KEYS = 8 };

EDIT_DOCUMENTS(skl, gait_skl_open, gait_skl_write, gait_skl_free);

/* --- single fields ---------------------------------------------------------------------------- */

TEST(each_motion_number_changes_only_its_bytes) {
    opened one = open_data("skl/ok/still.skl");
    gait_skl_motion values = gait_skl_motion_at(one.skl, 0);
    uint64_t frames = offset_of(&one, "motions[0].frameStart");
    uint64_t flags = offset_of(&one, "motions[0].flags");
    values.frame_start = 3;
    values.frame_end = 9;
    values.fps = 25;
    values.flags = 0x41;
    values.bone_or_part = 7;
    values.speed = 0.5F;
    values.accrue = 8;
    values.falloff = 16;
    values.power = 0.25F;
    edit_u32(&one.expected, frames, 3);
    edit_u32(&one.expected, frames + 4, 9);
    edit_f32(&one.expected, frames + 8, 25);
    one.expected.data[flags] = 0x41;
    gaiti_store_u16(one.expected.data + flags + 1, 7);
    edit_f32(&one.expected, flags + 3, 0.5F);
    edit_f32(&one.expected, flags + 7, 8);
    edit_f32(&one.expected, flags + 11, 16);
    edit_f32(&one.expected, flags + 15, 0.25F);
    assert_int_equal(gaiti_skl_set_motion(one.skl, 0, &values), GAIT_OK);
    assert_int_equal(gait_skl_frame_count(one.skl, 0), 7);
    assert_written(&one);
}

TEST(renames_shift_later_data_and_update_the_chunk) {
    opened one = open_data("skl/ok/marks.skl");
    gait_skl_motion values = gait_skl_motion_at(one.skl, 0);
    gait_skl_bone bone = gait_skl_bone_at(one.skl, 0, 0);
    uint64_t name = offset_of(&one, "motions[0].name");
    uint64_t bone_name = offset_of(&one, "motions[0].bones[0].name");
    edit_replace(&one.expected, bone_name, 5, (gait_span){(const uint8_t *)"tail_1\0\1", 8});
    edit_replace(&one.expected, name, 5, (gait_span){(const uint8_t *)"sprint\0", 7});
    edit_replace(&one.expected, bone_name + 2 + 8, 1, (gait_span){NULL, 0});
    edit_add_u32(&one.expected, 4, 4);
    values.name = test_span("sprint");
    bone = (gait_skl_bone){.name = test_span("tail_1"), .flags = GAIT_SKL_WORLD_ORIENT};
    assert_int_equal(gaiti_skl_set_motion(one.skl, 0, &values), GAIT_OK);
    assert_int_equal(gait_skl_set_bone(one.skl, 0, 0, &bone), GAIT_OK);
    assert_written(&one);
}

TEST(old_versions_store_32_bit_numbers) {
    opened one = open_data("skl/ok/version_4.skl");
    gait_skl_motion values = gait_skl_motion_at(one.skl, 0);
    gait_skl_bone bone = gait_skl_bone_at(one.skl, 0, 1);
    assert_memory_equal(bone.name.data, "bone_01", 7);
    edit_u32(&one.expected, offset_of(&one, "motions[0].boneOrPart"), 0xABCD1234);
    one.expected.data[offset_of(&one, "motions[0].isFX")] = 2;
    one.expected.data[offset_of(&one, "motions[0].stopAtEnd")] = 0xFF;
    edit_u32(&one.expected, offset_of(&one, "motions[0].bones[1].flags"), 0x80000001);
    values.bone_or_part = 0xABCD1234;
    values.flags = 0xFF02;
    bone.flags = 0x80000001;
    assert_int_equal(gaiti_skl_set_motion(one.skl, 0, &values), GAIT_OK);
    assert_int_equal(gait_skl_set_bone(one.skl, 0, 1, &bone), GAIT_OK);
    bone.name = test_span("root");
    assert_int_equal(gait_skl_set_bone(one.skl, 0, 1, &bone), GAIT_BAD_ARGUMENT);
    assert_written(&one);
}

static gait_skl_curve read_curve(const gait_skl *skl, uint32_t channel,
                                 gait_skl_key keys[MOST_KEYS]) {
    gait_skl_envelope envelope = gait_skl_envelope_at(skl, 0, 0, channel);
    assert_in_range(envelope.key_count, 0, MOST_KEYS);
    gait_skl_read_keys(skl, 0, 0, channel, keys);
    return (gait_skl_curve){
        {envelope.behaviour[0], envelope.behaviour[1]}, envelope.key_count, keys};
}

TEST(key_edit_changes_only_its_bytes) {
    opened one = open_data("skl/ok/shapes.skl");
    gait_skl_key keys[MOST_KEYS];
    gait_skl_curve curve = read_curve(one.skl, GAIT_SKL_Y, keys);
    uint64_t key = offset_of(&one, "motions[0].bones[0].y.keys[3].value");
    uint64_t head = offset_of(&one, "motions[0].bones[0].y.before");
    keys[3].value = 9;
    keys[3].time_s = 0.125F;
    keys[3].param[2] = -32;
    curve.behaviour[0] = GAIT_SKL_GO_ON;
    edit_f32(&one.expected, key, 9);
    edit_f32(&one.expected, key + 4, 0.125F);
    gaiti_store_u16(one.expected.data + key + 9 + 2 * 5, 0);
    one.expected.data[head] = GAIT_SKL_GO_ON;
    assert_int_equal(gait_skl_set_envelope(one.skl, 0, 0, GAIT_SKL_Y, &curve), GAIT_OK);
    assert_written(&one);
}

TEST(key_shape_adds_or_removes_parameters) {
    opened one = open_data("skl/ok/shapes.skl");
    gait_skl_key keys[MOST_KEYS];
    gait_skl_curve curve = read_curve(one.skl, GAIT_SKL_Y, keys);
    uint64_t shape = offset_of(&one, "motions[0].bones[0].y.keys[0].shape");
    uint64_t count = offset_of(&one, "motions[0].bones[0].y.keyCount");
    keys[0].shape = GAIT_SKL_STEPPED;
    curve.key_count = 5;
    uint64_t last = offset_of(&one, "motions[0].bones[0].y.keys[5].value");
    edit_replace(&one.expected, last, 23, (gait_span){NULL, 0});
    edit_replace(&one.expected, shape, 15, (gait_span){(const uint8_t *)"\4", 1});
    gaiti_store_u16(one.expected.data + count, 5);
    edit_add_u32(&one.expected, 4, -23 - 14);
    assert_int_equal(gait_skl_set_envelope(one.skl, 0, 0, GAIT_SKL_Y, &curve), GAIT_OK);
    assert_written(&one);
}

TEST(pitch_precedes_heading_in_old_objects) {
    opened one = open_data("anm/ok/version_4.anm");
    gait_skl_key keys[MOST_KEYS];
    gait_skl_curve curve = read_curve(one.skl, GAIT_SKL_PITCH, keys);
    assert_int_equal(curve.key_count, 3); /* this envelope is the fourth in the file */
    uint64_t value = offset_of(&one, "motions[0].pitch.keys[1].value");
    assert_true(value < offset_of(&one, "motions[0].heading.before"));
    keys[1].value = 0.25F;
    edit_f32(&one.expected, value, 0.25F);
    assert_int_equal(gait_skl_set_envelope(one.skl, 0, 0, GAIT_SKL_PITCH, &curve), GAIT_OK);
    assert_written(&one);
}

TEST(marks_are_set_and_added) {
    opened one = open_data("skl/ok/marks.skl");
    uint64_t count = offset_of(&one, "motions[0].markCount");
    gait_omf_mark mark = gait_skl_mark_at(one.skl, 0, 1);
    mark.name = test_span("Kick");
    mark.terminator = (gait_span){NULL, 0};
    static const uint8_t added[] = "Kick\r\n\0\0\0";
    edit_replace(&one.expected, one.expected.size, 0, (gait_span){added, 10});
    edit_u32(&one.expected, count, 3);
    edit_add_u32(&one.expected, 4, 10);
    assert_int_equal(gait_skl_set_mark(one.skl, 0, 2, &mark), GAIT_OK);
    mark.name = test_span("two\nlines");
    assert_int_equal(gait_skl_set_mark(one.skl, 0, 0, &mark), GAIT_BAD_ARGUMENT);
    assert_written(&one);
}

TEST(marks_are_inserted_and_removed) {
    static const uint8_t made[8] = {'S', 't', '\r', '\n', 0};
    opened one = open_data("skl/ok/marks.skl");
    uint64_t first = offset_of(&one, "motions[0].marks[0].name");
    uint64_t second = offset_of(&one, "motions[0].marks[1].name");
    gait_omf_mark mark = {.name = test_span("St")};
    edit_replace(&one.expected, second, 0, (gait_span){made, sizeof made});
    edit_replace(&one.expected, first, second - first, (gait_span){NULL, 0});
    edit_add_u32(&one.expected, 4, (int64_t)sizeof made - (int64_t)(second - first));
    assert_int_equal(gaiti_skl_insert_mark(one.skl, 0, 1, &mark), GAIT_OK);
    assert_int_equal(gaiti_skl_remove_mark(one.skl, 0, 0), GAIT_OK);
    assert_int_equal(gait_skl_motion_at(one.skl, 0).mark_count, 2);
    assert_int_equal(gaiti_skl_insert_mark(one.skl, 0, 3, &mark), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_skl_remove_mark(one.skl, 0, 2), GAIT_BAD_ARGUMENT);
    mark.name = test_span("two\nlines");
    assert_int_equal(gaiti_skl_insert_mark(one.skl, 0, 0, &mark), GAIT_BAD_ARGUMENT);
    assert_written(&one);
}

/* Removes each mark and inserts it again, then removes and inserts all marks of each motion. */
TEST(removed_marks_can_be_inserted_again) {
    enum { MOST_MARKS = 8 };
    test_fixtures fixtures = test_fixtures_load("skl/ok/");
    uint32_t seen = 0;
    for (size_t i = 0; i < fixtures.count; i++) {
        opened one = open_data(fixtures.items[i].file);
        for (uint32_t m = 0; m < gait_skl_motion_count(one.skl); m++) {
            gait_omf_mark marks[MOST_MARKS];
            uint32_t count = gait_skl_motion_at(one.skl, m).mark_count;
            assert_in_range(count, 0, MOST_MARKS);
            for (uint32_t k = 0; k < count; k++) {
                marks[k] = gait_skl_mark_at(one.skl, m, k);
                assert_int_equal(gaiti_skl_remove_mark(one.skl, m, k), GAIT_OK);
                assert_int_equal(gait_skl_motion_at(one.skl, m).mark_count, count - 1);
                assert_int_equal(gaiti_skl_insert_mark(one.skl, m, k, &marks[k]), GAIT_OK);
            }
            for (uint32_t k = 0; k < count; k++) {
                assert_int_equal(gaiti_skl_remove_mark(one.skl, m, 0), GAIT_OK);
            }
            for (uint32_t k = count; k > 0; k--) {
                assert_int_equal(gaiti_skl_insert_mark(one.skl, m, 0, &marks[k - 1]), GAIT_OK);
            }
            seen += count;
        }
        assert_written(&one);
    }
    assert_true(seen >= 3);
    test_fixtures_free(&fixtures);
}

/* If memory grew with the square of the number of marks, it would require 200 MB. */
TEST(many_marks_are_added) {
    enum { MANY = 3000 };
    gait_options options = {.max_bytes = 16 << 20};
    gait_span bytes = test_fixture_bytes("skl/ok/marks.skl");
    gait_skl *skl;
    assert_int_equal(gait_skl_open(bytes, &options, &skl), GAIT_OK);
    gait_omf_mark mark = gait_skl_mark_at(skl, 0, 1);
    for (uint32_t m = gait_skl_motion_at(skl, 0).mark_count; m < MANY; m++) {
        assert_int_equal(gait_skl_set_mark(skl, 0, m, &mark), GAIT_OK);
    }
    assert_int_equal(gait_skl_motion_at(skl, 0).mark_count, MANY);
    gait_skl_free(skl);
    free((void *)(uintptr_t)bytes.data);
}

TEST(values_out_of_range_are_refused) {
    opened one = open_data("skl/ok/shapes.skl");
    gait_skl_motion values = gait_skl_motion_at(one.skl, 0), bad = values;
    gait_skl_bone bone = gait_skl_bone_at(one.skl, 0, 0);
    gait_skl_key keys[MOST_KEYS];
    gait_skl_curve curve = read_curve(one.skl, GAIT_SKL_Y, keys);
    gait_omf_mark mark = {.name = test_span("Left")};
    bad.flags = 0x100;
    assert_int_equal(gaiti_skl_set_motion(one.skl, 0, &bad), GAIT_BAD_ARGUMENT);
    bad = values;
    bad.bone_or_part = 0x10000;
    assert_int_equal(gaiti_skl_set_motion(one.skl, 0, &bad), GAIT_BAD_ARGUMENT);
    bad = values;
    bad.version = 7;
    assert_int_equal(gaiti_skl_set_motion(one.skl, 0, &bad), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_skl_set_motion(one.skl, 1, &values), GAIT_BAD_ARGUMENT);
    bone.flags = 0x100;
    assert_int_equal(gait_skl_set_bone(one.skl, 0, 0, &bone), GAIT_BAD_ARGUMENT);
    keys[1].tension = 32.5F;
    assert_int_equal(gait_skl_set_envelope(one.skl, 0, 0, 1, &curve), GAIT_BAD_ARGUMENT);
    keys[1].tension = 0;
    keys[1].shape = 0x100;
    assert_int_equal(gait_skl_set_envelope(one.skl, 0, 0, 1, &curve), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_skl_set_envelope(one.skl, 0, 0, 6, &curve), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_skl_set_mark(one.skl, 0, 0, &mark), GAIT_WOULD_LOSE);
    assert_int_equal(gaiti_skl_insert_mark(one.skl, 0, 0, &mark), GAIT_WOULD_LOSE);
    assert_written(&one);
}

/* --- all fields ------------------------------------------------------------------------------- */

static void set_to_itself(gait_skl *skl) {
    for (uint32_t m = 0; m < gait_skl_motion_count(skl); m++) {
        gait_skl_motion values = gait_skl_motion_at(skl, m);
        assert_int_equal(gaiti_skl_set_motion(skl, m, &values), GAIT_OK);
        for (uint32_t b = 0; b < values.bone_count; b++) {
            gait_skl_bone bone = gait_skl_bone_at(skl, m, b);
            assert_int_equal(gait_skl_set_bone(skl, m, b, &bone), GAIT_OK);
            for (uint32_t c = 0; c < GAIT_SKL_CHANNELS; c++) {
                gait_skl_key keys[MOST_KEYS];
                gait_skl_envelope envelope = gait_skl_envelope_at(skl, m, b, c);
                gait_skl_curve curve = {
                    {envelope.behaviour[0], envelope.behaviour[1]}, envelope.key_count, keys};
                gait_skl_read_keys(skl, m, b, c, keys);
                assert_int_equal(gait_skl_set_envelope(skl, m, b, c, &curve), GAIT_OK);
            }
        }
        for (uint32_t k = 0; k < values.mark_count; k++) {
            gait_omf_mark mark = gait_skl_mark_at(skl, m, k);
            assert_int_equal(gait_skl_set_mark(skl, m, k, &mark), GAIT_OK);
        }
    }
}

/* Sets every field to its current value, detaches the document, and overwrites the source. */
TEST(detached_files_set_to_equal_values_keep_their_bytes) {
    test_fixtures good = test_fixtures_load("skl/ok/");
    for (size_t i = 0; i < good.count; i++) {
        opened one = open_data(good.items[i].file);
        set_to_itself(one.skl);
        assert_int_equal(gait_skl_detach(one.skl), GAIT_OK);
        memset((void *)(uintptr_t)one.bytes.data, 0xEE, one.bytes.size);
        assert_written(&one);
    }
    test_fixtures_free(&good);
}

TEST(packed_parameters_survive_a_round_trip) {
    for (uint32_t packed = 0; packed <= UINT16_MAX; packed++) {
        float value = gaiti_skl_unpack((uint16_t)packed);
        assert_int_equal(gaiti_skl_pack(value), packed);
        assert_true(value >= -32 && value <= 32);
    }
}

/* --- fast key reader -------------------------------------------------------------------------- */

static void assert_loaded_as_described(gait_span bytes, bool wide, uint32_t count) {
    gait_skl_key loaded[MOST_KEYS], described;
    gait_skl_envelope envelope = {.key_count = count};
    gaiti_reader in = gaiti_reader_over(bytes, 0), again = in;
    gaiti_visitor visitor = gaiti_visit_reading(&again);
    memset(loaded, 0xEE, sizeof loaded);
    assert_true(gaiti_skl_read_keys(&in, wide, count, &envelope.keys));
    gaiti_skl_load_keys(&envelope, wide, loaded);
    for (uint32_t k = 0; k < count; k++) {
        memset(&described, 0, sizeof described);
        gaiti_skl_visit_key(&visitor, wide, &described);
        assert_memory_equal(&loaded[k], &described, sizeof described);
    }
    assert_int_equal(in.at, again.at);
    assert_false(again.failed);
    for (uint32_t cut = 0; cut < envelope.keys.size; cut++) {
        in = gaiti_reader_over((gait_span){bytes.data, cut}, 0);
        assert_false(gaiti_skl_read_keys(&in, wide, count, &envelope.keys));
    }
}

TEST(fast_key_reader_matches_the_field_description) {
    uint8_t bytes[MOST_KEYS * 40];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(i * 37 % 101);
    }
    for (uint32_t mask = 0; mask < 16; mask++) {
        uint8_t *p = bytes;
        for (uint32_t k = 0; k < 4; k++) {
            p[8] = mask >> k & 1 ? GAIT_SKL_STEPPED : (uint8_t)k;
            p += mask >> k & 1 ? 9 : 23;
        }
        assert_loaded_as_described((gait_span){bytes, sizeof bytes}, false, 4);
    }
    assert_loaded_as_described((gait_span){bytes, sizeof bytes}, true, MOST_KEYS);
}

/* --- new documents ---------------------------------------------------------------------------- */

static gait_status make_motions(const gait_options *options, void *user) {
    static const gait_skl_key keys[2] = {
        {.value = 1, .time_s = 0, .shape = GAIT_SKL_STEPPED},
        {.value = 2, .time_s = 1, .shape = GAIT_SKL_TCB, .tension = 0.5F, .param = {1, 2, 3, 4}}};
    gait_skl_curve curves[2][GAIT_SKL_CHANNELS] = {{{{1, 2}, 2, keys}}, {{{0, 0}, 0, NULL}}};
    gait_skl_bone bones[2] = {{.name = test_span("root")}, {.name = test_span("hand"), .flags = 1}};
    gait_skl_motion values = {.name = test_span("walk"),
                              .frame_end = 30,
                              .fps = 30,
                              .version = 7,
                              .bone_or_part = 0xFFFF,
                              .bone_count = 2};
    gait_omf_mark mark = {.name = test_span("Left")};
    gait_skl *skl;
    gait_status status = gait_skl_new(GAIT_SKL_MANY, options, &skl);
    for (int i = 0; i < 20 && status == GAIT_OK; i++) {
        status = gait_skl_add_motion(skl, &values, bones, (const gait_skl_curve(*)[6])curves);
    }
    if (status == GAIT_OK) {
        status = gait_skl_set_mark(skl, 19, 0, &mark);
    }
    gait_buffer out = {.allocator = options ? options->allocator : (gait_allocator){0}};
    if (status == GAIT_OK) {
        status = gait_skl_write(skl, &out);
    }
    if (status == GAIT_OK && user) {
        *(gait_buffer *)user = out;
    } else {
        gait_buffer_free(&out);
    }
    gait_skl_free(skl);
    return status;
}

TEST(new_motions_survive_a_round_trip) {
    gait_buffer made = {0};
    gait_skl *skl;
    gait_skl_key keys[MOST_KEYS];
    assert_int_equal(make_motions(NULL, &made), GAIT_OK);
    assert_int_equal(gait_skl_open((gait_span){made.data, made.size}, NULL, &skl), GAIT_OK);
    assert_int_equal(gait_skl_kind_of(skl), GAIT_SKL_MANY);
    assert_int_equal(gait_skl_motion_count(skl), 20);
    assert_int_equal(gait_skl_motion_at(skl, 19).mark_count, 1);
    assert_int_equal(gait_skl_bone_at(skl, 19, 1).flags, 1);
    gait_skl_read_keys(skl, 19, 0, 0, keys);
    assert_true(keys[1].value == 2 && keys[1].param[3] > 3.99F && keys[1].param[3] < 4.01F);
    assert_int_equal(gait_skl_envelope_at(skl, 0, 0, 0).behaviour[1], 2);
    assert_int_equal(gait_skl_envelope_at(skl, 0, 1, 0).key_count, 0);
    gait_skl_free(skl);
    gait_buffer_free(&made);
}

TEST(out_of_memory_while_building_is_reported) {
    test_every_failing_allocation(make_motions, NULL);
}

static gait_status own_and_set(const gait_options *options, void *user) {
    const gait_span *bytes = user;
    gait_skl *skl;
    gait_skl_key key = {.value = 1};
    gait_skl_curve curve = {{1, 1}, 1, &key};
    gait_status status = gait_skl_open(*bytes, options, &skl);
    if (status == GAIT_OK) {
        status = gait_skl_set_envelope(skl, 0, 0, 0, &curve);
    }
    gait_omf_mark mark = {.name = test_span("Left")};
    for (int i = 0; i < 8 && status == GAIT_OK; i++) { /* the list grows */
        status = gaiti_skl_insert_mark(skl, 0, 0, &mark);
    }
    if (status == GAIT_OK) {
        status = gaiti_skl_remove_mark(skl, 0, 0);
    }
    if (status == GAIT_OK) {
        status = gait_skl_detach(skl);
    }
    gait_skl_free(skl);
    return status;
}

TEST(out_of_memory_while_editing_is_reported) {
    gait_span bytes = test_fixture_bytes("skl/ok/marks.skl");
    test_every_failing_allocation(own_and_set, &bytes);
    free((void *)(uintptr_t)bytes.data);
}

TEST(single_motion_file_holds_one_motion) {
    gait_skl *skl;
    gait_buffer out = {0};
    gait_skl_motion values = {.name = test_span("walk"), .fps = 30, .version = 6};
    assert_int_equal(gait_skl_new((gait_skl_kind)(GAIT_SKL_OBJECT + 1), NULL, &skl),
                     GAIT_BAD_ARGUMENT);
    assert_null(skl);
    assert_int_equal(gait_skl_new(GAIT_SKL_ONE, NULL, &skl), GAIT_OK);
    assert_int_equal(gaiti_skl_version(skl), -1);
    assert_int_equal(gait_skl_write(skl, &out), GAIT_BAD_ARGUMENT);
    values.version = 5;
    assert_int_equal(gait_skl_add_motion(skl, &values, NULL, NULL), GAIT_BAD_ARGUMENT);
    values.version = 6;
    assert_int_equal(gait_skl_add_motion(skl, &values, NULL, NULL), GAIT_OK);
    assert_int_equal(gait_skl_add_motion(skl, &values, NULL, NULL), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_skl_write(skl, &out), GAIT_OK);
    assert_int_equal(out.size, 8 + 5 + 14 + 21);
    gait_buffer_free(&out);
    gait_skl_free(skl);
}
