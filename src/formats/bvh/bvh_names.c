/* Encoding and decoding of BVH names, in which a space ends a word. */
#include <string.h>

#include "base/text/text.h"
#include "formats/bvh/bvh.h"

bool gaiti_bvh_has_blanks(gait_span name) {
    return name.size > 0 && (memchr(name.data, ' ', name.size) != NULL ||
                             memchr(name.data, '\t', name.size) != NULL);
}

/* True for characters that BVH readers such as Blender and three.js do not accept in names. */
static bool bvhname_is_unsafe(uint8_t c) {
    return c <= 0x20 || c == 0x7F || c == '"' || c == '%' || c == '\\' || c == '{' || c == '}';
}

/* True for non-ASCII white space, which ends a word in Python and JavaScript. */
static bool bvhname_is_wide_space(const uint8_t *p, unsigned size) {
    static const char spaces[][4] = {"\xC2\x85",     "\xC2\xA0",     "\xE1\x9A\x80",
                                     "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF",
                                     "\xE2\x81\x9F", "\xE3\x80\x80", "\xEF\xBB\xBF"};
    for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
        if (size == strlen(spaces[i]) && memcmp(p, spaces[i], size) == 0) {
            return true;
        }
    }
    return size == 3 && p[0] == 0xE2 && p[1] == 0x80 && p[2] >= 0x80 && p[2] <= 0x8A;
}

static size_t bvhname_put_coded(const uint8_t *p, unsigned size, char *out) {
    static const char digits[] = "0123456789ABCDEF";
    for (unsigned i = 0; i < size; i++) {
        *out++ = '%';
        *out++ = digits[p[i] >> 4];
        *out++ = digits[p[i] & 15];
    }
    return (size_t)size * 3;
}

bool gaiti_bvh_is_carrier(gait_span name) {
    size_t at = 2;
    if (name.size < 3 || memcmp(name.data, "__", 2) != 0) {
        return false;
    }
    while (at < name.size && name.data[at] >= '0' && name.data[at] <= '9') {
        at++;
    }
    return at == name.size;
}

size_t gaiti_bvh_encode_name(const char *name, char *out) {
    const uint8_t *p = (const uint8_t *)name;
    size_t at = 0;
    if (gaiti_bvh_is_carrier(gaiti_span(name, strlen(name)))) {
        at = bvhname_put_coded(p, 1, out);
        p++;
    }
    while (*p) {
        unsigned length = gaiti_utf8_character(p), size = length ? length : 1;
        if (length == 0 || bvhname_is_unsafe(*p) || bvhname_is_wide_space(p, size)) {
            at += bvhname_put_coded(p, size, out + at);
        } else {
            memcpy(out + at, p, size);
            at += size;
        }
        p += size;
    }
    return at;
}

static int bvhname_digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The byte that a code such as %20 represents if the encoder could have written it; else 0. */
static uint8_t bvhname_decoded(const char *p) {
    int high = p[0] == '%' ? bvhname_digit(p[1]) : -1;
    int low = high >= 0 ? bvhname_digit(p[2]) : -1;
    unsigned value = low >= 0 ? (unsigned)high * 16 + (unsigned)low : 0;
    bool is_encoded = bvhname_is_unsafe((uint8_t)value) || value == '_' || value >= 0x80;
    return is_encoded ? (uint8_t)value : 0;
}

static bool bvhname_is_utf8(const char *name) {
    const uint8_t *p = (const uint8_t *)name;
    while (*p) {
        unsigned size = gaiti_utf8_character(p);
        if (size == 0) {
            return false;
        }
        p += size;
    }
    return true;
}

char *gaiti_bvh_decode_name(gaiti_arena *arena, uint32_t page, gait_span bytes, bool *out_is_utf8) {
    char *raw = gaiti_alloc(arena, (uint64_t)bytes.size + 1, 1);
    if (!raw) {
        return NULL;
    }
    memcpy(raw, bytes.data, bytes.size);
    *out_is_utf8 = bvhname_is_utf8(raw);
    if (!*out_is_utf8) {
        return gaiti_utf8(arena, page, bytes);
    }
    if (!memchr(bytes.data, '%', bytes.size)) {
        return raw;
    }
    char *decoded = gaiti_alloc(arena, (uint64_t)bytes.size + 1, 1);
    size_t size = 0;
    for (const char *p = raw; decoded && *p; size++) {
        uint8_t byte = bvhname_decoded(p);
        decoded[size] = byte ? (char)byte : *p;
        p += byte ? 3 : 1;
    }
    return decoded && !bvhname_is_utf8(decoded) ? raw : decoded;
}
