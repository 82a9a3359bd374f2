/* Times of keys on the time line of a host program. */
#ifndef GAITI_HOST_TIMELINE_H
#define GAITI_HOST_TIMELINE_H

#include "gait/host.h"

/* Seconds: the maximum magnitude of times. */
#define GAITI_HOST_MAX_TIME 1e7

/* False for NULL, and for numbers that are not finite or too large. */
bool gaiti_host_timeline_is_valid(const gait_host_timeline *timeline);

/* Where a clip is on a time line. */
typedef struct gaiti_host_place {
    double rate;       /* units of the time line per second: 1, or frames per second */
    double start;      /* the first frame of the clip, in these units */
    double duration_s; /* from the first to the last frame; 0 = unknown */
} gaiti_host_place;

/* Rounds `duration_s`. False for invalid numbers. */
bool gaiti_host_place_is_valid(gaiti_host_place *place);

/* Converts a time in units of the time line to seconds after the first frame of the clip. Times at
 * whole frames of 1/30 s, and at the ends of the clip, lose the rounding error of floats. */
double gaiti_host_time(const gaiti_host_place *place, double time);

#endif
