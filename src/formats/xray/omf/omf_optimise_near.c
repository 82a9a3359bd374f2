/* Smaller tracks within a tolerance, and the measurement of their errors. */
#include <float.h>
#include <math.h>

#include "formats/xray/omf/omf_smaller.h"
#include "model/quaternion.h"
#include "formats/xray/omf/omf.h"

/* Lengths of quaternions that are rotations with rounding errors. */
static const double omf_min_length = 0.9, omf_max_length = 1.1;

/* --- reading ---------------------------------------------------------------------------------- */

static uint32_t omf_rotation_count(const gaiti_omf_optimiser *self, const gait_omf_track *track) {
    return track->flags & GAIT_OMF_ROTATION_CONSTANT ? 1 : self->frame_count;
}

static uint32_t omf_translation_count(const gaiti_omf_optimiser *self,
                                      const gait_omf_track *track) {
    return track->flags & GAIT_OMF_TRANSLATION_KEYS ? self->frame_count : 1;
}

/* The components as stored, without normalisation. */
static void omf_load_rotation(const gait_omf_track *track, uint32_t frame, double out[4]) {
    size_t size = gaiti_omf_rotation_size(track->flags);
    gaiti_omf_load_rotation(track->rotation_keys.data + frame * size,
                            track->flags & GAIT_OMF_FLOAT_KEYS, out);
}

/* The same with length 1; false when the length is not near 1. */
static bool omf_load_unit(const gait_omf_track *track, uint32_t frame, double out[4]) {
    omf_load_rotation(track, frame, out);
    double length = gaiti_quaternion_length(out);
    if (!(length >= omf_min_length && length <= omf_max_length)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        out[i] /= length;
    }
    return true;
}

/* All translations as floats: one for a constant. */
static void omf_load_translations(const gaiti_omf_optimiser *self, const gait_omf_track *track,
                                  float *out) {
    if (gaiti_omf_is_quantised(track)) {
        gaiti_omf_scale_keys(track, self->frame_count, out);
    } else if (track->flags & GAIT_OMF_TRANSLATION_KEYS) {
        gaiti_load_f32s(track->translation_keys.data, (size_t)self->frame_count * 3, out);
    } else {
        memcpy(out, track->init, sizeof track->init);
    }
}

/* --- errors ----------------------------------------------------------------------------------- */

static double omf_rotation_error(const gaiti_omf_optimiser *self, const gait_omf_track *original,
                                 const gait_omf_track *track) {
    bool constant = track->flags & GAIT_OMF_ROTATION_CONSTANT;
    uint32_t count = omf_rotation_count(self, original);
    double max = 0, a[4], b[4];
    if (track->rotation_keys.data == original->rotation_keys.data) {
        return 0; /* the same keys, or the first of equal ones */
    }
    for (uint32_t f = 0; f < count; f++) {
        if (!omf_load_unit(original, f, a) || !omf_load_unit(track, constant ? 0 : f, b)) {
            return HUGE_VAL;
        }
        double angle = gaiti_quaternion_angle(a, b);
        max = angle > max ? angle : max;
    }
    return max;
}

static double omf_translation_error(const gaiti_omf_optimiser *self, const gait_omf_track *original,
                                    const gait_omf_track *track) {
    uint32_t count = omf_translation_count(self, original);
    bool constant = !(track->flags & GAIT_OMF_TRANSLATION_KEYS);
    if (count == 1 && constant && memcmp(original->init, track->init, sizeof track->init) == 0) {
        return 0;
    }
    float *a = gaiti_alloc_uninitialised(self->scratch, count, 12);
    float *b = gaiti_alloc_uninitialised(self->scratch, self->frame_count, 12);
    double max = 0;
    if (!a || !b) {
        return HUGE_VAL;
    }
    omf_load_translations(self, original, a);
    omf_load_translations(self, track, b);
    for (size_t f = 0; f < count; f++) {
        double square = 0;
        for (size_t i = 0; i < 3; i++) {
            double off = (double)a[3 * f + i] - (double)b[constant ? i : 3 * f + i];
            square += off * off;
        }
        if (!(square <= (double)FLT_MAX)) {
            return HUGE_VAL;
        }
        max = square > max ? square : max;
    }
    return sqrt(max);
}

gaiti_omf_error gaiti_omf_optimise_measure(const gaiti_omf_optimiser *self,
                                           const gait_omf_track *original,
                                           const gait_omf_track *track) {
    return (gaiti_omf_error){.metres = omf_translation_error(self, original, track),
                             .radians = omf_rotation_error(self, original, track)};
}

/* --- rotations -------------------------------------------------------------------------------- */

/* The centre of all keys, per component; false when they cannot be within the tolerance. */
static bool omf_find_centre(const gaiti_omf_optimiser *self, const gait_omf_track *track,
                            double out[4]) {
    double min[4], max[4], first[4], q[4];
    /* Components differ by no more than the angle, and by rounding errors of the length. */
    const double range = self->tolerance_rad * 1.01 + 1e-4;
    if (!omf_load_unit(track, 0, first)) {
        return false;
    }
    memcpy(min, first, sizeof min);
    memcpy(max, first, sizeof max);
    for (uint32_t f = 1; f < self->frame_count; f++) {
        if (!omf_load_unit(track, f, q)) {
            return false;
        }
        gaiti_quaternion_continue(q, first);
        for (int i = 0; i < 4; i++) {
            min[i] = q[i] < min[i] ? q[i] : min[i];
            max[i] = q[i] > max[i] ? q[i] : max[i];
            if (max[i] - min[i] > range) {
                return false;
            }
        }
    }
    for (int i = 0; i < 4; i++) {
        out[i] = (min[i] + max[i]) / 2;
    }
    return gaiti_quaternion_length(out) > omf_min_length;
}

bool gaiti_omf_optimise_near_rotation(const gaiti_omf_optimiser *self,
                                      const gait_omf_track *original, gait_omf_track *track) {
    double centre[4];
    if (track->flags & GAIT_OMF_ROTATION_CONSTANT || self->frame_count == 0 ||
        self->tolerance_rad == 0 || !omf_find_centre(self, track, centre)) {
        return false;
    }
    double length = gaiti_quaternion_length(centre);
    for (int i = 0; i < 4; i++) {
        centre[i] /= length;
    }
    uint8_t *key = gaiti_alloc(self->scratch, 1, 16);
    if (!key) {
        return false;
    }
    gaiti_omf_store_rotation(centre, track->flags & GAIT_OMF_FLOAT_KEYS, key);
    gait_omf_track near = *track;
    near.flags |= GAIT_OMF_ROTATION_CONSTANT;
    near.rotation_keys = gaiti_span(key, gaiti_omf_rotation_size(near.flags));
    if (!(omf_rotation_error(self, original, &near) <= self->tolerance_rad)) {
        return false;
    }
    *track = near;
    return true;
}

/* --- translations ----------------------------------------------------------------------------- */

/* Quantises the translations of a track; false when a number is not finite. */
static bool omf_quantise_again(const gaiti_omf_optimiser *self, bool never_16,
                               gait_omf_track *track) {
    float *metres = gaiti_alloc_uninitialised(self->scratch, self->frame_count, 12);
    gaiti_omf_quantiser in = {.metres = metres,
                              .count = self->frame_count,
                              .tolerance_m = self->tolerance_m,
                              .never_16 = never_16};
    if (!metres) {
        return false;
    }
    omf_load_translations(self, track, metres);
    track->flags &= (uint8_t)~GAIT_OMF_FLOAT_KEYS;
    return gaiti_omf_quantise_translation(&in, self->scratch, track) == GAIT_OK;
}

/* The same; false also when an error exceeds the tolerance. */
static bool omf_requantise(const gaiti_omf_optimiser *self, const gait_omf_track *original,
                           bool never_16, gait_omf_track *track) {
    return omf_quantise_again(self, never_16, track) &&
           omf_translation_error(self, original, track) <= self->tolerance_m;
}

static int omf_byte_key(const gait_omf_track *track, size_t index) {
    uint8_t key = track->translation_keys.data[index];
    return key < 128 ? key : key - 256;
}

/* True when some keys move by more than a constant or 8 bits within the tolerance can hold. */
static bool omf_range_is_large(const gaiti_omf_optimiser *self, const gait_omf_track *track) {
    if (!(track->flags & GAIT_OMF_TRANSLATION_16)) {
        /* Keys of 8 bits become a constant or stay: compare the first key with some others. */
        for (uint32_t k = 1; k <= 8; k++) {
            uint32_t frame = (uint32_t)((uint64_t)(self->frame_count - 1) * k / 8);
            for (size_t i = 0; i < 3; i++) {
                int moved = omf_byte_key(track, 3 * (size_t)frame + i) - omf_byte_key(track, i);
                double off = (double)track->size[i] * moved;
                if (off > 2.1 * self->tolerance_m || -off > 2.1 * self->tolerance_m) {
                    return true;
                }
            }
        }
    }
    return false;
}

bool gaiti_omf_optimise_near_translation(const gaiti_omf_optimiser *self,
                                         const gait_omf_track *original, gait_omf_track *track) {
    gait_omf_track near = *track;
    if (!(track->flags & GAIT_OMF_TRANSLATION_KEYS) || self->frame_count == 0 ||
        self->tolerance_m == 0) {
        return false;
    }
    if (track->flags & GAIT_OMF_FLOAT_KEYS) {
        /* Only a constant can be stored as floats. */
        if (!omf_requantise(self, original, true, &near) ||
            near.flags & GAIT_OMF_TRANSLATION_KEYS) {
            return false;
        }
        near.flags |= GAIT_OMF_FLOAT_KEYS;
    } else if (omf_range_is_large(self, track) || !omf_requantise(self, original, true, &near)) {
        return false;
    }
    if (near.translation_keys.size >= track->translation_keys.size) {
        return false;
    }
    *track = near;
    return true;
}

/* --- floats ----------------------------------------------------------------------------------- */

/* Stores the rotations of a track with float keys as integers, without its translations. */
static bool omf_round_rotations(const gaiti_omf_optimiser *self, const gait_omf_track *track,
                                gait_omf_track *out) {
    uint32_t count = omf_rotation_count(self, track);
    uint8_t *keys = gaiti_alloc_uninitialised(self->scratch, count, 8);
    for (uint32_t f = 0; keys && f < count; f++) {
        double q[4];
        omf_load_rotation(track, f, q);
        gaiti_omf_store_rotation(q, false, keys + 8 * (size_t)f);
    }
    if (keys) {
        *out = *track;
        out->flags &= (uint8_t) ~(GAIT_OMF_FLOAT_KEYS | GAIT_OMF_TRANSLATION_16);
        out->rotation_keys = gaiti_span(keys, (size_t)count * 8);
        out->rotation_crc = gaiti_omf_crc(out->rotation_keys);
    }
    return keys != NULL;
}

/* Takes the translations of another track, which has no float keys. */
static void omf_take_translations(const gait_omf_track *from, gait_omf_track *to) {
    const unsigned mask = GAIT_OMF_TRANSLATION_KEYS | GAIT_OMF_TRANSLATION_16;
    to->flags = (uint8_t)((to->flags & ~mask) | (from->flags & mask));
    to->translation_keys = from->translation_keys;
    to->translation_crc = from->translation_crc;
    memcpy(to->size, from->size, sizeof to->size);
    memcpy(to->init, from->init, sizeof to->init);
}

bool gaiti_omf_optimise_near_floats(const gaiti_omf_optimiser *self, const gait_omf_track *original,
                                    gait_omf_track *track) {
    gait_omf_track near, source = *track;
    if (!(track->flags & GAIT_OMF_FLOAT_KEYS) || self->tolerance_rad == 0 ||
        self->frame_count == 0 || !omf_round_rotations(self, track, &near)) {
        return false;
    }
    if (track->flags & GAIT_OMF_TRANSLATION_KEYS) {
        if (self->tolerance_m == 0 || !omf_requantise(self, original, false, &source)) {
            return false;
        }
        omf_take_translations(&source, &near);
    }
    if (!(omf_rotation_error(self, original, &near) <= self->tolerance_rad)) {
        return false;
    }
    *track = near;
    return true;
}

bool gaiti_omf_optimise_limit_bits(const gaiti_omf_optimiser *self, gait_omf_track *track) {
    bool has_floats = track->flags & GAIT_OMF_FLOAT_KEYS;
    bool has_keys = track->flags & GAIT_OMF_TRANSLATION_KEYS;
    bool is_wide = has_keys && track->flags & GAIT_OMF_TRANSLATION_16 && self->bits < 16;
    gait_omf_track near = *track, source = *track;
    if ((!has_floats && !is_wide) || (has_floats && !omf_round_rotations(self, track, &near)) ||
        (has_keys && !omf_quantise_again(self, self->bits < 16, &source))) {
        return false;
    }
    if (has_keys) {
        omf_take_translations(&source, &near);
    }
    *track = near;
    return true;
}
