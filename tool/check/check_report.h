/* The reports of one run of `gait check`: any number of formats, each to a file or to stdout. */
#ifndef TOOL_CHECK_REPORT_H
#define TOOL_CHECK_REPORT_H

#include "gait/report.h"
#include "io/source.h"

typedef enum check_report_kind {
    CHECK_REPORT_JSON,
    CHECK_REPORT_SARIF,
    CHECK_REPORT_JUNIT,
    CHECK_REPORT_GITHUB
} check_report_kind;

/* One report, or the part of it for some files. Its text is in memory until check_reports_end(), or
 * written in parts to stdout. */
typedef struct check_report {
    check_report_kind kind;
    const char *path; /* "-" = stdout */
    gait_buffer text;
    gait_sarif sarif;
    gait_junit junit;
    size_t file_count;
} check_report;

/* The numbers at the end of a run. */
typedef struct check_totals {
    uint64_t files, skipped, errors, warnings;
} check_totals;

typedef struct check_reports {
    check_report *items;
    size_t count;
    const char *rules_url; /* for SARIF; may be NULL */
} check_reports;

/* Makes the reports of --report FORMAT=FILE, --json and --sarif. Logs an error and returns
 * EXIT_USAGE for an unknown format and for two reports to stdout. */
int check_reports_parse(const text_list *texts, bool json, bool sarif, check_reports *out_reports);
/* Sets the address of --rules-url. Logs an error and returns EXIT_USAGE if it is not a valid
 * address or no report is SARIF. */
int check_reports_set_rules_url(check_reports *self, const char *url);
/* EXIT_OK when the reports can be written: their files do not exist, or are older reports of the
 * same format, and no two reports have the same file. Otherwise logs an error and returns an exit
 * code. */
int check_reports_may_write(const check_reports *self);
/* True when a report goes to stdout, so that nothing else may be printed there. */
bool check_reports_use_stdout(const check_reports *self);
void check_reports_begin(check_reports *self, bool is_strict);
/* Makes reports of the same formats for parts of the run. */
check_reports check_reports_new_part(const check_reports *self, bool is_strict);
/* Adds a file to a part. */
void check_reports_add(check_reports *part, const source *file);
/* Appends a part, and empties it. A report to stdout is written as it grows. */
void check_reports_append(check_reports *self, check_reports *part);
/* Ends the reports. Writes those to files if all inputs were checked. Logs errors; returns an exit
 * code. */
int check_reports_end(check_reports *self, const check_totals *totals, bool is_complete);
void check_reports_free(check_reports *self);

#endif
