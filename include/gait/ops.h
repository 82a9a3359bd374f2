/* Gait - operations on clips. */
#ifndef GAIT_OPS_H
#define GAIT_OPS_H

#include "gait/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is missing for a conversion between spaces. */
typedef enum gait_requirement {
    GAIT_REQUIRES_NOTHING = 0,
    GAIT_REQUIRES_PARENTS, /* the clip's skeleton has bones whose parent is unknown */
    GAIT_REQUIRES_REST     /* the clip's skeleton has bones whose rest pose is unknown */
} gait_requirement;

/* What is missing to pose `clip` in `space`. Poses that would be wrong without it are refused with
 * GAIT_UNSUPPORTED. A clip in local space, for example, has no poses in model space until the
 * parents are known: bind the skeleton of its model. Deltas can always be posed: bones without a
 * known rest pose rotate about the origin of the model. */
GAIT_API gait_requirement gait_pose_requirements(const gait_clip *clip, gait_space space);

/* The pose at key `frame`, in the given space and axes: one affine per bone of the skeleton. Bones
 * without channels have their rest pose, or the identity in clips of deltas. Does not allocate.
 * GAIT_BAD_ARGUMENT for a frame out of range; GAIT_UNSUPPORTED, with nothing written, when
 * gait_pose_requirements() reports a requirement for `space`. */
GAIT_API gait_status gait_pose_at_frame(const gait_clip *clip, uint32_t frame, gait_space space,
                                        gait_axes axes, gait_affine *out_pose);

/* The pose at `time`, in the time unit of the clip. Keys are interpolated in local space (slerp and
 * lerp), with bones of unknown parents as roots; clips relative to unknown parents are interpolated
 * in their own space. `work` has room for bone_count affines. GAIT_BAD_ARGUMENT for a time outside
 * the range of the keys, or NaN; GAIT_UNSUPPORTED as in gait_pose_at_frame(). */
GAIT_API gait_status gait_pose_at_time(const gait_clip *clip, double time, gait_space space,
                                       gait_axes axes, gait_affine *out_pose, gait_affine *work);

/* The point about which a bone rotates. */
typedef struct gait_pivot {
    double at[3];       /* in model space, engine axes, metres */
    double rms_m;       /* recovered pivots: root mean square distance by which it moves */
    uint8_t directions; /* recovered pivots: directions that the motion determines; 2 = a hinge */
    gait_origin origin;
} gait_pivot;

/* How well a skeleton covers a list of names (UTF-8, compared ignoring ASCII case). */
typedef struct gait_coverage {
    uint32_t matched; /* names that the skeleton has */
    uint32_t missing; /* names that it does not have */
    uint32_t unused;  /* bones of the skeleton that are not among the names */
} gait_coverage;

/* Determines which bones a clip moves: out_moves[b] is true if the pose of bone b relative to its
 * parent is another one at a later frame than at the first. Clips in GAIT_SPACE_LOCAL are compared
 * exactly, and a bone whose channels have one key costs nothing. In other spaces, poses relative to
 * the parent are computed from rounded keys; there, the poses differ if a component of the
 * translation or an element of the linear part differs by more than 0.001 (1 mm, 0.06 degrees).
 * `out_moves` has room for the bones of the skeleton. `options` (may be NULL) is for temporary
 * memory. GAIT_BAD_ARGUMENT for NULL and for incomplete clips; GAIT_UNSUPPORTED when
 * gait_pose_requirements() reports a requirement for GAIT_SPACE_LOCAL. */
GAIT_API gait_status gait_clip_moving_bones(const gait_clip *clip, const gait_options *options,
                                            bool *out_moves);

/* --- comparing clips -------------------------------------------------------------------------- */

/* A maximum over the frames of a comparison. */
typedef struct gait_max_difference {
    double amount; /* millimetres or degrees; infinite when a pose is not a number */
    uint32_t frame;
    int32_t bone; /* index in gait_clip_comparison_bone(); -1 = no bone was compared */
} gait_max_difference;

/* How far one bone is apart in two clips. */
typedef struct gait_bone_comparison {
    const char *name;    /* UTF-8; valid as long as the skeletons of the clips */
    int32_t bone, other; /* index in each skeleton; -1 = the skeleton lacks the bone */
    gait_max_difference distance, angle; /* all zero unless both skeletons have the bone */
} gait_bone_comparison;

/* The comparison of two clips as a whole. */
typedef struct gait_comparison_summary {
    uint32_t frame_count;                /* frames that were compared */
    uint32_t bone_count;                 /* of gait_clip_comparison_bone() */
    uint32_t compared_bones;             /* bones of both skeletons */
    gait_max_difference distance, angle; /* of all these bones */
} gait_comparison_summary;

/* The comparison of two clips. Several threads may read it. */
typedef struct gait_clip_comparison gait_clip_comparison;

/* Compares the poses of two clips in model space: the distance between the origins of each bone,
 * and the angle between its rotations. Bones are matched by name, ignoring ASCII case. If both
 * clips have the same number of frames, frame i is compared with frame i. Otherwise each frame of
 * `clip` is compared with the pose of `other` at the same time since the first frame or, if the
 * times of the clips have different units, at the same fraction of the duration; after the last
 * frame of `other`, with that frame. Scale is not compared.
 * The skeletons must outlive the result. The caller frees it. `options` (may be NULL) has the
 * allocator and limits. GAIT_BAD_ARGUMENT for NULL and for incomplete clips; GAIT_UNSUPPORTED when
 * gait_pose_requirements() reports a requirement; GAIT_NOT_FOUND when a clip has no frames. */
GAIT_API gait_status gait_clip_compare(const gait_clip *clip, const gait_clip *other,
                                       const gait_options *options,
                                       gait_clip_comparison **out_comparison);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_clip_comparison_free(gait_clip_comparison *comparison);
/* The comparison as a whole; all zero, with bones of -1, for NULL. */
GAIT_API gait_comparison_summary
gait_clip_comparison_summary(const gait_clip_comparison *comparison);
/* One bone: those of the first skeleton in its order, then those that only the other one has. For
 * an index out of range the name is NULL and the indices are -1. */
GAIT_API gait_bone_comparison gait_clip_comparison_bone(const gait_clip_comparison *comparison,
                                                        uint32_t index);

/* A time in each of two clips, in the time unit of that clip. */
typedef struct gait_time_pair {
    double time, other;
} gait_time_pair;

/* Computes for each pair of times how far two clips are apart: the largest distance between the
 * origins of a bone in model space, in metres. Bones are matched as in gait_clip_compare(). A time
 * before the first or after the last frame means that frame. out_distances[i] belongs to times[i];
 * it is 0 when no bone is in both skeletons, and infinite when a pose is not a number.
 * `times` and `out_distances` have `count` elements; both may be NULL if `count` is 0. `options`
 * (may be NULL) is for temporary memory. Errors as for gait_clip_compare(); GAIT_BAD_ARGUMENT also
 * for a time that is NaN. After a failure, `out_distances` is undefined. */
GAIT_API gait_status gait_clip_distances(const gait_clip *clip, const gait_clip *other,
                                         const gait_time_pair *times, uint32_t count,
                                         const gait_options *options, float *out_distances);

/* The bone whose name is nearest to `name` by edit distance, or -1 when in every name more than a
 * third of the letters differ. */
GAIT_API int32_t gait_skeleton_nearest(const gait_skeleton *skeleton, const char *name);

#ifdef __cplusplus
}
#endif
#endif
