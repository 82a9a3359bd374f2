/* Joins banks: the steps of `gait merge`. */
#ifndef TOOL_MERGE_H
#define TOOL_MERGE_H

#include "edit/edit.h"

/* The options of the command that the library gets; choices are indices of their words, which are
 * in the order of the enums in gait/edit.h. */
typedef struct merge_rules {
    text_list clips; /* patterns for the inputs after the first one; none = all clips */
    int names, parts, marks;
    bool keep_bone_order;
} merge_rules;

typedef struct merge_request {
    const inputs *list;
    const merge_rules *rules;
    const edit_options *edit;
    bool json;
} merge_request;

/* Merges all inputs into the first one and writes the result. Logs errors; returns an exit code. */
int merge_command(const merge_request *request);

#endif
