/* Names that survive a round trip through Blender: unique, at most 63 bytes of UTF-8, and truncated
 * between characters. */
#include <stdio.h>
#include <string.h>

#include "formats/gltf/write/gltf_write_names.h"
#include "test.h"

static gait_diagnostic items[16];
static gait_diagnostics diagnostics;
static gaiti_report report;
static gaiti_arena arena;
static gaiti_gltf_names names;

static int begin(void **state) {
    (void)state;
    diagnostics = (gait_diagnostics){.items = items, .capacity = 16};
    report = gaiti_report_to(&diagnostics);
    gaiti_arena_init(&arena, NULL, 0);
    gaiti_gltf_names_init(&names, &arena);
    return 0;
}

static int end(void **state) {
    (void)state;
    gaiti_arena_free(&arena);
    return 0;
}

static const char *bone(const char *name) {
    const char *written = gaiti_gltf_name_bone(&names, name, &report);
    assert_non_null(written);
    return written;
}

static const char *clip(const char *name) {
    const char *written = gaiti_gltf_name_clip(&names, name, &report);
    assert_non_null(written);
    return written;
}

static void assert_raised(const char *id) {
    assert_int_equal(diagnostics.count, 1);
    assert_string_equal(items[0].rule->id, id);
    diagnostics.count = 0;
}

TEST_WITH(valid_names_are_kept, begin, end) {
    const char *const good[] = {"bip01 l upperarm", "Кость.001", "a\"b\\c", "x/y:z[0]",
                                "\xF0\x9F\x92\xA5"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_string_equal(bone(good[i]), good[i]);
    }
    assert_int_equal(diagnostics.count, 0);
}

/* Blender 3.4 crashes on non-ASCII names of more than 63 bytes. */
TEST_WITH(long_names_are_cut_at_a_character, begin, end) {
    char name[100], expected[64];
    for (size_t ascii = 0; ascii < 4; ascii++) {
        memset(name, 0, sizeof name);
        memset(name, 'a', ascii);
        for (size_t i = ascii; i + 2 < 80; i += 2) {
            memcpy(name + i, "\xD0\xB6", 2);
        }
        size_t size = ascii + (63 - ascii) / 2 * 2;
        memcpy(expected, name, size);
        expected[size] = 0;
        assert_string_equal(bone(name), expected);
        assert_raised("GLT010");
    }
}

TEST_WITH(sixty_three_bytes_are_not_too_long, begin, end) {
    char name[64] = {0};
    memset(name, 'x', 63);
    assert_string_equal(bone(name), name);
    assert_int_equal(diagnostics.count, 0);
}

TEST_WITH(duplicate_names_get_a_number, begin, end) {
    assert_string_equal(bone("hand"), "hand");
    assert_string_equal(bone("hand"), "hand.001");
    assert_raised("GLT011");
    assert_string_equal(bone("hand"), "hand.002");
    assert_raised("GLT011");
    assert_string_equal(bone("Hand"), "Hand");
    assert_string_equal(bone("hand.004"), "hand.004");
    assert_string_equal(bone("hand"), "hand.003");
    diagnostics.count = 0;
    assert_string_equal(bone("hand"), "hand.005");
    assert_raised("GLT011");
}

TEST_WITH(long_duplicate_names_are_cut_for_the_number, begin, end) {
    char name[80] = {0}, expected[80] = {0};
    memset(name, 'x', 58);
    strcpy(expected, name);
    strcat(name, "\xD0\xB6\xD0\xB6");
    strcat(expected, ".001"); /* a 59th byte would be half a character */
    assert_string_equal(bone(name), name);
    assert_string_equal(bone(name), expected);
    assert_raised("GLT011");
}

TEST_WITH(many_equal_names_stay_distinct, begin, end) {
    bone("b");
    for (unsigned i = 1; i < 1500; i++) {
        char expected[16];
        snprintf(expected, sizeof expected, "b.%03u", i);
        assert_string_equal(bone("b"), expected);
    }
    assert_int_equal(items[0].count, 1499);
}

/* All duplicates are truncated to the same prefix and get different numbers. Trying all numbers
 * from 1 for each of them would take very long. */
TEST_WITH(names_with_equal_prefixes_are_numbered_fast, begin, end) {
    for (unsigned i = 0; i < 20000; i++) {
        char name[64];
        snprintf(name, sizeof name, "%059d%04x", 0, i);
        assert_string_equal(bone(name), name);
        const char *second = bone(name);
        assert_int_equal(strlen(second), 63);
        assert_string_not_equal(second, name);
    }
}

TEST_WITH(empty_and_invalid_names_are_replaced, begin, end) {
    assert_string_equal(bone(""), "bone");
    assert_raised("GLT013");
    assert_string_equal(clip(NULL), "clip");
    assert_raised("GLT013");
    const char *const broken[][2] = {
        {"a\xFFz", "a?z"},         {"\xC0\x80", "??"},           {"\xE0\x80\x80", "???"},
        {"\xED\xA0\x80q", "???q"}, {"\xF4\x90\x80\x80", "????"}, {"end\xD0", "end?"}};
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        assert_string_equal(bone(broken[i][0]), broken[i][1]);
        assert_raised("GLT013");
    }
}

/* Blender's exporter names an animation after its action if the name of the track has one of these
 * prefixes. */
TEST_WITH(clip_names_avoid_blender_track_prefixes, begin, end) {
    assert_string_equal(clip("NlaTrack.001"), "clip_NlaTrack.001");
    assert_raised("GLT012");
    assert_string_equal(clip("[Action Stash] run"), "clip_[Action Stash] run");
    assert_raised("GLT012");
    assert_string_equal(clip("my NlaTrack"), "my NlaTrack");
    assert_string_equal(bone("NlaTrack"), "NlaTrack");
    assert_int_equal(diagnostics.count, 0);
}
