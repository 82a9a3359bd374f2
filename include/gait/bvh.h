/* Gait - BVH (Biovision hierarchy), written and read (docs/formats/bvh.md). */
#ifndef GAIT_BVH_H
#define GAIT_BVH_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- writing ---------------------------------------------------------------------------------- */

/* Options of the writer; all zero is the default. */
typedef struct gait_bvh_options {
    gait_options common; /* of scratch memory; the buffer has its own allocator */
    double rate;         /* frames per second of the file: 0.001 to 1000000; 0 = 30, or that of
                            keys that stand at another whole rate */
    double fps;          /* phase clips: as in gait_gltf_writer_options */
    double duration_s;   /* phase clips: as in gait_gltf_writer_options */
} gait_bvh_options;

/* Appends one clip as a BVH, in metres, in the axes of glTF: every bone a joint with three
 * positions and three rotations in the order Z, X, Y, measured from the rest pose. The clip is in
 * GAIT_SPACE_LOCAL and GAIT_AXES_GLTF, else GAIT_BAD_ARGUMENT, as for numbers of `options` out of
 * range. Between its keys rotations go by slerp, translations straight. Scale is not written: a
 * warning. GAIT_LIMIT for more than 8388608 frames. */
GAIT_API gait_status gait_bvh_write(const gait_clip *clip, const gait_bvh_options *options,
                                    gait_buffer *out);

/* The same for a clip in any space and axes, such as gait_file_clip() lifts it. GAIT_UNSUPPORTED
 * when gait_pose_requirements() misses something for GAIT_SPACE_MODEL. */
GAIT_API gait_status gait_bvh_write_file_clip(const gait_clip *clip,
                                              const gait_bvh_options *options, gait_buffer *out);

/* --- reading ---------------------------------------------------------------------------------- */

/* What one BVH says. Borrows the bytes it was opened on until gait_bvh_free(). Functions that take
 * it const may run in several threads at once. Indices must be in range. */
typedef struct gait_bvh gait_bvh;

/* Opens a BVH. Every number has been read when this returns GAIT_OK. */
GAIT_API gait_status gait_bvh_open(gait_span bytes, const gait_options *options,
                                   gait_bvh **out_bvh);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_bvh_free(gait_bvh *bvh);
/* The document of an open file, which owns it: it lives until gait_file_free(). NULL when `file` is
 * NULL or of another format. */
GAIT_API const gait_bvh *gait_file_bvh(const gait_file *file);

/* What a channel of a joint moves. */
typedef enum gait_bvh_channel {
    GAIT_BVH_X_POSITION = 0,
    GAIT_BVH_Y_POSITION,
    GAIT_BVH_Z_POSITION,
    GAIT_BVH_X_ROTATION,
    GAIT_BVH_Y_ROTATION,
    GAIT_BVH_Z_ROTATION,
    GAIT_BVH_OTHER /* of a name that is not known */
} gait_bvh_channel;

/* One joint; pointers live as long as the document. */
typedef struct gait_bvh_joint {
    const char *name; /* UTF-8, decoded; "Joint_7" where the eighth has none */
    int32_t parent;   /* -1 = a root; always before its children */
    double offset[3]; /* as stored */
    uint32_t channel_count;
    const uint8_t *channels; /* of gait_bvh_channel, in the order of the file */
} gait_bvh_joint;

/* The number of joints, without end sites, and without a joint that only carries several roots. */
GAIT_API uint32_t gait_bvh_joint_count(const gait_bvh *bvh);
/* One joint, in the order of the file. */
GAIT_API gait_bvh_joint gait_bvh_joint_at(const gait_bvh *bvh, uint32_t joint);

/* The number of frames. */
GAIT_API uint32_t gait_bvh_frame_count(const gait_bvh *bvh);
/* Frame Time as stored, in seconds; 0 when there is none, or none that can be used. */
GAIT_API double gait_bvh_frame_time(const gait_bvh *bvh);
/* Frames per second: 1 / Frame Time, a whole number where that was one before it was printed; 30
 * where there is no Frame Time. */
GAIT_API double gait_bvh_rate(const gait_bvh *bvh);
/* The value of a channel in a frame, as stored: positions in the unit of the file, rotations in
 * degrees. */
GAIT_API double gait_bvh_value(const gait_bvh *bvh, uint32_t frame, uint32_t joint,
                               uint32_t channel);

/* The joints as a skeleton called `name` (UTF-8; NULL = ""), in the same order; the unit of the
 * file is taken for metres. The rest pose is that of all rotations 0. */
GAIT_API gait_status gait_bvh_skeleton(const gait_bvh *bvh, const char *name,
                                       const gait_options *options, gait_skeleton **out_skeleton);

/* The motion as a clip called `name` (UTF-8; NULL = "") in GAIT_SPACE_LOCAL and GAIT_AXES_GLTF, in
 * seconds from 0, with rotation and translation of every bone. `skeleton` is that of
 * gait_bvh_skeleton(), or has the same bones, else GAIT_BAD_ARGUMENT; it must outlive the clip,
 * `bvh` need not. */
GAIT_API gait_status gait_bvh_clip(const gait_bvh *bvh, const char *name,
                                   const gait_skeleton *skeleton, const gait_options *options,
                                   gait_clip **out_clip);

/* Everything that is odd beyond what opening found. */
GAIT_API gait_status gait_bvh_check(const gait_bvh *bvh, gait_diagnostics *diagnostics);
/* As in file.h: line by line. */
GAIT_API gait_status gait_bvh_map(const gait_bvh *bvh, gait_field_visitor visit, void *user);

#ifdef __cplusplus
}
#endif
#endif
