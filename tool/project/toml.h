/* Reads a strict subset of TOML: tables, and keys with a text, a boolean, a number or an array of
 * texts; one key per line. It has no dotted keys, inline tables, arrays of tables, dates, and texts
 * of several lines. */
#ifndef TOOL_TOML_H
#define TOOL_TOML_H

#include "base/base.h"

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

#endif
