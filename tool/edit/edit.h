/* What commands that edit files share, and the steps of each. */
#ifndef TOOL_EDIT_H
#define TOOL_EDIT_H

#include "options/options.h"
#include "io/source.h"
#include "gait/optimise.h"

/* --- where results are written ---------------------------------------------------------------- */

typedef struct edit_options {
    const char *out; /* NULL = not given */
    bool in_place;
    bool backup;
    bool dry_run;
    bool force;
} edit_options;

/* The rows of a table of options whose struct has a member `edit`. */
#define OPTIONS_EDIT(type)                                                                         \
    OPTION_ROW("out", 'o', OPTION_TEXT, "FILE", offsetof(type, edit.out),                          \
               "write the result to FILE; for one input"),                                         \
        OPTION_ROW("in-place", 0, OPTION_FLAG, NULL, offsetof(type, edit.in_place),                \
                   "replace the inputs by the results"),                                           \
        OPTION_ROW("backup", 0, OPTION_FLAG, NULL, offsetof(type, edit.backup),                    \
                   "with --in-place: keep the old file as NAME.bak"),                              \
        OPTION_ROW("dry-run", 0, OPTION_FLAG, NULL, offsetof(type, edit.dry_run),                  \
                   "print the changes, but write nothing"),                                        \
        OPTION_ROW("force", 'f', OPTION_FLAG, NULL, offsetof(type, edit.force),                    \
                   "overwrite FILE, or the backup")

/* The options that all commands with edits share. */
typedef struct edit_request {
    common_options common;
    text_list words;       /* of the options of the edit: OPTION_WORD */
    const char *tables[2]; /* files with lines OLD=NEW: for clips and for bones; NULL = none */
    input_options inputs;
    edit_options edit;
    bool json;
} edit_request;

#define OPTIONS_EDIT_REQUEST()                                                                     \
    OPTIONS_EDIT(edit_request), OPTIONS_INPUTS(edit_request, inputs),                              \
        OPTION_ROW("json", 0, OPTION_FLAG, NULL, offsetof(edit_request, json),                     \
                   "print JSON (gait.edit/1)"),                                                    \
        OPTIONS_OF_FILES(edit_request, "print notes")

/* A row of the table of options: a word of the edit. `value` is NULL for options without one. */
#define OPTION_OF_EDIT(name, value, help)                                                          \
    OPTION_ROW(name, 0, OPTION_WORD, value, offsetof(edit_request, words), help)

/* The same for commands that never change their inputs; `help` explains the value of --out. */
#define OPTIONS_EDIT_OUT(type, value, help)                                                        \
    OPTION_ROW("out", 'o', OPTION_TEXT, value, offsetof(type, edit.out), help),                    \
        OPTION_ROW("dry-run", 0, OPTION_FLAG, NULL, offsetof(type, edit.dry_run),                  \
                   "print what would be written, but write nothing"),                              \
        OPTION_ROW("force", 'f', OPTION_FLAG, NULL, offsetof(type, edit.force),                    \
                   "overwrite existing files")

/* The exit code for a status of gait_edit_words() and the functions after it. */
int edit_exit_code(gait_status status);
/* True when one of the options that only an edit uses was given. */
bool edit_is_given(const edit_options *options);
/* Checks the options of an edit of these inputs; logs an error and returns its exit code. */
int edit_check(const edit_options *options, const inputs *list, bool is_json);
/* Refuses JSON if the result goes to stdout. */
int edit_check_json(const edit_options *options, bool is_json);
/* True when the result goes to stdout. */
bool edit_uses_stdout(const edit_options *options);
/* Logs an error and returns EXIT_USAGE if `out` is the same file as the input `in`. */
int edit_refuse_input(const char *out, const char *in);
/* Logs an error and returns EXIT_USAGE if the extension of `out` belongs to another format. */
int edit_refuse_extension(const char *out, gait_format format);
/* Writes a new file; with `dry_run`, only checks whether it can be written. Logs errors; returns an
 * exit code. */
int edit_write(const edit_options *options, const file_content *content);
/* Writes the new content of a file to the output, whose extension must not belong to another
 * format, or in place, unless it is the old content; the path of `content` is ignored. With
 * `dry_run`, only checks whether it can be written. Logs errors; returns an exit code. The old file
 * is kept when anything fails. *out_changed is true when the content was written, or would be
 * without `dry_run`. */
int edit_save(const edit_options *options, const source *file, const file_content *content,
              bool *out_changed);
/* The inputs of an edit, which are edited one after the other. */
typedef struct edit_loop {
    const edit_options *options;
    const inputs *list;
    const char *schema; /* of the JSON document that is printed; NULL = none */
    void *user;
    /* Edits one input. Logs errors; returns an exit code. */
    int (*process)(void *user, const input *item, bool *out_changed);
    /* With a document: called for each input that was not processed, with the reason as its
     * problem. */
    void (*leave_out)(void *user, const input *item);
} edit_loop;

/* Edits all inputs, and logs how many were changed and which were not. Stops between two of them
 * when the user interrupts the command, or the disk is full. Returns an exit code. */
int edit_each(const edit_loop *self);

/* --- edits by words --------------------------------------------------------------------------- */

/* Runs a command that makes edits in files: the same edits in every input. */

/* Makes one edit: its name is that of the command, its options are request->words. Returns an exit
 * code. */
int edit_run(const command_call *call);
/* Makes the edits of a script, which is the first operand and may be "-". */
int edit_run_script(const command_call *call);

/* --- extract and split ------------------------------------------------------------------------ */

/* Copies clips of a bank to new files: what `extract` and `split` have in common. */

typedef struct extract_options {
    common_options common;
    text_list clips; /* patterns; none = all clips */
    edit_options edit;
    bool json;
} extract_options;

/* Makes one file, or with "{clip}" in the name of the output one for each clip of the file `in`.
 * With `is_split`, the output may be a folder, which is created if it does not exist. Logs errors;
 * returns an exit code. */
int extract_run(const extract_options *options, const char *in, bool is_split);

/* --- merge ------------------------------------------------------------------------------------ */

/* Joins banks: the steps of `gait merge`. */

/* Choices are indices of their words, which are in the order of the enums in gait/bank_edit.h. */
typedef struct merge_options {
    common_options common;
    text_list clips; /* patterns for the inputs after the first one; none = all clips */
    int names, parts, marks;
    bool keep_bone_order;
    edit_options edit;
    bool json;
} merge_options;

/* Merges all inputs into the first one and writes the result. Logs errors; returns an exit code. */
int merge_command(const merge_options *options, const inputs *list);

/* --- optimise --------------------------------------------------------------------------------- */

/* Makes banks smaller: the command `optimise`. */

typedef struct optimise_options {
    common_options common;
    text_list clips; /* patterns; none = all clips */
    text_list tolerances;
    edit_options edit;
    input_options inputs;
    bool json;
} optimise_options;

/* Optimises all inputs. Logs errors; returns an exit code. */
int optimise_command(const command_call *call);

#endif
