/* The sides of bones, by their names. */
#ifndef GAITI_MODEL_SIDE_H
#define GAITI_MODEL_SIDE_H

#include "base/memory.h"
#include "gait/model.h"

/* The side of the body to which a bone belongs. */
typedef enum gaiti_side { GAITI_SIDE_MIDDLE = 0, GAITI_SIDE_LEFT, GAITI_SIDE_RIGHT } gaiti_side;

/* The name of a side in reports: "middle", "left" or "right"; static storage. */
const char *gaiti_side_name(gaiti_side side);
/* The name of a family in reports: "bohemia" or "xray"; NULL for GAIT_FAMILY_NONE and for a value
 * out of range. Static storage. */
const char *gaiti_family_name(gait_family family);

/* True when `name` contains a word, however words are joined: "Left" in EyeLeft, LeftArm, eye_left,
 * but not in "cleft". */
bool gaiti_name_has_word(const char *name, const char *word);
/* Determines the sides of all bones by their names, such as bip01_l_hand, LeftArm, or "leftarm"
 * when there is a "rightarm". `out` has room for the bones. False when there is no memory. */
bool gaiti_find_sides(const gait_skeleton *skeleton, gaiti_arena *scratch, gaiti_side *out);
/* The same, and for each bone the one with the same name on the other side; -1 = none. */
bool gaiti_find_mirrors(const gait_skeleton *skeleton, gaiti_arena *scratch, gaiti_side *out_sides,
                        int32_t *out_mirrors);

#endif
