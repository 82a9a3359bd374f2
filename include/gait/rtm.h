/* Gait - plain RTM documents (docs/formats/rtm.md). */
#ifndef GAIT_RTM_H
#define GAIT_RTM_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A document with all fields of one RTM_0101 or RTM_0100 file. Unchanged data is written with the
 * same bytes. Several threads may read it, but not while it is changed. Names are bytes of a code
 * page. An index out of range is GAIT_BAD_ARGUMENT in functions that return a status; in all others
 * indices must be in range. */
typedef struct gait_rtm gait_rtm;

/* The document of an open file, which owns it; valid until gait_file_free(). NULL when `file` is
 * NULL or has another format. */
GAIT_API const gait_rtm *gait_file_rtm(const gait_file *file);

/* The number of bones; each has a matrix in every frame. */
GAIT_API uint32_t gait_rtm_bone_count(const gait_rtm *rtm);
/* The number of frames (keys). */
GAIT_API uint32_t gait_rtm_frame_count(const gait_rtm *rtm);

/* Displacement per cycle in file axes, metres: forward is -Z, left is +X. An RTM_0100 stores only
 * Z. */
GAIT_API void gait_rtm_root_motion(const gait_rtm *rtm, float out_root_motion[3]);

/* The name in the header table, without NUL; at most 32 bytes. */
GAIT_API gait_span gait_rtm_bone_name(const gait_rtm *rtm, uint32_t bone);

/* Normalised time of a key, as stored. */
GAIT_API float gait_rtm_phase(const gait_rtm *rtm, uint32_t frame);

/* Entry `bone` of a frame as stored: aside, up, dir, pos, three floats each; model-space skinning
 * delta in file axes. */
GAIT_API void gait_rtm_matrix(const gait_rtm *rtm, uint32_t frame, uint32_t bone, float out[12]);

/* One property of RTM_MDAT: an event at `phase`. Name and value have at most 255 bytes, except in
 * files of Object Builder (RTM014). */
typedef struct gait_rtm_property {
    float phase;
    gait_span name;
    gait_span value;
} gait_rtm_property;

/* The number of properties; 0 without RTM_MDAT. */
GAIT_API uint32_t gait_rtm_property_count(const gait_rtm *rtm);
/* One property, in file order. Its texts are valid until the document is changed or freed. */
GAIT_API gait_rtm_property gait_rtm_property_at(const gait_rtm *rtm, uint32_t index);

#ifdef __cplusplus
}
#endif
#endif
