/* Allocates or ends the command, and formats, compares and folds texts. */
#include "base/base.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/platform.h"

static void (*explain_exhaustion)(void);

void memory_on_exhaustion(void (*explain)(void)) {
    explain_exhaustion = explain;
}

static _Noreturn void memory_exhausted(void) {
    static atomic_flag is_reported = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set(&is_reported)) { /* another thread ends the process */
    }
    fputs("gait: error: out of memory\n", stderr);
    if (explain_exhaustion) {
        explain_exhaustion();
    }
    exit(EXIT_INTERNAL);
}

void *memory_resize(void *block, size_t count, size_t size) {
    if (size > 0 && count > SIZE_MAX / size) {
        memory_exhausted();
    }
    void *grown = realloc(block, count * size > 0 ? count * size : 1);
    if (!grown) {
        memory_exhausted();
    }
    platform_prefer_large_pages(grown, count * size);
    return grown;
}

void *memory_reserve(void *block, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) {
        return block;
    }
    *capacity = *capacity > 0 ? 2 * *capacity : 16;
    return memory_resize(block, *capacity, size);
}

void memory_check(gait_status status) {
    if (status == GAIT_NO_MEMORY) {
        memory_exhausted();
    }
}

char *text_slice(const char *text, size_t size) {
    char *copy = memory_resize(NULL, size + 1, 1);
    if (size > 0) {
        memcpy(copy, text, size);
    }
    copy[size] = 0;
    return copy;
}

char *text_copy(const char *text) {
    return text_slice(text, strlen(text));
}

char *text_format_list(const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    size_t capacity = size > 0 ? (size_t)size + 1 : 1;
    char *text = memory_resize(NULL, capacity, 1);
    text[0] = 0;
    vsnprintf(text, capacity, format, arguments);
    return text;
}

char *text_format(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = text_format_list(format, arguments);
    va_end(arguments);
    return text;
}

void text_append(char **text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *more = text_format_list(format, arguments), *longer = text_format("%s%s", *text, more);
    va_end(arguments);
    free(more);
    free(*text);
    *text = longer;
}

char *text_of_name(gait_span name, uint32_t code_page) {
    gait_buffer utf8 = {0};
    memory_check(gait_name_to_utf8(name, code_page, &utf8));
    char *text = text_slice((const char *)utf8.data, utf8.size);
    gait_buffer_free(&utf8);
    return text;
}

/* The character at `bytes`, of which there are at least two; *out_size is its size. */
static uint32_t utf16_character(const uint8_t *bytes, size_t size, size_t *out_size) {
    uint32_t first = bytes[0] | (uint32_t)bytes[1] << 8;
    uint32_t second = size < 4 ? 0 : bytes[2] | (uint32_t)bytes[3] << 8;
    bool is_pair = first >= 0xD800 && first < 0xDC00 && second >= 0xDC00 && second < 0xE000;
    bool is_wrong = first == 0 || (!is_pair && first >= 0xD800 && first < 0xE000);
    *out_size = is_pair ? 4 : 2;
    return is_pair    ? 0x10000 + ((first & 0x3FF) << 10 | (second & 0x3FF))
           : is_wrong ? 0xFFFD
                      : first;
}

char *text_of_utf16(const uint8_t *bytes, size_t size) {
    char *utf8 = memory_resize(NULL, size / 2 + 1, 3);
    char *to = utf8;
    for (size_t at = 0, used; at + 1 < size; at += used) {
        uint32_t c = utf16_character(bytes + at, size - at, &used);
        int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
        static const uint8_t marks[] = {0, 0xC0, 0xE0, 0xF0};
        *to++ = (char)(marks[more] | c >> (6 * more));
        while (more-- > 0) {
            *to++ = (char)(0x80 | (c >> (6 * more) & 0x3F));
        }
    }
    *to = 0;
    return utf8;
}

const char *text_plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

/* The size of the character at `p` if it controls the terminal (C0, DEL, or C1 in UTF-8), the lines
 * (U+2028, U+2029) or the direction of text (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to
 * U+2069); otherwise 0. */
static size_t control_size(const char *p) {
    const unsigned char *c = (const unsigned char *)p;
    if (c[0] == 0xE2 && c[1] == 0x80) {
        bool is_control = c[2] == 0x8E || c[2] == 0x8F || (c[2] >= 0xA8 && c[2] <= 0xAE);
        return is_control ? 3 : 0;
    }
    if (c[0] == 0xE2 && c[1] == 0x81) {
        return c[2] >= 0xA6 && c[2] <= 0xA9 ? 3 : 0;
    }
    bool is_pair = (c[0] == 0xC2 && c[1] >= 0x80 && c[1] < 0xA0) || (c[0] == 0xD8 && c[1] == 0x9C);
    return is_pair ? 2 : c[0] < 0x20 || c[0] == 0x7F;
}

/* The lower-case letter of a character of two bytes in UTF-8. */
static unsigned text_fold_letter(unsigned c) {
    bool is_latin1 = c >= 0xC0 && c <= 0xDE && c != 0xD7;
    bool is_greek = c >= 0x391 && c <= 0x3A9;
    bool is_even_pair = (c >= 0x100 && c <= 0x137) || (c >= 0x14A && c <= 0x177) ||
                        (c >= 0x460 && c <= 0x481) || (c >= 0x48A && c <= 0x4BF);
    bool is_odd_pair = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
    if (is_latin1 || is_greek || (c >= 0x410 && c <= 0x42F)) {
        return c + 0x20;
    }
    if (c >= 0x400 && c <= 0x40F) {
        return c + 0x50;
    }
    return is_even_pair ? c | 1 : is_odd_pair ? c + (c & 1) : c;
}

char *text_fold_case(const char *utf8) {
    char *folded = text_copy(utf8);
    for (unsigned char *at = (unsigned char *)folded; *at; at++) {
        if (*at >= 'A' && *at <= 'Z') {
            *at = (unsigned char)(*at + ('a' - 'A'));
        } else if (*at >= 0xC2 && *at <= 0xDF && (at[1] & 0xC0) == 0x80) {
            unsigned letter = text_fold_letter((*at & 0x1FU) << 6 | (at[1] & 0x3FU));
            *at++ = (unsigned char)(0xC0 | letter >> 6);
            *at = (unsigned char)(0x80 | (letter & 0x3F));
        }
    }
    return folded;
}

char *text_clean(const char *utf8) {
    char *clean = memory_resize(NULL, strlen(utf8) + 1, 1);
    char *to = clean;
    while (*utf8) {
        size_t control = control_size(utf8);
        *to++ = control > 0 ? '?' : *utf8;
        utf8 += control > 0 ? control : 1;
    }
    *to = 0;
    return clean;
}

int text_lower(char c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : (unsigned char)c;
}

bool text_equal(const char *a, const char *b) {
    while (*a && text_lower(*a) == text_lower(*b)) {
        a++;
        b++;
    }
    return text_lower(*a) == text_lower(*b);
}

static bool text_is_continuation(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

static const char *next_character(const char *utf8) {
    do {
        utf8++;
    } while (text_is_continuation(*utf8));
    return utf8;
}

/* After a mismatch, only the last star can match one more character, so that no recursion is
 * required. */
bool text_matches(const char *pattern, const char *text) {
    const char *star = NULL;
    const char *star_text = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            star_text = text;
        } else if (*pattern == '?') {
            pattern++;
            text = next_character(text);
        } else if (*pattern && text_lower(*pattern) == text_lower(*text)) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            star_text = next_character(star_text);
            text = star_text;
        } else {
            return false;
        }
    }
    while (*pattern == '*') {
        pattern++;
    }
    return *pattern == 0;
}

size_t text_length(const char *utf8) {
    size_t length = 0;
    for (; *utf8; utf8++) {
        length += !text_is_continuation(*utf8);
    }
    return length;
}

void text_list_add(text_list *list, const char *text) {
    list->items = memory_reserve(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = text;
}

void text_list_free(text_list *list, bool owned) {
    for (size_t i = 0; owned && i < list->count; i++) {
        free((void *)(uintptr_t)list->items[i]);
    }
    free(list->items);
    *list = (text_list){0};
}

char *text_list_join(const text_list *list, const char *separator) {
    size_t gap = strlen(separator);
    size_t size = 1;
    for (size_t i = 0; i < list->count; i++) {
        size += strlen(list->items[i]) + gap;
    }
    char *text = memory_resize(NULL, size, 1);
    char *to = text;
    for (size_t i = 0; i < list->count; i++) {
        size_t length = strlen(list->items[i]);
        memcpy(to, i > 0 ? separator : "", i > 0 ? gap : 0);
        to += i > 0 ? gap : 0;
        memcpy(to, list->items[i], length);
        to += length;
    }
    *to = 0;
    return text;
}

char *text_list_join_first(const text_list *list, size_t max, const char *and) {
    const text_list first = {.items = list->items, .count = list->count < max ? list->count : max};
    char *text = text_list_join(&first, ", ");
    if (list->count > max) {
        text_append(&text, "%s %zu more", and, list->count - max);
    }
    return text;
}

void text_list_split(text_list *list, const char *text) {
    for (const char *at = text; at;) {
        size_t size = strcspn(at, ",");
        text_list_add(list, text_slice(at, size));
        at = at[size] ? at + size + 1 : NULL;
    }
}

static size_t smallest(size_t a, size_t b, size_t c) {
    size_t min = a < b ? a : b;
    return min < c ? min : c;
}

enum { LONGEST_COMPARED = 128 };

/* The number of edits (insert, delete, replace, swap neighbours) from `a` to `b`, with three rows
 * of the table in memory. Both are at most LONGEST_COMPARED long. */
static size_t edit_distance(const char *a, const char *b) {
    size_t rows[3][LONGEST_COMPARED + 1];
    size_t width = strlen(b);
    size_t *before = rows[0];
    size_t *last = rows[1];
    size_t *row = rows[2];
    for (size_t j = 0; j <= width; j++) {
        before[j] = 0;
        last[j] = j;
    }
    for (size_t i = 1; a[i - 1]; i++) {
        row[0] = i;
        for (size_t j = 1; j <= width; j++) {
            size_t replaced = last[j - 1] + (text_lower(a[i - 1]) != text_lower(b[j - 1]));
            row[j] = smallest(replaced, row[j - 1] + 1, last[j] + 1);
            bool swapped = i > 1 && j > 1 && text_lower(a[i - 1]) == text_lower(b[j - 2]) &&
                           text_lower(a[i - 2]) == text_lower(b[j - 1]);
            if (swapped && before[j - 2] + 1 < row[j]) {
                row[j] = before[j - 2] + 1;
            }
        }
        size_t *oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return last[width];
}

const char *text_nearest(const char *text, const char *const *candidates, size_t count) {
    size_t length = strlen(text);
    size_t best = length / 3 > 0 ? length / 3 : 1;
    const char *nearest = NULL;
    for (size_t i = 0; length <= LONGEST_COMPARED && i < count; i++) {
        size_t size = strlen(candidates[i]);
        if (size > 0 && size <= length + best && size <= LONGEST_COMPARED) {
            size_t distance = edit_distance(text, candidates[i]);
            if (distance < best || (distance == best && !nearest)) {
                best = distance;
                nearest = candidates[i];
            }
        }
    }
    return nearest;
}
