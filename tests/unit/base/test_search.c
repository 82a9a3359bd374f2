/* Tests the search for the last key not after a time, also in unsorted times. */
#include <math.h>
#include "base/search.h"
#include "test.h"

enum { KEYS = 7 };

typedef struct key {
    float value, time;
} key;

/* The expected result, by linear search. */
static uint32_t expected_at(const double *times, uint32_t count, double time) {
    uint32_t last = 0;
    for (uint32_t k = 0; k < count; k++) {
        last = times[k] <= time ? k : last;
    }
    return last;
}

TEST(search_finds_the_last_key_not_after_a_time) {
    const double times[KEYS] = {0, 1, 1, 2, 3.5, 3.5, 8};
    float floats[KEYS];
    key keys[KEYS];
    for (int k = 0; k < KEYS; k++) {
        floats[k] = (float)times[k];
        keys[k] = (key){.value = -1, .time = (float)times[k]};
    }
    for (uint32_t count = 1; count <= KEYS; count++) {
        for (double time = -1; time < 9; time += 0.25) {
            uint32_t expected = expected_at(times, count, time);
            assert_int_equal(gaiti_last_time_f64(times, count, time), expected);
            assert_int_equal(gaiti_last_time_f32(floats, sizeof *floats, count, time), expected);
            assert_int_equal(gaiti_last_time_f32(&keys->time, sizeof *keys, count, time), expected);
        }
    }
    assert_int_equal(gaiti_last_time_f64(times, 0, 1), 0);
    assert_int_equal(gaiti_last_time_f32(floats, sizeof *floats, 0, 1), 0);
}

TEST(unsorted_times_give_an_index_in_range) {
    const double nan = (double)NAN, times[KEYS] = {5, nan, -3, 8, nan, 0, 1};
    for (double time = -4; time < 9; time += 0.5) {
        assert_true(gaiti_last_time_f64(times, KEYS, time) < KEYS);
    }
    assert_int_equal(gaiti_last_time_f64(times, KEYS, nan), 0);
}
