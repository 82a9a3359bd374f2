/* Applies changed metadata to a bank: marks and playback parameters. */
#include "base/try.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_marks.h"
#include "model/clip.h"

gait_status gaiti_omf_apply_metadata(gait_omf *omf, uint32_t motion, const gait_clip *clip_metadata,
                                     uint32_t changes) {
    if (motion >= gait_omf_motion_count(omf) || !gaiti_clip_is_complete(clip_metadata)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_omf_definition *definition = &omf->definitions[motion];
    GAITI_TRY(gaiti_marks_apply_events(clip_metadata, changes,
                                       (gaiti_marks_target){omf->version >= 4, omf->code_page},
                                       &omf->arena, &definition->marks, &definition->mark_count));
    if (changes & GAIT_META_EVENTS) {
        definition->mark_capacity = 0;
    }
    if (!(changes & GAIT_META_PLAYBACK)) {
        return GAIT_OK;
    }
    const gait_playback *playback = &clip_metadata->playback;
    gait_omf_motion values = gait_omf_motion_at(omf, motion);
    values.flags = playback->flags;
    values.bone_or_part = playback->bone_or_part;
    values.speed = playback->speed;
    values.power = playback->power;
    values.accrue = playback->accrue;
    values.falloff = playback->falloff;
    return gaiti_omf_set_motion(omf, motion, &values);
}
