/* Retargeting: converts animations of a glTF or BVH to another skeleton. Joints match bones by
 * name. */
#ifndef GAITI_RETARGET_H
#define GAITI_RETARGET_H

#include "base/diagnose.h"
#include "gait/convert.h"
#include "gait/matched_joints.h"

typedef struct gaiti_retarget gaiti_retarget;

/* `gltf` is the file, or a BVH as a glTF, or NULL; it must outlive the result. *out_retarget is
 * NULL when nothing is retargeted: `gltf` is NULL, or `options->retarget` is NULL and either the
 * target is not an X-Ray format or the file has no skeleton in its metadata. After a failure
 * *out_rule has the reason, and *out_retarget may be set, so that the caller can report its
 * joints. */
gait_status gaiti_retarget_new(const gait_file *file, const gait_file *gltf,
                               const gait_convert_options *options, gaiti_retarget **out_retarget,
                               gaiti_rule *out_rule);
/* Frees the object. NULL is allowed. */
void gaiti_retarget_free(gaiti_retarget *self);

/* The skeleton of the clips. */
const gait_skeleton *gaiti_retarget_skeleton(const gaiti_retarget *self);
/* True when a bone of the clip is scaled. The scale is lost. */
bool gaiti_retarget_is_scaled(const gaiti_retarget *self, uint32_t clip);
/* Converts one clip and applies its metadata. The caller frees it. */
gait_status gaiti_retarget_clip(const gaiti_retarget *self, uint32_t clip, gait_clip **out_clip);

gait_retarget_info gaiti_retarget_get_info(const gaiti_retarget *self);
gait_clip_diff gaiti_retarget_get_clip(const gaiti_retarget *self, uint32_t clip);

#endif
