/* Quantising of translations: selects the smallest representation within the tolerance. */
#include "codec/crc32/crc32.h"
#include "formats/xray/omf/omf.h"
#include "base/try.h"

/* One axis of a translation, and the grid that its keys are rounded to. */
typedef struct omf_axis {
    const float *metres; /* first key of this axis; the stride is 3 */
    uint32_t count;
    float min, max;
    int32_t steps; /* from the smallest key to the largest */
    float size, init;
} omf_axis;

/* Finds the range of each axis. False when a number is not finite. */
static bool omf_quantise_measure(const gaiti_omf_quantiser *in, omf_axis axes[3]) {
    for (uint32_t i = 0; i < 3; i++) {
        axes[i] = (omf_axis){.metres = in->metres + i, .count = in->count};
        axes[i].min = axes[i].max = in->metres[i];
    }
    for (uint64_t i = 0; i < (uint64_t)in->count * 3; i++) {
        omf_axis *axis = &axes[i % 3];
        float value = in->metres[i];
        if (!((double)value - (double)value == 0)) {
            return false;
        }
        axis->min = value < axis->min ? value : axis->min;
        axis->max = value > axis->max ? value : axis->max;
    }
    return true;
}

/* Rounding error of floats of this magnitude. */
static double omf_float_error(const omf_axis *axis) {
    double min = (double)axis->min, max = (double)axis->max;
    double magnitude = max > -min ? max : -min;
    return magnitude * 0x1p-24;
}

/* True when the centre of the range is within the tolerance of every key. Sets the centre. */
static bool omf_is_constant_translation(omf_axis axes[3], double tolerance) {
    double square = 0;
    for (int i = 0; i < 3; i++) {
        double min = (double)axes[i].min, max = (double)axes[i].max;
        double off = (max - min) / 2;
        axes[i].init = (float)((min + max) / 2);
        square += off > omf_float_error(&axes[i]) ? off * off : 0;
    }
    return square <= tolerance * tolerance;
}

/* The smallest key: an even number of steps n runs from -n/2 to n/2. */
static int32_t omf_min_key(const omf_axis *axis) {
    return -((axis->steps + 1) / 2);
}

/* Divides the range into `steps` steps. If the unit is too small for a float, it is 0, and so are
 * all keys. */
static void omf_divide(omf_axis *axis, int32_t steps) {
    double min = (double)axis->min, max = (double)axis->max;
    axis->steps = steps;
    axis->size = (float)((max - min) / steps);
    axis->init = steps % 2 ? (float)(min - omf_min_key(axis) * (double)axis->size)
                           : (float)((min + max) / 2);
}

static int32_t omf_key_of(const omf_axis *axis, uint32_t key) {
    double size = (double)axis->size, metres = (double)axis->metres[3 * (size_t)key];
    int32_t min = omf_min_key(axis);
    return size > 0 ? gaiti_omf_round((metres - (double)axis->init) / size, min, min + axis->steps)
                    : 0;
}

/* Largest error in metres of keys with `steps` steps, or the first error above `max`. */
static double omf_max_error(omf_axis *axis, int32_t steps, double max) {
    double max_error = 0;
    omf_divide(axis, steps);
    for (uint32_t k = 0; k < axis->count && max_error <= max; k++) {
        double key = omf_key_of(axis, k);
        float decoded = (float)(key * (double)axis->size + (double)axis->init);
        double off = (double)decoded - (double)axis->metres[3 * (size_t)k];
        off = off < 0 ? -off : off;
        max_error = off > max_error ? off : max_error;
    }
    return max_error;
}

/* Error of 8-bit keys in metres; 0 when they are as exact as 16-bit keys. Keys from a bank are on a
 * grid that may have fewer steps than 8 bits allow: exporters truncate, and one uses -128 to 127.
 * Therefore all numbers of steps are tried. */
static double omf_error_of_8_bits(omf_axis *axis, double tolerance) {
    enum { EVEN_STEPS = 254, MAX_STEPS = 255 };
    /* The error of 16 bits, or the rounding error of floats. */
    double exact = ((double)axis->max - (double)axis->min) / 65534 / 2 + omf_float_error(axis);
    for (int32_t steps = MAX_STEPS; steps > 0; steps--) {
        if (omf_max_error(axis, steps, exact) <= exact) {
            return 0;
        }
    }
    return omf_max_error(axis, EVEN_STEPS, tolerance);
}

/* True when 8-bit keys are within the tolerance. Sets the grid of each axis. */
static bool omf_fits_8_bits(omf_axis axes[3], double tolerance) {
    double square = 0;
    for (int i = 0; i < 3; i++) {
        double off = omf_error_of_8_bits(&axes[i], tolerance);
        square += off * off;
    }
    return square <= tolerance * tolerance;
}

static gait_status omf_quantise_store(const gaiti_omf_quantiser *in, const omf_axis axes[3],
                                      bool wide, gaiti_arena *arena, gait_omf_track *track) {
    uint32_t key_size = gaiti_omf_translation_size(wide ? GAIT_OMF_TRANSLATION_16 : 0);
    uint8_t *bytes = gaiti_alloc(arena, in->count, key_size), *p = bytes;
    GAITI_TRY(arena->status);
    for (uint64_t i = 0; i < (uint64_t)in->count * 3; i++) {
        int32_t key = omf_key_of(&axes[i % 3], (uint32_t)(i / 3));
        if (wide) {
            gaiti_store_s16(p, (int16_t)key);
        } else {
            *p = (uint8_t)key;
        }
        p += wide ? 2 : 1;
    }
    track->translation_keys = gaiti_span(bytes, (size_t)in->count * key_size);
    track->translation_crc = gaiti_crc32(bytes, track->translation_keys.size);
    for (int i = 0; i < 3; i++) {
        track->size[i] = axes[i].size;
    }
    return GAIT_OK;
}

gait_status gaiti_omf_quantise_translation(const gaiti_omf_quantiser *in, gaiti_arena *arena,
                                           gait_omf_track *track) {
    omf_axis axes[3];
    gait_status status = GAIT_OK;
    if (!omf_quantise_measure(in, axes)) {
        return GAIT_BAD_ARGUMENT;
    }
    bool is_constant = omf_is_constant_translation(axes, in->tolerance_m);
    /* For a constant, the 16-bit flag keeps its value. */
    if (!is_constant || track->flags & GAIT_OMF_TRANSLATION_KEYS) {
        track->flags &= (uint8_t) ~(GAIT_OMF_TRANSLATION_KEYS | GAIT_OMF_TRANSLATION_16);
    }
    track->translation_keys = (gait_span){0};
    if (!is_constant) {
        bool narrow = !in->never_8 && omf_fits_8_bits(axes, in->tolerance_m);
        bool wide = !narrow && !in->never_16;
        for (int i = 0; i < 3 && wide; i++) {
            omf_divide(&axes[i], 65534);
        }
        track->flags |= GAIT_OMF_TRANSLATION_KEYS;
        track->flags |= wide ? GAIT_OMF_TRANSLATION_16 : 0;
        status = omf_quantise_store(in, axes, wide, arena, track);
    }
    for (int i = 0; i < 3; i++) {
        track->init[i] = axes[i].init;
    }
    return status;
}
