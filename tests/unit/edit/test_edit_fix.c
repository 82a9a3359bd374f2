/* "fix": what needs no choice. */
#include "edit_case.h"
#include "test.h"

static void repairs(const char *path, const char *expected) {
    test_file result = edit_assert_changes(path, "fix", expected);
    test_close(&result);
}

TEST(banks_are_repaired) {
    repairs("omf/bad/crc_zero.omf", "checksums of keys: 2 corrected\n");
    repairs("omf/bad/bone_ids.omf", "ids of bones: 2 corrected\n");
    repairs("omf/bad/upper_case_in_parts.omf", "bone Hand -> hand\n");
    repairs("omf/ok/mark_line_feed.omf", "line ends of marks: 1 changed to CR LF\n");
    repairs("omf/bad/params_tail.omf", "bytes after the end: 2 removed\n");
    repairs("omf/bad/cut_unknown.omf", "bytes after the end: 11 removed\n");
    repairs("ogf/bad/leftover.ogf", "bytes after the end: 3 removed\n");
}

TEST(sdk_motions_are_repaired) {
    repairs("skl/bad/tail.skl", "bytes after the end: 1 removed\n");
    repairs("skl/ok/mark_line_feed.skls", "line ends of marks: 1 changed to CR LF\n");
    repairs("anm/bad/trailing.anm", "bytes after the end: 3 removed\n");
}

TEST(rtm_are_repaired) {
    repairs("rtm/bad/frame_order.rtm",
            "frames with another order of bones: 1 sorted as the header\n");
    repairs("rtm/ok/reserved_word.rtm", "reserved numbers: 1 set to 0\n");
    repairs("rtm/bad/unreadable_properties.rtm",
            "bytes of events that cannot be read: 35 removed\n");
    repairs("rtm/bad/too_many_properties.rtm", "number of events: 1 corrected\n");
    repairs("bmtr/ok/capitals.rtm", "bone Pelvis -> pelvis\n");
    repairs("bmtr/ok/odd_key_stone.rtm", "ids of events: 1 corrected\n");
}

TEST(choices_are_left) {
    repairs("omf/bad/bone_id_twice.omf", "");
    repairs("omf/bad/mark_read_as_games_do.omf", "bytes after the end: 1 removed\n");
    repairs("omf/ok/two_parts.omf", "");
    EDIT_REFUSED("omf/ok/two_parts.omf", "fix --clip idle", GAIT_BAD_ARGUMENT, "EDT010");
}
