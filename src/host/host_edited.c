/* gait_host_edited_new(): an edited file from blocks of keys of a host program. */
#include <string.h>

#include "base/arguments.h"
#include "base/bytes.h"
#include "gait/transform.h"
#include "host/host_rig.h"
#include "model/affine.h"
#include "roundtrip/roundtrip_edited_file.h"

/* Maximum magnitudes of values and times. */
#define HOST_MAX_VALUE 1e15
#define HOST_MAX_TIME 1e7
/* Seconds: keys at smaller distances from the first or last frame are at that frame. */
#define HOST_AT_END 1e-4
/* Rounding error of times, relative to the time: hosts store floats. */
#define HOST_TIME_ERROR 2.5e-7

enum { HOST_RATE = 30, HOST_MAX_WIDTH = 4 };

typedef struct host_edit {
    gaiti_edited_object object;
    const gait_transform *rests; /* per bone: the rest pose of the host relative to the parent */
} host_edit;

/* The block of one clip, while it is read. */
typedef struct host_block {
    const gait_host_clip *clip;
    gaiti_reader reader;
    double *times, *values; /* the next free elements */
    double last_s;          /* of curves with several keys */
} host_block;

/* A run of keys in a block. */
typedef struct host_run {
    const uint8_t *data;
    uint32_t count, width; /* floats per value: 4 for rotations (w first), otherwise 3 */
} host_run;

/* --- joints ----------------------------------------------------------------------------------- */

static gait_status host_add_joints(host_edit *self, const gait_host *host) {
    const gait_skeleton *skeleton = host->skeleton;
    gaiti_arena *arena = &self->object.arena;
    gaiti_host_rest *rests;
    gait_status status = gaiti_host_read_rests(host, arena, &rests);
    if (status != GAIT_OK) {
        return status;
    }
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

/* The time of a key relative to the first frame. Times at whole frames of 1/30 s, and at the ends
 * of the clip, lose the rounding error of floats. */
static double host_time_of(const gait_host_clip *clip, double time) {
    double from = gaiti_abs(time) + gaiti_abs(clip->start_s);
    double relative = time - clip->start_s, frames = relative * HOST_RATE;
    double whole = (double)(int64_t)(frames < 0 ? frames - 0.5 : frames + 0.5) / HOST_RATE;
    if (gaiti_abs(relative) <= HOST_AT_END) {
        return 0;
    }
    if (clip->duration_s > 0 && gaiti_abs(relative - clip->duration_s) <= HOST_AT_END) {
        return clip->duration_s;
    }
    return gaiti_abs(relative - whole) <= HOST_TIME_ERROR * from ? whole : relative;
}

static const uint8_t *host_key_at(const host_run *run, uint32_t key) {
    return run->data + (size_t)key * (1 + run->width) * 4;
}

/* Reads the value of a key as (x, y, z), or as a unit quaternion (x, y, z, w). */
static void host_value_of(const host_run *run, uint32_t key, double out[HOST_MAX_WIDTH]) {
    uint32_t width = run->width;
    const uint8_t *at = host_key_at(run, key) + 4;
    for (uint32_t i = 0; i < width; i++) {
        uint32_t to = width == 4 ? (i + 3) % 4 : i;
        out[to] = (double)gaiti_load_f32(at + (size_t)i * 4);
    }
    if (width == 4) {
        gaiti_quaternion_normalize(out);
    }
}

static double host_time_at(const host_block *block, const host_run *run, uint32_t key) {
    return host_time_of(block->clip, (double)gaiti_load_f32(host_key_at(run, key)));
}

/* The value between key and key + 1 at a time of the clip. */
static void host_value_between(const host_block *block, const host_run *run, uint32_t key,
                               double time, double out[HOST_MAX_WIDTH]) {
    double from = host_time_at(block, run, key), to = host_time_at(block, run, key + 1);
    double next[HOST_MAX_WIDTH], fraction = to > from ? (time - from) / (to - from) : 0;
    host_value_of(run, key, out);
    host_value_of(run, key + 1, next);
    if (block->clip->is_stepped) {
        return;
    }
    if (run->width == 4) {
        gaiti_quaternion_slerp(out, next, fraction, out);
        return;
    }
    for (uint32_t i = 0; i < run->width; i++) {
        out[i] += fraction * (next[i] - out[i]);
    }
}

/* Appends a key, as the pose of the bone relative to its parent. */
static void host_add_key(host_block *block, uint32_t width, const gait_transform *rest, double time,
                         double value[HOST_MAX_WIDTH]) {
    if (width == 4) {
        gaiti_quaternion_multiply(rest->q, value, value);
    } else {
        double rotation[3][3], moved[3];
        gaiti_matrix_from_quaternion(rest->q, rotation);
        for (int i = 0; i < 3; i++) {
            moved[i] = gaiti_vector_dot(rotation[i], value) + rest->t[i];
        }
        memcpy(value, moved, sizeof moved);
    }
    *block->times++ = time;
    memcpy(block->values, value, width * sizeof *value);
    block->values += width;
}

/* Converts the keys of a channel. Keys outside of the clip are replaced by one at its first or last
 * frame. */
static void host_convert(host_block *block, const host_run *run, const gait_transform *rest,
                         gait_edited_curve *out) {
    double value[HOST_MAX_WIDTH], end = block->clip->duration_s;
    const double *times = block->times, *values = block->values;
    uint32_t first = 0, last = run->count;
    while (first < run->count && host_time_at(block, run, first) < 0) {
        first++;
    }
    while (end > 0 && last > first && host_time_at(block, run, last - 1) > end) {
        last--;
    }
    bool starts_within = first == run->count || host_time_at(block, run, first) > 0;
    if (first > 0 && starts_within) {
        if (first < run->count) {
            host_value_between(block, run, first - 1, 0, value);
        } else {
            host_value_of(run, first - 1, value);
        }
        host_add_key(block, run->width, rest, 0, value);
    }
    for (uint32_t k = first; k < last; k++) {
        host_value_of(run, k, value);
        host_add_key(block, run->width, rest, host_time_at(block, run, k), value);
    }
    bool ends_within = last == 0 || host_time_at(block, run, last - 1) < end;
    if (last < run->count && ends_within) {
        if (last > 0) {
            host_value_between(block, run, last - 1, end, value);
        } else {
            host_value_of(run, 0, value);
        }
        host_add_key(block, run->width, rest, end, value);
    }
    *out = (gait_edited_curve){.count = (uint32_t)(block->times - times),
                               .interpolation =
                                   block->clip->is_stepped ? GAIT_EDITED_STEP : GAIT_EDITED_LINEAR,
                               .times = times,
                               .values = values};
    if (out->count > 1 && times[out->count - 1] > block->last_s) {
        block->last_s = times[out->count - 1];
    }
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* Finds a run of keys. GAIT_TRUNCATED when the block ends before it, GAIT_CORRUPT for invalid
 * numbers. */
static gait_status host_read_run(host_block *block, uint32_t count, uint32_t width, host_run *out) {
    uint64_t floats = (uint64_t)count * (1 + width);
    double previous = -HOST_MAX_TIME;
    *out = (host_run){gaiti_read(&block->reader, floats * 4), count, width};
    if (!out->data) {
        return GAIT_TRUNCATED;
    }
    for (uint64_t i = 0; i < floats; i++) {
        double number = (double)gaiti_load_f32(out->data + (size_t)i * 4);
        bool is_time = i % (1 + width) == 0;
        if (!(gaiti_abs(number) <= (is_time ? HOST_MAX_TIME : HOST_MAX_VALUE)) ||
            (is_time && number < previous)) {
            return GAIT_CORRUPT;
        }
        previous = is_time ? number : previous;
    }
    return GAIT_OK;
}

/* Allocates the keys of a block: no more than its size permits. */
static gait_status host_open_block(host_edit *self, const gait_host_clip *clip,
                                   host_block *out_block) {
    uint64_t floats = clip->block.size / 4;
    *out_block = (host_block){.clip = clip, .reader = gaiti_reader_over(clip->block, 0)};
    out_block->times = gaiti_alloc(&self->object.arena, floats / 4 + 1, sizeof(double));
    out_block->values = gaiti_alloc(&self->object.arena, floats + 1, sizeof(double));
    return out_block->times && out_block->values ? GAIT_OK : self->object.arena.status;
}

static gait_status host_read_block(const host_edit *self, host_block *block,
                                   gait_edited_track *tracks) {
    for (uint32_t b = 0; b < self->object.edit.joint_count; b++) {
        uint32_t rotations = gaiti_read_u32(&block->reader);
        uint32_t translations = gaiti_read_u32(&block->reader);
        host_run run;
        gait_status status = host_read_run(block, rotations, 4, &run);
        if (status == GAIT_OK) {
            host_convert(block, &run, &self->rests[b], &tracks[b].rotation);
            status = host_read_run(block, translations, 3, &run);
        }
        if (status != GAIT_OK) {
            return status;
        }
        host_convert(block, &run, &self->rests[b], &tracks[b].translation);
    }
    return gaiti_bytes_left(&block->reader) == 0 ? GAIT_OK : GAIT_CORRUPT;
}

static gait_status host_add_clip(host_edit *self, const gait_host_clip *clip,
                                 gait_edited_animation *out) {
    gaiti_arena *arena = &self->object.arena;
    host_block block;
    gait_edited_track *tracks = gaiti_alloc(arena, self->object.edit.joint_count, sizeof *tracks);
    double *range = gaiti_alloc(arena, 2, sizeof *range);
    const char *name = gaiti_copy_text(arena, clip->name);
    if (!tracks || !range || !name) {
        return arena->status;
    }
    gait_status status = host_open_block(self, clip, &block);
    if (status == GAIT_OK) {
        status = host_read_block(self, &block, tracks);
    }
    range[1] = clip->duration_s > 0 ? clip->duration_s : block.last_s;
    *out = (gait_edited_animation){.name = name, .tracks = tracks, .range = range};
    return status;
}

static bool host_clip_is_valid(const gait_host_clip *clip) {
    return clip->name && gaiti_is_span(clip->block) && gaiti_abs(clip->start_s) <= HOST_MAX_TIME &&
           clip->duration_s >= 0 && clip->duration_s <= HOST_MAX_TIME;
}

gait_status gait_host_edited_new(const gait_host *host, const gait_host_clip *clips,
                                 uint32_t clip_count, const gait_options *options,
                                 gait_edited_file **out_edited) {
    gait_status status;
    bool is_valid = GAITI_CLEAR(out_edited) && host && (clips || clip_count == 0);
    for (uint32_t c = 0; is_valid && c < clip_count; c++) {
        is_valid = host_clip_is_valid(&clips[c]);
    }
    if (!is_valid) {
        return GAIT_BAD_ARGUMENT;
    }
    host_edit *self = gaiti_edited_object_new(sizeof *self, options, &status);
    if (!self) {
        return status;
    }
    gait_edited_animation *animations =
        gaiti_alloc(&self->object.arena, clip_count, sizeof *animations);
    status = animations ? host_add_joints(self, host) : self->object.arena.status;
    for (uint32_t c = 0; c < clip_count && status == GAIT_OK; c++) {
        status = host_add_clip(self, &clips[c], &animations[c]);
    }
    if (status != GAIT_OK) {
        gait_edited_file_free(&self->object.edit);
        return status;
    }
    self->object.edit.animations = animations;
    self->object.edit.animation_count = clip_count;
    *out_edited = &self->object.edit;
    return GAIT_OK;
}
