/* Access to the metadata of extras.gait, and applying it to clips. */
#include "base/try.h"
#include "metadata/metadata_state.h"

#include <stddef.h>
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "codec/crc32/crc32.h"
#include "gait/transform.h"
#include "model/keyframes.h"
#include "model/clip.h"

gait_metadata *gaiti_metadata_new(const gait_options *options, gait_status *out_status) {
    return gaiti_new_object(options, sizeof(gait_metadata), offsetof(gait_metadata, arena), 0,
                            out_status);
}

void gait_metadata_free(gait_metadata *metadata) {
    if (metadata) {
        gait_metadata_free(metadata->overridden);
    }
    gaiti_free_object(metadata, offsetof(gait_metadata, arena));
}

void gaiti_metadata_checksum(gait_span bytes, char out[GAITI_METADATA_CHECKSUM]) {
    size_t size = gaiti_print_u64(out, bytes.size);
    out[size++] = '-';
    size += gaiti_print_hex(out + size, gaiti_crc32(bytes.data, bytes.size), 8);
    out[size] = 0;
}

gait_status gaiti_metadata_resolve(gait_metadata *metadata) {
    const gait_metadata_clip *clips = metadata->clips.items;
    uint32_t count = metadata->clips.count;
    metadata->names = gaiti_alloc(&metadata->arena, count, sizeof *metadata->names);
    gaiti_names_init(&metadata->by_name, &metadata->arena, metadata->names, count);
    GAITI_TRY(metadata->arena.status);
    metadata->by_name.is_exact = true;
    for (uint32_t i = 0; i < count; i++) {
        const char *name = clips[i].animation ? clips[i].animation : clips[i].name;
        metadata->names[i] = gaiti_span_of(name);
        if (name) {
            gaiti_names_add(&metadata->by_name, i);
        }
    }
    return GAIT_OK;
}

gait_status gait_metadata_open(gait_span json, const gait_options *options,
                               gait_metadata **out_metadata) {
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    gait_status status;
    if (!GAITI_CLEAR(out_metadata) || !gaiti_is_span(json)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_metadata *metadata = gaiti_metadata_new(options, &status);
    GAITI_TRY(status);
    gaiti_metadata_from from = {.json = json};
    GAITI_TRY_DONE(gaiti_metadata_read(metadata, &from, true, &report));
    GAITI_TRY_DONE(gaiti_metadata_resolve(metadata));
    *out_metadata = metadata;
    return GAIT_OK;
done:
    gait_metadata_free(metadata);
    return status;
}

/* --- queries ---------------------------------------------------------------------------------- */

uint32_t gait_metadata_clip_count(const gait_metadata *metadata) {
    return metadata ? metadata->clips.count : 0;
}

const gait_metadata_clip *gait_metadata_clip_at(const gait_metadata *metadata, uint32_t clip) {
    return clip < gait_metadata_clip_count(metadata)
               ? (const gait_metadata_clip *)metadata->clips.items + clip
               : NULL;
}

const gait_metadata_clip *gaiti_metadata_find(const gait_metadata *metadata,
                                              const char *animation) {
    if (!metadata || !animation) {
        return NULL;
    }
    int32_t found = gaiti_names_find(&metadata->by_name, gaiti_span_of(animation));
    return found >= 0 ? gait_metadata_clip_at(metadata, (uint32_t)found) : NULL;
}

uint32_t gait_metadata_part_count(const gait_metadata *metadata) {
    return metadata ? metadata->parts.count : 0;
}

static const gaiti_metadata_name *metadata_name_in(const gaiti_metadata_list *list,
                                                   uint32_t index) {
    return (const gaiti_metadata_name *)list->items + index;
}

static const gaiti_metadata_part *metadata_part(const gait_metadata *metadata, uint32_t part) {
    return (const gaiti_metadata_part *)metadata->parts.items + part;
}

const char *gait_metadata_part_name(const gait_metadata *metadata, uint32_t part) {
    return part < gait_metadata_part_count(metadata) ? metadata_part(metadata, part)->name.utf8
                                                     : NULL;
}

uint32_t gait_metadata_part_bone_count(const gait_metadata *metadata, uint32_t part) {
    return part < gait_metadata_part_count(metadata) ? metadata_part(metadata, part)->bones.count
                                                     : 0;
}

const char *gait_metadata_part_bone(const gait_metadata *metadata, uint32_t part, uint32_t index) {
    return index < gait_metadata_part_bone_count(metadata, part)
               ? metadata_name_in(&metadata_part(metadata, part)->bones, index)->utf8
               : NULL;
}

uint32_t gaiti_metadata_bone_count(const gait_metadata *metadata) {
    return metadata ? metadata->bones.count : 0;
}

const char *gaiti_metadata_bone(const gait_metadata *metadata, uint32_t bone) {
    return bone < gaiti_metadata_bone_count(metadata)
               ? metadata_name_in(&metadata->bones, bone)->utf8
               : NULL;
}

gait_span gaiti_metadata_part_name(const gait_metadata *metadata, uint32_t part) {
    return metadata_part(metadata, part)->name.bytes;
}

gait_span gaiti_metadata_part_bone(const gait_metadata *metadata, uint32_t part, uint32_t index) {
    return metadata_name_in(&metadata_part(metadata, part)->bones, index)->bytes;
}

/* --- the skeleton ----------------------------------------------------------------------------- */

/* Converts translation and quaternion of a bone to a rest pose in engine axes. False when a number
 * is not finite. */
static bool metadata_bone_rest(const float *numbers, gait_transform *out) {
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
    affine = gait_affine_change_axes(&affine, GAIT_AXES_GLTF, GAIT_AXES_ENGINE);
    gait_affine_decompose(&affine, out);
    return sum == 0;
}

static gait_status metadata_make_skeleton(const gait_metadata *metadata, const char *name,
                                          gaiti_arena *scratch, const gait_options *options,
                                          gait_skeleton **out_skeleton) {
    uint32_t count = metadata->bones.count;
    const float *parents = metadata->parents.items, *rest = metadata->rest.items;
    gait_bone *bones = gaiti_alloc(scratch, count, sizeof *bones);
    GAITI_TRY(scratch->status);
    for (uint32_t b = 0; b < count; b++) {
        bool is_index = parents[b] >= -1 && parents[b] < (float)count;
        bones[b] = (gait_bone){.name = gaiti_metadata_bone(metadata, b),
                               .parent = is_index ? (int32_t)parents[b] : INT32_MAX,
                               .parent_origin = GAIT_ORIGIN_FILE,
                               .rest_origin = GAIT_ORIGIN_FILE};
        if (!metadata_bone_rest(rest + (size_t)b * 7, &bones[b].rest)) {
            return GAIT_NOT_FOUND;
        }
    }
    gait_status status = gaiti_skeleton_new(name, bones, count, options, out_skeleton);
    return status == GAIT_CORRUPT ? GAIT_NOT_FOUND : status;
}

gait_status gaiti_metadata_skeleton(const gait_metadata *metadata, const char *name,
                                    const gait_options *options, gait_skeleton **out_skeleton) {
    gaiti_arena scratch;
    if (!GAITI_CLEAR(out_skeleton) || !metadata || !name) {
        return GAIT_BAD_ARGUMENT;
    }
    uint64_t count = metadata->bones.count;
    if (count == 0 || metadata->parents.count != count || metadata->rest.count != count * 7) {
        return GAIT_NOT_FOUND;
    }
    gaiti_arena_init(&scratch, options, 0);
    gait_status status = metadata_make_skeleton(metadata, name, &scratch, options, out_skeleton);
    gaiti_arena_free(&scratch);
    return status;
}

/* --- applying to clips ------------------------------------------------------------------------ */

/* The times at which the phases were exported: with the first one at 0 if they are of an earlier
 * version. */
static gaiti_time_span metadata_span(const gait_metadata_clip *clip_metadata,
                                     const gait_clip *clip) {
    const uint32_t last = clip->frame_count - 1;
    const float *phases = clip_metadata->times;
    if (clip_metadata->fps > 0 && clip_metadata->duration_s > 0) {
        gaiti_time_span span = gaiti_phase_span(phases, clip->frame_count);
        double rate = clip_metadata->duration_s / span.length;
        return (gaiti_time_span){((double)phases[0] - span.start) * rate,
                                 ((double)phases[last] - (double)phases[0]) * rate};
    }
    return (gaiti_time_span){(double)clip->time[0],
                             (double)clip->time[last] - (double)clip->time[0]};
}

/* True when every key is within half a frame of 1/30 s of the time that its phase implies. */
static bool metadata_is_near_phases(const gait_metadata_clip *clip_metadata,
                                    const gait_clip *clip) {
    const double half = 0.5 / 30;
    const float *phases = clip_metadata->times;
    const gaiti_time_span seconds = metadata_span(clip_metadata, clip);
    uint32_t last = clip->frame_count - 1;
    double first = (double)phases[0], span = (double)phases[last] - first;
    for (uint32_t k = 0; k <= last; k++) {
        double expected = ((double)phases[k] - first) / span * seconds.length;
        double off = (double)clip->time[k] - seconds.start - expected;
        if (!(off <= half && off >= -half)) {
            return false;
        }
    }
    return true;
}

/* Sets *out_match to true when the metadata has one ascending phase per key, and the keys are at
 * the times of an export of these phases, or near them. */
static gait_status metadata_match_phases(const gait_metadata_clip *clip_metadata, gaiti_clip *clip,
                                         bool *out_match) {
    const uint32_t count = clip->clip.frame_count;
    const float *phases = clip_metadata->times;
    gaiti_key_times times = {
        .time = phases, .count = count, .unit = GAIT_TIME_PHASE, .is_since_first = true};
    gaiti_key_request request;
    *out_match = false;
    if (clip_metadata->time_unit != GAIT_TIME_PHASE || count < 1 ||
        clip_metadata->time_count != count || !gaiti_is_finite((double)phases[0])) {
        return GAIT_OK;
    }
    for (uint32_t k = 1; k < count; k++) {
        if (!(phases[k] > phases[k - 1])) {
            return GAIT_OK;
        }
    }
    *out_match = count == 1 || metadata_is_near_phases(clip_metadata, &clip->clip);
    if (*out_match || count > GAITI_KEY_FRAME_MAX || clip_metadata->fps > 0) {
        return GAIT_OK;
    }
    uint32_t *frames = gaiti_alloc(&clip->arena, count, sizeof *frames);
    float *seconds = gaiti_alloc(&clip->arena, count, sizeof *seconds);
    GAITI_TRY(clip->arena.status);
    *out_match = gaiti_find_key_request(&times, clip->clip.time, frames, seconds, &request);
    return GAIT_OK;
}

bool gaiti_metadata_clip_is_complete(const gait_metadata_clip *clip_metadata) {
    bool is_complete = clip_metadata && (clip_metadata->times || clip_metadata->time_count == 0) &&
                       (clip_metadata->events || clip_metadata->event_count == 0);
    for (uint32_t e = 0; is_complete && e < clip_metadata->event_count; e++) {
        is_complete = clip_metadata->events[e].name && clip_metadata->events[e].value;
    }
    return is_complete;
}

static double metadata_moment(const gait_metadata_clip *clip_metadata, const gait_clip *clip,
                              bool has_phases, double stored, double seconds) {
    double first = clip->frame_count > 0 ? gaiti_clip_span(clip).start : 0;
    double last = clip->frame_count > 0 ? (double)clip->time[clip->frame_count - 1] : 0;
    bool is_phase = clip_metadata->time_unit == GAIT_TIME_PHASE;
    if (!gaiti_is_nan(stored) && has_phases) {
        return gaiti_clip_moment(clip_metadata->times, clip->time, clip->frame_count, stored);
    }
    if (!gaiti_is_nan(seconds) &&
        (gaiti_is_nan(stored) || is_phase || clip_metadata->time_count > 0)) {
        return first + seconds;
    }
    return first + (is_phase ? stored * (last - first) : stored);
}

gait_event *gaiti_metadata_add_events(const gait_metadata_clip *clip_metadata, gaiti_clip *result) {
    gait_event *events = gaiti_clip_add_events(result, clip_metadata->event_count);
    for (uint32_t e = 0; events && e < clip_metadata->event_count; e++) {
        events[e].name = gaiti_copy_text(&result->arena, clip_metadata->events[e].name);
        events[e].value = gaiti_copy_text(&result->arena, clip_metadata->events[e].value);
        events = events[e].name && events[e].value ? events : NULL;
    }
    return events;
}

static gait_status metadata_copy_events(const gait_metadata_clip *clip_metadata, bool has_phases,
                                        gaiti_clip *result) {
    gait_event *events = gaiti_metadata_add_events(clip_metadata, result);
    for (uint32_t e = 0; events && e < clip_metadata->event_count; e++) {
        const gait_metadata_event *from = &clip_metadata->events[e];
        events[e].start =
            metadata_moment(clip_metadata, &result->clip, has_phases, from->start, from->start_s);
        events[e].end =
            metadata_moment(clip_metadata, &result->clip, has_phases, from->end, from->end_s);
    }
    return events ? GAIT_OK : result->arena.status;
}

/* Sets the playback parameters. An FX stores the index of its bone in the source file; it is
 * converted to the index in the skeleton of the clip. */
static void metadata_apply_playback(const gait_metadata *metadata,
                                    const gait_metadata_clip *clip_metadata, gait_clip *clip) {
    gait_playback playback = clip_metadata->playback;
    bool is_bone =
        playback.flags & GAITI_PLAYBACK_FX && playback.bone_or_part != GAITI_PLAYBACK_ROOT;
    if (is_bone && metadata && playback.bone_or_part < metadata->bones.count) {
        int32_t bone = gait_skeleton_find(clip->skeleton,
                                          gaiti_metadata_bone(metadata, playback.bone_or_part));
        playback.bone_or_part = bone >= 0 ? (uint16_t)bone : playback.bone_or_part;
    }
    clip->playback = playback;
}

gait_status gaiti_metadata_apply(const gait_metadata *metadata,
                                 const gait_metadata_clip *clip_metadata, gait_clip *clip) {
    gaiti_clip *result = (void *)clip; /* `clip` is the first member of gaiti_clip */
    if (!gaiti_metadata_clip_is_complete(clip_metadata) || !gaiti_clip_is_complete(clip)) {
        return GAIT_BAD_ARGUMENT;
    }
    bool has_phases;
    GAITI_TRY(metadata_match_phases(clip_metadata, result, &has_phases));
    if (clip_metadata->name && clip_metadata->animation &&
        strcmp(clip_metadata->animation, clip->name) == 0) {
        clip->name = gaiti_copy_text(&result->arena, clip_metadata->name);
        GAITI_TRY(result->arena.status);
    }
    if (has_phases) {
        uint32_t count = clip_metadata->time_count;
        float *phases = gaiti_alloc(&result->arena, count, sizeof *phases);
        GAITI_TRY(result->arena.status);
        memcpy(phases, clip_metadata->times, count * sizeof *phases);
        clip->phases = phases;
    }
    if (clip_metadata->fields & GAIT_META_EVENTS) {
        GAITI_TRY(metadata_copy_events(clip_metadata, has_phases, result));
    }
    if (clip_metadata->fields & GAIT_META_ROOT_MOTION) {
        memcpy(clip->root_motion, clip_metadata->root_motion, sizeof clip->root_motion);
    }
    if (clip_metadata->playback.known) {
        metadata_apply_playback(metadata, clip_metadata, clip);
    }
    return GAIT_OK;
}
