/* What commands that edit files print about each file. */
#ifndef TOOL_EDIT_PRINT_H
#define TOOL_EDIT_PRINT_H

#include "gait/edit.h"
#include "io/source.h"

/* The result of the edits in one file. */
typedef struct edit_outcome {
    const gait_edit *edit; /* NULL when the file could not be opened */
    bool is_changed;       /* and written, unless it is a dry run */
    int exit_code;
} edit_outcome;

void edit_print_changes(const source *file, const gait_edit *edit);
/* The beginning of a gait.edit/1 document, one file, and the end. */
void edit_print_json_begin(void);
void edit_print_json_file(const source *file, const edit_outcome *outcome, bool is_first);
void edit_print_json_end(void);

#endif
