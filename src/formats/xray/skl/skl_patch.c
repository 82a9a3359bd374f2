/* Applies edited clips to SDK motions. A channel consists of three envelopes; only those that
 * change get new keys. */
#include "base/try.h"
#include "formats/xray/skl/skl.h"
#include "formats/xray/skl/skl_envelope.h"
#include "formats/xray/xray_encode.h"
#include "model/affine.h"
#include "model/clip.h"
#include "model/clip_change.h"

/* An envelope keeps its value when the change is at most this and at most a tenth of the largest
 * change of the three envelopes of the channel. In metres and radians. */
#define SKL_PATCH_STILL 5e-6
/* Changes up to this are noise. */
#define SKL_PATCH_NOISE 2e-6
/* Larger angles are not used as reference for new ones. */
#define SKL_PATCH_TURNED 1000

/* State of the current motion and bone. */
typedef struct skl_patch_job {
    gait_skl *skl;
    const gaiti_skl_motion *motion;
    const gaiti_clip_change *change;
    gaiti_arena *scratch;
    gaiti_skl_bone *bones; /* edited copy of the bones of the motion */
    bool wide;
    double first, rate;
    uint32_t capacity;             /* frames of the base or of the result, whichever is larger */
    gait_skl_key *keys, *new_keys; /* new_keys: buffer for an edited curve */
    float *was[3], *now[3], *sampled;
} skl_patch_job;

static double skl_patch_distance(float a, float b) {
    return gaiti_abs((double)a - (double)b);
}

/* --- values before the edit ------------------------------------------------------------------- */

static gait_skl_curve skl_patch_curve(const skl_patch_job *job, uint32_t bone, int channel) {
    return gaiti_skl_load_curve(&job->motion->bones[bone].envelopes[channel], job->wide, job->keys);
}

static void skl_patch_sample(const skl_patch_job *job, uint32_t bone, int first) {
    for (int i = 0; i < 3; i++) {
        gait_skl_curve curve = skl_patch_curve(job, bone, first + i);
        gaiti_envelope_sample(&curve, job->first, job->rate, job->capacity, job->was[i]);
        memcpy(job->now[i], job->was[i], job->capacity * sizeof(float));
    }
}

/* Index of the base key that a frame keeps; -1 = changed. After the end of the base it is the last
 * key. */
static int32_t skl_patch_from(const skl_patch_job *job, const gaiti_channel_change *channel,
                              uint32_t k) {
    uint32_t last = job->change->base->frame_count - 1;
    return channel->count ? channel->from[channel->count == 1 ? 0 : k]
                          : (int32_t)(k < last ? k : last);
}

static void skl_patch_keep(const skl_patch_job *job, uint32_t k, int32_t from) {
    uint32_t key = (uint32_t)from < job->capacity ? (uint32_t)from : job->capacity - 1;
    for (int i = 0; i < 3; i++) {
        job->now[i][k] = job->was[i][key];
    }
}

/* Maximum change of an envelope that is kept, by the largest change of the three. */
static double skl_patch_limit(const skl_patch_job *job, uint32_t k, const float value[3]) {
    double max = 0;
    for (int i = 0; i < 3; i++) {
        double distance = skl_patch_distance(value[i], job->was[i][k]);
        max = distance > max ? distance : max;
    }
    return max <= SKL_PATCH_NOISE       ? SKL_PATCH_NOISE
           : max / 10 < SKL_PATCH_STILL ? max / 10
                                        : SKL_PATCH_STILL;
}

/* Sets the value of envelope i on frame k; keeps the old one if it differs by at most `limit`. */
static void skl_patch_set_value(const skl_patch_job *job, uint32_t k, int i, float value,
                                double limit) {
    bool stays = skl_patch_distance(value, job->was[i][k]) <= limit;
    job->now[i][k] = stays ? job->was[i][k] : value;
}

/* --- translations ----------------------------------------------------------------------------- */

static bool skl_patch_move(const skl_patch_job *job, uint32_t k, const double *value) {
    double t[3];
    float metres[3];
    bool is_number = true;
    gaiti_xray_encode_change_axes(value, false, 0, t);
    for (int i = 0; i < 3; i++) {
        metres[i] = (float)t[i];
        is_number = is_number && metres[i] - metres[i] == 0;
    }
    double limit = skl_patch_limit(job, k, metres);
    for (int i = 0; i < 3; i++) {
        skl_patch_set_value(job, k, i, metres[i], limit);
    }
    return is_number;
}

static gait_status skl_patch_translate(const skl_patch_job *job,
                                       const gaiti_channel_change *channel) {
    bool is_number = true;
    for (uint32_t k = 0; k < job->change->frame_count; k++) {
        int32_t from = skl_patch_from(job, channel, k);
        if (from >= 0) {
            skl_patch_keep(job, k, from);
        } else {
            const double *values = channel->values + (channel->count == 1 ? 0 : (size_t)k * 3);
            is_number = skl_patch_move(job, k, values) && is_number;
        }
    }
    return is_number ? GAIT_OK : GAIT_BAD_ARGUMENT;
}

/* --- rotations -------------------------------------------------------------------------------- */

/* Rotation of a bone relative to its parent after the edit, in engine axes. */
static void skl_patch_local(const skl_patch_job *job, int32_t bone, uint32_t k, double q[4]) {
    const gait_clip *base = job->change->base;
    const gaiti_channel_change *channel = &job->change->bones[bone].rotation;
    const gait_channel *stored = &base->tracks[bone].rotation;
    double key[9];
    if (channel->count) {
        gaiti_xray_encode_change_axes(channel->values + (channel->count == 1 ? 0 : (size_t)k * 4),
                                      true, 0, q);
    } else if (stored->count) {
        gaiti_channel_get(stored, true, k < stored->count ? k : stored->count - 1, key);
        gaiti_xray_encode_change_axes(key, true, 0, q);
    } else {
        memcpy(q, base->skeleton->bones[bone].rest.q, 4 * sizeof *q);
    }
}

/* Rotation as the motion stores it: in model space for oriented bones, including the rotations of
 * all ancestors. */
static void skl_patch_rotation(const skl_patch_job *job, int32_t bone, bool oriented, uint32_t k,
                               double q[4]) {
    const gait_bone *bones = job->change->base->skeleton->bones;
    skl_patch_local(job, bone, k, q);
    for (int32_t p = oriented ? bones[bone].parent : -1; p >= 0; p = bones[p].parent) {
        double parent[4];
        skl_patch_local(job, p, k, parent);
        gaiti_quaternion_multiply(parent, q, q);
    }
}

/* Reference for new angles: those of the previous frame if it changed too, so that angles remain
 * continuous, otherwise the old ones. */
static void skl_patch_set_reference(const skl_patch_job *job, uint32_t k, bool is_continued,
                                    float reference[3]) {
    for (int i = 0; i < 3; i++) {
        float angle = is_continued ? job->now[i][k - 1] : job->was[i][k];
        reference[i] = angle > -SKL_PATCH_TURNED && angle < SKL_PATCH_TURNED ? angle : 0;
    }
}

/* Sets the angles of a frame. The bank angle compensates for rounding of heading and pitch. */
static bool skl_patch_turn(const skl_patch_job *job, uint32_t k, bool is_continued, double q[4]) {
    float reference[3], angles[3];
    if (!gaiti_skl_normalise(q)) {
        return false;
    }
    skl_patch_set_reference(job, k, is_continued, reference);
    gaiti_skl_angles(q, reference, false, angles);
    double limit = skl_patch_limit(job, k, angles);
    skl_patch_set_value(job, k, 0, angles[0], limit);
    skl_patch_set_value(job, k, 1, angles[1], limit);
    angles[2] = gaiti_skl_bank(q, job->now[0][k], job->now[1][k], reference[2]);
    skl_patch_set_value(job, k, 2, angles[2], limit);
    return true;
}

/* True when the rotation of the bone changed on a frame or, for oriented bones, the rotation of an
 * ancestor. */
static bool skl_patch_turned(const skl_patch_job *job, int32_t bone, bool oriented, uint32_t k) {
    const gait_bone *bones = job->change->base->skeleton->bones;
    bool turned = skl_patch_from(job, &job->change->bones[bone].rotation, k) < 0;
    for (int32_t p = oriented ? bones[bone].parent : -1; p >= 0 && !turned; p = bones[p].parent) {
        turned = skl_patch_from(job, &job->change->bones[p].rotation, k) < 0;
    }
    return turned;
}

static gait_status skl_patch_rotate(const skl_patch_job *job, int32_t bone, bool oriented) {
    const gaiti_channel_change *channel = &job->change->bones[bone].rotation;
    bool is_number = true, is_continued = false;
    for (uint32_t k = 0; k < job->change->frame_count; k++) {
        double q[4];
        bool turned = skl_patch_turned(job, bone, oriented, k);
        if (!turned) {
            skl_patch_keep(job, k, skl_patch_from(job, channel, k));
        } else {
            skl_patch_rotation(job, bone, oriented, k, q);
            is_number = skl_patch_turn(job, k, is_continued, q) && is_number;
        }
        is_continued = turned;
    }
    return is_number ? GAIT_OK : GAIT_BAD_ARGUMENT;
}

/* --- the motion ------------------------------------------------------------------------------- */

/* Stores the changed envelopes of a channel. */
static gait_status skl_patch_store(const skl_patch_job *job, uint32_t bone, int first) {
    uint32_t count = job->change->frame_count;
    for (int i = 0; i < 3; i++) {
        gaiti_envelope_frames frames = {.first = job->first,
                                        .rate = job->rate,
                                        .count = count,
                                        .shape = gaiti_envelope_shape(job->skl->kind),
                                        .was = job->was[i],
                                        .now = job->now[i]};
        if (memcmp(job->was[i], job->now[i], count * sizeof(float)) == 0) {
            continue;
        }
        gait_skl_curve curve = skl_patch_curve(job, bone, first + i);
        gait_skl_curve edited = gaiti_envelope_edit(&curve, &frames, job->new_keys, job->sampled);
        GAITI_TRY(!job->wide && edited.key_count > UINT16_MAX
                      ? GAIT_LIMIT
                      : gaiti_skl_store_curve(job->skl, &edited, job->wide,
                                              &job->bones[bone].envelopes[first + i]));
    }
    return GAIT_OK;
}

static gait_status skl_patch_bone(const skl_patch_job *job, uint32_t bone, int32_t target) {
    const gaiti_bone_change *change = &job->change->bones[target];
    bool oriented = gaiti_skl_is_oriented(job->motion, bone, job->change->base->skeleton, target);
    bool is_retimed = job->change->is_retimed;
    if (change->translation.count || is_retimed) {
        skl_patch_sample(job, bone, GAIT_SKL_X);
        GAITI_TRY(skl_patch_translate(job, &change->translation));
        GAITI_TRY(skl_patch_store(job, bone, GAIT_SKL_X));
    }
    if (change->rotation.count || oriented || is_retimed) {
        skl_patch_sample(job, bone, GAIT_SKL_HEADING);
        GAITI_TRY(skl_patch_rotate(job, target, oriented));
        GAITI_TRY(skl_patch_store(job, bone, GAIT_SKL_HEADING));
    }
    return GAIT_OK;
}

/* Edits all bones; of several with the same name, the first, as gaiti_skl_clip() does. */
static gait_status skl_patch_bones(const skl_patch_job *job) {
    const gait_skeleton *skeleton = job->change->base->skeleton;
    const gaiti_skl_lookup lookup = {job->skl, job->motion, skeleton, job->scratch};
    uint32_t guess = 0;
    bool *taken = gaiti_alloc(job->scratch, skeleton->bone_count, sizeof *taken);
    for (uint32_t b = 0; b < job->motion->values.bone_count; b++) {
        int32_t bone;
        if (!taken || !gaiti_skl_find_bone(&lookup, b, guess, &bone)) {
            return job->scratch->status;
        }
        if (bone >= 0 && !taken[bone]) {
            taken[bone] = true;
            guess = (uint32_t)bone + 1;
            GAITI_TRY(skl_patch_bone(job, b, bone));
        }
    }
    return GAIT_OK;
}

static gait_status skl_patch_begin(skl_patch_job *job) {
    const gait_skl_motion *values = &job->motion->values;
    uint32_t max = gaiti_skl_max_keys(job->motion);
    gaiti_arena *scratch = job->scratch;
    uint32_t base = job->change->base->frame_count, now = job->change->frame_count;
    job->wide = gaiti_skl_is_wide(job->skl->kind, values->version);
    job->first = values->frame_start;
    job->rate = gaiti_skl_rate(values->fps);
    job->capacity = base > now ? base : now;
    job->keys = gaiti_alloc(scratch, max, sizeof *job->keys);
    job->new_keys = gaiti_alloc(scratch, (uint64_t)max + now + 1, sizeof *job->new_keys);
    job->bones = gaiti_alloc(scratch, values->bone_count, sizeof *job->bones);
    job->sampled = gaiti_alloc(scratch, now, sizeof(float));
    for (int i = 0; i < 3; i++) {
        job->was[i] = gaiti_alloc(scratch, job->capacity, sizeof(float));
        job->now[i] = gaiti_alloc(scratch, job->capacity, sizeof(float));
    }
    if (scratch->status == GAIT_OK && values->bone_count) {
        memcpy(job->bones, job->motion->bones, values->bone_count * sizeof *job->bones);
    }
    return scratch->status;
}

/* False when the times of the last frames, stored as floats, are too close to be distinguished. */
static bool skl_patch_has_frames(const skl_patch_job *job) {
    uint32_t last = job->change->frame_count - 1;
    float time = gaiti_envelope_time(job->first, job->rate, last);
    float before = gaiti_envelope_time(job->first, job->rate, last ? last - 1 : 0);
    return last == 0 || skl_patch_distance(time, before) > 4 * GAITI_ENVELOPE_SNAP / job->rate;
}

static gait_status skl_patch_apply(skl_patch_job *job, gaiti_skl_motion *motion) {
    GAITI_TRY(skl_patch_begin(job));
    if (!skl_patch_has_frames(job)) {
        return GAIT_LIMIT;
    }
    GAITI_TRY(skl_patch_bones(job));
    uint32_t count = motion->values.bone_count;
    if (count) {
        memcpy(motion->bones, job->bones, count * sizeof *job->bones);
    }
    motion->values.frame_end =
        (int32_t)((int64_t)motion->values.frame_start + job->change->frame_count - 1);
    return GAIT_OK;
}

gait_status gaiti_skl_apply_changes(gait_skl *skl, uint32_t motion,
                                    const gaiti_clip_change *change) {
    if (motion >= gait_skl_motion_count(skl) ||
        !gaiti_xray_encode_fits(change, gait_skl_frame_count(skl, motion), GAITI_SKL_FRAMES_MAX) ||
        (int64_t)change->frame_count - 1 >
            (int64_t)INT32_MAX - skl->motions[motion].values.frame_start) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena scratch;
    gait_options memory = {.allocator = skl->arena.allocator};
    gaiti_arena_init(&scratch, &memory, 1 << 16);
    skl_patch_job job = {
        .skl = skl, .motion = &skl->motions[motion], .change = change, .scratch = &scratch};
    gait_status status = skl_patch_apply(&job, &skl->motions[motion]);
    gaiti_arena_free(&scratch);
    return status;
}
