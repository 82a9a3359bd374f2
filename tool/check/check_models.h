/* Checks of models against the banks to which they refer. */
#ifndef TOOL_CHECK_MODELS_H
#define TOOL_CHECK_MODELS_H

#include "check/check_banks.h"
#include "io/threads.h"
#include "skeleton/skeleton_cache.h"

/* Shared by all files of a run, which several threads may check. */
typedef struct check_models {
    check_banks banks;
    thread_lock *lock;     /* of `banks` */
    skeleton_cache *cache; /* has the folders; does not change after check_models_begin() */
} check_models;

/* Starts with the folders of --search and those in the environment variable GAIT_SEARCH. Logs an
 * error and returns its exit code when one is not a folder; free `self` in every case. */
int check_models_begin(check_models *self, const text_list *folders);
/* Adds the findings about the banks of a model to its diagnostics. Does nothing for other files. */
void check_models_examine(check_models *self, source *file);
void check_models_free(check_models *self);

#endif
