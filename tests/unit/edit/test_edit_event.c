/* "event": marks of OMF and SKL, properties of RTM and key stones of binarised RTM. */
#include <stdio.h>
#include <stdlib.h>

#include "edit_case.h"
#include "gait/bmtr.h"
#include "gait/omf.h"
#include "gait/rtm.h"
#include "gait/skl.h"
#include "test.h"

/* Marks "Left" (0.125 to 0.25 and 0.5), "Right" without times and "lmg_reload" (0 to 1). */
#define MARKS "omf/ok/marks.omf"
/* The clips "idle" with 4 frames and "run" with 2, without marks. */
#define BANK "omf/ok/two_parts.omf"
/* Properties "StepSound" at 0.25 and "Sound" at 0.75 with the value "left"; two frames. */
#define RTM "rtm/ok/properties.rtm"
#define BMTR "bmtr/ok/key_stones.rtm" /* the same events */

static void changes(const char *path, const char *script, const char *expected) {
    test_file result = edit_assert_changes(path, script, expected);
    test_close(&result);
}

/* Asserts that mark `index` of the first motion has this name and these times: pairs of start and
 * end. */
static void assert_mark(const gait_omf *omf, uint32_t index, const char *name, uint32_t count,
                        const float *times) {
    gait_omf_mark mark = gait_omf_mark_at(omf, 0, index);
    assert_int_equal(mark.name.size, strlen(name));
    assert_memory_equal(mark.name.data, name, mark.name.size);
    assert_int_equal(mark.interval_count, count);
    for (uint32_t i = 0; i < count; i++) {
        float found[2];
        gait_omf_mark_interval(&mark, i, found);
        assert_true(found[0] == times[2 * i] && found[1] == times[2 * i + 1]);
    }
}

/* --- adding ----------------------------------------------------------------------------------- */

TEST(intervals_are_added_to_the_mark_in_order) {
    test_file file = edit_assert_changes(BANK,
                                         "event --clip idle --add a --at 2f\n"
                                         "event --clip idle --add a --at 0 --until 1f\n"
                                         "event --clip idle --add a --at 1f\n"
                                         "event --clip idle --add a --at 1f --until 2f\n"
                                         "event --clip idle --add A --at 0\n"
                                         "event --clip idle --add b",
                                         "idle: add event a at 0.06666667\n"
                                         "idle: add event a at 0 until 0.033333335\n"
                                         "idle: add event a at 0.033333335\n"
                                         "idle: add event a at 0.033333335 until 0.06666667\n"
                                         "idle: add event A at 0\n"
                                         "idle: add event b\n");
    const gait_omf *omf = gait_file_omf(file.file);
    const float f1 = 1 / 30.0f, f2 = 2 / 30.0f;
    assert_int_equal(gait_omf_mark_count(omf, 0), 3);
    assert_mark(omf, 0, "a", 4, (const float[]){0, f1, f1, f1, f1, f2, f2, f2});
    assert_mark(omf, 1, "A", 1, (const float[]){0, 0});
    assert_mark(omf, 2, "b", 0, NULL);
    assert_int_equal(gait_omf_mark_count(omf, 1), 0);
    test_close(&file);
}

/* Games would misread 10 and 13 intervals. */
TEST(no_mark_has_a_number_of_intervals_that_is_misread) {
    edit_case edit;
    edit_case_open(&edit, BANK);
    for (uint32_t i = 0; i < 30; i++) {
        char script[64];
        (void)snprintf(script, sizeof script, "event --clip idle --add a --at 0.0%02u",
                       (unsigned)i);
        assert_int_equal(edit_case_run(&edit, script), GAIT_OK);
        assert_int_equal(edit_case_run(&edit, script), GAIT_OK); /* the clip has it already */
    }
    test_file file = edit_case_write(&edit);
    const gait_omf *omf = gait_file_omf(file.file);
    uint32_t intervals = 0;
    for (uint32_t m = 0; m < gait_omf_mark_count(omf, 0); m++) {
        uint32_t count = gait_omf_mark_at(omf, 0, m).interval_count;
        assert_true(count != 10 && count != 13 && count > 0);
        intervals += count;
    }
    assert_int_equal(intervals, 30);
    test_close(&file);
    edit_case_close(&edit);
}

TEST(times_can_have_units) {
    changes(BANK, "event --clip idle --add a --at 0.05", "idle: add event a at 0.05\n");
    changes(BANK, "event --clip idle --add a --at 0.05s", "idle: add event a at 0.05\n");
    changes(BANK, "event --clip idle --add a --at 3f", "idle: add event a at 0.1\n");
    changes(BANK, "event --clip idle --add a --at 50%", "idle: add event a at 0.05\n");
    changes(BANK, "event --clip idle --add a --at 100%", "idle: add event a at 0.1\n");
    changes(BANK, "event --clip idle --add a --at 0 --until=+0.05",
            "idle: add event a at 0 until 0.05\n");
    changes(BANK, "event --clip idle --add a --at 1f --until=+50%",
            "idle: add event a at 0.033333335 until 0.083333336\n");
    changes(RTM, "event --add a --at 1f", "properties: add event a at 1\n");
    changes(RTM, "event --add a --at 50%", "properties: add event a at 0.5\n");
    changes("skl/ok/two.skls", "event --clip run --add a --at 2f",
            "run: add event a at 0.06666667\n");
}

TEST(times_that_are_none_are_refused) {
    static const char *const times[] = {"-1", "0.2",  "4f",  "-1f", "102%", "f",     "s",    "%",
                                        "x",  "1e99", "nan", "inf", "1ff",  "0.1%%", "0x1f", "1f "};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        char script[64];
        (void)snprintf(script, sizeof script, "event --clip idle --add a --at \"%s\"", times[i]);
        EDIT_REFUSED(BANK, script, GAIT_BAD_ARGUMENT, "EDT004");
    }
    EDIT_REFUSED(RTM, "event --add a --at 0.5s", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(RTM, "event --add a --at 1.1", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(RTM, "event --add a", GAIT_BAD_ARGUMENT, "EDT002");
    EDIT_REFUSED(BANK, "event --clip idle --add a --at 2f --until 1f", GAIT_BAD_ARGUMENT, "EDT004");
}

TEST(properties_are_added_in_the_order_of_phases) {
    static const char script[] = "event --add a --at 0.5 --value \"x y\"\nevent --add b --at 0.25";
    test_file file = edit_assert_changes(RTM, script,
                                         "properties: add event a at 0.5\n"
                                         "properties: add event b at 0.25\n");
    const gait_rtm *rtm = gait_file_rtm(file.file);
    static const char *const names[] = {"StepSound", "b", "a", "Sound"};
    assert_int_equal(gait_rtm_property_count(rtm), 4);
    for (uint32_t i = 0; i < 4; i++) {
        gait_span name = gait_rtm_property_at(rtm, i).name;
        assert_int_equal(name.size, strlen(names[i]));
        assert_memory_equal(name.data, names[i], name.size);
    }
    test_close(&file);
    file = edit_assert_changes(BMTR, script,
                               "key_stones: add event a at 0.5\n"
                               "key_stones: add event b at 0.25\n");
    const gait_bmtr *bmtr = gait_file_bmtr(file.file);
    for (uint32_t i = 0; i < 4; i++) {
        gait_bmtr_key key = gait_bmtr_key_at(bmtr, i);
        assert_int_equal(key.id, i == 0 ? 0 : -1);
        assert_memory_equal(key.name.data, names[i], strlen(names[i]));
    }
    test_close(&file);
}

/* The first property makes the block RTM_MDAT, and the last one removes it. */
TEST(the_block_of_properties_comes_and_goes) {
    edit_case edit;
    edit_case_open(&edit, "rtm/ok/two_bones.rtm");
    assert_int_equal(edit_case_run(&edit, "event --add a --at 0.5"), GAIT_OK);
    test_file file = edit_case_write(&edit);
    assert_memory_equal(file.bytes.data, "RTM_MDAT", 8);
    assert_memory_equal(edit.bytes.data, "RTM_0101", 8);
    test_close(&file);
    assert_int_equal(edit_case_run(&edit, "event --remove a"), GAIT_OK);
    file = edit_case_write(&edit);
    assert_int_equal(file.bytes.size, edit.bytes.size);
    assert_memory_equal(file.bytes.data, edit.bytes.data, edit.bytes.size);
    test_close(&file);
    edit_case_close(&edit);
    changes(RTM, "event --remove *",
            "properties: remove event Sound at 0.75\nproperties: remove event StepSound at 0.25\n");
}

TEST(formats_refuse_what_they_cannot_hold) {
    EDIT_REFUSED(RTM, "event --add a --at 0 --until 1", GAIT_UNSUPPORTED, "EDT008");
    EDIT_REFUSED(BANK, "event --clip idle --add a --at 0 --value x", GAIT_UNSUPPORTED, "EDT008");
    EDIT_REFUSED("omf/ok/version_3.omf", "event --add a --at 0", GAIT_WOULD_LOSE, "EDT011");
    EDIT_REFUSED("ogf/ok/refs.ogf", "event --add a --at 0", GAIT_UNSUPPORTED, "EDT008");
    EDIT_REFUSED(BANK, "event --clip idle --add \xE4\xBD\xA0 --at 0", GAIT_WOULD_LOSE, "EDT009");
}

/* --- removing, moving, renaming --------------------------------------------------------------- */

TEST(one_of_several_intervals_is_removed) {
    test_file file = edit_assert_changes(MARKS, "event --remove left --at 0.5005",
                                         "walk: remove event Left at 0.5\n");
    const gait_omf *omf = gait_file_omf(file.file);
    assert_int_equal(gait_omf_mark_count(omf, 0), 3);
    assert_mark(omf, 0, "Left", 1, (const float[]){0.125f, 0.25f});
    test_close(&file);
    file = edit_assert_changes(MARKS, "event --remove l* --at 0\nevent --remove left",
                               "walk: remove event lmg_reload at 0 until 1\n"
                               "walk: remove event Left at 0.5\n"
                               "walk: remove event Left at 0.125 until 0.25\n");
    omf = gait_file_omf(file.file);
    assert_int_equal(gait_omf_mark_count(omf, 0), 1);
    assert_mark(omf, 0, "Right", 0, NULL);
    test_close(&file);
    changes(MARKS, "event --remove right", "walk: remove event Right\n");
    EDIT_REFUSED(MARKS, "event --remove Left --at 0.502", GAIT_NOT_FOUND, "EDT005");
    EDIT_REFUSED(MARKS, "event --remove Right --at 0", GAIT_NOT_FOUND, "EDT005");
    EDIT_REFUSED(MARKS, "event --remove Up", GAIT_NOT_FOUND, "EDT005");
}

/* Removing intervals passes numbers that games would misread, and may end at one. */
TEST(many_intervals_are_removed) {
    for (uint32_t kept = 0; kept <= 16; kept++) {
        edit_case edit;
        edit_case_open(&edit, BANK);
        for (uint32_t i = 0; i < 20; i++) {
            char script[64];
            (void)snprintf(script, sizeof script,
                           "event --clip idle --add a --at %s --until=+0.0%02u",
                           i < kept ? "0" : "1f", (unsigned)i);
            assert_int_equal(edit_case_run(&edit, script), GAIT_OK);
        }
        assert_int_equal(edit_case_run(&edit, "event --remove a --at 1f --clip idle"), GAIT_OK);
        test_file file = edit_case_write(&edit);
        const gait_omf *omf = gait_file_omf(file.file);
        uint32_t intervals = 0;
        for (uint32_t m = 0; m < gait_omf_mark_count(omf, 0); m++) {
            intervals += gait_omf_mark_at(omf, 0, m).interval_count;
        }
        assert_int_equal(intervals, kept);
        test_close(&file);
        edit_case_close(&edit);
    }
}

/* In these files, the number of intervals is one that games misread. */
TEST(marks_that_games_misread_can_be_edited) {
    static const char *const paths[] = {"omf/ok/mark_line_feed.omf",
                                        "omf/ok/mark_carriage_return.omf",
                                        "skl/ok/mark_line_feed.skls"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        edit_case edit;
        edit_case_open(&edit, paths[i]);
        assert_int_equal(edit_case_run(&edit, "event --rename *=new\nevent --remove new"), GAIT_OK);
        test_file file = edit_case_write(&edit);
        test_close(&file);
        edit_case_close(&edit);
    }
}

TEST(events_are_moved) {
    changes(BANK,
            "event --clip idle --add a --at 0 --until 1f\n"
            "event --clip idle --move a --to 2f\n"
            "event --clip idle --move a --to=-1f\n"
            "event --clip idle --move a --until 100%\n"
            "event --clip idle --move a --to 0.01 --until=+0",
            "idle: add event a at 0 until 0.033333335\n"
            "idle: move event a at 0 until 0.033333335 -> 0.06666667 until 0.10000001\n"
            "idle: move event a at 0.06666667 until 0.10000001 -> 0.033333335 until 0.06666668\n"
            "idle: move event a at 0.033333335 until 0.06666668 -> 0.033333335 until 0.1\n"
            "idle: move event a at 0.033333335 until 0.1 -> 0.01 until 0.1\n");
    changes(RTM, "event --move Sound --to=-0.25 --value right",
            "properties: move event Sound at 0.75 -> 0.5 value right\n");
    changes(RTM, "event --move Sound --value left", "");
    changes(BMTR, "event --move S* --to 25%", "key_stones: move event Sound at 0.75 -> 0.25\n");
    changes(RTM, "event --move Sound --to 0.75", "");
    EDIT_REFUSED(BANK, "event --clip idle --move a --to 0", GAIT_NOT_FOUND, "EDT005");
    EDIT_REFUSED(MARKS, "event --move Right --to 0", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(MARKS, "event --move Right --until 0", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(RTM, "event --move Sound --to=-0.8", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(RTM, "event --move Sound --to=+0.8", GAIT_BAD_ARGUMENT, "EDT004");
}

/* A file may contain an interval that ends before it starts. */
TEST(reversed_intervals_can_be_moved) {
    gait_span bytes = test_fixture_bytes(MARKS);
    gait_buffer out = {0};
    uint8_t *end = (uint8_t *)(uintptr_t)bytes.data + 138 + 4; /* of the first interval: 0.25 */
    end[3] = 0;
    gait_span script = test_span("event --move Left --at 0.125 --to 0");
    assert_int_equal(edit_apply(bytes, NULL, script, NULL, &out, NULL), GAIT_OK);
    gait_buffer_free(&out);
    free((void *)(uintptr_t)bytes.data);
}

TEST(all_intervals_of_a_mark_are_renamed_once) {
    test_file file =
        edit_assert_changes(MARKS, "event --rename *=x_*",
                            "walk: rename event lmg_reload at 0 until 1 -> x_lmg_reload\n"
                            "walk: rename event Right -> x_Right\n"
                            "walk: rename event Left -> x_Left\n");
    const gait_omf *omf = gait_file_omf(file.file);
    assert_mark(omf, 0, "x_Left", 2, (const float[]){0.125f, 0.25f, 0.5f, 0.5f});
    assert_mark(omf, 1, "x_Right", 0, NULL);
    test_close(&file);
    changes(MARKS, "event --rename Left=LEFT\nevent --rename LEFT=LEFT",
            "walk: rename event Left -> LEFT\n");
    changes(BMTR, "event --rename ?tep*=*?",
            "key_stones: rename event StepSound at 0.25 -> SSound\n");
    EDIT_REFUSED(MARKS, "event --rename Up=Down", GAIT_NOT_FOUND, "EDT005");
    EDIT_REFUSED(MARKS, "event --rename Left=*", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(MARKS, "event --rename Left", GAIT_BAD_ARGUMENT, "EDT004");
}

TEST(one_of_several_intervals_is_renamed) {
    test_file file = edit_assert_changes(
        MARKS, "event --rename l*=m* --at 0.5\nevent --rename left=new --at 0.125",
        "walk: rename event Left at 0.5 -> meft\n"
        "walk: rename event Left at 0.125 until 0.25 -> new\n");
    const gait_omf *omf = gait_file_omf(file.file);
    assert_int_equal(gait_omf_mark_count(omf, 0), 4);
    assert_mark(omf, 0, "new", 1, (const float[]){0.125f, 0.25f});
    assert_mark(omf, 3, "meft", 1, (const float[]){0.5f, 0.5f});
    test_close(&file);
    file = edit_assert_changes(MARKS, "event --rename Left@2=lmg_reload --at 0.5",
                               "walk: rename event Left at 0.5 -> lmg_reload\n");
    omf = gait_file_omf(file.file);
    assert_mark(omf, 0, "Left", 1, (const float[]){0.125f, 0.25f});
    assert_mark(omf, 2, "lmg_reload", 2, (const float[]){0, 1, 0.5f, 0.5f});
    test_close(&file);
    changes(RTM, "event --rename Sound=s --at 75%",
            "properties: rename event Sound at 0.75 -> s\n");
    EDIT_REFUSED(MARKS, "event --rename Left=a --at 0.6", GAIT_NOT_FOUND, "EDT005");
    EDIT_REFUSED(MARKS, "event --rename Left@1=a --at 0.5", GAIT_NOT_FOUND, "EDT005");
    EDIT_REFUSED(MARKS, "event --rename Left=\xE4\xBD\xA0 --at 0.5", GAIT_WOULD_LOSE, "EDT009");
}

TEST(wildcards_are_plain_characters_in_a_name_with_a_number) {
    changes(RTM,
            "event --add S*d --at 0.5 --value a\nevent --add S*d --at 0.5 --value b\n"
            "event --rename S*d@2=T*\nevent --remove S*d@1 --at 0.5\nevent --move T*@1 --to 0",
            "properties: add event S*d at 0.5\nproperties: add event S*d at 0.5\n"
            "properties: rename event S*d at 0.5 -> T*\nproperties: remove event S*d at 0.5\n"
            "properties: move event T* at 0.5 -> 0\n");
}

/* The clip has one frame, so that all its events end after it. */
TEST(a_stored_end_after_the_clip_is_kept) {
    test_file file =
        edit_assert_changes(MARKS,
                            "event --move Left --at 0.5 --to 0 --until=+0\n"
                            "event --move Left --at 0.125 --to 0 --until 0.25\n"
                            "event --move lmg_reload --to=-0",
                            "walk: move event Left at 0.5 -> 0 until 0.5\n"
                            "walk: move event Left at 0.125 until 0.25 -> 0 until 0.25\n");
    assert_mark(gait_file_omf(file.file), 0, "Left", 2, (const float[]){0, 0.25f, 0, 0.5f});
    test_close(&file);
    changes(MARKS, "event --move Left --at 0.125 --to 0",
            "walk: move event Left at 0.125 until 0.25 -> 0 until 0.125\n");
    EDIT_REFUSED(MARKS, "event --move Left --at 0.125 --until 0.26", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(MARKS, "event --move Left --at 0.125 --to 0.1", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(MARKS, "event --add Left --at 0 --until 0.25", GAIT_BAD_ARGUMENT, "EDT004");
}

/* The animation after a damaged block of properties is found by its signature. */
TEST(results_that_cannot_be_opened_are_refused) {
    gait_span bytes = test_fixture_bytes(RTM);
    gait_buffer out = {0};
    ((uint8_t *)(uintptr_t)bytes.data)[14] = 1; /* the number of properties: 65538 */
    gait_span script = test_span("event --add a --at 0");
    assert_int_equal(edit_apply(bytes, "a.rtm", script, NULL, &out, NULL), GAIT_OK);
    gait_buffer_free(&out);
    script = test_span("event --add RTM_0101 --at 0");
    assert_int_equal(edit_apply(bytes, "a.rtm", script, NULL, &out, NULL), GAIT_UNSUPPORTED);
    assert_int_equal(out.size, 0);
    gait_buffer_free(&out);
    free((void *)(uintptr_t)bytes.data);
}
