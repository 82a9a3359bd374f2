/* What a channel that moved is at the base's own keys. */
#include <math.h>
#include <string.h>

#include "base/number/trig.h"
#include "model/affine.h"
#include "roundtrip/compare/roundtrip_state.h"

/* A key nearer to one of the base than this is that one, seconds. */
#define BACK_CHANGE_SAME_TIME 1e-4

/* A channel being made. */
typedef struct back_change_job {
    const gaiti_back_case *on_trial;
    const gaiti_back_track *track;
    unsigned width;
    double limit;
    double *deltas; /* where the difference is carried: 3 per own key */
    double *values; /* made so far */
    int32_t *from;
    uint32_t moved;
} back_change_job;

/* --- differences ------------------------------------------------------------------------------ */

/* conj(a) b, w not negative. */
static void back_change_between(const double a[4], const double b[4], double out[4]) {
    out[0] = a[3] * b[0] - a[0] * b[3] - a[1] * b[2] + a[2] * b[1];
    out[1] = a[3] * b[1] + a[0] * b[2] - a[1] * b[3] - a[2] * b[0];
    out[2] = a[3] * b[2] - a[0] * b[1] + a[1] * b[0] - a[2] * b[3];
    out[3] = a[3] * b[3] + a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    gaiti_quaternion_canonical(out);
}

/* Axis times angle. */
static void back_change_vector(const double q[4], double v[3]) {
    double sine = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
    double scale = sine > 0 ? 2 * gaiti_atan2(sine, q[3]) / sine : 0;
    for (int i = 0; i < 3; i++) {
        v[i] = q[i] * scale;
    }
}

/* q followed, in its own axes, by a rotation vector. */
static void back_change_turn(const double v[3], double q[4]) {
    double angle = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), sine, cosine;
    if (!(angle > 0)) {
        return;
    }
    gaiti_sincos(angle / 2, &sine, &cosine);
    const double x = v[0] / angle * sine, y = v[1] / angle * sine, z = v[2] / angle * sine;
    double out[4] = {
        q[3] * x + q[0] * cosine + q[1] * z - q[2] * y,
        q[3] * y - q[0] * z + q[1] * cosine + q[2] * x,
        q[3] * z + q[0] * y - q[1] * x + q[2] * cosine,
        q[3] * cosine - q[0] * x - q[1] * y - q[2] * z,
    };
    memcpy(q, out, sizeof out);
    gaiti_quaternion_normalize(q);
}

/* Of the two ways between the base's keys the one that is nearer to what was edited. */
static void back_change_rotation_delta(const gaiti_back_case *on_trial, double time, double v[3]) {
    double edited[4], base[4], on_arc[4], between[4];
    gaiti_back_edited_rotation(on_trial->view, on_trial->bone, time, edited);
    gaiti_back_base_rotation(on_trial->view->base, on_trial->bone, time, false, base);
    gaiti_back_base_rotation(on_trial->view->base, on_trial->bone, time, true, on_arc);
    bool nearer = gaiti_back_angle_deg(edited, on_arc) < gaiti_back_angle_deg(edited, base);
    back_change_between(nearer ? on_arc : base, edited, between);
    back_change_vector(between, v);
}

static bool back_change_make_deltas(back_change_job *job, gaiti_arena *scratch) {
    const gaiti_back_case *on_trial = job->on_trial;
    job->deltas = gaiti_alloc(scratch, on_trial->own.count, 3 * sizeof *job->deltas);
    for (uint32_t k = 0; job->deltas && k < on_trial->own.count; k++) {
        double *delta = job->deltas + (size_t)k * 3, base[3];
        if (on_trial->is_rotation) {
            back_change_rotation_delta(on_trial, on_trial->own.at[k], delta);
            continue;
        }
        gaiti_back_edited_translation(on_trial->view, on_trial->bone, on_trial->own.at[k], delta);
        gaiti_back_base_translation(on_trial->view->base, on_trial->bone, on_trial->own.at[k],
                                    base);
        for (int i = 0; i < 3; i++) {
            delta[i] -= base[i];
        }
    }
    return job->deltas != NULL;
}

/* The difference at a time, straight from own key to own key. */
static void back_change_delta_at(const back_change_job *job, double time, double v[3]) {
    const gaiti_back_times *own = &job->on_trial->own;
    double fraction;
    uint32_t key = gaiti_back_find_key(own->at, own->count, time, &fraction);
    const double *delta = job->deltas + (size_t)key * 3;
    for (int i = 0; i < 3; i++) {
        v[i] = fraction > 0 ? delta[i] + fraction * (delta[3 + i] - delta[i]) : delta[i];
    }
}

/* --- keys ------------------------------------------------------------------------------------- */

static void back_change_base_at(const back_change_job *job, double time, double *value) {
    const gaiti_back_case *on_trial = job->on_trial;
    if (on_trial->is_rotation) {
        gaiti_back_base_rotation(on_trial->view->base, on_trial->bone, time, false, value);
    } else {
        gaiti_back_base_translation(on_trial->view->base, on_trial->bone, time, value);
    }
}

static void back_change_value_at(const back_change_job *job, double time, double *value) {
    const gaiti_back_case *on_trial = job->on_trial;
    double delta[3];
    if (on_trial->view->rig->joint_of[on_trial->bone] < 0) {
        back_change_base_at(job, time, value);
    } else if (job->deltas) {
        back_change_base_at(job, time, value);
        back_change_delta_at(job, time, delta);
        if (on_trial->is_rotation) {
            back_change_turn(delta, value);
        }
        for (int i = 0; !on_trial->is_rotation && i < 3; i++) {
            value[i] += delta[i];
        }
    } else if (on_trial->is_rotation) {
        gaiti_back_edited_rotation(on_trial->view, on_trial->bone, time, value);
    } else {
        gaiti_back_edited_translation(on_trial->view, on_trial->bone, time, value);
    }
}

static double back_change_apart(const back_change_job *job, const double *a, const double *b) {
    return job->on_trial->is_rotation ? gaiti_back_angle_deg(a, b) : gaiti_back_distance(a, b);
}

/* The key of the base at a time, -1 = none. A constant is there at all times. */
static int32_t back_change_base_key(const back_change_job *job, double time) {
    const gaiti_back_clip *base = job->on_trial->view->base;
    if (job->track->count == 1) {
        return 0;
    }
    uint32_t key = gaiti_back_nearest_key(base, time);
    return gaiti_abs(base->times[key] - time) <= BACK_CHANGE_SAME_TIME ? (int32_t)key : -1;
}

static void back_change_continue(double *q, const double *previous) {
    double dot = 0;
    for (int i = 0; i < 4; i++) {
        dot += q[i] * previous[i];
    }
    for (int i = 0; dot < 0 && i < 4; i++) {
        q[i] = -q[i];
    }
}

static void back_change_key(back_change_job *job, uint32_t index, double time) {
    double *value = job->values + (size_t)index * job->width;
    int32_t key = back_change_base_key(job, time);
    const double *base = job->track->values + (key > 0 ? (size_t)key * job->width : 0);
    back_change_value_at(job, time, value);
    job->from[index] = key >= 0 && back_change_apart(job, value, base) <= job->limit ? key : -1;
    job->moved += job->from[index] < 0;
    if (job->from[index] >= 0) {
        memcpy(value, base, job->width * sizeof *value);
    }
    if (job->width == 4) {
        back_change_continue(value, index > 0 ? value - 4 : base);
    }
}

/* A constant of the base that stands still elsewhere now. */
static bool back_change_is_still(const back_change_job *job, uint32_t count) {
    if (job->track->count > 1 || job->moved < count) {
        return false;
    }
    for (uint32_t k = 1; k < count; k++) {
        if (!(back_change_apart(job, job->values + (size_t)k * job->width, job->values) <=
              job->limit)) {
            return false;
        }
    }
    return true;
}

static bool back_change_hand_out(const back_change_job *job, uint32_t count, gaiti_arena *arena,
                                 gait_back_channel *out) {
    size_t size = (size_t)count * job->width * sizeof *job->values;
    void *values = gaiti_alloc(arena, count, job->width * sizeof *job->values);
    void *from = gaiti_alloc(arena, count, sizeof *job->from);
    if (!values || !from) {
        return false;
    }
    memcpy(values, job->values, size);
    memcpy(from, job->from, count * sizeof *job->from);
    *out = (gait_back_channel){count, values, from};
    return true;
}

bool gaiti_back_make_channel(const gaiti_back_case *on_trial, const double *times, uint32_t count,
                             gaiti_arena *scratch, gaiti_arena *arena, gait_back_channel *out,
                             uint32_t *moved_keys) {
    const gaiti_back_clip *base = on_trial->view->base;
    back_change_job job = {
        .on_trial = on_trial,
        .track = on_trial->is_rotation ? &base->rotations[on_trial->bone]
                                       : &base->translations[on_trial->bone],
        .width = on_trial->is_rotation ? 4 : 3,
        .limit = on_trial->is_rotation ? on_trial->limit_deg : on_trial->limit_m,
    };
    bool carries = on_trial->skips_base_keys && on_trial->view->rig->joint_of[on_trial->bone] >= 0;
    *out = (gait_back_channel){0};
    job.values = gaiti_alloc(scratch, count, job.width * sizeof *job.values);
    job.from = gaiti_alloc(scratch, count, sizeof *job.from);
    if (!job.values || !job.from || (carries && !back_change_make_deltas(&job, scratch))) {
        return false;
    }
    for (uint32_t k = 0; k < count; k++) {
        back_change_key(&job, k, times[k]);
    }
    *moved_keys += job.moved;
    if (job.moved == 0 && (!on_trial->is_retimed || job.track->count == 1)) {
        return true;
    }
    return back_change_hand_out(&job, back_change_is_still(&job, count) ? 1 : count, arena, out);
}
