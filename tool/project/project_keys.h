/* The keys of .gait.toml, and the checks of their values. */
#ifndef TOOL_PROJECT_KEYS_H
#define TOOL_PROJECT_KEYS_H

#include "project/toml.h"

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
