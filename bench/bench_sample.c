/* Rows about poses as numbers: `gait sample` of all clips, against only printing the numbers. */
#include <stdio.h>
#include <stdlib.h>

#include "base/number/number.h"
#include "bench.h"
#include "formats/xray/omf/omf.h"
#include "gait/transform.h"

#ifdef BENCH_COMMAND
enum {
    SAMPLE_MOTIONS = 100,
    SAMPLE_FRAMES = 60,
    SAMPLE_ROUNDS = 11,
    SAMPLE_VALUES = 10,      /* of each bone: translation, rotation, scale */
    SAMPLE_TEXT_VALUES = 7,  /* without the scale, which is 1 */
    SAMPLE_NUMBER = 400,     /* bytes */
    SAMPLE_PRINTED = 1 << 16 /* bytes */
};

typedef struct sample_subject {
    const char *command[16];
    double *values; /* SAMPLE_VALUES of every bone of every pose */
    size_t poses;   /* of bones */
    char *printed;  /* reused when it is full */
} sample_subject;

static void sample_task(void *user) {
    bench_run(((const sample_subject *)user)->command);
}

/* Reference for JSON and CSV: the printer of the library, which gives the fewest digits. */
static void sample_print_shortest(void *user) {
    const sample_subject *subject = user;
    size_t at = 0;
    for (size_t i = 0; i < subject->poses * SAMPLE_VALUES; i++) {
        at = at < SAMPLE_PRINTED - SAMPLE_NUMBER ? at : 0;
        at += gaiti_print_f32(subject->printed + at, (float)subject->values[i]);
        subject->printed[at++] = ',';
    }
}

/* Reference for the text: the C library, with as many decimals. */
static void sample_print_fixed(void *user) {
    const sample_subject *subject = user;
    size_t at = 0;
    for (size_t i = 0; i < subject->poses * SAMPLE_VALUES; i++) {
        if (i % SAMPLE_VALUES < SAMPLE_TEXT_VALUES) {
            at = at < SAMPLE_PRINTED - SAMPLE_NUMBER ? at : 0;
            at += (size_t)snprintf(subject->printed + at, SAMPLE_NUMBER, " %9.5f",
                                   subject->values[i]);
        }
    }
}

static void sample_add_pose(sample_subject *subject, const gait_affine *pose) {
    double *values = subject->values + subject->poses++ * SAMPLE_VALUES;
    gait_transform transform;
    gait_affine_decompose(pose, &transform);
    for (int i = 0; i < 3; i++) {
        values[i] = transform.t[i];
        values[7 + i] = transform.s[i];
    }
    for (int i = 0; i < 4; i++) {
        values[3 + i] = transform.q[i];
    }
}

/* Computes the numbers that the command prints. */
static void sample_compute(sample_subject *subject, gait_span bank) {
    gait_affine pose[BENCH_BONES];
    gait_omf *omf;
    if (gait_omf_open(bank, NULL, &omf) != GAIT_OK) {
        bench_fail("the bank did not open");
    }
    gait_skeleton *skeleton = bench_skeleton(omf);
    for (uint32_t m = 0; m < SAMPLE_MOTIONS; m++) {
        gait_clip *clip;
        if (gaiti_omf_clip(omf, m, skeleton, NULL, &clip) != GAIT_OK) {
            bench_fail("there is no clip");
        }
        for (uint32_t f = 0; f < SAMPLE_FRAMES; f++) {
            gait_pose_at_frame(clip, f, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, pose);
            for (uint32_t b = 0; b < BENCH_BONES; b++) {
                sample_add_pose(subject, &pose[b]);
            }
        }
        gait_clip_free(clip);
    }
    gait_skeleton_free(skeleton);
    gait_omf_free(omf);
}

static void sample_measure(sample_subject *subject, const char *form, bench_row row,
                           bench_task reference) {
    size_t count = 0;
    while (subject->command[count]) {
        count++;
    }
    subject->command[count] = form;
    row.ratio = bench_ratio(sample_task, reference, subject, SAMPLE_ROUNDS);
    subject->command[count] = NULL;
    bench_report(row);
}

void bench_sample(void) {
    gait_buffer bank = bench_bank(SAMPLE_MOTIONS, SAMPLE_FRAMES), model = bench_model();
    const char *bank_path = bench_path("sampled.omf"), *model_path = bench_path("sampled.ogf");
    bench_write_file(bank_path, &(gait_span){bank.data, bank.size}, 1);
    bench_write_file(model_path, &(gait_span){model.data, model.size}, 1);
    size_t poses = (size_t)SAMPLE_MOTIONS * SAMPLE_FRAMES * BENCH_BONES;
    sample_subject subject = {.command = {BENCH_COMMAND, "sample", bank_path, "-q", "--all",
                                          "--clip", "*", "--skeleton", model_path},
                              .values = bench_allocate(poses * SAMPLE_VALUES, sizeof(double)),
                              .printed = bench_allocate(SAMPLE_PRINTED, 1)};
    sample_compute(&subject, (gait_span){bank.data, bank.size});
    const char *shortest = "printing these numbers with the fewest digits";
    sample_measure(&subject, "--json",
                   (bench_row){"SMP-json",
                               "gait sample of all poses of a bank as JSON, the process", shortest,
                               2.0, 0},
                   sample_print_shortest);
    sample_measure(&subject, "--csv",
                   (bench_row){"SMP-csv", "gait sample of all poses of a bank as CSV, the process",
                               shortest, 2.0, 0},
                   sample_print_shortest);
    sample_measure(&subject, NULL,
                   (bench_row){"SMP-text",
                               "gait sample of all poses of a bank as text, the process",
                               "printing these numbers with snprintf()", 1.0, 0},
                   sample_print_fixed);
    free(subject.values);
    free(subject.printed);
    gait_buffer_free(&model);
    gait_buffer_free(&bank);
}
#else
void bench_sample(void) {
    bench_omit("SMP-json SMP-csv SMP-text", "built without the command");
}
#endif
