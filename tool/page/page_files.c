/* Lists each file of a page once, with the path that the page shows. */
#include "page/page_files.h"

#include <stdlib.h>
#include <string.h>

#include "io/paths.h"
#include "io/platform.h"
#include "terminal.h"
#include "text.h"

/* --- paths ------------------------------------------------------------------------------------ */

char *page_absolute(const char *path) {
    char *folder = path_folder(path), *absolute_folder = NULL;
    int error = platform_absolute(folder, &absolute_folder);
    if (error != 0) {
        log_error(path, "cannot open its folder: %s", platform_explain(error));
    }
    char *absolute = error == 0 ? path_join(absolute_folder, path_name(path)) : NULL;
    free(absolute_folder);
    free(folder);
    return absolute;
}

bool page_files_contain(const page_files *self, const char *absolute) {
    char *wanted = platform_fold_case(absolute);
    bool is_found = false;
    for (size_t i = 0; i < self->count && !is_found; i++) {
        is_found = strcmp(self->items[i].folded, wanted) == 0;
    }
    free(wanted);
    return is_found;
}

static char page_files_fold_letter(char c) {
    return PLATFORM_HAS_WINDOWS_NAMES && c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* The size of the folder that contains both files. */
static size_t common_size(const char *a, const char *b) {
    size_t size = 0;
    for (size_t i = 0; a[i] && page_files_fold_letter(a[i]) == page_files_fold_letter(b[i]); i++) {
        size = a[i] == '/' ? i + 1 : size;
    }
    return size;
}

size_t page_files_common_size(const page_files *self) {
    const char *first = self->count > 0 ? self->items[0].absolute : "";
    size_t size = (size_t)(path_name(first) - first);
    for (size_t i = 1; i < self->count; i++) {
        size_t common = common_size(first, self->items[i].absolute);
        size = common < size ? common : size;
    }
    return size;
}

/* --- content ---------------------------------------------------------------------------------- */

/* Standard base64 with padding, without line breaks. */
static char *encode_base64(gait_span bytes, size_t *out_size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *text = memory_resize(NULL, (bytes.size + 2) / 3, 4);
    char *to = text;
    for (size_t at = 0; at < bytes.size; at += 3) {
        const uint8_t *from = bytes.data + at;
        size_t left = bytes.size - at;
        uint32_t bits = (uint32_t)from[0] << 16 | (left > 1 ? (uint32_t)from[1] << 8 : 0) |
                        (left > 2 ? from[2] : 0U);
        *to++ = digits[bits >> 18];
        *to++ = digits[bits >> 12 & 63];
        *to++ = left > 1 ? digits[bits >> 6 & 63] : '=';
        *to++ = left > 2 ? digits[bits & 63] : '=';
    }
    *out_size = (size_t)(to - text);
    return text;
}

void page_files_add(page_files *self, const char *path, char *absolute, const char *reason,
                    gait_span bytes) {
    self->items = memory_reserve(self->items, self->count, &self->capacity, sizeof *self->items);
    page_file *file = &self->items[self->count++];
    *file = (page_file){.path = text_copy(path),
                        .absolute = absolute,
                        .folded = platform_fold_case(absolute),
                        .reason = text_copy(reason),
                        .size = bytes.size};
    file->base64 = encode_base64(bytes, &file->base64_size);
}

void page_files_free(page_files *self) {
    for (size_t i = 0; i < self->count; i++) {
        free(self->items[i].path);
        free(self->items[i].absolute);
        free(self->items[i].folded);
        free(self->items[i].reason);
        free(self->items[i].base64);
    }
    free(self->items);
    *self = (page_files){0};
}
