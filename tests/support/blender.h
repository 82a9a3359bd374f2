/* What programs do to an exported file between there and back, done to clips in memory: other rest
 * frames, another up, other units, other rates, fewer keys, and noise. */
#ifndef TEST_SUPPORT_BLENDER_H
#define TEST_SUPPORT_BLENDER_H

#include "gait/compare.h"

typedef enum blender_frames {
    BLENDER_OWN_FRAMES = 0, /* bones keep their axes */
    BLENDER_RIGHT_FRAMES,   /* turned by right angles, as "Temperance" does */
    BLENDER_ANY_FRAMES      /* turned anyhow, as "Fortune" does */
} blender_frames;

typedef struct blender_way {
    blender_frames frames;
    bool z_up;
    double units;     /* 0 = 1 */
    double fps;       /* sampled at whole frames; 0 = the base's own keys */
    bool optimizes;   /* quiet channels keep their ends only */
    bool steps;       /* constants are a STEP key */
    bool thins;       /* as glTF-Transform: keys that a straight line replaces go */
    bool has_scale;   /* scale curves, 1 but for noise */
    int shift_frames; /* everything begins later */
    double played_at; /* factor of all times; 0 = 1 */
    bool cuts_first;  /* the first key is missing */
    bool flattens;    /* all joints are roots */
    double noise;     /* 1 = as much as was measured; 0 = none but that of floats */
} blender_way;

/* One edit: a bone of a clip at one key of the base. */
typedef struct blender_touch {
    uint32_t clip, bone, frame;
    double degrees; /* about some axis; 0 = none */
    double mm;      /* in some direction; 0 = none */
} blender_touch;

/* The base as such a program gives it back, all clips, after the touches. blender_free(). */
gait_edited_file *blender_edit(const gait_base_file *base, const blender_way *way,
                               const blender_touch *touches, uint32_t touch_count, uint64_t *seed);
void blender_free(gait_edited_file *edit);

/* Edits, and what is returned may be changed too: everything but the counts. */
gait_edited_joint *blender_joints(gait_edited_file *edit);
gait_edited_animation *blender_animations(gait_edited_file *edit);

#endif
