/* Creates and edits binarised RTM. An edit affects only the bytes of its own field, except for
 * compressed arrays, which are compressed as a unit. */
#include <stddef.h>

#include "base/try.h"
#include "formats/bi/bmtr/bmtr.h"

static bool bmtr_detach_span(gait_bmtr *bmtr, gait_span *span) {
    const uint8_t *copy = gaiti_copy(&bmtr->arena, *span);
    if (copy) {
        span->data = copy;
    }
    return copy != NULL;
}

static bool bmtr_detach_texts(gait_bmtr *bmtr, gait_span *texts, uint32_t count) {
    bool done = true;
    for (uint32_t i = 0; done && i < count; i++) {
        done = bmtr_detach_span(bmtr, &texts[i]);
    }
    return done;
}

static bool bmtr_detach_array(gait_bmtr *bmtr, gaiti_bmtr_array *array) {
    bool was_stored = array->data == array->stored.data;
    if (array->changed) {
        return true;
    }
    if (!bmtr_detach_span(bmtr, &array->stored)) {
        return false;
    }
    if (was_stored) {
        array->data = array->stored.data;
        array->loose = true;
    }
    return true;
}

gait_status gait_bmtr_detach(gait_bmtr *bmtr) {
    if (!bmtr) {
        return GAIT_BAD_ARGUMENT;
    }
    bool done = bmtr_detach_texts(bmtr, bmtr->names, bmtr->bone_count) &&
                bmtr_detach_texts(bmtr, bmtr->metas, bmtr->meta_count) &&
                bmtr_detach_array(bmtr, &bmtr->phases) && bmtr_detach_span(bmtr, &bmtr->trailing);
    for (uint32_t k = 0; done && k < bmtr->key_count; k++) {
        done = bmtr_detach_span(bmtr, &bmtr->keys[k].name) &&
               bmtr_detach_span(bmtr, &bmtr->keys[k].value);
    }
    for (uint32_t f = 0; done && f < bmtr->frame_count; f++) {
        done = bmtr_detach_array(bmtr, &bmtr->frames[f]);
    }
    return done ? GAIT_OK : bmtr->arena.status;
}

/* Replaces `size` bytes at `offset` of an array of `total` bytes. False when there is no memory. */
static bool bmtr_change(gait_bmtr *bmtr, gaiti_bmtr_array *array, uint64_t total, uint64_t offset,
                        const uint8_t *bytes, size_t size) {
    if (memcmp(array->data + offset, bytes, size) == 0) {
        return true;
    }
    if (!array->loose) {
        const uint8_t *copy = gaiti_copy(&bmtr->arena, gaiti_span(array->data, (size_t)total));
        if (!copy) {
            return false;
        }
        array->data = copy;
        array->loose = true;
    }
    array->changed = true;
    memcpy(gaiti_bmtr_writable(array) + offset, bytes, size);
    return true;
}

/* --- a new document --------------------------------------------------------------------------- */

static bool bmtr_make_arrays(gait_bmtr *bmtr) {
    uint64_t size = gaiti_bmtr_frame_size(bmtr);
    if (size > SIZE_MAX) {
        bmtr->arena.status = GAIT_LIMIT;
        return false;
    }
    uint8_t *phases = gaiti_alloc(&bmtr->arena, bmtr->frame_count, 4);
    uint8_t *records = gaiti_alloc(&bmtr->arena, bmtr->frame_count, (size_t)size);
    bmtr->names = gaiti_alloc(&bmtr->arena, bmtr->bone_count, sizeof *bmtr->names);
    bmtr->frames = gaiti_alloc(&bmtr->arena, bmtr->frame_count, sizeof *bmtr->frames);
    if (!phases || !records || !bmtr->names || !bmtr->frames) {
        return false;
    }
    bmtr->phases = (gaiti_bmtr_array){.data = phases, .loose = true, .changed = true};
    bmtr->phases.stored.size = 4 * (size_t)bmtr->frame_count;
    for (uint32_t f = 0; f < bmtr->frame_count; f++) {
        uint8_t *frame = records + f * size;
        double phase = bmtr->frame_count > 1 ? (double)f / (bmtr->frame_count - 1) : 0;
        bmtr->frames[f] = (gaiti_bmtr_array){.data = frame, .loose = true, .changed = true};
        bmtr->frames[f].stored.size = (size_t)size;
        gaiti_store_f32(phases + 4 * (size_t)f, (float)phase);
        for (uint32_t b = 0; b < bmtr->bone_count; b++) {
            gaiti_store_s16(frame + (size_t)b * GAITI_BMTR_RECORD + 6, 16384);
        }
    }
    return true;
}

gait_status gaiti_bmtr_new(int32_t version, uint32_t bone_count, uint32_t frame_count,
                           const gait_options *options, gait_bmtr **out_bmtr) {
    gait_status status;
    if (!GAITI_CLEAR(out_bmtr) || version < 2 || version > 5) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_bmtr *bmtr =
        gaiti_new_object(options, sizeof *bmtr, offsetof(gait_bmtr, arena), 0, &status);
    GAITI_TRY(status);
    bmtr->version = (uint32_t)version;
    bmtr->code_page = options ? options->code_page : 0;
    bmtr->reversed = 1;
    bmtr->frame_count = frame_count;
    bmtr->preload = frame_count <= GAITI_BMTR_MAX_PRELOADED;
    bmtr->animated_bone_count = bmtr->bone_count = bone_count;
    if (!bmtr_make_arrays(bmtr)) {
        status = bmtr->arena.status;
        gait_bmtr_free(bmtr);
        return status;
    }
    *out_bmtr = bmtr;
    return GAIT_OK;
}

/* --- fields ----------------------------------------------------------------------------------- */

gait_status gait_bmtr_set_root_motion(gait_bmtr *bmtr, const float root_motion[3]) {
    if (!bmtr || !root_motion) {
        return GAIT_BAD_ARGUMENT;
    }
    memcpy(bmtr->root_motion, root_motion, sizeof bmtr->root_motion);
    return GAIT_OK;
}

gait_status gait_bmtr_set_preload(gait_bmtr *bmtr, uint32_t preload) {
    if (!bmtr) {
        return GAIT_BAD_ARGUMENT;
    }
    bmtr->preload = preload;
    return GAIT_OK;
}

static bool bmtr_is_text(gait_span text) {
    return text.size == 0 || (text.data && !memchr(text.data, 0, text.size));
}

gait_status gaiti_bmtr_set_bone_name(gait_bmtr *bmtr, uint32_t bone, gait_span name) {
    if (bone >= gait_bmtr_bone_count(bmtr) || !bmtr_is_text(name)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!bmtr_detach_span(bmtr, &name)) {
        return bmtr->arena.status;
    }
    bmtr->names[bone] = name;
    return GAIT_OK;
}

gait_status gaiti_bmtr_set_phase(gait_bmtr *bmtr, uint32_t frame, float phase) {
    uint8_t bytes[4];
    if (frame >= gait_bmtr_frame_count(bmtr)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_store_f32(bytes, phase);
    bool done = bmtr_change(bmtr, &bmtr->phases, 4 * (uint64_t)bmtr->frame_count,
                            4 * (uint64_t)frame, bytes, sizeof bytes);
    return done ? GAIT_OK : bmtr->arena.status;
}

gait_status gaiti_bmtr_set_record(gait_bmtr *bmtr, uint32_t frame, uint32_t bone,
                                  const gait_bmtr_record *record) {
    uint8_t bytes[GAITI_BMTR_RECORD];
    if (frame >= gait_bmtr_frame_count(bmtr) || bone >= bmtr->bone_count || !record) {
        return GAIT_BAD_ARGUMENT;
    }
    for (int i = 0; i < 4; i++) {
        gaiti_store_s16(bytes + 2 * i, record->rotation[i]);
    }
    for (int i = 0; i < 3; i++) {
        gaiti_store_u16(bytes + 8 + 2 * i, record->translation[i]);
    }
    bool done = bmtr_change(bmtr, &bmtr->frames[frame], gaiti_bmtr_frame_size(bmtr),
                            (uint64_t)bone * GAITI_BMTR_RECORD, bytes, sizeof bytes);
    return done ? GAIT_OK : bmtr->arena.status;
}

/* Checks a key stone, and copies it with its bytes. */
static gait_status bmtr_copy_key(gait_bmtr *bmtr, const gait_bmtr_key *key, gait_bmtr_key *out) {
    if (!key || !bmtr_is_text(key->name) || !bmtr_is_text(key->value)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!gaiti_bmtr_has_keys(bmtr)) {
        return GAIT_WOULD_LOSE;
    }
    *out = *key;
    bool done = bmtr_detach_span(bmtr, &out->name) && bmtr_detach_span(bmtr, &out->value);
    return done ? GAIT_OK : bmtr->arena.status;
}

gait_status gait_bmtr_set_key(gait_bmtr *bmtr, uint32_t index, const gait_bmtr_key *key) {
    gait_bmtr_key copy;
    if (index >= gait_bmtr_key_count(bmtr)) {
        return gaiti_bmtr_insert_key(bmtr, index, key);
    }
    GAITI_TRY(bmtr_copy_key(bmtr, key, &copy));
    bmtr->keys[index] = copy;
    return GAIT_OK;
}

gait_status gaiti_bmtr_insert_key(gait_bmtr *bmtr, uint32_t index, const gait_bmtr_key *key) {
    gait_bmtr_key copy;
    if (!bmtr || index > bmtr->key_count) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(bmtr_copy_key(bmtr, key, &copy));
    gait_bmtr_key *list = gaiti_insert(&bmtr->arena, bmtr->keys, bmtr->key_count,
                                       &bmtr->key_capacity, index, sizeof *list);
    if (!list) {
        return bmtr->arena.status;
    }
    list[index] = copy;
    bmtr->keys = list;
    bmtr->key_count++;
    return GAIT_OK;
}

gait_status gaiti_bmtr_remove_key(gait_bmtr *bmtr, uint32_t index) {
    if (index >= gait_bmtr_key_count(bmtr)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_remove(bmtr->keys, bmtr->key_count, &bmtr->key_capacity, index, sizeof *bmtr->keys);
    bmtr->key_count--;
    return GAIT_OK;
}
