/* Reads TOML: each line is empty, a header, or a key with its value. */
#include "project/settings.h"

#include <stdlib.h>
#include <string.h>

#include "gait/numbers.h"

/* The text ends with a NUL at `end`; a NUL before it is refused like any control character. */
typedef struct toml_reader {
    const char *at;
    const char *end;
    const char *line_start;
    uint32_t line;
    const char *table; /* of the last header */
    toml *out;
} toml_reader;

/* --- problems --------------------------------------------------------------------------------- */

static bool is_continued(char c) {
    return ((uint8_t)c & 0xC0) == 0x80;
}

/* Keeps the first problem, at `self->at`. Takes `problem`; returns false. */
static bool toml_refuse(toml_reader *self, char *problem) {
    toml *out = self->out;
    if (out->problem) {
        free(problem);
        return false;
    }
    out->problem = problem;
    out->line = self->line;
    out->column = 1;
    for (const char *at = self->line_start; at < self->at; at++) {
        out->column += !is_continued(*at);
    }
    return false;
}

static bool toml_fail(toml_reader *self, const char *problem) {
    return toml_refuse(self, text_copy(problem));
}

/* --- characters ------------------------------------------------------------------------------- */

/* The number of bytes of a character of UTF-8, 0 = it is none. */
static size_t toml_character_size(const char *at, const char *end) {
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    uint8_t first = (uint8_t)*at;
    size_t size = first < 0x80             ? 1
                  : (first & 0xE0) == 0xC0 ? 2
                  : (first & 0xF0) == 0xE0 ? 3
                  : (first & 0xF8) == 0xF0 ? 4
                                           : 0;
    uint32_t value = first & (size > 1 ? 0x7Fu >> size : 0x7Fu);
    if (size == 0 || (size_t)(end - at) < size) {
        return 0;
    }
    for (size_t i = 1; i < size; i++) {
        if (!is_continued(at[i])) {
            return 0;
        }
        value = value << 6 | ((uint8_t)at[i] & 0x3F);
    }
    bool is_valid =
        value >= smallest[size] && value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
    return is_valid ? size : 0;
}

/* Skips one character of a text or a comment. */
static bool skip_character(toml_reader *self) {
    size_t size = toml_character_size(self->at, self->end);
    uint8_t c = (uint8_t)*self->at;
    if (size == 0) {
        return toml_fail(self, "this is not UTF-8: save the file as UTF-8");
    }
    if ((c < 0x20 && c != '\t') || c == 0x7F) {
        return toml_fail(self, "a control character is not allowed here");
    }
    self->at += size;
    return true;
}

static void skip_blanks(toml_reader *self) {
    self->at += strspn(self->at, " \t");
}

static bool is_line_end(const toml_reader *self) {
    const char *at = self->at + (self->at[0] == '\r' && self->at[1] == '\n');
    return at == self->end || *at == '\n';
}

/* Skips blanks, a comment and the end of the line. */
static bool skip_rest_of_line(toml_reader *self) {
    skip_blanks(self);
    if (*self->at == '#') {
        while (!is_line_end(self)) {
            if (!skip_character(self)) {
                return false;
            }
        }
    }
    if (!is_line_end(self)) {
        return toml_fail(self, "only a comment can follow here: write one key per line");
    }
    self->at += *self->at == '\r';
    if (self->at < self->end) {
        self->at++;
        self->line++;
        self->line_start = self->at;
    }
    return true;
}

/* --- texts ------------------------------------------------------------------------------------ */

/* Appends a character; returns the number of its bytes. */
static size_t write_character(char *out, uint32_t c) {
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    size_t size = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = size; i-- > 1; c >>= 6) {
        out[i] = (char)(0x80 | (c & 0x3F));
    }
    out[0] = (char)(0xF00u >> size | c);
    return size;
}

/* The number of an escape such as \u00E4, after its letter. */
static bool read_code(toml_reader *self, size_t digits, uint32_t *out) {
    static const char hexadecimal[] = "0123456789abcdef";
    *out = 0;
    for (size_t i = 0; i < digits; i++) {
        const char *digit = *self->at ? strchr(hexadecimal, text_lower(*self->at)) : NULL;
        if (!digit) {
            return toml_fail(self, "a hexadecimal digit is missing");
        }
        *out = *out << 4 | (uint32_t)(digit - hexadecimal);
        self->at++;
    }
    if (*out == 0 || *out > 0x10FFFF || (*out >= 0xD800 && *out <= 0xDFFF)) {
        return toml_fail(self, "this is not the number of a character");
    }
    return true;
}

/* Reads an escape after its backslash, and appends its character. */
static bool read_escape(toml_reader *self, char *out, size_t *size) {
    static const char letters[] = "btnfr\"\\";
    static const char meanings[] = "\b\t\n\f\r\"\\";
    const char *found = *self->at ? strchr(letters, *self->at) : NULL;
    if (found) {
        out[(*size)++] = meanings[found - letters];
        self->at++;
        return true;
    }
    uint32_t code;
    if (*self->at != 'u' && *self->at != 'U') {
        return toml_fail(self, "there is no such escape: write / between the names of a path");
    }
    if (!read_code(self, *self->at++ == 'u' ? 4 : 8, &code)) {
        return false;
    }
    *size += write_character(out + *size, code);
    return true;
}

/* Reads a text in "" or ''. An escape is never shorter than its character. NULL = a problem. */
static char *toml_read_text(toml_reader *self) {
    char quote = *self->at;
    if (self->at[1] == quote && self->at[2] == quote) {
        toml_fail(self, "texts of several lines are not supported");
        return NULL;
    }
    self->at++;
    char *text = memory_resize(NULL, strcspn(self->at, "\n") + 1, 1);
    size_t size = 0;
    bool is_valid = true;
    while (is_valid && *self->at != quote) {
        const char *start = self->at;
        if (is_line_end(self)) {
            is_valid = toml_fail(self, "the quotation mark at the end of the text is missing");
        } else if (quote == '"' && *self->at == '\\') {
            self->at++;
            is_valid = read_escape(self, text, &size);
        } else {
            is_valid = skip_character(self);
            memcpy(text + size, start, (size_t)(self->at - start));
            size += (size_t)(self->at - start);
        }
    }
    if (!is_valid) {
        free(text);
        return NULL;
    }
    self->at++;
    text[size] = 0;
    return memory_resize(text, size + 1, 1);
}

/* Reads a name: that of a table or of a key. NULL = a problem. */
static char *read_name(toml_reader *self) {
    static const char bare[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    if (*self->at == '"' || *self->at == '\'') {
        return toml_read_text(self);
    }
    size_t size = strspn(self->at, bare);
    if (size == 0) {
        toml_fail(self, "a name is expected: letters, digits, _ and -, or a text in \"\"");
        return NULL;
    }
    self->at += size;
    return text_slice(self->at - size, size);
}

/* --- values ----------------------------------------------------------------------------------- */

/* Skips blanks, comments and ends of lines between the texts of an array. */
static bool skip_space(toml_reader *self) {
    skip_blanks(self);
    while (self->at < self->end && (*self->at == '#' || is_line_end(self))) {
        if (!skip_rest_of_line(self)) {
            return false;
        }
        skip_blanks(self);
    }
    return true;
}

static bool toml_read_texts(toml_reader *self, text_list *out) {
    self->at++;
    bool is_valid = skip_space(self);
    while (is_valid && *self->at != ']') {
        if (*self->at != '"' && *self->at != '\'') {
            return toml_fail(self, self->at == self->end ? "the ] of the array is missing"
                                                         : "an array contains texts in \"\"");
        }
        char *text = toml_read_text(self);
        if (!text) {
            return false;
        }
        text_list_add(out, text);
        is_valid = skip_space(self);
        if (is_valid && *self->at == ',') {
            self->at++;
            is_valid = skip_space(self);
        } else if (is_valid && *self->at != ']') {
            return toml_fail(self, "a comma or ] is expected after a text of an array");
        }
    }
    self->at += is_valid;
    return is_valid;
}

/* Reads a boolean or a number. */
static bool read_word(toml_reader *self, toml_item *out) {
    size_t size = strcspn(self->at, " \t\r\n#,]");
    char *word = text_slice(self->at, size);
    double number;
    bool is_boolean = strcmp(word, "true") == 0 || strcmp(word, "false") == 0;
    bool is_number = strspn(word, "+-.0123456789eE") == size && gait_parse_f64(word, &number);
    if (!is_boolean && !is_number) {
        free(word);
        return toml_fail(self, *self->at == '{'
                                   ? "inline tables are not supported"
                                   : "a value is expected: a text in \"\", true, false, a number, "
                                     "or texts in []");
    }
    text_list_add(&out->values, word);
    out->kind = is_boolean ? TOML_BOOLEAN : TOML_NUMBER;
    self->at += size;
    return true;
}

static bool read_value(toml_reader *self, toml_item *out) {
    if (*self->at == '[') {
        out->kind = TOML_TEXTS;
        return toml_read_texts(self, &out->values);
    }
    if (*self->at != '"' && *self->at != '\'') {
        return read_word(self, out);
    }
    out->kind = TOML_TEXT;
    char *text = toml_read_text(self);
    if (text) {
        text_list_add(&out->values, text);
    }
    return text != NULL;
}

/* --- lines ------------------------------------------------------------------------------------ */

static const toml_item *find_item(const toml *self, const char *table, const char *key) {
    for (size_t i = 0; i < self->count; i++) {
        if (strcmp(self->items[i].table, table) == 0 && strcmp(self->items[i].key, key) == 0) {
            return &self->items[i];
        }
    }
    return NULL;
}

/* Adds an item with these names, which it takes; NULL with a problem if it is the second one. */
static toml_item *toml_add_item(toml_reader *self, char *table, char *key) {
    toml *out = self->out;
    const toml_item *first = find_item(out, table, key);
    if (first || out->count == TOML_MAX_ITEMS) {
        toml_refuse(self, first ? text_format("this is already in line %u", first->line)
                                : text_format("more than %u keys", (unsigned)TOML_MAX_ITEMS));
        free(table);
        free(key);
        return NULL;
    }
    out->items = memory_reserve(out->items, out->count, &out->capacity, sizeof *out->items);
    toml_item *item = &out->items[out->count++];
    *item = (toml_item){.table = table, .key = key, .line = self->line};
    return item;
}

static bool read_header(toml_reader *self) {
    const char *start = self->at++;
    if (*self->at == '[') {
        return toml_fail(self, "arrays of tables are not supported");
    }
    skip_blanks(self);
    char *name = read_name(self);
    if (!name) {
        return false;
    }
    skip_blanks(self);
    if (*self->at != ']' || !name[0]) {
        free(name);
        return toml_fail(self, *self->at == '.' ? "tables in tables are not supported"
                                                : "] is expected after the name of a table");
    }
    const char *after = self->at + 1;
    self->at = start;
    const toml_item *item = toml_add_item(self, name, text_copy(""));
    if (!item) {
        return false;
    }
    self->at = after;
    self->table = item->table;
    return true;
}

static bool read_key(toml_reader *self) {
    const char *start = self->at;
    char *key = read_name(self);
    if (!key) {
        return false;
    }
    skip_blanks(self);
    if (*self->at != '=' || !key[0]) {
        free(key);
        return toml_fail(self, *self->at == '.' ? "dotted keys are not supported: use a table"
                                                : "= is expected after a key");
    }
    const char *after = self->at + 1;
    self->at = start;
    toml_item *item = toml_add_item(self, text_copy(self->table), key);
    if (!item) {
        return false;
    }
    self->at = after;
    skip_blanks(self);
    return read_value(self, item);
}

bool toml_read(const char *text, size_t size, toml *out) {
    char *copy = text_slice(text, size);
    toml_reader self = {.at = copy, .end = copy + size, .line = 1, .table = "", .out = out};
    self.at += size >= 3 && memcmp(copy, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    self.line_start = self.at;
    bool is_valid = true;
    while (is_valid && self.at < self.end) {
        skip_blanks(&self);
        if (*self.at == '[') {
            is_valid = read_header(&self);
        } else if (*self.at != '#' && !is_line_end(&self)) {
            is_valid = read_key(&self);
        }
        is_valid = is_valid && skip_rest_of_line(&self);
    }
    free(copy);
    return is_valid;
}

void toml_free(toml *self) {
    for (size_t i = 0; i < self->count; i++) {
        free(self->items[i].table);
        free(self->items[i].key);
        text_list_free(&self->items[i].values, true);
    }
    free(self->items);
    free(self->problem);
    *self = (toml){0};
}
