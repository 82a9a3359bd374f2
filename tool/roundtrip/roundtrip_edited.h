/* The edited glTF, open. */
#ifndef TOOL_ROUNDTRIP_EDITED_H
#define TOOL_ROUNDTRIP_EDITED_H

#include "gait/gltf.h"
#include "gait/compare.h"
#include "io/source.h"

typedef struct edited_file {
    const gait_gltf_file *gltf; /* of the open file */
    gait_gltf_rig *rig;
    gait_back_edit *edit;
} edited_file;

/* The joints of an open glTF on the rig that has most bones of the skeleton. Tells what is wrong
 * and returns an exit code; back_close_edit() in any case. */
int back_open_edit(const source *in, const gait_skeleton *skeleton, edited_file *out);
void back_close_edit(edited_file *self);

#endif
