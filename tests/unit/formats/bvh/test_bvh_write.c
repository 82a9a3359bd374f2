/* Writing BVH: written clips are read back unchanged, and data that BVH cannot store is
 * reported. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "formats/bvh/bvh_writer.h"
#include "gait/bvh.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "model/affine.h"
#include "test.h"
#include "transforms.h"
#include "formats/bvh/bvh.h"
#include "model/clip.h"

enum { MOST_KEYS = 16, MOST_BONES = 24 };

/* A clip and its keys. */
typedef struct made_clip {
    gait_clip clip;
    float time[MOST_KEYS];
    gait_track tracks[MOST_BONES];
    float rotations[MOST_BONES][MOST_KEYS][4];
    float translations[MOST_BONES][MOST_KEYS][3];
} made_clip;

static void set_key(made_clip *made, uint32_t bone, uint32_t key, const gait_transform *value) {
    for (int i = 0; i < 4; i++) {
        made->rotations[bone][key][i] = (float)value->q[i];
    }
    for (int i = 0; i < 3; i++) {
        made->translations[bone][key][i] = (float)value->t[i];
    }
}

static void make_clip(made_clip *made, const gait_skeleton *skeleton, uint32_t keys) {
    uint64_t seed = 17;
    assert_in_range(skeleton->bone_count, 0, MOST_BONES);
    *made = (made_clip){.clip = {.name = "clip",
                                 .skeleton = skeleton,
                                 .space = GAIT_SPACE_LOCAL,
                                 .axes = GAIT_AXES_GLTF,
                                 .frame_count = keys}};
    made->clip.time = made->time;
    made->clip.tracks = made->tracks;
    for (uint32_t k = 0; k < keys; k++) {
        made->time[k] = (float)k / 30;
    }
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        for (uint32_t k = 0; k < keys; k++) {
            gait_transform value = test_random_transform(&seed);
            set_key(made, b, k, &value);
        }
        made->tracks[b] = (gait_track){
            .rotation = {(const uint8_t *)made->rotations[b], keys, 16, 0, GAIT_F32},
            .translation = {(const uint8_t *)made->translations[b], keys, 12, 0, GAIT_F32}};
    }
}

static char *text_of(const gait_clip *clip, const gaiti_bvh_options *options) {
    gait_buffer out = {0};
    assert_int_equal(gaiti_bvh_write_file(clip, options, &out), GAIT_OK);
    char *text = malloc(out.size + 1);
    assert_non_null(text);
    memcpy(text, out.data, out.size);
    text[out.size] = 0;
    gait_buffer_free(&out);
    return text;
}

/* A text, and the document, skeleton and clip read from it. */
typedef struct read_back {
    char *text;
    gait_bvh *bvh;
    gait_skeleton *skeleton;
    gait_clip *clip;
} read_back;

static read_back read_text(char *text) {
    read_back it = {.text = text};
    gait_span bytes = {(const uint8_t *)text, strlen(text)};
    gait_diagnostic items[8];
    gait_diagnostics diagnostics = {.items = items, .capacity = 8};
    gait_options options = {.diagnostics = &diagnostics};
    assert_int_equal(gaiti_bvh_open(bytes, &options, &it.bvh), GAIT_OK);
    assert_int_equal(gaiti_bvh_skeleton(it.bvh, "", NULL, &it.skeleton), GAIT_OK);
    assert_int_equal(gaiti_bvh_clip(it.bvh, "", it.skeleton, NULL, &it.clip), GAIT_OK);
    return it;
}

static void forget(read_back *it) {
    gait_clip_free(it->clip);
    gait_skeleton_free(it->skeleton);
    gaiti_bvh_free(it->bvh);
    free(it->text);
}

static void assert_same_poses(const gait_clip *a, const gait_clip *b) {
    static gait_affine ours[MOST_BONES], theirs[MOST_BONES];
    assert_int_equal(a->frame_count, b->frame_count);
    for (uint32_t f = 0; f < a->frame_count; f++) {
        gait_pose_at_frame(a, f, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, ours);
        gait_pose_at_frame(b, f, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, theirs);
        for (uint32_t i = 0; i < a->skeleton->bone_count; i++) {
            int32_t j = gait_skeleton_find(b->skeleton, a->skeleton->bones[i].name);
            assert_in_range(j, 0, b->skeleton->bone_count - 1);
            test_assert_affine_near(&theirs[j], &ours[i], 3e-5);
        }
    }
}

/* --- round trip ------------------------------------------------------------------------------- */

TEST(clips_survive_a_round_trip) {
    made_clip *made = malloc(sizeof *made);
    assert_non_null(made);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        uint64_t dice = seed;
        gait_skeleton *skeleton = test_random_skeleton(&dice, (uint32_t)seed);
        make_clip(made, skeleton, 5);
        read_back it = read_text(text_of(&made->clip, NULL));
        assert_same_poses(&made->clip, it.clip);
        assert_true(gait_bvh_rate(it.bvh) == 30);
        forget(&it);
        gait_skeleton_free(skeleton);
    }
    free(made);
}

/* A skeleton of these bones, with a translation but no rotation at rest. */
static gait_skeleton *skeleton_of(const char *const *names, const int32_t *parents,
                                  uint32_t count) {
    gait_bone bones[MOST_BONES];
    gait_skeleton *skeleton;
    for (uint32_t b = 0; b < count; b++) {
        bones[b] = (gait_bone){.name = names[b],
                               .parent = parents[b],
                               .rest = {.t = {0.125 * b, 0.5, 0}, .q = {0, 0, 0, 1}},
                               .parent_origin = GAIT_ORIGIN_FILE,
                               .rest_origin = GAIT_ORIGIN_FILE};
        for (int i = 0; i < 3; i++) {
            bones[b].rest.s[i] = 1;
        }
    }
    assert_int_equal(gaiti_skeleton_new("made", bones, count, NULL, &skeleton), GAIT_OK);
    return skeleton;
}

TEST(text_matches_the_documented_layout) {
    static const char wanted[] =
        "HIERARCHY\nROOT root\n{\n\tOFFSET 0 0.5 0\n\tCHANNELS 6 Xposition Yposition Zposition "
        "Zrotation Xrotation Yrotation\n\tJOINT a\n\t{\n\t\tOFFSET -0.125 0.5 0\n\t\tCHANNELS 6 "
        "Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\t\tEnd Site\n\t\t{\n\t\t\t"
        "OFFSET -0.0625 0.25 0\n\t\t}\n\t}\n\tJOINT b\n\t{\n\t\tOFFSET -0.25 0.5 0\n\t\tCHANNELS 6 "
        "Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\t\tEnd Site\n\t\t{\n\t\t\t"
        "OFFSET -0.125 0.25 0\n\t\t}\n\t}\n}\nMOTION\nFrames: 1\nFrame Time: 0.033333333\n"
        "1.5 0 -0.25 0 90 0 -0.125 0.5 0 0 0 0 -0.25 0.5 0 0 0 0\n";
    static const char *const names[] = {"root", "a", "b"};
    static const int32_t parents[] = {-1, 0, 0};
    gait_skeleton *skeleton = skeleton_of(names, parents, 3);
    made_clip made;
    make_clip(&made, skeleton, 1);
    gait_transform turn = {.t = {1.5, 0, -0.25}, .q = {sqrt(0.5), 0, 0, sqrt(0.5)}};
    set_key(&made, 0, 0, &turn);
    for (int b = 1; b < 3; b++) {
        made.tracks[b] = (gait_track){0};
    }
    char *text = text_of(&made.clip, NULL);
    /* The angle is not exactly 90 because sqrt(0.5) is rounded to a float. */
    char *angle = strstr(text, "90.");
    if (angle) {
        memmove(angle + 2, strchr(angle, ' '), strlen(strchr(angle, ' ')) + 1);
    }
    assert_string_equal(text, wanted);
    free(text);
    gait_skeleton_free(skeleton);
}

TEST(several_roots_get_a_common_dummy_root) {
    static const char *const names[] = {"__0", "b", "c"};
    static const int32_t parents[] = {-1, -1, 1};
    gait_skeleton *skeleton = skeleton_of(names, parents, 3);
    made_clip made;
    make_clip(&made, skeleton, 2);
    char *text = text_of(&made.clip, NULL);
    assert_non_null(strstr(text, "ROOT __0\n{\n\tOFFSET 0 0 0\n\tCHANNELS 0\n\tJOINT %5F_0\n"));
    read_back it = read_text(text);
    assert_int_equal(it.skeleton->bone_count, 3);
    assert_same_poses(&made.clip, it.clip);
    forget(&it);
    gait_skeleton_free(skeleton);
}

TEST(joints_are_written_depth_first) {
    static const char *const names[] = {"a", "b", "c", "b1", "c1", "b2"};
    static const int32_t parents[] = {-1, 0, 0, 1, 2, 1};
    static const char *const wanted[] = {"a", "b", "b1", "b2", "c", "c1"};
    gait_skeleton *skeleton = skeleton_of(names, parents, 6);
    made_clip made;
    make_clip(&made, skeleton, 3);
    read_back it = read_text(text_of(&made.clip, NULL));
    for (uint32_t b = 0; b < 6; b++) {
        assert_string_equal(it.skeleton->bones[b].name, wanted[b]);
    }
    assert_same_poses(&made.clip, it.clip);
    forget(&it);
    gait_skeleton_free(skeleton);
}

/* --- angles ----------------------------------------------------------------------------------- */

static void turned_back(const double angles[3], double m[3][3]) {
    double r = 3.14159265358979323846 / 180;
    double cz = cos(angles[0] * r), sz = sin(angles[0] * r), cx = cos(angles[1] * r),
           sx = sin(angles[1] * r), cy = cos(angles[2] * r), sy = sin(angles[2] * r);
    double of[3][3] = {{cz * cy - sz * sx * sy, -sz * cx, cz * sy + sz * sx * cy},
                       {sz * cy + cz * sx * sy, cz * cx, sz * sy - cz * sx * cy},
                       {-cx * sy, sx, cx * cy}};
    memcpy(m, of, sizeof of);
}

static void assert_same_turn(const double q[4], const double angles[3]) {
    gait_transform transform = {.q = {q[0], q[1], q[2], q[3]}, .s = {1, 1, 1}};
    gait_affine wanted = gait_affine_from_transform(&transform);
    double m[3][3];
    turned_back(angles, m);
    for (int i = 0; i < 9; i++) {
        test_assert_near(m[i / 3][i % 3], wanted.m[i / 3][i % 3], 1e-9);
    }
}

TEST(euler_angles_are_exact_at_gimbal_lock) {
    static const double near[] = {0, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4, 1e-2, 1};
    uint64_t seed = 5;
    for (int i = 0; i < 1000; i++) {
        double angles[3] = {test_random(&seed) * 360, test_random(&seed) * 360, 0};
        gait_transform turn = test_random_transform(&seed);
        gaiti_quaternion_normalise(turn.q);
        gaiti_bvh_euler(turn.q, angles);
        assert_same_turn(turn.q, angles);
    }
    for (size_t i = 0; i < sizeof near / sizeof near[0]; i++) {
        for (int side = -1; side <= 1; side += 2) {
            double half = (90 - near[i]) * side * 3.14159265358979323846 / 360,
                   angles[3] = {7, 8, 9};
            double c = cos(0.35), s = sin(0.35); /* then a rotation about Z */
            double q[4] = {c * sin(half), s * sin(half), s * cos(half), c * cos(half)};
            gaiti_bvh_euler(q, angles);
            assert_same_turn(q, angles);
        }
    }
}

TEST(euler_angles_are_continuous) {
    double angles[3] = {0, 0, 0};
    for (int i = 0; i <= 1000; i++) {
        double half = i * 0.01, before[3] = {angles[0], angles[1], angles[2]};
        double q[4] = {sin(half) * 0.6, 0, sin(half) * 0.8, cos(half)};
        gaiti_bvh_euler(q, angles);
        assert_same_turn(q, angles);
        for (int k = 0; k < 3; k++) {
            assert_true(fabs(angles[k] - before[k]) < 5);
        }
    }
    assert_true(fabs(angles[0]) > 360); /* the rotation is 20 rad, more than three turns */
}

TEST(numbers_have_nine_digits_and_no_exponent) {
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0"},
        {-0.0, "0"},
        {1, "1"},
        {0.5, "0.5"},
        {1e-10, "0"},
        {-1e-10, "0"},
        {1e-9, "0.000000001"},
        {1.0 / 3, "0.333333333"},
        {10.0 / 3, "3.33333333"},
        {-1000.0 / 3, "-333.333333"},
        {1e9 / 3, "333333333"},
        {1e12, "1000000000000"},
        {179.9999999, "180"},
        {100, "100"},
        {-250, "-250"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[64] = "";
        text[gaiti_bvh_print(text, cases[i].value)] = 0;
        assert_string_equal(text, cases[i].text);
    }
}

/* --- names ------------------------------------------------------------------------------------ */

TEST(all_names_survive_a_round_trip) {
    static const char *const names[] = {
        "Bip01 L Thigh",     "100%",         "a\"b\\c", "{x}",      " lead", "\t",
        "\xD0\x96 \xC2\xA0", "\xE2\x80\xA8", "%20",     "\x7F\x01",
    };
    enum { COUNT = sizeof names / sizeof names[0] };
    int32_t parents[COUNT];
    for (int i = 0; i < COUNT; i++) {
        parents[i] = i - 1;
    }
    gait_skeleton *skeleton = skeleton_of(names, parents, COUNT);
    made_clip made;
    make_clip(&made, skeleton, 1);
    char *text = text_of(&made.clip, NULL);
    assert_non_null(strstr(text, "ROOT Bip01%20L%20Thigh\n"));
    assert_non_null(strstr(text, "JOINT \xD0\x96%20%C2%A0\n"));
    read_back it = read_text(text);
    for (uint32_t b = 0; b < COUNT; b++) {
        assert_string_equal(it.skeleton->bones[b].name, names[b]);
    }
    forget(&it);
    gait_skeleton_free(skeleton);
}

/* --- time ------------------------------------------------------------------------------------- */

static void set_times(made_clip *made, const float *time) {
    memcpy(made->time, time, made->clip.frame_count * sizeof *time);
}

/* Returns the number of frames written for these key times and options, and their rate. */
static uint32_t frames_of(made_clip *made, const float *time, uint32_t keys,
                          const gaiti_bvh_options *options, double *out_rate) {
    made->clip.frame_count = keys;
    made->tracks[0].rotation.count = keys;
    made->tracks[0].translation.count = keys;
    set_times(made, time);
    read_back it = read_text(text_of(&made->clip, options));
    uint32_t frames = gaiti_bvh_frame_count(it.bvh);
    *out_rate = gait_bvh_rate(it.bvh);
    forget(&it);
    return frames;
}

TEST(key_times_determine_rate_and_frames) {
    static const float every[] = {0, 1 / 30.0f, 2 / 30.0f}, sparse[] = {0, 0.1f, 0.3f},
                       later[] = {5, 5 + 1 / 30.0f}, sixty[] = {0, 1 / 60.0f, 2 / 60.0f},
                       odd[] = {0, 0.05f, 0.072f};
    static const char *const names[] = {"a"};
    static const int32_t parents[] = {-1};
    static const gaiti_bvh_options at_ten = {.rate = 10}, at_120 = {.rate = 120};
    gait_skeleton *skeleton = skeleton_of(names, parents, 1);
    made_clip made;
    double rate;
    make_clip(&made, skeleton, 3);
    assert_int_equal(frames_of(&made, every, 3, NULL, &rate), 3);
    assert_true(rate == 30);
    assert_int_equal(frames_of(&made, sparse, 3, NULL, &rate), 10);
    assert_true(rate == 30);
    assert_int_equal(frames_of(&made, sparse, 3, &at_ten, &rate), 4);
    assert_true(rate == 10);
    assert_int_equal(frames_of(&made, later, 2, NULL, &rate), 2);
    assert_int_equal(frames_of(&made, sixty, 3, NULL, &rate), 3);
    assert_true(rate == 60);
    assert_int_equal(frames_of(&made, odd, 3, NULL, &rate), 4);
    assert_true(rate == 30);
    assert_int_equal(frames_of(&made, every, 3, &at_120, &rate), 9);
    assert_true(rate == 120);
    gait_skeleton_free(skeleton);
}

TEST(phases_are_timed_as_in_gltf) {
    static const float phases[] = {0, 0.5f, 1};
    static const char *const names[] = {"a"};
    static const int32_t parents[] = {-1};
    static const float part[] = {0.125f, 0.5f, 0.75f};
    static const gaiti_bvh_options one_second = {.duration_s = 1}, ten_fps = {.fps = 10},
                                   odd_time = {.duration_s = 0.333};
    gait_skeleton *skeleton = skeleton_of(names, parents, 1);
    made_clip made;
    double rate;
    make_clip(&made, skeleton, 3);
    made.clip.time_unit = GAIT_TIME_PHASE;
    assert_int_equal(frames_of(&made, phases, 3, NULL, &rate), 3);
    assert_int_equal(frames_of(&made, phases, 3, &one_second, &rate), 31);
    assert_int_equal(frames_of(&made, phases, 3, &ten_fps, &rate), 3);
    assert_true(rate == 10);
    assert_int_equal(frames_of(&made, part, 3, &odd_time, &rate), 9); /* held before and after */
    assert_true(fabs(rate - 8 / 0.333) < 1e-4);
    gait_skeleton_free(skeleton);
}

/* As in gait_pose_at_time(): slerp for rotations, linear for translations. */
TEST(frames_between_keys_are_interpolated) {
    static const float time[] = {0, 0.1f, 0.3f};
    uint64_t seed = 3;
    gait_skeleton *skeleton = test_random_skeleton(&seed, 6);
    made_clip made;
    make_clip(&made, skeleton, 3);
    set_times(&made, time);
    read_back it = read_text(text_of(&made.clip, NULL));
    assert_int_equal(it.clip->frame_count, 10);
    for (uint32_t f = 0; f < 10; f++) {
        gait_affine ours[6], theirs[6], work[6];
        double second = f / 30.0 < 0.3 ? f / 30.0 : (double)time[2];
        assert_int_equal(
            gait_pose_at_time(&made.clip, second, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, ours, work),
            GAIT_OK);
        gait_pose_at_frame(it.clip, f, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, theirs);
        for (uint32_t b = 0; b < 6; b++) {
            int32_t j = gait_skeleton_find(it.skeleton, skeleton->bones[b].name);
            test_assert_affine_near(&theirs[j], &ours[b], 3e-5);
        }
    }
    forget(&it);
    gait_skeleton_free(skeleton);
}

/* --- diagnostics ------------------------------------------------------------------------------ */

/* Lists the rules that writing raises, such as "BVW001 BVW010". */
static gait_status rules_raised_by(const gait_clip *clip, gaiti_bvh_options options, char *out,
                                   size_t room) {
    gait_diagnostic items[8];
    gait_diagnostics diagnostics = {.items = items, .capacity = 8};
    gait_buffer buffer = {0};
    options.common.diagnostics = &diagnostics;
    gait_status status = gaiti_bvh_write_file(clip, &options, &buffer);
    size_t size = 0;
    out[0] = 0;
    for (uint32_t i = 0; i < diagnostics.count; i++) {
        assert_null(strpbrk(items[i].text, "{}"));
        assert_null(strstr(items[i].text, "-1"));
        size += (size_t)snprintf(out + size, room - size, "%s%s", i ? " " : "", items[i].rule->id);
    }
    gait_buffer_free(&buffer);
    return status;
}

static void assert_raises(const made_clip *made, gaiti_bvh_options options, const char *rules) {
    char raised[128];
    rules_raised_by(&made->clip, options, raised, sizeof raised);
    assert_string_equal(raised, rules);
}

TEST(data_that_bvh_cannot_store_is_reported) {
    static const char *const names[] = {"a", "b"}, *const odd[] = {"a b", ""},
                             *const twice[] = {"a", "A"};
    static const int32_t parents[] = {-1, 0};
    static const float scale[3] = {1, 2, 1};
    static const gaiti_bvh_options usual = {0};
    gait_skeleton *skeleton = skeleton_of(names, parents, 2);
    made_clip made;
    make_clip(&made, skeleton, 3);
    assert_raises(&made, usual, "");
    made.tracks[1].scale = (gait_channel){(const uint8_t *)scale, 1, 12, 0, GAIT_F32};
    assert_raises(&made, usual, "BVW001");
    made.tracks[1].scale.count = 0;
    made.translations[0][1][2] = NAN;
    made.translations[0][2][2] = 1e20f;
    memset(made.rotations[1][1], 0, sizeof made.rotations[1][1]);
    assert_raises(&made, usual, "BVW002");
    gait_skeleton_free(skeleton);
    skeleton = skeleton_of(odd, parents, 2);
    make_clip(&made, skeleton, 1);
    assert_raises(&made, usual, "BVW010 BVW012");
    gait_skeleton_free(skeleton);
    skeleton = skeleton_of(twice, parents, 2);
    make_clip(&made, skeleton, 1);
    assert_raises(&made, usual, "BVW011");
    gait_skeleton_free(skeleton);
}

TEST(non_finite_rest_pose_is_reported) {
    gait_bone bone = {
        .name = "a", .parent = -1, .rest = {.t = {0, INFINITY, 0}, .q = {0, 0, 0, 1}}};
    gait_skeleton *skeleton;
    made_clip made;
    assert_int_equal(gaiti_skeleton_new("", &bone, 1, NULL, &skeleton), GAIT_OK);
    make_clip(&made, skeleton, 1);
    assert_raises(&made, (gaiti_bvh_options){0}, "BVW003");
    read_back it = read_text(text_of(&made.clip, NULL));
    forget(&it);
    gait_skeleton_free(skeleton);
}

TEST(unusable_times_are_reported) {
    static const float falling[] = {1, 0, 2}, crowded[] = {0, 0.001f, 1}, odd[] = {0, 0.05f, 0.07f},
                       far[] = {0, 1, 200000}, even[] = {0, 0.5f, 1}, third[] = {0, 0.3f, 1};
    static const char *const names[] = {"a"};
    static const int32_t parents[] = {-1};
    gait_skeleton *skeleton = skeleton_of(names, parents, 1);
    made_clip made;
    char raised[64];
    make_clip(&made, skeleton, 3);
    set_times(&made, falling);
    assert_raises(&made, (gaiti_bvh_options){0}, "BVW020");
    set_times(&made, odd);
    assert_raises(&made, (gaiti_bvh_options){0}, "BVW023");
    set_times(&made, even);
    assert_raises(&made, (gaiti_bvh_options){.rate = 3}, "BVW023");
    set_times(&made, far);
    assert_int_equal(
        rules_raised_by(&made.clip, (gaiti_bvh_options){.rate = 100}, raised, sizeof raised),
        GAIT_LIMIT);
    assert_non_null(strstr(raised, "BVW024"));
    made.clip.time_unit = GAIT_TIME_PHASE;
    set_times(&made, third);
    assert_raises(&made, (gaiti_bvh_options){.duration_s = 0.5}, "BVW026");
    set_times(&made, crowded);
    assert_raises(&made, (gaiti_bvh_options){.duration_s = 0.04}, "BVW026 BVW023");
    made.clip.frame_count = 0;
    made.tracks[0] = (gait_track){0};
    assert_raises(&made, (gaiti_bvh_options){0}, "BVW025");
    gait_skeleton_free(skeleton);
}

TEST(bad_arguments_are_refused) {
    static const gaiti_bvh_options bad[] = {{.rate = -1}, {.rate = 1e-9},     {.rate = NAN},
                                            {.fps = 1e9}, {.duration_s = -1}, {.duration_s = 3e5}};
    static const char *const names[] = {"a"};
    static const int32_t parents[] = {-1};
    gait_skeleton *skeleton = skeleton_of(names, parents, 1);
    gait_buffer out = {0};
    made_clip made;
    make_clip(&made, skeleton, 2);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(gaiti_bvh_write_file(&made.clip, &bad[i], &out), GAIT_BAD_ARGUMENT);
    }
    assert_int_equal(gaiti_bvh_write_file(NULL, NULL, &out), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_bvh_write_file(&made.clip, NULL, NULL), GAIT_BAD_ARGUMENT);
    made.clip.axes = GAIT_AXES_ENGINE;
    assert_int_equal(gaiti_bvh_write_file(&made.clip, NULL, &out), GAIT_BAD_ARGUMENT);
    made.clip.axes = GAIT_AXES_GLTF;
    made.tracks[0].rotation.count = 5;
    assert_int_equal(gaiti_bvh_write_file(&made.clip, NULL, &out), GAIT_BAD_ARGUMENT);
    assert_int_equal(out.size, 0);
    gait_skeleton_free(skeleton);
}

static gait_status write_it(const gait_options *options, void *user) {
    gaiti_bvh_options mine = {.common.allocator = options->allocator};
    gait_buffer out = {.allocator = options->allocator};
    gait_status status = gaiti_bvh_write_file(user, &mine, &out);
    gait_buffer_free(&out);
    return status;
}

TEST(failing_allocations_leak_nothing) {
    uint64_t seed = 9;
    gait_skeleton *skeleton = test_random_skeleton(&seed, 7);
    made_clip made;
    make_clip(&made, skeleton, 4);
    assert_in_range(test_every_failing_allocation(write_it, &made.clip), 3, 40);
    gait_skeleton_free(skeleton);
}
