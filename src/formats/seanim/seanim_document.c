/* The table row of the SEAnim format: files with one clip. */

#include "base/sniff.h"
#include "formats/seanim/seanim.h"
#include "formats/typed_document.h"

static gaiti_guess seanim_row_probe(gait_span bytes) {
    return gaiti_begins(bytes, "SEAnim") ? GAITI_GUESS_YES : GAITI_GUESS_NO;
}

GAITI_TYPED_DOCUMENT(seanim, gaiti_seanim)
GAITI_TYPED_WRITER(seanim, gaiti_seanim)
GAITI_TYPED_BIND_SKELETON(seanim)
GAITI_TYPED_ONE_CLIP(seanim)

static uint32_t seanim_row_bone_count(const void *document) {
    return gaiti_seanim_bone_count(document);
}

static gait_span seanim_row_bone_name(const void *document, uint32_t bone) {
    const char *name = ((const gait_seanim *)document)->bones[bone].utf8;
    return gaiti_span_of(name);
}

static gait_clip_info seanim_row_clip_info(const void *document, uint32_t clip) {
    const gait_seanim *seanim = document;
    uint32_t frames = seanim->frame_count;
    (void)clip;
    return (gait_clip_info){.frame_count = frames,
                            .duration_s = frames > 0 ? (frames - 1) / gaiti_seanim_rate(seanim) : 0,
                            .loop = seanim->flags & GAITI_SEANIM_LOOPED,
                            .event_count = gaiti_seanim_note_count(seanim),
                            .timed_event_count = gaiti_seanim_note_count(seanim)};
}

static gait_event_info seanim_row_event(const void *document, uint32_t clip, uint32_t event) {
    const char *name = ((const gait_seanim *)document)->notes[event].utf8;
    (void)clip;
    return (gait_event_info){
        .name = gaiti_span_of(name), .time_unit = GAIT_TIME_SECONDS, .interval_count = 1};
}

static void seanim_row_event_interval(const void *document, uint32_t clip, uint32_t event,
                                      uint32_t interval, double out_from_to[2]) {
    const gait_seanim *seanim = document;
    (void)clip, (void)interval;
    out_from_to[0] = out_from_to[1] = seanim->notes[event].frame / gaiti_seanim_rate(seanim);
}

static const gaiti_export seanim_export = {
    .route = GAITI_EXPORT_CLIP,
    .limits = {GAIT_LOSES_EVENT_VALUES | GAIT_LOSES_EVENT_ENDS | GAIT_LOSES_PLAYBACK |
                   GAIT_LOSES_PARTS | GAIT_LOSES_ROOT_MOTION | GAIT_LOSES_KEY_TIMES |
                   GAIT_LOSES_CLIP_NAME,
               0},
    .write_clip = gaiti_seanim_write_clip,
};

const gaiti_format_row gaiti_seanim_row = {
    .info = {GAIT_FORMAT_SEANIM, "seanim", "SEAnim", ".seanim", GAIT_FAMILY_NONE,
             GAIT_CAN_OPEN | GAIT_CAN_WRITE | GAIT_CAN_EXPORT | GAIT_HAS_CLIPS | GAIT_UTF8_NAMES |
                 GAIT_HAS_MOTIONS},
    .probe = seanim_row_probe,
    .open = seanim_row_open,
    .free = seanim_row_free,
    .version = seanim_row_version,
    .bone_count = seanim_row_bone_count,
    .bone_name = seanim_row_bone_name,
    .clip_count = seanim_row_clip_count,
    .clip_info = seanim_row_clip_info,
    .event = seanim_row_event,
    .event_interval = seanim_row_event_interval,
    .check = seanim_row_check,
    .show = gaiti_seanim_show,
    .write = seanim_row_write,
    .bind_skeleton = seanim_row_bind_skeleton,
    .clip = seanim_row_clip,
    .not_smaller = "it is for exchange between programs",
    .export = &seanim_export,
};
