/* Applies edited clips to a plain RTM: changes the matrices of bones that moved, and of their
 * descendants. */
#include "base/text/names.h"
#include "base/text/text.h"
#include "base/try.h"
#include "formats/bi/rtm/rtm.h"
#include "gait/transform.h"
#include "model/affine.h"
#include "model/clip.h"
#include "model/clip_change.h"

/* State of a patch. */
typedef struct rtm_patch_job {
    gait_rtm *rtm;
    const gaiti_clip_change *change;
    const gait_skeleton *skeleton;
    gaiti_play_order order;
    gait_span *names;     /* names of the header */
    gaiti_names set;      /* set of these names */
    int32_t *bone_of;     /* per entry of the header: bone, -1 = none */
    int32_t *entry_of;    /* per bone: its entry in the current frame; -1 = none */
    gait_affine *rest;    /* per bone: rest pose in file axes */
    gait_affine *inverse; /* inverse of `rest` */
    gait_affine *pose;    /* per bone: pose in model space, without scale, file axes */
    bool *has_moved;      /* per bone: changed in the current frame */
} rtm_patch_job;

/* --- frames of the base ----------------------------------------------------------------------- */

/* The index in the header of the bone with the name of entry `b` of a frame; `b` if the name is not
 * in the header. */
static uint32_t rtm_patch_header_entry(const rtm_patch_job *job, uint32_t frame, uint32_t b) {
    if (job->rtm->uniform) {
        return b;
    }
    gait_span name = gaiti_rtm_frame_bone_name(job->rtm, frame, b);
    int32_t found = gaiti_equal_name(name, job->names[b]) ? -1 : gaiti_names_find(&job->set, name);
    return found >= 0 ? (uint32_t)found : b;
}

/* Finds the entries of all bones in a frame. Of several entries for one bone the last one is used,
 * as when making clips. */
static void rtm_patch_find_entries(rtm_patch_job *job, uint32_t frame) {
    for (uint32_t b = 0; b < job->skeleton->bone_count; b++) {
        job->entry_of[b] = -1;
    }
    for (uint32_t e = 0; e < job->rtm->bone_count; e++) {
        int32_t bone = job->bone_of[rtm_patch_header_entry(job, frame, e)];
        if (bone >= 0) {
            job->entry_of[bone] = (int32_t)e;
        }
    }
}

/* The matrix of a bone in the base; the identity if the frame lacks the bone. */
static gait_affine rtm_patch_delta(const rtm_patch_job *job, uint32_t frame, uint32_t bone) {
    gait_affine delta = gait_affine_identity();
    float matrix[12];
    if (job->entry_of[bone] < 0) {
        return delta;
    }
    gait_rtm_matrix(job->rtm, frame, (uint32_t)job->entry_of[bone], matrix);
    for (int i = 0; i < 9; i++) {
        delta.m[i % 3][i / 3] = (double)matrix[i];
    }
    for (int i = 0; i < 3; i++) {
        delta.t[i] = (double)matrix[9 + i];
    }
    return delta;
}

/* The pose of a bone in the base without scale and shear, which are stored in `stretch`: posed =
 * rigid * stretch. */
static gait_affine rtm_patch_old_pose(const rtm_patch_job *job, uint32_t frame, uint32_t bone,
                                      gait_affine *stretch) {
    gait_transform transform;
    gait_affine delta = rtm_patch_delta(job, frame, bone), inverse;
    gait_affine posed = gait_affine_multiply(&delta, &job->rest[bone]);
    gait_affine_decompose(&posed, &transform);
    transform.s[0] = transform.s[1] = transform.s[2] = 1;
    gait_affine rigid = gait_affine_from_transform(&transform);
    gait_affine_invert(&rigid, &inverse);
    *stretch = gait_affine_multiply(&inverse, &posed);
    stretch->t[0] = stretch->t[1] = stretch->t[2] = 0;
    return rigid;
}

/* --- the edited pose -------------------------------------------------------------------------- */

/* True when key `key` of a channel differs from key `old` of the base. */
static bool rtm_patch_key_moved(const gaiti_channel_change *channel, uint32_t key, uint32_t old) {
    int32_t from = channel->count ? channel->from[channel->count == 1 ? 0 : key] : 0;
    return channel->count && (from < 0 || (channel->count > 1 && (uint32_t)from != old));
}

static void rtm_patch_value(const gaiti_channel_change *channel, const gait_channel *base,
                            bool is_rotation, uint32_t key, uint32_t old, double *out) {
    size_t width = is_rotation ? 4 : 3;
    double value[9] = {0};
    if (channel->count) {
        memcpy(out, channel->values + (channel->count == 1 ? 0 : key * width), width * sizeof *out);
        return;
    }
    if (base->count) {
        gaiti_channel_get(base, is_rotation, old, value);
    }
    memcpy(out, value, width * sizeof *out);
}

/* The local transform of a bone after the edit. `old` is the index of the key in the base. */
static gait_affine rtm_patch_local(const rtm_patch_job *job, uint32_t bone, uint32_t key,
                                   uint32_t old) {
    const gaiti_bone_change *edited = &job->change->bones[bone];
    const gait_track *base = &job->change->base->tracks[bone];
    gait_transform local = {.s = {1, 1, 1}};
    rtm_patch_value(&edited->rotation, &base->rotation, true, key, old, local.q);
    rtm_patch_value(&edited->translation, &base->translation, false, key, old, local.t);
    gait_affine affine = gait_affine_from_transform(&local);
    return gait_affine_change_axes(&affine, GAIT_AXES_GLTF, GAIT_AXES_FILE);
}

static void rtm_patch_store(rtm_patch_job *job, uint8_t *frame_bytes, uint32_t bone,
                            const gait_affine *stretch) {
    gait_affine stretched = gait_affine_multiply(&job->pose[bone], stretch);
    gait_affine delta = gait_affine_multiply(&stretched, &job->inverse[bone]);
    uint8_t *out = frame_bytes + GAITI_RTM_FRAME_HEAD +
                   (size_t)job->entry_of[bone] * GAITI_RTM_ENTRY + GAITI_RTM_NAME;
    for (int i = 0; i < 9; i++) {
        gaiti_store_f32(out + 4 * i, (float)delta.m[i % 3][i / 3]);
    }
    for (int i = 0; i < 3; i++) {
        gaiti_store_f32(out + 36 + 4 * i, (float)delta.t[i]);
    }
}

/* Writes the bones that moved at a key to a frame, which is a copy of the base's `frame`. */
static void rtm_patch_frame(rtm_patch_job *job, uint32_t key, uint32_t old, uint32_t frame,
                            uint8_t *frame_bytes) {
    if (!job->rtm->uniform) {
        rtm_patch_find_entries(job, frame);
    }
    for (uint32_t b = 0; b < job->skeleton->bone_count; b++) {
        int32_t parent = job->skeleton->bones[b].parent;
        const gaiti_bone_change *edited = &job->change->bones[b];
        gait_affine stretch;
        job->pose[b] = rtm_patch_old_pose(job, frame, b, &stretch);
        job->has_moved[b] = (parent >= 0 && job->has_moved[parent]) ||
                            rtm_patch_key_moved(&edited->rotation, key, old) ||
                            rtm_patch_key_moved(&edited->translation, key, old);
        if (!job->has_moved[b]) {
            continue;
        }
        job->pose[b] = rtm_patch_local(job, b, key, old);
        if (parent >= 0) {
            job->pose[b] = gait_affine_multiply(&job->pose[parent], &job->pose[b]);
        }
        if (job->entry_of[b] >= 0) {
            rtm_patch_store(job, frame_bytes, b, &stretch);
        }
    }
}

static bool rtm_patch_has_moved_at(const gaiti_clip_change *change, uint32_t key) {
    for (uint32_t b = 0; b < change->base->skeleton->bone_count; b++) {
        if (rtm_patch_key_moved(&change->bones[b].rotation, key, key) ||
            rtm_patch_key_moved(&change->bones[b].translation, key, key)) {
            return true;
        }
    }
    return false;
}

/* --- all frames ------------------------------------------------------------------------------- */

/* The index, from `key` on, of the base's key that is nearest to a time since the start. */
static uint32_t rtm_patch_nearest(const gait_clip *base, double time, uint32_t key) {
    double first = gaiti_clip_span(base).start;
    while (key + 1 < base->frame_count && gaiti_abs((double)base->time[key + 1] - first - time) <=
                                              gaiti_abs((double)base->time[key] - first - time)) {
        key++;
    }
    return key;
}

/* The phase of a key whose nearest key in the base is `old`: interpolated by time between the
 * phases of the start and the end of the base. Exports of earlier versions begin and end with the
 * first and the last key. */
static float rtm_patch_phase(const rtm_patch_job *job, uint32_t key, uint32_t old) {
    const gaiti_clip_change *change = job->change;
    double last = change->length > 0 ? change->length : change->times[change->frame_count - 1];
    gaiti_time_span length = gaiti_clip_span(change->base);
    if (last == length.length &&
        change->times[key] == (double)change->base->time[old] - length.start) {
        return job->order.phases[old];
    }
    double from = (double)job->order.phases[0];
    double to = (double)job->order.phases[job->rtm->frame_count - 1];
    if (change->base->phases) {
        gaiti_time_span span = gaiti_phase_span(job->order.phases, job->rtm->frame_count);
        from = span.start;
        to = span.start + span.length;
    }
    to = to > from ? to : from + 1;
    return (float)(last > 0 ? from + (to - from) * (change->times[key] / last) : from);
}

/* Makes the frames for a changed duration or number of keys, in playback order. */
static gait_status rtm_patch_retime(rtm_patch_job *job) {
    gait_rtm *rtm = job->rtm;
    uint64_t size = gaiti_rtm_frame_size(rtm);
    uint32_t count = job->change->frame_count;
    uint8_t *frames =
        size > SIZE_MAX ? NULL : gaiti_alloc(&rtm->arena, job->change->frame_count, (size_t)size);
    if (!frames) {
        return size > SIZE_MAX ? GAIT_LIMIT : rtm->arena.status;
    }
    for (uint32_t k = 0, old = 0; k < count; k++) {
        old = rtm_patch_nearest(job->change->base, job->change->times[k], old);
        uint32_t frame = job->order.frames[old];
        memcpy(frames + k * size, gaiti_rtm_frame(rtm, frame), (size_t)size);
        rtm_patch_frame(job, k, old, frame, frames + k * size);
        gaiti_store_f32(frames + k * size, rtm_patch_phase(job, k, old));
    }
    rtm->frames = gaiti_span(frames, (size_t)(count * size));
    rtm->frame_count = count;
    return GAIT_OK;
}

static gait_status rtm_patch_in_place(rtm_patch_job *job) {
    gait_rtm *rtm = job->rtm;
    uint8_t *frames = gaiti_copy(&rtm->arena, rtm->frames);
    GAITI_TRY(rtm->arena.status);
    for (uint32_t k = 0; k < rtm->frame_count; k++) {
        uint32_t frame = job->order.frames[k];
        if (rtm_patch_has_moved_at(job->change, k)) {
            rtm_patch_frame(job, k, k, frame, frames + frame * gaiti_rtm_frame_size(rtm));
        }
    }
    rtm->frames.data = frames;
    return GAIT_OK;
}

static bool rtm_patch_names(rtm_patch_job *job, gaiti_arena *scratch) {
    for (uint32_t e = 0; e < job->rtm->bone_count; e++) {
        const char *name =
            gaiti_utf8(scratch, job->rtm->code_page, gait_rtm_bone_name(job->rtm, e));
        if (!name) {
            return false;
        }
        job->bone_of[e] = gait_skeleton_find(job->skeleton, name);
        job->names[e] = gait_rtm_bone_name(job->rtm, e);
        gaiti_names_add(&job->set, e);
    }
    return true;
}

static bool rtm_patch_prepare(rtm_patch_job *job, gaiti_arena *scratch) {
    gaiti_phases phases = gaiti_rtm_phases(job->rtm);
    uint32_t bones = job->skeleton->bone_count;
    job->names = gaiti_alloc(scratch, job->rtm->bone_count, sizeof *job->names);
    job->bone_of = gaiti_alloc(scratch, job->rtm->bone_count, sizeof *job->bone_of);
    job->entry_of = gaiti_alloc(scratch, bones, sizeof *job->entry_of);
    job->rest = gaiti_alloc(scratch, bones, sizeof *job->rest);
    job->inverse = gaiti_alloc(scratch, bones, sizeof *job->inverse);
    job->pose = gaiti_alloc(scratch, bones, sizeof *job->pose);
    job->has_moved = gaiti_alloc(scratch, bones, sizeof *job->has_moved);
    if (!job->names || !job->bone_of || !job->entry_of || !job->rest || !job->inverse ||
        !job->pose || !job->has_moved || !gaiti_phases_order(&phases, scratch, &job->order) ||
        !gaiti_names_init(&job->set, scratch, job->names, job->rtm->bone_count) ||
        !rtm_patch_names(job, scratch)) {
        return false;
    }
    for (uint32_t b = 0; b < bones; b++) {
        job->rest[b] = gait_affine_change_axes(&job->skeleton->rest_model[b], GAIT_AXES_ENGINE,
                                               GAIT_AXES_FILE);
        gait_affine_invert(&job->rest[b], &job->inverse[b]);
    }
    rtm_patch_find_entries(job, 0);
    return true;
}

gait_status gaiti_rtm_apply_changes(gait_rtm *rtm, const gaiti_clip_change *change) {
    if (!rtm || !change || !gaiti_clip_is_complete(change->base) ||
        (!change->bones && change->base->skeleton->bone_count > 0) ||
        (!change->times && change->is_retimed) || change->frame_count == 0 ||
        rtm->frame_count == 0 || change->base->frame_count != rtm->frame_count ||
        (!change->is_retimed && change->frame_count != rtm->frame_count)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena scratch;
    gait_options memory = {.allocator = rtm->arena.allocator};
    rtm_patch_job job = {.rtm = rtm, .change = change, .skeleton = change->base->skeleton};
    gaiti_arena_init(&scratch, &memory, 1 << 16);
    gait_status status = gaiti_rtm_detach(rtm); /* the new frames belong to the document */
    if (status == GAIT_OK) {
        status = !rtm_patch_prepare(&job, &scratch) ? scratch.status
                 : change->is_retimed               ? rtm_patch_retime(&job)
                                                    : rtm_patch_in_place(&job);
    }
    gaiti_arena_free(&scratch);
    return status;
}
