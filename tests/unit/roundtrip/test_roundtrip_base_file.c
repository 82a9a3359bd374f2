/* Tests that changes are applied to base documents, and that unchanged data keeps its bytes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "blender.h"
#include "fixtures.h"
#include "gait/omf.h"
#include "gait/rtm.h"
#include "gait/transform.h"
#include "omf_floats.h"
#include "round_trip.h"
#include "test.h"
#include "formats/bi/rtm/rtm.h"
#include "formats/xray/omf/omf.h"
#include "model/clip.h"
#include "model/clip_change.h"
#include "roundtrip/compare/compare_steps.h"

static const blender_way plain = {.noise = 1, .fps = 30, .frames = BLENDER_RIGHT_FRAMES};

/* An open sample. */
typedef struct sample {
    gait_span bytes;
    gait_skeleton *tree;
    round_trip trip;
} sample;

static sample open_sample(const char *file, const char *tree) {
    sample one = {.bytes = test_fixture_bytes(file)};
    assert_int_equal(gait_builtin_skeleton(tree, NULL, &one.tree), GAIT_OK);
    const char *name = strrchr(file, '/') + 1;
    assert_true(round_trip_open(one.bytes, name, one.tree, &one.trip));
    return one;
}

static sample open_bank(void) {
    return open_sample("samples/stalker.omf", "xray-stalker");
}

static sample open_walk(void) {
    return open_sample("samples/walk.rtm", "arma3-man");
}

static void close_sample(sample *one) {
    round_trip_close(&one->trip);
    gait_skeleton_free(one->tree);
    free((void *)(uintptr_t)one->bytes.data);
}

/* --- no changes ------------------------------------------------------------------------------- */

TEST(an_unedited_file_keeps_its_bytes) {
    const blender_way ways[] = {
        plain,
        {.noise = 1, .frames = BLENDER_ANY_FRAMES, .z_up = true, .units = 100},
        {.noise = 1, .fps = 24, .frames = BLENDER_RIGHT_FRAMES},
        {.fps = 30, .optimizes = true, .steps = true},
        {.thins = true},
    };
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        for (int i = 0; i < 2; i++) {
            sample one = i ? open_walk() : open_bank();
            gait_buffer out = round_trip_edited(&one.trip, &ways[w], NULL, 0);
            assert_int_equal(out.size, one.bytes.size);
            assert_memory_equal(out.data, one.bytes.data, out.size);
            gait_buffer_free(&out);
            close_sample(&one);
        }
    }
}

/* --- banks ------------------------------------------------------------------------------------ */

static bool same_span(gait_span a, gait_span b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static gait_omf *open_omf(const gait_buffer *bytes) {
    gait_omf *omf;
    assert_int_equal(gait_omf_open((gait_span){bytes->data, bytes->size}, NULL, &omf), GAIT_OK);
    return omf;
}

static gait_omf *open_original(const sample *one) {
    gait_omf *omf;
    assert_int_equal(gait_omf_open(one->bytes, NULL, &omf), GAIT_OK);
    return omf;
}

static bool is_called(gait_span found, const char *name) {
    return found.size == strlen(name) && memcmp(found.data, name, found.size) == 0;
}

static uint32_t track_called(const gait_omf *omf, const char *name) {
    for (uint32_t t = 0; t < gait_omf_bone_count(omf); t++) {
        if (is_called(gait_omf_bone_name(omf, t), name)) {
            return t;
        }
    }
    fail_msg("no track %s", name);
    return 0;
}

static void assert_same_track(const gait_omf *a, const gait_omf *b, uint32_t motion,
                              uint32_t track) {
    gait_omf_track x = gait_omf_track_at(a, motion, track);
    gait_omf_track y = gait_omf_track_at(b, motion, track);
    assert_int_equal(x.flags, y.flags);
    assert_true(same_span(x.rotation_keys, y.rotation_keys));
    assert_true(same_span(x.translation_keys, y.translation_keys));
    assert_memory_equal(x.init, y.init, sizeof x.init);
    assert_int_equal(x.rotation_crc, y.rotation_crc);
    assert_int_equal(x.translation_crc, y.translation_crc);
}

/* Asserts that all tracks except one are equal. */
static void assert_others_same(const gait_omf *a, const gait_omf *b, uint32_t motion,
                               uint32_t track) {
    for (uint32_t m = 0; m < gait_omf_motion_count(a); m++) {
        for (uint32_t t = 0; t < gait_omf_bone_count(a); t++) {
            if (m != motion || t != track) {
                assert_same_track(a, b, m, t);
            }
        }
    }
}

static void assert_valid(const gait_omf *omf) {
    gait_diagnostics found = {0};
    assert_int_equal(gaiti_omf_check(omf, &found), GAIT_OK);
    assert_int_equal(found.errors + found.warnings, 0);
}

/* Counts the keys of `size` bytes that differ. */
static uint32_t keys_that_differ(gait_span a, gait_span b, size_t size, uint32_t *last) {
    uint32_t count = 0;
    assert_int_equal(a.size, b.size);
    for (size_t k = 0; k < a.size / size; k++) {
        if (memcmp(a.data + k * size, b.data + k * size, size) != 0) {
            *last = (uint32_t)k;
            count++;
        }
    }
    return count;
}

enum { IDLE = 0, WALK = 1 };

TEST(an_edited_rotation_key_changes_no_other_key) {
    sample one = open_bank();
    blender_touch touch = {
        .clip = WALK, .bone = round_trip_bone(&one.trip, "bip01_spine"), .frame = 7, .degrees = 3};
    gait_buffer out = round_trip_edited(&one.trip, &plain, &touch, 1);
    gait_omf *before = open_original(&one), *after = open_omf(&out);
    uint32_t track = track_called(before, "bip01_spine"), key = 0;
    assert_others_same(before, after, WALK, track);
    gait_omf_track x = gait_omf_track_at(before, WALK, track);
    gait_omf_track y = gait_omf_track_at(after, WALK, track);
    assert_int_equal(keys_that_differ(x.rotation_keys, y.rotation_keys, 8, &key), 1);
    assert_int_equal(key, 7);
    assert_int_equal(y.rotation_crc, gaiti_omf_crc(y.rotation_keys));
    assert_int_equal(out.size, one.bytes.size);
    assert_valid(after);
    gait_omf_free(before);
    gait_omf_free(after);
    gait_buffer_free(&out);
    close_sample(&one);
}

TEST(an_edited_constant_becomes_keys) {
    sample one = open_bank();
    gait_omf *before = open_original(&one);
    uint32_t track = 0, frames = gait_omf_motion_at(before, IDLE).frame_count;
    while (!(gait_omf_track_at(before, IDLE, track).flags & GAIT_OMF_ROTATION_CONSTANT)) {
        track++;
    }
    char name[128] = {0};
    gait_span called = gait_omf_bone_name(before, track);
    memcpy(name, called.data, called.size);
    blender_touch touch = {
        .clip = IDLE, .bone = round_trip_bone(&one.trip, name), .frame = 3, .degrees = 5, .mm = 40};
    gait_buffer out = round_trip_edited(&one.trip, &plain, &touch, 1);
    gait_omf *after = open_omf(&out);
    gait_omf_track x = gait_omf_track_at(before, IDLE, track);
    gait_omf_track y = gait_omf_track_at(after, IDLE, track);
    assert_others_same(before, after, IDLE, track);
    assert_int_equal(y.flags, GAIT_OMF_TRANSLATION_KEYS); /* two values: 8 bits are sufficient */
    assert_int_equal(y.rotation_keys.size, frames * 8);
    for (uint32_t k = 0; k < frames; k++) {
        int differs = memcmp(y.rotation_keys.data + k * 8, x.rotation_keys.data, 8);
        assert_int_equal(differs != 0, k == 3);
    }
    assert_valid(after);
    gait_omf_free(before);
    gait_omf_free(after);
    gait_buffer_free(&out);
    close_sample(&one);
}

/* Decodes all rotations and translations of a motion, [track][frame]. */
static void decode(const gait_omf *omf, uint32_t motion, float **rotations, float **translations) {
    size_t keys = (size_t)gait_omf_bone_count(omf) * gait_omf_motion_at(omf, motion).frame_count;
    *rotations = calloc(keys * 4, sizeof **rotations);
    *translations = calloc(keys * 3, sizeof **translations);
    assert_int_equal(omf_floats(omf, motion, *rotations, *translations), GAIT_OK);
}

/* A second comparison of the result with the edited file finds rounding only. */
TEST(a_written_result_compares_as_unchanged) {
    for (int i = 0; i < 2; i++) {
        sample one = i ? open_walk() : open_bank();
        uint32_t clip = i ? 0 : WALK;
        blender_touch touches[] = {
            {.clip = clip, .bone = 3, .frame = 2, .degrees = 20, .mm = 30},
            {.clip = clip, .bone = 11, .frame = 5, .degrees = 8},
            {.clip = clip, .bone = 12, .frame = 0, .degrees = 4, .mm = 3},
        };
        uint64_t dice = 5;
        gaiti_diff *diff, *again;
        gait_edited_file *edit = blender_edit(one.trip.base, &plain, touches, 3, &dice);
        assert_int_equal(gaiti_diff_new(one.trip.base, edit, NULL, &diff), GAIT_OK);
        assert_int_equal(gaiti_diff_clip_at(diff, clip).channel_count, 5);
        gait_buffer out = round_trip_write(&one.trip, diff);
        round_trip second;
        assert_true(
            round_trip_open((gait_span){out.data, out.size}, one.trip.name, one.tree, &second));
        gaiti_diff_options loose = {.tolerance_deg = 0.02, .tolerance_mm = 0.3};
        assert_int_equal(gaiti_diff_new(second.base, edit, &loose, &again), GAIT_OK);
        for (uint32_t c = 0; c < second.base->clip_count; c++) {
            gait_clip_diff found = gaiti_diff_clip_at(again, c);
            if (found.outcome != GAIT_DIFF_UNCHANGED) {
                fail_msg("sample %d clip %u: %g deg of %d, %g mm of %d", i, c,
                         found.rotation.amount, found.rotation.bone, found.translation.amount,
                         found.translation.bone);
            }
        }
        gaiti_diff_free(diff);
        gaiti_diff_free(again);
        blender_free(edit);
        round_trip_close(&second);
        gait_buffer_free(&out);
        close_sample(&one);
    }
}

/* --- manual changes of every kind of track ---------------------------------------------------- */

enum { HAND_FRAMES = 16, HAND_BONES = 16 };

typedef struct by_hand {
    gait_span bytes;
    gait_omf *omf;
    gait_skeleton *skeleton;
    gait_clip *clip;
    double values[HAND_FRAMES * 4];
    double times[HAND_FRAMES];
    int32_t from[HAND_FRAMES];
    gaiti_bone_change bones[HAND_BONES];
    gaiti_clip_change change;
} by_hand;

static void hand_open(const char *file, by_hand *hand) {
    memset(hand, 0, sizeof *hand);
    hand->bytes = test_fixture_bytes(file);
    assert_int_equal(gait_omf_open(hand->bytes, NULL, &hand->omf), GAIT_OK);
    assert_int_equal(gaiti_omf_bind_skeleton(hand->omf, NULL, NULL, &hand->skeleton), GAIT_OK);
    assert_int_equal(gaiti_omf_clip(hand->omf, 0, hand->skeleton, NULL, &hand->clip), GAIT_OK);
    assert_in_range(hand->clip->frame_count, 2, HAND_FRAMES);
    assert_in_range(hand->skeleton->bone_count, 1, HAND_BONES);
    hand->change = (gaiti_clip_change){.base = hand->clip,
                                       .frame_count = hand->clip->frame_count,
                                       .times = hand->times,
                                       .bones = hand->bones};
    for (int32_t k = 0; k < HAND_FRAMES; k++) {
        hand->times[k] = k / 30.0;
        hand->from[k] = k;
    }
}

static void hand_close(by_hand *hand) {
    gait_clip_free(hand->clip);
    gait_skeleton_free(hand->skeleton);
    gait_omf_free(hand->omf);
    free((void *)(uintptr_t)hand->bytes.data);
}

static int32_t hand_bone(const by_hand *hand, uint32_t track) {
    char name[128] = {0};
    gait_span called = gait_omf_bone_name(hand->omf, track);
    memcpy(name, called.data, called.size);
    return gait_skeleton_find(hand->skeleton, name);
}

static float hand_decoded(const by_hand *hand, uint32_t track, uint32_t frame, int axis) {
    float *rotations, *translations;
    decode(hand->omf, 0, &rotations, &translations);
    uint32_t frames = gait_omf_motion_at(hand->omf, 0).frame_count;
    float value = translations[((size_t)track * frames + frame) * 3 + (size_t)axis];
    free(rotations);
    free(translations);
    return value;
}

/* Sets a translation to a distant X at frame 1, in glTF axes. */
static void hand_translate(by_hand *hand, uint32_t track, double x, uint32_t count) {
    gaiti_bone_change *bone = &hand->bones[hand_bone(hand, track)];
    for (uint32_t k = 0; k < count; k++) {
        hand->values[k * 3] = k == 1 || count == 1 ? x : (double)-hand_decoded(hand, track, k, 0);
        hand->values[k * 3 + 1] = (double)hand_decoded(hand, track, k, 1);
        hand->values[k * 3 + 2] = (double)hand_decoded(hand, track, k, 2);
    }
    hand->from[count == 1 ? 0 : 1] = -1;
    bone->translation = (gaiti_channel_change){count, hand->values, hand->from};
    assert_int_equal(gaiti_omf_apply_changes(hand->omf, 0, &hand->change), GAIT_OK);
    bone->translation = (gaiti_channel_change){0};
}

/* Converts the bank to version 3. */
static void hand_convert_to_version_3(by_hand *hand) {
    gait_omf *old;
    gait_omf_track tracks[HAND_BONES];
    gait_omf_motion motion = gait_omf_motion_at(hand->omf, 0);
    uint32_t bones = gait_omf_bone_count(hand->omf);
    assert_int_equal(gaiti_omf_new(3, NULL, &old), GAIT_OK);
    assert_int_equal(gaiti_omf_add_part(old, gait_omf_part_at(hand->omf, 0).name), GAIT_OK);
    for (uint32_t t = 0; t < bones; t++) {
        tracks[t] = gait_omf_track_at(hand->omf, 0, t);
        assert_int_equal(gaiti_omf_add_bone(old, gait_omf_bone_name(hand->omf, t), t), GAIT_OK);
    }
    assert_int_equal(gaiti_omf_add_motion(old, &motion, tracks), GAIT_OK);
    assert_int_equal(gait_omf_detach(hand->omf), GAIT_OK);
    gait_omf_free(hand->omf);
    hand->omf = old;
}

TEST(every_kind_of_track_accepts_a_translation) {
    for (int f = 0; f < 3; f++) {
        by_hand hand;
        hand_open(f == 1 ? "omf/ok/float_keys.omf" : "omf/ok/every_track_kind.omf", &hand);
        if (f == 2) {
            hand_convert_to_version_3(&hand);
        }
        for (uint32_t t = 0; t < gait_omf_bone_count(hand.omf); t++) {
            float before = hand_decoded(&hand, t, 0, 0);
            gait_omf_track old = gait_omf_track_at(hand.omf, 0, t);
            hand_translate(&hand, t, -900, hand.change.frame_count); /* glTF negates X */
            gait_omf_track now = gait_omf_track_at(hand.omf, 0, t);
            bool was_fine =
                old.flags & GAIT_OMF_TRANSLATION_16 && old.flags & GAIT_OMF_TRANSLATION_KEYS;
            bool has_16 = f < 2 || was_fine;
            float step = (float)(1000 / (has_16 ? 65534.0 : 254.0));
            assert_true(now.flags & GAIT_OMF_TRANSLATION_KEYS);
            assert_int_equal(now.flags & GAIT_OMF_FLOAT_KEYS, old.flags & GAIT_OMF_FLOAT_KEYS);
            if (!has_16) {
                assert_int_equal(now.flags & GAIT_OMF_TRANSLATION_16, 0);
            }
            assert_true(same_span(now.rotation_keys, old.rotation_keys));
            assert_float_equal(hand_decoded(&hand, t, 1, 0), 900, step);
            assert_float_equal(hand_decoded(&hand, t, 0, 0), before, step);
        }
        assert_valid(hand.omf);
        hand_close(&hand);
    }
}

TEST(a_constant_edit_of_a_constant_stays_constant) {
    by_hand hand;
    hand_open("omf/ok/every_track_kind.omf", &hand);
    uint32_t t = 0;
    while (gait_omf_track_at(hand.omf, 0, t).flags & GAIT_OMF_TRANSLATION_KEYS) {
        t++;
    }
    gait_omf_track old = gait_omf_track_at(hand.omf, 0, t);
    hand_translate(&hand, t, -2.5, 1);
    gait_omf_track now = gait_omf_track_at(hand.omf, 0, t);
    assert_int_equal(now.flags, old.flags);
    assert_true(now.init[0] == 2.5f && now.init[1] == old.init[1] && now.init[2] == old.init[2]);
    hand_close(&hand);
}

TEST(a_key_inside_the_old_range_keeps_unit_and_centre) {
    by_hand hand;
    hand_open("omf/ok/every_track_kind.omf", &hand);
    for (uint32_t t = 0; t < gait_omf_bone_count(hand.omf); t++) {
        gait_omf_track old = gait_omf_track_at(hand.omf, 0, t);
        if (old.flags & GAIT_OMF_FLOAT_KEYS || !(old.flags & GAIT_OMF_TRANSLATION_KEYS)) {
            continue;
        }
        gait_span keys = old.translation_keys;
        size_t size = keys.size / hand.change.frame_count;
        hand_translate(&hand, t, -(double)(old.init[0] + 20 * old.size[0]),
                       hand.change.frame_count);
        gait_omf_track now = gait_omf_track_at(hand.omf, 0, t);
        assert_memory_equal(now.size, old.size, sizeof now.size);
        assert_memory_equal(now.init, old.init, sizeof now.init);
        assert_int_equal(now.flags, old.flags);
        assert_memory_equal(now.translation_keys.data, keys.data, size); /* key 0 */
        assert_int_equal(now.translation_keys.data[size], 20);
    }
    hand_close(&hand);
}

/* A bank with one motion of one bone, whose translation has many keys. */
enum { KINDS_FRAMES = 12 };

typedef struct kinds {
    by_hand hand;
    gait_omf_track track;
} kinds;

static void kinds_open(kinds *made, uint16_t version, uint8_t flags) {
    static uint8_t turns[KINDS_FRAMES * 8], keys[KINDS_FRAMES * 6];
    by_hand *hand = &made->hand;
    memset(made, 0, sizeof *made);
    gait_omf_track *track = &made->track;
    gait_omf_motion motion = {
        .name = {(const uint8_t *)"one", 3}, .label = {(const uint8_t *)"one", 3}, .speed = 1};
    motion.frame_count = KINDS_FRAMES;
    bool wide = flags & GAIT_OMF_TRANSLATION_16;
    for (int k = 0; k < KINDS_FRAMES; k++) {
        int key = (wide ? 3000 : 10) * (k - 6);
        gaiti_store_u16(turns + 8 * k + 6, 32767);
        wide ? gaiti_store_u16(keys + 6 * k, (uint16_t)key) : (void)(keys[3 * k] = (uint8_t)key);
    }
    *track = (gait_omf_track){.flags = flags, .size = {wide ? 1e-5F : 3e-3F, 0, 0}};
    track->rotation_keys =
        (gait_span){turns, flags & GAIT_OMF_ROTATION_CONSTANT ? 8 : sizeof turns};
    track->translation_keys = (gait_span){keys, (size_t)KINDS_FRAMES * (wide ? 6 : 3)};
    track->rotation_crc = gaiti_omf_crc(track->rotation_keys);
    track->translation_crc = gaiti_omf_crc(track->translation_keys);
    assert_int_equal(gaiti_omf_new(version, NULL, &hand->omf), GAIT_OK);
    assert_int_equal(gaiti_omf_add_part(hand->omf, motion.name), GAIT_OK);
    assert_int_equal(gaiti_omf_add_bone(hand->omf, motion.name, 0), GAIT_OK);
    assert_int_equal(gaiti_omf_add_motion(hand->omf, &motion, track), GAIT_OK);
    *track = gait_omf_track_at(hand->omf, 0, 0);
    assert_int_equal(gaiti_omf_bind_skeleton(hand->omf, NULL, NULL, &hand->skeleton), GAIT_OK);
    assert_int_equal(gaiti_omf_clip(hand->omf, 0, hand->skeleton, NULL, &hand->clip), GAIT_OK);
    hand->change = (gaiti_clip_change){.base = hand->clip,
                                       .frame_count = KINDS_FRAMES,
                                       .times = hand->times,
                                       .bones = hand->bones,
                                       .tolerance_deg = 0.02,
                                       .tolerance_mm = 0.2};
}

/* Sets X of the keys to `metres`, in the axes of the game; with `keeps`, even keys stay. Asserts
 * that the error of each key is at most `most`. Returns the new track. */
static gait_omf_track kinds_apply(kinds *made, const double *metres, bool keeps, double most) {
    by_hand *hand = &made->hand;
    double wanted[KINDS_FRAMES];
    for (uint32_t k = 0; k < KINDS_FRAMES; k++) {
        bool stays = keeps && k % 2 == 0;
        wanted[k] = stays ? (double)hand_decoded(hand, 0, k, 0) : metres[k];
        hand->values[k * 3] = -wanted[k];
        hand->values[k * 3 + 1] = hand->values[k * 3 + 2] = 0;
        hand->from[k] = stays ? (int32_t)k : -1;
    }
    hand->bones[0].translation = (gaiti_channel_change){KINDS_FRAMES, hand->values, hand->from};
    assert_int_equal(gaiti_omf_apply_changes(hand->omf, 0, &hand->change), GAIT_OK);
    for (uint32_t k = 0; k < KINDS_FRAMES; k++) {
        assert_float_equal(hand_decoded(hand, 0, k, 0), wanted[k], most);
    }
    return gait_omf_track_at(hand->omf, 0, 0);
}

enum { KEYS = GAIT_OMF_TRANSLATION_KEYS, WIDE = KEYS | GAIT_OMF_TRANSLATION_16 };

/* Rounding may use half of the tolerance of 0.2 mm. 8 bits have this accuracy for ranges up to 50.8
 * mm. */
TEST(the_smallest_kind_within_the_tolerance_is_written) {
    static const struct {
        uint16_t version;
        uint8_t flags;
        double reach; /* range of the new keys, mm */
        bool keeps;
        uint8_t expected;
        double most; /* maximum error, mm */
    } cases[] = {
        {4, WIDE, 0.15, false, 0, 0.1},   {4, KEYS, 0.15, false, 0, 0.1},
        {4, WIDE, 40, false, KEYS, 0.1},  {4, WIDE, 200, false, WIDE, 0.1},
        {4, KEYS, 200, false, WIDE, 0.1}, {3, KEYS, 200, false, KEYS, 0.4},
        {3, KEYS, 0.15, false, 0, 0.1},   {3, WIDE, 200, false, WIDE, 0.1},
        {4, WIDE, 40, true, WIDE, 0.1},   {4, WIDE, 1000, true, WIDE, 0.1},
        {4, KEYS, 40, true, WIDE, 0.1},   {3, KEYS, 40, true, KEYS, 1.51},
        {3, KEYS, 1000, true, KEYS, 2.5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        kinds made;
        double metres[KINDS_FRAMES];
        kinds_open(&made, cases[i].version, cases[i].flags);
        for (int k = 0; k < KINDS_FRAMES; k++) {
            double at = k == 0 ? -1 : k == 1 ? 1 : (k * 7 % 11 - 5) / 5.37;
            metres[k] = at * cases[i].reach / 2000;
        }
        gait_omf_track now =
            kinds_apply(&made, metres, cases[i].keeps, cases[i].most / 1000 + 1e-6);
        if ((now.flags & WIDE) != cases[i].expected) {
            fail_msg("case %zu: flags %x, not %x", i, now.flags, cases[i].expected);
        }
        assert_valid(made.hand.omf);
        hand_close(&made.hand);
    }
}

/* If some keys stay, so do unit and centre; where 8 bits are too coarse, the decoded positions of
 * these keys stay. */
TEST(unchanged_keys_keep_their_bytes_if_the_unit_is_fine_enough) {
    for (int wide = 0; wide < 2; wide++) {
        for (int on_grid = 0; on_grid < 2; on_grid++) {
            kinds made;
            double metres[KINDS_FRAMES] = {0};
            kinds_open(&made, 4, wide ? WIDE : KEYS);
            uint8_t old[KINDS_FRAMES * 6];
            size_t size = made.track.translation_keys.size;
            memcpy(old, made.track.translation_keys.data, size);
            metres[3] = on_grid ? 0.009 : 0.0101;
            gait_omf_track now = kinds_apply(&made, metres, true, 1e-4);
            bool stays = wide || on_grid;
            if (!stays) { /* the unit is 256 times as fine: -60 becomes -15360 */
                assert_true(now.size[0] * 256 == made.track.size[0] && now.init[0] == 0);
                assert_int_equal(gaiti_load_s16(now.translation_keys.data), -60 * 256);
            }
            assert_int_equal(now.size[0] == made.track.size[0], stays);
            assert_int_equal(now.translation_keys.size == size, stays);
            assert_int_equal(memcmp(now.translation_keys.data, old, size / KINDS_FRAMES) == 0,
                             stays);
            hand_close(&made.hand);
        }
    }
}

/* One key moves on an axis without a unit, or out of range: the decoded values of the others stay
 * equal. */
TEST(unchanged_keys_keep_their_values_in_a_finer_unit) {
    static const struct {
        uint16_t version;
        uint8_t flags;
        double x, y; /* metres */
        float finer;
        uint8_t expected;
    } cases[] = {
        {4, KEYS, 0, 0.01, 256, WIDE}, {4, KEYS, 1, 0, 64, WIDE},      {4, KEYS, 30, 0.01, 2, WIDE},
        {4, WIDE, 0, 0.01, 1, WIDE},   {3, KEYS, 0.03, 0.01, 1, KEYS}, {3, WIDE, 0, 0.01, 1, WIDE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        kinds made;
        kinds_open(&made, cases[i].version, cases[i].flags);
        float before[KINDS_FRAMES];
        for (uint32_t k = 0; k < KINDS_FRAMES; k++) {
            before[k] = hand_decoded(&made.hand, 0, k, 0);
            made.hand.values[k * 3] = k == 3 ? -cases[i].x : -(double)before[k];
            made.hand.values[k * 3 + 1] = k == 3 ? cases[i].y : 0;
            made.hand.from[k] = k == 3 ? -1 : (int32_t)k;
        }
        made.hand.bones[0].translation =
            (gaiti_channel_change){KINDS_FRAMES, made.hand.values, made.hand.from};
        assert_int_equal(gaiti_omf_apply_changes(made.hand.omf, 0, &made.hand.change), GAIT_OK);
        gait_omf_track now = gait_omf_track_at(made.hand.omf, 0, 0);
        assert_int_equal(now.flags & WIDE, cases[i].expected);
        assert_true(now.size[0] * cases[i].finer == made.track.size[0]);
        for (uint32_t k = 0; k < KINDS_FRAMES; k++) {
            assert_true(k == 3 || (hand_decoded(&made.hand, 0, k, 0) == before[k] &&
                                   hand_decoded(&made.hand, 0, k, 1) == 0));
        }
        assert_float_equal(hand_decoded(&made.hand, 0, 3, 0), cases[i].x, now.size[0] / 1.99);
        assert_float_equal(hand_decoded(&made.hand, 0, 3, 1), cases[i].y, 1e-6);
        assert_valid(made.hand.omf);
        hand_close(&made.hand);
    }
}

/* Rotations become constant if they differ by less than half of the tolerance of 0.02 degrees
 * and no key is kept from the base. */
TEST(still_rotations_become_constant) {
    for (int i = 0; i < 3; i++) {
        kinds made;
        kinds_open(&made, 4, KEYS);
        double degrees = i == 1 ? 0.011 : 0.009;
        for (int k = 0; k < KINDS_FRAMES; k++) {
            double half = (0.4 + (k == 5 ? degrees / 57.29577951308232 : 0)) / 2;
            made.hand.values[4 * k + 1] = sin(half);
            made.hand.values[4 * k + 3] = cos(half);
            made.hand.from[k] = i == 2 && k == 7 ? 7 : -1;
        }
        made.hand.bones[0].rotation =
            (gaiti_channel_change){KINDS_FRAMES, made.hand.values, made.hand.from};
        assert_int_equal(gaiti_omf_apply_changes(made.hand.omf, 0, &made.hand.change), GAIT_OK);
        gait_omf_track now = gait_omf_track_at(made.hand.omf, 0, 0);
        assert_int_equal((now.flags & GAIT_OMF_ROTATION_CONSTANT) != 0, i == 0);
        assert_int_equal(now.rotation_keys.size, i == 0 ? 8 : KINDS_FRAMES * 8);
        assert_valid(made.hand.omf);
        hand_close(&made.hand);
    }
}

TEST(values_outside_the_float_range_are_refused) {
    kinds made;
    kinds_open(&made, 4, KEYS);
    for (int k = 0; k < KINDS_FRAMES; k++) {
        made.hand.values[3 * k] = k * 1e39;
        made.hand.from[k] = -1;
    }
    made.hand.bones[0].translation =
        (gaiti_channel_change){KINDS_FRAMES, made.hand.values, made.hand.from};
    assert_int_equal(gaiti_omf_apply_changes(made.hand.omf, 0, &made.hand.change),
                     GAIT_BAD_ARGUMENT);
    hand_close(&made.hand);
}

TEST(a_longer_motion_keeps_its_first_keys) {
    by_hand hand;
    hand_open("omf/ok/every_track_kind.omf", &hand);
    uint32_t frames = hand.change.frame_count, bones = gait_omf_bone_count(hand.omf);
    gait_omf *before;
    assert_int_equal(gait_omf_open(hand.bytes, NULL, &before), GAIT_OK);
    hand.change.is_retimed = true;
    hand.change.frame_count = frames + 3;
    assert_int_equal(gaiti_omf_apply_changes(hand.omf, 0, &hand.change), GAIT_OK);
    assert_int_equal(gait_omf_motion_at(hand.omf, 0).frame_count, frames + 3);
    for (uint32_t t = 0; t < bones; t++) {
        gait_omf_track x = gait_omf_track_at(before, 0, t);
        gait_omf_track y = gait_omf_track_at(hand.omf, 0, t);
        assert_int_equal(x.flags, y.flags);
        assert_memory_equal(x.rotation_keys.data, y.rotation_keys.data, x.rotation_keys.size);
        assert_true(
            x.translation_keys.size == 0 ||
            memcmp(x.translation_keys.data, y.translation_keys.data, x.translation_keys.size) == 0);
    }
    assert_valid(hand.omf);
    gait_omf_free(before);
    hand_close(&hand);
}

TEST(a_change_of_another_motion_is_refused) {
    by_hand hand;
    hand_open("omf/ok/every_track_kind.omf", &hand);
    gait_clip other = *hand.clip;
    other.frame_count++;
    hand.change.base = &other;
    assert_int_equal(gaiti_omf_apply_changes(hand.omf, 0, &hand.change), GAIT_BAD_ARGUMENT);
    hand.change.base = hand.clip;
    hand.change.frame_count++;
    assert_int_equal(gaiti_omf_apply_changes(hand.omf, 0, &hand.change), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_omf_apply_changes(hand.omf, 99, &hand.change), GAIT_BAD_ARGUMENT);
    hand_close(&hand);
}

TEST(a_change_of_a_bone_without_a_track_is_refused) {
    by_hand hand;
    gait_bone bones[HAND_BONES + 1];
    gait_skeleton *larger;
    hand_open("omf/ok/every_track_kind.omf", &hand);
    uint32_t count = hand.skeleton->bone_count;
    assert_in_range(count, 1, HAND_BONES - 1);
    memcpy(bones, hand.skeleton->bones, count * sizeof *bones);
    bones[count] = bones[0];
    bones[count].name = "nowhere";
    assert_int_equal(gaiti_skeleton_new("larger", bones, count + 1, NULL, &larger), GAIT_OK);
    gait_clip other = *hand.clip;
    other.skeleton = larger;
    hand.change.base = &other;
    assert_int_equal(gaiti_omf_apply_changes(hand.omf, 0, &hand.change), GAIT_OK);
    const double still[4] = {0, 0, 0, 1};
    hand.bones[count].rotation = (gaiti_channel_change){1, still, hand.from};
    assert_int_equal(gaiti_omf_apply_changes(hand.omf, 0, &hand.change), GAIT_BAD_ARGUMENT);
    gait_skeleton_free(larger);
    hand_close(&hand);
}

/* --- RTM -------------------------------------------------------------------------------------- */

static bool is_below(const gait_skeleton *skeleton, int32_t bone, uint32_t top) {
    while (bone >= 0 && bone != (int32_t)top) {
        bone = skeleton->bones[bone].parent;
    }
    return bone >= 0;
}

TEST(a_bone_edit_changes_only_its_own_and_descendant_matrices) {
    sample one = open_walk();
    uint32_t bone = round_trip_bone(&one.trip, "LeftArm");
    blender_touch touch = {.clip = 0, .bone = bone, .frame = 4, .degrees = 6};
    gait_buffer out = round_trip_edited(&one.trip, &plain, &touch, 1);
    gait_rtm *before, *after;
    assert_int_equal(gaiti_rtm_open(one.bytes, NULL, &before), GAIT_OK);
    assert_int_equal(gaiti_rtm_open((gait_span){out.data, out.size}, NULL, &after), GAIT_OK);
    assert_int_equal(out.size, one.bytes.size);
    size_t differing = 0, changed = 0;
    for (uint32_t f = 0; f < gait_rtm_frame_count(before); f++) {
        for (uint32_t b = 0; b < gait_rtm_bone_count(before); b++) {
            char name[33] = {0};
            float x[12], y[12];
            gait_rtm_matrix(before, f, b, x);
            gait_rtm_matrix(after, f, b, y);
            gait_span called = gait_rtm_bone_name(before, b);
            memcpy(name, called.data, called.size);
            bool below = f == 4 && is_below(one.trip.skeleton,
                                            gait_skeleton_find(one.trip.skeleton, name), bone);
            assert_int_equal(memcmp(x, y, sizeof x) != 0, below);
            changed += below;
        }
    }
    for (size_t i = 0; i < out.size; i++) {
        differing += out.data[i] != one.bytes.data[i];
    }
    assert_true(changed > 3 && differing <= changed * 48);
    gaiti_rtm_free(before);
    gaiti_rtm_free(after);
    gait_buffer_free(&out);
    close_sample(&one);
}

TEST(scale_and_shear_of_an_edited_bone_are_kept) {
    sample one = open_walk();
    uint32_t bone = round_trip_bone(&one.trip, "Head"), entry = 0;
    gait_rtm *rtm;
    assert_int_equal(gaiti_rtm_open(one.bytes, NULL, &rtm), GAIT_OK);
    while (!is_called(gait_rtm_bone_name(rtm, entry), one.trip.skeleton->bones[bone].name)) {
        entry++;
    }
    float stretched[12];
    gait_rtm_matrix(rtm, 4, entry, stretched);
    for (int i = 0; i < 3; i++) {
        stretched[i] *= 1.5f; /* scales one row of the matrix */
    }
    assert_int_equal(gaiti_rtm_set_matrix(rtm, 4, entry, stretched), GAIT_OK);
    gait_buffer bytes = {0};
    assert_int_equal(gaiti_rtm_write(rtm, &bytes), GAIT_OK);
    gaiti_rtm_free(rtm);
    sample two = {.bytes = {bytes.data, bytes.size}};
    assert_true(round_trip_open(two.bytes, "walk.rtm", one.tree, &two.trip));
    blender_touch touch = {.clip = 0, .bone = bone, .frame = 4, .degrees = 6};
    gait_buffer out = round_trip_edited(&two.trip, &plain, &touch, 1);
    assert_int_equal(gaiti_rtm_open((gait_span){out.data, out.size}, NULL, &rtm), GAIT_OK);
    float now[12];
    gait_rtm_matrix(rtm, 4, entry, now);
    assert_memory_not_equal(now, stretched, sizeof now);
    for (int column = 0; column < 3; column++) {
        double length = 0, expected = 0;
        for (int i = 0; i < 3; i++) {
            length += (double)now[column * 3 + i] * (double)now[column * 3 + i];
            expected += (double)stretched[column * 3 + i] * (double)stretched[column * 3 + i];
        }
        assert_float_equal((float)length, (float)expected, 1e-5f);
    }
    gaiti_rtm_free(rtm);
    gait_buffer_free(&out);
    round_trip_close(&two.trip);
    gait_buffer_free(&bytes);
    close_sample(&one);
}

TEST(a_longer_rtm_keeps_its_first_and_last_phase) {
    sample one = open_walk();
    gait_rtm *rtm;
    double times[64];
    gaiti_bone_change bones[256] = {0};
    const gait_clip *base = one.trip.base->clips[0];
    for (int k = 0; k < 64; k++) {
        times[k] = k / 30.0;
    }
    gaiti_clip_change change = {
        .base = base, .frame_count = 40, .is_retimed = true, .times = times, .bones = bones};
    assert_int_equal(gaiti_rtm_open(one.bytes, NULL, &rtm), GAIT_OK);
    float first = gait_rtm_phase(rtm, 0), last = gait_rtm_phase(rtm, base->frame_count - 1);
    assert_int_equal(gaiti_rtm_apply_changes(rtm, &change), GAIT_OK);
    assert_int_equal(gait_rtm_frame_count(rtm), 40);
    assert_true(gait_rtm_phase(rtm, 0) == first && gait_rtm_phase(rtm, 39) == last);
    for (uint32_t f = 1; f < 40; f++) {
        assert_true(gait_rtm_phase(rtm, f) > gait_rtm_phase(rtm, f - 1));
    }
    assert_int_equal(gaiti_rtm_check(rtm, NULL), GAIT_OK);
    gaiti_rtm_free(rtm);
    close_sample(&one);
}
