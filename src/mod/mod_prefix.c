/* The prefixes of addons: what the virtual paths of a folder begin with. */
#include <string.h>

#include "base/bytes.h"
#include "base/sniff.h"
#include "base/text/text.h"
#include "base/try.h"
#include "mod/mod_layers.h"

/* The last name of a path. */
static gait_span prefix_name(gait_span path) {
    gait_span folder = gaiti_mod_folder_of(path);
    size_t skipped = folder.size + (folder.size > 0);
    return gaiti_span(path.data + skipped, path.size - skipped);
}

static bool prefix_is(gait_span name, const char *text) {
    return gaiti_equal_name(name, gaiti_span_of(text));
}

static bool prefix_is_one_of(gait_span name, const char *const *texts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (prefix_is(name, texts[i])) {
            return true;
        }
    }
    return false;
}

/* True when a folder of the path has one of these names. */
static bool prefix_is_below(gait_span path, const char *const *names, size_t count) {
    for (gait_span folder = gaiti_mod_folder_of(path); folder.size > 0;
         folder = gaiti_mod_folder_of(folder)) {
        if (prefix_is_one_of(prefix_name(folder), names, count)) {
            return true;
        }
    }
    return false;
}

gaiti_mod_role gaiti_mod_role_of(gait_span path) {
    static const char *const prefixes[] = {"$PBOPREFIX$",   "$PBOPREFIX$.txt", "PBOPREFIX",
                                           "PBOPREFIX.txt", "$PREFIX$",        "$PREFIX$.txt"};
    static const char *const extensions[] = {"hpp", "h", "cpp", "inc", "ext"};
    static const char *const no_roots[] = {"include", ".hemtt", ".git", ".hemttout"};
    gait_span name = prefix_name(path);
    size_t dot = name.size;
    while (dot > 0 && name.data[dot - 1] != '.') {
        dot--;
    }
    gait_span extension = gaiti_span(name.data + dot, dot > 0 ? name.size - dot : 0);
    bool is_config = prefix_is(name, "config.cpp") || prefix_is(name, "config.bin");
    if (is_config && !prefix_is_below(path, no_roots, sizeof no_roots / sizeof no_roots[0])) {
        return GAITI_MOD_ROOT;
    }
    if (prefix_is_one_of(name, prefixes, sizeof prefixes / sizeof prefixes[0])) {
        return GAITI_MOD_PREFIX;
    }
    if (prefix_is(name, "project.toml")) {
        return GAITI_MOD_PROJECT;
    }
    static const struct {
        const char *extension;
        gaiti_mod_role role;
    } others[] = {{"rtm", GAITI_MOD_ANIMATION}, {"anm", GAITI_MOD_EFFECT},
                  {"ltx", GAITI_MOD_LTX},       {"ogf", GAITI_MOD_MODEL},
                  {"omf", GAITI_MOD_BANK},      {"script", GAITI_MOD_SCRIPT},
                  {"lua", GAITI_MOD_SCRIPT}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (prefix_is(extension, others[i].extension)) {
            return others[i].role;
        }
    }
    if (prefix_is(extension, "xml") &&
        prefix_is(prefix_name(gaiti_mod_folder_of(path)), "gameplay")) {
        return GAITI_MOD_PROFILE;
    }
    return prefix_is_one_of(extension, extensions, sizeof extensions / sizeof extensions[0])
               ? GAITI_MOD_TEXT
               : GAITI_MOD_OTHER;
}

/* --- the list --------------------------------------------------------------------------------- */

/* The folders with a config or with a file that contains a prefix. */
typedef struct prefix_folders {
    gait_span *items;
    bool *has_file; /* that contains a prefix */
    uint32_t count;
    gaiti_names names;
} prefix_folders;

/* Returns the index of the folder. */
static uint32_t prefix_add_folder(prefix_folders *folders, gait_span folder) {
    folders->items[folders->count] = folder;
    int32_t same = gaiti_names_add(&folders->names, folders->count);
    return same >= 0 ? (uint32_t)same : folders->count++;
}

static gait_status prefix_find_folders(gait_mod *mod, prefix_folders *folders) {
    folders->items = gaiti_alloc(&mod->arena, mod->path_count, sizeof *folders->items);
    folders->has_file = gaiti_alloc(&mod->arena, mod->path_count, sizeof *folders->has_file);
    if (!folders->items || !folders->has_file ||
        !gaiti_names_init(&folders->names, &mod->arena, folders->items, mod->path_count)) {
        return mod->arena.status;
    }
    for (uint32_t p = 0; p < mod->path_count; p++) {
        const gaiti_mod_path *path = &mod->paths[p];
        bool is_file = path->role == GAITI_MOD_PREFIX && path->need == GAITI_MOD_GIVEN;
        if (is_file || path->role == GAITI_MOD_ROOT) {
            uint32_t folder = prefix_add_folder(folders, gaiti_mod_folder_of(path->text));
            folders->has_file[folder] |= is_file;
        }
    }
    return GAIT_OK;
}

/* Adds a prefix, which is written with one `/` between its names. `file`: that contains it; -1 =
 * none. */
static gait_status prefix_add(gait_mod *mod, gait_span folder, gait_span prefix, int32_t file) {
    gait_status status = gaiti_mod_write_path(&mod->scratch, (gait_span){0}, prefix);
    if (status != GAIT_OK) {
        return status == GAIT_NOT_FOUND ? GAIT_OK : status;
    }
    gait_span text = gaiti_span(mod->scratch.data, mod->scratch.size);
    GAITI_TRY(gaiti_own(&mod->arena, &text));
    gaiti_mod_prefix added = {text, folder, GAITI_MOD_NONE, file};
    return gaiti_append(&mod->arena, &mod->prefixes, &mod->prefix_count, &mod->prefix_capacity,
                        &added, sizeof added);
}

/* --- files with prefixes ---------------------------------------------------------------------- */

static gait_span prefix_trimmed(gait_span text) {
    while (text.size > 0 && (text.data[0] <= ' ' || text.data[0] == '"')) {
        text = gaiti_span(text.data + 1, text.size - 1);
    }
    while (text.size > 0 && (text.data[text.size - 1] <= ' ' || text.data[text.size - 1] == '"' ||
                             text.data[text.size - 1] == ';')) {
        text.size--;
    }
    return text;
}

/* Removes the first line of a text, and returns it. */
static gait_span prefix_next_line(gait_span *text) {
    size_t size = 0;
    while (size < text->size && !gaiti_config_ends_line(text->data[size])) {
        size++;
    }
    gait_span line = gaiti_span(text->data, size);
    size += size < text->size;
    *text = gaiti_span(text->data + size, text->size - size);
    return line;
}

/* The prefix in a file: its first line that is no comment. */
static gait_span prefix_of_file(gait_span text) {
    text = gaiti_text_start(text);
    while (text.size > 0) {
        gait_span line = prefix_trimmed(prefix_next_line(&text));
        if (line.size > 0 && !gaiti_begins(line, "//") && line.data[0] != '#' &&
            line.data[0] != ';') {
            if (gaiti_begins_word(line, "prefix")) {
                const uint8_t *equals = memchr(line.data, '=', line.size);
                size_t skipped = equals ? (size_t)(equals - line.data) + 1 : 0;
                line = gaiti_span(line.data + skipped, line.size - skipped);
            }
            return prefix_trimmed(line);
        }
    }
    return (gait_span){0};
}

static gait_status prefix_read_files(gait_mod *mod) {
    for (uint32_t p = 0; p < mod->path_count; p++) {
        const gaiti_mod_path *path = &mod->paths[p];
        if (path->role == GAITI_MOD_PREFIX && path->need == GAITI_MOD_GIVEN) {
            mod->has_prefix_files = true;
            GAITI_TRY(prefix_add(mod, gaiti_mod_folder_of(path->text), prefix_of_file(path->bytes),
                                 (int32_t)p));
        }
    }
    return GAIT_OK;
}

/* --- project.toml ----------------------------------------------------------------------------- */

/* The value of a key that is alone on its line. */
static gait_span prefix_toml_value(gait_span text, const char *key) {
    while (text.size > 0) {
        gait_span line = prefix_trimmed(prefix_next_line(&text));
        const uint8_t *equals = line.size > 0 ? memchr(line.data, '=', line.size) : NULL;
        size_t size = equals ? (size_t)(equals - line.data) : 0;
        if (equals && prefix_is(prefix_trimmed(gaiti_span(line.data, size)), key)) {
            gait_span value = prefix_trimmed(gaiti_span(equals + 1, line.size - size - 1));
            const uint8_t *quote = value.size > 0 ? memchr(value.data, '"', value.size) : NULL;
            return gaiti_span(value.data, quote ? (size_t)(quote - value.data) : value.size);
        }
    }
    return (gait_span){0};
}

/* Adds the prefix of a folder such as addons/X of a project. */
static gait_status prefix_add_addon(gait_mod *mod, int32_t file, gait_span folder) {
    gait_span project = mod->paths[file].bytes;
    gait_span prefix = prefix_toml_value(project, "prefix");
    gait_span main_prefix = prefix_toml_value(project, "mainprefix");
    gait_span name = prefix_name(folder);
    gait_buffer text = {.allocator = mod->options.allocator};
    bool is_ok = prefix.size == 0 ||
                 (gaiti_write(&text, main_prefix.data, main_prefix.size) &&
                  gaiti_write_u8(&text, '/') && gaiti_write(&text, prefix.data, prefix.size) &&
                  gaiti_write_text(&text, "/addons/") && gaiti_write(&text, name.data, name.size));
    gait_status status = is_ok ? GAIT_OK : GAIT_NO_MEMORY;
    if (is_ok && prefix.size > 0) {
        status = prefix_add(mod, folder, gaiti_span(text.data, text.size), file);
    }
    gait_buffer_free(&text);
    return status;
}

/* The project.toml of a folder, in it or in its .hemtt; -1 = it has none. */
static int32_t prefix_project_of(gait_mod *mod, gait_span folder) {
    static const char *const names[] = {".hemtt/project.toml", "project.toml"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        int32_t file = gaiti_mod_find_below(mod, folder, gaiti_span_of(names[i]));
        if (file >= 0 && mod->paths[file].need == GAITI_MOD_GIVEN) {
            return file;
        }
    }
    return GAITI_MOD_NONE;
}

/* True when the folder is below one with a config or a prefix. */
static bool prefix_is_inside(const prefix_folders *folders, gait_span folder) {
    while (folder.size > 0) {
        folder = gaiti_mod_folder_of(folder);
        if (gaiti_names_find(&folders->names, folder) >= 0) {
            return true;
        }
    }
    return false;
}

/* A folder with a config: its prefix by a project, or else by its own name. */
static gait_status prefix_of_config(gait_mod *mod, const prefix_folders *folders,
                                    gait_span folder) {
    static const char *const groups[] = {"addons", "optionals", "compats"};
    gait_span group = gaiti_mod_folder_of(folder);
    if (folder.size > 0 && group.size > 0 &&
        prefix_is_one_of(prefix_name(group), groups, sizeof groups / sizeof groups[0])) {
        int32_t project = prefix_project_of(mod, gaiti_mod_folder_of(group));
        if (project >= 0 && mod->paths[project].bytes.size > 0) {
            return prefix_add_addon(mod, project, folder);
        }
    }
    return prefix_is_inside(folders, folder)
               ? GAIT_OK
               : prefix_add(mod, folder, folder.size > 0 ? prefix_name(folder) : mod->name,
                            GAITI_MOD_NONE);
}

gait_status gaiti_mod_find_prefixes(gait_mod *mod) {
    prefix_folders folders = {0};
    GAITI_TRY(prefix_find_folders(mod, &folders));
    GAITI_TRY(prefix_read_files(mod));
    for (uint32_t f = 0; f < folders.count; f++) {
        if (!folders.has_file[f]) {
            GAITI_TRY(prefix_of_config(mod, &folders, folders.items[f]));
        }
    }
    mod->prefix_names = gaiti_alloc(&mod->arena, mod->prefix_count, sizeof *mod->prefix_names);
    if (!mod->prefix_names ||
        !gaiti_names_init(&mod->prefix_set, &mod->arena, mod->prefix_names, mod->prefix_count)) {
        return mod->arena.status;
    }
    for (uint32_t p = 0; p < mod->prefix_count; p++) {
        mod->prefix_names[p] = mod->prefixes[p].prefix;
        int32_t same = gaiti_names_add(&mod->prefix_set, p);
        if (same >= 0) {
            mod->prefixes[p].next = mod->prefixes[same].next;
            mod->prefixes[same].next = (int32_t)p;
        }
    }
    return GAIT_OK;
}
