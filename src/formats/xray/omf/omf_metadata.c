/* What extras say otherwise, into a bank: marks, and how the motion is played. */
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_marks.h"
#include "gait/metadata.h"
#include "model/clip.h"

static gait_status omf_take_marks(gait_omf *omf, uint32_t motion, const gait_clip *clip_metadata) {
    gaiti_omf_definition *definition = &omf->definitions[motion];
    if (omf->version < 4) {
        return clip_metadata->event_count > 0 ? GAIT_WOULD_LOSE : GAIT_OK;
    }
    definition->mark_room = 0;
    return gaiti_marks_replace(clip_metadata, &omf->arena, &definition->marks,
                               &definition->mark_count);
}

static gait_status omf_take_playback(gait_omf *omf, uint32_t motion,
                                     const gait_playback *clip_metadata) {
    gait_omf_motion values = gait_omf_motion_at(omf, motion);
    values.flags = clip_metadata->flags;
    values.bone_or_part = clip_metadata->bone_or_part;
    values.speed = clip_metadata->speed;
    values.power = clip_metadata->power;
    values.accrue = clip_metadata->accrue;
    values.falloff = clip_metadata->falloff;
    return gait_omf_set_motion(omf, motion, &values);
}

gait_status gait_omf_apply_metadata(gait_omf *omf, uint32_t motion, const gait_clip *clip_metadata,
                                    uint32_t changes) {
    gait_status status = GAIT_OK;
    if (motion >= gait_omf_motion_count(omf) || !gaiti_clip_is_complete(clip_metadata)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (changes & GAIT_META_EVENTS) {
        status = omf_take_marks(omf, motion, clip_metadata);
    }
    if (status == GAIT_OK && changes & GAIT_META_PLAYBACK) {
        status = omf_take_playback(omf, motion, &clip_metadata->playback);
    }
    return status;
}
