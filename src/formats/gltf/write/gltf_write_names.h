/* Unique names that Blender accepts: UTF-8, at most 63 bytes. */
#ifndef GAITI_GLTF_WRITE_NAMES_H
#define GAITI_GLTF_WRITE_NAMES_H

#include "base/diagnose.h"
#include "base/memory.h"

enum { GAITI_GLTF_NAME_MAX = 63 };

typedef struct gaiti_gltf_name {
    const char *text; /* NULL = an empty slot */
    uint32_t hash;
    uint32_t copies; /* suffixes tried for this name */
} gaiti_gltf_name;

typedef struct gaiti_gltf_names {
    gaiti_arena *arena;
    gaiti_gltf_name *slots; /* slot_mask + 1, a power of two */
    uint32_t slot_mask;
    uint32_t count;
    uint32_t serial; /* suffixes tried after those of single names */
} gaiti_gltf_names;

void gaiti_gltf_names_init(gaiti_gltf_names *names, gaiti_arena *arena);

/* Returns the name to write for `name`, in the arena: truncated and made unique by a suffix such as
 * ".001", like Blender does. Changes are raised. NULL when memory is exhausted. */
const char *gaiti_gltf_name_bone(gaiti_gltf_names *names, const char *name,
                                 const gaiti_report *report);
/* The same for a clip. Names that start like Blender's reserved track names get a prefix. */
const char *gaiti_gltf_name_clip(gaiti_gltf_names *names, const char *name,
                                 const gaiti_report *report);

#endif
