/* Config texts: directives, macros, included files, their places and limits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "test.h"
#include "formats/bi/config/config.h"

/* The files that can be included, as pairs of a path and a text. */
typedef struct includable {
    const char *path, *text;
} includable;

static int32_t find_includable(void *context, gaiti_config_texts *texts, uint32_t from,
                               gait_span path) {
    const includable *files = context;
    (void)from;
    for (uint32_t s = 0; s < texts->source_count; s++) {
        const char *known = texts->sources[s].path;
        if (known && strlen(known) == path.size && memcmp(known, path.data, path.size) == 0) {
            return (int32_t)s;
        }
    }
    for (; files && files->path; files++) {
        if (strlen(files->path) == path.size && memcmp(files->path, path.data, path.size) == 0) {
            gait_span text = {(const uint8_t *)files->text, strlen(files->text)};
            assert_int_equal(gaiti_config_add_source(texts, text, files->path), GAIT_OK);
            return (int32_t)texts->source_count - 1;
        }
    }
    return -1;
}

enum { SPELLED = 4096, FINDINGS = 8 };

typedef struct reading {
    gaiti_arena arena;
    gaiti_config_texts texts;
    gaiti_config_entry root;
    gait_diagnostic items[FINDINGS];
    gait_diagnostics diagnostics;
    char spelled[SPELLED];
} reading;

static void spell_span(reading *self, gait_span text) {
    size_t used = strlen(self->spelled);
    assert_true(used + text.size + 1 < SPELLED);
    if (text.size > 0) {
        memcpy(self->spelled + used, text.data, text.size);
    }
}

static void spell(reading *self, const char *text) {
    spell_span(self, (gait_span){(const uint8_t *)text, strlen(text)});
}

/* Spells entries such as A:B{x=1;y="q";z[]={1,{2}};}D;~E; */
static void spell_entries(reading *self, const gaiti_config_entry *entry) {
    for (; entry; entry = entry->next) {
        bool is_item = !entry->name;
        spell(self, entry->kind == GAITI_CONFIG_DELETED ? "~" : "");
        spell_span(self, gaiti_config_name(entry));
        if (entry->kind == GAITI_CONFIG_CLASS) {
            spell(self, entry->text ? ":" : "");
            spell_span(self, gaiti_config_text(entry));
            spell(self, "{");
            spell_entries(self, entry->first);
            spell(self, "}");
            continue;
        }
        if (entry->kind >= GAITI_CONFIG_ARRAY) {
            spell(self, is_item ? "{" : entry->kind == GAITI_CONFIG_ADDED ? "[]+={" : "[]={");
            spell_entries(self, entry->first);
            spell(self, "}");
        } else if (entry->kind == GAITI_CONFIG_BARE || entry->kind == GAITI_CONFIG_QUOTED) {
            const char *quote = entry->kind == GAITI_CONFIG_QUOTED ? "\"" : "";
            spell(self, is_item ? "" : "=");
            spell(self, quote);
            spell_span(self, gaiti_config_text(entry));
            spell(self, quote);
        }
        spell(self, !is_item ? ";" : entry->next ? "," : "");
    }
}

static reading *read_with(gait_span text, const includable *files) {
    reading *self = calloc(1, sizeof *self);
    assert_non_null(self);
    self->diagnostics = (gait_diagnostics){.items = self->items, .capacity = FINDINGS};
    gaiti_report report = gaiti_report_to(&self->diagnostics);
    gaiti_config_includer includer = {find_includable, (void *)(uintptr_t)files};
    gaiti_config_reading how = {.includer = &includer, .report = &report};
    gaiti_arena_init(&self->arena, NULL, 0);
    self->texts.arena = &self->arena;
    assert_int_equal(gaiti_config_add_source(&self->texts, text, "root"), GAIT_OK);
    assert_int_equal(gaiti_config_read_tree(&self->texts, 0, &how, &self->root), GAIT_OK);
    return self;
}

static reading *read_text(const char *text, const includable *files) {
    return read_with((gait_span){(const uint8_t *)text, strlen(text)}, files);
}

static void free_reading(reading *self) {
    gaiti_arena_free(&self->arena);
    free(self);
}

/* Asserts the tree of a text, and the rules that it raises, such as "CFG020 CFG022". */
static void check_tree(const char *text, const includable *files, const char *tree,
                       const char *rules) {
    reading *self = read_text(text, files);
    char found[FINDINGS * 8] = "";
    spell_entries(self, self->root.first);
    assert_string_equal(self->spelled, tree);
    for (uint32_t d = 0; d < self->diagnostics.count; d++) {
        strcat(found, d > 0 ? " " : "");
        strcat(found, self->items[d].rule->id);
    }
    assert_string_equal(found, rules);
    free_reading(self);
}

TEST(macros_are_replaced) {
    static const struct {
        const char *text, *tree, *rules;
    } cases[] = {
        {"#define X 1\nx = X; y = \"X\"; X2 = XX;", "x=1;y=\"X\";X2=XX;", ""},
        {"#define F(a,b) a b\nx = F(1, /* c\n d */ 2);", "x=1    2;", ""},
        {"#define F(a,b) a + b\nx = F(1, F(2,3));", "x=1 +  2 + 3;", ""},
        {"#define Q(a) #a\n#define N v\nx = Q(N);", "x=\"v\";", ""},
        {"#define K(x,y) class ##x##_y : x { y = #y; };\nK(A,B)", "A_y:A{B=\"B\";}", ""},
        {"#define K(x,y) class x##_##y {};\nK(A,B)", "A_B{}", ""},
        {"#define A B\n#define B A\nx = A; y = B;", "x=A;y=B;", ""},
        {"#define L \\\n one \\ \r\n two\nx = L;", "x=one   two;", ""},
        {"#define E\nx = 1 E; E", "x=1;", ""},
        {"#define F() 7\nx = F(); y = F( );", "x=7;y=7;", ""},
        {"#define F(a) a\nx = F; y = F (1);", "x=F;y=F (1);", ""},
        {"#define F(a) a\nx[] = {F(1), F(\"a,b\"), F((1,2))};", "x[]={1,\"a,b\",(1,2)};", ""},
        {"#define F(a,b) a b\nF(class A {\n x = 1; },\n // no\n y = 2;\n z = 3; };)\nq = 4;",
         "A{x=1;}y=2;z=3;q=4;", "CFG014 CFG013"},
        {"#define F(a) a\nx = F(1,2);\ny = F(3);", "x=F(1,2);y=3;", "CFG022"},
        {"#define F(a) a\nx = F(1;\n#define Y 2\ny = Y;", "x=F(1;;y=2;", "CFG022 CFG014"},
        {"#define X 1 // one\n#define Y /* two */ 2\nx = X; y = Y; // X\n", "x=1;y=2;", ""},
        {"x = A \\\n B;\ny = 1;", "x=A   B;y=1;", ""},
        {"#define X 1\n#undef X\nx = X;", "x=X;", ""},
        {"#define X 1\n#define X 2\nx = X;", "x=2;", ""},
        {"#define X \"a // b\"\nx = X;", "x=\"a // b\";", ""},
        {"#define X 1\n/* X */ x = X; /* a\n b */ y = X; /* c */ z = X;", "x=1;y=1;z=1;", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_tree(cases[i].text, NULL, cases[i].tree, cases[i].rules);
    }
}

TEST(conditions_choose_branches) {
    static const struct {
        const char *text, *tree, *rules;
    } cases[] = {
        {"#ifdef X\na=1;\n#else\nb=1;\n#endif\nc=1;", "b=1;c=1;", ""},
        {"#define X\n#ifdef X\na=1;\n#else\nb=1;\n#endif\nc=1;", "a=1;c=1;", ""},
        {"#ifndef X\na=1;\n#endif\n#ifdef __ARMA3__\nb=1;\n#endif", "a=1;b=1;", ""},
        {"#ifdef X\n#ifdef Y\n#else\na=1;\n#endif\n#else\nb=1;\n#endif", "b=1;", ""},
        {"#if 0\n/*\n#endif\n*/ a=1;\n#endif\nb=1;", "b=1;", ""},
        {"#if 1\na=1;\n#else\nb=1;\n#endif\n # if 0\nc=1;\n # endif", "a=1;", ""},
        {"#if X > 1\na=1;\n#else\nb=1;\n#endif", "b=1;", "CFG021"},
        {"#if __has_include(\"here\")\na=1;\n#endif\n#if __has_include(\"x\")\nb=1;\n#endif",
         "a=1;", ""},
        {"#ifdef __LINE__\na=1;", "a=1;", "CFG021"},
        {"#endif\n#else\n#pragma x\na=1;", "a=1;", "CFG021"},
        {"#ifdef X\na=1;\n", "", ""},
        {"x[] = {1,\n#ifdef X\n2,\n#else\n3,\n#endif\n4};", "x[]={1,3,4};", ""},
    };
    static const includable files[] = {{"here", ""}, {NULL, NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_tree(cases[i].text, files, cases[i].tree, cases[i].rules);
    }
}

TEST(macros_of_other_addons_have_their_usual_meaning) {
    static const char head[] = "#define PREFIX ace\n#define COMPONENT medical\n";
    static const struct {
        const char *text, *tree;
    } cases[] = {
        {"class ADDON {};", "ace_medical{}"},
        {"class GVAR(x) : EGVAR(main,y) {};", "ace_medical_x:ace_main_y{}"},
        {"x = QUOTE(ADDON); y = QGVAR(a); z = QGVARMAIN(b);",
         "x=\"ace_medical\";y=\"ace_medical_a\";z=\"ace_b\";"},
        {"x = QPATHTOF(a\\b.rtm); y = QPATHTOEF(main,c.rtm); z = QPATHTO_R(d);",
         "x=\"\\z\\ace\\addons\\medical\\a\\b.rtm\";y=\"\\z\\ace\\addons\\main\\c.rtm\";"
         "z=\"z\\ace\\addons\\medical\\d\";"},
        {"x = CSTRING(n); y = FUNC(f); z = DOUBLES(a,b); w = QUOTE(call QQGVAR(q));",
         "x=\"$STR_ace_medical_n\";y=ace_medical_fnc_f;z=a_b;"
         "w=\"call \"\"ace_medical_q\"\"\";"},
        {"#define MAINPREFIX m\n#define SUBPREFIX s\nx = QPATHTOF(a);",
         "x=\"\\m\\ace\\s\\medical\\a\";"},
        {"#define GVAR(x) own_##x\ny = GVAR(1);", "y=own_1;"},
    };
    char text[512];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        strcpy(text, head);
        strcat(text, cases[i].text);
        check_tree(text, NULL, cases[i].tree, "");
    }
    check_tree("x = QPATHTOF(a);", NULL, "x=\"\\z\\?\\addons\\?\\a\";", "");
}

TEST(included_files_are_read_in_their_place) {
    static const includable files[] = {
        {"macros", "#ifndef M\n#define M\n#define TWICE(a) a a\n#endif"},
        {"part", "\xEF\xBB\xBFy = 2;\n#include \"macros\""},
        {"self", "a = 1;\n#include \"self\"\nb = 2;"},
        {"ping", "a = 1;\n#include \"pong\"\n"},
        {"pong", "b = 1;\n#include <ping>\nc = 1;"},
        {"open", "class A {\n"},
        {NULL, NULL},
    };
    check_tree("x = 1;\n#include \"part\"\nz = TWICE(3);\n#include \"macros\"\nw = TWICE(4);",
               files, "x=1;y=2;z=3 3;w=4 4;", "");
    check_tree("#include \"self\"\nc = 3;", files, "a=1;b=2;c=3;", "CFG020");
    check_tree("#include \"ping\"", files, "a=1;b=1;c=1;", "CFG020");
    check_tree("#include \"nothing\"\n#include\nx = 1;", files, "x=1;", "CFG020");
    check_tree("#include \"open\"\nx = 1;\n};", files, "A{x=1;}", "");
    check_tree("#include \"\\\\server\\x\"\n#include \"C:\\x\"\n", files, "", "CFG020");
}

TEST(places_are_those_of_the_texts) {
    static const includable files[] = {{"part", "\n\nclass B {\n y = X;\n};"}, {NULL, NULL}};
    reading *self =
        read_text("#define X 1\nclass A {\n  x = X; z = 2; };\n#include \"part\"\n", files);
    const gaiti_config_entry *a = self->root.first, *b = a->next, *x = a->first;
    gaiti_config_place place = gaiti_config_place_of(&self->texts, gaiti_config_name(a));
    assert_int_equal(place.source, 0);
    assert_int_equal(place.offset, 18);
    /* The line of `x = X;` was made by a macro: the place is where that line begins. */
    place = gaiti_config_place_of(&self->texts, gaiti_config_name(x->next));
    assert_int_equal(place.source, 0);
    assert_int_equal(place.offset, 24);
    assert_int_equal(place.length, 16);
    place = gaiti_config_place_of(&self->texts, gaiti_config_name(b));
    assert_int_equal(place.source, 1);
    assert_int_equal(gaiti_lines_at(&self->texts.sources[1].lines, place.offset).line, 3);
    place = gaiti_config_place_of(&self->texts, gaiti_config_text(b->first));
    assert_int_equal(place.source, 1);
    assert_int_equal(gaiti_lines_at(&self->texts.sources[1].lines, place.offset).line, 4);
    free_reading(self);
}

/* --- limits ----------------------------------------------------------------------------------- */

/* Asserts that a text is read with one CFG005. */
static void check_limit(const char *text) {
    reading *self = read_text(text, NULL);
    uint32_t limits = 0;
    for (uint32_t d = 0; d < self->diagnostics.count; d++) {
        if (strcmp(self->items[d].rule->id, "CFG005") == 0) {
            limits += self->items[d].count;
        }
    }
    assert_int_equal(limits, 1);
    free_reading(self);
}

/* `head`, then a line for each A1 to A<count>, in which %s is the name before it, then `tail`. */
static char *make_chain(const char *head, uint32_t count, uint32_t times, const char *tail) {
    enum { SIZE = 1 << 14 };
    char *text = malloc(SIZE);
    assert_non_null(text);
    strcpy(text, head);
    for (uint32_t i = 1; i <= count; i++) {
        size_t used = strlen(text);
        used += (size_t)snprintf(text + used, SIZE - used, "#define A%u ", i);
        for (uint32_t k = 0; k < times; k++) {
            used += (size_t)snprintf(text + used, SIZE - used, "A%u ", i - 1);
        }
        snprintf(text + used, SIZE - used, "\n");
    }
    strcat(text, tail);
    return text;
}

TEST(macros_that_multiply_are_stopped) {
    char *text = make_chain("#define A0\n", 13, 4, "y = A13;\nz = A13;\n");
    check_limit(text);
    free(text);
    text = make_chain("#define A0 x\n", 13, 4, "y = A13;\nz = A13;\n");
    check_limit(text);
    free(text);
}

/* Bodies of ##, and of arguments that are empty, write nothing, but they are read for each call. */
TEST(calls_that_write_nothing_are_counted) {
    enum { BODY = 1 << 19, CALLS = 1 << 17 };
    static const struct {
        const char *head, *unit, *call;
    } cases[] = {{"#define A ", "##", "A "},
                 {"#define A(argument_of_the_call) ", "argument_of_the_call##", "A()"}};
    char *text = malloc(BODY + 3 * CALLS + 64);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *at = text + sprintf(text, "%s", cases[i].head);
        for (; at - text < BODY; at += strlen(cases[i].unit)) {
            strcpy(at, cases[i].unit);
        }
        at += sprintf(at, "\ny = ");
        for (uint32_t c = 0; c < CALLS; c++, at += strlen(cases[i].call)) {
            strcpy(at, cases[i].call);
        }
        check_limit(text);
    }
    free(text);
}

/* The line that exceeds the limit of all texts stays as it is, and those after it. */
TEST(lines_beyond_the_limit_stay_as_they_are) {
    static const char text[] = "#define X 1234567\na = X;\nb = X;\nc = X;\n";
    reading *self = read_text("", NULL);
    gaiti_report report = gaiti_report_to(&self->diagnostics);
    gaiti_config_preprocessor *preprocessor = calloc(1, sizeof *preprocessor);
    assert_non_null(preprocessor);
    gait_span source = {(const uint8_t *)text, sizeof text - 1};
    assert_int_equal(gaiti_config_add_source(&self->texts, source, "limited"), GAIT_OK);
    assert_int_equal(gaiti_config_preprocessor_init(preprocessor, &self->texts, 1, NULL), GAIT_OK);
    preprocessor->report = &report;
    gaiti_config_cursor cursor = gaiti_config_preprocess(preprocessor);
    gaiti_config_builder builder = gaiti_config_builder_over(&self->arena, &self->root);
    preprocessor->output = GAITI_CONFIG_OUTPUT - 16; /* room for one line of 12 bytes */
    assert_int_equal(gaiti_config_parse(&cursor, &builder), GAIT_OK);
    spell_entries(self, self->root.first);
    assert_string_equal(self->spelled, "a=1234567;b=X;c=X;");
    assert_int_equal(self->diagnostics.count, 1);
    assert_string_equal(self->items[0].rule->id, "CFG005");
    assert_int_equal(self->items[0].offset, 25);
    gaiti_config_preprocessor_free(preprocessor);
    free(preprocessor);
    free_reading(self);
}

TEST(a_call_continues_on_many_lines_that_end_in_crlf) {
    gait_span ends = test_repeated_text("#define F(a) a\r\nx = F(1", "\r\n ", 160);
    char text[200];
    snprintf(text, sizeof text, "%.*s\r\n);", (int)ends.size, (const char *)ends.data);
    reading *self = read_text(text, NULL);
    assert_int_equal(self->diagnostics.count, 0);
    spell_entries(self, self->root.first);
    assert_non_null(strstr(self->spelled, "x=1"));
    free_reading(self);
    free((void *)(uintptr_t)ends.data);
}

TEST(long_chains_and_deep_calls_stay_as_they_are) {
    char *text = make_chain("#define A0 x\n", 100, 1, "y = A100; z = A10;");
    reading *self = read_text(text, NULL);
    spell_entries(self, self->root.first);
    assert_non_null(strstr(self->spelled, "z=x;"));
    free_reading(self);
    free(text);
}

/* A text that repeats a unit is read in a time that is linear in its size. */
TEST(work_is_linear_in_the_text) {
    enum { SIZE = 1 << 20 };
    static const struct {
        const char *head, *unit;
    } cases[] = {
        {"#define A(x) x\ny = ", "A("},
        {"#define A(x) x\n", "A(\n"},
        {"#define A B\n", "A = B;\n"},
        {"", "#if 0\n"},
        {"", "#define A(x x\n"},
        {"#define A(x) x\n", "A(1,2) "},
        {"", "#include \"x\"\n"},
        {"#define A() (A())\ny = ", "A() "},
        {"y = ", "\"\\\n"},
        {"", "#define A \\\n"},
        {"#if 0\n", "/*\n"},
        {"", "#ifndef A\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gait_span text = test_repeated_text(cases[i].head, cases[i].unit, SIZE);
        free_reading(read_with(text, NULL));
        free((void *)(uintptr_t)text.data);
    }
}

TEST(includes_that_multiply_are_stopped) {
    enum { FILES = 30, SIZE = 48 };
    static includable files[FILES + 1];
    static char paths[FILES][8], texts[FILES][SIZE];
    for (int i = 0; i < FILES; i++) {
        snprintf(paths[i], sizeof paths[i], "f%d", i);
        snprintf(texts[i], SIZE, "#include \"f%d\"\n#include \"f%d\"\n", i + 1, i + 1);
        files[i] = (includable){paths[i], texts[i]};
    }
    strcpy(texts[FILES - 1], "x = 1;\n");
    reading *self = read_text("#include \"f0\"\n", files);
    assert_int_equal(self->diagnostics.count, 1);
    assert_string_equal(self->items[0].rule->id, "CFG005");
    free_reading(self);
}
