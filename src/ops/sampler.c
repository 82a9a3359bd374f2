/* Makes samplers, and finds the keys around a time. */
#include "ops/sampler_memory.h"

#include "base/try.h"
#include "base/search.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "model/clip.h"
#include "ops/local_keys.h"
#include "ops/playback.h"

enum { SAMPLER_ALIGNMENT = 64 };

/* --- memory ----------------------------------------------------------------------------------- */

/* The offsets of the parts of a block of memory, in the order of the members. */
typedef struct sampler_layout {
    uint64_t groups, bones, slots, matrices, joints, inverse_rest, times, all_far, frames, end;
} sampler_layout;

static uint64_t sampler_align(uint64_t offset) {
    return (offset + SAMPLER_ALIGNMENT - 1) / SAMPLER_ALIGNMENT * SAMPLER_ALIGNMENT;
}

static uint32_t sampler_group_count(const gait_clip *clip) {
    return (clip->skeleton->bone_count + GAITI_SAMPLER_LANES - 1) / GAITI_SAMPLER_LANES;
}

static uint32_t sampler_row(uint32_t count) {
    return (count + GAITI_SAMPLER_LANES - 1) / GAITI_SAMPLER_LANES * GAITI_SAMPLER_LANES;
}

/* A skeleton has at most 65535 bones, so a frame has less than 2^23 bytes. */
static sampler_layout sampler_lay_out(const gait_clip *clip) {
    uint64_t bones = clip->skeleton->bone_count, frames = clip->frame_count;
    sampler_layout layout;
    layout.groups = sampler_align(sizeof(gait_sampler));
    layout.bones = layout.groups + sampler_group_count(clip) * sizeof(gaiti_sampler_group);
    layout.slots = layout.bones + sampler_row(clip->skeleton->bone_count) * sizeof(uint32_t);
    layout.matrices = layout.slots + bones * sizeof(uint32_t);
    layout.joints = layout.matrices + bones * sizeof(uint32_t);
    layout.inverse_rest = layout.joints + bones * sizeof(gaiti_sampler_joint);
    layout.times = layout.inverse_rest + bones * GAITI_SAMPLER_MATRIX * sizeof(float);
    layout.all_far = layout.times + frames * sizeof(float);
    layout.frames = sampler_align(layout.all_far + sampler_group_count(clip));
    layout.end = layout.frames + frames * gaiti_sampler_frame_limit(clip);
    return layout;
}

/* The floats of gaiti_local_keys(), in bytes. */
static uint64_t sampler_local_size(const gait_clip *clip) {
    return (uint64_t)clip->skeleton->bone_count * GAIT_SAMPLER_ROWS * sizeof(float) *
           sampler_row(clip->frame_count);
}

gait_status gait_sampler_measure(const gait_clip *clip, gait_sampler_memory *out) {
    if (!out || !gaiti_clip_is_complete(clip) || clip->frame_count == 0 ||
        clip->frame_count > UINT32_MAX - GAITI_SAMPLER_LANES || !gaiti_clip_is_valid(clip)) {
        return GAIT_BAD_ARGUMENT;
    }
    uint64_t size = sampler_lay_out(clip).end + SAMPLER_ALIGNMENT, work = 0;
    if (!gaiti_sampler_is_direct(clip)) {
        work = sampler_local_size(clip) + gaiti_local_keys_work(clip);
    }
    if (size > SIZE_MAX || work > SIZE_MAX) {
        return GAIT_LIMIT;
    }
    *out = (gait_sampler_memory){.size = (size_t)size, .work_size = (size_t)work};
    return GAIT_OK;
}

/* --- preparation ------------------------------------------------------------------------------ */

static void sampler_copy_rest(const gait_skeleton *skeleton, gait_axes axes, float *inverse_rest) {
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        gait_affine rest =
            gait_affine_change_axes(&skeleton->rest_model[b], GAIT_AXES_ENGINE, axes);
        gait_affine_invert(&rest, &rest);
        gaiti_sampler_store_matrix(&rest, inverse_rest + (size_t)b * GAITI_SAMPLER_MATRIX);
    }
}

/* Lists the bones that have parents by their level. `levels` and `ends` have room for all bones.
 * Returns their number. */
static uint32_t sampler_list_joints(const gait_skeleton *skeleton, uint32_t *levels, uint32_t *ends,
                                    gaiti_sampler_joint *joints) {
    uint32_t count = 0;
    memset(ends, 0, skeleton->bone_count * sizeof *ends);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        int32_t parent = skeleton->bones[b].parent; /* parents precede children */
        levels[b] = parent < 0 ? 0 : levels[parent] + 1;
        ends[levels[b]] += parent >= 0;
    }
    for (uint32_t level = 1; level < skeleton->bone_count; level++) {
        ends[level] += ends[level - 1];
    }
    for (uint32_t b = skeleton->bone_count; b-- > 0;) {
        if (levels[b] > 0) {
            uint32_t place = --ends[levels[b]];
            joints[place] = (gaiti_sampler_joint){b, (uint32_t)skeleton->bones[b].parent};
            count++;
        }
    }
    return count;
}

static void sampler_copy_times(gait_sampler *sampler, const gait_clip *clip, float *times) {
    uint32_t count = clip->frame_count;
    memcpy(times, clip->time, (size_t)count * sizeof *times);
    sampler->has_phases = clip->time_unit == GAIT_TIME_PHASE;
    sampler->first = (double)times[0];
    sampler->last = (double)times[count - 1];
    double length = sampler->last - sampler->first;
    sampler->rate = length > 0 && length - length == 0 ? (count - 1) / length : 0;
}

/* True when the blocks are as large as needed. */
static bool sampler_has_memory(const gait_sampler_memory *memory,
                               const gait_sampler_memory *needed) {
    return memory->block && memory->size >= needed->size &&
           (needed->work_size == 0 || (memory->work && memory->work_size >= needed->work_size));
}

gait_status gait_sampler_init(const gait_clip *clip, gait_axes axes,
                              const gait_sampler_memory *memory, const gait_sampler **out_sampler) {
    gait_sampler_memory needed;
    if (!GAITI_CLEAR(out_sampler) || (unsigned)axes > GAIT_AXES_GLTF || !memory) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(gait_sampler_measure(clip, &needed));
    if (!sampler_has_memory(memory, &needed)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (gait_pose_requirements(clip, GAIT_SPACE_LOCAL) != GAIT_REQUIRES_NOTHING) {
        return GAIT_UNSUPPORTED;
    }
    uint8_t *block = memory->block;
    block += (SAMPLER_ALIGNMENT - (uintptr_t)block % SAMPLER_ALIGNMENT) % SAMPLER_ALIGNMENT;
    sampler_layout layout = sampler_lay_out(clip);
    gait_sampler *sampler = (gait_sampler *)(void *)block;
    gaiti_sampler_joint *joints = (gaiti_sampler_joint *)(void *)(block + layout.joints);
    float *inverse_rest = (float *)(void *)(block + layout.inverse_rest);
    float *times = (float *)(void *)(block + layout.times);
    *sampler = (gait_sampler){.bone_count = clip->skeleton->bone_count,
                              .group_count = sampler_group_count(clip),
                              .frame_count = clip->frame_count,
                              .times = times,
                              .groups = (gaiti_sampler_group *)(void *)(block + layout.groups),
                              .bones = (uint32_t *)(void *)(block + layout.bones),
                              .slots = (uint32_t *)(void *)(block + layout.slots),
                              .matrices = (uint32_t *)(void *)(block + layout.matrices),
                              .joints = joints,
                              .inverse_rest = inverse_rest,
                              .all_far = block + layout.all_far,
                              .frames = block + layout.frames};
    memset(sampler->all_far, 0xFF, sampler->group_count);
    sampler_copy_rest(clip->skeleton, axes, inverse_rest);
    sampler->joint_count =
        sampler_list_joints(clip->skeleton, sampler->slots, sampler->bones, joints);
    sampler_copy_times(sampler, clip, times);
    sampler->is_unavailable[GAIT_SAMPLER_MODEL] =
        gait_pose_requirements(clip, GAIT_SPACE_MODEL) != GAIT_REQUIRES_NOTHING;
    sampler->is_unavailable[GAIT_SAMPLER_SKINNING] =
        gait_pose_requirements(clip, GAIT_SPACE_DELTA) != GAIT_REQUIRES_NOTHING;
    float *local = needed.work_size > 0 ? memory->work : NULL;
    uint32_t row = sampler_row(clip->frame_count);
    if (local) {
        gaiti_local_keys(clip, axes, row, local,
                         (uint8_t *)memory->work + sampler_local_size(clip));
    }
    gaiti_sampler_fill(sampler, clip, axes, local, row);
    sampler->used = (size_t)(sampler->frames - (uint8_t *)memory->block) +
                    sampler->frame_size * sampler->frame_count;
    *out_sampler = sampler;
    return GAIT_OK;
}

gait_sampler_info gait_sampler_describe(const gait_sampler *sampler) {
    if (!sampler) {
        return (gait_sampler_info){0};
    }
    return (gait_sampler_info){.bone_count = sampler->bone_count,
                               .row_size = sampler->group_count * GAITI_SAMPLER_LANES,
                               .row_count = gaiti_sampler_row_count(sampler),
                               .frame_count = sampler->frame_count,
                               .first = sampler->first,
                               .last = sampler->last,
                               .used = sampler->used,
                               .is_scaled = sampler->is_scaled};
}

const uint32_t *gait_sampler_slots(const gait_sampler *sampler) {
    return sampler ? sampler->slots : NULL;
}

/* --- moments ---------------------------------------------------------------------------------- */

/* The last key that is not after `time`, but never the last of all. Keys usually have equal
 * distances, so that a division finds it. */
static uint32_t sampler_key_before(const gait_sampler *sampler, double time) {
    uint32_t last = sampler->frame_count - 2;
    double guess = (time - sampler->first) * sampler->rate;
    uint32_t key = guess > 0 ? guess < last ? (uint32_t)guess : last : 0;
    key -= key > 0 && (double)sampler->times[key] > time;
    key += key < last && (double)sampler->times[key + 1] <= time;
    bool is_found = (key == 0 || (double)sampler->times[key] <= time) &&
                    (key == last || (double)sampler->times[key + 1] > time);
    return is_found ? key
                    : gaiti_last_time_f32(sampler->times, sizeof *sampler->times, last + 1, time);
}

gait_status gait_sampler_moment(const gait_sampler *sampler, double time, gait_wrap wrap,
                                gait_moment *out_moment) {
    if (!sampler || !out_moment || time - time != 0 || (unsigned)wrap > GAIT_WRAP_PING_PONG) {
        return GAIT_BAD_ARGUMENT;
    }
    if (sampler->rate == 0) {
        *out_moment = (gait_moment){0};
        return GAIT_OK;
    }
    double start = sampler->has_phases ? 0 : sampler->first;
    double length = sampler->has_phases ? 1 : sampler->last - sampler->first;
    double offset = time - start;
    if (wrap == GAIT_WRAP_REPEAT && sampler->has_phases) {
        *out_moment = gaiti_moment_of_phase(sampler->times, sampler->frame_count, time);
        return GAIT_OK;
    }
    if (wrap == GAIT_WRAP_REPEAT && !(offset >= 0 && offset <= length)) {
        time = start + gaiti_wrap_time(offset, length);
    } else if (wrap == GAIT_WRAP_PING_PONG) {
        offset = gaiti_wrap_time(offset, 2 * length);
        time = start + (offset > length ? 2 * length - offset : offset);
    }
    uint32_t key = sampler_key_before(sampler, time);
    double from = (double)sampler->times[key];
    double span = (double)sampler->times[key + 1] - from;
    double fraction = span > 0 && time > from ? (time - from) / span : 0;
    *out_moment =
        (gait_moment){.key = key, .next = key + 1, .fraction = fraction < 1 ? fraction : 1};
    return GAIT_OK;
}
