/* gait_convert_edited(): a glTF of an edited file. */
#include "base/try.h"
#include "gait/edited_file.h"
#include "gait/metadata.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "formats/gltf/write/gltf_writer.h"
#include "metadata/metadata_state.h"
#include "roundtrip/compare/compare_steps.h"

/* Adds one animation to the glTF. */
static gait_status edited_add_clip(gaiti_gltf_writer *gltf, const gaiti_diff *diff, uint32_t index,
                                   const gait_metadata *metadata, const gait_options *options) {
    gait_clip *clip = NULL;
    GAITI_TRY(gaiti_diff_added_clip(diff, index, options, &clip));
    const gait_metadata_clip *about = metadata ? gaiti_metadata_find(metadata, clip->name) : NULL;
    gait_status status = about ? gaiti_metadata_apply(metadata, about, clip) : GAIT_OK;
    if (status == GAIT_OK) {
        gaiti_gltf_set_config(gltf, about ? about->config : NULL);
        status = gaiti_gltf_writer_add(gltf, clip);
    }
    gait_clip_free(clip);
    return status;
}

gait_status gait_convert_edited(const gait_edited_file *edited, const gait_skeleton *skeleton,
                                const gait_metadata *metadata, const gait_options *options,
                                gait_buffer *out_bytes) {
    if (!gaiti_edited_file_is_complete(edited) || !skeleton || !out_bytes) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!gaiti_edited_file_is_valid(edited)) {
        return GAIT_CORRUPT;
    }
    const gait_options none = {0};
    gaiti_diff_options comparing = {.common = options ? *options : none};
    gaiti_gltf_writer_options writing = {.common = comparing.common};
    comparing.common.diagnostics = NULL;
    const gaiti_base_file base = {.skeleton = skeleton};
    gaiti_diff *diff = NULL;
    gaiti_gltf_writer *gltf = NULL;
    size_t start = out_bytes->size;
    gait_status status;
    GAITI_TRY_DONE(gaiti_diff_new(&base, edited, &comparing, &diff));
    GAITI_TRY_DONE(gaiti_diff_summary(diff).matched_bones > 0 ? GAIT_OK : GAIT_NOT_FOUND);
    GAITI_TRY_DONE(gaiti_gltf_writer_new(skeleton, &writing, &gltf));
    GAITI_TRY_DONE(gaiti_gltf_writer_copy_parts(gltf, metadata));
    for (uint32_t i = 0; i < gaiti_diff_clip_count(diff); i++) {
        GAITI_TRY_DONE(edited_add_clip(gltf, diff, i, metadata, &comparing.common));
    }
    status = gaiti_gltf_writer_finish_glb(gltf, out_bytes);
done:
    out_bytes->size = status == GAIT_OK ? out_bytes->size : start;
    gaiti_gltf_writer_free(gltf);
    gaiti_diff_free(diff);
    return status;
}
