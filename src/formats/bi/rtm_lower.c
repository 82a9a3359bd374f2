/* From clips to plain RTM. */
#include "formats/bi/lower.h"
#include "formats/bi/rtm.h"
#include "model/affine.h"

static bool rtm_lower_events(gaiti_lowering *job, gait_rtm *rtm) {
    for (uint32_t e = 0; e < job->clip->event_count; e++) {
        gait_rtm_property property = {.phase = gaiti_lower_moment(job, job->clip->events[e].start)};
        if (!gaiti_lower_event(job, e, &property.name, &property.value)) {
            continue;
        }
        gait_status status = gait_rtm_set_property(rtm, rtm->property_count, &property);
        if (status != GAIT_OK) {
            job->status = status;
            return false;
        }
    }
    return job->status == GAIT_OK;
}

/* Signs that turn the twelve numbers of a matrix from the clip's axes to the file's. */
static void rtm_lower_signs(gait_axes axes, double out[12]) {
    double signs[3];
    gaiti_axes_signs(axes, GAIT_AXES_FILE, signs);
    for (int i = 0; i < 9; i++) {
        out[i] = signs[i % 3] * signs[i / 3];
    }
    for (int i = 0; i < 3; i++) {
        out[9 + i] = signs[i];
    }
}

/* False when a number is not finite. */
static bool rtm_lower_matrix(const gait_affine *pose, const double signs[12], uint8_t *out) {
    float sum = 0;
    for (int i = 0; i < 12; i++) {
        double value = i < 9 ? pose->m[i % 3][i / 3] : pose->t[i - 9];
        float number = (float)(value * signs[i]) + 0.0F; /* no negative zeros */
        gaiti_store_f32(out + 4 * i, number);
        sum += number - number;
    }
    return sum == 0;
}

static void rtm_lower_frame(gaiti_lowering *job, const double signs[12], uint32_t frame,
                            uint8_t *out) {
    gaiti_lower_pose(job, frame, GAIT_SPACE_DELTA);
    gaiti_store_f32(out, gaiti_lower_phase(job, frame));
    out += GAITI_RTM_FRAME_HEAD;
    for (uint32_t b = 0; b < job->bone_count; b++, out += GAITI_RTM_ENTRY) {
        gait_span name = job->bones[b].name;
        memcpy(out, name.data, name.size);
        if (!rtm_lower_matrix(&job->pose[b], signs, out + GAITI_RTM_NAME)) {
            job->report.bone = (int32_t)b;
            job->report.frame = (int32_t)frame;
            gaiti_lower_raise(job, GAITI_RTM_LOSES_NUMBER, (gaiti_detail){.name = name});
            job->report.bone = job->report.frame = -1;
        }
    }
}

static void rtm_lower_frames(gaiti_lowering *job, gait_rtm *rtm) {
    double signs[12];
    rtm_lower_signs(job->clip->axes, signs);
    for (uint32_t b = 0; b < job->bone_count; b++) {
        memcpy(gaiti_rtm_writable(rtm->names, (uint64_t)b * GAITI_RTM_NAME),
               job->bones[b].name.data, job->bones[b].name.size);
    }
    for (uint32_t f = 0; f < rtm->frame_count; f++) {
        rtm_lower_frame(job, signs, f,
                        gaiti_rtm_writable(rtm->frames, f * gaiti_rtm_frame_size(rtm)));
    }
}

static gait_status rtm_lower_clip(gaiti_lowering *job, const gait_options *options,
                                  gait_rtm **out_rtm) {
    gait_status status;
    gait_rtm *rtm = gaiti_rtm_new_blank(job->bone_count, job->clip->frame_count, options, &status);
    if (!rtm) {
        return status;
    }
    gaiti_lower_step(job, rtm->step);
    rtm_lower_frames(job, rtm);
    rtm_lower_events(job, rtm);
    if (job->status != GAIT_OK) {
        gait_rtm_free(rtm);
        return job->status;
    }
    *out_rtm = rtm;
    return GAIT_OK;
}

gait_status gait_rtm_lower(const gait_clip *clip, const gait_options *options, gait_rtm **out_rtm) {
    static const gaiti_lower_rules rules = {
        .name = GAITI_RTM_LOSES_NAME,
        .event = GAITI_RTM_LOSES_TEXT,
        .interval = GAITI_RTM_LOSES_END,
        .longest_name = GAITI_RTM_NAME - 1,
        .longest_text = 255,
    };
    gaiti_lowering job;
    *out_rtm = NULL;
    gait_status status = gaiti_lower_begin(&job, clip, &rules, options);
    if (status == GAIT_OK) {
        status = rtm_lower_clip(&job, options, out_rtm);
    }
    gaiti_lower_end(&job);
    return status;
}
