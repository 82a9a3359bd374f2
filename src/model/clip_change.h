/* A changed clip, for functions that apply it to a document. */
#ifndef GAITI_CLIP_CHANGE_H
#define GAITI_CLIP_CHANGE_H

#include "gait/model.h"

/* A property of a bone after the edit. */
typedef struct gaiti_channel_change {
    uint32_t count; /* 0 = unchanged; 1 = constant; otherwise the frame_count of the change */
    /* count * 3 numbers; for rotations count * 4: unit quaternions with continuous signs. In local
     * space and glTF axes. Includes the values of unchanged keys. */
    const double *values;
    /* For each value: the index of the base clip's key whose bytes are kept, or -1 if the value has
     * changed. */
    const int32_t *from;
} gaiti_channel_change;

/* The animated properties of one bone after the edit. */
typedef struct gaiti_bone_change {
    gaiti_channel_change rotation, translation;
} gaiti_bone_change;

/* A changed clip, for functions such as gaiti_omf_apply_changes(). */
typedef struct gaiti_clip_change {
    const gait_clip *base;
    uint32_t frame_count;
    bool is_retimed;                    /* frame_count or times differ from the base clip */
    const double *times;                /* array of frame_count, seconds from the start */
    double length;                      /* seconds; the clip can end after its last key */
    const gaiti_bone_change *bones;     /* one per bone of the skeleton */
    double tolerance_deg, tolerance_mm; /* changed keys may differ by half of this; 0 = as exact as
                                           the format allows */
} gaiti_clip_change;

#endif
