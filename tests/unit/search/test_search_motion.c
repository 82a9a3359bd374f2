/* Recovers skeletons of plain RTM files in a search, and uses them for binarised ones. */
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "gait/expert.h"
#include "test.h"

/* A mast that does not move, an arm that turns about (0, 4, 0), and a hook that shifts. */
enum { BONES = 3, FRAMES = 9, SIZE = 28 + BONES * 32 + FRAMES * (4 + BONES * (32 + 48)) };
static const char *const names[BONES] = {"mast", "arm", "hook"};

/* Alternately about X and Z, by angles of 3-4-5 and 5-12-13 triangles. */
static void set_delta(int bone, int frame, float delta[12]) {
    static const float still[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    float c = frame % 4 < 2 ? 0.8F : 12 / 13.0F, s = frame % 4 < 2 ? 0.6F : 5 / 13.0F;
    const float about_x[12] = {1, 0, 0, 0, c, s, 0, -s, c, 0, 4 - 4 * c, -4 * s};
    const float about_z[12] = {c, s, 0, -s, c, 0, 0, 0, 1, 4 * s, 4 - 4 * c, 0};
    const float *turned = frame % 2 ? about_x : about_z;
    memcpy(delta, bone == 1 ? turned : still, 12 * sizeof *delta);
    delta[9] += bone == 2 ? (float)(frame * frame) : 0;
}

/* A file with the first `bone_count` bones and `frame_count` keys. */
static gait_file *open_crane(uint32_t bone_count, uint32_t frame_count) {
    static uint8_t bytes[SIZE];
    uint8_t *to = bytes + 28;
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, "RTM_0101", 8);
    gaiti_store_u32(bytes + 20, frame_count);
    gaiti_store_u32(bytes + 24, bone_count);
    for (uint32_t b = 0; b < bone_count; b++, to += 32) {
        memcpy(to, names[b], strlen(names[b]));
    }
    for (uint32_t f = 0; f < frame_count; f++) {
        gaiti_store_f32(to, (float)f / FRAMES);
        to += 4;
        for (uint32_t b = 0; b < bone_count; b++) {
            float delta[12];
            set_delta((int)b, (int)f, delta);
            memcpy(to, names[b], strlen(names[b]));
            to += 32;
            for (int i = 0; i < 12; i++, to += 4) {
                gaiti_store_f32(to, delta[i]);
            }
        }
    }
    gait_file *file;
    assert_int_equal(
        gait_file_open((gait_span){bytes, (size_t)(to - bytes)}, "crane.rtm", NULL, &file),
        GAIT_OK);
    return file;
}

static gait_file *open_config(void) {
    static const char text[] = "class CfgSkeletons { class Crane { skeletonBones[] = "
                               "{\"mast\",\"\", \"arm\",\"mast\"}; }; };\n";
    gait_file *file;
    assert_int_equal(
        gait_file_open((gait_span){(const uint8_t *)text, strlen(text)}, "model.cfg", NULL, &file),
        GAIT_OK);
    return file;
}

static gait_skeleton_source source_of(const gait_file *file, const gait_file *config,
                                      const gait_search_options *options) {
    gait_candidate candidate = {.file = config, .path = "model.cfg"};
    gait_search_result *result;
    assert_int_equal(gait_skeleton_search(file, &candidate, config != NULL, options, &result),
                     GAIT_OK);
    gait_search_summary summary = gait_search_result_summary(result);
    assert_int_equal(summary.motion != NULL, summary.source == GAIT_SKELETON_RECOVERED);
    gait_search_result_free(result);
    return summary.source;
}

TEST(the_motion_is_the_last_source_unless_it_is_chosen) {
    gait_file *crane = open_crane(2, FRAMES), *config = open_config();
    const gait_search_options chosen = {.from_motion = true};
    const gait_search_options for_records = {.target = GAIT_FORMAT_BMTR};
    const gait_search_options for_plain = {.target = GAIT_FORMAT_RTM};
    assert_int_equal(source_of(crane, NULL, NULL), GAIT_SKELETON_RECOVERED);
    assert_int_equal(source_of(crane, config, NULL), GAIT_SKELETON_CANDIDATE);
    assert_int_equal(source_of(crane, config, &chosen), GAIT_SKELETON_RECOVERED);
    assert_int_equal(source_of(crane, NULL, &for_records), GAIT_SKELETON_NONE);
    assert_int_equal(source_of(crane, NULL, &for_plain), GAIT_SKELETON_NONE);
    gait_file_free(crane);
    crane = open_crane(2, 1);
    assert_int_equal(source_of(crane, NULL, NULL), GAIT_SKELETON_NONE);
    assert_int_equal(source_of(crane, NULL, &chosen), GAIT_SKELETON_RECOVERED);
    gait_file_free(config);
    gait_file_free(crane);
}

/* The rule for which a search fails; "" if it succeeds. */
static const char *refusal(const gait_file *file, gait_search_options options) {
    static gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    gait_search_result *result;
    options.common.diagnostics = &found;
    gait_status status = gait_skeleton_search(file, NULL, 0, &options, &result);
    gait_search_result_free(result);
    assert_int_equal(status, found.errors > 0 ? GAIT_UNSUPPORTED : GAIT_OK);
    return found.errors > 0 ? items[found.count - 1].rule->id : "";
}

TEST(a_chosen_motion_without_joints_is_refused) {
    gait_file *mast = open_crane(1, FRAMES), *crane = open_crane(2, FRAMES);
    gait_skeleton *man;
    gait_search_result *result;
    gait_search_options options = {.from_motion = true};
    assert_string_equal(refusal(mast, options), "CNV027");
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &man), GAIT_OK);
    options.skeleton = man;
    assert_int_equal(gait_skeleton_search(crane, NULL, 0, &options, &result), GAIT_BAD_ARGUMENT);
    gait_skeleton_free(man);
    gait_file_free(crane);
    gait_file_free(mast);
}

TEST(records_need_all_bones_in_one_tree) {
    const gait_search_options options = {.from_motion = true, .target = GAIT_FORMAT_BMTR};
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    gait_search_options one_tree = options;
    gait_search_result *result;
    gait_file *crane = open_crane(2, FRAMES);
    one_tree.common.diagnostics = &found;
    assert_int_equal(gait_skeleton_search(crane, NULL, 0, &one_tree, &result), GAIT_OK);
    assert_int_equal(gait_search_result_skeleton(result)->bones[1].parent, 0);
    assert_string_equal(items[0].rule->id, "BMT144");
    gait_search_result_free(result);
    gait_file_free(crane);
    crane = open_crane(3, FRAMES);
    assert_string_equal(refusal(crane, options), "BMT143");
    gait_file_free(crane);
}

static gait_status attempt(const gait_options *base, void *user) {
    gait_search_options options = {
        .common = *base, .from_motion = true, .target = GAIT_FORMAT_BMTR};
    gait_search_result *result;
    gait_status status = gait_skeleton_search(user, NULL, 0, &options, &result);
    gait_search_result_free(result);
    return status;
}

TEST(every_allocation_may_fail) {
    gait_file *crane = open_crane(2, FRAMES);
    assert_true(test_every_failing_allocation(attempt, crane) > 5);
    gait_file_free(crane);
}
