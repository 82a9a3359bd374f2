/* Applies edited clips to a bank. Unchanged keys keep their integers: quantising them again would
 * change more than half of them by one. */
#include "base/text/text.h"
#include "base/number/trig.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_encode.h"
#include "model/affine.h"
#include "model/clip_change.h"

enum {
    OMF_PATCH_LIMIT_8 = 127,
    OMF_PATCH_LIMIT_16 = 32767, /* for rotations too */
    OMF_PATCH_FROM_VERSION = 4  /* first version whose games support 16-bit translations */
};

/* Maximum factor by which the unit becomes finer when 8 bits become 16. */
#define OMF_PATCH_MAX_FACTOR 256
/* Half a unit, and a full range, each with a margin for rounding of floats. */
#define OMF_PATCH_HALF 0.5001
#define OMF_PATCH_MARGIN 1.000001

/* State of the current track. */
typedef struct omf_patch_job {
    const gait_omf *omf;
    gaiti_arena *scratch;
    uint32_t old_count, frame_count;
    double limit_rad, limit_m; /* maximum error of keys */
    gait_omf_track track;
} omf_patch_job;

/* True when at least one key is unchanged. */
static bool omf_patch_keeps_some(const gaiti_channel_change *channel) {
    for (uint32_t k = 0; k < channel->count; k++) {
        if (channel->from[k] >= 0) {
            return true;
        }
    }
    return false;
}

/* Converts a value of the clip to the axes and signs of the file. */
static void omf_patch_change_axes(const double *value, bool is_rotation, double *out) {
    enum { CONJUGATE = 7 };
    gaiti_xray_encode_change_axes(value, is_rotation, is_rotation ? CONJUGATE : 0, out);
}

/* The old key with this index, or the last old key. */
static const uint8_t *omf_patch_old_key(gait_span keys, size_t size, uint32_t index) {
    size_t count = keys.size / size;
    return keys.data + size * (index < count ? index : count - 1);
}

/* Changes the number of old keys: truncates them, or repeats the last one. */
static bool omf_patch_stretch(const omf_patch_job *job, size_t size, gait_span *keys) {
    uint8_t *stretched = gaiti_alloc(job->scratch, job->frame_count, size);
    for (uint32_t k = 0; stretched && keys->size && k < job->frame_count; k++) {
        memcpy(stretched + k * size, omf_patch_old_key(*keys, size, k), size);
    }
    *keys = gaiti_span(stretched, job->frame_count * size);
    return stretched != NULL;
}

/* --- rotations -------------------------------------------------------------------------------- */

/* Stores q or -q, whichever is closer to the key `reference`. */
static void omf_patch_store_rotation(const double *value, const uint8_t *reference, bool floats,
                                     uint8_t *out) {
    double q[4], old[4];
    omf_patch_change_axes(value, true, q);
    gaiti_omf_load_rotation(reference, floats, old);
    gaiti_quaternion_continue(q, old);
    gaiti_omf_store_rotation(q, floats, out);
}

/* The key that determines the sign of new key `index`: the old key with that index, or after the
 * last old key the previous new one (`out` - size). */
static const uint8_t *omf_patch_sign_reference(const omf_patch_job *job, size_t size,
                                               uint32_t index, const uint8_t *out) {
    gait_span old = job->track.rotation_keys;
    bool is_beyond = index > 0 && job->old_count > 0 && index >= job->old_count;
    return is_beyond ? out - size : omf_patch_old_key(old, size, index);
}

/* True when the rotation is constant within the tolerance and no key is unchanged. The distance of
 * two quaternions is about half the angle between the rotations. */
static bool omf_patch_is_constant(const omf_patch_job *job, const gaiti_channel_change *channel) {
    for (uint32_t k = 1; k < channel->count; k++) {
        double square = 0;
        for (uint32_t i = 0; i < 4; i++) {
            double off = channel->values[(size_t)k * 4 + i] - channel->values[i];
            square += off * off;
        }
        if (!(4 * square <= job->limit_rad * job->limit_rad)) {
            return false;
        }
    }
    return !omf_patch_keeps_some(channel);
}

static bool omf_patch_set_rotations(omf_patch_job *job, const gaiti_channel_change *channel) {
    gait_omf_track *track = &job->track;
    bool floats = track->flags & GAIT_OMF_FLOAT_KEYS;
    bool was_constant = track->flags & GAIT_OMF_ROTATION_CONSTANT;
    bool stays = (channel->count == 1 && was_constant) || omf_patch_is_constant(job, channel);
    size_t size = gaiti_omf_rotation_size(track->flags);
    uint32_t count = stays ? 1 : job->frame_count;
    uint8_t *keys = gaiti_alloc(job->scratch, count, size);
    for (uint32_t k = 0; keys && k < count; k++) {
        uint32_t at = channel->count == 1 ? 0 : k;
        uint8_t *key = keys + k * size;
        if (channel->from[at] >= 0) {
            const uint8_t *old =
                omf_patch_old_key(track->rotation_keys, size, (uint32_t)channel->from[at]);
            memcpy(key, old, size);
        } else {
            omf_patch_store_rotation(channel->values + (size_t)at * 4,
                                     omf_patch_sign_reference(job, size, k, key), floats, key);
        }
    }
    track->rotation_keys = gaiti_span(keys, count * size);
    track->flags &= (uint8_t)~GAIT_OMF_ROTATION_CONSTANT;
    track->flags |= stays ? GAIT_OMF_ROTATION_CONSTANT : 0;
    if (keys) {
        track->rotation_crc = gaiti_omf_crc(track->rotation_keys);
    }
    return keys != NULL;
}

static bool omf_patch_rotation(omf_patch_job *job, const gaiti_channel_change *channel) {
    gait_omf_track *track = &job->track;
    if (channel && channel->count) {
        return omf_patch_set_rotations(job, channel);
    }
    if (track->flags & GAIT_OMF_ROTATION_CONSTANT || job->frame_count == job->old_count) {
        return true;
    }
    bool done =
        omf_patch_stretch(job, gaiti_omf_rotation_size(track->flags), &track->rotation_keys);
    if (done) {
        track->rotation_crc = gaiti_omf_crc(track->rotation_keys);
    }
    return done;
}

/* --- translations ----------------------------------------------------------------------------- */

static void omf_patch_value(const gaiti_channel_change *channel, uint32_t key, double t[3]) {
    omf_patch_change_axes(channel->values + (channel->count == 1 ? 0 : (size_t)key * 3), false, t);
}

static int32_t omf_patch_from(const gaiti_channel_change *channel, uint32_t key) {
    return channel->from[channel->count == 1 ? 0 : key];
}

/* Quantises one axis of a key in the present unit and sets its error in metres. */
static int32_t omf_patch_unit(const gait_omf_track *track, int axis, double metres, double *off) {
    int32_t limit = track->flags & GAIT_OMF_TRANSLATION_16 ? OMF_PATCH_LIMIT_16 : OMF_PATCH_LIMIT_8;
    double size = (double)track->size[axis], init = (double)track->init[axis];
    bool has_size = size > 0 || size < 0; /* false for 0 and NaN */
    int32_t key = has_size ? gaiti_omf_round((metres - init) / size, -limit, limit) : 0;
    *off = gaiti_abs((has_size ? key * size : 0) + init - metres);
    return key;
}

/* True when the present unit and centre are accurate enough. With `is_finest`, no finer
 * representation exists, and half a unit is accepted. */
static bool omf_patch_fits(const omf_patch_job *job, const gaiti_channel_change *channel,
                           bool is_finest) {
    const gait_omf_track *track = &job->track;
    for (uint32_t k = 0; k < job->frame_count; k++) {
        double t[3], square = 0;
        omf_patch_value(channel, k, t);
        for (int i = 0; i < 3 && omf_patch_from(channel, k) < 0; i++) {
            double off, half = gaiti_abs((double)track->size[i]) * OMF_PATCH_HALF;
            omf_patch_unit(track, i, t[i], &off);
            square += is_finest && off <= half ? 0 : off * off;
        }
        if (!(square <= job->limit_m * job->limit_m)) {
            return false;
        }
    }
    return true;
}

static void omf_patch_store_translation(const gait_omf_track *track, const double t[3],
                                        uint8_t *out) {
    for (int i = 0; i < 3; i++) {
        double off;
        int32_t key = omf_patch_unit(track, i, t[i], &off);
        if (track->flags & GAIT_OMF_FLOAT_KEYS) {
            gaiti_store_f32(out + 4 * i, (float)t[i]);
        } else if (track->flags & GAIT_OMF_TRANSLATION_16) {
            gaiti_store_u16(out + 2 * i, (uint16_t)key);
        } else {
            out[i] = (uint8_t)key;
        }
    }
}

/* Stores keys in the present unit. Unchanged keys keep their bytes if the track already has
 * keys. */
static bool omf_patch_store_translations(omf_patch_job *job, const gaiti_channel_change *channel) {
    gait_omf_track *track = &job->track;
    gait_span old =
        track->flags & GAIT_OMF_TRANSLATION_KEYS ? track->translation_keys : (gait_span){0};
    track->flags |= GAIT_OMF_TRANSLATION_KEYS;
    size_t size = gaiti_omf_translation_size(track->flags);
    uint8_t *keys = gaiti_alloc(job->scratch, job->frame_count, size);
    for (uint32_t k = 0; keys && k < job->frame_count; k++) {
        int32_t from = omf_patch_from(channel, k);
        if (from >= 0 && old.size) {
            memcpy(keys + k * size, omf_patch_old_key(old, size, (uint32_t)from), size);
            continue;
        }
        double t[3];
        omf_patch_value(channel, k, t);
        omf_patch_store_translation(track, t, keys + k * size);
    }
    track->translation_keys = gaiti_span(keys, job->frame_count * size);
    if (keys) {
        track->translation_crc = gaiti_omf_crc(track->translation_keys);
    }
    return keys != NULL;
}

/* Sets *size to the finest unit in which the changed keys of an axis are in range and unchanged
 * keys remain exact: finer by at most `factor`. Returns the factor for unchanged keys; 0 when the
 * axis had no unit. */
static int32_t omf_patch_finer(const omf_patch_job *job, const gaiti_channel_change *channel,
                               int axis, int32_t factor, double limit, float *size) {
    double init = (double)job->track.init[axis], old = gaiti_abs((double)*size), max_distance = 0;
    for (uint32_t k = 0; k < job->frame_count; k++) {
        double t[3];
        omf_patch_value(channel, k, t);
        double distance = omf_patch_from(channel, k) < 0 ? gaiti_abs(t[axis] - init) : 0;
        max_distance = distance > max_distance ? distance : max_distance;
    }
    if (!(old > 0)) {
        *size = (float)(max_distance / limit * OMF_PATCH_MARGIN);
        return 0;
    }
    while (factor > 1 && max_distance * factor > old * limit) {
        factor /= 2;
    }
    *size /= (float)factor;
    return factor;
}

/* Changes the units so that the new keys are in range and unchanged keys keep their values. A unit
 * becomes finer by a power of two when 8 bits become 16. An axis that had no unit gets one. */
static bool omf_patch_adapt(omf_patch_job *job, const gaiti_channel_change *channel, bool wide) {
    gait_omf_track *track = &job->track;
    bool was_wide = track->flags & GAIT_OMF_TRANSLATION_16;
    size_t count = track->translation_keys.size / (was_wide ? 2 : 1), width = wide ? 2 : 1;
    const uint8_t *old = track->translation_keys.data;
    uint8_t *keys = gaiti_alloc(job->scratch, count, width);
    int32_t factors[3];
    for (int i = 0; i < 3; i++) {
        factors[i] =
            omf_patch_finer(job, channel, i, wide && !was_wide ? OMF_PATCH_MAX_FACTOR : 1,
                            wide ? OMF_PATCH_LIMIT_16 : OMF_PATCH_LIMIT_8, &track->size[i]);
    }
    for (size_t i = 0; keys && i < count; i++) {
        int32_t key = was_wide ? gaiti_load_s16(old + 2 * i) : old[i] - (old[i] < 128 ? 0 : 256);
        key *= factors[i % 3];
        keys[width * i] = (uint8_t)key;
        if (wide) {
            gaiti_store_s16(keys + 2 * i, (int16_t)key);
        }
    }
    track->translation_keys = gaiti_span(keys, count * width);
    track->flags |= wide ? GAIT_OMF_TRANSLATION_16 : 0;
    return keys != NULL;
}

/* Stores the keys so that unchanged ones keep their bytes, or at least their values. False when
 * that is not possible or memory is exhausted; the track is then unchanged. */
static bool omf_patch_keep(omf_patch_job *job, const gaiti_channel_change *channel, bool has_16) {
    gait_omf_track before = job->track;
    bool is_finest = !has_16 || before.flags & GAIT_OMF_TRANSLATION_16;
    if (omf_patch_fits(job, channel, is_finest)) {
        return omf_patch_store_translations(job, channel);
    }
    if (omf_patch_adapt(job, channel, has_16) && omf_patch_fits(job, channel, true)) {
        return omf_patch_store_translations(job, channel);
    }
    job->track = before;
    return false;
}

/* Quantises all keys again, in the smallest representation within the tolerance. */
static bool omf_patch_refit(omf_patch_job *job, const gaiti_channel_change *channel, bool has_16) {
    float *metres = gaiti_alloc(job->scratch, job->frame_count, 3 * sizeof *metres);
    gaiti_omf_quantiser in = {.metres = metres,
                              .count = job->frame_count,
                              .tolerance_m = job->limit_m,
                              .never_16 = !has_16};
    for (uint32_t k = 0; metres && k < job->frame_count; k++) {
        double t[3];
        omf_patch_value(channel, k, t);
        for (uint32_t i = 0; i < 3; i++) {
            metres[(size_t)k * 3 + i] = (float)t[i];
        }
    }
    return metres && gaiti_omf_quantise_translation(&in, job->scratch, &job->track) == GAIT_OK;
}

static bool omf_patch_set_translations(omf_patch_job *job, const gaiti_channel_change *channel) {
    gait_omf_track *track = &job->track;
    bool is_keyed = track->flags & GAIT_OMF_TRANSLATION_KEYS;
    bool is_fine = is_keyed && track->flags & GAIT_OMF_TRANSLATION_16;
    bool has_16 = is_fine || job->omf->version >= OMF_PATCH_FROM_VERSION;
    if (track->flags & GAIT_OMF_FLOAT_KEYS && (is_keyed || channel->count > 1)) {
        return omf_patch_store_translations(job, channel);
    }
    if (is_keyed && omf_patch_keeps_some(channel) && omf_patch_keep(job, channel, has_16)) {
        return true;
    }
    return omf_patch_refit(job, channel, has_16);
}

static bool omf_patch_translation(omf_patch_job *job, const gaiti_channel_change *channel) {
    gait_omf_track *track = &job->track;
    if (channel && channel->count) {
        return omf_patch_set_translations(job, channel);
    }
    if (!(track->flags & GAIT_OMF_TRANSLATION_KEYS) || job->frame_count == job->old_count) {
        return true;
    }
    bool done =
        omf_patch_stretch(job, gaiti_omf_translation_size(track->flags), &track->translation_keys);
    if (done) {
        track->translation_crc = gaiti_omf_crc(track->translation_keys);
    }
    return done;
}

/* --- the motion ------------------------------------------------------------------------------- */

/* Sets the track of each bone: the last of duplicates, as gaiti_omf_clip() does. NULL when out of
 * memory. */
static int32_t *omf_patch_tracks(const gait_omf *omf, const gait_skeleton *skeleton,
                                 gaiti_arena *scratch) {
    int32_t *tracks = gaiti_alloc(scratch, skeleton->bone_count, sizeof *tracks);
    for (uint32_t b = 0; tracks && b < skeleton->bone_count; b++) {
        tracks[b] = -1;
    }
    for (uint32_t t = 0; tracks && t < omf->bone_count; t++) {
        const char *name = gaiti_utf8(scratch, omf->code_page, gait_omf_bone_name(omf, t));
        int32_t bone = gait_skeleton_find(skeleton, name);
        if (!name) {
            return NULL;
        }
        if (bone >= 0) {
            tracks[bone] = (int32_t)t;
        }
    }
    return tracks;
}

static gait_status omf_patch_apply(gait_omf *omf, uint32_t motion, const gaiti_clip_change *change,
                                   gaiti_arena *scratch) {
    const gait_skeleton *skeleton = change->base->skeleton;
    omf_patch_job job = {.omf = omf,
                         .scratch = scratch,
                         .old_count = omf->keys[motion].frame_count,
                         .frame_count = change->frame_count,
                         .limit_rad = change->tolerance_deg * GAITI_OMF_TOLERANCE_SHARE *
                                      GAITI_RADIANS_PER_DEGREE,
                         .limit_m = change->tolerance_mm * GAITI_OMF_TOLERANCE_SHARE / 1000};
    gait_omf_track *tracks = gaiti_alloc(scratch, omf->bone_count, sizeof *tracks);
    const gaiti_bone_change **bones = gaiti_alloc(scratch, omf->bone_count, sizeof *bones);
    const int32_t *track_of = omf_patch_tracks(omf, skeleton, scratch);
    bool done = tracks && bones && track_of;
    for (uint32_t b = 0; done && b < skeleton->bone_count; b++) {
        const gaiti_bone_change *bone = &change->bones[b];
        if (track_of[b] >= 0) {
            bones[track_of[b]] = bone;
        } else if (bone->rotation.count > 0 || bone->translation.count > 0) {
            return GAIT_BAD_ARGUMENT; /* the bank has no track for the change */
        }
    }
    for (uint32_t t = 0; done && t < omf->bone_count; t++) {
        const gaiti_bone_change *bone = bones[t];
        job.track = gait_omf_track_at(omf, motion, t);
        done = omf_patch_rotation(&job, bone ? &bone->rotation : NULL) &&
               omf_patch_translation(&job, bone ? &bone->translation : NULL);
        tracks[t] = job.track;
    }
    gait_status failed = scratch->status ? scratch->status : GAIT_BAD_ARGUMENT;
    return done ? gaiti_omf_set_tracks(omf, motion, change->frame_count, tracks) : failed;
}

gait_status gaiti_omf_apply_changes(gait_omf *omf, uint32_t motion,
                                    const gaiti_clip_change *change) {
    if (motion >= gait_omf_motion_count(omf) ||
        !gaiti_xray_encode_fits(change, omf->keys[motion].frame_count, GAITI_OMF_FRAMES_MAX)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena scratch;
    gait_options memory = {.allocator = omf->arena.allocator};
    gaiti_arena_init(&scratch, &memory, 1 << 16);
    gait_status status = omf_patch_apply(omf, motion, change, &scratch);
    gaiti_arena_free(&scratch);
    return status;
}
