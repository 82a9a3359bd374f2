/* Channels of a clip as the bytes of glTF accessors. */
#ifndef GAITI_GLTF_WRITE_KEYS_H
#define GAITI_GLTF_WRITE_KEYS_H

#include <string.h>

#include "base/diagnose.h"
#include "gait/model.h"

enum {
    GAITI_GLTF_ROTATION16_SIZE = 8,
    GAITI_GLTF_ROTATION_SIZE = 16,
    GAITI_GLTF_TRANSLATION_SIZE = 12,
    GAITI_GLTF_FLOAT_BLOCK = 64 /* keys converted at a time */
};

/* True where memory has the byte order of files, so that keys are copied as blocks. */
static inline bool gaiti_gltf_machine_is_little(void) {
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* All write channel->count keys (at least 1) to `out`, little-endian, signs applied. glTF allows
 * neither NaN nor rotations off unit length: such keys are mended and raised, report->frame says
 * which. Rotations never turn from one key to the next by more than half way around: q and -q are
 * chosen so. */

/* Four shorts of 1/32767 each; unit rotations keep their integers up to signs. The channel is
 * GAIT_SNORM16. */
void gaiti_gltf_rotations16(const gait_channel *channel, gaiti_report *report, uint8_t *out);
/* Four floats, normalised unless they are unit within 1e-6. */
void gaiti_gltf_rotations(const gait_channel *channel, gaiti_report *report, uint8_t *out);
/* Three floats; numbers that are none become those of `rest`. */
void gaiti_gltf_translations(const gait_channel *channel, const float rest[3], gaiti_report *report,
                             uint8_t *out);

/* True when the keys of a channel are `width` floats one behind the other, in the byte order of
 * both this machine and files: they can be computed with where they are, and copied. */
bool gaiti_gltf_is_ready(const gait_channel *channel, unsigned width);

/* `count` keys of a channel from key `first` on as floats, signs not applied: 3 or 4 (9 for MAT3)
 * in a row each. */
void gaiti_gltf_load_floats(const gait_channel *channel, uint32_t first, uint32_t count,
                            unsigned width, void *out);
/* Floats as little-endian bytes. */
void gaiti_gltf_store_floats(const void *floats, uint32_t count, uint8_t *out);

/* True when all `count` keys of `size` bytes, at least 8, are the same bytes. */
bool gaiti_gltf_is_constant(const uint8_t *keys, uint32_t count, size_t size);

#endif
