/* Field descriptions of binarised RTM, and the writer: docs/formats/bmtr.md. */
#include "codec/lzo1x/lzo1x.h"
#include "codec/lzss.h"
#include "formats/bi/bmtr/bmtr.h"

static const char bmtr_magic[] = "BMTR";

void gaiti_bmtr_visit_head(gaiti_visitor *visitor, gait_bmtr *bmtr) {
    gait_span signature = gaiti_span(bmtr_magic, 4);
    gaiti_visit_block(visitor, "signature", GAIT_FIELD_CHARS, 1, 4, &signature);
    gaiti_visit_u32(visitor, "version", &bmtr->version);
    gaiti_visit_u8(visitor, "reversed", &bmtr->reversed);
    gaiti_visit_f32s(visitor, "step", bmtr->root_motion, 3);
    gaiti_visit_u32(visitor, "frameCount", &bmtr->frame_count);
    gaiti_visit_u32(visitor, "preload", &bmtr->preload);
    gaiti_visit_u32(visitor, "animatedBoneCount", &bmtr->animated_bone_count);
    gaiti_visit_u32(visitor, "boneCount", &bmtr->bone_count);
}

void gaiti_bmtr_visit_key(gaiti_visitor *visitor, gait_bmtr_key *key) {
    gaiti_visit_s32(visitor, "id", &key->id);
    gaiti_visit_text(visitor, "name", &key->name);
    gaiti_visit_f32(visitor, "time", &key->time);
    gaiti_visit_text(visitor, "value", &key->value);
}

void gaiti_bmtr_visit_array(gaiti_visitor *visitor, uint32_t version, uint32_t *count,
                            uint8_t *flag) {
    gaiti_visit_u32(visitor, "count", count);
    if (version >= 5 && *count > 0) {
        gaiti_visit_u8(visitor, "flag", flag);
    }
}

uint64_t gaiti_bmtr_array_head(const gait_bmtr *bmtr, uint32_t count) {
    return bmtr->version >= 5 && count > 0 ? 5 : 4;
}

gaiti_bmtr_places gaiti_bmtr_find_places(const gait_bmtr *bmtr) {
    gaiti_bmtr_places places;
    uint64_t at = GAITI_BMTR_HEAD;
    for (uint32_t b = 0; b < bmtr->bone_count; b++) {
        at += bmtr->names[b].size + 1;
    }
    places.metas = at += gaiti_bmtr_has_keys(bmtr) ? 4 : 0;
    for (uint32_t m = 0; m < bmtr->meta_count; m++) {
        at += bmtr->metas[m].size + 1;
    }
    places.keys = at += gaiti_bmtr_has_keys(bmtr) ? 4 : 0;
    for (uint32_t k = 0; k < bmtr->key_count; k++) {
        at += GAITI_BMTR_KEY + bmtr->keys[k].name.size + bmtr->keys[k].value.size;
    }
    places.phases = at += gaiti_bmtr_array_head(bmtr, bmtr->frame_count);
    places.frames = at + bmtr->phases.stored.size + gaiti_bmtr_array_head(bmtr, bmtr->bone_count);
    return places;
}

static void bmtr_visit_texts(gaiti_visitor *visitor, const char *list, const char *name,
                             const gait_span *texts, uint32_t count) {
    for (uint32_t i = 0; i < count && gaiti_visit_is_ok(visitor); i++) {
        gait_span text = texts[i];
        uint32_t mark = gaiti_visit_push(visitor, list, i);
        gaiti_visit_text(visitor, name, &text);
        gaiti_visit_pop(visitor, mark);
    }
}

void gaiti_bmtr_visit_start(gaiti_visitor *visitor, const gait_bmtr *bmtr) {
    gait_bmtr fields = *bmtr;
    gaiti_bmtr_visit_head(visitor, &fields);
    bmtr_visit_texts(visitor, "bones", "name", bmtr->names, bmtr->bone_count);
    if (!gaiti_bmtr_has_keys(bmtr)) {
        return;
    }
    gaiti_visit_u32(visitor, "metaCount", &fields.meta_count);
    bmtr_visit_texts(visitor, "metas", "text", bmtr->metas, bmtr->meta_count);
    gaiti_visit_u32(visitor, "keyCount", &fields.key_count);
    for (uint32_t k = 0; k < bmtr->key_count && gaiti_visit_is_ok(visitor); k++) {
        gait_bmtr_key key = bmtr->keys[k];
        uint32_t mark = gaiti_visit_push(visitor, "keys", k);
        gaiti_bmtr_visit_key(visitor, &key);
        gaiti_visit_pop(visitor, mark);
    }
}

/* --- writing ---------------------------------------------------------------------------------- */

static bool bmtr_put_array(const gait_bmtr *bmtr, uint32_t count, uint8_t flag, gait_span data,
                           gait_buffer *out) {
    gaiti_visitor visitor = gaiti_visit_writing(out);
    gaiti_bmtr_visit_array(&visitor, bmtr->version, &count, &flag);
    gaiti_visit_bytes(&visitor, "data", data.size, &data);
    return !visitor.no_memory;
}

bool gaiti_bmtr_pack(const gait_bmtr *bmtr, gait_span data, gait_buffer *out) {
    gait_options options = {.allocator = bmtr->arena.allocator};
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &options, 0);
    bool done = bmtr->version == 2 ? gaiti_lzss_encode(data, &scratch, out)
                                   : gaiti_lzo1x_encode(data, &scratch, out);
    gaiti_arena_free(&scratch);
    return done;
}

/* Writes an array that was changed, compressed if that is required or useful. */
static bool bmtr_write_changed(const gait_bmtr *bmtr, uint32_t count, gait_span data,
                               gait_buffer *out) {
    enum { FLAG_LZO = 2 };
    bool must = gaiti_bmtr_must_pack(bmtr->version, data.size);
    bool may = bmtr->version >= 5 && bmtr->packs && count > 0;
    size_t start = out->size;
    if (!must && !may) {
        return bmtr_put_array(bmtr, count, 0, data, out);
    }
    if (!bmtr_put_array(bmtr, count, FLAG_LZO, gaiti_span(NULL, 0), out)) {
        return false;
    }
    size_t head = out->size;
    if (!gaiti_bmtr_pack(bmtr, data, out)) {
        return false;
    }
    if (must || (uint64_t)(out->size - head) * 100 <= (uint64_t)data.size * 96) {
        return true;
    }
    out->size = start;
    return bmtr_put_array(bmtr, count, 0, data, out);
}

static bool bmtr_write_array(const gait_bmtr *bmtr, const gaiti_bmtr_array *array, uint32_t count,
                             size_t element, gait_buffer *out) {
    return array->changed
               ? bmtr_write_changed(bmtr, count, gaiti_span(array->data, count * element), out)
               : bmtr_put_array(bmtr, count, array->flag, array->stored, out);
}

gait_status gait_bmtr_write(const gait_bmtr *bmtr, gait_buffer *out) {
    if (!bmtr || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_visitor visitor = gaiti_visit_writing(out);
    gaiti_bmtr_visit_start(&visitor, bmtr);
    bool done =
        !visitor.no_memory && bmtr_write_array(bmtr, &bmtr->phases, bmtr->frame_count, 4, out);
    for (uint32_t f = 0; done && f < bmtr->frame_count; f++) {
        done = bmtr_write_array(bmtr, &bmtr->frames[f], bmtr->bone_count, GAITI_BMTR_RECORD, out);
    }
    gait_span trailing = bmtr->trailing;
    gaiti_visit_bytes(&visitor, "trailing", trailing.size, &trailing);
    return done && !visitor.no_memory ? GAIT_OK : GAIT_NO_MEMORY;
}
