/* Top-level chunks of a model: ids and content. */
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

gait_status gaiti_ogf_unpack(gait_ogf *ogf, gaiti_ogf_chunk *chunk) {
    uint64_t max_size = UINT32_MAX;
    if (chunk->id & GAITI_CHUNK_COMPRESSED) {
        chunk->unpacked = gaiti_omf_decompress(&ogf->arena, chunk->payload, &max_size);
    }
    return ogf->arena.status;
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

/* --- inserting and removing ------------------------------------------------------------------- */

/* Replaces the array of chunks by `chunks`, which has the same items. */
static void ogf_set_chunks(gait_ogf *ogf, gaiti_ogf_chunk *chunks) {
    const gaiti_ogf_chunk **links[] = {&ogf->refs_chunk, &ogf->ik_chunk, &ogf->oldest_keys};
    for (int i = 0; i < 3; i++) {
        *links[i] = *links[i] ? chunks + (*links[i] - ogf->chunks) : NULL;
    }
    ogf->chunks = chunks;
}

bool gaiti_ogf_reserve_chunks(gait_ogf *ogf, uint32_t count) {
    gaiti_ogf_chunk *chunks = gaiti_grow(&ogf->arena, ogf->chunks, ogf->chunk_count,
                                         (uint64_t)ogf->chunk_count + count, sizeof *chunks);
    if (chunks) {
        ogf_set_chunks(ogf, chunks);
    }
    return chunks != NULL;
}

/* Moves the chunks from index `at` on by one place, up or down. */
static void ogf_shift_chunks(gait_ogf *ogf, uint32_t at, int by) {
    const gaiti_ogf_chunk **links[] = {&ogf->refs_chunk, &ogf->ik_chunk, &ogf->oldest_keys};
    gaiti_ogf_chunk *moved = &ogf->chunks[at];
    memmove(moved + by, moved, (ogf->chunk_count - at) * sizeof *moved);
    for (int i = 0; i < 3; i++) {
        if (*links[i] && *links[i] >= moved) {
            *links[i] += by;
        }
    }
    ogf->chunk_count = by > 0 ? ogf->chunk_count + 1 : ogf->chunk_count - 1;
}

void gaiti_ogf_insert_chunk(gait_ogf *ogf, uint32_t at) {
    ogf_shift_chunks(ogf, at, 1);
}

void gaiti_ogf_remove_chunk(gait_ogf *ogf, uint32_t at) {
    ogf_shift_chunks(ogf, at + 1, -1);
}
