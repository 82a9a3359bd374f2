/* Tests the text form of SKL and SKLS. */
#include <stdlib.h>

#include "test.h"
#include "text_forms.h"

TEST(files_are_built_from_their_texts) {
    text_assert_round_trips("skl/");
}

TEST(changes_change_their_bytes_only) {
    char *text = text_of_fixture("skl/ok/marks.skl");
    text_assert_changes(text, "\"frameEnd\":2", "\"frameEnd\":3", 17, 4);
    text_assert_changes(text, "\"fps\":30", "\"fps\":29.97", 21, 4);
    text_assert_changes(text, "[\"stopAtEnd\"]", "[\"idle\"]", 27, 1);
    text_assert_changes(text, "\"accrue\":2", "\"accrue\":3", 34, 4);
    text_assert_changes(text, "\"falloff\":2", "\"falloff\":3", 38, 4);
    text_assert_changes(text, "\"power\":1", "\"power\":3", 42, 4);
    text_assert_changes(text, "\"root\",\"flags\":0", "\"Root\",\"flags\":0", 48, 4);
    text_assert_changes(text, "\"root\",\"flags\":0", "\"root\",\"flags\":255", 53, 1);
    text_assert_changes(text, "\"after\":1", "\"after\":2", 55, 1);
    text_assert_changes(text, "[0,0,4]", "[0.5,0,4]", 58, 4);
    text_assert_changes(text, "[0,0.05]", "[0,0.0625]", 146, 8);
    text_assert_changes(text, "\"Right\"", "\"R\\u0000ght\"", 154, 5);
    free(text);
    text = text_of_fixture("skl/ok/version_4.skl");
    text_assert_changes(text, "\"isFX\":0", "\"isFX\":255", 0, SIZE_MAX);
    text_assert_changes(text, "\"stopAtEnd\":1", "\"stopAtEnd\":0", 0, SIZE_MAX);
    free(text);
}

/* A stepped key has three numbers, every other one has ten. */
TEST(the_shape_gives_the_number_of_columns) {
    char *text = text_of_fixture("skl/ok/marks.skl");
    gait_span stepped = text_built(text, NULL, NULL);
    gait_span curved = text_built(text, "[0,0,4]", "[0,0,0,1,2,3,4,5,6,65535]");
    assert_int_equal(curved.size, stepped.size + 14);
    free((void *)(uintptr_t)curved.data);
    free((void *)(uintptr_t)stepped.data);
    text_assert_refused(text, "[0,0,4]", "[0,0,4,0,0,0,0,0,0,0]", "TXT008",
                        "/x/keys/0/3: expected 3 values, but found 10");
    text_assert_refused(text, "[0,0,4]", "[0,0,0]", "TXT008", "/x/keys/0");
    text_assert_refused(text, "[0,0,4]", "[0,0,0,0,0,0,0,0,0]", "TXT008", "/x/keys/0");
    text_assert_refused(text, "[0,0,4]", "[0,0,0,0,0,0,0,0,0,65536]", "TXT006", "/x/keys/0/9");
    text_assert_refused(text, "[0,0,4]", "[0,0,256]", "TXT006", "/x/keys/0/2");
    text_assert_refused(text, "[0,0,4]", "[0,0]", "TXT008", "/x/keys/0");
    free(text);
}

TEST(wrong_texts_are_refused) {
    char *text = text_of_fixture("skl/ok/marks.skl");
    text_assert_refused(text, "\"kind\":\"one\"", "\"kind\":\"two\"", "TXT011", "/kind");
    text_assert_refused(text, "\"kind\":\"one\"", "\"kind\":\"object\"", "TXT006",
                        "/motions/0/version");
    text_assert_refused(text, "\"version\":7", "\"version\":8", "TXT006", "/motions/0/version");
    text_assert_refused(text, "\"version\":7", "\"version\":6", "TXT005", "/motions/0/marks");
    text_assert_refused(text, "\"version\":7", "\"version\":4", "TXT003", "\"isFX\"");
    text_assert_refused(text, "[\"stopAtEnd\"]", "[\"0x100\"]", "TXT006", "/motions/0/flags");
    text_assert_refused(text, "\"boneOrPart\":65535", "\"boneOrPart\":65536", "TXT006",
                        "/motions/0/boneOrPart");
    text_assert_refused(text, "\"root\",\"flags\":0", "\"root\",\"flags\":256", "TXT006",
                        "/motions/0/bones/0/flags");
    text_assert_refused(text, "\"before\":1", "\"before\":256", "TXT006", "/x/before");
    text_assert_refused(text, "\n\"x\":", "\n\"X\":", "TXT016", "\"x\"");
    text_assert_refused(text, "\"motions\":[\n{", "\"motions\":[{},{", "TXT008", "/motions");
    free(text);
    text = text_of_fixture("anm/ok/version_3.anm");
    text_assert_refused(text, "\"version\":3", "\"version\":6", "TXT006", "/motions/0/version");
    text_assert_refused(text, "\"bones\":[\n{", "\"bones\":[{},{", "TXT008", "/motions/0/bones");
    free(text);
}

/* The kind of the text decides the format, which the text also states. */
TEST(the_format_is_that_of_the_kind) {
    char *text = text_of_fixture("skl/ok/marks.skl");
    text_assert_refused(text, "\"format\":\"skl\"", "\"format\":\"skls\"", "TXT011",
                        "/format: expected one of: skl");
    text_assert_refused(text, "\"kind\":\"one\"", "\"kind\":\"many\"", "TXT011",
                        "/format: expected one of: skls");
    char *many = text_with(text, "\"kind\":\"one\"", "\"kind\":\"many\"");
    gait_span bank = text_built(many, "\"format\":\"skl\"", "\"format\":\"skls\"");
    assert_int_equal(bank.data[0], 1);
    free((void *)(uintptr_t)bank.data);
    free(many);
    free(text);
}

TEST(texts_may_be_damaged) {
    text_fail_allocations("skl/ok/world.skls");
    text_damage("skl/ok/no_bones.skls");
    text_damage("skl/ok/marks.skl");
}
