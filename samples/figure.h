/* A human figure for the sample motions: bones by function, on any skeleton. Engine axes (X right,
 * Y up, Z forward) in metres; in the rest pose, no bone is rotated. */
#ifndef SAMPLES_FIGURE_H
#define SAMPLES_FIGURE_H

#include <stdbool.h>

#include "gait/model.h"
#include "turns.h"

enum { FIGURE_BONES = 72, LEFT = 0, RIGHT = 1, SIDES = 2 };

/* Names of the bones of one side. */
typedef struct limb_names {
    const char *shoulder, *upper_arm, *forearm, *hand, *thigh, *calf, *foot, *toe;
} limb_names;

typedef struct figure_names {
    const char *pelvis, *chest, *head; /* bones between pelvis and chest are the spine */
    limb_names side[SIDES];
} figure_names;

typedef struct limbs {
    int shoulder, upper_arm, forearm, hand, thigh, calf, foot, toe;
} limbs;

typedef struct figure {
    uint32_t bone_count;
    const char *name[FIGURE_BONES];
    int parent[FIGURE_BONES]; /* lower index than the child; -1 = none */
    vec3 rest[FIGURE_BONES];
    int pelvis, chest, head;
    limbs side[SIDES];
    double sole;       /* height of the ground at rest */
    double heel_back;  /* distance from the ankle back to the end of the heel */
    double toe_ahead;  /* distance from the joint of the toes to their tips */
    double stride;     /* length of one walking cycle */
    double foot_apart; /* distance of a foot's path from the middle */
} figure;

/* Finds the bones by name. False when one is missing. */
bool figure_roles(figure *man, const figure_names *names);

typedef struct foot_pose {
    vec3 ankle;
    turn foot, toe;
} foot_pose;

/* An arm; directions are in the axes of the chest. */
typedef struct arm_pose {
    vec3 upper, fore;
    double twist; /* rotation of the hand about the forearm */
    double lift;  /* rotation of the shoulder upward */
} arm_pose;

/* All parameters of a pose. Rotations are in model space. */
typedef struct stance {
    vec3 pelvis; /* above the ground */
    turn hips, chest, head;
    foot_pose foot[SIDES];
    arm_pose arm[SIDES];
    double curl; /* angle of each joint of the fingers */
} stance;

typedef struct pose {
    turn turn[FIGURE_BONES];
    vec3 place[FIGURE_BONES];
} pose;

/* False when a foot is out of reach of its leg. */
bool figure_pose(const figure *man, const stance *target, pose *out_pose);

/* Height of the pelvis above the ground with straight, upright legs. */
double figure_height(const figure *man);
/* -1 for the left, 1 for the right. */
double outward(int side);
/* A foot whose toe joint would be at `x`, `z` with a flat sole: rotated outward by `yaw`, with the
 * toe end raised by `pitch`, and the toes by `toe_pitch`. It touches the ground with the heel when
 * the toes are up, with the tips of the toes when they point down, and otherwise with the toe
 * joint. */
foot_pose foot_on_ground(const figure *man, int side, double x, double z, double yaw, double pitch,
                         double toe_pitch);

#endif
