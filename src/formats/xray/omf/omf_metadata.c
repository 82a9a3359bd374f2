/* What extras say otherwise, into a bank: marks, and how the motion is played. */
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_marks.h"
#include "gait/metadata.h"
#include "model/clip.h"

static gait_status omf_take_marks(gait_omf *omf, uint32_t motion, const gait_clip *said) {
    gaiti_omf_definition *definition = &omf->definitions[motion];
    if (omf->version < 4) {
        return said->event_count > 0 ? GAIT_WOULD_LOSE : GAIT_OK;
    }
    definition->mark_room = 0;
    return gaiti_marks_replace(said, &omf->arena, &definition->marks, &definition->mark_count);
}

static gait_status omf_take_playback(gait_omf *omf, uint32_t motion, const gait_playback *said) {
    gait_omf_motion values = gait_omf_motion_at(omf, motion);
    values.flags = said->flags;
    values.bone_or_part = said->bone_or_part;
    values.speed = said->speed;
    values.power = said->power;
    values.accrue = said->accrue;
    values.falloff = said->falloff;
    return gait_omf_set_motion(omf, motion, &values);
}

gait_status gait_omf_take_extras(gait_omf *omf, uint32_t motion, const gait_clip *said,
                                 uint32_t changes) {
    gait_status status = GAIT_OK;
    if (motion >= gait_omf_motion_count(omf) || !gaiti_clip_is_complete(said)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (changes & GAIT_SAYS_EVENTS) {
        status = omf_take_marks(omf, motion, said);
    }
    if (status == GAIT_OK && changes & GAIT_SAYS_PLAYBACK) {
        status = omf_take_playback(omf, motion, &said->playback);
    }
    return status;
}
