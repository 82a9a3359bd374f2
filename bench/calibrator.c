/* The calibrator K: poses computed as the X-Ray engine does, in scalar C. It is the unit of time of
 * rows whose best known peers are not in the repository. */
#include <math.h>
#include <stdlib.h>

#include "bench.h"

enum { CALIBRATOR_FRAMES = 165 };

typedef struct calibrator_quaternion {
    float x, y, z, w;
} calibrator_quaternion;

typedef struct calibrator_vector {
    float x, y, z;
} calibrator_vector;

/* The keys of one bone, as in a bank: all of its rotations, then all of its translations. */
typedef struct calibrator_bone {
    const int16_t (*rotations)[4];    /* NULL for a bone that does not move */
    const int16_t (*translations)[3]; /* in units of `unit` from `offset` */
    float unit;
    calibrator_vector offset;
    calibrator_quaternion rotation; /* of a bone that does not move */
} calibrator_bone;

typedef struct calibrator_pose {
    calibrator_quaternion rotation;
    calibrator_vector translation;
} calibrator_pose;

static struct {
    int16_t (*rotations)[4];
    int16_t (*translations)[3];
    calibrator_bone bones[BENCH_POSE_BONES];
    float moments[BENCH_POSES]; /* in frames */
    calibrator_pose pose[BENCH_POSE_BONES];
    volatile float seen; /* so that the compiler must compute the poses */
} calibrator;

bool bench_pose_bone_moves(uint32_t bone) {
    return bone % 22 < 15;
}

/* As in most animations, most bones rotate by less than a degree per frame, for which the
 * engine interpolates linearly. */
void bench_pose_rotation(uint32_t bone, uint32_t frame, double out[4]) {
    double amplitude = bone % 8 == 0 ? 0.6 : 0.05;
    double angle = bench_pose_bone_moves(bone) ? amplitude * sin(0.15 * frame + bone) : 0.3;
    out[0] = 0.8 * cos(bone) * sin(angle / 2);
    out[1] = 0.8 * sin(bone) * sin(angle / 2);
    out[2] = 0.6 * sin(angle / 2);
    out[3] = cos(angle / 2);
}

double bench_pose_fraction(int pose) {
    uint32_t mixed = (uint32_t)pose * 2654435761u + 12345;
    mixed = (mixed ^ mixed >> 15) * 2246822519u;
    return (double)((mixed ^ mixed >> 13) % 1000003) / 1000003;
}

void bench_calibrator_open(void) {
    calibrator.rotations =
        bench_allocate((size_t)BENCH_POSE_BONES * CALIBRATOR_FRAMES, sizeof *calibrator.rotations);
    calibrator.translations = bench_allocate((size_t)BENCH_POSE_BONES * CALIBRATOR_FRAMES,
                                             sizeof *calibrator.translations);
    for (uint32_t b = 0; b < BENCH_POSE_BONES; b++) {
        int16_t(*rotations)[4] = calibrator.rotations + (size_t)b * CALIBRATOR_FRAMES;
        int16_t(*translations)[3] = calibrator.translations + (size_t)b * CALIBRATOR_FRAMES;
        for (uint32_t f = 0; f < CALIBRATOR_FRAMES; f++) {
            double q[4];
            bench_pose_rotation(b, f, q);
            for (int i = 0; i < 4; i++) {
                rotations[f][i] = (int16_t)lrint(32767 * q[i]);
            }
            for (int i = 0; i < 3; i++) {
                translations[f][i] = (int16_t)lrint(1000 * sin(0.1 * f + b + i));
            }
        }
        bool moves = bench_pose_bone_moves(b);
        calibrator.bones[b] = (calibrator_bone){.rotations = moves ? rotations : NULL,
                                                .translations = moves ? translations : NULL,
                                                .unit = 0.0001F,
                                                .offset = {0, 0.1F, 0},
                                                .rotation = {0, 0, 0, 1}};
    }
    for (int i = 0; i < BENCH_POSES; i++) {
        calibrator.moments[i] = (float)bench_pose_fraction(i) * (CALIBRATOR_FRAMES - 1);
    }
}

void bench_calibrator_close(void) {
    free(calibrator.rotations);
    free(calibrator.translations);
}

static calibrator_quaternion calibrator_load(const int16_t key[4]) {
    const float unit = 1 / 32767.0F;
    return (calibrator_quaternion){(float)key[0] * unit, (float)key[1] * unit, (float)key[2] * unit,
                                   (float)key[3] * unit};
}

/* The spherical interpolation of the engine: linear for angles that 16-bit keys hardly
 * resolve, not normalised. */
static calibrator_quaternion calibrator_slerp(calibrator_quaternion a, calibrator_quaternion b,
                                              float fraction) {
    float cosine = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    float sign = cosine < 0 ? -1.0F : 1.0F;
    float from = 1 - fraction, to = fraction;
    cosine *= sign;
    if (1 - cosine > 1e-4F) {
        float angle = acosf(cosine), scale = 1 / sinf(angle);
        from = sinf((1 - fraction) * angle) * scale;
        to = sinf(fraction * angle) * scale;
    }
    to *= sign;
    return (calibrator_quaternion){from * a.x + to * b.x, from * a.y + to * b.y,
                                   from * a.z + to * b.z, from * a.w + to * b.w};
}

static calibrator_vector calibrator_place(const calibrator_bone *bone, const int16_t key[3]) {
    calibrator_vector offset = bone->offset;
    float unit = bone->unit;
    return (calibrator_vector){(float)key[0] * unit + offset.x, (float)key[1] * unit + offset.y,
                               (float)key[2] * unit + offset.z};
}

static calibrator_vector calibrator_lerp(calibrator_vector a, calibrator_vector b, float fraction) {
    return (calibrator_vector){a.x + (b.x - a.x) * fraction, a.y + (b.y - a.y) * fraction,
                               a.z + (b.z - a.z) * fraction};
}

static void calibrator_compute(float moment) {
    uint32_t key = (uint32_t)moment;
    float fraction = moment - (float)key;
    uint32_t next = key + 1 < CALIBRATOR_FRAMES ? key + 1 : key;
    for (uint32_t b = 0; b < BENCH_POSE_BONES; b++) {
        const calibrator_bone *bone = &calibrator.bones[b];
        calibrator_pose *pose = &calibrator.pose[b];
        if (!bone->rotations) {
            pose->rotation = bone->rotation;
            pose->translation = bone->offset;
            continue;
        }
        pose->rotation = calibrator_slerp(calibrator_load(bone->rotations[key]),
                                          calibrator_load(bone->rotations[next]), fraction);
        pose->translation =
            calibrator_lerp(calibrator_place(bone, bone->translations[key]),
                            calibrator_place(bone, bone->translations[next]), fraction);
    }
}

void bench_calibrator(void *user) {
    (void)user;
    for (int i = 0; i < BENCH_POSES; i++) {
        calibrator_compute(calibrator.moments[i]);
        const calibrator_pose *pose = &calibrator.pose[i % BENCH_POSE_BONES];
        calibrator.seen = pose->rotation.x + pose->translation.z;
    }
}
