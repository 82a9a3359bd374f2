/* Compares gait_omf_pose() with the exact functions for all motions of the banks of the corpus. */
#include <stdlib.h>

#include "corpus_files.h"
#include "gait/gait.h"
#include "omf_poses.h"
#include "test.h"
#include "formats/xray/omf/omf.h"

enum { KEYS = 6 }; /* per motion */

static omf_pose_errors errors;
static unsigned banks, motions, skipped;

static void compare_motion(const gait_omf *omf, uint32_t motion, const gait_skeleton *skeleton) {
    static const double fractions[] = {0, 0.5, 0.21, 0.83};
    gait_clip *clip;
    if (gait_omf_motion_at(omf, motion).frame_count == 0 ||
        gaiti_omf_clip(omf, motion, skeleton, NULL, &clip) != GAIT_OK) {
        skipped++;
        return;
    }
    for (uint32_t i = 0; i < KEYS; i++) {
        uint32_t key = (uint32_t)((uint64_t)i * (clip->frame_count - 1) / (KEYS - 1));
        double fraction = key + 1 < clip->frame_count ? fractions[(motion + i) % 4] : 0;
        omf_pose_compare(omf, motion, clip, key, fraction, &errors);
    }
    motions++;
    gait_clip_free(clip);
}

static void compare_file(const char *path, gait_span bytes) {
    gait_file *file;
    gait_skeleton *skeleton;
    if (gait_file_open(bytes, path, NULL, &file) != GAIT_OK) {
        return;
    }
    const gait_omf *omf = gait_file_omf(file);
    if (omf && gaiti_omf_bind_skeleton(omf, NULL, NULL, &skeleton) == GAIT_OK) {
        banks++;
        for (uint32_t m = 0; m < gait_omf_motion_count(omf); m++) {
            compare_motion(omf, m, skeleton);
        }
        gait_skeleton_free(skeleton);
    }
    gait_file_free(file);
}

static void poses_are_those_of_exact_functions(void **state) {
    (void)state;
    assert_true(corpus_each(".omf", compare_file));
    assert_true(corpus_each(".ogf", compare_file));
    print_message("%u banks, %u motions (%u without frames or clip), %.0f transforms, %.0f not "
                  "defined: %.3g mm, %.3g degrees at keys, %.3g between\n",
                  banks, motions, skipped, (double)errors.compared, (double)errors.undefined,
                  1000 * errors.metres, errors.degrees[0], errors.degrees[1]);
    assert_true(banks > 0 && motions > 0);
    assert_true(errors.undefined <= errors.compared / 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(poses_are_those_of_exact_functions)};
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}
