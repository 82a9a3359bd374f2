/* Smaller tracks whose played values are the same in every game: docs/formats/omf.md#optimising. */
#include <float.h>

#include "codec/crc32/crc32.h"
#include "formats/xray/omf/omf_smaller.h"

/* --- one value -------------------------------------------------------------------------------- */

static uint32_t omf_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* True for zero and for normal numbers: some builds of the games replace others by zero. */
static bool omf_is_normal(float value) {
    return value == 0 || (value >= FLT_MIN && value <= FLT_MAX) ||
           (value <= -FLT_MIN && value >= -FLT_MAX);
}

/* a + b, rounded once to a float: the sum is rounded to an odd double first, so that the second
 * rounding is that of the exact sum. */
static float omf_add_once(double a, double b) {
    double sum = a + b, part = sum - a;
    double rest = (a - (sum - part)) + (b - part);
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if (rest != 0 && !(bits & 1)) {
        /* Away from zero when the rest has the sign of the sum, otherwise towards it. */
        bits += (rest > 0) == (sum > 0) ? UINT64_C(1) : UINT64_MAX;
        memcpy(&sum, &bits, sizeof sum);
    }
    return (float)sum;
}

/* key * size + init as games compute it. Depending on the build, the product is rounded to a float
 * or not, and the sum is rounded from a wider number or not. False when the results differ. */
static bool omf_played_value(float size, float init, int32_t key, float *out) {
    double product = (double)key * (double)size; /* exact: 16 and 24 bits */
    float rounded = (float)product;
    float value = (float)((double)rounded + (double)init);
    *out = value;
    return omf_is_normal(size) && omf_is_normal(init) && omf_is_normal(rounded) &&
           omf_is_normal(value) && omf_bits(value) == omf_bits((float)(product + (double)init)) &&
           omf_bits(value) == omf_bits(omf_add_once(product, (double)init));
}

/* --- the keys of one axis --------------------------------------------------------------------- */

typedef struct omf_axis_keys {
    const uint8_t *first;
    uint32_t count, stride;
    bool wide;
    int32_t min, max;
} omf_axis_keys;

static int32_t omf_axis_key(const omf_axis_keys *axis, uint32_t frame) {
    const uint8_t *key = axis->first + (size_t)frame * axis->stride;
    return axis->wide ? gaiti_load_s16(key) : *key < 128 ? *key : *key - 256;
}

static omf_axis_keys omf_axis_of(const gaiti_omf_optimiser *self, const gait_omf_track *track,
                                 uint32_t axis) {
    bool wide = track->flags & GAIT_OMF_TRANSLATION_16;
    omf_axis_keys keys = {.first = track->translation_keys.data + (wide ? 2 : 1) * (size_t)axis,
                          .count = self->frame_count,
                          .stride = gaiti_omf_translation_size(track->flags),
                          .wide = wide};
    return keys;
}

static void omf_find_range(omf_axis_keys *axis) {
    axis->min = axis->max = omf_axis_key(axis, 0);
    for (uint32_t f = 1; f < axis->count; f++) {
        int32_t key = omf_axis_key(axis, f);
        axis->min = key < axis->min ? key : axis->min;
        axis->max = key > axis->max ? key : axis->max;
    }
}

/* True when all keys of an axis give the same float. Values do not decrease or do not increase with
 * the key, so the smallest and the largest key decide. */
static bool omf_axis_is_still(const omf_axis_keys *axis, float size, float init, float *out) {
    float last;
    return omf_played_value(size, init, axis->min, out) &&
           omf_played_value(size, init, axis->max, &last) && omf_bits(*out) == omf_bits(last);
}

/* --- constants -------------------------------------------------------------------------------- */

static bool omf_all_equal(gait_span keys, size_t size) {
    return keys.size >= size && memcmp(keys.data, keys.data + size, keys.size - size) == 0;
}

static bool omf_floats_are_normal(const uint8_t *values, uint32_t count) {
    bool normal = true;
    for (uint32_t i = 0; i < count; i++) {
        normal = normal && omf_is_normal(gaiti_load_f32(values + 4 * (size_t)i));
    }
    return normal;
}

bool gaiti_omf_optimise_same_rotation(const gaiti_omf_optimiser *self, gait_omf_track *track) {
    bool floats = track->flags & GAIT_OMF_FLOAT_KEYS;
    size_t size = gaiti_omf_rotation_size(track->flags);
    if (track->flags & GAIT_OMF_ROTATION_CONSTANT || self->frame_count == 0 ||
        !omf_all_equal(track->rotation_keys, size) ||
        (floats && !omf_floats_are_normal(track->rotation_keys.data, 4))) {
        return false;
    }
    track->flags |= GAIT_OMF_ROTATION_CONSTANT;
    track->rotation_keys.size = size;
    return true;
}

static void omf_set_still(gait_omf_track *track, const float init[3]) {
    track->flags &= (uint8_t)~GAIT_OMF_TRANSLATION_KEYS;
    track->translation_keys.size = 0;
    memcpy(track->init, init, sizeof track->init);
}

bool gaiti_omf_optimise_still_translation(const gaiti_omf_optimiser *self, gait_omf_track *track) {
    float init[3];
    if (!(track->flags & GAIT_OMF_TRANSLATION_KEYS) || self->frame_count == 0) {
        return false;
    }
    if (track->flags & GAIT_OMF_FLOAT_KEYS) {
        if (!omf_all_equal(track->translation_keys, 12) ||
            !omf_floats_are_normal(track->translation_keys.data, 3)) {
            return false;
        }
        gaiti_load_f32s(track->translation_keys.data, 3, init);
        omf_set_still(track, init);
        return true;
    }
    for (uint32_t i = 0; i < 3; i++) {
        omf_axis_keys axis = omf_axis_of(self, track, i);
        /* The first and the last key decide at once for most axes that move. */
        float first, last;
        if (!omf_played_value(track->size[i], track->init[i], omf_axis_key(&axis, 0), &first) ||
            !omf_played_value(track->size[i], track->init[i],
                              omf_axis_key(&axis, self->frame_count / 2), &last) ||
            omf_bits(first) != omf_bits(last)) {
            return false;
        }
        omf_find_range(&axis);
        if (!omf_axis_is_still(&axis, track->size[i], track->init[i], &init[i])) {
            return false;
        }
    }
    omf_set_still(track, init);
    return true;
}

/* --- 8 bits ----------------------------------------------------------------------------------- */

/* New keys of an axis: key = shift + step * new key, with another size and init. */
typedef struct omf_new_grid {
    int32_t shift, step;
    float size, init;
} omf_new_grid;

static int32_t omf_common_divisor(int32_t a, int32_t b) {
    while (b != 0) {
        int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/* The greatest common divisor of all distances between keys; 0 when 8 bits cannot hold the keys
 * divided by it. */
static int32_t omf_find_step(const omf_axis_keys *axis) {
    int32_t range = axis->max - axis->min, step = range;
    for (uint32_t f = 0; f < axis->count && step * 255 >= range; f++) {
        step = omf_common_divisor(step, omf_axis_key(axis, f) - axis->min);
    }
    return step * 255 >= range ? step : 0;
}

/* True when every key gives the same float with the new grid. */
static bool omf_grid_is_exact(const omf_axis_keys *axis, float size, float init,
                              const omf_new_grid *grid) {
    for (uint32_t f = 0; f < axis->count; f++) {
        float old_value, new_value;
        int32_t key = omf_axis_key(axis, f);
        if (!omf_played_value(size, init, key, &old_value) ||
            !omf_played_value(grid->size, grid->init, (key - grid->shift) / grid->step,
                              &new_value) ||
            omf_bits(old_value) != omf_bits(new_value)) {
            return false;
        }
    }
    return true;
}

/* Finds a grid for 8-bit keys. Without a shift every key has the same product as before. With a
 * shift the centre moves, which is tried. */
static bool omf_find_grid(omf_axis_keys *axis, float size, float init, omf_new_grid *grid) {
    omf_find_range(axis);
    *grid = (omf_new_grid){.step = 1, .size = size, .init = init};
    if (axis->min >= -128 && axis->max <= 127) {
        return true;
    }
    if (axis->min == axis->max) {
        *grid = (omf_new_grid){.shift = axis->min, .step = 1};
        return omf_axis_is_still(axis, size, init, &grid->init) &&
               omf_grid_is_exact(axis, size, init, grid);
    }
    grid->step = omf_find_step(axis);
    double wide = (double)size * grid->step;
    grid->size = (float)wide;
    if (grid->step == 0 || (double)grid->size != wide || !omf_is_normal(grid->size) ||
        !omf_is_normal(size)) {
        return false;
    }
    if (axis->min % grid->step == 0 && axis->min / grid->step >= -128 &&
        axis->max / grid->step <= 127) {
        return true;
    }
    grid->shift = axis->min + (axis->max - axis->min + grid->step) / (2 * grid->step) * grid->step;
    grid->init = (float)((double)grid->shift * (double)size + (double)init);
    return omf_grid_is_exact(axis, size, init, grid);
}

bool gaiti_omf_optimise_narrow_translation(const gaiti_omf_optimiser *self, gait_omf_track *track) {
    omf_new_grid grids[3];
    omf_axis_keys axes[3];
    if (!gaiti_omf_is_quantised(track) || !(track->flags & GAIT_OMF_TRANSLATION_16) ||
        self->frame_count == 0) {
        return false;
    }
    for (uint32_t i = 0; i < 3; i++) {
        axes[i] = omf_axis_of(self, track, i);
        if (!omf_find_grid(&axes[i], track->size[i], track->init[i], &grids[i])) {
            return false;
        }
    }
    uint8_t *keys = gaiti_alloc_uninitialised(self->scratch, self->frame_count, 3), *key = keys;
    for (uint32_t f = 0; keys && f < self->frame_count; f++) {
        for (uint32_t i = 0; i < 3; i++) {
            *key++ = (uint8_t)((omf_axis_key(&axes[i], f) - grids[i].shift) / grids[i].step);
        }
    }
    if (!keys) {
        return false;
    }
    track->flags &= (uint8_t)~GAIT_OMF_TRANSLATION_16;
    track->translation_keys = gaiti_span(keys, (size_t)self->frame_count * 3);
    track->translation_crc = gaiti_crc32(keys, track->translation_keys.size);
    for (uint32_t i = 0; i < 3; i++) {
        track->size[i] = grids[i].size;
        track->init[i] = grids[i].init;
    }
    return true;
}
