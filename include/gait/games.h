/* Gait - games: which ones there are, and how serious a finding is in each.
 *
 * The severity of a rule depends on the game: a bank with 16-bit keys is an error for Shadow of
 * Chernobyl only. Set the games of gait_diagnostics, and findings have the severity of these games:
 *
 *     gait_diagnostics_set_games(&diagnostics, GAIT_GAMES(GAIT_GAME_SOC));
 *     gait_file_check(file, &diagnostics);
 *
 * docs/games.md has the table of all rules and games. */
#ifndef GAIT_GAMES_H
#define GAIT_GAMES_H

#include "gait/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Games that read RTM, then games that read OMF; both sorted by age. */
typedef enum gait_game {
    GAIT_GAME_OFP = 0, /* Operation Flashpoint */
    GAIT_GAME_CWR,     /* Arma: Cold War Assault Remastered */
    GAIT_GAME_ARMA1,
    GAIT_GAME_ARMA2,
    GAIT_GAME_ARMA3,
    GAIT_GAME_DAYZ,
    GAIT_GAME_SOC, /* S.T.A.L.K.E.R.: Shadow of Chernobyl */
    GAIT_GAME_CS,  /* Clear Sky */
    GAIT_GAME_COP, /* Call of Pripyat */
    GAIT_GAME_OGSR,
    GAIT_GAME_IXRAY,
    GAIT_GAME_ANOMALY,
    GAIT_GAME_COUNT
} gait_game;

/* A set of games has one bit per game: GAIT_GAMES(GAIT_GAME_CS) | GAIT_GAMES(GAIT_GAME_COP). */
#define GAIT_GAMES(game) (1U << (game))
#define GAIT_GAMES_OF_RTM 0x03FU /* games that read RTM */
#define GAIT_GAMES_OF_OMF 0xFC0U /* games that read OMF */
#define GAIT_ALL_GAMES 0xFFFU    /* all */

/* Names of a game. */
typedef struct gait_game_info {
    const char *name;  /* as in `--game`, such as "soc" */
    const char *title; /* such as "Shadow of Chernobyl" */
} gait_game_info;

/* Static storage; NULL when the game is out of range. */
GAIT_API const gait_game_info *gait_game_get_info(gait_game game);
/* The game with this name, ignoring ASCII case; -1 = there is no such game. */
GAIT_API int32_t gait_game_find(const char *name);
/* How serious a rule is in a set of games: the least serious severity of these games, GAIT_OFF if
 * one of them does not have the problem. Without games, that of the rule, but GAIT_OFF for rules
 * about a few games. GAIT_OFF for NULL. `rule` is one of gait_rule_at(), not a copy. */
GAIT_API gait_severity gait_rule_severity_in(const gait_rule *rule, uint32_t games);
/* What games do when a file breaks a rule. NULL if the rule does not depend on the game. */
GAIT_API const char *gait_rule_effect(const gait_rule *rule);
/* Sets the games: new diagnostics get the severity that their rules have in these games. The
 * severities of diagnostics in the list change too, and those that are GAIT_OFF are removed. Call
 * it before the check: findings that need a known game are not added later, and those about what
 * the base game may have become as serious as others. Does nothing for NULL. */
GAIT_API void gait_diagnostics_set_games(gait_diagnostics *diagnostics, uint32_t games);

#ifdef __cplusplus
}
#endif
#endif
