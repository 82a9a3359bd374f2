/* Simulates what programs do to an exported file, on clips in memory: other rest axes, another up
 * axis, other units and frame rates, fewer keys, and noise. */
#ifndef TEST_SUPPORT_BLENDER_H
#define TEST_SUPPORT_BLENDER_H

#include "roundtrip/compare/compare_steps.h"
#include "gait/edited_file.h"

typedef enum blender_frames {
    BLENDER_OWN_FRAMES = 0, /* bones keep their axes */
    BLENDER_RIGHT_FRAMES,   /* rotated by right angles, as by the Blender option "Temperance" */
    BLENDER_ANY_FRAMES      /* rotated by any angle, as by the Blender option "Fortune" */
} blender_frames;

typedef struct blender_way {
    blender_frames frames;
    bool z_up;
    double units;     /* 0 = 1 */
    double fps;       /* sampled at whole frames; 0 = the keys of the base */
    bool optimizes;   /* almost constant channels keep their ends only */
    bool steps;       /* constants have one STEP key */
    bool thins;       /* removes keys on straight lines, as glTF-Transform does */
    bool has_scale;   /* adds scale curves of 1 plus noise */
    int shift_frames; /* all keys are later by this number of frames */
    double played_at; /* factor for all times; 0 = 1 */
    bool cuts_first;  /* removes the first key */
    bool flattens;    /* all joints are roots */
    double noise;     /* 1 = as measured; 0 = rounding of floats only */
} blender_way;

/* One edit: a bone of a clip at one key of the base. */
typedef struct blender_touch {
    uint32_t clip, bone, frame;
    double degrees; /* rotation about a random axis; 0 = none */
    double mm;      /* movement in a random direction; 0 = none */
} blender_touch;

/* Exports all clips of the base as such a program does, after the edits. Free it with
 * blender_free(). */
gait_edited_file *blender_edit(const gaiti_base_file *base, const blender_way *way,
                               const blender_touch *touches, uint32_t touch_count, uint64_t *seed);
void blender_free(gait_edited_file *edit);

/* The animations and joints of the edited file for changes. Counts must not change. */
gait_edited_joint *blender_joints(gait_edited_file *edit);
gait_edited_animation *blender_animations(gait_edited_file *edit);

#endif
