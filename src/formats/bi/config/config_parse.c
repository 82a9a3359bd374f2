/* The parser of config texts, which tolerates the errors of real texts: docs/formats/config.md.
 * Nested classes are kept in an array; the parser does not recurse. */
#include <string.h>

#include "base/text/text.h"
#include "base/try.h"
#include "formats/bi/config/config.h"

enum { CFG_NO_COLUMN = -1, CFG_PATH = 64 /* as much of a name as findings have */ };

/* An open class. */
typedef struct cfg_frame {
    uint32_t mark; /* argument of gaiti_visit_pop() */
    uint32_t classes, properties;
    gait_span from; /* the word class */
    gait_span name;
    int32_t column; /* of the word class, if it begins a line; CFG_NO_COLUMN = unknown */
} cfg_frame;

/* A class whose closing brace seems to be missing, by the indentation of what follows. */
typedef struct cfg_unclosed {
    gait_span from; /* without data: there is none */
    char path[CFG_PATH];
    size_t path_size;
    uint32_t outer; /* the number of open classes that were already open then */
} cfg_unclosed;

typedef struct cfg_parser {
    gaiti_config_cursor *cursor;
    gaiti_config_builder *builder; /* may be NULL */
    gait_status status;
    uint32_t depth;
    bool is_indented; /* a class begins farther to the right than the class around it */
    cfg_unclosed unclosed;
    cfg_frame frames[GAITI_CONFIG_CLASSES + 1]; /* [0] is the complete text */
} cfg_parser;

static gait_span cfg_here(const cfg_parser *parser, size_t size) {
    return gaiti_span(parser->cursor->text.data + parser->cursor->at, size);
}

static void cfg_warn(cfg_parser *parser, gaiti_rule rule, size_t size) {
    gait_span where = cfg_here(parser, size);
    gaiti_config_report(parser->cursor, rule, where, where);
}

static void cfg_fail(cfg_parser *parser, gaiti_rule rule, gait_span where) {
    parser->status = gaiti_config_report(parser->cursor, rule, where, where);
    if (parser->status == GAIT_OK) {
        parser->status = GAIT_CORRUPT; /* there is no report */
    }
}

/* Adds an entry to what is open. */
static void cfg_add(cfg_parser *parser, gaiti_config_kind kind, gait_span name, gait_span text) {
    if (parser->builder) {
        gaiti_config_add(parser->builder, kind, name, text);
        if (parser->builder->arena->status != GAIT_OK) {
            parser->status = parser->builder->arena->status;
        }
    }
}

static void cfg_add_value(cfg_parser *parser, gait_span name, gaiti_config_value value) {
    cfg_add(parser, value.quoted ? GAITI_CONFIG_QUOTED : GAITI_CONFIG_BARE, name, value.raw);
}

/* Adds a class or an array, which is open from now on. */
static void cfg_add_open(cfg_parser *parser, gaiti_config_kind kind, gait_span name,
                         gait_span text) {
    cfg_add(parser, kind, name, text);
    if (parser->builder && parser->status == GAIT_OK) {
        gaiti_config_open_last(parser->builder);
    }
}

static void cfg_add_end(cfg_parser *parser) {
    if (parser->builder && parser->builder->arena->status == GAIT_OK) {
        gaiti_config_close(parser->builder);
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

static inline bool cfg_word_is(gait_span word, const char *text) {
    return word.size == strlen(text) && gaiti_equal_name(word, gaiti_span(text, strlen(text)));
}

/* The word at the cursor, which is not consumed; empty if there is none. */
static gait_span cfg_peek_word(cfg_parser *parser) {
    gaiti_config_next(parser->cursor);
    return cfg_here(parser, gaiti_config_word_size(parser->cursor));
}

static gait_span cfg_read_word(cfg_parser *parser, const char *name) {
    gaiti_config_next(parser->cursor);
    return gaiti_config_read(parser->cursor, name, gaiti_config_word_size(parser->cursor));
}

/* Skips an unexpected word, quoted text or character. */
static void cfg_skip_stray(cfg_parser *parser) {
    size_t size = gaiti_config_word_size(parser->cursor);
    if (parser->cursor->text.data[parser->cursor->at] == '"') {
        cfg_warn(parser, GAITI_CFG_STRAY, 1);
        gaiti_config_read_quoted(parser->cursor, "skipped");
        return;
    }
    size = size > 0 ? size : 1;
    cfg_warn(parser, GAITI_CFG_STRAY, size);
    gaiti_config_read(parser->cursor, "skipped", size);
}

/* Consumes the semicolon that ends a statement, or reports that it is missing. */
static void cfg_end_statement(cfg_parser *parser, gait_span statement_end) {
    if (gaiti_config_next(parser->cursor) == ';') {
        gaiti_config_read(parser->cursor, "end", 1);
        return;
    }
    gaiti_config_report(parser->cursor, GAITI_CFG_NO_SEMICOLON, statement_end, (gait_span){0});
}

/* --- arrays ----------------------------------------------------------------------------------- */

typedef struct cfg_array {
    gait_span from;
    uint32_t depth, index;
    bool after_item, after_comma;
    bool after_word; /* the last item may be a macro that is not known */
} cfg_array;

static void cfg_read_item(cfg_parser *parser, cfg_array *array, uint8_t sign) {
    uint32_t mark = cfg_push(parser, "items", array->index++);
    if (array->after_item) {
        gait_span where = cfg_here(parser, 1);
        gaiti_config_report(parser->cursor, GAITI_CFG_COMMA, where,
                            array->after_word ? (gait_span){0} : where);
    }
    gait_span word = cfg_peek_word(parser);
    array->after_word = word.size > 0 && !gaiti_config_is_one_of(word.data[0], "0123456789-.");
    if (sign == '{') {
        cfg_add_open(parser, GAITI_CONFIG_ARRAY, (gait_span){0}, cfg_here(parser, 1));
        gaiti_config_read(parser->cursor, "open", 1);
        array->depth++;
    } else {
        cfg_add_value(parser, (gait_span){0},
                      sign == '"' ? gaiti_config_read_quoted(parser->cursor, "value")
                                  : gaiti_config_read_bare(parser->cursor, "value", ",;}{\""));
    }
    array->after_item = sign != '{';
    array->after_comma = false;
    cfg_pop(parser, mark);
}

/* Consumes a semicolon inside an array. It replaces a comma or a missing brace, depending on the
 * next character. True when the array ends with it. */
static bool cfg_read_semicolon(cfg_parser *parser, cfg_array *array) {
    gait_span from = gaiti_config_read(parser->cursor, "comma", 1);
    uint8_t sign = gaiti_config_next(parser->cursor);
    bool ends =
        sign != 0 && sign != '"' && sign != '{' && sign != '}' && sign != ',' && sign != ';';
    gaiti_config_report(parser->cursor, ends ? GAITI_CFG_OPEN_ARRAY : GAITI_CFG_COMMA, from, from);
    array->after_item = false;
    return ends;
}

/* Consumes the items up to the closing brace. False on errors, and when the closing
 * brace is missing and a semicolon or the word `class` ends the array. */
static bool cfg_read_items(cfg_parser *parser, cfg_array *array) {
    while (array->depth > 0 && parser->status == GAIT_OK) {
        uint8_t sign = gaiti_config_next(parser->cursor);
        if (sign == 0) {
            cfg_fail(parser, GAITI_CFG_CUT_ARRAY, array->from);
        } else if (sign == '}') {
            if (array->after_comma) {
                cfg_warn(parser, GAITI_CFG_LAST_COMMA, 1);
            }
            gaiti_config_read(parser->cursor, "close", 1);
            cfg_add_end(parser);
            array->depth--;
            array->after_item = true;
            array->after_comma = false;
        } else if (sign == ',') {
            gaiti_config_read(parser->cursor, "comma", 1);
            array->after_comma = array->after_item;
            array->after_item = false;
        } else if (sign == ';') {
            if (cfg_read_semicolon(parser, array)) {
                return false;
            }
        } else if (cfg_word_is(cfg_peek_word(parser), "class")) {
            cfg_warn(parser, GAITI_CFG_OPEN_ARRAY, 5);
            return false;
        } else if (sign == '{' && array->depth >= GAITI_CONFIG_ARRAYS) {
            cfg_fail(parser, GAITI_CFG_TOO_DEEP, cfg_here(parser, 1));
        } else {
            cfg_read_item(parser, array, sign);
        }
    }
    return parser->status == GAIT_OK;
}

/* Consumes an array, and adds it with its items. True when it is closed. */
static bool cfg_read_array(cfg_parser *parser, gait_span name, bool adds) {
    cfg_array array = {.from = cfg_here(parser, 1), .depth = 1};
    cfg_add_open(parser, adds ? GAITI_CONFIG_ADDED : GAITI_CONFIG_ARRAY, name, array.from);
    gaiti_config_read(parser->cursor, "open", 1);
    bool is_closed = cfg_read_items(parser, &array);
    for (; array.depth > 0; array.depth--) {
        cfg_add_end(parser);
    }
    return is_closed;
}

/* --- properties ------------------------------------------------------------------------------- */

/* Consumes brackets, if any, and an equals sign. False if there is no equals sign. Characters
 * inside the brackets are skipped. */
static bool cfg_read_equals(cfg_parser *parser, bool *adds) {
    gaiti_config_cursor *cursor = parser->cursor;
    uint8_t sign = gaiti_config_next(cursor);
    if (sign == '[') {
        gaiti_config_read(cursor, "brackets", 1);
        for (sign = gaiti_config_next(cursor); sign && !gaiti_config_is_one_of(sign, "]={};");
             sign = gaiti_config_next(cursor)) {
            /* Byte by byte, because a word may contain the bracket. */
            cfg_warn(parser, GAITI_CFG_STRAY, 1);
            gaiti_config_read(cursor, "skipped", 1);
        }
        gaiti_config_read(cursor, "brackets", sign == ']');
        sign = gaiti_config_next(cursor);
    }
    *adds = gaiti_config_next_is(cursor, "+=");
    if (*adds || sign == '=') {
        gaiti_config_read(cursor, "equals", *adds ? 2 : 1);
    }
    return *adds || sign == '=';
}

static void cfg_read_scalar(cfg_parser *parser, gait_span name, uint8_t sign) {
    gaiti_config_cursor *cursor = parser->cursor;
    bool quoted = sign == '"';
    gaiti_config_value value = quoted ? gaiti_config_read_quoted(cursor, "value")
                                      : gaiti_config_read_bare(cursor, "value", ";}");
    gait_span end = cfg_here(parser, 0);
    cfg_add_value(parser, name, value);
    /* A quoted text is the complete value; anything after it is an expression, which is not
     * evaluated. */
    gaiti_config_value rest = {0};
    if (quoted) {
        rest = gaiti_config_read_bare(cursor, "skipped", ";}");
        if (rest.raw.size > 0) {
            gaiti_config_report(cursor, GAITI_CFG_STRAY, rest.raw, rest.raw);
            end = cfg_here(parser, 0);
        }
    }
    cfg_end_statement(parser, end);
}

static void cfg_read_value(cfg_parser *parser, gait_span name, bool adds) {
    uint8_t sign = gaiti_config_next(parser->cursor);
    if (sign != '{') {
        cfg_read_scalar(parser, name, sign);
        return;
    }
    if (cfg_read_array(parser, name, adds)) {
        cfg_end_statement(parser, cfg_here(parser, 0));
    }
}

/* Consumes a property, or a macro, whose expansion is unknown. */
static void cfg_read_property(cfg_parser *parser) {
    uint32_t mark = cfg_push(parser, "properties", parser->frames[parser->depth].properties++);
    gait_span name = cfg_read_word(parser, "name");
    bool adds;
    if (cfg_read_equals(parser, &adds)) {
        cfg_read_value(parser, name, adds);
    } else {
        gaiti_config_report(parser->cursor, GAITI_CFG_MACRO, name, name);
        gaiti_config_read(parser->cursor, "end", gaiti_config_next(parser->cursor) == ';');
    }
    cfg_pop(parser, mark);
}

/* --- classes ---------------------------------------------------------------------------------- */

/* The number of blanks before the cursor if they begin a line of a file. In a line that macros
 * produced, only its first byte has a place in the file. */
static int32_t cfg_column(const cfg_parser *parser) {
    const gaiti_config_cursor *cursor = parser->cursor;
    const gaiti_config_preprocessor *preprocessor = cursor->preprocessor;
    if (!preprocessor || (preprocessor->in_made ? cursor->at > 0 : !cursor->line_begins)) {
        return CFG_NO_COLUMN;
    }
    gait_span text = preprocessor->frames[preprocessor->depth].text;
    const uint8_t *here = preprocessor->in_made ? gaiti_config_last_made(cursor->texts).data
                                                : cursor->text.data + cursor->at;
    size_t at = (size_t)((uintptr_t)here - (uintptr_t)text.data), end = at;
    while (at > 0 && at <= text.size && gaiti_config_is_one_of(text.data[at - 1], " \t")) {
        at--;
    }
    bool begins = at == 0 || (at <= text.size && gaiti_config_ends_line(text.data[at - 1]));
    return begins && end - at < INT32_MAX ? (int32_t)(end - at) : CFG_NO_COLUMN;
}

/* Keeps the innermost open class as one that is not closed: the end of its path, such as "A/B". */
static void cfg_keep_unclosed(cfg_parser *parser) {
    cfg_unclosed *unclosed = &parser->unclosed;
    uint32_t first = parser->depth;
    size_t size = parser->frames[first].name.size;
    while (first > 1 && size + 1 + parser->frames[first - 1].name.size <= CFG_PATH) {
        size += 1 + parser->frames[--first].name.size;
    }
    unclosed->path_size = 0;
    for (uint32_t d = first; d <= parser->depth; d++) {
        gait_span name = parser->frames[d].name;
        if (d > first) {
            unclosed->path[unclosed->path_size++] = '/';
        }
        name.size = name.size < CFG_PATH ? name.size : CFG_PATH;
        if (name.size > 0) {
            memcpy(unclosed->path + unclosed->path_size, name.data, name.size);
        }
        unclosed->path_size += name.size;
    }
    unclosed->from = parser->frames[parser->depth].from;
    unclosed->outer = parser->depth;
}

/* A class or a brace at this column is not in the innermost open class, but beside it or farther
 * out: that class seems to be open. */
static void cfg_compare_column(cfg_parser *parser, int32_t column, bool is_brace) {
    int32_t own = parser->frames[parser->depth].column;
    if (parser->unclosed.from.data || column == CFG_NO_COLUMN || own == CFG_NO_COLUMN ||
        parser->depth == 0 || column > own || (column == own && is_brace) ||
        (!is_brace && !parser->is_indented)) {
        return;
    }
    uint32_t outer = parser->depth;
    while (outer > 0 && parser->frames[outer].column != column) {
        outer--;
    }
    if (outer > 0) {
        cfg_keep_unclosed(parser);
    }
}

/* Consumes the brace that opens a class. Its path is kept until the class is closed. */
static void cfg_open_class(cfg_parser *parser, const cfg_frame *frame) {
    if (parser->depth >= GAITI_CONFIG_CLASSES) {
        cfg_fail(parser, GAITI_CFG_TOO_DEEP, cfg_here(parser, 1));
        return;
    }
    int32_t around = parser->frames[parser->depth].column;
    cfg_compare_column(parser, frame->column, false);
    parser->is_indented |= parser->depth > 0 && around != CFG_NO_COLUMN && frame->column > around;
    parser->frames[++parser->depth] = *frame;
    gaiti_config_read(parser->cursor, "open", 1);
}

/* `column`: of the brace. A class around the one that seemed to be open, which is closed by a brace
 * below its beginning, proves that all in it is closed. */
static void cfg_close_class(cfg_parser *parser, int32_t column) {
    const cfg_frame *frame = &parser->frames[parser->depth];
    cfg_unclosed *unclosed = &parser->unclosed;
    cfg_compare_column(parser, column, true);
    if (parser->depth <= unclosed->outer && column != CFG_NO_COLUMN && column == frame->column) {
        unclosed->from.data = NULL;
    }
    parser->depth--;
    unclosed->outer = unclosed->outer < parser->depth ? unclosed->outer : parser->depth;
    cfg_add_end(parser);
}

/* Skips anything between the name of a class and its brace. Returns the next character. */
static uint8_t cfg_find_brace(cfg_parser *parser) {
    uint8_t sign = gaiti_config_next(parser->cursor);
    while (sign && !gaiti_config_is_one_of(sign, "{};=[\"") &&
           !cfg_word_is(cfg_peek_word(parser), "class")) {
        cfg_skip_stray(parser);
        sign = gaiti_config_next(parser->cursor);
    }
    return sign;
}

static void cfg_read_class(cfg_parser *parser) {
    gaiti_config_cursor *cursor = parser->cursor;
    uint32_t mark = cfg_push(parser, "classes", parser->frames[parser->depth].classes++);
    int32_t column = cfg_column(parser);
    gait_span base = {0}, from = gaiti_config_read(cursor, "keyword", 5);
    gait_span name = cfg_read_word(parser, "name");
    if (gaiti_config_next(cursor) == ':') {
        gaiti_config_read(cursor, "colon", 1);
        base = cfg_read_word(parser, "base");
    }
    gait_span end = cfg_here(parser, 0);
    bool opens = cfg_find_brace(parser) == '{';
    if (opens && name.size == 0) {
        cfg_warn(parser, GAITI_CFG_NO_HEAD, 1);
    }
    if (opens) {
        cfg_add_open(parser, GAITI_CONFIG_CLASS, name, base);
        const cfg_frame frame = {.mark = mark, .from = from, .name = name, .column = column};
        cfg_open_class(parser, &frame);
    } else {
        cfg_add(parser, GAITI_CONFIG_DECLARED, name, base);
        cfg_end_statement(parser, end);
        cfg_pop(parser, mark);
    }
}

static void cfg_read_close(cfg_parser *parser) {
    if (parser->depth == 0) {
        cfg_warn(parser, GAITI_CFG_STRAY_BRACE, 1);
        gaiti_config_read(parser->cursor, "skipped", 1);
        return;
    }
    uint32_t mark = parser->frames[parser->depth].mark;
    int32_t column = cfg_column(parser);
    gaiti_config_read(parser->cursor, "close", 1);
    cfg_close_class(parser, column);
    cfg_end_statement(parser, cfg_here(parser, 0));
    cfg_pop(parser, mark);
}

/* Consumes a brace without a class name, which a macro may have written. The contents are
 * ignored. */
static void cfg_read_nameless(cfg_parser *parser) {
    uint32_t mark = cfg_push(parser, "classes", parser->frames[parser->depth].classes++);
    cfg_warn(parser, GAITI_CFG_NO_HEAD, 1);
    cfg_add_open(parser, GAITI_CONFIG_CLASS, (gait_span){0}, (gait_span){0});
    const cfg_frame frame = {.mark = mark, .from = cfg_here(parser, 1), .column = CFG_NO_COLUMN};
    cfg_open_class(parser, &frame);
}

static void cfg_read_delete(cfg_parser *parser) {
    uint32_t mark = cfg_push(parser, "properties", parser->frames[parser->depth].properties++);
    gaiti_config_read(parser->cursor, "keyword", 6);
    cfg_add(parser, GAITI_CONFIG_DELETED, cfg_read_word(parser, "name"), (gait_span){0});
    cfg_end_statement(parser, cfg_here(parser, 0));
    cfg_pop(parser, mark);
}

/* Skips `enum {A = 1, B};`, which names numbers. */
static void cfg_skip_enum(cfg_parser *parser) {
    uint32_t mark = cfg_push(parser, "properties", parser->frames[parser->depth].properties++);
    uint8_t sign = '{';
    cfg_warn(parser, GAITI_CFG_STRAY, 4);
    gaiti_config_read(parser->cursor, "skipped", 4);
    while (sign && sign != '}' && sign != ';' && !cfg_word_is(cfg_peek_word(parser), "class")) {
        sign = gaiti_config_next(parser->cursor);
        size_t size = gaiti_config_word_size(parser->cursor);
        gaiti_config_read(parser->cursor, "skipped", size > 0 ? size : sign != 0);
    }
    if (sign == '}') {
        cfg_end_statement(parser, cfg_here(parser, 0));
    }
    cfg_pop(parser, mark);
}

/* True for `enum {` or `enum NAME {`, and not for a value with this name. */
static bool cfg_is_enum(const cfg_parser *parser, gait_span word) {
    gait_span text = parser->cursor->text;
    size_t at = parser->cursor->at + word.size;
    bool is_enum = cfg_word_is(word, "enum");
    for (int names = 0; is_enum && names < 2; names++) {
        while (at < text.size && text.data[at] <= ' ') {
            at++;
        }
        while (names == 0 && at < text.size && gaiti_config_in_name(text.data[at])) {
            at++;
        }
    }
    return is_enum && at < text.size && text.data[at] == '{';
}

static void cfg_read_statement(cfg_parser *parser, uint8_t sign) {
    gait_span word = cfg_peek_word(parser);
    if (sign == '}') {
        cfg_read_close(parser);
    } else if (sign == ';') {
        gaiti_config_read(parser->cursor, "end", 1);
    } else if (sign == '{') {
        cfg_read_nameless(parser);
    } else if (word.size == 0) {
        cfg_skip_stray(parser);
    } else if (cfg_word_is(word, "class")) {
        cfg_read_class(parser);
    } else if (cfg_word_is(word, "delete")) {
        cfg_read_delete(parser);
    } else if (cfg_is_enum(parser, word)) {
        cfg_skip_enum(parser);
    } else {
        cfg_read_property(parser);
    }
}

/* Closes the classes that are still open at the end of the text, and reports the one that the
 * indentation suggests, else the innermost one. */
static void cfg_end_text(cfg_parser *parser) {
    cfg_unclosed *unclosed = &parser->unclosed;
    if (parser->depth > 0) {
        if (!unclosed->from.data) {
            cfg_keep_unclosed(parser);
        }
        gaiti_config_report(parser->cursor, GAITI_CFG_OPEN_CLASS,
                            gaiti_span(unclosed->from.data, 1),
                            gaiti_span((const uint8_t *)unclosed->path, unclosed->path_size));
    }
    while (parser->depth > 0) {
        cfg_close_class(parser, CFG_NO_COLUMN);
    }
}

gait_status gaiti_config_parse(gaiti_config_cursor *cursor, gaiti_config_builder *builder) {
    cfg_parser parser = {.cursor = cursor, .builder = builder};
    uint8_t sign = gaiti_config_next(cursor);
    while (sign && parser.status == GAIT_OK) {
        if (cursor->visitor && !gaiti_visit_is_ok(cursor->visitor)) {
            return GAIT_OK;
        }
        cfg_read_statement(&parser, sign);
        sign = gaiti_config_next(cursor);
    }
    if (parser.status == GAIT_OK) {
        cfg_end_text(&parser);
    }
    return parser.status;
}

gait_status gaiti_config_read_tree(gaiti_config_texts *texts, uint32_t source,
                                   const gaiti_config_reading *reading, gaiti_config_entry *root) {
    gait_options options = {.allocator = texts->arena->allocator,
                            .max_bytes = texts->arena->bytes_left,
                            .max_allocations = texts->arena->allocations_left};
    gaiti_config_preprocessor *preprocessor = gaiti_alloc(texts->arena, 1, sizeof *preprocessor);
    gaiti_arena members; /* of one member, for a receiver */
    if (!preprocessor) {
        return texts->arena->status;
    }
    gaiti_arena_init(&members, &options, 0);
    gait_status status = gaiti_config_preprocessor_init(preprocessor, texts, source, &options);
    preprocessor->includer = reading->includer;
    preprocessor->report = reading->report;
    if (status == GAIT_OK) {
        gaiti_config_cursor cursor = gaiti_config_preprocess(preprocessor);
        gaiti_config_builder builder =
            gaiti_config_builder_over(reading->receiver ? &members : texts->arena, root);
        builder.requires = reading->requires;
        builder.receiver = reading->receiver;
        status = gaiti_config_parse(&cursor, &builder);
        while (builder.depth > 0 && builder.arena->status == GAIT_OK) { /* after an error */
            gaiti_config_close(&builder);
        }
        bool has_memory =
            builder.arena->status != GAIT_NO_MEMORY && texts->arena->status != GAIT_NO_MEMORY;
        status = has_memory ? status : GAIT_NO_MEMORY;
        status = preprocessor->status != GAIT_OK ? preprocessor->status : status;
    }
    gaiti_config_preprocessor_free(preprocessor);
    gaiti_arena_free(&members);
    return status;
}

void gaiti_config_show(gait_span text, gaiti_visitor *visitor) {
    gaiti_config_cursor cursor = {
        .text = text, .at = gaiti_config_start(text), .line_begins = true, .visitor = visitor};
    uint32_t mark = visitor->path_size;
    gait_span shown;
    if (cursor.at > 0) {
        gaiti_visit_bytes(visitor, "mark", cursor.at, &shown);
    }
    if (gaiti_config_parse(&cursor, NULL) != GAIT_OK) {
        /* Only branches that the preprocessor skips can be damaged. */
        gaiti_visit_pop(visitor, mark);
        gaiti_config_read(&cursor, "skipped", text.size - cursor.at);
    }
}
