#ifndef TEST_SUPPORT_OMF_FLOATS_H
#define TEST_SUPPORT_OMF_FLOATS_H

#include "formats/xray/omf/omf.h"

/* All keys of a motion as floats, [track][frame]. Rotations are quaternions (x,y,z,w) that rotate
 * column vectors, not normalised: bone_count * frame_count * 4 floats. Translations are in metres:
 * bone_count * frame_count * 3 floats. Constants are repeated for each frame. Either array may be
 * NULL. Does not allocate. */
gait_status omf_floats(const gait_omf *omf, uint32_t motion, float *out_rotations,
                       float *out_translations);

#endif
