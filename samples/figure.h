/* A man as the sample motions see him: bones by what they do, on any skeleton. Everything is in
 * engine axes (X right, Y up, Z forward), metres; at rest no bone is turned. */
#ifndef SAMPLES_FIGURE_H
#define SAMPLES_FIGURE_H

#include <stdbool.h>

#include "gait/model.h"
#include "turns.h"

enum { FIGURE_BONES = 72, LEFT = 0, RIGHT = 1, SIDES = 2 };

/* Names of one side's bones. */
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
    int parent[FIGURE_BONES]; /* before the child; -1 = none */
    vec3 rest[FIGURE_BONES];
    int pelvis, chest, head;
    limbs side[SIDES];
    double sole;       /* height of the ground at rest */
    double heel_back;  /* from the ankle back to the end of the heel */
    double toe_ahead;  /* from the joint of the toes to their tips */
    double stride;     /* of one walking cycle */
    double foot_apart; /* from the middle to the line that a foot walks on */
} figure;

/* Finds the roles. False when a name is missing. */
bool figure_roles(figure *man, const figure_names *names);

typedef struct foot_pose {
    vec3 ankle;
    turn foot, toe;
} foot_pose;

/* Directions in the axes of the chest. */
typedef struct arm_pose {
    vec3 upper, fore;
    double twist; /* of the hand about the forearm */
    double lift;  /* of the shoulder */
} arm_pose;

/* Everything that decides a pose. Turns are in model space. */
typedef struct stance {
    vec3 pelvis; /* above the ground */
    turn hips, chest, head;
    foot_pose foot[SIDES];
    arm_pose arm[SIDES];
    double curl; /* of each joint of the fingers */
} stance;

typedef struct pose {
    turn turn[FIGURE_BONES];
    vec3 place[FIGURE_BONES];
} pose;

/* False when a foot is out of a leg's reach. */
bool figure_pose(const figure *man, const stance *wanted, pose *out_pose);

/* Of the pelvis above the ground, were the legs straight and upright. */
double figure_height(const figure *man);
/* -1 for the left, 1 for the right. */
double outward(int side);
/* A foot whose toes' joint would be at `x`, `z` if the sole were flat: turned out by `yaw`, raised
 * at the toes by `pitch`, the toes by `toe_pitch`. It stands on its heel when the toes are up, on
 * their tips when they point down, else on the joint of the toes. */
foot_pose foot_on_ground(const figure *man, int side, double x, double z, double yaw, double pitch,
                         double toe_pitch);

#endif
