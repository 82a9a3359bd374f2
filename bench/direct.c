/* Direct calls of the library, the reference of rows about interfaces. */
#include "bench.h"
#include "formats/xray/omf/omf.h"

enum { DIRECT_MOTIONS = 1000, DIRECT_FRAMES = 60 };

void bench_direct_open(bench_direct *self) {
    *self = (bench_direct){.bank = bench_bank(DIRECT_MOTIONS, DIRECT_FRAMES)};
    if (gait_omf_open((gait_span){self->bank.data, self->bank.size}, NULL, &self->omf) != GAIT_OK) {
        bench_fail("the bank did not open");
    }
    self->skeleton = bench_skeleton(self->omf);
    if (gaiti_omf_clip(self->omf, 0, self->skeleton, NULL, &self->clip) != GAIT_OK) {
        bench_fail("the clip could not be read");
    }
}

void bench_direct_close(bench_direct *self) {
    gait_clip_free(self->clip);
    gait_skeleton_free(self->skeleton);
    gait_omf_free(self->omf);
    gait_buffer_free(&self->bank);
}

size_t bench_direct_describe(const bench_direct *self) {
    gait_span bytes = {self->bank.data, self->bank.size};
    gait_file *file;
    gait_buffer json = {0};
    if (gait_file_open(bytes, "bank.omf", NULL, &file) != GAIT_OK) {
        bench_fail("the bank did not open");
    }
    const gait_report_input input = {"bank.omf", bytes.size, file, GAIT_FORMAT_OMF,
                                     "ok",       NULL,       NULL, 0};
    if (gait_report_info(&input, &json) != GAIT_OK) {
        bench_fail("the bank could not be described");
    }
    size_t size = json.size;
    gait_buffer_free(&json);
    gait_file_free(file);
    return size;
}

double bench_pose_time(int pose) {
    return pose * (2.0 / BENCH_POSES) * 0.98;
}

void bench_direct_pose(bench_direct *self, int pose) {
    if (gait_pose_at_time(self->clip, bench_pose_time(pose), GAIT_SPACE_MODEL, GAIT_AXES_GLTF,
                          self->pose, self->work) != GAIT_OK) {
        bench_fail("the pose could not be computed");
    }
}
