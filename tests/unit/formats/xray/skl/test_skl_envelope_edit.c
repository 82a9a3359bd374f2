/* Changing a curve on some frames: the new values are exact, and the keys on other frames are
 * kept. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/xray/skl/skl_envelope.h"
#include "test.h"
#include "transforms.h"

enum { FRAMES = 24, MOST_KEYS = 60, ROOM = MOST_KEYS + FRAMES + 1 };

/* A curve, its old and new values on frames, and the resulting curve. */
typedef struct edited_motion {
    gait_skl_key keys[MOST_KEYS], room[ROOM];
    gait_skl_curve curve, made;
    float was[FRAMES], now[FRAMES], scratch[FRAMES];
    double first, rate;
    uint32_t shape; /* of new keys */
} edited_motion;

static edited_motion trial_of(uint32_t count) {
    edited_motion one = {.first = 3, .rate = 25, .shape = GAIT_SKL_STEPPED};
    one.curve = (gait_skl_curve){{GAIT_SKL_CONSTANT, GAIT_SKL_CONSTANT}, count, NULL};
    return one;
}

static void sample(edited_motion *one) {
    one->curve.keys = one->keys;
    gaiti_envelope_sample(&one->curve, one->first, one->rate, FRAMES, one->was);
    memcpy(one->now, one->was, sizeof one->was);
}

static void edit(edited_motion *one) {
    gaiti_envelope_frames frames = {one->first, one->rate, FRAMES, one->shape, one->was, one->now};
    one->made = gaiti_envelope_edit(&one->curve, &frames, one->room, one->scratch);
    assert_in_range(one->made.key_count, 0, ROOM);
    assert_ptr_equal(one->made.keys, one->room);
}

static void assert_change_reported(const edited_motion *one, double off) {
    float fields[FRAMES];
    gaiti_envelope_sample(&one->made, one->first, one->rate, FRAMES, fields);
    for (int k = 0; k < FRAMES; k++) {
        if (!(fabs((double)fields[k] - (double)one->now[k]) <= off)) {
            fail_msg("frame %d is %g, not %g", k, (double)fields[k], (double)one->now[k]);
        }
    }
}

static bool same_key(const gait_skl_key *a, const gait_skl_key *b) {
    return a->value == b->value && a->time_s == b->time_s && a->shape == b->shape;
}

/* Returns the frame of a key, with a tolerance of a thousandth of a frame, or -1. */
static int frame_of(const edited_motion *one, const gait_skl_key *key) {
    double frame = (double)key->time_s * one->rate - one->first, whole = floor(frame + 0.5);
    return fabs(frame - whole) < 1e-3 && whole >= 0 && whole < FRAMES ? (int)whole : -1;
}

static bool moves(const edited_motion *one, int frame) {
    return frame >= 0 && memcmp(&one->was[frame], &one->now[frame], sizeof(float)) != 0;
}

/* Asserts that all keys that are not on a changed frame are kept in the same order. */
static void assert_others_stay(const edited_motion *one) {
    uint32_t at = 0;
    for (uint32_t k = 0; k < one->curve.key_count; k++) {
        if (!moves(one, frame_of(one, &one->keys[k]))) {
            while (at < one->made.key_count && !same_key(&one->keys[k], &one->room[at])) {
                at++;
            }
            assert_true(at < one->made.key_count);
            at++;
        }
    }
}

static gait_skl_key key_at(const edited_motion *one, double frame, float value, uint32_t shape) {
    return (gait_skl_key){
        .value = value, .time_s = (float)((one->first + frame) / one->rate), .shape = shape};
}

/* --- one frame -------------------------------------------------------------------------------- */

TEST(edited_step_gets_a_key_and_an_end_key) {
    edited_motion one = trial_of(2);
    one.keys[0] = key_at(&one, 0, 1, GAIT_SKL_STEPPED);
    one.keys[1] = key_at(&one, 10, 2, GAIT_SKL_STEPPED);
    sample(&one);
    one.now[5] = 7;
    edit(&one);
    assert_int_equal(one.made.key_count, 4);
    assert_int_equal(frame_of(&one, &one.room[1]), 5);
    assert_int_equal(frame_of(&one, &one.room[2]), 6);
    assert_others_stay(&one);
    assert_change_reported(&one, 0);
}

TEST(a_key_on_the_frame_keeps_its_time) {
    edited_motion one = trial_of(3);
    one.keys[0] = key_at(&one, 0, 1, GAIT_SKL_STEPPED);
    one.keys[1] = key_at(&one, 9.9995, 2, GAIT_SKL_STEPPED);
    one.keys[2] = key_at(&one, 11, 3, GAIT_SKL_STEPPED);
    sample(&one);
    one.now[10] = 7;
    edit(&one);
    assert_int_equal(one.made.key_count, 3);
    assert_true(one.room[1].time_s == one.keys[1].time_s && one.room[1].value == 7);
    assert_others_stay(&one);
    assert_change_reported(&one, 0);
}

/* Games play the curves of objects between the frames too. */
TEST(new_keys_of_objects_are_linear) {
    edited_motion one = trial_of(2);
    one.shape = GAIT_SKL_LINEAR;
    one.keys[0] = key_at(&one, 0, 1, GAIT_SKL_TCB);
    one.keys[1] = key_at(&one, 10, 2, GAIT_SKL_TCB);
    sample(&one);
    one.now[0] = 7;
    edit(&one);
    assert_int_equal(one.room[0].shape, GAIT_SKL_STEPPED);
    assert_int_equal(one.made.key_count, 11); /* the end is constant */
    for (uint32_t k = 1; k < one.made.key_count; k++) {
        assert_int_equal(one.room[k].shape, GAIT_SKL_LINEAR);
    }
    assert_change_reported(&one, 0);
    double between = gait_skl_evaluate(&one.made, (3 + 0.5) / 25);
    test_assert_near(between, (7 + (double)one.now[1]) / 2, 1e-6);
}

TEST(linear_curves_of_equal_values_get_both_ends) {
    const float values[6] = {1, 1, 1, 2, 2, 2};
    const bool stepped[6] = {true, false, false, true, false, false};
    const bool linear[6] = {true, false, true, true, false, false};
    for (uint32_t k = 0; k < 6; k++) {
        assert_int_equal(gaiti_envelope_needs_key(values, 6, k, GAIT_SKL_STEPPED), stepped[k]);
        assert_int_equal(gaiti_envelope_needs_key(values, 6, k, GAIT_SKL_LINEAR), linear[k]);
    }
}

/* A curve is constant before its first key, and so is a curve with one key or none. */
TEST(frames_before_the_first_key_are_kept) {
    for (uint32_t count = 0; count < 3; count++) {
        edited_motion one = trial_of(count);
        one.keys[0] = key_at(&one, 15, 4, GAIT_SKL_STEPPED);
        one.keys[1] = key_at(&one, 18, 5, GAIT_SKL_LINEAR);
        sample(&one);
        one.now[8] = 7;
        edit(&one);
        assert_int_equal(one.made.key_count, count + 3);
        assert_others_stay(&one);
        assert_change_reported(&one, 0);
    }
}

TEST(edited_end_frames_get_one_key) {
    edited_motion one = trial_of(1);
    one.keys[0] = key_at(&one, 0, 1, GAIT_SKL_STEPPED);
    sample(&one);
    one.now[FRAMES - 1] = 7;
    edit(&one);
    assert_int_equal(one.made.key_count, 2);
    assert_change_reported(&one, 0);
    sample(&one);
    one.now[0] = 7;
    edit(&one);
    assert_int_equal(one.made.key_count, 2);
    assert_change_reported(&one, 0);
}

TEST(a_new_constant_is_one_key) {
    edited_motion one = trial_of(1);
    one.keys[0] = key_at(&one, 0, 1, GAIT_SKL_STEPPED);
    sample(&one);
    for (int k = 0; k < FRAMES; k++) {
        one.now[k] = 7;
    }
    edit(&one);
    assert_int_equal(one.made.key_count, 1);
    assert_change_reported(&one, 0);
}

TEST(linear_edit_changes_only_adjacent_segments) {
    edited_motion one = trial_of(2);
    one.keys[0] = key_at(&one, 0, 1, GAIT_SKL_STEPPED);
    one.keys[1] = key_at(&one, 20, 21, GAIT_SKL_LINEAR);
    sample(&one);
    one.now[10] = 30;
    edit(&one);
    assert_int_equal(one.made.key_count, 5);
    for (int k = 1; k < 4; k++) {
        assert_int_equal(frame_of(&one, &one.room[k]), 8 + k);
        assert_int_equal(one.room[k].shape, GAIT_SKL_LINEAR);
    }
    assert_others_stay(&one);
    assert_change_reported(&one, 1e-5);
}

/* --- any curve -------------------------------------------------------------------------------- */

static uint32_t chance(uint64_t *seed, uint32_t most) {
    return (uint32_t)((test_random(seed) + 1) / 2 * most);
}

/* Generates keys on frames and between them, including before the first frame and after the
 * last. */
static void fill(edited_motion *one, uint64_t *seed, uint32_t shapes) {
    uint32_t count = 0;
    for (int half = -6; half < 2 * FRAMES + 6 && count < MOST_KEYS; half++) {
        if (chance(seed, 3) == 0) {
            uint32_t shape = shapes == 1   ? GAIT_SKL_STEPPED
                             : shapes == 2 ? GAIT_SKL_LINEAR + chance(seed, 2)
                                           : chance(seed, 6);
            one->keys[count] = key_at(one, half / 2.0, (float)test_random(seed), shape);
            one->keys[count].param[0] = (float)test_random(seed);
            one->keys[count].param[2] = 0.25F;
            count++;
        }
    }
    one->curve.key_count = count;
}

static void move_some(edited_motion *one, uint64_t *seed) {
    uint32_t often = 1 + chance(seed, 8);
    for (int k = 0; k < FRAMES; k++) {
        if (chance(seed, often) == 0) {
            one->now[k] = (float)test_random(seed);
        }
    }
}

TEST(simple_curves_keep_unedited_frames) {
    uint64_t seed = 77;
    for (int i = 0; i < 4000; i++) {
        edited_motion one = trial_of(0);
        fill(&one, &seed, 1 + i % 2);
        sample(&one);
        move_some(&one, &seed);
        edit(&one);
        assert_others_stay(&one);
        assert_change_reported(&one, i % 2 ? 2e-6 : 0);
    }
}

TEST(other_curves_become_steps_on_frames) {
    uint64_t seed = 78;
    for (int i = 0; i < 4000; i++) {
        edited_motion one = trial_of(0);
        fill(&one, &seed, 1 + i % 3);
        one.curve.behaviour[i / 3 % 2] = chance(&seed, 7);
        sample(&one);
        move_some(&one, &seed);
        edit(&one);
        assert_int_equal(one.made.behaviour[0], GAIT_SKL_CONSTANT);
        assert_int_equal(one.made.behaviour[1], GAIT_SKL_CONSTANT);
        assert_change_reported(&one, 2e-6);
    }
    edited_motion bent = trial_of(2);
    bent.keys[0] = key_at(&bent, 0, 1, GAIT_SKL_TCB);
    bent.keys[1] = key_at(&bent, 20, 9, GAIT_SKL_TCB);
    sample(&bent);
    bent.now[10] = 30;
    edit(&bent);
    assert_change_reported(&bent, 0);
    for (uint32_t k = 0; k < bent.made.key_count; k++) {
        assert_int_equal(bent.room[k].shape, GAIT_SKL_STEPPED);
        assert_true(frame_of(&bent, &bent.room[k]) >= 0);
    }
}

/* Values that damaged files may contain: unordered times, NaN and infinity. */
TEST(invalid_keys_become_steps) {
    uint64_t seed = 79;
    const float strange[4] = {NAN, INFINITY, -INFINITY, 3e38F};
    for (int i = 0; i < 2000; i++) {
        edited_motion one = trial_of(0);
        fill(&one, &seed, 3);
        for (uint32_t k = 0; k < one.curve.key_count; k++) {
            float *number = chance(&seed, 2) ? &one.keys[k].time_s : &one.keys[k].value;
            *number = chance(&seed, 4) == 0 ? strange[chance(&seed, 4)] : *number;
        }
        sample(&one);
        for (int k = 0; k < FRAMES; k++) {
            one.now[k] = (float)test_random(&seed);
        }
        edit(&one);
        assert_change_reported(&one, 2e-6);
    }
}
