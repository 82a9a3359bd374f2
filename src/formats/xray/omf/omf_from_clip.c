/* Conversion of clips to motions of a bank; quantising by the rules of
 * docs/formats/omf.md#writing. */
#include <math.h>

#include "base/number/number.h"
#include "base/text/text.h"
#include "base/try.h"
#include "codec/crc32/crc32.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_encode.h"
#include "formats/xray/xray_marks.h"
#include "model/quaternion.h"

typedef struct omf_encoder {
    gaiti_arena arena;
    gait_omf *omf;
    const gait_clip *clip;
    gaiti_omf_precision precision;
    float *metres; /* 3 numbers per frame */
} omf_encoder;

/* --- rotations -------------------------------------------------------------------------------- */

/* Conjugates and quantises a rotation. False when a component is not finite. Quaternions are
 * normalised only when their length differs from 1 by more than a quantising error, so that
 * integers from a bank remain the same. */
static bool omf_quantise_rotation(const gait_channel *channel, double q[4], int16_t out[4]) {
    double square = gaiti_quaternion_dot(q, q);
    bool stored = channel->count > 0 && channel->element == GAIT_SNORM16;
    double off = square - 1, length = 1;
    if (!gaiti_is_finite(square)) {
        return false;
    }
    if (!stored && !(off < 2e-4 && off > -2e-4)) {
        length = sqrt(square);
    }
    for (int i = 0; i < 4; i++) {
        double value = length < 1e-6 ? (i == 3) : q[i] / length;
        out[i] = (int16_t)gaiti_omf_round((i < 3 ? -value : value) * 32767, -32767, 32767);
    }
    return true;
}

/* Negates the key when that is closer to the previous key; it is the same rotation. */
static void omf_keep_sign(const int16_t before[4], int16_t key[4]) {
    int64_t dot = 0;
    for (int i = 0; i < 4; i++) {
        dot += (int64_t)before[i] * key[i];
    }
    for (int i = 0; i < 4 && dot < 0; i++) {
        key[i] = (int16_t)-key[i];
    }
}

/* True when two rotations differ by at most `angle`: the distance of two quaternions is about half
 * the angle. */
static bool omf_is_within(const int16_t a[4], const int16_t b[4], double angle) {
    double square = 0;
    for (int i = 0; i < 4; i++) {
        double distance = (a[i] - b[i]) / 32767.0;
        square += distance * distance;
    }
    return 4 * square <= angle * angle;
}

static gait_status omf_encode_rotation(omf_encoder *work, uint32_t bone, gait_omf_track *track) {
    const gait_channel *channel = &work->clip->tracks[bone].rotation;
    uint32_t count = gaiti_xray_encode_count(channel);
    uint8_t *bytes = gaiti_alloc(&work->arena, count, 8);
    int16_t first[4], before[4];
    bool constant = true, stored = channel->element == GAIT_SNORM16;
    GAITI_TRY(work->arena.status);
    for (uint32_t k = 0; k < count; k++) {
        double q[4];
        int16_t key[4];
        gaiti_xray_encode_key(work->clip, bone, true, k, q);
        if (!omf_quantise_rotation(channel, q, key)) {
            return GAIT_BAD_ARGUMENT;
        }
        if (k == 0) {
            memcpy(first, key, sizeof first);
        } else if (!stored) {
            omf_keep_sign(before, key);
        }
        memcpy(before, key, sizeof before);
        constant = constant && omf_is_within(first, key, (double)work->precision.rotation_rad);
        for (int i = 0; i < 4; i++) {
            gaiti_store_s16(bytes + 8 * (size_t)k + 2 * i, key[i]);
        }
    }
    track->flags |= constant ? GAIT_OMF_ROTATION_CONSTANT : 0;
    track->rotation_keys = gaiti_span(bytes, constant ? 8 : (size_t)count * 8);
    track->rotation_crc = constant ? 0 : gaiti_crc32(bytes, track->rotation_keys.size);
    return GAIT_OK;
}

/* --- translations ----------------------------------------------------------------------------- */

static gait_status omf_encode_translation(omf_encoder *work, uint32_t bone, gait_omf_track *track) {
    gaiti_omf_quantiser in = {.metres = work->metres,
                              .count =
                                  gaiti_xray_encode_count(&work->clip->tracks[bone].translation),
                              .tolerance_m = (double)work->precision.translation_m,
                              .never_8 = work->precision.translation_16};
    for (uint32_t k = 0; k < in.count; k++) {
        double t[3];
        gaiti_xray_encode_key(work->clip, bone, false, k, t);
        for (uint32_t i = 0; i < 3; i++) {
            work->metres[3 * (size_t)k + i] = (float)t[i];
        }
    }
    return gaiti_omf_quantise_translation(&in, &work->arena, track);
}

/* --- bones ------------------------------------------------------------------------------------ */

static bool omf_is_new(const gait_omf *omf) {
    return omf->part_count == 0 && omf->keys_count == 0;
}

static gait_status omf_list_bones(omf_encoder *work) {
    const gait_skeleton *skeleton = work->clip->skeleton;
    GAITI_TRY(gaiti_omf_add_part(work->omf, gaiti_span("default", 7)));
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        gait_span name;
        GAITI_TRY(gaiti_xray_encode_bone_name(skeleton->bones[b].name, work->omf->code_page,
                                              &work->arena, &name));
        GAITI_TRY(gaiti_omf_list_bone(work->omf, name, b));
    }
    return gaiti_omf_order_tracks(work->omf) ? GAIT_OK : work->omf->arena.status;
}

/* Finds the bone of the skeleton for each track, and marks bones that have a track. */
static gait_status omf_match_bones(omf_encoder *work, uint32_t *bones, uint8_t *listed) {
    const gait_skeleton *skeleton = work->clip->skeleton;
    for (uint32_t t = 0; t < work->omf->bone_count; t++) {
        const char *name =
            gaiti_utf8(&work->arena, work->omf->code_page, gait_omf_bone_name(work->omf, t));
        int32_t bone = gait_skeleton_find(skeleton, name);
        if (bone < 0) {
            return name ? GAIT_NOT_FOUND : work->arena.status;
        }
        bones[t] = (uint32_t)bone;
        listed[bone] = 1;
    }
    return GAIT_OK;
}

static bool omf_omits_bones(const gait_clip *clip, const uint8_t *listed) {
    bool omits = false;
    for (uint32_t b = 0; b < clip->skeleton->bone_count && !omits; b++) {
        const gait_track *track = &clip->tracks[b];
        omits = !listed[b] && (track->rotation.count > 0 || track->translation.count > 0);
    }
    return omits;
}

/* --- motions ---------------------------------------------------------------------------------- */

static gait_status omf_add_marks(gait_omf *omf, const gait_omf_mark *marks, uint32_t count) {
    gait_status status = GAIT_OK;
    for (uint32_t m = 0; m < count && status == GAIT_OK; m++) {
        status = gait_omf_set_mark(omf, omf->keys_count - 1, m, &marks[m]);
    }
    if (status != GAIT_OK) { /* undo gaiti_omf_add_motion() */
        omf->definition_count = --omf->keys_count;
        omf->stated_count = omf->keys_count;
        omf->sub_count--;
    }
    return status;
}

/* False when a motion plays on a part that the bank does not have. Effects have a bone instead. */
static bool omf_has_part(const gait_omf *omf, const gait_playback *playback) {
    uint32_t count = omf->part_count > 0 ? omf->part_count : 1;
    return playback->bone_or_part == GAITI_XRAY_ALL_PARTS || playback->bone_or_part < count ||
           playback->flags & GAIT_OMF_FX;
}

static gait_status omf_add_encoded(omf_encoder *work, const gait_omf_track *tracks) {
    gait_omf *omf = work->omf;
    gait_playback playback = gaiti_xray_encode_playback(work->clip);
    gait_omf_motion motion = {.flags = playback.flags,
                              .bone_or_part = omf_has_part(omf, &playback) ? playback.bone_or_part
                                                                           : GAITI_XRAY_ALL_PARTS,
                              .motion = (uint16_t)omf->keys_count,
                              .speed = playback.speed,
                              .power = playback.power,
                              .accrue = playback.accrue,
                              .falloff = playback.falloff,
                              .frame_count = work->clip->frame_count};
    gait_omf_mark *marks = NULL;
    uint32_t mark_count = 0;
    GAITI_TRY(
        gaiti_xray_encode_name(work->clip->name, work->omf->code_page, &work->arena, &motion.name));
    motion.label = motion.name;
    if (omf->version >= 4) {
        GAITI_TRY(gaiti_marks_from_events(work->clip, work->omf->code_page, &work->arena, &marks,
                                          &mark_count));
    }
    GAITI_TRY(gaiti_omf_add_motion(omf, &motion, tracks));
    return omf_add_marks(omf, marks, mark_count);
}

static gait_status omf_encode_motion(omf_encoder *work, const uint32_t *bones) {
    uint32_t count = work->omf->bone_count;
    gait_omf_track *tracks = gaiti_alloc(&work->arena, count, sizeof *tracks);
    GAITI_TRY(work->arena.status);
    for (uint32_t t = 0; t < count; t++) {
        GAITI_TRY(omf_encode_rotation(work, bones[t], &tracks[t]));
        GAITI_TRY(omf_encode_translation(work, bones[t], &tracks[t]));
    }
    return omf_add_encoded(work, tracks);
}

static uint32_t omf_losses(const omf_encoder *work, const uint8_t *listed) {
    const gait_clip *clip = work->clip;
    gait_playback playback = gaiti_xray_encode_playback(clip);
    uint32_t losses = gaiti_xray_encode_losses(clip);
    losses |= work->omf->version < 4 && clip->event_count > 0 ? GAIT_LOSES_EVENTS : 0u;
    losses |= !omf_is_new(work->omf) && omf_omits_bones(clip, listed) ? GAIT_LOSES_BONES : 0u;
    losses |= omf_has_part(work->omf, &playback) ? 0u : GAIT_LOSES_PARTS;
    return losses | (gaiti_xray_encode_rate(clip) != 30 ? GAIT_LOSES_RATE : 0u);
}

static gait_status omf_encode(omf_encoder *work, uint32_t allowed_losses, uint32_t *out_losses) {
    uint32_t max = work->clip->skeleton->bone_count;
    bool fresh = omf_is_new(work->omf);
    max = work->omf->bone_count > max ? work->omf->bone_count : max;
    uint32_t *bones = gaiti_alloc(&work->arena, max, sizeof *bones);
    uint8_t *listed = gaiti_alloc(&work->arena, max, 1);
    work->metres = gaiti_alloc(&work->arena, work->clip->frame_count, 3 * sizeof *work->metres);
    GAITI_TRY(work->arena.status);
    gait_status status;
    GAITI_TRY_DONE(omf_match_bones(work, bones, listed));
    GAITI_TRY_DONE(
        gaiti_xray_encode_check_losses(omf_losses(work, listed), allowed_losses, out_losses));
    if (fresh) {
        GAITI_TRY_DONE(omf_list_bones(work));
        GAITI_TRY_DONE(omf_match_bones(work, bones, listed));
    }
    status = omf_encode_motion(work, bones);
done:
    if (status != GAIT_OK && fresh) { /* undo omf_list_bones() */
        work->omf->part_count = work->omf->bone_count = 0;
    }
    return status;
}

gait_status gaiti_omf_add_clip(gait_omf *omf, const gait_clip *clip,
                               const gaiti_omf_precision *precision, uint32_t allowed_losses,
                               uint32_t *out_losses) {
    if (out_losses) {
        *out_losses = 0;
    }
    GAITI_TRY(omf ? gaiti_xray_encode_accepts(clip) : GAIT_BAD_ARGUMENT);
    if (clip->frame_count > GAITI_OMF_FRAMES_MAX) {
        return GAIT_LIMIT;
    }
    omf_encoder work = {.omf = omf, .clip = clip};
    gait_options options = {.allocator = omf->arena.allocator};
    if (precision) {
        work.precision = *precision;
    }
    gaiti_arena_init(&work.arena, &options, 0);
    gait_status status = omf_encode(&work, allowed_losses, out_losses);
    gaiti_arena_free(&work.arena);
    return status;
}
