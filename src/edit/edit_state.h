/* The state of an edit, and the functions that its files share. */
#ifndef GAITI_EDIT_STATE_H
#define GAITI_EDIT_STATE_H

#include "base/diagnose.h"
#include "base/memory.h"
#include "edit/edit_index.h"
#include "edit/edit_pattern.h"
#include "edit/edit_request.h"
#include "formats/edit_functions.h"
#include "gait/edit.h"

struct gait_edit {
    gaiti_arena arena;
    gaiti_arena scratch;  /* for memory of the current edit only */
    gait_options options; /* of the caller */
    gait_file *file;
    gaiti_edit_document document;
    const gaiti_edit_functions *functions; /* of `document` */
    gait_span *names;                      /* of the clips, UTF-8 with a NUL; NULL = not listed */
    uint32_t name_capacity;
    gaiti_edit_index index; /* of `names`; not valid after changes of many of them */
    gait_edit_change *changes;
    uint32_t change_count, change_capacity;
    gait_buffer written; /* of gait_edit_parts(), besides large keys */
    uint32_t line;
    bool has_failed;
    bool allows_missing; /* see gait_edit_allow_missing() */
    gait_edit_missing *missing;
    uint32_t missing_count, missing_capacity;
};

/* --- reporting --------------------------------------------------------------------------------

   Texts that could not be made are "". These functions then return the status of the memory. */

/* Raises a rule about a name; `place` and `other` may be NULL. */
gait_status gaiti_edit_refuse(const gait_edit *edit, gaiti_rule rule, const char *name,
                              const char *place, const char *other);
/* Raises EDT004 about the value of an option. */
gait_status gaiti_edit_refuse_value(const gait_edit *edit, const gaiti_edit_value *value,
                                    const char *why);
/* Raises EDT005 or EDT006, with the nearest of the names. */
gait_status gaiti_edit_refuse_missing(const gait_edit *edit, const char *what, const char *name,
                                      const gait_span *names, uint32_t count);
/* Raises EDT010 for a word that is no edit or option, with the nearest of the names. */
gait_status gaiti_edit_refuse_unknown(gait_edit *edit, const char *what, const char *name,
                                      const gait_span *names, uint32_t count);
/* Raises EDT005 or EDT006, unless names may be missing (gait_edit_allow_missing()): then it is
 * listed instead, and the result is GAIT_OK. */
gait_status gaiti_edit_note_missing(gait_edit *edit, const char *what, const char *name,
                                    const gait_span *names, uint32_t count);
/* Raises EDT012: several clips (bones, parts) have a name that an edit addresses. */
void gaiti_edit_warn_equal(const gait_edit *edit, const char *what, gait_span name);
/* Raises EDT008: the format cannot hold something. */
gait_status gaiti_edit_refuse_format(const gait_edit *edit, const char *what);
/* Raises EDT011: the version of the file cannot hold something. */
gait_status gaiti_edit_refuse_version(const gait_edit *edit, const char *what);
/* The status of the memory of the edit: not GAIT_OK after an allocation failed. */
gait_status gaiti_edit_status(const gait_edit *edit);
/* The texts one after the other, up to a NULL, in `scratch`; "" when out of memory. */
const char *gaiti_edit_join(gait_edit *edit, const char *const *texts);
#define GAITI_EDIT_JOIN(edit, ...) gaiti_edit_join(edit, (const char *const[]){__VA_ARGS__, NULL})
/* Adds a difference with a copy of this text. */
gait_status gaiti_edit_add_change(gait_edit *edit, const char *text);
#define GAITI_EDIT_CHANGE(edit, ...) gaiti_edit_add_change(edit, GAITI_EDIT_JOIN(edit, __VA_ARGS__))
/* Adds the difference "WHAT OLD -> NEW". */
gait_status gaiti_edit_add_renamed(gait_edit *edit, const char *what, const char *old_name,
                                   const char *new_name);

/* Splits a value OLD=NEW, or OLD, a tab and NEW, into texts that are valid for the current edit. */
gait_status gaiti_edit_split_pair(gait_edit *edit, const gaiti_edit_value *value,
                                  const char **out_old, const char **out_new);

/* --- names ------------------------------------------------------------------------------------ */

/* The number of clips, in the document that is edited. */
uint32_t gaiti_edit_clip_count(const gait_edit *edit);
/* Facts about one of them; after gaiti_edit_list_names(). */
gait_clip_info gaiti_edit_clip_info(const gait_edit *edit, uint32_t clip);
/* Lists the names of the clips, unless they are listed. The bank of a model is extracted for that,
 * and written back at the end. GAIT_UNSUPPORTED for models without one. */
gait_status gaiti_edit_list_names(gait_edit *edit);
/* The same, and makes their index. */
gait_status gaiti_edit_index_names(gait_edit *edit);
/* The name of one of them. */
static inline const char *gaiti_edit_clip_name(const gait_edit *edit, uint32_t clip) {
    return (const char *)edit->names[clip].data;
}
/* A name of the file as UTF-8 with a NUL, in `scratch`. "" when out of memory. */
const char *gaiti_edit_utf8(gait_edit *edit, gait_span name);
/* `replacement` with the texts of the match instead of its wildcards, in order, in `scratch`; ""
 * when out of memory. It must not have more wildcards than the match. */
const char *gaiti_edit_replaced(gait_edit *edit, const char *replacement,
                                const gaiti_edit_match *match);
/* Converts a text to the code page of the file, in the arena; `what` has this name in messages. */
gait_status gaiti_edit_encode(gait_edit *edit, const char *what, const char *text, gait_span *out);
/* Chooses the clips that match any --clip of the edit, or all without one. *out_chosen has one
 * element for each clip, in `scratch`. GAIT_NOT_FOUND when a pattern matches none. */
gait_status gaiti_edit_choose(gait_edit *edit, const gaiti_edit_request *request,
                              bool **out_chosen);

/* --- values of options as numbers (edit_values.c) ----------------------------------------------
 */

/* A finite number that fits into a float. Refuses all other texts. */
gait_status gaiti_edit_read_float(const gait_edit *edit, const gaiti_edit_value *value,
                                  const char *text, size_t size, float *out);
/* `count` numbers, separated by commas. */
gait_status gaiti_edit_read_floats(const gait_edit *edit, const gaiti_edit_value *value,
                                   uint32_t count, float *out);
/* Flags of motions: a list of names that replaces the old flags, or of names with + and -, which
 * adds and removes flags; "none" and numbers such as 0x02 too. */
gait_status gaiti_edit_read_flags(const gait_edit *edit, const gaiti_edit_value *value,
                                  uint32_t old_flags, uint32_t *out_flags);
/* A float as text, in `scratch`. */
const char *gaiti_edit_print_float(gait_edit *edit, float value);
/* Flags as text: "none", or names separated by commas; unknown ones as a number. */
const char *gaiti_edit_print_flags(gait_edit *edit, uint32_t flags);

/* --- the edits: each in a file of its own, except for those of whole clips (edit_clips.c) ------
 */

/* Makes one edit, as gait_edit_words(), without changing the line. */
gait_status gaiti_edit_make(gait_edit *edit, const char *const *words, uint32_t count);

gait_status gaiti_edit_rename(gait_edit *edit, const gaiti_edit_request *request);
gait_status gaiti_edit_remove(gait_edit *edit, const gaiti_edit_request *request);
gait_status gaiti_edit_duplicate(gait_edit *edit, const gaiti_edit_request *request);
gait_status gaiti_edit_reorder(gait_edit *edit, const gaiti_edit_request *request);
gait_status gaiti_edit_set(gait_edit *edit, const gaiti_edit_request *request);
/* "set --game"; without --game, gaiti_edit_set(). */
gait_status gaiti_edit_set_game(gait_edit *edit, const gaiti_edit_request *request);
gait_status gaiti_edit_event_edit(gait_edit *edit, const gaiti_edit_request *request);
gait_status gaiti_edit_refs(gait_edit *edit, const gaiti_edit_request *request);
gait_status gaiti_edit_fix(gait_edit *edit, const gaiti_edit_request *request);

#endif
