/* Tests conversion of names between CP1251 and UTF-8, and comparison ignoring case. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/text/text.h"
#include "test.h"

static void assert_every_byte_survives(uint32_t page) {
    uint8_t all[255], back[255 * 3];
    size_t size = 0;
    for (unsigned i = 0; i < 255; i++) {
        all[i] = (uint8_t)(i + 1);
    }
    gaiti_arena arena;
    gaiti_arena_init(&arena, NULL, 0);
    gait_span name = {all, sizeof all};
    const char *utf8 = gaiti_utf8(&arena, page, name);
    assert_int_equal(strlen(utf8), gaiti_utf8_size(page, name));
    assert_true(gaiti_from_utf8(page, utf8, back, &size));
    assert_int_equal(size, sizeof all);
    assert_memory_equal(back, all, sizeof all);
    gaiti_arena_free(&arena);
}

TEST(every_byte_survives_a_round_trip_through_utf8) {
    static const uint32_t pages[] = {0, 1250, 1251, 1252};
    for (size_t i = 0; i < 4; i++) {
        assert_every_byte_survives(pages[i]);
    }
}

TEST(known_letters_are_the_code_page_s) {
    static const struct {
        const char *cp1251, *utf8;
    } pairs[] = {
        {"\xC0\xFF", "Ая"},           {"\x80", "Ђ"}, {"\x88", "€"}, {"\xA8\xB8", "Ёё"},
        {"\x98", "\xC2\x98"},         {"\xB9", "№"}, {"\x99", "™"}, {"bip01_head", "bip01_head"},
        {"\xF0\xF3\xEA\xE0", "рука"}, {"", ""}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        gait_buffer out = {0};
        assert_int_equal(gait_name_to_utf8(test_span(pairs[i].cp1251), 1251, &out), GAIT_OK);
        assert_int_equal(out.size, strlen(pairs[i].utf8));
        if (out.size) {
            assert_memory_equal(out.data, pairs[i].utf8, out.size);
        }
        assert_true(gaiti_equal_utf8(0, test_span(pairs[i].cp1251), pairs[i].utf8));
        gait_buffer_free(&out);
    }
}

TEST(what_the_code_page_lacks_is_refused) {
    static const char *const texts[] = {
        "\xE2\x82\xAD", "\xC3\xA9", "\xF0\x9F\x90\x8D", "\xC0\x80", "\xE0\x80\x80",
        "\x80",         "\xD0",     "\xE2\x82",         "a\xFF",    "\xC1\x81"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        uint8_t out[8];
        size_t size;
        assert_false(gaiti_from_utf8(1251, texts[i], out, &size));
    }
}

TEST(only_ascii_letters_lose_their_case) {
    assert_true(gaiti_equal_text("Bip01_HEAD", "bip01_head"));
    assert_false(gaiti_equal_text("head", "head_"));
    assert_false(gaiti_equal_text("@a[", "`a{"));
    assert_false(gaiti_equal_name(test_span("\xC0"), test_span("\xE0")));
    assert_true(gaiti_equal_utf8(0, test_span("R\xD3"), "rУ"));
    assert_false(gaiti_equal_utf8(0, test_span("R\xD3"), "rу"));
    assert_false(gaiti_equal_utf8(0, test_span("ab"), "a"));
    assert_false(gaiti_equal_utf8(0, test_span("a"), "ab"));
    assert_false(gaiti_equal_utf8(0, test_span("\xC0"), "\xD0"));
}

TEST(out_of_memory_is_reported) {
    test_allocator allocator = {.fail_at = 1};
    gait_buffer out = {.allocator = test_allocator_options(&allocator).allocator};
    assert_int_equal(gait_name_to_utf8(test_span("a"), 0, &out), GAIT_NO_MEMORY);
    assert_int_equal(gait_name_to_utf8(test_span(""), 0, &out), GAIT_OK);
    gait_buffer_free(&out);
}

static void assert_utf16(const void *bytes, size_t size, const char *expected) {
    gaiti_arena arena;
    gaiti_arena_init(&arena, NULL, 0);
    gait_span text = {bytes, size};
    assert_true(gaiti_is_utf16(text));
    gait_span utf8 = gaiti_utf16_to_utf8(&arena, text);
    assert_int_equal(utf8.size, strlen(expected));
    assert_memory_equal(utf8.data, expected, utf8.size);
    gaiti_arena_free(&arena);
}

TEST(utf16_becomes_utf8) {
    assert_utf16("\xFF\xFE", 2, "");
    assert_utf16("\xFF\xFE\x41\x00\x16\x04\xAC\x20", 8, "A\xD0\x96\xE2\x82\xAC");
    assert_utf16("\xFE\xFF\x00\x41\x04\x16\x20", 7, "A\xD0\x96");
    assert_utf16("\xFF\xFE\x3D\xD8\x00\xDE", 6, "\xF0\x9F\x98\x80");
    assert_utf16("\xFF\xFE\x3D\xD8\x41\x00\x00\xDE\x3D\xD8", 10,
                 "\xEF\xBF\xBD"
                 "A\xEF\xBF\xBD\xEF\xBF\xBD");
    assert_false(gaiti_is_utf16(test_span("\xEF\xBB\xBF")));
    assert_false(gaiti_is_utf16(test_span("\xFF")));
}
