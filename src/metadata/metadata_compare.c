/* What extras say otherwise than the file that they came from. */
#include <string.h>

#include "base/arguments.h"
#include "base/number/number.h"
#include "metadata/metadata_state.h"
#include "model/affine.h"

enum { EXTRAS_IS_FX = 1, EXTRAS_STOPS_AT_END = 2 };

/* In the unit of the base: as it is said, else from the seconds of the edited file. */
static double extras_base_moment(const gait_extras_clip *said, const gait_extras_base *base,
                                 double own, double seconds) {
    const gait_clip *clip = base->clip;
    double rate = base->rate > 0 && gaiti_is_nan(own) ? base->rate : 1; /* others are as exported */
    double exported = seconds / rate;
    bool is_own = said->time_unit == clip->time_unit || gaiti_is_nan(seconds);
    if (!gaiti_is_nan(own) && is_own) {
        return own;
    }
    if (clip->frame_count == 0) {
        return exported;
    }
    return clip->time_unit == GAIT_TIME_PHASE
               ? gaiti_clip_moment(base->seconds, clip->time, clip->frame_count, exported)
               : exported + (double)clip->time[0];
}

static bool extras_same_events(const gait_clip *a, const gait_clip *b) {
    bool same = a->event_count == b->event_count;
    for (uint32_t e = 0; same && e < a->event_count; e++) {
        const gait_event *x = &a->events[e], *y = &b->events[e];
        same = strcmp(x->name, y->name) == 0 && strcmp(x->value, y->value) == 0 &&
               x->start == y->start && x->end == y->end;
    }
    return same;
}

static bool extras_give_said_events(const gait_extras_clip *said, const gait_extras_base *base,
                                    gaiti_clip *made) {
    gait_event *events = gaiti_extras_give_texts(said, made);
    for (uint32_t e = 0; events && e < said->event_count; e++) {
        const gait_extras_event *from = &said->events[e];
        events[e].start = extras_base_moment(said, base, from->start, from->start_s);
        events[e].end = extras_base_moment(said, base, from->end, from->end_s);
    }
    return events != NULL;
}

/* Of both kinds of zero either is the same. */
static uint32_t extras_change_motion(const gait_extras_clip *said, const gait_clip *base,
                                     gait_clip *out) {
    double signs[3];
    uint32_t changed = 0;
    gaiti_axes_signs(GAIT_AXES_GLTF, base->axes, signs);
    for (int i = 0; i < 3; i++) {
        float wanted = said->motion[i] * (float)signs[i];
        changed = wanted != base->motion[i] ? GAIT_SAYS_MOTION : changed;
        out->motion[i] = wanted + 0.0F; /* no negative zeros */
    }
    return changed;
}

static uint32_t extras_change_float(uint32_t says, uint32_t field, float said, float base,
                                    float *out) {
    *out = says & field ? said : base;
    return says & field && said != base ? field : 0;
}

/* Who only changes `loop` means the flag that it comes from. */
static void extras_follow_loop(const gait_extras_clip *said, const gait_playback *base,
                               gait_playback *out) {
    bool is_asked = said->says & GAIT_SAYS_LOOP && said->playback.loop != base->loop;
    if (is_asked && out->flags == base->flags && !(out->flags & EXTRAS_IS_FX)) {
        out->flags ^= EXTRAS_STOPS_AT_END;
    }
    out->loop = said->says & GAIT_SAYS_LOOP ? said->playback.loop : base->loop;
}

static uint32_t extras_change_playback(const gait_extras_clip *said, const gait_playback *base,
                                       gait_playback *out) {
    const gait_playback *from = &said->playback;
    uint32_t says = said->says, changed = 0;
    *out = *base;
    out->flags = says & GAIT_SAYS_FLAGS ? from->flags : base->flags;
    out->bone_or_part = says & GAIT_SAYS_BONE_OR_PART ? from->bone_or_part : base->bone_or_part;
    extras_follow_loop(said, base, out);
    changed |= extras_change_float(says, GAIT_SAYS_SPEED, from->speed, base->speed, &out->speed);
    changed |= extras_change_float(says, GAIT_SAYS_POWER, from->power, base->power, &out->power);
    changed |=
        extras_change_float(says, GAIT_SAYS_ACCRUE, from->accrue, base->accrue, &out->accrue);
    changed |=
        extras_change_float(says, GAIT_SAYS_FALLOFF, from->falloff, base->falloff, &out->falloff);
    changed |= out->flags != base->flags ? GAIT_SAYS_FLAGS : 0;
    return changed | (out->bone_or_part != base->bone_or_part ? GAIT_SAYS_BONE_OR_PART : 0);
}

static uint32_t extras_change_all(const gait_extras_clip *said, const gait_extras_base *base,
                                  gaiti_clip *made, gait_status *status) {
    const gait_clip *clip = base->clip;
    uint32_t changed = 0;
    if (said->says & GAIT_SAYS_EVENTS) {
        if (!extras_give_said_events(said, base, made)) {
            *status = made->arena.status;
            return 0;
        }
        changed |= extras_same_events(clip, &made->clip) ? 0 : GAIT_SAYS_EVENTS;
    }
    if (said->says & GAIT_SAYS_MOTION) {
        changed |= extras_change_motion(said, clip, &made->clip);
    }
    if (clip->playback.known) {
        changed |= extras_change_playback(said, &clip->playback, &made->clip.playback);
    }
    return changed;
}

/* Keys in phases are compared where they were put in seconds. */
static bool extras_base_is_valid(const gait_extras_base *base) {
    return base && gaiti_clip_is_complete(base->clip) &&
           (base->seconds || base->clip->time_unit != GAIT_TIME_PHASE ||
            base->clip->frame_count == 0);
}

gait_status gait_extras_compare(const gait_extras_clip *said, const gait_extras_base *base,
                                const gait_options *options, uint32_t *out_changes,
                                gait_clip **out_clip) {
    gait_status status;
    if (out_changes) {
        *out_changes = 0;
    }
    if (!GAITI_CLEAR(out_clip) || !out_changes || !gaiti_extras_clip_is_complete(said) ||
        !extras_base_is_valid(base)) {
        return GAIT_BAD_ARGUMENT;
    }
    const gait_clip *clip = base->clip;
    gaiti_clip *made =
        gaiti_clip_new(clip->skeleton, clip->name, clip->frame_count, 0, options, &status);
    if (!made) {
        return status;
    }
    if (clip->frame_count > 0) {
        memcpy(made->time, clip->time, (size_t)clip->frame_count * sizeof *made->time);
    }
    made->clip.space = clip->space;
    made->clip.axes = clip->axes;
    made->clip.time_unit = clip->time_unit;
    memcpy(made->clip.motion, clip->motion, sizeof clip->motion);
    made->clip.playback = clip->playback;
    *out_changes = extras_change_all(said, base, made, &status);
    if (status == GAIT_OK && *out_changes != 0) {
        *out_clip = &made->clip;
    } else {
        gait_clip_free(&made->clip);
    }
    return status;
}
