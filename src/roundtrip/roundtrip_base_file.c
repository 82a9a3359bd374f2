/* Makes the base file of a comparison from an open file: its clips, with the names and key times of
 * an export to glTF. */
#include <stddef.h>

#include "base/arguments.h"
#include "base/memory.h"
#include "base/text/text.h"
#include "formats/gltf/write/gltf_write_names.h"
#include "formats/gltf/write/gltf_write_state.h"
#include "formats/keyframes.h"
#include "gait/clip.h"
#include "gait/ops.h"
#include "gait/compare.h"
#include "model/affine.h"

typedef struct file_base {
    gait_base_file base;
    gaiti_arena arena;
    gait_clip **file_clips; /* refer to the file */
    gait_clip **converted;  /* in glTF axes; refer to file_clips */
    gait_clip *placed;      /* the converted clips with times in seconds */
} file_base;

static bool file_base_bones(file_base *result, const gait_skeleton *skeleton) {
    gaiti_report silent = gaiti_report_to(NULL);
    gaiti_gltf_names names;
    const char **out = gaiti_alloc(&result->arena, skeleton->bone_count, sizeof *out);
    gaiti_gltf_names_init(&names, &result->arena);
    bool done = out && gaiti_gltf_name_bone(&names, GAITI_GLTF_ARMATURE, &silent) &&
                gaiti_gltf_name_bone(&names, GAITI_GLTF_MESH, &silent);
    for (uint32_t b = 0; done && b < skeleton->bone_count; b++) {
        out[b] = gaiti_gltf_name_bone(&names, skeleton->bones[b].name, &silent);
        done = out[b] != NULL;
    }
    result->base.bone_names = out;
    return done;
}

/* Sets the key times of a clip in seconds. A phase of 1 is `duration_s`; 0 = the default of
 * exports. */
static gait_status file_base_place(file_base *result, uint32_t index, double duration_s) {
    const gait_clip *clip = result->converted[index];
    gaiti_key_times times = {.time = clip->time,
                             .count = clip->frame_count,
                             .unit = clip->time_unit,
                             .duration_s = duration_s};
    if (clip->frame_count > GAITI_KEY_FRAME_MAX) {
        return GAIT_LIMIT;
    }
    uint32_t *frames = gaiti_alloc(&result->arena, clip->frame_count, sizeof *frames);
    float *seconds = gaiti_alloc(&result->arena, clip->frame_count, sizeof *seconds);
    if (!frames || !seconds) {
        return result->arena.status;
    }
    gaiti_place_keys(&times, frames, seconds);
    result->placed[index] = *clip;
    result->placed[index].time = seconds;
    result->placed[index].time_unit = GAIT_TIME_SECONDS;
    return GAIT_OK;
}

static gait_status file_base_clip(file_base *result, const gait_file *file, uint32_t index,
                                  const gait_options *options) {
    gait_status status =
        gait_file_clip(file, index, result->base.skeleton, options, &result->file_clips[index]);
    if (status == GAIT_OK && gait_pose_requirements(result->file_clips[index], GAIT_SPACE_MODEL) !=
                                 GAIT_REQUIRES_NOTHING) {
        status = GAIT_UNSUPPORTED;
    }
    if (status == GAIT_OK) {
        status = gait_clip_convert_rigid(result->file_clips[index], GAIT_AXES_GLTF, options,
                                         &result->converted[index]);
    }
    return status == GAIT_OK ? file_base_place(result, index, 0) : status;
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
    if (!clips || !names || !result->file_clips || !result->converted || !result->placed) {
        return arena->status;
    }
    result->base.clips = clips;
    result->base.clip_names = names;
    result->base.file_clips = (const gait_clip *const *)result->file_clips;
    gaiti_gltf_names_init(&taken, arena);
    for (uint32_t c = 0; c < count; c++) {
        result->base.clip_count = c + 1;
        gait_status status = file_base_clip(result, file, c, options);
        if (status != GAIT_OK) {
            return status;
        }
        clips[c] = &result->placed[c];
        names[c] = gaiti_gltf_name_clip(&taken, result->placed[c].name, &silent);
        if (!names[c]) {
            return arena->status;
        }
    }
    return GAIT_OK;
}

gait_status gait_base_file_new(const gait_file *file, const gait_skeleton *skeleton,
                               const gait_options *options, gait_base_file **out_base) {
    gait_status status;
    if (!GAITI_CLEAR(out_base) || !file || !skeleton) {
        return GAIT_BAD_ARGUMENT;
    }
    file_base *result =
        gaiti_new_object(options, sizeof *result, offsetof(file_base, arena), 0, &status);
    if (!result) {
        return status;
    }
    result->base.storage = result;
    result->base.skeleton = skeleton;
    status = file_base_bones(result, skeleton) ? file_base_clips(result, file, options)
                                               : result->arena.status;
    if (status != GAIT_OK) {
        gait_base_file_free(&result->base);
        return status;
    }
    *out_base = &result->base;
    return GAIT_OK;
}

/* The difference between the time of the last key and `last_s`. */
static double file_base_end_error(const gait_clip *clip, double last_s) {
    return gaiti_abs((double)clip->time[clip->frame_count - 1] - last_s);
}

gait_status gait_base_file_place_keys(gait_base_file *base, uint32_t clip, double last_s) {
    const double max_error = 1e-3, max_duration = (double)GAITI_KEY_FRAME_MAX / GAITI_KEY_RATE;
    if (!base || !base->storage || clip >= base->clip_count) {
        return GAIT_BAD_ARGUMENT;
    }
    file_base *result = base->storage;
    const gait_clip before = result->placed[clip], *from = result->converted[clip];
    if (from->time_unit != GAIT_TIME_PHASE || from->frame_count < 2 || !(last_s > 0) ||
        file_base_end_error(&before, last_s) <= max_error) {
        return GAIT_OK;
    }
    double span = (double)from->time[from->frame_count - 1] - (double)from->time[0];
    double duration = last_s / (span > 0 ? span : 1);
    if (!(duration <= max_duration)) {
        return GAIT_OK;
    }
    gait_status status = file_base_place(result, clip, duration);
    if (status != GAIT_OK || file_base_end_error(&result->placed[clip], last_s) > max_error) {
        result->placed[clip] = before;
    }
    return status;
}

void gait_base_file_free(gait_base_file *base) {
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
