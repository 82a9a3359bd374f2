/* A line on stderr that says how far a long run is. Only on a terminal, only when results do not
 * scroll by on it, and only after half a second. */
#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct progress {
    size_t total;
    size_t done;
    double next; /* when to draw again */
    bool enabled;
    bool drawn;
} progress;

progress progress_start(size_t total);
/* Before work on the next item. */
void progress_step(progress *bar);
/* Takes the line away, before talk and at the end. */
void progress_clear(progress *bar);

#endif
