/* Lines of LTX: docs/formats/ltx.md#lines. */
#include <string.h>

#include "base/bytes.h"
#include "base/sniff.h"
#include "formats/xray/ltx/ltx.h"

static bool ltx_is_blank(uint8_t c) {
    return c <= ' ';
}

/* The part of `text` from `at`. */
static gait_span ltx_from(gait_span text, size_t at) {
    return gaiti_span(text.data + at, text.size - at);
}

/* The offset of the first such byte, or the size of the text. */
static size_t ltx_find(gait_span text, char wanted) {
    const uint8_t *found = text.size > 0 ? memchr(text.data, wanted, text.size) : NULL;
    return found ? (size_t)(found - text.data) : text.size;
}

gait_span gaiti_ltx_trim(gait_span text) {
    while (text.size > 0 && ltx_is_blank(text.data[text.size - 1])) {
        text.size--;
    }
    size_t at = 0;
    while (at < text.size && ltx_is_blank(text.data[at])) {
        at++;
    }
    return ltx_from(text, at);
}

bool gaiti_ltx_next_item(gait_span *list, gait_span *out_item) {
    if (list->size == 0) {
        return false;
    }
    size_t end = ltx_find(*list, ',');
    *out_item = gaiti_ltx_trim(gaiti_span(list->data, end));
    *list = ltx_from(*list, end < list->size ? end + 1 : end);
    return true;
}

gait_span gaiti_ltx_clean(gaiti_arena *arena, gait_span value) {
    size_t size = 0;
    bool is_quoted = false;
    uint8_t *out = NULL;
    for (size_t i = 0; i < value.size; i++) {
        is_quoted ^= value.data[i] == '"';
        bool is_kept = is_quoted || !ltx_is_blank(value.data[i]);
        if (!out && !is_kept) {
            out = gaiti_copy(arena, value);
            if (!out) {
                return (gait_span){0};
            }
        }
        if (out && is_kept) {
            out[size] = value.data[i];
        }
        size += is_kept;
    }
    return gaiti_span(out ? out : value.data, size);
}

gaiti_ltx_cursor gaiti_ltx_begin(gait_span text) {
    static const uint8_t nothing[1] = {0};
    text = text.data ? text : gaiti_span(nothing, 0);
    return (gaiti_ltx_cursor){.text = text, .at = gaiti_begins(text, "\xEF\xBB\xBF") ? 3 : 0};
}

/* Reads up to the end of the line: LF, CR LF or CR. */
static gait_span ltx_read_line(gaiti_ltx_cursor *cursor) {
    gait_span left = ltx_from(cursor->text, cursor->at);
    size_t end = 0;
    while (end < left.size && left.data[end] != '\n' && left.data[end] != '\r') {
        end++;
    }
    cursor->at += end;
    cursor->at += gaiti_has_bytes(cursor->text, cursor->at, "\r\n", 2) ? 2 : end < left.size;
    cursor->line++;
    return gaiti_span(left.data, end);
}

/* The offset of the comment; the size of the line without a comment. */
static size_t ltx_comment_at(gait_span line) {
    size_t at = ltx_find(line, ';'), slash = ltx_find(line, '/');
    /* Only the first slash of a line counts. */
    at = slash < at && gaiti_has_bytes(line, slash, "//", 2) ? slash : at;
    size_t quote = ltx_find(gaiti_span(line.data, at), '"');
    if (quote < at && quote + 1 < line.size) {
        gait_span behind = ltx_from(line, quote + 1);
        size_t closing = ltx_find(behind, '"');
        if (closing < behind.size && quote + 1 + closing > at) {
            return line.size;
        }
    }
    return at;
}

/* The kind of a header, and the offset of its name; false for other lines. */
static bool ltx_header_at(gait_span content, gaiti_ltx_kind *out_kind, size_t *out_name) {
    static const struct {
        const char *begins;
        gaiti_ltx_kind kind;
    } headers[] = {{"[", GAITI_LTX_SECTION},
                   {"![", GAITI_LTX_CHANGED},
                   {"!![", GAITI_LTX_REMOVED},
                   {"@[", GAITI_LTX_ENSURED}};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        if (gaiti_begins(content, headers[i].begins)) {
            *out_kind = headers[i].kind;
            *out_name = strlen(headers[i].begins);
            return true;
        }
    }
    return false;
}

static void ltx_read_header(gaiti_ltx_line *line, size_t name) {
    gait_span rest = ltx_from(line->content, name);
    size_t end = ltx_find(rest, ']');
    line->is_open = end == rest.size;
    line->name = gaiti_span(rest.data, end);
    if (end + 1 < rest.size && rest.data[end + 1] == ':') {
        line->value = gaiti_ltx_trim(ltx_from(rest, end + 2));
    }
}

/* False for other directives, which are keys. */
static bool ltx_read_include(gaiti_ltx_line *line) {
    size_t quote = ltx_find(line->content, '"');
    if (!gaiti_begins_word(line->content, "#include") || quote == line->content.size) {
        return false;
    }
    line->kind = GAITI_LTX_INCLUDE;
    line->name = ltx_from(line->content, quote + 1);
    line->name.size = ltx_find(line->name, '"');
    return true;
}

static bool ltx_ends_quoted(gait_span text) {
    bool is_quoted = false;
    for (size_t at = ltx_find(text, '"'); at < text.size; at++) {
        is_quoted ^= text.data[at] == '"';
    }
    return is_quoted;
}

/* Reads the following lines up to the one that closes the quote. */
static void ltx_read_quoted(gaiti_ltx_cursor *cursor, gaiti_ltx_line *line) {
    gaiti_ltx_cursor ahead = *cursor;
    for (int i = 0; i < GAITI_LTX_QUOTED_LINES && ahead.at < ahead.text.size; i++) {
        gait_span next = ltx_read_line(&ahead);
        gaiti_ltx_kind kind;
        size_t name;
        if (ltx_header_at(gaiti_ltx_trim(next), &kind, &name)) {
            break;
        }
        if (ltx_ends_quoted(next)) {
            size_t end = (size_t)(next.data - cursor->text.data) + next.size;
            size_t from = (size_t)(line->content.data - cursor->text.data);
            size_t value = (size_t)(line->value.data - cursor->text.data);
            line->content = gaiti_ltx_trim(gaiti_span(line->content.data, end - from));
            line->value = gaiti_ltx_trim(gaiti_span(line->value.data, end - value));
            line->comment = (gait_span){0};
            *cursor = ahead;
            return;
        }
    }
    line->is_open = true;
}

static void ltx_read_key(gaiti_ltx_cursor *cursor, gaiti_ltx_line *line) {
    size_t equals = ltx_find(line->content, '=');
    line->kind = GAITI_LTX_KEY;
    line->name = gaiti_ltx_trim(gaiti_span(line->content.data, equals));
    if (equals < line->content.size) {
        line->value = gaiti_ltx_trim(ltx_from(line->content, equals + 1));
        if (ltx_ends_quoted(line->value)) {
            ltx_read_quoted(cursor, line);
        }
    }
}

bool gaiti_ltx_next(gaiti_ltx_cursor *cursor, gaiti_ltx_line *out_line) {
    if (cursor->at >= cursor->text.size) {
        return false;
    }
    gait_span whole = ltx_read_line(cursor);
    size_t comment = ltx_comment_at(whole), name;
    *out_line = (gaiti_ltx_line){.number = cursor->line};
    out_line->content = gaiti_ltx_trim(gaiti_span(whole.data, comment));
    if (comment < whole.size) {
        out_line->comment = ltx_from(whole, comment);
    }
    if (out_line->content.size == 0) {
        return true;
    }
    if (ltx_header_at(out_line->content, &out_line->kind, &name)) {
        ltx_read_header(out_line, name);
    } else if (!ltx_read_include(out_line)) {
        ltx_read_key(cursor, out_line);
    }
    return true;
}
