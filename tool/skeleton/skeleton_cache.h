/* What the searches for skeletons in one run have in common: the skeletons that were given, and the
 * models in folders. */
#ifndef TOOL_SKELETON_CACHE_H
#define TOOL_SKELETON_CACHE_H

#include "skeleton/skeleton_arguments.h"

/* Folders of the user: values of --skeleton, which come before the mod, and those of --search and
 * GAIT_SEARCH, which come after it. The texts are owned. */
typedef struct skeleton_folders {
    text_list given;
    text_list added;
} skeleton_folders;

/* The files with one extension in a folder, or in and below it. */
typedef struct skeleton_models {
    inputs files;
    gait_file **open; /* per file, if it was opened and is kept */
} skeleton_models;

/* Used by one thread. */
typedef struct skeleton_cache skeleton_cache;

/* `keeps_models`: models stay open for further searches. Otherwise each is open for one call. */
skeleton_cache *skeleton_cache_new(bool keeps_models);
/* NULL is allowed. */
void skeleton_cache_free(skeleton_cache *self);

/* Loads the values of --skeleton, --search and GAIT_SEARCH at the first call. Logs errors and
 * returns an exit code. Both lists may be NULL. */
int skeleton_cache_load(skeleton_cache *self, const text_list *given, const text_list *folders);
/* What was loaded. */
const skeleton_arguments *skeleton_cache_arguments(const skeleton_cache *self);
const skeleton_folders *skeleton_cache_folders(const skeleton_cache *self);

/* The open model whose mesh is used with a file: the file itself if it has a mesh, else the model
 * of
 * --skeleton, else the one at the path `found` (NULL = none), which stays open until the next call
 * for another path. NULL, with a warning if `found` cannot be opened. */
source *skeleton_cache_model(skeleton_cache *self, source *file, const char *found);

/* Files like those of inputs_beside(), or with `is_deep` of inputs_below(). Valid until the next
 * call. */
skeleton_models *skeleton_cache_models(skeleton_cache *self, const char *folder,
                                       const char *extension, bool is_deep);
/* Opens a file of these models that has no problem. NULL if that fails: its problem is then set.
 * Call skeleton_cache_close() after its use. */
gait_file *skeleton_cache_open(skeleton_cache *self, skeleton_models *models, size_t index);
void skeleton_cache_close(const skeleton_models *models, size_t index, gait_file *file);

#endif
