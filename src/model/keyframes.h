/* Times of the keys of exported clips. */
#ifndef GAITI_KEYFRAMES_H
#define GAITI_KEYFRAMES_H

#include "gait/model.h"

enum {
    GAITI_KEY_RATE = 30,
    GAITI_KEY_FRAME_MAX = 1 << 23 /* frames up to this are distinct as float seconds */
};

typedef enum gaiti_timing {
    GAITI_TIMING_EXACT = 0, /* every key is on a whole frame */
    GAITI_TIMING_BETWEEN,   /* keys of phases are between frames */
    GAITI_TIMING_KEPT,      /* times in seconds between frames were kept */
    GAITI_TIMING_EVEN /* the times are invalid: keys at equal distances, one frame by default */
} gaiti_timing;

typedef struct gaiti_key_times {
    const float *time; /* times of the clip, `count` of them */
    uint32_t count;    /* at most GAITI_KEY_FRAME_MAX */
    gait_time_unit unit;
    double fps;        /* for phases: frames per second; 0 = 30 */
    double duration_s; /* for phases: of the whole range of gaiti_phase_span(); 0 = one frame per
                          step of the grid on which the keys are */
    /* For phases: as earlier versions exported them: the first key at 0, nothing after the last
     * one, and keys only on whole frames of 1/30 s. */
    bool is_since_first;
} gaiti_key_times;

/* The times of a clip. Those of a clip in seconds with ascending phases are its phases, and the
 * duration is that of the clip. */
gaiti_key_times gaiti_key_times_of(const gait_clip *clip, double fps, double duration_s);

/* What gaiti_place_keys() did. */
typedef struct gaiti_placing {
    gaiti_timing timing;
    float end_s; /* the end of the clip, at its last key or later */
} gaiti_placing;

/* The time of a frame in seconds: the smallest float that is at least frame / 30. Blender truncates
 * times to frames, so a slightly smaller time would move the key. */
float gaiti_time_of_frame(uint32_t frame);

/* Fills seconds[count], strictly ascending from 0; of phases, from the phase of the first key on.
 * `frames` is a temporary array of `count` elements. */
gaiti_placing gaiti_place_keys(const gaiti_key_times *times, uint32_t *frames, float *seconds);

/* The smallest number of frames from the start to the end of a clip in ascending phases for which
 * every key is on a frame of its own; 0 when no number of frames does this. */
uint32_t gaiti_find_key_grid(const gaiti_key_times *times);

/* --- key_request.c: which options of an export gave the times of keys ------------------------- */

enum { GAITI_KEY_REQUESTS_MAX = 64 };

/* Options of an export: the members of the same names of gaiti_key_times. */
typedef struct gaiti_key_request {
    double fps, duration_s;
    bool is_since_first;
} gaiti_key_request;

/* Fills `out` with requests for which the clip ends at `last_s`, the most likely first, and returns
 * their number: 0 when no request does, or the clip is in seconds or has fewer than two keys. The
 * requests in `times` are ignored, except for is_since_first: only such ones are found. `frames`
 * and `seconds` are temporary arrays. */
uint32_t gaiti_list_key_requests(const gaiti_key_times *times, double last_s, uint32_t *frames,
                                 float *seconds, gaiti_key_request out[GAITI_KEY_REQUESTS_MAX]);
/* Finds a request with which gaiti_place_keys() places each key k of a clip in phases at the time
 * found[k], with is_since_first at found[k] - found[0], apart from rounding. False when there is
 * none. */
bool gaiti_find_key_request(const gaiti_key_times *times, const float *found, uint32_t *frames,
                            float *seconds, gaiti_key_request *out);

#endif
