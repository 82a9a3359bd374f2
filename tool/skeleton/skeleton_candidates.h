/* Files in the folder of an animation that may hold its skeleton. */
#ifndef TOOL_SKELETON_CANDIDATES_H
#define TOOL_SKELETON_CANDIDATES_H

#include "gait/search.h"
#include "io/source.h"

typedef struct skeleton_candidates {
    gait_candidate *items; /* `file` is NULL for files that could not be opened */
    uint32_t count;
    gait_file **opened; /* the files to free; NULL for files that could not be opened */
    inputs files;
} skeleton_candidates;

/* Opens every model.cfg in the folder of an RTM or BMTR, every .ogf in that of another file, sorted
 * by bytes. Opens none for a stream, and for an animation with its own skeleton. */
skeleton_candidates skeleton_candidates_open(const source *animation);
void skeleton_candidates_free(skeleton_candidates *self);

#endif
