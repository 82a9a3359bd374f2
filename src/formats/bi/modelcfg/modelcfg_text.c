/* Tokens and blanks of config texts: docs/formats/modelcfg.md. */
#include "base/text/text.h"
#include "formats/bi/modelcfg/modelcfg.h"

gaiti_cfg_cursor gaiti_cfg_cursor_over(const gait_modelcfg *modelcfg, const gaiti_report *report) {
    gait_span text = modelcfg->source;
    bool has_byte_order_mark = text.size >= 3 && memcmp(text.data, "\xEF\xBB\xBF", 3) == 0;
    return (gaiti_cfg_cursor){.text = text,
                              .at = has_byte_order_mark ? 3 : 0,
                              .line_begins = true,
                              .lines = &modelcfg->lines,
                              .report = report};
}

static bool cfg_is_blank(uint8_t c) {
    return c <= ' ';
}

static bool cfg_is_line_end(uint8_t c) {
    return c == '\n' || c == '\r';
}

static uint8_t cfg_byte(const gaiti_cfg_cursor *cursor, size_t at) {
    return at < cursor->text.size ? cursor->text.data[at] : 0;
}

static bool cfg_pair_at(const gaiti_cfg_cursor *cursor, size_t at, const char *pair) {
    return at + 1 < cursor->text.size && cursor->text.data[at] == (uint8_t)pair[0] &&
           cursor->text.data[at + 1] == (uint8_t)pair[1];
}

static bool cfg_comment_at(const gaiti_cfg_cursor *cursor, size_t at) {
    return cfg_pair_at(cursor, at, "//") || cfg_pair_at(cursor, at, "/*");
}

/* False at a comment and at the end of the line. */
static bool cfg_is_inside_line(const gaiti_cfg_cursor *cursor, size_t at) {
    return at < cursor->text.size && !cfg_is_line_end(cursor->text.data[at]) &&
           !cfg_comment_at(cursor, at);
}

static size_t cfg_line_end(const gaiti_cfg_cursor *cursor, size_t at) {
    while (at < cursor->text.size && !cfg_is_line_end(cursor->text.data[at])) {
        at++;
    }
    return at;
}

bool gaiti_cfg_next_is(const gaiti_cfg_cursor *cursor, const char *pair) {
    return cfg_pair_at(cursor, cursor->at, pair);
}

gait_status gaiti_cfg_report(const gaiti_cfg_cursor *cursor, gaiti_rule rule, size_t from,
                             size_t size, gait_span name) {
    if (!cursor->report) {
        return GAIT_OK;
    }
    gaiti_place place = {0};
    if (gaiti_needs_text(cursor->report, rule)) {
        place = gaiti_lines_at(cursor->lines, from);
    }
    return gaiti_raise(cursor->report, rule,
                       (gaiti_detail){.offset = from,
                                      .length = size,
                                      .expected = (int64_t)place.column,
                                      .found = (int64_t)place.line,
                                      .name = name});
}

gait_span gaiti_cfg_read(gaiti_cfg_cursor *cursor, const char *name, size_t size) {
    gait_span taken = gaiti_span(cursor->text.data + cursor->at, size);
    if (size == 0) {
        return taken;
    }
    if (cursor->visitor) {
        gait_span shown;
        gaiti_visit_block(cursor->visitor, name, GAIT_FIELD_CHARS, 1, (uint32_t)size, &shown);
    }
    cursor->at += size;
    cursor->line_begins = false;
    return taken;
}

/* --- blanks, comments and directives ---------------------------------------------------------- */

/* Skips blanks. Other control characters count as blanks and are reported. */
static void cfg_skip_blanks(gaiti_cfg_cursor *cursor) {
    bool line_begins = cursor->line_begins;
    size_t end = cursor->at;
    for (; end < cursor->text.size && cfg_is_blank(cursor->text.data[end]); end++) {
        uint8_t c = cursor->text.data[end];
        line_begins |= cfg_is_line_end(c);
        if (c < ' ' && !gaiti_cfg_is_one_of(c, "\t\n\r\f\v\x1A")) {
            gaiti_cfg_report(cursor, GAITI_CFG_CONTROL, end, 1, (gait_span){0});
        }
    }
    gaiti_cfg_read(cursor, "space", end - cursor->at);
    cursor->line_begins = line_begins;
}

static void cfg_skip_comment(gaiti_cfg_cursor *cursor) {
    bool line_begins = cursor->line_begins;
    size_t end = cursor->at + 2;
    if (gaiti_cfg_next_is(cursor, "//")) {
        end = cfg_line_end(cursor, end);
    } else {
        while (end < cursor->text.size && !cfg_pair_at(cursor, end, "*/")) {
            end++;
        }
        if (end >= cursor->text.size) {
            gaiti_cfg_report(cursor, GAITI_CFG_COMMENT, cursor->at, 2, (gait_span){0});
            end = cursor->text.size;
        } else {
            end += 2;
        }
    }
    gaiti_cfg_read(cursor, "comment", end - cursor->at);
    cursor->line_begins = line_begins;
}

/* The end of a directive: the end of its line. If that line ends with a backslash, the directive
 * continues on the next line, and so on. */
static size_t cfg_directive_end(const gaiti_cfg_cursor *cursor) {
    size_t at = cursor->at;
    for (;;) {
        size_t end = cfg_line_end(cursor, at), last = end;
        while (last > at && gaiti_cfg_is_one_of(cursor->text.data[last - 1], " \t")) {
            last--;
        }
        bool continues = last > at && cursor->text.data[last - 1] == '\\';
        at = end + (cfg_pair_at(cursor, end, "\r\n") ? 2 : 1);
        if (!continues || at >= cursor->text.size) {
            return end;
        }
    }
}

/* The first word of a text without leading blanks, or the rest of its line. */
static gait_span cfg_first_word(gait_span text, bool whole_line) {
    size_t from = 0;
    while (from < text.size && gaiti_cfg_is_one_of(text.data[from], " \t")) {
        from++;
    }
    size_t end = from;
    while (end < text.size && !cfg_is_line_end(text.data[end]) &&
           (whole_line || !cfg_is_blank(text.data[end]))) {
        end++;
    }
    return gaiti_span(text.data + from, end - from);
}

static void cfg_skip_directive(gaiti_cfg_cursor *cursor) {
    size_t from = cursor->at;
    gait_span line = gaiti_cfg_read(cursor, "directive", cfg_directive_end(cursor) - from);
    gait_span word = cfg_first_word(gaiti_span(line.data + 1, line.size - 1), false);
    if (gaiti_equal_name(word, gaiti_span("include", 7))) {
        size_t word_end = (size_t)(word.data + word.size - line.data);
        gait_span rest = gaiti_span(line.data + word_end, line.size - word_end);
        gaiti_cfg_report(cursor, GAITI_CFG_INCLUDE, from, line.size, cfg_first_word(rest, true));
    } else {
        gaiti_cfg_report(cursor, GAITI_CFG_DIRECTIVE, from, line.size, word);
    }
}

uint8_t gaiti_cfg_next(gaiti_cfg_cursor *cursor) {
    while (cursor->at < cursor->text.size) {
        uint8_t c = cursor->text.data[cursor->at];
        if (cfg_is_blank(c)) {
            cfg_skip_blanks(cursor);
        } else if (cfg_comment_at(cursor, cursor->at)) {
            cfg_skip_comment(cursor);
        } else if (c == '#' && cursor->line_begins) {
            cfg_skip_directive(cursor);
        } else {
            return c;
        }
    }
    return 0;
}

/* --- words and texts -------------------------------------------------------------------------- */

/* The offset after the closing parenthesis of a macro, or the end of the line. */
static size_t cfg_parentheses_end(const gaiti_cfg_cursor *cursor, size_t at) {
    size_t depth = 0;
    for (; cfg_is_inside_line(cursor, at); at++) {
        uint8_t c = cursor->text.data[at];
        depth += c == '(';
        depth -= c == ')';
        if (depth == 0) {
            return at + 1;
        }
    }
    return at;
}

size_t gaiti_cfg_word_size(const gaiti_cfg_cursor *cursor) {
    size_t at = cursor->at;
    while (at < cursor->text.size && !cfg_is_blank(cursor->text.data[at]) &&
           !gaiti_cfg_is_one_of(cursor->text.data[at], "{}[]()=;:,\"") &&
           !cfg_comment_at(cursor, at) && !cfg_pair_at(cursor, at, "+=")) {
        at++;
    }
    if (at > cursor->at && cfg_byte(cursor, at) == '(') {
        at = cfg_parentheses_end(cursor, at);
    }
    return at - cursor->at;
}

/* The offset of the closing quote, or of the end of the line. */
static size_t cfg_quote_end(const gaiti_cfg_cursor *cursor) {
    size_t at = cursor->at + 1;
    while (at < cursor->text.size && !cfg_is_line_end(cursor->text.data[at])) {
        if (cursor->text.data[at] != '"') {
            at++;
        } else if (cfg_pair_at(cursor, at, "\"\"")) {
            at += 2;
        } else {
            return at;
        }
    }
    return at;
}

gaiti_cfg_text gaiti_cfg_read_quoted(gaiti_cfg_cursor *cursor, const char *name) {
    size_t from = cursor->at, end = cfg_quote_end(cursor);
    bool closed = cfg_byte(cursor, end) == '"';
    if (!closed) {
        gaiti_cfg_report(cursor, GAITI_CFG_QUOTE, from, end - from,
                         gaiti_span(cursor->text.data + from, end - from));
        while (end > from + 1 && (cfg_is_blank(cursor->text.data[end - 1]) ||
                                  gaiti_cfg_is_one_of(cursor->text.data[end - 1], ",;}"))) {
            end--;
        }
    }
    gaiti_cfg_read(cursor, name, end + closed - from);
    return (gaiti_cfg_text){gaiti_span(cursor->text.data + from + 1, end - from - 1), true};
}

gaiti_cfg_text gaiti_cfg_read_bare(gaiti_cfg_cursor *cursor, const char *name, const char *stops) {
    size_t from = cursor->at, at = from, depth = 0;
    for (; cfg_is_inside_line(cursor, at); at++) {
        uint8_t c = cursor->text.data[at];
        if (depth == 0 && gaiti_cfg_is_one_of(c, stops)) {
            break;
        }
        depth += c == '(';
        depth -= c == ')' && depth > 0;
    }
    while (at > from && cfg_is_blank(cursor->text.data[at - 1])) {
        at--;
    }
    return (gaiti_cfg_text){gaiti_cfg_read(cursor, name, at - from), false};
}
