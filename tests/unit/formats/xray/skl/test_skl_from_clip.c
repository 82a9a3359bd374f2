/* Conversion of clips to SDK motions: frames are exact, and banks survive a round trip. */
#include <math.h>
#include <stdlib.h>

#include "allocator.h"
#include "gait/skl.h"
#include "gait/transform.h"
#include "test.h"
#include "transforms.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"
#include "model/clip.h"

enum { BONES = 5, FRAMES = 120 };

/* The rotation by half a unit of a bank's quaternions, in radians. */
static const double half_quantum = 1.0 / 32767;

typedef struct hand_made {
    gait_clip clip;
    gait_track tracks[BONES];
    float time[FRAMES], turns[BONES][FRAMES][4], metres[BONES][FRAMES][3];
    gait_skeleton *skeleton;
} hand_made;

static gait_channel floats(const void *keys, uint32_t count, uint32_t width) {
    return (gait_channel){.data = keys, .count = count, .stride = 4 * width, .element = GAIT_F32};
}

static hand_made *hand_make(uint32_t frames, double rate) {
    static const char *const names[BONES] = {"root", "spine", "head", "Hand", "tail"};
    hand_made *made = calloc(1, sizeof *made);
    gait_bone bones[BONES];
    assert_non_null(made);
    for (int b = 0; b < BONES; b++) {
        bones[b] = (gait_bone){
            .name = names[b], .parent = b - 1, .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
        made->tracks[b].rotation = floats(made->turns[b], frames, 4);
        made->tracks[b].translation = floats(made->metres[b], frames, 3);
        for (uint32_t k = 0; k < frames; k++) {
            made->time[k] = (float)(k / rate);
            made->turns[b][k][3] = 1;
        }
    }
    assert_int_equal(gaiti_skeleton_new("", bones, BONES, NULL, &made->skeleton), GAIT_OK);
    made->clip = (gait_clip){.name = "clip",
                             .skeleton = made->skeleton,
                             .frame_count = frames,
                             .time = made->time,
                             .tracks = made->tracks};
    return made;
}

static void hand_free(hand_made *made) {
    gait_skeleton_free(made->skeleton);
    free(made);
}

static void fill_randomly(hand_made *made, uint64_t seed) {
    for (int b = 0; b < BONES; b++) {
        for (uint32_t k = 0; k < made->clip.frame_count; k++) {
            gait_transform random = test_random_transform(&seed);
            gait_affine affine = gait_affine_from_transform(&random);
            gait_affine_decompose(&affine, &random);
            for (int i = 0; i < 4; i++) {
                made->turns[b][k][i] = (float)random.q[i];
            }
            for (int i = 0; i < 3; i++) {
                made->metres[b][k][i] = (float)random.t[i];
            }
        }
    }
}

/* An SDK motion made from a clip, and the clip made from that. */
typedef struct returned {
    gait_skl *skl;
    gait_clip *clip;
} returned;

static returned convert_and_back(const gait_clip *clip, uint16_t version) {
    returned diff;
    assert_int_equal(gait_skl_new(GAIT_SKL_MANY, NULL, &diff.skl), GAIT_OK);
    assert_int_equal(gaiti_skl_add_clip(diff.skl, clip, version, 0, NULL), GAIT_OK);
    assert_int_equal(gaiti_skl_clip(diff.skl, 0, clip->skeleton, NULL, &diff.clip), GAIT_OK);
    assert_int_equal(diff.clip->frame_count, clip->frame_count);
    return diff;
}

static void drop(returned *diff) {
    gait_clip_free(diff->clip);
    gait_skl_free(diff->skl);
}

static double angle_between(const gait_channel *a, const gait_channel *b, uint32_t key) {
    double p[9], q[9], apart = 0, sum = 0;
    gaiti_channel_get(a, true, key, p);
    gaiti_channel_get(b, true, key, q);
    for (int i = 0; i < 4; i++) {
        apart += (p[i] - q[i]) * (p[i] - q[i]);
        sum += (p[i] + q[i]) * (p[i] + q[i]);
    }
    return 2 * sqrt(apart < sum ? apart : sum);
}

static void assert_same_clip(const gait_clip *a, const gait_clip *b, double angle) {
    for (uint32_t t = 0; t < a->skeleton->bone_count; t++) {
        for (uint32_t k = 0; k < a->frame_count; k++) {
            double at[9], bt[9];
            assert_true(angle_between(&a->tracks[t].rotation, &b->tracks[t].rotation, k) < angle);
            gaiti_channel_get(&a->tracks[t].translation, false, k, at);
            gaiti_channel_get(&b->tracks[t].translation, false, k, bt);
            assert_true(at[0] == bt[0] && at[1] == bt[1] && at[2] == bt[2]);
        }
    }
}

/* --- exact frames ----------------------------------------------------------------------------- */

TEST(every_frame_survives_a_round_trip) {
    static const double rates[] = {30, 25, 29.97, 60};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        hand_made *made = hand_make(FRAMES, rates[i]);
        fill_randomly(made, i + 1);
        returned diff = convert_and_back(&made->clip, i % 2 ? 6 : 7);
        assert_same_clip(&made->clip, diff.clip, 4e-6);
        for (uint32_t k = 0; k < FRAMES; k++) {
            test_assert_near((double)diff.clip->time[k], (double)made->time[k], 1e-6);
        }
        drop(&diff);
        hand_free(made);
    }
}

/* Pitches at and near 90 degrees, where heading and bank rotate about the same axis. */
TEST(gimbal_lock_poses_are_exact) {
    hand_made *made = hand_make(FRAMES, 30);
    for (uint32_t k = 0; k < FRAMES; k++) {
        double pitch = (k % 2 ? -1 : 1) * (acos(-1.0) / 2 - (k % 10 ? pow(10, -(int)(k % 10)) : 0));
        double half = pitch / 2, turn = 0.05 * k;
        made->turns[0][k][0] = (float)(sin(half) * cos(turn));
        made->turns[0][k][1] = (float)(cos(half) * sin(turn));
        made->turns[0][k][2] = (float)(-sin(half) * sin(turn));
        made->turns[0][k][3] = (float)(cos(half) * cos(turn));
    }
    returned diff = convert_and_back(&made->clip, 7);
    assert_same_clip(&made->clip, diff.clip, 1e-6);
    drop(&diff);
    hand_free(made);
}

static void read_values(const gait_skl *skl, uint32_t bone, uint32_t channel, float *out,
                        uint32_t count) {
    static gait_skl_key keys[FRAMES];
    assert_int_equal(gait_skl_envelope_at(skl, 0, bone, channel).key_count, count);
    gait_skl_read_keys(skl, 0, bone, channel, keys);
    for (uint32_t k = 0; k < count; k++) {
        out[k] = keys[k].value;
    }
}

/* Rotations by almost four turns about each axis: no angle jumps. */
TEST(angles_are_continuous) {
    hand_made *made = hand_make(FRAMES, 30);
    for (int i = 0; i < 3; i++) {
        for (uint32_t k = 0; k < FRAMES; k++) {
            double half = 0.1 * k;
            made->turns[i][k][i] = (float)sin(half);
            made->turns[i][k][3] = (float)cos(half);
        }
    }
    static const uint32_t channel[3] = {GAIT_SKL_PITCH, GAIT_SKL_HEADING, GAIT_SKL_BANK};
    returned diff = convert_and_back(&made->clip, 6);
    for (uint32_t i = 0; i < 3; i++) {
        float values[FRAMES];
        read_values(diff.skl, i, channel[i], values, FRAMES);
        for (uint32_t k = 0; k < FRAMES; k++) {
            test_assert_near((double)values[k], 0.2 * k, 1e-5);
        }
    }
    assert_same_clip(&made->clip, diff.clip, 4e-6);
    drop(&diff);
    hand_free(made);
}

TEST(keys_are_written_only_at_changes) {
    hand_made *made = hand_make(FRAMES, 30);
    gait_skl_key keys[4];
    for (uint32_t k = 0; k < FRAMES; k++) {
        made->metres[0][k][0] = k < 50 ? 1 : k < 60 ? 2 : 1;
    }
    returned diff = convert_and_back(&made->clip, 6);
    assert_int_equal(gait_skl_envelope_at(diff.skl, 0, 0, GAIT_SKL_X).key_count, 3);
    gait_skl_read_keys(diff.skl, 0, 0, GAIT_SKL_X, keys);
    assert_true(keys[1].value == 2 && keys[1].time_s == (float)(50 / 30.0));
    assert_int_equal(keys[1].shape, GAIT_SKL_STEPPED);
    assert_int_equal(gait_skl_envelope_at(diff.skl, 0, 0, GAIT_SKL_Y).key_count, 1);
    assert_int_equal(gait_skl_envelope_at(diff.skl, 0, 4, GAIT_SKL_BANK).key_count, 1);
    assert_int_equal(diff.clip->tracks[4].rotation.count, 1);
    assert_same_clip(&made->clip, diff.clip, 1e-6);
    drop(&diff);
    hand_free(made);
}

TEST(playback_and_events_survive_a_round_trip) {
    hand_made *made = hand_make(3, 30);
    const gait_event events[2] = {{"Left", "", 0.25, 0.5}, {"Right", "", 1, 1}};
    made->clip.events = events;
    made->clip.event_count = 2;
    made->clip.playback = (gait_playback){.known = true,
                                          .flags = 0x42,
                                          .bone_or_part = 1,
                                          .speed = 2,
                                          .power = 3,
                                          .accrue = 4,
                                          .falloff = 5};
    returned diff = convert_and_back(&made->clip, 7);
    gait_playback playback = diff.clip->playback;
    assert_true(playback.flags == 0x42 && playback.bone_or_part == 1 && !playback.loop);
    assert_true(playback.speed == 2 && playback.power == 3 && playback.accrue == 4 &&
                playback.falloff == 5);
    assert_int_equal(diff.clip->event_count, 2);
    assert_string_equal(diff.clip->events[1].name, "Right");
    assert_true(diff.clip->events[0].end == 0.5);
    assert_string_equal(diff.clip->name, "clip");
    assert_memory_equal(gait_skl_bone_at(diff.skl, 0, 3).name.data, "Hand", 4);
    drop(&diff);
    hand_free(made);
}

/* --- objects ---------------------------------------------------------------------------------- */

/* One bone of the hand-made clip, as an object. */
static void keep_one_bone(hand_made *made) {
    const gait_bone bone = {
        .name = "lens", .parent = -1, .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    gait_skeleton_free(made->skeleton);
    assert_int_equal(gaiti_skeleton_new("", &bone, 1, NULL, &made->skeleton), GAIT_OK);
    made->clip.skeleton = made->skeleton;
}

static gait_skl *object_of(const hand_made *made, uint16_t version, gait_status expected) {
    gait_skl *skl;
    assert_int_equal(gait_skl_new(GAIT_SKL_OBJECT, NULL, &skl), GAIT_OK);
    assert_int_equal(gaiti_skl_add_clip(skl, &made->clip, version, 0, NULL), expected);
    return skl;
}

TEST(objects_get_linear_keys_in_every_version) {
    for (uint16_t version = 3; version <= 5; version++) {
        hand_made *made = hand_make(FRAMES, 30);
        gait_buffer out = {0};
        gait_skl *again;
        gait_clip *clip;
        fill_randomly(made, version);
        keep_one_bone(made);
        gait_skl *skl = object_of(made, version, GAIT_OK);
        assert_int_equal(gait_skl_write(skl, &out), GAIT_OK);
        gait_skl_free(skl);
        assert_int_equal(gait_skl_open((gait_span){out.data, out.size}, NULL, &again), GAIT_OK);
        assert_int_equal(gait_skl_kind_of(again), GAIT_SKL_OBJECT);
        assert_int_equal(gaiti_skl_version(again), version);
        assert_memory_equal(gait_skl_bone_at(again, 0, 0).name.data, "clip", 4);
        gait_skl_key keys[FRAMES];
        assert_int_equal(gait_skl_envelope_at(again, 0, 0, GAIT_SKL_PITCH).key_count, FRAMES);
        gait_skl_read_keys(again, 0, 0, GAIT_SKL_PITCH, keys);
        assert_int_equal(keys[0].shape, GAIT_SKL_STEPPED);
        assert_int_equal(keys[7].shape, GAIT_SKL_LINEAR);
        assert_int_equal(gaiti_skl_clip(again, 0, made->skeleton, NULL, &clip), GAIT_OK);
        assert_same_clip(&made->clip, clip, 4e-6);
        gait_clip_free(clip);
        gait_skl_free(again);
        gait_buffer_free(&out);
        hand_free(made);
    }
}

TEST(objects_have_one_bone_and_one_motion) {
    hand_made *made = hand_make(3, 30);
    gait_skl_free(object_of(made, 5, GAIT_BAD_ARGUMENT)); /* five bones */
    keep_one_bone(made);
    gait_skl_free(object_of(made, 2, GAIT_BAD_ARGUMENT));
    gait_skl_free(object_of(made, 6, GAIT_BAD_ARGUMENT));
    gait_skl *skl = object_of(made, 5, GAIT_OK);
    assert_int_equal(gaiti_skl_add_clip(skl, &made->clip, 5, 0, NULL), GAIT_BAD_ARGUMENT);
    gait_skl_free(skl);
    gait_event event = {.name = "Left", .value = ""};
    made->clip.events = &event;
    made->clip.event_count = 1;
    gait_skl_free(object_of(made, 5, GAIT_WOULD_LOSE));
    hand_free(made);
}

/* --- banks ------------------------------------------------------------------------------------ */

TEST(bank_survives_a_round_trip_through_sdk_motions) {
    hand_made *made = hand_make(FRAMES, 30);
    gait_omf *first, *second;
    gait_clip *clip, *again;
    fill_randomly(made, 77);
    assert_int_equal(gaiti_omf_new(4, NULL, &first), GAIT_OK);
    assert_int_equal(gaiti_omf_new(4, NULL, &second), GAIT_OK);
    assert_int_equal(gaiti_omf_add_clip(first, &made->clip, NULL, 0, NULL), GAIT_OK);
    assert_int_equal(gaiti_omf_clip(first, 0, made->skeleton, NULL, &clip), GAIT_OK);
    returned diff = convert_and_back(clip, 7);
    assert_int_equal(gaiti_omf_add_clip(second, diff.clip, NULL, 0, NULL), GAIT_OK);
    assert_int_equal(gaiti_omf_clip(second, 0, made->skeleton, NULL, &again), GAIT_OK);
    for (uint32_t t = 0; t < BONES; t++) {
        gait_omf_track old = gait_omf_track_at(first, 0, t), new = gait_omf_track_at(second, 0, t);
        assert_int_equal(new.flags, old.flags);
        assert_int_equal(new.translation_keys.size, old.translation_keys.size);
        assert_memory_equal(new.translation_keys.data, old.translation_keys.data,
                            old.translation_keys.size);
        for (uint32_t k = 0; k < FRAMES; k++) {
            /* The lengths of integer quaternions are only close to 1, so errors may exceed half a
             * unit. */
            assert_true(angle_between(&clip->tracks[t].rotation, &again->tracks[t].rotation, k) <
                        4 * half_quantum);
            assert_true(angle_between(&clip->tracks[t].rotation, &diff.clip->tracks[t].rotation,
                                      k) < 4 * half_quantum);
        }
    }
    gait_clip_free(clip);
    gait_clip_free(again);
    drop(&diff);
    gait_omf_free(first);
    gait_omf_free(second);
    hand_free(made);
}

/* Angles that accumulated all turns would lose precision as floats. */
TEST(many_full_turns_stay_exact) {
    hand_made *made = hand_make(FRAMES, 30);
    for (uint32_t k = 0; k < FRAMES; k++) {
        double half = 1.5 * k;
        made->turns[0][k][1] = (float)sin(half);
        made->turns[0][k][3] = (float)cos(half);
    }
    returned diff = convert_and_back(&made->clip, 6);
    assert_same_clip(&made->clip, diff.clip, 4e-6);
    drop(&diff);
    hand_free(made);
}

/* --- what cannot be stored -------------------------------------------------------------------- */

static void assert_loss(const hand_made *made, uint16_t version, uint32_t expected) {
    gait_skl *skl;
    uint32_t losses = 0;
    assert_int_equal(gait_skl_new(GAIT_SKL_MANY, NULL, &skl), GAIT_OK);
    assert_int_equal(gaiti_skl_add_clip(skl, &made->clip, version, 0, &losses),
                     expected ? GAIT_WOULD_LOSE : GAIT_OK);
    assert_int_equal(losses, expected);
    assert_int_equal(gait_skl_motion_count(skl), !expected);
    assert_int_equal(gaiti_skl_add_clip(skl, &made->clip, version, expected, NULL), GAIT_OK);
    gait_skl_free(skl);
}

TEST(losses_are_reported_and_refused) {
    hand_made *made = hand_make(3, 25);
    float scale[3] = {1, 1, 1.5F};
    gait_event event = {.name = "Left", .value = ""};
    assert_loss(made, 6, 0);
    made->clip.events = &event;
    made->clip.event_count = 1;
    assert_loss(made, 7, 0);
    assert_loss(made, 6, GAIT_LOSES_EVENTS);
    event.value = "grass";
    assert_loss(made, 7, GAIT_LOSES_EVENT_VALUES);
    made->clip.event_count = 0;
    made->clip.root_motion[0] = 1;
    assert_loss(made, 7, GAIT_LOSES_ROOT_MOTION);
    made->clip.root_motion[0] = 0;
    made->clip.playback = (gait_playback){.known = true, .flags = 0x100};
    assert_loss(made, 7, GAIT_LOSES_FLAGS);
    made->clip.playback.known = false;
    made->tracks[1].scale = floats(scale, 1, 3);
    assert_loss(made, 7, GAIT_LOSES_SCALE);
    hand_free(made);
}

TEST(invalid_clips_are_refused) {
    hand_made *made = hand_make(3, 30);
    gait_skl *skl;
    assert_int_equal(gait_skl_new(GAIT_SKL_ONE, NULL, &skl), GAIT_OK);
    assert_int_equal(gaiti_skl_add_clip(skl, &made->clip, 5, 0, NULL), GAIT_BAD_ARGUMENT);
    made->time[2] = 1; /* not evenly spaced */
    assert_int_equal(gaiti_skl_add_clip(skl, &made->clip, 7, 0xFF, NULL), GAIT_BAD_ARGUMENT);
    made->time[2] = 2 / 30.0F;
    made->metres[1][2][0] = (float)NAN;
    assert_int_equal(gaiti_skl_add_clip(skl, &made->clip, 7, 0, NULL), GAIT_BAD_ARGUMENT);
    made->metres[1][2][0] = 0;
    made->turns[1][1][0] = (float)NAN;
    assert_int_equal(gaiti_skl_add_clip(skl, &made->clip, 7, 0, NULL), GAIT_BAD_ARGUMENT);
    made->turns[1][1][0] = 0;
    assert_int_equal(gait_skl_motion_count(skl), 0);
    assert_int_equal(gaiti_skl_add_clip(skl, &made->clip, 7, 0, NULL), GAIT_OK);
    assert_int_equal(gaiti_skl_add_clip(skl, &made->clip, 7, 0, NULL), GAIT_BAD_ARGUMENT);
    gait_skl_free(skl);
    hand_free(made);
}

static gait_status add_with(const gait_options *options, void *user) {
    const hand_made *made = user;
    gait_skl *skl;
    gait_status status = gait_skl_new(GAIT_SKL_MANY, options, &skl);
    if (status == GAIT_OK) {
        status = gaiti_skl_add_clip(skl, &made->clip, 7, 0, NULL);
        assert_int_equal(gait_skl_motion_count(skl), status == GAIT_OK);
    }
    gait_skl_free(skl);
    return status;
}

TEST(out_of_memory_adds_nothing) {
    hand_made *made = hand_make(FRAMES, 30);
    gait_event event = {"Left", "", 0, 1};
    made->clip.events = &event;
    made->clip.event_count = 1;
    fill_randomly(made, 5);
    test_every_failing_allocation(add_with, made);
    hand_free(made);
}
