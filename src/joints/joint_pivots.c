/* Places the bones of a recovered tree at their pivots: the points where they meet their parents.
 */
#include <string.h>

#include "joints/joint_state.h"

/* The largest error of a coordinate of a pivot, for size 1. */
static const double joint_pivot_error = 5e-3;
/* Bones that turn by less against each other, in radians, hardly open a joint elsewhere. */
static const double joint_still_turn = 3e-4;

/* Solves for the pivot of a bone with a parent, from `start`. In directions that the motion does
 * not determine exactly, it moves only so far that the joint stays closed. */
static void joint_place_bone(gaiti_joint_figure *figure, uint32_t bone, const double start[3]) {
    const uint32_t pair = gaiti_joint_pair_index(bone, (uint32_t)figure->parents[bone]);
    double noise = GAITI_JOINT_NOISE * figure->size, gap = figure->pairs[pair].gap;
    if (figure->pairs[pair].is_rigid) {
        memcpy(figure->pivots[bone], start, sizeof figure->pivots[bone]);
    } else {
        gaiti_joint_solve(&figure->sums[pair], figure->key_count,
                          joint_still_turn * joint_still_turn, start, figure->pivots[bone]);
    }
    figure->directions[bone] =
        (uint8_t)gaiti_joint_move(&figure->sums[pair], figure->key_count, gap > noise ? gap : noise,
                                  joint_pivot_error * figure->size, figure->pivots[bone]);
}

/* The sum of the pivots of children that the motion determines in at least so many directions.
 * Returns their number. */
static uint32_t joint_sum_children(const gaiti_joint_figure *figure, uint32_t bone, int directions,
                                   double out[3]) {
    uint32_t count = 0;
    for (uint32_t b = 0; b < figure->bone_count; b++) {
        if (figure->parents[b] == (int32_t)bone && figure->directions[b] >= directions) {
            for (int i = 0; i < 3; i++) {
                out[i] += figure->pivots[b][i];
            }
            count++;
        }
    }
    return count;
}

/* A root is placed in the middle of the joints with its children. */
static void joint_place_root(gaiti_joint_figure *figure, uint32_t root) {
    for (int directions = 3; directions >= 2; directions--) {
        double sum[3] = {0};
        uint32_t count = joint_sum_children(figure, root, directions, sum);
        if (count > 0) {
            for (int i = 0; i < 3; i++) {
                figure->pivots[root][i] = sum[i] / count;
            }
            return;
        }
    }
}

/* A hinge leaves the direction of its axis open: its pivot is placed there near the middle of its
 * neighbours. */
static void joint_place_hinge(gaiti_joint_figure *figure, uint32_t bone) {
    const double *parent = figure->pivots[figure->parents[bone]];
    double middle[3] = {parent[0], parent[1], parent[2]};
    uint32_t count = 1 + joint_sum_children(figure, bone, 3, middle);
    for (int i = 0; i < 3; i++) {
        middle[i] /= count;
    }
    joint_place_bone(figure, bone, middle);
}

bool gaiti_joint_place(gaiti_joint_figure *figure) {
    figure->pivots = gaiti_alloc(figure->arena, figure->bone_count, sizeof *figure->pivots);
    figure->directions = gaiti_alloc(figure->arena, figure->bone_count, 1);
    if (!figure->pivots || !figure->directions) {
        return false;
    }
    for (uint32_t i = 0; i < figure->bone_count; i++) {
        uint32_t bone = figure->order[i];
        if (figure->parents[bone] < 0) {
            memcpy(figure->pivots[bone], figure->centre, sizeof figure->centre);
        } else {
            joint_place_bone(figure, bone, figure->pivots[figure->parents[bone]]);
        }
    }
    for (uint32_t i = 0; i < figure->bone_count; i++) {
        uint32_t bone = figure->order[i];
        int32_t parent = figure->parents[bone];
        if (parent < 0) {
            joint_place_root(figure, bone);
        } else if (figure->directions[bone] == 0) {
            joint_place_bone(figure, bone, figure->pivots[parent]);
        } else if (figure->directions[bone] < 3) {
            joint_place_hinge(figure, bone);
        }
    }
    return true;
}
