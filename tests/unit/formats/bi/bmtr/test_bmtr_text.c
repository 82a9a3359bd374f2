/* Tests the text form of binarised RTM. */
#include <stdlib.h>

#include "test.h"
#include "text_forms.h"

TEST(files_are_built_from_their_texts) {
    text_assert_round_trips("bmtr/");
}

TEST(changes_change_their_bytes_only) {
    char *text = text_of_fixture("bmtr/ok/key_stones.rtm");
    text_assert_changes(text, "\"reversed\":1", "\"reversed\":0", 8, 1);
    text_assert_changes(text, "[0,0,-1.5]", "[0,1,-1.5]", 9, 12);
    text_assert_changes(text, "\"preload\":1", "\"preload\":4294967295", 25, 4);
    text_assert_changes(text, "\"time\":0.75", "\"time\":0.5", 81, 4);
    text_assert_changes(text, "\"id\":-1", "\"id\":-2", 71, 4);
    text_assert_changes(text, "\"left\"", "\"\xD0\x9B\xD0\xB5\xD0\xB2\xD0\xBE\"", 85, 4);
    text_assert_changes(text, "\"phases\":[0,1]", "\"phases\":[0,0.5]", 95, 8);
    text_assert_changes(text, "[0,-11585,0,", "[0,-11584,0,", 127, 8);
    text_assert_changes(text, "0.5,-1.5,2]", "0.5,-1.501,2]", 135, 6);
    text_assert_changes(text, "0.5,-1.5,2]", "0.5,-1.50001,2]", 0, 0); /* the same 16-bit float */
    text_assert_changes(text, "\"bones\":", "\"animatedBoneCount\":0,\"bones\":", 29, 4);
    free(text);
}

/* Compressed bytes stay if they give the keys; otherwise the keys are compressed. */
TEST(compressed_bytes_follow_the_keys) {
    char *text = text_of_fixture("bmtr/ok/lzo_match.rtm");
    const char *packed = ",\"packed\":\"1f000000000000004000000000000020093400110000\"";
    gait_span before = text_built(text, NULL, NULL);
    char *edited = text_with(text, "[0,0,0,16384,0,0,0]", "[1,0,0,16384,0,0,0]");
    gait_span after = text_built(edited, NULL, NULL), without = text_built(text, packed, "");
    assert_memory_equal(before.data, after.data, 67);
    assert_memory_equal(before.data, without.data, 67);
    char *again = text_of(after), *plain = text_of(without);
    assert_non_null(strstr(again, "[1,0,0,16384,0,0,0]"));
    assert_null(strstr(again, "1f0000000000000040"));
    assert_non_null(strstr(plain, "\"packed\":\""));
    free(plain);
    free(again);
    free((void *)(uintptr_t)without.data);
    free((void *)(uintptr_t)after.data);
    free(edited);
    free((void *)(uintptr_t)before.data);
    text_assert_changes(text, "\"flag\":2", "\"flag\":3", 66, 1);
    text_assert_refused(text, packed, ",\"packed\":\"1\"", "TXT010", "/frames/0/packed");
    text_assert_refused(text, "\"flag\":2", "\"flag\":256", "TXT006", "/frames/0/flag");
    /* Bytes that do not give the keys are compressed anew. */
    char *wrong = text_with(text, packed, ",\"packed\":\"00ff\"");
    gait_span repaired = text_built(wrong, NULL, NULL), plainly = text_built(text, packed, "");
    assert_int_equal(repaired.size, plainly.size);
    assert_memory_equal(repaired.data, plainly.data, plainly.size);
    free((void *)(uintptr_t)plainly.data);
    free((void *)(uintptr_t)repaired.data);
    free(wrong);
    free(text);
}

TEST(wrong_texts_are_refused) {
    char *text = text_of_fixture("bmtr/ok/key_stones.rtm");
    text_assert_refused(text, "\"version\":5", "\"version\":1", "TXT006", "/version");
    text_assert_refused(text, "\"version\":5", "\"version\":6", "TXT006", "/version");
    text_assert_refused(text, "\"version\":5", "\"version\":3", "TXT005", "/metas");
    text_assert_refused(text, "\"phases\":[0,1]", "\"phases\":[0]", "TXT008", "/frames");
    text_assert_refused(text, "\"phases\":[0,1]", "\"phases\":0", "TXT004", "/phases");
    text_assert_refused(text, "[\n\"pelvis\"]", "[]", "TXT008", "/frames/0/records");
    text_assert_refused(text, "[\n\"pelvis\"]", "[\"a\",\"b\"]", "TXT008", "/frames/0/records");
    text_assert_refused(text, "[\n\"pelvis\"]", "[\"a\\u0000\"]", "TXT009", "/bones/0");
    text_assert_refused(text, "[0,-11585,", "[0,-32769,", "TXT006", "/frames/1/records/0/1");
    text_assert_refused(text, "0.5,-1.5,2]", "0.5,-1.5,131009]", "TXT007", "/frames/1/records/0/6");
    text_assert_refused(text, "0.5,-1.5,2]", "0.5,-1.5,2],[]", "TXT008", "/frames/1/records");
    text_assert_refused(text, "\"id\":-1", "\"id\":2147483648", "TXT006", "/keys/1/id");
    text_assert_refused(text, "\"metas\":[]", "\"metas\":[{}]", "TXT004", "/metas/0");
    text_assert_refused(text, "\"metas\":[],", "", "TXT003", "\"metas\"");
    text_assert_refused(text, "\"preload\":1", "\"preload\":-1", "TXT006", "/preload");
    free(text);
    text = text_of_fixture("bmtr/ok/version_2.rtm");
    text_assert_refused(text, "2]]}]", "2]],\"flag\":1}]", "TXT005", "/frames/1/flag");
    free(text);
}

TEST(texts_may_be_damaged) {
    text_fail_allocations("samples/walk_binarised.rtm");
    text_damage("bmtr/ok/still.rtm");
    text_damage("bmtr/ok/key_stones.rtm");
    text_damage("bmtr/ok/lzo_match.rtm");
}
