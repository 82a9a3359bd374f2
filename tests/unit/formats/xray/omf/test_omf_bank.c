/* Edits of whole motions: the expected bytes are put together without the library. */
#include <stdlib.h>

#include "allocator.h"
#include "bank_pieces.h"
#include "fixtures.h"
#include "gait/omf.h"
#include "test.h"
#include "formats/xray/omf/omf.h"

static const char *const sample = "samples/stalker.omf";

/* An open bank and its pieces. */
typedef struct opened {
    gait_span bytes;
    gait_omf *omf;
    bank_pieces pieces;
} opened;

static opened open_bank(const char *file) {
    opened one = {.bytes = test_fixture_bytes(file)};
    assert_int_equal(gait_omf_open(one.bytes, NULL, &one.omf), GAIT_OK);
    assert_true(bank_pieces_parse(one.bytes, &one.pieces));
    return one;
}

static void drop_bank(opened *one) {
    bank_pieces_free(&one->pieces);
    gait_omf_free(one->omf);
    free((void *)(uintptr_t)one->bytes.data);
}

static gait_buffer write_bank(const gait_omf *omf) {
    gait_buffer out = {0};
    assert_int_equal(gait_omf_write(omf, &out), GAIT_OK);
    return out;
}

static void assert_pieces(const opened *one) {
    gait_buffer out = write_bank(one->omf);
    bank_pieces_assert(&one->pieces, &out);
}

static void assert_bytes(const gait_omf *omf, gait_span expected) {
    gait_buffer out = write_bank(omf);
    assert_int_equal(out.size, expected.size);
    assert_memory_equal(out.data, expected.data, expected.size);
    gait_buffer_free(&out);
}

/* --- renaming --------------------------------------------------------------------------------- */

TEST(renaming_changes_name_and_label) {
    opened one = open_bank(sample);
    bank_piece *piece = &one.pieces.items[2];
    char old[128] = {0};
    memcpy(old, piece->name.data, piece->name.size);
    assert_memory_equal(piece->label.data, old, piece->name.size + 1);
    assert_int_equal(gaiti_omf_rename_motion(one.omf, 2, "a much longer name", NULL), GAIT_OK);
    piece->name = piece->label = test_span("a much longer name");
    assert_pieces(&one);
    assert_int_equal(gaiti_omf_rename_motion(one.omf, 2, old, NULL), GAIT_OK);
    assert_bytes(one.omf, one.bytes);
    drop_bank(&one);
}

TEST(labels_that_are_not_the_name_stay) {
    opened one = open_bank("omf/ok/scrambled_labels.omf");
    assert_int_not_equal(one.pieces.items[0].label.size, one.pieces.items[0].name.size);
    assert_int_equal(gaiti_omf_rename_motion(one.omf, 0, "new", NULL), GAIT_OK);
    one.pieces.items[0].name = test_span("new");
    assert_pieces(&one);
    drop_bank(&one);
    one = open_bank(sample); /* equal except for case is not equal */
    gait_omf_motion values = gait_omf_motion_at(one.omf, 0);
    values.name = test_span("Walk");
    values.label = test_span("walk");
    assert_int_equal(gaiti_omf_set_motion(one.omf, 0, &values), GAIT_OK);
    assert_int_equal(gaiti_omf_rename_motion(one.omf, 0, "run", NULL), GAIT_OK);
    assert_int_equal(gait_omf_motion_at(one.omf, 0).label.size, 4);
    drop_bank(&one);
}

TEST(names_use_the_code_page_of_the_bank) {
    opened one = open_bank(sample);
    assert_int_equal(gaiti_omf_rename_motion(one.omf, 0, "\xD1\x85\xD0\xBE\xD0\xB4", NULL),
                     GAIT_OK);
    one.pieces.items[0].name = one.pieces.items[0].label = test_span("\xF5\xEE\xE4");
    assert_pieces(&one);
    drop_bank(&one);
}

TEST(names_that_do_not_fit_are_refused) {
    char long_name[301], longest[128], all_letters[2 * 127 + 1];
    memset(long_name, 'n', 300);
    memset(longest, 'n', 127);
    long_name[300] = longest[127] = all_letters[254] = 0;
    for (int i = 0; i < 127; i++) { /* two bytes of UTF-8, one byte in the bank */
        memcpy(all_letters + 2 * i, "\xD1\x85", 2);
    }
    const char *const wrong[] = {"",     long_name,         "a\nb", "\xE6\xBC\xA2", "\x01",
                                 "\xFF", "caf\xC3\xA9 1251"};
    opened one = open_bank(sample);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        gait_diagnostic item;
        gait_diagnostics diagnostics = {.items = &item, .capacity = 1};
        assert_int_equal(gaiti_omf_rename_motion(one.omf, 1, wrong[i], &diagnostics),
                         GAIT_WOULD_LOSE);
        assert_int_equal(diagnostics.errors, 1);
        assert_string_equal(item.rule->id, "OMF200");
        assert_int_equal(item.clip, 1);
        assert_int_equal(gaiti_omf_duplicate_motion(one.omf, 1, wrong[i], &diagnostics),
                         GAIT_WOULD_LOSE);
    }
    assert_bytes(one.omf, one.bytes);
    assert_int_equal(gaiti_omf_rename_motion(one.omf, 1, longest, NULL), GAIT_OK);
    assert_int_equal(gaiti_omf_rename_motion(one.omf, 2, all_letters, NULL), GAIT_OK);
    drop_bank(&one);
}

/* --- order ------------------------------------------------------------------------------------ */

static void move_pieces(bank_pieces *pieces, const uint32_t *order) {
    bank_piece *moved = calloc((size_t)pieces->count + 1, sizeof *moved);
    for (uint32_t i = 0; i < pieces->count; i++) {
        moved[i] = pieces->items[order[i]];
        moved[i].motion = bank_pieces_renumber(&moved[i], order[i], i);
    }
    memcpy(pieces->items, moved, pieces->count * sizeof *moved);
    free(moved);
}

TEST(reordering_moves_whole_motions) {
    static const uint32_t order[5] = {3, 0, 4, 2, 1}, back[5] = {1, 4, 3, 0, 2};
    opened one = open_bank(sample);
    gait_omf_motion values = gait_omf_motion_at(one.omf, 4);
    values.motion = one.pieces.items[4].motion = 50992; /* not its index: stays */
    assert_int_equal(gaiti_omf_set_motion(one.omf, 4, &values), GAIT_OK);
    gait_buffer before = write_bank(one.omf);
    assert_int_equal(gaiti_omf_reorder_motions(one.omf, order, 5), GAIT_OK);
    move_pieces(&one.pieces, order);
    assert_int_equal(one.pieces.items[2].motion, 50992);
    assert_int_equal(one.pieces.items[0].motion, 0);
    assert_pieces(&one);
    assert_int_equal(gaiti_omf_reorder_motions(one.omf, back, 5), GAIT_OK);
    assert_bytes(one.omf, (gait_span){before.data, before.size});
    gait_buffer_free(&before);
    drop_bank(&one);
}

TEST(orders_that_are_no_permutation_are_refused) {
    static const uint32_t twice[5] = {0, 1, 2, 3, 3}, beyond[5] = {0, 1, 2, 3, 5};
    opened one = open_bank(sample);
    assert_int_equal(gaiti_omf_reorder_motions(one.omf, twice, 5), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_omf_reorder_motions(one.omf, beyond, 5), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_omf_reorder_motions(one.omf, beyond, 4), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_omf_reorder_motions(one.omf, beyond, UINT32_MAX), GAIT_BAD_ARGUMENT);
    assert_bytes(one.omf, one.bytes);
    drop_bank(&one);
}

/* --- duplicating and removing ----------------------------------------------------------------- */

TEST(a_duplicate_has_the_keys_and_values_of_the_original) {
    opened one = open_bank(sample);
    assert_int_equal(gaiti_omf_duplicate_motion(one.omf, 1, "copy", NULL), GAIT_OK);
    one.pieces.items = realloc(one.pieces.items, 6 * sizeof *one.pieces.items);
    bank_piece *copy = &one.pieces.items[one.pieces.count++];
    *copy = one.pieces.items[1];
    copy->name = copy->label = test_span("copy");
    copy->motion = bank_pieces_renumber(copy, 1, 5);
    assert_int_equal(copy->motion, 5);
    assert_pieces(&one);
    assert_int_equal(gaiti_omf_remove_motion(one.omf, 5), GAIT_OK);
    assert_bytes(one.omf, one.bytes);
    drop_bank(&one);
}

TEST(edits_of_a_duplicate_do_not_change_the_original) {
    opened one = open_bank("omf/ok/marks.omf");
    gait_omf_mark mark = gait_omf_mark_at(one.omf, 0, 0);
    gait_omf_track track = gait_omf_track_at(one.omf, 0, 0);
    assert_int_equal(gaiti_omf_duplicate_motion(one.omf, 0, "copy", NULL), GAIT_OK);
    mark.name = test_span("other");
    track.init[0] += 1;
    assert_int_equal(gait_omf_set_mark(one.omf, 1, 0, &mark), GAIT_OK);
    assert_int_equal(gait_omf_set_track(one.omf, 1, 0, &track), GAIT_OK);
    assert_int_equal(gaiti_omf_remove_motion(one.omf, 1), GAIT_OK);
    assert_bytes(one.omf, one.bytes);
    drop_bank(&one);
}

TEST(several_motions_are_removed_at_once) {
    for (uint32_t set = 0; set < 32; set++) {
        uint32_t removed[5], kept[5], removed_count = 0, kept_count = 0;
        opened one = open_bank(sample);
        for (uint32_t m = 0; m < 5; m++) {
            if (set >> m & 1) {
                removed[removed_count++] = m;
            } else {
                kept[kept_count++] = m;
            }
        }
        assert_int_equal(gaiti_omf_remove_motions(one.omf, removed, removed_count, NULL), GAIT_OK);
        one.pieces.count = kept_count;
        move_pieces(&one.pieces, kept);
        assert_pieces(&one);
        drop_bank(&one);
    }
}

TEST(lists_to_remove_must_ascend) {
    static const uint32_t wrong[][2] = {{1, 1}, {2, 1}, {0, 5}, {0, UINT32_MAX}};
    opened one = open_bank(sample);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(gaiti_omf_remove_motions(one.omf, wrong[i], 2, NULL), GAIT_BAD_ARGUMENT);
    }
    assert_bytes(one.omf, one.bytes);
    drop_bank(&one);
}

/* --- extracting ------------------------------------------------------------------------------- */

TEST(an_extracted_motion_keeps_its_bytes) {
    static const uint32_t chosen[2] = {3, 1};
    opened one = open_bank(sample);
    gait_omf *part;
    assert_int_equal(gaiti_omf_extract(one.omf, chosen, 2, NULL, &part), GAIT_OK);
    one.pieces.count = 2;
    move_pieces(&one.pieces, chosen);
    gait_buffer out = write_bank(part);
    bank_pieces_assert(&one.pieces, &out);
    assert_bytes(one.omf, one.bytes);
    gait_omf_free(part);
    drop_bank(&one);
}

TEST(an_extracted_bank_can_outlive_its_source) {
    static const uint32_t chosen[2] = {3, 1};
    opened one = open_bank(sample);
    gait_omf *part;
    assert_int_equal(gaiti_omf_extract(one.omf, chosen, 2, NULL, &part), GAIT_OK);
    gait_buffer before = write_bank(part);
    assert_int_equal(gait_omf_detach(part), GAIT_OK);
    drop_bank(&one);
    assert_bytes(part, (gait_span){before.data, before.size});
    gait_omf_track track = gait_omf_track_at(part, 1, 46);
    assert_int_equal(gait_omf_set_track(part, 1, 46, &track), GAIT_OK);
    assert_bytes(part, (gait_span){before.data, before.size});
    gait_buffer_free(&before);
    gait_omf_free(part);
}

/* Extracts each motion, writes it, opens it again, and merges all in order. */
static gait_omf *take_apart_and_join(const gait_omf *omf, gait_buffer *files) {
    uint32_t count = gait_omf_motion_count(omf);
    gait_omf *joined = NULL;
    gait_merge_options options = {.names = GAIT_EQUAL_NAMES_KEEP_ALL};
    for (uint32_t m = 0; m < count; m++) {
        gait_omf *part, *again;
        assert_int_equal(gaiti_omf_extract(omf, &m, 1, NULL, &part), GAIT_OK);
        files[m] = write_bank(part);
        gait_omf_free(part);
        assert_int_equal(gait_omf_open((gait_span){files[m].data, files[m].size}, NULL, &again),
                         GAIT_OK);
        if (joined) {
            assert_int_equal(gaiti_omf_merge(joined, again, &options, NULL, NULL), GAIT_OK);
            assert_int_equal(gait_omf_detach(joined), GAIT_OK);
            gait_omf_free(again);
        } else {
            joined = again;
        }
    }
    return joined;
}

TEST(merging_all_extracted_motions_restores_the_bytes) {
    const char *const files[] = {sample,
                                 "omf/ok/marks.omf",
                                 "omf/ok/version_3.omf",
                                 "omf/ok/listed_unordered.omf",
                                 "omf/ok/scrambled_labels.omf",
                                 "omf/ok/unknown_chunks.omf",
                                 "omf/ok/unknown_between.omf",
                                 "omf/ok/unknown_sub.omf",
                                 "omf/ok/parameters_first.omf",
                                 "omf/bad/no_bones.omf",
                                 "omf/ok/effect.omf",
                                 "omf/bad/surplus_track.omf",
                                 "omf/bad/params_tail.omf",
                                 "omf/bad/bone_ids.omf",
                                 "omf/bad/version_1.omf",
                                 "omf/bad/version_2.omf"};
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        gait_span bytes = test_fixture_bytes(files[f]);
        gait_buffer parts[8] = {{0}};
        gait_omf *omf;
        assert_int_equal(gait_omf_open(bytes, NULL, &omf), GAIT_OK);
        assert_in_range(gait_omf_motion_count(omf), 1, 8);
        gait_omf *joined = take_apart_and_join(omf, parts);
        assert_bytes(joined, bytes);
        gait_omf_free(joined);
        for (int i = 0; i < 8; i++) {
            gait_buffer_free(&parts[i]);
        }
        gait_omf_free(omf);
        free((void *)(uintptr_t)bytes.data);
    }
}

/* The number of the foreign sub-chunk becomes that of a motion. */
TEST(foreign_sub_chunks_prevent_renumbering) {
    gait_span bytes = test_fixture_bytes("omf/bad/hole_in_motions.omf");
    gait_diagnostic item;
    gait_diagnostics diagnostics = {.items = &item, .capacity = 1};
    gait_omf *omf;
    assert_int_equal(gait_omf_open(bytes, NULL, &omf), GAIT_OK);
    uint32_t count = gait_omf_motion_count(omf);
    assert_true(count > 0);
    assert_int_equal(gaiti_omf_duplicate_motion(omf, 0, "copy", &diagnostics), GAIT_WOULD_LOSE);
    assert_string_equal(item.rule->id, "OMF202");
    assert_int_equal(gait_omf_motion_count(omf), count);
    assert_bytes(omf, bytes);
    gait_omf_free(omf);
    free((void *)(uintptr_t)bytes.data);
}

TEST(extraction_checks_its_list) {
    static const uint32_t twice[2] = {1, 1}, beyond[1] = {5};
    opened one = open_bank(sample);
    gait_omf *part;
    assert_int_equal(gaiti_omf_extract(one.omf, twice, 2, NULL, &part), GAIT_BAD_ARGUMENT);
    assert_null(part);
    assert_int_equal(gaiti_omf_extract(one.omf, beyond, 1, NULL, &part), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_omf_extract(one.omf, twice, 9, NULL, &part), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_omf_extract(one.omf, NULL, 0, NULL, &part), GAIT_OK);
    assert_int_equal(gait_omf_motion_count(part), 0);
    assert_int_equal(gait_omf_bone_count(part), gait_omf_bone_count(one.omf));
    gait_omf_free(part);
    drop_bank(&one);
}

/* --- memory ----------------------------------------------------------------------------------- */

static gait_status edit_everything(const gait_options *options, void *user) {
    const gait_span *bytes = user;
    static const uint32_t order[6] = {5, 4, 3, 2, 1, 0}, chosen[2] = {4, 0};
    gait_omf *omf = NULL, *part = NULL;
    gait_status status = gait_omf_open(*bytes, options, &omf);
    status = status == GAIT_OK ? gaiti_omf_rename_motion(omf, 0, "new", NULL) : status;
    status = status == GAIT_OK ? gaiti_omf_duplicate_motion(omf, 1, "copy", NULL) : status;
    status = status == GAIT_OK ? gaiti_omf_reorder_motions(omf, order, 6) : status;
    status = status == GAIT_OK ? gaiti_omf_extract(omf, chosen, 2, options, &part) : status;
    status = status == GAIT_OK ? gaiti_omf_remove_motions(omf, order + 5, 1, NULL) : status;
    gait_omf_free(part);
    gait_omf_free(omf);
    return status;
}

TEST(every_failing_allocation_returns_no_memory) {
    gait_span bytes = test_fixture_bytes(sample);
    assert_in_range(test_every_failing_allocation(edit_everything, &bytes), 4, 100);
    free((void *)(uintptr_t)bytes.data);
}

/* --- many motions ----------------------------------------------------------------------------- */

TEST(the_number_of_motions_is_limited) {
    gait_diagnostic item;
    gait_diagnostics diagnostics = {.items = &item, .capacity = 1};
    gait_omf *omf;
    gait_omf_motion values = {.name = test_span("a"), .label = test_span("a")};
    assert_int_equal(gaiti_omf_new(4, NULL, &omf), GAIT_OK);
    assert_int_equal(gaiti_omf_add_motion(omf, &values, NULL), GAIT_OK);
    while (gait_omf_motion_count(omf) < UINT16_MAX) { /* doubles the bank */
        gait_omf *copy;
        static uint32_t all[UINT16_MAX];
        uint32_t count = gait_omf_motion_count(omf);
        uint32_t more = UINT16_MAX - count < count ? UINT16_MAX - count : count;
        for (uint32_t i = 0; i < more; i++) {
            all[i] = i;
        }
        gait_merge_options options = {.names = GAIT_EQUAL_NAMES_KEEP_ALL};
        assert_int_equal(gaiti_omf_extract(omf, all, more, NULL, &copy), GAIT_OK);
        assert_int_equal(gaiti_omf_merge(omf, copy, &options, NULL, NULL), GAIT_OK);
        assert_int_equal(gait_omf_detach(omf), GAIT_OK);
        gait_omf_free(copy);
    }
    assert_int_equal(gaiti_omf_duplicate_motion(omf, 0, "c", &diagnostics), GAIT_LIMIT);
    assert_string_equal(item.rule->id, "OMF203");
    assert_int_equal(gait_omf_motion_count(omf), UINT16_MAX);
    gait_omf_free(omf);
}
