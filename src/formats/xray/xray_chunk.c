/* Walks through chunks within their bounds, and writes heads whose sizes follow at the end. */
#include "formats/xray/xray_chunk.h"

#include "base/assert.h"

gaiti_chunk_end gaiti_next_chunk(gaiti_reader *in, gaiti_chunk *out_chunk) {
    uint64_t left = gaiti_bytes_left(in);
    if (left < GAITI_CHUNK_HEAD) {
        return left ? GAITI_CHUNK_LEFTOVER : GAITI_CHUNK_END;
    }
    const uint8_t *head = in->data + in->at;
    uint64_t size = gaiti_load_u32(head + 4), available = left - GAITI_CHUNK_HEAD;
    bool cut = size > available;
    *out_chunk = (gaiti_chunk){
        .id = gaiti_load_u32(head),
        .offset = gaiti_offset(in),
        .payload = gaiti_span(head + GAITI_CHUNK_HEAD, (size_t)(cut ? available : size))};
    if (!cut) {
        in->at += GAITI_CHUNK_HEAD + size;
    }
    return cut ? GAITI_CHUNK_CUT : GAITI_CHUNK_MORE;
}

void gaiti_visit_chunk_head(gaiti_visitor *visitor, uint32_t *id, uint32_t *size) {
    gaiti_visit_u32(visitor, "id", id);
    gaiti_visit_u32(visitor, "size", size);
}

void gaiti_show_chunks(gaiti_visitor *visitor, uint64_t size) {
    uint64_t end = visitor->in->at + size;
    gait_span bytes;
    while (visitor->in->at < end && gaiti_visit_is_ok(visitor)) {
        uint64_t left = end - visitor->in->at;
        uint32_t id, chunk_size,
            mark = gaiti_visit_push(visitor, "chunk", (int64_t)visitor->in->at);
        bool whole =
            left >= GAITI_CHUNK_HEAD &&
            gaiti_load_u32(visitor->in->data + visitor->in->at + 4) <= left - GAITI_CHUNK_HEAD;
        if (whole) {
            gaiti_visit_chunk_head(visitor, &id, &chunk_size);
            gaiti_visit_bytes(visitor, "payload", chunk_size, &bytes);
        } else {
            gaiti_visit_bytes(visitor, "leftover", left, &bytes);
        }
        gaiti_visit_pop(visitor, mark);
    }
}

uint64_t gaiti_begin_chunk(gaiti_visitor *visitor, uint32_t id) {
    uint64_t mark = visitor->out ? visitor->out->size : 0;
    uint32_t size = 0;
    gaiti_visit_chunk_head(visitor, &id, &size);
    return mark;
}

bool gaiti_end_chunk(gaiti_visitor *visitor, uint64_t mark) {
    if (visitor->in) {
        return true;
    }
    GAIT_ASSERT(visitor->no_memory || visitor->out->size - mark >= GAITI_CHUNK_HEAD);
    uint64_t size = visitor->out->size - mark - GAITI_CHUNK_HEAD;
    size += visitor->blocks ? gaiti_left_out_after(visitor->blocks, mark) : 0;
    if (visitor->no_memory || size > UINT32_MAX) {
        return false;
    }
    gaiti_store_u32(visitor->out->data + mark + 4, (uint32_t)size);
    return true;
}
