/* A real file, its base, and what comes of it when an edited one comes back. */
#ifndef TEST_SUPPORT_ROUND_TRIP_H
#define TEST_SUPPORT_ROUND_TRIP_H

#include "blender.h"
#include "gait/compare.h"

typedef struct round_trip {
    gait_span bytes; /* borrowed */
    const char *name;
    gait_file *file;
    gait_skeleton *skeleton;
    gait_base_file *base;
} round_trip;

/* `name` is the file's, with its extension; `tree` is copied from, NULL = none. False when it
 * cannot be an export: no frames to speak of, or no tree. */
bool round_trip_open(gait_span bytes, const char *name, const gait_skeleton *tree, round_trip *out);
void round_trip_close(round_trip *trip);

/* The file after all changes. Fails the test when one is refused. */
gait_buffer round_trip_write(const round_trip *trip, const gait_diff *diff);
/* The file after it went such a way with these touches. */
gait_buffer round_trip_edited(const round_trip *trip, const blender_way *way,
                              const blender_touch *touches, uint32_t touch_count);

/* Fails the test when there is none. */
uint32_t round_trip_bone(const round_trip *trip, const char *name);

#endif
