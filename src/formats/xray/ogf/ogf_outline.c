/* The outline of a model: no meshes and motions, read through a callback. */
#include "formats/xray/ogf/ogf.h"
#include "formats/xray/xray_outline.h"

/* Extends the last references as ogf_extend_refs() does. False when the chunks do not end as in a
 * readable model. */
static bool ogf_outline_end(gaiti_outline *outline, uint64_t file_size,
                            const gaiti_ogf_numbers *numbers) {
    if (outline->end == GAITI_CHUNK_END) {
        return true;
    }
    gaiti_outline_chunk *last = outline->count > 0 ? &outline->chunks[outline->count - 1] : NULL;
    uint32_t plain = last ? last->id & ~GAITI_CHUNK_COMPRESSED : 0;
    if (outline->end != GAITI_CHUNK_MORE && plain != 0 &&
        (plain == numbers->refs || plain == numbers->refs2)) {
        uint64_t size = file_size - last->offset;
        last->size = size <= UINT32_MAX ? (uint32_t)size : last->size;
        return size <= UINT32_MAX;
    }
    return outline->end == GAITI_CHUNK_LEFTOVER;
}

gait_status gaiti_ogf_outline(const gait_reader *reader, uint64_t max_bytes, gait_buffer *out) {
    gaiti_outline outline;
    uint8_t head[GAITI_OUTLINE_HEAD];
    gait_status status = gaiti_outline_peek(reader, head);
    uint32_t size = gaiti_load_u32(head + 4);
    uint8_t version = head[GAITI_CHUNK_HEAD];
    if (status != GAIT_OK || (gaiti_load_u32(head) & ~GAITI_CHUNK_COMPRESSED) != GAITI_OGF_HEADER ||
        (size != 44 && size != 4) || (version != 3 && version != 4)) {
        return status;
    }
    const gaiti_ogf_numbers *numbers = gaiti_ogf_numbers_of(version);
    const uint32_t ids[] = {GAITI_OGF_HEADER, GAITI_OGF_BONES, numbers->ik[0], numbers->ik[1],
                            numbers->ik[2],   numbers->refs,   numbers->refs2};
    status = gaiti_outline_walk(reader, &outline);
    if (status != GAIT_OK || !ogf_outline_end(&outline, reader->size, numbers)) {
        return status;
    }
    for (size_t i = 0; i < sizeof ids / sizeof *ids && status == GAIT_OK; i++) {
        const gaiti_outline_chunk *chunk =
            ids[i] != 0 ? gaiti_outline_find(&outline, ids[i]) : NULL;
        status = chunk ? gaiti_outline_copy(&outline, chunk, max_bytes, out) : GAIT_OK;
    }
    return status;
}
