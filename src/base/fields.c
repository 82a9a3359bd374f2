/* Runs a description in one of three modes: reading, showing, writing. */
#include "base/fields.h"

#include "base/assert.h"
#include "base/number/number.h"

/* Smaller fields are copied even if there is a list of blocks. */
enum { VISIT_LARGE = 4096 };

gaiti_visitor gaiti_visit_reading(gaiti_reader *in) {
    return (gaiti_visitor){.in = in};
}

gaiti_visitor gaiti_visit_showing(gaiti_reader *in, gait_field_visitor visit, void *user) {
    return (gaiti_visitor){.in = in, .visit = visit, .user = user};
}

gaiti_visitor gaiti_visit_writing(gait_buffer *out) {
    return (gaiti_visitor){.out = out};
}

static void visit_append_path(gaiti_visitor *visitor, const char *text, size_t size) {
    GAIT_ASSERT(visitor->path_size < GAITI_PATH_MAX);
    size_t left = GAITI_PATH_MAX - 1 - visitor->path_size;
    size = size < left ? size : left;
    memcpy(visitor->path + visitor->path_size, text, size);
    visitor->path_size += (uint32_t)size;
}

uint32_t gaiti_visit_push(gaiti_visitor *visitor, const char *name, int64_t index) {
    uint32_t mark = visitor->path_size;
    if (visitor->visit) {
        visit_append_path(visitor, name, strlen(name));
        if (index >= 0) {
            char digits[GAITI_NUMBER_MAX];
            visit_append_path(visitor, "[", 1);
            visit_append_path(visitor, digits, gaiti_print_i64(digits, index));
            visit_append_path(visitor, "]", 1);
        }
        visit_append_path(visitor, ".", 1);
    }
    return mark;
}

void gaiti_visit_pop(gaiti_visitor *visitor, uint32_t mark) {
    GAIT_ASSERT(mark <= visitor->path_size);
    visitor->path_size = mark;
}

/* True when the field that was just read is to be reported to a callback. */
static bool visit_is_shown(const gaiti_visitor *visitor) {
    return visitor->visit && !visitor->in->failed;
}

static void visit_report(gaiti_visitor *visitor, const char *name, gait_field_type type,
                         uint32_t rows, uint32_t columns, gait_span bytes) {
    if (visitor->stopped || bytes.size == 0) {
        return;
    }
    uint32_t mark = visitor->path_size;
    visit_append_path(visitor, name, strlen(name));
    visitor->path[visitor->path_size] = 0;
    gait_field field = {.offset = visitor->in->base + (uint64_t)(bytes.data - visitor->in->data),
                        .bytes = bytes,
                        .name = visitor->path,
                        .type = type,
                        .rows = rows,
                        .columns = columns,
                        .code_page = visitor->code_page};
    visitor->stopped = !visitor->visit(visitor->user, &field);
    visitor->path_size = mark;
}

/* Reads the bytes of a small field and reports them to the callback; NULL past the end. */
static inline const uint8_t *visit_read(gaiti_visitor *visitor, const char *name,
                                        gait_field_type type, uint32_t count, uint64_t size) {
    const uint8_t *p = gaiti_read(visitor->in, size);
    if (visit_is_shown(visitor)) {
        visit_report(visitor, name, type, 1, count, gaiti_span(p, (size_t)size));
    }
    return p;
}

void gaiti_visit_u8(gaiti_visitor *visitor, const char *name, uint8_t *value) {
    if (visitor->in) {
        const uint8_t *p = visit_read(visitor, name, GAIT_FIELD_U8, 1, 1);
        *value = p ? *p : 0;
    } else {
        visitor->no_memory |= !gaiti_write_u8(visitor->out, *value);
    }
}

void gaiti_visit_u16(gaiti_visitor *visitor, const char *name, uint16_t *value) {
    if (visitor->in) {
        const uint8_t *p = visit_read(visitor, name, GAIT_FIELD_U16, 1, 2);
        *value = p ? gaiti_load_u16(p) : 0;
    } else {
        visitor->no_memory |= !gaiti_write_u16(visitor->out, *value);
    }
}

void gaiti_visit_u32(gaiti_visitor *visitor, const char *name, uint32_t *value) {
    if (visitor->in) {
        const uint8_t *p = visit_read(visitor, name, GAIT_FIELD_U32, 1, 4);
        *value = p ? gaiti_load_u32(p) : 0;
    } else {
        visitor->no_memory |= !gaiti_write_u32(visitor->out, *value);
    }
}

void gaiti_visit_s32(gaiti_visitor *visitor, const char *name, int32_t *value) {
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    if (visitor->in) {
        const uint8_t *p = visit_read(visitor, name, GAIT_FIELD_S32, 1, 4);
        bits = p ? gaiti_load_u32(p) : 0;
        memcpy(value, &bits, sizeof bits);
    } else {
        visitor->no_memory |= !gaiti_write_u32(visitor->out, bits);
    }
}

void gaiti_visit_f32(gaiti_visitor *visitor, const char *name, float *value) {
    if (visitor->in) {
        const uint8_t *p = visit_read(visitor, name, GAIT_FIELD_F32, 1, 4);
        *value = p ? gaiti_load_f32(p) : 0;
    } else {
        visitor->no_memory |= !gaiti_write_f32(visitor->out, *value);
    }
}

void gaiti_visit_f32s(gaiti_visitor *visitor, const char *name, float *values, uint32_t count) {
    const uint8_t *p =
        visitor->in ? visit_read(visitor, name, GAIT_FIELD_F32, count, (uint64_t)count * 4) : NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (visitor->in) {
            values[i] = p ? gaiti_load_f32(p + 4 * (size_t)i) : 0;
        } else {
            visitor->no_memory |= !gaiti_write_f32(visitor->out, values[i]);
        }
    }
}

void gaiti_visit_text(gaiti_visitor *visitor, const char *name, gait_span *text) {
    if (visitor->in) {
        *text = gaiti_read_text(visitor->in);
        if (visit_is_shown(visitor)) {
            visit_report(visitor, name, GAIT_FIELD_TEXT, 1, (uint32_t)text->size + 1,
                         gaiti_span(text->data, text->size + 1));
        }
    } else {
        visitor->no_memory |=
            !gaiti_write(visitor->out, text->data, text->size) || !gaiti_write_u8(visitor->out, 0);
    }
}

void gaiti_visit_block(gaiti_visitor *visitor, const char *name, gait_field_type type,
                       uint32_t rows, uint32_t columns, gait_span *block) {
    static const uint8_t element_sizes[] = {1, 2, 4, 1, 2, 4, 2, 4, 1, 1, 1}; /* by type */
    if (visitor->in) {
        uint64_t size = (uint64_t)rows * columns * element_sizes[type];
        *block = gaiti_read_span(visitor->in, size);
        if (visit_is_shown(visitor)) {
            visit_report(visitor, name, type, rows, columns, *block);
        }
    } else {
        visitor->no_memory |= !gaiti_write(visitor->out, block->data, block->size);
    }
}

uint64_t gaiti_left_out_after(const gaiti_blocks *blocks, uint64_t offset) {
    uint64_t size = 0;
    for (uint32_t i = blocks->count; i > 0 && blocks->items[i - 1].at > offset; i--) {
        size += blocks->items[i - 1].bytes.size;
    }
    return size;
}

gait_span *gaiti_parts_of(gaiti_blocks *blocks, const gait_buffer *out, uint32_t *out_count) {
    uint32_t count = 0;
    size_t at = 0;
    gait_span *parts = gaiti_alloc(blocks->arena, 2 * (uint64_t)blocks->count + 1, sizeof *parts);
    for (uint32_t i = 0; parts && i < blocks->count; i++) {
        const gaiti_left_out *block = &blocks->items[i];
        parts[count++] = gaiti_span(out->data + at, block->at - at);
        parts[count++] = block->bytes;
        at = block->at;
    }
    if (parts) {
        parts[count++] = gaiti_span(out->data + at, out->size - at);
    }
    *out_count = count;
    return parts;
}

void gaiti_visit_bytes(gaiti_visitor *visitor, const char *name, uint64_t size, gait_span *bytes) {
    if (visitor->in) {
        *bytes = gaiti_read_span(visitor->in, size);
        if (visit_is_shown(visitor)) {
            visit_report(visitor, name, GAIT_FIELD_BYTES, 1, (uint32_t)size, *bytes);
        }
    } else if (visitor->blocks && bytes->size >= VISIT_LARGE) {
        gaiti_blocks *blocks = visitor->blocks;
        gaiti_left_out item = {*bytes, visitor->out->size};
        visitor->no_memory |= gaiti_append(blocks->arena, &blocks->items, &blocks->count,
                                           &blocks->capacity, &item, sizeof item) != GAIT_OK;
    } else {
        visitor->no_memory |= !gaiti_write(visitor->out, bytes->data, bytes->size);
    }
}
