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
    bool leave_out; /* leave out bones of a bank that no model has */
} skeleton_request;

/* gait_skeleton_search() for an open animation: among the skeletons given, and the models in its
 * mod, in folders given and in those of the environment variable GAIT_SEARCH. Logs the sources of
 * the result, and errors. Returns an exit code. */
int skeleton_resolve(source *animation, const skeleton_request *request, gait_skeleton **out);
/* The search of skeleton_resolve() without its messages, among skeletons and folders from
 * skeleton_split_places(). The caller frees the result, which is NULL after a failure other than
 * that of binding. */
gait_status skeleton_search_models(source *animation, const skeleton_arguments *given,
                                   const skeleton_folders *folders, const skeleton_request *request,
                                   gait_search_result **out);
/* Splits the values of --skeleton into folders and others (`files`), and adds the values of
 * --search and of GAIT_SEARCH. Logs an error for a --search that is no folder. Returns an exit
 * code. */
int skeleton_split_places(const skeleton_request *request, text_list *files,
                          skeleton_folders *folders);
void skeleton_folders_free(skeleton_folders *self);

#endif
