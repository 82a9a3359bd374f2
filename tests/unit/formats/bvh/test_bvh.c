/* Reading BVH files as written by different exporters. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/bvh.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "test.h"
#include "transforms.h"
#include "formats/bvh/bvh.h"
#include "model/clip.h"

typedef struct opened {
    gait_bvh *bvh;
    gait_skeleton *skeleton;
    gait_clip *clip;
} opened;

static opened open_span(gait_span bytes) {
    opened it = {0};
    assert_int_equal(gaiti_bvh_open(bytes, NULL, &it.bvh), GAIT_OK);
    assert_int_equal(gaiti_bvh_skeleton(it.bvh, "its own", NULL, &it.skeleton), GAIT_OK);
    assert_int_equal(gaiti_bvh_clip(it.bvh, "clip", it.skeleton, NULL, &it.clip), GAIT_OK);
    return it;
}

static void close_it(opened *it) {
    gait_clip_free(it->clip);
    gait_skeleton_free(it->skeleton);
    gaiti_bvh_free(it->bvh);
}

/* Opens a file with a joint "a" with these channels and one frame with these values. */
static opened open_joint(const char *channels, const char *values) {
    char text[1024];
    snprintf(text, sizeof text,
             "HIERARCHY\nROOT a\n{\nOFFSET 1 2 3\nCHANNELS %s\n}\nMOTION\nFrames: 1\nFrame Time: "
             "0.1\n%s\n",
             channels, values);
    return open_span(test_span(text));
}

static gait_affine pose_of(const opened *it, uint32_t frame, uint32_t bone) {
    gait_affine poses[8];
    assert_in_range(it->skeleton->bone_count, bone + 1, 8);
    assert_int_equal(gait_pose_at_frame(it->clip, frame, GAIT_SPACE_MODEL, GAIT_AXES_GLTF, poses),
                     GAIT_OK);
    return poses[bone];
}

static void assert_maps(const gait_affine *a, double x, double y, double z, const double to[3]) {
    for (int i = 0; i < 3; i++) {
        test_assert_near(a->m[i][0] * x + a->m[i][1] * y + a->m[i][2] * z, to[i], 1e-6);
    }
}

/* --- channels --------------------------------------------------------------------------------- */

TEST(rotations_apply_in_reverse_channel_order) {
    static const struct {
        const char *channels, *values;
        double of_x[3]; /* image of the X axis */
    } cases[] = {
        {"3 Zrotation Xrotation Yrotation", "90 90 90", {-1, 0, 0}},
        {"3 Xrotation Yrotation Zrotation", "90 90 90", {0, 0, 1}},
        {"3 Yrotation Xrotation Zrotation", "90 0 90", {0, 1, 0}},
        {"2 Zrotation Yrotation", "90 90", {0, 0, -1}},
        {"1 Zrotation", "90", {0, 1, 0}},
        {"3 Zrotation Yrotation Zrotation", "90 90 90", {-1, 0, 0}},
        {"1 Xrotation", "90", {1, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        opened it = open_joint(cases[i].channels, cases[i].values);
        gait_affine pose = pose_of(&it, 0, 0);
        assert_maps(&pose, 1, 0, 0, cases[i].of_x);
        close_it(&it);
    }
}

TEST(position_channels_replace_the_offset) {
    static const struct {
        const char *channels, *values;
        double t[3];
    } cases[] = {
        {"3 Xposition Yposition Zposition", "10 20 30", {10, 20, 30}},
        {"3 Zposition Xposition Yposition", "10 20 30", {20, 30, 10}},
        {"1 Yposition", "0", {1, 0, 3}},
        {"2 Xrotation Zposition", "0 -1", {1, 2, -1}},
        {"0", "", {1, 2, 3}},
        {"4 Xscale Xposition Yscale Zscale", "7 10 8 9", {10, 2, 3}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        opened it = open_joint(cases[i].channels, cases[i].values);
        gait_affine pose = pose_of(&it, 0, 0);
        for (int k = 0; k < 3; k++) {
            test_assert_near(pose.t[k], cases[i].t[k], 1e-6);
        }
        close_it(&it);
    }
}

TEST(documented_example_has_the_documented_poses) {
    gait_span bytes = test_fixture_bytes("bvh/ok/tiny.bvh");
    opened it = open_span(bytes);
    assert_int_equal(gait_bvh_joint_count(it.bvh), 2);
    assert_int_equal(gaiti_bvh_frame_count(it.bvh), 2);
    gait_bvh_joint head = gait_bvh_joint_at(it.bvh, 1);
    assert_string_equal(head.name, "head");
    assert_int_equal(head.parent, 0);
    assert_int_equal(head.channel_count, 3);
    assert_int_equal(head.channels[1], GAIT_BVH_X_ROTATION);
    const double *frame = it.bvh->values + it.bvh->channel_count;
    assert_true(frame[4] == 20 && frame[it.bvh->joints[1].first_channel] == 90);
    assert_string_equal(it.clip->name, "clip");
    assert_true(it.clip->time[1] == (float)(1 / 30.0));
    gait_affine pose = pose_of(&it, 1, 1);
    test_assert_near(pose.t[0], 0.25 - 0.5 * 0.16317591116653482, 1e-7); /* sin 10 cos 20 */
    test_assert_near(pose.t[1], 1 + 0.5 * 0.9254165783983234, 1e-7);     /* cos 10 cos 20 */
    test_assert_near(pose.t[2], 0.5 * 0.3420201433256687, 1e-7);         /* sin 20 */
    close_it(&it);
    free((void *)(uintptr_t)bytes.data);
}

TEST(line_endings_and_case_are_ignored) {
    static const char *const others[] = {"bvh/ok/crlf.bvh", "bvh/ok/cr.bvh",
                                         "bvh/ok/byte_order_mark.bvh", "bvh/ok/lower_case.bvh",
                                         "bvh/ok/braces_on_lines.bvh"};
    gait_span first = test_fixture_bytes("bvh/ok/tiny.bvh");
    opened wanted = open_span(first);
    gait_affine pose = pose_of(&wanted, 1, 1);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        gait_span bytes = test_fixture_bytes(others[i]);
        opened it = open_span(bytes);
        gait_affine same = pose_of(&it, 1, 1);
        assert_memory_equal(&same, &pose, sizeof pose);
        assert_string_equal(gait_bvh_joint_at(it.bvh, 1).name, "head");
        close_it(&it);
        free((void *)(uintptr_t)bytes.data);
    }
    close_it(&wanted);
    free((void *)(uintptr_t)first.data);
}

/* --- roots and names -------------------------------------------------------------------------- */

TEST(joint_that_only_groups_roots_is_not_a_bone) {
    static const char *const files[] = {"bvh/ok/blender.bvh", "bvh/ok/carrier_with_zeros.bvh",
                                        "bvh/ok/two_roots.bvh"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        gait_span bytes = test_fixture_bytes(files[i]);
        opened it = open_span(bytes);
        assert_int_equal(it.skeleton->bone_count, 2);
        assert_int_equal(it.skeleton->bones[0].parent, -1);
        assert_int_equal(it.skeleton->bones[1].parent, -1);
        close_it(&it);
        free((void *)(uintptr_t)bytes.data);
    }
}

TEST(moving_group_joint_is_a_bone) {
    static const char text[] =
        "HIERARCHY\nROOT __0\n{\nOFFSET 0 0 0\nCHANNELS 1 Xposition\nJOINT a\n{\nOFFSET 0 1 0\n"
        "CHANNELS 0\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n%s\n";
    for (int moves = 0; moves < 2; moves++) {
        char full[512];
        snprintf(full, sizeof full, text, moves ? "0.5" : "0");
        opened it = open_span(test_span(full));
        assert_int_equal(it.skeleton->bone_count, moves ? 2 : 1);
        close_it(&it);
    }
}

TEST(names_are_decoded) {
    static const struct {
        const char *file, *root, *joint;
    } cases[] = {
        {"bvh/ok/coded_names.bvh", "Bip01 L Thigh", "100%{\xD0\x96"},
        {"bvh/ok/codes_that_are_none.bvh", "a%2", "%zz%41%C3%28%"},
        {"bvh/ok/spaces.bvh", "left  foot", "a\tb"},
        {"bvh/bad/cp1251.bvh", "hips", "\xD0\xB3\xD0\xBE\xD0\xBB\xD0\xBE\xD0\xB2\xD0\xB0"},
        {"bvh/bad/no_name.bvh", "hips", "Joint_1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gait_span bytes = test_fixture_bytes(cases[i].file);
        opened it = open_span(bytes);
        assert_string_equal(it.skeleton->bones[0].name, cases[i].root);
        assert_string_equal(it.skeleton->bones[1].name, cases[i].joint);
        close_it(&it);
        free((void *)(uintptr_t)bytes.data);
    }
}

/* --- time ------------------------------------------------------------------------------------- */

static double rate_of(const char *frame_time) {
    char text[256];
    gait_bvh *bvh;
    snprintf(text, sizeof text,
             "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\nMOTION\nFrames: 1\nFrame Time: %s\n",
             frame_time);
    assert_int_equal(gaiti_bvh_open(test_span(text), NULL, &bvh), GAIT_OK);
    double rate = gait_bvh_rate(bvh);
    gaiti_bvh_free(bvh);
    return rate;
}

TEST(rounded_frame_times_give_the_exact_rate) {
    static const struct {
        const char *time;
        double rate;
    } cases[] = {
        {"0.033333", 30},
        {"0.0333333", 30},
        {"0.0333333333333333", 30},
        {"0.03333", 30},
        {"0.0333", 30},
        {"0.033334", 30},
        {"0.041667", 24},
        {"0.0416667", 24},
        {"0.041666", 24},
        {"0.04", 25},
        {"0.016667", 60},
        {"0.0167", 60},
        {"0.00833333", 120},
        {"0.008333", 120},
        {"0.1", 10},
        {"1", 1},
        {"0.0333667", 0},
        {"0.033", 0},
        {"0.03", 0},
        {"0.0417083", 0},
        {"2.5", 0},
        {"0.033333e0", 30},
        {"3.3333e-2", 30},
        {".05", 20},
        {"0.02083333", 48},
        {"0.0009765625", 1024},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double wanted = cases[i].rate != 0 ? cases[i].rate : 1 / strtod(cases[i].time, NULL);
        if (rate_of(cases[i].time) != wanted) {
            fail_msg("%s: %.17g, not %.17g", cases[i].time, rate_of(cases[i].time), wanted);
        }
    }
}

/* --- errors ----------------------------------------------------------------------------------- */

static gait_status open_with_message(const char *text, char *out, size_t room) {
    gait_diagnostic item = {0};
    gait_diagnostics diagnostics = {.items = &item, .capacity = 1};
    gait_options options = {.diagnostics = &diagnostics};
    gait_bvh *bvh;
    gait_status status = gaiti_bvh_open(test_span(text), &options, &bvh);
    assert_int_equal(diagnostics.count, 1);
    snprintf(out, room, "%s %s", item.rule->id, item.text);
    gaiti_bvh_free(bvh);
    return status;
}

TEST(errors_include_line_and_column) {
    static const struct {
        const char *text, *rule, *place;
    } cases[] = {
        {"HIERARCHY\r\nROOT a\r\n{\r\n\tOFFSET 0 x 0\r\n", "BVH004", "\"x\" at line 4, column 11"},
        {"HIERARCHY\rROOT a\r{\r\r JOINT b\r  }", "BVH002",
         "\"closing brace\" at line 6, column 3 (expected an opening brace)"},
        {"HIERARCHY\nROOT a\n{\n", "BVH001", "line 4, column 1 (expected OFFSET)"},
        {"", "BVH001", "line 1, column 1 (expected HIERARCHY)"},
        {"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n}\nMOTION\nFrames: 3\nFrame "
         "Time: 1\n1\n2\n",
         "BVH035", "3 frames"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char diagnostics[512];
        assert_int_not_equal(open_with_message(cases[i].text, diagnostics, sizeof diagnostics),
                             GAIT_OK);
        assert_memory_equal(diagnostics, cases[i].rule, 6);
        assert_non_null(strstr(diagnostics, cases[i].place));
    }
}

TEST(joints_over_the_skeleton_limit_are_refused) {
    enum { MOST = 65535 };
    static const char one[] = "ROOT a\n{}\n";
    size_t size = sizeof one - 1;
    char *text = malloc(64 + (MOST + 1) * size), said[512];
    assert_non_null(text);
    size_t at = (size_t)sprintf(text, "HIERARCHY\n");
    for (int i = 0; i <= MOST; i++) {
        memcpy(text + at, one, size);
        at += size;
    }
    text[at] = 0;
    gait_diagnostic items[2];
    gait_diagnostics diagnostics = {.items = items, .capacity = 2};
    gait_options options = {.diagnostics = &diagnostics};
    gait_bvh *bvh;
    assert_int_equal(gaiti_bvh_open(test_span(text), &options, &bvh), GAIT_LIMIT);
    snprintf(said, sizeof said, "%s", items[1].rule->id);
    assert_string_equal(said, "BVH005");
    assert_int_equal(items[1].offset, at - size + 5);
    strcpy(text + at - size, "MOTION Frames: 0 Frame Time: 1");
    test_allocator memory = {0};
    gait_options counting = test_allocator_options(&memory);
    assert_int_equal(gaiti_bvh_open(test_span(text), &counting, &bvh), GAIT_OK);
    assert_int_equal(gait_bvh_joint_count(bvh), MOST);
    assert_in_range(memory.allocations, 1, 16);
    gaiti_bvh_free(bvh);
    free(text);
}

/* Every joint is a child of the previous one: a recursive parser would overflow the stack. */
TEST(deep_hierarchies_do_not_overflow_the_stack) {
    enum { DEEP = 60000 };
    char *text = malloc(128 + (size_t)DEEP * 32);
    assert_non_null(text);
    size_t at = (size_t)sprintf(text, "HIERARCHY\n");
    for (int i = 0; i < DEEP; i++) {
        at += (size_t)sprintf(text + at, "%s j%d\n{OFFSET 0 0 0\n", i ? "JOINT" : "ROOT", i);
    }
    memset(text + at, '}', DEEP);
    strcpy(text + at + DEEP, "MOTION Frames: 1 Frame Time: 1\n");
    opened it = open_span(test_span(text));
    assert_int_equal(it.skeleton->bone_count, DEEP);
    assert_int_equal(it.skeleton->bones[DEEP - 1].parent, DEEP - 2);
    close_it(&it);
    free(text);
}

TEST(bad_arguments_are_refused) {
    gait_bvh *bvh;
    assert_int_equal(gaiti_bvh_open((gait_span){NULL, 1}, NULL, &bvh), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_bvh_open((gait_span){NULL, 0}, NULL, NULL), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_bvh_open((gait_span){NULL, 0}, NULL, &bvh), GAIT_TRUNCATED);
    gaiti_bvh_free(NULL);
}

TEST(skeleton_must_have_the_bones_and_parents_of_the_file) {
    gait_span bytes = test_fixture_bytes("bvh/ok/tiny.bvh");
    opened it = open_span(bytes);
    gait_bone bones[3] = {{.name = "hand", .parent = 2, .rest = {.q = {0, 0, 0, 1}}},
                          {.name = "hips", .parent = -1, .rest = {.q = {0, 0, 0, 1}}},
                          {.name = "HEAD", .parent = 1, .rest = {.q = {0, 0, 0, 1}}}};
    gait_skeleton *skeleton;
    gait_clip *clip;
    assert_int_equal(gaiti_skeleton_new("larger", bones, 3, NULL, &skeleton), GAIT_OK);
    assert_int_equal(gaiti_bvh_clip(it.bvh, "", skeleton, NULL, &clip), GAIT_OK);
    int32_t head = gait_skeleton_find(skeleton, "head");
    int32_t hand = gait_skeleton_find(skeleton, "hand");
    assert_int_equal(clip->tracks[head].rotation.count, 2);
    assert_int_equal(clip->tracks[hand].rotation.count, 0);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
    bones[2].parent = -1;
    assert_int_equal(gaiti_skeleton_new("other", bones, 3, NULL, &skeleton), GAIT_OK);
    assert_int_equal(gaiti_bvh_clip(it.bvh, "", skeleton, NULL, &clip), GAIT_BAD_ARGUMENT);
    assert_null(clip);
    gait_skeleton_free(skeleton);
    close_it(&it);
    free((void *)(uintptr_t)bytes.data);
}
