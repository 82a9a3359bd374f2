/* Times of exported keys: whole frames at 30 per second, from 0. */
#include <math.h>
#include <stdlib.h>

#include "model/keyframes.h"
#include "test.h"

enum { KEYS_MAX = 4096 };

static float given[KEYS_MAX];
static float placed[KEYS_MAX];
static uint32_t work[KEYS_MAX];

static gaiti_timing place(uint32_t count, gait_time_unit unit, double fps, double duration_s) {
    gaiti_key_times times = {given, count, unit, fps, duration_s};
    return gaiti_place_keys(&times, work, placed);
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
static void frame_times_are_rounded_up_to_float(void **state) {
    (void)state;
    for (uint32_t frame = 0; frame < 200000; frame++) {
        float time = gaiti_time_of_frame(frame);
        assert_true((double)time >= frame / 30.0);
        assert_true(frame == 0 || (double)nextafterf(time, -1) < frame / 30.0);
        if (frame <= 100000) {
            assert_int_equal((uint32_t)(time * 30.0f), frame);
        }
    }
}

static void frame_times_are_distinct_up_to_the_limit(void **state) {
    (void)state;
    for (uint32_t frame = GAITI_KEY_FRAME_MAX - 100000; frame < GAITI_KEY_FRAME_MAX; frame++) {
        assert_true(gaiti_time_of_frame(frame) < gaiti_time_of_frame(frame + 1));
    }
}

static void seconds_on_frames_are_shifted_to_zero(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 300; i++) {
        given[i] = (float)((i + 7) / 30.0);
    }
    assert_int_equal(place(300, GAIT_TIME_SECONDS, 0, 0), GAITI_TIMING_EXACT);
    for (uint32_t i = 0; i < 300; i++) {
        assert_true(placed[i] == gaiti_time_of_frame(i));
    }
}

static void seconds_between_frames_are_kept(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 10; i++) {
        given[i] = (float)(1 + i / 60.0);
    }
    assert_int_equal(place(10, GAIT_TIME_SECONDS, 0, 0), GAITI_TIMING_KEPT);
    for (uint32_t i = 0; i < 10; i++) {
        assert_true(placed[i] == (float)((double)given[i] - 1));
    }
}

static void invalid_seconds_become_frames(void **state) {
    (void)state;
    const float bad[][3] = {{0, NAN, 1}, {0, 1, 1}, {1, 0.5f, 2}, {0, 1, INFINITY}, {0, 1, 1e30f}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        given[0] = bad[i][0];
        given[1] = bad[i][1];
        given[2] = bad[i][2];
        assert_int_equal(place(3, GAIT_TIME_SECONDS, 0, 0), GAITI_TIMING_EVEN);
        assert_frames((const uint32_t[]){0, 1, 2}, 3);
    }
}

static void whole_cycle_has_one_frame_per_key(void **state) {
    (void)state;
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
static void cycle_without_phase_zero_has_one_frame_more(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 40; i++) {
        given[i] = (float)((i + 1) / 40.0);
    }
    assert_int_equal(place_phases(40), GAITI_TIMING_EXACT);
    assert_int_equal(frame_of(0), 0);
    assert_int_equal(frame_of(39), 39);
    assert_int_equal(frame_of(20), 20);
}

static void uneven_steps_keep_their_proportions(void **state) {
    (void)state;
    const float phases[] = {0, 0.1f, 0.4f, 0.5f, 1};
    for (uint32_t i = 0; i < 5; i++) {
        given[i] = phases[i];
    }
    assert_int_equal(place_phases(5), GAITI_TIMING_EXACT);
    assert_frames((const uint32_t[]){0, 1, 4, 5, 10}, 5);
}

/* From a real file: 33 keys end at phase 0.1285, which corresponds to 249 frames per cycle. */
static void short_part_of_a_cycle_is_placed_on_its_grid(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 33; i++) {
        given[i] = (float)(i * 0.1285 / 32);
    }
    assert_int_equal(place_phases(33), GAITI_TIMING_EXACT);
    for (uint32_t i = 0; i < 33; i++) {
        assert_int_equal(frame_of(i), i);
    }
}

static void phases_above_one_are_placed(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 14; i++) {
        given[i] = (float)(0.5 + i);
    }
    assert_int_equal(place_phases(14), GAITI_TIMING_EXACT);
    assert_int_equal(frame_of(0), 0);
    for (uint32_t i = 1; i < 14; i++) {
        assert_int_equal(frame_of(i) % 14, 0); /* 14: smallest even number from 13 on */
    }
}

static void phases_without_a_grid_move_to_distinct_frames(void **state) {
    (void)state;
    const float phases[] = {0, 0.013f, 0.5f, 1};
    for (uint32_t i = 0; i < 4; i++) {
        given[i] = phases[i];
    }
    assert_int_equal(place_phases(4), GAITI_TIMING_MOVED);
    assert_int_equal(frame_of(0), 0);
    assert_int_equal(frame_of(1), 1);
    assert_true(frame_of(2) > 1 && frame_of(3) > frame_of(2));
}

static void invalid_phases_become_frames(void **state) {
    (void)state;
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

static void duration_places_keys_on_its_frames(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 5; i++) {
        given[i] = (float)(i / 4.0);
    }
    assert_int_equal(place(5, GAIT_TIME_PHASE, 0, 2), GAITI_TIMING_EXACT);
    assert_frames((const uint32_t[]){0, 15, 30, 45, 60}, 5);
    assert_int_equal(place(5, GAIT_TIME_PHASE, 0, 0.2), GAITI_TIMING_MOVED);
    assert_frames((const uint32_t[]){0, 2, 3, 5, 6}, 5);
}

static void crowded_keys_stay_distinct_within_the_duration(void **state) {
    (void)state;
    const float phases[] = {0, 0.96f, 0.97f, 0.98f, 1};
    for (uint32_t i = 0; i < 5; i++) {
        given[i] = phases[i];
    }
    assert_int_equal(place(5, GAIT_TIME_PHASE, 0, 1.0 / 3), GAITI_TIMING_MOVED);
    assert_frames((const uint32_t[]){0, 7, 8, 9, 10}, 5);
}

static void too_short_a_duration_is_stretched(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 60; i++) {
        given[i] = (float)(i / 59.0);
    }
    assert_int_equal(place(60, GAIT_TIME_PHASE, 0, 1), GAITI_TIMING_STRETCHED);
    for (uint32_t i = 0; i < 60; i++) {
        assert_int_equal(frame_of(i), i);
    }
}

static void rate_applies_to_the_source_frames(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 11; i++) {
        given[i] = (float)(i / 10.0);
    }
    assert_int_equal(place(11, GAIT_TIME_PHASE, 30, 0), GAITI_TIMING_EXACT);
    assert_int_equal(frame_of(10), 10);
    assert_int_equal(place(11, GAIT_TIME_PHASE, 15, 0), GAITI_TIMING_EXACT);
    assert_int_equal(frame_of(10), 20);
    assert_int_equal(place(11, GAIT_TIME_PHASE, 24, 0), GAITI_TIMING_MOVED);
    assert_int_equal(frame_of(10), 13);
}

static void bad_phases_still_keep_the_duration(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 5; i++) {
        given[i] = 1;
    }
    assert_int_equal(place(5, GAIT_TIME_PHASE, 0, 2), GAITI_TIMING_EVEN);
    assert_frames((const uint32_t[]){0, 15, 30, 45, 60}, 5);
}

static void one_or_no_key_is_accepted(void **state) {
    (void)state;
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
static void hostile_phases_are_placed_quickly(void **state) {
    enum { COUNT = 200000 };
    float *phases = malloc(COUNT * sizeof *phases), *seconds = malloc(COUNT * sizeof *seconds);
    uint32_t *frames = malloc(COUNT * sizeof *frames);
    (void)state;
    for (uint32_t i = 0; i < COUNT; i++) {
        phases[i] = (float)i;
    }
    phases[COUNT - 1] += 0.3f;
    gaiti_key_times times = {phases, COUNT, GAIT_TIME_PHASE, 0, 0};
    gaiti_place_keys(&times, frames, seconds);
    for (uint32_t i = 1; i < COUNT; i++) {
        assert_true(seconds[i] > seconds[i - 1]);
    }
    free(phases);
    free(seconds);
    free(frames);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frame_times_are_rounded_up_to_float),
        cmocka_unit_test(frame_times_are_distinct_up_to_the_limit),
        cmocka_unit_test(seconds_on_frames_are_shifted_to_zero),
        cmocka_unit_test(seconds_between_frames_are_kept),
        cmocka_unit_test(invalid_seconds_become_frames),
        cmocka_unit_test(whole_cycle_has_one_frame_per_key),
        cmocka_unit_test(cycle_without_phase_zero_has_one_frame_more),
        cmocka_unit_test(uneven_steps_keep_their_proportions),
        cmocka_unit_test(short_part_of_a_cycle_is_placed_on_its_grid),
        cmocka_unit_test(phases_above_one_are_placed),
        cmocka_unit_test(phases_without_a_grid_move_to_distinct_frames),
        cmocka_unit_test(invalid_phases_become_frames),
        cmocka_unit_test(duration_places_keys_on_its_frames),
        cmocka_unit_test(crowded_keys_stay_distinct_within_the_duration),
        cmocka_unit_test(too_short_a_duration_is_stretched),
        cmocka_unit_test(rate_applies_to_the_source_frames),
        cmocka_unit_test(bad_phases_still_keep_the_duration),
        cmocka_unit_test(one_or_no_key_is_accepted),
        cmocka_unit_test(hostile_phases_are_placed_quickly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
