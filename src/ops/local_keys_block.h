/* Conversion of eight frames at once, for gaiti_local_keys(). */
#ifndef GAITI_OPS_LOCAL_KEYS_BLOCK_H
#define GAITI_OPS_LOCAL_KEYS_BLOCK_H

#include "base/float8.h"
#include "gait/model.h"

/* Frames, and rows of each bone: tx ty tz qx qy qz qw sx sy sz. */
enum { GAITI_LOCAL_BLOCK = 8, GAITI_LOCAL_ROWS = 10 };

/* How the keys of a bone are converted. */
typedef enum gaiti_local_kind {
    GAITI_LOCAL_EXACT = 0, /* by the functions for single poses */
    GAITI_LOCAL_MATRIX,    /* a matrix, in GAIT_SPACE_DELTA */
    GAITI_LOCAL_QUATERNION /* a quaternion, in GAIT_SPACE_LOCAL or GAIT_SPACE_LOCAL_DELTA */
} gaiti_local_kind;

/* Where the floats of a key are. */
typedef struct gaiti_local_source {
    const uint8_t *data;
    size_t stride; /* 0 for a constant */
    uint8_t element;
} gaiti_local_source;

/* A bone, with rest poses and signs for the axes of the output. */
typedef struct gaiti_local_bone {
    gaiti_local_source rotation, translation;
    double rest[3][3], origin[3];           /* rest pose in model space */
    double parent_rest[3][3], parent_at[3]; /* inverse rotation and origin of the rest pose of the
                                               parent; unused for matrices */
    float before[4], after[4];              /* quaternions of parent_rest and rest */
    float constants[7];                     /* rest pose for absent channels: q, then t */
    float signs[12];                        /* of the rotation, then of the translation */
    int32_t parent;
    uint8_t kind;      /* gaiti_local_kind */
    bool is_joined;    /* the translation follows the matrix */
    bool is_turned;    /* the rest pose, or for quaternions that of the parent, is rotated */
    bool is_delta;     /* a quaternion relative to the rest pose */
    bool has_children; /* for matrices */
    bool is_regular;   /* GAITI_LOCAL_EXACT: is_unfit is false */
    bool is_exact;     /* in this block: the result must be replaced by the exact one */
    bool is_unfit;     /* in this block: the inverse is unreliable */
} gaiti_local_bone;

/* Eight frames of a bone that is a parent. */
typedef struct gaiti_local_pose {
    float inverse[9][GAITI_LOCAL_BLOCK]; /* of the matrix, row by row */
    double origin[3][GAITI_LOCAL_BLOCK]; /* in model space */
} gaiti_local_pose;

typedef struct gaiti_local_job {
    const gait_clip *clip;
    gait_axes axes;
    uint32_t row;
    float *out;
    gait_affine *pose; /* one per bone, for exact results */
    gaiti_local_bone *bones;
    gaiti_local_pose *poses;
    gaiti_local_pose *root; /* the identity: parent of bones without one */
} gaiti_local_job;

/* Converts the frames from `first` on, and sets is_exact of each bone. Returns whether one is set.
 * The sign of quaternions is arbitrary. */
bool gaiti_local_block(const gaiti_local_job *job, uint32_t first);
/* Makes the signs of the quaternions of a bone continuous. */
void gaiti_local_signs(uint32_t row, float *bone);

#if GAITI_HAS_AVX2
/* The same with AVX2. */
bool gaiti_local_block_wide(const gaiti_local_job *job, uint32_t first);
void gaiti_local_signs_wide(uint32_t row, float *bone);
#endif

#endif
