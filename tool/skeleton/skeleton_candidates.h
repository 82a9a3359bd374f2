/* Files in the folder of an animation that may hold its skeleton. */
#ifndef TOOL_SKELETON_CANDIDATES_H
#define TOOL_SKELETON_CANDIDATES_H

#include "gait/search.h"
#include "io/source.h"

typedef struct skeleton_candidates {
    gait_candidate *items; /* files that did not open have none */
    uint32_t count;
    gait_file **opened; /* NULL where nothing opened */
    inputs files;
} skeleton_candidates;

/* Of an RTM every model.cfg, of another file every .ogf, sorted by bytes. None for a stream, and
 * for an animation with a skeleton of its own. */
skeleton_candidates skeleton_candidates_open(const source *animation);
void skeleton_candidates_free(skeleton_candidates *self);

#endif
