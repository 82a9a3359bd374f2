/* Shared by the examples: a failure ends the program with a message. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <gait/expert.h>
#include <gait/stdio.h>

enum { DIAGNOSTICS = 16 }; /* maximum number of findings per file */

/* Ends the program with the message "WHAT: REASON" and exit code 1. */
static inline _Noreturn void fail(const char *what, const char *reason) {
    fprintf(stderr, "%s: %s\n", what, reason);
    exit(EXIT_FAILURE);
}

/* Ends the program with a message unless the status is GAIT_OK. */
static inline void check(gait_status status, const char *what) {
    if (status != GAIT_OK) {
        fail(what, gait_status_name(status));
    }
}

/* Ends the program with the usage and exit code 2 unless `is_right`. */
static inline void check_usage(bool is_right, const char *usage) {
    if (!is_right) {
        fprintf(stderr, "usage: %s\n", usage);
        exit(2);
    }
}

/* Zeroed memory, which the caller frees. */
static inline void *allocate(size_t count, size_t size) {
    void *block = calloc(count, size);
    if (!block) {
        fail("memory", strerror(ENOMEM));
    }
    return block;
}

/* An open file and its bytes, from which it borrows. */
typedef struct opened_file {
    gait_file *file;
    gait_buffer bytes;
} opened_file;

/* The bytes of a whole file; the caller frees the buffer. */
static inline gait_buffer read_file(const char *path) {
    gait_buffer bytes = {0};
    int error = gait_stdio_read(path, &bytes);
    if (error) {
        fail(path, strerror(error));
    }
    return bytes;
}

/* Opens a file, and prints its diagnostics on stderr. The caller passes the result to close_file().
 * If `path` is NULL, all members of the result are zero. */
static inline opened_file open_file(const char *path) {
    gait_diagnostic items[DIAGNOSTICS];
    gait_diagnostics found = {.items = items, .capacity = DIAGNOSTICS};
    gait_options options = {.diagnostics = &found};
    opened_file opened = {0};
    if (path) {
        opened.bytes = read_file(path);
        gait_span span = {opened.bytes.data, opened.bytes.size};
        gait_status status = gait_file_open(span, path, &options, &opened.file);
        gait_stdio_print_diagnostics(stderr, &found);
        check(status, path);
    }
    return opened;
}

/* Frees what open_file() returned. */
static inline void close_file(opened_file opened) {
    gait_file_free(opened.file);
    gait_buffer_free(&opened.bytes);
}

/* Writes the parts one after the other to a file. */
static inline void write_file(const char *path, const gait_span *parts, uint32_t part_count) {
    int error = gait_stdio_write(path, parts, part_count);
    if (error) {
        fail(path, strerror(error));
    }
}

/* Writes a buffer to a file, and frees it. */
static inline void write_buffer(const char *path, gait_buffer *buffer) {
    write_file(path, &(gait_span){buffer->data, buffer->size}, 1);
    gait_buffer_free(buffer);
}

/* A copy of a text with a NUL, which the caller frees. */
static inline char *copy_text(gait_span text) {
    char *copy = allocate(text.size + 1, 1);
    if (text.size > 0) {
        memcpy(copy, text.data, text.size);
    }
    return copy;
}

/* A name as UTF-8, which the caller frees; `code_page` as in gait_file_code_page(). */
static inline char *name_text(gait_span name, uint32_t code_page) {
    gait_buffer text = {0};
    check(gait_name_to_utf8(name, code_page, &text), "name");
    char *copy = copy_text((gait_span){text.data, text.size});
    gait_buffer_free(&text);
    return copy;
}

/* The name of a clip as UTF-8, which the caller frees. */
static inline char *clip_name(const gait_file *file, uint32_t clip) {
    gait_clip_info info = gait_file_clip_info(file, clip);
    return info.name_is_utf8 ? copy_text(info.name)
                             : name_text(info.name, gait_file_code_page(file));
}

/* True when the name (CP1251) is this text (UTF-8). */
static inline bool is_named(gait_span name, const char *text) {
    char *own = name_text(name, 1251);
    bool is_equal = strcmp(own, text) == 0;
    free(own);
    return is_equal;
}

/* A name to be stored in a file. Ends the program unless it is ASCII, which CP1251 and UTF-8 have
 * in common. */
static inline gait_span new_name(const char *text) {
    for (const char *c = text; *c; c++) {
        if ((unsigned char)*c >= 0x80) {
            fail(text, "a new name must be ASCII");
        }
    }
    return (gait_span){(const uint8_t *)text, strlen(text)};
}

/* Parses a number. Ends the program if the text is not a number. */
static inline double parse_number(const char *text) {
    double number = 0;
    if (!gait_parse_f64(text, &number)) {
        fail(text, "not a number");
    }
    return number;
}

#endif
