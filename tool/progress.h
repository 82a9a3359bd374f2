/* A progress line on stderr for long runs: what is done, the rate, and the time left. It is shown
 * only on a terminal, and only after half a second. */
#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct progress {
    size_t total;
    size_t done;
    double start; /* time of the start */
    double next;  /* time of the next update */
    bool enabled;
    bool drawn;
} progress;

progress progress_start(size_t total);
/* Call it when an item is done. */
void progress_step(progress *bar);
/* Removes the line. Call it before messages and at the end. */
void progress_clear(progress *bar);

#endif
