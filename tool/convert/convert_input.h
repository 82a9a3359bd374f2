/* Clips of a conversion, and the skeleton that they are on. */
#ifndef TOOL_CONVERT_INPUT_H
#define TOOL_CONVERT_INPUT_H

#include "convert/conversion.h"
#include "skeleton/skeleton_resolve.h"

/* The skeleton of all outputs, and a clip on it; the caller frees both. Tell what is wrong. */
int convert_resolve(const conversion *job, skeleton_use use, gait_skeleton **out);
int convert_read(const conversion *job, const gait_skeleton *skeleton, uint32_t index,
                 gait_clip **out_clip);
/* One clip in model space or what leads there: tells what is missing for it, or what was asked of
 * its timing in vain. The caller frees it. */
int convert_lift(const conversion *job, const gait_skeleton *skeleton, uint32_t index,
                 gait_clip **out_clip);
/* Refuses a file without clips for a format that is made of them. */
int convert_need_clips(const conversion *job, gait_format format);
/* What to know before the files are opened elsewhere. */
void convert_tell_next_step(const conversion *job);

#endif
