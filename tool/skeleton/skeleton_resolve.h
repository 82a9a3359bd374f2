/* Finds the skeleton on which an animation is posed, for commands. */
#ifndef TOOL_SKELETON_RESOLVE_H
#define TOOL_SKELETON_RESOLVE_H

#include "skeleton/skeleton_candidates.h"
#include "skeleton/skeleton_messages.h"

/* The purpose of the skeleton. */
typedef enum skeleton_use {
    SKELETON_FOR_POSES,
    SKELETON_FOR_RECORDS /* records of binarised RTM, relative to the true parents */
} skeleton_use;

/* Where to look for the skeleton of an animation. */
typedef struct skeleton_request {
    const text_list *given;   /* values of --skeleton; NULL = none */
    const text_list *folders; /* values of --search; NULL = none */
    skeleton_use use;
    bool verbose;
    int missing_bones;     /* gait_missing_bones */
    skeleton_cache *cache; /* for many searches with the same skeletons and folders; NULL = none */
    char **used_model;     /* gets the path of the .ogf with the skeleton, owned, or NULL if it is
                              from elsewhere; NULL = no mesh is needed: a .p3d without pivots is
                              refused */
    text_list *used_files; /* gets the paths of the files with the skeleton, and of folders whose
                              models were considered, owned; NULL = unused */
} skeleton_request;

/* gait_skeleton_search() for an open animation: among the skeletons given, and the models in its
 * mod, in folders given and in those of the environment variable GAIT_SEARCH. Logs the sources of
 * the result, and errors. Returns an exit code. */
int skeleton_resolve(source *animation, const skeleton_request *request, gait_skeleton **out);
/* The search of skeleton_resolve() without its messages, among the skeletons and folders of a cache
 * that is loaded. The caller frees the result, which is NULL after a failure other than that of
 * binding. */
gait_status skeleton_search_models(source *animation, skeleton_cache *cache,
                                   const skeleton_request *request, gait_search_result **out);

#endif
