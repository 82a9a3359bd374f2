/* The keys of .gait.toml, and the checks of their values. */
#include "project/settings.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "gait/rules.h"

#define SEVERITIES "note|warning|error"

const project_key project_keys[] = {
    {"", "game", GAME_NAMES, NULL, "game", NULL, PROJECT_WORD},
    {"", "base-game", NULL, NULL, "base-game", NULL, PROJECT_FOLDERS},
    {"", "search", NULL, NULL, "search", NULL, PROJECT_FOLDERS},
    {"", "include", NULL, NULL, "include", NULL, PROJECT_PATTERNS},
    {"", "exclude", NULL, NULL, "exclude", NULL, PROJECT_PATTERNS},
    {"check", "strict", NULL, "check", "strict", NULL, PROJECT_BOOLEAN},
    {"check", "ignore", NULL, "check", "ignore", NULL, PROJECT_RULES},
    {"check", "baseline", NULL, "check", "baseline", NULL, PROJECT_PATH},
    {"check", "min-severity", SEVERITIES, "check", "min-severity", NULL, PROJECT_WORD},
    {"severity", NULL, SEVERITIES, "check", NULL, "rule", PROJECT_WORD},
    {"skeletons", NULL, NULL, NULL, "skeleton", "path", PROJECT_SKELETON},
    {"prefix", NULL, NULL, NULL, NULL, "path", PROJECT_LABEL},
    {NULL, NULL, NULL, NULL, NULL, NULL, PROJECT_WORD}};

const project_key *project_key_of(const toml_item *item) {
    for (const project_key *row = project_keys; row->table; row++) {
        if (item->kind != TOML_TABLE && strcmp(row->table, item->table) == 0 &&
            (!row->key || strcmp(row->key, item->key) == 0)) {
            return row;
        }
    }
    return NULL;
}

/* --- unknown names ---------------------------------------------------------------------------- */

/* The table of a key that is in another one; NULL = there is no such key. */
static const char *find_table(const char *key) {
    for (const project_key *row = project_keys; row->table; row++) {
        if (row->key && strcmp(row->key, key) == 0) {
            return row->table;
        }
    }
    return NULL;
}

/* Warns about a name that is not one of `names`. */
static void warn_unknown(const char *place, const char *what, const char *name,
                         const text_list *names) {
    const char *nearest = text_nearest(name, names->items, names->count);
    log_warning(place, "the unknown %s '%s' is ignored%s%s%s", what, name,
                nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
}

static void warn_unknown_key(const char *place, const toml_item *item) {
    const char *table = find_table(item->key);
    text_list names = {0};
    bool is_known = false; /* the table */
    for (const project_key *row = project_keys; row->table; row++) {
        if (strcmp(row->table, item->table) == 0) {
            text_list_add(&names, row->key);
            is_known = true;
        }
    }
    if (table && table[0] && is_known) {
        log_warning(place, "the key '%s' belongs in the table [%s]: it is ignored", item->key,
                    table);
    } else if (table && is_known) {
        log_warning(place, "the key '%s' belongs before the first table: it is ignored", item->key);
    } else if (is_known) {
        warn_unknown(place, "key", item->key, &names);
    }
    text_list_free(&names, false);
}

static void warn_unknown_table(const char *place, const toml_item *item) {
    text_list names = {0};
    bool is_known = false;
    for (const project_key *row = project_keys; row->table; row++) {
        is_known = is_known || strcmp(row->table, item->table) == 0;
        if (row->table[0]) {
            text_list_add(&names, row->table);
        }
    }
    if (!is_known) {
        warn_unknown(place, "table", item->table, &names);
    }
    text_list_free(&names, false);
}

bool project_is_rule(const char *pattern) {
    bool is_known = false;
    for (uint32_t i = 0; i < gait_rule_count() && !is_known; i++) {
        is_known = text_matches(pattern, gait_rule_at(i)->id);
    }
    return is_known;
}

/* Rules that only later versions have are not an error. */
static void warn_unknown_rule(const char *place, const char *pattern) {
    text_list ids = {0};
    for (uint32_t i = 0; i < gait_rule_count(); i++) {
        text_list_add(&ids, gait_rule_at(i)->id);
    }
    if (!project_is_rule(pattern)) {
        warn_unknown(place, "rule", pattern, &ids);
    }
    text_list_free(&ids, false);
}

/* --- values ----------------------------------------------------------------------------------- */

static bool is_word(const char *words, const char *text) {
    size_t size = strlen(text);
    for (const char *word = words; *word;) {
        size_t next = strcspn(word, "|");
        if (next == size && strncmp(word, text, size) == 0) {
            return true;
        }
        word += next + (word[next] == '|');
    }
    return false;
}

/* The kind of a value, and how to write one. */
static toml_kind kind_of(project_kind kind, const char **out_example) {
    switch (kind) {
    case PROJECT_BOOLEAN:
        *out_example = "true or false";
        return TOML_BOOLEAN;
    case PROJECT_FOLDERS:
        *out_example = "texts in [], such as [\"addons\", \"../cba/addons\"]";
        return TOML_TEXTS;
    case PROJECT_PATTERNS:
        *out_example = "texts in [], such as [\"addons\", \"*_old.rtm\"]";
        return TOML_TEXTS;
    case PROJECT_RULES:
        *out_example = "texts in [], such as [\"RTM051\", \"OMF10*\"]";
        return TOML_TEXTS;
    case PROJECT_WORD:
    case PROJECT_PATH:
    case PROJECT_SKELETON:
    case PROJECT_LABEL:
    default:
        *out_example = "a text in \"\"";
        return TOML_TEXT;
    }
}

static int check_value(const char *place, const toml_item *item, const project_key *row) {
    const char *example;
    if (kind_of(row->kind, &example) != item->kind) {
        return refuse(EXIT_USAGE, place, "'%s' requires %s", item->key, example);
    }
    if (row->kind == PROJECT_WORD && !is_word(row->words, item->values.items[0])) {
        return refuse(EXIT_USAGE, place, "'%s' must be one of %s, not '%s'", item->key, row->words,
                      item->values.items[0]);
    }
    for (size_t i = 0; i < item->values.count; i++) {
        if (!item->values.items[i][0] && row->kind != PROJECT_LABEL) {
            return refuse(EXIT_USAGE, place, "'%s' has an empty text", item->key);
        }
        if (row->kind == PROJECT_RULES) {
            warn_unknown_rule(place, item->values.items[i]);
        }
    }
    if (row->subject && strcmp(row->subject, "rule") == 0) {
        warn_unknown_rule(place, item->key);
    }
    return EXIT_OK;
}

int project_check_item(const char *place, const toml_item *item) {
    const project_key *row = project_key_of(item);
    if (item->kind == TOML_TABLE) {
        warn_unknown_table(place, item);
    } else if (!row) {
        warn_unknown_key(place, item);
    }
    return row ? check_value(place, item, row) : EXIT_OK;
}
