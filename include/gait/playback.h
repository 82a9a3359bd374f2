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
    /* Seconds of one cycle at a speed of 1. 0: the distance between the first and the last key; if
     * the clip has phases that end before 1 (gait_clip.phases), more than that in proportion.
     * Required for clips whose times are phases, because RTM files have no duration. */
    double duration;
    gait_play_mode mode;
} gait_play_options;

/* The state of a clip that is played. */
typedef struct gait_play_state {
    gait_moment moment; /* for gait_pose_at_moment(), gait_sampler_rows() and its relatives. At a
                           key that is held, `next` is `key`; between the last key of a loop of
                           phases and its first key, `next` is 0 */
    uint64_t cycles;    /* complete cycles before this one, at most UINT64_MAX; 0 for clips that are
                           played once */
    double root_motion[3]; /* metres since the start, in the axes of the clip: the games move the
                              whole figure by it */
    bool has_ended;        /* true from the end on of a clip that is played once */
} gait_play_state;

/* The state `seconds` after the start, by the rules of the games (docs/sampling.md#playback):
 *   X-Ray (gait_clip.playback is known): the stored speed, with 16 bits as in the games, multiplies
 *     the rate; a speed of 0 or less stands still. Loops wrap at the last key.
 *   Bohemia (times are phases, or gait_clip.phases is set): one cycle is the phases from 0 to 1.
 *     The first key is held before its phase, the last one after its phase. Loops drop the keys
 *     after phase 0.999 and interpolate from the last one to the first. Keys outside 0..1 are not
 *     reached. If phases are all equal or not numbers, keys are played at equal distances. The
 *     stored speed is not used.
 *   other clips: loops wrap at the last key.
 * Clips that are played once hold their end. Negative seconds are 0. From 2^53 cycles on, the
 * moment is the start of a cycle. A clip of a single pose without a duration never completes a
 * cycle; played once, it has ended. The times of valid clips ascend; for others, the moment is
 * inside the clip. The results have the same bits on all machines.
 * `options` may be NULL: all zero. GAIT_BAD_ARGUMENT, with nothing written, for NaN and infinity, a
 * clip without frames, a negative or infinite duration, no duration where one is required, or an
 * unknown mode. */
GAIT_API gait_status gait_play(const gait_clip *clip, const gait_play_options *options,
                               double seconds, gait_play_state *out_state);

/* The times between which a clip is played, in its time unit: phases 0 to 1, and beyond them up to
 * its keys; for clips in seconds with phases, the times of these phases; for others, its first and
 * its last key. GAIT_BAD_ARGUMENT for NULL and for a clip without frames. */
GAIT_API gait_status gait_clip_range(const gait_clip *clip, double *out_first, double *out_last);

/* The moment of a clip at a time, in its time unit, by the rules of gait_play(); the stored speed
 * is not used. Played once, the first key is held before it and the last key after it. In a loop,
 * the time wraps, and *out_time (may be NULL) is the time within the cycle. GAIT_BAD_ARGUMENT, with
 * nothing written, for NaN and infinity, a clip without frames, or an unknown mode. */
GAIT_API gait_status gait_clip_moment(const gait_clip *clip, double time, gait_play_mode mode,
                                      gait_moment *out_moment, double *out_time);

/* The pose at a moment, interpolated as in gait_pose_at_time(). `work` has room for bone_count
 * affines. GAIT_BAD_ARGUMENT for a moment outside the clip; GAIT_UNSUPPORTED as in
 * gait_pose_at_frame(). */
GAIT_API gait_status gait_pose_at_moment(const gait_clip *clip, const gait_moment *moment,
                                         gait_space space, gait_axes axes, gait_affine *out_pose,
                                         gait_affine *work);

#ifdef __cplusplus
}
#endif
#endif
