/* Converts clips to binarised RTM: docs/formats/bmtr.md, "Writing". */
#include <math.h>

#include "base/try.h"
#include "base/text/names.h"
#include "codec/half.h"
#include "formats/bi/bi_encode.h"
#include "formats/bi/bmtr/bmtr.h"
#include "gait/transform.h"
#include "gait/metadata.h"
#include "model/affine.h"
#include "model/clip.h"

/* Minimum difference of matrix elements that is reported as a loss. */
#define BMTR_SHAPE_TOLERANCE 1e-3
/* Deviation from length 1 up to which readers treat quaternions as unit quaternions. */
#define BMTR_UNIT_TOLERANCE 0.005

static void bmtr_encode_fault(gaiti_bi_encoder *job, gaiti_rule rule, uint32_t bone, uint32_t frame,
                              double number) {
    gaiti_report_set_bone(&job->report, bone, job->bones[bone].utf8);
    job->report.frame = (int32_t)frame;
    gaiti_bi_encode_raise(job, rule, (gaiti_detail){.number = number});
    job->report.bone = job->report.frame = -1;
}

/* --- rotation and scale ----------------------------------------------------------------------- */

/* The largest difference between the elements of a linear part and those of its rotation with
 * uniform scale. */
static double bmtr_shape_lost(const gait_affine *pose, const double q[4], double scale) {
    double m[3][3], max_error = 0;
    gaiti_matrix_from_quaternion(q, m);
    for (int i = 0; i < 9; i++) {
        double difference = gaiti_abs(pose->m[i / 3][i % 3] - scale * m[i / 3][i % 3]);
        max_error = difference > max_error || difference - difference != 0 ? difference : max_error;
    }
    return max_error;
}

/* The length of a record's quaternion, whose square is the scale. */
static double bmtr_length_of(const double s[3]) {
    double mean = (s[0] + s[1] + s[2]) / 3;
    double length = mean > 0 ? sqrt(mean) : 1;
    return gaiti_abs(length - 1) <= BMTR_UNIT_TOLERANCE ? 1 : length;
}

/* Stores the conjugate of the rotation, multiplied by `length`; false when a component
 * overflows. */
static bool bmtr_store_rotation(const double q[4], double length, int16_t out[4]) {
    double sign = q[3] < 0 ? 1 : -1;
    for (int i = 0; i < 4; i++) {
        double value = (i < 3 ? sign : -sign) * q[i] * length * 16384;
        if (!(value > -32767.5 && value < 32767.5)) {
            return false;
        }
        out[i] = (int16_t)(value < 0 ? value - 0.5 : value + 0.5);
    }
    return true;
}

/* Gets the quaternion of a key if it comes from a record, so that encoding it again gives the same
 * integers. False when the rotation must be decomposed. */
static bool bmtr_get_quaternion(const gaiti_bi_encoder *job, uint32_t bone, uint32_t frame,
                                double q[4]) {
    const gait_track *track = job->bones[bone].track;
    double key[9];
    if (job->clip->space != GAIT_SPACE_LOCAL_DELTA || !track->rotation.count ||
        track->rotation.element == GAIT_MAT3_LE || track->scale.count) {
        return false;
    }
    gait_channel rotation = track->rotation;
    gaiti_channel_change_axes(&rotation, true, job->clip->axes, GAIT_AXES_ENGINE);
    gaiti_channel_get(&rotation, true, frame, key);
    double length = gaiti_quaternion_length(key);
    memcpy(q, key, 4 * sizeof *q);
    return gaiti_abs(length - 1) <= BMTR_UNIT_TOLERANCE;
}

static void bmtr_encode_rotation(gaiti_bi_encoder *job, const gait_affine *pose, uint32_t bone,
                                 uint32_t frame, int16_t out[4]) {
    gait_transform parts;
    double q[4], length = 1;
    if (!bmtr_get_quaternion(job, bone, frame, q)) {
        gait_affine_decompose(pose, &parts);
        length = bmtr_length_of(parts.s);
        memcpy(q, parts.q, sizeof q);
        double lost = bmtr_shape_lost(pose, q, length * length);
        if (lost - lost != 0) {
            bmtr_encode_fault(job, GAITI_BMTR_LOSES_ROTATION, bone, frame, 0);
            return;
        }
        if (lost > BMTR_SHAPE_TOLERANCE) {
            job->losses |= GAIT_LOSES_SCALE;
            bmtr_encode_fault(job, GAITI_BMTR_LOSES_SHAPE, bone, frame, lost);
        }
    }
    if (!bmtr_store_rotation(q, length, out)) {
        bmtr_encode_fault(job, GAITI_BMTR_LOSES_ROTATION, bone, frame, length * length);
    }
}

/* --- records ---------------------------------------------------------------------------------- */

static void bmtr_encode_record(gaiti_bi_encoder *job, uint32_t bone, uint32_t frame, uint8_t *out) {
    gait_affine pose = gait_affine_change_axes(&job->pose[bone], job->clip->axes, GAIT_AXES_ENGINE);
    int16_t rotation[4] = {0};
    bmtr_encode_rotation(job, &pose, bone, frame, rotation);
    for (int i = 0; i < 4; i++) {
        gaiti_store_s16(out + 2 * i, rotation[i]);
    }
    for (int i = 0; i < 3; i++) {
        uint16_t half;
        if (!gaiti_half_from_f32((float)pose.t[i], &half)) {
            bmtr_encode_fault(job, GAITI_BMTR_LOSES_PLACE, bone, frame, pose.t[i]);
        }
        gaiti_store_u16(out + 8 + 2 * i, half);
    }
}

static void bmtr_encode_frames(gaiti_bi_encoder *job, gait_bmtr *bmtr) {
    for (uint32_t f = 0; f < bmtr->frame_count; f++) {
        uint8_t *records = gaiti_bmtr_writable(&bmtr->frames[f]);
        gaiti_store_f32(gaiti_bmtr_writable(&bmtr->phases) + 4 * (size_t)f,
                        gaiti_bi_encode_phase(job, f));
        gaiti_bi_encode_pose(job, f, GAIT_SPACE_LOCAL_DELTA);
        for (uint32_t b = 0; b < bmtr->bone_count; b++) {
            bmtr_encode_record(job, b, f, records + (size_t)b * GAITI_BMTR_RECORD);
        }
    }
}

/* --- names and key stones --------------------------------------------------------------------- */

static bool bmtr_encode_names(gaiti_bi_encoder *job, gait_bmtr *bmtr) {
    for (uint32_t b = 0; b < bmtr->bone_count; b++) {
        gait_span name = job->bones[b].name;
        uint8_t *copy = gaiti_copy(&bmtr->arena, name);
        for (size_t i = 0; copy && i < name.size; i++) {
            copy[i] = gaiti_ascii_lower(copy[i]);
        }
        if (!copy) {
            return false;
        }
        bmtr->names[b] = gaiti_span(copy, name.size);
        if (job->bones[b].has_gap) {
            job->report.bone = (int32_t)b;
            gaiti_bi_encode_raise(job, GAITI_BMTR_GAP, (gaiti_detail){.name = name});
            job->report.bone = -1;
        }
    }
    return true;
}

static bool bmtr_encode_event(gaiti_bi_encoder *job, gait_bmtr *bmtr, uint32_t event) {
    gait_bmtr_key key = {.time = gaiti_bi_encode_moment(job, job->clip->events[event].start)};
    if (!gaiti_bi_encode_event(job, event, &key.name, &key.value)) {
        return job->arena.status == GAIT_OK;
    }
    key.id = gaiti_bmtr_key_id(key.name);
    return gait_bmtr_set_key(bmtr, bmtr->key_count, &key) == GAIT_OK;
}

static bool bmtr_encode_events(gaiti_bi_encoder *job, gait_bmtr *bmtr, uint32_t allowed_losses) {
    uint32_t count = job->clip->event_count;
    if (!gaiti_bmtr_has_keys(bmtr) && count > 0) {
        job->losses |= GAIT_LOSES_EVENTS;
        if (!(allowed_losses & GAIT_LOSES_EVENTS)) {
            gaiti_bi_encode_raise(job, GAITI_BMTR_LOSES_EVENTS,
                                  (gaiti_detail){.expected = count, .found = bmtr->version});
        }
        return true;
    }
    for (uint32_t e = 0; e < count; e++) {
        if (!bmtr_encode_event(job, bmtr, e)) {
            return false;
        }
    }
    return true;
}

static gait_status bmtr_encode_clip(gaiti_bi_encoder *job, int32_t version, uint32_t allowed_losses,
                                    const gait_options *options, gait_bmtr **out_bmtr) {
    gait_bmtr *bmtr;
    GAITI_TRY(gaiti_bmtr_new(version, job->bone_count, job->clip->frame_count, options, &bmtr));
    bmtr->code_page = job->code_page;
    gaiti_bi_encode_root_motion(job, bmtr->root_motion);
    gait_status status;
    if (!bmtr_encode_names(job, bmtr) || !bmtr_encode_events(job, bmtr, allowed_losses)) {
        status = bmtr->arena.status ? bmtr->arena.status : job->arena.status;
    } else {
        bmtr_encode_frames(job, bmtr);
        status = job->status;
    }
    if (status != GAIT_OK) {
        gait_bmtr_free(bmtr);
        return status;
    }
    *out_bmtr = bmtr;
    return GAIT_OK;
}

static gait_status bmtr_encode_begin(gaiti_bi_encoder *job, const gait_clip *clip,
                                     const gait_options *options) {
    static const gaiti_bi_encode_rules rules = {
        .name = GAITI_BMTR_LOSES_NAME,
        .event = GAITI_BMTR_LOSES_TEXT,
        .interval = GAITI_BMTR_LOSES_END,
        .longest_name = SIZE_MAX,
        .longest_text = SIZE_MAX,
    };
    return gaiti_bi_encode_begin(job, clip, &rules, options);
}

gait_status gaiti_bmtr_from_clip(const gait_clip *clip, int32_t version, uint32_t allowed_losses,
                                 const gait_options *options, uint32_t *out_losses,
                                 gait_bmtr **out_bmtr) {
    gaiti_bi_encoder job;
    if (out_losses) {
        *out_losses = 0;
    }
    if (!GAITI_CLEAR(out_bmtr)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_status status = bmtr_encode_begin(&job, clip, options);
    if (status == GAIT_OK) {
        status = bmtr_encode_clip(&job, version, allowed_losses, options, out_bmtr);
    }
    if (status == GAIT_OK && out_losses) {
        *out_losses = job.losses;
    }
    gaiti_bi_encode_end(&job);
    return status;
}

/* Restores the ids of key stones, which the metadata does not contain: a name keeps its previous
 * id. False when there is no memory. */
static bool bmtr_keep_ids(gait_bmtr *bmtr, const gait_bmtr_key *old, uint32_t old_count,
                          gaiti_arena *scratch) {
    gaiti_names known;
    gait_span *names = gaiti_alloc(scratch, old_count, sizeof *names);
    if (!names || !gaiti_names_init(&known, scratch, names, old_count)) {
        return false;
    }
    known.is_exact = true;
    for (uint32_t o = 0; o < old_count; o++) {
        names[o] = old[o].name;
        gaiti_names_add(&known, o);
    }
    for (uint32_t k = 0; k < bmtr->key_count; k++) {
        int32_t before = gaiti_names_find(&known, bmtr->keys[k].name);
        bmtr->keys[k].id = before >= 0 ? old[before].id : bmtr->keys[k].id;
    }
    return true;
}

static gait_status bmtr_replace_events(gaiti_bi_encoder *job, gait_bmtr *bmtr) {
    const gait_bmtr_key *old = bmtr->keys;
    uint32_t old_count = bmtr->key_count;
    bmtr->keys = NULL;
    bmtr->key_count = bmtr->key_capacity = 0;
    if (!bmtr_encode_events(job, bmtr, 0)) {
        return bmtr->arena.status != GAIT_OK ? bmtr->arena.status : job->arena.status;
    }
    return bmtr_keep_ids(bmtr, old, old_count, &job->arena) ? job->status : job->arena.status;
}

gait_status gaiti_bmtr_apply_metadata(gait_bmtr *bmtr, const gait_clip *clip_metadata,
                                      uint32_t changes, const gait_options *options) {
    gaiti_bi_encoder job;
    gait_options encoding = options ? *options : (gait_options){0};
    if (!bmtr) {
        return GAIT_BAD_ARGUMENT;
    }
    encoding.code_page = bmtr->code_page;
    gait_status status = bmtr_encode_begin(&job, clip_metadata, &encoding);
    if (status == GAIT_OK && changes & GAIT_META_EVENTS) {
        status = bmtr_replace_events(&job, bmtr);
    }
    if (status == GAIT_OK && changes & GAIT_META_ROOT_MOTION) {
        float root_motion[3];
        gaiti_bi_encode_root_motion(&job, root_motion);
        status = gait_bmtr_set_root_motion(bmtr, root_motion);
    }
    gaiti_bi_encode_end(&job);
    return status;
}
