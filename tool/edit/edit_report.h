/* What commands that edit files print about each file. */
#ifndef TOOL_EDIT_REPORT_H
#define TOOL_EDIT_REPORT_H

#include "base/base.h"
#include "io/source.h"
#include "gait/edit.h"

/* --- edits ------------------------------------------------------------------------------------ */

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

/* --- new banks: the same document, with outputs ----------------------------------------------- */

/* The report of commands that make new banks: gait.edit/1, as of the other edits, with outputs. */

/* An output; it is added to the report when it was written, or with --dry-run would be. */
typedef struct edit_output {
    char *path;
    uint32_t clip_count;
    bool is_changed; /* false = the content is as before, and was not written */
} edit_output;

/* One kind of change of an input. */
typedef struct edit_change {
    const char *what; /* static: "extracted", "appended" ... */
    uint32_t count;   /* of clips */
} edit_change;

/* What was done with one input. */
typedef struct edit_record {
    const source *file;
    int exit_code;
    edit_output *outputs;
    size_t output_count, output_capacity;
    edit_change *changes;
    size_t change_count, change_capacity;
} edit_record;

/* A report that is being made. Initialise it with zeros. */
typedef struct edit_report {
    bool is_json; /* false: nothing is printed */
    edit_record *records;
    size_t count, capacity;
    capture messages; /* of the command, until the end */
} edit_report;

/* Starts the report of a command. Until edit_report_end(), messages are kept, because the report
 * contains the first error. */
void edit_report_begin(edit_report *self, bool is_json);
/* Adds an input. `file` is used until the end; it may be opened later. Returns its index. */
size_t edit_report_add(edit_report *self, const source *file);
/* Adds an output of an input; copies the path. */
void edit_report_output(edit_report *self, size_t record, const char *path, uint32_t clip_count,
                        bool is_changed);
/* Adds a change of an input, or increases its count. Nothing is added for 0 clips. */
void edit_report_change(edit_report *self, size_t record, const char *what, uint32_t count);
/* Records that an input caused this exit code. */
void edit_report_fail(edit_report *self, size_t record, int code);
/* Prints the messages and the document, and frees the report. `code` is the exit code of the
 * command; if no input caused it, the last one gets it. */
void edit_report_end(edit_report *self, int code);

#endif
