/* Tests what the text forms of all formats share: the head, options, limits and the output. */
#include <stdlib.h>

#include "gait/file.h"
#include "fixtures.h"
#include "test.h"
#include "text_forms.h"

TEST(the_head_names_schema_format_and_code_page) {
    char *text = text_of_fixture("rtm/ok/two_bones.rtm");
    text_assert_refused(text, "gait.text/1", "gait.text/2", "TXT002", "/schema");
    text_assert_refused(text, "gait.text/1", "gait.info/1", "TXT002", "gait.text/1");
    text_assert_refused(text, "\"schema\":\"gait.text/1\",", "", "TXT002", "line 1");
    text_assert_refused(text, "\"schema\":\"gait.text/1\"", "\"schema\":1", "TXT002", "/schema");
    text_assert_refused(text, "\"rtm\"", "\"glb\"", "TXT011",
                        "/format: expected one of: \"rtm\", \"bmtr\", \"omf\", \"skl\", \"skls\"");
    text_assert_refused(text, "\"rtm\"", "\"ogf\"", "TXT011", "/format");
    text_assert_refused(text, "\"rtm\"", "\"RTM\"", "TXT011", "/format");
    text_assert_refused(text, "\"rtm\"", "0", "TXT011", "/format");
    text_assert_refused(text, "\"format\":\"rtm\",", "", "TXT003", "\"format\"");
    text_assert_refused(text, ":1251", ":0", "TXT011", "/codePage: expected one of: 1250");
    text_assert_refused(text, ":1251", ":1253", "TXT011", "/codePage");
    text_assert_refused(text, ":1251", ":\"1251\"", "TXT004", "/codePage");
    text_assert_refused(text, "\"codePage\":1251,", "", "TXT003", "\"codePage\"");
    text_assert_refused("{}", NULL, "", "TXT002", "line 1");
    text_assert_refused("", NULL, "", "TXT001", "line 1");
    /* The head may be at the end. */
    char *moved =
        text_with(text, "{\"schema\":\"gait.text/1\",\"format\":\"rtm\",\"codePage\":1251,", "{");
    text_assert_changes(text, "\"schema\":\"gait.text/1\",\"format\":\"rtm\",",
                        "\"format\":\"rtm\",\"schema\":\"gait.text/1\",", 0, 0);
    text_assert_refused(moved, NULL, "", "TXT002", "line 1");
    free(moved);
    free(text);
}

/* The same characters are other bytes in another code page. */
TEST(names_are_in_the_code_page_of_the_text) {
    char *text = text_of_fixture("rtm/ok/two_bones.rtm");
    char *polish = text_with(text, "\"spine\"", "\"\xC5\x82\xC4\x85\""); /* not in 1251 */
    text_assert_refused(polish, NULL, "", "TXT009", "/bones/1");
    gait_span bytes = text_built(polish, "1251", "1250");
    assert_memory_equal(bytes.data + 28 + 32, "\xB3\xB9", 3);
    free((void *)(uintptr_t)bytes.data);
    free(polish);
    free(text);
}

TEST(results_are_appended) {
    test_file opened = test_open("rtm/ok/two_bones.rtm");
    gait_buffer text = {0}, out = {0};
    gait_format format = GAIT_FORMAT_UNKNOWN;
    assert_int_equal(gait_text_dump(opened.file, NULL, &text), GAIT_OK);
    size_t size = text.size;
    assert_int_equal(gait_text_dump(opened.file, NULL, &text), GAIT_OK);
    assert_int_equal(text.size, 2 * size);
    assert_memory_equal(text.data, text.data + size, size);
    gait_span once = {text.data, size}, twice = {text.data, text.size};
    assert_int_equal(gait_text_build(once, NULL, &out, &format), GAIT_OK);
    assert_int_equal(format, GAIT_FORMAT_RTM);
    assert_int_equal(gait_text_build(once, NULL, &out, NULL), GAIT_OK);
    assert_int_equal(out.size, 2 * opened.bytes.size);
    assert_memory_equal(out.data + opened.bytes.size, opened.bytes.data, opened.bytes.size);
    assert_int_equal(gait_text_build(twice, NULL, &out, NULL), GAIT_CORRUPT);
    assert_int_equal(out.size, 2 * opened.bytes.size);
    gait_buffer_free(&out);
    gait_buffer_free(&text);
    test_close(&opened);
}

/* Limits hold with and without damage: too little memory is not damage. */
TEST(limits_hold) {
    char *text = text_of_fixture("samples/walk.rtm");
    uint64_t least = 0;
    for (int allow = 0; allow < 2; allow++) {
        for (uint64_t bytes = 1; bytes < 1 << 22; bytes *= 2) {
            gait_text_options options = {.common = {.max_bytes = bytes}, .allow_damage = allow};
            gait_buffer out = {0};
            gait_status status = gait_text_build(test_span(text), &options, &out, NULL);
            assert_true(status == GAIT_LIMIT || status == GAIT_OK);
            assert_int_equal(out.size, status == GAIT_OK ? 136318 : 0);
            least = status == GAIT_LIMIT ? bytes * 2 : least;
            gait_buffer_free(&out);
        }
    }
    assert_in_range(least, 1 << 17, 1 << 19);
    gait_text_options options = {.common = {.max_allocations = 1}};
    gait_buffer out = {0};
    assert_int_equal(gait_text_build(test_span(text), &options, &out, NULL), GAIT_LIMIT);
    assert_int_equal(out.size, 0);
    free(text);
}

/* The findings of a damaged result come before the last one, and have offsets of the file. */
TEST(damage_is_listed) {
    char *text = text_of_fixture("omf/bad/crc_wrong.omf");
    gait_diagnostic items[8];
    gait_diagnostics found = {.items = items, .capacity = 8};
    gait_buffer out = {0};
    gait_status status = text_build_with(text, false, &found, &out);
    test_file opened = test_open("omf/bad/crc_wrong.omf");
    bool has_errors = gait_file_check(opened.file, NULL) != GAIT_OK;
    assert_int_equal(status, has_errors ? GAIT_CORRUPT : GAIT_OK);
    assert_int_equal(out.size, has_errors ? 0 : opened.bytes.size);
    assert_true(found.count > 0);
    assert_true(!has_errors || strcmp(items[found.count - 1].rule->id, "TXT014") == 0);
    test_close(&opened);
    gait_buffer_free(&out);
    free(text);
}
