/* The flat interface: conversions, one output after the other. */
#include "flat_state.h"
#include "gait/convert_steps.h"

#include <string.h>

#include "base/json/json.h"

typedef struct flat_conversion {
    gaiti_arena arena;
    const gaiti_flat_file *file;
    gait_convert_options options;
    gait_conversion *conversion; /* made with the first output */
    gait_output output;
    bool has_output;
    bool is_ended; /* there are no more outputs */
} flat_conversion;

static void flat_release_conversion(gait_flat *flat, void *object) {
    flat_conversion *self = object;
    (void)flat;
    gait_conversion_free(self->conversion);
    gaiti_free_object(self, offsetof(flat_conversion, arena));
}

/* --- options ---------------------------------------------------------------------------------- */

/* Sets skeleton and base. From glTF and BVH the skeleton is the one to retarget to; otherwise it
 * must be bound to the file. */
static bool flat_set_sources(gait_flat *flat, uint32_t file, uint32_t skeleton, uint32_t base,
                             flat_conversion *self) {
    const gait_skeleton *used =
        skeleton != 0 ? gaiti_flat_get(flat, skeleton, FLAT_SKELETON) : NULL;
    const gaiti_flat_file *from = base != 0 ? gaiti_flat_get_file(flat, base) : NULL;
    bool is_retargeted = gait_convert_can_retarget(self->file->format);
    if ((skeleton != 0 && !used) || (base != 0 && !from)) {
        return false;
    }
    if (used && !is_retargeted && !gaiti_flat_needs(flat, skeleton, file)) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the skeleton is not bound to this file");
    }
    self->options.skeleton = is_retargeted ? NULL : used;
    self->options.retarget = is_retargeted ? used : NULL;
    self->options.base = from ? from->file : NULL;
    return true;
}

static gait_status flat_set_name(flat_conversion *self, const char *name) {
    bool is_given = name && name[0] != '\0';
    self->options.name = is_given ? gaiti_copy_text(&self->arena, name) : NULL;
    return is_given && !self->options.name ? self->arena.status : GAIT_OK;
}

uint32_t gait_flat_convert(gait_flat *flat, uint32_t file, const char *target, const char *name,
                           uint32_t skeleton, uint32_t base, bool is_lossy, double fps,
                           double duration_s) {
    gaiti_flat_file *from = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    if (!from || !gaiti_flat_is_text(flat, target, false) ||
        !gaiti_flat_is_text(flat, name, true)) {
        return 0;
    }
    gait_format format;
    if (!gaiti_flat_find_format(flat, target, &format)) {
        return 0;
    }
    gait_options common = gaiti_flat_options(flat, from);
    gait_status status;
    flat_conversion *self =
        gaiti_new_object(&common, sizeof *self, offsetof(flat_conversion, arena), 0, &status);
    if (!gaiti_flat_end(flat, status, NULL)) {
        return 0;
    }
    self->file = from;
    self->options = (gait_convert_options){.common = common,
                                           .target = format,
                                           .is_lossy = is_lossy,
                                           .fps = fps,
                                           .duration_s = duration_s};
    if (!gaiti_flat_end(flat, flat_set_name(self, name), NULL) ||
        !flat_set_sources(flat, file, skeleton, base, self)) {
        flat_release_conversion(flat, self);
        return 0;
    }
    return gaiti_flat_add(flat, FLAT_CONVERSION, self, flat_release_conversion,
                          (const uint32_t[FLAT_NEEDS]){file, skeleton, base});
}

static flat_conversion *flat_get_conversion(gait_flat *flat, uint32_t conversion) {
    return gaiti_flat_begin(flat) ? gaiti_flat_get(flat, conversion, FLAT_CONVERSION) : NULL;
}

/* The conversion, if no output was requested yet. */
static flat_conversion *flat_get_unbegun(gait_flat *flat, uint32_t conversion) {
    flat_conversion *self = flat_get_conversion(flat, conversion);
    if (self && (self->conversion || self->is_ended)) {
        gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the conversion has begun");
        return NULL;
    }
    return self;
}

bool gait_flat_convert_clips(gait_flat *flat, uint32_t conversion, const uint32_t *clips,
                             uint32_t count) {
    flat_conversion *self = flat_get_unbegun(flat, conversion);
    if (!self) {
        return false;
    }
    if (!clips && count > 0) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the clips are missing");
    }
    for (uint32_t i = 0; i < count; i++) {
        if (clips[i] >= gait_file_clip_count(self->file->file) ||
            (i > 0 && clips[i] <= clips[i - 1])) {
            return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT,
                                   "the indices of clips are out of range or do not ascend");
        }
    }
    uint32_t *copy = gaiti_alloc(&self->arena, count, sizeof *copy);
    if (!copy) {
        return gaiti_flat_fail(flat, self->arena.status, NULL);
    }
    if (count > 0) {
        memcpy(copy, clips, count * sizeof *copy);
    }
    self->options.clips = copy;
    self->options.clip_count = count;
    return true;
}

bool gait_flat_convert_exactness(gait_flat *flat, uint32_t conversion, uint32_t version,
                                 double tolerance_mm, double tolerance_deg) {
    flat_conversion *self = flat_get_unbegun(flat, conversion);
    if (self) {
        self->options.version = version;
        self->options.tolerance_mm = tolerance_mm;
        self->options.tolerance_deg = tolerance_deg;
    }
    return self != NULL;
}

bool gait_flat_convert_switches(gait_flat *flat, uint32_t conversion, bool has_sidecar,
                                uint32_t missing_bones) {
    flat_conversion *self = flat_get_unbegun(flat, conversion);
    if (!self) {
        return false;
    }
    if (missing_bones > GAIT_MISSING_LEAVE_OUT) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT,
                               "missing_bones must be 0 (automatic), 1 (refuse) or 2 (leave out)");
    }
    self->options.has_sidecar = has_sidecar;
    self->options.missing_bones = (gait_missing_bones)missing_bones;
    return true;
}

bool gait_flat_convert_mesh(gait_flat *flat, uint32_t conversion, uint32_t model, bool no_mesh) {
    flat_conversion *self = flat_get_unbegun(flat, conversion);
    const gaiti_flat_file *from = self && model != 0 ? gaiti_flat_get_file(flat, model) : NULL;
    if (!self || (model != 0 && !from)) {
        return false;
    }
    gaiti_flat_set_last_need(flat, conversion, model);
    self->options.model = from ? from->file : NULL;
    self->options.no_mesh = no_mesh;
    return true;
}

/* --- outputs ---------------------------------------------------------------------------------- */

/* Writes the report about an output or, after a failure, about the clip that failed. */
static gait_status flat_report_output(gait_flat *flat, const flat_conversion *self) {
    gait_convert_problem problem = gait_convert_what_failed(self->conversion);
    uint32_t losses = self->has_output ? self->output.losses : problem.losses;
    flat->report.size = 0;
    gaiti_json json = gaiti_json_begin(&flat->report);
    gaiti_json_member_open(&json, "clips", '[');
    for (uint32_t i = 0; self->has_output && i < self->output.clip_count; i++) {
        gaiti_json_uint(&json, self->output.clips[i]);
    }
    if (!self->has_output && problem.clip >= 0) {
        gaiti_json_int(&json, problem.clip);
    }
    gaiti_json_close(&json, ']');
    gaiti_json_member_uint(&json, "frames", self->has_output ? self->output.frame_count : 0);
    gaiti_json_member_open(&json, "losses", '[');
    for (uint32_t loss = 1; gait_loss_text((gait_loss)loss); loss <<= 1) {
        if (losses & loss) {
            gaiti_json_text(&json, gait_loss_text((gait_loss)loss));
        }
    }
    return gaiti_flat_end_report(flat, gaiti_json_end(&json));
}

/* Sets the error of a conversion that failed. */
static bool flat_fail_conversion(gait_flat *flat, const flat_conversion *self, gait_status status) {
    (void)flat_report_output(flat, self);
    return gaiti_flat_end(flat, status, NULL);
}

bool gait_flat_next(gait_flat *flat, uint32_t conversion) {
    flat_conversion *self =
        gaiti_flat_begin_report(flat) ? gaiti_flat_get(flat, conversion, FLAT_CONVERSION) : NULL;
    if (!self || self->is_ended) {
        return false;
    }
    gait_options common = gaiti_flat_options(flat, self->file);
    self->has_output = false;
    if (!self->conversion) {
        self->options.common = common;
        self->options.refused = &self->conversion;
        gait_status status =
            gait_convert_begin(self->file->file, &self->options, &self->conversion);
        if (status != GAIT_OK) {
            self->is_ended = true; /* every output would fail with this status */
            return flat_fail_conversion(flat, self, status);
        }
    }
    gait_status status = gait_convert_next(self->conversion, &self->output);
    self->has_output = status == GAIT_OK;
    if (status == GAIT_NOT_FOUND && !gait_convert_what_failed(self->conversion).rule) {
        self->is_ended = true;
        return false;
    }
    return self->has_output ? gaiti_flat_end(flat, flat_report_output(flat, self), NULL)
                            : flat_fail_conversion(flat, self, status);
}

uint32_t gait_flat_output_count(gait_flat *flat, uint32_t conversion) {
    const flat_conversion *self = flat_get_conversion(flat, conversion);
    return self && self->has_output ? self->output.file_count : 0;
}

/* A file of the output; NULL with an error. */
static const gait_output_file *flat_get_output(gait_flat *flat, uint32_t conversion,
                                               uint32_t index) {
    const flat_conversion *self = flat_get_conversion(flat, conversion);
    if (!self) {
        return NULL;
    }
    if (!self->has_output || index >= self->output.file_count) {
        gaiti_flat_fail_index(flat, "output", index,
                              self->has_output ? self->output.file_count : 0);
        return NULL;
    }
    return &self->output.files[index];
}

const char *gait_flat_output_name(gait_flat *flat, uint32_t conversion, uint32_t index) {
    const gait_output_file *file = flat_get_output(flat, conversion, index);
    return file ? file->name : "";
}

/* Makes room for a whole result, so that it is not copied while it grows. */
static gait_status flat_reserve_result(gait_flat *flat, uint64_t size) {
    gait_buffer *out = &flat->result;
    if (size < out->capacity) {
        return GAIT_OK;
    }
    gait_buffer_free(out);
    if (size < SIZE_MAX) {
        out->data = gaiti_resize(&flat->allocator, NULL, 0, (size_t)size + 1);
    }
    out->capacity = out->data ? (size_t)size + 1 : 0;
    return out->data ? GAIT_OK : GAIT_NO_MEMORY;
}

bool gait_flat_output(gait_flat *flat, uint32_t conversion, uint32_t index) {
    const gait_output_file *file = flat_get_output(flat, conversion, index);
    if (!file) {
        return false;
    }
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status = flat_reserve_result(flat, file->size);
    for (uint32_t i = 0; status == GAIT_OK && i < file->part_count; i++) {
        status = gait_buffer_append(out, file->parts[i].data, file->parts[i].size);
    }
    return gaiti_flat_end_result(flat, status, NULL);
}
