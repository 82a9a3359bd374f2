/* Tests gait_host_keys(): poses of hosts with other axes and rest poses, and the form of blocks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "gait/clip.h"
#include "gait/search.h"
#include "gait/transform.h"
#include "host_rig.h"
#include "test.h"
#include "transforms.h"

#define METRES 2e-6
#define DEGREES 3e-3

static const char *const samples[] = {"samples/stalker.omf", "samples/walk.rtm",
                                      "samples/walk_binarised.rtm", "skl/ok/moving.skls"};

enum { SAMPLES = sizeof samples / sizeof *samples };

typedef struct posed_file {
    test_file file;
    gait_search_result *search;
    gait_skeleton *skeleton;
} posed_file;

/* The tree of skl/ok/moving.skls. */
static gait_skeleton *bind_hand(const gait_file *file) {
    const gait_bone bones[2] = {
        {.name = "root",
         .parent = -1,
         .rest = {.q = {0, 0.6, 0, 0.8}, .s = {1, 1, 1}},
         .parent_origin = GAIT_ORIGIN_FILE,
         .rest_origin = GAIT_ORIGIN_FILE},
        {.name = "hand",
         .parent = 0,
         .rest = {.t = {0.1, 0.4, 0}, .q = {0.6, 0, 0, 0.8}, .s = {1, 1, 1}},
         .parent_origin = GAIT_ORIGIN_FILE,
         .rest_origin = GAIT_ORIGIN_FILE}};
    gait_skeleton *tree, *skeleton;
    assert_int_equal(gait_skeleton_new("hand", bones, 2, NULL, &tree), GAIT_OK);
    assert_int_equal(gait_file_bind_skeleton(file, tree, NULL, &skeleton), GAIT_OK);
    gait_skeleton_free(tree);
    return skeleton;
}

static posed_file open_posed(const char *path) {
    posed_file self = {.file = test_open(path)};
    if (gait_file_format(self.file.file) == GAIT_FORMAT_SKLS) {
        self.skeleton = bind_hand(self.file.file);
        return self;
    }
    assert_int_equal(gait_skeleton_search(self.file.file, NULL, 0, NULL, &self.search), GAIT_OK);
    self.skeleton = gait_search_result_detach_skeleton(self.search);
    assert_non_null(self.skeleton);
    gait_search_result_free(self.search);
    return self;
}

static void close_posed(posed_file *self) {
    gait_skeleton_free(self->skeleton);
    test_close(&self->file);
}

static gait_span span_of(const gait_buffer *buffer) {
    return (gait_span){buffer->data, buffer->size};
}

static double degrees_between(const gait_affine *a, const gait_affine *b) {
    double square = 0;
    for (int i = 0; i < 9; i++) {
        double difference = a->m[i / 3][i % 3] - b->m[i / 3][i % 3];
        square += difference * difference;
    }
    return 2 * asin(fmin(1, sqrt(square / 8))) * 180 / 3.14159265358979;
}

/* --- poses ------------------------------------------------------------------------------------ */

static void compare_clip(const host_rig *rig, const gait_clip *clip) {
    uint32_t bones = clip->skeleton->bone_count;
    gait_buffer block = {0};
    gait_clip *rigid;
    gait_affine *wanted = calloc(bones, sizeof *wanted), *found = calloc(bones, sizeof *found);
    assert_true(wanted && found);
    assert_int_equal(gait_clip_convert_rigid(clip, GAIT_AXES_GLTF, NULL, &rigid), GAIT_OK);
    for (uint32_t b = 0; b < bones; b++) { /* only reports the removed scale */
        ((gait_track *)(uintptr_t)&rigid->tracks[b])->scale.count = 0;
    }
    assert_int_equal(gait_host_keys(&rig->host, clip, 0, NULL, &block), GAIT_OK);
    for (uint32_t k = 0; k < clip->frame_count; k++) {
        float time = clip->time_unit == GAIT_TIME_PHASE ? (float)k / 30 + 1e-3F
                                                        : clip->time[k] - clip->time[0] + 1e-3F;
        assert_int_equal(gait_pose_at_frame(rigid, k, GAIT_SPACE_MODEL, GAIT_AXES_GLTF, wanted),
                         GAIT_OK);
        host_rig_pose(rig, span_of(&block), time, found);
        for (uint32_t b = 0; b < bones; b++) {
            for (int i = 0; i < 3; i++) {
                test_assert_near(found[b].t[i], wanted[b].t[i], METRES);
            }
            assert_true(degrees_between(&found[b], &wanted[b]) <= DEGREES);
        }
    }
    gait_buffer_free(&block);
    gait_clip_free(rigid);
    free(wanted);
    free(found);
}

static void keys_give_the_poses_of_the_export(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (int s = 0; s < SAMPLES; s++) {
        posed_file file = open_posed(samples[s]);
        for (int kind = 0; kind < HOST_RIG_KINDS; kind++) {
            host_rig rig = host_rig_new(file.skeleton, (host_rig_kind)kind, &seed);
            rig.host.axes = kind ? rig.axes : NULL;
            for (uint32_t c = 0; c < gait_file_clip_count(file.file.file); c++) {
                gait_clip *clip;
                assert_int_equal(gait_file_clip(file.file.file, c, file.skeleton, NULL, &clip),
                                 GAIT_OK);
                compare_clip(&rig, clip);
                gait_clip_free(clip);
            }
            host_rig_free(&rig);
        }
        close_posed(&file);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_give_the_poses_of_the_export),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
