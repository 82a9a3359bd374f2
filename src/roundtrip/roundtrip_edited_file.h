/* An open glTF as the edited file of a comparison: also of animations that go onto a skeleton
 * without a base. */
#ifndef GAITI_ROUNDTRIP_EDITED_FILE_H
#define GAITI_ROUNDTRIP_EDITED_FILE_H

#include "gait/compare.h"
#include "gait/gltf.h"

typedef struct gaiti_edited_file {
    gait_gltf_rig *rig;
    gait_back_edit *edit;
} gaiti_edited_file;

/* Takes the skin with most bones of the skeleton, or the tree of nodes when no skin has one.
 * GAIT_BAD_ARGUMENT for a file that is no glTF, GAIT_NOT_FOUND when it has no bones; else as
 * gait_gltf_edit_new(). gaiti_edited_file_close() in any case. */
gait_status gaiti_edited_file_open(const gait_file *file, const gait_skeleton *skeleton,
                                   const gait_options *options, gaiti_edited_file *out);
void gaiti_edited_file_close(gaiti_edited_file *self);

#endif
