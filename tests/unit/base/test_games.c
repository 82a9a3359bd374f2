/* Tests the games, and the severities of rules in them. */
#include "base/diagnose.h"
#include "gait/games.h"
#include "gait/rules.h"
#include "test.h"

static gait_severity severity(const char *id, uint32_t games) {
    return gait_rule_severity_in(gait_rule_find(id), games);
}

TEST(games_have_names) {
    for (int i = 0; i < GAIT_GAME_COUNT; i++) {
        assert_int_equal(gait_game_find(gait_game_get_info((gait_game)i)->name), i);
    }
    assert_int_equal(gait_game_find("SoC"), GAIT_GAME_SOC);
    assert_int_equal(gait_game_find("quake"), -1);
    assert_int_equal(gait_game_find(NULL), -1);
    assert_null(gait_game_get_info(GAIT_GAME_COUNT));
}

TEST(the_least_serious_severity_of_several_games_counts) {
    uint32_t ofp = GAIT_GAMES(GAIT_GAME_OFP), cwr = GAIT_GAMES(GAIT_GAME_CWR);
    uint32_t arma3 = GAIT_GAMES(GAIT_GAME_ARMA3), dayz = GAIT_GAMES(GAIT_GAME_DAYZ);
    assert_int_equal(severity("RTM022", 0), GAIT_WARNING);
    assert_int_equal(severity("RTM022", ofp), GAIT_NOTE);
    assert_int_equal(severity("RTM022", cwr), GAIT_ERROR);
    assert_int_equal(severity("RTM022", cwr | arma3), GAIT_WARNING);
    assert_int_equal(severity("RTM022", ofp | cwr | arma3), GAIT_NOTE);
    assert_int_equal(severity("RTM022", GAIT_GAMES(GAIT_GAME_SOC)), GAIT_OFF);
    assert_int_equal(severity("RTM001", arma3 | dayz), GAIT_ERROR); /* the same in all games */
    assert_int_equal(gait_rule_severity_in(NULL, 0), GAIT_OFF);
}

/* A rule that every game has is not more serious without a known game. */
TEST(severities_without_a_game_are_possible_in_a_game) {
    for (uint32_t r = 0; r < gait_rule_count(); r++) {
        const gait_rule *rule = gait_rule_at(r);
        bool is_possible = !gait_rule_effect(rule);
        for (int i = 0; i < GAIT_GAME_COUNT; i++) {
            gait_severity in_game = gait_rule_severity_in(rule, GAIT_GAMES(i));
            is_possible |= in_game >= rule->severity;
            assert_true(rule->status == GAIT_OK || in_game != GAIT_NOTE);
        }
        if (!is_possible) {
            fail_msg("%s is more serious than in any game", rule->id);
        }
    }
}

TEST(diagnostics_have_the_severity_of_the_games) {
    gait_diagnostic items[4];
    gait_diagnostics sink = {.items = items, .capacity = 4};
    gaiti_report report = gaiti_report_to(&sink);
    gaiti_raise(&report, GAITI_RTM_FRAME_ORDER, (gaiti_detail){0});
    gaiti_raise(&report, GAITI_RTM_FRAME_ORDER, (gaiti_detail){0});
    gaiti_raise(&report, GAITI_OMF_MARK_ORDER, (gaiti_detail){0});
    assert_int_equal(sink.warnings, 3);
    gait_diagnostics_set_games(&sink, GAIT_GAMES(GAIT_GAME_CWR));
    assert_int_equal(sink.count, 1); /* the other one is about banks */
    assert_int_equal(items[0].severity, GAIT_ERROR);
    assert_int_equal(sink.errors, 2);
    assert_int_equal(sink.warnings, 0);
    gaiti_raise(&report, GAITI_RTM_FRAME_ORDER, (gaiti_detail){0});
    assert_int_equal(sink.errors, 3);
    assert_false(gaiti_needs_text(&report, GAITI_OMF_MARK_ORDER));
    gaiti_raise(&report, GAITI_OMF_MARK_ORDER, (gaiti_detail){0});
    assert_int_equal(sink.count, 1);
    gait_diagnostics_set_games(&sink, 0);
    assert_int_equal(items[0].severity, GAIT_WARNING);
    assert_int_equal(sink.warnings, 3);
    gait_diagnostics_set_games(NULL, 0);
}

TEST(what_the_base_game_may_have_is_a_note_in_a_known_game) {
    gait_diagnostic items[4];
    gait_diagnostics sink = {.items = items, .capacity = 4};
    gaiti_report report = gaiti_report_to(&sink);
    const gaiti_detail detail = {.may_be_elsewhere = true};
    gaiti_raise(&report, GAITI_LTX_NO_BASE, detail);
    assert_int_equal(items[0].severity, GAIT_WARNING);
    sink.games = GAIT_GAMES(GAIT_GAME_COP);
    gaiti_raise(&report, GAITI_LTX_NO_BASE, detail);
    assert_int_equal(items[1].severity, GAIT_NOTE);
    gaiti_raise(&report, GAITI_LTX_NO_BASE, (gaiti_detail){0});
    assert_int_equal(items[2].severity, GAIT_ERROR);
}
