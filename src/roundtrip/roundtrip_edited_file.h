/* An open glTF as an edited file: joints on the rig that has most bones of a skeleton. */
#ifndef GAITI_ROUNDTRIP_EDITED_FILE_H
#define GAITI_ROUNDTRIP_EDITED_FILE_H

#include "gait/gltf.h"
#include "gait/roundtrip.h"

typedef struct gaiti_edited_file {
    gait_gltf_rig *rig;
    gait_back_edit *edit;
} gaiti_edited_file;

/* GAIT_NOT_FOUND when it has no bones. gaiti_edited_file_close() in any case. */
gait_status gaiti_edited_file_open(const gait_file *file, const gait_skeleton *skeleton,
                                   const gait_options *options, gaiti_edited_file *out);
void gaiti_edited_file_close(gaiti_edited_file *self);

#endif
