/* The ranges of numbers in options. */
#include "gait/numbers.h"

#define RANGE(id, name, min, max, unit)                                                            \
    [GAIT_RANGE_##id] = {name, "from " #min " to " #max unit, min, max, false}
#define RANGE_ABOVE(id, name, min, max, unit)                                                      \
    [GAIT_RANGE_##id] = {name, "more than " #min " and at most " #max unit, min, max, true}

static const gait_range range_table[GAIT_RANGE_COUNT] = {
    RANGE(FPS, "the frame rate", 0.001, 1000000, ""),
    RANGE_ABOVE(DURATION, "the duration", 0, 279620, " seconds"),
    RANGE_ABOVE(TOLERANCE, "the tolerance", 0, 1000000, ""),
    RANGE(ITEM_PLACE, "a number of the place of the item", -1000000, 1000000, ""),
    RANGE(BMTR_VERSION, "the version", 2, 5, ""),
    RANGE(OMF_VERSION, "the version", 3, 4, ""),
    RANGE(SKL_VERSION, "the version", 6, 7, ""),
};

gait_range gait_range_of(gait_range_id id) {
    return (uint32_t)id < GAIT_RANGE_COUNT ? range_table[id] : (gait_range){0};
}

bool gait_range_contains(gait_range_id id, double value) {
    gait_range range = gait_range_of(id);
    bool is_above = range.excludes_min ? value > range.min : value >= range.min;
    return range.name && is_above && value <= range.max;
}
