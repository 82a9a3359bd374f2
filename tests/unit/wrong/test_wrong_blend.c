/* Calls of blend.h with invalid arguments. */
#include <math.h>
#include <string.h>

#include "gait/blend.h"
#include "test.h"
#include "wrong.h"

enum { BONES = 10 };

static void wrong_arguments_write_nothing(void **state) {
    (void)state;
    const gait_trs bone = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
    gait_trs a[BONES], out[BONES], before[BONES];
    float mask[BONES];
    for (int b = 0; b < BONES; b++) {
        a[b] = bone;
        mask[b] = 1;
    }
    memset(out, 0xAA, sizeof out);
    memcpy(before, out, sizeof out);
    assert_bad(gait_blend(NULL, a, BONES, 1, mask, out));
    assert_bad(gait_blend(a, NULL, BONES, 1, mask, out));
    assert_bad(gait_blend(a, a, BONES, 1, mask, NULL));
    assert_bad(gait_blend(a, a, BONES, NAN, NULL, out));
    assert_bad(gait_blend(a, a, 0, NAN, NULL, NULL));
    assert_bad(gait_blend_difference(NULL, a, BONES, out));
    assert_bad(gait_blend_difference(a, NULL, BONES, out));
    assert_bad(gait_blend_difference(a, a, BONES, NULL));
    assert_bad(gait_blend_add(NULL, a, BONES, 1, mask, out));
    assert_bad(gait_blend_add(a, NULL, BONES, 1, mask, out));
    assert_bad(gait_blend_add(a, a, BONES, 1, mask, NULL));
    assert_bad(gait_blend_add(a, a, BONES, NAN, NULL, out));
    mask[BONES - 1] = NAN;
    assert_bad(gait_blend(a, a, BONES, 1, mask, out));
    assert_bad(gait_blend_add(a, a, BONES, 1, mask, out));
    assert_memory_equal(out, before, sizeof out);
    assert_int_equal(gait_blend(a, a, BONES - 1, 1, mask, out), GAIT_OK);
    assert_memory_equal(&out[BONES - 1], &before[BONES - 1], sizeof out[0]);
}

static void no_bones_need_no_pointers(void **state) {
    (void)state;
    assert_int_equal(gait_blend(NULL, NULL, 0, 1, NULL, NULL), GAIT_OK);
    assert_int_equal(gait_blend_add(NULL, NULL, 0, 1, NULL, NULL), GAIT_OK);
    assert_int_equal(gait_blend_difference(NULL, NULL, 0, NULL), GAIT_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_write_nothing),
        cmocka_unit_test(no_bones_need_no_pointers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
