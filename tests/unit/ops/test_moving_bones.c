#include <math.h>
#include <string.h>

#include "allocator.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "gait/bones.h"
#include "test.h"

enum { BONES = 3, FRAMES = 4 };

/* A clip of a chain of three bones, in which each key is the identity at first. */
typedef struct scene {
    gait_bone bones[BONES];
    gait_affine rest[BONES];
    gait_skeleton skeleton;
    gait_clip clip;
    gait_track tracks[BONES];
    float time[FRAMES];
    float rotations[BONES][FRAMES][4];
    float translations[BONES][FRAMES][3];
    float scales[BONES][FRAMES][3];
} scene;

static gait_channel view(const void *keys, uint32_t floats) {
    return (gait_channel){.data = keys, .count = FRAMES, .stride = floats * 4, .element = GAIT_F32};
}

static void make_scene(scene *s, gait_space space) {
    static const char *const names[BONES] = {"hip", "arm", "hand"};
    memset(s, 0, sizeof *s);
    for (int b = 0; b < BONES; b++) {
        s->bones[b] = (gait_bone){.name = names[b],
                                  .parent = b - 1,
                                  .rest = {.t = {0, 0.5, 0}, .q = {0, 0, 0, 1}, .s = {1, 1, 1}},
                                  .parent_origin = GAIT_ORIGIN_FILE,
                                  .rest_origin = GAIT_ORIGIN_FILE};
        s->rest[b] = gait_affine_identity();
        s->rest[b].t[1] = 0.5 * (b + 1);
        for (int f = 0; f < FRAMES; f++) {
            s->rotations[b][f][3] = 1;
            s->scales[b][f][0] = s->scales[b][f][1] = s->scales[b][f][2] = 1;
            s->time[f] = (float)f;
        }
        s->tracks[b] = (gait_track){.rotation = view(s->rotations[b], 4),
                                    .translation = view(s->translations[b], 3)};
    }
    s->skeleton =
        (gait_skeleton){.name = "s", .bone_count = BONES, .bones = s->bones, .rest_model = s->rest};
    s->clip = (gait_clip){.name = "c",
                          .skeleton = &s->skeleton,
                          .space = space,
                          .frame_count = FRAMES,
                          .time = s->time,
                          .tracks = s->tracks};
}

/* The bones that move, as letters: "-a-" for the second bone only. */
static const char *moving(const scene *s) {
    static char text[BONES + 1];
    bool moves[BONES];
    assert_int_equal(gait_clip_moving_bones(&s->clip, NULL, moves), GAIT_OK);
    for (int b = 0; b < BONES; b++) {
        text[b] = moves[b] ? s->bones[b].name[0] : '-';
    }
    return text;
}

TEST(every_channel_can_move_a_bone) {
    scene s;
    make_scene(&s, GAIT_SPACE_LOCAL);
    assert_string_equal(moving(&s), "---");
    s.rotations[0][FRAMES - 1][0] = 0x1p-20F; /* only the last key, and only by little */
    s.translations[1][1][2] = 0x1p-40F;
    s.tracks[2].scale = view(s.scales[2], 3);
    s.tracks[2].rotation.count = s.tracks[2].translation.count = 1;
    s.scales[2][2][1] = 2;
    assert_string_equal(moving(&s), "hah");
    s.tracks[2].scale.count = 0;
    s.tracks[0].rotation.count = 0; /* at rest */
    assert_string_equal(moving(&s), "-a-");
    s.tracks[1].translation.count = 1;
    assert_string_equal(moving(&s), "---");
}

TEST(other_keys_of_the_same_pose_do_not_move_a_bone) {
    scene s;
    make_scene(&s, GAIT_SPACE_LOCAL);
    s.rotations[0][1][3] = -1; /* the same rotation */
    s.rotations[1][2][3] = 2;  /* normalised */
    s.translations[2][1][0] = -0.0F;
    assert_string_equal(moving(&s), "---");
    s.translations[2][1][0] = NAN;
    assert_string_equal(moving(&s), "--h");
}

/* In other spaces a bone follows its parent, and rounding is no motion. */
TEST(keys_in_other_spaces_are_compared_relative_to_the_parent) {
    static const gait_space spaces[] = {GAIT_SPACE_MODEL, GAIT_SPACE_DELTA};
    for (int i = 0; i < 2; i++) {
        scene s;
        make_scene(&s, spaces[i]);
        assert_string_equal(moving(&s), "---");
        for (int b = 0; b < BONES; b++) {
            s.translations[b][2][0] = 0.25F + 0.0001F * (float)b;
        }
        assert_string_equal(moving(&s), "h--");
        s.translations[1][2][0] = 0.26F;
        assert_string_equal(moving(&s), "hah");
    }
}

/* Each bone has its own delta, which moves no other bone of it. */
TEST(local_deltas_move_their_bones) {
    scene s;
    make_scene(&s, GAIT_SPACE_LOCAL_DELTA);
    s.translations[1][3][2] = 0.5F;
    assert_string_equal(moving(&s), "-a-");
    s.bones[1].parent_origin = GAIT_ORIGIN_UNKNOWN;
    bool moves[BONES];
    assert_int_equal(gait_clip_moving_bones(&s.clip, NULL, moves), GAIT_UNSUPPORTED);
}

TEST(clips_without_a_second_frame_move_nothing) {
    static const gait_space spaces[] = {GAIT_SPACE_LOCAL, GAIT_SPACE_DELTA};
    for (int i = 0; i < 2; i++) {
        scene s;
        make_scene(&s, spaces[i]);
        s.translations[0][1][0] = 1;
        s.clip.frame_count = 1;
        for (int b = 0; b < BONES; b++) {
            s.tracks[b].rotation.count = s.tracks[b].translation.count = 1;
        }
        assert_string_equal(moving(&s), "---");
        s.clip.frame_count = 0;
        assert_string_equal(moving(&s), "---");
        s.skeleton.bone_count = 0;
        bool none;
        assert_int_equal(gait_clip_moving_bones(&s.clip, NULL, &none), GAIT_OK);
    }
}

static gait_status attempt(const gait_options *options, void *user) {
    const scene *s = user;
    bool moves[BONES];
    return gait_clip_moving_bones(&s->clip, options, moves);
}

TEST(memory_can_run_out) {
    scene s;
    make_scene(&s, GAIT_SPACE_LOCAL);
    test_every_failing_allocation(attempt, &s);
    s.clip.space = GAIT_SPACE_DELTA;
    test_every_failing_allocation(attempt, &s);
}
