#include "blender.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "transforms.h"
#include "model/clip.h"
#include "roundtrip/compare/compare_steps.h"
#include "gait/playback.h"
#include "gait/transform.h"

/* Memory blocks of one edited file, freed together. */
typedef struct block {
    struct block *next;
    double align;
} block;

typedef struct bench {
    gait_edited_file edit;
    block *blocks;
    const gaiti_base_file *base;
    const blender_way *way;
    uint64_t *seed;
    gait_affine *turns; /* per bone: rotation from the axes of the bone to those of the joint */
    gait_affine whole;  /* rotation of the whole skeleton, to Z up */
    double units;
} bench;

static void *bench_allocate(bench *at, size_t size) {
    block *taken = calloc(1, sizeof *taken + size);
    if (!taken) {
        abort();
    }
    taken->next = at->blocks;
    at->blocks = taken;
    return taken + 1;
}

/* --- rest frames ------------------------------------------------------------------------------ */

static gait_affine random_right_angle_rotation(uint64_t *seed) {
    gait_affine turn = gait_affine_identity(), out = {0};
    for (int i = 0; i < 4; i++) { /* rotations by 90 degrees about random axes */
        int a = (int)((test_random(seed) + 1) * 1.5) % 3, b = (a + 1) % 3;
        gait_affine quarter = gait_affine_identity();
        quarter.m[a][a] = quarter.m[b][b] = 0;
        quarter.m[a][b] = -1;
        quarter.m[b][a] = 1;
        out = gait_affine_multiply(&quarter, &turn);
        turn = out;
    }
    return turn;
}

static gait_affine frame_rotation(const bench *at) {
    gait_transform any = test_random_transform(at->seed);
    memset(any.t, 0, sizeof any.t);
    return at->way->frames == BLENDER_OWN_FRAMES     ? gait_affine_identity()
           : at->way->frames == BLENDER_RIGHT_FRAMES ? random_right_angle_rotation(at->seed)
                                                     : gait_affine_from_transform(&any);
}

/* Converts a pose of the base in model space to the axes and units of the program. */
static gait_affine edited_pose(const bench *at, uint32_t bone, const gait_affine *pose) {
    gait_affine turned = gait_affine_multiply(&at->whole, pose);
    for (int i = 0; i < 3; i++) {
        turned.t[i] *= at->units;
    }
    return gait_affine_multiply(&turned, &at->turns[bone]);
}

static int32_t joint_parent(const bench *at, uint32_t bone) {
    return at->way->flattens ? -1 : at->base->skeleton->bones[bone].parent;
}

static gait_transform local_transform(const bench *at, uint32_t bone, const gait_affine *edited) {
    gait_transform local;
    gait_affine pose = edited[bone], inverse;
    int32_t parent = joint_parent(at, bone);
    if (parent >= 0) {
        gait_affine_invert(&edited[parent], &inverse);
        pose = gait_affine_multiply(&inverse, &pose);
    }
    gait_affine_decompose(&pose, &local);
    return local;
}

static void to_float(gait_affine *a) {
    for (int i = 0; i < 9; i++) {
        a->m[i / 3][i % 3] = (double)(float)a->m[i / 3][i % 3];
    }
    for (int i = 0; i < 3; i++) {
        a->t[i] = (double)(float)a->t[i];
    }
}

static void make_joints(bench *at) {
    const gait_skeleton *skeleton = at->base->skeleton;
    uint32_t count = skeleton->bone_count;
    gait_edited_joint *joints = bench_allocate(at, count * sizeof *joints);
    gait_affine *rest = bench_allocate(at, count * sizeof *rest);
    at->turns = bench_allocate(at, count * sizeof *at->turns);
    for (uint32_t b = 0; b < count; b++) {
        gait_affine own =
            gait_affine_change_axes(&skeleton->rest_model[b], GAIT_AXES_ENGINE, GAIT_AXES_GLTF);
        at->turns[b] = frame_rotation(at);
        rest[b] = edited_pose(at, b, &own);
        joints[b].name = at->base->bone_names ? at->base->bone_names[b] : skeleton->bones[b].name;
        joints[b].parent = joint_parent(at, b);
        joints[b].rest = rest[b];
        to_float(&joints[b].rest);
    }
    for (uint32_t b = 0; b < count; b++) {
        joints[b].node = local_transform(at, b, rest);
    }
    at->edit.joint_count = count;
    at->edit.joints = joints;
}

/* --- poses of the base ------------------------------------------------------------------------ */

static void base_key(const gait_channel *channel, bool is_rotation, uint32_t key, double out[9]) {
    gaiti_channel_get(channel, is_rotation, key, out);
    double length = 0;
    for (int i = 0; is_rotation && i < 4; i++) {
        length += out[i] * out[i];
    }
    for (int i = 0; is_rotation && i < 4; i++) {
        out[i] /= sqrt(length);
    }
}

static void touch_rotation(double degrees, uint64_t *seed, double q[4]) {
    double axis[3], length = 0, half = degrees * 3.14159265358979323846 / 360;
    for (int i = 0; i < 3; i++) {
        axis[i] = test_random(seed);
        length += axis[i] * axis[i];
    }
    for (int i = 0; i < 3; i++) {
        axis[i] *= sin(half) / sqrt(length);
    }
    double out[4] = {
        q[3] * axis[0] + q[0] * cos(half) + q[1] * axis[2] - q[2] * axis[1],
        q[3] * axis[1] - q[0] * axis[2] + q[1] * cos(half) + q[2] * axis[0],
        q[3] * axis[2] + q[0] * axis[1] - q[1] * axis[0] + q[2] * cos(half),
        q[3] * cos(half) - q[0] * axis[0] - q[1] * axis[1] - q[2] * axis[2],
    };
    memcpy(q, out, sizeof out);
}

static void touch_translation(double mm, uint64_t *seed, double t[3]) {
    double way[3], length = 0;
    for (int i = 0; i < 3; i++) {
        way[i] = test_random(seed);
        length += way[i] * way[i];
    }
    for (int i = 0; i < 3; i++) {
        t[i] += way[i] * mm / 1000 / sqrt(length);
    }
}

/* The keys of a clip with the edits applied: [bone][key]. */
typedef struct keys {
    gait_transform *local;
    const gait_clip *clip;
} keys;

static void base_keys(bench *at, uint32_t clip_index, const blender_touch *touches,
                      uint32_t touch_count, keys *out) {
    const gait_clip *clip = at->base->clips[clip_index];
    uint32_t bones = clip->skeleton->bone_count;
    out->clip = clip;
    out->local = calloc((size_t)bones * clip->frame_count + 1, sizeof *out->local);
    for (uint32_t b = 0; b < bones; b++) {
        gait_affine rest = gait_affine_from_transform(&clip->skeleton->bones[b].rest);
        rest = gait_affine_change_axes(&rest, GAIT_AXES_ENGINE, GAIT_AXES_GLTF);
        for (uint32_t k = 0; k < clip->frame_count; k++) {
            gait_transform *local = &out->local[(size_t)b * clip->frame_count + k];
            double key[9];
            gait_affine_decompose(&rest, local);
            if (clip->tracks[b].rotation.count) {
                base_key(&clip->tracks[b].rotation, true, k, key);
                memcpy(local->q, key, sizeof local->q);
            }
            if (clip->tracks[b].translation.count) {
                base_key(&clip->tracks[b].translation, false, k, key);
                memcpy(local->t, key, sizeof local->t);
            }
        }
    }
    for (uint32_t i = 0; i < touch_count; i++) {
        const blender_touch *touch = &touches[i];
        if (touch->clip == clip_index) {
            gait_transform *local =
                &out->local[(size_t)touch->bone * clip->frame_count + touch->frame];
            touch_rotation(touch->degrees, at->seed, local->q);
            touch_translation(touch->mm, at->seed, local->t);
        }
    }
}

/* Interpolates as Blender does: each component linearly. */
static gait_transform base_at(const keys *from, uint32_t bone, double time) {
    const gait_clip *clip = from->clip;
    const gait_transform *local = &from->local[(size_t)bone * clip->frame_count];
    uint32_t k = 0;
    while (k + 2 < clip->frame_count && (double)clip->time[k + 1] <= time) {
        k++;
    }
    if (clip->frame_count < 2) {
        return local[0];
    }
    double start = (double)clip->time[k], span = (double)clip->time[k + 1] - start;
    double f = (time - start) / span, dot = 0, length = 0;
    f = f < 0 ? 0 : f > 1 ? 1 : f;
    gait_transform mixed = local[k];
    for (int i = 0; i < 4; i++) {
        dot += local[k].q[i] * local[k + 1].q[i];
    }
    for (int i = 0; i < 4; i++) {
        mixed.q[i] += f * ((dot < 0 ? -1 : 1) * local[k + 1].q[i] - local[k].q[i]);
        length += mixed.q[i] * mixed.q[i];
    }
    for (int i = 0; i < 4; i++) {
        mixed.q[i] /= sqrt(length);
    }
    for (int i = 0; i < 3; i++) {
        mixed.t[i] += f * (local[k + 1].t[i] - local[k].t[i]);
    }
    return mixed;
}

/* --- curves ----------------------------------------------------------------------------------- */

/* The end of a clip, at its last key or later. */
static double end_of(const gait_clip *clip) {
    double first, last;
    gait_clip_range(clip, &first, &last);
    return last;
}

/* Whether an export has a key before the first key, or after the last key, of a clip in phases. */
static bool has_start(const gait_clip *clip) {
    return clip->phases && clip->frame_count > 1 && clip->time[0] > 0;
}

static bool has_end(const gait_clip *clip) {
    double last = (double)clip->time[clip->frame_count - 1];
    return clip->phases && clip->frame_count > 1 && end_of(clip) > last + 1e-4;
}

static uint32_t time_count(const bench *at, const gait_clip *clip) {
    return at->way->fps > 0 ? (uint32_t)(end_of(clip) * at->way->fps + 1e-4) + 1
                            : clip->frame_count + has_start(clip) + has_end(clip);
}

static void add_noise(const bench *at, gait_transform *local) {
    double length =
        sqrt(local->t[0] * local->t[0] + local->t[1] * local->t[1] + local->t[2] * local->t[2]) /
        at->units;
    double far = length * 1.6e-7;
    double mm = far > 4e-6 ? far * 1000 : 4e-3; /* 1.6e-7 of the distance, at least 0.004 mm */
    touch_rotation(0.0026 * at->way->noise * test_random(at->seed), at->seed, local->q);
    touch_translation(mm * at->units * at->way->noise * test_random(at->seed), at->seed, local->t);
    for (int i = 0; i < 3; i++) {
        local->s[i] = 1 + 3e-5 * at->way->noise * test_random(at->seed);
    }
}

/* The curve of one property of one joint under construction. */
typedef struct draft {
    unsigned width;
    uint32_t count;
    double *times;
    double *values;
} draft;

static bool is_almost_constant(const draft *from, double limit) {
    for (unsigned i = 0; i < from->width; i++) {
        double low = from->values[i], high = low;
        for (uint32_t k = 1; k < from->count; k++) {
            double value = from->values[k * from->width + i];
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        if (high - low >= limit) {
            return false;
        }
    }
    return true;
}

static bool is_on_line(const draft *from, uint32_t a, uint32_t k, uint32_t b) {
    double f = (from->times[k] - from->times[a]) / (from->times[b] - from->times[a]);
    for (unsigned i = 0; i < from->width; i++) {
        double start = from->values[a * from->width + i], end = from->values[b * from->width + i];
        if (fabs(start + f * (end - start) - from->values[k * from->width + i]) > 1e-6) {
            return false;
        }
    }
    return true;
}

static void keep_key(draft *from, uint32_t to, uint32_t key) {
    from->times[to] = from->times[key];
    memmove(from->values + to * from->width, from->values + key * from->width,
            from->width * sizeof *from->values);
}

/* Drops keys that lie on the line from the last kept key to the next key. */
static void remove_linear_keys(draft *from) {
    uint32_t kept = 1;
    for (uint32_t k = 1; k < from->count; k++) {
        draft view = *from;
        bool last = k + 1 == from->count;
        if (!last) {
            double held_time = from->times[kept - 1];
            double times[3] = {held_time, from->times[k], from->times[k + 1]}, values[12];
            memcpy(values, from->values + (kept - 1) * from->width, from->width * sizeof *values);
            memcpy(values + from->width, from->values + k * from->width,
                   2 * from->width * sizeof *values);
            view.times = times;
            view.values = values;
            if (is_on_line(&view, 0, 1, 2)) {
                continue;
            }
        }
        keep_key(from, kept++, k);
    }
    from->count = kept;
}

static gait_edited_curve finish(const bench *at, draft *made) {
    gait_edited_curve curve = {.interpolation = GAIT_EDITED_LINEAR};
    double frame = 1 / (at->way->fps > 0 ? at->way->fps : 30);
    double factor = at->way->played_at > 0 ? at->way->played_at : 1;
    if (at->way->cuts_first && made->count > 1) {
        made->count--;
        memmove(made->times, made->times + 1, made->count * sizeof *made->times);
        memmove(made->values, made->values + made->width,
                (size_t)made->count * made->width * sizeof *made->values);
    }
    if (at->way->steps && made->count > 1 && is_almost_constant(made, 1e-9)) {
        made->count = 1;
        curve.interpolation = GAIT_EDITED_STEP;
    } else if (at->way->optimizes && made->count > 2 && is_almost_constant(made, 1e-4)) {
        keep_key(made, 1, made->count - 1);
        made->count = 2;
    } else if (at->way->thins && made->count > 2) {
        remove_linear_keys(made);
    }
    for (uint32_t k = 0; k < made->count; k++) {
        double time = (made->times[k] + at->way->shift_frames * frame) * factor;
        made->times[k] = (double)(float)time;
    }
    for (uint32_t i = 0; i < made->count * made->width; i++) {
        made->values[i] = (double)(float)made->values[i];
    }
    curve.count = made->count;
    curve.times = made->times;
    curve.values = made->values;
    return curve;
}

static draft new_draft(bench *at, unsigned width, uint32_t count) {
    return (draft){width, count, bench_allocate(at, count * sizeof(double)),
                   bench_allocate(at, (size_t)count * width * sizeof(double))};
}

static void set_draft_key(draft *into, uint32_t key, double time, const double *value) {
    double *to = into->values + key * into->width, dot = 0;
    into->times[key] = time;
    memcpy(to, value, into->width * sizeof *to);
    for (int i = 0; into->width == 4 && key > 0 && i < 4; i++) {
        dot += to[i] * to[i - 4];
    }
    for (int i = 0; dot < 0 && i < 4; i++) {
        to[i] = -to[i];
    }
}

static double time_of(const bench *at, const gait_clip *clip, uint32_t key) {
    if (at->way->fps > 0) {
        return key / at->way->fps;
    }
    if (key == 0 && has_start(clip)) {
        return 0;
    }
    uint32_t own = key - has_start(clip);
    return own < clip->frame_count ? (double)clip->time[own] : end_of(clip);
}

static void sample(bench *at, const keys *from, draft (*drafts)[3]) {
    uint32_t bones = from->clip->skeleton->bone_count, count = time_count(at, from->clip);
    gait_affine *model = calloc(bones, sizeof *model), *edited = calloc(bones, sizeof *edited);
    for (uint32_t k = 0; k < count; k++) {
        double time = time_of(at, from->clip, k);
        for (uint32_t b = 0; b < bones; b++) {
            int32_t parent = from->clip->skeleton->bones[b].parent;
            gait_transform local = base_at(from, b, time);
            model[b] = gait_affine_from_transform(&local);
            if (parent >= 0) {
                model[b] = gait_affine_multiply(&model[parent], &model[b]);
            }
            edited[b] = edited_pose(at, b, &model[b]);
        }
        for (uint32_t b = 0; b < bones; b++) {
            gait_transform local = local_transform(at, b, edited);
            if (at->way->noise > 0) {
                add_noise(at, &local);
            }
            set_draft_key(&drafts[b][0], k, time, local.q);
            set_draft_key(&drafts[b][1], k, time, local.t);
            set_draft_key(&drafts[b][2], k, time, local.s);
        }
    }
    free(model);
    free(edited);
}

static void make_animation(bench *at, uint32_t clip, const blender_touch *touches,
                           uint32_t touch_count, gait_edited_animation *out) {
    keys from;
    uint32_t bones = at->base->skeleton->bone_count;
    gait_edited_track *tracks = bench_allocate(at, bones * sizeof *tracks);
    draft(*drafts)[3] = calloc(bones, sizeof *drafts);
    base_keys(at, clip, touches, touch_count, &from);
    out->name = at->base->clip_names ? at->base->clip_names[clip] : at->base->clips[clip]->name;
    out->tracks = tracks;
    if (from.clip->frame_count > 0) {
        for (uint32_t b = 0; b < bones; b++) {
            for (int i = 0; i < 3; i++) {
                drafts[b][i] = new_draft(at, i == 0 ? 4 : 3, time_count(at, from.clip));
            }
        }
        sample(at, &from, drafts);
    }
    for (uint32_t b = 0; b < bones && from.clip->frame_count > 0; b++) {
        tracks[b].rotation = finish(at, &drafts[b][0]);
        tracks[b].translation = finish(at, &drafts[b][1]);
        if (at->way->has_scale) {
            tracks[b].scale = finish(at, &drafts[b][2]);
        }
    }
    free(drafts);
    free(from.local);
}

gait_edited_file *blender_edit(const gaiti_base_file *base, const blender_way *way,
                               const blender_touch *touches, uint32_t touch_count, uint64_t *seed) {
    bench *at = calloc(1, sizeof *at);
    at->base = base;
    at->way = way;
    at->seed = seed;
    at->units = way->units > 0 ? way->units : 1;
    at->whole = gait_affine_identity();
    if (way->z_up) {
        at->whole.m[1][1] = at->whole.m[2][2] = 0;
        at->whole.m[1][2] = -1;
        at->whole.m[2][1] = 1;
    }
    make_joints(at);
    gait_edited_animation *animations = bench_allocate(at, base->clip_count * sizeof *animations);
    for (uint32_t c = 0; c < base->clip_count; c++) {
        make_animation(at, c, touches, touch_count, &animations[c]);
    }
    at->edit.generator = way->thins ? "glTF-Transform v4.1.0" : "Khronos glTF Blender I/O v3.4.50";
    at->edit.object = "gait";
    at->edit.animation_count = base->clip_count;
    at->edit.animations = animations;
    return &at->edit;
}

void blender_free(gait_edited_file *edit) {
    bench *at = (bench *)edit;
    while (at->blocks) {
        block *next = at->blocks->next;
        free(at->blocks);
        at->blocks = next;
    }
    free(at);
}

gait_edited_joint *blender_joints(gait_edited_file *edit) {
    return (gait_edited_joint *)(uintptr_t)edit->joints;
}

gait_edited_animation *blender_animations(gait_edited_file *edit) {
    return (gait_edited_animation *)(uintptr_t)edit->animations;
}
