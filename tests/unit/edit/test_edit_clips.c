/* "remove", "duplicate" and "reorder". */
#include <stdlib.h>

#include "edit_case.h"
#include "gait/omf.h"
#include "test.h"

#define SAMPLE "samples/stalker.omf"      /* idle walk salute stand hit_chest */
#define MODEL "ogf/ok/motions_inside.ogf" /* with the clip "walk" */
#define SKLS "skl/ok/two.skls"            /* idle run */

static void clips(const char *path, const char *script, const char *changes, const char *names) {
    test_file result = edit_assert_changes(path, script, changes);
    edit_assert_clips(result.file, names);
    test_close(&result);
}

/* The differences depend on the place of all clips; only the names are compared. */
static void order(const char *script, const char *names) {
    edit_case edit;
    edit_case_open(&edit, SAMPLE);
    if (edit_case_run(&edit, script) != GAIT_OK) {
        fail_msg("%s", script);
    }
    edit_assert_clips(gait_edit_file(edit.edit), names);
    test_file file = edit_case_write(&edit);
    edit_assert_clips(file.file, names);
    test_close(&file);
    edit_case_close(&edit);
}

/* --- remove ----------------------------------------------------------------------------------- */

TEST(clips_are_removed) {
    clips(SAMPLE, "remove --clip WALK --clip st*", "remove clip walk\nremove clip stand\n",
          "idle salute hit_chest");
    clips(SKLS, "remove --clip i?le", "remove clip idle\n", "run");
    EDIT_REFUSED(SAMPLE, "remove --clip walk --clip nothing", GAIT_NOT_FOUND, "EDT005");
    edit_assert_refused(SAMPLE, "remove --clip walk\nremove --clip walk", GAIT_NOT_FOUND, "EDT005",
                        2);
    EDIT_REFUSED("skl/ok/marks.skl", "remove --clip walk", GAIT_UNSUPPORTED, "EDT008");
    EDIT_REFUSED("rtm/ok/two_bones.rtm", "remove --clip *", GAIT_UNSUPPORTED, "EDT008");
    EDIT_REFUSED("ogf/ok/refs.ogf", "remove --clip *", GAIT_UNSUPPORTED, "EDT008");
}

TEST(all_clips_are_removed) {
    clips(SAMPLE, "remove --clip *",
          "remove clip idle\nremove clip walk\nremove clip salute\nremove clip stand\n"
          "remove clip hit_chest\n",
          "");

    clips(MODEL, "remove --clip *", "remove clip walk\n", "");
    EDIT_REFUSED(SKLS, "remove --clip *", GAIT_UNSUPPORTED, "EDT008"); /* no format is detected */
    edit_assert_refused(SAMPLE, "remove --clip *\nremove --clip *", GAIT_NOT_FOUND, "EDT005", 2);
    clips("omf/ok/no_motions.omf", "reorder --sort\nset --speed 1", "", "");
}

/* The first motion of an SKLS is what the file is recognised by; that of the second one is damaged.
 */
TEST(results_that_are_not_recognised_are_refused) {
    gait_span bytes = test_fixture_bytes(SKLS);
    gait_diagnostic stored[2];
    gait_diagnostics sink = {.items = stored, .capacity = 2};
    gait_options options = {.diagnostics = &sink};
    gait_buffer out = {0};
    memset((uint8_t *)(uintptr_t)bytes.data + 140, 0, 4); /* its frames per second */
    static const char *const scripts[] = {"remove --clip idle", "reorder --clip run --first"};
    for (size_t i = 0; i < 2; i++) {
        sink.count = 0;
        assert_int_equal(edit_apply(bytes, "a.skls", test_span(scripts[i]), &options, &out, NULL),
                         GAIT_UNSUPPORTED);
        assert_int_equal(out.size, 0);
        assert_in_range(sink.count, 1, 2);
        assert_string_equal(stored[sink.count - 1].rule->id, "EDT008");
        assert_string_equal(stored[sink.count - 1].file, "a.skls");
    }
    gait_buffer_free(&out);
    free((void *)(uintptr_t)bytes.data);
}

/* --- duplicate -------------------------------------------------------------------------------- */

TEST(clips_are_duplicated) {
    clips(SAMPLE, "duplicate --clip WALK=run --clip run=sprint",
          "copy clip WALK -> run\ncopy clip run -> sprint\n",
          "idle walk salute stand hit_chest run sprint");
    clips(MODEL, "duplicate --clip walk=run", "copy clip walk -> run\n", "walk run");
    clips(SKLS, "duplicate --clip run=a", "copy clip run -> a\n", "idle run a");
    clips(SAMPLE,
          "duplicate --clip walk=a\nrename --clip a=b\nduplicate --clip b=a\n"
          "remove --clip b\nduplicate --clip walk=b",
          "copy clip walk -> a\nclip a -> b\ncopy clip b -> a\nremove clip b\n"
          "copy clip walk -> b\n",
          "idle walk salute stand hit_chest a b");
    EDIT_REFUSED(SAMPLE, "duplicate --clip walk=idle", GAIT_WOULD_LOSE, "EDT007");
    EDIT_REFUSED(SAMPLE, "duplicate --clip walk=WALK", GAIT_WOULD_LOSE, "EDT007");
    EDIT_REFUSED(SAMPLE, "duplicate --clip walk=a --clip walk=A", GAIT_WOULD_LOSE, "EDT007");
    EDIT_REFUSED(SAMPLE, "duplicate --clip w*=x*", GAIT_NOT_FOUND, "EDT005");
    EDIT_REFUSED(SAMPLE, "duplicate --clip walk", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(SAMPLE, "duplicate --clip walk=\xE4\xBD\xA0", GAIT_WOULD_LOSE, "OMF200");
}

/* --- reorder ---------------------------------------------------------------------------------- */

TEST(clips_are_moved) {
    order("reorder --first --clip stand", "stand idle walk salute hit_chest");
    order("reorder --last --clip idle", "walk salute stand hit_chest idle");
    order("reorder --clip hit_chest --clip idle --before salute",
          "walk hit_chest idle salute stand");
    order("reorder --clip idle --clip hit_chest --after SALUTE",
          "walk salute idle hit_chest stand");
    order("reorder --clip *a* --first", "walk salute stand idle hit_chest");
    order("reorder --clip stand --clip *a* --last", "idle hit_chest stand walk salute");
    order("reorder --clip * --first", "idle walk salute stand hit_chest");
    order("reorder --clip hit_chest --after stand", "idle walk salute stand hit_chest");
    order("reorder --clip idle --after hit_chest", "walk salute stand hit_chest idle");
    EDIT_REFUSED(SAMPLE, "reorder --clip walk --before walk", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(SAMPLE, "reorder --clip * --after walk", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(SAMPLE, "reorder --clip walk --after w*", GAIT_NOT_FOUND, "EDT005");
    EDIT_REFUSED(SAMPLE, "reorder --clip walk --before idl", GAIT_NOT_FOUND, "EDT006");
    EDIT_REFUSED(SAMPLE, "reorder --clip nothing --first", GAIT_NOT_FOUND, "EDT005");
}

TEST(names_are_sorted_without_case) {
    order("reorder --sort", "hit_chest idle salute stand walk");
    order("rename --clip stand=Salt --clip idle=ID\nreorder --sort",
          "hit_chest ID Salt salute walk");
    order("rename --clip idle=b --clip walk=ab --clip salute=a --clip stand=B1 --clip hit_chest=_\n"
          "reorder --sort",
          "_ a ab b B1");
    clips(SKLS, "reorder --sort", "", "idle run");
    clips(SKLS, "reorder --clip run --first", "clip run -> place 0\nclip idle -> place 1\n",
          "run idle");
}

/* Edits after a new order apply to the clips that have the names then. */
TEST(names_follow_their_clips) {
    edit_case edit;
    edit_case_open(&edit, SAMPLE);
    assert_int_equal(edit_case_run(&edit, "set --clip stand --speed 77\nreorder --sort\n"
                                          "rename --clip stand=a\nremove --clip idle\n"
                                          "set --clip walk --speed 88\nduplicate --clip a=b"),
                     GAIT_OK);
    test_file file = edit_case_write(&edit);
    edit_assert_clips(file.file, "hit_chest salute a walk b");
    const gait_omf *omf = gait_file_omf(file.file);
    assert_true(gait_omf_motion_at(omf, 2).speed == 77 && gait_omf_motion_at(omf, 3).speed == 88 &&
                gait_omf_motion_at(omf, 4).speed == 77);
    test_close(&file);
    edit_case_close(&edit);
}
