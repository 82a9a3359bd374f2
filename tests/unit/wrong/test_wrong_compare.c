/* Calls of compare.h with invalid arguments. */
#include "gait/edited_file.h"
#include "gait/convert.h"
#include "gait/gltf.h"
#include "test.h"
#include "wrong.h"
#include "formats/gltf/read/gltf_read.h"
#include "roundtrip/compare/compare_steps.h"

/* A bank and its export, opened for a comparison. */
typedef struct comparison {
    test_file bank, edited;
    gait_skeleton *skeleton;
    gaiti_base_file *base;
    gait_gltf_rig *rig;
    gait_edited_file *edit;
} comparison;

static comparison open_both(void) {
    comparison self = {.bank = test_open("samples/stalker.omf")};
    gait_skeleton *tree;
    self.edited = wrong_export(self.bank.file);
    const gait_gltf *gltf = gait_file_gltf(self.edited.file);
    assert_int_equal(gait_builtin_skeleton("xray-stalker", NULL, &tree), GAIT_OK);
    assert_int_equal(gait_file_bind_skeleton(self.bank.file, tree, NULL, &self.skeleton), GAIT_OK);
    assert_int_equal(gaiti_base_file_new(self.bank.file, self.skeleton, NULL, &self.base), GAIT_OK);
    assert_int_equal(gait_gltf_rig_new(gltf, GAIT_GLTF_BEST_SKIN, NULL, &self.rig), GAIT_OK);
    assert_int_equal(gaiti_edited_file_new(gltf, self.rig, NULL, &self.edit), GAIT_OK);
    gait_skeleton_free(tree);
    return self;
}

static void close_both(comparison *self) {
    gait_edited_file_free(self->edit);
    gait_gltf_rig_free(self->rig);
    gaiti_base_file_free(self->base);
    gait_skeleton_free(self->skeleton);
    test_close(&self->edited);
    test_close(&self->bank);
}

static void wrong_arguments_of_base_and_edited_files(void **state) {
    (void)state;
    comparison both = open_both();
    test_file other = test_open("gltf/ok/waving.glb");
    const gait_gltf *gltf = gait_file_gltf(both.edited.file);
    gait_edited_file *edit;
    gaiti_base_file *base;
    assert_bad(gaiti_edited_file_new(gltf, both.rig, NULL, NULL));
    assert_bad_out(edit, gaiti_edited_file_new(NULL, both.rig, NULL, &edit));
    assert_bad_out(edit, gaiti_edited_file_new(gltf, NULL, NULL, &edit));
    assert_bad_out(edit, gaiti_edited_file_new(gait_file_gltf(other.file), both.rig, NULL, &edit));
    gait_edited_file_free(NULL);
    assert_bad(gaiti_base_file_new(both.bank.file, both.skeleton, NULL, NULL));
    assert_bad_out(base, gaiti_base_file_new(NULL, both.skeleton, NULL, &base));
    assert_bad_out(base, gaiti_base_file_new(both.bank.file, NULL, NULL, &base));
    assert_bad(gaiti_base_file_place_keys(NULL, 0, 1));
    assert_bad(gaiti_base_file_place_keys(both.base, both.base->clip_count, 1));
    assert_bad(gaiti_base_file_place_keys(both.base, UINT32_MAX, 1));
    gaiti_base_file_free(NULL);
    gaiti_base_file own_base = *both.base;
    gait_edited_file own_edit = *both.edit;
    own_base.storage = NULL;
    own_edit.storage = NULL;
    assert_bad(gaiti_base_file_place_keys(&own_base, 0, 1));
    gaiti_base_file_free(&own_base);
    gait_edited_file_free(&own_edit);
    test_close(&other);
    close_both(&both);
}

/* A glTF whose .bin is not provided. */
static void a_gltf_without_its_buffer_is_refused(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    const gait_convert_options options = {.target = GAIT_FORMAT_GLTF, .name = "walk.gltf"};
    gait_conversion *conversion;
    gait_output output;
    gait_gltf *file;
    gait_gltf_rig *rig;
    gait_edited_file *edit = (void *)&wrong_place;
    assert_int_equal(gait_convert_begin(walk.file, &options, &conversion), GAIT_OK);
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_OK);
    assert_int_equal(gaiti_gltf_open(output.files[0].parts[0], NULL, &file), GAIT_OK);
    assert_int_equal(gait_gltf_rig_new(file, GAIT_GLTF_BEST_SKIN, NULL, &rig), GAIT_OK);
    assert_int_equal(gaiti_edited_file_new(file, rig, NULL, &edit), GAIT_UNSUPPORTED);
    assert_null(edit);
    gait_gltf_rig_free(rig);
    gaiti_gltf_free(file);
    gait_conversion_free(conversion);
    test_close(&walk);
}

static void invalid_bases_are_refused(void **state) {
    (void)state;
    comparison both = open_both();
    gaiti_base_file base = *both.base;
    gait_clip wrong[WRONG_CLIPS];
    const gait_clip *clip;
    gaiti_diff *diff;
    assert_bad(gaiti_diff_new(both.base, both.edit, NULL, NULL));
    assert_bad_out(diff, gaiti_diff_new(NULL, both.edit, NULL, &diff));
    assert_bad_out(diff, gaiti_diff_new(both.base, NULL, NULL, &diff));
    wrong_clips(base.clips[0], wrong);
    base.clip_count = 1;
    base.clips = &clip;
    for (int i = 0; i <= WRONG_CLIPS; i++) {
        clip = i < WRONG_CLIPS ? &wrong[i] : NULL;
        assert_bad_out(diff, gaiti_diff_new(&base, both.edit, NULL, &diff));
    }
    base.clips = NULL;
    assert_bad_out(diff, gaiti_diff_new(&base, both.edit, NULL, &diff));
    base.clip_count = 0;
    base.skeleton = NULL;
    assert_bad_out(diff, gaiti_diff_new(&base, both.edit, NULL, &diff));
    close_both(&both);
}

enum { WRONG_EDITS = 8 };

/* Edited files with one joint or animation, each with one field missing or invalid. */
static void invalid_edits_are_refused(void **state) {
    (void)state;
    comparison both = open_both();
    const double one[8] = {0};
    const gait_edited_curve cubic = {
        .count = 1, .interpolation = GAIT_EDITED_CUBIC, .times = one, .values = one};
    const gait_edited_curve no_times = {.count = 1, .values = one},
                            no_values = {1, 0, one, NULL, NULL};
    const gait_edited_track tracks[] = {
        {.rotation = cubic}, {.scale = no_times}, {.translation = no_values}};
    const gait_edited_joint joint = {.name = "a", .parent = -1}, nameless = {.parent = -1};
    const gait_edited_animation animations[] = {{"a", &tracks[0], NULL},
                                                {"a", &tracks[1], NULL},
                                                {"a", &tracks[2], NULL},
                                                {"a", NULL, NULL},
                                                {NULL, tracks, NULL}};
    gait_edited_file edits[WRONG_EDITS];
    for (int i = 0; i < WRONG_EDITS; i++) {
        edits[i] = (gait_edited_file){.joint_count = 1, .joints = &joint, .animation_count = 1};
        edits[i].animations = i < 5 ? &animations[i] : NULL;
    }
    edits[6].animation_count = edits[7].animation_count = 0;
    edits[6].joints = NULL;
    edits[7].joints = &nameless;
    for (int i = 0; i < WRONG_EDITS; i++) {
        gaiti_diff *diff;
        gait_skeleton *out;
        assert_bad_out(diff, gaiti_diff_new(both.base, &edits[i], NULL, &diff));
        assert_bad_out(out, gaiti_retarget_skeleton_new(both.skeleton, &edits[i],
                                                        GAITI_RETARGET_EVERY_BONE, NULL, &out));
    }
    close_both(&both);
}

static void wrong_arguments_of_retarget_skeleton(void **state) {
    (void)state;
    comparison both = open_both();
    const gait_edited_joint self_parent = {.name = "a", .parent = 0};
    const gait_edited_file circle = {.joint_count = 1, .joints = &self_parent};
    gait_skeleton *out;
    assert_bad(
        gaiti_retarget_skeleton_new(both.skeleton, both.edit, GAITI_RETARGET_RECORDS, NULL, NULL));
    assert_bad_out(
        out, gaiti_retarget_skeleton_new(NULL, both.edit, GAITI_RETARGET_RECORDS, NULL, &out));
    assert_bad_out(
        out, gaiti_retarget_skeleton_new(both.skeleton, NULL, GAITI_RETARGET_RECORDS, NULL, &out));
    assert_bad_out(out, gaiti_retarget_skeleton_new(both.skeleton, both.edit,
                                                    (gaiti_retarget_bones)3, NULL, &out));
    out = (void *)&wrong_place;
    assert_int_equal(
        gaiti_retarget_skeleton_new(both.skeleton, &circle, GAITI_RETARGET_EVERY_BONE, NULL, &out),
        GAIT_CORRUPT);
    assert_null(out);
    close_both(&both);
}

static void wrong_arguments_of_diff_getters(void **state) {
    (void)state;
    comparison both = open_both();
    gaiti_diff *diff;
    assert_int_equal(gaiti_diff_new(both.base, both.edit, NULL, &diff), GAIT_OK);
    const gaiti_diff *all[2] = {NULL, diff};
    for (int i = 0; i < 4; i++) {
        const gaiti_diff *self = all[i % 2];
        uint32_t more = i < 2 ? 0 : UINT32_MAX, clip = gaiti_diff_clip_count(self) | more;
        gait_clip *added;
        assert_int_equal(gaiti_diff_joint_of(self, both.skeleton->bone_count | more), -1);
        assert_int_equal(gaiti_diff_nearest_joint(self, both.skeleton->bone_count | more), -1);
        assert_int_equal(gaiti_diff_bone_of(self, both.edit->joint_count | more), -1);
        assert_int_equal(gaiti_diff_clip_at(self, clip).clip, -1);
        assert_null(gaiti_diff_change_of(self, clip));
        assert_bad_out(added, gaiti_diff_added_clip(self, clip, NULL, &added));
    }
    gait_clip *added;
    assert_int_equal(gaiti_diff_summary(NULL).matched_bones, 0);
    assert_bad_out(added, gaiti_diff_added_clip(diff, 0, NULL, &added)); /* not an added clip */
    assert_bad(gaiti_diff_added_clip(diff, 0, NULL, NULL));
    gaiti_diff_free(diff);
    gaiti_diff_free(NULL);
    close_both(&both);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_base_and_edited_files),
        cmocka_unit_test(a_gltf_without_its_buffer_is_refused),
        cmocka_unit_test(invalid_bases_are_refused),
        cmocka_unit_test(invalid_edits_are_refused),
        cmocka_unit_test(wrong_arguments_of_retarget_skeleton),
        cmocka_unit_test(wrong_arguments_of_diff_getters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
