/* Gait - where a game is in a clip after some seconds of play. */
#ifndef GAIT_PLAYBACK_H
#define GAIT_PLAYBACK_H

#include "gait/sampler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a clip is played again after its end. */
typedef enum gait_play_mode {
    GAIT_PLAY_AS_STORED = 0, /* as gait_clip.playback states; once if nothing is known */
    GAIT_PLAY_LOOP,
    GAIT_PLAY_ONCE
} gait_play_mode;

/* How a clip is played. All zero: as its file states. */
typedef struct gait_play_options {
    /* Seconds of one cycle at a speed of 1. 0: the distance between the first and the last key.
     * Required for clips whose times are phases, because RTM files have no duration. */
    double duration;
    gait_play_mode mode;
} gait_play_options;

/* The state of a clip that is played. */
typedef struct gait_play_state {
    gait_moment moment;    /* for gait_sampler_rows() and its relatives */
    uint64_t cycles;       /* complete cycles before this one */
    double root_motion[3]; /* metres since the start, in the axes of the clip: the games move the
                              whole figure by it */
    bool has_ended;        /* true from the end on of a clip that is played once */
} gait_play_state;

/* The state `seconds` after the start, by the rules of the games (docs/sampling.md#playback).
 * Negative seconds are 0. GAIT_BAD_ARGUMENT for NaN and infinity, a clip without frames, a negative
 * or infinite duration, no duration where one is required, or an unknown mode. */
GAIT_API gait_status gait_play(const gait_clip *clip, const gait_play_options *options,
                               double seconds, gait_play_state *out_state);

#ifdef __cplusplus
}
#endif
#endif
