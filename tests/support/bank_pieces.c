#include "bank_pieces.h"

#include <stdlib.h>

#include "test.h"

/* --- parsing ---------------------------------------------------------------------------------- */

typedef struct pieces_cursor {
    const uint8_t *at, *end;
    bool failed;
} pieces_cursor;

static gait_span take(pieces_cursor *in, size_t size) {
    gait_span taken = {in->at, size};
    in->failed = in->failed || size > (size_t)(in->end - in->at);
    if (in->failed) {
        return (gait_span){NULL, 0};
    }
    in->at += size;
    return taken;
}

static uint32_t take_number(pieces_cursor *in, size_t size) {
    gait_span bytes = take(in, size);
    uint32_t value = 0;
    for (size_t i = 0; i < bytes.size; i++) {
        value |= (uint32_t)bytes.data[i] << 8 * i;
    }
    return value;
}

static gait_span take_text(pieces_cursor *in) {
    const uint8_t *end =
        in->failed || in->at == in->end ? NULL : memchr(in->at, 0, (size_t)(in->end - in->at));
    gait_span text = take(in, end ? (size_t)(end - in->at) : SIZE_MAX);
    take(in, 1);
    return text;
}

static gait_span take_chunk(pieces_cursor *in, uint32_t id) {
    in->failed = take_number(in, 4) != id || in->failed;
    return take(in, take_number(in, 4));
}

static pieces_cursor cursor_over(gait_span bytes) {
    return (pieces_cursor){bytes.data, bytes.data + bytes.size, bytes.size == 0};
}

/* Ends where the next definition begins. */
static void take_marks(pieces_cursor *in) {
    for (uint32_t left = take_number(in, 4); left > 0 && !in->failed; left--) {
        while (!in->failed && *in->at != '\r' && *in->at != '\n') {
            take(in, 1);
        }
        bool is_pair = !in->failed && *in->at == '\r' && in->at + 1 < in->end && in->at[1] == '\n';
        take(in, is_pair ? 2 : 1);
        take(in, (size_t)take_number(in, 4) * 8);
    }
}

static void take_params(pieces_cursor *in, bank_pieces *out) {
    const uint8_t *start = in->at;
    uint32_t version = take_number(in, 2);
    in->failed = in->failed || version < 3 || version > 4;
    for (uint32_t parts = take_number(in, 2); parts > 0 && !in->failed; parts--) {
        take_text(in);
        for (uint32_t bones = take_number(in, 2); bones > 0 && !in->failed; bones--) {
            take_text(in);
            take(in, 4);
        }
    }
    out->params = (gait_span){start, (size_t)(in->at - start)};
    in->failed = take_number(in, 2) != out->count || in->failed;
    for (uint32_t i = 0; i < out->count && !in->failed; i++) {
        bank_piece *piece = &out->items[i];
        piece->name = take_text(in);
        piece->part = take(in, 6);
        piece->motion = (uint16_t)take_number(in, 2);
        const uint8_t *values = in->at;
        take(in, 16);
        if (version == 4) {
            take_marks(in);
        }
        piece->values = (gait_span){values, (size_t)(in->at - values)};
    }
    in->failed = in->failed || in->at != in->end;
}

bool bank_pieces_parse(gait_span bytes, bank_pieces *out) {
    pieces_cursor file = cursor_over(bytes);
    gait_span keys = take_chunk(&file, 0xE), params = take_chunk(&file, 0xF);
    pieces_cursor subs = cursor_over(keys), in = cursor_over(params);
    gait_span head = take_chunk(&subs, 0);
    pieces_cursor count = cursor_over(head);
    *out = (bank_pieces){.count = take_number(&count, 4)};
    bool is_usual = !file.failed && file.at == file.end && !subs.failed && head.size == 4 &&
                    out->count <= UINT16_MAX && !in.failed;
    out->items = calloc((size_t)out->count + 1, sizeof *out->items);
    for (uint32_t i = 0; is_usual && i < out->count; i++) {
        gait_span motion = take_chunk(&subs, i + 1);
        pieces_cursor one = cursor_over(motion);
        out->items[i].label = take_text(&one);
        out->items[i].keys = take(&one, (size_t)(one.end - one.at));
        is_usual = !subs.failed && !one.failed;
    }
    if (is_usual) {
        take_params(&in, out);
    }
    return is_usual && subs.at == subs.end && !in.failed;
}

void bank_pieces_free(bank_pieces *pieces) {
    free(pieces->items);
}

/* --- joining ---------------------------------------------------------------------------------- */

static void put(gait_buffer *out, gait_span bytes) {
    assert_int_equal(gait_buffer_append(out, bytes.data, bytes.size), GAIT_OK);
}

static void put_number(gait_buffer *out, uint32_t value, size_t size) {
    uint8_t bytes[4];
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(value >> 8 * i);
    }
    put(out, (gait_span){bytes, size});
}

static void put_text(gait_buffer *out, gait_span text) {
    put(out, text);
    put_number(out, 0, 1);
}

static void put_chunk(gait_buffer *out, uint32_t id, gait_buffer *content) {
    put_number(out, id, 4);
    put_number(out, (uint32_t)content->size, 4);
    put(out, (gait_span){content->data, content->size});
    gait_buffer_free(content);
}

gait_buffer bank_pieces_join(const bank_pieces *pieces) {
    gait_buffer out = {0}, keys = {0}, params = {0}, count = {0};
    put_number(&count, pieces->count, 4);
    put_chunk(&keys, 0, &count);
    put(&params, pieces->params);
    put_number(&params, pieces->count, 2);
    for (uint32_t i = 0; i < pieces->count; i++) {
        const bank_piece *piece = &pieces->items[i];
        gait_buffer sub = {0};
        put_text(&sub, piece->label);
        put(&sub, piece->keys);
        put_chunk(&keys, i + 1, &sub);
        put_text(&params, piece->name);
        put(&params, piece->part);
        put_number(&params, piece->motion, 2);
        put(&params, piece->values);
    }
    put_chunk(&out, 0xE, &keys);
    put_chunk(&out, 0xF, &params);
    return out;
}

void bank_pieces_assert(const bank_pieces *expected, gait_buffer *written) {
    gait_buffer bytes = bank_pieces_join(expected);
    assert_int_equal(written->size, bytes.size);
    assert_memory_equal(written->data, bytes.data, bytes.size);
    gait_buffer_free(&bytes);
    gait_buffer_free(written);
}

uint16_t bank_pieces_renumber(const bank_piece *piece, uint32_t from, uint32_t to) {
    return (uint16_t)(piece->motion == from ? to : piece->motion);
}
