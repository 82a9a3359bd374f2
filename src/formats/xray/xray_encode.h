/* Shared by the encoders from clips to banks and SDK motions. */
#ifndef GAITI_XRAY_ENCODE_H
#define GAITI_XRAY_ENCODE_H

#include "base/memory.h"
#include "model/clip_change.h"
#include "gait/omf.h"

/* GAIT_OK when the keys of the clip can be stored: local space, engine axes, seconds, at least one
 * frame, and no rotations as matrices. */
gait_status gaiti_xray_encode_accepts(const gait_clip *clip);

/* Keys per second. 30 for a single key, 0 when the keys are not evenly spaced. */
double gaiti_xray_encode_rate(const gait_clip *clip);
enum { GAITI_XRAY_ALL_PARTS = 0xFFFF }; /* instead of the index of a part or a bone */

/* True when a bone has another scale than 1 in the rest pose or a key. */
bool gaiti_xray_encode_is_scaled(const gait_clip *clip);
/* What all X-Ray formats lose of this clip: bits of gait_loss. */
uint32_t gaiti_xray_encode_losses(const gait_clip *clip);
/* Stores `losses` in *out_losses. GAIT_WOULD_LOSE when they contain a bit that is not in
 * `allowed`. */
gait_status gaiti_xray_encode_check_losses(uint32_t losses, uint32_t allowed, uint32_t *out_losses);

/* Playback parameters of the clip, or the defaults for motions when they are unknown. */
gait_playback gaiti_xray_encode_playback(const gait_clip *clip);

/* Converts a name to a code page in the arena. GAIT_BAD_ARGUMENT when a character has no code
 * there. */
gait_status gaiti_xray_encode_name(const char *utf8, uint32_t page, gaiti_arena *arena,
                                   gait_span *out_name);
/* True when motions cannot have this name, or events: it is empty, too long for the games, has
 * control characters, or a character without a code. */
bool gaiti_xray_encode_refuses(const char *utf8, uint32_t page);
/* The name of the first event that marks cannot store; NULL = none. */
const char *gaiti_xray_encode_bad_event(const gait_clip *clip, uint32_t page);
/* gaiti_xray_encode_name() in lower case: games compare bone names with lower-case names. */
gait_status gaiti_xray_encode_bone_name(const char *utf8, uint32_t page, gaiti_arena *arena,
                                        gait_span *out_name);

/* One key, or the rest pose when the channel is absent: 3 numbers, or 4 of a rotation, which is not
 * normalised. */
void gaiti_xray_encode_key(const gait_clip *clip, uint32_t bone, bool is_rotation, uint32_t frame,
                           double *out);
/* Converts a value from glTF axes to engine axes: 3 numbers, or 4 of a rotation. `negate` has a bit
 * for each component whose sign the file format inverts in addition. */
void gaiti_xray_encode_change_axes(const double *value, bool is_rotation, uint8_t negate,
                                   double *out);
/* True when the change is complete, its base has `frame_count` frames, and its result has 1 to
 * `max` frames. */
bool gaiti_xray_encode_fits(const gaiti_clip_change *change, uint32_t frame_count, uint32_t max);
/* Number of keys of the channel, at least 1. */
uint32_t gaiti_xray_encode_count(const gait_channel *channel);

#endif
