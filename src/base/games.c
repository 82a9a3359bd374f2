/* The games, and how serious the rules of games.def are in each. */
#include "gait/games.h"
#include "base/rules.h"
#include "base/text/text.h"
#include "gait/rules.h"

static const gait_game_info game_table[GAIT_GAME_COUNT] = {
    [GAIT_GAME_OFP] = {"ofp", "Operation Flashpoint"},
    [GAIT_GAME_CWR] = {"cwr", "Cold War Assault Remastered"},
    [GAIT_GAME_ARMA1] = {"arma1", "Arma: Armed Assault"},
    [GAIT_GAME_ARMA2] = {"arma2", "Arma 2"},
    [GAIT_GAME_ARMA3] = {"arma3", "Arma 3"},
    [GAIT_GAME_DAYZ] = {"dayz", "DayZ"},
    [GAIT_GAME_SOC] = {"soc", "Shadow of Chernobyl"},
    [GAIT_GAME_CS] = {"cs", "Clear Sky"},
    [GAIT_GAME_COP] = {"cop", "Call of Pripyat"},
    [GAIT_GAME_OGSR] = {"ogsr", "OGSR Engine"},
    [GAIT_GAME_IXRAY] = {"ixray", "IX-Ray"},
    [GAIT_GAME_ANOMALY] = {"anomaly", "Anomaly"},
};

const gait_game_info *gait_game_get_info(gait_game game) {
    return (uint32_t)game < GAIT_GAME_COUNT ? &game_table[game] : NULL;
}

int32_t gait_game_find(const char *name) {
    for (int32_t i = 0; name && i < GAIT_GAME_COUNT; i++) {
        if (gaiti_equal_text(name, game_table[i].name)) {
            return i;
        }
    }
    return -1;
}

/* --- rules ------------------------------------------------------------------------------------ */

typedef struct game_row {
    const char *levels; /* one letter per game, see games.def; NULL = the game does not matter */
    const char *effect;
    bool needs_game; /* not reported unless a game is known */
} game_row;

static const game_row game_rules[GAITI_RULE_COUNT] = {
#define GAME_RULE(name, levels, effect) [GAITI_##name] = {levels, effect, false},
#define ONLY_GAME_RULE(name, levels, effect) [GAITI_##name] = {levels, effect, true},
#include "games.def"
#undef ONLY_GAME_RULE
#undef GAME_RULE
};

static gait_severity game_severity(const gait_rule *rule, char level) {
    return level == 'E'   ? GAIT_ERROR
           : level == 'W' ? GAIT_WARNING
           : level == 'n' ? GAIT_NOTE
           : level == 'v' ? rule->severity
                          : GAIT_OFF;
}

gait_severity gait_rule_severity_in(const gait_rule *rule, uint32_t games) {
    if (!rule) {
        return GAIT_OFF;
    }
    const game_row *row = &game_rules[rule - gait_rule_at(0)];
    if ((games & GAIT_ALL_GAMES) == 0 || !row->levels) {
        return row->needs_game ? GAIT_OFF : rule->severity;
    }
    gait_severity least = GAIT_ERROR;
    for (uint32_t i = 0; i < GAIT_GAME_COUNT; i++) {
        gait_severity severity = game_severity(rule, row->levels[i]);
        least = (games >> i & 1) && severity < least ? severity : least;
    }
    return least;
}

const char *gait_rule_effect(const gait_rule *rule) {
    return rule ? game_rules[rule - gait_rule_at(0)].effect : NULL;
}
