/* What extras.gait says: asked for, and given to clips. */
#include "base/arguments.h"
#include "metadata/metadata_state.h"

#include <stddef.h>
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "gait/transform.h"

gait_extras *gaiti_extras_new(const gait_options *options, gait_status *out_status) {
    return gaiti_new_object(options, sizeof(gait_extras), offsetof(gait_extras, arena), 0,
                            out_status);
}

void gait_extras_free(gait_extras *extras) {
    gaiti_free_object(extras, offsetof(gait_extras, arena));
}

gait_status gaiti_extras_settle(gait_extras *extras) {
    const gait_extras_clip *clips = extras->clips.items;
    uint32_t count = extras->clips.count;
    extras->names = gaiti_alloc(&extras->arena, count, sizeof *extras->names);
    if (!extras->names ||
        !gaiti_names_init(&extras->by_name, &extras->arena, extras->names, count)) {
        return extras->arena.status;
    }
    extras->by_name.is_exact = true;
    for (uint32_t i = 0; i < count; i++) {
        const char *name = clips[i].animation ? clips[i].animation : clips[i].name;
        extras->names[i] = gaiti_span(name, name ? strlen(name) : 0);
        if (name) {
            gaiti_names_add(&extras->by_name, i);
        }
    }
    return GAIT_OK;
}

gait_status gait_extras_open(gait_span json, const gait_options *options,
                             gait_extras **out_extras) {
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    gait_status status;
    if (!GAITI_CLEAR(out_extras) || !gaiti_is_span(json)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_extras *extras = gaiti_extras_new(options, &status);
    if (!extras) {
        return status;
    }
    gaiti_extras_from from = {.json = json};
    status = gaiti_extras_read(extras, &from, true, &report);
    status = status == GAIT_OK ? gaiti_extras_settle(extras) : status;
    if (status != GAIT_OK) {
        gait_extras_free(extras);
        return status;
    }
    *out_extras = extras;
    return GAIT_OK;
}

/* --- asked for -------------------------------------------------------------------------------- */

uint32_t gait_extras_clip_count(const gait_extras *extras) {
    return extras ? extras->clips.count : 0;
}

const gait_extras_clip *gait_extras_clip_at(const gait_extras *extras, uint32_t clip) {
    return clip < gait_extras_clip_count(extras)
               ? (const gait_extras_clip *)extras->clips.items + clip
               : NULL;
}

const gait_extras_clip *gait_extras_find(const gait_extras *extras, const char *animation) {
    if (!extras || !animation) {
        return NULL;
    }
    int32_t found = gaiti_names_find(&extras->by_name, gaiti_span(animation, strlen(animation)));
    return found >= 0 ? gait_extras_clip_at(extras, (uint32_t)found) : NULL;
}

uint32_t gait_extras_part_count(const gait_extras *extras) {
    return extras ? extras->parts.count : 0;
}

static const gaiti_extras_name *extras_name_in(const gaiti_extras_list *list, uint32_t index) {
    return (const gaiti_extras_name *)list->items + index;
}

static const gaiti_extras_part *extras_part(const gait_extras *extras, uint32_t part) {
    return (const gaiti_extras_part *)extras->parts.items + part;
}

const char *gait_extras_part_name(const gait_extras *extras, uint32_t part) {
    return part < gait_extras_part_count(extras) ? extras_part(extras, part)->name.utf8 : NULL;
}

uint32_t gait_extras_part_bone_count(const gait_extras *extras, uint32_t part) {
    return part < gait_extras_part_count(extras) ? extras_part(extras, part)->bones.count : 0;
}

const char *gait_extras_part_bone(const gait_extras *extras, uint32_t part, uint32_t index) {
    return index < gait_extras_part_bone_count(extras, part)
               ? extras_name_in(&extras_part(extras, part)->bones, index)->utf8
               : NULL;
}

uint32_t gait_extras_bone_count(const gait_extras *extras) {
    return extras ? extras->bones.count : 0;
}

const char *gait_extras_bone(const gait_extras *extras, uint32_t bone) {
    return bone < gait_extras_bone_count(extras) ? extras_name_in(&extras->bones, bone)->utf8
                                                 : NULL;
}

gait_span gaiti_extras_part_name(const gait_extras *extras, uint32_t part) {
    return extras_part(extras, part)->name.bytes;
}

gait_span gaiti_extras_part_bone(const gait_extras *extras, uint32_t part, uint32_t index) {
    return extras_name_in(&extras_part(extras, part)->bones, index)->bytes;
}

/* --- the skeleton ----------------------------------------------------------------------------- */

/* False for numbers that are none. */
static bool extras_bone_rest(const float *numbers, gait_transform *out) {
    gait_transform local = {.s = {1, 1, 1}};
    float sum = 0;
    for (int i = 0; i < 7; i++) {
        sum += numbers[i] - numbers[i];
        if (i < 3) {
            local.t[i] = numbers[i];
        } else {
            local.q[i - 3] = numbers[i];
        }
    }
    gait_affine affine = gait_affine_from_transform(&local);
    affine = gait_affine_turn(&affine, GAIT_AXES_GLTF, GAIT_AXES_ENGINE);
    gait_affine_decompose(&affine, out);
    return sum == 0;
}

static gait_status extras_make_skeleton(const gait_extras *extras, const char *name,
                                        gaiti_arena *scratch, const gait_options *options,
                                        gait_skeleton **out_skeleton) {
    uint32_t count = extras->bones.count;
    const float *parents = extras->parents.items, *rest = extras->rest.items;
    gait_bone *bones = gaiti_alloc(scratch, count, sizeof *bones);
    if (!bones) {
        return scratch->status;
    }
    for (uint32_t b = 0; b < count; b++) {
        bool is_index = parents[b] >= -1 && parents[b] < (float)count;
        bones[b] = (gait_bone){.name = gait_extras_bone(extras, b),
                               .parent = is_index ? (int32_t)parents[b] : INT32_MAX,
                               .parent_origin = GAIT_ORIGIN_FILE,
                               .rest_origin = GAIT_ORIGIN_FILE};
        if (!extras_bone_rest(rest + (size_t)b * 7, &bones[b].rest)) {
            return GAIT_NOT_FOUND;
        }
    }
    gait_status status = gait_skeleton_new(name, bones, count, options, out_skeleton);
    return status == GAIT_CORRUPT ? GAIT_NOT_FOUND : status;
}

gait_status gait_extras_skeleton(const gait_extras *extras, const char *name,
                                 const gait_options *options, gait_skeleton **out_skeleton) {
    gaiti_arena scratch;
    if (!GAITI_CLEAR(out_skeleton) || !extras || !name) {
        return GAIT_BAD_ARGUMENT;
    }
    uint64_t count = extras->bones.count;
    if (count == 0 || extras->parents.count != count || extras->rest.count != count * 7) {
        return GAIT_NOT_FOUND;
    }
    gaiti_arena_init(&scratch, options, 0);
    gait_status status = extras_make_skeleton(extras, name, &scratch, options, out_skeleton);
    gaiti_arena_free(&scratch);
    return status;
}

/* --- given to clips --------------------------------------------------------------------------- */

/* Phases are those of the keys when there is one for each, and the keys stand where they say. */
static bool extras_fit_phases(const gait_extras_clip *said, const gait_clip *clip) {
    const double half = 0.5 / 30;
    uint32_t last = clip->frame_count - 1;
    if (said->time_unit != GAIT_TIME_PHASE || clip->frame_count < 1 ||
        said->time_count != clip->frame_count) {
        return false;
    }
    if (last == 0) {
        return gaiti_is_finite((double)said->times[0]);
    }
    double first = (double)said->times[0], span = (double)said->times[last] - first;
    double from = (double)clip->time[0], length = (double)clip->time[last] - from;
    for (uint32_t k = 0; k <= last; k++) {
        double place = ((double)said->times[k] - first) / span * length;
        double off = (double)clip->time[k] - from - place;
        bool ascends = k == 0 || said->times[k] > said->times[k - 1];
        if (!ascends || !(off <= half && off >= -half)) {
            return false;
        }
    }
    return true;
}

bool gaiti_extras_clip_is_complete(const gait_extras_clip *said) {
    bool is_complete =
        said && (said->times || said->time_count == 0) && (said->events || said->event_count == 0);
    for (uint32_t e = 0; is_complete && e < said->event_count; e++) {
        is_complete = said->events[e].name && said->events[e].value;
    }
    return is_complete;
}

static double extras_moment(const gait_extras_clip *said, const gait_clip *clip, bool has_phases,
                            double own, double seconds) {
    double first = clip->frame_count > 0 ? (double)clip->time[0] : 0;
    double last = clip->frame_count > 0 ? (double)clip->time[clip->frame_count - 1] : 0;
    bool is_phase = said->time_unit == GAIT_TIME_PHASE;
    if (!gaiti_is_nan(own) && has_phases) {
        return gaiti_clip_moment(said->times, clip->time, clip->frame_count, own);
    }
    if (!gaiti_is_nan(seconds) && (gaiti_is_nan(own) || is_phase || said->time_count > 0)) {
        return first + seconds;
    }
    return first + (is_phase ? own * (last - first) : own);
}

gait_event *gaiti_extras_give_texts(const gait_extras_clip *said, gaiti_clip *made) {
    gait_event *events = gaiti_clip_add_events(made, said->event_count);
    for (uint32_t e = 0; events && e < said->event_count; e++) {
        events[e].name = gaiti_copy_text(&made->arena, said->events[e].name);
        events[e].value = gaiti_copy_text(&made->arena, said->events[e].value);
        events = events[e].name && events[e].value ? events : NULL;
    }
    return events;
}

static gait_status extras_give_events(const gait_extras_clip *said, bool has_phases,
                                      gaiti_clip *made) {
    gait_event *events = gaiti_extras_give_texts(said, made);
    for (uint32_t e = 0; events && e < said->event_count; e++) {
        const gait_extras_event *from = &said->events[e];
        events[e].start = extras_moment(said, &made->clip, has_phases, from->start, from->start_s);
        events[e].end = extras_moment(said, &made->clip, has_phases, from->end, from->end_s);
    }
    return events ? GAIT_OK : made->arena.status;
}

static gait_status extras_give_phases(const gait_extras_clip *said, gaiti_clip *made) {
    float *phases = gaiti_alloc(&made->arena, said->time_count, sizeof *phases);
    if (!phases) {
        return made->arena.status;
    }
    memcpy(phases, said->times, said->time_count * sizeof *phases);
    made->clip.phases = phases;
    return GAIT_OK;
}

/* An FX names its bone by number: of the source, whose order the skeleton need not have. */
static void extras_give_playback(const gait_extras *extras, const gait_extras_clip *said,
                                 gait_clip *clip) {
    enum { IS_FX = 1, ROOT = 0xFFFF };
    gait_playback playback = said->playback;
    bool is_bone = playback.flags & IS_FX && playback.bone_or_part != ROOT;
    if (is_bone && extras && playback.bone_or_part < extras->bones.count) {
        int32_t bone =
            gait_skeleton_find(clip->skeleton, gait_extras_bone(extras, playback.bone_or_part));
        playback.bone_or_part = bone >= 0 ? (uint16_t)bone : playback.bone_or_part;
    }
    clip->playback = playback;
}

gait_status gait_extras_apply(const gait_extras *extras, const gait_extras_clip *said,
                              gait_clip *clip) {
    gaiti_clip *made = (void *)clip; /* the clip is the object's start */
    if (!gaiti_extras_clip_is_complete(said) || !gaiti_clip_is_complete(clip)) {
        return GAIT_BAD_ARGUMENT;
    }
    bool has_phases = extras_fit_phases(said, clip);
    gait_status status = GAIT_OK;
    if (said->name && said->animation && strcmp(said->animation, clip->name) == 0) {
        clip->name = gaiti_copy_text(&made->arena, said->name);
        status = clip->name ? GAIT_OK : made->arena.status;
    }
    if (status == GAIT_OK && has_phases) {
        status = extras_give_phases(said, made);
    }
    if (status == GAIT_OK && said->says & GAIT_SAYS_EVENTS) {
        status = extras_give_events(said, has_phases, made);
    }
    if (said->says & GAIT_SAYS_MOTION) {
        memcpy(clip->motion, said->motion, sizeof clip->motion);
    }
    if (said->playback.known) {
        extras_give_playback(extras, said, clip);
    }
    return status;
}
