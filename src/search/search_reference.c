/* Compares a reference, which may contain wildcards, with the path of a bank. */
#include "search/search_reference.h"

#include <stddef.h>
#include <string.h>

#include "base/text/text.h"

static bool reference_is_slash(char c) {
    return c == '/' || c == '\\';
}

static bool reference_equals(const char *a, const char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (gaiti_ascii_lower((uint8_t)a[i]) != gaiti_ascii_lower((uint8_t)b[i])) {
            return false;
        }
    }
    return true;
}

/* The length without the extension .omf. */
static size_t reference_length(const char *text, size_t size) {
    return size >= 4 && reference_equals(text + size - 4, ".omf", 4) ? size - 4 : size;
}

/* The start of the component that ends at `end`. */
static size_t reference_component(const char *text, size_t end) {
    while (end > 0 && !reference_is_slash(text[end - 1])) {
        end--;
    }
    return end;
}

/* True when the whole text matches the pattern. After a mismatch, the last '*' takes one byte more,
 * so the time is at most the product of both sizes. */
static bool reference_matches(const char *pattern, size_t pattern_size, const char *text,
                              size_t text_size) {
    size_t p = 0, t = 0, star = SIZE_MAX, taken = 0;
    while (t < text_size) {
        if (p < pattern_size && pattern[p] == '*') {
            star = p++;
            taken = t;
        } else if (p < pattern_size && reference_equals(pattern + p, text + t, 1)) {
            p++;
            t++;
        } else if (star != SIZE_MAX) {
            p = star + 1;
            t = ++taken;
        } else {
            return false;
        }
    }
    while (p < pattern_size && pattern[p] == '*') {
        p++;
    }
    return p == pattern_size;
}

/* The end of a text without the spaces there. */
static size_t reference_trim(const char *text, size_t size) {
    while (size > 0 && (text[size - 1] == ' ' || text[size - 1] == '\t')) {
        size--;
    }
    return size;
}

bool gaiti_reference_names(const char *reference, const char *path) {
    bool is_complete = reference_is_slash(path[0]);
    path += is_complete;
    while (*reference == ' ' || *reference == '\t' || reference_is_slash(*reference)) {
        reference++;
    }
    size_t r = reference_length(reference, reference_trim(reference, strlen(reference)));
    size_t p = reference_length(path, strlen(path));
    bool has_names = r > 0 && p > 0;
    while (r > 0 && p > 0) {
        size_t r_start = reference_component(reference, r), p_start = reference_component(path, p);
        if (!reference_matches(reference + r_start, r - r_start, path + p_start, p - p_start)) {
            return false;
        }
        r = r_start > 0 ? r_start - 1 : 0;
        p = p_start > 0 ? p_start - 1 : 0;
    }
    return has_names && p == 0 && (r == 0 || !is_complete);
}
