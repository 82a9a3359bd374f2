/* Top-level chunks of a model: ids and content. */
#include "codec/lzhuf/lzhuf.h"
#include "formats/xray/ogf/ogf.h"

static const gaiti_ogf_numbers ogf_numbers_3 = {.ik = {28, 25, 23},
                                                .refs = 29,
                                                .keys = 26,
                                                .oldest_keys = 14,
                                                .params = 20,
                                                .oldest_params = 18};
static const gaiti_ogf_numbers ogf_numbers_4 = {.ik = {GAITI_OGF_IK},
                                                .refs = GAITI_OGF_REFS,
                                                .refs2 = GAITI_OGF_REFS2,
                                                .keys = GAITI_OGF_MOTIONS,
                                                .params = GAITI_OGF_PARAMS};

const gaiti_ogf_numbers *gaiti_ogf_numbers_of(uint8_t version) {
    return version == 3 ? &ogf_numbers_3 : &ogf_numbers_4;
}

gaiti_ogf_chunk *gaiti_ogf_find_chunk(const gait_ogf *ogf, uint32_t plain) {
    for (uint32_t c = 0; plain != 0 && c < ogf->chunk_count; c++) {
        gaiti_ogf_chunk *chunk = &ogf->chunks[c];
        if ((chunk->id & ~GAITI_CHUNK_COMPRESSED) == plain && chunk->payload.size > 0) {
            return chunk;
        }
    }
    return NULL;
}

gait_status gaiti_ogf_raise_chunk(const gait_ogf *ogf, const gaiti_report *report, gaiti_rule rule,
                                  const gaiti_ogf_chunk *chunk) {
    return gaiti_raise(
        report, rule,
        (gaiti_detail){.offset = gaiti_ogf_offset(ogf, chunk->payload.data) - GAITI_CHUNK_HEAD,
                       .length = GAITI_CHUNK_HEAD + chunk->payload.size,
                       .found = chunk->id});
}

/* Maximum number of bytes left in a compressed chunk after decompression. */
enum { OGF_PACKED_SLACK = 15 };

gait_status gaiti_ogf_unpack(gait_ogf *ogf, gaiti_ogf_chunk *chunk) {
    uint32_t size;
    size_t consumed;
    if (!(chunk->id & GAITI_CHUNK_COMPRESSED) ||
        gaiti_lzhuf_size(chunk->payload, &size) != GAIT_OK) {
        return GAIT_OK;
    }
    uint8_t *unpacked = gaiti_alloc(&ogf->arena, size, 1);
    if (!unpacked) {
        return ogf->arena.status;
    }
    gait_status status = gaiti_lzhuf_decode(chunk->payload, unpacked, size, &consumed);
    if (status == GAIT_OK && consumed <= chunk->payload.size &&
        chunk->payload.size - consumed <= OGF_PACKED_SLACK) {
        chunk->unpacked = gaiti_span(unpacked, size);
    }
    return GAIT_OK;
}

gait_span gaiti_ogf_content(const gait_ogf *ogf, const gaiti_ogf_chunk *chunk,
                            gaiti_report *report) {
    if (!chunk->unpacked.data) {
        return chunk->payload;
    }
    report->packed_in =
        (gaiti_extent){gaiti_ogf_offset(ogf, chunk->payload.data), chunk->payload.size};
    return chunk->unpacked;
}
