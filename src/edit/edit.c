/* Begins, reports and writes edits. */
#include "gait/edit.h"

#include <stddef.h>

#include "base/try.h"
#include "base/bytes.h"
#include "edit/edit_state.h"
#include "formats/file_state.h"

/* --- beginning and end ------------------------------------------------------------------------ */

/* Chooses the document that is edited. The bank in a model becomes a separate document later. */
static gait_status edit_choose_document(gait_edit *edit) {
    const gaiti_format_row *row = edit->file->row;
    edit->document = (gaiti_edit_document){
        .row = row->model ? row->model->bank : row,
        .document = row->model ? NULL : edit->file->document,
        .model = row->model ? edit->file->document : NULL,
        .allocator = &edit->arena.allocator,
    };
    edit->functions = edit->document.row->edit;
    return edit->functions
               ? GAIT_OK
               : gaiti_edit_refuse(edit, GAITI_EDIT_NO_FORMAT, row->info.title, NULL, NULL);
}

gait_status gait_edit_begin(gait_span bytes, const char *file_name, const gait_options *options,
                            gait_edit **out_edit) {
    gait_status status;
    if (!GAITI_CLEAR(out_edit) || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_edit *edit =
        gaiti_new_object(options, sizeof *edit, offsetof(gait_edit, arena), 0, &status);
    GAITI_TRY(status);
    edit->options = options ? *options : (gait_options){0};
    gaiti_arena_init(&edit->scratch, options, 0);
    GAITI_TRY_DONE(gait_file_open(bytes, file_name, options, &edit->file));
    GAITI_TRY_DONE(edit_choose_document(edit));
    *out_edit = edit;
    return GAIT_OK;
done:
    gait_edit_free(edit);
    return status;
}

void gait_edit_free(gait_edit *edit) {
    if (edit) {
        if (edit->document.model) {
            edit->document.row->free(edit->document.document);
        }
        gait_buffer_free(&edit->written);
        gait_file_free(edit->file);
        gaiti_arena_free(&edit->scratch);
        gaiti_free_object(edit, offsetof(gait_edit, arena));
    }
}

static gait_status edit_refuse_result(const gait_edit *edit) {
    gait_diagnostics *sink = edit->options.diagnostics;
    const char *before = gaiti_set_file(sink, edit->file->name);
    gait_status status =
        gaiti_edit_refuse_format(edit, "the result of the edits: it could not be opened again");
    gaiti_restore_file(sink, before);
    return status;
}

/* Opens the written file. A list of SDK motions, for example, is recognised by the header of its
 * first motion, which another one may have become. */
static gait_status edit_check_result(const gait_edit *edit, gait_span written) {
    gait_options options = edit->options;
    gait_file *file;
    options.diagnostics = NULL;
    gait_status status = gait_file_open(written, edit->file->name, &options, &file);
    bool is_same = file && gait_file_format(file) == gait_file_format(edit->file);
    gait_file_free(file);
    if (is_same || status == GAIT_NO_MEMORY || status == GAIT_LIMIT) {
        return status;
    }
    return edit_refuse_result(edit);
}

/* Appends the edited file to `out`; large keys of a bank are added to `blocks` instead, unless it
 * is NULL; without them, the result is opened again. After a failure the size of `out` is as
 * before. */
static gait_status edit_write_blocks(gait_edit *edit, gaiti_blocks *blocks, gait_buffer *out) {
    const gaiti_edit_document *document = &edit->document;
    gait_status status;
    size_t size = out->size;
    if (document->model && document->document) {
        GAITI_TRY(edit->file->row->model->replace(document->model, document->document,
                                                  edit->options.diagnostics));
    }
    if (!document->model && blocks && document->row->write_blocks) {
        status = document->row->write_blocks(document->document, blocks, out);
    } else {
        GAITI_TRY_DONE(gait_file_write(edit->file, out));
        status = edit_check_result(edit, gaiti_span(out->data + size, out->size - size));
    }
done:
    out->size = status == GAIT_OK ? out->size : size;
    return status;
}

gait_status gait_edit_write(gait_edit *edit, gait_buffer *out) {
    return edit && out && !edit->has_failed ? edit_write_blocks(edit, NULL, out)
                                            : GAIT_BAD_ARGUMENT;
}

gait_status gait_edit_parts(gait_edit *edit, const gait_span **out_parts, uint32_t *out_count) {
    if (out_count) {
        *out_count = 0;
    }
    if (!GAITI_CLEAR(out_parts) || !out_count || !edit || edit->has_failed) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_blocks blocks = {.arena = &edit->arena};
    edit->written.size = 0;
    GAITI_TRY(edit_write_blocks(edit, &blocks, &edit->written));
    *out_parts = gaiti_parts_of(&blocks, &edit->written, out_count);
    return *out_parts ? GAIT_OK : edit->arena.status;
}

uint32_t gait_edit_line(const gait_edit *edit) {
    return edit ? edit->line : 0;
}

uint32_t gait_edit_change_count(const gait_edit *edit) {
    return edit ? edit->change_count : 0;
}

gait_edit_change gait_edit_change_at(const gait_edit *edit, uint32_t index) {
    return edit->changes[index];
}

const gait_file *gait_edit_file(const gait_edit *edit) {
    return edit ? edit->file : NULL;
}

void gait_edit_allow_missing(gait_edit *edit) {
    if (edit) {
        edit->allows_missing = true;
    }
}

uint32_t gait_edit_missing_count(const gait_edit *edit) {
    return edit ? edit->missing_count : 0;
}

gait_edit_missing gait_edit_missing_at(const gait_edit *edit, uint32_t index) {
    return edit->missing[index];
}
