/* The functions of binarised RTM for the table of formats. */
#include <stddef.h>

#include "formats/bi/bmtr/bmtr.h"
#include "formats/file_state.h"
#include "formats/typed_document.h"

static gaiti_guess bmtr_row_probe(gait_span bytes) {
    bool begins = bytes.size >= 4 && memcmp(bytes.data, "BMTR", 4) == 0;
    return begins ? GAITI_GUESS_YES : GAITI_GUESS_NO;
}

GAITI_TYPED_DOCUMENT(bmtr, gait_bmtr)
GAITI_TYPED_WRITER(bmtr, gait_bmtr)
GAITI_TYPED_BONES(bmtr)
GAITI_TYPED_BIND_SKELETON(bmtr)
GAITI_TYPED_ONE_CLIP(bmtr)

static gait_clip_info bmtr_row_clip_info(const void *document, uint32_t clip) {
    (void)clip;
    gait_clip_info info = {.frame_count = gait_bmtr_frame_count(document),
                           .duration_s = -1,
                           .loop = -1,
                           .event_count = gait_bmtr_key_count(document),
                           .timed_event_count = gait_bmtr_key_count(document),
                           .has_root_motion = true};
    gaiti_bmtr_root_motion(document, info.root_motion);
    info.has_phases = info.frame_count > 0;
    if (info.has_phases) {
        info.phases[0] = gait_bmtr_phase(document, 0);
        info.phases[1] = gait_bmtr_phase(document, info.frame_count - 1);
    }
    return info;
}

static gait_event_info bmtr_row_event(const void *document, uint32_t clip, uint32_t event) {
    gait_bmtr_key key = gait_bmtr_key_at(document, event);
    (void)clip;
    return (gait_event_info){key.name, key.value, GAIT_TIME_PHASE, 1};
}

static void bmtr_row_event_interval(const void *document, uint32_t clip, uint32_t event,
                                    uint32_t interval, double out_from_to[2]) {
    (void)clip, (void)interval;
    out_from_to[0] = out_from_to[1] = gait_bmtr_key_at(document, event).time;
}

/* The converter of the games drops shear and uneven scale too. */
enum { BMTR_LOSSES = GAITI_LOSSES_OF_RTM | GAIT_LOSES_SCALE | GAIT_LOSES_LETTER_CASE };

static const gaiti_export bmtr_export = {
    .route = GAITI_EXPORT_RTM,
    .limits = {BMTR_LOSSES, 0},
    .last_old = 3,
    .old_limits = {BMTR_LOSSES | GAITI_LOSSES_OF_EVENTS, GAIT_LOSES_EVENTS},
};

const gaiti_format_row gaiti_bmtr_row = {
    .info = {GAIT_FORMAT_BMTR, "bmtr", "binarised RTM (Arma, DayZ)", ".rtm", GAIT_FAMILY_BOHEMIA,
             GAITI_ANIMATION_ABILITIES | GAIT_HAS_PHASES},
    .probe = bmtr_row_probe,
    .open = bmtr_row_open,
    .free = bmtr_row_free,
    .code_page = offsetof(gait_bmtr, code_page),
    .version = bmtr_row_version,
    .bone_count = bmtr_row_bone_count,
    .bone_name = bmtr_row_bone_name,
    .clip_count = bmtr_row_clip_count,
    .clip_info = bmtr_row_clip_info,
    .event = bmtr_row_event,
    .event_interval = bmtr_row_event_interval,
    .check = bmtr_row_check,
    .show = gaiti_bmtr_show,
    .write = bmtr_row_write,
    .text = {gaiti_bmtr_text, sizeof(gait_bmtr), offsetof(gait_bmtr, arena)},
    .bind_skeleton = bmtr_row_bind_skeleton,
    .clip = bmtr_row_clip,
    .roundtrip = &gaiti_bmtr_roundtrip,
    .edit = &gaiti_bmtr_edit,
    .export = &bmtr_export,
};

const gait_bmtr *gait_file_bmtr(const gait_file *file) {
    return gaiti_file_document(file, &gaiti_bmtr_row);
}
