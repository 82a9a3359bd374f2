/* Measures all pairs of bones: where they meet, how large the gap is there, how much they turn.
 *
 * All tolerances scale with the size of the figure, since files may be in centimetres. The size is
 * unknown too: it is estimated from the joints that are certain at the tolerances of an assumed
 * size, and these again with the estimate. */
#include <math.h>

#include "base/sort.h"
#include "joints/joint_state.h"
#include "model/affine.h"

enum { JOINT_SIZE_ROUNDS = 3 };

/* A joint is certain if the place where both bones meet is known within this error, for size 1, and
 * they turn about every axis by more than the square root of the second number, in radians. */
static const double joint_certain_error = 1e-3, joint_certain_turn = 1e-4;
/* The sizes with which an estimate begins, and the least one of a figure that was found with one of
 * the larger of these. */
static const double joint_sizes[] = {1, 10, 100};
static const double joint_min_size = 0.02, joint_min_large_size = 3;

static const gaiti_joint_sums *joint_sums_of(const gaiti_joint_figure *figure, uint32_t pair) {
    return &figure->sums[pair];
}

static void joint_solve_pair(const gaiti_joint_figure *figure, uint32_t pair, double out[3]) {
    double noise = GAITI_JOINT_NOISE * figure->size;
    gaiti_joint_solve(joint_sums_of(figure, pair), figure->key_count, noise * noise, figure->centre,
                      out);
}

static double joint_mean_turn(const gaiti_joint_figure *figure, uint32_t pair) {
    const double *square = joint_sums_of(figure, pair)->square;
    return (square[0] + square[3] + square[5]) / figure->key_count;
}

/* --- the size of the figure ------------------------------------------------------------------- */

/* For each bone, the point of its most certain joint. */
typedef struct joint_certain {
    double error; /* above all that are possible = none */
    double at[3];
} joint_certain;

static void joint_offer_certain(joint_certain *bone, double error, const double at[3]) {
    if (error < bone->error) {
        *bone = (joint_certain){error, {at[0], at[1], at[2]}};
    }
}

/* Finds the most certain joint of each bone, and moves these to the front. Returns their number. */
static uint32_t joint_find_certain(const gaiti_joint_figure *figure, joint_certain *out) {
    const double error_max = joint_certain_error * figure->size;
    uint32_t pair = 0, count = 0;
    for (uint32_t b = 0; b < figure->bone_count; b++) {
        out[b].error = error_max;
    }
    for (uint32_t high = 1; high < figure->bone_count; high++) {
        for (uint32_t low = 0; low < high; low++, pair++) {
            const gaiti_joint_sums *sums = joint_sums_of(figure, pair);
            double at[3], most = joint_mean_turn(figure, pair) / 3; /* of the least eigenvalue */
            if (!(most > joint_certain_turn)) {
                continue;
            }
            joint_solve_pair(figure, pair, at);
            double gap = gaiti_joint_gap(sums, figure->key_count, at);
            double worse = out[low].error > out[high].error ? out[low].error : out[high].error;
            if (!(gap / sqrt(most) < worse)) {
                continue;
            }
            double least = gaiti_joint_least_turn(sums, figure->key_count);
            if (least > joint_certain_turn) {
                joint_offer_certain(&out[low], gap / sqrt(least), at);
                joint_offer_certain(&out[high], gap / sqrt(least), at);
            }
        }
    }
    for (uint32_t b = 0; b < figure->bone_count; b++) {
        if (out[b].error < error_max) {
            out[count++] = out[b];
        }
    }
    return count;
}

/* Memory for an estimate. */
typedef struct joint_size_work {
    joint_certain *certain;
    double *numbers;
    uint32_t *order;
} joint_size_work;

/* Estimates size and centre with the tolerances of the present ones. False if too few joints are
 * certain. */
static bool joint_estimate(gaiti_joint_figure *figure, const joint_size_work *work) {
    uint32_t count = joint_find_certain(figure, work->certain);
    uint32_t least = figure->bone_count / 8 > 3 ? figure->bone_count / 8 : 3;
    if (count < least) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        for (uint32_t c = 0; c < count; c++) {
            work->numbers[c] = work->certain[c].at[i];
        }
        figure->centre[i] = gaiti_median(work->numbers, count, work->order);
    }
    for (uint32_t c = 0; c < count; c++) {
        double away[3];
        for (int i = 0; i < 3; i++) {
            away[i] = work->certain[c].at[i] - figure->centre[i];
        }
        work->numbers[c] = gaiti_vector_length(away);
    }
    double size = 2 * gaiti_median(work->numbers, count, work->order);
    figure->size = size > joint_min_size ? size : joint_min_size;
    return true;
}

/* Only the fingers turn in many gestures: tolerances of the size of a hand would be too small for
 * the body, so the size is at least 1. */
static bool joint_find_size(gaiti_joint_figure *figure) {
    joint_size_work work = {
        gaiti_alloc(figure->arena, figure->bone_count, sizeof *work.certain),
        gaiti_alloc(figure->arena, figure->bone_count, sizeof *work.numbers),
        gaiti_alloc(figure->arena, (uint64_t)figure->bone_count * 2, sizeof *work.order)};
    bool is_found = false;
    if (!work.certain || !work.numbers || !work.order) {
        return false;
    }
    for (size_t s = 0; s < sizeof joint_sizes / sizeof *joint_sizes && !is_found; s++) {
        figure->size = joint_sizes[s];
        figure->centre[0] = figure->centre[1] = figure->centre[2] = 0;
        is_found = true;
        for (int round = 0; round < JOINT_SIZE_ROUNDS && is_found; round++) {
            is_found = joint_estimate(figure, &work);
        }
        is_found = is_found && (s == 0 || figure->size > joint_min_large_size);
    }
    if (!is_found) {
        figure->centre[0] = figure->centre[1] = figure->centre[2] = 0;
    }
    figure->size = is_found && figure->size > 1 ? figure->size : 1;
    return true;
}

/* --- pairs ------------------------------------------------------------------------------------ */

/* A bone that turns by less than its gap shifts: it has no joint. */
static void joint_measure_pair(const gaiti_joint_figure *figure, uint32_t pair) {
    gaiti_joint_pair *out = &figure->pairs[pair];
    const double size = figure->size, noise = GAITI_JOINT_NOISE * size;
    double at[3], away[3];
    joint_solve_pair(figure, pair, at);
    for (int i = 0; i < 3; i++) {
        away[i] = noise * (at[i] - figure->centre[i]);
    }
    out->gap = gaiti_joint_gap(joint_sums_of(figure, pair), figure->key_count, at);
    out->misfit = sqrt(out->gap * out->gap + gaiti_vector_dot(away, away));
    out->turn = sqrt(joint_mean_turn(figure, pair) / 2);
    double swing = out->turn * size / 2;
    out->move = sqrt(out->gap * out->gap + swing * swing);
    out->is_rigid = out->move < GAITI_JOINT_RIGID * size;
    out->is_closed = out->misfit < GAITI_JOINT_OPEN * size &&
                     (out->gap < 0.1 * swing || out->move < 10 * GAITI_JOINT_RIGID * size);
}

bool gaiti_joint_measure_pairs(gaiti_joint_figure *figure) {
    uint32_t pair_count = gaiti_joint_pair_count(figure->bone_count);
    if (!joint_find_size(figure)) {
        return false;
    }
    figure->pairs = gaiti_alloc(figure->arena, pair_count, sizeof *figure->pairs);
    for (uint32_t pair = 0; pair < pair_count && figure->pairs; pair++) {
        joint_measure_pair(figure, pair);
    }
    return figure->pairs != NULL;
}
