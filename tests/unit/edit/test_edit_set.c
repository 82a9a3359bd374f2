/* "set": parameters of motions, root motion and phases. */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#include "edit_case.h"
#include "gait/omf.h"
#include "gait/rtm.h"
#include "gait/skl.h"
#include "test.h"

#define BANK "omf/ok/two_parts.omf"  /* with the clips "idle" and "run" */
#define SAMPLE "samples/stalker.omf" /* idle walk salute stand hit_chest */
#define RTM "rtm/ok/three_frames.rtm"

static void changes(const char *path, const char *script, const char *expected) {
    test_file result = edit_assert_changes(path, script, expected);
    test_close(&result);
}

/* The first motion of a bank after these edits. */
static gait_omf_motion motion_after(const char *script) {
    edit_case edit;
    edit_case_open(&edit, BANK);
    if (edit_case_run(&edit, script) != GAIT_OK) {
        fail_msg("%s: %s", script, edit.stored[0].text);
    }
    test_file file = edit_case_write(&edit);
    gait_omf_motion motion = gait_omf_motion_at(gait_file_omf(file.file), 0);
    motion.name = motion.label = (gait_span){0};
    test_close(&file);
    edit_case_close(&edit);
    return motion;
}

TEST(all_parameters_are_set) {
    gait_omf_motion motion =
        motion_after("set --clip idle --speed 1.5 --power -2 --accrue .25 --falloff 1e-3");
    assert_true(motion.speed == 1.5f && motion.power == -2 && motion.accrue == 0.25f &&
                motion.falloff == 0.001f);
    changes(BANK, "set --clip idle --speed 1", "");
    changes(BANK, "set --clip idle --speed 3\nset --clip IDLE --speed *0.5",
            "idle: speed 1 -> 3\nidle: speed 3 -> 1.5\n");
    changes("omf/ok/version_3.omf", "set --speed 2", "walk: speed 1 -> 2\n");
}

TEST(factors_multiply_the_old_value) {
    assert_true(motion_after("set --clip idle --speed 2\nset --speed *1.5").speed == 3);
    assert_true(motion_after("set --clip idle --speed *-1").speed == -1);
    assert_true(motion_after("set --clip idle --speed *0").speed == 0);
    edit_assert_refused(BANK, "# 1.5\nset --clip run --speed *3.4e38", GAIT_BAD_ARGUMENT, "EDT004",
                        2);
    EDIT_REFUSED(BANK, "set --speed *", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "set --speed **2", GAIT_BAD_ARGUMENT, "EDT004");
}

TEST(texts_that_are_no_numbers_are_refused) {
    static const char *const texts[] = {"x",   "1x", "nan", "inf", "-inf", "1e39",  "-1e39", "0x10",
                                        "1,5", "1 ", " 1",  "",    "--1",  "1e999", "1e",    "."};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char script[64];
        (void)snprintf(script, sizeof script, "set --clip idle --speed=\"%s\"", texts[i]);
        EDIT_REFUSED(BANK, script, GAIT_BAD_ARGUMENT, "EDT004");
    }
    assert_true(motion_after("set --clip idle --speed 3.4028234e38").speed == FLT_MAX);
    assert_true(motion_after("set --clip idle --speed 1e-60").speed == 0);
}

TEST(flags_are_replaced_or_changed) {
    static const struct {
        const char *list;
        uint32_t before, after;
    } rows[] = {{"none", 0xFF, 0},
                {"stop-at-end", 0xF0, 2},
                {"stop-at-end,idle", 0, 0x42},
                {"0x80", 1, 0x80},
                {"0xffffffff", 0, UINT32_MAX},
                {"0X10,0x2", 0, 0x12},
                {"+stop-at-end", 0x40, 0x42},
                {"-stop-at-end", 0x42, 0x40},
                {"+no-mix,-idle", 0x40, GAIT_OMF_NO_MIX},
                {"-idle,+idle", 0, 0x40},
                {"+0x0,-0xFFFFFFFE", 0x42, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char script[128];
        (void)snprintf(script, sizeof script, "set --part all\nset --flags=0x%x\nset --flags=%s",
                       (unsigned)rows[i].before, rows[i].list);
        assert_int_equal(motion_after(script).flags, rows[i].after);
    }
    changes(BANK, "set --clip idle --flags none\nset --clip idle --flags fx,no-mix,0x700",
            "idle: flags none -> fx,no-mix,0x700\n");
}

TEST(motions_that_become_an_fx_need_a_bone) {
    EDIT_REFUSED(BANK, "set --clip run --flags=+fx", GAIT_BAD_ARGUMENT, "EDT004");
    changes(BANK, "set --clip run --flags=+fx --bone HAND",
            "run: flags stop-at-end -> fx,stop-at-end\n");
}

TEST(banks_get_another_version) {
    changes("omf/ok/version_3.omf", "set --format-version 4", "version 3 -> 4\n");
    changes("omf/ok/version_3.omf", "set --format-version 4\nset --format-version 3",
            "version 3 -> 4\nversion 4 -> 3\n");
    edit_case marks;
    edit_case_open(&marks, "samples/stalker.omf");
    assert_int_equal(edit_case_run(&marks, "set --format-version 3"), GAIT_BAD_ARGUMENT);
    edit_case_close(&marks);
    EDIT_REFUSED("samples/stalker.omf", "set --format-version 5", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED("samples/walk.rtm", "set --format-version 4", GAIT_UNSUPPORTED, "EDT008");
}

TEST(lists_that_are_no_flags_are_refused) {
    static const char *const lists[] = {"x", "fx,", ",fx",     "+fx,idle",    "fx,+idle",
                                        "+", "-",   "0x",      "0x123456789", "0xg",
                                        "1", "FX",  "fx idle", "+-fx",        ","};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        char script[64];
        (void)snprintf(script, sizeof script, "set --flags=\"%s\"", lists[i]);
        EDIT_REFUSED(BANK, script, GAIT_BAD_ARGUMENT, "EDT004");
    }
}

TEST(cycles_play_on_parts_and_effects_on_bones) {
    assert_int_equal(motion_after("set --clip idle --part all").bone_or_part, 0xFFFF);
    assert_int_equal(motion_after("set --clip idle --flags fx --bone root").bone_or_part, 0);
    assert_int_equal(motion_after("set --clip idle --flags fx --bone HAND").bone_or_part, 1);
    changes(SAMPLE, "set --clip walk --part torso\nset --clip walk --part all",
            "walk: part all -> torso\nwalk: part torso -> all\n");
    EDIT_REFUSED(BANK, "set --clip idle --flags none --bone root", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "set --clip idle --flags fx --part all", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "set --part all --bone root", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "set --part nothing --flags none", GAIT_NOT_FOUND, "EDT005");
    EDIT_REFUSED("skl/ok/two.skls", "set --part all", GAIT_UNSUPPORTED, "EDT008");
}

TEST(frames_per_second_are_positive) {
    changes("skl/ok/two.skls", "set --clip run --fps *2 --speed 1", "run: fps 30 -> 60\n");
    EDIT_REFUSED("skl/ok/two.skls", "set --fps 0", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED("skl/ok/two.skls", "set --fps=-30", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED("skl/ok/two.skls", "set --fps 0.9", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED("skl/ok/two.skls", "set --fps 1001", GAIT_BAD_ARGUMENT, "EDT004");
    changes("skl/ok/two.skls", "set --fps 1000\nset --fps 1",
            "idle: fps 30 -> 1000\nrun: fps 30 -> 1000\nidle: fps 1000 -> 1\n"
            "run: fps 1000 -> 1\n");
    EDIT_REFUSED("skl/ok/two.skls", "set --fps *0", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "set --fps 30", GAIT_UNSUPPORTED, "EDT008");
    EDIT_REFUSED(RTM, "set --speed 1", GAIT_UNSUPPORTED, "EDT008");
}

TEST(root_motion_and_phases_of_rtm_are_set) {
    test_file file = edit_assert_changes(RTM, "set --root-motion 1,-2.5,0",
                                         "three_frames: root-motion 0.5,0.125,-2 -> 1,-2.5,0\n");
    float motion[3];
    gait_rtm_root_motion(gait_file_rtm(file.file), motion);
    assert_true(motion[0] == 1 && motion[1] == -2.5f && motion[2] == 0);
    test_close(&file);
    file = edit_assert_changes(RTM, "set --phases 0,0.75,1\nset --phases even\nset --phases even",
                               "three_frames: 1 phase\nthree_frames: 1 phase\n");
    assert_true(gait_rtm_phase(gait_file_rtm(file.file), 1) == 0.5f);
    test_close(&file);
    changes("rtm/ok/still.rtm", "set --phases even", "");
    changes("bmtr/ok/key_stones.rtm", "set --root-motion=-1,2,3 --phases 0.5,0.5",
            "key_stones: root-motion 0,0,-1.5 -> -1,2,3\nkey_stones: 2 phases\n");
}

TEST(wrong_root_motion_and_phases_are_refused) {
    static const char *const scripts[] = {"set --root-motion 1,2",  "set --root-motion 1,2,3,4",
                                          "set --root-motion 1,2,", "set --root-motion \"1,2, 3\"",
                                          "set --root-motion 1,,3", "set --root-motion=",
                                          "set --phases 0,1",       "set --phases 0,1,0.5",
                                          "set --phases 0,0.5,1.1", "set --phases=-0.1,0.5,1",
                                          "set --phases 0,0.5,1,1", "set --phases uneven",
                                          "set --phases 0,nan,1"};
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        EDIT_REFUSED(RTM, scripts[i], GAIT_BAD_ARGUMENT, "EDT004");
    }
    EDIT_REFUSED(BANK, "set --root-motion 1,2,3", GAIT_UNSUPPORTED, "EDT008");
    EDIT_REFUSED("skl/ok/two.skls", "set --phases even", GAIT_UNSUPPORTED, "EDT008");
    EDIT_REFUSED("rtm/ok/old_block.rtm", "set --root-motion 1,2,3", GAIT_WOULD_LOSE, "EDT011");
}
