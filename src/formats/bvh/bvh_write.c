/* Writing a clip as a BVH. */
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/try.h"
#include "formats/bvh/bvh.h"
#include "formats/bvh/bvh_number.h"
#include "formats/bvh/bvh_writer.h"
#include "model/affine.h"
#include "gait/transform.h"
#include "gait/numbers.h"
#include "model/clip.h"

/* --- keys ------------------------------------------------------------------------------------- */

/* The rotation at a key; false when it is not finite or has no direction. */
static bool bvhw_rotation_at(const gait_channel *channel, uint32_t key, double out[4]) {
    double value[9];
    gaiti_channel_get(channel, true, key, value);
    if (channel->element == GAIT_MAT3_LE) {
        gait_affine rotation = {0};
        gait_transform parts;
        gaiti_matrix_from_columns(value, rotation.m);
        gait_affine_decompose(&rotation, &parts);
        memcpy(value, parts.q, sizeof parts.q);
    }
    memcpy(out, value, 4 * sizeof *out);
    return gaiti_quaternion_normalise(out);
}

static bool bvhw_is_out_of_range(double x) {
    return !(x <= GAITI_BVH_MAX_NUMBER && x >= -GAITI_BVH_MAX_NUMBER);
}

static bool bvhw_translation_at(const gait_channel *channel, uint32_t key, double out[3]) {
    double value[9];
    gaiti_channel_get(channel, false, key, value);
    memcpy(out, value, 3 * sizeof *out);
    return !bvhw_is_out_of_range(out[0]) && !bvhw_is_out_of_range(out[1]) &&
           !bvhw_is_out_of_range(out[2]);
}

/* Local pose of a bone at `fraction` of the way from a key to the next one. */
static void bvhw_local_at(gaiti_bvh_writer *self, uint32_t b, uint32_t key, double fraction,
                          double t[3], double q[4]) {
    const gait_track *track = &self->clip->tracks[b];
    const gaiti_bvh_bone *bone = &self->bones[b];
    double next_t[3], next_q[4];
    bool has_rotation = track->rotation.count > 0, has_translation = track->translation.count > 0;
    bool has_q = has_rotation && bvhw_rotation_at(&track->rotation, key, q);
    bool has_t = has_translation && bvhw_translation_at(&track->translation, key, t);
    if (has_q && fraction > 0 && track->rotation.count > 1 &&
        bvhw_rotation_at(&track->rotation, key + 1, next_q)) {
        gaiti_quaternion_slerp(q, next_q, fraction, q);
    }
    if (has_t && fraction > 0 && track->translation.count > 1 &&
        bvhw_translation_at(&track->translation, key + 1, next_t)) {
        for (int i = 0; i < 3; i++) {
            t[i] = (1 - fraction) * t[i] + fraction * next_t[i];
        }
    }
    if (!has_q) {
        memcpy(q, bone->rest_q, sizeof bone->rest_q);
    }
    if (!has_t) {
        memcpy(t, bone->rest_t, sizeof bone->rest_t);
    }
    if (has_q != has_rotation || has_t != has_translation) {
        gaiti_report_set_bone(&self->report, b, self->clip->skeleton->bones[b].name);
        self->report.frame = (int32_t)key;
        gaiti_raise(&self->report, GAITI_BVH_OUT_NOT_FINITE, (gaiti_detail){0});
    }
}

/* --- frames ----------------------------------------------------------------------------------- */

static void bvhw_rotate(const double q[4], double v[3]) {
    double m[3][3], in[3] = {v[0], v[1], v[2]};
    gaiti_matrix_from_quaternion(q, m);
    for (int i = 0; i < 3; i++) {
        v[i] = gaiti_vector_dot(m[i], in);
    }
}

/* Joints of a BVH have no rest rotation. With P the pose and B the rest pose of a bone in model
 * space, a joint rotates by W = P inverse(B). Relative to the parent's W this is B' L inverse(B),
 * where L is the local pose and B' the rest pose of the parent. The position is B' t, because the
 * rest axes of joints are those of the model. */
static size_t bvhw_print_bone(gaiti_bvh_bone *bone, double t[3], double q[4], char *out) {
    size_t size = 0;
    bvhw_rotate(bone->above, t);
    gaiti_quaternion_multiply(bone->above, q, q);
    gaiti_quaternion_multiply(q, bone->undo, q);
    gaiti_quaternion_normalise(q);
    gaiti_bvh_euler(q, bone->angles);
    for (int i = 0; i < 6; i++) {
        size += gaiti_bvh_print(out + size, i < 3 ? t[i] : bone->angles[i - 3]);
        out[size++] = ' ';
    }
    return size;
}

static void bvhw_put_frame(gaiti_bvh_writer *self, uint32_t key, double fraction) {
    for (uint32_t i = 0; i < self->bone_count; i++) {
        double t[3], q[4];
        char text[6 * (GAITI_NUMBER_MAX + 1)];
        bvhw_local_at(self, self->order[i], key, fraction, t, q);
        size_t size = bvhw_print_bone(&self->bones[self->order[i]], t, q, text);
        text[size - 1] = i + 1 < self->bone_count ? ' ' : '\n';
        self->no_memory |= !gaiti_write(self->out, text, size);
    }
    if (self->bone_count == 0) {
        gaiti_bvh_write(self, "\n");
    }
}

static void bvhw_put_motion(gaiti_bvh_writer *self) {
    char number[GAITI_NUMBER_MAX];
    gaiti_bvh_write(self, "MOTION\nFrames: ");
    self->no_memory |= !gaiti_write(self->out, number, gaiti_print_u64(number, self->frame_count));
    gaiti_bvh_write(self, "\nFrame Time: ");
    self->no_memory |= !gaiti_write(self->out, number, gaiti_bvh_print(number, 1 / self->rate));
    gaiti_bvh_write(self, "\n");
    uint32_t key = 0, last = self->clip->frame_count ? self->clip->frame_count - 1 : 0;
    for (uint32_t f = 0; f < self->frame_count && !self->no_memory; f++) {
        double time = f / self->rate, tolerance = GAITI_BVH_TOLERANCE / self->rate;
        while (key < last && (double)self->seconds[key + 1] <= time + tolerance) {
            key++;
        }
        double since = time - (double)self->seconds[key];
        double gap = key < last ? (double)self->seconds[key + 1] - time + since : 0;
        bvhw_put_frame(self, key, since > tolerance && gap > 0 ? since / gap : 0);
    }
}

/* --- validation ------------------------------------------------------------------------------- */

static bool bvhw_clip_is_valid(const gait_clip *clip) {
    return gaiti_clip_is_complete(clip) && clip->space == GAIT_SPACE_LOCAL &&
           clip->axes == GAIT_AXES_GLTF && gaiti_clip_is_writable(clip);
}

static bool bvhw_options_are_valid(const gaiti_bvh_options *options) {
    double rate = options->rate, fps = options->fps, duration = options->duration_s;
    return (rate == 0 || gait_range_contains(GAIT_RANGE_FPS, rate)) &&
           (fps == 0 || gait_range_contains(GAIT_RANGE_FPS, fps)) &&
           (duration == 0 || gait_range_contains(GAIT_RANGE_DURATION, duration));
}

/* Raises the first scaled key of every bone, because BVH cannot represent scale. */
static void bvhw_report_scale(gaiti_bvh_writer *self) {
    for (uint32_t b = 0; b < self->bone_count; b++) {
        const gait_channel *scale = &self->clip->tracks[b].scale;
        for (uint32_t k = 0; k < scale->count; k++) {
            double value[9];
            gaiti_channel_get(scale, false, k, value);
            int i = 0;
            while (i < 3 && gaiti_abs(value[i] - 1) <= 1e-3) {
                i++;
            }
            if (i < 3) {
                gaiti_report_set_bone(&self->report, b, self->clip->skeleton->bones[b].name);
                self->report.frame = (int32_t)k;
                gaiti_raise(&self->report, GAITI_BVH_OUT_SCALE, (gaiti_detail){.number = value[i]});
                break;
            }
        }
    }
    self->report.bone = self->report.frame = -1;
}

static gait_status bvhw_write(gaiti_bvh_writer *self, const gaiti_bvh_options *options) {
    GAITI_TRY(gaiti_bvh_list_bones(self));
    bvhw_report_scale(self);
    GAITI_TRY(gaiti_bvh_plan_frames(self, options));
    gaiti_bvh_write_hierarchy(self);
    bvhw_put_motion(self);
    return self->no_memory ? GAIT_NO_MEMORY : GAIT_OK;
}

gait_status gaiti_bvh_write_file(const gait_clip *clip, const gaiti_bvh_options *options,
                                 gait_buffer *out) {
    bool moves_keys;
    return gaiti_bvh_write_clip(clip, options, out, &moves_keys);
}

gait_status gaiti_bvh_write_clip(const gait_clip *clip, const gaiti_bvh_options *options,
                                 gait_buffer *out, bool *out_moves_keys) {
    static const gaiti_bvh_options usual = {0};
    options = options ? options : &usual;
    *out_moves_keys = false;
    if (!out || !bvhw_clip_is_valid(clip) || !bvhw_options_are_valid(options)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_options memory = options->common;
    gaiti_bvh_writer self = {.clip = clip,
                             .report =
                                 gaiti_report_on_clip(options->common.diagnostics, clip->name),
                             .out = out};
    gaiti_arena_init(&self.arena, &memory,
                     (size_t)clip->skeleton->bone_count * (sizeof(gaiti_bvh_bone) + 96) + 1024);
    gait_status status = bvhw_write(&self, options);
    gaiti_arena_free(&self.arena);
    *out_moves_keys = self.moves_keys;
    return status;
}
