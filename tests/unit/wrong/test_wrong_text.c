/* Calls of text.h with invalid arguments. */
#include "gait/text.h"
#include "test.h"
#include "wrong.h"

static void wrong_arguments_of_dump(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm"), model = test_open("ogf/ok/skeleton.ogf");
    test_file part = wrong_open_skeleton("samples/stalker.omf");
    gait_buffer out = {0};
    assert_bad(gait_text_dump(NULL, NULL, &out));
    assert_bad(gait_text_dump(walk.file, NULL, NULL));
    assert_bad(gait_text_dump_clean(NULL, NULL, &out));
    assert_bad(gait_text_dump_clean(walk.file, NULL, NULL));
    assert_int_equal(gait_text_dump(model.file, NULL, &out), GAIT_UNSUPPORTED);
    assert_int_equal(gait_text_dump(part.file, NULL, &out), GAIT_UNSUPPORTED);
    assert_int_equal(out.size, 0);
    test_close(&part);
    test_close(&model);
    test_close(&walk);
}

static void wrong_arguments_of_build(void **state) {
    (void)state;
    gait_buffer out = {0};
    gait_format format = GAIT_FORMAT_OMF;
    assert_bad(gait_text_build((gait_span){NULL, 2}, NULL, &out, &format));
    assert_bad(gait_text_build((gait_span){(const uint8_t *)"{}", 2}, NULL, NULL, NULL));
    assert_int_equal(gait_text_build((gait_span){NULL, 0}, NULL, &out, &format), GAIT_CORRUPT);
    assert_int_equal(format, GAIT_FORMAT_UNKNOWN);
    assert_int_equal(out.size, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_dump),
        cmocka_unit_test(wrong_arguments_of_build),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
