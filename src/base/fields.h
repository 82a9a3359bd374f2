/* One description of a structure, several uses. A format describes each of its structures once, as
 * a function that walks its fields in file order; the walk reads them from bytes, shows them to a
 * visitor while reading, or writes them. */
#ifndef GAITI_FIELDS_H
#define GAITI_FIELDS_H

#include "base/bytes.h"

enum { GAITI_PATH_MAX = 160 };

/* Reading when `in` is set, writing when `out` is. A walk never allocates but in `out`. */
typedef struct gaiti_visitor {
    gaiti_reader *in;
    gait_buffer *out;
    gait_field_visitor visit; /* with `in`; may be NULL */
    void *user;
    bool stopped;   /* the visitor said so */
    bool no_memory; /* `out` could not grow */
    uint32_t path_size;
    char path[GAITI_PATH_MAX];
} gaiti_visitor;

gaiti_visitor gaiti_visit_reading(gaiti_reader *in);
gaiti_visitor gaiti_visit_showing(gaiti_reader *in, gait_field_visitor visit, void *user);
gaiti_visitor gaiti_visit_writing(gait_buffer *out);

/* True when nothing went wrong and nobody stopped. */
bool gaiti_visit_is_ok(const gaiti_visitor *visitor);

/* Names what follows "name." or "name[index]." (index >= 0); returns what gaiti_visit_pop() needs.
 */
uint32_t gaiti_visit_push(gaiti_visitor *visitor, const char *name, int64_t index);
void gaiti_visit_pop(gaiti_visitor *visitor, uint32_t mark);

/* One number. Reading fills it (0 after the end), writing emits it. */
void gaiti_visit_u8(gaiti_visitor *visitor, const char *name, uint8_t *value);
void gaiti_visit_u16(gaiti_visitor *visitor, const char *name, uint16_t *value);
void gaiti_visit_u32(gaiti_visitor *visitor, const char *name, uint32_t *value);
void gaiti_visit_s32(gaiti_visitor *visitor, const char *name, int32_t *value);
void gaiti_visit_f32(gaiti_visitor *visitor, const char *name, float *value);
/* `count` floats in a row, one field. */
void gaiti_visit_f32s(gaiti_visitor *visitor, const char *name, float *values, uint32_t count);

/* Bytes up to a NUL and the NUL; the span is without it. */
void gaiti_visit_text(gaiti_visitor *visitor, const char *name, gait_span *text);

/* A block of rows x columns elements that stays bytes. Reading takes exactly that many from the
 * file; writing emits the span, which has that size. */
void gaiti_visit_block(gaiti_visitor *visitor, const char *name, gait_field_type type,
                       uint32_t rows, uint32_t columns, gait_span *block);
/* `size` bytes that are carried, not described; nothing at all when size is 0. */
void gaiti_visit_bytes(gaiti_visitor *visitor, const char *name, uint64_t size, gait_span *bytes);

#endif
