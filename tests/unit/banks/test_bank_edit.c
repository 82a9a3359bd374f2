/* Extracting and merging with gait_bank. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "fixtures.h"
#include "gait/bank_edit.h"
#include "test.h"

/* The result is the bytes of the file; bytes that were in the buffer stay. */
static void assert_written(const gait_bank *bank, gait_span expected) {
    gait_buffer out = {0};
    assert_int_equal(gait_buffer_append(&out, "before", 6), GAIT_OK);
    assert_int_equal(gait_bank_write(bank, &out), GAIT_OK);
    assert_memory_equal(out.data, "before", 6);
    assert_int_equal(out.size - 6, expected.size);
    assert_memory_equal(out.data + 6, expected.data, expected.size);
    gait_buffer_free(&out);
}

TEST(single_clips_merged_again_are_the_same_bank) {
    static const char *const paths[] = {"samples/stalker.omf", "omf/ok/marks.omf",
                                        "omf/ok/version_3.omf", "omf/ok/two_parts.omf"};
    const gait_merge_options options = {.names = GAIT_EQUAL_NAMES_KEEP_ALL};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        test_file file = test_open(paths[i]);
        gait_bank *bank, *parts[16];
        assert_int_equal(gait_bank_open(file.file, NULL, &bank), GAIT_OK);
        uint32_t count = gait_bank_clip_count(bank);
        assert_in_range(count, 1, 16);
        for (uint32_t c = 0; c < count; c++) {
            assert_int_equal(gait_bank_extract(bank, &c, 1, GAIT_FORMAT_OMF, NULL, &parts[c]),
                             GAIT_OK);
            assert_int_equal(gait_bank_clip_count(parts[c]), 1);
            gait_merged merged = {.appended = 1};
            if (c > 0) {
                assert_int_equal(gait_bank_merge(parts[0], parts[c], &options, NULL, &merged),
                                 GAIT_OK);
            }
            assert_int_equal(merged.appended, 1);
        }
        assert_int_equal(gait_bank_format(parts[0]), GAIT_FORMAT_OMF);
        assert_written(parts[0], file.bytes);
        for (uint32_t c = 0; c < count; c++) {
            gait_bank_free(parts[c]);
        }
        gait_bank_free(bank);
        test_close(&file);
    }
}

static void assert_parts(gait_bank *bank, gait_span expected) {
    const gait_span *parts;
    uint32_t count;
    size_t at = 0;
    assert_int_equal(gait_bank_parts(bank, &parts, &count), GAIT_OK);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(parts[i].size <= expected.size - at);
        if (parts[i].size > 0) {
            assert_memory_equal(expected.data + at, parts[i].data, parts[i].size);
        }
        at += parts[i].size;
    }
    assert_int_equal(at, expected.size);
}

TEST(parts_are_the_written_bytes) {
    static const char *const paths[] = {"samples/stalker.omf", "omf/ok/unknown_between.omf",
                                        "ogf/ok/motions_inside.ogf", "skl/ok/world.skls"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        test_file file = test_open(paths[i]);
        gait_bank *bank;
        gait_buffer out = {0};
        assert_int_equal(gait_bank_open(file.file, NULL, &bank), GAIT_OK);
        assert_int_equal(gait_bank_write(bank, &out), GAIT_OK);
        assert_parts(bank, gaiti_span(out.data, out.size));
        assert_parts(bank, gaiti_span(out.data, out.size));
        gait_buffer_free(&out);
        gait_bank_free(bank);
        test_close(&file);
    }
}

TEST(large_keys_are_not_copied) {
    test_file file = test_open("samples/stalker.omf");
    const uint8_t *end = file.bytes.data + file.bytes.size;
    const gait_span *parts;
    gait_bank *bank;
    uint32_t count, borrowed = 0;
    assert_int_equal(gait_bank_open(file.file, NULL, &bank), GAIT_OK);
    assert_int_equal(gait_bank_parts(bank, &parts, &count), GAIT_OK);
    for (uint32_t i = 0; i < count; i++) {
        borrowed += parts[i].data >= file.bytes.data && parts[i].data < end;
    }
    assert_in_range(borrowed, 1, 5);
    gait_bank_free(bank);
    test_close(&file);
}

TEST(sdk_motions_are_extracted_and_merged) {
    test_file file = test_open("skl/ok/world.skls");
    const gait_merge_options options = {.names = GAIT_EQUAL_NAMES_KEEP_ALL};
    gait_bank *bank, *one, *again;
    const uint32_t first = 0;
    gait_buffer out = {0};
    assert_int_equal(gait_bank_open(file.file, NULL, &bank), GAIT_OK);
    assert_int_equal(gait_bank_format(bank), GAIT_FORMAT_SKLS);
    uint32_t count = gait_bank_clip_count(bank);
    assert_int_equal(gait_bank_extract(bank, &first, 1, GAIT_FORMAT_SKL, NULL, &one), GAIT_OK);
    assert_int_equal(gait_bank_format(one), GAIT_FORMAT_SKL);
    assert_int_equal(gait_bank_write(one, &out), GAIT_OK);
    gait_file *written;
    assert_int_equal(gait_file_open(gaiti_span(out.data, out.size), "a.skl", NULL, &written),
                     GAIT_OK);
    assert_int_equal(gait_file_format(written), GAIT_FORMAT_SKL);
    gait_file_free(written);
    assert_int_equal(gait_bank_merge(one, bank, &options, NULL, NULL), GAIT_OK);
    assert_int_equal(gait_bank_format(one), GAIT_FORMAT_SKLS);
    assert_int_equal(gait_bank_clip_count(one), 1 + count);
    assert_int_equal(gait_bank_open(file.file, NULL, &again), GAIT_OK);
    assert_int_equal(gait_bank_merge(bank, again, NULL, NULL, NULL), GAIT_WOULD_LOSE);
    assert_written(bank, file.bytes);
    gait_buffer_free(&out);
    gait_bank_free(one);
    gait_bank_free(bank);
    gait_bank_free(again);
    test_close(&file);
}

TEST(a_merge_does_not_change_the_file) {
    test_file file = test_open("samples/stalker.omf");
    const gait_merge_options options = {.names = GAIT_EQUAL_NAMES_RENAME};
    gait_bank *bank, *other;
    gait_merged merged;
    assert_int_equal(gait_bank_open(file.file, NULL, &bank), GAIT_OK);
    assert_int_equal(gait_bank_open(file.file, NULL, &other), GAIT_OK);
    assert_int_equal(gait_bank_merge(bank, other, &options, NULL, &merged), GAIT_OK);
    assert_int_equal(merged.appended, 5);
    assert_int_equal(merged.renamed, 5);
    assert_int_equal(gait_bank_clip_count(bank), 10);
    assert_int_equal(gait_file_clip_count(file.file), 5);
    assert_written(other, file.bytes);
    gait_bank_free(bank);
    gait_bank_free(other);
    test_close(&file);
}

TEST(refusals_have_diagnostics_and_change_nothing) {
    gait_diagnostic items[8];
    gait_diagnostics found = {.items = items, .capacity = 8, .code_page = 1250};
    test_file file = test_open("samples/stalker.omf");
    gait_bank *bank, *other;
    assert_int_equal(gait_bank_open(file.file, NULL, &bank), GAIT_OK);
    assert_int_equal(gait_bank_open(file.file, NULL, &other), GAIT_OK);
    assert_int_equal(gait_bank_merge(bank, other, NULL, &found, NULL), GAIT_WOULD_LOSE);
    assert_int_equal(found.count, 5);
    assert_string_equal(items[0].rule->id, "OMF204");
    assert_non_null(strstr(items[0].file, "stalker.omf"));
    assert_null(found.file);
    assert_int_equal(found.code_page, 1250);
    assert_written(bank, file.bytes);
    gait_bank_free(bank);
    gait_bank_free(other);
    test_close(&file);
}

TEST(a_bank_in_a_model_can_be_replaced) {
    test_file model = test_open("ogf/ok/motions_inside.ogf");
    gait_bank *bank, *first;
    gait_buffer out = {0};
    const uint32_t clip = 0;
    assert_int_equal(gait_bank_open(model.file, NULL, &bank), GAIT_OK);
    assert_int_equal(gait_bank_clip_count(bank), gait_file_clip_count(model.file));
    assert_int_equal(gait_bank_write_model(bank, model.file, NULL, &out), GAIT_OK);
    assert_int_equal(out.size, model.bytes.size);
    assert_memory_equal(out.data, model.bytes.data, out.size);
    out.size = 0;
    assert_int_equal(gait_bank_extract(bank, &clip, 1, GAIT_FORMAT_OMF, NULL, &first), GAIT_OK);
    assert_int_equal(gait_bank_write_model(first, model.file, NULL, &out), GAIT_OK);
    gait_file *again;
    assert_int_equal(gait_file_open(gaiti_span(out.data, out.size), "a.ogf", NULL, &again),
                     GAIT_OK);
    assert_int_equal(gait_file_clip_count(again), 1);
    gait_file_free(again);
    gait_buffer_free(&out);
    gait_bank_free(first);
    gait_bank_free(bank);
    test_close(&model);
}

TEST(a_model_that_cannot_hold_the_bank_is_refused) {
    gait_diagnostic item;
    gait_diagnostics found = {.items = &item, .capacity = 1};
    gait_options options = {.diagnostics = &found};
    test_file file = test_open("samples/stalker.omf"), model = test_open("ogf/ok/skeleton.ogf");
    gait_bank *bank;
    gait_buffer out = {0};
    assert_int_equal(gait_bank_open(file.file, NULL, &bank), GAIT_OK);
    assert_int_equal(gait_bank_write_model(bank, model.file, &options, &out), GAIT_UNSUPPORTED);
    assert_true(found.count > 0);
    assert_int_equal(out.size, 0);
    gait_bank_free(bank);
    gait_buffer_free(&out);
    test_close(&model);
    test_close(&file);
}

static gait_status edit_with(const gait_options *options, void *user) {
    static const uint32_t clips[] = {0, 1};
    const gait_merge_options rules = {.names = GAIT_EQUAL_NAMES_RENAME};
    const test_file *files = user;
    gait_bank *bank = NULL, *from = NULL, *part = NULL;
    gait_buffer out = {.allocator = options->allocator};
    gait_status status = gait_bank_open(files[0].file, options, &bank);
    status = status == GAIT_OK ? gait_bank_open(files[1].file, options, &from) : status;
    status = status == GAIT_OK ? gait_bank_extract(from, clips, 1, GAIT_FORMAT_OMF, options, &part)
                               : status;
    status = status == GAIT_OK ? gait_bank_merge(bank, part, &rules, NULL, NULL) : status;
    const gait_span *parts = NULL;
    uint32_t part_count = 0;
    status = status == GAIT_OK ? gait_bank_parts(bank, &parts, &part_count) : status;
    assert_int_equal(part_count > 0, status == GAIT_OK);
    status = status == GAIT_OK ? gait_bank_write(bank, &out) : status;
    assert_int_equal(out.size > 0, status == GAIT_OK);
    out.size = 0;
    status = status == GAIT_OK ? gait_bank_write_model(from, files[1].file, options, &out) : status;
    gait_buffer_free(&out);
    gait_bank_free(bank);
    gait_bank_free(part);
    gait_bank_free(from);
    return status;
}

TEST(out_of_memory_is_reported) {
    test_file model = test_open("ogf/ok/motions_inside.ogf");
    gait_bank *inside;
    gait_buffer bytes = {0};
    assert_int_equal(gait_bank_open(model.file, NULL, &inside), GAIT_OK);
    assert_int_equal(gait_bank_write(inside, &bytes), GAIT_OK);
    test_file files[2] = {{.bytes = {bytes.data, bytes.size}}, model};
    assert_int_equal(gait_file_open(files[0].bytes, NULL, NULL, &files[0].file), GAIT_OK);
    test_every_failing_allocation(edit_with, files);
    gait_file_free(files[0].file);
    gait_buffer_free(&bytes);
    gait_bank_free(inside);
    test_close(&model);
}
