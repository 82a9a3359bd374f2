/* Recovers pivots from motion: the pivot of a bone is the point that does not move relative to the
 * parent. */
#include <math.h>
#include <string.h>

#include "base/arguments.h"
#include "base/memory.h"
#include "base/try.h"
#include "gait/transform.h"
#include "gait/pose.h"
#include "model/affine.h"
#include "model/clip.h"
#include "ops/pivots.h"

/* Maximum error of a recovered coordinate, in metres. */
static const double pivots_error_max = 0.005;
/* Minimum error due to quantised keys, and maximum residual of a real joint, in metres. */
static const double pivots_noise_min = 5e-5, pivots_rms_max = 0.003;
/* Maximum distance of a recovered pivot from that of the parent, in metres, if the size of the body
 * is not known. */
static const double pivots_reach_max = 10;
/* Smaller eigenvalues are rounding errors. */
static const double pivots_weight_min = 1e-9;

enum { PIVOTS_SWEEPS = 32 };

/* Sums over all frames of A'A, A't and t't, with A = M - 1; they suffice for least squares. */
typedef struct pivots_sums {
    double square[3][3];
    double side[3];
    double length;
} pivots_sums;

static void pivots_add(pivots_sums *sums, const gait_affine *local) {
    gait_affine a = *local;
    for (int i = 0; i < 3; i++) {
        a.m[i][i] -= 1;
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            for (int k = 0; k < 3; k++) {
                sums->square[i][j] += a.m[k][i] * a.m[k][j];
            }
            sums->side[i] += a.m[j][i] * a.t[j];
        }
        sums->length += a.t[i] * a.t[i];
    }
}

/* The root mean square of A p + t over all frames. */
static double pivots_rms(const pivots_sums *sums, const double p[3], uint32_t frame_count) {
    double sum = sums->length;
    for (int i = 0; i < 3; i++) {
        sum += 2 * p[i] * sums->side[i];
        for (int j = 0; j < 3; j++) {
            sum += p[i] * sums->square[i][j] * p[j];
        }
    }
    return sum > 0 ? sqrt(sum / frame_count) : 0;
}

/* --- eigenvectors ----------------------------------------------------------------------------- */

/* A Jacobi rotation: makes m[p][q] zero and rotates the columns of `vectors` accordingly. */
static void pivots_rotate(double m[3][3], double vectors[3][3], int p, int q) {
    double slope = (m[q][q] - m[p][p]) / (2 * m[p][q]);
    double t = (slope < 0 ? -1 : 1) / (gaiti_abs(slope) + sqrt(slope * slope + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < 3; k++) {
        double a = m[k][p], b = m[k][q];
        m[k][p] = c * a - s * b;
        m[k][q] = s * a + c * b;
    }
    for (int k = 0; k < 3; k++) {
        double a = m[p][k], b = m[q][k];
        m[p][k] = c * a - s * b;
        m[q][k] = s * a + c * b;
    }
    for (int k = 0; k < 3; k++) {
        double a = vectors[k][p], b = vectors[k][q];
        vectors[k][p] = c * a - s * b;
        vectors[k][q] = s * a + c * b;
    }
}

/* Diagonalises a symmetric matrix; the columns of `vectors` become its eigenvectors. */
static void pivots_diagonalise(double m[3][3], double vectors[3][3]) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            vectors[i][j] = i == j;
        }
    }
    for (int sweep = 0; sweep < PIVOTS_SWEEPS; sweep++) {
        double off = gaiti_abs(m[0][1]) + gaiti_abs(m[0][2]) + gaiti_abs(m[1][2]);
        double size = gaiti_abs(m[0][0]) + gaiti_abs(m[1][1]) + gaiti_abs(m[2][2]);
        if (!(off > size * 1e-15)) {
            break;
        }
        for (int p = 0; p < 2; p++) {
            for (int q = p + 1; q < 3; q++) {
                if (m[p][q] != 0) {
                    pivots_rotate(m, vectors, p, q);
                }
            }
        }
    }
}

/* --- one bone --------------------------------------------------------------------------------- */

/* Moves p, initially the parent's pivot, to the least-squares solution in the directions that the
 * motion determines; the motion of a hinge leaves the direction of its axis undetermined. Returns
 * the number of determined directions. */
static int pivots_solve(const pivots_sums *sums, double noise, double p[3]) {
    double diagonal[3][3], vectors[3][3], pull[3], moved[3] = {p[0], p[1], p[2]};
    int determined = 0;
    for (int i = 0; i < 3; i++) {
        pull[i] = -sums->side[i];
        for (int j = 0; j < 3; j++) {
            diagonal[i][j] = sums->square[i][j];
            pull[i] -= sums->square[i][j] * p[j];
        }
    }
    pivots_diagonalise(diagonal, vectors);
    for (int k = 0; k < 3; k++) {
        double along = 0, weight = diagonal[k][k];
        if (!(weight > pivots_weight_min && noise <= pivots_error_max * sqrt(weight))) {
            continue;
        }
        for (int i = 0; i < 3; i++) {
            along += vectors[i][k] * pull[i];
        }
        for (int i = 0; i < 3; i++) {
            moved[i] += vectors[i][k] * along / weight;
        }
        determined++;
    }
    for (int i = 0; i < 3; i++) {
        p[i] = moved[i];
    }
    return determined;
}

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
static void pivots_recover_one(const pivots_sums *sums, uint32_t frame_count, double reach,
                               gait_pivot *out) {
    gait_pivot found = *out, best = *out;
    (void)pivots_solve(sums, 0, best.at);
    double noise = pivots_rms(sums, best.at, frame_count);
    noise = noise > pivots_noise_min ? noise : pivots_noise_min;
    found.directions = (uint8_t)pivots_solve(sums, noise * sqrt((double)frame_count), found.at);
    found.rms_m = pivots_rms(sums, found.at, frame_count);
    found.origin = GAIT_ORIGIN_RECOVERED;
    if (found.directions >= 2 && found.rms_m <= pivots_rms_max && pivots_is_finite(&found) &&
        gaiti_distance(found.at, out->at) <= reach) {
        *out = found;
    }
}

/* --- all bones -------------------------------------------------------------------------------- */

static gait_status pivots_collect(const gait_clip *clip, gaiti_arena *scratch,
                                  pivots_sums **out_sums) {
    uint32_t bone_count = clip->skeleton->bone_count;
    gait_affine *pose = gaiti_alloc(scratch, bone_count, sizeof *pose);
    pivots_sums *sums = gaiti_alloc(scratch, bone_count, sizeof *sums);
    *out_sums = sums;
    for (uint32_t frame = 0; pose && sums && frame < clip->frame_count; frame++) {
        GAITI_TRY(gait_pose_at_frame(clip, frame, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE, pose));
        for (uint32_t b = 0; b < bone_count; b++) {
            pivots_add(&sums[b], &pose[b]);
        }
    }
    return scratch->status;
}

static void pivots_fill(const gait_clip *clip, const pivots_sums *sums, gait_pivot *out) {
    const gait_skeleton *skeleton = clip->skeleton;
    const double reach = pivots_reach(skeleton);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const gait_bone *bone = &skeleton->bones[b];
        out[b] = (gait_pivot){.origin = GAIT_ORIGIN_UNKNOWN};
        if (bone->parent >= 0) {
            memcpy(out[b].at, out[bone->parent].at, sizeof out[b].at);
            out[b].origin = GAIT_ORIGIN_PARENT;
        }
        if (gaiti_pivot_is_known(bone)) {
            memcpy(out[b].at, skeleton->rest_model[b].t, sizeof out[b].at);
            out[b].origin = bone->rest_origin;
        } else if (bone->parent >= 0 && clip->frame_count > 0 &&
                   clip->tracks[b].rotation.count > 0) {
            pivots_recover_one(&sums[b], clip->frame_count, reach, &out[b]);
        }
    }
}

gait_status gaiti_recover_pivots(const gait_clip *clip, const gait_options *options,
                                 gait_pivot *out_pivots) {
    if (!gaiti_clip_is_complete(clip) || !out_pivots ||
        (clip->space != GAIT_SPACE_DELTA && clip->space != GAIT_SPACE_LOCAL_DELTA)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena scratch;
    pivots_sums *sums;
    gaiti_arena_init(&scratch, options, 0);
    gait_status status = pivots_collect(clip, &scratch, &sums);
    if (status == GAIT_OK) {
        pivots_fill(clip, sums, out_pivots);
    }
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
