/* "rename": exchanges, chains, patterns, names that are taken, and long tables. */
#include <stdio.h>
#include <stdlib.h>

#include "edit_case.h"
#include "gait/omf.h"
#include "test.h"

#define BANK "omf/ok/two_parts.omf"  /* with the clips "idle" and "run" */
#define SAMPLE "samples/stalker.omf" /* idle walk salute stand hit_chest */

static void clips(const char *path, const char *script, const char *changes, const char *names) {
    test_file result = edit_assert_changes(path, script, changes);
    edit_assert_clips(result.file, names);
    test_close(&result);
}

TEST(names_are_exchanged) {
    clips(BANK, "rename --clip idle=run --clip run=idle", "clip idle -> run\nclip run -> idle\n",
          "run idle");
    clips(SAMPLE, "rename --clip idle=walk --clip walk=stand --clip stand=idle",
          "clip idle -> walk\nclip walk -> stand\nclip stand -> idle\n",
          "walk stand salute idle hit_chest");
    clips("skl/ok/two.skls", "rename --clip idle=run --clip run=idle",
          "clip idle -> run\nclip run -> idle\n", "run idle");
}

TEST(chains_are_renamed_at_once) {
    clips(SAMPLE, "rename --clip idle=walk --clip walk=run",
          "clip idle -> walk\nclip walk -> run\n", "walk run salute stand hit_chest");
    clips(SAMPLE, "rename --clip walk=run --clip idle=walk",
          "clip idle -> walk\nclip walk -> run\n", "walk run salute stand hit_chest");
    clips(SAMPLE, "rename --clip idle=a\nrename --clip a=b\nrename --clip b=idle",
          "clip idle -> a\nclip a -> b\nclip b -> idle\n", "idle walk salute stand hit_chest");
}

TEST(taken_names_are_refused) {
    static const char *const scripts[] = {
        "rename --clip idle=run",
        "rename --clip idle=RUN",
        "rename --clip *=same",
        "rename --clip idle=a --clip run=A",
        "rename --clip idle=run --clip run=run",
        "rename --clip run=idle --clip idle=idle",
        "rename --clip idl*=run",
        "rename --clip idl*=a --clip run=a",
    };
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        EDIT_REFUSED(BANK, scripts[i], GAIT_WOULD_LOSE, "EDT007");
    }
    EDIT_REFUSED(BANK, "rename --part *=x", GAIT_WOULD_LOSE, "EDT007");
    EDIT_REFUSED(BANK, "rename --bone root=hand", GAIT_WOULD_LOSE, "EDT007");
}

TEST(only_the_case_of_a_name_can_change) {
    clips(BANK, "rename --clip idle=IDLE", "clip idle -> IDLE\n", "IDLE run");
    clips(BANK, "rename --clip IDLE=idle", "", "idle run");
    clips(BANK, "rename --clip ?dle=?DLE", "clip idle -> iDLE\n", "iDLE run");
    clips(BANK, "rename --clip *=*", "", "idle run");
}

/* A bank with two clips of the name "aa", which no edit makes. Free with gait_buffer_free(). */
static gait_buffer bank_of_equal_names(void) {
    edit_case edit;
    gait_buffer out = {0};
    uint32_t found = 0;
    edit_case_open(&edit, BANK);
    assert_int_equal(edit_case_run(&edit, "rename --clip idle=aa --clip run=ab"), GAIT_OK);
    assert_int_equal(gait_edit_write(edit.edit, &out), GAIT_OK);
    edit_case_close(&edit);
    for (size_t i = 0; i + 3 <= out.size; i++) {
        if (memcmp(out.data + i, "ab", 3) == 0) {
            out.data[i + 1] = 'a';
            found++;
        }
    }
    assert_int_equal(found, 2); /* the label and the definition */
    return out;
}

TEST(equal_names_stay_equal) {
    static const struct {
        const char *script;
        gait_status status;
        uint32_t changes, clips;
    } rows[] = {{"rename --clip aa=b", GAIT_OK, 2, 2},
                {"rename --clip AA=b\nrename --clip b=c", GAIT_OK, 4, 2},
                {"rename --clip a*=b*", GAIT_OK, 2, 2},
                {"rename --clip aa=Aa", GAIT_OK, 2, 2},
                {"rename --clip aa=b\nremove --clip b", GAIT_OK, 4, 0},
                {"set --clip aa --speed 7", GAIT_OK, 2, 2},
                {"duplicate --clip aa=b", GAIT_OK, 1, 3},
                {"duplicate --clip aa=AA", GAIT_WOULD_LOSE, 0, 2},
                {"duplicate --clip aa=b\nrename --clip aa=b", GAIT_WOULD_LOSE, 1, 3},
                {"duplicate --clip aa=b\nrename --clip b=aa", GAIT_WOULD_LOSE, 1, 3},
                {"duplicate --clip aa=b\nreorder --clip aa --last", GAIT_OK, 4, 3},
                {"reorder --sort", GAIT_OK, 0, 2}};
    gait_buffer bank = bank_of_equal_names();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gait_edit *edit;
        assert_int_equal(gait_edit_begin((gait_span){bank.data, bank.size}, NULL, NULL, &edit),
                         GAIT_OK);
        gait_status status = gait_edit_script(edit, test_span(rows[i].script));
        if (status != rows[i].status || gait_edit_change_count(edit) != rows[i].changes) {
            fail_msg("%s: %s, %u changes", rows[i].script, gait_status_name(status),
                     gait_edit_change_count(edit));
        }
        assert_int_equal(gait_file_clip_count(gait_edit_file(edit)), rows[i].clips);
        gait_edit_free(edit);
    }
    gait_buffer_free(&bank);
}

TEST(exact_names_have_priority_over_patterns) {
    clips(SAMPLE, "rename --clip *=x_* --clip walk=w",
          "clip idle -> x_idle\nclip walk -> w\n"
          "clip salute -> x_salute\n"
          "clip stand -> x_stand\n"
          "clip hit_chest -> x_hit_chest\n",
          "x_idle w x_salute x_stand x_hit_chest");
    clips(SAMPLE, "rename --clip s*=1_* --clip *a*=2_*_*",
          "clip walk -> 2_w_lk\nclip salute -> 1_alute\nclip stand -> 1_tand\n",
          "idle 2_w_lk 1_alute 1_tand hit_chest");
}

TEST(wildcards_of_the_new_name_are_limited) {
    EDIT_REFUSED(BANK, "rename --clip idle=*", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "rename --clip i*=*?", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "rename --clip *****************=a", GAIT_BAD_ARGUMENT, "EDT004");
    clips(BANK, "rename --clip i***************=a", "clip idle -> a\n", "a run");
    EDIT_REFUSED(BANK, "rename --clip i*=", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "rename --clip i*\t", GAIT_BAD_ARGUMENT, "EDT004");
}

TEST(missing_names_are_refused) {
    EDIT_REFUSED(BANK, "rename --clip idl=a", GAIT_NOT_FOUND, "EDT006");
    EDIT_REFUSED(BANK, "rename --clip something=a", GAIT_NOT_FOUND, "EDT005");
    EDIT_REFUSED(BANK, "rename --clip idle=a --clip q*=b", GAIT_NOT_FOUND, "EDT005");
    EDIT_REFUSED(BANK, "rename --part nothing=a", GAIT_NOT_FOUND, "EDT005");
    EDIT_REFUSED(BANK, "rename --bone nothing=a", GAIT_NOT_FOUND, "EDT005");
}

TEST(bones_and_parts_are_renamed) {
    test_file file = edit_assert_changes(
        SAMPLE, "rename --part legs=feet --bone *_tail=*_end --part torso=legs",
        "bone bip01_tail -> bip01_end\npart legs -> feet\npart torso -> legs\n");
    const gait_omf *omf = gait_file_omf(file.file);
    assert_memory_equal(gait_omf_part_at(omf, 0).name.data, "feet", 5);
    assert_memory_equal(gait_omf_part_at(omf, 1).name.data, "legs", 5);
    assert_memory_equal(gait_omf_bone_name(omf, gait_omf_bone_count(omf) - 1).data, "bip01_end",
                        10);
    test_close(&file);
    file =
        edit_assert_changes("skl/ok/other_bones.skls", "rename --bone root=r", "bone root -> r\n");
    test_close(&file);
    file = edit_assert_changes("rtm/ok/two_bones.rtm", "rename --bone *=b_*",
                               "bone pelvis -> b_pelvis\nbone spine -> b_spine\n");
    test_close(&file);
}

TEST(names_are_limited_by_the_format) {
    EDIT_REFUSED("rtm/ok/two_bones.rtm", "rename --clip two_bones=a", GAIT_UNSUPPORTED, "EDT008");
    EDIT_REFUSED("rtm/ok/two_bones.rtm", "rename --part a=b", GAIT_UNSUPPORTED, "EDT008");
    EDIT_REFUSED("ogf/ok/motions_inside.ogf", "rename --bone root=b", GAIT_UNSUPPORTED, "EDT008");
    EDIT_REFUSED("ogf/ok/refs.ogf", "rename --clip a=b", GAIT_UNSUPPORTED, "EDT008");
    EDIT_REFUSED("rtm/ok/properties.rtm", "rename --bone pelvis=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
                 GAIT_WOULD_LOSE, "EDT009");
}

/* All pairs of one table of 5,000 at once, and a script with one pair per line. */
TEST(long_tables_are_quick) {
    enum { COUNT = 5000, PAIR = 32 };
    gait_buffer bank = edit_many_clips(COUNT), out = {0};
    gait_span bytes = {bank.data, bank.size};
    char *table = calloc(COUNT * 2, PAIR);
    assert_non_null(table);
    for (int lines = 0; lines < 2; lines++) {
        size_t size = (size_t)sprintf(table, lines ? "" : "rename");
        for (uint32_t i = 0; i < COUNT; i++) {
            /* A cycle: m00000 -> m00001 ... in one edit; other names in a script. */
            size += (size_t)sprintf(table + size,
                                    lines ? "rename --clip m%05u=n%05u\n" : " --clip m%05u=m%05u",
                                    i, lines ? i : (i + 1) % COUNT);
        }
        gait_edit *edit;
        assert_int_equal(gait_edit_begin(bytes, NULL, NULL, &edit), GAIT_OK);
        assert_int_equal(gait_edit_script(edit, (gait_span){(const uint8_t *)table, size}),
                         GAIT_OK);
        assert_int_equal(gait_edit_change_count(edit), COUNT);
        assert_string_equal(gait_edit_change_at(edit, COUNT - 1).text,
                            lines ? "clip m04999 -> n04999" : "clip m04999 -> m00000");
        assert_int_equal(gait_edit_write(edit, &out), GAIT_OK);
        gait_edit_free(edit);
        assert_int_equal(out.size, bank.size);
        gait_buffer_free(&out);
    }
    free(table);
    gait_buffer_free(&bank);
}
