/* Patterns of names: gaiti_edit_matches() and gaiti_edit_replace(), compared with a simple matcher
 * for all short patterns and names. */
#include "base/text/text.h"
#include "edit/edit_pattern.h"
#include "test.h"

enum { MAX_LENGTH = 5, MAX_TEXT = 3 * MAX_LENGTH + 1 };

/* --- the simple matcher ----------------------------------------------------------------------- */

/* Tries the shortest text for a star first, so that the first solution is the one with the shortest
 * texts from left to right. */
static bool try_match(const char *pattern, const char *name, gait_span *captured) {
    size_t left = strlen(name);
    if (!*pattern) {
        return left == 0;
    }
    if (*pattern == '*') {
        for (size_t size = 0; size <= left; size++) {
            bool is_inside = ((uint8_t)name[size] & 0xC0) == 0x80;
            *captured = (gait_span){(const uint8_t *)name, size};
            if (!is_inside && try_match(pattern + 1, name + size, captured + 1)) {
                return true;
            }
        }
        return false;
    }
    if (left == 0) {
        return false;
    }
    if (*pattern == '?') {
        size_t size = 1;
        while (((uint8_t)name[size] & 0xC0) == 0x80) {
            size++;
        }
        *captured = (gait_span){(const uint8_t *)name, size};
        return try_match(pattern + 1, name + size, captured + 1);
    }
    return gaiti_ascii_lower((uint8_t)*pattern) == gaiti_ascii_lower((uint8_t)*name) &&
           try_match(pattern + 1, name + 1, captured);
}

static void compare(const char *pattern, const char *name) {
    gait_span expected[MAX_LENGTH] = {{0}};
    gaiti_edit_match match = {.count = 77};
    bool is_match = try_match(pattern, name, expected);
    bool is_same = gaiti_edit_matches(pattern, name, &match) == is_match &&
                   gaiti_edit_matches(pattern, name, NULL) == is_match;
    uint32_t wildcards = gaiti_edit_wildcards(pattern);
    for (uint32_t w = 0; is_match && is_same && w < wildcards; w++) {
        is_same = match.count == wildcards && match.texts[w].size == expected[w].size &&
                  match.texts[w].data == expected[w].data;
    }
    if (!is_same) {
        fail_msg("\"%s\" and \"%s\"", pattern, name);
    }
}

/* --- all short texts -------------------------------------------------------------------------- */

/* Text `number` of at most `length` of these characters; false when there is none. */
static bool make_text(uint32_t number, const char *const *characters, uint32_t count,
                      uint32_t length, char *out) {
    uint32_t used = 0;
    for (*out = 0; number > 0 && used < length; used++) {
        const char *character = characters[(number - 1) % count];
        memcpy(out + strlen(out), character, strlen(character) + 1);
        number = (number - 1) / count;
    }
    return number == 0;
}

static uint32_t compare_all(const char *const *in_pattern, uint32_t pattern_count,
                            const char *const *in_name, uint32_t name_count) {
    char pattern[MAX_TEXT], name[MAX_TEXT];
    uint32_t compared = 0;
    for (uint32_t p = 0; make_text(p, in_pattern, pattern_count, MAX_LENGTH, pattern); p++) {
        for (uint32_t n = 0; make_text(n, in_name, name_count, MAX_LENGTH, name); n++) {
            compare(pattern, name);
            compared++;
        }
    }
    return compared;
}

TEST(all_short_patterns_match_as_the_simple_matcher) {
    static const char *const in_pattern[] = {"*", "?", "a", "B"};
    static const char *const in_name[] = {"a", "b", "A"};
    uint32_t patterns = 1 + 4 + 16 + 64 + 256 + 1024, names = 1 + 3 + 9 + 27 + 81 + 243;
    assert_int_equal(compare_all(in_pattern, 4, in_name, 3), patterns * names);
}

TEST(characters_of_several_bytes_are_one_character) {
    static const char *const in_pattern[] = {"*", "?", "\xD0\xB0", "a"};
    static const char *const in_name[] = {"\xD0\xB0", "\xE2\x82\xAC", "a"};
    assert_in_range(compare_all(in_pattern, 4, in_name, 3), 1, UINT32_MAX);
}

TEST(names_with_wildcards_match_themselves) {
    static const char *const in_both[] = {"*", "?", "a"};
    assert_in_range(compare_all(in_both, 3, in_both, 3), 1, UINT32_MAX);
    assert_true(gaiti_edit_matches("a*b?", "a*b?", NULL));
}

/* --- replacements ----------------------------------------------------------------------------- */

static void assert_replaced(const char *pattern, const char *name, const char *replacement,
                            const char *expected) {
    gaiti_edit_match match;
    char out[64] = "";
    assert_true(gaiti_edit_matches(pattern, name, &match));
    assert_int_equal(gaiti_edit_replace(replacement, &match, NULL), strlen(expected));
    assert_int_equal(gaiti_edit_replace(replacement, &match, out), strlen(expected));
    assert_string_equal(out, expected);
}

TEST(wildcards_of_the_new_name_stand_for_the_matched_texts) {
    assert_replaced("walk_*", "walk_01", "go_*", "go_01");
    assert_replaced("*_?_*", "a_b_c_d", "?-*-?", "a-b-c_d");
    assert_replaced("*", "", "x_*", "x_");
    assert_replaced("*", "walk", "run", "run");
    assert_replaced("WALK_*", "walk_Fast", "*", "Fast");
    assert_replaced("?*", "\xD1\x88\xD0\xB0\xD0\xB3", "*?", "\xD1\x88\xD0\xB0\xD0\xB3");
    assert_replaced("**", "ab", "*-*", "-ab");
    assert_replaced("*a*", "banana", "*|*", "b|nana");
}

TEST(only_the_first_sixteen_wildcards_are_captured) {
    gaiti_edit_match match;
    assert_int_equal(gaiti_edit_wildcards("??????????????????"), 18);
    assert_true(gaiti_edit_matches("??????????????????", "abcdefghijklmnopqr", &match));
    assert_int_equal(match.count, GAITI_EDIT_WILDCARDS);
    assert_int_equal(match.texts[15].data[0], 'p');
    assert_false(gaiti_edit_is_pattern("walk"));
    assert_true(gaiti_edit_is_pattern("wal?"));
}

/* The time must not grow with a power of the number of stars. */
TEST(many_stars_are_not_slow) {
    enum { STARS = 64 };
    char pattern[3 * STARS + 2], name[20001];
    for (uint32_t i = 0; i < STARS; i++) {
        memcpy(pattern + (size_t)3 * i, "*aa", 3);
    }
    memcpy(pattern + 3 * STARS, "b", 2);
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = 0;
    assert_false(gaiti_edit_matches(pattern, name, NULL));
    name[sizeof name - 2] = 'b';
    assert_true(gaiti_edit_matches(pattern, name, NULL));
}
