/* Differences of keys: for each bone of a clip, the largest ones. */
#include <string.h>

#include "base/bits.h"
#include "base/bytes.h"
#include "base/sort.h"
#include "base/try.h"
#include "difference/difference_measure.h"
#include "model/clip.h"
#include "model/quaternion.h"
#include "ops/local_keys.h"

/* Frames of a window, and the largest number of bytes for its keys. */
enum { KEYS_WINDOW = 128, KEYS_MAX_BYTES = 1 << 26 };

/* Keys relative to the parent that are computed from matrices in model space have rounding errors.
 * Smaller differences are ignored. */
#define KEYS_ROUNDING_DEG 0.002
#define KEYS_ROUNDING_MM 0.005

/* A bone of both clips. */
typedef struct keys_bone {
    uint32_t at[2]; /* index in the clips of the windows */
    uint32_t bone;  /* index in the first skeleton */
    bool is_stored_other;
    gaiti_measure maxima[GAITI_MEASURES];
} keys_bone;

/* The keys of one clip. Only a part of them is converted at a time. */
typedef struct keys_side {
    gait_clip *clip;
    gait_clip window; /* some frames of some bones */
    gait_skeleton skeleton;
    gait_track *tracks;
    uint32_t *bones; /* index in the skeleton of the clip, per bone of the window */
    float *keys, *model;
    void *work;
} keys_side;

typedef struct keys_job {
    gaiti_difference_job *job;
    gait_clip_difference *entry;
    gaiti_arena arena;
    keys_side side[2];
    keys_bone *bones;
    uint32_t bone_count;
    uint32_t frame_count; /* frames that both clips have */
    uint32_t row;
    bool is_posed;   /* displacements are computed */
    bool is_rounded; /* local keys are computed from keys in model space */
    gaiti_measure displacement;
    uint32_t displaced_bone; /* of the first skeleton */
} keys_job;

/* --- reading ---------------------------------------------------------------------------------- */

static gait_status keys_read(keys_job *self) {
    const uint32_t clips[2] = {(uint32_t)self->entry->clip, (uint32_t)self->entry->other};
    for (int s = 0; s < 2; s++) {
        const gaiti_difference_side *side = &self->job->side[s];
        GAITI_TRY(side->skeleton ? gait_file_clip(side->file, clips[s], side->skeleton,
                                                  &self->job->options, &self->side[s].clip)
                                 : GAIT_NOT_FOUND);
    }
    return GAIT_OK;
}

/* True when the clips can be compared: relative to the parents, or as stored. */
static bool keys_are_comparable(const keys_job *self) {
    const gait_clip *a = self->side[0].clip, *b = self->side[1].clip;
    bool is_known = true;
    for (int s = 0; s < 2; s++) {
        is_known = is_known && (self->side[s].clip->space == GAIT_SPACE_LOCAL ||
                                self->job->side[s].has_parents);
    }
    return is_known || a->space == b->space;
}

/* --- times ------------------------------------------------------------------------------------ */

/* Adds the first key with another time, and the number of such keys. */
static void keys_compare_times(const keys_job *self) {
    const gait_clip *a = self->side[0].clip, *b = self->side[1].clip;
    uint32_t first = 0, count = 0;
    if (a->time_unit != b->time_unit) {
        return;
    }
    for (uint32_t f = 0; f < self->frame_count; f++) {
        double limit = self->job->is_one_format ? 0 : 1e-4;
        bool is_same = gaiti_bits_of_f32(a->time[f]) == gaiti_bits_of_f32(b->time[f]) ||
                       gaiti_abs((double)a->time[f] - (double)b->time[f]) <= limit;
        first = count == 0 ? f : first;
        count += !is_same;
    }
    /* Phases always differ if the numbers of frames differ. */
    if (count == 0 || (a->frame_count != b->frame_count && a->time_unit == GAIT_TIME_PHASE)) {
        return;
    }
    const char *const name[4] = {"frame ", gaiti_difference_f32(self->job, (float)first)};
    gaiti_difference_add(
        self->job, (gait_difference){.subject = GAIT_DIFFERENCE_TIMES,
                                     .kind = GAIT_DIFFERENCE_CHANGED,
                                     .name = gaiti_difference_join(self->job, name),
                                     .before = gaiti_difference_f32(self->job, a->time[first]),
                                     .after = gaiti_difference_f32(self->job, b->time[first]),
                                     .is_number = gaiti_abs((double)a->time[first]) < 1e30 &&
                                                  gaiti_abs((double)b->time[first]) < 1e30});
}

/* --- bones ------------------------------------------------------------------------------------ */

/* Lists the bones of both clips; returns whether the stored keys of one of them differ. */
static bool keys_list_bones(keys_job *self) {
    const gait_clip *a = self->side[0].clip, *b = self->side[1].clip;
    uint32_t count = a->skeleton->bone_count;
    bool is_same_form = a->space == b->space && a->axes == b->axes;
    bool is_any = false;
    self->bones = gaiti_alloc(&self->arena, count, sizeof *self->bones);
    for (uint32_t i = 0; self->bones && i < count; i++) {
        int32_t other = self->job->bone_map[i];
        if (other < 0) {
            continue;
        }
        keys_bone *bone = &self->bones[self->bone_count++];
        bone->bone = i;
        bone->at[0] = i;
        bone->at[1] = (uint32_t)other;
        bone->is_stored_other =
            !is_same_form ||
            !gaiti_difference_equal_tracks(&a->tracks[i], &b->tracks[other], self->frame_count);
        is_any = is_any || bone->is_stored_other;
    }
    return is_any;
}

/* Keeps only bones whose stored keys differ, if they do not depend on other bones. */
static void keys_choose_bones(keys_job *self) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < self->bone_count; i++) {
        if (self->bones[i].is_stored_other) {
            self->bones[count++] = self->bones[i];
        }
    }
    self->bone_count = count;
}

/* Makes a skeleton of the bones that are compared. Each is a root: its keys are local. */
static bool keys_make_small_skeleton(keys_job *self, int s) {
    keys_side *side = &self->side[s];
    const gait_skeleton *whole = side->clip->skeleton;
    gait_bone *bones = gaiti_alloc(&self->arena, self->bone_count, sizeof *bones);
    gait_affine *rest = gaiti_alloc(&self->arena, self->bone_count, sizeof *rest);
    if (!bones || !rest) {
        return false;
    }
    for (uint32_t i = 0; i < self->bone_count; i++) {
        uint32_t from = self->bones[i].at[s];
        bones[i] = whole->bones[from];
        bones[i].parent = -1;
        rest[i] = whole->rest_model[from];
        side->bones[i] = from;
        self->bones[i].at[s] = i;
    }
    side->skeleton = (gait_skeleton){
        .name = "", .bone_count = self->bone_count, .bones = bones, .rest_model = rest};
    return true;
}

/* True when no bone moves: one frame is enough, although a file can state millions of them. */
static bool keys_are_constant(const keys_job *self) {
    bool is_constant = true;
    for (int s = 0; s < 2; s++) {
        const gait_clip *clip = self->side[s].clip;
        for (uint32_t b = 0; b < clip->skeleton->bone_count && is_constant; b++) {
            const gait_track *track = &clip->tracks[b];
            is_constant = track->rotation.count <= 1 && track->translation.count <= 1 &&
                          track->scale.count <= 1;
        }
    }
    return is_constant;
}

/* --- windows ---------------------------------------------------------------------------------- */

/* The number of frames of a window, a multiple of GAITI_LOCAL_BLOCK. */
static uint32_t keys_choose_row(const keys_job *self, uint64_t bones) {
    uint64_t rows = GAITI_LOCAL_ROWS + (self->is_posed ? GAITI_MEASURE_MODEL_ROWS : 0);
    uint64_t fit = KEYS_MAX_BYTES / (2 * sizeof(float) * rows * (bones > 0 ? bones : 1));
    uint64_t count = self->frame_count < KEYS_WINDOW ? self->frame_count : KEYS_WINDOW;
    count = fit < count ? fit : count;
    uint64_t row = (count + GAITI_LOCAL_BLOCK - 1) / GAITI_LOCAL_BLOCK * GAITI_LOCAL_BLOCK;
    return row > 0 ? (uint32_t)row : GAITI_LOCAL_BLOCK;
}

/* Prepares the memory of the windows. */
static bool keys_prepare(keys_job *self, bool is_small) {
    uint64_t most = 0;
    for (int s = 0; s < 2; s++) {
        uint64_t bones = is_small ? self->bone_count : self->side[s].clip->skeleton->bone_count;
        most = bones > most ? bones : most;
    }
    self->row = keys_choose_row(self, most);
    for (int s = 0; s < 2; s++) {
        keys_side *side = &self->side[s];
        uint32_t whole = side->clip->skeleton->bone_count;
        side->bones =
            gaiti_alloc(&self->arena, is_small ? self->bone_count : whole, sizeof *side->bones);
        for (uint32_t i = 0; side->bones && !is_small && i < whole; i++) {
            side->bones[i] = i;
        }
        if (!side->bones || (is_small && !keys_make_small_skeleton(self, s))) {
            return false;
        }
        side->window = *side->clip;
        side->window.skeleton = is_small ? &side->skeleton : side->clip->skeleton;
        uint64_t count = side->window.skeleton->bone_count;
        side->tracks = gaiti_alloc(&self->arena, count, sizeof *side->tracks);
        side->keys = gaiti_alloc_uninitialised(&self->arena, count * self->row,
                                               GAITI_LOCAL_ROWS * sizeof(float));
        side->work = gaiti_alloc(&self->arena, gaiti_local_keys_work(&side->window), 1);
        side->model = self->is_posed
                          ? gaiti_alloc_uninitialised(&self->arena, count * self->row,
                                                      GAITI_MEASURE_MODEL_ROWS * sizeof(float))
                          : NULL;
        side->window.tracks = side->tracks;
        if (!side->tracks || !side->keys || !side->work || (self->is_posed && !side->model)) {
            return false;
        }
    }
    return true;
}

/* Some keys of a channel, as a channel. */
static gait_channel keys_window_channel(gait_channel channel, uint32_t first, uint32_t count) {
    if (channel.count > 1) {
        channel.data += (size_t)first * channel.stride;
        channel.count = count;
    }
    return channel;
}

/* Converts the keys of a window. */
static void keys_convert(keys_job *self, int s, uint32_t first, uint32_t count) {
    keys_side *side = &self->side[s];
    for (uint32_t i = 0; i < side->window.skeleton->bone_count; i++) {
        const gait_track *from = &side->clip->tracks[side->bones[i]];
        side->tracks[i].rotation = keys_window_channel(from->rotation, first, count);
        side->tracks[i].translation = keys_window_channel(from->translation, first, count);
        side->tracks[i].scale = keys_window_channel(from->scale, first, count);
    }
    side->window.frame_count = count;
    side->window.time = side->clip->time + first;
    gaiti_local_keys(&side->window, GAIT_AXES_ENGINE, self->row, side->keys, side->work);
}

/* The poses of all bones in model space. */
static void keys_pose(keys_job *self, int s) {
    keys_side *side = &self->side[s];
    const gait_skeleton *skeleton = side->window.skeleton;
    size_t size = (size_t)GAITI_MEASURE_MODEL_ROWS * self->row;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        int32_t parent = skeleton->bones[b].parent;
        gaiti_measure_model(side->keys + (size_t)b * GAITI_LOCAL_ROWS * self->row,
                            parent < 0 ? NULL : side->model + (size_t)parent * size, self->row,
                            side->model + b * size);
    }
}

/* True when a rotation as stored has a component that is not finite. */
static bool keys_is_not_finite(const gait_channel *rotation, uint32_t frame) {
    uint32_t count = rotation->element == GAIT_MAT3_LE   ? 9
                     : rotation->element == GAIT_SNORM16 ? 0
                                                         : 4;
    const uint8_t *key = rotation->count > 0 ? gaiti_channel_key(rotation, frame) : NULL;
    bool is_finite = true;
    for (uint32_t i = 0; key && i < count; i++) {
        float value;
        memcpy(&value, key + 4 * (size_t)i, sizeof value);
        value = rotation->element == GAIT_F32 ? value : gaiti_load_f32(key + 4 * (size_t)i);
        is_finite = is_finite && value - value == 0;
    }
    return !is_finite;
}

/* Rotations that are not finite become the identity when keys are converted. They are infinite
 * differences, unless both keys have the same bytes. */
static void keys_find_not_finite(const keys_job *self, keys_bone *bone, uint32_t first,
                                 uint32_t count) {
    const gait_channel *a = &self->side[0].tracks[bone->at[0]].rotation;
    const gait_channel *b = &self->side[1].tracks[bone->at[1]].rotation;
    if (a->element == GAIT_SNORM16 && b->element == GAIT_SNORM16) {
        return;
    }
    for (uint32_t f = 0; f < count; f++) {
        bool is_a = keys_is_not_finite(a, f), is_b = keys_is_not_finite(b, f);
        if (!is_a && !is_b) {
            continue;
        }
        size_t size = a->element == GAIT_MAT3_LE ? 36 : 16;
        bool is_same = is_a && is_b && a->element == b->element && a->negate == b->negate &&
                       memcmp(gaiti_channel_key(a, f), gaiti_channel_key(b, f), size) == 0;
        if (!is_same) {
            gaiti_measure_raise_infinite(&bone->maxima[GAITI_MEASURE_ROTATION], first + f);
            gaiti_measure_raise_infinite(&bone->maxima[GAITI_MEASURE_LEVER], first + f);
        }
    }
}

static void keys_measure_window(keys_job *self, uint32_t first, uint32_t count) {
    for (int s = 0; s < 2; s++) {
        keys_convert(self, s, first, count);
        if (self->is_posed) {
            keys_pose(self, s);
        }
    }
    for (uint32_t i = 0; i < self->bone_count; i++) {
        keys_bone *bone = &self->bones[i];
        gaiti_measure_keys keys = {.row = self->row, .frame_count = count, .first_frame = first};
        for (int s = 0; s < 2; s++) {
            keys.side[s] = self->side[s].keys + (size_t)bone->at[s] * GAITI_LOCAL_ROWS * self->row;
        }
        if (bone->is_stored_other) {
            gaiti_measure_bone(&keys, bone->maxima);
            keys_find_not_finite(self, bone, first, count);
        }
        for (int s = 0; s < 2 && self->is_posed; s++) {
            keys.side[s] =
                self->side[s].model + (size_t)bone->at[s] * GAITI_MEASURE_MODEL_ROWS * self->row;
        }
        if (self->is_posed && gaiti_measure_distance(&keys, &self->displacement)) {
            self->displaced_bone = bone->bone;
        }
    }
}

/* --- the result ------------------------------------------------------------------------------- */

static gait_max_difference keys_largest(const keys_job *self, const gaiti_measure *maximum,
                                        uint32_t bone) {
    return (gait_max_difference){maximum->amount, maximum->frame, (int32_t)bone,
                                 maximum->amount > 0 ? self->job->bone_names[bone] : NULL, 0};
}

static gait_key_difference keys_difference(const keys_job *self, const keys_bone *bone) {
    gait_key_difference out = {
        .rotation = keys_largest(self, &bone->maxima[GAITI_MEASURE_ROTATION], bone->bone),
        .translation = keys_largest(self, &bone->maxima[GAITI_MEASURE_TRANSLATION], bone->bone),
        .lever = keys_largest(self, &bone->maxima[GAITI_MEASURE_LEVER], bone->bone),
        .scale = keys_largest(self, &bone->maxima[GAITI_MEASURE_SCALE], bone->bone)};
    out.lever.bone_name = self->job->bone_names[bone->bone]; /* also of a bone with the same pose */
    return out;
}

/* True when a bone differs by more than the tolerance. */
static bool keys_exceed(const keys_job *self, const keys_bone *bone) {
    const gait_files_summary *summary = &self->job->result->summary;
    double deg = summary->tolerance_deg, mm = summary->tolerance_mm;
    const gaiti_measure *found = bone->maxima;
    double scale_mm = 100 * found[GAITI_MEASURE_SCALE].amount;
    if (self->job->is_exact) {
        if (!self->is_rounded) {
            return bone->is_stored_other;
        }
        deg = KEYS_ROUNDING_DEG;
        mm = KEYS_ROUNDING_MM;
    }
    if (deg == 0) {
        return found[GAITI_MEASURE_LEVER].amount > mm || scale_mm > mm;
    }
    mm = mm == 0 && self->is_rounded ? KEYS_ROUNDING_MM : mm;
    return found[GAITI_MEASURE_ROTATION].amount > deg ||
           found[GAITI_MEASURE_TRANSLATION].amount > mm || scale_mm > mm;
}

static bool keys_bone_before(const void *user, uint32_t a, uint32_t b) {
    const gait_key_difference *bones = user;
    return bones[a].lever.amount > bones[b].lever.amount;
}

/* Adds the bones that differ to the result, the largest differences first. */
static void keys_add_bones(keys_job *self) {
    gait_file_comparison *result = self->job->result;
    uint32_t count = 0;
    gait_key_difference *found = gaiti_alloc(&self->arena, self->bone_count, sizeof *found);
    uint32_t *order = gaiti_alloc(&self->arena, self->bone_count, sizeof *order);
    uint32_t *work = gaiti_alloc(&self->arena, self->bone_count, sizeof *work);
    if (!found || !order || !work) {
        return;
    }
    gait_key_difference *largest = &self->entry->largest;
    for (uint32_t i = 0; i < self->bone_count; i++) {
        gait_key_difference bone = keys_difference(self, &self->bones[i]);
        gaiti_raise_max(&largest->rotation, &bone.rotation);
        gaiti_raise_max(&largest->translation, &bone.translation);
        gaiti_raise_max(&largest->lever, &bone.lever);
        gaiti_raise_max(&largest->scale, &bone.scale);
        if (keys_exceed(self, &self->bones[i])) {
            order[count] = count;
            found[count++] = bone;
        }
    }
    gaiti_sort(order, count, keys_bone_before, found, work);
    for (uint32_t i = 0; i < count; i++) {
        (void)gaiti_append(&result->arena, &result->bones, &result->bone_count,
                           &result->bone_capacity, &found[order[i]], sizeof *found);
    }
    self->entry->bone_count = count;
}

static void keys_finish(keys_job *self) {
    gait_clip_difference *entry = self->entry;
    keys_add_bones(self);
    /* The stored keys differ, even if only by rounding. */
    bool is_hidden = self->job->is_exact && self->is_rounded;
    entry->keys = entry->bone_count > 0 || is_hidden ? GAIT_KEYS_DIFFERENT : GAIT_KEYS_SAME;
    if (entry->bone_count > 0 && self->is_posed) {
        entry->displacement = keys_largest(self, &self->displacement, self->displaced_bone);
    }
}

/* --- the comparison --------------------------------------------------------------------------- */

static void keys_measure(keys_job *self) {
    const gait_clip *a = self->side[0].clip, *b = self->side[1].clip;
    bool is_local = a->space == GAIT_SPACE_LOCAL && b->space == GAIT_SPACE_LOCAL;
    bool is_small = is_local && !self->job->result->summary.is_posed;
    self->is_posed = self->job->result->summary.is_posed;
    self->is_rounded = (a->space == GAIT_SPACE_DELTA || b->space == GAIT_SPACE_DELTA) &&
                       self->job->side[0].has_parents;
    if (is_small) {
        keys_choose_bones(self);
    }
    if (self->frame_count > 1 && keys_are_constant(self)) {
        self->frame_count = 1;
    }
    if (!keys_prepare(self, is_small)) {
        return;
    }
    for (uint32_t f = 0; f < self->frame_count; f += self->row) {
        uint32_t left = self->frame_count - f;
        keys_measure_window(self, f, left < self->row ? left : self->row);
    }
    keys_finish(self);
}

static void keys_compare(keys_job *self) {
    gait_clip_difference *entry = self->entry;
    entry->status = keys_read(self);
    if (entry->status != GAIT_OK) {
        return;
    }
    const gait_clip *a = self->side[0].clip, *b = self->side[1].clip;
    self->frame_count = a->frame_count < b->frame_count ? a->frame_count : b->frame_count;
    keys_compare_times(self);
    if (self->job->has_no_common_bone) {
        entry->status = GAIT_NOT_FOUND;
        return;
    }
    if (!keys_are_comparable(self)) {
        entry->status = GAIT_UNSUPPORTED;
        return;
    }
    entry->keys = GAIT_KEYS_EQUAL;
    if (keys_list_bones(self)) {
        keys_measure(self);
    }
    /* The curves of the SDK also differ between frames and after the last one. */
    if (entry->keys != GAIT_KEYS_DIFFERENT && self->job->is_exact &&
        !gaiti_difference_equal_envelopes(self->job, (uint32_t)entry->clip,
                                          (uint32_t)entry->other)) {
        entry->keys = GAIT_KEYS_DIFFERENT;
    }
}

void gaiti_difference_compare_keys(gaiti_difference_job *job, gait_clip_difference *entry) {
    keys_job self = {.job = job, .entry = entry};
    if (gaiti_difference_equal_motions(job, (uint32_t)entry->clip, (uint32_t)entry->other)) {
        entry->keys = GAIT_KEYS_EQUAL;
        return;
    }
    gaiti_arena_init(&self.arena, &job->options, 0);
    keys_compare(&self);
    if (self.arena.status != GAIT_OK) {
        job->work.status = self.arena.status;
    }
    gaiti_difference_check(job, entry->status);
    gaiti_arena_free(&self.arena);
    gait_clip_free(self.side[0].clip);
    gait_clip_free(self.side[1].clip);
}
