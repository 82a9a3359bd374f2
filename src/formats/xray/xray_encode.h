/* From clips to what banks and SDK motions hold. */
#ifndef GAITI_XRAY_ENCODE_H
#define GAITI_XRAY_ENCODE_H

#include "base/memory.h"
#include "gait/omf.h"

/* GAIT_OK for clips whose keys can be stored: local, engine axes, seconds, quaternions. */
gait_status gaiti_encode_accepts(const gait_clip *clip);

/* Keys per second; 30 for a single key, 0 when the keys are not evenly spaced. */
double gaiti_encode_rate(const gait_clip *clip);
/* What a clip holds that no X-Ray format does, of gait_loss. */
uint32_t gaiti_encode_losses(const gait_clip *clip);
/* GAIT_OK when no more is lost than is allowed. */
gait_status gaiti_encode_check_losses(uint32_t losses, uint32_t allowed, uint32_t *out_losses);

/* How the clip is played: its own parameters, or those that motions have by default. */
gait_playback gaiti_encode_playback(const gait_clip *clip);

/* A name as CP1251 bytes in the arena. GAIT_BAD_ARGUMENT when it has no such form. */
gait_status gaiti_encode_name(const char *utf8, gaiti_arena *arena, gait_span *out_name);
/* The same of a bone: games compare with lower-case names. */
gait_status gaiti_encode_bone_name(const char *utf8, gaiti_arena *arena, gait_span *out_name);

/* One key, or the rest pose where there is none. The quaternion is as the clip has it. */
void gaiti_encode_rotation(const gait_clip *clip, uint32_t bone, uint32_t frame, double q[4]);
void gaiti_encode_translation(const gait_clip *clip, uint32_t bone, uint32_t frame, double t[3]);
/* Numbers in glTF axes as X-Ray has them: 3, or the 4 of a rotation. `negate` are signs that the
 * format turns besides. */
void gaiti_encode_change_axes(const double *value, bool is_rotation, uint8_t negate, double *out);
/* True for an edit of a motion of so many frames that comes to no more than `max`. */
bool gaiti_encode_fits(const gait_clip_change *change, uint32_t frame_count, uint32_t max);
/* Keys that the channel has: at least 1. */
uint32_t gaiti_encode_count(const gait_channel *channel);

#endif
