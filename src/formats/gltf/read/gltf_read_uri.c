/* URIs of buffers: data URIs, and paths relative to the file. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
#include "formats/gltf/read/gltf_read.h"

/* --- paths ------------------------------------------------------------------------------------ */

static int guri_hex(uint8_t c) {
    return c >= '0' && c <= '9' ? c - '0'
           : gaiti_ascii_lower(c) >= 'a' && gaiti_ascii_lower(c) <= 'f'
               ? gaiti_ascii_lower(c) - 'a' + 10
               : -1;
}

/* Decodes %XX escapes and appends a NUL. A '%' that is not followed by two hex digits is copied. */
static size_t guri_decode(gait_span uri, char *out) {
    size_t size = 0;
    for (size_t i = 0; i < uri.size; i++) {
        int high = uri.data[i] == '%' && uri.size - i > 2 ? guri_hex(uri.data[i + 1]) : -1;
        int low = high >= 0 ? guri_hex(uri.data[i + 2]) : -1;
        out[size++] = (char)(low >= 0 ? high * 16 + low : uri.data[i]);
        i += low >= 0 ? 2 : 0;
    }
    out[size] = 0;
    return size;
}

/* True when no segment of the path is "..". */
static bool guri_stays_below(const char *path) {
    while (*path) {
        size_t size = strcspn(path, "/");
        if (size == 2 && path[0] == '.' && path[1] == '.') {
            return false;
        }
        path += size + (path[size] == '/');
    }
    return true;
}

/* Removes the parts "." and "" of a path. */
static void guri_simplify(char *path) {
    char *to = path;
    for (const char *from = path; *from;) {
        size_t size = strcspn(from, "/");
        if (size > 1 || (size == 1 && from[0] != '.')) {
            if (to > path) {
                *to++ = '/';
            }
            memmove(to, from, size);
            to += size;
        }
        from += size + (from[size] == '/');
    }
    *to = 0;
}

/* Valid UTF-8 without control characters. */
static bool guri_is_text(const char *path) {
    for (const uint8_t *p = (const uint8_t *)path; *p;) {
        unsigned size = gaiti_utf8_character(p);
        if (size == 0 || *p < 0x20 || *p == 0x7F) {
            return false;
        }
        p += size;
    }
    return true;
}

const char *gaiti_gltf_read_local_path(gait_span uri, char *out) {
    size_t size = guri_decode(uri, out);
    /* A colon may belong to a scheme, drive or stream; a backslash is a separator on some
     * systems. */
    bool is_relative = size > 0 && out[0] != '/' && strcspn(out, ":\\") == size;
    bool is_local = is_relative && out[size - 1] != '/' && guri_is_text(out);
    if (!is_local || !guri_stays_below(out)) {
        return NULL;
    }
    guri_simplify(out);
    return out[0] ? out : NULL;
}

/* --- data ------------------------------------------------------------------------------------- */

bool gaiti_gltf_read_is_data_uri(gait_span uri) {
    const gait_span scheme = gaiti_span_of("data:");
    return uri.size >= scheme.size && gaiti_equal_name(gaiti_span(uri.data, scheme.size), scheme);
}

uint64_t gaiti_gltf_read_decoded_size(gait_span uri) {
    return uri.size / 4 * 3 + 3;
}

static int guri_base64(uint8_t c) {
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+' || c == '-' ? 62
           : c == '/' || c == '_' ? 63
                                  : -1;
}

/* Accepts "data:", any media type, ";base64," and digits of the standard or URL-safe alphabet, with
 * or without padding. */
bool gaiti_gltf_read_decode(gait_span uri, uint8_t *out, size_t *out_size) {
    static const char mark[] = ";base64,";
    const uint8_t *comma = memchr(uri.data, ',', uri.size);
    size_t head = comma ? (size_t)(comma - uri.data) + 1 : 0, size = sizeof mark - 1;
    if (head < size ||
        !gaiti_equal_name(gaiti_span(uri.data + head - size, size), gaiti_span(mark, size))) {
        return false;
    }
    size_t end = uri.size;
    for (int i = 0; i < 2 && end > head && uri.data[end - 1] == '='; i++) {
        end--;
    }
    uint32_t bits = 0;
    size_t written = 0;
    for (size_t i = head; i < end; i++) {
        int digit = guri_base64(uri.data[i]);
        if (digit < 0) {
            return false;
        }
        bits = bits << 6 | (uint32_t)digit;
        unsigned place = (i - head) % 4;
        if (place > 0) {
            out[written++] = (uint8_t)(bits >> (6 - 2 * place));
        }
    }
    *out_size = written;
    return (end - head) % 4 != 1;
}
