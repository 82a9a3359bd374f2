/* LTX: lines, documents, the map and the probe. */
#include <stdio.h>
#include <string.h>

#include "fixtures.h"
#include "test.h"
#include "formats/xray/ltx/ltx.h"
#include "gait/inspect.h"
#include "gait/map.h"

enum { SPELLED = 1024 };

static gait_span span_of(const char *text) {
    return (gait_span){(const uint8_t *)text, strlen(text)};
}

static void spell(char *out, gait_span text) {
    size_t used = strlen(out);
    assert_true(used + text.size + 1 < SPELLED);
    if (text.size > 0) {
        memcpy(out + used, text.data, text.size);
    }
    out[used + text.size] = '\0';
}

/* Spells lines such as 3[a:b] 4k=v 5#path; a ? follows what is not closed. */
static void check_lines(const char *text, const char *expected) {
    char found[SPELLED] = "";
    gaiti_ltx_cursor cursor = gaiti_ltx_begin(span_of(text));
    gaiti_ltx_line line;
    while (gaiti_ltx_next(&cursor, &line)) {
        static const char *const begins[] = {"", "#", "", "[", "![", "@[", "!!["};
        char number[16];
        if (line.kind == GAITI_LTX_BLANK) {
            continue;
        }
        snprintf(number, sizeof number, "%s%u", found[0] ? " " : "", line.number);
        spell(found, span_of(number));
        spell(found, span_of(begins[line.kind]));
        spell(found, line.name);
        spell(found, span_of(line.kind == GAITI_LTX_KEY ? "=" : line.value.data ? ":" : ""));
        spell(found, line.value);
        spell(found, span_of(line.kind >= GAITI_LTX_SECTION ? "]" : ""));
        spell(found, span_of(line.is_open ? "?" : ""));
    }
    assert_string_equal(found, expected);
}

TEST(lines_are_headers_keys_and_included_files) {
    check_lines("", "");
    check_lines("\n; c\n [A b]:c, d \n", "3[A b:c, d]");
    check_lines("[a] :b\n[c]x:d\n[e]:", "1[a] 2[c] 3[e:]");
    check_lines("![a]:!b\n!![c]\n@[d]\n! [e]", "1![a:!b] 2!![c] 3@[d] 4! [e]=");
    check_lines("k = v\r\nl\rm=\n=n", "1k=v 2l= 3m= 4=n");
    check_lines("#include \"a\\*.ltx\" ; c\n#include x\n#other",
                "1#a\\*.ltx 2#include x= 3#other=");
    check_lines("[a\nk = v]", "1[a]? 2k=v]");
}

TEST(comments_end_lines_but_not_inside_quotes) {
    check_lines("k = v;c\nk = v//c\nk = a/b//c\nk = /;c", "1k=v 2k=v 3k=a/b//c 4k=/");
    check_lines("k = \"a;b\"\nk = \"a//b\"\nk = \"a\";b\"\nk = a;\"b\"",
                "1k=\"a;b\" 2k=\"a//b\" 3k=\"a\" 4k=a");
}

TEST(quotes_continue_on_the_next_lines_but_not_over_a_header) {
    check_lines("k = \"a\n b ; \n\"\nl = 1", "1k=\"a\n b ; \n\" 4l=1");
    check_lines("k = \"a\nl = 1\n[b]\nm = \"", "1k=\"a? 2l=1 3[b] 4m=\"?");
    char text[2048] = "k = \"";
    for (size_t i = 0; i <= GAITI_LTX_QUOTED_LINES; i++) {
        strcat(text, "\n");
    }
    strcat(text, "\"");
    check_lines(text, "1k=\"? 514\"=");
}

TEST(values_are_cleaned_of_blanks_outside_quotes) {
    gaiti_arena arena;
    gaiti_arena_init(&arena, NULL, 0);
    static const char *const cases[][2] = {
        {"a , b", "a,b"}, {"ab", "ab"}, {"", ""}, {"a\t\"b c\" d", "a\"b c\"d"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char found[SPELLED] = "";
        spell(found, gaiti_ltx_clean(&arena, span_of(cases[i][0])));
        assert_string_equal(found, cases[i][1]);
    }
    gait_span list = span_of(" a ,,b"), item;
    char found[SPELLED] = "";
    while (gaiti_ltx_next_item(&list, &item)) {
        spell(found, item);
        spell(found, span_of("|"));
    }
    assert_string_equal(found, "a||b|");
    gaiti_arena_free(&arena);
}

TEST(documents_have_sections_with_their_keys) {
    gait_ltx *ltx;
    const char *text = "lost = 1\n[a]\nk = v\n#include \"x.ltx\"\nl = w\n![b]:a\n";
    assert_int_equal(gaiti_ltx_open(span_of(text), NULL, &ltx), GAIT_OK);
    assert_int_equal(ltx->section_count, 2);
    assert_int_equal(ltx->entry_count, 2);
    assert_int_equal(ltx->sections[0].count, 2);
    assert_int_equal(ltx->sections[0].line, 2);
    assert_int_equal(ltx->sections[1].kind, GAITI_LTX_CHANGED);
    assert_int_equal(ltx->sections[1].first, 2);
    assert_int_equal(ltx->include_count, 1);
    assert_int_equal(ltx->includes[0].before, 1);
    assert_int_equal(ltx->includes[0].line, 4);
    assert_int_equal(ltx->entries[1].line, 5);
    assert_int_equal(gaiti_ltx_text(ltx, ltx->entries[1].value).size, 1);
    gaiti_ltx_free(ltx);
    assert_int_equal(gaiti_ltx_open(span_of(""), NULL, &ltx), GAIT_OK);
    assert_int_equal(ltx->section_count, 0);
    gaiti_ltx_free(ltx);
    assert_int_equal(gaiti_ltx_open((gait_span){NULL, 1}, NULL, &ltx), GAIT_BAD_ARGUMENT);
}

static gait_format detected(const char *text) {
    return gait_detect(span_of(text), NULL);
}

TEST(other_texts_are_no_ltx) {
    assert_int_equal(detected("; c\n\n[a]:b\n"), GAIT_FORMAT_LTX);
    assert_int_equal(detected("#include \"a.ltx\""), GAIT_FORMAT_LTX);
    assert_int_equal(detected("!![a]"), GAIT_FORMAT_LTX);
    assert_int_equal(detected("[1, 2]\n[a]"), GAIT_FORMAT_UNKNOWN);
    assert_int_equal(detected("[\"a\"]"), GAIT_FORMAT_UNKNOWN);
    assert_int_equal(detected("[]"), GAIT_FORMAT_UNKNOWN);
    assert_int_equal(detected("[a"), GAIT_FORMAT_UNKNOWN);
    assert_int_equal(detected("#include \"a.h\"\n[a]"), GAIT_FORMAT_UNKNOWN);
    assert_int_equal(detected("k = v\n[a]"), GAIT_FORMAT_UNKNOWN);
    assert_int_equal(detected("[a]\nclass CfgModels {};"), GAIT_FORMAT_MODELCFG);
}
