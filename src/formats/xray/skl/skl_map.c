/* Every field of SDK motions, as bytes: docs/formats/skl.md. */
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"

static void skl_show_envelope(gaiti_walk *walk, bool wide, uint32_t channel) {
    static const char *const names[GAIT_SKL_CHANNELS] = {"x", "y", "z", "heading", "pitch", "bank"};
    gait_skl_envelope envelope = {0};
    uint32_t mark = gaiti_enter(walk, names[channel], -1);
    gaiti_skl_walk_envelope_head(walk, wide, &envelope);
    for (uint32_t k = 0; k < envelope.key_count && gaiti_walk_goes_on(walk); k++) {
        gait_skl_key key;
        uint32_t inner = gaiti_enter(walk, "keys", k);
        gaiti_skl_walk_key(walk, wide, &key);
        gaiti_leave(walk, inner);
    }
    gaiti_leave(walk, mark);
}

static void skl_show_bone(gaiti_walk *walk, gait_skl_kind kind, uint16_t version, uint32_t index) {
    gait_skl_bone bone;
    bool wide = gaiti_skl_is_wide(kind, version);
    uint32_t mark = kind == GAIT_SKL_OBJECT ? walk->path_size : gaiti_enter(walk, "bones", index);
    if (kind != GAIT_SKL_OBJECT) {
        gaiti_skl_walk_bone(walk, version, &bone);
    }
    for (uint32_t place = 0; place < GAIT_SKL_CHANNELS && gaiti_walk_goes_on(walk); place++) {
        skl_show_envelope(walk, wide, gaiti_skl_channel(kind, version, place));
    }
    gaiti_leave(walk, mark);
}

static void skl_show_motion(gaiti_walk *walk, gait_skl_kind kind, uint32_t index) {
    gait_skl_motion motion = {0};
    uint32_t mark_count = 0, mark = gaiti_enter(walk, "motions", index);
    gaiti_skl_walk_head(walk, kind, &motion);
    for (uint32_t b = 0; b < motion.bone_count && gaiti_walk_goes_on(walk); b++) {
        skl_show_bone(walk, kind, motion.version, b);
    }
    if (kind != GAIT_SKL_OBJECT && motion.version >= 7) {
        gaiti_walk_u32(walk, "markCount", &mark_count);
    }
    for (uint32_t m = 0; m < mark_count && gaiti_walk_goes_on(walk); m++) {
        gait_omf_mark values = {0};
        uint32_t inner = gaiti_enter(walk, "marks", m);
        gaiti_omf_walk_mark(walk, &values);
        gaiti_leave(walk, inner);
    }
    gaiti_leave(walk, mark);
}

static void skl_show(const gait_skl *skl, gaiti_walk *walk) {
    uint32_t id, count = 1;
    gait_span bytes;
    if (skl->kind == GAIT_SKL_MANY) {
        gaiti_walk_u32(walk, "count", &count);
    } else {
        uint32_t size, mark = gaiti_enter(walk, "chunk", -1);
        gaiti_walk_chunk_head(walk, &id, &size);
        gaiti_leave(walk, mark);
    }
    uint64_t whole = walk->in->size;
    if (skl->kind != GAIT_SKL_MANY) { /* marks are measured by the bytes left in the chunk */
        walk->in->size = whole - skl->trailing.size;
    }
    for (uint32_t m = 0; m < count && gaiti_walk_goes_on(walk); m++) {
        skl_show_motion(walk, skl->kind, m);
    }
    walk->in->size = whole;
    gaiti_walk_bytes(walk, "tail", skl->tail.size, &bytes);
    gaiti_walk_bytes(walk, "trailing", skl->trailing.size, &bytes);
}

gait_status gait_skl_map(const gait_skl *skl, gait_field_visitor visit, void *user) {
    if (!skl || !visit) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_buffer bytes = {.allocator = skl->arena.allocator};
    gait_status status = gait_skl_write(skl, &bytes);
    if (status == GAIT_OK) {
        gaiti_reader in = gaiti_reader_over(gaiti_span(bytes.data, bytes.size), 0);
        gaiti_walk walk = gaiti_walk_showing(&in, visit, user);
        skl_show(skl, &walk);
        status = in.failed ? GAIT_INTERNAL : GAIT_OK;
    }
    gait_buffer_free(&bytes);
    return status;
}
