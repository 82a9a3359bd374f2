/* The options of `gait diff`, and one pair of files. */
#ifndef TOOL_DIFF_H
#define TOOL_DIFF_H

#include "options/options.h"
#include "gait/report.h"
#include "io/inputs.h"
#include "io/source.h"
#include "batch/jobs.h"
#include "skeleton/skeleton.h"

typedef struct diff_options {
    common_options common;
    bool json;
    text_list tolerances;
    text_list skeletons, folders;
    text_list labels;
    option_count jobs;
} diff_options;

/* Two files, or one that only one of two folders has. */
typedef struct diff_pair {
    const input *in[2]; /* NULL = the folder has none */
    const char *name;   /* the path in the folders, or NULL */
} diff_pair;

/* The pairs of two operands: two files, or the files of two folders with equal paths in them,
 * sorted by these paths. */
typedef struct diff_pairs {
    inputs lists[2];
    diff_pair *items;
    size_t count;
    bool are_folders;
} diff_pairs;

/* Logs an error if the operands cannot be compared. Returns an exit code. The caller frees the
 * pairs in any case. */
int diff_pairs_gather(const char *const operands[2], diff_pairs *out);
void diff_pairs_free(diff_pairs *self);

/* The result of comparing a pair. */
typedef enum diff_result {
    DIFF_EQUAL = 0,    /* the same bytes */
    DIFF_SAME_CONTENT, /* other bytes, nothing that is compared differs */
    DIFF_DIFFERENT,
    DIFF_REMOVED, /* only in the first folder */
    DIFF_ADDED,   /* only in the second folder */
    DIFF_FAILED,  /* a file could not be opened */
    DIFF_FOREIGN, /* in folders: both are files of other programs */
    DIFF_RESULTS
} diff_result;

/* One thread's memory. */
typedef struct diff_context {
    const diff_options *options;
    tolerance tolerance;
    source *files[2];
    skeleton_cache *cache;
    gait_buffer json;
    const diff_pairs *pairs;
    size_t index; /* of the pair that is compared */
} diff_context;

/* Compares a pair, and prints the result. Returns an exit code. */
int diff_pair_run(diff_context *self, const diff_pair *pair, diff_result *out_result);

/* How much of the differences is printed. */
typedef struct diff_print_options {
    const char *names[2]; /* of the files */
    bool is_whole;        /* all findings; otherwise the first ones of long lists */
} diff_print_options;

/* Prints the differences as text. */
void diff_print(const gait_file_comparison *comparison, const diff_print_options *options);

#endif
