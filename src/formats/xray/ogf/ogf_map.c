/* The field map of a model: docs/formats/ogf.md. */
#include "formats/xray/ogf/ogf_geometry.h"
#include "formats/xray/ogf/ogf.h"

static void ogf_show_bones(const gait_ogf *ogf, gaiti_visitor *visitor, uint32_t known) {
    gait_span tail;
    uint32_t count;
    if (known == GAITI_OGF_BONES) {
        gaiti_visit_u32(visitor, "count", &count);
    }
    for (uint32_t b = 0; b < ogf->bone_count && gaiti_visit_is_ok(visitor); b++) {
        gaiti_ogf_bone bone;
        gaiti_ogf_ik ik;
        uint32_t mark = gaiti_visit_push(visitor, "bones", b);
        if (known == GAITI_OGF_BONES) {
            gaiti_ogf_visit_bone(visitor, &bone);
        } else {
            gaiti_ogf_visit_ik(visitor, ogf->ik_form, &ik);
        }
        gaiti_visit_pop(visitor, mark);
    }
    gaiti_visit_bytes(visitor, "tail",
                      known == GAITI_OGF_BONES ? ogf->bones_tail.size : ogf->ik_tail.size, &tail);
}

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

static void ogf_show_chunk(const gait_ogf *ogf, gaiti_visitor *visitor, uint32_t index) {
    const gaiti_ogf_chunk *chunk = &ogf->chunks[index];
    if (chunk->known == GAITI_OGF_MOTIONS || chunk->known == GAITI_OGF_PARAMS) {
        gaiti_omf_show_chunk(ogf->motions, visitor, chunk->known);
        return;
    }
    uint32_t id, size;
    const char *name = chunk->known == GAITI_OGF_HEADER  ? "header"
                       : chunk->known == GAITI_OGF_BONES ? "skeleton"
                       : chunk->known == GAITI_OGF_IK    ? "ik"
                                                         : "chunk";
    uint32_t mark = gaiti_visit_push(visitor, name, chunk->known ? -1 : (int64_t)index);
    gaiti_visit_chunk_head(visitor, &id, &size);
    if (chunk->known == GAITI_OGF_HEADER) {
        gaiti_ogf_header header;
        gaiti_ogf_visit_header(visitor, &header);
    } else if (chunk->known) {
        ogf_show_bones(ogf, visitor, chunk->known);
    } else {
        ogf_show_carried(ogf, visitor, chunk);
    }
    gaiti_visit_pop(visitor, mark);
}

void gaiti_ogf_show(const void *document, gaiti_visitor *visitor) {
    const gait_ogf *ogf = document;
    gait_span tail;
    for (uint32_t c = 0; c < ogf->chunk_count && gaiti_visit_is_ok(visitor); c++) {
        ogf_show_chunk(ogf, visitor, c);
    }
    gaiti_visit_bytes(visitor, "tail", ogf->tail.size, &tail);
}
