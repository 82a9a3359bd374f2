/* Fuzzes the text form. Any bytes are built as a text: a failure must say why, and a file that is
 * built without damage must open and have no errors. A file that opens and can be dumped must be
 * built from its text with the same bytes; then its text is changed at random places and built. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gait/file.h"
#include "gait/text.h"
#include "require.h"

enum { MAX_MEMORY = 32 << 20, CHANGES = 24, MAX_CHANGED = 256 << 10 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static gait_span span_of(const gait_buffer *buffer) {
    return (gait_span){buffer->data, buffer->size};
}

static void require_same(gait_span a, gait_span b) {
    REQUIRE(a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0));
}

/* The status of opening and checking. */
static gait_status examine(gait_span bytes, uint32_t code_page, gait_format *out_format) {
    gait_options options = {.max_bytes = MAX_MEMORY, .code_page = code_page};
    gait_file *file;
    gait_status status = gait_file_open(bytes, NULL, &options, &file);
    *out_format = GAIT_FORMAT_UNKNOWN;
    if (status == GAIT_OK) {
        *out_format = gait_file_format(file);
        status = gait_file_check(file, NULL);
        gait_file_free(file);
    }
    return status;
}

/* Builds a text; a failure has a diagnostic and leaves nothing. */
static gait_status build(gait_span text, bool allow_damage, gait_buffer *out, gait_format *format) {
    gait_diagnostic stored[4];
    gait_diagnostics sink = {.items = stored, .capacity = 4};
    gait_text_options options = {.common = {.diagnostics = &sink, .max_bytes = MAX_MEMORY},
                                 .allow_damage = allow_damage};
    gait_status status = gait_text_build(text, &options, out, format);
    REQUIRE(status != GAIT_INTERNAL && status != GAIT_BAD_ARGUMENT);
    REQUIRE(status == GAIT_OK || out->size == 0);
    REQUIRE(status == GAIT_OK || status == GAIT_LIMIT || status == GAIT_NO_MEMORY ||
            sink.errors > 0);
    return status;
}

/* True for an OMF with a compressed chunk, which is built uncompressed. */
static bool is_packed(gait_format format, gait_span bytes) {
    for (size_t at = 0; format == GAIT_FORMAT_OMF && bytes.size - at >= 8;) {
        const uint8_t *head = bytes.data + at;
        size_t size =
            head[4] | (size_t)head[5] << 8 | (size_t)head[6] << 16 | (size_t)head[7] << 24;
        if (head[3] & 0x80) {
            return true;
        }
        if (size > bytes.size - at - 8) {
            return false;
        }
        at += 8 + size;
    }
    return false;
}

/* A file that opens has a text, unless its format has none. The same bytes come from the text. */
static void dump_and_build(gait_span bytes, uint32_t code_page, gait_buffer *text) {
    gait_options options = {.max_bytes = MAX_MEMORY, .code_page = code_page};
    gait_file *file;
    gait_buffer built = {0};
    gait_format format;
    if (gait_file_open(bytes, NULL, &options, &file) != GAIT_OK) {
        return;
    }
    gait_status dumped = gait_text_dump(file, NULL, text);
    REQUIRE(dumped == GAIT_OK || (dumped == GAIT_UNSUPPORTED && text->size == 0));
    if (dumped == GAIT_OK) {
        gait_status status = build(span_of(text), true, &built, &format);
        REQUIRE(status == GAIT_OK || status == GAIT_LIMIT);
        if (status == GAIT_OK) {
            if (!is_packed(gait_file_format(file), bytes)) {
                require_same(span_of(&built), bytes);
            }
            REQUIRE(format == gait_file_format(file));
            built.size = 0;
            status = build(span_of(text), false, &built, &format);
            REQUIRE(status == GAIT_LIMIT ||
                    (status == GAIT_OK) == (gait_file_check(file, NULL) == GAIT_OK));
        }
    }
    gait_buffer_free(&built);
    gait_file_free(file);
}

/* Builds a text with and without damage. What is built has a text, too. */
static void build_text(gait_span text, bool is_deep) {
    gait_buffer good = {0}, any = {0}, again = {0};
    gait_format format, found;
    gait_status status = build(text, false, &good, &format);
    gait_status damaged = build(text, true, &any, &found);
    REQUIRE(status != GAIT_OK || damaged == GAIT_OK);
    if (status == GAIT_OK) {
        require_same(span_of(&good), span_of(&any));
        REQUIRE(examine(span_of(&good), 0, &found) != GAIT_CORRUPT);
        REQUIRE(found == format);
    }
    if (is_deep && damaged == GAIT_OK) {
        dump_and_build(span_of(&any), 0, &again);
    }
    gait_buffer_free(&again);
    gait_buffer_free(&any);
    gait_buffer_free(&good);
}

/* --- changed texts ---------------------------------------------------------------------------- */

typedef struct text_changer {
    uint64_t seed;
    gait_span text;
    uint8_t *changed; /* has place for a longer text */
} text_changer;

static uint32_t draw(text_changer *self, size_t below) {
    self->seed = self->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return below > 0 ? (uint32_t)((self->seed >> 33) % below) : 0;
}

/* The end of the number, text or word at `at`. */
static size_t end_of_value(gait_span text, size_t at) {
    bool is_text = text.data[at] == '"';
    for (at += is_text; at < text.size; at++) {
        uint8_t c = text.data[at];
        if (is_text ? c == '"' : !strchr("0123456789+-.eE", c)) {
            return at + is_text;
        }
    }
    return at;
}

/* Replaces a value or key near a random place by another value, or removes it. Returns the size. */
static size_t change_text(text_changer *self) {
    static const char *const values[] = {"0",          "1",
                                         "-1",         "127",
                                         "255",        "65535",
                                         "-32768",     "4294967295",
                                         "1e39",       "0.5",
                                         "-0",         "1e3",
                                         "\"\"",       "\"a\\u0000b\"",
                                         "\"0xff\"",   "\"00\"",
                                         "true",       "false",
                                         "null",       "{}",
                                         "[]",         "[1]",
                                         "[[1,2]]",    "[{}]",
                                         "\"packed\"", "\"0x7fc00000\"",
                                         "1250",       "\"motions\"",
                                         "100",        "\"name\"",
                                         "3",          "2"};
    gait_span text = self->text;
    size_t at = draw(self, text.size);
    while (at < text.size && !strchr("\"0123456789-", text.data[at])) {
        at++;
    }
    size_t end = at < text.size ? end_of_value(text, at) : at;
    const char *value = values[draw(self, sizeof values / sizeof *values)];
    size_t size = draw(self, 8) ? strlen(value) : 0;
    memcpy(self->changed, text.data, at);
    memcpy(self->changed + at, value, size);
    memcpy(self->changed + at + size, text.data + end, text.size - end);
    return at + size + (text.size - end);
}

static void build_changed(gait_span text, uint64_t seed) {
    text_changer changer = {seed, text, allocate(text.size + 64)};
    for (int i = 0; i < CHANGES; i++) {
        size_t size = change_text(&changer);
        uint8_t *exact = allocate(size);
        memcpy(exact, changer.changed, size);
        build_text((gait_span){exact, size}, i % 4 == 0);
        free(exact);
    }
    free(changer.changed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gait_span bytes = {data, size};
    gait_buffer text = {0};
    uint64_t seed = 14695981039346656037u;
    for (size_t i = 0; i < size; i++) {
        seed = (seed ^ data[i]) * 1099511628211u;
    }
    build_text(bytes, true);
    dump_and_build(bytes, 0, &text);
    if (text.size > 0 && text.size <= MAX_CHANGED) {
        build_changed(span_of(&text), seed);
    }
    gait_buffer_free(&text);
    return 0;
}
