/* Where a clip is after some seconds, by the rules of docs/sampling.md#playback. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "gait/playback.h"
#include "test.h"

enum { KEYS_MAX = 8 };

/* The speed that X-Ray uses for a stored speed of 1. */
#define XRAY_ONE (655 / 655.35f)

typedef struct scene {
    gait_skeleton skeleton;
    float time[KEYS_MAX], phases[KEYS_MAX];
    gait_clip clip;
    gait_play_options options;
} scene;

/* A clip without bones whose keys have these times. */
static void make_scene(scene *s, gait_time_unit unit, const float *times, uint32_t count) {
    memset(s, 0, sizeof *s);
    memcpy(s->time, times, count * sizeof *times);
    s->skeleton.name = "s";
    s->clip = (gait_clip){.name = "c",
                          .skeleton = &s->skeleton,
                          .time_unit = unit,
                          .frame_count = count,
                          .time = s->time,
                          .root_motion = {1, 0, -2}};
}

/* Four keys, 30 per second: the cycle lasts 0.1 s. */
static void make_xray(scene *s, bool loop, float speed) {
    const float times[] = {0, 1 / 30.0f, 2 / 30.0f, 3 / 30.0f};
    make_scene(s, GAIT_TIME_SECONDS, times, 4);
    s->clip.playback = (gait_playback){.known = true, .loop = loop, .speed = speed};
}

/* Phases, played in two seconds. */
static void make_phases(scene *s, const float *phases, uint32_t count, gait_play_mode mode) {
    make_scene(s, GAIT_TIME_PHASE, phases, count);
    s->options = (gait_play_options){.duration = 2, .mode = mode};
}

static gait_play_state play(const scene *s, double seconds) {
    gait_play_state state;
    memset(&state, 0xAA, sizeof state);
    assert_int_equal(gait_play(&s->clip, &s->options, seconds, &state), GAIT_OK);
    assert_true(state.moment.key < s->clip.frame_count && state.moment.next < s->clip.frame_count);
    assert_true(state.moment.fraction >= 0 && state.moment.fraction < 1);
    return state;
}

static void assert_moment(const scene *s, double seconds, uint32_t key, uint32_t next,
                          double fraction) {
    gait_play_state state = play(s, seconds);
    assert_int_equal(state.moment.key, key);
    assert_int_equal(state.moment.next, next);
    assert_true(fabs(state.moment.fraction - fraction) < 1e-4);
}

/* --- X-Ray ------------------------------------------------------------------------------------ */

TEST(xray_speed_has_16_bits) {
    scene s;
    static const float speeds[] = {1, 2, 0.5f, 100, 0.0016f, 1000, INFINITY};
    static const float played[] = {655, 1310, 327, 65534, 1, 65535, 65535}; /* / 655.35 */
    for (int i = 0; i < 7; i++) {
        make_xray(&s, true, speeds[i]);
        s.options.duration = 1;
        double cycles = 10000 * (double)(played[i] / 655.35f);
        assert_int_equal(play(&s, 10000.0001).cycles, (uint64_t)(cycles + 1e-6));
    }
    static const float still[] = {0, -1, 0.001f, NAN, -INFINITY};
    for (int i = 0; i < 5; i++) {
        for (int loop = 0; loop < 2; loop++) {
            make_xray(&s, loop, still[i]);
            assert_moment(&s, 1e9, 0, 1, 0);
            assert_int_equal(play(&s, 1e9).cycles, 0);
            assert_false(play(&s, 1e9).has_ended);
        }
    }
}

TEST(xray_loop_skips_the_interval_from_the_last_key_to_the_first) {
    scene s;
    make_xray(&s, true, 1);
    double key = 1 / 30.0 / (double)XRAY_ONE; /* seconds per key */
    assert_moment(&s, 0, 0, 1, 0);
    assert_moment(&s, 0.5 * key, 0, 1, 0.5);
    assert_moment(&s, 2.75 * key, 2, 3, 0.75);
    assert_int_equal(play(&s, 2.75 * key).cycles, 0);
    assert_moment(&s, 3.25 * key, 0, 1, 0.25);
    assert_int_equal(play(&s, 3.25 * key).cycles, 1);
    assert_moment(&s, 3001.5 * key, 1, 2, 0.5);
    assert_int_equal(play(&s, 3001.5 * key).cycles, 1000);
    assert_false(play(&s, 3001.5 * key).has_ended);
}

TEST(xray_clip_that_stops_stays_on_its_last_key) {
    scene s;
    make_xray(&s, false, 1);
    double key = 1 / 30.0 / (double)XRAY_ONE;
    assert_moment(&s, 2.9 * key, 2, 3, 0.9);
    assert_false(play(&s, 2.9 * key).has_ended);
    assert_moment(&s, 3.01 * key, 3, 3, 0);
    assert_true(play(&s, 3.01 * key).has_ended);
    assert_moment(&s, DBL_MAX, 3, 3, 0);
    assert_int_equal(play(&s, DBL_MAX).cycles, 0);
    assert_true(play(&s, DBL_MAX).root_motion[2] == -2);
}

TEST(given_duration_is_that_of_a_speed_of_one) {
    scene s;
    make_xray(&s, true, 2);
    s.options.duration = 6;
    double second = 655 / 1310.0 * (double)(1 / XRAY_ONE); /* at a speed of 1 */
    assert_moment(&s, 1 * second, 0, 1, 0.5);
    assert_moment(&s, 5 * second, 2, 3, 0.5);
    assert_moment(&s, 7 * second, 0, 1, 0.5);
}

TEST(mode_overrides_the_loop_flag) {
    scene s;
    make_xray(&s, true, 1);
    s.options.mode = GAIT_PLAY_ONCE;
    assert_true(play(&s, 1).has_ended);
    make_xray(&s, false, 1);
    s.options.mode = GAIT_PLAY_LOOP;
    assert_false(play(&s, 1).has_ended);
    assert_int_equal(play(&s, 1).cycles, 9);
    s.clip.playback = (gait_playback){.loop = true, .speed = 7}; /* not known: once, speed 1 */
    s.options.mode = GAIT_PLAY_AS_STORED;
    assert_true(play(&s, 1).has_ended);
    assert_moment(&s, 0.05, 1, 2, 0.5);
}

/* --- Bohemia ---------------------------------------------------------------------------------- */

static const float quarters[] = {0, 0.25f, 0.5f, 0.75f, 1};

TEST(loop_of_phases_closes_the_gap_before_the_first_key) {
    scene s;
    make_phases(&s, quarters, 5, GAIT_PLAY_LOOP);
    assert_moment(&s, 0.25, 0, 1, 0.5);
    assert_moment(&s, 1.5, 3, 0, 0); /* the key at phase 1 is dropped */
    assert_moment(&s, 1.75, 3, 0, 0.5);
    assert_moment(&s, 2, 0, 1, 0);
    assert_moment(&s, 3.75, 3, 0, 0.5);
    assert_int_equal(play(&s, 1.75).cycles, 0);
    assert_int_equal(play(&s, 2).cycles, 1);
}

TEST(keys_after_phase_0_999_are_dropped_from_loops) {
    scene s;
    const float late[] = {0, 0.5f, 0.998f, 0.9995f, 1};
    make_phases(&s, late, 5, GAIT_PLAY_LOOP);
    assert_moment(&s, 1.998, 2, 0, 0.5);
    const float kept[] = {0.1f, 0.5f, 0.9f};
    make_phases(&s, kept, 3, GAIT_PLAY_LOOP);
    assert_moment(&s, 0, 2, 0, 0.5); /* before the first key */
    assert_moment(&s, 1.9, 2, 0, 0.25);
    const float first_is_late[] = {0.9995f, 1};
    make_phases(&s, first_is_late, 2, GAIT_PLAY_LOOP);
    assert_moment(&s, 1, 0, 0, 0); /* the first key is always played */
    make_phases(&s, late, 5, GAIT_PLAY_ONCE);
    assert_moment(&s, 1.9985, 2, 3, 0.8333);
}

TEST(phases_that_stop_hold_the_last_key) {
    scene s;
    make_phases(&s, quarters, 5, GAIT_PLAY_AS_STORED); /* unknown: once */
    assert_moment(&s, 1.75, 3, 4, 0.5);
    assert_false(play(&s, 1.99).has_ended);
    assert_true(play(&s, 2).has_ended);
    assert_moment(&s, 2, 4, 4, 0);
    const float short_phases[] = {0.05f, 0.1f, 0.2f};
    make_phases(&s, short_phases, 3, GAIT_PLAY_ONCE);
    assert_moment(&s, 0, 0, 0, 0);
    assert_moment(&s, 0.3, 1, 2, 0.5);
    assert_moment(&s, 1, 2, 2, 0);
    assert_false(play(&s, 1).has_ended);
    assert_true(play(&s, 1).root_motion[2] == -1);
}

TEST(keys_outside_phases_0_to_1_are_not_reached) {
    scene s;
    const float wide[] = {0.5f, 1.5f, 13.5f};
    make_phases(&s, wide, 3, GAIT_PLAY_ONCE);
    assert_moment(&s, 0.5, 0, 0, 0);
    assert_moment(&s, 1.5, 0, 1, 0.25);
    assert_moment(&s, 2, 0, 1, 0.5); /* the cycle has ended */
    assert_true(play(&s, 2).has_ended);
    make_phases(&s, wide, 3, GAIT_PLAY_LOOP);
    assert_moment(&s, 1.5, 0, 0, 0); /* the other keys are dropped */
    const float below[] = {-1, 0, 0.5f, 1};
    make_phases(&s, below, 4, GAIT_PLAY_ONCE);
    assert_moment(&s, 0.5, 1, 2, 0.5);
}

static void assert_moment_of(const scene *s, double time, gait_play_mode mode, double wrapped,
                             uint32_t key, uint32_t next, double fraction) {
    gait_moment at = {0};
    double inside = -1;
    assert_int_equal(gait_clip_moment(&s->clip, time, mode, &at, &inside), GAIT_OK);
    assert_int_equal(at.key, key);
    assert_int_equal(at.next, next);
    assert_true(fabs(at.fraction - fraction) < 1e-6 && fabs(inside - wrapped) < 1e-6);
}

TEST(moments_of_phases_hold_or_close_the_gap) {
    scene s;
    const float half[] = {0.125f, 0.25f, 0.5f};
    make_phases(&s, half, 3, GAIT_PLAY_ONCE);
    assert_moment_of(&s, 0, GAIT_PLAY_ONCE, 0, 0, 0, 0);
    assert_moment_of(&s, 1, GAIT_PLAY_AS_STORED, 1, 2, 2, 0);
    assert_moment_of(&s, 0.75, GAIT_PLAY_LOOP, 0.75, 2, 0, 0.4);
    assert_moment_of(&s, 1, GAIT_PLAY_LOOP, 0, 2, 0, 0.8);
    assert_moment_of(&s, -0.25, GAIT_PLAY_LOOP, 0.75, 2, 0, 0.4);
    make_phases(&s, quarters, 5, GAIT_PLAY_ONCE);
    assert_moment_of(&s, 7.875, GAIT_PLAY_LOOP, 0.875, 3, 0, 0.5);
    const float equal[] = {1, 1, 1}; /* at equal distances */
    make_phases(&s, equal, 3, GAIT_PLAY_ONCE);
    assert_moment_of(&s, 0.25, GAIT_PLAY_ONCE, 0.25, 0, 1, 0.5);
    assert_moment_of(&s, 1.25, GAIT_PLAY_LOOP, 0.25, 0, 1, 0.5);
}

TEST(moments_of_seconds_wrap_at_the_cycle) {
    scene s;
    const float times[] = {1, 2, 3};
    make_scene(&s, GAIT_TIME_SECONDS, times, 3);
    assert_moment_of(&s, 0, GAIT_PLAY_ONCE, 0, 0, 0, 0);
    assert_moment_of(&s, 4.5, GAIT_PLAY_LOOP, 2.5, 1, 2, 0.5);
    const float phases[] = {0.25f, 0.5f, 0.75f}; /* four seconds from phase 0 to 1 */
    memcpy(s.phases, phases, sizeof phases);
    s.clip.phases = s.phases;
    assert_moment_of(&s, 4, GAIT_PLAY_LOOP, 0, 2, 0, 0.5);
    assert_moment_of(&s, 2.5, GAIT_PLAY_LOOP, 2.5, 1, 2, 0.5);
    double first = -1, last = -1;
    assert_int_equal(gait_clip_range(&s.clip, &first, &last), GAIT_OK);
    assert_true(first == 0 && last == 4);
}

TEST(ranges_contain_phases_0_to_1_and_all_keys) {
    scene s;
    const float clips[][3] = {{0.2f, 0.5f, 0.75f}, {0.5f, 1, 13.5f}, {-2, 0, 1}, {1, 1, 1}};
    const double ranges[][2] = {{0, 1}, {0, 13.5}, {-2, 1}, {0, 1}};
    for (int i = 0; i < 4; i++) {
        double first = -9, last = -9;
        make_phases(&s, clips[i], 3, GAIT_PLAY_ONCE);
        assert_int_equal(gait_clip_range(&s.clip, &first, &last), GAIT_OK);
        assert_true(first == ranges[i][0] && last == ranges[i][1]);
    }
}

TEST(unusable_phases_are_replaced_by_equal_distances) {
    scene s;
    const float unusable[][4] = {
        {1, 1, 1, 1}, {NAN, 0.2f, 0.3f, 1}, {0, 0.2f, 0.3f, INFINITY}, {0.9f, 0.5f, 0.2f, 0.1f}};
    for (int i = 0; i < 4; i++) {
        make_phases(&s, unusable[i], 4, GAIT_PLAY_ONCE);
        assert_moment(&s, 1, 1, 2, 0.5);
        assert_moment(&s, 2, 3, 3, 0);
        make_phases(&s, unusable[i], 4, GAIT_PLAY_LOOP);
        assert_moment(&s, 1.5, 2, 0, 0.25);
    }
    const float inside[] = {0, NAN, 0.5f, 1}; /* moments inside the clip, whatever they are */
    make_phases(&s, inside, 4, GAIT_PLAY_LOOP);
    for (int i = 0; i < 40; i++) {
        play(&s, i * 0.1);
    }
}

TEST(clip_in_seconds_with_phases_is_played_by_its_phases) {
    scene s;
    const float times[] = {0, 1, 2, 3, 4};
    make_scene(&s, GAIT_TIME_SECONDS, times, 5);
    memcpy(s.phases, quarters, sizeof quarters);
    s.clip.phases = s.phases;
    s.clip.playback = (gait_playback){.known = true, .loop = true, .speed = 50};
    assert_moment(&s, 3.5, 3, 0, 0.5); /* the speed is that of X-Ray: ignored */
    assert_int_equal(play(&s, 4.5).cycles, 1);
    s.options.duration = 8;
    assert_moment(&s, 7, 3, 0, 0.5);
    s.options.duration = 0;
    for (int i = 0; i < 5; i++) {
        s.phases[i] = quarters[i] / 2; /* the keys end at half of the cycle */
    }
    assert_moment(&s, 6, 4, 0, 0.5);
    assert_int_equal(play(&s, 7.9).cycles, 0);
    assert_int_equal(play(&s, 8.1).cycles, 1);
}

/* --- all clips -------------------------------------------------------------------------------- */

TEST(other_clips_wrap_at_their_last_key) {
    scene s;
    const float times[] = {1, 2, 4};
    make_scene(&s, GAIT_TIME_SECONDS, times, 3);
    assert_moment(&s, 0, 0, 1, 0); /* starts at the first key */
    assert_moment(&s, 2, 1, 2, 0.5);
    assert_moment(&s, 3, 2, 2, 0);
    s.options.mode = GAIT_PLAY_LOOP;
    assert_moment(&s, 3, 0, 1, 0);
    assert_moment(&s, 5, 1, 2, 0.5);
    assert_true(play(&s, 5).moment.fraction == 0.5f);
    assert_true(play(&s, 3 + 1 - 1e-12).moment.fraction < 1);
}

TEST(root_motion_grows_over_cycles) {
    scene s;
    make_phases(&s, quarters, 5, GAIT_PLAY_LOOP);
    gait_play_state at = play(&s, 5);
    assert_true(at.root_motion[0] == 2.5 && at.root_motion[1] == 0 && at.root_motion[2] == -5);
    s.options.mode = GAIT_PLAY_ONCE;
    at = play(&s, 5);
    assert_true(at.root_motion[0] == 1 && at.root_motion[2] == -2);
    at = play(&s, 0.5);
    assert_true(at.root_motion[0] == 0.25 && at.root_motion[2] == -0.5);
    const float times[] = {1, 2, 4};
    make_scene(&s, GAIT_TIME_SECONDS, times, 3);
    s.options.mode = GAIT_PLAY_LOOP;
    assert_true(play(&s, 4.5).root_motion[2] == -3);
}

TEST(negative_seconds_are_the_start) {
    scene s;
    make_phases(&s, quarters, 5, GAIT_PLAY_LOOP);
    static const double early[] = {0, -0.0, -1, -DBL_MAX};
    for (int i = 0; i < 4; i++) {
        assert_moment(&s, early[i], 0, 1, 0);
        assert_int_equal(play(&s, early[i]).cycles, 0);
    }
}

TEST(huge_seconds_count_cycles_up_to_the_limit) {
    scene s;
    make_phases(&s, quarters, 5, GAIT_PLAY_LOOP);
    assert_true(play(&s, 0x1p60).cycles == (uint64_t)1 << 59);
    assert_true(play(&s, 0x1p64).cycles == (uint64_t)1 << 63);
    assert_true(play(&s, 0x1p65).cycles == UINT64_MAX);
    assert_true(play(&s, DBL_MAX).cycles == UINT64_MAX);
    s.options.duration = DBL_MIN / 4; /* the rate is infinite */
    assert_true(play(&s, 1).cycles == UINT64_MAX);
    assert_moment(&s, 1, 0, 1, 0);
    assert_int_equal(play(&s, 0).cycles, 0);
    s.options.mode = GAIT_PLAY_ONCE;
    assert_true(play(&s, 1).has_ended);
    s.options = (gait_play_options){.duration = DBL_MAX, .mode = GAIT_PLAY_LOOP};
    assert_moment(&s, 1, 0, 1, 0);
}

TEST(single_poses_have_no_duration) {
    scene s;
    const float times[] = {3, 3, 2};
    for (uint32_t count = 1; count <= 3; count++) {
        make_scene(&s, GAIT_TIME_SECONDS, times, count);
        assert_true(play(&s, 0).has_ended);
        assert_int_equal(play(&s, 0).moment.key, count - 1);
        s.options.mode = GAIT_PLAY_LOOP;
        assert_false(play(&s, 5).has_ended);
        assert_int_equal(play(&s, 5).cycles, 0);
        assert_true(play(&s, 5).moment.fraction == 0);
        s.options.duration = 2; /* a given duration moves the root */
        assert_int_equal(play(&s, 5).cycles, 2);
        assert_true(play(&s, 5).root_motion[0] == 2.5);
    }
    const float phase[] = {1};
    make_phases(&s, phase, 1, GAIT_PLAY_LOOP);
    assert_moment(&s, 1, 0, 0, 0);
    make_phases(&s, phase, 1, GAIT_PLAY_ONCE);
    assert_moment(&s, 5, 0, 0, 0);
}

TEST(times_that_are_not_numbers_give_moments_inside_the_clip) {
    scene s;
    const float wrong[][3] = {{NAN, 1, 2},       {0, NAN, 2},      {0, 1, NAN},
                              {-INFINITY, 0, 1}, {0, 1, INFINITY}, {-FLT_MAX, 0, FLT_MAX}};
    for (int i = 0; i < 6; i++) {
        for (int mode = 0; mode < 3; mode++) {
            for (int with_duration = 0; with_duration < 2; with_duration++) {
                make_scene(&s, GAIT_TIME_SECONDS, wrong[i], 3);
                s.options.mode = (gait_play_mode)mode;
                s.options.duration = with_duration;
                for (int t = 0; t < 20; t++) {
                    play(&s, t * 0.25);
                }
            }
        }
    }
}
