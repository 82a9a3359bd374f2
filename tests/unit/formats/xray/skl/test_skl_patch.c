/* Applying edited clips to the SDK motions they were exported from: unedited data keeps its
 * bytes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "blender.h"
#include "fixtures.h"
#include "gait/omf.h"
#include "gait/skl.h"
#include "gait/transform.h"
#include "round_trip.h"
#include "test.h"
#include "transforms.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"
#include "model/clip.h"
#include "model/clip_change.h"
#include "roundtrip/compare/compare_steps.h"

static const blender_way plain = {.noise = 1, .fps = 30, .frames = BLENDER_RIGHT_FRAMES};
static const blender_way exact = {.frames = BLENDER_RIGHT_FRAMES};

enum { IDLE = 0, WALK = 1, MOST_KEYS = 400 };

/* --- motions for round trips ------------------------------------------------------------------ */

typedef enum variant {
    AS_TOOLS_WRITE = 0, /* stepped keys, 30 per second, from frame 0 */
    OTHER_TIME,         /* 25 per second, from frame 10 */
    IN_MODEL_SPACE,     /* every fourth bone */
    LINES,
    CURVES,
    VARIANTS
} variant;

static void change_keys(gait_skl *skl, uint32_t motion, uint32_t bone, uint32_t channel,
                        variant kind) {
    gait_skl_key keys[MOST_KEYS];
    gait_skl_envelope envelope = gait_skl_envelope_at(skl, motion, bone, channel);
    gait_skl_curve curve = {{envelope.behaviour[0], envelope.behaviour[1]}, 0, keys};
    curve.key_count = envelope.key_count;
    assert_in_range(envelope.key_count, 0, MOST_KEYS);
    gait_skl_read_keys(skl, motion, bone, channel, keys);
    for (uint32_t k = 0; k < envelope.key_count; k++) {
        double frame = floor((double)keys[k].time_s * 30 + 0.5);
        keys[k].time_s = kind == OTHER_TIME ? (float)((frame + 10) / 25) : keys[k].time_s;
        keys[k].shape = kind == LINES    ? GAIT_SKL_LINEAR
                        : kind == CURVES ? GAIT_SKL_TCB
                                         : keys[k].shape;
    }
    assert_int_equal(gait_skl_set_envelope(skl, motion, bone, channel, &curve), GAIT_OK);
}

static void change_bone(gait_skl *skl, uint32_t motion, uint32_t bone, variant kind) {
    gait_skl_bone values = gait_skl_bone_at(skl, motion, bone);
    for (uint32_t c = 0; c < GAIT_SKL_CHANNELS; c++) {
        change_keys(skl, motion, bone, c, kind);
    }
    if (kind == IN_MODEL_SPACE && bone % 4 == 3) {
        values.flags |= GAIT_SKL_WORLD_ORIENT;
        assert_int_equal(gait_skl_set_bone(skl, motion, bone, &values), GAIT_OK);
    }
}

static void change_motion(gait_skl *skl, uint32_t motion, variant kind) {
    gait_skl_motion values = gait_skl_motion_at(skl, motion);
    for (uint32_t b = 0; b < values.bone_count; b++) {
        change_bone(skl, motion, b, kind);
    }
    if (kind == OTHER_TIME) {
        values.fps = 25;
        values.frame_start += 10;
        values.frame_end += 10;
        assert_int_equal(gaiti_skl_set_motion(skl, motion, &values), GAIT_OK);
    }
}

/* The sample bank converted to SDK motions. */
static gait_buffer motions_of_bank(const gait_skeleton *tree, variant kind) {
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    gait_omf *omf;
    gait_skl *skl;
    gait_skeleton *skeleton;
    gait_buffer out = {0};
    assert_int_equal(gait_omf_open(bytes, NULL, &omf), GAIT_OK);
    assert_int_equal(gaiti_omf_bind_skeleton(omf, tree, NULL, &skeleton), GAIT_OK);
    assert_int_equal(gait_skl_new(GAIT_SKL_MANY, NULL, &skl), GAIT_OK);
    for (uint32_t m = 0; m < gait_omf_motion_count(omf); m++) {
        gait_clip *clip;
        assert_int_equal(gaiti_omf_clip(omf, m, skeleton, NULL, &clip), GAIT_OK);
        assert_int_equal(gaiti_skl_add_clip(skl, clip, m % 2 ? 7 : 6, UINT32_MAX, NULL), GAIT_OK);
        change_motion(skl, m, kind);
        gait_clip_free(clip);
    }
    assert_int_equal(gait_skl_write(skl, &out), GAIT_OK);
    gait_skl_free(skl);
    gait_skeleton_free(skeleton);
    gait_omf_free(omf);
    free((void *)(uintptr_t)bytes.data);
    return out;
}

typedef struct sample {
    gait_buffer bytes;
    gait_skeleton *tree;
    round_trip trip;
} sample;

static sample open_sample(variant kind) {
    sample one = {.tree = NULL};
    assert_int_equal(gait_builtin_skeleton("xray-stalker", NULL, &one.tree), GAIT_OK);
    one.bytes = motions_of_bank(one.tree, kind);
    assert_true(round_trip_open((gait_span){one.bytes.data, one.bytes.size}, "stalker.skls",
                                one.tree, &one.trip));
    return one;
}

static void close_sample(sample *one) {
    round_trip_close(&one->trip);
    gait_skeleton_free(one->tree);
    gait_buffer_free(&one->bytes);
}

static gait_skl *open_skl(const gait_buffer *bytes) {
    gait_skl *skl;
    assert_int_equal(gait_skl_open((gait_span){bytes->data, bytes->size}, NULL, &skl), GAIT_OK);
    return skl;
}

/* --- no changes ------------------------------------------------------------------------------- */

TEST(unedited_export_keeps_the_bytes) {
    const blender_way ways[] = {
        plain,
        {.noise = 1, .frames = BLENDER_ANY_FRAMES, .z_up = true, .units = 100},
        {.noise = 1, .fps = 24, .frames = BLENDER_RIGHT_FRAMES},
        {.fps = 30, .optimizes = true, .steps = true},
    };
    for (int v = 0; v < VARIANTS; v++) {
        sample one = open_sample((variant)v);
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            gait_buffer out = round_trip_edited(&one.trip, &ways[w], NULL, 0);
            assert_int_equal(out.size, one.bytes.size);
            assert_memory_equal(out.data, one.bytes.data, out.size);
            gait_buffer_free(&out);
        }
        close_sample(&one);
    }
}

/* --- one bone of one frame -------------------------------------------------------------------- */

static bool same_envelope(const gait_skl *a, const gait_skl *b, uint32_t m, uint32_t bone,
                          uint32_t channel) {
    gait_skl_envelope x = gait_skl_envelope_at(a, m, bone, channel);
    gait_skl_envelope y = gait_skl_envelope_at(b, m, bone, channel);
    return x.key_count == y.key_count && x.keys.size == y.keys.size &&
           x.behaviour[0] == y.behaviour[0] && x.behaviour[1] == y.behaviour[1] &&
           (x.keys.size == 0 || memcmp(x.keys.data, y.keys.data, x.keys.size) == 0);
}

static bool is_called(gait_span found, const char *name) {
    return found.size == strlen(name) && memcmp(found.data, name, found.size) == 0;
}

/* Number of envelopes that differ. Asserts that all of them belong to this motion, this bone, and
 * either its position or its rotation, as `first`. */
static uint32_t changed_envelopes(const gait_skl *a, const gait_skl *b, uint32_t motion,
                                  const char *bone, uint32_t first) {
    uint32_t count = 0;
    assert_int_equal(gait_skl_motion_count(a), gait_skl_motion_count(b));
    for (uint32_t m = 0; m < gait_skl_motion_count(a); m++) {
        for (uint32_t i = 0; i < gait_skl_motion_at(a, m).bone_count; i++) {
            bool touched = m == motion && is_called(gait_skl_bone_at(a, m, i).name, bone);
            for (uint32_t c = 0; c < GAIT_SKL_CHANNELS; c++) {
                bool same = same_envelope(a, b, m, i, c);
                assert_true(same || (touched && c / 3 == first / 3));
                count += !same;
            }
        }
    }
    return count;
}

/* Asserts that the check gives no diagnostics, except notes for motions in model space. */
static void assert_sound(const gait_skl *skl, variant kind) {
    gait_diagnostics found = {0};
    assert_int_equal(gaiti_skl_check(skl, &found), GAIT_OK);
    assert_int_equal(found.errors + found.warnings, 0);
    assert_true(found.dropped == 0 || kind == IN_MODEL_SPACE); /* SKL125 is allowed */
}

TEST(single_bone_edit_changes_only_its_envelopes) {
    for (int v = 0; v < VARIANTS; v++) {
        sample one = open_sample((variant)v);
        blender_touch touch = {.clip = WALK,
                               .bone = round_trip_bone(&one.trip, "bip01_spine"),
                               .frame = 7,
                               .degrees = 3};
        gait_buffer out = round_trip_edited(&one.trip, &plain, &touch, 1);
        gait_skl *before = open_skl(&one.bytes), *after = open_skl(&out);
        const char *name = one.trip.skeleton->bones[touch.bone].name;
        if (v != IN_MODEL_SPACE) {
            uint32_t count = changed_envelopes(before, after, WALK, name, GAIT_SKL_HEADING);
            assert_in_range(count, 1, 3);
        }
        assert_sound(after, (variant)v);
        gait_skl_free(before);
        gait_skl_free(after);
        gait_buffer_free(&out);
        close_sample(&one);
    }
}

static bool has_key(const gait_skl_key *keys, uint32_t count, const gait_skl_key *wanted) {
    for (uint32_t k = 0; k < count; k++) {
        if (memcmp(&keys[k], wanted, sizeof *wanted) == 0) {
            return true;
        }
    }
    return false;
}

/* In changed envelopes, all keys except those on the edited frame are kept. */
TEST(other_keys_of_an_edited_envelope_are_kept) {
    sample one = open_sample(OTHER_TIME);
    blender_touch touch = {.clip = WALK, .bone = 9, .frame = 7, .degrees = 3, .mm = 5};
    gait_buffer out = round_trip_edited(&one.trip, &exact, &touch, 1);
    gait_skl *before = open_skl(&one.bytes), *after = open_skl(&out);
    uint32_t kept = 0, lost = 0;
    for (uint32_t c = 0; c < GAIT_SKL_CHANNELS; c++) {
        gait_skl_key x[MOST_KEYS], y[MOST_KEYS];
        gait_skl_envelope old = gait_skl_envelope_at(before, WALK, 9, c);
        gait_skl_envelope new = gait_skl_envelope_at(after, WALK, 9, c);
        gait_skl_read_keys(before, WALK, 9, c, x);
        gait_skl_read_keys(after, WALK, 9, c, y);
        assert_in_range(new.key_count, old.key_count, old.key_count + 3);
        for (uint32_t k = 0; k < old.key_count; k++) {
            bool stays = has_key(y, new.key_count, &x[k]);
            bool on_frame = fabs((double)x[k].time_s - 17.0 / 25) < 1e-4;
            assert_true(stays || on_frame);
            kept += stays;
            lost += !stays;
        }
    }
    assert_true(kept > 0 && lost <= GAIT_SKL_CHANNELS);
    gait_skl_free(before);
    gait_skl_free(after);
    gait_buffer_free(&out);
    close_sample(&one);
}

/* Asserts that the written file equals the edited one within `tight`. */
static void compare_again(const sample *one, const gait_edited_file *edit, const gait_buffer *out,
                          const gaiti_diff_options *tight) {
    round_trip again;
    gaiti_diff *diff;
    assert_true(
        round_trip_open((gait_span){out->data, out->size}, one->trip.name, one->tree, &again));
    assert_int_equal(gaiti_diff_new(again.base, edit, tight, &diff), GAIT_OK);
    for (uint32_t c = 0; c < again.base->clip_count; c++) {
        gait_clip_diff found = gaiti_diff_clip_at(diff, c);
        if (found.outcome != GAIT_DIFF_UNCHANGED) {
            fail_msg("clip %u: %g deg of %d in %u, %g mm of %d", c, found.rotation.amount,
                     found.rotation.bone, found.rotation.frame, found.translation.amount,
                     found.translation.bone);
        }
    }
    gaiti_diff_free(diff);
    round_trip_close(&again);
}

TEST(written_motion_matches_the_edit) {
    const gaiti_diff_options tight = {.tolerance_deg = 5e-4, .tolerance_mm = 5e-3};
    for (int v = 0; v < VARIANTS; v++) {
        sample one = open_sample((variant)v);
        blender_touch touches[] = {
            {.clip = WALK, .bone = 3, .frame = 2, .degrees = 20, .mm = 30},
            {.clip = WALK, .bone = 3, .frame = 3, .degrees = 160, .mm = 3},
            {.clip = WALK, .bone = 11, .frame = 5, .degrees = 8},
            {.clip = IDLE, .bone = 0, .frame = 4, .degrees = 90, .mm = 300},
        };
        uint64_t dice = 5;
        gaiti_diff *diff;
        gait_edited_file *edit = blender_edit(one.trip.base, &exact, touches, 4, &dice);
        assert_int_equal(gaiti_diff_new(one.trip.base, edit, NULL, &diff), GAIT_OK);
        assert_int_equal(gaiti_diff_clip_at(diff, WALK).channel_count, 3);
        gait_buffer out = round_trip_write(&one.trip, diff);
        compare_again(&one, edit, &out, &tight);
        gaiti_diff_free(diff);
        blender_free(edit);
        gait_buffer_free(&out);
        close_sample(&one);
    }
}

static bool is_below(const gait_skeleton *skeleton, int32_t bone, uint32_t top) {
    while (bone >= 0 && bone != (int32_t)top) {
        bone = skeleton->bones[bone].parent;
    }
    return bone >= 0;
}

static bool turns(const gait_skl *a, const gait_skl *b, uint32_t bone) {
    return !same_envelope(a, b, WALK, bone, GAIT_SKL_HEADING) ||
           !same_envelope(a, b, WALK, bone, GAIT_SKL_PITCH) ||
           !same_envelope(a, b, WALK, bone, GAIT_SKL_BANK);
}

/* When a bone is rotated, stored rotations in model space change for its descendants and not for
 * other bones. */
TEST(model_space_rotations_follow_their_parents) {
    sample one = open_sample(IN_MODEL_SPACE);
    const gait_skeleton *skeleton = one.trip.skeleton;
    blender_touch touch = {
        .clip = WALK, .bone = round_trip_bone(&one.trip, "bip01_spine"), .frame = 7, .degrees = 3};
    gait_buffer out = round_trip_edited(&one.trip, &exact, &touch, 1);
    gait_skl *before = open_skl(&one.bytes), *after = open_skl(&out);
    uint32_t followers = 0;
    for (uint32_t i = 0; i < gait_skl_motion_at(before, WALK).bone_count; i++) {
        gait_skl_bone bone = gait_skl_bone_at(before, WALK, i);
        char name[128] = {0};
        memcpy(name, bone.name.data, bone.name.size);
        int32_t at = gait_skeleton_find(skeleton, name);
        bool follows = bone.flags & GAIT_SKL_WORLD_ORIENT && is_below(skeleton, at, touch.bone);
        assert_int_equal(turns(before, after, i), follows || at == (int32_t)touch.bone);
        followers += follows;
    }
    assert_true(followers > 2);
    gait_skl_free(before);
    gait_skl_free(after);
    gait_buffer_free(&out);
    close_sample(&one);
}

/* --- manual changes --------------------------------------------------------------------------- */

typedef struct by_hand {
    sample one;
    gait_skl *skl;
    double values[MOST_KEYS * 4], times[MOST_KEYS];
    int32_t from[MOST_KEYS];
    gaiti_bone_change bones[64];
    gaiti_clip_change change;
} by_hand;

static by_hand *hand_open(variant kind) {
    by_hand *hand = calloc(1, sizeof *hand);
    assert_non_null(hand);
    hand->one = open_sample(kind);
    hand->skl = open_skl(&hand->one.bytes);
    const gait_clip *base = hand->one.trip.base->clips[WALK];
    assert_in_range(hand->one.trip.skeleton->bone_count, 1, 64);
    hand->change = (gaiti_clip_change){
        .base = base, .frame_count = base->frame_count, .times = hand->times, .bones = hand->bones};
    for (int32_t k = 0; k < MOST_KEYS; k++) {
        hand->times[k] = k / 30.0;
        hand->from[k] = k;
    }
    return hand;
}

static void hand_close(by_hand *hand) {
    gait_skl_free(hand->skl);
    close_sample(&hand->one);
    free(hand);
}

static gait_status hand_take(by_hand *hand) {
    return gaiti_skl_apply_changes(hand->skl, WALK, &hand->change);
}

/* Moves a translation along one axis at one frame. */
static void hand_translate(by_hand *hand, uint32_t bone, uint32_t frame, int axis, double metres) {
    const gait_channel *stored = &hand->change.base->tracks[bone].translation;
    for (uint32_t k = 0; k < hand->change.frame_count; k++) {
        double key[9];
        gaiti_channel_get(stored, false, k < stored->count ? k : stored->count - 1, key);
        memcpy(hand->values + (size_t)k * 3, key, 3 * sizeof *key);
    }
    hand->values[frame * 3 + (unsigned)axis] += metres;
    hand->from[frame] = -1;
    hand->bones[bone].translation =
        (gaiti_channel_change){hand->change.frame_count, hand->values, hand->from};
}

TEST(translation_along_one_axis_changes_one_envelope) {
    for (int axis = 0; axis < 3; axis++) {
        by_hand *hand = hand_open(OTHER_TIME);
        gait_skl *before = open_skl(&hand->one.bytes);
        const char *name = hand->one.trip.skeleton->bones[5].name;
        hand_translate(hand, 5, 4, axis, 0.002);
        assert_int_equal(hand_take(hand), GAIT_OK);
        assert_int_equal(changed_envelopes(before, hand->skl, WALK, name, GAIT_SKL_X), 1);
        gait_clip *was = NULL, *now = NULL;
        const gait_skeleton *skeleton = hand->one.trip.skeleton;
        double x[9], y[9];
        assert_int_equal(gaiti_skl_clip(before, WALK, skeleton, NULL, &was), GAIT_OK);
        assert_int_equal(gaiti_skl_clip(hand->skl, WALK, skeleton, NULL, &now), GAIT_OK);
        gaiti_channel_get(&was->tracks[5].translation, false, 4, x);
        gaiti_channel_get(&now->tracks[5].translation, false, 4, y);
        test_assert_near(y[axis] - x[axis], axis == 0 ? -0.002 : 0.002, 1e-7); /* X is mirrored */
        gait_clip_free(was);
        gait_clip_free(now);
        gait_skl_free(before);
        hand_close(hand);
    }
}

/* Changing the length without changing keys changes only the last frame. */
TEST(new_length_changes_only_the_last_frame) {
    for (int longer = 0; longer < 2; longer++) {
        by_hand *hand = hand_open(AS_TOOLS_WRITE);
        gait_buffer out = {0};
        uint32_t count = longer ? hand->change.frame_count + 10 : 5, differing = 0;
        hand->change.frame_count = count;
        assert_int_equal(hand_take(hand), GAIT_BAD_ARGUMENT);
        hand->change.is_retimed = true;
        assert_int_equal(hand_take(hand), GAIT_OK);
        assert_int_equal(gait_skl_frame_count(hand->skl, WALK), count);
        assert_int_equal(gait_skl_write(hand->skl, &out), GAIT_OK);
        assert_int_equal(out.size, hand->one.bytes.size);
        for (size_t i = 0; i < out.size; i++) {
            differing += out.data[i] != hand->one.bytes.data[i];
        }
        assert_int_equal(differing, 1);
        gait_buffer_free(&out);
        hand_close(hand);
    }
}

/* Keys that were after the old end are not played after the motion is extended. */
TEST(a_longer_motion_holds_its_last_frame) {
    by_hand *hand = hand_open(AS_TOOLS_WRITE);
    gait_skl_key keys[2] = {{.value = 1, .shape = GAIT_SKL_STEPPED},
                            {.value = 2, .time_s = 2, .shape = GAIT_SKL_STEPPED}};
    gait_skl_curve curve = {{1, 1}, 2, keys};
    gait_clip *clip;
    assert_true(hand->change.frame_count < 60);
    assert_int_equal(gait_skl_set_envelope(hand->skl, WALK, 5, GAIT_SKL_Y, &curve), GAIT_OK);
    hand->change.frame_count = 80;
    hand->change.is_retimed = true;
    assert_int_equal(hand_take(hand), GAIT_OK);
    assert_int_equal(gaiti_skl_clip(hand->skl, WALK, hand->one.trip.skeleton, NULL, &clip),
                     GAIT_OK);
    for (uint32_t k = 0; k < 80; k++) {
        double key[9];
        const gait_channel *moved = &clip->tracks[5].translation;
        gaiti_channel_get(moved, false, moved->count > 1 ? k : 0, key);
        test_assert_near(key[1], 1, 0);
    }
    gait_clip_free(clip);
    hand_close(hand);
}

TEST(changes_of_other_motions_are_refused) {
    by_hand *hand = hand_open(AS_TOOLS_WRITE);
    gait_clip other = *hand->change.base;
    other.frame_count++;
    hand->change.base = &other;
    assert_int_equal(hand_take(hand), GAIT_BAD_ARGUMENT);
    hand->change.base = hand->one.trip.base->clips[WALK];
    assert_int_equal(gaiti_skl_apply_changes(hand->skl, 99, &hand->change), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_skl_apply_changes(hand->skl, WALK, NULL), GAIT_BAD_ARGUMENT);
    hand_translate(hand, 5, 4, 0, NAN);
    assert_int_equal(hand_take(hand), GAIT_BAD_ARGUMENT);
    hand_close(hand);
}

/* At such late frames, several frames have the same time as a float. */
TEST(frames_beyond_float_precision_are_refused) {
    by_hand *hand = hand_open(AS_TOOLS_WRITE);
    gait_skl_motion values = gait_skl_motion_at(hand->skl, WALK);
    values.frame_start += 0x70000000;
    values.frame_end += 0x70000000;
    assert_int_equal(gaiti_skl_set_motion(hand->skl, WALK, &values), GAIT_OK);
    hand_translate(hand, 5, 4, 0, 1);
    assert_int_equal(hand_take(hand), GAIT_LIMIT);
    values.frame_end = INT32_MAX;
    values.frame_start = INT32_MAX - (int32_t)hand->change.frame_count + 1;
    assert_int_equal(gaiti_skl_set_motion(hand->skl, WALK, &values), GAIT_OK);
    hand->change.frame_count++;
    hand->change.is_retimed = true;
    assert_int_equal(hand_take(hand), GAIT_BAD_ARGUMENT);
    hand_close(hand);
}

/* If memory is exhausted, the motion is unchanged. */
static gait_status take_under(const gait_options *options, void *user) {
    by_hand *hand = user;
    const gait_buffer *bytes = &hand->one.bytes;
    gait_skl *skl;
    gait_status status = gait_skl_open((gait_span){bytes->data, bytes->size}, options, &skl);
    if (status != GAIT_OK) {
        return status;
    }
    status = gaiti_skl_apply_changes(skl, WALK, &hand->change);
    gait_buffer out = {0};
    assert_int_equal(gait_skl_write(skl, &out), GAIT_OK);
    bool is_same = out.size == bytes->size && memcmp(out.data, bytes->data, out.size) == 0;
    assert_int_equal(is_same, status != GAIT_OK);
    gait_buffer_free(&out);
    gait_skl_free(skl);
    return status;
}

TEST(out_of_memory_changes_nothing) {
    by_hand *hand = hand_open(AS_TOOLS_WRITE);
    hand_translate(hand, 5, 4, 0, 0.5);
    assert_true(test_every_failing_allocation(take_under, hand) > 1);
    hand_close(hand);
}

/* --- fixtures --------------------------------------------------------------------------------- */

/* A skeleton with the bones of a file, each the child of the previous one. */
static gait_skeleton *chain_of(gait_span bytes) {
    gait_skl *skl;
    gait_skeleton *own, *chain;
    gait_bone bones[16];
    assert_int_equal(gait_skl_open(bytes, NULL, &skl), GAIT_OK);
    assert_int_equal(gaiti_skl_bind_skeleton(skl, NULL, NULL, &own), GAIT_OK);
    assert_in_range(own->bone_count, 0, 16);
    for (uint32_t b = 0; b < own->bone_count; b++) {
        bones[b] = own->bones[b];
        bones[b].parent = (int32_t)b - 1;
        bones[b].parent_origin = GAIT_ORIGIN_TABLE;
    }
    assert_int_equal(gaiti_skeleton_new("chain", bones, own->bone_count, NULL, &chain), GAIT_OK);
    gait_skeleton_free(own);
    gait_skl_free(skl);
    return chain;
}

static void touch_each_frame(const sample *one, uint32_t clip, uint32_t bone) {
    for (uint32_t k = 0; k < one->trip.base->clips[clip]->frame_count; k++) {
        blender_touch touch = {.clip = clip, .bone = bone, .frame = k, .degrees = 5, .mm = 20};
        const gaiti_diff_options tight = {.tolerance_deg = 1e-3, .tolerance_mm = 1e-2};
        uint64_t dice = 5 + k;
        gaiti_diff *diff;
        gait_edited_file *edit = blender_edit(one->trip.base, &exact, &touch, 1, &dice);
        assert_int_equal(gaiti_diff_new(one->trip.base, edit, NULL, &diff), GAIT_OK);
        gait_buffer out = round_trip_write(&one->trip, diff);
        assert_int_equal(gaiti_diff_clip_at(diff, clip).outcome, GAIT_DIFF_CHANGED);
        compare_again(one, edit, &out, &tight);
        gait_buffer_free(&out);
        gaiti_diff_free(diff);
        blender_free(edit);
    }
}

static void check_round_trip(const char *file) {
    sample one = {.tree = NULL};
    gait_span bytes = test_fixture_bytes(file);
    one.tree = chain_of(bytes);
    if (round_trip_open(bytes, strrchr(file, '/') + 1, one.tree, &one.trip)) {
        gait_buffer out = round_trip_edited(&one.trip, &exact, NULL, 0);
        assert_int_equal(out.size, bytes.size);
        assert_memory_equal(out.data, bytes.data, out.size);
        gait_buffer_free(&out);
        for (uint32_t c = 0; c < one.trip.base->clip_count; c++) {
            for (uint32_t b = 0; b < one.tree->bone_count; b++) {
                if (one.trip.base->clips[c]->tracks[b].rotation.count) {
                    touch_each_frame(&one, c, b);
                }
            }
        }
    }
    round_trip_close(&one.trip);
    gait_skeleton_free(one.tree);
    free((void *)(uintptr_t)bytes.data);
}

/* The fixtures cover every version, object motions, every shape and behaviour, and rotations in
 * model space. */
static uint32_t check_round_trips(const char *folder) {
    test_fixtures all = test_fixtures_load(folder);
    uint32_t count = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (strcmp(all.items[i].file, "skl/ok/no_bones.skls") != 0) {
            check_round_trip(all.items[i].file);
            count++;
        }
    }
    test_fixtures_free(&all);
    return count;
}

TEST(small_files_accept_every_edit) {
    assert_true(check_round_trips("skl/ok/") >= 12);
    assert_true(check_round_trips("anm/ok/") >= 6);
}
