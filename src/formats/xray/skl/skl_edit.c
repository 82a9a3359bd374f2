/* Creating and editing SDK motions. An edit changes only the bytes of its field. */
#include <stddef.h>

#include "base/try.h"
#include "formats/xray/skl/skl.h"
#include "formats/xray/xray_marks.h"
#include "gait/metadata.h"
#include "model/clip.h"

static gait_status skl_memory(const gait_skl *skl) {
    return skl->arena.status ? skl->arena.status : GAIT_NO_MEMORY;
}

gait_status gait_skl_detach(gait_skl *skl) {
    if (!skl) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena *arena = &skl->arena;
    skl->source = (gait_span){0};
    GAITI_TRY(gaiti_own(arena, &skl->tail));
    GAITI_TRY(gaiti_own(arena, &skl->trailing));
    for (uint32_t m = 0; m < skl->motion_count; m++) {
        gaiti_skl_motion *motion = &skl->motions[m];
        GAITI_TRY(gaiti_own(arena, &motion->values.name));
        for (uint32_t b = 0; b < motion->values.bone_count; b++) {
            GAITI_TRY(gaiti_own(arena, &motion->bones[b].values.name));
            for (uint32_t c = 0; c < GAIT_SKL_CHANNELS; c++) {
                GAITI_TRY(gaiti_own(arena, &motion->bones[b].envelopes[c].keys));
            }
        }
        for (uint32_t k = 0; k < motion->values.mark_count; k++) {
            GAITI_TRY(gaiti_mark_detach(arena, &motion->marks[k]));
        }
    }
    return GAIT_OK;
}

gait_status gait_skl_new(gait_skl_kind kind, const gait_options *options, gait_skl **out_skl) {
    gait_status status;
    if (!GAITI_CLEAR(out_skl) || (uint32_t)kind > GAIT_SKL_OBJECT) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_skl *skl =
        gaiti_new_object(options, sizeof *skl, offsetof(gait_skl, arena), 4096, &status);
    if (!skl) {
        return status;
    }
    skl->kind = kind;
    skl->code_page = options ? options->code_page : 0;
    *out_skl = skl;
    return GAIT_OK;
}

static bool skl_text_fits(gait_span text) {
    return text.size == 0 || (text.data && !memchr(text.data, 0, text.size));
}

/* --- motions ---------------------------------------------------------------------------------- */

/* True when every number fits into its field. */
static bool skl_values_fit(const gait_skl *skl, const gait_skl_motion *values) {
    if (!skl_text_fits(values->name)) {
        return false;
    }
    if (skl->kind == GAIT_SKL_OBJECT) {
        return values->flags == 0 && values->bone_or_part == 0 && values->speed == 0 &&
               values->accrue == 0 && values->falloff == 0 && values->power == 0;
    }
    uint32_t flags = values->version >= 6 ? 0xFF : values->version == 4 ? 0xFFFF : UINT32_MAX;
    return values->flags <= flags && (values->version < 6 || values->bone_or_part <= UINT16_MAX);
}

gait_status gaiti_skl_set_motion(gait_skl *skl, uint32_t motion, const gait_skl_motion *values) {
    if (motion >= gait_skl_motion_count(skl) || !values || !skl_values_fit(skl, values)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_skl_motion copy = *values;
    gait_skl_motion *old = &skl->motions[motion].values;
    if (copy.version != old->version || copy.bone_count != old->bone_count ||
        copy.mark_count != old->mark_count) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(gaiti_own(&skl->arena, &copy.name));
    *old = copy;
    if (skl->kind == GAIT_SKL_OBJECT) {
        gaiti_skl_name_object(&skl->motions[motion]);
    }
    return GAIT_OK;
}

/* --- bones and envelopes ---------------------------------------------------------------------- */

static bool skl_bone_fits(const gait_skl *skl, uint16_t version, const gait_skl_bone *bone) {
    return skl_text_fits(bone->name) && (version < 6 || bone->flags <= 0xFF) &&
           (skl->kind != GAIT_SKL_OBJECT || bone->flags == 0);
}

gait_status gait_skl_set_bone(gait_skl *skl, uint32_t motion, uint32_t bone,
                              const gait_skl_bone *values) {
    if (motion >= gait_skl_motion_count(skl) || bone >= skl->motions[motion].values.bone_count ||
        !values) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_skl_bone copy = *values;
    gaiti_skl_motion *owner = &skl->motions[motion];
    bool nameless = skl->kind == GAIT_SKL_OBJECT || owner->values.version < 5;
    if (!skl_bone_fits(skl, owner->values.version, &copy) ||
        (nameless && !gaiti_same_bytes(copy.name, owner->bones[bone].values.name))) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(gaiti_own(&skl->arena, &copy.name));
    owner->bones[bone].values = copy;
    return GAIT_OK;
}

/* True when the numbers can be stored in packed form. */
static bool skl_key_fits(const gait_skl_key *key) {
    const float parameters[7] = {key->tension,  key->continuity, key->bias,    key->param[0],
                                 key->param[1], key->param[2],   key->param[3]};
    bool fits = key->shape <= 0xFF;
    for (int i = 0; i < 7 && key->shape != GAIT_SKL_STEPPED; i++) {
        fits = fits && parameters[i] >= -32 && parameters[i] <= 32;
    }
    return fits;
}

static bool skl_curve_fits(const gait_skl_curve *curve, bool wide) {
    if (!curve->keys && curve->key_count > 0) {
        return false;
    }
    bool fits = wide || (curve->key_count <= UINT16_MAX && curve->behaviour[0] <= 0xFF &&
                         curve->behaviour[1] <= 0xFF);
    for (uint32_t k = 0; k < curve->key_count && fits && !wide; k++) {
        fits = skl_key_fits(&curve->keys[k]);
    }
    return fits;
}

gait_status gaiti_skl_store_curve(gait_skl *skl, const gait_skl_curve *curve, bool wide,
                                  gait_skl_envelope *out) {
    gait_buffer bytes = {.allocator = skl->arena.allocator};
    gaiti_visitor visitor = gaiti_visit_writing(&bytes);
    for (uint32_t k = 0; k < curve->key_count; k++) {
        gait_skl_key key = curve->keys[k];
        gaiti_skl_visit_key(&visitor, wide, &key);
    }
    gait_span keys = gaiti_span(bytes.data, bytes.size);
    bool done = !visitor.no_memory && gaiti_own(&skl->arena, &keys) == GAIT_OK;
    if (done) {
        *out = (gait_skl_envelope){.behaviour = {curve->behaviour[0], curve->behaviour[1]},
                                   .key_count = curve->key_count,
                                   .keys = keys};
    }
    gait_buffer_free(&bytes);
    return done ? GAIT_OK : skl_memory(skl);
}

gait_status gait_skl_set_envelope(gait_skl *skl, uint32_t motion, uint32_t bone, uint32_t channel,
                                  const gait_skl_curve *values) {
    if (motion >= gait_skl_motion_count(skl) || bone >= skl->motions[motion].values.bone_count ||
        channel >= GAIT_SKL_CHANNELS || !values) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_skl_motion *owner = &skl->motions[motion];
    bool wide = gaiti_skl_is_wide(skl->kind, owner->values.version);
    if (!skl_curve_fits(values, wide)) {
        return GAIT_BAD_ARGUMENT;
    }
    return gaiti_skl_store_curve(skl, values, wide, &owner->bones[bone].envelopes[channel]);
}

/* --- new motions ------------------------------------------------------------------------------ */

bool gaiti_skl_can_add(const gait_skl *skl, uint16_t version) {
    bool is_object = skl->kind == GAIT_SKL_OBJECT;
    return skl->motion_count < (skl->kind == GAIT_SKL_MANY ? UINT32_MAX : 1) &&
           gaiti_skl_version_is_known(skl->kind, version) && (is_object || version >= 6);
}

static bool skl_motion_fits(const gait_skl *skl, const gait_skl_motion *values,
                            const gait_skl_bone *bones,
                            const gait_skl_curve (*curves)[GAIT_SKL_CHANNELS]) {
    if (!skl || !values || ((!bones || !curves) && values->bone_count > 0)) {
        return false;
    }
    bool is_object = skl->kind == GAIT_SKL_OBJECT;
    bool fits = gaiti_skl_can_add(skl, values->version) && skl_values_fit(skl, values) &&
                (is_object ? values->bone_count == 1 : values->bone_count <= UINT16_MAX);
    for (uint32_t b = 0; fits && b < values->bone_count; b++) {
        fits = skl_bone_fits(skl, values->version, &bones[b]);
        for (uint32_t c = 0; fits && c < GAIT_SKL_CHANNELS; c++) {
            fits = skl_curve_fits(&curves[b][c], gaiti_skl_is_wide(skl->kind, values->version));
        }
    }
    return fits;
}

bool gaiti_skl_reserve_motions(gait_skl *skl, uint32_t extra) {
    uint64_t count = skl->motion_count, total = count + extra;
    if (total <= skl->capacity) {
        return true;
    }
    uint64_t doubled = count * 2 + 4, capacity = total > doubled ? total : doubled;
    if (total > UINT32_MAX) {
        skl->arena.status = GAIT_LIMIT;
        return false;
    }
    capacity = capacity < UINT32_MAX ? capacity : UINT32_MAX;
    gaiti_skl_motion *motions =
        gaiti_grow(&skl->arena, skl->motions, count, capacity, sizeof *motions);
    skl->motions = motions ? motions : skl->motions;
    skl->capacity = motions ? (uint32_t)capacity : skl->capacity;
    return motions != NULL;
}

gait_status gaiti_skl_append(gait_skl *skl, gaiti_skl_motion *motion) {
    GAITI_TRY(gaiti_own(&skl->arena, &motion->values.name));
    for (uint32_t b = 0; b < motion->values.bone_count; b++) {
        GAITI_TRY(gaiti_own(&skl->arena, &motion->bones[b].values.name));
    }
    if (!gaiti_skl_reserve_motions(skl, 1)) {
        return skl_memory(skl);
    }
    skl->motions[skl->motion_count++] = *motion;
    return GAIT_OK;
}

gait_status gait_skl_add_motion(gait_skl *skl, const gait_skl_motion *values,
                                const gait_skl_bone *bones,
                                const gait_skl_curve (*curves)[GAIT_SKL_CHANNELS]) {
    if (!skl_motion_fits(skl, values, bones, curves)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_skl_motion result = {.values = *values};
    bool is_wide = gaiti_skl_is_wide(skl->kind, values->version);
    result.values.mark_count = 0;
    result.bones = gaiti_alloc(&skl->arena, values->bone_count, sizeof *result.bones);
    GAITI_TRY(result.bones ? GAIT_OK : skl_memory(skl));
    for (uint32_t b = 0; b < values->bone_count; b++) {
        result.bones[b].values = bones[b];
        for (uint32_t c = 0; c < GAIT_SKL_CHANNELS; c++) {
            GAITI_TRY(
                gaiti_skl_store_curve(skl, &curves[b][c], is_wide, &result.bones[b].envelopes[c]));
        }
    }
    if (skl->kind == GAIT_SKL_OBJECT) {
        gaiti_skl_name_object(&result);
    }
    return gaiti_skl_append(skl, &result);
}

/* --- marks ------------------------------------------------------------------------------------ */

/* The marks of a motion, which must exist. */
static gaiti_mark_list skl_marks_of(gait_skl *skl, uint32_t motion) {
    gaiti_skl_motion *owner = &skl->motions[motion];
    return (gaiti_mark_list){&skl->arena, &owner->marks, &owner->values.mark_count,
                             &owner->mark_capacity,
                             gaiti_skl_has_marks(skl->kind, owner->values.version)};
}

gait_status gait_skl_set_mark(gait_skl *skl, uint32_t motion, uint32_t mark,
                              const gait_omf_mark *values) {
    return motion < gait_skl_motion_count(skl)
               ? gaiti_marks_set(skl_marks_of(skl, motion), mark, values)
               : GAIT_BAD_ARGUMENT;
}

gait_status gaiti_skl_insert_mark(gait_skl *skl, uint32_t motion, uint32_t mark,
                                  const gait_omf_mark *values) {
    return motion < gait_skl_motion_count(skl)
               ? gaiti_marks_insert(skl_marks_of(skl, motion), mark, values)
               : GAIT_BAD_ARGUMENT;
}

gait_status gaiti_skl_remove_mark(gait_skl *skl, uint32_t motion, uint32_t mark) {
    return motion < gait_skl_motion_count(skl) ? gaiti_marks_remove(skl_marks_of(skl, motion), mark)
                                               : GAIT_BAD_ARGUMENT;
}

/* --- metadata --------------------------------------------------------------------------------- */

/* Version 4 stores two of the flags in two bytes; from version 6 on, one byte stores all. False
 * when a flag cannot be stored. */
static bool skl_store_flags(uint32_t flags, gait_skl_motion *values) {
    if (values->version != 4) {
        values->flags = flags;
        return values->version < 6 || flags <= 0xFF;
    }
    values->flags = (flags & GAIT_OMF_FX ? 1u : 0u) | (flags & GAIT_OMF_STOP_AT_END ? 0x100u : 0u);
    return (flags & ~(uint32_t)(GAIT_OMF_FX | GAIT_OMF_STOP_AT_END)) == 0;
}

gait_status gaiti_skl_apply_metadata(gait_skl *skl, uint32_t motion, const gait_clip *clip_metadata,
                                     uint32_t changes) {
    if (motion >= gait_skl_motion_count(skl) || !gaiti_clip_is_complete(clip_metadata)) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(gaiti_marks_apply_events(clip_metadata, changes, skl_marks_of(skl, motion),
                                       skl->code_page));
    if (!(changes & GAIT_META_PLAYBACK)) {
        return GAIT_OK;
    }
    const gait_playback *playback = &clip_metadata->playback;
    gait_skl_motion values = skl->motions[motion].values;
    if (changes & GAIT_META_FLAGS && !skl_store_flags(playback->flags, &values)) {
        return GAIT_WOULD_LOSE;
    }
    values.bone_or_part = (values.bone_or_part & 0xFFFF0000u) | playback->bone_or_part;
    values.speed = playback->speed;
    values.power = playback->power;
    values.accrue = playback->accrue;
    values.falloff = playback->falloff;
    return gaiti_skl_set_motion(skl, motion, &values);
}
