/* Paths: of the files of a mod, and virtual ones, which begin with the prefix of an addon. */
#include <string.h>

#include "base/bytes.h"
#include "base/sort.h"
#include "base/text/text.h"
#include "base/try.h"
#include "mod/mod_layers.h"

enum {
    PATHS_TAILS = 1000, /* files with the same last two names that are compared */
    PATHS_MAX = 512     /* bytes of a virtual path; no game opens longer ones */
};

static bool paths_is_slash(uint8_t c) {
    return c == '/' || c == '\\';
}

gait_span gaiti_mod_folder_of(gait_span path) {
    while (path.size > 0 && path.data[path.size - 1] != '/') {
        path.size--;
    }
    path.size -= path.size > 0;
    return path;
}

gait_span gaiti_mod_last_name(gait_span path) {
    size_t folder = gaiti_mod_folder_of(path).size;
    folder += folder > 0;
    return gaiti_span(path.data + folder, path.size - folder);
}

/* Appends a name; `..` removes the last one. */
static bool paths_add_name(gait_buffer *out, gait_span name) {
    if (name.size == 0 || gaiti_same_bytes(name, gaiti_span_of("."))) {
        return true;
    }
    if (gaiti_same_bytes(name, gaiti_span_of(".."))) {
        bool has_name = out->size > 0;
        out->size = gaiti_mod_folder_of(gaiti_span(out->data, out->size)).size;
        return has_name;
    }
    return (out->size == 0 || gaiti_write_u8(out, '/')) && gaiti_write(out, name.data, name.size);
}

gait_status gaiti_mod_write_path(gait_buffer *out, gait_span folder, gait_span path) {
    out->size = 0;
    if (path.size == 0) {
        return GAIT_NOT_FOUND;
    }
    /* Room for all names, so that only the names can be wrong. */
    if (!gaiti_extend(out, folder.size + path.size + 1)) {
        return GAIT_NO_MEMORY;
    }
    out->size = 0;
    bool is_inside = folder.size == 0 || gaiti_write(out, folder.data, folder.size);
    for (size_t from = 0, at = 0; at <= path.size && is_inside; at++) {
        if (at == path.size || paths_is_slash(path.data[at])) {
            is_inside = paths_add_name(out, gaiti_span(path.data + from, at - from));
            from = at + 1;
        }
    }
    return is_inside && out->size > 0 ? GAIT_OK : GAIT_NOT_FOUND;
}

/* The same for a buffer of the index. */
static bool paths_write(gait_mod *mod, gait_buffer *out, gait_span folder, gait_span path) {
    gait_status status = gaiti_mod_write_path(out, folder, path);
    if (status == GAIT_NO_MEMORY) {
        mod->arena.status = status;
    }
    return status == GAIT_OK;
}

/* --- sets ------------------------------------------------------------------------------------- */

static bool paths_is_before(const void *user, uint32_t a, uint32_t b) {
    const gaiti_mod_path *paths = user;
    gait_span left = paths[a].text, right = paths[b].text;
    size_t size = left.size < right.size ? left.size : right.size;
    int order = size > 0 ? memcmp(left.data, right.data, size) : 0;
    return order < 0 || (order == 0 && left.size < right.size);
}

/* The last two names of a path; empty if it has only one. */
static gait_span paths_tail_of(gait_span path) {
    gait_span folder = gaiti_mod_folder_of(path);
    gait_span above = gaiti_mod_folder_of(folder);
    size_t skipped = above.size + (above.size > 0);
    return folder.size == 0 ? (gait_span){0} : gaiti_span(path.data + skipped, path.size - skipped);
}

static gait_status paths_sort(gait_mod *mod) {
    uint32_t count = mod->path_count;
    uint32_t *order = gaiti_alloc(&mod->arena, count, sizeof *order);
    uint32_t *work = gaiti_alloc(&mod->arena, count, sizeof *work);
    gaiti_mod_path *sorted = gaiti_alloc(&mod->arena, count, sizeof *sorted);
    if (!order || !work || !sorted) {
        return mod->arena.status;
    }
    for (uint32_t p = 0; p < count; p++) {
        order[p] = p;
    }
    gaiti_sort(order, count, paths_is_before, mod->paths, work);
    mod->path_count = 0;
    for (uint32_t p = 0; p < count; p++) {
        const gaiti_mod_path *path = &mod->paths[order[p]];
        if (p == 0 || !gaiti_same_bytes(path->text, sorted[mod->path_count - 1].text)) {
            sorted[mod->path_count++] = *path;
        }
    }
    mod->paths = sorted;
    return GAIT_OK;
}

/* Adds the folders of a path and those above them to the set, or without `folders` only counts
 * them; those above the path before it are known. */
static uint32_t paths_add_folders(const gait_mod *mod, uint32_t path, gaiti_mod_set *folders) {
    gait_span before = path > 0 ? mod->paths[path - 1].text : (gait_span){0};
    gait_span folder = gaiti_mod_folder_of(mod->paths[path].text);
    uint32_t count = 0;
    for (; folder.size > 0; folder = gaiti_mod_folder_of(folder)) {
        if (before.size > folder.size && before.data[folder.size] == '/' &&
            memcmp(before.data, folder.data, folder.size) == 0) {
            break;
        }
        count++;
        if (folders) {
            folders->items[folders->count] = folder;
            folders->count += gaiti_names_add(&folders->names, folders->count) < 0;
        }
    }
    return count;
}

static gait_status paths_list_folders(gait_mod *mod) {
    gaiti_mod_set *folders = &mod->folders;
    uint64_t count = 0;
    for (uint32_t p = 0; p < mod->path_count; p++) {
        count += paths_add_folders(mod, p, NULL);
    }
    folders->items = count < UINT32_MAX ? gaiti_alloc(&mod->arena, count, sizeof(gait_span)) : NULL;
    if (!folders->items ||
        !gaiti_names_init(&folders->names, &mod->arena, folders->items, (uint32_t)count)) {
        return mod->arena.status != GAIT_OK ? mod->arena.status : GAIT_LIMIT;
    }
    for (uint32_t p = 0; p < mod->path_count; p++) {
        paths_add_folders(mod, p, folders);
    }
    return GAIT_OK;
}

/* Makes the set of all items. */
static bool paths_close_set(gait_mod *mod, gaiti_mod_set *set) {
    if (!gaiti_names_init(&set->names, &mod->arena, set->items, set->count)) {
        return false;
    }
    for (uint32_t i = 0; i < set->count; i++) {
        gaiti_names_add(&set->names, i);
    }
    return true;
}

gait_status gaiti_mod_close_paths(gait_mod *mod) {
    GAITI_TRY(paths_sort(mod));
    GAITI_TRY(paths_list_folders(mod));
    uint32_t count = mod->path_count;
    mod->path_names = gaiti_alloc(&mod->arena, count, sizeof *mod->path_names);
    mod->tail_names = gaiti_alloc(&mod->arena, count, sizeof *mod->tail_names);
    if (!mod->path_names || !mod->tail_names ||
        !gaiti_names_init(&mod->path_set, &mod->arena, mod->path_names, count) ||
        !gaiti_names_init(&mod->tail_set, &mod->arena, mod->tail_names, count) ||
        !paths_close_set(mod, &mod->game_folders) || !paths_close_set(mod, &mod->game_files)) {
        return mod->arena.status;
    }
    for (uint32_t p = 0; p < count; p++) {
        mod->path_names[p] = mod->paths[p].text;
        gaiti_names_add(&mod->path_set, p);
        mod->tail_names[p] = paths_tail_of(mod->paths[p].text);
        int32_t same = mod->tail_names[p].size > 0 ? gaiti_names_add(&mod->tail_set, p) : -1;
        if (same >= 0) {
            mod->paths[p].next_tail = mod->paths[same].next_tail;
            mod->paths[same].next_tail = (int32_t)p;
        }
    }
    return GAIT_OK;
}

/* --- look-ups --------------------------------------------------------------------------------- */

int32_t gaiti_mod_find_below(gait_mod *mod, gait_span folder, gait_span path) {
    return paths_write(mod, &mod->scratch, folder, path)
               ? gaiti_names_find(&mod->path_set, gaiti_span(mod->scratch.data, mod->scratch.size))
               : GAITI_MOD_NONE;
}

gait_span gaiti_mod_game_path(gait_span path) {
    static const char *const folders[] = {"anims", "config", "configs"};
    for (gait_span folder = gaiti_mod_folder_of(path); folder.size > 0;
         folder = gaiti_mod_folder_of(folder)) {
        gait_span name = gaiti_mod_last_name(folder);
        for (size_t f = 0; f < sizeof folders / sizeof folders[0]; f++) {
            if (gaiti_equal_name(name, gaiti_span_of(folders[f]))) {
                size_t skipped = folder.size - name.size;
                return gaiti_span(path.data + skipped, path.size - skipped);
            }
        }
    }
    return (gait_span){0};
}

bool gaiti_mod_is_in_game(gait_mod *mod, gait_span folder, gait_span path) {
    return mod->game_files.count > 0 && path.size <= PATHS_MAX &&
           paths_write(mod, &mod->scratch, folder, path) &&
           gaiti_names_find(
               &mod->game_files.names,
               gaiti_mod_game_path(gaiti_span(mod->scratch.data, mod->scratch.size))) >= 0;
}

/* The number of bytes of equal names at the ends of two paths. */
static size_t paths_common_tail(gait_span a, gait_span b) {
    size_t size = 0, whole = 0;
    while (size < a.size && size < b.size) {
        uint8_t x = a.data[a.size - 1 - size], y = b.data[b.size - 1 - size];
        if (gaiti_ascii_lower(x) != gaiti_ascii_lower(y)) {
            return whole;
        }
        size++;
        whole = x == '/' ? size : whole;
    }
    bool ends = (size == a.size || a.data[a.size - 1 - size] == '/') &&
                (size == b.size || b.data[b.size - 1 - size] == '/');
    return ends ? size : whole;
}

int32_t gaiti_mod_find_tail(gait_mod *mod, gait_span path) {
    int32_t best = GAITI_MOD_NONE;
    size_t best_size = 0;
    gait_span tail = paths_tail_of(path);
    int32_t file = tail.size > 0 ? gaiti_names_find(&mod->tail_set, tail) : GAITI_MOD_NONE;
    for (uint32_t i = 0; file >= 0 && i < PATHS_TAILS; i++) {
        size_t size = paths_common_tail(mod->paths[file].text, path);
        if (size > best_size || (size == best_size && file < best)) {
            best = file;
            best_size = size;
        }
        file = mod->paths[file].next_tail;
    }
    return best;
}

/* The file below the folder with the longest prefix that the path begins with. *out_matches: the
 * path begins with a prefix; *out_has_folder: a folder of the mod is where the file should be. */
static int32_t paths_find_prefixed(gait_mod *mod, gait_span path, bool *out_matches,
                                   bool *out_has_folder) {
    for (size_t size = path.size; size > 0; size--) {
        if (size < path.size && path.data[size] != '/') {
            continue;
        }
        int32_t prefix = gaiti_names_find(&mod->prefix_set, gaiti_span(path.data, size));
        *out_matches |= prefix >= 0;
        for (; prefix >= 0; prefix = mod->prefixes[prefix].next) {
            gait_span rest = gaiti_span(path.data + size, path.size - size);
            int32_t file = gaiti_mod_find_below(mod, mod->prefixes[prefix].folder, rest);
            if (file >= 0) {
                return file;
            }
            gait_span wanted =
                gaiti_mod_folder_of(gaiti_span(mod->scratch.data, mod->scratch.size));
            *out_has_folder |=
                wanted.size == 0 || gaiti_names_find(&mod->folders.names, wanted) >= 0;
        }
    }
    return GAITI_MOD_NONE;
}

/* True for a path that begins with a folder of the game. */
static bool paths_is_of_game(const gait_mod *mod, gait_span path) {
    static const char *const folders[] = {"a3", "ca", "dz", "anims", "bin", "core"};
    size_t size = 0;
    while (size < path.size && path.data[size] != '/') {
        size++;
    }
    gait_span first = gaiti_span(path.data, size);
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        if (gaiti_equal_name(first, gaiti_span_of(folders[i]))) {
            return true;
        }
    }
    return mod->game_folders.count > 0 && gaiti_names_find(&mod->game_folders.names, first) >= 0;
}

/* Looks up a path with `/` between its names. */
static gaiti_mod_found paths_find(gait_mod *mod, gait_span path, bool by_tail) {
    bool is_unknown = path.size > 0 && memchr(path.data, '?', path.size), matches = false;
    bool has_folder = false;
    int32_t file = paths_find_prefixed(mod, path, &matches, &has_folder);
    file = file >= 0 ? file : gaiti_names_find(&mod->path_set, path);
    if (file < 0 && by_tail &&
        (is_unknown || (!matches && !paths_is_of_game(mod, path) && !mod->has_prefix_files))) {
        file = gaiti_mod_find_tail(mod, path);
    }
    gait_use_status status = file >= 0                     ? GAIT_USE_FOUND
                             : is_unknown                  ? GAIT_USE_OUTSIDE
                             : matches                     ? GAIT_USE_MISSING
                             : paths_is_of_game(mod, path) ? GAIT_USE_GAME
                                                           : GAIT_USE_OUTSIDE;
    return (gaiti_mod_found){.file = file, .status = status, .has_folder = has_folder};
}

gaiti_mod_found gaiti_mod_find_virtual(gait_mod *mod, gait_span path, bool by_tail) {
    const gaiti_mod_found nothing = {.file = GAITI_MOD_NONE, .status = GAIT_USE_OUTSIDE};
    return path.size <= PATHS_MAX && paths_write(mod, &mod->scratch2, (gait_span){0}, path)
               ? paths_find(mod, gaiti_span(mod->scratch2.data, mod->scratch2.size), by_tail)
               : nothing;
}

gaiti_mod_found gaiti_mod_find_animation(gait_mod *mod, gait_span path) {
    const gaiti_mod_found nothing = {.file = GAITI_MOD_NONE, .status = GAIT_USE_OUTSIDE};
    if (path.size > PATHS_MAX || !paths_write(mod, &mod->scratch2, (gait_span){0}, path)) {
        return nothing;
    }
    gait_span name = gaiti_mod_last_name(gaiti_span(mod->scratch2.data, mod->scratch2.size));
    if (!memchr(name.data, '.', name.size) && !gaiti_write_text(&mod->scratch2, ".rtm")) {
        mod->arena.status = GAIT_NO_MEMORY;
        return nothing;
    }
    return paths_find(mod, gaiti_span(mod->scratch2.data, mod->scratch2.size), true);
}

gaiti_mod_found gaiti_mod_find_word(gait_mod *mod, uint32_t word) {
    const gaiti_mod_found nothing = {.file = GAITI_MOD_NONE, .status = GAIT_USE_OUTSIDE};
    if (!mod->found) {
        mod->found = gaiti_alloc(&mod->arena, mod->words.list.count, sizeof *mod->found);
    }
    if (!mod->found) {
        return nothing;
    }
    if (!mod->found[word].is_known) {
        mod->found[word] = gaiti_mod_find_animation(mod, gaiti_mod_word_span(mod, word));
        mod->found[word].is_known = true;
    }
    return mod->found[word];
}
