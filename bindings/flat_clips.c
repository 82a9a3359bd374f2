/* The flat interface: clips, their poses and pictures. */
#include "flat_state.h"

#include <string.h>

#include "gait/transform.h"
#include "gait/draw.h"
#include "gait/playback.h"
#include "gait/bones.h"

/* --- clips ------------------------------------------------------------------------------------ */

uint32_t gait_flat_clip_count(gait_flat *flat, uint32_t file) {
    gaiti_flat_file *self = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    return self ? gait_file_clip_count(self->file) : 0;
}

int32_t gait_flat_find_clip(gait_flat *flat, uint32_t file, const char *name) {
    gaiti_flat_file *self = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    if (!self || !gaiti_flat_is_text(flat, name, false)) {
        return -1;
    }
    int32_t clip = gait_file_find_clip(self->file, name);
    if (clip < 0) {
        gaiti_flat_fail_clip(flat, self->file, name);
    }
    return clip;
}

void gaiti_flat_release_host(gait_flat *flat, gaiti_flat_clip *clip) {
    gait_host_rig_free(clip->host.rig);
    gaiti_resize(&flat->allocator, clip->host.matrices, clip->host.size, 0);
    clip->host = (gaiti_flat_host){0};
}

static void flat_release_clip(gait_flat *flat, void *object) {
    gaiti_flat_clip *self = object;
    gaiti_flat_release_host(flat, self);
    gaiti_resize(&flat->allocator, self->sampler.block, self->sampler.size, 0);
    gait_clip_free(self->clip);
    gaiti_resize(&flat->allocator, self->poses, self->poses_size, 0);
    gaiti_resize(&flat->allocator, self, sizeof *self, 0);
}

/* Reads a clip of a file on a skeleton that is bound to it. NULL with an error. */
static gait_clip *flat_read_clip(gait_flat *flat, uint32_t file, uint32_t index, uint32_t skeleton,
                                 const gaiti_flat_file **out_from) {
    gaiti_flat_file *from = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    const gait_skeleton *bound = from ? gaiti_flat_get(flat, skeleton, FLAT_SKELETON) : NULL;
    gait_clip *clip = NULL;
    *out_from = from;
    if (!bound) {
        return NULL;
    }
    if (!gaiti_flat_needs(flat, skeleton, file)) {
        gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the skeleton is not bound to this file");
        return NULL;
    }
    if (index >= gait_file_clip_count(from->file)) {
        gaiti_flat_fail_index(flat, "clip", index, gait_file_clip_count(from->file));
        return NULL;
    }
    gait_options options = gaiti_flat_options(flat, from);
    gaiti_flat_end(flat, gait_file_clip(from->file, index, bound, &options, &clip),
                   "the clip cannot be read");
    return clip;
}

uint32_t gait_flat_clip(gait_flat *flat, uint32_t file, uint32_t index, uint32_t skeleton) {
    const gaiti_flat_file *from;
    gait_clip *clip = flat_read_clip(flat, file, index, skeleton, &from);
    if (!clip) {
        return 0;
    }
    gaiti_flat_clip *self = gaiti_resize(&flat->allocator, NULL, 0, sizeof *self);
    if (!self) {
        gait_clip_free(clip);
        gaiti_flat_fail(flat, GAIT_NO_MEMORY, NULL);
        return 0;
    }
    *self = (gaiti_flat_clip){.file = from, .index = index, .clip = clip};
    return gaiti_flat_add(flat, FLAT_CLIP, self, flat_release_clip,
                          (const uint32_t[FLAT_NEEDS]){file, skeleton});
}

bool gait_flat_moving_bones(gait_flat *flat, uint32_t file, uint32_t index, uint32_t skeleton,
                            uint8_t *out) {
    const gaiti_flat_file *from;
    gait_clip *clip = flat_read_clip(flat, file, index, skeleton, &from);
    if (!clip) {
        return false;
    }
    gait_options options = gaiti_flat_options(flat, from);
    gaiti_arena work;
    gaiti_arena_init(&work, &options, 0);
    uint32_t count = clip->skeleton->bone_count;
    bool *moves = gaiti_alloc(&work, count, sizeof *moves);
    gait_status status = !out ? GAIT_BAD_ARGUMENT : work.status;
    if (status == GAIT_OK) {
        status = gait_clip_moving_bones(clip, &options, moves);
    }
    for (uint32_t b = 0; status == GAIT_OK && b < count; b++) {
        out[b] = moves[b];
    }
    gaiti_arena_free(&work);
    gait_clip_free(clip);
    return gaiti_flat_end(flat, status,
                          status == GAIT_UNSUPPORTED ? "the parents of the bones are not known"
                          : !out                     ? "the output is missing"
                                                     : NULL);
}

static gaiti_flat_clip *flat_get_clip(gait_flat *flat, uint32_t clip) {
    return gaiti_flat_begin(flat) ? gaiti_flat_get(flat, clip, FLAT_CLIP) : NULL;
}

/* The same for a function with an output, which must not be NULL. */
static const gait_clip *flat_get_clip_for(gait_flat *flat, uint32_t clip, const void *out) {
    const gaiti_flat_clip *self = flat_get_clip(flat, clip);
    if (self && !out) {
        gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the output is missing");
        return NULL;
    }
    return self ? self->clip : NULL;
}

uint32_t gait_flat_frame_count(gait_flat *flat, uint32_t clip) {
    const gaiti_flat_clip *self = flat_get_clip(flat, clip);
    return self ? self->clip->frame_count : 0;
}

bool gait_flat_times(gait_flat *flat, uint32_t clip, float *out) {
    const gait_clip *self = flat_get_clip_for(flat, clip, out);
    if (!self) {
        return false;
    }
    if (self->frame_count > 0) {
        memcpy(out, self->time, self->frame_count * sizeof *out);
    }
    return true;
}

bool gait_flat_has_phases(gait_flat *flat, uint32_t clip) {
    const gaiti_flat_clip *self = flat_get_clip(flat, clip);
    return self && self->clip->time_unit == GAIT_TIME_PHASE;
}

bool gait_flat_range(gait_flat *flat, uint32_t clip, double *out) {
    const gait_clip *self = flat_get_clip_for(flat, clip, out);
    if (!self) {
        return false;
    }
    if (gait_clip_range(self, &out[0], &out[1]) != GAIT_OK) {
        out[0] = out[1] = 0; /* no frames */
    }
    return true;
}

bool gait_flat_root_motion(gait_flat *flat, uint32_t clip, float *out) {
    const gait_clip *self = flat_get_clip_for(flat, clip, out);
    if (!self) {
        return false;
    }
    gait_affine motion = {.m = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int i = 0; i < 3; i++) {
        motion.t[i] = (double)self->root_motion[i];
    }
    motion = gait_affine_change_axes(&motion, self->axes, GAIT_AXES_GLTF);
    for (int i = 0; i < 3; i++) {
        out[i] = (float)motion.t[i] + 0.0f; /* not -0 */
    }
    return true;
}

/* --- poses ------------------------------------------------------------------------------------ */

/* The number of floats per bone; 0 = an unknown kind. */
static uint32_t flat_pose_size(uint32_t kind) {
    return kind == GAIT_FLAT_LOCAL_PARTS ? 10 : kind < GAIT_FLAT_LOCAL_PARTS ? 16 : 0;
}

bool gaiti_flat_is_posable(gait_flat *flat, const gait_clip *clip, gait_space space) {
    if (clip->frame_count == 0) {
        return gaiti_flat_fail(flat, GAIT_NOT_FOUND, "the clip has no frames");
    }
    switch (gait_pose_requirements(clip, space)) {
    case GAIT_REQUIRES_PARENTS:
        return gaiti_flat_fail(flat, GAIT_UNSUPPORTED, "the parents of the bones are not known");
    case GAIT_REQUIRES_REST:
        return gaiti_flat_fail(flat, GAIT_UNSUPPORTED, "the rest pose of the bones is not known");
    default:
        return true;
    }
}

bool gaiti_flat_reserve_poses(gait_flat *flat, gaiti_flat_clip *self) {
    uint64_t size = (uint64_t)self->clip->skeleton->bone_count * 2 * sizeof *self->poses;
    if (self->poses) {
        return true;
    }
    size = size > 0 ? size : 1;
    if (size <= SIZE_MAX) {
        self->poses = gaiti_resize(&flat->allocator, NULL, 0, (size_t)size);
    }
    self->poses_size = self->poses ? (size_t)size : 0;
    return self->poses || gaiti_flat_fail(flat, GAIT_NO_MEMORY, NULL);
}

void gaiti_flat_store_matrix(const gait_affine *pose, float *out) {
    for (int column = 0; column < 3; column++) {
        for (int row = 0; row < 3; row++) {
            out[column * 4 + row] = (float)pose->m[row][column];
        }
        out[column * 4 + 3] = 0;
        out[12 + column] = (float)pose->t[column];
    }
    out[15] = 1;
}

static void flat_store_parts(const gait_affine *pose, float *out) {
    gait_transform parts;
    gait_affine_decompose(pose, &parts);
    for (int i = 0; i < 3; i++) {
        out[i] = (float)pose->t[i];
        out[7 + i] = (float)parts.s[i];
    }
    for (int i = 0; i < 4; i++) {
        out[3 + i] = (float)parts.q[i];
    }
}

/* Stores the pose of one bone. */
static void flat_store_bone(const gait_affine *pose, uint32_t bone, uint32_t kind, float *out) {
    if (kind == GAIT_FLAT_LOCAL_PARTS) {
        flat_store_parts(pose, out + (size_t)bone * 10);
    } else {
        gaiti_flat_store_matrix(pose, out + (size_t)bone * 16);
    }
}

bool gait_flat_rest(gait_flat *flat, uint32_t skeleton, uint32_t kind, float *out) {
    const gait_skeleton *self =
        gaiti_flat_begin(flat) ? gaiti_flat_get(flat, skeleton, FLAT_SKELETON) : NULL;
    if (!self) {
        return false;
    }
    if (!out || flat_pose_size(kind) == 0) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the output or its kind is invalid");
    }
    for (uint32_t b = 0; b < self->bone_count; b++) {
        if (self->bones[b].rest_origin == GAIT_ORIGIN_UNKNOWN) {
            return gaiti_flat_fail(flat, GAIT_UNSUPPORTED,
                                   "the rest pose of the bones is not known");
        }
    }
    for (uint32_t b = 0; b < self->bone_count; b++) {
        gait_affine rest = kind == GAIT_FLAT_MODEL_MATRIX
                               ? self->rest_model[b]
                               : gait_affine_from_transform(&self->bones[b].rest);
        rest = gait_affine_change_axes(&rest, GAIT_AXES_ENGINE, GAIT_AXES_GLTF);
        flat_store_bone(&rest, b, kind, out);
    }
    return true;
}

double gaiti_flat_time_in(const gait_clip *clip, double time) {
    double first = (double)clip->time[0], last = (double)clip->time[clip->frame_count - 1];
    return time < first ? first : time > last ? last : time;
}

/* Computes one pose, and stores it. */
static gait_status flat_store_pose(const gaiti_flat_clip *self, double time, uint32_t kind,
                                   float *out) {
    const gait_clip *clip = self->clip;
    uint32_t bone_count = clip->skeleton->bone_count;
    gait_space space = kind == GAIT_FLAT_MODEL_MATRIX ? GAIT_SPACE_MODEL : GAIT_SPACE_LOCAL;
    gait_status status = gait_pose_at_time(clip, gaiti_flat_time_in(clip, time), space,
                                           GAIT_AXES_GLTF, self->poses, self->poses + bone_count);
    for (uint32_t b = 0; status == GAIT_OK && b < bone_count; b++) {
        flat_store_bone(&self->poses[b], b, kind, out);
    }
    return status;
}

bool gait_flat_poses(gait_flat *flat, uint32_t clip, const double *times, uint32_t count,
                     uint32_t kind, float *out) {
    gaiti_flat_clip *self = flat_get_clip(flat, clip);
    uint32_t size = flat_pose_size(kind);
    if (!self) {
        return false;
    }
    if ((!times || !out) && count > 0) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the times or the output are missing");
    }
    if (size == 0) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "there is no such kind of poses");
    }
    gait_space space = kind == GAIT_FLAT_MODEL_MATRIX ? GAIT_SPACE_MODEL : GAIT_SPACE_LOCAL;
    if (!gaiti_flat_is_posable(flat, self->clip, space) || !gaiti_flat_reserve_poses(flat, self)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        gait_status status = flat_store_pose(self, times[i], kind, out);
        if (status != GAIT_OK) {
            return gaiti_flat_fail(flat, status, "a time is not a number");
        }
        out += (size_t)self->clip->skeleton->bone_count * size;
    }
    return true;
}

bool gait_flat_pose(gait_flat *flat, uint32_t clip, double time, uint32_t kind, float *out) {
    return gait_flat_poses(flat, clip, &time, 1, kind, out);
}

/* --- pictures --------------------------------------------------------------------------------- */

static const char *flat_name_without_folder(const char *path) {
    const char *name = path;
    for (const char *p = path; *p != '\0'; p++) {
        name = *p == '/' ? p + 1 : name;
    }
    return name;
}

bool gait_flat_draw(gait_flat *flat, uint32_t clip, const char *view, uint32_t figures) {
    static const char *const views[] = {"side", "front", "top", "three-quarter", NULL};
    const gaiti_flat_clip *self = flat_get_clip(flat, clip);
    if (!self || !gaiti_flat_is_text(flat, view, true) ||
        !gaiti_flat_is_posable(flat, self->clip, GAIT_SPACE_MODEL)) {
        return false;
    }
    int index = gaiti_flat_find_word(flat, "view", view, views);
    if (index < 0) {
        return false;
    }
    if (figures > GAIT_DRAW_MAX_FIGURES) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "there are too many figures");
    }
    const gait_format_info *info = gait_format_get_info(gait_file_format(self->file->file));
    gait_draw_options drawing = {.view = (gait_view)index,
                                 .figures = figures,
                                 .draws_path = info->abilities & GAIT_MOVES_OBJECT,
                                 .file = flat_name_without_folder(self->file->name)};
    gait_options options = gaiti_flat_options(flat, self->file);
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status = gait_draw_strip(self->clip, &drawing, &options, NULL, out);
    return gaiti_flat_end_result(flat, status, "no bone has a known pivot");
}
