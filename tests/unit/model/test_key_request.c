/* The options of an export are found from the times of its keys. */
#include <math.h>

#include "model/keyframes.h"
#include "test.h"

enum { KEYS_MAX = 64 };

static const gaiti_key_request requests[] = {
    {0, 0, true},   {0, 1, true},  {0, 1.2, true}, {0, 2, true},    {0, 2.5, true},
    {0, 0.1, true}, {12, 0, true}, {24, 0, true},  {25, 0, true},   {37, 0, true},
    {60, 0, true},  {0, 0, false}, {0, 1, false},  {0, 2.5, false}, {0, 0.333, false},
};

static float phases[KEYS_MAX], exported[KEYS_MAX], seconds[KEYS_MAX];
static uint32_t frames[KEYS_MAX];

static gaiti_key_times times_of(uint32_t count, gaiti_key_request request) {
    return (gaiti_key_times){
        phases, count, GAIT_TIME_PHASE, request.fps, request.duration_s, request.is_since_first};
}

static void place(uint32_t count, gaiti_key_request request, float *out) {
    gaiti_key_times times = times_of(count, request);
    gaiti_place_keys(&times, frames, out);
}

/* Asserts that the times of every export are found again. */
static void assert_found(uint32_t count) {
    for (size_t r = 0; r < sizeof requests / sizeof *requests; r++) {
        gaiti_key_times times = times_of(count, (gaiti_key_request){0});
        gaiti_key_request found;
        place(count, requests[r], exported);
        assert_true(gaiti_find_key_request(&times, exported, frames, seconds, &found));
        place(count, found, seconds);
        for (uint32_t k = 0; k < count; k++) {
            double off = (double)(seconds[k] - seconds[0]) - (double)(exported[k] - exported[0]);
            assert_true(fabs(off) <= 0.03 / 30);
        }
    }
}

TEST(options_are_found_if_phases_do_not_span_a_cycle) {
    static const struct {
        double first, step;
        uint32_t count;
    } clips[] = {{0, 1 / 24.0, 24}, {0, 0.05, 20}, {0.05, 0.05, 20}, {0.05, 0.05, 19},
                 {0, 0.1, 11},      {0.4, 0.1, 2}, {0.3, 0.01, 30}};
    for (size_t c = 0; c < sizeof clips / sizeof *clips; c++) {
        for (uint32_t k = 0; k < clips[c].count; k++) {
            phases[k] = (float)(clips[c].first + k * clips[c].step);
        }
        assert_found(clips[c].count);
    }
}

TEST(options_are_found_for_equal_phases) {
    static const float clips[][3] = {{0, 0.5f, 0.5f}, {0.5f, 0.5f, 1}, {0, 0.3f, 0.3f}, {0, 0, 0}};
    for (size_t c = 0; c < sizeof clips / sizeof *clips; c++) {
        for (uint32_t k = 0; k < 3; k++) {
            phases[k] = clips[c][k];
        }
        assert_found(3);
    }
}

TEST(edited_times_are_of_no_export) {
    static const float clip[] = {0, 0.1f, 0.35f, 0.36f, 1};
    gaiti_key_times times = times_of(5, (gaiti_key_request){0});
    gaiti_key_request found;
    for (uint32_t k = 0; k < 5; k++) {
        phases[k] = clip[k];
    }
    place(5, (gaiti_key_request){0, 2, false}, exported);
    assert_true(gaiti_find_key_request(&times, exported, frames, seconds, &found));
    exported[1] += 0.1F;
    assert_false(gaiti_find_key_request(&times, exported, frames, seconds, &found));
    exported[1] = exported[2];
    assert_false(gaiti_find_key_request(&times, exported, frames, seconds, &found));
}

TEST(listed_options_place_the_last_key) {
    gaiti_key_request listed[GAITI_KEY_REQUESTS_MAX];
    gaiti_key_times times = times_of(19, (gaiti_key_request){0});
    for (uint32_t k = 0; k < 19; k++) {
        phases[k] = (float)(0.05 + 0.05 * k);
    }
    uint32_t count = gaiti_list_key_requests(&times, 27 / 30.0, frames, seconds, listed);
    assert_true(count > 0);
    for (uint32_t i = 0; i < count; i++) {
        gaiti_key_times wanted = times_of(19, listed[i]);
        gaiti_placing placing = gaiti_place_keys(&wanted, frames, seconds);
        assert_true(fabs((double)placing.end_s - 27 / 30.0) < 0.02 / 30);
    }
    assert_int_equal(gaiti_list_key_requests(&times, 0, frames, seconds, listed), 0);
    assert_int_equal(gaiti_list_key_requests(&times, 1e30, frames, seconds, listed), 0);
    times.unit = GAIT_TIME_SECONDS;
    assert_int_equal(gaiti_list_key_requests(&times, 27 / 30.0, frames, seconds, listed), 0);
}
