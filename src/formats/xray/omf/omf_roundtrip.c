/* Functions that apply the edits of a round trip to a bank. */
#include "base/text/text.h"
#include "formats/format_row.h"
#include "base/number/trig.h"
#include "base/try.h"
#include "formats/xray/omf/omf.h"
#include "model/quaternion.h"
#include "model/clip.h"
#include "model/clip_change.h"

static gait_status omf_apply_changes(void *edited, uint32_t clip, const gaiti_clip_change *change,
                                     const gait_clip *file_clip, const gait_options *options) {
    (void)file_clip;
    (void)options;
    return gaiti_omf_apply_changes(edited, clip, change);
}

static gait_status omf_apply_metadata(void *edited, uint32_t clip, const gait_clip *clip_metadata,
                                      uint32_t changes, const gait_options *options) {
    (void)options;
    return gaiti_omf_apply_metadata(edited, clip, clip_metadata, changes);
}

static gait_status omf_remove_clip(void *edited, uint32_t clip) {
    return gaiti_omf_remove_motion(edited, clip);
}

static bool omf_channel_moves(const gait_channel *channel, bool is_rotation) {
    const double noise = 1e-4;
    double first[9], key[9];
    bool moves = false;
    for (uint32_t k = 0; k < channel->count && !moves; k++) {
        gaiti_channel_get(channel, is_rotation, k, k == 0 ? first : key);
        for (int i = 0; k > 0 && i < (is_rotation ? 4 : 3); i++) {
            moves = moves || gaiti_abs(key[i] - first[i]) > noise;
        }
    }
    return moves;
}

/* Sets *out_lost to true when the clip moves a bone that the bank does not contain. Added clips
 * have keys for every bone, so a missing bone that does not move is not a loss. */
static gait_status omf_find_lost_bones(const gait_omf *omf, const gait_clip *clip, bool *out_lost) {
    uint32_t count = clip->skeleton->bone_count;
    gait_options memory = {.allocator = omf->arena.allocator};
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &memory, 0);
    bool *is_listed = gaiti_alloc(&scratch, count, sizeof *is_listed);
    *out_lost = false;
    for (uint32_t t = 0; is_listed && t < gait_omf_bone_count(omf); t++) {
        char *name = gaiti_utf8(&scratch, omf->code_page, gait_omf_bone_name(omf, t));
        int32_t bone = name ? gait_skeleton_find(clip->skeleton, name) : -1;
        if (bone >= 0) {
            is_listed[bone] = true;
        }
    }
    for (uint32_t b = 0; is_listed && scratch.status == GAIT_OK && b < count; b++) {
        const gait_track *track = &clip->tracks[b];
        *out_lost = *out_lost || (!is_listed[b] && (omf_channel_moves(&track->rotation, true) ||
                                                    omf_channel_moves(&track->translation, false)));
    }
    gait_status status = scratch.status;
    gaiti_arena_free(&scratch);
    return status;
}

static gait_status omf_add_clip(void *edited, const gait_clip *clip, double tolerance_deg,
                                double tolerance_mm, uint32_t *out_losses) {
    gaiti_omf_precision precision = {
        .translation_m = (float)(tolerance_mm * GAITI_OMF_TOLERANCE_SHARE / 1000),
        .rotation_rad =
            (float)(tolerance_deg * GAITI_OMF_TOLERANCE_SHARE * GAITI_RADIANS_PER_DEGREE)};
    GAITI_TRY(gaiti_omf_add_clip(edited, clip, &precision, UINT32_MAX, out_losses));
    if (*out_losses & GAIT_LOSES_BONES) {
        bool is_lost;
        GAITI_TRY(omf_find_lost_bones(edited, clip, &is_lost));
        *out_losses &= is_lost ? UINT32_MAX : ~(uint32_t)GAIT_LOSES_BONES;
    }
    return GAIT_OK;
}

static gait_status omf_rename_clip(void *edited, uint32_t clip, const char *name) {
    gait_status status = gaiti_omf_rename_motion(edited, clip, name, NULL);
    return status == GAIT_WOULD_LOSE ? GAIT_BAD_ARGUMENT : status;
}

const gaiti_roundtrip_functions gaiti_omf_roundtrip = {
    .lost_metadata = GAIT_META_ROOT_MOTION,
    .has_marks = true,
    .apply_changes = omf_apply_changes,
    .apply_metadata = omf_apply_metadata,
    .remove_clip = omf_remove_clip,
    .add_clip = omf_add_clip,
    .rename_clip = omf_rename_clip,
};
