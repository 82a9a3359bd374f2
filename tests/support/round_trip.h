/* Round trips of a file: the open file, its base, and the result of an edit. */
#ifndef TEST_SUPPORT_ROUND_TRIP_H
#define TEST_SUPPORT_ROUND_TRIP_H

#include "blender.h"
#include "roundtrip/compare/compare_steps.h"
#include "gait/edited_file.h"

typedef struct round_trip {
    gait_span bytes; /* borrowed */
    const char *name;
    gait_file *file;
    gait_skeleton *skeleton;
    gaiti_base_file *base;
} round_trip;

/* Opens the file `name` (with extension) and binds `tree`, which may be NULL. False when it cannot
 * be exported, for example because parents are unknown. */
bool round_trip_open(gait_span bytes, const char *name, const gait_skeleton *tree, round_trip *out);
void round_trip_close(round_trip *trip);

/* Writes the file with all changes. Fails the test when a change is refused. */
gait_buffer round_trip_write(const round_trip *trip, const gaiti_diff *diff);
/* Writes the file after a simulated export with these edits. */
gait_buffer round_trip_edited(const round_trip *trip, const blender_way *way,
                              const blender_touch *touches, uint32_t touch_count);

/* The index of a bone. Fails the test when there is none. */
uint32_t round_trip_bone(const round_trip *trip, const char *name);

#endif
