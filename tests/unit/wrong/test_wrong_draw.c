/* Calls of draw.h with invalid arguments. */
#include "gait/draw.h"
#include "test.h"
#include "wrong.h"

static void wrong_arguments_of_draw_strip(void **state) {
    (void)state;
    test_file bank = test_open("samples/stalker.omf");
    gait_skeleton *skeleton, *tree;
    gait_clip *clip, wrong[WRONG_CLIPS];
    gait_buffer out = {0};
    gait_draw_facts facts = {.figures = 3};
    gait_draw_options many = {.figures = GAIT_DRAW_MAX_FIGURES + 1};
    gait_draw_options view = {.view = (gait_view)(GAIT_VIEW_THREE_QUARTER + 1)};
    assert_int_equal(gait_builtin_skeleton("xray-stalker", NULL, &tree), GAIT_OK);
    assert_int_equal(gait_file_bind_skeleton(bank.file, tree, NULL, &skeleton), GAIT_OK);
    assert_int_equal(gait_file_clip(bank.file, 0, skeleton, NULL, &clip), GAIT_OK);
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gait_draw_strip(&wrong[i], NULL, NULL, &facts, &out));
    }
    assert_int_equal(facts.figures, 0);
    assert_bad(gait_draw_strip(NULL, NULL, NULL, NULL, &out));
    assert_bad(gait_draw_strip(clip, NULL, NULL, NULL, NULL));
    assert_bad(gait_draw_strip(clip, &many, NULL, NULL, &out));
    assert_bad(gait_draw_strip(clip, &view, NULL, NULL, &out));
    gait_mesh_part part = {.vertex_count = 1, .triangle_count = 1};
    part.triangles = (const uint32_t[]){0, 0, 1};
    const gait_mesh mesh = {.parts = &part, .part_count = 1};
    const gait_draw_options meshed = {.mesh = &mesh};
    assert_bad(gait_draw_strip(clip, &meshed, NULL, NULL, &out));
    gait_clip empty = *clip;
    empty.frame_count = 0;
    assert_bad(gait_draw_strip(&empty, NULL, NULL, NULL, &out));
    assert_int_equal(out.size, 0);
    assert_int_equal(gait_draw_strip(clip, NULL, NULL, NULL, &out), GAIT_OK);
    gait_buffer_free(&out);
    wrong_free_clip(clip, skeleton);
    gait_skeleton_free(tree);
    test_close(&bank);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_arguments_of_draw_strip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
