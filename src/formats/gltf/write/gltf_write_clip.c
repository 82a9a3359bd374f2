/* Writing a clip as an animation. */
#include <string.h>

#include "base/bytes.h"
#include "base/try.h"
#include "formats/gltf/write/gltf_write_keys.h"
#include "formats/gltf/write/gltf_write_state.h"
#include "formats/gltf/write/gltf_write_text.h"
#include "model/clip.h"
#include "formats/gltf/write/gltf_writer.h"

/* State of writing one clip. */
typedef struct clip_work {
    gaiti_gltf_writer *gltf;
    const gait_clip *clip;
    gaiti_report report;
    uint32_t input_once; /* accessor of the time 0; GAITI_GLTF_NO_ACCESSOR before its first use */
    uint32_t input_all;  /* accessor of the times of all keys */
    float end_s;         /* the end of the clip */
    bool is_still;       /* all channels so far have one key */
} clip_work;

/* --- validation ------------------------------------------------------------------------------- */

static bool clip_is_valid(const gaiti_gltf_writer *gltf, const gait_clip *clip) {
    return gaiti_clip_is_complete(clip) && clip->skeleton->bone_count == gltf->bone_count &&
           clip->space == GAIT_SPACE_LOCAL && clip->axes == GAIT_AXES_GLTF &&
           gaiti_clip_is_writable(clip);
}

/* --- time ------------------------------------------------------------------------------------- */

static bool clip_reserve_times(gaiti_gltf_writer *gltf, uint32_t count) {
    uint32_t capacity = gltf->key_capacity * 2;
    if (count <= gltf->key_capacity) {
        return true;
    }
    capacity = capacity > count ? capacity : count;
    float *seconds = gaiti_alloc(&gltf->arena, (uint64_t)capacity + 2, sizeof *seconds);
    gltf->frames = seconds ? gaiti_alloc(&gltf->arena, capacity, sizeof *gltf->frames) : NULL;
    gltf->seconds = seconds ? seconds + 1 : NULL;
    gltf->key_capacity = gltf->frames ? capacity : 0;
    return gltf->frames != NULL;
}

/* Warns if games play only a part of the clip. */
static void clip_check_phases(const gait_clip *clip, const gaiti_report *report) {
    uint32_t last = clip->frame_count - 1;
    bool is_outside = clip->frame_count > 1 && clip->time_unit == GAIT_TIME_PHASE &&
                      gaiti_phases_are_usable(clip->time, clip->frame_count) &&
                      (clip->time[0] < 0 || clip->time[last] > 1);
    if (is_outside) {
        bool is_late = clip->time[last] > 1;
        gaiti_raise(report, GAITI_GLTF_TIMES_OUTSIDE,
                    (gaiti_detail){.number = (double)clip->time[is_late ? last : 0]});
    }
}

static gaiti_placing clip_place_keys(gaiti_gltf_writer *gltf, const gait_clip *clip,
                                     const gaiti_report *report) {
    static const gaiti_rule rules[] = {
        [GAITI_TIMING_BETWEEN] = GAITI_GLTF_TIMES_BETWEEN,
        [GAITI_TIMING_KEPT] = GAITI_GLTF_TIMES_KEPT,
        [GAITI_TIMING_EVEN] = GAITI_GLTF_TIMES_EVEN,
    };
    gaiti_key_times times = gaiti_key_times_of(clip, gltf->fps, gltf->duration_s);
    gaiti_placing placing = gaiti_place_keys(&times, gltf->frames, gltf->seconds);
    if (placing.timing != GAITI_TIMING_EXACT) {
        double fps = gltf->fps > 0 ? gltf->fps : GAITI_KEY_RATE;
        gaiti_raise(report, rules[placing.timing],
                    (gaiti_detail){.found = clip->frame_count, .number = fps});
    }
    clip_check_phases(clip, report);
    return placing;
}

static uint32_t clip_share_times(gaiti_gltf_writer *gltf, const float *seconds, uint32_t count) {
    uint8_t *out = gaiti_gltf_reserve(&gltf->store, GAITI_GLTF_TIMES, count);
    if (!out) {
        return GAITI_GLTF_NO_ACCESSOR;
    }
    gaiti_gltf_store_floats(seconds, count, out);
    return gaiti_gltf_share(&gltf->store, GAITI_GLTF_TIMES, count);
}

/* The input accessor of a channel with one key, or with all keys. */
static uint32_t clip_input(clip_work *work, uint32_t count) {
    static const float zero = 0;
    if (count > 1 && work->input_all == GAITI_GLTF_NO_ACCESSOR) {
        work->input_all = clip_share_times(work->gltf, work->gltf->seconds, count);
    }
    if (count == 1 && work->input_once == GAITI_GLTF_NO_ACCESSOR) {
        work->input_once = clip_share_times(work->gltf, &zero, 1);
    }
    return count > 1 ? work->input_all : work->input_once;
}

/* The input accessor with the times of the start and the end of the clip. */
static uint32_t clip_input_ends(const clip_work *work) {
    float ends[2] = {0, work->end_s};
    return clip_share_times(work->gltf, ends, 2);
}

/* True when the clip begins before its first key, or ends after its last key. */
static bool clip_has_start(const clip_work *work) {
    return work->clip->frame_count > 1 && work->gltf->seconds[0] > 0;
}

static bool clip_has_end(const clip_work *work) {
    uint32_t count = work->clip->frame_count;
    return count > 1 && work->end_s > work->gltf->seconds[count - 1];
}

/* --- channels --------------------------------------------------------------------------------- */

/* A missing channel is written as one key of the rest pose: in Blender, a bone without a channel
 * keeps the pose of the previous clip. */
static gait_channel clip_rest_channel(const float *rest) {
    return (gait_channel){.data = (const uint8_t *)rest, .count = 1, .element = GAIT_F32};
}

/* Reduces the keys just written to one when all are equal. Returns the number of keys left. */
static uint32_t clip_collapse(gaiti_gltf_store *store, gaiti_gltf_kind kind, const uint8_t *keys,
                              uint32_t count) {
    if (count > 1 && gaiti_gltf_is_constant(keys, count, gaiti_gltf_element_size(kind))) {
        gaiti_gltf_unreserve(store, kind, count - 1);
        return 1;
    }
    return count;
}

/* Appends a copy of the last key: Blender derives the length of a clip from its keys, so a clip
 * without movement needs a key at its end. */
static bool clip_put_last_key(clip_work *work, gaiti_gltf_kind kind) {
    gaiti_gltf_store *store = &work->gltf->store;
    size_t size = gaiti_gltf_element_size(kind);
    uint8_t *again = gaiti_gltf_reserve(store, kind, 1);
    if (again) {
        memcpy(again, again - size, size);
    }
    return again != NULL;
}

/* Adds copies of the first and the last of `count` keys just written where the clip begins before
 * the first one or ends after the last one: Blender and viewers derive the length of a clip from
 * its keys. Returns the input accessor, and the number of keys in *count. */
static uint32_t clip_put_ends(clip_work *work, gaiti_gltf_kind kind, uint32_t *count) {
    const bool has_start = clip_has_start(work), has_end = clip_has_end(work);
    const size_t size = gaiti_gltf_element_size(kind);
    float *seconds = work->gltf->seconds;
    uint32_t keys = *count;
    if ((has_end && !clip_put_last_key(work, kind)) ||
        (has_start && !clip_put_last_key(work, kind))) {
        return GAITI_GLTF_NO_ACCESSOR;
    }
    *count += has_start + has_end;
    if (has_start) {
        uint8_t *first = gaiti_gltf_reserve(&work->gltf->store, kind, 0) - *count * size;
        memmove(first + size, first, (size_t)(*count - 1) * size);
        seconds[-1] = 0;
    }
    seconds[keys] = work->end_s;
    return clip_share_times(work->gltf, seconds - has_start, *count);
}

/* Ends a channel, whose keys are the last `count` elements of a kind. */
static gait_status clip_end_channel(clip_work *work, uint32_t channel, uint32_t input,
                                    gaiti_gltf_kind kind, uint32_t count) {
    work->gltf->inputs[channel] = input;
    work->gltf->contents[channel] = gaiti_gltf_last_content(&work->gltf->store, kind, count);
    return input == GAITI_GLTF_NO_ACCESSOR ? work->gltf->store.status : GAIT_OK;
}

/* Adds a channel with one key. `key` is padded with zeros to GAITI_GLTF_KEY_MAX bytes. If it equals
 * the previous single key of this channel, its accessor is reused. */
static gait_status clip_add_once(clip_work *work, uint32_t channel, gaiti_gltf_kind kind,
                                 const uint8_t key[GAITI_GLTF_KEY_MAX]) {
    gaiti_gltf_writer *gltf = work->gltf;
    const gaiti_gltf_once *once = &gltf->once[channel];
    uint32_t input = clip_input(work, 1);
    if (once->is_known && once->kind == kind && memcmp(once->key, key, GAITI_GLTF_KEY_MAX) == 0) {
        gltf->inputs[channel] = input;
        gltf->outputs[channel] = once->accessor;
        gltf->contents[channel].place.count = 0;
        return input == GAITI_GLTF_NO_ACCESSOR ? gltf->store.status : GAIT_OK;
    }
    uint8_t *out = gaiti_gltf_reserve(&gltf->store, kind, 1);
    GAITI_TRY(gltf->store.status);
    memcpy(out, key, gaiti_gltf_element_size(kind));
    return clip_end_channel(work, channel, input, kind, 1);
}

static gait_status clip_add_rotation(clip_work *work, uint32_t bone, bool may_be_last) {
    gaiti_gltf_store *store = &work->gltf->store;
    gait_channel channel = work->clip->tracks[bone].rotation;
    if (channel.count == 0) {
        channel = clip_rest_channel(work->gltf->bones[bone].q);
    }
    bool is_16 = channel.element == GAIT_SNORM16;
    gaiti_gltf_kind kind = is_16 ? GAITI_GLTF_ROTATIONS16 : GAITI_GLTF_ROTATIONS;
    gaiti_report_set_bone(&work->report, bone, work->clip->skeleton->bones[bone].name);
    if (channel.count == 1 && !may_be_last) {
        uint8_t key[GAITI_GLTF_KEY_MAX] = {0};
        (is_16 ? gaiti_gltf_rotations16 : gaiti_gltf_rotations)(&channel, &work->report, key);
        return clip_add_once(work, bone * 2, kind, key);
    }
    uint8_t *out = gaiti_gltf_reserve(store, kind, channel.count);
    GAITI_TRY(store->status);
    (is_16 ? gaiti_gltf_rotations16 : gaiti_gltf_rotations)(&channel, &work->report, out);
    uint32_t count = clip_collapse(store, kind, out, channel.count);
    work->is_still &= count == 1;
    bool has_ends = may_be_last && (clip_has_start(work) || clip_has_end(work));
    bool is_padded =
        may_be_last && work->clip->frame_count > 1 && count == 1 && (work->is_still || has_ends);
    if (is_padded) {
        clip_put_last_key(work, kind);
        GAITI_TRY(store->status);
        return clip_end_channel(work, bone * 2, clip_input_ends(work), kind, 2);
    }
    uint32_t input = has_ends ? clip_put_ends(work, kind, &count) : clip_input(work, count);
    return clip_end_channel(work, bone * 2, input, kind, count);
}

static gait_status clip_add_translation(clip_work *work, uint32_t bone) {
    gaiti_gltf_store *store = &work->gltf->store;
    const gaiti_gltf_kind kind = GAITI_GLTF_TRANSLATIONS;
    const float *rest = work->gltf->bones[bone].t;
    gait_channel channel = work->clip->tracks[bone].translation;
    if (channel.count == 0) {
        channel = clip_rest_channel(rest);
    }
    gaiti_report_set_bone(&work->report, bone, work->clip->skeleton->bones[bone].name);
    if (channel.count == 1) {
        uint8_t key[GAITI_GLTF_KEY_MAX] = {0};
        gaiti_gltf_translations(&channel, rest, &work->report, key);
        return clip_add_once(work, bone * 2 + 1, kind, key);
    }
    uint8_t *out = gaiti_gltf_reserve(store, kind, channel.count);
    GAITI_TRY(store->status);
    gaiti_gltf_translations(&channel, rest, &work->report, out);
    uint32_t count = clip_collapse(store, kind, out, channel.count);
    work->is_still &= count == 1;
    return clip_end_channel(work, bone * 2 + 1, clip_input(work, count), kind, count);
}

/* Sets the output accessor of a channel from its content. */
static gait_status clip_resolve_channel(gaiti_gltf_writer *gltf, uint32_t channel) {
    const gaiti_gltf_content *content = &gltf->contents[channel];
    gaiti_gltf_once *once = &gltf->once[channel];
    if (content->place.count == 0) {
        return GAIT_OK;
    }
    uint32_t number = gaiti_gltf_resolve_content(&gltf->store, content);
    if (number == GAITI_GLTF_NO_ACCESSOR) {
        return gltf->store.status;
    }
    gltf->outputs[channel] = number;
    if (content->place.count == 1) {
        *once = (gaiti_gltf_once){
            .kind = (gaiti_gltf_kind)content->place.kind, .accessor = number, .is_known = true};
        gaiti_gltf_copy_first(&gltf->store, number, once->key);
    }
    return GAIT_OK;
}

/* Raises the first key of a bone whose scale is not 1, because scale is not written. */
static void clip_check_scale(clip_work *work, uint32_t bone) {
    const double tolerance = 1e-3;
    const gait_channel *scale = &work->clip->tracks[bone].scale;
    for (uint32_t key = 0; key < scale->count; key++) {
        float values[3];
        gaiti_gltf_load_floats(scale, key, 1, 3, values);
        for (unsigned j = 0; j < 3; j++) {
            double value = (double)(scale->negate >> j & 1 ? -values[j] : values[j]);
            if (!(value - 1 <= tolerance && 1 - value <= tolerance)) {
                gaiti_report_set_bone(&work->report, bone, work->clip->skeleton->bones[bone].name);
                work->report.frame = (int32_t)key;
                gaiti_raise(&work->report, GAITI_GLTF_SCALE, (gaiti_detail){.number = value});
                return;
            }
        }
    }
}

/* The first bone's rotation is written last: then it is known whether another channel has
 * movement. */
static gait_status clip_store_channels(clip_work *work) {
    uint32_t bone_count = work->gltf->bone_count;
    for (uint32_t b = 0; b < bone_count; b++) {
        clip_check_scale(work, b);
        GAITI_TRY(clip_add_translation(work, b));
    }
    for (uint32_t b = 1; b < bone_count; b++) {
        GAITI_TRY(clip_add_rotation(work, b, false));
    }
    return clip_add_rotation(work, 0, true);
}

/* Resolves contents in the order of their creation. */
static gait_status clip_resolve_channels(gaiti_gltf_writer *gltf) {
    gait_status status;
    for (uint32_t b = 0; b < gltf->bone_count; b++) {
        GAITI_TRY_DONE(clip_resolve_channel(gltf, b * 2 + 1));
    }
    for (uint32_t b = 1; b < gltf->bone_count; b++) {
        GAITI_TRY_DONE(clip_resolve_channel(gltf, b * 2));
    }
    status = clip_resolve_channel(gltf, 0);
done:
    gaiti_gltf_trim(&gltf->store, GAITI_GLTF_ROTATIONS16);
    gaiti_gltf_trim(&gltf->store, GAITI_GLTF_ROTATIONS);
    gaiti_gltf_trim(&gltf->store, GAITI_GLTF_TRANSLATIONS);
    return status;
}

/* --- JSON ------------------------------------------------------------------------------------- */

/* Writes one item of "samplers" and a comma, up to GAITI_GLTF_SAMPLER_MAX bytes. */
static char *clip_put_sampler(char *out, uint32_t input, uint32_t output) {
    out = GAITI_GLTF_WRITE(out, "{\"input\":");
    out = gaiti_gltf_write_u32(out, input);
    out = GAITI_GLTF_WRITE(out, ",\"output\":");
    out = gaiti_gltf_write_u32(out, output);
    return GAITI_GLTF_WRITE(out, "},");
}

/* Writes the sampler of a channel whose single key is cached; its text is usually cached too. */
static char *clip_put_known_sampler(char *out, uint32_t input, gaiti_gltf_once *once) {
    if (once->sampler_size == 0 || once->input != input) {
        const char *end = clip_put_sampler(once->sampler, input, once->accessor);
        once->sampler_size = (uint8_t)(end - once->sampler);
        once->input = input;
    }
    memcpy(out, once->sampler, sizeof once->sampler); /* constant size: compilers inline it */
    return out + once->sampler_size;
}

static bool clip_put_samplers(gaiti_gltf_writer *gltf, gait_buffer *out) {
    size_t capacity = (size_t)gltf->bone_count * 2 * GAITI_GLTF_SAMPLER_MAX;
    char *start = (char *)gaiti_extend(out, capacity), *end = start;
    if (!start) {
        return false;
    }
    for (uint32_t i = 0; i < gltf->bone_count * 2; i++) {
        end = gltf->contents[i].place.count == 0
                  ? clip_put_known_sampler(end, gltf->inputs[i], &gltf->once[i])
                  : clip_put_sampler(end, gltf->inputs[i], gltf->outputs[i]);
    }
    out->size -= capacity - (size_t)(end - 1 - start); /* without the last comma */
    return true;
}

static gait_status clip_reserve_place(gaiti_gltf_writer *gltf) {
    size_t *places = gaiti_reserve(&gltf->arena, gltf->channel_places, gltf->animation_count,
                                   &gltf->channel_place_capacity, sizeof *places);
    if (places) {
        gltf->channel_places = places;
    }
    return gltf->arena.status;
}

static gait_status clip_put_animation(gaiti_gltf_writer *gltf, const char *name, gait_span extras) {
    gait_buffer *out = &gltf->animations;
    GAITI_TRY(clip_reserve_place(gltf));
    gaiti_json json = gaiti_gltf_continue(out, gltf->animation_count > 0);
    gaiti_json_open(&json, '{');
    gaiti_json_member_text(&json, "name", name);
    gaiti_json_member_open(&json, "channels", '[');
    gltf->channel_places[gltf->animation_count] = out->size;
    gaiti_json_close(&json, ']');
    gaiti_json_member_open(&json, "samplers", '[');
    json.failed |= !clip_put_samplers(gltf, out);
    gaiti_json_close(&json, ']');
    gaiti_json_member_open(&json, "extras", '{');
    gaiti_json_key(&json, "gait");
    gaiti_json_raw(&json, (const char *)extras.data, extras.size);
    gaiti_json_close(&json, '}');
    gaiti_json_close(&json, '}');
    gltf->animation_count++;
    return json.failed ? GAIT_NO_MEMORY : GAIT_OK;
}

bool gaiti_gltf_write_channels(uint32_t bone_count, gait_buffer *out) {
    gaiti_json json = gaiti_gltf_continue(out, 1);
    json.has_items[0] = false;
    for (uint32_t i = 0; i < bone_count * 2; i++) {
        gaiti_json_open(&json, '{');
        gaiti_json_member_uint(&json, "sampler", i);
        gaiti_json_member_open(&json, "target", '{');
        gaiti_json_member_uint(&json, "node", i / 2 + 1);
        gaiti_json_member_text(&json, "path", i % 2 == 0 ? "rotation" : "translation");
        gaiti_json_close(&json, '}');
        gaiti_json_close(&json, '}');
    }
    return !json.failed;
}

static gait_status clip_write(clip_work *work) {
    gaiti_gltf_writer *gltf = work->gltf;
    const gait_clip *clip = work->clip;
    gaiti_gltf_animation animation = {.seconds = gltf->seconds, .config = gltf->config};
    if (clip->frame_count > GAITI_KEY_FRAME_MAX) {
        return GAIT_LIMIT;
    }
    animation.name = gaiti_gltf_name_clip(&gltf->clip_names, clip->name, &work->report);
    if (!animation.name || !clip_reserve_times(gltf, clip->frame_count)) {
        return gltf->arena.status;
    }
    animation.seconds = gltf->seconds;
    animation.fps = gltf->fps > 0 ? gltf->fps : GAITI_KEY_RATE;
    animation.placing = clip_place_keys(gltf, clip, &work->report);
    work->end_s = animation.placing.end_s;
    if (gltf->clip_count > 0 && !gaiti_write_u8(&gltf->clips, ',')) {
        return GAIT_NO_MEMORY;
    }
    size_t start = gltf->clips.size;
    if (!gaiti_gltf_write_clip_extras(clip, &animation, &gltf->clips)) {
        return GAIT_NO_MEMORY;
    }
    gltf->clip_count++;
    if (gltf->bone_count == 0) {
        return gaiti_raise(&work->report, GAITI_GLTF_NO_BONES, (gaiti_detail){0});
    }
    GAITI_TRY(clip_store_channels(work));
    GAITI_TRY(clip_resolve_channels(gltf));
    gait_span extras = {gltf->clips.data + start, gltf->clips.size - start};
    return clip_put_animation(gltf, animation.name, extras);
}

gait_status gaiti_gltf_writer_add(gaiti_gltf_writer *gltf, const gait_clip *clip) {
    if (!gltf || !clip_is_valid(gltf, clip)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (gltf->status != GAIT_OK) {
        return gltf->status;
    }
    clip_work work = {.gltf = gltf,
                      .clip = clip,
                      .report = gaiti_report_on_clip(gltf->diagnostics, clip->name),
                      .input_once = GAITI_GLTF_NO_ACCESSOR,
                      .input_all = GAITI_GLTF_NO_ACCESSOR,
                      .is_still = true};
    work.report.clip = (int32_t)gltf->clip_count;
    if (clip->frame_count == 0) {
        gaiti_raise(&work.report, GAITI_GLTF_NO_FRAMES, (gaiti_detail){0});
    }
    return gaiti_gltf_fail(gltf, clip_write(&work));
}
