/* Shared by the examples: reads and writes whole files; a failure ends the program. */
#include "read_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 * 1024 };

void check(gait_status status, const char *what) {
    if (status != GAIT_OK) {
        fail(what, gait_status_name(status));
    }
}

void check_usage(bool is_right, const char *usage) {
    if (!is_right) {
        fprintf(stderr, "usage: %s\n", usage);
        exit(2);
    }
}

_Noreturn void fail(const char *what, const char *reason) {
    fprintf(stderr, "%s: %s\n", what, reason);
    exit(EXIT_FAILURE);
}

void *allocate(size_t count, size_t size) {
    void *block = calloc(count, size);
    if (!block) {
        fail("memory", strerror(ENOMEM));
    }
    return block;
}

/* Reads a stream of unknown size. Returns NULL after an error, see errno. */
static uint8_t *read_stream(FILE *stream, size_t *out_size) {
    size_t size = 0, capacity = FIRST_CAPACITY;
    uint8_t *bytes = malloc(capacity);
    while (bytes) {
        size += fread(bytes + size, 1, capacity - size, stream);
        if (size < capacity) {
            break;
        }
        uint8_t *larger = capacity <= SIZE_MAX / 2 ? realloc(bytes, 2 * capacity) : NULL;
        if (!larger) {
            free(bytes);
            errno = ENOMEM;
        }
        bytes = larger;
        capacity *= 2;
    }
    if (bytes && ferror(stream)) {
        free(bytes);
        bytes = NULL;
    }
    *out_size = size;
    return bytes;
}

uint8_t *read_file(const char *path, size_t *out_size) {
    FILE *stream = fopen(path, "rb");
    uint8_t *bytes = stream ? read_stream(stream, out_size) : NULL;
    if (!bytes) {
        fail(path, strerror(errno));
    }
    fclose(stream);
    return bytes;
}

/* Returns false after an error, see errno. */
static bool write_parts(const char *path, const gait_span *parts, uint32_t part_count) {
    FILE *stream = fopen(path, "wb");
    bool is_written = stream != NULL;
    for (uint32_t i = 0; i < part_count && is_written; i++) {
        is_written = fwrite(parts[i].data, 1, parts[i].size, stream) == parts[i].size;
    }
    return stream && fclose(stream) == 0 && is_written;
}

void write_file(const char *path, const gait_span *parts, uint32_t part_count) {
    size_t size = strlen(path) + sizeof ".tmp";
    char *beside = allocate(size, 1);
    snprintf(beside, size, "%s.tmp", path);
    bool is_written = write_parts(beside, parts, part_count);
#ifdef _WIN32
    if (is_written) {
        remove(path); /* Windows does not rename to the name of an existing file */
    }
#endif
    if (!is_written || rename(beside, path) != 0) {
        const char *reason = strerror(errno);
        remove(beside);
        free(beside);
        fail(path, reason);
    }
    free(beside);
}

void write_buffer(const char *path, gait_buffer *buffer) {
    write_file(path, &(gait_span){buffer->data, buffer->size}, 1);
    gait_buffer_free(buffer);
}

void print_diagnostics(const char *path, const gait_diagnostics *found) {
    for (uint32_t i = 0; i < found->count; i++) {
        const gait_diagnostic *item = &found->items[i];
        fprintf(stderr, "%s: %s %s: byte %llu: %s\n", path,
                gait_severity_name(item->rule->severity), item->rule->id,
                (unsigned long long)item->offset, item->text);
    }
}

opened_file open_file(const char *path) {
    gait_diagnostic items[DIAGNOSTICS];
    gait_diagnostics found = {.items = items, .capacity = DIAGNOSTICS};
    gait_options options = {.diagnostics = &found};
    opened_file opened = {0};
    if (!path) {
        return opened;
    }
    size_t size = 0;
    opened.bytes = read_file(path, &size);
    gait_status status =
        gait_file_open((gait_span){opened.bytes, size}, path, &options, &opened.file);
    print_diagnostics(path, &found);
    if (status != GAIT_OK) {
        free(opened.bytes);
    }
    check(status, path);
    return opened;
}

void close_file(opened_file opened) {
    gait_file_free(opened.file);
    free(opened.bytes);
}

/* A copy of a text with a NUL. */
static char *copy_text(gait_span text) {
    char *copy = allocate(text.size + 1, 1);
    if (text.size > 0) {
        memcpy(copy, text.data, text.size);
    }
    return copy;
}

char *name_text(gait_span name, uint32_t code_page) {
    gait_buffer text = {0};
    check(gait_name_to_utf8(name, code_page, &text), "name");
    char *copy = copy_text((gait_span){text.data, text.size});
    gait_buffer_free(&text);
    return copy;
}

char *clip_name(const gait_file *file, uint32_t clip) {
    gait_clip_info info = gait_file_clip_info(file, clip);
    return info.name_is_utf8 ? copy_text(info.name)
                             : name_text(info.name, gait_file_code_page(file));
}

bool is_named(gait_span name, const char *text) {
    char *own = name_text(name, 1251);
    bool is_equal = strcmp(own, text) == 0;
    free(own);
    return is_equal;
}

gait_span new_name(const char *text) {
    for (const char *c = text; *c; c++) {
        if ((unsigned char)*c >= 0x80) {
            fail(text, "a new name must be ASCII");
        }
    }
    return (gait_span){(const uint8_t *)text, strlen(text)};
}

double parse_number(const char *text) {
    double number = 0;
    if (!gait_parse_f64(text, &number)) {
        fail(text, "not a number");
    }
    return number;
}

uint32_t find_clip(const gait_file *file, const char *name) {
    int32_t clip = gait_file_find_clip(file, name);
    if (clip < 0) {
        fail(name, "no such clip");
    }
    return (uint32_t)clip;
}

uint32_t find_bone(const gait_skeleton *skeleton, const char *name) {
    int32_t bone = gait_skeleton_find(skeleton, name);
    if (bone < 0) {
        fail(name, "no such bone");
    }
    return (uint32_t)bone;
}
