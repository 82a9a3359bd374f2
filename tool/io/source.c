/* Opens an input with its buffers and its sidecar, and logs what is wrong with it. */
#include "io/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io/inputs.h"
#include "base/platform.h"
#include "gait/mesh.h"
#include "gait/inspect.h"
#include "gait/rules.h"

source *source_new(void) {
    source *self = memory_resize(NULL, 1, sizeof *self);
    memset(self, 0, offsetof(source, items));
    self->diagnostics = (gait_diagnostics){.items = self->items, .capacity = SOURCE_DIAGNOSTICS};
    return self;
}

static void close_file(source *self) {
    gait_file_free(self->file);
    self->file = NULL;
    for (uint32_t i = 0; i < self->dependency_count; i++) {
        files_free(&self->dependencies[i]);
    }
    free(self->dependencies);
    self->dependencies = NULL;
    self->dependency_count = 0;
    free(self->sidecar);
    self->sidecar = NULL;
    self->is_sidecar_used = false;
}

void source_free(source *self) {
    if (!self) {
        return;
    }
    close_file(self);
    files_free(&self->bytes);
    free(self->path);
    free(self);
}

static void source_reset(source *self, const char *path) {
    close_file(self);
    char *copy = text_copy(path);
    free(self->path);
    self->path = copy;
    self->format = GAIT_FORMAT_UNKNOWN;
    self->exit_code = EXIT_OK;
    self->reported = 0;
    self->diagnostics = (gait_diagnostics){.items = self->items, .capacity = SOURCE_DIAGNOSTICS};
}

/* Adds a diagnostic about the whole file; there must be space for it. Without a rule, it is an
 * error. */
static gait_diagnostic *add_diagnostic(source *self, const char *id) {
    const gait_rule *rule = id ? gait_rule_find(id) : NULL;
    gait_diagnostic *item = &self->items[self->diagnostics.count++];
    *item = (gait_diagnostic){.rule = rule,
                              .severity = rule ? rule->severity : GAIT_ERROR,
                              .clip = -1,
                              .bone = -1,
                              .frame = -1,
                              .count = 1,
                              .file = self->diagnostics.file};
    return item;
}

/* Adds an error; its rule is NULL if it does not concern a format. */
static void source_refuse(source *self, int exit_code, const char *rule, const char *why) {
    gait_diagnostics *all = &self->diagnostics;
    all->count -= all->count == all->capacity;
    self->exit_code = exit_code;
    gait_diagnostic *item = add_diagnostic(self, rule);
    snprintf(item->text, sizeof item->text, "%s", why);
    all->errors++;
}

/* For a missing file; suggests the nearest name in its folder. */
static int source_refuse_missing(source *self, int code, const char *why) {
    if (self->path[0] == '\'') {
        char *advice = text_format("%s; use double quotes: cmd does not remove single quotes", why);
        source_refuse(self, code, NULL, advice);
        free(advice);
        return code;
    }
    if (operand_has_wildcards(self->path)) {
        source_refuse(self, code, NULL, "cannot open: no file matches");
        return code;
    }
    char *folder = path_folder(self->path);
    inputs beside = inputs_beside(folder, "");
    text_list names = {0};
    for (size_t i = 0; i < beside.count; i++) {
        text_list_add(&names, path_name(beside.items[i].path));
    }
    const char *nearest = text_nearest(path_name(self->path), names.items, names.count);
    char *text = nearest ? text_format("%s; did you mean '%s'?", why, nearest) : text_copy(why);
    source_refuse(self, code, NULL, text);
    free(text);
    text_list_free(&names, false);
    inputs_free(&beside);
    free(folder);
    return code;
}

/* --- other files ------------------------------------------------------------------------------ */

static void refuse_place(source *self, const char *path) {
    char *text = text_format("the required file %.100s is not a regular file in the folder of this "
                             "file, or below it",
                             path);
    source_refuse(self, EXIT_FILES, "FIL012", text);
    free(text);
}

/* Reads the bytes of a dependency that are used. All files together have at most FILES_LIMIT. */
static int read_dependency(source *self, uint32_t index, const char *path, char why[FILES_WHY]) {
    uint64_t left = FILES_LIMIT - self->bytes.size;
    for (uint32_t i = 0; i < index; i++) {
        left -= self->dependencies[i].size;
    }
    uint64_t size = gait_file_dependency_size(self->file, index);
    file_bytes *bytes = &self->dependencies[index];
    int code = files_read_beginning(path, size <= left ? size : left + 1, bytes, why);
    if (code == EXIT_OK && bytes->size > left) {
        files_free(bytes);
        snprintf(why, FILES_WHY,
                 "the file and those that it requires are larger than %llu bytes "
                 "together, which is the limit",
                 (unsigned long long)FILES_LIMIT);
        code = EXIT_DAMAGED;
    }
    return code;
}

/* Reads one dependency, unless it is missing. False on any other error. */
static bool load_dependency(source *self, uint32_t index, const char *folder) {
    const char *path = gait_file_dependency_at(self->file, index);
    char why[FILES_WHY];
    char *place = NULL;
    files_place found = path ? files_find_below(folder, path, &place, why) : FILES_MISSING;
    if (found == FILES_ELSEWHERE) {
        refuse_place(self, path);
    }
    if (found == FILES_MISSING || found == FILES_ELSEWHERE) {
        return found == FILES_MISSING;
    }
    int code = found == FILES_FOUND ? read_dependency(self, index, place, why) : EXIT_FILES;
    if (code == EXIT_OK) {
        gait_span bytes = {self->dependencies[index].data, self->dependencies[index].size};
        gait_status status = gait_file_provide(self->file, index, bytes, &self->diagnostics);
        memory_check(status);
        self->exit_code = exit_of_status(status);
    } else {
        char *text = text_format("the required file %s: %s", path, why);
        source_refuse(self, code, NULL, text);
        free(text);
    }
    free(place);
    return self->exit_code == EXIT_OK;
}

/* The library reports missing dependencies. */
static void source_load_dependencies(source *self) {
    uint32_t count = gait_file_dependency_count(self->file);
    if (count == 0) {
        return;
    }
    self->dependencies = memory_resize(NULL, count, sizeof *self->dependencies);
    memset(self->dependencies, 0, count * sizeof *self->dependencies);
    self->dependency_count = count;
    char *folder = path_folder(self->path);
    for (uint32_t i = 0; i < count && !path_is_stream(self->path); i++) {
        if (!load_dependency(self, i, folder)) {
            break;
        }
    }
    free(folder);
    if (self->exit_code == EXIT_OK &&
        gait_file_check_complete(self->file, &self->diagnostics) != GAIT_OK) {
        self->exit_code = EXIT_FILES;
    }
    if (self->exit_code != EXIT_OK) {
        close_file(self);
    }
}

/* Adds a GLR083, which the library raises for unusable sidecars, for one that cannot be read. */
static void add_unread_sidecar(source *self, const char *path, const char *why) {
    gait_diagnostics *all = &self->diagnostics;
    if (all->count == all->capacity) {
        all->dropped++;
    } else {
        gait_diagnostic *item = add_diagnostic(self, "GLR083");
        snprintf(item->text, sizeof item->text,
                 "the sidecar %.80s is not usable: %.100s; it is ignored", path_name(path), why);
    }
    all->warnings++;
}

static void read_sidecar(source *self, const char *path) {
    char why[FILES_WHY];
    file_bytes bytes = {0};
    if (files_read(path, &bytes, why) == EXIT_OK) {
        gait_span json = {bytes.data, bytes.size};
        gait_status status = gait_file_attach_metadata(self->file, json, &self->diagnostics);
        memory_check(status);
        self->is_sidecar_used = status == GAIT_OK;
    } else {
        add_unread_sidecar(self, self->sidecar, why);
    }
    files_free(&bytes);
}

/* Reads the sidecar of a glTF, which contains metadata that programs drop on export. */
static void find_sidecar(source *self) {
    if (!format_has_scene(self->format) || path_is_stream(self->path)) {
        return;
    }
    char why[FILES_WHY] = "it is not a regular file in the folder of the glTF";
    char *path = path_with_extension(self->path, ".gait.json"), *folder = path_folder(path);
    char *found = NULL;
    files_place place = files_find_below(folder, path_name(path), &found, why);
    if (place == FILES_FOUND) {
        self->sidecar = path;
        path = NULL;
        read_sidecar(self, found);
    } else if (place != FILES_MISSING) {
        add_unread_sidecar(self, path, why);
    }
    free(found);
    free(folder);
    free(path);
}

/* Reads the content of a file with one of the functions of files.h. Sets exit_code. */
static void read_source(source *self, const char *path,
                        int (*read)(const char *, file_bytes *, char[FILES_WHY])) {
    char why[FILES_WHY];
    platform_info info;
    source_reset(self, path);
    const char *name = path_is_stream(self->path) ? NULL : self->path;
    self->diagnostics.file = name;
    self->exit_code = read(self->path, &self->bytes, why);
    if (self->exit_code != EXIT_OK && name && platform_is_missing(platform_look(name, &info))) {
        source_refuse_missing(self, self->exit_code, why);
    } else if (self->exit_code != EXIT_OK) {
        source_refuse(self, self->exit_code, NULL, why);
    }
}

/* Sets format and exit_code after `file` was opened, or NULL if it was not. */
static void finish_opening(source *self, const gait_file *file, gait_status status) {
    gait_span bytes = {self->bytes.data, self->bytes.size};
    memory_check(status);
    self->format = file ? gait_file_format(file) : gait_detect(bytes, self->diagnostics.file);
    self->exit_code = exit_of_status(status);
    bool is_explained = self->diagnostics.errors > 0 ||
                        (bytes.size == 0 && self->diagnostics.count > 0); /* P3D101: a warning */
    if (status != GAIT_OK && !is_explained) {
        source_refuse(self, self->exit_code, NULL, gait_status_name(status));
    }
}

int source_open(source *self, const char *path) {
    read_source(self, path, files_read_input);
    if (self->exit_code != EXIT_OK) {
        return self->exit_code;
    }
    gait_span bytes = {self->bytes.data, self->bytes.size};
    gait_options options = source_options(self);
    gait_status status = gait_file_open(bytes, self->diagnostics.file, &options, &self->file);
    finish_opening(self, self->file, status);
    if (self->file) {
        source_load_dependencies(self);
    }
    if (self->file) {
        find_sidecar(self);
    }
    return self->exit_code;
}

/* An input that could not be listed. */
static int source_refuse_input(source *self, const input *item) {
    source_reset(self, item->path);
    self->diagnostics.file = self->path;
    source_refuse(self, EXIT_FILES, NULL, item->problem);
    return self->exit_code;
}

int source_open_input(source *self, const input *item) {
    return item->problem ? source_refuse_input(self, item) : source_open(self, item->path);
}

int source_read_input(source *self, const input *item) {
    if (item->problem) {
        return source_refuse_input(self, item);
    }
    read_source(self, item->path, files_read);
    return self->exit_code;
}

int source_begin_edit(source *self, const input *item, gait_edit **out_edit) {
    *out_edit = NULL;
    if (item->problem) {
        return source_refuse_input(self, item);
    }
    read_source(self, item->path, files_read_input);
    if (self->exit_code == EXIT_OK) {
        gait_span bytes = {self->bytes.data, self->bytes.size};
        gait_options options = source_options(self);
        gait_status status = gait_edit_begin(bytes, self->diagnostics.file, &options, out_edit);
        finish_opening(self, gait_edit_file(*out_edit), status);
    }
    return self->exit_code;
}

const char *source_label(const source *self) {
    return path_is_stream(self->path) ? "standard input" : self->path;
}

bool format_is_rtm(gait_format format) {
    return format_has(format, GAIT_HAS_PHASES);
}

bool format_has(gait_format format, uint32_t abilities) {
    return (gait_format_get_info(format)->abilities & abilities) != 0;
}

bool format_has_records(gait_format format) {
    return format_is_rtm(format) && !format_has(format, GAIT_MODEL_SPACE);
}

bool format_has_scene(gait_format format) {
    return format_has(format, GAIT_OWN_JOINTS) && format_has(format, GAIT_HAS_MESH);
}

gait_format format_of_motions(bool is_list) {
    int format = GAIT_FORMAT_UNKNOWN + 1;
    while (format < GAIT_FORMAT_COUNT &&
           (!format_has((gait_format)format, GAIT_HAS_MOTIONS) ||
            format_has((gait_format)format, GAIT_HAS_PARTS) ||
            format_has((gait_format)format, GAIT_MANY_CLIPS) != is_list)) {
        format++;
    }
    return (gait_format)format;
}

bool source_is_rtm(const source *self) {
    return format_is_rtm(self->format);
}

bool format_has_extension_of(gait_format format, const char *path) {
    return path_has_one_of(path, gait_format_get_info(format)->extensions);
}

gait_format format_of_extension(const char *path) {
    for (int i = GAIT_FORMAT_UNKNOWN + 1; i < GAIT_FORMAT_COUNT; i++) {
        if (format_has_extension_of((gait_format)i, path)) {
            return (gait_format)i;
        }
    }
    return GAIT_FORMAT_UNKNOWN;
}

bool source_has_mesh(const source *self) {
    gait_mesh_info info;
    return gait_file_mesh_info(self->file, NULL, &info) == GAIT_OK;
}

gait_options source_options(source *self) {
    return (gait_options){.diagnostics = &self->diagnostics, .code_page = files_code_page()};
}

const char *source_status(const source *self) {
    switch (self->exit_code) {
    case EXIT_OK:
        return "ok";
    case EXIT_FILES:
        return "unreadable";
    case EXIT_UNSUPPORTED:
        return "unsupported";
    default:
        return "bad";
    }
}

const gait_diagnostic *source_error(const source *self) {
    return self->exit_code == EXIT_OK ? NULL : gait_diagnostics_cause(&self->diagnostics);
}

void source_print_error(const source *self, int64_t line) {
    const gait_diagnostic *error = source_error(self);
    result_json_error(error && error->rule ? error->rule->id : NULL, error ? error->text : NULL,
                      line);
}

/* The extension belongs to other programs too: configs of servers, binarised models. */
static bool has_shared_extension(const char *path) {
    return path_has_one_of(path, ".cfg .p3d");
}

bool source_is_foreign(const source *file) {
    static const char *const always[] = {"P3D001", "FIL003", "FIL004", "FIL005",
                                         "FIL006", "FIL007", "FIL008"};
    static const char *const shared[] = {"FIL002", "FIL011"};
    const gait_diagnostic *error = source_error(file);
    bool is_foreign = false;
    for (size_t i = 0; error && error->rule && i < sizeof always / sizeof always[0]; i++) {
        is_foreign = is_foreign || strcmp(error->rule->id, always[i]) == 0;
    }
    for (size_t i = 0; error && error->rule && i < sizeof shared / sizeof shared[0]; i++) {
        is_foreign = is_foreign ||
                     (strcmp(error->rule->id, shared[i]) == 0 && has_shared_extension(file->path));
    }
    return is_foreign;
}

void source_log_diagnostics(source *self) {
    const gait_diagnostic *why = source_error(self);
    log_diagnostics(source_label(self), &self->diagnostics, self->reported);
    bool is_silent = terminal_is_quiet() && self->diagnostics.errors == 0;
    if (is_silent && why && self->reported < self->diagnostics.count) {
        log_error(source_label(self), "%s", why->text); /* a warning that refuses the file */
    }
    self->reported = self->diagnostics.count;
}

int source_finish(source *self, gait_status status) {
    memory_check(status);
    source_log_diagnostics(self);
    return exit_of_status(status);
}

int source_open_or_fail(source *self, const char *path) {
    int code = source_open(self, path);
    if (code != EXIT_OK) {
        source_log_diagnostics(self);
    } else if (self->is_sidecar_used) {
        log_note("metadata: %s", self->sidecar);
    }
    return code;
}

char *source_bone_name(const source *self, uint32_t bone) {
    gait_span name = gait_file_bone_name(self->file, bone);
    return text_of_name(name, gait_file_code_page(self->file));
}

text_list source_bone_names(const source *self) {
    text_list names = {0};
    uint32_t count = gait_file_bone_count(self->file);
    for (uint32_t i = 0; i < count; i++) {
        text_list_add(&names, source_bone_name(self, i));
    }
    return names;
}

char *source_clip_name(const source *self, uint32_t clip) {
    gait_clip_info info = gait_file_clip_info(self->file, clip);
    return info.name_is_utf8 ? text_slice((const char *)info.name.data, info.name.size)
                             : text_of_name(info.name, gait_file_code_page(self->file));
}

text_list source_clip_names(const source *self) {
    text_list names = {0};
    uint32_t count = gait_file_clip_count(self->file);
    for (uint32_t i = 0; i < count; i++) {
        text_list_add(&names, source_clip_name(self, i));
    }
    return names;
}
