/* What is wrong in the LTX, banks and effects of an X-Ray mod: docs/formats/mods.md#first-person.
 */
#include <string.h>

#include "base/bytes.h"
#include "base/sniff.h"
#include "base/text/similar.h"
#include "base/text/text.h"
#include "base/try.h"
#include "gait/games.h"
#include "mod/mod_xray.h"

#define XRAY_NEAREST "; the nearest one is "

static gait_status xray_add_finding(gait_mod *mod, gaiti_rule rule, gait_mod_place place,
                                    const char *name, const char *other, const char *words) {
    const gaiti_mod_finding finding = {
        .rule = rule, .place = place, .name = name, .other = other, .words = words};
    return gaiti_mod_add_finding(mod, &finding) ? GAIT_OK : mod->arena.status;
}

/* --- lines of hud sections -------------------------------------------------------------------- */

static bool xray_is_number(gait_span text) {
    bool has_digit = false;
    for (size_t i = 0; i < text.size; i++) {
        uint8_t c = text.data[i];
        has_digit |= c >= '0' && c <= '9';
        if ((c < '0' || c > '9') && c != '.' && c != '-') {
            return false;
        }
    }
    return has_digit;
}

static gait_status xray_check_use(gait_mod *mod, const gait_mod_use *use) {
    if (use->status != GAIT_USE_MISSING || !use->motion ||
        (use->kind == GAIT_USE_HUD_ITEM && xray_is_number(gaiti_span_of(use->motion))) ||
        (use->kind != GAIT_USE_HUD_HANDS && use->kind != GAIT_USE_HUD_ITEM)) {
        return GAIT_OK;
    }
    gaiti_rule rule = use->kind == GAIT_USE_HUD_HANDS ? GAITI_LTX_NO_MOTION
                      : use->plays_idle               ? GAITI_LTX_PLAYS_IDLE
                                                      : GAITI_LTX_NO_IDLE;
    bool is_idle = use->near_path && strcmp(use->near_path, "idle") == 0;
    return xray_add_finding(mod, rule, use->place, use->name, use->motion,
                            gaiti_mod_words(mod, XRAY_NEAREST, is_idle ? NULL : use->near_path));
}

/* Checks the number and form of the values of a line where it is written. */
static gait_status xray_check_line(gait_mod *mod, uint32_t node, uint32_t item) {
    gaiti_mod_xray *xray = mod->xray;
    if (gaiti_ltx_item_at(&xray->tree, item).node != node) {
        return GAIT_OK;
    }
    gaiti_ltx_hud_line line;
    if (!gaiti_ltx_hud_line_of(&xray->tree, node, item, xray->engine, &mod->arena, &line) ||
        line.is_inherited) {
        return mod->arena.status;
    }
    bool is_long = line.value_count > gaiti_ltx_reading_of(GAITI_LTX_COP)->max_values;
    bool is_number = xray_is_number(line.object);
    const gait_ltx *ltx = xray->ltx[line.item.file];
    const gait_mod_place place = {xray->ltx_files[line.item.file], line.item.line,
                                  (uint64_t)(line.item.key.data - ltx->source.data)};
    const char *key = is_long || is_number ? gaiti_mod_name(mod, line.item.key) : NULL;
    if (is_long) { /* for some games: gait_mod_check() */
        GAITI_TRY(xray_add_finding(mod, GAITI_LTX_LONG_LINE, place, key,
                                   gaiti_mod_name(mod, line.value), NULL));
        mod->findings[mod->finding_count - 1].other_line = line.value_count;
    }
    return is_number
               ? xray_add_finding(mod, GAITI_LTX_NUMBER, place, key,
                                  gaiti_mod_name(mod, line.object), gaiti_mod_name(mod, line.hands))
               : mod->arena.status;
}

/* A line of a hud section with the prefix that other games read: Shadow of Chernobyl reads anim_
 * only, IX-Ray and Anomaly anm_ only. Without a known game, only mods of SoC and those that change
 * sections have it. */
static gait_status xray_check_prefix(gait_mod *mod, uint32_t node, uint32_t item) {
    gaiti_mod_xray *xray = mod->xray;
    bool is_anm = gaiti_begins(gaiti_ltx_item_at(&xray->tree, item).key, "anm_");
    gaiti_ltx_hud_line line;
    if (gaiti_ltx_item_at(&xray->tree, item).node != node ||
        (gaiti_ltx_find_item(&xray->tree, node, "item_visual") == GAITI_LTX_NONE &&
         gaiti_ltx_find_item(&xray->tree, node, "visual") == GAITI_LTX_NONE) ||
        !gaiti_ltx_hud_line_of(&xray->tree, node, item, is_anm ? GAITI_LTX_ANOMALY : GAITI_LTX_SOC,
                               &mod->arena, &line) ||
        gaiti_names_find(&xray->motion_set, line.hands) < 0) {
        return mod->arena.status;
    }
    const gait_ltx *ltx = xray->ltx[line.item.file];
    const gaiti_mod_finding finding = {
        .rule = GAITI_LTX_PREFIX,
        .place = {xray->ltx_files[line.item.file], line.item.line,
                  (uint64_t)(line.item.key.data - ltx->source.data)},
        .name = gaiti_mod_name(mod, line.item.key),
        .words = is_anm ? "anim_" : "anm_",
        .games = is_anm ? GAIT_GAMES(GAIT_GAME_SOC)
                        : GAIT_GAMES(GAIT_GAME_IXRAY) | GAIT_GAMES(GAIT_GAME_ANOMALY),
        .needs_game = is_anm ? xray->engine != GAITI_LTX_SOC
                             : xray->engine != GAITI_LTX_ANOMALY || xray->tree.change_count == 0};
    return gaiti_mod_add_finding(mod, &finding) ? GAIT_OK : mod->arena.status;
}

/* --- trees ------------------------------------------------------------------------------------ */

/* A section that a system.ltx defines twice: names the first definition. */
static gait_status xray_add_twice(gait_mod *mod, const gaiti_ltx_finding *found,
                                  gait_mod_place place) {
    gaiti_mod_xray *xray = mod->xray;
    uint32_t first = gaiti_ltx_find_node(&xray->tree, found->name);
    gaiti_mod_finding finding = {
        .rule = found->rule, .place = place, .name = gaiti_mod_name(mod, found->name)};
    if (first != GAITI_LTX_NONE) {
        const gaiti_ltx_node *node = &xray->tree.nodes[first];
        finding.other_line = xray->ltx[node->file]->sections[node->section].line;
        uint32_t file = xray->ltx_files[node->file];
        const char *path = (const char *)mod->paths[file].text.data;
        finding.words = gaiti_mod_words(mod, " of ", file == place.file ? NULL : path);
    }
    return gaiti_mod_add_finding(mod, &finding) ? GAIT_OK : mod->arena.status;
}

/* Lines of a file that no game reads as they are meant. */
static gait_status xray_check_text(gait_mod *mod, uint32_t index) {
    enum { SHOWN = 64 };
    const gait_ltx *ltx = mod->xray->ltx[index];
    gaiti_ltx_cursor cursor = gaiti_ltx_begin(ltx->source);
    gaiti_ltx_line line = {0};
    uint32_t count = 0;
    while (gaiti_ltx_next(&cursor, &line) && count < SHOWN) {
        bool is_key = line.kind == GAITI_LTX_KEY;
        if (line.is_open && (is_key || line.kind >= GAITI_LTX_SECTION)) {
            const gait_mod_place place = {
                mod->xray->ltx_files[index], line.number,
                (uint64_t)((is_key ? line.value : line.content).data - ltx->source.data)};
            GAITI_TRY(xray_add_finding(mod, is_key ? GAITI_LTX_OPEN_QUOTE : GAITI_LTX_NO_BRACKET,
                                       place, gaiti_mod_name(mod, line.name), NULL, NULL));
            count++;
        }
    }
    return GAIT_OK;
}

/* An effect that is neither here nor in the game. If the game is not known, only one with nearly
 * the name of one that is here. */
static gait_status xray_check_effect(gait_mod *mod, const gait_mod_use *use) {
    if (use->kind != GAIT_USE_EFFECT || use->file >= 0 || !use->value ||
        gaiti_mod_is_in_game(mod, gaiti_span_of("anims"), gaiti_span_of(use->value))) {
        return mod->arena.status;
    }
    const char *near =
        gaiti_mod_near_file(mod, GAITI_MOD_EFFECT, (gait_span){0}, gaiti_span_of(use->value));
    gaiti_rule rule = mod->has_game_effects ? GAITI_USE_NO_EFFECT : GAITI_USE_UNKNOWN_EFFECT;
    return near || mod->has_game_effects
               ? xray_add_finding(mod, rule, use->place, use->name, use->value,
                                  gaiti_mod_words(mod, XRAY_NEAREST, near))
               : GAIT_OK;
}

/* True for an included file that the game has. */
static bool xray_is_included_of_game(gait_mod *mod, const gaiti_ltx_finding *finding) {
    return finding->rule == GAITI_LTX_NO_INCLUDE &&
           gaiti_mod_is_in_game(
               mod, gaiti_mod_folder_of(mod->paths[mod->xray->ltx_files[finding->file]].text),
               finding->name);
}

/* The section with the name that is most similar; NULL = none. */
static const char *xray_near_section(gait_mod *mod, gait_span name) {
    enum { COMPARED = 1 << 16 /* names, in all calls */ };
    const gaiti_ltx_tree *tree = &mod->xray->tree;
    const char *wanted = gaiti_mod_name(mod, name);
    uint32_t nearest = wanted ? gaiti_name_distance_limit(wanted) : 0, best = GAITI_LTX_NONE;
    char other[64];
    for (uint32_t n = 0; wanted && n < tree->node_count; n++) {
        gait_span section = gaiti_ltx_node_name(tree, n);
        if (mod->names_compared++ >= COMPARED) {
            break;
        }
        if (tree->nodes[n].is_change || section.size >= sizeof other) {
            continue;
        }
        memcpy(other, section.data, section.size);
        other[section.size] = '\0';
        best = gaiti_name_is_nearer(wanted, other, &nearest) ? n : best;
    }
    return best != GAITI_LTX_NONE ? gaiti_mod_name(mod, gaiti_ltx_node_name(tree, best)) : NULL;
}

/* Findings of all trees. Bases and sections that are missing may be in files that are: without
 * these, only names that are almost those of other sections are reported. */
static gait_status xray_check_tree(gait_mod *mod) {
    gaiti_mod_xray *xray = mod->xray;
    for (uint32_t f = 0; f < xray->tree.finding_count; f++) {
        const gaiti_ltx_finding *finding = &xray->tree.findings[f];
        uint32_t file = xray->ltx_files[finding->file];
        bool needs_all =
            finding->rule == GAITI_LTX_NO_BASE || finding->rule == GAITI_LTX_NO_SECTION;
        if (!xray->has_system || xray_is_included_of_game(mod, finding)) {
            continue;
        }
        const char *near =
            needs_all ? xray_near_section(mod, finding->name)
            : finding->rule == GAITI_LTX_NO_INCLUDE
                ? gaiti_mod_near_file(mod, GAITI_MOD_LTX,
                                      gaiti_mod_folder_of(mod->paths[file].text), finding->name)
                : NULL;
        if (needs_all && !xray->tree.is_closed && !near) {
            continue;
        }
        const gait_ltx *ltx = xray->ltx[finding->file];
        uint64_t at = (uint64_t)((uintptr_t)finding->name.data - (uintptr_t)ltx->source.data);
        const gait_mod_place place = {file, finding->line, at < ltx->source.size ? at : 0};
        if (finding->rule == GAITI_LTX_TWICE) {
            GAITI_TRY(xray_add_twice(mod, finding, place));
            continue;
        }
        const gaiti_mod_finding added = {.rule = finding->rule,
                                         .place = place,
                                         .name = gaiti_mod_name(mod, finding->name),
                                         .words = gaiti_mod_words(mod, XRAY_NEAREST, near),
                                         .may_be_elsewhere = finding->rule == GAITI_LTX_NO_INCLUDE
                                                                 ? !mod->has_game_ltx
                                                                 : !xray->tree.is_closed};
        if (!gaiti_mod_add_finding(mod, &added)) {
            return mod->arena.status;
        }
    }
    for (uint32_t l = 0; l < xray->ltx_count; l++) {
        GAITI_TRY(xray_check_text(mod, l));
    }
    return GAIT_OK;
}

/* --- banks and effects ------------------------------------------------------------------------ */

/* True when models of the mod refer to most of its banks. Otherwise the models are in the game. */
static bool xray_has_models(const gait_mod *mod) {
    uint32_t banks = 0, unused = 0;
    for (uint32_t p = 0; p < mod->path_count; p++) {
        if (mod->paths[p].role == GAITI_MOD_BANK) {
            banks++;
            unused += mod->first_uses[p] == mod->first_uses[p + 1];
        }
    }
    return unused <= banks / 2;
}

/* Banks without a model, and effects without a motion. */
static gait_status xray_check_unused(gait_mod *mod) {
    static const char weapon[] = "/camera_effects/weapon/";
    bool has_models = xray_has_models(mod);
    for (uint32_t p = 0; p < mod->path_count; p++) {
        const gaiti_mod_path *path = &mod->paths[p];
        if (mod->first_uses[p] != mod->first_uses[p + 1]) {
            continue;
        }
        bool is_effect = path->role == GAITI_MOD_EFFECT && mod->xray->has_hands &&
                         gaiti_holds_word(path->text, path->text.size, weapon);
        if (is_effect || (path->role == GAITI_MOD_BANK && has_models)) {
            GAITI_TRY(xray_add_finding(mod, is_effect ? GAITI_USE_NO_MOTION : GAITI_USE_NO_MODEL,
                                       (gait_mod_place){.file = p}, NULL, NULL, NULL));
        }
    }
    return GAIT_OK;
}

/* Marks the motions of banks that lines of hud sections play. */
static gait_status xray_mark_banks(gait_mod *mod) {
    gaiti_mod_xray *xray = mod->xray;
    for (uint32_t h = 0; h < xray->holder_count; h++) {
        gaiti_mod_holder *bank = &xray->holders[h];
        if (mod->paths[bank->file].role != GAITI_MOD_BANK) {
            continue;
        }
        bank->used = gaiti_alloc(&mod->arena, bank->own_count, sizeof *bank->used);
        if (!bank->used || !gaiti_names_init(&bank->set, &mod->arena, bank->own, bank->own_count)) {
            return mod->arena.status;
        }
        for (uint32_t m = 0; m < bank->own_count; m++) {
            gaiti_names_add(&bank->set, m);
        }
    }
    for (uint32_t h = 0; h < xray->holder_count; h++) {
        const gaiti_mod_holder *model = &xray->holders[h];
        for (uint32_t m = 0; model->is_hud && m < model->motion_count; m++) {
            const gaiti_mod_holder *bank = &xray->holders[xray->holder_of[model->banks[m]]];
            int32_t found = gaiti_names_find(&bank->set, model->motions[m]);
            if (model->used[m] && bank != model && found >= 0) {
                bank->used[found] = true;
            }
        }
    }
    return GAIT_OK;
}

/* True for a bank to which only models of hands and items refer. */
static bool xray_is_hud_bank(const gait_mod *mod, uint32_t file) {
    const gaiti_mod_xray *xray = mod->xray;
    bool is_hud = false;
    for (uint32_t u = mod->first_uses[file]; u < mod->first_uses[file + 1]; u++) {
        if (gaiti_mod_use(mod, u)->kind == GAIT_USE_REFERENCE) {
            is_hud = xray->holders[xray->holder_of[gaiti_mod_use(mod, u)->place.file]].is_hud;
            if (!is_hud) {
                return false;
            }
        }
    }
    return is_hud;
}

/* Motions of a bank that nothing plays, if other motions of it are played. */
static gait_status xray_check_motions(gait_mod *mod, const gaiti_mod_holder *bank) {
    enum { SHOWN = 4 };
    gait_buffer words = {.allocator = mod->options.allocator};
    uint32_t unused = 0, used = 0;
    bool is_ok = true;
    for (uint32_t m = 0; m < bank->own_count; m++) {
        int32_t name = gaiti_names_find(&mod->xray->motion_set, bank->own[m]);
        bool is_first = gaiti_names_find(&bank->set, bank->own[m]) == (int32_t)m;
        bool is_used = bank->used[m] || (name >= 0 && mod->xray->is_named[name]);
        used += is_used;
        if (is_used || !is_first || ++unused > SHOWN) {
            continue;
        }
        is_ok &= (unused == 1 || gaiti_write_text(&words, ", ")) &&
                 gaiti_write(&words, bank->own[m].data, bank->own[m].size);
    }
    is_ok &= unused <= SHOWN || gaiti_write_text(&words, ", ...");
    const char *text = gaiti_mod_name(mod, gaiti_span(words.data, words.size));
    gait_buffer_free(&words);
    if (unused == 0 || used == 0) {
        return mod->arena.status;
    }
    return is_ok && text ? xray_add_finding(mod, GAITI_USE_MOTIONS,
                                            (gait_mod_place){.file = bank->file}, NULL, NULL, text)
                         : GAIT_NO_MEMORY;
}

gait_status gaiti_mod_check_xray(gait_mod *mod) {
    gaiti_mod_xray *xray = mod->xray;
    if (!xray) {
        return GAIT_OK;
    }
    for (uint32_t u = 0; u < mod->uses.count; u++) {
        GAITI_TRY(xray_check_use(mod, gaiti_mod_use(mod, u)));
        GAITI_TRY(xray_check_effect(mod, gaiti_mod_use(mod, u)));
    }
    for (uint32_t n = 0; n < xray->tree.node_count; n++) {
        for (uint32_t i = 0; i < xray->tree.nodes[n].item_count; i++) {
            GAITI_TRY(xray_check_line(mod, n, xray->tree.nodes[n].items[i]));
            GAITI_TRY(xray_check_prefix(mod, n, xray->tree.nodes[n].items[i]));
        }
    }
    GAITI_TRY(xray_check_tree(mod));
    GAITI_TRY(xray_check_unused(mod));
    GAITI_TRY(xray_mark_banks(mod));
    for (uint32_t h = 0; h < xray->holder_count; h++) {
        const gaiti_mod_holder *bank = &xray->holders[h];
        if (mod->paths[bank->file].role == GAITI_MOD_BANK && xray_is_hud_bank(mod, bank->file)) {
            GAITI_TRY(xray_check_motions(mod, bank));
        }
    }
    return GAIT_OK;
}
