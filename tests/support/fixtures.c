#include "fixtures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static const char *folder_of(const char *variable) {
    const char *folder = getenv(variable);
    if (!folder) {
        fail_msg("%s is not set", variable);
    }
    return folder;
}

const char *test_data_folder(void) {
    return folder_of("GAIT_DATA");
}

static FILE *open_path(const char *path, const char *mode) {
    FILE *stream = fopen(path, mode);
    if (!stream) {
        fail_msg("cannot open %s", path);
    }
    return stream;
}

static FILE *open_data(const char *file, const char *mode) {
    static const char samples[] = "samples/";
    size_t prefix = strncmp(file, samples, strlen(samples)) == 0 ? strlen(samples) : 0;
    const char *folder = folder_of(prefix ? "GAIT_SAMPLES" : "GAIT_DATA");
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", folder, file + prefix);
    assert_in_range(length, 1, sizeof path - 1);
    return open_path(path, mode);
}

static gait_span read_all(FILE *stream) {
    assert_int_equal(fseek(stream, 0, SEEK_END), 0);
    size_t size = (size_t)ftell(stream);
    rewind(stream);
    uint8_t *data = size ? malloc(size) : NULL;
    if (size) {
        assert_non_null(data);
        assert_int_equal(fread(data, 1, size, stream), size);
    }
    fclose(stream);
    return (gait_span){data, size};
}

gait_span test_fixture_bytes(const char *file) {
    return read_all(open_data(file, "rb"));
}

gait_span test_repeated_text(const char *head, const char *unit, size_t size) {
    char *text = malloc(size);
    size_t at = strlen(head), step = strlen(unit);
    assert_non_null(text);
    assert_true(at <= size && step > 0);
    memcpy(text, head, at);
    for (; at + step <= size; at += step) {
        memcpy(text + at, unit, step);
    }
    return (gait_span){(const uint8_t *)text, at};
}

gait_span test_file_bytes(const char *path) {
    return read_all(open_path(path, "rb"));
}

/* Copies the next column to `out` and advances `line` past its tab. */
static void read_column(char **line, char *out, size_t room) {
    size_t size = strcspn(*line, "\t\n");
    assert_in_range(size, 1, room - 1);
    memcpy(out, *line, size);
    out[size] = 0;
    *line += size + ((*line)[size] == '\t');
}

static test_fixture read_row(char *line) {
    test_fixture row = {0};
    char exit_code[8];
    read_column(&line, row.file, sizeof row.file);
    read_column(&line, row.reader, sizeof row.reader);
    read_column(&line, row.posed, sizeof row.posed);
    read_column(&line, row.status, sizeof row.status);
    read_column(&line, exit_code, sizeof exit_code); /* used by tests of the command only */
    read_column(&line, row.rules, sizeof row.rules);
    return row;
}

test_fixtures test_fixtures_load(const char *prefix) {
    enum { MOST = 1024 };
    test_fixtures fixtures = {.items = calloc(MOST, sizeof *fixtures.items)};
    char line[512];
    FILE *table = open_data("fixtures.tsv", "r");
    assert_non_null(fixtures.items);
    assert_non_null(fgets(line, sizeof line, table)); /* header line */
    while (fgets(line, sizeof line, table)) {
        if (strncmp(line, prefix, strlen(prefix)) == 0) {
            assert_in_range(fixtures.count, 0, MOST - 1);
            test_fixture *row = &fixtures.items[fixtures.count++];
            *row = read_row(line);
            row->bytes = test_fixture_bytes(row->file);
        }
    }
    fclose(table);
    assert_int_not_equal(fixtures.count, 0);
    return fixtures;
}

void test_fixtures_free(test_fixtures *fixtures) {
    for (size_t i = 0; i < fixtures->count; i++) {
        free((void *)(uintptr_t)fixtures->items[i].bytes.data);
    }
    free(fixtures->items);
    *fixtures = (test_fixtures){0};
}

test_file test_open(const char *path) {
    test_file self = {.bytes = test_fixture_bytes(path)};
    assert_int_equal(gait_file_open(self.bytes, path, NULL, &self.file), GAIT_OK);
    return self;
}

void test_close(test_file *self) {
    gait_file_free(self->file);
    free((void *)(uintptr_t)self->bytes.data);
}
