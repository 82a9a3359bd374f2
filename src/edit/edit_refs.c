/* "refs": the motion references of models (docs/formats/ogf.md#editing-references). */
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/text.h"
#include "base/try.h"
#include "edit/edit_state.h"
#include "formats/file_state.h"
#include "formats/xray/ogf/ogf.h"

/* The references of a model while they are edited. */
typedef struct edit_refs {
    gait_edit *edit;
    gait_ogf *ogf;
    gait_span *paths; /* UTF-8, with backslashes, without blanks around them */
    uint32_t count, capacity;
} edit_refs;

/* --- paths ------------------------------------------------------------------------------------ */

/* A path as in references, with backslashes, in the arena; "" when out of memory. */
static const char *edit_ref_path(gait_edit *edit, const char *text) {
    char *path = gaiti_copy_text(&edit->scratch, text);
    for (char *at = path; at && *at; at++) {
        *at = *at == '/' ? '\\' : *at;
    }
    return path ? path : "";
}

static gait_status edit_list_refs(edit_refs *self) {
    self->count = gaiti_ogf_ref_count(self->ogf);
    self->capacity = self->count + 1;
    self->paths = gaiti_alloc(&self->edit->scratch, self->capacity, sizeof *self->paths);
    for (uint32_t r = 0; self->paths && r < self->count; r++) {
        gait_span ref = gaiti_ogf_trim_ref(gaiti_ogf_ref(self->ogf, r));
        self->paths[r] = gaiti_span_of(edit_ref_path(self->edit, gaiti_edit_utf8(self->edit, ref)));
    }
    return gaiti_edit_status(self->edit);
}

static const char *edit_ref_at(const edit_refs *self, uint32_t ref) {
    return (const char *)self->paths[ref].data;
}

static bool edit_has_ref(const edit_refs *self, const char *path) {
    bool is_found = false;
    for (uint32_t r = 0; r < self->count && !is_found; r++) {
        is_found = gaiti_equal_text(edit_ref_at(self, r), path);
    }
    return is_found;
}

/* Reads the new path of a reference into the code page of the model. */
static gait_status edit_read_path(const edit_refs *self, const gaiti_edit_value *value,
                                  const char *path, gait_span *out) {
    gait_edit *edit = self->edit;
    size_t length = strlen(path);
    bool has_extension = length >= 4 && gaiti_equal_text(path + length - 4, ".omf");
    if (has_extension && !gaiti_edit_is_pattern(path)) {
        return gaiti_edit_refuse_value(edit, value,
                                       "a reference has no extension: games append .omf");
    }
    return gaiti_edit_encode(edit, "motion reference", path, out);
}

/* --- remove, rename, add ---------------------------------------------------------------------- */

static gait_status edit_remove_ref(edit_refs *self, uint32_t ref) {
    gait_edit *edit = self->edit;
    GAITI_TRY(gaiti_ogf_remove_ref(self->ogf, ref, edit->options.diagnostics));
    GAITI_TRY(GAITI_EDIT_CHANGE(edit, "remove reference ", edit_ref_at(self, ref)));
    self->count--;
    memmove(self->paths + ref, self->paths + ref + 1, (self->count - ref) * sizeof *self->paths);
    return GAIT_OK;
}

static gait_status edit_rename_ref(edit_refs *self, uint32_t ref, const gaiti_edit_value *value,
                                   const char *path) {
    gait_edit *edit = self->edit;
    gait_span bytes = {0};
    GAITI_TRY(edit_read_path(self, value, path, &bytes));
    if (strcmp(edit_ref_at(self, ref), path) == 0) {
        return GAIT_OK;
    }
    GAITI_TRY(gaiti_ogf_set_ref(self->ogf, ref, bytes, edit->options.diagnostics));
    GAITI_TRY(gaiti_edit_add_renamed(edit, "reference", edit_ref_at(self, ref), path));
    self->paths[ref] = gaiti_span_of(path);
    return GAIT_OK;
}

/* A reference may contain wildcards itself: a pattern that is equal to one matches only that.
 * `new_path` is NULL for removal. */
static gait_status edit_change_refs(edit_refs *self, const gaiti_edit_value *value,
                                    const char *old_path, const char *new_path) {
    bool is_exact = new_path || edit_has_ref(self, old_path), is_found = false;
    for (uint32_t ref = self->count; ref-- > 0;) {
        const char *path = edit_ref_at(self, ref);
        bool is_match =
            is_exact ? gaiti_equal_text(old_path, path) : gaiti_edit_matches(old_path, path, NULL);
        is_found = is_found || is_match;
        if (is_match) {
            GAITI_TRY(new_path ? edit_rename_ref(self, ref, value, new_path)
                               : edit_remove_ref(self, ref));
        }
    }
    return is_found ? GAIT_OK
                    : gaiti_edit_note_missing(self->edit, "motion reference", old_path, self->paths,
                                              self->count);
}

static gait_status edit_insert_ref(edit_refs *self, uint32_t place, const gaiti_edit_value *value,
                                   const char *path) {
    gait_edit *edit = self->edit;
    gait_span bytes = {0};
    GAITI_TRY(edit_read_path(self, value, path, &bytes));
    GAITI_TRY(gaiti_ogf_insert_ref(self->ogf, place, bytes, edit->options.diagnostics));
    gait_span *paths =
        gaiti_reserve(&edit->scratch, self->paths, self->count, &self->capacity, sizeof *paths);
    GAITI_TRY(gaiti_edit_status(edit));
    self->paths = paths;
    memmove(paths + place + 1, paths + place, (self->count - place) * sizeof *paths);
    paths[place] = gaiti_span_of(path);
    self->count++;
    return GAITI_EDIT_CHANGE(edit, "add reference ", path);
}

/* --- the edit --------------------------------------------------------------------------------- */

/* Makes one removal or renaming. */
static gait_status edit_change_value(edit_refs *self, const gaiti_edit_value *value) {
    gait_edit *edit = self->edit;
    const char *old_path = value->text, *new_path = NULL;
    if (value->option == GAITI_EDIT_RENAME) {
        GAITI_TRY(gaiti_edit_split_pair(edit, value, &old_path, &new_path));
    }
    old_path = edit_ref_path(edit, old_path);
    new_path = new_path ? edit_ref_path(edit, new_path) : NULL;
    GAITI_TRY(gaiti_edit_status(edit));
    return edit_change_refs(self, value, old_path, new_path);
}

/* Adds references that the model does not have, before the one with the index of --at. */
static gait_status edit_add_refs(edit_refs *self, const gaiti_edit_request *request) {
    gait_edit *edit = self->edit;
    const gaiti_edit_value *at = gaiti_edit_find(request, GAITI_EDIT_AT);
    uint64_t place = self->count;
    if (at && !gaiti_parse_u64(at->text, strlen(at->text), &place)) {
        return gaiti_edit_refuse_value(edit, at, "it is not a whole number");
    }
    for (uint32_t v = 0; v < request->count; v++) {
        const gaiti_edit_value *value = &request->values[v];
        if (value->option != GAITI_EDIT_ADD) {
            continue;
        }
        const char *path = edit_ref_path(edit, value->text);
        GAITI_TRY(gaiti_edit_status(edit));
        if (edit_has_ref(self, path)) {
            continue;
        }
        if (place > self->count) {
            return gaiti_edit_refuse_value(edit, at, "the model has fewer references");
        }
        GAITI_TRY(edit_insert_ref(self, (uint32_t)place++, value, path));
    }
    return GAIT_OK;
}

gait_status gaiti_edit_refs(gait_edit *edit, const gaiti_edit_request *request) {
    static const gaiti_edit_option order[] = {GAITI_EDIT_REMOVE, GAITI_EDIT_RENAME};
    edit_refs self = {.edit = edit,
                      .ogf = edit->file->row->ref_count ? edit->document.model : NULL};
    bool has_at = gaiti_edit_find(request, GAITI_EDIT_AT) != NULL;
    if (!self.ogf) {
        return gaiti_edit_refuse_format(edit, "motion references: only models (OGF) have them");
    }
    if (request->count == has_at || (has_at && gaiti_edit_count(request, GAITI_EDIT_ADD) == 0)) {
        return gaiti_edit_refuse(edit, GAITI_EDIT_INCOMPLETE, request->verb, NULL,
                                 has_at ? "--add PATH" : "--add, --remove or --rename");
    }
    GAITI_TRY(edit_list_refs(&self));
    for (size_t o = 0; o < sizeof order / sizeof *order; o++) {
        for (uint32_t v = 0; v < request->count; v++) {
            if (request->values[v].option == order[o]) {
                GAITI_TRY(edit_change_value(&self, &request->values[v]));
            }
        }
    }
    return edit_add_refs(&self, request);
}
