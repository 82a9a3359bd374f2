/* Makes the base file of a comparison from an open file: its clips, with the names and key times of
 * an export to glTF. */
#include <stddef.h>

#include "base/try.h"
#include "base/memory.h"
#include "formats/file_state.h"
#include "formats/gltf/write/gltf_write_names.h"
#include "formats/gltf/write/gltf_write_state.h"
#include "model/keyframes.h"
#include "roundtrip/roundtrip_parts.h"
#include "ops/clip_convert.h"
#include "roundtrip/compare/compare_steps.h"

typedef struct file_base {
    gaiti_base_file base;
    gaiti_arena arena;
    gait_clip **file_clips; /* refer to the file */
    gait_clip **converted;  /* in glTF axes; refer to file_clips */
    gait_clip *placed;      /* the converted clips with times in seconds */
} file_base;

const char *const *gaiti_exported_bone_names(const gait_skeleton *skeleton, gaiti_arena *arena) {
    gaiti_report silent = gaiti_report_to(NULL);
    gaiti_gltf_names names;
    const char **out = gaiti_alloc(arena, skeleton->bone_count, sizeof *out);
    gaiti_gltf_names_init(&names, arena);
    bool done = out && gaiti_gltf_name_bone(&names, GAITI_GLTF_ARMATURE, &silent) &&
                gaiti_gltf_name_bone(&names, GAITI_GLTF_MESH, &silent);
    for (uint32_t b = 0; done && b < skeleton->bone_count; b++) {
        out[b] = gaiti_gltf_name_bone(&names, skeleton->bones[b].name, &silent);
        done = out[b] != NULL;
    }
    return done ? out : NULL;
}

/* Temporary arrays for gaiti_place_keys() with an element per key of a clip. */
typedef struct file_base_keys {
    uint32_t *frames;
    float *seconds;
} file_base_keys;

static gait_status file_base_reserve_keys(file_base *result, uint32_t index, file_base_keys *out) {
    uint32_t count = result->converted[index]->frame_count;
    if (count > GAITI_KEY_FRAME_MAX) {
        return GAIT_LIMIT;
    }
    out->frames = gaiti_alloc(&result->arena, count, sizeof *out->frames);
    out->seconds = gaiti_alloc(&result->arena, count, sizeof *out->seconds);
    return out->frames && out->seconds ? GAIT_OK : result->arena.status;
}

static gaiti_key_times file_base_times(const file_base *result, uint32_t index) {
    const gait_clip *clip = result->converted[index];
    return (gaiti_key_times){
        .time = clip->time, .count = clip->frame_count, .unit = clip->time_unit};
}

/* Sets the key times of a clip in seconds, as in an export with these options. */
static gait_status file_base_place(file_base *result, uint32_t index, gaiti_key_request request) {
    gaiti_key_times times = file_base_times(result, index);
    file_base_keys keys;
    GAITI_TRY(file_base_reserve_keys(result, index, &keys));
    times.fps = request.fps;
    times.duration_s = request.duration_s;
    times.is_since_first = request.is_since_first;
    gaiti_placing placing = gaiti_place_keys(&times, keys.frames, keys.seconds);
    gait_clip *placed = &result->placed[index];
    bool has_cycle = times.unit == GAIT_TIME_PHASE && !times.is_since_first &&
                     placing.timing != GAITI_TIMING_EVEN;
    *placed = *result->converted[index];
    placed->phases = has_cycle ? placed->time : NULL;
    placed->time = keys.seconds;
    placed->time_unit = GAIT_TIME_SECONDS;
    return GAIT_OK;
}

static gait_status file_base_clip(file_base *result, const gait_file *file, uint32_t index,
                                  const gait_options *options) {
    /* A skeleton without any bone of the clip is refused later, with a better reason. */
    GAITI_TRY(gaiti_file_clip_part(file, index, result->base.skeleton, options,
                                   &result->file_clips[index]));
    GAITI_TRY(gaiti_clip_convert_rigid(result->file_clips[index], GAIT_AXES_GLTF, options,
                                       &result->converted[index]));
    return file_base_place(result, index, (gaiti_key_request){0});
}

static gait_status file_base_clips(file_base *result, const gait_file *file,
                                   const gait_options *options) {
    gaiti_report silent = gaiti_report_to(NULL);
    gaiti_arena *arena = &result->arena;
    gaiti_gltf_names taken;
    uint32_t count = gait_file_clip_count(file);
    const gait_clip **clips = gaiti_alloc(arena, count, sizeof *clips);
    const char **names = gaiti_alloc(arena, count, sizeof *names);
    result->file_clips = gaiti_alloc(arena, count, sizeof *result->file_clips);
    result->converted = gaiti_alloc(arena, count, sizeof *result->converted);
    result->placed = gaiti_alloc(arena, count, sizeof *result->placed);
    GAITI_TRY(arena->status);
    result->base.clips = clips;
    result->base.clip_names = names;
    result->base.file_clips = (const gait_clip *const *)result->file_clips;
    gaiti_gltf_names_init(&taken, arena);
    for (uint32_t c = 0; c < count; c++) {
        result->base.clip_count = c + 1;
        GAITI_TRY(file_base_clip(result, file, c, options));
        clips[c] = &result->placed[c];
        names[c] = gaiti_gltf_name_clip(&taken, result->placed[c].name, &silent);
        if (!names[c]) {
            return arena->status;
        }
    }
    return GAIT_OK;
}

gait_status gaiti_base_file_new(const gait_file *file, const gait_skeleton *skeleton,
                                const gait_options *options, gaiti_base_file **out_base) {
    gait_status status;
    if (!GAITI_CLEAR(out_base) || !file || !skeleton) {
        return GAIT_BAD_ARGUMENT;
    }
    file_base *result =
        gaiti_new_object(options, sizeof *result, offsetof(file_base, arena), 0, &status);
    GAITI_TRY(status);
    result->base.storage = result;
    result->base.skeleton = skeleton;
    result->base.bone_names = gaiti_exported_bone_names(skeleton, &result->arena);
    status =
        result->base.bone_names ? file_base_clips(result, file, options) : result->arena.status;
    if (status != GAIT_OK) {
        gaiti_base_file_free(&result->base);
        return status;
    }
    *out_base = &result->base;
    return GAIT_OK;
}

/* --- times of other exports ------------------------------------------------------------------- */

gait_status gaiti_base_file_place(gaiti_base_file *base, uint32_t clip, gaiti_key_request request) {
    return file_base_place(base->storage, clip, request);
}

gait_status gaiti_base_file_list_requests(gaiti_base_file *base, uint32_t clip,
                                          const gaiti_unknown_export *from,
                                          gaiti_key_request out[GAITI_KEY_REQUESTS_MAX],
                                          uint32_t *out_count) {
    file_base *result = base->storage;
    gaiti_key_times times = file_base_times(result, clip);
    file_base_keys keys;
    gait_status status = file_base_reserve_keys(result, clip, &keys);
    times.is_since_first = from->is_since_first;
    *out_count = status == GAIT_OK
                     ? gaiti_list_key_requests(&times, from->last_s, keys.frames, keys.seconds, out)
                     : 0;
    return status;
}

gait_status gaiti_base_file_find_request(gaiti_base_file *base, uint32_t clip,
                                         const gaiti_unknown_export *from, gaiti_key_request *out,
                                         bool *out_is_found) {
    file_base *result = base->storage;
    gaiti_key_times times = file_base_times(result, clip);
    file_base_keys keys;
    gait_status status = file_base_reserve_keys(result, clip, &keys);
    times.is_since_first = from->is_since_first;
    *out_is_found = status == GAIT_OK &&
                    gaiti_find_key_request(&times, from->found, keys.frames, keys.seconds, out);
    return status;
}

void gaiti_base_file_free(gaiti_base_file *base) {
    if (!base || !base->storage) {
        return;
    }
    file_base *result = base->storage;
    for (uint32_t c = 0; result->placed && c < base->clip_count; c++) {
        gait_clip_free(result->converted[c]);
        gait_clip_free(result->file_clips[c]);
    }
    gaiti_free_object(result, offsetof(file_base, arena));
}
