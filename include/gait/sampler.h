/* Gait - samplers: poses of one clip as floats, at any time, many times. */
#ifndef GAIT_SAMPLER_H
#define GAIT_SAMPLER_H

#include "gait/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A clip that is prepared for fast poses: local poses with 16 bits per number, ordered by frame. It
 * lies in memory of the caller and is never changed, so threads may share it. It does not refer to
 * the clip or the skeleton, which may be freed.
 *
 * Accuracy in local space, compared with gait_pose_at_frame() and gait_pose_at_time(): at keys
 * 0.02 mm and 0.005 degrees, between keys 0.02 mm and 0.01 degrees. Translations of more than
 * 100 m are less accurate: 2^-22 of the distance. Of a linear part that is not rigid, the rotation
 * and the scale per axis remain, as in gait_affine_decompose(); shear is lost, and scales that
 * differ from 1 by at most 0.001 are 1. In model space, the errors of a bone and of its ancestors
 * add up (docs/sampling.md). Keys are interpolated in local space, also those relative to unknown
 * parents; of bones with unknown parents in clips in model space or of deltas, the 12 numbers of
 * the matrix are interpolated, and matrices between keys contain their shear. The results have the
 * same bits on all machines, except those of NaN. */
typedef struct gait_sampler gait_sampler;

/* Memory of the caller for a sampler. */
typedef struct gait_sampler_memory {
    void *block; /* for the sampler; aligned for a double */
    size_t size;
    void *work;       /* temporary, with the same alignment; may be NULL if its size is 0 */
    size_t work_size; /* 0 for clips whose keys are local quaternions, such as those of OMF */
} gait_sampler_memory;

/* Sets the sizes that gait_sampler_init() needs for this clip, and both addresses to NULL.
 * GAIT_BAD_ARGUMENT for an incomplete clip, or one without frames. GAIT_LIMIT when more than
 * SIZE_MAX bytes would be needed. */
GAIT_API gait_status gait_sampler_measure(const gait_clip *clip, gait_sampler_memory *out_memory);

/* Prepares a clip. Poses will be in `axes`. *out_sampler lies in memory->block, which the library
 * never frees. Errors: those of gait_sampler_measure(); GAIT_BAD_ARGUMENT for a block that is too
 * small; GAIT_UNSUPPORTED when gait_pose_requirements() reports a requirement for GAIT_SPACE_LOCAL.
 */
GAIT_API gait_status gait_sampler_init(const gait_clip *clip, gait_axes axes,
                                       const gait_sampler_memory *memory,
                                       const gait_sampler **out_sampler);

/* Facts about a sampler. */
typedef struct gait_sampler_info {
    uint32_t bone_count;
    uint32_t row_size;  /* floats per row of gait_sampler_rows(): bone_count, rounded up to 8 */
    uint32_t row_count; /* rows: 10 if is_scaled, else 7 */
    uint32_t frame_count;
    double first, last; /* times of the first and last key, in the time unit of the clip */
    size_t used;        /* bytes of the block that poses depend on; the rest is unused */
    bool is_scaled;     /* some scale is not 1 */
} gait_sampler_info;

/* All zero for NULL. */
GAIT_API gait_sampler_info gait_sampler_describe(const gait_sampler *sampler);

/* --- times ------------------------------------------------------------------------------------ */

/* What is played before the first and after the last key. */
typedef enum gait_wrap {
    GAIT_WRAP_CLAMP = 0, /* the first or last key */
    GAIT_WRAP_REPEAT,    /* the clip again; the last key is at the time of the first one. Clips in
                            phases: as a loop of gait_clip_moment() */
    GAIT_WRAP_PING_PONG  /* backwards, then forwards again; clips in phases: from 0 to 1 */
} gait_wrap;

/* A place between two keys. */
typedef struct gait_moment {
    uint32_t key;    /* the key before it, or at it */
    uint32_t next;   /* the key after it: key + 1; or any other, which takes longer */
    double fraction; /* from `key` (0) to `next` (1) */
} gait_moment;

/* The place of a time. GAIT_BAD_ARGUMENT for NaN and infinity, and for an unknown `wrap`. */
GAIT_API gait_status gait_sampler_moment(const gait_sampler *sampler, double time, gait_wrap wrap,
                                         gait_moment *out_moment);

/* --- poses ------------------------------------------------------------------------------------ */

/* What a pose is relative to. */
typedef enum gait_sampler_space {
    GAIT_SAMPLER_LOCAL = 0, /* the parent; for a root: the model */
    GAIT_SAMPLER_MODEL,     /* the model */
    GAIT_SAMPLER_SKINNING   /* the rest pose: moves vertices of the rest model. Matrices only */
} gait_sampler_space;

/* Floats of a transform. */
enum { GAIT_SAMPLER_ROWS = 10 };

/* The functions below compute the pose at a moment of gait_sampler_moment() or gait_play()
 * (playback.h). They do not allocate, and do not depend on poses computed before. `capacity` is the
 * number of elements of the output. After a failure, nothing is written. GAIT_BAD_ARGUMENT for a
 * smaller output, a moment outside the clip, or an unknown space. GAIT_UNSUPPORTED for a space for
 * which gait_pose_requirements() reports a requirement: for model space, that of GAIT_SPACE_MODEL;
 * for skinning, that of GAIT_SPACE_DELTA. */

/* Rows of row_size floats: tx ty tz qx qy qz qw and, if is_scaled, sx sy sz. A row has one number
 * per bone, in the slot gait_sampler_slots()[bone]; the others are those of an identity. Local
 * space. This is the fastest form of a pose. `capacity` in floats, at least row_count * row_size.
 */
GAIT_API gait_status gait_sampler_rows(const gait_sampler *sampler, const gait_moment *moment,
                                       float *out_rows, size_t capacity);
/* The slot of each bone in such rows. Bones with the same constant properties are adjacent.
 * Borrowed from the sampler; NULL for NULL. */
GAIT_API const uint32_t *gait_sampler_slots(const gait_sampler *sampler);
/* One transform per bone, in local or model space. In model space, the scale of a bone is the
 * product of the scales of its ancestors; shear is lost. */
GAIT_API gait_status gait_sampler_transforms(const gait_sampler *sampler, const gait_moment *moment,
                                             gait_sampler_space space, gait_trs *out_transforms,
                                             size_t capacity);
/* Twelve floats per bone: three rows of (m m m t), for column vectors. `capacity` in floats. */
GAIT_API gait_status gait_sampler_matrices(const gait_sampler *sampler, const gait_moment *moment,
                                           gait_sampler_space space, float *out_matrices,
                                           size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
