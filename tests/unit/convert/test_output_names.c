/* Tests output names: invalid characters, and equal names. */
#include <string.h>

#include "gait/convert.h"
#include "gait/output_names.h"
#include "test.h"

static void assert_names(const char *pattern, const char *const (*pairs)[2], uint32_t count) {
    gait_output_names *names;
    assert_int_equal(gait_output_names_new(pattern, count, NULL, &names), GAIT_OK);
    for (uint32_t i = 0; i < count; i++) {
        assert_string_equal(gait_output_names_next(names, pairs[i][0]), pairs[i][1]);
    }
    assert_null(gait_output_names_next(names, "one more"));
    gait_output_names_free(names);
}

TEST(test_characters_invalid_in_file_names_are_replaced) {
    static const char *const pairs[][2] = {
        {"a/b\\c:d", "x/a_b_c_d.glb"},        {"*?\"<>|", "x/______.glb"},
        {"tab\there\x7F", "x/tab_here_.glb"}, {"\xC2\x9B\xC2\x80\xC2\xA0", "x/__\xC2\xA0.glb"},
        {".hidden", "x/_hidden.glb"},         {"", "x/_.glb"}};
    assert_names("x/{clip}.glb", pairs, 6);
}

TEST(test_device_names_of_windows_are_changed) {
    static const char *const pairs[][2] = {{"CON", "_CON.glb"},
                                           {"nul.x", "_nul.x.glb"},
                                           {"Com1", "_Com1.glb"},
                                           {"LPT0.a.b", "_LPT0.a.b.glb"},
                                           {"com\xC2\xB9", "_com\xC2\xB9.glb"},
                                           {"lpt\xC2\xB3", "_lpt\xC2\xB3.glb"},
                                           {"aux .run", "_aux .run.glb"},
                                           {"CONOUT$", "_CONOUT$.glb"},
                                           {"_CON", "_CON-2.glb"},
                                           {"con", "con-3.glb"},
                                           {"prn", "_prn.glb"},
                                           {"console", "console.glb"},
                                           {"com", "com.glb"},
                                           {"COM10", "COM10.glb"},
                                           {"com\xC2\xB4", "com\xC2\xB4.glb"},
                                           {"com\xC3\xB9", "com\xC3\xB9.glb"},
                                           {"a.con", "a.con.glb"}};
    assert_names("{clip}.glb", pairs, sizeof pairs / sizeof pairs[0]);
}

TEST(test_only_complete_names_in_the_path_are_device_names) {
    static const char *const in_name[][2] = {{"CON", "NUL/x_CON.glb"}, {"nul", "NUL/x_nul.glb"}};
    static const char *const in_folder[][2] = {{"CON", "_CON/NUL.glb"}, {"a", "a/NUL.glb"}};
    static const char *const joined[][2] = {{"n", "c:_con"}, {"x", "c:cox"}};
    assert_names("NUL/x_{clip}.glb", in_name, 2);
    assert_names("{clip}/NUL.glb", in_folder, 2);
    assert_names("c:co{clip}", joined, 2);
    assert_true(gait_output_name_is_device("a/CON.glb"));
    assert_true(gait_output_name_is_device("c:nul"));
    assert_true(gait_output_name_is_device("a\\lpt9.tar.gz"));
    assert_false(gait_output_name_is_device("CON/a.glb"));
    assert_false(gait_output_name_is_device(""));
}

TEST(test_dots_and_spaces_at_the_end_of_names_are_replaced) {
    static const char *const at_end[][2] = {
        {"walk. .", "walk___/walk___"}, {"..", "__/__"}, {" ", "_/_"}, {"con ", "con_/con_"}};
    static const char *const before[][2] = {{"walk. ", "walk. .glb"}, {"..", "_..glb"}};
    assert_names("{clip}/{clip}", at_end, 4);
    assert_names("{clip}.glb", before, 2);
}

TEST(test_equal_names_get_numbers) {
    static const char *const pairs[][2] = {{"walk", "walk.glb"},       {"Walk", "Walk-2.glb"},
                                           {"walk-2", "walk-2-2.glb"}, {"walk", "walk-3.glb"},
                                           {"run", "run.glb"},         {"walk-3", "walk-3-2.glb"},
                                           {"walk", "walk-4.glb"},     {"a:b", "a_b.glb"}};
    assert_names("{clip}.glb", pairs, 8);
}

TEST(test_long_names_are_cut_at_a_character) {
    char given[301] = {0}, expected[200] = {0}, second[200] = {0};
    memset(given, 'n', 300);
    memcpy(given + 179, "\xD0\xAF", 2);
    memset(expected, 'n', 179);
    strcat(strcpy(second, expected), "-2.glb");
    strcat(expected, ".glb");
    const char *const pairs[][2] = {{given, expected}, {given, second}};
    assert_names("{clip}.glb", pairs, 2);
}

TEST(test_every_clip_placeholder_is_replaced) {
    static const char *const pairs[][2] = {{"walk", "walk/walk.{x}"}};
    assert_names("{clip}/{clip}.{x}", pairs, 1);
    assert_true(gait_output_name_is_per_clip("a{clip}"));
    assert_false(gait_output_name_is_per_clip("{Clip}"));
    assert_false(gait_output_name_is_per_clip(NULL));
}

TEST(test_wrong_arguments_are_refused) {
    gait_output_names *names;
    assert_int_equal(gait_output_names_new(NULL, 1, NULL, &names), GAIT_BAD_ARGUMENT);
    assert_null(names);
    assert_int_equal(gait_output_names_new("x", 1, NULL, NULL), GAIT_BAD_ARGUMENT);
    assert_null(gait_output_names_next(NULL, "x"));
    assert_false(gait_output_name_is_device(NULL));
    assert_int_equal(gait_output_names_new("x", 0, NULL, &names), GAIT_OK);
    assert_null(gait_output_names_next(names, NULL));
    gait_output_names_free(names);
    gait_output_names_free(NULL);
}
