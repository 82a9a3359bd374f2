/* The conversion of poses of a bone to keys of a host program. */
#ifndef GAITI_HOST_BONE_H
#define GAITI_HOST_BONE_H

#include "host/host_rig.h"

/* From a pose relative to the parent, in glTF axes, to a key relative to the rest pose of the host:
 *   rotation     left * q * right
 *   translation  linear * (t + R(q) head) + offset */
typedef struct gaiti_host_bone {
    double left[4], right[4];
    double linear[3][3], offset[3], head[3];
    bool has_head; /* the heads of the bone differ: `head` is needed */
} gaiti_host_bone;

/* `rests` is from gaiti_host_read_rests(). */
gaiti_host_bone gaiti_host_bone_of(const gait_skeleton *skeleton, const gaiti_host_rest *rests,
                                   uint32_t bone);

/* The key of a rotation (x, y, z, w), normalised. */
void gaiti_host_bone_rotation(const gaiti_host_bone *bone, const double q[4], double out[4]);
/* The key of a translation; `q` is the rotation of the same pose. */
void gaiti_host_bone_translation(const gaiti_host_bone *bone, const double q[4], const double t[3],
                                 double out[3]);

#endif
