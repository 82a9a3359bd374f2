/* Reasons of failures, and functions shared by all targets. */
#include "base/bytes.h"
#include "convert/convert_state.h"

const char *gait_convert_reason_text(gait_convert_reason reason) {
    static const char *const texts[] = {
        [GAIT_CONVERT_OK] = "no problem",
        [GAIT_CONVERT_NO_ROUTE] = "the file cannot be converted to this format",
        [GAIT_CONVERT_BAD_OPTION] =
            "an option is out of range or does not apply to this conversion",
        [GAIT_CONVERT_NO_CLIPS] = "no clips are selected",
        [GAIT_CONVERT_ONE_CLIP] =
            "the format holds one clip: select one, or put {clip} into the output name",
        [GAIT_CONVERT_WHOLE_ONLY] = "a bank can only be converted as a whole",
        [GAIT_CONVERT_NO_MOTIONS] = "the model has no motions that can be read",
        [GAIT_CONVERT_NEEDS_BASE] =
            "the model to put the bank into is missing: pass it as the base file",
        [GAIT_CONVERT_WRONG_BASE] = "the format of the base file differs from that of the output",
        [GAIT_CONVERT_BASE_DIFFERS] =
            "the base file has other bones or axes, or only one of both has frames",
        [GAIT_CONVERT_NO_BONES] = "the file has no bones",
        [GAIT_CONVERT_RETARGETING] = "the joints cannot be mapped to the skeleton",
        [GAIT_CONVERT_NO_JOINT] = "no joint name matches a bone of the skeleton",
        [GAIT_CONVERT_WRONG_SKELETON] = "bones of the file are missing from the skeleton",
        [GAIT_CONVERT_NEEDS_SKELETON] =
            "a BVH does not store the axes of the game's bones: pass the skeleton of the model",
        [GAIT_CONVERT_NEEDS_PARENTS] = "the parents of the bones are not known: pass a skeleton",
        [GAIT_CONVERT_NEEDS_REST] = "the rest pose of the bones is not known: pass a skeleton",
        [GAIT_CONVERT_HAS_DURATION] = "the clip already has a duration",
        [GAIT_CONVERT_NO_DURATION] = "the clip has no duration, and the format needs one",
        [GAIT_CONVERT_LOSES] = "the output format cannot store everything",
        [GAIT_CONVERT_SCALED] = "a bone has a scale, which the skeleton cannot store",
        [GAIT_CONVERT_BAD_NAME] = "the output format cannot store a name",
        [GAIT_CONVERT_READING] = "a clip cannot be read",
        [GAIT_CONVERT_WRITING] = "the output cannot be created",
        [GAIT_CONVERT_MESH] = "the mesh of the model cannot be read",
        [GAIT_CONVERT_NO_ANCHOR] = "no bone has the name of the anchor",
        [GAIT_CONVERT_NO_ITEM_CLIP] = "the item has no clip with this name",
        [GAIT_CONVERT_ITEM] = "the item has several root bones or other times of keys",
        [GAIT_CONVERT_ITEM_BONES] = "the item has no bones",
        [GAIT_CONVERT_NO_FRAMES] = "the clip has no frames, and a motion needs at least one",
        [GAIT_CONVERT_BAD_KEYS] = "a key of the clip is not a finite number",
    };
    bool is_known = (uint32_t)reason < sizeof texts / sizeof texts[0];
    return is_known ? texts[reason] : "unknown";
}

gait_status gaiti_convert_refuse(gait_conversion *self, gait_convert_reason reason, int32_t clip,
                                 gait_status status) {
    bool is_read = clip >= 0 && self->clip_name.size > 0;
    const char *name = is_read ? (const char *)self->clip_name.data : NULL;
    self->problem = (gait_convert_problem){.reason = reason, .clip = clip, .name = name};
    return status;
}

gait_status gaiti_convert_finish(gait_conversion *self, int32_t clip, gait_status status) {
    return status == GAIT_OK ? GAIT_OK
                             : gaiti_convert_refuse(self, GAIT_CONVERT_WRITING, clip, status);
}

void gaiti_convert_add_bytes(gait_conversion *self, gait_output *output, uint32_t index,
                             const gait_buffer *content) {
    self->whole[index] = gaiti_span(content->data, content->size);
    output->files[index].parts = &self->whole[index];
    output->files[index].part_count = 1;
    output->files[index].size = content->size;
}
