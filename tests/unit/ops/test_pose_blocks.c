/* Blocks of bones have the same bits as single bones. */
#include "ops/pose_steps.h"

#include <string.h>

#include "base/bytes.h"
#include "gait/transform.h"
#include "model/affine.h"
#include "model/clip.h"
#include "test.h"
#include "transforms.h"

enum { BONES = 23, FRAMES = 2, ROUNDS = 300 };

typedef struct scene {
    gait_skeleton *skeleton;
    gait_clip clip;
    gait_track tracks[BONES];
    float time[FRAMES];
    uint8_t keys[BONES][FRAMES][48]; /* quaternion or matrix, then translation */
    uint8_t scales[FRAMES][12];
} scene;

static float number(uint64_t *seed, bool hostile) {
    static const float bad[] = {NAN, INFINITY, 0, -0.0F, 1e30F};
    double value = test_random(seed);
    return hostile && value > 0.97 ? bad[(int)((test_random(seed) + 1) * 2.5)] : (float)value;
}

static gait_channel view(const uint8_t *keys, gait_element element, uint16_t negate) {
    return (gait_channel){
        .data = keys, .count = FRAMES, .stride = 48, .element = (uint8_t)element, .negate = negate};
}

static void fill_matrix(uint64_t *seed, uint8_t *key, bool hostile) {
    gait_affine pose = test_random_affine(seed, hostile ? 0.3 : 1e-6);
    for (int i = 0; i < 9; i++) {
        float value = (float)pose.m[i % 3][i / 3];
        gaiti_store_f32(key + 4 * i, hostile && test_random(seed) > 0.97 ? NAN : value);
    }
}

static void fill_bone(scene *s, int bone, uint64_t *seed, int round) {
    bool hostile = round % 3 == 0, is_matrix = (bone / 8 + round) % 2 == 0;
    gait_track *track = &s->tracks[bone];
    for (int f = 0; f < FRAMES; f++) {
        uint8_t *key = s->keys[bone][f];
        for (int i = 0; i < 4; i++) {
            float from_first = f > 0 ? gaiti_load_f32(s->keys[bone][0] + 4 * i) : 0;
            gaiti_store_f32(key + 4 * i, from_first + (f > 0 ? 0.02F : 1) * number(seed, hostile));
        }
        if (is_matrix) {
            fill_matrix(seed, key, hostile);
        }
        for (int i = 9; i < 12; i++) {
            gaiti_store_f32(key + 4 * i, number(seed, hostile));
        }
    }
    if (bone % 5 == 1) { /* both keys are equal */
        memcpy(s->keys[bone][1], s->keys[bone][0], sizeof s->keys[bone][0]);
    }
    static const gait_element kinds[] = {GAIT_F32_LE, GAIT_SNORM16};
    uint16_t negate = (uint16_t)(round % 4 == 1 ? bone * 37 % 512 : 0);
    gait_element element = is_matrix ? GAIT_MAT3_LE : kinds[round / 2 % 2];
    track->rotation = view(s->keys[bone][0], element, negate);
    track->translation = view(s->keys[bone][0] + 36, GAIT_F32_LE, (uint16_t)(negate & 7));
    if (round % 5 == 1 && bone % 7 == 2) {
        track->rotation.count = 1;
    }
    if (round % 5 == 2 && bone % 7 == 3) {
        track->translation.count = 0;
    }
    if (round % 5 == 3 && bone == 9) {
        *track = (gait_track){.scale = {.count = 0}};
    }
    if (round % 5 == 4 && bone == 17) {
        track->scale = (gait_channel){
            .data = s->scales[0], .count = FRAMES, .stride = 12, .element = GAIT_F32_LE};
    }
}

/* A random skeleton. The parents of some bones are unknown. */
static gait_skeleton *make_skeleton(uint64_t *seed, uint32_t bone_count, int unknown) {
    gait_skeleton *known = test_random_skeleton(seed, bone_count), *skeleton;
    gait_bone bones[BONES];
    memcpy(bones, known->bones, bone_count * sizeof *bones);
    for (uint32_t b = 0; b < bone_count; b++) {
        if (b / 3 % 3 < (uint32_t)unknown && bones[b].parent < 0) {
            bones[b].parent_origin = GAIT_ORIGIN_UNKNOWN;
        }
    }
    assert_int_equal(gaiti_skeleton_new("made", bones, bone_count, NULL, &skeleton), GAIT_OK);
    gait_skeleton_free(known);
    return skeleton;
}

static void make_scene(scene *s, uint64_t *seed, int round) {
    memset(s, 0, sizeof *s);
    s->skeleton = make_skeleton(seed, (uint32_t)(BONES - round % 4), round % 3);
    for (int i = 0; i < 3 * FRAMES; i++) {
        gaiti_store_f32(s->scales[0] + 4 * i, (float)(1 + 0.2 * test_random(seed)));
    }
    for (int b = 0; b < BONES; b++) {
        fill_bone(s, b, seed, round);
    }
    s->time[1] = 1;
    s->clip = (gait_clip){.name = "scene",
                          .skeleton = s->skeleton,
                          .space = (gait_space)(round % 2),
                          .axes = GAIT_AXES_FILE,
                          .frame_count = FRAMES,
                          .time = s->time,
                          .tracks = s->tracks};
}

static void assert_same(const gait_affine *actual, const gait_affine *expected, uint32_t count) {
    for (uint32_t b = 0; b < count; b++) {
        for (int i = 0; i < 12; i++) {
            double a = i < 9 ? actual[b].m[i / 3][i % 3] : actual[b].t[i - 9];
            double e = i < 9 ? expected[b].m[i / 3][i % 3] : expected[b].t[i - 9];
            assert_true((a != a && e != e) || memcmp(&a, &e, sizeof a) == 0);
        }
    }
}

static void compare_spaces(const scene *s, const gait_affine *poses) {
    uint32_t count = s->skeleton->bone_count;
    gait_affine relative[BONES], expected[BONES], rested[BONES];
    memcpy(relative, poses, sizeof relative);
    memcpy(expected, poses, sizeof expected);
    gaiti_parent_inverse last = GAITI_NO_PARENT_INVERSE;
    for (uint32_t b = count; b-- > 0;) {
        gaiti_pose_make_relative(expected, b, s->skeleton->bones[b].parent, &last);
    }
    gaiti_poses_make_relative(s->skeleton, relative);
    assert_same(relative, expected, count);
    for (int invert = 0; invert < 2; invert++) {
        memcpy(rested, poses, sizeof rested);
        gaiti_poses_apply_rest(s->skeleton, GAIT_AXES_GLTF, invert, rested);
        for (uint32_t b = 0; b < count; b++) {
            gait_affine rest = s->skeleton->rest_model[b];
            if (invert) {
                gait_affine_invert(&rest, &rest);
            }
            rest = gait_affine_change_axes(&rest, GAIT_AXES_ENGINE, GAIT_AXES_GLTF);
            expected[b] = gait_affine_multiply(&poses[b], &rest);
        }
        assert_same(rested, expected, count);
    }
}

static void compare_interpolation(const scene *s, const gait_affine *from, const gait_affine *to,
                                  double fraction) {
    uint32_t count = s->skeleton->bone_count;
    gait_affine actual[BONES], a[BONES], b[BONES];
    for (int is_absolute = 0; is_absolute < 2; is_absolute++) {
        memcpy(actual, from, sizeof actual);
        memcpy(a, from, sizeof a);
        memcpy(b, to, sizeof b);
        gait_affine end[BONES];
        memcpy(end, to, sizeof end);
        gaiti_poses_interpolate(s->skeleton, is_absolute, fraction, actual, end);
        if (is_absolute) {
            gaiti_poses_make_relative(s->skeleton, a);
            gaiti_poses_make_relative(s->skeleton, b);
        }
        for (uint32_t i = 0; i < count; i++) {
            if (is_absolute && s->skeleton->bones[i].parent_origin == GAIT_ORIGIN_UNKNOWN) {
                gaiti_pose_interpolate_numbers(&a[i], &b[i], fraction);
            } else {
                gaiti_pose_interpolate(&a[i], &b[i], fraction);
            }
        }
        assert_same(actual, a, count);
    }
}

TEST(blocks_have_the_bits_of_single_bones) {
    uint64_t seed = 1;
    static scene s;
    for (int round = 0; round < ROUNDS; round++) {
        make_scene(&s, &seed, round);
        uint32_t count = s.skeleton->bone_count;
        double fraction = (test_random(&seed) + 1) / 2;
        gait_affine poses[FRAMES][BONES], expected[BONES], work[BONES], actual[BONES];
        memset(poses, 0, sizeof poses);
        for (uint32_t f = 0; f < FRAMES; f++) {
            gaiti_poses_load(&s.clip, f, poses[f]);
            for (uint32_t b = 0; b < count; b++) {
                gaiti_pose_load_bone(&s.clip, b, f, expected);
            }
            assert_same(poses[f], expected, count);
            compare_spaces(&s, poses[f]);
        }
        compare_interpolation(&s, poses[0], poses[1], fraction);
        for (uint32_t b = 0; b < count && s.clip.space == GAIT_SPACE_LOCAL; b++) {
            gaiti_pose_interpolate_bone(&s.clip, b, 0, fraction, expected, work);
        }
        if (s.clip.space == GAIT_SPACE_LOCAL) {
            gaiti_poses_interpolate_keys(&s.clip, 0, fraction, actual, work);
            assert_same(actual, expected, count);
        }
        gait_skeleton_free(s.skeleton);
    }
}
