/* Reads words, numbers and labels, and remembers where each is. */
#include "formats/bvh/bvh_scan.h"

#include "base/number/number.h"
#include "base/text/text.h"

gaiti_bvh_scan gaiti_bvh_scan_over(gait_span text) {
    static const uint8_t mark[3] = {0xEF, 0xBB, 0xBF}, none[1] = {0};
    bool is_marked = text.size >= sizeof mark && memcmp(text.data, mark, sizeof mark) == 0;
    return (gaiti_bvh_scan){.data = text.data ? text.data : none,
                            .size = text.size,
                            .at = is_marked ? sizeof mark : 0,
                            .line = 1,
                            .line_at = is_marked ? sizeof mark : 0};
}

static bool scan_is_blank(uint8_t c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static bool scan_is_space(uint8_t c) {
    return scan_is_blank(c) || c == '\n' || c == '\r';
}

static bool scan_is_brace(uint8_t c) {
    return c == '{' || c == '}';
}

void gaiti_bvh_skip(gaiti_bvh_scan *scan) {
    for (; scan->at < scan->size && scan_is_space(scan->data[scan->at]); scan->at++) {
        uint8_t c = scan->data[scan->at];
        bool is_first_of_two =
            c == '\r' && scan->at + 1 < scan->size && scan->data[scan->at + 1] == '\n';
        if ((c == '\n' || c == '\r') && !is_first_of_two) {
            scan->line++;
            scan->line_at = scan->at + 1;
        }
    }
}

void gaiti_bvh_skip_blanks(gaiti_bvh_scan *scan) {
    while (scan->at < scan->size && scan_is_blank(scan->data[scan->at])) {
        scan->at++;
    }
}

gait_span gaiti_bvh_word(gaiti_bvh_scan *scan) {
    gaiti_bvh_skip(scan);
    uint64_t from = scan->at;
    while (scan->at < scan->size && !scan_is_space(scan->data[scan->at]) &&
           !scan_is_brace(scan->data[scan->at])) {
        scan->at++;
    }
    if (scan->at == from && scan->at < scan->size) {
        scan->at++; /* a brace */
    }
    return gaiti_span(scan->data + from, (size_t)(scan->at - from));
}

gait_span gaiti_bvh_number(gaiti_bvh_scan *scan) {
    gaiti_bvh_skip(scan);
    uint64_t from = scan->at;
    while (scan->at < scan->size && !scan_is_space(scan->data[scan->at])) {
        scan->at++;
    }
    return gaiti_span(scan->data + from, (size_t)(scan->at - from));
}

gait_span gaiti_bvh_rest_of_line(gaiti_bvh_scan *scan) {
    gaiti_bvh_skip_blanks(scan);
    uint64_t from = scan->at, end = from;
    while (end < scan->size && scan->data[end] != '\n' && scan->data[end] != '\r') {
        end++;
    }
    while (end > from && scan_is_blank(scan->data[end - 1])) {
        end--;
    }
    scan->at = end;
    if (end > from && scan->data[end - 1] == '{') {
        scan->at = --end;
    }
    while (end > from && scan_is_blank(scan->data[end - 1])) {
        end--;
    }
    return gaiti_span(scan->data + from, (size_t)(end - from));
}

bool gaiti_bvh_skip_label(gaiti_bvh_scan *scan, const char *label) {
    gaiti_bvh_skip(scan);
    gaiti_bvh_scan ahead = *scan;
    for (; *label; label++) {
        if (*label == ' ') {
            gaiti_bvh_skip_blanks(&ahead);
        } else if (ahead.at == ahead.size ||
                   gaiti_ascii_lower(ahead.data[ahead.at++]) != (uint8_t)*label) {
            return false;
        }
    }
    gaiti_bvh_skip_blanks(&ahead);
    bool is_label = ahead.at < ahead.size && ahead.data[ahead.at] == ':';
    if (is_label) {
        ahead.at++;
        *scan = ahead;
    }
    return is_label;
}

bool gaiti_bvh_is(gait_span word, const char *text) {
    return gaiti_equal_name(word, gaiti_span(text, strlen(text)));
}

gaiti_bvh_place gaiti_bvh_place_of(const gaiti_bvh_scan *scan, gait_span word) {
    uint64_t at = (uint64_t)(word.data - scan->data);
    return (gaiti_bvh_place){at, scan->line, at - scan->line_at + 1};
}

static size_t scan_put(char *out, size_t at, const char *text) {
    size_t size = strlen(text), left = GAITI_BVH_PLACE_TEXT - at;
    size = size < left ? size : left;
    memcpy(out + at, text, size);
    return at + size;
}

gait_span gaiti_bvh_place_text(const gaiti_bvh_place *place, const char *expected,
                               char out[GAITI_BVH_PLACE_TEXT]) {
    size_t size = scan_put(out, 0, "line ");
    size += gaiti_print_u64(out + size, place->line);
    size = scan_put(out, size, ", column ");
    size += gaiti_print_u64(out + size, place->column);
    if (expected) {
        size = scan_put(out, size, " (expected ");
        size = scan_put(out, size, expected);
        size = scan_put(out, size, ")");
    }
    return gaiti_span(out, size);
}
