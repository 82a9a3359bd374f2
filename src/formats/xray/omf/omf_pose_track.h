/* Poses of tracks from their keys as stored. */
#ifndef GAITI_OMF_POSE_TRACK_H
#define GAITI_OMF_POSE_TRACK_H

#include "formats/xray/omf/omf.h"
#include "gait/transform.h"

enum {
    GAITI_OMF_KINDS = 16,   /* of tracks, by the low four bits of their flags */
    GAITI_OMF_FLAGS = 1,    /* bytes */
    GAITI_OMF_CHECKSUM = 4, /* before keys */
    GAITI_OMF_ROTATION = 8, /* of integers */
    GAITI_OMF_FLOAT_ROTATION = 16,
};

/* Where the numbers of a track are: bytes after its flags begin. */
typedef struct gaiti_omf_places {
    uint32_t rotation, translation; /* the keys before the moment */
    uint32_t sizes;
    uint32_t init; /* 16 bytes; the last 12 are the vector `init` */
} gaiti_omf_places;

/* What is equal for all tracks of a pose. */
typedef struct gaiti_omf_moment {
    const uint8_t *tracks;
    const uint32_t *offsets; /* per track: its offset in `tracks` */
    uint32_t frame_count, key, next;
    float fraction;
    float rotation_signs[4], translation_signs[4]; /* 1 or -1 */
    gaiti_omf_places places[GAITI_OMF_KINDS];      /* of tracks of floats: any place inside */
} gaiti_omf_moment;

/* Sets a moment of a motion that has frames. */
void gaiti_omf_pose_begin(const gaiti_omf_keys *keys, double time, gait_axes axes,
                          gaiti_omf_moment *moment);

/* Instruction sets. All give the same results. */
typedef enum gaiti_omf_pose_way {
    GAITI_OMF_POSE_BASE = 0, /* what the compiler may use everywhere */
    GAITI_OMF_POSE_AVX2
} gaiti_omf_pose_way;

/* Computes the transforms of `count` tracks. */
typedef void (*gaiti_omf_pose_function)(const gaiti_omf_moment *moment, uint32_t count,
                                        gait_trs *out);

/* NULL when the compiler or this processor lacks the instructions. */
gaiti_omf_pose_function gaiti_omf_pose_by(gaiti_omf_pose_way way);

/* The exact interpolation of a rotation. Sets out->q. */
void gaiti_omf_pose_slerp(const gaiti_omf_moment *moment, const uint8_t *track, gait_trs *out);
/* The translation of a track of floats. Sets out->t. */
void gaiti_omf_pose_floats(const gaiti_omf_moment *moment, const uint8_t *track, gait_trs *out);

#endif
