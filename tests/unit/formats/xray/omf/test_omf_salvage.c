/* Salvaging a damaged bank keeps its complete motions unchanged, and nothing else. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "fixtures.h"
#include "gait/omf.h"
#include "test.h"
#include "formats/xray/omf/omf.h"

/* two_parts.omf: two motions of two bones; chunk 0xE comes first. */
static gait_span whole;
static gait_omf *whole_omf;

static int set_up(void **state) {
    (void)state;
    whole = test_fixture_bytes("omf/ok/two_parts.omf");
    return gait_omf_open(whole, NULL, &whole_omf) == GAIT_OK ? 0 : 1;
}

static int tear_down(void **state) {
    (void)state;
    gait_omf_free(whole_omf);
    free((void *)(uintptr_t)whole.data);
    return 0;
}

typedef struct salvage_result {
    gait_omf *omf;
    gait_salvaged salvaged;
    gait_status status;
    gait_diagnostic items[4];
    gait_diagnostics diagnostics;
} salvage_result;

static const gait_span two_names[2] = {{(const uint8_t *)"root", 4}, {(const uint8_t *)"hand", 4}};

static void salvage(gait_span bytes, uint32_t names, salvage_result *out) {
    *out = (salvage_result){.diagnostics = {.capacity = 4}};
    out->diagnostics.items = out->items;
    gait_options options = {.diagnostics = &out->diagnostics};
    out->status = gaiti_omf_salvage(bytes, names ? two_names : NULL, names, &options, &out->omf,
                                    &out->salvaged);
    assert_int_equal(out->omf != NULL, out->status == GAIT_OK);
}

static void assert_same_motion(const gait_omf *omf, uint32_t m) {
    gait_omf_motion kept = gait_omf_motion_at(omf, m), was = gait_omf_motion_at(whole_omf, m);
    assert_int_equal(kept.name.size, was.name.size);
    assert_memory_equal(kept.name.data, was.name.data, was.name.size);
    assert_int_equal(kept.frame_count, was.frame_count);
    for (uint32_t t = 0; t < 2; t++) {
        gait_omf_track track = gait_omf_track_at(omf, m, t);
        gait_omf_track old = gait_omf_track_at(whole_omf, m, t);
        assert_int_equal(track.flags, old.flags);
        assert_int_equal(track.rotation_keys.size, old.rotation_keys.size);
        assert_memory_equal(track.rotation_keys.data, old.rotation_keys.data,
                            old.rotation_keys.size);
    }
}

static void undamaged_bank_keeps_its_bytes(void **state) {
    (void)state;
    static const char *const files[] = {"omf/ok/two_parts.omf",         "omf/ok/unknown_chunks.omf",
                                        "omf/ok/parameters_first.omf",  "omf/ok/marks.omf",
                                        "omf/ok/motions_unordered.omf", "omf/ok/unknown_sub.omf"};
    for (int i = 0; i < 6; i++) {
        gait_span bytes = test_fixture_bytes(files[i]);
        salvage_result made;
        gait_buffer out = {0};
        salvage(bytes, 0, &made);
        assert_int_equal(made.status, GAIT_OK);
        assert_int_equal(made.salvaged.kept, made.salvaged.stated);
        assert_int_equal(made.salvaged.damage_offset, bytes.size);
        assert_int_equal(made.diagnostics.count, 0);
        assert_int_equal(gait_omf_write(made.omf, &out), GAIT_OK);
        assert_int_equal(out.size, bytes.size);
        assert_memory_equal(out.data, bytes.data, bytes.size);
        gait_buffer_free(&out);
        gait_omf_free(made.omf);
        free((void *)(uintptr_t)bytes.data);
    }
}

/* Offset of motion `m` in chunk 0xE. */
static size_t place_of_motion(uint32_t m) {
    size_t at = 8;
    for (uint32_t sub = 0; sub <= m; sub++) {
        at += 8 + gaiti_load_u32(whole.data + at + 4);
    }
    return at;
}

/* Typical damage: the end of the file is missing, including the parameters. */
static void cut_file_keeps_complete_motions_with_given_bones(void **state) {
    (void)state;
    size_t second = place_of_motion(1), params = 8 + gaiti_load_u32(whole.data + 4);
    for (size_t cut = place_of_motion(0); cut <= params + 8; cut++) {
        salvage_result made;
        salvage(gaiti_span(whole.data, cut), 2, &made);
        uint32_t expected = cut >= params ? 2 : cut >= second ? 1 : 0;
        assert_int_equal(made.salvaged.kept, expected);
        if (expected == 0) {
            assert_int_equal(made.status, GAIT_CORRUPT);
            assert_string_equal(made.items[0].rule->id, "OMF152");
            continue;
        }
        assert_int_equal(made.salvaged.stated, 2);
        assert_true(made.salvaged.lost_params);
        assert_string_equal(made.items[expected == 2 ? 0 : 1].rule->id, "OMF153");
        for (uint32_t m = 0; m < expected; m++) {
            assert_same_motion(made.omf, m); /* the names are equal to the labels */
            assert_int_equal(gait_omf_motion_at(made.omf, m).flags, GAIT_OMF_STOP_AT_END);
        }
        assert_memory_equal(gait_omf_bone_name(made.omf, 1).data, "hand", 4);
        gait_omf_free(made.omf);
    }
}

static void missing_or_wrong_bone_lists_are_reported(void **state) {
    (void)state;
    salvage_result made;
    salvage(gaiti_span(whole.data, 8 + gaiti_load_u32(whole.data + 4)), 0, &made);
    assert_int_equal(made.status, GAIT_UNSUPPORTED);
    assert_string_equal(made.items[0].rule->id, "OMF151");
    /* With the bones of another model, the tracks do not end at the end of the motion. */
    salvage(gaiti_span(whole.data, 8 + gaiti_load_u32(whole.data + 4)), 1, &made);
    assert_int_equal(made.status, GAIT_CORRUPT);
}

/* A frame count that requires more bytes than there are: the bank ends before that motion. */
static void damaged_motion_ends_the_salvage(void **state) {
    (void)state;
    uint8_t *bytes = malloc(whole.size);
    assert_non_null(bytes);
    memcpy(bytes, whole.data, whole.size);
    size_t second = place_of_motion(1);
    memset(bytes + second + 8 + 4, 0x7F, 4); /* frame count of "run" */
    salvage_result made;
    salvage(gaiti_span(bytes, whole.size), 0, &made);
    assert_int_equal(made.status, GAIT_OK);
    assert_int_equal(made.salvaged.kept, 1);
    assert_int_equal(made.salvaged.stated, 2);
    assert_int_equal(made.salvaged.damage_offset, second);
    assert_false(made.salvaged.lost_params);
    assert_string_equal(made.items[0].rule->id, "OMF150");
    assert_same_motion(made.omf, 0);
    assert_int_equal(gait_omf_motion_at(made.omf, 0).flags, 0);
    assert_int_equal(gait_omf_part_count(made.omf), 2);
    assert_int_equal(gait_omf_motion_count(made.omf), 1);
    assert_int_equal(gaiti_omf_check(made.omf, NULL), GAIT_OK);
    gait_omf_free(made.omf);
    free(bytes);
}

static void motions_without_definitions_are_dropped(void **state) {
    (void)state;
    salvage_result made;
    salvage(gaiti_span(whole.data, whole.size - 1), 0, &made);
    assert_int_equal(made.status, GAIT_OK);
    assert_int_equal(made.salvaged.kept, 1);
    assert_int_equal(made.salvaged.stated, 2);
    assert_in_range(made.salvaged.damage_offset, 16 + gaiti_load_u32(whole.data + 4),
                    whole.size - 1);
    assert_same_motion(made.omf, 0);
    gait_omf_free(made.omf);
}

static void files_that_are_not_damaged_banks_are_refused(void **state) {
    (void)state;
    static const char *const files[] = {"omf/bad/encrypted_keys.omf", "omf/bad/compressed_keys.omf",
                                        "omf/bad/without_keys.omf"};
    static const gait_status expected[] = {GAIT_UNSUPPORTED, GAIT_UNSUPPORTED, GAIT_CORRUPT};
    for (int i = 0; i < 3; i++) {
        gait_span bytes = test_fixture_bytes(files[i]);
        salvage_result made;
        salvage(bytes, 2, &made);
        assert_int_equal(made.status, expected[i]);
        assert_int_not_equal(made.diagnostics.errors, 0);
        free((void *)(uintptr_t)bytes.data);
    }
}

/* The bone list is valid as ids without names only after the count of definitions is reduced to the
 * number of kept motions. The new bank would have four bones or no motion. */
static void ambiguous_bone_lists_are_refused(void **state) {
    (void)state;
    static const char *const files[] = {"omf/bad/two_bones_or_four.omf",
                                        "omf/bad/two_bones_or_four_tracks.omf"};
    for (int i = 0; i < 2; i++) {
        gait_span bytes = test_fixture_bytes(files[i]);
        salvage_result made;
        salvage(bytes, 0, &made);
        assert_int_equal(made.status, GAIT_CORRUPT);
        assert_string_equal(made.items[0].rule->id, "OMF152");
        assert_int_equal(made.salvaged.kept, 0);
        free((void *)(uintptr_t)bytes.data);
    }
}

static void version_1_names_are_read_before_cut_definitions(void **state) {
    (void)state;
    gait_span bytes = test_fixture_bytes("omf/bad/cut_version_1_with_names.omf");
    salvage_result made;
    salvage(bytes, 0, &made);
    assert_int_equal(made.status, GAIT_OK);
    assert_int_equal(made.salvaged.kept, 1);
    assert_int_equal(made.salvaged.stated, 2);
    assert_int_equal(gait_omf_bone_count(made.omf), 2);
    assert_memory_equal(gait_omf_bone_name(made.omf, 1).data, "root", 4);
    assert_int_equal(gait_omf_motion_at(made.omf, 0).name.size, 1);
    gait_omf_free(made.omf);
    free((void *)(uintptr_t)bytes.data);
}

/* Every truncation and every changed byte of every bank results in a bank that opens, or in a
 * diagnostic. */
static void any_damage_gives_a_bank_or_a_diagnostic(void **state) {
    (void)state;
    test_fixtures all = test_fixtures_load("omf/");
    for (size_t i = 0; i < all.count; i++) {
        gait_span bytes = all.items[i].bytes;
        for (size_t at = 0; at < 2 * bytes.size && bytes.size < 1024; at++) {
            size_t size = at < bytes.size ? at : bytes.size;
            uint8_t *copy = malloc(size ? size : 1);
            assert_non_null(copy);
            memcpy(copy, bytes.data, size);
            if (at >= bytes.size) {
                copy[at - bytes.size] ^= 0x81;
            }
            salvage_result made;
            salvage(gaiti_span(copy, size), at % 3, &made);
            free(copy); /* the new bank has its own copy */
            if (made.omf) {
                assert_int_equal(gait_omf_motion_count(made.omf), made.salvaged.kept);
                assert_true(made.salvaged.kept > 0 && made.salvaged.damage_offset <= size);
                gaiti_omf_check(made.omf, NULL);
            } else {
                assert_int_not_equal(made.diagnostics.errors, 0);
            }
            gait_omf_free(made.omf);
        }
    }
    test_fixtures_free(&all);
}

static gait_status salvage_with(const gait_options *options, void *user) {
    gait_omf *omf;
    gait_salvaged salvaged;
    (void)user;
    size_t params = 8 + gaiti_load_u32(whole.data + 4);
    gait_status status =
        gaiti_omf_salvage(gaiti_span(whole.data, params), two_names, 2, options, &omf, &salvaged);
    gait_omf_free(omf);
    return status;
}

static void out_of_memory_is_reported(void **state) {
    (void)state;
    test_every_failing_allocation(salvage_with, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undamaged_bank_keeps_its_bytes),
        cmocka_unit_test(cut_file_keeps_complete_motions_with_given_bones),
        cmocka_unit_test(missing_or_wrong_bone_lists_are_reported),
        cmocka_unit_test(damaged_motion_ends_the_salvage),
        cmocka_unit_test(motions_without_definitions_are_dropped),
        cmocka_unit_test(files_that_are_not_damaged_banks_are_refused),
        cmocka_unit_test(ambiguous_bone_lists_are_refused),
        cmocka_unit_test(version_1_names_are_read_before_cut_definitions),
        cmocka_unit_test(any_damage_gives_a_bank_or_a_diagnostic),
        cmocka_unit_test(out_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
