/* Rows about exact poses between keys, against the calibrator K. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "gait/transform.h"

enum { POSE_FRAMES = 165, POSE_ROUNDS = 41 };

/* A local clip on the first bones of a man, from which all files are made. */
typedef struct pose_source {
    gait_skeleton *skeleton;
    gait_clip clip;
    gait_track tracks[BENCH_POSE_BONES];
    float time[POSE_FRAMES];
    float rotations[BENCH_POSE_BONES][POSE_FRAMES][4];
    float translations[BENCH_POSE_BONES][POSE_FRAMES][3];
} pose_source;

typedef struct pose_subject {
    const gait_clip *clip;
    gait_affine pose[BENCH_POSE_BONES], work[BENCH_POSE_BONES];
} pose_subject;

/* Parents precede children, so that the first bones are a skeleton. */
static gait_skeleton *pose_make_skeleton(void) {
    gait_skeleton *man, *skeleton;
    if (gait_builtin_skeleton("arma3-man", NULL, &man) != GAIT_OK ||
        gait_skeleton_new("bench", man->bones, BENCH_POSE_BONES, NULL, &skeleton) != GAIT_OK) {
        bench_fail("there is no skeleton");
    }
    gait_skeleton_free(man);
    return skeleton;
}

static void pose_fill_bone(pose_source *source, uint32_t bone) {
    bool moves = bench_pose_bone_moves(bone);
    for (uint32_t f = 0; f < POSE_FRAMES; f++) {
        double q[4];
        bench_pose_rotation(bone, f, q);
        for (int i = 0; i < 4; i++) {
            source->rotations[bone][f][i] = (float)q[i];
        }
        for (int i = 0; i < 3; i++) {
            double step = moves ? 0.02 * sin(0.1 * f + bone + i) : 0;
            source->translations[bone][f][i] =
                (float)(source->skeleton->bones[bone].rest.t[i] + step);
        }
    }
    uint32_t count = moves ? POSE_FRAMES : 1;
    source->tracks[bone].rotation =
        (gait_channel){(const uint8_t *)source->rotations[bone], count, 16, 0, GAIT_F32};
    source->tracks[bone].translation =
        (gait_channel){(const uint8_t *)source->translations[bone], count, 12, 0, GAIT_F32};
}

static pose_source *pose_make_source(void) {
    pose_source *source = bench_allocate(1, sizeof *source);
    source->skeleton = pose_make_skeleton();
    for (uint32_t b = 0; b < BENCH_POSE_BONES; b++) {
        pose_fill_bone(source, b);
    }
    for (uint32_t f = 0; f < POSE_FRAMES; f++) {
        source->time[f] = (float)f / 30;
    }
    source->clip = (gait_clip){.name = "bench",
                               .skeleton = source->skeleton,
                               .frame_count = POSE_FRAMES,
                               .time = source->time,
                               .tracks = source->tracks};
    return source;
}

static gait_buffer pose_make_omf(const pose_source *source) {
    const gait_omf_precision precision = {.translation_16 = true};
    gait_buffer bytes = {0};
    gait_omf *omf;
    if (gait_omf_new(4, NULL, &omf) != GAIT_OK ||
        gait_omf_add_clip(omf, &source->clip, &precision, UINT32_MAX, NULL) != GAIT_OK ||
        gait_omf_write(omf, &bytes) != GAIT_OK) {
        bench_fail("the bank could not be made");
    }
    gait_omf_free(omf);
    return bytes;
}

static gait_clip *pose_convert(const pose_source *source, gait_space space) {
    gait_clip *clip;
    if (gait_clip_convert(&source->clip, space, GAIT_AXES_FILE, NULL, &clip) != GAIT_OK) {
        bench_fail("the clip could not be converted");
    }
    return clip;
}

static gait_buffer pose_make_rtm(const pose_source *source) {
    gait_buffer bytes = {0};
    gait_clip *deltas = pose_convert(source, GAIT_SPACE_DELTA);
    if (gait_rtm_write_clip(deltas, NULL, &bytes) != GAIT_OK) {
        bench_fail("the animation could not be written");
    }
    gait_clip_free(deltas);
    return bytes;
}

static gait_buffer pose_make_bmtr(const pose_source *source) {
    gait_buffer bytes = {0};
    gait_bmtr *bmtr;
    gait_clip *deltas = pose_convert(source, GAIT_SPACE_LOCAL_DELTA);
    if (gait_bmtr_from_clip(deltas, 5, UINT32_MAX, NULL, NULL, &bmtr) != GAIT_OK ||
        gait_bmtr_write(bmtr, &bytes) != GAIT_OK) {
        bench_fail("the binarised animation could not be made");
    }
    gait_bmtr_free(bmtr);
    gait_clip_free(deltas);
    return bytes;
}

static void pose_task(void *user) {
    pose_subject *subject = user;
    const float *time = subject->clip->time;
    double start = (double)time[0], span = (double)time[POSE_FRAMES - 1] - start;
    for (int i = 0; i < BENCH_POSES; i++) {
        if (gait_pose_at_time(subject->clip, start + span * bench_pose_fraction(i),
                              GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, subject->pose,
                              subject->work) != GAIT_OK) {
            bench_fail("a pose could not be computed");
        }
    }
}

/* Compares a key with that of the source; 16-bit keys are at most 2 mm off. */
static void pose_verify(const pose_source *source, pose_subject *subject) {
    uint32_t frame = POSE_FRAMES / 2;
    gait_pose_at_frame(&source->clip, frame, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, subject->work);
    gait_pose_at_frame(subject->clip, frame, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, subject->pose);
    for (uint32_t b = 0; b < BENCH_POSE_BONES; b++) {
        for (int i = 0; i < 3; i++) {
            if (!(fabs(subject->pose[b].t[i] - subject->work[b].t[i]) < 2e-3)) {
                bench_fail("a pose is wrong");
            }
        }
    }
}

static void pose_measure(const pose_source *source, gait_span bytes, bench_row row) {
    gait_file *file;
    gait_skeleton *skeleton;
    gait_clip *clip;
    if (gait_file_open(bytes, "bench", NULL, &file) != GAIT_OK ||
        gait_file_bind_skeleton(file, source->skeleton, NULL, &skeleton) != GAIT_OK ||
        gait_file_clip(file, 0, skeleton, NULL, &clip) != GAIT_OK ||
        clip->frame_count != POSE_FRAMES || skeleton->bone_count != BENCH_POSE_BONES) {
        bench_fail("there is no clip");
    }
    pose_subject subject = {.clip = clip};
    pose_verify(source, &subject);
    row.ratio = bench_ratio(pose_task, bench_calibrator, &subject, POSE_ROUNDS);
    bench_report(row);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
    gait_file_free(file);
}

void bench_pose(void) {
    static const struct {
        gait_buffer (*make)(const pose_source *source);
        const char *id, *what;
    } formats[] = {
        {pose_make_omf, "G7x-omf", "the exact pose of a bank at a random time"},
        {pose_make_rtm, "G7x-rtm", "the exact pose of a plain RTM at a random time"},
        {pose_make_bmtr, "G7x-bmtr", "the exact pose of a binarised RTM at a random time"},
    };
    pose_source *source = pose_make_source();
    bench_calibrator_open();
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        gait_buffer bytes = formats[i].make(source);
        pose_measure(source, (gait_span){bytes.data, bytes.size},
                     (bench_row){formats[i].id, formats[i].what, "the calibrator K", 5.0, 0});
        gait_buffer_free(&bytes);
    }
    bench_calibrator_close();
    gait_skeleton_free(source->skeleton);
    free(source);
}
