/* Appends numbers and texts to a buffer; the loads and the reader are inline in bytes.h. */
#include "base/bytes.h"

#include "base/memory.h"

gait_span gaiti_read_text(gaiti_reader *reader) {
    uint64_t left = gaiti_bytes_left(reader);
    const uint8_t *start = reader->data + reader->at;
    const uint8_t *end = left ? memchr(start, 0, (size_t)left) : NULL;
    if (!end) {
        gaiti_read(reader, left + 1);
        return (gait_span){NULL, 0};
    }
    gait_span text = {start, (size_t)(end - start)};
    reader->at += text.size + 1;
    return text;
}

void gait_buffer_free(gait_buffer *buffer) {
    if (buffer && buffer->data) {
        gaiti_resize(&buffer->allocator, buffer->data, buffer->capacity, 0);
    }
    if (buffer) {
        *buffer = (gait_buffer){.allocator = buffer->allocator};
    }
}

static bool buffer_reserve(gait_buffer *buffer, size_t size) {
    size_t capacity = buffer->capacity ? buffer->capacity : 256;
    while (capacity < size) {
        if (capacity > SIZE_MAX / 2) {
            return false;
        }
        capacity *= 2;
    }
    uint8_t *data = gaiti_resize(&buffer->allocator, buffer->data, buffer->capacity, capacity);
    if (!data) {
        return false;
    }
    buffer->data = data;
    buffer->capacity = capacity;
    return true;
}

uint8_t *gaiti_extend(gait_buffer *buffer, size_t size) {
    if (size > SIZE_MAX - buffer->size) {
        return NULL;
    }
    if (buffer->size + size > buffer->capacity || !buffer->data) {
        if (!buffer_reserve(buffer, buffer->size + size)) {
            return NULL;
        }
    }
    uint8_t *place = buffer->data + buffer->size;
    buffer->size += size;
    return place;
}

bool gaiti_write(gait_buffer *buffer, const void *bytes, size_t size) {
    uint8_t *place = gaiti_extend(buffer, size);
    if (place && size) {
        memcpy(place, bytes, size);
    }
    return place != NULL;
}

gait_status gait_buffer_append(gait_buffer *buffer, const void *bytes, size_t size) {
    if (!buffer || (!bytes && size > 0)) {
        return GAIT_BAD_ARGUMENT;
    }
    return size == 0 || gaiti_write(buffer, bytes, size) ? GAIT_OK : GAIT_NO_MEMORY;
}

bool gaiti_write_u8(gait_buffer *buffer, uint8_t value) {
    return gaiti_write(buffer, &value, 1);
}

bool gaiti_write_u16(gait_buffer *buffer, uint16_t value) {
    uint8_t *place = gaiti_extend(buffer, 2);
    if (place) {
        gaiti_store_u16(place, value);
    }
    return place != NULL;
}

bool gaiti_write_u32(gait_buffer *buffer, uint32_t value) {
    uint8_t *place = gaiti_extend(buffer, 4);
    if (place) {
        gaiti_store_u32(place, value);
    }
    return place != NULL;
}

bool gaiti_write_f32(gait_buffer *buffer, float value) {
    uint8_t *place = gaiti_extend(buffer, 4);
    if (place) {
        gaiti_store_f32(place, value);
    }
    return place != NULL;
}

bool gaiti_write_text(gait_buffer *buffer, const char *text) {
    return gaiti_write(buffer, text, strlen(text));
}

bool gaiti_write_fill(gait_buffer *buffer, uint8_t value, size_t count) {
    uint8_t *place = gaiti_extend(buffer, count);
    if (place) {
        memset(place, value, count);
    }
    return place != NULL;
}
