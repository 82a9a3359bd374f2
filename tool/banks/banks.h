/* Banks of a mod: references to them, and renaming one of them. */
#ifndef TOOL_BANKS_H
#define TOOL_BANKS_H

#include <stdbool.h>

#include "io/inputs.h"
#include "io/source.h"
#include "base/base.h"
#include "gait/file.h"

/* --- references ------------------------------------------------------------------------------- */

/* Converts a path in place to lower case (ASCII), with '\'. */
void bank_key_normalise(char *path);
/* A reference of a model as a key, as a new text; NULL when no file can have such a path. */
char *bank_key_of_reference(const gait_file *model, uint32_t ref);
/* True for the key of a reference that can match several banks. */
bool bank_key_is_pattern(const char *key);

/* A reference as UTF-8, without blanks around it; the caller frees it. */
char *ref_path(const gait_file *model, uint32_t index);
/* All references of a model; the caller frees the list with its texts. */
text_list ref_paths(const gait_file *model);

/* --- what is renamed -------------------------------------------------------------------------- */

/* A path below the folder to which references are relative. */
typedef struct bank_place {
    char *path; /* of the file */
    char *ref;  /* as in references: with '\', without .omf */
    char *key;  /* the path as bank_key_normalise() makes it */
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

/* --- models that name it ---------------------------------------------------------------------- */

/* A reference with a wildcard that matches only one of both paths. */
typedef struct bank_pattern {
    uint32_t ref;
    char *text;
    bool matched; /* the old path and not the new one; otherwise reversed */
} bank_pattern;

/* What a rename means for one model. */
typedef struct bank_model {
    char *path;
    int exit_code;  /* of reading and of the change */
    char *rule;     /* of the error; NULL = none */
    char *message;  /* the error; NULL = none */
    uint32_t *refs; /* the references that name the bank */
    size_t ref_count, ref_capacity;
    text_list old_refs; /* their texts, without blanks around them */
    bank_pattern *patterns;
    size_t pattern_count, pattern_capacity;
    bool names_new; /* it also names the new path */
} bank_model;

/* Models that the rename concerns, and those that could not be read, in the order of their paths.
 * Initialise it with zeros. */
typedef struct bank_models {
    bank_model *items;
    size_t count;
    size_t capacity;
    size_t searched; /* number of models below the folder */
    size_t naming;   /* number of models that name the bank */
    size_t unreadable;
} bank_models;

/* Searches the folder of the mod. Logs errors of models and returns their exit code. `work` is used
 * for models that cannot be read partially. */
int bank_models_find(const bank_rename *rename, source *work, bank_models *out);
/* Opens the model again, and appends it with changed references to `out`. Logs and records errors;
 * returns an exit code. */
int bank_model_change(bank_model *self, const bank_rename *rename, source *work, gait_buffer *out);
/* The new reference in place of an old one. Separators at the start of the old one are kept,
 * as backslashes. */
char *bank_model_new_ref(const bank_rename *rename, const char *old);
void bank_models_free(bank_models *self);

/* --- text files that name it ------------------------------------------------------------------ */

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
