#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "model/clip.h"
#include "test.h"
#include "transforms.h"

/* The functions without vectors, under other names. */
#define GAIT_NO_VECTORS
#define gaiti_local_keys plain_keys
#define gaiti_local_keys_narrow plain_keys_narrow
#define gaiti_local_keys_work plain_keys_work
#define gaiti_local_block plain_block
#define gaiti_local_signs plain_signs
#include "ops/local_keys.c"       /* NOLINT(bugprone-suspicious-include) */
#include "ops/local_keys_block.c" /* NOLINT(bugprone-suspicious-include) */
#undef gaiti_local_keys
#undef gaiti_local_keys_narrow
#undef gaiti_local_keys_work

/* Those of the library. */
uint64_t gaiti_local_keys_work(const gait_clip *clip);
void gaiti_local_keys(const gait_clip *clip, gait_axes axes, uint32_t row, float *out, void *work);
void gaiti_local_keys_narrow(const gait_clip *clip, gait_axes axes, uint32_t row, float *out,
                             void *work);

enum { BONES = 40, FRAMES = 21, ROW = 24, KEY = 64, ROTATION = 0, TRANSLATION = 36, SCALE = 48 };

/* What a clip contains. */
typedef struct contents {
    gait_space space;
    gait_axes axes;
    gait_element rotation, translation;
    double distortion; /* of matrices */
    double distance;   /* scale of translations */
    bool is_odd;       /* absent and constant channels, scales, NaN, singular and mirrored matrices,
                          unknown parents */
    bool is_rest_rotated;
} contents;

typedef struct scene {
    gait_skeleton *skeleton;
    gait_clip clip;
    gait_track tracks[BONES];
    float time[FRAMES];
    uint8_t keys[BONES][FRAMES][KEY];
    float out[BONES * GAITI_LOCAL_ROWS * ROW];
} scene;

static void store(gait_element element, uint8_t *p, int index, double value) {
    float native = (float)value;
    if (element == GAIT_F32) {
        memcpy(p + 4 * index, &native, sizeof native);
    } else if (element == GAIT_SNORM16) {
        gaiti_store_u16(p + 2 * index, (uint16_t)(int16_t)lround(value * 32767));
    } else {
        gaiti_store_f32(p + 4 * index, native);
    }
}

/* A key of a rotation that changes slowly. */
static void store_rotation(scene *s, const contents *made, uint64_t *seed, int b, int f,
                           gait_transform *moved) {
    uint8_t *key = s->keys[b][f] + ROTATION;
    for (int i = 0; i < 4; i++) {
        moved->q[i] += 0.2 * test_random(seed);
    }
    gait_affine affine = gait_affine_from_transform(moved);
    if (made->rotation == GAIT_MAT3_LE) {
        for (int i = 0; i < 9; i++) {
            store(made->rotation, key, i,
                  affine.m[i % 3][i / 3] + made->distortion * test_random(seed));
        }
        return;
    }
    gait_affine_decompose(&affine, moved);
    for (int i = 0; i < 4; i++) {
        store(made->rotation, key, i, moved->q[i]);
    }
}

/* Replaces some keys of matrices. */
static void spoil_matrix(scene *s, uint64_t *seed, int b, int f) {
    uint8_t *key = s->keys[b][f] + ROTATION;
    double kind = test_random(seed);
    if (kind < -0.95) {
        memset(key, 0, 36);
    } else if (kind < -0.9) {
        gaiti_store_f32(key + 8, NAN);
    } else if (kind < -0.85) {
        for (int i = 0; i < 9; i++) {
            gaiti_store_f32(key + 4 * i, -gaiti_load_f32(key + 4 * i));
        }
    } else if (kind < -0.8) {
        for (int i = 0; i < 3; i++) {
            gaiti_store_f32(key + 4 * i, 1.5f * gaiti_load_f32(key + 4 * i));
        }
    } else if (kind > 0.97) {
        gaiti_store_f32(s->keys[b][f] + TRANSLATION + 4, INFINITY);
    }
}

/* Makes channels absent or constant, and adds scales. */
static void spoil_track(gait_track *track, uint64_t *seed) {
    track->rotation.count = test_random(seed) < -0.6 ? 0 : track->rotation.count;
    track->translation.count = test_random(seed) < -0.6 ? 0 : track->translation.count;
    track->rotation.count =
        test_random(seed) < -0.7 && track->rotation.count ? 1 : track->rotation.count;
    track->translation.count =
        test_random(seed) < -0.7 && track->translation.count ? 1 : track->translation.count;
    track->rotation.negate = test_random(seed) < 0 ? 0x55 : 0;
    track->translation.negate = test_random(seed) < 0 ? 5 : 0;
    if (test_random(seed) > 0.5) {
        track->scale.count = test_random(seed) < 0 ? 1 : FRAMES;
    }
}

static void make_track(scene *s, const contents *made, uint64_t *seed, int b) {
    gait_transform moved = test_random_transform(seed);
    for (int f = 0; f < FRAMES; f++) {
        uint8_t *key = s->keys[b][f];
        store_rotation(s, made, seed, b, f, &moved);
        for (int i = 0; i < 3; i++) {
            moved.t[i] += 0.05 * test_random(seed);
            store(made->translation, key + TRANSLATION, i, moved.t[i] * made->distance);
            store(GAIT_F32, key + SCALE, i,
                  1 + test_random(seed) * (test_random(seed) > 0 ? 0.01 : 1.1));
        }
        if (made->is_odd && made->rotation == GAIT_MAT3_LE) {
            spoil_matrix(s, seed, b, f);
        }
    }
    gait_channel keys = {.data = s->keys[b][0], .count = FRAMES, .stride = KEY};
    gait_track *track = &s->tracks[b];
    track->rotation = track->translation = track->scale = keys;
    track->rotation.element = (uint8_t)made->rotation;
    track->translation.data += TRANSLATION;
    track->translation.element = (uint8_t)made->translation;
    track->scale.data += SCALE;
    track->scale.element = GAIT_F32;
    track->scale.count = 0;
    if (made->is_odd) {
        spoil_track(track, seed);
    }
}

static gait_skeleton *make_skeleton(const contents *made, uint64_t *seed) {
    gait_skeleton *random = test_random_skeleton(seed, BONES), *result;
    gait_bone bones[BONES];
    for (int b = 0; b < BONES; b++) {
        bones[b] = random->bones[b];
        if (!made->is_rest_rotated) {
            bones[b].rest.q[0] = bones[b].rest.q[1] = bones[b].rest.q[2] = 0;
            bones[b].rest.q[3] = 1;
        }
        if (made->is_odd && test_random(seed) > 0.8) {
            bones[b].rest.s[1] = 1.5;
        }
        if (made->is_odd && test_random(seed) > 0.8) {
            bones[b].parent = -1;
            bones[b].parent_origin = GAIT_ORIGIN_UNKNOWN;
        }
    }
    assert_int_equal(gaiti_skeleton_new("random", bones, BONES, NULL, &result), GAIT_OK);
    gait_skeleton_free(random);
    return result;
}

static scene *make_scene(uint64_t seed, const contents *made) {
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->skeleton = make_skeleton(made, &seed);
    for (int b = 0; b < BONES; b++) {
        make_track(s, made, &seed, b);
    }
    s->clip = (gait_clip){.name = "scene",
                          .skeleton = s->skeleton,
                          .space = made->space,
                          .axes = made->axes,
                          .frame_count = FRAMES,
                          .time = s->time,
                          .tracks = s->tracks};
    assert_true(gaiti_clip_is_valid(&s->clip));
    return s;
}

static void free_scene(scene *s) {
    gait_skeleton_free(s->skeleton);
    free(s);
}

static void *allocate_work(const gait_clip *clip) {
    void *work = malloc((size_t)gaiti_local_keys_work(clip) + 1);
    assert_non_null(work);
    return work;
}

static void convert(scene *s, gait_axes axes) {
    void *work = allocate_work(&s->clip);
    gaiti_local_keys(&s->clip, axes, (s->clip.frame_count + 7) / 8 * 8, s->out, work);
    free(work);
}

/* --- comparison ------------------------------------------------------------------------------- */

/* The largest coordinate of a bone and its parent. */
static double reach(const scene *s, const gait_affine *model, uint32_t b) {
    int32_t parent = s->skeleton->bones[b].parent;
    double largest = 0;
    for (int i = 0; i < 3; i++) {
        largest = fmax(largest, fabs(model[b].t[i]));
        largest = fmax(largest, parent < 0 ? 0 : fabs(model[parent].t[i]));
    }
    return largest;
}

static void assert_number_near(float actual, double expected, double tolerance) {
    if (isnan(expected) || isinf((float)expected)) {
        assert_true(isnan(expected) ? isnan(actual) : actual == (float)expected);
    } else {
        test_assert_near((double)actual, expected, tolerance);
    }
}

static void assert_key_near(const float *key, uint32_t row, const gait_transform *expected,
                            double distance) {
    double dot = 0, apart = 0, square = 0;
    for (uint32_t i = 0; i < 3; i++) {
        double largest = fmax(distance, fabs(expected->t[i]));
        assert_number_near(key[i * row], expected->t[i], fmax(1e-6, largest * 0x1p-23));
        assert_number_near(key[(7 + i) * row], expected->s[i],
                           2e-6 * fmax(1, fabs(expected->s[i])));
    }
    for (uint32_t i = 0; i < 4; i++) {
        dot += (double)key[(3 + i) * row] * expected->q[i];
        square += (double)key[(3 + i) * row] * (double)key[(3 + i) * row];
    }
    test_assert_near(square, 1, 1e-6);
    for (uint32_t i = 0; i < 4; i++) {
        double difference = (double)key[(3 + i) * row] - (dot < 0 ? -1 : 1) * expected->q[i];
        apart += difference * difference;
    }
    test_assert_near(2 * sqrt(apart) * 57.29577951308232, 0, 0.0005);
}

static void assert_signs_are_continuous(const float *q, uint32_t row, uint32_t frames) {
    assert_true(q[3 * row] >= 0);
    for (uint32_t f = 1; f < frames; f++) {
        float dot = 0;
        for (uint32_t i = 0; i < 4; i++) {
            dot += q[i * row + f] * q[i * row + f - 1];
        }
        assert_true(dot >= -1e-6f);
    }
}

static void assert_all_near(scene *s, gait_axes axes) {
    uint32_t frames = s->clip.frame_count, row = (frames + 7) / 8 * 8;
    gait_affine pose[BONES], model[BONES];
    for (uint32_t f = 0; f < row; f++) {
        uint32_t key = f < frames ? f : frames - 1;
        gaiti_pose_at_frame(&s->clip, key, GAIT_SPACE_LOCAL, axes, pose);
        gaiti_pose_at_frame(&s->clip, key, GAIT_SPACE_MODEL, axes, model);
        for (uint32_t b = 0; b < BONES; b++) {
            gait_transform expected;
            gait_affine_decompose(&pose[b], &expected);
            assert_key_near(s->out + (size_t)b * GAITI_LOCAL_ROWS * row + f, row, &expected,
                            reach(s, model, b));
        }
    }
    for (uint32_t b = 0; b < BONES; b++) {
        assert_signs_are_continuous(s->out + ((size_t)b * GAITI_LOCAL_ROWS + 3) * row, row, frames);
    }
}

/* --- tests ------------------------------------------------------------------------------------ */

static const gait_element rotations[] = {GAIT_F32, GAIT_SNORM16, GAIT_F32_LE, GAIT_MAT3_LE};

static contents random_contents(uint64_t seed) {
    static const double distortions[] = {0, 1e-6, 1e-3, 0.02, 0.05, 0.5};
    static const double distances[] = {1, 1, 3, 200};
    return (contents){.space = (gait_space)(seed % 4),
                      .axes = (gait_axes)(seed / 4 % 3),
                      .rotation = rotations[seed / 12 % 4],
                      .translation = seed % 5 == 0 ? GAIT_F32 : GAIT_F32_LE,
                      .distortion = distortions[seed / 7 % 6],
                      .distance = distances[seed / 5 % 4],
                      .is_odd = seed % 11 < 5,
                      .is_rest_rotated = seed % 13 < 5};
}

TEST(keys_are_those_of_exact_functions) {
    for (uint64_t seed = 0; seed < 480; seed++) {
        contents made = random_contents(seed);
        scene *s = make_scene(seed, &made);
        s->clip.frame_count -= made.is_odd ? 0 : seed % 20;
        for (int b = 0; b < BONES && !made.is_odd; b++) {
            s->tracks[b].rotation.count = s->tracks[b].translation.count = s->clip.frame_count;
        }
        gait_axes axes = (gait_axes)(seed / 3 % 3);
        convert(s, axes);
        assert_all_near(s, axes);
        free_scene(s);
    }
}

TEST(all_variants_have_the_same_bits) {
    for (uint64_t seed = 0; seed < 240; seed++) {
        contents made = random_contents(seed);
        scene *s = make_scene(seed, &made);
        gait_axes axes = (gait_axes)(seed / 3 % 3);
        float *other = calloc(1, sizeof s->out);
        void *work = allocate_work(&s->clip);
        assert_non_null(other);
        gaiti_local_keys(&s->clip, axes, ROW, s->out, work);
        gaiti_local_keys_narrow(&s->clip, axes, ROW, other, work);
        assert_memory_equal(s->out, other, sizeof s->out);
        memset(other, 0, sizeof s->out);
        plain_keys(&s->clip, axes, ROW, other, work);
        assert_memory_equal(s->out, other, sizeof s->out);
        free(work);
        free(other);
        free_scene(s);
    }
}

TEST(clips_without_frames_have_no_keys) {
    contents made = random_contents(0);
    scene *s = make_scene(1, &made);
    s->clip.frame_count = 0;
    memset(s->tracks, 0, sizeof s->tracks);
    s->out[0] = 7;
    convert(s, GAIT_AXES_ENGINE);
    assert_true(s->out[0] == 7);
    free_scene(s);
}
