/* The points about which bones turn. */
#ifndef GAITI_JOINTS_PIVOTS_H
#define GAITI_JOINTS_PIVOTS_H

#include "gait/model.h"
#include "gait/pose.h"

/* Computes the pivots of all bones from their motion; for clips of deltas with known parents. The
 * pivot of a bone with a known rest pose is its position in that pose, with the origin of that
 * pose. For other bones it is computed (GAIT_ORIGIN_RECOVERED). If the bone rotates about two axes
 * or more, it is the point that moves less than 3 mm. For a hinge it is the point of the axis
 * nearest to the pivot of the parent. If there is no such point, the bone gets the pivot of its
 * parent (GAIT_ORIGIN_PARENT). A root without a known rest pose is placed in the middle of the
 * computed pivots of its children, or if there are none, at the origin of the model
 * (GAIT_ORIGIN_UNKNOWN). `out_pivots` has room for bone_count. */
gait_status gaiti_recover_pivots(const gait_clip *clip, const gait_options *options,
                                 gait_pivot *out_pivots);
/* Finds out whether the motion of a clip of deltas is that of a body with other proportions than
 * its skeleton, from at most 32 keys. If the median distance of the pivots is more than 30 mm,
 * replaces `pivots`, one per bone, by those of the motion; the parents stay. *out_distance_m is
 * that distance, or 0 if nothing is replaced. A bone whose pivot the motion does not determine has
 * the same place relative to its parent as before (GAIT_ORIGIN_CONVENTION). */
gait_status gaiti_recover_body(const gait_clip *clip, const gait_options *options,
                               gait_pivot *pivots, double *out_distance_m);
/* A copy of the skeleton whose rest pose places each bone at its pivot, without rotation. The
 * `rest_origin` of each bone is the `origin` of its pivot. The caller frees it. */
gait_status gaiti_skeleton_at_pivots(const gait_skeleton *skeleton, const gait_pivot *pivots,
                                     const gait_options *options, gait_skeleton **out_skeleton);

/* False when the bone's own pivot is unknown and it was placed at its parent's pivot or at the
 * origin. */
static inline bool gaiti_pivot_is_known(const gait_bone *bone) {
    return bone->rest_origin != GAIT_ORIGIN_UNKNOWN && bone->rest_origin != GAIT_ORIGIN_PARENT;
}

#endif
