/* Begins, reports and writes edits. */
#include "gait/edit.h"

#include <stddef.h>
#include <string.h>

#include "base/arguments.h"
#include "base/bytes.h"
#include "base/text/text.h"
#include "edit/edit_state.h"
#include "formats/file_state.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/ogf/ogf.h"

/* --- beginning and end ------------------------------------------------------------------------ */

/* The functions for a format; NULL = it has no edits. */
static const gaiti_edit_format *edit_format_of(gait_format format) {
    switch (format) {
    case GAIT_FORMAT_OMF:
    case GAIT_FORMAT_OGF:
        return &gaiti_edit_omf;
    case GAIT_FORMAT_SKL:
    case GAIT_FORMAT_SKLS:
        return &gaiti_edit_skl;
    case GAIT_FORMAT_RTM:
        return &gaiti_edit_rtm;
    case GAIT_FORMAT_BMTR:
        return &gaiti_edit_bmtr;
    default:
        return NULL;
    }
}

/* Chooses the document that is edited. The bank in a model becomes a separate document later. */
static gait_status edit_choose_document(gait_edit *edit) {
    gait_format format = gait_file_format(edit->file);
    void *document = edit->file->document;
    edit->format = edit_format_of(format);
    edit->document = (gaiti_edit_document){
        .omf = format == GAIT_FORMAT_OMF ? document : NULL,
        .ogf = format == GAIT_FORMAT_OGF ? document : NULL,
        .skl = edit->format == &gaiti_edit_skl ? document : NULL,
        .rtm = format == GAIT_FORMAT_RTM ? document : NULL,
        .bmtr = format == GAIT_FORMAT_BMTR ? document : NULL,
        .allocator = &edit->arena.allocator,
    };
    return edit->format ? GAIT_OK
                        : gaiti_edit_refuse(edit, GAITI_EDIT_NO_FORMAT,
                                            gait_format_get_info(format)->title, NULL, NULL);
}

gait_status gait_edit_begin(gait_span bytes, const char *file_name, const gait_options *options,
                            gait_edit **out_edit) {
    gait_status status;
    if (!GAITI_CLEAR(out_edit) || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_edit *edit =
        gaiti_new_object(options, sizeof *edit, offsetof(gait_edit, arena), 0, &status);
    if (!edit) {
        return status;
    }
    edit->options = options ? *options : (gait_options){0};
    gaiti_arena_init(&edit->scratch, options, 0);
    status = gait_file_open(bytes, file_name, options, &edit->file);
    status = status == GAIT_OK ? edit_choose_document(edit) : status;
    if (status != GAIT_OK) {
        gait_edit_free(edit);
        return status;
    }
    *out_edit = edit;
    return GAIT_OK;
}

void gait_edit_free(gait_edit *edit) {
    if (edit) {
        if (edit->document.ogf) {
            gait_omf_free(edit->document.omf);
        }
        gait_buffer_free(&edit->written);
        gait_file_free(edit->file);
        gaiti_arena_free(&edit->scratch);
        gaiti_free_object(edit, offsetof(gait_edit, arena));
    }
}

static gait_status edit_refuse_result(const gait_edit *edit) {
    gait_diagnostics *sink = edit->options.diagnostics;
    const char *saved = sink ? sink->file : NULL;
    if (sink) {
        sink->file = edit->file->name;
    }
    gait_status status =
        gaiti_edit_refuse_format(edit, "the result of the edits: it could not be opened again");
    if (sink) {
        sink->file = saved;
    }
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
    gait_status status = GAIT_OK;
    size_t size = out->size;
    if (document->ogf && document->omf) {
        status = gaiti_ogf_replace_motions(document->ogf, document->omf, edit->options.diagnostics);
    }
    if (status == GAIT_OK && document->omf && !document->ogf && blocks) {
        status = gaiti_omf_write_blocks(document->omf, blocks, out);
    } else if (status == GAIT_OK) {
        status = gait_file_write(edit->file, out);
        status = status == GAIT_OK
                     ? edit_check_result(edit, gaiti_span(out->data + size, out->size - size))
                     : status;
    }
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
    gait_status status = edit_write_blocks(edit, &blocks, &edit->written);
    if (status == GAIT_OK) {
        *out_parts = gaiti_parts_of(&blocks, &edit->written, out_count);
    }
    return status == GAIT_OK && !*out_parts ? gaiti_edit_memory(edit) : status;
}

gait_status gait_edit_apply(gait_span bytes, const char *file_name, gait_span script,
                            const gait_options *options, gait_buffer *out, uint32_t *out_line) {
    gait_edit *edit;
    if (!out || !gaiti_is_span(script)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (out_line) {
        *out_line = 0;
    }
    gait_status status = gait_edit_begin(bytes, file_name, options, &edit);
    if (status != GAIT_OK || !edit) {
        return status;
    }
    status = gait_edit_script(edit, script);
    if (status != GAIT_OK && out_line) {
        *out_line = gait_edit_line(edit);
    }
    status = status == GAIT_OK ? gait_edit_write(edit, out) : status;
    gait_edit_free(edit);
    return status;
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
