/* The document table's functions for BVH files, which contain one clip on their own joints. */

#include "base/bytes.h"
#include "base/sniff.h"
#include "formats/bvh/bvh.h"
#include "formats/file_state.h"
#include "formats/typed_document.h"

static gaiti_guess bvh_row_probe(gait_span bytes) {
    gaiti_bvh_scan scan = gaiti_bvh_scan_over(bytes);
    gaiti_bvh_skip(&scan);
    gait_span rest = gaiti_span(scan.data + scan.at, (size_t)(scan.size - scan.at));
    /* The first word of other files may be long. */
    if (!gaiti_begins_word(rest, "HIERARCHY") ||
        !gaiti_bvh_is(gaiti_bvh_word(&scan), "HIERARCHY")) {
        return GAITI_GUESS_NO;
    }
    return gaiti_bvh_is(gaiti_bvh_word(&scan), "ROOT") ? GAITI_GUESS_YES : GAITI_GUESS_BEGINS;
}

GAITI_TYPED_DOCUMENT(bvh, gaiti_bvh)
GAITI_TYPED_SKELETON(bvh)
GAITI_TYPED_ONE_CLIP(bvh)

static uint32_t bvh_row_bone_count(const void *document) {
    return gait_bvh_joint_count(document);
}

static gait_span bvh_row_bone_name(const void *document, uint32_t bone) {
    const char *name = gait_bvh_joint_at(document, bone).name;
    return gaiti_span_of(name);
}

static gait_clip_info bvh_row_clip_info(const void *document, uint32_t clip) {
    uint32_t frames = gaiti_bvh_frame_count(document);
    (void)clip;
    return (gait_clip_info){.frame_count = frames,
                            .duration_s = frames > 1 ? (frames - 1) / gait_bvh_rate(document) : 0,
                            .loop = -1};
}

/* The clip is always posed on the joints of the file; of `tree` only the name is used. */
static gait_status bvh_row_bind_skeleton(const void *document, const gait_skeleton *tree,
                                         const gait_options *options,
                                         gait_skeleton **out_skeleton) {
    return gaiti_bvh_skeleton(document, tree ? tree->name : "", options, out_skeleton);
}

static gait_status bvh_row_write_clip(const gait_clip *clip, const gaiti_clip_writing *writing,
                                      gait_buffer *out, uint32_t *losses) {
    const gaiti_bvh_options options = {
        .common = writing->common, .fps = writing->fps, .duration_s = writing->duration_s};
    bool moves_keys = false;
    gait_status status = gaiti_bvh_write_clip(clip, &options, out, &moves_keys);
    *losses |= moves_keys ? GAIT_LOSES_KEY_TIMES : 0u;
    return status;
}

/* Games do not play BVH. It rounds to decimal digits. */
static const gaiti_export bvh_export = {
    .route = GAITI_EXPORT_CLIP,
    .write_clip = bvh_row_write_clip,
    .limits = {GAITI_LOSSES_OF_EVENTS | GAITI_LOSSES_OF_PLAYBACK | GAIT_LOSES_SCALE |
                   GAIT_LOSES_ROOT_MOTION | GAIT_LOSES_KEY_TIMES | GAIT_LOSES_CLIP_NAME,
               0},
    .noise_mm = 0.002,
    .noise_deg = 0.001,
};

const gaiti_format_row gaiti_bvh_row = {
    .info = {GAIT_FORMAT_BVH, "bvh", "Biovision hierarchy", ".bvh", GAIT_FAMILY_NONE,
             GAIT_CAN_OPEN | GAIT_CAN_EXPORT | GAIT_HAS_CLIPS | GAIT_HAS_SKELETON |
                 GAIT_UTF8_NAMES | GAIT_OWN_JOINTS},
    .probe = bvh_row_probe,
    .open = bvh_row_open,
    .free = bvh_row_free,
    .bone_count = bvh_row_bone_count,
    .bone_name = bvh_row_bone_name,
    .clip_count = bvh_row_clip_count,
    .clip_info = bvh_row_clip_info,
    .check = bvh_row_check,
    .show = gaiti_bvh_show,
    .skeleton = bvh_row_skeleton,
    .bind_skeleton = bvh_row_bind_skeleton,
    .clip = bvh_row_clip,
    .export = &bvh_export,
};

const gait_bvh *gait_file_bvh(const gait_file *file) {
    return gaiti_file_document(file, &gaiti_bvh_row);
}
