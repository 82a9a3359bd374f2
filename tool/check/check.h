/* The steps of `gait check`. */
#ifndef TOOL_CHECK_H
#define TOOL_CHECK_H

#include <stdatomic.h>

#include "io/source.h"
#include "io/threads.h"
#include "mod/mod_index.h"
#include "options/options.h"
#include "skeleton/skeleton.h"
#include "base/base.h"
#include "gait/bank_check.h"
#include "gait/report.h"

/* --- the banks of models ---------------------------------------------------------------------- */

/* All banks in and below a folder. */
typedef struct bank_tree bank_tree;

/* The banks that were found in one run of `gait check`. A folder is listed once, when the first
 * model needs it, and a bank is read once, when the first model refers to it. Initialise it with
 * zeros, except `folders`. */
typedef struct check_banks {
    const text_list *folders; /* of --search and GAIT_SEARCH */
    bank_tree **trees;        /* sorted by folder */
    size_t count;
    size_t capacity;
    char *current_folder; /* absolute, with a separator at its end; NULL = not known yet */
    uint64_t kept;        /* bytes of the summaries in `trees` */
    uint64_t models;      /* number of models so far */
    uint64_t similar;     /* number of references that were compared with similar names */
} check_banks;

/* The banks of one model. */
typedef struct model_banks {
    gait_model_bank *items; /* in the order in which games load them */
    size_t count;
    size_t capacity;
    text_list names;           /* of `items` */
    gait_bank_summary **owned; /* summaries that are not kept */
    size_t owned_count;
    size_t owned_capacity;
    uint32_t ref_count;
    char **near_banks;     /* one per reference: a bank that it could mean; NULL = none is known */
    uint32_t skipped_refs; /* references at the end that were not resolved, because there are too
                              many */
    bool is_loose;         /* the model is in no folder `meshes` or `gamedata` */
} model_banks;

/* Shared by all files of a run, which several threads may check. */
typedef struct check_models {
    check_banks banks;
    thread_lock *lock;     /* of `banks` */
    skeleton_cache *cache; /* has the folders; does not change after check_models_begin() */
    bool has_game;         /* one of the folders is the unpacked game */
} check_models;

/* Starts with the folders of --search and --base-game and those in the environment variable
 * GAIT_SEARCH. Logs an error and returns its exit code when one is not a folder; free `self` in
 * every case. */
int check_models_begin(check_models *self, const text_list *folders, bool has_game);
/* Adds the findings about the banks of a model to its diagnostics. Does nothing for other files. */
void check_models_examine(check_models *self, source *file);
void check_models_free(check_models *self);

/* --- the skeletons of RTM files --------------------------------------------------------------- */

/* Skeletons that were found for plain RTM files. Used by one thread. */
typedef struct check_skeletons check_skeletons;

/* `folders`: those of --search. */
check_skeletons *check_skeletons_new(const text_list *folders);
/* Adds a finding about the bones that the skeleton of a plain RTM lacks, if one is found as for
 * `gait convert` (docs/skeletons.md). For other files, *out_given is the skeleton that the project
 * has for the file, valid until the next call; NULL = none. Logs an error and returns its exit code
 * if that cannot be loaded. */
int check_skeletons_examine(check_skeletons *self, source *file, const gait_skeleton **out_given);
void check_skeletons_free(check_skeletons *self);

/* --- the configs of mods ---------------------------------------------------------------------- */

/* A folder to check, which is a mod or in one. */
typedef struct check_mod {
    size_t index;  /* of the mod, which other folders may be in */
    char *operand; /* with a separator at its end */
    char *below;   /* its path in the mod: "", or with '/' at its end */
} check_mod;

/* The mods of the folders to check. Initialise it with zeros. */
typedef struct check_mods {
    mod_index *indexes;
    size_t index_count, index_capacity;
    check_mod *items;
    size_t count, capacity;
    uint64_t text_count; /* configs and LTX that were read, and have no findings */
    bool has_configs;    /* configs were read */
} check_mods;

/* What the mods are checked with. */
typedef struct check_mods_request {
    const input_filter *filter; /* patterns for the configs */
    const text_list *games;     /* folders of the unpacked game */
    const text_list *folders;   /* those of --search, with other addons */
    int game;                   /* the value of --game */
} check_mods_request;

/* Makes the index of the mod of each operand that is a folder, and adds the configs of the folder
 * with findings to the list. Logs errors and returns an exit code; free `self` in every case. */
int check_mods_load(check_mods *self, const command_call *call, const check_mods_request *request,
                    inputs *list);
/* The format of a config or LTX. */
gait_format check_mods_format(const char *path);
/* Those of `games` that read files of a format. */
uint32_t check_mods_games_of(uint32_t games, gait_format format);
/* The games for which the mod of a file may be made; 0 = not known. */
uint32_t check_mods_games(const check_mods *self, const source *file);
/* Adds the findings of the index about a file. Several threads may call it. */
void check_mods_examine(const check_mods *self, source *file);
void check_mods_free(check_mods *self);

/* --- the game --------------------------------------------------------------------------------- */

/* The game of a run: that of --game or of the project, or the guess of the first mod that has one.
 */
typedef struct check_game {
    gait_mod_game guess; /* only `game` if it is given */
    bool is_given;
} check_game;

/* `choice`: the value of --game. */
check_game check_game_choose(int choice, const check_mods *mods);
/* The games that may have a file: what is given, or the guess of its mod; 0 = not known. */
uint32_t check_game_set(const check_game *self, const check_mods *mods, const source *file);
/* Logs what was guessed, and why. */
void check_game_log(const check_game *self);
/* Appends "game" for gait.check/1. */
void check_game_report(const check_game *self, gait_buffer *out);

/* --- rules ------------------------------------------------------------------------------------ */

/* Splits each text at its commas into patterns for ids of rules, such as "RTM051" or "OMF*". Logs
 * an error and returns EXIT_USAGE when a pattern matches no rule. The caller frees the list with
 * its texts. */
int check_rules_parse(const text_list *texts, text_list *out_patterns);
/* True when one of the patterns matches the id. */
bool check_rules_match(const text_list *patterns, const char *id);
/* Logs that there is no rule `id`, with the nearest one; returns EXIT_USAGE. */
int check_rules_refuse(const char *id);

/* --- severities ------------------------------------------------------------------------------- */

/* Logs the severities of the project that cannot be changed. */
void check_severities_begin(void);
/* Gives the findings of a file the severities that the project has for their rules. */
void check_severities_apply(source *file);

/* --- baselines -------------------------------------------------------------------------------- */

/* A baseline: the findings of an earlier run, which later runs do not report again. A text file
 * with one line per rule and file: "RULE COUNT PATH" (docs/commands/check.md#baseline). */

/* How often a rule was found in a file. */
typedef struct check_count {
    const gait_rule *rule;
    uint64_t count;
    char *path;             /* with '/' as separator */
    atomic_bool is_found;   /* it was found again */
    atomic_bool is_visited; /* the file was checked */
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
/* The file is checked. */
void check_baseline_visit(const check_baseline *self, const source *file);
/* The number of entries that were not found again; in a project, of those of checked files: its
 * baseline is used also if only a part of the mod is checked. */
size_t check_baseline_unused(const check_baseline *self);
void check_baseline_free(check_baseline *self);

/* --- the filter ------------------------------------------------------------------------------- */

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

/* --- causes ----------------------------------------------------------------------------------- */

/* A finding that is kept after its file is closed. */
typedef struct check_finding {
    gait_diagnostic diagnostic;
    char *label; /* of the file */
    char *place; /* such as "line 5" or "clip 3 idle, frame 0"; "" = none */
} check_finding;

/* Where a finding is. */
typedef struct check_place {
    char *label;   /* of the file */
    uint32_t line; /* 0 = unknown */
    bool is_file;  /* the first finding of this cause in the file */
} check_place;

/* All findings with the same cause: the same rule, and for some rules the same thing that is wrong,
 * such as a missing file. */
typedef struct check_cause {
    check_finding first;
    uint64_t findings, files;
    check_place *also; /* of the next findings */
    size_t also_count;
} check_cause;

/* Initialise it with zeros. */
typedef struct check_causes {
    check_cause *items; /* in the order in which they were found, or sorted */
    size_t count, capacity;
    uint32_t *slots; /* a hash table of places in `items`, from 1 */
    size_t slot_count;
    uint64_t lines;   /* number of findings, each with its own count */
    uint64_t dropped; /* findings that were counted, but not kept */
} check_causes;

/* Adds the findings of a file. */
void check_causes_add(check_causes *self, const source *file);
/* Adds the causes of a later file, and empties `part`. */
void check_causes_append(check_causes *self, check_causes *part);
/* Sorts the causes: the most serious first, then those of the most files. */
void check_causes_sort(check_causes *self);
/* Appends "causes", an array for gait.check/1. */
void check_causes_report(const check_causes *self, gait_buffer *out);
void check_causes_free(check_causes *self);

/* --- text ------------------------------------------------------------------------------------- */

/* Makes a copy of a finding. */
check_finding check_finding_of(const source *file, const gait_diagnostic *finding);
void check_finding_free(check_finding *self);
/* Prints the findings of a file, or that it has none. */
void check_print_findings(const source *file, const common_options *options);
/* Prints one line per cause, and a second one with other files. */
void check_print_causes(const check_causes *causes, const common_options *options);

/* Per rule, by its index: the number of files and of occurrences. Initialise it with zeros. */
typedef struct check_summary {
    uint64_t *files, *findings;
    gait_severity *worst; /* of its findings */
} check_summary;

void check_summary_add(check_summary *self, const source *file);
/* Adds the numbers of another summary. */
void check_summary_merge(check_summary *self, const check_summary *part);
/* Prints one line per rule that was found, the most serious and then the most frequent first. */
void check_summary_print(const check_summary *self);
void check_summary_free(check_summary *self);

/* --- reports ---------------------------------------------------------------------------------- */

/* The reports of one run of `gait check`: any number of formats, each to a file or to stdout. */

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

/* The results of a run. */
typedef struct check_totals {
    uint64_t files, skipped, errors, warnings;
    check_game game;
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
/* Ends the reports; `causes` are sorted. Writes those to files if all inputs were checked. Logs
 * errors; returns an exit code. */
int check_reports_end(check_reports *self, const check_totals *totals, const check_causes *causes,
                      bool is_complete);
void check_reports_free(check_reports *self);

#endif
