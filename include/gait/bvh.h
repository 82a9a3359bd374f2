/* Gait - BVH (Biovision hierarchy): writer and reader (docs/formats/bvh.md). */
#ifndef GAIT_BVH_H
#define GAIT_BVH_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- writing ---------------------------------------------------------------------------------- */

/* Options of the writer; all zero is the default. */
typedef struct gaiti_bvh_options {
    gait_options common; /* for temporary memory; the buffer has its own allocator */
    double rate; /* frames per second of the file: 0.001 to 1000000; 0 = 30, or the rate of the keys
                    if it is another whole number */
    double fps;  /* for clips in phases: as in gaiti_gltf_writer_options */
    double duration_s; /* for clips in phases: as in gaiti_gltf_writer_options */
} gaiti_bvh_options;

/* Appends one clip as a BVH, in metres and glTF axes. Every bone becomes a joint with three
 * positions and three rotations in the order Z, X, Y, relative to the rest pose. GAIT_BAD_ARGUMENT
 * when the clip is not in GAIT_SPACE_LOCAL and GAIT_AXES_GLTF, or when a number in `options` is out
 * of range. Between keys, rotations are interpolated by slerp, translations linearly. Scale is not
 * written (warning). GAIT_LIMIT for more than 8388608 frames. */
GAIT_API gait_status gaiti_bvh_write_file(const gait_clip *clip, const gaiti_bvh_options *options,
                                          gait_buffer *out);

/* Like gaiti_bvh_write_file(), for a clip in any space and axes, such as the result of
 * gait_file_clip(). GAIT_UNSUPPORTED when gait_pose_requirements() reports a requirement for
 * GAIT_SPACE_MODEL. */
GAIT_API gait_status gaiti_bvh_write_file_clip(const gait_clip *clip,
                                               const gaiti_bvh_options *options, gait_buffer *out);

/* --- reading ---------------------------------------------------------------------------------- */

/* An open BVH. It borrows the bytes that it was opened with until gaiti_bvh_free(). Functions that
 * take it as const may run in several threads at once. Indices must be in range. */
typedef struct gait_bvh gait_bvh;

/* Opens a BVH. All numbers are parsed here. */
GAIT_API gait_status gaiti_bvh_open(gait_span bytes, const gait_options *options,
                                    gait_bvh **out_bvh);
/* Frees the object. NULL is allowed. */
GAIT_API void gaiti_bvh_free(gait_bvh *bvh);
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

/* The number of frames. */
GAIT_API uint32_t gaiti_bvh_frame_count(const gait_bvh *bvh);
/* Frame Time as stored, in seconds; 0 when it is missing or invalid. */
GAIT_API double gait_bvh_frame_time(const gait_bvh *bvh);
/* Frames per second: 1 / Frame Time, or the whole number n if Frame Time is 1/n rounded to the
 * digits in the file. 30 when there is no Frame Time. */
GAIT_API double gait_bvh_rate(const gait_bvh *bvh);
/* The value of a channel in a frame, as stored: positions in the unit of the file, rotations in
 * degrees. */
GAIT_API double gaiti_bvh_value(const gait_bvh *bvh, uint32_t frame, uint32_t joint,
                                uint32_t channel);

/* Makes a skeleton called `name` (UTF-8; NULL = "") from the joints, in the same order. The unit of
 * the file is read as metres. The rest pose has all rotations 0. */
GAIT_API gait_status gaiti_bvh_skeleton(const gait_bvh *bvh, const char *name,
                                        const gait_options *options, gait_skeleton **out_skeleton);

/* Makes a clip called `name` (UTF-8; NULL = "") in GAIT_SPACE_LOCAL and GAIT_AXES_GLTF, in seconds
 * from 0, with rotation and translation of every bone. `skeleton` is that of gaiti_bvh_skeleton()
 * or has the same bones, otherwise GAIT_BAD_ARGUMENT; it must outlive the clip. `bvh` is not needed
 * afterwards. */
GAIT_API gait_status gaiti_bvh_clip(const gait_bvh *bvh, const char *name,
                                    const gait_skeleton *skeleton, const gait_options *options,
                                    gait_clip **out_clip);

/* Like gait_file_check(), for this format. */
GAIT_API gait_status gaiti_bvh_check(const gait_bvh *bvh, gait_diagnostics *diagnostics);
/* Like gait_file_map(), for this format, line by line. */
GAIT_API gait_status gaiti_bvh_map(const gait_bvh *bvh, gait_field_visitor visit, void *user);

#ifdef __cplusplus
}
#endif
#endif
