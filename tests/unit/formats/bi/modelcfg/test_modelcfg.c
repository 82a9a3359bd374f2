/* Configs: bones, inheritance, pairing by name, and irregular syntax of hand-written texts. */
#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "gait/modelcfg.h"
#include "test.h"
#include "formats/bi/modelcfg/modelcfg.h"

static gait_modelcfg *open_text(const char *text) {
    gait_modelcfg *config;
    gait_span bytes = {(const uint8_t *)text, strlen(text)};
    assert_int_equal(gaiti_modelcfg_open(bytes, NULL, &config), GAIT_OK);
    return config;
}

/* Asserts the bones of a skeleton as "bone<parent bone<parent ...", in the order listed. */
static void assert_bones(const gait_modelcfg *config, const char *name, const char *expected) {
    char spelled[512] = "";
    int32_t skeleton = gait_modelcfg_find(config, name);
    assert_in_range(skeleton, 0, gait_modelcfg_skeleton_count(config) - 1);
    uint32_t count = gait_modelcfg_skeleton_at(config, (uint32_t)skeleton).bone_count;
    for (uint32_t b = 0; b < count; b++) {
        gait_modelcfg_bone bone = gait_modelcfg_bone_at(config, (uint32_t)skeleton, b);
        assert_in_range(bone.parent + 1, 0, count);
        strcat(spelled, b > 0 ? " " : "");
        strcat(spelled, bone.name);
        strcat(spelled, "<");
        strcat(spelled,
               bone.parent < 0
                   ? ""
                   : gait_modelcfg_bone_at(config, (uint32_t)skeleton, (uint32_t)bone.parent).name);
    }
    assert_string_equal(spelled, expected);
}

static void check_bones(const char *text, const char *name, const char *expected) {
    gait_modelcfg *config = open_text(text);
    assert_bones(config, name, expected);
    gaiti_modelcfg_free(config);
}

TEST(inherited_bones_come_first_without_duplicates) {
    static const char text[] =
        "class CfgSkeletons {"
        " class Head { skeletonBones[] = {\"head\", \"neck\", \"neck\", \"\"}; };"
        " class Man { skeletonInherit = \"HEAD\";"
        "  skeletonBones[] = {\"arm\", \"Neck\", \"NECK\", \"arm\"}; };"
        " class Same : Man {};"
        " class Other : Man { skeletonBones[] = {\"tail\", \"arm\"}; };"
        " class More : Man { skeletonBones[] += {\"hand\", \"arm\"}; };"
        " class Most : More { skeletonBones[] += {\"tip\", \"hand\"}; };"
        " class Own : Man { skeletonInherit = \"\"; };"
        "};";
    gait_modelcfg *config = open_text(text);
    assert_bones(config, "Head", "head<neck neck<");
    assert_bones(config, "man", "head<neck neck< arm<neck");
    assert_bones(config, "Same", "head<neck neck< arm<neck");
    assert_bones(config, "Other", "head<neck neck< tail<"); /* Other replaces the array */
    assert_bones(config, "More", "head<neck neck< arm<neck hand<arm");
    assert_bones(config, "Most", "head<neck neck< arm<neck hand<arm tip<hand");
    assert_bones(config, "Own", "arm<NECK NECK<arm");
    assert_string_equal(gait_modelcfg_skeleton_at(config, 2).inherits, "HEAD");
    assert_int_equal(gait_modelcfg_find(config, "nobody"), -1);
    gaiti_modelcfg_free(config);
}

TEST(cyclic_inheritance_terminates) {
    static const char text[] =
        "class CfgSkeletons {"
        " class A : B { skeletonInherit = \"B\"; skeletonBones[] += {\"a\", \"\"}; };"
        " class B : A { skeletonInherit = \"A\"; skeletonBones[] += {\"b\", \"\"}; };"
        " class Self : Self { skeletonInherit = \"Self\"; skeletonBones[] = {\"s\", \"\"}; };"
        "};";
    gait_modelcfg *config = open_text(text);
    assert_bones(config, "A", "a< b<");
    assert_bones(config, "B", "b< a<");
    assert_bones(config, "Self", "s<");
    gaiti_modelcfg_free(config);
}

TEST(malformed_texts_keep_their_bones) {
    static const struct {
        const char *text, *bones;
    } cases[] = {
        {"class CfgSkeletons{class S{skeletonBones[]={\"a\",\"\",\"b\",\"a\",};};};", "a< b<a"},
        {"class CfgSkeletons\n{\nclass S\n{\nskeletonBones[]={\"a\",\"\"}\n}\n}", "a<"},
        {"class CfgSkeletons {class S {skeletonBones[] = {a, \"\", b c, a}; } };", "a< b c<a"},
        {"class CfgSkeletons {class S {skeletonBones[] = {\"a\" \"\" \"b\" \"a\"};};};", "a< b<a"},
        {"class CfgSkeletons {class S {skeletonBones[] = {\"a\",\"\";\"b\",\"a\"};};};", "a< b<a"},
        {"class CfgSkeletons {class S {skeletonBones[] = {\"a\",\"\"; x = 1; };};", "a<"},
        {"class CfgSkeletons {class S {skeletonBones[] = {\n\"a\",\"\",\n\"b\",\"a\n};};};",
         "a< b<a"},
        {"class CfgSkeletons {class S {x = \"1;\nskeletonBones[] = {\"a\",\"\"};};};", "a<"},
        {"class CfgSkeletons {class S {x = 1\nskeletonBones[] = {\"a\",\"\"};};};", "a<"},
        {"class CfgSkeletons {MACRO\nANOTHER(1, {2})\nclass S {skeletonBones[]={\"a\",\"\"};};",
         "a<"},
        {"#define X { \\\n {{{ \nclass CfgSkeletons {\n #if 1\nclass S {skeletonBones[] = {\n"
         "#ifdef Y\n\"a\",\"\",\n#else\n\"b\",\"\"\n#endif\n};};};",
         "b<"},
        {"#define BONE(a,b) #a, #b\n#define ROOT BONE(root,)\n"
         "class CfgSkeletons {class S {skeletonBones[] = {ROOT, BONE(arm,root)};};};",
         "root< arm<root"},
        {"class CfgSkeletons {class S {skeletonBones[]={\"a\",\"\"};}; }; }; class CfgModels {};",
         "a<"},
        {"class CfgSkeletons {class S {skeletonBones[]={\"a\",\"\", /* \"b\",\"a\" */};};};", "a<"},
        {"class CfgSkeletons {class S {skeletonBones {\"x\"}; skeletonBones[] = {\"a\",\"\"};};};",
         "a<"},
        {"class CfgSkeletons {class S;class T;class S:T {skeletonBones [ ] = {\"a\",\"\"};};};",
         "a<"},
        {"class CfgSkeletons {class S {class In {skeletonBones[]={\"b\",\"\"};};"
         "skeletonBones[]={\"a\",\"\"};};};",
         "a<"},
        {"class CfgSkeletons {class S {skeletonBones[]={{\"a\",\"\"},\"b\",\"\"};};};", "b<"},
        {"class Other {class CfgSkeletons {class S {skeletonBones[]={\"b\",\"\"};};};};"
         "class CfgSkeletons {class S {skeletonBones[]={\"a\",\"\"};};};",
         "a<"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_bones(cases[i].text, "S", cases[i].bones);
    }
}

TEST(names_are_utf8_for_every_text_encoding) {
    check_bones("class CfgSkeletons {class S {skeletonBones[]={\"\xCA\xEE\xF1\xF2\xFC\",\"\"};};};",
                "S", "Кость<");
    check_bones("class CfgSkeletons {class S {skeletonBones[]={\"Кость\",\"\"};};};", "S",
                "Кость<");
    check_bones("\xEF\xBB\xBF"
                "class CfgSkeletons {class S {skeletonBones[]={\"a\",\"\"};};};",
                "S", "a<");
    check_bones("class CfgSkeletons {class S {skeletonBones[]={\"the \"\"big\"\" one\",\"\"};};};",
                "S", "the \"big\" one<");
}

TEST(skeleton_reports_is_discrete_and_pivots_model) {
    gait_modelcfg *config =
        open_text("class CfgSkeletons { class A { isDiscrete = 1; pivotsModel = \"\\a.p3d\"; };"
                  " class B : A { isDiscrete = false; pivotsModel = \"\"; };"
                  " class C { isDiscrete = maybe; }; class D : A {}; };"
                  "class CfgSkeletonParameters { class B { pivotsModel = \"b.p3d\"; };"
                  " class A { pivotsModel = \"no.p3d\"; }; };");
    static const struct {
        int discrete;
        const char *pivots;
    } expected[] = {{1, "\\a.p3d"}, {0, "b.p3d"}, {-1, ""}, {1, "\\a.p3d"}};
    assert_int_equal(gait_modelcfg_skeleton_count(config), 4);
    for (uint32_t s = 0; s < 4; s++) {
        gait_modelcfg_skeleton about = gait_modelcfg_skeleton_at(config, s);
        assert_int_equal(about.discrete, expected[s].discrete);
        assert_string_equal(about.pivots_model, expected[s].pivots);
    }
    gaiti_modelcfg_free(config);
}

TEST(files_are_paired_by_their_names) {
    gait_modelcfg *config = open_text(
        "class CfgSkeletons { class None {};"
        " class Man { skeletonBones[] = {\"a\", \"\"}; };"
        " class Dog { skeletonBones[] = {\"b\", \"\"}; }; };"
        "class CfgModels { class Base { skeletonName = \"MAN\"; }; class Walk : Base {};"
        " class Bark : Base { skeletonName = \"Dog\"; }; class Lost { skeletonName = \"X\"; }; };");
    assert_int_equal(gaiti_modelcfg_pair(config, "walk"), 1);
    assert_int_equal(gaiti_modelcfg_pair(config, "BARK"), 2);
    assert_int_equal(gaiti_modelcfg_pair(config, "run"), -1); /* two skeletons are possible */
    assert_int_equal(gaiti_modelcfg_pair(config, "lost"), -1);
    assert_int_equal(gaiti_modelcfg_pair(config, NULL), -1);
    assert_int_equal(gait_modelcfg_model_count(config), 4);
    gait_modelcfg_model lost = gait_modelcfg_model_at(config, 3);
    assert_string_equal(lost.name, "Lost");
    assert_string_equal(lost.skeleton_name, "X");
    assert_int_equal(lost.skeleton, -1);
    assert_int_equal(gait_modelcfg_model_at(config, 1).skeleton, 1);
    gaiti_modelcfg_free(config);
}

TEST(single_skeleton_with_bones_matches_every_file) {
    gait_modelcfg *config = open_text("class CfgSkeletons { class Default {};"
                                      " class Dog { skeletonBones[] = {\"b\", \"\"}; }; };");
    assert_int_equal(gaiti_modelcfg_pair(config, "anything"), 1);
    gaiti_modelcfg_free(config);
}

TEST(trees_have_parents_first) {
    gait_modelcfg *config = open_text(
        "class CfgSkeletons { class S { skeletonBones[] = {\"hand\", \"arm\", \"arm\", \"root\","
        " \"root\", \"\", \"lost\", \"nobody\"}; }; };");
    gait_skeleton *tree;
    assert_int_equal(gaiti_modelcfg_tree(config, 0, NULL, &tree), GAIT_OK);
    static const char *const names[] = {"root", "arm", "hand", "lost"};
    static const int32_t parents[] = {-1, 0, 1, -1};
    assert_string_equal(tree->name, "S");
    assert_int_equal(tree->bone_count, 4);
    for (uint32_t b = 0; b < 4; b++) {
        assert_string_equal(tree->bones[b].name, names[b]);
        assert_int_equal(tree->bones[b].parent, parents[b]);
        assert_int_equal(tree->bones[b].rest_origin, GAIT_ORIGIN_UNKNOWN);
        assert_int_equal(tree->bones[b].parent_origin,
                         b == 3 ? GAIT_ORIGIN_UNKNOWN : GAIT_ORIGIN_FILE);
    }
    gait_skeleton_free(tree);
    assert_int_equal(gaiti_modelcfg_tree(config, 1, NULL, &tree), GAIT_BAD_ARGUMENT);
    gaiti_modelcfg_free(config);
}

TEST(cyclic_parents_are_refused) {
    gait_diagnostic items[4];
    gait_diagnostics diagnostics = {.items = items, .capacity = 4};
    gait_options options = {.diagnostics = &diagnostics};
    gait_modelcfg *config =
        open_text("class CfgSkeletons { class S { skeletonBones[] = {\"a\",\"b\",\"b\",\"a\"}; };"
                  " class T { skeletonBones[] = {\"a\",\"\"}; }; };");
    gait_skeleton *tree;
    assert_int_equal(gaiti_modelcfg_tree(config, 0, &options, &tree), GAIT_CORRUPT);
    assert_null(tree);
    assert_string_equal(items[0].rule->id, "CFG035");
    assert_int_equal(gaiti_modelcfg_tree(config, 1, &options, &tree), GAIT_OK);
    gait_skeleton_free(tree);
    gaiti_modelcfg_free(config);
}

TEST(diagnostics_have_lines_and_columns) {
    gait_diagnostic items[4];
    gait_diagnostics diagnostics = {.items = items, .capacity = 4};
    gait_options options = {.diagnostics = &diagnostics};
    static const char text[] = "class CfgSkeletons {\r\n  class S {\r\n    x = \"open\r\n  };};";
    gait_modelcfg *config;
    gait_span bytes = {(const uint8_t *)text, strlen(text)};
    assert_int_equal(gaiti_modelcfg_open(bytes, &options, &config), GAIT_OK);
    assert_string_equal(items[0].rule->id, "CFG010");
    assert_int_equal(items[0].offset, strchr(text, '"') - text);
    assert_non_null(strstr(items[0].text, "line 3, column 9:"));
    gaiti_modelcfg_free(config);
}

/* Many items on one line, many adjacent classes, many unterminated strings. Parsing is linear in
 * the size of the text; otherwise, this test would take minutes. */
TEST(time_is_linear_in_the_text) {
    enum { SIZE = 1 << 20 };
    static const struct {
        const char *head, *unit;
    } cases[] = {
        {"class CfgSkeletons { class S { skeletonBones[] = {", "a,\"\","},
        {"class CfgSkeletons { class S { x[] = {", "b "},
        {"class CfgSkeletons { class S {", "m(1)"},
        {"class CfgSkeletons { class S {", "x=\"y\n"},
        {"class CfgSkeletons {", "class S : T {};"},
        {"class CfgSkeletons {", "} = ) ]"},
        {"class CfgModels {\n", "# \\\n"},
        {"class CfgModels {", "/* * */ / "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gait_span bytes = test_repeated_text(cases[i].head, cases[i].unit, SIZE);
        gait_modelcfg *config;
        gait_diagnostic items[8];
        gait_diagnostics diagnostics = {.items = items, .capacity = 8};
        gait_options options = {.diagnostics = &diagnostics};
        gait_status status = gaiti_modelcfg_open(bytes, &options, &config);
        assert_true(status == GAIT_OK || status == GAIT_TRUNCATED);
        gaiti_modelcfg_free(config);
        free((void *)(uintptr_t)bytes.data);
    }
}
