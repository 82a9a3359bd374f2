/* The game whose severities findings have: given, or guessed from the configs of a mod. */
#include <stdlib.h>

#include "base/base.h"
#include "check/check.h"
#include "gait/games.h"

check_game check_game_choose(int choice, const check_mods *mods) {
    check_game self = {.is_given = choice > 0, .guess = {.game = choice - 1}};
    for (size_t i = 0; !self.is_given && i < mods->index_count && self.guess.game < 0; i++) {
        self.guess = gait_mod_guess_game(mods->indexes[i].mod);
    }
    return self;
}

uint32_t check_game_set(const check_game *self, const check_mods *mods, const source *file) {
    uint32_t games = self->is_given ? GAIT_GAMES(self->guess.game) : check_mods_games(mods, file);
    return check_mods_games_of(games, file->format);
}

void check_game_log(const check_game *self) {
    if (self->is_given || self->guess.game < 0) {
        return;
    }
    char *why = text_copy("");
    for (uint32_t i = 0; i < self->guess.reason_count; i++) {
        char *longer = text_format("%s%s%s", why, i > 0 ? "; " : "", self->guess.reasons[i]);
        free(why);
        why = longer;
    }
    log_note("game: %s%s (%s)%s", self->guess.is_sure ? "" : "perhaps ",
             gait_game_get_info((gait_game)self->guess.game)->name, why,
             self->guess.is_sure
                 ? ""
                 : "; findings have the mildest severity of the likely games: name it with --game");
    free(why);
}

void check_game_report(const check_game *self, gait_buffer *out) {
    if (self->guess.game < 0) {
        memory_check(gait_report_raw("\"game\":null,\n", out));
        return;
    }
    memory_check(gait_report_raw("\"game\":{\"name\":", out));
    memory_check(gait_report_text(gait_game_get_info((gait_game)self->guess.game)->name, out));
    memory_check(gait_report_raw(self->is_given ? ",\"given\":true" : ",\"given\":false", out));
    memory_check(gait_report_raw(
        self->is_given || self->guess.is_sure ? ",\"sure\":true" : ",\"sure\":false", out));
    memory_check(gait_report_raw(",\"why\":[", out));
    for (uint32_t i = 0; i < self->guess.reason_count; i++) {
        memory_check(gait_report_raw(i > 0 ? "," : "", out));
        memory_check(gait_report_text(self->guess.reasons[i], out));
    }
    memory_check(gait_report_raw("]},\n", out));
}
