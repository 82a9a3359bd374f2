/* Writes a model, and shows what was written as a field map: docs/formats/ogf.md. */
#include "formats/xray/ogf/ogf_geometry.h"
#include "formats/xray/ogf/ogf.h"

/* Motion references: one text, or a count and one text each. */
static void ogf_show_refs(const gait_ogf *ogf, gaiti_visitor *visitor,
                          const gaiti_ogf_chunk *chunk) {
    uint64_t end = visitor->in->at + chunk->payload.size;
    uint32_t count;
    gait_span text;
    if ((chunk->id & ~GAITI_CHUNK_COMPRESSED) == gaiti_ogf_numbers_of(ogf->header.version)->refs2) {
        gaiti_visit_u32(visitor, "count", &count);
        for (uint32_t r = 0; r < ogf->ref_count && gaiti_visit_is_ok(visitor); r++) {
            uint32_t mark = gaiti_visit_push(visitor, "refs", r);
            gaiti_visit_text(visitor, "path", &text);
            gaiti_visit_pop(visitor, mark);
        }
    } else {
        gaiti_visit_text(visitor, "paths", &text);
    }
    gaiti_visit_bytes(visitor, "tail", end - visitor->in->at, &text);
}

static void ogf_show_carried(const gait_ogf *ogf, gaiti_visitor *visitor,
                             const gaiti_ogf_chunk *chunk) {
    gait_span payload;
    if (chunk == ogf->refs_chunk && ogf->ref_count > 0) {
        ogf_show_refs(ogf, visitor, chunk);
    } else if (chunk == ogf->oldest_keys && !chunk->unpacked.data) {
        gaiti_ogf_show_oldest_keys(ogf, visitor, chunk->payload.size);
    } else if (!gaiti_ogf_show_geometry(ogf, visitor, chunk)) {
        gaiti_visit_bytes(visitor, "payload", chunk->payload.size, &payload);
    }
}

/* A chunk that was parsed: header, bones or IK data. */
static void ogf_visit_known(const gait_ogf *ogf, gaiti_visitor *visitor, uint32_t known) {
    gait_span tail = known == GAITI_OGF_BONES ? ogf->bones_tail : ogf->ik_tail;
    gaiti_ogf_header header = ogf->header;
    uint32_t count = ogf->bone_count;
    if (known == GAITI_OGF_HEADER) {
        gaiti_ogf_visit_header(visitor, &header);
        return;
    }
    if (known == GAITI_OGF_BONES) {
        gaiti_visit_u32(visitor, "count", &count);
    }
    for (uint32_t b = 0; b < ogf->bone_count && gaiti_visit_is_ok(visitor); b++) {
        uint32_t path = gaiti_visit_push(visitor, "bones", b);
        if (known == GAITI_OGF_BONES) {
            gaiti_ogf_bone bone = ogf->bones[b];
            gaiti_ogf_visit_bone(visitor, &bone);
        } else {
            gaiti_ogf_ik ik = ogf->ik[b];
            gaiti_ogf_visit_ik(visitor, ogf->ik_form, &ik);
        }
        gaiti_visit_pop(visitor, path);
    }
    gaiti_visit_bytes(visitor, "tail", tail.size, &tail);
}

static gait_status ogf_visit_chunk(const gait_ogf *ogf, gaiti_visitor *visitor, uint32_t index) {
    const gaiti_ogf_chunk *chunk = &ogf->chunks[index];
    if (chunk->known == GAITI_OGF_MOTIONS || chunk->known == GAITI_OGF_PARAMS) {
        return gaiti_omf_visit_chunk(ogf->motions, visitor, chunk->known, chunk->id);
    }
    const char *name = chunk->known == GAITI_OGF_HEADER  ? "header"
                       : chunk->known == GAITI_OGF_BONES ? "skeleton"
                       : chunk->known == GAITI_OGF_IK    ? "ik"
                                                         : "chunk";
    uint32_t path = gaiti_visit_push(visitor, name, chunk->known ? -1 : (int64_t)index);
    bool fits = true;
    if (chunk->known) {
        uint64_t mark = gaiti_begin_chunk(visitor, chunk->id);
        ogf_visit_known(ogf, visitor, chunk->known);
        fits = gaiti_end_chunk(visitor, mark);
    } else {
        gaiti_ogf_chunk copy = *chunk;
        gaiti_visit_chunk_head(visitor, &copy.id, &copy.size);
        if (visitor->in) {
            ogf_show_carried(ogf, visitor, chunk);
        } else {
            gaiti_visit_bytes(visitor, "payload", copy.payload.size, &copy.payload);
        }
    }
    gaiti_visit_pop(visitor, path);
    return fits ? GAIT_OK : GAIT_LIMIT;
}

static gait_status ogf_visit(const gait_ogf *ogf, gaiti_visitor *visitor) {
    gait_status status = GAIT_OK;
    gait_span tail = ogf->tail;
    for (uint32_t c = 0; c < ogf->chunk_count && status == GAIT_OK && gaiti_visit_is_ok(visitor);
         c++) {
        status = ogf_visit_chunk(ogf, visitor, c);
    }
    gaiti_visit_bytes(visitor, "tail", tail.size, &tail);
    return visitor->no_memory ? GAIT_NO_MEMORY : status;
}

gait_status gaiti_ogf_write(const gait_ogf *ogf, gait_buffer *out) {
    if (!ogf || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_visitor visitor = gaiti_visit_writing(out);
    return ogf_visit(ogf, &visitor);
}

void gaiti_ogf_show(const void *document, gaiti_visitor *visitor) {
    (void)ogf_visit(document, visitor);
}
