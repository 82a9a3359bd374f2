/* Tokens and blanks of config texts: docs/formats/config.md. */
#include <string.h>

#include "base/text/text.h"
#include "formats/bi/config/config.h"

static bool cfg_is_blank(uint8_t c) {
    return c <= ' ';
}

static uint8_t cfg_byte(const gaiti_config_cursor *cursor, size_t at) {
    return at < cursor->text.size ? cursor->text.data[at] : 0;
}

static bool cfg_pair_at(const gaiti_config_cursor *cursor, size_t at, const char *pair) {
    return gaiti_config_has_pair(cursor->text, at, pair);
}

/* A span of the text. */
static gait_span cfg_at(const gaiti_config_cursor *cursor, size_t from, size_t size) {
    return gaiti_span(cursor->text.data + from, size);
}

static bool cfg_comment_at(const gaiti_config_cursor *cursor, size_t at) {
    return cfg_pair_at(cursor, at, "//") || cfg_pair_at(cursor, at, "/*");
}

/* False at a comment and at the end of the line. */
static bool cfg_is_inside_line(const gaiti_config_cursor *cursor, size_t at) {
    return at < cursor->text.size && !gaiti_config_ends_line(cursor->text.data[at]) &&
           !cfg_comment_at(cursor, at);
}

static size_t cfg_line_end(const gaiti_config_cursor *cursor, size_t at) {
    while (at < cursor->text.size && !gaiti_config_ends_line(cursor->text.data[at])) {
        at++;
    }
    return at;
}

bool gaiti_config_next_is(const gaiti_config_cursor *cursor, const char *pair) {
    return cfg_pair_at(cursor, cursor->at, pair);
}

gait_span gaiti_config_read(gaiti_config_cursor *cursor, const char *name, size_t size) {
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
static void cfg_skip_blanks(gaiti_config_cursor *cursor) {
    bool line_begins = cursor->line_begins;
    size_t end = cursor->at;
    for (; end < cursor->text.size && cfg_is_blank(cursor->text.data[end]); end++) {
        uint8_t c = cursor->text.data[end];
        line_begins |= gaiti_config_ends_line(c);
        if (c < ' ' && !gaiti_config_is_one_of(c, "\t\n\r\f\v\x1A")) {
            gaiti_config_report(cursor, GAITI_CFG_CONTROL, cfg_at(cursor, end, 1), (gait_span){0});
        }
    }
    gaiti_config_read(cursor, "space", end - cursor->at);
    cursor->line_begins = line_begins;
}

static void cfg_skip_comment(gaiti_config_cursor *cursor) {
    bool line_begins = cursor->line_begins;
    size_t end = cursor->at + 2;
    if (gaiti_config_next_is(cursor, "//")) {
        end = cfg_line_end(cursor, end);
    } else {
        while (end < cursor->text.size && !cfg_pair_at(cursor, end, "*/")) {
            end++;
        }
        if (end >= cursor->text.size) {
            gaiti_config_report(cursor, GAITI_CFG_COMMENT, cfg_at(cursor, cursor->at, 2),
                                (gait_span){0});
            end = cursor->text.size;
        } else {
            end += 2;
        }
    }
    gaiti_config_read(cursor, "comment", end - cursor->at);
    cursor->line_begins = line_begins;
}

/* The end of a directive: the end of its line. If that line ends with a backslash, the directive
 * continues on the next line, and so on. */
static size_t cfg_directive_end(const gaiti_config_cursor *cursor) {
    size_t at = cursor->at;
    for (;;) {
        size_t end = cfg_line_end(cursor, at), last = end;
        while (last > at && gaiti_config_is_one_of(cursor->text.data[last - 1], " \t")) {
            last--;
        }
        bool continues = last > at && cursor->text.data[last - 1] == '\\';
        at = end + (cfg_pair_at(cursor, end, "\r\n") ? 2 : 1);
        if (!continues || at >= cursor->text.size) {
            return end;
        }
    }
}

/* Skips blanks, comments and directives of the current text. */
static uint8_t cfg_next_in_text(gaiti_config_cursor *cursor) {
    while (cursor->at < cursor->text.size) {
        uint8_t c = cursor->text.data[cursor->at];
        if (cfg_is_blank(c)) {
            cfg_skip_blanks(cursor);
        } else if (cfg_comment_at(cursor, cursor->at)) {
            cfg_skip_comment(cursor);
        } else if (c != '#' || !cursor->line_begins) {
            return c;
        } else if (cursor->preprocessor) {
            gaiti_config_read_directive(cursor);
        } else {
            gaiti_config_read(cursor, "directive", cfg_directive_end(cursor) - cursor->at);
        }
    }
    return 0;
}

uint8_t gaiti_config_next(gaiti_config_cursor *cursor) {
    uint8_t c = cfg_next_in_text(cursor);
    if (!cursor->preprocessor) {
        return c;
    }
    while (cursor->preprocessor->status == GAIT_OK &&
           (c ? gaiti_config_expand_line(cursor) : gaiti_config_leave_text(cursor))) {
        c = cfg_next_in_text(cursor);
    }
    return cursor->preprocessor->status == GAIT_OK ? c : 0;
}

/* --- words and texts -------------------------------------------------------------------------- */

/* The offset after the closing parenthesis of a macro, or the end of the line. */
static size_t cfg_parentheses_end(const gaiti_config_cursor *cursor, size_t at) {
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

/* True when a word ends before this byte, which is no blank. */
static bool cfg_ends_word(const gaiti_config_cursor *cursor, size_t at) {
    static const bool is_sign[256] = {
        ['{'] = true, ['}'] = true, ['['] = true, [']'] = true, ['('] = true,
        [')'] = true, ['='] = true, [';'] = true, [':'] = true, [','] = true,
        ['"'] = true, ['/'] = true, ['+'] = true};
    uint8_t c = cursor->text.data[at];
    return is_sign[c] && (c != '/' || cfg_comment_at(cursor, at)) &&
           (c != '+' || cfg_pair_at(cursor, at, "+="));
}

size_t gaiti_config_word_size(const gaiti_config_cursor *cursor) {
    size_t at = cursor->at;
    while (at < cursor->text.size && !cfg_is_blank(cursor->text.data[at]) &&
           !cfg_ends_word(cursor, at)) {
        at++;
    }
    if (at > cursor->at && cfg_byte(cursor, at) == '(') {
        at = cfg_parentheses_end(cursor, at);
    }
    return at - cursor->at;
}

/* The offset of the closing quote, or of the end of the line. */
static size_t cfg_quote_end(const gaiti_config_cursor *cursor) {
    size_t at = cursor->at + 1;
    while (at < cursor->text.size && !gaiti_config_ends_line(cursor->text.data[at])) {
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

gaiti_config_value gaiti_config_read_quoted(gaiti_config_cursor *cursor, const char *name) {
    size_t from = cursor->at, end = cfg_quote_end(cursor);
    bool closed = cfg_byte(cursor, end) == '"';
    if (!closed) {
        gait_span where = cfg_at(cursor, from, end - from);
        gaiti_config_report(cursor, GAITI_CFG_QUOTE, where, where);
        while (end > from + 1 && (cfg_is_blank(cursor->text.data[end - 1]) ||
                                  gaiti_config_is_one_of(cursor->text.data[end - 1], ",;}"))) {
            end--;
        }
    }
    gaiti_config_read(cursor, name, end + closed - from);
    return (gaiti_config_value){gaiti_span(cursor->text.data + from + 1, end - from - 1), true};
}

gaiti_config_value gaiti_config_read_bare(gaiti_config_cursor *cursor, const char *name,
                                          const char *stops) {
    size_t from = cursor->at, at = from, depth = 0;
    for (; cfg_is_inside_line(cursor, at); at++) {
        uint8_t c = cursor->text.data[at];
        if (depth == 0 && gaiti_config_is_one_of(c, stops)) {
            break;
        }
        depth += c == '(';
        depth -= c == ')' && depth > 0;
    }
    while (at > from && cfg_is_blank(cursor->text.data[at - 1])) {
        at--;
    }
    return (gaiti_config_value){gaiti_config_read(cursor, name, at - from), false};
}
