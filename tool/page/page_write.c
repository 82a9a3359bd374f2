/* Lists each file of a page once, and writes the template with the files as base64. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"
#include "page/page.h"

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

/* The size of the common folder of all files, with the separator at its end: bytes at the beginning
 * of each absolute path. */
static size_t page_files_common_size(const page_files *self) {
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

/* --- names ------------------------------------------------------------------------------------ */

static bool page_write_is_continuation(uint8_t byte) {
    return (byte & 0xC0) == 0x80;
}

/* The size of the character of UTF-8 at `at`, which ends with a zero; 0 = it is not valid. */
static size_t character_size(const uint8_t *at) {
    if (at[0] < 0x80) {
        return 1;
    }
    if (at[0] >= 0xC2 && at[0] <= 0xDF) {
        return page_write_is_continuation(at[1]) ? 2 : 0;
    }
    if (at[0] >= 0xE0 && at[0] <= 0xEF) {
        bool is_overlong = at[0] == 0xE0 && at[1] < 0xA0;
        bool is_surrogate = at[0] == 0xED && at[1] > 0x9F;
        bool is_valid = page_write_is_continuation(at[1]) && page_write_is_continuation(at[2]);
        return is_valid && !is_overlong && !is_surrogate ? 3 : 0;
    }
    bool is_in_range = (at[0] == 0xF0 && at[1] >= 0x90) || (at[0] >= 0xF1 && at[0] <= 0xF3) ||
                       (at[0] == 0xF4 && at[1] <= 0x8F);
    return is_in_range && page_write_is_continuation(at[1]) && page_write_is_continuation(at[2]) &&
                   page_write_is_continuation(at[3])
               ? 4
               : 0;
}

/* Returns the name as the value of an attribute in double quotes, as a new text. Tabs and
 * line ends become references, and bytes that are not UTF-8 become U+FFFD. */
static char *escape_name(const char *name) {
    enum { MAX_GROWTH = 6 }; /* &quot; */
    static const char replacement[] = "\xEF\xBF\xBD";
    const uint8_t *at = (const uint8_t *)name;
    size_t capacity = strlen(name) * MAX_GROWTH + 1;
    char *escaped = memory_resize(NULL, capacity, 1);
    char *to = escaped;
    while (*at) {
        size_t size = character_size(at);
        size_t left = capacity - (size_t)(to - escaped);
        if (size == 0) {
            to += snprintf(to, left, "%s", replacement);
            size = 1;
        } else if (strchr("\t\n\r'", *at)) {
            to += snprintf(to, left, "&#%u;", (unsigned)*at);
        } else if (strchr("&<>\"", *at)) {
            const char *entity = *at == '&'   ? "&amp;"
                                 : *at == '<' ? "&lt;"
                                 : *at == '>' ? "&gt;"
                                              : "&quot;";
            to += snprintf(to, left, "%s", entity);
        } else {
            memcpy(to, at, size);
            to += size;
        }
        at += size;
    }
    *to = 0;
    return escaped;
}

/* The name of a file in the page, as a new text. Without a common folder, as for files on two
 * drives of Windows, it is the absolute path without the separators at its beginning and without
 * colons. */
static char *name_in_page(const page_file *file, size_t common_size) {
    const char *from = file->absolute + common_size;
    from += common_size == 0 ? strspn(from, "/") : 0;
    char *name = text_copy(from);
    char *to = name;
    for (; *from; from++) {
        if (common_size > 0 || *from != ':') {
            *to++ = *from;
        }
    }
    *to = 0;
    return name;
}

/* --- the page --------------------------------------------------------------------------------- */

/* The parts of the page: the texts in `beginnings`, between the content of the files. */
typedef struct page_parts {
    gait_span *spans;
    uint32_t count;
    text_list beginnings; /* owned */
} page_parts;

static void add_part(page_parts *self, const void *bytes, size_t size) {
    self->spans[self->count++] = (gait_span){bytes, size};
}

static page_parts make_parts(const page_template *page, const page_files *files, bool verbose) {
    static const char end[] = "</script>\n";
    page_parts self = {0};
    size_t common_size = page_files_common_size(files);
    self.spans = memory_resize(NULL, 3 * files->count + 2, sizeof *self.spans);
    add_part(&self, page->before.data, page->before.size);
    for (size_t i = 0; i < files->count; i++) {
        const page_file *file = &files->items[i];
        char *name = name_in_page(file, common_size);
        char *escaped = escape_name(name);
        char *beginning = text_format(
            "<script type=\"text/plain\" class=\"gait-file\" data-name=\"%s\">", escaped);
        text_list_add(&self.beginnings, beginning);
        add_part(&self, beginning, strlen(beginning));
        add_part(&self, file->base64, file->base64_size);
        add_part(&self, end, sizeof end - 1);
        if (verbose) {
            log_note("included: %s, %zu bytes%s%s", name, file->size, file->reason[0] ? ", " : "",
                     file->reason);
        }
        free(escaped);
        free(name);
    }
    add_part(&self, page->after.data, page->after.size);
    return self;
}

int page_write(const page_template *page, const page_files *files, const char *out, bool force,
               bool verbose) {
    page_parts parts = make_parts(page, files, verbose);
    file_content content = {out, parts.spans, parts.count};
    int code = files_write_all(&content, 1, force);
    if (code == EXIT_OK) {
        unsigned long long size = 0;
        for (uint32_t i = 0; i < parts.count; i++) {
            size += parts.spans[i].size;
        }
        log_note("wrote %s: %zu file%s, %llu bytes", out, files->count, text_plural(files->count),
                 size);
    }
    free(parts.spans);
    text_list_free(&parts.beginnings, true);
    return code;
}
