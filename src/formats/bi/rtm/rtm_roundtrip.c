/* Plain RTM as the base of a round trip. */
#include "formats/format_row.h"
#include "formats/bi/rtm/rtm.h"
#include "model/clip_change.h"

static gait_status rtm_apply_changes(void *edited, uint32_t clip, const gaiti_clip_change *change,
                                     const gait_clip *file_clip, const gait_options *options) {
    (void)clip;
    (void)file_clip;
    (void)options;
    return gaiti_rtm_apply_changes(edited, change);
}

static gait_status rtm_apply_metadata(void *edited, uint32_t clip, const gait_clip *clip_metadata,
                                      uint32_t changes, const gait_options *options) {
    (void)clip;
    return gaiti_rtm_apply_metadata(edited, clip_metadata, changes, options);
}

const gaiti_roundtrip_functions gaiti_rtm_roundtrip = {
    .lost_metadata = GAIT_META_PLAYBACK,
    .apply_changes = rtm_apply_changes,
    .apply_metadata = rtm_apply_metadata,
};
