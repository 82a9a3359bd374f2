/* Reads the clips of a conversion, on the skeleton of the output. */
#include <string.h>

#include "base/bytes.h"
#include "base/try.h"
#include "convert/convert_state.h"
#include "formats/abilities.h"
#include "formats/file_state.h"
#include "gait/pose.h"
#include "ops/clip_convert.h"

gait_status gaiti_convert_read(const gait_conversion *self, const gait_file *file, uint32_t index,
                               const gait_skeleton *skeleton, gait_clip **out_clip) {
    const gait_options *common = &self->options.common;
    gait_missing_bones missing = self->options.missing_bones;
    bool makes_records = gaiti_file_has(file, GAIT_MODEL_SPACE) &&
                         gaiti_format_has_records(self->options.target) &&
                         missing != GAIT_MISSING_REFUSE;
    return missing == GAIT_MISSING_LEAVE_OUT || makes_records
               ? gaiti_file_clip_part(file, index, skeleton, common, out_clip)
               : gait_file_clip(file, index, skeleton, common, out_clip);
}

gait_status gaiti_convert_clip(gait_conversion *self, uint32_t index, gait_clip **out_clip) {
    gait_status status;
    *out_clip = NULL;
    self->clip_name.size = 0;
    if (self->retarget) {
        if (gaiti_retarget_is_scaled(self->retarget, index) && !self->options.is_lossy) {
            return gaiti_convert_refuse(self, GAITI_CONVERT_SCALED, (int32_t)index,
                                        (gaiti_detail){0});
        }
        status = gaiti_retarget_clip(self->retarget, index, out_clip);
    } else {
        status = gaiti_convert_read(self, self->file, index, self->skeleton, out_clip);
    }
    if (status == GAIT_OK) {
        self->frames += (*out_clip)->frame_count;
        const char *name = (*out_clip)->name;
        status = gaiti_write(&self->clip_name, name, strlen(name) + 1) ? GAIT_OK : GAIT_NO_MEMORY;
    }
    if (status != GAIT_OK) {
        gait_clip_free(*out_clip);
        *out_clip = NULL;
        return gaiti_convert_fail(self, GAITI_CONVERT_READING, (int32_t)index, status);
    }
    return GAIT_OK;
}

gait_status gaiti_convert_check_losses(gait_conversion *self, const gait_clip *clip, uint32_t index,
                                       uint32_t *out_losses) {
    gaiti_loss_limits found = gaiti_convert_find_losses(clip, self->file, index, &self->options);
    *out_losses = found.lost;
    return found.played == 0 || self->options.is_lossy
               ? GAIT_OK
               : gaiti_convert_refuse_losses(self, index, found.played);
}

void gaiti_convert_add_losses(gait_conversion *self, gait_output *output, uint32_t clip,
                              uint32_t losses) {
    gait_losses *list = self->options.losses;
    uint32_t limits = gaiti_convert_limits_of(self->options.target, self->options.version).lost;
    if (limits & GAIT_LOSES_CLIP_NAME &&
        gaiti_convert_loses_name(self->file, (const char *)self->clip_name.data,
                                 output->files[0].name)) {
        losses |= GAIT_LOSES_CLIP_NAME;
    }
    output->losses |= losses;
    for (uint32_t what = 1; list && what <= losses; what <<= 1) {
        if (losses & what && list->count++ < list->capacity) {
            list->items[list->count - 1] = (gait_loss_entry){(gait_loss)what, (int32_t)clip};
        }
    }
}

gait_status gaiti_convert_refuse_requirement(gait_conversion *self, int32_t clip,
                                             gait_requirement requirement) {
    gaiti_rule rule = requirement == GAIT_REQUIRES_PARENTS ? GAITI_CONVERT_NEEDS_PARENTS
                                                           : GAITI_CONVERT_NEEDS_REST;
    return requirement == GAIT_REQUIRES_NOTHING
               ? GAIT_OK
               : gaiti_convert_refuse(self, rule, clip, (gaiti_detail){0});
}

gait_status gaiti_convert_rigid(const gait_clip *clip, const gait_options *options,
                                gait_clip **out_clip) {
    return gaiti_clip_convert_rigid(clip, GAIT_AXES_GLTF, options, out_clip);
}

/* True when the conversion to a rigid clip removed scale. */
static bool clip_was_scaled(const gait_clip *rigid) {
    bool was_scaled = false;
    for (uint32_t b = 0; b < rigid->skeleton->bone_count && !was_scaled; b++) {
        was_scaled = rigid->tracks[b].scale.count > 0;
    }
    return was_scaled;
}

gait_status gaiti_convert_read_pair(gait_conversion *self, uint32_t index, uint32_t *out_losses,
                                    gaiti_convert_pair *out_pair) {
    *out_losses = 0;
    *out_pair = (gaiti_convert_pair){NULL, NULL};
    gait_status status = gaiti_convert_clip(self, index, &out_pair->clip);
    const gait_clip *clip = out_pair->clip;
    if (status != GAIT_OK || !clip) {
        return status;
    }
    bool is_timed = self->options.fps > 0 || self->options.duration_s > 0;
    bool is_rigid = gaiti_convert_limits_of(self->options.target, self->options.version).lost &
                    GAIT_LOSES_SCALE;
    if (clip->time_unit != GAIT_TIME_PHASE && is_timed) {
        const char *name =
            gait_range_of(self->options.fps > 0 ? GAIT_RANGE_FPS : GAIT_RANGE_DURATION).name;
        return gaiti_convert_refuse(self, GAITI_CONVERT_HAS_DURATION, (int32_t)index,
                                    (gaiti_detail){.name = gaiti_span_of(name)});
    }
    gait_requirement requirement =
        gait_pose_requirements(clip, is_rigid ? GAIT_SPACE_MODEL : GAIT_SPACE_LOCAL);
    GAITI_TRY(gaiti_convert_refuse_requirement(self, (int32_t)index, requirement));
    GAITI_TRY(gaiti_convert_check_losses(self, clip, index, out_losses));
    status = is_rigid ? gaiti_convert_rigid(clip, &self->options.common, &out_pair->rigid)
                      : gaiti_clip_convert(clip, GAIT_SPACE_LOCAL, GAIT_AXES_GLTF,
                                           &self->options.common, &out_pair->rigid);
    GAITI_TRY(gaiti_convert_finish(self, (int32_t)index, status));
    *out_losses |= is_rigid && clip_was_scaled(out_pair->rigid) ? GAIT_LOSES_SCALE : 0u;
    return GAIT_OK;
}

void gaiti_convert_free_pair(gaiti_convert_pair *pair) {
    gait_clip_free(pair->rigid);
    gait_clip_free(pair->clip);
}
