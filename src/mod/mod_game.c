/* Guesses the game of a mod from its configs. Each clue gives points to games: an addon that it
 * requires, beginnings of paths, names of keys, sections and levels, and folders. All texts are
 * read once, word by word. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
#include "gait/games.h"
#include "mod/mod_xray.h"

/* What is counted. */
typedef enum game_clue {
    GAME_A3 = 0, /* paths that begin with \a3\, \ca\ or \dz\ */
    GAME_CA,
    GAME_DZ,
    GAME_MODULE, /* script modules in CfgMods */
    GAME_A3_ADDON,
    GAME_CA_ADDON,
    GAME_CA_DATA,
    GAME_DZ_ADDON,
    GAME_BIS_ADDON,
    GAME_CBA_ADDON,
    GAME_CONFIG, /* LTX in a folder config/ or configs/ */
    GAME_CONFIGS,
    GAME_ITEMS, /* in configs/items/weapons/ and others */
    GAME_MOD_LTX,
    GAME_IXR,
    GAME_ANIM, /* keys anim_*, anm_* */
    GAME_ANM,
    GAME_ITEM_VISUAL,
    GAME_CHANGE,    /* ![section] */
    GAME_WILDCARD,  /* #include with a `*` */
    GAME_COP_LEVEL, /* names of levels */
    GAME_CS_LEVEL,
    GAME_CLUES
} game_clue;

typedef struct game_word {
    const char *text;  /* lower case */
    bool is_beginning; /* of longer words */
    bool is_path;      /* between two `\` */
    game_clue clue;
} game_word;

static const game_word config_words[] = {
    {"a3", false, true, GAME_A3},
    {"ca", false, true, GAME_CA},
    {"dz", false, true, GAME_DZ},
    {"gamescriptmodule", false, false, GAME_MODULE},
    {"worldscriptmodule", false, false, GAME_MODULE},
    {"missionscriptmodule", false, false, GAME_MODULE},
    {NULL, false, false, GAME_CLUES},
};

static const game_word addon_words[] = {
    {"a3_", true, false, GAME_A3_ADDON},   {"dz_", true, false, GAME_DZ_ADDON},
    {"jm_cf", true, false, GAME_DZ_ADDON}, {"cadata", false, false, GAME_CA_DATA},
    {"ca", true, false, GAME_CA_ADDON},    {"bis_", true, false, GAME_BIS_ADDON},
    {"cba_", true, false, GAME_CBA_ADDON}, {NULL, false, false, GAME_CLUES},
};

static const game_word ltx_words[] = {
    {"anim_", true, false, GAME_ANIM},
    {"anm_", true, false, GAME_ANM},
    {"item_visual", false, false, GAME_ITEM_VISUAL},
    {"zaton", false, false, GAME_COP_LEVEL},
    {"jupiter_underground", false, false, GAME_COP_LEVEL},
    {"pripyat_underground", false, false, GAME_COP_LEVEL},
    {"labx8", false, false, GAME_COP_LEVEL},
    {"marsh", false, false, GAME_CS_LEVEL},
    {"limansk", false, false, GAME_CS_LEVEL},
    {"red_forest", false, false, GAME_CS_LEVEL},
    {"agroprom_underground", false, false, GAME_CS_LEVEL},
    {NULL, false, false, GAME_CLUES},
};

typedef struct game_guessing {
    uint32_t counts[GAME_CLUES];
    gait_mod_game *guess;
    double points[GAIT_GAME_COUNT];
} game_guessing;

/* --- counting --------------------------------------------------------------------------------- */

static bool game_is_letter(uint8_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static void game_count_word(game_guessing *self, const game_word *words, gait_span word,
                            bool is_path) {
    for (; words->text; words++) {
        gait_span known = gaiti_span_of(words->text);
        bool has_size = words->is_beginning ? word.size > known.size : word.size == known.size;
        if (has_size && (is_path || !words->is_path) &&
            gaiti_equal_name(gaiti_span(word.data, known.size), known)) {
            self->counts[words->clue]++;
            return;
        }
    }
}

/* Counts the words of a text. */
static void game_read(game_guessing *self, const game_word *words, gait_span text) {
    for (size_t at = 0; at < text.size; at++) {
        size_t end = at;
        while (end < text.size && game_is_letter(text.data[end])) {
            end++;
        }
        if (end > at) {
            bool is_path =
                at > 0 && text.data[at - 1] == '\\' && end < text.size && text.data[end] == '\\';
            game_count_word(self, words, gaiti_span(text.data + at, end - at), is_path);
            at = end;
        }
    }
}

/* True when a folder or file of a path has the name, or with `is_beginning` begins with it. */
static bool game_has_name(gait_span path, const char *name, bool is_beginning) {
    gait_span wanted = gaiti_span_of(name);
    for (size_t at = 0; at < path.size;) {
        size_t end = at;
        while (end < path.size && path.data[end] != '/') {
            end++;
        }
        bool has_size = is_beginning ? end - at >= wanted.size : end - at == wanted.size;
        if (has_size && gaiti_equal_name(gaiti_span(path.data + at, wanted.size), wanted)) {
            return true;
        }
        at = end + 1;
    }
    return false;
}

static void game_count_path(game_guessing *self, gait_span path) {
    bool has_configs = game_has_name(path, "configs", false);
    bool is_item = game_has_name(path, "weapons", false) || game_has_name(path, "outfits", false) ||
                   game_has_name(path, "ammo", false);
    self->counts[GAME_CONFIG] += game_has_name(path, "config", false);
    self->counts[GAME_CONFIGS] += has_configs;
    self->counts[GAME_ITEMS] += has_configs && is_item && game_has_name(path, "items", false);
    self->counts[GAME_MOD_LTX] += game_has_name(gaiti_mod_last_name(path), "mod_", true);
    self->counts[GAME_IXR] += game_has_name(path, "ixr", true);
}

static void game_count_ltx(game_guessing *self, const gait_ltx *ltx) {
    for (uint32_t s = 0; ltx && s < ltx->section_count; s++) {
        self->counts[GAME_CHANGE] += ltx->sections[s].kind != GAITI_LTX_SECTION;
    }
    for (uint32_t i = 0; ltx && i < ltx->include_count; i++) {
        gait_span path = gaiti_ltx_text(ltx, ltx->includes[i].path);
        self->counts[GAME_WILDCARD] += memchr(path.data, '*', path.size) != NULL;
    }
}

/* The addons that the addons of the mod require. */
static void game_count_addons(game_guessing *self, const gait_mod *mod) {
    const gaiti_mod_class *classes = mod->tree.classes;
    int32_t patches = gaiti_mod_child(mod, 0, GAITI_MOD_CFG_PATCHES);
    for (int32_t a = patches >= 0 ? classes[patches].first_child : GAITI_MOD_NONE; a >= 0;
         a = classes[a].next) {
        const gaiti_mod_entry *required =
            gaiti_mod_own_value(mod, (uint32_t)a, GAITI_MOD_REQUIRED_ADDONS);
        for (uint32_t i = required ? required->first : 0; i;) {
            const gaiti_mod_entry *item = gaiti_mod_entry_at(mod, i);
            uint32_t text = gaiti_mod_is_text(item) ? item->text : 0;
            game_count_word(self, addon_words, gaiti_mod_word_span(mod, text), false);
            i = item->next;
        }
    }
}

static void game_count(game_guessing *self, const gait_mod *mod) {
    for (uint32_t p = 0; p < mod->path_count; p++) {
        const gaiti_mod_path *path = &mod->paths[p];
        bool is_config = path->role == GAITI_MOD_ROOT || path->role == GAITI_MOD_TEXT;
        if (path->need == GAITI_MOD_GIVEN && (is_config || path->role == GAITI_MOD_LTX)) {
            game_read(self, is_config ? config_words : ltx_words, path->bytes);
        }
        if (path->role == GAITI_MOD_LTX) {
            game_count_path(self, path->text);
        }
    }
    game_count_addons(self, mod);
    for (uint32_t i = 0; mod->xray && i < mod->xray->ltx_count; i++) {
        game_count_ltx(self, mod->xray->ltx[i]);
    }
}

/* --- points ----------------------------------------------------------------------------------- */

static void game_add(game_guessing *self, gait_game game, double points, const char *reason) {
    gait_mod_game *guess = self->guess;
    self->points[game] += points;
    bool is_said = guess->reason_count > 0 && guess->reasons[guess->reason_count - 1] == reason;
    if (points > 0 && !is_said && guess->reason_count < GAIT_GAME_REASONS) {
        guess->reasons[guess->reason_count++] = reason;
    }
}

/* 3 points, and up to 5 for several addons. */
static void game_add_addons(game_guessing *self, game_clue clue, gait_game game,
                            const char *reason) {
    uint32_t count = self->counts[clue];
    game_add(self, game, count == 0 ? 0 : count < 3 ? 2.0 + count : 5, reason);
}

static void game_weigh_configs(game_guessing *self) {
    const uint32_t *counts = self->counts;
    double paths = (double)counts[GAME_A3] + counts[GAME_CA] + counts[GAME_DZ];
    double share = paths > 0 ? 3 / paths : 0;
    const char *bis = "requiredAddons[] has BIS_...", *data = "requiredAddons[] has CAData";
    game_add_addons(self, GAME_A3_ADDON, GAIT_GAME_ARMA3, "requiredAddons[] has A3_...");
    game_add_addons(self, GAME_DZ_ADDON, GAIT_GAME_DAYZ, "requiredAddons[] has DZ_... or JM_CF...");
    game_add_addons(self, GAME_CA_ADDON, GAIT_GAME_ARMA2, "requiredAddons[] has CA...");
    if (counts[GAME_CA_ADDON] == 0) {
        game_add_addons(self, GAME_CA_DATA, GAIT_GAME_ARMA1, data);
        game_add(self, GAIT_GAME_ARMA2, counts[GAME_CA_DATA] > 0 ? 2 : 0, data);
    }
    game_add_addons(self, GAME_BIS_ADDON, GAIT_GAME_OFP, bis);
    game_add_addons(self, GAME_BIS_ADDON, GAIT_GAME_CWR, bis);
    game_add(self, GAIT_GAME_ARMA3, counts[GAME_CBA_ADDON] > 0 ? 1 : 0,
             "requiredAddons[] has cba_...");
    game_add(self, GAIT_GAME_DAYZ, counts[GAME_MODULE] > 0 ? 5 : 0, "there are script modules");
    game_add(self, GAIT_GAME_ARMA3, share * counts[GAME_A3], "paths begin with \\a3\\");
    game_add(self, GAIT_GAME_ARMA2, share * counts[GAME_CA], "paths begin with \\ca\\");
    game_add(self, GAIT_GAME_DAYZ, share * counts[GAME_DZ], "paths begin with \\dz\\");
}

static void game_weigh_ltx(game_guessing *self) {
    enum { MANY = 10 };
    const uint32_t *counts = self->counts;
    bool has_config = counts[GAME_CONFIG] > 0 && counts[GAME_CONFIGS] == 0;
    bool has_visuals = counts[GAME_ITEM_VISUAL] > counts[GAME_ANIM] / 20;
    bool is_ogsr = has_config && counts[GAME_ANM] >= MANY && counts[GAME_ITEM_VISUAL] > 0;
    const double configs = counts[GAME_CONFIGS] > 0 ? 1 : 0;
    const double changes = counts[GAME_CHANGE] + counts[GAME_MOD_LTX] > 0 ? 1 : 0;
    const char *folder = "LTX are in configs/", *changed = "LTX change sections of others";
    bool has_anim = counts[GAME_ANIM] >= MANY && !has_visuals;
    const char *old_folder = "LTX are in config/";
    const char *old_keys = "hud sections have anim_..., and no item_visual";
    game_add(self, GAIT_GAME_SOC, has_config ? 3 : 0, old_folder);
    game_add(self, GAIT_GAME_OGSR, has_config ? 2.5 : 0, old_folder); /* it reads both */
    game_add(self, GAIT_GAME_SOC, has_anim ? 3 : 0, old_keys);
    game_add(self, GAIT_GAME_OGSR, has_anim ? 2 : 0, old_keys);
    game_add(self, GAIT_GAME_OGSR, is_ogsr ? 5 : 0, "LTX in config/ have anm_... and item_visual");
    game_add(self, GAIT_GAME_COP, configs, folder);
    game_add(self, GAIT_GAME_CS, 0.9 * configs, folder);
    game_add(self, GAIT_GAME_ANOMALY, 0.5 * configs, folder);
    game_add(self, GAIT_GAME_ANOMALY, counts[GAME_ITEMS] > 0 ? 5 : 0,
             "LTX of items are in configs/items/");
    game_add(self, GAIT_GAME_ANOMALY, 3 * changes, changed);
    game_add(self, GAIT_GAME_IXRAY, 2 * changes, changed);
    game_add(self, GAIT_GAME_ANOMALY, counts[GAME_WILDCARD] > 0 ? 1 : 0,
             "an #include has a pattern");
    game_add(self, GAIT_GAME_IXRAY, counts[GAME_IXR] > 0 ? 4 : 0, "files are named ixr...");
    game_add(self, GAIT_GAME_COP, counts[GAME_COP_LEVEL] > MANY ? 2 : 0,
             "levels are those of Call of Pripyat");
    game_add(self, GAIT_GAME_CS, counts[GAME_CS_LEVEL] > MANY ? 3 : 0,
             "levels are those of Clear Sky");
}

/* Sure: 4 points, and 60 % of all points. The severities are those of all games with half of the
 * points of the first, and of the second: a guess makes no error that the second does not have. */
static void game_decide(game_guessing *self) {
    gait_mod_game *guess = self->guess;
    int32_t best = GAITI_MOD_NONE, second = GAITI_MOD_NONE;
    double sum = 0;
    for (int32_t i = 0; i < GAIT_GAME_COUNT; i++) {
        double points = self->points[i];
        sum += points;
        if (points > 0 && (best < 0 || points > self->points[best])) {
            second = best;
            best = i;
        } else if (points > 0 && (second < 0 || points > self->points[second])) {
            second = i;
        }
    }
    guess->game = best;
    guess->is_sure = best >= 0 && self->points[best] >= 4 && self->points[best] >= 0.6 * sum;
    for (int32_t i = 0; i < GAIT_GAME_COUNT && best >= 0; i++) {
        bool is_candidate = i == second || self->points[i] >= self->points[best] / 2;
        guess->games |= is_candidate ? GAIT_GAMES(i) : 0;
    }
}

void gaiti_mod_find_game(gait_mod *mod) {
    game_guessing self = {.guess = &mod->game};
    mod->game = (gait_mod_game){.game = GAITI_MOD_NONE};
    game_count(&self, mod);
    game_weigh_configs(&self);
    game_weigh_ltx(&self);
    game_decide(&self);
}

gait_mod_game gait_mod_guess_game(const gait_mod *mod) {
    return mod && mod->is_finished ? mod->game : (gait_mod_game){.game = GAITI_MOD_NONE};
}
