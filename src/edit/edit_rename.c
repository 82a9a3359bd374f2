/* "rename": names of clips, bones and parts. All names of one edit change at once, so that two
 * names can be exchanged. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/names.h"
#include "base/text/text.h"
#include "base/try.h"
#include "edit/edit_state.h"

/* "OLD=NEW", or OLD, a tab and NEW. */
typedef struct edit_pair {
    const gaiti_edit_value *value;
    const char *old_name, *new_name;
    bool is_pattern;
    bool is_used;
    uint32_t number;    /* NAME@N addresses the Nth one of this name; 0 = no number */
    gait_span numbered; /* NAME */
} edit_pair;

/* So many clips are renamed without a look at all others. */
enum { EDIT_FEW = 16 };

typedef struct edit_pairs {
    gait_edit *edit;
    const char *what; /* "clip" ... */
    edit_pair *items;
    uint32_t count;
    gait_span *old_names; /* of the pairs without wildcards, with `exact` as their set */
    gaiti_names exact;
    uint32_t *exact_pairs; /* indices of these pairs */
    uint32_t pattern_count;
    uint32_t number_count; /* pairs with a number that addresses one of equal names */
} edit_pairs;

/* --- pairs ------------------------------------------------------------------------------------ */

static gait_status edit_read_pair(gait_edit *edit, edit_pair *pair) {
    GAITI_TRY(gaiti_edit_split_pair(edit, pair->value, &pair->old_name, &pair->new_name));
    uint32_t wildcards = gaiti_edit_wildcards(pair->old_name);
    pair->is_pattern = wildcards > 0;
    if (wildcards > GAITI_EDIT_WILDCARDS) {
        return gaiti_edit_refuse_value(edit, pair->value, "it has more than 16 wildcards");
    }
    if (gaiti_edit_wildcards(pair->new_name) > wildcards) {
        return gaiti_edit_refuse_value(edit, pair->value,
                                       "the new name has more wildcards than the old one");
    }
    return GAIT_OK;
}

/* Makes the list of the pairs in an option. */
static gait_status edit_read_pairs(gait_edit *edit, const gaiti_edit_request *request,
                                   gaiti_edit_option option, const char *what, edit_pairs *out) {
    uint32_t count = gaiti_edit_count(request, option), exact = 0;
    gaiti_arena *arena = &edit->scratch;
    *out = (edit_pairs){.edit = edit, .what = what};
    out->items = gaiti_alloc(arena, count, sizeof *out->items);
    out->old_names = gaiti_alloc(arena, count, sizeof *out->old_names);
    out->exact_pairs = gaiti_alloc(arena, count, sizeof *out->exact_pairs);
    gaiti_names_init(&out->exact, arena, out->old_names, count);
    GAITI_TRY(gaiti_edit_status(edit));
    for (uint32_t v = 0; v < request->count; v++) {
        if (request->values[v].option != option) {
            continue;
        }
        edit_pair *pair = &out->items[out->count];
        pair->value = &request->values[v];
        GAITI_TRY(edit_read_pair(edit, pair));
        out->pattern_count += pair->is_pattern;
        if (!pair->is_pattern) {
            out->old_names[exact] = gaiti_span_of(pair->old_name);
            out->exact_pairs[exact] = out->count;
            if (gaiti_names_add(&out->exact, exact) >= 0) {
                return gaiti_edit_refuse_value(edit, pair->value,
                                               "another value renames the same name");
            }
            exact++;
        }
        out->count++;
    }
    return GAIT_OK;
}

/* True when a pair may address one of equal names. */
static bool edit_has_numbers(const edit_pairs *self) {
    size_t size;
    uint32_t number, p = 0;
    while (p < self->count && !gaiti_split_numbered(self->items[p].old_name, &size, &number)) {
        p++;
    }
    return p < self->count;
}

/* Finds the pairs whose old name is NAME@N and not a name. */
static void edit_find_numbers(edit_pairs *self, const gait_span *names, uint32_t count) {
    for (uint32_t p = 0; p < self->count; p++) {
        edit_pair *pair = &self->items[p];
        size_t size;
        uint32_t number;
        bool is_name = pair->is_pattern || !gaiti_split_numbered(pair->old_name, &size, &number);
        for (uint32_t i = 0; i < count && !is_name; i++) {
            is_name = gaiti_equal_name(names[i], gaiti_span_of(pair->old_name));
        }
        if (!is_name) {
            pair->number = number;
            pair->numbered = gaiti_span(pair->old_name, size);
            self->number_count++;
        }
    }
}

/* The new name of a name that a pair addresses by its number; NULL = none does. Names must be
 * passed in their order. */
static const char *edit_find_numbered(edit_pairs *self, gait_span name) {
    const char *found = NULL;
    for (uint32_t p = 0; self->number_count > 0 && p < self->count; p++) {
        edit_pair *pair = &self->items[p];
        if (pair->number > 0 && gaiti_equal_name(name, pair->numbered) && --pair->number == 0) {
            pair->is_used = true;
            self->number_count--;
            found = pair->new_name;
        }
    }
    return found;
}

/* Finds the new name of a name: that of the pair with exactly this old name, otherwise of the first
 * pattern that matches. NULL in *out_name = no pair matches. */
static gait_status edit_find_new_name(edit_pairs *self, const char *name, const char **out_name) {
    gaiti_edit_match match;
    int32_t exact = gaiti_names_find(&self->exact, gaiti_span_of(name));
    *out_name = NULL;
    if (exact >= 0) {
        edit_pair *pair = &self->items[self->exact_pairs[exact]];
        pair->is_used = true;
        *out_name = pair->new_name;
        return GAIT_OK;
    }
    for (uint32_t i = 0; self->pattern_count > 0 && i < self->count && !*out_name; i++) {
        edit_pair *pair = &self->items[i];
        if (pair->is_pattern && gaiti_edit_matches(pair->old_name, name, &match)) {
            pair->is_used = true;
            *out_name = gaiti_edit_replaced(self->edit, pair->new_name, &match);
        }
    }
    return gaiti_edit_status(self->edit);
}

/* A pattern is not missing if others with priority have renamed all its matches. */
static gait_status edit_check_used(const edit_pairs *self, const gait_span *names, uint32_t count) {
    for (uint32_t i = 0; i < self->count; i++) {
        const edit_pair *pair = &self->items[i];
        bool is_match = pair->is_used;
        for (uint32_t n = 0; n < count && pair->is_pattern && !is_match; n++) {
            is_match = gaiti_edit_matches(pair->old_name, (const char *)names[n].data, NULL);
        }
        if (!is_match) {
            GAITI_TRY(
                gaiti_edit_note_missing(self->edit, self->what, pair->old_name, names, count));
        }
    }
    return GAIT_OK;
}

/* --- new names -------------------------------------------------------------------------------- */

/* Old and new names, UTF-8. The new name of one that stays is the old one. */
typedef struct edit_renaming {
    const gait_span *old_names;
    gait_span *new_names;
    uint32_t count;
} edit_renaming;

static bool edit_is_renamed(const edit_renaming *self, uint32_t index) {
    return self->new_names[index].data != self->old_names[index].data;
}

/* Finds the new names. Two names may become equal only if they were equal. */
static gait_status edit_plan_names(edit_pairs *pairs, const gait_span *names, uint32_t count,
                                   edit_renaming *out) {
    gait_edit *edit = pairs->edit;
    gaiti_names set;
    *out = (edit_renaming){.old_names = names, .count = count};
    out->new_names = gaiti_alloc(&edit->scratch, count, sizeof *out->new_names);
    gaiti_names_init(&set, &edit->scratch, out->new_names, count);
    GAITI_TRY(gaiti_edit_status(edit));
    edit_find_numbers(pairs, names, count);
    for (uint32_t i = 0; i < count; i++) {
        const char *name = edit_find_numbered(pairs, names[i]);
        GAITI_TRY(name ? GAIT_OK : edit_find_new_name(pairs, (const char *)names[i].data, &name));
        out->new_names[i] = name ? gaiti_span_of(name) : names[i];
    }
    GAITI_TRY(edit_check_used(pairs, names, count));
    for (uint32_t i = 0; i < count; i++) {
        int32_t other = gaiti_names_add(&set, i);
        bool is_one = other >= 0 && gaiti_equal_name(names[i], names[other]);
        bool is_taken = other >= 0 && !is_one &&
                        (edit_is_renamed(out, i) || edit_is_renamed(out, (uint32_t)other));
        if (is_one && edit_is_renamed(out, i)) {
            gaiti_edit_warn_equal(edit, pairs->what, names[i]);
        }
        if (is_taken) {
            GAITI_TRY(gaiti_edit_refuse(edit, GAITI_EDIT_NAME_TAKEN,
                                        (const char *)out->new_names[i].data, pairs->what, NULL));
        }
    }
    return GAIT_OK;
}

/* --- clips ------------------------------------------------------------------------------------ */

static gait_status edit_rename_clip(gait_edit *edit, uint32_t clip, const char *new_name) {
    gait_span old_name = edit->names[clip];
    if (strcmp((const char *)old_name.data, new_name) == 0) {
        return GAIT_OK;
    }
    GAITI_TRY(edit->functions->rename(edit->document.document, clip, new_name,
                                      edit->options.diagnostics));
    GAITI_TRY(gaiti_edit_add_renamed(edit, "clip", (const char *)old_name.data, new_name));
    char *copy = gaiti_copy_text(&edit->arena, new_name);
    GAITI_TRY(gaiti_edit_status(edit));
    edit->names[clip] = gaiti_span_of(copy);
    if (edit->index.is_valid) {
        gaiti_edit_index_rename(&edit->index, clip, old_name);
    }
    return GAIT_OK;
}

static gait_status edit_rename_many(gait_edit *edit, edit_pairs *pairs) {
    edit_renaming plan;
    GAITI_TRY(edit_plan_names(pairs, edit->names, gaiti_edit_clip_count(edit), &plan));
    edit->index.is_valid = false;
    for (uint32_t i = 0; i < plan.count; i++) {
        if (edit_is_renamed(&plan, i)) {
            GAITI_TRY(edit_rename_clip(edit, i, (const char *)plan.new_names[i].data));
        }
    }
    return GAIT_OK;
}

/* The clips of an edit that renames a few without wildcards, in ascending order. */
typedef struct edit_few {
    uint32_t clips[EDIT_FEW];
    edit_pair *pairs[EDIT_FEW];
    uint32_t count;
} edit_few;

/* Finds the clips of all pairs. False when they are more than a few. */
static bool edit_find_few(const edit_pairs *pairs, edit_few *few) {
    const gaiti_edit_index *index = &pairs->edit->index;
    few->count = 0;
    for (uint32_t p = 0; p < pairs->count; p++) {
        edit_pair *pair = &pairs->items[p];
        uint32_t clip = gaiti_edit_index_first(index, gaiti_span_of(pair->old_name));
        for (; clip != GAITI_EDIT_NONE; clip = gaiti_edit_index_next(index, clip)) {
            uint32_t place = few->count++;
            if (place == EDIT_FEW) {
                return false;
            }
            for (; place > 0 && few->clips[place - 1] > clip; place--) {
                few->clips[place] = few->clips[place - 1];
                few->pairs[place] = few->pairs[place - 1];
            }
            few->clips[place] = clip;
            few->pairs[place] = pair;
            pair->is_used = true;
        }
    }
    return true;
}

/* Clips that keep the new name are in the index; those that are renamed are in `few`. */
static bool edit_is_taken(const edit_pairs *pairs, const edit_few *few, uint32_t i) {
    const edit_pair *pair = few->pairs[i];
    gait_span name = gaiti_span_of(pair->new_name);
    bool is_taken = gaiti_names_find(&pairs->exact, name) < 0 &&
                    gaiti_edit_index_first(&pairs->edit->index, name) != GAITI_EDIT_NONE;
    for (uint32_t j = 0; j < i && !is_taken; j++) {
        is_taken =
            few->pairs[j] != pair && gaiti_equal_text(few->pairs[j]->new_name, pair->new_name);
    }
    return is_taken;
}

/* Renames a few clips as edit_rename_many(), in a time that does not depend on the number of
 * clips, because scripts contain one such edit for each clip. */
static gait_status edit_rename_few(gait_edit *edit, const edit_pairs *pairs, const edit_few *few) {
    GAITI_TRY(edit_check_used(pairs, edit->names, gaiti_edit_clip_count(edit)));
    for (uint32_t i = 0; i < few->count; i++) {
        if (i > 0 && few->pairs[i] == few->pairs[i - 1]) {
            gaiti_edit_warn_equal(edit, pairs->what, edit->names[few->clips[i]]);
        }
        if (edit_is_taken(pairs, few, i)) {
            GAITI_TRY(gaiti_edit_refuse(edit, GAITI_EDIT_NAME_TAKEN, few->pairs[i]->new_name,
                                        pairs->what, NULL));
        }
    }
    for (uint32_t i = 0; i < few->count; i++) {
        GAITI_TRY(edit_rename_clip(edit, few->clips[i], few->pairs[i]->new_name));
    }
    return GAIT_OK;
}

static gait_status edit_rename_clips(gait_edit *edit, edit_pairs *pairs) {
    edit_few few;
    GAITI_TRY(gaiti_edit_list_names(edit));
    if (!edit->functions->rename) {
        return gaiti_edit_refuse_format(edit, "names of clips: a clip has the name of its file");
    }
    if (pairs->count > EDIT_FEW || pairs->pattern_count > 0 || edit_has_numbers(pairs)) {
        return edit_rename_many(edit, pairs);
    }
    GAITI_TRY(gaiti_edit_index_names(edit));
    return edit_find_few(pairs, &few) ? edit_rename_few(edit, pairs, &few)
                                      : edit_rename_many(edit, pairs);
}

/* --- bones and parts -------------------------------------------------------------------------- */

/* Names in the order of the file. */
typedef struct edit_name_list {
    gait_span *names; /* UTF-8 */
    uint32_t count;
} edit_name_list;

static gait_status edit_list_bones(gait_edit *edit, edit_name_list *list) {
    gaiti_edit_document *doc = &edit->document;
    const gaiti_edit_functions *functions = edit->functions;
    list->count =
        functions->bone_count ? functions->bone_count(doc) : doc->row->bone_count(doc->document);
    list->names = gaiti_alloc(&edit->scratch, list->count, sizeof *list->names);
    for (uint32_t b = 0; list->names && b < list->count; b++) {
        list->names[b] = gaiti_span_of(
            gaiti_edit_utf8(edit, functions->bone_name ? functions->bone_name(doc, b)
                                                       : doc->row->bone_name(doc->document, b)));
    }
    return gaiti_edit_status(edit);
}

static gait_status edit_list_parts(gait_edit *edit, edit_name_list *list) {
    const gaiti_edit_document *doc = &edit->document;
    list->count = doc->row->part_count(doc->document);
    list->names = gaiti_alloc(&edit->scratch, list->count, sizeof *list->names);
    for (uint32_t p = 0; list->names && p < list->count; p++) {
        list->names[p] =
            gaiti_span_of(gaiti_edit_utf8(edit, doc->row->part(doc->document, p).name));
    }
    return gaiti_edit_status(edit);
}

typedef gait_status (*edit_name_setter)(gaiti_edit_document *doc, uint32_t index, gait_span name);

/* Gives the names in the list their new names. */
static gait_status edit_rename_listed(edit_pairs *pairs, const edit_name_list *list,
                                      edit_name_setter set_name) {
    gait_edit *edit = pairs->edit;
    edit_renaming plan;
    GAITI_TRY(edit_plan_names(pairs, list->names, list->count, &plan));
    for (uint32_t i = 0; i < plan.count; i++) {
        const char *old_name = (const char *)plan.old_names[i].data;
        const char *new_name = (const char *)plan.new_names[i].data;
        gait_span encoded = {0};
        if (!edit_is_renamed(&plan, i) || strcmp(old_name, new_name) == 0) {
            continue;
        }
        GAITI_TRY(gaiti_edit_encode(edit, pairs->what, new_name, &encoded));
        gait_status status = set_name(&edit->document, i, encoded);
        if (status == GAIT_BAD_ARGUMENT || status == GAIT_WOULD_LOSE) {
            return gaiti_edit_refuse(edit, GAITI_EDIT_BAD_NAME, new_name, pairs->what, NULL);
        }
        GAITI_TRY(status);
        GAITI_TRY(gaiti_edit_add_renamed(edit, pairs->what, old_name, new_name));
    }
    return GAIT_OK;
}

static gait_status edit_rename_bones(gait_edit *edit, edit_pairs *pairs) {
    edit_name_list list;
    if (edit->document.model) {
        return gaiti_edit_refuse_format(
            edit, "other names of bones: the mesh uses them. To rename the bones of its motions, "
                  "extract them to an OMF, rename there, and convert the OMF with --base MODEL");
    }
    GAITI_TRY(edit_list_bones(edit, &list));
    return edit_rename_listed(pairs, &list, edit->functions->set_bone_name);
}

static gait_status edit_rename_parts(gait_edit *edit, edit_pairs *pairs) {
    edit_name_list list;
    GAITI_TRY(gaiti_edit_list_names(edit));
    if (!edit->functions->set_part_name) {
        return gaiti_edit_refuse_format(edit, "parts");
    }
    GAITI_TRY(edit_list_parts(edit, &list));
    return edit_rename_listed(pairs, &list, edit->functions->set_part_name);
}

gait_status gaiti_edit_rename(gait_edit *edit, const gaiti_edit_request *request) {
    static const struct {
        gaiti_edit_option option;
        const char *what;
        gait_status (*rename)(gait_edit *edit, edit_pairs *pairs);
    } rows[] = {
        {GAITI_EDIT_CLIP, "clip", edit_rename_clips},
        {GAITI_EDIT_BONE, "bone", edit_rename_bones},
        {GAITI_EDIT_PART, "part", edit_rename_parts},
    };
    if (request->count == 0) {
        return gaiti_edit_refuse(edit, GAITI_EDIT_INCOMPLETE, request->verb, NULL,
                                 "--clip OLD=NEW, --bone OLD=NEW or --part OLD=NEW");
    }
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        edit_pairs pairs;
        GAITI_TRY(edit_read_pairs(edit, request, rows[r].option, rows[r].what, &pairs));
        if (pairs.count > 0) {
            GAITI_TRY(rows[r].rename(edit, &pairs));
        }
    }
    return GAIT_OK;
}
