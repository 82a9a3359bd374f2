/* The text form of plain RTM: docs/formats/text.md#rtm. */
#include "base/text/text.h"
#include "formats/bi/rtm/rtm.h"
#include "formats/bi/rtm/rtm_properties.h"
#include "text/text_form.h"

#include <string.h>

static void rtm_text_properties(gaiti_text *text, gait_rtm *rtm) {
    rtm->has_properties = gaiti_text_open_if(text, "properties", rtm->has_properties);
    if (!rtm->has_properties) {
        return;
    }
    gaiti_text_u32_unless(text, "reserved", &rtm->reserved, 0);
    uint32_t long_texts = gaiti_text_is_reading(text) ? 0 : gaiti_rtm_count_long_texts(rtm);
    gaiti_text_u32_unless(text, "longTexts", &long_texts, 0);
    size_t max_size = long_texts > 0 ? UINT32_MAX : UINT8_MAX;
    rtm->properties = gaiti_text_open_items(text, "list", rtm->properties, &rtm->property_count,
                                            sizeof *rtm->properties);
    text->allows_nul = true;
    for (uint32_t p = 0; p < rtm->property_count; p++) {
        gait_rtm_property *property = &rtm->properties[p];
        gaiti_text_line(text);
        gaiti_text_open(text, NULL);
        gaiti_text_f32(text, "phase", &property->phase);
        gaiti_text_name(text, "name", &property->name, max_size);
        gaiti_text_name(text, "value", &property->value, max_size);
        gaiti_text_close(text);
    }
    text->allows_nul = false;
    gaiti_text_close(text);
    gaiti_text_u32_unless(text, "statedCount", &rtm->stated_properties, rtm->property_count);
    gaiti_text_bytes(text, "gap", &rtm->gap);
    gaiti_text_close(text);
}

static void rtm_put(uint8_t *to, gait_span bytes) {
    if (bytes.size > 0) {
        memcpy(to, bytes.data, bytes.size);
    }
}

/* A name of 32 bytes: a text, or an object if other bytes than NULs follow it. */
static void rtm_text_field(gaiti_text *text, uint8_t *field) {
    gait_span name = gaiti_rtm_name(field), rest = {field + name.size, GAITI_RTM_NAME - name.size};
    bool is_plain = true;
    for (size_t i = 0; i < rest.size; i++) {
        is_plain = is_plain && rest.data[i] == 0;
    }
    bool is_reading = gaiti_text_is_reading(text);
    bool has_rest = is_reading ? gaiti_text_is_object_next(text) : !is_plain && !text->is_clean;
    if (has_rest) {
        gaiti_text_open(text, NULL);
        gaiti_text_name(text, "name", &name, GAITI_RTM_NAME);
        gaiti_text_bytes(text, "rest", &rest);
        gaiti_text_expect_count(text, "rest", GAITI_RTM_NAME - name.size, rest.size);
        gaiti_text_close(text);
    } else {
        gaiti_text_name(text, NULL, &name, GAITI_RTM_NAME);
        rest.size = 0;
    }
    if (is_reading && gaiti_text_is_ok(text)) {
        memset(field, 0, GAITI_RTM_NAME);
        rtm_put(field, name);
        rtm_put(field + name.size, rest);
    }
}

/* The 32 bytes of the names in a frame, which are left out if they are those of the header. */
static void rtm_text_frame_names(gaiti_text *text, gait_rtm *rtm, uint8_t *frame) {
    uint8_t *entry = frame + GAITI_RTM_FRAME_HEAD;
    bool is_equal = true;
    for (uint32_t b = 0; b < rtm->bone_count; b++) {
        const uint8_t *name = rtm->names.data + (size_t)b * GAITI_RTM_NAME;
        if (gaiti_text_is_reading(text)) {
            memcpy(entry + (size_t)b * GAITI_RTM_ENTRY, name, GAITI_RTM_NAME);
        } else {
            const uint8_t *other = entry + (size_t)b * GAITI_RTM_ENTRY;
            is_equal = is_equal && (text->is_clean ? gaiti_equal_name(gaiti_rtm_name(other),
                                                                      gaiti_rtm_name(name))
                                                   : memcmp(other, name, GAITI_RTM_NAME) == 0);
        }
    }
    uint32_t count = gaiti_text_open_list_if_any(text, "names", is_equal ? 0 : rtm->bone_count);
    gaiti_text_expect_count(text, NULL, count > 0 ? rtm->bone_count : 0, count);
    for (uint32_t b = 0; b < count && gaiti_text_is_ok(text); b++) {
        rtm_text_field(text, entry + (size_t)b * GAITI_RTM_ENTRY);
    }
    gaiti_text_close(text);
}

static void rtm_text_frame(gaiti_text *text, gait_rtm *rtm, uint32_t frame) {
    uint8_t *bytes = gaiti_rtm_writable(rtm->frames, frame * gaiti_rtm_frame_size(rtm));
    float phase = gaiti_load_f32(bytes);
    gaiti_text_line(text);
    gaiti_text_open(text, NULL);
    gaiti_text_f32(text, "phase", &phase);
    gaiti_text_table(text, "matrices", "ffffffffffff",
                     bytes + GAITI_RTM_FRAME_HEAD + GAITI_RTM_NAME, GAITI_RTM_ENTRY,
                     rtm->bone_count);
    if (gaiti_text_is_reading(text)) {
        gaiti_store_f32(bytes, phase);
    }
    rtm_text_frame_names(text, rtm, bytes);
    gaiti_text_close(text);
}

static void rtm_text_names(gaiti_text *text, gait_rtm *rtm) {
    uint8_t *names = gaiti_text_open_items(text, "bones", gaiti_rtm_writable(rtm->names, 0),
                                           &rtm->bone_count, GAITI_RTM_NAME);
    rtm->names = gaiti_span(names, (size_t)rtm->bone_count * GAITI_RTM_NAME);
    for (uint32_t b = 0; b < rtm->bone_count && gaiti_text_is_ok(text); b++) {
        gaiti_text_line(text);
        rtm_text_field(text, gaiti_rtm_writable(rtm->names, (uint64_t)b * GAITI_RTM_NAME));
    }
    gaiti_text_close(text);
}

/* Finds the first frame of a text that is too short for all its matrices. */
static void rtm_text_find_short_frame(gaiti_text *text, gait_rtm *rtm, uint32_t count) {
    size_t size = (size_t)gaiti_rtm_frame_size(rtm);
    uint8_t *frame = gaiti_alloc_uninitialised(&rtm->arena, size, 1);
    rtm->frames = gaiti_span(frame, frame ? size : 0);
    for (uint32_t f = 0; frame && f < count && gaiti_text_is_ok(text); f++) {
        rtm_text_frame(text, rtm, 0);
    }
}

static void rtm_text_frames(gaiti_text *text, gait_rtm *rtm) {
    enum { ROW = 26 }; /* the least size of a matrix in the text */
    uint32_t count = gaiti_text_open_list(text, "frames", rtm->frame_count);
    if (gaiti_text_is_reading(text)) {
        if ((uint64_t)count * rtm->bone_count > text->source.size / ROW) {
            rtm_text_find_short_frame(text, rtm, count);
            return;
        }
        rtm->frame_count = count;
        uint64_t size = count * gaiti_rtm_frame_size(rtm);
        uint8_t *frames = gaiti_alloc_uninitialised(&rtm->arena, size, 1);
        if (!frames) {
            return;
        }
        rtm->frames = gaiti_span(frames, (size_t)size);
    }
    for (uint32_t f = 0; f < count && gaiti_text_is_ok(text); f++) {
        rtm_text_frame(text, rtm, f);
    }
    gaiti_text_close(text);
}

void gaiti_rtm_text(gaiti_text *text, void *document) {
    gait_rtm *rtm = document;
    int64_t version = rtm->version;
    gaiti_text_integer(text, "version", &version, 100, 101);
    rtm->version = (int32_t)version;
    rtm_text_properties(text, rtm);
    gaiti_text_line(text);
    if (version == 100) {
        gaiti_text_f32(text, "stepZ", &rtm->root_motion[2]);
    } else {
        gaiti_text_f32s(text, "step", rtm->root_motion, 3);
    }
    rtm_text_names(text, rtm);
    gaiti_text_line(text);
    rtm_text_frames(text, rtm);
    gaiti_text_bytes(text, "trailing", &rtm->trailing);
}
