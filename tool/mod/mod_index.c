/* Lists the files of a mod, and reads those that its index needs. */
#include "mod/mod_index.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"
#include "project/settings.h"

enum { MOD_LEVELS = 8 /* folders above a file in which the root is looked for */ };

/* --- the root --------------------------------------------------------------------------------- */

static bool mod_contains(const char *folder, const char *name) {
    platform_info info;
    char *path = path_join(folder, name);
    bool found = platform_look(path, &info) == 0;
    free(path);
    return found;
}

static bool mod_contains_one(const char *folder, const char *const *names) {
    bool found = false;
    for (size_t i = 0; names[i] && !found; i++) {
        found = mod_contains(folder, names[i]);
    }
    return found;
}

/* The folder above one whose path ends with a separator, as a new text. */
static char *mod_parent_of(const char *folder) {
    char *absolute = NULL;
    char *closed = path_without_separators(folder);
    bool is_up = strcmp(path_name(closed), "..") == 0 || strcmp(path_name(closed), ".") == 0;
    free(closed);
    if (folder[0] && !is_up) {
        char *parent = path_parent(folder);
        if (parent) {
            return parent;
        }
    }
    if (platform_absolute(folder, &absolute) != 0) {
        return NULL;
    }
    char *full = path_join(absolute, "");
    char *parent = path_parent(full);
    free(absolute);
    free(full);
    return parent;
}

/* True for a folder with the config of an addon, or with the LTX and models of an X-Ray mod. */
static bool mod_is_config_folder(const char *folder) {
    static const char *const addons[] = {"config.cpp", "config.bin", "$PBOPREFIX$", NULL};
    static const char *const ltx[] = {"configs", "config", NULL};
    return mod_contains_one(folder, addons) ||
           (mod_contains(folder, "meshes") && mod_contains_one(folder, ltx));
}

/* The highest folder with a config from this one up to a root of a project; with `is_any`, the
 * first one with a config. NULL = none. */
static char *mod_look_up(const char *folder, bool is_any) {
    char *at = text_copy(folder), *found = NULL;
    for (int level = 0; at && level <= MOD_LEVELS; level++) {
        bool is_marked = !is_any && project_is_root(at);
        if (is_marked || mod_is_config_folder(at)) {
            free(found);
            found = text_copy(at);
        }
        char *parent = is_marked || (is_any && found) ? NULL : mod_parent_of(at);
        free(at);
        at = parent;
    }
    free(at);
    return found;
}

char *mod_root_of(const char *file) {
    char *folder = path_folder(file), *root;
    char *below = project_current() ? files_folder_below(folder, project_current()->folder) : NULL;
    root = below ? text_copy(project_current()->shown) : mod_look_up(folder, false);
    root = root ? root : text_copy(folder);
    free(below);
    free(folder);
    return root;
}

bool mod_has_config(const char *file) {
    char *folder = path_folder(file);
    char *found = mod_look_up(folder, true);
    bool has_config = found != NULL;
    free(found);
    free(folder);
    return has_config;
}

char *mod_root_of_folder(const char *folder) {
    static const char *const marks[] = {".hemtt", "fsgame.ltx", "gamedata", "addons", NULL};
    char *inside = path_join(folder, ""), *root = mod_root_of(inside);
    char *below = project_current() ? files_folder_below(folder, project_current()->folder) : NULL;
    if (!below && strcmp(root, inside) != 0 && !mod_contains_one(root, marks) &&
        !mod_has_config(inside)) {
        free(root);
        root = text_copy(inside);
    }
    free(below);
    free(inside);
    return root;
}

/* --- files ------------------------------------------------------------------------------------ */

typedef struct mod_listing {
    text_list folders; /* relative to the root: "" or with a slash at the end */
    const char *folder;
    gait_mod *mod;
    gait_mod_origin origin;
} mod_listing;

static void visit_mod_entry(void *user, const char *name, platform_kind kind) {
    mod_listing *self = user;
    bool is_hidden = strcmp(name, ".git") == 0 || strcmp(name, ".hemttout") == 0;
    if (kind == PLATFORM_FOLDER && !is_hidden) {
        text_list_add(&self->folders, text_format("%s%s/", self->folder, name));
    } else if (kind == PLATFORM_FILE) {
        char *path = text_format("%s%s", self->folder, name);
        memory_check(gait_mod_add(self->mod, path, self->origin));
        free(path);
    }
}

static int mod_list(gait_mod *mod, const char *root, gait_mod_origin origin) {
    mod_listing self = {.mod = mod, .origin = origin};
    int code = EXIT_OK;
    text_list_add(&self.folders, text_copy(""));
    for (size_t i = 0; i < self.folders.count; i++) {
        self.folder = self.folders.items[i];
        char *folder = path_join(root, self.folder);
        int error = platform_list(folder, visit_mod_entry, &self);
        if (error != 0) {
            log_error(folder, "cannot list the folder: %s", platform_explain(error));
            code = EXIT_FILES;
        }
        free(folder);
    }
    text_list_free(&self.folders, true);
    return code;
}

/* --- prefixes --------------------------------------------------------------------------------- */

/* For a folder in the table [prefix] of the project: the path of the file with its prefix, as a new
 * text. NULL = the folder is not in the mod. */
static char *mod_prefix_path(const mod_index *self, const toml_item *item) {
    char *folder = project_pattern(item->key);
    char *closed = strcmp(folder, ".") == 0 ? text_copy("") : path_join(folder, "");
    size_t size = self->below ? strlen(self->below) : 0;
    bool is_inside = self->below && strncmp(closed, self->below, size) == 0;
    char *path = is_inside ? text_format("%s$PBOPREFIX$", closed + size) : NULL;
    free(closed);
    free(folder);
    return path;
}

/* The next prefix of the project from *at on; NULL = none. */
static const toml_item *mod_next_prefix(size_t *at) {
    const toml *content = project_current() ? &project_current()->content : NULL;
    for (; content && *at < content->count; ++*at) {
        const toml_item *item = &content->items[*at];
        if (item->kind != TOML_TABLE && strcmp(item->table, "prefix") == 0) {
            ++*at;
            return item;
        }
    }
    return NULL;
}

/* Adds a file for each prefix of the project that has none. */
static void mod_add_prefixes(const mod_index *self) {
    size_t at = 0;
    for (const toml_item *item = mod_next_prefix(&at); item; item = mod_next_prefix(&at)) {
        char *path = mod_prefix_path(self, item);
        if (path && !mod_contains(self->root, path) &&
            gait_mod_add(self->mod, path, GAIT_MOD_OWN) != GAIT_OK) {
            char *place = project_place(item);
            log_warning(place, "'%s' is not a folder of the mod", item->key);
            free(place);
        }
        free(path);
    }
}

/* The prefix of the project in a file; NULL = it has none. */
static const char *mod_find_prefix(const mod_index *self, uint32_t file) {
    const char *found = NULL;
    size_t at = 0;
    for (const toml_item *item = mod_next_prefix(&at); item; item = mod_next_prefix(&at)) {
        char *path = mod_prefix_path(self, item);
        bool is_file = path && gait_mod_find(self->mod, path) == (int32_t)file;
        found = is_file ? item->values.items[0] : found;
        free(path);
    }
    return found;
}

static void mod_index_read(mod_index *self, uint32_t file) {
    char why[FILES_WHY];
    char *path = mod_index_path(self, file);
    const char *prefix = mod_find_prefix(self, file);
    file_bytes *bytes = &self->bytes[file];
    gait_span span = {0};
    if (prefix) {
        span = (gait_span){(const uint8_t *)prefix, strlen(prefix)};
    } else if (files_read(path, bytes, why) != EXIT_OK) {
        log_warning(path, "%s", why);
    } else {
        span = (gait_span){bytes->data ? bytes->data : (const uint8_t *)"", bytes->size};
    }
    memory_check(gait_mod_provide(self->mod, file, span));
    if (gait_mod_file_at(self->mod, file).is_copied) {
        files_free(bytes);
    }
    free(path);
}

/* --- the index -------------------------------------------------------------------------------- */

/* The name of the folder, as a new text; NULL = unknown. */
static char *mod_name_of(const char *root) {
    char *absolute = NULL;
    if (platform_absolute(root, &absolute) != 0) {
        return NULL;
    }
    char *folder = path_without_separators(absolute), *name = text_copy(path_name(folder));
    free(absolute);
    free(folder);
    return name;
}

int mod_index_load(const mod_request *request, mod_index *out) {
    const char *root = request->root;
    const text_list *others[] = {request->games, request->addons};
    *out = (mod_index){.root = root[0] ? path_join(root, "") : text_copy("")};
    char *name = mod_name_of(root);
    const gait_mod_options options = {.common = {.code_page = files_code_page()},
                                      .name = name,
                                      .finds_copies = request->finds_copies};
    gait_status status = gait_mod_new(&options, &out->mod);
    free(name);
    memory_check(status);
    out->below = project_current() ? files_folder_below(root, project_current()->folder) : NULL;
    int code = mod_list(out->mod, root, GAIT_MOD_OWN);
    mod_add_prefixes(out);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        for (size_t f = 0; others[i] && f < others[i]->count; f++) {
            code = exit_worse(code, mod_list(out->mod, others[i]->items[f], GAIT_MOD_GAME));
        }
    }
    int32_t file = gait_mod_need(out->mod);
    out->count = gait_mod_file_count(out->mod);
    out->bytes = memory_resize(NULL, out->count, sizeof *out->bytes);
    memset(out->bytes, 0, out->count * sizeof *out->bytes);
    for (; file >= 0; file = gait_mod_need(out->mod)) {
        mod_index_read(out, (uint32_t)file);
    }
    status = gait_mod_finish(out->mod);
    memory_check(status);
    if (status != GAIT_OK) {
        log_error(root, "the configs of this folder cannot be read: %s", gait_status_name(status));
        code = exit_worse(code, exit_of_status(status));
    }
    return code;
}

void mod_index_free(mod_index *self) {
    gait_mod_free(self->mod);
    for (uint32_t f = 0; f < self->count; f++) {
        files_free(&self->bytes[f]);
    }
    free(self->bytes);
    free(self->root);
    free(self->below);
    *self = (mod_index){0};
}

bool mod_index_selects(const mod_index *self, uint32_t file, bool has_included, bool has_excluded) {
    char *path = self->below
                     ? text_format("%s%s", self->below, gait_mod_file_at(self->mod, file).path)
                     : NULL;
    bool selects = !path || project_selects(path, strlen(self->below), has_included, has_excluded);
    free(path);
    return selects;
}

int32_t mod_index_find(const mod_index *self, const char *path) {
    if (!self->mod) {
        return -1;
    }
    size_t size = strlen(self->root);
    int32_t file =
        strncmp(path, self->root, size) == 0 ? gait_mod_find(self->mod, path + size) : -1;
    char *absolute = NULL, *root = NULL;
    if (file < 0 && platform_absolute(path, &absolute) == 0 &&
        platform_absolute(self->root, &root) == 0) {
        char *folder = path_join(root, "");
        size = strlen(folder);
        file =
            strncmp(absolute, folder, size) == 0 ? gait_mod_find(self->mod, absolute + size) : -1;
        free(folder);
    }
    free(absolute);
    free(root);
    return file;
}

char *mod_index_path(const mod_index *self, uint32_t file) {
    return text_format("%s%s", self->root, gait_mod_file_at(self->mod, file).path);
}

char *mod_index_place(const mod_index *self, const gait_mod_use *use) {
    char *path = mod_index_path(self, use->place.file);
    char *place = use->kind == GAIT_USE_REFERENCE ? text_copy(path)
                  : use->place.line > 0
                      ? text_format("%s:%lu", path, (unsigned long)use->place.line)
                      : text_format("%s at byte %llu", path, (unsigned long long)use->place.offset);
    free(path);
    return place;
}
