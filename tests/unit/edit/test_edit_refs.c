/* "refs": motion references of models. */
#include <stdio.h>

#include "edit_case.h"
#include "gait/ogf.h"
#include "test.h"
#include "formats/xray/ogf/ogf.h"

#define MODEL "ogf/ok/refs.ogf" /* actors\a actors\b_* c */

/* Asserts the references of the result, separated by spaces. */
static void refs(const char *path, const char *script, const char *changes, const char *expected) {
    char text[256] = "";
    test_file file = edit_assert_changes(path, script, changes);
    const gait_ogf *ogf = gait_file_ogf(file.file);
    for (uint32_t r = 0; r < gaiti_ogf_ref_count(ogf); r++) {
        gait_span ref = gaiti_ogf_ref(ogf, r);
        size_t length = strlen(text);
        (void)snprintf(text + length, sizeof text - length, "%s%.*s", r > 0 ? " " : "",
                       (int)ref.size, (const char *)ref.data);
    }
    assert_string_equal(text, expected);
    test_close(&file);
}

TEST(references_are_removed) {
    refs(MODEL, "refs --remove C", "remove reference c\n", "actors\\a actors\\b_*");
    refs(MODEL, "refs --remove actors/*",
         "remove reference actors\\b_*\n"
         "remove reference actors\\a\n",
         "c");
    refs(MODEL, "refs --remove actors/b_*", "remove reference actors\\b_*\n", "actors\\a c");
    EDIT_REFUSED(MODEL, "refs --remove actors/x", GAIT_NOT_FOUND, "EDT006");
    EDIT_REFUSED(MODEL, "refs --remove something", GAIT_NOT_FOUND, "EDT005");
}

TEST(references_are_renamed) {
    refs(MODEL, "refs --rename actors/a=x/y", "reference actors\\a -> x\\y\n",
         "x\\y actors\\b_* c");
    refs(MODEL, "refs --rename c=C", "reference c -> C\n", "actors\\a actors\\b_* C");
    refs(MODEL, "refs --rename c=c", "", "actors\\a actors\\b_* c");
    EDIT_REFUSED(MODEL, "refs --rename actors/x=e", GAIT_NOT_FOUND, "EDT006");
    EDIT_REFUSED(MODEL, "refs --rename actors/?=x", GAIT_NOT_FOUND, "EDT006");
    EDIT_REFUSED(MODEL, "refs --rename c=x.omf", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(MODEL, "refs --rename c=\xE4\xBD\xA0", GAIT_WOULD_LOSE, "EDT009");
}

TEST(references_are_added_once) {
    refs(MODEL, "refs --add d/e", "add reference d\\e\n", "actors\\a actors\\b_* c d\\e");
    refs(MODEL, "refs --add x --add y --at 0", "add reference x\nadd reference y\n",
         "x y actors\\a actors\\b_* c");
    refs(MODEL, "refs --add ACTORS/a --add C", "", "actors\\a actors\\b_* c");
    refs(MODEL, "refs --add d --add D", "add reference d\n", "actors\\a actors\\b_* c d");
    refs(MODEL, "refs --add c --remove c --at 0", "remove reference c\nadd reference c\n",
         "c actors\\a actors\\b_*");
    refs(MODEL, "refs --add c --rename c=d", "reference c -> d\nadd reference c\n",
         "actors\\a actors\\b_* d c");
    refs("ogf/ok/refs2.ogf", "refs --add z --at 2", "add reference z\n",
         "actors\\stalker dir\\*_walk z");
    refs("ogf/ok/one_bone.ogf", "refs --add a --add b/c", "add reference a\nadd reference b\\c\n",
         "a b\\c");
    EDIT_REFUSED(MODEL, "refs --add x --at 4", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(MODEL, "refs --add x --at=-1", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(MODEL, "refs --add x --at 99999999999999999999", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(MODEL, "refs --add x.OMF", GAIT_BAD_ARGUMENT, "EDT004");
}

TEST(removals_come_before_renames_and_additions) {
    refs(MODEL,
         "refs --add last --rename c=\xD0\xB6 --remove actors/b_*\n" /* U+0436 */
         "refs --add first --at 0",
         "remove reference actors\\b_*\nreference c -> \xD0\xB6\nadd reference last\n"
         "add reference first\n",
         "first actors\\a \xE6 last");
}

/* As in `gait rename-bank`: the pairs are separated by tabs, and the names contain '='. */
TEST(equal_references_are_renamed_together) {
    edit_case edit;
    const char *const words[] = {"refs", "--rename=c\ta=b", "--rename=C\ta=c"};
    edit_case_open(&edit, MODEL);
    gait_edit_allow_missing(edit.edit);
    assert_int_equal(gait_edit_words(edit.edit, words, 3), GAIT_OK);
    assert_int_equal(gait_edit_change_count(edit.edit), 1);
    assert_string_equal(gait_edit_change_at(edit.edit, 0).text, "reference c -> a=b");
    edit_case_close(&edit);
}

TEST(all_references_are_removed) {
    refs(MODEL, "refs --remove *",
         "remove reference c\nremove reference actors\\b_*\n"
         "remove reference actors\\a\n",
         "");
    refs(MODEL, "refs --remove *\nrefs --add a",
         "remove reference c\n"
         "remove reference actors\\b_*\n"
         "remove reference actors\\a\nadd reference a\n",
         "a");
}

TEST(references_that_cannot_be_stored_are_refused) {
    static const char *const paths[] = {"", "a,b", " a", "a ", "\t"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        edit_case edit;
        char script[32];
        (void)snprintf(script, sizeof script, "refs --add=\"%s\"", paths[i]);
        edit_case_open(&edit, MODEL);
        gait_status status = edit_case_run(&edit, script);
        if (status == GAIT_OK || edit.sink.errors == 0) {
            fail_msg("%s: %s, %u errors", script, gait_status_name(status),
                     (unsigned)edit.sink.errors);
        }
        edit_case_close(&edit);
    }
}

TEST(only_models_have_references) {
    EDIT_REFUSED("samples/stalker.omf", "refs --add a", GAIT_UNSUPPORTED, "EDT008");
    EDIT_REFUSED("samples/walk.rtm", "refs --add a", GAIT_UNSUPPORTED, "EDT008");
}
