/* The functions of plain RTM for the table of formats. */
#include <stddef.h>

#include "formats/bi/rtm/rtm.h"
#include "formats/file_state.h"
#include "formats/typed_document.h"

static gaiti_guess rtm_row_probe(gait_span bytes) {
    static const char *const magics[] = {"RTM_0101", "RTM_0100", "RTM_MDAT"};
    size_t size = bytes.size < 8 ? bytes.size : 8;
    for (int i = 0; i < 3; i++) {
        if (size >= 4 && memcmp(bytes.data, magics[i], size) == 0) {
            return size == 8 ? GAITI_GUESS_YES : GAITI_GUESS_BEGINS;
        }
    }
    return GAITI_GUESS_NO;
}

GAITI_TYPED_DOCUMENT(rtm, gaiti_rtm)
GAITI_TYPED_WRITER(rtm, gaiti_rtm)
GAITI_TYPED_BONES(rtm)
GAITI_TYPED_BIND_SKELETON(rtm)
GAITI_TYPED_ONE_CLIP(rtm)

static gait_clip_info rtm_row_clip_info(const void *document, uint32_t clip) {
    (void)clip;
    gait_clip_info info = {.frame_count = gait_rtm_frame_count(document),
                           .duration_s = -1,
                           .loop = -1,
                           .event_count = gait_rtm_property_count(document),
                           .timed_event_count = gait_rtm_property_count(document),
                           .has_root_motion = true};
    gait_rtm_root_motion(document, info.root_motion);
    info.has_phases = info.frame_count > 0;
    if (info.has_phases) {
        info.phases[0] = gait_rtm_phase(document, 0);
        info.phases[1] = gait_rtm_phase(document, info.frame_count - 1);
    }
    return info;
}

static gait_event_info rtm_row_event(const void *document, uint32_t clip, uint32_t event) {
    gait_rtm_property property = gait_rtm_property_at(document, event);
    (void)clip;
    return (gait_event_info){property.name, property.value, GAIT_TIME_PHASE, 1};
}

static void rtm_row_event_interval(const void *document, uint32_t clip, uint32_t event,
                                   uint32_t interval, double out_from_to[2]) {
    (void)clip, (void)interval;
    out_from_to[0] = out_from_to[1] = gait_rtm_property_at(document, event).phase;
}

static const gaiti_export rtm_export = {
    .route = GAITI_EXPORT_RTM,
    .limits = {GAITI_LOSSES_OF_RTM, 0},
};

const gaiti_format_row gaiti_rtm_row = {
    .info = {GAIT_FORMAT_RTM, "rtm", "plain RTM (Operation Flashpoint, Arma, DayZ)", ".rtm",
             GAIT_FAMILY_BOHEMIA, GAITI_ANIMATION_ABILITIES | GAIT_HAS_PHASES | GAIT_MODEL_SPACE},
    .probe = rtm_row_probe,
    .open = rtm_row_open,
    .free = rtm_row_free,
    .code_page = offsetof(gait_rtm, code_page),
    .version = rtm_row_version,
    .bone_count = rtm_row_bone_count,
    .bone_name = rtm_row_bone_name,
    .clip_count = rtm_row_clip_count,
    .clip_info = rtm_row_clip_info,
    .event = rtm_row_event,
    .event_interval = rtm_row_event_interval,
    .check = rtm_row_check,
    .show = gaiti_rtm_show,
    .write = rtm_row_write,
    .text = {gaiti_rtm_text, sizeof(gait_rtm), offsetof(gait_rtm, arena)},
    .bind_skeleton = rtm_row_bind_skeleton,
    .clip = rtm_row_clip,
    .roundtrip = &gaiti_rtm_roundtrip,
    .edit = &gaiti_rtm_edit,
    .not_smaller = "it has no smaller form; convert it to binarised RTM",
    .export = &rtm_export,
};

const gait_rtm *gait_file_rtm(const gait_file *file) {
    return gaiti_file_document(file, &gaiti_rtm_row);
}
