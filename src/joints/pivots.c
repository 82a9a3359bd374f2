/* Recovers pivots from motion: the pivot of a bone is the point that does not move relative to the
 * parent. */
#include <string.h>

#include "base/try.h"
#include "base/memory.h"
#include "base/sort.h"
#include "gait/transform.h"
#include "gait/pose.h"
#include "model/affine.h"
#include "model/clip.h"
#include "joints/joint_sums.h"
#include "joints/pivots.h"

/* Maximum error of a recovered coordinate, in metres. */
static const double pivots_error_max = 0.005;
/* Minimum error due to quantised keys, and maximum residual of a real joint, in metres. */
static const double pivots_noise_min = 5e-5, pivots_rms_max = 0.003;
/* Maximum distance of a recovered pivot from that of the parent, in metres, if the size of the body
 * is not known. */
static const double pivots_reach_max = 10;
/* --- one bone --------------------------------------------------------------------------------- */

static bool pivots_is_finite(const gait_pivot *pivot) {
    double sum = pivot->rms_m;
    for (int i = 0; i < 3; i++) {
        sum += pivot->at[i];
    }
    return sum - sum == 0;
}

/* The size of the body: the diagonal of the box around all known pivots. */
static double pivots_reach(const gait_skeleton *skeleton) {
    double low[3] = {0}, high[3] = {0};
    bool is_first = true;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const double *at = skeleton->rest_model[b].t;
        if (!gaiti_pivot_is_known(&skeleton->bones[b])) {
            continue;
        }
        for (int i = 0; i < 3; i++) {
            low[i] = is_first || at[i] < low[i] ? at[i] : low[i];
            high[i] = is_first || at[i] > high[i] ? at[i] : high[i];
        }
        is_first = false;
    }
    double size = gaiti_distance(low, high);
    return size > 0 ? size : pivots_reach_max;
}

/* `out` contains the parent's pivot on entry, and keeps it when the motion determines no other. A
 * bone that also moves freely can seem to rotate about a point far away. */
static void pivots_recover_one(const gaiti_joint_sums *sums, uint32_t frame_count, double reach,
                               gait_pivot *out) {
    gait_pivot found = *out, best = *out;
    (void)gaiti_joint_move(sums, frame_count, 0, pivots_error_max, best.at);
    double noise = gaiti_joint_gap(sums, frame_count, best.at);
    noise = noise > pivots_noise_min ? noise : pivots_noise_min;
    found.directions =
        (uint8_t)gaiti_joint_move(sums, frame_count, noise, pivots_error_max, found.at);
    found.rms_m = gaiti_joint_gap(sums, frame_count, found.at);
    found.origin = GAIT_ORIGIN_RECOVERED;
    if (found.directions >= 2 && found.rms_m <= pivots_rms_max && pivots_is_finite(&found) &&
        gaiti_distance(found.at, out->at) <= reach) {
        *out = found;
    }
}

/* --- all bones -------------------------------------------------------------------------------- */

/* Sums `key_count` keys of the clip, evenly distributed. */
static gait_status pivots_collect(const gait_clip *clip, uint32_t key_count, gaiti_arena *scratch,
                                  gaiti_joint_sums **out_sums) {
    uint32_t bone_count = clip->skeleton->bone_count;
    gait_affine *pose = gaiti_alloc(scratch, bone_count, sizeof *pose);
    gaiti_joint_sums *sums = gaiti_alloc(scratch, bone_count, sizeof *sums);
    const gait_affine still = gait_affine_identity();
    *out_sums = sums;
    for (uint32_t k = 0; pose && sums && k < key_count; k++) {
        uint64_t frame =
            key_count > 1 ? (uint64_t)k * (clip->frame_count - 1) / (key_count - 1) : 0;
        GAITI_TRY(gait_pose_at_frame(clip, (uint32_t)frame, GAIT_SPACE_LOCAL_DELTA,
                                     GAIT_AXES_ENGINE, pose));
        for (uint32_t b = 0; b < bone_count; b++) {
            gaiti_joint_sums_add(&sums[b], &pose[b], &still);
        }
    }
    return scratch->status;
}

/* Fills the pivots of all bones below the roots, whose pivots are set. */
static void pivots_fill_bones(const gait_clip *clip, const gaiti_joint_sums *sums,
                              gait_pivot *out) {
    const gait_skeleton *skeleton = clip->skeleton;
    const double reach = pivots_reach(skeleton);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const gait_bone *bone = &skeleton->bones[b];
        if (gaiti_pivot_is_known(bone)) {
            const double *at = skeleton->rest_model[b].t;
            out[b] = (gait_pivot){.at = {at[0], at[1], at[2]}, .origin = bone->rest_origin};
        } else if (bone->parent >= 0) {
            const double *at = out[bone->parent].at;
            out[b] = (gait_pivot){.at = {at[0], at[1], at[2]}, .origin = GAIT_ORIGIN_PARENT};
            if (clip->frame_count > 0 && clip->tracks[b].rotation.count > 0) {
                pivots_recover_one(&sums[b], clip->frame_count, reach, &out[b]);
            }
        }
    }
}

/* Places a root in the middle of the pivots of its children that the motion determines: in all
 * directions, or if there are none, in two. */
static void pivots_place_root(const gait_skeleton *skeleton, uint32_t root, gait_pivot *out) {
    for (int directions = 3; directions >= 2; directions--) {
        double sum[3] = {0};
        uint32_t count = 0;
        for (uint32_t b = root + 1; b < skeleton->bone_count; b++) {
            if (skeleton->bones[b].parent == (int32_t)root && out[b].directions >= directions) {
                for (int i = 0; i < 3; i++) {
                    sum[i] += out[b].at[i];
                }
                count++;
            }
        }
        if (count > 0) {
            for (int i = 0; i < 3; i++) {
                out[root].at[i] = sum[i] / count;
            }
            out[root].origin = GAIT_ORIGIN_RECOVERED;
            return;
        }
    }
}

static void pivots_fill(const gait_clip *clip, const gaiti_joint_sums *sums, gait_pivot *out) {
    const gait_skeleton *skeleton = clip->skeleton;
    memset(out, 0, skeleton->bone_count * sizeof *out); /* roots at the origin, unknown */
    pivots_fill_bones(clip, sums, out);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const gait_bone *bone = &skeleton->bones[b];
        if (bone->parent < 0 && !gaiti_pivot_is_known(bone)) {
            pivots_place_root(skeleton, b, out);
        }
    }
    pivots_fill_bones(clip, sums, out);
}

gait_status gaiti_recover_pivots(const gait_clip *clip, const gait_options *options,
                                 gait_pivot *out_pivots) {
    if (!gaiti_clip_is_complete(clip) || !out_pivots ||
        (clip->space != GAIT_SPACE_DELTA && clip->space != GAIT_SPACE_LOCAL_DELTA)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena scratch;
    gaiti_joint_sums *sums;
    gaiti_arena_init(&scratch, options, 0);
    gait_status status = pivots_collect(clip, clip->frame_count, &scratch, &sums);
    if (status == GAIT_OK) {
        pivots_fill(clip, sums, out_pivots);
    }
    gaiti_arena_free(&scratch);
    return status;
}

/* --- another body ----------------------------------------------------------------------------- */

enum { PIVOTS_MIN_COMPARED = 3 };

/* A clip of a body that may differ from its skeleton, and the pivots of the motion. */
typedef struct pivots_body {
    const gait_skeleton *skeleton;
    gait_pivot *found;
    uint32_t compared;
    double *distances; /* of pivots in the table that the motion determines in all directions */
    uint32_t *order;   /* room for twice the number of bones */
} pivots_body;

/* Fills the pivots of the motion. Where it determines none, a bone has the same place relative to
 * its parent as in the skeleton. */
static void pivots_fill_body(pivots_body *self, const gaiti_joint_sums *sums, uint32_t key_count) {
    const gait_skeleton *skeleton = self->skeleton;
    const double reach = pivots_reach(skeleton);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const gait_bone *bone = &skeleton->bones[b];
        const double *at = skeleton->rest_model[b].t;
        gait_pivot *out = &self->found[b];
        *out = (gait_pivot){.at = {at[0], at[1], at[2]}, .origin = bone->rest_origin};
        for (int i = 0; i < 3 && bone->parent >= 0; i++) {
            out->at[i] += self->found[bone->parent].at[i] - skeleton->rest_model[bone->parent].t[i];
        }
        out->origin = bone->parent >= 0 ? GAIT_ORIGIN_CONVENTION : out->origin;
        if (bone->parent >= 0) {
            pivots_recover_one(&sums[b], key_count, reach, out);
        }
        if (out->directions == 3 && bone->rest_origin == GAIT_ORIGIN_TABLE) {
            self->distances[self->compared++] = gaiti_distance(out->at, at);
        }
    }
}

/* The median of the distances; 0 if there are too few. */
static double pivots_body_distance(const pivots_body *self) {
    return self->compared < PIVOTS_MIN_COMPARED
               ? 0
               : gaiti_median(self->distances, self->compared, self->order);
}

/* True if a skeleton has pivots of a table, with which those of the motion can be compared. */
static bool pivots_are_comparable(const gait_skeleton *skeleton) {
    uint32_t count = 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        count += skeleton->bones[b].rest_origin == GAIT_ORIGIN_TABLE;
    }
    return count >= PIVOTS_MIN_COMPARED;
}

gait_status gaiti_recover_body(const gait_clip *clip, const gait_options *options,
                               gait_pivot *pivots, double *out_distance_m) {
    const uint32_t keys_max = 32, bone_count = clip->skeleton->bone_count;
    const double distance_max = 0.03;
    uint32_t key_count = clip->frame_count < keys_max ? clip->frame_count : keys_max;
    gaiti_arena scratch;
    gaiti_joint_sums *sums;
    *out_distance_m = 0;
    if (!pivots_are_comparable(clip->skeleton)) {
        return GAIT_OK;
    }
    gaiti_arena_init(&scratch, options, 0);
    pivots_body self = {.skeleton = clip->skeleton,
                        .found = gaiti_alloc(&scratch, bone_count, sizeof *self.found),
                        .distances = gaiti_alloc(&scratch, bone_count, sizeof *self.distances),
                        .order = gaiti_alloc(&scratch, (uint64_t)bone_count * 2, sizeof(uint32_t))};
    gait_status status;
    GAITI_TRY_DONE(pivots_collect(clip, key_count, &scratch, &sums));
    if (self.found && self.distances && self.order) {
        pivots_fill_body(&self, sums, key_count);
        double distance = pivots_body_distance(&self);
        if (distance > distance_max) {
            *out_distance_m = distance;
            memcpy(pivots, self.found, bone_count * sizeof *pivots);
        }
    }
    status = scratch.status;
done:
    gaiti_arena_free(&scratch);
    return status;
}

/* --- into a skeleton -------------------------------------------------------------------------- */

gait_status gaiti_skeleton_at_pivots(const gait_skeleton *skeleton, const gait_pivot *pivots,
                                     const gait_options *options, gait_skeleton **out_skeleton) {
    if (!GAITI_CLEAR(out_skeleton) || !skeleton || !pivots) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, options, 0);
    gait_bone *bones = gaiti_alloc(&scratch, skeleton->bone_count, sizeof *bones);
    gait_status status = scratch.status;
    for (uint32_t b = 0; bones && b < skeleton->bone_count; b++) {
        gait_bone *bone = &bones[b];
        *bone = skeleton->bones[b];
        bone->rest = (gait_transform){.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
        for (int i = 0; i < 3; i++) {
            double origin = bone->parent >= 0 ? pivots[bone->parent].at[i] : 0;
            bone->rest.t[i] = pivots[b].at[i] - origin;
        }
        bone->rest_origin = pivots[b].origin;
    }
    if (bones) {
        status =
            gaiti_skeleton_new(skeleton->name, bones, skeleton->bone_count, options, out_skeleton);
    }
    gaiti_arena_free(&scratch);
    return status;
}
