/* Converts a plain RTM to a clip: binds its bones to a skeleton and makes tracks from its
 * matrices. */
#include <string.h>

#include "base/try.h"
#include "base/text/text.h"
#include "formats/bi/rtm/rtm.h"
#include "model/clip.h"

/* The names of the header; NULL when there is no memory. */
static gait_span *rtm_file_names(const gait_rtm *rtm, gaiti_arena *arena) {
    gait_span *names = gaiti_alloc(arena, rtm->bone_count, sizeof *names);
    for (uint32_t b = 0; names && b < rtm->bone_count; b++) {
        names[b] = gait_rtm_bone_name(rtm, b);
    }
    return names;
}

/* --- the skeleton ----------------------------------------------------------------------------- */

static void rtm_warn_pivots(const gait_rtm *rtm, const gaiti_rig *rig,
                            gait_diagnostics *diagnostics) {
    gaiti_report report = gaiti_report_to(diagnostics);
    for (uint32_t b = 0; b < rig->bone_count; b++) {
        int32_t at = rig->tree_of_bone[b];
        uint32_t entry = rig->entry_of_bone[b];
        bool is_unknown =
            !rig->tree || (at >= 0 && rig->tree->bones[at].rest_origin == GAIT_ORIGIN_UNKNOWN);
        if (is_unknown) {
            report.bone = (int32_t)entry;
            gaiti_raise(&report, GAITI_RTM_NO_PIVOT,
                        (gaiti_detail){.offset = gaiti_rtm_names_offset(rtm) +
                                                 (uint64_t)entry * GAITI_RTM_NAME,
                                       .length = GAITI_RTM_NAME,
                                       .name = gait_rtm_bone_name(rtm, entry)});
        }
    }
}

static gait_status rtm_bind(const gait_rtm *rtm, const gait_skeleton *tree, gaiti_arena *arena,
                            const gait_options *options, gait_skeleton **out_skeleton) {
    gaiti_rig rig;
    gait_span *names = rtm_file_names(rtm, arena);
    if (!names || !gaiti_rig_init(&rig, arena, tree, names, rtm->bone_count, rtm->code_page)) {
        return arena->status;
    }
    gait_diagnostics *diagnostics = options ? options->diagnostics : NULL;
    rtm_warn_pivots(rtm, &rig, diagnostics);
    if (!gaiti_rtm_report_foreign(rtm, &rig, arena, diagnostics)) {
        return arena->status == GAIT_OK ? GAIT_NO_MEMORY : arena->status;
    }
    for (uint32_t b = 0; b < rig.bone_count; b++) {
        if (rig.tree_of_bone[b] >= 0) {
            gaiti_rig_set_parent(&rig, b, gaiti_rig_ancestor(&rig, (uint32_t)rig.tree_of_bone[b]));
        }
    }
    return gaiti_skeleton_new(tree ? tree->name : "", rig.bones, rig.bone_count, options,
                              out_skeleton);
}

gait_status gaiti_rtm_bind_skeleton(const gait_rtm *rtm, const gait_skeleton *tree,
                                    const gait_options *options, gait_skeleton **out_skeleton) {
    gaiti_arena arena;
    if (!GAITI_CLEAR(out_skeleton) || !rtm) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena_init(&arena, options, 0);
    gait_status status = rtm_bind(rtm, tree, &arena, options, out_skeleton);
    gaiti_arena_free(&arena);
    return status;
}

/* --- the clip --------------------------------------------------------------------------------- */

typedef struct rtm_to_clip_job {
    const gait_rtm *rtm;
    const gait_skeleton *skeleton;
    gaiti_name_table file;
    int32_t *bone_of_entry; /* per entry of the header: bone of the skeleton, -1 = none */
    uint32_t missing_bones; /* entries without a bone */
    gaiti_play_order order;
} rtm_to_clip_job;

static bool rtm_prepare_to_clip(rtm_to_clip_job *job, gaiti_arena *arena) {
    gaiti_phases phases = gaiti_rtm_phases(job->rtm);
    gait_span *names = rtm_file_names(job->rtm, arena);
    if (!names ||
        !gaiti_name_table_init(&job->file, arena, names, job->rtm->bone_count,
                               job->rtm->code_page) ||
        !gaiti_phases_order(&phases, arena, &job->order)) {
        return false;
    }
    job->bone_of_entry = gaiti_alloc(arena, job->rtm->bone_count, sizeof *job->bone_of_entry);
    for (uint32_t b = 0; job->bone_of_entry && b < job->rtm->bone_count; b++) {
        job->bone_of_entry[b] =
            gait_skeleton_find(job->skeleton, gaiti_name_table_text(&job->file, b));
        job->missing_bones += job->bone_of_entry[b] < 0;
        gaiti_names_add(&job->file.set, b);
    }
    return job->bone_of_entry != NULL;
}

static gait_track rtm_track(const uint8_t *matrix, uint32_t count, uint32_t stride) {
    return (gait_track){
        .rotation = {.data = matrix, .count = count, .stride = stride, .element = GAIT_MAT3_LE},
        .translation = {
            .data = matrix + 36, .count = count, .stride = stride, .element = GAIT_F32_LE}};
}

/* For keys in playback order and uniform names: channels are views of the file. */
static void rtm_to_clip_views(const rtm_to_clip_job *job, gaiti_clip *result) {
    const gait_rtm *rtm = job->rtm;
    for (uint32_t b = 0; rtm->frame_count && b < rtm->bone_count; b++) {
        if (job->bone_of_entry[b] >= 0) {
            result->tracks[job->bone_of_entry[b]] =
                rtm_track(gaiti_rtm_entry(rtm, 0, b) + GAITI_RTM_NAME, rtm->frame_count,
                          (uint32_t)gaiti_rtm_frame_size(rtm));
        }
    }
}

/* The index in the header of the bone with the name of entry `b` of a frame; `b` if the name is not
 * in the header. */
static uint32_t rtm_header_entry(const rtm_to_clip_job *job, uint32_t frame, uint32_t b) {
    gait_span name = gaiti_rtm_frame_bone_name(job->rtm, frame, b);
    if (gaiti_equal_name(name, gait_rtm_bone_name(job->rtm, b))) {
        return b;
    }
    char utf8[GAITI_RTM_NAME * 3];
    uint32_t page = job->rtm->code_page;
    gaiti_to_utf8(page, name, utf8);
    int32_t found = gaiti_names_find(&job->file.set, gaiti_span(utf8, gaiti_utf8_size(page, name)));
    return found >= 0 ? (uint32_t)found : b;
}

/* Copies keys, 48 bytes each, ordered [bone][frame]. Bones that a frame lacks get the identity. */
static void rtm_copy_keys(const rtm_to_clip_job *job, uint8_t *keys) {
    enum { KEY = 48 };
    static const float one = 1;
    const gait_rtm *rtm = job->rtm;
    for (uint64_t k = 0; k < (uint64_t)job->skeleton->bone_count * rtm->frame_count; k++) {
        for (int diagonal = 0; diagonal < 3; diagonal++) {
            gaiti_store_f32(keys + k * KEY + 16 * diagonal, one);
        }
    }
    for (uint32_t k = 0; k < rtm->frame_count; k++) {
        uint32_t frame = job->order.frames[k];
        for (uint32_t b = 0; b < rtm->bone_count; b++) {
            int32_t bone = job->bone_of_entry[rtm_header_entry(job, frame, b)];
            if (bone >= 0) {
                memcpy(keys + ((uint64_t)(uint32_t)bone * rtm->frame_count + k) * KEY,
                       gaiti_rtm_entry(rtm, frame, b) + GAITI_RTM_NAME, KEY);
            }
        }
    }
}

static bool rtm_to_clip_copies(const rtm_to_clip_job *job, gaiti_clip *result) {
    uint32_t frames = job->rtm->frame_count;
    uint8_t *keys = gaiti_alloc(&result->arena, (uint64_t)job->skeleton->bone_count * frames, 48);
    if (!keys) {
        return false;
    }
    rtm_copy_keys(job, keys);
    for (uint32_t b = 0; b < job->rtm->bone_count; b++) {
        int32_t bone = job->bone_of_entry[b];
        if (bone >= 0) {
            result->tracks[bone] =
                rtm_track(keys + (uint64_t)(uint32_t)bone * frames * 48, frames, 48);
        }
    }
    return true;
}

static bool rtm_to_clip_events(const gait_rtm *rtm, gaiti_clip *result) {
    gait_event *events = gaiti_clip_add_events(result, rtm->property_count);
    for (uint32_t i = 0; events && i < rtm->property_count; i++) {
        const gait_rtm_property *property = &rtm->properties[i];
        events[i].name = gaiti_utf8(&result->arena, rtm->code_page, property->name);
        events[i].value = gaiti_utf8(&result->arena, rtm->code_page, property->value);
        events[i].start = events[i].end = property->phase;
        if (!events[i].name || !events[i].value) {
            return false;
        }
    }
    return events != NULL;
}

static gait_status rtm_to_clip(const rtm_to_clip_job *job, const char *name,
                               const gait_options *options, gait_clip **out_clip) {
    const gait_rtm *rtm = job->rtm;
    bool in_place = rtm->uniform && job->order.sorted && gaiti_rtm_frame_size(rtm) <= UINT32_MAX;
    gait_status status;
    gaiti_clip *result = gaiti_clip_new(job->skeleton, name, rtm->frame_count, 0, options, &status);
    GAITI_TRY(status);
    result->missing_bones = job->missing_bones;
    result->clip.space = GAIT_SPACE_DELTA;
    result->clip.axes = GAIT_AXES_FILE;
    result->clip.time_unit = GAIT_TIME_PHASE;
    memcpy(result->clip.root_motion, rtm->root_motion, sizeof rtm->root_motion);
    memcpy(result->time, job->order.phases, rtm->frame_count * sizeof *result->time);
    if (in_place) {
        rtm_to_clip_views(job, result);
    } else if (!rtm_to_clip_copies(job, result)) {
        status = result->arena.status;
    }
    if (status == GAIT_OK && !rtm_to_clip_events(rtm, result)) {
        status = result->arena.status;
    }
    if (status != GAIT_OK) {
        gait_clip_free(&result->clip);
        return status;
    }
    *out_clip = &result->clip;
    return GAIT_OK;
}

gait_status gaiti_rtm_clip(const gait_rtm *rtm, const char *name, const gait_skeleton *skeleton,
                           const gait_options *options, gait_clip **out_clip) {
    gaiti_arena arena;
    if (!GAITI_CLEAR(out_clip) || !rtm || !skeleton) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_status status = GAIT_OK;
    if (options && options->diagnostics) {
        status = gaiti_rtm_warn_repairs(rtm, options->diagnostics);
    }
    if (status != GAIT_OK) {
        return status;
    }
    gaiti_arena_init(&arena, options, 0);
    rtm_to_clip_job job = {.rtm = rtm, .skeleton = skeleton};
    status = rtm_prepare_to_clip(&job, &arena) ? rtm_to_clip(&job, name, options, out_clip)
                                               : arena.status;
    gaiti_arena_free(&arena);
    return status;
}
