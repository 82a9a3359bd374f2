/* Tests conversion of open files to glTF: parts, clips in all spaces, and refusals. */
#include <stdlib.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/gltf.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "glb.h"
#include "test.h"
#include "tiny_rtm.h"
#include "formats/gltf/write/gltf_writer.h"
#include "model/clip.h"
#include "ops/clip_convert.h"

typedef struct opened {
    gait_span bytes;
    gait_file *file;
    gait_skeleton *skeleton;
} opened;

/* Opens a bank with the parts "upper" (bone `hand`) and "lower" (bone `root`). `tree` may be NULL.
 */
static opened open_bank(const gait_skeleton *tree) {
    opened bank = {.bytes = test_fixture_bytes("omf/ok/two_parts.omf")};
    assert_int_equal(gait_file_open(bank.bytes, "bank.omf", NULL, &bank.file), GAIT_OK);
    assert_int_equal(gait_file_bind_skeleton(bank.file, tree, NULL, &bank.skeleton), GAIT_OK);
    return bank;
}

static opened open_bank_with_tree(void) {
    const gait_bone bones[] = {
        {"root", -1, {{0, 1, 0}, {0, 0, 0, 1}, {1, 1, 1}}, GAIT_ORIGIN_FILE, GAIT_ORIGIN_FILE},
        {"hand", 0, {{1, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}, GAIT_ORIGIN_FILE, GAIT_ORIGIN_FILE}};
    gait_skeleton *tree;
    assert_int_equal(gaiti_skeleton_new("man", bones, 2, NULL, &tree), GAIT_OK);
    opened bank = open_bank(tree);
    gait_skeleton_free(tree);
    return bank;
}

static opened open_walk(void) {
    opened walk = {.file = tiny_rtm_open()};
    assert_int_equal(gait_file_bind_skeleton(walk.file, NULL, NULL, &walk.skeleton), GAIT_OK);
    return walk;
}

static void close_opened(opened *from) {
    gait_skeleton_free(from->skeleton);
    gait_file_free(from->file);
    free((void *)(uintptr_t)from->bytes.data);
}

static gaiti_gltf_writer *begin(const opened *from) {
    gaiti_gltf_writer *gltf;
    assert_int_equal(gaiti_gltf_writer_new(from->skeleton, NULL, &gltf), GAIT_OK);
    return gltf;
}

static gait_buffer finish(gaiti_gltf_writer *gltf) {
    gait_buffer bytes = {0};
    assert_int_equal(gaiti_gltf_writer_finish_glb(gltf, &bytes), GAIT_OK);
    gaiti_gltf_writer_free(gltf);
    return bytes;
}

static gait_clip *read_clip(const opened *from, uint32_t index) {
    gait_clip *clip;
    assert_int_equal(gait_file_clip(from->file, index, from->skeleton, NULL, &clip), GAIT_OK);
    return clip;
}

static void expect_same(gait_buffer *a, gait_buffer *b) {
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->data, b->data, a->size);
    gait_buffer_free(a);
    gait_buffer_free(b);
}

/* --- parts ------------------------------------------------------------------------------------ */

static void expect_parts(const opened *from, const char *json) {
    gaiti_gltf_writer *gltf = begin(from);
    assert_int_equal(gaiti_gltf_writer_add_parts(gltf, from->file), GAIT_OK);
    gait_buffer bytes = finish(gltf);
    test_glb glb = test_glb_open(&bytes);
    const char *extras = test_json_member(test_glb_item(&glb, "scenes", 0), "extras");
    assert_true(test_json_is(test_json_member(test_json_member(extras, "gait"), "parts"), json));
    test_glb_close(&glb);
    gait_buffer_free(&bytes);
}

TEST(parts_of_the_file_are_written) {
    opened bank = open_bank(NULL), walk = open_walk();
    expect_parts(&bank, "[{\"name\":\"upper\",\"bones\":[\"hand\"]},"
                        "{\"name\":\"lower\",\"bones\":[\"root\"]}]");
    expect_parts(&walk, "[]");
    close_opened(&walk);
    close_opened(&bank);
}

/* --- clips ------------------------------------------------------------------------------------ */

static gait_status add_all(gaiti_gltf_writer *gltf, const opened *from,
                           const gait_options *options) {
    gait_status status = GAIT_OK;
    for (uint32_t i = 0; i < gait_file_clip_count(from->file) && status == GAIT_OK; i++) {
        gait_clip *clip = read_clip(from, i);
        status = gaiti_gltf_writer_add_file_clip(gltf, clip, options);
        gait_clip_free(clip);
    }
    return status;
}

static gait_buffer write_step_by_step(const opened *from) {
    gaiti_gltf_writer *gltf = begin(from);
    for (uint32_t i = 0; i < gait_file_clip_count(from->file); i++) {
        gait_clip *clip = read_clip(from, i), *turned;
        assert_int_equal(gaiti_clip_convert_rigid(clip, GAIT_AXES_GLTF, NULL, &turned), GAIT_OK);
        assert_int_equal(gaiti_gltf_writer_add(gltf, turned), GAIT_OK);
        gait_clip_free(turned);
        gait_clip_free(clip);
    }
    return finish(gltf);
}

static void expect_converted(opened *from, uint32_t clips) {
    gaiti_gltf_writer *gltf = begin(from);
    assert_int_equal(add_all(gltf, from, NULL), GAIT_OK);
    gait_buffer bytes = finish(gltf), by_hand = write_step_by_step(from);
    test_glb glb = test_glb_open(&bytes);
    assert_non_null(test_glb_item(&glb, "animations", clips - 1));
    assert_null(test_glb_item(&glb, "animations", clips));
    test_glb_close(&glb);
    expect_same(&bytes, &by_hand);
    close_opened(from);
}

TEST(clips_in_any_space_are_converted) {
    opened walk = open_walk(), bank = open_bank_with_tree();
    expect_converted(&walk, 1); /* delta space, axes of the file */
    expect_converted(&bank, 2); /* local space, axes of the engine */
}

TEST(a_refused_clip_leaves_the_writer_unchanged) {
    opened bank = open_bank(NULL);
    gaiti_gltf_writer *touched = begin(&bank), *untouched = begin(&bank);
    gait_clip *clip = read_clip(&bank, 0);
    assert_int_equal(gaiti_gltf_writer_add_file_clip(touched, clip, NULL), GAIT_UNSUPPORTED);
    assert_int_equal(gaiti_gltf_writer_add_file_clip(touched, NULL, NULL), GAIT_BAD_ARGUMENT);
    gait_clip_free(clip);
    gait_buffer a = finish(touched), b = finish(untouched);
    expect_same(&a, &b);
    close_opened(&bank);
}

/* --- memory ----------------------------------------------------------------------------------- */

static gait_status write_file(const gait_options *options, void *user) {
    const opened *from = user;
    gaiti_gltf_writer_options writing = {.common.allocator = options->allocator};
    gaiti_gltf_writer *gltf;
    gait_status status = gaiti_gltf_writer_new(from->skeleton, &writing, &gltf);
    status = status == GAIT_OK ? gaiti_gltf_writer_add_parts(gltf, from->file) : status;
    status = status == GAIT_OK ? add_all(gltf, from, options) : status;
    gaiti_gltf_writer_free(gltf);
    return status;
}

TEST(failing_allocations_leak_nothing) {
    opened bank = open_bank_with_tree();
    assert_true(test_every_failing_allocation(write_file, &bank) > 5);
    close_opened(&bank);
}

TEST(out_of_memory_leaves_the_writer_unchanged) {
    opened walk = open_walk();
    gaiti_gltf_writer *touched = begin(&walk), *untouched = begin(&walk);
    test_allocator none = {.fail_at = 1};
    gait_options options = test_allocator_options(&none);
    assert_int_equal(add_all(touched, &walk, &options), GAIT_NO_MEMORY);
    assert_int_equal(add_all(touched, &walk, NULL), GAIT_OK);
    assert_int_equal(add_all(untouched, &walk, NULL), GAIT_OK);
    gait_buffer a = finish(touched), b = finish(untouched);
    expect_same(&a, &b);
    close_opened(&walk);
}
