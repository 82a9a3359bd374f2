/* Conversion of clips to plain RTM: converting several keys at once gives the same numbers as
 * converting single keys, and writing a clip directly gives the same bytes as writing a
 * document. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "gait/pose.h"
#include "gait/rtm.h"
#include "test.h"
#include "transforms.h"
#include "formats/bi/rtm/rtm.h"

enum { MOST_BONES = 40, MOST_FRAMES = 9 };

/* A clip and its float keys. */
typedef struct key_clip {
    gait_skeleton *skeleton;
    gait_track tracks[MOST_BONES];
    float q[MOST_FRAMES][MOST_BONES][4], t[MOST_FRAMES][MOST_BONES][3];
    float ones[3], time[MOST_FRAMES];
    gait_clip clip;
} key_clip;

static gait_channel float_channel(const void *keys, uint32_t count, size_t stride) {
    return (gait_channel){
        .data = keys, .count = count, .stride = (uint32_t)stride, .element = GAIT_F32};
}

/* Some tracks lack a channel, some have one key, and some have components to negate. */
static void make_tracks(key_clip *made, uint32_t bones, uint32_t frames) {
    for (uint32_t b = 0; b < bones; b++) {
        gait_track *track = &made->tracks[b];
        track->rotation = float_channel(made->q[0][b], b % 5 == 3 ? 1 : frames, sizeof made->q[0]);
        track->translation =
            float_channel(made->t[0][b], b % 7 == 4 ? 1 : frames, sizeof made->t[0]);
        track->rotation.negate = b % 3 ? 7 : 0;
        track->translation.negate = (uint16_t)(b % 8);
        if (b % 11 == 9) {
            track->rotation = (gait_channel){0};
        }
        if (b % 11 == 5) {
            track->translation = (gait_channel){0};
        }
    }
}

static void make_keys(key_clip *made, uint64_t *seed, uint32_t bones, uint32_t frames) {
    for (uint32_t f = 0; f < frames; f++) {
        made->time[f] = (float)f / (float)frames;
        for (uint32_t b = 0; b < bones; b++) {
            gait_transform key = test_random_transform(seed);
            for (int i = 0; i < 4; i++) { /* lengths differ slightly from 1, as in records */
                made->q[f][b][i] = (float)(key.q[i] * (1 + 0.004 * test_random(seed)));
            }
            for (int i = 0; i < 3; i++) {
                made->t[f][b][i] = (float)key.t[i];
            }
        }
    }
}

static key_clip *make_clip(uint64_t *seed, uint32_t bones, uint32_t frames, gait_space space,
                           gait_axes axes) {
    key_clip *made = calloc(1, sizeof *made);
    assert_non_null(made);
    made->skeleton = test_random_skeleton(seed, bones);
    made->ones[0] = made->ones[1] = made->ones[2] = 1;
    make_keys(made, seed, bones, frames);
    make_tracks(made, bones, frames);
    made->clip = (gait_clip){.name = "walk",
                             .skeleton = made->skeleton,
                             .space = space,
                             .axes = axes,
                             .time_unit = GAIT_TIME_PHASE,
                             .frame_count = frames,
                             .time = made->time,
                             .tracks = made->tracks,
                             .root_motion = {1, 2, 3}};
    return made;
}

static void drop_clip(key_clip *made) {
    gait_skeleton_free(made->skeleton);
    free(made);
}

/* The status, the first diagnostic and the bytes of the file. */
typedef struct outcome {
    gait_status status;
    gait_diagnostic raised;
    gait_buffer bytes;
} outcome;

static outcome write_clip(const gait_clip *clip) {
    outcome result = {0};
    gait_diagnostics raised = {.items = &result.raised, .capacity = 1};
    gait_options options = {.diagnostics = &raised};
    result.status = gaiti_rtm_write_clip(clip, &options, &result.bytes);
    return result;
}

static outcome write_document(const gait_clip *clip) {
    outcome result = {0};
    gait_diagnostics raised = {.items = &result.raised, .capacity = 1};
    gait_options options = {.diagnostics = &raised};
    gait_rtm *rtm;
    result.status = gaiti_rtm_from_clip(clip, &options, &rtm);
    assert_int_equal(rtm != NULL, result.status == GAIT_OK);
    if (rtm) {
        assert_int_equal(gaiti_rtm_write(rtm, &result.bytes), GAIT_OK);
    }
    gaiti_rtm_free(rtm);
    return result;
}

/* Adds a scale of 1, with which the encoder converts keys one at a time. */
static outcome write_scaled(key_clip *made) {
    made->tracks[0].scale = float_channel(made->ones, 1, 0);
    outcome result = write_clip(&made->clip);
    made->tracks[0].scale = (gait_channel){0};
    return result;
}

static void assert_same_outcome(outcome *a, outcome *b) {
    assert_int_equal(a->status, b->status);
    assert_ptr_equal(a->raised.rule, b->raised.rule);
    assert_int_equal(a->raised.bone, b->raised.bone);
    assert_int_equal(a->raised.frame, b->raised.frame);
    assert_int_equal(a->raised.count, b->raised.count);
    assert_int_equal(a->bytes.size, b->bytes.size);
    assert_int_equal(a->bytes.size > 0, a->status == GAIT_OK);
    if (a->bytes.size) {
        assert_memory_equal(a->bytes.data, b->bytes.data, a->bytes.size);
    }
}

static gait_status assert_all_ways_agree(key_clip *made) {
    outcome wide = write_clip(&made->clip), narrow = write_scaled(made);
    outcome document = write_document(&made->clip);
    assert_same_outcome(&wide, &narrow);
    assert_same_outcome(&wide, &document);
    gait_buffer_free(&document.bytes);
    gait_buffer_free(&narrow.bytes);
    gait_buffer_free(&wide.bytes);
    return wide.status;
}

/* --- tests ------------------------------------------------------------------------------------ */

TEST(all_encoders_write_the_same_numbers) {
    static const uint32_t bones[] = {1, 2, 15, 16, 17, 33, MOST_BONES};
    uint64_t seed = 11;
    for (size_t i = 0; i < sizeof bones / sizeof bones[0]; i++) {
        for (uint32_t frames = 1; frames <= MOST_FRAMES; frames++) {
            gait_space space = frames % 3 ? GAIT_SPACE_LOCAL_DELTA : GAIT_SPACE_DELTA;
            for (int axes = GAIT_AXES_ENGINE; axes <= GAIT_AXES_GLTF; axes++) {
                key_clip *made = make_clip(&seed, bones[i], frames, space, (gait_axes)axes);
                assert_int_equal(assert_all_ways_agree(made), GAIT_OK);
                drop_clip(made);
            }
        }
    }
}

TEST(clip_without_keys_gives_a_valid_file) {
    uint64_t seed = 18;
    key_clip *made = make_clip(&seed, 20, 0, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
    outcome file = write_clip(&made->clip), document = write_document(&made->clip);
    assert_same_outcome(&file, &document);
    assert_int_equal(file.status, GAIT_OK);
    gait_buffer_free(&document.bytes);
    gait_buffer_free(&file.bytes);
    drop_clip(made);
}

/* Compares the matrices with poses that another part of the library computes. */
TEST(matrices_match_the_sampled_poses) {
    uint64_t seed = 12;
    gait_affine pose[MOST_BONES];
    gait_rtm *rtm;
    key_clip *made =
        make_clip(&seed, MOST_BONES, MOST_FRAMES, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
    assert_int_equal(gaiti_rtm_from_clip(&made->clip, NULL, &rtm), GAIT_OK);
    for (uint32_t f = 0; f < MOST_FRAMES; f++) {
        gait_pose_at_frame(&made->clip, f, GAIT_SPACE_DELTA, GAIT_AXES_FILE, pose);
        for (uint32_t b = 0; b < MOST_BONES; b++) {
            float matrix[12];
            gait_rtm_matrix(rtm, f, b, matrix);
            for (int i = 0; i < 12; i++) {
                double expected = i < 9 ? pose[b].m[i % 3][i / 3] : pose[b].t[i - 9];
                test_assert_near((double)matrix[i], expected, 1e-6);
            }
        }
    }
    gaiti_rtm_free(rtm);
    drop_clip(made);
}

TEST(encoders_agree_on_near_zero_rotations) {
    static const float short_ones[][4] = {
        {0, 0, 0, 0},      {-0.0F, 0, -0.0F, 0},
        {9e-7F, 0, 0, 0},  {0, 1.1e-6F, 0, 0}, /* long enough to be a rotation */
        {0, 0, 1e-30F, 0}, {0, 0, 0, 1e-45F}};
    uint64_t seed = 13;
    for (size_t i = 0; i < sizeof short_ones / sizeof short_ones[0]; i++) {
        for (uint32_t f = 0; f < 5; f++) {
            key_clip *made = make_clip(&seed, 20, 5, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_FILE);
            memcpy(made->q[f][16], short_ones[i], sizeof short_ones[i]);
            assert_int_equal(assert_all_ways_agree(made), GAIT_OK);
            drop_clip(made);
        }
    }
}

TEST(encoders_agree_on_non_finite_values) {
    static const float infinite = 1e38F * 10;
    const float numbers[] = {infinite, -infinite, infinite - infinite, 3e38F, -3e38F, 1e38F};
    uint64_t seed = 14;
    int refused = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        for (uint32_t f = 0; f < 5; f++) {
            key_clip *made = make_clip(&seed, 20, 5, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_FILE);
            made->t[f][6][1] = numbers[i];
            refused += assert_all_ways_agree(made) == GAIT_WOULD_LOSE;
            made->t[f][6][1] = 0;
            made->q[f][16][2] = numbers[i];
            assert_all_ways_agree(made);
            drop_clip(made);
        }
    }
    assert_true(refused >= 15); /* non-finite values are refused in each frame */
}

TEST(negative_zeros_are_written_as_zero) {
    uint64_t seed = 15;
    key_clip *made = make_clip(&seed, 12, 3, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
    for (uint32_t f = 0; f < 3; f++) {
        for (uint32_t b = 0; b < 12; b++) {
            memcpy(made->q[f][b], (const float[4]){-0.0F, 0, -0.0F, -1}, sizeof made->q[f][b]);
            memcpy(made->t[f][b], (const float[3]){-0.0F, 0, -0.0F}, sizeof made->t[f][b]);
        }
    }
    gait_rtm *rtm;
    assert_int_equal(gaiti_rtm_from_clip(&made->clip, NULL, &rtm), GAIT_OK);
    for (uint32_t f = 0; f < 3; f++) {
        for (uint32_t b = 0; b < 12; b++) {
            static const float identity[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
            float matrix[12];
            gait_rtm_matrix(rtm, f, b, matrix);
            assert_memory_equal(matrix, identity, sizeof identity);
        }
    }
    gaiti_rtm_free(rtm);
    drop_clip(made);
}

TEST(file_is_appended_to_the_buffer) {
    uint64_t seed = 16;
    gait_event event = {"Sound", "left", 0.25, 0.25};
    key_clip *made = make_clip(&seed, 17, 3, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
    made->clip.events = &event;
    made->clip.event_count = 1;
    outcome first = write_clip(&made->clip), both = write_clip(&made->clip);
    assert_int_equal(assert_all_ways_agree(made), GAIT_OK);
    assert_memory_equal(first.bytes.data, "RTM_MDAT", 8);
    size_t size = first.bytes.size;
    assert_int_equal(gaiti_rtm_write_clip(&made->clip, NULL, &both.bytes), GAIT_OK);
    assert_int_equal(both.bytes.size, 2 * size);
    assert_memory_equal(both.bytes.data, first.bytes.data, size);
    assert_memory_equal(both.bytes.data + size, first.bytes.data, size);
    made->t[2][3][0] = 1e38F * 10; /* the last frame fails: the whole clip is removed */
    assert_int_equal(gaiti_rtm_write_clip(&made->clip, NULL, &both.bytes), GAIT_WOULD_LOSE);
    made->clip.space = GAIT_SPACE_MODEL;
    assert_int_equal(gaiti_rtm_write_clip(&made->clip, NULL, &both.bytes), GAIT_BAD_ARGUMENT);
    assert_int_equal(both.bytes.size, 2 * size);
    assert_memory_equal(both.bytes.data + size, first.bytes.data, size);
    gait_buffer_free(&both.bytes);
    gait_buffer_free(&first.bytes);
    drop_clip(made);
}

static gait_status write_with(const gait_options *options, void *user) {
    gait_buffer bytes = {.allocator = options->allocator};
    gait_status status = gaiti_rtm_write_clip(user, options, &bytes);
    assert_int_equal(bytes.size > 0, status == GAIT_OK);
    gait_buffer_free(&bytes);
    return status;
}

TEST(every_failing_allocation_is_reported) {
    uint64_t seed = 17;
    gait_event event = {"Sound", "left", 0, 0};
    key_clip *made = make_clip(&seed, 20, 5, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
    made->clip.events = &event;
    made->clip.event_count = 1;
    test_every_failing_allocation(write_with, &made->clip);
    drop_clip(made);
}
