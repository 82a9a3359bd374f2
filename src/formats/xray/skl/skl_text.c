/* The text form of SKL and SKLS: docs/formats/text.md#skl. */
#include "formats/xray/skl/skl.h"
#include "formats/xray/xray_text.h"

/* --- envelopes -------------------------------------------------------------------------------- */

enum { SKL_SHAPE_AT = 8 }; /* the offset of the shape in a key */

/* Seven packed numbers follow the shape of a key of version 6 or 7, unless it is stepped. */
static void skl_text_narrow_key(gaiti_text *text, gaiti_text_rows *rows, uint8_t *key) {
    gaiti_text_columns(text, rows, "ffb", key);
    if (gaiti_text_is_ok(text) && key[SKL_SHAPE_AT] != GAIT_SKL_STEPPED) {
        gaiti_text_columns(text, rows, "wwwwwww", key + GAITI_SKL_STEPPED_KEY);
    }
}

static size_t skl_text_key_size(bool wide, const uint8_t *key) {
    return wide                                    ? GAITI_SKL_WIDE_KEY
           : key[SKL_SHAPE_AT] == GAIT_SKL_STEPPED ? GAITI_SKL_STEPPED_KEY
                                                   : GAITI_SKL_KEY;
}

static void skl_text_keys(gaiti_text *text, bool wide, gait_skl_envelope *envelope) {
    gaiti_text_rows rows;
    uint32_t count = gaiti_text_open_rows(text, &rows, "keys", envelope->key_count), done = 0;
    bool is_reading = gaiti_text_is_reading(text);
    uint8_t *bytes = is_reading ? gaiti_alloc_uninitialised(text->arena, count, GAITI_SKL_WIDE_KEY)
                                : (uint8_t *)(uintptr_t)envelope->keys.data;
    uint8_t *key = bytes;
    if (is_reading && !bytes) {
        text->status = text->status ? text->status : text->arena->status;
        return;
    }
    while (done < count && gaiti_text_open_row(text, &rows)) {
        if (wide) {
            gaiti_text_columns(text, &rows, "ffufffffff", key);
        } else {
            skl_text_narrow_key(text, &rows, key);
        }
        gaiti_text_close_row(text, &rows);
        if (!gaiti_text_is_ok(text)) {
            return;
        }
        key += skl_text_key_size(wide, key);
        done++;
    }
    gaiti_text_end_rows(text, &rows);
    if (is_reading) {
        envelope->key_count = done;
        envelope->keys = gaiti_span(bytes, (size_t)(key - bytes));
        gaiti_text_limit_count(text, "keys", wide ? UINT32_MAX : UINT16_MAX, done);
    }
}

static void skl_text_envelope(gaiti_text *text, bool wide, const char *channel,
                              gait_skl_envelope *envelope) {
    uint32_t most = wide ? UINT32_MAX : UINT8_MAX;
    gaiti_text_line(text);
    gaiti_text_open(text, channel);
    gaiti_text_u32_up_to(text, "before", &envelope->behaviour[0], most);
    gaiti_text_u32_up_to(text, "after", &envelope->behaviour[1], most);
    skl_text_keys(text, wide, envelope);
    gaiti_text_close(text);
}

static void skl_text_bone(gaiti_text *text, const gait_skl *skl, uint16_t version,
                          gaiti_skl_bone *bone) {
    static const char *const channels[] = {"x", "y", "z", "heading", "pitch", "bank"};
    bool wide = gaiti_skl_is_wide(skl->kind, version);
    gaiti_text_line(text);
    gaiti_text_open(text, NULL);
    if (skl->kind != GAIT_SKL_OBJECT) {
        if (version >= 5) {
            gaiti_text_name(text, "name", &bone->values.name, SIZE_MAX);
        }
        gaiti_text_u32_up_to(text, "flags", &bone->values.flags,
                             version < 6 ? UINT32_MAX : UINT8_MAX);
    }
    for (int c = 0; c < GAIT_SKL_CHANNELS; c++) {
        skl_text_envelope(text, wide, channels[c], &bone->envelopes[c]);
    }
    gaiti_text_close(text);
}

/* --- motions ---------------------------------------------------------------------------------- */

/* Version 4 has two bytes instead of flags, and versions below 6 have wider numbers. */
static void skl_text_playback(gaiti_text *text, gait_skl_motion *motion) {
    if (motion->version == 4) {
        uint8_t fx = (uint8_t)motion->flags, stop = (uint8_t)(motion->flags >> 8);
        gaiti_text_u8(text, "isFX", &fx);
        gaiti_text_u8(text, "stopAtEnd", &stop);
        motion->flags = fx | (uint32_t)stop << 8;
    } else {
        gaiti_xray_text_flags(text, &motion->flags);
        if (motion->version >= 6 && motion->flags > UINT8_MAX) {
            gaiti_text_fail(text, GAITI_TEXT_RANGE, "flags", 0, UINT8_MAX, gaiti_span(NULL, 0));
        }
    }
    gaiti_text_u32_up_to(text, "boneOrPart", &motion->bone_or_part,
                         motion->version < 6 ? UINT32_MAX : UINT16_MAX);
    gaiti_text_f32(text, "speed", &motion->speed);
    gaiti_text_f32(text, "accrue", &motion->accrue);
    gaiti_text_f32(text, "falloff", &motion->falloff);
    gaiti_text_f32(text, "power", &motion->power);
}

static void skl_text_bones(gaiti_text *text, const gait_skl *skl, gait_skl_motion *values,
                           gaiti_skl_bone **bones) {
    *bones = gaiti_text_open_items(text, "bones", *bones, &values->bone_count, sizeof **bones);
    if (skl->kind == GAIT_SKL_OBJECT) {
        gaiti_text_expect_count(text, NULL, 1, values->bone_count);
    } else if (values->version >= 6) {
        gaiti_text_limit_count(text, NULL, UINT16_MAX, values->bone_count);
    }
    for (uint32_t b = 0; b < values->bone_count && gaiti_text_is_ok(text); b++) {
        skl_text_bone(text, skl, values->version, &(*bones)[b]);
    }
    gaiti_text_close(text);
}

static void skl_text_motion(gaiti_text *text, gait_skl *skl, uint32_t index) {
    gaiti_skl_motion motion = skl->motions[index];
    gait_skl_motion *values = &motion.values;
    int64_t version = values->version;
    gaiti_text_line(text);
    gaiti_text_open(text, NULL);
    gaiti_text_name(text, "name", &values->name, SIZE_MAX);
    gaiti_text_s32(text, "frameStart", &values->frame_start);
    gaiti_text_s32(text, "frameEnd", &values->frame_end);
    gaiti_text_f32(text, "fps", &values->fps);
    gaiti_text_integer(text, "version", &version, skl->kind == GAIT_SKL_OBJECT ? 3 : 4,
                       skl->kind == GAIT_SKL_OBJECT ? 5 : 7);
    values->version = (uint16_t)version;
    if (skl->kind != GAIT_SKL_OBJECT) {
        skl_text_playback(text, values);
    }
    if (gaiti_skl_has_marks(skl->kind, values->version)) {
        gaiti_xray_text_marks(text, &motion.marks, &values->mark_count);
    }
    skl_text_bones(text, skl, values, &motion.bones);
    gaiti_text_close(text);
    if (gaiti_text_is_reading(text)) {
        skl->motions[index] = motion;
    }
}

void gaiti_skl_text(gaiti_text *text, void *document) {
    gait_skl *skl = document;
    static const char *const kinds[] = {"one", "many", "object"};
    uint32_t kind = skl->kind;
    gaiti_text_choice(text, "kind", &kind, kinds, 3);
    skl->kind = (gait_skl_kind)kind;
    skl->motions = gaiti_text_open_items(text, "motions", skl->motions, &skl->motion_count,
                                         sizeof *skl->motions);
    if (skl->kind != GAIT_SKL_MANY) {
        gaiti_text_expect_count(text, NULL, 1, skl->motion_count);
    }
    for (uint32_t m = 0; m < skl->motion_count && gaiti_text_is_ok(text); m++) {
        skl_text_motion(text, skl, m);
    }
    gaiti_text_close(text);
    gaiti_text_bytes(text, "tail", &skl->tail);
    gaiti_text_bytes(text, "trailing", &skl->trailing);
}
