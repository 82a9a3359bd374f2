/* Tests that the comparison ignores what programs do to a file and finds edits. */
#include <stdio.h>

#include "base_motions.h"
#include "blender.h"
#include "gait/edited_file.h"
#include "test.h"
#include "transforms.h"
#include "model/clip_change.h"
#include "roundtrip/compare/compare_steps.h"

static const uint32_t lengths[] = {64, 1, 2, 31, 3, 127, 20, 90};
enum { CLIPS = sizeof lengths / sizeof *lengths, BONES = 24 };

/* Simulated exports that must compare as unchanged. Excluded: files at 24 fps in which no clip has
 * three keys. */
static const blender_way ways[] = {
    {0},
    {.noise = 1},
    {.noise = 1, .fps = 30, .has_scale = true},
    {.noise = 1, .fps = 30, .frames = BLENDER_RIGHT_FRAMES},
    {.noise = 1, .fps = 30, .frames = BLENDER_ANY_FRAMES},
    {.noise = 1, .fps = 30, .frames = BLENDER_RIGHT_FRAMES, .z_up = true},
    {.noise = 1, .fps = 30, .frames = BLENDER_ANY_FRAMES, .z_up = true, .units = 100},
    {.noise = 1, .fps = 30, .frames = BLENDER_RIGHT_FRAMES, .units = 0.01},
    {.noise = 1, .fps = 24, .frames = BLENDER_RIGHT_FRAMES},
    {.noise = 1, .fps = 25, .frames = BLENDER_RIGHT_FRAMES},
    {.noise = 1, .fps = 60},
    {.noise = 1, .fps = 120},
    {.noise = 1, .fps = 23.976},
    {.noise = 1, .fps = 29.97},
    {.noise = 1, .fps = 15},
    {.fps = 30, .optimizes = true, .frames = BLENDER_RIGHT_FRAMES, .has_scale = true},
    {.fps = 24, .optimizes = true, .frames = BLENDER_RIGHT_FRAMES},
    {.steps = true},
    {.fps = 30, .steps = true, .optimizes = true, .frames = BLENDER_ANY_FRAMES},
    {.thins = true},
    {.noise = 1, .fps = 30, .shift_frames = 1, .frames = BLENDER_RIGHT_FRAMES},
    {.noise = 1, .fps = 24, .shift_frames = 1},
    {.noise = 1, .fps = 30, .flattens = true},
    {.noise = 1, .fps = 24, .played_at = 0.8},
    {.noise = 1, .played_at = 1.25},
    {.noise = 1, .fps = 30, .played_at = 0.5},
};

static gaiti_diff *compare(const gaiti_base_file *base, const gait_edited_file *edit) {
    gaiti_diff *diff;
    assert_int_equal(gaiti_diff_new(base, edit, NULL, &diff), GAIT_OK);
    assert_int_equal(gaiti_diff_summary(diff).missing_bones, 0);
    return diff;
}

static void expect_unchanged(const gaiti_diff *diff, uint32_t clip, size_t way) {
    gait_clip_diff found = gaiti_diff_clip_at(diff, clip);
    if (found.outcome != GAIT_DIFF_UNCHANGED || gaiti_diff_change_of(diff, clip)) {
        fail_msg("way %zu, clip %u: fate %d, notes %x, %u channels, %g deg of bone %d, %g mm of "
                 "bone %d, %g to %g s",
                 way, clip, (int)found.outcome, found.notes, found.channel_count,
                 found.rotation.amount, found.rotation.bone, found.translation.amount,
                 found.translation.bone, found.from_s, found.to_s);
    }
}

TEST(what_programs_do_is_no_change) {
    for (uint64_t seed = 1; seed < 4; seed++) {
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            uint64_t dice = seed * 1000 + w;
            gaiti_base_file *base = test_base_new(&dice, BONES, lengths, CLIPS);
            gait_edited_file *edit = blender_edit(base, &ways[w], NULL, 0, &dice);
            gaiti_diff *diff = compare(base, edit);
            assert_int_equal(gaiti_diff_clip_count(diff), CLIPS);
            for (uint32_t c = 0; c < CLIPS; c++) {
                expect_unchanged(diff, c, w);
            }
            gaiti_diff_free(diff);
            blender_free(edit);
            test_base_free(base);
        }
    }
}

/* The bone whose rotation or translation changed; -1 = none, -2 = several. */
static int32_t changed_bone(const gaiti_diff *diff, uint32_t clip, bool is_rotation) {
    const gaiti_clip_change *change = gaiti_diff_change_of(diff, clip);
    int32_t found = -1;
    for (uint32_t b = 0; change && b < BONES; b++) {
        uint32_t count =
            is_rotation ? change->bones[b].rotation.count : change->bones[b].translation.count;
        found = count == 0 ? found : found == -1 ? (int32_t)b : -2;
    }
    return found;
}

static void expect_found(const gaiti_diff *diff, const blender_touch *touch, bool is_exact,
                         size_t way) {
    gait_clip_diff found = gaiti_diff_clip_at(diff, touch->clip);
    bool is_rotation = touch->degrees > 0;
    const gait_max_difference *worst = is_rotation ? &found.rotation : &found.translation;
    double amount = is_rotation ? touch->degrees : touch->mm;
    bool good = found.outcome == GAIT_DIFF_CHANGED && worst->bone == (int32_t)touch->bone &&
                changed_bone(diff, touch->clip, is_rotation) == (int32_t)touch->bone &&
                changed_bone(diff, touch->clip, !is_rotation) == -1;
    if (is_exact) {
        good = good && worst->frame == touch->frame && found.key_count == 1 &&
               worst->amount > amount * 0.9 && worst->amount < amount * 1.1;
    }
    if (!good) {
        fail_msg("way %zu: touched clip %u bone %u frame %u by %g; found fate %d notes %x bone %d "
                 "frame %u by %g, %u keys",
                 way, touch->clip, touch->bone, touch->frame, amount, (int)found.outcome,
                 found.notes, worst->bone, worst->frame, worst->amount, found.key_count);
    }
}

/* True when the export contains every key time of the base. */
static bool has_all_keys(const blender_way *way) {
    return (way->fps == 0 || way->fps == 30 || way->fps == 60 || way->fps == 120) &&
           (way->played_at == 0 || way->fps == 0 || way->fps == 30);
}

TEST(one_key_of_one_bone_is_found) {
    uint32_t edits = 0;
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        for (int is_rotation = 0; is_rotation < 2; is_rotation++) {
            uint64_t dice = 77 + w;
            gaiti_base_file *base = test_base_new(&dice, BONES, lengths, CLIPS);
            bool exact = has_all_keys(&ways[w]) && !ways[w].thins;
            blender_touch touches[] = {
                {.clip = 0, .bone = 5, .frame = 40},
                {.clip = 3, .bone = 23, .frame = 0},
                {.clip = 7, .bone = 0, .frame = 80},
            };
            /* Resampling reduces the difference: use a larger edit. */
            for (size_t i = 0; i < 3; i++) {
                *(is_rotation ? &touches[i].degrees : &touches[i].mm) =
                    (is_rotation ? 0.1 : 0.5) * (exact ? 1 : 4);
            }
            gait_edited_file *edit = blender_edit(base, &ways[w], touches, 3, &dice);
            gaiti_diff *diff = compare(base, edit);
            for (uint32_t c = 0; c < CLIPS; c++) {
                if (c != 0 && c != 3 && c != 7) {
                    expect_unchanged(diff, c, w);
                }
            }
            for (size_t i = 0; i < 3; i++) {
                expect_found(diff, &touches[i], exact, w);
                edits++;
            }
            gaiti_diff_free(diff);
            blender_free(edit);
            test_base_free(base);
        }
    }
    assert_int_equal(edits, 6 * sizeof ways / sizeof *ways);
}
