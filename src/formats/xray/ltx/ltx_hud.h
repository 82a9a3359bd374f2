/* Lines of hud sections, which name motions of hands and items: docs/formats/ltx.md#first-person.
 */
#ifndef GAITI_LTX_HUD_H
#define GAITI_LTX_HUD_H

#include "formats/xray/ltx/ltx_tree.h"

/* Engines that read hud sections in different ways. */
typedef enum gaiti_ltx_engine {
    GAITI_LTX_SOC = 0, /* Shadow of Chernobyl */
    GAITI_LTX_COP,     /* Clear Sky, Call of Pripyat */
    GAITI_LTX_OGSR,
    GAITI_LTX_IXRAY,
    GAITI_LTX_ANOMALY,
    GAITI_LTX_AXR,
    GAITI_LTX_ENGINE_COUNT
} gaiti_ltx_engine;

typedef struct gaiti_ltx_reading {
    bool reads_anim, reads_anm; /* keys that begin with anim_, anm_ */
    bool has_items;             /* the second value is the item's motion */
    uint8_t max_values;
    uint8_t first_of_family; /* NAME0 or NAME1, up to NAME7 or NAME8 */
} gaiti_ltx_reading;

/* A line, whose texts are values without blanks; without data = not given. */
typedef struct gaiti_ltx_hud_line {
    gaiti_ltx_item item;
    gait_span value, hands, object, speed; /* object: the motion of the item that is held */
    uint32_t value_count;
    bool is_inherited;
} gaiti_ltx_hud_line;

const gaiti_ltx_reading *gaiti_ltx_reading_of(gaiti_ltx_engine engine);
/* True for a key that this engine reads as a motion, with this value. */
bool gaiti_ltx_is_motion(gaiti_ltx_engine engine, gait_span key, gait_span value);
/* The line of an item of a section; false when the item is no motion, or there is no memory. */
bool gaiti_ltx_hud_line_of(const gaiti_ltx_tree *tree, uint32_t node, uint32_t item,
                           gaiti_ltx_engine engine, gaiti_arena *arena,
                           gaiti_ltx_hud_line *out_line);

#endif
