/* LTX as a game loads them: included files, inheritance, changes, lines of hud sections. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "formats/xray/ltx/ltx_hud.h"

enum { FILES = 8, SPELLED = 2048 };

typedef struct loaded {
    const char *names[FILES];
    const gait_ltx *files[FILES];
    uint32_t count;
    gaiti_ltx_includer includer;
    gaiti_ltx_tree tree;
} loaded;

static gait_span span_of(const char *text) {
    return (gait_span){(const uint8_t *)text, strlen(text)};
}

static uint32_t find_file(void *context, uint32_t from, gait_span path, uint32_t nth) {
    const loaded *self = context;
    (void)from;
    for (uint32_t f = 0; f < self->count; f++) {
        if (gaiti_ltx_matches(path, span_of(self->names[f])) && nth-- == 0) {
            return f;
        }
    }
    return GAITI_LTX_NONE;
}

/* Opens files, given as names and texts up to a NULL. */
static loaded *open_files(const char *const *texts) {
    loaded *self = calloc(1, sizeof *self);
    assert_non_null(self);
    for (; texts[2 * self->count]; self->count++) {
        gait_ltx *ltx;
        self->names[self->count] = texts[2 * self->count];
        assert_int_equal(gaiti_ltx_open(span_of(texts[2 * self->count + 1]), NULL, &ltx), GAIT_OK);
        self->files[self->count] = ltx;
    }
    self->includer = (gaiti_ltx_includer){find_file, self};
    assert_int_equal(
        gaiti_ltx_tree_init(&self->tree, NULL, self->files, self->count, &self->includer), GAIT_OK);
    return self;
}

static void free_files(loaded *self) {
    gaiti_ltx_tree_free(&self->tree);
    for (uint32_t f = 0; f < self->count; f++) {
        gaiti_ltx_free((gait_ltx *)(uintptr_t)self->files[f]);
    }
    free(self);
}

static void spell(char *out, gait_span text) {
    size_t used = strlen(out);
    assert_true(used + text.size + 2 < SPELLED);
    if (text.size > 0) {
        memcpy(out + used, text.data, text.size);
    }
    out[used + text.size] = '\0';
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Spells the keys of a section, sorted, such as "a=1 b=2". */
static void check_section(const loaded *self, const char *name, const char *expected) {
    static char texts[16][128];
    char *sorted[16], found[SPELLED] = "";
    gaiti_arena arena;
    gaiti_arena_init(&arena, NULL, 0);
    uint32_t node = gaiti_ltx_find_node(&self->tree, span_of(name));
    assert_int_not_equal(node, GAITI_LTX_NONE);
    const gaiti_ltx_node *section = &self->tree.nodes[node];
    assert_true(section->item_count <= 16);
    for (uint32_t i = 0; i < section->item_count; i++) {
        gaiti_ltx_item item = gaiti_ltx_item_at(&self->tree, section->items[i]);
        gait_span value = gaiti_ltx_clean(&arena, item.value);
        snprintf(texts[i], sizeof texts[i], "%.*s=%.*s", (int)item.key.size,
                 (const char *)item.key.data, (int)value.size, (const char *)value.data);
        sorted[i] = texts[i];
    }
    qsort(sorted, section->item_count, sizeof *sorted, compare_texts);
    for (uint32_t i = 0; i < section->item_count; i++) {
        spell(found, span_of(i > 0 ? " " : ""));
        spell(found, span_of(sorted[i]));
    }
    assert_string_equal(found, expected);
    gaiti_arena_free(&arena);
}

/* The findings, such as "4@0:2": the last digit of the rule, file and line. */
static void check_findings(const loaded *self, const char *expected) {
    char found[SPELLED] = "";
    for (uint32_t i = 0; i < self->tree.finding_count; i++) {
        const gaiti_ltx_finding *each = &self->tree.findings[i];
        char text[64];
        snprintf(text, sizeof text, "%s%s@%u:%u", i > 0 ? " " : "",
                 each->rule == GAITI_LTX_TWICE          ? "2"
                 : each->rule == GAITI_LTX_NO_BASE      ? "3"
                 : each->rule == GAITI_LTX_NO_INCLUDE   ? "4"
                 : each->rule == GAITI_LTX_INCLUDE_LOOP ? "6"
                                                        : "7",
                 each->file, each->line);
        spell(found, span_of(text));
    }
    assert_string_equal(found, expected);
}

static void load(loaded *self, uint32_t count) {
    uint32_t roots[FILES];
    for (uint32_t i = 0; i < count; i++) {
        roots[i] = i;
    }
    assert_int_equal(gaiti_ltx_load(&self->tree, roots, count, true), GAIT_OK);
    assert_int_equal(gaiti_ltx_load_others(&self->tree), GAIT_OK);
    assert_int_equal(gaiti_ltx_resolve(&self->tree), GAIT_OK);
}

TEST(changes_act_as_in_the_game) {
    static const char *const texts[] = {
        "system.ltx",
        "#include \"base.ltx\"\n[top]:weapon\nanm_show = a , b\n",
        "mod_system_a.ltx",
        "![weapon]\nanm_idle = idle1\n!anm_hide\n>list = d\n<list = b\n>new = x,y\n<none = "
        "z\n!![gone]\n![kid]:top\n"
        "![nowhere]\nx = 1\n",
        "mod_system_b.ltx",
        "![weapon]\nanm_idle = idle2\n",
        "base.ltx",
        "[weapon]\nanm_show = draw\nanm_hide = holster\nlist = a,b,c\n[gone]\nk = 1\n"
        "[kid]:weapon\nanm_hide = kid_hide\n",
        NULL};
    loaded *self = open_files(texts);
    load(self, 3);
    check_section(self, "weapon", "anm_idle=idle2 anm_show=draw list=a,c,d new=x,y");
    check_section(self, "gone", "k=1");
    check_section(self, "kid", "anm_hide=kid_hide anm_idle=idle2 anm_show=a,b list=a,c,d new=x,y");
    check_section(self, "top", "anm_idle=idle2 anm_show=a,b list=a,c,d new=x,y");
    check_findings(self, "7@1:10");
    free_files(self);
}

TEST(later_bases_win_and_own_keys_win_over_all) {
    static const char *const texts[] = {
        "system.ltx",
        "[a]\nx = 1\ny = 1\nz = 1\n[b]\ny = 2\nz = 2\n[C]:A,b\nz = 3\nz = 4\nX = 5\n"
        "[d]:c,lost\n[e]:d\n",
        NULL};
    loaded *self = open_files(texts);
    load(self, 1);
    check_section(self, "c", "X=5 x=1 y=2 z=4");
    check_section(self, "e", "X=5 x=1 y=2 z=4");
    check_findings(self, "3@0:12");
    const gaiti_ltx_tree *tree = &self->tree;
    uint32_t e = gaiti_ltx_find_node(tree, span_of("E"));
    assert_true(tree->nodes[e].has_unknown);
    gaiti_ltx_item z = gaiti_ltx_item_at(tree, gaiti_ltx_find_item(tree, e, "z"));
    assert_int_equal(z.line, 10);
    assert_int_equal(z.node, gaiti_ltx_find_node(tree, span_of("c")));
    assert_int_equal(gaiti_ltx_find_item(tree, e, "Z"), GAITI_LTX_NONE);
    free_files(self);
}

TEST(included_files_are_loaded_once_and_in_order) {
    static const char *const texts[] = {
        "system.ltx", "[a]\n#include \"w_*.ltx\"\n#include \"lost.ltx\"\n[z]:two\n",
        "w_1.ltx",    "[one]:a\n#include \"system.ltx\"\n",
        "w_2.ltx",    "[two]:one\nk = 2\n[one]\n",
        "alone.ltx",  "#include \"beside.ltx\"\n[one]:b\nk = 3\n[three]:one\n",
        "beside.ltx", "[b]\nl = 4\n",
        NULL};
    loaded *self = open_files(texts);
    load(self, 1);
    check_section(self, "z", "k=2");
    check_section(self, "three", "k=3 l=4");
    check_findings(self, "6@1:2 2@2:3 4@0:3");
    assert_false(self->tree.is_closed);
    assert_true(self->tree.nodes[gaiti_ltx_find_node(&self->tree, span_of("z"))].is_system);
    free_files(self);
}

TEST(loops_and_depth_end) {
    static const char *const texts[] = {
        "system.ltx", "[a]:b\nx = 1\n[b]:c\n[c]:b\ny = 1\n[d]:d\n#include \"system.ltx\"", NULL};
    loaded *self = open_files(texts);
    load(self, 1);
    check_section(self, "a", "x=1");
    check_section(self, "d", "");
    assert_true(self->tree.nodes[gaiti_ltx_find_node(&self->tree, span_of("a"))].has_unknown);
    free_files(self);
}

TEST(what_is_inherited_is_limited) {
    enum { SECTIONS = 20000 };
    char *text = malloc(SECTIONS * 40), *at = text;
    assert_non_null(text);
    at += sprintf(at, "[s0]\n");
    for (int i = 1; i < SECTIONS; i++) {
        at += sprintf(at, "[s%d]:s%d\nk%d = 1\n", i, i - 1, i);
    }
    const char *const texts[] = {"system.ltx", text, NULL};
    loaded *self = open_files(texts);
    load(self, 1);
    assert_true(self->tree.is_cut);
    assert_true(self->tree.nodes[SECTIONS - 1].has_unknown ||
                self->tree.nodes[SECTIONS - 1].state == GAITI_LTX_UNKNOWN);
    free_files(self);
    free(text);
}

TEST(names_of_changes_and_patterns_match) {
    assert_true(gaiti_ltx_is_change_of(span_of("system.ltx"), span_of("Mod_system_a.ltx")));
    assert_false(gaiti_ltx_is_change_of(span_of("system.ltx"), span_of("mod_systema.ltx")));
    assert_false(gaiti_ltx_is_change_of(span_of("system.ltx"), span_of("mod_system.ltx")));
    assert_true(gaiti_ltx_matches(span_of("w_*.ltx"), span_of("W_a.LTX")));
    assert_true(gaiti_ltx_matches(span_of("*a*b"), span_of("xaxaxb")));
    assert_false(gaiti_ltx_matches(span_of("*a*b"), span_of("xaxaxbc")));
    assert_true(gaiti_ltx_matches(span_of("a**"), span_of("a")));
    assert_false(gaiti_ltx_matches(span_of("a"), span_of("ab")));
}

TEST(hud_lines_have_hands_item_and_speed) {
    static const struct {
        const char *line, *expected;
        gaiti_ltx_engine engine;
    } cases[] = {
        {"anm_show = a", "a||", GAITI_LTX_ANOMALY},
        {"anm_show = a , b, 1.5", "a|b|1.5", GAITI_LTX_ANOMALY},
        {"anm_show = a,,2", "a||2", GAITI_LTX_ANOMALY},
        {"anim_show = a,b", "a,b||", GAITI_LTX_SOC},
        {"anim_show = a", "-", GAITI_LTX_ANOMALY},
        {"anim_show = a,b", "a|b|", GAITI_LTX_OGSR},
        {"anm_show = a", "-", GAITI_LTX_SOC},
        {"anm_show_speed_k = a", "-", GAITI_LTX_ANOMALY},
        {"anm_x = 1.5", "-", GAITI_LTX_ANOMALY},
        {"anm_x = on", "-", GAITI_LTX_ANOMALY},
        {"anm_x", "-", GAITI_LTX_ANOMALY},
        {"anim_item = a", "-", GAITI_LTX_COP},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128], found[SPELLED] = "";
        snprintf(text, sizeof text, "[h]\n%s\n", cases[i].line);
        const char *const texts[] = {"system.ltx", text, NULL};
        loaded *self = open_files(texts);
        load(self, 1);
        gaiti_ltx_hud_line line;
        const gaiti_ltx_node *node = &self->tree.nodes[0];
        if (gaiti_ltx_hud_line_of(&self->tree, 0, node->items[0], cases[i].engine,
                                  &self->tree.arena, &line)) {
            spell(found, line.hands);
            spell(found, span_of("|"));
            spell(found, line.object);
            spell(found, span_of("|"));
            spell(found, line.speed);
        } else {
            spell(found, span_of("-"));
        }
        assert_string_equal(found, cases[i].expected);
        free_files(self);
    }
}
