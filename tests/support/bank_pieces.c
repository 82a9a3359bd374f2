#include "bank_pieces.h"

#include <stdlib.h>

#include "pieces.h"
#include "test.h"

/* --- parsing ---------------------------------------------------------------------------------- */

static void take_params(pieces_cursor *in, bank_pieces *out) {
    const uint8_t *start = in->at;
    uint32_t version = pieces_take_number(in, 2);
    in->failed = in->failed || version < 3 || version > 4;
    for (uint32_t parts = pieces_take_number(in, 2); parts > 0 && !in->failed; parts--) {
        pieces_take_text(in);
        for (uint32_t bones = pieces_take_number(in, 2); bones > 0 && !in->failed; bones--) {
            pieces_take_text(in);
            pieces_take(in, 4);
        }
    }
    out->params = (gait_span){start, (size_t)(in->at - start)};
    in->failed = pieces_take_number(in, 2) != out->count || in->failed;
    for (uint32_t i = 0; i < out->count && !in->failed; i++) {
        bank_piece *piece = &out->items[i];
        piece->name = pieces_take_text(in);
        piece->part = pieces_take(in, 6);
        piece->motion = (uint16_t)pieces_take_number(in, 2);
        const uint8_t *values = in->at;
        pieces_take(in, 16);
        if (version == 4) {
            pieces_take_marks(in);
        }
        piece->values = (gait_span){values, (size_t)(in->at - values)};
    }
    in->failed = in->failed || in->at != in->end;
}

bool bank_pieces_parse(gait_span bytes, bank_pieces *out) {
    pieces_cursor file = pieces_over(bytes);
    gait_span keys = pieces_take_chunk(&file, 0xE), params = pieces_take_chunk(&file, 0xF);
    pieces_cursor subs = pieces_over(keys), in = pieces_over(params);
    gait_span head = pieces_take_chunk(&subs, 0);
    pieces_cursor count = pieces_over(head);
    *out = (bank_pieces){.count = pieces_take_number(&count, 4)};
    bool is_usual = !file.failed && file.at == file.end && !subs.failed && head.size == 4 &&
                    out->count <= UINT16_MAX && !in.failed;
    out->items = calloc((size_t)out->count + 1, sizeof *out->items);
    for (uint32_t i = 0; is_usual && i < out->count; i++) {
        gait_span motion = pieces_take_chunk(&subs, i + 1);
        pieces_cursor one = pieces_over(motion);
        out->items[i].label = pieces_take_text(&one);
        out->items[i].keys = pieces_take(&one, (size_t)(one.end - one.at));
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

gait_buffer bank_pieces_join(const bank_pieces *pieces) {
    gait_buffer out = {0}, keys = {0}, params = {0}, count = {0};
    pieces_put_number(&count, pieces->count, 4);
    pieces_put_chunk(&keys, 0, &count);
    pieces_put(&params, pieces->params);
    pieces_put_number(&params, pieces->count, 2);
    for (uint32_t i = 0; i < pieces->count; i++) {
        const bank_piece *piece = &pieces->items[i];
        gait_buffer sub = {0};
        pieces_put_text(&sub, piece->label);
        pieces_put(&sub, piece->keys);
        pieces_put_chunk(&keys, i + 1, &sub);
        pieces_put_text(&params, piece->name);
        pieces_put(&params, piece->part);
        pieces_put_number(&params, piece->motion, 2);
        pieces_put(&params, piece->values);
    }
    pieces_put_chunk(&out, 0xE, &keys);
    pieces_put_chunk(&out, 0xF, &params);
    return out;
}

void bank_pieces_assert(const bank_pieces *expected, gait_buffer *written) {
    gait_buffer bytes = bank_pieces_join(expected);
    pieces_assert_equal((gait_span){bytes.data, bytes.size}, written);
    gait_buffer_free(&bytes);
}

uint16_t bank_pieces_renumber(const bank_piece *piece, uint32_t from, uint32_t to) {
    return (uint16_t)(piece->motion == from ? to : piece->motion);
}
