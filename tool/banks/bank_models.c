/* Finds models and text files of a mod that name a bank, and changes references. */
#include <stdlib.h>
#include <string.h>

#include "banks/banks.h"
#include "edit/edit.h"
#include "base/base.h"
#include "io/files.h"
#include "io/inputs.h"
#include "gait/inspect.h"

/* References with wildcards after these are not compared. Games load at most 64 banks. */
enum { MAX_PATTERNS = 1024 };

/* --- one model -------------------------------------------------------------------------------- */

static void free_model(bank_model *self) {
    for (size_t i = 0; i < self->pattern_count; i++) {
        free(self->patterns[i].text);
    }
    free(self->patterns);
    free(self->refs);
    text_list_free(&self->old_refs, true);
    free(self->rule);
    free(self->message);
    free(self->path);
}

static void add_pattern(bank_model *self, const gait_file *model, uint32_t ref, bool matched) {
    self->patterns = memory_reserve(self->patterns, self->pattern_count, &self->pattern_capacity,
                                    sizeof *self->patterns);
    self->patterns[self->pattern_count++] =
        (bank_pattern){.ref = ref,
                       .text = text_of_name(gait_file_ref(model, ref), gait_file_code_page(model)),
                       .matched = matched};
}

static void compare_ref(bank_model *self, const bank_rename *rename, const gait_file *model,
                        uint32_t ref) {
    char *key = bank_key_of_reference(model, ref);
    if (key && bank_key_is_pattern(key)) {
        bool matches_old = ref < MAX_PATTERNS && text_matches(key, rename->from.key);
        bool matches_new = ref < MAX_PATTERNS && text_matches(key, rename->to.key);
        if (matches_old != matches_new) {
            add_pattern(self, model, ref, matches_old);
        }
    } else if (key && strcmp(key, rename->from.key) == 0) {
        self->refs =
            memory_reserve(self->refs, self->ref_count, &self->ref_capacity, sizeof *self->refs);
        self->refs[self->ref_count++] = ref;
        text_list_add(&self->old_refs, ref_path(model, ref));
    } else if (key && strcmp(key, rename->to.key) == 0) {
        self->names_new = true;
    }
    free(key);
}

/* Records an error of a source that was logged. */
static void fail_model(bank_model *self, source *file, int code) {
    self->exit_code = file->exit_code = code;
    const gait_diagnostic *error = source_error(file);
    if (error && !self->message) {
        self->rule = error->rule ? text_copy(error->rule->id) : NULL;
        self->message = text_copy(error->text);
    }
}

/* Opens a model that could not be read partially, and logs why if it cannot be read at all. */
static const gait_file *open_completely(bank_model *self, source *work) {
    int code = source_open(work, self->path);
    if (code == EXIT_OK && format_has(work->format, GAIT_HAS_BANK)) {
        return work->file;
    }
    if (code == EXIT_OK) {
        code = EXIT_UNSUPPORTED;
        self->message = text_copy("is not an OGF");
        log_error(self->path, "%s", self->message);
    } else {
        log_diagnostic(source_label(work), source_error(work));
    }
    fail_model(self, work, code);
    return NULL;
}

static void bank_models_search_model(bank_model *self, const bank_rename *rename, source *work) {
    gait_file *part = files_open_skeleton(self->path, NULL);
    bool is_model = part && format_has(gait_file_format(part), GAIT_HAS_BANK);
    const gait_file *model = is_model ? part : open_completely(self, work);
    uint32_t count = model ? gait_file_ref_count(model) : 0;
    for (uint32_t ref = 0; ref < count; ref++) {
        compare_ref(self, rename, model, ref);
    }
    gait_file_free(part);
}

/* --- all models ------------------------------------------------------------------------------- */

static void add_model(bank_models *self, bank_model model) {
    bool is_concerned =
        model.exit_code != EXIT_OK || model.ref_count > 0 || model.pattern_count > 0;
    self->naming += model.ref_count > 0;
    self->unreadable += model.exit_code != EXIT_OK;
    if (!is_concerned) {
        free_model(&model);
        return;
    }
    self->items = memory_reserve(self->items, self->count, &self->capacity, sizeof *self->items);
    self->items[self->count++] = model;
}

int bank_models_find(const bank_rename *rename, source *work, bank_models *out) {
    int code = EXIT_OK;
    inputs found = inputs_below(rename->folder, ".ogf");
    *out = (bank_models){.searched = 0};
    for (size_t i = 0; i < found.count; i++) {
        const input *item = &found.items[i];
        bank_model model = {.path = text_copy(item->path)};
        if (item->is_link) {
            log_warning(item->path, "%s", item->problem);
        } else if (item->problem) {
            log_error(item->path, "%s", item->problem);
            model.exit_code = EXIT_FILES;
            model.message = text_copy(item->problem);
        } else {
            out->searched++;
            bank_models_search_model(&model, rename, work);
        }
        code = exit_worse(code, model.exit_code);
        add_model(out, model);
    }
    inputs_free(&found);
    return code;
}

void bank_models_free(bank_models *self) {
    for (size_t i = 0; i < self->count; i++) {
        free_model(&self->items[i]);
    }
    free(self->items);
    *self = (bank_models){0};
}

/* --- the change ------------------------------------------------------------------------------- */

char *bank_model_new_ref(const bank_rename *rename, const char *old) {
    char *path = text_format("%.*s%s", (int)strspn(old, "\\/"), old, rename->to.ref);
    for (char *at = path; *at == '/' || *at == '\\'; at++) {
        *at = '\\';
    }
    return path;
}

/* True when the model still has the references that were found. */
static bool has_same_refs(const bank_model *self, const gait_file *model) {
    bool is_same = true;
    for (size_t i = 0; i < self->ref_count && is_same; i++) {
        is_same = self->refs[i] < gait_file_ref_count(model);
        char *path = is_same ? ref_path(model, self->refs[i]) : NULL;
        is_same = is_same && strcmp(path, self->old_refs.items[i]) == 0;
        free(path);
    }
    return is_same;
}

/* Renames the references; those that differ only in case together. */
static gait_status change_refs(const bank_model *self, const bank_rename *rename, gait_edit *edit) {
    text_list words = {0};
    text_list_add(&words, text_copy("refs"));
    for (size_t i = 0; i < self->ref_count; i++) {
        const char *old = self->old_refs.items[i];
        char *path = bank_model_new_ref(rename, old);
        text_list_add(&words, text_format("--rename=%s\t%s", old, path));
        free(path);
    }
    gait_edit_allow_missing(edit);
    gait_status status = gait_edit_words(edit, words.items, (uint32_t)words.count);
    text_list_free(&words, true);
    return status;
}

static int change_open_model(const bank_model *self, const bank_rename *rename, source *work,
                             gait_edit *edit, gait_buffer *out) {
    if (!has_same_refs(self, gait_edit_file(edit))) {
        return refuse(EXIT_FILES, self->path, "was changed by another program in the meantime");
    }
    gait_status status = change_refs(self, rename, edit);
    if (status == GAIT_OK && gait_edit_change_count(edit) != self->ref_count) {
        return refuse(EXIT_UNSUPPORTED, self->path, "the reference '%s' cannot be renamed",
                      self->old_refs.items[0]);
    }
    if (status == GAIT_OK) {
        status = gait_edit_write(edit, out);
    }
    (void)source_finish(work, status);
    return edit_exit_code(status);
}

int bank_model_change(bank_model *self, const bank_rename *rename, source *work, gait_buffer *out) {
    const input item = {.path = self->path};
    gait_edit *edit;
    int code = source_begin_edit(work, &item, &edit);
    if (code == EXIT_OK) {
        code = change_open_model(self, rename, work, edit, out);
    } else {
        log_diagnostic(source_label(work), source_error(work));
    }
    gait_edit_free(edit);
    if (code != EXIT_OK) {
        fail_model(self, work, code);
    }
    return code;
}

/* --- text files ------------------------------------------------------------------------------- */

static bool is_slash(uint8_t c) {
    return c == '/' || c == '\\';
}

/* True for bytes of names, among them those of other letters than ASCII. */
static bool is_name(uint8_t c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '-' || c >= 0x80;
}

/* True when the reference is at `at` and no longer name is. */
static bool is_at(gait_span text, size_t at, const char *ref) {
    if (at > 0 && is_name(text.data[at - 1])) {
        return false;
    }
    for (; *ref; ref++) {
        if (at == text.size) {
            return false;
        }
        if (*ref == '\\' ? !is_slash(text.data[at])
                         : text_lower((char)text.data[at]) != text_lower(*ref)) {
            return false;
        }
        at++;
        while (*ref == '\\' && at < text.size && is_slash(text.data[at])) {
            at++;
        }
    }
    return at == text.size || !is_name(text.data[at]);
}

static void search_text(bank_mentions *out, gait_span text, const char *path, const char *ref) {
    size_t line = 1;
    bool is_found = false; /* in this line */
    for (size_t at = 0; at < text.size; at++) {
        if (!is_found && is_at(text, at, ref)) {
            out->items = memory_reserve(out->items, out->count, &out->capacity, sizeof *out->items);
            out->items[out->count++] = (bank_mention){.path = text_copy(path), .line = line};
            is_found = true;
        }
        if (text.data[at] == '\n') {
            line++;
            is_found = false;
        }
    }
}

void bank_mentions_find(const bank_rename *rename, bank_mentions *out) {
    static const char *const extensions[] = {".ltx", ".script", ".xml"};
    file_bytes bytes = {0};
    for (size_t e = 0; e < sizeof extensions / sizeof *extensions; e++) {
        inputs found = inputs_below(rename->folder, extensions[e]);
        for (size_t i = 0; i < found.count; i++) {
            const input *item = &found.items[i];
            char why[FILES_WHY];
            int code = item->problem ? EXIT_FILES : files_read(item->path, &bytes, why);
            if (code == EXIT_OK) {
                gait_span text = {bytes.data, bytes.size};
                search_text(out, text, item->path, rename->from.ref);
            } else if (!item->problem) {
                log_warning(item->path, "%s", why);
            }
        }
        inputs_free(&found);
    }
    files_free(&bytes);
}

void bank_mentions_free(bank_mentions *self) {
    for (size_t i = 0; i < self->count; i++) {
        free(self->items[i].path);
    }
    free(self->items);
    *self = (bank_mentions){0};
}
