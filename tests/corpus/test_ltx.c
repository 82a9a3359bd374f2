/* Lines of hud sections of real LTX, each loaded alone, against the right answers in ltx.tsv. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus_files.h"
#include "fixtures.h"
#include "test.h"
#include "formats/xray/ltx/ltx_hud.h"

enum { COLUMNS = 10, PATH_SIZE = 1024, LINE_SIZE = 1024 };
enum { MOD, FILE_NAME, SECTION, KEY, VALUE, HANDS, ITEM, SPEED, INHERITED, LINE };

typedef struct alone {
    char path[PATH_SIZE];
    gait_span bytes;
    gait_ltx *ltx;
    const gait_ltx *files[1];
    gaiti_ltx_tree tree;
} alone;

static void close_alone(alone *self) {
    gaiti_ltx_tree_free(&self->tree);
    gaiti_ltx_free(self->ltx);
    free((void *)(uintptr_t)self->bytes.data);
}

static void open_alone(alone *self, const char *path) {
    const uint32_t root = 0;
    snprintf(self->path, sizeof self->path, "%s", path);
    self->bytes = test_file_bytes(path);
    assert_int_equal(gaiti_ltx_open(self->bytes, NULL, &self->ltx), GAIT_OK);
    self->files[0] = self->ltx;
    assert_int_equal(gaiti_ltx_tree_init(&self->tree, NULL, self->files, 1, NULL), GAIT_OK);
    assert_int_equal(gaiti_ltx_load(&self->tree, &root, 1, true), GAIT_OK);
    assert_int_equal(gaiti_ltx_resolve(&self->tree), GAIT_OK);
}

static bool is(gait_span text, const char *expected) {
    return text.size == strlen(expected) &&
           (text.size == 0 || memcmp(text.data, expected, text.size) == 0);
}

static bool is_given(gait_span text, const char *expected) {
    return text.data ? is(text, expected) : strcmp(expected, "-") == 0;
}

static void check_row(alone *self, char *const *row) {
    gaiti_ltx_engine engine =
        strncmp(row[KEY], "anim_", 5) == 0 ? GAITI_LTX_SOC : GAITI_LTX_ANOMALY;
    gait_span section = {(const uint8_t *)row[SECTION], strlen(row[SECTION])};
    uint32_t node = gaiti_ltx_find_node(&self->tree, section);
    gaiti_ltx_hud_line line;
    assert_int_not_equal(node, GAITI_LTX_NONE);
    uint32_t item = gaiti_ltx_find_item(&self->tree, node, row[KEY]);
    assert_int_not_equal(item, GAITI_LTX_NONE);
    assert_true(gaiti_ltx_hud_line_of(&self->tree, node, item, engine, &self->tree.arena, &line));
    bool falls_to_hands = !line.object.data && engine != GAITI_LTX_SOC;
    assert_true(is(line.value, row[VALUE]));
    assert_true(is(line.hands, row[HANDS]));
    assert_true(is_given(falls_to_hands ? line.hands : line.object, row[ITEM]));
    assert_true(is_given(line.speed, row[SPEED]));
    assert_int_equal(line.is_inherited, strcmp(row[INHERITED], "1") == 0);
    assert_int_equal(line.item.line, atoi(row[LINE]));
}

/* Splits a line at its tabs. */
static void split(char *text, char **row) {
    for (int i = 0; i < COLUMNS; i++) {
        assert_non_null(text);
        row[i] = text;
        text = strpbrk(text, "\t\r\n");
        if (text) {
            *text++ = '\0';
        }
    }
}

TEST(lines_are_the_right_answers) {
    char path[PATH_SIZE], line[LINE_SIZE], *row[COLUMNS];
    const char *facts = getenv("GAIT_FACTS");
    static alone self;
    unsigned rows = 0;
    snprintf(path, sizeof path, "%s/ltx.tsv", facts ? facts : "");
    FILE *table = facts ? fopen(path, "r") : NULL;
    if (!table) {
        puts("skip: no table at GAIT_FACTS");
        skip();
    }
    assert_non_null(fgets(line, sizeof line, table)); /* the names of the columns */
    while (fgets(line, sizeof line, table)) {
        split(line, row);
        snprintf(path, sizeof path, "%s/../models/%s/%s", facts, row[MOD], row[FILE_NAME]);
        if (strcmp(path, self.path) != 0) {
            if (self.path[0]) {
                close_alone(&self);
            }
            open_alone(&self, path);
        }
        check_row(&self, row);
        rows++;
    }
    fclose(table);
    close_alone(&self);
    assert_int_equal(rows, 70);
}
