/* The index of a mod: its files, and which bytes of them are needed. */
#include "mod/mod_layers.h"

#include <stddef.h>

#include "base/try.h"
#include "base/bytes.h"
#include "base/text/text.h"
#include "mod/mod_xray.h"

gait_status gait_mod_new(const gait_mod_options *options, gait_mod **out_mod) {
    const gait_options *common = options ? &options->common : NULL;
    gait_status status;
    if (!GAITI_CLEAR(out_mod)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_mod *mod = gaiti_new_object(common, sizeof *mod, offsetof(gait_mod, arena), 0, &status);
    if (!mod) {
        return status;
    }
    mod->options = common ? *common : (gait_options){0};
    mod->options.diagnostics = NULL;
    mod->finds_copies = options && options->finds_copies;
    mod->scratch.allocator = mod->scratch2.allocator = mod->options.allocator;
    mod->name = gaiti_span_of(options ? options->name : NULL);
    mod->name.data = gaiti_copy(&mod->arena, mod->name);
    status = mod->name.data ? gaiti_mod_words_init(mod) : mod->arena.status;
    if (status != GAIT_OK) {
        gait_mod_free(mod);
        return status;
    }
    *out_mod = mod;
    return GAIT_OK;
}

void gait_mod_free(gait_mod *mod) {
    if (mod) {
        gaiti_mod_xray_free(mod);
        gait_buffer_free(&mod->scratch);
        gait_buffer_free(&mod->scratch2);
        gaiti_free_object(mod, offsetof(gait_mod, arena));
    }
}

/* --- files ------------------------------------------------------------------------------------ */

static gait_status mod_add_own(gait_mod *mod, gait_span path) {
    gaiti_mod_path added = {
        .text = path, .role = gaiti_mod_role_of(path), .next_tail = GAITI_MOD_NONE};
    return gaiti_append(&mod->arena, &mod->paths, &mod->path_count, &mod->path_capacity, &added,
                        sizeof added);
}

static gait_status mod_add_item(gait_mod *mod, gaiti_mod_set *set, gait_span item) {
    return gaiti_append(&mod->arena, &set->items, &set->count, &set->capacity, &item, sizeof item);
}

/* A file of the game: the folder at its top, and the path of an effect or an LTX. */
static gait_status mod_add_game(gait_mod *mod, gait_span path) {
    gaiti_mod_set *folders = &mod->game_folders;
    gaiti_mod_role role = gaiti_mod_role_of(path);
    gait_span file = gaiti_mod_game_path(path);
    size_t size = 0;
    while (size < path.size && path.data[size] != '/') {
        size++;
    }
    gait_span folder = gaiti_span(path.data, size);
    if (file.size > 0 && (role == GAITI_MOD_EFFECT || role == GAITI_MOD_LTX)) {
        mod->has_game_effects |= role == GAITI_MOD_EFFECT;
        mod->has_game_ltx |= role == GAITI_MOD_LTX;
        GAITI_TRY(mod_add_item(mod, &mod->game_files, file));
    }
    bool is_known =
        folders->count > 0 && gaiti_same_bytes(folders->items[folders->count - 1], folder);
    return is_known ? GAIT_OK : mod_add_item(mod, folders, folder);
}

gait_status gait_mod_add(gait_mod *mod, const char *path, gait_mod_origin origin) {
    bool is_origin = origin == GAIT_MOD_OWN || origin == GAIT_MOD_GAME;
    if (!mod || !path || !is_origin || mod->is_closed) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_status status = gaiti_mod_write_path(&mod->scratch, (gait_span){0}, gaiti_span_of(path));
    if (status != GAIT_OK) {
        return status == GAIT_NOT_FOUND ? GAIT_BAD_ARGUMENT : status;
    }
    gait_span text = gaiti_span(mod->scratch.data, mod->scratch.size);
    uint8_t *copy = gaiti_alloc(&mod->arena, text.size + 1, 1);
    if (!copy) {
        return mod->arena.status;
    }
    memcpy(copy, text.data, text.size);
    text.data = copy;
    return origin == GAIT_MOD_GAME ? mod_add_game(mod, text) : mod_add_own(mod, text);
}

static void mod_close(gait_mod *mod) {
    mod->is_closed = true;
    mod->status = gaiti_mod_close_paths(mod);
    mod->status = mod->status == GAIT_OK ? gaiti_mod_xray_new(mod) : mod->status;
    bool has_config = false;
    for (uint32_t p = 0; p < mod->path_count; p++) {
        has_config |= mod->paths[p].role == GAITI_MOD_ROOT;
    }
    for (uint32_t p = 0; p < mod->path_count && mod->status == GAIT_OK; p++) {
        gaiti_mod_role role = mod->paths[p].role;
        if ((role >= GAITI_MOD_ROOT && (mod->xray || role < GAITI_MOD_LTX)) ||
            (mod->finds_copies && has_config && role == GAITI_MOD_ANIMATION)) {
            mod->paths[p].need = GAITI_MOD_NEEDED;
        }
    }
}

/* The next file that is needed; -1 = none. */
static int32_t mod_next_need(gait_mod *mod) {
    while (mod->next_need < mod->path_count &&
           mod->paths[mod->next_need].need != GAITI_MOD_NEEDED) {
        mod->next_need++;
    }
    return mod->next_need < mod->path_count ? (int32_t)mod->next_need : GAITI_MOD_NONE;
}

/* Reads what was provided; more files may be needed then. */
static gait_status mod_read(gait_mod *mod) {
    if (!mod->has_prefixes) {
        mod->has_prefixes = true;
        GAITI_TRY(gaiti_mod_find_prefixes(mod));
        GAITI_TRY(gaiti_mod_find_roots(mod));
    }
    mod->next_need = 0;
    mod->passes++;
    GAITI_TRY(gaiti_mod_read_roots(mod));
    return mod->arena.status;
}

int32_t gait_mod_need(gait_mod *mod) {
    if (mod && !mod->is_closed) {
        mod_close(mod);
    }
    if (!mod || mod->status != GAIT_OK) {
        return GAITI_MOD_NONE;
    }
    int32_t need = mod_next_need(mod);
    if (need < 0 && mod->passes < GAITI_MOD_PASSES && !mod->is_finished) {
        mod->status = mod_read(mod);
        need = mod->status == GAIT_OK ? mod_next_need(mod) : GAITI_MOD_NONE;
    }
    return need;
}

/* Reads from bytes in memory. */
static gait_status mod_read_bytes(void *user, uint64_t offset, void *out, size_t size) {
    const gait_span *bytes = user;
    if (offset > bytes->size || size > bytes->size - offset) {
        return GAIT_BAD_ARGUMENT;
    }
    memcpy(out, bytes->data + offset, size);
    return GAIT_OK;
}

gait_status gait_mod_provide(gait_mod *mod, uint32_t file, gait_span bytes) {
    if (!mod || !gaiti_is_span(bytes) || file >= mod->path_count ||
        mod->paths[file].need != GAITI_MOD_NEEDED) {
        return GAIT_BAD_ARGUMENT;
    }
    mod->paths[file].need = bytes.data ? GAITI_MOD_GIVEN : GAITI_MOD_UNREADABLE;
    gaiti_mod_role role = mod->paths[file].role;
    if (bytes.data && (role == GAITI_MOD_MODEL || role == GAITI_MOD_BANK)) {
        const gait_reader reader = {mod_read_bytes, &bytes, bytes.size};
        mod->status = gaiti_mod_read_holder(mod, file, &reader);
        return mod->status;
    }
    if ((role == GAITI_MOD_ROOT || role == GAITI_MOD_TEXT) && gaiti_is_utf16(bytes)) {
        bytes = gaiti_utf16_to_utf8(&mod->arena, bytes);
        mod->status = mod->arena.status;
        GAITI_TRY(mod->status);
    }
    bool is_setting = role == GAITI_MOD_PREFIX || role == GAITI_MOD_PROJECT;
    if (is_setting && bytes.size > GAITI_MOD_SETTINGS) {
        bytes.size = GAITI_MOD_SETTINGS; /* each folder of the project looks for its keys */
    }
    mod->paths[file].bytes = bytes;
    if (mod->paths[file].role == GAITI_MOD_ANIMATION) {
        gaiti_mod_hash(mod, &mod->paths[file]);
    }
    return GAIT_OK;
}

static gait_status mod_finish(gait_mod *mod) {
    GAITI_TRY(gaiti_mod_merge(mod));
    GAITI_TRY(gaiti_mod_find_bases(mod));
    GAITI_TRY(gaiti_mod_find_states(mod));
    GAITI_TRY(gaiti_mod_find_texts(mod));
    GAITI_TRY(gaiti_mod_find_xray(mod));
    gaiti_mod_find_game(mod);
    GAITI_TRY(gaiti_mod_sort_uses(mod));
    GAITI_TRY(gaiti_mod_sort_motions(mod));
    gaiti_mod_find_near(mod);
    GAITI_TRY(gaiti_mod_find_findings(mod));
    return mod->arena.status;
}

gait_status gait_mod_finish(gait_mod *mod) {
    if (!mod || gait_mod_need(mod) >= 0 || mod->is_finished) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(mod->status);
    mod->status = mod_finish(mod);
    mod->is_finished = mod->status == GAIT_OK;
    return mod->status;
}

/* --- contents --------------------------------------------------------------------------------- */

uint32_t gait_mod_file_count(const gait_mod *mod) {
    return mod ? mod->path_count : 0;
}

gait_mod_file gait_mod_file_at(const gait_mod *mod, uint32_t file) {
    if (file >= gait_mod_file_count(mod)) {
        return (gait_mod_file){0};
    }
    gaiti_mod_role role = mod->paths[file].role;
    bool is_xray = role == GAITI_MOD_EFFECT || role == GAITI_MOD_BANK;
    gait_mod_file result = {.path = (const char *)mod->paths[file].text.data,
                            .is_asset = role == GAITI_MOD_ANIMATION || (is_xray && mod->xray),
                            .is_copied = role == GAITI_MOD_MODEL || role == GAITI_MOD_BANK ||
                                         role == GAITI_MOD_ANIMATION};
    if (mod->is_finished) {
        result.first_use = mod->first_uses[file];
        result.use_count = mod->first_uses[file + 1] - result.first_use;
        result.is_script_used = result.use_count > 0;
        for (uint32_t u = 0; u < result.use_count && result.is_script_used; u++) {
            result.is_script_used =
                gaiti_mod_use(mod, result.first_use + u)->kind == GAIT_USE_SCRIPT;
        }
        result.finding_count = mod->finding_counts[file];
    }
    return result;
}

int32_t gait_mod_find(const gait_mod *mod, const char *path) {
    if (!mod || !path || !mod->is_closed || mod->status != GAIT_OK) {
        return GAITI_MOD_NONE;
    }
    gait_buffer normal = {.allocator = mod->options.allocator};
    int32_t found = GAITI_MOD_NONE;
    if (gaiti_mod_write_path(&normal, (gait_span){0}, gaiti_span_of(path)) == GAIT_OK) {
        found = gaiti_names_find(&mod->path_set, gaiti_span(normal.data, normal.size));
    }
    gait_buffer_free(&normal);
    return found;
}

uint32_t gait_mod_use_count(const gait_mod *mod) {
    return mod && mod->is_finished ? mod->uses.count : 0;
}

const gait_mod_use *gait_mod_use_at(const gait_mod *mod, uint32_t use) {
    return use < gait_mod_use_count(mod) ? gaiti_mod_use(mod, use) : NULL;
}
