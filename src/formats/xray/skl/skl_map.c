/* The field map of SDK motions: docs/formats/skl.md. */
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"

static void skl_show_envelope(gaiti_visitor *visitor, bool wide, uint32_t channel) {
    static const char *const names[GAIT_SKL_CHANNELS] = {"x", "y", "z", "heading", "pitch", "bank"};
    gait_skl_envelope envelope = {0};
    uint32_t mark = gaiti_visit_push(visitor, names[channel], -1);
    gaiti_skl_visit_envelope_head(visitor, wide, &envelope);
    for (uint32_t k = 0; k < envelope.key_count && gaiti_visit_is_ok(visitor); k++) {
        gait_skl_key key;
        uint32_t inner = gaiti_visit_push(visitor, "keys", k);
        gaiti_skl_visit_key(visitor, wide, &key);
        gaiti_visit_pop(visitor, inner);
    }
    gaiti_visit_pop(visitor, mark);
}

static void skl_show_bone(gaiti_visitor *visitor, gait_skl_kind kind, uint16_t version,
                          uint32_t index) {
    gait_skl_bone bone;
    bool wide = gaiti_skl_is_wide(kind, version);
    uint32_t mark =
        kind == GAIT_SKL_OBJECT ? visitor->path_size : gaiti_visit_push(visitor, "bones", index);
    if (kind != GAIT_SKL_OBJECT) {
        gaiti_skl_visit_bone(visitor, version, &bone);
    }
    for (uint32_t place = 0; place < GAIT_SKL_CHANNELS && gaiti_visit_is_ok(visitor); place++) {
        skl_show_envelope(visitor, wide, gaiti_skl_channel(kind, version, place));
    }
    gaiti_visit_pop(visitor, mark);
}

static void skl_show_motion(gaiti_visitor *visitor, gait_skl_kind kind, uint32_t index) {
    gait_skl_motion motion = {0};
    uint32_t mark_count = 0, mark = gaiti_visit_push(visitor, "motions", index);
    gaiti_skl_visit_head(visitor, kind, &motion);
    for (uint32_t b = 0; b < motion.bone_count && gaiti_visit_is_ok(visitor); b++) {
        skl_show_bone(visitor, kind, motion.version, b);
    }
    if (gaiti_skl_has_marks(kind, motion.version)) {
        gaiti_visit_u32(visitor, "markCount", &mark_count);
    }
    for (uint32_t m = 0; m < mark_count && gaiti_visit_is_ok(visitor); m++) {
        gait_omf_mark values = {0};
        uint32_t inner = gaiti_visit_push(visitor, "marks", m);
        gaiti_omf_visit_mark(visitor, &values);
        gaiti_visit_pop(visitor, inner);
    }
    gaiti_visit_pop(visitor, mark);
}

void gaiti_skl_show(const void *document, gaiti_visitor *visitor) {
    const gait_skl *skl = document;
    uint32_t id, count = 1;
    gait_span bytes;
    if (skl->kind == GAIT_SKL_MANY) {
        gaiti_visit_u32(visitor, "count", &count);
    } else {
        uint32_t size, mark = gaiti_visit_push(visitor, "chunk", -1);
        gaiti_visit_chunk_head(visitor, &id, &size);
        gaiti_visit_pop(visitor, mark);
    }
    uint64_t whole = visitor->in->size;
    if (skl->kind != GAIT_SKL_MANY) { /* the end of the chunk bounds the marks */
        visitor->in->size = whole - skl->trailing.size;
    }
    for (uint32_t m = 0; m < count && gaiti_visit_is_ok(visitor); m++) {
        skl_show_motion(visitor, skl->kind, m);
    }
    visitor->in->size = whole;
    gaiti_visit_bytes(visitor, "tail", skl->tail.size, &bytes);
    gaiti_visit_bytes(visitor, "trailing", skl->trailing.size, &bytes);
}
