/* Makes the words of an edit from values of options, and from files with pairs of names. */
#include "edit/edit_tables.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "terminal.h"

/* Adds a line of a table as a value of the option. */
static int add_line(const char *path, size_t number, const char *name, const char *line,
                    text_list *out) {
    if (!strpbrk(line, "\t=")) {
        log_error(NULL, "%s:%zu: the line has no second name: '%s'", path, number, line);
        log_hint("write one pair per line: OLD, a tab, NEW; or OLD=NEW");
        return EXIT_USAGE;
    }
    text_list_add(out, text_format("--%s=%s", name, line));
    return EXIT_OK;
}

/* Adds the lines of a table; empty lines are ignored. */
static int read_table(const char *path, const char *name, text_list *out) {
    char why[FILES_WHY];
    file_bytes bytes = {0};
    int code = files_read(path, &bytes, why);
    if (code != EXIT_OK) {
        log_error(path, "%s", why);
        files_free(&bytes);
        return code;
    }
    const char *text = (const char *)bytes.data;
    size_t at = bytes.size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0, number = 0;
    while (at < bytes.size && code == EXIT_OK) {
        const char *end = memchr(text + at, '\n', bytes.size - at);
        size_t size = end ? (size_t)(end - text) - at : bytes.size - at;
        size_t next = at + size + 1;
        size -= size > 0 && text[at + size - 1] == '\r';
        char *line = text_slice(text + at, size);
        number++;
        code = line[0] ? add_line(path, number, name, line, out) : EXIT_OK;
        free(line);
        at = next;
    }
    files_free(&bytes);
    return code;
}

int edit_words_make(const char *verb, const edit_request *request, text_list *out) {
    static const char *const options[] = {"clip", "bone"};
    int code = EXIT_OK;
    text_list_add(out, text_copy(verb));
    for (size_t i = 0; i < request->words.count; i++) {
        text_list_add(out, text_copy(request->words.items[i]));
    }
    for (size_t t = 0; t < 2 && code == EXIT_OK; t++) {
        if (request->tables[t]) {
            code = read_table(request->tables[t], options[t], out);
        }
    }
    return code;
}
