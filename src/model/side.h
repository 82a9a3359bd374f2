/* The sides of bones, by their names. */
#ifndef GAITI_MODEL_SIDE_H
#define GAITI_MODEL_SIDE_H

#include "base/memory.h"
#include "gait/model.h"

/* True when `name` contains a word, however words are joined: "Left" in EyeLeft, LeftArm, eye_left,
 * but not in "cleft". */
bool gaiti_name_has_word(const char *name, const char *word);
/* gaiti_skeleton_sides() with temporary memory in an arena. False when there is no memory. */
bool gaiti_find_sides(const gait_skeleton *skeleton, gaiti_arena *scratch, gaiti_side *out);

#endif
