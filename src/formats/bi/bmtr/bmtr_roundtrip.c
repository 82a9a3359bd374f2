/* Binarised RTM as the base of a round trip: converts it to plain RTM, changes the matrices, and
 * converts it back. */
#include "base/try.h"
#include "formats/format_row.h"
#include "formats/bi/bmtr/bmtr.h"
#include "formats/bi/rtm/rtm.h"
#include "model/clip_change.h"
#include "gait/bmtr.h"
#include "gait/rtm.h"

/* Applies the records of a plain RTM to those of the base. */
static gait_status bmtr_patch_from_plain(gait_bmtr *base, const gait_rtm *plain,
                                         const gait_clip *file_clip, const gait_options *options) {
    gait_clip *clip = NULL;
    gait_bmtr *edited = NULL;
    gait_status status;
    GAITI_TRY_DONE(gaiti_rtm_clip(plain, file_clip->name, file_clip->skeleton, options, &clip));
    /* Plain RTM cannot store all names and texts, so events are not converted. */
    GAITI_TRY_DONE(gaiti_bmtr_from_clip(clip, gaiti_bmtr_version(base), GAIT_LOSES_EVENTS, options,
                                        NULL, &edited));
    status = gaiti_bmtr_patch(base, edited, options, NULL);
done:
    gait_bmtr_free(edited);
    gait_clip_free(clip);
    return status;
}

static gait_status bmtr_apply_changes(void *edited, uint32_t clip, const gaiti_clip_change *change,
                                      const gait_clip *file_clip, const gait_options *options) {
    gait_rtm *plain = NULL;
    (void)clip;
    gait_status status;
    GAITI_TRY_DONE(gaiti_rtm_from_clip(file_clip, options, &plain));
    GAITI_TRY_DONE(gaiti_rtm_apply_changes(plain, change));
    status = bmtr_patch_from_plain(edited, plain, file_clip, options);
done:
    gaiti_rtm_free(plain);
    return status;
}

static gait_status bmtr_apply_metadata(void *edited, uint32_t clip, const gait_clip *clip_metadata,
                                       uint32_t changes, const gait_options *options) {
    (void)clip;
    return gaiti_bmtr_apply_metadata(edited, clip_metadata, changes, options);
}

const gaiti_roundtrip_functions gaiti_bmtr_roundtrip = {
    .lost_metadata = GAIT_META_PLAYBACK,
    .apply_changes = bmtr_apply_changes,
    .apply_metadata = bmtr_apply_metadata,
};
