/* The preprocessor of config texts: directives, and lines with macros: docs/formats/config.md. */
#include <string.h>

#include "base/bytes.h"
#include "base/try.h"
#include "formats/bi/config/config.h"

enum {
    PREPROCESS_INCLUDE = 256, /* the least work of an included file, in bytes */
    PREPROCESS_LINE = 256     /* of a line that a call may need */
};

static gaiti_config_frame *preprocess_frame(const gaiti_config_cursor *cursor) {
    return &cursor->preprocessor->frames[cursor->preprocessor->depth];
}

static gait_span preprocess_rest(gait_span text, size_t at) {
    return gaiti_span(text.data + at, text.size - at);
}

static bool preprocess_is_blank(uint8_t c) {
    return c <= ' ' && !gaiti_config_ends_line(c);
}

static size_t preprocess_skip_blanks(gait_span text, size_t at) {
    while (at < text.size && preprocess_is_blank(text.data[at])) {
        at++;
    }
    return at;
}

/* Reports the limit that was exceeded, once. From then on, macros stay as they are. */
static void preprocess_cut(const gaiti_config_cursor *cursor, gait_span where) {
    gaiti_config_preprocessor *self = cursor->preprocessor;
    self->expansion.is_over = true;
    if (!self->is_cut) {
        self->is_cut = true;
        gaiti_config_report(cursor, GAITI_CFG_TOO_LONG, where, (gait_span){0});
    }
}

/* Counts bytes of the output; false when there are too many. */
static bool preprocess_count(const gaiti_config_cursor *cursor, uint64_t size, gait_span where) {
    gaiti_config_preprocessor *self = cursor->preprocessor;
    if (size > GAITI_CONFIG_OUTPUT - self->output) {
        preprocess_cut(cursor, where);
        return false;
    }
    self->output += size;
    return true;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* If the line continues on the next one after a backslash at `at`, the start of that; otherwise
 * 0. */
static size_t preprocess_continues(gait_span text, size_t at) {
    size_t end = text.data[at] == '\\' ? preprocess_skip_blanks(text, at + 1) : text.size;
    if (end >= text.size || !gaiti_config_ends_line(text.data[end])) {
        return 0;
    }
    return end + (gaiti_config_has_pair(text, end, "\r\n") ? 2 : 1);
}

/* The end of the quoted text at `at`: after its quote, or at the end of the line. */
static size_t preprocess_quote_end(gait_span text, size_t at) {
    for (at++; at < text.size && !gaiti_config_ends_line(text.data[at]); at++) {
        if (text.data[at] == '"') {
            return at + 1;
        }
        if (preprocess_continues(text, at)) {
            return at;
        }
    }
    return at;
}

/* The end of the comment at `at`, if there is one and it ends on its line; otherwise 0. */
static size_t preprocess_comment_end(gait_span text, size_t at) {
    if (!gaiti_config_has_pair(text, at, "/*")) {
        return 0;
    }
    for (at += 2; at < text.size && !gaiti_config_ends_line(text.data[at]); at++) {
        if (gaiti_config_has_pair(text, at, "*/")) {
            return at + 2;
        }
    }
    return 0;
}

static bool preprocess_comment_begins(gait_span text, size_t at) {
    return text.data[at] == '/' &&
           (gaiti_config_has_pair(text, at, "//") || gaiti_config_has_pair(text, at, "/*"));
}

/* The end of the bytes from `at` on that are copied as they are. */
static size_t preprocess_plain_end(gait_span text, size_t at) {
    while (at < text.size && !gaiti_config_ends_line(text.data[at]) && text.data[at] != '\\' &&
           text.data[at] != '"' && text.data[at] != '/') {
        at++;
    }
    return at;
}

/* Appends a line to the stack of the expansion, with the lines on which it continues and without
 * comments. Returns its end: the end of the line, or a comment that does not end on it. */
static size_t preprocess_copy_line(const gaiti_config_cursor *cursor, size_t at) {
    gait_buffer *stack = &cursor->preprocessor->expansion.stack;
    gait_span text = cursor->text;
    bool has_memory = true;
    while (at < text.size && has_memory && !gaiti_config_ends_line(text.data[at])) {
        size_t next = preprocess_continues(text, at), end = at + 1;
        next = next ? next : preprocess_comment_end(text, at);
        if (next) {
            has_memory = gaiti_write_u8(stack, ' ');
            at = next;
            continue;
        }
        if (preprocess_comment_begins(text, at)) {
            break;
        }
        if (text.data[at] == '"') {
            end = preprocess_quote_end(text, at);
        }
        end = preprocess_plain_end(text, end);
        has_memory = gaiti_write(stack, text.data + at, end - at);
        at = end;
    }
    if (!has_memory) {
        cursor->preprocessor->expansion.no_memory = true;
        cursor->preprocessor->status = GAIT_NO_MEMORY;
    }
    return at;
}

/* The end of the comment at `at`, which may be on a later line. */
static size_t preprocess_skip_comment(gait_span text, size_t at) {
    for (at += 2; at < text.size && !gaiti_config_has_pair(text, at, "*/"); at++) {
    }
    return at < text.size ? at + 2 : at;
}

/* The start of the line after `at`; comments may contain ends of lines. */
static size_t preprocess_next_line(gait_span text, size_t at) {
    while (at < text.size && !gaiti_config_ends_line(text.data[at])) {
        size_t next = preprocess_continues(text, at);
        if (next) {
            at = next;
        } else if (text.data[at] == '"') {
            at = preprocess_quote_end(text, at);
        } else if (gaiti_config_has_pair(text, at, "//")) {
            while (at < text.size && !gaiti_config_ends_line(text.data[at])) {
                at++;
            }
        } else if (gaiti_config_has_pair(text, at, "/*")) {
            at = preprocess_skip_comment(text, at);
        } else {
            at++;
        }
    }
    return at + (gaiti_config_has_pair(text, at, "\r\n") ? 2 : at < text.size);
}

/* --- conditions ------------------------------------------------------------------------------- */

/* The word of a directive, which begins after the #. */
static gait_span preprocess_word(gait_span text, size_t at) {
    size_t from = preprocess_skip_blanks(text, at), end = from;
    while (end < text.size && gaiti_config_in_name(text.data[end])) {
        end++;
    }
    return gaiti_span(text.data + from, end - from);
}

static inline bool preprocess_is(gait_span word, const char *name) {
    return word.size == strlen(name) && memcmp(word.data, name, word.size) == 0;
}

/* Skips a branch that is not read, up to its #endif or, with `to_else`, its #else. True when it
 * stopped at #else. */
static bool preprocess_skip_branch(gaiti_config_cursor *cursor, bool to_else) {
    gait_span text = cursor->text;
    size_t at = preprocess_next_line(text, cursor->at);
    uint32_t depth = 0;
    bool ends = false, is_else = false;
    while (at < text.size && !ends) {
        size_t begins = preprocess_skip_blanks(text, at);
        if (begins < text.size && text.data[begins] == '#') {
            gait_span word = preprocess_word(text, begins + 1);
            is_else = depth == 0 && to_else && preprocess_is(word, "else");
            ends = is_else || (depth == 0 && preprocess_is(word, "endif"));
            depth += word.size >= 2 && memcmp(word.data, "if", 2) == 0;
            depth -= depth > 0 && preprocess_is(word, "endif");
        }
        at = preprocess_next_line(text, at);
    }
    cursor->at = at;
    cursor->line_begins = true;
    return is_else;
}

static void preprocess_begin_if(gaiti_config_cursor *cursor, bool condition, gait_span where) {
    if (condition || preprocess_skip_branch(cursor, true)) {
        preprocess_frame(cursor)->open_ifs++;
        preprocess_frame(cursor)->last_if = where;
    }
}

static bool preprocess_is_defined(const gaiti_config_cursor *cursor, gait_span name) {
    const gaiti_config_macro *macro = gaiti_config_find_macro(&cursor->preprocessor->macros, name);
    return (macro && macro->is_defined) || preprocess_is(name, "__LINE__") ||
           preprocess_is(name, "__FILE__");
}

/* The text between quotes or angle brackets; empty if there is none. */
static gait_span preprocess_path(gait_span text) {
    size_t from = 0;
    while (from < text.size && text.data[from] != '"' && text.data[from] != '<') {
        from++;
    }
    size_t end = from + 1;
    while (end < text.size && text.data[end] != '"' && text.data[end] != '>') {
        end++;
    }
    return end < text.size ? gaiti_span(text.data + from + 1, end - from - 1) : (gait_span){0};
}

static int32_t preprocess_find_file(const gaiti_config_cursor *cursor, gait_span path) {
    gaiti_config_preprocessor *self = cursor->preprocessor;
    const gaiti_config_includer *includer = self->includer;
    return includer && path.size > 0 ? includer->find(includer->context, self->texts,
                                                      preprocess_frame(cursor)->source, path)
                                     : -1;
}

/* The value of the condition after #if; -1 if it is not known. */
static int preprocess_condition(const gaiti_config_cursor *cursor, gait_span text) {
    gait_span word = preprocess_word(text, 0);
    if (preprocess_is(word, "__has_include")) {
        return preprocess_find_file(cursor, preprocess_path(text)) >= 0;
    }
    return preprocess_is(word, "1") ? 1 : preprocess_is(word, "0") ? 0 : -1;
}

/* --- directives ------------------------------------------------------------------------------- */

/* Continues in an included file, unless it would include itself. */
static bool preprocess_enter_file(gaiti_config_cursor *cursor, int32_t source, gait_span where) {
    gaiti_config_preprocessor *self = cursor->preprocessor;
    bool is_open = source < 0 || self->depth >= GAITI_CONFIG_INCLUDES;
    for (uint32_t d = 0; d <= self->depth && !is_open; d++) {
        is_open = self->frames[d].source == (uint32_t)source;
    }
    if (is_open) {
        return false;
    }
    gait_span text = self->texts->sources[source].text;
    if (!preprocess_count(cursor, text.size + PREPROCESS_INCLUDE, where)) {
        return true;
    }
    preprocess_frame(cursor)->at = cursor->at;
    self->frames[++self->depth] = (gaiti_config_frame){.text = text, .source = (uint32_t)source};
    cursor->text = text;
    cursor->at = gaiti_config_start(text);
    cursor->line_begins = true;
    return true;
}

static void preprocess_include(gaiti_config_cursor *cursor, gait_span rest, gait_span where) {
    int32_t source = preprocess_find_file(cursor, preprocess_path(rest));
    if (!preprocess_enter_file(cursor, source, where)) {
        gaiti_config_report(cursor, GAITI_CFG_INCLUDE, where,
                            preprocess_rest(rest, preprocess_skip_blanks(rest, 0)));
    }
}

/* Defines a macro. The text is copied unless it is the same in the file. */
static bool preprocess_define(const gaiti_config_cursor *cursor, gait_span rest, gait_span where) {
    gaiti_config_preprocessor *self = cursor->preprocessor;
    gait_span text = rest;
    if (self->expansion.stack.size == where.size) {
        text = preprocess_rest(where, where.size - rest.size);
    } else if (rest.size > 0) {
        text.data = gaiti_copy(&self->macros.arena, rest);
    }
    bool is_defined = text.data && gaiti_config_define(&self->macros, text);
    self->status = self->macros.arena.status != GAIT_OK ? self->macros.arena.status : self->status;
    return is_defined;
}

/* Reads the directive `word`. False when it is unknown. */
static bool preprocess_read(gaiti_config_cursor *cursor, gait_span word, gait_span rest,
                            gait_span where) {
    gaiti_config_preprocessor *self = cursor->preprocessor;
    gait_span name = preprocess_word(rest, 0);
    gaiti_config_frame *frame = preprocess_frame(cursor);
    if (preprocess_is(word, "define")) {
        return preprocess_define(cursor, rest, where);
    }
    if (preprocess_is(word, "undef")) {
        gaiti_config_macro *macro = gaiti_config_find_macro(&self->macros, name);
        if (macro) {
            macro->is_defined = false;
        }
    } else if (preprocess_is(word, "ifdef") || preprocess_is(word, "ifndef")) {
        bool is_defined = preprocess_is_defined(cursor, name);
        preprocess_begin_if(cursor, is_defined == preprocess_is(word, "ifdef"), where);
    } else if (preprocess_is(word, "if")) {
        int condition = preprocess_condition(cursor, rest);
        preprocess_begin_if(cursor, condition == 1, where);
        return condition >= 0;
    } else if (preprocess_is(word, "include")) {
        preprocess_include(cursor, rest, where);
    } else if (frame->open_ifs > 0 && preprocess_is(word, "else")) {
        frame->open_ifs--;
        preprocess_skip_branch(cursor, false);
    } else if (frame->open_ifs > 0 && preprocess_is(word, "endif")) {
        frame->open_ifs--;
    } else {
        return false;
    }
    return true;
}

void gaiti_config_read_directive(gaiti_config_cursor *cursor) {
    gait_buffer *stack = &cursor->preprocessor->expansion.stack;
    stack->size = 0;
    size_t from = cursor->at;
    cursor->at = preprocess_copy_line(cursor, from);
    cursor->line_begins = false;
    gait_span where = gaiti_span(cursor->text.data + from, cursor->at - from);
    if (cursor->preprocessor->status == GAIT_OK) {
        gait_span line = gaiti_span(stack->data, stack->size), word = preprocess_word(line, 1);
        gait_span rest = preprocess_rest(line, (size_t)(word.data + word.size - line.data));
        if (!preprocess_read(cursor, word, rest, where)) {
            gaiti_config_report(cursor, GAITI_CFG_DIRECTIVE, where, word);
        }
    }
}

/* --- lines with macros ------------------------------------------------------------------------ */

/* True when the line at the cursor has a macro or continues on the next one. Otherwise, *out_end is
 * the end of what was examined. */
static bool preprocess_has_macros(const gaiti_config_cursor *cursor, size_t *out_end) {
    const gaiti_config_macros *macros = &cursor->preprocessor->macros;
    gait_span text = cursor->text;
    size_t at = cursor->at;
    while (at < text.size && !gaiti_config_ends_line(text.data[at]) &&
           !preprocess_comment_begins(text, at)) {
        size_t from = at;
        if (text.data[at] == '"') {
            at = preprocess_quote_end(text, at);
        } else if (text.data[at] == '\\' && preprocess_continues(text, at)) {
            return true;
        } else if (!gaiti_config_in_name(text.data[at])) {
            at++;
        } else {
            for (; at < text.size && gaiti_config_in_name(text.data[at]); at++) {
            }
            if (gaiti_config_is_macro(macros, gaiti_span(text.data + from, at - from))) {
                return true;
            }
        }
    }
    *out_end = at;
    return false;
}

/* Adds the next line, or the rest of the one on which a comment ends, to the stack for a call that
 * is not closed. False at a directive, and at the end. */
static bool preprocess_add_line(const gaiti_config_cursor *cursor, size_t *at) {
    gait_span text = cursor->text;
    size_t next = gaiti_config_has_pair(text, *at, "/*") ? preprocess_skip_comment(text, *at)
                                                         : preprocess_next_line(text, *at);
    size_t begins = preprocess_skip_blanks(text, next);
    if (begins >= text.size || text.data[begins] == '#') {
        return false;
    }
    if (!gaiti_write_u8(&cursor->preprocessor->expansion.stack, ' ')) {
        cursor->preprocessor->expansion.no_memory = true;
        return false;
    }
    *at = preprocess_copy_line(cursor, next);
    return true;
}

/* Expands the line at the cursor, with `lines` lines after it. Returns the offset behind it. */
static size_t preprocess_expand(const gaiti_config_cursor *cursor, uint32_t lines) {
    gaiti_config_expansion *expansion = &cursor->preprocessor->expansion;
    expansion->stack.size = 0;
    expansion->open_call = expansion->kept = (gait_span){0};
    size_t end = preprocess_copy_line(cursor, cursor->at);
    for (uint32_t l = 0; l < lines && preprocess_add_line(cursor, &end); l++) {
    }
    size_t size = expansion->stack.size;
    expansion->is_over |= size > GAITI_CONFIG_LINE;
    if (!expansion->is_over) {
        gaiti_config_expand(expansion, size);
    }
    return end;
}

/* The number of lines after the one at the cursor until all parentheses are closed; 0 if they are
 * not, or not within the limit. */
static uint32_t preprocess_count_lines(const gaiti_config_cursor *cursor) {
    gait_buffer *stack = &cursor->preprocessor->expansion.stack;
    int64_t depth = 0;
    stack->size = 0;
    size_t at = 0, end = preprocess_copy_line(cursor, cursor->at);
    for (uint32_t lines = 0; lines < GAITI_CONFIG_CALLS; lines++) {
        gait_span text = gaiti_span(stack->data, stack->size);
        while (at < text.size) {
            depth += (text.data[at] == '(') - (text.data[at] == ')');
            at = text.data[at] == '"' ? preprocess_quote_end(text, at) : at + 1;
        }
        if (depth <= 0) {
            return lines;
        }
        cursor->preprocessor->expansion.work += PREPROCESS_LINE + 2 * text.size;
        if (!preprocess_add_line(cursor, &end)) {
            return 0;
        }
    }
    return 0;
}

/* Expands the line with those lines on which its calls are closed. */
static size_t preprocess_expand_lines(const gaiti_config_cursor *cursor) {
    gaiti_config_expansion *expansion = &cursor->preprocessor->expansion;
    size_t end = preprocess_expand(cursor, 0);
    uint32_t lines = expansion->open_call.size > 0 ? preprocess_count_lines(cursor) : 0;
    if (expansion->open_call.size > 0) {
        gait_span name = expansion->open_call;
        end = preprocess_expand(cursor, lines);
        expansion->kept = expansion->open_call.size > 0 ? name : expansion->kept;
    }
    return end;
}

bool gaiti_config_expand_line(gaiti_config_cursor *cursor) {
    gaiti_config_preprocessor *self = cursor->preprocessor;
    gaiti_config_frame *frame = preprocess_frame(cursor);
    if (self->in_made || cursor->at < frame->checked || self->expansion.is_over) {
        return false;
    }
    if (!preprocess_has_macros(cursor, &frame->checked)) {
        return false;
    }
    frame->at = preprocess_expand_lines(cursor);
    frame->checked = frame->at;
    gait_span from = gaiti_span(cursor->text.data + cursor->at, frame->at - cursor->at);
    if (self->expansion.no_memory) {
        self->status = GAIT_NO_MEMORY;
        return false;
    }
    if (self->expansion.kept.size > 0) {
        gaiti_config_report(cursor, GAITI_CFG_MACRO, from, self->expansion.kept);
    }
    if (self->expansion.is_over) {
        preprocess_cut(cursor, from);
        return false;
    }
    gait_span result = gaiti_span(self->expansion.stack.data, self->expansion.stack.size);
    if (!preprocess_count(cursor, result.size, from)) {
        return false;
    }
    const uint8_t *made = gaiti_config_make(self->texts, result, from);
    if (!made) {
        self->status = self->texts->arena->status;
        return false;
    }
    self->in_made = true;
    cursor->text = gaiti_span(made, result.size);
    cursor->at = 0;
    cursor->line_begins = false;
    return true;
}

bool gaiti_config_leave_text(gaiti_config_cursor *cursor) {
    gaiti_config_preprocessor *self = cursor->preprocessor;
    if (!self->in_made) {
        const gaiti_config_frame *frame = preprocess_frame(cursor);
        if (frame->open_ifs > 0) {
            gaiti_config_report(cursor, GAITI_CFG_DIRECTIVE, frame->last_if, gaiti_span("if", 2));
        }
        if (self->depth == 0) {
            self->frames[0].open_ifs = 0;
            return false;
        }
        self->depth--;
    }
    self->in_made = false;
    cursor->text = preprocess_frame(cursor)->text;
    cursor->at = preprocess_frame(cursor)->at;
    cursor->line_begins = false;
    return true;
}

/* --- begin and end ---------------------------------------------------------------------------- */

gait_status gaiti_config_preprocessor_init(gaiti_config_preprocessor *self,
                                           gaiti_config_texts *texts, uint32_t source,
                                           const gait_options *options) {
    *self = (gaiti_config_preprocessor){.texts = texts};
    self->expansion = (gaiti_config_expansion){.macros = &self->macros,
                                               .stack = {.allocator = texts->arena->allocator}};
    self->frames[0] = (gaiti_config_frame){.text = texts->sources[source].text, .source = source};
    texts->reading = self;
    return gaiti_config_macros_init(&self->macros, options);
}

void gaiti_config_preprocessor_free(gaiti_config_preprocessor *self) {
    self->texts->reading = NULL;
    gaiti_arena_free(&self->macros.arena);
    gait_buffer_free(&self->expansion.stack);
}

gaiti_config_cursor gaiti_config_preprocess(gaiti_config_preprocessor *self) {
    gait_span text = self->frames[0].text;
    gaiti_config_cursor cursor = {.text = text,
                                  .at = gaiti_config_start(text),
                                  .line_begins = true,
                                  .texts = self->texts,
                                  .report = self->report,
                                  .preprocessor = self};
    if (text.size > GAITI_CONFIG_OUTPUT) {
        preprocess_cut(&cursor, gaiti_span(text.data + GAITI_CONFIG_OUTPUT, 1));
        self->frames[0].text.size = cursor.text.size = GAITI_CONFIG_OUTPUT;
    }
    self->output = cursor.text.size;
    return cursor;
}
