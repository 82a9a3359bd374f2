/* Gait - the differences between two files: clips, keys, parameters, events, bones, references. */
#ifndef GAIT_COMPARE_H
#define GAIT_COMPARE_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All zero is the default. */
typedef struct gait_file_compare_options {
    gait_options common; /* allocator and limits; its diagnostics are not used */
    /* Hierarchy and rest pose for the clips of both files, such as the result of
     * gait_skeleton_search() for one of them. It is ignored if it lacks bones of one of the files.
     * NULL = the skeleton in one of the files, or none: then keys are compared as stored. */
    const gait_skeleton *skeleton;
    /* Smaller differences of keys are ignored. If both are 0: none for files of the same format,
     * otherwise 0.02 degrees and 1 mm. With a limit in mm alone, rotations are measured in mm at
     * the end of the lever. With a limit in degrees alone, translations up to 0.005 mm are ignored
     * in plain RTM that is compared on a skeleton, and none in other files. */
    double tolerance_deg, tolerance_mm;
} gait_file_compare_options;

/* What a difference is about. */
typedef enum gait_difference_subject {
    GAIT_DIFFERENCE_FORMAT = 0,
    GAIT_DIFFERENCE_VERSION,
    GAIT_DIFFERENCE_PROPERTY, /* of the whole file, such as "preload" of a binarised RTM */
    GAIT_DIFFERENCE_BONE,
    GAIT_DIFFERENCE_BONE_ORDER,
    GAIT_DIFFERENCE_PARENT,    /* of a bone in a skeleton */
    GAIT_DIFFERENCE_REST,      /* the rest pose of a bone in a skeleton */
    GAIT_DIFFERENCE_SKELETON,  /* one of the skeletons of a model.cfg */
    GAIT_DIFFERENCE_PART,      /* a part of a bank */
    GAIT_DIFFERENCE_PART_BONE, /* a bone of a part: "part/bone" */
    GAIT_DIFFERENCE_REFERENCE, /* a reference of a model to banks */
    /* Of one clip. */
    GAIT_DIFFERENCE_FRAMES,      /* the number of frames */
    GAIT_DIFFERENCE_TIMES,       /* the times of keys: those of the first that differs */
    GAIT_DIFFERENCE_ROOT_MOTION, /* three numbers */
    GAIT_DIFFERENCE_PARAMETER,   /* how games play the clip: "speed", "stop-at-end", "part" ... */
    GAIT_DIFFERENCE_EVENT,       /* a mark, a property or a key stone */
    GAIT_DIFFERENCE_SUBJECT_COUNT
} gait_difference_subject;

/* The name of a subject in reports, such as "root_motion", else "unknown"; static storage. */
GAIT_API const char *gait_difference_subject_name(gait_difference_subject subject);

/* How it differs. */
typedef enum gait_difference_kind {
    GAIT_DIFFERENCE_ADDED = 0, /* only in the second file */
    GAIT_DIFFERENCE_REMOVED,   /* only in the first file */
    GAIT_DIFFERENCE_RENAMED,
    GAIT_DIFFERENCE_MOVED, /* in another place of the list; an event: at another time */
    GAIT_DIFFERENCE_CHANGED,
    GAIT_DIFFERENCE_KIND_COUNT
} gait_difference_kind;

/* The name of a kind in reports, such as "added", else "unknown"; static storage. */
GAIT_API const char *gait_difference_kind_name(gait_difference_kind kind);

/* One difference other than of keys. Texts are UTF-8 and valid as long as the comparison. */
typedef struct gait_difference {
    gait_difference_subject subject;
    gait_difference_kind kind;
    const char *name;           /* of the bone, event, parameter ...; "" when there is none */
    const char *before, *after; /* the values; NULL = none */
    bool is_number;             /* both values are decimal numbers */
} gait_difference;

/* The largest differences of one bone, or of all bones of a clip. Keys are compared relative to the
 * parent bone if the parents are known, otherwise as stored. */
typedef struct gait_key_difference {
    gait_max_difference rotation;    /* degrees */
    gait_max_difference translation; /* millimetres, at the joint */
    /* Millimetres, at the end of a lever of 10 cm that is fixed to the bone, in the direction in
     * which it moves most: rotation and translation together. */
    gait_max_difference lever;
    gait_max_difference scale; /* the largest difference of the three factors */
} gait_key_difference;

/* The result of comparing the keys of two clips. */
typedef enum gait_compared_keys {
    GAIT_KEYS_EQUAL = 0, /* the stored keys are equal */
    GAIT_KEYS_SAME,      /* stored in another way, but the same within the tolerance */
    GAIT_KEYS_DIFFERENT,
    GAIT_KEYS_NOT_COMPARED /* one file lacks the clip, or `status` is not GAIT_OK */
} gait_compared_keys;

/* The comparison of one clip. Texts are UTF-8 and valid as long as the comparison. */
typedef struct gait_clip_difference {
    int32_t clip, other;           /* index in each file; -1 = the file lacks it */
    const char *name, *other_name; /* "" when the file lacks it */
    bool is_renamed;               /* both files have the clip, under different names */
    bool is_moved;                 /* its place in the order of the clips differs */
    uint32_t frame_count, other_frame_count;
    gait_compared_keys keys;
    gait_status status; /* GAIT_UNSUPPORTED: the poses are not comparable without a skeleton;
                           GAIT_NOT_FOUND: the files have no bone with the same name; otherwise the
                           reason why a clip cannot be read */
    gait_key_difference largest;      /* over all bones */
    gait_max_difference displacement; /* of a joint in model space, millimetres. Only for keys
                                             that differ, if the parents are known */
    uint32_t bone_count;              /* of gait_file_comparison_bone() */
    uint32_t difference_count;        /* of gait_file_comparison_clip_difference() */
    bool is_different; /* false also if only the stored form of the keys differs, or keys within
                          the tolerance */
} gait_clip_difference;

/* The result of a comparison. */
typedef enum gait_files_outcome {
    GAIT_FILES_EQUAL = 0,    /* the same bytes */
    GAIT_FILES_SAME_CONTENT, /* the bytes differ, but nothing that is compared */
    GAIT_FILES_DIFFERENT
} gait_files_outcome;

/* The comparison as a whole. */
typedef struct gait_files_summary {
    gait_files_outcome outcome;
    gait_format format, other_format;
    uint64_t size, other_size; /* bytes */
    uint64_t differing_bytes;  /* offsets with different bytes, plus the difference of the sizes */
    bool is_posed;             /* the parents are known: keys are compared relative to them, and
                                  displacements are computed. Bones of a plain RTM that the skeleton
                                  lacks are roots */
    double tolerance_deg, tolerance_mm; /* those that were used; 0 = none */
    uint32_t difference_count;          /* of gait_file_comparison_difference() */
    uint32_t clip_count;                /* of gait_file_comparison_clip() */
    /* Numbers of clips. A clip can be renamed, moved and changed at the same time. */
    uint32_t added, removed, renamed, moved, changed, not_compared;
} gait_files_summary;

/* The comparison of two files. Several threads may read it. */
typedef struct gait_file_comparison gait_file_comparison;

/* Compares two open files of any formats (docs/commands/diff.md). Clips are matched by name, in
 * their order for equal names, then ignoring the case of ASCII letters, then by equal keys. Frame i
 * is compared with frame i; of clips with different numbers of frames, those that both have.
 * Geometry, unknown chunks and keys of glTF that are no clips are not compared, except as bytes.
 * The result borrows nothing; the caller frees it. `options` may be NULL. GAIT_BAD_ARGUMENT for
 * NULL, for files opened with GAIT_OPEN_SKELETON, and for a tolerance that is negative or not
 * finite. A clip that cannot be read or compared is not an error of this call: its `status` has the
 * reason. */
GAIT_API gait_status gait_file_compare(const gait_file *file, const gait_file *other,
                                       const gait_file_compare_options *options,
                                       gait_file_comparison **out_comparison);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_file_comparison_free(gait_file_comparison *comparison);
/* The comparison as a whole; all zero for NULL. */
GAIT_API gait_files_summary gait_file_comparison_summary(const gait_file_comparison *comparison);
/* A difference of the files as a whole. All zero, with texts that are NULL, when the index is out
 * of range. */
GAIT_API gait_difference gait_file_comparison_difference(const gait_file_comparison *comparison,
                                                         uint32_t index);
/* The comparison of a clip: those of the first file in its order, including those without a
 * difference, then the added ones in the order of the second file; none if the outcome is
 * GAIT_FILES_EQUAL. When the index is out of range, all zero with indices of -1. */
GAIT_API gait_clip_difference gait_file_comparison_clip(const gait_file_comparison *comparison,
                                                        uint32_t index);
/* A difference of this clip that is not one of keys; the same for an index out of range. */
GAIT_API gait_difference gait_file_comparison_clip_difference(
    const gait_file_comparison *comparison, uint32_t clip, uint32_t index);
/* A bone of this clip whose keys differ by more than the tolerance, in descending order of the
 * amount at the lever. All amounts are 0 for keys that are stored in another way and give the same
 * pose. All zero when an index is out of range. */
GAIT_API gait_key_difference gait_file_comparison_bone(const gait_file_comparison *comparison,
                                                       uint32_t clip, uint32_t index);

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

#ifdef __cplusplus
}
#endif
#endif
