/* Tests the guess of the code page of a file from its names. */
#include "base/text/code_page.h"
#include "test.h"

static uint32_t guess(const char *const *names, size_t count) {
    gaiti_code_page_votes votes = {0};
    for (size_t i = 0; i < count; i++) {
        gaiti_code_page_vote(&votes, test_span(names[i]));
    }
    return gaiti_code_page_winner(&votes);
}

static uint32_t guess_one(const char *name) {
    return guess(&name, 1);
}

TEST(single_accents_among_ascii_letters_are_central_european) {
    static const char *const names[] = {
        "vez_\xE8ty\xF8icet", /* vez_čtyřicet */
        "v\xEC\x9E",          /* věž */
        "k\xF9\xF2",          /* kůň */
        "P\xE1nev",           /* Pánev */
        "\x9D"
        "avka", /* ťavka */
        "\xBF"
        "ebro",       /* żebro */
        "ko\x9C\xE6", /* kość */
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(guess_one(names[i]), 1250);
    }
}

TEST(words_of_high_bytes_are_cyrillic) {
    static const char *const names[] = {
        "\xE3\xEE\xEB\xEE\xE2\xE0",            /* голова */
        "\xF0\xF3\xEA\xE0_\xCB",               /* рука_Л */
        "Bip01_\xED\xEE\xE3\xE0",              /* Bip01_нога */
        "L\xED\xEE\xE3\xE0",                   /* Lнога */
        "\xE8",                                /* и */
        "k\xF9\xF2 \xE3\xEE\xEB \xED\xEE\xE3", /* two Cyrillic words and one that is not */
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(guess_one(names[i]), 1251);
    }
}

TEST(letters_that_look_latin_decide_nothing) {
    /* "Mesh", "Contact" and "hand" with one Cyrillic letter each. */
    static const char *const names[] = {"\xCC"
                                        "esh",
                                        "\xD1ontact", "h\xE0nd"};
    assert_int_equal(guess(names, 3), 1251);
}

TEST(ascii_names_have_the_default_code_page) {
    static const char *const names[] = {"pelvis", "", "bip01_l_hand"};
    assert_int_equal(guess(names, 3), 1251);
    assert_int_equal(guess(NULL, 0), 1251);
}

TEST(options_take_precedence_over_the_guess) {
    const gait_options forced = {.code_page = 1252}, usual = {0};
    const gaiti_code_page_votes votes = {.cp1250 = 2, .cp1251 = 1};
    assert_int_equal(gaiti_code_page_choose(&forced, &votes), 1252);
    assert_int_equal(gaiti_code_page_choose(&usual, &votes), 1250);
    assert_int_equal(gaiti_code_page_choose(NULL, &votes), 1250);
}

TEST(bytes_map_one_to_one) {
    static const uint32_t pages[] = {0, 1250, 1251, 1252};
    for (size_t p = 0; p < 4; p++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            uint8_t back = 0;
            uint32_t code = gaiti_code_page_to_unicode(pages[p], (uint8_t)byte);
            assert_true(gaiti_code_page_from_unicode(pages[p], code, &back));
            assert_int_equal(back, byte);
        }
    }
    assert_true(gaiti_is_code_page(1252) && gaiti_is_code_page(0));
    assert_false(gaiti_is_code_page(1253) || gaiti_is_code_page(65001));
}
