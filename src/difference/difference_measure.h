/* Measures how far the keys of bones are apart, eight frames at a time. */
#ifndef GAITI_DIFFERENCE_MEASURE_H
#define GAITI_DIFFERENCE_MEASURE_H

#include "difference/difference_state.h"
#include "ops/local_keys_block.h"

/* What is measured, in the order of gait_key_difference. */
enum {
    GAITI_MEASURE_ROTATION = 0,
    GAITI_MEASURE_TRANSLATION,
    GAITI_MEASURE_LEVER,
    GAITI_MEASURE_SCALE,
    GAITI_MEASURES
};

/* The largest difference so far: its square, as floats, and the amount. */
typedef struct gaiti_measure {
    float square;
    uint32_t frame;
    double amount;
} gaiti_measure;

/* The keys of a bone in both clips: rows of gaiti_local_keys(), for the same frames. */
typedef struct gaiti_measure_keys {
    const float *side[2];
    uint32_t row;         /* floats per row, a multiple of GAITI_LOCAL_BLOCK */
    uint32_t frame_count; /* of the rows that are compared */
    uint32_t first_frame; /* of the clips */
} gaiti_measure_keys;

/* Makes a maximum infinite, unless an earlier frame did. */
void gaiti_measure_raise_infinite(gaiti_measure *maximum, uint32_t frame);

/* Raises the maxima of a bone. Values that are not finite are infinite differences unless both have
 * the same bits. */
void gaiti_measure_bone(const gaiti_measure_keys *keys, gaiti_measure maxima[GAITI_MEASURES]);

/* Rows of a pose in model space: nine of the matrix, row by row, and three of the translation. */
enum { GAITI_MEASURE_MODEL_ROWS = 12 };

/* Computes the pose of a bone in model space from its local keys. `parent` and `out` have
 * GAITI_MEASURE_MODEL_ROWS rows; `parent` is NULL for a root. */
void gaiti_measure_model(const float *keys, const float *parent, uint32_t row, float *out);
/* Raises the maximum of the distance between the origins of a bone, in millimetres. `keys` are the
 * rows of gaiti_measure_model(). Returns whether it was raised. */
bool gaiti_measure_distance(const gaiti_measure_keys *keys, gaiti_measure *maximum);

#endif
