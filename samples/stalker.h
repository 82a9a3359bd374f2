/* A human figure with the bones of the X-Ray stalkers; the proportions are original. */
#ifndef SAMPLES_STALKER_H
#define SAMPLES_STALKER_H

#include "figure.h"

enum { STALKER_LEGS = 0, STALKER_TORSO, STALKER_HEAD, STALKER_PARTS };

typedef struct stalker {
    figure man;
    int part[FIGURE_BONES];  /* STALKER_LEGS, STALKER_TORSO or STALKER_HEAD */
    turn axes[FIGURE_BONES]; /* axes of a bone in the rest pose: X runs along it */
    gait_skeleton *skeleton; /* owns the names */
} stalker;

gait_status stalker_make(stalker *out_man);
void stalker_free(stalker *man);
/* The pose of a bone relative to its parent, including the axes of both. */
void stalker_local(const stalker *man, const pose *at, uint32_t bone, turn *out_turn,
                   vec3 *out_place);

#endif
