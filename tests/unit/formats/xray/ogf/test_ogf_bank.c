/* Extracting banks from models and replacing them: bytes are kept, and failures are reported. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "fixtures.h"
#include "gait/ogf.h"
#include "test.h"
#include "formats/xray/ogf/ogf.h"
#include "formats/xray/omf/omf.h"

typedef struct opened_model {
    gait_span bytes;
    gait_ogf *ogf;
} opened_model;

static opened_model open_model(const char *file) {
    opened_model one = {.bytes = test_fixture_bytes(file)};
    assert_int_equal(gaiti_ogf_open(one.bytes, NULL, &one.ogf), GAIT_OK);
    return one;
}

static void drop_model(opened_model *one) {
    gaiti_ogf_free(one->ogf);
    free((void *)(uintptr_t)one->bytes.data);
}

static gait_buffer write_model(const gait_ogf *ogf) {
    gait_buffer out = {0};
    assert_int_equal(gaiti_ogf_write(ogf, &out), GAIT_OK);
    return out;
}

static void assert_bytes(const gait_buffer *found, gait_span expected) {
    assert_int_equal(found->size, expected.size);
    assert_memory_equal(found->data, expected.data, expected.size);
}

static gait_omf *take(const gait_ogf *ogf) {
    gait_omf *bank;
    assert_int_equal(gaiti_ogf_extract_motions(ogf, NULL, &bank), GAIT_OK);
    return bank;
}

/* The payload of the chunk with this id. */
static gait_span payload_of(gait_span bytes, uint32_t id) {
    size_t at = 0;
    while (gaiti_load_u32(bytes.data + at) != id) {
        at += 8 + gaiti_load_u32(bytes.data + at + 4);
        assert_true(at < bytes.size);
    }
    return gaiti_span(bytes.data + at + 8, gaiti_load_u32(bytes.data + at + 4));
}

TEST(extracted_bank_keeps_its_bytes) {
    static const char *const files[] = {"ogf/ok/motions_inside.ogf", "ogf/bad/bones_by_number.ogf",
                                        "ogf/bad/odd_motions.ogf"};
    for (int i = 0; i < 3; i++) {
        opened_model one = open_model(files[i]);
        gait_omf *bank = take(one.ogf);
        gait_buffer out = {0};
        assert_int_equal(gait_omf_write(bank, &out), GAIT_OK);
        gait_span written = {out.data, out.size};
        for (uint32_t id = 14; id <= 15; id++) {
            gait_span inside = payload_of(one.bytes, id), outside = payload_of(written, id);
            assert_int_equal(inside.size, outside.size);
            assert_memory_equal(inside.data, outside.data, inside.size);
        }
        assert_int_equal(gaiti_load_u32(out.data), 0xE);
        gait_buffer_free(&out);
        gait_omf_free(bank);
        drop_model(&one);
    }
}

TEST(replacing_with_the_extracted_bank_changes_nothing) {
    static const char *const files[] = {"ogf/ok/motions_inside.ogf", "ogf/ok/packed_motions.ogf",
                                        "ogf/ok/packed_keys.ogf", "ogf/bad/bones_by_number.ogf"};
    for (int i = 0; i < 4; i++) {
        opened_model one = open_model(files[i]);
        gait_omf *bank = take(one.ogf);
        assert_int_equal(gaiti_ogf_replace_motions(one.ogf, bank, NULL), GAIT_OK);
        gait_buffer out = write_model(one.ogf);
        assert_bytes(&out, one.bytes);
        gait_buffer_free(&out);
        gait_omf_free(bank);
        drop_model(&one);
    }
}

/* A bank that lists bones by number has the names of the model, also after the model is freed. */
TEST(numbered_bones_get_the_names_of_the_model) {
    opened_model one = open_model("ogf/bad/bones_by_number.ogf");
    gait_omf *bank = take(one.ogf);
    drop_model(&one);
    one = open_model("ogf/bad/bones_by_number.ogf");
    const gait_omf *inside = gait_ogf_motions(one.ogf);
    assert_int_equal(gait_omf_bone_count(bank), 2);
    for (uint32_t t = 0; t < 2; t++) {
        gait_span name = gait_omf_bone_name(bank, t), expected = gait_omf_bone_name(inside, t);
        assert_true(name.size > 0 && name.size == expected.size);
        assert_memory_equal(name.data, expected.data, name.size);
    }
    gait_omf_free(bank);
    drop_model(&one);
}

/* A bank with the first `bones` bones and one motion, "hop". */
static gait_omf *make_bank(uint32_t bones) {
    static const char *const names[] = {"root", "spine", "head", "tail"};
    static const uint8_t still[8] = {0, 0, 0, 0, 0, 0, 0xFF, 0x7F};
    gait_omf_track tracks[4] = {0};
    gait_omf *bank;
    assert_int_equal(gaiti_omf_new(4, NULL, &bank), GAIT_OK);
    assert_int_equal(gaiti_omf_add_part(bank, gaiti_span("body", 4)), GAIT_OK);
    for (uint32_t b = 0; b < bones; b++) {
        gait_span name = gaiti_span(names[b], strlen(names[b]));
        assert_int_equal(gaiti_omf_add_bone(bank, name, b), GAIT_OK);
        tracks[b] = (gait_omf_track){.flags = GAIT_OMF_ROTATION_CONSTANT,
                                     .rotation_keys = gaiti_span(still, 8)};
    }
    gait_omf_motion hop = {.name = gaiti_span("hop", 3),
                           .label = gaiti_span("hop", 3),
                           .bone_or_part = 0xFFFF,
                           .speed = 1,
                           .frame_count = 5};
    assert_int_equal(gaiti_omf_add_motion(bank, &hop, tracks), GAIT_OK);
    return bank;
}

/* Replaces the motions, writes the model to `bytes` and opens that. */
static gait_ogf *put_and_reopen(gait_ogf *ogf, const gait_omf *bank, gait_buffer *bytes) {
    gait_ogf *again;
    assert_int_equal(gaiti_ogf_replace_motions(ogf, bank, NULL), GAIT_OK);
    *bytes = write_model(ogf);
    assert_int_equal(gaiti_ogf_open((gait_span){bytes->data, bytes->size}, NULL, &again), GAIT_OK);
    return again;
}

TEST(bank_replaces_the_embedded_one) {
    static const char *const files[] = {"ogf/ok/motions_inside.ogf", "ogf/ok/packed_motions.ogf",
                                        "ogf/ok/skeleton.ogf"};
    for (int i = 0; i < 3; i++) {
        opened_model one = open_model(files[i]);
        gait_omf *bank = make_bank(3);
        gait_buffer bytes;
        gait_ogf *again = put_and_reopen(one.ogf, bank, &bytes);
        const gait_omf *inside = gait_ogf_motions(again);
        assert_non_null(inside);
        assert_int_equal(gait_omf_motion_count(inside), 1);
        assert_memory_equal(gait_omf_motion_at(inside, 0).name.data, "hop", 3);
        assert_int_equal(gait_omf_motion_at(gait_ogf_motions(one.ogf), 0).frame_count, 5);
        /* The bytes before the motions are unchanged. */
        size_t before = (size_t)(payload_of(one.bytes, 16).data - one.bytes.data) +
                        payload_of(one.bytes, 16).size;
        assert_memory_equal(bytes.data, one.bytes.data, before);
        assert_int_equal(gaiti_ogf_check(again, NULL), GAIT_OK);
        gaiti_ogf_free(again);
        gait_buffer_free(&bytes);
        gait_omf_free(bank);
        drop_model(&one);
    }
}

/* New chunks are inserted before references, which exceed their stated size in some models. */
TEST(references_stay_last) {
    opened_model one = open_model("ogf/bad/long_refs.ogf");
    gait_omf *bank = make_bank(1);
    gait_buffer bytes;
    gait_ogf *again = put_and_reopen(one.ogf, bank, &bytes);
    assert_int_equal(gaiti_ogf_ref_count(again), 1);
    assert_int_equal(gaiti_ogf_ref(again, 0).size, strlen("actors\\stalker"));
    assert_int_equal(gaiti_ogf_ref_count(one.ogf), 1);
    assert_non_null(gait_ogf_motions(again));
    gaiti_ogf_free(again);
    gait_buffer_free(&bytes);
    gait_omf_free(bank);
    drop_model(&one);
}

TEST(old_models_give_banks_of_version_3_or_4) {
    static const char *const files[] = {"ogf/ok/v3_motions_ids.ogf", "ogf/ok/v3_motions_names.ogf",
                                        "ogf/ok/v3_motions_3.ogf", "ogf/ok/v3_oldest_motions.ogf"};
    for (int i = 0; i < 4; i++) {
        gait_diagnostic item;
        gait_diagnostics said = {.items = &item, .capacity = 1};
        gait_options options = {.diagnostics = &said};
        opened_model one = open_model(files[i]);
        gait_omf *bank;
        assert_int_equal(gaiti_ogf_extract_motions(one.ogf, &options, &bank), GAIT_OK);
        assert_int_equal(gaiti_omf_version(bank), i == 2 ? 3 : 4);
        assert_int_equal(gait_omf_motion_count(bank), 2);
        assert_memory_equal(gait_omf_bone_name(bank, 2).data, "head", 4);
        assert_int_equal(gaiti_omf_check(bank, &said), GAIT_OK);
        assert_int_equal(said.count, i == 3);
        if (i == 3) {
            assert_string_equal(item.rule->id, "OGF124");
        }
        assert_int_equal(gaiti_ogf_replace_motions(one.ogf, bank, NULL), GAIT_UNSUPPORTED);
        gait_omf_free(bank);
        drop_model(&one);
    }
}

TEST(frames_without_bones_use_no_memory) {
    gait_options options = {.max_bytes = 1 << 16};
    gait_span bytes = test_fixture_bytes("ogf/bad/v3_oldest_without_bones.ogf");
    gait_ogf *ogf;
    assert_int_equal(gaiti_ogf_open(bytes, &options, &ogf), GAIT_OK);
    gaiti_ogf_free(ogf);
    free((void *)(uintptr_t)bytes.data);
}

TEST(missing_bank_returns_not_found) {
    static const char *const files[] = {"ogf/ok/skeleton.ogf", "ogf/bad/cut_motions.ogf"};
    for (int i = 0; i < 2; i++) {
        opened_model one = open_model(files[i]);
        gait_omf *bank;
        assert_int_equal(gaiti_ogf_extract_motions(one.ogf, NULL, &bank), GAIT_NOT_FOUND);
        assert_null(bank);
        drop_model(&one);
    }
}

/* Asserts the status and the rules raised by replacing the motions, in order. */
static void assert_replace_reports(const char *model, gait_omf *bank, gait_status status,
                                   const char *first, const char *second) {
    gait_diagnostic items[4];
    gait_diagnostics diagnostics = {.items = items, .capacity = 4};
    opened_model one = open_model(model);
    assert_int_equal(gaiti_ogf_replace_motions(one.ogf, bank, &diagnostics), status);
    assert_int_equal(diagnostics.count, second ? 2 : 1);
    assert_string_equal(items[0].rule->id, first);
    if (second) {
        assert_string_equal(items[1].rule->id, second);
    }
    if (status != GAIT_OK) {
        gait_buffer out = write_model(one.ogf);
        assert_bytes(&out, one.bytes);
        gait_buffer_free(&out);
    }
    drop_model(&one);
    gait_omf_free(bank);
}

static gait_omf *open_bank_file(const char *file) {
    gait_span bytes = test_fixture_bytes(file);
    gait_omf *bank;
    assert_int_equal(gait_omf_open(bytes, NULL, &bank), GAIT_OK);
    assert_int_equal(gait_omf_detach(bank), GAIT_OK);
    free((void *)(uintptr_t)bytes.data);
    return bank;
}

TEST(data_that_does_not_fit_is_reported) {
    assert_replace_reports("ogf/ok/skeleton.ogf", make_bank(4), GAIT_UNSUPPORTED, "OMF140", NULL);
    assert_replace_reports("ogf/ok/mesh_only.ogf", make_bank(1), GAIT_UNSUPPORTED, "OGF120", NULL);
    assert_replace_reports("ogf/ok/v3_ik_28.ogf", make_bank(1), GAIT_UNSUPPORTED, "OGF120", NULL);
    assert_replace_reports("ogf/ok/skeleton.ogf", open_bank_file("omf/bad/version_2.omf"),
                           GAIT_UNSUPPORTED, "OGF120", NULL);
    assert_replace_reports("ogf/ok/skeleton.ogf", make_bank(2), GAIT_OK, "OGF121", NULL);
    assert_replace_reports("ogf/ok/refs.ogf", make_bank(1), GAIT_OK, "OGF122", NULL);
    assert_replace_reports("ogf/ok/rigid.ogf", make_bank(3), GAIT_OK, "OGF122", NULL);
    assert_replace_reports("ogf/ok/skeleton.ogf", open_bank_file("omf/ok/unknown_chunks.omf"),
                           GAIT_OK, "OGF121", "OGF123");
}

static gait_status put_with(const gait_options *options, void *user) {
    const char *const *file = user;
    gait_span bytes = test_fixture_bytes(*file);
    gait_omf *bank = make_bank(3), *taken = NULL;
    gait_ogf *ogf;
    gait_buffer before = {0}, after = {0};
    gait_status status = gaiti_ogf_open(bytes, options, &ogf);
    if (status == GAIT_OK) {
        assert_int_equal(gaiti_ogf_write(ogf, &before), GAIT_OK);
        status = gaiti_ogf_replace_motions(ogf, bank, NULL);
        assert_int_equal(gaiti_ogf_write(ogf, &after), GAIT_OK);
        if (status != GAIT_OK) { /* unchanged */
            assert_int_equal(before.size, after.size);
            assert_memory_equal(before.data, after.data, after.size);
        }
    }
    if (status == GAIT_OK) {
        status = gaiti_ogf_extract_motions(ogf, options, &taken);
    }
    gait_buffer_free(&before);
    gait_buffer_free(&after);
    gait_omf_free(taken);
    gait_omf_free(bank);
    gaiti_ogf_free(ogf);
    free((void *)(uintptr_t)bytes.data);
    return status;
}

TEST(out_of_memory_leaves_the_model_unchanged) {
    static const char *const files[] = {"ogf/ok/skeleton.ogf", "ogf/ok/packed_motions.ogf"};
    for (int i = 0; i < 2; i++) {
        const char *file = files[i];
        test_every_failing_allocation(put_with, &file);
    }
}
