/* Validation of keys, skins and names of an open glTF file. */
#include <string.h>

#include "base/text/names.h"
#include "formats/gltf/read/gltf_read.h"
#include "model/affine.h"
#include "gait/transform.h"

/* --- animations ------------------------------------------------------------------------------- */

/* State of one check. */
typedef struct gcheck {
    const gait_gltf *file;
    const gait_gltf_rig *rig; /* NULL = no bones */
    gaiti_report report;
    gait_status status; /* of the first error */
    uint64_t work;      /* see gaiti_gltf_read_plan() */
    gaiti_arena scratch;
    bool *is_checked; /* per accessor */
    uint32_t *target; /* three per node: the last animation of that path, plus 1 */
} gcheck;

static void gcheck_keep_status(gcheck *self, gait_status status) {
    self->status = self->status == GAIT_OK ? status : self->status;
}

/* True at the first call for an accessor: shared accessors are checked once. */
static bool gcheck_is_first(gcheck *self, int32_t accessor) {
    bool is_first = !self->is_checked[accessor];
    self->is_checked[accessor] = true;
    return is_first;
}

static void gcheck_target(gcheck *self, uint32_t animation, uint32_t channel) {
    char pointer[GAITI_JSON_POINTER];
    const gaiti_gltf_read_animation *it = &self->file->animations[animation];
    const gaiti_gltf_read_channel *moved = &self->file->channels[it->channels.first + channel];
    uint32_t *target = &self->target[(size_t)moved->node * 3 + moved->path];
    if (*target == animation + 1) {
        gaiti_raise(&self->report, GAITI_GLTF_READ_TARGET_TWICE,
                    (gaiti_detail){.offset = moved->at,
                                   .place = gaiti_gltf_read_pointer(
                                       pointer, "animations", animation, "channels", channel)});
    }
    *target = animation + 1;
}

static void gcheck_animation(gcheck *self, uint32_t animation) {
    const gait_gltf *file = self->file;
    const gaiti_gltf_read_animation *it = &file->animations[animation];
    bool moves = false;
    self->report.clip = (int32_t)animation;
    for (uint32_t c = 0; c < it->channels.count; c++) {
        const gaiti_gltf_read_channel *channel = &file->channels[it->channels.first + c];
        if (!gaiti_gltf_read_moves(channel)) {
            continue;
        }
        int32_t slot = self->rig ? self->rig->slot_of[channel->node] : -1;
        self->report.bone = slot >= 0 ? self->rig->bone_of[slot] : -1;
        moves = moves || slot >= 0;
        gcheck_target(self, animation, c);
        if (gcheck_is_first(self, file->samplers[channel->sampler].input)) {
            gcheck_keep_status(self, gaiti_gltf_read_validate_times(file, &self->report, channel));
        }
        if (gcheck_is_first(self, file->samplers[channel->sampler].output)) {
            gcheck_keep_status(self, gaiti_gltf_read_validate_values(file, &self->report, channel));
        }
    }
    self->report.bone = -1;
    if (!moves) {
        gaiti_raise(&self->report, GAITI_GLTF_READ_STILL,
                    (gaiti_detail){.offset = it->at, .name = it->name, .name_is_utf8 = true});
    }
}

/* Raises animations that have too many frames or are resampled. */
static void gcheck_frames(gcheck *self, uint32_t animation) {
    gaiti_gltf_read_frames frames;
    gaiti_gltf_read_at at = self->file->animations[animation].at;
    gait_status status =
        self->rig ? gaiti_gltf_read_plan(self->file, animation, self->rig, 0, &self->work, &frames)
                  : GAIT_NOT_FOUND;
    if (status == GAIT_LIMIT) {
        gcheck_keep_status(self, gaiti_gltf_read_refuse_length(&self->report, at, &frames.timing));
    } else if (status == GAIT_OK && !frames.timing.is_exact) {
        gaiti_raise(&self->report, GAITI_GLTF_READ_RESAMPLED,
                    (gaiti_detail){.offset = at, .number = frames.timing.fps});
    }
}

/* --- bones ------------------------------------------------------------------------------------ */

static void gcheck_joints_twice(gcheck *self) {
    char pointer[GAITI_JSON_POINTER];
    const gaiti_gltf_read_skin *skin = &self->file->skins[self->rig->skin];
    for (uint32_t j = 0; j < skin->joints.count; j++) {
        uint32_t node = self->file->joints[skin->joints.first + j];
        int32_t bone = self->rig->bone_of[self->rig->slot_of[node]];
        if (self->rig->joints[bone] != j) {
            gaiti_raise(&self->report, GAITI_GLTF_READ_JOINT_TWICE,
                        (gaiti_detail){.offset = skin->at,
                                       .found = node,
                                       .place = gaiti_gltf_read_pointer(pointer, "skins",
                                                                        self->rig->skin, NULL, 0)});
        }
    }
}

static bool gcheck_can_bind(const gcheck *self, uint32_t bone) {
    gait_affine matrix, inverse;
    double sum = 0;
    if (!gaiti_gltf_inverse_bind(self->file, (uint32_t)self->rig->skin, self->rig->joints[bone],
                                 &matrix)) {
        return false;
    }
    for (int i = 0; i < 9; i++) {
        sum += matrix.m[i / 3][i % 3] * 0 + matrix.t[i % 3] * 0;
    }
    return sum == 0 && gait_affine_invert(&matrix, &inverse);
}

/* Inverse bind matrices are optional; those present must be finite and invertible. */
static void gcheck_binds(gcheck *self) {
    char pointer[GAITI_JSON_POINTER];
    const gaiti_gltf_read_skin *skin = &self->file->skins[self->rig->skin];
    for (uint32_t b = 0; b < self->rig->bone_count && skin->inverse_bind >= 0; b++) {
        self->report.bone = (int32_t)b;
        if (!gcheck_can_bind(self, b)) {
            gaiti_raise(&self->report, GAITI_GLTF_READ_BIND,
                        (gaiti_detail){.offset = skin->at,
                                       .place = gaiti_gltf_read_pointer(pointer, "skins",
                                                                        self->rig->skin, NULL, 0)});
        }
    }
    self->report.bone = -1;
}

static bool gcheck_names(gcheck *self) {
    const gait_gltf *file = self->file;
    uint32_t count = self->rig->bone_count;
    gait_span *list = gaiti_alloc(&self->scratch, count, sizeof *list);
    gaiti_names names;
    if (!list || !gaiti_names_init(&names, &self->scratch, list, count)) {
        return false;
    }
    for (uint32_t b = 0; b < count; b++) {
        char generated[GAITI_GLTF_NAME];
        const gaiti_gltf_read_node *node = &file->nodes[self->rig->nodes[b]];
        list[b] = node->name;
        self->report.bone = (int32_t)b;
        if (node->name.size == 0) {
            gaiti_raise(&self->report, GAITI_GLTF_READ_NO_NAME,
                        (gaiti_detail){.offset = node->at,
                                       .name = gaiti_gltf_read_bone_name(file, self->rig->nodes[b],
                                                                         generated)});
        } else if (gaiti_names_add(&names, b) >= 0) {
            gaiti_raise(
                &self->report, GAITI_GLTF_READ_NAME_TWICE,
                (gaiti_detail){.offset = node->at, .name = node->name, .name_is_utf8 = true});
        }
    }
    self->report.bone = -1;
    return true;
}

static bool gcheck_has_transform(const gait_transform *local) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += gaiti_abs(local->t[i]) + gaiti_abs(local->q[i]) + gaiti_abs(local->s[i] - 1);
    }
    return !(sum < 1e-6);
}

/* Raises ancestors of the skeleton that are animated or have a transform. */
static void gcheck_space(gcheck *self) {
    char pointer[GAITI_JSON_POINTER];
    const gait_gltf *file = self->file;
    int32_t moved = self->rig->moved;
    if (moved >= 0) {
        gaiti_raise(
            &self->report, GAITI_GLTF_READ_ANIMATED_PARENT,
            (gaiti_detail){.offset = file->nodes[moved].at,
                           .place = gaiti_gltf_read_pointer(pointer, "nodes", moved, NULL, 0)});
    }
    for (int32_t n = self->rig->space; n >= 0; n = file->parents[n]) {
        if (gcheck_has_transform(&file->nodes[n].local)) {
            gaiti_raise(
                &self->report, GAITI_GLTF_READ_PLACED,
                (gaiti_detail){.offset = file->nodes[n].at,
                               .place = gaiti_gltf_read_pointer(pointer, "nodes", n, NULL, 0)});
            return;
        }
    }
}

/* --- the file --------------------------------------------------------------------------------- */

static bool gcheck_all(gcheck *self) {
    const gait_gltf *file = self->file;
    gaiti_arena_init(&self->scratch, &(gait_options){.allocator = file->arena.allocator},
                     (size_t)file->count.nodes * 12 + file->count.accessors + 64);
    self->target = gaiti_alloc(&self->scratch, (uint64_t)file->count.nodes * 3, sizeof(uint32_t));
    self->is_checked = gaiti_alloc(&self->scratch, file->count.accessors, sizeof(bool));
    if (!self->target || !self->is_checked) {
        return false;
    }
    if (self->rig && self->rig->skin >= 0) {
        gcheck_joints_twice(self);
        gcheck_binds(self);
    }
    if (self->rig) {
        gcheck_space(self);
        if (!gcheck_names(self)) {
            return false;
        }
    }
    for (uint32_t a = 0; a < file->count.animations; a++) {
        gcheck_animation(self, a);
        gcheck_frames(self, a);
    }
    return true;
}

gait_status gaiti_gltf_check(const gait_gltf *file, gait_diagnostics *diagnostics) {
    if (!file) {
        return GAIT_BAD_ARGUMENT;
    }
    gcheck self = {.file = file,
                   .report = gaiti_report_to(diagnostics),
                   .work = gaiti_gltf_read_allowance(file)};
    gait_options options = {.allocator = file->arena.allocator, .diagnostics = diagnostics};
    gait_gltf_rig *rig;
    gait_status status = gaiti_gltf_check_complete(file, diagnostics);
    if (status == GAIT_OK) {
        status = gait_gltf_rig_new(file, GAIT_GLTF_BEST_SKIN, &options, &rig);
        status = status == GAIT_NOT_FOUND ? GAIT_OK : status;
    }
    if (status != GAIT_OK) {
        return status;
    }
    self.rig = rig;
    if (!gcheck_all(&self)) {
        self.status = self.scratch.status;
    }
    gaiti_arena_free(&self.scratch);
    gait_gltf_rig_free(rig);
    return self.status;
}
