/* Reads the clips of a conversion, on the skeleton of the output. */
#include <string.h>

#include "base/bytes.h"
#include "convert/convert_state.h"
#include "convert/retarget.h"
#include "gait/ops.h"

gait_status gaiti_convert_clip(gait_conversion *self, uint32_t index, gait_clip **out_clip) {
    gait_status status;
    *out_clip = NULL;
    self->clip_name.size = 0;
    if (self->retarget) {
        if (gaiti_retarget_is_scaled(self->retarget, index) && !self->options.is_lossy) {
            return gaiti_convert_refuse(self, GAIT_CONVERT_SCALED, (int32_t)index, GAIT_WOULD_LOSE);
        }
        status = gaiti_retarget_clip(self->retarget, index, out_clip);
    } else {
        status = gait_file_clip(self->file, index, self->skeleton, &self->options.common, out_clip);
    }
    if (status == GAIT_OK) {
        self->frames += (*out_clip)->frame_count;
        const char *name = (*out_clip)->name;
        status = gaiti_write(&self->clip_name, name, strlen(name) + 1) ? GAIT_OK : GAIT_NO_MEMORY;
    }
    if (status != GAIT_OK) {
        gait_clip_free(*out_clip);
        *out_clip = NULL;
        return gaiti_convert_refuse(self, GAIT_CONVERT_READING, (int32_t)index, status);
    }
    return GAIT_OK;
}

gait_status gaiti_convert_refuse_requirement(gait_conversion *self, int32_t clip,
                                             gait_requirement requirement) {
    gait_convert_reason reason =
        requirement == GAIT_REQUIRES_PARENTS ? GAIT_CONVERT_NEEDS_PARENTS : GAIT_CONVERT_NEEDS_REST;
    return requirement == GAIT_REQUIRES_NOTHING
               ? GAIT_OK
               : gaiti_convert_refuse(self, reason, clip, GAIT_UNSUPPORTED);
}

gait_status gaiti_convert_posable_clip(gait_conversion *self, uint32_t index,
                                       gait_clip **out_clip) {
    gait_status status = gaiti_convert_clip(self, index, out_clip);
    bool is_timed = self->options.fps > 0 || self->options.duration_s > 0;
    if (*out_clip && (*out_clip)->time_unit != GAIT_TIME_PHASE && is_timed) {
        status = gaiti_convert_refuse(self, GAIT_CONVERT_HAS_DURATION, (int32_t)index,
                                      GAIT_BAD_ARGUMENT);
    }
    if (status == GAIT_OK) {
        gait_requirement requirement = gait_pose_requirements(*out_clip, GAIT_SPACE_MODEL);
        status = gaiti_convert_refuse_requirement(self, (int32_t)index, requirement);
    }
    if (status != GAIT_OK) {
        gait_clip_free(*out_clip);
        *out_clip = NULL;
    }
    return status;
}
