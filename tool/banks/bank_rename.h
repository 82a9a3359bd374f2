/* Which bank of a mod is renamed, and to which path. */
#ifndef TOOL_BANK_RENAME_H
#define TOOL_BANK_RENAME_H

#include <stdbool.h>

/* A path below the folder to which references are relative. */
typedef struct bank_place {
    char *path; /* of the file */
    char *ref;  /* as in references: with '\', without .omf */
    char *key;  /* as in banks/bank_keys.h */
} bank_place;

typedef struct bank_rename {
    char *folder; /* of the mod */
    char *root;   /* the folder to which references are relative, with a separator at its end */
    bank_place from, to;
    bool is_linked; /* the new path is a link to the bank: an earlier rename was interrupted */
} bank_rename;

/* Finds the bank and the place for its new path. Both may be paths of files, with the extension
 * .omf, or references. Logs errors; returns an exit code. The caller frees the result in any case.
 */
int bank_rename_resolve(const char *folder, const char *from, const char *to, bank_rename *out);
void bank_rename_free(bank_rename *self);

#endif
