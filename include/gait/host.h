/* Gait - keys of clips for host programs that have a skeleton of their own, such as Blender, and
 * the way back (docs/host_keys.md). */
#ifndef GAIT_HOST_H
#define GAIT_HOST_H

#include "gait/compare.h"

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

/* Appends the keys of a clip as one block (docs/host_keys.md#block). Keys are relative to the rest
 * pose of the host, as those of pose bones in Blender (matrix_basis):
 *
 *   pose of bone = pose of parent * inverse(rest of parent) * rest of bone * key
 *
 * These poses move a mesh as in the glTF export of the clip: for each bone, pose * inverse(rest) is
 * the same in the host and in the glTF. Rotations are unit quaternions with continuous signs. A
 * constant has one key, and a channel at the rest pose none.
 *
 * Key times are those of the glTF export: the first key is at 0, clips in seconds keep their
 * intervals, and phases are placed on whole frames of 1/30 s. `duration_s` is the duration of a
 * cycle (phase 1) of clips with phases; 0 = as in an export with default options.
 *
 * GAIT_BAD_ARGUMENT for NULL (`options` may be NULL), for a clip on another skeleton than that of
 * the host, and for matrices that are not rotations with a translation; GAIT_UNSUPPORTED when the
 * rest pose of the host is a scaled or rotated copy of that of the skeleton (wrong units or axes),
 * when a rest pose of the skeleton has scale, or when gait_pose_requirements() reports a
 * requirement; GAIT_LIMIT for more keys than a glTF export can hold. `out` does not change unless
 * the status is GAIT_OK. Takes linear time; temporary memory is proportional to the keys. */
GAIT_API gait_status gait_host_keys(const gait_host *host, const gait_clip *clip, double duration_s,
                                    const gait_options *options, gait_buffer *out);

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

#ifdef __cplusplus
}
#endif
#endif
