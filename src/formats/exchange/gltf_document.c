/* glTF files as the table of formats sees them: the best skin, and its clips. */
#include <stddef.h>
#include <string.h>

#include "base/bytes.h"
#include "formats/document.h"
#include "formats/exchange/gltf_read.h"

typedef struct gltf_document {
    gait_gltf_file *file;
    gait_gltf_rig *rig; /* NULL = no bones */
    gait_status rig_status;
    gait_gltf_timing *timings; /* one per animation, once no need is left */
    bool is_timed;
    gaiti_arena arena;
} gltf_document;

static void gltf_op_free(void *document) {
    gltf_document *self = document;
    if (self) {
        gait_gltf_rig_free(self->rig);
        gait_gltf_close(self->file);
    }
    gaiti_free_object(self, offsetof(gltf_document, arena));
}

/* As soon as the times of all keys are there. */
static void gltf_find_timings(gltf_document *self) {
    uint64_t work = gaiti_gltf_in_allowance(self->file);
    if (!self->rig || self->file->needs_left > 0 || self->is_timed) {
        return;
    }
    for (uint32_t a = 0; a < self->file->count.animations; a++) {
        int32_t own;
        gaiti_gltf_in_plan(self->file, a, self->rig, 0, &work, &self->timings[a], &own);
    }
    self->is_timed = true;
}

static gait_status gltf_op_open(gait_span bytes, const gait_options *options, void **out_document) {
    gait_gltf_file *file;
    *out_document = NULL;
    gait_status status = gait_gltf_open(bytes, options, &file);
    if (status != GAIT_OK) {
        return status;
    }
    size_t size = (size_t)file->count.animations * sizeof(gait_gltf_timing);
    gltf_document *self =
        gaiti_new_object(options, sizeof *self, offsetof(gltf_document, arena), size, &status);
    if (!self) {
        gait_gltf_close(file);
        return status;
    }
    self->file = file;
    self->timings = gaiti_alloc(&self->arena, file->count.animations, sizeof *self->timings);
    self->rig_status = gait_gltf_rig_new(file, GAIT_GLTF_BEST_SKIN, options, &self->rig);
    if (!self->timings || self->rig_status == GAIT_NO_MEMORY) {
        status = self->timings ? GAIT_NO_MEMORY : self->arena.status;
        gltf_op_free(self);
        return status;
    }
    gltf_find_timings(self);
    *out_document = self;
    return GAIT_OK;
}

static int32_t gltf_op_version(const void *document) {
    (void)document;
    return 2;
}

static uint32_t gltf_op_bone_count(const void *document) {
    const gltf_document *self = document;
    return self->rig ? self->rig->bone_count : 0;
}

static gait_span gltf_op_bone_name(const void *document, uint32_t bone) {
    const gltf_document *self = document;
    return self->file->nodes[self->rig->nodes[bone]].name;
}

static uint32_t gltf_op_clip_count(const void *document) {
    const gltf_document *self = document;
    return self->file->count.animations;
}

static gait_clip_info gltf_op_clip_info(const void *document, uint32_t clip) {
    const gltf_document *self = document;
    const gait_gltf_timing *timing = &self->timings[clip];
    return (gait_clip_info){
        .name = self->file->animations[clip].name,
        .name_is_utf8 = true,
        .frame_count = timing->frame_count,
        .duration_s = self->is_timed ? timing->last_s - timing->first_s : -1,
        .loop = -1,
    };
}

static gait_status gltf_op_check(const void *document, gait_diagnostics *diagnostics) {
    const gltf_document *self = document;
    return gait_gltf_check(self->file, diagnostics);
}

static gait_status gltf_op_map(const void *document, gait_field_visitor visit, void *user) {
    const gltf_document *self = document;
    return gait_gltf_map(self->file, visit, user);
}

static gait_status gltf_op_own_skeleton(const void *document, const char *file_clip,
                                        const gait_options *options, gait_skeleton **out_skeleton) {
    const gltf_document *self = document;
    return self->rig ? gait_gltf_skeleton(self->file, self->rig, file_clip, options, out_skeleton)
                     : self->rig_status;
}

/* Its clips are posed on its own bones, whatever tree there is. */
static gait_status gltf_op_skeleton(const void *document, const gait_skeleton *tree,
                                    const gait_options *options, gait_skeleton **out_skeleton) {
    *out_skeleton = NULL;
    return gltf_op_own_skeleton(document, tree ? tree->name : "", options, out_skeleton);
}

static gait_status gltf_op_clip(const void *document, uint32_t index, const char *file_clip,
                                const gait_skeleton *skeleton, const gait_options *options,
                                gait_clip **out_clip) {
    const gltf_document *self = document;
    (void)file_clip;
    return self->rig
               ? gait_gltf_file_clip(self->file, index, self->rig, skeleton, 0, options, out_clip)
               : self->rig_status;
}

static uint32_t gltf_op_need_count(const void *document) {
    const gltf_document *self = document;
    return gait_gltf_need_count(self->file);
}

static const char *gltf_op_need(const void *document, uint32_t need) {
    const gltf_document *self = document;
    return gait_gltf_need_at(self->file, need).path;
}

static gait_status gltf_op_give(void *document, uint32_t need, gait_span bytes,
                                gait_diagnostics *diagnostics) {
    gltf_document *self = document;
    gait_status status = gait_gltf_give(self->file, need, bytes, diagnostics);
    gltf_find_timings(self);
    return status;
}

static gait_status gltf_op_complete(const void *document, gait_diagnostics *diagnostics) {
    const gltf_document *self = document;
    return gait_gltf_complete(self->file, diagnostics);
}

const gaiti_document_ops gaiti_gltf_ops = {
    .has_utf8_names = true,
    .open = gltf_op_open,
    .free = gltf_op_free,
    .version = gltf_op_version,
    .bone_count = gltf_op_bone_count,
    .bone_name = gltf_op_bone_name,
    .clip_count = gltf_op_clip_count,
    .clip_info = gltf_op_clip_info,
    .check = gltf_op_check,
    .map = gltf_op_map,
    .own_skeleton = gltf_op_own_skeleton,
    .skeleton = gltf_op_skeleton,
    .clip = gltf_op_clip,
    .need_count = gltf_op_need_count,
    .need = gltf_op_need,
    .give = gltf_op_give,
    .complete = gltf_op_complete,
};
