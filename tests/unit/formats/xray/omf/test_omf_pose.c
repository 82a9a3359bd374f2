/* Poses from the keys of banks as stored, compared with the exact poses of the clips. */
#include <math.h>
#include <stdlib.h>

#include "base/bytes.h"
#include "gait/expert.h"
#include "gait/transform.h"
#include "test.h"
#include "transforms.h"

enum { MAX_BONES = 9, MAX_FRAMES = 7, KEY_BYTES = 16 * MAX_FRAMES };

/* A bank with one motion, written to a block that ends with its last track. */
typedef struct made_bank {
    uint8_t keys[MAX_BONES][2][KEY_BYTES];
    gait_omf_track tracks[MAX_BONES];
    gait_buffer bytes;
    uint8_t *exact; /* the bytes, without room after them */
    gait_omf *omf;
    gait_skeleton *skeleton;
    gait_clip *clip;
} made_bank;

static double draw(uint64_t *seed) {
    return 2 * fabs(test_random(seed)) - 1;
}

/* A rotation of up to `degrees` from the one before, as stored. */
static void put_rotation(uint64_t *seed, double degrees, bool is_float, double q[4], uint8_t *key) {
    const double axis[3] = {0.48, 0.6, 0.64};
    double half = draw(seed) * degrees * 0.5 * 3.14159265358979 / 180;
    double turn[4] = {axis[0] * sin(half), axis[1] * sin(half), axis[2] * sin(half), cos(half)};
    double product[4] = {q[3] * turn[0] + q[0] * turn[3] + q[1] * turn[2] - q[2] * turn[1],
                         q[3] * turn[1] - q[0] * turn[2] + q[1] * turn[3] + q[2] * turn[0],
                         q[3] * turn[2] + q[0] * turn[1] - q[1] * turn[0] + q[2] * turn[3],
                         q[3] * turn[3] - q[0] * turn[0] - q[1] * turn[1] - q[2] * turn[2]};
    double sign = draw(seed) < 0 ? -1 : 1; /* both signs are the same rotation */
    for (int i = 0; i < 4; i++) {
        q[i] = product[i];
        if (is_float) {
            gaiti_store_f32(key + 4 * i, (float)(sign * q[i]));
        } else {
            gaiti_store_s16(key + 2 * i, (int16_t)lrint(32767 * sign * q[i]));
        }
    }
}

static void make_track(uint64_t *seed, uint8_t flags, uint32_t frames, uint8_t keys[2][KEY_BYTES],
                       gait_omf_track *track) {
    bool is_float = flags & GAIT_OMF_FLOAT_KEYS, is_wide = flags & GAIT_OMF_TRANSLATION_16;
    size_t rotation = is_float ? 16 : 8, translation = is_float ? 12 : is_wide ? 6 : 3;
    double q[4] = {0, 0, 0, 1}, degrees = draw(seed) < 0 ? 10 : 170;
    uint32_t rotations = flags & GAIT_OMF_ROTATION_CONSTANT ? 1 : frames;
    for (uint32_t f = 0; f < frames; f++) {
        put_rotation(seed, degrees, is_float, q, keys[0] + rotation * f);
        for (size_t i = 0; i < 3; i++) {
            uint8_t *key = keys[1] + translation * f;
            if (is_float) {
                gaiti_store_f32(key + 4 * i, (float)draw(seed));
            } else if (is_wide) {
                gaiti_store_s16(key + 2 * i, (int16_t)(32767 * draw(seed)));
            } else {
                key[i] = (uint8_t)(int8_t)(127 * draw(seed));
            }
        }
    }
    *track = (gait_omf_track){.flags = flags, .rotation_keys = {keys[0], rotation * rotations}};
    if (flags & GAIT_OMF_TRANSLATION_KEYS) {
        track->translation_keys = (gait_span){keys[1], translation * frames};
    }
    for (int i = 0; i < 3; i++) {
        track->size[i] = is_wide ? 1e-5F : 1e-3F;
        track->init[i] = (float)draw(seed);
    }
}

static void make(uint64_t *seed, uint32_t bones, uint32_t frames, made_bank *made) {
    gait_omf *omf;
    char name[2] = "a";
    assert_int_equal(gait_omf_new(4, NULL, &omf), GAIT_OK);
    assert_int_equal(gait_omf_add_part(omf, test_span("part")), GAIT_OK);
    for (uint32_t b = 0; b < bones; b++) {
        static const uint8_t kinds[] = {GAIT_OMF_ROTATION_CONSTANT,
                                        0,
                                        GAIT_OMF_TRANSLATION_KEYS,
                                        GAIT_OMF_TRANSLATION_KEYS | GAIT_OMF_TRANSLATION_16,
                                        GAIT_OMF_TRANSLATION_KEYS | GAIT_OMF_TRANSLATION_16 |
                                            GAIT_OMF_ROTATION_CONSTANT,
                                        GAIT_OMF_TRANSLATION_16,
                                        GAIT_OMF_FLOAT_KEYS,
                                        GAIT_OMF_FLOAT_KEYS | GAIT_OMF_TRANSLATION_KEYS};
        uint8_t kind = kinds[(size_t)(fabs(test_random(seed)) * 8) % 8];
        name[0] = (char)('a' + b);
        make_track(seed, kind, frames, made->keys[b], &made->tracks[b]);
        assert_int_equal(gait_omf_add_bone(omf, test_span(name), b), GAIT_OK);
    }
    gait_omf_motion motion = {
        .name = test_span("m"), .label = test_span("m"), .frame_count = frames, .speed = 1};
    assert_int_equal(gait_omf_add_motion(omf, &motion, made->tracks), GAIT_OK);
    made->bytes = (gait_buffer){0};
    assert_int_equal(gait_omf_write(omf, &made->bytes), GAIT_OK);
    gait_omf_free(omf);
    made->exact = malloc(made->bytes.size);
    memcpy(made->exact, made->bytes.data, made->bytes.size);
    gait_span span = {made->exact, made->bytes.size};
    assert_int_equal(gait_omf_open(span, NULL, &made->omf), GAIT_OK);
    assert_int_equal(gait_omf_bind_skeleton(made->omf, NULL, NULL, &made->skeleton), GAIT_OK);
    assert_int_equal(gait_omf_clip(made->omf, 0, made->skeleton, NULL, &made->clip), GAIT_OK);
}

static void drop(made_bank *made) {
    gait_clip_free(made->clip);
    gait_skeleton_free(made->skeleton);
    gait_omf_free(made->omf);
    gait_buffer_free(&made->bytes);
    free(made->exact);
}

static void compare(const made_bank *made, double time, gait_axes axes) {
    uint32_t bones = made->skeleton->bone_count;
    gait_affine pose[2 * MAX_BONES];
    gait_trs found[MAX_BONES];
    double last = (double)made->clip->time[made->clip->frame_count - 1];
    double inside = time > 0 ? time < last ? time : last : 0;
    assert_int_equal(gait_omf_pose(made->omf, 0, time, axes, found, bones), GAIT_OK);
    assert_int_equal(
        gait_pose_at_time(made->clip, inside, GAIT_SPACE_LOCAL, axes, pose, pose + bones), GAIT_OK);
    for (uint32_t b = 0; b < bones; b++) {
        gait_transform wanted;
        double dot = 0;
        gait_affine_decompose(&pose[b], &wanted);
        for (int i = 0; i < 4; i++) {
            dot += wanted.q[i] * (double)found[b].q[i];
        }
        for (int i = 0; i < 4; i++) { /* 0.01 degrees */
            test_assert_near((dot < 0 ? -1 : 1) * (double)found[b].q[i], wanted.q[i], 8e-5);
        }
        for (int i = 0; i < 3; i++) {
            test_assert_near((double)found[b].t[i], wanted.t[i], 2e-5);
            assert_true(found[b].s[i] == 1);
        }
    }
}

static void poses_agree_with_those_of_clips(void **state) {
    (void)state;
    uint64_t seed = 3;
    static made_bank made;
    for (int i = 0; i < 400; i++) {
        uint32_t bones = 1 + (uint32_t)i % MAX_BONES;
        make(&seed, bones, 1 + (uint32_t)(i / 7) % MAX_FRAMES, &made);
        for (int k = -1; k < 12; k++) {
            compare(&made, k % 3 ? k / 42.0 : k / 30.0, (gait_axes)((i + k + 1) % 3));
        }
        drop(&made);
    }
}

/* All quaternions are zero: the identity. */
static void degenerate_rotations_are_the_identity(void **state) {
    (void)state;
    uint64_t seed = 1;
    static made_bank made;
    make(&seed, 1, 1, &made);
    uint8_t zeros[8] = {0};
    gait_omf_track track = {.flags = GAIT_OMF_ROTATION_CONSTANT, .rotation_keys = {zeros, 8}};
    gait_trs found;
    assert_int_equal(gait_omf_set_track(made.omf, 0, 0, &track), GAIT_OK);
    assert_int_equal(gait_omf_pose(made.omf, 0, 0, GAIT_AXES_ENGINE, &found, 1), GAIT_OK);
    assert_true(found.q[0] == 0 && found.q[1] == 0 && found.q[2] == 0 && found.q[3] == 1);
    drop(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_agree_with_those_of_clips),
        cmocka_unit_test(degenerate_rotations_are_the_identity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
