/* Tests conversions: routes, sequence of outputs, and reasons of refusals. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/bank_edit.h"
#include "gait/convert.h"
#include "gait/convert_steps.h"
#include "gait/matched_joints.h"
#include "test.h"

/* Asserts that gait_convert_begin() fails with this status, and raises this rule. */
static void assert_refused(const test_file *from, const gait_convert_options *options,
                           gait_status status, const char *rule) {
    gait_conversion *conversion, *refused;
    gait_convert_options wanted = *options;
    gait_diagnostic items[8];
    gait_diagnostics found = {.items = items, .capacity = 8};
    gait_output output;
    assert_int_equal(gait_convert_begin(from->file, &wanted, &conversion), status);
    assert_null(conversion);
    wanted.refused = &refused;
    wanted.common.diagnostics = &found;
    assert_int_equal(gait_convert_begin(from->file, &wanted, &conversion), status);
    assert_null(conversion);
    assert_non_null(refused);
    assert_string_equal(gait_convert_what_failed(refused).rule->id, rule);
    assert_int_equal(found.errors, 1);
    assert_string_equal(items[found.count - 1].rule->id, rule);
    assert_non_null(items[found.count - 1].file);
    assert_false(gait_convert_peek(refused, &output));
    assert_int_equal(gait_convert_next(refused, &output), status);
    assert_int_equal(output.file_count, 0);
    gait_conversion_free(refused);
}

static gait_conversion *begin(const test_file *from, gait_convert_options options) {
    gait_conversion *conversion;
    assert_int_equal(gait_convert_begin(from->file, &options, &conversion), GAIT_OK);
    return conversion;
}

static gait_output next(gait_conversion *conversion) {
    gait_output output;
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_OK);
    return output;
}

static bool begins_with(const gait_output_file *file, const char *magic) {
    return file->part_count > 0 && file->parts[0].size >= strlen(magic) &&
           memcmp(file->parts[0].data, magic, strlen(magic)) == 0;
}

/* --- outputs ---------------------------------------------------------------------------------- */

TEST(test_a_copy_has_the_bytes_of_the_file) {
    test_file bank = test_open("omf/ok/marks.omf");
    gait_conversion *copy = begin(&bank, (gait_convert_options){.target = GAIT_FORMAT_OMF});
    gait_output output = next(copy);
    assert_string_equal(output.files[0].name, "marks.omf");
    assert_int_equal(output.files[0].size, bank.bytes.size);
    assert_memory_equal(output.files[0].parts[0].data, bank.bytes.data, bank.bytes.size);
    assert_int_equal(gait_convert_next(copy, &output), GAIT_NOT_FOUND);
    assert_null(gait_convert_what_failed(copy).rule);
    gait_conversion_free(copy);
    test_close(&bank);
}

TEST(test_every_clip_becomes_an_output) {
    test_file bank = test_open("samples/stalker.omf");
    uint32_t count = gait_file_clip_count(bank.file), made = 0;
    gait_skeleton *tree, *bound;
    assert_int_equal(gait_builtin_skeleton("xray-stalker", NULL, &tree), GAIT_OK);
    assert_int_equal(gait_file_bind_skeleton(bank.file, tree, NULL, &bound), GAIT_OK);
    gait_conversion *conversion =
        begin(&bank, (gait_convert_options){
                         .target = GAIT_FORMAT_GLTF, .name = "out/{clip}.glb", .skeleton = bound});
    gait_output upcoming, output;
    while (gait_convert_peek(conversion, &upcoming)) {
        output = next(conversion);
        assert_int_equal(output.clip_count, 1);
        assert_int_equal(output.clips[0], made++);
        assert_ptr_equal(output.files[0].name, upcoming.files[0].name);
        assert_int_equal(strncmp(output.files[0].name, "out/", 4), 0);
        assert_true(begins_with(&output.files[0], "glTF"));
        assert_int_equal(output.frame_count,
                         gait_file_clip_info(bank.file, output.clips[0]).frame_count);
        assert_int_equal(output.bone_count, bound->bone_count);
    }
    assert_int_equal(made, count);
    gait_conversion_free(conversion);
    gait_skeleton_free(bound);
    gait_skeleton_free(tree);
    test_close(&bank);
}

TEST(test_a_text_gltf_has_a_buffer_and_a_sidecar_file) {
    test_file walk = test_open("samples/walk.rtm");
    gait_conversion *conversion =
        begin(&walk, (gait_convert_options){
                         .target = GAIT_FORMAT_GLTF, .name = "a/walk.gltf", .has_sidecar = true});
    gait_output output = next(conversion);
    assert_int_equal(output.file_count, 3);
    assert_string_equal(output.files[0].name, "a/walk.gltf");
    assert_string_equal(output.files[1].name, "a/walk.bin");
    assert_string_equal(output.files[2].name, "a/walk.gait.json");
    assert_true(begins_with(&output.files[0], "{"));
    assert_true(begins_with(&output.files[2], "{\"schema\":\"gait.extras/1\""));
    gait_conversion_free(conversion);
    test_close(&walk);
}

TEST(test_only_the_chosen_clips_are_converted) {
    test_file bank = test_open("samples/stalker.omf");
    const uint32_t last = gait_file_clip_count(bank.file) - 1;
    gait_skeleton *tree;
    assert_int_equal(gait_builtin_skeleton("xray-stalker", NULL, &tree), GAIT_OK);
    gait_conversion *conversion = begin(
        &bank, (gait_convert_options){
                   .target = GAIT_FORMAT_BVH, .clips = &last, .clip_count = 1, .skeleton = tree});
    gait_output output = next(conversion);
    assert_int_equal(output.clips[0], last);
    assert_true(begins_with(&output.files[0], "HIERARCHY"));
    gait_conversion_free(conversion);
    gait_skeleton_free(tree);
    test_close(&bank);
}

/* The deltas of a plain RTM are the same after conversion to binarised RTM and back. */
TEST(test_an_rtm_is_binarised_onto_its_base) {
    test_file base = test_open("samples/walk_binarised.rtm");
    gait_skeleton *tree, *bound;
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &tree), GAIT_OK);
    assert_int_equal(gait_file_bind_skeleton(base.file, tree, NULL, &bound), GAIT_OK);
    gait_conversion *back =
        begin(&base, (gait_convert_options){.target = GAIT_FORMAT_RTM, .skeleton = bound});
    gait_output output = next(back);
    assert_true(begins_with(&output.files[0], "RTM_MDAT"));
    test_file again = {.bytes = {0}};
    assert_int_equal(gait_file_open(output.files[0].parts[0], "again.rtm", NULL, &again.file),
                     GAIT_OK);
    gait_skeleton *records;
    assert_int_equal(gait_file_bind_skeleton(again.file, tree, NULL, &records), GAIT_OK);
    gait_conversion *over = begin(
        &again,
        (gait_convert_options){.target = GAIT_FORMAT_BMTR, .skeleton = records, .base = base.file});
    gait_output result = next(over);
    assert_int_equal(result.changed, 0);
    assert_int_equal(result.files[0].size, base.bytes.size);
    assert_memory_equal(result.files[0].parts[0].data, base.bytes.data, base.bytes.size);
    gait_conversion_free(over);
    gait_skeleton_free(records);
    gait_file_free(again.file);
    gait_conversion_free(back);
    gait_skeleton_free(bound);
    gait_skeleton_free(tree);
    test_close(&base);
}

TEST(test_motions_of_a_model_survive_a_round_trip) {
    test_file model = test_open("ogf/ok/motions_inside.ogf");
    gait_conversion *out = begin(&model, (gait_convert_options){.target = GAIT_FORMAT_OMF});
    gait_output bank = next(out);
    assert_string_equal(bank.files[0].name, "motions_inside.omf");
    test_file inside = {.bytes = {0}};
    assert_int_equal(gait_file_open(bank.files[0].parts[0], "b.omf", NULL, &inside.file), GAIT_OK);
    gait_conversion *in =
        begin(&inside, (gait_convert_options){.target = GAIT_FORMAT_OGF, .base = model.file});
    gait_output result = next(in);
    assert_int_equal(result.files[0].size, model.bytes.size);
    assert_memory_equal(result.files[0].parts[0].data, model.bytes.data, model.bytes.size);
    gait_conversion_free(in);
    gait_file_free(inside.file);
    gait_conversion_free(out);
    test_close(&model);
}

/* --- refusals --------------------------------------------------------------------------------- */

TEST(test_refused_conversions_report_a_reason) {
    test_file bank = test_open("omf/ok/two_parts.omf");
    test_file empty = test_open("omf/ok/no_motions.omf");
    test_file walk = test_open("samples/walk.rtm");
    test_file model = test_open("ogf/ok/skeleton.ogf");
    const uint32_t far = 99, first = 0;
    const struct {
        const test_file *from;
        gait_convert_options options;
        gait_status status;
        const char *rule;
    } cases[] = {
        {&walk, {.target = GAIT_FORMAT_OGF}, GAIT_UNSUPPORTED, "CNV001"},
        {&walk, {.target = GAIT_FORMAT_MODELCFG}, GAIT_UNSUPPORTED, "CNV001"},
        {&empty, {.target = GAIT_FORMAT_BVH}, GAIT_UNSUPPORTED, "CNV006"},
        {&walk,
         {.target = GAIT_FORMAT_GLTF, .fps = -25, .duration_s = 2},
         GAIT_BAD_ARGUMENT,
         "CNV003"},
        {&walk,
         {.target = GAIT_FORMAT_GLTF, .clips = &far, .clip_count = 1},
         GAIT_BAD_ARGUMENT,
         "CNV004"},
        {&walk, {.target = GAIT_FORMAT_BMTR, .version = 9}, GAIT_BAD_ARGUMENT, "CNV003"},
        {&walk, {.target = GAIT_FORMAT_BMTR, .base = bank.file}, GAIT_UNSUPPORTED, "CNV012"},
        {&bank, {.target = GAIT_FORMAT_SKL, .version = 5}, GAIT_BAD_ARGUMENT, "CNV003"},
        {&bank, {.target = GAIT_FORMAT_OGF}, GAIT_BAD_ARGUMENT, "CNV011"},
        {&bank, {.target = GAIT_FORMAT_OGF, .base = walk.file}, GAIT_UNSUPPORTED, "CNV012"},
        {&model,
         {.target = GAIT_FORMAT_OMF, .clips = &first, .clip_count = 0},
         GAIT_UNSUPPORTED,
         "CNV008"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_refused(cases[i].from, &cases[i].options, cases[i].status, cases[i].rule);
    }
    test_close(&model);
    test_close(&walk);
    test_close(&empty);
    test_close(&bank);
}

/* BVH holds one clip: several clips in one output are refused. */
TEST(test_single_clip_targets_refuse_several_clips) {
    test_file bank = test_open("samples/stalker.omf");
    const gait_convert_options options = {.target = GAIT_FORMAT_BVH, .name = "all.bvh"};
    assert_refused(&bank, &options, GAIT_BAD_ARGUMENT, "CNV007");
    test_close(&bank);
}

TEST(test_problems_during_conversion_name_the_clip) {
    test_file bank = test_open("omf/ok/two_parts.omf");
    gait_conversion *conversion = begin(&bank, (gait_convert_options){.target = GAIT_FORMAT_GLTF});
    gait_output output;
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_UNSUPPORTED);
    gait_convert_problem problem = gait_convert_what_failed(conversion);
    assert_string_equal(problem.rule->id, "CNV024");
    assert_int_equal(problem.clip, 0);
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_NOT_FOUND);
    gait_conversion_free(conversion);
    test_close(&bank);
}

/* The parents of the bank's bones are unknown, so each clip fails separately. */
TEST(test_findings_of_outputs_name_the_file) {
    static const gait_merge_options rules = {.names = GAIT_EQUAL_NAMES_KEEP_ALL};
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    test_file bank = test_open("samples/stalker.omf"), twice;
    gait_buffer out = {0};
    gait_bank *first, *second;
    assert_int_equal(gait_bank_open(bank.file, NULL, &first), GAIT_OK);
    assert_int_equal(gait_bank_open(bank.file, NULL, &second), GAIT_OK);
    assert_int_equal(gait_bank_merge(first, second, &rules, NULL, NULL), GAIT_OK);
    assert_int_equal(gait_bank_write(first, &out), GAIT_OK);
    twice.bytes = (gait_span){out.data, out.size};
    assert_int_equal(gait_file_open(twice.bytes, "dir/twice.omf", NULL, &twice.file), GAIT_OK);
    gait_conversion *conversion =
        begin(&twice, (gait_convert_options){.common = {.diagnostics = &found},
                                             .target = GAIT_FORMAT_GLTF});
    (void)next(conversion);
    assert_in_range(found.count, 1, 4);
    for (uint32_t i = 0; i < found.count; i++) {
        assert_string_equal(items[i].file, "dir/twice.omf");
    }
    assert_null(found.file);
    gait_conversion_free(conversion);
    gait_file_free(twice.file);
    gait_bank_free(first);
    gait_bank_free(second);
    gait_buffer_free(&out);
    test_close(&bank);
}

TEST(test_failed_outputs_are_skipped) {
    test_file bank = test_open("omf/ok/every_track_kind.omf");
    gait_conversion *conversion =
        begin(&bank, (gait_convert_options){.target = GAIT_FORMAT_GLTF, .name = "{clip}.glb"});
    gait_output output;
    for (uint32_t i = 0; i < gait_file_clip_count(bank.file); i++) {
        assert_int_equal(gait_convert_next(conversion, &output), GAIT_UNSUPPORTED);
        assert_int_equal(gait_convert_what_failed(conversion).clip, i);
    }
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_NOT_FOUND);
    assert_null(gait_convert_what_failed(conversion).rule);
    gait_conversion_free(conversion);
    test_close(&bank);
}

TEST(test_the_skeleton_of_another_file_is_refused) {
    test_file bank = test_open("samples/stalker.omf");
    gait_skeleton *hands;
    assert_int_equal(gait_builtin_skeleton("xray-hands", NULL, &hands), GAIT_OK);
    const gait_convert_options options = {.target = GAIT_FORMAT_GLTF, .skeleton = hands};
    assert_refused(&bank, &options, GAIT_UNSUPPORTED, "CNV022");
    gait_skeleton_free(hands);
    test_close(&bank);
}

TEST(test_losses_are_refused_unless_they_are_accepted) {
    test_file walk = test_open("samples/walk.rtm");
    gait_conversion *conversion =
        begin(&walk, (gait_convert_options){.target = GAIT_FORMAT_SKLS, .is_lossy = true});
    gait_output output;
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_UNSUPPORTED);
    assert_string_equal(gait_convert_what_failed(conversion).rule->id, "CNV031");
    gait_conversion_free(conversion);
    test_close(&walk);

    test_file marks = test_open("omf/ok/marks.omf");
    conversion = begin(&marks, (gait_convert_options){.target = GAIT_FORMAT_SKLS, .version = 6});
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_WOULD_LOSE);
    gait_convert_problem problem = gait_convert_what_failed(conversion);
    assert_string_equal(problem.rule->id, "CNV034");
    assert_true(problem.losses & GAIT_LOSES_EVENTS);
    gait_conversion_free(conversion);
    gait_loss_entry items[1];
    gait_losses losses = {.items = items, .capacity = 1};
    conversion = begin(
        &marks, (gait_convert_options){
                    .target = GAIT_FORMAT_SKLS, .version = 6, .is_lossy = true, .losses = &losses});
    assert_true(next(conversion).losses & GAIT_LOSES_EVENTS);
    assert_true(losses.count >= 1);
    assert_int_equal(items[0].what, GAIT_LOSES_EVENTS);
    assert_int_equal(items[0].clip, 0);
    gait_conversion_free(conversion);
    test_close(&marks);
}

TEST(test_wrong_arguments_are_refused) {
    test_file walk = test_open("samples/walk.rtm");
    const gait_convert_options options = {.target = GAIT_FORMAT_GLTF};
    const gait_convert_options unknown = {.target = (gait_format)99};
    gait_conversion *conversion;
    gait_output output;
    gait_retarget_info info;
    assert_int_equal(gait_convert_begin(NULL, &options, &conversion), GAIT_BAD_ARGUMENT);
    assert_null(conversion);
    assert_int_equal(gait_convert_begin(walk.file, NULL, &conversion), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_convert_begin(walk.file, &unknown, &conversion), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_convert_begin(walk.file, &options, NULL), GAIT_BAD_ARGUMENT);
    assert_false(gait_convert_peek(NULL, &output));
    assert_int_equal(gait_convert_next(NULL, &output), GAIT_BAD_ARGUMENT);
    assert_null(gait_convert_what_failed(NULL).rule);
    assert_false(gait_convert_retarget_info(NULL, &info));
    assert_int_equal(gait_convert_retarget_clip(NULL, 0).notes, 0);
    gait_conversion_free(NULL);
    conversion = begin(&walk, options);
    assert_false(gait_convert_peek(conversion, NULL));
    assert_int_equal(gait_convert_next(conversion, NULL), GAIT_BAD_ARGUMENT);
    assert_false(gait_convert_retarget_info(conversion, &info));
    gait_conversion_free(conversion);
    test_close(&walk);
}

static gait_status convert_all(const gait_options *options, void *user) {
    const test_file *from = user;
    gait_convert_options wanted = {
        .common = *options, .target = GAIT_FORMAT_GLTF, .name = "{clip}.gltf", .has_sidecar = true};
    gait_conversion *conversion;
    gait_output output;
    gait_status status = gait_convert_begin(from->file, &wanted, &conversion);
    while (status == GAIT_OK) {
        status = gait_convert_next(conversion, &output);
    }
    gait_conversion_free(conversion);
    return status == GAIT_NOT_FOUND ? GAIT_OK : status;
}

/* --- meshes ----------------------------------------------------------------------------------- */

static bool contains(const gait_output_file *file, const char *text) {
    size_t size = strlen(text);
    for (uint32_t p = 0; p < file->part_count; p++) {
        gait_span part = file->parts[p];
        for (size_t i = 0; i + size <= part.size; i++) {
            if (memcmp(part.data + i, text, size) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Converts a file to glTF with the mesh of a model, and returns the status of the mesh. */
static gait_status mesh_status_of(const char *path, const char *model_path, bool *out_has_mesh) {
    test_file file = test_open(path), model = test_open(model_path);
    gait_conversion *conversion =
        begin(&file, (gait_convert_options){.target = GAIT_FORMAT_GLTF, .model = model.file});
    gait_status status = gait_convert_mesh_status(conversion);
    gait_output output = next(conversion);
    *out_has_mesh = contains(&output.files[0], "\"NORMAL\"");
    assert_true(contains(&output.files[0], "\"animations\""));
    assert_int_equal(*out_has_mesh, contains(&output.files[0], "\"triangles\":"));
    gait_conversion_free(conversion);
    test_close(&model);
    test_close(&file);
    return status;
}

TEST(test_clips_get_the_mesh_of_a_model) {
    const struct {
        const char *file, *model;
        gait_status status;
    } cases[] = {{"ogf/ok/motions_inside.ogf", "ogf/ok/mesh.ogf", GAIT_OK},
                 {"ogf/ok/motions_inside.ogf", "ogf/ok/skeleton.ogf", GAIT_NOT_FOUND},
                 {"ogf/ok/motions_inside.ogf", "samples/walk.rtm", GAIT_NOT_FOUND},
                 {"ogf/ok/motions_inside.ogf", "ogf/bad/mesh_in_level.ogf", GAIT_UNSUPPORTED},
                 {"samples/stalker.omf", "ogf/ok/mesh.ogf", GAIT_UNSUPPORTED},
                 {"samples/walk.rtm", "p3d/ok/mesh.p3d", GAIT_OK},
                 {"samples/walk.rtm", "p3d/ok/pivots.p3d", GAIT_NOT_FOUND}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool has_mesh;
        assert_int_equal(mesh_status_of(cases[i].file, cases[i].model, &has_mesh), cases[i].status);
        assert_int_equal(has_mesh, cases[i].status == GAIT_OK);
    }
}

TEST(test_no_mesh_leaves_out_the_mesh) {
    test_file file = test_open("ogf/ok/motions_inside.ogf"), model = test_open("ogf/ok/mesh.ogf");
    gait_conversion *conversion = begin(
        &file,
        (gait_convert_options){.target = GAIT_FORMAT_GLTF, .model = model.file, .no_mesh = true});
    assert_int_equal(gait_convert_mesh_status(conversion), GAIT_NOT_FOUND);
    gait_output output = next(conversion);
    assert_false(contains(&output.files[0], "\"NORMAL\""));
    gait_conversion_free(conversion);
    test_close(&model);
    model = test_open("p3d/bad/no_bones.p3d");
    assert_refused(&model, &(gait_convert_options){.target = GAIT_FORMAT_GLTF, .no_mesh = true},
                   GAIT_UNSUPPORTED, "CNV020");
    test_close(&model);
    test_close(&file);
}

/* Finds an image for every texture, and counts the calls. */
static bool find_image(void *user, const char *texture, gait_span *out_bytes) {
    static const uint8_t png[] = "\x89PNG\r\n\x1a\nIMAGE";
    assert_true(texture[0] != 0);
    ++*(uint32_t *)user;
    *out_bytes = (gait_span){png, sizeof png};
    return true;
}

TEST(test_images_are_found_once_per_texture) {
    test_file file = test_open("ogf/ok/motions_inside.ogf"), model = test_open("ogf/ok/mesh.ogf");
    uint32_t calls = 0, outputs = 0;
    gait_output output;
    gait_conversion *conversion = begin(&file, (gait_convert_options){.target = GAIT_FORMAT_GLTF,
                                                                      .name = "{clip}.glb",
                                                                      .model = model.file,
                                                                      .find_image = find_image,
                                                                      .image_user = &calls});
    assert_int_equal(calls, 1); /* the four parts have the same texture */
    for (; gait_convert_next(conversion, &output) == GAIT_OK; outputs++) {
        assert_true(contains(&output.files[0], "\"mimeType\":\"image/png\""));
        assert_true(contains(&output.files[0], "IMAGE"));
    }
    assert_int_equal(outputs, gait_file_clip_count(file.file));
    assert_int_equal(calls, 1);
    gait_conversion_free(conversion);
    test_close(&model);
    test_close(&file);
}

static gait_status convert_with_mesh(const gait_options *options, void *user) {
    const test_file *files = user;
    uint32_t calls = 0;
    const gait_convert_options to_gltf = {.common = *options,
                                          .target = GAIT_FORMAT_GLTF,
                                          .model = files[1].file,
                                          .find_image = find_image,
                                          .image_user = &calls};
    gait_conversion *conversion;
    gait_output output;
    gait_status status = gait_convert_begin(files[0].file, &to_gltf, &conversion);
    status = status == GAIT_OK ? gait_convert_next(conversion, &output) : status;
    gait_conversion_free(conversion);
    return status;
}

TEST(test_out_of_memory_for_meshes) {
    test_file files[] = {test_open("ogf/ok/motions_inside.ogf"), test_open("ogf/ok/mesh.ogf")};
    test_every_failing_allocation(convert_with_mesh, files);
    test_close(&files[1]);
    test_close(&files[0]);
}

/* --- hands and item --------------------------------------------------------------------------- */

/* The files of a scene: hands and their model, item and its model. */
typedef struct scene_files {
    test_file hands, hands_model, item, item_model;
    gait_skeleton *skeleton;
} scene_files;

static scene_files open_scene(void) {
    scene_files files = {.hands = test_open("ogf/ok/motions_inside.ogf"),
                         .hands_model = test_open("ogf/ok/mesh.ogf"),
                         .item = test_open("ogf/ok/motions_inside.ogf"),
                         .item_model = test_open("ogf/ok/mesh.ogf")};
    assert_int_equal(gait_file_skeleton(files.item.file, NULL, &files.skeleton), GAIT_OK);
    return files;
}

static void close_scene(scene_files *files) {
    gait_skeleton_free(files->skeleton);
    test_close(&files->hands);
    test_close(&files->hands_model);
    test_close(&files->item);
    test_close(&files->item_model);
}

static gait_convert_item item_of(const scene_files *files) {
    return (gait_convert_item){.file = files->item.file,
                               .skeleton = files->skeleton,
                               .model = files->item_model.file,
                               .anchor = "HEAD",
                               .position = {1, 2, 3}};
}

TEST(test_an_item_doubles_the_bones) {
    scene_files files = open_scene();
    gait_convert_item item = item_of(&files);
    gait_conversion *conversion =
        begin(&files.hands, (gait_convert_options){.target = GAIT_FORMAT_GLTF,
                                                   .model = files.hands_model.file,
                                                   .item = &item});
    assert_int_equal(gait_convert_mesh_status(conversion), GAIT_OK);
    gait_output output = next(conversion);
    assert_int_equal(output.bone_count, 6);
    assert_true(contains(&output.files[0], "\"root.item\""));
    assert_true(contains(&output.files[0], "\"head.item\""));
    gait_conversion_free(conversion);
    close_scene(&files);
}

TEST(test_wrong_items_are_refused) {
    scene_files files = open_scene();
    gait_convert_item item = item_of(&files);
    gait_convert_options options = {.target = GAIT_FORMAT_GLTF, .item = &item};
    item.anchor = "finger";
    assert_refused(&files.hands, &options, GAIT_NOT_FOUND, "CNV040");
    item = item_of(&files);
    item.clip = "no such clip";
    assert_refused(&files.hands, &options, GAIT_NOT_FOUND, "CNV041");
    item = item_of(&files);
    item.orientation[1] = 1e300;
    assert_refused(&files.hands, &options, GAIT_BAD_ARGUMENT, "CNV003");
    item = item_of(&files);
    item.position[2] = -1000001;
    assert_refused(&files.hands, &options, GAIT_BAD_ARGUMENT, "CNV003");
    item = item_of(&files);
    item.file = NULL;
    assert_refused(&files.hands, &options, GAIT_BAD_ARGUMENT, "CNV002");
    item = item_of(&files);
    item.skeleton = NULL;
    assert_refused(&files.hands, &options, GAIT_UNSUPPORTED, "CNV042");
    test_file boneless = test_open("p3d/bad/no_bones.p3d");
    item = item_of(&files);
    assert_refused(&boneless, &options, GAIT_UNSUPPORTED, "CNV020");
    test_close(&boneless);
    item = item_of(&files);
    options.target = GAIT_FORMAT_BVH;
    assert_refused(&files.hands, &options, GAIT_BAD_ARGUMENT, "CNV002");
    close_scene(&files);
}

static gait_status convert_scene(const gait_options *options, void *user) {
    const scene_files *files = user;
    gait_convert_item item = item_of(files);
    const gait_convert_options to_gltf = {.common = *options,
                                          .target = GAIT_FORMAT_GLTF,
                                          .model = files->hands_model.file,
                                          .item = &item};
    gait_conversion *conversion;
    gait_output output;
    gait_status status = gait_convert_begin(files->hands.file, &to_gltf, &conversion);
    status = status == GAIT_OK ? gait_convert_next(conversion, &output) : status;
    gait_conversion_free(conversion);
    return status;
}

TEST(test_out_of_memory_for_scenes) {
    scene_files files = open_scene();
    test_every_failing_allocation(convert_scene, &files);
    close_scene(&files);
}

TEST(test_out_of_memory_is_reported) {
    test_file walk = test_open("samples/walk.rtm");
    test_every_failing_allocation(convert_all, &walk);
    test_close(&walk);
}
