/* Converts a binarised RTM to a clip: binds its bones to a skeleton and makes tracks from its
 * records. */
#include "base/try.h"
#include "base/text/code_page.h"
#include "base/text/text.h"
#include "codec/half.h"
#include "formats/bi/bi_skeleton.h"
#include "formats/bi/bmtr/bmtr.h"
#include "model/clip.h"

/* --- the skeleton ----------------------------------------------------------------------------- */

typedef struct bmtr_binding {
    gaiti_rig rig;
    gaiti_report report;
    const gait_span *names;
    uint32_t code_page;      /* of `names` */
    const uint64_t *offsets; /* offsets of the names in the file; NULL = not from a file */
} bmtr_binding;

static gait_status bmtr_raise_bone(bmtr_binding *job, gaiti_rule rule, uint32_t bone) {
    uint32_t entry = job->rig.entry_of_bone[bone];
    job->report.bone = (int32_t)entry;
    return gaiti_raise(&job->report, rule,
                       (gaiti_detail){.offset = job->offsets ? job->offsets[entry] : GAIT_NO_OFFSET,
                                      .length = job->offsets ? job->names[entry].size + 1 : 0,
                                      .name = job->names[entry]});
}

/* Sets the parent of a bone. Records are relative to the actual parent; a parent that is not in the
 * file is at rest. */
static gait_status bmtr_set_parent(bmtr_binding *job, uint32_t bone) {
    gaiti_rig *rig = &job->rig;
    int32_t at = rig->tree_of_bone[bone];
    if (at < 0) {
        return bmtr_raise_bone(job, GAITI_BMTR_NOT_IN_TREE, bone);
    }
    int32_t parent = rig->tree->bones[at].parent;
    bool has_parent = parent >= 0 && rig->bone_of_tree[parent] >= 0;
    gaiti_rig_set_parent(rig, bone, has_parent ? parent : -1);
    if (!has_parent && gaiti_rig_ancestor(rig, (uint32_t)at) >= 0) {
        bmtr_raise_bone(job, GAITI_BMTR_GAP, bone);
    }
    if (rig->bones[bone].rest_origin == GAIT_ORIGIN_UNKNOWN) {
        bmtr_raise_bone(job, GAITI_BMTR_NO_PIVOT, bone);
    }
    return GAIT_OK;
}

static gait_status bmtr_bind(bmtr_binding *job, uint32_t count, const gait_skeleton *tree,
                             gaiti_arena *arena, const gait_options *options,
                             gait_skeleton **out_skeleton) {
    gait_status status = GAIT_OK;
    if (!gaiti_rig_init(&job->rig, arena, tree, job->names, count, job->code_page)) {
        return arena->status;
    }
    for (uint32_t b = 0; tree && b < job->rig.bone_count; b++) {
        gait_status found = bmtr_set_parent(job, b);
        status = status == GAIT_OK ? found : status;
    }
    GAITI_TRY(status);
    return gaiti_skeleton_new(tree ? tree->name : "", job->rig.bones, job->rig.bone_count, options,
                              out_skeleton);
}

gait_status gaiti_bmtr_bind_skeleton(const gait_bmtr *bmtr, const gait_skeleton *tree,
                                     const gait_options *options, gait_skeleton **out_skeleton) {
    gaiti_arena arena;
    if (!GAITI_CLEAR(out_skeleton) || !bmtr) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena_init(&arena, options, 0);
    uint64_t *offsets = gaiti_alloc(&arena, bmtr->bone_count, sizeof *offsets);
    uint64_t at = GAITI_BMTR_HEAD;
    for (uint32_t b = 0; offsets && b < bmtr->bone_count; b++) {
        offsets[b] = at;
        at += bmtr->names[b].size + 1;
    }
    bmtr_binding job = {.report = gaiti_report_to(options ? options->diagnostics : NULL),
                        .names = bmtr->names,
                        .code_page = bmtr->code_page,
                        .offsets = offsets};
    gait_status status =
        offsets ? bmtr_bind(&job, bmtr->bone_count, tree, &arena, options, out_skeleton)
                : arena.status;
    gaiti_arena_free(&arena);
    return status;
}

gait_status gaiti_bmtr_bind_records(const gait_span *names, uint32_t name_count,
                                    const gait_skeleton *tree, const gait_options *options,
                                    gait_skeleton **out_skeleton) {
    gaiti_arena arena;
    if (!GAITI_CLEAR(out_skeleton) || (!names && name_count > 0)) {
        return GAIT_BAD_ARGUMENT;
    }
    for (uint32_t i = 0; i < name_count; i++) {
        if (!gaiti_is_span(names[i])) {
            return GAIT_BAD_ARGUMENT;
        }
    }
    gaiti_arena_init(&arena, options, 0);
    gaiti_code_page_votes votes = {0};
    for (uint32_t i = 0; i < name_count; i++) {
        gaiti_code_page_vote(&votes, names[i]);
    }
    bmtr_binding job = {.report = gaiti_report_to(options ? options->diagnostics : NULL),
                        .names = names,
                        .code_page = gaiti_code_page_choose(options, &votes)};
    gait_status status = bmtr_bind(&job, name_count, tree, &arena, options, out_skeleton);
    gaiti_arena_free(&arena);
    return status;
}

/* --- the clip --------------------------------------------------------------------------------- */

/* Records contain the conjugate of the rotation for column vectors. */
enum { BMTR_CONJUGATE = 7 };

typedef struct bmtr_to_clip_job {
    const gait_bmtr *bmtr;
    const gait_skeleton *skeleton;
    int32_t *bone_of_entry; /* per bone of the file: bone of the skeleton, -1 = none */
    bool is_reordered;      /* the bones of the skeleton have another order */
    bool *is_odd;           /* per bone of the file: some quaternion is not of unit length */
    gaiti_play_order order;
    gaiti_clip *result;
    float *rotations;    /* 4 per key, [frame][bone of the file] */
    float *translations; /* 3 per key */
} bmtr_to_clip_job;

/* Finds the bone of the skeleton for a bone of the file. Tries `guess` first, because both usually
 * have the same order. False when there is no memory. */
static bool bmtr_find_bone(const bmtr_to_clip_job *job, gaiti_arena *arena, uint32_t entry,
                           int32_t guess, int32_t *out_bone) {
    const gait_skeleton *skeleton = job->skeleton;
    gait_span name = job->bmtr->names[entry];
    if ((uint32_t)guess < skeleton->bone_count &&
        gaiti_equal_utf8(job->bmtr->code_page, name, skeleton->bones[guess].name)) {
        *out_bone = guess;
        return true;
    }
    const char *utf8 = gaiti_utf8(arena, job->bmtr->code_page, name);
    *out_bone = gait_skeleton_find(skeleton, utf8);
    return utf8 != NULL;
}

static bool bmtr_prepare_to_clip(bmtr_to_clip_job *job, gaiti_arena *arena) {
    const gait_bmtr *bmtr = job->bmtr;
    gaiti_phases phases = gaiti_bmtr_phases(bmtr);
    job->bone_of_entry = gaiti_alloc(arena, bmtr->bone_count, sizeof *job->bone_of_entry);
    job->is_odd = gaiti_alloc(arena, bmtr->bone_count, sizeof *job->is_odd);
    if (!job->bone_of_entry || !job->is_odd || !gaiti_phases_order(&phases, arena, &job->order)) {
        return false;
    }
    int32_t before = -1, last = -1;
    for (uint32_t b = 0; b < bmtr->bone_count; b++) {
        if (!bmtr_find_bone(job, arena, b, before + 1, &before)) {
            return false;
        }
        job->bone_of_entry[b] = before;
        job->is_reordered |= before >= 0 && before < last;
        last = before >= 0 ? before : last;
    }
    return true;
}

/* Sets is_odd for the bones of a frame whose quaternion is not of unit length. True when there is
 * one. */
static bool bmtr_find_odd(bmtr_to_clip_job *job, const uint8_t *records) {
    uint32_t count = job->bmtr->bone_count;
    if (gaiti_bmtr_all_unit(records, count)) {
        return false;
    }
    for (uint32_t b = 0; b < count; b++, records += GAITI_BMTR_RECORD) {
        job->is_odd[b] |= !gaiti_bmtr_is_unit(gaiti_bmtr_square(records));
    }
    return true;
}

/* Converts the keys of all bones, in playback order. True when some quaternion is not of unit
 * length. */
static bool bmtr_to_clip_keys(bmtr_to_clip_job *job) {
    const gait_bmtr *bmtr = job->bmtr;
    size_t count = bmtr->bone_count;
    bool any = false;
    for (uint32_t k = 0; k < bmtr->frame_count; k++) {
        const uint8_t *records = bmtr->frames[job->order.frames[k]].data;
        gaiti_half_records_to_f32(records, count, job->rotations + k * count * 4,
                                  job->translations + k * count * 3);
        any |= bmtr_find_odd(job, records);
    }
    return any;
}

/* Makes the scale channel of one bone; replaces zero quaternions by the identity. */
static bool bmtr_to_clip_scale(bmtr_to_clip_job *job, uint32_t entry, gait_channel *out) {
    const gait_bmtr *bmtr = job->bmtr;
    float *scales = gaiti_alloc(&job->result->arena, bmtr->frame_count, 3 * sizeof *scales);
    bool is_scaled = false;
    for (uint32_t k = 0; scales && k < bmtr->frame_count; k++) {
        uint64_t square = gaiti_bmtr_square(gaiti_bmtr_record(bmtr, job->order.frames[k], entry));
        bool scaled = square != 0 && !gaiti_bmtr_is_unit(square);
        float scale = scaled ? (float)((double)square / GAITI_BMTR_UNIT) : 1;
        scales[3 * (size_t)k] = scales[3 * (size_t)k + 1] = scales[3 * (size_t)k + 2] = scale;
        is_scaled = is_scaled || scaled;
        if (square == 0) {
            job->rotations[((size_t)k * bmtr->bone_count + entry) * 4 + 3] = 1;
        }
    }
    if (is_scaled) {
        *out = (gait_channel){.data = (const uint8_t *)scales,
                              .count = bmtr->frame_count,
                              .stride = 12,
                              .element = GAIT_F32};
    }
    return scales != NULL;
}

static gait_channel bmtr_channel(const float *keys, const gait_bmtr *bmtr, uint32_t width) {
    return (gait_channel){.data = (const uint8_t *)keys,
                          .count = bmtr->frame_count,
                          .stride = bmtr->bone_count * width * 4,
                          .element = GAIT_F32};
}

static bool bmtr_to_clip_tracks(bmtr_to_clip_job *job, bool has_odd) {
    const gait_bmtr *bmtr = job->bmtr;
    for (uint32_t b = 0; bmtr->frame_count && b < bmtr->bone_count; b++) {
        if (job->bone_of_entry[b] < 0) {
            job->result->missing_bones++;
            continue;
        }
        gait_track *track = &job->result->tracks[job->bone_of_entry[b]];
        track->rotation = bmtr_channel(job->rotations + 4 * (size_t)b, bmtr, 4);
        track->rotation.negate = BMTR_CONJUGATE;
        track->translation = bmtr_channel(job->translations + 3 * (size_t)b, bmtr, 3);
        if (has_odd && job->is_odd[b] && !bmtr_to_clip_scale(job, b, &track->scale)) {
            return false;
        }
    }
    return true;
}

static bool bmtr_to_clip_events(const gait_bmtr *bmtr, gaiti_clip *result) {
    gait_event *events = gaiti_clip_add_events(result, bmtr->key_count);
    for (uint32_t i = 0; events && i < bmtr->key_count; i++) {
        const gait_bmtr_key *key = &bmtr->keys[i];
        events[i].name = gaiti_utf8(&result->arena, bmtr->code_page, key->name);
        events[i].value = gaiti_utf8(&result->arena, bmtr->code_page, key->value);
        events[i].start = events[i].end = (double)key->time;
        if (!events[i].name || !events[i].value) {
            return false;
        }
    }
    return events != NULL;
}

/* Sets the order of the bones in the file if it is not the order of the skeleton. */
static bool bmtr_to_clip_order(const bmtr_to_clip_job *job) {
    gait_clip *clip = &job->result->clip;
    uint32_t count = job->is_reordered ? job->bmtr->bone_count : 0, found = 0;
    uint32_t *order = count ? gaiti_alloc(&job->result->arena, count, sizeof *order) : NULL;
    for (uint32_t b = 0; order && b < count; b++) {
        if (job->bone_of_entry[b] >= 0) {
            order[found++] = (uint32_t)job->bone_of_entry[b];
        }
    }
    clip->bone_order = order;
    clip->bone_order_count = found;
    return order || count == 0;
}

/* Sets space, axes, times and root motion. The root motion is in file axes, independently of the
 * axes of the records. */
static void bmtr_label(const bmtr_to_clip_job *job) {
    const gait_bmtr *bmtr = job->bmtr;
    gait_clip *clip = &job->result->clip;
    clip->space = GAIT_SPACE_LOCAL_DELTA;
    clip->axes = bmtr->reversed ? GAIT_AXES_ENGINE : GAIT_AXES_FILE;
    clip->time_unit = GAIT_TIME_PHASE;
    gaiti_root_motion_change_axes(bmtr->root_motion, GAIT_AXES_FILE, clip->axes, clip->root_motion);
    if (bmtr->frame_count) {
        memcpy(job->result->time, job->order.phases, bmtr->frame_count * sizeof *job->result->time);
    }
}

static bool bmtr_fill(bmtr_to_clip_job *job) {
    const gait_bmtr *bmtr = job->bmtr;
    uint64_t keys = (uint64_t)bmtr->frame_count * bmtr->bone_count;
    job->rotations = gaiti_alloc_uninitialised(&job->result->arena, keys, 16);
    job->translations = gaiti_alloc_uninitialised(&job->result->arena, keys, 12);
    bmtr_label(job);
    return job->rotations && job->translations && bmtr_to_clip_order(job) &&
           bmtr_to_clip_tracks(job, bmtr_to_clip_keys(job)) &&
           bmtr_to_clip_events(bmtr, job->result);
}

static gait_status bmtr_to_clip(bmtr_to_clip_job *job, const char *name,
                                const gait_options *options, gait_clip **out_clip) {
    const gait_bmtr *bmtr = job->bmtr;
    uint64_t keys = (uint64_t)bmtr->frame_count * bmtr->bone_count;
    gait_status status;
    if ((uint64_t)bmtr->bone_count * 16 > UINT32_MAX) {
        return GAIT_LIMIT; /* the stride would overflow */
    }
    job->result = gaiti_clip_new(job->skeleton, name, bmtr->frame_count,
                                 gaiti_arena_cost(keys * 16) + gaiti_arena_cost(keys * 12) +
                                     gaiti_arena_cost(bmtr->key_count * sizeof(gait_event)) +
                                     gaiti_arena_cost(job->is_reordered ? bmtr->bone_count * 4 : 0),
                                 options, &status);
    GAITI_TRY(status);
    if (!bmtr_fill(job)) {
        status = job->result->arena.status;
        gait_clip_free(&job->result->clip);
        return status;
    }
    *out_clip = &job->result->clip;
    return GAIT_OK;
}

gait_status gaiti_bmtr_clip(const gait_bmtr *bmtr, const char *name, const gait_skeleton *skeleton,
                            const gait_options *options, gait_clip **out_clip) {
    gaiti_arena arena;
    if (!GAITI_CLEAR(out_clip) || !bmtr || !skeleton) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena_init(&arena, options, 0);
    if (options && options->diagnostics) {
        gaiti_bmtr_warn_zero(bmtr, options->diagnostics);
    }
    bmtr_to_clip_job job = {.bmtr = bmtr, .skeleton = skeleton};
    gait_status status = bmtr_prepare_to_clip(&job, &arena)
                             ? bmtr_to_clip(&job, name, options, out_clip)
                             : arena.status;
    gaiti_arena_free(&arena);
    return status;
}
