/* Why a conversion failed, and what every target does alike. */
#include "base/bytes.h"
#include "convert/convert_state.h"

const char *gait_convert_reason_text(gait_convert_reason reason) {
    static const char *const texts[] = {
        [GAIT_CONVERT_OK] = "nothing is wrong",
        [GAIT_CONVERT_NO_ROUTE] = "the file cannot be converted to this format",
        [GAIT_CONVERT_BAD_OPTION] =
            "an option is out of range or does not apply to this conversion",
        [GAIT_CONVERT_NO_CLIPS] = "no clips are chosen",
        [GAIT_CONVERT_ONE_CLIP] =
            "the format holds one clip: choose one, or put {clip} into the name",
        [GAIT_CONVERT_WHOLE_ONLY] = "a bank is only converted as a whole",
        [GAIT_CONVERT_NO_MOTIONS] = "the model has no motions that can be read",
        [GAIT_CONVERT_NEEDS_BASE] = "the model that the bank is put into is missing",
        [GAIT_CONVERT_WRONG_BASE] = "the base has another format than the output",
        [GAIT_CONVERT_BASE_DIFFERS] = "the base has other bones, keys or frames",
        [GAIT_CONVERT_NO_BONES] = "the file has no bones",
        [GAIT_CONVERT_RETARGETING] = "the joints cannot be put on the skeleton",
        [GAIT_CONVERT_NO_JOINT] = "no joint has the name of a bone of the skeleton",
        [GAIT_CONVERT_WRONG_SKELETON] = "the skeleton lacks bones of the file",
        [GAIT_CONVERT_NEEDS_PARENTS] = "the parents of the bones are not known: give a skeleton",
        [GAIT_CONVERT_NEEDS_REST] = "the rest pose of the bones is not known: give a skeleton",
        [GAIT_CONVERT_HAS_DURATION] = "the clip has a duration of its own",
        [GAIT_CONVERT_NO_DURATION] = "the clip has no duration, and the format needs one",
        [GAIT_CONVERT_LOSES] = "the format cannot hold everything",
        [GAIT_CONVERT_SCALED] = "a bone is scaled, which the skeleton cannot hold",
        [GAIT_CONVERT_BAD_NAME] = "a name that the format cannot hold",
        [GAIT_CONVERT_READING] = "a clip cannot be read",
        [GAIT_CONVERT_WRITING] = "the output cannot be made",
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

gait_status gaiti_convert_made(gait_conversion *self, int32_t clip, gait_status status) {
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
