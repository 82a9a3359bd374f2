/* The text form of binarised RTM: docs/formats/text.md#bmtr. */
#include "codec/lzo1x/lzo1x.h"
#include "codec/lzss.h"
#include "formats/bi/bmtr/bmtr.h"
#include "text/text_form.h"

#include <string.h>

static void bmtr_text_names(gaiti_text *text, const char *key, gait_span **names, uint32_t *count) {
    *names = gaiti_text_open_items(text, key, *names, count, sizeof **names);
    for (uint32_t i = 0; i < *count; i++) {
        gaiti_text_line(text);
        gaiti_text_name(text, NULL, &(*names)[i], SIZE_MAX);
    }
    gaiti_text_close(text);
}

static void bmtr_text_keys(gaiti_text *text, gait_bmtr *bmtr) {
    bmtr->keys =
        gaiti_text_open_items(text, "keys", bmtr->keys, &bmtr->key_count, sizeof *bmtr->keys);
    for (uint32_t k = 0; k < bmtr->key_count; k++) {
        gait_bmtr_key *key = &bmtr->keys[k];
        gaiti_text_line(text);
        gaiti_text_open(text, NULL);
        gaiti_text_s32(text, "id", &key->id);
        gaiti_text_name(text, "name", &key->name, SIZE_MAX);
        gaiti_text_f32(text, "time", &key->time);
        gaiti_text_name(text, "value", &key->value, SIZE_MAX);
        gaiti_text_close(text);
    }
    gaiti_text_close(text);
}

/* --- arrays ----------------------------------------------------------------------------------- */

static bool bmtr_is_packed(const gait_bmtr *bmtr, uint8_t flag, size_t size) {
    return flag != 0 || gaiti_bmtr_must_pack(bmtr->version, size);
}

/* True when the compressed bytes give exactly the data. */
static bool bmtr_unpacks_to(gait_bmtr *bmtr, gait_span packed, gait_span data) {
    uint8_t *unpacked = gaiti_alloc_uninitialised(&bmtr->arena, data.size, 1);
    size_t consumed = 0;
    gaiti_lzss_sum sum;
    if (!unpacked) {
        return false;
    }
    gait_status status = bmtr->version == 2
                             ? gaiti_lzss_decode(packed, unpacked, data.size, &consumed, &sum)
                             : gaiti_lzo1x_decode(packed, unpacked, data.size, &consumed);
    return status == GAIT_OK && consumed == packed.size &&
           memcmp(unpacked, data.data, data.size) == 0;
}

/* The compressed bytes stay if they still give the data; otherwise it is compressed anew. */
static void bmtr_text_packed(gaiti_text *text, gait_bmtr *bmtr, gaiti_bmtr_array *array,
                             gait_span data, const char *flag, const char *packed) {
    bool is_reading = gaiti_text_is_reading(text);
    if (bmtr->version >= 5) {
        uint32_t wide = array->flag;
        gaiti_text_u32_unless(text, flag, &wide, 0);
        if (wide > UINT8_MAX) {
            gaiti_text_fail(text, GAITI_TEXT_RANGE, flag, 0, UINT8_MAX, gaiti_span(NULL, 0));
        }
        array->flag = (uint8_t)wide;
    }
    bool is_packed = bmtr_is_packed(bmtr, array->flag, data.size);
    gait_span bytes = is_packed ? array->stored : gaiti_span(NULL, 0);
    gaiti_text_bytes(text, packed, &bytes);
    if (is_reading && gaiti_text_is_ok(text)) {
        array->data = data.data;
        array->stored = is_packed ? bytes : data;
        array->changed = is_packed && !bmtr_unpacks_to(bmtr, bytes, data);
        bmtr->packs = bmtr->packs || is_packed;
    }
}

static void bmtr_text_frame(gaiti_text *text, gait_bmtr *bmtr, uint32_t frame) {
    gaiti_bmtr_array array = bmtr->frames[frame];
    gait_span data = gaiti_span(array.data, (size_t)gaiti_bmtr_frame_size(bmtr));
    gaiti_text_line(text);
    gaiti_text_open(text, NULL);
    gaiti_text_block(text, "records", "sssshhh", bmtr->bone_count, &data);
    bmtr_text_packed(text, bmtr, &array, data, "flag", "packed");
    gaiti_text_close(text);
    if (gaiti_text_is_reading(text)) {
        bmtr->frames[frame] = array;
    }
}

static void bmtr_text_frames(gaiti_text *text, gait_bmtr *bmtr) {
    uint32_t count = bmtr->frame_count;
    bmtr->frames =
        gaiti_text_open_items(text, "frames", bmtr->frames, &count, sizeof *bmtr->frames);
    gaiti_text_expect_count(text, NULL, bmtr->frame_count, count);
    for (uint32_t f = 0; f < count && gaiti_text_is_ok(text); f++) {
        bmtr_text_frame(text, bmtr, f);
    }
    gaiti_text_close(text);
}

void gaiti_bmtr_text(gaiti_text *text, void *document) {
    gait_bmtr *bmtr = document;
    int64_t version = bmtr->version;
    gaiti_text_integer(text, "version", &version, 2, 5);
    bmtr->version = (uint32_t)version;
    gaiti_text_u8(text, "reversed", &bmtr->reversed);
    gaiti_text_f32s(text, "step", bmtr->root_motion, 3);
    gaiti_text_u32(text, "preload", &bmtr->preload);
    bmtr_text_names(text, "bones", &bmtr->names, &bmtr->bone_count);
    gaiti_text_u32_unless(text, "animatedBoneCount", &bmtr->animated_bone_count, bmtr->bone_count);
    if (gaiti_bmtr_has_keys(bmtr)) {
        bmtr_text_names(text, "metas", &bmtr->metas, &bmtr->meta_count);
        bmtr_text_keys(text, bmtr);
    }
    gaiti_text_line(text);
    gait_span phases = gaiti_span(bmtr->phases.data, (size_t)bmtr->frame_count * 4);
    gaiti_text_numbers(text, "phases", 'f', &bmtr->frame_count, &phases);
    bmtr_text_packed(text, bmtr, &bmtr->phases, phases, "phasesFlag", "phasesPacked");
    bmtr_text_frames(text, bmtr);
    gaiti_text_bytes(text, "trailing", &bmtr->trailing);
}
