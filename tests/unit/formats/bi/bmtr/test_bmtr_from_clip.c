/* Conversion of clips to binarised and plain RTM, and between the two: data that a format cannot
 * store is reported, and all other data survives the round trip. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/bmtr.h"
#include "gait/pose.h"
#include "gait/rtm.h"
#include "gait/transform.h"
#include "test.h"
#include "transforms.h"
#include "formats/bi/bmtr/bmtr.h"
#include "formats/bi/rtm/rtm.h"
#include "model/clip.h"

enum { BONES = 6, FRAMES = 5 };

/* A clip and its keys. */
typedef struct made_clip {
    gait_skeleton *skeleton;
    gait_track tracks[BONES];
    float q[FRAMES][BONES][4], t[FRAMES][BONES][3], s[FRAMES][BONES][3], time[FRAMES];
    gait_clip clip;
} made_clip;

static gait_channel channel(float *keys, uint32_t stride) {
    return (gait_channel){
        .data = (const uint8_t *)keys, .count = FRAMES, .stride = stride, .element = GAIT_F32};
}

static void make_clip(made_clip *made, gait_space space, gait_axes axes) {
    uint64_t seed = 7;
    memset(made, 0, sizeof *made);
    made->skeleton = test_random_skeleton(&seed, BONES);
    for (uint32_t f = 0; f < FRAMES; f++) {
        made->time[f] = (float)f / (FRAMES - 1);
        for (uint32_t b = 0; b < BONES; b++) {
            gait_affine pose = test_random_affine(&seed, 0);
            gait_transform key;
            gait_affine_decompose(&pose, &key);
            for (int i = 0; i < 4; i++) {
                made->q[f][b][i] = (float)key.q[i];
            }
            for (int i = 0; i < 3; i++) {
                made->t[f][b][i] = (float)key.t[i];
                made->s[f][b][i] = 1;
            }
        }
    }
    for (uint32_t b = 0; b < BONES; b++) {
        made->tracks[b].rotation = channel(made->q[0][b], sizeof made->q[0]);
        made->tracks[b].translation = channel(made->t[0][b], sizeof made->t[0]);
    }
    made->clip = (gait_clip){.name = "walk",
                             .skeleton = made->skeleton,
                             .space = space,
                             .axes = axes,
                             .time_unit = GAIT_TIME_PHASE,
                             .frame_count = FRAMES,
                             .time = made->time,
                             .tracks = made->tracks,
                             .root_motion = {1, 2, 3}};
}

static void drop_clip(made_clip *made) {
    gait_skeleton_free(made->skeleton);
}

/* Converts the clip and asserts the status and the id of the first diagnostic; "" = none. */
static gait_bmtr *encode_and_report(const gait_clip *clip, int32_t version, uint32_t allowed_losses,
                                    gait_status expected, const char *rule) {
    gait_diagnostic item = {0};
    gait_diagnostics diagnostics = {.items = &item, .capacity = 1};
    gait_options options = {.diagnostics = &diagnostics};
    gait_bmtr *bmtr;
    assert_int_equal(gaiti_bmtr_from_clip(clip, version, allowed_losses, &options, NULL, &bmtr),
                     expected);
    assert_int_equal(bmtr != NULL, expected == GAIT_OK);
    assert_string_equal(diagnostics.count ? item.rule->id : "", rule);
    assert_null(strpbrk(item.text, "{}"));
    return bmtr;
}

static gait_bmtr *lower(const gait_clip *clip) {
    return encode_and_report(clip, 5, 0, GAIT_OK, "");
}

static gait_rtm *encode_rtm(const gait_clip *clip, gait_status expected, const char *rule) {
    gait_diagnostic item = {0};
    gait_diagnostics diagnostics = {.items = &item, .capacity = 1};
    gait_options options = {.diagnostics = &diagnostics};
    gait_rtm *rtm;
    assert_int_equal(gaiti_rtm_from_clip(clip, &options, &rtm), expected);
    assert_int_equal(rtm != NULL, expected == GAIT_OK);
    assert_string_equal(diagnostics.count ? item.rule->id : "", rule);
    assert_null(strpbrk(item.text, "{}"));
    return rtm;
}

static void assert_same_poses(const gait_clip *a, const gait_clip *b, double tolerance) {
    gait_affine pose[2][BONES];
    assert_int_equal(a->frame_count, b->frame_count);
    for (uint32_t f = 0; f < a->frame_count; f++) {
        assert_int_equal(gait_pose_at_frame(a, f, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, pose[0]),
                         GAIT_OK);
        assert_int_equal(gait_pose_at_frame(b, f, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, pose[1]),
                         GAIT_OK);
        for (uint32_t i = 0; i < a->skeleton->bone_count; i++) {
            test_assert_affine_near(&pose[1][i], &pose[0][i], tolerance);
        }
    }
}

/* Asserts that the document has the poses of the clip, using the clip's skeleton. */
static void assert_holds(const gait_bmtr *bmtr, const gait_clip *clip, double tolerance) {
    gait_clip *diff;
    assert_int_equal(gaiti_bmtr_clip(bmtr, "", clip->skeleton, NULL, &diff), GAIT_OK);
    assert_same_poses(clip, diff, tolerance);
    gait_clip_free(diff);
}

static void assert_rtm_holds(const gait_rtm *rtm, const gait_clip *clip, double tolerance) {
    gait_clip *diff;
    assert_int_equal(gaiti_rtm_clip(rtm, "", clip->skeleton, NULL, &diff), GAIT_OK);
    assert_same_poses(clip, diff, tolerance);
    gait_clip_free(diff);
}

/* --- poses ------------------------------------------------------------------------------------ */

TEST(deltas_in_any_space_and_axes_are_stored) {
    static const gait_space spaces[] = {GAIT_SPACE_DELTA, GAIT_SPACE_LOCAL_DELTA};
    for (int s = 0; s < 2; s++) {
        for (int axes = GAIT_AXES_ENGINE; axes <= GAIT_AXES_GLTF; axes++) {
            made_clip made;
            make_clip(&made, spaces[s], (gait_axes)axes);
            gait_rtm *rtm = encode_rtm(&made.clip, GAIT_OK, "");
            assert_rtm_holds(rtm, &made.clip, 1e-5);
            gaiti_rtm_free(rtm);
            gait_bmtr *bmtr = lower(&made.clip);
            assert_holds(bmtr, &made.clip, 0.02); /* a chain of up to six records */
            float root_motion[3];
            gaiti_bmtr_root_motion(bmtr, root_motion);
            double sign = axes == GAIT_AXES_FILE ? 1 : -1;
            assert_true(root_motion[0] == (axes == GAIT_AXES_ENGINE ? -1 : 1) &&
                        root_motion[1] == 2);
            assert_true(root_motion[2] == (float)(3 * sign));
            gait_bmtr_free(bmtr);
            drop_clip(&made);
        }
    }
}

TEST(record_rotations_round_and_translations_truncate) {
    made_clip made;
    make_clip(&made, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
    static const float q[4] = {0.50004F, -0.50004F, 0.50001F, -0.5F};
    memcpy(made.q[2][0], q, sizeof q);
    made.t[2][0][0] = 0.72504F;
    made.t[2][0][1] = -0.72504F;
    made.t[2][0][2] = 0x1p-15F;
    gait_bmtr *bmtr = lower(&made.clip);
    gait_bmtr_record record = gait_bmtr_record_at(bmtr, 2, 0);
    /* The stored quaternion is the conjugate, with positive w. */
    static const int16_t rotation[4] = {8193, -8193, 8192, 8192};
    static const uint16_t translation[3] = {0x39CC, 0xB9CC, 0};
    assert_memory_equal(record.rotation, rotation, sizeof rotation);
    assert_memory_equal(record.translation, translation, sizeof translation);
    gait_bmtr_free(bmtr);
    drop_clip(&made);
}

TEST(records_survive_a_round_trip) {
    test_fixtures all = test_fixtures_load("bmtr/ok/");
    for (size_t i = 0; i < all.count; i++) {
        gait_bmtr *bmtr, *again;
        gait_skeleton *skeleton;
        gait_clip *clip;
        assert_int_equal(gait_bmtr_open(all.items[i].bytes, NULL, &bmtr), GAIT_OK);
        assert_int_equal(gaiti_bmtr_bind_skeleton(bmtr, NULL, NULL, &skeleton), GAIT_OK);
        assert_int_equal(gaiti_bmtr_clip(bmtr, "", skeleton, NULL, &clip), GAIT_OK);
        int32_t version = gaiti_bmtr_version(bmtr);
        assert_int_equal(gaiti_bmtr_from_clip(clip, version, 0, NULL, NULL, &again), GAIT_OK);
        assert_int_equal(gait_bmtr_bone_count(again), gait_bmtr_bone_count(bmtr));
        assert_int_equal(gait_bmtr_key_count(again), gait_bmtr_key_count(bmtr));
        for (uint32_t f = 0; f < gait_bmtr_frame_count(bmtr); f++) {
            assert_true(gait_bmtr_phase(bmtr, f) == gait_bmtr_phase(again, f));
            for (uint32_t b = 0; b < gait_bmtr_bone_count(bmtr); b++) {
                gait_bmtr_record was = gait_bmtr_record_at(bmtr, f, b);
                gait_bmtr_record is = gait_bmtr_record_at(again, f, b);
                assert_memory_equal(&is, &was, sizeof is);
            }
        }
        gait_bmtr_free(again);
        gait_clip_free(clip);
        gait_skeleton_free(skeleton);
        gait_bmtr_free(bmtr);
    }
    test_fixtures_free(&all);
}

TEST(plain_rtm_survives_a_round_trip_through_bmtr) {
    made_clip made;
    make_clip(&made, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
    gait_rtm *rtm = encode_rtm(&made.clip, GAIT_OK, "");
    gait_clip *plain, *binarised;
    assert_int_equal(gaiti_rtm_clip(rtm, "", made.skeleton, NULL, &plain), GAIT_OK);
    gait_bmtr *bmtr = lower(plain); /* the clip has matrices in file axes */
    assert_int_equal(gaiti_bmtr_clip(bmtr, "", made.skeleton, NULL, &binarised), GAIT_OK);
    gait_rtm *again = encode_rtm(binarised, GAIT_OK, "");
    assert_rtm_holds(again, plain, 0.02);
    for (uint32_t f = 0; f < FRAMES; f++) {
        for (uint32_t b = 0; b < BONES; b++) { /* each record has the smallest possible error */
            gait_bmtr_record record = gait_bmtr_record_at(bmtr, f, b);
            double sign = made.q[f][b][3] < 0 ? -1 : 1;
            for (int i = 0; i < 4; i++) {
                double expected = sign * (i < 3 ? -1 : 1) * (double)made.q[f][b][i];
                test_assert_near(record.rotation[i] / 16384.0, expected, 1.0 / 16384);
            }
        }
    }
    gaiti_rtm_free(again);
    gait_clip_free(binarised);
    gait_bmtr_free(bmtr);
    gait_clip_free(plain);
    gaiti_rtm_free(rtm);
    drop_clip(&made);
}

TEST(bones_that_do_not_move_are_left_out) {
    made_clip made;
    make_clip(&made, GAIT_SPACE_DELTA, GAIT_AXES_FILE);
    uint32_t leaf = BONES - 1;
    made.tracks[leaf] = (gait_track){0};
    gait_bmtr *bmtr = lower(&made.clip);
    gait_rtm *rtm = encode_rtm(&made.clip, GAIT_OK, "");
    assert_int_equal(gait_bmtr_bone_count(bmtr), BONES - 1);
    assert_int_equal(gait_rtm_bone_count(rtm), BONES - 1);
    assert_holds(bmtr, &made.clip, 0.02);
    assert_rtm_holds(rtm, &made.clip, 1e-5);
    gaiti_rtm_free(rtm);
    gait_bmtr_free(bmtr);
    drop_clip(&made);
}

TEST(parent_without_a_track_is_reported) {
    static const gait_transform rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
    const gait_bone bones[3] = {{"a", -1, rest, GAIT_ORIGIN_FILE, GAIT_ORIGIN_FILE},
                                {"b", 0, rest, GAIT_ORIGIN_FILE, GAIT_ORIGIN_FILE},
                                {"c", 1, rest, GAIT_ORIGIN_FILE, GAIT_ORIGIN_FILE}};
    made_clip made;
    make_clip(&made, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
    gait_skeleton *chain;
    assert_int_equal(gaiti_skeleton_new("", bones, 3, NULL, &chain), GAIT_OK);
    made.clip.skeleton = chain;
    made.tracks[1] = (gait_track){0};
    gait_bmtr *bmtr = encode_and_report(&made.clip, 5, 0, GAIT_OK, "BMT141");
    assert_holds(bmtr, &made.clip, 0.02);
    gait_bmtr_free(bmtr);
    gait_skeleton_free(chain);
    drop_clip(&made);
}

/* --- scale ------------------------------------------------------------------------------------ */

static void scale_it(made_clip *made, uint32_t bone, float x, float y, float z) {
    made->tracks[bone].scale = channel(made->s[0][bone], sizeof made->s[0]);
    made->s[3][bone][0] = x;
    made->s[3][bone][1] = y;
    made->s[3][bone][2] = z;
}

TEST(uniform_scale_is_the_squared_quaternion_length) {
    made_clip made;
    make_clip(&made, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
    memcpy(made.q[3][5], (const float[4]){0, 0, 0, 1}, 16);
    scale_it(&made, 5, 2.25F, 2.25F, 2.25F);
    gait_bmtr *bmtr = lower(&made.clip);
    assert_int_equal(gait_bmtr_record_at(bmtr, 3, 5).rotation[3], 24576);
    assert_holds(bmtr, &made.clip, 0.05);
    gait_bmtr_free(bmtr);
    drop_clip(&made);
}

TEST(nonuniform_scale_is_reported) {
    made_clip made;
    make_clip(&made, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
    scale_it(&made, 5, 1, 1, 1.01F);
    gait_bmtr_free(encode_and_report(&made.clip, 5, 0, GAIT_OK, "BMT204"));
    scale_it(&made, 5, 1.0005F, 1.0005F, 1.0005F);
    gait_bmtr_free(lower(&made.clip));
    drop_clip(&made);
}

TEST(values_out_of_record_range_are_refused) {
    made_clip made;
    static const float nan_value = 1e38F * 10 - 1e38F * 10;
    make_clip(&made, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
    memcpy(made.q[3][5], (const float[4]){0, 0, 0, 1}, 16);
    scale_it(&made, 5, 4.1F, 4.1F, 4.1F);
    encode_and_report(&made.clip, 5, 0, GAIT_WOULD_LOSE, "BMT205");
    scale_it(&made, 5, nan_value, 1, 1);
    encode_and_report(&made.clip, 5, 0, GAIT_WOULD_LOSE, "BMT205");
    encode_rtm(&made.clip, GAIT_WOULD_LOSE, "RTM203");
    scale_it(&made, 5, 1, 1, 1);
    made.t[4][5][1] = 65503;
    gait_bmtr_free(lower(&made.clip));
    made.t[4][5][1] = -65504;
    encode_and_report(&made.clip, 5, 0, GAIT_WOULD_LOSE, "BMT206");
    made.t[4][5][1] = nan_value;
    encode_and_report(&made.clip, 5, 0, GAIT_WOULD_LOSE, "BMT206");
    drop_clip(&made);
}

TEST(nan_is_reported_with_its_frame) {
    made_clip made;
    static const float nan_value = 1e38F * 10 - 1e38F * 10;
    for (uint32_t f = 0; f < FRAMES; f++) {
        gait_diagnostic item = {0};
        gait_diagnostics diagnostics = {.items = &item, .capacity = 1};
        gait_options options = {.diagnostics = &diagnostics};
        gait_rtm *rtm;
        make_clip(&made, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
        made.t[f][4][2] = nan_value;
        assert_int_equal(gaiti_rtm_from_clip(&made.clip, &options, &rtm), GAIT_WOULD_LOSE);
        assert_string_equal(item.rule->id, "RTM203");
        assert_int_equal(item.frame, f);
        drop_clip(&made);
    }
    make_clip(&made, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
    memset(made.q[1][2], 0, sizeof made.q[1][2]); /* a zero quaternion is the identity */
    gait_rtm *rtm = encode_rtm(&made.clip, GAIT_OK, "");
    assert_rtm_holds(rtm, &made.clip, 1e-5);
    gaiti_rtm_free(rtm);
    drop_clip(&made);
}

/* --- names, events, time ---------------------------------------------------------------------- */

static void rename_bone(made_clip *made, const char *name) {
    gait_bone bones[BONES];
    gait_skeleton *skeleton;
    memcpy(bones, made->skeleton->bones, sizeof bones);
    bones[2].name = name;
    assert_int_equal(gaiti_skeleton_new("", bones, BONES, NULL, &skeleton), GAIT_OK);
    gait_skeleton_free(made->skeleton);
    made->clip.skeleton = made->skeleton = skeleton;
}

TEST(names_are_encoded_in_cp1251) {
    made_clip made;
    make_clip(&made, GAIT_SPACE_DELTA, GAIT_AXES_FILE);
    rename_bone(&made, "LeftHand \xD0\xAF");
    gait_bmtr *bmtr = lower(&made.clip);
    gait_rtm *rtm = encode_rtm(&made.clip, GAIT_OK, "");
    gait_span name = gait_bmtr_bone_name(bmtr, 2);
    assert_int_equal(name.size, 10);
    assert_memory_equal(name.data, "lefthand \xDF", 10);
    name = gait_rtm_bone_name(rtm, 2);
    assert_memory_equal(name.data, "LeftHand \xDF", 10);
    assert_memory_equal(gaiti_rtm_frame_bone_name(rtm, 4, 2).data, "LeftHand \xDF", 11);
    gaiti_rtm_free(rtm);
    gait_bmtr_free(bmtr);
    rename_bone(&made, "\xE2\x82\xBF"); /* a character that is not in CP1251 */
    encode_and_report(&made.clip, 5, 0, GAIT_WOULD_LOSE, "BMT201");
    encode_rtm(&made.clip, GAIT_WOULD_LOSE, "RTM200");
    rename_bone(&made, "a name of more than thirty-one bytes");
    gait_bmtr_free(lower(&made.clip));
    encode_rtm(&made.clip, GAIT_WOULD_LOSE, "RTM200");
    drop_clip(&made);
}

TEST(events_become_key_stones_and_properties) {
    made_clip made;
    make_clip(&made, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
    gait_event events[] = {{"StepSound", "", 0.25, 0.25}, {"Sound", "left", 0.75, 0.75}};
    made.clip.events = events;
    made.clip.event_count = 2;
    gait_bmtr *bmtr = lower(&made.clip);
    gait_rtm *rtm = encode_rtm(&made.clip, GAIT_OK, "");
    assert_int_equal(gait_bmtr_key_count(bmtr), 2);
    assert_int_equal(gait_bmtr_key_at(bmtr, 0).id, 0);
    assert_int_equal(gait_bmtr_key_at(bmtr, 1).id, -1);
    assert_true(gait_bmtr_key_at(bmtr, 1).time == 0.75F);
    assert_memory_equal(gait_bmtr_key_at(bmtr, 1).value.data, "left", 4);
    assert_int_equal(gait_rtm_property_count(rtm), 2);
    assert_true(gait_rtm_property_at(rtm, 0).phase == 0.25F);
    assert_memory_equal(gait_rtm_property_at(rtm, 0).name.data, "StepSound", 9);
    gaiti_rtm_free(rtm);
    gait_bmtr_free(bmtr);
    encode_and_report(&made.clip, 3, 0, GAIT_WOULD_LOSE, "BMT200");
    gait_bmtr_free(encode_and_report(&made.clip, 3, GAIT_LOSES_EVENTS, GAIT_OK, ""));
    events[1].end = 0.8;
    gait_bmtr_free(encode_and_report(&made.clip, 4, 0, GAIT_OK, "BMT203"));
    gaiti_rtm_free(encode_rtm(&made.clip, GAIT_OK, "RTM202"));
    events[1] = (gait_event){"\xE2\x82\xBF", "", 0, 0};
    encode_and_report(&made.clip, 4, 0, GAIT_WOULD_LOSE, "BMT202");
    encode_rtm(&made.clip, GAIT_WOULD_LOSE, "RTM201");
    char long_text[257];
    memset(long_text, 'v', 256);
    long_text[256] = 0;
    events[1] = (gait_event){"Sound", long_text, 0, 0};
    gait_bmtr_free(lower(&made.clip));
    encode_rtm(&made.clip, GAIT_WOULD_LOSE, "RTM201");
    drop_clip(&made);
}

TEST(seconds_become_phases) {
    made_clip made;
    make_clip(&made, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
    gait_event event = {"Sound", "", 3, 3};
    made.clip.events = &event;
    made.clip.event_count = 1;
    made.clip.time_unit = GAIT_TIME_SECONDS;
    for (uint32_t f = 0; f < FRAMES; f++) {
        made.time[f] = 2 + (float)f / 2;
    }
    gait_bmtr *bmtr = lower(&made.clip);
    gait_rtm *rtm = encode_rtm(&made.clip, GAIT_OK, "");
    for (uint32_t f = 0; f < FRAMES; f++) {
        assert_true(gait_bmtr_phase(bmtr, f) == (float)f / 4);
        assert_true(gait_rtm_phase(rtm, f) == (float)f / 4);
    }
    assert_true(gait_bmtr_key_at(bmtr, 0).time == 0.5F);
    assert_int_equal(gait_bmtr_preload(bmtr), 0);
    gaiti_rtm_free(rtm);
    gait_bmtr_free(bmtr);
    memset(made.time, 0, sizeof made.time);
    bmtr = lower(&made.clip);
    assert_true(gait_bmtr_phase(bmtr, 1) == 0.25F);
    gait_bmtr_free(bmtr);
    drop_clip(&made);
}

TEST(other_spaces_and_versions_are_refused) {
    made_clip made;
    make_clip(&made, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE);
    encode_and_report(&made.clip, 5, 0, GAIT_BAD_ARGUMENT, "");
    encode_rtm(&made.clip, GAIT_BAD_ARGUMENT, "");
    made.clip.space = GAIT_SPACE_MODEL;
    encode_and_report(&made.clip, 5, 0, GAIT_BAD_ARGUMENT, "");
    made.clip.space = GAIT_SPACE_DELTA;
    encode_and_report(&made.clip, 1, 0, GAIT_BAD_ARGUMENT, "");
    encode_and_report(&made.clip, 6, 0, GAIT_BAD_ARGUMENT, "");
    drop_clip(&made);
}

/* --- skeleton for conversion to plain RTM ----------------------------------------------------- */

TEST(record_skeleton_keeps_only_direct_parents) {
    static const char *const texts[] = {"Spine1", "Pelvis", "LeftHand", "Spine"};
    gait_span names[4];
    gait_skeleton *tree, *skeleton;
    for (int i = 0; i < 4; i++) {
        names[i] = (gait_span){(const uint8_t *)texts[i], strlen(texts[i])};
    }
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &tree), GAIT_OK);
    assert_int_equal(gaiti_bmtr_bind_records(names, 4, tree, NULL, &skeleton), GAIT_OK);
    int32_t pelvis = gait_skeleton_find(skeleton, "pelvis");
    int32_t spine = gait_skeleton_find(skeleton, "spine");
    assert_int_equal(skeleton->bones[pelvis].parent, -1);
    assert_int_equal(skeleton->bones[spine].parent, pelvis);
    assert_int_equal(skeleton->bones[gait_skeleton_find(skeleton, "spine1")].parent, spine);
    assert_int_equal(skeleton->bones[gait_skeleton_find(skeleton, "lefthand")].parent, -1);
    gait_skeleton_free(skeleton);
    names[2] = (gait_span){(const uint8_t *)"tail", 4};
    assert_int_equal(gaiti_bmtr_bind_records(names, 4, tree, NULL, &skeleton), GAIT_UNSUPPORTED);
    assert_null(skeleton);
    gait_skeleton_free(tree);
}

/* --- memory ----------------------------------------------------------------------------------- */

static gait_status encode_both(const gait_options *options, void *user) {
    const gait_clip *clip = user;
    gait_bmtr *bmtr;
    gait_rtm *rtm = NULL;
    gait_status status = gaiti_bmtr_from_clip(clip, 5, 0, options, NULL, &bmtr);
    if (status == GAIT_OK) {
        status = gaiti_rtm_from_clip(clip, options, &rtm);
    }
    gait_bmtr_free(bmtr);
    gaiti_rtm_free(rtm);
    return status;
}

TEST(every_failing_allocation_is_reported) {
    made_clip made;
    gait_event event = {"Sound", "left", 0, 0};
    make_clip(&made, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
    made.clip.events = &event;
    made.clip.event_count = 1;
    test_every_failing_allocation(encode_both, &made.clip);
    drop_clip(&made);
}
