/* Files of all formats: what is refused, what is never larger, damaged files, choice of clips,
 * failing allocations. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/expert.h"
#include "test.h"

static const gait_optimise_options exact = {.tolerance_mm = 0};
static const gait_optimise_options near = {.tolerance_mm = 2, .tolerance_deg = 0.5};

/* Optimises an open file, reads the result, and optimises it again. */
static void exercise(const gait_file *file, gait_span bytes, const gait_optimise_options *options) {
    gait_buffer out = {0}, again = {0};
    gait_file *smaller;
    gait_optimised *result;
    gait_status status = gait_optimise(file, options, &out, &result);
    if (status != GAIT_OK) {
        assert_int_equal(status, GAIT_UNSUPPORTED);
        assert_null(result);
        assert_int_equal(out.size, 0);
        gait_buffer_free(&out);
        return;
    }
    assert_true(out.size <= bytes.size);
    gait_optimise_summary total = gait_optimised_summary(result);
    assert_int_equal(total.bytes_before, bytes.size);
    assert_int_equal(total.bytes_after, out.size);
    assert_int_equal(total.clip_count, gait_file_clip_count(file));
    if (out.size == bytes.size) {
        assert_memory_equal(out.data, bytes.data, out.size);
        assert_int_equal(total.smaller_clips, 0);
    }
    gait_span written = {out.data, out.size};
    assert_int_equal(gait_file_open(written, "a", NULL, &smaller), GAIT_OK);
    for (uint32_t c = 0; c < total.clip_count; c++) {
        gait_optimised_clip clip = gait_optimised_clip_at(result, c);
        assert_true(clip.bytes_after <= clip.bytes_before);
        gait_clip_info a = gait_file_clip_info(file, c), b = gait_file_clip_info(smaller, c);
        assert_int_equal(a.event_count, b.event_count);
        assert_int_equal(a.frame_count, b.frame_count + clip.removed_keys);
    }
    assert_int_equal(gait_optimise(smaller, options, &again, NULL), GAIT_OK);
    assert_int_equal(again.size, out.size);
    assert_memory_equal(again.data, out.data, out.size);
    gait_file_free(smaller);
    gait_optimised_free(result);
    gait_buffer_free(&again);
    gait_buffer_free(&out);
}

TEST(fixtures_are_optimised_or_refused) {
    static const char *const folders[] = {"omf/", "ogf/", "bmtr/", "rtm/", "skl/"};
    unsigned opened = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        test_fixtures all = test_fixtures_load(folders[i]);
        for (size_t k = 0; k < all.count; k++) {
            gait_file *file;
            gait_span bytes = all.items[k].bytes;
            if (gait_file_open(bytes, all.items[k].file, NULL, &file) == GAIT_OK) {
                exercise(file, bytes, &exact);
                exercise(file, bytes, &near);
                opened++;
            }
            gait_file_free(file);
        }
        test_fixtures_free(&all);
    }
    assert_true(opened > 100);
}

static void refuse(const gait_file *file) {
    gait_diagnostic stored[2];
    gait_diagnostics sink = {.items = stored, .capacity = 2};
    const gait_optimise_options options = {.common = {.diagnostics = &sink}};
    gait_buffer out = {0};
    gait_optimised *result;
    assert_int_equal(gait_optimise(file, &options, &out, &result), GAIT_UNSUPPORTED);
    assert_null(result);
    assert_int_equal(sink.count, 1);
    assert_string_equal(stored[0].rule->id, "OPT001");
    assert_int_equal(out.size, 0);
}

TEST(other_formats_are_refused) {
    static const char *const files[] = {"samples/walk.rtm", "skl/ok/mark_line_feed.skls",
                                        "ogf/ok/skeleton.ogf", "bvh/ok/blender.bvh"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        test_file file = test_open(files[i]);
        refuse(file.file);
        test_close(&file);
    }
}

TEST(only_chosen_clips_change) {
    static const uint32_t chosen[] = {2, 1, 2};
    static const gait_optimise_options sets[] = {
        {.tolerance_mm = 50, .tolerance_deg = 20},
        {.tolerance_mm = 50, .tolerance_deg = 20, .clips = chosen, .clip_count = 3},
        {.tolerance_mm = 50, .tolerance_deg = 20, .clips = chosen}};
    test_file bank = test_open("samples/stalker.omf");
    uint32_t smaller[3];
    for (size_t i = 0; i < 3; i++) {
        gait_buffer out = {0};
        gait_optimised *result;
        assert_int_equal(gait_optimise(bank.file, &sets[i], &out, &result), GAIT_OK);
        smaller[i] = gait_optimised_summary(result).smaller_clips;
        for (uint32_t c = 0; c < gait_file_clip_count(bank.file); c++) {
            bool is_chosen = i == 0 || (i == 1 && (c == 1 || c == 2));
            gait_optimised_clip clip = gait_optimised_clip_at(result, c);
            assert_int_equal(clip.is_chosen, is_chosen);
            assert_true(is_chosen || clip.bytes_after == clip.bytes_before);
        }
        gait_optimised_free(result);
        gait_buffer_free(&out);
    }
    assert_true(smaller[0] > smaller[1] && smaller[1] == 2 && smaller[2] == 0);
    test_close(&bank);
}

/* The bytes before the result stay, also after a failure. */
TEST(results_are_appended) {
    test_file bank = test_open("samples/stalker.omf"), rtm = test_open("samples/walk.rtm");
    gait_buffer out = {0};
    assert_int_equal(gait_buffer_append(&out, "abc", 3), GAIT_OK);
    assert_int_equal(gait_optimise(rtm.file, NULL, &out, NULL), GAIT_UNSUPPORTED);
    assert_int_equal(out.size, 3);
    assert_int_equal(gait_optimise(bank.file, NULL, &out, NULL), GAIT_OK);
    assert_int_equal(out.size, 3 + bank.bytes.size);
    assert_memory_equal(out.data, "abc", 3);
    assert_memory_equal(out.data + 3, bank.bytes.data, bank.bytes.size);
    gait_buffer_free(&out);
    test_close(&rtm);
    test_close(&bank);
}

static gait_status attempt(const gait_options *options, void *user) {
    const gait_file *file = user;
    gait_optimise_options all = near;
    gait_buffer out = {.allocator = options->allocator};
    gait_optimised *result;
    all.common = *options;
    gait_status status = gait_optimise(file, &all, &out, &result);
    assert_true(status == GAIT_OK || (!result && out.size == 0));
    gait_optimised_free(result);
    gait_buffer_free(&out);
    return status;
}

TEST(every_failing_allocation_is_reported) {
    static const char *const files[] = {"samples/stalker.omf", "samples/walk_binarised.rtm",
                                        "ogf/ok/motions_inside.ogf"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        test_file file = test_open(files[i]);
        assert_true(test_every_failing_allocation(attempt, file.file) > 3);
        test_close(&file);
    }
}
