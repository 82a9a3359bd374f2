/* Edits of whole SDK motions: the expected bytes are put together without the library. */
#include <stdio.h>
#include <stdlib.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/skl.h"
#include "pieces.h"
#include "skl_pieces.h"
#include "test.h"
#include "formats/xray/skl/skl.h"

/* Every layout of motions, and bytes after the last motion. */
static const char *const files[] = {
    "skl/ok/still.skl",        "skl/ok/two.skls",    "skl/ok/moving.skls",
    "skl/ok/shapes.skl",       "skl/ok/marks.skl",   "skl/ok/mark_line_feed.skls",
    "skl/ok/version_4.skl",    "skl/ok/no_keys.skl", "skl/ok/version_5.skls",
    "skl/ok/other_bones.skls", "skl/ok/world.skls",  "skl/ok/no_bones.skls",
    "skl/bad/trailing.skl",    "skl/bad/tail.skl",   "skl/bad/trailing.skls",
    "skl/ok/behaviours.skls"};
enum { FILES = sizeof files / sizeof *files };

/* An open file and its pieces. */
typedef struct opened {
    gait_span bytes;
    gait_skl *skl;
    skl_pieces pieces;
} opened;

static opened open_file(const char *file) {
    opened one = {.bytes = test_fixture_bytes(file)};
    assert_int_equal(gait_skl_open(one.bytes, NULL, &one.skl), GAIT_OK);
    assert_true(skl_pieces_parse(one.bytes, &one.pieces));
    assert_int_equal(one.pieces.count, gait_skl_motion_count(one.skl));
    return one;
}

static void close_file(opened *one) {
    skl_pieces_free(&one->pieces);
    gait_skl_free(one->skl);
    free((void *)(uintptr_t)one->bytes.data);
}

static gait_buffer write_file(const gait_skl *skl) {
    gait_buffer out = {0};
    assert_int_equal(gait_skl_write(skl, &out), GAIT_OK);
    return out;
}

static void assert_pieces(const gait_skl *skl, const skl_pieces *expected) {
    gait_buffer out = write_file(skl);
    skl_pieces_assert(expected, &out);
}

static void assert_unchanged(const opened *one) {
    gait_buffer out = write_file(one->skl);
    pieces_assert_equal(one->bytes, &out);
}

/* Makes a document with `count` motions of one bone, called "m0", "m1" and so on. */
static gait_skl *make_motions(uint32_t count, const gait_options *options) {
    static const gait_skl_key key = {.value = 1};
    static const gait_skl_curve curves[1][GAIT_SKL_CHANNELS] = {
        {{{1, 1}, 1, &key}, {{1, 1}, 1, &key}, {{1, 1}, 1, &key}}};
    gait_skl_bone bone = {.name = test_span("root")};
    gait_skl *skl;
    assert_int_equal(gait_skl_new(GAIT_SKL_MANY, options, &skl), GAIT_OK);
    for (uint32_t m = 0; m < count; m++) {
        char name[16];
        snprintf(name, sizeof name, "m%u", (unsigned)m);
        gait_skl_motion values = {
            .name = test_span(name), .fps = 30, .version = 7, .bone_count = 1};
        assert_int_equal(gait_skl_add_motion(skl, &values, &bone, curves), GAIT_OK);
    }
    return skl;
}

/* --- renaming --------------------------------------------------------------------------------- */

TEST(renaming_changes_only_the_name) {
    for (int f = 0; f < FILES; f++) {
        opened one = open_file(files[f]);
        for (uint32_t m = 0; m < one.pieces.count; m++) {
            gait_span name = one.pieces.items[m].name;
            char old[128] = {0};
            memcpy(old, name.data, name.size);
            assert_int_equal(gaiti_skl_rename_motion(one.skl, m, "a much longer name", NULL),
                             GAIT_OK);
            one.pieces.items[m].name = test_span("a much longer name");
            assert_pieces(one.skl, &one.pieces);
            assert_int_equal(gaiti_skl_rename_motion(one.skl, m, old, NULL), GAIT_OK);
            one.pieces.items[m].name = name;
            assert_unchanged(&one);
        }
        close_file(&one);
    }
}

TEST(motions_of_objects_are_renamed) {
    gait_span bytes = test_fixture_bytes("anm/ok/version_5.anm");
    gait_skl *skl;
    assert_int_equal(gait_skl_open(bytes, NULL, &skl), GAIT_OK);
    assert_int_equal(gaiti_skl_rename_motion(skl, 0, "lens", NULL), GAIT_OK);
    assert_int_equal(gait_skl_motion_at(skl, 0).name.size, 4);
    assert_int_equal(gaiti_skl_rename_motion(skl, 0, "camera", NULL), GAIT_OK);
    gait_buffer out = write_file(skl);
    pieces_assert_equal(bytes, &out);
    gait_skl_free(skl);
    free((void *)(uintptr_t)bytes.data);
}

TEST(names_use_the_code_page_of_the_document) {
    opened one = open_file("skl/ok/two.skls");
    assert_int_equal(gaiti_skl_rename_motion(one.skl, 1, "\xD1\x85\xD0\xBE\xD0\xB4", NULL),
                     GAIT_OK);
    one.pieces.items[1].name = test_span("\xF5\xEE\xE4");
    assert_pieces(one.skl, &one.pieces);
    close_file(&one);
}

TEST(names_that_do_not_fit_are_refused) {
    char long_name[129], longest[128], all_letters[2 * 127 + 1];
    memset(long_name, 'n', 128);
    memset(longest, 'n', 127);
    long_name[128] = longest[127] = all_letters[254] = 0;
    for (int i = 0; i < 127; i++) { /* two bytes of UTF-8, one byte in the file */
        memcpy(all_letters + 2 * i, "\xD1\x85", 2);
    }
    const char *const wrong[] = {"", long_name, "a\nb", "\xE6\xBC\xA2", "\x01", "\xFF"};
    opened one = open_file("skl/ok/two.skls");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        gait_diagnostic item;
        gait_diagnostics diagnostics = {.items = &item, .capacity = 1};
        assert_int_equal(gaiti_skl_rename_motion(one.skl, 1, wrong[i], &diagnostics),
                         GAIT_WOULD_LOSE);
        assert_int_equal(diagnostics.errors, 1);
        assert_string_equal(item.rule->id, "SKL200");
        assert_int_equal(item.clip, 1);
        assert_int_equal(gaiti_skl_duplicate_motion(one.skl, 1, wrong[i], &diagnostics),
                         GAIT_WOULD_LOSE);
        assert_int_equal(gaiti_skl_rename_motion(one.skl, 1, wrong[i], NULL), GAIT_WOULD_LOSE);
    }
    assert_unchanged(&one);
    assert_int_equal(gaiti_skl_rename_motion(one.skl, 0, longest, NULL), GAIT_OK);
    assert_int_equal(gaiti_skl_rename_motion(one.skl, 1, all_letters, NULL), GAIT_OK);
    close_file(&one);
}

/* --- order ------------------------------------------------------------------------------------ */

/* The motions of a written document. */
static opened open_written(const gait_skl *skl) {
    gait_buffer out = write_file(skl);
    opened one = {.bytes = {out.data, out.size}};
    assert_int_equal(gait_skl_open(one.bytes, NULL, &one.skl), GAIT_OK);
    assert_true(skl_pieces_parse(one.bytes, &one.pieces));
    return one;
}

static opened open_five(void) {
    gait_skl *skl = make_motions(5, NULL);
    gait_omf_mark mark = {.name = test_span("Left")};
    assert_int_equal(gait_skl_set_mark(skl, 2, 0, &mark), GAIT_OK);
    opened one = open_written(skl);
    gait_skl_free(skl);
    return one;
}

TEST(reordering_moves_whole_motions) {
    static const uint32_t order[5] = {3, 0, 4, 2, 1}, back[5] = {1, 4, 3, 0, 2};
    opened one = open_five();
    skl_pieces moved = skl_pieces_select(&one.pieces, order, 5);
    assert_int_equal(gaiti_skl_reorder_motions(one.skl, order, 5), GAIT_OK);
    assert_pieces(one.skl, &moved);
    assert_int_equal(gaiti_skl_reorder_motions(one.skl, back, 5), GAIT_OK);
    assert_unchanged(&one);
    skl_pieces_free(&moved);
    close_file(&one);
    one = open_file("skl/ok/marks.skl");
    assert_int_equal(gaiti_skl_reorder_motions(one.skl, (const uint32_t[1]){0}, 1), GAIT_OK);
    assert_unchanged(&one);
    close_file(&one);
}

TEST(orders_that_are_no_permutation_are_refused) {
    static const uint32_t twice[5] = {0, 1, 2, 3, 3}, beyond[5] = {0, 1, 2, 3, 5};
    opened one = open_five();
    assert_int_equal(gaiti_skl_reorder_motions(one.skl, twice, 5), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_skl_reorder_motions(one.skl, beyond, 5), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_skl_reorder_motions(one.skl, beyond, 4), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_skl_reorder_motions(one.skl, beyond, UINT32_MAX), GAIT_BAD_ARGUMENT);
    assert_unchanged(&one);
    close_file(&one);
}

/* --- duplicating and removing ----------------------------------------------------------------- */

TEST(a_duplicate_has_the_bytes_of_the_original) {
    static const uint32_t order[6] = {0, 1, 2, 3, 4, 2};
    opened one = open_five();
    skl_pieces more = skl_pieces_select(&one.pieces, order, 6);
    more.items[5].name = test_span("copy");
    assert_int_equal(gaiti_skl_duplicate_motion(one.skl, 2, "copy", NULL), GAIT_OK);
    assert_pieces(one.skl, &more);
    assert_int_equal(gaiti_skl_remove_motion(one.skl, 5), GAIT_OK);
    assert_unchanged(&one);
    skl_pieces_free(&more);
    close_file(&one);
}

TEST(edits_of_a_duplicate_do_not_change_the_original) {
    opened one = open_five();
    gait_omf_mark mark = {.name = test_span("other")};
    gait_skl_bone bone = {.name = test_span("tail"), .flags = 1};
    gait_skl_key key = {.value = 7};
    gait_skl_curve curve = {{0, 2}, 1, &key};
    assert_int_equal(gaiti_skl_duplicate_motion(one.skl, 2, "copy", NULL), GAIT_OK);
    assert_int_equal(gait_skl_set_mark(one.skl, 5, 0, &mark), GAIT_OK);
    assert_int_equal(gaiti_skl_insert_mark(one.skl, 5, 0, &mark), GAIT_OK);
    assert_int_equal(gait_skl_set_bone(one.skl, 5, 0, &bone), GAIT_OK);
    assert_int_equal(gait_skl_set_envelope(one.skl, 5, 0, GAIT_SKL_X, &curve), GAIT_OK);
    assert_int_equal(gait_skl_motion_at(one.skl, 5).mark_count, 2);
    assert_int_equal(gaiti_skl_remove_motion(one.skl, 5), GAIT_OK);
    assert_unchanged(&one);
    close_file(&one);
}

/* A copy has no spare capacity for marks, even if the original has. */
TEST(marks_of_duplicates_have_their_own_memory) {
    static const uint32_t order[7] = {0, 1, 2, 3, 4, 2, 2};
    opened one = open_five();
    gait_omf_mark mark = {.name = test_span("other")};
    skl_pieces more = skl_pieces_select(&one.pieces, order, 7);
    more.items[5].name = test_span("a");
    more.items[6].name = test_span("b");
    assert_int_equal(gaiti_skl_insert_mark(one.skl, 2, 0, &mark), GAIT_OK);
    assert_int_equal(gaiti_skl_remove_mark(one.skl, 2, 0), GAIT_OK);
    assert_int_equal(gaiti_skl_duplicate_motion(one.skl, 2, "a", NULL), GAIT_OK);
    assert_int_equal(gaiti_skl_duplicate_motion(one.skl, 2, "b", NULL), GAIT_OK);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(gaiti_skl_insert_mark(one.skl, 5, 0, &mark), GAIT_OK);
    }
    for (int i = 0; i < 4; i++) {
        assert_int_equal(gaiti_skl_remove_mark(one.skl, 5, 0), GAIT_OK);
    }
    assert_pieces(one.skl, &more);
    skl_pieces_free(&more);
    close_file(&one);
}

TEST(several_motions_are_removed_at_once) {
    for (uint32_t set = 0; set < 32; set++) {
        uint32_t removed[5], kept[5], removed_count = 0, kept_count = 0;
        opened one = open_five();
        for (uint32_t m = 0; m < 5; m++) {
            if (set >> m & 1) {
                removed[removed_count++] = m;
            } else {
                kept[kept_count++] = m;
            }
        }
        assert_int_equal(gaiti_skl_remove_motions(one.skl, removed, removed_count, NULL), GAIT_OK);
        skl_pieces left = skl_pieces_select(&one.pieces, kept, kept_count);
        assert_pieces(one.skl, &left);
        skl_pieces_free(&left);
        close_file(&one);
    }
}

TEST(lists_to_remove_must_ascend) {
    static const uint32_t wrong[][2] = {{1, 1}, {2, 1}, {0, 5}, {0, UINT32_MAX}};
    opened one = open_five();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(gaiti_skl_remove_motions(one.skl, wrong[i], 2, NULL), GAIT_BAD_ARGUMENT);
    }
    assert_unchanged(&one);
    close_file(&one);
}

TEST(single_motions_are_neither_removed_nor_duplicated) {
    static const char *const single[] = {"skl/ok/marks.skl", "anm/ok/version_4.anm"};
    for (int i = 0; i < 2; i++) {
        gait_span bytes = test_fixture_bytes(single[i]);
        gait_diagnostic items[2];
        gait_diagnostics diagnostics = {.items = items, .capacity = 2};
        gait_skl *skl;
        uint32_t first = 0;
        assert_int_equal(gait_skl_open(bytes, NULL, &skl), GAIT_OK);
        assert_int_equal(gaiti_skl_remove_motions(skl, &first, 1, &diagnostics), GAIT_UNSUPPORTED);
        assert_int_equal(gaiti_skl_duplicate_motion(skl, 0, "copy", &diagnostics),
                         GAIT_UNSUPPORTED);
        assert_string_equal(items[0].rule->id, "SKL202");
        assert_int_equal(diagnostics.errors, 2);
        assert_int_equal(gaiti_skl_remove_motions(skl, NULL, 0, NULL), GAIT_OK);
        gait_buffer out = write_file(skl);
        pieces_assert_equal(bytes, &out);
        gait_skl_free(skl);
        free((void *)(uintptr_t)bytes.data);
    }
}

/* --- extracting ------------------------------------------------------------------------------- */

TEST(extracted_motions_keep_their_bytes) {
    static const uint32_t chosen[2] = {3, 1};
    opened one = open_five();
    gait_skl *part;
    skl_pieces two = skl_pieces_select(&one.pieces, chosen, 2);
    assert_int_equal(gaiti_skl_extract(one.skl, chosen, 2, GAIT_SKL_MANY, NULL, &part), GAIT_OK);
    assert_pieces(part, &two);
    assert_unchanged(&one);
    gait_skl_free(part);
    skl_pieces_free(&two);
    close_file(&one);
}

/* Of each motion, to both kinds. */
TEST(each_kind_can_be_extracted) {
    for (int f = 0; f < FILES; f++) {
        opened one = open_file(files[f]);
        for (uint32_t m = 0; m < 2 * one.pieces.count; m++) {
            gait_diagnostic item;
            gait_diagnostics diagnostics = {.items = &item, .capacity = 1};
            gait_options options = {.diagnostics = &diagnostics};
            gait_skl *part;
            uint32_t motion = m / 2;
            gait_skl_kind kind = m % 2 ? GAIT_SKL_MANY : GAIT_SKL_ONE;
            skl_pieces expected = skl_pieces_select(&one.pieces, &motion, 1);
            size_t rest = expected.tail.size + expected.trailing.size;
            bool is_same_kind = expected.is_many == (kind == GAIT_SKL_MANY);
            if (!is_same_kind) {
                expected.is_many = !expected.is_many;
                expected.tail = expected.trailing = (gait_span){NULL, 0};
            }
            assert_int_equal(gaiti_skl_extract(one.skl, &motion, 1, kind, &options, &part),
                             GAIT_OK);
            assert_int_equal(gait_skl_kind_of(part), kind);
            assert_int_equal(diagnostics.warnings, rest > 0 && !is_same_kind);
            if (diagnostics.warnings > 0) {
                assert_string_equal(item.rule->id, "SKL204");
            }
            assert_pieces(part, &expected);
            gait_skl_free(part);
            skl_pieces_free(&expected);
        }
        close_file(&one);
    }
}

TEST(an_extracted_document_can_outlive_its_source) {
    for (int f = 0; f < FILES; f++) {
        opened one = open_file(files[f]);
        gait_skl *part;
        uint32_t last = one.pieces.count - 1;
        assert_int_equal(gaiti_skl_extract(one.skl, &last, 1, GAIT_SKL_MANY, NULL, &part), GAIT_OK);
        gait_buffer before = write_file(part);
        assert_int_equal(gait_skl_detach(part), GAIT_OK);
        close_file(&one);
        gait_buffer after = write_file(part);
        pieces_assert_equal((gait_span){before.data, before.size}, &after);
        gait_buffer_free(&before);
        gait_skl_free(part);
    }
}

TEST(edits_of_an_extracted_motion_do_not_change_the_source) {
    opened one = open_five();
    gait_omf_mark mark = {.name = test_span("other")};
    gait_skl_bone bone = {.name = test_span("tail")};
    gait_skl *part;
    uint32_t motion = 2;
    assert_int_equal(gaiti_skl_extract(one.skl, &motion, 1, GAIT_SKL_ONE, NULL, &part), GAIT_OK);
    assert_int_equal(gait_skl_set_mark(part, 0, 0, &mark), GAIT_OK);
    assert_int_equal(gait_skl_set_bone(part, 0, 0, &bone), GAIT_OK);
    assert_unchanged(&one);
    gait_skl_free(part);
    close_file(&one);
}

TEST(an_extracted_document_has_the_code_page_of_its_source) {
    gait_span bytes = test_fixture_bytes("skl/ok/two.skls");
    gait_options western = {.code_page = 1252};
    gait_skl *skl, *part;
    uint32_t first = 0;
    assert_int_equal(gait_skl_open(bytes, &western, &skl), GAIT_OK);
    assert_int_equal(gaiti_skl_extract(skl, &first, 1, GAIT_SKL_ONE, NULL, &part), GAIT_OK);
    assert_int_equal(gaiti_skl_rename_motion(part, 0, "caf\xC3\xA9", NULL), GAIT_OK);
    assert_int_equal(gait_skl_motion_at(part, 0).name.data[3], 0xE9);
    gait_skl_free(part);
    gait_skl_free(skl);
    free((void *)(uintptr_t)bytes.data);
}

TEST(extraction_checks_its_list) {
    static const uint32_t twice[2] = {1, 1}, beyond[1] = {5}, two[2] = {0, 1};
    opened one = open_five();
    gait_skl *part;
    assert_int_equal(gaiti_skl_extract(one.skl, twice, 2, GAIT_SKL_MANY, NULL, &part),
                     GAIT_BAD_ARGUMENT);
    assert_null(part);
    assert_int_equal(gaiti_skl_extract(one.skl, beyond, 1, GAIT_SKL_MANY, NULL, &part),
                     GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_skl_extract(one.skl, twice, 9, GAIT_SKL_MANY, NULL, &part),
                     GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_skl_extract(one.skl, two, 2, GAIT_SKL_ONE, NULL, &part),
                     GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_skl_extract(one.skl, two, 0, GAIT_SKL_ONE, NULL, &part),
                     GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_skl_extract(one.skl, NULL, 0, GAIT_SKL_MANY, NULL, &part), GAIT_OK);
    assert_int_equal(gait_skl_motion_count(part), 0);
    gait_skl_free(part);
    close_file(&one);
}

TEST(motions_of_objects_are_not_extracted) {
    gait_span bytes = test_fixture_bytes("anm/ok/version_3.anm");
    gait_diagnostic item;
    gait_diagnostics diagnostics = {.items = &item, .capacity = 1};
    gait_options options = {.diagnostics = &diagnostics};
    gait_skl *skl, *part;
    uint32_t first = 0;
    assert_int_equal(gait_skl_open(bytes, NULL, &skl), GAIT_OK);
    assert_int_equal(gaiti_skl_extract(skl, &first, 1, GAIT_SKL_ONE, &options, &part),
                     GAIT_UNSUPPORTED);
    assert_null(part);
    assert_string_equal(item.rule->id, "SKL203");
    gait_skl_free(skl);
    free((void *)(uintptr_t)bytes.data);
}

/* --- memory and size -------------------------------------------------------------------------- */

static gait_status edit_everything(const gait_options *options, void *user) {
    const gait_span *bytes = user;
    static const uint32_t order[6] = {5, 4, 3, 2, 1, 0}, chosen[2] = {4, 0};
    gait_skl *skl = NULL, *part = NULL;
    gait_status status = gait_skl_open(*bytes, options, &skl);
    status = status == GAIT_OK ? gaiti_skl_rename_motion(skl, 0, "new", NULL) : status;
    status = status == GAIT_OK ? gaiti_skl_duplicate_motion(skl, 1, "copy", NULL) : status;
    status = status == GAIT_OK ? gaiti_skl_reorder_motions(skl, order, 6) : status;
    status = status == GAIT_OK ? gaiti_skl_extract(skl, chosen, 2, GAIT_SKL_MANY, options, &part)
                               : status;
    status = status == GAIT_OK ? gaiti_skl_remove_motions(skl, order + 5, 1, NULL) : status;
    if (skl) { /* still complete */
        opened one = open_written(skl);
        assert_in_range(one.pieces.count, 5, 6);
        close_file(&one);
    }
    gait_skl_free(part);
    gait_skl_free(skl);
    return status;
}

TEST(every_failing_allocation_returns_no_memory) {
    opened one = open_five();
    assert_in_range(test_every_failing_allocation(edit_everything, &one.bytes), 4, 100);
    close_file(&one);
}

/* If memory grew with the square of the number of motions, it would require gigabytes. */
TEST(many_motions_are_duplicated) {
    enum { MANY = 5000 };
    gait_options options = {.max_bytes = 32 << 20};
    gait_skl *skl = make_motions(1, &options);
    for (uint32_t m = 1; m < MANY; m++) {
        assert_int_equal(gaiti_skl_duplicate_motion(skl, m - 1, "copy", NULL), GAIT_OK);
    }
    assert_int_equal(gait_skl_motion_count(skl), MANY);
    gait_skl_free(skl);
}
