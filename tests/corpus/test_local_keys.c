/* Compares gaiti_local_keys() with the exact functions for all clips of the corpus. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "corpus_clips.h"
#include "gait/gait.h"
#include "gait/names.h"
#include "gait/transform.h"
#include "ops/local_keys.h"
#include "ops/pose_steps.h"
#include "test.h"

enum { ROWS = 10 };

/* The largest differences of the clips of one space. */
typedef struct differences {
    unsigned clips, without_frames;
    double keys;
    double distance; /* as a fraction of the tolerance */
    double metres;   /* of bones whose coordinates are below 8 m */
    double degrees;
    double scale; /* relative */
    char where[3][400];
} differences;

static differences seen[4];

static const double degree = 0.017453292519943295;

static void raise_to(double *largest, double value, const gait_clip *clip, uint32_t b,
                     char *where) {
    if (value > *largest) {
        *largest = value;
        snprintf(where, sizeof seen->where[0], "%s: %s", clip->name, clip->skeleton->bones[b].name);
    }
}

static double reach(const gait_clip *clip, const gait_affine *model, uint32_t b) {
    int32_t parent = clip->skeleton->bones[b].parent;
    double largest = 0;
    for (int i = 0; i < 3; i++) {
        largest = fmax(largest, fabs(model[b].t[i]));
        largest = fmax(largest, parent < 0 ? 0 : fabs(model[parent].t[i]));
    }
    return largest;
}

static void compare_key(const gait_clip *clip, uint32_t b, const float *key,
                        const gait_transform *exact, double largest) {
    differences *most = &seen[clip->space];
    uint32_t row = (clip->frame_count + 7) / 8 * 8;
    double dot = 0, apart = 0;
    for (uint32_t i = 0; i < 3; i++) {
        double distance = fabs((double)key[i * row] - exact->t[i]);
        double scale = fabs((double)key[(7 + i) * row] - exact->s[i]);
        raise_to(&most->distance, distance / fmax(1e-6, largest * 0x1p-23), clip, b,
                 most->where[0]);
        most->metres = largest < 8 ? fmax(most->metres, distance) : most->metres;
        raise_to(&most->scale, scale / fmax(1, fabs(exact->s[i])), clip, b, most->where[2]);
    }
    for (uint32_t i = 0; i < 4; i++) {
        dot += (double)key[(3 + i) * row] * exact->q[i];
    }
    for (uint32_t i = 0; i < 4; i++) {
        double difference = (double)key[(3 + i) * row] - (dot < 0 ? -1 : 1) * exact->q[i];
        apart += difference * difference;
    }
    raise_to(&most->degrees, 2 * sqrt(apart) / degree, clip, b, most->where[1]);
    most->keys++;
}

static void compare_clip(const char *path, const gait_file *file, const gait_clip *clip) {
    (void)path;
    (void)file;
    uint32_t bones = clip->skeleton->bone_count, row = (clip->frame_count + 7) / 8 * 8;
    size_t size = (size_t)ROWS * row;
    gait_affine *pose = calloc((size_t)bones + 1, sizeof *pose);
    gait_affine *model = calloc((size_t)bones + 1, sizeof *model);
    float *out = calloc(bones * size + 1, sizeof *out);
    void *work = malloc((size_t)gaiti_local_keys_work(clip) + 1);
    assert_true(pose && model && out && work);
    seen[clip->space].clips++;
    gaiti_local_keys(clip, GAIT_AXES_GLTF, row, out, work);
    for (uint32_t f = 0; f < clip->frame_count; f++) {
        gaiti_pose_at_frame(clip, f, GAIT_SPACE_LOCAL, GAIT_AXES_GLTF, pose);
        gaiti_pose_at_frame(clip, f, GAIT_SPACE_MODEL, GAIT_AXES_GLTF, model);
        for (uint32_t b = 0; b < bones; b++) {
            gait_transform exact;
            gait_affine_decompose(&pose[b], &exact);
            compare_key(clip, b, out + b * size + f, &exact, reach(clip, model, b));
        }
    }
    free(work);
    free(out);
    free(model);
    free(pose);
}

static void keys_are_those_of_exact_functions(void **state) {
    (void)state;
    static const char *const extensions[] = {".omf", ".ogf", ".rtm", ".skl", ".skls"};
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        assert_true(corpus_each_clip(extensions[i], compare_clip));
    }
    for (int space = 0; space < 4; space++) {
        const differences *most = &seen[space];
        print_message("%s: %u clips, %.0f keys, %.3g mm, %.3g of the tolerance (%s), %.3g degrees "
                      "(%s), scale %.3g (%s)\n",
                      gait_space_name((gait_space)space), most->clips, most->keys,
                      most->metres * 1000, most->distance, most->where[0], most->degrees,
                      most->where[1], most->scale, most->where[2]);
        assert_true(space == GAIT_SPACE_MODEL || most->clips > 0);
        assert_true(most->distance <= 1);
        assert_true(most->degrees <= 0.0005);
        assert_true(most->scale <= 2e-6);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(keys_are_those_of_exact_functions)};
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}
