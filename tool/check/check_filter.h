/* Which findings and files `gait check` reports. */
#ifndef TOOL_CHECK_FILTER_H
#define TOOL_CHECK_FILTER_H

#include "check/check_baseline.h"
#include "io/source.h"

/* What the options select. Initialise it with zeros. */
typedef struct check_filter {
    text_list ignored;          /* patterns of rules */
    gait_severity min_severity; /* less serious findings are not reported */
    text_list formats;          /* names of formats, owned; empty = all */
    check_baseline baseline;
} check_filter;

/* Removes the findings that are not reported, and subtracts them from the counts of errors and
 * warnings. Findings without a rule, about files that cannot be read, always stay. */
void check_filter_apply(const check_filter *filter, source *file);
/* True when a file that was found in a folder is skipped: it has an extension of a format that Gait
 * reads, but belongs to another program, or is not of the selected formats. */
bool check_filter_skips(const check_filter *filter, const source *file);
/* Reads names of formats, several of them separated by commas. Logs an error and returns EXIT_USAGE
 * when a name is not that of a format that Gait opens. */
int check_filter_read_formats(const text_list *given, text_list *out);
void check_filter_free(check_filter *filter);

#endif
