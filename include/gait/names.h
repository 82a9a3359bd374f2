/* Gait - names of values. */
#ifndef GAIT_NAMES_H
#define GAIT_NAMES_H

#include "gait/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* "local", "model", "delta" or "local_delta", else "unknown"; static storage. */
GAIT_API const char *gait_space_name(gait_space space);
/* "engine", "file" or "gltf", else "unknown"; static storage. */
GAIT_API const char *gait_axes_name(gait_axes axes);
/* The name of an origin in reports, such as "first_frame", else "unknown"; static storage. */
GAIT_API const char *gait_origin_name(gait_origin origin);
/* The name of one bit of gait_playback.flags: "fx", "stop-at-end", "no-mix", "sync-part",
 * "use-foot-steps", "root-mover", "idle" or "use-weapon-bone", from the lowest bit on; NULL for any
 * other value. Static storage. */
GAIT_API const char *gait_playback_flag_name(uint32_t flag);
/* "events", "speed" and so on; NULL unless `field` is one bit of gait_metadata_field. Static
 * storage. */
GAIT_API const char *gait_metadata_field_name(uint32_t field);

#ifdef __cplusplus
}
#endif
#endif
