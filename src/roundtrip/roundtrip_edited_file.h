/* An open glTF as the edited file of a comparison: also of animations that go onto a skeleton
 * without a base. */
#ifndef GAITI_ROUNDTRIP_EDITED_FILE_H
#define GAITI_ROUNDTRIP_EDITED_FILE_H

#include "gait/compare.h"
#include "gait/gltf.h"

typedef struct gaiti_edited_gltf {
    gait_gltf_rig *rig;
    gait_edited_file *edit;
} gaiti_edited_gltf;

/* Takes the skin with most bones of the skeleton, or the tree of nodes when no skin has one.
 * GAIT_BAD_ARGUMENT for a file that is no glTF, GAIT_NOT_FOUND when it has no bones; else as
 * gait_edited_file_new(). gaiti_edited_gltf_close() in any case. */
gait_status gaiti_edited_gltf_open(const gait_file *file, const gait_skeleton *skeleton,
                                   const gait_options *options, gaiti_edited_gltf *out);
void gaiti_edited_gltf_close(gaiti_edited_gltf *self);

#endif
