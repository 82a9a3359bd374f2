/* Poses of a motion from its keys as stored. */
#include "base/bytes.h"
#include "base/float4.h"
#include "formats/xray/omf/omf.h"
#include "gait/transform.h"
#include "model/quaternion.h"

enum {
    POSE_TRACKS = 4,   /* that are computed together */
    POSE_ROTATION = 8, /* bytes of a rotation of integers */
    POSE_FLOATS = 16,  /* bytes of a rotation of floats */
    POSE_CHECKSUM = 4,
    POSE_CONJUGATE = 7 /* files store the conjugate of the rotation for column vectors */
};

#define POSE_UNIT 32767.0F
/* Where interpolation by normalising is as precise as gait_sampler: the cosine of half the angle
 * between two keys, and the squared length of the result. */
#define POSE_NEAR 0.9925F
#define POSE_SHORTEST 0.985F
#define POSE_LONGEST 1.003F

/* What is equal for all tracks of a pose. */
typedef struct pose_job {
    uint32_t frame_count, key, next;
    float fraction;
    float rotation_signs[4], translation_signs[4]; /* 1 or -1 */
    /* Of rotations as integers and as floats: bytes before the two keys, and of all keys. */
    size_t at[2], next_at[2], size[2];
} pose_job;

/* The keys of one track around a moment. */
typedef struct pose_track {
    uint8_t flags;
    const uint8_t *rotation, *next_rotation;
    const uint8_t *translation; /* after the rotations and the checksum */
} pose_track;

static inline pose_track pose_find(const pose_job *job, const uint8_t *p) {
    pose_track track = {.flags = *p++};
    size_t kind = (track.flags & GAIT_OMF_FLOAT_KEYS) != 0;
    if (track.flags & GAIT_OMF_ROTATION_CONSTANT) {
        track.rotation = track.next_rotation = p;
        p += kind ? POSE_FLOATS : POSE_ROTATION;
    } else {
        track.rotation = p + job->at[kind];
        track.next_rotation = p + job->next_at[kind];
        p += job->size[kind];
    }
    track.translation = track.flags & GAIT_OMF_TRANSLATION_KEYS ? p + POSE_CHECKSUM : p;
    return track;
}

/* --- vectors ---------------------------------------------------------------------------------- */

#if GAITI_HAS_VECTORS && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define POSE_HAS_VECTORS 1

/* Four integers of a file. */
GAITI_INLINE gaiti_short8 pose_load_integers(const uint8_t *p) {
    uint64_t four;
    memcpy(&four, p, sizeof four);
    return (gaiti_short8)(gaiti_long2){four, 0};
}

/* The low or high four integers as floats. */
#define POSE_LOW(integers)                                                                         \
    __builtin_convertvector((gaiti_int4)GAITI_INTERLEAVE_16(zero, integers) >> 16, gaiti_float4)
#define POSE_HIGH(integers)                                                                        \
    __builtin_convertvector((gaiti_int4)GAITI_INTERLEAVE_16_HIGH(zero, integers) >> 16,            \
                            gaiti_float4)
#else
#define POSE_HAS_VECTORS 0
#endif

/* --- translations ----------------------------------------------------------------------------- */

static inline float pose_integer(const uint8_t *key, bool is_wide, int axis) {
    return is_wide ? (float)gaiti_load_s16(key + 2 * axis) : (float)(int8_t)key[axis];
}

/* Keys that are floats, or any keys without vectors of a little-endian machine. */
static void pose_moving_translation(const pose_job *job, const pose_track *track, float out[3]) {
    bool is_float = track->flags & GAIT_OMF_FLOAT_KEYS;
    bool is_wide = track->flags & GAIT_OMF_TRANSLATION_16;
    size_t size = is_float ? 12 : is_wide ? 6 : 3;
    const uint8_t *from = track->translation + job->key * size;
    const uint8_t *to = track->translation + job->next * size;
    const uint8_t *sizes = track->translation + job->frame_count * size, *init = sizes + 12;
    for (int i = 0; i < 3; i++) {
        float a = is_float ? gaiti_load_f32(from + 4 * i) : pose_integer(from, is_wide, i);
        float b = is_float ? gaiti_load_f32(to + 4 * i) : pose_integer(to, is_wide, i);
        out[i] = a + (b - a) * job->fraction;
        if (!is_float) {
            out[i] = out[i] * gaiti_load_f32(sizes + 4 * i) + gaiti_load_f32(init + 4 * i);
        }
    }
}

#if POSE_HAS_VECTORS
/* Three integers of 8 or 16 bits and a meaningless one; those of 8 bits times 256. The bytes after
 * the last key are sizes and offsets. */
GAITI_INLINE gaiti_float4 pose_load_key(const uint8_t *keys, uint32_t key, bool is_wide) {
    if (is_wide) {
        const gaiti_short8 zero = {0};
        return POSE_LOW(pose_load_integers(keys + key * (size_t)6));
    }
    uint32_t four;
    memcpy(&four, keys + key * (size_t)3, sizeof four);
    const gaiti_byte16 none = {0}, bytes = (gaiti_byte16)(gaiti_long2){four, 0};
    const gaiti_short8 zero = {0}, wide = (gaiti_short8)GAITI_INTERLEAVE_8(none, bytes);
    return POSE_LOW(wide);
}

/* Stores the translation and one meaningless float, which a rotation replaces. Loads from four
 * bytes before the offset, because nothing may follow it. */
GAITI_INLINE void pose_translation(const pose_job *job, const pose_track *track, gait_trs *out) {
    gaiti_float4 at;
    if (!(track->flags & GAIT_OMF_TRANSLATION_KEYS)) {
        at = gaiti_float4_load(track->translation - 4);
        at = GAITI_FLOAT4_SHUFFLE(at, at, 1, 2, 3, 3);
    } else if (track->flags & GAIT_OMF_FLOAT_KEYS) {
        float t[4] = {0};
        pose_moving_translation(job, track, t);
        at = gaiti_float4_load(t);
    } else {
        bool is_wide = track->flags & GAIT_OMF_TRANSLATION_16;
        const uint8_t *sizes = track->translation + job->frame_count * (size_t)(is_wide ? 6 : 3);
        gaiti_float4 a = pose_load_key(track->translation, job->key, is_wide);
        gaiti_float4 b = pose_load_key(track->translation, job->next, is_wide);
        gaiti_float4 offset = gaiti_float4_load(sizes + 8);
        gaiti_float4 size = gaiti_float4_load(sizes);
        b = gaiti_float4_multiply(gaiti_float4_subtract(b, a), gaiti_float4_of(job->fraction));
        size = gaiti_float4_multiply(size, gaiti_float4_of(is_wide ? 1.0F : 1.0F / 256));
        at = gaiti_float4_add(gaiti_float4_multiply(gaiti_float4_add(a, b), size),
                              GAITI_FLOAT4_SHUFFLE(offset, offset, 1, 2, 3, 3));
    }
    at = gaiti_float4_multiply(at, gaiti_float4_load(job->translation_signs));
    gaiti_float4_store((float *)(void *)out, at);
    out->s[0] = out->s[1] = out->s[2] = 1;
}
#else
static void pose_translation(const pose_job *job, const pose_track *track, gait_trs *out) {
    if (track->flags & GAIT_OMF_TRANSLATION_KEYS) {
        pose_moving_translation(job, track, out->t);
    } else {
        for (int i = 0; i < 3; i++) {
            out->t[i] = gaiti_load_f32(track->translation + 4 * i);
        }
    }
    for (int i = 0; i < 3; i++) {
        out->t[i] *= job->translation_signs[i];
        out->s[i] = 1;
    }
}
#endif

/* --- rotations -------------------------------------------------------------------------------- */

static void pose_load_rotation(const pose_track *track, const uint8_t *key, double out[4]) {
    for (int i = 0; i < 4; i++) {
        out[i] = track->flags & GAIT_OMF_FLOAT_KEYS ? (double)gaiti_load_f32(key + 4 * i)
                                                    : gaiti_load_s16(key + 2 * i);
    }
    gaiti_quaternion_normalize(out);
}

/* The exact interpolation. */
static void pose_slerp(const pose_job *job, const pose_track *track, gait_trs *out) {
    double a[4], b[4];
    pose_load_rotation(track, track->rotation, a);
    pose_load_rotation(track, track->next_rotation, b);
    gaiti_quaternion_slerp(a, b, (double)job->fraction, a);
    for (int i = 0; i < 4; i++) {
        out->q[i] = (float)a[i] * job->rotation_signs[i];
    }
}

/* Rows x, y, z, w of four quaternions. */
typedef struct pose_four {
    gaiti_float4 x, y, z, w;
} pose_four;

#if POSE_HAS_VECTORS
GAITI_INLINE pose_four pose_load_four(const uint8_t *const keys[POSE_TRACKS]) {
    const gaiti_short8 zero = {0};
    gaiti_short8 a = pose_load_integers(keys[0]), b = pose_load_integers(keys[1]);
    gaiti_short8 c = pose_load_integers(keys[2]), d = pose_load_integers(keys[3]);
    gaiti_short8 ab = GAITI_INTERLEAVE_16(a, b), cd = GAITI_INTERLEAVE_16(c, d);
    gaiti_short8 xy = (gaiti_short8)GAITI_INTERLEAVE_32(ab, cd);
    gaiti_short8 zw = (gaiti_short8)GAITI_INTERLEAVE_32_HIGH(ab, cd);
    return (pose_four){POSE_LOW(xy), POSE_HIGH(xy), POSE_LOW(zw), POSE_HIGH(zw)};
}
#else
GAITI_INLINE pose_four pose_load_four(const uint8_t *const keys[POSE_TRACKS]) {
    float rows[4][POSE_TRACKS];
    for (int track = 0; track < POSE_TRACKS; track++) {
        for (int i = 0; i < 4; i++) {
            rows[i][track] = gaiti_load_s16(keys[track] + 2 * i);
        }
    }
    return (pose_four){gaiti_float4_load(rows[0]), gaiti_float4_load(rows[1]),
                       gaiti_float4_load(rows[2]), gaiti_float4_load(rows[3])};
}
#endif

GAITI_INLINE gaiti_float4 pose_dot(const pose_four *a, const pose_four *b) {
    gaiti_float4 xy =
        gaiti_float4_add(gaiti_float4_multiply(a->x, b->x), gaiti_float4_multiply(a->y, b->y));
    gaiti_float4 zw =
        gaiti_float4_add(gaiti_float4_multiply(a->z, b->z), gaiti_float4_multiply(a->w, b->w));
    const float unit = 1 / (POSE_UNIT * POSE_UNIT);
    return gaiti_float4_multiply(gaiti_float4_add(xy, zw), gaiti_float4_of(unit));
}

/* a + (b with the sign of `dot` - a) fraction */
GAITI_INLINE gaiti_float4 pose_lerp(gaiti_float4 a, gaiti_float4 b, gaiti_float4 dot,
                                    gaiti_float4 fraction) {
    b = gaiti_float4_times_sign(b, dot);
    return gaiti_float4_add(a, gaiti_float4_multiply(gaiti_float4_subtract(b, a), fraction));
}

/* Interpolates four rotations of integers by normalising, as in sampler_kernels.def. False when
 * any of them must be computed exactly. */
GAITI_INLINE bool pose_rotations(const pose_job *job, const uint8_t *const from[POSE_TRACKS],
                                 const uint8_t *const to[POSE_TRACKS], gait_trs *out) {
    pose_four a = pose_load_four(from), b = pose_load_four(to), q;
    gaiti_float4 dot = pose_dot(&a, &b), fraction = gaiti_float4_of(job->fraction);
    q.x = pose_lerp(a.x, b.x, dot, fraction);
    q.y = pose_lerp(a.y, b.y, dot, fraction);
    q.z = pose_lerp(a.z, b.z, dot, fraction);
    q.w = pose_lerp(a.w, b.w, dot, fraction);
    gaiti_float4 square = pose_dot(&q, &q);
    gaiti_float4 e = gaiti_float4_subtract(gaiti_float4_of(1.0F), square);
    gaiti_float4 scale =
        gaiti_float4_add(gaiti_float4_multiply(e, gaiti_float4_of(0.375F / POSE_UNIT)),
                         gaiti_float4_of(0.5F / POSE_UNIT));
    scale = gaiti_float4_add(gaiti_float4_multiply(e, scale), gaiti_float4_of(1 / POSE_UNIT));
    q.x = gaiti_float4_multiply(q.x, scale);
    q.y = gaiti_float4_multiply(q.y, scale);
    q.z = gaiti_float4_multiply(q.z, scale);
    q.w = gaiti_float4_multiply(q.w, scale);
    gaiti_float4_transpose(q.x, q.y, q.z, q.w);
    gaiti_float4 signs = gaiti_float4_load(job->rotation_signs);
    gaiti_float4_store(out[0].q, gaiti_float4_multiply(q.x, signs));
    gaiti_float4_store(out[1].q, gaiti_float4_multiply(q.y, signs));
    gaiti_float4_store(out[2].q, gaiti_float4_multiply(q.z, signs));
    gaiti_float4_store(out[3].q, gaiti_float4_multiply(q.w, signs));
    gaiti_float4 cosine = gaiti_float4_times_sign(dot, dot);
    return gaiti_float4_is_within(cosine, POSE_NEAR, 2.0F) &&
           gaiti_float4_is_within(square, POSE_SHORTEST, POSE_LONGEST);
}

/* --- the pose --------------------------------------------------------------------------------- */

/* Computes four tracks, of which the last ones may be the same. */
GAITI_INLINE void pose_tracks(const pose_job *job, const uint8_t *const p[POSE_TRACKS],
                              gait_trs *out) {
    pose_track a = pose_find(job, p[0]), b = pose_find(job, p[1]);
    pose_track c = pose_find(job, p[2]), d = pose_find(job, p[3]);
    pose_translation(job, &a, &out[0]);
    pose_translation(job, &b, &out[1]);
    pose_translation(job, &c, &out[2]);
    pose_translation(job, &d, &out[3]);
    const uint8_t *from[POSE_TRACKS] = {a.rotation, b.rotation, c.rotation, d.rotation};
    const uint8_t *to[POSE_TRACKS] = {a.next_rotation, b.next_rotation, c.next_rotation,
                                      d.next_rotation};
    bool has_floats = (a.flags | b.flags | c.flags | d.flags) & GAIT_OMF_FLOAT_KEYS;
    if (!pose_rotations(job, from, to, out) || has_floats) {
        pose_slerp(job, &a, &out[0]);
        pose_slerp(job, &b, &out[1]);
        pose_slerp(job, &c, &out[2]);
        pose_slerp(job, &d, &out[3]);
    }
}

static pose_job pose_begin(uint32_t frame_count, double time, gait_axes axes) {
    const double rate = 30;
    gait_channel rotation = {.element = GAIT_SNORM16, .negate = POSE_CONJUGATE};
    gait_channel translation = {.element = GAIT_F32};
    gait_channel_change_axes(&rotation, true, GAIT_AXES_ENGINE, axes);
    gait_channel_change_axes(&translation, false, GAIT_AXES_ENGINE, axes);
    pose_job job = {.frame_count = frame_count};
    for (int i = 0; i < 4; i++) {
        job.rotation_signs[i] = rotation.negate >> i & 1 ? -1.0F : 1.0F;
    }
    for (int i = 0; i < 3; i++) {
        job.translation_signs[i] = translation.negate >> i & 1 ? -1.0F : 1.0F;
    }
    uint32_t last = frame_count - 1;
    double at = time * rate;
    at = at > 0 ? at < last ? at : last : 0;
    job.key = (uint32_t)at;
    job.next = job.key < last ? job.key + 1 : last;
    job.fraction = (float)(at - job.key);
    for (size_t kind = 0; kind < 2; kind++) {
        size_t size = kind ? POSE_FLOATS : POSE_ROTATION;
        job.at[kind] = POSE_CHECKSUM + job.key * size;
        job.next_at[kind] = POSE_CHECKSUM + job.next * size;
        job.size[kind] = POSE_CHECKSUM + frame_count * size;
    }
    return job;
}

gait_status gait_omf_pose(const gait_omf *omf, uint32_t motion, double time, gait_axes axes,
                          gait_trs *out, size_t capacity) {
    if (!omf || motion >= gait_omf_motion_count(omf) || time != time ||
        (unsigned)axes > GAIT_AXES_GLTF || capacity < omf->bone_count ||
        (!out && omf->bone_count > 0) || omf->keys[motion].frame_count == 0) {
        return GAIT_BAD_ARGUMENT;
    }
    const gaiti_omf_keys *keys = &omf->keys[motion];
    pose_job job = pose_begin(keys->frame_count, time, axes);
    const uint8_t *tracks = keys->tracks.data, *four[POSE_TRACKS];
    uint32_t count = omf->bone_count, done = 0;
    for (; done + POSE_TRACKS <= count; done += POSE_TRACKS) {
        const uint32_t *offsets = keys->offsets + done;
        four[0] = tracks + offsets[0];
        four[1] = tracks + offsets[1];
        four[2] = tracks + offsets[2];
        four[3] = tracks + offsets[3];
        pose_tracks(&job, four, out + done);
    }
    if (done < count) {
        gait_trs rest[POSE_TRACKS];
        for (uint32_t i = 0; i < POSE_TRACKS; i++) {
            uint32_t track = done + i < count ? done + i : count - 1;
            four[i] = tracks + keys->offsets[track];
        }
        pose_tracks(&job, four, rest);
        memcpy(out + done, rest, (count - done) * sizeof *rest);
    }
    return GAIT_OK;
}
