/* Samplers of the clips of any file: whatever opens can be sampled at any moment. Nothing may be
 * written past an output or past the block of a sampler, and the outputs must agree. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "gait/file.h"
#include "gait/pose.h"
#include "gait/sampler.h"
#include "require.h"

enum { MAX_MEMORY = 32 << 20, MAX_CLIPS = 4, MAX_BONES = 256, MATRIX = 12, GUARDS = 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes of an output or block, followed by guards. */
static uint8_t *guarded(size_t size) {
    uint8_t *block = allocate(size + GUARDS);
    memset(block + size, 0x5A, GUARDS);
    return block;
}

static void require_guards(const uint8_t *block, size_t size) {
    for (size_t i = 0; i < GUARDS; i++) {
        REQUIRE(block[size + i] == 0x5A);
    }
}

static bool is_same(float a, float b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static void sample_rows(const gait_sampler *sampler, const gait_moment *moment,
                        const gait_trs *local) {
    const gait_sampler_info info = gait_sampler_describe(sampler);
    const uint32_t *slots = gait_sampler_slots(sampler);
    size_t count = (size_t)info.row_size * info.row_count;
    uint8_t *block = guarded(count * sizeof(float));
    float *rows = (float *)(void *)block;
    REQUIRE(gait_sampler_rows(sampler, moment, rows, count) == GAIT_OK);
    require_guards(block, count * sizeof(float));
    for (uint32_t b = 0; b < info.bone_count; b++) {
        const gait_trs bone = local[b];
        for (size_t i = 0; i < info.row_count; i++) {
            const float *found = i < 3 ? &bone.t[i] : i < 7 ? &bone.q[i - 3] : &bone.s[i - 7];
            REQUIRE(is_same(*found, rows[i * info.row_size + slots[b]]));
        }
        float square = bone.q[0] * bone.q[0] + bone.q[1] * bone.q[1] + bone.q[2] * bone.q[2] +
                       bone.q[3] * bone.q[3];
        REQUIRE(square > 0.9999F && square < 1.0001F);
    }
    free(block);
}

static void sample_moment(const gait_sampler *sampler, const gait_moment *moment) {
    uint32_t bones = gait_sampler_describe(sampler).bone_count;
    size_t size = bones * sizeof(gait_trs), matrices = (size_t)bones * MATRIX;
    uint8_t *transforms = guarded(size), *floats = guarded(matrices * sizeof(float));
    gait_trs *out = (gait_trs *)(void *)transforms;
    for (int space = GAIT_SAMPLER_LOCAL; space <= GAIT_SAMPLER_SKINNING; space++) {
        gait_status status = gait_sampler_matrices(sampler, moment, (gait_sampler_space)space,
                                                   (float *)(void *)floats, matrices);
        REQUIRE(status == GAIT_OK || (space > GAIT_SAMPLER_LOCAL && status == GAIT_UNSUPPORTED));
        require_guards(floats, matrices * sizeof(float));
    }
    gait_status status = gait_sampler_transforms(sampler, moment, GAIT_SAMPLER_MODEL, out, bones);
    REQUIRE(status == GAIT_OK || status == GAIT_UNSUPPORTED);
    REQUIRE(gait_sampler_transforms(sampler, moment, GAIT_SAMPLER_LOCAL, out, bones) == GAIT_OK);
    require_guards(transforms, size);
    sample_rows(sampler, moment, out);
    free(floats);
    free(transforms);
}

/* `data` selects moments that no time has. */
static void sample_all(const gait_sampler *sampler, const uint8_t *data, size_t size) {
    const gait_sampler_info info = gait_sampler_describe(sampler);
    double length = info.last - info.first;
    const double times[] = {info.first,
                            info.last,
                            info.first + length / 3,
                            0,
                            -1e-3,
                            info.last + 0.4 * length,
                            1e17,
                            -DBL_MAX,
                            info.first - 1.7 * length,
                            DBL_TRUE_MIN,
                            4503599627370497.0};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        for (int wrap = GAIT_WRAP_CLAMP; wrap <= GAIT_WRAP_PING_PONG; wrap++) {
            gait_moment moment;
            gait_status status = gait_sampler_moment(sampler, times[i], (gait_wrap)wrap, &moment);
            bool is_finite = times[i] - times[i] == 0;
            REQUIRE(status == (is_finite ? GAIT_OK : GAIT_BAD_ARGUMENT));
            if (!is_finite) {
                continue;
            }
            REQUIRE(moment.key < info.frame_count && moment.next < info.frame_count);
            REQUIRE(moment.fraction >= 0 && moment.fraction <= 1);
            sample_moment(sampler, &moment);
        }
    }
    const gait_moment any = {.key = data[size / 2] % info.frame_count,
                             .next = data[size / 3] % info.frame_count,
                             .fraction = (float)data[size / 5] / 255};
    sample_moment(sampler, &any);
}

static void sample_clip(const gait_clip *clip, const uint8_t *data, size_t size) {
    gait_sampler_memory memory;
    gait_status status = gait_sampler_measure(clip, &memory);
    REQUIRE(status == (clip->frame_count > 0 ? GAIT_OK : GAIT_BAD_ARGUMENT));
    if (status != GAIT_OK || clip->skeleton->bone_count > MAX_BONES || memory.size > MAX_MEMORY ||
        memory.work_size > MAX_MEMORY) {
        return;
    }
    const gait_sampler *sampler;
    memory.block = guarded(memory.size);
    memory.work = guarded(memory.work_size);
    gait_axes axes = (gait_axes)(data[0] % 3);
    bool is_known = gait_pose_requirements(clip, GAIT_SPACE_LOCAL) == GAIT_REQUIRES_NOTHING;
    REQUIRE(gait_sampler_init(clip, axes, &memory, &sampler) ==
            (is_known ? GAIT_OK : GAIT_UNSUPPORTED));
    require_guards(memory.block, memory.size);
    require_guards(memory.work, memory.work_size);
    free(memory.work);
    REQUIRE(gait_sampler_describe(sampler).used <= memory.size);
    if (sampler) {
        sample_all(sampler, data, size);
    }
    free(memory.block);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"a.rtm", "a.omf"};
    const gait_options options = {.max_bytes = MAX_MEMORY};
    gait_file *file = NULL;
    gait_skeleton *own = NULL, *skeleton = NULL;
    if (size > 0 &&
        gait_file_open((gait_span){data, size}, names[size % 2], &options, &file) == GAIT_OK) {
        gait_file_skeleton(file, &options, &own);
        gait_file_bind_skeleton(file, own, &options, &skeleton);
    }
    uint32_t clips = skeleton ? gait_file_clip_count(file) : 0;
    for (uint32_t c = 0; c < clips && c < MAX_CLIPS; c++) {
        gait_clip *clip;
        if (gait_file_clip(file, c, skeleton, &options, &clip) == GAIT_OK) {
            sample_clip(clip, data, size);
            gait_clip_free(clip);
        }
    }
    gait_skeleton_free(skeleton);
    gait_skeleton_free(own);
    gait_file_free(file);
    return 0;
}
