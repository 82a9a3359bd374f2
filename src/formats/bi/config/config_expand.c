/* Replaces macros in a line. All texts are on one stack: the line, the arguments and the body of
 * each open call, and behind them the result so far. The work is counted, because a few macros can
 * multiply to any amount. */
#include <string.h>

#include "base/bytes.h"
#include "formats/bi/config/config.h"

enum {
    EXPAND_STACK = 16 * GAITI_CONFIG_LINE, /* maximum size of the stack */
    EXPAND_CALL = 64                       /* the work of a call, in bytes */
};

/* A part of the stack. */
typedef struct expand_part {
    size_t from, to;
} expand_part;

/* A call: its arguments as written, then expanded. */
typedef struct expand_call {
    gait_span name;
    gaiti_config_macro *macro; /* NULL: a usual macro */
    const gaiti_config_usual *usual;
    expand_part *arguments;
    uint32_t argument_count;
    size_t end; /* behind the call */
} expand_call;

static bool expand_is_ok(const gaiti_config_expansion *self) {
    return !self->is_over && !self->no_memory;
}

static bool expand_count(gaiti_config_expansion *self, size_t size) {
    self->work += size;
    self->is_over |= self->work > GAITI_CONFIG_WORK || size > EXPAND_STACK - self->stack.size;
    return expand_is_ok(self);
}

static void expand_write(gaiti_config_expansion *self, gait_span text) {
    if (expand_count(self, text.size)) {
        self->no_memory |= !gaiti_write(&self->stack, text.data, text.size);
    }
}

/* Appends a copy of a part; the stack may move. */
static void expand_copy(gaiti_config_expansion *self, expand_part part) {
    size_t size = part.to - part.from;
    if (size > 0 && expand_count(self, size)) {
        uint8_t *out = gaiti_extend(&self->stack, size);
        self->no_memory |= !out;
        if (out) {
            memcpy(out, self->stack.data + part.from, size);
        }
    }
}

/* --- words ------------------------------------------------------------------------------------ */

static bool expand_is_letter(uint8_t c) {
    return gaiti_config_in_name(c) && !(c >= '0' && c <= '9');
}

bool gaiti_config_is_macro(const gaiti_config_macros *macros, gait_span word) {
    if (!macros->begins[word.data[0]]) {
        return false;
    }
    const gaiti_config_macro *macro = gaiti_config_find_macro(macros, word);
    return macro ? macro->is_defined : gaiti_config_find_usual(word) != NULL;
}

/* The size of a name, a number, a quoted text or one byte. A quoted text that is not closed ends
 * with the text. */
static size_t expand_token_size(gait_span text, size_t at) {
    size_t end = at + 1;
    if (text.data[at] == '"') {
        const uint8_t *quote = memchr(text.data + end, '"', text.size - end);
        return quote ? (size_t)(quote - text.data) + 1 - at : text.size - at;
    }
    while (gaiti_config_in_name(text.data[at]) && end < text.size &&
           gaiti_config_in_name(text.data[end])) {
        end++;
    }
    return end - at;
}

/* --- calls ------------------------------------------------------------------------------------ */

/* Finds the arguments in parentheses, which begin at `at`. False when there is no closing one. */
static bool expand_find_arguments(const gaiti_config_expansion *self, expand_call *call, size_t at,
                                  size_t to) {
    gait_span text = gaiti_span(self->stack.data, to);
    uint32_t depth = 1;
    size_t from = at;
    while (at < to) {
        uint8_t c = text.data[at];
        size_t end = at + expand_token_size(text, at);
        depth += c == '(';
        depth -= c == ')';
        if (depth == 0 || (depth == 1 && c == ',')) {
            if (call->argument_count < GAITI_CONFIG_CALLS) {
                call->arguments[call->argument_count] = (expand_part){from, at};
            }
            call->argument_count++;
            from = end;
        }
        at = end;
        if (depth == 0) {
            call->end = at;
            return true;
        }
    }
    return false;
}

static bool expand_is_blank(const gaiti_config_expansion *self, expand_part part) {
    while (part.from < part.to && self->stack.data[part.from] == ' ') {
        part.from++;
    }
    return part.from == part.to;
}

/* Reads the call of the macro whose name is `word`. False when it stays as it is. */
static bool expand_read_call(gaiti_config_expansion *self, expand_call *call, expand_part word,
                             size_t to, uint32_t level) {
    bool is_call = call->macro ? call->macro->is_call : call->usual->parameter_count > 0;
    uint32_t count = call->macro ? call->macro->parameter_count : call->usual->parameter_count;
    call->end = word.to;
    if (!is_call) {
        return true;
    }
    if (word.to == to || self->stack.data[word.to] != '(') {
        return false;
    }
    bool is_closed = expand_find_arguments(self, call, word.to + 1, to);
    self->work += 2 * ((is_closed ? call->end : to) - word.to);
    if (!is_closed) {
        self->open_call = level == 0 ? call->name : self->open_call;
        return false;
    }
    if (count == 0 && call->argument_count == 1 && expand_is_blank(self, call->arguments[0])) {
        call->argument_count = 0;
    }
    if (call->argument_count != count) {
        self->kept = call->name;
        return false;
    }
    return true;
}

/* The index of the parameter of this name; -1 = none. */
static int32_t expand_find_parameter(const gaiti_config_macro *macro, gait_span name) {
    for (uint32_t p = 0; p < macro->parameter_count; p++) {
        if (gaiti_same_bytes(macro->parameters[p], name)) {
            return (int32_t)p;
        }
    }
    return -1;
}

/* Appends the body with its arguments. ## removes nothing but itself. */
static void expand_substitute(gaiti_config_expansion *self, const expand_call *call) {
    gait_span body = call->macro->body;
    self->work += body.size; /* ## and empty arguments write nothing */
    for (size_t at = 0; at < body.size && expand_is_ok(self);) {
        if (gaiti_config_has_pair(body, at, "##")) {
            at += 2;
            continue;
        }
        bool quotes = body.data[at] == '#' && at + 1 < body.size;
        size_t size = expand_token_size(body, at + quotes);
        int32_t parameter =
            expand_find_parameter(call->macro, gaiti_span(body.data + at + quotes, size));
        if (parameter >= 0) {
            expand_write(self, gaiti_span("\"", quotes));
            expand_copy(self, call->arguments[parameter]);
            expand_write(self, gaiti_span("\"", quotes));
        } else {
            expand_write(self, gaiti_span(body.data + at, size + quotes));
        }
        at += size + quotes;
    }
}

/* The same for a usual macro. */
static void expand_substitute_usual(gaiti_config_expansion *self, const expand_call *call) {
    for (const char *form = call->usual->form; *form && expand_is_ok(self); form++) {
        gait_span part = gaiti_config_usual_part(self->macros, *form);
        if (*form >= '1' && *form <= '3') {
            expand_copy(self, call->arguments[*form - '1']);
        } else {
            expand_write(self, part.data ? part : gaiti_span(form, 1));
        }
    }
}

static void expand_part_of(gaiti_config_expansion *self, expand_part part, uint32_t level);

/* Appends the result of a call: its arguments are expanded first, then its body. */
static void expand_result(gaiti_config_expansion *self, expand_call *call, uint32_t level) {
    size_t start = self->stack.size;
    for (uint32_t a = 0; a < call->argument_count; a++) {
        expand_part argument = call->arguments[a];
        call->arguments[a].from = self->stack.size;
        expand_part_of(self, argument, level + 1);
        call->arguments[a].to = self->stack.size;
    }
    expand_part text = {.from = self->stack.size};
    if (call->macro) {
        expand_substitute(self, call);
        call->macro->is_blocked = true;
    } else {
        expand_substitute_usual(self, call);
    }
    text.to = self->stack.size;
    expand_part_of(self, text, level + 1);
    if (call->macro) {
        call->macro->is_blocked = false;
    }
    if (expand_is_ok(self)) {
        memmove(self->stack.data + start, self->stack.data + text.to, self->stack.size - text.to);
        self->stack.size -= text.to - start;
    }
}

/* Finds the macro of a word; false for another word. */
static bool expand_find(const gaiti_config_expansion *self, gait_span name, expand_call *call) {
    if (!self->macros->begins[name.data[0]]) {
        return false;
    }
    call->macro = gaiti_config_find_macro(self->macros, name);
    call->usual = call->macro ? NULL : gaiti_config_find_usual(name);
    if (call->macro) {
        call->name = self->macros->names[call->macro - self->macros->items];
        return call->macro->is_defined && !call->macro->is_blocked;
    }
    call->name = gaiti_span_of(call->usual ? call->usual->name : NULL);
    return call->usual != NULL;
}

/* Appends the expansion of a part. What is between macros is copied at once. */
static void expand_part_of(gaiti_config_expansion *self, expand_part part, uint32_t level) {
    expand_part arguments[GAITI_CONFIG_CALLS], plain = {part.from, part.from};
    while (plain.to < part.to && expand_is_ok(self)) {
        gait_span text = gaiti_span(self->stack.data, part.to);
        expand_part word = {plain.to, plain.to + expand_token_size(text, plain.to)};
        expand_call call = {.arguments = arguments};
        plain.to = word.to;
        if (!expand_is_letter(text.data[word.from]) || level >= GAITI_CONFIG_CALLS ||
            !expand_find(self, gaiti_span(text.data + word.from, word.to - word.from), &call) ||
            !expand_count(self, EXPAND_CALL) ||
            !expand_read_call(self, &call, word, part.to, level)) {
            continue;
        }
        plain.to = word.from;
        expand_copy(self, plain);
        expand_result(self, &call, level);
        plain = (expand_part){call.end, call.end};
    }
    expand_copy(self, plain);
}

void gaiti_config_expand(gaiti_config_expansion *self, size_t size) {
    expand_part_of(self, (expand_part){0, size}, 0);
    self->is_over |= self->stack.size - size > GAITI_CONFIG_LINE;
    if (expand_is_ok(self)) {
        memmove(self->stack.data, self->stack.data + size, self->stack.size - size);
        self->stack.size -= size;
    }
}
