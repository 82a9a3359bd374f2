/* The values of --skeleton. */
#ifndef TOOL_SKELETON_GIVEN_H
#define TOOL_SKELETON_GIVEN_H

#include "io/source.h"

typedef struct tree {
    gait_skeleton *skeleton; /* NULL = none is known */
    char *from;              /* for people: "built-in arma3-man" */
} tree;

/* EXIT_OK when `given` is a built-in name or may be a path; else tells what may have been meant.
 */
int skeleton_check_name(const char *given);

/* What --skeleton names, one or two of them: a tree, and a pivots model that says where its bones
 * are. Either may be missing. */
typedef struct skeleton_arguments {
    tree bones;
    tree pivots;
} skeleton_arguments;

/* Tells why one cannot be had and returns the exit code. */
int skeleton_arguments_load(const text_list *given, skeleton_arguments *out);
void skeleton_arguments_free(skeleton_arguments *self);

#endif
