/* A baseline: the findings of an earlier run, which later runs do not report again. A text file
 * with one line per rule and file: "RULE COUNT PATH" (docs/commands/check.md#baseline). */
#ifndef TOOL_CHECK_BASELINE_H
#define TOOL_CHECK_BASELINE_H

#include <stdatomic.h>

#include "io/source.h"
#include "text.h"

/* How often a rule was found in a file. */
typedef struct check_count {
    const gait_rule *rule;
    uint64_t count;
    char *path;           /* with '/' as separator */
    atomic_bool is_found; /* it was found again */
} check_count;

/* Initialise it with zeros. */
typedef struct check_baseline {
    check_count *items; /* sorted by path and rule after check_baseline_read() */
    size_t count;
    size_t capacity;
} check_baseline;

/* Reads a baseline. Logs an error and returns its exit code if that fails; *out_baseline is freed
 * by the caller in every case. */
int check_baseline_read(const char *path, check_baseline *out_baseline);
/* Adds the findings of a file. */
void check_baseline_add(check_baseline *self, const source *file);
/* Moves the entries of `part` to the end of `self`. */
void check_baseline_append(check_baseline *self, check_baseline *part);
/* EXIT_OK when a baseline can be written to this file: it does not exist, or is an older baseline.
 * Otherwise logs an error and returns EXIT_FILES. */
int check_baseline_may_write(const char *path);
/* Writes a baseline, replacing an older one. Logs errors; returns an exit code. */
int check_baseline_write(const check_baseline *self, const char *path);
/* True when the baseline has at least as many findings of this rule in this file. Several threads
 * may call it. */
bool check_baseline_has(const check_baseline *self, const source *file, const gait_rule *rule);
/* The number of entries that were not found again. */
size_t check_baseline_unused(const check_baseline *self);
void check_baseline_free(check_baseline *self);

#endif
