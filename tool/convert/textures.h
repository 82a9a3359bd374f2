/* The images of the textures of a model: files of a mod. */
#ifndef TOOL_TEXTURES_H
#define TOOL_TEXTURES_H

#include "io/source.h"
#include "skeleton/skeleton_cache.h"

typedef struct textures {
    const source *models[2];        /* whose textures are found; NULL = none */
    const skeleton_folders *others; /* further folders to search */
    bool is_verbose;                /* log the files that are found */
    file_bytes *files;              /* images that were read */
    size_t count, capacity;
    uint32_t tried;  /* number of textures that were looked for */
    text_list paths; /* of `files`, owned */
} textures;

/* gait_convert_options.find_image with a `textures`: reads NAME.png, .jpg or .jpeg instead of the
 * texture NAME or NAME.paa. The textures of an OGF are in the folder `textures` next to `meshes`,
 * or in one of the other folders. Those of a P3D are in a folder of its mod: a path from the root
 * of the mod, or its end. Names are compared ignoring ASCII case. Links are not followed. */
bool textures_find(void *user, const char *texture, gait_span *out_bytes);
void textures_free(textures *self);

#endif
