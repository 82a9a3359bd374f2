/* Gait - a changed clip, as documents apply it. */
#ifndef GAIT_CHANGE_H
#define GAIT_CHANGE_H

#include "gait/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A property of a bone after the edit. */
typedef struct gait_channel_change {
    uint32_t count;       /* 0 = as in the base; 1 = constant; else the frames of the change */
    const double *values; /* count * 3, of rotations 4, unit length, signs continuous; local, glTF
                             axes. Also of the keys that stay */
    const int32_t *from;  /* count: the key of the base whose bytes stay, -1 = it moved */
} gait_channel_change;

/* The animated properties of one bone after the edit. */
typedef struct gait_bone_change {
    gait_channel_change rotation, translation;
} gait_bone_change;

/* A changed clip: what documents take. */
typedef struct gait_clip_change {
    const gait_clip *base;
    uint32_t frame_count;
    bool is_retimed;                    /* frame_count or times are not the base's */
    const double *times;                /* frame_count, seconds from the first key */
    const gait_bone_change *bones;      /* one per bone of the skeleton */
    double tolerance_deg, tolerance_mm; /* keys may be off by half of it; 0 = as exact as can be */
} gait_clip_change;

#ifdef __cplusplus
}
#endif
#endif
