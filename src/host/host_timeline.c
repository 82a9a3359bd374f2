/* Checks rates and places on a time line, and rounds times to those of an export. */
#include "host/host_timeline.h"

#include "model/keyframes.h"
#include "model/quaternion.h"
#include "gait/numbers.h"

#define HOST_MAX_FIRST_FRAME 1e7
/* Seconds: keys at smaller distances from the first or last frame are at that frame. */
#define HOST_AT_END 1e-4
/* Rounding error of times, relative to the time: hosts store floats. */
#define HOST_TIME_ERROR 2.5e-7

bool gaiti_host_timeline_is_valid(const gait_host_timeline *timeline) {
    return timeline && gait_range_contains(GAIT_RANGE_FPS, timeline->fps) &&
           gaiti_abs(timeline->first_frame) <= HOST_MAX_FIRST_FRAME;
}

/* The time of an export for a time at a whole frame of 1/30 s, up to `error`; otherwise `time`. */
static double host_round_time(double time, double error) {
    double frames = time * GAITI_KEY_RATE;
    int64_t frame = (int64_t)(frames < 0 ? frames - 0.5 : frames + 0.5);
    if (gaiti_abs(time - (double)frame / GAITI_KEY_RATE) > error) {
        return time;
    }
    return frame >= 0 && frame <= GAITI_KEY_FRAME_MAX ? (double)gaiti_time_of_frame((uint32_t)frame)
                                                      : (double)frame / GAITI_KEY_RATE;
}

bool gaiti_host_place_is_valid(gaiti_host_place *place) {
    bool is_valid = gaiti_abs(place->start) <= GAITI_HOST_MAX_TIME * place->rate &&
                    place->duration_s >= 0 && place->duration_s <= GAITI_HOST_MAX_TIME;
    if (is_valid) {
        place->duration_s = host_round_time(place->duration_s, HOST_TIME_ERROR * place->duration_s);
    }
    return is_valid;
}

double gaiti_host_time(const gaiti_host_place *place, double time) {
    double relative = (time - place->start) / place->rate;
    if (gaiti_abs(relative) <= HOST_AT_END) {
        return 0;
    }
    if (place->duration_s > 0 && gaiti_abs(relative - place->duration_s) <= HOST_AT_END) {
        return place->duration_s;
    }
    double size = (gaiti_abs(time) + gaiti_abs(place->start)) / place->rate;
    return host_round_time(relative, HOST_TIME_ERROR * size);
}
