/* Motions of objects as files: detection, names, the skeleton, conversions, edits. */
#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "gait/convert.h"
#include "gait/inspect.h"
#include "gait/search.h"
#include "gait/skl.h"
#include "test.h"

static const char *const objects[] = {"anm/ok/version_3.anm", "anm/ok/version_4.anm",
                                      "anm/ok/version_5.anm", "anm/ok/nameless.anm",
                                      "anm/ok/shapes.anm",    "anm/ok/shapes_3.anm"};

TEST(objects_are_a_format_of_their_own) {
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        test_file self = test_open(objects[i]);
        const gait_skl *skl = gait_file_skl(self.file);
        assert_int_equal(gait_file_format(self.file), GAIT_FORMAT_ANM);
        assert_int_equal(gait_detect(self.bytes, "a.skl"), GAIT_FORMAT_ANM);
        assert_non_null(skl);
        assert_int_equal(gait_skl_kind_of(skl), GAIT_SKL_OBJECT);
        assert_int_equal(gait_file_bone_count(self.file), 1);
        assert_int_equal(gait_file_clip_count(self.file), 1);
        assert_false(gait_file_playback(self.file, 0).known);
        test_close(&self);
    }
}

static void assert_names(const char *path, const char *clip, const char *bone) {
    test_file self = test_open(path);
    gait_skeleton *skeleton;
    gait_clip *read;
    assert_int_equal(gait_file_skeleton(self.file, NULL, &skeleton), GAIT_OK);
    assert_int_equal(skeleton->bone_count, 1);
    assert_string_equal(skeleton->bones[0].name, bone);
    assert_int_equal(skeleton->bones[0].rest_origin, GAIT_ORIGIN_FIRST_FRAME);
    assert_int_equal(skeleton->bones[0].parent_origin, GAIT_ORIGIN_FILE);
    assert_int_equal(gait_file_find_clip(self.file, clip), 0);
    assert_int_equal(gait_file_clip(self.file, 0, skeleton, NULL, &read), GAIT_OK);
    assert_string_equal(read->name, clip);
    gait_clip_free(read);
    gait_skeleton_free(skeleton);
    test_close(&self);
}

TEST(an_object_has_the_name_of_its_motion) {
    assert_names("anm/ok/version_5.anm", "camera", "camera");
    assert_names("anm/ok/shapes_3.anm", "lamp", "lamp");
    assert_names("anm/ok/nameless.anm", "nameless", "object");
}

static gait_skeleton *hands_of(void) {
    gait_skeleton *hands;
    assert_int_equal(gait_builtin_skeleton("xray-hands", NULL, &hands), GAIT_OK);
    return hands;
}

TEST(no_skeleton_is_searched) {
    test_file self = test_open("anm/ok/version_5.anm"), model = test_open("ogf/ok/both_refs.ogf");
    const gait_candidate candidate = {.file = model.file, .path = "both_refs.ogf"};
    gait_skeleton *hands = hands_of();
    const gait_search_options given = {.skeleton = hands};
    gait_search_result *found;
    assert_int_equal(gait_skeleton_search(self.file, &candidate, 1, NULL, &found), GAIT_OK);
    assert_int_equal(gait_search_result_summary(found).source, GAIT_SKELETON_IN_FILE);
    gait_search_result_free(found);
    assert_int_equal(gait_skeleton_search(self.file, NULL, 0, &given, &found), GAIT_UNSUPPORTED);
    gait_skeleton *bound;
    assert_int_equal(gait_file_bind_skeleton(self.file, hands, NULL, &bound), GAIT_UNSUPPORTED);
    gait_skeleton_free(hands);
    test_close(&model);
    test_close(&self);
}

TEST(objects_and_skeletons_are_not_converted_to_each_other) {
    static const gait_format others[] = {GAIT_FORMAT_RTM, GAIT_FORMAT_BMTR, GAIT_FORMAT_OMF,
                                         GAIT_FORMAT_OGF, GAIT_FORMAT_SKL,  GAIT_FORMAT_SKLS};
    static const gait_format exchange[] = {GAIT_FORMAT_GLTF, GAIT_FORMAT_BVH, GAIT_FORMAT_SEANIM};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_int_equal(gait_convert_route_of(GAIT_FORMAT_ANM, others[i]), GAIT_ROUTE_NONE);
        assert_int_equal(gait_convert_route_of(others[i], GAIT_FORMAT_ANM), GAIT_ROUTE_NONE);
    }
    for (size_t i = 0; i < sizeof exchange / sizeof *exchange; i++) {
        assert_true(gait_convert_route_of(GAIT_FORMAT_ANM, exchange[i]) != GAIT_ROUTE_NONE);
        assert_int_equal(gait_convert_route_of(exchange[i], GAIT_FORMAT_ANM), GAIT_ROUTE_MOTIONS);
    }
    assert_int_equal(gait_convert_route_of(GAIT_FORMAT_ANM, GAIT_FORMAT_ANM), GAIT_ROUTE_COPY);
}

static void assert_refused(const char *path, gait_convert_options options, const char *rule) {
    test_file self = test_open(path);
    gait_conversion *conversion = NULL;
    gait_diagnostic items[2];
    gait_diagnostics diagnostics = {.items = items, .capacity = 2};
    options.common.diagnostics = &diagnostics;
    assert_true(gait_convert_begin(self.file, &options, &conversion) != GAIT_OK);
    assert_null(conversion);
    assert_int_equal(diagnostics.errors, 1);
    assert_string_equal(items[0].rule->id, rule);
    test_close(&self);
}

TEST(conversions_that_do_not_apply_are_refused) {
    gait_skeleton *hands = hands_of();
    const char *object = "anm/ok/version_5.anm", *scene = "gltf/ok/waving.glb";
    assert_refused(object, (gait_convert_options){.target = GAIT_FORMAT_SKL}, "CNV045");
    assert_refused("skl/ok/still.skl", (gait_convert_options){.target = GAIT_FORMAT_ANM}, "CNV045");
    assert_refused(scene, (gait_convert_options){.target = GAIT_FORMAT_ANM}, "CNV046");
    assert_refused(scene, (gait_convert_options){.target = GAIT_FORMAT_ANM, .retarget = hands},
                   "CNV002");
    assert_refused(object, (gait_convert_options){.target = GAIT_FORMAT_GLTF, .retarget = hands},
                   "CNV002");
    assert_refused(scene, (gait_convert_options){.target = GAIT_FORMAT_ANM, .version = 4},
                   "CNV002");
    gait_skeleton_free(hands);
}

TEST(the_extension_of_another_kind_is_reported) {
    test_file self = test_open("anm/ok/version_5.anm");
    static const char *const names[] = {"a.skl", "a.SKLS", "a.anm", "a", "a.omf"};
    for (size_t i = 0; i < 5; i++) {
        gait_diagnostic item;
        gait_diagnostics diagnostics = {.items = &item, .capacity = 1};
        gait_file *file;
        assert_int_equal(gait_file_open(self.bytes, names[i], NULL, &file), GAIT_OK);
        assert_int_equal(gait_file_check(file, &diagnostics), GAIT_OK);
        assert_int_equal(diagnostics.warnings, i < 2);
        assert_true(i >= 2 || strcmp(item.rule->id, "SKL006") == 0);
        gait_file_free(file);
    }
    test_close(&self);
}

/* A hand-written object gets its name when the motion is added. */
TEST(motions_are_added_to_an_object) {
    gait_skl *skl;
    const gait_skl_key key = {.value = 1, .shape = GAIT_SKL_STEPPED};
    const gait_skl_bone bone = {.name = {0}};
    gait_skl_curve curves[1][GAIT_SKL_CHANNELS];
    gait_skl_motion values = {.fps = 30, .version = 4, .bone_count = 1};
    for (int c = 0; c < GAIT_SKL_CHANNELS; c++) {
        curves[0][c] = (gait_skl_curve){{1, 1}, 1, &key};
    }
    assert_int_equal(gait_skl_new(GAIT_SKL_OBJECT, NULL, &skl), GAIT_OK);
    values.version = 6;
    assert_int_equal(gait_skl_add_motion(skl, &values, &bone, curves), GAIT_BAD_ARGUMENT);
    values.version = 4;
    values.speed = 1;
    assert_int_equal(gait_skl_add_motion(skl, &values, &bone, curves), GAIT_BAD_ARGUMENT);
    values.speed = 0;
    values.bone_count = 0;
    assert_int_equal(gait_skl_add_motion(skl, &values, NULL, NULL), GAIT_BAD_ARGUMENT);
    values.bone_count = 1;
    assert_int_equal(gait_skl_add_motion(skl, &values, &bone, curves), GAIT_OK);
    assert_memory_equal(gait_skl_bone_at(skl, 0, 0).name.data, "object", 6);
    assert_int_equal(gait_skl_add_motion(skl, &values, &bone, curves), GAIT_BAD_ARGUMENT);
    gait_skl_free(skl);
}
