/* Conversion of clips to RTM, plain or binarised: one file per clip. */
#include "base/try.h"
#include "convert/convert_state.h"
#include "formats/abilities.h"
#include "formats/file_state.h"
#include "formats/bi/bmtr/bmtr.h"
#include "formats/bi/rtm/rtm.h"
#include "ops/clip_convert.h"
#include "gait/bmtr.h"
#include "gait/pose.h"
#include "gait/bones.h"

gait_status gaiti_convert_check_rtm(gait_conversion *self) {
    const gait_convert_options *options = &self->options;
    bool is_plain = !gaiti_format_has_records(options->target);
    GAITI_TRY(
        gaiti_convert_refuse_options(self, !is_plain && !options->base, is_plain && options->base));
    if (!is_plain) {
        GAITI_TRY(gaiti_convert_check_range(self, GAIT_RANGE_BMTR_VERSION, options->version));
    }
    if (options->base) {
        GAITI_TRY(gaiti_convert_check_base(self, options->target));
        self->options.version = (uint32_t)gait_file_version(options->base);
    } else if (!is_plain && options->version == 0) {
        self->options.version = (uint32_t)gait_range_of(GAIT_RANGE_BMTR_VERSION).max;
    }
    return GAIT_OK;
}

/* Patches the base file with `result`, so that unchanged data keeps its bytes. */
static gait_status rtm_write_over(gait_conversion *self, const gait_bmtr *result, int32_t clip,
                                  gait_output *output) {
    const gait_options *options = &self->options.common;
    gait_bmtr *base = NULL;
    gait_status status = gait_bmtr_open(self->options.base->bytes, options, &base);
    if (status == GAIT_OK) {
        status = gaiti_bmtr_patch(base, result, options, &output->changed);
    }
    bool is_other = status == GAIT_NOT_FOUND || status == GAIT_BAD_ARGUMENT; /* bones; axes */
    if (status == GAIT_OK) {
        status = gait_bmtr_write(base, &self->content);
    }
    status = is_other ? gaiti_convert_refuse_other(self, GAITI_CONVERT_BASE_DIFFERS,
                                                   self->options.base, NULL, NULL)
                      : gaiti_convert_finish(self, clip, status);
    gait_bmtr_free(base);
    return status;
}

static gait_status rtm_write_binarised(gait_conversion *self, const gait_clip *clip, int32_t index,
                                       gait_output *output, uint32_t *losses) {
    const gait_convert_options *options = &self->options;
    gait_bmtr *bmtr = NULL;
    uint32_t found;
    gait_status status = gaiti_bmtr_from_clip(clip, (int32_t)options->version, GAIT_LOSES_EVENTS,
                                              &options->common, &found, &bmtr);
    *losses |= found;
    GAITI_TRY(gaiti_convert_finish(self, index, status));
    status = options->base
                 ? rtm_write_over(self, bmtr, index, output)
                 : gaiti_convert_finish(self, index, gait_bmtr_write(bmtr, &self->content));
    gait_bmtr_free(bmtr);
    return status;
}

/* Binarised RTM is relative to parents; both kinds are relative to rest poses. */
static gait_status rtm_check_requirements(gait_conversion *self, const gait_clip *clip,
                                          int32_t index) {
    bool is_binarised = gaiti_format_has_records(self->options.target);
    gait_requirement requirement = is_binarised && !gait_skeleton_has_known_parents(self->skeleton)
                                       ? GAIT_REQUIRES_PARENTS
                                       : gait_pose_requirements(clip, GAIT_SPACE_DELTA);
    return gaiti_convert_refuse_requirement(self, index, requirement);
}

static gait_status rtm_write_clip(gait_conversion *self, const gait_clip *clip, int32_t index,
                                  gait_output *output, uint32_t *losses) {
    const gait_options *options = &self->options.common;
    gait_clip *converted = NULL;
    /* Clips in delta space are written without conversion, which would round their values. */
    if (clip->space != GAIT_SPACE_DELTA && clip->space != GAIT_SPACE_LOCAL_DELTA) {
        gait_status made =
            gaiti_clip_convert(clip, GAIT_SPACE_DELTA, GAIT_AXES_FILE, options, &converted);
        GAITI_TRY(gaiti_convert_finish(self, index, made));
    }
    const gait_clip *delta = converted ? converted : clip;
    gait_status status =
        gaiti_format_has_records(self->options.target)
            ? rtm_write_binarised(self, delta, index, output, losses)
            : gaiti_convert_finish(self, index,
                                   gaiti_rtm_write_clip(delta, options, &self->content));
    gait_clip_free(converted);
    return status;
}

gait_status gaiti_convert_make_rtm(gait_conversion *self, gait_output *output) {
    gait_clip *clip = NULL;
    uint32_t losses;
    int32_t index = (int32_t)output->clips[0];
    gait_status status;
    GAITI_TRY_DONE(gaiti_convert_clip(self, output->clips[0], &clip));
    GAITI_TRY_DONE(rtm_check_requirements(self, clip, index));
    GAITI_TRY_DONE(gaiti_convert_check_losses(self, clip, output->clips[0], &losses));
    GAITI_TRY_DONE(rtm_write_clip(self, clip, index, output, &losses));
    gaiti_convert_add_losses(self, output, output->clips[0], losses);
done:
    gaiti_convert_add_bytes(self, output, 0, &self->content);
    gait_clip_free(clip);
    return status;
}
