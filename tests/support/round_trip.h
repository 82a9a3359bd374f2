/* A real file, its base, and what comes of it when an edited one comes back. */
#ifndef TEST_SUPPORT_ROUND_TRIP_H
#define TEST_SUPPORT_ROUND_TRIP_H

#include "gait/back.h"

typedef struct round_trip {
    gait_span bytes; /* borrowed */
    const char *name;
    gait_file *file;
    gait_skeleton *skeleton;
    gait_back_base *base;
} round_trip;

/* `name` is the file's, with its extension; `tree` is copied from, NULL = none. False when it
 * cannot be an export: no frames to speak of, or no tree. */
bool round_trip_open(gait_span bytes, const char *name, const gait_skeleton *tree, round_trip *out);
void round_trip_close(round_trip *trip);

/* The file after all changes. Fails the test when one is refused. */
gait_buffer round_trip_write(const round_trip *trip, const gait_back *back);

#endif
