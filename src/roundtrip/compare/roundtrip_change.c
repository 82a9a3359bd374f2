/* Computes the new keys of a changed channel at the key times of the base clip. */
#include <string.h>

#include "base/number/trig.h"
#include "model/affine.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "model/clip_change.h"

/* The construction of one channel. */
typedef struct change_job {
    const gaiti_channel_diff *channel;
    const gaiti_base_track *track;
    unsigned width;
    double limit;
    double *deltas; /* 3 per edited key: difference from the base clip; NULL = unused */
    double *values; /* the new keys */
    int32_t *from;  /* per new key: the equal key of the base clip; -1 = none */
    uint32_t moved; /* number of keys with -1 in `from` */
} change_job;

/* --- differences ------------------------------------------------------------------------------ */

/* The rotation vector (axis times angle) of a quaternion. */
static void change_rotation_vector(const double q[4], double v[3]) {
    double sine = gaiti_vector_length(q);
    double scale = sine > 0 ? 2 * gaiti_atan2(sine, q[3]) / sine : 0;
    for (int i = 0; i < 3; i++) {
        v[i] = q[i] * scale;
    }
}

/* Multiplies q from the right by a rotation vector. */
static void change_rotate(const double v[3], double q[4]) {
    double angle = gaiti_vector_length(v), sine, cosine;
    if (!(angle > 0)) {
        return;
    }
    gaiti_sincos(angle / 2, &sine, &cosine);
    const double rotation[4] = {v[0] / angle * sine, v[1] / angle * sine, v[2] / angle * sine,
                                cosine};
    gaiti_quaternion_multiply(q, rotation, q);
    gaiti_quaternion_normalise(q);
}

/* The difference between the edited rotation and the nearer one of the two interpolations of the
 * base clip, as a rotation vector. */
static void change_rotation_delta(const gaiti_channel_diff *channel, double time, double v[3]) {
    double edited[4], base[4], on_arc[4], relative[4];
    gaiti_edited_rotation(channel->edited_clip, channel->bone, time, edited);
    gaiti_base_rotation(channel->edited_clip->base, channel->bone, time, false, base);
    gaiti_base_rotation(channel->edited_clip->base, channel->bone, time, true, on_arc);
    bool nearer = gaiti_angle_deg(edited, on_arc) < gaiti_angle_deg(edited, base);
    gaiti_quaternion_relative(nearer ? on_arc : base, edited, relative);
    gaiti_quaternion_canonical(relative);
    change_rotation_vector(relative, v);
}

static bool change_make_deltas(change_job *job, gaiti_arena *scratch) {
    const gaiti_channel_diff *channel = job->channel;
    job->deltas = gaiti_alloc(scratch, channel->key_times.count, 3 * sizeof *job->deltas);
    for (uint32_t k = 0; job->deltas && k < channel->key_times.count; k++) {
        double *delta = job->deltas + (size_t)k * 3, base[3];
        if (channel->is_rotation) {
            change_rotation_delta(channel, channel->key_times.at[k], delta);
            continue;
        }
        gaiti_edited_translation(channel->edited_clip, channel->bone, channel->key_times.at[k],
                                 delta);
        gaiti_base_translation(channel->edited_clip->base, channel->bone, channel->key_times.at[k],
                               base);
        for (int i = 0; i < 3; i++) {
            delta[i] -= base[i];
        }
    }
    return job->deltas != NULL;
}

/* The difference at a time, interpolated linearly between edited keys. */
static void change_delta_at(const change_job *job, double time, double v[3]) {
    const gaiti_time_list *key_times = &job->channel->key_times;
    double fraction;
    uint32_t key = gaiti_find_key(key_times->at, key_times->count, time, &fraction);
    const double *delta = job->deltas + (size_t)key * 3;
    for (int i = 0; i < 3; i++) {
        v[i] = fraction > 0 ? delta[i] + fraction * (delta[3 + i] - delta[i]) : delta[i];
    }
}

/* --- keys ------------------------------------------------------------------------------------- */

static void change_base_at(const change_job *job, double time, double *value) {
    const gaiti_channel_diff *channel = job->channel;
    if (channel->is_rotation) {
        gaiti_base_rotation(channel->edited_clip->base, channel->bone, time, false, value);
    } else {
        gaiti_base_translation(channel->edited_clip->base, channel->bone, time, value);
    }
}

static void change_value_at(const change_job *job, double time, double *value) {
    const gaiti_channel_diff *channel = job->channel;
    double delta[3];
    if (channel->edited_clip->map->joint_of[channel->bone] < 0) {
        change_base_at(job, time, value);
    } else if (job->deltas) {
        change_base_at(job, time, value);
        change_delta_at(job, time, delta);
        if (channel->is_rotation) {
            change_rotate(delta, value);
        }
        for (int i = 0; !channel->is_rotation && i < 3; i++) {
            value[i] += delta[i];
        }
    } else if (channel->is_rotation) {
        gaiti_edited_rotation(channel->edited_clip, channel->bone, time, value);
    } else {
        gaiti_edited_translation(channel->edited_clip, channel->bone, time, value);
    }
}

static double change_difference(const change_job *job, const double *a, const double *b) {
    return job->channel->is_rotation ? gaiti_angle_deg(a, b) : gaiti_distance(a, b);
}

/* The key of the base clip at a time; -1 = none. A constant has key 0 at all times. */
static int32_t change_base_key(const change_job *job, double time) {
    const gaiti_base_clip *base = job->channel->edited_clip->base;
    if (job->track->count == 1) {
        return 0;
    }
    uint32_t key = gaiti_base_nearest_key(base, time);
    return gaiti_abs(base->times[key] - time) <= GAITI_DIFF_SAME_TIME ? (int32_t)key : -1;
}

static void change_key(change_job *job, uint32_t index, double time) {
    double *value = job->values + (size_t)index * job->width;
    int32_t key = change_base_key(job, time);
    const double *base = job->track->values + (key > 0 ? (size_t)key * job->width : 0);
    change_value_at(job, time, value);
    job->from[index] = key >= 0 && change_difference(job, value, base) <= job->limit ? key : -1;
    job->moved += job->from[index] < 0;
    if (job->from[index] >= 0) {
        memcpy(value, base, job->width * sizeof *value);
    }
    if (job->width == 4) {
        gaiti_quaternion_continue(value, index > 0 ? value - 4 : base);
    }
}

/* True when the channel was a constant in the base clip and is now another constant. */
static bool change_is_constant(const change_job *job, uint32_t count) {
    if (job->track->count > 1 || job->moved < count) {
        return false;
    }
    for (uint32_t k = 1; k < count; k++) {
        if (!(change_difference(job, job->values + (size_t)k * job->width, job->values) <=
              job->limit)) {
            return false;
        }
    }
    return true;
}

static bool change_copy_result(const change_job *job, uint32_t count, gaiti_arena *arena,
                               gaiti_channel_change *out) {
    size_t size = (size_t)count * job->width * sizeof *job->values;
    void *values = gaiti_alloc(arena, count, job->width * sizeof *job->values);
    void *from = gaiti_alloc(arena, count, sizeof *job->from);
    if (!values || !from) {
        return false;
    }
    memcpy(values, job->values, size);
    memcpy(from, job->from, count * sizeof *job->from);
    *out = (gaiti_channel_change){count, values, from};
    return true;
}

bool gaiti_make_channel_change(const gaiti_channel_diff *channel, gaiti_time_list times,
                               gaiti_arena *scratch, gaiti_arena *arena, gaiti_channel_change *out,
                               uint32_t *moved_keys) {
    const gaiti_base_clip *base = channel->edited_clip->base;
    uint32_t count = times.count;
    change_job job = {
        .channel = channel,
        .track = gaiti_base_track_of(base, channel->bone, channel->is_rotation),
        .width = channel->is_rotation ? 4 : 3,
        .limit = channel->is_rotation ? channel->limit_deg : channel->limit_m,
    };
    bool transfers_difference =
        channel->skips_base_keys && channel->edited_clip->map->joint_of[channel->bone] >= 0;
    *out = (gaiti_channel_change){0};
    job.values = gaiti_alloc(scratch, count, job.width * sizeof *job.values);
    job.from = gaiti_alloc(scratch, count, sizeof *job.from);
    if (!job.values || !job.from || (transfers_difference && !change_make_deltas(&job, scratch))) {
        return false;
    }
    for (uint32_t k = 0; k < count; k++) {
        change_key(&job, k, times.at[k]);
    }
    *moved_keys += job.moved;
    if (job.moved == 0 && (!channel->is_retimed || job.track->count == 1)) {
        return true;
    }
    return change_copy_result(&job, change_is_constant(&job, count) ? 1 : count, arena, out);
}
