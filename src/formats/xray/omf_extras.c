/* What extras say otherwise, into a bank: marks, and how the motion is played. */
#include "formats/xray/lower.h"
#include "formats/xray/marks.h"
#include "formats/xray/omf.h"
#include "gait/extras.h"

static gait_status omf_take_marks(gait_omf *omf, uint32_t motion, const gait_clip *said,
                                  gaiti_arena *scratch) {
    gait_omf_mark *marks;
    uint32_t count;
    gait_status status = gaiti_marks_lower(said, scratch, &marks, &count);
    if (status == GAIT_OK && omf->version < 4) {
        status = count > 0 ? GAIT_WOULD_LOSE : GAIT_OK;
    }
    if (status != GAIT_OK || omf->version < 4) {
        return status;
    }
    gaiti_omf_definition *definition = &omf->definitions[motion];
    const gait_omf_mark *old = definition->marks;
    uint32_t old_count = definition->mark_count;
    definition->marks = NULL;
    definition->mark_count = definition->mark_room = 0;
    for (uint32_t m = 0; m < count && status == GAIT_OK; m++) {
        status = gait_omf_set_mark(omf, motion, m, &marks[m]);
    }
    for (uint32_t m = 0; m < old_count && status == GAIT_OK; m++) { /* no event tells of these */
        status = old[m].interval_count == 0
                     ? gait_omf_set_mark(omf, motion, definition->mark_count, &old[m])
                     : GAIT_OK;
    }
    return status;
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
                                 uint32_t changes, const gait_options *options) {
    gaiti_arena scratch;
    gait_status status = GAIT_OK;
    if (motion >= gait_omf_motion_count(omf)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena_init(&scratch, options, 0);
    if (changes & GAIT_SAYS_EVENTS) {
        status = omf_take_marks(omf, motion, said, &scratch);
    }
    if (status == GAIT_OK && changes & GAIT_SAYS_PLAYBACK) {
        status = omf_take_playback(omf, motion, &said->playback);
    }
    gaiti_arena_free(&scratch);
    return status;
}
