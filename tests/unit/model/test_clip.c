#include "allocator.h"
#include "base/bytes.h"
#include "gait/transform.h"
#include "model/affine.h"
#include "model/clip.h"
#include "test.h"
#include "transforms.h"

TEST(shorts_are_scaled_by_32767) {
    uint8_t bytes[1 + 16];
    const int16_t stored[8] = {0, 0, 0, 32767, 32767, -32767, -32768, 1};
    for (int i = 0; i < 8; i++) {
        gaiti_store_s16(bytes + 1 + 2 * i, stored[i]);
    }
    gait_channel channel = {.data = bytes + 1, .count = 2, .stride = 8, .element = GAIT_SNORM16};
    double key[9];
    gaiti_channel_get(&channel, true, 0, key);
    assert_true(key[0] == 0 && key[3] == 1);
    gaiti_channel_get(&channel, true, 1, key);
    assert_true(key[0] == 1 && key[1] == -1);
    test_assert_near(key[2], -32768 / 32767.0, 0);
    test_assert_near(key[3], 1 / 32767.0, 0);
}

/* Regression guard: a translation at the very end of a file must not read a fourth float. */
TEST(a_vector_reads_twelve_bytes) {
    uint8_t bytes[12];
    for (int i = 0; i < 3; i++) {
        gaiti_store_f32(bytes + 4 * i, (float)i + 0.5f);
    }
    gait_channel channel = {.data = bytes, .count = 1, .stride = 12, .element = GAIT_F32_LE};
    double key[9] = {0, 0, 0, 7};
    gaiti_channel_get(&channel, false, 0, key);
    assert_true(key[0] == 0.5 && key[1] == 1.5 && key[2] == 2.5 && key[3] == 7);
}

TEST(a_constant_channel_has_the_same_value_at_every_key) {
    const float value[3] = {1, 2, 3};
    gait_channel channel = {
        .data = (const uint8_t *)value, .count = 1, .stride = 12, .element = GAIT_F32};
    double key[9];
    gaiti_channel_get(&channel, false, 123456, key);
    assert_true(key[0] == 1 && key[1] == 2 && key[2] == 3);
}

TEST(stride_and_signs_are_applied_to_keys) {
    const float value[10] = {1, 2, 3, 4, 99, 5, 6, 7, 8, 99};
    gait_channel channel = {.data = (const uint8_t *)value,
                            .count = 2,
                            .stride = 20,
                            .negate = 1 | 4,
                            .element = GAIT_F32};
    double key[9];
    gaiti_channel_get(&channel, true, 1, key);
    assert_true(key[0] == -5 && key[1] == 6 && key[2] == -7 && key[3] == 8);
}

static gait_affine affine_of(const gait_channel *channel) {
    gait_affine a = gait_affine_identity();
    double key[9];
    gaiti_channel_get(channel, true, 0, key);
    if (channel->element == GAIT_MAT3_LE) {
        for (int i = 0; i < 9; i++) {
            a.m[i % 3][i / 3] = key[i];
        }
    } else {
        gaiti_matrix_from_quaternion(key, a.m);
    }
    return a;
}

/* Changing the axes of a channel must be equivalent to changing those of its matrices. */
static void assert_axes_change(const gait_channel *channel, double tolerance) {
    for (int from = 0; from < 3; from++) {
        for (int to = 0; to < 3; to++) {
            gait_channel turned = *channel;
            gaiti_channel_change_axes(&turned, true, (gait_axes)from, (gait_axes)to);
            gait_affine plain = affine_of(channel);
            gait_affine expected = gait_affine_change_axes(&plain, (gait_axes)from, (gait_axes)to);
            gait_affine actual = affine_of(&turned);
            test_assert_affine_near(&actual, &expected, tolerance);
            gaiti_channel_change_axes(&turned, true, (gait_axes)to, (gait_axes)from);
            assert_int_equal(turned.negate, channel->negate);
        }
    }
}

TEST(rotation_channels_change_axes_like_matrices) {
    uint64_t seed = 1;
    for (uint16_t negate = 0; negate < 8; negate++) {
        float q[4];
        uint8_t m[36];
        double unit[4];
        for (int i = 0; i < 4; i++) {
            unit[i] = test_random(&seed);
        }
        gaiti_quaternion_normalise(unit);
        for (int i = 0; i < 9; i++) {
            gaiti_store_f32(m + 4 * i, (float)test_random(&seed));
        }
        for (int i = 0; i < 4; i++) {
            q[i] = (float)unit[i];
        }
        gait_channel quaternion = {.data = (const uint8_t *)q,
                                   .count = 1,
                                   .stride = 16,
                                   .negate = negate,
                                   .element = GAIT_F32};
        gait_channel matrix = {.data = m,
                               .count = 1,
                               .stride = 36,
                               .negate = (uint16_t)(negate * 37),
                               .element = GAIT_MAT3_LE};
        assert_axes_change(&quaternion, 1e-15);
        assert_axes_change(&matrix, 0);
    }
}

TEST(translation_channels_change_axes_like_vectors) {
    const float at[3] = {1, 2, 3};
    gait_affine plain = gait_affine_identity();
    plain.t[0] = 1, plain.t[1] = 2, plain.t[2] = 3;
    for (int from = 0; from < 3; from++) {
        for (int to = 0; to < 3; to++) {
            gait_channel channel = {
                .data = (const uint8_t *)at, .count = 1, .stride = 12, .element = GAIT_F32};
            gaiti_channel_change_axes(&channel, false, (gait_axes)from, (gait_axes)to);
            gait_affine expected = gait_affine_change_axes(&plain, (gait_axes)from, (gait_axes)to);
            double key[9];
            gaiti_channel_get(&channel, false, 0, key);
            assert_memory_equal(key, expected.t, sizeof expected.t);
        }
    }
}

static gait_status make(const gait_options *options, void *user) {
    const gait_skeleton *skeleton = user;
    gait_status status = GAIT_OK;
    gaiti_clip *made =
        gaiti_clip_new(skeleton, "walk", 10, gaiti_arena_cost(1000), options, &status);
    if (!made) {
        return status;
    }
    assert_string_equal(made->clip.name, "walk");
    assert_ptr_equal(made->clip.tracks, made->tracks);
    assert_ptr_equal(made->clip.time, made->time);
    assert_int_equal(made->clip.frame_count, 10);
    assert_true(made->time[9] == 0);
    assert_int_equal(made->tracks[skeleton->bone_count - 1].scale.count, 0);
    assert_non_null(gaiti_alloc(&made->arena, 1000, 1));
    gait_clip_free(&made->clip);
    return GAIT_OK;
}

TEST(a_clip_with_all_its_keys_is_one_allocation) {
    uint64_t seed = 1;
    gait_skeleton *skeleton = test_random_skeleton(&seed, 20);
    assert_int_equal(test_every_failing_allocation(make, skeleton), 1);
    gait_skeleton_free(skeleton);
}

TEST(huge_reservations_fail_with_a_limit_error) {
    uint64_t seed = 1;
    gait_skeleton *skeleton = test_random_skeleton(&seed, 1);
    gait_status status = GAIT_OK;
    assert_null(gaiti_clip_new(skeleton, NULL, 1, UINT64_MAX, NULL, &status));
    assert_int_equal(status, GAIT_LIMIT);
    status = GAIT_OK;
    assert_null(gaiti_clip_new(skeleton, NULL, UINT32_MAX, 0, NULL, &status));
    assert_int_equal(status, GAIT_LIMIT);
    gait_skeleton_free(skeleton);
    gait_clip_free(NULL);
}

TEST(rotation_keys_become_matrices) {
    const float quaternion[4] = {0, 2, 0, 2}; /* 90 degrees about Y, not normalized */
    const float columns[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    gait_channel channel = {
        .data = (const uint8_t *)quaternion, .count = 1, .stride = 16, .element = GAIT_F32};
    double m[3][3];
    gaiti_channel_get_matrix(&channel, 5, m);
    test_assert_near(m[0][2], 1, 1e-15);
    test_assert_near(m[1][1], 1, 1e-15);
    test_assert_near(m[2][0], -1, 1e-15);
    uint8_t bytes[36];
    for (size_t i = 0; i < 9; i++) {
        gaiti_store_f32(bytes + 4 * i, columns[i]);
    }
    channel = (gait_channel){.data = bytes, .count = 1, .stride = 36, .element = GAIT_MAT3_LE};
    gaiti_channel_get_matrix(&channel, 0, m);
    for (int i = 0; i < 9; i++) {
        test_assert_near(m[i % 3][i / 3], (double)columns[i], 0);
    }
}

TEST(equal_keys_are_stored_once) {
    const float keys[9] = {1, 2, 3, 1, 2, 3, 1, 2, 4};
    gait_channel channel = gaiti_channel_of_floats(keys, 2, 12);
    assert_int_equal(channel.count, 1);
    assert_int_equal(channel.stride, 12);
    assert_int_equal(channel.element, GAIT_F32);
    assert_ptr_equal(channel.data, keys);
    assert_int_equal(gaiti_channel_of_floats(keys, 3, 12).count, 3);
    assert_int_equal(gaiti_channel_of_floats(keys, 1, 12).count, 1);
    assert_int_equal(gaiti_channel_of_floats(keys, 0, 12).count, 0);
}

TEST(a_track_without_keys_is_absent) {
    const gait_track none = {0}, turned = {.rotation.count = 1}, moved = {.translation.count = 1},
                     scaled = {.scale.count = 1};
    assert_true(gaiti_track_is_absent(&none));
    assert_false(gaiti_track_is_absent(&turned));
    assert_false(gaiti_track_is_absent(&moved));
    assert_false(gaiti_track_is_absent(&scaled));
}

TEST(fractions_are_rounded_like_quotients) {
    for (int n = -32768; n < 32768; n++) {
        double key[9];
        const uint8_t bytes[8] = {(uint8_t)n, (uint8_t)((unsigned)n >> 8)};
        const gait_channel channel = {.data = bytes, .count = 1, .element = GAIT_SNORM16};
        gaiti_channel_get(&channel, true, 0, key);
        assert_true(key[0] == n / 32767.0);
    }
}
