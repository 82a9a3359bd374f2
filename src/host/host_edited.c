/* gait_host_edited_new(): an edited file from blocks of keys of a host program. */
#include <string.h>

#include "base/try.h"
#include "gait/transform.h"
#include "host/host_edited.h"
#include "model/affine.h"

/* Marks the objects of this file. */
static const char host_edit_kind = 0;

/* --- joints ----------------------------------------------------------------------------------- */

static gait_status host_add_joints(gaiti_host_edit *self, const gait_host *host) {
    const gait_skeleton *skeleton = host->skeleton;
    gaiti_arena *arena = &self->object.arena;
    gaiti_host_rest *rests;
    GAITI_TRY(gaiti_host_read_rests(host, arena, &rests));
    gaiti_host_read_axes(host, &self->to_gltf);
    const char *const *names = gaiti_exported_bone_names(skeleton, arena);
    gait_edited_joint *joints = gaiti_alloc(arena, skeleton->bone_count, sizeof *joints);
    gait_transform *locals = gaiti_alloc(arena, skeleton->bone_count, sizeof *locals);
    for (uint32_t b = 0; names && joints && locals && b < skeleton->bone_count; b++) {
        int32_t parent = skeleton->bones[b].parent;
        gait_affine local = rests[b].host, inverse;
        if (parent >= 0) {
            gait_affine_invert(&rests[parent].host, &inverse);
            local = gait_affine_multiply(&inverse, &local);
        }
        gait_affine_decompose(&local, &locals[b]);
        for (int i = 0; i < 3; i++) {
            locals[b].s[i] = 1;
        }
        joints[b] = (gait_edited_joint){
            .name = names[b], .parent = parent, .rest = rests[b].host, .node = locals[b]};
    }
    self->rests = locals;
    self->object.edit.joints = joints;
    self->object.edit.joint_count = skeleton->bone_count;
    return names && joints && locals ? GAIT_OK : arena->status;
}

/* --- keys ------------------------------------------------------------------------------------- */

/* Decoded keys of a channel. */
typedef struct host_run {
    double *times, *values;
    uint32_t count, width; /* `width` numbers per value: 4 for rotations, otherwise 3 */
} host_run;

/* The value between a key and the next one. `out` must not be one of them. */
static void host_value_between(const host_run *run, uint32_t key, double time, bool is_stepped,
                               double *out) {
    double from = run->times[key], to = run->times[key + 1];
    double fraction = to > from && !is_stepped ? (time - from) / (to - from) : 0;
    const double *value = run->values + (size_t)key * run->width, *next = value + run->width;
    if (fraction > 0 && run->width == 4) {
        gaiti_quaternion_slerp(value, next, fraction, out);
        return;
    }
    for (uint32_t i = 0; i < run->width; i++) {
        out[i] = fraction > 0 ? value[i] + fraction * (next[i] - value[i]) : value[i];
    }
}

static void host_set_key(const host_run *run, uint32_t key, double time, const double *value) {
    run->times[key] = time;
    memcpy(run->values + (size_t)key * run->width, value, run->width * sizeof *value);
}

/* Replaces keys outside of the clip by one at its first or last frame. */
static void host_trim(host_run *run, double end, bool is_stepped) {
    double start_value[GAITI_HOST_WIDTH], end_value[GAITI_HOST_WIDTH];
    uint32_t first = 0, last = run->count;
    while (first < run->count && run->times[first] < 0) {
        first++;
    }
    while (end > 0 && last > first && run->times[last - 1] > end) {
        last--;
    }
    bool adds_start = first > 0 && (first == run->count || run->times[first] > 0);
    bool adds_end = last < run->count && (last == 0 || run->times[last - 1] < end);
    bool is_start_between = adds_start && first < run->count;
    bool is_end_between = adds_end && last > 0;
    if (is_start_between) {
        host_value_between(run, first - 1, 0, is_stepped, start_value);
    }
    if (is_end_between) {
        host_value_between(run, last - 1, end, is_stepped, end_value);
    }
    if (adds_start) {
        first--;
        host_set_key(run, first, 0,
                     is_start_between ? start_value : run->values + (size_t)first * run->width);
    }
    if (adds_end) {
        host_set_key(run, last, end,
                     is_end_between ? end_value : run->values + (size_t)last * run->width);
        last++;
    }
    *run = (host_run){run->times + first, run->values + (size_t)first * run->width, last - first,
                      run->width};
}

/* Converts values relative to the rest pose to poses relative to the parent. */
static void host_apply_rest(const host_run *run, const gait_transform *rest) {
    double rotation[3][3], *value = run->values;
    gaiti_matrix_from_quaternion(rest->q, rotation);
    for (uint32_t k = 0; k < run->count; k++, value += run->width) {
        if (run->width == 4) {
            gaiti_quaternion_multiply(rest->q, value, value);
            continue;
        }
        const double moved[3] = {value[0], value[1], value[2]};
        for (int i = 0; i < 3; i++) {
            value[i] = gaiti_vector_dot(rotation[i], moved) + rest->t[i];
        }
    }
}

/* --- clips ------------------------------------------------------------------------------------ */

/* The conversion of one clip. */
typedef struct host_job {
    const gaiti_host_source *source;
    double *times, *values; /* the next free elements */
    double last_s;          /* of curves with several keys */
} host_job;

static void host_convert(host_job *job, const gaiti_host_raw *raw, const gait_transform *rest,
                         gait_edited_curve *out) {
    const gaiti_host_source *source = job->source;
    host_run run = {.times = job->times, .values = job->values, .width = raw->width};
    run.count = gaiti_host_decode(raw, &source->place, source->is_stepped, run.times, run.values);
    job->times += run.count;
    job->values += (size_t)run.count * run.width;
    host_trim(&run, source->place.duration_s, source->is_stepped);
    host_apply_rest(&run, rest);
    *out = (gait_edited_curve){.count = run.count,
                               .interpolation =
                                   source->is_stepped ? GAIT_EDITED_STEP : GAIT_EDITED_LINEAR,
                               .times = run.times,
                               .values = run.values};
    if (run.count > 1 && run.times[run.count - 1] > job->last_s) {
        job->last_s = run.times[run.count - 1];
    }
}

/* Allocates the keys of all bones. */
static bool host_reserve(host_job *job, gaiti_arena *arena, const gaiti_host_raw_bone *bones,
                         uint32_t count) {
    uint64_t keys = 0, numbers = 0;
    for (uint32_t b = 0; b < count; b++) {
        keys += (uint64_t)bones[b].rotation.room + bones[b].translation.room;
        numbers += (uint64_t)bones[b].rotation.room * 4 + (uint64_t)bones[b].translation.room * 3;
    }
    job->times = gaiti_alloc_uninitialised(arena, keys, sizeof *job->times);
    job->values = gaiti_alloc_uninitialised(arena, numbers, sizeof *job->values);
    return job->times && job->values;
}

/* Adds a clip whose block was checked. */
static gait_status host_add_checked(gaiti_host_edit *self, const gaiti_host_source *source,
                                    const gaiti_host_raw_bone *bones) {
    gait_edited_file *edit = &self->object.edit;
    gaiti_arena *arena = &self->object.arena;
    host_job job = {.source = source};
    gait_edited_animation *list = gaiti_reserve(arena, self->animations, edit->animation_count,
                                                &self->animation_capacity, sizeof *list);
    self->animations = list ? list : self->animations;
    edit->animations = self->animations;
    gait_edited_track *tracks = gaiti_alloc(arena, edit->joint_count, sizeof *tracks);
    double *range = gaiti_alloc(arena, 2, sizeof *range);
    const char *name = gaiti_copy_text(arena, source->name);
    if (!list || !tracks || !range || !name ||
        !host_reserve(&job, arena, bones, edit->joint_count)) {
        return arena->status;
    }
    for (uint32_t b = 0; b < edit->joint_count; b++) {
        host_convert(&job, &bones[b].rotation, &self->rests[b], &tracks[b].rotation);
        host_convert(&job, &bones[b].translation, &self->rests[b], &tracks[b].translation);
    }
    range[1] = source->place.duration_s > 0 ? source->place.duration_s : job.last_s;
    list[edit->animation_count++] = (gait_edited_animation){
        .name = name, .tracks = tracks, .range = range, .sampled_fps = source->sampled_fps};
    return GAIT_OK;
}

gait_status gaiti_host_add(gaiti_host_edit *self, gaiti_host_source *source) {
    if (!source->name || !gaiti_is_span(source->block) ||
        !gaiti_host_place_is_valid(&source->place)) {
        return GAIT_BAD_ARGUMENT;
    }
    uint32_t count = self->object.edit.joint_count;
    const gait_options memory = {.allocator = self->object.arena.allocator};
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &memory, 0);
    gaiti_host_raw_bone *bones = gaiti_alloc(&scratch, count, sizeof *bones);
    gait_status status = scratch.status;
    if (bones) {
        status = gaiti_host_find_keys(source->block, source->form,
                                      GAITI_HOST_MAX_TIME * source->place.rate, bones, count);
    }
    if (bones && status == GAIT_OK) {
        status = host_add_checked(self, source, bones);
    }
    gaiti_arena_free(&scratch);
    return status;
}

static gaiti_host_source host_source_of_keys(const gait_host_clip *clip) {
    return (gaiti_host_source){.name = clip->name,
                               .block = clip->block,
                               .form = GAITI_HOST_KEYS,
                               .place = {1, clip->start_s, clip->duration_s},
                               .is_stepped = clip->is_stepped};
}

static gaiti_host_source host_source_of_curves(const gait_host_curve_clip *clip) {
    double fps = clip->timeline.fps;
    return (gaiti_host_source){.name = clip->name,
                               .block = clip->block,
                               .form = GAITI_HOST_CURVES,
                               .place = {fps, clip->timeline.first_frame, clip->frames / fps},
                               .is_stepped = clip->is_stepped};
}

/* --- files ------------------------------------------------------------------------------------ */

gait_status gait_host_edited_new(const gait_host *host, const gait_host_clip *clips,
                                 uint32_t clip_count, const gait_options *options,
                                 gait_edited_file **out_edited) {
    gait_status status;
    if (!GAITI_CLEAR(out_edited) || !host || (!clips && clip_count > 0)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_host_edit *self = gaiti_edited_object_new(sizeof *self, options, &status);
    GAITI_TRY(status);
    self->object.kind = &host_edit_kind;
    self->object.edit.has_user_keys = true;
    status = host_add_joints(self, host);
    for (uint32_t c = 0; c < clip_count && status == GAIT_OK; c++) {
        gaiti_host_source source = host_source_of_keys(&clips[c]);
        status = gaiti_host_add(self, &source);
    }
    if (status != GAIT_OK) {
        gait_edited_file_free(&self->object.edit);
        return status;
    }
    *out_edited = &self->object.edit;
    return GAIT_OK;
}

gaiti_host_edit *gaiti_host_edit_of(const gait_edited_file *edited) {
    gaiti_host_edit *self = edited ? edited->storage : NULL;
    return self && self->object.kind == &host_edit_kind ? self : NULL;
}

gait_status gait_host_edited_add(gait_edited_file *edited, const gait_host_clip *clip) {
    gaiti_host_edit *self = gaiti_host_edit_of(edited);
    if (!self || !clip) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_host_source source = host_source_of_keys(clip);
    return gaiti_host_add(self, &source);
}

gait_status gait_host_edited_add_curves(gait_edited_file *edited,
                                        const gait_host_curve_clip *clip) {
    gaiti_host_edit *self = gaiti_host_edit_of(edited);
    if (!self || !clip || !gaiti_host_timeline_is_valid(&clip->timeline)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_host_source source = host_source_of_curves(clip);
    return gaiti_host_add(self, &source);
}
