/* Banks are written from their fields: an edit changes only the bytes of its field and the sizes of
 * the enclosing chunks. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "edits.h"
#include "fixtures.h"
#include "gait/file.h"
#include "gait/omf.h"
#include "test.h"
#include "formats/xray/omf/omf.h"

EDIT_DOCUMENTS(omf, gait_omf_open, gait_omf_write, gait_omf_free);

/* Expects `bytes` in place of the field, and adds the difference in length to the chunk sizes at
 * the offsets `sizes`. The field must be one of the opened file. */
static void expect_field(opened *one, const gait_field *field, gait_span bytes,
                         const uint64_t *sizes, int size_count) {
    int64_t difference = (int64_t)bytes.size - (int64_t)field->bytes.size;
    for (int i = 0; i < size_count; i++) {
        edit_add_u32(&one->expected, sizes[i], difference);
    }
    edit_replace(&one->expected, field->offset, field->bytes.size, bytes);
}

static void expect_in_params(opened *one, const char *path, gait_span bytes) {
    uint64_t size = field_of(one, "params.size").offset;
    gait_field field = field_of(one, path);
    expect_field(one, &field, bytes, &size, 1);
}

/* --- parts and bones -------------------------------------------------------------------------- */

TEST(part_is_renamed_in_place) {
    opened one = open_data("omf/ok/two_parts.omf");
    expect_in_params(&one, "params.parts[1].name", (gait_span){(const uint8_t *)"legs\0", 5});
    assert_int_equal(gait_omf_rename_part(one.omf, 1, test_span("legs")), GAIT_OK);
    assert_int_equal(gait_omf_rename_part(one.omf, 2, test_span("legs")), GAIT_BAD_ARGUMENT);
    assert_written(&one);
}

TEST(listed_bone_is_renamed_in_place) {
    opened one = open_data("omf/ok/listed_unordered.omf");
    gait_omf_bone bone = gait_omf_listed_bone(one.omf, 0);
    assert_int_equal(bone.id, 2);
    assert_memory_equal(gait_omf_bone_name(one.omf, 0).data, "a", 2);
    bone.name = test_span("bip01_hand");
    expect_in_params(&one, "params.parts[0].bones[0].name",
                     (gait_span){(const uint8_t *)"bip01_hand\0", 11});
    assert_int_equal(gait_omf_set_listed_bone(one.omf, 0, &bone), GAIT_OK);
    assert_memory_equal(gait_omf_bone_name(one.omf, 2).data, "bip01_hand", 10);
    assert_written(&one);
}

TEST(swapped_bone_ids_swap_the_tracks) {
    opened one = open_data("omf/ok/two_parts.omf");
    gait_omf_bone hand = gait_omf_listed_bone(one.omf, 0), root = gait_omf_listed_bone(one.omf, 1);
    edit_u32(&one.expected, field_of(&one, "params.parts[0].bones[0].id").offset, 0);
    edit_u32(&one.expected, field_of(&one, "params.parts[1].bones[0].id").offset, 1);
    hand.id = 0;
    root.id = 1;
    assert_int_equal(gait_omf_set_listed_bone(one.omf, 0, &hand), GAIT_OK);
    assert_int_equal(gait_omf_set_listed_bone(one.omf, 1, &root), GAIT_OK);
    assert_memory_equal(gait_omf_bone_name(one.omf, 0).data, "hand", 4);
    assert_written(&one);
}

/* --- motions ---------------------------------------------------------------------------------- */

TEST(each_motion_parameter_changes_only_its_bytes) {
    opened one = open_data("omf/ok/two_parts.omf");
    gait_omf_motion motion = gait_omf_motion_at(one.omf, 1);
    const char *path = "params.definitions[1].flags";
    uint64_t at = field_of(&one, path).offset;
    motion.flags = GAIT_OMF_IDLE;
    motion.bone_or_part = 0xFFFF;
    motion.motion = 513;
    motion.speed = 0.5F;
    motion.power = 0.25F;
    motion.accrue = 8;
    motion.falloff = 16;
    edit_u32(&one.expected, at, 0x40);
    gaiti_store_u16(one.expected.data + at + 4, 0xFFFF);
    gaiti_store_u16(one.expected.data + at + 6, 513);
    edit_f32(&one.expected, at + 8, 0.5F);
    edit_f32(&one.expected, at + 12, 0.25F);
    edit_f32(&one.expected, at + 16, 8);
    edit_f32(&one.expected, at + 20, 16);
    assert_int_equal(gaiti_omf_set_motion(one.omf, 1, &motion), GAIT_OK);
    assert_written(&one);
}

TEST(motion_rename_changes_only_the_definition) {
    opened one = open_data("omf/ok/scrambled_labels.omf");
    gait_omf_motion motion = gait_omf_motion_at(one.omf, 0);
    motion.name = test_span("norm_walk");
    expect_in_params(&one, "params.definitions[0].name",
                     (gait_span){(const uint8_t *)"norm_walk\0", 10});
    assert_int_equal(gaiti_omf_set_motion(one.omf, 0, &motion), GAIT_OK);
    assert_written(&one);
}

TEST(label_edit_updates_the_chunk_sizes) {
    opened one = open_data("omf/ok/two_parts.omf");
    gait_omf_motion motion = gait_omf_motion_at(one.omf, 1);
    const uint64_t sizes[] = {field_of(&one, "keys.size").offset,
                              field_of(&one, "motions[1].size").offset};
    gait_field field = field_of(&one, "motions[1].label");
    expect_field(&one, &field, (gait_span){(const uint8_t *)"sprint\0", 7}, sizes, 2);
    motion.label = test_span("sprint");
    assert_int_equal(gaiti_omf_set_motion(one.omf, 1, &motion), GAIT_OK);
    assert_written(&one);
}

TEST(invalid_edits_are_refused_and_change_nothing) {
    char long_name[129];
    memset(long_name, 'n', 128);
    long_name[128] = 0;
    opened one = open_data("omf/ok/two_parts.omf");
    gait_omf_motion motion = gait_omf_motion_at(one.omf, 0);
    motion.frame_count++;
    assert_int_equal(gaiti_omf_set_motion(one.omf, 0, &motion), GAIT_BAD_ARGUMENT);
    motion.frame_count--;
    assert_int_equal(gaiti_omf_set_motion(one.omf, 2, &motion), GAIT_BAD_ARGUMENT);
    motion.name = test_span(long_name);
    assert_int_equal(gaiti_omf_set_motion(one.omf, 0, &motion), GAIT_BAD_ARGUMENT);
    motion.name = (gait_span){(const uint8_t *)"a\0b", 3};
    assert_int_equal(gaiti_omf_set_motion(one.omf, 0, &motion), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_omf_add_bone(one.omf, test_span("tail"), 2), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_omf_rename_part(one.omf, 0, test_span(long_name)), GAIT_BAD_ARGUMENT);
    assert_written(&one);
}

/* --- tracks ----------------------------------------------------------------------------------- */

/* Sets a track and expects `bytes` at the field `path` plus `more`. Track i of every_track_kind.omf
 * has the flags i, track i of float_keys.omf the flags i + 8. */
static void set_and_expect(opened *one, uint32_t track, const gait_omf_track *values,
                           const char *path, uint64_t more, gait_span bytes) {
    edit_replace(&one->expected, field_of(one, path).offset + more, bytes.size, bytes);
    assert_int_equal(gait_omf_set_track(one->omf, 0, track, values), GAIT_OK);
}

TEST(track_edit_changes_only_its_bytes) {
    static const uint8_t key[8] = {1, 0, 2, 0, 3, 0, 0xFF, 0x7F}, crc[4] = {4, 3, 2, 1};
    static const uint8_t position[12] = {0, 0, 0x80, 0x3F, 0, 0, 0, 0x40, 0, 0, 0x40, 0x40};
    opened one = open_data("omf/ok/every_track_kind.omf");
    gait_omf_track track = gait_omf_track_at(one.omf, 0, 0);
    track.rotation_crc = 0x01020304;
    set_and_expect(&one, 0, &track, "motions[0].tracks[0].rotation.crc", 0, (gait_span){crc, 4});
    track.init[0] = 1;
    track.init[1] = 2;
    track.init[2] = 3;
    set_and_expect(&one, 0, &track, "motions[0].tracks[0].translation.constant", 0,
                   (gait_span){position, 12});
    track = gait_omf_track_at(one.omf, 0, 2);
    track.rotation_keys = (gait_span){key, 8};
    set_and_expect(&one, 2, &track, "motions[0].tracks[2].rotation.constant", 0,
                   (gait_span){key, 8});
    track = gait_omf_track_at(one.omf, 0, 3);
    track.translation_crc = 0x01020304;
    set_and_expect(&one, 3, &track, "motions[0].tracks[3].translation.crc", 0, (gait_span){crc, 4});
    memcpy(track.size, track.init, sizeof track.size);
    track.size[0] = 1;
    track.size[1] = 2;
    track.size[2] = 3;
    set_and_expect(&one, 3, &track, "motions[0].tracks[3].translation.size", 0,
                   (gait_span){position, 12});
    assert_written(&one);
}

TEST(keys_are_edited_in_place) {
    static const uint8_t key[8] = {1, 0, 2, 0, 3, 0, 0xFF, 0x7F};
    opened one = open_data("omf/ok/every_track_kind.omf");
    uint8_t keys[24];
    gait_omf_track track = gait_omf_track_at(one.omf, 0, 5);
    assert_int_equal(track.rotation_keys.size, 24);
    memcpy(keys, track.rotation_keys.data, 24);
    memcpy(keys + 8, key, 8);
    track.rotation_keys = (gait_span){keys, 24};
    set_and_expect(&one, 5, &track, "motions[0].tracks[5].rotation.keys", 8, (gait_span){key, 8});
    track = gait_omf_track_at(one.omf, 0, 5);
    assert_int_equal(track.translation_keys.size, 18);
    memcpy(keys, track.translation_keys.data, 18);
    memcpy(keys + 12, key, 6);
    track.translation_keys = (gait_span){keys, 18};
    set_and_expect(&one, 5, &track, "motions[0].tracks[5].translation.keys", 12,
                   (gait_span){key, 6});
    assert_written(&one);
}

TEST(float_keys_are_edited_in_place) {
    static const uint8_t one_half[4] = {0, 0, 0, 0x3F};
    opened one = open_data("omf/ok/float_keys.omf");
    uint8_t keys[48];
    gait_omf_track track = gait_omf_track_at(one.omf, 0, 1);
    assert_int_equal(track.rotation_keys.size, 48);
    memcpy(keys, track.rotation_keys.data, 48);
    memcpy(keys + 16, one_half, 4);
    track.rotation_keys = (gait_span){keys, 48};
    set_and_expect(&one, 1, &track, "motions[0].tracks[1].rotation.keys", 16,
                   (gait_span){one_half, 4});
    assert_written(&one);
}

TEST(track_kind_change_updates_the_chunk_sizes) {
    static const uint8_t constant[21] = {2, 0, 0, 0, 0, 0, 0, 0xFF, 0x7F};
    opened one = open_data("omf/ok/every_track_kind.omf");
    gait_omf_track track = gait_omf_track_at(one.omf, 0, 7);
    const uint64_t sizes[] = {field_of(&one, "keys.size").offset,
                              field_of(&one, "motions[0].size").offset};
    gait_field flags = field_of(&one, "motions[0].tracks[7].flags");
    flags.bytes.size = 1 + 8 + 4 + 18 + 24; /* the whole track: constant rotation, 16-bit keys */
    track =
        (gait_omf_track){.flags = GAIT_OMF_ROTATION_CONSTANT, .rotation_keys = {constant + 1, 8}};
    expect_field(&one, &flags, (gait_span){constant, 21}, sizes, 2);
    assert_int_equal(gait_omf_set_track(one.omf, 0, 7, &track), GAIT_OK);
    assert_written(&one);
}

TEST(keys_of_the_wrong_length_are_refused) {
    opened one = open_data("omf/ok/every_track_kind.omf");
    for (uint32_t t = 0; t < 8; t++) {
        gait_omf_track track = gait_omf_track_at(one.omf, 0, t);
        track.rotation_keys.size--;
        assert_int_equal(gait_omf_set_track(one.omf, 0, t, &track), GAIT_BAD_ARGUMENT);
        track.rotation_keys.size++;
        track.translation_keys.size += 3;
        assert_int_equal(gait_omf_set_track(one.omf, 0, t, &track), GAIT_BAD_ARGUMENT);
        track.translation_keys.size -= 3;
        assert_int_equal(gait_omf_set_track(one.omf, 0, 8, &track), GAIT_BAD_ARGUMENT);
        assert_int_equal(gait_omf_set_track(one.omf, 1, t, &track), GAIT_BAD_ARGUMENT);
    }
    assert_written(&one);
}

/* --- marks ------------------------------------------------------------------------------------ */

static const uint8_t two_intervals[16] = {0, 0, 0, 0,    0, 0, 0,    0x3F,
                                          0, 0, 0, 0x3F, 0, 0, 0x80, 0x3F};

TEST(mark_is_edited_in_place) {
    opened one = open_data("omf/ok/mark_line_feed.omf");
    gait_omf_mark mark = gait_omf_mark_at(one.omf, 0, 0);
    assert_int_equal(mark.terminator.size, 1);
    uint64_t size = field_of(&one, "params.size").offset;
    gait_field name = field_of(&one, "params.definitions[0].marks[0].name");
    name.bytes.size = 4 + 1 + 4;
    uint8_t made[5 + 1 + 4 + 16] = {'R', 'i', 'g', 'h', 't', '\n', 2};
    memcpy(made + 10, two_intervals, 16);
    expect_field(&one, &name, (gait_span){made, sizeof made}, &size, 1);
    mark.name = test_span("Right"); /* the terminator of the file is kept */
    mark.interval_count = 2;
    mark.intervals = (gait_span){two_intervals, 16};
    assert_int_equal(gait_omf_set_mark(one.omf, 0, 0, &mark), GAIT_OK);
    assert_written(&one);
}

TEST(a_new_mark_comes_last_and_ends_in_cr_lf) {
    opened one = open_data("omf/ok/version_4.omf");
    gait_field count = field_of(&one, "params.definitions[0].markCount");
    uint64_t size = field_of(&one, "params.size").offset;
    uint8_t made[4 + 4 + 2 + 4 + 16] = {1, 0, 0, 0, 'L', 'e', 'f', 't', '\r', '\n', 2};
    memcpy(made + 14, two_intervals, 16);
    expect_field(&one, &count, (gait_span){made, sizeof made}, &size, 1);
    gait_omf_mark mark = {
        .name = test_span("Left"), .interval_count = 2, .intervals = {two_intervals, 16}};
    assert_int_equal(gait_omf_set_mark(one.omf, 0, 0, &mark), GAIT_OK);
    float from_to[2];
    mark = gait_omf_mark_at(one.omf, 0, 0);
    gait_omf_mark_interval(&mark, 1, from_to);
    assert_true(from_to[0] == 0.5F && from_to[1] == 1);
    assert_written(&one);
}

TEST(marks_are_inserted_and_removed) {
    static const uint8_t made[8] = {'S', 't', '\r', '\n', 0};
    opened one = open_data("omf/ok/marks.omf");
    uint32_t count = gait_omf_mark_count(one.omf, 0);
    gait_field first = field_of(&one, "params.definitions[0].marks[0].name");
    gait_field second = field_of(&one, "params.definitions[0].marks[1].name");
    uint64_t size = field_of(&one, "params.size").offset;
    gait_omf_mark mark = {.name = test_span("St")};
    assert_true(count >= 2);
    second.bytes.size = 0;
    first.bytes.size = second.offset - first.offset;
    expect_field(&one, &second, (gait_span){made, sizeof made}, &size, 1);
    expect_field(&one, &first, (gait_span){NULL, 0}, &size, 1);
    assert_int_equal(gaiti_omf_insert_mark(one.omf, 0, 1, &mark), GAIT_OK);
    assert_int_equal(gaiti_omf_remove_mark(one.omf, 0, 0), GAIT_OK);
    assert_int_equal(gait_omf_mark_count(one.omf, 0), count);
    assert_int_equal(gaiti_omf_insert_mark(one.omf, 0, count + 1, &mark), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_omf_remove_mark(one.omf, 0, count), GAIT_BAD_ARGUMENT);
    assert_written(&one);
}

/* Removes each mark and inserts it again, then removes and inserts all marks of each motion. */
TEST(removed_marks_can_be_inserted_again) {
    enum { MOST_MARKS = 8 };
    test_fixtures fixtures = test_fixtures_load("omf/ok/");
    uint32_t seen = 0;
    for (size_t i = 0; i < fixtures.count; i++) {
        opened one = open_data(fixtures.items[i].file);
        for (uint32_t m = 0; m < gait_omf_motion_count(one.omf); m++) {
            gait_omf_mark marks[MOST_MARKS];
            uint32_t count = gait_omf_mark_count(one.omf, m);
            assert_in_range(count, 0, MOST_MARKS);
            for (uint32_t k = 0; k < count; k++) {
                marks[k] = gait_omf_mark_at(one.omf, m, k);
                assert_int_equal(gaiti_omf_remove_mark(one.omf, m, k), GAIT_OK);
                assert_int_equal(gait_omf_mark_count(one.omf, m), count - 1);
                assert_int_equal(gaiti_omf_insert_mark(one.omf, m, k, &marks[k]), GAIT_OK);
            }
            for (uint32_t k = 0; k < count; k++) {
                assert_int_equal(gaiti_omf_remove_mark(one.omf, m, 0), GAIT_OK);
            }
            for (uint32_t k = count; k > 0; k--) {
                assert_int_equal(gaiti_omf_insert_mark(one.omf, m, 0, &marks[k - 1]), GAIT_OK);
            }
            seen += count;
        }
        assert_written(&one);
    }
    assert_true(seen >= 4);
    test_fixtures_free(&fixtures);
}

TEST(marks_that_games_misread_are_refused) {
    static const uint8_t many[13 * 8] = {0};
    static const struct {
        const char *name, *terminator;
        uint32_t count;
    } bad[] = {{"", "", 1},   {"a\nb", "", 1},      {"a\r", "", 1}, {"a", "", 10},
               {"a", "", 13}, {"a", "\r\n\r\n", 1}, {"a", "xy", 1}};
    opened one = open_data("omf/ok/version_4.omf");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        gait_omf_mark mark = {.name = test_span(bad[i].name),
                              .terminator = test_span(bad[i].terminator),
                              .interval_count = bad[i].count,
                              .intervals = {many, bad[i].count * 8}};
        assert_int_equal(gait_omf_set_mark(one.omf, 0, 0, &mark), GAIT_BAD_ARGUMENT);
        assert_int_equal(gaiti_omf_insert_mark(one.omf, 0, 0, &mark), GAIT_BAD_ARGUMENT);
    }
    gait_omf_mark mark = {.name = test_span("a"), .interval_count = 2, .intervals = {many, 8}};
    assert_int_equal(gait_omf_set_mark(one.omf, 0, 0, &mark), GAIT_BAD_ARGUMENT);
    mark.intervals.size = 16;
    assert_int_equal(gait_omf_set_mark(one.omf, 0, 1, &mark), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_omf_set_mark(one.omf, 1, 0, &mark), GAIT_BAD_ARGUMENT);
    assert_written(&one);
}

TEST(version_3_cannot_store_marks) {
    opened one = open_data("omf/ok/version_3.omf");
    gait_omf_mark mark = {.name = test_span("Left")};
    assert_int_equal(gait_omf_set_mark(one.omf, 0, 0, &mark), GAIT_WOULD_LOSE);
    assert_int_equal(gaiti_omf_insert_mark(one.omf, 0, 0, &mark), GAIT_WOULD_LOSE);
    assert_written(&one);
}

/* --- adding ----------------------------------------------------------------------------------- */

static gait_omf_motion still_motion(const char *name) {
    return (gait_omf_motion){.name = test_span(name),
                             .label = test_span(name),
                             .bone_or_part = 0xFFFF,
                             .speed = 1,
                             .power = 1,
                             .frame_count = 1};
}

static gait_omf_track still_track(void) {
    static const uint8_t identity[8] = {0, 0, 0, 0, 0, 0, 0xFF, 0x7F};
    return (gait_omf_track){.flags = GAIT_OMF_ROTATION_CONSTANT, .rotation_keys = {identity, 8}};
}

/* Writes and reopens the bank, and asserts that it has `motions` motions, the last with this
 * name. */
static void assert_reads_back(const gait_omf *omf, uint32_t motions, const char *name) {
    gait_buffer out = {0};
    gait_omf *read;
    gait_diagnostic items[8];
    gait_diagnostics diagnostics = {.items = items, .capacity = 8};
    gait_options options = {.diagnostics = &diagnostics};
    assert_int_equal(gait_omf_write(omf, &out), GAIT_OK);
    assert_int_equal(gait_omf_open((gait_span){out.data, out.size}, &options, &read), GAIT_OK);
    assert_int_equal(gait_omf_motion_count(read), motions);
    gait_omf_motion last = gait_omf_motion_at(read, motions - 1);
    assert_int_equal(last.name.size, strlen(name));
    assert_memory_equal(last.name.data, name, last.name.size);
    assert_memory_equal(last.label.data, name, last.name.size);
    assert_int_equal(diagnostics.errors, 0);
    gait_omf_free(read);
    gait_buffer_free(&out);
}

TEST(new_bank_is_built_from_scratch) {
    gait_omf *omf;
    assert_int_equal(gaiti_omf_new(5, NULL, &omf), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_omf_new(4, NULL, &omf), GAIT_OK);
    assert_int_equal(gaiti_omf_add_bone(omf, test_span("root"), 0), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_omf_add_part(omf, test_span("default")), GAIT_OK);
    assert_int_equal(gaiti_omf_add_bone(omf, test_span("hand"), 1), GAIT_OK);
    assert_int_equal(gaiti_omf_add_bone(omf, test_span("root"), 0), GAIT_OK);
    for (int i = 0; i < 20; i++) {
        char name[] = "walk_a";
        name[5] = (char)('a' + i);
        gait_omf_motion motion = still_motion(name);
        gait_omf_track tracks[2] = {still_track(), still_track()};
        tracks[1].init[0] = (float)i;
        assert_int_equal(gaiti_omf_add_motion(omf, &motion, tracks), GAIT_OK);
        memset(name, 0, sizeof name);
        assert_memory_equal(gait_omf_motion_at(omf, (uint32_t)i).name.data, "walk_", 5);
    }
    assert_true(gait_omf_track_at(omf, 7, 1).init[0] == 7);
    assert_int_equal(gaiti_omf_check(omf, NULL), GAIT_OK);
    assert_reads_back(omf, 20, "walk_t");
    gait_omf_free(omf);
}

TEST(added_motion_follows_the_existing_ones) {
    opened one = open_data("omf/ok/two_parts.omf");
    gait_omf_motion motion = still_motion("jump");
    gait_omf_track tracks[2] = {still_track(), still_track()};
    assert_int_equal(gaiti_omf_add_motion(one.omf, &motion, tracks), GAIT_OK);
    assert_reads_back(one.omf, 3, "jump");
    gait_omf_free(one.omf);
    free(one.expected.data);
    free((void *)(uintptr_t)one.bytes.data);
}

/* Regression test: the written bank had no sub-chunk 0, so no reader could open it. */
TEST(motion_is_added_to_a_bank_without_keys) {
    opened one = open_data("omf/bad/without_keys.omf");
    gait_omf_motion motion = still_motion("jump");
    gait_omf_track track = still_track();
    assert_int_equal(gaiti_omf_add_motion(one.omf, &motion, &track), GAIT_OK);
    assert_reads_back(one.omf, 1, "jump");
    gait_omf_free(one.omf);
    free(one.expected.data);
    free((void *)(uintptr_t)one.bytes.data);
}

/* The foreign sub-chunk has the number of the new motion and precedes it, so games would read it
 * instead. */
TEST(motion_number_already_in_use_is_refused) {
    static const uint8_t foreign[] = {2, 0, 0, 0, 1, 0, 0, 0, 'x'};
    gait_span plain = test_fixture_bytes("omf/ok/version_4.omf");
    gait_omf *omf;
    assert_int_equal(gait_omf_open(plain, NULL, &omf), GAIT_OK);
    edit_expected file = edit_copy(plain);
    uint64_t end = 8 + (uint64_t)gaiti_load_u32(plain.data + 4);
    edit_replace(&file, end, 0, (gait_span){foreign, sizeof foreign});
    edit_add_u32(&file, 4, sizeof foreign);
    gait_omf_free(omf);
    assert_int_equal(gait_omf_open((gait_span){file.data, file.size}, NULL, &omf), GAIT_OK);
    gait_omf_motion motion = still_motion("jump");
    gait_omf_track track = still_track();
    assert_int_equal(gaiti_omf_add_motion(omf, &motion, &track), GAIT_WOULD_LOSE);
    gait_buffer out = {0};
    assert_int_equal(gait_omf_write(omf, &out), GAIT_OK);
    edit_expected same = edit_copy((gait_span){file.data, file.size});
    edit_assert(&same, &out);
    gait_omf_free(omf);
    free(file.data);
    free((void *)(uintptr_t)plain.data);
}

/* A motion after a gap would be paired with the keys of another motion. */
TEST(adding_to_an_inconsistent_bank_is_refused) {
    static const char *const files[] = {"omf/bad/keys_missing.omf", "omf/bad/hole_in_motions.omf",
                                        "omf/bad/definition_missing.omf"};
    for (int i = 0; i < 3; i++) {
        opened one = open_data(files[i]);
        gait_omf_motion motion = still_motion("jump");
        gait_omf_track track = still_track();
        assert_int_equal(gaiti_omf_add_motion(one.omf, &motion, &track), GAIT_BAD_ARGUMENT);
        assert_written(&one);
    }
}

/* --- detaching, failed allocations ------------------------------------------------------------ */

static void own_and_scrub(const test_fixture *fixture) {
    edit_expected source = edit_copy(fixture->bytes);
    gait_omf *omf;
    assert_int_equal(gait_omf_open((gait_span){source.data, source.size}, NULL, &omf), GAIT_OK);
    gait_status before = gaiti_omf_check(omf, NULL);
    assert_int_equal(gait_omf_detach(omf), GAIT_OK);
    memset(source.data, 0xEE, source.size);
    free(source.data);
    assert_int_equal(gaiti_omf_check(omf, NULL), before);
    opened one = {.omf = omf, .expected = edit_copy(fixture->bytes)};
    assert_written(&one);
}

TEST(detached_document_outlives_its_source) {
    test_fixtures fixtures = test_fixtures_load("omf/");
    size_t owned = 0;
    for (size_t i = 0; i < fixtures.count; i++) {
        gait_omf *omf;
        if (gait_omf_open(fixtures.items[i].bytes, NULL, &omf) == GAIT_OK) {
            gait_omf_free(omf);
            own_and_scrub(&fixtures.items[i]);
            owned++;
        }
    }
    assert_in_range(owned, 40, fixtures.count);
    test_fixtures_free(&fixtures);
}

static gait_status every_edit(gait_omf *omf) {
    gait_omf_motion motion = still_motion("jump");
    gait_omf_track tracks[2] = {still_track(), still_track()};
    gait_omf_mark mark = {.name = test_span("Left")};
    gait_omf_bone bone = gait_omf_listed_bone(omf, 0);
    gait_status status = GAIT_OK;
    for (int i = 0; i < 6 && status == GAIT_OK; i++) {
        status = gaiti_omf_add_motion(omf, &motion, tracks);
        status = status == GAIT_OK ? gait_omf_set_mark(omf, 0, 0, &mark) : status;
        status = status == GAIT_OK ? gaiti_omf_insert_mark(omf, 0, 0, &mark) : status;
        status = status == GAIT_OK ? gaiti_omf_insert_mark(omf, 0, 1, &mark) : status;
        status = status == GAIT_OK ? gaiti_omf_remove_mark(omf, 0, 1) : status;
        status = status == GAIT_OK ? gait_omf_rename_part(omf, 0, test_span("all")) : status;
        status = status == GAIT_OK ? gait_omf_set_listed_bone(omf, 0, &bone) : status;
        status = status == GAIT_OK ? gaiti_omf_set_motion(omf, 2, &motion) : status;
        status = status == GAIT_OK ? gait_omf_set_track(omf, 2, 0, &tracks[0]) : status;
        status = status == GAIT_OK ? gait_omf_detach(omf) : status;
    }
    return status;
}

static gait_status edit_hungry(const gait_options *options, void *user) {
    const opened *one = user;
    gait_omf *omf;
    gait_status status = gait_omf_open(one->bytes, options, &omf);
    if (status == GAIT_OK) {
        gait_buffer out = {0};
        status = every_edit(omf);
        assert_int_equal(gait_omf_write(omf, &out), GAIT_OK); /* still complete */
        gait_omf *read;
        assert_int_equal(gait_omf_open((gait_span){out.data, out.size}, NULL, &read), GAIT_OK);
        assert_int_equal(gait_omf_motion_count(read), gait_omf_motion_count(omf));
        gait_omf_free(read);
        gait_buffer_free(&out);
        gait_omf_free(omf);
    }
    return status;
}

TEST(failed_allocations_leave_the_document_unchanged) {
    opened one = open_data("omf/ok/two_parts.omf");
    assert_true(test_every_failing_allocation(edit_hungry, &one) >= 6);
    assert_written(&one);
}
