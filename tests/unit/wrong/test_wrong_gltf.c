/* Calls of gltf.h with invalid arguments. */
#include <stdlib.h>

#include "fixtures.h"
#include "gait/convert.h"
#include "gait/gltf.h"
#include "gait/mesh.h"
#include "test.h"
#include "wrong.h"
#include "formats/gltf/read/gltf_read.h"
#include "formats/gltf/write/gltf_writer.h"

/* --- writing ---------------------------------------------------------------------------------- */

static void wrong_arguments_of_writer_functions(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    gait_skeleton *skeleton;
    gait_clip *clip = wrong_clip_of(walk.file, &skeleton), wrong[WRONG_CLIPS];
    const gaiti_gltf_writer_options rate = {.fps = -1};
    const gait_span name = {(const uint8_t *)"a", 1};
    gaiti_gltf_writer *gltf;
    assert_bad(gaiti_gltf_writer_new(skeleton, NULL, NULL));
    assert_bad_out(gltf, gaiti_gltf_writer_new(NULL, NULL, &gltf));
    assert_bad_out(gltf, gaiti_gltf_writer_new(skeleton, &rate, &gltf));
    assert_int_equal(gaiti_gltf_writer_new(skeleton, NULL, &gltf), GAIT_OK);
    const gait_mesh no_parts = {0};
    const gaiti_gltf_texture_image no_name = {.texture = NULL};
    const gaiti_gltf_texture_image no_bytes = {.texture = "a", .bytes = wrong_span};
    assert_bad(gaiti_gltf_writer_set_images(NULL, NULL, 0));
    assert_bad(gaiti_gltf_writer_set_images(gltf, NULL, 1));
    assert_bad(gaiti_gltf_writer_set_images(gltf, &no_name, 1));
    assert_bad(gaiti_gltf_writer_set_images(gltf, &no_bytes, 1));
    assert_bad(gaiti_gltf_writer_set_mesh(NULL, &no_parts));
    assert_bad(gaiti_gltf_writer_set_mesh(gltf, NULL));
    assert_bad(gaiti_gltf_writer_add_part(NULL, name));
    assert_bad(gaiti_gltf_writer_add_part(gltf, wrong_span));
    assert_bad(gaiti_gltf_writer_add_part_bone(NULL, name));
    assert_bad(gaiti_gltf_writer_add_part_bone(gltf, name));
    assert_int_equal(gaiti_gltf_writer_add_part(gltf, name), GAIT_OK);
    assert_bad(gaiti_gltf_writer_add_part_bone(gltf, wrong_span));
    assert_bad(gaiti_gltf_writer_add_parts(NULL, walk.file));
    assert_bad(gaiti_gltf_writer_add_parts(gltf, NULL));
    assert_bad(gaiti_gltf_writer_add(NULL, clip));
    assert_bad(gaiti_gltf_writer_add(gltf, NULL));
    assert_bad(gaiti_gltf_writer_add(gltf, clip)); /* delta space */
    assert_bad(gaiti_gltf_writer_add_file_clip(NULL, clip, NULL));
    assert_bad(gaiti_gltf_writer_add_file_clip(gltf, NULL, NULL));
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gaiti_gltf_writer_add_file_clip(gltf, &wrong[i], NULL));
        wrong[i].space = i == 5 ? wrong[i].space : GAIT_SPACE_LOCAL;
        wrong[i].axes = i == 6 ? wrong[i].axes : GAIT_AXES_GLTF;
        assert_bad(gaiti_gltf_writer_add(gltf, &wrong[i]));
    }
    gaiti_gltf_writer_free(gltf);
    gaiti_gltf_writer_free(NULL);
    wrong_free_clip(clip, skeleton);
    test_close(&walk);
}

/* Includes a glTF without bones and clips. */
static void wrong_arguments_of_finish_functions(void **state) {
    (void)state;
    const gait_skeleton no_bones = {.name = ""};
    gaiti_gltf_writer *gltf;
    gait_buffer out = {0}, bin = {0};
    const gait_span *parts;
    uint32_t count = 7;
    assert_int_equal(gaiti_gltf_writer_new(&no_bones, NULL, &gltf), GAIT_OK);
    assert_bad(gaiti_gltf_writer_finish_glb(NULL, &out));
    assert_bad(gaiti_gltf_writer_finish_glb(gltf, NULL));
    assert_bad_out(parts, gaiti_gltf_writer_finish_parts(NULL, &parts, &count));
    assert_int_equal(count, 0);
    assert_bad(gaiti_gltf_writer_finish_parts(gltf, NULL, &count));
    assert_bad_out(parts, gaiti_gltf_writer_finish_parts(gltf, &parts, NULL));
    assert_bad(gaiti_gltf_writer_finish_text(NULL, "a.bin", &out, &bin));
    assert_bad(gaiti_gltf_writer_finish_text(gltf, NULL, &out, &bin));
    assert_bad(gaiti_gltf_writer_finish_text(gltf, "", &out, &bin));
    assert_bad(gaiti_gltf_writer_finish_text(gltf, "a.bin", NULL, &bin));
    assert_bad(gaiti_gltf_writer_finish_text(gltf, "a.bin", &out, NULL));
    assert_bad(gaiti_gltf_writer_finish_sidecar(NULL, &out));
    assert_bad(gaiti_gltf_writer_finish_sidecar(gltf, NULL));
    assert_int_equal(out.size + bin.size, 0);
    assert_int_equal(gaiti_gltf_writer_finish_glb(gltf, &out), GAIT_OK);
    gait_buffer_free(&out);
    gaiti_gltf_writer_free(gltf);
}

/* --- reading ---------------------------------------------------------------------------------- */

static void wrong_arguments_of_constructors(void **state) {
    (void)state;
    gait_gltf *file;
    gait_span bytes = test_fixture_bytes("gltf/ok/waving.glb");
    assert_bad(gaiti_gltf_open(bytes, NULL, NULL));
    assert_bad_out(file, gaiti_gltf_open(wrong_span, NULL, &file));
    gaiti_gltf_free(NULL);
    assert_null(gait_file_gltf(NULL));
    free((void *)(uintptr_t)bytes.data);
}

static void assert_out_of_range(const gait_gltf *file, uint32_t more) {
    uint32_t animation = gait_gltf_animation_count(file) | more;
    gait_affine matrix, identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0}};
    assert_null(gaiti_gltf_dependency_at(file, gaiti_gltf_dependency_count(file) | more).path);
    assert_empty(gaiti_gltf_node_at(file, gaiti_gltf_node_count(file) | more).name);
    assert_int_equal(gaiti_gltf_node_at(file, gaiti_gltf_node_count(file) | more).parent, -1);
    uint32_t skin = gait_gltf_skin_count(file) | more;
    assert_int_equal(gait_gltf_skin_at(file, skin).joint_count, 0);
    assert_false(gaiti_gltf_inverse_bind(file, skin, 0, &matrix));
    assert_memory_equal(&matrix, &identity, sizeof matrix);
    assert_false(
        gaiti_gltf_inverse_bind(file, 0, gait_gltf_skin_at(file, 0).joint_count | more, &matrix));
    assert_false(gaiti_gltf_inverse_bind(file, 0, 0, NULL));
    assert_int_equal(gait_gltf_animation_at(file, animation).channel_count, 0);
    assert_int_equal(gaiti_gltf_channel_at(file, animation, 0).node, -1);
    uint32_t channel = gait_gltf_animation_at(file, 0).channel_count | more;
    assert_int_equal(gaiti_gltf_channel_at(file, 0, channel).path, GAITI_GLTF_PATH_OTHER);
}

static void wrong_arguments_of_getters(void **state) {
    (void)state;
    test_file full = test_open("gltf/ok/waving.glb"), none = test_open("gltf/ok/nothing.gltf");
    const gait_gltf *all[] = {NULL, gait_file_gltf(full.file), gait_file_gltf(none.file)};
    int32_t node = 7;
    for (int i = 0; i < 3; i++) {
        assert_out_of_range(all[i], 0);
        assert_out_of_range(all[i], UINT32_MAX);
    }
    assert_empty(gaiti_gltf_generator(NULL));
    assert_empty(gaiti_gltf_scene_extras(NULL));
    assert_empty(gaiti_gltf_armature_extras(NULL, &node));
    assert_int_equal(node, -1);
    assert_empty(gaiti_gltf_armature_extras(NULL, NULL));
    double times[1024], values[4096];
    gaiti_gltf_channel channel = gaiti_gltf_channel_at(all[1], 0, 0);
    assert_in_range(channel.key_count, 1, 1024);
    gaiti_gltf_channel_keys(all[1], 0, 0, times, values);
    assert_true(gaiti_gltf_key_time(all[1], 0, 0, channel.key_count - 1) ==
                times[channel.key_count - 1]);
    test_close(&none);
    test_close(&full);
}

static void wrong_arguments_of_rig_functions(void **state) {
    (void)state;
    test_file full = test_open("gltf/ok/waving.glb");
    const gait_gltf *file = gait_file_gltf(full.file);
    gait_gltf_rig *rig;
    assert_bad(gait_gltf_rig_new(file, GAIT_GLTF_BEST_SKIN, NULL, NULL));
    assert_bad_out(rig, gait_gltf_rig_new(NULL, GAIT_GLTF_BEST_SKIN, NULL, &rig));
    assert_bad_out(rig, gait_gltf_rig_new(file, GAIT_GLTF_PLAIN_TREE - 1, NULL, &rig));
    assert_bad_out(rig, gait_gltf_rig_new(file, (int32_t)gait_gltf_skin_count(file), NULL, &rig));
    assert_bad_out(rig, gait_gltf_rig_new(file, INT32_MAX, NULL, &rig));
    assert_int_equal(gait_gltf_rig_new(file, GAIT_GLTF_BEST_SKIN, NULL, &rig), GAIT_OK);
    const gait_gltf_rig *both[2] = {NULL, rig};
    for (int i = 0; i < 2; i++) {
        uint32_t beyond = gait_gltf_rig_bone_count(both[i]);
        assert_int_equal(gaiti_gltf_rig_node(both[i], beyond), 0);
        assert_int_equal(gaiti_gltf_rig_node(both[i], UINT32_MAX), 0);
        assert_int_equal(gaiti_gltf_rig_parent(both[i], beyond), -1);
        assert_int_equal(gaiti_gltf_rig_parent(both[i], UINT32_MAX), -1);
    }
    assert_int_equal(gait_gltf_rig_skin(NULL), -1);
    assert_int_equal(gaiti_gltf_rig_space(NULL), -1);
    gait_gltf_rig_free(rig);
    gait_gltf_rig_free(NULL);
    test_close(&full);
}

/* Includes the rig of another file. */
static void wrong_arguments_of_animation_functions(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    test_file full = test_open("gltf/ok/waving.glb"), far = wrong_export(walk.file);
    const gait_gltf *file = gait_file_gltf(full.file), *other = gait_file_gltf(far.file);
    gait_gltf_rig *rig, *of_other;
    gait_skeleton *skeleton, *out;
    gait_clip *clip;
    gait_gltf_timing timing = {.frame_count = 9};
    gait_transform pose[256];
    const double time = 0;
    uint32_t beyond = gait_gltf_animation_count(file);
    assert_int_equal(gait_gltf_rig_new(file, GAIT_GLTF_BEST_SKIN, NULL, &rig), GAIT_OK);
    assert_int_equal(gait_gltf_rig_new(other, GAIT_GLTF_BEST_SKIN, NULL, &of_other), GAIT_OK);
    assert_int_not_equal(gaiti_gltf_node_count(file), gaiti_gltf_node_count(other));
    assert_in_range(gait_gltf_rig_bone_count(rig), 1, 256);
    assert_int_equal(gaiti_gltf_skeleton(file, rig, "", NULL, &skeleton), GAIT_OK);
    const struct {
        const gait_gltf *file;
        const gait_gltf_rig *rig;
        uint32_t animation;
    } wrong[] = {{NULL, rig, 0},
                 {file, NULL, 0},
                 {file, of_other, 0},
                 {file, rig, beyond},
                 {file, rig, UINT32_MAX}};
    for (int i = 0; i < 5; i++) {
        uint32_t a = wrong[i].animation;
        assert_bad(gaiti_gltf_sample(&(gait_gltf_animated_rig){wrong[i].file, wrong[i].rig, a},
                                     &time, 1, NULL, pose));
        assert_bad(gait_gltf_timing_of(&(gait_gltf_animated_rig){wrong[i].file, wrong[i].rig, a}, 0,
                                       NULL, &timing));
        assert_bad_out(clip,
                       gaiti_gltf_clip(&(gait_gltf_animated_rig){wrong[i].file, wrong[i].rig, a},
                                       skeleton, 0, NULL, &clip));
        if (i < 3) {
            assert_bad_out(out, gaiti_gltf_skeleton(wrong[i].file, wrong[i].rig, "", NULL, &out));
        }
    }
    assert_bad(gaiti_gltf_sample(NULL, &time, 1, NULL, pose));
    assert_bad(gait_gltf_timing_of(NULL, 0, NULL, &timing));
    assert_bad_out(clip, gaiti_gltf_clip(NULL, skeleton, 0, NULL, &clip));
    assert_int_equal(timing.frame_count, 0);
    assert_bad_out(out, gaiti_gltf_skeleton(file, rig, NULL, NULL, &out));
    assert_bad(gaiti_gltf_skeleton(file, rig, "", NULL, NULL));
    assert_bad(gaiti_gltf_sample(&(gait_gltf_animated_rig){file, rig, 0}, NULL, 1, NULL, pose));
    assert_bad(gaiti_gltf_sample(&(gait_gltf_animated_rig){file, rig, 0}, &time, 1, NULL, NULL));
    assert_int_equal(
        gaiti_gltf_sample(&(gait_gltf_animated_rig){file, rig, 0}, NULL, 0, NULL, NULL), GAIT_OK);
    assert_bad(gait_gltf_timing_of(&(gait_gltf_animated_rig){file, rig, 0}, -1, NULL, &timing));
    assert_bad(gait_gltf_timing_of(&(gait_gltf_animated_rig){file, rig, 0}, 0, NULL, NULL));
    assert_bad_out(clip,
                   gaiti_gltf_clip(&(gait_gltf_animated_rig){file, rig, 0}, NULL, 0, NULL, &clip));
    assert_bad(gaiti_gltf_clip(&(gait_gltf_animated_rig){file, rig, 0}, skeleton, 0, NULL, NULL));
    gait_skeleton_free(skeleton);
    gait_gltf_rig_free(of_other);
    gait_gltf_rig_free(rig);
    test_close(&far);
    test_close(&walk);
    test_close(&full);
}

/* The text of an export whose .bin is missing. */
static void a_gltf_without_its_buffer_is_incomplete(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    const gait_convert_options options = {.target = GAIT_FORMAT_GLTF, .name = "walk.gltf"};
    gait_conversion *conversion;
    gait_output output;
    gait_gltf *file;
    gait_gltf_rig *rig;
    gait_skeleton *skeleton = (void *)&wrong_place;
    gait_gltf_timing timing;
    gait_transform pose[256];
    gait_affine matrix;
    const double time = 0;
    assert_int_equal(gait_convert_begin(walk.file, &options, &conversion), GAIT_OK);
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_OK);
    assert_int_equal(gaiti_gltf_open(output.files[0].parts[0], NULL, &file), GAIT_OK);
    assert_bad(gaiti_gltf_provide(NULL, 0, walk.bytes, NULL));
    assert_bad(gaiti_gltf_provide(file, 1, walk.bytes, NULL));
    assert_bad(gaiti_gltf_provide(file, UINT32_MAX, walk.bytes, NULL));
    assert_bad(gaiti_gltf_provide(file, 0, wrong_span, NULL));
    assert_bad(gaiti_gltf_check_complete(NULL, NULL));
    assert_int_equal(gaiti_gltf_check_complete(file, NULL), GAIT_UNSUPPORTED);
    assert_int_equal(gait_gltf_rig_new(file, GAIT_GLTF_BEST_SKIN, NULL, &rig), GAIT_OK);
    assert_int_equal(gaiti_gltf_skeleton(file, rig, "", NULL, &skeleton), GAIT_UNSUPPORTED);
    assert_null(skeleton);
    assert_int_equal(
        gaiti_gltf_sample(&(gait_gltf_animated_rig){file, rig, 0}, &time, 1, NULL, pose),
        GAIT_UNSUPPORTED);
    assert_int_equal(gait_gltf_timing_of(&(gait_gltf_animated_rig){file, rig, 0}, 0, NULL, &timing),
                     GAIT_UNSUPPORTED);
    assert_false(gaiti_gltf_inverse_bind(file, 0, 0, &matrix));
    assert_bad(gaiti_gltf_check(NULL, NULL));
    assert_int_equal(gaiti_gltf_check(file, NULL), GAIT_UNSUPPORTED);
    assert_bad(gaiti_gltf_map(NULL, wrong_visit, NULL));
    assert_bad(gaiti_gltf_map(file, NULL, NULL));
    gait_gltf_rig_free(rig);
    gaiti_gltf_free(file);
    gait_conversion_free(conversion);
    test_close(&walk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_writer_functions),
        cmocka_unit_test(wrong_arguments_of_finish_functions),
        cmocka_unit_test(wrong_arguments_of_constructors),
        cmocka_unit_test(wrong_arguments_of_getters),
        cmocka_unit_test(wrong_arguments_of_rig_functions),
        cmocka_unit_test(wrong_arguments_of_animation_functions),
        cmocka_unit_test(a_gltf_without_its_buffer_is_incomplete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
