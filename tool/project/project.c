/* Finds and reads the .gait.toml of a run, and resolves its paths. */
#include "project/settings.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"
#include "io/files.h"

enum { MAX_SIZE = 64 * 1024 };

static project current;

const project *project_current(void) {
    return current.folder ? &current : NULL;
}

static void project_free(project *self) {
    free(self->folder);
    free(self->shown);
    free(self->path);
    toml_free(&self->content);
    text_list_free(&self->named, true);
    *self = (project){0};
}

void project_close(void) {
    project_free(&current);
}

/* --- finding ---------------------------------------------------------------------------------- */

/* Returns the path of the folder that contains the folder `shown` as a new text. */
static char *shown_parent(const char *shown) {
    char *without = path_without_separators(shown);
    const char *name = path_name(without);
    bool is_name = name[0] && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
    char *parent = is_name                     ? path_folder(without)
                   : strcmp(without, ".") == 0 ? text_copy("../")
                                               : text_format("%s../", shown);
    free(without);
    return parent;
}

/* Returns `folder` as the user has written it, or if that is another one, as it is. */
static char *shown_or_absolute(char *shown, const char *folder) {
    if (platform_is_same(shown[0] ? shown : ".", folder)) {
        return shown;
    }
    free(shown);
    return text_copy(folder);
}

/* The folder of a path, or the path itself if it is a folder, as a new text: "", or with a
 * separator. */
static char *folder_of(const char *path) {
    platform_info info;
    bool is_folder = platform_look(path, &info) == 0 && info.kind == PLATFORM_FOLDER;
    return is_folder ? path_join(path, "") : path_folder(path);
}

static files_place look_for_file(const char *folder) {
    char why[FILES_WHY], *found = NULL, *path = path_join(folder, PROJECT_FILE);
    platform_info info;
    bool exists = platform_look(path, &info) == 0;
    files_place place =
        exists ? files_find_below(folder, PROJECT_FILE, &found, why) : FILES_MISSING;
    free(found);
    free(path);
    return place;
}

/* Looks for the file in and above a folder: "", or with a separator at its end. EXIT_OK with a
 * folder of NULL in *out if there is none. */
static int find_file(const char *given, project *out) {
    char *shown = text_copy(given);
    char *folder = files_absolute_folder(shown);
    *out = (project){0};
    while (folder && !out->folder) {
        files_place place = look_for_file(folder);
        if (place == FILES_FOUND || place == FILES_ELSEWHERE) {
            out->folder = folder;
            out->shown = shown_or_absolute(shown, folder);
            out->path = path_join(out->shown, PROJECT_FILE);
            if (place == FILES_ELSEWHERE) {
                return refuse(EXIT_USAGE, out->path, "is not a file of this folder");
            }
            return EXIT_OK;
        }
        char *parent = path_parent(folder);
        free(folder);
        folder = parent;
        char *shown_above = shown_parent(shown);
        free(shown);
        shown = shown_above;
    }
    free(shown);
    return EXIT_OK;
}

/* Finds the project of all paths. */
static int find_project(const project_request *request, project *out) {
    int code = EXIT_OK;
    char *last = NULL; /* folder */
    if (request->count == 0) {
        return find_file("", out);
    }
    for (size_t i = 0; i < request->count && code == EXIT_OK; i++) {
        project found;
        const char *path = request->paths[i];
        char *folder = path_is_stream(path) ? NULL : folder_of(path);
        bool is_known = !folder || (last && strcmp(folder, last) == 0);
        if (is_known || (out->folder && request->uses_first)) {
            free(folder);
            continue;
        }
        free(last);
        last = folder;
        code = find_file(folder, &found);
        if (code == EXIT_OK && !out->folder) {
            *out = found;
            continue;
        }
        if (code == EXIT_OK && found.folder && !platform_is_same(found.folder, out->folder)) {
            log_error(path, "belongs to another project: %s, not %s", found.path, out->path);
            log_hint("run the command for each project, or give --no-project");
            code = EXIT_USAGE;
        }
        project_free(&found);
    }
    free(last);
    return code;
}

/* --- reading ---------------------------------------------------------------------------------- */

char *project_place(const toml_item *item) {
    return text_format("%s:%u", current.path, item->line);
}

/* Logs all wrong items. */
static int check_items(const project *self) {
    int code = EXIT_OK;
    for (size_t i = 0; i < self->content.count; i++) {
        char *place = project_place(&self->content.items[i]);
        code = exit_worse(project_check_item(place, &self->content.items[i]), code);
        free(place);
    }
    return code;
}

/* Parses the file. */
static int parse_file(project *self, const file_bytes *bytes) {
    if (bytes->size > MAX_SIZE) {
        return refuse(EXIT_USAGE, self->path, "is larger than %d bytes", (int)MAX_SIZE);
    }
    if (!toml_read((const char *)bytes->data, bytes->size, &self->content)) {
        char *place = text_format("%s:%u:%u", self->path, self->content.line, self->content.column);
        log_error(place, "%s", self->content.problem);
        free(place);
        return EXIT_USAGE;
    }
    return check_items(self);
}

static int project_read(project *self) {
    char why[FILES_WHY];
    file_bytes bytes = {0};
    int code = files_read_beginning(self->path, MAX_SIZE + 1, &bytes, why);
    if (code == EXIT_OK) {
        code = parse_file(self, &bytes);
    } else {
        log_error(self->path, "%s", why);
    }
    files_free(&bytes);
    return code;
}

int project_open(const project_request *request) {
    project_close();
    int code = find_project(request, &current);
    if (code == EXIT_OK && current.folder) {
        current.is_trusted = request->is_trusted;
        for (size_t i = 0; i < request->count; i++) {
            platform_info info;
            bool is_folder = !path_is_stream(request->paths[i]) &&
                             platform_look(request->paths[i], &info) == 0 &&
                             info.kind == PLATFORM_FOLDER;
            char *folder = is_folder ? files_absolute_folder(request->paths[i]) : NULL;
            if (folder) {
                text_list_add(&current.named, folder);
            }
        }
        code = project_read(&current);
    }
    if (code != EXIT_OK) {
        project_close();
    }
    return code;
}

bool project_contains(const char *folder) {
    return current.folder && strncmp(folder, current.folder, strlen(current.folder)) == 0;
}

bool project_is_root(const char *folder) {
    static const char *const marks[] = {".hemtt", ".git", "fsgame.ltx", "gamedata", "addons"};
    bool is_root = false;
    if (project_contains(folder)) {
        return strcmp(folder, current.folder) == 0;
    }
    for (size_t i = 0; i < sizeof marks / sizeof marks[0] && !is_root; i++) {
        platform_info info;
        char *path = path_join(folder, marks[i]);
        is_root = platform_look(path, &info) == 0;
        free(path);
    }
    return is_root;
}

/* --- settings --------------------------------------------------------------------------------- */

const toml_item *project_find(const char *table, const char *key) {
    for (size_t i = 0; i < current.content.count; i++) {
        const toml_item *item = &current.content.items[i];
        if (strcmp(item->table, table) == 0 && strcmp(item->key, key) == 0) {
            return item;
        }
    }
    return NULL;
}

const toml_item *project_match(const char *table, const char *text) {
    const toml_item *last = NULL;
    for (size_t i = 0; i < current.content.count; i++) {
        const toml_item *item = &current.content.items[i];
        if (item->kind != TOML_TABLE && strcmp(item->table, table) == 0) {
            char *pattern = project_pattern(item->key);
            last = path_matches(pattern, text, false) ? item : last;
            free(pattern);
        }
    }
    return last;
}

/* Adds the value of one key. */
static int add_value(const project_key *row, const toml_item *item, const char *value,
                     text_list *out) {
    bool is_path = row->kind == PROJECT_FOLDERS || row->kind == PROJECT_PATH;
    if (row->kind == PROJECT_RULES && !project_is_rule(value)) {
        return EXIT_OK;
    }
    char *copy = is_path ? project_path(item, value) : text_copy(value);
    if (copy) {
        text_list_add(out, copy);
    }
    return copy ? EXIT_OK : EXIT_USAGE;
}

int project_option_values(const char *command, const char *option, text_list *out) {
    for (const project_key *row = project_keys; row->table; row++) {
        bool is_row = row->key && row->option && strcmp(row->option, option) == 0 &&
                      row->kind != PROJECT_PATTERNS &&
                      (!row->command || strcmp(row->command, command) == 0);
        const toml_item *item = is_row ? project_find(row->table, row->key) : NULL;
        bool is_off = item && row->kind == PROJECT_BOOLEAN && item->values.items[0][0] == 'f';
        for (size_t i = 0; item && !is_off && i < item->values.count; i++) {
            TRY(add_value(row, item, item->values.items[i], out));
        }
    }
    return EXIT_OK;
}

/* --- paths ------------------------------------------------------------------------------------ */

static char *project_with_slashes(const char *text) {
    char *out = text_copy(text);
    for (char *at = out; *at; at++) {
        *at = *at == '\\' ? '/' : *at;
    }
    return out;
}

char *project_pattern(const char *value) {
    char *out = project_with_slashes(value);
    size_t size = strlen(out);
    if (size > 1 && out[size - 1] == '/') {
        out[size - 1] = 0;
    }
    if (strncmp(out, "./", 2) == 0) {
        memmove(out, out + 2, strlen(out + 2) + 1);
    }
    return out;
}

static bool is_absolute(const char *path) {
    return path[0] == '/' || (path[0] && path[1] == ':');
}

/* Returns the absolute path of `value` without "." and "..", as a new text: a '/' and a name for
 * each of its names. */
static char *normalised(const char *value) {
    char *path = is_absolute(value) ? text_copy(value) : path_join(current.folder, value);
    char *out = memory_resize(NULL, strlen(path) + 2, 1), *end = out;
    for (const char *at = path; *at;) {
        size_t size = strcspn(at, "/");
        bool is_up = size == 2 && at[0] == '.' && at[1] == '.';
        bool is_name = size > 0 && !is_up && !(size == 1 && at[0] == '.');
        while (is_up && end > out && *--end != '/') {
        }
        if (is_name) {
            *end++ = '/';
            memcpy(end, at, size);
            end += size;
        }
        at += size + (at[size] == '/');
    }
    *end = 0;
    free(path);
    return out;
}

/* True when `path` is `folder` or below it; both are absolute. */
static bool is_in(const char *path, const char *folder) {
    char *closed = path_join(path, ""), *above = path_without_separators(folder);
    bool is_inside = files_is_below(closed, above);
    free(closed);
    free(above);
    return is_inside;
}

/* What a path becomes before it is compared; NULL = it does not exist. */
typedef char *path_change(const char *path);

static char *resolved(const char *path) {
    char *target;
    return platform_resolve(path, &target) == 0 ? target : NULL;
}

/* True when the path is in the folder of the project or one of the command line. */
static bool is_in_folders(const char *path, path_change *change) {
    char *changed = change(path);
    bool is_inside = !changed;
    for (size_t i = 0; i <= current.named.count && !is_inside; i++) {
        char *folder = change(i == 0 ? current.folder : current.named.items[i - 1]);
        is_inside = folder && is_in(changed, folder);
        free(folder);
    }
    free(changed);
    return is_inside;
}

/* Links can lead out of the folders. A colon can be before the name of a skeleton. */
static bool leaves_by_link(const char *path) {
    const char *colon = strrchr(path_name(path), ':');
    char *file = text_slice(path, colon ? (size_t)(colon - path) : strlen(path));
    bool leaves = !is_in_folders(path, resolved) || !is_in_folders(file, resolved);
    free(file);
    return leaves;
}

char *project_find_path(const char *value, bool *out_leaves) {
    char *path = project_with_slashes(value);
    char *found = is_absolute(path) ? text_copy(path) : path_join(current.shown, path);
    *out_leaves =
        !current.is_trusted && (!is_in_folders(path, normalised) || leaves_by_link(found));
    free(path);
    return found;
}

char *project_path(const toml_item *item, const char *value) {
    bool leaves;
    char *path = project_find_path(value, &leaves), *place = project_place(item);
    if (leaves) {
        log_error(place, "'%s' is outside of the folder of this file", value);
        log_hint("if you trust this file, give --trust-project; --no-project ignores it");
        free(path);
        path = NULL;
    }
    free(place);
    return path;
}

char *project_relative(const char *path) {
    char *folder = current.folder && !path_is_stream(path) ? path_folder(path) : NULL;
    char *below = folder ? files_folder_below(folder, current.folder) : NULL;
    char *relative = below ? text_format("%s%s", below, path_name(path)) : NULL;
    free(below);
    free(folder);
    return relative;
}

/* True when one of the patterns of a key matches the path. */
static bool matches_key(const char *key, const char *path, bool whole) {
    const toml_item *item = project_find("", key);
    bool matches = false;
    for (size_t i = 0; item && i < item->values.count && !matches; i++) {
        char *pattern = project_pattern(item->values.items[i]);
        matches = path_matches(pattern, path, whole);
        free(pattern);
    }
    return matches;
}

bool project_selects(const char *path, size_t named, bool has_included, bool has_excluded) {
    const toml_item *included = project_find("", "include");
    bool is_selected = has_included || !included || included->values.count == 0 ||
                       matches_key("include", path, false);
    for (size_t size = named; is_selected && !has_excluded && path[size];) {
        size += strcspn(path + size, "/");
        char *part = text_slice(path, size);
        is_selected = !matches_key("exclude", part, true);
        free(part);
        size += path[size] == '/';
    }
    return is_selected;
}
