/* Tracks of an OMF from rotations and places: quantised as docs/formats/omf.md advises. */
#ifndef SAMPLES_KEYS_H
#define SAMPLES_KEYS_H

#include "gait/omf.h"
#include "turns.h"

enum { KEYS_MOST = 128 }; /* frames of one motion */

/* One track and the bytes that it refers to. */
typedef struct track_keys {
    gait_omf_track track;
    uint8_t rotation[8 * KEYS_MOST];
    uint8_t translation[6 * KEYS_MOST];
} track_keys;

/* `fine`: translation keys of 16 bits, else 8. What does not move becomes constant. */
void make_track(const turn *turns, const vec3 *places, uint32_t frame_count, bool fine,
                track_keys *out);

#endif
