/* Functions that apply the edits of a round trip to SDK motions. */
#include "formats/format_row.h"
#include "formats/xray/skl/skl.h"
#include "formats/xray/xray_encode.h"
#include "model/clip_change.h"

static gait_status skl_apply_changes(void *edited, uint32_t clip, const gaiti_clip_change *change,
                                     const gait_clip *file_clip, const gait_options *options) {
    (void)file_clip;
    (void)options;
    return gaiti_skl_apply_changes(edited, clip, change);
}

static gait_status skl_apply_metadata(void *edited, uint32_t clip, const gait_clip *clip_metadata,
                                      uint32_t changes, const gait_options *options) {
    (void)options;
    return gaiti_skl_apply_metadata(edited, clip, clip_metadata, changes);
}

static gait_status skl_remove_clip(void *edited, uint32_t clip) {
    return gaiti_skl_remove_motion(edited, clip);
}

/* Every motion has its own version; new ones get 7 if the first motion has 7, otherwise 6.
 * Envelopes are exact, so tolerances are ignored. */
static gait_status skl_add_clip(void *edited, const gait_clip *clip, double tolerance_deg,
                                double tolerance_mm, uint32_t *out_losses) {
    uint16_t version = gaiti_skl_version(edited) == 7 ? 7 : 6;
    (void)tolerance_deg;
    (void)tolerance_mm;
    return gaiti_skl_add_clip(edited, clip, version, UINT32_MAX, out_losses);
}

static gait_status skl_rename_clip(void *edited, uint32_t clip, const char *name) {
    gait_skl *skl = edited;
    gait_options memory = {.allocator = skl->arena.allocator};
    gait_skl_motion values = gait_skl_motion_at(skl, clip);
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &memory, 0);
    gait_status status = gaiti_xray_encode_name(name, skl->code_page, &scratch, &values.name);
    if (status == GAIT_OK) {
        status = gaiti_skl_set_motion(skl, clip, &values);
    }
    gaiti_arena_free(&scratch);
    return status;
}

const gaiti_roundtrip_functions gaiti_skl_roundtrip = {
    .lost_metadata = GAIT_META_ROOT_MOTION,
    .has_marks = true,
    .apply_changes = skl_apply_changes,
    .apply_metadata = skl_apply_metadata,
    .remove_clip = skl_remove_clip,
    .add_clip = skl_add_clip,
    .rename_clip = skl_rename_clip,
};

/* The motion of an object has no metadata. Its name is often that of the file. */
const gaiti_roundtrip_functions gaiti_anm_roundtrip = {
    .lost_metadata = GAIT_META_EVENTS | GAIT_META_ROOT_MOTION | GAIT_META_PLAYBACK,
    .apply_changes = skl_apply_changes,
    .apply_metadata = skl_apply_metadata,
};
