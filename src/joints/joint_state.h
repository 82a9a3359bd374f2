/* What the steps of a recovery of joints share. */
#ifndef GAITI_JOINTS_STATE_H
#define GAITI_JOINTS_STATE_H

#include "joints/joint_sums.h"
#include "model/side.h"

/* Tolerances in metres for a figure of size 1, which has a radius of half a metre: the error of
 * keys of exporters; the largest gap of a joint; the largest motion of bones that move as one. */
#define GAITI_JOINT_NOISE 3e-5
#define GAITI_JOINT_OPEN 2e-3
#define GAITI_JOINT_RIGID 6e-5

/* Properties of a name that depend on the place of its bone in a skeleton. */
typedef struct gaiti_joint_name {
    const char *text;
    uint32_t stem_size; /* without the number at the end */
    uint32_t number;    /* at the end; 0 = none */
    uint32_t word_count;
    uint32_t root_rank; /* 0 = the most usual name of a root */
    gaiti_side side;
    int32_t mirror; /* the same bone of the other side; -1 = none */
} gaiti_joint_name;

/* How two bones move relative to each other. */
typedef struct gaiti_joint_pair {
    double gap;     /* root mean square gap at the point where they meet best */
    double misfit;  /* the same, and more if that point is far from the figure */
    double turn;    /* root mean square of the angle, in radians if it is small */
    double move;    /* root mean square of the motion of points of the figure */
    bool is_closed; /* they may be joined */
    bool is_rigid;  /* they move as one */
} gaiti_joint_pair;

/* The bones of one or several clips with the same names. */
typedef struct gaiti_joint_figure {
    gaiti_arena *arena;
    uint32_t bone_count, key_count;
    const gaiti_joint_name *names;
    gaiti_joint_sums *sums; /* one per pair of bones */
    double size;            /* scales the tolerances; at least 1 */
    double centre[3];       /* the middle of the joints that are certain */
    gaiti_joint_pair *pairs;
    int32_t *parents; /* -1 = a root */
    uint32_t *order;  /* parents before children */
    bool *is_alone;   /* a root without children */
    double (*pivots)[3];
    uint8_t *directions; /* of the pivot, that the motion determines */
} gaiti_joint_figure;

static inline gaiti_joint_pair *gaiti_joint_pair_of(const gaiti_joint_figure *figure, uint32_t a,
                                                    uint32_t b) {
    return &figure->pairs[gaiti_joint_pair_index(a, b)];
}

/* True for clips of deltas that are complete and valid. */
bool gaiti_joint_are_clips(const gait_clip *const *clips, uint32_t clip_count);

/* Reads the names of bones. False when there is no memory. */
bool gaiti_joint_names_read(const gait_skeleton *skeleton, gaiti_arena *arena,
                            gaiti_joint_name *out);
/* How likely the names are those of neighbours: 0 to 1. */
double gaiti_joint_names_similar(const gaiti_joint_name *a, const gaiti_joint_name *b);
/* Compares two bones by how usual it is that others hang on them: by side, name of a root, number,
 * words. Below 0: `a` is the more usual one. */
int gaiti_joint_names_compare(const gaiti_joint_name *a, const gaiti_joint_name *b);

/* Each step reads what the steps before have filled. False when there is no memory. */
bool gaiti_joint_measure_pairs(gaiti_joint_figure *figure); /* size, centre, pairs */
bool gaiti_joint_make_tree(gaiti_joint_figure *figure);     /* parents, order, is_alone */
bool gaiti_joint_place(gaiti_joint_figure *figure);         /* pivots, directions */

#endif
