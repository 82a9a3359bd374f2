/* The values of --skeleton. */
#ifndef TOOL_SKELETON_GIVEN_H
#define TOOL_SKELETON_GIVEN_H

#include "io/source.h"

typedef struct tree {
    gait_skeleton *skeleton; /* NULL = none is known */
    char *from;              /* for people: "built-in arma3-man" */
} tree;

/* EXIT_FINE when `given` is a built-in name or may be a path; else tells what may have been meant.
 */
int skeleton_check_name(const char *given);

/* What --skeleton names, one or two of them: a tree, and a pivots model that says where its bones
 * are. Either may be missing. */
typedef struct tree_given {
    tree bones;
    tree pivots;
} tree_given;

/* Tells why one cannot be had and returns the exit code. */
int tree_load(const text_list *given, tree_given *out);
void tree_given_free(tree_given *self);

#endif
