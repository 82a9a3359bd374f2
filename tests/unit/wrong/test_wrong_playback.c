/* Calls of playback.h with invalid arguments. */
#include <math.h>
#include <string.h>

#include "gait/playback.h"
#include "test.h"
#include "wrong.h"

static void wrong_arguments_write_nothing(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    gait_skeleton *skeleton;
    gait_clip *clip = wrong_clip_of(walk.file, &skeleton), wrong[WRONG_CLIPS];
    gait_play_options options = {.duration = 1};
    gait_play_state play, before;
    memset(&play, 0xAA, sizeof play);
    before = play;
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gait_play(&wrong[i], &options, 0, &play));
    }
    assert_bad(gait_play(NULL, &options, 0, &play));
    assert_bad(gait_play(clip, &options, 0, NULL));
    assert_bad(gait_play(clip, &options, NAN, &play));
    assert_bad(gait_play(clip, &options, INFINITY, &play));
    assert_bad(gait_play(clip, &options, -INFINITY, &play));
    assert_bad(gait_play(clip, NULL, 0, &play)); /* phases require a duration */
    static const double durations[] = {0, -1, NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 5; i++) {
        options.duration = durations[i];
        assert_bad(gait_play(clip, &options, 0, &play));
    }
    options = (gait_play_options){.duration = 1, .mode = (gait_play_mode)(GAIT_PLAY_ONCE + 1)};
    assert_bad(gait_play(clip, &options, 0, &play));
    options.mode = GAIT_PLAY_LOOP;
    gait_clip still = *clip;
    still.frame_count = 0;
    assert_bad(gait_play(&still, &options, 0, &play));
    assert_memory_equal(&play, &before, sizeof play);
    assert_int_equal(gait_play(clip, &options, 0, &play), GAIT_OK);
    wrong_free_clip(clip, skeleton);
    test_close(&walk);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_arguments_write_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
