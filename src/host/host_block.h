/* Reads the blocks of keys and of curves that a host program passes (docs/host_keys.md). */
#ifndef GAITI_HOST_BLOCK_H
#define GAITI_HOST_BLOCK_H

#include "base/bytes.h"
#include "base/memory.h"
#include "host/host_timeline.h"

typedef enum gaiti_host_form {
    GAITI_HOST_KEYS = 0, /* of gait_host_keys() */
    GAITI_HOST_CURVES    /* of gait_host_curves() */
} gaiti_host_form;

enum { GAITI_HOST_WIDTH = 4 /* maximum number of components */ };

/* The keys of one component in a block. */
typedef struct gaiti_host_component {
    const uint8_t *times, *values; /* of the first key */
    uint32_t count;
} gaiti_host_component;

/* The keys of a rotation (w, x, y, z) or translation in a block. */
typedef struct gaiti_host_raw {
    gaiti_host_component parts[GAITI_HOST_WIDTH];
    uint32_t width, stride; /* number of components; bytes from one key to the next */
    bool is_joined;         /* all components have keys at the same times */
    uint32_t room;          /* maximum number of decoded keys */
} gaiti_host_raw;

typedef struct gaiti_host_raw_bone {
    gaiti_host_raw rotation, translation;
} gaiti_host_raw_bone;

/* Finds the keys of `count` bones. GAIT_TRUNCATED when the block ends too early, GAIT_CORRUPT when
 * it is too long, and for times that descend and invalid numbers. `max_time` is the maximum
 * magnitude of times. */
gait_status gaiti_host_find_keys(gait_span block, gaiti_host_form form, double max_time,
                                 gaiti_host_raw_bone *out, uint32_t count);

/* Decodes keys: times in seconds after the first frame, and values (x, y, z) or unit quaternions
 * (x, y, z, w). Both arrays have space for `raw->room` keys. Components with keys at different
 * times are joined at the times of all of them. Returns the number of keys. */
uint32_t gaiti_host_decode(const gaiti_host_raw *raw, const gaiti_host_place *place,
                           bool is_stepped, double *times, double *values);

#endif
