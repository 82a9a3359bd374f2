/* Compares the pivots recovered from real human clips with the known ones. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "corpus_files.h"
#include "gait/expert.h"
#include "test.h"
#include "model/clip.h"
#include "joints/pivots.h"

enum { MOST_BONES = 128, FEWEST_BONES = 3 };

static gait_skeleton *man, *unplaced;
static struct { unsigned clips, same_rig, compared, wrong; } seen;
static double worst;

/* Makes the human skeleton, and a copy of it without rest poses. */
static void make_trees(void) {
    gait_bone bones[MOST_BONES];
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &man), GAIT_OK);
    assert_true(man->bone_count <= MOST_BONES);
    for (uint32_t b = 0; b < man->bone_count; b++) {
        bones[b] = man->bones[b];
        bones[b].rest = (gait_transform){.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
        bones[b].rest_origin = GAIT_ORIGIN_UNKNOWN;
    }
    assert_int_equal(gaiti_skeleton_new("man", bones, man->bone_count, NULL, &unplaced), GAIT_OK);
}

/* Fingers are short and rotate little. */
static double tolerance(const char *name) {
    const char *hand = strstr(name, "Hand");
    return hand && hand[4] ? 0.010 : 0.005;
}

/* Distance in metres between the recovered and the known pivot, or -1 if either is not
 * available. */
static double error_of(const gait_skeleton *skeleton, const gait_pivot *pivots, uint32_t bone) {
    int32_t known = gait_skeleton_find(man, skeleton->bones[bone].name);
    double square = 0;
    if (known < 0 || pivots[bone].directions < 3 ||
        man->bones[known].rest_origin != GAIT_ORIGIN_TABLE) {
        return -1;
    }
    for (int i = 0; i < 3; i++) {
        double difference = pivots[bone].at[i] - man->rest_model[known].t[i];
        square += difference * difference;
    }
    return sqrt(square);
}

static void compare_with_reference(const gait_skeleton *skeleton, const gait_pivot *pivots,
                                   const char *path) {
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const char *name = skeleton->bones[b].name;
        double error = error_of(skeleton, pivots, b);
        seen.compared += error >= 0;
        worst = error > worst ? error : worst;
        if (error > tolerance(name)) {
            seen.wrong++;
            print_message("%s: %s: %.1f mm\n", path, name, error * 1000);
        }
    }
}

/* Some authors animate their own human skeleton, with arms one centimetre lower. */
static bool is_arm(const char *name) {
    static const char *const arms[] = {"LeftShoulder", "RightShoulder", "LeftArm", "RightArm"};
    for (size_t i = 0; i < sizeof arms / sizeof arms[0]; i++) {
        if (strcasecmp(name, arms[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Compares the pivots if the clip is of the known skeleton: at least 80 % of the pivots,
 * including those of all arm bones, must be near the known ones. */
static void look_at_pivots(const gait_skeleton *skeleton, const gait_pivot *pivots,
                           const char *path) {
    unsigned near = 0, all = 0;
    bool is_other = false;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        double error = error_of(skeleton, pivots, b);
        all += error >= 0;
        near += error >= 0 && error <= tolerance(skeleton->bones[b].name);
        is_other |= error > tolerance(skeleton->bones[b].name) && is_arm(skeleton->bones[b].name);
    }
    if (all >= FEWEST_BONES && near * 5 >= all * 4 && !is_other) {
        seen.same_rig++;
        compare_with_reference(skeleton, pivots, path);
    }
}

static void recover(const gait_file *file, const char *path) {
    gait_skeleton *skeleton = NULL;
    gait_clip *clip = NULL;
    gait_pivot pivots[1024];
    if (gait_file_bind_skeleton(file, unplaced, NULL, &skeleton) == GAIT_OK &&
        skeleton->bone_count <= sizeof pivots / sizeof pivots[0] &&
        gait_skeleton_find(skeleton, "LeftForeArm") >= 0 &&
        gait_file_clip(file, 0, skeleton, NULL, &clip) == GAIT_OK) {
        assert_int_equal(gaiti_recover_pivots(clip, NULL, pivots), GAIT_OK);
        look_at_pivots(skeleton, pivots, path);
        seen.clips++;
    }
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

static void visit(const char *path, gait_span bytes) {
    gait_file *file = NULL;
    if (gait_file_open(bytes, path, NULL, &file) == GAIT_OK) {
        recover(file, path);
    }
    gait_file_free(file);
}

static void recovered_human_pivots_match_the_known_ones(void **state) {
    (void)state;
    print_message("%u clips, %u of the known man, %u pivots, %u too far, worst %.2f mm\n",
                  seen.clips, seen.same_rig, seen.compared, seen.wrong, worst * 1000);
    assert_true(seen.same_rig >= 3);
    assert_true(seen.compared >= 50);
    assert_true(seen.wrong * 20 <= seen.compared);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recovered_human_pivots_match_the_known_ones)};
    if (!corpus_folder()) {
        return CORPUS_SKIPPED;
    }
    make_trees();
    if (!corpus_each(".rtm", visit)) {
        return CORPUS_SKIPPED;
    }
    int result = cmocka_run_group_tests(tests, NULL, NULL);
    gait_skeleton_free(man);
    gait_skeleton_free(unplaced);
    return result;
}
