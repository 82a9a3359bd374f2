#include "skl_pieces.h"

#include <stdlib.h>

#include "pieces.h"
#include "test.h"

enum { SKL_CHUNK = 0x1200 };

static void take_envelope(pieces_cursor *in, uint32_t version) {
    pieces_take(in, version >= 6 ? 2 : 8);
    uint32_t keys = pieces_take_number(in, version >= 6 ? 2 : 4);
    for (uint32_t k = 0; k < keys && !in->failed; k++) {
        if (version < 6) {
            pieces_take(in, 40);
        } else {
            pieces_take(in, 8);
            pieces_take(in, pieces_take_number(in, 1) == 4 ? 0 : 14);
        }
    }
}

static void take_motion(pieces_cursor *in, skl_piece *out) {
    out->name = pieces_take_text(in);
    const uint8_t *start = in->at;
    pieces_take(in, 12);
    uint32_t version = pieces_take_number(in, 2);
    in->failed = in->failed || version < 4 || version > 7;
    pieces_take(in, (version == 4 ? 6 : version == 5 ? 8 : 3) + 16);
    uint32_t bones = pieces_take_number(in, version >= 6 ? 2 : 4);
    for (uint32_t b = 0; b < bones && !in->failed; b++) {
        if (version >= 5) {
            pieces_take_text(in);
        }
        pieces_take(in, version >= 6 ? 1 : 4);
        for (int c = 0; c < 6; c++) {
            take_envelope(in, version);
        }
    }
    out->values = (gait_span){start, (size_t)(in->at - start)};
    out->mark_count = UINT32_MAX;
    if (version == 7) {
        pieces_cursor counted = *in;
        out->mark_count = pieces_take_number(&counted, 4);
        pieces_take_marks(in);
        out->marks = (gait_span){counted.at, (size_t)(in->at - counted.at)};
    }
}

bool skl_pieces_parse(gait_span bytes, skl_pieces *out) {
    pieces_cursor in = pieces_over(bytes), content = in;
    *out = (skl_pieces){.is_many = pieces_take_number(&content, 4) != SKL_CHUNK, .count = 1};
    if (out->is_many) {
        out->count = pieces_take_number(&in, 4);
        content = in;
    } else {
        content = pieces_over(pieces_take_chunk(&in, SKL_CHUNK));
    }
    for (uint32_t m = 0; m < out->count && !in.failed && !content.failed; m++) {
        out->items = realloc(out->items, ((size_t)m + 1) * sizeof *out->items);
        out->items[m] = (skl_piece){.mark_count = 0};
        take_motion(&content, &out->items[m]);
    }
    gait_span rest = pieces_take(&content, pieces_left(&content));
    out->tail = out->is_many ? out->tail : rest;
    out->trailing = out->is_many ? rest : pieces_take(&in, pieces_left(&in));
    return !in.failed && !content.failed;
}

void skl_pieces_free(skl_pieces *pieces) {
    free(pieces->items);
}

skl_pieces skl_pieces_select(const skl_pieces *pieces, const uint32_t *order, uint32_t count) {
    skl_pieces result = *pieces;
    result.count = count;
    result.items = calloc((size_t)count + 1, sizeof *result.items);
    assert_non_null(result.items);
    for (uint32_t i = 0; i < count; i++) {
        result.items[i] = pieces->items[order[i]];
    }
    return result;
}

static void put_motion(gait_buffer *out, const skl_piece *piece) {
    pieces_put_text(out, piece->name);
    pieces_put(out, piece->values);
    if (piece->mark_count != UINT32_MAX) {
        pieces_put_number(out, piece->mark_count, 4);
        pieces_put(out, piece->marks);
    }
}

void skl_pieces_assert(const skl_pieces *expected, gait_buffer *written) {
    gait_buffer out = {0}, motion = {0};
    if (expected->is_many) {
        pieces_put_number(&out, expected->count, 4);
        for (uint32_t m = 0; m < expected->count; m++) {
            put_motion(&out, &expected->items[m]);
        }
    } else {
        assert_int_equal(expected->count, 1);
        put_motion(&motion, &expected->items[0]);
        pieces_put(&motion, expected->tail);
        pieces_put_chunk(&out, SKL_CHUNK, &motion);
    }
    pieces_put(&out, expected->trailing);
    pieces_assert_equal((gait_span){out.data, out.size}, written);
    gait_buffer_free(&out);
}
