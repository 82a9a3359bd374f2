/* A walk in place: the ground moves backward at walking speed. */
#ifndef SAMPLES_WALK_H
#define SAMPLES_WALK_H

#include "figure.h"

/* Fractions of the cycle at the heel strikes, and the time from heel strike to flat foot. */
#define WALK_LEFT_STRIKE 0.25
#define WALK_RIGHT_STRIKE 0.75
#define WALK_FOOT_DOWN 0.1

/* The stance at a fraction of the cycle, 0 to 1; 1 equals 0. */
stance walk_stance(const figure *man, double part);

#endif
