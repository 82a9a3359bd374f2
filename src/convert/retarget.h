/* Animations of a glTF on another skeleton: joints become bones by their names. */
#ifndef GAITI_RETARGET_H
#define GAITI_RETARGET_H

#include "gait/convert.h"

typedef struct gaiti_retarget gaiti_retarget;

/* *out_retarget is NULL where the options ask for no other skeleton: none is given, and none is
 * described by the extras of the file for a bank. It is there after a failure too, which
 * *out_reason tells, so that it can be asked about its joints. */
gait_status gaiti_retarget_new(const gait_file *file, const gait_convert_options *options,
                               gaiti_retarget **out_retarget, gait_convert_reason *out_reason);
/* NULL is fine. */
void gaiti_retarget_free(gaiti_retarget *self);

/* Of the clips. */
const gait_skeleton *gaiti_retarget_skeleton(const gaiti_retarget *self);
/* True when a bone of the clip is scaled, which is lost. */
bool gaiti_retarget_is_scaled(const gaiti_retarget *self, uint32_t clip);
/* The caller frees it. */
gait_status gaiti_retarget_clip(const gaiti_retarget *self, uint32_t clip, gait_clip **out_clip);

gait_retarget_info gaiti_retarget_get_info(const gaiti_retarget *self);
gait_clip_diff gaiti_retarget_get_clip(const gaiti_retarget *self, uint32_t clip);

#endif
