/* Gait - metadata that glTF itself cannot hold: extras.gait in a glTF, or a file NAME.gait.json
 * beside it (docs/formats/gltf.md#extras). */
#ifndef GAIT_METADATA_H
#define GAIT_METADATA_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An event at a moment or during an interval. */
typedef struct gait_metadata_event {
    const char *name;      /* UTF-8 */
    const char *value;     /* UTF-8, "" = none */
    double start, end;     /* in the time unit of the source; NaN = absent: use start_s and end_s */
    double start_s, end_s; /* in seconds from the start of the animation; NaN = absent */
} gait_metadata_event;

/* The metadata of one clip. Texts are UTF-8. */
typedef struct gait_metadata_clip {
    const char *name;      /* name in the source; NULL = absent */
    const char *animation; /* name of the animation; NULL = absent */
    uint32_t fields; /* of gait_metadata_field: the fields that are present; the others have the
                        defaults of motions */
    uint32_t frame_count; /* number of keys in the source; 0 = absent */
    double duration_s;    /* duration of the clip in the export; 0 = absent */
    double fps;           /* of clips in phases: frames per second in the export; 0 = absent, in
                             exports of earlier versions, in which the first key is at 0 */
    gait_time_unit time_unit;
    uint32_t time_count; /* phases or seconds of the source's keys; 0 = absent */
    const float *times;
    uint32_t event_count;
    const gait_metadata_event *events;
    float root_motion[3]; /* metres per cycle, GAIT_AXES_GLTF */
    gait_playback playback;
} gait_metadata_clip;

/* Where a copy of the metadata of a glTF is, in the order of precedence. */
typedef enum gaiti_metadata_copy {
    GAITI_METADATA_SIDECAR = 0, /* from gait_file_attach_metadata() */
    GAITI_METADATA_ANIMATION,   /* extras of an animation */
    GAITI_METADATA_ARMATURE,    /* text in the extras of the armature */
    GAITI_METADATA_SCENE        /* extras of the scene */
} gaiti_metadata_copy;

/* Differences between two copies other than those in gait_metadata_field, as bits. */
typedef enum gaiti_metadata_difference {
    GAITI_METADATA_NAME = 0x10000,    /* of one clip: the name in the source */
    GAITI_METADATA_TIMES = 0x20000,   /* of one clip: the number, unit or times of its keys */
    GAITI_METADATA_PARTS = 0x40000,   /* of the document */
    GAITI_METADATA_SKELETON = 0x80000 /* of the document */
} gaiti_metadata_difference;

/* Two copies of the metadata that differ. A member that only one of them has is no difference,
 * because programs drop members. */
typedef struct gaiti_metadata_conflict {
    const char *clip; /* name of its animation; NULL = the document as a whole */
    uint32_t fields;  /* of gait_metadata_field and gaiti_metadata_difference */
    gaiti_metadata_copy used, ignored;
} gaiti_metadata_conflict;

/* One metadata document, schema gait.extras/1. Several threads may read it. Indices must be in
 * range. */
typedef struct gait_metadata gait_metadata;

/* Reads a document; nothing is borrowed from `json`. Values of a wrong type are ignored with a
 * warning. GAIT_CORRUPT when `json` is not JSON, GAIT_UNSUPPORTED for another schema. */
GAIT_API gait_status gait_metadata_open(gait_span json, const gait_options *options,
                                        gait_metadata **out_metadata);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_metadata_free(gait_metadata *metadata);

/* The number of clips that the document describes. */
GAIT_API uint32_t gait_metadata_clip_count(const gait_metadata *metadata);
/* The metadata of one of these clips; valid as long as the document. */
GAIT_API const gait_metadata_clip *gait_metadata_clip_at(const gait_metadata *metadata,
                                                         uint32_t clip);
/* The number of conflicts between copies; 0 unless the result is from gaiti_file_metadata(). The
 * file also has a diagnostic for each (GLR084). */
GAIT_API uint32_t gaiti_metadata_conflict_count(const gait_metadata *metadata);
/* One of these conflicts; its text is valid as long as the document. All zero when the index is out
 * of range. */
GAIT_API gaiti_metadata_conflict gaiti_metadata_conflict_at(const gait_metadata *metadata,
                                                            uint32_t conflict);
/* The metadata of the animation with this name, the first one if there are several; NULL = none. */
GAIT_API const gait_metadata_clip *gaiti_metadata_find(const gait_metadata *metadata,
                                                       const char *animation);

/* The number of parts: groups of bones on which the motions of a bank play. */
GAIT_API uint32_t gait_metadata_part_count(const gait_metadata *metadata);
/* The name of a part, UTF-8. */
GAIT_API const char *gait_metadata_part_name(const gait_metadata *metadata, uint32_t part);
/* The number of bones of a part. */
GAIT_API uint32_t gait_metadata_part_bone_count(const gait_metadata *metadata, uint32_t part);
/* The name of a bone of a part, UTF-8. */
GAIT_API const char *gait_metadata_part_bone(const gait_metadata *metadata, uint32_t part,
                                             uint32_t index);
/* The number of bones of the source; 0 = absent. */
GAIT_API uint32_t gaiti_metadata_bone_count(const gait_metadata *metadata);
/* The name of a bone in the order of the source, UTF-8. `bone_or_part` of an FX is an index in this
 * order. */
GAIT_API const char *gaiti_metadata_bone(const gait_metadata *metadata, uint32_t bone);

/* The skeleton of the export, with the given name. It does not depend on later changes of joints by
 * other programs. The caller frees it. GAIT_NOT_FOUND when it is absent or incomplete. */
GAIT_API gait_status gaiti_metadata_skeleton(const gait_metadata *metadata, const char *name,
                                             const gait_options *options,
                                             gait_skeleton **out_skeleton);

/* Applies metadata to a clip in seconds that was made by the library: name, events, root motion,
 * playback, and phases. Phases are applied if there is one per key, and the keys are at the times
 * of an export of these phases, or each is within half a frame (1/60 s) of the time given by its
 * phase. The name is not applied if the animation was
 * renamed. The bone of an FX is found by name. If `metadata` is NULL, the number of that bone does
 * not change. */
GAIT_API gait_status gaiti_metadata_apply(const gait_metadata *metadata,
                                          const gait_metadata_clip *clip_metadata, gait_clip *clip);

/* --- round trip ------------------------------------------------------------------------------- */

/* The clip that an animation was exported from. */
typedef struct gaiti_metadata_base {
    const gait_clip *clip; /* from gait_file_clip() */
    const float *seconds;  /* times of its keys in the export, as in gaiti_base_file_new() */
    double rate;           /* from gait_diff_summary; 0 = 1 */
} gaiti_metadata_base;

/* Compares metadata with the base clip. *out_changes are the fields that differ, of
 * gait_metadata_field; *out_clip is the base clip without its keys, with the metadata applied.
 * Without a difference they are 0 and NULL. The caller frees the clip. */
GAIT_API gait_status gaiti_metadata_compare(const gait_metadata_clip *clip_metadata,
                                            const gaiti_metadata_base *base,
                                            const gait_options *options, uint32_t *out_changes,
                                            gait_clip **out_clip);

/* --- metadata of open files ------------------------------------------------------------------- */

/* The metadata of an open glTF, NULL when there is none and for other formats. The metadata of a
 * clip is from the first copy that has it, in the order of gaiti_metadata_copy; so are the parts
 * and the skeleton. It is valid as long as the file, and until metadata is attached to the file. */
GAIT_API const gait_metadata *gaiti_file_metadata(const gait_file *file);
/* The metadata of one animation. NULL when there is none, for other formats, and for an index out
 * of range. It is valid as long as the result of gaiti_file_metadata(). */
GAIT_API const gait_metadata_clip *gaiti_file_metadata_clip(const gait_file *file, uint32_t clip);

#ifdef __cplusplus
}
#endif
#endif
