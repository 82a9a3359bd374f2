/* Reads heads of chunks through the callback, and copies only the wanted payloads. */
#include "formats/xray/xray_outline.h"

#include "base/assert.h"
#include "base/try.h"

/* Copies `size` bytes at `offset`, which must be inside the file. Small reads are served from the
 * window, which is refilled when necessary. */
static gait_status outline_read(gaiti_outline *outline, uint64_t offset, void *out, size_t size) {
    const gait_reader *reader = outline->reader;
    GAIT_ASSERT(offset <= reader->size && size <= reader->size - offset);
    uint64_t in_window = offset - outline->window_offset;
    if (offset < outline->window_offset || in_window > outline->window_size ||
        size > outline->window_size - in_window) {
        if (size > sizeof outline->window) {
            return reader->read(reader->user, offset, out, size);
        }
        uint64_t left = reader->size - offset;
        outline->window_size = 0; /* invalid until the read has succeeded */
        size_t window_size = left < sizeof outline->window ? (size_t)left : sizeof outline->window;
        GAITI_TRY(reader->read(reader->user, offset, outline->window, window_size));
        outline->window_offset = offset;
        outline->window_size = window_size;
        in_window = 0;
    }
    memcpy(out, outline->window + in_window, size);
    return GAIT_OK;
}

gait_status gaiti_outline_peek(const gait_reader *reader, uint8_t out[GAITI_OUTLINE_HEAD]) {
    memset(out, 0, GAITI_OUTLINE_HEAD);
    size_t size = reader->size < GAITI_OUTLINE_HEAD ? (size_t)reader->size : GAITI_OUTLINE_HEAD;
    return size > 0 ? reader->read(reader->user, 0, out, size) : GAIT_OK;
}

gait_status gaiti_outline_walk(const gait_reader *reader, gaiti_outline *out) {
    memset(out, 0, sizeof *out);
    out->reader = reader;
    while (out->count < GAITI_OUTLINE_CHUNKS) {
        uint8_t head[GAITI_CHUNK_HEAD];
        uint64_t left = reader->size - out->end_offset;
        if (left < sizeof head) {
            out->end = left > 0 ? GAITI_CHUNK_LEFTOVER : GAITI_CHUNK_END;
            return GAIT_OK;
        }
        GAITI_TRY(outline_read(out, out->end_offset, head, sizeof head));
        gaiti_outline_chunk chunk = {gaiti_load_u32(head), gaiti_load_u32(head + 4),
                                     out->end_offset + sizeof head};
        if (chunk.size > left - sizeof head) {
            out->end = GAITI_CHUNK_CUT;
            return GAIT_OK;
        }
        out->chunks[out->count++] = chunk;
        out->end_offset = chunk.offset + chunk.size;
    }
    out->end = GAITI_CHUNK_MORE;
    return GAIT_OK;
}

gaiti_outline_chunk *gaiti_outline_find(gaiti_outline *outline, uint32_t plain) {
    for (uint32_t c = 0; c < outline->count; c++) {
        gaiti_outline_chunk *chunk = &outline->chunks[c];
        if ((chunk->id & ~GAITI_CHUNK_COMPRESSED) == plain && chunk->size > 0) {
            return chunk;
        }
    }
    return NULL;
}

gait_status gaiti_outline_copy(gaiti_outline *outline, const gaiti_outline_chunk *chunk,
                               uint64_t max_bytes, gait_buffer *out) {
    uint64_t size = (uint64_t)chunk->size + GAITI_CHUNK_HEAD;
    if (size > SIZE_MAX || out->size > max_bytes || size > max_bytes - out->size) {
        return GAIT_LIMIT;
    }
    uint8_t *place = gaiti_extend(out, (size_t)size);
    if (!place) {
        return GAIT_NO_MEMORY;
    }
    memset(place, 0, (size_t)size); /* in case the callback fills fewer bytes than requested */
    gaiti_store_u32(place, chunk->id);
    gaiti_store_u32(place + 4, chunk->size);
    return outline_read(outline, chunk->offset, place + GAITI_CHUNK_HEAD, chunk->size);
}
