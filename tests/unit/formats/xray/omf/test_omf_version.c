/* Conversion of a bank's parameters to another version: every loss is reported. */
#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "gait/omf.h"
#include "test.h"
#include "formats/xray/omf/omf.h"

typedef struct opened_bank {
    gait_span bytes;
    gait_omf *omf;
} opened_bank;

static opened_bank open_bank(const char *file) {
    opened_bank one = {.bytes = test_fixture_bytes(file)};
    assert_int_equal(gait_omf_open(one.bytes, NULL, &one.omf), GAIT_OK);
    return one;
}

static void drop_bank(opened_bank *one) {
    gait_omf_free(one->omf);
    free((void *)(uintptr_t)one->bytes.data);
}

static void assert_written_as(const gait_omf *omf, gait_span expected) {
    gait_buffer out = {0};
    assert_int_equal(gait_omf_write(omf, &out), GAIT_OK);
    assert_int_equal(out.size, expected.size);
    assert_memory_equal(out.data, expected.data, expected.size);
    gait_buffer_free(&out);
}

TEST(version_round_trip_keeps_the_bytes) {
    opened_bank one = open_bank("omf/ok/version_4.omf"), other = open_bank("omf/ok/version_3.omf");
    assert_int_equal(gait_omf_set_version(one.omf, 3, false, NULL), GAIT_OK);
    assert_int_equal(gaiti_omf_version(one.omf), 3);
    assert_written_as(one.omf, other.bytes);
    assert_int_equal(gait_omf_set_version(one.omf, 4, false, NULL), GAIT_OK);
    assert_written_as(one.omf, one.bytes);
    drop_bank(&other);
    drop_bank(&one);
}

TEST(marks_are_dropped_only_on_request) {
    gait_diagnostic items[2];
    gait_diagnostics diagnostics = {.items = items, .capacity = 2};
    opened_bank one = open_bank("omf/ok/marks.omf");
    assert_int_equal(gait_omf_set_version(one.omf, 3, false, &diagnostics), GAIT_WOULD_LOSE);
    assert_int_equal(diagnostics.count, 1);
    assert_string_equal(items[0].rule->id, "OMF154");
    assert_non_null(strstr(items[0].text, "\"walk\" has 3 marks"));
    assert_int_equal(items[0].clip, 0);
    assert_written_as(one.omf, one.bytes);

    assert_int_equal(gait_omf_set_version(one.omf, 3, true, &diagnostics), GAIT_OK);
    assert_int_equal(gait_omf_mark_count(one.omf, 0), 0);
    assert_int_equal(gait_omf_set_version(one.omf, 4, false, &diagnostics), GAIT_OK);
    assert_int_equal(gait_omf_mark_count(one.omf, 0), 0);
    drop_bank(&one);
}

TEST(old_versions_get_names_and_ids) {
    opened_bank one = open_bank("omf/bad/version_2.omf");
    assert_int_equal(gaiti_omf_version(one.omf), 2);
    assert_int_equal(gait_omf_listed_bone(one.omf, 1).id, 1);
    assert_written_as(one.omf, one.bytes);
    assert_int_equal(gait_omf_set_version(one.omf, 4, false, NULL), GAIT_OK);
    gait_buffer out = {0};
    gait_omf *again;
    assert_int_equal(gait_omf_write(one.omf, &out), GAIT_OK);
    assert_int_equal(gait_omf_open((gait_span){out.data, out.size}, NULL, &again), GAIT_OK);
    assert_int_equal(gaiti_omf_version(again), 4);
    assert_int_equal(gait_omf_listed_bone(again, 1).id, 1);
    assert_memory_equal(gait_omf_bone_name(again, 1).data, "hand", 4);
    gait_omf_free(again);
    gait_buffer_free(&out);
    drop_bank(&one);
}

/* Games read names and ids in every version, so such banks exist. */
TEST(stored_names_take_precedence_over_the_version) {
    static const char *const files[] = {"omf/bad/version_1_as_games_read.omf",
                                        "omf/bad/version_2_as_games_read.omf"};
    for (int i = 0; i < 2; i++) {
        opened_bank one = open_bank(files[i]);
        assert_int_equal(gaiti_omf_version(one.omf), i + 1);
        assert_memory_equal(gait_omf_bone_name(one.omf, 0).data, "hand", 4);
        assert_memory_equal(gait_omf_bone_name(one.omf, 1).data, "root", 4);
        assert_written_as(one.omf, one.bytes);
        drop_bank(&one);
    }
}

TEST(banks_with_unnamed_bones_are_not_converted) {
    static const char *const files[] = {"omf/bad/version_1.omf", "omf/bad/bones_without_names.omf"};
    for (int i = 0; i < 2; i++) {
        gait_diagnostic item;
        gait_diagnostics diagnostics = {.items = &item, .capacity = 1};
        opened_bank one = open_bank(files[i]);
        assert_int_equal(gait_omf_set_version(one.omf, 4, false, &diagnostics), GAIT_UNSUPPORTED);
        assert_string_equal(item.rule->id, "OMF155");
        assert_written_as(one.omf, one.bytes);
        drop_bank(&one);
    }
}

TEST(other_versions_return_bad_argument) {
    opened_bank one = open_bank("omf/ok/version_4.omf");
    for (int32_t version = -1; version < 7; version++) {
        gait_status expected = version == 3 || version == 4 ? GAIT_OK : GAIT_BAD_ARGUMENT;
        assert_int_equal(gait_omf_set_version(one.omf, version, false, NULL), expected);
    }
    drop_bank(&one);
}
