/* Options that several commands have: --files-from, --include, --exclude and --tolerance. */
#ifndef TOOL_SHARED_OPTIONS_H
#define TOOL_SHARED_OPTIONS_H

#include "io/inputs.h"
#include "options/options.h"
#include "base/text.h"

/* --- inputs ----------------------------------------------------------------------------------- */

typedef struct input_options {
    const char *files_from; /* a list of inputs; NULL = none */
    text_list included, excluded;
    const char *extension; /* of input_filter; not an option: a command may set it */
    bool keeps_empty;      /* the same */
} input_options;

/* For a member of type input_options. */
#define OPTIONS_INPUTS(type, member)                                                               \
    OPTION_ROW("files-from", 0, OPTION_TEXT, "FILE", offsetof(type, member.files_from),            \
               "also read paths of inputs from this file, one per line"),                          \
        OPTION_ROW("include", 0, OPTION_LIST, "PATTERN", offsetof(type, member.included),          \
                   "in folders, use only files with this name or path"),                           \
        OPTION_ROW("exclude", 0, OPTION_LIST, "PATTERN", offsetof(type, member.excluded),          \
                   "in folders, leave out files and folders with this name or path"),              \
        OPTIONS_PROJECT(type)

/* The operands of a command, and those of --files-from. Logs an error and returns its exit code if
 * the list cannot be read. The caller frees the list in every case. */
int inputs_gather_all(const command_call *call, const input_options *options, inputs *out);
/* The same, but it is also an error if there are neither operands nor --files-from. */
int inputs_read(const command_call *call, const input_options *options, inputs *out);

/* --- --tolerance ------------------------------------------------------------------------------ */

/* The maximum error of keys: --tolerance, numbers with units. */

typedef struct tolerance {
    double deg, mm; /* 0 = not given */
} tolerance;

/* Parses "0.02deg" and "0.1mm", each at most once, as two values or one with a comma. Logs errors
 * and returns an exit code. */
int tolerance_read(const text_list *given, tolerance *out);

#endif
