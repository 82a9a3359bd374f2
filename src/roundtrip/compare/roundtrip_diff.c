/* There and back: what an edited animation changed of its base, clip by clip. */
#include <stddef.h>
#include <string.h>

#include "base/arguments.h"
#include "model/affine.h"
#include "ops/name_match.h"
#include "roundtrip/compare/roundtrip_state.h"

/* Less is no change unless another tolerance is given. */
#define BACK_DEGREES 0.01
#define BACK_MILLIMETRES 0.05

/* --- one channel ------------------------------------------------------------------------------ */

/* One clip on trial. */
typedef struct back_trial {
    gait_back *back;
    gaiti_arena scratch; /* dies with the clip */
    gaiti_back_clip base;
    gaiti_back_view view;
    gaiti_back_timing timing;
    gait_back_clip *report;
    gait_back_change *change;
    gait_back_bone *bones; /* change->bones; NULL before the first that changes */
} back_trial;

static void back_note_worst(back_trial *trial, const gaiti_back_case *on_trial) {
    gait_back_worst *worst =
        on_trial->is_rotation ? &trial->report->rotation : &trial->report->translation;
    double amount = on_trial->is_rotation ? on_trial->worst : on_trial->worst * 1000;
    if (amount > worst->amount) {
        *worst = (gait_back_worst){amount, (int32_t)on_trial->bone,
                                   gaiti_back_nearest_key(&trial->base, on_trial->worst_at)};
    }
}

static bool back_change_channel(back_trial *trial, const gaiti_back_case *on_trial,
                                bool is_unchanged) {
    gait_back *back = trial->back;
    uint32_t bone = on_trial->bone, moved = 0;
    gait_back_channel made;
    if (!gaiti_back_make_channel(on_trial, trial->change->times, trial->change->frame_count,
                                 &trial->scratch, &back->arena, &made, &moved)) {
        return false;
    }
    if (made.count == 0) {
        trial->report->notes |= is_unchanged ? 0u : (unsigned)GAIT_BACK_BETWEEN_KEYS;
        return true;
    }
    if (!trial->bones) {
        trial->bones =
            gaiti_alloc(&back->arena, back->rig.skeleton->bone_count, sizeof *trial->bones);
    }
    if (trial->bones) {
        *(on_trial->is_rotation ? &trial->bones[bone].rotation : &trial->bones[bone].translation) =
            made;
        trial->report->channel_count += moved > 0;
        trial->report->key_count += moved;
    }
    return trial->bones != NULL;
}

static bool back_judge_channel(back_trial *trial, uint32_t bone, bool is_rotation) {
    const gait_back *back = trial->back;
    gaiti_back_case on_trial = {
        .view = &trial->view,
        .bone = bone,
        .is_rotation = is_rotation,
        .skips_base_keys = trial->timing.is_sampled || back->pace.is_thinned,
        .is_retimed = trial->change->is_retimed,
    };
    bool has_joint = back->rig.joint_of[bone] >= 0, is_unchanged = true;
    bool is_absent = is_rotation ? trial->base.rotations[bone].is_absent
                                 : trial->base.translations[bone].is_absent;
    if (has_joint) {
        if (!gaiti_back_own_times(&trial->view, bone, is_rotation, &trial->scratch,
                                  &on_trial.own)) {
            return false;
        }
        gaiti_back_set_limits(&on_trial, &back->options);
        is_unchanged = gaiti_back_is_unchanged(&on_trial);
    }
    if (is_unchanged && !on_trial.is_retimed) {
        return true;
    }
    if (is_absent) {
        trial->report->notes |= is_unchanged ? 0u : (unsigned)GAIT_BACK_NO_PLACE;
        return true;
    }
    if (!is_unchanged) {
        back_note_worst(trial, &on_trial);
    }
    return back_change_channel(trial, &on_trial, is_unchanged);
}

/* --- one clip --------------------------------------------------------------------------------- */

/* The distance of the base's keys where it is even, else a frame. */
static double back_own_step(const gaiti_back_clip *base) {
    const double frame = 1.0 / GAITI_BACK_RATE, least = 0.9e-3;
    double step = base->frame_count > 1 ? base->times[1] : frame;
    for (uint32_t k = 0; k < base->frame_count; k++) {
        if (!(step > least && gaiti_abs(base->times[k] - k * step) <= 1e-4)) {
            return frame;
        }
    }
    return step;
}

/* Times of a clip that has another length now. GAIT_LIMIT when it is too long to believe. */
static gait_status back_retime(back_trial *trial) {
    const gaiti_back_clip *base = &trial->base;
    double step = back_own_step(base), last = trial->timing.last > 0 ? trial->timing.last : 0;
    if (last / step > GAITI_BACK_FRAMES_MAX) {
        return GAIT_LIMIT;
    }
    uint32_t count = (uint32_t)(last / step + 0.5) + 1;
    double *times = gaiti_alloc(&trial->back->arena, count, sizeof *times);
    for (uint32_t k = 0; times && k < count; k++) {
        times[k] = k < base->frame_count && gaiti_abs(base->times[k] - k * step) <= 1e-4
                       ? base->times[k]
                       : k * step;
    }
    trial->change->frame_count = count;
    trial->change->times = times;
    trial->change->is_retimed = count != base->frame_count;
    if (trial->change->is_retimed) {
        trial->report->notes |= GAIT_BACK_LENGTH;
        trial->report->from_s = base->frame_count ? base->times[base->frame_count - 1] : 0;
        trial->report->to_s = last;
    }
    return times ? GAIT_OK : trial->back->arena.status;
}

static gait_status back_keep_times(back_trial *trial) {
    gait_span times = {(const uint8_t *)trial->base.times,
                       trial->base.frame_count * sizeof *trial->base.times};
    trial->change->frame_count = trial->base.frame_count;
    trial->change->times = (const double *)(const void *)gaiti_copy(&trial->back->arena, times);
    return trial->change->times ? GAIT_OK : trial->back->arena.status;
}

static void back_note_clip(back_trial *trial) {
    const gait_back *back = trial->back;
    gait_back_clip *report = trial->report;
    const gait_back_animation *animation = trial->view.animation;
    report->notes |= trial->timing.is_shifted ? (unsigned)GAIT_BACK_SHIFTED : 0u;
    report->shift_s = trial->timing.is_shifted ? trial->timing.mend.shift : 0;
    report->notes |= trial->timing.is_sampled ? (unsigned)GAIT_BACK_SAMPLED : 0u;
    report->sampled_fps = trial->timing.is_sampled ? 1 / trial->timing.step : 0;
    report->notes |= back->pace.is_thinned ? (unsigned)GAIT_BACK_THINNED : 0u;
    for (uint32_t b = 0; b < back->rig.skeleton->bone_count; b++) {
        int32_t joint = back->rig.joint_of[b];
        if (joint >= 0) {
            const gait_back_track *track = &animation->tracks[joint];
            bool has_curves = track->rotation.count && track->translation.count;
            report->notes |= has_curves ? 0u : (unsigned)GAIT_BACK_NO_CURVE;
            report->notes |=
                gaiti_back_is_scaled(&trial->view, b) ? (unsigned)GAIT_BACK_SCALED : 0u;
        }
    }
}

static gait_status back_judge_bones(back_trial *trial) {
    const gait_back *back = trial->back;
    for (uint32_t b = 0; b < back->rig.skeleton->bone_count; b++) {
        if (!back_judge_channel(trial, b, true) || !back_judge_channel(trial, b, false)) {
            return back->arena.status ? back->arena.status : trial->scratch.status;
        }
    }
    return GAIT_OK;
}

static gait_status back_conclude(back_trial *trial, uint32_t clip) {
    gait_back *back = trial->back;
    if (!trial->bones && !trial->change->is_retimed) {
        return GAIT_OK;
    }
    if (!trial->bones) {
        trial->bones =
            gaiti_alloc(&back->arena, back->rig.skeleton->bone_count, sizeof *trial->bones);
    }
    trial->change->base = back->base->clips[clip];
    trial->change->bones = trial->bones;
    trial->change->tolerance_deg = back->options.tolerance_deg;
    trial->change->tolerance_mm = back->options.tolerance_mm;
    trial->report->fate = GAIT_BACK_CHANGED;
    back->changes[clip] = trial->change;
    return trial->bones ? GAIT_OK : back->arena.status;
}

static gait_status back_try_clip(back_trial *trial, uint32_t clip, uint32_t animation) {
    gait_back *back = trial->back;
    trial->change = gaiti_alloc(&back->arena, 1, sizeof *trial->change);
    if (!trial->change ||
        !gaiti_back_load_clip(back->base->clips[clip], &trial->scratch, &trial->base)) {
        return trial->change ? trial->scratch.status : back->arena.status;
    }
    trial->timing = gaiti_back_time_clip(&back->spans[animation], &back->pace, &trial->base);
    if (trial->timing.is_cut_start) {
        trial->report->fate = GAIT_BACK_REFUSED;
        trial->report->notes |= GAIT_BACK_CUT_START;
        return GAIT_OK;
    }
    trial->view = (gaiti_back_view){&back->rig, &back->rig.edit->animations[animation],
                                    &trial->base, trial->timing.mend};
    gait_status status = trial->timing.has_length ? back_retime(trial) : back_keep_times(trial);
    if (status == GAIT_OK) {
        back_note_clip(trial);
        status = back_judge_bones(trial);
    }
    return status == GAIT_OK ? back_conclude(trial, clip) : status;
}

static gait_status back_judge_clip(gait_back *back, uint32_t clip) {
    gait_back_clip *report = &back->clips[clip];
    int32_t animation = back->pairs.animation_of[clip];
    *report = (gait_back_clip){.clip = (int32_t)clip, .animation = animation};
    if (back->pairs.is_disputed[clip]) {
        report->fate = GAIT_BACK_REFUSED;
        report->notes = GAIT_BACK_AMBIGUOUS;
        return GAIT_OK;
    }
    if (animation < 0) {
        report->fate = GAIT_BACK_ABSENT;
        return GAIT_OK;
    }
    if (back->summary.matched_bones == 0) {
        report->fate = GAIT_BACK_REFUSED;
        return GAIT_OK;
    }
    if (back->base->clips[clip]->frame_count == 0) {
        return GAIT_OK;
    }
    back_trial trial = {.back = back, .report = report};
    gaiti_arena_init(&trial.scratch, &back->memory, 1 << 16);
    gait_status status = back_try_clip(&trial, clip, (uint32_t)animation);
    gaiti_arena_free(&trial.scratch);
    return status;
}

static uint32_t back_note_new(const gait_back *back, uint32_t animation) {
    gaiti_back_view view = {.rig = &back->rig, .animation = &back->rig.edit->animations[animation]};
    uint32_t notes = back->pairs.is_ambiguous[animation] ? (unsigned)GAIT_BACK_AMBIGUOUS : 0u;
    for (uint32_t b = 0; b < back->rig.skeleton->bone_count; b++) {
        bool is_scaled = back->rig.joint_of[b] >= 0 && gaiti_back_is_scaled(&view, b);
        notes |= is_scaled ? (unsigned)GAIT_BACK_SCALED : 0u;
    }
    return notes;
}

static void back_list_new(gait_back *back) {
    for (uint32_t a = 0; a < back->rig.edit->animation_count; a++) {
        if (back->pairs.clip_of[a] < 0) {
            bool is_refused = back->pairs.is_ambiguous[a] || back->pairs.is_one_action;
            back->clips[back->clip_count++] =
                (gait_back_clip){.fate = is_refused ? GAIT_BACK_REFUSED : GAIT_BACK_NEW,
                                 .notes = back_note_new(back, a),
                                 .clip = -1,
                                 .animation = (int32_t)a};
        }
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

static void back_summarize_rig(gait_back *back) {
    const gaiti_back_rig *rig = &back->rig;
    gait_back_summary *summary = &back->summary;
    for (uint32_t b = 0; b < rig->skeleton->bone_count; b++) {
        bool has_joint = rig->joint_of[b] >= 0;
        summary->matched_bones += has_joint;
        summary->missing_bones += !has_joint;
        if (has_joint && rig->axes[b].is_composed) {
            summary->notes |= GAIT_BACK_OTHER_TREE;
        }
    }
    for (uint32_t j = 0; j < rig->edit->joint_count; j++) {
        summary->unused_joints += rig->bone_of[j] < 0;
    }
    summary->units = 1 / rig->fit.scale;
    summary->rate = back->pace.rate;
    summary->tolerance_deg = back->options.tolerance_deg;
    summary->tolerance_mm = back->options.tolerance_mm;
    summary->notes |= summary->matched_bones == 0 ? (unsigned)GAIT_BACK_NO_BONES : 0u;
    summary->notes |= rig->fit.is_turned ? (unsigned)GAIT_BACK_TURNED : 0u;
    summary->notes |= rig->fit.is_scaled ? (unsigned)GAIT_BACK_UNITS : 0u;
    summary->notes |= rig->fit.is_apart ? (unsigned)GAIT_BACK_OTHER_REST : 0u;
    summary->notes |= back->pace.rate != 1 ? (unsigned)GAIT_BACK_RATE : 0u;
    summary->notes |= back->pairs.is_one_action ? (unsigned)GAIT_BACK_ONE_ACTION : 0u;
}

static gait_status back_prepare(gait_back *back, const gait_back_edit *edit) {
    const gait_back_base *base = back->base;
    uint64_t most = (uint64_t)base->clip_count + edit->animation_count;
    back->rig.edit = edit;
    back->clips = gaiti_alloc(&back->arena, most, sizeof *back->clips);
    back->changes = gaiti_alloc(&back->arena, base->clip_count, sizeof *back->changes);
    back->spans = gaiti_alloc(&back->arena, edit->animation_count, sizeof *back->spans);
    if (!back->clips || !back->changes || !back->spans ||
        !gaiti_back_make_rig(base, &back->arena, &back->rig) ||
        !gaiti_back_match_clips(base, edit, &back->arena, &back->pairs)) {
        return back->arena.status;
    }
    for (uint32_t a = 0; a < edit->animation_count; a++) {
        back->spans[a] = gaiti_back_span_of(&back->rig, &edit->animations[a]);
    }
    if (!gaiti_back_find_pace(base, &back->rig, &back->pairs, back->spans, &back->memory,
                              &back->pace)) {
        return GAIT_NO_MEMORY;
    }
    back_summarize_rig(back);
    return GAIT_OK;
}

static gait_status back_run(gait_back *back, const gait_back_edit *edit) {
    gait_status status = back_prepare(back, edit);
    for (uint32_t c = 0; c < back->base->clip_count && status == GAIT_OK; c++) {
        status = back_judge_clip(back, c);
        back->clip_count = c + 1;
    }
    if (status == GAIT_OK) {
        back_list_new(back);
    }
    return status;
}

static gait_back_options back_settle(const gait_back_options *given) {
    gait_back_options options = given ? *given : (gait_back_options){0};
    options.tolerance_deg = options.tolerance_deg > 0 ? options.tolerance_deg : BACK_DEGREES;
    options.tolerance_mm = options.tolerance_mm > 0 ? options.tolerance_mm : BACK_MILLIMETRES;
    return options;
}

gait_status gait_back_new(const gait_back_base *base, const gait_back_edit *edit,
                          const gait_back_options *options, gait_back **out_back) {
    gait_status status;
    if (!GAITI_CLEAR(out_back) || !gaiti_back_base_is_sound(base) ||
        !gaiti_back_edit_is_complete(edit)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!gaiti_back_edit_is_sound(edit)) {
        return GAIT_CORRUPT;
    }
    gait_options memory = options ? options->common : (gait_options){0};
    gait_back *back =
        gaiti_new_object(&memory, sizeof *back, offsetof(gait_back, arena), 1 << 14, &status);
    if (!back) {
        return status;
    }
    back->memory = memory;
    back->options = back_settle(options);
    back->base = base;
    back->joint_count = edit->joint_count;
    status = back_run(back, edit);
    if (status != GAIT_OK) {
        gait_back_free(back);
        return status;
    }
    *out_back = back;
    return GAIT_OK;
}

void gait_back_free(gait_back *back) {
    gaiti_free_object(back, offsetof(gait_back, arena));
}

gait_back_summary gait_back_summarize(const gait_back *back) {
    return back ? back->summary : (gait_back_summary){0};
}

int32_t gait_back_joint_of(const gait_back *back, uint32_t bone) {
    return back && bone < back->rig.skeleton->bone_count ? back->rig.joint_of[bone] : -1;
}

int32_t gait_back_bone_of(const gait_back *back, uint32_t joint) {
    return back && joint < back->joint_count ? back->rig.bone_of[joint] : -1;
}

int32_t gait_back_near_joint(const gait_back *back, uint32_t bone) {
    enum { MOST = 4096 };
    if (!back || bone >= back->rig.skeleton->bone_count) {
        return -1;
    }
    const gaiti_back_rig *rig = &back->rig;
    const char *name = rig->skeleton->bones[bone].name;
    uint32_t least = gaiti_fit_least(name), seen = 0;
    int32_t nearest = -1;
    for (uint32_t j = 0; j < rig->edit->joint_count && seen < MOST; j++) {
        bool is_free = rig->bone_of[j] < 0;
        seen += is_free;
        if (is_free && gaiti_fit_is_nearer(name, rig->edit->joints[j].name, &least)) {
            nearest = (int32_t)j;
        }
    }
    return nearest;
}

uint32_t gait_back_clip_count(const gait_back *back) {
    return back ? back->clip_count : 0;
}

gait_back_clip gait_back_clip_at(const gait_back *back, uint32_t index) {
    return index < gait_back_clip_count(back) ? back->clips[index]
                                              : (gait_back_clip){.clip = -1, .animation = -1};
}

const gait_back_change *gait_back_change_of(const gait_back *back, uint32_t index) {
    return back && index < back->base->clip_count ? back->changes[index] : NULL;
}
