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
    const char *config; /* how a config of a mod plays the clip: the object gait_report_config() as
                           JSON without blanks, unchanged; NULL = absent */
} gait_metadata_clip;

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

/* The number of parts: groups of bones on which the motions of a bank play. */
GAIT_API uint32_t gait_metadata_part_count(const gait_metadata *metadata);
/* The name of a part, UTF-8. */
GAIT_API const char *gait_metadata_part_name(const gait_metadata *metadata, uint32_t part);
/* The number of bones of a part. */
GAIT_API uint32_t gait_metadata_part_bone_count(const gait_metadata *metadata, uint32_t part);
/* The name of a bone of a part, UTF-8. */
GAIT_API const char *gait_metadata_part_bone(const gait_metadata *metadata, uint32_t part,
                                             uint32_t index);

#ifdef __cplusplus
}
#endif
#endif
