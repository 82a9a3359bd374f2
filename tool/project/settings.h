/* The settings of a mod: the file .gait.toml in its root (docs/project.md). */
#ifndef TOOL_SETTINGS_H
#define TOOL_SETTINGS_H

#include "base/base.h"

/* --- TOML ------------------------------------------------------------------------------------- */

/* Reads a strict subset of TOML: tables, and keys with a text, a boolean, a number or an array of
 * texts; one key per line. It has no dotted keys, inline tables, arrays of tables, dates, and texts
 * of several lines. */

typedef enum toml_kind {
    TOML_TABLE, /* the header of a table */
    TOML_TEXT,
    TOML_BOOLEAN,
    TOML_NUMBER,
    TOML_TEXTS /* an array */
} toml_kind;

typedef struct toml_item {
    toml_kind kind;
    char *table; /* "" = before the first header */
    char *key;   /* "" for a header */
    /* The texts of an array; otherwise one, as "true" for a boolean. Owned. */
    text_list values;
    uint32_t line; /* from 1 */
} toml_item;

/* The tables and keys of a file in its order. Initialise it with zeros. */
typedef struct toml {
    toml_item *items;
    size_t count;
    size_t capacity;
    char *problem; /* NULL = none; otherwise where reading stopped: */
    uint32_t line;
    uint32_t column; /* in characters, from 1 */
} toml;

enum { TOML_MAX_ITEMS = 1024 };

/* Returns false with a problem for a text that is not of the subset. Free *out in every case. */
bool toml_read(const char *text, size_t size, toml *out);
void toml_free(toml *self);

/* --- the project ------------------------------------------------------------------------------ */

#define PROJECT_FILE ".gait.toml"

/* --- the project of a run --------------------------------------------------------------------- */

typedef struct project_request {
    const char *const *paths; /* of the inputs, which need not exist */
    size_t count;             /* 0 = the current folder */
    bool is_trusted;          /* --trust-project */
    bool uses_first;          /* the project of the first path that has one; otherwise, if there are
                                 several, that is an error */
} project_request;

typedef struct project {
    char *folder; /* absolute, with a separator at its end */
    char *shown;  /* the same for messages and for opening files: "", or with a separator */
    char *path;   /* of the file, as messages show it */
    toml content;
    text_list named; /* absolute folders of the command line, owned */
    bool is_trusted;
} project;

/* Finds the nearest .gait.toml in and above the folders of these paths, reads it, and makes it the
 * project of the run until project_close(). Logs unknown keys as warnings; logs errors and returns
 * their exit code. */
int project_open(const project_request *request);
void project_close(void);
/* NULL = there is none. Does not change while threads run. */
const project *project_current(void);

/* True when an absolute folder, which ends with a separator, is that of the project or below it. */
bool project_contains(const char *folder);
/* True when such a folder is the root of a mod: that of the project for everything in it;
 * elsewhere, a folder with .hemtt, .git, fsgame.ltx, gamedata or addons. */
bool project_is_root(const char *folder);

/* --- settings --------------------------------------------------------------------------------- */

/* The item of a key that has a name; NULL = it is not set, or there is no project. */
const toml_item *project_find(const char *table, const char *key);
/* Adds the values of the key that this option of a command replaces, as new texts; paths begin with
 * that of the project. Logs an error and returns EXIT_USAGE for a path that leaves the folders of
 * project and command line. */
int project_option_values(const char *command, const char *option, text_list *out);
/* Returns a path of the file as a new text that can be opened. NULL with an error if it leaves the
 * folders of the project and of the command line. */
char *project_path(const toml_item *item, const char *value);
/* The same without messages; *out_leaves is true if it leaves them. */
char *project_find_path(const char *value, bool *out_leaves);
/* Returns the part of the path of an existing file or folder below the folder of the project as a
 * new text with '/' between its names; NULL if it is elsewhere, or if there is no project. */
char *project_relative(const char *path);
/* True when `include` and `exclude` select a file, whose path begins at the project. `named`: the
 * size of the folder of the command line at its beginning, which is never excluded. Options of the
 * command line with the same names replace the settings. */
bool project_selects(const char *path, size_t named, bool has_included, bool has_excluded);
/* The last item of a table of patterns that matches a relative path, or an id of a rule; NULL =
 * none. */
const toml_item *project_match(const char *table, const char *text);
/* Returns a pattern for paths with '/' between its names, without "./" and a '/' at its end. */
char *project_pattern(const char *value);
/* Returns "FILE:LINE" of an item as a new text. */
char *project_place(const toml_item *item);

/* --- the keys of .gait.toml, and the checks of their values ----------------------------------- */

/* The names of the games, in the order of gait_game. */
#define GAME_NAMES "ofp|cwr|arma1|arma2|arma3|dayz|soc|cs|cop|ogsr|ixray|anomaly"

/* What the value of a key is. */
typedef enum project_kind {
    PROJECT_WORD, /* one of the words */
    PROJECT_BOOLEAN,
    PROJECT_RULES, /* patterns for ids of rules */
    PROJECT_FOLDERS,
    PROJECT_PATTERNS, /* for paths below the folder of the project */
    PROJECT_PATH,     /* a file */
    PROJECT_SKELETON, /* a value of --skeleton */
    PROJECT_LABEL     /* any text */
} project_kind;

typedef struct project_key {
    const char *table;   /* "" = before the first header */
    const char *key;     /* NULL = the keys of the table are patterns for what `subject` says */
    const char *words;   /* separated by '|' */
    const char *command; /* that has the option; NULL = every command that has it */
    const char *option;  /* that replaces the key; NULL = none */
    const char *subject; /* of the keys: "rule" or "path"; NULL = they have a name */
    project_kind kind;
} project_key;

/* All keys in the order of the documentation; the last one has no table. */
extern const project_key project_keys[];

/* The row of an item of the file; NULL for headers and unknown keys. */
const project_key *project_key_of(const toml_item *item);
/* Logs unknown names as warnings, and a wrong value as an error; returns an exit code. */
int project_check_item(const char *place, const toml_item *item);
/* True when the pattern matches the id of a rule. */
bool project_is_rule(const char *pattern);

#endif
