/* Tests the search for renamed clips: a clip and an animation with equal keys and other names. */
#include <stdio.h>
#include <stdlib.h>

#include "allocator.h"
#include "base_motions.h"
#include "blender.h"
#include "gait/edited_file.h"
#include "test.h"
#include "roundtrip/compare/compare_steps.h"

enum { BONES = 6, CLIPS = 4, MANY = 400 };

static const uint32_t lengths[CLIPS] = {31, 31, 61, 1};

typedef struct renaming {
    gaiti_base_file *base;
    gait_edited_file *edit;
    gaiti_diff *diff;
} renaming;

static renaming open_renaming(uint64_t seed, const blender_way *way, const blender_touch *touch) {
    renaming self = {.base = test_base_new(&seed, BONES, lengths, CLIPS)};
    self.edit = blender_edit(self.base, way, touch, touch ? 1 : 0, &seed);
    return self;
}

static void compare(renaming *self, bool pairs_renamed) {
    gaiti_diff_options options = {.pairs_renamed = pairs_renamed};
    gaiti_diff_free(self->diff);
    assert_int_equal(gaiti_diff_new(self->base, self->edit, &options, &self->diff), GAIT_OK);
}

static void close_renaming(renaming *self) {
    gaiti_diff_free(self->diff);
    blender_free(self->edit);
    test_base_free(self->base);
}

static bool is_renamed(const renaming *self, uint32_t row) {
    return gaiti_diff_clip_at(self->diff, row).notes & GAIT_DIFF_RENAMED;
}

TEST(renamed_clips_are_found_after_changes_by_programs) {
    const blender_way ways[] = {
        {.fps = 30},
        {.fps = 30, .frames = BLENDER_ANY_FRAMES, .z_up = true, .units = 100, .noise = 1},
        {.fps = 24},
        {.fps = 30, .optimizes = true},
        {.fps = 30, .shift_frames = 3},
        {.thins = true},
        {.flattens = true},
    };
    for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) {
        renaming self = open_renaming(w + 1, &ways[w], NULL);
        blender_animations(self.edit)[1].name = "new_name";
        compare(&self, false);
        if (!is_renamed(&self, 1) || !is_renamed(&self, CLIPS)) {
            fail_msg("way %zu: the renamed clip is not found", w);
        }
        assert_int_equal(gaiti_diff_clip_at(self.diff, 1).outcome, GAIT_DIFF_ABSENT);
        assert_int_equal(gaiti_diff_clip_at(self.diff, 1).counterpart, 1);
        assert_int_equal(gaiti_diff_clip_at(self.diff, CLIPS).outcome, GAIT_DIFF_NEW);
        assert_int_equal(gaiti_diff_clip_at(self.diff, CLIPS).counterpart, 1);
        assert_false(is_renamed(&self, 0));
        compare(&self, true);
        assert_int_equal(gaiti_diff_clip_count(self.diff), CLIPS);
        assert_int_equal(gaiti_diff_clip_at(self.diff, 1).outcome, GAIT_DIFF_UNCHANGED);
        assert_int_equal(gaiti_diff_clip_at(self.diff, 1).animation, 1);
        assert_true(is_renamed(&self, 1));
        close_renaming(&self);
    }
}

TEST(a_clip_with_one_other_key_is_not_renamed) {
    for (uint32_t frame = 0; frame < lengths[1]; frame += 7) {
        blender_touch touch = {.clip = 1, .bone = 2, .frame = frame, .degrees = 0.5};
        renaming self = open_renaming(9, &(blender_way){.fps = 30}, &touch);
        blender_animations(self.edit)[1].name = "new_name";
        compare(&self, true);
        assert_int_equal(gaiti_diff_clip_at(self.diff, 1).outcome, GAIT_DIFF_ABSENT);
        assert_int_equal(gaiti_diff_clip_at(self.diff, CLIPS).outcome, GAIT_DIFF_NEW);
        assert_false(is_renamed(&self, 1) || is_renamed(&self, CLIPS));
        close_renaming(&self);
    }
}

/* Clip 1 gets the keys of clip 0. */
TEST(equal_candidates_are_no_renames) {
    renaming self = open_renaming(3, &(blender_way){.fps = 30}, NULL);
    gait_edited_animation *animations = blender_animations(self.edit);
    const char *old_name = animations[1].name;
    animations[0].name = "one";
    animations[1].name = "two";
    animations[1].tracks = animations[0].tracks; /* two animations with the keys of clip 0 */
    compare(&self, true);
    assert_int_equal(gaiti_diff_clip_at(self.diff, 0).outcome, GAIT_DIFF_ABSENT);
    assert_int_equal(gaiti_diff_clip_count(self.diff), CLIPS + 2);
    animations[1].name = old_name; /* changed, but matched by name */
    compare(&self, true);
    assert_true(is_renamed(&self, 0));
    const gait_clip **clips = (const gait_clip **)(uintptr_t)self.base->clips;
    const gait_clip *second = clips[1];
    clips[1] = clips[0]; /* two clips with the keys of animation 0 */
    animations[1].name = "two";
    animations[1].tracks = animations[2].tracks;
    compare(&self, true);
    assert_int_equal(gaiti_diff_clip_at(self.diff, 0).outcome, GAIT_DIFF_ABSENT);
    assert_int_equal(gaiti_diff_clip_at(self.diff, 1).outcome, GAIT_DIFF_ABSENT);
    clips[1] = second;
    close_renaming(&self);
}

TEST(many_renamed_clips_are_found) {
    uint64_t seed = 5;
    uint32_t many[MANY];
    for (uint32_t c = 0; c < MANY; c++) {
        many[c] = 31;
    }
    renaming self = {.base = test_base_new(&seed, BONES, many, MANY)};
    self.edit = blender_edit(self.base, &(blender_way){.fps = 30}, NULL, 0, &seed);
    char(*names)[16] = calloc(MANY, sizeof *names);
    assert_non_null(names);
    for (uint32_t c = 0; c < MANY; c++) {
        snprintf(names[c], sizeof names[c], "other %u", (unsigned)c);
        blender_animations(self.edit)[c].name = names[c];
    }
    compare(&self, true);
    assert_int_equal(gaiti_diff_clip_count(self.diff), MANY);
    for (uint32_t c = 0; c < MANY; c++) {
        assert_int_equal(gaiti_diff_clip_at(self.diff, c).animation, c);
        assert_true(is_renamed(&self, c));
    }
    close_renaming(&self);
    free(names);
}

static gait_status compare_renamed(const gait_options *options, void *user) {
    const renaming *self = user;
    gaiti_diff_options settings = {.common = *options, .pairs_renamed = true};
    gaiti_diff *diff;
    gait_status status = gaiti_diff_new(self->base, self->edit, &settings, &diff);
    gaiti_diff_free(diff);
    return status;
}

TEST(out_of_memory_is_reported) {
    renaming self = open_renaming(7, &(blender_way){.fps = 30}, NULL);
    blender_animations(self.edit)[1].name = "new_name";
    test_every_failing_allocation(compare_renamed, &self);
    close_renaming(&self);
}
