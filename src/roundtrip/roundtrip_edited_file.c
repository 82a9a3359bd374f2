/* Makes the edited file of a comparison from an open glTF: joints in the rest pose, and curves with
 * the keys of the file. */
#include <stddef.h>
#include <string.h>

#include "base/try.h"
#include "base/memory.h"
#include "gait/transform.h"
#include "gait/gltf.h"
#include "gait/edited_file.h"
#include "model/affine.h"
#include "roundtrip/roundtrip_parts.h"
#include "formats/gltf/read/gltf_read.h"
#include "roundtrip/compare/compare_steps.h"
#include "roundtrip/compare/roundtrip_state.h"

/* Metres: an armature at a smaller distance from the origin was not moved. */
#define EDIT_PLACE 5e-5

typedef struct gltf_edit {
    gaiti_edited_object object;
    const gait_gltf *file;
    const gait_gltf_rig *rig;
    const gait_options *options;
    int32_t *bone_of_node;   /* -1 = no joint */
    gait_transform *between; /* per bone: product of the nodes between it and its parent */
    bool *is_folded;         /* per bone: true when `between` is not the identity */
    gait_affine from_space;  /* from the space of the rig to the armature */
    gait_affine from_axes;   /* the same without the place: axes and units of the armature only */
} gltf_edit;

/* --- joints ----------------------------------------------------------------------------------- */

static const char *edit_text(gaiti_arena *arena, gait_span text) {
    char *copy = gaiti_alloc(arena, (uint64_t)text.size + 1, 1);
    if (copy && text.size) {
        memcpy(copy, text.data, text.size);
    }
    return copy;
}

static bool edit_is_identity(const gait_transform *t) {
    return t->t[0] == 0 && t->t[1] == 0 && t->t[2] == 0 && t->q[0] == 0 && t->q[1] == 0 &&
           t->q[2] == 0 && t->s[0] == 1 && t->s[1] == 1 && t->s[2] == 1;
}

/* The product of the local transforms of a node and its ancestors below `end`. */
static gait_affine edit_product(const gltf_edit *self, int32_t node, int32_t end) {
    gait_affine all = gait_affine_identity();
    for (; node >= 0 && node != end; node = gaiti_gltf_node_at(self->file, (uint32_t)node).parent) {
        gaiti_gltf_node above = gaiti_gltf_node_at(self->file, (uint32_t)node);
        gait_affine local = gait_affine_from_transform(&above.local);
        all = gait_affine_multiply(&local, &all);
    }
    return all;
}

/* The product of the local transforms of the nodes between a bone and its parent bone, or between a
 * root bone and the armature. */
static gait_transform edit_between(const gltf_edit *self, uint32_t bone) {
    int32_t parent = gaiti_gltf_rig_parent(self->rig, bone);
    int32_t end = parent >= 0 ? (int32_t)gaiti_gltf_rig_node(self->rig, (uint32_t)parent)
                              : self->rig->armature;
    int32_t node = gaiti_gltf_node_at(self->file, gaiti_gltf_rig_node(self->rig, bone)).parent;
    gait_affine all = edit_product(self, node, end);
    gait_transform result;
    gait_affine_decompose(&all, &result);
    return result;
}

/* Reduces a transform to changes of axes and units, which programs make. True when that removes a
 * place or another rotation. */
static bool edit_reduce_to_axes(gait_affine *armature) {
    gait_transform axes;
    double rotation[3][3];
    gait_affine_decompose(armature, &axes);
    gaiti_matrix_from_quaternion(axes.q, rotation);
    bool is_right = gaiti_is_right_rotation(rotation);
    if (!is_right) {
        memcpy(axes.q, (const double[4]){0, 0, 0, 1}, sizeof axes.q);
    }
    double distance = gaiti_vector_length(axes.t);
    memset(axes.t, 0, sizeof axes.t);
    *armature = gait_affine_from_transform(&axes);
    return !is_right || distance > EDIT_PLACE;
}

/* Sets the transforms of the armature. The place of an animated one is that of the frame of the
 * export, which is no part of the rest pose. */
static void edit_set_armature(gltf_edit *self) {
    int32_t space = gaiti_gltf_rig_space(self->rig);
    gait_affine armature = edit_product(self, self->rig->armature, space);
    gait_affine_invert(&armature, &self->from_space);
    edit_reduce_to_axes(&armature);
    gait_affine_invert(&armature, &self->from_axes);
    if (self->rig->armature == space) {
        armature = edit_product(self, space, -1);
        self->object.edit.is_placed = edit_reduce_to_axes(&armature);
    }
}

static bool edit_joint(gltf_edit *self, const gait_skeleton *skeleton, uint32_t bone,
                       gait_edited_joint *out) {
    uint32_t index = gaiti_gltf_rig_node(self->rig, bone);
    gaiti_gltf_node node = gaiti_gltf_node_at(self->file, index);
    gait_affine local = gait_affine_from_transform(&node.local);
    self->between[bone] = edit_between(self, bone);
    self->is_folded[bone] = !edit_is_identity(&self->between[bone]);
    gait_affine above = gait_affine_from_transform(&self->between[bone]);
    local = gait_affine_multiply(&above, &local);
    gait_affine_decompose(&local, &out->node);
    out->name = gaiti_copy_text(&self->object.arena, skeleton->bones[bone].name);
    out->alternative = node.original.size ? edit_text(&self->object.arena, node.original) : NULL;
    out->parent = gaiti_gltf_rig_parent(self->rig, bone);
    out->rest =
        gait_affine_change_axes(&skeleton->rest_model[bone], GAIT_AXES_ENGINE, GAIT_AXES_GLTF);
    if (self->rig->armature != gaiti_gltf_rig_space(self->rig)) {
        out->rest = gait_affine_multiply(&self->from_space, &out->rest);
    }
    self->bone_of_node[index] = (int32_t)bone;
    return out->name && (out->alternative || !node.original.size);
}

static gait_status edit_joints(gltf_edit *self) {
    uint32_t count = gait_gltf_rig_bone_count(self->rig);
    uint32_t nodes = gaiti_gltf_node_count(self->file);
    gait_edited_joint *joints = gaiti_alloc(&self->object.arena, count, sizeof *joints);
    self->bone_of_node = gaiti_alloc(&self->object.arena, nodes, sizeof *self->bone_of_node);
    self->between = gaiti_alloc(&self->object.arena, count, sizeof *self->between);
    self->is_folded = gaiti_alloc(&self->object.arena, count, sizeof *self->is_folded);
    gait_skeleton *skeleton = NULL;
    GAITI_TRY(self->object.arena.status);
    for (uint32_t n = 0; n < nodes; n++) {
        self->bone_of_node[n] = -1;
    }
    gait_status status =
        gaiti_gltf_skeleton(self->file, self->rig, "edited", self->options, &skeleton);
    for (uint32_t b = 0; b < count && status == GAIT_OK; b++) {
        status = edit_joint(self, skeleton, b, &joints[b]) ? GAIT_OK : self->object.arena.status;
    }
    gait_skeleton_free(skeleton);
    self->object.edit.joints = joints;
    self->object.edit.joint_count = count;
    return status;
}

/* --- curves ----------------------------------------------------------------------------------- */

/* Makes a key value of a joint relative to its parent joint by applying `between`. */
static void edit_fold(const gltf_edit *self, uint32_t bone, gaiti_gltf_path path, double *value) {
    const gait_transform *above = &self->between[bone];
    if (path == GAITI_GLTF_PATH_SCALE) {
        return;
    }
    gait_transform local = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
    memcpy(path == GAITI_GLTF_PATH_ROTATION ? local.q : local.t, value,
           (path == GAITI_GLTF_PATH_ROTATION ? 4 : 3) * sizeof *value);
    gait_affine outer = gait_affine_from_transform(above);
    gait_affine inner = gait_affine_from_transform(&local);
    gait_affine product = gait_affine_multiply(&outer, &inner);
    gait_affine_decompose(&product, &local);
    memcpy(value, path == GAITI_GLTF_PATH_ROTATION ? local.q : local.t,
           (path == GAITI_GLTF_PATH_ROTATION ? 4 : 3) * sizeof *value);
}

/* Copies the keys of a linear or stepped channel. */
static bool edit_copy_keys(gltf_edit *self, uint32_t animation, uint32_t channel,
                           const gaiti_gltf_channel *info, uint32_t bone, gait_edited_curve *out) {
    uint32_t width = info->path == GAITI_GLTF_PATH_ROTATION ? 4 : 3;
    double *times = gaiti_alloc(&self->object.arena, info->key_count, sizeof *times);
    double *values =
        gaiti_alloc(&self->object.arena, (uint64_t)info->key_count * width, sizeof *values);
    if (times && values) {
        gaiti_gltf_channel_keys(self->file, animation, channel, times, values);
    }
    for (uint32_t k = 0; values && self->is_folded[bone] && k < info->key_count; k++) {
        edit_fold(self, bone, info->path, values + (size_t)k * width);
    }
    bool stepped = info->interpolation == GAITI_GLTF_STEP;
    *out = (gait_edited_curve){.count = info->key_count,
                               .interpolation = stepped ? GAIT_EDITED_STEP : GAIT_EDITED_LINEAR,
                               .times = times,
                               .values = values};
    return times && values;
}

/* Makes the pose of a root relative to the armature, if it is relative to the space of the rig. */
static void edit_leave_space(const gltf_edit *self, uint32_t bone, gait_transform *pose) {
    if (gaiti_gltf_rig_parent(self->rig, bone) < 0 &&
        self->rig->armature != gaiti_gltf_rig_space(self->rig)) {
        gait_affine local = gait_affine_from_transform(pose);
        local = gait_affine_multiply(&self->from_space, &local);
        gait_affine_decompose(&local, pose);
    }
}

/* Replaces a spline by a linear curve. */
static gait_status edit_spline(gltf_edit *self, uint32_t animation, uint32_t channel,
                               const gaiti_gltf_channel *info, uint32_t bone,
                               gait_edited_curve *out) {
    uint32_t width = info->path == GAITI_GLTF_PATH_ROTATION ? 4 : 3;
    gaiti_arena *arena = &self->object.arena;
    gaiti_edited_times times;
    GAITI_TRY(gaiti_edited_channel_times(self->file, animation, channel, arena, &times));
    double *values = gaiti_alloc(arena, (uint64_t)times.count * width, sizeof *values);
    gait_transform *pose = gaiti_alloc(arena, self->object.edit.joint_count, sizeof *pose);
    GAITI_TRY(arena->status);
    gaiti_gltf_read_player player;
    gait_status status;
    GAITI_TRY_DONE(gaiti_gltf_read_play(&player, self->file, animation, self->rig, self->options));
    for (uint32_t k = 0; k < times.count; k++) {
        GAITI_TRY_DONE(
            gaiti_gltf_read_play_frames(&player, &times.at[k], 1, 0, self->options, pose));
        edit_leave_space(self, bone, &pose[bone]);
        const double *value = info->path == GAITI_GLTF_PATH_ROTATION      ? pose[bone].q
                              : info->path == GAITI_GLTF_PATH_TRANSLATION ? pose[bone].t
                                                                          : pose[bone].s;
        memcpy(values + (size_t)k * width, value, width * sizeof *values);
    }
    *out = (gait_edited_curve){.count = times.count, .times = times.at, .values = values};
done:
    gaiti_gltf_read_stop(&player);
    return status;
}

static gait_status edit_channel(gltf_edit *self, uint32_t animation, uint32_t channel,
                                gait_edited_track *tracks) {
    gaiti_gltf_channel info = gaiti_gltf_channel_at(self->file, animation, channel);
    int32_t bone = info.node >= 0 ? self->bone_of_node[info.node] : -1;
    if (bone < 0 || info.path == GAITI_GLTF_PATH_OTHER || info.key_count == 0) {
        return GAIT_OK;
    }
    gait_edited_track *track = &tracks[bone];
    gait_edited_curve *out = info.path == GAITI_GLTF_PATH_ROTATION      ? &track->rotation
                             : info.path == GAITI_GLTF_PATH_TRANSLATION ? &track->translation
                                                                        : &track->scale;
    if (info.interpolation == GAITI_GLTF_CUBIC && info.key_count > 1) {
        return edit_spline(self, animation, channel, &info, (uint32_t)bone, out);
    }
    return edit_copy_keys(self, animation, channel, &info, (uint32_t)bone, out)
               ? GAIT_OK
               : self->object.arena.status;
}

static gait_status edit_animations(gltf_edit *self) {
    uint32_t count = gait_gltf_animation_count(self->file);
    gait_edited_animation *animations = gaiti_alloc(&self->object.arena, count, sizeof *animations);
    GAITI_TRY(self->object.arena.status);
    for (uint32_t a = 0; animations && a < count; a++) {
        gait_gltf_animation info = gait_gltf_animation_at(self->file, a);
        gait_edited_track *tracks =
            gaiti_alloc(&self->object.arena, self->object.edit.joint_count, sizeof *tracks);
        animations[a].name = edit_text(&self->object.arena, info.name);
        animations[a].tracks = tracks;
        if (!tracks || !animations[a].name) {
            return self->object.arena.status;
        }
        for (uint32_t c = 0; c < info.channel_count; c++) {
            GAITI_TRY(edit_channel(self, a, c, tracks));
        }
        GAITI_TRY(gaiti_edited_add_motion(&(gait_gltf_animated_rig){self->file, self->rig, a},
                                          &self->from_axes, self->options, &self->object.arena,
                                          tracks, &animations[a].has_object_motion));
    }
    self->object.edit.animations = animations;
    self->object.edit.animation_count = count;
    return GAIT_OK;
}

static gait_status edit_fill(gltf_edit *self) {
    int32_t armature = self->rig->armature;
    gait_span generator = gaiti_gltf_generator(self->file);
    self->object.edit.generator = edit_text(&self->object.arena, generator);
    if (armature >= 0) {
        self->object.edit.object =
            edit_text(&self->object.arena, gaiti_gltf_node_at(self->file, (uint32_t)armature).name);
    }
    edit_set_armature(self);
    GAITI_TRY(self->object.edit.generator ? edit_joints(self) : self->object.arena.status);
    return edit_animations(self);
}

void *gaiti_edited_object_new(size_t size, const gait_options *options, gait_status *out_status) {
    gaiti_edited_object *object =
        gaiti_new_object(options, size, offsetof(gaiti_edited_object, arena), 0, out_status);
    if (object) {
        object->edit.storage = object;
    }
    return object;
}

gait_status gaiti_edited_file_new(const gait_gltf *file, const gait_gltf_rig *rig,
                                  const gait_options *options, gait_edited_file **out_edit) {
    gait_status status;
    if (!GAITI_CLEAR(out_edit) || !file || !rig) {
        return GAIT_BAD_ARGUMENT;
    }
    gltf_edit *self = gaiti_edited_object_new(sizeof *self, options, &status);
    if (!self) {
        return status;
    }
    self->file = file;
    self->rig = rig;
    self->options = options;
    status = edit_fill(self);
    if (status != GAIT_OK) {
        gait_edited_file_free(&self->object.edit);
        return status;
    }
    *out_edit = &self->object.edit;
    return GAIT_OK;
}

void gait_edited_file_free(gait_edited_file *edit) {
    if (edit) {
        gaiti_free_object(edit->storage, offsetof(gaiti_edited_object, arena));
    }
}
