/* Differences between the metadata of an edited file and the base file. */
#include <string.h>

#include "base/try.h"
#include "base/number/number.h"
#include "metadata/metadata_state.h"
#include "model/affine.h"

/* Converts a moment to the time unit of the base: the stored value if its unit is the same,
 * otherwise computed from the seconds of the edited file. */
static double metadata_base_moment(const gait_metadata_clip *clip_metadata,
                                   const gaiti_metadata_base *base, double stored, double seconds) {
    const gait_clip *clip = base->clip;
    /* Stored values are not scaled by the playback rate. */
    double rate = base->rate > 0 && gaiti_is_nan(stored) ? base->rate : 1;
    double exported = seconds / rate;
    bool is_usable = clip_metadata->time_unit == clip->time_unit || gaiti_is_nan(seconds);
    if (!gaiti_is_nan(stored) && is_usable) {
        return stored;
    }
    if (clip->frame_count == 0) {
        return exported;
    }
    return clip->time_unit == GAIT_TIME_PHASE
               ? gaiti_clip_moment(base->seconds, clip->time, clip->frame_count, exported)
               : exported + (double)clip->time[0];
}

static bool metadata_same_events(const gait_clip *a, const gait_clip *b) {
    bool same = a->event_count == b->event_count;
    for (uint32_t e = 0; same && e < a->event_count; e++) {
        const gait_event *x = &a->events[e], *y = &b->events[e];
        same = strcmp(x->name, y->name) == 0 && strcmp(x->value, y->value) == 0 &&
               x->start == y->start && x->end == y->end;
    }
    return same;
}

/* Converts the root motion of the metadata to the axes of the base, and compares it with the root
 * motion of the base. 0 and -0 are equal. */
static uint32_t metadata_change_motion(const gait_metadata_clip *clip_metadata,
                                       const gait_clip *base, gait_clip *out) {
    double signs[3];
    uint32_t changed = 0;
    gaiti_axes_signs(GAIT_AXES_GLTF, base->axes, signs);
    for (int i = 0; i < 3; i++) {
        float expected = clip_metadata->root_motion[i] * (float)signs[i];
        changed = expected != base->root_motion[i] ? GAIT_META_ROOT_MOTION : changed;
        out->root_motion[i] = expected + 0.0F; /* converts -0 to 0 */
    }
    return changed;
}

static uint32_t metadata_change_float(uint32_t fields, uint32_t field, float edited, float base,
                                      float *out) {
    *out = fields & field ? edited : base;
    return fields & field && edited != base ? field : 0;
}

/* If only `loop` was changed, changes the flag that it is derived from. */
static void metadata_change_loop(const gait_metadata_clip *clip_metadata, const gait_playback *base,
                                 gait_playback *out) {
    bool is_changed =
        clip_metadata->fields & GAIT_META_LOOP && clip_metadata->playback.loop != base->loop;
    if (is_changed && out->flags == base->flags && !(out->flags & GAITI_PLAYBACK_FX)) {
        out->flags ^= GAITI_PLAYBACK_STOPS_AT_END;
    }
    out->loop = clip_metadata->fields & GAIT_META_LOOP ? clip_metadata->playback.loop : base->loop;
}

static uint32_t metadata_change_playback(const gait_metadata_clip *clip_metadata,
                                         const gait_playback *base, gait_playback *out) {
    const gait_playback *from = &clip_metadata->playback;
    uint32_t fields = clip_metadata->fields, changed = 0;
    *out = *base;
    out->flags = fields & GAIT_META_FLAGS ? from->flags : base->flags;
    out->bone_or_part = fields & GAIT_META_BONE_OR_PART ? from->bone_or_part : base->bone_or_part;
    metadata_change_loop(clip_metadata, base, out);
    changed |=
        metadata_change_float(fields, GAIT_META_SPEED, from->speed, base->speed, &out->speed);
    changed |=
        metadata_change_float(fields, GAIT_META_POWER, from->power, base->power, &out->power);
    changed |=
        metadata_change_float(fields, GAIT_META_ACCRUE, from->accrue, base->accrue, &out->accrue);
    changed |= metadata_change_float(fields, GAIT_META_FALLOFF, from->falloff, base->falloff,
                                     &out->falloff);
    changed |= out->flags != base->flags ? GAIT_META_FLAGS : 0;
    return changed | (out->bone_or_part != base->bone_or_part ? GAIT_META_BONE_OR_PART : 0);
}

static uint32_t metadata_change_all(const gait_metadata_clip *clip_metadata,
                                    const gaiti_metadata_base *base, gaiti_clip *result,
                                    gait_status *status) {
    const gait_clip *clip = base->clip;
    uint32_t changed = 0;
    if (clip_metadata->fields & GAIT_META_EVENTS) {
        gait_event *events = gaiti_metadata_add_events(clip_metadata, result);
        if (!events) {
            *status = result->arena.status;
            return 0;
        }
        for (uint32_t e = 0; e < clip_metadata->event_count; e++) {
            const gait_metadata_event *from = &clip_metadata->events[e];
            events[e].start = metadata_base_moment(clip_metadata, base, from->start, from->start_s);
            events[e].end = metadata_base_moment(clip_metadata, base, from->end, from->end_s);
        }
        changed |= metadata_same_events(clip, &result->clip) ? 0 : GAIT_META_EVENTS;
    }
    if (clip_metadata->fields & GAIT_META_ROOT_MOTION) {
        changed |= metadata_change_motion(clip_metadata, clip, &result->clip);
    }
    if (clip->playback.known) {
        changed |= metadata_change_playback(clip_metadata, &clip->playback, &result->clip.playback);
    }
    return changed;
}

/* If the base is in phases, the seconds of its exported keys are required. */
static bool metadata_base_is_valid(const gaiti_metadata_base *base) {
    return base && gaiti_clip_is_complete(base->clip) &&
           (base->seconds || base->clip->time_unit != GAIT_TIME_PHASE ||
            base->clip->frame_count == 0);
}

gait_status gaiti_metadata_compare(const gait_metadata_clip *clip_metadata,
                                   const gaiti_metadata_base *base, const gait_options *options,
                                   uint32_t *out_changes, gait_clip **out_clip) {
    gait_status status;
    if (out_changes) {
        *out_changes = 0;
    }
    if (!GAITI_CLEAR(out_clip) || !out_changes || !gaiti_metadata_clip_is_complete(clip_metadata) ||
        !metadata_base_is_valid(base)) {
        return GAIT_BAD_ARGUMENT;
    }
    const gait_clip *clip = base->clip;
    gaiti_clip *result =
        gaiti_clip_new(clip->skeleton, clip->name, clip->frame_count, 0, options, &status);
    GAITI_TRY(status);
    if (clip->frame_count > 0) {
        memcpy(result->time, clip->time, (size_t)clip->frame_count * sizeof *result->time);
    }
    result->clip.space = clip->space;
    result->clip.axes = clip->axes;
    result->clip.time_unit = clip->time_unit;
    memcpy(result->clip.root_motion, clip->root_motion, sizeof clip->root_motion);
    result->clip.playback = clip->playback;
    *out_changes = metadata_change_all(clip_metadata, base, result, &status);
    if (status == GAIT_OK && *out_changes != 0) {
        *out_clip = &result->clip;
    } else {
        gait_clip_free(&result->clip);
    }
    return status;
}
