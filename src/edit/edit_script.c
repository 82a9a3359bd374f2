/* Scripts: one edit per line (docs/formats/edit-script.md). */
#include <string.h>

#include "base/try.h"
#include "base/bytes.h"
#include "edit/edit_state.h"

/* The words of one line, in the scratch memory of `edit`. */
typedef struct edit_line {
    gait_edit *edit;
    gait_span text; /* without its line end */
    size_t at;
    const char **words;
    uint32_t count, capacity;
    char *free; /* space for the characters of the words that were not read */
} edit_line;

static bool edit_is_blank(uint8_t c) {
    return c == ' ' || c == '\t';
}

static gait_status edit_refuse_line(const edit_line *line, const char *why) {
    return gaiti_edit_refuse(line->edit, GAITI_EDIT_BAD_LINE, NULL, NULL, why);
}

/* Copies the word at line->at to line->free, and moves behind it. Quotes group characters; a
 * doubled quote between quotes is one quote. False when a quote is not closed. */
static bool edit_read_word(edit_line *line) {
    bool is_quoted = false;
    while (line->at < line->text.size && (is_quoted || !edit_is_blank(line->text.data[line->at]))) {
        uint8_t c = line->text.data[line->at++];
        bool is_doubled =
            c == '"' && is_quoted && line->at < line->text.size && line->text.data[line->at] == '"';
        if (c == '"' && !is_doubled) {
            is_quoted = !is_quoted;
            continue;
        }
        line->at += is_doubled;
        *line->free++ = (char)c;
    }
    *line->free++ = 0;
    return !is_quoted;
}

static gait_status edit_add_word(edit_line *line) {
    const char *word = line->free;
    GAITI_TRY(gaiti_append(&line->edit->scratch, (void *)&line->words, &line->count,
                           &line->capacity, (const void *)&word, sizeof word));
    return edit_read_word(line) ? GAIT_OK
                                : edit_refuse_line(line, "a quotation mark is not closed");
}

static gait_status edit_split_line(edit_line *line) {
    for (size_t i = 0; i < line->text.size; i++) {
        uint8_t c = line->text.data[i];
        if ((c < ' ' && c != '\t') || c == 0x7F) {
            return edit_refuse_line(line, "it contains a control character");
        }
    }
    line->words = NULL;
    line->count = line->capacity = 0;
    line->at = 0;
    line->free = gaiti_alloc_uninitialised(&line->edit->scratch, line->text.size + 1, 1);
    GAITI_TRY(gaiti_edit_status(line->edit));
    for (;;) {
        while (line->at < line->text.size && edit_is_blank(line->text.data[line->at])) {
            line->at++;
        }
        if (line->at == line->text.size || line->text.data[line->at] == '#') {
            return GAIT_OK;
        }
        GAITI_TRY(edit_add_word(line));
    }
}

/* The next line without its line end (LF or CR LF). */
static gait_span edit_next_line(gait_span script, size_t *at) {
    const uint8_t *start = script.data + *at;
    size_t left = script.size - *at;
    const uint8_t *end = memchr(start, '\n', left);
    size_t size = end ? (size_t)(end - start) : left;
    *at += end ? size + 1 : size;
    size -= size > 0 && start[size - 1] == '\r';
    return gaiti_span(start, size);
}

gait_status gait_edit_script(gait_edit *edit, gait_span script) {
    static const uint8_t mark[] = {0xEF, 0xBB, 0xBF}; /* a UTF-8 byte order mark */
    gait_status status = GAIT_OK;
    if (!edit || !gaiti_is_span(script) || edit->has_failed) {
        return GAIT_BAD_ARGUMENT;
    }
    edit_line line = {.edit = edit};
    size_t at = 0;
    if (script.size >= sizeof mark && memcmp(script.data, mark, sizeof mark) == 0) {
        at = sizeof mark;
    }
    edit->line = 0;
    while (at < script.size && status == GAIT_OK) {
        line.text = edit_next_line(script, &at);
        edit->line++;
        status = edit_split_line(&line);
        if (status == GAIT_OK && line.count > 0) {
            status = gaiti_edit_make(edit, line.words, line.count);
        }
    }
    edit->has_failed = status != GAIT_OK;
    return status;
}
