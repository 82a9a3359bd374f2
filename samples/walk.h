/* A walk on the spot: the ground moves backward under the man at the speed of his steps. */
#ifndef SAMPLES_WALK_H
#define SAMPLES_WALK_H

#include "figure.h"

/* Parts of the cycle at which the heels come down, and for how long the foot then lies down. */
#define WALK_LEFT_STRIKE 0.25
#define WALK_RIGHT_STRIKE 0.75
#define WALK_FOOT_DOWN 0.1

/* The stance at a part of the cycle, 0..1; 1 is 0 again. */
stance walk_stance(const figure *man, double part);

#endif
