/* Gait - BVH (Biovision hierarchy): writer and reader (docs/formats/bvh.md). */
#ifndef GAIT_BVH_H
#define GAIT_BVH_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- reading ---------------------------------------------------------------------------------- */

/* An open BVH. It borrows the bytes that it was opened with until gaiti_bvh_free(). Functions that
 * take it as const may run in several threads at once. Indices must be in range. */
typedef struct gait_bvh gait_bvh;

/* The document of an open file, which owns it; valid until gait_file_free(). NULL when `file` is
 * NULL or has another format. */
GAIT_API const gait_bvh *gait_file_bvh(const gait_file *file);

/* The property of a joint that a channel moves. */
typedef enum gait_bvh_channel {
    GAIT_BVH_X_POSITION = 0,
    GAIT_BVH_Y_POSITION,
    GAIT_BVH_Z_POSITION,
    GAIT_BVH_X_ROTATION,
    GAIT_BVH_Y_ROTATION,
    GAIT_BVH_Z_ROTATION,
    GAIT_BVH_OTHER /* a channel with an unknown name */
} gait_bvh_channel;

/* One joint; pointers are valid as long as the document. */
typedef struct gait_bvh_joint {
    const char *name; /* UTF-8, decoded; "Joint_7" if the eighth has no name */
    int32_t parent;   /* -1 = a root; always before its children */
    double offset[3]; /* as stored */
    uint32_t channel_count;
    const uint8_t *channels; /* of gait_bvh_channel, in the order of the file */
} gait_bvh_joint;

/* The number of joints, without end sites, and without a joint that only groups several roots. */
GAIT_API uint32_t gait_bvh_joint_count(const gait_bvh *bvh);
/* One joint, in the order of the file. */
GAIT_API gait_bvh_joint gait_bvh_joint_at(const gait_bvh *bvh, uint32_t joint);

/* Frame Time as stored, in seconds; 0 when it is missing or invalid. */
GAIT_API double gait_bvh_frame_time(const gait_bvh *bvh);
/* Frames per second: 1 / Frame Time, or the whole number n if Frame Time is 1/n rounded to the
 * digits in the file. 30 when there is no Frame Time. */
GAIT_API double gait_bvh_rate(const gait_bvh *bvh);

#ifdef __cplusplus
}
#endif
#endif
