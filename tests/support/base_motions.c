#include "base_motions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/keyframes.h"
#include "transforms.h"
#include "roundtrip/compare/compare_steps.h"

typedef struct made_clip {
    gait_clip clip;
    char name[16];
    gait_track *tracks;
    float *times;
    float *keys; /* 7 per bone and frame: rotations, then translations of each bone */
} made_clip;

typedef struct made_base {
    gaiti_base_file base;
    gait_skeleton *skeleton;
    made_clip *clips;
    const gait_clip **list;
} made_base;

/* The amplitude of a channel. */
static double amplitude_of(uint64_t *seed) {
    double choice = test_random(seed);
    return choice < -0.4 ? 0 : choice < 0 ? 2e-5 : 1;
}

static void fill_rotations(uint64_t *seed, uint32_t count, float *out) {
    double life = amplitude_of(seed), phase = 3 * test_random(seed), speed = 1 + test_random(seed);
    gait_transform start = test_random_transform(seed);
    for (uint32_t k = 0; k < count; k++) {
        double q[4], length = 0;
        for (int i = 0; i < 4; i++) {
            q[i] = start.q[i] + life * 0.5 * sin(speed * k * 0.2 + phase + i);
            q[i] = i == 3 ? q[i] + 1.5 : q[i];
            length += q[i] * q[i];
        }
        for (int i = 0; i < 4; i++) {
            out[k * 4 + (unsigned)i] = (float)(q[i] / sqrt(length));
        }
    }
}

static void fill_translations(uint64_t *seed, uint32_t count, float *out) {
    double life = amplitude_of(seed), speed = 1 + test_random(seed);
    gait_transform start = test_random_transform(seed);
    for (uint32_t k = 0; k < count; k++) {
        for (int i = 0; i < 3; i++) {
            out[k * 3 + (unsigned)i] = (float)(start.t[i] + life * 0.3 * sin(speed * k * 0.3 + i));
        }
    }
}

static gait_channel channel_of(const float *keys, uint32_t count, uint32_t width) {
    uint32_t equal = 1;
    while (equal < count && memcmp(keys, keys + equal * width, width * sizeof *keys) == 0) {
        equal++;
    }
    return (gait_channel){.data = (const uint8_t *)keys,
                          .count = equal < count ? count : 1,
                          .stride = width * (uint32_t)sizeof *keys,
                          .element = GAIT_F32};
}

static void make_clip(made_base *base, uint64_t *seed, uint32_t index, uint32_t frames) {
    made_clip *made = &base->clips[index];
    uint32_t bones = base->skeleton->bone_count;
    made->tracks = calloc(bones, sizeof *made->tracks);
    made->times = calloc(frames + 1, sizeof *made->times);
    made->keys = calloc((size_t)bones * (frames + 1) * 7, sizeof *made->keys);
    for (uint32_t k = 0; k < frames; k++) {
        made->times[k] = gaiti_time_of_frame(k);
    }
    for (uint32_t b = 0; frames > 0 && b < bones; b++) {
        float *rotations = made->keys + (size_t)b * frames * 7;
        float *translations = rotations + (size_t)frames * 4;
        fill_rotations(seed, frames, rotations);
        fill_translations(seed, frames, translations);
        made->tracks[b].rotation = channel_of(rotations, frames, 4);
        made->tracks[b].translation = channel_of(translations, frames, 3);
    }
    snprintf(made->name, sizeof made->name, "clip_%u", index);
    made->clip = (gait_clip){.name = made->name,
                             .skeleton = base->skeleton,
                             .space = GAIT_SPACE_LOCAL,
                             .axes = GAIT_AXES_GLTF,
                             .frame_count = frames,
                             .time = made->times,
                             .tracks = made->tracks};
    base->list[index] = &made->clip;
}

gaiti_base_file *test_base_new(uint64_t *seed, uint32_t bone_count, const uint32_t *lengths,
                               uint32_t clip_count) {
    made_base *base = calloc(1, sizeof *base);
    base->skeleton = test_random_skeleton(seed, bone_count);
    base->clips = calloc(clip_count, sizeof *base->clips);
    base->list = calloc(clip_count, sizeof *base->list);
    for (uint32_t c = 0; c < clip_count; c++) {
        make_clip(base, seed, c, lengths[c]);
    }
    base->base = (gaiti_base_file){
        .skeleton = base->skeleton, .clip_count = clip_count, .clips = base->list};
    return &base->base;
}

void test_base_free(gaiti_base_file *base) {
    made_base *made = (made_base *)base;
    for (uint32_t c = 0; c < base->clip_count; c++) {
        free(made->clips[c].tracks);
        free(made->clips[c].times);
        free(made->clips[c].keys);
    }
    gait_skeleton_free(made->skeleton);
    free(made->clips);
    free(made->list);
    free(made);
}
