/* Calls of convert.h with invalid arguments. */
#include "gait/convert.h"
#include "gait/output_names.h"
#include "test.h"
#include "wrong.h"

static void wrong_arguments_of_convert_begin(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    const gait_convert_options good = {.target = GAIT_FORMAT_GLTF};
    const gait_convert_options strange = {.target = (gait_format)99};
    gait_conversion *conversion;
    assert_bad(gait_convert_begin(walk.file, &good, NULL));
    assert_bad_out(conversion, gait_convert_begin(NULL, &good, &conversion));
    assert_bad_out(conversion, gait_convert_begin(walk.file, NULL, &conversion));
    assert_bad_out(conversion, gait_convert_begin(walk.file, &strange, &conversion));
    gait_conversion_free(NULL);
    test_close(&walk);
}

/* Asserts that a conversion fails with this status. */
static void assert_failed(const gait_file *file, const gait_convert_options *options,
                          gait_status status) {
    gait_conversion *conversion;
    gait_convert_options wanted = *options;
    gait_output output = {.file_count = 5};
    gait_retarget_info info;
    wanted.refused = &conversion; /* the same variable as for the conversion */
    assert_int_equal(gait_convert_begin(file, &wanted, &conversion), status);
    assert_non_null(conversion);
    assert_true(gait_convert_what_failed(conversion).reason != GAIT_CONVERT_OK);
    assert_false(gait_convert_peek(conversion, &output));
    assert_int_equal(gait_convert_next(conversion, &output), status);
    assert_int_equal(output.file_count, 0);
    assert_int_equal(gait_convert_next(conversion, &output), status);
    assert_false(gait_convert_retarget_info(conversion, &info));
    assert_int_equal(gait_convert_retarget_clip(conversion, 0).key_count, 0);
    gait_conversion_free(conversion);
}

static void options_out_of_range_are_refused(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    const uint32_t beyond[] = {1, UINT32_MAX};
    gait_convert_options options = {.target = GAIT_FORMAT_GLTF, .clips = beyond, .clip_count = 1};
    assert_failed(walk.file, &options, GAIT_BAD_ARGUMENT);
    options.clips = &beyond[1];
    assert_failed(walk.file, &options, GAIT_BAD_ARGUMENT);
    options.clips = NULL;
    assert_failed(walk.file, &options, GAIT_BAD_ARGUMENT);
    options = (gait_convert_options){.target = GAIT_FORMAT_BMTR, .version = UINT32_MAX};
    assert_failed(walk.file, &options, GAIT_BAD_ARGUMENT);
    options = (gait_convert_options){.target = GAIT_FORMAT_GLTF, .fps = -1};
    assert_failed(walk.file, &options, GAIT_BAD_ARGUMENT);
    options = (gait_convert_options){.target = GAIT_FORMAT_UNKNOWN};
    assert_failed(walk.file, &options, GAIT_UNSUPPORTED);
    test_close(&walk);
}

/* Partially opened files cannot be converted, and changes cannot be written into them. */
static void files_opened_for_their_skeleton_are_refused(void **state) {
    (void)state;
    test_file bank = test_open("samples/stalker.omf");
    test_file part = wrong_open_skeleton("samples/stalker.omf");
    test_file model = wrong_open_skeleton("ogf/ok/motions_inside.ogf");
    test_file record = wrong_open_skeleton("samples/walk_binarised.rtm");
    test_file walk = test_open("samples/walk.rtm");
    gait_convert_options options = {.target = GAIT_FORMAT_OMF};
    assert_failed(part.file, &options, GAIT_BAD_ARGUMENT);
    assert_failed(model.file, &options, GAIT_BAD_ARGUMENT);
    options = (gait_convert_options){.target = GAIT_FORMAT_OGF, .base = model.file};
    assert_failed(bank.file, &options, GAIT_BAD_ARGUMENT);
    options = (gait_convert_options){.target = GAIT_FORMAT_BMTR, .base = record.file};
    assert_failed(walk.file, &options, GAIT_BAD_ARGUMENT);
    options = (gait_convert_options){.target = GAIT_FORMAT_RTM};
    assert_failed(record.file, &options, GAIT_UNSUPPORTED);
    test_close(&walk);
    test_close(&record);
    test_close(&model);
    test_close(&part);
    test_close(&bank);
}

static void wrong_arguments_of_output_functions(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    const gait_convert_options options = {.target = GAIT_FORMAT_GLTF};
    gait_conversion *conversion;
    gait_output output = {.file_count = 5};
    gait_retarget_info info;
    assert_false(gait_convert_peek(NULL, &output));
    assert_bad(gait_convert_next(NULL, &output));
    assert_int_equal(output.file_count, 0);
    assert_int_equal(gait_convert_what_failed(NULL).reason, GAIT_CONVERT_OK);
    assert_int_equal(gait_convert_what_failed(NULL).clip, -1);
    const gait_convert_item no_item = {.file = NULL};
    assert_bad(gait_convert_mesh_status(NULL));
    assert_int_equal(gait_convert_item_clip(NULL, "idle"), -1);
    assert_int_equal(gait_convert_item_clip(&no_item, "idle"), -1);
    assert_int_equal(gait_convert_item_clip(&(gait_convert_item){.file = walk.file}, NULL), -1);
    assert_false(gait_convert_retarget_info(NULL, &info));
    assert_int_equal(gait_convert_retarget_clip(NULL, 0).key_count, 0);
    assert_int_equal(gait_convert_begin(walk.file, &options, &conversion), GAIT_OK);
    assert_false(gait_convert_peek(conversion, NULL));
    assert_bad(gait_convert_next(conversion, NULL));
    assert_false(gait_convert_retarget_info(conversion, NULL));
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_OK);
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_NOT_FOUND);
    assert_int_equal(output.file_count, 0);
    assert_false(gait_convert_peek(conversion, &output));
    gait_conversion_free(conversion);
    assert_string_equal(gait_convert_reason_text((gait_convert_reason)99), "unknown");
    assert_null(gait_loss_text((gait_loss)0));
    assert_null(gait_loss_text((gait_loss)(GAIT_LOSES_SCALE | GAIT_LOSES_EVENTS)));
    test_close(&walk);
}

static void wrong_arguments_of_output_names(void **state) {
    (void)state;
    gait_output_names *made;
    assert_bad(gait_output_names_new("a", 1, NULL, NULL));
    assert_bad_out(made, gait_output_names_new(NULL, 1, NULL, &made));
    assert_int_equal(gait_output_names_new("{clip}", 1, NULL, &made), GAIT_OK);
    assert_null(gait_output_names_next(NULL, "a"));
    assert_null(gait_output_names_next(made, NULL));
    assert_non_null(gait_output_names_next(made, "a"));
    assert_null(gait_output_names_next(made, "b"));
    gait_output_names_free(made);
    gait_output_names_free(NULL);
    assert_false(gait_output_name_is_per_clip(NULL));
    assert_false(gait_output_name_is_device(NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_convert_begin),
        cmocka_unit_test(options_out_of_range_are_refused),
        cmocka_unit_test(files_opened_for_their_skeleton_are_refused),
        cmocka_unit_test(wrong_arguments_of_output_functions),
        cmocka_unit_test(wrong_arguments_of_output_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
