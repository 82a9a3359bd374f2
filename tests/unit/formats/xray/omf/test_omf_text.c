/* Tests the text form of OMF. */
#include <stdio.h>
#include <stdlib.h>

#include "base/bytes.h"
#include "fixtures.h"
#include "gait/omf.h"
#include "test.h"
#include "text_forms.h"
#include "formats/xray/omf/omf.h"

TEST(files_are_built_from_their_texts) {
    text_assert_round_trips("omf/");
}

TEST(changes_change_their_bytes_only) {
    char *text = text_of_fixture("omf/ok/marks.omf");
    text_assert_changes(text, "\"default\"", "\"Default\"", 74, 8);
    free(text);
    text = text_of_fixture("omf/ok/every_track_kind.omf");
    text_assert_changes(text, "\"speed\":1", "\"speed\":0.5", 494, 4);
    text_assert_changes(text, "\"flags\":[\"stopAtEnd\"]", "\"flags\":[\"fx\",\"0x80000000\"]", 486,
                        4);
    text_assert_changes(text, "\"boneOrPart\":65535", "\"boneOrPart\":0", 490, 2);
    text_assert_changes(text, "[0,12539,0,30273]", "[0,12538,0,30273]", 37, 28); /* and checksum */
    text_assert_changes(text, "{\"constant\":[1,2,3]}", "{\"constant\":[1,-2,3]}", 65, 12);
    text_assert_changes(text, "\"size\":[0.5,", "\"size\":[0.25,", 119, 12);
    text_assert_changes(text, "\"init\":[1,2,3]", "\"init\":[1,2,4]", 131, 12);
    text_assert_changes(text, "[127,-128,5]", "[-128,-128,5]", 106, 13);
    text_assert_changes(text, "\"bone\":\"b0\",", "", 0, 0);
    text_assert_changes(text, "\"frames\":3,", "\"frames\":3,\"label\":\"ALL\",", 28, 4);
    text_assert_changes(text, "\"bone\":\"b3\",", "\"otherFlags\":240,\"bone\":\"b3\",", 164, 1);
    free(text);
}

/* The size of keys follows from flags, so flags must not contradict the form of the keys. */
TEST(other_flags_do_not_contradict_the_keys) {
    char *text = text_of_fixture("omf/ok/every_track_kind.omf");
    for (uint32_t bone = 0; bone < 8; bone++) {
        for (uint32_t bits = 1; bits < 256; bits *= 2) {
            char from[32], to[48];
            bool is_known = bits <= 2 || bits == 8 || (bits == 4 && bone % 2 == 1);
            snprintf(from, sizeof from, "{\"bone\":\"b%u\",\"rotation\"", bone);
            snprintf(to, sizeof to, "{\"bone\":\"b%u\",\"otherFlags\":%u,\"rotation\"", bone, bits);
            if (strstr(text, from) && is_known) {
                text_assert_refused(text, from, to, "TXT004", "/otherFlags");
            } else if (strstr(text, from)) {
                text_assert_changes(text, from, to, 0, 402);
            }
        }
    }
    free(text);
}

/* A name of a bone is also in its tracks: those without it take the right one. */
TEST(bones_may_be_renamed_in_one_place) {
    char *text = text_of_fixture("omf/ok/marks.omf");
    char *unnamed = text_with(text, "{\"bone\":\"root\",", "{");
    text_assert_changes(unnamed, "\"root\"", "\"Root\"", 84, 5);
    text_assert_refused(text, "\"root\"", "\"Root\"", "TXT012", "the bone \"Root\"");
    free(unnamed);
    free(text);
}

/* A checksum that is left out is that of the keys; a stated one stays. */
TEST(checksums_are_those_of_the_keys) {
    char *text = text_of_fixture("omf/ok/marks.omf");
    assert_null(strstr(text, "\"crc\""));
    char *edited = text_with(text, "[0,0,0,32767]", "[0,0,1,32767]");
    gait_span bytes = text_built(edited, NULL, NULL);
    assert_int_equal(gaiti_load_u32(bytes.data + 38),
                     gaiti_omf_crc((gait_span){bytes.data + 42, 8}));
    free((void *)(uintptr_t)bytes.data);
    char *stated = text_with(text, "[0,0,0,32767]]}", "[0,0,0,32767]],\"crc\":7}");
    gait_buffer out = {0};
    assert_int_equal(text_build_with(stated, true, NULL, &out), GAIT_OK);
    assert_int_equal(gaiti_load_u32(out.data + 38), 7);
    gait_buffer_free(&out);
    free(stated);
    free(edited);
    free(text);
}

TEST(sizes_of_chunks_follow_names) {
    char *text = text_of_fixture("omf/ok/marks.omf");
    gait_span before = text_built(text, NULL, NULL);
    gait_span after = text_built(text, "\"name\":\"walk\"", "\"name\":\"walking\"");
    assert_int_equal(after.size, before.size + 2 * 3); /* with the label */
    assert_int_equal(gaiti_load_u32(after.data + 4), gaiti_load_u32(before.data + 4) + 3);
    assert_int_equal(gaiti_load_u32(after.data + 24), gaiti_load_u32(before.data + 24) + 3);
    assert_int_equal(gaiti_load_u32(after.data + 69), gaiti_load_u32(before.data + 66) + 3);
    free((void *)(uintptr_t)after.data);
    free((void *)(uintptr_t)before.data);
    free(text);
}

/* Marks end at a line break, so their names may contain a NUL. */
TEST(marks_have_any_bytes_but_line_breaks) {
    char *text = text_of_fixture("omf/ok/marks.omf");
    text_assert_changes(text, "\"Left\"", "\"L\\u0000\\u0007\xC2\x98\"", 128, 4);
    text_assert_refused(text, "\"Left\"", "\"Le\\n\"", "TXT009", "/motions/0/marks/0/name");
    text_assert_refused(text, "\"Left\"", "\"\\rLe\"", "TXT009", "/motions/0/marks/0/name");
    text_assert_refused(text, "\"Left\",", "\"Left\",\"terminator\":\"\\r \",", "TXT011",
                        "/motions/0/marks/0/terminator");
    text_assert_refused(text, "\"Left\",", "\"Left\",\"terminator\":\"\\u0000\",", "TXT009",
                        "/motions/0/marks/0/terminator");
    text_assert_refused(text, "[0.125,0.25]", "[0.125,0.25,0]", "TXT008",
                        "/motions/0/marks/0/intervals/0/2");
    text_assert_refused(text, "[0.125,0.25]", "0.125,0.25", "TXT004",
                        "/motions/0/marks/0/intervals/0");
    free(text);
}

TEST(wrong_texts_are_refused) {
    char *text = text_of_fixture("omf/ok/every_track_kind.omf");
    text_assert_refused(text, "\"frames\":3", "\"frames\":4", "TXT008",
                        "/motions/0/tracks/0/rotation/keys: expected 4 values");
    text_assert_refused(text, "\"frames\":3", "\"frames\":4294967296", "TXT006",
                        "/motions/0/frames");
    text_assert_refused(text, "\"frames\":3", "\"frames\":0.5", "TXT006", "/motions/0/frames");
    text_assert_refused(text, "\"bits\":8", "\"bits\":12", "TXT011", "/translation/bits");
    text_assert_refused(text, "\"bits\":8,", "", "TXT003", "\"bits\"");
    text_assert_refused(text, "[127,-128,5]", "[128,-128,5]", "TXT006", "/translation/keys/2/0");
    text_assert_refused(text, "{\"constant\":[1,2,3]}", "{\"constant\":[1,2]}", "TXT008",
                        "/motions/0/tracks/0/translation/constant");
    text_assert_refused(text, "{\"constant\":[0,0,0,32767]}", "{\"constant\":[0,0,32767]}",
                        "TXT008", "/motions/0/tracks/2/rotation/constant");
    text_assert_refused(text, "{\"constant\":[0,0,0,32767]}",
                        "{\"constant\":[0,0,0,32767],\"keys\":[]}", "TXT005", "/rotation/keys");
    text_assert_refused(text, "\"bone\":\"b0\"", "\"floats\":1,\"bone\":\"b0\"", "TXT004",
                        "/floats");
    text_assert_refused(text, "\"bone\":\"b0\"", "\"bone\":\"b1\"", "TXT012", "\"b0\"");
    text_assert_refused(text, "\"bone\":\"b0\"", "\"bone\":\"b0\",\"otherFlags\":256", "TXT004",
                        "/otherFlags");
    text_assert_refused(text, "{\"name\":\"b7\",\"id\":7}", "{\"name\":\"b7\",\"id\":7},{}",
                        "TXT003", "/parts/0/bones/8");
    text_assert_refused(text, ",\n{\"name\":\"b7\",\"id\":7}", "", "TXT008",
                        "/motions/0/tracks: expected 7 values");
    text_assert_refused(text, "\"namesAndIds\"", "\"names\"", "TXT005", "/parts/0/bones/0/id");
    text_assert_refused(text, "\"namesAndIds\"", "\"ids\"", "TXT005", "/parts/0/bones/0/name");
    text_assert_refused(text, "\"namesAndIds\"", "\"both\"", "TXT011", "/listing");
    text_assert_refused(text, "\"version\":4", "\"version\":0", "TXT006", "/version");
    text_assert_refused(text, "\"version\":4", "\"version\":9", "OMF008", "version 9");
    text_assert_refused(text, "\"boneOrPart\":65535,", "\"boneOrPart\":65535,\"motion\":65536,",
                        "TXT006", "/motions/0/motion");
    text_assert_refused(text, "[\"stopAtEnd\"]", "[\"stopatend\"]", "TXT011",
                        "/motions/0/flags/0: expected one of: \"fx\", \"stopAtEnd\", \"noMix\", "
                        "\"syncPart\", \"useFootSteps\", \"rootMover\", \"idle\", "
                        "\"useWeaponBone\", or bits as \"0x100\"");
    text_assert_refused(
        text, "\"chunks\":\"", "\"chunks\":\"all ", "TXT011",
        "/chunks: expected one of: \"motions, parameters\", \"parameters, motions\", "
        "\"motions\", \"parameters\"");
    text_assert_refused(text, "\"speed\":1", "\"speed\":1e39", "TXT007", "/motions/0/speed");
    free(text);
}

/* Motions need the chunks of their definitions and keys: nothing is left out without an error. */
TEST(motions_need_their_chunks) {
    char *text = text_of_fixture("omf/ok/marks.omf");
    text_assert_refused(text, "\"motions, parameters\"", "\"parameters\"", "TXT008", "/motions");
    text_assert_refused(text, "\"motions, parameters\"", "\"keys\"", "TXT011", "/chunks");
    text_assert_refused(text, "\"motions\":[",
                        "\"definitionsOnly\":[],\"keysOnly\":[],\"motions\":[", "TXT005",
                        "/keysOnly");
    text_assert_refused(text, "\"motions\":[", "\"subChunks\":[{\"id\":2}],\"motions\":[", "TXT006",
                        "/subChunks");
    static const char *const lists[] = {"{\"id\":0}", "{\"id\":1},{\"id\":1}",
                                        "{\"id\":1,\"unknown\":true,\"payload\":\"00\"}"};
    for (int i = 0; i < 3; i++) {
        char to[96];
        snprintf(to, sizeof to, "\"subChunks\":[%s],\"motions\":[", lists[i]);
        text_assert_refused(text, "\"motions\":[", to, "TXT008", "/subChunks: expected 1 value");
    }
    char *moved = text_with(text, "\"motions, parameters\"", "\"parameters, motions\"");
    gait_span before = text_built(text, NULL, NULL), after = text_built(moved, NULL, NULL);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.data, after.data + after.size - 62, 62);
    free((void *)(uintptr_t)after.data);
    free((void *)(uintptr_t)before.data);
    free(moved);
    free(text);
}

/* Without chunk 0xE, the bytes before chunk 0xF stay before it. */
TEST(bytes_before_parameters_stay_there) {
    gait_span bank = test_fixture_bytes("omf/ok/marks.omf");
    static const uint8_t unknown[] = {0x77, 0, 0, 2, 1, 0, 0, 0, 0xAB};
    uint8_t bytes[512];
    size_t params = bank.size - 62, size = sizeof unknown + params;
    assert_in_range(size, params, sizeof bytes);
    memcpy(bytes, unknown, sizeof unknown);
    memcpy(bytes + sizeof unknown, bank.data + 62, params);
    char *text = text_of((gait_span){bytes, size});
    assert_non_null(strstr(text, "\"bytesBefore\":\"7700000201000000ab\""));
    gait_buffer out = {0};
    assert_int_equal(text_build_with(text, true, NULL, &out), GAIT_OK);
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, bytes, size);
    gait_buffer_free(&out);
    free(text);
    free((void *)(uintptr_t)bank.data);
}

TEST(texts_may_be_damaged) {
    text_fail_allocations("samples/stalker.omf");
    text_damage("omf/ok/no_motions.omf");
    text_damage("omf/ok/marks.omf");
    text_damage("omf/ok/unknown_sub.omf");
}
