/* gait_omf_pose() agrees with the exact poses of the clips of all real banks, at keys and between
 * them. */
#include <math.h>
#include <stdlib.h>

#include "corpus_files.h"
#include "gait/expert.h"
#include "gait/transform.h"
#include "test.h"

enum { TIMES = 6 };

static struct {
    unsigned banks, motions;
    uint64_t bones, random;
    double angle, distance; /* the largest errors, in degrees and in units of 0.02 mm */
} seen;

/* From 0 to 1. */
static double draw(void) {
    seen.random = seen.random * 6364136223846793005 + 1442695040888963407;
    return (double)(seen.random >> 11) / 9007199254740992.0;
}

/* Banks store translations of several kilometres for parts that are hidden. */
static void compare_bone(const gait_affine *exact, const gait_trs *found) {
    gait_transform wanted;
    gait_affine_decompose(exact, &wanted);
    double dot = 0, square = 0;
    for (int i = 0; i < 4; i++) {
        dot += wanted.q[i] * (double)found->q[i];
    }
    for (int i = 0; i < 4; i++) {
        double difference = wanted.q[i] - (dot < 0 ? -1 : 1) * (double)found->q[i];
        square += difference * difference;
    }
    seen.angle = fmax(seen.angle, 4 * asin(sqrt(square) / 2) * 57.29577951308232);
    for (int i = 0; i < 3; i++) {
        double tolerance = fmax(2e-5, fabs(wanted.t[i]) * 0x1p-22);
        seen.distance = fmax(seen.distance, fabs(wanted.t[i] - (double)found->t[i]) / tolerance);
        assert_true(found->s[i] == 1);
    }
    seen.bones++;
}

static void compare_clip(const gait_omf *omf, uint32_t motion, const gait_clip *clip) {
    uint32_t bones = clip->skeleton->bone_count;
    gait_affine *pose = calloc(2 * (size_t)bones + 1, sizeof *pose);
    gait_trs *found = calloc(bones + 1, sizeof *found);
    double last = (double)clip->time[clip->frame_count - 1];
    for (int i = 0; i < TIMES; i++) {
        double time = i % 2 ? draw() * last : (double)clip->time[(uint32_t)(draw() * last * 30)];
        assert_int_equal(
            gait_pose_at_time(clip, time, GAIT_SPACE_LOCAL, GAIT_AXES_GLTF, pose, pose + bones),
            GAIT_OK);
        assert_int_equal(gait_omf_pose(omf, motion, time, GAIT_AXES_GLTF, found, bones), GAIT_OK);
        for (uint32_t b = 0; b < bones; b++) {
            compare_bone(&pose[b], &found[b]);
        }
    }
    free(pose);
    free(found);
}

/* Bones of such a skeleton have the order of the tracks. */
static void compare_bank(const char *path, gait_span bytes) {
    gait_file *file;
    gait_skeleton *skeleton;
    if (gait_file_open(bytes, path, NULL, &file) != GAIT_OK) {
        return;
    }
    const gait_omf *omf = gait_file_omf(file);
    if (omf && gait_omf_bind_skeleton(omf, NULL, NULL, &skeleton) == GAIT_OK) {
        seen.banks++;
        for (uint32_t m = 0; m < gait_omf_motion_count(omf); m++) {
            gait_clip *clip;
            if (gait_omf_clip(omf, m, skeleton, NULL, &clip) == GAIT_OK) {
                if (clip->frame_count > 0) {
                    seen.motions++;
                    compare_clip(omf, m, clip);
                }
                gait_clip_free(clip);
            }
        }
        gait_skeleton_free(skeleton);
    }
    gait_file_free(file);
}

static void poses_of_all_banks_are_exact_enough(void **state) {
    (void)state;
    assert_true(corpus_each(NULL, compare_bank));
    print_message("%u banks, %u motions, %llu bones: %.5f degrees, %.5f mm\n", seen.banks,
                  seen.motions, (unsigned long long)seen.bones, seen.angle, 0.02 * seen.distance);
    assert_true(seen.banks > 0 && seen.motions > 1000);
    assert_true(seen.angle <= 0.01 && seen.distance <= 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(poses_of_all_banks_are_exact_enough)};
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}
