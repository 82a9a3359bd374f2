/* Applies changed metadata to SDK motions: marks and playback parameters. */
#include "base/try.h"
#include "formats/xray/skl/skl.h"
#include "formats/xray/xray_marks.h"
#include "model/clip.h"

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
    gaiti_skl_motion *changed = &skl->motions[motion];
    GAITI_TRY(gaiti_marks_apply_events(
        clip_metadata, changes, (gaiti_marks_target){changed->values.version >= 7, skl->code_page},
        &skl->arena, &changed->marks, &changed->values.mark_count));
    if (changes & GAIT_META_EVENTS) {
        changed->mark_capacity = 0;
    }
    if (!(changes & GAIT_META_PLAYBACK)) {
        return GAIT_OK;
    }
    const gait_playback *playback = &clip_metadata->playback;
    gait_skl_motion values = changed->values;
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
