/* Conversion of RTM to clips, compared with poses computed by hand: matching of matrices, bones and
 * times. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/pose.h"
#include "gait/rtm.h"
#include "gait/transform.h"
#include "test.h"
#include "transforms.h"
#include "formats/bi/rtm/rtm.h"
#include "model/clip.h"

/* A matrix that only translates. */
static void moved(float x, float y, float z, float out[12]) {
    memset(out, 0, 12 * sizeof *out);
    out[0] = out[4] = out[8] = 1;
    out[9] = x;
    out[10] = y;
    out[11] = z;
}

/* A document with these names and phases; each matrix translates along X by 10 * frame + bone. */
static gait_rtm *make_rtm(const char *const *names, uint32_t bones, const float *phases,
                          uint32_t frames) {
    gait_rtm *rtm;
    assert_int_equal(gaiti_rtm_new(bones, frames, NULL, &rtm), GAIT_OK);
    for (uint32_t b = 0; b < bones; b++) {
        assert_int_equal(gaiti_rtm_set_bone_name(rtm, b, test_span(names[b])), GAIT_OK);
    }
    for (uint32_t f = 0; f < frames; f++) {
        assert_int_equal(gaiti_rtm_set_phase(rtm, f, phases[f]), GAIT_OK);
        for (uint32_t b = 0; b < bones; b++) {
            float matrix[12];
            moved((float)(10 * f + b), 0, 0, matrix);
            assert_int_equal(gaiti_rtm_set_matrix(rtm, f, b, matrix), GAIT_OK);
        }
    }
    return rtm;
}

/* Reopens the document with different bone names in one frame. Frees `rtm`. */
static gait_rtm *with_frame_names(gait_rtm *rtm, uint32_t frame, const char *const *names,
                                  gait_buffer *bytes) {
    enum { NAME = 32, ENTRY = NAME + 48 };
    gait_rtm *made;
    uint32_t bones = gait_rtm_bone_count(rtm), frames = gait_rtm_frame_count(rtm);
    assert_int_equal(gaiti_rtm_write(rtm, bytes), GAIT_OK);
    uint8_t *entry = bytes->data + bytes->size - (frames - frame) * (4 + (size_t)bones * ENTRY) + 4;
    for (uint32_t b = 0; b < bones; b++, entry += ENTRY) {
        assert_memory_equal(entry, gaiti_rtm_frame_bone_name(rtm, frame, b).data, NAME);
        memset(entry, 0, NAME);
        memcpy(entry, names[b], strlen(names[b]));
    }
    gaiti_rtm_free(rtm);
    assert_int_equal(gaiti_rtm_open((gait_span){bytes->data, bytes->size}, NULL, &made), GAIT_OK);
    return made;
}

typedef struct file_clips {
    gait_skeleton *skeleton;
    gait_clip *clip;
} file_clips;

static file_clips read_clips(const gait_rtm *rtm) {
    file_clips made;
    assert_int_equal(gaiti_rtm_bind_skeleton(rtm, NULL, NULL, &made.skeleton), GAIT_OK);
    assert_int_equal(gaiti_rtm_clip(rtm, "walk", made.skeleton, NULL, &made.clip), GAIT_OK);
    return made;
}

static void drop(file_clips *made, gait_rtm *rtm) {
    gait_clip_free(made->clip);
    gait_skeleton_free(made->skeleton);
    gaiti_rtm_free(rtm);
}

/* The X translation of a key of a bone, in file axes. */
static double x_of(const file_clips *made, const char *bone, uint32_t key) {
    double at[9];
    int32_t b = gait_skeleton_find(made->skeleton, bone);
    assert_true(b >= 0);
    gaiti_channel_get(&made->clip->tracks[b].translation, false, key, at);
    return at[0];
}

TEST(keys_are_deltas_in_file_axes) {
    static const float turn[12] = {0, 0, -1, 0, 1, 0, 1, 0, 0, 0.25F, 1.5F, -2};
    static const char *const names[] = {"pelvis"};
    static const float phases[] = {0, 1}, root_motion[3] = {0.5F, 0.125F, -1.5F};
    gait_rtm *rtm = make_rtm(names, 1, phases, 2);
    assert_int_equal(gaiti_rtm_set_matrix(rtm, 1, 0, turn), GAIT_OK);
    assert_int_equal(gaiti_rtm_set_root_motion(rtm, root_motion), GAIT_OK);
    file_clips made = read_clips(rtm);
    assert_int_equal(made.clip->space, GAIT_SPACE_DELTA);
    assert_int_equal(made.clip->axes, GAIT_AXES_FILE);
    assert_int_equal(made.clip->time_unit, GAIT_TIME_PHASE);
    assert_string_equal(made.clip->name, "walk");
    assert_memory_equal(made.clip->root_motion, root_motion, sizeof root_motion);
    assert_false(made.clip->playback.known);
    /* The columns are aside, up and dir. File axes are engine axes rotated by half a turn about Y,
     * which negates matrix entries that mix Y with X or Z, and X and Z of the position. */
    static const gait_affine in_file = {{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}, {0.25, 1.5, -2}};
    static const gait_affine in_engine = {{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}, {-0.25, 1.5, 2}};
    static const gait_affine in_gltf = {{{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}, {0.25, 1.5, 2}};
    gait_affine pose;
    assert_int_equal(gait_pose_at_frame(made.clip, 1, GAIT_SPACE_DELTA, GAIT_AXES_FILE, &pose),
                     GAIT_OK);
    test_assert_affine_near(&pose, &in_file, 0);
    assert_int_equal(gait_pose_at_frame(made.clip, 1, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, &pose),
                     GAIT_OK);
    test_assert_affine_near(&pose, &in_engine, 0);
    assert_int_equal(gait_pose_at_frame(made.clip, 1, GAIT_SPACE_DELTA, GAIT_AXES_GLTF, &pose),
                     GAIT_OK);
    test_assert_affine_near(&pose, &in_gltf, 0);
    drop(&made, rtm);
}

TEST(rotation_about_x_is_inverted_between_axes) {
    /* In file axes, the matrix maps Y to Z. In engine axes, half a turn about Y apart, it maps Y to
     * -Z. */
    static const float turn[12] = {1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0};
    static const gait_affine in_engine = {{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}, {0, 0, 0}};
    static const char *const names[] = {"pelvis"};
    static const float phases[] = {0};
    gait_rtm *rtm = make_rtm(names, 1, phases, 1);
    assert_int_equal(gaiti_rtm_set_matrix(rtm, 0, 0, turn), GAIT_OK);
    file_clips made = read_clips(rtm);
    gait_affine pose;
    assert_int_equal(gait_pose_at_frame(made.clip, 0, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, &pose),
                     GAIT_OK);
    test_assert_affine_near(&pose, &in_engine, 0);
    drop(&made, rtm);
}

TEST(a_delta_moves_the_rest_pose) {
    /* The delta moves the pivot of the left hand: posed = delta * rest, in model space. */
    static const char *const names[] = {"lruka"};
    static const float phases[] = {0};
    gait_rtm *rtm = make_rtm(names, 1, phases, 1);
    float matrix[12];
    moved(0.5F, 0.25F, -1, matrix);
    assert_int_equal(gaiti_rtm_set_matrix(rtm, 0, 0, matrix), GAIT_OK);
    gait_skeleton *tree;
    file_clips made;
    assert_int_equal(gait_builtin_skeleton("ofp-man", NULL, &tree), GAIT_OK);
    assert_int_equal(gaiti_rtm_bind_skeleton(rtm, tree, NULL, &made.skeleton), GAIT_OK);
    assert_int_equal(gaiti_rtm_clip(rtm, "", made.skeleton, NULL, &made.clip), GAIT_OK);
    int32_t bone = gait_skeleton_find(tree, "lruka");
    assert_true(bone >= 0);
    gait_affine expected = tree->rest_model[bone], pose;
    expected.t[0] -= 0.5;
    expected.t[1] += 0.25;
    expected.t[2] += 1;
    assert_int_equal(gait_pose_at_frame(made.clip, 0, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, &pose),
                     GAIT_OK);
    test_assert_affine_near(&pose, &expected, 1e-9);
    gait_skeleton_free(tree);
    drop(&made, rtm);
}

static void assert_play_order(const float *phases, const uint32_t *frames, const float *times,
                              uint32_t count) {
    static const char *const names[] = {"pelvis"};
    gait_rtm *rtm = make_rtm(names, 1, phases, count);
    file_clips made = read_clips(rtm);
    assert_int_equal(made.clip->frame_count, count);
    for (uint32_t k = 0; k < count; k++) {
        assert_true(made.clip->time[k] == times[k]);
        assert_true(x_of(&made, "pelvis", k) == 10.0 * frames[k]);
    }
    drop(&made, rtm);
}

TEST(keys_are_sorted_by_phase_and_ties_keep_order) {
    static const float nan_value = 1e38F * 10 - 1e38F * 10;
    assert_play_order((const float[]){0, 0.5F, 1}, (const uint32_t[]){0, 1, 2},
                      (const float[]){0, 0.5F, 1}, 3);
    assert_play_order((const float[]){1, 0.5F, 0.5F, 0, 0.25F}, (const uint32_t[]){3, 4, 1, 2, 0},
                      (const float[]){0, 0.25F, 0.5F, 0.5F, 1}, 5);
    assert_play_order((const float[]){0.5F, 7, 13.5F}, (const uint32_t[]){0, 1, 2},
                      (const float[]){0.5F, 7, 13.5F}, 3);
    assert_play_order((const float[]){1, 1, 1}, (const uint32_t[]){0, 1, 2},
                      (const float[]){0, 0.5F, 1}, 3);
    assert_play_order((const float[]){0.75F, nan_value, 0}, (const uint32_t[]){0, 1, 2},
                      (const float[]){0, 0.5F, 1}, 3);
    assert_play_order((const float[]){0.25F}, (const uint32_t[]){0}, (const float[]){0.25F}, 1);
}

TEST(last_of_duplicate_bone_names_is_used) {
    static const char *const names[] = {"pelvis", "spine", "Pelvis"};
    static const float phases[] = {0, 1};
    gait_rtm *rtm = make_rtm(names, 3, phases, 2);
    file_clips made = read_clips(rtm);
    assert_int_equal(made.skeleton->bone_count, 2);
    assert_true(x_of(&made, "pelvis", 0) == 2);
    assert_true(x_of(&made, "pelvis", 1) == 12);
    assert_true(x_of(&made, "spine", 1) == 11);
    drop(&made, rtm);
}

TEST(frame_bone_names_override_the_header_order) {
    static const char *const names[] = {"pelvis", "spine", "head"};
    static const float phases[] = {0, 1};
    /* Names in frame 1: the entry of head is first, that of pelvis last; "tail" is not in the
     * header. */
    static const char *const others[] = {"HEAD", "tail", "pelvis"};
    gait_buffer bytes = {0};
    gait_rtm *rtm = with_frame_names(make_rtm(names, 3, phases, 2), 1, others, &bytes);
    file_clips made = read_clips(rtm);
    assert_true(x_of(&made, "pelvis", 0) == 0 && x_of(&made, "head", 0) == 2);
    assert_true(x_of(&made, "head", 1) == 10);
    assert_true(x_of(&made, "spine", 1) == 11); /* matched by index */
    assert_true(x_of(&made, "pelvis", 1) == 12);
    drop(&made, rtm);
    gait_buffer_free(&bytes);
}

TEST(bone_missing_from_a_frame_has_an_identity_delta) {
    static const char *const names[] = {"pelvis", "spine"};
    static const float phases[] = {0, 1};
    static const char *const others[] = {"pelvis", "pelvis"};
    gait_buffer bytes = {0};
    gait_rtm *rtm = with_frame_names(make_rtm(names, 2, phases, 2), 1, others, &bytes);
    file_clips made = read_clips(rtm);
    gait_affine poses[2], unmoved = gait_affine_identity();
    assert_int_equal(gait_pose_at_frame(made.clip, 1, GAIT_SPACE_DELTA, GAIT_AXES_FILE, poses),
                     GAIT_OK);
    test_assert_affine_near(&poses[gait_skeleton_find(made.skeleton, "spine")], &unmoved, 0);
    assert_true(x_of(&made, "pelvis", 1) == 11); /* the last duplicate is used */
    drop(&made, rtm);
    gait_buffer_free(&bytes);
}

TEST(parent_is_the_nearest_ancestor_in_the_file) {
    static const char *const names[] = {"RightHand", "Pelvis", "stozar"};
    static const float phases[] = {0};
    gait_rtm *rtm = make_rtm(names, 3, phases, 1);
    gait_skeleton *tree, *skeleton;
    gait_diagnostic item;
    gait_diagnostics diagnostics = {.items = &item, .capacity = 1};
    gait_options options = {.diagnostics = &diagnostics};
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &tree), GAIT_OK);
    assert_int_equal(gaiti_rtm_bind_skeleton(rtm, tree, &options, &skeleton), GAIT_OK);
    assert_int_equal(skeleton->bone_count, 3);
    int32_t hand = gait_skeleton_find(skeleton, "righthand");
    int32_t pelvis = gait_skeleton_find(skeleton, "pelvis");
    assert_string_equal(skeleton->bones[hand].name, "RightHand"); /* spelled as in the file */
    assert_int_equal(skeleton->bones[hand].parent, pelvis);
    assert_int_equal(skeleton->bones[pelvis].parent, -1);
    assert_int_equal(skeleton->bones[gait_skeleton_find(skeleton, "stozar")].parent, -1);
    test_assert_affine_near(&skeleton->rest_model[hand],
                            &tree->rest_model[gait_skeleton_find(tree, "righthand")], 1e-9);
    assert_string_equal(item.rule->id, "RTM070");
    assert_int_equal(item.bone, 2);
    gait_skeleton_free(skeleton);
    gait_skeleton_free(tree);
    gaiti_rtm_free(rtm);
}

TEST(properties_become_events) {
    gait_span bytes = test_fixture_bytes("rtm/ok/properties.rtm");
    gait_rtm *rtm;
    assert_int_equal(gaiti_rtm_open(bytes, NULL, &rtm), GAIT_OK);
    file_clips made = read_clips(rtm);
    assert_int_equal(made.clip->event_count, 2);
    assert_string_equal(made.clip->events[0].name, "StepSound");
    assert_string_equal(made.clip->events[0].value, "");
    assert_true(made.clip->events[0].start == 0.25 && made.clip->events[0].end == 0.25);
    assert_string_equal(made.clip->events[1].value, "left");
    drop(&made, rtm);
    free((void *)(uintptr_t)bytes.data);
}

TEST(valid_files_are_read_without_copying) {
    gait_span bytes = test_fixture_bytes("rtm/ok/three_frames.rtm");
    gait_rtm *rtm;
    assert_int_equal(gaiti_rtm_open(bytes, NULL, &rtm), GAIT_OK);
    file_clips made = read_clips(rtm);
    const uint8_t *data = made.clip->tracks[0].rotation.data;
    assert_true(data >= bytes.data && data < bytes.data + bytes.size);
    drop(&made, rtm);
    free((void *)(uintptr_t)bytes.data);
}

TEST(empty_file_gives_an_empty_clip) {
    gait_rtm *rtm;
    assert_int_equal(gaiti_rtm_new(0, 0, NULL, &rtm), GAIT_OK);
    file_clips made = read_clips(rtm);
    assert_int_equal(made.clip->frame_count, 0);
    assert_int_equal(made.skeleton->bone_count, 0);
    drop(&made, rtm);
    static const char *const names[] = {"pelvis"};
    rtm = make_rtm(names, 1, NULL, 0);
    made = read_clips(rtm);
    assert_int_equal(made.clip->tracks[0].rotation.count, 0);
    drop(&made, rtm);
}
