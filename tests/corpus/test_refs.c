/* Edits the references of every real model: adding and removing, and renaming there and back, must
 * restore the file. After an edit, all other chunks keep their bytes. */
#include <string.h>

#include "base/bytes.h"
#include "corpus_files.h"
#include "gait/expert.h"
#include "test.h"
#include "formats/xray/ogf/ogf.h"

static struct { unsigned models, with_refs, texts, lists, refs, chunks, refused; } seen;

static gait_ogf *open_model(gait_span bytes) {
    gait_ogf *ogf;
    assert_int_equal(gaiti_ogf_open(bytes, NULL, &ogf), GAIT_OK);
    return ogf;
}

static gait_buffer write_model(const gait_ogf *ogf) {
    gait_buffer out = {0};
    assert_int_equal(gaiti_ogf_write(ogf, &out), GAIT_OK);
    return out;
}

static void assert_writes(const gait_ogf *ogf, gait_span expected) {
    gait_buffer out = write_model(ogf);
    assert_int_equal(out.size, expected.size);
    assert_memory_equal(out.data, expected.data, expected.size);
    gait_buffer_free(&out);
}

/* --- chunks, read without the library --------------------------------------------------------- */

/* Reads the next chunk; the last one may be longer than its size. */
static bool next_chunk(gait_span bytes, size_t *at, uint32_t *out_id, gait_span *out_payload) {
    if (bytes.size - *at < 8) {
        return false;
    }
    size_t left = bytes.size - *at - 8;
    uint32_t stated = gaiti_load_u32(bytes.data + *at + 4);
    *out_id = gaiti_load_u32(bytes.data + *at) & 0x7FFFFFFF;
    *out_payload = gaiti_span(bytes.data + *at + 8, stated <= left ? stated : left);
    *at += 8 + out_payload->size;
    return true;
}

/* The next chunk that cannot contain references. */
static bool next_other(gait_span bytes, size_t *at, uint32_t *out_id, gait_span *out_payload) {
    bool is_found = next_chunk(bytes, at, out_id, out_payload);
    while (is_found && (*out_id == 19 || *out_id == 24 || *out_id == 29)) {
        is_found = next_chunk(bytes, at, out_id, out_payload);
    }
    return is_found;
}

static void compare_other_chunks(gait_span a, gait_span b) {
    size_t at_a = 0, at_b = 0;
    uint32_t id_a = 0, id_b = 0;
    gait_span x = {0};
    gait_span y = {0};
    while (next_other(a, &at_a, &id_a, &x)) {
        assert_true(next_other(b, &at_b, &id_b, &y));
        assert_int_equal(id_a, id_b);
        assert_int_equal(x.size, y.size);
        if (x.size > 0) {
            assert_memory_equal(x.data, y.data, x.size);
        }
        seen.chunks++;
    }
    assert_false(next_other(b, &at_b, &id_b, &y));
}

/* --- edits ------------------------------------------------------------------------------------ */

/* Writes the edited model, compares its chunks and opens it again. */
static gait_ogf *reopen(const gait_ogf *ogf, gait_span original, gait_buffer *bytes) {
    *bytes = write_model(ogf);
    gait_span written = gaiti_span(bytes->data, bytes->size);
    compare_other_chunks(original, written);
    return open_model(written);
}

static void add_and_remove(gait_span bytes, uint32_t at) {
    gait_ogf *ogf = open_model(bytes);
    gait_buffer written;
    uint32_t count = gaiti_ogf_ref_count(ogf);
    gait_span added = test_span("dir\\added_animation");
    if (gait_ogf_bone_count(ogf) == 0) {
        assert_int_equal(gaiti_ogf_insert_ref(ogf, at, added, NULL), GAIT_UNSUPPORTED);
        assert_writes(ogf, bytes);
        seen.refused++;
        gaiti_ogf_free(ogf);
        return;
    }
    assert_int_equal(gaiti_ogf_insert_ref(ogf, at, added, NULL), GAIT_OK);
    gait_ogf *again = reopen(ogf, bytes, &written);
    assert_int_equal(gaiti_ogf_ref_count(again), count + 1);
    assert_memory_equal(gaiti_ogf_ref(again, at).data, added.data, added.size);
    assert_int_equal(gaiti_ogf_remove_ref(again, at, NULL), GAIT_OK);
    assert_writes(again, bytes);
    gaiti_ogf_free(again);
    gait_buffer_free(&written);
    gaiti_ogf_free(ogf);
}

static void rename_and_back(gait_span bytes, uint32_t ref) {
    gait_ogf *ogf = open_model(bytes);
    gait_buffer written;
    char old[GAITI_OGF_REF_MAX];
    gait_span name = gaiti_ogf_ref(ogf, ref);
    assert_true(name.size <= sizeof old);
    memcpy(old, name.data, name.size);
    assert_int_equal(gaiti_ogf_set_ref(ogf, ref, test_span("other"), NULL), GAIT_OK);
    gait_ogf *again = reopen(ogf, bytes, &written);
    assert_int_equal(gaiti_ogf_set_ref(again, ref, gaiti_span(old, name.size), NULL), GAIT_OK);
    assert_writes(again, bytes);
    gaiti_ogf_free(again);
    gait_buffer_free(&written);
    gaiti_ogf_free(ogf);
}

static void edit_model(gait_span bytes, const gait_ogf *ogf) {
    uint32_t count = gaiti_ogf_ref_count(ogf);
    gaiti_ogf_refs_form form = gaiti_ogf_refs_form_of(ogf);
    seen.models++;
    seen.with_refs += count > 0;
    seen.texts += form == GAITI_OGF_REFS_TEXT;
    seen.lists += form == GAITI_OGF_REFS_LIST;
    add_and_remove(bytes, 0);
    add_and_remove(bytes, count);
    for (uint32_t r = 0; r < count; r++) {
        rename_and_back(bytes, r);
        seen.refs++;
    }
}

static void visit(const char *path, gait_span bytes) {
    gait_ogf *ogf;
    (void)path;
    if (gaiti_ogf_open(bytes, NULL, &ogf) == GAIT_OK) {
        edit_model(bytes, ogf);
        gaiti_ogf_free(ogf);
    }
}

static void references_of_real_models_are_restored(void **state) {
    (void)state;
    assert_true(corpus_each(".ogf", visit));
    print_message("%u models, %u with %u references (%u texts, %u lists); %u other chunks the "
                  "same; %u refused\n",
                  seen.models, seen.with_refs, seen.refs, seen.texts, seen.lists, seen.chunks,
                  seen.refused);
    assert_true(seen.refs > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(references_of_real_models_are_restored)};
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}
