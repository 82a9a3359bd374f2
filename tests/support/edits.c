#include "edits.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "formats/file_state.h"
#include "gait/map.h"
#include "test.h"

typedef struct search {
    const char *path;
    gait_field found;
    bool is_found;
} search;

static bool compare_path(void *user, const gait_field *field) {
    search *wanted = user;
    if (strcmp(field->name, wanted->path) == 0) {
        wanted->found = *field;
        wanted->found.name = wanted->path;
        wanted->is_found = true;
    }
    return !wanted->is_found;
}

gait_field edit_find(const gaiti_format_row *row, const void *document, const char *path) {
    search wanted = {.path = path};
    gait_file file = {.row = row, .document = (void *)(uintptr_t)document};
    assert_int_equal(gait_file_map(&file, compare_path, &wanted), GAIT_OK);
    if (!wanted.is_found) {
        fail_msg("there is no field %s", path);
    }
    return wanted.found;
}

edit_expected edit_copy(gait_span bytes) {
    edit_expected file = {malloc(bytes.size ? bytes.size : 1), bytes.size};
    assert_non_null(file.data);
    memcpy(file.data, bytes.data, bytes.size);
    return file;
}

void edit_replace(edit_expected *file, uint64_t offset, uint64_t old_size, gait_span bytes) {
    size_t end = (size_t)(offset + old_size), size = file->size - (size_t)old_size + bytes.size;
    assert_true(end <= file->size);
    uint8_t *data = malloc(size ? size : 1);
    assert_non_null(data);
    memcpy(data, file->data, (size_t)offset);
    if (bytes.size) {
        memcpy(data + offset, bytes.data, bytes.size);
    }
    memcpy(data + offset + bytes.size, file->data + end, file->size - end);
    free(file->data);
    *file = (edit_expected){data, size};
}

void edit_u32(edit_expected *file, uint64_t offset, uint32_t value) {
    assert_true(offset + 4 <= file->size);
    gaiti_store_u32(file->data + offset, value);
}

void edit_f32(edit_expected *file, uint64_t offset, float value) {
    assert_true(offset + 4 <= file->size);
    gaiti_store_f32(file->data + offset, value);
}

void edit_add_u32(edit_expected *file, uint64_t offset, int64_t difference) {
    assert_true(offset + 4 <= file->size);
    edit_u32(file, offset, (uint32_t)(gaiti_load_u32(file->data + offset) + difference));
}

void edit_assert(edit_expected *file, gait_buffer *written) {
    assert_int_equal(written->size, file->size);
    for (size_t i = 0; i < file->size; i++) {
        if (file->data[i] != written->data[i]) {
            fail_msg("byte %zu is %u, expected %u", i, written->data[i], file->data[i]);
        }
    }
    free(file->data);
    gait_buffer_free(written);
    *file = (edit_expected){0};
}
