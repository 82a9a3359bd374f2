/* Compares the poses of two clips. */
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/try.h"
#include "base/memory.h"
#include "base/number/trig.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "gait/compare.h"
#include "model/affine.h"
#include "model/clip.h"

#define COMPARE_INFINITE ((double)INFINITY)

struct gait_clip_comparison {
    gaiti_arena arena;
    gait_comparison_summary summary;
    gait_bone_comparison *bones;
};

/* One comparison in progress; arrays are in `work`. */
typedef struct compare_job {
    const gait_clip *clip, *other;
    gait_clip_comparison *result;
    gaiti_arena work;
    /* Each is followed by the same number for interpolation. */
    gait_affine *pose;  /* of `clip` */
    gait_affine *posed; /* of `other` */
} compare_job;

void gait_clip_comparison_free(gait_clip_comparison *comparison) {
    gaiti_free_object(comparison, offsetof(gait_clip_comparison, arena));
}

/* --- bones ------------------------------------------------------------------------------------ */

static gait_bone_comparison compare_no_bone(void) {
    return (gait_bone_comparison){
        .bone = -1, .other = -1, .distance = {.bone = -1}, .angle = {.bone = -1}};
}

/* Lists the bones of both skeletons. A bone of `other` is matched once. */
static gait_status compare_list_bones(compare_job *job) {
    const gait_skeleton *first = job->clip->skeleton, *second = job->other->skeleton;
    gait_clip_comparison *result = job->result;
    uint64_t count = (uint64_t)first->bone_count + second->bone_count;
    bool *is_matched = gaiti_alloc(&job->work, second->bone_count, sizeof *is_matched);
    result->bones = gaiti_alloc(&result->arena, count, sizeof *result->bones);
    if (!is_matched || !result->bones) {
        return is_matched ? result->arena.status : job->work.status;
    }
    for (uint32_t b = 0; b < first->bone_count; b++) {
        gait_bone_comparison *bone = &result->bones[result->summary.bone_count++];
        int32_t found = gait_skeleton_find(second, first->bones[b].name);
        *bone = compare_no_bone();
        bone->name = first->bones[b].name;
        bone->bone = (int32_t)b;
        if (found >= 0 && !is_matched[found]) {
            is_matched[found] = true;
            bone->other = found;
            bone->distance.bone = bone->angle.bone = (int32_t)b;
            bone->distance.bone_name = bone->angle.bone_name = bone->name;
            result->summary.compared_bones++;
        }
    }
    for (uint32_t b = 0; b < second->bone_count; b++) {
        if (!is_matched[b]) {
            gait_bone_comparison *bone = &result->bones[result->summary.bone_count++];
            *bone = compare_no_bone();
            bone->name = second->bones[b].name;
            bone->other = (int32_t)b;
        }
    }
    return GAIT_OK;
}

/* --- frames ----------------------------------------------------------------------------------- */

/* The time in `other` for a frame of `clip`. */
static double compare_time(const compare_job *job, uint32_t frame) {
    const gait_clip *clip = job->clip, *other = job->other;
    double first = (double)other->time[0], last = (double)other->time[other->frame_count - 1];
    double since = (double)clip->time[frame] - (double)clip->time[0];
    if (clip->time_unit != other->time_unit) {
        double span = (double)clip->time[clip->frame_count - 1] - (double)clip->time[0];
        since = span > 0 ? since / span * (last - first) : 0;
    }
    return first + since;
}

/* The pose at a time; outside of the clip, that of its first or last frame. */
static gait_status compare_pose_time(const gait_clip *clip, double time, gait_affine *pose) {
    double first = (double)clip->time[0], last = (double)clip->time[clip->frame_count - 1];
    time = time < first ? first : time > last ? last : time;
    return gait_pose_at_time(clip, time, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, pose,
                             pose + clip->skeleton->bone_count);
}

static gait_status compare_pose_frame(const compare_job *job, uint32_t frame) {
    GAITI_TRY(gait_pose_at_frame(job->clip, frame, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, job->pose));
    if (job->clip->frame_count == job->other->frame_count) {
        return gait_pose_at_frame(job->other, frame, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE,
                                  job->posed);
    }
    return compare_pose_time(job->other, compare_time(job, frame), job->posed);
}

static double compare_angle_deg(const gait_affine *a, const gait_affine *b) {
    gait_transform from, to;
    double q[4];
    double sum = 0;
    for (int i = 0; i < 9; i++) {
        sum += a->m[i / 3][i % 3] - b->m[i / 3][i % 3];
    }
    if (!(gaiti_abs(sum) <= 1e300)) {
        return COMPARE_INFINITE; /* the decomposition replaces it by the identity */
    }
    gait_affine_decompose(a, &from);
    gait_affine_decompose(b, &to);
    gaiti_quaternion_relative(from.q, to.q, q);
    return gaiti_rotation_angle(q) * GAITI_DEGREES_PER_RADIAN;
}

/* A value that is not a number is larger than all others. */
static void compare_raise(gait_max_difference *maximum, double amount, uint32_t frame) {
    if (!(amount <= maximum->amount)) {
        maximum->amount = amount <= 1e300 ? amount : COMPARE_INFINITE;
        maximum->frame = frame;
    }
}

static void compare_frame(const compare_job *job, uint32_t frame) {
    for (uint32_t i = 0; i < job->clip->skeleton->bone_count; i++) {
        gait_bone_comparison *bone = &job->result->bones[i];
        if (bone->other >= 0) {
            const gait_affine *a = &job->pose[i], *b = &job->posed[bone->other];
            compare_raise(&bone->distance, 1000 * gaiti_distance(a->t, b->t), frame);
            compare_raise(&bone->angle, compare_angle_deg(a, b), frame);
        }
    }
}

/* Summarises the bones after the last frame. */
static void compare_summarize(gait_clip_comparison *result) {
    gait_comparison_summary *summary = &result->summary;
    summary->distance.bone = summary->angle.bone = -1;
    for (uint32_t i = 0; i < summary->bone_count; i++) {
        const gait_bone_comparison *bone = &result->bones[i];
        if (bone->distance.bone < 0) {
            continue;
        }
        if (summary->distance.bone < 0 || bone->distance.amount > summary->distance.amount) {
            summary->distance = bone->distance;
        }
        if (summary->angle.bone < 0 || bone->angle.amount > summary->angle.amount) {
            summary->angle = bone->angle;
        }
    }
}

/* --- the comparison --------------------------------------------------------------------------- */

static gait_status compare_frames(compare_job *job) {
    uint32_t count = job->clip->frame_count;
    if (!job->pose || !job->posed) {
        return job->work.status;
    }
    for (uint32_t frame = 0; frame < count; frame++) {
        GAITI_TRY(compare_pose_frame(job, frame));
        compare_frame(job, frame);
    }
    job->result->summary.frame_count = count;
    compare_summarize(job->result);
    return GAIT_OK;
}

static gait_status compare_check_clips(const gait_clip *clip, const gait_clip *other) {
    if (!gaiti_clip_is_complete(clip) || !gaiti_clip_is_complete(other)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (gait_pose_requirements(clip, GAIT_SPACE_MODEL) != GAIT_REQUIRES_NOTHING ||
        gait_pose_requirements(other, GAIT_SPACE_MODEL) != GAIT_REQUIRES_NOTHING) {
        return GAIT_UNSUPPORTED;
    }
    return clip->frame_count == 0 || other->frame_count == 0 ? GAIT_NOT_FOUND : GAIT_OK;
}

/* Checks the clips, allocates memory and matches the bones. compare_end() is required in any
 * case. */
static gait_status compare_begin(compare_job *job, const gait_clip *clip, const gait_clip *other,
                                 const gait_options *options) {
    *job = (compare_job){.clip = clip, .other = other};
    gaiti_arena_init(&job->work, options, 0);
    gait_status status;
    GAITI_TRY(compare_check_clips(clip, other));
    job->result = gaiti_new_object(options, sizeof *job->result,
                                   offsetof(gait_clip_comparison, arena), 0, &status);
    GAITI_TRY(status);
    job->pose =
        gaiti_alloc(&job->work, 2 * (uint64_t)clip->skeleton->bone_count, sizeof *job->pose);
    job->posed =
        gaiti_alloc(&job->work, 2 * (uint64_t)other->skeleton->bone_count, sizeof *job->posed);
    return job->pose && job->posed ? compare_list_bones(job) : job->work.status;
}

/* Frees the memory of a job. Returns the result, or frees it too and returns NULL if it is not
 * used. */
static gait_clip_comparison *compare_end(compare_job *job, bool is_used) {
    gaiti_arena_free(&job->work);
    if (!is_used) {
        gait_clip_comparison_free(job->result);
        job->result = NULL;
    }
    return job->result;
}

gait_status gait_clip_compare(const gait_clip *clip, const gait_clip *other,
                              const gait_options *options, gait_clip_comparison **out_comparison) {
    compare_job job;
    if (!GAITI_CLEAR(out_comparison)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_status status = compare_begin(&job, clip, other, options);
    if (status == GAIT_OK) {
        status = compare_frames(&job);
    }
    *out_comparison = compare_end(&job, status == GAIT_OK);
    return status;
}

gait_comparison_summary gait_clip_comparison_summary(const gait_clip_comparison *comparison) {
    return comparison ? comparison->summary
                      : (gait_comparison_summary){.distance = {.bone = -1}, .angle = {.bone = -1}};
}

gait_bone_comparison gait_clip_comparison_bone(const gait_clip_comparison *comparison,
                                               uint32_t index) {
    return comparison && index < comparison->summary.bone_count ? comparison->bones[index]
                                                                : compare_no_bone();
}

/* --- distances at pairs of times -------------------------------------------------------------- */

static float compare_max_distance_m(const compare_job *job) {
    gait_max_difference maximum = {0};
    for (uint32_t i = 0; i < job->clip->skeleton->bone_count; i++) {
        int32_t other = job->result->bones[i].other;
        if (other >= 0) {
            compare_raise(&maximum, 1000 * gaiti_distance(job->pose[i].t, job->posed[other].t), 0);
        }
    }
    double metres = maximum.amount / 1000;
    return metres < (double)FLT_MAX ? (float)metres : INFINITY;
}

gait_status gait_clip_distances(const gait_clip *clip, const gait_clip *other,
                                const gait_time_pair *times, uint32_t count,
                                const gait_options *options, float *out_distances) {
    compare_job job;
    if ((!times || !out_distances) && count > 0) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_status status;
    GAITI_TRY_DONE(compare_begin(&job, clip, other, options));
    for (uint32_t i = 0; i < count; i++) {
        GAITI_TRY_DONE(compare_pose_time(clip, times[i].time, job.pose));
        GAITI_TRY_DONE(compare_pose_time(other, times[i].other, job.posed));
        out_distances[i] = compare_max_distance_m(&job);
    }
done:
    compare_end(&job, false);
    return status;
}
