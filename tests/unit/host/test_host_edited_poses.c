/* Tests gait_host_edited_add_poses(): poses of clips give the base file again, and what is ignored
 * or refused. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gait/metadata.h"
#include "gait/rtm.h"
#include "gait/transform.h"
#include "host_blocks.h"
#include "host_rig.h"
#include "test.h"
#include "roundtrip/compare/compare_steps.h"

enum { MATRIX = 16, FPS = 30 };

/* A clip of a sample, as poses in a host. */
typedef struct pose_trip {
    host_file file;
    host_rig rig;
    gaiti_base_file *base;
    gait_edited_file *edited;
    int32_t *rows;
    float *poses;
    gait_host_pose_clip clip;
    gait_roundtrip_options options;
    gait_roundtrip_report *report;
    gait_buffer out;
} pose_trip;

static gait_affine affine_of(const float *columns) {
    gait_affine a;
    for (int c = 0; c < 4; c++) {
        for (int r = 0; r < 3; r++) {
            *(c < 3 ? &a.m[r][c] : &a.t[r]) = (double)columns[4 * c + r];
        }
    }
    return a;
}

static void write_affine(const gait_affine *a, float *columns) {
    for (int c = 0; c < 4; c++) {
        for (int r = 0; r < 3; r++) {
            columns[4 * c + r] = (float)(c < 3 ? a->m[r][c] : a->t[r]);
        }
        columns[4 * c + 3] = c == 3;
    }
}

/* Sets the matrices of a frame from the poses relative to the rest pose of the host:
 * pose = pose of parent * inverse(rest of parent) * rest * key. */
static void write_pose(const host_rig *rig, const float *keys, float *out) {
    const gait_skeleton *skeleton = rig->host.skeleton;
    for (uint32_t b = 0; b < skeleton->bone_count; b++, keys += 7) {
        int32_t parent = skeleton->bones[b].parent;
        gait_transform key = {
            .q = {(double)keys[1], (double)keys[2], (double)keys[3], (double)keys[0]},
            .t = {(double)keys[4], (double)keys[5], (double)keys[6]},
            .s = {1, 1, 1}};
        gait_affine moved = gait_affine_from_transform(&key);
        gait_affine rest = affine_of(rig->rests + (size_t)b * MATRIX), inverse;
        moved = gait_affine_multiply(&rest, &moved);
        if (parent >= 0) {
            gait_affine above = affine_of(rig->rests + (size_t)parent * MATRIX);
            gait_affine_invert(&above, &inverse);
            moved = gait_affine_multiply(&inverse, &moved);
            above = affine_of(out + (size_t)parent * MATRIX);
            moved = gait_affine_multiply(&above, &moved);
        }
        write_affine(&moved, out + (size_t)b * MATRIX);
    }
}

static pose_trip trip_open_file(const char *path, host_rig_kind kind, uint32_t clip) {
    uint64_t seed = 11;
    pose_trip self = {.file = host_open(path)};
    const gait_skeleton *skeleton = self.file.skeleton;
    uint32_t bones = skeleton->bone_count;
    gait_host_rig *rig;
    self.rig = host_rig_new(skeleton, kind, &seed);
    assert_int_equal(gaiti_base_file_new(self.file.file.file, skeleton, NULL, &self.base), GAIT_OK);
    gait_clip *from;
    assert_int_equal(gait_file_clip(self.file.file.file, clip, skeleton, NULL, &from), GAIT_OK);
    gait_affine *work = calloc(bones, 2 * sizeof *work);
    float *keys = calloc(bones, 7 * sizeof *keys);
    self.rows = calloc(bones, sizeof *self.rows);
    self.poses = calloc((size_t)bones * from->frame_count, MATRIX * sizeof *self.poses);
    assert_true(work && keys && self.rows && self.poses);
    const gait_host host = {skeleton, self.rig.rests, self.rig.axes};
    assert_int_equal(gait_host_rig_new(&host, NULL, &rig), GAIT_OK);
    for (uint32_t f = 0; f < from->frame_count; f++) {
        assert_int_equal(gait_host_pose(rig, from, (double)from->time[f], work, keys), GAIT_OK);
        write_pose(&self.rig, keys, self.poses + (size_t)f * bones * MATRIX);
    }
    for (uint32_t b = 0; b < bones; b++) {
        self.rows[b] = (int32_t)b;
    }
    self.clip = (gait_host_pose_clip){.name = self.base->clip_names[clip],
                                      .poses = self.poses,
                                      .row_count = bones,
                                      .pose_count = from->frame_count,
                                      .rows = self.rows,
                                      .fps = FPS};
    assert_int_equal(gait_host_edited_new(&host, NULL, 0, NULL, &self.edited), GAIT_OK);
    gait_clip_free(from);
    gait_host_rig_free(rig);
    free(work);
    free(keys);
    return self;
}

static pose_trip trip_open(host_rig_kind kind, uint32_t clip) {
    return trip_open_file("samples/stalker.omf", kind, clip);
}

static void trip_close(pose_trip *self) {
    gait_roundtrip_report_free(self->report);
    gait_buffer_free(&self->out);
    gait_edited_file_free(self->edited);
    gaiti_base_file_free(self->base);
    free(self->poses);
    free(self->rows);
    host_rig_free(&self->rig);
    host_close(&self->file);
}

/* Applies the clip. Returns the number of changed clips. */
static uint32_t trip_run(pose_trip *self) {
    assert_int_equal(gait_host_edited_add_poses(self->edited, &self->clip), GAIT_OK);
    assert_int_equal(gait_roundtrip_edited(self->file.file.file, self->edited, self->file.skeleton,
                                           &self->options, &self->report, &self->out),
                     GAIT_OK);
    return gait_roundtrip_report_summary(self->report).outcomes[GAIT_ROUNDTRIP_CHANGED];
}

TEST(poses_of_a_clip_give_the_same_bytes) {
    for (int kind = 0; kind < HOST_RIG_KINDS; kind++) {
        for (uint32_t c = 0; c < 5; c++) {
            pose_trip trip = trip_open((host_rig_kind)kind, c);
            assert_int_equal(trip_run(&trip), 0);
            assert_int_equal(trip.out.size, trip.file.file.bytes.size);
            assert_memory_equal(trip.out.data, trip.file.file.bytes.data, trip.out.size);
            trip_close(&trip);
        }
    }
}

TEST(scales_of_poses_are_ignored) {
    pose_trip trip = trip_open(HOST_RIG_BLENDER, 1);
    for (uint32_t m = 0; m < trip.clip.row_count * trip.clip.pose_count; m++) {
        for (int i = 0; i < 12; i++) { /* the linear part, not the place */
            trip.poses[(size_t)m * MATRIX + (size_t)i] *= i % 4 == 3 ? 1 : 1.5F;
        }
    }
    assert_int_equal(trip_run(&trip), 0);
    trip_close(&trip);
}

TEST(a_turned_bone_is_a_change) {
    pose_trip trip = trip_open(HOST_RIG_Z_UP, 1);
    const uint32_t bones = trip.clip.row_count, bone = bones - 1; /* without children */
    float *matrix = trip.poses + ((size_t)3 * bones + bone) * MATRIX;
    gait_affine turn = affine_of(matrix);
    const gait_transform half_degree = {.q = {0, 0, 0.00436331, 0.99999048}, .s = {1, 1, 1}};
    gait_affine small = gait_affine_from_transform(&half_degree);
    turn = gait_affine_multiply(&turn, &small);
    write_affine(&turn, matrix);
    assert_int_equal(trip_run(&trip), 1);
    trip_close(&trip);
}

/* A cycle with the poses of its keys at their frames, of which one is seen for half a frame longer
 * in the second case. */
TEST(poses_between_keys_of_a_cycle_become_keys) {
    enum { KEYS = 25, HELD = 3 };
    static const char text[] =
        "{\"schema\": \"gait.extras/1\", \"clips\": [{\"animation\": \"walk\", \"fps\": 30,"
        "\"time_unit\": \"phase\", \"frames\": 25, \"duration_s\": 0.8}]}";
    for (uint32_t more = 0; more < 2; more++) {
        pose_trip trip = trip_open_file("samples/walk.rtm", HOST_RIG_BLENDER, 0);
        const size_t size = (size_t)trip.clip.row_count * MATRIX;
        float *poses = calloc((KEYS + 1) * size, sizeof *poses);
        double frames[KEYS + 1];
        assert_true(poses && trip.clip.pose_count == KEYS);
        for (uint32_t k = 0; k < KEYS + more; k++) {
            uint32_t key = more && k > HELD ? k - 1 : k;
            frames[k] = more && k == HELD + 1 ? HELD + 0.5 : key;
            memcpy(poses + k * size, trip.poses + key * size, size * sizeof *poses);
        }
        trip.clip.poses = poses;
        trip.clip.pose_count = KEYS + more;
        trip.clip.pose_frames = frames;
        trip.clip.frames = KEYS - 1;
        gait_metadata *metadata;
        assert_int_equal(gait_metadata_open((gait_span){(const uint8_t *)text, sizeof text - 1},
                                            NULL, &metadata),
                         GAIT_OK);
        trip.options.metadata = metadata;
        assert_int_equal(trip_run(&trip), more);
        gait_file *file;
        assert_int_equal(
            gait_file_open((gait_span){trip.out.data, trip.out.size}, "walk.rtm", NULL, &file),
            GAIT_OK);
        const gait_rtm *before = gait_file_rtm(trip.file.file.file), *rtm = gait_file_rtm(file);
        assert_int_equal(gait_rtm_frame_count(rtm), KEYS + more);
        for (uint32_t k = 0; k < KEYS + more; k++) {
            float old = gait_rtm_phase(before, more && k > HELD ? k - 1 : k);
            bool is_new = more && k == HELD + 1;
            float phase = gait_rtm_phase(rtm, k);
            double wanted = is_new ? (HELD + 0.5) / (KEYS - 1) : (double)old;
            assert_true(fabs((double)phase - wanted) <= (is_new ? 1e-6 : 0));
        }
        gait_clip_diff clip = gait_roundtrip_report_clip(trip.report, 0).diff;
        assert_int_equal(clip.notes & GAIT_DIFF_KEYS, more ? GAIT_DIFF_KEYS : 0);
        assert_int_equal(clip.to_keys, more ? KEYS + 1 : 0);
        gait_file_free(file);
        free(poses);
        gait_metadata_free(metadata);
        trip_close(&trip);
    }
}

TEST(bones_without_a_row_are_at_rest) {
    pose_trip trip = trip_open(HOST_RIG_OWN, 1);
    const uint32_t bones = trip.clip.row_count;
    trip.rows[bones - 1] = -1;
    assert_int_equal(gait_host_edited_add_poses(trip.edited, &trip.clip), GAIT_OK);
    const gait_edited_joint *joint = &trip.edited->joints[bones - 1];
    const gait_edited_curve *curve = &trip.edited->animations[0].tracks[bones - 1].translation;
    assert_int_equal(curve->count, trip.clip.pose_count);
    for (uint32_t i = 0; i < curve->count * 3; i++) {
        assert_true(fabs(curve->values[i] - joint->node.t[i % 3]) < 1e-6);
    }
    trip_close(&trip);
}

TEST(matrices_that_are_not_affine_are_refused) {
    static const struct {
        size_t index;
        float value;
    } wrong[] = {{0, NAN}, {13, INFINITY}, {15, 0.5F}, {3, 0.1F}, {14, 1e8F}};
    pose_trip trip = trip_open(HOST_RIG_OWN, 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        float kept = trip.poses[wrong[i].index];
        trip.poses[wrong[i].index] = wrong[i].value;
        assert_int_equal(gait_host_edited_add_poses(trip.edited, &trip.clip), GAIT_CORRUPT);
        trip.poses[wrong[i].index] = kept;
    }
    assert_int_equal(trip.edited->animation_count, 0);
    trip_close(&trip);
}
