/* The files given by operands, including those in folders. */
#ifndef TOOL_INPUTS_H
#define TOOL_INPUTS_H

#include "base/base.h"

/* One input file, or, if `problem` is not NULL, a folder that could not be listed. */
typedef struct input {
    char *path;
    char *problem;
    bool is_link;     /* the problem: links in folders are not followed */
    bool is_found;    /* in a folder, not named by an operand */
    bool is_config;   /* it is only checked as a part of its mod */
    size_t root_size; /* if found: bytes of the path before the path in the operand */
} input;

/* Patterns of the project for files in folders, which path_matches() compares with the path below
 * the folder of the project. NULL = none are given. */
typedef struct input_scope {
    const char *folder;        /* absolute, with a separator at its end */
    const text_list *included; /* files that match none are left out; also matches their folders */
    const text_list *excluded; /* files and folders that match one are left out */
} input_scope;

/* Which files of folders are used: patterns with the wildcards * and ?, which ignore ASCII case. A
 * pattern is compared with the name, or if it contains '/', with the path in the operand, with '/'
 * between the names. NULL = none are given. */
typedef struct input_filter {
    const text_list *included; /* files that match none are left out */
    const text_list *excluded; /* files and folders that match one are left out */
    const char *extension;     /* of the files (with its dot, lower case); NULL = that of any format
                                  that can be opened */
    input_scope scope;         /* its folder may be NULL: there is no project */
    bool keeps_empty;          /* empty folders are not logged, but listed */
} input_filter;

/* An operand without a file of a known format. */
typedef struct empty_folder {
    char *path;
    bool is_filtered; /* patterns may have left files out */
    bool is_scoped;   /* so may those of the project */
    bool is_used;     /* it has files that are only checked as a part of a mod */
} empty_folder;

typedef struct inputs {
    input *items;
    size_t count;
    size_t capacity;
    empty_folder *empty;
    size_t empty_count, empty_capacity;
} inputs;

/* The files of all operands, in their order. A file is used as given. A folder is replaced by
 * all files below it with the extension of a format that can be opened, sorted by the bytes of
 * their paths; links are not followed. `filter` may be NULL. */
inputs inputs_gather(const char *const *operands, size_t count, const input_filter *filter);
/* True when the patterns select a file in a folder, whose path has `root_size` bytes. The project
 * is ignored. */
bool inputs_selects(const input_filter *filter, const char *path, size_t root_size);
/* Appends the operands listed in a file ("-" = standard input), one per line, or separated by NUL
 * if the file contains one. The file is UTF-8, or UTF-16 with a byte order mark. Logs an error and
 * returns its exit code if it cannot be read. */
int inputs_gather_from(inputs *list, const char *path, const input_filter *filter);
/* Files directly in `folder` ("" = the current one) with this extension, sorted by bytes. Links are
 * not followed; they have a `problem`. */
inputs inputs_beside(const char *folder, const char *extension);
/* The same for `root` and all folders below it, sorted by bytes. Folders whose names begin with '.'
 * are left out. Folders that cannot be listed, and links, have a `problem`. */
inputs inputs_below(const char *root, const char *extension);
/* Logs the empty folders that are not used, and returns their number. */
size_t inputs_log_empty(const inputs *list);
/* After an interruption, or when the disk is full: logs which inputs were not processed; the first
 * `done` ones were. */
void inputs_log_rest(const inputs *list, size_t done);
void inputs_free(inputs *list);

/* --- paths on the command line of Windows (operands.c) ---------------------------------------- */

/* Paths on the command line of Windows. Its shells do not expand wildcards, and its rules for
 * arguments take the backslash of "folder\" away, so that the path ends in a quotation mark. Names
 * of files contain none of these characters there. On other systems paths are used as given. */

/* The same, but logs an error before it returns NULL. */
char *operand_repair_or_fail(const char *given);

/* True when wildcards in this path are to be expanded. */
bool operand_has_wildcards(const char *path);
/* Adds the paths of all files and folders that match a path with wildcards, as new texts, sorted by
 * bytes: `*` matches any text, `?` one character, ignoring case; names that begin with '.' match
 * only patterns that do. Adds the path itself if it has no wildcards, or nothing matches. */
void operand_expand(const char *path, text_list *out);

/* True when there are operands, and all of them are paths of existing files or folders. */
bool operands_exist(const char *const *operands, size_t count);

#endif
