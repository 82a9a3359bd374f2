/* Little-endian loads and stores, a bounds-checked reader, and functions that append to a
 * buffer. */
#ifndef GAITI_BASE_BYTES_H
#define GAITI_BASE_BYTES_H

#include <string.h>

#include "base/assert.h"
#include "gait/base.h"

/* --- loads and stores: any alignment, any machine --------------------------------------------- */

static inline uint16_t gaiti_load_u16(const uint8_t *p) {
    return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t gaiti_load_u32(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t gaiti_load_u64(const uint8_t *p) {
    return gaiti_load_u32(p) | (uint64_t)gaiti_load_u32(p + 4) << 32;
}

static inline int16_t gaiti_load_s16(const uint8_t *p) {
    uint16_t bits = gaiti_load_u16(p);
    int16_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float gaiti_load_f32(const uint8_t *p) {
    uint32_t bits = gaiti_load_u32(p);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Loads `count` floats: a memcpy() on little-endian machines. */
static inline void gaiti_load_f32s(const uint8_t *p, size_t count, float *out) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(out, p, count * sizeof *out);
#else
    for (size_t i = 0; i < count; i++) {
        out[i] = gaiti_load_f32(p + 4 * i);
    }
#endif
}

static inline void gaiti_store_u16(uint8_t *p, uint16_t value) {
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
}

static inline void gaiti_store_u32(uint8_t *p, uint32_t value) {
    gaiti_store_u16(p, (uint16_t)value);
    gaiti_store_u16(p + 2, (uint16_t)(value >> 16));
}

static inline void gaiti_store_u64(uint8_t *p, uint64_t value) {
    gaiti_store_u32(p, (uint32_t)value);
    gaiti_store_u32(p + 4, (uint32_t)(value >> 32));
}

static inline void gaiti_store_s16(uint8_t *p, int16_t value) {
    gaiti_store_u16(p, (uint16_t)value);
}

static inline void gaiti_store_f32(uint8_t *p, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    gaiti_store_u32(p, bits);
}

/* Prefetches the cache line of `p`. */
static inline void gaiti_prefetch(const void *p) {
#ifdef __GNUC__
    __builtin_prefetch(p);
#else
    (void)p;
#endif
}

static inline gait_span gaiti_span(const void *data, size_t size) {
    return (gait_span){data, size};
}

/* A text without its NUL; NULL = empty. */
/* The offset of a byte in `source`; 0 for a byte of other memory. */
static inline uint64_t gaiti_offset_in(gait_span source, const uint8_t *byte) {
    uint64_t offset = (uint64_t)((uintptr_t)byte - (uintptr_t)source.data);
    return offset <= source.size ? offset : 0;
}

static inline gait_span gaiti_span_of(const char *text) {
    return gaiti_span(text, text ? strlen(text) : 0);
}

static inline bool gaiti_same_bytes(gait_span a, gait_span b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* --- reader ----------------------------------------------------------------------------------- */

/* A cursor over a span that begins at offset `base` of its file. The first read past the end sets
 * `failed` for good: all further reads return 0 or an empty span, and `at` remains at the start of
 * the failed read. */
typedef struct gaiti_reader {
    const uint8_t *data;
    uint64_t size;
    uint64_t at;
    uint64_t base; /* offset of data[0] in the file */
    bool failed;
    uint64_t requested; /* bytes that the failed read requested */
} gaiti_reader;

/* An empty span may have no address; the reader needs one for pointer arithmetic. */
static inline gaiti_reader gaiti_reader_over(gait_span span, uint64_t base) {
    static const uint8_t none[1] = {0};
    return (gaiti_reader){.data = span.data ? span.data : none, .size = span.size, .base = base};
}

static inline uint64_t gaiti_bytes_left(const gaiti_reader *reader) {
    return reader->failed ? 0 : reader->size - reader->at;
}

static inline uint64_t gaiti_offset(const gaiti_reader *reader) {
    return reader->base + reader->at;
}

/* Consumes `size` bytes. NULL, with `failed` set, when fewer bytes are left. */
static inline const uint8_t *gaiti_read(gaiti_reader *reader, uint64_t size) {
    GAIT_ASSERT(reader->at <= reader->size);
    if (reader->failed || size > reader->size - reader->at) {
        if (!reader->failed) {
            reader->failed = true;
            reader->requested = size;
        }
        return NULL;
    }
    const uint8_t *p = reader->data + reader->at;
    reader->at += size;
    return p;
}

static inline gait_span gaiti_read_span(gaiti_reader *reader, uint64_t size) {
    const uint8_t *p = gaiti_read(reader, size);
    return (gait_span){p, p ? (size_t)size : 0};
}

static inline uint8_t gaiti_read_u8(gaiti_reader *reader) {
    const uint8_t *p = gaiti_read(reader, 1);
    return p ? *p : 0;
}

static inline uint16_t gaiti_read_u16(gaiti_reader *reader) {
    const uint8_t *p = gaiti_read(reader, 2);
    return p ? gaiti_load_u16(p) : 0;
}

static inline uint32_t gaiti_read_u32(gaiti_reader *reader) {
    const uint8_t *p = gaiti_read(reader, 4);
    return p ? gaiti_load_u32(p) : 0;
}

static inline float gaiti_read_f32(gaiti_reader *reader) {
    const uint8_t *p = gaiti_read(reader, 4);
    return p ? gaiti_load_f32(p) : 0;
}

/* Consumes text up to and including a NUL; the span excludes the NUL. Fails when there is no
 * NUL. */
gait_span gaiti_read_text(gaiti_reader *reader);

/* --- writer ----------------------------------------------------------------------------------- */

/* Extends the buffer by `size` uninitialised bytes and returns a pointer to them; NULL when there
 * is no memory. */
uint8_t *gaiti_extend(gait_buffer *buffer, size_t size);

/* Append to the buffer. False when there is no memory; the content is then unchanged. */
bool gaiti_write(gait_buffer *buffer, const void *bytes, size_t size);
bool gaiti_write_u8(gait_buffer *buffer, uint8_t value);
bool gaiti_write_u16(gait_buffer *buffer, uint16_t value);
bool gaiti_write_u32(gait_buffer *buffer, uint32_t value);
bool gaiti_write_f32(gait_buffer *buffer, float value);
bool gaiti_write_text(gait_buffer *buffer, const char *text); /* without the NUL */
bool gaiti_write_fill(gait_buffer *buffer, uint8_t value, size_t count);

#endif
