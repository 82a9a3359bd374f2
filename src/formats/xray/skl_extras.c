/* What extras say otherwise, into SDK motions: marks, and how the motion is played. */
#include "formats/xray/lower.h"
#include "formats/xray/marks.h"
#include "formats/xray/skl.h"
#include "gait/extras.h"

static gait_status skl_take_marks(gait_skl *skl, uint32_t motion, const gait_clip *said,
                                  gaiti_arena *scratch) {
    gait_omf_mark *marks;
    uint32_t count;
    bool has_room = skl->motions[motion].values.version >= 7;
    gait_status status = gaiti_marks_lower(said, scratch, &marks, &count);
    if (status == GAIT_OK && !has_room) {
        return count > 0 ? GAIT_WOULD_LOSE : GAIT_OK;
    }
    if (status != GAIT_OK) {
        return status;
    }
    gaiti_skl_motion *owner = &skl->motions[motion];
    const gait_omf_mark *old = owner->marks;
    uint32_t old_count = owner->values.mark_count;
    owner->marks = NULL;
    owner->values.mark_count = owner->mark_room = 0;
    for (uint32_t m = 0; m < count && status == GAIT_OK; m++) {
        status = gait_skl_set_mark(skl, motion, m, &marks[m]);
    }
    for (uint32_t m = 0; m < old_count && status == GAIT_OK; m++) { /* no event tells of these */
        status = old[m].interval_count == 0
                     ? gait_skl_set_mark(skl, motion, owner->values.mark_count, &old[m])
                     : GAIT_OK;
    }
    return status;
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

static gait_status skl_take_playback(gait_skl *skl, uint32_t motion, const gait_playback *said,
                                     uint32_t changes) {
    gait_skl_motion values = gait_skl_motion_at(skl, motion);
    if (changes & GAIT_SAYS_FLAGS && !skl_store_flags(said->flags, &values)) {
        return GAIT_WOULD_LOSE;
    }
    values.bone_or_part = (values.bone_or_part & 0xFFFF0000u) | said->bone_or_part;
    values.speed = said->speed;
    values.power = said->power;
    values.accrue = said->accrue;
    values.falloff = said->falloff;
    return gait_skl_set_motion(skl, motion, &values);
}

gait_status gait_skl_take_extras(gait_skl *skl, uint32_t motion, const gait_clip *said,
                                 uint32_t changes, const gait_options *options) {
    gaiti_arena scratch;
    gait_status status = GAIT_OK;
    if (motion >= gait_skl_motion_count(skl)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena_init(&scratch, options, 0);
    if (changes & GAIT_SAYS_EVENTS) {
        status = skl_take_marks(skl, motion, said, &scratch);
    }
    if (status == GAIT_OK && changes & GAIT_SAYS_PLAYBACK) {
        status = skl_take_playback(skl, motion, &said->playback, changes);
    }
    gaiti_arena_free(&scratch);
    return status;
}
