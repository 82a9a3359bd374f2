/* From clips to plain RTM. */
#include "formats/bi/lower.h"
#include "formats/bi/lower_lanes.h"
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

static uint8_t *rtm_lower_begin_frame(const gaiti_lowering *job, gait_rtm *rtm, uint32_t frame) {
    uint8_t *out = gaiti_rtm_writable(rtm->frames, frame * gaiti_rtm_frame_size(rtm));
    gaiti_store_f32(out, gaiti_lower_phase(job, frame));
    return out + GAITI_RTM_FRAME_HEAD;
}

static void rtm_lower_frame(gaiti_lowering *job, gait_rtm *rtm, uint32_t frame) {
    double signs[12];
    uint8_t *out = rtm_lower_begin_frame(job, rtm, frame);
    rtm_lower_signs(job->clip->axes, signs);
    gaiti_lower_pose(job, frame, GAIT_SPACE_DELTA);
    for (uint32_t b = 0; b < job->bone_count; b++, out += GAITI_RTM_ENTRY) {
        memcpy(out, rtm->names.data + (size_t)b * GAITI_RTM_NAME, GAITI_RTM_NAME);
        if (!rtm_lower_matrix(&job->pose[b], signs, out + GAITI_RTM_NAME)) {
            job->report.bone = (int32_t)b;
            job->report.frame = (int32_t)frame;
            gaiti_lower_raise(job, GAITI_RTM_LOSES_NUMBER,
                              (gaiti_detail){.name = job->bones[b].name});
            job->report.bone = job->report.frame = -1;
        }
    }
}

/* --- four keys at a time ---------------------------------------------------------------------- */

/* One bone in up to four frames, whose entries lie `frame_size` apart. Returns the sum of all
 * numbers. */
static gaiti_lanes rtm_lower_entry(const gaiti_lanes_pose *pose, const uint8_t *name, uint8_t *out,
                                   uint64_t frame_size, uint32_t count) {
    const gaiti_lanes zero = gaiti_lanes_of(0); /* no negative zeros */
    gaiti_lanes rows[12], sum = zero;
    for (int i = 0; i < 12; i++) {
        rows[i] = gaiti_lanes_add(pose->m[i], zero);
        sum = gaiti_lanes_add(sum, rows[i]);
    }
    for (int i = 0; i < 12; i += GAITI_LANES) {
        gaiti_lanes_transpose(rows + i);
    }
    for (uint32_t lane = 0; lane < count; lane++, out += frame_size) {
        memcpy(out, name, GAITI_RTM_NAME);
        gaiti_lanes_store(out + GAITI_RTM_NAME, rows[lane]);
        gaiti_lanes_store(out + GAITI_RTM_NAME + 16, rows[4 + lane]);
        gaiti_lanes_store(out + GAITI_RTM_NAME + 32, rows[8 + lane]);
    }
    return sum;
}

/* False when a number is not finite, or may not be. */
static bool rtm_lower_block(gaiti_lowering *job, gaiti_lanes_job *lanes, gait_rtm *rtm,
                            uint32_t frame) {
    uint32_t left = rtm->frame_count - frame, count = left < GAITI_LANES ? left : GAITI_LANES;
    uint64_t frame_size = gaiti_rtm_frame_size(rtm);
    gaiti_lanes sum = gaiti_lanes_of(0);
    uint8_t *out = rtm_lower_begin_frame(job, rtm, frame);
    for (uint32_t k = 1; k < count; k++) {
        rtm_lower_begin_frame(job, rtm, frame + k);
    }
    bool good = gaiti_lanes_compose(lanes, frame);
    for (uint32_t b = 0; b < job->bone_count; b++, out += GAITI_RTM_ENTRY) {
        const uint8_t *name = rtm->names.data + (size_t)b * GAITI_RTM_NAME;
        sum = gaiti_lanes_add(sum, rtm_lower_entry(&lanes->pose[b], name, out, frame_size, count));
    }
    const gaiti_lanes tiny = gaiti_lanes_of(1);
    return good && gaiti_lanes_all_less(gaiti_lanes_subtract(sum, sum), tiny);
}

static void rtm_lower_frames(gaiti_lowering *job, gait_rtm *rtm) {
    gaiti_lanes_job lanes;
    bool wide = gaiti_lanes_begin(&lanes, job, GAIT_AXES_FILE);
    if (!wide && job->arena.status != GAIT_OK) {
        job->status = job->arena.status;
        return;
    }
    for (uint32_t b = 0; b < job->bone_count; b++) {
        memcpy(gaiti_rtm_writable(rtm->names, (uint64_t)b * GAITI_RTM_NAME),
               job->bones[b].name.data, job->bones[b].name.size);
    }
    for (uint64_t f = 0; f < rtm->frame_count; f += GAITI_LANES) {
        bool done = wide && rtm_lower_block(job, &lanes, rtm, (uint32_t)f);
        for (uint64_t k = f; !done && k < rtm->frame_count && k < f + GAITI_LANES; k++) {
            rtm_lower_frame(job, rtm, (uint32_t)k);
        }
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
