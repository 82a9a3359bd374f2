/* Compares the data of a clip with a table of what each target format stores. */
#include "convert/convert_state.h"

#include "base/text/text.h"
#include "formats/abilities.h"
#include "formats/file_state.h"
#include "formats/xray/xray_encode.h"
#include "gait/omf.h"

/* --- the limits of formats ---------------------------------------------------------------------
 */

/* Clips do not contain these marks. */
enum { LOSSES_OF_ALL = GAIT_LOSES_EMPTY_MARKS };

gaiti_loss_limits gaiti_convert_limits_of(gait_format target, uint32_t version) {
    const gaiti_export *export = gaiti_format_row_of(target)->export;
    if (!export) {
        return (gaiti_loss_limits){0, 0};
    }
    return version > 0 && version <= export->last_old ? export->old_limits : export->limits;
}

const char *gait_loss_text(gait_loss loss) {
    static const struct {
        gait_loss loss;
        const char *text;
    } texts[] = {
        {GAIT_LOSES_SCALE, "the scale of bones"},
        {GAIT_LOSES_EVENTS, "events"},
        {GAIT_LOSES_RATE, "times of keys that are not 1/30 s apart"},
        {GAIT_LOSES_BONES, "keys of bones that the target file does not have"},
        {GAIT_LOSES_ROOT_MOTION, "root motion"},
        {GAIT_LOSES_FLAGS, "flags"},
        {GAIT_LOSES_EVENT_VALUES, "values of events"},
        {GAIT_LOSES_EVENT_ENDS, "the ends of events"},
        {GAIT_LOSES_LOOP, "loop"},
        {GAIT_LOSES_PLAYBACK, "playback parameters (speed, power, accrue, falloff, flags)"},
        {GAIT_LOSES_PARTS, "parts"},
        {GAIT_LOSES_KEY_TIMES, "times of keys that are not on a frame"},
        {GAIT_LOSES_DURATION, "the duration"},
        {GAIT_LOSES_LETTER_CASE, "capital letters in names of bones"},
        {GAIT_LOSES_CLIP_NAME, "the name of the clip"},
        {GAIT_LOSES_EMPTY_MARKS, "marks without times"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (texts[i].loss == loss) {
            return texts[i].text;
        }
    }
    return NULL;
}

/* --- the data of a clip ----------------------------------------------------------------------- */

static uint32_t losses_of_events(const gait_clip *clip) {
    uint32_t data = clip->event_count > 0 ? GAIT_LOSES_EVENTS : 0u;
    for (uint32_t e = 0; e < clip->event_count; e++) {
        data |= clip->events[e].value[0] ? GAIT_LOSES_EVENT_VALUES : 0u;
        data |= clip->events[e].end > clip->events[e].start ? GAIT_LOSES_EVENT_ENDS : 0u;
    }
    return data;
}

/* Compares with the parameters of motions that are made from clips without playback. */
static uint32_t losses_of_playback(const gait_clip *clip) {
    const gait_clip plain = {.playback = {.known = false}};
    gait_playback usual = gaiti_xray_encode_playback(&plain);
    gait_playback playback = gaiti_xray_encode_playback(clip);
    uint32_t data = clip->playback.loop ? GAIT_LOSES_LOOP : 0u;
    bool is_usual = playback.speed == usual.speed && playback.power == usual.power &&
                    playback.accrue == usual.accrue && playback.falloff == usual.falloff &&
                    (playback.flags & ~(uint32_t)GAIT_OMF_STOP_AT_END) == 0;
    data |= is_usual ? 0u : GAIT_LOSES_PLAYBACK;
    return data | (playback.flags > 0xFF ? GAIT_LOSES_FLAGS : 0u);
}

static uint32_t losses_of_times(const gait_clip *clip) {
    uint32_t last = clip->frame_count > 0 ? clip->frame_count - 1 : 0;
    bool is_timed = clip->time_unit == GAIT_TIME_SECONDS && !clip->phases;
    bool has_duration = is_timed && last > 0 && clip->time[last] > clip->time[0];
    bool is_at_30 =
        clip->time_unit != GAIT_TIME_SECONDS || last == 0 || gaiti_xray_encode_rate(clip) == 30;
    return (has_duration ? GAIT_LOSES_DURATION : 0u) | (is_at_30 ? 0u : GAIT_LOSES_RATE);
}

static bool losses_has_capitals(const gait_skeleton *skeleton) {
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        for (const char *c = skeleton->bones[b].name; *c; c++) {
            if (*c >= 'A' && *c <= 'Z') {
                return true;
            }
        }
    }
    return false;
}

/* True when a motion plays on the bones of one part only. Effects have a bone instead of a part. */
static bool losses_plays_on_part(const gait_playback *playback) {
    return playback->known && playback->bone_or_part != GAITI_XRAY_ALL_PARTS &&
           !(playback->flags & GAIT_OMF_FX);
}

/* A bank gets the parts of the file, or one part "default" with all bones; its motions cannot play
 * on other parts. SDK motions have the index of a part, but no parts. */
static gaiti_loss_limits losses_of_parts(const gait_clip *clip, const gait_file *file,
                                         gait_format target) {
    uint32_t count = gait_file_part_count(file);
    bool is_on_part = losses_plays_on_part(&clip->playback);
    bool has_usual_part = count == 1 && gaiti_equal_utf8(gait_file_code_page(file),
                                                         gaiti_file_part(file, 0).name, "default");
    bool lost = count > 0 && !has_usual_part, played = count > 1 && is_on_part;
    if (gaiti_format_has(target, GAIT_HAS_PARTS)) {
        played = is_on_part && clip->playback.bone_or_part >= (count > 0 ? count : 1);
        lost = played;
    } else if (!gaiti_format_has(target, GAIT_HAS_MOTIONS)) {
        lost = lost || (is_on_part && clip->playback.bone_or_part > 0);
    }
    return (gaiti_loss_limits){lost ? GAIT_LOSES_PARTS : 0, played ? GAIT_LOSES_PARTS : 0};
}

gaiti_loss_limits gaiti_convert_find_losses(const gait_clip *clip, const gait_file *file,
                                            uint32_t index, const gait_convert_options *options) {
    gaiti_loss_limits limits = gaiti_convert_limits_of(options->target, options->version);
    gaiti_loss_limits parts = losses_of_parts(clip, file, options->target);
    uint32_t data =
        losses_of_events(clip) | losses_of_playback(clip) | losses_of_times(clip) | parts.lost;
    const float *motion = clip->root_motion;
    data |= motion[0] != 0 || motion[1] != 0 || motion[2] != 0 ? GAIT_LOSES_ROOT_MOTION : 0u;
    gait_clip_info info = gait_file_clip_info(file, index);
    data |= info.event_count > info.timed_event_count ? GAIT_LOSES_EMPTY_MARKS : 0u;
    data |= losses_has_capitals(clip->skeleton) ? GAIT_LOSES_LETTER_CASE : 0u;
    data |= limits.played & GAIT_LOSES_SCALE && gaiti_xray_encode_is_scaled(clip) ? GAIT_LOSES_SCALE
                                                                                  : 0u;
    /* A binarised base file keeps the names that it has. */
    data &= ~(options->base ? (uint32_t)GAIT_LOSES_LETTER_CASE : 0u);
    bool is_finite =
        motion[0] - motion[0] == 0 && motion[1] - motion[1] == 0 && motion[2] - motion[2] == 0;
    const gaiti_export *export = gaiti_format_row_of(options->target)->export;
    limits.lost |= export && export->has_no_infinity && !is_finite ? GAIT_LOSES_ROOT_MOTION : 0u;
    limits.lost = (limits.lost | LOSSES_OF_ALL) & data;
    limits.played &= data & ~(GAIT_LOSES_PARTS & ~parts.played);
    if (limits.lost & GAIT_LOSES_EVENTS) { /* includes their values and ends */
        limits.lost &= ~(uint32_t)(GAIT_LOSES_EVENT_VALUES | GAIT_LOSES_EVENT_ENDS);
        limits.played &= limits.lost;
    }
    return limits;
}

bool gaiti_convert_loses_name(const gait_file *file, const char *clip_name, const char *file_name) {
    bool is_stored =
        (gaiti_convert_limits_of(gait_file_format(file), 0).lost & GAIT_LOSES_CLIP_NAME) == 0;
    return is_stored && !gaiti_is_path_named(file_name, clip_name);
}
