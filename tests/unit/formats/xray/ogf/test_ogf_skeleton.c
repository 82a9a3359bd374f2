/* Models: the hierarchy of bones, the bind pose, references, and the embedded bank. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "gait/file.h"
#include "gait/ogf.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "model/affine.h"
#include "omf_floats.h"
#include "test.h"
#include "transforms.h"
#include "formats/xray/ogf/ogf.h"
#include "formats/xray/omf/omf.h"

static void assert_span(gait_span span, const char *expected) {
    assert_int_equal(span.size, strlen(expected));
    if (span.size) {
        assert_memory_equal(span.data, expected, span.size);
    }
}

/* The rows of the engine's matrix setXYZi(x, y, z) = setHPB(-y, -x, -z), as columns. */
static gait_affine game_bind(const float rotation[3], const float translation[3]) {
    double ch = cos(-rotation[1]), sh = sin(-rotation[1]), cp = cos(-rotation[0]);
    double sp = sin(-rotation[0]), cb = cos(-rotation[2]), sb = sin(-rotation[2]);
    const double i[3] = {ch * cb - sp * sh * sb, -cp * sb, sp * ch * sb + sh * cb};
    const double j[3] = {sp * sh * cb + ch * sb, cp * cb, sh * sb - sp * ch * cb};
    const double k[3] = {-cp * sh, sp, cp * ch};
    gait_affine bind;
    for (int r = 0; r < 3; r++) {
        bind.m[r][0] = i[r];
        bind.m[r][1] = j[r];
        bind.m[r][2] = k[r];
        bind.t[r] = translation[r];
    }
    return bind;
}

TEST(angles_match_the_rotations_of_the_game) {
    static const float none[3] = {0, 0, 0};
    const float heading[3] = {0, 0.7F, 0};
    gait_affine turned = gaiti_from_xyzi(heading, none); /* maps (0,0,1) to (sin H, 0, cos H) */
    test_assert_near(turned.m[0][2], sin(0.7F), 1e-12);
    test_assert_near(turned.m[2][2], cos(0.7F), 1e-12);
    for (int n = 0; n < 200; n++) {
        const float rotation[3] = {(float)(0.11 * n - 11), (float)(0.07 * n - 3),
                                   (float)(0.05 * n)};
        const float translation[3] = {(float)n, 2, -3};
        gait_affine actual = gaiti_from_xyzi(rotation, translation);
        gait_affine expected = game_bind(rotation, translation);
        test_assert_affine_near(&actual, &expected, 1e-12);
    }
}

TEST(the_bind_pose_is_relative_to_the_parent) {
    test_file one = test_open("ogf/ok/skeleton.ogf");
    gait_skeleton *skeleton;
    float rotation[3], translation[3];
    assert_int_equal(gait_ogf_bone_count(gait_file_ogf(one.file)), 3);
    assert_true(gait_ogf_bind(gait_file_ogf(one.file), 2, rotation, translation));
    assert_true(rotation[0] == 0.25F && rotation[1] == -0.5F && rotation[2] == 0.75F);
    assert_true(translation[0] == 0 && translation[1] == 1 && translation[2] == -0.125F);
    assert_int_equal(gaiti_ogf_skeleton(gait_file_ogf(one.file), "model", NULL, &skeleton),
                     GAIT_OK);
    assert_string_equal(skeleton->name, "model");
    gait_affine local = game_bind(rotation, translation), model = gait_affine_identity();
    for (uint32_t b = 0; b < 3; b++) {
        model = gait_affine_multiply(&model, &local);
        assert_int_equal(skeleton->bones[b].parent, (int32_t)b - 1);
        assert_int_equal(skeleton->bones[b].parent_origin, GAIT_ORIGIN_FILE);
        assert_int_equal(skeleton->bones[b].rest_origin, GAIT_ORIGIN_FILE);
        test_assert_affine_near(&skeleton->rest_model[b], &model, 1e-12);
    }
    gait_skeleton_free(skeleton);
    test_close(&one);
}

TEST(parents_are_matched_by_name_in_any_order) {
    static const char *const files[] = {"ogf/ok/child_first.ogf", "ogf/ok/case_of_parent.ogf"};
    for (int i = 0; i < 2; i++) {
        test_file one = test_open(files[i]);
        gait_skeleton *skeleton;
        assert_int_equal(gaiti_ogf_skeleton(gait_file_ogf(one.file), "", NULL, &skeleton), GAIT_OK);
        int32_t root = gait_skeleton_find(skeleton, "root"),
                spine = gait_skeleton_find(skeleton, "spine");
        assert_int_equal(root, 0);
        assert_int_equal(skeleton->bones[root].parent, -1);
        assert_int_equal(skeleton->bones[spine].parent, root);
        gait_skeleton_free(skeleton);
        test_close(&one);
    }
}

TEST(irregular_but_valid_trees_are_accepted) {
    gait_skeleton *skeleton;
    test_file one = test_open("ogf/bad/two_roots.ogf");
    assert_int_equal(gaiti_ogf_skeleton(gait_file_ogf(one.file), "", NULL, &skeleton), GAIT_OK);
    assert_int_equal(skeleton->bones[1].parent, -1);
    gait_skeleton_free(skeleton);
    test_close(&one);
    one = test_open("ogf/bad/lost_parent.ogf");
    assert_int_equal(gaiti_ogf_skeleton(gait_file_ogf(one.file), "", NULL, &skeleton), GAIT_OK);
    assert_int_equal(skeleton->bones[1].parent, -1);
    assert_int_equal(skeleton->bones[1].parent_origin, GAIT_ORIGIN_UNKNOWN);
    assert_span(gait_ogf_parent_name(gait_file_ogf(one.file), 1), "nobody");
    gait_skeleton_free(skeleton);
    test_close(&one);
    one = test_open("ogf/bad/circle.ogf");
    assert_int_equal(gaiti_ogf_skeleton(gait_file_ogf(one.file), "", NULL, &skeleton),
                     GAIT_CORRUPT);
    assert_null(skeleton);
    test_close(&one);
    one = test_open("ogf/ok/mesh_only.ogf");
    assert_int_equal(gaiti_ogf_skeleton(gait_file_ogf(one.file), "", NULL, &skeleton),
                     GAIT_NOT_FOUND);
    assert_null(skeleton);
    test_close(&one);
}

TEST(without_ik_the_bind_pose_is_unknown) {
    test_file one = test_open("ogf/bad/without_ik.ogf");
    gait_skeleton *skeleton;
    float rotation[3], translation[3];
    assert_false(gait_ogf_bind(gait_file_ogf(one.file), 0, rotation, translation));
    assert_int_equal(gaiti_ogf_skeleton(gait_file_ogf(one.file), "", NULL, &skeleton), GAIT_OK);
    assert_int_equal(skeleton->bones[2].rest_origin, GAIT_ORIGIN_UNKNOWN);
    assert_int_equal(skeleton->bones[2].parent_origin, GAIT_ORIGIN_FILE);
    gait_skeleton_free(skeleton);
    test_close(&one);
}

/* All bones of the file have the same rotation and the position (0, 1, -0.125) in model space, so
 * children coincide with their parents. */
TEST(the_oldest_models_have_the_bind_pose_in_model_space) {
    test_file one = test_open("ogf/ok/v3_ik_23.ogf");
    gait_skeleton *skeleton;
    gait_affine identity = gait_affine_identity();
    assert_false(gait_ogf_bind_is_local(gait_file_ogf(one.file)));
    assert_int_equal(gaiti_ogf_skeleton(gait_file_ogf(one.file), "", NULL, &skeleton), GAIT_OK);
    for (uint32_t b = 0; b < 3; b++) {
        test_assert_affine_near(&skeleton->rest_model[b], &skeleton->rest_model[0], 1e-12);
    }
    gait_affine rest = gait_affine_from_transform(&skeleton->bones[2].rest);
    test_assert_affine_near(&rest, &identity, 1e-12);
    test_assert_near(skeleton->rest_model[0].t[1], 1, 1e-12);
    gait_skeleton_free(skeleton);
    test_close(&one);
}

TEST(every_form_of_ik_data_is_read_to_its_end) {
    static const char *const files[] = {"ogf/ok/v3_ik_28.ogf",  "ogf/ok/v3_ik_25.ogf",
                                        "ogf/ok/v3_ik_23.ogf",  "ogf/ok/v3_newest_ik.ogf",
                                        "ogf/ok/packed_ik.ogf", "ogf/ok/falsely_marked_ik.ogf"};
    for (int i = 0; i < 6; i++) {
        test_file one = test_open(files[i]);
        float rotation[3], translation[3];
        uint32_t last = gait_ogf_bone_count(gait_file_ogf(one.file)) - 1;
        assert_true(gait_ogf_bind(gait_file_ogf(one.file), last, rotation, translation));
        assert_true(rotation[0] == 0.25F && rotation[2] == 0.75F && translation[2] == -0.125F);
        test_close(&one);
    }
}

TEST(friction_is_read_from_version_1_on) {
    static const char *const files[] = {"ogf/ok/skeleton.ogf", "ogf/ok/odd_ik_version.ogf",
                                        "ogf/ok/without_friction.ogf"};
    for (int i = 0; i < 3; i++) {
        test_file one = test_open(files[i]);
        float rotation[3], translation[3];
        assert_true(gait_ogf_bind(gait_file_ogf(one.file), 2, rotation, translation));
        assert_true(rotation[1] == -0.5F && translation[1] == 1); /* not shifted by four bytes */
        test_close(&one);
    }
}

TEST(both_kinds_of_references_are_read) {
    test_file one = test_open("ogf/ok/refs.ogf");
    assert_int_equal(gaiti_ogf_ref_count(gait_file_ogf(one.file)), 3);
    assert_span(gaiti_ogf_ref(gait_file_ogf(one.file), 0), "actors\\a");
    assert_span(gaiti_ogf_ref(gait_file_ogf(one.file), 1), "actors\\b_*");
    assert_span(gaiti_ogf_ref(gait_file_ogf(one.file), 2), "c");
    test_close(&one);
    one = test_open("ogf/ok/refs2.ogf");
    assert_int_equal(gaiti_ogf_ref_count(gait_file_ogf(one.file)), 2);
    assert_span(gaiti_ogf_ref(gait_file_ogf(one.file), 1), "dir\\*_walk");
    test_close(&one);
    one = test_open("ogf/ok/both_refs.ogf"); /* games search for the older kind first */
    assert_int_equal(gaiti_ogf_ref_count(gait_file_ogf(one.file)), 3);
    assert_span(gaiti_ogf_ref(gait_file_ogf(one.file), 2), "c");
    test_close(&one);
    one = test_open("ogf/bad/long_refs.ogf"); /* the string continues after the end of its chunk */
    assert_int_equal(gaiti_ogf_ref_count(gait_file_ogf(one.file)), 1);
    assert_span(gaiti_ogf_ref(gait_file_ogf(one.file), 0), "actors\\stalker");
    test_close(&one);
}

TEST(embedded_bank_animates_the_model_bones) {
    gait_span bytes = test_fixture_bytes("ogf/ok/motions_inside.ogf");
    gait_file *file;
    gait_skeleton *skeleton;
    gait_clip *clip;
    assert_int_equal(gait_file_open(bytes, "m.ogf", NULL, &file), GAIT_OK);
    assert_int_equal(gait_file_clip_count(file), 1);
    assert_int_equal(gait_file_bind_skeleton(file, NULL, NULL, &skeleton), GAIT_OK);
    assert_int_equal(gait_file_clip(file, 0, skeleton, NULL, &clip), GAIT_OK);
    gait_affine poses[3];
    assert_int_equal(gait_pose_at_frame(clip, 0, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, poses),
                     GAIT_OK);
    for (int b = 0; b < 3; b++) { /* each at (1, 2, 3) from its parent, without rotation */
        test_assert_near(poses[b].t[0], b + 1, 1e-12);
        test_assert_near(poses[b].t[2], 3 * (b + 1), 1e-12);
    }
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
    gait_file_free(file);
    free((void *)(uintptr_t)bytes.data);
}

TEST(numbered_bones_get_the_names_of_the_model) {
    test_file one = test_open("ogf/bad/bones_by_number.ogf");
    const gait_omf *bank = gait_ogf_motions(gait_file_ogf(one.file));
    assert_non_null(bank);
    assert_span(gait_omf_listed_bone(bank, 0).name, "spine");
    assert_span(gait_omf_listed_bone(bank, 1).name, "root");
    assert_span(gait_omf_bone_name(bank, 0), "root");
    test_close(&one);
}

TEST(bone_lists_of_old_models_are_read) {
    static const char *const files[] = {"ogf/ok/v3_motions_ids.ogf", "ogf/ok/v3_motions_names.ogf",
                                        "ogf/ok/v3_motions_3.ogf", "ogf/ok/v3_oldest_motions.ogf"};
    for (int i = 0; i < 4; i++) {
        test_file one = test_open(files[i]);
        const gait_omf *bank = gait_ogf_motions(gait_file_ogf(one.file));
        assert_non_null(bank);
        assert_int_equal(gaiti_omf_version(bank), (i + 1) % 4);
        assert_int_equal(gait_omf_motion_count(bank), 2);
        assert_span(gait_omf_bone_name(bank, 0), "root");
        assert_span(gait_omf_bone_name(bank, 1), "spine");
        assert_span(gait_omf_bone_name(bank, 2), "head");
        test_close(&one);
    }
}

/* In frame f of the file, bone b has the rotation TURNS[b + f] and the position (b, f, 0.5). */
TEST(oldest_keys_are_decoded_unchanged) {
    static const char *const files[] = {"ogf/ok/v3_oldest_motions.ogf",
                                        "ogf/ok/v3_oldest_float_motions.ogf",
                                        "ogf/ok/v3_oldest_marked.ogf"};
    for (int i = 0; i < 3; i++) {
        test_file one = test_open(files[i]);
        const gait_omf *bank = gait_ogf_motions(gait_file_ogf(one.file));
        float rotations[3 * 2 * 4], translations[3 * 2 * 3];
        assert_int_equal(gait_omf_motion_at(bank, 0).frame_count, 2);
        assert_int_equal(omf_floats(bank, 0, rotations, translations), GAIT_OK);
        for (int b = 0; b < 3; b++) {
            for (int f = 0; f < 2; f++) {
                const float *t = translations + 3 * (2 * b + f);
                assert_true(t[0] == (float)b && t[1] == (float)f && t[2] == 0.5F);
            }
        }
        /* bone 0, frame 1: (0, 12539, 0, 30273), conjugated */
        test_assert_near(rotations[4 + 1], -12539.0 / 32767, 1e-7);
        test_assert_near(rotations[4 + 3], 30273.0 / 32767, 1e-7);
        assert_int_equal(gait_omf_motion_at(bank, 0).flags, 0);
        assert_int_equal(gait_omf_motion_at(bank, 1).flags, GAIT_OMF_FX | GAIT_OMF_STOP_AT_END);
        test_close(&one);
    }
}

TEST(skeleton_is_read_despite_a_damaged_bank) {
    static const char *const files[] = {"ogf/bad/cut_motions.ogf",
                                        "ogf/bad/bad_packed_motions.ogf"};
    for (int i = 0; i < 2; i++) {
        test_file one = test_open(files[i]);
        gait_skeleton *skeleton;
        assert_null(gait_ogf_motions(gait_file_ogf(one.file)));
        assert_int_equal(gaiti_ogf_skeleton(gait_file_ogf(one.file), "", NULL, &skeleton), GAIT_OK);
        gait_skeleton_free(skeleton);
        test_close(&one);
    }
}
