/* Calls of optimise.h with invalid arguments. */
#include <math.h>

#include "gait/gait.h"
#include "gait/optimise.h"
#include "gait/report.h"
#include "test.h"
#include "wrong.h"

static void wrong_arguments(void **state) {
    (void)state;
    static const double wrong[] = {-1, (double)NAN, (double)INFINITY};
    test_file bank = test_open("samples/stalker.omf");
    gait_buffer out = {0};
    gait_optimised *result;
    assert_bad_out(result, gait_optimise(NULL, NULL, &out, &result));
    assert_bad_out(result, gait_optimise(bank.file, NULL, NULL, &result));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const gait_optimise_options mm = {.tolerance_mm = wrong[i]};
        const gait_optimise_options deg = {.tolerance_deg = wrong[i]};
        assert_bad_out(result, gait_optimise(bank.file, &mm, &out, &result));
        assert_bad_out(result, gait_optimise(bank.file, &deg, &out, &result));
    }
    const uint32_t outside = gait_file_clip_count(bank.file);
    const gait_optimise_options clips = {.clips = &outside, .clip_count = 1};
    assert_bad_out(result, gait_optimise(bank.file, &clips, &out, &result));
    assert_int_equal(out.size, 0);
    gait_buffer_free(&out);
    test_close(&bank);
}

static void wrong_results(void **state) {
    (void)state;
    test_file bank = test_open("samples/stalker.omf");
    gait_buffer out = {0};
    gait_optimised *result;
    gait_optimised_free(NULL);
    assert_int_equal(gait_optimised_summary(NULL).clip_count, 0);
    assert_null(gait_optimised_clip_at(NULL, 0).name);
    assert_int_equal(gait_optimise(bank.file, NULL, &out, &result), GAIT_OK);
    assert_null(gait_optimised_clip_at(result, gait_file_clip_count(bank.file)).name);
    assert_non_null(gait_optimised_clip_at(result, 0).name);
    assert_bad(gait_report_optimised(NULL, &out));
    assert_bad(gait_report_optimised(result, NULL));
    gait_optimised_free(result);
    gait_buffer_free(&out);
    test_close(&bank);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(wrong_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
