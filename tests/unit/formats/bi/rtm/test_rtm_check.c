/* Rules about all matrices or all phases of an RTM, at their limits. */
#include "gait/rtm.h"

#include <stdlib.h>
#include <string.h>

#include "formats/bi/rtm/rtm.h"
#include "model/builtin_tables.h"
#include "test.h"

enum { BONES = 10, FRAMES = 30 };

/* Frames at even phases up to `last`. All matrices have this scale and position X; they differ by
 * 1 mm from frame to frame. */
static gait_rtm *make_rtm(float scale, float x, float last) {
    gait_rtm *rtm;
    assert_int_equal(gaiti_rtm_new(BONES, FRAMES, NULL, &rtm), GAIT_OK);
    for (uint32_t b = 0; b < BONES; b++) {
        char name[] = {'b', (char)('0' + b), 0};
        assert_int_equal(gaiti_rtm_set_bone_name(rtm, b, test_span(name)), GAIT_OK);
    }
    for (uint32_t f = 0; f < FRAMES; f++) {
        float m[12] = {scale, 0, 0, 0, scale, 0, 0, 0, scale, x, 0.001f * (float)f, 0};
        assert_int_equal(gaiti_rtm_set_phase(rtm, f, last * (float)f / (FRAMES - 1)), GAIT_OK);
        for (uint32_t b = 0; b < BONES; b++) {
            assert_int_equal(gaiti_rtm_set_matrix(rtm, f, b, m), GAIT_OK);
        }
    }
    return rtm;
}

/* Sets the first `count` matrices. */
static gait_rtm *with_matrices(gait_rtm *rtm, uint32_t count, const float m[12]) {
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(gaiti_rtm_set_matrix(rtm, i / BONES, i % BONES, m), GAIT_OK);
    }
    return rtm;
}

/* Frees `rtm`. Returns the ids of what is raised, separated by spaces, in static storage. */
static const char *rules_of(gait_rtm *rtm) {
    static char text[80];
    gait_diagnostic items[8];
    gait_diagnostics sink = {.items = items, .capacity = 8};
    gaiti_rtm_check(rtm, &sink);
    text[0] = 0;
    for (size_t i = 0; i < sink.count; i++) {
        strcat(strcat(text, i ? " " : ""), items[i].rule->id);
    }
    gaiti_rtm_free(rtm);
    return text;
}

static const float zeros[12] = {0}, unit[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};

TEST(a_scale_is_of_the_whole_file_if_99_percent_of_the_matrices_have_it) {
    assert_string_equal(rules_of(make_rtm(0.8333f, 0, 1)), "RTM055");
    assert_string_equal(rules_of(make_rtm(0.01f, 0, 1)), "RTM055");
    assert_string_equal(rules_of(make_rtm(100, 0, 1)), "RTM055");
    assert_string_equal(rules_of(make_rtm(1.009f, 0, 1)), "RTM054");
    assert_string_equal(rules_of(with_matrices(make_rtm(0.5f, 0, 1), 3, unit)), "RTM055 RTM051");
    assert_string_equal(rules_of(with_matrices(make_rtm(0.5f, 0, 1), 4, unit)), "RTM051");
}

TEST(a_unit_is_wrong_if_half_of_the_positions_are_over_5_metres) {
    assert_string_equal(rules_of(make_rtm(1, 5.01f, 1)), "RTM056");
    assert_string_equal(rules_of(make_rtm(1, 4.99f, 1)), "");
    assert_string_equal(rules_of(with_matrices(make_rtm(1, 6, 1), 149, unit)), "RTM056");
    assert_string_equal(rules_of(with_matrices(make_rtm(1, 6, 1), 150, unit)), "");
}

TEST(zeros_are_one_error_if_they_are_more_than_half) {
    assert_string_equal(rules_of(with_matrices(make_rtm(1, 0, 1), 151, zeros)), "RTM057");
    assert_string_equal(rules_of(with_matrices(make_rtm(1, 0, 1), 150, zeros)), "RTM053");
}

TEST(phases_may_leave_out_one_step) {
    assert_string_equal(rules_of(make_rtm(1, 0, 1)), "");
    assert_string_equal(rules_of(make_rtm(1, 0, 29.0f / 30)), "");
    assert_string_equal(rules_of(make_rtm(1, 0, 0.9f)), "RTM046");
    assert_string_equal(rules_of(make_rtm(1, 0, 0.1285f)), "RTM044");
    gait_rtm *still = make_rtm(1, 0, 0.1285f);
    assert_string_equal(rules_of(with_matrices(still, BONES * FRAMES, unit)), "");
}

/* Three keys in which the first bone, called `name`, moves in X and Y and does not turn. */
static gait_rtm *make_walk(const char *name, float x, float y) {
    gait_rtm *rtm;
    assert_int_equal(gaiti_rtm_new(BONES, 3, NULL, &rtm), GAIT_OK);
    for (uint32_t b = 0; b < BONES; b++) {
        char other[] = {'b', (char)('0' + b), 0};
        assert_int_equal(gaiti_rtm_set_bone_name(rtm, b, test_span(b ? other : name)), GAIT_OK);
    }
    for (uint32_t f = 0; f < 3; f++) {
        float part = (float)f / 2, m[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, x * part, y * part, 0};
        assert_int_equal(gaiti_rtm_set_matrix(rtm, f, 0, m), GAIT_OK);
    }
    return rtm;
}

TEST(a_body_walks_away_if_the_pelvis_moves_half_a_metre_along_the_ground) {
    assert_string_equal(rules_of(make_walk("pelvis", 0.51f, 0)), "RTM061");
    assert_string_equal(rules_of(make_walk("pelvis", 0.49f, 0)), "");
    assert_string_equal(rules_of(make_walk("Bricho", -0.51f, 0.14f)), "RTM061");
    assert_string_equal(rules_of(make_walk("pelvis", 0.51f, -0.16f)), "");
    assert_string_equal(rules_of(make_walk("spine", 0.51f, 0)), "");
    gait_rtm *walk = make_walk("pelvis", 0.51f, 0);
    const float step[3] = {0, 0, -0.1f};
    assert_int_equal(gaiti_rtm_set_root_motion(walk, step), GAIT_OK);
    assert_string_equal(rules_of(walk), "");
    walk = make_walk("pelvis", 0.51f, 0);
    assert_int_equal(gaiti_rtm_set_phase(walk, 1, 2), GAIT_OK);
    assert_string_equal(rules_of(walk), "RTM042 RTM043");
}

/* The rules that a file with `count` bones of a human raises, with or without a weapon. */
static const char *rules_of_human(uint32_t count, bool has_weapon) {
    const gaiti_builtin_bone *body = gaiti_arma_man()->bones;
    gait_rtm *rtm;
    assert_int_equal(gaiti_rtm_new(count + has_weapon, 1, NULL, &rtm), GAIT_OK);
    for (uint32_t b = 0, at = 0; at < count; b++) {
        if (strcmp(body[b].name, "weapon") != 0) {
            assert_int_equal(gaiti_rtm_set_bone_name(rtm, at++, test_span(body[b].name)), GAIT_OK);
        }
    }
    if (has_weapon) {
        assert_int_equal(gaiti_rtm_set_bone_name(rtm, count, test_span("WEAPON")), GAIT_OK);
    }
    return rules_of(rtm);
}

TEST(a_human_with_half_of_its_body_has_a_bone_for_the_weapon) {
    assert_int_equal(gaiti_arma_body_count, 67);
    assert_string_equal(rules_of_human(34, false), "RTM072");
    assert_string_equal(rules_of_human(33, false), "");
    assert_string_equal(rules_of_human(66, true), "");
    assert_string_equal(rules_of_human(102, false), "RTM072");
}
