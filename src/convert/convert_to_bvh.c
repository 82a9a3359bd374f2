/* Conversion of clips to BVH. Combines clip operations with the BVH writer. */
#include "convert/convert_state.h"
#include "gait/clip.h"
#include "gait/bvh.h"
#include "gait/ops.h"
#include "model/clip.h"

gait_status gait_bvh_write_file_clip(const gait_clip *clip, const gait_bvh_options *options,
                                     gait_buffer *out) {
    gait_options memory = {0};
    if (!gaiti_clip_is_complete(clip) || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    if (options) {
        memory = options->common;
    }
    /* Clips in local space need the parents too: without them every bone would be a root. */
    if (gait_pose_requirements(clip, GAIT_SPACE_MODEL) != GAIT_REQUIRES_NOTHING) {
        return GAIT_UNSUPPORTED;
    }
    gait_clip *converted;
    gait_status status = gait_clip_convert_rigid(clip, GAIT_AXES_GLTF, &memory, &converted);
    if (status == GAIT_OK) {
        status = gait_bvh_write(converted, options, out);
    }
    gait_clip_free(converted);
    return status;
}

gait_status gaiti_convert_make_bvh(gait_conversion *self, gait_output *output) {
    const gait_convert_options *options = &self->options;
    gait_bvh_options writing = {
        .common = options->common, .fps = options->fps, .duration_s = options->duration_s};
    gait_clip *clip = NULL;
    uint32_t index = output->clips[0];
    gait_status status = gaiti_convert_posable_clip(self, index, &clip);
    if (status == GAIT_OK) {
        status = gait_bvh_write_file_clip(clip, &writing, &self->content);
        status = gaiti_convert_finish(self, (int32_t)index, status);
    }
    gaiti_convert_add_bytes(self, output, 0, &self->content);
    gait_clip_free(clip);
    return status;
}
