/* gait_clip_moving_bones() agrees with the poses of all real clips: a bone that does not move has
 * the same pose relative to its parent in all frames, and one that moves has another one in some
 * frame. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "corpus_clips.h"
#include "gait/gait.h"
#include "gait/bones.h"
#include "test.h"

static struct { unsigned clips[GAIT_FORMAT_COUNT], moving, still, wrong; } seen;

/* The largest difference of an element of two poses. */
static double difference(const gait_affine *a, const gait_affine *b) {
    double largest = 0;
    for (int i = 0; i < 12; i++) {
        int row = i / 4, column = i % 4;
        double d = column < 3 ? a->m[row][column] - b->m[row][column] : a->t[row] - b->t[row];
        largest = isfinite(d) ? fmax(largest, fabs(d)) : INFINITY;
    }
    return largest;
}

static void compare_clip(const char *path, const gait_file *file, const gait_clip *clip) {
    seen.clips[gait_file_format(file)]++;
    uint32_t bones = clip->skeleton->bone_count;
    gait_affine *poses = calloc((size_t)bones * 2 + 1, sizeof *poses), *first = poses + bones;
    double *largest = calloc((size_t)bones + 1, sizeof *largest);
    bool *moves = calloc((size_t)bones + 1, sizeof *moves);
    assert_true(poses && largest && moves);
    gait_status status = gait_clip_moving_bones(clip, NULL, moves);
    for (uint32_t frame = 0; status == GAIT_OK && frame < clip->frame_count; frame++) {
        assert_int_equal(gait_pose_at_frame(clip, frame, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE,
                                            frame == 0 ? first : poses),
                         GAIT_OK);
        for (uint32_t b = 0; frame > 0 && b < bones; b++) {
            largest[b] = fmax(largest[b], difference(&first[b], &poses[b]));
        }
    }
    double limit = clip->space == GAIT_SPACE_LOCAL ? 0 : 0.001;
    for (uint32_t b = 0; status == GAIT_OK && b < bones; b++) {
        seen.moving += moves[b];
        seen.still += !moves[b];
        if (moves[b] != (largest[b] > limit)) {
            seen.wrong++;
            print_message("%s: %s: %s\n", path, clip->name, clip->skeleton->bones[b].name);
        }
    }
    free(moves);
    free(largest);
    free(poses);
}

static void moving_bones_are_those_of_the_poses(void **state) {
    (void)state;
    static const gait_format formats[] = {GAIT_FORMAT_OMF, GAIT_FORMAT_RTM, GAIT_FORMAT_SKL};
    static const char *const extensions[] = {".omf", ".ogf", ".rtm", ".skl", ".skls"};
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        assert_true(corpus_each_clip(extensions[i], compare_clip));
    }
    for (int i = 0; i < 3; i++) {
        print_message("%s: %u clips\n", gait_format_get_info(formats[i])->name,
                      seen.clips[formats[i]]);
        assert_true(seen.clips[formats[i]] > 0);
    }
    print_message("%u bones move, %u do not\n", seen.moving, seen.still);
    assert_true(seen.moving > 1000 && seen.still > 1000);
    assert_int_equal(seen.wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(moving_bones_are_those_of_the_poses)};
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}
