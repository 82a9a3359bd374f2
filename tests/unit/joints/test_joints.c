/* Recovers skeletons from deltas whose joints are known. */
#include <math.h>
#include <string.h>

#include "gait/joints.h"
#include "gait/modelcfg.h"
#include "gait/transform.h"
#include "test.h"
#include "transforms.h"
#include "joints/joint_state.h"
#include "model/clip.h"

enum { MOST_BONES = 4, MOST_KEYS = 64 };

/* The columns of the linear part, and the position. */
typedef float delta[12];

#define STILL                                                                                      \
    { 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0 }

/* A base, an arm with the pivot (0, 1, 0), and a tip with the pivot (0.5, 1, 0). */
static const char *const arm_names[] = {"base", "arm", "tip"};
static const delta arm_keys[5][3] = {{STILL, STILL, STILL},
                                     {{1, 0, 0, 0, 1, 0, 0, 0, 1, .1F, 0, 0},
                                      {0, 1, 0, -1, 0, 0, 0, 0, 1, 1.1F, 1, 0},
                                      {0, 1, 0, -1, 0, 0, 0, 0, 1, 1.1F, 1, 0}},
                                     {{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, .2F, 0},
                                      {1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1.2F, -1},
                                      {0, 1, 0, 0, 0, 1, 1, 0, 0, .5F, .7F, -1}},
                                     {{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, .3F},
                                      {0, 0, -1, 0, 1, 0, 1, 0, 0, 0, 0, .3F},
                                      {0, 1, 0, 0, 0, 1, 1, 0, 0, 0, .5F, -1.2F}},
                                     {{1, 0, 0, 0, 1, 0, 0, 0, 1, .1F, .2F, .3F},
                                      {1, 0, 0, 0, 1, 0, 0, 0, 1, .1F, .2F, .3F},
                                      {1, 0, 0, 0, 0, 1, 0, -1, 0, .1F, 1.2F, -.7F}}};

/* A clip of deltas that a test fills. */
static struct {
    uint32_t bone_count, key_count;
    delta keys[MOST_KEYS][MOST_BONES];
    float times[MOST_KEYS];
    gait_track tracks[MOST_BONES];
    gait_skeleton *skeleton;
    gait_clip clip;
} made;

static void begin(const char *const *names, uint32_t bone_count) {
    gait_bone bones[MOST_BONES] = {0};
    made.bone_count = bone_count;
    made.key_count = 0;
    for (uint32_t b = 0; b < bone_count; b++) {
        bones[b] = (gait_bone){.name = names[b], .parent = -1};
        bones[b].rest = (gait_transform){.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
    }
    assert_int_equal(gaiti_skeleton_new("", bones, bone_count, NULL, &made.skeleton), GAIT_OK);
}

static void add(const delta *key) {
    memcpy(made.keys[made.key_count++], key, made.bone_count * sizeof *key);
}

static gait_channel channel(const float *first, gait_element element) {
    return (gait_channel){.data = (const uint8_t *)first,
                          .count = made.key_count,
                          .stride = sizeof made.keys[0],
                          .element = (uint8_t)element};
}

static const gait_clip *finish(void) {
    for (uint32_t b = 0; b < made.bone_count; b++) {
        made.tracks[b] = (gait_track){.rotation = channel(made.keys[0][b], GAIT_MAT3_LE),
                                      .translation = channel(made.keys[0][b] + 9, GAIT_F32_LE)};
    }
    for (uint32_t k = 0; k < made.key_count * MOST_BONES * 12; k++) { /* on big-endian machines */
        uint8_t *bytes = (uint8_t *)made.keys + k * sizeof(float);
        uint32_t bits;
        memcpy(&bits, bytes, sizeof bits);
        for (int i = 0; i < 4; i++) {
            bytes[i] = (uint8_t)(bits >> (8 * i));
        }
    }
    made.clip = (gait_clip){.name = "a",
                            .skeleton = made.skeleton,
                            .space = GAIT_SPACE_DELTA,
                            .frame_count = made.key_count,
                            .time = made.times,
                            .tracks = made.tracks};
    return &made.clip;
}

static gait_status recover(uint32_t min_keys, gait_recovered **out) {
    const gait_clip *clip = finish();
    gait_status status = gait_recover_skeleton("arm", &clip, 1, min_keys, NULL, out);
    gait_skeleton_free(made.skeleton);
    return status;
}

static void assert_bone(const gait_recovered *found, const char *name, const char *parent,
                        gait_joint_kind kind, int directions) {
    int32_t bone = gait_skeleton_find(found->skeleton, name);
    assert_true(bone >= 0);
    assert_int_equal(found->skeleton->bones[bone].parent,
                     parent ? gait_skeleton_find(found->skeleton, parent) : -1);
    assert_int_equal(found->joints[bone].kind, kind);
    assert_int_equal(found->joints[bone].directions, directions);
}

static void assert_pivot(const gait_recovered *found, const char *name, double x, double y,
                         double z, double error) {
    const double *at = found->skeleton->rest_model[gait_skeleton_find(found->skeleton, name)].t;
    test_assert_near(at[0], x, error);
    test_assert_near(at[1], y, error);
    test_assert_near(at[2], z, error);
}

static void assert_arm(gait_recovered *found, double size, double error) {
    assert_int_equal(found->joint_count, 2);
    assert_bone(found, "base", NULL, GAIT_JOINT_NONE, 0);
    assert_bone(found, "arm", "base", GAIT_JOINT_PROVED, 3);
    assert_bone(found, "tip", "arm", GAIT_JOINT_PROVED, 3);
    assert_pivot(found, "base", 0, size, 0, error);
    assert_pivot(found, "arm", 0, size, 0, error);
    assert_pivot(found, "tip", size / 2, size, 0, error);
    gait_recovered_free(found);
}

TEST(joints_of_an_arm) {
    gait_recovered *found;
    begin(arm_names, 3);
    for (int k = 0; k < 5; k++) {
        add(arm_keys[k]);
    }
    assert_int_equal(recover(0, &found), GAIT_OK);
    assert_int_equal(found->key_count, 5);
    assert_true(found->joints[1].gap_m < 2e-8);
    assert_int_equal(found->skeleton->bones[0].parent_origin, GAIT_ORIGIN_RECOVERED);
    assert_int_equal(found->skeleton->bones[2].rest_origin, GAIT_ORIGIN_RECOVERED);
    assert_arm(found, 1, 1e-6);
}

TEST(order_of_bones_and_copies_of_keys_do_not_matter) {
    static const char *const names[] = {"tip", "base", "arm"};
    gait_recovered *found;
    begin(names, 3);
    for (int k = 0; k < 5; k++) {
        delta turned[3];
        memcpy(turned[0], arm_keys[k][2], sizeof(delta));
        memcpy(turned[1], arm_keys[k][0], sizeof(delta));
        memcpy(turned[2], arm_keys[k][1], sizeof(delta));
        for (int copies = k == 1 ? 50 : 1; copies > 0; copies--) {
            add(turned);
        }
    }
    assert_int_equal(recover(0, &found), GAIT_OK);
    assert_int_equal(found->key_count, 5);
    assert_arm(found, 1, 1e-6);
}

TEST(keys_that_are_not_finite_are_left_out) {
    gait_recovered *found;
    begin(arm_names, 3);
    for (int k = 0; k < 5; k++) {
        add(arm_keys[k]);
    }
    made.keys[2][1][4] = NAN;
    assert_int_equal(recover(0, &found), GAIT_OK);
    assert_int_equal(found->key_count, 4);
    assert_arm(found, 1, 1e-6);
}

TEST(files_in_centimetres) {
    gait_recovered *found;
    begin(arm_names, 3);
    for (int k = 0; k < 5; k++) {
        add(arm_keys[k]);
        for (int b = 0; b < 3; b++) {
            for (int i = 9; i < 12; i++) {
                made.keys[k][b][i] *= 100;
            }
        }
    }
    assert_int_equal(recover(0, &found), GAIT_OK);
    assert_arm(found, 100, 1e-4);
}

TEST(noise_of_a_tenth_of_a_millimetre) {
    gait_recovered *found;
    uint64_t seed = 3;
    begin(arm_names, 3);
    for (int k = 0; k < 5; k++) {
        add(arm_keys[k]);
        for (int b = 0; b < 3; b++) {
            for (int i = 9; i < 12; i++) {
                made.keys[k][b][i] += 1e-4F * (float)(2 * test_random(&seed) - 1);
            }
        }
    }
    assert_int_equal(recover(0, &found), GAIT_OK);
    assert_true(found->joints[1].gap_m > 1e-5);
    assert_arm(found, 1, 3e-4);
}

/* The turn by `angle` about the axis `axis` of the model, followed by a shift that keeps `at`. */
static gait_affine turn_about(int axis, double angle, double x, double y, double z) {
    const double at[3] = {x, y, z};
    gait_affine turn = gait_affine_identity();
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    turn.m[i][i] = turn.m[j][j] = cos(angle);
    turn.m[j][i] = sin(angle);
    turn.m[i][j] = -sin(angle);
    for (int r = 0; r < 3; r++) {
        turn.t[r] = at[r];
        for (int c = 0; c < 3; c++) {
            turn.t[r] -= turn.m[r][c] * at[c];
        }
    }
    return turn;
}

static void store(const gait_affine *from, float *out) {
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++) {
            out[c * 3 + r] = (float)from->m[r][c];
        }
        out[9 + c] = (float)from->t[c];
    }
}

TEST(a_door_has_a_hinge) {
    static const char *const names[] = {"body", "door"};
    const double degree = 3.14159265358979 / 180;
    gait_recovered *found;
    begin(names, 2);
    for (int k = 0; k < 4; k++) {
        gait_affine body = turn_about(0, 20 * k * degree, 0, 0, 0);
        body.t[0] += 0.05 * k;
        gait_affine open = turn_about(1, 30 * k * degree, 0.8, 0.3, 0.1);
        gait_affine door = gait_affine_multiply(&body, &open);
        store(&body, made.keys[k][0]);
        store(&door, made.keys[k][1]);
        made.key_count++;
    }
    assert_int_equal(recover(0, &found), GAIT_OK);
    assert_bone(found, "body", NULL, GAIT_JOINT_NONE, 0);
    assert_bone(found, "door", "body", GAIT_JOINT_PROVED, 2);
    const double *at = found->skeleton->rest_model[1].t;
    test_assert_near(at[0], 0.8, 1e-5);
    test_assert_near(at[2], 0.1, 1e-5);
    gait_recovered_free(found);
}

/* Adds keys of two bones that meet at (0.3, 0.2, 0.1), with a gap of about a millimetre. */
static void add_touching(const char *const *names) {
    begin(names, 2);
    for (int k = 0; k < 6; k++) {
        gait_affine first = turn_about(2, 0.2 * k, 0, 0, 0);
        gait_affine turn = turn_about(k % 3, 0.3 * k, 0.3, 0.2, 0.1);
        gait_affine second = gait_affine_multiply(&first, &turn);
        second.t[k % 3] += k % 2 ? 1e-3 : -1e-3;
        store(&first, made.keys[k][0]);
        store(&second, made.keys[k][1]);
        made.key_count++;
    }
}

TEST(hands_that_touch_are_no_joint) {
    static const char *const hands[] = {"left_hand", "right_hand"};
    static const char *const parts[] = {"left_hand", "right_foot"}; /* without their other side */
    gait_recovered *found;
    add_touching(hands);
    assert_int_equal(recover(0, &found), GAIT_NOT_FOUND);
    add_touching(parts);
    assert_int_equal(recover(0, &found), GAIT_OK);
    assert_int_equal(found->joint_count, 1);
    gait_recovered_free(found);
}

TEST(the_first_bone_of_a_chain_hangs_on_others) {
    static const char *const names[] = {"base", "tongue3", "tongue2", "tongue1"};
    gait_recovered *found;
    begin(names, 4);
    for (int k = 0; k < 5; k++) { /* all about one point, by nearly equal angles to the base */
        gait_affine base = turn_about(0, 0.2 * k, 0, 0, 0);
        store(&base, made.keys[k][0]);
        for (int b = 1; b < 4; b++) {
            gait_affine turn = turn_about(b - 1, (0.0997 + 1e-4 * b) * k, 0, 0.1, 0.2);
            gait_affine tongue = gait_affine_multiply(&base, &turn);
            store(&tongue, made.keys[k][b]);
        }
        made.key_count++;
    }
    assert_int_equal(recover(0, &found), GAIT_OK);
    int32_t first = gait_skeleton_find(found->skeleton, "tongue1");
    assert_int_equal(found->skeleton->bones[first].parent,
                     gait_skeleton_find(found->skeleton, "base"));
    gait_recovered_free(found);
}

TEST(joints_of_bones_that_hardly_turn_stay_closed) {
    gait_recovered *found;
    begin(arm_names, 2);
    for (int k = 0; k < 6; k++) {
        gait_affine base = turn_about(1, 0.1 * k, 0, 0, 0);
        gait_affine turn = turn_about(k % 3, 0.001 * k, 0.3, 0.4, 0.5);
        gait_affine arm = gait_affine_multiply(&base, &turn);
        store(&base, made.keys[k][0]);
        store(&arm, made.keys[k][1]);
        made.key_count++;
    }
    assert_int_equal(recover(0, &found), GAIT_OK);
    assert_int_equal(found->joints[1].kind, GAIT_JOINT_HELD);
    assert_true(found->joints[1].gap_m < 5e-5);
    assert_int_equal(found->skeleton->bones[1].rest_origin, GAIT_ORIGIN_RECOVERED);
    gait_recovered_free(found);
}

TEST(still_bones_have_no_joints) {
    gait_recovered *found;
    begin(arm_names, 3);
    add(arm_keys[0]);
    add(arm_keys[0]);
    assert_int_equal(recover(1, &found), GAIT_NOT_FOUND);
    assert_null(found);
}

TEST(bones_that_shift_stay_alone) {
    gait_recovered *found;
    begin(arm_names, 3);
    for (int k = 0; k < 4; k++) {
        add(arm_keys[0]);
        for (int b = 0; b < 3; b++) {
            made.keys[k][b][9] = 0.1F * (float)(k * (b + 1));
            made.keys[k][b][10] = 0.05F * (float)(k * k * b);
        }
    }
    assert_int_equal(recover(0, &found), GAIT_NOT_FOUND);
}

TEST(one_key_is_used_only_if_it_is_allowed) {
    gait_recovered *found;
    begin(arm_names, 3);
    add(arm_keys[3]);
    assert_int_equal(recover(0, &found), GAIT_NOT_FOUND);
    begin(arm_names, 3);
    add(arm_keys[3]);
    assert_int_equal(recover(1, &found), GAIT_OK);
    assert_bone(found, "arm", "base", GAIT_JOINT_HELD, 2);
    assert_bone(found, "tip", "arm", GAIT_JOINT_HELD, 2);
    gait_recovered_free(found);
}

/* --- names ------------------------------------------------------------------------------------ */

static double similar(const char *a, const char *b) {
    const char *const names[] = {a, b};
    gaiti_joint_name read[2];
    gaiti_arena arena;
    gaiti_arena_init(&arena, NULL, 0);
    begin(names, 2);
    assert_true(gaiti_joint_names_read(made.skeleton, &arena, read));
    double result = gaiti_joint_names_similar(&read[0], &read[1]);
    gaiti_arena_free(&arena);
    gait_skeleton_free(made.skeleton);
    return result;
}

TEST(neighbours_have_similar_names) {
    test_assert_near(similar("Spine1", "Spine2"), 1, 1e-12);
    test_assert_near(similar("spine", "Spine1"), 1, 1e-12);
    test_assert_near(similar("Tail1", "Tail5"), 0.1, 1e-12);
    test_assert_near(similar("bip01_l_finger2", "bip01_l_finger21"), 0.8, 1e-12);
    test_assert_near(similar("LeftHand", "LeftHandIndex1"), 0.8, 1e-12);
    test_assert_near(similar("LeftHand", "LeftHandIndex3"), 0.5, 1e-12);
    test_assert_near(similar("Neck", "Head"), 0, 1e-12);
}

/* --- a skeleton that is given ----------------------------------------------------------------- */

/* Compares the motion of so many copies of the arm with a skeleton. */
static void compare(const int32_t *parents, uint32_t clip_count, gait_diagnostics *found) {
    static const char *const names[] = {"base", "arm", "tip"};
    const gait_options options = {.diagnostics = found};
    gait_bone bones[3] = {0};
    gait_skeleton *stated;
    const gait_clip *clips[3];
    for (int b = 0; b < 3; b++) {
        bones[b] = (gait_bone){.name = names[b], .parent = parents[b]};
        bones[b].rest = (gait_transform){.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
    }
    assert_int_equal(gaiti_skeleton_new("", bones, 3, NULL, &stated), GAIT_OK);
    begin(arm_names, 3);
    for (int k = 0; k < 5; k++) {
        add(arm_keys[k]);
    }
    clips[0] = clips[1] = clips[2] = finish();
    assert_int_equal(gait_check_joints(stated, clips, clip_count, &options), GAIT_OK);
    gait_skeleton_free(stated);
    gait_skeleton_free(made.skeleton);
}

TEST(right_parents_are_not_reported) {
    static const int32_t parents[] = {-1, 0, 1};
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    compare(parents, 3, &found);
    assert_int_equal(found.count, 0);
}

TEST(a_joint_that_opens_is_reported_with_the_right_parent) {
    static const int32_t parents[] = {-1, 0, 0};
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    compare(parents, 2, &found);
    assert_int_equal(found.count, 0); /* two clips prove nothing */
    compare(parents, 3, &found);
    assert_int_equal(found.count, 1);
    assert_string_equal(items[0].rule->id, "CFG045");
    assert_non_null(strstr(items[0].text, "\"tip\""));
    assert_non_null(strstr(items[0].text, "\"arm\""));
}

TEST(a_root_that_hangs_on_a_bone_is_reported) {
    static const int32_t parents[] = {-1, 0, -1};
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    compare(parents, 2, &found);
    assert_int_equal(found.count, 0);
    compare(parents, 3, &found);
    assert_int_equal(found.count, 1);
    assert_string_equal(items[0].rule->id, "CFG046");
    assert_non_null(strstr(items[0].text, "\"tip\""));
}

TEST(the_text_of_a_config_reads_back) {
    gait_recovered *found;
    gait_buffer text = {0};
    gait_file *file;
    begin(arm_names, 3);
    add(arm_keys[0]);
    add(arm_keys[3]);
    assert_int_equal(recover(0, &found), GAIT_OK);
    assert_int_equal(gait_skeleton_write_config("1 arm", found->skeleton, found->joints, &text),
                     GAIT_OK);
    assert_int_equal(gait_file_open((gait_span){text.data, text.size}, "a.cfg", NULL, &file),
                     GAIT_OK);
    const gait_modelcfg *config = gait_file_modelcfg(file);
    assert_string_equal(gait_modelcfg_skeleton_at(config, 0).name, "_1_arm");
    assert_int_equal(gait_modelcfg_skeleton_at(config, 0).bone_count, 3);
    assert_string_equal(gait_modelcfg_bone_at(config, 0, 2).name, "tip");
    assert_string_equal(gait_modelcfg_bone_at(config, 0, 2).parent_name, "arm");
    gait_file_free(file);
    gait_buffer_free(&text);
    gait_recovered_free(found);
}

TEST(wrong_arguments) {
    const gait_clip *clips[1];
    const gait_options options = {0};
    gait_recovered *found;
    begin(arm_names, 3);
    add(arm_keys[0]);
    clips[0] = finish();
    assert_int_equal(gait_recover_skeleton(NULL, clips, 1, 0, NULL, &found), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_recover_skeleton("", NULL, 1, 0, NULL, &found), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_recover_skeleton("", clips, 0, 0, NULL, &found), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_recover_skeleton("", clips, 1, 0, NULL, NULL), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_check_joints(NULL, clips, 1, &options), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_check_joints(made.skeleton, NULL, 1, &options), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_check_joints(made.skeleton, clips, 1, NULL), GAIT_BAD_ARGUMENT);
    made.clip.space = GAIT_SPACE_LOCAL;
    assert_int_equal(gait_recover_skeleton("", clips, 1, 0, NULL, &found), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_check_joints(made.skeleton, clips, 1, &options), GAIT_BAD_ARGUMENT);
    gait_skeleton_free(made.skeleton);
    gait_recovered_free(NULL);
}
