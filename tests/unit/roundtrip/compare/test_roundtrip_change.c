/* Tests changes of times, lengths and keys in the comparison, and its refusals. */
#include <string.h>

#include "allocator.h"
#include "base_motions.h"
#include "blender.h"
#include "gait/edited_file.h"
#include "gait/transform.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "test.h"
#include "transforms.h"
#include "model/affine.h"
#include "model/clip.h"
#include "model/clip_change.h"
#include "roundtrip/compare/compare_steps.h"

static const blender_way plain = {.fps = 30, .frames = BLENDER_RIGHT_FRAMES};

/* A base file, an edited file, and their comparison. */
typedef struct bench {
    gaiti_base_file *base;
    gait_edited_file *edit;
    gaiti_diff *diff;
} bench;

static bench go(const blender_way *way, const uint32_t *lengths, uint32_t clips,
                const blender_touch *touches, uint32_t count) {
    uint64_t dice = 21;
    bench made = {.base = test_base_new(&dice, 12, lengths, clips)};
    made.edit = blender_edit(made.base, way, touches, count, &dice);
    assert_int_equal(gaiti_diff_new(made.base, made.edit, NULL, &made.diff), GAIT_OK);
    return made;
}

static void done(bench *made) {
    gaiti_diff_free(made->diff);
    blender_free(made->edit);
    test_base_free(made->base);
}

/* --- time ------------------------------------------------------------------------------------- */

static void a_missing_first_key_is_refused(void **state) {
    (void)state;
    const uint32_t lengths[] = {31, 90};
    blender_way way = plain;
    way.cuts_first = true;
    bench made = go(&way, lengths, 2, NULL, 0);
    for (uint32_t c = 0; c < 2; c++) {
        gait_clip_diff found = gaiti_diff_clip_at(made.diff, c);
        assert_int_equal(found.outcome, GAIT_DIFF_REFUSED);
        assert_int_equal(found.notes, GAIT_DIFF_CUT_START);
        assert_null(gaiti_diff_change_of(made.diff, c));
    }
    done(&made);
}

static void a_shift_and_another_rate_are_reported(void **state) {
    (void)state;
    const uint32_t lengths[] = {31, 90};
    blender_way way = plain;
    way.shift_frames = 1;
    bench made = go(&way, lengths, 2, NULL, 0);
    gait_clip_diff found = gaiti_diff_clip_at(made.diff, 1);
    assert_int_equal(found.notes, GAIT_DIFF_SHIFTED);
    test_assert_near(found.shift_s, 1 / 30.0, 1e-6);
    done(&made);
    way = (blender_way){.played_at = 1.25};
    made = go(&way, lengths, 2, NULL, 0);
    assert_int_equal(gaiti_diff_summary(made.diff).notes, GAIT_DIFF_RATE);
    test_assert_near(gaiti_diff_summary(made.diff).rate, 1.25, 1e-9);
    done(&made);
    way = (blender_way){.fps = 24};
    made = go(&way, lengths, 2, NULL, 0);
    found = gaiti_diff_clip_at(made.diff, 0);
    assert_int_equal(found.notes, GAIT_DIFF_SAMPLED);
    test_assert_near(found.sampled_fps, 24, 1e-3);
    done(&made);
}

/* The keys of a host program are those that the user left: every second key is not a sample, and a
 * clip that is longer by the ratio of two frame rates was not played at another rate. */
static void keys_of_users_are_not_samples(void **state) {
    (void)state;
    const uint32_t lengths[] = {31, 91};
    const blender_way ways[] = {{.fps = 15}, {.fps = 24}, {.played_at = 2}};
    for (int i = 0; i < 3; i++) {
        bench made = go(&ways[i], lengths, 2, NULL, 0);
        gait_clip_diff found = gaiti_diff_clip_at(made.diff, 0);
        assert_int_equal(found.outcome, GAIT_DIFF_UNCHANGED);
        gaiti_diff_free(made.diff);
        made.edit->has_user_keys = true;
        assert_int_equal(gaiti_diff_new(made.base, made.edit, NULL, &made.diff), GAIT_OK);
        found = gaiti_diff_clip_at(made.diff, 0);
        assert_int_equal(found.outcome, GAIT_DIFF_CHANGED);
        assert_false(found.notes & (unsigned)GAIT_DIFF_SAMPLED);
        assert_int_equal(gaiti_diff_summary(made.diff).notes, 0);
        assert_int_equal((found.notes & (unsigned)GAIT_DIFF_LENGTH) != 0, i == 2);
        done(&made);
    }
}

/* In a file whose other clips have all keys, every second key of one clip is no sample. */
static void keys_of_one_clip_only_were_deleted(void **state) {
    (void)state;
    const uint32_t lengths[] = {31, 50, 90};
    blender_way way = plain;
    way.fps = 15;
    bench dense = go(&plain, lengths, 3, NULL, 0), sparse = go(&way, lengths, 3, NULL, 0);
    assert_int_equal(gaiti_diff_clip_at(sparse.diff, 0).notes, GAIT_DIFF_SAMPLED);
    gaiti_diff_free(dense.diff);
    const gait_edited_track *tracks = blender_animations(dense.edit)[0].tracks;
    blender_animations(dense.edit)[0].tracks = blender_animations(sparse.edit)[0].tracks;
    assert_int_equal(gaiti_diff_new(dense.base, dense.edit, NULL, &dense.diff), GAIT_OK);
    for (uint32_t c = 0; c < 3; c++) {
        gait_clip_diff found = gaiti_diff_clip_at(dense.diff, c);
        assert_int_equal(found.outcome, c == 0 ? GAIT_DIFF_CHANGED : GAIT_DIFF_UNCHANGED);
        assert_int_equal(found.notes, 0);
    }
    blender_animations(dense.edit)[0].tracks = tracks;
    done(&sparse);
    done(&dense);
}

/* Compares a base clip of 31 frames with an edited clip of `frames` frames of the same curves. */
static bench go_longer(uint32_t frames) {
    const uint32_t lengths[] = {31, 50}, others[] = {frames, 50};
    uint64_t dice = 21, same = 21;
    bench made = {.base = test_base_new(&dice, 12, lengths, 2)};
    gaiti_base_file *longer = test_base_new(&same, 12, others, 2);
    made.edit = blender_edit(longer, &plain, NULL, 0, &dice);
    assert_int_equal(gaiti_diff_new(made.base, made.edit, NULL, &made.diff), GAIT_OK);
    blender_animations(made.edit)[0].name = blender_animations(made.edit)[1].name = "gone";
    test_base_free(longer);
    return made;
}

static void another_length_keeps_the_keys_that_are_in_both(void **state) {
    (void)state;
    const uint32_t others[] = {36, 20};
    for (int i = 0; i < 2; i++) {
        bench made = go_longer(others[i]);
        gait_clip_diff found = gaiti_diff_clip_at(made.diff, 0);
        const gaiti_clip_change *change = gaiti_diff_change_of(made.diff, 0);
        assert_int_equal(found.outcome, GAIT_DIFF_CHANGED);
        assert_true(found.notes & (unsigned)GAIT_DIFF_LENGTH);
        test_assert_near(found.from_s, 1, 1e-6);
        test_assert_near(found.to_s, (others[i] - 1) / 30.0, 1e-6);
        assert_int_equal(change->frame_count, others[i]);
        assert_true(change->is_retimed);
        uint32_t keyed = 0;
        for (uint32_t b = 0; b < 12; b++) {
            const gaiti_channel_change *channel = &change->bones[b].rotation;
            uint32_t base_keys = change->base->tracks[b].rotation.count;
            assert_true(channel->count == (base_keys > 1 ? others[i] : 0));
            for (uint32_t k = 0; k < channel->count && k < 31; k++) {
                assert_int_equal(channel->from[k], (int32_t)k);
            }
            keyed += channel->count > 0;
        }
        assert_true(keyed > 2);
        assert_int_equal(gaiti_diff_clip_at(made.diff, 1).outcome, GAIT_DIFF_UNCHANGED);
        done(&made);
    }
}

/* Irregular key times become regular: the same number of keys at other times is a change. */
static void test_equal_numbers_of_keys_at_other_times_are_a_change(void **state) {
    (void)state;
    const gait_bone bone = {
        .name = "bone", .parent = -1, .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    const float times[] = {0, 0.1F, 0.5F}, moves[] = {0, 0, 0, 0.1F, 0, 0, 0.5F, 0, 0};
    const float still[] = {0, 0, 0, 1};
    const gait_track track = {
        .rotation = {.data = (const uint8_t *)still, .count = 1, .stride = 16},
        .translation = {.data = (const uint8_t *)moves, .count = 3, .stride = 12}};
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("one", &bone, 1, NULL, &skeleton), GAIT_OK);
    const gait_clip clip = {.name = "walk",
                            .skeleton = skeleton,
                            .space = GAIT_SPACE_LOCAL,
                            .axes = GAIT_AXES_GLTF,
                            .frame_count = 3,
                            .time = times,
                            .tracks = &track};
    const gait_clip *const clips[] = {&clip};
    const gaiti_base_file base = {.skeleton = skeleton, .clip_count = 1, .clips = clips};
    const double edited_times[] = {0, 1 / 30.0, 2 / 30.0};
    const double edited_moves[] = {0, 0, 0, 1 / 30.0, 0, 0, 2 / 30.0, 0, 0};
    const gait_edited_joint joint = {.name = "bone",
                                     .parent = -1,
                                     .rest = gait_affine_identity(),
                                     .node = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    const gait_edited_track edited_track = {
        .translation = {.count = 3, .times = edited_times, .values = edited_moves}};
    const gait_edited_animation animation = {.name = "walk", .tracks = &edited_track};
    const gait_edited_file edit = {
        .joint_count = 1, .joints = &joint, .animation_count = 1, .animations = &animation};
    gaiti_diff *diff;
    assert_int_equal(gaiti_diff_new(&base, &edit, NULL, &diff), GAIT_OK);
    gait_clip_diff found = gaiti_diff_clip_at(diff, 0);
    const gaiti_clip_change *change = gaiti_diff_change_of(diff, 0);
    assert_int_equal(found.outcome, GAIT_DIFF_CHANGED);
    assert_true(found.notes & (unsigned)GAIT_DIFF_LENGTH);
    assert_non_null(change);
    assert_int_equal(change->frame_count, 3);
    assert_true(change->is_retimed);
    const gaiti_channel_change *translation = &change->bones[0].translation;
    assert_int_equal(translation->count, 3);
    for (uint32_t k = 0; k < 3; k++) {
        test_assert_near(change->times[k], k / 30.0, 1e-9);
        test_assert_near(translation->values[(size_t)k * 3], k / 30.0, 1e-6);
        assert_int_equal(translation->from[k], k == 0 ? 0 : -1);
    }
    gaiti_diff_free(diff);
    gait_skeleton_free(skeleton);
}

/* --- values ----------------------------------------------------------------------------------- */

/* The first bone whose rotation has several keys (`moves`), or at most one. */
static uint32_t bone_that(const gait_clip *clip, bool moves) {
    uint32_t b = 0;
    while ((clip->tracks[b].rotation.count > 1) != moves) {
        b++;
    }
    return b;
}

static void only_the_key_that_moved_is_new(void **state) {
    (void)state;
    const uint32_t lengths[] = {31};
    for (int moves = 0; moves < 2; moves++) {
        uint64_t dice = 21;
        gaiti_base_file *look = test_base_new(&dice, 12, lengths, 1);
        blender_touch touch = {.bone = bone_that(look->clips[0], moves), .frame = 9, .degrees = 2};
        test_base_free(look);
        bench made = go(&plain, lengths, 1, &touch, 1);
        const gaiti_clip_change *change = gaiti_diff_change_of(made.diff, 0);
        const gaiti_channel_change *channel = &change->bones[touch.bone].rotation;
        assert_int_equal(channel->count, 31);
        for (uint32_t k = 0; k < 31; k++) {
            assert_int_equal(channel->from[k], k == 9 ? -1 : moves ? (int32_t)k : 0);
        }
        double base[9];
        gaiti_channel_get(&change->base->tracks[touch.bone].rotation, true, 9, base);
        test_assert_near(gaiti_angle_deg(channel->values + 9 * 4, base), 2, 1e-3);
        done(&made);
    }
}

static void a_constant_that_is_elsewhere_stays_one_key(void **state) {
    (void)state;
    const uint32_t lengths[] = {31};
    uint64_t dice = 21;
    gaiti_base_file *base = test_base_new(&dice, 12, lengths, 1);
    uint32_t bone = bone_that(base->clips[0], false);
    gait_edited_file *edit = blender_edit(base, &(blender_way){0}, NULL, 0, &dice);
    /* The same rotation at every key. */
    gait_edited_curve *curve =
        (gait_edited_curve *)(uintptr_t)&edit->animations[0].tracks[bone].rotation;
    double turned[31 * 4];
    for (uint32_t k = 0; k < curve->count; k++) {
        const double *q = curve->values + k * 4;
        const double s = 0.05, c = 0.99874921777190895;
        turned[k * 4] = q[3] * s + q[0] * c;
        turned[k * 4 + 1] = q[1] * c + q[2] * s;
        turned[k * 4 + 2] = q[2] * c - q[1] * s;
        turned[k * 4 + 3] = q[3] * c - q[0] * s;
    }
    curve->values = turned;
    gaiti_diff *diff;
    assert_int_equal(gaiti_diff_new(base, edit, NULL, &diff), GAIT_OK);
    const gaiti_clip_change *change = gaiti_diff_change_of(diff, 0);
    assert_non_null(change);
    assert_int_equal(change->bones[bone].rotation.count, 1);
    assert_int_equal(change->bones[bone].rotation.from[0], -1);
    gaiti_diff_free(diff);
    blender_free(edit);
    test_base_free(base);
}

/* At 24 fps the difference is transferred: keys far from the edit stay, and those near it are near
 * the edited values. */
static void another_rate_carries_the_difference(void **state) {
    (void)state;
    const uint32_t lengths[] = {90};
    blender_touch touches[24];
    uint64_t dice = 21;
    gaiti_base_file *look = test_base_new(&dice, 12, lengths, 1);
    uint32_t bone = bone_that(look->clips[0], true);
    test_base_free(look);
    for (uint32_t i = 0; i < 24; i++) {
        touches[i] = (blender_touch){.bone = bone, .frame = 30 + i, .mm = 20};
    }
    blender_way way = {.fps = 24};
    bench made = go(&way, lengths, 1, touches, 24);
    const gaiti_channel_change *channel =
        &gaiti_diff_change_of(made.diff, 0)->bones[bone].translation;
    const gait_channel *base = &made.base->clips[0]->tracks[bone].translation;
    assert_int_equal(channel->count, 90);
    for (uint32_t k = 0; k < 90; k++) {
        double old[9];
        gaiti_channel_get(base, false, k, old);
        double apart = gaiti_distance(channel->values + k * 3, old);
        assert_true(apart <= 0.0201);
        if (k < 28 || k > 55) {
            assert_true(channel->from[k] >= 0 && apart == 0);
        }
    }
    assert_true(gaiti_diff_clip_at(made.diff, 0).key_count > 15);
    done(&made);
}

static void a_move_between_base_keys_is_reported_as_lost(void **state) {
    (void)state;
    uint64_t dice = 21;
    const uint32_t lengths[] = {31};
    gaiti_base_file *base = test_base_new(&dice, 12, lengths, 1);
    gait_edited_file *edit = blender_edit(base, &(blender_way){0}, NULL, 0, &dice);
    gait_edited_curve *curve =
        (gait_edited_curve *)(uintptr_t)&edit->animations[0].tracks[2].translation;
    gaiti_diff *diff;
    /* Inserts a key that is not on the curve, between two keys of the base. */
    double all_times[34], all_values[34 * 3];
    uint32_t count = 0;
    for (uint32_t k = 0; k < 31; k++) {
        double time = (double)base->clips[0]->time[k];
        double value[9];
        gaiti_channel_get(&base->clips[0]->tracks[2].translation, false, k, value);
        memcpy(all_values + count * 3, value, 3 * sizeof *value);
        all_times[count++] = time;
        if (k == 15) {
            memcpy(all_values + count * 3, value, 3 * sizeof *value);
            all_values[count * 3] += 0.3;
            all_times[count++] = time + 0.015;
        }
    }
    curve->count = count;
    curve->times = all_times;
    curve->values = all_values;
    assert_int_equal(gaiti_diff_new(base, edit, NULL, &diff), GAIT_OK);
    gait_clip_diff found = gaiti_diff_clip_at(diff, 0);
    assert_true(found.notes & (unsigned)GAIT_DIFF_BETWEEN_KEYS);
    assert_int_equal(found.outcome, GAIT_DIFF_UNCHANGED);
    assert_true(found.translation.amount > 200);
    gaiti_diff_free(diff);
    blender_free(edit);
    test_base_free(base);
}

/* The angle tolerance applies to rotations only, the distance tolerance to translations only. */
static void a_tolerance_decides_what_is_a_change(void **state) {
    (void)state;
    const uint32_t lengths[] = {31};
    const struct {
        blender_touch touch;
        gaiti_diff_options options;
        gait_diff_outcome outcome;
    } cases[] = {
        {{.bone = 4, .frame = 9, .degrees = 0.05},
         {.tolerance_deg = 0, .tolerance_mm = 0},
         GAIT_DIFF_CHANGED},
        {{.bone = 4, .frame = 9, .degrees = 0.05},
         {.tolerance_deg = 0.1, .tolerance_mm = 0},
         GAIT_DIFF_UNCHANGED},
        {{.bone = 4, .frame = 9, .degrees = 0.05},
         {.tolerance_deg = 0, .tolerance_mm = 100},
         GAIT_DIFF_CHANGED},
        {{.bone = 4, .frame = 9, .mm = 0.5},
         {.tolerance_deg = 0, .tolerance_mm = 0},
         GAIT_DIFF_CHANGED},
        {{.bone = 4, .frame = 9, .mm = 0.5},
         {.tolerance_deg = 0, .tolerance_mm = 0.6},
         GAIT_DIFF_UNCHANGED},
        {{.bone = 4, .frame = 9, .mm = 0.5},
         {.tolerance_deg = 5, .tolerance_mm = 0},
         GAIT_DIFF_CHANGED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench made = go(&plain, lengths, 1, &cases[i].touch, 1);
        gaiti_diff_free(made.diff);
        assert_int_equal(gaiti_diff_new(made.base, made.edit, &cases[i].options, &made.diff),
                         GAIT_OK);
        assert_int_equal(gaiti_diff_clip_at(made.diff, 0).outcome, cases[i].outcome);
        gait_diff_summary summary = gaiti_diff_summary(made.diff);
        const gaiti_diff_options *asked = &cases[i].options;
        double degrees = asked->tolerance_deg > 0 ? asked->tolerance_deg : 0.01;
        double mm = asked->tolerance_mm > 0 ? asked->tolerance_mm : 0.05;
        assert_true(summary.tolerance_deg == degrees && summary.tolerance_mm == mm);
        const gaiti_clip_change *change = gaiti_diff_change_of(made.diff, 0);
        assert_true(!change || (change->tolerance_deg == degrees && change->tolerance_mm == mm));
        done(&made);
    }
}

static void splines_are_followed(void **state) {
    (void)state;
    const double times[] = {0, 1}, values[] = {0, 0, 0, 1, 0, 0};
    const double tangents[] = {0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0};
    gait_edited_curve curve = {2, GAIT_EDITED_CUBIC, times, values, tangents};
    double v[3];
    gaiti_curve_vector_at(&curve, NULL, 0.5, v);
    test_assert_near(v[0], 0.5 + 0.125 * 3, 1e-12);
    gaiti_curve_vector_at(&curve, NULL, 2, v);
    assert_true(v[0] == 1);
    curve.interpolation = GAIT_EDITED_STEP;
    gaiti_curve_vector_at(&curve, NULL, 0.9, v);
    assert_true(v[0] == 0);
    gaiti_curve_vector_at(&curve, NULL, 1 - 1e-6, v); /* tools round times */
    assert_true(v[0] == 1);
}

/* --- new clips -------------------------------------------------------------------------------- */

static void a_new_clip_has_the_values_of_the_file(void **state) {
    (void)state;
    const uint32_t lengths[] = {20, 31};
    blender_way way = {
        .fps = 30, .frames = BLENDER_ANY_FRAMES, .z_up = true, .units = 100, .shift_frames = 2};
    bench made = go(&way, lengths, 2, NULL, 0);
    gaiti_diff *diff;
    blender_animations(made.edit)[1].name = "brand new";
    assert_int_equal(gaiti_diff_new(made.base, made.edit, NULL, &diff), GAIT_OK);
    assert_int_equal(gaiti_diff_clip_count(diff), 3);
    assert_int_equal(gaiti_diff_clip_at(diff, 1).outcome, GAIT_DIFF_ABSENT);
    assert_int_equal(gaiti_diff_clip_at(diff, 2).outcome, GAIT_DIFF_NEW);
    gait_clip *clip;
    assert_int_equal(gaiti_diff_added_clip(diff, 0, NULL, &clip), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_diff_added_clip(diff, 2, NULL, &clip), GAIT_OK);
    assert_string_equal(clip->name, "brand new");
    assert_int_equal(clip->frame_count, 31);
    assert_int_equal(clip->axes, GAIT_AXES_GLTF);
    for (uint32_t b = 0; b < 12; b++) {
        for (uint32_t k = 0; k < 31; k++) {
            double a[9], e[9];
            gaiti_channel_get(&clip->tracks[b].rotation, true, k, a);
            gaiti_channel_get(&made.base->clips[1]->tracks[b].rotation, true, k, e);
            assert_true(gaiti_angle_deg(a, e) < 0.01);
            gaiti_channel_get(&clip->tracks[b].translation, false, k, a);
            gaiti_channel_get(&made.base->clips[1]->tracks[b].translation, false, k, e);
            assert_true(gaiti_distance(a, e) < 5e-5);
        }
    }
    gait_clip_free(clip);
    gaiti_diff_free(diff);
    done(&made);
}

/* --- invalid input ---------------------------------------------------------------------------- */

static void what_is_no_number_or_no_order_is_refused(void **state) {
    (void)state;
    const uint32_t lengths[] = {5};
    for (int fault = 0; fault < 7; fault++) {
        bench made = go(&plain, lengths, 1, NULL, 0);
        gaiti_diff *diff;
        gait_edited_joint *joints = blender_joints(made.edit);
        const gait_edited_track *tracks = made.edit->animations[0].tracks;
        double *times = (double *)(uintptr_t)tracks[1].rotation.times;
        double *values = (double *)(uintptr_t)tracks[1].translation.values;
        const double zero = 0;
        switch (fault) {
        case 0:
            times[0] = 3;
            break;
        case 1:
            times[4] = zero / zero;
            break;
        case 2:
            values[2] = 1 / zero;
            break;
        case 3:
            joints[2].parent = 2;
            break;
        case 4:
            joints[2].parent = -2;
            break;
        case 5:
            joints[2].rest.t[1] = zero / zero;
            break;
        default:
            joints[2].node.q[0] = 1e300;
            break;
        }
        assert_int_equal(gaiti_diff_new(made.base, made.edit, NULL, &diff), GAIT_CORRUPT);
        assert_null(diff);
        done(&made);
    }
}

static gait_status compare_with(const gait_options *options, void *user) {
    const bench *made = user;
    gaiti_diff *diff;
    gaiti_diff_options own = {.common.allocator = options->allocator};
    gait_status status = gaiti_diff_new(made->base, made->edit, &own, &diff);
    gaiti_diff_free(diff);
    return status;
}

static void want_of_memory_leaves_nothing(void **state) {
    (void)state;
    const uint32_t lengths[] = {31, 3, 300};
    blender_touch touch = {.bone = 3, .frame = 9, .degrees = 2, .mm = 5};
    blender_way way = {.fps = 24};
    bench made = go(&way, lengths, 3, &touch, 1);
    assert_in_range(test_every_failing_allocation(compare_with, &made), 5, 100);
    done(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_first_key_is_refused),
        cmocka_unit_test(a_shift_and_another_rate_are_reported),
        cmocka_unit_test(keys_of_users_are_not_samples),
        cmocka_unit_test(keys_of_one_clip_only_were_deleted),
        cmocka_unit_test(another_length_keeps_the_keys_that_are_in_both),
        cmocka_unit_test(test_equal_numbers_of_keys_at_other_times_are_a_change),
        cmocka_unit_test(only_the_key_that_moved_is_new),
        cmocka_unit_test(a_constant_that_is_elsewhere_stays_one_key),
        cmocka_unit_test(another_rate_carries_the_difference),
        cmocka_unit_test(a_move_between_base_keys_is_reported_as_lost),
        cmocka_unit_test(a_tolerance_decides_what_is_a_change),
        cmocka_unit_test(splines_are_followed),
        cmocka_unit_test(a_new_clip_has_the_values_of_the_file),
        cmocka_unit_test(what_is_no_number_or_no_order_is_refused),
        cmocka_unit_test(want_of_memory_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
