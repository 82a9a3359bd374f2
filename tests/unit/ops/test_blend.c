/* Blends of poses, compared with the formulas of docs/sampling.md#blending in double precision. */
#include <math.h>
#include <string.h>

#include "gait/blend.h"
#include "test.h"

enum { BONES = 19 }; /* two groups of eight, and three more */

typedef struct scene {
    gait_trs a[BONES], b[BONES], c[BONES], out[BONES];
    float mask[BONES];
    uint32_t random;
} scene;

static float draw(scene *s) {
    s->random = s->random * 1664525 + 1013904223;
    return (float)(s->random >> 8) / (1 << 23) - 1;
}

static void draw_rotation(scene *s, float q[4]) {
    double length = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = draw(s);
        length += (double)q[i] * (double)q[i];
    }
    for (int i = 0; i < 4; i++) {
        q[i] = (float)((double)q[i] / sqrt(length));
    }
}

static void draw_pose(scene *s, gait_trs *pose) {
    for (int b = 0; b < BONES; b++) {
        draw_rotation(s, pose[b].q);
        for (int i = 0; i < 3; i++) {
            pose[b].t[i] = 5 * draw(s);
            pose[b].s[i] = 1 + 0.5f * draw(s);
        }
    }
}

/* Random poses; from bone to bone, the angles between a and b become smaller, down to 0. */
static void make_scene(scene *s, uint32_t seed) {
    memset(s, 0, sizeof *s);
    s->random = seed;
    draw_pose(s, s->a);
    draw_pose(s, s->b);
    draw_pose(s, s->c);
    for (int b = 0; b < BONES; b++) {
        s->mask[b] = 0.5f + 0.5f * draw(s);
        double length = 0, part = b < 6 ? 1 : b == BONES - 1 ? 0 : pow(0.3, b - 5);
        double q[4];
        for (int i = 0; i < 4; i++) {
            q[i] = (double)s->a[b].q[i] * (1 - part) + (double)s->b[b].q[i] * part;
            length += q[i] * q[i];
        }
        for (int i = 0; i < 4; i++) {
            s->b[b].q[i] = (float)(q[i] / sqrt(length));
        }
    }
}

/* Adds the difference of two poses. */
static gait_status add(const gait_trs *pose, const gait_trs *added, const gait_trs *reference,
                       float weight, const float *mask, gait_trs *out) {
    gait_trs difference[BONES];
    assert_int_equal(gait_blend_difference(added, reference, BONES, difference), GAIT_OK);
    return gait_blend_add(pose, difference, BONES, weight, mask, out);
}

static double dot(const double a[4], const double b[4]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

static void slerp(const double a[4], const double b[4], double t, double out[4]) {
    double cosine = dot(a, b), sign = cosine < 0 ? -1 : 1;
    double angle = acos(fmin(sign * cosine, 1)), from = 1 - t, to = t;
    if (angle > 1e-7) {
        from = sin((1 - t) * angle) / sin(angle);
        to = sin(t * angle) / sin(angle);
    }
    for (int i = 0; i < 4; i++) {
        out[i] = from * a[i] + sign * to * b[i];
    }
}

static void multiply(const double a[4], const double b[4], double out[4]) {
    out[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    out[1] = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    out[2] = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

static void widen(const float q[4], double out[4]) {
    for (int i = 0; i < 4; i++) {
        out[i] = (double)q[i];
    }
}

/* The angle between two rotations, in degrees, and the length of the first one. */
static void assert_rotation(const float q[4], const double expected[4]) {
    double wide[4], sum = 0;
    widen(q, wide);
    double sign = dot(wide, expected) < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++) {
        sum += (wide[i] - sign * expected[i]) * (wide[i] - sign * expected[i]);
    }
    assert_true(2 * asin(fmin(1, sqrt(sum) / 2)) * 2 * 57.29578 < 1e-4);
    assert_true(fabs(sqrt(dot(wide, wide)) - 1) < 1e-6);
}

static void assert_near(float value, double expected) {
    assert_true(fabs((double)value - expected) < 1e-5);
}

static void assert_blended(const scene *s, float weight, const float *mask) {
    for (int b = 0; b < BONES; b++) {
        double w = (double)weight * (mask ? (double)mask[b] : 1), p[4], q[4], expected[4];
        widen(s->a[b].q, p);
        widen(s->b[b].q, q);
        slerp(p, q, w, expected);
        assert_rotation(s->out[b].q, expected);
        for (int i = 0; i < 3; i++) {
            double t = (double)s->a[b].t[i], scale = (double)s->a[b].s[i];
            assert_near(s->out[b].t[i], t + w * ((double)s->b[b].t[i] - t));
            assert_near(s->out[b].s[i], scale + w * ((double)s->b[b].s[i] - scale));
        }
    }
}

TEST(blend_interpolates_along_the_shortest_arc) {
    scene s;
    for (uint32_t seed = 0; seed < 200; seed++) {
        make_scene(&s, seed);
        float weight = 0.5f + 0.5f * draw(&s);
        assert_int_equal(gait_blend(s.a, s.b, BONES, weight, NULL, s.out), GAIT_OK);
        assert_blended(&s, weight, NULL);
        assert_int_equal(gait_blend(s.a, s.b, BONES, weight, s.mask, s.out), GAIT_OK);
        assert_blended(&s, weight, s.mask);
    }
}

TEST(weights_0_and_1_copy_the_inputs) {
    scene s;
    static const float zeros[] = {0, -0.0f, -3, -INFINITY}, ones[] = {1, 1.5f, INFINITY};
    make_scene(&s, 5);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(gait_blend(s.a, s.b, BONES, zeros[i], NULL, s.out), GAIT_OK);
        assert_memory_equal(s.out, s.a, sizeof s.a);
        assert_int_equal(add(s.a, s.b, s.c, zeros[i], NULL, s.out), GAIT_OK);
        assert_memory_equal(s.out, s.a, sizeof s.a);
    }
    for (int i = 0; i < 3; i++) {
        assert_int_equal(gait_blend(s.a, s.b, BONES, ones[i], NULL, s.out), GAIT_OK);
        assert_memory_equal(s.out, s.b, sizeof s.b);
    }
}

TEST(mask_selects_the_bones) {
    scene s;
    make_scene(&s, 6);
    for (int b = 0; b < BONES; b++) {
        s.mask[b] = b % 3 == 0 ? 1 : b % 3 == 1 ? 0 : 2;
    }
    assert_int_equal(gait_blend(s.a, s.b, BONES, 1, s.mask, s.out), GAIT_OK);
    for (int b = 0; b < BONES; b++) {
        assert_memory_equal(&s.out[b], b % 3 == 1 ? &s.a[b] : &s.b[b], sizeof s.out[b]);
    }
    assert_int_equal(add(s.a, s.b, s.c, 1, s.mask, s.out), GAIT_OK);
    for (int b = 0; b < BONES; b++) {
        assert_true((memcmp(&s.out[b], &s.a[b], sizeof s.out[b]) == 0) == (b % 3 == 1));
    }
    s.mask[0] = 2, s.mask[1] = INFINITY;
    assert_int_equal(gait_blend(s.a, s.b, BONES, 0.25f, s.mask, s.out), GAIT_OK);
    assert_near(s.out[0].t[0], ((double)s.a[0].t[0] + (double)s.b[0].t[0]) / 2);
    assert_memory_equal(&s.out[1], &s.b[1], sizeof s.out[1]);
    assert_int_equal(gait_blend(s.a, s.b, BONES, 0, s.mask, s.out), GAIT_OK); /* 0 * infinity */
    assert_memory_equal(s.out, s.a, sizeof s.a);
}

TEST(output_may_be_an_input) {
    scene s, same;
    make_scene(&s, 7);
    assert_int_equal(gait_blend(s.a, s.b, BONES, 0.3f, s.mask, s.out), GAIT_OK);
    same = s;
    assert_int_equal(gait_blend(same.a, same.b, BONES, 0.3f, same.mask, same.a), GAIT_OK);
    assert_memory_equal(same.a, s.out, sizeof s.out);
    same = s;
    assert_int_equal(gait_blend(same.a, same.b, BONES, 0.3f, same.mask, same.b), GAIT_OK);
    assert_memory_equal(same.b, s.out, sizeof s.out);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(gait_blend_add(s.a, s.b, BONES, 0.3f, s.mask, s.out), GAIT_OK);
        same = s;
        gait_trs *out = i == 0 ? same.a : same.b;
        assert_int_equal(gait_blend_add(same.a, same.b, BONES, 0.3f, same.mask, out), GAIT_OK);
        assert_memory_equal(out, s.out, sizeof s.out);
        assert_int_equal(gait_blend_difference(s.a, s.b, BONES, s.out), GAIT_OK);
        same = s;
        assert_int_equal(gait_blend_difference(same.a, same.b, BONES, out), GAIT_OK);
        assert_memory_equal(out, s.out, sizeof s.out);
    }
}

TEST(equal_poses_blend_to_themselves) {
    scene s;
    make_scene(&s, 8);
    assert_int_equal(gait_blend(s.a, s.a, BONES, 0.37f, NULL, s.out), GAIT_OK);
    for (int b = 0; b < BONES; b++) {
        double q[4];
        widen(s.a[b].q, q);
        assert_rotation(s.out[b].q, q);
        assert_memory_equal(s.out[b].t, s.a[b].t, sizeof s.a[b].t);
        assert_memory_equal(s.out[b].s, s.a[b].s, sizeof s.a[b].s);
    }
}

TEST(pairwise_blends_are_weighted_means) {
    scene s;
    static const float weights[] = {0.7f, 0.5f, 0.3f}; /* in decreasing order */
    make_scene(&s, 9);
    const gait_trs *poses[] = {s.a, s.b, s.c};
    float total = weights[0];
    memcpy(s.out, s.a, sizeof s.a);
    for (int i = 1; i < 3; i++) {
        total += weights[i];
        assert_int_equal(gait_blend(s.out, poses[i], BONES, weights[i] / total, NULL, s.out),
                         GAIT_OK);
    }
    for (int b = 0; b < BONES; b++) {
        double mean = 0;
        for (int i = 0; i < 3; i++) {
            mean += (double)weights[i] / (double)total * (double)poses[i][b].t[1];
        }
        assert_near(s.out[b].t[1], mean);
    }
}

TEST(adding_a_pose_relative_to_itself_changes_nothing) {
    scene s;
    for (uint32_t seed = 0; seed < 50; seed++) {
        make_scene(&s, seed);
        assert_int_equal(add(s.a, s.b, s.b, 0.7f, NULL, s.out), GAIT_OK);
        assert_memory_equal(s.out, s.a, sizeof s.a);
    }
}

TEST(interpolated_differences_are_added) {
    scene s;
    make_scene(&s, 13);
    gait_trs first[BONES], second[BONES];
    assert_int_equal(gait_blend_difference(s.b, s.a, BONES, first), GAIT_OK);
    assert_int_equal(gait_blend_difference(s.c, s.a, BONES, second), GAIT_OK);
    assert_int_equal(gait_blend(first, second, BONES, 0.25f, NULL, first), GAIT_OK);
    assert_int_equal(gait_blend_add(s.a, first, BONES, 1, NULL, s.out), GAIT_OK);
    for (int b = 0; b < BONES; b++) {
        double from[4], to[4], expected[4];
        widen(s.b[b].q, from);
        widen(s.c[b].q, to);
        slerp(from, to, 0.25, expected);
        assert_rotation(s.out[b].q, expected);
        assert_near(s.out[b].t[2], 0.75 * (double)s.b[b].t[2] + 0.25 * (double)s.c[b].t[2]);
    }
}

TEST(adding_to_the_reference_gives_the_added_pose) {
    scene s;
    make_scene(&s, 10);
    assert_int_equal(add(s.c, s.b, s.c, 1, NULL, s.out), GAIT_OK);
    for (int b = 0; b < BONES; b++) {
        double q[4];
        widen(s.b[b].q, q);
        assert_rotation(s.out[b].q, q);
        for (int i = 0; i < 3; i++) {
            assert_near(s.out[b].t[i], (double)s.b[b].t[i]);
            assert_near(s.out[b].s[i], (double)s.b[b].s[i]);
        }
    }
}

TEST(additive_rotation_is_a_power_in_the_axes_of_the_bone) {
    scene s;
    const double identity[4] = {0, 0, 0, 1};
    for (uint32_t seed = 0; seed < 200; seed++) {
        make_scene(&s, seed);
        float weight = 0.5f + 0.5f * draw(&s);
        assert_int_equal(add(s.c, s.b, s.a, weight, s.mask, s.out), GAIT_OK);
        for (int b = 0; b < BONES; b++) {
            double w = (double)weight * (double)s.mask[b], pose[4], added[4], reference[4];
            widen(s.c[b].q, pose);
            widen(s.b[b].q, added);
            widen(s.a[b].q, reference);
            const double inverse[4] = {-reference[0], -reference[1], -reference[2], reference[3]};
            double delta[4], power[4], expected[4];
            multiply(inverse, added, delta);
            slerp(identity, delta, w, power);
            multiply(pose, power, expected);
            assert_rotation(s.out[b].q, expected);
            for (int i = 0; i < 3; i++) {
                double ratio = (double)s.b[b].s[i] / (double)s.a[b].s[i];
                assert_near(s.out[b].t[i],
                            (double)s.c[b].t[i] + w * ((double)s.b[b].t[i] - (double)s.a[b].t[i]));
                assert_near(s.out[b].s[i], (double)s.c[b].s[i] * (1 + w * (ratio - 1)));
            }
        }
    }
}

TEST(scale_of_a_reference_of_0_is_ignored) {
    scene s;
    make_scene(&s, 11);
    s.c[4].s[1] = 0;
    assert_int_equal(add(s.a, s.b, s.c, 1, NULL, s.out), GAIT_OK);
    assert_true(s.out[4].s[1] == s.a[4].s[1]);
    assert_true(s.out[4].s[0] != s.a[4].s[0]);
}

/* A checksum of the bits of a pose (FNV-1a). */
static uint64_t checksum(const gait_trs *pose) {
    uint64_t sum = 0xCBF29CE484222325;
    for (int b = 0; b < BONES; b++) {
        float numbers[10];
        uint32_t bits;
        memcpy(numbers, &pose[b], sizeof numbers);
        for (int i = 0; i < 10; i++) {
            memcpy(&bits, &numbers[i], sizeof bits);
            sum = (sum ^ bits) * 0x100000001B3;
        }
    }
    return sum;
}

TEST(results_have_the_same_bits_on_all_machines) {
    scene s = {.random = 12};
    draw_pose(&s, s.a); /* uses no functions of libm but sqrt() */
    draw_pose(&s, s.b);
    draw_pose(&s, s.c);
    assert_int_equal(gait_blend(s.a, s.b, BONES, 0.3f, NULL, s.out), GAIT_OK);
    assert_int_equal(checksum(s.out), 0x54C6DF2B61FFDE17);
    assert_int_equal(add(s.a, s.b, s.c, 0.3f, NULL, s.out), GAIT_OK);
    assert_int_equal(checksum(s.out), 0x9A5AA287AEAF4713);
}
