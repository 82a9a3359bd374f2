/* Rows about exact poses between keys, against the calibrator K. */
#include "bench.h"

enum { POSE_ROUNDS = 41 };

typedef struct pose_subject {
    bench_animation animation;
    gait_affine pose[BENCH_POSE_BONES], work[BENCH_POSE_BONES];
} pose_subject;

static void pose_task(void *user) {
    pose_subject *subject = user;
    for (int i = 0; i < BENCH_POSES; i++) {
        double time = bench_animation_time(&subject->animation, bench_pose_fraction(i));
        if (gait_pose_at_time(subject->animation.clip, time, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE,
                              subject->pose, subject->work) != GAIT_OK) {
            bench_fail("a pose could not be computed");
        }
    }
}

void bench_pose(void) {
    static const struct {
        bench_animation_format format;
        const char *id, *what;
    } formats[] = {
        {BENCH_OMF, "G7x-omf", "the exact pose of a bank at a random time"},
        {BENCH_RTM, "G7x-rtm", "the exact pose of a plain RTM at a random time"},
        {BENCH_BMTR, "G7x-bmtr", "the exact pose of a binarised RTM at a random time"},
    };
    bench_calibrator_open();
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        static pose_subject subject;
        bench_animation_open(formats[i].format, &subject.animation);
        bench_report((bench_row){formats[i].id, formats[i].what, "the calibrator K", 5.0,
                                 bench_ratio(pose_task, bench_calibrator, &subject, POSE_ROUNDS)});
        bench_animation_close(&subject.animation);
    }
    bench_calibrator_close();
}
