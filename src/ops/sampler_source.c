/* Reads the rotations and vectors of one bone, at any time between its keys. */
#include "ops/sampler_memory.h"

#include "base/bytes.h"
#include "gait/transform.h"
#include "model/affine.h"
#include "ops/sampler_round.h"
#include "model/clip.h"

/* Largest difference of a squared length from 1 for rotations that are used as stored. */
#define SOURCE_LENGTH_TOLERANCE 1e-3

gaiti_sampler_job gaiti_sampler_job_of(const gait_clip *clip, gait_axes axes, const float *local,
                                       uint32_t row) {
    gait_channel rotation = {.count = 0}, translation = {.count = 0};
    gaiti_channel_change_axes(&rotation, true, clip->axes, axes);
    gaiti_channel_change_axes(&translation, false, clip->axes, axes);
    return (gaiti_sampler_job){.clip = clip,
                               .axes = axes,
                               .local = local,
                               .row = row,
                               .negate_rotations = rotation.negate,
                               .negate_translations = translation.negate};
}

/* The rest pose of a bone without keys of one kind. */
static void source_set_rest(const gaiti_sampler_job *job, uint32_t bone, gait_transform *out) {
    const gait_clip *clip = job->clip;
    gait_affine rest = gait_affine_from_transform(&clip->skeleton->bones[bone].rest);
    rest = gait_affine_change_axes(&rest, GAIT_AXES_ENGINE, job->axes);
    gait_affine_decompose(&rest, out);
    for (int i = 0; i < 3; i++) { /* the linear part of a bone with rotations is the rotation */
        bool is_one = gaiti_abs(out->s[i] - 1) <= GAITI_SAMPLER_SCALE_TOLERANCE;
        out->s[i] = is_one || clip->tracks[bone].rotation.count ? 1 : out->s[i];
    }
}

void gaiti_sampler_set_source(const gaiti_sampler_job *job, uint32_t bone,
                              gaiti_sampler_source *out) {
    static const gaiti_sampler_source still = {.rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    *out = still;
    if (bone >= job->clip->skeleton->bone_count) {
        return;
    }
    if (job->local) {
        out->local = job->local + (size_t)bone * GAIT_SAMPLER_ROWS * job->row;
        out->row = job->row;
        return;
    }
    const gait_track *track = &job->clip->tracks[bone];
    out->rotation = track->rotation;
    out->translation = track->translation;
    out->rotation.negate = (uint16_t)(track->rotation.negate ^ job->negate_rotations);
    out->translation.negate = (uint16_t)(track->translation.negate ^ job->negate_translations);
    if (!track->rotation.count || !track->translation.count) {
        source_set_rest(job, bone, &out->rest);
    }
}

static void source_round(double q[4], int16_t out[4]) {
    gaiti_quaternion_normalise(q);
    for (int i = 0; i < 4; i++) {
        out[i] = gaiti_sampler_round(q[i]);
    }
}

/* A rotation of 16-bit integers. */
static void source_stored_rotation(const gait_channel *channel, uint32_t key, int16_t out[4]) {
    const uint8_t *from = channel->data + (channel->count > 1 ? (size_t)key * channel->stride : 0);
    int32_t square = 0;
    for (unsigned i = 0; i < 4; i++) {
        int32_t value = gaiti_load_s16(from + 2 * i);
        value = value < -GAITI_SAMPLER_UNIT ? -GAITI_SAMPLER_UNIT : value;
        out[i] = (int16_t)(channel->negate >> i & 1 ? -value : value);
        square += value * value / 4; /* the sum of four is less than 2^31 */
    }
    const double unit = (double)GAITI_SAMPLER_UNIT * GAITI_SAMPLER_UNIT / 4;
    if (gaiti_abs(square - unit) > SOURCE_LENGTH_TOLERANCE * unit) {
        double q[4];
        for (int i = 0; i < 4; i++) {
            q[i] = out[i] / (double)GAITI_SAMPLER_UNIT;
        }
        source_round(q, out);
    }
}

void gaiti_sampler_rotation(const gaiti_sampler_source *bone, uint32_t key, int16_t out[4]) {
    double q[9];
    if (bone->local) {
        for (size_t i = 0; i < 4; i++) {
            const float *row = bone->local + (GAITI_SAMPLER_Q + i) * bone->row;
            out[i] = gaiti_sampler_round((double)row[key]);
        }
        return;
    }
    if (bone->rotation.count == 0) {
        memcpy(q, bone->rest.q, sizeof bone->rest.q);
    } else if (bone->rotation.element == GAIT_SNORM16) {
        source_stored_rotation(&bone->rotation, key, out);
        return;
    } else {
        gaiti_channel_get(&bone->rotation, true, key, q);
    }
    source_round(q, out);
}

void gaiti_sampler_vector(const gaiti_sampler_source *bone, size_t first, uint32_t key,
                          double out[9]) {
    const double *rest = first == GAITI_SAMPLER_T ? bone->rest.t : bone->rest.s;
    if (bone->local) {
        for (size_t i = 0; i < 3; i++) {
            out[i] = (double)bone->local[(first + i) * bone->row + key];
        }
    } else if (first == GAITI_SAMPLER_T && bone->translation.count > 0) {
        gaiti_channel_get(&bone->translation, false, key, out);
    } else {
        memcpy(out, rest, 3 * sizeof *out);
    }
}
