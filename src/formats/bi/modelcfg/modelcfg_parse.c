/* The parser of config texts, which tolerates the errors of real texts: docs/formats/modelcfg.md.
 * Nested classes are kept in an array; the parser does not recurse. */
#include "base/text/text.h"
#include "formats/bi/modelcfg/modelcfg.h"

/* An open class. */
typedef struct cfg_frame {
    uint32_t mark; /* argument of gaiti_visit_pop() */
    uint32_t classes, properties;
    size_t from; /* offset of its start */
} cfg_frame;

typedef struct cfg_parser {
    gaiti_cfg_cursor *cursor;
    gaiti_cfg_builder *builder; /* may be NULL */
    gait_status status;
    uint32_t depth;
    cfg_frame frames[GAITI_CFG_DEPTH + 1]; /* [0] is the complete text */
} cfg_parser;

static gait_span cfg_here(const cfg_parser *parser, size_t size) {
    return gaiti_span(parser->cursor->text.data + parser->cursor->at, size);
}

static void cfg_warn(cfg_parser *parser, gaiti_rule rule, size_t size) {
    gaiti_cfg_report(parser->cursor, rule, parser->cursor->at, size, cfg_here(parser, size));
}

static void cfg_fail(cfg_parser *parser, gaiti_rule rule, size_t from, size_t size) {
    gait_span name = gaiti_span(parser->cursor->text.data + from, size);
    parser->status = gaiti_cfg_report(parser->cursor, rule, from, size, name);
    if (parser->status == GAIT_OK) {
        parser->status = GAIT_CORRUPT; /* there is no report */
    }
}

static uint32_t cfg_push(cfg_parser *parser, const char *name, uint32_t index) {
    gaiti_visitor *visitor = parser->cursor->visitor;
    return visitor ? gaiti_visit_push(visitor, name, index) : 0;
}

static void cfg_pop(cfg_parser *parser, uint32_t mark) {
    if (parser->cursor->visitor) {
        gaiti_visit_pop(parser->cursor->visitor, mark);
    }
}

static bool cfg_word_is(gait_span word, const char *text) {
    return gaiti_equal_name(word, gaiti_span(text, strlen(text)));
}

/* The word at the cursor, which is not consumed; empty if there is none. */
static gait_span cfg_peek_word(cfg_parser *parser) {
    gaiti_cfg_next(parser->cursor);
    return cfg_here(parser, gaiti_cfg_word_size(parser->cursor));
}

static gait_span cfg_read_word(cfg_parser *parser, const char *name) {
    gaiti_cfg_next(parser->cursor);
    return gaiti_cfg_read(parser->cursor, name, gaiti_cfg_word_size(parser->cursor));
}

/* Skips an unexpected word, quoted text or character. */
static void cfg_skip_stray(cfg_parser *parser) {
    size_t size = gaiti_cfg_word_size(parser->cursor);
    if (parser->cursor->text.data[parser->cursor->at] == '"') {
        cfg_warn(parser, GAITI_CFG_STRAY, 1);
        gaiti_cfg_read_quoted(parser->cursor, "skipped");
        return;
    }
    size = size > 0 ? size : 1;
    cfg_warn(parser, GAITI_CFG_STRAY, size);
    gaiti_cfg_read(parser->cursor, "skipped", size);
}

/* Consumes the semicolon that ends a statement, or reports that it is missing. */
static void cfg_end_statement(cfg_parser *parser, size_t statement_end) {
    if (gaiti_cfg_next(parser->cursor) == ';') {
        gaiti_cfg_read(parser->cursor, "end", 1);
        return;
    }
    gaiti_cfg_report(parser->cursor, GAITI_CFG_NO_SEMICOLON, statement_end, 0, (gait_span){0});
}

/* --- arrays ----------------------------------------------------------------------------------- */

typedef struct cfg_array {
    size_t from;
    uint32_t depth, index;
    bool after_item, after_comma;
} cfg_array;

static void cfg_on_item(cfg_parser *parser, cfg_array *array, gaiti_cfg_text item) {
    if (array->depth == 1 && parser->builder) {
        gaiti_cfg_on_item(parser->builder, item);
    }
}

static void cfg_read_item(cfg_parser *parser, cfg_array *array, uint8_t sign) {
    uint32_t mark = cfg_push(parser, "items", array->index++);
    if (array->after_item) {
        cfg_warn(parser, GAITI_CFG_COMMA, 1);
    }
    if (sign == '{') {
        cfg_on_item(parser, array, (gaiti_cfg_text){0});
        gaiti_cfg_read(parser->cursor, "open", 1);
        array->depth++;
    } else {
        cfg_on_item(parser, array,
                    sign == '"' ? gaiti_cfg_read_quoted(parser->cursor, "value")
                                : gaiti_cfg_read_bare(parser->cursor, "value", ",;}{\""));
    }
    array->after_item = sign != '{';
    array->after_comma = false;
    cfg_pop(parser, mark);
}

/* Consumes a semicolon inside an array. It replaces a comma or a missing brace, depending on the
 * next character. True when the array ends with it. */
static bool cfg_read_semicolon(cfg_parser *parser, cfg_array *array) {
    size_t from = parser->cursor->at;
    gaiti_cfg_read(parser->cursor, "comma", 1);
    uint8_t sign = gaiti_cfg_next(parser->cursor);
    bool ends =
        sign != 0 && sign != '"' && sign != '{' && sign != '}' && sign != ',' && sign != ';';
    gaiti_cfg_report(parser->cursor, ends ? GAITI_CFG_OPEN_ARRAY : GAITI_CFG_COMMA, from, 1,
                     gaiti_span(";", 1));
    array->after_item = false;
    return ends;
}

/* Consumes the items up to the closing brace. False on errors, and when the closing
 * brace is missing and a semicolon or the word `class` ends the array. */
static bool cfg_read_array(cfg_parser *parser) {
    cfg_array array = {.from = parser->cursor->at, .depth = 1};
    gaiti_cfg_read(parser->cursor, "open", 1);
    while (array.depth > 0 && parser->status == GAIT_OK) {
        uint8_t sign = gaiti_cfg_next(parser->cursor);
        if (sign == 0) {
            cfg_fail(parser, GAITI_CFG_CUT_ARRAY, array.from, 1);
        } else if (sign == '}') {
            if (array.after_comma) {
                cfg_warn(parser, GAITI_CFG_LAST_COMMA, 1);
            }
            gaiti_cfg_read(parser->cursor, "close", 1);
            array.depth--;
            array.after_item = true;
            array.after_comma = false;
        } else if (sign == ',') {
            gaiti_cfg_read(parser->cursor, "comma", 1);
            array.after_comma = array.after_item;
            array.after_item = false;
        } else if (sign == ';') {
            if (cfg_read_semicolon(parser, &array)) {
                return false;
            }
        } else if (cfg_word_is(cfg_peek_word(parser), "class")) {
            cfg_warn(parser, GAITI_CFG_OPEN_ARRAY, 5);
            return false;
        } else if (sign == '{' && array.depth >= GAITI_CFG_DEPTH) {
            cfg_fail(parser, GAITI_CFG_TOO_DEEP, parser->cursor->at, 1);
        } else {
            cfg_read_item(parser, &array, sign);
        }
    }
    return parser->status == GAIT_OK;
}

/* --- properties ------------------------------------------------------------------------------- */

/* Consumes brackets, if any, and an equals sign. False if there is no equals sign. Characters
 * inside the brackets are skipped. */
static bool cfg_read_equals(cfg_parser *parser, bool *adds) {
    gaiti_cfg_cursor *cursor = parser->cursor;
    uint8_t sign = gaiti_cfg_next(cursor);
    if (sign == '[') {
        gaiti_cfg_read(cursor, "brackets", 1);
        for (sign = gaiti_cfg_next(cursor); sign && !gaiti_cfg_is_one_of(sign, "]={};");
             sign = gaiti_cfg_next(cursor)) {
            /* Byte by byte, because a word may contain the bracket. */
            cfg_warn(parser, GAITI_CFG_STRAY, 1);
            gaiti_cfg_read(cursor, "skipped", 1);
        }
        gaiti_cfg_read(cursor, "brackets", sign == ']');
        sign = gaiti_cfg_next(cursor);
    }
    *adds = gaiti_cfg_next_is(cursor, "+=");
    if (*adds || sign == '=') {
        gaiti_cfg_read(cursor, "equals", *adds ? 2 : 1);
    }
    return *adds || sign == '=';
}

static void cfg_read_scalar(cfg_parser *parser, gait_span name, uint8_t sign) {
    gaiti_cfg_cursor *cursor = parser->cursor;
    bool quoted = sign == '"';
    gaiti_cfg_text value = quoted ? gaiti_cfg_read_quoted(cursor, "value")
                                  : gaiti_cfg_read_bare(cursor, "value", ";}");
    size_t end = cursor->at;
    if (parser->builder) {
        gaiti_cfg_on_value(parser->builder, parser->depth, name, value);
    }
    /* A quoted text is the complete value; anything after it is an expression, which is not
     * evaluated. */
    gaiti_cfg_text rest = {0};
    if (quoted) {
        size_t from = cursor->at;
        rest = gaiti_cfg_read_bare(cursor, "skipped", ";}");
        if (rest.raw.size > 0) {
            gaiti_cfg_report(cursor, GAITI_CFG_STRAY, from, rest.raw.size, rest.raw);
            end = cursor->at;
        }
    }
    cfg_end_statement(parser, end);
}

static void cfg_read_value(cfg_parser *parser, gait_span name, bool adds) {
    uint8_t sign = gaiti_cfg_next(parser->cursor);
    if (sign != '{') {
        cfg_read_scalar(parser, name, sign);
        return;
    }
    if (parser->builder) {
        gaiti_cfg_on_array(parser->builder, parser->depth, name, adds);
    }
    if (cfg_read_array(parser)) {
        cfg_end_statement(parser, parser->cursor->at);
    }
}

/* Consumes a property, or a macro, whose expansion is unknown. */
static void cfg_read_property(cfg_parser *parser) {
    uint32_t mark = cfg_push(parser, "properties", parser->frames[parser->depth].properties++);
    size_t from = parser->cursor->at;
    gait_span name = cfg_read_word(parser, "name");
    bool adds;
    if (cfg_read_equals(parser, &adds)) {
        cfg_read_value(parser, name, adds);
    } else {
        gaiti_cfg_report(parser->cursor, GAITI_CFG_MACRO, from, name.size, name);
        gaiti_cfg_read(parser->cursor, "end", gaiti_cfg_next(parser->cursor) == ';');
    }
    cfg_pop(parser, mark);
}

/* --- classes ---------------------------------------------------------------------------------- */

/* Consumes the brace that opens a class. Its path is kept until the class is closed. */
static void cfg_open_class(cfg_parser *parser, uint32_t mark, size_t from) {
    if (parser->depth >= GAITI_CFG_DEPTH) {
        cfg_fail(parser, GAITI_CFG_TOO_DEEP, parser->cursor->at, 1);
        return;
    }
    parser->frames[++parser->depth] = (cfg_frame){.mark = mark, .from = from};
    gaiti_cfg_read(parser->cursor, "open", 1);
}

static void cfg_close_class(cfg_parser *parser) {
    parser->depth--;
    if (parser->builder) {
        gaiti_cfg_on_close(parser->builder, parser->depth);
    }
}

/* Skips anything between the name of a class and its brace. Returns the next character. */
static uint8_t cfg_find_brace(cfg_parser *parser) {
    uint8_t sign = gaiti_cfg_next(parser->cursor);
    while (sign && !gaiti_cfg_is_one_of(sign, "{};=[\"") &&
           !cfg_word_is(cfg_peek_word(parser), "class")) {
        cfg_skip_stray(parser);
        sign = gaiti_cfg_next(parser->cursor);
    }
    return sign;
}

static void cfg_read_class(cfg_parser *parser) {
    gaiti_cfg_cursor *cursor = parser->cursor;
    uint32_t mark = cfg_push(parser, "classes", parser->frames[parser->depth].classes++);
    size_t from = cursor->at;
    gait_span base = {0};
    gaiti_cfg_read(cursor, "keyword", 5);
    gait_span name = cfg_read_word(parser, "name");
    if (gaiti_cfg_next(cursor) == ':') {
        gaiti_cfg_read(cursor, "colon", 1);
        base = cfg_read_word(parser, "base");
    }
    size_t end = cursor->at;
    bool opens = cfg_find_brace(parser) == '{';
    if (opens && name.size == 0) {
        cfg_warn(parser, GAITI_CFG_NO_HEAD, 1);
    }
    if (parser->builder) {
        gaiti_cfg_on_class(parser->builder, parser->depth, name, base, !opens);
    }
    if (opens) {
        cfg_open_class(parser, mark, from);
    } else {
        cfg_end_statement(parser, end);
        cfg_pop(parser, mark);
    }
}

static void cfg_read_close(cfg_parser *parser) {
    if (parser->depth == 0) {
        cfg_warn(parser, GAITI_CFG_STRAY_BRACE, 1);
        gaiti_cfg_read(parser->cursor, "skipped", 1);
        return;
    }
    uint32_t mark = parser->frames[parser->depth].mark;
    gaiti_cfg_read(parser->cursor, "close", 1);
    cfg_close_class(parser);
    cfg_end_statement(parser, parser->cursor->at);
    cfg_pop(parser, mark);
}

/* Consumes a brace without a class name, which a macro may have written. The contents are
 * ignored. */
static void cfg_read_nameless(cfg_parser *parser) {
    uint32_t mark = cfg_push(parser, "classes", parser->frames[parser->depth].classes++);
    size_t from = parser->cursor->at;
    cfg_warn(parser, GAITI_CFG_NO_HEAD, 1);
    if (parser->builder) {
        gaiti_cfg_on_class(parser->builder, parser->depth, (gait_span){0}, (gait_span){0}, false);
    }
    cfg_open_class(parser, mark, from);
}

static void cfg_read_delete(cfg_parser *parser) {
    uint32_t mark = cfg_push(parser, "properties", parser->frames[parser->depth].properties++);
    gaiti_cfg_read(parser->cursor, "keyword", 6);
    cfg_read_word(parser, "name");
    cfg_end_statement(parser, parser->cursor->at);
    cfg_pop(parser, mark);
}

static void cfg_read_statement(cfg_parser *parser, uint8_t sign) {
    gait_span word = cfg_peek_word(parser);
    if (sign == '}') {
        cfg_read_close(parser);
    } else if (sign == ';') {
        gaiti_cfg_read(parser->cursor, "end", 1);
    } else if (sign == '{') {
        cfg_read_nameless(parser);
    } else if (word.size == 0) {
        cfg_skip_stray(parser);
    } else if (cfg_word_is(word, "class")) {
        cfg_read_class(parser);
    } else if (cfg_word_is(word, "delete")) {
        cfg_read_delete(parser);
    } else {
        cfg_read_property(parser);
    }
}

/* Closes the classes that are still open at the end of the text. */
static void cfg_end_text(cfg_parser *parser) {
    if (parser->depth > 0) {
        size_t from = parser->frames[parser->depth].from;
        gait_span name = gaiti_span(parser->cursor->text.data + from, 1);
        gaiti_cfg_report(parser->cursor, GAITI_CFG_OPEN_CLASS, from, 1, name);
    }
    while (parser->depth > 0) {
        cfg_close_class(parser);
    }
}

gait_status gaiti_cfg_parse(gaiti_cfg_cursor *cursor, gaiti_cfg_builder *builder) {
    cfg_parser parser = {.cursor = cursor, .builder = builder};
    uint8_t sign = gaiti_cfg_next(cursor);
    while (sign && parser.status == GAIT_OK) {
        if (cursor->visitor && !gaiti_visit_is_ok(cursor->visitor)) {
            return GAIT_OK;
        }
        cfg_read_statement(&parser, sign);
        sign = gaiti_cfg_next(cursor);
    }
    if (parser.status == GAIT_OK) {
        cfg_end_text(&parser);
    }
    return parser.status;
}
