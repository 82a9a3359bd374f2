#include "formats/xray/xray_chunk.h"

#include "base/assert.h"

gaiti_chunk_end gaiti_next_chunk(gaiti_reader *in, gaiti_chunk *out_chunk) {
    uint64_t left = gaiti_left(in);
    if (left < GAITI_CHUNK_HEAD) {
        return left ? GAITI_CHUNK_LEFTOVER : GAITI_CHUNK_END;
    }
    const uint8_t *head = in->data + in->at;
    uint64_t size = gaiti_load_u32(head + 4), room = left - GAITI_CHUNK_HEAD;
    bool cut = size > room;
    *out_chunk =
        (gaiti_chunk){.id = gaiti_load_u32(head),
                      .offset = gaiti_offset(in),
                      .payload = gaiti_span(head + GAITI_CHUNK_HEAD, (size_t)(cut ? room : size))};
    if (!cut) {
        in->at += GAITI_CHUNK_HEAD + size;
    }
    return cut ? GAITI_CHUNK_CUT : GAITI_CHUNK_MORE;
}

void gaiti_walk_chunk_head(gaiti_walk *walk, uint32_t *id, uint32_t *size) {
    gaiti_walk_u32(walk, "id", id);
    gaiti_walk_u32(walk, "size", size);
}

void gaiti_show_chunks(gaiti_walk *walk, uint64_t size) {
    uint64_t end = walk->in->at + size;
    gait_span bytes;
    while (walk->in->at < end && gaiti_walk_goes_on(walk)) {
        uint64_t left = end - walk->in->at;
        uint32_t id, chunk_size, mark = gaiti_enter(walk, "chunk", (int64_t)walk->in->at);
        bool whole = left >= GAITI_CHUNK_HEAD &&
                     gaiti_load_u32(walk->in->data + walk->in->at + 4) <= left - GAITI_CHUNK_HEAD;
        if (whole) {
            gaiti_walk_chunk_head(walk, &id, &chunk_size);
            gaiti_walk_bytes(walk, "payload", chunk_size, &bytes);
        } else {
            gaiti_walk_bytes(walk, "leftover", left, &bytes);
        }
        gaiti_leave(walk, mark);
    }
}

uint64_t gaiti_begin_chunk(gaiti_walk *walk, uint32_t id) {
    uint64_t mark = walk->out->size;
    uint32_t size = 0;
    gaiti_walk_chunk_head(walk, &id, &size);
    return mark;
}

bool gaiti_end_chunk(gaiti_walk *walk, uint64_t mark) {
    GAIT_ASSERT(walk->no_memory || walk->out->size - mark >= GAITI_CHUNK_HEAD);
    uint64_t size = walk->out->size - mark - GAITI_CHUNK_HEAD;
    if (walk->no_memory || size > UINT32_MAX) {
        return false;
    }
    gaiti_store_u32(walk->out->data + mark + 4, (uint32_t)size);
    return true;
}
