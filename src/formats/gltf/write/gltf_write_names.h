/* Names that Blender takes: UTF-8 of at most 63 bytes, each once. */
#ifndef GAITI_GLTF_WRITE_NAMES_H
#define GAITI_GLTF_WRITE_NAMES_H

#include "base/diagnose.h"
#include "base/memory.h"

enum { GAITI_GLTF_NAME_MAX = 63 };

typedef struct gaiti_gltf_name {
    const char *text; /* NULL = an empty slot */
    uint32_t hash;
    uint32_t copies; /* numbers given out for this name */
} gaiti_gltf_name;

typedef struct gaiti_gltf_names {
    gaiti_arena *arena;
    gaiti_gltf_name *slots; /* slot_mask + 1, a power of two */
    uint32_t slot_mask;
    uint32_t count;
    uint32_t serial; /* numbers given out for names that are cut alike */
} gaiti_gltf_names;

void gaiti_gltf_names_init(gaiti_gltf_names *names, gaiti_arena *arena);

/* The name to write for `name`, in the arena: cut and made unique, with ".001" and so on as Blender
 * does. What had to change is raised. NULL when there is no memory. */
const char *gaiti_gltf_name_bone(gaiti_gltf_names *names, const char *name,
                                 const gaiti_report *report);
/* The same for a clip; those that begin like Blender's own tracks get a prefix. */
const char *gaiti_gltf_name_clip(gaiti_gltf_names *names, const char *name,
                                 const gaiti_report *report);

#endif
