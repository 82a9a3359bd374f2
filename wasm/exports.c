#include "exports.h"

#include <stdlib.h>
#include <string.h>

enum { WASM_DIAGNOSTICS = 64 };

struct gait_wasm_file {
    char *name;
    uint8_t *bytes;
    size_t size;
    gait_file *file; /* NULL when it did not open */
    gait_format format;
    gait_status status;
    gait_diagnostics diagnostics;
    gait_diagnostic items[WASM_DIAGNOSTICS];
    gait_buffer result;
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

static gait_options reading(gait_wasm_file *file) {
    file->diagnostics =
        (gait_diagnostics){.items = file->items, .capacity = WASM_DIAGNOSTICS, .file = file->name};
    return (gait_options){.diagnostics = &file->diagnostics};
}

gait_wasm_file *gait_wasm_open(uint8_t *bytes, size_t size, const char *name) {
    gait_wasm_file *file = calloc(1, sizeof *file);
    size_t name_size = strlen(name) + 1;
    char *copy = malloc(name_size);
    if (!file || !copy) {
        free(file);
        free(copy);
        return NULL;
    }
    memcpy(copy, name, name_size);
    gait_span span = {bytes, size};
    file->name = copy;
    gait_options options = reading(file);
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
        free(file->bytes);
        free(file->name);
        free(file);
    }
}

int gait_wasm_status(const gait_wasm_file *file) {
    return (int)file->status;
}

/* --- trees ------------------------------------------------------------------------------------ */

gait_skeleton *gait_wasm_builtin(const char *name) {
    gait_skeleton *tree = NULL;
    (void)gait_builtin_skeleton(name, NULL, &tree);
    return tree;
}

gait_skeleton *gait_wasm_tree(const gait_wasm_file *file) {
    gait_skeleton *tree = NULL;
    if (file->file) {
        (void)gait_file_own_skeleton(file->file, NULL, &tree);
    }
    return tree;
}

void gait_wasm_free_tree(gait_skeleton *tree) {
    gait_skeleton_free(tree);
}

/* --- results ---------------------------------------------------------------------------------- */

/* An empty buffer of the memory that the last result had. */
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

/* What ended the opening. */
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
        status = gait_report_info(file->name, file->size, file->file, file->format, state,
                                  last_error(file), out);
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

/* --- glTF ------------------------------------------------------------------------------------- */

static gait_status add_clip(const gait_file *file, uint32_t index, const gait_skeleton *skeleton,
                            const gait_options *options, gait_gltf *gltf) {
    gait_clip *clip = NULL;
    gait_status status = gait_file_clip(file, index, skeleton, options, &clip);
    if (status == GAIT_OK) {
        status = gait_gltf_add_lifted(gltf, clip, options);
    }
    gait_clip_free(clip);
    return status;
}

static gait_status fill_gltf(gait_wasm_file *file, const gait_skeleton *skeleton,
                             const gait_options *options, gait_gltf *gltf) {
    gait_status status = gait_gltf_add_parts(gltf, file->file);
    uint32_t clips = gait_file_clip_count(file->file);
    for (uint32_t i = 0; i < clips && status == GAIT_OK; i++) {
        status = add_clip(file->file, i, skeleton, options, gltf);
    }
    return status == GAIT_OK ? gait_gltf_finish_glb(gltf, begin_result(file)) : status;
}

static const char *name_without_folders(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* What clips are posed on. A model without motions has nothing to fit to: its tree is the answer.
 */
static gait_status find_skeleton(const gait_wasm_file *file, const gait_skeleton *tree,
                                 const gait_options *options, gait_skeleton **out_made,
                                 const gait_skeleton **out_skeleton) {
    *out_made = NULL;
    *out_skeleton = tree;
    if (tree && gait_file_clip_count(file->file) == 0) {
        return GAIT_OK;
    }
    gait_status status = gait_file_skeleton(file->file, tree, options, out_made);
    *out_skeleton = *out_made;
    return status;
}

static gait_status make_glb(gait_wasm_file *file, const gait_skeleton *skeleton,
                            const gait_options *options) {
    gait_gltf *gltf = NULL;
    gait_gltf_options writing = {.source = {.format = gait_format_about(file->format)->name,
                                            .version = gait_file_version(file->file),
                                            .file = name_without_folders(file->name)},
                                 .diagnostics = &file->diagnostics};
    gait_status status = gait_gltf_begin(skeleton, &writing, &gltf);
    if (status == GAIT_OK) {
        status = fill_gltf(file, skeleton, options, gltf);
    }
    gait_gltf_free(gltf);
    return status;
}

bool gait_wasm_glb(gait_wasm_file *file, const gait_skeleton *tree) {
    gait_options options = reading(file);
    gait_skeleton *made = NULL;
    const gait_skeleton *skeleton = NULL;
    (void)begin_result(file);
    if (!file->file) {
        return end_result(file, GAIT_BAD_ARGUMENT);
    }
    gait_status status = find_skeleton(file, tree, &options, &made, &skeleton);
    if (status == GAIT_OK) {
        status = make_glb(file, skeleton, &options);
    }
    gait_skeleton_free(made);
    return end_result(file, status);
}
