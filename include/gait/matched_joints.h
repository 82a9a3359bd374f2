/* Gait - which joints of a glTF move which bones: in round trips, and when clips are retargeted. */
#ifndef GAIT_MATCHED_JOINTS_H
#define GAIT_MATCHED_JOINTS_H

#include "gait/roundtrip.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- round trips ------------------------------------------------------------------------------ */

/* One joint of the edited file. */
typedef struct gait_roundtrip_joint {
    const char *name; /* UTF-8; valid as long as the report */
    int32_t bone;     /* the bone that it moves; -1 = none */
} gait_roundtrip_joint;

/* A joint. When the index is out of range or `report` is NULL, the name is NULL and the bone -1. */
GAIT_API gait_roundtrip_joint gait_roundtrip_report_joint(const gait_roundtrip_report *report,
                                                          uint32_t joint);
/* The joint that moves a bone. -1 when no joint moves it, the index is out of range, or `report` is
 * NULL. */
GAIT_API int32_t gait_roundtrip_report_joint_of(const gait_roundtrip_report *report, uint32_t bone);
/* The joint with the name nearest to that of a bone, among the first 4096 joints that move no bone.
 * -1 when no name is near enough, the index is out of range, or `report` is NULL. */
GAIT_API int32_t gait_roundtrip_report_nearest_joint(const gait_roundtrip_report *report,
                                                     uint32_t bone);

/* --- retargeting ------------------------------------------------------------------------------ */

/* How the joints of a glTF were matched with the bones of another skeleton. */
typedef struct gait_retarget_info {
    const gait_skeleton *tree; /* the target skeleton */
    const int32_t *joint_of;   /* per bone of `tree`: the joint that moves it; -1 = none */
    const char *const *joints; /* names of the joints, UTF-8 */
    uint32_t joint_count;
    gait_diff_summary summary;
} gait_retarget_info;

struct gait_conversion;

/* False when the conversion does not retarget, and for NULL. Pointers are valid until
 * gait_conversion_free(). */
GAIT_API bool gait_convert_retarget_info(const struct gait_conversion *conversion,
                                         gait_retarget_info *out_info);
/* The comparison of one clip of the file; its notes are values of gait_diff_note. All zero when the
 * conversion does not retarget, or the index is out of range. */
GAIT_API gait_clip_diff gait_convert_retarget_clip(const struct gait_conversion *conversion,
                                                   uint32_t clip);

#ifdef __cplusplus
}
#endif
#endif
