/* Gait - metadata that glTF has no place for: extras.gait, in a glTF or in a file NAME.gait.json
 * beside it (docs/formats/gltf.md#extras). */
#ifndef GAIT_METADATA_H
#define GAIT_METADATA_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Something that happens at a moment or during an interval. */
typedef struct gait_metadata_event {
    const char *name;      /* UTF-8 */
    const char *value;     /* UTF-8, "" = none */
    double start, end;     /* in the unit of the source; NaN = not said: the seconds count */
    double start_s, end_s; /* in seconds from the first key of the animation; NaN = not said */
} gait_metadata_event;

/* What is said of one clip. Texts are UTF-8. */
typedef struct gait_metadata_clip {
    const char *name;      /* as the source has it; NULL = not said */
    const char *animation; /* name of the animation; NULL = not said */
    uint32_t fields; /* of gait_metadata_field: the others are as motions have them by default */
    uint32_t frame_count; /* keys of the source; 0 = not said */
    double duration_s;    /* when the last key stood in the export; 0 = not said */
    gait_time_unit time_unit;
    uint32_t time_count; /* phases or seconds of the source's keys; 0 = not said */
    const float *times;
    uint32_t event_count;
    const gait_metadata_event *events;
    float root_motion[3]; /* metres per cycle, GAIT_AXES_GLTF */
    gait_playback playback;
} gait_metadata_clip;

/* One document, schema gait.extras/1. Reading it from several threads is fine. Indices must be in
 * range. */
typedef struct gait_metadata gait_metadata;

/* Reads a document; nothing is borrowed from `json`. What is of a wrong type is left out, with a
 * warning. GAIT_CORRUPT for what is no JSON, GAIT_UNSUPPORTED for another schema. */
GAIT_API gait_status gait_metadata_open(gait_span json, const gait_options *options,
                                        gait_metadata **out_metadata);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_metadata_free(gait_metadata *metadata);

/* The number of clips that the document describes. */
GAIT_API uint32_t gait_metadata_clip_count(const gait_metadata *metadata);
/* What is said of one of these clips; it lives as long as the document. */
GAIT_API const gait_metadata_clip *gait_metadata_clip_at(const gait_metadata *metadata,
                                                         uint32_t clip);
/* What is said of the animation of that name; of several the first; NULL = nothing. */
GAIT_API const gait_metadata_clip *gait_metadata_find(const gait_metadata *metadata,
                                                      const char *animation);

/* The number of parts: groups of bones that motions of a bank play on. */
GAIT_API uint32_t gait_metadata_part_count(const gait_metadata *metadata);
/* The name of a part, UTF-8. */
GAIT_API const char *gait_metadata_part_name(const gait_metadata *metadata, uint32_t part);
/* The number of bones of a part. */
GAIT_API uint32_t gait_metadata_part_bone_count(const gait_metadata *metadata, uint32_t part);
/* The name of a bone of a part, UTF-8. */
GAIT_API const char *gait_metadata_part_bone(const gait_metadata *metadata, uint32_t part,
                                             uint32_t index);
/* The number of bones of the source; 0 = not said. */
GAIT_API uint32_t gait_metadata_bone_count(const gait_metadata *metadata);
/* The name of a bone in the order of the source, which `bone_or_part` of an FX counts in; UTF-8. */
GAIT_API const char *gait_metadata_bone(const gait_metadata *metadata, uint32_t bone);

/* The skeleton that the animations were exported on, whatever programs made of joints since, called
 * `name`; the caller frees it. GAIT_NOT_FOUND when it is not said, or not all of it. */
GAIT_API gait_status gait_metadata_skeleton(const gait_metadata *metadata, const char *name,
                                            const gait_options *options,
                                            gait_skeleton **out_skeleton);

/* Gives a clip of the library's own making, in seconds, what is said of it: name, events, motion
 * vector, playback, and phases where there is one per key and the keys stand accordingly. Who
 * renamed the animation keeps that name. The bone of an FX is looked up by name; `metadata` may be
 * NULL, then it stays what it is. */
GAIT_API gait_status gait_metadata_apply(const gait_metadata *metadata,
                                         const gait_metadata_clip *clip_metadata, gait_clip *clip);

/* --- there and back --------------------------------------------------------------------------- */

/* The clip that the animation came from, as an export had it. */
typedef struct gait_metadata_base {
    const gait_clip *clip; /* as gait_file_clip() lifts it */
    const float *seconds;  /* where its keys were put: gait_base_file_new() */
    double rate;           /* of gait_diff_summary; 0 = 1 */
} gait_metadata_base;

/* What is said otherwise than the base has it: *out_changes, of gait_metadata_field, and *out_clip,
 * the base without its keys, with what is said. Nothing differs: 0, and NULL. The caller frees the
 * clip. */
GAIT_API gait_status gait_metadata_compare(const gait_metadata_clip *clip_metadata,
                                           const gait_metadata_base *base,
                                           const gait_options *options, uint32_t *out_changes,
                                           gait_clip **out_clip);

/* --- of open files ---------------------------------------------------------------------------- */

/* The extras of an open glTF: those of its animations, of the armature or of the scene, else what
 * gait_file_attach_metadata() was given. NULL when there are none, and for other formats. They live
 * as long as the file, and until extras are given to it. */
GAIT_API const gait_metadata *gait_file_metadata(const gait_file *file);
/* What is said of one animation: in its own extras, else in those of the armature or of the scene,
 * else in what gait_file_attach_metadata() was given. NULL when nothing is said, for other formats,
 * and for an index out of range. It lives as long as gait_file_metadata(). */
GAIT_API const gait_metadata_clip *gait_file_metadata_clip(const gait_file *file, uint32_t clip);

#ifdef __cplusplus
}
#endif
#endif
