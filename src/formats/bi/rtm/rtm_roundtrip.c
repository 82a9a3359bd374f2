/* Plain RTM as the base of a round trip. */
#include "formats/document.h"
#include "gait/rtm.h"

static gait_status rtm_apply_changes(void *edited, uint32_t clip, const gait_clip_change *change,
                                     const gait_clip *lifted, const gait_options *options) {
    (void)clip;
    (void)lifted;
    (void)options;
    return gait_rtm_take_change(edited, change);
}

static gait_status rtm_apply_metadata(void *edited, uint32_t clip, const gait_clip *said,
                                      uint32_t changes, const gait_options *options) {
    (void)clip;
    return gait_rtm_take_extras(edited, said, changes, options);
}

const gaiti_edit_ops gaiti_rtm_edit = {
    .lost_metadata = GAIT_SAYS_PLAYBACK,
    .apply_changes = rtm_apply_changes,
    .apply_metadata = rtm_apply_metadata,
};
