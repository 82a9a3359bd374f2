/* Edits of motion references: which references of a model they change. */
#ifndef TOOL_REF_EDITS_H
#define TOOL_REF_EDITS_H

#include "gait/banks.h"
#include "io/source.h"
#include "text.h"

/* One value of --remove, --rename or --add. */
typedef struct ref_edit {
    gait_ref_action action;
    char *old_path;  /* of an added reference NULL; of a removed one also a pattern */
    char *new_path;  /* of a removed reference NULL */
    bool is_matched; /* by a reference of a model that was planned */
} ref_edit;

/* Initialise it with zeros. */
typedef struct ref_edits {
    ref_edit *items; /* in the order in which they are made */
    size_t count;
    size_t capacity;
    text_list known; /* references of the models, for suggestions; owned */
    bool has_place;
    uint32_t place; /* of the first added reference */
} ref_edits;

/* Adds the values of an option: paths or patterns for GAIT_REF_REMOVE, OLD=NEW for GAIT_REF_RENAME,
 * paths for GAIT_REF_INSERT. Logs an error and returns its exit code. */
int ref_edits_add(ref_edits *self, gait_ref_action action, const text_list *values);
/* Logs an error for the first edit that matched no reference, and returns its exit code. */
int ref_edits_check(const ref_edits *self, const char *place);
void ref_edits_free(ref_edits *self);

/* The changes of one model. */
typedef struct ref_plan {
    gait_ref_change *changes;
    size_t count;
    size_t capacity;
    text_list before; /* the references, owned */
    text_list after;  /* owned */
    text_list lines;  /* a text for each change, owned */
} ref_plan;

/* The references of a model as UTF-8, without blanks around them; the caller frees them. */
text_list ref_paths(const source *model);
/* Plans the changes of one model. References that it already has are not added. Logs an error and
 * returns its exit code when the place of an added reference is out of range. */
int ref_plan_make(ref_edits *edits, const source *model, ref_plan *out);
void ref_plan_free(ref_plan *self);

#endif
