/* Text files of a mod that may name a bank. */
#ifndef TOOL_BANK_MENTIONS_H
#define TOOL_BANK_MENTIONS_H

#include "banks/bank_rename.h"
#include "text.h"

typedef struct bank_mention {
    char *path;
    size_t line; /* from 1 */
} bank_mention;

/* Initialise it with zeros. */
typedef struct bank_mentions {
    bank_mention *items;
    size_t count;
    size_t capacity;
} bank_mentions;

/* Finds the lines of .ltx, .script and .xml files that contain the old reference, ignoring ASCII
 * case; any number of '/' and '\' separates the names. Files that cannot be read are left out with
 * a warning. */
void bank_mentions_find(const bank_rename *rename, bank_mentions *out);
void bank_mentions_free(bank_mentions *self);

#endif
