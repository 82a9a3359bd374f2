/* Tests gait_host_pose(): the poses of gait_host_keys(), and those between keys. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "host_blocks.h"
#include "host_rig.h"
#include "test.h"
#include "transforms.h"
#include "model/clip.h"

enum { FLOATS = 7 };

static gait_span span_of(const gait_buffer *buffer) {
    return (gait_span){buffer->data, buffer->size};
}

/* A clip with a host, and space for poses. */
typedef struct posed_clip {
    const host_rig *host;
    gait_clip *clip;
    gait_host_rig *rig;
    gait_affine *work, *wanted, *found; /* two poses, one, one */
    float *pose;
} posed_clip;

static posed_clip pose_open(const host_rig *host, const host_file *file, uint32_t clip) {
    uint32_t bones = file->skeleton->bone_count;
    posed_clip self = {.host = host};
    assert_int_equal(gait_file_clip(file->file.file, clip, file->skeleton, NULL, &self.clip),
                     GAIT_OK);
    assert_int_equal(gait_host_rig_new(&host->host, NULL, &self.rig), GAIT_OK);
    self.work = calloc(bones, 2 * sizeof *self.work);
    self.wanted = calloc(bones, sizeof *self.wanted);
    self.found = calloc(bones, sizeof *self.found);
    self.pose = calloc(bones, FLOATS * sizeof *self.pose);
    assert_true(self.work && self.wanted && self.found && self.pose);
    return self;
}

static void pose_close(posed_clip *self) {
    gait_clip_free(self->clip);
    gait_host_rig_free(self->rig);
    free(self->work);
    free(self->wanted);
    free(self->found);
    free(self->pose);
}

/* --- at keys ---------------------------------------------------------------------------------- */

/* The values of the last key of a channel that is not after a frame; those of the rest pose without
 * keys. */
static void key_at(const uint8_t *keys, uint32_t count, uint32_t width, uint32_t frame,
                   float *out) {
    static const float rest[4] = {1, 0, 0, 0};
    memcpy(out, width == 4 ? rest : rest + 1, width * sizeof *out);
    for (size_t i = 0; i < width && count > 0; i++) {
        size_t key = count > 1 ? frame : 0;
        out[i] = host_rig_float(keys, key * (width + 1) + 1 + i);
    }
}

static void compare_keys(const posed_clip *self) {
    uint32_t bones = self->clip->skeleton->bone_count;
    gait_buffer block = {0};
    host_rig_bone *split = calloc(bones, sizeof *split);
    assert_non_null(split);
    assert_int_equal(gait_host_keys(&self->host->host, self->clip, 0, NULL, &block), GAIT_OK);
    host_rig_split(span_of(&block), bones, split);
    for (uint32_t k = 0; k < self->clip->frame_count; k++) {
        assert_int_equal(gait_host_pose(self->rig, self->clip, (double)self->clip->time[k],
                                        self->work, self->pose),
                         GAIT_OK);
        for (uint32_t b = 0; b < bones; b++) {
            const float *pose = self->pose + (size_t)b * FLOATS;
            float q[4], t[3], dot = 0;
            key_at(split[b].rotations, split[b].rotation_count, 4, k, q);
            key_at(split[b].translations, split[b].translation_count, 3, k, t);
            for (int i = 0; i < 4; i++) {
                dot += q[i] * pose[i];
            }
            for (int i = 0; i < 4; i++) {
                assert_true(fabsf(dot < 0 ? pose[i] + q[i] : pose[i] - q[i]) < 2e-6F);
            }
            for (int i = 0; i < 3; i++) {
                assert_true(fabsf(pose[4 + i] - t[i]) < 2e-6F);
            }
        }
    }
    gait_buffer_free(&block);
    free(split);
}

/* --- between keys ----------------------------------------------------------------------------- */

/* A block with the pose as the only key of every bone. */
static gait_buffer block_of_pose(const posed_clip *self) {
    gait_buffer block = {0};
    const float time = 0;
    for (uint32_t b = 0; b < self->clip->skeleton->bone_count; b++) {
        const float *pose = self->pose + (size_t)b * FLOATS;
        host_block_put_counts(&block, 1, 1);
        host_block_put_floats(&block, &time, 1);
        host_block_put_floats(&block, pose, 4);
        host_block_put_floats(&block, &time, 1);
        host_block_put_floats(&block, pose + 4, 3);
    }
    return block;
}

static void compare_pose(const posed_clip *self, double time) {
    uint32_t bones = self->clip->skeleton->bone_count;
    assert_int_equal(gait_host_pose(self->rig, self->clip, time, self->work, self->pose), GAIT_OK);
    gait_buffer block = block_of_pose(self);
    host_rig_pose(self->host, span_of(&block), 0, self->found);
    assert_int_equal(gait_pose_at_time(self->clip, time, GAIT_SPACE_MODEL, GAIT_AXES_GLTF,
                                       self->wanted, self->work),
                     GAIT_OK);
    for (uint32_t b = 0; b < bones; b++) {
        gait_transform rigid;
        gait_affine_decompose(&self->wanted[b], &rigid);
        rigid.s[0] = rigid.s[1] = rigid.s[2] = 1;
        gait_affine wanted = gait_affine_from_transform(&rigid);
        test_assert_affine_near(&self->found[b], &wanted, 5e-6);
    }
    gait_buffer_free(&block);
}

TEST(poses_are_those_of_the_clip) {
    uint64_t seed = 1;
    for (int s = 0; s < HOST_SAMPLES; s++) {
        host_file file = host_open(host_samples[s]);
        for (int kind = 0; kind < HOST_RIG_KINDS; kind++) {
            host_rig host = host_rig_new(file.skeleton, (host_rig_kind)kind, &seed);
            host.host.axes = kind ? host.axes : NULL;
            for (uint32_t c = 0; c < gait_file_clip_count(file.file.file); c++) {
                posed_clip posed = pose_open(&host, &file, c);
                double first = (double)posed.clip->time[0];
                double last = (double)posed.clip->time[posed.clip->frame_count - 1];
                compare_keys(&posed);
                for (int i = 0; i <= 7; i++) {
                    compare_pose(&posed, first + (last - first) * i / 7);
                }
                pose_close(&posed);
            }
            host_rig_free(&host);
        }
        host_close(&file);
    }
}

/* --- damaged clips and refusals --------------------------------------------------------------- */

TEST(numbers_that_are_not_finite_are_replaced) {
    const gait_bone bone = {.name = "a",
                            .parent = -1,
                            .rest = {.t = {0, 1, 0}, .q = {0, 0, 0, 1}, .s = {1, 1, 1}},
                            .parent_origin = GAIT_ORIGIN_FILE,
                            .rest_origin = GAIT_ORIGIN_FILE};
    const float time = 0, rotation[4] = {NAN, 0, 0, 1}, translation[3] = {INFINITY, 2, NAN};
    gait_track track = {
        .rotation = {.data = (const uint8_t *)rotation, .count = 1, .stride = 16},
        .translation = {.data = (const uint8_t *)translation, .count = 1, .stride = 12}};
    uint64_t seed = 1;
    gait_skeleton *skeleton;
    gait_host_rig *rig;
    gait_affine work[2];
    float pose[FLOATS];
    assert_int_equal(gaiti_skeleton_new("one", &bone, 1, NULL, &skeleton), GAIT_OK);
    const gait_clip clip = {.name = "damaged",
                            .skeleton = skeleton,
                            .axes = GAIT_AXES_GLTF,
                            .frame_count = 1,
                            .time = &time,
                            .tracks = &track};
    host_rig host = host_rig_new(skeleton, HOST_RIG_OWN, &seed);
    assert_int_equal(gait_host_rig_new(&host.host, NULL, &rig), GAIT_OK);
    assert_int_equal(gait_host_pose(rig, &clip, 0, work, pose), GAIT_OK);
    for (int i = 0; i < FLOATS; i++) {
        assert_true(fabsf(pose[i]) <= 2);
    }
    assert_true(pose[0] == 1 && pose[4] == 0 && pose[6] == 0);
    gait_host_rig_free(rig);
    host_rig_free(&host);
    gait_skeleton_free(skeleton);
}

TEST(other_units_and_axes_are_refused) {
    host_file file = host_open(host_samples[0]);
    uint64_t seed = 1;
    host_rig host = host_rig_new(file.skeleton, HOST_RIG_Z_UP, &seed);
    gait_host_rig *rig;
    assert_int_equal(gait_host_rig_new(&host.host, NULL, &rig), GAIT_UNSUPPORTED);
    assert_null(rig);
    host.rests[0] = 3;
    assert_int_equal(gait_host_rig_new(&host.host, NULL, &rig), GAIT_BAD_ARGUMENT);
    host_rig_free(&host);
    host_close(&file);
}

static gait_status make_rig(const gait_options *options, void *user) {
    const host_rig *host = user;
    gait_host_rig *rig;
    gait_status status = gait_host_rig_new(&host->host, options, &rig);
    gait_host_rig_free(rig);
    return status;
}

TEST(memory_may_run_out) {
    host_file file = host_open(host_samples[0]);
    uint64_t seed = 1;
    host_rig host = host_rig_new(file.skeleton, HOST_RIG_OWN, &seed);
    assert_in_range(test_every_failing_allocation(make_rig, &host), 2, 50);
    host_rig_free(&host);
    host_close(&file);
}
