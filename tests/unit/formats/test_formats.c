/* Functions for open files that do not depend on the format. */
#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "gait/expert.h"
#include "test.h"
#include "tiny_rtm.h"
#include "formats/xray/omf/omf.h"

enum { MOST_FOUND = 16 };

typedef struct findings {
    gait_diagnostic items[MOST_FOUND];
    gait_diagnostics all;
    gait_options options;
} findings;

static void begin(findings *found, const char *file) {
    found->all = (gait_diagnostics){.items = found->items, .capacity = MOST_FOUND, .file = file};
    found->options = (gait_options){.diagnostics = &found->all};
}

/* --- diagnostics ------------------------------------------------------------------------------ */

TEST(diagnostics_name_their_file) {
    findings found;
    gait_file *file;
    gait_span bad = test_fixture_bytes("omf/bad/crc_zero.omf");
    const char *name = "folder/a.omf";
    begin(&found, "kept.txt");
    assert_int_equal(gait_file_open(bad, name, &found.options, &file), GAIT_OK);
    assert_int_equal(gait_file_check(file, &found.all), GAIT_OK);
    assert_true(found.all.count > 0);
    for (uint32_t i = 0; i < found.all.count; i++) {
        assert_ptr_equal(found.items[i].file, name);
    }
    assert_string_equal(found.all.file, "kept.txt");
    gait_file_free(file);
    free((void *)(uintptr_t)bad.data);
}

TEST(diagnostics_name_a_refused_file) {
    findings found;
    gait_file *file;
    begin(&found, NULL);
    assert_int_equal(gait_file_open((gait_span){0}, "none.bin", &found.options, &file),
                     GAIT_TRUNCATED);
    assert_null(file);
    assert_int_equal(found.all.count, 1);
    assert_string_equal(found.items[0].file, "none.bin");
    assert_null(found.all.file);
}

TEST(an_exceeded_limit_of_memory_has_a_rule) {
    findings found;
    gait_file *file;
    gait_clip *clip;
    gait_skeleton *skeleton;
    gait_span bytes = test_fixture_bytes("gltf/ok/waving.glb");
    begin(&found, NULL);
    assert_int_equal(gait_file_open(bytes, "a.glb", NULL, &file), GAIT_OK);
    assert_int_equal(gait_file_skeleton(file, NULL, &skeleton), GAIT_OK);
    found.options.max_bytes = 64;
    assert_int_equal(gait_file_clip(file, 0, skeleton, &found.options, &clip), GAIT_LIMIT);
    assert_int_equal(found.all.count, 1);
    assert_string_equal(found.items[0].rule->id, "FIL013");
    assert_string_equal(found.items[0].file, "a.glb");
    gait_skeleton_free(skeleton);
    gait_file_free(file);
    free((void *)(uintptr_t)bytes.data);
}

TEST(missing_name_keeps_the_callers_file_name) {
    findings found;
    gait_file *file;
    gait_span bad = test_fixture_bytes("omf/bad/crc_zero.omf");
    begin(&found, "mine.omf");
    assert_int_equal(gait_file_open(bad, NULL, &found.options, &file), GAIT_OK);
    assert_int_equal(gait_file_check(file, &found.all), GAIT_OK);
    assert_string_equal(found.items[0].file, "mine.omf");
    gait_file_free(file);
    free((void *)(uintptr_t)bad.data);
}

/* --- clips by name ---------------------------------------------------------------------------- */

/* Creates and opens a bank with motions of these names. */
static gait_file *bank_of(const char *const *names, uint32_t count, gait_buffer *bytes) {
    gait_omf *omf;
    assert_int_equal(gaiti_omf_new(4, NULL, &omf), GAIT_OK);
    gait_span root = {(const uint8_t *)"root", 4};
    assert_int_equal(gaiti_omf_add_part(omf, root), GAIT_OK);
    assert_int_equal(gaiti_omf_add_bone(omf, root, 0), GAIT_OK);
    static const uint8_t key[8] = {0, 0, 0, 0, 0, 0, 0xFF, 0x7F};
    for (uint32_t i = 0; i < count; i++) {
        gait_omf_track track = {.flags = GAIT_OMF_ROTATION_CONSTANT,
                                .rotation_keys = {key, sizeof key}};
        gait_omf_motion motion = {.name = {(const uint8_t *)names[i], strlen(names[i])},
                                  .frame_count = 1,
                                  .bone_or_part = 0xFFFF};
        motion.label = motion.name;
        assert_int_equal(gaiti_omf_add_motion(omf, &motion, &track), GAIT_OK);
    }
    assert_int_equal(gait_omf_write(omf, bytes), GAIT_OK);
    gait_omf_free(omf);
    gait_file *file;
    gait_span span = {bytes->data, bytes->size};
    assert_int_equal(gait_file_open(span, "a.omf", NULL, &file), GAIT_OK);
    return file;
}

TEST(clips_are_found_by_name) {
    static const char *const names[] = {"Walk", "run", "walk", "RUN", "\xE8\xE4\xB8", "walk_"};
    gait_buffer bytes = {0};
    gait_file *file = bank_of(names, 6, &bytes);
    assert_int_equal(gait_file_clip_count(file), 6);
    assert_int_equal(gait_file_find_clip(file, "walk"), 2);
    assert_int_equal(gait_file_find_clip(file, "Walk"), 0);
    assert_int_equal(gait_file_find_clip(file, "WALK"), 0);
    assert_int_equal(gait_file_find_clip(file, "RUN"), 3);
    assert_int_equal(gait_file_find_clip(file, "Run"), 1);
    assert_int_equal(gait_file_find_clip(file, "идё"), 4);
    assert_int_equal(gait_file_find_clip(file, "Идё"), -1); /* only ASCII letters ignore case */
    assert_int_equal(gait_file_find_clip(file, "\xE8\xE4\xB8"), -1);
    assert_int_equal(gait_file_find_clip(file, "wal"), -1);
    assert_int_equal(gait_file_find_clip(file, "walk__"), -1);
    assert_int_equal(gait_file_find_clip(file, ""), -1);
    gait_file_free(file);
    gait_buffer_free(&bytes);
}

TEST(unnamed_clip_is_named_after_its_file) {
    gait_file *file = tiny_rtm_open();
    assert_int_equal(gait_file_find_clip(file, "walk"), 0);
    assert_int_equal(gait_file_find_clip(file, "wALk"), 0);
    assert_int_equal(gait_file_find_clip(file, "walk.rtm"), -1);
    assert_int_equal(gait_file_find_clip(file, NULL), -1);
    assert_int_equal(gait_file_find_clip(NULL, "walk"), -1);
    gait_file_free(file);
}

/* --- typed documents -------------------------------------------------------------------------- */

/* Bit mask of the typed documents that an open file has. */
static uint32_t typed_documents(const gait_file *file) {
    const void *documents[] = {gait_file_rtm(file), gait_file_bmtr(file), gait_file_omf(file),
                               gait_file_ogf(file), gait_file_skl(file),  gait_file_modelcfg(file),
                               gait_file_p3d(file), gait_file_bvh(file)};
    uint32_t bits = 0;
    for (uint32_t i = 0; i < sizeof documents / sizeof *documents; i++) {
        bits |= (uint32_t)(documents[i] != NULL) << i;
    }
    return bits;
}

TEST(each_format_has_one_typed_document) {
    static const struct {
        const char *file;
        uint32_t bits;
    } rows[] = {{"rtm/ok/still.rtm", 1},     {"bmtr/ok/still.rtm", 2},
                {"omf/ok/marks.omf", 4},     {"ogf/ok/motions_inside.ogf", 8},
                {"skl/ok/world_5.skls", 16}, {"modelcfg/ok/plain.cfg", 32},
                {"p3d/ok/pivots.p3d", 64},   {"bvh/ok/tiny.bvh", 128},
                {"gltf/ok/cubic.glb", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gait_span bytes = test_fixture_bytes(rows[i].file);
        gait_file *file;
        assert_int_equal(gait_file_open(bytes, rows[i].file, NULL, &file), GAIT_OK);
        assert_int_equal(typed_documents(file), rows[i].bits);
        gait_file_free(file);
        free((void *)(uintptr_t)bytes.data);
    }
    assert_int_equal(typed_documents(NULL), 0);
}

TEST(typed_document_agrees_with_its_file) {
    gait_file *file = tiny_rtm_open();
    assert_int_equal(gait_rtm_bone_count(gait_file_rtm(file)), gait_file_bone_count(file));
    gait_file_free(file);
    gait_span bytes = test_fixture_bytes("ogf/ok/motions_inside.ogf");
    assert_int_equal(gait_file_open(bytes, NULL, NULL, &file), GAIT_OK);
    const gait_omf *bank = gait_ogf_motions(gait_file_ogf(file));
    assert_int_equal(gait_omf_motion_count(bank), gait_file_clip_count(file));
    gait_file_free(file);
    free((void *)(uintptr_t)bytes.data);
}

TEST(an_unknown_code_page_is_refused) {
    gait_span bytes = test_fixture_bytes("omf/ok/marks.omf");
    const gait_options unknown = {.code_page = 437}, known = {.code_page = 1250};
    gait_file *file;
    assert_int_equal(gait_file_open(bytes, NULL, &unknown, &file), GAIT_UNSUPPORTED);
    assert_null(file);
    assert_int_equal(gait_file_open(bytes, NULL, &known, &file), GAIT_OK);
    assert_int_equal(gait_file_code_page(file), 1250);
    gait_file_free(file);
    assert_int_equal(gait_file_open(bytes, NULL, NULL, &file), GAIT_OK);
    assert_int_equal(gait_file_code_page(file), 1251);
    assert_int_equal(gait_file_code_page(NULL), 0);
    gait_file_free(file);
    free((void *)(uintptr_t)bytes.data);
}

static uint8_t prefix_bytes[GAIT_DETECT_PREFIX];

/* What gait_detect_prefix() returns for a file with these first bytes and then `filler`. */
static bool can_begin_with(const void *start, size_t size, int filler, uint64_t file_size) {
    memset(prefix_bytes, filler, sizeof prefix_bytes);
    memcpy(prefix_bytes, start, size);
    return gait_detect_prefix((gait_span){prefix_bytes, sizeof prefix_bytes}, file_size);
}

TEST(foreign_files_are_detected_by_their_first_bytes) {
    const uint64_t large = (uint64_t)1 << 30;
    assert_false(can_begin_with("", 0, 0, large));
    assert_false(can_begin_with("", 0, 0, UINT64_MAX));
    assert_false(can_begin_with("PK\3\4", 4, 'x', large));
    assert_false(can_begin_with("some text", 9, 'x', large));
    assert_true(can_begin_with("RTM_0101", 8, 0, large));
    assert_true(can_begin_with("BMTR", 4, 0, large));
    assert_true(can_begin_with("SEAnim", 6, 0, large));
    assert_true(can_begin_with("glTF", 4, 0, large));
    assert_true(can_begin_with("{\"asset\"", 8, ' ', large));
    assert_true(can_begin_with("HIERARCHY\nROOT", 14, ' ', large));
    assert_true(can_begin_with("", 0, ' ', large)); /* a BVH can begin with white space */
    /* A chunk of another kind before the bank, in the file and beyond its end. */
    static const uint8_t chunk[] = {0x34, 0x12, 0, 0, 0, 0, 0, 0x20};
    assert_true(can_begin_with(chunk, sizeof chunk, 0, large));
    assert_false(can_begin_with(chunk, sizeof chunk, 0, large / 2));
    /* Nothing is known from less than the required bytes, unless they are the whole file. */
    assert_true(gait_detect_prefix((gait_span){prefix_bytes, 100}, large));
    assert_true(gait_detect_prefix((gait_span){NULL, 0}, 0));
}
