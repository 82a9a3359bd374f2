/* Gait - numbers: text to number and back, and valid ranges of options. */
#ifndef GAIT_NUMBERS_H
#define GAIT_NUMBERS_H

#include "gait/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Parses a decimal number: an optional sign, digits with at most one decimal point, an optional
 * exponent. The result is the nearest double, ties to even, on every machine and in every locale;
 * numbers that are too small become zero with the same sign. Returns false, and does not change
 * `out_value`, when the text up to its NUL is not such a number or the number is too large. */
GAIT_API bool gait_parse_f64(const char *text, double *out_value);

/* Prints `decimals` (0 to 9) digits after the decimal point, rounded from the exact value, ties to
 * even, on every machine and in every locale. Non-finite values and magnitudes from 1e15 are
 * printed with the fewest digits that read back as the same number. Writes no NUL. Returns the
 * size; 0 for NULL, more decimals, or a `capacity` that is too small (32 bytes always suffice). */
GAIT_API size_t gait_print_fixed(char *out, size_t capacity, double value, unsigned decimals);

/* Numbers that the options of several functions, commands and programs have in common. */
typedef enum gait_range_id {
    GAIT_RANGE_FPS = 0, /* frames per second */
    GAIT_RANGE_DURATION,
    GAIT_RANGE_TOLERANCE,    /* millimetres or degrees */
    GAIT_RANGE_ITEM_PLACE,   /* each number of the position and orientation of an item */
    GAIT_RANGE_BMTR_VERSION, /* versions of files that can be written */
    GAIT_RANGE_OMF_VERSION,
    GAIT_RANGE_SKL_VERSION,
    GAIT_RANGE_COUNT
} gait_range_id;

/* The valid values of a number. */
typedef struct gait_range {
    const char *name; /* such as "the duration" */
    const char *text; /* such as "from 1 to 2 seconds" */
    double min, max;
    bool excludes_min; /* values must be above `min` */
} gait_range;

/* A range; all zero when `id` is out of range. Static storage. */
GAIT_API gait_range gait_range_of(gait_range_id id);
/* False for values outside the range, NaN, and an `id` out of range. */
GAIT_API bool gait_range_contains(gait_range_id id, double value);

#ifdef __cplusplus
}
#endif
#endif
