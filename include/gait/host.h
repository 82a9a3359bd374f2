/* Gait - keys of clips for host programs that have a skeleton of their own, such as Blender, and
 * the way back (docs/host_keys.md). */
#ifndef GAIT_HOST_H
#define GAIT_HOST_H

#include "gait/edited_file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The skeleton of a host program. All matrices have 16 floats, column by column, transform column
 * vectors, and are rotations with a translation: their axes may be off by 1e-3, and the nearest
 * rotation is used. Lengths are metres. */
typedef struct gait_host {
    const gait_skeleton *skeleton; /* of the clips; bones have the same parents in the host */
    const float *rests; /* one matrix per bone: the rest pose in model space, in the axes of the
                           host */
    const float *axes;  /* the rotation from glTF axes to the axes of the host, without translation;
                           NULL = the host has glTF axes */
} gait_host;

/* --- keys ------------------------------------------------------------------------------------- */

/* Appends the keys of a clip as one block (docs/host_keys.md#block). Keys are relative to the rest
 * pose of the host, as those of pose bones in Blender (matrix_basis):
 *
 *   pose of bone = pose of parent * inverse(rest of parent) * rest of bone * key
 *
 * These poses move a mesh as in the glTF export of the clip: for each bone, pose * inverse(rest) is
 * the same in the host and in the glTF. Rotations are unit quaternions with continuous signs. A
 * constant has one key, and a channel at the rest pose none.
 *
 * Key times are those of the glTF export (docs/formats/gltf.md#time): clips in seconds begin with
 * their first key, clips with phases with phase 0. A constant has its key at 0. `duration_s` is the
 * duration of a cycle (phase 1) of clips with phases; 0 = as in an export with default options.
 *
 * GAIT_BAD_ARGUMENT for NULL (`options` may be NULL), for a clip on another skeleton than that of
 * the host, and for matrices that are not rotations with a translation; GAIT_UNSUPPORTED when the
 * rest pose of the host is a scaled or rotated copy of that of the skeleton (wrong units or axes),
 * when a rest pose of the skeleton has scale, or when gait_pose_requirements() reports a
 * requirement; GAIT_LIMIT for more keys than a glTF export can hold. `out` does not change unless
 * the status is GAIT_OK. Takes linear time; temporary memory is proportional to the keys. */
GAIT_API gait_status gait_host_keys(const gait_host *host, const gait_clip *clip, double duration_s,
                                    const gait_options *options, gait_buffer *out);

/* The frames of a host program. */
typedef struct gait_host_timeline {
    double fps;         /* frames per second, from 0.001 to 1000000 */
    double first_frame; /* at which a clip begins: a magnitude of at most 1e7 */
} gait_host_timeline;

/* Appends the same keys as one block of curves over the frames of the host
 * (docs/host_keys.md#curves): for each bone the four components of the rotation (w, x, y, z), then
 * the three of the translation, each as a count and pairs of floats (frame, value). Frames are
 * first_frame + time * fps, rounded to whole ones at distances of up to 1e-4 and the rounding error
 * of times. Errors as gait_host_keys(), and GAIT_BAD_ARGUMENT for an invalid time line. */
GAIT_API gait_status gait_host_curves(const gait_host *host, const gait_clip *clip,
                                      const gait_host_timeline *timeline, double duration_s,
                                      const gait_options *options, gait_buffer *out);

/* --- poses ------------------------------------------------------------------------------------ */

/* A host whose matrices are checked and converted, for many poses. Several threads may use it. */
typedef struct gait_host_rig gait_host_rig;

/* Copies the matrices; the skeleton must outlive the result. Free it with gait_host_rig_free().
 * Errors as gait_host_keys(). */
GAIT_API gait_status gait_host_rig_new(const gait_host *host, const gait_options *options,
                                       gait_host_rig **out_rig);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_host_rig_free(gait_host_rig *rig);

/* Computes the pose of a clip at a time relative to the rest pose of the host, like the keys of
 * gait_host_keys(), but with any signs of rotations. `out` gets 7 floats per bone: rotation
 * (w, x, y, z), translation. `time` is in the unit of the clip, from its first to its last frame;
 * between frames the pose is that of gait_pose_at_time(). `work` is temporary: two transforms per
 * bone. Allocates nothing.
 *
 * GAIT_BAD_ARGUMENT for NULL, for a clip on another skeleton than that of the host, for a clip
 * without frames, and for a time outside of it; GAIT_UNSUPPORTED when gait_pose_requirements()
 * reports a requirement. */
GAIT_API gait_status gait_host_pose(const gait_host_rig *rig, const gait_clip *clip, double time,
                                    gait_affine *work, float *out);

/* --- the way back ----------------------------------------------------------------------------- */

/* An edited clip of a host. */
typedef struct gait_host_clip {
    const char *name;  /* UTF-8: the name that the clip has in a glTF export, or a new one */
    gait_span block;   /* as from gait_host_keys(), with keys at any times that do not descend */
    double start_s;    /* the time of the first frame */
    double duration_s; /* to the last frame; 0 = to the last key, or, if no channel has keys at two
                          times after the start, as long as the clip of the base file */
    bool is_stepped;   /* values stay until the next key; false = they are interpolated linearly */
} gait_host_clip;

/* Makes an edited file of clips of a host, for gait_roundtrip_edited() with the same skeleton. A
 * channel without keys has the rest pose. Keys outside of the clip are replaced by one key at its
 * first or last frame, with the value there. Free the result with gait_edited_file_free(); it does
 * not refer to the arguments.
 *
 * GAIT_TRUNCATED for a block that ends within a key, GAIT_CORRUPT for one that is too long, for
 * times that descend, and for numbers that are not finite or too large; GAIT_LIMIT when the
 * memory limit is exceeded; GAIT_BAD_ARGUMENT for NULL (`options`, and `clips` if `clip_count` is
 * 0, may be NULL), for times of clips that are not finite, and for a negative duration; otherwise
 * the errors of gait_host_keys(). */
GAIT_API gait_status gait_host_edited_new(const gait_host *host, const gait_host_clip *clips,
                                          uint32_t clip_count, const gait_options *options,
                                          gait_edited_file **out_edited);
/* Adds a clip to a file from gait_host_edited_new(), with its errors; GAIT_BAD_ARGUMENT also for
 * another file. The block is copied. After an error the file is unchanged. */
GAIT_API gait_status gait_host_edited_add(gait_edited_file *edited, const gait_host_clip *clip);

/* An edited clip of a host as curves. */
typedef struct gait_host_curve_clip {
    const char *name;            /* as in gait_host_clip */
    gait_span block;             /* as from gait_host_curves(); each curve can have its own frames,
                                    which do not descend */
    gait_host_timeline timeline; /* first_frame: the first frame of the clip */
    double frames;               /* to the last frame; 0 = as duration_s of gait_host_clip */
    bool is_stepped;             /* as in gait_host_clip */
} gait_host_curve_clip;

/* The same with curves. The four components of a rotation, and the three of a translation, are
 * joined at the frames of all of them: between its keys a curve is linear or stepped, before the
 * first and after the last key it is constant, and without keys it has the value of the rest
 * pose. */
GAIT_API gait_status gait_host_edited_add_curves(gait_edited_file *edited,
                                                 const gait_host_curve_clip *clip);

/* An edited clip of a host as the poses that are seen in its frames, for example because they come
 * from constraints. */
typedef struct gait_host_pose_clip {
    const char *name;    /* as in gait_host_clip */
    const float *poses;  /* for each frame `row_count` matrices in the model space of the host */
    uint32_t row_count;  /* > 0 */
    uint32_t pose_count; /* > 0; one pose per frame, from the first frame of the clip on */
    const int32_t *rows; /* per bone of the skeleton: its index in the matrices of a frame; -1 = the
                            host lacks it, it is at its rest pose relative to the parent */
    double fps;          /* > 0 */
    double frames;       /* as in gait_host_curve_clip */
    /* Per pose: the frame that it is seen in, from 0 for the first one of the clip on, ascending.
     * The poses are then keys at these frames. NULL = one pose per frame, which are samples. */
    const double *pose_frames;
} gait_host_pose_clip;

/* The same with poses: a rotation and a translation relative to the parent in each frame. Scales
 * are ignored: each bone has the place and the rotation that are seen. GAIT_CORRUPT for matrices
 * that are not affine or are too large, GAIT_BAD_ARGUMENT also for wrong numbers and indices. */
GAIT_API gait_status gait_host_edited_add_poses(gait_edited_file *edited,
                                                const gait_host_pose_clip *clip);

#ifdef __cplusplus
}
#endif
#endif
