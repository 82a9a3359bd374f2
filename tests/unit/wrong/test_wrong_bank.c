/* Calls of edit.h with invalid arguments. */
#include "gait/bank_edit.h"
#include "test.h"
#include "wrong.h"

static void wrong_arguments_of_banks(void **state) {
    (void)state;
    test_file omf = test_open("samples/stalker.omf"), walk = test_open("samples/walk.rtm");
    test_file mesh = test_open("ogf/ok/mesh_only.ogf");
    test_file part = wrong_open_skeleton("samples/stalker.omf");
    gait_bank *bank;
    assert_bad(gait_bank_open(omf.file, NULL, NULL));
    assert_bad_out(bank, gait_bank_open(NULL, NULL, &bank));
    assert_int_equal(gait_bank_open(walk.file, NULL, &bank), GAIT_UNSUPPORTED);
    assert_null(bank);
    assert_int_equal(gait_bank_open(part.file, NULL, &bank), GAIT_UNSUPPORTED);
    assert_int_equal(gait_bank_open(mesh.file, NULL, &bank), GAIT_NOT_FOUND);
    assert_null(bank);
    assert_int_equal(gait_bank_format(NULL), GAIT_FORMAT_UNKNOWN);
    assert_int_equal(gait_bank_clip_count(NULL), 0);
    gait_bank_free(NULL);
    test_close(&part);
    test_close(&mesh);
    test_close(&walk);
    test_close(&omf);
}

static void wrong_arguments_of_edits(void **state) {
    (void)state;
    test_file omf = test_open("samples/stalker.omf"), model = test_open("ogf/ok/skeleton.ogf");
    gait_bank *bank, *other, *part;
    gait_buffer out = {0};
    const uint32_t beyond = 99, twice[] = {1, 1};
    const gait_merge_options missing = {.clips = &beyond, .clip_count = 1};
    gait_merged merged = {.appended = 3};
    assert_int_equal(gait_bank_open(omf.file, NULL, &bank), GAIT_OK);
    assert_int_equal(gait_bank_open(omf.file, NULL, &other), GAIT_OK);
    assert_bad_out(part, gait_bank_extract(NULL, &beyond, 1, GAIT_FORMAT_OMF, NULL, &part));
    assert_bad_out(part, gait_bank_extract(bank, &beyond, 1, GAIT_FORMAT_OMF, NULL, &part));
    assert_bad_out(part, gait_bank_extract(bank, twice, 2, GAIT_FORMAT_OMF, NULL, &part));
    assert_bad_out(part, gait_bank_extract(bank, NULL, 1, GAIT_FORMAT_OMF, NULL, &part));
    assert_bad(gait_bank_extract(bank, twice, 1, GAIT_FORMAT_OMF, NULL, NULL));
    const gait_span *parts;
    uint32_t part_count = 3;
    test_file motions = test_open("skl/ok/world.skls");
    gait_bank *skls;
    assert_int_equal(gait_bank_open(motions.file, NULL, &skls), GAIT_OK);
    assert_bad_out(part, gait_bank_extract(bank, twice, 1, GAIT_FORMAT_SKLS, NULL, &part));
    assert_bad_out(part, gait_bank_extract(skls, twice, 1, GAIT_FORMAT_OMF, NULL, &part));
    assert_bad_out(part, gait_bank_extract(skls, twice, 2, GAIT_FORMAT_SKL, NULL, &part));
    assert_int_equal(gait_bank_merge(bank, skls, NULL, NULL, NULL), GAIT_UNSUPPORTED);
    assert_int_equal(gait_bank_write_model(skls, model.file, NULL, &out), GAIT_UNSUPPORTED);
    assert_bad_out(parts, gait_bank_parts(NULL, &parts, &part_count));
    assert_int_equal(part_count, 0);
    assert_bad_out(parts, gait_bank_parts(bank, &parts, NULL));
    assert_bad(gait_bank_parts(bank, NULL, &part_count));
    gait_bank_free(skls);
    test_close(&motions);
    assert_bad(gait_bank_merge(NULL, other, NULL, NULL, &merged));
    assert_int_equal(merged.appended, 0);
    assert_bad(gait_bank_merge(bank, NULL, NULL, NULL, NULL));
    assert_bad(gait_bank_merge(bank, bank, NULL, NULL, NULL));
    assert_bad(gait_bank_merge(bank, other, &missing, NULL, NULL));
    assert_bad(gait_bank_write(NULL, &out));
    assert_bad(gait_bank_write(bank, NULL));
    assert_bad(gait_bank_write_model(NULL, model.file, NULL, &out));
    assert_bad(gait_bank_write_model(bank, NULL, NULL, &out));
    assert_bad(gait_bank_write_model(bank, model.file, NULL, NULL));
    assert_int_equal(gait_bank_write_model(bank, omf.file, NULL, &out), GAIT_UNSUPPORTED);
    assert_int_equal(out.size, 0);
    gait_bank_free(other);
    gait_bank_free(bank);
    test_close(&model);
    test_close(&omf);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_banks),
        cmocka_unit_test(wrong_arguments_of_edits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
