/* Adds the motion of animated nodes above joints, such as the armature, to these joints. */
#include <string.h>

#include "base/sort.h"
#include "base/try.h"
#include "formats/gltf/read/gltf_read.h"
#include "gait/transform.h"
#include "roundtrip/roundtrip_parts.h"

enum { MOTION_CUBIC_FPS = 120, MOTION_CUBIC_MAX = 1 << 20 };

gait_status gaiti_edited_channel_times(const gait_gltf *file, uint32_t animation, uint32_t channel,
                                       gaiti_arena *arena, gaiti_edited_times *out) {
    gaiti_gltf_channel info = gaiti_gltf_channel_at(file, animation, channel);
    bool is_spline = info.interpolation == GAITI_GLTF_CUBIC && info.key_count > 1;
    double from = 0, to = 0, pieces = info.key_count;
    if (is_spline) {
        from = gaiti_gltf_key_time(file, animation, channel, 0);
        to = gaiti_gltf_key_time(file, animation, channel, info.key_count - 1);
        pieces = (to - from) * MOTION_CUBIC_FPS + 2;
        if (!(pieces >= 2 && pieces < MOTION_CUBIC_MAX)) {
            return GAIT_LIMIT;
        }
    }
    uint32_t count = (uint32_t)pieces;
    double *times = gaiti_alloc(arena, count, sizeof *times);
    for (uint32_t k = 0; times && k < count; k++) {
        times[k] = !is_spline      ? gaiti_gltf_key_time(file, animation, channel, k)
                   : k + 1 < count ? from + k / (double)MOTION_CUBIC_FPS
                                   : to;
    }
    *out = (gaiti_edited_times){times, count};
    return times ? GAIT_OK : arena->status;
}

/* The construction of the motion of one animation. */
typedef struct motion_job {
    const gait_gltf_animated_rig *animated;
    gaiti_arena scratch;
    bool *is_animated; /* per node */
    bool *is_above;    /* per node: a joint, or between a joint and the space of the rig */
    bool *is_moved;    /* per bone: by an animated node between it and its parent */
    gaiti_edited_times times;
} motion_job;

static void motion_mark_nodes(motion_job *job) {
    const gait_gltf_animated_rig *it = job->animated;
    uint32_t channels = gait_gltf_animation_at(it->file, it->animation).channel_count;
    for (uint32_t c = 0; c < channels; c++) {
        gaiti_gltf_channel channel = gaiti_gltf_channel_at(it->file, it->animation, c);
        if (channel.node >= 0 && channel.key_count > 0) {
            job->is_animated[channel.node] = true;
        }
    }
}

/* Marks the bones that animated nodes move. False when there are none. */
static bool motion_mark_bones(motion_job *job) {
    const gait_gltf_animated_rig *it = job->animated;
    bool found = false;
    for (uint32_t b = 0; b < gait_gltf_rig_bone_count(it->rig); b++) {
        int32_t parent = gaiti_gltf_rig_parent(it->rig, b);
        int32_t end = parent >= 0 ? (int32_t)gaiti_gltf_rig_node(it->rig, (uint32_t)parent)
                                  : gaiti_gltf_rig_space(it->rig);
        uint32_t node = gaiti_gltf_rig_node(it->rig, b);
        job->is_above[node] = true;
        for (int32_t n = gaiti_gltf_node_at(it->file, node).parent; n >= 0 && n != end;
             n = gaiti_gltf_node_at(it->file, (uint32_t)n).parent) {
            job->is_above[n] = true;
            job->is_moved[b] = job->is_moved[b] || job->is_animated[n];
        }
        found = found || job->is_moved[b];
    }
    return found;
}

static bool motion_is_before(const void *user, uint32_t a, uint32_t b) {
    const double *times = user;
    return times[a] < times[b];
}

/* Sorts times, and removes equal ones. */
static bool motion_sort_times(motion_job *job, const double *times, uint32_t count) {
    uint32_t *order = gaiti_alloc(&job->scratch, count, sizeof *order);
    uint32_t *work = gaiti_alloc(&job->scratch, count, sizeof *work);
    double *sorted = gaiti_alloc(&job->scratch, count, sizeof *sorted);
    uint32_t kept = 0;
    if (!order || !work || !sorted) {
        return false;
    }
    for (uint32_t k = 0; k < count; k++) {
        order[k] = k;
    }
    gaiti_sort(order, count, motion_is_before, times, work);
    for (uint32_t k = 0; k < count; k++) {
        if (kept == 0 || times[order[k]] > sorted[kept - 1]) {
            sorted[kept++] = times[order[k]];
        }
    }
    job->times = (gaiti_edited_times){sorted, kept};
    return true;
}

/* Lists the times of all keys of the animation that move a bone. */
static gait_status motion_list_times(motion_job *job) {
    const gait_gltf_animated_rig *it = job->animated;
    uint32_t channels = gait_gltf_animation_at(it->file, it->animation).channel_count;
    gaiti_edited_times *lists = gaiti_alloc(&job->scratch, channels, sizeof *lists);
    uint64_t count = 0, at = 0;
    for (uint32_t c = 0; lists && c < channels; c++) {
        gaiti_gltf_channel channel = gaiti_gltf_channel_at(it->file, it->animation, c);
        if (channel.node >= 0 && job->is_above[channel.node] && channel.key_count > 0) {
            GAITI_TRY(
                gaiti_edited_channel_times(it->file, it->animation, c, &job->scratch, &lists[c]));
            count += lists[c].count;
        }
    }
    if (count > UINT32_MAX) {
        return GAIT_LIMIT;
    }
    double *times = gaiti_alloc(&job->scratch, count, sizeof *times);
    if (!lists || !times) {
        return job->scratch.status;
    }
    for (uint32_t c = 0; c < channels; c++) {
        if (lists[c].count > 0 && lists[c].at) {
            memcpy(times + at, lists[c].at, lists[c].count * sizeof *times);
            at += lists[c].count;
        }
    }
    return motion_sort_times(job, times, (uint32_t)count) ? GAIT_OK : job->scratch.status;
}

/* Makes the curves of a moved bone; their values are set later. */
static bool motion_add_curves(const motion_job *job, gaiti_arena *arena, gait_edited_track *track) {
    uint32_t count = job->times.count;
    double *times = gaiti_alloc(arena, count, sizeof *times);
    double *rotations = gaiti_alloc(arena, count, 4 * sizeof *rotations);
    double *translations = gaiti_alloc(arena, count, 3 * sizeof *translations);
    if (!times || !rotations || !translations) {
        return false;
    }
    memcpy(times, job->times.at, count * sizeof *times);
    track->rotation = (gait_edited_curve){.count = count, .times = times, .values = rotations};
    track->translation =
        (gait_edited_curve){.count = count, .times = times, .values = translations};
    return true;
}

/* Stores the pose of a moved bone as key k of its curves. */
static void motion_set_key(const gait_edited_track *track, uint32_t k, const gait_affine *from_axes,
                           const gait_transform *pose) {
    gait_affine local = gait_affine_from_transform(pose);
    gait_transform result;
    local = gait_affine_multiply(from_axes, &local);
    gait_affine_decompose(&local, &result);
    memcpy((double *)(uintptr_t)track->rotation.values + (size_t)k * 4, result.q, sizeof result.q);
    memcpy((double *)(uintptr_t)track->translation.values + (size_t)k * 3, result.t,
           sizeof result.t);
}

static gait_status motion_sample(motion_job *job, const gait_affine *from_axes,
                                 const gait_options *options, gaiti_arena *arena,
                                 gait_edited_track *tracks) {
    const gait_affine identity = gait_affine_identity();
    const gait_gltf_rig *rig = job->animated->rig;
    uint32_t bones = gait_gltf_rig_bone_count(rig);
    gait_transform *pose = gaiti_alloc(&job->scratch, bones, sizeof *pose);
    for (uint32_t b = 0; pose && b < bones; b++) {
        if (job->is_moved[b] && !motion_add_curves(job, arena, &tracks[b])) {
            return arena->status;
        }
    }
    GAITI_TRY(job->scratch.status);
    gaiti_gltf_read_player player;
    gait_status status;
    GAITI_TRY_DONE(
        gaiti_gltf_read_play(&player, job->animated->file, job->animated->animation, rig, options));
    for (uint32_t k = 0; k < job->times.count; k++) {
        GAITI_TRY_DONE(
            gaiti_gltf_read_play_frames(&player, &job->times.at[k], 1, 0, options, pose));
        for (uint32_t b = 0; b < bones; b++) {
            if (job->is_moved[b]) {
                bool is_root = gaiti_gltf_rig_parent(rig, b) < 0;
                motion_set_key(&tracks[b], k, is_root ? from_axes : &identity, &pose[b]);
            }
        }
    }
done:
    gaiti_gltf_read_stop(&player);
    return status;
}

static gait_status motion_run(motion_job *job, const gait_affine *from_axes,
                              const gait_options *options, gaiti_arena *arena,
                              gait_edited_track *tracks, bool *out_moves) {
    uint32_t nodes = gaiti_gltf_node_count(job->animated->file);
    job->is_animated = gaiti_alloc(&job->scratch, nodes, sizeof *job->is_animated);
    job->is_above = gaiti_alloc(&job->scratch, nodes, sizeof *job->is_above);
    job->is_moved = gaiti_alloc(&job->scratch, gait_gltf_rig_bone_count(job->animated->rig),
                                sizeof *job->is_moved);
    GAITI_TRY(job->scratch.status);
    motion_mark_nodes(job);
    *out_moves = motion_mark_bones(job);
    if (!*out_moves) {
        return GAIT_OK;
    }
    GAITI_TRY(motion_list_times(job));
    return motion_sample(job, from_axes, options, arena, tracks);
}

gait_status gaiti_edited_add_motion(const gait_gltf_animated_rig *animated,
                                    const gait_affine *from_axes, const gait_options *options,
                                    gaiti_arena *arena, gait_edited_track *tracks,
                                    bool *out_moves) {
    motion_job job = {.animated = animated};
    gaiti_arena_init(&job.scratch, options, 1 << 12);
    gait_status status = motion_run(&job, from_axes, options, arena, tracks, out_moves);
    gaiti_arena_free(&job.scratch);
    return status;
}
