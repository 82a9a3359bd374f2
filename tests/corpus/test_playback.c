/* gait_play() gives moments inside all real clips, in every mode, and at random times; loops are
 * closed, and clips that are played once end on their last key. */
#include <math.h>
#include <stdio.h>

#include "corpus_clips.h"
#include "gait/expert.h"
#include "test.h"

enum { TIMES = 100 };

static struct {
    unsigned clips[GAIT_FORMAT_COUNT], moments, loops, dropped;
    uint64_t random;
} seen;

/* From 0 to 1. */
static double draw(void) {
    seen.random = seen.random * 6364136223846793005 + 1442695040888963407;
    return (double)(seen.random >> 11) / 9007199254740992.0;
}

static gait_play_state play(const gait_clip *clip, const gait_play_options *options,
                            double seconds) {
    gait_play_state at;
    assert_int_equal(gait_play(clip, options, seconds, &at), GAIT_OK);
    bool is_step = at.moment.next == at.moment.key + 1, is_gap = at.moment.next == 0;
    bool is_still = at.moment.next == at.moment.key && at.moment.fraction == 0;
    assert_true(at.moment.key < clip->frame_count && at.moment.next < clip->frame_count);
    assert_true(at.moment.fraction >= 0 && at.moment.fraction < 1);
    assert_true(is_step || is_still || (is_gap && options->mode == GAIT_PLAY_LOOP));
    for (int i = 0; i < 3; i++) {
        double whole = fabs((double)clip->root_motion[i]) * ((double)at.cycles + 1);
        assert_true(fabs(at.root_motion[i]) <= whole * 1.000001);
    }
    seen.moments++;
    return at;
}

/* Phases 0 to 1 are inside every clip, and are those of the cycle that gait_play() plays. */
static void play_phases(const gait_clip *clip) {
    double first = 0, last = 0;
    assert_int_equal(gait_clip_range(clip, &first, &last), GAIT_OK);
    assert_true(first <= 0 && last >= 1);
    for (int i = 0; i <= 2 * TIMES; i++) {
        double phase = i / (double)TIMES;
        gait_play_mode mode = i > TIMES ? GAIT_PLAY_LOOP : GAIT_PLAY_ONCE;
        gait_play_options options = {.duration = 1, .mode = mode};
        gait_moment at;
        assert_int_equal(gait_clip_moment(clip, phase, mode, &at, NULL), GAIT_OK);
        gait_play_state played = play(clip, &options, phase);
        assert_true(at.key == played.moment.key && at.next == played.moment.next);
        assert_true(fabs(at.fraction - played.moment.fraction) < 1e-9);
    }
}

static void play_clip(const char *path, const gait_file *file, const gait_clip *clip) {
    (void)path;
    if (clip->frame_count == 0) {
        return;
    }
    seen.clips[gait_file_format(file)]++;
    bool has_phases = clip->time_unit == GAIT_TIME_PHASE;
    double length =
        has_phases ? 1.5 : (double)clip->time[clip->frame_count - 1] - (double)clip->time[0];
    if (has_phases) {
        play_phases(clip);
    }
    for (int mode = 0; mode < 3; mode++) {
        gait_play_options options = {has_phases ? length : 0, (gait_play_mode)mode};
        uint64_t cycles = 0;
        double before = 0;
        for (int i = 0; i < TIMES; i++) { /* ascending times within about five cycles */
            before += draw() * 0.1 * (length > 0 ? length : 1);
            gait_play_state at = play(clip, &options, before);
            assert_true(at.cycles >= cycles);
            cycles = at.cycles;
            play(clip, &options, draw() * (i % 2 ? 1e4 : 1e18));
        }
        gait_play_state end = play(clip, &options, 1e18);
        bool stands_still = clip->playback.known && !(clip->playback.speed >= 0.0016f);
        bool is_loop = mode == GAIT_PLAY_LOOP ||
                       (mode == GAIT_PLAY_AS_STORED && clip->playback.known && clip->playback.loop);
        assert_true(end.has_ended == (!is_loop && (!stands_still || length <= 0)));
        bool is_reached = !has_phases || !(clip->time[clip->frame_count - 1] > 1);
        assert_true(!end.has_ended || !is_reached || end.moment.key == clip->frame_count - 1);
        seen.loops += mode == GAIT_PLAY_AS_STORED && is_loop;
        gait_play_state last = play(clip, &options, length * 0.9999999);
        seen.dropped +=
            has_phases && mode == GAIT_PLAY_LOOP && last.moment.next == 0 && clip->frame_count > 1;
    }
}

static void moments_are_inside_all_clips(void **state) {
    (void)state;
    static const gait_format formats[] = {GAIT_FORMAT_OMF,  GAIT_FORMAT_OGF, GAIT_FORMAT_RTM,
                                          GAIT_FORMAT_BMTR, GAIT_FORMAT_SKL, GAIT_FORMAT_SKLS};
    assert_true(corpus_each_clip(NULL, play_clip));
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        print_message("%s: %u clips\n", gait_format_get_info(formats[i])->name,
                      seen.clips[formats[i]]);
        assert_true(seen.clips[formats[i]] > 0);
    }
    print_message("%u moments, %u stored loops, %u loops of phases that drop their last key\n",
                  seen.moments, seen.loops, seen.dropped);
    assert_true(seen.loops > 0 && seen.dropped > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(moments_are_inside_all_clips)};
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}
