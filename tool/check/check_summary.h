/* The findings of a run by rule. */
#ifndef TOOL_CHECK_SUMMARY_H
#define TOOL_CHECK_SUMMARY_H

#include "io/source.h"

/* Per rule, by its index: the number of files and of occurrences. Initialise it with zeros. */
typedef struct check_summary {
    uint64_t *files, *findings;
} check_summary;

void check_summary_add(check_summary *self, const source *file);
/* Adds the numbers of another summary. */
void check_summary_merge(check_summary *self, const check_summary *part);
/* Prints one line per rule that was found, the most serious and then the most frequent first. */
void check_summary_print(const check_summary *self);
void check_summary_free(check_summary *self);

#endif
