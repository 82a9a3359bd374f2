/* A man's animation in the formats of the games, for rows about poses. */
#include <math.h>
#include <stdlib.h>

#include "bench.h"
#include "formats/bi/bmtr/bmtr.h"
#include "formats/bi/rtm/rtm.h"
#include "formats/xray/omf/omf.h"
#include "model/clip.h"
#include "ops/clip_convert.h"
#include "gait/transform.h"

/* A local clip on the first bones of a man, from which all files are made. */
typedef struct animation_source {
    gait_skeleton *skeleton;
    gait_clip clip;
    gait_track tracks[BENCH_POSE_BONES];
    float time[BENCH_POSE_FRAMES];
    float rotations[BENCH_POSE_BONES][BENCH_POSE_FRAMES][4];
    float translations[BENCH_POSE_BONES][BENCH_POSE_FRAMES][3];
} animation_source;

/* Parents precede children, so that the first bones are a skeleton. */
static gait_skeleton *animation_make_skeleton(void) {
    gait_skeleton *man, *skeleton;
    if (gait_builtin_skeleton("arma3-man", NULL, &man) != GAIT_OK ||
        gaiti_skeleton_new("bench", man->bones, BENCH_POSE_BONES, NULL, &skeleton) != GAIT_OK) {
        bench_fail("there is no skeleton");
    }
    gait_skeleton_free(man);
    return skeleton;
}

static void animation_fill_bone(animation_source *source, uint32_t bone) {
    bool moves = bench_pose_bone_moves(bone);
    for (uint32_t f = 0; f < BENCH_POSE_FRAMES; f++) {
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
    uint32_t count = moves ? BENCH_POSE_FRAMES : 1;
    source->tracks[bone].rotation =
        (gait_channel){(const uint8_t *)source->rotations[bone], count, 16, 0, GAIT_F32};
    source->tracks[bone].translation =
        (gait_channel){(const uint8_t *)source->translations[bone], count, 12, 0, GAIT_F32};
}

static animation_source *animation_make_source(void) {
    animation_source *source = bench_allocate(1, sizeof *source);
    source->skeleton = animation_make_skeleton();
    for (uint32_t b = 0; b < BENCH_POSE_BONES; b++) {
        animation_fill_bone(source, b);
    }
    for (uint32_t f = 0; f < BENCH_POSE_FRAMES; f++) {
        source->time[f] = (float)f / 30;
    }
    source->clip = (gait_clip){.name = "bench",
                               .skeleton = source->skeleton,
                               .frame_count = BENCH_POSE_FRAMES,
                               .time = source->time,
                               .tracks = source->tracks};
    return source;
}

static gait_buffer animation_make_omf(const animation_source *source) {
    const gaiti_omf_precision precision = {.translation_16 = true};
    gait_buffer bytes = {0};
    gait_omf *omf;
    if (gaiti_omf_new(4, NULL, &omf) != GAIT_OK ||
        gaiti_omf_add_clip(omf, &source->clip, &precision, UINT32_MAX, NULL) != GAIT_OK ||
        gait_omf_write(omf, &bytes) != GAIT_OK) {
        bench_fail("the bank could not be made");
    }
    gait_omf_free(omf);
    return bytes;
}

static gait_clip *animation_convert(const animation_source *source, gait_space space) {
    gait_clip *clip;
    if (gaiti_clip_convert(&source->clip, space, GAIT_AXES_FILE, NULL, &clip) != GAIT_OK) {
        bench_fail("the clip could not be converted");
    }
    return clip;
}

static gait_buffer animation_make_rtm(const animation_source *source) {
    gait_buffer bytes = {0};
    gait_clip *deltas = animation_convert(source, GAIT_SPACE_DELTA);
    if (gaiti_rtm_write_clip(deltas, NULL, &bytes) != GAIT_OK) {
        bench_fail("the animation could not be written");
    }
    gait_clip_free(deltas);
    return bytes;
}

static gait_buffer animation_make_bmtr(const animation_source *source) {
    gait_buffer bytes = {0};
    gait_bmtr *bmtr;
    gait_clip *deltas = animation_convert(source, GAIT_SPACE_LOCAL_DELTA);
    if (gaiti_bmtr_from_clip(deltas, 5, UINT32_MAX, NULL, NULL, &bmtr) != GAIT_OK ||
        gait_bmtr_write(bmtr, &bytes) != GAIT_OK) {
        bench_fail("the binarised animation could not be made");
    }
    gait_bmtr_free(bmtr);
    gait_clip_free(deltas);
    return bytes;
}

/* Compares a key with that of the source; 16-bit keys are at most 2 mm off. */
static void animation_verify(const animation_source *source, const bench_animation *self) {
    gait_affine wanted[BENCH_POSE_BONES], found[BENCH_POSE_BONES];
    uint32_t frame = BENCH_POSE_FRAMES / 2;
    gait_pose_at_frame(&source->clip, frame, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, wanted);
    gait_pose_at_frame(self->clip, frame, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, found);
    for (uint32_t b = 0; b < BENCH_POSE_BONES; b++) {
        for (int i = 0; i < 3; i++) {
            if (!(fabs(found[b].t[i] - wanted[b].t[i]) < 2e-3)) {
                bench_fail("a pose is wrong");
            }
        }
    }
}

void bench_animation_open(bench_animation_format format, bench_animation *self) {
    gait_buffer (*const make[])(const animation_source *source) = {
        animation_make_omf, animation_make_rtm, animation_make_bmtr};
    animation_source *source = animation_make_source();
    *self = (bench_animation){.bytes = make[format](source)};
    gait_span bytes = {self->bytes.data, self->bytes.size};
    if (gait_file_open(bytes, "bench", NULL, &self->file) != GAIT_OK ||
        gait_file_bind_skeleton(self->file, source->skeleton, NULL, &self->skeleton) != GAIT_OK ||
        gait_file_clip(self->file, 0, self->skeleton, NULL, &self->clip) != GAIT_OK ||
        self->clip->frame_count != BENCH_POSE_FRAMES ||
        self->skeleton->bone_count != BENCH_POSE_BONES) {
        bench_fail("there is no clip");
    }
    animation_verify(source, self);
    gait_skeleton_free(source->skeleton);
    free(source);
}

void bench_animation_close(bench_animation *self) {
    gait_clip_free(self->clip);
    gait_skeleton_free(self->skeleton);
    gait_file_free(self->file);
    gait_buffer_free(&self->bytes);
}

double bench_animation_time(const bench_animation *self, double fraction) {
    double start = (double)self->clip->time[0];
    return start + ((double)self->clip->time[BENCH_POSE_FRAMES - 1] - start) * fraction;
}
