/* The rest pose of a host program, in glTF axes. */
#ifndef GAITI_HOST_RIG_H
#define GAITI_HOST_RIG_H

#include "base/memory.h"
#include "gait/host.h"

/* Maximum magnitude of the values of keys. */
#define GAITI_HOST_MAX_VALUE 1e15

/* The rest pose of a bone in the host and in the skeleton, in model space and glTF axes; both are
 * rotations with a translation. */
typedef struct gaiti_host_rest {
    gait_affine host, skeleton;
} gaiti_host_rest;

/* Reads a matrix of 16 floats without its scale. False when it is not affine, or too large;
 * *out_skew gets the maximum difference between its entries and those of the rotation. */
bool gaiti_host_read_matrix(const float *columns, gait_affine *out, double *out_skew);
/* Reads the rotation from the axes of the host to glTF axes. False when it is not a rotation. */
bool gaiti_host_read_axes(const gait_host *host, gait_affine *out_inverse);
/* Sets *out to one element per bone, allocated from `arena`. Validates the host: the status is that
 * of gait_host_keys(). */
gait_status gaiti_host_read_rests(const gait_host *host, gaiti_arena *arena, gaiti_host_rest **out);

#endif
