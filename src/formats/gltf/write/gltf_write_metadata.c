/* Writing the metadata, extras.gait: data that glTF cannot represent
 * (docs/formats/gltf.md#extras). */
#include <string.h>

#include "base/try.h"
#include "base/bytes.h"
#include "formats/gltf/write/gltf_write_state.h"
#include "model/clip.h"
#include "formats/gltf/write/gltf_writer.h"

/* --- one clip --------------------------------------------------------------------------------- */

/* Converts a phase of a clip with ascending keys to a time of the animation, in seconds. */
static double gmeta_of_phase(const gait_clip *clip, const gaiti_gltf_animation *animation,
                             double phase) {
    gaiti_time_span span = gaiti_phase_span(clip->time, clip->frame_count);
    double last = span.start + span.length;
    double inside = !(phase > span.start) ? span.start : phase < last ? phase : last;
    double time = gaiti_clip_moment(clip->time, animation->seconds, clip->frame_count, inside);
    return time < 0 ? 0 : time;
}

/* Converts the time of an event to seconds in the animation. */
static double gmeta_seconds(const gait_clip *clip, const gaiti_gltf_animation *animation,
                            double time) {
    bool is_phase = clip->time_unit == GAIT_TIME_PHASE;
    if (clip->frame_count == 0 || !(time - time == 0)) {
        return time;
    }
    if (animation->placing.timing == GAITI_TIMING_EVEN) {
        return is_phase ? time * (double)animation->placing.end_s : time;
    }
    return is_phase ? gmeta_of_phase(clip, animation, time) : time - gaiti_clip_span(clip).start;
}

static void gmeta_write_events(gaiti_json *json, const gait_clip *clip,
                               const gaiti_gltf_animation *animation) {
    gaiti_json_member_open(json, "events", '[');
    for (uint32_t i = 0; i < clip->event_count; i++) {
        const gait_event *event = &clip->events[i];
        gaiti_json_open(json, '{');
        gaiti_json_member_text(json, "name", event->name);
        gaiti_json_member_text(json, "value", event->value);
        gaiti_json_member_f64(json, "start", event->start);
        gaiti_json_member_f64(json, "end", event->end);
        gaiti_json_member_f64(json, "start_s", gmeta_seconds(clip, animation, event->start));
        gaiti_json_member_f64(json, "end_s", gmeta_seconds(clip, animation, event->end));
        gaiti_json_close(json, '}');
    }
    gaiti_json_close(json, ']');
}

static void gmeta_write_playback(gaiti_json *json, const gait_playback *playback) {
    if (!gaiti_json_member_open_if(json, "playback", '{', playback->known)) {
        return;
    }
    gaiti_json_member_bool(json, "loop", playback->loop);
    gaiti_json_member_uint(json, "flags", playback->flags);
    gaiti_json_member_uint(json, "bone_or_part", playback->bone_or_part);
    gaiti_json_member_f32(json, "speed", playback->speed);
    gaiti_json_member_f32(json, "power", playback->power);
    gaiti_json_member_f32(json, "accrue", playback->accrue);
    gaiti_json_member_f32(json, "falloff", playback->falloff);
    gaiti_json_close(json, '}');
}

/* True when the key times follow from frame numbers at 30 per second, so that they are not
 * written. */
static bool gmeta_is_plain(const gait_clip *clip, const gaiti_gltf_animation *animation) {
    return clip->time_unit == GAIT_TIME_SECONDS &&
           (clip->frame_count == 0 ||
            (animation->placing.timing == GAITI_TIMING_EXACT && clip->time[0] == 0));
}

static void gmeta_write_times(gaiti_json *json, const gait_clip *clip,
                              const gaiti_gltf_animation *animation) {
    static const char *const timings[] = {"exact", "between", "kept", "even"};
    bool is_phase = clip->time_unit == GAIT_TIME_PHASE;
    gaiti_json_member_text(json, "time_unit", is_phase ? "phase" : "seconds");
    gaiti_json_member_text(json, "timing", timings[animation->placing.timing]);
    gaiti_json_member_f32(json, "duration_s", animation->placing.end_s);
    if (is_phase) {
        gaiti_json_member_f64(json, "fps", animation->fps);
    }
    if (gmeta_is_plain(clip, animation)) {
        gaiti_json_member_text(json, "times", NULL);
    } else {
        gaiti_json_member_floats(json, is_phase ? "phases" : "times", clip->time,
                                 clip->frame_count);
    }
}

bool gaiti_gltf_write_clip_extras(const gait_clip *clip, const gaiti_gltf_animation *animation,
                                  gait_buffer *out) {
    gaiti_json json = gaiti_json_begin(out);
    gaiti_json_member_text(&json, "name", clip->name ? clip->name : "");
    gaiti_json_member_text(&json, "animation", animation->name);
    gaiti_json_member_uint(&json, "frames", clip->frame_count);
    gmeta_write_times(&json, clip, animation);
    gaiti_json_member_floats(&json, "motion", clip->root_motion, 3);
    gmeta_write_playback(&json, &clip->playback);
    gmeta_write_events(&json, clip, animation);
    if (animation->config) {
        gaiti_json_key(&json, "config");
        gaiti_json_raw(&json, animation->config, strlen(animation->config));
    }
    gaiti_json_close(&json, '}');
    return !json.failed;
}

/* --- the scene -------------------------------------------------------------------------------- */

/* Writes the parents and the rest pose of the nodes, because other programs may change the
 * nodes. */
static void gmeta_write_rest(gaiti_json *json, const gaiti_gltf_writer *gltf) {
    gaiti_json_member_open(json, "parents", '[');
    for (uint32_t i = 0; i < gltf->bone_count; i++) {
        gaiti_json_int(json, gltf->bones[i].parent);
    }
    gaiti_json_close(json, ']');
    gaiti_json_member_open(json, "rest", '[');
    for (uint32_t i = 0; i < gltf->bone_count; i++) {
        gaiti_json_open(json, '[');
        for (int k = 0; k < 7; k++) {
            gaiti_json_f32(json, k < 3 ? gltf->bones[i].t[k] : gltf->bones[i].q[k - 3]);
        }
        gaiti_json_close(json, ']');
    }
    gaiti_json_close(json, ']');
}

static void gmeta_write_skeleton(gaiti_json *json, const gaiti_gltf_writer *gltf) {
    gaiti_json_member_open(json, "skeleton", '{');
    gaiti_json_member_text(json, "name", gltf->skeleton_name);
    gaiti_json_member_open(json, "bones", '[');
    for (uint32_t i = 0; i < gltf->bone_count; i++) {
        gaiti_json_text(json, gltf->bones[i].original);
    }
    gaiti_json_close(json, ']');
    gmeta_write_rest(json, gltf);
    gaiti_json_close(json, '}');
}

/* --- parts ------------------------------------------------------------------------------------ */

static gait_status gmeta_append(gaiti_gltf_writer *gltf, uint32_t code_page, const char *before,
                                gait_span name, const char *after) {
    gaiti_json json = gaiti_json_over(&gltf->parts);
    if (gltf->status != GAIT_OK) {
        return gltf->status;
    }
    if (!gaiti_write_text(&gltf->parts, before)) {
        return gaiti_gltf_fail(gltf, GAIT_NO_MEMORY);
    }
    gaiti_json_name(&json, code_page, name);
    if (json.failed || !gaiti_write_text(&gltf->parts, after)) {
        return gaiti_gltf_fail(gltf, GAIT_NO_MEMORY);
    }
    return GAIT_OK;
}

static gait_status gmeta_add_part(gaiti_gltf_writer *gltf, uint32_t code_page, gait_span name) {
    bool first = gltf->parts.size == 0;
    gltf->part_has_bones = false;
    return gmeta_append(gltf, code_page, first ? "{\"name\":" : "]},{\"name\":", name,
                        ",\"bones\":[");
}

static gait_status gmeta_add_part_bone(gaiti_gltf_writer *gltf, uint32_t code_page,
                                       gait_span name) {
    bool first = !gltf->part_has_bones;
    gltf->part_has_bones = true;
    return gmeta_append(gltf, code_page, first ? "" : ",", name, "");
}

gait_status gaiti_gltf_writer_add_part(gaiti_gltf_writer *gltf, gait_span name) {
    bool is_valid = gltf && gaiti_is_span(name);
    return is_valid ? gmeta_add_part(gltf, gltf->source.code_page, name) : GAIT_BAD_ARGUMENT;
}

gait_status gaiti_gltf_writer_add_part_bone(gaiti_gltf_writer *gltf, gait_span name) {
    bool is_valid = gltf && gaiti_is_span(name) && gltf->parts.size > 0;
    return is_valid ? gmeta_add_part_bone(gltf, gltf->source.code_page, name) : GAIT_BAD_ARGUMENT;
}

gait_status gaiti_gltf_writer_copy_parts(gaiti_gltf_writer *gltf, const gait_metadata *metadata) {
    const uint32_t page = GAIT_CODE_PAGE_UTF8;
    for (uint32_t p = 0; p < gait_metadata_part_count(metadata); p++) {
        const char *name = gait_metadata_part_name(metadata, p);
        GAITI_TRY(gmeta_add_part(gltf, page, gaiti_span_of(name)));
        uint32_t bones = gait_metadata_part_bone_count(metadata, p);
        for (uint32_t b = 0; b < bones; b++) {
            name = gait_metadata_part_bone(metadata, p, b);
            GAITI_TRY(gmeta_add_part_bone(gltf, page, gaiti_span_of(name)));
        }
    }
    return GAIT_OK;
}

/* --- the file --------------------------------------------------------------------------------- */

bool gaiti_gltf_write_scene_extras(const gaiti_gltf_writer *gltf, gait_buffer *out) {
    gaiti_json json = gaiti_json_begin(out);
    gaiti_json_member_text(&json, "schema", "gait.extras/1");
    gaiti_json_member_text(&json, "generator", "gait " GAIT_VERSION_TEXT);
    gaiti_json_member_open(&json, "source", '{');
    gaiti_json_member_text(&json, "format", gltf->source.format);
    gaiti_json_member_index(&json, "version", gltf->source.version);
    gaiti_json_member_text(&json, "file", gltf->source.file);
    if (gltf->source.code_page != 0 && gltf->source.code_page != 1251) {
        gaiti_json_member_uint(&json, "code_page", gltf->source.code_page);
    }
    if (gltf->source.checksum) {
        gaiti_json_member_text(&json, "checksum", gltf->source.checksum);
    }
    gaiti_json_close(&json, '}');
    gmeta_write_skeleton(&json, gltf);
    gaiti_json_member_open(&json, "parts", '[');
    if (gltf->parts.size > 0) {
        gaiti_json_raw(&json, (const char *)gltf->parts.data, gltf->parts.size);
        json.failed = json.failed || !gaiti_write_text(out, "]}"); /* closes the last part */
    }
    gaiti_json_close(&json, ']');
    gaiti_json_member_open(&json, "clips", '[');
    if (gltf->clips.size > 0) {
        gaiti_json_raw(&json, (const char *)gltf->clips.data, gltf->clips.size);
    }
    gaiti_json_close(&json, ']');
    if (gltf->item_bone > 0) {
        gaiti_json_member_open(&json, "item", '{');
        gaiti_json_member_uint(&json, "first_bone", gltf->item_bone);
        gaiti_json_close(&json, '}');
    }
    if (gltf->has_model) {
        gaiti_json_member_open(&json, "mesh", '{');
        gaiti_json_member_uint(&json, "triangles", gltf->triangle_count);
        gaiti_json_close(&json, '}');
    }
    gaiti_json_close(&json, '}');
    return !json.failed;
}

/* The output of gaiti_json has no control characters, so only quotes and backslashes are
 * escaped. */
bool gaiti_gltf_write_quoted(gait_span json, gait_buffer *out) {
    size_t escapes = 0;
    for (size_t i = 0; i < json.size; i++) {
        escapes += json.data[i] == '"' || json.data[i] == '\\';
    }
    uint8_t *to = gaiti_extend(out, json.size + escapes + 2);
    if (!to) {
        return false;
    }
    *to++ = '"';
    for (size_t i = 0; i < json.size; i++) {
        if (json.data[i] == '"' || json.data[i] == '\\') {
            *to++ = '\\';
        }
        *to++ = json.data[i];
    }
    *to = '"';
    return true;
}
