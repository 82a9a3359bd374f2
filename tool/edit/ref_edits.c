#include "edit/ref_edits.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "io/paths.h"
#include "terminal.h"

/* --- values of options ------------------------------------------------------------------------ */

/* A path as in references, with backslashes. */
static char *reference_of(const char *text) {
    char *path = text_copy(text);
    for (char *at = path; *at; at++) {
        *at = *at == '/' ? '\\' : *at;
    }
    return path;
}

static int check_new_path(const char *path) {
    if (path_has_extension(path, ".omf") && !strpbrk(path, "*?")) {
        log_error(NULL, "a motion reference has no extension: '%s'", path);
        log_hint("games append .omf themselves");
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

static int add_edit(ref_edits *self, gait_ref_action action, const char *value) {
    ref_edit edit = {.action = action};
    const char *equals = action == GAIT_REF_RENAME ? strchr(value, '=') : NULL;
    if (action == GAIT_REF_RENAME && (!equals || equals == value || !equals[1])) {
        log_error(NULL, "--rename requires OLD=NEW, not '%s'", value);
        return EXIT_USAGE;
    }
    if (action != GAIT_REF_INSERT) {
        char *old = equals ? text_slice(value, (size_t)(equals - value)) : text_copy(value);
        edit.old_path = reference_of(old);
        free(old);
    }
    if (action != GAIT_REF_REMOVE) {
        edit.new_path = reference_of(equals ? equals + 1 : value);
    }
    self->items = memory_reserve(self->items, self->count, &self->capacity, sizeof *self->items);
    self->items[self->count++] = edit;
    return edit.new_path ? check_new_path(edit.new_path) : EXIT_OK;
}

int ref_edits_add(ref_edits *self, gait_ref_action action, const text_list *values) {
    int code = EXIT_OK;
    for (size_t i = 0; i < values->count && code == EXIT_OK; i++) {
        code = add_edit(self, action, values->items[i]);
    }
    return code;
}

int ref_edits_check(const ref_edits *self, const char *place) {
    for (size_t i = 0; i < self->count; i++) {
        const ref_edit *edit = &self->items[i];
        if (edit->is_matched || edit->action == GAIT_REF_INSERT) {
            continue;
        }
        const char *nearest = text_nearest(edit->old_path, self->known.items, self->known.count);
        if (nearest) {
            log_error(place, "there is no motion reference '%s'; did you mean '%s'?",
                      edit->old_path, nearest);
        } else {
            log_error(place, "there is no motion reference '%s'", edit->old_path);
            log_hint("`gait refs` lists the references");
        }
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

void ref_edits_free(ref_edits *self) {
    for (size_t i = 0; i < self->count; i++) {
        free(self->items[i].old_path);
        free(self->items[i].new_path);
    }
    free(self->items);
    text_list_free(&self->known, true);
    *self = (ref_edits){0};
}

/* --- the plan of one model -------------------------------------------------------------------- */

text_list ref_paths(const source *model) {
    text_list paths = {0};
    uint32_t count = gait_file_ref_count(model->file);
    for (uint32_t r = 0; r < count; r++) {
        gait_span ref = gait_file_ref(model->file, r);
        while (ref.size > 0 && (ref.data[0] == ' ' || ref.data[0] == '\t')) {
            ref = (gait_span){ref.data + 1, ref.size - 1};
        }
        while (ref.size > 0 && (ref.data[ref.size - 1] == ' ' || ref.data[ref.size - 1] == '\t')) {
            ref.size--;
        }
        text_list_add(&paths, text_of_name(ref, gait_file_code_page(model->file)));
    }
    return paths;
}

/* The paths are equal for games, which ignore the case. */
static bool is_same_path(const char *path, const char *stored) {
    char *reference = reference_of(stored);
    bool is_same = text_equal(path, reference);
    free(reference);
    return is_same;
}

static bool has_path(const text_list *paths, const char *path) {
    bool found = false;
    for (size_t i = 0; i < paths->count && !found; i++) {
        found = is_same_path(path, paths->items[i]);
    }
    return found;
}

/* Takes `line`, a new text. */
static void add_change(ref_plan *plan, gait_ref_action action, size_t ref, const char *path,
                       char *line) {
    text_list_add(&plan->lines, line);
    plan->changes =
        memory_reserve(plan->changes, plan->count, &plan->capacity, sizeof *plan->changes);
    plan->changes[plan->count++] =
        (gait_ref_change){.action = action, .ref = (uint32_t)ref, .path = path};
}

static void remove_at(ref_plan *plan, size_t ref) {
    text_list *after = &plan->after;
    add_change(plan, GAIT_REF_REMOVE, ref, NULL, text_format("- %s", after->items[ref]));
    free((void *)(uintptr_t)after->items[ref]);
    memmove(after->items + ref, after->items + ref + 1,
            (after->count - ref - 1) * sizeof *after->items);
    after->count--;
}

static void rename_at(ref_plan *plan, size_t ref, const char *path) {
    if (strcmp(plan->after.items[ref], path) != 0) {
        add_change(plan, GAIT_REF_RENAME, ref, path,
                   text_format("* %s -> %s", plan->after.items[ref], path));
        free((void *)(uintptr_t)plan->after.items[ref]);
        plan->after.items[ref] = text_copy(path);
    }
}

/* A reference may contain wildcards itself: a pattern that is equal to one matches only that. */
static void change_matches(ref_plan *plan, ref_edit *edit) {
    bool is_exact = edit->action == GAIT_REF_RENAME || has_path(&plan->after, edit->old_path);
    for (size_t ref = plan->after.count; ref-- > 0;) {
        char *reference = reference_of(plan->after.items[ref]);
        bool is_match = is_exact ? text_equal(edit->old_path, reference)
                                 : text_matches(edit->old_path, reference);
        free(reference);
        edit->is_matched = edit->is_matched || is_match;
        if (is_match && edit->action == GAIT_REF_REMOVE) {
            remove_at(plan, ref);
        } else if (is_match) {
            rename_at(plan, ref, edit->new_path);
        }
    }
}

static void insert_at(ref_plan *plan, size_t ref, const char *path) {
    text_list *after = &plan->after;
    text_list_add(after, NULL);
    memmove(after->items + ref + 1, after->items + ref,
            (after->count - ref - 1) * sizeof *after->items);
    after->items[ref] = text_copy(path);
    add_change(plan, GAIT_REF_INSERT, ref, path, text_format("+ %s", path));
}

static int add_paths(const ref_edits *edits, const source *model, ref_plan *plan) {
    size_t place = edits->has_place ? edits->place : plan->after.count;
    for (size_t i = 0; i < edits->count; i++) {
        const char *path = edits->items[i].new_path;
        if (edits->items[i].action != GAIT_REF_INSERT || has_path(&plan->after, path)) {
            continue;
        }
        if (place > plan->after.count) {
            log_error(source_label(model), "--at %zu is out of range: there are %zu references",
                      place, plan->after.count);
            return EXIT_USAGE;
        }
        insert_at(plan, place++, path);
    }
    return EXIT_OK;
}

static void remember_paths(ref_edits *edits, const text_list *paths) {
    enum { MAX_KNOWN = 10000 };
    for (size_t i = 0; i < paths->count && edits->known.count < MAX_KNOWN; i++) {
        text_list_add(&edits->known, text_copy(paths->items[i]));
    }
}

int ref_plan_make(ref_edits *edits, const source *model, ref_plan *out) {
    *out = (ref_plan){.before = ref_paths(model), .after = ref_paths(model)};
    remember_paths(edits, &out->before);
    for (size_t i = 0; i < edits->count; i++) {
        if (edits->items[i].action != GAIT_REF_INSERT) {
            change_matches(out, &edits->items[i]);
        }
    }
    return add_paths(edits, model, out);
}

void ref_plan_free(ref_plan *self) {
    free(self->changes);
    text_list_free(&self->before, true);
    text_list_free(&self->after, true);
    text_list_free(&self->lines, true);
    *self = (ref_plan){0};
}
