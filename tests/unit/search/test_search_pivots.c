/* Tests the search for pivots of RTM bones, and the diagnostics for bones with unknown pivots. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "fixtures.h"
#include "gait/expert.h"
#include "test.h"
#include "model/clip.h"

static const char crane_config[] =
    "class CfgSkeletons { class Crane { skeletonBones[] = {\"mast\",\"\", \"arm\",\"mast\"}; }; };"
    "class CfgModels { };\n";

enum { CRANE_FRAMES = 9, CRANE_SIZE = 28 + 2 * 32 + CRANE_FRAMES * (4 + 2 * (32 + 48)) };

static uint8_t *put_bone(uint8_t *to, const char *name, const float affine[12]) {
    memcpy(to, name, strlen(name));
    to += 32;
    for (int i = 0; i < 12; i++, to += 4) {
        gaiti_store_f32(to, affine[i]);
    }
    return to;
}

/* A plain RTM: the mast does not move; the arm rotates about the point (0, 4, 0), alternately about
 * X and Z, by angles of 3-4-5 and 5-12-13 triangles. */
static gait_file *open_crane(void) {
    static uint8_t bytes[CRANE_SIZE];
    static const float still[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    uint8_t *to = bytes;
    memset(bytes, 0, sizeof bytes);
    memcpy(to, "RTM_0101", 8);
    gaiti_store_u32(to + 20, CRANE_FRAMES);
    gaiti_store_u32(to + 24, 2);
    memcpy(to + 28, "mast", 4);
    memcpy(to + 60, "arm", 3);
    to += 92;
    for (int frame = 0; frame < CRANE_FRAMES; frame++) {
        float c = frame % 4 < 2 ? 0.8F : 12 / 13.0F, s = frame % 4 < 2 ? 0.6F : 5 / 13.0F;
        const float about_x[12] = {1, 0, 0, 0, c, s, 0, -s, c, 0, 4 - 4 * c, -4 * s};
        const float about_z[12] = {c, s, 0, -s, c, 0, 0, 0, 1, 4 * s, 4 - 4 * c, 0};
        gaiti_store_f32(to, (float)frame / (CRANE_FRAMES - 1));
        to = put_bone(to + 4, "mast", still);
        to = put_bone(to, "arm", frame % 2 ? about_x : about_z);
    }
    assert_int_equal(to - bytes, CRANE_SIZE);
    gait_file *file;
    assert_int_equal(gait_file_open((gait_span){bytes, sizeof bytes}, "crane.rtm", NULL, &file),
                     GAIT_OK);
    return file;
}

static gait_file *open_config(void) {
    gait_span bytes = {(const uint8_t *)crane_config, strlen(crane_config)};
    gait_file *file;
    assert_int_equal(gait_file_open(bytes, "model.cfg", NULL, &file), GAIT_OK);
    return file;
}

static gait_search_result *search(const gait_file *animation, const gait_file *config,
                                  const gait_search_options *options) {
    gait_candidate candidate = {.file = config, .path = "model.cfg"};
    gait_search_result *result;
    assert_int_equal(gait_skeleton_search(animation, &candidate, 1, options, &result), GAIT_OK);
    assert_int_equal(gait_search_result_summary(result).source, GAIT_SKELETON_CANDIDATE);
    return result;
}

static void expect_at(const gait_skeleton *skeleton, const char *name, gait_origin origin,
                      double height) {
    int32_t bone = gait_skeleton_find(skeleton, name);
    assert_true(bone >= 0);
    assert_int_equal(skeleton->bones[bone].rest_origin, origin);
    const double *at = skeleton->rest_model[bone].t;
    for (int i = 0; i < 3; i++) {
        double off = at[i] - (i == 1 ? height : 0);
        assert_true(off < 1e-5 && off > -1e-5);
    }
}

TEST(pivots_are_recovered_from_the_motion) {
    gait_file *crane = open_crane(), *config = open_config();
    gait_search_result *result = search(crane, config, NULL);
    const gait_skeleton *skeleton = gait_search_result_skeleton(result);
    const gait_pivot *recovered = gait_search_result_summary(result).recovered;
    assert_non_null(recovered);
    assert_int_equal(recovered[0].origin, GAIT_ORIGIN_RECOVERED);
    assert_int_equal(recovered[1].origin, GAIT_ORIGIN_RECOVERED);
    assert_int_equal(recovered[1].directions, 3);
    expect_at(skeleton, "mast", GAIT_ORIGIN_RECOVERED, 4); /* at the joint with its child */
    expect_at(skeleton, "arm", GAIT_ORIGIN_RECOVERED, 4);
    assert_int_equal(skeleton->bones[1].parent_origin, GAIT_ORIGIN_FILE);
    gait_search_result_free(result);
    gait_file_free(config);
    gait_file_free(crane);
}

TEST(given_pivots_take_precedence) {
    gait_file *crane = open_crane(), *config = open_config();
    const gait_bone points[] = {
        {"mast", -1, {{0, 1, 0}, {0, 0, 0, 1}, {1, 1, 1}}, GAIT_ORIGIN_FILE, GAIT_ORIGIN_PIVOTS},
        {"ARM", -1, {{0, 3, 0}, {0, 0, 0, 1}, {1, 1, 1}}, GAIT_ORIGIN_FILE, GAIT_ORIGIN_PIVOTS}};
    gait_skeleton *pivots;
    for (uint32_t count = 1; count <= 2; count++) {
        assert_int_equal(gaiti_skeleton_new("pivots", points, count, NULL, &pivots), GAIT_OK);
        gait_search_options options = {.pivots = pivots};
        gait_search_result *result = search(crane, config, &options);
        const gait_skeleton *skeleton = gait_search_result_skeleton(result);
        expect_at(skeleton, "mast", GAIT_ORIGIN_PIVOTS, 1);
        expect_at(skeleton, "arm", count == 2 ? GAIT_ORIGIN_PIVOTS : GAIT_ORIGIN_RECOVERED,
                  count == 2 ? 3 : 4);
        assert_int_equal(gait_search_result_summary(result).recovered != NULL, count == 1);
        gait_search_result_free(result);
        gait_skeleton_free(pivots);
    }
    gait_file_free(config);
    gait_file_free(crane);
}

/* The config has the hierarchy, the built-in table has the pivots. */
TEST(a_human_uses_the_pivots_of_the_builtin_table) {
    gait_span bytes = test_fixture_bytes("samples/walk.rtm");
    gait_file *walk;
    gait_skeleton *human;
    assert_int_equal(gait_file_open(bytes, "walk.rtm", NULL, &walk), GAIT_OK);
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &human), GAIT_OK);
    gait_bone bones[256];
    for (uint32_t b = 0; b < human->bone_count; b++) {
        bones[b] = human->bones[b];
        bones[b].rest = (gait_transform){.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
        bones[b].rest_origin = GAIT_ORIGIN_UNKNOWN;
        bones[b].parent_origin = GAIT_ORIGIN_FILE;
    }
    gait_skeleton *tree;
    assert_int_equal(gaiti_skeleton_new("man", bones, human->bone_count, NULL, &tree), GAIT_OK);
    gait_search_options options = {.skeleton = tree};
    gait_search_result *result;
    assert_int_equal(gait_skeleton_search(walk, NULL, 0, &options, &result), GAIT_OK);
    const gait_skeleton *skeleton = gait_search_result_skeleton(result);
    int32_t hand = gait_skeleton_find(skeleton, "LeftHand");
    int32_t same = gait_skeleton_find(human, "LeftHand");
    assert_int_equal(skeleton->bones[hand].parent_origin, GAIT_ORIGIN_FILE);
    assert_int_equal(skeleton->bones[hand].rest_origin, GAIT_ORIGIN_TABLE);
    for (int i = 0; i < 3; i++) {
        double off = skeleton->rest_model[hand].t[i] - human->rest_model[same].t[i];
        assert_true(off < 1e-12 && off > -1e-12);
    }
    gait_search_result_free(result);
    gait_skeleton_free(tree);
    gait_skeleton_free(human);
    gait_file_free(walk);
    free((void *)(uintptr_t)bytes.data);
}

/* gaiti_bmtr_bind_records() makes records without pivots. */
TEST(a_binarised_target_needs_no_pivots) {
    gait_file *crane = open_crane(), *config = open_config();
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    gait_search_options options = {.common.diagnostics = &found, .target = GAIT_FORMAT_BMTR};
    gait_search_result *result = search(crane, config, &options);
    const gait_skeleton *skeleton = gait_search_result_skeleton(result);
    assert_null(gait_search_result_summary(result).recovered);
    expect_at(skeleton, "arm", GAIT_ORIGIN_UNKNOWN, 0);
    assert_int_equal(skeleton->bones[1].parent, 0);
    assert_int_equal(found.count, 0);
    assert_int_equal(found.warnings, 0);
    gait_search_result_free(result);
    gait_file_free(config);
    gait_file_free(crane);
}

TEST(missing_pivots_are_not_reported) {
    gait_file *crane = open_crane(), *config = open_config();
    gait_skeleton *tree, *bound;
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    gait_options plain = {.diagnostics = &found};
    gait_search_options options = {.common = plain};
    assert_int_equal(gait_file_skeleton(config, NULL, &tree), GAIT_OK);
    gait_search_result_free(search(crane, config, &options));
    assert_int_equal(found.count, 0);
    assert_int_equal(found.warnings, 0);
    assert_int_equal(gait_file_bind_skeleton(crane, tree, &plain, &bound), GAIT_OK);
    assert_string_equal(items[0].rule->id, "RTM071"); /* binding without the search reports them */
    uint32_t count = items[0].count;
    gait_search_result_free(search(crane, config, &options));
    assert_int_equal(found.count, 1); /* earlier diagnostics stay */
    assert_int_equal(items[0].count, count);
    assert_int_equal(found.warnings, count);
    gait_skeleton_free(bound);
    gait_skeleton_free(tree);
    gait_file_free(config);
    gait_file_free(crane);
}

/* RTM070: the hierarchy lacks the second bone of the file. */
TEST(other_warnings_are_kept) {
    gait_file *crane = open_crane();
    const gait_bone mast = {
        "mast", -1, {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}, GAIT_ORIGIN_FILE, GAIT_ORIGIN_UNKNOWN};
    gait_skeleton *tree;
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    assert_int_equal(gaiti_skeleton_new("tree", &mast, 1, NULL, &tree), GAIT_OK);
    gait_search_options options = {.common.diagnostics = &found, .skeleton = tree};
    gait_search_result *result;
    assert_int_equal(gait_skeleton_search(crane, NULL, 0, &options, &result), GAIT_OK);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.warnings, 1);
    assert_string_equal(items[0].rule->id, "RTM070");
    gait_search_result_free(result);
    gait_skeleton_free(tree);
    gait_file_free(crane);
}

typedef struct crane_files {
    gait_file *crane, *config;
} crane_files;

static gait_status attempt(const gait_options *base, void *user) {
    const crane_files *files = user;
    gait_candidate candidate = {.file = files->config, .path = "model.cfg"};
    gait_search_options options = {.common = *base};
    gait_search_result *result;
    gait_status status = gait_skeleton_search(files->crane, &candidate, 1, &options, &result);
    gait_search_result_free(result);
    return status;
}

TEST(every_allocation_may_fail) {
    crane_files files = {open_crane(), open_config()};
    assert_true(test_every_failing_allocation(attempt, &files) > 5);
    gait_file_free(files.config);
    gait_file_free(files.crane);
}
