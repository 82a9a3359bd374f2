/* The document table's functions for glTF files; they use the skin with the most joints. */
#include <stddef.h>
#include <string.h>

#include "base/sniff.h"
#include "base/bytes.h"
#include "base/number/number.h"
#include "base/try.h"
#include "formats/file_state.h"
#include "formats/gltf/read/gltf_read.h"
#include "formats/gltf/read/gltf_read_metadata.h"
#include "metadata/metadata_state.h"
#include "model/keyframes.h"
#include "formats/format_row.h"
#include "gait/numbers.h"

static gaiti_guess gltf_row_probe(gait_span bytes) {
    if (gaiti_begins(bytes, "glTF")) {
        return GAITI_GUESS_YES;
    }
    /* JSON, possibly after a byte order mark and white space. */
    gait_span text = gaiti_text_start(bytes);
    bool json = text.size && text.data[0] == '{' && gaiti_is_text(bytes) &&
                gaiti_holds_word(bytes, GAIT_DETECT_PREFIX, "\"asset\"");
    return json ? GAITI_GUESS_YES : GAITI_GUESS_NO;
}

typedef struct gltf_document {
    gait_gltf *file;
    gait_gltf_rig *rig;        /* NULL = no bones */
    gait_gltf_timing *timings; /* one per animation; set when all buffers are known */
    uint8_t *rates; /* one per animation: frames per second, 0 = default of gaiti_gltf_clip() */
    const float **exported; /* one per animation: times of its frames from the metadata; or NULL */
    bool is_timed;
    gait_metadata *metadata; /* NULL = none */
    gaiti_arena arena;
} gltf_document;

static void gltf_row_free(void *document) {
    gltf_document *self = document;
    if (self) {
        gait_metadata_free(self->metadata);
        gait_gltf_rig_free(self->rig);
        gaiti_gltf_free(self->file);
    }
    gaiti_free_object(self, offsetof(gltf_document, arena));
}

static const gait_metadata_clip *gltf_clip_metadata(const gltf_document *self, uint32_t clip) {
    int32_t index = self->metadata ? self->metadata->of_animation[clip] : -1;
    return index >= 0 ? gait_metadata_clip_at(self->metadata, (uint32_t)index) : NULL;
}

/* The times at which an export has the keys of a clip in phases. NULL when the metadata does not
 * tell, or there is no memory. */
static const float *gltf_exported_times(gltf_document *self,
                                        const gait_metadata_clip *clip_metadata, float *end_s) {
    const uint32_t count = clip_metadata ? clip_metadata->time_count : 0;
    if (count < 2 || count > GAITI_KEY_FRAME_MAX || clip_metadata->time_unit != GAIT_TIME_PHASE ||
        count != clip_metadata->frame_count ||
        !gait_range_contains(GAIT_RANGE_FPS, clip_metadata->fps) ||
        !(clip_metadata->duration_s > 0 && clip_metadata->duration_s <= 279620.5)) {
        return NULL;
    }
    uint32_t *frames = gaiti_alloc(&self->arena, count, sizeof *frames);
    float *seconds = gaiti_alloc(&self->arena, count, sizeof *seconds);
    gaiti_key_times times = {.time = clip_metadata->times,
                             .count = count,
                             .unit = GAIT_TIME_PHASE,
                             .fps = clip_metadata->fps,
                             .duration_s = clip_metadata->duration_s};
    if (!frames || !seconds) {
        return NULL;
    }
    *end_s = gaiti_place_keys(&times, frames, seconds).end_s;
    return seconds;
}

/* True when the clip has the keys of an export of phases, as its metadata states. */
static bool gltf_find_export(gltf_document *self, uint32_t clip, uint64_t *work) {
    const gait_metadata_clip *clip_metadata = gltf_clip_metadata(self, clip);
    gaiti_gltf_read_frames frames;
    float end_s = 0;
    const float *seconds = gltf_exported_times(self, clip_metadata, &end_s);
    gaiti_gltf_read_export from = {seconds, seconds ? clip_metadata->time_count : 0, (double)end_s};
    self->exported[clip] = NULL;
    if (!seconds ||
        !gaiti_gltf_read_plan_export(self->file, clip, self->rig, &from, work, &frames)) {
        return false;
    }
    self->timings[clip] = frames.timing;
    self->exported[clip] = seconds;
    return true;
}

/* A clip without movement is written with keys at its ends only. If the metadata states a larger
 * frame count for the source, and sampling at 30 frames per second gives exactly that count, the
 * clip has these frames. */
static void gltf_find_timing(gltf_document *self, uint32_t clip, uint64_t *work) {
    const gait_metadata_clip *clip_metadata = gltf_clip_metadata(self, clip);
    gait_gltf_timing *timing = &self->timings[clip];
    gaiti_gltf_read_frames frames;
    self->rates[clip] = 0;
    if (gltf_find_export(self, clip, work)) {
        return;
    }
    gaiti_gltf_read_plan(self->file, clip, self->rig, 0, work, &frames);
    *timing = frames.timing;
    if (!clip_metadata || clip_metadata->time_unit != GAIT_TIME_SECONDS ||
        clip_metadata->time_count > 0 || !timing->is_own_keys ||
        timing->frame_count >= clip_metadata->frame_count) {
        return;
    }
    gaiti_gltf_read_plan(self->file, clip, self->rig, GAITI_GLTF_RATE, work, &frames);
    if (frames.timing.frame_count == clip_metadata->frame_count) {
        *timing = frames.timing;
        self->rates[clip] = GAITI_GLTF_RATE;
    }
}

/* Finds all timings as soon as all buffers are known. */
static void gltf_find_timings(gltf_document *self) {
    uint64_t work = gaiti_gltf_read_allowance(self->file);
    if (!self->rig || self->file->dependencies_left > 0 || self->is_timed) {
        return;
    }
    for (uint32_t a = 0; a < self->file->count.animations; a++) {
        gltf_find_timing(self, a, &work);
    }
    self->is_timed = true;
}

static gait_status gltf_row_open(gait_span bytes, const gait_options *options,
                                 void **out_document) {
    gait_gltf *file;
    *out_document = NULL;
    GAITI_TRY(gaiti_gltf_open(bytes, options, &file));
    gait_status status;
    size_t size =
        (size_t)file->count.animations * (sizeof(gait_gltf_timing) + sizeof(const float *) + 1) +
        48;
    gltf_document *self =
        gaiti_new_object(options, sizeof *self, offsetof(gltf_document, arena), size, &status);
    if (!self) {
        gaiti_gltf_free(file);
        return status;
    }
    self->file = file;
    self->timings = gaiti_alloc(&self->arena, file->count.animations, sizeof *self->timings);
    self->rates = gaiti_alloc(&self->arena, file->count.animations, 1);
    self->exported = gaiti_alloc(&self->arena, file->count.animations, sizeof *self->exported);
    status = gait_gltf_rig_new(file, GAIT_GLTF_BEST_SKIN, options, &self->rig);
    status = status == GAIT_NOT_FOUND ? GAIT_OK : status;
    if (status == GAIT_OK) {
        status = self->timings && self->rates && self->exported
                     ? gaiti_gltf_read_metadata(file, options, &self->metadata)
                     : self->arena.status;
    }
    if (status != GAIT_OK) {
        gltf_row_free(self);
        return status;
    }
    gltf_find_timings(self);
    *out_document = self;
    return GAIT_OK;
}

static int32_t gltf_row_version(const void *document) {
    (void)document;
    return 2;
}

static uint32_t gltf_row_bone_count(const void *document) {
    const gltf_document *self = document;
    return self->rig ? self->rig->bone_count : 0;
}

static gait_span gltf_row_bone_name(const void *document, uint32_t bone) {
    const gltf_document *self = document;
    return self->file->nodes[self->rig->nodes[bone]].name;
}

static uint32_t gltf_row_clip_count(const void *document) {
    const gltf_document *self = document;
    return self->file->count.animations;
}

static const gait_metadata *gltf_row_metadata(const void *document) {
    const gltf_document *self = document;
    return self->metadata;
}

static const gait_metadata_clip *gltf_row_metadata_clip(const void *document, uint32_t clip) {
    return gltf_clip_metadata(document, clip);
}

static gait_status gltf_row_attach_metadata(void *document, gait_span json,
                                            gait_diagnostics *diagnostics) {
    gltf_document *self = document;
    gait_options options = {.allocator = self->arena.allocator, .diagnostics = diagnostics};
    gait_metadata *merged;
    GAITI_TRY(gaiti_gltf_read_sidecar(self->file, json, self->metadata, &options, &merged));
    self->metadata = merged;
    self->is_timed = false;
    gltf_find_timings(self);
    return GAIT_OK;
}

static uint32_t gltf_row_part_count(const void *document) {
    const gltf_document *self = document;
    return self->metadata ? gait_metadata_part_count(self->metadata) : 0;
}

static gaiti_part_info gltf_row_part(const void *document, uint32_t part) {
    const gltf_document *self = document;
    return (gaiti_part_info){gaiti_metadata_part_name(self->metadata, part),
                             gait_metadata_part_bone_count(self->metadata, part)};
}

static gait_span gltf_row_part_bone(const void *document, uint32_t part, uint32_t index) {
    const gltf_document *self = document;
    return gaiti_metadata_part_bone(self->metadata, part, index);
}

/* The clip's name in the metadata, unless the animation was renamed after the export. */
static gait_span gltf_clip_name(const gltf_document *self, uint32_t clip,
                                const gait_metadata_clip *clip_metadata) {
    gait_span own = self->file->animations[clip].name;
    bool is_same = clip_metadata && clip_metadata->name && clip_metadata->animation &&
                   own.size == strlen(clip_metadata->animation) &&
                   memcmp(own.data, clip_metadata->animation, own.size) == 0;
    return is_same ? gaiti_span(clip_metadata->name, strlen(clip_metadata->name)) : own;
}

static gait_clip_info gltf_row_clip_info(const void *document, uint32_t clip) {
    const gltf_document *self = document;
    const gait_gltf_timing *timing = &self->timings[clip];
    const gait_metadata_clip *clip_metadata = gltf_row_metadata_clip(document, clip);
    return (gait_clip_info){
        .name = gltf_clip_name(self, clip, clip_metadata),
        .name_is_utf8 = true,
        .frame_count = timing->frame_count,
        .duration_s = self->is_timed ? timing->last_s - timing->first_s : -1,
        .loop = clip_metadata && clip_metadata->playback.known ? clip_metadata->playback.loop : -1,
        .event_count = clip_metadata ? clip_metadata->event_count : 0,
        .timed_event_count = clip_metadata ? clip_metadata->event_count : 0,
    };
}

static gait_playback gltf_row_playback(const void *document, uint32_t clip) {
    const gait_metadata_clip *clip_metadata = gltf_row_metadata_clip(document, clip);
    return clip_metadata ? clip_metadata->playback : (gait_playback){0};
}

static bool gltf_has_source_times(const gait_metadata_event *event) {
    return !gaiti_is_nan(event->start) && !gaiti_is_nan(event->end);
}

static gait_event_info gltf_row_event(const void *document, uint32_t clip, uint32_t event) {
    const gait_metadata_clip *clip_metadata = gltf_row_metadata_clip(document, clip);
    const gait_metadata_event *found = &clip_metadata->events[event];
    bool has_source_times = gltf_has_source_times(found);
    return (gait_event_info){
        .name = gaiti_span(found->name, strlen(found->name)),
        .value = gaiti_span(found->value, strlen(found->value)),
        .time_unit = has_source_times ? clip_metadata->time_unit : GAIT_TIME_SECONDS,
        .interval_count =
            has_source_times || (!gaiti_is_nan(found->start_s) && !gaiti_is_nan(found->end_s)),
    };
}

static void gltf_row_event_interval(const void *document, uint32_t clip, uint32_t event,
                                    uint32_t interval, double out_from_to[2]) {
    (void)interval;
    const gait_metadata_clip *clip_metadata = gltf_row_metadata_clip(document, clip);
    const gait_metadata_event *found = &clip_metadata->events[event];
    bool has_source_times = gltf_has_source_times(found);
    out_from_to[0] = has_source_times ? found->start : found->start_s;
    out_from_to[1] = has_source_times ? found->end : found->end_s;
}

static gait_status gltf_row_check(const void *document, gait_diagnostics *diagnostics) {
    const gltf_document *self = document;
    return gaiti_gltf_check(self->file, diagnostics);
}

static void gltf_row_show(const void *document, gaiti_visitor *visitor) {
    const gltf_document *self = document;
    gaiti_gltf_show(self->file, visitor);
}

static gait_status gltf_row_skeleton(const void *document, const char *file_clip,
                                     const gait_options *options, gait_skeleton **out_skeleton) {
    const gltf_document *self = document;
    return self->rig ? gaiti_gltf_skeleton(self->file, self->rig, file_clip, options, out_skeleton)
                     : GAIT_NOT_FOUND;
}

/* Clips are always posed on the bones of the file; of `tree` only the name is used. */
static gait_status gltf_row_bind_skeleton(const void *document, const gait_skeleton *tree,
                                          const gait_options *options,
                                          gait_skeleton **out_skeleton) {
    *out_skeleton = NULL;
    return gltf_row_skeleton(document, tree ? tree->name : "", options, out_skeleton);
}

static gait_status gltf_row_clip(const void *document, uint32_t index, const char *file_clip,
                                 const gait_skeleton *skeleton, const gait_options *options,
                                 gait_clip **out_clip) {
    const gltf_document *self = document;
    const gait_metadata_clip *clip_metadata = gltf_row_metadata_clip(document, index);
    (void)file_clip;
    if (!self->rig) {
        return GAIT_NOT_FOUND;
    }
    gait_gltf_animated_rig animated = {self->file, self->rig, index};
    gaiti_gltf_read_frames frames = {
        .timing = self->timings[index], .own = -1, .given = self->exported[index]};
    gait_status status =
        frames.given
            ? gaiti_gltf_read_clip(&animated, skeleton, &frames, options, out_clip)
            : gaiti_gltf_clip(&animated, skeleton, (double)self->rates[index], options, out_clip);
    if (status == GAIT_OK && clip_metadata) {
        status = gaiti_metadata_apply(self->metadata, clip_metadata, *out_clip);
    }
    if (status != GAIT_OK) {
        gait_clip_free(*out_clip);
        *out_clip = NULL;
    }
    return status;
}

static uint32_t gltf_row_dependency_count(const void *document) {
    const gltf_document *self = document;
    return gaiti_gltf_dependency_count(self->file);
}

static const char *gltf_row_dependency(const void *document, uint32_t dependency) {
    const gltf_document *self = document;
    return gaiti_gltf_dependency_at(self->file, dependency).path;
}

static uint64_t gltf_row_dependency_size(const void *document, uint32_t dependency) {
    const gltf_document *self = document;
    return gaiti_gltf_dependency_at(self->file, dependency).size_bytes;
}

static gait_status gltf_row_provide(void *document, uint32_t dependency, gait_span bytes,
                                    gait_diagnostics *diagnostics) {
    gltf_document *self = document;
    gait_status status = gaiti_gltf_provide(self->file, dependency, bytes, diagnostics);
    gltf_find_timings(self);
    return status;
}

static gait_status gltf_row_check_complete(const void *document, gait_diagnostics *diagnostics) {
    const gltf_document *self = document;
    return gaiti_gltf_check_complete(self->file, diagnostics);
}

/* Games do not play glTF. Programs that export glTF add noise to bones that do not move; JSON has
 * no numbers that are not finite. */
static const gaiti_export gltf_export = {
    .route = GAITI_EXPORT_GLTF,
    .limits = {GAIT_LOSES_SCALE, 0},
    .has_no_infinity = true,
    .noise_mm = 0.05,
    .noise_deg = 0.01,
};

const gaiti_format_row gaiti_gltf_row = {
    .info = {GAIT_FORMAT_GLTF, "gltf", "glTF 2.0 (Blender and others)", ".glb .gltf",
             GAIT_FAMILY_NONE,
             GAIT_CAN_OPEN | GAIT_CAN_EXPORT | GAIT_HAS_CLIPS | GAIT_HAS_SKELETON |
                 GAIT_MANY_CLIPS | GAIT_UTF8_NAMES | GAIT_OWN_JOINTS | GAIT_HAS_MESH},
    .probe = gltf_row_probe,
    .open = gltf_row_open,
    .free = gltf_row_free,
    .version = gltf_row_version,
    .bone_count = gltf_row_bone_count,
    .bone_name = gltf_row_bone_name,
    .clip_count = gltf_row_clip_count,
    .clip_info = gltf_row_clip_info,
    .playback = gltf_row_playback,
    .event = gltf_row_event,
    .event_interval = gltf_row_event_interval,
    .part_count = gltf_row_part_count,
    .part = gltf_row_part,
    .part_bone = gltf_row_part_bone,
    .check = gltf_row_check,
    .show = gltf_row_show,
    .skeleton = gltf_row_skeleton,
    .bind_skeleton = gltf_row_bind_skeleton,
    .clip = gltf_row_clip,
    .dependency_count = gltf_row_dependency_count,
    .dependency = gltf_row_dependency,
    .dependency_size = gltf_row_dependency_size,
    .provide = gltf_row_provide,
    .check_complete = gltf_row_check_complete,
    .metadata = gltf_row_metadata,
    .metadata_clip = gltf_row_metadata_clip,
    .attach_metadata = gltf_row_attach_metadata,
    .export = &gltf_export,
};

const gait_gltf *gait_file_gltf(const gait_file *file) {
    const gltf_document *self = gaiti_file_document(file, &gaiti_gltf_row);
    return self ? self->file : NULL;
}
