/* Tests sets of names: duplicates, and comparison with and without case. */
#include <stdlib.h>

#include "base/text/names.h"
#include "test.h"

TEST(the_first_of_equals_is_found) {
    const gait_span names[] = {test_span("head"), test_span("HEAD"), test_span(""),
                               test_span("neck")};
    gaiti_arena arena;
    gaiti_names set;
    gaiti_arena_init(&arena, NULL, 0);
    assert_true(gaiti_names_init(&set, &arena, names, 4));
    assert_int_equal(gaiti_names_find(&set, names[0]), -1);
    assert_int_equal(gaiti_names_add(&set, 0), -1);
    assert_int_equal(gaiti_names_add(&set, 1), 0);
    assert_int_equal(gaiti_names_add(&set, 2), -1);
    assert_int_equal(gaiti_names_add(&set, 3), -1);
    assert_int_equal(gaiti_names_find(&set, test_span("Head")), 0);
    assert_int_equal(gaiti_names_find(&set, test_span("")), 2);
    assert_int_equal(gaiti_names_find(&set, test_span("nec")), -1);
    gaiti_arena_free(&arena);
}

TEST(many_names_all_have_their_place) {
    enum { MANY = 5000 };
    static char texts[MANY][8];
    static gait_span names[MANY];
    gaiti_arena arena;
    gaiti_names set;
    gaiti_arena_init(&arena, NULL, 0);
    for (uint32_t i = 0; i < MANY; i++) {
        for (uint32_t d = 0, rest = i; d < 4; d++, rest /= 10) {
            texts[i][d] = (char)('0' + rest % 10);
        }
        names[i] = test_span(texts[i]);
    }
    assert_true(gaiti_names_init(&set, &arena, names, MANY));
    for (uint32_t i = 0; i < MANY; i++) {
        assert_int_equal(gaiti_names_add(&set, i), -1);
    }
    for (uint32_t i = 0; i < MANY; i++) {
        assert_int_equal(gaiti_names_find(&set, names[i]), i);
    }
    gaiti_arena_free(&arena);
}

TEST(case_counts_where_it_is_asked_for) {
    const gait_span names[] = {test_span("head"), test_span("HEAD"), test_span("head"),
                               test_span("")};
    gaiti_arena arena;
    gaiti_names set;
    gaiti_arena_init(&arena, NULL, 0);
    assert_true(gaiti_names_init(&set, &arena, names, 4));
    set.is_exact = true;
    assert_int_equal(gaiti_names_add(&set, 0), -1);
    assert_int_equal(gaiti_names_add(&set, 1), -1);
    assert_int_equal(gaiti_names_add(&set, 2), 0);
    assert_int_equal(gaiti_names_add(&set, 3), -1);
    assert_int_equal(gaiti_names_find(&set, test_span("HEAD")), 1);
    assert_int_equal(gaiti_names_find(&set, test_span("Head")), -1);
    gaiti_arena_free(&arena);
}

/* One name in every combination of cases: with equal hashes this would take minutes. */
TEST(case_spreads_names_where_it_counts) {
    enum { LETTERS = 17, MANY = 1 << LETTERS };
    char(*texts)[LETTERS] = calloc(MANY, LETTERS);
    gait_span *names = calloc(MANY, sizeof *names);
    gaiti_arena arena;
    gaiti_names set;
    gaiti_arena_init(&arena, NULL, 0);
    assert_true(gaiti_names_init(&set, &arena, names, MANY));
    set.is_exact = true;
    for (uint32_t i = 0; i < MANY; i++) {
        for (uint32_t d = 0; d < LETTERS; d++) {
            texts[i][d] = (char)((i >> d & 1 ? 'A' : 'a') + (int)d);
        }
        names[i] = (gait_span){(const uint8_t *)texts[i], LETTERS};
        assert_int_equal(gaiti_names_add(&set, i), -1);
    }
    assert_int_equal(gaiti_names_find(&set, names[MANY - 1]), MANY - 1);
    gaiti_arena_free(&arena);
    free(names);
    free(texts);
}

/* Letters in names longer than a word, and characters next to the letters in ASCII. */
TEST(only_letters_ignore_case) {
    const gait_span names[] = {test_span("AZ@[`{\xC0\xE0 end"), test_span("az`{@[\xE0\xC0 END")};
    gaiti_arena arena;
    gaiti_names set;
    gaiti_arena_init(&arena, NULL, 0);
    assert_true(gaiti_names_init(&set, &arena, names, 2));
    assert_int_equal(gaiti_names_add(&set, 0), -1);
    assert_int_equal(gaiti_names_find(&set, test_span("az@[`{\xC0\xE0 END")), 0);
    assert_int_equal(gaiti_names_find(&set, names[1]), -1);
    gaiti_arena_free(&arena);
}

TEST(an_empty_set_finds_nothing) {
    gaiti_arena arena;
    gaiti_names set;
    gaiti_arena_init(&arena, NULL, 0);
    assert_true(gaiti_names_init(&set, &arena, NULL, 0));
    assert_int_equal(gaiti_names_find(&set, test_span("a")), -1);
    gaiti_arena_free(&arena);
}
