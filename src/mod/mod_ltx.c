/* The sections of all LTX of a mod, and the models and effects that they name:
 * docs/commands/uses.md#stalker. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
#include "base/try.h"
#include "mod/mod_xray.h"

/* --- loading ---------------------------------------------------------------------------------- */

static gait_status ltx_open_all(gait_mod *mod) {
    gaiti_mod_xray *xray = mod->xray;
    gait_options options = mod->options;
    for (uint32_t p = 0; p < mod->path_count; p++) {
        const gaiti_mod_path *path = &mod->paths[p];
        if (path->role != GAITI_MOD_LTX || path->need != GAITI_MOD_GIVEN) {
            continue;
        }
        gait_status status = gaiti_ltx_open(path->bytes, &options, &xray->ltx[xray->ltx_count]);
        if (status != GAIT_OK && status != GAIT_LIMIT) {
            return status;
        }
        xray->ltx_files[xray->ltx_count] = p;
        xray->ltx_of[p] = xray->ltx_count++;
    }
    return GAIT_OK;
}

/* The state of a search for files that match a pattern. */
typedef struct ltx_search {
    gait_mod *mod;
    const uint8_t *path; /* the pattern of the last call */
    uint32_t next;       /* the LTX that is compared next */
} ltx_search;

/* The next LTX that matches a pattern with `*` in its last name. */
static uint32_t ltx_next_match(ltx_search *self, gait_span folder, gait_span path) {
    gait_mod *mod = self->mod;
    gaiti_mod_xray *xray = mod->xray;
    gait_buffer pattern = {.allocator = mod->options.allocator};
    uint32_t found = GAITI_LTX_NONE;
    bool is_path = gaiti_mod_write_pattern(mod, &pattern, folder, path);
    gait_span wanted = gaiti_span(pattern.data, pattern.size);
    while (is_path && found == GAITI_LTX_NONE && self->next < xray->ltx_count &&
           xray->pattern_count++ < GAITI_MOD_PATTERNS) {
        gait_span text = mod->paths[xray->ltx_files[self->next]].text;
        if (gaiti_equal_name(gaiti_mod_folder_of(text), gaiti_mod_folder_of(wanted)) &&
            gaiti_ltx_matches(wanted, text)) {
            found = self->next;
        }
        self->next++;
    }
    gait_buffer_free(&pattern);
    return found;
}

static uint32_t ltx_find_included(void *context, uint32_t from, gait_span path, uint32_t nth) {
    ltx_search *self = context;
    gaiti_mod_xray *xray = self->mod->xray;
    gait_span folder = gaiti_mod_folder_of(self->mod->paths[xray->ltx_files[from]].text);
    if (path.size > 0 && memchr(path.data, '*', path.size)) {
        if (nth == 0 || self->path != path.data) {
            self->path = path.data;
            self->next = 0;
        }
        return ltx_next_match(self, folder, path);
    }
    int32_t file = nth == 0 ? gaiti_mod_find_below(self->mod, folder, path) : GAITI_MOD_NONE;
    return file >= 0 ? xray->ltx_of[file] : GAITI_LTX_NONE;
}

/* Loads a system.ltx, and the files beside it that change it. */
static gait_status ltx_load_system(gait_mod *mod, uint32_t system) {
    gaiti_mod_xray *xray = mod->xray;
    gait_span path = mod->paths[xray->ltx_files[system]].text;
    uint32_t *roots = gaiti_alloc(&mod->arena, xray->ltx_count, sizeof *roots), count = 0;
    if (!roots) {
        return mod->arena.status;
    }
    roots[count++] = system;
    for (uint32_t l = 0; l < xray->ltx_count; l++) {
        gait_span other = mod->paths[xray->ltx_files[l]].text;
        if (gaiti_equal_name(gaiti_mod_folder_of(path), gaiti_mod_folder_of(other)) &&
            gaiti_ltx_is_change_of(gaiti_mod_last_name(path), gaiti_mod_last_name(other))) {
            roots[count++] = l;
        }
    }
    return gaiti_ltx_load(&xray->tree, roots, count, true);
}

/* Guesses how lines of hud sections are read: `config` is the folder of SoC, whose sections have no
 * item_visual; engines made from it have one. */
static void ltx_guess_engine(gait_mod *mod) {
    gaiti_mod_xray *xray = mod->xray;
    uint32_t old = 0, new = 0;
    for (uint32_t l = 0; l < xray->ltx_count; l++) {
        gait_span folder = gaiti_mod_folder_of(mod->paths[xray->ltx_files[l]].text);
        for (; folder.size > 0; folder = gaiti_mod_folder_of(folder)) {
            old += gaiti_equal_name(gaiti_mod_last_name(folder), gaiti_span_of("config"));
            new += gaiti_equal_name(gaiti_mod_last_name(folder), gaiti_span_of("configs"));
        }
    }
    bool has_items = gaiti_names_find(&xray->tree.key_set, gaiti_span_of("item_visual")) >= 0;
    xray->engine = old <= new ? GAITI_LTX_ANOMALY : has_items ? GAITI_LTX_OGSR : GAITI_LTX_SOC;
}

gait_status gaiti_mod_load_ltx(gait_mod *mod) {
    gaiti_mod_xray *xray = mod->xray;
    ltx_search search = {.mod = mod};
    const gaiti_ltx_includer includer = {ltx_find_included, &search};
    enum { SYSTEMS = 16 };
    GAITI_TRY(ltx_open_all(mod));
    GAITI_TRY(gaiti_ltx_tree_init(&xray->tree, &mod->options, (const gait_ltx *const *)xray->ltx,
                                  xray->ltx_count, &includer));
    for (uint32_t l = 0, systems = 0; l < xray->ltx_count && systems < SYSTEMS; l++) {
        gait_span path = mod->paths[xray->ltx_files[l]].text;
        gait_span folder = gaiti_mod_last_name(gaiti_mod_folder_of(path));
        if (gaiti_equal_name(gaiti_mod_last_name(path), gaiti_span_of("system.ltx")) &&
            (gaiti_equal_name(folder, gaiti_span_of("config")) ||
             gaiti_equal_name(folder, gaiti_span_of("configs")))) {
            GAITI_TRY(ltx_load_system(mod, l));
            systems++;
            xray->has_system = true;
        }
    }
    GAITI_TRY(gaiti_ltx_load_others(&xray->tree));
    GAITI_TRY(gaiti_ltx_resolve(&xray->tree));
    xray->tree.includer = NULL;
    ltx_guess_engine(mod);
    return GAIT_OK;
}

/* --- models and effects ----------------------------------------------------------------------- */

static gait_status ltx_use_visual(gait_mod *mod, uint32_t node, const char *key) {
    gaiti_mod_xray *xray = mod->xray;
    uint32_t item = gaiti_ltx_find_item(&xray->tree, node, key);
    if (item == GAITI_LTX_NONE) {
        return GAIT_OK;
    }
    gait_span value = gaiti_ltx_item_at(&xray->tree, item).value;
    gait_span path =
        value.size > GAITI_LTX_VALUE_MAX ? (gait_span){0} : gaiti_ltx_clean(&mod->arena, value);
    if (path.size == 0) {
        return mod->arena.status;
    }
    int32_t file = gaiti_mod_find_in(mod, xray->meshes, xray->mesh_count, path, ".ogf");
    gaiti_mod_use_item(mod, GAIT_USE_VISUAL, node, item, file);
    return mod->arena.status;
}

/* Uses of effects: values that end in .anm, in lines of the section itself. */
static gait_status ltx_use_effects(gait_mod *mod, uint32_t node) {
    gaiti_mod_xray *xray = mod->xray;
    for (uint32_t i = 0; i < xray->tree.nodes[node].item_count; i++) {
        uint32_t index = xray->tree.nodes[node].items[i];
        gaiti_ltx_item item = gaiti_ltx_item_at(&xray->tree, index);
        gait_span value = item.value;
        if (item.node != node || value.size < 5 ||
            !gaiti_equal_name(gaiti_span(value.data + value.size - 4, 4), gaiti_span_of(".anm"))) {
            continue;
        }
        int32_t file = gaiti_mod_find_in(mod, xray->anims, xray->anim_count, value, ".anm");
        gaiti_mod_use_item(mod, GAIT_USE_EFFECT, node, index, file);
    }
    return mod->arena.status;
}

gait_status gaiti_mod_find_visuals(gait_mod *mod) {
    for (uint32_t n = 0; n < mod->xray->tree.node_count; n++) {
        if (!mod->xray->tree.nodes[n].is_removed) {
            GAITI_TRY(ltx_use_visual(mod, n, "visual"));
            GAITI_TRY(ltx_use_visual(mod, n, "item_visual"));
            GAITI_TRY(ltx_use_effects(mod, n));
        }
    }
    return GAIT_OK;
}

/* --- values ----------------------------------------------------------------------------------- */

/* The section, or without a name the first one that has the key. */
static uint32_t ltx_section_with(const gaiti_ltx_tree *tree, const char *section, const char *key) {
    uint32_t node = section ? gaiti_ltx_find_node(tree, gaiti_span_of(section)) : 0;
    while (!section && node < tree->node_count &&
           gaiti_ltx_find_item(tree, node, key) == GAITI_LTX_NONE) {
        node++;
    }
    return node < tree->node_count ? node : GAITI_LTX_NONE;
}

gait_status gait_mod_value(const gait_mod *mod, const char *section, const char *key,
                           gait_buffer *out) {
    if (!mod || !key || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!mod->is_finished || !mod->xray) {
        return GAIT_NOT_FOUND;
    }
    const gaiti_ltx_tree *tree = &mod->xray->tree;
    uint32_t node = ltx_section_with(tree, section, key);
    uint32_t item = node != GAITI_LTX_NONE ? gaiti_ltx_find_item(tree, node, key) : GAITI_LTX_NONE;
    if (item == GAITI_LTX_NONE) {
        return GAIT_NOT_FOUND;
    }
    gaiti_arena arena;
    gaiti_arena_init(&arena, &mod->options, 0);
    gait_span value = gaiti_ltx_clean(&arena, gaiti_ltx_item_at(tree, item).value);
    uint32_t page = mod->options.code_page ? mod->options.code_page : 1251;
    gait_status status = arena.status;
    if (status == GAIT_OK) {
        status = gait_name_to_utf8(value, page, out);
    }
    gaiti_arena_free(&arena);
    return status;
}
