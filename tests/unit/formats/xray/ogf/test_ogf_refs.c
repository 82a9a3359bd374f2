/* Editing references of models: all other bytes are kept, and what a model cannot store is refused.
 */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "fixtures.h"
#include "gait/ogf.h"
#include "test.h"
#include "formats/xray/ogf/ogf.h"

typedef struct opened_model {
    gait_span bytes;
    gait_ogf *ogf;
} opened_model;

static opened_model open_bytes(gait_span bytes) {
    opened_model one = {.bytes = bytes};
    assert_int_equal(gaiti_ogf_open(one.bytes, NULL, &one.ogf), GAIT_OK);
    return one;
}

static opened_model open_model(const char *file) {
    return open_bytes(test_fixture_bytes(file));
}

static void drop_model(opened_model *one) {
    gaiti_ogf_free(one->ogf);
    free((void *)(uintptr_t)one->bytes.data);
}

/* The written model, opened again. */
static opened_model reopen(const gait_ogf *ogf) {
    gait_buffer out = {0};
    assert_int_equal(gaiti_ogf_write(ogf, &out), GAIT_OK);
    return open_bytes(gaiti_span(out.data, out.size));
}

static void assert_same(gait_span found, gait_span expected) {
    assert_int_equal(found.size, expected.size);
    assert_memory_equal(found.data, expected.data, expected.size);
}

static void assert_writes(const gait_ogf *ogf, gait_span expected) {
    opened_model again = reopen(ogf);
    assert_same(again.bytes, expected);
    drop_model(&again);
}

/* Asserts the references, which are separated by '|'. */
static void assert_refs(const gait_ogf *ogf, const char *expected) {
    char found[512] = "";
    size_t size = 0;
    for (uint32_t r = 0; r < gaiti_ogf_ref_count(ogf); r++) {
        gait_span ref = gaiti_ogf_ref(ogf, r);
        found[size] = '|';
        size += r > 0;
        memcpy(found + size, ref.data, ref.size);
        size += ref.size;
    }
    found[size] = 0;
    assert_string_equal(found, expected);
}

/* A chunk of a file. Its size is the one of the bytes, not of the header, if it is the last. */
typedef struct chunk_at {
    uint32_t id, stated;
    gait_span payload;
} chunk_at;

static chunk_at chunk_of(gait_span bytes, uint32_t id) {
    for (size_t at = 0; at + 8 <= bytes.size;) {
        chunk_at found = {.id = gaiti_load_u32(bytes.data + at),
                          .stated = gaiti_load_u32(bytes.data + at + 4)};
        size_t left = bytes.size - at - 8, next = at + 8 + found.stated;
        bool is_long = next < bytes.size && bytes.size - next >= 8 &&
                       gaiti_load_u32(bytes.data + next + 4) > bytes.size - next - 8;
        found.payload = gaiti_span(bytes.data + at + 8, is_long ? left : found.stated);
        if (found.id == id) {
            return found;
        }
        at = next;
    }
    return (chunk_at){0};
}

static void assert_payload(const gait_ogf *ogf, uint32_t id, const char *expected, size_t size) {
    opened_model again = reopen(ogf);
    assert_same(chunk_of(again.bytes, id).payload, gaiti_span(expected, size));
    drop_model(&again);
}

TEST(text_keeps_its_form) {
    opened_model one = open_model("ogf/ok/refs.ogf");
    assert_int_equal(gaiti_ogf_refs_form_of(one.ogf), GAITI_OGF_REFS_TEXT);
    assert_int_equal(gaiti_ogf_insert_ref(one.ogf, 3, test_span("d\\e"), NULL), GAIT_OK);
    assert_payload(one.ogf, 19, "actors\\a,actors\\b_*,c,d\\e", 26);
    assert_int_equal(gaiti_ogf_insert_ref(one.ogf, 0, test_span("first"), NULL), GAIT_OK);
    assert_int_equal(gaiti_ogf_set_ref(one.ogf, 2, test_span("x"), NULL), GAIT_OK);
    assert_payload(one.ogf, 19, "first,actors\\a,x,c,d\\e", 23);
    assert_refs(one.ogf, "first|actors\\a|x|c|d\\e");
    assert_int_equal(gaiti_ogf_set_ref(one.ogf, 2, test_span("actors\\b_*"), NULL), GAIT_OK);
    assert_int_equal(gaiti_ogf_remove_ref(one.ogf, 0, NULL), GAIT_OK);
    assert_int_equal(gaiti_ogf_remove_ref(one.ogf, 3, NULL), GAIT_OK);
    assert_writes(one.ogf, one.bytes);
    drop_model(&one);
}

TEST(list_keeps_its_form) {
    opened_model one = open_model("ogf/ok/refs2.ogf");
    assert_int_equal(gaiti_ogf_refs_form_of(one.ogf), GAITI_OGF_REFS_LIST);
    assert_int_equal(gaiti_ogf_insert_ref(one.ogf, 1, test_span("a,b"), NULL), GAIT_OK);
    assert_payload(one.ogf, 24, "\3\0\0\0actors\\stalker\0a,b\0dir\\*_walk", 34);
    assert_refs(one.ogf, "actors\\stalker|a,b|dir\\*_walk");
    assert_int_equal(gaiti_ogf_remove_ref(one.ogf, 1, NULL), GAIT_OK);
    assert_writes(one.ogf, one.bytes);
    drop_model(&one);
}

/* Appends a chunk with this payload to a model. */
static opened_model with_chunk(const char *file, uint32_t id, const char *payload, size_t size) {
    gait_span old = test_fixture_bytes(file);
    uint8_t *bytes = malloc(old.size + 8 + size);
    assert_non_null(bytes);
    memcpy(bytes, old.data, old.size);
    gaiti_store_u32(bytes + old.size, id);
    gaiti_store_u32(bytes + old.size + 4, (uint32_t)size);
    memcpy(bytes + old.size + 8, payload, size);
    free((void *)(uintptr_t)old.data);
    return open_bytes(gaiti_span(bytes, old.size + 8 + size));
}

TEST(blanks_and_trailing_bytes_are_kept) {
    opened_model one = with_chunk("ogf/ok/one_bone.ogf", 19, " a , b\0more\0", 12);
    assert_refs(one.ogf, " a | b");
    assert_int_equal(gaiti_ogf_set_ref(one.ogf, 0, test_span("longer"), NULL), GAIT_OK);
    assert_int_equal(gaiti_ogf_insert_ref(one.ogf, 2, test_span("c"), NULL), GAIT_OK);
    assert_payload(one.ogf, 19, " longer , b,c\0more\0", 19);
    assert_int_equal(gaiti_ogf_remove_ref(one.ogf, 2, NULL), GAIT_OK);
    assert_int_equal(gaiti_ogf_set_ref(one.ogf, 0, test_span("a"), NULL), GAIT_OK);
    assert_writes(one.ogf, one.bytes);
    drop_model(&one);
    one = with_chunk("ogf/ok/one_bone.ogf", 24, "\1\0\0\0a\0\7\7", 8);
    assert_int_equal(gaiti_ogf_insert_ref(one.ogf, 1, test_span("b"), NULL), GAIT_OK);
    assert_payload(one.ogf, 24, "\2\0\0\0a\0b\0\7\7", 10);
    drop_model(&one);
    one = with_chunk("ogf/ok/one_bone.ogf", 19, "", 1); /* games ignore empty references */
    assert_int_equal(gaiti_ogf_insert_ref(one.ogf, 1, test_span("b"), NULL), GAIT_OK);
    assert_payload(one.ogf, 19, ",b", 3);
    assert_int_equal(gaiti_ogf_remove_ref(one.ogf, 1, NULL), GAIT_OK);
    assert_writes(one.ogf, one.bytes);
    drop_model(&one);
    one = with_chunk("ogf/ok/one_bone.ogf", 24, "\0\0\0\0\7", 5);
    assert_int_equal(gaiti_ogf_insert_ref(one.ogf, 0, test_span("b"), NULL), GAIT_OK);
    assert_payload(one.ogf, 24, "\1\0\0\0b\0\7", 7);
    drop_model(&one);
}

/* The first reference makes a chunk, and removing the last one removes it, in every model that can
 * have references. */
TEST(first_reference_makes_the_chunk) {
    static const char *const files[] = {"ogf/ok/skeleton.ogf", "ogf/ok/motions_inside.ogf",
                                        "ogf/bad/leftover.ogf", "ogf/ok/v3_oldest_motions.ogf",
                                        "ogf/ok/packed_ik.ogf"};
    for (int i = 0; i < 5; i++) {
        opened_model one = open_model(files[i]);
        assert_int_equal(gaiti_ogf_refs_form_of(one.ogf), GAITI_OGF_REFS_NONE);
        assert_int_equal(gaiti_ogf_insert_ref(one.ogf, 0, test_span("x\\y"), NULL), GAIT_OK);
        assert_int_equal(gaiti_ogf_refs_form_of(one.ogf), GAITI_OGF_REFS_TEXT);
        opened_model again = reopen(one.ogf);
        assert_refs(again.ogf, "x\\y");
        chunk_at made = chunk_of(again.bytes, i == 3 ? 29 : 19);
        assert_same(made.payload, gaiti_span("x\\y", 4));
        assert_int_equal(made.stated, 4);
        assert_int_equal(gait_ogf_motions(again.ogf) != NULL, gait_ogf_motions(one.ogf) != NULL);
        assert_int_equal(gaiti_ogf_check(one.ogf, NULL), gaiti_ogf_check(again.ogf, NULL));
        assert_int_equal(gaiti_ogf_remove_ref(again.ogf, 0, NULL), GAIT_OK);
        assert_writes(again.ogf, one.bytes);
        assert_int_equal(gaiti_ogf_remove_ref(one.ogf, 0, NULL), GAIT_OK);
        assert_writes(one.ogf, one.bytes);
        drop_model(&again);
        drop_model(&one);
    }
}

/* Games use the first chunk with an id, even if it is empty. */
TEST(new_chunk_is_before_an_empty_one) {
    opened_model one = with_chunk("ogf/ok/one_bone.ogf", 19, "", 0);
    assert_int_equal(gaiti_ogf_insert_ref(one.ogf, 0, test_span("a"), NULL), GAIT_OK);
    assert_payload(one.ogf, 19, "a", 2);
    drop_model(&one);
}

TEST(wrong_size_stays_wrong) {
    opened_model one = open_model("ogf/bad/long_refs.ogf");
    chunk_at old = chunk_of(one.bytes, 24);
    assert_int_equal(gaiti_ogf_insert_ref(one.ogf, 1, test_span("dir\\other"), NULL), GAIT_OK);
    opened_model again = reopen(one.ogf);
    chunk_at now = chunk_of(again.bytes, 24);
    assert_int_equal(now.stated, old.stated + 10);
    assert_int_equal(now.payload.size, old.payload.size + 10);
    assert_refs(again.ogf, "actors\\stalker|dir\\other");
    assert_int_equal(gaiti_ogf_remove_ref(again.ogf, 1, NULL), GAIT_OK);
    assert_writes(again.ogf, one.bytes);
    drop_model(&again);
    /* The difference would leave no stated size. */
    assert_int_equal(gaiti_ogf_set_ref(one.ogf, 0, test_span("a"), NULL), GAIT_OK);
    assert_int_equal(gaiti_ogf_remove_ref(one.ogf, 1, NULL), GAIT_OK);
    again = reopen(one.ogf);
    assert_int_equal(chunk_of(again.bytes, 24).stated, 6);
    assert_refs(again.ogf, "a");
    drop_model(&again);
    drop_model(&one);
}

/* The bytes after a wrong size must not become a chunk. */
TEST(size_is_corrected_when_it_would_split_the_references) {
    enum { EMPTY = 16, SIZE = 4 + EMPTY + 9, STATED = SIZE - 13 };
    char payload[SIZE] = {EMPTY + 1};
    memcpy(payload + 4 + EMPTY, "abcdefgh", 9);
    opened_model one = with_chunk("ogf/ok/one_bone.ogf", 24, payload, SIZE);
    gaiti_ogf_free(one.ogf);
    gaiti_store_u32((uint8_t *)(uintptr_t)one.bytes.data + one.bytes.size - SIZE - 4, STATED);
    one = open_bytes(one.bytes);
    assert_int_equal(gaiti_ogf_ref_count(one.ogf), EMPTY + 1);
    assert_int_equal(gaiti_ogf_remove_ref(one.ogf, EMPTY, NULL), GAIT_OK);
    opened_model again = reopen(one.ogf);
    assert_int_equal(gaiti_ogf_ref_count(again.ogf), EMPTY);
    assert_int_equal(chunk_of(again.bytes, 24).stated, 4 + EMPTY);
    drop_model(&again);
    drop_model(&one);
}

TEST(false_mark_is_kept) {
    opened_model one = open_model("ogf/ok/falsely_marked_refs.ogf");
    uint32_t count = gaiti_ogf_ref_count(one.ogf);
    assert_int_equal(gaiti_ogf_insert_ref(one.ogf, count, test_span("a"), NULL), GAIT_OK);
    opened_model again = reopen(one.ogf);
    assert_non_null(chunk_of(again.bytes, UINT32_C(0x80000013)).payload.data);
    assert_int_equal(gaiti_ogf_ref_count(again.ogf), count + 1);
    assert_int_equal(gaiti_ogf_check(one.ogf, NULL), GAIT_OK);
    drop_model(&again);
    drop_model(&one);
}

static void assert_reports(const gait_diagnostics *found, const char *rule, const char *text) {
    assert_int_equal(found->count, 1);
    assert_string_equal(found->items[0].rule->id, rule);
    assert_non_null(strstr(found->items[0].text, text));
    assert_true(found->items[0].offset == GAIT_NO_OFFSET);
}

static void assert_path_refused(const char *file, gait_span path, const char *why) {
    opened_model one = open_model(file);
    for (int set = 0; set < 2; set++) {
        gait_diagnostic item;
        gait_diagnostics found = {.items = &item, .capacity = 1};
        gait_status status = set ? gaiti_ogf_set_ref(one.ogf, 0, path, &found)
                                 : gaiti_ogf_insert_ref(one.ogf, 0, path, &found);
        assert_int_equal(status, GAIT_UNSUPPORTED);
        assert_reports(&found, "OGF141", why);
    }
    assert_writes(one.ogf, one.bytes);
    drop_model(&one);
}

TEST(hostile_paths_are_refused) {
    static const char *const files[] = {"ogf/ok/refs.ogf", "ogf/ok/refs2.ogf"};
    static char text[600];
    memset(text, 'x', sizeof text);
    for (int i = 0; i < 2; i++) {
        assert_path_refused(files[i], gaiti_span("", 0), "empty");
        assert_path_refused(files[i], gaiti_span(text, GAITI_OGF_REF_MAX + 1), "515");
        assert_path_refused(files[i], gaiti_span("a\0b", 3), "control");
        assert_path_refused(files[i], gaiti_span("a\n", 2), "control");
        assert_path_refused(files[i], gaiti_span(" a", 2), "space");
        assert_path_refused(files[i], gaiti_span("a ", 2), "space");
    }
    assert_path_refused(files[0], gaiti_span("a,b", 3), "commas");
    assert_path_refused(files[0], gaiti_span(text, GAITI_OGF_REF_MAX), "519");
    opened_model one = open_model(files[1]);
    gait_span longest = gaiti_span(text, GAITI_OGF_REF_MAX);
    assert_int_equal(gaiti_ogf_insert_ref(one.ogf, 2, longest, NULL), GAIT_OK);
    opened_model again = reopen(one.ogf);
    assert_int_equal(gaiti_ogf_ref(again.ogf, 2).size, GAITI_OGF_REF_MAX);
    drop_model(&again);
    drop_model(&one);
}

TEST(longest_text_fits) {
    static char text[600];
    memset(text, 'x', sizeof text);
    opened_model one = open_model("ogf/ok/skeleton.ogf");
    assert_int_equal(gaiti_ogf_insert_ref(one.ogf, 0, gaiti_span(text, 515), NULL), GAIT_OK);
    assert_int_equal(gaiti_ogf_insert_ref(one.ogf, 1, gaiti_span("abcd", 4), NULL),
                     GAIT_UNSUPPORTED);
    assert_int_equal(gaiti_ogf_insert_ref(one.ogf, 1, gaiti_span("abc", 3), NULL), GAIT_OK);
    drop_model(&one);
    text[599] = 0; /* a text that is too long may become shorter */
    one = with_chunk("ogf/ok/one_bone.ogf", 19, text, 600);
    assert_int_equal(gaiti_ogf_set_ref(one.ogf, 0, gaiti_span(text, 515), NULL), GAIT_OK);
    drop_model(&one);
}

/* Asserts that a model whose references have this payload refuses the insertion of a path. */
static void assert_refs_refused(opened_model one, const char *why) {
    gait_diagnostic item;
    gait_diagnostics found = {.items = &item, .capacity = 1};
    assert_int_equal(gaiti_ogf_insert_ref(one.ogf, 0, test_span("a"), &found), GAIT_UNSUPPORTED);
    assert_reports(&found, "OGF140", why);
    assert_writes(one.ogf, one.bytes);
    drop_model(&one);
}

TEST(damaged_references_are_refused) {
    static const char model[] = "ogf/ok/one_bone.ogf";
    assert_refs_refused(with_chunk(model, 19, "abc", 3), "does not end");
    assert_refs_refused(with_chunk(model, 24, "\2\0\0\0a", 6), "count");
    assert_refs_refused(with_chunk(model, 24, "\0\0", 2), "count");
    assert_refs_refused(open_model("ogf/ok/mesh_only.ogf"), "no bones");
}

/* Without chunk 19, games would use the references of chunk 24. */
TEST(second_chunk_of_references_does_not_replace_the_first) {
    gait_diagnostic item;
    gait_diagnostics found = {.items = &item, .capacity = 1};
    opened_model one = open_model("ogf/ok/both_refs.ogf");
    assert_int_equal(gaiti_ogf_remove_ref(one.ogf, 0, NULL), GAIT_OK);
    assert_int_equal(gaiti_ogf_remove_ref(one.ogf, 0, NULL), GAIT_OK);
    assert_int_equal(gaiti_ogf_remove_ref(one.ogf, 0, &found), GAIT_UNSUPPORTED);
    assert_reports(&found, "OGF140", "another chunk");
    assert_refs(one.ogf, "c");
    drop_model(&one);
}

static void assert_first_warns(const char *file, const char *rule) {
    gait_diagnostic item;
    gait_diagnostics found = {.items = &item, .capacity = 1};
    opened_model one = open_model(file);
    assert_int_equal(gaiti_ogf_insert_ref(one.ogf, 0, test_span("a"), &found), GAIT_OK);
    assert_int_equal(found.count, 1);
    assert_string_equal(item.rule->id, rule);
    assert_int_equal(gaiti_ogf_insert_ref(one.ogf, 1, test_span("b"), &found), GAIT_OK);
    assert_int_equal(found.count, 1);
    drop_model(&one);
}

TEST(unused_references_are_reported) {
    assert_first_warns("ogf/ok/rigid.ogf", "OGF142");
    assert_first_warns("ogf/ok/motions_inside.ogf", "OGF122");
}

static gait_status edit_with(const gait_options *options, void *user) {
    const char *const *file = user;
    opened_model one = {.bytes = test_fixture_bytes(*file)};
    gait_buffer before = {0}, after = {0};
    gait_status status = gaiti_ogf_open(one.bytes, options, &one.ogf);
    for (int step = 0; step < 3 && status == GAIT_OK; step++) {
        before.size = after.size = 0;
        assert_int_equal(gaiti_ogf_write(one.ogf, &before), GAIT_OK);
        status = step == 0   ? gaiti_ogf_insert_ref(one.ogf, 0, test_span("a\\b"), NULL)
                 : step == 1 ? gaiti_ogf_set_ref(one.ogf, 0, test_span("other"), NULL)
                             : gaiti_ogf_remove_ref(one.ogf, 0, NULL);
        assert_int_equal(gaiti_ogf_write(one.ogf, &after), GAIT_OK);
        if (status != GAIT_OK) { /* unchanged */
            assert_same(gaiti_span(after.data, after.size), gaiti_span(before.data, before.size));
        }
    }
    gait_buffer_free(&before);
    gait_buffer_free(&after);
    drop_model(&one);
    return status;
}

TEST(out_of_memory_leaves_the_model_unchanged) {
    static const char *const files[] = {"ogf/ok/skeleton.ogf", "ogf/ok/refs.ogf",
                                        "ogf/ok/refs2.ogf", "ogf/ok/v3_oldest_motions.ogf"};
    for (int i = 0; i < 4; i++) {
        const char *file = files[i];
        test_every_failing_allocation(edit_with, &file);
    }
}
