/* There and back: an edited glTF into the file that it came from (docs/there_and_back.md). */
#ifndef TOOL_BACK_H
#define TOOL_BACK_H

#include "convert.h"
#include "gait/back.h"
#include "gait/gltf.h"

/* One way back. */
typedef struct way_back {
    const conversion *job;
    source *base;
    gait_skeleton *skeleton; /* of the base */
    gait_gltf_file *gltf;
    gait_gltf_rig *rig;
    gait_back_edit *edit;
    gait_back_base *clips;
    gait_back *back;
    bool is_written;
    /* Of the report: clips. */
    unsigned changed, unchanged, absent, refused, added, not_added;
} way_back;

/* Opens the edited file: its joints on the rig that has most bones of the base. */
int back_open_edit(way_back *way);
/* Tells what became of every clip, and counts. EXIT_UNSUPPORTED when one cannot be taken over. */
int back_tell(way_back *way);
/* The same as gait.back/1 on stdout. */
void back_tell_json(const way_back *way);
/* The base with the changes in it, in its own format. */
gait_status back_apply(const way_back *way, gait_format target, gait_buffer *out);

#endif
