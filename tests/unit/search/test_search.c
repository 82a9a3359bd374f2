/* Tests which skeleton a search selects: that of the options, of the file, of a candidate, a
 * built-in one, or none. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/expert.h"
#include "test.h"
#include "tiny_rtm.h"

/* --- files ------------------------------------------------------------------------------------ */

static gait_file *open_text(const char *text, const char *name) {
    gait_span bytes = {(const uint8_t *)text, strlen(text)};
    gait_file *file;
    assert_int_equal(gait_file_open(bytes, name, NULL, &file), GAIT_OK);
    return file;
}

/* BVH models for a bank with the bones `root` and `hand`: the same bones, one more, and one less.
 */
#define JOINT(name, children)                                                                      \
    name "\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n" children "}\n"
#define END "End Site\n{\nOFFSET 0 1 0\n}\n"
#define STILL "MOTION\nFrames: 0\nFrame Time: 0.1\n"
static const char exact_model[] = "HIERARCHY\n" JOINT("ROOT root", JOINT("JOINT hand", END)) STILL;
static const char larger_model[] =
    "HIERARCHY\n" JOINT("ROOT root", JOINT("JOINT hand", JOINT("JOINT finger", END))) STILL;
static const char smaller_model[] = "HIERARCHY\n" JOINT("ROOT root", END) STILL;

/* The model `walk` has the name of tiny_rtm(), which has the bone Pelvis and another one. */
static const char walk_config[] =
    "class CfgSkeletons {\n"
    "class Crane { skeletonBones[] = {\"mast\",\"\", \"arm\",\"mast\"}; };\n"
    "class Walker { skeletonBones[] = {\"root\",\"\", \"pelvis\",\"root\"}; }; };\n"
    "class CfgModels { class Crane { skeletonName = \"Crane\"; };\n"
    "class Walk { skeletonName = \"Walker\"; }; };\n";
static const char single_config[] =
    "class CfgSkeletons { class Only { skeletonBones[] = {\"Pelvis\",\"\"}; }; };\n";
static const char other_config[] =
    "class CfgSkeletons { class Crane { skeletonBones[] = {\"mast\",\"\"}; }; };\n";

/* --- results ---------------------------------------------------------------------------------- */

static gait_search_result *search(const gait_file *animation, const gait_candidate *candidates,
                                  uint32_t count, const gait_search_options *options) {
    gait_search_result *result;
    assert_int_equal(gait_skeleton_search(animation, candidates, count, options, &result), GAIT_OK);
    assert_non_null(gait_search_result_skeleton(result));
    return result;
}

static void expect_source(const gait_search_result *result, gait_skeleton_source source,
                          uint32_t entry, uint32_t entry_count) {
    gait_search_summary summary = gait_search_result_summary(result);
    assert_int_equal(summary.source, source);
    if (summary.used) {
        assert_ptr_equal(summary.used, &summary.entries[entry]);
    } else {
        assert_true(source == GAIT_SKELETON_NONE || source == GAIT_SKELETON_GIVEN ||
                    source == GAIT_SKELETON_IN_FILE);
    }
    assert_int_equal(summary.entry_count, entry_count);
    assert_int_equal(summary.tree != NULL, source != GAIT_SKELETON_NONE);
}

static void expect_entry(const gait_search_result *result, uint32_t index, const char *from,
                         gait_search_outcome outcome, gait_coverage coverage) {
    gait_search_entry entry = gait_search_result_summary(result).entries[index];
    bool is_candidate = entry.source == GAIT_SKELETON_CANDIDATE;
    assert_string_equal(is_candidate ? entry.path : entry.name, from);
    assert_string_equal(is_candidate ? "" : gait_builtin_at(entry.index).name,
                        is_candidate ? "" : from);
    assert_int_equal(entry.outcome, outcome);
    assert_int_equal(entry.coverage.matched, coverage.matched);
    assert_int_equal(entry.coverage.missing, coverage.missing);
    assert_int_equal(entry.coverage.unused, coverage.unused);
}

static gait_skeleton *builtin(const char *name) {
    gait_skeleton *skeleton;
    assert_int_equal(gait_builtin_skeleton(name, NULL, &skeleton), GAIT_OK);
    return skeleton;
}

/* --- skeletons of the options and of the file ------------------------------------------------- */

TEST(a_given_skeleton_ends_the_search) {
    test_file bank = test_open("samples/stalker.omf");
    gait_skeleton *given = builtin("xray-stalker");
    gait_candidate unused = {.file = NULL, .path = "a.ogf"};
    gait_search_options options = {.skeleton = given};
    gait_search_result *result = search(bank.file, &unused, 1, &options);
    expect_source(result, GAIT_SKELETON_GIVEN, 0, 0);
    assert_ptr_equal(gait_search_result_summary(result).tree, given);
    assert_int_equal(gait_search_result_skeleton(result)->bone_count, given->bone_count);
    gait_search_result_free(result);
    gait_skeleton_free(given);
    test_close(&bank);
}

TEST(a_model_uses_its_own_skeleton) {
    static const char *const models[] = {"ogf/ok/skeleton.ogf", "ogf/ok/motions_inside.ogf",
                                         "gltf/ok/waving.glb", "bvh/ok/tiny.bvh"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        test_file model = test_open(models[i]);
        gait_file *other = open_text(larger_model, "b.bvh");
        gait_candidate candidate = {.file = other, .path = "b.bvh"};
        gait_search_result *result = search(model.file, &candidate, 1, NULL);
        expect_source(result, GAIT_SKELETON_IN_FILE, 0, 0);
        assert_int_equal(gait_search_result_skeleton(result)->bone_count,
                         gait_file_bone_count(model.file));
        gait_search_result_free(result);
        gait_file_free(other);
        test_close(&model);
    }
}

/* --- RTM -------------------------------------------------------------------------------------- */

TEST(a_config_is_paired_by_the_name_of_the_animation) {
    gait_file *walk = tiny_rtm_open();
    gait_file *other = open_text(other_config, "a/model.cfg");
    gait_file *config = open_text(walk_config, "b/model.cfg");
    gait_candidate candidates[] = {{.file = NULL, .path = "0/model.cfg"},
                                   {.file = walk, .path = "walk.rtm"},
                                   {.file = other, .path = "a/model.cfg"},
                                   {.file = config, .path = "b/model.cfg"},
                                   {.file = config, .path = NULL}};
    gait_search_result *result = search(walk, candidates, 5, NULL);
    expect_source(result, GAIT_SKELETON_CANDIDATE, 3, 5);
    expect_entry(result, 0, "0/model.cfg", GAIT_SEARCH_NO_SKELETON, (gait_coverage){0, 0, 0});
    expect_entry(result, 1, "walk.rtm", GAIT_SEARCH_NO_SKELETON, (gait_coverage){0, 0, 0});
    expect_entry(result, 2, "a/model.cfg", GAIT_SEARCH_LACKS_BONES, (gait_coverage){0, 2, 1});
    expect_entry(result, 3, "b/model.cfg", GAIT_SEARCH_USED, (gait_coverage){1, 1, 1});
    expect_entry(result, 4, "", GAIT_SEARCH_LACKS_BONES, (gait_coverage){1, 1, 1});
    gait_search_entry used = gait_search_result_summary(result).entries[3];
    assert_string_equal(used.name, "Walker");
    assert_int_equal(used.index, 3);
    assert_int_equal(used.body_count, 0);
    gait_search_result_free(result);
    gait_file_free(config);
    gait_file_free(other);
    gait_file_free(walk);
}

TEST(a_config_with_one_skeleton_needs_no_matching_name) {
    gait_file *walk = tiny_rtm_open();
    gait_file *config = open_text(single_config, "model.cfg");
    gait_candidate candidate = {.file = config, .path = NULL};
    gait_search_result *result = search(walk, &candidate, 1, NULL);
    expect_source(result, GAIT_SKELETON_CANDIDATE, 0, 1);
    expect_entry(result, 0, "", GAIT_SEARCH_USED, (gait_coverage){1, 1, 0});
    assert_string_equal(gait_search_result_summary(result).entries[0].name, "Only");
    gait_search_result_free(result);
    gait_file_free(config);
    gait_file_free(walk);
}

/* Without a model of its name, the file gets the skeleton with all of its bones and the fewest
 * others. A skeleton that lacks one of them is not used. */
TEST(a_config_with_several_skeletons_is_searched_by_bones) {
    static const char text[] =
        "class CfgSkeletons {\n"
        "class Half { skeletonBones[] = {\"pelvis\",\"\", \"arm\",\"pelvis\"}; };\n"
        "class More { skeletonBones[] = {\"pelvis\",\"\", \"\xC4\xFF\xC4\xFF\",\"pelvis\", "
        "\"arm\",\"pelvis\"}; };\n"
        "class Same { skeletonBones[] = {\"pelvis\",\"\", \"\xC4\xFF\xC4\xFF\",\"pelvis\"}; };\n"
        "class Other { skeletonBones[] = {\"mast\",\"\"}; }; };\n";
    gait_file *walk = tiny_rtm_open();
    gait_file *config = open_text(text, "model.cfg");
    gait_candidate candidate = {.file = config, .path = "model.cfg"};
    gait_search_result *result = search(walk, &candidate, 1, NULL);
    expect_source(result, GAIT_SKELETON_CANDIDATE, 0, 1);
    expect_entry(result, 0, "model.cfg", GAIT_SEARCH_USED, (gait_coverage){2, 0, 0});
    assert_string_equal(gait_search_result_summary(result).entries[0].name, "Same");
    gait_search_result_free(result);
    gait_file_free(config);
    gait_file_free(walk);
}

/* Two skeletons that fit equally well, with other parents: the first is used, the second listed. */
TEST(equal_skeletons_of_a_config_are_listed) {
    static const char text[] =
        "class CfgSkeletons {\n"
        "class Foo { skeletonBones[] = {\"pelvis\",\"\", \"\xC4\xFF\xC4\xFF\",\"pelvis\"}; };\n"
        "class Bar { skeletonBones[] = {\"\xC4\xFF\xC4\xFF\",\"\", "
        "\"pelvis\",\"\xC4\xFF\xC4\xFF\"}; }; "
        "};\n";
    gait_file *walk = tiny_rtm_open();
    gait_file *config = open_text(text, "model.cfg");
    gait_candidate candidate = {.file = config, .path = "model.cfg"};
    gait_search_result *result = search(walk, &candidate, 1, NULL);
    gait_search_summary found = gait_search_result_summary(result);
    assert_int_equal(found.entry_count, 2);
    assert_string_equal(found.used->name, "Foo");
    for (uint32_t i = 0; i < found.entry_count; i++) {
        assert_int_equal(found.entries[i].has_other_rest,
                         strcmp(found.entries[i].name, "Bar") == 0);
    }
    gait_search_result_free(result);
    gait_file_free(config);
    gait_file_free(walk);
}

TEST(a_binarised_file_needs_every_bone) {
    test_file walk = test_open("samples/walk_binarised.rtm");
    gait_file *config = open_text(single_config, "model.cfg");
    gait_candidate candidate = {.file = config, .path = "model.cfg"};
    gait_search_result *result = search(walk.file, &candidate, 1, NULL);
    expect_source(result, GAIT_SKELETON_BUILTIN, 1, 2);
    expect_entry(result, 0, "model.cfg", GAIT_SEARCH_LACKS_BONES, (gait_coverage){1, 66, 0});
    expect_entry(result, 1, "arma3-man", GAIT_SEARCH_USED, (gait_coverage){67, 0, 103 - 67});
    gait_search_result_free(result);
    gait_file_free(config);
    test_close(&walk);
}

TEST(humans_are_recognised_by_their_body_bones) {
    test_file walk = test_open("samples/walk.rtm");
    gait_search_result *result = search(walk.file, NULL, 0, NULL);
    expect_source(result, GAIT_SKELETON_BUILTIN, 0, 1);
    gait_search_entry entry = gait_search_result_summary(result).entries[0];
    assert_string_equal(entry.name, "arma3-man");
    assert_int_equal(entry.outcome, GAIT_SEARCH_USED);
    assert_int_equal(entry.body_count, 67);
    assert_int_equal(entry.body_matched, 67);
    assert_int_equal(gait_search_result_skeleton(result)->bone_count, 67);
    gait_search_result_free(result);
    test_close(&walk);
}

TEST(too_few_body_bones_are_not_a_human) {
    gait_file *walk = tiny_rtm_open();
    gait_search_result *result = search(walk, NULL, 0, NULL);
    expect_source(result, GAIT_SKELETON_NONE, 0, 1);
    expect_entry(result, 0, "arma3-man", GAIT_SEARCH_LACKS_BODY, (gait_coverage){1, 1, 102});
    assert_int_equal(gait_search_result_summary(result).entries[0].body_matched, 1);
    assert_int_equal(gait_search_result_skeleton(result)->bone_count, 2);
    gait_search_result_free(result);
    gait_file_free(walk);
}

/* The walk, in which only the first `kept` bones have names of the human. */
static test_file open_partly_human(uint32_t kept) {
    enum { NAME = 32 };
    test_file walk = test_open("samples/walk.rtm");
    test_file partly = {.bytes = {malloc(walk.bytes.size), walk.bytes.size}};
    uint8_t *bytes = (uint8_t *)partly.bytes.data;
    assert_non_null(bytes);
    memcpy(bytes, walk.bytes.data, walk.bytes.size);
    for (uint32_t b = kept; b < gait_file_bone_count(walk.file); b++) {
        const uint8_t *name = gait_file_bone_name(walk.file, b).data;
        for (size_t at = 0; at + NAME <= walk.bytes.size; at++) {
            if (memcmp(walk.bytes.data + at, name, NAME) == 0) {
                bytes[at] = '#';
            }
        }
    }
    assert_int_equal(gait_file_open(partly.bytes, "walk.rtm", NULL, &partly.file), GAIT_OK);
    test_close(&walk);
    return partly;
}

TEST(half_of_the_body_is_a_human) {
    static const gait_search_outcome outcomes[] = {GAIT_SEARCH_LACKS_BODY, GAIT_SEARCH_USED};
    for (uint32_t i = 0; i < 2; i++) {
        test_file walk = open_partly_human(33 + i); /* of 67 */
        gait_search_result *result = search(walk.file, NULL, 0, NULL);
        gait_search_entry entry = gait_search_result_summary(result).entries[0];
        assert_int_equal(entry.body_matched, 33 + i);
        assert_int_equal(entry.outcome, outcomes[i]);
        gait_search_result_free(result);
        test_close(&walk);
    }
}

/* Version 5 is from Arma 3, older versions are from Arma 2. */
TEST(old_binarised_files_use_the_arma2_human) {
    static const char *const files[] = {"bmtr/ok/version_4.rtm", "bmtr/ok/two_bones.rtm"};
    static const char *const humans[] = {"arma2-man", "arma3-man"};
    for (int i = 0; i < 2; i++) {
        test_file file = test_open(files[i]);
        gait_search_result *result = search(file.file, NULL, 0, NULL);
        assert_string_equal(gait_search_result_summary(result).entries[0].name, humans[i]);
        gait_search_result_free(result);
        test_close(&file);
    }
}

/* --- banks ------------------------------------------------------------------------------------ */

typedef struct models {
    test_file bank;
    gait_file *exact, *larger, *smaller;
} models;

static models open_models(void) {
    return (models){.bank = test_open("omf/ok/two_parts.omf"),
                    .exact = open_text(exact_model, "exact.bvh"),
                    .larger = open_text(larger_model, "larger.bvh"),
                    .smaller = open_text(smaller_model, "smaller.bvh")};
}

static void close_models(models *self) {
    gait_file_free(self->smaller);
    gait_file_free(self->larger);
    gait_file_free(self->exact);
    test_close(&self->bank);
}

TEST(the_model_with_exactly_the_same_bones_is_used) {
    models all = open_models();
    gait_candidate candidates[] = {{.file = NULL, .path = "damaged"},
                                   {.file = all.smaller, .path = "smaller"},
                                   {.file = all.larger, .path = "larger"},
                                   {.file = all.exact, .path = "exact"},
                                   {.file = all.exact, .path = "behind"}};
    gait_search_result *result = search(all.bank.file, candidates, 5, NULL);
    expect_source(result, GAIT_SKELETON_CANDIDATE, 3, 5);
    expect_entry(result, 0, "damaged", GAIT_SEARCH_NO_SKELETON, (gait_coverage){0, 0, 0});
    expect_entry(result, 1, "smaller", GAIT_SEARCH_LACKS_BONES, (gait_coverage){1, 1, 0});
    expect_entry(result, 2, "larger", GAIT_SEARCH_SURPASSED, (gait_coverage){2, 0, 1});
    expect_entry(result, 3, "exact", GAIT_SEARCH_USED, (gait_coverage){2, 0, 0});
    expect_entry(result, 4, "behind", GAIT_SEARCH_SURPASSED, (gait_coverage){2, 0, 0});
    assert_int_equal(gait_search_result_skeleton(result)->bone_count, 2);
    assert_int_equal(gait_search_result_summary(result).tree->bone_count, 2);
    gait_search_result_free(result);
    close_models(&all);
}

TEST(the_first_of_equal_models_is_used) {
    models all = open_models();
    gait_candidate candidates[] = {{.file = all.larger, .path = "first"},
                                   {.file = all.larger, .path = "second"}};
    gait_search_result *result = search(all.bank.file, candidates, 2, NULL);
    expect_source(result, GAIT_SKELETON_CANDIDATE, 0, 2);
    expect_entry(result, 0, "first", GAIT_SEARCH_USED, (gait_coverage){2, 0, 1});
    expect_entry(result, 1, "second", GAIT_SEARCH_SURPASSED, (gait_coverage){2, 0, 1});
    gait_search_result_free(result);
    close_models(&all);
}

TEST(builtin_skeletons_are_tried_after_models) {
    models all = open_models();
    test_file bank = test_open("samples/stalker.omf");
    gait_candidate candidate = {.file = all.larger, .path = "larger"};
    gait_search_result *result = search(bank.file, &candidate, 1, NULL);
    expect_source(result, GAIT_SKELETON_BUILTIN, 1, 3);
    expect_entry(result, 0, "larger", GAIT_SEARCH_LACKS_BONES, (gait_coverage){0, 47, 3});
    expect_entry(result, 1, "xray-stalker", GAIT_SEARCH_USED, (gait_coverage){47, 0, 0});
    expect_entry(result, 2, "xray-hands", GAIT_SEARCH_LACKS_BONES, (gait_coverage){13, 34, 29});
    assert_true(gait_skeleton_has_known_parents(gait_search_result_skeleton(result)));
    gait_search_result_free(result);
    test_close(&bank);
    close_models(&all);
}

TEST(parents_stay_unknown_without_a_skeleton) {
    test_file bank = test_open("omf/ok/two_parts.omf");
    gait_search_result *result = search(bank.file, NULL, 0, NULL);
    expect_source(result, GAIT_SKELETON_NONE, 0, 2);
    expect_entry(result, 0, "xray-stalker", GAIT_SEARCH_LACKS_BONES, (gait_coverage){0, 2, 47});
    assert_false(gait_skeleton_has_known_parents(gait_search_result_skeleton(result)));
    gait_search_result_free(result);
    test_close(&bank);
}

/* A model without bones accepts any skeleton. */
TEST(a_file_without_clips_gets_a_copy_of_the_skeleton) {
    gait_skeleton *hands = builtin("xray-hands");
    test_file mesh = test_open("ogf/ok/mesh_only.ogf");
    gait_search_options options = {.skeleton = hands};
    gait_search_result *result;
    assert_int_equal(gait_skeleton_search(mesh.file, NULL, 0, &options, &result), GAIT_OK);
    gait_skeleton *skeleton = gait_search_result_detach_skeleton(result);
    assert_null(gait_search_result_skeleton(result));
    assert_null(gait_search_result_detach_skeleton(result));
    assert_ptr_not_equal(skeleton, gait_search_result_summary(result).tree);
    gait_search_result_free(result);
    assert_int_equal(skeleton->bone_count, hands->bone_count);
    assert_string_equal(skeleton->bones[2].name, hands->bones[2].name);
    gait_skeleton_free(skeleton);
    gait_skeleton_free(hands);
    test_close(&mesh);
}

/* The rest pose of an object is its first frame. After an edit of that, the rest pose of before can
 * be given. */
TEST(the_motion_of_an_object_gets_a_skeleton_with_one_bone) {
    gait_file *model = open_text(smaller_model, "root.bvh");
    gait_search_result *result = search(model, NULL, 0, NULL);
    gait_skeleton *given = gait_search_result_detach_skeleton(result);
    gait_skeleton *hands = builtin("xray-hands");
    gait_search_result_free(result);
    test_file file = test_open("anm/ok/shapes.anm");
    gait_search_options options = {.skeleton = given};
    result = search(file.file, NULL, 0, &options);
    expect_source(result, GAIT_SKELETON_GIVEN, 0, 0);
    const gait_skeleton *bound = gait_search_result_skeleton(result);
    assert_int_equal(bound->bone_count, 1);
    assert_string_equal(bound->bones[0].name, "root");
    assert_int_equal(bound->bones[0].rest_origin, GAIT_ORIGIN_FILE);
    gait_clip *clip;
    assert_int_equal(gait_file_clip(file.file, 0, bound, NULL, &clip), GAIT_OK);
    gait_clip_free(clip);
    gait_search_result_free(result);
    options.skeleton = hands;
    assert_int_equal(gait_skeleton_search(file.file, NULL, 0, &options, &result), GAIT_UNSUPPORTED);
    result = search(file.file, NULL, 0, NULL);
    expect_source(result, GAIT_SKELETON_IN_FILE, 0, 0);
    gait_search_result_free(result);
    gait_skeleton_free(given);
    gait_skeleton_free(hands);
    gait_file_free(model);
    test_close(&file);
}

TEST(a_model_without_bones_has_no_skeleton) {
    models all = open_models();
    test_file mesh = test_open("ogf/ok/mesh_only.ogf");
    gait_candidate candidate = {.file = all.larger, .path = "larger"};
    gait_search_result *result;
    assert_int_equal(gait_skeleton_search(mesh.file, &candidate, 1, NULL, &result), GAIT_OK);
    assert_int_equal(gait_search_result_summary(result).source, GAIT_SKELETON_NONE);
    assert_null(gait_search_result_skeleton(result));
    gait_search_result_free(result);
    test_close(&mesh);
    close_models(&all);
}

/* --- skeletons that cannot be bound ----------------------------------------------------------- */

TEST(clips_without_bones_have_no_skeleton) {
    test_file file = test_open("ogf/bad/v3_oldest_without_bones.ogf");
    gait_search_result *result;
    assert_int_equal(gait_file_clip_count(file.file), 1);
    assert_int_equal(gait_skeleton_search(file.file, NULL, 0, NULL, &result), GAIT_NOT_FOUND);
    assert_null(gait_search_result_skeleton(result));
    gait_search_result_free(result);
    test_close(&file);
}

TEST(a_skeleton_that_lacks_bones_is_unsupported) {
    static const char *const files[] = {"omf/ok/two_parts.omf", "bmtr/ok/two_bones.rtm"};
    static const char *const rules[] = {"OMF140", "BMT140"};
    gait_skeleton *hands = builtin("xray-hands");
    for (int i = 0; i < 2; i++) {
        test_file file = test_open(files[i]);
        gait_diagnostic items[8];
        gait_diagnostics found = {.items = items, .capacity = 8};
        gait_search_options options = {.common.diagnostics = &found, .skeleton = hands};
        gait_search_result *result, *refused;
        assert_int_equal(gait_skeleton_search(file.file, NULL, 0, &options, &result),
                         GAIT_UNSUPPORTED);
        assert_null(result);
        options.refused = &refused;
        assert_int_equal(gait_skeleton_search(file.file, NULL, 0, &options, &result),
                         GAIT_UNSUPPORTED);
        assert_null(result);
        assert_null(gait_search_result_skeleton(refused));
        assert_ptr_equal(gait_search_result_summary(refused).tree, hands);
        assert_string_equal(items[0].rule->id, rules[i]);
        gait_search_result_free(refused);
        test_close(&file);
    }
    gait_skeleton_free(hands);
}

TEST(wrong_arguments_are_refused) {
    test_file scene = test_open("gltf/ok/waving.glb"), capture = test_open("bvh/ok/tiny.bvh");
    gait_file *walk = tiny_rtm_open();
    gait_skeleton *given = builtin("arma3-man");
    gait_search_options with_skeleton = {.skeleton = given};
    gait_search_options other_target = {.target = GAIT_FORMAT_COUNT};
    gait_search_result *result = (gait_search_result *)(uintptr_t)1;
    assert_int_equal(gait_skeleton_search(walk, NULL, 0, NULL, NULL), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_skeleton_search(NULL, NULL, 0, NULL, &result), GAIT_BAD_ARGUMENT);
    assert_null(result);
    assert_int_equal(gait_skeleton_search(walk, NULL, 1, NULL, &result), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_skeleton_search(walk, NULL, 0, &other_target, &result),
                     GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_skeleton_search(scene.file, NULL, 0, &with_skeleton, &result),
                     GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_skeleton_search(capture.file, NULL, 0, &with_skeleton, &result),
                     GAIT_BAD_ARGUMENT);
    assert_null(result);

    assert_null(gait_search_result_skeleton(NULL));
    assert_null(gait_search_result_detach_skeleton(NULL));
    gait_search_result_free(NULL);
    assert_int_equal(gait_search_result_summary(NULL).entry_count, 0);
    assert_null(gait_search_result_summary(NULL).entries);
    assert_null(gait_search_result_summary(NULL).used);
    result = search(walk, NULL, 0, NULL);
    assert_int_equal(gait_search_result_summary(result).entries[0].source, GAIT_SKELETON_BUILTIN);
    assert_int_equal(gait_search_result_summary(result).entry_count, 1);
    gait_search_result_free(result);
    gait_skeleton_free(given);
    gait_file_free(walk);
    test_close(&capture);
    test_close(&scene);
}

/* --- memory ----------------------------------------------------------------------------------- */

static gait_status attempt(const gait_options *base, void *user) {
    const models *all = user;
    gait_candidate candidates[] = {{.file = all->smaller, .path = "a"},
                                   {.file = all->larger, .path = "b"},
                                   {.file = all->exact, .path = "c"}};
    gait_search_options options = {.common = *base};
    gait_search_result *result;
    gait_status status = gait_skeleton_search(all->bank.file, candidates, 3, &options, &result);
    gait_search_result_free(result);
    return status;
}

static gait_status attempt_tables(const gait_options *base, void *user) {
    gait_search_options options = {.common = *base};
    gait_search_result *result;
    gait_status status = gait_skeleton_search(user, NULL, 0, &options, &result);
    gait_search_result_free(result);
    return status;
}

TEST(every_allocation_may_fail) {
    models all = open_models();
    test_file bank = test_open("samples/stalker.omf");
    test_file walk = test_open("samples/walk_binarised.rtm");
    assert_true(test_every_failing_allocation(attempt, &all) > 5);
    assert_true(test_every_failing_allocation(attempt_tables, bank.file) > 3);
    assert_true(test_every_failing_allocation(attempt_tables, walk.file) > 3);
    test_close(&walk);
    test_close(&bank);
    close_models(&all);
}

TEST(exceeding_a_limit_fails_the_search) {
    test_file bank = test_open("samples/stalker.omf");
    gait_search_options options = {.common.max_bytes = 256};
    gait_search_result *result;
    assert_int_equal(gait_skeleton_search(bank.file, NULL, 0, &options, &result), GAIT_LIMIT);
    assert_null(result);
    test_close(&bank);
}
