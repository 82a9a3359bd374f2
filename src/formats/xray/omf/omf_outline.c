/* The outline of a bank: its parameters without keys, read through a callback. */
#include "base/try.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_outline.h"

static bool omf_outline_is_bank(uint32_t id) {
    return id == GAITI_OMF_MOTIONS || id == GAITI_OMF_PARAMS;
}

/* True when gaiti_omf_refuse_chunk() rejects a complete chunk with this id. */
static bool omf_outline_refuses(uint32_t id) {
    return id == 0x80000E || id == 0x80000F ||
           (id & GAITI_CHUNK_COMPRESSED && omf_outline_is_bank(id & ~GAITI_CHUNK_COMPRESSED));
}

gait_status gaiti_omf_outline(const gait_reader *reader, uint64_t max_bytes, gait_buffer *out) {
    gaiti_outline outline;
    uint8_t head[GAITI_OUTLINE_HEAD];
    gait_status status = gaiti_outline_peek(reader, head);
    if (status != GAIT_OK || !omf_outline_is_bank(gaiti_load_u32(head))) {
        return status;
    }
    GAITI_TRY(gaiti_outline_walk(reader, &outline));
    bool is_good = outline.end == GAITI_CHUNK_END;
    for (uint32_t c = 0; c < outline.count; c++) {
        is_good = is_good && !omf_outline_refuses(outline.chunks[c].id);
    }
    const gaiti_outline_chunk *params = gaiti_outline_find(&outline, GAITI_OMF_PARAMS);
    if (is_good && params) {
        GAITI_TRY(gaiti_outline_copy(&outline, params, max_bytes, out));
    }
    return GAIT_OK;
}
