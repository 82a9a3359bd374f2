/* Encoding channels of a clip as elements of glTF accessors. */
#ifndef GAITI_GLTF_WRITE_KEYS_H
#define GAITI_GLTF_WRITE_KEYS_H

#include <string.h>

#include "base/diagnose.h"
#include "gait/model.h"

enum {
    GAITI_GLTF_ROTATION16_SIZE = 8,
    GAITI_GLTF_ROTATION_SIZE = 16,
    GAITI_GLTF_TRANSLATION_SIZE = 12,
    GAITI_GLTF_FLOAT_BLOCK = 64 /* keys per block */
};

/* True on little-endian machines, where keys can be copied without conversion. */
static inline bool gaiti_gltf_machine_is_little(void) {
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* These functions write channel->count keys (at least 1) to `out`, little-endian, with signs
 * applied. glTF allows neither NaN nor rotations that are not of unit length: such keys are
 * replaced and raised, with their index in report->frame. The sign of each rotation (q or -q) is
 * chosen so that its dot product with the previous one is not negative. */

/* Four normalised 16-bit integers per key; unit rotations keep their integers except for signs. The
 * channel must be GAIT_SNORM16. */
void gaiti_gltf_rotations16(const gait_channel *channel, gaiti_report *report, uint8_t *out);
/* Four floats per key, normalised unless the squared length is within 1e-6 of 1. */
void gaiti_gltf_rotations(const gait_channel *channel, gaiti_report *report, uint8_t *out);
/* Three floats per key; components that are not finite are replaced by those of `rest`. */
void gaiti_gltf_translations(const gait_channel *channel, const float rest[3], gaiti_report *report,
                             uint8_t *out);

/* True when the keys of a channel are packed floats, `width` per key, in the byte order of both
 * this machine and files, so that they can be read in place and copied. */
bool gaiti_gltf_is_ready(const gait_channel *channel, unsigned width);

/* Converts `count` keys of a channel, starting at `first`, to `width` packed floats each, without
 * applying signs. `width` is 3 or 4, or 9 for MAT3. */
void gaiti_gltf_load_floats(const gait_channel *channel, uint32_t first, uint32_t count,
                            unsigned width, void *out);
/* Writes floats as little-endian bytes. */
void gaiti_gltf_store_floats(const void *floats, uint32_t count, uint8_t *out);

/* True when all `count` keys have the same bytes. `size`, the bytes of a key, is at least 8. */
bool gaiti_gltf_is_constant(const uint8_t *keys, uint32_t count, size_t size);

#endif
