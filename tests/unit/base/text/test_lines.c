/* Tests line and column numbers in texts with LF, CR LF and CR. */
#include "base/text/lines.h"
#include "test.h"

typedef struct lined {
    gaiti_arena arena;
    gaiti_lines lines;
} lined;

static lined lines_of(const void *text, size_t size) {
    lined one;
    gaiti_arena_init(&one.arena, NULL, 0);
    assert_true(gaiti_lines_init(&one.lines, &one.arena, (gait_span){text, size}));
    return one;
}

static void assert_place(const lined *one, size_t offset, uint64_t line, uint64_t column) {
    gaiti_place place = gaiti_lines_at(&one->lines, offset);
    assert_int_equal(place.line, line);
    assert_int_equal(place.column, column);
}

TEST(every_kind_of_line_end_is_one) {
    lined one = lines_of("ab\nc\r\nd\re\r\r\n", 12);
    assert_place(&one, 0, 1, 1);
    assert_place(&one, 2, 1, 3); /* an LF belongs to the line that it ends */
    assert_place(&one, 3, 2, 1);
    assert_place(&one, 5, 2, 3); /* between CR and LF */
    assert_place(&one, 6, 3, 1);
    assert_place(&one, 8, 4, 1);
    assert_place(&one, 10, 5, 1);
    assert_place(&one, 12, 6, 1); /* the end of the text */
    gaiti_arena_free(&one.arena);
}

TEST(no_text_has_one_line) {
    lined one = lines_of("", 0);
    assert_place(&one, 0, 1, 1);
    gaiti_arena_free(&one.arena);
}

/* Marks are stored every few hundred bytes. Tests lines across them, and a CR LF that is split
 * by one. */
TEST(long_texts_are_counted_as_short_ones) {
    static const char ends[] = "x\r\n\ny\r";
    char text[2000];
    uint64_t line = 1, column = 1;
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = i % 700 < 400 ? ends[i % (sizeof ends - 1)] : 'z';
    }
    lined one = lines_of(text, sizeof text);
    for (size_t i = 0; i < sizeof text; i++) {
        assert_place(&one, i, line, column);
        bool before_lf = i + 1 < sizeof text && text[i + 1] == '\n';
        bool ends_line = text[i] == '\n' || (text[i] == '\r' && !before_lf);
        line += ends_line;
        column = ends_line ? 1 : column + 1;
    }
    gaiti_arena_free(&one.arena);
}
