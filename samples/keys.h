/* Tracks of an OMF from rotations and positions, quantised as docs/formats/omf.md recommends. */
#ifndef SAMPLES_KEYS_H
#define SAMPLES_KEYS_H

#include "gait/omf.h"
#include "turns.h"

enum { KEYS_MAX = 128 }; /* maximum number of frames of one motion */

/* One track and the bytes that it points to. */
typedef struct track_keys {
    gait_omf_track track;
    uint8_t rotation[8 * KEYS_MAX];
    uint8_t translation[6 * KEYS_MAX];
} track_keys;

/* `fine`: 16-bit translation keys, otherwise 8-bit. Constant channels are stored as constants. */
void make_track(const turn *turns, const vec3 *places, uint32_t frame_count, bool fine,
                track_keys *out);

#endif
