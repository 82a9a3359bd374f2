/* Compressed chunks (bit 31 of the id), as games read them: docs/formats/omf.md#chunks. */
#include <string.h>

#include "codec/lzhuf/lzhuf.h"
#include "formats/xray/omf/omf.h"

/* Maximum number of bytes left in a compressed chunk after decompression. */
enum { OMF_PACKED_SLACK = 15 };

gait_span gaiti_omf_decompress(gaiti_arena *arena, gait_span payload, uint64_t *max_size) {
    uint32_t size;
    size_t consumed;
    if (gaiti_lzhuf_size(payload, &size) != GAIT_OK || size > *max_size) {
        return (gait_span){0};
    }
    uint8_t *unpacked = gaiti_alloc(arena, size, 1);
    if (!unpacked) {
        return (gait_span){0};
    }
    *max_size -= size;
    gait_status status = gaiti_lzhuf_decode(payload, unpacked, size, &consumed);
    bool is_packed = status == GAIT_OK && consumed <= payload.size &&
                     payload.size - consumed <= OMF_PACKED_SLACK;
    return is_packed ? gaiti_span(unpacked, size) : (gait_span){0};
}

static bool omf_is_packed(const gaiti_chunk *chunk) {
    uint32_t plain = chunk->id & ~GAITI_CHUNK_COMPRESSED;
    return chunk->id != plain && (plain == GAITI_OMF_MOTIONS || plain == GAITI_OMF_PARAMS);
}

bool gaiti_omf_has_packed(gait_span bytes) {
    gaiti_reader in = gaiti_reader_over(bytes, 0);
    gaiti_chunk chunk;
    bool found = false;
    while (!found && gaiti_next_chunk(&in, &chunk) == GAITI_CHUNK_MORE) {
        found = omf_is_packed(&chunk);
    }
    return found;
}

/* Appends a chunk, decompressed if it can be. */
static bool omf_unpack_chunk(const gaiti_chunk *chunk, gaiti_arena *scratch, uint64_t *max_size,
                             gaiti_report *report, gait_buffer *out) {
    gait_span payload = omf_is_packed(chunk)
                            ? gaiti_omf_decompress(scratch, chunk->payload, max_size)
                            : (gait_span){0};
    uint32_t id = payload.data ? chunk->id & ~GAITI_CHUNK_COMPRESSED : chunk->id;
    if (payload.data) {
        const gaiti_extent extent = {chunk->offset, GAITI_CHUNK_HEAD + chunk->payload.size};
        gaiti_raise(
            report, GAITI_OMF_PACKED,
            (gaiti_detail){.offset = extent.offset, .length = extent.length, .found = chunk->id});
        report->packed_in = report->packed_in.length ? report->packed_in : extent;
    } else {
        payload = chunk->payload;
    }
    return scratch->status == GAIT_OK && gaiti_write_u32(out, id) &&
           gaiti_write_u32(out, (uint32_t)payload.size) &&
           gaiti_write(out, payload.data, payload.size);
}

gait_status gaiti_omf_unpack(gait_span bytes, gaiti_arena *scratch, gaiti_report *report,
                             gait_buffer *out) {
    gaiti_reader in = gaiti_reader_over(bytes, 0);
    uint64_t max_size = UINT32_MAX;
    gaiti_chunk chunk;
    while (gaiti_next_chunk(&in, &chunk) == GAITI_CHUNK_MORE) {
        if (!omf_unpack_chunk(&chunk, scratch, &max_size, report, out)) {
            return scratch->status != GAIT_OK ? scratch->status : GAIT_NO_MEMORY;
        }
    }
    return gaiti_write(out, bytes.data + in.at, bytes.size - (size_t)in.at) ? GAIT_OK
                                                                            : GAIT_NO_MEMORY;
}

gait_status gaiti_omf_pack_unchanged(const gait_omf *omf, size_t start, gait_buffer *out) {
    gait_buffer plain = {.allocator = out->allocator};
    gait_options options = {.allocator = omf->arena.allocator};
    gaiti_report quiet = gaiti_report_to(NULL);
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &options, 0);
    gait_status status = gaiti_omf_unpack(omf->packed, &scratch, &quiet, &plain);
    bool is_same = status == GAIT_OK && plain.size == out->size - start &&
                   memcmp(plain.data, out->data + start, plain.size) == 0;
    if (is_same) {
        out->size = start;
        status = gaiti_write(out, omf->packed.data, omf->packed.size) ? GAIT_OK : GAIT_NO_MEMORY;
    }
    gait_buffer_free(&plain);
    gaiti_arena_free(&scratch);
    return status;
}
