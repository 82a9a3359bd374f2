/* Curves between and outside their keys, compared with values computed by hand. */
#include <math.h>
#include <stdlib.h>

#include "formats/xray/skl/skl_envelope.h"
#include "test.h"
#include "transforms.h"

static const gait_skl_curve *curve_of(const gait_skl_key *keys, uint32_t count, uint32_t before,
                                      uint32_t after) {
    static gait_skl_curve curve;
    curve = (gait_skl_curve){{before, after}, count, keys};
    return &curve;
}

static void assert_at(const gait_skl_curve *curve, double time, double expected) {
    test_assert_near(gait_skl_evaluate(curve, time), expected, 1e-6);
}

TEST(empty_curve_is_0_and_single_key_is_constant) {
    const gait_skl_key key = {.value = 7, .time_s = 2};
    for (uint32_t behaviour = 0; behaviour <= GAIT_SKL_GO_ON; behaviour++) {
        assert_at(curve_of(NULL, 0, behaviour, behaviour), 1, 0);
        assert_at(curve_of(&key, 1, behaviour, behaviour), 1, 7);
        assert_at(curve_of(&key, 1, behaviour, behaviour), 3, 7);
    }
}

TEST(stepped_keys_hold_the_previous_value) {
    const gait_skl_key keys[3] = {{.value = 1, .time_s = 0, .shape = GAIT_SKL_LINEAR},
                                  {.value = 2, .time_s = 1, .shape = GAIT_SKL_STEPPED},
                                  {.value = 4, .time_s = 2, .shape = GAIT_SKL_LINEAR}};
    const gait_skl_curve *curve = curve_of(keys, 3, 1, 1);
    assert_at(curve, 0.99, 1);
    assert_at(curve, 1, 2);
    assert_at(curve, 1.25, 2.5); /* the shape of the right key is used */
    assert_at(curve, 2, 4);
}

TEST(unknown_shapes_are_0_between_keys) {
    const gait_skl_key keys[2] = {{.value = 1, .time_s = 0}, {.value = 2, .time_s = 1, .shape = 6}};
    const gait_skl_curve *curve = curve_of(keys, 2, 1, 1);
    assert_at(curve, 0, 1);
    assert_at(curve, 0.5, 0);
    assert_at(curve, 1, 2);
}

/* Values on a straight line: a cubic with tangents from adjacent keys lies on it. */
TEST(smooth_keys_on_a_line_stay_on_it) {
    static const float times[5] = {0, 0.5F, 2, 2.25F, 4};
    gait_skl_key keys[5];
    for (int i = 0; i < 5; i++) {
        keys[i] =
            (gait_skl_key){.value = 3 * times[i] - 1, .time_s = times[i], .shape = GAIT_SKL_TCB};
    }
    for (double t = 0; t <= 4; t += 0.0625) {
        assert_at(curve_of(keys, 5, 1, 1), t, 3 * t - 1);
    }
}

/* In the middle of a segment, the value is (from + to) / 2 + (outgoing - incoming tangent) / 8. */
TEST(tcb_tangents_weight_the_neighbours) {
    gait_skl_key keys[4] = {{.value = 0, .time_s = 0},
                            {.value = 1, .time_s = 1},
                            {.value = 3, .time_s = 2},
                            {.value = 4, .time_s = 4}};
    assert_at(curve_of(keys, 4, 1, 1), 1.5, 2 + (0.5 * (1 + 2) - (1.0 / 3) * (2 + 1)) / 8);
    keys[1].tension = 1;
    assert_at(curve_of(keys, 4, 1, 1), 1.5, 2 + (0 - (1.0 / 3) * (2 + 1)) / 8);
    keys[1].tension = 0;
    keys[1].continuity = 0.5F; /* outgoing: 1.5 of the rise before, 0.5 of the one after */
    assert_at(curve_of(keys, 4, 1, 1), 1.5,
              2 + (0.5 * (1.5 * 1 + 0.5 * 2) - (1.0 / 3) * (2 + 1)) / 8);
    keys[2].continuity = 0.5F; /* incoming: the reverse */
    assert_at(curve_of(keys, 4, 1, 1), 1.5,
              2 + (0.5 * (1.5 * 1 + 0.5 * 2) - (1.0 / 3) * (0.5 * 2 + 1.5 * 1)) / 8);
    keys[1].continuity = keys[2].continuity = 0;
    keys[1].bias = 1; /* only the rise before */
    assert_at(curve_of(keys, 4, 1, 1), 1.5, 2 + (0.5 * 2 * 1 - (1.0 / 3) * (2 + 1)) / 8);
}

TEST(the_first_and_last_key_have_one_neighbour) {
    const gait_skl_key keys[2] = {{.value = 1, .time_s = 0, .tension = 0.5F},
                                  {.value = 5, .time_s = 1}};
    assert_at(curve_of(keys, 2, 1, 1), 0.5, 3 + (0.5 * 4 - 4) / 8);
}

TEST(hermite_and_bezier_keys_store_their_tangents) {
    for (uint32_t shape = GAIT_SKL_HERMITE; shape <= GAIT_SKL_BEZIER_1D; shape++) {
        gait_skl_key keys[3] = {{.value = 0, .time_s = 0, .shape = shape, .param = {9, 4, 9, 9}},
                                {.value = 0, .time_s = 1, .shape = shape, .param = {2, 8, 9, 9}},
                                {.value = 0, .time_s = 4, .shape = shape, .param = {6, 9, 9, 9}}};
        assert_at(curve_of(keys, 3, 1, 1), 0.5, (4 - 2 * (1.0 / 4)) / 8);
        assert_at(curve_of(keys, 3, 1, 1), 2.5, (8 * (3.0 / 4) - 6) / 8);
    }
}

/* With handles at thirds of the segment, time is linear in the curve parameter: an ordinary
 * cubic. */
TEST(bezier_handles_at_thirds_give_linear_time) {
    const gait_skl_key keys[2] = {
        {.value = 1, .time_s = 2, .shape = GAIT_SKL_BEZIER_2D, .param = {0, 0, 1, 3}},
        {.value = 5, .time_s = 5, .shape = GAIT_SKL_BEZIER_2D, .param = {-1, 2, 0, 0}}};
    for (double s = 0.125; s < 1; s += 0.125) {
        double r = 1 - s;
        double expected = r * r * r * 1 + 3 * r * r * s * 4 + 3 * r * s * s * 7 + s * s * s * 5;
        assert_at(curve_of(keys, 2, 1, 1), 2 + 3 * s, expected);
    }
}

/* Both handles coincide with the first key: x(s) = y(s) = s^3. */
TEST(bezier_time_is_solved_where_its_slope_is_zero) {
    const gait_skl_key keys[2] = {
        {.value = 0, .time_s = 0, .shape = GAIT_SKL_BEZIER_2D, .param = {0, 0, 0, 0}},
        {.value = 1, .time_s = 1, .shape = GAIT_SKL_BEZIER_2D, .param = {-1, -1, 0, 0}}};
    for (double t = 0.01; t < 1; t += 0.01) {
        assert_at(curve_of(keys, 2, 1, 1), t, t);
    }
}

/* With crossing handles, x(s) is not monotonic; the result is still on the curve. */
TEST(crossing_bezier_handles_stay_on_the_curve) {
    const gait_skl_key keys[2] = {
        {.value = 0, .time_s = 0, .shape = GAIT_SKL_BEZIER_2D, .param = {0, 0, 3, 0}},
        {.value = 1, .time_s = 1, .shape = GAIT_SKL_BEZIER_2D, .param = {-3, 0, 0, 0}}};
    for (double t = 0.05; t < 1; t += 0.05) {
        double y = gait_skl_evaluate(curve_of(keys, 2, 1, 1), t);
        assert_true(y >= 0 && y <= 1);
    }
}

TEST(bezier_after_another_shape_uses_a_third_handle) {
    const gait_skl_key keys[2] = {
        {.value = 0, .time_s = 0, .shape = GAIT_SKL_HERMITE, .param = {0, 3, 0, 0}},
        {.value = 0, .time_s = 3, .shape = GAIT_SKL_BEZIER_2D, .param = {-1, 0, 0, 0}}};
    assert_at(curve_of(keys, 2, 1, 1), 1.5, 3.0 / 8);
}

/* Linear from 0 to 2 to 1 in two seconds, starting at 1 s. */
static const gait_skl_key hat[3] = {{.value = 0, .time_s = 1, .shape = GAIT_SKL_LINEAR},
                                    {.value = 2, .time_s = 2, .shape = GAIT_SKL_LINEAR},
                                    {.value = 1, .time_s = 3, .shape = GAIT_SKL_LINEAR}};

static void assert_beyond(uint32_t behaviour, double before, double after, double later) {
    assert_at(curve_of(hat, 3, behaviour, GAIT_SKL_RESET), 0.5, before);
    assert_at(curve_of(hat, 3, GAIT_SKL_RESET, behaviour), 3.25, after);
    assert_at(curve_of(hat, 3, GAIT_SKL_RESET, behaviour), 5.25, later);
}

TEST(behaviours_extrapolate_as_named) {
    assert_beyond(GAIT_SKL_RESET, 0, 0, 0);
    assert_beyond(GAIT_SKL_CONSTANT, 0, 1, 1);
    assert_beyond(GAIT_SKL_REPEAT, 1.5, 0.5, 0.5);
    assert_beyond(GAIT_SKL_OSCILLATE, 1, 1.25, 0.5);
    assert_beyond(GAIT_SKL_OFFSET_REPEAT, 1.5 - 1, 0.5 + 1, 0.5 + 2);
    assert_beyond(GAIT_SKL_GO_ON, -1, 1 - 0.25, 1 - 2.25);
    assert_beyond(77, 0, 1, 1);
}

TEST(malformed_curves_give_finite_values) {
    const gait_skl_key together[2] = {{.value = 1, .time_s = 1, .shape = GAIT_SKL_LINEAR},
                                      {.value = 2, .time_s = 1, .shape = GAIT_SKL_LINEAR}};
    const gait_skl_key backwards[3] = {{.value = 1, .time_s = 2, .shape = GAIT_SKL_LINEAR},
                                       {.value = 2, .time_s = 1, .shape = GAIT_SKL_LINEAR},
                                       {.value = 3, .time_s = 0, .shape = GAIT_SKL_LINEAR}};
    for (uint32_t b = 0; b <= GAIT_SKL_GO_ON; b++) {
        assert_at(curve_of(together, 2, b, b), 0.5, b == GAIT_SKL_RESET ? 0 : 1);
        assert_at(curve_of(together, 2, b, b), 1.5, b == GAIT_SKL_RESET ? 0 : 2);
        for (double t = -1; t < 4; t += 0.25) {
            double value = gait_skl_evaluate(curve_of(backwards, 3, b, b), t);
            assert_true(value - value == 0);
        }
    }
}

static float random_float(uint64_t *seed, double scale) {
    return (float)(test_random(seed) * scale);
}

/* One pass over all frames gives the same values as a search for each. */
TEST(sampling_agrees_with_single_evaluations) {
    enum { KEYS = 23, FRAMES = 200 };
    uint64_t seed = 11;
    gait_skl_key keys[KEYS];
    float passed[FRAMES];
    double time = 0.1;
    for (int i = 0; i < KEYS; i++) {
        time += 0.013 + 0.2 * (test_random(&seed) + 1);
        keys[i] = (gait_skl_key){.value = random_float(&seed, 2),
                                 .time_s = (float)time,
                                 .shape = (uint32_t)(3 * (test_random(&seed) + 1)),
                                 .tension = random_float(&seed, 1),
                                 .continuity = random_float(&seed, 1),
                                 .bias = random_float(&seed, 1),
                                 .param = {random_float(&seed, 0.1), random_float(&seed, 1),
                                           random_float(&seed, 0.1), random_float(&seed, 1)}};
    }
    for (uint32_t b = 0; b < 36; b++) {
        const gait_skl_curve *curve = curve_of(keys, KEYS, b / 6, b % 6);
        gaiti_envelope_sample(curve, -30, 30, FRAMES, passed);
        for (int k = 0; k < FRAMES; k++) {
            double asked = gait_skl_evaluate(curve, (double)(float)((k - 30) / 30.0));
            test_assert_near((double)passed[k], asked, 1e-3);
        }
    }
}

/* 0.7 s as a float may be slightly less than 21/30 s, depending on the computation; the key is
 * still sampled. */
TEST(steps_at_rounded_times_are_sampled) {
    enum { FRAMES = 100 };
    gait_skl_key keys[FRAMES];
    float values[FRAMES], time = 0;
    for (int k = 0; k < FRAMES; k++, time += 1.0F / 30) {
        keys[k] = (gait_skl_key){.value = (float)k, .time_s = time, .shape = GAIT_SKL_STEPPED};
    }
    gaiti_envelope_sample(curve_of(keys, FRAMES, 1, 1), 0, 30, FRAMES, values);
    for (int k = 0; k < FRAMES; k++) {
        assert_true(values[k] == (float)k);
    }
}

TEST(constant_envelopes_are_detected) {
    gait_skl_key keys[2] = {{.value = 1, .time_s = 0, .shape = GAIT_SKL_STEPPED},
                            {.value = 1, .time_s = 1, .shape = GAIT_SKL_STEPPED}};
    assert_true(gaiti_envelope_is_still(curve_of(NULL, 0, 0, 0)));
    assert_true(gaiti_envelope_is_still(curve_of(keys, 1, 0, 5)));
    assert_true(gaiti_envelope_is_still(curve_of(keys, 2, 1, 1)));
    assert_false(gaiti_envelope_is_still(curve_of(keys, 2, 0, 1)));
    keys[1].shape = GAIT_SKL_HERMITE;
    assert_false(gaiti_envelope_is_still(curve_of(keys, 2, 1, 1)));
    keys[1] = (gait_skl_key){.value = 2, .time_s = 1, .shape = GAIT_SKL_STEPPED};
    assert_false(gaiti_envelope_is_still(curve_of(keys, 2, 1, 1)));
}
