/* The values of --skeleton. */
#ifndef TOOL_SKELETON_ARGUMENTS_H
#define TOOL_SKELETON_ARGUMENTS_H

#include "io/source.h"

typedef struct loaded_skeleton {
    gait_skeleton *skeleton; /* NULL = none is known */
    char *from;              /* description for messages: "built-in arma3-man" */
    source *model;           /* the open model that has it; NULL = it is from another file */
} loaded_skeleton;

/* EXIT_OK when `given` is a built-in name or may be a path; otherwise logs an error with the
 * nearest name and returns another exit code. */
int skeleton_check_name(const char *given);

/* What is given with --skeleton: a hierarchy, a pivots model with the positions of its bones, and a
 * .p3d without pivots, which can have a mesh. Each may be missing. */
typedef struct skeleton_arguments {
    loaded_skeleton bones;
    loaded_skeleton pivots;
    loaded_skeleton mesh; /* its skeleton is NULL */
} skeleton_arguments;

/* The open model whose mesh is used: the last of these that is a model; NULL = none. */
source *skeleton_arguments_model(const skeleton_arguments *self);

/* Logs an error if one cannot be loaded. Returns an exit code. */
int skeleton_arguments_load(const text_list *given, skeleton_arguments *out);
/* The same for commands that take no pivots: at most one skeleton, which has bones. */
int skeleton_arguments_load_bones(const text_list *given, loaded_skeleton *out);
void skeleton_arguments_free(skeleton_arguments *self);
void loaded_skeleton_free(loaded_skeleton *self);

#endif
