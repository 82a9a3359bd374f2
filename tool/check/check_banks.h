/* The banks of models, found in the folders of their mods. */
#ifndef TOOL_CHECK_BANKS_H
#define TOOL_CHECK_BANKS_H

#include "gait/bank_check.h"
#include "io/source.h"

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
    uint32_t skipped_refs; /* references at the end that were not resolved, because there are too
                              many */
    bool is_loose;         /* the model is in no folder `meshes` or `gamedata` */
} model_banks;

/* Resolves the references of a model: in the folder `meshes` of its mod, for a model that is in no
 * such folder next to it, and then in self->folders. Only files that a listing of these folders
 * finds are opened. Work and memory are limited, whatever the references are.
 *
 * This is the only function that uses `self`; a caller with several threads must hold a lock during
 * the call. The summaries and texts in the result stay valid until both are freed, and may then be
 * read without a lock. */
void check_banks_resolve(check_banks *self, const source *model, model_banks *out);
void model_banks_free(model_banks *self);
void check_banks_free(check_banks *self);

#endif
