/* Every field of a model, as bytes: docs/formats/ogf.md. */
#include "formats/xray/ogf/ogf.h"

static void ogf_show_bones(const gait_ogf *ogf, gaiti_walk *walk, uint32_t known) {
    gait_span tail;
    uint32_t count;
    if (known == GAITI_OGF_BONES) {
        gaiti_walk_u32(walk, "count", &count);
    }
    for (uint32_t b = 0; b < ogf->bone_count && gaiti_walk_goes_on(walk); b++) {
        gaiti_ogf_bone bone;
        gaiti_ogf_ik ik;
        uint32_t mark = gaiti_enter(walk, "bones", b);
        if (known == GAITI_OGF_BONES) {
            gaiti_ogf_walk_bone(walk, &bone);
        } else {
            gaiti_ogf_walk_ik(walk, ogf->ik_form, &ik);
        }
        gaiti_leave(walk, mark);
    }
    gaiti_walk_bytes(walk, "tail",
                     known == GAITI_OGF_BONES ? ogf->bones_tail.size : ogf->ik_tail.size, &tail);
}

/* Motion references: one text, or a count and texts. */
static void ogf_show_refs(const gait_ogf *ogf, gaiti_walk *walk, const gaiti_ogf_chunk *chunk) {
    uint64_t end = walk->in->at + chunk->payload.size;
    uint32_t count;
    gait_span text;
    if ((chunk->id & ~GAITI_CHUNK_COMPRESSED) == gaiti_ogf_numbers_of(ogf->header.version)->refs2) {
        gaiti_walk_u32(walk, "count", &count);
        for (uint32_t r = 0; r < ogf->ref_count && gaiti_walk_goes_on(walk); r++) {
            uint32_t mark = gaiti_enter(walk, "refs", r);
            gaiti_walk_text(walk, "path", &text);
            gaiti_leave(walk, mark);
        }
    } else {
        gaiti_walk_text(walk, "paths", &text);
    }
    gaiti_walk_bytes(walk, "tail", end - walk->in->at, &text);
}

static void ogf_show_carried(const gait_ogf *ogf, gaiti_walk *walk, const gaiti_ogf_chunk *chunk) {
    gait_span payload;
    if (chunk == ogf->refs_chunk && ogf->ref_count > 0) {
        ogf_show_refs(ogf, walk, chunk);
    } else if (chunk == ogf->oldest_keys && !chunk->unpacked.data) {
        gaiti_ogf_show_oldest_keys(ogf, walk, chunk->payload.size);
    } else {
        gaiti_walk_bytes(walk, "payload", chunk->payload.size, &payload);
    }
}

static void ogf_show_chunk(const gait_ogf *ogf, gaiti_walk *walk, uint32_t index) {
    const gaiti_ogf_chunk *chunk = &ogf->chunks[index];
    if (chunk->known == GAITI_OGF_MOTIONS || chunk->known == GAITI_OGF_PARAMS) {
        gaiti_omf_show_chunk(ogf->motions, walk, chunk->known);
        return;
    }
    uint32_t id, size;
    const char *name = chunk->known == GAITI_OGF_HEADER  ? "header"
                       : chunk->known == GAITI_OGF_BONES ? "skeleton"
                       : chunk->known == GAITI_OGF_IK    ? "ik"
                                                         : "chunk";
    uint32_t mark = gaiti_enter(walk, name, chunk->known ? -1 : (int64_t)index);
    gaiti_walk_chunk_head(walk, &id, &size);
    if (chunk->known == GAITI_OGF_HEADER) {
        gaiti_ogf_header header;
        gaiti_ogf_walk_header(walk, &header);
    } else if (chunk->known) {
        ogf_show_bones(ogf, walk, chunk->known);
    } else {
        ogf_show_carried(ogf, walk, chunk);
    }
    gaiti_leave(walk, mark);
}

gait_status gait_ogf_map(const gait_ogf *ogf, gait_field_visitor visit, void *user) {
    if (!ogf || !visit) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_buffer bytes = {.allocator = ogf->arena.allocator};
    gait_status status = gait_ogf_write(ogf, &bytes);
    if (status == GAIT_OK) {
        gait_span tail;
        gaiti_reader in = gaiti_reader_over(gaiti_span(bytes.data, bytes.size), 0);
        gaiti_walk walk = gaiti_walk_showing(&in, visit, user);
        for (uint32_t c = 0; c < ogf->chunk_count && gaiti_walk_goes_on(&walk); c++) {
            ogf_show_chunk(ogf, &walk, c);
        }
        gaiti_walk_bytes(&walk, "tail", ogf->tail.size, &tail);
        status = in.failed ? GAIT_INTERNAL : GAIT_OK;
    }
    gait_buffer_free(&bytes);
    return status;
}
