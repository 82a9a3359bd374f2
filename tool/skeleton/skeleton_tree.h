/* Trees of bones from elsewhere: what lies beside, what is built in. */
#ifndef TOOL_SKELETON_TREE_H
#define TOOL_SKELETON_TREE_H

#include "gait/ops.h"
#include "io/source.h"

typedef struct tree {
    gait_skeleton *skeleton; /* NULL = none is known */
    char *from;              /* for people: "built-in arma3-man" */
} tree;

void tree_free(tree *self);

/* How well the names of a file go with a skeleton. */
gait_fit tree_fit(const gait_skeleton *skeleton, const text_list *names);
void tree_tell_candidate(const char *from, const gait_skeleton *skeleton, const text_list *names);
/* Takes the candidate when it has every name and the one before, if any, has superfluous bones.
 * Takes `skeleton` in any case. */
bool tree_consider(tree *best, gait_skeleton *skeleton, const char *from, const text_list *names);

/* An .ogf in the folder of a bank that has all its bones. */
void tree_find_model(const source *animation, const text_list *names, bool verbose, tree *best);
/* A model.cfg in the folder of an RTM: the skeleton of the model that is called like the file, else
 * its only one. */
void tree_find_config(const source *animation, const text_list *names, bool verbose, tree *best);

/* NULL when there is no such built-in skeleton. */
gait_skeleton *tree_builtin(const char *name);
/* A built-in table with every bone of a bank. */
void tree_find_table(const text_list *names, bool verbose, tree *best);
/* The built-in man whose body the names are, at least by half. */
void tree_find_man(const source *animation, const text_list *names, bool verbose, tree *best);

#endif
