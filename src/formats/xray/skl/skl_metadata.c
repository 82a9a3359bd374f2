/* What extras say otherwise, into SDK motions: marks, and how the motion is played. */
#include "formats/xray/skl/skl.h"
#include "formats/xray/xray_marks.h"
#include "gait/metadata.h"
#include "model/clip.h"

static gait_status skl_take_marks(gaiti_arena *arena, gaiti_skl_motion *motion,
                                  const gait_clip *clip_metadata) {
    if (motion->values.version < 7) {
        return clip_metadata->event_count > 0 ? GAIT_WOULD_LOSE : GAIT_OK;
    }
    motion->mark_room = 0;
    return gaiti_marks_replace(clip_metadata, arena, &motion->marks, &motion->values.mark_count);
}

/* Version 4 has two bytes for two of the flags, from 6 on there is one for all. False when there is
 * no room for one. */
static bool skl_store_flags(uint32_t flags, gait_skl_motion *values) {
    if (values->version != 4) {
        values->flags = flags;
        return values->version < 6 || flags <= 0xFF;
    }
    values->flags = (flags & GAIT_OMF_FX ? 1u : 0u) | (flags & GAIT_OMF_STOP_AT_END ? 0x100u : 0u);
    return (flags & ~(uint32_t)(GAIT_OMF_FX | GAIT_OMF_STOP_AT_END)) == 0;
}

static gait_status skl_take_playback(gait_skl *skl, uint32_t motion,
                                     const gait_playback *clip_metadata, uint32_t changes) {
    gait_skl_motion values = gait_skl_motion_at(skl, motion);
    if (changes & GAIT_META_FLAGS && !skl_store_flags(clip_metadata->flags, &values)) {
        return GAIT_WOULD_LOSE;
    }
    values.bone_or_part = (values.bone_or_part & 0xFFFF0000u) | clip_metadata->bone_or_part;
    values.speed = clip_metadata->speed;
    values.power = clip_metadata->power;
    values.accrue = clip_metadata->accrue;
    values.falloff = clip_metadata->falloff;
    return gait_skl_set_motion(skl, motion, &values);
}

gait_status gait_skl_apply_metadata(gait_skl *skl, uint32_t motion, const gait_clip *clip_metadata,
                                    uint32_t changes) {
    gait_status status = GAIT_OK;
    if (motion >= gait_skl_motion_count(skl) || !gaiti_clip_is_complete(clip_metadata)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (changes & GAIT_META_EVENTS) {
        status = skl_take_marks(&skl->arena, &skl->motions[motion], clip_metadata);
    }
    if (status == GAIT_OK && changes & GAIT_META_PLAYBACK) {
        status = skl_take_playback(skl, motion, &clip_metadata->playback, changes);
    }
    return status;
}
