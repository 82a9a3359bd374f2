/* One description of a structure, several uses. A format describes each of its structures once, as
 * a function that walks its fields in file order; the walk reads them from bytes, shows them to a
 * visitor while reading, or writes them. */
#ifndef GAITI_FIELDS_H
#define GAITI_FIELDS_H

#include "base/bytes.h"

enum { GAITI_PATH_MAX = 160 };

/* Reading when `in` is set, writing when `out` is. A walk never allocates but in `out`. */
typedef struct gaiti_walk {
    gaiti_reader *in;
    gait_buffer *out;
    gait_field_visitor visit; /* with `in`; may be NULL */
    void *user;
    bool stopped;   /* the visitor said so */
    bool no_memory; /* `out` could not grow */
    uint32_t path_size;
    char path[GAITI_PATH_MAX];
} gaiti_walk;

gaiti_walk gaiti_walk_reading(gaiti_reader *in);
gaiti_walk gaiti_walk_showing(gaiti_reader *in, gait_field_visitor visit, void *user);
gaiti_walk gaiti_walk_writing(gait_buffer *out);

/* True when nothing went wrong and nobody stopped. */
bool gaiti_walk_goes_on(const gaiti_walk *walk);

/* Names what follows "name." or "name[index]." (index >= 0); returns what gaiti_leave() needs. */
uint32_t gaiti_enter(gaiti_walk *walk, const char *name, int64_t index);
void gaiti_leave(gaiti_walk *walk, uint32_t mark);

/* One number. Reading fills it (0 after the end), writing emits it. */
void gaiti_walk_u8(gaiti_walk *walk, const char *name, uint8_t *value);
void gaiti_walk_u16(gaiti_walk *walk, const char *name, uint16_t *value);
void gaiti_walk_u32(gaiti_walk *walk, const char *name, uint32_t *value);
void gaiti_walk_s32(gaiti_walk *walk, const char *name, int32_t *value);
void gaiti_walk_f32(gaiti_walk *walk, const char *name, float *value);
/* `count` floats in a row, one field. */
void gaiti_walk_f32s(gaiti_walk *walk, const char *name, float *values, uint32_t count);

/* Bytes up to a NUL and the NUL; the span is without it. */
void gaiti_walk_text(gaiti_walk *walk, const char *name, gait_span *text);

/* A block of rows x columns elements that stays bytes. Reading takes exactly that many from the
 * file; writing emits the span, which has that size. */
void gaiti_walk_block(gaiti_walk *walk, const char *name, gait_field_type type, uint32_t rows,
                      uint32_t columns, gait_span *block);
/* `size` bytes that are carried, not described; nothing at all when size is 0. */
void gaiti_walk_bytes(gaiti_walk *walk, const char *name, uint64_t size, gait_span *bytes);

#endif
