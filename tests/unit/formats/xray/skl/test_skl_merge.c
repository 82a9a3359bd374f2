/* Merging of SDK motions: the expected bytes are put together without the library. */
#include <stdio.h>
#include <stdlib.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/skl.h"
#include "pieces.h"
#include "skl_pieces.h"
#include "test.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"

static gait_buffer write_file(const gait_skl *skl) {
    gait_buffer out = {0};
    assert_int_equal(gait_skl_write(skl, &out), GAIT_OK);
    return out;
}

/* A document of motions without bones. `names` are separated by spaces. The number of frames is
 * `first`, `first` + 1 and so on, to tell the motions apart. */
static gait_skl *make_named(gait_skl_kind kind, const char *names, uint32_t first) {
    gait_skl *skl;
    assert_int_equal(gait_skl_new(kind, NULL, &skl), GAIT_OK);
    for (const char *at = names; *at;) {
        size_t size = strcspn(at, " ");
        gait_skl_motion values = {
            .name = {(const uint8_t *)at, size}, .frame_end = first++, .fps = 30, .version = 6};
        assert_int_equal(gait_skl_add_motion(skl, &values, NULL, NULL), GAIT_OK);
        at += size + (at[size] == ' ');
    }
    return skl;
}

/* The motions as "name:frames" with spaces between them. */
static void assert_motions(const gait_skl *skl, const char *expected) {
    char text[256] = "";
    size_t size = 0;
    for (uint32_t m = 0; m < gait_skl_motion_count(skl); m++) {
        gait_skl_motion motion = gait_skl_motion_at(skl, m);
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%.*s:%d", m ? " " : "",
                                 (int)motion.name.size, (const char *)motion.name.data,
                                 (int)motion.frame_end);
    }
    assert_string_equal(text, expected);
}

static void assert_refused(gait_skl *to, const gait_skl *from, const gait_merge_options *options,
                           gait_status status, const char *rule) {
    gait_diagnostic items[4];
    gait_diagnostics diagnostics = {.items = items, .capacity = 4};
    gait_merged merged = {.appended = 7};
    gait_buffer before = {0}, after = {0};
    gait_status writing = gait_skl_write(to, &before);
    assert_int_equal(gaiti_skl_merge(to, from, options, &diagnostics, &merged), status);
    assert_int_equal(merged.appended, 0);
    assert_true(diagnostics.errors > 0);
    assert_string_equal(items[0].rule->id, rule);
    assert_int_equal(gait_skl_write(to, &after), writing);
    pieces_assert_equal((gait_span){before.data, before.size}, &after);
    gait_buffer_free(&before);
}

/* --- names ------------------------------------------------------------------------------------ */

TEST(equal_names_follow_the_rule) {
    static const struct {
        gait_equal_names rule;
        const char *result;
        gait_merged merged;
    } cases[] = {
        {GAIT_EQUAL_NAMES_KEEP_FIRST, "walk:1 run:2 walk_2:3 jump:12", {1, 0, 0, 2}},
        {GAIT_EQUAL_NAMES_REPLACE, "WALK:11 run:2 walk_2:3 jump:12 walk:13", {2, 0, 1, 0}},
        {GAIT_EQUAL_NAMES_RENAME,
         "walk:1 run:2 walk_2:3 WALK_3:11 jump:12 walk_4:13",
         {3, 2, 0, 0}},
        {GAIT_EQUAL_NAMES_KEEP_ALL, "walk:1 run:2 walk_2:3 WALK:11 jump:12 walk:13", {3, 0, 0, 0}}};
    gait_skl *from = make_named(GAIT_SKL_MANY, "WALK jump walk", 11);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gait_skl *to = make_named(GAIT_SKL_MANY, "walk run walk_2", 1);
        gait_merge_options options = {.names = cases[i].rule};
        gait_merged merged;
        assert_int_equal(gaiti_skl_merge(to, from, &options, NULL, &merged), GAIT_OK);
        assert_motions(to, cases[i].result);
        assert_memory_equal(&merged, &cases[i].merged, sizeof merged);
        gait_skl_free(to);
    }
    assert_motions(from, "WALK:11 jump:12 walk:13");
    gait_skl_free(from);
}

TEST(equal_names_are_refused_by_default) {
    gait_skl *to = make_named(GAIT_SKL_MANY, "walk run", 1);
    gait_skl *from = make_named(GAIT_SKL_MANY, "jump Run", 11);
    gait_skl *other = make_named(GAIT_SKL_MANY, "jump jump", 21);
    assert_refused(to, from, NULL, GAIT_WOULD_LOSE, "SKL201");
    assert_int_equal(gaiti_skl_merge(to, other, NULL, NULL, NULL), GAIT_OK);
    assert_motions(to, "walk:1 run:2 jump:21 jump:22");
    gait_skl_free(other);
    gait_skl_free(from);
    gait_skl_free(to);
}

TEST(renamed_names_must_fit) {
    char name[127] = {0};
    memset(name, 'n', 126);
    gait_skl *to = make_named(GAIT_SKL_MANY, name, 1), *from = make_named(GAIT_SKL_ONE, name, 2);
    gait_merge_options options = {.names = GAIT_EQUAL_NAMES_RENAME};
    assert_refused(to, from, &options, GAIT_WOULD_LOSE, "SKL200");
    gait_skl_free(from);
    gait_skl_free(to);
}

TEST(chosen_motions_are_merged_in_their_order) {
    static const uint32_t chosen[2] = {2, 0}, twice[2] = {1, 1}, beyond[1] = {3};
    gait_skl *to = make_named(GAIT_SKL_MANY, "walk", 1);
    gait_skl *from = make_named(GAIT_SKL_MANY, "a b c", 11);
    gait_merge_options options = {.clips = chosen, .clip_count = 2};
    assert_int_equal(gaiti_skl_merge(to, from, &options, NULL, NULL), GAIT_OK);
    assert_motions(to, "walk:1 c:13 a:11");
    options.clips = twice;
    assert_int_equal(gaiti_skl_merge(to, from, &options, NULL, NULL), GAIT_BAD_ARGUMENT);
    options = (gait_merge_options){.clips = beyond, .clip_count = 1};
    assert_int_equal(gaiti_skl_merge(to, from, &options, NULL, NULL), GAIT_BAD_ARGUMENT);
    options.clip_count = 0;
    assert_int_equal(gaiti_skl_merge(to, from, &options, NULL, NULL), GAIT_OK);
    assert_motions(to, "walk:1 c:13 a:11");
    gait_skl_free(from);
    gait_skl_free(to);
}

/* --- kinds and bytes -------------------------------------------------------------------------- */

/* Appends the motions of `file` to the pieces and the document, and compares them. */
static void append_file(gait_skl *to, skl_pieces *expected, gait_span bytes) {
    gait_merge_options options = {.names = GAIT_EQUAL_NAMES_KEEP_ALL};
    gait_merged merged;
    gait_skl *from;
    skl_pieces pieces;
    assert_int_equal(gait_skl_open(bytes, NULL, &from), GAIT_OK);
    assert_true(skl_pieces_parse(bytes, &pieces));
    assert_int_equal(gaiti_skl_merge(to, from, &options, NULL, &merged), GAIT_OK);
    assert_int_equal(merged.appended, pieces.count);
    assert_int_equal(gait_skl_detach(to), GAIT_OK);
    gait_skl_free(from);
    expected->items =
        realloc(expected->items, (expected->count + pieces.count) * sizeof *expected->items);
    memcpy(expected->items + expected->count, pieces.items, pieces.count * sizeof *pieces.items);
    expected->count += pieces.count;
    gait_buffer out = write_file(to);
    skl_pieces_assert(expected, &out);
    skl_pieces_free(&pieces);
}

/* Motions of every version and both kinds of files are merged into one. */
TEST(merged_motions_keep_their_bytes) {
    static const char *const files[] = {"skl/ok/version_4.skl", "skl/ok/two.skls",
                                        "skl/ok/marks.skl",     "skl/ok/version_5.skls",
                                        "skl/ok/shapes.skl",    "skl/ok/other_bones.skls",
                                        "skl/bad/tail.skl",     "skl/bad/trailing.skls"};
    enum { FILES = sizeof files / sizeof *files };
    gait_span bytes[FILES];
    skl_pieces expected = {.is_many = true};
    gait_skl *to;
    assert_int_equal(gait_skl_new(GAIT_SKL_MANY, NULL, &to), GAIT_OK);
    for (int f = 0; f < FILES; f++) {
        bytes[f] = test_fixture_bytes(files[f]);
        append_file(to, &expected, bytes[f]);
    }
    assert_int_equal(gaiti_skl_version(to), 4);
    for (int f = 0; f < FILES; f++) {
        free((void *)(uintptr_t)bytes[f].data);
    }
    skl_pieces_free(&expected);
    gait_skl_free(to);
}

TEST(merging_all_extracted_motions_restores_the_bytes) {
    static const char *const files[] = {"skl/ok/two.skls", "skl/ok/other_bones.skls",
                                        "skl/ok/mark_line_feed.skls", "skl/bad/trailing.skls",
                                        "skl/bad/motion_twice.skls"};
    gait_merge_options options = {.names = GAIT_EQUAL_NAMES_KEEP_ALL};
    for (size_t f = 0; f < 2 * sizeof files / sizeof *files; f++) {
        gait_span bytes = test_fixture_bytes(files[f / 2]);
        gait_skl *skl, *joined, *part;
        assert_int_equal(gait_skl_open(bytes, NULL, &skl), GAIT_OK);
        uint32_t m = 0, count = gait_skl_motion_count(skl);
        gait_skl_kind kind = f % 2 ? GAIT_SKL_ONE : GAIT_SKL_MANY;
        assert_int_equal(gaiti_skl_extract(skl, &m, 1, GAIT_SKL_MANY, NULL, &joined), GAIT_OK);
        for (m = 1; m < count; m++) {
            assert_int_equal(gaiti_skl_extract(skl, &m, 1, kind, NULL, &part), GAIT_OK);
            assert_int_equal(gaiti_skl_merge(joined, part, &options, NULL, NULL), GAIT_OK);
            assert_int_equal(gait_skl_detach(joined), GAIT_OK);
            gait_skl_free(part);
        }
        gait_buffer out = write_file(joined);
        pieces_assert_equal(bytes, &out);
        gait_skl_free(joined);
        gait_skl_free(skl);
        free((void *)(uintptr_t)bytes.data);
    }
}

TEST(edits_of_merged_motions_do_not_change_the_source) {
    gait_span bytes = test_fixture_bytes("skl/ok/marks.skl");
    gait_omf_mark mark = {.name = test_span("other")};
    gait_skl_bone bone = {.name = test_span("tail")};
    gait_skl *from, *to = make_named(GAIT_SKL_MANY, "a", 1);
    assert_int_equal(gait_skl_open(bytes, NULL, &from), GAIT_OK);
    assert_int_equal(gaiti_skl_merge(to, from, NULL, NULL, NULL), GAIT_OK);
    assert_int_equal(gait_skl_set_mark(to, 1, 0, &mark), GAIT_OK);
    assert_int_equal(gaiti_skl_remove_mark(to, 1, 1), GAIT_OK);
    assert_int_equal(gait_skl_set_bone(to, 1, 0, &bone), GAIT_OK);
    gait_buffer out = write_file(from);
    pieces_assert_equal(bytes, &out);
    gait_skl_free(to);
    gait_skl_free(from);
    free((void *)(uintptr_t)bytes.data);
}

TEST(kinds_that_cannot_be_merged_are_refused) {
    gait_skl *one = make_named(GAIT_SKL_ONE, "walk", 1), *empty = make_named(GAIT_SKL_ONE, "", 1);
    gait_skl *many = make_named(GAIT_SKL_MANY, "run", 1), *object;
    gait_span bytes = test_fixture_bytes("anm/ok/version_4.anm");
    assert_int_equal(gait_skl_open(bytes, NULL, &object), GAIT_OK);
    assert_refused(one, many, NULL, GAIT_UNSUPPORTED, "SKL202");
    assert_refused(empty, many, NULL, GAIT_UNSUPPORTED, "SKL202");
    assert_refused(object, many, NULL, GAIT_UNSUPPORTED, "SKL202");
    assert_refused(many, object, NULL, GAIT_UNSUPPORTED, "SKL203");
    assert_int_equal(gaiti_skl_merge(many, empty, NULL, NULL, NULL), GAIT_OK);
    assert_int_equal(gaiti_skl_merge(many, one, NULL, NULL, NULL), GAIT_OK);
    assert_motions(many, "run:1 walk:1");
    gait_skl_free(object);
    gait_skl_free(many);
    gait_skl_free(empty);
    gait_skl_free(one);
    free((void *)(uintptr_t)bytes.data);
}

static void merge_files(const char *to_file, const char *from_file, uint32_t warnings) {
    gait_span bytes[2] = {test_fixture_bytes(to_file), test_fixture_bytes(from_file)};
    gait_diagnostic item;
    gait_diagnostics diagnostics = {.items = &item, .capacity = 1};
    gait_merge_options options = {.names = GAIT_EQUAL_NAMES_KEEP_ALL};
    gait_skl *to, *from;
    assert_int_equal(gait_skl_open(bytes[0], NULL, &to), GAIT_OK);
    assert_int_equal(gait_skl_open(bytes[1], NULL, &from), GAIT_OK);
    assert_int_equal(gaiti_skl_merge(to, from, &options, &diagnostics, NULL), GAIT_OK);
    assert_int_equal(diagnostics.warnings, warnings);
    assert_int_equal(diagnostics.errors, 0);
    if (warnings > 0) {
        assert_string_equal(item.rule->id, "SKL204");
    }
    gait_skl_free(from);
    gait_skl_free(to);
    for (int i = 0; i < 2; i++) {
        free((void *)(uintptr_t)bytes[i].data);
    }
}

TEST(bytes_after_the_last_motion_are_reported) {
    merge_files("skl/ok/two.skls", "skl/bad/trailing.skls", 1);
    merge_files("skl/ok/two.skls", "skl/bad/trailing.skl", 1);
    merge_files("skl/ok/two.skls", "skl/bad/tail.skl", 1);
    merge_files("skl/bad/trailing.skls", "skl/bad/trailing.skls", 0);
    merge_files("skl/bad/trailing.skls", "skl/ok/two.skls", 0);
}

/* --- memory and size -------------------------------------------------------------------------- */

static gait_status merge_with_failures(const gait_options *options, void *user) {
    gait_skl *const *documents = user;
    static const uint32_t all[1] = {0};
    gait_skl *to = NULL;
    gait_merge_options rules = {.names = GAIT_EQUAL_NAMES_RENAME};
    gait_status status = gaiti_skl_extract(documents[0], all, 1, GAIT_SKL_MANY, options, &to);
    if (status == GAIT_OK) {
        gait_buffer before = write_file(to);
        status = gaiti_skl_merge(to, documents[1], &rules, NULL, NULL);
        if (status != GAIT_OK) {
            gait_buffer after = write_file(to);
            pieces_assert_equal((gait_span){before.data, before.size}, &after);
        }
        gait_buffer_free(&before);
    }
    gait_skl_free(to);
    return status;
}

static gait_skl *make_many(uint32_t count, bool has_equal_names) {
    gait_skl *skl;
    assert_int_equal(gait_skl_new(GAIT_SKL_MANY, NULL, &skl), GAIT_OK);
    for (uint32_t m = 0; m < count; m++) {
        char name[16];
        snprintf(name, sizeof name, has_equal_names ? "a" : "m%u", (unsigned)m);
        gait_skl_motion values = {.name = test_span(name), .fps = 30, .version = 6};
        assert_int_equal(gait_skl_add_motion(skl, &values, NULL, NULL), GAIT_OK);
    }
    return skl;
}

TEST(every_failing_allocation_returns_no_memory) {
    gait_skl *documents[2] = {make_many(1, true), make_many(200, true)};
    assert_in_range(test_every_failing_allocation(merge_with_failures, documents), 3, 100);
    gait_skl_free(documents[0]);
    gait_skl_free(documents[1]);
}

/* More motions than a bank can have. */
TEST(many_motions_are_merged_and_renamed) {
    enum { MANY = 100000 };
    gait_skl *to = make_many(MANY, false), *from = make_many(MANY, true);
    gait_merge_options options = {.names = GAIT_EQUAL_NAMES_RENAME};
    gait_merged merged;
    assert_int_equal(gaiti_skl_merge(to, from, &options, NULL, &merged), GAIT_OK);
    assert_int_equal(merged.renamed, 0);
    assert_int_equal(gaiti_skl_merge(to, from, &options, NULL, &merged), GAIT_OK);
    assert_int_equal(merged.renamed, MANY);
    gait_span last = gait_skl_motion_at(to, 3 * MANY - 1).name;
    assert_int_equal(last.size, 8);
    assert_memory_equal(last.data, "a_100001", 8);
    gait_skl_free(from);
    gait_skl_free(to);
}

/* When motions are merged one at a time, memory must not grow with the square of their number. */
TEST(many_small_merges_fit_into_memory) {
    enum { MANY = 3000 };
    gait_options limits = {.max_bytes = 16 << 20};
    gait_merge_options options = {.names = GAIT_EQUAL_NAMES_KEEP_ALL};
    gait_skl *to, *from = make_many(1, true);
    assert_int_equal(gait_skl_new(GAIT_SKL_MANY, &limits, &to), GAIT_OK);
    for (uint32_t m = 0; m < MANY; m++) {
        assert_int_equal(gaiti_skl_merge(to, from, &options, NULL, NULL), GAIT_OK);
    }
    assert_int_equal(gait_skl_motion_count(to), MANY);
    gait_skl_free(from);
    gait_skl_free(to);
}
