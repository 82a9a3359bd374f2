/* Makes the edited file of a comparison from an open glTF. Used by round trips and by retargeting.
 */
#ifndef GAITI_ROUNDTRIP_EDITED_GLTF_H
#define GAITI_ROUNDTRIP_EDITED_GLTF_H

#include "gait/edited_file.h"
#include "gait/gltf.h"

typedef struct gaiti_edited_gltf {
    gait_gltf_rig *rig;
    gait_edited_file *edit;
} gaiti_edited_gltf;

/* Selects the skin with the most bones of the skeleton, or the node hierarchy when no skin has one.
 * GAIT_BAD_ARGUMENT when the file is not a glTF, GAIT_NOT_FOUND when it has no bones; otherwise the
 * status of gaiti_edited_file_new(). Call gaiti_edited_gltf_close() in every case. */
gait_status gaiti_edited_gltf_open(const gait_file *file, const gait_skeleton *skeleton,
                                   const gait_options *options, gaiti_edited_gltf *out);
void gaiti_edited_gltf_close(gaiti_edited_gltf *self);

#endif
