#include "pieces.h"

#include "test.h"

pieces_cursor pieces_over(gait_span bytes) {
    return (pieces_cursor){bytes.data, bytes.data + bytes.size, bytes.size == 0};
}

size_t pieces_left(const pieces_cursor *in) {
    return in->failed ? 0 : (size_t)(in->end - in->at);
}

gait_span pieces_take(pieces_cursor *in, size_t size) {
    gait_span taken = {in->at, size};
    in->failed = in->failed || size > (size_t)(in->end - in->at);
    if (in->failed) {
        return (gait_span){NULL, 0};
    }
    in->at += size;
    return taken;
}

uint32_t pieces_take_number(pieces_cursor *in, size_t size) {
    gait_span bytes = pieces_take(in, size);
    uint32_t value = 0;
    for (size_t i = 0; i < bytes.size; i++) {
        value |= (uint32_t)bytes.data[i] << 8 * i;
    }
    return value;
}

gait_span pieces_take_text(pieces_cursor *in) {
    const uint8_t *end =
        in->failed || in->at == in->end ? NULL : memchr(in->at, 0, (size_t)(in->end - in->at));
    gait_span text = pieces_take(in, end ? (size_t)(end - in->at) : SIZE_MAX);
    pieces_take(in, 1);
    return text;
}

gait_span pieces_take_chunk(pieces_cursor *in, uint32_t id) {
    in->failed = pieces_take_number(in, 4) != id || in->failed;
    return pieces_take(in, pieces_take_number(in, 4));
}

gait_span pieces_take_line(pieces_cursor *in) {
    const uint8_t *start = in->at;
    while (pieces_left(in) > 0 && *in->at != '\r' && *in->at != '\n') {
        in->at++;
    }
    gait_span line = {start, (size_t)(in->at - start)};
    bool is_pair = pieces_left(in) > 1 && in->at[0] == '\r' && in->at[1] == '\n';
    pieces_take(in, is_pair ? 2 : 1);
    return line;
}

void pieces_take_marks(pieces_cursor *in) {
    for (uint32_t left = pieces_take_number(in, 4); left > 0 && !in->failed; left--) {
        pieces_take_line(in);
        pieces_take(in, (size_t)pieces_take_number(in, 4) * 8);
    }
}

void pieces_put(gait_buffer *out, gait_span bytes) {
    assert_int_equal(gait_buffer_append(out, bytes.data, bytes.size), GAIT_OK);
}

void pieces_put_number(gait_buffer *out, uint32_t value, size_t size) {
    uint8_t bytes[4];
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(value >> 8 * i);
    }
    pieces_put(out, (gait_span){bytes, size});
}

void pieces_put_text(gait_buffer *out, gait_span text) {
    pieces_put(out, text);
    pieces_put_number(out, 0, 1);
}

void pieces_put_chunk(gait_buffer *out, uint32_t id, gait_buffer *content) {
    pieces_put_number(out, id, 4);
    pieces_put_number(out, (uint32_t)content->size, 4);
    pieces_put(out, (gait_span){content->data, content->size});
    gait_buffer_free(content);
}

void pieces_assert_equal(gait_span expected, gait_buffer *written) {
    assert_int_equal(written->size, expected.size);
    assert_true(expected.size == 0 || memcmp(written->data, expected.data, expected.size) == 0);
    gait_buffer_free(written);
}
