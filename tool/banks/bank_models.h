/* The models of a mod that name a bank. */
#ifndef TOOL_BANK_MODELS_H
#define TOOL_BANK_MODELS_H

#include "banks/bank_rename.h"
#include "io/inputs.h"
#include "io/source.h"
#include "text.h"

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

#endif
