/* Tests animations whose skeleton is known in part: what is shown, and what is never written. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/expert.h"
#include "test.h"

/* A sample in which each occurrence of a name is replaced by another one of the same length. */
typedef struct renamed {
    gait_span bytes;
    gait_file *file;
    gait_diagnostic items[8];
    gait_diagnostics found;
} renamed;

static void open_renamed(renamed *self, const char *sample, const char *from, const char *to) {
    gait_span bytes = test_fixture_bytes(sample);
    uint8_t *data = (uint8_t *)(uintptr_t)bytes.data;
    size_t size = strlen(from), count = 0;
    assert_int_equal(size, strlen(to));
    for (size_t at = 0; at + size <= bytes.size; at++) {
        if (memcmp(data + at, from, size) == 0) {
            memcpy(data + at, to, size);
            count++;
        }
    }
    assert_true(count > 0);
    memset(self, 0, sizeof *self);
    self->bytes = bytes;
    self->found = (gait_diagnostics){.items = self->items, .capacity = 8};
    assert_int_equal(gait_file_open(bytes, sample, NULL, &self->file), GAIT_OK);
}

static void close_renamed(renamed *self) {
    gait_file_free(self->file);
    free((void *)(uintptr_t)self->bytes.data);
}

static gait_search_result *search(renamed *self, gait_search_options options) {
    gait_search_result *result;
    options.common.diagnostics = &self->found;
    assert_int_equal(gait_skeleton_search(self->file, NULL, 0, &options, &result), GAIT_OK);
    return result;
}

/* The skeleton of a file of which one leaf is unknown. */
static gait_skeleton *part_of(renamed *self, const char *hidden) {
    gait_search_result *result = search(self, (gait_search_options){.target = GAIT_FORMAT_GLTF});
    gait_search_summary summary = gait_search_result_summary(result);
    gait_skeleton *skeleton = gait_search_result_detach_skeleton(result);
    assert_int_equal(summary.source, GAIT_SKELETON_BUILTIN);
    assert_int_equal(summary.used->coverage.missing, 1);
    assert_null(summary.nearest);
    assert_int_equal(self->found.count, 1);
    assert_string_equal(self->items[0].rule->id, "FIL014");
    assert_non_null(strstr(self->items[0].text, hidden));
    assert_int_equal(skeleton->left_out_count, 1);
    assert_string_equal(skeleton->left_out[0], hidden);
    assert_int_equal(skeleton->bone_count, gait_file_bone_count(self->file) - 1);
    assert_true(gait_skeleton_has_known_parents(skeleton));
    gait_search_result_free(result);
    return skeleton;
}

static void open_bank(renamed *self) {
    open_renamed(self, "samples/stalker.omf", "bip01_r_toe0", "bip01_r_tou9");
}

/* The poses are those of the sample, of which every bone is known. */
static void expect_poses_of(const char *sample, const gait_file *file, const gait_skeleton *part) {
    test_file whole = test_open(sample);
    gait_search_result *result;
    assert_int_equal(gait_skeleton_search(whole.file, NULL, 0, NULL, &result), GAIT_OK);
    const gait_skeleton *all = gait_search_result_skeleton(result);
    gait_clip *clip, *expected;
    assert_int_equal(gait_file_clip(file, 0, part, NULL, &clip), GAIT_OK);
    assert_int_equal(gait_file_clip(whole.file, 0, all, NULL, &expected), GAIT_OK);
    gait_affine poses[2][128];
    assert_true(part->bone_count <= 128 && all->bone_count <= 128 && clip->frame_count > 1);
    for (uint32_t f = 0; f < clip->frame_count; f++) {
        assert_int_equal(gait_pose_at_frame(clip, f, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, poses[0]),
                         GAIT_OK);
        assert_int_equal(
            gait_pose_at_frame(expected, f, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, poses[1]), GAIT_OK);
        for (uint32_t b = 0; b < part->bone_count; b++) {
            int32_t other = gait_skeleton_find(all, part->bones[b].name);
            assert_true(other >= 0);
            assert_memory_equal(&poses[0][b], &poses[1][other], sizeof poses[0][b]);
        }
    }
    gait_clip_free(clip);
    gait_clip_free(expected);
    gait_search_result_free(result);
    test_close(&whole);
}

TEST(a_bank_is_shown_without_an_unknown_leaf) {
    renamed bank;
    open_bank(&bank);
    gait_skeleton *part = part_of(&bank, "bip01_r_tou9");
    expect_poses_of("samples/stalker.omf", bank.file, part);
    gait_skeleton_free(part);
    close_renamed(&bank);
}

TEST(a_binarised_file_is_shown_without_an_unknown_leaf) {
    renamed walk;
    open_renamed(&walk, "samples/walk_binarised.rtm", "lefthandring3", "lefthandrong3");
    gait_skeleton *part = part_of(&walk, "lefthandrong3");
    expect_poses_of("samples/walk_binarised.rtm", walk.file, part);
    gait_skeleton_free(part);
    close_renamed(&walk);
}

TEST(nothing_is_shown_below_an_unknown_bone) {
    renamed bank;
    open_renamed(&bank, "samples/stalker.omf", "bip01_r_calf", "bip01_r_kalf");
    gait_search_result *result = search(&bank, (gait_search_options){.target = GAIT_FORMAT_GLTF});
    assert_int_equal(gait_search_result_summary(result).source, GAIT_SKELETON_NONE);
    assert_non_null(gait_search_result_summary(result).nearest);
    assert_int_equal(gait_search_result_skeleton(result)->left_out_count, 0);
    assert_int_equal(bank.found.count, 0);
    gait_search_result_free(result);
    close_renamed(&bank);
}

/* A part is only for showing. */
TEST(files_of_games_need_all_bones) {
    static const gait_search_options options[] = {
        {.target = GAIT_FORMAT_SKL},
        {.target = GAIT_FORMAT_UNKNOWN},
        {.target = GAIT_FORMAT_GLTF, .missing_bones = GAIT_MISSING_REFUSE}};
    renamed bank;
    open_bank(&bank);
    for (int i = 0; i < 3; i++) {
        gait_search_result *result = search(&bank, options[i]);
        assert_int_equal(gait_search_result_summary(result).source, GAIT_SKELETON_NONE);
        assert_int_equal(gait_search_result_skeleton(result)->bone_count, 47);
        gait_search_result_free(result);
    }
    close_renamed(&bank);
}

TEST(outcomes_of_bones_agree_with_the_rules_of_binding) {
    static const struct {
        const char *file, *tree;
    } cases[] = {{"omf/ok/two_parts.omf", "xray-hands"},  {"bmtr/ok/two_bones.rtm", "arma3-man"},
                 {"bmtr/ok/two_bones.rtm", "xray-hands"}, {"samples/walk.rtm", "ofp-man"},
                 {"samples/walk.rtm", "arma3-man"},       {"samples/stalker.omf", "xray-stalker"}};
    static const char *const rules[] = {"OMF140", "BMT140"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_file file = test_open(cases[i].file);
        gait_skeleton *tree, *bound;
        gait_diagnostic items[128];
        gait_diagnostics found = {.items = items, .capacity = 128, .lists_missing_bones = true};
        const gait_options options = {.diagnostics = &found};
        assert_int_equal(gait_builtin_skeleton(cases[i].tree, NULL, &tree), GAIT_OK);
        gait_status status = gait_file_bind_skeleton(file.file, tree, &options, &bound);
        gait_format format = gait_file_format(file.file);
        bool is_plain = gait_format_get_info(format)->abilities & GAIT_MODEL_SPACE;
        uint32_t outcomes[4] = {0}, raised = 0, listed = 0;
        for (uint32_t b = 0; b < gait_file_bone_count(file.file); b++) {
            char name[64] = "";
            gait_span stored = gait_file_bone_name(file.file, b);
            assert_true(stored.size < sizeof name);
            memcpy(name, stored.data, stored.size);
            gait_bone_outcome outcome = gait_skeleton_outcome(tree, name, is_plain);
            outcomes[outcome]++;
            if (bound) { /* the same before and after binding */
                assert_int_equal(gait_skeleton_outcome(bound, name, is_plain), outcome);
            }
        }
        for (uint32_t d = 0; d < found.count; d++) {
            for (int r = 0; r < 2; r++) {
                raised += strcmp(items[d].rule->id, rules[r]) == 0 ? items[d].count : 0;
            }
            listed += strcmp(items[d].rule->id, "RTM070") == 0;
        }
        assert_int_equal(status == GAIT_OK, outcomes[GAIT_BONE_LEFT_OUT] == 0);
        assert_int_equal(raised, outcomes[GAIT_BONE_LEFT_OUT]);
        assert_int_equal(listed, outcomes[GAIT_BONE_ALONE] > 0);
        gait_skeleton_free(bound);
        gait_skeleton_free(tree);
        test_close(&file);
    }
}

/* --- conversions and round trips -------------------------------------------------------------- */

static gait_status convert(renamed *self, gait_convert_options options, gait_buffer *out) {
    gait_conversion *conversion;
    gait_output output;
    options.common.diagnostics = &self->found;
    gait_status status = gait_convert_begin(self->file, &options, &conversion);
    if (status == GAIT_OK) {
        status = gait_convert_next(conversion, &output);
    }
    for (size_t p = 0; status == GAIT_OK && p < output.files[0].part_count; p++) {
        gait_span part = output.files[0].parts[p];
        uint8_t *grown = realloc(out->data, out->size + part.size);
        assert_non_null(grown);
        memcpy(grown + out->size, part.data, part.size);
        out->data = grown;
        out->size += part.size;
    }
    gait_conversion_free(conversion);
    return status;
}

TEST(a_part_is_converted_only_to_look_at_it) {
    static const gait_format games[] = {GAIT_FORMAT_SKLS, GAIT_FORMAT_BMTR, GAIT_FORMAT_RTM};
    renamed bank;
    open_bank(&bank);
    gait_skeleton *part = part_of(&bank, "bip01_r_tou9");
    gait_buffer out = {0};
    uint32_t first = 0;
    for (int i = 0; i < 3; i++) {
        gait_convert_options options = {.target = games[i],
                                        .skeleton = part,
                                        .clips = &first,
                                        .clip_count = 1,
                                        .is_lossy = true};
        bank.found.count = 0;
        assert_int_equal(convert(&bank, options, &out), GAIT_UNSUPPORTED);
        assert_string_equal(bank.items[0].rule->id, "CNV028");
    }
    gait_convert_options options = {.target = GAIT_FORMAT_GLTF, .skeleton = part};
    assert_int_equal(convert(&bank, options, &out), GAIT_OK);
    assert_true(out.size > 1000);
    free(out.data);
    gait_skeleton_free(part);
    close_renamed(&bank);
}

/* Neither the skeleton of the caller nor the one that the round trip finds has the unknown bone. */
TEST(a_part_is_never_written_back) {
    renamed bank;
    open_bank(&bank);
    gait_skeleton *part = part_of(&bank, "bip01_r_tou9");
    gait_buffer gltf = {0}, bytes = {0};
    gait_file *edited;
    gait_convert_options options = {.target = GAIT_FORMAT_GLTF, .skeleton = part};
    assert_int_equal(convert(&bank, options, &gltf), GAIT_OK);
    gait_span content = {gltf.data, gltf.size};
    assert_int_equal(gait_file_open(content, "a.glb", NULL, &edited), GAIT_OK);
    const gait_skeleton *skeletons[] = {part, NULL}; /* without one, none is found */
    static const char *const rules[] = {"RTP009", "CNV024"};
    for (int i = 0; i < 2; i++) {
        gait_roundtrip_report *report, *refused;
        gait_roundtrip_options trip = {.refused = &refused};
        assert_int_equal(gait_roundtrip(bank.file, edited, skeletons[i], &trip, &report, &bytes),
                         GAIT_UNSUPPORTED);
        assert_string_equal(gait_roundtrip_report_summary(refused).rule->id, rules[i]);
        assert_int_equal(bytes.size, 0);
        gait_roundtrip_report_free(refused);
    }
    gait_file_free(edited);
    gait_buffer_free(&bytes);
    free(gltf.data);
    gait_skeleton_free(part);
    close_renamed(&bank);
}

/* --- memory ----------------------------------------------------------------------------------- */

static gait_status attempt(const gait_options *base, void *user) {
    gait_search_options options = {.common = *base};
    gait_search_result *result;
    gait_status status = gait_skeleton_search(user, NULL, 0, &options, &result);
    gait_search_result_free(result);
    return status;
}

TEST(every_allocation_may_fail) {
    renamed bank, walk;
    open_bank(&bank);
    open_renamed(&walk, "samples/walk_binarised.rtm", "lefthandring3", "lefthandrong3");
    assert_true(test_every_failing_allocation(attempt, bank.file) > 5);
    assert_true(test_every_failing_allocation(attempt, walk.file) > 5);
    close_renamed(&bank);
    close_renamed(&walk);
}
