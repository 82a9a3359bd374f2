/* Conversion of clips to motions of a bank: keys from a bank are kept unchanged, others are as
 * exact as the kind of track allows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "fixtures.h"
#include "gait/omf.h"
#include "gait/transform.h"
#include "omf_floats.h"
#include "test.h"
#include "transforms.h"
#include "formats/xray/omf/omf.h"
#include "model/clip.h"

enum { BONES = 6, FRAMES = 41 };

/* --- banks ------------------------------------------------------------------------------------ */

/* A bank, and its first motion as a clip. */
typedef struct file_clips {
    gait_omf *omf;
    gait_skeleton *skeleton;
    gait_clip *clip;
} file_clips;

static file_clips read_clips(gait_omf *omf) {
    file_clips made = {.omf = omf};
    assert_int_equal(gaiti_omf_bind_skeleton(omf, NULL, NULL, &made.skeleton), GAIT_OK);
    assert_int_equal(gaiti_omf_clip(omf, 0, made.skeleton, NULL, &made.clip), GAIT_OK);
    return made;
}

static void drop(file_clips *made) {
    gait_clip_free(made->clip);
    gait_skeleton_free(made->skeleton);
    gait_omf_free(made->omf);
}

static gait_omf *new_bank(uint16_t version) {
    gait_omf *omf;
    assert_int_equal(gaiti_omf_new(version, NULL, &omf), GAIT_OK);
    return omf;
}

static void assert_sound(const gait_omf *omf) {
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    assert_int_equal(gaiti_omf_check(omf, &found), GAIT_OK);
    assert_int_equal(found.warnings, 0);
}

/* A random quaternion as integers, truncated toward 0 as one exporter does. */
static void random_turn(uint64_t *seed, uint8_t key[8]) {
    gait_transform turn = test_random_transform(seed);
    gait_affine affine = gait_affine_from_transform(&turn);
    gait_affine_decompose(&affine, &turn);
    for (int i = 0; i < 4; i++) {
        gaiti_store_s16(key + 2 * i, (int16_t)(turn.q[i] * 32767));
    }
}

static int random_key(uint64_t *seed, int most) {
    return (int)lrint(test_random(seed) * most);
}

/* Every kind of track. The keys of each axis include both ends of the range. */
static gait_omf *random_bank(uint64_t *seed) {
    static const uint8_t flags[BONES] = {0, 1, 2, 3, 5, 7};
    static uint8_t turns[BONES][FRAMES * 8], steps[BONES][FRAMES * 6];
    gait_omf_track tracks[BONES] = {0};
    gait_omf *omf = new_bank(4);
    assert_int_equal(gaiti_omf_add_part(omf, test_span("default")), GAIT_OK);
    for (uint32_t b = 0; b < BONES; b++) {
        gait_omf_track *track = &tracks[b];
        char name[] = {'b', (char)('0' + b), 0};
        int wide = flags[b] & GAIT_OMF_TRANSLATION_16, most = wide ? 32767 : 127;
        assert_int_equal(gaiti_omf_add_bone(omf, test_span(name), b), GAIT_OK);
        track->flags = flags[b];
        for (int k = 0; k < FRAMES; k++) {
            random_turn(seed, turns[b] + 8 * k);
            for (int i = 0; i < 3; i++) {
                int key = k == 0 ? most : k == 1 ? -most : random_key(seed, most);
                wide ? gaiti_store_s16(steps[b] + 6 * k + 2 * i, (int16_t)key)
                     : (void)(steps[b][3 * k + i] = (uint8_t)key);
            }
        }
        bool keyed = flags[b] & GAIT_OMF_TRANSLATION_KEYS;
        track->rotation_keys =
            gaiti_span(turns[b], flags[b] & GAIT_OMF_ROTATION_CONSTANT ? 8 : FRAMES * 8);
        track->translation_keys = gaiti_span(steps[b], keyed ? FRAMES * (wide ? 6 : 3) : 0);
        track->rotation_crc = gaiti_omf_crc(track->rotation_keys);
        track->translation_crc = gaiti_omf_crc(track->translation_keys);
        for (int i = 0; i < 3; i++) {
            track->size[i] = keyed ? (float)((1.5 + test_random(seed)) / most) : 0;
            track->init[i] = (float)test_random(seed);
        }
    }
    gait_omf_motion motion = {.name = test_span("walk"),
                              .label = test_span("walk"),
                              .flags = 2,
                              .bone_or_part = 0,
                              .speed = 1,
                              .power = 0.5F,
                              .accrue = 2,
                              .falloff = 4,
                              .frame_count = FRAMES};
    assert_int_equal(gaiti_omf_add_motion(omf, &motion, tracks), GAIT_OK);
    return omf;
}

static double quantum(const gait_omf_track *track, int axis) {
    return (double)track->size[axis] * (track->flags & GAIT_OMF_TRANSLATION_16 ? 1 : 127.0 / 32767);
}

static void assert_same_translation(const gait_omf *a, const gait_omf *b, uint32_t t) {
    static float first[BONES * FRAMES * 3], second[BONES * FRAMES * 3];
    gait_omf_track track = gait_omf_track_at(a, 0, t);
    assert_int_equal(omf_floats(a, 0, NULL, first), GAIT_OK);
    assert_int_equal(omf_floats(b, 0, NULL, second), GAIT_OK);
    for (int i = 0; i < FRAMES * 3; i++) {
        test_assert_near((double)second[t * FRAMES * 3 + (uint32_t)i],
                         (double)first[t * FRAMES * 3 + (uint32_t)i],
                         quantum(&track, i % 3) / 2 + 1e-7);
    }
}

TEST(bank_keys_survive_a_round_trip) {
    uint64_t seed = 3;
    for (int round = 0; round < 20; round++) {
        file_clips from = read_clips(random_bank(&seed));
        gait_omf *to = new_bank(4);
        uint32_t losses = 99;
        assert_int_equal(gaiti_omf_add_clip(to, from.clip, NULL, 0, &losses), GAIT_OK);
        assert_int_equal(losses, 0);
        for (uint32_t t = 0; t < BONES; t++) {
            gait_omf_track old = gait_omf_track_at(from.omf, 0, t);
            gait_omf_track new = gait_omf_track_at(to, 0, t);
            assert_int_equal(new.flags, old.flags & (old.flags & 1 ? 7 : 3));
            assert_int_equal(new.rotation_keys.size, old.rotation_keys.size);
            assert_memory_equal(new.rotation_keys.data, old.rotation_keys.data,
                                old.rotation_keys.size);
            assert_int_equal(new.translation_keys.size, old.translation_keys.size);
            assert_memory_equal(new.translation_keys.data, old.translation_keys.data,
                                old.translation_keys.size);
            assert_same_translation(from.omf, to, t);
        }
        assert_sound(to);
        gait_omf_free(to);
        drop(&from);
    }
}

TEST(playback_survives_a_round_trip) {
    uint64_t seed = 4;
    file_clips from = read_clips(random_bank(&seed));
    gait_omf *to = new_bank(3);
    assert_int_equal(gaiti_omf_add_clip(to, from.clip, NULL, 0, NULL), GAIT_OK);
    gait_omf_motion motion = gait_omf_motion_at(to, 0);
    assert_memory_equal(motion.name.data, "walk", 4);
    assert_memory_equal(motion.label.data, "walk", 4);
    assert_true(motion.flags == 2 && motion.bone_or_part == 0 && motion.motion == 0);
    assert_true(motion.speed == 1 && motion.power == 0.5F && motion.accrue == 2 &&
                motion.falloff == 4);
    gait_omf_free(to);
    drop(&from);
}

/* Unusual quaternions, some with lengths far from 1: keys that are a view of a file are copied. */
TEST(stored_rotations_are_copied_unchanged) {
    gait_span bytes = test_fixture_bytes("omf/ok/every_track_kind.omf");
    gait_omf *omf, *to = new_bank(4);
    assert_int_equal(gait_omf_open(bytes, NULL, &omf), GAIT_OK);
    file_clips from = read_clips(omf);
    assert_int_equal(gaiti_omf_add_clip(to, from.clip, NULL, 0, NULL), GAIT_OK);
    for (uint32_t t = 0; t < 8; t++) {
        gait_omf_track old = gait_omf_track_at(omf, 0, t), new = gait_omf_track_at(to, 0, t);
        assert_int_equal(new.rotation_keys.size, old.rotation_keys.size);
        assert_memory_equal(new.rotation_keys.data, old.rotation_keys.data, old.rotation_keys.size);
    }
    gait_omf_free(to);
    drop(&from);
    free((void *)(uintptr_t)bytes.data);
}

/* --- clips by hand ---------------------------------------------------------------------------- */

/* A clip of two bones; the first one has the keys in the arrays. */
typedef struct hand_made {
    gait_clip clip;
    gait_track tracks[2];
    float time[FRAMES], turns[FRAMES][4], metres[FRAMES][3];
    gait_skeleton *skeleton;
} hand_made;

static gait_channel floats(const void *keys, uint32_t count, uint32_t width) {
    return (gait_channel){.data = keys, .count = count, .stride = 4 * width, .element = GAIT_F32};
}

static hand_made *hand_make(uint32_t frames) {
    hand_made *made = calloc(1, sizeof *made);
    gait_bone bones[2] = {
        {.name = "Root", .parent = -1, .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}},
        {.name = "hand", .parent = 0, .rest = {.t = {1, 2, 3}, .q = {0, 0, 1, 0}, .s = {1, 1, 1}}}};
    assert_non_null(made);
    assert_int_equal(gaiti_skeleton_new("", bones, 2, NULL, &made->skeleton), GAIT_OK);
    for (int k = 0; k < FRAMES; k++) {
        made->time[k] = (float)(k / 30.0);
        made->turns[k][3] = 1;
    }
    made->tracks[0].rotation = floats(made->turns, frames, 4);
    made->tracks[0].translation = floats(made->metres, frames, 3);
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

/* The track of the first bone in a new bank, which the caller frees. */
static gait_omf *lower(const hand_made *made, const gaiti_omf_precision *precision,
                       gait_omf_track *out_track) {
    gait_omf *omf = new_bank(4);
    assert_int_equal(gaiti_omf_add_clip(omf, &made->clip, precision, 0, NULL), GAIT_OK);
    *out_track = gait_omf_track_at(omf, 0, 0);
    return omf;
}

TEST(a_new_bank_lists_the_bones_in_lower_case) {
    hand_made *made = hand_make(2);
    gait_omf_track track;
    gait_omf *omf = lower(made, NULL, &track);
    assert_int_equal(gait_omf_part_count(omf), 1);
    assert_int_equal(gait_omf_bone_count(omf), 2);
    assert_memory_equal(gait_omf_bone_name(omf, 0).data, "root", 5);
    track = gait_omf_track_at(omf, 0, 1); /* no keys: the conjugated rest pose */
    assert_int_equal(track.flags, GAIT_OMF_ROTATION_CONSTANT);
    assert_int_equal(gaiti_load_s16(track.rotation_keys.data + 4), -32767);
    assert_true(track.init[0] == 1 && track.init[1] == 2 && track.init[2] == 3);
    assert_sound(omf);
    gait_omf_free(omf);
    hand_free(made);
}

TEST(unchanging_channels_become_constant) {
    hand_made *made = hand_make(FRAMES);
    gait_omf_track track;
    for (int k = 0; k < FRAMES; k++) {
        made->metres[k][1] = 0.25F;
    }
    gait_omf *omf = lower(made, NULL, &track);
    assert_int_equal(track.flags, GAIT_OMF_ROTATION_CONSTANT);
    assert_true(track.init[1] == 0.25F);
    gait_omf_free(omf);
    hand_free(made);
}

TEST(the_tolerance_chooses_the_kind_of_translation) {
    hand_made *made = hand_make(FRAMES);
    uint64_t seed = 8;
    for (int k = 0; k < FRAMES; k++) {
        made->metres[k][0] = (float)test_random(&seed); /* -1 to 1: 8-bit keys have 4 mm of error */
    }
    static const struct {
        gaiti_omf_precision precision;
        uint8_t flags;
    } cases[] = {{{0, 0, false}, 5 | 2},
                 {{0.003F, 0, false}, 5 | 2},
                 {{0.0045F, 0, false}, 1 | 2},
                 {{0.0045F, 0, true}, 5 | 2},
                 {{1, 0, false}, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gait_omf_track track;
        float diff[2 * FRAMES * 3];
        gait_omf *omf = lower(made, &cases[i].precision, &track);
        double allowed = (double)cases[i].precision.translation_m;
        assert_int_equal(track.flags, cases[i].flags);
        assert_int_equal(omf_floats(omf, 0, NULL, diff), GAIT_OK);
        for (int k = 0; k < FRAMES; k++) {
            test_assert_near((double)diff[3 * k], (double)made->metres[k][0],
                             allowed > 2e-5 ? allowed : 2e-5);
            assert_true(diff[3 * k + 1] == 0);
        }
        gait_omf_free(omf);
    }
    hand_free(made);
}

/* A popular exporter uses all 256 integers, -128 to 127: 255 steps. */
TEST(translations_with_255_steps_are_stored_as_bytes) {
    hand_made *made = hand_make(FRAMES);
    uint64_t seed = 9;
    gait_omf_track track;
    for (int k = 0; k < FRAMES; k++) {
        int key = k == 0 ? -128 : k == 1 ? 127 : random_key(&seed, 127);
        made->metres[k][2] = (float)(key * 0.0078125 + 0.5);
    }
    gait_omf *omf = lower(made, NULL, &track);
    assert_int_equal(track.flags, 1 | 2);
    assert_int_equal(track.translation_keys.data[2], 0x80);
    gait_omf_free(omf);
    hand_free(made);
}

TEST(rotations_have_continuous_signs_and_unit_length) {
    hand_made *made = hand_make(FRAMES);
    gait_omf_track track;
    for (int k = 0; k < FRAMES; k++) {
        double half = 0.2 * k, length = (k % 2 ? -1 : 1) * (1 + 0.3 * k);
        made->turns[k][1] = (float)(sin(half) * length);
        made->turns[k][3] = (float)(cos(half) * length);
    }
    gait_omf *omf = lower(made, NULL, &track);
    assert_int_equal(track.flags, 0);
    for (int k = 0; k < FRAMES; k++) {
        const uint8_t *key = track.rotation_keys.data + 8 * k;
        test_assert_near(gaiti_load_s16(key + 2), -32767 * sin(0.2 * k), 0.51);
        test_assert_near(gaiti_load_s16(key + 6), 32767 * cos(0.2 * k), 0.51);
    }
    gait_omf_free(omf);
    hand_free(made);
}

TEST(zero_rotation_becomes_identity) {
    hand_made *made = hand_make(2);
    gait_omf_track track;
    memset(made->turns, 0, sizeof made->turns);
    gait_omf *omf = lower(made, NULL, &track);
    assert_int_equal(gaiti_load_s16(track.rotation_keys.data + 6), 32767);
    gait_omf_free(omf);
    hand_free(made);
}

TEST(a_tolerance_makes_rotations_constant) {
    hand_made *made = hand_make(2);
    gait_omf_track track;
    made->turns[1][0] = 0.0005F; /* half of 0.001 */
    gait_omf *omf = lower(made, &(gaiti_omf_precision){.rotation_rad = 0.0009F}, &track);
    assert_int_equal(track.flags, 0);
    gait_omf_free(omf);
    omf = lower(made, &(gaiti_omf_precision){.rotation_rad = 0.0011F}, &track);
    assert_int_equal(track.flags, GAIT_OMF_ROTATION_CONSTANT);
    gait_omf_free(omf);
    hand_free(made);
}

/* --- what cannot be stored -------------------------------------------------------------------- */

static void assert_loss(const hand_made *made, gait_omf *omf, uint32_t expected) {
    uint32_t losses = 0, before = gait_omf_motion_count(omf);
    assert_int_equal(gaiti_omf_add_clip(omf, &made->clip, NULL, 0, &losses),
                     expected ? GAIT_WOULD_LOSE : GAIT_OK);
    assert_int_equal(losses, expected);
    assert_int_equal(gait_omf_motion_count(omf), before + !expected);
    losses = 0;
    assert_int_equal(gaiti_omf_add_clip(omf, &made->clip, NULL, expected, &losses), GAIT_OK);
    assert_int_equal(losses, expected);
}

TEST(losses_are_reported_and_refused) {
    hand_made *made = hand_make(3);
    float scale[3] = {1, 1, 1.5F};
    gait_event event = {.name = "Left", .value = ""};
    gait_omf *old = new_bank(3), *omf = new_bank(4);
    assert_loss(made, omf, 0);
    made->clip.events = &event;
    made->clip.event_count = 1;
    assert_loss(made, omf, 0);
    assert_loss(made, old, GAIT_LOSES_EVENTS);
    event.value = "grass";
    assert_loss(made, omf, GAIT_LOSES_EVENT_VALUES);
    event.value = "";
    made->clip.root_motion[2] = 1;
    assert_loss(made, omf, GAIT_LOSES_ROOT_MOTION);
    made->clip.root_motion[2] = 0;
    made->time[2] = 0.1F;
    assert_loss(made, omf, GAIT_LOSES_RATE);
    made->time[2] = 2 / 30.0F;
    made->tracks[1].scale = floats(scale, 1, 3);
    assert_loss(made, omf, GAIT_LOSES_SCALE);
    gait_omf_free(old);
    gait_omf_free(omf);
    hand_free(made);
}

/* A motion of a part that the bank lacks plays on all parts. */
TEST(motions_of_missing_parts_are_reported) {
    hand_made *made = hand_make(2);
    gait_omf *omf = new_bank(4);
    made->clip.playback = (gait_playback){.known = true, .bone_or_part = 0, .speed = 1};
    assert_loss(made, omf, 0);
    assert_int_equal(gait_omf_motion_at(omf, 0).bone_or_part, 0);
    made->clip.playback.bone_or_part = 1;
    assert_loss(made, omf, GAIT_LOSES_PARTS);
    assert_int_equal(gait_omf_motion_at(omf, gait_omf_motion_count(omf) - 1).bone_or_part, 0xFFFF);
    made->clip.playback.flags = GAIT_OMF_FX; /* the index is that of a bone */
    assert_loss(made, omf, 0);
    assert_int_equal(gait_omf_motion_at(omf, gait_omf_motion_count(omf) - 1).bone_or_part, 1);
    gait_omf_free(omf);
    hand_free(made);
}

TEST(bank_stores_only_the_bones_it_lists) {
    hand_made *made = hand_make(2);
    gait_omf *omf = new_bank(4);
    made->metres[1][0] = 1;
    assert_int_equal(gaiti_omf_add_part(omf, test_span("arms")), GAIT_OK);
    assert_int_equal(gaiti_omf_add_bone(omf, test_span("HAND"), 0), GAIT_OK);
    assert_loss(made, omf, GAIT_LOSES_BONES);
    assert_true(gait_omf_track_at(omf, 0, 0).init[2] == 3);
    gait_omf_free(omf);
    omf = new_bank(4);
    assert_int_equal(gaiti_omf_add_part(omf, test_span("tails")), GAIT_OK);
    assert_int_equal(gaiti_omf_add_bone(omf, test_span("tail"), 0), GAIT_OK);
    assert_int_equal(gaiti_omf_add_clip(omf, &made->clip, NULL, 0xFF, NULL), GAIT_NOT_FOUND);
    gait_omf_free(omf);
    hand_free(made);
}

TEST(invalid_clips_are_refused) {
    hand_made *made = hand_make(2);
    gait_omf *omf = new_bank(4);
    gait_clip good = made->clip;
    made->clip.space = GAIT_SPACE_MODEL;
    assert_int_equal(gaiti_omf_add_clip(omf, &made->clip, NULL, 0, NULL), GAIT_BAD_ARGUMENT);
    made->clip = good;
    made->clip.axes = GAIT_AXES_GLTF;
    assert_int_equal(gaiti_omf_add_clip(omf, &made->clip, NULL, 0, NULL), GAIT_BAD_ARGUMENT);
    made->clip = good;
    made->clip.frame_count = 0;
    assert_int_equal(gaiti_omf_add_clip(omf, &made->clip, NULL, 0, NULL), GAIT_BAD_ARGUMENT);
    made->clip = good;
    made->clip.name = "\xE2\x98\x83"; /* a snowman, which is not in CP1251 */
    assert_int_equal(gaiti_omf_add_clip(omf, &made->clip, NULL, 0, NULL), GAIT_BAD_ARGUMENT);
    made->clip = good;
    made->metres[1][0] = (float)NAN;
    assert_int_equal(gaiti_omf_add_clip(omf, &made->clip, NULL, 0, NULL), GAIT_BAD_ARGUMENT);
    made->metres[1][0] = 0;
    made->turns[1][0] = (float)INFINITY;
    assert_int_equal(gaiti_omf_add_clip(omf, &made->clip, NULL, 0, NULL), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_omf_bone_count(omf), 0); /* refused clips change nothing */
    gait_omf_free(omf);
    hand_free(made);
}

/* --- marks ------------------------------------------------------------------------------------ */

TEST(events_become_marks_by_their_names) {
    hand_made *made = hand_make(2);
    const gait_event events[5] = {{"Left", "", 0.125, 0.25},
                                  {"Right", "", 0.5, 0.5},
                                  {"Left", "", 0.75, 1},
                                  {"left", "", 2, 2},
                                  {"Left", "", 3, 4}};
    float from_to[2];
    made->clip.events = events;
    made->clip.event_count = 5;
    gait_omf_track track;
    gait_omf *omf = lower(made, NULL, &track);
    assert_int_equal(gait_omf_mark_count(omf, 0), 3);
    gait_omf_mark mark = gait_omf_mark_at(omf, 0, 0);
    assert_memory_equal(mark.name.data, "Left", 4);
    assert_int_equal(mark.interval_count, 3);
    gait_omf_mark_interval(&mark, 1, from_to);
    assert_true(from_to[0] == 0.75F && from_to[1] == 1);
    mark = gait_omf_mark_at(omf, 0, 2);
    assert_memory_equal(mark.name.data, "left", 4);
    assert_int_equal(mark.interval_count, 1);
    gait_omf_free(omf);
    hand_free(made);
}

/* Games cannot distinguish the count 10 from a line feed, or 13 from a carriage return. */
TEST(counts_that_games_misread_are_split) {
    hand_made *made = hand_make(2);
    gait_event events[13];
    for (uint32_t i = 0; i < 13; i++) {
        events[i] = (gait_event){"Left", "", i, i};
    }
    made->clip.events = events;
    for (uint32_t count = 9; count <= 13; count++) {
        bool split = count == 10 || count == 13;
        gait_omf_track track;
        made->clip.event_count = count;
        gait_omf *omf = lower(made, NULL, &track);
        assert_int_equal(gait_omf_mark_count(omf, 0), 1 + split);
        assert_int_equal(gait_omf_mark_at(omf, 0, 0).interval_count, count - split);
        if (split) {
            float from_to[2];
            gait_omf_mark last = gait_omf_mark_at(omf, 0, 1);
            gait_omf_mark_interval(&last, 0, from_to);
            assert_true(from_to[0] == (float)(count - 1));
        }
        assert_sound(omf);
        gait_omf_free(omf);
    }
    hand_free(made);
}

TEST(invalid_mark_names_are_refused) {
    hand_made *made = hand_make(2);
    gait_event event = {.name = "", .value = ""};
    gait_omf *omf = new_bank(4);
    made->clip.events = &event;
    made->clip.event_count = 1;
    assert_int_equal(gaiti_omf_add_clip(omf, &made->clip, NULL, 0, NULL), GAIT_BAD_ARGUMENT);
    event.name = "two\nlines";
    assert_int_equal(gaiti_omf_add_clip(omf, &made->clip, NULL, 0, NULL), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_omf_motion_count(omf), 0);
    gait_omf_free(omf);
    hand_free(made);
}

/* --- memory ----------------------------------------------------------------------------------- */

static gait_status add_with(const gait_options *options, void *user) {
    const hand_made *made = user;
    gait_omf *omf;
    gait_status status = gaiti_omf_new(4, options, &omf);
    if (status == GAIT_OK) {
        status = gaiti_omf_add_clip(omf, &made->clip, NULL, 0, NULL);
        assert_int_equal(gait_omf_motion_count(omf), status == GAIT_OK);
        assert_int_equal(gait_omf_bone_count(omf), status == GAIT_OK ? 2 : 0);
    }
    gait_omf_free(omf);
    return status;
}

TEST(out_of_memory_adds_nothing) {
    hand_made *made = hand_make(FRAMES);
    const gait_event events[2] = {{"Left", "", 0, 1}, {"Right", "", 0, 1}};
    made->metres[1][0] = 1;
    made->clip.events = events;
    made->clip.event_count = 2;
    test_every_failing_allocation(add_with, made);
    hand_free(made);
}
