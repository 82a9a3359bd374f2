#include "base/fields.h"

#include "base/assert.h"
#include "base/number/number.h"

gaiti_walk gaiti_walk_reading(gaiti_reader *in) {
    return (gaiti_walk){.in = in};
}

gaiti_walk gaiti_walk_showing(gaiti_reader *in, gait_field_visitor visit, void *user) {
    return (gaiti_walk){.in = in, .visit = visit, .user = user};
}

gaiti_walk gaiti_walk_writing(gait_buffer *out) {
    return (gaiti_walk){.out = out};
}

bool gaiti_walk_goes_on(const gaiti_walk *walk) {
    return !walk->stopped && !walk->no_memory && !(walk->in && walk->in->failed);
}

static void walk_append(gaiti_walk *walk, const char *text, size_t size) {
    GAIT_ASSERT(walk->path_size < GAITI_PATH_MAX);
    size_t room = GAITI_PATH_MAX - 1 - walk->path_size;
    size = size < room ? size : room;
    memcpy(walk->path + walk->path_size, text, size);
    walk->path_size += (uint32_t)size;
}

uint32_t gaiti_enter(gaiti_walk *walk, const char *name, int64_t index) {
    uint32_t mark = walk->path_size;
    if (walk->visit) {
        walk_append(walk, name, strlen(name));
        if (index >= 0) {
            char digits[GAITI_NUMBER_MAX];
            walk_append(walk, "[", 1);
            walk_append(walk, digits, gaiti_print_i64(digits, index));
            walk_append(walk, "]", 1);
        }
        walk_append(walk, ".", 1);
    }
    return mark;
}

void gaiti_leave(gaiti_walk *walk, uint32_t mark) {
    GAIT_ASSERT(mark <= walk->path_size);
    walk->path_size = mark;
}

static void walk_show(gaiti_walk *walk, const char *name, gait_field_type type, uint32_t rows,
                      uint32_t columns, const uint8_t *data, size_t size) {
    if (!walk->visit || walk->stopped || size == 0) {
        return;
    }
    uint32_t mark = walk->path_size;
    walk_append(walk, name, strlen(name));
    walk->path[walk->path_size] = 0;
    gait_field field = {.offset = walk->in->base + (uint64_t)(data - walk->in->data),
                        .bytes = {data, size},
                        .name = walk->path,
                        .type = type,
                        .rows = rows,
                        .columns = columns};
    walk->stopped = !walk->visit(walk->user, &field);
    walk->path_size = mark;
}

/* The bytes of a small field: taken from the file and shown, or added to the output. NULL after a
 * failure of either. */
static const uint8_t *walk_take(gaiti_walk *walk, const char *name, gait_field_type type,
                                uint32_t count, uint64_t size) {
    const uint8_t *p = gaiti_take(walk->in, size);
    if (p) {
        walk_show(walk, name, type, 1, count, p, (size_t)size);
    }
    return p;
}

void gaiti_walk_u8(gaiti_walk *walk, const char *name, uint8_t *value) {
    if (walk->in) {
        const uint8_t *p = walk_take(walk, name, GAIT_FIELD_U8, 1, 1);
        *value = p ? *p : 0;
    } else {
        walk->no_memory |= !gaiti_put_u8(walk->out, *value);
    }
}

void gaiti_walk_u16(gaiti_walk *walk, const char *name, uint16_t *value) {
    if (walk->in) {
        const uint8_t *p = walk_take(walk, name, GAIT_FIELD_U16, 1, 2);
        *value = p ? gaiti_load_u16(p) : 0;
    } else {
        walk->no_memory |= !gaiti_put_u16(walk->out, *value);
    }
}

void gaiti_walk_u32(gaiti_walk *walk, const char *name, uint32_t *value) {
    if (walk->in) {
        const uint8_t *p = walk_take(walk, name, GAIT_FIELD_U32, 1, 4);
        *value = p ? gaiti_load_u32(p) : 0;
    } else {
        walk->no_memory |= !gaiti_put_u32(walk->out, *value);
    }
}

void gaiti_walk_s32(gaiti_walk *walk, const char *name, int32_t *value) {
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    if (walk->in) {
        const uint8_t *p = walk_take(walk, name, GAIT_FIELD_S32, 1, 4);
        bits = p ? gaiti_load_u32(p) : 0;
        memcpy(value, &bits, sizeof bits);
    } else {
        walk->no_memory |= !gaiti_put_u32(walk->out, bits);
    }
}

void gaiti_walk_f32(gaiti_walk *walk, const char *name, float *value) {
    gaiti_walk_f32s(walk, name, value, 1);
}

void gaiti_walk_f32s(gaiti_walk *walk, const char *name, float *values, uint32_t count) {
    const uint8_t *p =
        walk->in ? walk_take(walk, name, GAIT_FIELD_F32, count, (uint64_t)count * 4) : NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (walk->in) {
            values[i] = p ? gaiti_load_f32(p + 4 * (size_t)i) : 0;
        } else {
            walk->no_memory |= !gaiti_put_f32(walk->out, values[i]);
        }
    }
}

void gaiti_walk_text(gaiti_walk *walk, const char *name, gait_span *text) {
    if (walk->in) {
        *text = gaiti_take_text(walk->in);
        if (!walk->in->failed) {
            walk_show(walk, name, GAIT_FIELD_TEXT, 1, (uint32_t)text->size + 1, text->data,
                      text->size + 1);
        }
    } else {
        walk->no_memory |=
            !gaiti_put(walk->out, text->data, text->size) || !gaiti_put_u8(walk->out, 0);
    }
}

static uint32_t walk_element_size(gait_field_type type) {
    static const uint8_t element_sizes[] = {1, 2, 4, 1, 2, 4, 2, 4, 1, 1, 1};
    return element_sizes[type];
}

void gaiti_walk_block(gaiti_walk *walk, const char *name, gait_field_type type, uint32_t rows,
                      uint32_t columns, gait_span *block) {
    if (walk->in) {
        uint64_t size = (uint64_t)rows * columns * walk_element_size(type);
        *block = gaiti_take_span(walk->in, size);
        if (!walk->in->failed) {
            walk_show(walk, name, type, rows, columns, block->data, block->size);
        }
    } else {
        walk->no_memory |= !gaiti_put(walk->out, block->data, block->size);
    }
}

void gaiti_walk_bytes(gaiti_walk *walk, const char *name, uint64_t size, gait_span *bytes) {
    if (walk->in) {
        *bytes = gaiti_take_span(walk->in, size);
        if (!walk->in->failed) {
            walk_show(walk, name, GAIT_FIELD_BYTES, 1, (uint32_t)size, bytes->data, bytes->size);
        }
    } else {
        walk->no_memory |= !gaiti_put(walk->out, bytes->data, bytes->size);
    }
}
