/* Options of commands that take many files. */
#ifndef TOOL_INPUT_OPTIONS_H
#define TOOL_INPUT_OPTIONS_H

#include "io/inputs.h"
#include "options.h"

typedef struct input_options {
    const char *files_from; /* a list of inputs; NULL = none */
    text_list included, excluded;
    const char *extension; /* of input_filter; not an option: a command may set it */
} input_options;

/* For a member of type input_options. */
#define OPTIONS_INPUTS(type, member)                                                               \
    {"files-from",                                                                                 \
     0,                                                                                            \
     OPTION_TEXT,                                                                                  \
     "FILE",                                                                                       \
     offsetof(type, member.files_from),                                                            \
     "also read paths of inputs from this file, one per line"},                                    \
        {"include",                                                                                \
         0,                                                                                        \
         OPTION_LIST,                                                                              \
         "PATTERN",                                                                                \
         offsetof(type, member.included),                                                          \
         "in folders, use only files with this name or path"},                                     \
    {                                                                                              \
        "exclude", 0, OPTION_LIST, "PATTERN", offsetof(type, member.excluded),                     \
            "in folders, leave out files and folders with this name or path"                       \
    }

/* The operands of a command, and those of --files-from. Logs an error and returns its exit code if
 * the list cannot be read. The caller frees the list in every case. */
int inputs_gather_all(const input_options *options, const char *const *operands, size_t count,
                      inputs *out);
/* The same, but it is also an error if there are neither operands nor --files-from. */
int inputs_read(const command *self, const input_options *options, const char *const *operands,
                size_t count, inputs *out);

#endif
