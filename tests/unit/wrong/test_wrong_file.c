/* Calls of file.h with invalid arguments. */
#include <stdlib.h>

#include "fixtures.h"
#include "gait/convert.h"
#include "gait/map.h"
#include "test.h"
#include "wrong.h"
#include "formats/file_state.h"

static const gait_format beyond = (gait_format)99;

static void wrong_arguments_of_format_functions(void **state) {
    (void)state;
    assert_int_equal(gait_format_get_info(beyond)->format, GAIT_FORMAT_UNKNOWN);
    assert_int_equal(gait_format_from_name(NULL), GAIT_FORMAT_UNKNOWN);
    assert_int_equal(gait_detect(wrong_span, "walk.rtm"), GAIT_FORMAT_UNKNOWN);
    assert_int_equal(gait_detect((gait_span){0}, NULL), GAIT_FORMAT_UNKNOWN);
    assert_true(gait_detect_prefix(wrong_span, UINT64_MAX));
}

static gait_status fail_read(void *user, uint64_t offset, void *out, size_t size) {
    (void)user, (void)offset, (void)out, (void)size;
    return GAIT_TRUNCATED;
}

static void wrong_arguments_of_constructors(void **state) {
    (void)state;
    const gait_reader reader = {.read = fail_read, .size = 8}, no_read = {.size = 8};
    gait_span bytes = test_fixture_bytes("samples/walk.rtm");
    gait_salvaged salvaged = {.kept = 3};
    gait_file *file;
    assert_bad(gait_file_open(bytes, NULL, NULL, NULL));
    assert_bad_out(file, gait_file_open(wrong_span, NULL, NULL, &file));
    assert_bad(gait_file_open_reader(&reader, NULL, GAIT_OPEN_WHOLE, NULL, NULL));
    assert_bad_out(file, gait_file_open_reader(NULL, NULL, GAIT_OPEN_WHOLE, NULL, &file));
    assert_bad_out(file, gait_file_open_reader(&no_read, NULL, GAIT_OPEN_WHOLE, NULL, &file));
    assert_bad_out(file, gait_file_open_reader(&reader, NULL, (gait_open_mode)2, NULL, &file));
    file = (void *)&wrong_place;
    assert_int_equal(gait_file_open_reader(&reader, NULL, GAIT_OPEN_WHOLE, NULL, &file),
                     GAIT_TRUNCATED);
    assert_null(file);
    assert_bad(gait_file_salvage(bytes, NULL, NULL, NULL, NULL, &salvaged));
    assert_int_equal(salvaged.kept, 0);
    assert_bad_out(file, gait_file_salvage(bytes, NULL, NULL, NULL, &file, NULL));
    assert_bad_out(file, gait_file_salvage(wrong_span, NULL, NULL, NULL, &file, &salvaged));
    gait_file_free(NULL);
    free((void *)(uintptr_t)bytes.data);
}

static void getters_of_a_null_file_return_empty_values(void **state) {
    (void)state;
    assert_int_equal(gait_file_format(NULL), GAIT_FORMAT_UNKNOWN);
    assert_int_equal(gait_file_version(NULL), -1);
    assert_int_equal(gait_file_bone_count(NULL), 0);
    assert_empty(gait_file_bone_name(NULL, 0));
    assert_int_equal(gait_file_clip_count(NULL), 0);
    assert_empty(gait_file_clip_info(NULL, 0).name);
    assert_int_equal(gait_file_find_clip(NULL, "walk"), -1);
    assert_int_equal(gait_file_part_count(NULL), 0);
    assert_int_equal(gait_file_code_page(NULL), 0);
    assert_int_equal(gait_file_source_code_page(NULL), 0);
    assert_empty(gaiti_file_part(NULL, 0).name);
    assert_int_equal(gaiti_file_part(NULL, 0).bone_count, 0);
    assert_empty(gaiti_file_part_bone(NULL, 0, 0));
    assert_int_equal(gait_file_ref_count(NULL), 0);
    assert_empty(gait_file_ref(NULL, 0));
    assert_false(gait_file_clip_info(NULL, 0).has_root_motion);
    assert_false(gait_file_playback(NULL, 0).known);
    assert_empty(gait_file_playback_part(NULL, 0));
    const gait_skeleton no_bones = {.name = ""};
    float mask[1];
    assert_bad(gait_file_part_mask(NULL, 0, &no_bones, mask));
    assert_bad(gait_file_clip_mask(NULL, 0, &no_bones, mask));
    assert_int_equal(gait_file_event(NULL, 0, 0).interval_count, 0);
    gait_file_event_interval(NULL, 0, 0, 0, NULL);
    assert_int_equal(gait_file_dependency_count(NULL), 0);
    assert_null(gait_file_dependency_at(NULL, 0));
    assert_int_equal(gait_file_dependency_size(NULL, 0), 0);
    assert_int_equal(gait_file_skeleton_count(NULL), 0);
    assert_null(gait_file_skeleton_info(NULL, 0).name);
    assert_int_equal(gait_file_skeleton_info(NULL, 0).bone_count, 0);
    assert_false(gaiti_file_has_metadata(NULL));
    assert_false(gait_file_has_exported_skeleton(NULL));
}

static void wrong_arguments_of_file_functions(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    gait_skeleton *skeleton, *bound;
    gait_clip *clip;
    gait_buffer out = {0};
    assert_int_equal(gait_file_bind_skeleton(walk.file, NULL, NULL, &bound), GAIT_OK);
    assert_bad(gait_file_provide(NULL, 0, walk.bytes, NULL));
    assert_bad(gait_file_check_complete(NULL, NULL));
    assert_bad(gait_file_attach_metadata(NULL, walk.bytes, NULL));
    assert_bad(gait_file_attach_metadata(walk.file, wrong_span, NULL));
    assert_int_equal(gait_file_attach_metadata(walk.file, walk.bytes, NULL), GAIT_UNSUPPORTED);
    assert_bad(gait_file_check(NULL, NULL));
    assert_bad(gait_file_map(NULL, wrong_visit, NULL));
    assert_bad(gait_file_map(walk.file, NULL, NULL));
    assert_bad(gait_file_write(NULL, &out));
    assert_bad(gait_file_write(walk.file, NULL));
    assert_bad_out(skeleton, gait_file_skeleton_at(NULL, 0, NULL, &skeleton));
    assert_bad(gait_file_skeleton_at(walk.file, 0, NULL, NULL));
    assert_bad_out(skeleton, gait_file_skeleton(NULL, NULL, &skeleton));
    assert_bad(gait_file_skeleton(walk.file, NULL, NULL));
    assert_bad_out(skeleton, gait_file_bind_skeleton(NULL, NULL, NULL, &skeleton));
    assert_bad(gait_file_bind_skeleton(walk.file, NULL, NULL, NULL));
    assert_bad_out(clip, gait_file_clip(NULL, 0, bound, NULL, &clip));
    assert_bad_out(clip, gait_file_clip(walk.file, 0, NULL, NULL, &clip));
    assert_bad(gait_file_clip(walk.file, 0, bound, NULL, NULL));
    assert_int_equal(out.size, 0);
    gait_skeleton_free(bound);
    test_close(&walk);
}

/* Clips and events beyond the counts of a file, and intervals beyond those of its last event. */
static void assert_no_events_beyond(const gait_file *file, uint32_t more) {
    uint32_t clips = gait_file_clip_count(file), last = clips > 0 ? clips - 1 : 0;
    uint32_t events = gait_file_clip_info(file, last).event_count;
    uint32_t intervals = events > 0 ? gait_file_event(file, last, events - 1).interval_count : 0;
    double times[2] = {1, 1};
    assert_false(gait_file_playback(file, clips | more).known);
    assert_empty(gait_file_playback_part(file, clips | more));
    assert_empty(gait_file_event(file, clips | more, 0).name);
    assert_empty(gait_file_event(file, last, events | more).name);
    gait_file_event_interval(file, last, events > 0 ? events - 1 : 0, intervals | more, times);
    assert_true(times[0] == 0 && times[1] == 0);
    gait_file_event_interval(file, 0, 0, 0, NULL);
}

/* Indices equal to the counts, and the largest possible index. */
static void out_of_range_indices_return_empty_values(void **state) {
    (void)state;
    static const char *const paths[] = {"samples/walk.rtm",      "samples/walk_binarised.rtm",
                                        "samples/stalker.omf",   "ogf/ok/both_refs.ogf",
                                        "ogf/ok/mesh_only.ogf",  "skl/ok/no_bones.skls",
                                        "modelcfg/ok/plain.cfg", "p3d/ok/no_memory.p3d",
                                        "gltf/ok/extras.glb",    "gltf/ok/nothing.gltf",
                                        "bvh/ok/tiny.bvh",       "omf/ok/two_parts.omf",
                                        "omf/ok/no_motions.omf", "skl/ok/object_3.skl"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        test_file self = test_open(paths[i]);
        const gait_file *file = self.file;
        gait_skeleton *skeleton = NULL, *any = NULL;
        gait_clip *clip;
        assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &any), GAIT_OK);
        for (int far = 0; far < 2; far++) {
            uint32_t more = far ? UINT32_MAX : 0;
            uint32_t part = gait_file_part_count(file) | more;
            assert_empty(gait_file_bone_name(file, gait_file_bone_count(file) | more));
            assert_empty(gait_file_clip_info(file, gait_file_clip_count(file) | more).name);
            assert_empty(gaiti_file_part(file, part).name);
            assert_int_equal(gaiti_file_part(file, part).bone_count, 0);
            assert_empty(gaiti_file_part_bone(file, part, 0));
            float mask[256];
            assert_true(any->bone_count <= 256);
            assert_bad(gait_file_part_mask(file, part, any, mask));
            assert_bad(gait_file_part_mask(file, 0, NULL, mask));
            assert_bad(gait_file_part_mask(file, 0, any, NULL));
            assert_bad(gait_file_clip_mask(file, gait_file_clip_count(file) | more, any, mask));
            assert_bad(gait_file_clip_mask(file, 0, NULL, mask));
            assert_bad(gait_file_clip_mask(file, 0, any, NULL));
            assert_empty(gaiti_file_part_bone(file, 0, gaiti_file_part(file, 0).bone_count | more));
            assert_empty(gait_file_ref(file, gait_file_ref_count(file) | more));
            assert_no_events_beyond(file, more);
            assert_null(gait_file_dependency_at(file, gait_file_dependency_count(file) | more));
            assert_int_equal(
                gait_file_dependency_size(file, gait_file_dependency_count(file) | more), 0);
            uint32_t beyond_skeletons = gait_file_skeleton_count(file) | more;
            assert_null(gait_file_skeleton_info(file, beyond_skeletons).name);
            assert_int_equal(gait_file_skeleton_info(file, beyond_skeletons).bone_count, 0);
            assert_bad_out(skeleton,
                           gait_file_skeleton_at(file, beyond_skeletons, NULL, &skeleton));
            assert_bad_out(
                clip, gait_file_clip(file, gait_file_clip_count(file) | more, any, NULL, &clip));
            assert_bad(gait_file_provide(self.file, gait_file_dependency_count(file) | more,
                                         self.bytes, NULL));
        }
        assert_int_equal(gait_file_find_clip(file, NULL), -1);
        assert_int_equal(gait_file_check_complete(file, NULL), GAIT_OK);
        assert_int_equal(gait_file_check(file, NULL), GAIT_OK);
        (void)gaiti_file_has_metadata(file);
        (void)gait_file_has_exported_skeleton(file);
        gait_skeleton_free(any);
        test_close(&self);
    }
}

/* An empty skeleton, and those of both games. */
static void clips_on_the_skeleton_of_another_game_are_refused(void **state) {
    (void)state;
    static const char *const paths[] = {"samples/walk.rtm",    "samples/walk_binarised.rtm",
                                        "samples/stalker.omf", "skl/ok/world.skls",
                                        "gltf/ok/waving.glb",  "bvh/ok/tiny.bvh"};
    const gait_skeleton nothing = {.name = ""};
    gait_skeleton *hands, *man;
    assert_int_equal(gait_builtin_skeleton("xray-hands", NULL, &hands), GAIT_OK);
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &man), GAIT_OK);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        test_file self = test_open(paths[i]);
        gait_clip *clip;
        assert_bad_out(clip, gait_file_clip(self.file, 0, &nothing, NULL, &clip));
        assert_bad_out(clip, gait_file_clip(self.file, 0, i < 2 ? hands : man, NULL, &clip));
        test_close(&self);
    }
    gait_skeleton_free(man);
    gait_skeleton_free(hands);
}

static void a_file_opened_for_its_skeleton_has_no_clips(void **state) {
    (void)state;
    static const char *const paths[] = {"samples/walk.rtm", "samples/stalker.omf",
                                        "ogf/ok/motions_inside.ogf", "gltf/ok/extras.glb"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        test_file self = wrong_open_skeleton(paths[i]);
        gait_skeleton *tree;
        gait_buffer out = {0};
        gait_clip *clip;
        assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &tree), GAIT_OK);
        assert_int_equal(gait_file_clip_count(self.file), 0);
        assert_empty(gait_file_clip_info(self.file, 0).name);
        assert_int_equal(gait_file_find_clip(self.file, "walk"), -1);
        assert_bad_out(clip, gait_file_clip(self.file, 0, tree, NULL, &clip));
        assert_int_equal(gait_file_check(self.file, NULL), GAIT_UNSUPPORTED);
        assert_int_equal(gait_file_map(self.file, wrong_visit, NULL), GAIT_UNSUPPORTED);
        assert_int_equal(gait_file_write(self.file, &out), GAIT_UNSUPPORTED);
        gait_skeleton_free(tree);
        test_close(&self);
    }
}

/* A .gltf whose .bin is not provided. */
static void a_file_with_missing_dependencies_is_incomplete(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    const gait_convert_options options = {.target = GAIT_FORMAT_GLTF, .name = "walk.gltf"};
    gait_conversion *conversion;
    gait_output output;
    gait_file *file;
    assert_int_equal(gait_convert_begin(walk.file, &options, &conversion), GAIT_OK);
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_OK);
    assert_int_equal(gait_file_open(output.files[0].parts[0], NULL, NULL, &file), GAIT_OK);
    assert_int_equal(gait_file_dependency_count(file), 1);
    assert_int_equal(gait_file_dependency_size(file, 0), output.files[1].parts[0].size);
    gait_skeleton *skeleton = (void *)&wrong_place, *tree;
    gait_clip *clip = (void *)&wrong_place;
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &tree), GAIT_OK);
    assert_int_equal(gait_file_check_complete(file, NULL), GAIT_UNSUPPORTED);
    assert_int_equal(gait_file_clip_info(file, 0).frame_count, 0);
    assert_int_equal(gait_file_bind_skeleton(file, NULL, NULL, &skeleton), GAIT_UNSUPPORTED);
    assert_null(skeleton);
    assert_int_equal(gait_file_skeleton(file, NULL, &skeleton), GAIT_UNSUPPORTED);
    assert_int_equal(gait_file_clip(file, 0, tree, NULL, &clip), GAIT_UNSUPPORTED);
    assert_null(clip);
    assert_int_equal(gait_file_check(file, NULL), GAIT_UNSUPPORTED);
    assert_bad(gait_file_provide(file, 0, wrong_span, NULL));
    assert_int_equal(gait_file_provide(file, 0, (gait_span){0}, NULL), GAIT_TRUNCATED);
    assert_int_equal(gait_file_provide(file, 0, output.files[1].parts[0], NULL), GAIT_OK);
    assert_int_equal(gait_file_check_complete(file, NULL), GAIT_OK);
    gait_skeleton_free(tree);
    gait_file_free(file);
    gait_conversion_free(conversion);
    test_close(&walk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_format_functions),
        cmocka_unit_test(wrong_arguments_of_constructors),
        cmocka_unit_test(getters_of_a_null_file_return_empty_values),
        cmocka_unit_test(wrong_arguments_of_file_functions),
        cmocka_unit_test(out_of_range_indices_return_empty_values),
        cmocka_unit_test(clips_on_the_skeleton_of_another_game_are_refused),
        cmocka_unit_test(a_file_opened_for_its_skeleton_has_no_clips),
        cmocka_unit_test(a_file_with_missing_dependencies_is_incomplete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
