/* The resolver: which skeleton an animation is posed on, and where it was found. */
#ifndef TOOL_SKELETONS_H
#define TOOL_SKELETONS_H

#include "gait/ops.h"
#include "source.h"

/* A tree from elsewhere. */
typedef struct tree {
    gait_skeleton *skeleton; /* NULL = none is known */
    char *from;              /* for people: "built-in arma3-man" */
} tree;

/* What --skeleton names: a built-in skeleton, or a file that holds one. Tells why it cannot be had
 * and returns the exit code. */
int tree_load(const char *given, tree *out);
void tree_free(tree *self);
/* EXIT_FINE when `given` is a built-in name or may be a path; else tells what may have been meant.
 */
int skeleton_check_name(const char *given);

/* The tree for an open animation, in this order: `given` (may be NULL), the file's own, an .ogf
 * beside it, a built-in table. None found is no error. */
int tree_find(const source *animation, const char *given, bool verbose, tree *out);

/* The skeleton for posing the clips of an open animation: the tree found, made to fit. Says on
 * stderr where its facts came from, and what is wrong; returns an exit code. */
int skeleton_resolve(source *animation, const char *given, bool verbose, gait_skeleton **out);

/* What to try when the skeleton of an animation is not known. */
void skeleton_advise(const source *animation);
/* Refuses for want of a skeleton: the names of the bones, and what to give. */
int skeleton_refuse(const source *animation, gait_need need);

/* "parents: built-in table 63, unknown 2; rest: ...": a new text. */
char *skeleton_origins(const gait_skeleton *skeleton);

#endif
