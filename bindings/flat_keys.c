/* The flat interface: keys for a host that has its own rest pose, and the way back. */
#include "flat_clips.h"
#include "flat_edits.h"

#include <string.h>

#include "gait/host.h"

enum { FLAT_MATRIX = 16 };

bool gait_flat_keys(gait_flat *flat, uint32_t clip, const float *rests, const float *axes,
                    double duration_s) {
    const gaiti_flat_clip *self =
        gaiti_flat_begin(flat) ? gaiti_flat_get(flat, clip, FLAT_CLIP) : NULL;
    if (!self) {
        return false;
    }
    if (!rests) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the rest poses are missing");
    }
    const gait_host host = {.skeleton = self->clip->skeleton, .rests = rests, .axes = axes};
    gait_options options = gaiti_flat_options(flat, self->file);
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status = gait_host_keys(&host, self->clip, duration_s, &options, out);
    return gaiti_flat_end_result(flat, status,
                                 status == GAIT_UNSUPPORTED
                                     ? "the rest pose of the host has other units or axes, or the "
                                       "skeleton lacks parents or rest poses"
                                     : "a matrix is not a rotation with a translation, or the "
                                       "duration is invalid");
}

/* --- the way back ----------------------------------------------------------------------------- */

/* Edited clips, until they are applied. */
typedef struct flat_edited {
    gaiti_arena arena;
    const gaiti_flat_file *base;
    gait_host host;
    gait_host_clip *clips; /* in the arena */
    uint32_t clip_count, clip_capacity;
} flat_edited;

static void flat_release_edited(gait_flat *flat, void *object) {
    (void)flat;
    gaiti_free_object(object, offsetof(flat_edited, arena));
}

static float *flat_copy_matrices(gaiti_arena *arena, const float *from, uint64_t count) {
    float *copy = gaiti_alloc(arena, count * FLAT_MATRIX, sizeof *copy);
    if (copy && count > 0) {
        memcpy(copy, from, (size_t)count * FLAT_MATRIX * sizeof *copy);
    }
    return copy;
}

/* Copies the host. `axes` may be NULL. */
static gait_status flat_set_host(flat_edited *self, const gait_skeleton *skeleton,
                                 const float *rests, const float *axes) {
    self->host.skeleton = skeleton;
    self->host.rests = flat_copy_matrices(&self->arena, rests, skeleton->bone_count);
    self->host.axes = axes ? flat_copy_matrices(&self->arena, axes, 1) : NULL;
    return !self->host.rests || (axes && !self->host.axes) ? self->arena.status : GAIT_OK;
}

uint32_t gait_flat_edited(gait_flat *flat, uint32_t base, uint32_t skeleton, const float *rests,
                          const float *axes) {
    gaiti_flat_file *file = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, base) : NULL;
    const gait_skeleton *bound = file ? gaiti_flat_get(flat, skeleton, FLAT_SKELETON) : NULL;
    if (!bound) {
        return 0;
    }
    if (!gaiti_flat_needs(flat, skeleton, base)) {
        gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the skeleton is not bound to this file");
        return 0;
    }
    if (!rests) {
        gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the rest poses are missing");
        return 0;
    }
    gait_options options = gaiti_flat_options(flat, file);
    gait_status status;
    flat_edited *self =
        gaiti_new_object(&options, sizeof *self, offsetof(flat_edited, arena), 0, &status);
    if (self) {
        self->base = file;
        status = flat_set_host(self, bound, rests, axes);
    }
    if (!gaiti_flat_end(flat, status, NULL)) {
        flat_release_edited(flat, self);
        return 0;
    }
    return gaiti_flat_add(flat, FLAT_EDITED, self, flat_release_edited,
                          (const uint32_t[FLAT_NEEDS]){base, skeleton});
}

/* Adds a clip with copies of its name and its block. */
static gait_status flat_copy_clip(flat_edited *self, const gait_host_clip *clip) {
    gait_host_clip *list = gaiti_reserve(&self->arena, self->clips, self->clip_count,
                                         &self->clip_capacity, sizeof *list);
    const char *name = list ? gaiti_copy_text(&self->arena, clip->name) : NULL;
    const uint8_t *block = name ? gaiti_copy(&self->arena, clip->block) : NULL;
    self->clips = list ? list : self->clips;
    if (!block) {
        return self->arena.status;
    }
    list[self->clip_count] = *clip;
    list[self->clip_count].name = name;
    list[self->clip_count].block.data = block;
    self->clip_count++;
    return GAIT_OK;
}

bool gait_flat_edited_add(gait_flat *flat, uint32_t edited, const char *name, const uint8_t *block,
                          size_t size, double start_s, double duration_s, bool is_stepped) {
    flat_edited *self = gaiti_flat_begin(flat) ? gaiti_flat_get(flat, edited, FLAT_EDITED) : NULL;
    if (!self || !gaiti_flat_is_text(flat, name, false)) {
        return false;
    }
    if (!block && size > 0) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the block is missing");
    }
    const gait_host_clip clip = {.name = name,
                                 .block = {block, size},
                                 .start_s = start_s,
                                 .duration_s = duration_s,
                                 .is_stepped = is_stepped};
    return gaiti_flat_end(flat, flat_copy_clip(self, &clip), NULL);
}

bool gait_flat_edited_apply(gait_flat *flat, uint32_t edited, bool adds_new, bool drops_missing) {
    const flat_edited *self =
        gaiti_flat_begin_report(flat) ? gaiti_flat_get(flat, edited, FLAT_EDITED) : NULL;
    if (!self) {
        return false;
    }
    gait_roundtrip_options options = {.common = gaiti_flat_options(flat, self->base),
                                      .adds_new = adds_new,
                                      .drops_missing = drops_missing};
    gait_edited_file *file = NULL;
    gait_roundtrip_report *report = NULL;
    gait_roundtrip_files files = {.in = "", .base = self->base->name, .out = self->base->name};
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status =
        gait_host_edited_new(&self->host, self->clips, self->clip_count, &options.common, &file);
    bool is_done = false;
    if (status == GAIT_OK) {
        status = gait_roundtrip_edited(self->base->file, file, self->host.skeleton, &options,
                                       &report, out);
        is_done = gaiti_flat_end_roundtrip(flat, status, report, &files);
    } else {
        flat->report.size = 0;
        gaiti_flat_end_result(flat, status, "the matrices or the keys of a clip are invalid");
    }
    gait_roundtrip_report_free(report);
    gait_edited_file_free(file);
    return is_done;
}
