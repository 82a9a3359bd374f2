/* Sums over keys, from which the gap between two bones is computed at any point. */
#ifndef GAITI_JOINTS_SUMS_H
#define GAITI_JOINTS_SUMS_H

#include "base/memory.h"
#include "gait/model.h"

/* Deltas at some keys of a clip: `key_count` poses of `bone_count` bones, in engine axes. */
typedef struct gaiti_joint_keys {
    uint32_t bone_count, key_count;
    gait_affine *poses; /* of bone b at key k: poses[k * bone_count + b] */
} gaiti_joint_keys;

/* For two bones with the deltas A and B, with [D | d] = A - B: the sums of D'D, D'd and d'd over
 * all keys. The gap between both bones at the point x is |D x + d|, so these ten numbers give the
 * sum of its squares at every point. */
typedef struct gaiti_joint_sums {
    double square[6]; /* of D'D: xx, xy, xz, yy, yz, zz */
    double side[3];   /* of D'd */
    double length;    /* of d'd */
} gaiti_joint_sums;

/* Files with more bones are not examined: the work grows with the square of their number. */
enum { GAITI_JOINT_MAX_BONES = 512 };

/* Selects the most different keys of a clip of deltas, at most 32. A key with a number that is not
 * finite is left out. `bones` has the index of each bone in the clip's skeleton; NULL = the same
 * index. Errors: those of gait_pose_at_frame(), GAIT_NO_MEMORY. */
gait_status gaiti_joint_keys_read(const gait_clip *clip, const uint32_t *bones, uint32_t bone_count,
                                  gaiti_arena *arena, gaiti_joint_keys *out);

/* The number of pairs of bones, and the index of the pair of two different bones. */
static inline uint32_t gaiti_joint_pair_count(uint32_t bone_count) {
    return bone_count > 0 ? bone_count * (bone_count - 1) / 2 : 0;
}
static inline uint32_t gaiti_joint_pair_index(uint32_t a, uint32_t b) {
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return high * (high - 1) / 2 + low;
}

/* Adds the gap between two deltas. */
void gaiti_joint_sums_add(gaiti_joint_sums *sums, const gait_affine *a, const gait_affine *b);
/* Adds the sums of other keys. */
void gaiti_joint_sums_merge(gaiti_joint_sums *sums, const gaiti_joint_sums *other);
/* Adds the keys to the sums of all pairs of bones. */
void gaiti_joint_sums_add_pairs(const gaiti_joint_keys *keys, gaiti_joint_sums *sums);
/* The root mean square of the gap at a point. */
double gaiti_joint_gap(const gaiti_joint_sums *sums, uint32_t key_count, const double at[3]);
/* The point with the least mean square gap, drawn to `centre` with the given weight per key, which
 * must be above 0: bones that hardly turn against each other would meet kilometres away. */
void gaiti_joint_solve(const gaiti_joint_sums *sums, uint32_t key_count, double weight,
                       const double centre[3], double out[3]);
/* The least eigenvalue of the mean of D'D: how much the bones turn about the axis with the least
 * turn. */
double gaiti_joint_least_turn(const gaiti_joint_sums *sums, uint32_t key_count);
/* Moves a point to the one with the least gap, in the directions that the motion determines within
 * `error_max` when the gap at each key has an error of `noise`. The motion of a hinge leaves the
 * direction of its axis undetermined. Returns the number of determined directions. */
int gaiti_joint_move(const gaiti_joint_sums *sums, uint32_t key_count, double noise,
                     double error_max, double at[3]);

#endif
