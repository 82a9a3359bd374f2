/* When the keys of an exchanged clip stand: on whole frames of 30 per second. */
#ifndef GAITI_KEYFRAMES_H
#define GAITI_KEYFRAMES_H

#include "gait/model.h"

enum {
    GAITI_KEY_RATE = 30,
    GAITI_KEY_FRAME_MAX = 1 << 23 /* up to here frames are distinct as float seconds */
};

typedef enum gaiti_timing {
    GAITI_TIMING_EXACT = 0, /* every key was on a whole frame of the clip's own grid */
    GAITI_TIMING_MOVED,     /* keys were moved to the nearest distinct whole frames */
    GAITI_TIMING_STRETCHED, /* the stated duration has fewer frames than keys: it was not kept */
    GAITI_TIMING_KEPT,      /* seconds between the frames, written as they are */
    GAITI_TIMING_EVEN       /* the times are of no use: equal distances, one frame by default */
} gaiti_timing;

typedef struct gaiti_key_times {
    const float *time; /* the clip's, `count` of them */
    uint32_t count;    /* at most GAITI_KEY_FRAME_MAX */
    gait_time_unit unit;
    double fps;        /* phases: frames of the clip's own grid per second; 0 = 30 */
    double duration_s; /* phases: of a phase of 1; 0 = by the grid */
} gaiti_key_times;

/* The time of a frame: the smallest float that is not below frame / 30. Blender cuts times down to
 * whole frames, so that a time a hair below would lose the key. */
float gaiti_time_of_frame(uint32_t frame);

/* Fills seconds[count], strictly ascending from 0. `frames` is room for `count` numbers. */
gaiti_timing gaiti_place_keys(const gaiti_key_times *times, uint32_t *frames, float *seconds);

#endif
