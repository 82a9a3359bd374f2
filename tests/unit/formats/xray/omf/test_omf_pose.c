/* Poses computed from stored keys: agreement with exact poses, same bits on all instruction sets,
 * and no access outside of tracks. The plain C is compiled here. */
#include <math.h>
#include <stdlib.h>

#define GAIT_NO_VECTORS
#define gaiti_omf_pose_by plain_pose_by
#include "formats/xray/omf/omf_pose_kernels.c"
#undef gaiti_omf_pose_by

#include "gait/gait.h"
#include "gait/transform.h"
#include "omf_poses.h"
#include "sampler_errors.h"
#include "test.h"
#include "transforms.h"
#include "formats/xray/omf/omf.h"

/* The function of the library. */
gaiti_omf_pose_function gaiti_omf_pose_by(gaiti_omf_pose_way way);

enum { MAX_TRACKS = 19, MAX_FRAMES = 40, KINDS = 16 };

typedef enum turn {
    SMALL = 0, /* less than 10 degrees per key */
    LARGE,     /* up to 150 degrees per key */
    FLIPS,     /* small, and keys have random signs */
    ZEROS      /* small, and some keys are zero */
} turn;

/* A bank of one motion. */
typedef struct bank {
    gait_omf *omf;
    gait_skeleton *skeleton;
    gait_clip *clip;
} bank;

static uint64_t seed = 7;

static double random_value(void) {
    return test_random(&seed);
}

static uint32_t random_below(uint32_t count) {
    return (uint32_t)(fabs(random_value()) * count) % count;
}

/* --- banks ------------------------------------------------------------------------------------ */

static size_t add_number(uint8_t *at, size_t size, double value) {
    if (size == 4) {
        gaiti_store_f32(at, (float)value);
    } else if (size == 2) {
        gaiti_store_s16(at, (int16_t)floor(value * 32767 + 0.5));
    } else {
        *at = (uint8_t)(int8_t)floor(value * 127 + 0.5);
    }
    return size;
}

static size_t fill_rotations(uint8_t *keys, bool is_float, uint32_t count, turn kind) {
    double axis[3] = {random_value(), random_value(), random_value()}, angle = 3 * random_value();
    double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    size_t at = 0, size = is_float ? 4 : 2;
    for (uint32_t f = 0; f < count; f++) {
        angle += (kind == LARGE ? 2.6 : 0.17) * random_value();
        double sign = kind == FLIPS && random_value() < 0 ? -1 : 1;
        sign = kind == ZEROS && random_value() < 0 ? 0 : sign;
        for (int i = 0; i < 3; i++) {
            at += add_number(keys + at, size, sign * sin(angle / 2) * axis[i] / length);
        }
        at += add_number(keys + at, size, sign * cos(angle / 2));
    }
    return at;
}

static size_t fill_translations(uint8_t *keys, uint8_t flags, uint32_t count) {
    size_t at = 0, size = flags & GAIT_OMF_FLOAT_KEYS ? 4 : flags & GAIT_OMF_TRANSLATION_16 ? 2 : 1;
    for (uint32_t i = 0; i < 3 * count; i++) {
        at += add_number(keys + at, size, random_value());
    }
    return at;
}

static void make_track(uint8_t flags, uint32_t frames, turn kind, uint8_t *room,
                       gait_omf_track *out) {
    bool is_constant = flags & GAIT_OMF_ROTATION_CONSTANT;
    size_t size = fill_rotations(room, flags & GAIT_OMF_FLOAT_KEYS, is_constant ? 1 : frames, kind);
    *out = (gait_omf_track){.flags = flags, .rotation_keys = {room, size}};
    if (flags & GAIT_OMF_TRANSLATION_KEYS) {
        room += size;
        out->translation_keys = (gait_span){room, fill_translations(room, flags, frames)};
    }
    bool is_wide = flags & GAIT_OMF_TRANSLATION_16;
    for (int i = 0; i < 3; i++) {
        out->size[i] = (float)(fabs(random_value()) / (is_wide ? 32767 : 127));
        out->init[i] = (float)random_value();
    }
}

/* kind_count kinds of tracks, starting with `first`. */
static bank make_bank(uint32_t tracks, uint32_t frames, turn kind, uint8_t first,
                      uint8_t kind_count) {
    enum { ROOM = MAX_FRAMES * 28 + 40 };
    static uint8_t room[MAX_TRACKS][ROOM];
    gait_omf_track all[MAX_TRACKS];
    bank made;
    assert_int_equal(gaiti_omf_new(4, NULL, &made.omf), GAIT_OK);
    assert_int_equal(gaiti_omf_add_part(made.omf, test_span("p")), GAIT_OK);
    for (uint32_t t = 0; t < tracks; t++) {
        const char name[2] = {(char)('a' + t), 0};
        assert_int_equal(gaiti_omf_add_bone(made.omf, test_span(name), t), GAIT_OK);
        make_track((uint8_t)(first + random_below(kind_count)), frames, kind, room[t], &all[t]);
    }
    gait_omf_motion motion = {
        .name = test_span("m"), .label = test_span("m"), .frame_count = frames};
    assert_int_equal(gaiti_omf_add_motion(made.omf, &motion, all), GAIT_OK);
    assert_int_equal(gaiti_omf_bind_skeleton(made.omf, NULL, NULL, &made.skeleton), GAIT_OK);
    assert_int_equal(gaiti_omf_clip(made.omf, 0, made.skeleton, NULL, &made.clip), GAIT_OK);
    return made;
}

static void free_bank(bank *made) {
    gait_clip_free(made->clip);
    gait_skeleton_free(made->skeleton);
    gait_omf_free(made->omf);
}

/* --- agreement -------------------------------------------------------------------------------- */

static omf_pose_errors errors;

static void compare_bank(uint32_t tracks, uint32_t frames, turn kind, uint8_t first,
                         uint8_t kind_count) {
    bank made = make_bank(tracks, frames, kind, first, kind_count);
    for (int i = 0; i < 12; i++) {
        double fraction = i % 3 ? fabs(random_value()) : 0;
        uint32_t key = i == 0 ? frames - 1 : random_below(frames);
        omf_pose_compare(made.omf, 0, made.clip, key, key + 1 < frames ? fraction : 0, &errors);
    }
    free_bank(&made);
}

TEST(poses_agree_with_clips) {
    static const uint32_t frames[] = {1, 2, 3, 9, MAX_FRAMES};
    for (uint32_t tracks = 1; tracks <= MAX_TRACKS; tracks++) {
        for (uint32_t i = 0; i < sizeof frames / sizeof *frames; i++) {
            for (int kind = SMALL; kind <= ZEROS; kind++) {
                compare_bank(tracks, frames[i], (turn)kind, 0, GAIT_OMF_FLOAT_KEYS);
                compare_bank(tracks, frames[i], (turn)kind, 0, KINDS);
            }
        }
    }
    for (uint8_t first = 0; first < KINDS; first++) {
        compare_bank(9, 7, SMALL, first, 1);
    }
    print_message("%.0f transforms: %.2g mm, %.2g degrees at keys, %.2g between\n",
                  (double)errors.compared, 1000 * errors.metres, errors.degrees[0],
                  errors.degrees[1]);
    assert_true(errors.compared > 50000 && errors.undefined < errors.compared / 100);
}

/* gait_pose_at_time() of a whole motion, in all axes. */
TEST(poses_agree_at_times) {
    bank made = make_bank(MAX_TRACKS, MAX_FRAMES, LARGE, 0, KINDS);
    uint32_t bones = made.skeleton->bone_count;
    gait_affine pose[MAX_TRACKS], work[MAX_TRACKS];
    gait_trs found[MAX_TRACKS];
    assert_int_equal(bones, MAX_TRACKS);
    for (int axes = 0; axes <= GAIT_AXES_GLTF; axes++) {
        for (int i = 0; i < 30; i++) {
            double time = fabs(random_value()) * (MAX_FRAMES - 1.01) / 30;
            gait_pose_at_time(made.clip, time, GAIT_SPACE_LOCAL, (gait_axes)axes, pose, work);
            gait_omf_pose(made.omf, 0, time, (gait_axes)axes, found, bones);
            for (uint32_t b = 0; b < bones; b++) {
                gait_transform exact;
                gait_affine_decompose(&pose[b], &exact);
                sampler_error error = sampler_error_of(&found[b], &exact);
                assert_true(error.metres <= SAMPLER_METRES);
                assert_true(error.degrees <= SAMPLER_DEGREES_BETWEEN);
            }
        }
    }
    free_bank(&made);
}

/* --- times ------------------------------------------------------------------------------------ */

static void assert_pose(const gait_omf *omf, double time, double other) {
    gait_trs a[MAX_TRACKS], b[MAX_TRACKS];
    assert_int_equal(gait_omf_pose(omf, 0, time, GAIT_AXES_GLTF, a, MAX_TRACKS), GAIT_OK);
    assert_int_equal(gait_omf_pose(omf, 0, other, GAIT_AXES_GLTF, b, MAX_TRACKS), GAIT_OK);
    assert_memory_equal(a, b, gait_omf_bone_count(omf) * sizeof *a);
}

TEST(times_outside_are_clamped) {
    for (uint32_t tracks = 1; tracks <= 9; tracks++) {
        bank made = make_bank(tracks, 5, SMALL, 0, KINDS);
        assert_pose(made.omf, -1, 0);
        assert_pose(made.omf, -INFINITY, 0);
        assert_pose(made.omf, 10, 4.0 / 30);
        assert_pose(made.omf, INFINITY, 4.0 / 30);
        assert_pose(made.omf, 1e300, 4.0 / 30);
        free_bank(&made);
    }
}

TEST(refused_calls_write_nothing) {
    bank made = make_bank(9, 5, SMALL, 0, KINDS);
    gait_trs out[10], before[10];
    memset(out, 0x5A, sizeof out);
    memcpy(before, out, sizeof before);
    assert_int_equal(gait_omf_pose(made.omf, 0, NAN, GAIT_AXES_GLTF, out, 9), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_omf_pose(made.omf, 0, 0, GAIT_AXES_GLTF, out, 8), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_omf_pose(made.omf, 1, 0, GAIT_AXES_GLTF, out, 9), GAIT_BAD_ARGUMENT);
    assert_memory_equal(out, before, sizeof out);
    assert_int_equal(gait_omf_pose(made.omf, 0, 0.05, GAIT_AXES_GLTF, out, 9), GAIT_OK);
    assert_memory_equal(&out[9], &before[9], sizeof *out);
    free_bank(&made);
}

/* --- tracks of any bytes ---------------------------------------------------------------------- */

/* A motion whose tracks are one block of exactly their size. */
typedef struct block {
    gait_omf omf;
    gaiti_omf_keys keys;
    uint32_t offsets[MAX_TRACKS];
    uint8_t *bytes;
} block;

static void make_block(uint32_t tracks, uint32_t frames, uint32_t kind_count, block *out) {
    uint8_t flags[MAX_TRACKS];
    uint64_t size = 0;
    for (uint32_t t = 0; t < tracks; t++) {
        flags[t] = (uint8_t)(random_below(16) << 4 | random_below(kind_count));
        out->offsets[t] = (uint32_t)size;
        size += gaiti_omf_track_size(flags[t], frames);
    }
    out->bytes = malloc((size_t)size);
    assert_non_null(out->bytes);
    for (size_t i = 0; i < size; i++) {
        out->bytes[i] = (uint8_t)random_below(256);
    }
    for (uint32_t t = 0; t < tracks; t++) {
        out->bytes[out->offsets[t]] = flags[t];
    }
    out->keys = (gaiti_omf_keys){
        .frame_count = frames, .tracks = {out->bytes, (size_t)size}, .offsets = out->offsets};
    out->omf = (gait_omf){
        .bone_count = tracks, .keys_count = 1, .definition_count = 1, .keys = &out->keys};
}

/* Address sanitizer reports accesses outside of the block. */
TEST(tracks_are_not_left) {
    for (uint32_t i = 0; i < 4000; i++) {
        uint32_t tracks = 1 + i % MAX_TRACKS, frames = 1 + i / 7 % 3;
        gait_trs out[MAX_TRACKS];
        block made;
        make_block(tracks, frames, i % 2 ? KINDS : GAIT_OMF_FLOAT_KEYS, &made);
        for (int t = 0; t < 6; t++) {
            assert_int_equal(gait_omf_pose(&made.omf, 0, t / 60.0, GAIT_AXES_GLTF, out, MAX_TRACKS),
                             GAIT_OK);
        }
        free(made.bytes);
    }
}

/* --- instruction sets ------------------------------------------------------------------------- */

static void assert_same_bits(const gait_trs *a, const gait_trs *b, uint32_t tracks) {
    const float *p = (const float *)(const void *)a, *q = (const float *)(const void *)b;
    for (uint32_t i = 0; i < 10 * tracks; i++) {
        if (memcmp(&p[i], &q[i], sizeof *p) != 0 && !(isnan(p[i]) && isnan(q[i]))) {
            fail_msg("track %u: number %u is %.9g and %.9g", i / 10, i % 10, (double)p[i],
                     (double)q[i]);
        }
    }
}

static void compare_ways(const gait_omf *omf, double time) {
    gaiti_omf_moment moment;
    gait_trs out[MAX_TRACKS];
    assert_int_equal(gait_omf_pose(omf, 0, time, GAIT_AXES_GLTF, out, MAX_TRACKS), GAIT_OK);
    gaiti_omf_pose_begin(&omf->keys[0], time, GAIT_AXES_GLTF, &moment);
    gait_trs base[MAX_TRACKS], plain[MAX_TRACKS], wide[MAX_TRACKS];
    gaiti_omf_pose_function avx2 = gaiti_omf_pose_by(GAITI_OMF_POSE_AVX2);
    gaiti_omf_pose_by(GAITI_OMF_POSE_BASE)(&moment, omf->bone_count, base);
    plain_pose_by(GAITI_OMF_POSE_BASE)(&moment, omf->bone_count, plain);
    assert_same_bits(out, base, omf->bone_count);
    assert_same_bits(plain, base, omf->bone_count);
    if (avx2) {
        avx2(&moment, omf->bone_count, wide);
        assert_same_bits(wide, base, omf->bone_count);
    }
}

TEST(instruction_sets_give_the_same_bits) {
    assert_null(plain_pose_by(GAITI_OMF_POSE_AVX2));
    for (uint32_t i = 0; i < 600; i++) {
        uint32_t tracks = 1 + i % MAX_TRACKS, frames = 1 + i % 5;
        bank made = make_bank(tracks, frames, (turn)(i % 4), 0, KINDS);
        block other;
        make_block(tracks, frames, KINDS, &other);
        for (int t = 0; t < 8; t++) {
            double time = fabs(random_value()) * frames / 30;
            compare_ways(made.omf, time);
            compare_ways(&other.omf, time);
        }
        free(other.bytes);
        free_bank(&made);
    }
}
