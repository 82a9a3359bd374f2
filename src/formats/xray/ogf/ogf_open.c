/* Opening OGF models: docs/formats/ogf.md. */
#include <stddef.h>

#include "base/try.h"
#include "formats/xray/ogf/ogf.h"

/* --- chunks ----------------------------------------------------------------------------------- */

/* In some models, the last references were lengthened by hand without correcting the size. */
static bool ogf_extend_refs(gait_ogf *ogf, const gaiti_report *report, uint64_t end) {
    const gaiti_ogf_chunk *header = gaiti_ogf_find_chunk(ogf, GAITI_OGF_HEADER);
    gaiti_ogf_chunk *last = ogf->chunk_count ? &ogf->chunks[ogf->chunk_count - 1] : NULL;
    uint32_t plain = last ? last->id & ~GAITI_CHUNK_COMPRESSED : 0;
    const gaiti_ogf_numbers *numbers =
        header ? gaiti_ogf_numbers_of(header->payload.data[0]) : NULL;
    if (!numbers || plain == 0 || (plain != numbers->refs && plain != numbers->refs2)) {
        return false;
    }
    uint64_t surplus = ogf->source.size - end;
    last->payload.size += (size_t)surplus;
    gaiti_raise(report, GAITI_OGF_LONG_REFS,
                (gaiti_detail){.offset = end, .length = surplus, .found = (int64_t)surplus});
    return true;
}

static gait_status ogf_end_chunks(gait_ogf *ogf, const gaiti_report *report, gaiti_reader *in,
                                  gaiti_chunk_end end, const gaiti_chunk *cut) {
    if (end == GAITI_CHUNK_END || ogf_extend_refs(ogf, report, in->at)) {
        return GAIT_OK;
    }
    if (end == GAITI_CHUNK_CUT) {
        return gaiti_raise(report, GAITI_OMF_CUT_CHUNK,
                           (gaiti_detail){.offset = cut->offset,
                                          .length = GAITI_CHUNK_HEAD + cut->payload.size,
                                          .expected = gaiti_load_u32(in->data + in->at + 4),
                                          .found = (int64_t)cut->payload.size});
    }
    ogf->tail = gaiti_read_span(in, gaiti_bytes_left(in));
    return gaiti_raise(report, GAITI_OMF_LEFTOVER,
                       (gaiti_detail){.offset = in->at - ogf->tail.size,
                                      .length = ogf->tail.size,
                                      .found = (int64_t)ogf->tail.size});
}

static gait_status ogf_read_chunks(gait_ogf *ogf, const gaiti_report *report) {
    gaiti_reader in = gaiti_reader_over(ogf->source, 0), counting = in;
    gaiti_chunk chunk;
    gaiti_chunk_end end;
    uint32_t count = 0;
    while (gaiti_next_chunk(&counting, &chunk) == GAITI_CHUNK_MORE) {
        count++;
    }
    ogf->chunks = gaiti_alloc(&ogf->arena, count, sizeof *ogf->chunks);
    GAITI_TRY(ogf->arena.status);
    while ((end = gaiti_next_chunk(&in, &chunk)) == GAITI_CHUNK_MORE) {
        ogf->chunks[ogf->chunk_count++] = (gaiti_ogf_chunk){
            .id = chunk.id, .size = (uint32_t)chunk.payload.size, .payload = chunk.payload};
    }
    return ogf_end_chunks(ogf, report, &in, end, &chunk);
}

/* --- header, bones, IK data ------------------------------------------------------------------- */

static gait_status ogf_read_header(gait_ogf *ogf, const gaiti_report *report,
                                   gaiti_ogf_chunk *chunk) {
    if (!chunk) {
        return gaiti_raise(report, GAITI_OGF_NO_HEADER, (gaiti_detail){0});
    }
    uint8_t version = chunk->payload.data[0];
    gaiti_detail detail = {
        .offset = gaiti_ogf_offset(ogf, chunk->payload.data), .length = 1, .found = version};
    if (version != 3 && version != 4) {
        return gaiti_raise(report, version == 2 ? GAITI_OGF_OLD_VERSION : GAITI_OGF_BAD_VERSION,
                           detail);
    }
    gaiti_reader in = gaiti_reader_over(chunk->payload, 0);
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    gaiti_ogf_visit_header(&visitor, &ogf->header);
    if (in.failed) {
        return gaiti_ogf_raise_chunk(ogf, report, GAITI_OGF_CUT_HEADER, chunk);
    }
    chunk->known = gaiti_bytes_left(&in) == 0 ? GAITI_OGF_HEADER : 0;
    chunk->read = true;
    return GAIT_OK;
}

static gait_status ogf_read_bones(gait_ogf *ogf, const gaiti_report *report,
                                  gaiti_ogf_chunk *chunk) {
    if (!chunk) {
        return GAIT_OK;
    }
    uint64_t base = gaiti_ogf_offset(ogf, chunk->payload.data);
    gaiti_reader in = gaiti_reader_over(chunk->payload, base);
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    uint32_t count = gaiti_read_u32(&in);
    uint64_t max = gaiti_bytes_left(&in) / GAITI_OGF_BONE;
    ogf->bones = gaiti_alloc(&ogf->arena, count < max ? count : max, sizeof *ogf->bones);
    GAITI_TRY(ogf->arena.status);
    while (ogf->bone_count < count && ogf->bone_count < max && !in.failed) {
        gaiti_ogf_visit_bone(&visitor, &ogf->bones[ogf->bone_count]);
        ogf->bone_count += !in.failed;
    }
    if (in.failed || ogf->bone_count < count) {
        return gaiti_raise(report, GAITI_OGF_CUT_BONES,
                           (gaiti_detail){.offset = gaiti_offset(&in),
                                          .length = in.size - in.at,
                                          .expected = count,
                                          .found = ogf->bone_count});
    }
    ogf->bones_tail = gaiti_read_span(&in, gaiti_bytes_left(&in));
    chunk->known = GAITI_OGF_BONES;
    chunk->read = true;
    return GAIT_OK;
}

/* Finds the newest IK data of the model. */
static gaiti_ogf_chunk *ogf_find_ik(gait_ogf *ogf) {
    const gaiti_ogf_numbers *numbers = gaiti_ogf_numbers_of(ogf->header.version);
    gaiti_ogf_chunk *chunk = NULL;
    for (int form = GAITI_OGF_IK_FULL; form <= GAITI_OGF_IK_OLDEST && !chunk; form++) {
        chunk = gaiti_ogf_find_chunk(ogf, numbers->ik[form]);
        ogf->ik_form = (gaiti_ogf_ik_form)form;
    }
    return chunk;
}

static gait_status ogf_raise_ik(const gait_ogf *ogf, const gaiti_report *report,
                                const gaiti_ogf_chunk *chunk, const gaiti_reader *in,
                                uint32_t found) {
    if (chunk->id & GAITI_CHUNK_COMPRESSED && !chunk->unpacked.data) {
        return gaiti_ogf_raise_chunk(ogf, report, GAITI_OGF_BAD_PACKED, chunk);
    }
    return gaiti_raise(report, GAITI_OGF_CUT_IK,
                       (gaiti_detail){.offset = gaiti_offset(in),
                                      .length = in->size - in->at,
                                      .expected = ogf->bone_count,
                                      .found = found});
}

static gait_status ogf_read_ik(gait_ogf *ogf, const gaiti_report *report) {
    gaiti_report here = *report;
    gaiti_ogf_chunk *chunk = ogf->bone_count ? ogf_find_ik(ogf) : NULL;
    if (!chunk) {
        return GAIT_OK;
    }
    gait_status status = gaiti_ogf_unpack(ogf, chunk);
    ogf->ik = gaiti_alloc(&ogf->arena, ogf->bone_count, sizeof *ogf->ik);
    if (status != GAIT_OK || !ogf->ik) {
        return ogf->arena.status;
    }
    gait_span content = gaiti_ogf_content(ogf, chunk, &here);
    gaiti_reader in = gaiti_reader_over(content, gaiti_ogf_offset(ogf, chunk->payload.data));
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    uint32_t read = 0;
    while (read < ogf->bone_count && !in.failed) {
        gaiti_ogf_visit_ik(&visitor, ogf->ik_form, &ogf->ik[read]);
        read += !in.failed;
    }
    if (in.failed) {
        return ogf_raise_ik(ogf, &here, chunk, &in, read);
    }
    ogf->ik_tail = gaiti_read_span(&in, gaiti_bytes_left(&in));
    ogf->has_ik = true;
    ogf->ik_chunk = chunk;
    chunk->known = chunk->unpacked.data ? 0 : GAITI_OGF_IK;
    chunk->read = true;
    return GAIT_OK;
}

/* --- references ------------------------------------------------------------------------------- */

/* Splits references: one text with commas, or a count and texts. Returns their number, and fills
 * `refs` unless it is NULL. */
static uint32_t ogf_split_refs(const gaiti_ogf_chunk *chunk, bool counted, gait_span *refs) {
    gaiti_reader in = gaiti_reader_over(chunk->payload, 0);
    uint32_t stated = counted ? gaiti_read_u32(&in) : UINT32_MAX, found = 0;
    gait_span text = counted ? (gait_span){0} : gaiti_read_text(&in);
    while (found < stated) {
        gait_span one = counted ? gaiti_read_text(&in) : text;
        const uint8_t *comma = !counted && one.size ? memchr(one.data, ',', one.size) : NULL;
        one.size = comma ? (size_t)(comma - one.data) : one.size;
        if (in.failed || !one.data) {
            break;
        }
        if (refs) {
            refs[found] = one;
        }
        found++;
        text = comma ? gaiti_span(comma + 1, text.size - one.size - 1) : (gait_span){0};
    }
    return found;
}

static gait_status ogf_read_refs(gait_ogf *ogf) {
    const gaiti_ogf_numbers *numbers = gaiti_ogf_numbers_of(ogf->header.version);
    gaiti_ogf_chunk *chunk = gaiti_ogf_find_chunk(ogf, numbers->refs);
    bool counted = !chunk;
    chunk = chunk ? chunk : gaiti_ogf_find_chunk(ogf, numbers->refs2);
    ogf->refs_chunk = chunk;
    if (!chunk) {
        return GAIT_OK;
    }
    chunk->read = true;
    uint32_t count = ogf_split_refs(chunk, counted, NULL);
    ogf->refs = gaiti_alloc(&ogf->arena, count, sizeof *ogf->refs);
    GAITI_TRY(ogf->arena.status);
    ogf->ref_count = ogf_split_refs(chunk, counted, ogf->refs);
    return GAIT_OK;
}

/* --- the model -------------------------------------------------------------------------------- */

static gait_status ogf_read(gait_ogf *ogf, const gaiti_report *report,
                            const gait_options *options) {
    GAITI_TRY(ogf_read_chunks(ogf, report));
    GAITI_TRY(ogf_read_header(ogf, report, gaiti_ogf_find_chunk(ogf, GAITI_OGF_HEADER)));
    GAITI_TRY(ogf_read_bones(ogf, report, gaiti_ogf_find_chunk(ogf, GAITI_OGF_BONES)));
    GAITI_TRY(ogf_read_ik(ogf, report));
    GAITI_TRY(ogf_read_refs(ogf));
    return gaiti_ogf_read_motions(ogf, report, options);
}

/* Bytes of memory that reading requires, without the embedded bank, which has its own
 * allocation. */
static uint64_t ogf_cost(gait_span bytes) {
    gaiti_reader in = gaiti_reader_over(bytes, 0);
    gaiti_chunk chunk;
    uint64_t cost = 256;
    while (gaiti_next_chunk(&in, &chunk) == GAITI_CHUNK_MORE) {
        uint32_t plain = chunk.id & ~GAITI_CHUNK_COMPRESSED;
        gaiti_ogf_chunk refs = {.payload = chunk.payload};
        cost += sizeof(gaiti_ogf_chunk);
        if (plain == GAITI_OGF_BONES && chunk.payload.size >= 4) {
            uint64_t count = gaiti_load_u32(chunk.payload.data);
            uint64_t max = chunk.payload.size / GAITI_OGF_BONE;
            count = count < max ? count : max;
            cost += count * (sizeof(gaiti_ogf_bone) + sizeof(gaiti_ogf_ik)) + 32;
        } else if (plain == GAITI_OGF_REFS || plain == GAITI_OGF_REFS2 ||
                   plain == gaiti_ogf_numbers_of(3)->refs) {
            cost += ogf_split_refs(&refs, plain == GAITI_OGF_REFS2, NULL) * sizeof(gait_span) + 16;
        }
    }
    return cost;
}

gait_status gaiti_ogf_open(gait_span bytes, const gait_options *options, gait_ogf **out_ogf) {
    gait_status status;
    if (!GAITI_CLEAR(out_ogf) || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    uint64_t cost = ogf_cost(bytes);
    gait_ogf *ogf = gaiti_new_object(options, sizeof *ogf, offsetof(gait_ogf, arena),
                                     cost < SIZE_MAX / 2 ? (size_t)cost : SIZE_MAX / 2, &status);
    GAITI_TRY(status);
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    ogf->source = bytes;
    ogf->code_page = options ? options->code_page : 0;
    status = ogf_read(ogf, &report, options);
    if (status != GAIT_OK) {
        gaiti_ogf_free(ogf);
        return status;
    }
    *out_ogf = ogf;
    return GAIT_OK;
}

void gaiti_ogf_free(gait_ogf *ogf) {
    if (ogf) {
        gait_omf_free(ogf->motions);
    }
    gaiti_free_object(ogf, offsetof(gait_ogf, arena));
}

/* --- fields ----------------------------------------------------------------------------------- */

int32_t gaiti_ogf_version(const gait_ogf *ogf) {
    return ogf ? ogf->header.version : -1;
}

uint32_t gait_ogf_bone_count(const gait_ogf *ogf) {
    return ogf ? ogf->bone_count : 0;
}

gait_span gait_ogf_bone_name(const gait_ogf *ogf, uint32_t bone) {
    return bone < gait_ogf_bone_count(ogf) ? ogf->bones[bone].name : (gait_span){0};
}

gait_span gait_ogf_parent_name(const gait_ogf *ogf, uint32_t bone) {
    return bone < gait_ogf_bone_count(ogf) ? ogf->bones[bone].parent : (gait_span){0};
}

bool gait_ogf_bind_is_local(const gait_ogf *ogf) {
    return ogf && ogf->ik_form != GAITI_OGF_IK_OLDEST;
}

bool gait_ogf_bind(const gait_ogf *ogf, uint32_t bone, float out_rotation[3],
                   float out_translation[3]) {
    if (bone >= gait_ogf_bone_count(ogf) || !out_rotation || !out_translation) {
        return false;
    }
    if (ogf->has_ik) {
        memcpy(out_rotation, ogf->ik[bone].rotation, 3 * sizeof *out_rotation);
        memcpy(out_translation, ogf->ik[bone].translation, 3 * sizeof *out_translation);
    }
    return ogf->has_ik;
}

uint32_t gaiti_ogf_ref_count(const gait_ogf *ogf) {
    return ogf ? ogf->ref_count : 0;
}

gait_span gaiti_ogf_ref(const gait_ogf *ogf, uint32_t ref) {
    return ref < gaiti_ogf_ref_count(ogf) ? ogf->refs[ref] : (gait_span){0};
}

const gait_omf *gait_ogf_motions(const gait_ogf *ogf) {
    return ogf ? ogf->motions : NULL;
}
