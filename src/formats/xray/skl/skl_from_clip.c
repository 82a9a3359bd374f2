/* Conversion of clips to SDK motions. */

#include "base/number/number.h"
#include "base/try.h"
#include "formats/xray/skl/skl.h"
#include "formats/xray/skl/skl_envelope.h"
#include "formats/xray/xray_encode.h"
#include "formats/xray/xray_marks.h"

/* --- curves ----------------------------------------------------------------------------------- */

typedef struct skl_encoder {
    gaiti_arena arena;
    gait_skl *skl;
    const gait_clip *clip;
    double rate;
    bool is_wide;
    float *values[3];   /* values of three channels, one per frame */
    gait_skl_key *keys; /* one per frame */
} skl_encoder;

/* Writes a key wherever the bits of the value change, so that each frame is exact. */
static gait_status skl_encode_channel(skl_encoder *work, const float *values, uint32_t count,
                                      gait_skl_envelope *out) {
    gait_skl_curve curve = {.behaviour = {GAIT_SKL_CONSTANT, GAIT_SKL_CONSTANT},
                            .keys = work->keys};
    uint32_t shape = gaiti_envelope_shape(work->skl->kind);
    for (uint32_t k = 0; k < count; k++) {
        if (gaiti_envelope_needs_key(values, count, k, shape)) {
            work->keys[curve.key_count++] =
                (gait_skl_key){.value = values[k],
                               .time_s = (float)(k / work->rate),
                               .shape = k == 0 ? GAIT_SKL_STEPPED : shape};
        }
    }
    return !work->is_wide && curve.key_count > UINT16_MAX
               ? GAIT_LIMIT
               : gaiti_skl_store_curve(work->skl, &curve, work->is_wide, out);
}

static gait_status skl_encode_translation(skl_encoder *work, uint32_t bone,
                                          gait_skl_envelope *out) {
    uint32_t count = gaiti_xray_encode_count(&work->clip->tracks[bone].translation);
    for (uint32_t k = 0; k < count; k++) {
        double t[3];
        gaiti_xray_encode_key(work->clip, bone, false, k, t);
        for (int axis = 0; axis < 3; axis++) {
            work->values[axis][k] = (float)t[axis];
            if (!gaiti_is_finite((double)work->values[axis][k])) {
                return GAIT_BAD_ARGUMENT;
            }
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        GAITI_TRY(skl_encode_channel(work, work->values[axis], count, &out[axis]));
    }
    return GAIT_OK;
}

static gait_status skl_encode_rotation(skl_encoder *work, uint32_t bone, gait_skl_envelope *out) {
    uint32_t count = gaiti_xray_encode_count(&work->clip->tracks[bone].rotation);
    float before[3] = {0, 0, 0};
    for (uint32_t k = 0; k < count; k++) {
        double q[4];
        float angles[3];
        gaiti_xray_encode_key(work->clip, bone, true, k, q);
        if (!gaiti_skl_normalise(q)) {
            return GAIT_BAD_ARGUMENT;
        }
        gaiti_skl_angles(q, before, k == 0, angles);
        for (int i = 0; i < 3; i++) {
            work->values[i][k] = before[i] = angles[i];
        }
    }
    for (int i = 0; i < 3; i++) {
        GAITI_TRY(skl_encode_channel(work, work->values[i], count, &out[i]));
    }
    return GAIT_OK;
}

/* --- motions ---------------------------------------------------------------------------------- */

static gait_status skl_encode_bones(skl_encoder *work, gaiti_skl_motion *result) {
    const gait_skeleton *skeleton = work->clip->skeleton;
    result->bones = gaiti_alloc(&work->skl->arena, skeleton->bone_count, sizeof *result->bones);
    if (!result->bones) {
        return work->skl->arena.status;
    }
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        gaiti_skl_bone *bone = &result->bones[b];
        GAITI_TRY(gaiti_xray_encode_name(skeleton->bones[b].name, work->skl->code_page,
                                         &work->arena, &bone->values.name));
        GAITI_TRY(skl_encode_translation(work, b, bone->envelopes));
        GAITI_TRY(skl_encode_rotation(work, b, bone->envelopes + GAIT_SKL_HEADING));
    }
    return GAIT_OK;
}

static gait_status skl_encode_marks(skl_encoder *work, gaiti_skl_motion *result) {
    if (!gaiti_skl_has_marks(work->skl->kind, result->values.version)) {
        return GAIT_OK;
    }
    gait_omf_mark *marks;
    uint32_t count;
    GAITI_TRY(
        gaiti_marks_from_events(work->clip, work->skl->code_page, &work->arena, &marks, &count));
    result->marks = gaiti_alloc(&work->skl->arena, count, sizeof *result->marks);
    if (!result->marks) {
        return work->skl->arena.status;
    }
    for (uint32_t m = 0; m < count; m++) {
        result->marks[m] = marks[m];
        GAITI_TRY(gaiti_mark_detach(&work->skl->arena, &result->marks[m]));
    }
    result->values.mark_count = count;
    return GAIT_OK;
}

static gait_skl_motion skl_encode_values(const gait_clip *clip, gait_skl_kind kind,
                                         uint16_t version, double rate) {
    gait_playback playback =
        kind == GAIT_SKL_OBJECT ? (gait_playback){0} : gaiti_xray_encode_playback(clip);
    return (gait_skl_motion){.frame_end = (int32_t)clip->frame_count - 1,
                             .fps = (float)rate,
                             .version = version,
                             .flags = playback.flags & 0xFF,
                             .bone_or_part = playback.bone_or_part,
                             .speed = playback.speed,
                             .accrue = playback.accrue,
                             .falloff = playback.falloff,
                             .power = playback.power,
                             .bone_count = clip->skeleton->bone_count};
}

static bool skl_begin_encoding(skl_encoder *work, gait_skl *skl, const gait_clip *clip) {
    gait_options options = {.allocator = skl->arena.allocator};
    gaiti_arena_init(&work->arena, &options, 0);
    work->skl = skl;
    work->clip = clip;
    work->keys = gaiti_alloc(&work->arena, clip->frame_count, sizeof *work->keys);
    for (int i = 0; i < 3; i++) {
        work->values[i] = gaiti_alloc(&work->arena, clip->frame_count, sizeof(float));
    }
    return work->arena.status == GAIT_OK;
}

static gait_status skl_encode_motion(skl_encoder *work, uint16_t version) {
    gaiti_skl_motion result = {
        .values = skl_encode_values(work->clip, work->skl->kind, version, work->rate)};
    GAITI_TRY(gaiti_xray_encode_name(work->clip->name, work->skl->code_page, &work->arena,
                                     &result.values.name));
    GAITI_TRY(skl_encode_marks(work, &result));
    GAITI_TRY(skl_encode_bones(work, &result));
    if (work->skl->kind == GAIT_SKL_OBJECT) {
        gaiti_skl_name_object(&result);
    }
    return gaiti_skl_append(work->skl, &result);
}

gait_status gaiti_skl_add_clip(gait_skl *skl, const gait_clip *clip, uint16_t version,
                               uint32_t allowed_losses, uint32_t *out_losses) {
    if (out_losses) {
        *out_losses = 0;
    }
    if (!skl) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(gaiti_skl_can_add(skl, version) ? gaiti_xray_encode_accepts(clip)
                                              : GAIT_BAD_ARGUMENT);
    skl_encoder work = {.rate = gaiti_xray_encode_rate(clip),
                        .is_wide = gaiti_skl_is_wide(skl->kind, version)};
    uint32_t bones = clip->skeleton->bone_count;
    bool is_object = skl->kind == GAIT_SKL_OBJECT;
    if (!(work.rate >= 1 && work.rate <= 1000) || bones > UINT16_MAX || (is_object && bones != 1)) {
        return GAIT_BAD_ARGUMENT;
    }
    bool loses_events = !gaiti_skl_has_marks(skl->kind, version) && clip->event_count > 0;
    bool loses_flags = !is_object && gaiti_xray_encode_playback(clip).flags > 0xFF;
    uint32_t losses = gaiti_xray_encode_losses(clip);
    losses |= loses_events ? GAIT_LOSES_EVENTS : 0u;
    losses |= loses_flags ? GAIT_LOSES_FLAGS : 0u;
    GAITI_TRY(gaiti_xray_encode_check_losses(losses, allowed_losses, out_losses));
    gait_status status = skl_begin_encoding(&work, skl, clip) ? skl_encode_motion(&work, version)
                                                              : work.arena.status;
    gaiti_arena_free(&work.arena);
    return status;
}
