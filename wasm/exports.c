#include "exports.h"

#include <stdlib.h>
#include <string.h>

enum { WASM_DIAGNOSTICS = 64 };

struct gait_wasm_file {
    char *name;
    uint8_t *bytes;
    size_t size;
    gait_file *file; /* NULL when opening failed */
    gait_format format;
    gait_status status;
    gait_diagnostics diagnostics;
    gait_diagnostic items[WASM_DIAGNOSTICS];
    gait_buffer result;
    gait_buffer report; /* of the last round trip; empty when the files were not compared */
};

struct gait_wasm_conversion {
    gait_wasm_file *file;
    gait_convert_options options;
    char *name;                  /* copy owned by this object; NULL = default */
    gait_conversion *conversion; /* created by the first gait_wasm_convert_next() */
    gait_status status;
    gait_output output;
    gait_buffer contents[GAIT_OUTPUT_FILES];
};

const char *gait_wasm_version(void) {
    return gait_version();
}

void *gait_wasm_alloc(size_t size) {
    return malloc(size > 0 ? size : 1);
}

void gait_wasm_free(void *block) {
    free(block);
}

/* Options for a call: diagnostics go to the list of the file, which is cleared. When opening
 * failed, the list keeps the diagnostics of the failure. */
static gait_options call_options(gait_wasm_file *file) {
    if (!file->file && file->status != GAIT_OK) {
        return (gait_options){0};
    }
    file->diagnostics =
        (gait_diagnostics){.items = file->items, .capacity = WASM_DIAGNOSTICS, .file = file->name};
    return (gait_options){.diagnostics = &file->diagnostics};
}

static char *copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy) {
        memcpy(copy, text, size);
    }
    return copy;
}

gait_wasm_file *gait_wasm_open(uint8_t *bytes, size_t size, const char *name) {
    gait_wasm_file *file = calloc(1, sizeof *file);
    char *copy = copy_text(name);
    if (!file || !copy) {
        free(file);
        free(copy);
        return NULL;
    }
    gait_span span = {bytes, size};
    file->name = copy;
    gait_options options = call_options(file);
    file->bytes = bytes;
    file->size = size;
    file->status = gait_file_open(span, copy, &options, &file->file);
    file->format = file->file ? gait_file_format(file->file) : gait_detect(span, copy);
    return file;
}

void gait_wasm_close(gait_wasm_file *file) {
    if (file) {
        gait_file_free(file->file);
        gait_buffer_free(&file->result);
        gait_buffer_free(&file->report);
        free(file->bytes);
        free(file->name);
        free(file);
    }
}

int gait_wasm_status(const gait_wasm_file *file) {
    return (int)file->status;
}

/* --- skeletons -------------------------------------------------------------------------------- */

gait_skeleton *gait_wasm_builtin(const char *name) {
    gait_skeleton *skeleton = NULL;
    (void)gait_builtin_skeleton(name, NULL, &skeleton);
    return skeleton;
}

gait_skeleton *gait_wasm_skeleton(const gait_wasm_file *file, const char *name) {
    gait_skeleton *skeleton = NULL;
    if (file->file && !name) {
        (void)gait_file_skeleton(file->file, NULL, &skeleton);
    }
    for (uint32_t i = 0; file->file && name && i < gait_file_skeleton_count(file->file); i++) {
        if (strcmp(gait_file_skeleton_info(file->file, i).name, name) == 0) {
            (void)gait_file_skeleton_at(file->file, i, NULL, &skeleton);
            break;
        }
    }
    return skeleton;
}

void gait_wasm_free_skeleton(gait_skeleton *skeleton) {
    gait_skeleton_free(skeleton);
}

/* Makes the array of candidates for gait_skeleton_search(). NULL when memory is exhausted. */
static gait_candidate *list_candidates(const gait_wasm_file *const *files, uint32_t count) {
    gait_candidate *list = calloc(count > 0 ? count : 1, sizeof *list);
    for (uint32_t i = 0; list && i < count; i++) {
        list[i] = (gait_candidate){.file = files[i]->file, .path = files[i]->name};
    }
    return list;
}

gait_skeleton *gait_wasm_search(gait_wasm_file *file, const gait_wasm_file *const *candidates,
                                uint32_t candidate_count, const gait_skeleton *tree,
                                const gait_skeleton *pivots, const char *target) {
    gait_search_options options = {
        .common = call_options(file), .skeleton = tree, .pivots = pivots};
    gait_search_result *found = NULL;
    gait_candidate *list = list_candidates(candidates, candidate_count);
    options.target = target ? gait_format_from_name(target) : GAIT_FORMAT_UNKNOWN;
    if (file->file) {
        file->status =
            list ? gait_skeleton_search(file->file, list, candidate_count, &options, &found)
                 : GAIT_NO_MEMORY;
    }
    gait_skeleton *skeleton = gait_search_result_detach_skeleton(found);
    gait_search_result_free(found);
    free(list);
    return skeleton;
}

/* --- results ---------------------------------------------------------------------------------- */

/* Empties the result buffer and keeps its memory. */
static gait_buffer *begin_result(gait_wasm_file *file) {
    file->result.size = 0;
    return &file->result;
}

static bool end_result(gait_wasm_file *file, gait_status status) {
    file->status = status;
    return status == GAIT_OK;
}

const uint8_t *gait_wasm_result(const gait_wasm_file *file) {
    return file->result.data;
}

size_t gait_wasm_result_size(const gait_wasm_file *file) {
    return file->result.size;
}

/* The last error when opening failed; NULL for an open file. */
static const gait_diagnostic *last_error(const gait_wasm_file *file) {
    for (uint32_t i = file->diagnostics.count; !file->file && i > 0; i--) {
        if (file->items[i - 1].rule->severity == GAIT_ERROR) {
            return &file->items[i - 1];
        }
    }
    return NULL;
}

bool gait_wasm_info(gait_wasm_file *file) {
    gait_buffer *out = begin_result(file);
    const char *state = file->file                         ? "ok"
                        : file->status == GAIT_UNSUPPORTED ? "unsupported"
                                                           : "bad";
    gait_status status = gait_report_raw("{\"schema\":\"gait.info/1\",\"files\":[\n", out);
    if (status == GAIT_OK) {
        status = gait_report_info(&(gait_report_input){file->name, file->size, file->file,
                                                       file->format, state, last_error(file)},
                                  out);
    }
    if (status == GAIT_OK) {
        status = gait_report_raw("]}\n", out);
    }
    return end_result(file, status);
}

bool gait_wasm_write(gait_wasm_file *file) {
    gait_buffer *out = begin_result(file);
    return end_result(file, file->file ? gait_file_write(file->file, out) : GAIT_BAD_ARGUMENT);
}

/* --- the round trip --------------------------------------------------------------------------- */

const uint8_t *gait_wasm_report(const gait_wasm_file *base) {
    return base->report.data;
}

size_t gait_wasm_report_size(const gait_wasm_file *base) {
    return base->report.size;
}

bool gait_wasm_roundtrip(gait_wasm_file *base, const gait_wasm_file *edited,
                         const gait_skeleton *skeleton, bool adds_new, bool drops_missing) {
    gait_roundtrip_options options = {
        .common = call_options(base), .adds_new = adds_new, .drops_missing = drops_missing};
    gait_roundtrip_report *report = NULL;
    gait_buffer *out = begin_result(base);
    if (!base->file || !edited->file) {
        return end_result(base, GAIT_BAD_ARGUMENT);
    }
    gait_status status = gait_roundtrip(base->file, edited->file, skeleton, &options, &report, out);
    gait_status report_status = GAIT_OK;
    base->report.size = 0;
    if (gait_roundtrip_report_overview(report).is_compared) {
        gait_roundtrip_files files = {.in = edited->name, .base = base->name, .out = base->name};
        report_status = gait_report_roundtrip(report, &files, &base->report);
    }
    gait_roundtrip_report_free(report);
    return end_result(base, status == GAIT_OK ? report_status : status);
}

/* --- conversions ------------------------------------------------------------------------------ */

gait_wasm_conversion *gait_wasm_convert(gait_wasm_file *file, const char *target, const char *name,
                                        const gait_skeleton *skeleton, const gait_wasm_file *base) {
    gait_format format = gait_format_from_name(target);
    gait_wasm_conversion *self = format == GAIT_FORMAT_UNKNOWN ? NULL : calloc(1, sizeof *self);
    if (!self) {
        return NULL;
    }
    bool is_retargeted = file->format == GAIT_FORMAT_GLTF;
    self->file = file;
    self->name = name ? copy_text(name) : NULL;
    if (name && !self->name) {
        free(self);
        return NULL;
    }
    self->options = (gait_convert_options){.common = call_options(file),
                                           .target = format,
                                           .name = self->name,
                                           .skeleton = is_retargeted ? NULL : skeleton,
                                           .retarget = is_retargeted ? skeleton : NULL,
                                           .base = base ? base->file : NULL};
    return self;
}

void gait_wasm_convert_end(gait_wasm_conversion *conversion) {
    if (conversion) {
        gait_convert_end(conversion->conversion);
        for (uint32_t i = 0; i < GAIT_OUTPUT_FILES; i++) {
            gait_buffer_free(&conversion->contents[i]);
        }
        free(conversion->name);
        free(conversion);
    }
}

void gait_wasm_convert_lossy(gait_wasm_conversion *conversion, bool is_lossy) {
    conversion->options.is_lossy = is_lossy;
}

void gait_wasm_convert_timing(gait_wasm_conversion *conversion, double fps, double duration_s) {
    conversion->options.fps = fps;
    conversion->options.duration_s = duration_s;
}

/* Concatenates the parts of one output file. */
static gait_status join_parts(const gait_output_file *file, gait_buffer *out) {
    free(out->data);
    *out = (gait_buffer){.data = malloc(file->size > 0 ? (size_t)file->size : 1)};
    if (!out->data) {
        return GAIT_NO_MEMORY;
    }
    for (uint32_t i = 0; i < file->part_count; i++) {
        if (file->parts[i].size > 0) {
            memcpy(out->data + out->size, file->parts[i].data, file->parts[i].size);
            out->size += file->parts[i].size;
        }
    }
    out->capacity = out->size;
    return GAIT_OK;
}

bool gait_wasm_convert_next(gait_wasm_conversion *conversion) {
    gait_wasm_conversion *self = conversion;
    if (!self->file->file) {
        self->status = GAIT_BAD_ARGUMENT;
        return false;
    }
    self->status = GAIT_OK;
    if (!self->conversion) {
        self->status = gait_convert_begin(self->file->file, &self->options, &self->conversion);
    }
    if (self->status == GAIT_OK) {
        self->status = gait_convert_next(self->conversion, &self->output);
    }
    for (uint32_t i = 0; self->status == GAIT_OK && i < self->output.file_count; i++) {
        self->status = join_parts(&self->output.files[i], &self->contents[i]);
    }
    bool is_made = self->status == GAIT_OK;
    bool is_end = self->status == GAIT_NOT_FOUND &&
                  gait_convert_what_failed(self->conversion).reason == GAIT_CONVERT_OK;
    self->status = is_end ? GAIT_OK : self->status;
    return is_made;
}

int gait_wasm_convert_status(const gait_wasm_conversion *conversion) {
    return (int)conversion->status;
}

const char *gait_wasm_convert_problem(const gait_wasm_conversion *conversion) {
    return gait_convert_reason_text(gait_convert_what_failed(conversion->conversion).reason);
}

uint32_t gait_wasm_output_count(const gait_wasm_conversion *conversion) {
    return conversion->output.file_count;
}

const char *gait_wasm_output_name(const gait_wasm_conversion *conversion, uint32_t index) {
    return conversion->output.files[index].name;
}

const uint8_t *gait_wasm_output(const gait_wasm_conversion *conversion, uint32_t index) {
    return conversion->contents[index].data;
}

size_t gait_wasm_output_size(const gait_wasm_conversion *conversion, uint32_t index) {
    return conversion->contents[index].size;
}
