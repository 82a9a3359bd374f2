/* The index of a mod: what the configs of small mods play. */
#include "allocator.h"
#include "gait/games.h"
#include "gait/report.h"
#include "test.h"

/* A file of a mod. */
typedef struct mod_file {
    const char *path, *text;
} mod_file;

enum { MOD_FILES = 16 };

static gait_status mod_make(const mod_file *files, const gait_options *common, gait_mod **out) {
    const gait_mod_options options = {.common = *common, .name = "top", .finds_copies = true};
    gait_status status = gait_mod_new(&options, out);
    for (size_t f = 0; status == GAIT_OK && f < MOD_FILES && files[f].path; f++) {
        status = gait_mod_add(*out, files[f].path, GAIT_MOD_OWN);
    }
    for (int32_t need; status == GAIT_OK && (need = gait_mod_need(*out)) >= 0;) {
        const char *path = gait_mod_file_at(*out, (uint32_t)need).path;
        size_t f = 0;
        while (strcmp(files[f].path, path) != 0) {
            f++;
        }
        status = gait_mod_provide(*out, (uint32_t)need, test_span(files[f].text));
    }
    return status == GAIT_OK ? gait_mod_finish(*out) : status;
}

static gait_mod *mod_open(const mod_file *files) {
    gait_mod *mod;
    assert_int_equal(mod_make(files, &(gait_options){0}, &mod), GAIT_OK);
    return mod;
}

/* The use with this name. */
static const gait_mod_use *mod_use(const gait_mod *mod, const char *name) {
    for (uint32_t u = 0; u < gait_mod_use_count(mod); u++) {
        const gait_mod_use *use = gait_mod_use_at(mod, u);
        if (use->name && strcmp(use->name, name) == 0) {
            return use;
        }
    }
    fail_msg("no use with the name %s", name);
    return NULL;
}

/* Asserts the file of a use; NULL = none. */
static void mod_assert_file(const gait_mod *mod, const char *name, const char *path) {
    const gait_mod_use *use = mod_use(mod, name);
    if (path) {
        assert_int_equal(use->status, GAIT_USE_FOUND);
        assert_string_equal(gait_mod_file_at(mod, (uint32_t)use->file).path, path);
    } else {
        assert_int_equal(use->file, -1);
    }
}

static void mod_assert_seconds(const gait_mod *mod, const char *name, gait_seconds_why why,
                               double seconds) {
    assert_int_equal(mod_use(mod, name)->seconds_why, why);
    assert_true(mod_use(mod, name)->seconds == seconds);
}

#define STATES(text) "class CfgMovesX { class States {" text "}; };"

TEST(speeds_are_durations) {
    static const mod_file files[MOD_FILES] = {
        {"config.cpp", STATES("class a { speed = -2.5; }; class b { speed = 0.5; };"
                              "class c { speed = 0; }; class d { speed = 0.00001; };"
                              "class e { speed = 1000; }; class f { speed = -200000; };"
                              "class g { speed = fast; }; class h {}; class i: gone {};"
                              "class j { speed = \"1/(2+2)*-1\"; };"
                              "class k { speed = __EVAL(2^3); };"
                              "class l { speed = 1+; }; class n { speed = 1 2; };"
                              "class m { speed = \"(1\"; };")}};
    gait_mod *mod = mod_open(files);
    mod_assert_seconds(mod, "a", GAIT_SECONDS_KNOWN, 2.5);
    mod_assert_seconds(mod, "b", GAIT_SECONDS_KNOWN, 2);
    mod_assert_seconds(mod, "c", GAIT_SECONDS_ZERO, 0);
    mod_assert_seconds(mod, "d", GAIT_SECONDS_ENDLESS, 0);
    mod_assert_seconds(mod, "e", GAIT_SECONDS_STATIC, 0);
    mod_assert_seconds(mod, "f", GAIT_SECONDS_ENDLESS, 0);
    mod_assert_seconds(mod, "g", GAIT_SECONDS_NO_NUMBER, 0);
    mod_assert_seconds(mod, "h", GAIT_SECONDS_UNKNOWN, 0);
    assert_int_equal(mod_use(mod, "h")->seconds_from, GAIT_VALUE_ABSENT);
    assert_int_equal(mod_use(mod, "i")->seconds_from, GAIT_VALUE_OUTSIDE);
    assert_string_equal(mod_use(mod, "i")->outside, "gone");
    mod_assert_seconds(mod, "j", GAIT_SECONDS_KNOWN, 0.25);
    mod_assert_seconds(mod, "k", GAIT_SECONDS_KNOWN, 0.125);
    mod_assert_seconds(mod, "l", GAIT_SECONDS_NO_NUMBER, 0);
    mod_assert_seconds(mod, "m", GAIT_SECONDS_NO_NUMBER, 0);
    mod_assert_seconds(mod, "n", GAIT_SECONDS_NO_NUMBER, 0);
    gait_mod_free(mod);
}

TEST(paths_begin_with_prefixes) {
    static const mod_file files[MOD_FILES] = {
        {"addons/a/$PBOPREFIX$", "// comment\r\nprefix=\"x\\my\\a\"\r\n"},
        {"addons/a/config.cpp",
         STATES("class a { file = \"\\X\\my//a\\Walk.rtm\"; };"
                "class b { file = \"x\\my\\a\\walk\"; };"
                "class c { file = \"x\\my\\a\\none.rtm\"; };"
                "class d { file = \"a3\\x.rtm\"; }; class e { file = \"other\\walk.rtm\"; };"
                "class f { file = \"addons\\a\\walk.rtm\"; };"
                "class g { file = \"..\\..\\..\\walk.rtm\"; };"
                "class h { file = \"z\\p\\addons\\b\\run.rtm\"; };")},
        {"addons/a/walk.rtm", ""},
        {".hemtt/project.toml", "name = \"p\"\nprefix = \"p\"\nmainprefix = \"z\"\n"},
        {"addons/b/config.cpp", ""},
        {"addons/b/run.rtm", ""}};
    gait_mod *mod = mod_open(files);
    mod_assert_file(mod, "a", "addons/a/walk.rtm");
    mod_assert_file(mod, "b", "addons/a/walk.rtm");
    mod_assert_file(mod, "c", NULL);
    assert_int_equal(mod_use(mod, "c")->status, GAIT_USE_MISSING);
    assert_int_equal(mod_use(mod, "d")->status, GAIT_USE_GAME);
    assert_int_equal(mod_use(mod, "e")->status, GAIT_USE_OUTSIDE);
    mod_assert_file(mod, "f", "addons/a/walk.rtm");
    assert_int_equal(mod_use(mod, "g")->status, GAIT_USE_OUTSIDE);
    mod_assert_file(mod, "h", "addons/b/run.rtm");
    gait_mod_free(mod);
}

TEST(paths_without_prefixes_are_found_by_their_ends) {
    static const mod_file files[MOD_FILES] = {
        {"config.cpp", STATES("class a { file = \"other\\anims\\walk.rtm\"; };"
                              "class b { file = \"other\\walk.rtm\"; };"
                              "class c { file = \"top\\anims\\walk.rtm\"; };")},
        {"anims/walk.rtm", ""}};
    gait_mod *mod = mod_open(files);
    mod_assert_file(mod, "a", "anims/walk.rtm");
    mod_assert_file(mod, "b", NULL);
    mod_assert_file(mod, "c", "anims/walk.rtm");
    gait_mod_free(mod);
}

TEST(configs_include_files) {
    static const mod_file files[MOD_FILES] = {
        {"a/config.cpp", "#include \"sub\\one.hpp\"\n#include \"\\top\\b\\two.txt\"\n"
                         "#include \"\\x\\cba\\main.hpp\"\n#include \"\\none\\x.hpp\"\n"},
        {"a/sub/one.hpp", "#include \"..\\three.hpp\"\n" STATES("class a {};")},
        {"a/three.hpp", STATES("class d {};")},
        {"b/$PBOPREFIX$", "top\\b"},
        {"b/two.txt", "#include \"four.inc2\"\n" STATES("class b {};")},
        {"b/four.inc2", STATES("class e {};")},
        {"include/x/cba/main.hpp", STATES("class c {};")},
        {"b/loose.hpp", "class  cfgGestures { class States { class f {}; }; };"}};
    gait_mod *mod = mod_open(files);
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    for (size_t i = 0; i < 5; i++) {
        assert_false(mod_use(mod, names[i])->is_loose);
    }
    assert_true(mod_use(mod, "f")->is_loose);
    assert_string_equal(gait_mod_file_at(mod, mod_use(mod, "e")->place.file).path, "b/four.inc2");
    gait_mod_free(mod);
}

TEST(addons_are_one_tree) {
    static const mod_file files[MOD_FILES] = {
        {"a/config.cpp", "class CfgPatches { class A { requiredAddons[] = {\"B\", \"None\"}; }; };"
                         "class CfgMovesX { class States { class one { speed = -1; }; delete two;"
                         " class four: three { looped = 1; }; }; };"},
        {"b/config.cpp",
         "class CfgPatches { class B { requiredAddons[] = {\"A\"}; }; };"
         "class CfgMovesX { class States { class one { speed = -3; file = \"b\\x.rtm\"; };"
         " class two {}; class three { speed = -4; }; }; };"},
        {"b/x.rtm", ""}};
    gait_mod *mod = mod_open(files);
    mod_assert_seconds(mod, "one", GAIT_SECONDS_KNOWN, 1);
    mod_assert_file(mod, "one", "b/x.rtm");
    mod_assert_seconds(mod, "four", GAIT_SECONDS_KNOWN, 4);
    assert_int_equal(mod_use(mod, "four")->loop, 1);
    assert_int_equal(mod_use(mod, "one")->loop, -1);
    for (uint32_t u = 0; u < gait_mod_use_count(mod); u++) {
        assert_string_not_equal(gait_mod_use_at(mod, u)->name, "two");
    }
    gait_mod_free(mod);
}

TEST(bases_are_found_outwards) {
    static const mod_file files[MOD_FILES] = {
        {"config.cpp",
         "class Base { class Here { speed = -1; }; };"
         "class Here { speed = -5; };"
         "class CfgMovesX: Base {"
         " class Out { speed = -2; };"
         " class States {"
         "  class a: Here {}; class b: Out {}; class c: c {}; class d: e {}; class e: d {};"
         "  class Out2; class f: Out2 {}; class Here2: Here {};"
         " }; };"
         "class CfgMovesY: CfgMovesX { class States: States { class g: Here2 {}; }; };"}};
    gait_mod *mod = mod_open(files);
    mod_assert_seconds(mod, "a", GAIT_SECONDS_KNOWN, 1);
    mod_assert_seconds(mod, "b", GAIT_SECONDS_KNOWN, 2);
    assert_int_equal(mod_use(mod, "c")->seconds_from, GAIT_VALUE_OUTSIDE);
    assert_int_equal(mod_use(mod, "d")->seconds_from, GAIT_VALUE_OUTSIDE);
    assert_string_equal(mod_use(mod, "f")->outside, "Out2");
    mod_assert_seconds(mod, "g", GAIT_SECONDS_KNOWN, 1);
    gait_mod_free(mod);
}

TEST(other_texts_are_uses) {
    static const mod_file files[MOD_FILES] = {
        {"config.cpp",
         "class CfgWeapons { class gun { handAnim[] = {\"Man\", \"top\\hold\"};"
         " handAnim[] += {\"Dog\", \"top\\dog.rtm\"}; anims[] = {{\"top\\hold.rtm\", 1}}; }; };"
         "class CfgVehicles { class car { moves = \"Driving\"; open = \"top\\open.rtm\"; }; };"
         "class Driving { class States { class drive { speed = 2; }; };"
         " class StatesExt { class drive { speed = 4; }; }; };"},
        {"hold.rtm", ""},
        {"dog.rtm", ""}};
    gait_mod *mod = mod_open(files);
    assert_int_equal(gait_mod_use_count(mod), 5);
    gait_mod_file hold = gait_mod_file_at(mod, (uint32_t)gait_mod_find(mod, "\\HOLD.rtm"));
    assert_int_equal(hold.use_count, 2);
    assert_int_equal(gait_mod_use_at(mod, hold.first_use)->kind, GAIT_USE_HAND_ANIM);
    assert_int_equal(gait_mod_use_at(mod, hold.first_use + 1)->kind, GAIT_USE_STRING);
    assert_int_equal(gait_mod_file_at(mod, (uint32_t)gait_mod_find(mod, "dog.rtm")).use_count, 1);
    mod_assert_seconds(mod, "drive", GAIT_SECONDS_KNOWN, 0.25);
    assert_int_equal(mod_use(mod, "car")->status, GAIT_USE_MISSING);
    gait_mod_free(mod);
}

TEST(binarised_configs_have_states) {
    static const uint8_t rap[] =
        "\0raP\4\0\0\0\0\0\0\2\0\1CfgMovesMC\0\0\1\0\2States\0\0\2\0\3Base\0\0\2\1\0\4file\0"
        "\5walk.rtm\0\1\1\6speed\0\0\0\xc0\xbf\0\7Kid\0Base\0\1\2\10ik\0\2\2\1\0\0\0\0\5\1\2"
        "\11access\0\1\0\0\0\0\0\0";
    gait_mod *mod;
    assert_int_equal(gait_mod_new(NULL, &mod), GAIT_OK);
    assert_int_equal(gait_mod_add(mod, "config.bin", GAIT_MOD_OWN), GAIT_OK);
    assert_int_equal(gait_mod_add(mod, "walk.rtm", GAIT_MOD_OWN), GAIT_OK);
    assert_int_equal(gait_mod_need(mod), 0);
    assert_int_equal(gait_mod_provide(mod, 0, (gait_span){rap, sizeof rap}), GAIT_OK);
    assert_int_equal(gait_mod_need(mod), -1);
    assert_int_equal(gait_mod_finish(mod), GAIT_OK);
    mod_assert_seconds(mod, "Kid", GAIT_SECONDS_KNOWN, 1.5);
    mod_assert_file(mod, "Kid", "walk.rtm");
    assert_int_equal(mod_use(mod, "Kid")->place.line, 0);
    assert_true(mod_use(mod, "Kid")->place.offset > 0);
    gait_mod_free(mod);
}

/* The seconds of an animation, and the state that says so. */
static void mod_assert_duration(const gait_mod *mod, const char *path, const char *given,
                                double seconds, const char *state, uint32_t other_count) {
    gait_mod_duration found;
    uint32_t file = (uint32_t)gait_mod_find(mod, path);
    assert_int_equal(gait_mod_duration_of(mod, file, given, &found), GAIT_OK);
    assert_float_equal(found.seconds, seconds, 1e-9);
    assert_string_equal(found.state->name, state);
    assert_int_equal(found.other_count, other_count);
}

TEST(animations_last_as_most_of_their_states) {
    static const mod_file files[MOD_FILES] = {
        {"config.cpp", STATES("class a { file = \"top\\x\"; speed = -3; };"
                              "class b: a { speed = -2; }; class c: a { speed = 0.5; };"
                              "class d: a { speed = 0; };"
                              "class e { file = \"top\\y\"; speed = 4; };"
                              "class f: e { speed = 2; };"
                              "class g { file = \"top\\z\"; speed = 1e9; };")},
        {"x.rtm", ""},
        {"y.rtm", ""},
        {"z.rtm", ""},
        {"unused.rtm", ""}};
    gait_mod *mod = mod_open(files);
    gait_mod_duration found;
    mod_assert_duration(mod, "x.rtm", NULL, 2, "b", 2);
    mod_assert_duration(mod, "x.rtm", "A", 3, "a", 2);
    mod_assert_duration(mod, "y.rtm", NULL, 0.25, "e", 1);
    mod_assert_duration(mod, "z.rtm", NULL, 1, "g", 0);
    uint32_t x = (uint32_t)gait_mod_find(mod, "x.rtm");
    uint32_t unused = (uint32_t)gait_mod_find(mod, "unused.rtm");
    assert_int_equal(gait_mod_duration_of(mod, x, "d", &found), GAIT_NOT_FOUND);
    assert_int_equal(gait_mod_duration_of(mod, unused, NULL, &found), GAIT_NOT_FOUND);
    assert_null(found.state);
    assert_int_equal(gait_mod_duration_of(mod, 99, NULL, &found), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_mod_duration_of(NULL, 0, NULL, &found), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_mod_duration_of(mod, x, NULL, NULL), GAIT_BAD_ARGUMENT);
    gait_mod_free(mod);
}

/* Asserts the rules that are raised for all files in some games, in their order. */
static void mod_assert_rules_in(const mod_file *files, uint32_t games, const char *expected) {
    gait_diagnostic items[16];
    gait_diagnostics found = {.items = items, .capacity = 16, .games = games};
    gait_mod *mod = mod_open(files);
    char rules[200] = "";
    for (uint32_t f = 0; f < gait_mod_file_count(mod); f++) {
        uint32_t before = found.count;
        assert_int_equal(gait_mod_check(mod, f, &found), GAIT_OK);
        assert_true(games || found.count - before == gait_mod_file_at(mod, f).finding_count);
    }
    for (uint32_t i = 0; i < found.count; i++) {
        strcat(strcat(rules, i > 0 ? " " : ""), items[i].rule->id);
    }
    assert_string_equal(rules, expected);
    gait_mod_free(mod);
}

static void mod_assert_rules(const mod_file *files, const char *expected) {
    mod_assert_rules_in(files, 0, expected);
}

TEST(forms_of_later_games_are_found_for_old_ones) {
    static const mod_file files[MOD_FILES] = {
        {"a/config.cpp", "class A { x[] += {1}; delete C; class D; };"},
        {"b/config.cpp", "class E { y[] = {1}; }; class F;"}};
    static const mod_file old[MOD_FILES] = {{"config.cpp", "class A { x[] = {1}; class B {}; };"}};
    mod_assert_rules_in(files, GAIT_GAMES(GAIT_GAME_OFP), "MOV040");
    mod_assert_rules_in(files, GAIT_GAMES(GAIT_GAME_OFP) | GAIT_GAMES(GAIT_GAME_ARMA3), "");
    mod_assert_rules(files, "");
    mod_assert_rules_in(old, GAIT_GAMES(GAIT_GAME_OFP), "");
}

TEST(bases_that_come_later_are_found_for_old_games) {
    static const mod_file late[MOD_FILES] = {
        {"config.cpp", "class A: B {}; class B {}; class C { class D: E {}; class E: D {}; };"}};
    static const mod_file others[MOD_FILES] = {
        {"config.cpp", "class B {}; class A: B {}; class P { class Q {}; };"
                       "class R: P { class S: Q {}; class Q: Q {}; };"
                       "class T { class U: B {}; class B {}; }; class V: W {};"},
        {"x/config.cpp", "class W {};"}};
    mod_assert_rules_in(late, GAIT_GAMES(GAIT_GAME_CWR), "MOV042 MOV042");
    mod_assert_rules_in(others, GAIT_GAMES(GAIT_GAME_CWR), "");
    mod_assert_rules(late, "");
}

TEST(missing_and_unused_files_are_found) {
    static const mod_file files[MOD_FILES] = {
        {"config.cpp", STATES("class a { file = \"top\\x.rtm\"; }; class b: a {};"
                              "class c { file = PATHTOF(x.rtm); };"
                              "class d { file = \"a3\\x.rtm\"; };"
                              "class e { file = \"top\\here.rtm\"; };")},
        {"here.rtm", "1"},
        {"old/hera.rtm", "1"}};
    static const mod_file unnamed[MOD_FILES] = {{"config.cpp", "class CfgPatches {};"},
                                                {"here.rtm", "1"}};
    mod_assert_rules(files, "MOV010 MOV021 MOV012 USE005");
    mod_assert_rules(unnamed, "");
}

TEST(members_that_are_twice_are_found) {
    static const mod_file files[MOD_FILES] = {
        {"config.cpp", "class A { x = 1; class C; class C {}; X[] = {}; y[] += {1}; y[] += {2}; };"
                       "class B { a = 1; b = 1; c = 1; d = 1; e = 1; f = 1; g = 1; h = 1; i = 1;"
                       " j = 1; k = 1; l = 1; m = 1; B = 1; }; class a {};"}};
    static const mod_file apart[MOD_FILES] = {{"a/config.cpp", "class A { x = 1; };"},
                                              {"b/config.cpp", "class A { x = 1; };"}};
    mod_assert_rules(files, "MOV041 MOV041 MOV041");
    mod_assert_rules(apart, "");
}

/* Asserts a text in the finding with this rule, the first one of all files. */
static void mod_assert_text(const mod_file *files, const char *rule, const char *expected) {
    gait_diagnostic items[16];
    gait_diagnostics found = {.items = items, .capacity = 16};
    gait_mod *mod = mod_open(files);
    for (uint32_t f = 0; f < gait_mod_file_count(mod); f++) {
        assert_int_equal(gait_mod_check(mod, f, &found), GAIT_OK);
    }
    uint32_t i = 0;
    while (i < found.count && strcmp(items[i].rule->id, rule) != 0) {
        i++;
    }
    assert_true(i < found.count);
    assert_non_null(strstr(items[i].text, expected));
    gait_mod_free(mod);
}

TEST(states_with_other_durations_are_found) {
    static const mod_file files[MOD_FILES] = {
        {"config.cpp", STATES("class a { file = \"top\\x.rtm\"; speed = -2; };"
                              "class b: a {}; class c: a { speed = -3.5; };"
                              "class d { file = \"top\\y.rtm\"; speed = -2; };"
                              "class e: d { speed = 0; };")},
        {"x.rtm", "1"},
        {"y.rtm", "2"}};
    mod_assert_rules(files, "MOV002 MOV030");
    mod_assert_text(files, "MOV030", "a in 2 s, c in 3.5 s");
}

TEST(members_that_are_twice_have_the_path_of_their_class) {
    static const mod_file files[MOD_FILES] = {
        {"config.cpp", "class A {\n class B {\n  x = 1;\n#include \"more.hpp\"\n };\n};"},
        {"more.hpp", "X = 2;"}};
    static const mod_file page[MOD_FILES] = {
        {"config.cpp", "class \xE0 {\n \xE0 = 1;\n\xE0 = 2; };"}};
    mod_assert_text(files, "MOV041", "class A/B has X twice; the first one is on line 3 of config");
    mod_assert_text(page, "MOV041", "class \xD0\xB0 has \xD0\xB0 twice");
}

TEST(texts_in_utf16_are_read) {
    static const uint8_t bytes[] = "\xFF\xFE"
                                   "c\0l\0a\0s\0s\0 \0A\0{\0x\0=\0001\0;\0X\0=\0002\0;\0"
                                   "y\0=\0\"\0\x3D\xD8\0\xDE\"\0;\0}\0;\0";
    const gait_mod_options options = {.name = "top"};
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    gait_mod *mod;
    assert_int_equal(gait_mod_new(&options, &mod), GAIT_OK);
    assert_int_equal(gait_mod_add(mod, "config.cpp", GAIT_MOD_OWN), GAIT_OK);
    assert_int_equal(gait_mod_need(mod), 0);
    assert_int_equal(gait_mod_provide(mod, 0, (gait_span){bytes, sizeof bytes - 1}), GAIT_OK);
    assert_int_equal(gait_mod_finish(mod), GAIT_OK);
    assert_int_equal(gait_mod_check(mod, 0, &found), GAIT_OK);
    assert_int_equal(found.count, 1);
    assert_non_null(strstr(items[0].text, "class A has X twice"));
    gait_mod_free(mod);
}

TEST(prefixes_that_no_path_has_are_found) {
    static const mod_file wrong[MOD_FILES] = {
        {"a/$PBOPREFIX$", "my_mdo\\a"},
        {"a/config.cpp", STATES("class a { file = \"my_mod\\a\\x\"; };"
                                "class b { file = \"\\my_mod\\a\\y.rtm\"; };"
                                "class c { file = \"other\\y.rtm\"; };")},
        {"a/x.rtm", "1"},
        {"a/y.rtm", "2"},
        {"a/$PBOPREFX$", "b"}};
    static const mod_file misspelt[MOD_FILES] = {
        {"a/$PBOPREFIX$", "my_mod\\a"},
        {"a/config.cpp", STATES("class a { file = \"my_mod\\a\\x\"; };"
                                "class b { file = \"my_mdo\\a\\y.rtm\"; };"
                                "class c { file = \"my_mdo\\a\\z.rtm\"; };")},
        {"a/x.rtm", "1"},
        {"a/y.rtm", "2"}};
    mod_assert_rules(wrong, "MOV013 MOV014");
    mod_assert_text(wrong, "MOV013", "2 paths begin with my_mod\\a, but");
    mod_assert_rules(misspelt, "MOV010");
    mod_assert_text(misspelt, "MOV010", "there is a/y.rtm");
}

TEST(missing_files_have_similar_names) {
    static const mod_file files[MOD_FILES] = {
        {"config.cpp", STATES("class a { file = \"top\\walk_fsat\"; };"
                              "class b { file = \"top\\none.rtm\"; };"
                              "class c { file = \"top\\anims\\run.rtm\"; };"
                              "class d { file = \"top\\anims\\run1.rtm\"; };"
                              "class e { file = \"top\\anims\\rnu.rtm\"; };")},
        {"anims/walk_fast.rtm", "1"},
        {"anims/run.rtm", "2"}};
    gait_mod *mod = mod_open(files);
    assert_string_equal(mod_use(mod, "a")->near_path, "anims/walk_fast.rtm");
    assert_null(mod_use(mod, "b")->near_path);
    assert_null(mod_use(mod, "d")->near_path);
    assert_string_equal(mod_use(mod, "e")->near_path, "anims/run.rtm");
    mod_assert_rules(files, "MOV010 MOV010 MOV010 MOV010");
    gait_mod_free(mod);
}

TEST(values_of_states_are_checked) {
    static const mod_file curves[MOD_FILES] = {
        {"config.cpp",
         "class CfgMovesX { class BlendAnims { arm[] = {}; }; class States {"
         "class s { file = \"top\\x\"; mask = \"arm\"; leftHandIKCurve[] = {};"
         " rightHandIKCurve[] = {1}; };"
         "class a: s { leftHandIKCurve[] = {1, 1, 0.05, 0}; mask = \"leg\"; };"
         "class b: a { rightHandIKCurve[] = {0, 1, 1}; };"
         "class c: a { leftHandIKCurve[] = {0, 1, \"1/2\", 5}; file = \"a3\\x\"; }; }; };"},
        {"x.rtm", ""}};
    static const mod_file game[MOD_FILES] = {
        {"config.cpp", "class CfgMovesBasic; class CfgMovesX: CfgMovesBasic { class States {"
                       "class a { mask = \"leg\"; }; }; };"}};
    static const mod_file own[MOD_FILES] = {
        {"config.cpp", "class CfgMovesBasic; class CfgMovesX: CfgMovesBasic { class BlendAnims {"
                       "my_arm[] = {}; }; class States { class my_a { mask = \"my_leg\"; };"
                       "class my_b { mask = \"my_arm\"; }; class my_c { mask = \"leg\"; }; }; };"}};
    mod_assert_rules(own, "MOV051");
    mod_assert_rules(curves, "MOV050 MOV051 MOV050");
    mod_assert_rules(game, "");
}

TEST(speeds_and_bases_of_states_are_checked) {
    static const mod_file files[MOD_FILES] = {
        {"config.cpp", STATES("class my_walk { speed = 0; }; class my_run: my_walk {};"
                              "class my_jump: my_wlak { speed = fast; };"
                              "class my_turn: AmovPercMstp_game { speed = 1; };"
                              "class your_turn: my_wakl { speed = 1; };")}};
    mod_assert_rules(files, "MOV002 MOV020 MOV001");
}

TEST(faults_of_texts_are_found) {
    static const mod_file files[MOD_FILES] = {
        {"a/config.cpp", "#include \"states.hpp\"\n#include \"sates.hpp\"\n"
                         "#include \"\\other\\x.hpp\"\n"},
        {"a/states.hpp", "#define ONE(a) a\nclass A { x = ONE(1,2); y = OTHER(3);\n};\n}\n"},
        {"b/config.cpp", "enum { X = 1, Y };\nenum names\n{\n  Z = 2\n};\nclass B {\n"}};
    mod_assert_rules(files, "CFG020 CFG022 CFG013 CFG012");
    static const mod_file commas[MOD_FILES] = {
        {"config.cpp", "class A { x[] = {\"a\", 0.1 \"b\", OF_GAME \"c\", {1}}; };"}};
    mod_assert_rules(commas, "CFG015");
    static const mod_file open[MOD_FILES] = {
        {"config.cpp", "class A {\n  class B {\n    class C {\n      x = 1;\n"
                       "    class D {\n    };\n  };\n};\n"}};
    static const mod_file made[MOD_FILES] = {
        {"config.cpp", "#define X(a) p_##a\nclass A {\n  class B {\n    class X(C): X(B) {\n"
                       "    class X(D) {\n    };\n  };\n};\n#include \"b/Moves.hpp\"\n"},
        {"b/Move.hpp", ""},
        {"c/Move.hpp", ""}};
    mod_assert_text(open, "CFG012", "line 3, column 5: class A/B/C has no closing brace");
    mod_assert_text(made, "CFG012", "class A/B/p_C has no closing brace");
    mod_assert_text(made, "CFG020", "there is b/Move.hpp");
}

static gait_status mod_attempt(const gait_options *options, void *user) {
    gait_mod *mod = NULL;
    gait_status status = mod_make(user, options, &mod);
    gait_mod_free(mod);
    return status;
}

TEST(failing_allocations_leak_nothing) {
    static const mod_file files[MOD_FILES] = {
        {"a/config.cpp", "#include \"b.hpp\"\n#include \"\\x\\y.hpp\"\n" STATES(
                             "class a: b { file = \"a\\x\"; mask = \"m\"; };")},
        {"a/b.hpp", "class CfgPatches { class A { requiredAddons[] = {}; }; };"},
        {"a/$PBOPREFIX$", "a"},
        {"a/x.rtm", ""}};
    assert_true(test_every_failing_allocation(mod_attempt, (void *)(uintptr_t)files) > 10);
}

TEST(wrong_calls_are_refused) {
    gait_mod *mod;
    assert_int_equal(gait_mod_new(NULL, &mod), GAIT_OK);
    assert_int_equal(gait_mod_add(mod, "../x", GAIT_MOD_OWN), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_mod_add(mod, "config.cpp", GAIT_MOD_OWN), GAIT_OK);
    assert_int_equal(gait_mod_need(mod), 0);
    assert_int_equal(gait_mod_add(mod, "x", GAIT_MOD_OWN), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_mod_finish(mod), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_mod_provide(mod, 0, (gait_span){0}), GAIT_OK);
    assert_int_equal(gait_mod_provide(mod, 0, (gait_span){0}), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_mod_finish(mod), GAIT_OK);
    assert_int_equal(gait_mod_finish(mod), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_mod_use_count(mod), 0);
    assert_int_equal(gait_mod_check(mod, 0, NULL), GAIT_BAD_ARGUMENT);
    gait_mod_free(mod);
}

TEST(reports_have_files_and_missing_ones) {
    static const mod_file files[MOD_FILES] = {
        {"config.cpp", STATES("class a { file = \"top\\x\"; }; class b { file = \"top\\y\"; };")},
        {"x.rtm", ""}};
    gait_mod *mod = mod_open(files);
    gait_buffer out = {0};
    assert_int_equal(gait_report_uses_file(mod, 1, &out), GAIT_OK);
    assert_true(out.size > 0);
    out.size = 0;
    assert_int_equal(gait_report_use(mod, 1, &out), GAIT_OK);
    assert_true(out.size > 0);
    assert_int_equal(gait_report_uses_file(mod, 2, &out), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_report_uses_file(NULL, 0, &out), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_report_uses_file(mod, 0, NULL), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_report_use(mod, 2, &out), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_report_use(NULL, 0, &out), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_report_use(mod, 0, NULL), GAIT_BAD_ARGUMENT);
    gait_buffer_free(&out);
    gait_mod_free(mod);
}
