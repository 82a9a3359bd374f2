/* Moments of clips that are played in cycles. */
#ifndef GAITI_OPS_PLAYBACK_H
#define GAITI_OPS_PLAYBACK_H

#include "gait/playback.h"

/* `offset` without complete periods, in [0, period]. The period is more than 0. */
double gaiti_wrap_time(double offset, double period);
/* The moment of a loop of at least one key at a finite phase, of which the fraction counts. */
gait_moment gaiti_moment_of_phase(const float *phases, uint32_t count, double phase);

#endif
