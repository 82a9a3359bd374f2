/* Times of exported keys. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/keyframes.h"
#include "test.h"

enum { KEYS_MAX = 4096 };

static float given[KEYS_MAX];
static float placed[KEYS_MAX];
static uint32_t work[KEYS_MAX];

static float end_s;

static gaiti_timing place(uint32_t count, gait_time_unit unit, double fps, double duration_s) {
    gaiti_key_times times = {.time = given, count, unit, fps, duration_s};
    gaiti_placing placing = gaiti_place_keys(&times, work, placed);
    end_s = placing.end_s;
    assert_true(count == 0 || end_s >= placed[count - 1]);
    return placing.timing;
}

static gaiti_timing place_phases(uint32_t count) {
    return place(count, GAIT_TIME_PHASE, 0, 0);
}

static uint32_t frame_of(uint32_t key) {
    return (uint32_t)lround((double)placed[key] * 30);
}

static void assert_frames(const uint32_t *frames, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(frame_of(i), frames[i]);
        assert_true(placed[i] == gaiti_time_of_frame(frames[i]));
    }
}

/* Blender multiplies the times by the rate as floats and truncates. With times rounded to nearest,
 * clips of 64, 126, 127... frames would lose their last key. */
TEST(frame_times_are_rounded_up_to_float) {
    for (uint32_t frame = 0; frame < 200000; frame++) {
        float time = gaiti_time_of_frame(frame);
        assert_true((double)time >= frame / 30.0);
        assert_true(frame == 0 || (double)nextafterf(time, -1) < frame / 30.0);
        if (frame <= 100000) {
            assert_int_equal((uint32_t)(time * 30.0f), frame);
        }
    }
}

TEST(frame_times_are_distinct_up_to_the_limit) {
    for (uint32_t frame = GAITI_KEY_FRAME_MAX - 100000; frame < GAITI_KEY_FRAME_MAX; frame++) {
        assert_true(gaiti_time_of_frame(frame) < gaiti_time_of_frame(frame + 1));
    }
}

TEST(seconds_on_frames_are_shifted_to_zero) {
    for (uint32_t i = 0; i < 300; i++) {
        given[i] = (float)((i + 7) / 30.0);
    }
    assert_int_equal(place(300, GAIT_TIME_SECONDS, 0, 0), GAITI_TIMING_EXACT);
    for (uint32_t i = 0; i < 300; i++) {
        assert_true(placed[i] == gaiti_time_of_frame(i));
    }
}

TEST(seconds_between_frames_are_kept) {
    for (uint32_t i = 0; i < 10; i++) {
        given[i] = (float)(1 + i / 60.0);
    }
    assert_int_equal(place(10, GAIT_TIME_SECONDS, 0, 0), GAITI_TIMING_KEPT);
    for (uint32_t i = 0; i < 10; i++) {
        assert_true(placed[i] == (float)((double)given[i] - 1));
    }
}

TEST(invalid_seconds_become_frames) {
    const float bad[][3] = {{0, NAN, 1}, {0, 1, 1}, {1, 0.5f, 2}, {0, 1, INFINITY}, {0, 1, 1e30f}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        given[0] = bad[i][0];
        given[1] = bad[i][1];
        given[2] = bad[i][2];
        assert_int_equal(place(3, GAIT_TIME_SECONDS, 0, 0), GAITI_TIMING_EVEN);
        assert_frames((const uint32_t[]){0, 1, 2}, 3);
    }
}

TEST(whole_cycle_has_one_frame_per_key) {
    for (uint32_t count = 2; count < 600; count += 7) {
        for (uint32_t i = 0; i < count; i++) {
            given[i] = (float)((double)i / (count - 1));
        }
        assert_int_equal(place_phases(count), GAITI_TIMING_EXACT);
        assert_int_equal(frame_of(count - 1), count - 1);
    }
}

/* Phases (k + 1) / n occur in 104 of 314 real files. Placing their keys at frames phase * (n - 1)
 * caused an error of 62 degrees. */
TEST(cycle_begins_before_a_first_phase_above_zero) {
    for (uint32_t i = 0; i < 40; i++) {
        given[i] = (float)((i + 1) / 40.0);
    }
    assert_int_equal(place_phases(40), GAITI_TIMING_EXACT);
    assert_int_equal(frame_of(0), 1);
    assert_int_equal(frame_of(39), 40);
    assert_true(end_s == placed[39]);
}

TEST(uneven_steps_keep_their_proportions) {
    const float phases[] = {0, 0.1f, 0.4f, 0.5f, 1};
    for (uint32_t i = 0; i < 5; i++) {
        given[i] = phases[i];
    }
    assert_int_equal(place_phases(5), GAITI_TIMING_EXACT);
    assert_frames((const uint32_t[]){0, 1, 4, 5, 10}, 5);
}

/* From a real file: 33 keys end at phase 0.1285, which corresponds to 249 frames per cycle. */
TEST(cycle_ends_after_a_last_phase_below_one) {
    for (uint32_t i = 0; i < 33; i++) {
        given[i] = (float)(i * 0.1285 / 32);
    }
    assert_int_equal(place_phases(33), GAITI_TIMING_EXACT);
    for (uint32_t i = 0; i < 33; i++) {
        assert_int_equal(frame_of(i), i);
    }
    assert_true(end_s == gaiti_time_of_frame(249));
}

TEST(phases_outside_0_to_1_share_the_duration) {
    for (uint32_t i = 0; i < 14; i++) {
        given[i] = (float)(0.5 + i);
    }
    assert_int_equal(place_phases(14), GAITI_TIMING_EXACT);
    for (uint32_t i = 0; i < 14; i++) {
        assert_int_equal(frame_of(i), 2 * i + 1);
    }
    assert_int_equal(place(14, GAIT_TIME_PHASE, 0, 10), GAITI_TIMING_BETWEEN);
    assert_true(end_s == 10 && placed[13] == 10);
    assert_true(fabs((double)placed[0] - 10 / 27.0) < 1e-6);
    given[0] = -1;
    given[1] = 0;
    given[2] = 1;
    assert_int_equal(place(3, GAIT_TIME_PHASE, 0, 2), GAITI_TIMING_EXACT);
    assert_frames((const uint32_t[]){0, 30, 60}, 3);
}

TEST(phases_without_a_grid_keep_their_proportions) {
    const float phases[] = {0, 0.013f, 0.5f, 1};
    for (uint32_t i = 0; i < 4; i++) {
        given[i] = phases[i];
    }
    assert_int_equal(place_phases(4), GAITI_TIMING_BETWEEN);
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(fabs((double)placed[i] - (double)(phases[i] * end_s)) < 1e-6);
    }
}

TEST(invalid_phases_become_frames) {
    const float bad[][4] = {{1, 1, 1, 1},        {0, NAN, 0.5f, 1}, {0, 0.5f, 0.4f, 1},
                            {0, 1, 2, INFINITY}, {0, 1, 2, 3e38f},  {-3e38f, -1, 0, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        for (uint32_t j = 0; j < 4; j++) {
            given[j] = bad[i][j];
        }
        assert_int_equal(place_phases(4), GAITI_TIMING_EVEN);
        assert_frames((const uint32_t[]){0, 1, 2, 3}, 4);
    }
}

TEST(duration_is_that_of_the_clip) {
    static const double durations[] = {2, 0.2, 0.1, 0.333, 1e-3, 10, 1234.5, 279620};
    for (uint32_t i = 0; i < 5; i++) {
        given[i] = (float)(i / 4.0);
    }
    assert_int_equal(place(5, GAIT_TIME_PHASE, 0, 2), GAITI_TIMING_EXACT);
    assert_frames((const uint32_t[]){0, 15, 30, 45, 60}, 5);
    for (size_t d = 0; d < sizeof durations / sizeof *durations; d++) {
        for (int fps = 0; fps <= 60; fps += 20) {
            place(5, GAIT_TIME_PHASE, fps, durations[d]);
            assert_true(fabs((double)end_s - durations[d]) <= 1e-6 * durations[d]);
            assert_true(placed[4] == end_s);
            for (uint32_t i = 0; i < 5; i++) {
                double off = (double)placed[i] - i / 4.0 * durations[d];
                assert_true(fabs(off) < 0.02 / 20 && (i == 0 || placed[i] > placed[i - 1]));
            }
        }
    }
}

/* An export with the duration that was written has the same times. */
TEST(written_duration_gives_the_same_times) {
    static const double durations[] = {0, 0.2, 0.333, 1, 1.1, 10.01, 1000.1};
    float before[40];
    for (uint32_t i = 0; i < 40; i++) {
        given[i] = (float)((i + 1) / 41.0);
    }
    for (size_t d = 0; d < sizeof durations / sizeof *durations; d++) {
        gaiti_timing timing = place(40, GAIT_TIME_PHASE, 0, durations[d]);
        memcpy(before, placed, sizeof before);
        float end = end_s;
        assert_int_equal(place(40, GAIT_TIME_PHASE, 30, (double)end), timing);
        assert_true(end_s == end);
        for (uint32_t i = 0; i < 40; i++) {
            assert_true(fabs((double)(before[i] - placed[i])) <= 1.2e-7 * (double)end);
        }
    }
}

TEST(many_keys_fit_in_a_short_duration) {
    for (uint32_t i = 0; i < 60; i++) {
        given[i] = (float)(i / 59.0);
    }
    assert_int_equal(place(60, GAIT_TIME_PHASE, 0, 1), GAITI_TIMING_BETWEEN);
    assert_true(end_s == 1 && placed[59] == 1);
    assert_int_equal(place(60, GAIT_TIME_PHASE, 59, 1), GAITI_TIMING_EXACT);
}

TEST(rate_is_that_of_the_frames) {
    for (uint32_t i = 0; i < 11; i++) {
        given[i] = (float)(i / 10.0);
    }
    static const double rates[] = {30, 15, 24, 60};
    for (int r = 0; r < 4; r++) {
        assert_int_equal(place(11, GAIT_TIME_PHASE, rates[r], 0), GAITI_TIMING_EXACT);
        for (uint32_t i = 0; i < 11; i++) {
            assert_true(fabs((double)placed[i] - i / rates[r]) < 1e-7);
        }
    }
}

TEST(bad_phases_still_keep_the_duration) {
    for (uint32_t i = 0; i < 5; i++) {
        given[i] = 1;
    }
    assert_int_equal(place(5, GAIT_TIME_PHASE, 0, 2), GAITI_TIMING_EVEN);
    assert_frames((const uint32_t[]){0, 15, 30, 45, 60}, 5);
    assert_int_equal(place(5, GAIT_TIME_PHASE, 0, 0.2), GAITI_TIMING_EVEN);
    assert_true(end_s == 0.2f && placed[4] == end_s);
}

TEST(one_or_no_key_is_accepted) {
    const float phases[] = {0, 0.5f, 1, NAN, INFINITY};
    for (uint32_t i = 0; i < 5; i++) {
        given[0] = phases[i];
        assert_int_equal(place_phases(1), i < 3 ? GAITI_TIMING_EXACT : GAITI_TIMING_EVEN);
        assert_true(placed[0] == 0);
    }
    assert_int_equal(place_phases(0), GAITI_TIMING_EXACT);
}

/* Integers fit every grid; the last key fits none. Without a limit, the search would take
 * minutes. */
TEST(hostile_phases_are_placed_quickly) {
    enum { COUNT = 200000 };
    float *phases = malloc(COUNT * sizeof *phases), *seconds = malloc(COUNT * sizeof *seconds);
    uint32_t *frames = malloc(COUNT * sizeof *frames);
    for (uint32_t i = 0; i < COUNT; i++) {
        phases[i] = (float)i;
    }
    phases[COUNT - 1] += 0.3f;
    gaiti_key_times times = {.time = phases, COUNT, GAIT_TIME_PHASE};
    gaiti_place_keys(&times, frames, seconds);
    for (uint32_t i = 1; i < COUNT; i++) {
        assert_true(seconds[i] > seconds[i - 1]);
    }
    free(phases);
    free(seconds);
    free(frames);
}
