/* Converts clips to plain RTM. */
#include "base/try.h"
#include "formats/bi/bi_encode.h"
#include "formats/bi/bi_encode_lanes.h"
#include "formats/bi/rtm/rtm.h"
#include "gait/metadata.h"
#include "model/affine.h"

static bool rtm_encode_events(gaiti_bi_encoder *job, gait_rtm *rtm) {
    for (uint32_t e = 0; e < job->clip->event_count; e++) {
        gait_rtm_property property = {.phase =
                                          gaiti_bi_encode_moment(job, job->clip->events[e].start)};
        if (!gaiti_bi_encode_event(job, e, &property.name, &property.value)) {
            continue;
        }
        gait_status status = gaiti_rtm_set_property(rtm, rtm->property_count, &property);
        if (status != GAIT_OK) {
            job->status = status;
            return false;
        }
    }
    return job->status == GAIT_OK;
}

/* The signs that convert the twelve numbers of a matrix from the axes of the clip to file axes. */
static void rtm_encode_signs(gait_axes axes, double out[12]) {
    double signs[3];
    gaiti_axes_signs(axes, GAIT_AXES_FILE, signs);
    for (int i = 0; i < 9; i++) {
        out[i] = signs[i % 3] * signs[i / 3];
    }
    for (int i = 0; i < 3; i++) {
        out[9 + i] = signs[i];
    }
}

/* Stores a matrix; false when a number is not finite. */
static bool rtm_encode_matrix(const gait_affine *pose, const double signs[12], uint8_t *out) {
    float sum = 0;
    for (int i = 0; i < 12; i++) {
        double value = i < 9 ? pose->m[i % 3][i / 3] : pose->t[i - 9];
        float number = (float)(value * signs[i]) + 0.0F; /* no negative zeros */
        gaiti_store_f32(out + 4 * i, number);
        sum += number - number;
    }
    return sum == 0;
}

/* The destination of frames. */
typedef struct rtm_rows {
    const uint8_t *names; /* GAITI_RTM_NAME bytes per bone */
    uint8_t *frames;
    uint64_t frame_size;
    double signs[12]; /* from the axes of the clip to file axes */
} rtm_rows;

static uint8_t *rtm_encode_begin_frame(const gaiti_bi_encoder *job, const rtm_rows *rows,
                                       uint32_t frame) {
    uint8_t *out = rows->frames + frame * rows->frame_size;
    gaiti_store_f32(out, gaiti_bi_encode_phase(job, frame));
    return out + GAITI_RTM_FRAME_HEAD;
}

static void rtm_encode_frame(gaiti_bi_encoder *job, const rtm_rows *rows, uint32_t frame) {
    uint8_t *entries = rtm_encode_begin_frame(job, rows, frame);
    gaiti_bi_encode_pose(job, frame, GAIT_SPACE_DELTA);
    for (uint32_t b = 0; b < job->bone_count; b++) {
        size_t entry = job->bones[b].entry;
        uint8_t *out = entries + entry * GAITI_RTM_ENTRY;
        memcpy(out, rows->names + entry * GAITI_RTM_NAME, GAITI_RTM_NAME);
        if (!rtm_encode_matrix(&job->pose[b], rows->signs, out + GAITI_RTM_NAME)) {
            gaiti_report_set_bone(&job->report, b, job->bones[b].utf8);
            job->report.frame = (int32_t)frame;
            gaiti_bi_encode_raise(job, GAITI_RTM_LOSES_NUMBER, (gaiti_detail){0});
            job->report.bone = job->report.frame = -1;
        }
    }
}

/* --- two keys at a time ----------------------------------------------------------------------- */

/* Stores four numbers of a matrix in two frames. Returns `sum` plus these numbers. */
static inline gaiti_float4 rtm_encode_row(const gaiti_lanes row[4], uint8_t *first, uint8_t *second,
                                          gaiti_float4 sum) {
    const gaiti_float4 zero = gaiti_float4_of(0.0F); /* no negative zeros */
    gaiti_float4 numbers[GAITI_LANES];
    gaiti_lanes_gather(row, numbers);
    gaiti_float4_store_le(first, gaiti_float4_add(numbers[0], zero));
    gaiti_float4_store_le(second, gaiti_float4_add(numbers[1], zero));
    return gaiti_float4_add(gaiti_float4_add(sum, numbers[0]), numbers[1]);
}

static inline gaiti_float4 rtm_encode_entry(const gaiti_lanes_pose *pose, const uint8_t *name,
                                            uint8_t *first, uint8_t *second, gaiti_float4 sum) {
    memcpy(first, name, GAITI_RTM_NAME);
    memcpy(second, name, GAITI_RTM_NAME);
    first += GAITI_RTM_NAME;
    second += GAITI_RTM_NAME;
    sum = rtm_encode_row(pose->m, first, second, sum);
    sum = rtm_encode_row(pose->m + 4, first + 16, second + 16, sum);
    return rtm_encode_row(pose->m + 8, first + 32, second + 32, sum);
}

/* Writes frame `frame` and the next one, or the last frame twice. False when a number may not be
 * finite, or a quaternion is degenerate; the frames must then be written one by one. */
static bool rtm_encode_two(gaiti_bi_encoder *job, gaiti_lanes_job *lanes, const rtm_rows *rows,
                           uint32_t frame) {
    uint32_t next = frame + 1 < job->clip->frame_count ? frame + 1 : frame;
    uint8_t *first = rtm_encode_begin_frame(job, rows, frame);
    uint8_t *second = rtm_encode_begin_frame(job, rows, next);
    gaiti_float4 sum = gaiti_float4_of(0.0F);
    bool good = gaiti_lanes_compose(lanes, frame);
    for (uint32_t b = 0; b < job->bone_count; b++) {
        const uint8_t *name = rows->names + (size_t)job->bones[b].entry * GAITI_RTM_NAME;
        size_t at = (size_t)job->bones[b].entry * GAITI_RTM_ENTRY;
        sum = rtm_encode_entry(&lanes->pose[b], name, first + at, second + at, sum);
    }
    return good && gaiti_float4_is_finite(sum);
}

static void rtm_encode_frames(gaiti_bi_encoder *job, const rtm_rows *rows) {
    gaiti_lanes_job lanes;
    uint64_t count = job->clip->frame_count;
    bool wide = gaiti_lanes_begin(&lanes, job, GAIT_AXES_FILE);
    if (!wide && job->arena.status != GAIT_OK) {
        job->status = job->arena.status;
        return;
    }
    for (uint64_t f = 0; f < count; f += GAITI_LANES) {
        bool done = wide && rtm_encode_two(job, &lanes, rows, (uint32_t)f);
        for (uint64_t k = f; !done && k < count && k < f + GAITI_LANES; k++) {
            rtm_encode_frame(job, rows, (uint32_t)k);
        }
    }
}

/* --- documents and files ---------------------------------------------------------------------- */

/* Makes a document with everything but the content of its `frame_count` frames. */
static gait_rtm *rtm_encode_head(gaiti_bi_encoder *job, uint32_t frame_count,
                                 const gait_options *options) {
    gait_rtm *rtm = gaiti_rtm_new_blank(job->bone_count, frame_count, options, &job->status);
    if (!rtm) {
        return NULL;
    }
    rtm->code_page = job->code_page;
    gaiti_bi_encode_root_motion(job, rtm->root_motion);
    for (uint32_t b = 0; b < job->bone_count; b++) {
        memcpy(gaiti_rtm_writable(rtm->names, (uint64_t)job->bones[b].entry * GAITI_RTM_NAME),
               job->bones[b].name.data, job->bones[b].name.size);
    }
    rtm_encode_events(job, rtm);
    return rtm;
}

static void rtm_encode_into(gaiti_bi_encoder *job, const gait_rtm *rtm, uint8_t *frames) {
    rtm_rows rows = {rtm->names.data, frames, gaiti_rtm_frame_size(rtm), {0}};
    rtm_encode_signs(job->clip->axes, rows.signs);
    rtm_encode_frames(job, &rows);
}

static gait_rtm *rtm_encode_document(gaiti_bi_encoder *job, const gait_options *options) {
    gait_rtm *rtm = rtm_encode_head(job, job->clip->frame_count, options);
    if (rtm) {
        rtm_encode_into(job, rtm, gaiti_rtm_writable(rtm->frames, 0));
    }
    if (job->status != GAIT_OK) {
        gaiti_rtm_free(rtm);
        return NULL;
    }
    return rtm;
}

/* Writes a document without frames, and appends the frames. */
static gait_status rtm_encode_append(gaiti_bi_encoder *job, gait_rtm *rtm, gait_buffer *out) {
    uint64_t frame_size = gaiti_rtm_frame_size(rtm);
    rtm->frame_count = job->clip->frame_count;
    gait_status status = gaiti_rtm_write(rtm, out);
    if (status != GAIT_OK || rtm->frame_count > SIZE_MAX / frame_size) {
        return status != GAIT_OK ? status : GAIT_LIMIT;
    }
    uint8_t *frames = gaiti_extend(out, (size_t)(rtm->frame_count * frame_size));
    if (!frames) {
        return GAIT_NO_MEMORY;
    }
    rtm_encode_into(job, rtm, frames);
    return job->status;
}

static gait_status rtm_encode_begin(gaiti_bi_encoder *job, const gait_clip *clip,
                                    const gait_options *options) {
    static const gaiti_bi_encode_rules rules = {
        .name = GAITI_RTM_LOSES_NAME,
        .event = GAITI_RTM_LOSES_TEXT,
        .interval = GAITI_RTM_LOSES_END,
        .longest_name = GAITI_RTM_NAME - 1,
        .longest_text = 255,
    };
    return gaiti_bi_encode_begin(job, clip, &rules, options);
}

gait_status gaiti_rtm_from_clip(const gait_clip *clip, const gait_options *options,
                                gait_rtm **out_rtm) {
    gaiti_bi_encoder job;
    if (!GAITI_CLEAR(out_rtm)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_status status = rtm_encode_begin(&job, clip, options);
    if (status == GAIT_OK) {
        *out_rtm = rtm_encode_document(&job, options);
        status = job.status;
    }
    gaiti_bi_encode_end(&job);
    return status;
}

gait_status gaiti_rtm_apply_metadata(gait_rtm *rtm, const gait_clip *clip_metadata,
                                     uint32_t changes, const gait_options *options) {
    gaiti_bi_encoder job;
    gait_options encoding = options ? *options : (gait_options){0};
    if (!rtm) {
        return GAIT_BAD_ARGUMENT;
    }
    encoding.code_page = rtm->code_page;
    gait_status status = rtm_encode_begin(&job, clip_metadata, &encoding);
    if (status == GAIT_OK && changes & GAIT_META_EVENTS) {
        rtm->property_count = rtm->stated_properties = 0;
        rtm_encode_events(&job, rtm);
        status = job.status;
    }
    if (status == GAIT_OK && changes & GAIT_META_ROOT_MOTION) {
        float root_motion[3];
        gaiti_bi_encode_root_motion(&job, root_motion);
        status = gaiti_rtm_set_root_motion(rtm, root_motion);
    }
    gaiti_bi_encode_end(&job);
    return status;
}

gait_status gaiti_rtm_write_clip(const gait_clip *clip, const gait_options *options,
                                 gait_buffer *out) {
    gaiti_bi_encoder job;
    if (!out) {
        return GAIT_BAD_ARGUMENT;
    }
    size_t before = out->size;
    gait_status status = rtm_encode_begin(&job, clip, options);
    if (status == GAIT_OK) {
        gait_rtm *rtm = rtm_encode_head(&job, 0, options);
        status = rtm ? rtm_encode_append(&job, rtm, out) : job.status;
        gaiti_rtm_free(rtm);
    }
    gaiti_bi_encode_end(&job);
    if (status != GAIT_OK) {
        out->size = before;
    }
    return status;
}
