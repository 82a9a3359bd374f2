/* The flat interface: opens files, describes and writes them. */
#include "flat_state.h"

#include <string.h>

#include "gait/map.h"
#include "gait/inspect.h"
#include "gait/report.h"
#include "base/try.h"

/* --- opening ---------------------------------------------------------------------------------- */

/* A block that the host passed on. */
typedef struct gaiti_flat_taken {
    uint8_t *block;
    struct gaiti_flat_taken *next;
} flat_taken;

/* The arguments of gait_flat_open(). */
typedef struct flat_input {
    uint8_t *bytes;
    size_t size;
    const char *name;
    uint32_t code_page, ownership;
} flat_input;

static void flat_release_file(gait_flat *flat, void *object) {
    gaiti_flat_file *file = object;
    (void)flat;
    gait_file_free(file->file);
    for (const flat_taken *taken = file->taken; taken; taken = taken->next) {
        gait_flat_free(taken->block);
    }
    gaiti_free_object(file, offsetof(gaiti_flat_file, arena));
}

/* Returns the bytes of the host as a span that is valid until the file is closed. After a failure
 * the caller still owns them. */
static gait_status flat_keep_bytes(gaiti_flat_file *file, const flat_input *input,
                                   gait_span *out_span) {
    *out_span = (gait_span){input->bytes, input->size};
    if (input->ownership == GAIT_FLAT_COPY) {
        out_span->data = gaiti_copy(&file->arena, *out_span);
        return out_span->data ? GAIT_OK : file->arena.status;
    }
    if (input->ownership == GAIT_FLAT_TAKE) {
        flat_taken *taken = gaiti_alloc(&file->arena, 1, sizeof *taken);
        GAITI_TRY(file->arena.status);
        *taken = (flat_taken){input->bytes, file->taken};
        file->taken = taken;
    }
    return GAIT_OK;
}

/* Keeps the findings of opening, because the context needs its array for the next function. */
static gait_status flat_keep_findings(gaiti_flat_file *file, const gait_diagnostics *from) {
    file->opening = *from;
    file->opening.items = gaiti_alloc(&file->arena, from->count, sizeof *from->items);
    file->opening.file = NULL;
    file->opening.capacity = from->count;
    GAITI_TRY(file->arena.status);
    memcpy(file->opening.items, from->items, from->count * sizeof *from->items);
    return GAIT_OK;
}

/* Opens the file. GAIT_OK also when the library cannot open it: see file->status. */
static gait_status flat_fill_file(gait_flat *flat, gaiti_flat_file *file, const flat_input *input) {
    const char *name = gaiti_copy_text(&file->arena, input->name ? input->name : "");
    GAITI_TRY(file->arena.status);
    file->name = name;
    gait_options options = gaiti_flat_options(flat, file);
    options.code_page = input->code_page;
    file->status = gait_file_open(file->bytes, file->name, &options, &file->file);
    if (file->status == GAIT_NO_MEMORY) {
        return GAIT_NO_MEMORY;
    }
    file->format = file->file ? gait_file_format(file->file) : gait_detect(file->bytes, file->name);
    return flat_keep_findings(file, &flat->diagnostics);
}

static bool flat_check_input(gait_flat *flat, const flat_input *input) {
    if (!input->bytes && input->size > 0) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the bytes are missing");
    }
    if (input->ownership > GAIT_FLAT_BORROW) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the ownership of the bytes is unknown");
    }
    return gaiti_flat_is_text(flat, input->name, true);
}

/* Returns the file, also one that could not be opened; NULL with an error otherwise. */
static gaiti_flat_file *flat_new_file(gait_flat *flat, const flat_input *input) {
    gait_options options = gaiti_flat_options(flat, NULL);
    gaiti_flat_file *file = NULL;
    gait_status status = GAIT_BAD_ARGUMENT;
    bool is_kept = false;
    if (flat_check_input(flat, input)) {
        file =
            gaiti_new_object(&options, sizeof *file, offsetof(gaiti_flat_file, arena), 0, &status);
    }
    if (file) {
        file->name = "";
        status = flat_keep_bytes(file, input, &file->bytes);
        is_kept = status == GAIT_OK;
    }
    if (!is_kept && input->ownership == GAIT_FLAT_TAKE) {
        gait_flat_free(input->bytes);
    }
    if (is_kept) {
        status = flat_fill_file(flat, file, input);
    }
    if (status != GAIT_OK && flat->status == GAIT_OK) {
        gaiti_flat_end(flat, status, NULL);
    }
    flat->subject = NULL;
    if (status != GAIT_OK && file) {
        gaiti_flat_keep_name(flat);
        flat_release_file(flat, file);
        file = NULL;
    }
    return file;
}

static uint32_t flat_add_file(gait_flat *flat, gaiti_flat_file *file) {
    return file ? gaiti_flat_add(flat, FLAT_FILE, file, flat_release_file, NULL) : 0;
}

/* Begins a function that opens an input. Frees the bytes that it takes if that fails. */
static gaiti_flat_file *flat_begin_input(gait_flat *flat, const flat_input *input) {
    if (gaiti_flat_begin(flat)) {
        return flat_new_file(flat, input);
    }
    if (input->ownership == GAIT_FLAT_TAKE) {
        gait_flat_free(input->bytes);
    }
    return NULL;
}

uint32_t gait_flat_open(gait_flat *flat, uint8_t *bytes, size_t size, const char *name,
                        uint32_t code_page, uint32_t ownership) {
    const flat_input input = {bytes, size, name, code_page, ownership};
    gaiti_flat_file *file = flat_begin_input(flat, &input);
    if (file && !file->file) {
        flat->subject = file;
        gaiti_flat_end(flat, file->status, NULL);
        flat->subject = NULL;
        gaiti_flat_keep_name(flat);
        flat_release_file(flat, file);
        return 0;
    }
    return flat_add_file(flat, file);
}

uint32_t gait_flat_examine(gait_flat *flat, uint8_t *bytes, size_t size, const char *name,
                           uint32_t code_page, uint32_t ownership) {
    const flat_input input = {bytes, size, name, code_page, ownership};
    return flat_add_file(flat, flat_begin_input(flat, &input));
}

/* --- dependencies ----------------------------------------------------------------------------- */

uint32_t gait_flat_dependency_count(gait_flat *flat, uint32_t file) {
    gaiti_flat_file *self = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    return self ? gait_file_dependency_count(self->file) : 0;
}

bool gait_flat_dependency(gait_flat *flat, uint32_t file, uint32_t index) {
    gaiti_flat_file *self = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    if (!self) {
        return false;
    }
    gait_buffer *out = gaiti_flat_begin_result(flat);
    if (index >= gait_file_dependency_count(self->file)) {
        return gaiti_flat_fail_index(flat, "dependency", index,
                                     gait_file_dependency_count(self->file));
    }
    const char *path = gait_file_dependency_at(self->file, index);
    gait_status status = path ? gait_report_raw(path, out) : GAIT_UNSUPPORTED;
    return gaiti_flat_end_result(flat, status, "the path is outside of the folder of the file");
}

/* Clips and conversions point into the file, so it must not change under them. */
static bool flat_may_change(gait_flat *flat, uint32_t file) {
    return !gaiti_flat_is_used(flat, file) ||
           gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT,
                           "close the skeletons, clips and conversions of the file first");
}

bool gait_flat_provide(gait_flat *flat, uint32_t file, uint32_t index, uint8_t *bytes, size_t size,
                       uint32_t ownership) {
    const flat_input input = {.bytes = bytes, .size = size, .ownership = ownership};
    gaiti_flat_file *self = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    bool is_kept = false;
    gait_span span = {0};
    if (self && flat_may_change(flat, file) && flat_check_input(flat, &input)) {
        gait_status status = flat_keep_bytes(self, &input, &span);
        is_kept = gaiti_flat_end(flat, status, NULL);
    }
    if (!is_kept && ownership == GAIT_FLAT_TAKE) {
        gait_flat_free(bytes);
    }
    if (!is_kept) {
        return false;
    }
    gait_options options = gaiti_flat_options(flat, self);
    gait_status status = gait_file_provide(self->file, index, span, options.diagnostics);
    return gaiti_flat_end(flat, status, NULL);
}

bool gait_flat_attach(gait_flat *flat, uint32_t file, const uint8_t *json, size_t size) {
    gaiti_flat_file *self = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    if (!self || !flat_may_change(flat, file)) {
        return false;
    }
    gait_options options = gaiti_flat_options(flat, self);
    gait_status status =
        gait_file_attach_metadata(self->file, (gait_span){json, size}, options.diagnostics);
    return gaiti_flat_end(flat, status, "the sidecar cannot be used");
}

/* --- descriptions ----------------------------------------------------------------------------- */

bool gait_flat_formats(gait_flat *flat) {
    if (!gaiti_flat_begin(flat)) {
        return false;
    }
    gait_buffer *out = gaiti_flat_begin_result(flat);
    return gaiti_flat_end_result(flat, gait_report_formats(out), NULL);
}

const char *gait_flat_format(gait_flat *flat, uint32_t file) {
    const gaiti_flat_file *self =
        gaiti_flat_begin(flat) ? gaiti_flat_get(flat, file, FLAT_FILE) : NULL;
    return self ? gait_format_get_info(self->format)->name : "";
}

static gait_report_input flat_report_input(const gaiti_flat_file *file) {
    return (gait_report_input){.path = file->name,
                               .size = file->bytes.size,
                               .file = file->file,
                               .format = file->format,
                               .status = file->file                         ? "ok"
                                         : file->status == GAIT_UNSUPPORTED ? "unsupported"
                                                                            : "bad",
                               .error = file->file ? NULL : gait_diagnostics_cause(&file->opening)};
}

bool gait_flat_info(gait_flat *flat, uint32_t file) {
    const gaiti_flat_file *self =
        gaiti_flat_begin(flat) ? gaiti_flat_get(flat, file, FLAT_FILE) : NULL;
    if (!self) {
        return false;
    }
    gait_report_input input = flat_report_input(self);
    gait_buffer *out = gaiti_flat_begin_result(flat);
    return gaiti_flat_end_result(flat, gait_report_info(&input, out), NULL);
}

bool gaiti_flat_list(gait_flat *flat, const gaiti_flat_file *self, const gait_mod *mod,
                     uint32_t mod_file) {
    gait_options options = gaiti_flat_options(flat, NULL);
    gait_report_input input = flat_report_input(self);
    input.mod = mod;
    input.mod_file = mod_file;
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gaiti_arena work;
    gaiti_arena_init(&work, &options, 0);
    uint32_t count = gait_file_clip_count(self->file);
    uint32_t *clips = gaiti_alloc(&work, count, sizeof *clips);
    for (uint32_t i = 0; clips && i < count; i++) {
        clips[i] = i;
    }
    gait_status status = clips ? gait_report_list(&input, clips, count, out) : work.status;
    gaiti_arena_free(&work);
    return gaiti_flat_end_result(flat, status, NULL);
}

bool gait_flat_list(gait_flat *flat, uint32_t file) {
    const gaiti_flat_file *self =
        gaiti_flat_begin(flat) ? gaiti_flat_get(flat, file, FLAT_FILE) : NULL;
    return self && gaiti_flat_list(flat, self, NULL, 0);
}

bool gait_flat_map(gait_flat *flat, uint32_t file) {
    gaiti_flat_file *self = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    if (!self) {
        return false;
    }
    gait_buffer *out = gaiti_flat_begin_result(flat);
    return gaiti_flat_end_result(flat, gait_report_map(self->name, self->file, out), NULL);
}

bool gait_flat_write(gait_flat *flat, uint32_t file) {
    gaiti_flat_file *self = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    if (!self) {
        return false;
    }
    gait_buffer *out = gaiti_flat_begin_result(flat);
    return gaiti_flat_end_result(flat, gait_file_write(self->file, out),
                                 "files of this format are not written");
}
