/* The memory of edited files, for gait_edited_file_free(). */
#ifndef GAITI_ROUNDTRIP_EDITED_FILE_H
#define GAITI_ROUNDTRIP_EDITED_FILE_H

#include "base/memory.h"
#include "gait/edited_file.h"

/* The first member of every object that contains an edited file. */
typedef struct gaiti_edited_object {
    gait_edited_file edit; /* edit.storage is the object */
    const void *kind;      /* an address that stands for the type of the object, or NULL */
    gaiti_arena arena;
} gaiti_edited_object;

/* Allocates an object of `size` bytes that begins with a gaiti_edited_object. NULL with *out_status
 * set when there is no memory. Free it with gait_edited_file_free(). */
void *gaiti_edited_object_new(size_t size, const gait_options *options, gait_status *out_status);

/* The names of the bones of a skeleton in an export, allocated from `arena`. NULL when there is no
 * memory (roundtrip_base_file.c). */
const char *const *gaiti_exported_bone_names(const gait_skeleton *skeleton, gaiti_arena *arena);

#endif
