/* Field descriptions. A format describes each of its structures once, as a function that visits the
 * fields in file order. The same function reads a structure, reports its fields to a callback while
 * reading, or writes it. */
#ifndef GAITI_FIELDS_H
#define GAITI_FIELDS_H

#include "base/bytes.h"
#include "base/memory.h"

enum { GAITI_PATH_MAX = 160 };

/* A block that was not copied to the output: it comes after the first `at` bytes of that. */
typedef struct gaiti_left_out {
    gait_span bytes;
    size_t at;
} gaiti_left_out;

/* Large blocks of an output, in their order. */
typedef struct gaiti_blocks {
    gaiti_arena *arena;
    gaiti_left_out *items;
    uint32_t count, capacity;
} gaiti_blocks;

/* Reads when `in` is set, writes when `out` is set. Allocates no memory except in `out`. */
typedef struct gaiti_visitor {
    gaiti_reader *in;
    gait_buffer *out;
    gait_field_visitor visit; /* with `in`; may be NULL */
    void *user;
    bool stopped;         /* `visit` returned false */
    bool no_memory;       /* `out` or `blocks` could not be extended */
    gaiti_blocks *blocks; /* with `out`: large fields of gaiti_visit_bytes(), instead of copies;
                             NULL = everything is copied */
    uint32_t code_page;   /* of texts, for `visit`; 0 = 1251 */
    uint32_t path_size;
    char path[GAITI_PATH_MAX];
} gaiti_visitor;

gaiti_visitor gaiti_visit_reading(gaiti_reader *in);
gaiti_visitor gaiti_visit_showing(gaiti_reader *in, gait_field_visitor visit, void *user);
gaiti_visitor gaiti_visit_writing(gait_buffer *out);

/* True when there was no error and the callback did not stop. */
static inline bool gaiti_visit_is_ok(const gaiti_visitor *visitor) {
    return !visitor->stopped && !visitor->no_memory && !(visitor->in && visitor->in->failed);
}

/* Adds "name." or, for index >= 0, "name[index]." to the path of the following fields. Returns the
 * value to pass to gaiti_visit_pop(). */
uint32_t gaiti_visit_push(gaiti_visitor *visitor, const char *name, int64_t index);
void gaiti_visit_pop(gaiti_visitor *visitor, uint32_t mark);

/* One number. Reading sets *value (0 past the end), writing appends it. */
void gaiti_visit_u8(gaiti_visitor *visitor, const char *name, uint8_t *value);
void gaiti_visit_u16(gaiti_visitor *visitor, const char *name, uint16_t *value);
void gaiti_visit_u32(gaiti_visitor *visitor, const char *name, uint32_t *value);
void gaiti_visit_s32(gaiti_visitor *visitor, const char *name, int32_t *value);
void gaiti_visit_f32(gaiti_visitor *visitor, const char *name, float *value);
/* `count` consecutive floats as one field. */
void gaiti_visit_f32s(gaiti_visitor *visitor, const char *name, float *values, uint32_t count);

/* Text up to and including a NUL; the span excludes the NUL. */
void gaiti_visit_text(gaiti_visitor *visitor, const char *name, gait_span *text);

/* A block of rows x columns elements that is not decoded. Reading consumes exactly that many
 * elements; writing appends the span, whose size must match. */
void gaiti_visit_block(gaiti_visitor *visitor, const char *name, gait_field_type type,
                       uint32_t rows, uint32_t columns, gait_span *block);
/* The bytes of all blocks after this offset in `out`. */
uint64_t gaiti_left_out_after(const gaiti_blocks *blocks, uint64_t offset);
/* Makes the list of parts whose concatenation is the output: pieces of `out` and blocks. NULL when
 * out of memory. */
gait_span *gaiti_parts_of(gaiti_blocks *blocks, const gait_buffer *out, uint32_t *out_count);

/* `size` bytes without a description; no field when size is 0. */
void gaiti_visit_bytes(gaiti_visitor *visitor, const char *name, uint64_t size, gait_span *bytes);

#endif
